"""The keys that pick choices.

A key picks a choice: a letter for the group, then the number of the place on the board. It always means the same piece:
window 3 is 3 even if window 1 is too expensive. The letter is left out where only one group is on offer, and for tiles
of the warehouse. The letters and numbers are in the modules of ``rokoko_tui.text.families``.
"""

from collections.abc import Collection, Sequence

from rokoko_core.actions import Action
from rokoko_core.play.choices import is_main_action
from rokoko_core.state import State
from rokoko_tui.text.families.registry import words_of


def assign_keys(actions: Sequence[Action], state: State, free: Collection[str]) -> list[str]:
    """Return the key of each action, empty for none; letters are among the ``free`` ones, which no command uses."""
    groups = [words_of(action).key_group(action, state) for action in actions]
    has_groups = is_main_action(state) or len(set(filter(None, groups))) > 1
    counts: dict[str, int] = {}
    keys = []
    for action, group in zip(actions, groups, strict=True):
        counts[group] = counts.get(group, 0) + (words_of(action).key is None)
        key = _make_key(action, state, group if has_groups else "", counts[group])
        keys.append(key if key in ("e", "0") or key[:1] in free else "")
    return keys


def _make_key(action: Action, state: State, group: str, number: int) -> str:
    """Return the key of ``action``, which is ``number`` in its group where it has no place on the board."""
    own = words_of(action)
    if own.key is not None:
        return own.key(action, state)
    place = own.key_number(action, state) if own.key_number is not None else number
    return f"{group}{place}" if place < 10 else ""
