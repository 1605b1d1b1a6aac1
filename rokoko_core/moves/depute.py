"""The Depute action: sending an employee to court by main action, bonus or dress effect (DEP, BON-6, EXPERT-1)."""

from msgspec.structs import replace

from rokoko_core.actions import Action, Depute
from rokoko_core.board_counts import deck_left
from rokoko_core.bonus_table import ExtraDepute, bonus_of_kind
from rokoko_core.box import Box, box_of
from rokoko_core.events import recording
from rokoko_core.events.acts import EmployeeDeputed
from rokoko_core.events.amounts import LivreGained
from rokoko_core.events.places import Piece, Spot, Where, moves
from rokoko_core.events.reasons import Why
from rokoko_core.moves import Rules
from rokoko_core.pending import BonusOf, Effect, MainAction
from rokoko_core.refusal import Reason, Refusal
from rokoko_core.state import State, ask_bonus, remove_bonus, remove_from_hand, replace_item, with_player, without
from rokoko_core.terms import Family, Rank, Zone

FAMILY = Family.DEPUTE
RANKS = frozenset(Rank)
SMALLEST_DECK = 4


def can_depute(state: State, seat: int) -> bool:
    """Return whether 4 cards would remain; cards deputed this turn are already gone (DEP-2)."""
    return len(deck_left(state, seat)) > SMALLEST_DECK


def list_actions(state: State, box: Box, seat: int, rank: Rank) -> list[Action]:
    """Offer the card being played, and no other (DEP-1)."""
    assert state.turn is not None
    return [Depute(state.turn.card, Zone.PLAYED)] if state.turn.on_table and can_depute(state, seat) else []


def refusals(state: State, box: Box, seat: int, rank: Rank) -> list[Refusal]:
    return [] if can_depute(state, seat) else [Refusal(FAMILY, Reason.FOUR_CARDS)]


def list_deck_actions(state: State, box: Box, seat: int) -> list[Action]:
    """Return the cards of the deck that a bonus or dress effect may depute (BON-6); not a card in its examination
    (JB-7).
    """
    turn, player = state.turn, state.players[seat]
    if not can_depute(state, seat):
        return []
    assert turn is not None
    actions: list[Action] = [Depute(turn.card, Zone.PLAYED)] if turn.on_table and not turn.examined else []
    for zone, cards in ((Zone.HAND, player.hand), (Zone.SUPPLY, player.supply), (Zone.DISCARD, player.discard)):
        actions += [Depute(card, zone) for card in dict.fromkeys(cards)]
    return actions


def depute(state: State, decision: MainAction | BonusOf | Effect, action: Depute) -> State:
    """Gain the Livre for the card; it leaves the game at the end of the turn."""
    box = box_of(state)
    rank, seat = box.card[action.card].rank, decision.seat
    why = _WHY[type(decision)]
    state = depute_card(state, seat, action.card, action.zone, why)
    if isinstance(decision, BonusOf):
        kind = bonus_of_kind(box, decision.card, ExtraDepute)
        state = gain_livre(state, seat, kind.livre[rank], why)
        return ask_bonus(state, seat, action.card) if kind.bonus else state
    state = gain_livre(state, seat, box.prices.depute[rank], why)
    if isinstance(decision, Effect) and action.zone is Zone.PLAYED:
        return remove_bonus(state, seat, action.card)
    return state


_WHY: dict[type, Why] = {MainAction: Why.DEPUTY, BonusOf: Why.DEPUTY_BONUS, Effect: Why.EFFECT}
"""The reason of a deputation, by the decision it answers."""


def depute_card(state: State, seat: int, card: str, zone: Zone, why: Why) -> State:
    """Remove ``card`` from ``zone`` and note it as deputed this turn."""
    turn, player = state.turn, state.players[seat]
    assert turn is not None
    if (log := recording()) is not None:
        moved = moves(Piece.EMPLOYEE, (card,), Spot(Where(zone.value), seat), Spot(Where.DEPUTED, seat))
        log.append(EmployeeDeputed(seat, why=why, moved=moved))
    turn = replace(turn, deputed=(*turn.deputed, card), on_table=turn.on_table and zone is not Zone.PLAYED)
    if zone is Zone.PLAYED:
        return replace(state, turn=turn)
    if zone is Zone.HAND:
        player = remove_from_hand(player, card)
    else:
        player = replace(player, **{zone.value: without(getattr(player, zone.value), card)})
    return replace(state, players=replace_item(state.players, seat, player), turn=turn)


def gain_livre(state: State, seat: int, livre: int, why: Why) -> State:
    if not livre:
        return state
    if (log := recording()) is not None:
        log.append(LivreGained(seat, why, livre))
    return with_player(state, seat, livre=state.players[seat].livre + livre)


RULES = Rules(effects={Depute: depute}, decisions={})
