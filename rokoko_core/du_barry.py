"""Madame du Barry: her cards and her turns (SOLO).

She is seat 1 and has a ``Player`` like everyone else. Its ``supply`` is her deck of employees, which is counted and
never played. Her only action is ``RevealBarry``, once for each of her cards.
"""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from rokoko_core.actions import Action, RevealBarry
from rokoko_core.board_counts import deck_of, holds
from rokoko_core.bonus_table import crown_points
from rokoko_core.box import Box, box_of
from rokoko_core.chance import draw, shuffled
from rokoko_core.components.tables import BarryCard, Card, Dress, GuestSpace
from rokoko_core.draw_piles import draw_tile
from rokoko_core.events import recording
from rokoko_core.events.acts import DressMade, EmployeeHired, JewelTaken, TileDrawn, TileTaken
from rokoko_core.events.amounts import NotionsGained, PrestigeGained
from rokoko_core.events.places import Move, Piece, Spot, Where, moves
from rokoko_core.events.reasons import Obstacle, Why
from rokoko_core.events.solo import (
    BarryCardAdded,
    BarryCardPutAway,
    BarryCardTurned,
    BarryHallNamed,
    BarryHandDealt,
    BarryHindered,
    BarrySupplyRenewed,
)
from rokoko_core.events.turns import EmployeesLeft, ExamCardTaken
from rokoko_core.moves import DecisionRule, Rules
from rokoko_core.moves.dress import put_dress
from rokoko_core.moves.exam import deck_of_exam, mark_task, open_tasks, pass_exam, remove_exam_card
from rokoko_core.moves.expert import MATCHING_JEWEL, record_effect
from rokoko_core.moves.favor import take_favor_card
from rokoko_core.moves.festivity import festivity_prestige
from rokoko_core.moves.fund import put_marker
from rokoko_core.moves.hire import display_moves
from rokoko_core.pending import BarryHall, BarryTurn
from rokoko_core.state import NOBODY, Barry, State, ask, replace_item, with_player, without
from rokoko_core.terms import (
    COLUMNS,
    DRAWERS,
    EXAM_TASKS,
    FROM_A_SIDE,
    ONE_EACH,
    SITES,
    BarryAction,
    BarryTarget,
    Colour,
    DecorationKind,
    DressEffect,
    Exam,
    JewelSymbol,
    Rank,
    Task,
    complete,
)

BARRY = 1
"""Her seat."""
HUMAN = 0
HAND = 4
PLACES = 4
"""Number of positions her cards count from each side."""
CONSOLATION = 3
"""Prestige if her action is impossible (SOLO-3)."""

FUND_TARGETS = {
    BarryTarget.FIREWORKS: frozenset({DecorationKind.FIREWORKS}),
    BarryTarget.MUSICIANS: frozenset({DecorationKind.MUSICIAN}),
    BarryTarget.STATUES: frozenset({DecorationKind.STATUE}),
    BarryTarget.FOUNTAIN: frozenset({DecorationKind.FOUNTAIN_UPPER, DecorationKind.FOUNTAIN_LOWER}),
}
complete("FUND_TARGETS", FUND_TARGETS, SITES)


# ---- her cards (SOLO-2)


def deal_hand(state: State) -> State:
    """Shuffle all her cards and deal the top 4 as her hand; no change in a game without her."""
    barry = state.barry
    if barry is None:
        return state
    rng, cards = shuffled(state.rng, tuple(sorted(barry.supply + barry.hand + barry.discard)))
    if (log := recording()) is not None:
        back = _card_moves(barry.discard, Where.BARRY_DISCARD, Where.BARRY_SUPPLY)
        dealt = _card_moves(cards[-HAND:], Where.BARRY_SUPPLY, Where.BARRY_HAND)
        log.append(BarryHandDealt(BARRY, moved=back + dealt))
    return replace(state, rng=rng, barry=Barry(supply=cards[:-HAND], hand=cards[-HAND:], discard=()))


def hand_size(state: State, seat: int) -> int:
    """Return how many of her cards are still to be revealed this round; 0 for every other seat."""
    return len(state.barry.hand) if state.barry is not None and seat == BARRY else 0


def _card_moves(cards: Sequence[str], start: Where, end: Where) -> tuple[Move, ...]:
    return moves(Piece.BARRY_CARD, cards, Spot(start), Spot(end))


def _barry(state: State) -> Barry:
    assert state.barry is not None
    return state.barry


