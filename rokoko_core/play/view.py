"""The seam between a game and whatever shows or plays it (docs/architecture.md).

A local game, a game watched in its file, a replay and the lesson implement these protocols; screens, plain mode and
commands use nothing else of a running game. A whole recorded game, with every secret, is handed over only for the final
sheet, the review and the replay.
"""

from collections.abc import Sequence
from random import Random
from typing import Protocol

from rokoko_core.actions import Action
from rokoko_core.events import Event
from rokoko_core.game import Concession, Fence, FenceKind, Game, NothingToRedo
from rokoko_core.observe import Observation
from rokoko_core.play.forecast import Forecast
from rokoko_core.play.history import TurnHistory
from rokoko_core.play.menu import AutomaticStep, Menu
from rokoko_core.state import Seat, Setup

__all__ = [
    "BotSeats",
    "Fence",
    "FenceKind",
    "FollowedView",
    "Game",
    "GameControl",
    "GameView",
    "NotWritten",
    "NothingToRedo",
]


class NotWritten(OSError):
    """An entry could not be put on disk; the game is unchanged."""


class GameView(Protocol):
    """A game as one viewer may know it. Positions are counted from 0, the position before the first action."""

    @property
    def setup(self) -> Setup:
        """Players and options; the seed is 0 for everybody but the host."""

    @property
    def viewer(self) -> int | None:
        """The seat whose view this is; None for a spectator."""

    @property
    def position(self) -> int:
        """The cursor: the number of actions in effect."""

    @property
    def length(self) -> int:
        """The number of actions, those that can be redone included."""

    @property
    def to_move(self) -> int | None:
        """The seat to decide at the cursor; None after the end."""

    @property
    def cuts(self) -> Sequence[int]:
        """Positions from which actions were replaced by others, in the order this happened; caches end there."""

    @property
    def menu(self) -> Menu:
        """What the viewer may do at the cursor."""

    @property
    def history(self) -> TurnHistory:
        """The turns played, for this viewer."""

    @property
    def hints(self) -> tuple[int, ...]:
        """By seat, the number of positions at which a hint was taken."""

    @property
    def concessions(self) -> Sequence[Concession]:
        """Who conceded, and where."""

    def observation(self, position: int | None = None) -> Observation:
        """Return the table at ``position``, by default at the cursor; the same object while it is unchanged."""

    def opening_events(self) -> tuple[Event, ...]:
        """Return the events of the setup."""

    def events(self, number: int) -> tuple[Event, ...]:
        """Return what action ``number`` did, as the viewer may know it."""

    def actor(self, number: int) -> int:
        """Return the seat that took action ``number``. Raises IndexError."""

    def is_stand_in(self, number: int) -> bool:
        """Return whether a bot took action ``number`` for a person. Raises IndexError."""

    def turn_start(self, position: int) -> int:
        """Return where the turn or hand choice that ``position`` is part of began."""

    @property
    def round_starts(self) -> Sequence[tuple[int, int]]:
        """(round, first position) of every round reached."""

    def own_action(self, number: int) -> Action | None:
        """Return action ``number`` if the viewer took it and may redo it; else None."""

    def known_forecast(self, action: Action) -> Forecast | None:
        """Return the forecast of a legal action if it is at hand without waiting."""

    async def forecast(self, action: Action) -> Forecast:
        """Return what a legal ``action`` would change. Raises ``NoForecast`` if it is not legal, or no longer."""


class FollowedView(GameView, Protocol):
    """A game that others play, read again from time to time."""

    def refresh(self) -> bool:
        """Read the game again; return whether it changed."""


class BotSeats(Protocol):
    """What a driver needs to let bots think and move, in the program that runs them."""

    @property
    def level_to_move(self) -> str:
        """The level of the bot to move; possibly a name that is not known here."""

    @property
    def next_searcher(self) -> int | None:
        """The seat of the next bot that searches, which may think while a person decides."""

    @property
    def planned(self) -> Action | None:
        """The next action of the bot to move; None when it has to think first."""

    def set_plan(self, actions: tuple[Action, ...]) -> None:
        """Keep what the bot to move does next."""

    def observation_of(self, seat: int) -> Observation:
        """Return the table at the cursor as ``seat`` sees it."""

    def random(self) -> Random:
        """Return the random stream of decisions at the cursor."""

    async def play(self, action: Action) -> None:
        """Take ``action`` for the bot to move. Raises ``IllegalAction`` and ``NotWritten``."""


class GameControl(GameView, Protocol):
    """A game that the viewer plays. Each change is on disk before the call returns.

    Every change raises ``NotWritten`` when the disk refuses it; the game is then unchanged.
    """

    # ---- seats

    @property
    def people(self) -> Sequence[int]:
        """Seats of the people at this terminal."""

    @property
    def seated(self) -> int | None:
        """The person whose secrets may be on the screen."""

    @property
    def person_to_move(self) -> int | None:
        """The seat to move if a person sits there."""

    @property
    def bot_to_move(self) -> Seat | None:
        """The bot that has to decide now."""

    @property
    def du_barry_to_move(self) -> bool:
        """True when Madame du Barry's next card is to be turned up (SOLO)."""

    @property
    def handover(self) -> int | None:
        """The person who has to take the seat at the terminal before play continues; None for nobody."""

    def is_bot(self, seat: int) -> bool:
        """Return whether an automatic player sits at ``seat``."""

    def sit_down(self) -> None:
        """Seat the person to move at the terminal."""

    @property
    def bots(self) -> BotSeats | None:
        """The bots this program runs; None where another program does."""

    # ---- what may be done

    def random(self) -> Random:
        """Return the random stream of hints at the cursor."""

    def automatic_step(self, position: int) -> AutomaticStep | None:
        """Return the kind of the step at ``position`` if it leaves no choice."""

    @property
    def recording(self) -> Game:
        """The whole game with its secrets, once it is over."""

    @property
    def can_redo(self) -> bool:
        """True when actions were undone and nothing was played since."""

    def undo_voters(self, target: int) -> Sequence[int] | None:
        """Return the seats whose people have to agree to an undo to ``target`` across a fence.

        None where nobody is even asked, as something hidden of another player came out since.
        """

    def fence(self, target: int) -> Fence | None:
        """Return the first fence between the cursor and ``target``; None when the way is free."""

    @property
    def conceding_seat(self) -> int | None:
        """The seat that the player at this terminal may concede; None for none."""

    def events_for(self, number: int, seat: int | None) -> tuple[Event, ...]:
        """Return what action ``number`` did, as ``seat``, one of ``people``, or a spectator (None) may know it."""

    async def play(self, action: Action) -> None:
        """Take ``action``. Raises ``IllegalAction``."""

    async def undo_to(self, position: int, cross: bool = False) -> None:
        """Undo to ``position``. Raises ``NothingToUndo``, and ``Fenced`` unless ``cross``."""

    async def redo_to(self, position: int) -> None:
        """Redo up to ``position``. Raises ``NothingToRedo``."""

    async def redo_turn(self) -> None:
        """Redo up to the start of the next turn. Raises ``NothingToRedo``."""

    async def hint(self) -> None:
        """Record that the seat to move was shown its best choices; it counts once per position."""

    async def concede(self, seat: int) -> None:
        """Record that ``seat`` gives the game up. Raises ``NotConceded``."""

    async def replace(self, seat: int, reason: str) -> None:
        """Let an apprentice play for ``seat`` from now on; ``reason`` is a ``BotFault``."""
