"""A game played at this terminal and recorded in a local file."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Protocol

from rokoko_core.actions import Action
from rokoko_core.bots import DEFAULT_LEVEL, LEVELS, REPLACEMENT_LEVEL, level_of
from rokoko_core.bots.external_bots import BadBot
from rokoko_core.engine import legal_actions
from rokoko_core.game import Fence, Game
from rokoko_core.goods import goods_of
from rokoko_core.journal import Notice, Relocation
from rokoko_core.observe import Observation, observe
from rokoko_core.play.forecast import Forecast, NoForecast, forecast_of
from rokoko_core.play.menu import AutomaticStep, Menu, automatic_step, menu_of
from rokoko_core.play.recording import RecordedGame
from rokoko_core.play.view import BotSeats, NotWritten
from rokoko_core.state import NOBODY, Seat, State


class Book(Protocol):
    """Where a game is recorded, as in a ``Journal``."""

    game: Game
    path: Path
    relocations: list[Relocation]
    notice: Notice | None

    @property
    def times(self) -> Sequence[int]:
        """When each entry was made, in seconds since 1970 UTC."""

    def ensure_file(self) -> None:
        """Make sure that the game is in the file at ``path``, else continue in a copy. Raises OSError."""

    def close(self) -> None:
        """Release the file."""


class LocalGame(RecordedGame):
    """A game played here. Each change is on disk before it takes effect, or raises ``NotWritten``.

    With several people at one terminal the viewer is the person to move once seated, and nobody before.
    """

    def __init__(self, journal: Book, people: tuple[int, ...] | None = None):
        self.journal = journal
        super().__init__(journal.game)
        self.path = journal.path
        humans = (n for n, seat in enumerate(journal.game.setup.players) if seat.kind == "human")
        self.people = tuple(humans) if people is None else people
        """Seats of the people at this terminal, by default all people."""
        self.seated = self.people[0] if len(self.people) == 1 else None
        """The seat whose secrets may be on the screen."""
        self._plan: tuple[Action, ...] = ()
        """The next actions of the bot to move. They are not saved: after loading, the bot thinks again."""
        self._menu: tuple[State, int | None, Menu] | None = None
        self._forecasts: tuple[State, dict[int, Forecast]] | None = None
        self.on_relocation: Callable[[Relocation], None] = lambda relocation: None
        """Called when the game continues in another file."""

    @property
    def recording(self) -> Game:
        """The whole game, for reviews and statistics."""
        return self.journal.game

    # ---- seats

    @property
    def viewer(self) -> int | None:
        """The only person's seat; with several, the seat to move once seated, else None."""
        if len(self.people) == 1:
            return self.people[0]
        return self.seated if self.seated == self.to_move else None

    @property
    def person_to_move(self) -> int | None:
        """The seat to move if a person sits there."""
        return self.to_move if self.to_move in self.people else None

    @property
    def bot_to_move(self) -> Seat | None:
        """The bot that has to decide now."""
        seat = self.to_move
        return self.setup.players[seat] if seat is not None and self.is_bot(seat) else None

    @property
    def level_to_move(self) -> str:
        """The level of the bot to move; possibly the name of a bot that is not installed."""
        seat = self.to_move
        level = self.recording.level_of(seat) if seat is not None and self.is_bot(seat) else None
        return level or DEFAULT_LEVEL

    @property
    def du_barry_to_move(self) -> bool:
        """True when Madame du Barry's next card is to be revealed (SOLO)."""
        return self.to_move is not None and self.to_move >= len(self.setup.players)

    @property
    def handover(self) -> int | None:
        """The person who has to take the seat at the terminal before play continues; None for nobody."""
        return self.person_to_move if len(self.people) > 1 and self.person_to_move != self.seated else None

    @property
    def next_searcher(self) -> int | None:
        """The next bot after the person to move, clockwise, that searches and may think ahead; None for none."""
        seats = len(self.setup.players)
        if self.person_to_move is None:
            return None
        others = ((self.person_to_move + step) % seats for step in range(1, seats))
        return next((seat for seat in others if self.is_bot(seat) and self._searches(seat)), None)

    def _searches(self, seat: int) -> bool:
        level = LEVELS.get(self.recording.level_of(seat) or DEFAULT_LEVEL)
        return level is not None and level.searches

    @property
    def unknown_bots(self) -> dict[int, BadBot]:
        """By seat, the errors of bots that are not installed."""
        errors: dict[int, BadBot] = {}
        for seat in range(len(self.setup.players)):
            if self.is_bot(seat) and not self.recording.over:
                try:
                    level_of(self.recording.level_of(seat))
                except BadBot as error:
                    errors[seat] = error
        return errors

    def is_bot(self, seat: int) -> bool:
        """Return whether an automatic player sits at ``seat``."""
        playing = seat < len(self.setup.players) and seat not in self.people
        return playing and (self.setup.players[seat].kind == "bot" or self.recording.level_of(seat) is not None)

    def sit_down(self) -> None:
        """Seat the person to move at the terminal."""
        self.seated = self.person_to_move

    # ---- what the viewer may do

    @property
    def menu(self) -> Menu:
        """What the viewer may do at the cursor, built once per position."""
        state, viewer = self.recording.state, self.viewer
        if self._menu is None or self._menu[0] is not state or self._menu[1] != viewer:
            own = viewer is not None and viewer == self.to_move
            self._menu = (state, viewer, menu_of(state) if own or self.du_barry_to_move else Menu())
        return self._menu[2]

    def known_forecast(self, action: Action) -> Forecast | None:
        """Return the forecast of a legal ``action``, computed once per position."""
        state, seat = self.recording.state, self.to_move
        if seat is None or (seat != self.viewer and not self.du_barry_to_move) or action not in legal_actions(state):
            return None
        if self._forecasts is None or self._forecasts[0] is not state:
            self._forecasts = (state, {})
        number = legal_actions(state).index(action)
        forecasts = self._forecasts[1]
        if number not in forecasts:
            forecasts[number] = forecast_of(state, self.menu.items[number], goods_of(self.observation(), seat))
        return forecasts[number]

    async def forecast(self, action: Action) -> Forecast:
        """Return what a legal ``action`` would change for the viewer. Raises ``NoForecast`` for any other action."""
        forecast = self.known_forecast(action)
        if forecast is None:
            raise NoForecast("only legal actions of the seat to move have forecasts")
        return forecast

    def automatic_step(self, position: int) -> AutomaticStep | None:
        """Return the kind of the step at ``position`` if it leaves no choice."""
        return automatic_step(self.recording.at(position))

    # ---- what a bot does next

    @property
    def bots(self) -> BotSeats:
        """This game: its bots think and move here."""
        return self

    @property
    def planned(self) -> Action | None:
        """The next action of the bot to move; None when it has to think first."""
        return self._plan[0] if self._plan and self._plan[0] in legal_actions(self.recording.state) else None

    def set_plan(self, actions: tuple[Action, ...]) -> None:
        """Set the next actions of the bot to move; they are dropped once they are illegal."""
        self._plan = actions

    def observation_of(self, seat: int) -> Observation:
        """Return the table at the cursor as ``seat`` sees it, for a bot to think about."""
        return observe(self.recording.state, seat)

    def random(self) -> Random:
        """Return the random stream of decisions at the cursor, the same for the same log."""
        return Random(f"{self.setup.seed}/{self.position}")

    # ---- changes

    async def play(self, action: Action) -> None:
        """Take ``action``. Raises ``IllegalAction`` and ``NotWritten``."""
        seat, rest = self.to_move, self._plan[1:] if action == self.planned else ()
        if self.recording.can_redo:
            self.cuts.append(self.position)
        self._write(lambda game: game.play(action))
        self._plan = rest if self.to_move == seat else ()

    async def hint(self) -> None:
        """Record that the seat to move was shown its best choices; it counts once per position."""
        self._write(lambda game: game.hint())

    async def concede(self, seat: int) -> None:
        """Record that ``seat`` gives the game up. Raises ``NotConceded``."""
        self._write(lambda game: game.concede(seat))

    async def replace(self, seat: int, reason: str) -> None:
        """Let an apprentice play for ``seat`` from now on; ``reason`` is a ``BotFault``."""
        self._write(lambda game: game.replace(seat, REPLACEMENT_LEVEL, reason))

    async def stand_in(self, seat: int, level: str) -> None:
        """Let a bot of ``level`` play for a person, or the person again for "". Raises ``NotReplaced``."""
        self._write(lambda game: game.stand_in(seat, level))

    async def undo_to(self, position: int, cross: bool = False) -> None:
        """Undo to ``position``. Raises ``NothingToUndo``, and ``Fenced`` unless ``cross``."""
        self._write(lambda game: game.undo_to(position, cross))

    async def redo_to(self, position: int) -> None:
        """Redo up to ``position``. Raises ``NothingToRedo``."""
        self._write(lambda game: game.redo_to(position))

    async def redo_turn(self) -> None:
        """Redo up to the start of the next turn. Raises ``NothingToRedo``."""
        self._write(lambda game: game.redo_turn())

    @property
    def can_redo(self) -> bool:
        """True when actions were undone and nothing was played since."""
        return self.recording.can_redo

    def undo_voters(self, target: int) -> Sequence[int]:
        """Return nobody: the people sit side by side."""
        return ()

    def fence(self, target: int) -> Fence | None:
        """Return the first fence between the cursor and ``target``; None when the way is free."""
        return self.recording.can_undo(target)

    @property
    def conceding_seat(self) -> int | None:
        """The owner's seat, while it may concede; None otherwise."""
        seat = self.setup.owner
        return None if self.to_move is None or seat in (NOBODY, *self.recording.conceded) else seat

    def _write(self, change: Callable[[Game], object]) -> None:
        with self._changing_file():
            change(self.recording)
        self._plan = ()
        if len(self.people) > 1 and self.to_move != self.seated:
            self.seated = None

    def ensure_saved(self) -> None:
        """Make sure that the game is on disk, in a copy if another program removed its file. Raises ``NotWritten``."""
        with self._changing_file():
            self.journal.ensure_file()

    @contextmanager
    def _changing_file(self) -> Iterator[None]:
        """Raise ``NotWritten`` for errors, and report the new path if the file was replaced or renamed."""
        try:
            yield
        except OSError as error:
            raise NotWritten(error.errno, error.strerror) from error
        finally:
            relocations, self.journal.relocations = self.journal.relocations, []
            self.path = self.journal.path
            for relocation in relocations:
                self.on_relocation(relocation)

    def close(self) -> None:
        """Close the file."""
        with suppress(OSError):
            self.journal.close()
