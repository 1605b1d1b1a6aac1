"""Rounds: preparation, hand choice, turn order and income (PREP, HAND, TURN, INC)."""

from collections.abc import Callable
from functools import lru_cache, partial
from itertools import combinations
from typing import NamedTuple

from msgspec.structs import replace

from rokoko_core.actions import Action, ChooseHand, Decline, EndTurn, PlayCard
from rokoko_core.board_counts import decoration_count, dress_count, holds, renew_supply
from rokoko_core.box import HIRE_SPACES, Box, box_of
from rokoko_core.chance import shuffled
from rokoko_core.draw_piles import draw_dress, draw_jewel, draw_tile
from rokoko_core.du_barry import BARRY, deal_hand, hand_size
from rokoko_core.events import recording
from rokoko_core.events.amounts import LivreGained, PrestigeGained
from rokoko_core.events.places import Move, Piece, Spot, Where, gathered, moves, spread
from rokoko_core.events.reasons import Offer, Why
from rokoko_core.events.table import (
    DressesCleared,
    DressesJoined,
    DressesLaid,
    DressesSlid,
    EmployeesShown,
    FavorReturned,
    GameOver,
    JewelLeft,
    JewelsLaid,
    JewelsSlid,
    RoundBegan,
    RoundEnded,
    StartNamed,
    TilesLaid,
)
from rokoko_core.events.turns import CardPlayed, CardPutAway, EmployeesLeft, HandChosen, HandForced, LetPass, TurnEnded
from rokoko_core.moves import DecisionRule, Rules
from rokoko_core.pending import BarryTurn, BonusOf, CardChoice, Effect, HandChoice, JewelOffer, MainAction, TurnEnd
from rokoko_core.scoring import final_scores
from rokoko_core.setup import LAST_ROUND, START_PRESTIGE
from rokoko_core.state import NOBODY, State, Turn, ask, remove_from_hand, replace_item, with_player, without
from rokoko_core.terms import DecorationKind

HAND = 3
"""Cards of a hand."""
INCOME = 5
"""Basic income in Livre."""


# ---- phase 1: preparing the round


def _return_favor(state: State) -> State:
    """Make the holder of the Favor card starting player; the card returns to its space (PREP-1)."""
    held = state.favor != NOBODY
    starter = state.favor if held else state.first_player
    if (log := recording()) is not None:
        if held:
            favor = Move(Piece.FAVOR, "", Spot(Where.FAVOR, starter), Spot(Where.FAVOR_SPACE))
            log.append(FavorReturned(starter, moved=(favor,)))
        log.append(StartNamed(starter, held))
    return replace(state, first_player=starter, favor=NOBODY)


def _show_employees(state: State) -> State:
    """Remove the cards left on display from the game and show 4 new ones (PREP-2)."""
    stack = state.employee_stack
    shown = tuple(reversed(stack[-HIRE_SPACES:]))
    if (log := recording()) is not None:
        if state.hire:
            left = gathered(Piece.EMPLOYEE, state.hire, Where.HIRE, Spot(Where.GONE))
            log.append(EmployeesLeft(None, why=Why.NOT_HIRED, moved=left))
        if shown:
            new = spread(Piece.EMPLOYEE, shown, Spot(Where.EMPLOYEE_STACK), Where.HIRE)
            log.append(EmployeesShown(None, moved=new))
    return replace(state, gone=state.gone + state.hire, hire=shown, employee_stack=stack[: len(stack) - len(shown)])


def _fill_warehouse(state: State) -> State:
    """Fill the empty warehouse spaces from left to right while there are tiles (PREP-3)."""
    spaces = list(state.warehouse)
    for space, tile in enumerate(spaces):
        if not tile:
            state, spaces[space] = draw_tile(state)
    if (log := recording()) is not None:
        laid = ("" if before else tile for before, tile in zip(state.warehouse, spaces, strict=True))
        moved = spread(Piece.TILE, laid, Spot(Where.TILE_STACK), Where.WAREHOUSE)
        if moved:
            log.append(TilesLaid(None, moved=moved))
    return replace(state, warehouse=tuple(spaces))


