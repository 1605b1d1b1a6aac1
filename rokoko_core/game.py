"""A game in progress: a setup, the actions in effect, and a cursor among them.

Undo and redo move the cursor, hints leave it where it is; the states of all positions stay at hand, sharing what they
have in common, so any position is there at once. Everything that happens is an entry; a journal receives each before it
takes effect.
"""

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Self

import msgspec

from rokoko_core.actions import Action, ChooseHand
from rokoko_core.engine import apply, new_state, outcome, to_move
from rokoko_core.events import Event
from rokoko_core.events.acts import TileDrawn
from rokoko_core.events.solo import BarryCardTurned, BarryHallNamed
from rokoko_core.events.table import GameOver, RoundBegan
from rokoko_core.events.turns import ExamDeckOpened
from rokoko_core.pending import BarryTurn, CardChoice, HandChoice
from rokoko_core.state import Setup, State


class FenceKind(StrEnum):
    """What an undo would take back that cannot be unseen, or who has acted since."""

    REVEALED_TILE = "revealed-tile"
    """A resource tile was drawn face down."""
    REFILL = "refill"
    """A new round was laid out."""
    EXAM_DECK = "exam-deck"
    """An examination deck was looked through."""
    GAME_OVER = "game-over"
    """The game ended, and all secrets with it."""
    DU_BARRY = "du-barry"
    """Madame du Barry turned up a card."""
    HAND_CHOICE = "hand-choice"
    """Another person has acted since this hand was chosen."""
    OTHER_ACTED = "other-acted"
    """Another person has acted since."""


class Fence(msgspec.Struct, frozen=True):
    """Something that stands between the cursor and an earlier position."""

    kind: FenceKind
    position: int
    """The action it belongs to, counted from 0."""
    seat: int
    """Who took that action."""


class Fenced(ValueError):
    """An undo met a fence and was not told to cross it."""

    def __init__(self, fence: Fence):
        super().__init__(f"{fence.kind} at action {fence.position}")
        self.fence = fence


class NothingToUndo(ValueError):
    """The cursor is at the first position."""


class NothingToRedo(ValueError):
    """The cursor is at the last position."""


class NotAsked(ValueError):
    """A hint for a seat that has nothing to decide."""


class NotConceded(ValueError):
    """A game cannot be conceded when it is over, twice, or for a seat there is not."""


class NotReplaced(ValueError):
    """No automatic player sits there, or the game is over."""


class Play(msgspec.Struct, frozen=True, tag="play", tag_field="entry", omit_defaults=True):
    """``action`` was taken. ``digest`` is the state's where a turn or a phase ended with it."""

    action: Action
    digest: str = ""


class Undo(msgspec.Struct, frozen=True, tag="undo", tag_field="entry", omit_defaults=True):
    """The cursor went back to position ``to``; ``crossed`` says which fence was crossed knowingly."""

    to: int
    crossed: FenceKind | None = None


class Redo(msgspec.Struct, frozen=True, tag="redo", tag_field="entry"):
    """The cursor went forward to position ``to``."""

    to: int


class Hint(msgspec.Struct, frozen=True, tag="hint", tag_field="entry"):
    """``seat``, which was asked at the cursor, was shown its best choices. The cursor stays, undone actions as well."""

    seat: int


class Concede(msgspec.Struct, frozen=True, tag="concede", tag_field="entry"):
    """``seat`` gave the game up, which counts as lost. The cursor stays, undone actions as well."""

    seat: int


class Replace(msgspec.Struct, frozen=True, tag="replace", tag_field="entry"):
    """From now on an automatic player of ``level`` plays for ``seat``: the one before cannot, and ``why`` is a code of
    ``BotFault``. The cursor stays, undone actions as well.
    """

    seat: int
    level: str
    why: str


Entry = Play | Undo | Redo | Hint | Concede | Replace
Record = Callable[[Entry], None]


def _unrecorded(entry: Entry) -> None:
    return None


