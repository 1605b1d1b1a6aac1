"""The entries of the list at the table in every situation, how to find them, and the hints that may replace them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from rokoko_core.actions import BuyPrestige, ChooseHand
from rokoko_core.bots.advice import Advice
from rokoko_core.bots.plan_steps import legal_steps
from rokoko_core.bots.time_limit import Plan
from rokoko_core.observe import Observation, determinize
from rokoko_core.play.choices import chooses_card, chooses_hand, is_main_action, is_pass, played_card, silk_paid
from rokoko_core.play.driver import GameDriver
from rokoko_core.play.set_selection import SetSelection, list_hand_order, list_things
from rokoko_core.play.view import GameView
from rokoko_core.state import State
from rokoko_tui.keys import key_of, pick_keys
from rokoko_tui.settings.settings import Settings
from rokoko_tui.table.choice_list import EntryKind, MenuEntry, list_entries, picked_card
from rokoko_tui.text import Words
from rokoko_tui.text.action_words import list_piece_refs
from rokoko_tui.text.piece_refs import PieceRef

_WITH_EQUALS = ("hand", "supply", "discard", "silk")
"""The kinds of pieces of which a pane may show several equal ones."""


@dataclass(frozen=True)
class Hints:
    """The best choices at a position; empty during the search. Each entry highlights the pieces of its whole line."""

    observation: Observation
    best: tuple[Advice, ...] = ()
    plan: Plan | None = None
    """The rest of the plan that the last hint showed and the player followed."""
    is_final: bool = False
    """Whether the search is over."""
    better: tuple[Advice, ...] = ()
    """The best choices found since, in another order, which are not shown while one below the first is read."""

    @property
    def stage(self) -> str:
        """How far the search is, as the key of a title."""
        if not self.best:
            return "looking"
        return "better" if self.better else "final" if self.is_final else "so-far"

    @cached_property
    def _state(self) -> State:
        """A whole position that fits what the viewer sees: the rules cannot be applied to hidden pieces."""
        return determinize(self.observation, Random(0))

    def list_entries(self, words: Words) -> tuple[MenuEntry, ...]:
        """Return a heading and an entry for each choice."""
        if not self.best:
            wait = words.wording("advice.hint.wait")
            return (MenuEntry(EntryKind.HEADING, wait.longest, row=wait),)
        silks = [silk_paid(advice.action, self._state) for advice in self.best]
        firsts = [(at, advice) for at, advice in enumerate(self.best) if not silks[at] or silks[at] not in silks[:at]]
        entries = [
            MenuEntry(
                EntryKind.HINT,
                words.advice(advice, self._state),
                row=words.row(advice.action, self._state) if isinstance(advice.action, ChooseHand) else (),
                action=advice.action,
                thing=at,
                pieces=self._pieces(advice),
            )
            for at, advice in firsts
        ]
        return (MenuEntry(EntryKind.HEADING, words.say("advice.hint.use")), *entries)

    def explain(self, entry: MenuEntry, words: Words) -> list[str]:
        """Return the reasons for the choice of ``entry`` and its effect."""
        lines = words.advice_details(self.best[entry.thing], self._state)
        return lines if entry.thing else [*words.plan_of_last_hint(self.best[0], self.plan), *lines]

    def _pieces(self, advice: Advice) -> frozenset[PieceRef]:
        """Return the pieces of all actions in the line, up to where chance or others decide."""
        steps = legal_steps(advice.line, self._state)
        return frozenset[PieceRef]().union(*(list_piece_refs(action, state) for state, action in steps))


def list_menu_entries(
    driver: GameDriver, settings: Settings, choice: SetSelection | None, hand: SetSelection | None = None
) -> tuple[MenuEntry, ...]:
    """Return the entries; ``choice`` is the set being selected, ``hand`` what was selected as the hand last."""
    game, words = driver.game, settings.words
    if game.to_move is None:
        return (
            MenuEntry(EntryKind.HEADING, words.say("table.list.end")),
            MenuEntry(EntryKind.STEP, words.say("table.list.final"), "1", step="final"),
        )
    if game.du_barry_to_move:
        return _list_du_barry_entries(driver, words)
    if game.bot_to_move is not None:
        return _list_bot_entries(driver, settings, words)
    if game.viewer != game.to_move:
        return (MenuEntry(EntryKind.HEADING, words.say("table.list.waiting")),)
    keys = pick_keys(("app", "table", "inspection"), settings.keys)
    return list_entries(game.observation(), game.menu, words, choice, keys, _find_hand_order(game, hand))


def _find_hand_order(game: GameView, hand: SetSelection | None) -> tuple[str, ...]:
    """Return the cards as they were numbered in the viewer's hand choice of this round, or first listed for play.

    Cards without a choice, and those hired since, have their numbers from the first turn that offers them. With
    ``hand``, a card that is equal to a chosen one but was not chosen itself is an empty string. Return nothing if no
    card of the deck is to be picked.
    """
    here, order = game.observation(), tuple[str, ...]()
    if is_main_action(here.table) or not any(map(picked_card, here.actions)):
        return order
    start = max((first for _, first in game.round_starts if first <= game.position), default=0)
    for number in range(start, game.position):
        view = game.observation(number)
        if game.viewer is not None and chooses_hand(view.table, game.viewer):
            order = list_hand_order(view)
            if hand is not None and hand.things == order:
                order = tuple(
                    card if n in hand.chosen or card not in hand.names else "" for n, card in enumerate(order)
                )
        if game.viewer is not None and chooses_card(view.table, game.viewer):
            cards = filter(None, map(played_card, view.actions))
            order += tuple(card for card in cards if card not in order)
    return order


def _list_du_barry_entries(driver: GameDriver, words: Words) -> tuple[MenuEntry, ...]:
    game = driver.game
    reveal = game.menu.actions[0]
    return (
        MenuEntry(EntryKind.HEADING, words.seat(game.setup, game.to_move or 0)),
        MenuEntry(EntryKind.ACTION, words.action(reveal, game.observation().table), "1", reveal),
        MenuEntry(EntryKind.STEP, words.say("table.list.finish-her"), "f", step="finish"),
    )


def _list_bot_entries(driver: GameDriver, settings: Settings, words: Words) -> tuple[MenuEntry, ...]:
    name = words.seat(driver.game.setup, driver.game.to_move or 0)
    seconds = int(driver.thought.seconds) if driver.thought is not None else 0
    stop = MenuEntry(
        EntryKind.STEP, words.say("table.list.move-now"), key_of("table.hurry", settings.keys), step="hurry"
    )
    return (MenuEntry(EntryKind.HEADING, words.thinking(name, seconds)), stop)


def list_card_keys(entries: Iterable[MenuEntry]) -> dict[PieceRef, tuple[str, ...]]:
    """Return the keys of every card on offer, one for each of its copies."""
    keys: dict[PieceRef, tuple[str, ...]] = {}
    for entry in entries:
        for piece in entry.pieces:
            if entry.key and len(entry.pieces) == 1 and piece.kind in ("hand", "supply", "exam-card"):
                keys[piece] = (*keys.get(piece, ()), entry.key, *entry.other_keys)
    return keys


def list_copies(
    entries: Sequence[MenuEntry], cursor: MenuEntry | None, lit: frozenset[PieceRef]
) -> dict[PieceRef, tuple[str, ...]]:
    """Return the states of equal cards and tiles in the order of the list, with ``cursor`` on one of ``entries``."""
    copies: dict[PieceRef, tuple[str, ...]] = {}
    things = [entry for entry in entries if entry.kind is EntryKind.THING]
    for piece in frozenset[PieceRef]().union(*(entry.pieces for entry in things)):
        matching = [entry for entry in things if piece in entry.pieces]
        next_ones = [entry for entry in matching if not entry.chosen] or matching
        current = [cursor] if cursor in matching else next_ones[:1] if piece in lit else []
        if cursor is not None and cursor.action is not None and piece in cursor.pieces:
            current = [entry for entry in matching if entry.chosen]
        copies[piece] = tuple("lit" if entry in current else "chosen" if entry.chosen else "" for entry in matching)
    if cursor is not None and not things:
        counts = Counter(list_things(cursor.action)) if cursor.action is not None else Counter[str]()
        for piece in cursor.pieces:
            if piece.kind in _WITH_EQUALS and (counts[piece.name] or cursor.kind is EntryKind.ACTION):
                copies[piece] = ("lit",) * max(1, counts[piece.name])
    return copies


NUMBERS = "123456789"
"""Keys of choices that have no place on the board."""


def find_key(entries: Sequence[MenuEntry], key: str) -> int | None:
    """Return the entry that ``key`` picks; where no choice has a number, a number counts the choices."""
    backwards = reversed(list(enumerate(entries)))
    keys = {entry_key: n for n, entry in backwards for entry_key in (entry.key, *entry.other_keys) if entry_key}
    if key in keys or not key.isdecimal() or any(len(entry_key) > 1 or entry_key in NUMBERS for entry_key in keys):
        return keys.get(key)
    actions = (n for n, e in enumerate(entries) if e.action is not None and e.kind is EntryKind.ACTION)
    counted = [n for n in actions if not is_pass(entries[n].action)]
    return dict(zip(NUMBERS, counted, strict=False)).get(key)


def find_group(entries: Sequence[MenuEntry], key: str) -> int | None:
    """Return the number of the first entry of the group that ``key`` opens: one whose key continues it."""
    return next((n for n, e in enumerate(entries) if len(e.key) > len(key) and e.key.startswith(key)), None)


def find_next_number(entries: Sequence[MenuEntry], cursor: int, step: int) -> int | None:
    """Return the entry of the next higher (``step`` 1) or lower number, from the highest down; None without numbers."""
    numbers = [n for n, entry in enumerate(entries) if isinstance(entry.action, BuyPrestige)]
    if not numbers:
        return None
    return min(max(cursor - step, numbers[0]), numbers[-1])


def find_about(entries: Sequence[MenuEntry], piece: PieceRef) -> list[int]:
    """Return the entries about ``piece``, or in a folder about it; refusals only if there is nothing else."""
    folders = {e.folder for e in entries if e.kind is EntryKind.HEADING and piece in e.pieces and e.folder}
    numbers = [
        n
        for n, entry in enumerate(entries)
        if entry.kind is not EntryKind.HEADING and (piece in entry.pieces or entry.folder in folders)
    ]
    return [n for n in numbers if entries[n].kind is not EntryKind.REFUSAL] or numbers


def find_entry(action: object, entries: Sequence[MenuEntry]) -> int:
    """Return the index of the entry that takes ``action``; -1 when there is none."""
    of_actions = ((n, entry) for n, entry in enumerate(entries) if entry.action is not None)
    return next((n for n, entry in of_actions if action in (entry.action, *entry.equals)), -1)
