"""What a host told of a game: its steps, and its observations as they arrived."""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from rokoko_core.actions import Action
from rokoko_core.events import Event
from rokoko_core.game import Concession, Fence, FenceKind
from rokoko_core.observe import Observation
from rokoko_core.play.menu import AutomaticStep, Menu
from rokoko_core.remote import messages as m
from rokoko_core.state import Seat, Setup

KEPT_OBSERVATIONS = 64
"""Decoded observations kept at most."""


class ReceivedStep(m.Step, frozen=True, tag="step"):
    """A step whose observation is decoded when it is looked at."""

    observation: msgspec.Raw | UnsetType = UNSET  # type: ignore[assignment]


class ReceivedUpdate(m.Update, frozen=True, tag="update", kw_only=True):
    """An update whose observation is decoded when it is looked at."""

    observation: msgspec.Raw  # type: ignore[assignment]


Received = (
    m.Welcome
    | ReceivedStep
    | ReceivedUpdate
    | m.Seats
    | m.ChatLine
    | m.UndoAsked
    | m.UndoDecided
    | m.Answer
    | m.Farewell
)
decode = msgspec.json.Decoder(Received).decode
"""Decode a line of the host. Raises ``msgspec.MsgspecError``."""
_decode_observation = msgspec.json.Decoder(Observation).decode


