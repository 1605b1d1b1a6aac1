"""What may be done now, and what not and why, as the entries of one list.

The entries are made from the legal actions and the refusals alone. Where an action is a set of things to choose (a hand
of cards, tiles to pay with), the list offers the things one by one, and the whole set once it is complete.
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
from rokoko_tui.play.choice_keys import keys_for
from rokoko_tui.play.set_selection import SetSelection
from rokoko_tui.text import Words
from rokoko_tui.text.piece_refs import PieceRef, list_piece_refs


class EntryKind(Enum):
    """What an entry is."""

    HEADING = "heading"
    ACTION = "action"
    THING = "thing"
    """One thing of a set to choose."""
    REFUSAL = "refusal"
    HINT = "hint"
    """One of the best choices; taking it goes to the choice itself."""
    STEP = "step"
    """Something for the screen to do: let others go on, show the final sheet."""


@dataclass(frozen=True)
class MenuEntry:
    """One entry of the list."""

    kind: EntryKind
    text: str
    key: str = ""
    """The key that picks it; empty for none."""
    action: Action | None = None
    refusal: Refusal | None = None
    step: str = ""
    """What the screen is to do, for a STEP."""
    thing: int = -1
    """Index of the thing in the set to choose from, or of the hint."""
    chosen: bool = False
    pieces: frozenset[PieceRef] = frozenset()
    folder: str = ""
    """Entries of one folder, such as the guests of a hall, are shown only while the cursor stands on one of them."""
    gain: str = ""
    """What it changes of the own projected score, in few cells."""

    @property
    def takeable(self) -> bool:
        """True when it can be taken; False for headings and refusals."""
        return self.kind not in (EntryKind.HEADING, EntryKind.REFUSAL)


def entries(
    view: Observation, menu: Menu, words: Words, choice: SetSelection | None, keys: Sequence[str]
) -> tuple[MenuEntry, ...]:
    """The list for the seat that ``view`` belongs to, from its ``menu``; ``keys`` are those no command has."""

    def gain(action: Action) -> str:
        item = menu.item(action)
        return words.score_change_short(item.score_range) if item is not None and item.score_range is not None else ""

    found = _things_and_set(view, words, choice, keys) if choice else _actions(view, words, keys, gain)
    if menu.refusals:
        found.append(MenuEntry(EntryKind.HEADING, words.say("table.list.not-now")))
        found += [_refusal(refusal, view.table, words) for refusal in menu.refusals]
    return tuple(found)


def first_free(entries: Sequence[MenuEntry], menu: Menu) -> int:
    """The first entry that spends nothing; what lets an offer pass only if there is no other; -1 where all spend."""
    free = (n for n, e in enumerate(entries) if e.takeable and (e.action is None or not _spends(e.action, menu)))
    passing = (n for n, entry in enumerate(entries) if isinstance(entry.action, Decline))
    return next(free, next(passing, -1))


def _spends(action: Action, menu: Menu) -> bool:
    item = menu.item(action)
    return item is not None and item.spends


LONG = 12
"""Main actions beyond which those of a group that is opened by a key are folded under its name."""
FOLDED = 9
"""Guests to choose from beyond which those of a hall are folded under its name."""


def _actions(view: Observation, words: Words, keys: Sequence[str], gain: Callable[[Action], str]) -> list[MenuEntry]:
    if len(view.actions) > FOLDED and all(isinstance(action, Place) for action in view.actions):
        return _guests(view, words, keys, gain)
    groups: dict[str, list[MenuEntry]] = {}
    for action, key in zip(view.actions, keys_for(view.actions, view.table, keys), strict=True):
        entry = replace(_action(action, view.table, words, key), gain=gain(action))
        groups.setdefault(words.group(action, view.table), []).append(entry)
    main = isinstance(view.table.pending[-1], MainAction)
    long = main and len(view.actions) > LONG
    found: list[MenuEntry] = []
    for heading, entries in sorted(groups.items(), key=lambda group: main and not _passes(group[1])):
        opened = len(entries) > 1 and len(entries[0].key) > 1
        found += (
            _folded(heading, entries, words) if long and opened else [MenuEntry(EntryKind.HEADING, heading), *entries]
        )
    return found


def _passes(entries: Sequence[MenuEntry]) -> bool:
    """Whether this is what lets the main action pass; it stands first, where the cursor may start spending nothing."""
    return isinstance(entries[0].action, Decline)


def _folded(heading: str, entries: Sequence[MenuEntry], words: Words) -> list[MenuEntry]:
    """A group under a heading that says how many are in it, and by which key it is opened."""
    folder = words.folder(heading, len(entries), entries[0].key[:1])
    return [MenuEntry(EntryKind.HEADING, folder, folder=folder), *(replace(entry, folder=folder) for entry in entries)]


def _guests(view: Observation, words: Words, keys: Sequence[str], gain: Callable[[Action], str]) -> list[MenuEntry]:
    """A heading for each hall with what its guests give, and the guests under it."""
    box = box_of(view.table)
    halls: dict[int, list[tuple[Place, str]]] = {}
    for action, key in zip(view.actions, keys_for(view.actions, view.table, keys), strict=True):
        assert isinstance(action, Place)
        halls.setdefault(box.guest[action.space].hall, []).append((action, key))
    found = [MenuEntry(EntryKind.HEADING, words.group(view.actions[0], view.table))]
    for hall, actions in halls.items():
        folder = words.hall_of_guests(hall, [box.guest[action.space] for action, _ in actions])
        found.append(MenuEntry(EntryKind.HEADING, folder, pieces=frozenset((PieceRef("hall", hall),)), folder=folder))
        for action, key in actions:
            entry = _action(action, view.table, words, key)
            text = words.space_in_hall(box.guest[action.space])
            found.append(replace(entry, text=text, gain=gain(action), folder=folder))
    return found


def _action(action: Action, state: State, words: Words, key: str) -> MenuEntry:
    return MenuEntry(EntryKind.ACTION, words.action(action, state), key, action, pieces=list_piece_refs(action, state))


def _refusal(refusal: Refusal, state: State, words: Words) -> MenuEntry:
    about = refusal.about
    pieces = frozenset() if isinstance(about, str) else list_piece_refs(about, state)
    return MenuEntry(EntryKind.REFUSAL, words.refusal(refusal, state), refusal=refusal, pieces=pieces)


def _things_and_set(view: Observation, words: Words, choice: SetSelection, keys: Sequence[str]) -> list[MenuEntry]:
    name = _namer(view, words, choice)
    whole = choice.complete
    found = [MenuEntry(EntryKind.HEADING, words.group(view.actions[0], view.table))]
    for n, (thing, key) in enumerate(zip(choice.things, (*keys, *("",) * len(choice.things)), strict=False)):
        piece = frozenset((PieceRef(choice.zone, thing),))
        found.append(MenuEntry(EntryKind.THING, name(thing), key, thing=n, chosen=n in choice.chosen, pieces=piece))
    counts = {"n": len(choice.chosen), "all": choice.size}
    chosen = words.say_of("table.list.chosen" if choice.size is None else "table.list.chosen-of", counts)
    found.append(MenuEntry(EntryKind.HEADING, chosen))
    if whole is not None:
        found.append(_action(whole, view.table, words, ""))
    return found


def _namer(view: Observation, words: Words, choice: SetSelection) -> Callable[[str], str]:
    box = box_of(view.table)
    return (lambda t: words.card(t, box)) if choice.zone == "supply" else (lambda t: words.tile(t, box))
