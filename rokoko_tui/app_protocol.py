"""What screens may ask of the app: to open and close games, to show other screens, and what all of them share.

Screens know this protocol and not the app, which makes them.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from rokoko_tui.doors.window_title import WindowTitle
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text.languages import Edition
from rokoko_tui.text.message_catalog import Vocabulary

if TYPE_CHECKING:
    from rokoko_core.game import Game
    from rokoko_core.journal import Reading
    from rokoko_core.play.bot_process import Thinkers
    from rokoko_core.state import Setup
    from rokoko_tui.analysis.game_review import Reviews
    from rokoko_tui.saves.scan import Survey
    from rokoko_tui.text import Vocabulary, Words


class House(Protocol):
    """The app as its screens see it."""

    settings: Settings
    edition: Edition
    """Whose words are used; setting it changes them everywhere."""

    window: WindowTitle
    """The title of the terminal's window."""
    pictures: bool
    """Whether things are drawn in pixels; screens that draw them follow it."""
    help_page: str
    """The page of the help that was looked at last."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The plain messages, for which nothing of the game is loaded."""

    @property
    def words(self) -> "Words":
        """The words of the edition chosen."""

    @property
    def saves(self) -> Path:
        """The folder of the saves."""

    @property
    def survey(self) -> "Survey":
        """What is known of the saves in that folder."""

    @property
    def thinkers(self) -> "Thinkers":
        """The process all bots think in."""

    @property
    def leaving(self) -> bool:
        """True once the program is being left; nothing is furnished any more then."""

    def remember(self) -> None:
        """Write the settings down."""

    def copy(self, text: str, said: str) -> None:
        """Put ``text`` into the clipboard and say so in one line."""

    def settle(self, field: str, value: object) -> None:
        """Let ``field`` of the settings be ``value`` from now on, everywhere at once, and write it down."""

    # ---- games

    def begin(self, setup: "Setup") -> None:
        """Begin a new game."""

    def learn(self) -> None:
        """Learn to play, from the step reached last."""

    def fork(self, game: "Game", position: int) -> None:
        """Play on from ``position`` of ``game`` as a new game in a file of its own."""

    def resume(self, path: Path, reading: "Reading | None" = None) -> None:
        """Play on in the save at ``path``, which was read already if ``reading`` is given."""

    def replay(self, path: Path, at: int | None = None, reading: "Reading | None" = None) -> None:
        """Step through the save at ``path``, from position ``at``."""

    def review(self, path: Path, reading: "Reading | None" = None) -> None:
        """Look back at the save at ``path``: what each turn cost."""

    # ---- screens

    def show_start(self) -> None:
        """Close what is open and show the start screen."""

    def show_new_game(self) -> None:
        """Set up a new game."""

    def show_saves(self, replay: bool = False) -> None:
        """Choose a game to play on in, or to ``replay``."""

    def show_record(self) -> None:
        """How often one has won, and by what."""

    def show_settings(self, field: str = "") -> None:
        """The settings, with the cursor on ``field`` if given, unless they lie open already."""

    def show_about(self) -> None:
        """What this program is."""

    def show_replay(self, game: "Game", at: int | None = None, eyes: str | None = None) -> None:
        """Step through ``game``; a replay of it that lies underneath is gone back to."""

    def show_review(self, reviews: "Reviews", at: int | None = None, eyes: str | None = None) -> None:
        """Look back at a game; a review of it that lies underneath is gone back to."""

    def show_final(self, game: "Game", count: bool = False) -> None:
        """The final sheet of a finished game; with ``count`` it is counted first, where things may move."""

    def show_help(self, rule: str = "") -> None:
        """The help for the place one stands in; with a ``rule``, its page of rules from there."""

    def ask_to_leave_game(self) -> None:
        """Leave the table for the start screen, after a question."""
