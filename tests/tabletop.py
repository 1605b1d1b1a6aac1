"""Builders of test positions, one line each. They move pieces of the game and never invent any.

Every builder takes a state and returns a new one. A piece is taken from where it is, from the draw pile first.
Displaced pieces go under the draw pile, cards out of the game. A missing piece raises ``LookupError``.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from rokoko_core.actions import Action, Decline, EndTurn
from rokoko_core.box import box_of
from rokoko_core.engine import apply, events, legal_actions, new_state, why_not
from rokoko_core.game import Game
from rokoko_core.pending import (
    BarryHall,
    BarryTurn,
    BonusOf,
    MainAction,
    Placement,
    RentOrSell,
    SilkForPrestige,
    TileInHand,
    TurnEnd,
)
from rokoko_core.refusal import Refusal
from rokoko_core.state import NOBODY, Barry, Seat, Setup, State, Turn, replace_item, with_player, without
from rokoko_core.terms import Exam, Expansion, Family, Task
from tests.folding import faults

EVERYTHING = tuple(Expansion)


def new(players: int = 2, seed: int = 1, expansions: Iterable[Expansion] = (), first: int | None = 0) -> State:
    """Return a new game at its first decision; ``players=1`` is a game against Madame du Barry."""
    names = ("Ada", "Bo", "Cy", "Di", "Eve")[:players]
    return new_state(Setup(tuple(Seat(n) for n in names), seed, frozenset(expansions), first))


# ---- turns


def turn(state: State, seat: int, card: str) -> State:
    """Let ``seat`` play ``card``, with the main action to choose; earlier decisions are dropped."""
    state = _card_taken(_put_away(state), seat, card)
    pending = (TurnEnd(seat), BonusOf(seat, card, seat), MainAction(seat))
    return replace(state, turn=Turn(seat, card), pending=pending)


def bonus(state: State, seat: int, card: str) -> State:
    """Let ``seat`` play ``card`` and decline the main action, with the bonus to choose if it is available."""
    return do(turn(state, seat, card), Decline())


def _put_away(state: State) -> State:
    """End the current turn: discard the played card and pieces in hand; deputed cards leave the game."""
    tiles = tuple(p.tile for p in state.pending if isinstance(p, TileInHand))
    aside = tuple(t for p in state.pending if isinstance(p, SilkForPrestige) for t in p.aside)
    dresses = tuple({p.dress for p in state.pending if isinstance(p, RentOrSell | Placement | BarryHall)})
    state = replace(
        state,
        pending=(),
        tile_discard=state.tile_discard + tiles + aside,
        dress_discard=state.dress_discard + dresses,
    )
    now = state.turn
    if now is None:
        return state
    if now.on_table:
        state = with_player(state, now.seat, discard=(*state.players[now.seat].discard, now.card))
    return replace(state, turn=None, gone=state.gone + now.deputed)


def do(state: State, *actions: Action) -> State:
    """Return ``state`` after these actions; each is checked for legality and right events."""
    for action in actions:
        after = apply(state, action)
        assert faults((state, action, after), events(state, action)) == []
        state = after
    return state


def pass_until(state: State, done: Callable[[State], bool]) -> State:
    """Decline everything until ``done`` or the end of the game."""
    while state.pending and not done(state):
        offered = legal_actions(state)
        idle = next((a for a in offered if isinstance(a, Decline | EndTurn)), offered[0])
        state = apply(state, idle)
    return state


def end_turn(state: State) -> State:
    """End the current turn and decline the rest of it."""
    current = state.turn
    assert current is not None
    return pass_until(state, lambda s: s.turn is None or (s.turn.seat, s.turn.card) != (current.seat, current.card))


def gained(before: State, after: State, seat: int = 0) -> tuple[int, int]:
    """Return the (Livre, prestige) that ``seat`` gains."""
    old, now = before.players[seat], after.players[seat]
    return now.livre - old.livre, now.prestige - old.prestige


def game_at(state: State) -> Game:
    """Return a game that begins at ``state``."""
    game = Game(state.setup)
    game._states = [state]
    return game


def offers(state: State, kind: type) -> list[Any]:
    """Return the legal actions of one kind."""
    return [action for action in legal_actions(state) if isinstance(action, kind)]


def refused(state: State, about: Action | Family) -> Refusal:
    """Return the only refusal of ``about``; fails if there is none or several."""
    refusals = [refusal for refusal in why_not(state) if refusal.about == about]
    assert len(refusals) == 1, f"{about}: {len(refusals)} refusals in {why_not(state)}"
    return refusals[0]


# ---- a player's board


def give(
    state: State,
    seat: int,
    *,
    livre: int | None = None,
    yarn: int | None = None,
    lace: int | None = None,
    prestige: int | None = None,
    silk: Sequence[str] | None = None,
    jewels: Sequence[str] | None = None,
) -> State:
    """Set money, notions, prestige, kept tiles and jewels of ``seat``; None leaves a value unchanged."""
    if silk is not None:
        state = replace(state, tile_stack=state.players[seat].silk + state.tile_stack)
        state = with_player(state, seat, silk=())
        for tile in silk:
            state = _tile_taken(state, tile)
        state = with_player(state, seat, silk=tuple(sorted(silk)))
    if jewels is not None:
        state = replace(state, jewel_bag=state.players[seat].jewels + state.jewel_bag)
        state = with_player(state, seat, jewels=())
        for jewel in jewels:
            state = _jewel_taken(state, jewel)
        state = with_player(state, seat, jewels=tuple(sorted(jewels)))
    figures = {"livre": livre, "yarn": yarn, "lace": lace, "prestige": prestige}
    return with_player(state, seat, **{name: figure for name, figure in figures.items() if figure is not None})


def deck(
    state: State, seat: int, supply: Sequence[str] = (), hand: Sequence[str] = (), discard: Sequence[str] = ()
) -> State:
    """Set the deck of ``seat``, with the top of the discard pile last; a played card is extra."""
    player = state.players[seat]
    state = replace(state, gone=state.gone + player.supply + player.hand + player.discard)
    state = with_player(state, seat, supply=(), hand=(), discard=(), secret=(), known=())
    for card in (*supply, *hand, *discard):
        state = _card_taken(state, seat, card)
    return with_player(state, seat, supply=tuple(sorted(supply)), hand=tuple(sorted(hand)), discard=tuple(discard))


def dressed(state: State, seat: int, dress: str, space: str) -> State:
    """Put ``dress`` and a marker of ``seat`` on guest space ``space``, without effects."""
    guest = box_of(state).guest[space].index
    before = state.guests[guest]
    state = replace(state, dress_bag=((before,) if before else ()) + state.dress_bag)
    state = replace(state, guests=replace_item(state.guests, guest, ""))
    state = _dress_taken(state, dress)
    return replace(
        state,
        guests=replace_item(state.guests, guest, dress),
        guest_owners=replace_item(state.guest_owners, guest, seat),
    )


def wear(state: State, seat: int, **worn: str) -> State:
    """Place dresses of ``seat`` by guest space: ``h1_4="green-1"``."""
    for space, dress in worn.items():
        state = dressed(state, seat, dress.replace("_", "-"), space[1:].replace("_", "."))
    return state


def funded(state: State, seat: int, *spaces: str) -> State:
    """Put markers of ``seat`` on these decoration spaces, without effects."""
    for space in spaces:
        index = box_of(state).decoration[space].index
        state = replace(state, decorations=replace_item(state.decorations, index, seat))
    return state


# ---- the displays and draw piles


def windows(state: State, *dresses: str) -> State:
    """Show these dresses in the workshop, the last in the rightmost window; ``""`` is an empty window."""
    cleared = tuple(d for d in state.windows if d)
    state = replace(state, windows=("",) * len(state.windows), dress_bag=cleared + state.dress_bag)
    for dress in dresses:
        state = _dress_taken(state, dress) if dress else state
    return replace(state, windows=("",) * (len(state.windows) - len(dresses)) + dresses)


def warehouse(state: State, *tiles: str) -> State:
    """Fill the warehouse with these tiles from its first space on; ``""`` is an empty space."""
    cleared = tuple(t for t in state.warehouse if t)
    state = replace(state, warehouse=("",) * len(state.warehouse), tile_stack=cleared + state.tile_stack)
    for tile in tiles:
        state = _tile_taken(state, tile) if tile else state
    return replace(state, warehouse=tiles + ("",) * (len(state.warehouse) - len(tiles)))


def hire(state: State, *cards: str) -> State:
    """Show these cards on the hire spaces."""
    state = replace(state, gone=state.gone + state.hire, hire=())
    for card in cards:
        state = _card_taken(state, NOBODY, card)
    return replace(state, hire=cards)


def stack(state: State, *tiles: str) -> State:
    """Put these tiles on the stack; the first is drawn first."""
    for tile in tiles:
        state = _tile_taken(state, tile)
    return replace(state, tile_stack=state.tile_stack + tiles[::-1])


def bag(state: State, *dresses: str) -> State:
    """Put these dresses in the bag; the first is drawn first."""
    for dress in dresses:
        state = _dress_taken(state, dress)
    return replace(state, dress_bag=state.dress_bag + dresses[::-1])


def no_tiles(state: State, keeper: int = 1) -> State:
    """Leave no tile to draw: ``keeper`` keeps the stack and the discards."""
    silk = state.players[keeper].silk + state.tile_stack + state.tile_discard
    return with_player(replace(state, tile_stack=(), tile_discard=()), keeper, silk=tuple(sorted(silk)))


# ---- Jewelry Box and Madame du Barry


def jeweler(state: State, *jewels: str) -> State:
    """Show these colours at the Jeweler, the last in the rightmost space; ``""`` is an empty space."""
    cleared = tuple(j for j in state.jewels if j)
    state = replace(state, jewels=("",) * len(state.jewels), jewel_bag=cleared + state.jewel_bag)
    for jewel in jewels:
        state = _jewel_taken(state, jewel) if jewel else state
    return replace(state, jewels=("",) * (len(state.jewels) - len(jewels)) + jewels)


def candidate(state: State, seat: int, exam: Exam, *tasks: Task) -> State:
    """Put the marker of ``seat`` on ``exam`` with ``tasks`` filled."""
    return with_player(state, seat, exam=exam, tasks=tuple(sorted(tasks)))


def exam_deck(state: State, exam: Exam, *cards: str) -> State:
    """Set the deck of ``exam``."""
    name = f"{exam}_deck"
    state = replace(state, gone=state.gone + getattr(state, name), **{name: ()})
    for card in cards:
        state = _card_taken(state, NOBODY, card)
    return replace(state, **{name: tuple(sorted(cards))})


def specialist(state: State, seat: int, card: str) -> State:
    """Deal ``seat`` the specialised Apprentice ``card``."""
    before = state.players[seat].specialist
    state = with_player(state, seat, specialist="")
    state = replace(state, specialists_gone=state.specialists_gone + ((before,) if before else ()))
    return with_player(_card_taken(state, seat, card), seat, specialist=card)


def barry_turn(state: State, *cards: str, supply: Sequence[str] = ()) -> State:
    """Start Madame du Barry's turn with ``cards`` as her hand, the first one first.

    Her supply starts with ``supply``, followed by the rest of her cards.
    """
    rest = tuple(c for c in sorted(box_of(state).barry) if c not in cards and c not in supply)
    her = Barry(supply=rest + tuple(supply)[::-1], hand=cards[::-1], discard=())
    state = replace(_put_away(state), barry=her, turn=Turn(1, "", on_table=False))
    return replace(state, pending=(TurnEnd(1), BarryTurn(1)))


# ---- taking pieces


def _tile_taken(state: State, tile: str) -> State:
    if tile in state.tile_stack:
        return replace(state, tile_stack=without(state.tile_stack, tile))
    if tile in state.tile_discard:
        return replace(state, tile_discard=without(state.tile_discard, tile))
    if tile in state.warehouse and state.tile_stack:
        filled = replace_item(state.warehouse, state.warehouse.index(tile), state.tile_stack[0])
        return replace(state, warehouse=filled, tile_stack=state.tile_stack[1:])
    for seat, player in enumerate(state.players):
        if tile in player.silk:
            return with_player(state, seat, silk=without(player.silk, tile))
    raise LookupError(f"no tile {tile} left")


def _dress_taken(state: State, dress: str) -> State:
    for zone in ("dress_bag", "dress_discard", "dresses_waiting"):
        if dress in getattr(state, zone):
            return replace(state, **{zone: without(getattr(state, zone), dress)})
    if dress in state.windows and state.dress_bag:
        filled = replace_item(state.windows, state.windows.index(dress), state.dress_bag[0])
        return replace(state, windows=filled, dress_bag=state.dress_bag[1:])
    raise LookupError(f"no dress {dress} left")


def _jewel_taken(state: State, jewel: str) -> State:
    for zone in ("jewel_bag", "jewels_gone"):
        if jewel in getattr(state, zone):
            return replace(state, **{zone: without(getattr(state, zone), jewel)})
    if jewel in state.jewels and state.jewel_bag:
        filled = replace_item(state.jewels, state.jewels.index(jewel), state.jewel_bag[0])
        return replace(state, jewels=filled, jewel_bag=state.jewel_bag[1:])
    raise LookupError(f"no jewel {jewel} left")


def _card_taken(state: State, seat: int, card: str) -> State:
    """Take ``card`` from the deck of ``seat`` first; base cards of others stay with them."""
    own = (seat,) if seat != NOBODY else ()
    others = () if card in box_of(state).base_deck else tuple(n for n in range(len(state.players)) if n != seat)
    result = next((s for holder in own if (s := _from_board(state, holder, card))), None)
    if result is not None:
        return result
    for zone in ("employee_stack", "gone", "journeyman_deck", "master_deck", "specialists_gone", "hire"):
        if card in getattr(state, zone):
            return replace(state, **{zone: without(getattr(state, zone), card)})
    result = next((s for holder in others if (s := _from_board(state, holder, card))), None)
    if result is not None:
        return result
    raise LookupError(f"no card {card} left for seat {seat}")


def _from_board(state: State, seat: int, card: str) -> State | None:
    player = state.players[seat]
    if player.specialist == card:
        return with_player(state, seat, specialist="")
    for zone in ("supply", "hand", "discard"):
        if card in getattr(player, zone):
            secret = tuple(c for c in player.secret if c != card)
            return with_player(state, seat, secret=secret, **{zone: without(getattr(player, zone), card)})
    return None