def _next_supply_card(state: State) -> tuple[State, str]:
    """Return (state after, top card of her supply), reshuffling her discards first if the supply is empty; ``""`` for
    none.
    """
    barry = _barry(state)
    if not barry.supply:
        if (log := recording()) is not None and barry.discard:
            moved = _card_moves(barry.discard, Where.BARRY_DISCARD, Where.BARRY_SUPPLY)
            log.append(BarrySupplyRenewed(BARRY, moved=moved))
        rng, cards = shuffled(state.rng, barry.discard)
        state = replace(state, rng=rng, barry=Barry(supply=cards, hand=barry.hand, discard=()))
        barry = _barry(state)
    if not barry.supply:
        return state, ""
    return replace(state, barry=replace(barry, supply=barry.supply[:-1])), barry.supply[-1]


def _add_turn(state: State) -> State:
    """Put a card of her supply under her hand (SOLO-8, SOLO-10)."""
    state, card = _next_supply_card(state)
    if not card:
        return state
    if (log := recording()) is not None:
        log.append(BarryCardAdded(BARRY, moved=_card_moves((card,), Where.BARRY_SUPPLY, Where.BARRY_HAND)))
    return replace(state, barry=replace(_barry(state), hand=(card, *_barry(state).hand)))


def _put_away(state: State, card: str) -> State:
    if (log := recording()) is not None:
        log.append(BarryCardPutAway(BARRY, moved=_card_moves((card,), Where.BARRY_TURNED, Where.BARRY_DISCARD)))
    return _discard(state, card)


def _discard(state: State, card: str) -> State:
    return replace(state, barry=replace(_barry(state), discard=(*_barry(state).discard, card)))


def _gain_prestige(state: State, prestige: int, why: Why) -> State:
    if (log := recording()) is not None and prestige:
        log.append(PrestigeGained(BARRY, why, prestige, state.setup.open_scores))
    return with_player(state, BARRY, prestige=state.players[BARRY].prestige + prestige)


def _keep(state: State, *tiles: str) -> State:
    return with_player(state, BARRY, silk=tuple(sorted(state.players[BARRY].silk + tiles)))


def _draw_tile(state: State, why: Why) -> State:
    state, tile = draw_tile(state)
    if not tile:
        return state
    if (log := recording()) is not None:
        moved = moves(Piece.TILE, (tile,), Spot(Where.TILE_STACK), Spot(Where.SILK, BARRY))
        log.append(TileDrawn(BARRY, why=why, moved=moved))
    return _keep(state, tile)


# ---- her actions: each returns the state after, or the obstacle that makes it impossible (SOLO-3)


def _favor(state: State, box: Box, card: BarryCard) -> State:
    """Take the Favor card and gain 3 prestige (SOLO-4)."""
    return _gain_prestige(take_favor_card(state, BARRY), CONSOLATION, Why.BARRY_FAVOR)


def _acquire(state: State, box: Box, card: BarryCard) -> State | Obstacle:
    """Take all tiles of a drawer or column (SOLO-5)."""
    spaces = [s for s in aimed_at(box, card.target) if state.warehouse[s]]
    if not spaces:
        return Obstacle.NO_TILE
    tiles = [state.warehouse[s] for s in spaces]
    left = tuple("" if n in spaces else tile for n, tile in enumerate(state.warehouse))
    if (log := recording()) is not None:
        silk = Spot(Where.SILK, BARRY)
        moved = tuple(Move(Piece.TILE, state.warehouse[n], Spot(Where.WAREHOUSE, index=n), silk) for n in spaces)
        log.append(TileTaken(BARRY, why=Why.BARRY_TILES, moved=moved))
    state = _keep(replace(state, warehouse=left), *tiles)
    bales = [box.tile[t].silk for t in tiles]
    fits = []
    if any(yellow or green for yellow, green, _, _ in bales):
        fits.append(Task.COMMON_SILK)
    if any(red or blue for _, _, red, blue in bales):
        fits.append(Task.RARE_SILK)
    return _fulfil(state, box, [*fits, Task.NOTIONS])


def aimed_at(box: Box, target: BarryTarget) -> list[int]:
    """Return the warehouse spaces of the drawer or column ``target``."""
    if target in DRAWERS:
        return list(box.segments[DRAWERS.index(target)])
    column = COLUMNS.index(target)
    return [segment[column] for segment in box.segments if column < len(segment)]