class ReceivedGame:
    """The view of a game that one seat received, or a spectator. See ``GameView``."""

    welcome: m.Welcome
    setup: Setup
    """Players, with the names that they gave, and options; the seed is 0."""
    _update: m.Update

    def __init__(self) -> None:
        self.steps: list[ReceivedStep] = []
        self.seats: tuple[m.SeatStatus, ...] = ()
        """Who is connected."""
        self.crowded: Callable[[], Path | None] = lambda: None
        """Returns a shared folder in which files of others keep messages from arriving."""
        self.exchange_fault: Callable[[], tuple[Path, OSError] | None] = lambda: None
        """Returns a shared folder that could not be read or written just now, and why; it is tried again."""
        self.is_waiting: Callable[[], bool] = lambda: False
        """Returns whether a change waits for a host that is there at another time."""
        self.cuts: list[int] = []
        """The numbers from which on steps were replaced or undone."""
        self._cursor = 0
        self._raw: dict[int, msgspec.Raw] = {}
        """The observations of all positions, as they arrived."""
        self._observations: dict[int, Observation] = {}
        """Those decoded last."""

    # ---- what arrives

    def _begin(self, start: Observation) -> None:
        """Take in the table before the first action."""
        self._raw[0] = msgspec.Raw(m.encode(start))

    def _add(self, step: ReceivedStep) -> None:
        """Add a step; one that differs from the step of its number replaces it and all later ones."""
        if step.number < len(self.steps):
            if replace(step, observation=UNSET) == replace(self.steps[step.number], observation=UNSET):
                return
            self._cut(step.number)
        self.steps.append(step)
        if not isinstance(step.observation, UnsetType):
            self._raw[step.number + 1] = step.observation.copy()

    def _take_position(self, update: ReceivedUpdate) -> None:
        """Take in a position; its observation stays the same object while nothing was played or undone."""
        if update.length < len(self.steps):
            self._cut(update.length)
        position, raw = update.position, update.observation.copy()
        if self._raw.get(position) != raw:
            self._raw[position] = raw
            self._observations.pop(position, None)

    def _show(self, update: ReceivedUpdate) -> None:
        """Make ``update``, whose position was taken in, the present one."""
        self._cursor = update.position
        fields = {name: getattr(update, name) for name in m.Update.__struct_fields__}
        self._update = m.Update(**{**fields, "observation": self.observation(self._cursor)})

    def _cut(self, number: int) -> None:
        self.cuts.append(number)
        del self.steps[number:]
        for kept in (self._raw, self._observations):
            for position in [position for position in kept if position > number]:
                del kept[position]

    # ---- GameView

    @property
    def viewer(self) -> int | None:
        """The own seat; None for a spectator."""
        return self.welcome.seat

    @property
    def position(self) -> int:
        """The cursor: the number of actions in effect."""
        return self._update.position

    @property
    def length(self) -> int:
        """The number of actions known, those that can be redone included."""
        return len(self.steps)

    @property
    def to_move(self) -> int | None:
        """The seat to decide at the cursor; None after the end."""
        return self._update.to_move

    @property
    def menu(self) -> Menu:
        """What the viewer may do at the cursor."""
        return self._update.menu

    @property
    def hints(self) -> tuple[int, ...]:
        """By seat, the number of positions at which a hint was taken."""
        return self._update.hints

    @property
    def conceding_seat(self) -> int | None:
        """The own seat, while it may give the game up."""
        return None if self.to_move is None or self.viewer in self.conceded else self.viewer

    @property
    def concessions(self) -> Sequence[Concession]:
        """Who conceded, and where."""
        return self._update.concessions

    @property
    def conceded(self) -> frozenset[int]:
        """The seats that conceded."""
        return frozenset(seat for seat, _ in self._update.concessions)

    @property
    def waiting_since(self) -> int:
        """When the last change was made, in seconds since 1970 UTC."""
        return self._update.since

    def observation(self, position: int | None = None) -> Observation:
        """Return the table at ``position``, by default at the cursor; the same object while it is unchanged."""
        number = self._update.position if position is None else position
        kept = self._observations.get(number)
        if kept is None:
            if len(self._observations) >= KEPT_OBSERVATIONS:
                self._observations = {n: seen for n, seen in self._observations.items() if n == self._cursor}
            observation = _decode_observation(self._raw[number])
            table = observation.table
            kept = replace(observation, table=replace(table, setup=self.with_names(table.setup)))
            self._observations[number] = kept
        return kept

    def with_names(self, setup: Setup) -> Setup:
        """Return ``setup`` with the names that people gave."""
        pairs = zip(setup.players, self.setup.players, strict=True)
        return replace(setup, players=tuple(replace(seat, name=named.name) for seat, named in pairs))

    def _take_names(self, statuses: Sequence[m.SeatStatus]) -> bool:
        """Take in the names that people gave; return whether there are new ones."""
        pairs = zip(self.setup.players, statuses, strict=True)
        players = tuple(replace(seat, name=status.name or seat.name) for seat, status in pairs)
        if players == self.setup.players:
            return False
        self.setup = replace(self.setup, players=players)
        self._observations.clear()
        self._update = replace(self._update, observation=self.observation())
        return True

    def opening_events(self) -> tuple[Event, ...]:
        """Return the events of the setup."""
        return self.welcome.opening

    def events(self, number: int) -> tuple[Event, ...]:
        """Return what action ``number`` did, as the viewer may know it. Raises IndexError."""
        return self.steps[number].events

    def events_for(self, number: int, seat: int | None) -> tuple[Event, ...]:
        """Return what action ``number`` did, as the viewer may know it. Raises IndexError."""
        return self.events(number)

    def actor(self, number: int) -> int:
        """Return the seat that took action ``number``. Raises IndexError."""
        return self.steps[number].actor

    def is_stand_in(self, number: int) -> bool:
        """Return whether a bot took action ``number`` for a person. Raises IndexError."""
        return self.steps[number].stand_in

    def turn_start(self, position: int) -> int:
        """Return where the turn or hand choice that ``position`` is part of began."""
        if position == self.position:
            return self._update.turn_start
        return self.steps[min(position, self.length - 1)].turn_start if self.steps else 0

    @property
    def round_starts(self) -> Sequence[tuple[int, int]]:
        """(round, first position) of every round reached."""
        starts = [(self.observation(0).table.round, 0)]
        for step in self.steps:
            if step.round != starts[-1][0]:
                starts.append((step.round, step.number + 1))
        return starts

    def own_action(self, number: int) -> Action | None:
        """Return action ``number`` if the viewer took it; else None."""
        return self.steps[number].action if 0 <= number < self.length else None

    # ---- seats

    @property
    def people(self) -> Sequence[int]:
        """The own seat."""
        return () if self.viewer is None else (self.viewer,)

    @property
    def seated(self) -> int | None:
        """The own seat."""
        return self.viewer

    @property
    def person_to_move(self) -> int | None:
        """The own seat while it is to move, no bot plays it and no change waits for the host."""
        seat = self.to_move
        is_person = seat is not None and seat == self.viewer and not self.is_bot(seat)
        return seat if is_person and not self.is_waiting() else None

    @property
    def bot_to_move(self) -> Seat | None:
        """None: the host lets bots move."""
        return None

    @property
    def du_barry_to_move(self) -> bool:
        """True when Madame du Barry's next card is to be turned up (SOLO)."""
        return self.to_move is not None and self.to_move >= len(self.setup.players)

    @property
    def handover(self) -> int | None:
        """None: everybody has a screen of their own."""
        return None

    def is_bot(self, seat: int) -> bool:
        """Return whether an automatic player sits at ``seat``, or plays for its person."""
        return seat < len(self.seats) and self.seats[seat].level is not None

    def sit_down(self) -> None:
        """Do nothing: the viewer is seated."""

    @property
    def bots(self) -> None:
        """None: the host lets bots move."""
        return None

    # ---- undo

    @property
    def can_redo(self) -> bool:
        """True when own actions were undone and nothing was played since."""
        return self._update.can_redo

    def fence(self, target: int) -> Fence | None:
        """Return the first fence between the cursor and ``target``; None when the way is free."""
        fence = self._update.fence
        if fence is not None and target <= fence.position:
            return fence
        strangers = (n for n in range(self.position - 1, target - 1, -1) if self.actor(n) not in self.people)
        number = next((n for n in strangers if not self.is_bot(self.actor(n))), None)
        return Fence(FenceKind.OTHER_ACTED, number, self.actor(number)) if number is not None else None

    def random(self) -> Random:
        """Return the random stream of hints at the cursor."""
        return Random(f"{self.welcome.game}/{self.position}")

    def automatic_step(self, position: int) -> AutomaticStep | None:
        """Return the kind of the own step at ``position`` if it left no choice."""
        if position < self.position:
            return self.steps[position].automatic
        if self.menu.only_end:
            return AutomaticStep.END_TURN
        return AutomaticStep.FORCED if self.menu.forced is not None else None
