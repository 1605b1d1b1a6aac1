"""A game in progress: a setup, the actions so far, and a cursor.

Undo and redo move the cursor; hints do not. The states of all positions are kept with shared structure, so every
position is available at once. Every change is an entry, which a journal receives before it takes effect.
"""

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import NamedTuple, Self

import msgspec

from rokoko_core.actions import Action, ChooseHand
from rokoko_core.engine import apply, new_state, outcome, to_move
from rokoko_core.events import Event
from rokoko_core.events.acts import TileDrawn
from rokoko_core.events.solo import BarryCardTurned, BarryHallNamed
from rokoko_core.events.table import GameOver, RoundBegan
from rokoko_core.events.turns import ExamDeckOpened
from rokoko_core.pending import BarryTurn, CardChoice, HandChoice
from rokoko_core.state import Setup, State, digest_with, normalize_setup


class FenceKind(StrEnum):
    """Why an undo would cross a fence: it would hide revealed information, or another person has acted since."""

    REVEALED_TILE = "revealed-tile"
    """A resource tile was drawn face down."""
    REFILL = "refill"
    """A new round was prepared."""
    EXAM_DECK = "exam-deck"
    """An examination deck was seen."""
    GAME_OVER = "game-over"
    """The game ended and revealed all secrets."""
    DU_BARRY = "du-barry"
    """Madame du Barry revealed a card."""
    HAND_CHOICE = "hand-choice"
    """Another person has acted since this hand was chosen."""
    OTHER_ACTED = "other-acted"
    """Another person has acted since."""


class Fence(msgspec.Struct, frozen=True):
    """An obstacle between the cursor and an earlier position."""

    kind: FenceKind
    position: int
    """Its action, counted from 0."""
    seat: int
    """The seat that took the action."""


class Fenced(ValueError):
    """An undo reached a fence without permission to cross it."""

    def __init__(self, fence: Fence):
        super().__init__(f"{fence.kind} at action {fence.position}")
        self.fence = fence


class NothingToUndo(ValueError):
    """The cursor is at the first position."""


class NothingToRedo(ValueError):
    """The cursor is at the last position."""


class NotAsked(ValueError):
    """A hint for a seat that is not to move."""


class NotConceded(ValueError):
    """The game cannot be conceded: it is over, the seat has conceded already, or there is no such seat."""


class NotReplaced(ValueError):
    """The seat has no bot to replace, nobody a bot could stand in for, or the game is over."""


class Play(msgspec.Struct, frozen=True, tag="play", tag_field="entry", omit_defaults=True):
    """``action`` was played. ``digest`` is the state digest if a turn or a phase ended."""

    action: Action
    digest: str = ""


class Undo(msgspec.Struct, frozen=True, tag="undo", tag_field="entry", omit_defaults=True):
    """The cursor moved back to position ``to``; ``crossed`` is the fence crossed with permission."""

    to: int
    crossed: FenceKind | None = None


class Redo(msgspec.Struct, frozen=True, tag="redo", tag_field="entry"):
    """The cursor moved forward to position ``to``."""

    to: int


class Hint(msgspec.Struct, frozen=True, tag="hint", tag_field="entry"):
    """``seat`` got a hint at the cursor. Cursor and undone actions stay."""

    seat: int


class Concede(msgspec.Struct, frozen=True, tag="concede", tag_field="entry"):
    """``seat`` conceded, which is a loss. Cursor and undone actions stay."""

    seat: int


class Replace(msgspec.Struct, frozen=True, tag="replace", tag_field="entry"):
    """A bot of ``level`` replaced the bot of ``seat``, which failed; ``why`` is a code of ``BotFault``. Cursor and
    undone actions stay.
    """

    seat: int
    level: str
    why: str


class StandIn(msgspec.Struct, frozen=True, tag="stand-in", tag_field="entry", omit_defaults=True):
    """A bot of ``level`` plays for the person of ``seat`` from now on; without a level, the person plays again. Cursor
    and undone actions stay.
    """

    seat: int
    level: str = ""


class Concession(NamedTuple):
    """A seat that conceded, and the position at which it did."""

    seat: int
    position: int


Entry = Play | Undo | Redo | Hint | Concede | Replace | StandIn
Record = Callable[[Entry], None]


def _ignore(entry: Entry) -> None:
    return None


