"""Depute: sending an employee to court, by main action, bonus or dress effect (DEP, BON-6, EXPERT-1)."""

from msgspec.structs import replace

from rokoko_core.actions import Action, Depute
from rokoko_core.board_counts import deck_left
from rokoko_core.bonus_table import ExtraDepute, kind_of
from rokoko_core.box import Box, box_of
from rokoko_core.events import recording
from rokoko_core.events.acts import EmployeeDeputed
from rokoko_core.events.amounts import LivreGained
from rokoko_core.events.places import Piece, Spot, Where, moves
from rokoko_core.events.reasons import Why
from rokoko_core.moves import Rules
from rokoko_core.pending import BonusOf, Effect, MainAction
from rokoko_core.refusal import Reason, Refusal
from rokoko_core.state import State, ask_bonus, out_of_hand, swapped, with_player, without, without_bonus
from rokoko_core.terms import Family, Rank, Zone

FAMILY = Family.DEPUTE
RANKS = frozenset(Rank)
SMALLEST_DECK = 4


def may_depute(state: State, seat: int) -> bool:
    """True while 4 cards would remain; cards deputed this turn count as gone already (DEP-2)."""
    return len(deck_left(state, seat)) > SMALLEST_DECK


def offers(state: State, box: Box, seat: int, rank: Rank) -> list[Action]:
    """The card being played, and only that one (DEP-1)."""
    assert state.turn is not None
    return [Depute(state.turn.card, Zone.PLAYED)] if state.turn.on_table and may_depute(state, seat) else []


def refusals(state: State, box: Box, seat: int, rank: Rank) -> list[Refusal]:
    """The deck is at its limit."""
    return [] if may_depute(state, seat) else [Refusal(FAMILY, Reason.FOUR_CARDS)]


def any_of_deck(state: State, box: Box, seat: int) -> list[Action]:
    """Each card of the deck that a bonus or dress effect may depute (BON-6); a candidate in its exam not (JB-7)."""
    turn, player = state.turn, state.players[seat]
    if not may_depute(state, seat):
        return []
    assert turn is not None
    found: list[Action] = [Depute(turn.card, Zone.PLAYED)] if turn.on_table and not turn.examined else []
    for zone, cards in ((Zone.HAND, player.hand), (Zone.SUPPLY, player.supply), (Zone.DISCARD, player.discard)):
        found += [Depute(card, zone) for card in dict.fromkeys(cards)]
    return found


def depute(state: State, asked: MainAction | BonusOf | Effect, action: Depute) -> State:
    """Gain the Livre that go with it; the card leaves the game when the turn ends."""
    box = box_of(state)
    rank, seat = box.card[action.card].rank, asked.seat
    why = _WHY[type(asked)]
    state = sent_off(state, seat, action.card, action.zone, why)
    if isinstance(asked, BonusOf):
        kind = kind_of(box, asked.card)
        assert isinstance(kind, ExtraDepute)
        state = paid(state, seat, kind.livre[rank], why)
        return ask_bonus(state, seat, action.card) if kind.bonus else state
    state = paid(state, seat, box.prices.depute[rank], why)
    if isinstance(asked, Effect) and action.zone is Zone.PLAYED:
        return without_bonus(state, seat, action.card)
    return state


_WHY: dict[type, Why] = {MainAction: Why.DEPUTY, BonusOf: Why.DEPUTY_BONUS, Effect: Why.EFFECT}
"""What a card is deputed by, by the decision it answers."""


def sent_off(state: State, seat: int, card: str, zone: Zone, why: Why) -> State:
    """``state`` with ``card`` taken from ``zone`` and counted as deputed this turn."""
    turn, player = state.turn, state.players[seat]
    assert turn is not None
    if (log := recording()) is not None:
        moved = moves(Piece.EMPLOYEE, (card,), Spot(Where(zone.value), seat), Spot(Where.DEPUTED, seat))
        log.append(EmployeeDeputed(seat, why=why, moved=moved))
    turn = replace(turn, deputed=(*turn.deputed, card), on_table=turn.on_table and zone is not Zone.PLAYED)
    if zone is Zone.PLAYED:
        return replace(state, turn=turn)
    if zone is Zone.HAND:
        player = out_of_hand(player, card)
    else:
        player = replace(player, **{zone.value: without(getattr(player, zone.value), card)})
    return replace(state, players=swapped(state.players, seat, player), turn=turn)


def paid(state: State, seat: int, livre: int, why: Why) -> State:
    """``state`` with ``livre`` more for ``seat``."""
    if not livre:
        return state
    if (log := recording()) is not None:
        log.append(LivreGained(seat, why, livre))
    return with_player(state, seat, livre=state.players[seat].livre + livre)


RULES = Rules(effects={Depute: depute}, asking={})