def _make_dress(state: State, box: Box, card: BarryCard) -> State | Obstacle:
    """Take a dress; her next card names the hall (SOLO-6)."""
    dresses = [d for d in state.windows if d]
    if not dresses:
        return Obstacle.NO_DRESS
    if all(state.guests):
        return Obstacle.NO_GUEST
    dress = box.dress[_piece_at(dresses, card.target, beyond=dresses[0])]
    window = state.windows.index(dress.id)
    if (log := recording()) is not None:
        start, end = Spot(Where.WINDOW, index=window), Spot(Where.DRESS_IN_HAND, BARRY)
        log.append(DressMade(BARRY, moved=moves(Piece.DRESS, (dress.id,), start, end)))
    state = replace(state, windows=replace_item(state.windows, window, ""))
    kind = Task.LADIES_DRESS if dress.ladies else Task.COAT
    state = _fulfil(state, box, [Task.MASTER_DRESS, kind] if dress.master_only else [kind])
    return ask(state, BarryHall(BARRY, dress.id, card.id))


def _hire(state: State, box: Box, card: BarryCard) -> State | Obstacle:
    """Hire a crowned employee if there is one, else the one her card names (SOLO-8)."""
    if not state.hire:
        return Obstacle.NO_EMPLOYEE
    crowned = [box.card[c] for c in _from_side(state.hire, card.target) if box.card[c].end_game]
    chosen = _best_crown(state, box, crowned) if crowned else _piece_at(list(state.hire), card.target, beyond="")
    player = state.players[BARRY]
    if (log := recording()) is not None:
        moved = display_moves(state, chosen, Spot(Where.SUPPLY, BARRY))
        log.append(EmployeeHired(BARRY, why=Why.BARRY_HIRE, moved=moved))
    state = with_player(state, BARRY, supply=tuple(sorted((*player.supply, chosen))))
    return _add_turn(replace(state, hire=without(state.hire, chosen)))


def _best_crown(state: State, box: Box, crowned: list[Card]) -> str:
    def worth(card: Card) -> tuple[int, int]:
        return (
            crown_points(state, box, BARRY, card.id, (*deck_of(state, BARRY), card.id)),
            crown_points(state, box, HUMAN, card.id, (*deck_of(state, HUMAN), card.id)),
        )

    return max(crowned, key=worth).id


def _fund(state: State, box: Box, card: BarryCard) -> State | Obstacle:
    """Fund the cheapest free decoration of the kind her card names, or a Jeweler if she has none (SOLO-9)."""
    kinds = FUND_TARGETS[card.target]
    if box.exam_pools and not holds(state, box, BARRY, DecorationKind.JEWELER):
        kinds = frozenset({DecorationKind.JEWELER})
    for space in box.decorations_by_cost:
        occupied = state.decorations[space.index] != NOBODY
        if (
            space.kind in kinds
            and not occupied
            and not (space.kind in ONE_EACH and holds(state, box, BARRY, space.kind))
        ):
            return _fulfil(put_marker(state, BARRY, space, 0), box, [Task.FUND])
    return Obstacle.NO_SPACE


def _from_side(pieces: Sequence[str], target: BarryTarget) -> list[str]:
    from_left = FROM_A_SIDE.index(target) < PLACES
    return list(pieces) if from_left else list(reversed(pieces))


def _piece_at(pieces: Sequence[str], target: BarryTarget, beyond: str) -> str:
    """Return the piece ``target`` names, such as ``right-2``. If there are too few, return ``beyond``, or the last
    piece if it is empty.
    """
    ordered, n = _from_side(pieces, target), FROM_A_SIDE.index(target) % PLACES
    return ordered[n] if n < len(ordered) else beyond or ordered[-1]


ACTIONS: dict[BarryAction, Callable[[State, Box, BarryCard], State | Obstacle]] = {
    BarryAction.FAVOR: _favor,
    BarryAction.ACQUIRE: _acquire,
    BarryAction.MAKE_DRESS: _make_dress,
    BarryAction.HIRE: _hire,
    BarryAction.FUND: _fund,
}
complete("ACTIONS", ACTIONS, BarryAction)


# ---- examinations (SOLO-10)


def _fulfil(state: State, box: Box, fits: list[Task]) -> State:
    """Fill the first task of ``fits`` that is open; once all are filled, pass the examination."""
    unfilled = open_tasks(state.players[BARRY])
    task = next((t for t in fits if t in unfilled), None)
    if task is None:
        return state
    state = mark_task(state, BARRY, task)
    exam = state.players[BARRY].exam
    assert exam is not None
    return _pass_exam(state, box, exam) if len(state.players[BARRY].tasks) == len(EXAM_TASKS[exam]) else state