class Game:
    """A game in progress. Position 0 is before the first action.

    ``record`` is called with every entry before it takes effect; if it raises, the game is unchanged.
    """

    def __init__(self, setup: Setup, record: Record = _ignore, header: Setup | None = None):
        """Begin a game. ``header`` is ``setup`` as a save has it, for its digests: those of version 0.6 and earlier
        include the defaults that their header spells out.
        """
        self._record = record
        self._states: list[State] = [new_state(setup)]
        self.setup, self._header = normalize_setup(setup), header
        self._line: list[Action] = []
        self._stand_ins: list[bool] = []
        """Of each action, whether a bot took it for a person."""
        self._cursor = 0
        self._hinted: list[State] = []
        """States at which a hint was taken, each once, including undone ones."""
        self._conceded: list[Concession] = []
        self._replaced: dict[int, str] = {}
        """Levels of bots that replaced those of the setup or stand in for people, by seat."""
        self.entries: list[Entry] = []
        self._reveals: dict[int, FenceKind | None] = {}
        """Which fence each action raises by what it reveals, as far as it was asked for."""

    @classmethod
    def new(cls, setup: Setup) -> Self:
        """Return a game at its first decision. Raises ``InvalidSetup``."""
        return cls(setup)

    @classmethod
    def like(cls, other: "Game") -> Self:
        """Return a copy of ``other`` that shares its positions and has no recorder."""
        game = cls(other.setup, header=other._header)
        game._states, game._line, game._cursor = list(other._states), list(other._line), other._cursor
        game._stand_ins = list(other._stand_ins)
        game._hinted, game.entries = list(other._hinted), list(other.entries)
        game._conceded, game._replaced = list(other._conceded), dict(other._replaced)
        return game

    def without_undone(self) -> "Game":
        """Return a copy without the actions that can be redone; this game itself if there are none."""
        if not self.can_redo:
            return self
        played = Game.like(self)
        del played._line[self._cursor :], played._states[self._cursor + 1 :], played._stand_ins[self._cursor :]
        return played

    def recorded_by(self, record: Record) -> None:
        """Send every later entry to ``record`` before it takes effect."""
        self._record = record

    # ---- positions

    @property
    def state(self) -> State:
        return self._states[self._cursor]

    @property
    def cursor(self) -> int:
        """Number of actions before the cursor."""
        return self._cursor

    @property
    def length(self) -> int:
        """Number of actions, including undone ones that can be redone."""
        return len(self._line)

    @property
    def line(self) -> list[Action]:
        """A copy of the actions, including undone ones that can be redone."""
        return list(self._line)

    @property
    def actions(self) -> list[Action]:
        """A copy of the actions before the cursor."""
        return self._line[: self._cursor]

    def action_at(self, position: int) -> Action:
        """Return action ``position``, counted from 0. Raises IndexError."""
        return self._line[position]

    @property
    def over(self) -> bool:
        """Whether the game is over at the cursor."""
        return to_move(self.state) is None

    def at(self, position: int) -> State:
        """Return the state at ``position``, 0 to ``length``. Raises IndexError."""
        if not 0 <= position <= self.length:
            raise IndexError(f"positions go from 0 to {self.length}")
        return self._states[position]

    def seat_of(self, position: int) -> int:
        """Return the seat that took action ``position``, counted from 0. Raises IndexError."""
        seat = to_move(self.at(position))
        if seat is None or position >= self.length:
            raise IndexError(f"actions go from 0 to {self.length - 1}")
        return seat

    def is_stand_in(self, position: int) -> bool:
        """Return whether a bot took action ``position`` for a person, also after an undo. Raises IndexError."""
        return self._stand_ins[position]

    def events_of(self, position: int) -> tuple[Event, ...]:
        """Return the events of action ``position``, counted from 0. Raises IndexError."""
        self.seat_of(position)
        return outcome(self._states[position], self._line[position])[1]

    def turn_start(self, position: int) -> int:
        """Return the start of the turn or hand choice that ``position`` belongs to."""
        position = min(position, self.length)
        while position > 0 and not _begins_turn(self._states[position]):
            position -= 1
        return position

    def turn_starts(self) -> list[int]:
        """Return the start of every turn and hand choice, and the last position."""
        starts = [n for n, state in enumerate(self._states) if _begins_turn(state)]
        return starts if starts and starts[-1] == self.length else [*starts, self.length]

    @property
    def round_starts(self) -> list[tuple[int, int]]:
        """(round, first position) of every round reached."""
        starts: list[tuple[int, int]] = []
        for position, state in enumerate(self._states):
            if not starts or starts[-1][0] != state.round:
                starts.append((state.round, position))
        return starts

    @property
    def hinted(self) -> tuple[State, ...]:
        """The positions at which a hint was taken, including undone ones."""
        return tuple(self._hinted)

    @property
    def hints(self) -> tuple[int, ...]:
        """Number of positions at which each seat took a hint; undo does not remove any."""
        decision = [to_move(state) for state in self._hinted]
        return tuple(decision.count(seat) for seat in range(len(self.state.players)))

    @property
    def conceded(self) -> tuple[int, ...]:
        """The seats that conceded, in that order."""
        return tuple(concession.seat for concession in self._conceded)

    @property
    def concessions(self) -> tuple[Concession, ...]:
        """Who conceded where, in that order; a position may have been undone since."""
        return tuple(self._conceded)

    def level_of(self, seat: int) -> str | None:
        """Return the current level of the bot that plays ``seat``; None for a person. Undo does not change it."""
        return self._replaced.get(seat, self.setup.players[seat].level)

    # ---- play, undo, redo

    def play(self, action: Action) -> State:
        """Play ``action`` at the cursor; actions that could be redone are lost. Raises ``IllegalAction``."""
        after = apply(self.state, action)
        self._commit(Play(action, self._turn_digest(self.state, after)), after)
        return after

    def undo(self, cross: bool = False) -> State:
        """Undo the last action. Raises ``NothingToUndo``, and ``Fenced`` unless ``cross``."""
        return self.undo_to(self._cursor - 1, cross)

    def undo_turn(self, cross: bool = False) -> State:
        """Undo to the start of the current turn, or of the one before. Raises like ``undo``."""
        return self.undo_to(self.turn_start(max(0, self._cursor - 1)), cross)

    def undo_to(self, position: int, cross: bool = False) -> State:
        """Undo to ``position``. Raises like ``undo``."""
        if not 0 <= position < self._cursor:
            raise NothingToUndo(f"there is no position {position} before {self._cursor}")
        fence = self.can_undo(position)
        if fence is not None and not cross:
            raise Fenced(fence)
        self._commit(Undo(position, fence.kind if fence else None))
        return self.state

    def redo(self) -> State:
        """Redo the next undone action. Raises ``NothingToRedo``."""
        return self.redo_to(self._cursor + 1)

    def redo_turn(self) -> State:
        """Redo to the start of the next turn among the undone actions. Raises ``NothingToRedo``."""
        later = range(self._cursor + 1, self.length + 1)
        return self.redo_to(next((n for n in later if _begins_turn(self._states[n])), self.length))

    def redo_to(self, position: int) -> State:
        """Redo to ``position``. Raises ``NothingToRedo``."""
        if not self._cursor < position <= self.length:
            raise NothingToRedo(f"there is no position {position} after {self._cursor}")
        self._commit(Redo(position))
        return self.state

    def hint(self) -> None:
        """Record a hint for the seat to move; a second hint at the same position does not count.

        Raises ``NotAsked`` if the game is over.
        """
        if self.state not in self._hinted:
            self._record_hint(to_move(self.state))

    def concede(self, seat: int) -> None:
        """Record that ``seat`` concedes. Raises ``NotConceded``."""
        if self.over or seat in self.conceded or not 0 <= seat < len(self.setup.players):
            raise NotConceded(f"seat {seat} at position {self._cursor}")
        self._commit(Concede(seat))

    def replace(self, seat: int, level: str, why: str) -> None:
        """Replace the bot of ``seat`` with one of ``level`` because of ``why``. Raises ``NotReplaced``."""
        if self.over or not 0 <= seat < len(self.setup.players) or self._is_person(seat):
            raise NotReplaced(f"seat {seat} at position {self._cursor}")
        self._commit(Replace(seat, level, why))

    def stand_in(self, seat: int, level: str) -> None:
        """Let a bot of ``level`` play for a person, or the person again for "". Raises ``NotReplaced``."""
        if self.over or not self._is_person(seat) or level == (self.level_of(seat) or ""):
            raise NotReplaced(f"seat {seat} at position {self._cursor}")
        self._commit(StandIn(seat, level))

    def _record_hint(self, seat: int | None) -> None:
        if seat is None or seat != to_move(self.state):
            raise NotAsked(f"seat {seat} is not asked at position {self._cursor}")
        self._commit(Hint(seat))

    @property
    def can_redo(self) -> bool:
        """Whether there are undone actions to redo."""
        return self._cursor < self.length

    def can_undo(self, to: int | None = None) -> Fence | None:
        """Return the first fence between the cursor and position ``to`` (by default one back); None if it is free."""
        return self.fence_between(self._cursor - 1 if to is None else to, self._cursor, self.length)

    def fence_between(self, to: int, cursor: int, length: int) -> Fence | None:
        """Return the first fence between ``cursor`` and position ``to``, if the game had ``length`` actions."""
        for position in range(cursor - 1, max(to, 0) - 1, -1):
            kind = self._fence_at(position, length)
            if kind is not None:
                return Fence(kind, position, self.seat_of(position))
        return None

    def fork(self, position: int) -> Self:
        """Return a new game with the same setup, the actions before ``position``, their hints and all replaced bots.

        Raises IndexError.
        """
        self.at(position)
        fork = type(self)(self.setup)
        fork._states = self._states[: position + 1]
        fork._line, fork._stand_ins = self._line[:position], [False] * position
        fork._cursor = position
        fork._replaced = {seat: level for seat, level in self._replaced.items() if not self._is_person(seat)}
        replaced = {entry.seat: entry for entry in self.entries if isinstance(entry, Replace)}
        fork.entries += replaced.values()
        fork._hinted = [state for state in fork._states if state in self._hinted]
        for number, state in enumerate(fork._states):
            seat = to_move(state)
            if seat is not None and state in fork._hinted:
                fork.entries.append(Hint(seat))
            if number < position:
                fork.entries.append(Play(fork._line[number], fork._turn_digest(state, fork._states[number + 1])))
        return fork

    def repeat(self, entry: Entry) -> None:
        """Apply a recorded ``entry``.

        Raises ``IllegalAction``, ``NothingToUndo``, ``NothingToRedo``, ``NotAsked``, ``NotConceded`` or
        ``NotReplaced``.
        """
        if isinstance(entry, Play):
            self.play(entry.action)
        elif isinstance(entry, Undo):
            self.undo_to(entry.to, cross=True)
        elif isinstance(entry, Redo):
            self.redo_to(entry.to)
        elif isinstance(entry, Hint):
            self._record_hint(entry.seat)
        elif isinstance(entry, Replace):
            self.replace(entry.seat, entry.level, entry.why)
        elif isinstance(entry, StandIn):
            self.stand_in(entry.seat, entry.level)
        else:
            self.concede(entry.seat)

    def _commit(self, entry: Entry, after: State | None = None) -> None:
        self._record(entry)
        self.entries.append(entry)
        if isinstance(entry, Play):
            assert after is not None
            if self._cursor < self.length:
                for undone in range(self._cursor, self.length):
                    self._reveals.pop(undone, None)
                del self._line[self._cursor :], self._states[self._cursor + 1 :], self._stand_ins[self._cursor :]
            seat = to_move(self.state)
            self._stand_ins.append(seat is not None and self._is_person(seat) and self.level_of(seat) is not None)
            self._line.append(entry.action)
            self._states.append(after)
            self._cursor += 1
        elif isinstance(entry, Undo | Redo):
            self._cursor = entry.to
        elif isinstance(entry, Concede):
            self._conceded.append(Concession(entry.seat, self._cursor))
        elif isinstance(entry, Replace):
            self._replaced[entry.seat] = entry.level
        elif isinstance(entry, StandIn):
            self._replaced[entry.seat] = entry.level
            if not entry.level:
                del self._replaced[entry.seat]
        elif self.state not in self._hinted:
            self._hinted.append(self.state)

    def _fence_at(self, position: int, length: int) -> FenceKind | None:
        """Return the fence of action ``position``: what it revealed, or that another person has acted since."""
        if position not in self._reveals:
            self._reveals[position] = revealed_fence(self.events_of(position))
        reveal = self._reveals[position]
        if reveal is not None:
            return reveal
        seat = self.seat_of(position)
        next_person = next((s for s in map(self.seat_of, range(position + 1, length)) if self._is_person(s)), seat)
        if next_person == seat or not self._is_person(seat):
            return None
        return FenceKind.HAND_CHOICE if isinstance(self._line[position], ChooseHand) else FenceKind.OTHER_ACTED

    def _turn_digest(self, before: State, after: State) -> str:
        """Return the digest to store with the action: whenever a turn ends, or all hands are chosen."""
        if not _ends_turn(before, after):
            return ""
        return digest_with(after.setup if self._header is None else self._header, after)

    def _is_person(self, seat: int) -> bool:
        return 0 <= seat < len(self.setup.players) and self.setup.players[seat].kind == "human"