class Game:
    """A game being played. Positions are counted from 0, the position before the first action.

    ``record`` is called with every entry before it takes effect; what it raises leaves the game as it was.
    """

    def __init__(self, setup: Setup, record: Record = _unrecorded):
        self.setup = setup
        self._record = record
        self._states: list[State] = [new_state(setup)]
        self._line: list[Action] = []
        self._cursor = 0
        self._hinted: list[State] = []
        """The positions at which a hint was taken, each once, undone ones included."""
        self._conceded: list[int] = []
        self._replaced: dict[int, str] = {}
        """The level that plays for a seat in place of the one it was set up with."""
        self.entries: list[Entry] = []

    @classmethod
    def new(cls, setup: Setup) -> Self:
        """A game at its first decision. Raises ``InvalidSetup``."""
        return cls(setup)

    @classmethod
    def like(cls, other: "Game") -> Self:
        """The same game as ``other``, which shares its positions; recorded nowhere yet."""
        same = cls(other.setup)
        same._states, same._line, same._cursor = list(other._states), list(other._line), other._cursor
        same._hinted, same.entries = list(other._hinted), list(other.entries)
        same._conceded, same._replaced = list(other._conceded), dict(other._replaced)
        return same

    def recorded_by(self, record: Record) -> None:
        """Send every later entry to ``record`` before it takes effect."""
        self._record = record

    # ---- where the game stands

    @property
    def state(self) -> State:
        """The state at the cursor."""
        return self._states[self._cursor]

    @property
    def cursor(self) -> int:
        """Number of actions in effect before the cursor."""
        return self._cursor

    @property
    def length(self) -> int:
        """Number of actions in effect, those undone and still redoable included."""
        return len(self._line)

    @property
    def line(self) -> list[Action]:
        """The actions in effect, those undone and still redoable included. A copy."""
        return list(self._line)

    @property
    def actions(self) -> list[Action]:
        """The actions before the cursor. A copy."""
        return self._line[: self._cursor]

    @property
    def over(self) -> bool:
        """True when the game is over at the cursor."""
        return to_move(self.state) is None

    def at(self, position: int) -> State:
        """The state at ``position``, 0 to ``length``. Raises IndexError."""
        if not 0 <= position <= self.length:
            raise IndexError(f"positions go from 0 to {self.length}")
        return self._states[position]

    def seat_of(self, position: int) -> int:
        """Who took action number ``position``, counted from 0. Raises IndexError."""
        seat = to_move(self.at(position))
        if seat is None or position >= self.length:
            raise IndexError(f"actions go from 0 to {self.length - 1}")
        return seat

    def events_of(self, position: int) -> tuple[Event, ...]:
        """What action number ``position``, counted from 0, did. Raises IndexError."""
        self.seat_of(position)
        return outcome(self._states[position], self._line[position])[1]

    def turn_start(self, position: int) -> int:
        """The position at which the turn (or hand choice) that ``position`` is part of began."""
        position = min(position, self.length)
        while position > 0 and not _begins_turn(self._states[position]):
            position -= 1
        return position

    def positions_of_turns(self) -> list[int]:
        """Every position at which a turn or a hand choice begins, and the last position."""
        starts = [n for n, state in enumerate(self._states) if _begins_turn(state)]
        return starts if starts and starts[-1] == self.length else [*starts, self.length]

    @property
    def round_starts(self) -> list[tuple[int, int]]:
        """(round, first position) of every round reached."""
        found: list[tuple[int, int]] = []
        for position, state in enumerate(self._states):
            if not found or found[-1][0] != state.round:
                found.append((state.round, position))
        return found

    @property
    def hints(self) -> tuple[int, ...]:
        """By seat, the positions at which a hint was taken. What was undone since counts: it was seen."""
        asked = [to_move(state) for state in self._hinted]
        return tuple(asked.count(seat) for seat in range(len(self.state.players)))

    @property
    def conceded(self) -> tuple[int, ...]:
        """The seats that gave the game up, the first to do so first."""
        return tuple(self._conceded)

    def level_of(self, seat: int) -> str | None:
        """The level of the automatic player of ``seat`` as it is now. What was undone since is no matter."""
        return self._replaced.get(seat, self.setup.players[seat].level)

    # ---- playing on, going back and forth

    def play(self, action: Action) -> State:
        """Take ``action`` at the cursor; what could be redone is forgotten. Raises ``IllegalAction``."""
        after = apply(self.state, action)
        self._commit(Play(action, _turn_digest(self.state, after)), after)
        return after

    def undo(self, cross: bool = False) -> State:
        """Take back the last action. Raises ``NothingToUndo``, and ``Fenced`` unless ``cross``."""
        return self.undo_to(self._cursor - 1, cross)

    def undo_turn(self, cross: bool = False) -> State:
        """Go back to the start of the turn under way, or of the one before. Raises as ``undo``."""
        return self.undo_to(self.turn_start(max(0, self._cursor - 1)), cross)

    def undo_to(self, position: int, cross: bool = False) -> State:
        """Go back to ``position``. Raises as ``undo``."""
        if not 0 <= position < self._cursor:
            raise NothingToUndo(f"there is no position {position} before {self._cursor}")
        fence = self.can_undo(position)
        if fence is not None and not cross:
            raise Fenced(fence)
        self._commit(Undo(position, fence.kind if fence else None))
        return self.state

    def redo(self) -> State:
        """Take the next undone action again. Raises ``NothingToRedo``."""
        return self.redo_to(self._cursor + 1)

    def redo_turn(self) -> State:
        """Go forward to the start of the next turn among the undone actions. Raises ``NothingToRedo``."""
        later = range(self._cursor + 1, self.length + 1)
        return self.redo_to(next((n for n in later if _begins_turn(self._states[n])), self.length))

    def redo_to(self, position: int) -> State:
        """Go forward to ``position``. Raises ``NothingToRedo``."""
        if not self._cursor < position <= self.length:
            raise NothingToRedo(f"there is no position {position} after {self._cursor}")
        self._commit(Redo(position))
        return self.state

    def hint(self) -> None:
        """Note that the seat asked was shown its best choices; a second time at one position is the same hint.

        Raises ``NotAsked`` when the game is over.
        """
        if self.state not in self._hinted:
            self._note_hint(to_move(self.state))

    def concede(self, seat: int) -> None:
        """Note that ``seat`` gives the game up. Raises ``NotConceded``."""
        if self.over or seat in self._conceded or not 0 <= seat < len(self.setup.players):
            raise NotConceded(f"seat {seat} at position {self._cursor}")
        self._commit(Concede(seat))

    def replace(self, seat: int, level: str, why: str) -> None:
        """Note that ``level`` plays for ``seat`` from now on, for the reason ``why``. Raises ``NotReplaced``."""
        if self.over or not 0 <= seat < len(self.setup.players) or self._person(seat):
            raise NotReplaced(f"seat {seat} at position {self._cursor}")
        self._commit(Replace(seat, level, why))

    def _note_hint(self, seat: int | None) -> None:
        if seat is None or seat != to_move(self.state):
            raise NotAsked(f"seat {seat} is not asked at position {self._cursor}")
        self._commit(Hint(seat))

    @property
    def can_redo(self) -> bool:
        """True when actions were undone and nothing was played since."""
        return self._cursor < self.length

    def can_undo(self, to: int | None = None) -> Fence | None:
        """The first fence between the cursor and position ``to`` (by default one back); None if the way is free."""
        target = self._cursor - 1 if to is None else to
        for position in range(self._cursor - 1, max(target, 0) - 1, -1):
            kind = self._fence_at(position)
            if kind is not None:
                return Fence(kind, position, self.seat_of(position))
        return None

    def fork(self, position: int) -> Self:
        """A new game with the same setup, the actions before ``position`` and the hints taken on the way. Where an
        automatic player was replaced, it stays so.

        Raises IndexError.
        """
        self.at(position)
        fork = type(self)(self.setup)
        fork._states = self._states[: position + 1]
        fork._line = self._line[:position]
        fork._cursor = position
        fork._replaced = dict(self._replaced)
        replaced = {entry.seat: entry for entry in self.entries if isinstance(entry, Replace)}
        fork.entries += replaced.values()
        fork._hinted = [state for state in fork._states if state in self._hinted]
        for number, state in enumerate(fork._states):
            seat = to_move(state)
            if seat is not None and state in fork._hinted:
                fork.entries.append(Hint(seat))
            if number < position:
                fork.entries.append(Play(fork._line[number], _turn_digest(state, fork._states[number + 1])))
        return fork

    def repeat(self, entry: Entry) -> None:
        """Let a recorded ``entry`` happen again.

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
            self._note_hint(entry.seat)
        elif isinstance(entry, Replace):
            self.replace(entry.seat, entry.level, entry.why)
        else:
            self.concede(entry.seat)

    def _commit(self, entry: Entry, after: State | None = None) -> None:
        self._record(entry)
        self.entries.append(entry)
        if isinstance(entry, Play):
            assert after is not None
            del self._line[self._cursor :], self._states[self._cursor + 1 :]
            self._line.append(entry.action)
            self._states.append(after)
            self._cursor += 1
        elif isinstance(entry, Undo | Redo):
            self._cursor = entry.to
        elif isinstance(entry, Concede):
            self._conceded.append(entry.seat)
        elif isinstance(entry, Replace):
            self._replaced[entry.seat] = entry.level
        elif self.state not in self._hinted:
            self._hinted.append(self.state)

    def _fence_at(self, position: int) -> FenceKind | None:
        """What the action number ``position`` brought to light, or that another person has acted since."""
        shown = brought_to_light(self.events_of(position))
        if shown is not None:
            return shown
        seat = self.seat_of(position)
        next_person = next((s for s in map(self.seat_of, range(position + 1, self.length)) if self._person(s)), seat)
        if next_person == seat or not self._person(seat):
            return None
        return FenceKind.HAND_CHOICE if isinstance(self._line[position], ChooseHand) else FenceKind.OTHER_ACTED

    def _person(self, seat: int) -> bool:
        return seat < len(self.setup.players) and self.setup.players[seat].kind == "human"


def _begins_turn(state: State) -> bool:
    if not state.pending:
        return True
    return isinstance(state.pending[-1], CardChoice | HandChoice | BarryTurn)


def _turn_digest(before: State, after: State) -> str:
    """The digest to store with the action between them: whenever a turn ends, or the hands are all chosen."""
    from rokoko_core.state import state_digest

    ended = before.turn is not None and (after.turn is None or (after.turn is not before.turn and _begins_turn(after)))
    chosen = isinstance(before.pending[-1], HandChoice) and not (
        after.pending and isinstance(after.pending[-1], HandChoice)
    )
    return state_digest(after) if ended or chosen else ""


def brought_to_light(events: Iterable[Event]) -> FenceKind | None:
    """What came to light with ``events`` of one action; None for nothing."""
    happened = {type(event) for event in events}
    return next((fence for fence, signs in _LIGHT.items() if not happened.isdisjoint(signs)), None)


_LIGHT: dict[FenceKind, frozenset[type]] = {
    FenceKind.GAME_OVER: frozenset({GameOver}),
    FenceKind.DU_BARRY: frozenset({BarryCardTurned, BarryHallNamed}),
    FenceKind.REFILL: frozenset({RoundBegan}),
    FenceKind.REVEALED_TILE: frozenset({TileDrawn}),
    FenceKind.EXAM_DECK: frozenset({ExamDeckOpened}),
}
"""The events that show something hidden, the most telling first."""
