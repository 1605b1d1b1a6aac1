"""The app as the screens see it, so that screens need not import the app."""

from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from textual.screen import Screen

from rokoko_tui.doors.terminal_output import WindowTitle
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text.languages import Edition
from rokoko_tui.text.message_catalog import Vocabulary

if TYPE_CHECKING:
    from rokoko_core.game import Game
    from rokoko_core.journal import Reading
    from rokoko_core.play.bot_tasks import BotRunner
    from rokoko_core.play.replay_game import Viewer
    from rokoko_core.play.view import GameControl
    from rokoko_core.remote.tickets import Ticket
    from rokoko_core.state import Setup
    from rokoko_tui.analysis.game_review import GameReviews
    from rokoko_tui.saves.scan import SaveScanner
    from rokoko_tui.text import Words


OpenMode = Literal["resume", "replay", "review", "again", "compare"]


class Games(Protocol):
    """What screens use to open and leave games."""

    def begin(self, setup: "Setup") -> None:
        """Start a new game."""

    def begin_with_name(self, begin: Callable[[], None]) -> None:
        """Call ``begin``; before the first game, ask for the player's name."""

    def invitation(self, words: "Words") -> list[str]:
        """Return how others join the game that this program hosts; nothing if it hosts none."""

    def join(self, ticket: "Ticket") -> None:
        """Take the seat of ``ticket`` in a hosted game."""

    def learn(self) -> None:
        """Start or continue the lesson."""

    def play_daily(self) -> None:
        """Start today's deal, or continue it if it was begun."""

    def play_puzzle(self, number: int | None = None) -> None:
        """Show puzzle ``number``, counted from 1; the first unsolved one by default."""

    def play_again(self, setup: "Setup") -> None:
        """Play the deal of ``setup`` from its start as a new game, marked as a fork."""

    def fork(self, game: "Game", position: int) -> None:
        """Continue ``game`` from ``position`` as a new game with its own save."""

    def resume(self, path: Path, reading: "Reading | None" = None) -> None:
        """Continue the save at ``path``; ``reading`` is its content if it was read already."""

    def replay(
        self, path: Path, at: int | None = None, reading: "Reading | None" = None, returns: bool = False
    ) -> None:
        """Replay the save at ``path`` from position ``at``, and return to the present screen on request."""

    def open_saved(self, path: Path, mode: OpenMode) -> None:
        """Continue, replay, review or compare the save at ``path``, or play its deal again.

        If it is damaged, ask how to open it.
        """

    def ask_to_leave(self, game: "GameControl | None" = None) -> None:
        """Ask whether to leave the table for the start screen, or to concede ``game``."""


class AppProtocol(Protocol):
    settings: Settings
    edition: Edition
    """The edition whose terms are used. Setting it updates every screen."""
    window: WindowTitle
    """The title of the terminal's window."""
    pictures: bool
    """Whether to draw in pixels. Screens with pictures watch it."""
    help_page: str
    """The help page that was open last."""

    @property
    def games(self) -> Games:
        """Opens and leaves games."""

    @property
    def vocabulary(self) -> Vocabulary:
        """Messages that need no game modules."""

    @property
    def words(self) -> "Words":
        """All messages, in the current language and edition."""

    @property
    def saves(self) -> Path:
        """The save folder."""

    @property
    def scanner(self) -> "SaveScanner":
        """The scan of the save folder."""

    @property
    def bot_worker(self) -> "BotRunner":
        """Runs all bots."""

    @property
    def leaving(self) -> bool:
        """True once the app exits: no screen is composed any more."""

    def remember(self) -> None:
        """Save the settings; show a warning if that fails."""

    def copy(self, text: str, notice: str) -> None:
        """Send ``text`` to the terminal for its clipboard and show ``notice``; longer if that has the text.

        Nothing tells whether the terminal copied it (OSC 52), so a notice must not say so.
        """

    def clear_small_notices(self) -> None:
        """Remove the notices from the screen that are no warnings or errors."""

    def change_setting(self, field: str, value: object) -> None:
        """Change a setting, apply it to all screens and save it."""

    # ---- screens

    def show_start(self) -> None:
        """Close the game and show the start screen."""

    def action_settings(self, field: str = "") -> None:
        """Show the settings with the cursor on ``field``, unless they are open already."""

    def show_replay(self, game: "Game", at: int | None = None, viewer: "Viewer | None" = None) -> None:
        """Replay ``game``; return to the replay screen if it is directly below."""

    def show_review(self, reviews: "GameReviews", at: int | None = None, viewer: "Viewer | None" = None) -> None:
        """Review a game; return to the review screen if it is directly below."""

    def show_final(self, game: "Game", count: bool = False, of_lesson: bool = False) -> None:
        """Show the final scores; with ``count``, the animated count first where motion is on."""

    def action_help(self, rule: str = "") -> None:
        """Show the help for the current screen, at ``rule`` if given."""


class GameOpenerHost(AppProtocol, Protocol):
    @property
    def screen(self) -> Screen[Any]:
        """The screen on top (Textual)."""

    def push_screen(self, screen: Screen[Any], callback: Callable[[Any], Awaitable[None]] | None = None) -> object:
        """Show ``screen`` and pass its result to ``callback`` (Textual)."""

    def show_alone(self, screen: Screen[None]) -> None:
        """Replace all screens with ``screen``."""

    def notify(
        self,
        message: str,
        *,
        severity: Literal["information", "warning", "error"] = ...,
        timeout: float | None = ...,
    ) -> None:
        """Show a notice (Textual)."""

    def tell_error(self, words: str) -> None:
        """Show an error notice, on the start screen if no other is open."""

    def hurry_bots(self) -> None:
        """End the search of the bots, if they were ever started."""

    def run_worker(self, work: Coroutine[None, None, None], *, exclusive: bool, group: str) -> object:
        """Run ``work`` beside the screens (Textual)."""

    def exit(self) -> None:
        """Exit the app (Textual)."""
