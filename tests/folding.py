"""An independent interpreter of events: computes the state after the events from the state before them.

It uses only events and states, no rules.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from rokoko_core.actions import (
    Action,
    ChooseHall,
    ClaimFavor,
    CopyBonus,
    Decline,
    EndTurn,
    MakeDress,
    Rent,
    RevealBarry,
    SitExam,
)
from rokoko_core.box import box_of
from rokoko_core.events import Event, acts, amounts, solo, table, turns
from rokoko_core.events.places import Move, Piece, Spot, Where
from rokoko_core.events.reasons import Offer, Why
from rokoko_core.pending import (
    BarryHall,
    BonusOf,
    Effect,
    ExamCard,
    MainAction,
    Placement,
    RentOrSell,
    SilkForPrestige,
    TileInHand,
)
from rokoko_core.state import NOBODY, State
from rokoko_core.terms import Exam

Place = tuple[Piece, str, Where, int | None, int | str | None]
"""(kind, piece, kind of place, owner, index)."""


class EventError(AssertionError):
    """The events contradict the state."""


@dataclass
class Tally:
    """The state as far as events change it."""

    pieces: Counter[Place]
    purses: list[dict[str, int]]
    used: tuple[tuple[int, str], ...]
    round: int
    first_player: int


def locate_pieces(state: State) -> Counter[Place]:
    """Return the place of every piece of ``state``. Cards on display have no index, as they close up."""
    places: Counter[Place] = Counter()
    for kind, pieces, where, seat in _heaps(state):
        places.update((kind, piece, where, seat, None) for piece in pieces)
    for kind, pieces, where in (
        (Piece.TILE, state.warehouse, Where.WAREHOUSE),
        (Piece.DRESS, state.windows, Where.WINDOW),
        (Piece.JEWEL, state.jewels, Where.JEWELER),
    ):
        places.update((kind, piece, where, None, n) for n, piece in enumerate(pieces) if piece)
    for exam, deck in ((Exam.JOURNEYMAN, state.journeyman_deck), (Exam.MASTER, state.master_deck)):
        places.update((Piece.EMPLOYEE, card, Where.EXAM_DECK, None, str(exam)) for card in deck)
    places.update(_markers(state))
    places.update(_in_hand(state))
    return places


def _heaps(state: State) -> Iterator[tuple[Piece, tuple[str, ...], Where, int | None]]:
    yield Piece.TILE, state.tile_stack, Where.TILE_STACK, None
    yield Piece.TILE, state.tile_discard, Where.TILE_DISCARD, None
    yield Piece.DRESS, state.dress_bag, Where.DRESS_BAG, None
    yield Piece.DRESS, state.dress_discard, Where.DRESS_DISCARD, None
    yield Piece.DRESS, state.dresses_waiting, Where.DRESSES_WAITING, None
    yield Piece.EMPLOYEE, state.employee_stack, Where.EMPLOYEE_STACK, None
    yield Piece.EMPLOYEE, state.hire, Where.HIRE, None
    yield Piece.EMPLOYEE, state.gone, Where.GONE, None
    yield Piece.JEWEL, state.jewel_bag, Where.JEWEL_BAG, None
    yield Piece.JEWEL, state.jewels_gone, Where.JEWELS_GONE, None
    for seat, player in enumerate(state.players):
        yield Piece.EMPLOYEE, player.supply, Where.SUPPLY, seat
        yield Piece.EMPLOYEE, player.hand, Where.HAND, seat
        yield Piece.EMPLOYEE, player.discard, Where.DISCARD, seat
        yield Piece.EMPLOYEE, (player.specialist,) if player.specialist else (), Where.SPECIALIST, seat
        yield Piece.TILE, player.silk, Where.SILK, seat
        yield Piece.JEWEL, player.jewels, Where.JEWELS, seat
    if state.barry is not None:
        yield Piece.BARRY_CARD, state.barry.supply, Where.BARRY_SUPPLY, None
        yield Piece.BARRY_CARD, state.barry.hand, Where.BARRY_HAND, None
        yield Piece.BARRY_CARD, state.barry.discard, Where.BARRY_DISCARD, None
    turn = state.turn
    if turn is not None:
        yield Piece.EMPLOYEE, (turn.card,) if turn.on_table else (), Where.PLAYED, turn.seat
        yield Piece.EMPLOYEE, turn.deputed, Where.DEPUTED, turn.seat


def _in_hand(state: State) -> Iterator[Place]:
    """Yield the pieces of pending decisions."""
    for decision in state.pending:
        if isinstance(decision, TileInHand):
            where = Where.TILE_DRAWN if decision.face_down else Where.TILE_TAKEN
            yield Piece.TILE, decision.tile, where, decision.seat, None
        elif isinstance(decision, SilkForPrestige):
            for tile in decision.aside:
                yield Piece.TILE, tile, Where.ASIDE, decision.seat, None
        elif isinstance(decision, RentOrSell | Placement | BarryHall):
            yield Piece.DRESS, decision.dress, Where.DRESS_IN_HAND, decision.seat, None
        if isinstance(decision, BarryHall):
            yield Piece.BARRY_CARD, decision.card, Where.BARRY_TURNED, None, None


def _markers(state: State) -> Iterator[Place]:
    box = box_of(state)
    for guest, dress, owner in zip(box.guests, state.guests, state.guest_owners, strict=True):
        if dress:
            yield Piece.DRESS, dress, Where.GUEST, owner, guest.id
            yield Piece.MARKER, "", Where.GUEST, owner, guest.id
    for space, owner in zip(box.decorations, state.decorations, strict=True):
        if owner != NOBODY:
            yield Piece.MARKER, "", Where.DECORATION, owner, space.id
    for n, owner in enumerate(state.all_halls):
        if owner != NOBODY:
            yield Piece.MARKER, "", Where.ALL_HALLS, owner, n
    for seat, player in enumerate(state.players):
        for task in player.tasks:
            yield Piece.MARKER, "", Where.TASK, seat, str(task)
        if player.exam is not None:
            yield Piece.MARKER, "", Where.EXAM, seat, str(player.exam)
    holder = None if state.favor == NOBODY else state.favor
    yield Piece.FAVOR, "", Where.FAVOR_SPACE if holder is None else Where.FAVOR, holder, None


def _purses(state: State) -> list[dict[str, int]]:
    return [{"livre": p.livre, "yarn": p.yarn, "lace": p.lace, "prestige": p.prestige} for p in state.players]


def tally(state: State) -> Tally:
    """Return the tally of a state."""
    used = state.turn.used if state.turn is not None else ()
    return Tally(locate_pieces(state), _purses(state), used, state.round, state.first_player)


def fold_events(before: Tally, events: Iterable[Event]) -> Tally:
    """Return the tally after ``events``. Raises ``EventError`` if a piece is not at the start of its move."""
    after = Tally(
        before.pieces.copy(), [dict(p) for p in before.purses], before.used, before.round, before.first_player
    )
    for event in events:
        _apply(after, event)
    after.pieces = +after.pieces
    return after


def _apply(total: Tally, event: Any) -> None:
    for move in event.moved:
        start, end = (place_of(move, spot) for spot in (move.start, move.end))
        if move.start.where is not Where.MARKERS:
            if total.pieces[start] < 1:
                raise EventError(f"{event}: {move.piece or move.kind} is not at {move.start}")
            total.pieces[start] -= 1
        if move.end.where is not Where.MARKERS:
            total.pieces[end] += 1
    match event:
        case amounts.LivreGained() | amounts.LivrePaid():
            _count(total, event.seat, livre=event.livre * _sign(event))
        case amounts.NotionsGained() | amounts.NotionsPaid():
            _count(total, event.seat, yarn=event.yarn * _sign(event), lace=event.lace * _sign(event))
        case amounts.PrestigeGained():
            _count(total, event.seat, prestige=event.prestige or 0)
        case turns.BonusUsed():
            total.used += ((event.owner, event.card),)
        case turns.TurnEnded() | turns.CardPlayed():
            total.used = ()
        case table.RoundBegan():
            total.round = event.round
        case table.StartNamed():
            total.first_player = event.seat if event.seat is not None else NOBODY


def _sign(event: Event) -> int:
    return -1 if isinstance(event, amounts.LivrePaid | amounts.NotionsPaid) else 1


def _count(total: Tally, seat: int | None, **changes: int) -> None:
    if seat is None or not any(changes.values()):
        raise EventError("an amount of zero or without a seat")
    for word, change in changes.items():
        total.purses[seat][word] += change


def place_of(move: Move, spot: Spot) -> Place:
    """Return the place of the piece of ``move`` at ``spot``, as in ``locate_pieces``."""
    number: int | str | None = None
    if spot.where in (Where.WAREHOUSE, Where.WINDOW, Where.JEWELER, Where.ALL_HALLS):
        number = spot.index
    elif spot.where in (Where.GUEST, Where.DECORATION, Where.TASK, Where.EXAM, Where.EXAM_DECK):
        number = spot.space
    return move.kind, move.piece, spot.where, spot.seat, number


def difference(expected: Tally, actual: Tally) -> list[str]:
    """Return the differences between the tally of the events and the actual one; [] if equal."""
    differences = [f"{n} more {place} than in the events" for place, n in (actual.pieces - expected.pieces).items()]
    differences += [f"{n} less {place} than in the events" for place, n in (expected.pieces - actual.pieces).items()]
    differences += [
        f"seat {seat}: {word} is {now[word]}, in the events {then[word]}"
        for seat, (now, then) in enumerate(zip(actual.purses, expected.purses, strict=True))
        for word in now
        if now[word] != then[word]
    ]
    for word in ("used", "round", "first_player"):
        if getattr(actual, word) != getattr(expected, word):
            differences.append(f"{word} is {getattr(actual, word)}, in the events {getattr(expected, word)}")
    return differences


# ---- decisions that move nothing


def missing_events(before: State, action: Action, after: State, events: tuple[Event, ...]) -> list[str]:
    """Return the missing events of decisions that move no piece."""
    kinds = [type(event) for event in events]
    decision = before.pending[-1]
    errors = []

    def expect(expected: bool, kind: type) -> None:
        if expected != (kind in kinds):
            errors.append(f"{kind.__name__} {'missing' if expected else 'without cause'} after {action}")

    expect(isinstance(action, MakeDress), acts.DressChosen)
    expect(isinstance(action, Rent), acts.DressRented)
    expect(isinstance(action, Decline), turns.LetPass)
    expect(isinstance(action, SitExam), turns.ExamSat)
    expect(isinstance(action, CopyBonus), turns.BonusCopied)
    expect(isinstance(action, ChooseHall), turns.HallCounted)
    opened = bool(after.pending) and isinstance(after.pending[-1], ExamCard)
    expect(opened, turns.ExamDeckOpened)
    expect(isinstance(decision, BarryHall), solo.BarryHallNamed)
    expect(not after.pending, table.GameOver)
    expect(before.round != after.round or not after.pending, table.RoundEnded)
    waiting = bool(after.pending) and isinstance(after.pending[-1], BarryHall)
    expect(isinstance(action, EndTurn) or (isinstance(action, RevealBarry) and not waiting), turns.TurnEnded)
    expect(any(getattr(e, "why", None) is Why.IMPOSSIBLE for e in events), solo.BarryHindered)
    by_effect = any(getattr(e, "why", None) is Why.EFFECT for e in events)
    accepted = isinstance(decision, Effect) and not isinstance(action, Decline)
    favor = acts.FavorTaken in kinds and not isinstance(action, ClaimFavor) and not _barrys_favor(events)
    expect(by_effect or accepted or favor, acts.EffectUsed)
    expect(isinstance(decision, BonusOf) and not isinstance(action, Decline), turns.BonusUsed)
    passed = [(event.offer, event.piece) for event in events if isinstance(event, turns.LetPass)]
    if isinstance(action, Decline) and passed != [_offer(before)]:
        errors.append(f"{passed} declined for {decision}")
    return errors


def type_errors(events: tuple[Event, ...]) -> list[str]:
    """Return the fields of the events with wrong types."""
    try:
        msgspec.convert(msgspec.to_builtins(events), tuple[Event, ...])
    except msgspec.ValidationError as fault:
        return [f"{fault} in {events}"]
    return []


def _offer(state: State) -> tuple[Offer, str]:
    """Return the declined offer, and its card or dress."""
    decision = state.pending[-1]
    if isinstance(decision, MainAction):
        return Offer.MAIN_ACTION, state.turn.card if state.turn is not None else ""
    if isinstance(decision, BonusOf):
        return Offer.BONUS, decision.card
    return Offer.EFFECT if isinstance(decision, Effect) else Offer.JEWEL, getattr(decision, "dress", "")


def _barrys_favor(events: Iterable[Event]) -> bool:
    return any(getattr(event, "why", None) is Why.BARRY_FAVOR for event in events)


# ---- a step

Step = tuple[State, Action, State]
"""(state, action, state after)."""


def faults(step: Step, events: Iterable[Event], start: Tally | None = None, end: Tally | None = None) -> list[str]:
    """Return the errors in the ``events`` of a step from tally ``start`` to ``end``."""
    before, action, after = step
    events = tuple(events)
    try:
        differences = difference(fold_events(start or tally(before), events), end or tally(after))
    except EventError as fault:
        return [str(fault)]
    return differences + missing_events(before, action, after, events) + type_errors(events)
