"""The cards in the pane of the hand, in sections."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from rokoko_core.play.choices import chooses_hand, offered_exam_cards
from rokoko_tui.art.scene import Scene
from rokoko_tui.text.piece_refs import PieceRef


class Section(NamedTuple):
    """Cards that belong together."""

    label: str
    cards: tuple[PieceRef, ...]
    keys: tuple[str, ...] = ()
    """The keys of the cards in the list; empty where none has one."""

    def key(self, n: int) -> str:
        return self.keys[n] if self.keys else ""


def list_sections(scene: Scene, seat: int) -> list[Section]:
    """Return what can be chosen from now, then the hand, which begins with the card being played."""
    state = scene.view.table
    player, sections = state.players[seat], list[Section]()
    if deck := offered_exam_cards(state, seat):
        sections.append(_in_list_order(scene, "deck", [PieceRef("exam-card", card) for card in deck]))
    if chooses_hand(scene.view.table, seat) and player.supply:
        sections.append(_in_list_order(scene, "supply", [PieceRef("supply", card) for card in player.supply]))
    turn = state.turn
    played = [PieceRef("played", turn.card)] if turn and turn.seat == seat and turn.card and turn.on_table else []
    hand = _in_list_order(scene, "hand", [*played, *(PieceRef("hand", card) for card in player.hand)])
    return [*sections, hand] if hand.cards else sections


def _in_list_order(scene: Scene, label: str, pieces: Sequence[PieceRef]) -> Section:
    """Return a section with the cards on offer in the order of the list, after the others.

    If the list has fewer keys than there are equal cards, the last key is used for the rest.
    """
    keys = scene.card_keys
    if keys.keys().isdisjoint(pieces):
        return Section(label, tuple(pieces))
    counts = Counter[PieceRef]()
    keyed: list[tuple[str, PieceRef]] = []
    for card in pieces:
        card_keys = keys.get(card, ("",))
        keyed.append((card_keys[min(counts[card], len(card_keys) - 1)], card))
        counts[card] += 1
    keyed.sort(key=lambda pair: (len(pair[0]), pair[0]))
    return Section(label, tuple(card for _, card in keyed), tuple(key for key, _ in keyed))


def list_piles(scene: Scene, seat: int) -> list[Section]:
    """Return supply and discard pile; not the supply while the hand is chosen from it."""
    player = scene.view.table.players[seat]
    piles = [Section("discard", tuple(PieceRef("discard", card) for card in player.discard[::-1]))]
    if not chooses_hand(scene.view.table, seat):
        piles.insert(0, Section("supply", tuple(PieceRef("supply", card) for card in player.supply)))
    return [section for section in piles if section.cards]
