"""The legal actions and the refusals, as the entries of one list.

Where an action is a set (a hand of cards, tiles to pay with), the list offers its elements one by one, and the
action once the set is complete.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from rokoko_core.actions import Action, Decline, Place
from rokoko_core.box import box_of
from rokoko_core.observe import Observation
from rokoko_core.pending import MainAction
from rokoko_core.play.menu import Menu
from rokoko_core.refusal import Refusal
from rokoko_core.state import State
from rokoko_tui.play.choice_keys import assign_keys
from rokoko_tui.play.set_selection import SetSelection
from rokoko_tui.text import Words
from rokoko_tui.text.piece_refs import PieceRef, list_piece_refs


class EntryKind(Enum):
    HEADING = "heading"
    ACTION = "action"
    THING = "thing"
    """An element of a set."""
    REFUSAL = "refusal"
    HINT = "hint"
    """One of the best choices; taking it moves the cursor to the choice itself."""
    STEP = "step"
    """A command to the screen, such as showing the final sheet."""


@dataclass(frozen=True)
class MenuEntry:
    kind: EntryKind
    text: str
    key: str = ""
    """The key that picks the entry; empty for none."""
    action: Action | None = None
    refusal: Refusal | None = None
    step: str = ""
    """The command of a STEP."""
    thing: int = -1
    """The index of the element among those on offer, or of the hint; else -1."""
    chosen: bool = False
    pieces: frozenset[PieceRef] = frozenset()
    folder: str = ""
    """Entries with the same folder, such as the guests of a hall, are shown only while the cursor is on one of them."""
    gain: str = ""
    """The change of the own projected score, in few cells."""

    @property
    def is_selectable(self) -> bool:
        """False for headings and refusals."""
        return self.kind not in (EntryKind.HEADING, EntryKind.REFUSAL)


def list_entries(
    view: Observation, menu: Menu, words: Words, choice: SetSelection | None, keys: Sequence[str]
) -> tuple[MenuEntry, ...]:
    """Return the list for the viewer of ``view`` from its ``menu``; ``keys`` are those no command uses."""

    def gain(action: Action) -> str:
        item = menu.item(action)
        return words.score_change_short(item.score_range) if item is not None and item.score_range is not None else ""

    entries = _list_set(view, words, choice, keys) if choice else _list_actions(view, words, keys, gain)
    if menu.refusals:
        entries.append(MenuEntry(EntryKind.HEADING, words.say("table.list.not-now")))
        entries += [_make_refusal_entry(refusal, view.table, words) for refusal in menu.refusals]
    return tuple(entries)


def find_free_entry(entries: Sequence[MenuEntry], menu: Menu) -> int:
    """Return the index of the first entry that spends nothing, else of the one that declines, else -1."""
    free = (n for n, e in enumerate(entries) if e.is_selectable and (e.action is None or not _spends(e.action, menu)))
    declining = (n for n, entry in enumerate(entries) if isinstance(entry.action, Decline))
    return next(free, next(declining, -1))


def _spends(action: Action, menu: Menu) -> bool:
    item = menu.item(action)
    return item is not None and item.spends


MAX_UNFOLDED_ACTIONS = 12
"""With more main actions than this, groups that a key opens are folded under their headings."""
MAX_UNFOLDED_GUESTS = 9
"""With more guests than this, they are folded under their halls."""


def _list_actions(
    view: Observation, words: Words, keys: Sequence[str], gain: Callable[[Action], str]
) -> list[MenuEntry]:
    if len(view.actions) > MAX_UNFOLDED_GUESTS and all(isinstance(action, Place) for action in view.actions):
        return _list_guests(view, words, keys, gain)
    groups: dict[str, list[MenuEntry]] = {}
    for action, key in zip(view.actions, assign_keys(view.actions, view.table, keys), strict=True):
        entry = replace(_make_action_entry(action, view.table, words, key), gain=gain(action))
        groups.setdefault(words.group(action, view.table), []).append(entry)
    main = isinstance(view.table.pending[-1], MainAction)
    is_long = main and len(view.actions) > MAX_UNFOLDED_ACTIONS
    result: list[MenuEntry] = []
    for heading, entries in sorted(groups.items(), key=lambda group: main and not _is_decline(group[1])):
        if is_long and len(entries) > 1 and len(entries[0].key) > 1:
            result += _fold_group(heading, entries, words)
        else:
            result += [MenuEntry(EntryKind.HEADING, heading), *entries]
    return result


def _is_decline(entries: Sequence[MenuEntry]) -> bool:
    """Return whether the group declines the main action; it is listed first, as it spends nothing."""
    return isinstance(entries[0].action, Decline)


def _fold_group(heading: str, entries: Sequence[MenuEntry], words: Words) -> list[MenuEntry]:
    """Return a folded group; its heading names the number of entries and the key that opens it."""
    folder = words.folder(heading, len(entries), entries[0].key[:1])
    return [MenuEntry(EntryKind.HEADING, folder, folder=folder), *(replace(entry, folder=folder) for entry in entries)]


def _list_guests(
    view: Observation, words: Words, keys: Sequence[str], gain: Callable[[Action], str]
) -> list[MenuEntry]:
    """Return a folder for each hall: a heading with what its guests give, and the guests."""
    box = box_of(view.table)
    halls: dict[int, list[tuple[Place, str]]] = {}
    for action, key in zip(view.actions, assign_keys(view.actions, view.table, keys), strict=True):
        assert isinstance(action, Place)
        halls.setdefault(box.guest[action.space].hall, []).append((action, key))
    entries = [MenuEntry(EntryKind.HEADING, words.group(view.actions[0], view.table))]
    for hall, actions in halls.items():
        folder = words.hall_of_guests(hall, [box.guest[action.space] for action, _ in actions])
        entries.append(MenuEntry(EntryKind.HEADING, folder, pieces=frozenset((PieceRef("hall", hall),)), folder=folder))
        for action, key in actions:
            entry = _make_action_entry(action, view.table, words, key)
            text = words.space_in_hall(box.guest[action.space])
            entries.append(replace(entry, text=text, gain=gain(action), folder=folder))
    return entries


def _make_action_entry(action: Action, state: State, words: Words, key: str) -> MenuEntry:
    return MenuEntry(EntryKind.ACTION, words.action(action, state), key, action, pieces=list_piece_refs(action, state))


def _make_refusal_entry(refusal: Refusal, state: State, words: Words) -> MenuEntry:
    about = refusal.about
    pieces = frozenset() if isinstance(about, str) else list_piece_refs(about, state)
    return MenuEntry(EntryKind.REFUSAL, words.refusal(refusal, state), refusal=refusal, pieces=pieces)


def _list_set(view: Observation, words: Words, choice: SetSelection, keys: Sequence[str]) -> list[MenuEntry]:
    name = _get_namer(view, words, choice)
    entries = [MenuEntry(EntryKind.HEADING, words.group(view.actions[0], view.table))]
    for n, (thing, key) in enumerate(zip(choice.things, (*keys, *("",) * len(choice.things)), strict=False)):
        piece = frozenset((PieceRef(choice.zone, thing),))
        entries.append(MenuEntry(EntryKind.THING, name(thing), key, thing=n, chosen=n in choice.chosen, pieces=piece))
    counts = {"n": len(choice.chosen), "all": choice.size}
    chosen = words.say_of("table.list.chosen" if choice.size is None else "table.list.chosen-of", counts)
    entries.append(MenuEntry(EntryKind.HEADING, chosen))
    if choice.action is not None:
        entries.append(_make_action_entry(choice.action, view.table, words, ""))
    return entries


def _get_namer(view: Observation, words: Words, choice: SetSelection) -> Callable[[str], str]:
    box = box_of(view.table)
    return (lambda t: words.card(t, box)) if choice.zone == "supply" else (lambda t: words.tile(t, box))
