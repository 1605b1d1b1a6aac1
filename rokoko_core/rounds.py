"""Rounds: preparing one, choosing hands, whose turn it is, and income (PREP, HAND, TURN, INC)."""

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations

from msgspec.structs import replace

from rokoko_core.actions import Action, ChooseHand, Decline, EndTurn, PlayCard
from rokoko_core.barry import BARRY, deal_hand, hand_size
from rokoko_core.board import decoration_count, dress_count, holds
from rokoko_core.box import Box, box_of
from rokoko_core.chance import shuffled
from rokoko_core.draw_piles import draw_dress, draw_jewel, draw_tile
from rokoko_core.moves import Asking, Rules
from rokoko_core.pending import BarryTurn, BonusOf, CardChoice, HandChoice, MainAction, Pending, TurnEnd
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import NOBODY, State, Turn, ask, with_player, without
from rokoko_core.terms import DecorationKind

HAND = 3
"""Cards chosen for a round."""
ON_DISPLAY = 4
"""Cards at the hire spaces."""
INCOME = 5
"""Basic income in Livre."""


# ---- phase 1: preparing the round


def _favor_to_start(state: State) -> State:
    """The holder of the Favor card becomes starting player and returns it (PREP-1)."""
    if state.favor == NOBODY:
        return state
    return replace(state, first_player=state.favor, favor=NOBODY)


def _new_employees(state: State) -> State:
    """Cards left on display leave the game; 4 new ones come from the stack (PREP-2)."""
    stack = state.employee_stack
    shown = tuple(reversed(stack[-ON_DISPLAY:]))
    return replace(state, gone=state.gone + state.hire, hire=shown, employee_stack=stack[: len(stack) - len(shown)])


def _fill_warehouse(state: State) -> State:
    """Every empty space gets a tile, left to right, while there are any (PREP-3)."""
    spaces = list(state.warehouse)
    for space, tile in enumerate(spaces):
        if not tile:
            state, spaces[space] = draw_tile(state)
    return replace(state, warehouse=tuple(spaces))


