"""Folds the events of a game by itself: from a position and what is told, where every piece and amount must be after.

It knows what an event says and what a position looks like, and nothing of the rules.
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

Lying = tuple[Piece, str, Where, int | None, int | str | None]
"""(kind, piece, kind of place, whose, which of several)."""


class Mistold(AssertionError):
    """The events do not say what happened."""


@dataclass
class Told:
    """What the events so far amount to."""

    lying: Counter[Lying]
    purses: list[dict[str, int]]
    used: tuple[tuple[int, str], ...]
    round: int
    first_player: int


def laid(state: State) -> Counter[Lying]:
    """Where every piece of ``state`` lies. Cards on display close up, so they have no number here."""
    found: Counter[Lying] = Counter()
    for kind, pieces, where, seat in _heaps(state):
        found.update((kind, piece, where, seat, None) for piece in pieces)
    for kind, pieces, where in (
        (Piece.TILE, state.warehouse, Where.WAREHOUSE),
        (Piece.DRESS, state.windows, Where.WINDOW),
        (Piece.JEWEL, state.jewels, Where.JEWELER),
    ):
        found.update((kind, piece, where, None, n) for n, piece in enumerate(pieces) if piece)
    for exam, deck in ((Exam.JOURNEYMAN, state.journeyman_deck), (Exam.MASTER, state.master_deck)):
        found.update((Piece.EMPLOYEE, card, Where.EXAM_DECK, None, str(exam)) for card in deck)
    found.update(_markers(state))
    found.update(_in_hand(state))
    return found


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


def _in_hand(state: State) -> Iterator[Lying]:
    """What lies between two decisions."""
    for asked in state.pending:
        if isinstance(asked, TileInHand):
            where = Where.TILE_DRAWN if asked.face_down else Where.TILE_TAKEN
            yield Piece.TILE, asked.tile, where, asked.seat, None
        elif isinstance(asked, SilkForPrestige):
            for tile in asked.aside:
                yield Piece.TILE, tile, Where.ASIDE, asked.seat, None
        elif isinstance(asked, RentOrSell | Placement | BarryHall):
            yield Piece.DRESS, asked.dress, Where.DRESS_IN_HAND, asked.seat, None
        if isinstance(asked, BarryHall):
            yield Piece.BARRY_CARD, asked.card, Where.BARRY_TURNED, None, None


def _markers(state: State) -> Iterator[Lying]:
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


def summed(state: State) -> Told:
    """What a position amounts to."""
    used = state.turn.used if state.turn is not None else ()
    return Told(laid(state), _purses(state), used, state.round, state.first_player)


def folded(told: Told, events: Iterable[Event]) -> Told:
    """``told`` after ``events``. Raises ``Mistold`` where a piece is not where it is said to leave."""
    after = Told(told.lying.copy(), [dict(p) for p in told.purses], told.used, told.round, told.first_player)
    for event in events:
        _fold(after, event)
    after.lying = +after.lying
    return after


def _fold(told: Told, event: Any) -> None:
    for move in event.moved:
        start, end = (place_of(move, spot) for spot in (move.start, move.end))
        if move.start.where is not Where.MARKERS:
            if told.lying[start] < 1:
                raise Mistold(f"{event}: {move.piece or move.kind} does not lie at {move.start}")
            told.lying[start] -= 1
        if move.end.where is not Where.MARKERS:
            told.lying[end] += 1
    match event:
        case amounts.LivreGained() | amounts.LivrePaid():
            _count(told, event.seat, livre=event.livre * _sign(event))
        case amounts.NotionsGained() | amounts.NotionsPaid():
            _count(told, event.seat, yarn=event.yarn * _sign(event), lace=event.lace * _sign(event))
        case amounts.PrestigeGained():
            _count(told, event.seat, prestige=event.prestige or 0)
        case turns.BonusUsed():
            told.used += ((event.owner, event.card),)
        case turns.TurnEnded() | turns.CardPlayed():
            told.used = ()
        case table.RoundBegan():
            told.round = event.round
        case table.StartNamed():
            told.first_player = event.seat if event.seat is not None else NOBODY


def _sign(event: Event) -> int:
    return -1 if isinstance(event, amounts.LivrePaid | amounts.NotionsPaid) else 1


def _count(told: Told, seat: int | None, **changes: int) -> None:
    if seat is None or not any(changes.values()):
        raise Mistold("an amount of nothing or of nobody")
    for word, change in changes.items():
        told.purses[seat][word] += change


def place_of(move: Move, spot: Spot) -> Lying:
    """What ``laid`` calls the piece of ``move`` lying at ``spot``."""
    number: int | str | None = None
    if spot.where in (Where.WAREHOUSE, Where.WINDOW, Where.JEWELER, Where.ALL_HALLS):
        number = spot.index
    elif spot.where in (Where.GUEST, Where.DECORATION, Where.TASK, Where.EXAM, Where.EXAM_DECK):
        number = spot.space
    return move.kind, move.piece, spot.where, spot.seat, number


def difference(told: Told, real: Told) -> list[str]:
    """How what is told differs from what is so; [] when it says just that."""
    found = [f"{n} more {lying} than told" for lying, n in (real.lying - told.lying).items()]
    found += [f"{n} less {lying} than told" for lying, n in (told.lying - real.lying).items()]
    found += [
        f"seat {seat}: {word} is {now[word]}, told {then[word]}"
        for seat, (now, then) in enumerate(zip(real.purses, told.purses, strict=True))
        for word in now
        if now[word] != then[word]
    ]
    for word in ("used", "round", "first_player"):
        if getattr(real, word) != getattr(told, word):
            found.append(f"{word} is {getattr(real, word)}, told {getattr(told, word)}")
    return found


# ---- decisions that move nothing


def untold(before: State, action: Action, after: State, events: tuple[Event, ...]) -> list[str]:
    """What the events leave out of a decision that moves no piece."""
    kinds = [type(event) for event in events]
    asked = before.pending[-1]
    found = []

    def expect(wanted: bool, kind: type) -> None:
        if wanted != (kind in kinds):
            found.append(f"{kind.__name__} {'missing' if wanted else 'without cause'} after {action}")

    expect(isinstance(action, MakeDress), acts.DressChosen)
    expect(isinstance(action, Rent), acts.DressRented)
    expect(isinstance(action, Decline), turns.LetPass)
    expect(isinstance(action, SitExam), turns.ExamSat)
    expect(isinstance(action, CopyBonus), turns.BonusCopied)
    expect(isinstance(action, ChooseHall), turns.HallCounted)
    opened = bool(after.pending) and isinstance(after.pending[-1], ExamCard)
    expect(opened, turns.ExamDeckOpened)
    expect(isinstance(asked, BarryHall), solo.BarryHallNamed)
    expect(not after.pending, table.GameOver)
    expect(before.round != after.round or not after.pending, table.RoundEnded)
    waiting = bool(after.pending) and isinstance(after.pending[-1], BarryHall)
    expect(isinstance(action, EndTurn) or (isinstance(action, RevealBarry) and not waiting), turns.TurnEnded)
    expect(any(getattr(e, "why", None) is Why.IMPOSSIBLE for e in events), solo.BarryHindered)
    by_effect = any(getattr(e, "why", None) is Why.EFFECT for e in events)
    taken_up = isinstance(asked, Effect) and not isinstance(action, Decline)
    favor = acts.FavorTaken in kinds and not isinstance(action, ClaimFavor) and not _barrys_favor(events)
    expect(by_effect or taken_up or favor, acts.EffectUsed)
    expect(isinstance(asked, BonusOf) and not isinstance(action, Decline), turns.BonusUsed)
    passed = [(event.offer, event.piece) for event in events if isinstance(event, turns.LetPass)]
    if isinstance(action, Decline) and passed != [_offer(before)]:
        found.append(f"{passed} let pass of {asked}")
    return found


def mistyped(events: tuple[Event, ...]) -> list[str]:
    """What the events say that is no seat, piece or number where there should be one."""
    try:
        msgspec.convert(msgspec.to_builtins(events), tuple[Event, ...])
    except msgspec.ValidationError as fault:
        return [f"{fault} in {events}"]
    return []


def _offer(state: State) -> tuple[Offer, str]:
    """What can be let pass: of which kind it is, and by which card or dress it is offered."""
    asked = state.pending[-1]
    if isinstance(asked, MainAction):
        return Offer.MAIN_ACTION, state.turn.card if state.turn is not None else ""
    if isinstance(asked, BonusOf):
        return Offer.BONUS, asked.card
    return Offer.EFFECT if isinstance(asked, Effect) else Offer.JEWEL, getattr(asked, "dress", "")


def _barrys_favor(events: Iterable[Event]) -> bool:
    return any(getattr(event, "why", None) is Why.BARRY_FAVOR for event in events)


# ---- a step

Step = tuple[State, Action, State]
"""A position, an action, the position after it."""


def faults(step: Step, events: Iterable[Event], began: Told | None = None, ended: Told | None = None) -> list[str]:
    """What ``events`` tell wrong about a step that goes from ``began`` to ``ended``."""
    before, action, after = step
    told = tuple(events)
    try:
        found = difference(folded(began or summed(before), told), ended or summed(after))
    except Mistold as fault:
        return [str(fault)]
    return found + untold(before, action, after, told) + mistyped(told)