def _begins_turn(state: State) -> bool:
    if not state.pending:
        return True
    return isinstance(state.pending[-1], CardChoice | HandChoice | BarryTurn)


def _ends_turn(before: State, after: State) -> bool:
    """Return whether a turn ended, or all hands are chosen."""
    ended = before.turn is not None and (after.turn is None or (after.turn is not before.turn and _begins_turn(after)))
    chosen = isinstance(before.pending[-1], HandChoice) and not (
        after.pending and isinstance(after.pending[-1], HandChoice)
    )
    return ended or chosen


def revealed_fence(events: Iterable[Event]) -> FenceKind | None:
    """Return which fence the ``events`` of one action raise by revealing something; None if they reveal nothing."""
    kinds = {type(event) for event in events}
    return next((fence for fence, revealing in _REVEALING.items() if not kinds.isdisjoint(revealing)), None)


_REVEALING: dict[FenceKind, frozenset[type]] = {
    FenceKind.GAME_OVER: frozenset({GameOver}),
    FenceKind.DU_BARRY: frozenset({BarryCardTurned, BarryHallNamed}),
    FenceKind.REFILL: frozenset({RoundBegan}),
    FenceKind.REVEALED_TILE: frozenset({TileDrawn}),
    FenceKind.EXAM_DECK: frozenset({ExamDeckOpened}),
}
"""Events that reveal hidden information, the most important first."""