def _pass_exam(state: State, box: Box, exam: Exam) -> State:
    state = _gain_prestige(state, 1, Why.BARRY_EXAM)
    rank = Rank.APPRENTICE if exam is Exam.JOURNEYMAN else Rank.JOURNEYMAN
    candidates = [c for c in state.players[BARRY].supply if box.card[c].rank is rank and _can_leave(box.card[c])]
    if candidates:
        rng, pick = draw(state.rng, len(candidates))
        state = _remove_from_deck(replace(state, rng=rng), candidates[pick])
    deck = deck_of_exam(state, exam)
    if deck:
        rng, pick = draw(state.rng, len(deck))
        state = _add_to_deck(replace(state, rng=rng), exam, deck[pick])
    return _add_turn(pass_exam(state, BARRY))


def _can_leave(card: Card) -> bool:
    return card.rank is not Rank.APPRENTICE or card.level < 6


def _remove_from_deck(state: State, card: str) -> State:
    if (log := recording()) is not None:
        moved = moves(Piece.EMPLOYEE, (card,), Spot(Where.SUPPLY, BARRY), Spot(Where.GONE))
        log.append(EmployeesLeft(BARRY, why=Why.BARRY_EXAM, moved=moved))
    player = state.players[BARRY]
    secret = without(player.secret, card) if card in player.secret else player.secret
    state = with_player(state, BARRY, supply=without(player.supply, card), secret=secret)
    return replace(state, gone=(*state.gone, card))


def _add_to_deck(state: State, exam: Exam, card: str) -> State:
    if (log := recording()) is not None:
        start, end = Spot(Where.EXAM_DECK, space=exam), Spot(Where.SUPPLY, BARRY)
        log.append(ExamCardTaken(BARRY, exam, moved=moves(Piece.EMPLOYEE, (card,), start, end)))
    state = remove_exam_card(state, exam, card)
    player = state.players[BARRY]
    return with_player(
        state,
        BARRY,
        supply=tuple(sorted((*player.supply, card))),
        secret=tuple(sorted((*player.secret, card))),
    )


# ---- placing her dress (SOLO-6, SOLO-7)


def _name_hall(state: State, box: Box, decision: BarryHall) -> State:
    """Reveal the next card. If its hall has a free space, the dress goes there with the jewel of its symbol."""
    free_halls = {g.hall for g in box.guests if not state.guests[g.index]}
    barry = _barry(state)
    if not any(box.barry[c].hall in free_halls for c in barry.supply + barry.discard):
        if (log := recording()) is not None:
            log.append(BarryHallNamed(BARRY, min(free_halls), JewelSymbol.NONE, moved=()))
        return _rent_out(state, box, decision, min(free_halls), JewelSymbol.NONE)
    state, card_id = _next_supply_card(state)
    state, card = _discard(state, card_id), box.barry[card_id]
    if (log := recording()) is not None:
        moved = _card_moves((card_id,), Where.BARRY_SUPPLY, Where.BARRY_DISCARD)
        log.append(BarryHallNamed(BARRY, card.hall, card.jewel, card.hall in free_halls, moved=moved))
    return _rent_out(state, box, decision, card.hall, card.jewel) if card.hall in free_halls else ask(state, decision)


def _rent_out(state: State, box: Box, decision: BarryHall, hall: int, symbol: JewelSymbol) -> State:
    dress = box.dress[decision.dress]
    state = _gain_prestige(state, festivity_prestige(state, box, BARRY, dress.effect), Why.FESTIVITY)
    state, jewel = _take_jewel(state, box, dress, symbol)
    guest = min((g for g in box.hall_guests[hall] if not state.guests[g.index]), key=_guest_preference)
    state = put_dress(state, BARRY, guest.index, dress.id)
    if guest.yarn or guest.lace:
        if (log := recording()) is not None:
            log.append(NotionsGained(BARRY, Why.GUEST, guest.yarn, guest.lace))
        player = state.players[BARRY]
        state = with_player(state, BARRY, yarn=player.yarn + guest.yarn, lace=player.lace + guest.lace)
    if guest.tile:
        state = _draw_tile(state, Why.GUEST)
    return _put_away(_expert_effect(state, dress, jewel), decision.card)


