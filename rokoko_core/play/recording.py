"""The base class of views of a recorded game."""

from collections.abc import Sequence

from rokoko_core.actions import Action
from rokoko_core.engine import setup_events
from rokoko_core.engine import to_move as seat_to_move
from rokoko_core.events import Event, seen_by
from rokoko_core.game import Concession, Game
from rokoko_core.observe import Observation, observe
from rokoko_core.play.forecast import Forecast, NoForecast
from rokoko_core.play.history import TurnHistory
from rokoko_core.play.menu import Menu
from rokoko_core.state import Setup, State

KEPT_OBSERVATIONS = 64
"""Observations kept at most."""


class RecordedGame:
    """A view of a game with its log. The viewer is a spectator unless a subclass overrides it."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.cuts: list[int] = []
        self.history = TurnHistory(self)
        self._observations: dict[tuple[int, int | None], tuple[State, Observation]] = {}
        self._events: dict[int | None, list[tuple[Event, ...]]] = {}
        self._events_cut = 0

    @property
    def recording(self) -> Game:
        """The whole game, for reviews and statistics."""
        return self._game

    @property
    def setup(self) -> Setup:
        """Players and options, with the seed."""
        return self.recording.setup

    @property
    def viewer(self) -> int | None:
        """The seat whose view this is; None for a spectator."""
        return None

    @property
    def position(self) -> int:
        """The cursor: the number of actions in effect."""
        return self.recording.cursor

    @property
    def length(self) -> int:
        """The number of actions, those that can be redone included."""
        return self.recording.length

    @property
    def to_move(self) -> int | None:
        """The seat to decide at the cursor; None after the end."""
        return seat_to_move(self.recording.state)

    @property
    def menu(self) -> Menu:
        """What the viewer may do at the cursor."""
        return Menu()

    @property
    def hints(self) -> tuple[int, ...]:
        """By seat, the number of positions at which a hint was taken."""
        return self.recording.hints

    @property
    def concessions(self) -> Sequence[Concession]:
        """Who conceded, and where."""
        return self.recording.concessions

    def observation(self, position: int | None = None) -> Observation:
        """Return the table at ``position``, by default at the cursor; the same object while it is unchanged."""
        number = self.position if position is None else position
        state, key = self.recording.at(number), (number, self.viewer)
        kept = self._observations.get(key)
        if kept is None or kept[0] is not state:
            if len(self._observations) >= KEPT_OBSERVATIONS:
                here = (self.position, self.viewer)
                self._observations = {k: kept for k, kept in self._observations.items() if k == here}
            kept = self._observations[key] = (state, self.observe(state))
        return kept[1]

    def observe(self, state: State) -> Observation:
        """Return ``state`` as the viewer may know it."""
        return observe(state, self.viewer)

    def opening_events(self) -> tuple[Event, ...]:
        """Return the events of the setup."""
        return seen_by(setup_events(self.setup), None)

    def events(self, number: int) -> tuple[Event, ...]:
        """Return what action ``number`` did, as the viewer may know it. Raises IndexError."""
        for cut in self.cuts[self._events_cut :]:
            for known in self._events.values():
                del known[cut:]
        self._events_cut = len(self.cuts)
        known = self._events.setdefault(self.viewer, [])
        while len(known) <= number:
            known.append(self.redact(len(known)))
        return known[number]

    def redact(self, number: int) -> tuple[Event, ...]:
        """Return the events of action ``number`` without what the viewer may not know."""
        return self.events_for(number, self.viewer)

    def events_for(self, number: int, seat: int | None) -> tuple[Event, ...]:
        """Return what action ``number`` did, as ``seat`` may know it; None is a spectator. Raises IndexError."""
        return seen_by(self.recording.events_of(number), seat)

    def actor(self, number: int) -> int:
        """Return the seat that took action ``number``. Raises IndexError."""
        return self.recording.seat_of(number)

    def is_stand_in(self, number: int) -> bool:
        """Return whether a bot took action ``number`` for a person. Raises IndexError."""
        return self.recording.is_stand_in(number)

    def turn_start(self, position: int) -> int:
        """Return where the turn or hand choice that ``position`` is part of began."""
        return self.recording.turn_start(position)

    @property
    def round_starts(self) -> Sequence[tuple[int, int]]:
        """(round, first position) of every round reached."""
        return self.recording.round_starts

    def own_action(self, number: int) -> Action | None:
        """Return action ``number`` if the viewer took it; else None."""
        if not 0 <= number < self.length or self.actor(number) != self.viewer:
            return None
        return self.recording.line[number]

    def known_forecast(self, action: Action) -> Forecast | None:
        """Return None: a view without a seat has no forecasts."""
        return None

    async def forecast(self, action: Action) -> Forecast:
        """Raise ``NoForecast``: a view without a seat has none."""
        raise NoForecast("only the seat to move has forecasts")