def _lying(spaces: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(piece for piece in spaces if piece)


def _slid(
    state: State, staying: tuple[str, ...], spaces: int, draw: Callable[[State], tuple[State, str]]
) -> tuple[State, tuple[str, ...]]:
    """(state, the ``spaces`` of a display with ``staying`` slid to the right and the left ones drawn anew)."""
    filled = list(_lying(staying))
    while len(filled) < spaces:
        state, piece = draw(state)
        filled.insert(0, piece)
    return state, tuple(filled)


def _slide_windows(state: State) -> State:
    """The two rightmost windows are cleared, the rest slides right, the bag fills the left (PREP-4)."""
    state = replace(state, dress_discard=state.dress_discard + _lying(state.windows[-2:]))
    state, windows = _slid(state, state.windows[:-2], len(state.windows), draw_dress)
    return replace(state, windows=windows)


def _slide_jewels(state: State) -> State:
    """The rightmost jewel leaves the game, the others slide right, the bag fills the left (JB-2)."""
    state = replace(state, jewels_gone=state.jewels_gone + _lying(state.jewels[-1:]))
    state, jewels = _slid(state, state.jewels[:-1], len(state.jewels), draw_jewel)
    return replace(state, jewels=jewels)


def _mix_waiting_dresses(state: State) -> State:
    """Dresses that waited for the first preparation join the bag (FEST-1)."""
    if not state.dresses_waiting:
        return state
    rng, bag = shuffled(state.rng, state.dress_bag + state.dresses_waiting)
    return replace(state, rng=rng, dress_bag=bag, dresses_waiting=())


PREPARATION: tuple[Callable[[State], State], ...] = (
    _favor_to_start,
    _new_employees,
    _fill_warehouse,
    _slide_windows,
    _slide_jewels,
    _mix_waiting_dresses,
    deal_hand,
)
"""Phase 1, step by step."""


def next_round(state: State) -> State:
    """``state`` with the next round prepared and the hands to be chosen."""
    state = replace(state, round=state.round + 1)
    for step in PREPARATION:
        state = step(state)
    seats = _clockwise(state, state.first_player)
    for seat in reversed(seats):
        state = _draw_up(state, seat)
    return state if state.pending else next_turn(state, state.first_player)


def _clockwise(state: State, first: int) -> list[int]:
    count = len(state.players)
    return [(first + n) % count for n in range(count)]


# ---- phase 2: choosing hands


def _draw_up(state: State, seat: int) -> State:
    """Take what leaves no choice; ask ``seat`` for the rest of its hand (HAND-2, HAND-3)."""
    player = state.players[seat]
    if state.barry is not None and seat == BARRY:
        return state
    if len(player.supply) > HAND:
        return ask(state, HandChoice(seat))
    if len(player.supply) == HAND:
        return with_player(state, seat, hand=player.supply, supply=())
    new_supply = tuple(sorted(player.discard))
    return ask(
        with_player(state, seat, hand=player.supply, supply=new_supply, discard=()),
        HandChoice(seat),
    )


@lru_cache(maxsize=4096)
def _hands(supply: tuple[str, ...], size: int) -> tuple[ChooseHand, ...]:
    return tuple(ChooseHand(cards) for cards in dict.fromkeys(combinations(supply, size)))


def _hand_offers(state: State, box: Box, asked: HandChoice) -> tuple[ChooseHand, ...]:
    player = state.players[asked.seat]
    return _hands(player.supply, HAND - len(player.hand))


def _choose_hand(state: State, asked: HandChoice, action: ChooseHand) -> State:
    seat = asked.seat
    player, supply = state.players[seat], state.players[seat].supply
    for card in action.cards:
        supply = without(supply, card)
    hand = tuple(sorted(player.hand + action.cards))
    state = with_player(state, seat, supply=supply, hand=hand)
    return state if state.pending else next_turn(state, state.first_player)


# ---- phase 3: turns


def next_turn(state: State, first: int) -> State:
    """Ask the first player from ``first`` clockwise who has a card; when nobody has, the round ends (TURN-1)."""
    for seat in _clockwise(state, first):
        if state.players[seat].hand:
            return ask(state, CardChoice(seat))
        if hand_size(state, seat):
            return ask(replace(state, turn=Turn(seat, "", on_table=False)), TurnEnd(seat), BarryTurn(seat))
    state = _income(state)
    return next_round(state) if state.round < LAST_ROUND else state


def _card_offers(state: State, box: Box, asked: CardChoice) -> list[Action]:
    return [box.play[card] for card in dict.fromkeys(state.players[asked.seat].hand)]


def _play_card(state: State, asked: CardChoice, action: PlayCard) -> State:
    seat, card = asked.seat, action.card
    player = state.players[seat]
    secret = without(player.secret, card) if card in player.secret else player.secret
    state = with_player(state, seat, hand=without(player.hand, card), secret=secret)
    turn_end, bonus, main = TurnEnd(seat), BonusOf(seat, card, seat), MainAction(seat)
    return replace(state, turn=Turn(seat, card), pending=(*state.pending, turn_end, bonus, main))


_END_TURN = (EndTurn(),)


def _end_offers(state: State, box: Box, asked: TurnEnd) -> tuple[Action, ...]:
    assert state.turn is not None
    return _END_TURN if state.turn.card else ()


def _end_turn(state: State, asked: TurnEnd) -> State:
    """The card goes on the discard pile, deputed cards out of the game; the next player is asked (TURN-3)."""
    turn = state.turn
    assert turn is not None
    if turn.on_table:
        state = with_player(state, turn.seat, discard=(*state.players[turn.seat].discard, turn.card))
    state = replace(state, gone=state.gone + turn.deputed, turn=None)
    return next_turn(state, turn.seat + 1)


def _decline(state: State, asked: Pending, action: Decline) -> State:
    return state


# ---- phase 4: income


def income(state: State, box: Box, seat: int) -> int:
    """Livre ``seat`` gains in phase 4 (INC-1, JB-8)."""
    return INCOME + len(state.players[seat].jewels) + fountain_income(state, box, seat)


def fountain_income(state: State, box: Box, seat: int) -> int:
    """Livre of them by the fountain (INC-1)."""
    livre = 0
    if holds(state, box, seat, DecorationKind.FOUNTAIN_UPPER):
        livre += decoration_count(state, seat)
    if holds(state, box, seat, DecorationKind.FOUNTAIN_LOWER):
        livre += dress_count(state, seat)
    return livre


def _income(state: State) -> State:
    box = box_of(state)
    for seat in range(len(state.setup.players)):
        state = with_player(state, seat, livre=state.players[seat].livre + income(state, box, seat))
    return state


RULES = Rules(
    effects={
        ChooseHand: _choose_hand,
        PlayCard: _play_card,
        EndTurn: lambda s, asked, _: _end_turn(s, asked),
        Decline: _decline,
    },
    asking={
        HandChoice: Asking(_hand_offers),
        CardChoice: Asking(_card_offers),
        TurnEnd: Asking(_end_offers, _end_turn),
    },
)