def _guest_preference(guest: GuestSpace) -> tuple[int, int, int]:
    """Sort Master spaces first, then by reward (tile, notion, Livre, none), then left to right."""
    rewards = (guest.tile, guest.yarn or guest.lace, guest.livre)
    reward = next((n for n, value in enumerate(rewards) if value), len(rewards))
    return (0 if guest.master else 1, reward, guest.index)


FITS: dict[JewelSymbol, Callable[[Colour, Dress], bool]] = {
    JewelSymbol.SAME_COLOUR: lambda jewel, dress: jewel is dress.colour,
    JewelSymbol.SUITABLE: lambda jewel, dress: jewel.ladies == dress.ladies,
    JewelSymbol.NONE: lambda jewel, dress: False,
}
"""Whether she takes a jewel with a dress, by the symbol of the card that names the hall (SOLO-7)."""
complete("FITS", FITS, JewelSymbol)


def _take_jewel(state: State, box: Box, dress: Dress, symbol: JewelSymbol) -> tuple[State, str]:
    """Return (state after, colour of the jewel she takes with ``dress``), with ``""`` for none (SOLO-7)."""
    fits = FITS[symbol]
    if not holds(state, box, BARRY, DecorationKind.JEWELER):
        return state, ""
    spaces = [n for n, jewel in enumerate(state.jewels) if jewel and fits(Colour(jewel), dress)]
    if not spaces:
        return state, ""
    space = min(spaces, key=lambda n: (box.jewel_prices[n], n))
    jewel = state.jewels[space]
    if (log := recording()) is not None:
        start, end = Spot(Where.JEWELER, index=space), Spot(Where.JEWELS, BARRY)
        log.append(JewelTaken(BARRY, why=Why.BARRY_JEWEL, moved=moves(Piece.JEWEL, (jewel,), start, end)))
    state = replace(state, jewels=replace_item(state.jewels, space, ""))
    state = with_player(state, BARRY, jewels=tuple(sorted((*state.players[BARRY].jewels, jewel))))
    return (_draw_tile(state, Why.MATCH) if jewel == dress.colour else state), jewel


def _expert_effect(state: State, dress: Dress, jewel: str) -> State:
    """Apply the effect of an Expert dress, if it does anything for her (SOLO-6)."""
    if dress.effect is DressEffect.EXPERT_FAVOR and state.favor == NOBODY:
        record_effect(BARRY, dress.id)
        return take_favor_card(state, BARRY)
    if dress.effect is DressEffect.EXPERT_WAREHOUSE_TILE:
        record_effect(BARRY, dress.id)
        return _draw_tile(state, Why.EFFECT)
    if dress.effect is DressEffect.EXPERT_MATCHING_JEWEL and jewel == dress.colour:
        record_effect(BARRY, dress.id)
        return _gain_prestige(state, MATCHING_JEWEL, Why.EFFECT)
    return state


# ---- RevealBarry


def _reveal(state: State, decision: BarryTurn | BarryHall, action: RevealBarry) -> State:
    """Reveal her next card and carry it out, or gain 3 prestige if that is impossible (SOLO-2, SOLO-3)."""
    box = box_of(state)
    if isinstance(decision, BarryHall):
        return _name_hall(state, box, decision)
    barry = _barry(state)
    card = box.barry[barry.hand[-1]]
    if (log := recording()) is not None:
        log.append(BarryCardTurned(BARRY, moved=_card_moves((card.id,), Where.BARRY_HAND, Where.BARRY_TURNED)))
    state = replace(state, barry=replace(barry, hand=barry.hand[:-1]))
    outcome = ACTIONS[card.action](state, box, card)
    state = _record_obstacle(state, card, outcome) if isinstance(outcome, Obstacle) else outcome
    waiting = any(type(pending) is BarryHall for pending in state.pending)
    return state if waiting else _put_away(state, card.id)


def _record_obstacle(state: State, card: BarryCard, obstacle: Obstacle) -> State:
    """Gain prestige for an action that is impossible (SOLO-3)."""
    if (log := recording()) is not None:
        log.append(BarryHindered(BARRY, card.id, obstacle))
    return _gain_prestige(state, CONSOLATION, Why.IMPOSSIBLE)


_REVEAL: tuple[Action, ...] = (RevealBarry(),)

RULES = Rules(
    effects={RevealBarry: _reveal},
    decisions={BarryTurn: DecisionRule(lambda *_: _REVEAL), BarryHall: DecisionRule(lambda *_: _REVEAL)},
)
