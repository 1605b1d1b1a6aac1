"""The legal actions and the refusals, as the entries of one list.

Where an action is a set (a hand of cards, tiles to pay with), the list offers its elements one by one, and the
action once the set is complete.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import count

from rokoko_core import actions as do
from rokoko_core.actions import Action, ChooseHand, Decline, Place, PlayCard
from rokoko_core.box import box_of
from rokoko_core.observe import Observation
from rokoko_core.play.choices import (
    completed_tasks,
    gains_no_bonus,
    group_equal,
    is_bonus,
    is_main_action,
    is_pass,
    is_wasteful,
)
from rokoko_core.play.menu import Menu
from rokoko_core.play.set_selection import SetSelection
from rokoko_core.refusal import Reason, Refusal
from rokoko_core.score_range import ScoreRange
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import State
from rokoko_core.terms import Zone
from rokoko_tui.text import Words
from rokoko_tui.text.action_words import list_piece_refs
from rokoko_tui.text.families.decorations import DECORATION_KEYS
from rokoko_tui.text.families.registry import words_of
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.wording import Wording


class EntryKind(Enum):
    HEADING = "heading"
    NOTE = "note"
    """A remark above the choices."""
    ACTION = "action"
    THING = "thing"
    """An element of a set."""
    REFUSAL = "refusal"
    HINT = "hint"
    """One of the best choices; taking it moves the cursor to the choice itself."""
    STEP = "step"
    """A command to the screen, such as showing the final sheet."""


NO_GAIN = Wording("")


@dataclass(frozen=True)
class MenuEntry:
    kind: EntryKind
    text: str
    row: Sequence[str] = field(default=(), kw_only=True)
    """Its forms on one line of the list, the longest first; empty for ``text`` alone.

    Those of the heading of a group end with its name, for where the gain fits only beside that.
    """
    legend: str = field(default="", kw_only=True)
    """Of a heading: what the letters mean that cards have where the list is narrow."""
    opened_by: str = field(default="", kw_only=True)
    """Of the heading of a group: a key that opens it."""
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
    other_keys: tuple[str, ...] = ()
    """More keys that pick the entry, which represents equal cards."""
    wastes: bool = False
    """Whether it gives up something that another entry may keep or use."""
    gain: Wording = NO_GAIN
    """The change of the own projected score, in few cells, then the best change alone; of a folder only that."""
    best: int = 0
    """The best change of the own projected score; of a folder the highest."""
    net: int = 0
    """``best`` beyond what declining, or the least of the choices, also brings."""
    counts_beyond: bool = False
    """Whether more than the score counts: a turn before the last round."""
    equals: tuple[Action, ...] = ()
    """Other actions that the entry represents: they differ only in what no longer matters."""

    @property
    def forms(self) -> Wording:
        """The forms on one line of the list."""
        return Wording(*(self.row or [self.text]))

    @property
    def gains(self) -> bool:
        """Whether it raises the score by itself, or may gain what counts in later rounds."""
        return self.counts_beyond or self.net > 0

    @property
    def is_selectable(self) -> bool:
        """False for headings, remarks and refusals."""
        return self.kind not in (EntryKind.HEADING, EntryKind.NOTE, EntryKind.REFUSAL)


def list_entries(
    view: Observation,
    menu: Menu,
    words: Words,
    choice: SetSelection | None,
    keys: Sequence[str],
    hand_order: Sequence[str] = (),
) -> tuple[MenuEntry, ...]:
    """Return the list for the viewer of ``view`` from its ``menu``.

    ``keys`` are those no command uses; ``hand_order`` has the cards as they were numbered when the hand was chosen, for
    lists that pick a card of the deck.
    """
    entries = _list_set(view, words, choice, keys) if choice else _list_actions(view, menu, words, keys)
    if hand_order:
        entries = _keep_card_keys(entries, keys, hand_order)
    if refused := list_refusal_entries(menu.refusals, view.table, words):
        entries += [MenuEntry(EntryKind.HEADING, words.say("table.list.not-now")), *refused]
    return tuple(entries)


_ZONES = (Zone.HAND, Zone.PLAYED, Zone.SUPPLY, Zone.DISCARD)
"""The order in which equal cards take the numbers that they had in the hand choice."""


def picked_card(action: Action | None) -> tuple[str, Zone] | None:
    """Return the card of the own deck that ``action`` picks, with its zone; None for other actions."""
    match action:
        case PlayCard(card):
            return card, Zone.HAND
        case do.Depute(card, zone):
            return card, zone
        case do.UseSupplyCard(card):
            return card, Zone.SUPPLY
    return None


def _keep_card_keys(entries: Sequence[MenuEntry], keys: Sequence[str], order: Sequence[str]) -> list[MenuEntry]:
    """Return the entries with the keys that their cards had in the hand choice, sorted; other cards come after those.

    An empty string in ``order`` is the number of a card that was not chosen.
    """
    cards = {n: pick for n, entry in enumerate(entries) if (pick := picked_card(entry.action)) is not None}
    left, following = dict(enumerate(order)), count(len(order))
    numbers: dict[int, list[int]] = {}
    for n, (card, zone) in sorted(cards.items(), key=lambda pair: _ZONES.index(pair[1][1])):
        own = [number for number, other in left.items() if other == card]
        if not own and zone is Zone.SUPPLY:
            own = [number for number, other in left.items() if not other]
        own = own or [next(following)]
        numbers[n] = own if isinstance(entries[n].action, PlayCard) else own[:1]
        left = {number: other for number, other in left.items() if number not in numbers[n]}
    result = list(entries)
    for place, n in zip(sorted(numbers), sorted(numbers, key=numbers.__getitem__), strict=True):
        key, *others = [keys[number] for number in numbers[n] if number < len(keys)] or [""]
        result[place] = replace(entries[n], key=key, other_keys=tuple(others))
    return result


def find_useful_entry(entries: Sequence[MenuEntry]) -> int:
    """Return the index of the entry on which the cursor starts; -1 for none.

    It is the first that gains something and does not lower the score, else the first that does not lower the score,
    else the first that gains anything; where only the score counts, the one with the best score. Wasteful ones come
    after these: what gives up a card, and what another entry exceeds in everything that the list shows; of the cards
    given up, those of the hand come last. A bonus is skipped only in the last round, where everything else lowers the
    score, a main action only if nothing else is left.
    """
    selectable = [n for n, entry in enumerate(entries) if entry.is_selectable]
    if any(entry.kind is EntryKind.THING for entry in entries):
        actions = (n for n in selectable if entries[n].kind is EntryKind.ACTION)
        return next(actions, selectable[0])
    return min(selectable, key=lambda n: _rank_for_cursor(entries[n]), default=-1)


def _rank_for_cursor(entry: MenuEntry) -> tuple[int, int, int]:
    """Return numbers that are lower the more an entry suits the start of the cursor; the last is its loss."""
    if is_pass(entry.action):
        return (6 if entry.wastes else 4), 0, 0
    if entry.net < 0 and not entry.gains:
        return 5, 0, -entry.net
    is_played_later = isinstance(entry.action, do.Depute) and entry.action.zone is Zone.HAND
    if entry.wastes and isinstance(entry.action, do.Depute) and not entry.gains:
        return 5, is_played_later, 0
    rank = 3 if entry.wastes else 2 if entry.net < 0 else 0 if entry.gains else 1
    return rank, is_played_later, 0 if entry.counts_beyond else -entry.net


MAX_UNFOLDED_GUESTS = 9
"""With more guests than this, they are folded under their halls."""


TURN_ACTIONS = do.TakeTile | do.MakeDress | do.Hire | do.Fund
"""What a bonus may offer as a second main action: before the last round more than the score counts."""


def _list_actions(view: Observation, menu: Menu, words: Words, keys: Sequence[str]) -> list[MenuEntry]:
    if len(view.actions) > MAX_UNFOLDED_GUESTS and all(isinstance(action, Place) for action in view.actions):
        return _list_guests(view, menu, words, keys)
    groups: dict[Wording, list[MenuEntry]] = {}
    main, at_bonus = is_main_action(view.table), is_bonus(view.table)
    equals = sorted(group_equal(view.actions, view.table), key=_rank_number)
    least = _least_gain(menu)
    hiring = next((action for action in view.actions if isinstance(action, do.Hire)), do.HireSpecialist())
    for (action, *others), key in zip(equals, assign_keys([a for a, *_ in equals], view.table, keys), strict=True):
        entry = replace(make_action_entry(action, view.table, words, key, menu), equals=tuple(others))
        entry = _add_gain(entry, menu, words, least)
        counts = at_bonus or main or isinstance(action, TURN_ACTIONS)
        if view.table.round < LAST_ROUND and counts and not gains_no_bonus(action, view.table):
            entry = replace(entry, counts_beyond=True)
        like = hiring if isinstance(action, do.HireSpecialist) else action
        groups.setdefault(words.row_heading(like, view.table), []).append(entry)
    result: list[MenuEntry] = []
    for heading, entries in sorted(groups.items(), key=lambda group: main and _is_listed_last(group[1][0])):
        if main and len(entries) > 1 and not _is_listed_last(entries[0]) and len(entries[0].key) > 1:
            result += _fold_group(entries, view.table, menu, words)
        else:
            first = entries[0].action
            legend = words.rank_legend() if isinstance(first, ChooseHand | PlayCard) else ""
            result += [MenuEntry(EntryKind.HEADING, heading.longest, row=heading, legend=legend), *entries]
    return result


def _make_heading(action: Action, state: State, words: Words, legend: str = "") -> MenuEntry:
    row = words.row_heading(action, state)
    return MenuEntry(EntryKind.HEADING, row.longest, row=row, legend=legend)


def _rank_number(actions: Sequence[Action]) -> int:
    """Return what sorts numbers from the highest down; other choices stay in their order, after them."""
    first = actions[0]
    return -first.points if isinstance(first, do.BuyPrestige) else 0


def _is_listed_last(entry: MenuEntry) -> bool:
    return entry.action is not None and words_of(entry.action).is_listed_last


def _fold_group(entries: Sequence[MenuEntry], state: State, menu: Menu, words: Words) -> list[MenuEntry]:
    """Return a group that is folded where space is short; its heading has the lowest price, the count, the best score
    and a key that opens it.
    """
    letters = {entry.key[:1] for entry in entries}
    key = next((key for key in DECORATION_KEYS.values() if key in letters), min(letters))
    actions = [entry.action for entry in entries if entry.action is not None]
    row = words.folder(actions, state)
    folder = row.longest
    first = MenuEntry(EntryKind.HEADING, folder, row=row, opened_by=key, folder=folder)
    return [_add_best_gain(first, actions, menu, words), *(replace(entry, folder=folder) for entry in entries)]


def _score_ranges(actions: Iterable[Action], menu: Menu) -> list[ScoreRange]:
    items = (menu.item(action) for action in actions)
    return [item.score_range for item in items if item is not None and item.score_range is not None]


def _add_best_gain(heading: MenuEntry, actions: Sequence[Action], menu: Menu, words: Words) -> MenuEntry:
    """Return the heading with the best change of the own score by one of ``actions``."""
    ranges = _score_ranges(actions, menu)
    best = max((reach.best for reach in ranges), default=0)
    if not best:
        return heading
    return replace(heading, gain=words.best_score_gain(ranges), best=best)


def _least_gain(menu: Menu) -> int:
    """Return the best change of the own score that needs none of the choices, as by a bonus that follows each."""
    declined = menu.item(Decline())
    if declined is not None and declined.score_range is not None:
        return declined.score_range.best
    return max(0, min((reach.best for reach in _score_ranges(menu.actions, menu)), default=0))


def _add_gain(entry: MenuEntry, menu: Menu, words: Words, least: int) -> MenuEntry:
    """Return the entry with the change of the own score by its action."""
    ranges = _score_ranges([entry.action] if entry.action is not None else [], menu)
    if not ranges:
        return entry
    return replace(entry, gain=words.score_gain(ranges[0]), best=ranges[0].best, net=ranges[0].best - least)


def _list_guests(view: Observation, menu: Menu, words: Words, keys: Sequence[str]) -> list[MenuEntry]:
    """Return a folder for each hall: a heading with what its guests give and its best score, and the guests."""
    box = box_of(view.table)
    halls: dict[int, list[tuple[Place, str]]] = {}
    for action, key in zip(view.actions, assign_keys(view.actions, view.table, keys), strict=True):
        assert isinstance(action, Place)
        halls.setdefault(box.guest[action.space].hall, []).append((action, key))
    entries, least = [_make_heading(view.actions[0], view.table, words)], _least_gain(menu)
    for hall, actions in halls.items():
        spaces, pieces = [box.guest[action.space] for action, _ in actions], frozenset((PieceRef("hall", hall),))
        row = words.hall_of_guests(hall, spaces)
        folder = row.longest
        heading = MenuEntry(EntryKind.HEADING, folder, row=row, pieces=pieces, folder=folder)
        entries.append(_add_best_gain(heading, [action for action, _ in actions], menu, words))
        for action, key in actions:
            entry = make_action_entry(action, view.table, words, key, menu)
            row = words.name_space(box.guest[action.space])
            entries.append(_add_gain(replace(entry, row=row, folder=folder), menu, words, least))
    return entries


def make_action_entry(action: Action, state: State, words: Words, key: str, menu: Menu) -> MenuEntry:
    text, row, pieces = words.action(action, state), words.row(action, state), list_piece_refs(action, state)
    if completed_tasks(action, state):
        text = words.say("choices.action.with-task", what=text)
    wastes = is_wasteful(action, state, menu)
    return MenuEntry(EntryKind.ACTION, text, key, action, pieces=pieces, row=row, wastes=wastes)


def list_refusal_entries(refusals: Iterable[Refusal], state: State, words: Words) -> list[MenuEntry]:
    """Return an entry for each reason; refusals that read alike are one.

    A jewel that does not suit the dress is left out, as nothing makes it possible here.
    """
    alike: dict[str, list[Refusal]] = {}
    for refusal in refusals:
        if refusal.reason is not Reason.WRONG_JEWEL:
            alike.setdefault(words.refusal(refusal, state).shortest, []).append(refusal)
    return [_make_refusal_entry(same, state, words) for same in alike.values()]


def _make_refusal_entry(refusals: Sequence[Refusal], state: State, words: Words) -> MenuEntry:
    texts = {words.refusal(refusal, state).longest for refusal in refusals}
    row = words.refusal(refusals[0], state, len(refusals))[1:]
    pieces = [list_piece_refs(refusal.about, state) for refusal in refusals if not isinstance(refusal.about, str)]
    return MenuEntry(
        EntryKind.REFUSAL,
        texts.pop() if len(texts) == 1 else row[-1],
        row=row,
        refusal=refusals[0],
        pieces=frozenset[PieceRef]().union(*pieces),
    )


def _list_set(view: Observation, words: Words, choice: SetSelection, keys: Sequence[str]) -> list[MenuEntry]:
    name = _get_namer(view, words, choice)
    legend = words.rank_legend() if choice.zone == "supply" else ""
    entries = [_make_heading(view.actions[0], view.table, words, legend)]
    for n, (thing, key) in enumerate(zip(choice.things, (*keys, *("",) * len(choice.things)), strict=False)):
        piece = frozenset((PieceRef(choice.zone, thing),))
        chosen = n in choice.chosen
        row = name(thing)
        entries.append(MenuEntry(EntryKind.THING, row.longest, key, row=row, thing=n, chosen=chosen, pieces=piece))
    counts = {"n": len(choice.chosen), "all": choice.size}
    count = words.say_of("table.list.chosen" if choice.size is None else "table.list.chosen-of", counts)
    entries.append(MenuEntry(EntryKind.HEADING, count))
    if choice.action is not None:
        entries.append(make_action_entry(choice.action, view.table, words, "", Menu()))
    return entries


def _get_namer(view: Observation, words: Words, choice: SetSelection) -> Callable[[str], Wording]:
    """Return what names a piece of the set."""
    box = box_of(view.table)
    if choice.zone == "supply":
        return lambda card: words.card_forms(card, box)
    return lambda tile: Wording(words.tile(tile, box))


def assign_keys(actions: Sequence[Action], state: State, free: Collection[str]) -> list[str]:
    """Return the key of each action, empty for none; letters are among the ``free`` ones, which no command uses.

    A key is a letter for the group, then the number of the place on the board. It always means the same piece: window 3
    is 3 even if window 1 is too expensive. The letter is left out where only one group is on offer, and for tiles of
    the warehouse. The letters and numbers are in the modules of ``rokoko_tui.text.families``.
    """
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