def _pieces(spaces: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(piece for piece in spaces if piece)


def _slide_moves(kind: Piece, staying: tuple[str, ...], where: Where, spaces: int) -> tuple[Move, ...]:
    """Return the moves of the pieces of ``staying`` that change their space, the rightmost first."""
    occupied = [(n, piece) for n, piece in enumerate(staying) if piece]
    shifts = [(n, piece, to) for to, (n, piece) in enumerate(occupied, spaces - len(occupied)) if n != to]
    return tuple(Move(kind, piece, Spot(where, index=n), Spot(where, index=to)) for n, piece, to in reversed(shifts))


class _Display(NamedTuple):
    """A row of pieces. Each round the rightmost leave, the rest slides right, and the bag fills the left."""

    kind: Piece
    spaces: str
    """Field of the state with its pieces."""
    where: Where
    leaving: int
    """Number of spaces cleared at the right."""
    left: str
    """Field of the state with the pieces that have left."""
    gone: Where
    bag: Where
    draw: Callable[[State], tuple[State, str]]
    events: tuple[type[DressesCleared | JewelLeft], type[DressesSlid | JewelsSlid], type[DressesLaid | JewelsLaid]]
    """Events for pieces that leave, slide and arrive."""


_WINDOWS = _Display(
    *(Piece.DRESS, "windows", Where.WINDOW, 2, "dress_discard", Where.DRESS_DISCARD, Where.DRESS_BAG, draw_dress),
    (DressesCleared, DressesSlid, DressesLaid),
)
_JEWELER = _Display(
    *(Piece.JEWEL, "jewels", Where.JEWELER, 1, "jewels_gone", Where.JEWELS_GONE, Where.JEWEL_BAG, draw_jewel),
    (JewelLeft, JewelsSlid, JewelsLaid),
)


def _advance(state: State, display: _Display) -> State:
    """Clear the rightmost spaces of ``display``, slide the rest to the right and fill the left (PREP-4, JB-2)."""
    kind, where, (leave, slide, come) = display.kind, display.where, display.events
    spaces: tuple[str, ...] = getattr(state, display.spaces)
    staying, leaving = spaces[: -display.leaving], spaces[-display.leaving :]
    if (log := recording()) is not None:
        if moved := gathered(kind, leaving, where, Spot(display.gone), len(staying)):
            log.append(leave(None, moved=moved))
        if moved := _slide_moves(kind, staying, where, len(spaces)):
            log.append(slide(None, moved=moved))
    state = replace(state, **{display.left: getattr(state, display.left) + _pieces(leaving)})
    filled = list(_pieces(staying))
    while len(filled) < len(spaces):
        state, piece = display.draw(state)
        filled.insert(0, piece)
    if (log := recording()) is not None:
        new = filled[: len(filled) - len(_pieces(staying))]
        if moved := spread(kind, new, Spot(display.bag), where):
            log.append(come(None, moved=moved))
    return replace(state, **{display.spaces: tuple(filled)})


def _mix_waiting_dresses(state: State) -> State:
    """Shuffle the waiting Festivity dresses into the bag after the first preparation (FEST-1)."""
    if not state.dresses_waiting:
        return state
    if (log := recording()) is not None:
        moved = moves(Piece.DRESS, state.dresses_waiting, Spot(Where.DRESSES_WAITING), Spot(Where.DRESS_BAG))
        log.append(DressesJoined(None, moved=moved))
    rng, bag = shuffled(state.rng, state.dress_bag + state.dresses_waiting)
    return replace(state, rng=rng, dress_bag=bag, dresses_waiting=())


PREPARATION: tuple[Callable[[State], State], ...] = (
    _return_favor,
    _show_employees,
    _fill_warehouse,
    partial(_advance, display=_WINDOWS),
    partial(_advance, display=_JEWELER),
    _mix_waiting_dresses,
    deal_hand,
)
"""The steps of phase 1, in order."""


def next_round(state: State) -> State:
    """Prepare the next round and push the hand choices."""
    state = replace(state, round=state.round + 1)
    if (log := recording()) is not None:
        log.append(RoundBegan(None, state.round))
    for step in PREPARATION:
        state = step(state)
    seats = _clockwise(len(state.players), state.first_player)
    if state.setup.fair_start and state.round == 1 and state.barry is None:
        state = _give_start_prestige(state, seats)
    for seat in reversed(seats):
        state = _start_hand(state, seat)
    return state if state.pending else next_turn(state, state.first_player)


def _give_start_prestige(state: State, seats: tuple[int, ...]) -> State:
    """Give prestige to all but the first of ``seats`` (FAIR-1)."""
    log = recording()
    for seat, prestige in zip(seats[1:], START_PRESTIGE[state.setup.fair_start][len(seats)][1:], strict=True):
        if log is not None:
            log.append(PrestigeGained(seat, Why.FAIR_START, prestige, state.setup.open_scores))
        state = with_player(state, seat, prestige=prestige)
    return state


@lru_cache
def _clockwise(count: int, first: int) -> tuple[int, ...]:
    """Return the ``count`` seats clockwise from ``first``."""
    return tuple((first + n) % count for n in range(count))


# ---- phase 2: choosing hands


def _start_hand(state: State, seat: int) -> State:
    """Take the cards that leave no choice, and push the choice of the rest of the hand (HAND-2, HAND-3)."""
    player = state.players[seat]
    if state.barry is not None and seat == BARRY:
        return state
    if len(player.supply) > HAND:
        return ask(state, HandChoice(seat))
    if (log := recording()) is not None and player.supply:
        moved = moves(Piece.EMPLOYEE, player.supply, Spot(Where.SUPPLY, seat), Spot(Where.HAND, seat), shown=True)
        log.append(HandForced(seat, moved=moved))
    state = with_player(state, seat, hand=player.supply, known=player.supply, supply=())
    return state if len(player.supply) == HAND else ask(renew_supply(state, seat), HandChoice(seat))


@lru_cache(maxsize=4096)
def _hands(supply: tuple[str, ...], size: int) -> tuple[ChooseHand, ...]:
    return tuple(ChooseHand(cards) for cards in dict.fromkeys(combinations(supply, size)))


def _list_hand_actions(state: State, box: Box, decision: HandChoice) -> tuple[ChooseHand, ...]:
    player = state.players[decision.seat]
    return _hands(player.supply, HAND - len(player.hand))


def _choose_hand(state: State, decision: HandChoice, action: ChooseHand) -> State:
    seat = decision.seat
    player, supply = state.players[seat], state.players[seat].supply
    for card in action.cards:
        supply = without(supply, card)
    hand = tuple(sorted(player.hand + action.cards))
    if (log := recording()) is not None:
        moved = moves(Piece.EMPLOYEE, action.cards, Spot(Where.SUPPLY, seat), Spot(Where.HAND, seat))
        log.append(HandChosen(seat, moved=moved))
    state = with_player(state, seat, supply=supply, hand=hand)
    return state if state.pending else next_turn(state, state.first_player)


# ---- phase 3: turns


def next_turn(state: State, first: int) -> State:
    """Give the turn to the next seat from ``first`` with a card; end the round if there is none (TURN-1)."""
    players = state.players
    for seat in _clockwise(len(players), first):
        if players[seat].hand:
            return ask(state, CardChoice(seat))
        if hand_size(state, seat):
            return ask(replace(state, turn=Turn(seat, "", on_table=False)), TurnEnd(seat), BarryTurn(seat))
    state = _pay_income(state)
    if state.round < LAST_ROUND:
        return next_round(state)
    if (log := recording()) is not None:
        log.append(_game_over(state))
    return state


def _game_over(state: State) -> GameOver:
    sheets = final_scores(state)
    winners = tuple(sheet.seat for sheet in sheets if sheet.rank == 1)
    return GameOver(None, tuple(sheet.total for sheet in sheets), winners)


def _list_card_actions(state: State, box: Box, decision: CardChoice) -> list[Action]:
    return [box.play[card] for card in dict.fromkeys(state.players[decision.seat].hand)]


def _play_card(state: State, decision: CardChoice, action: PlayCard) -> State:
    seat, card = decision.seat, action.card
    player = state.players[seat]
    if (log := recording()) is not None:
        moved = moves(Piece.EMPLOYEE, (card,), Spot(Where.HAND, seat), Spot(Where.PLAYED, seat))
        log.append(CardPlayed(seat, moved=moved))
    players = replace_item(state.players, seat, remove_from_hand(player, card))
    turn_end, bonus, main = TurnEnd(seat), BonusOf(seat, card, seat), MainAction(seat)
    return replace(state, players=players, turn=Turn(seat, card), pending=(*state.pending, turn_end, bonus, main))


_END_TURN = (EndTurn(),)


def _list_end_actions(state: State, box: Box, decision: TurnEnd) -> tuple[Action, ...]:
    assert state.turn is not None
    return _END_TURN if state.turn.card else ()


def _end_turn(state: State, decision: TurnEnd) -> State:
    """Discard the played card, remove deputed cards from the game, and start the next turn (TURN-3)."""
    turn = state.turn
    assert turn is not None
    if (log := recording()) is not None:
        log.append(TurnEnded(turn.seat))
        played, deputed = Spot(Where.PLAYED, turn.seat), Spot(Where.DEPUTED, turn.seat)
        if turn.on_table:
            moved = moves(Piece.EMPLOYEE, (turn.card,), played, Spot(Where.DISCARD, turn.seat))
            log.append(CardPutAway(turn.seat, moved=moved))
        if turn.deputed:
            moved = moves(Piece.EMPLOYEE, turn.deputed, deputed, Spot(Where.GONE))
            log.append(EmployeesLeft(turn.seat, why=Why.DEPUTED, moved=moved))
    players = state.players
    if turn.on_table:
        player = players[turn.seat]
        players = replace_item(players, turn.seat, replace(player, discard=(*player.discard, turn.card)))
    state = replace(state, players=players, gone=state.gone + turn.deputed, turn=None)
    return next_turn(state, turn.seat + 1)


def _decline(state: State, decision: MainAction | BonusOf | JewelOffer | Effect, action: Decline) -> State:
    if (log := recording()) is not None:
        log.append(LetPass(decision.seat, *_declined_offer(state, decision)))
    return state


def _declined_offer(state: State, decision: MainAction | BonusOf | JewelOffer | Effect) -> tuple[Offer, str]:
    match decision:
        case BonusOf():
            return Offer.BONUS, decision.card
        case JewelOffer():
            return Offer.JEWEL, decision.dress
        case Effect():
            return Offer.EFFECT, decision.dress
        case MainAction():
            assert state.turn is not None
            return Offer.MAIN_ACTION, state.turn.card


# ---- phase 4: income


def income(state: State, box: Box, seat: int) -> int:
    """Return the Livre ``seat`` gains in phase 4 (INC-1, JB-8)."""
    return INCOME + len(state.players[seat].jewels) + fountain_income(state, box, seat)


def fountain_income(state: State, box: Box, seat: int) -> int:
    """Return the part of ``income`` from the fountain (INC-1)."""
    return sum(_fountain_rows(state, box, seat))


def _fountain_rows(state: State, box: Box, seat: int) -> tuple[int, int]:
    """Return (Livre from the upper row, from the lower row)."""
    upper = decoration_count(state, seat) if holds(state, box, seat, DecorationKind.FOUNTAIN_UPPER) else 0
    lower = dress_count(state, seat) if holds(state, box, seat, DecorationKind.FOUNTAIN_LOWER) else 0
    return upper, lower


def _pay_income(state: State) -> State:
    box = box_of(state)
    log = recording()
    if log is not None:
        log.append(RoundEnded(None, state.round))
    players = list(state.players)
    for seat in range(len(state.setup.players)):
        if log is not None:
            log.extend(_income_parts(state, box, seat))
        players[seat] = replace(players[seat], livre=players[seat].livre + income(state, box, seat))
    return replace(state, players=tuple(players))


def _income_parts(state: State, box: Box, seat: int) -> list[LivreGained]:
    upper, lower = _fountain_rows(state, box, seat)
    jewels = len(state.players[seat].jewels)
    parts = {Why.INCOME: INCOME, Why.JEWELS: jewels, Why.FOUNTAIN_UPPER: upper, Why.FOUNTAIN_LOWER: lower}
    return [LivreGained(seat, why, livre) for why, livre in parts.items() if livre]


RULES = Rules(
    effects={
        ChooseHand: _choose_hand,
        PlayCard: _play_card,
        EndTurn: lambda s, decision, _: _end_turn(s, decision),
        Decline: _decline,
    },
    decisions={
        HandChoice: DecisionRule(_list_hand_actions),
        CardChoice: DecisionRule(_list_card_actions),
        TurnEnd: DecisionRule(_list_end_actions, _end_turn),
    },
)
