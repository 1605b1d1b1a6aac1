"""What the parts of a table screen need of it."""

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Literal, Protocol

from textual.message import Message
from textual.timer import Timer

from rokoko_tui.panes.choices import Choices
from rokoko_tui.panes.inspectable_table import InspectableTable
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text import Words
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.widgets.modal_content import Answer


class PresenterHost(Protocol):
    """A table screen with a list, as the presenter sees it."""

    view: InspectableTable

    @property
    def words(self) -> Words:
        """The texts of the present edition."""

    @property
    def choices(self) -> Choices:
        """The list."""

    @property
    def has_pictures(self) -> bool:
        """Whether things are drawn in pixels."""

    @property
    def focused(self) -> Any:
        """The widget that has the keys (Textual)."""

    def fill_list(self, cursor: int = -1) -> None:
        """Fill the list again."""

    def light(self) -> None:
        """Light and explain what is under the cursor again."""

    def about_piece(self, piece: PieceRef) -> tuple[str, list[str]]:
        """Return the name of ``piece``, and lines about it."""

    def query_one(self, kind: type[Any]) -> Any:
        """Return the one widget of a class (Textual)."""

    def start(self, work: Callable[[], Coroutine[None, None, None]], group: str) -> None:
        """Run ``work`` beside the screen, in place of earlier work of the same group."""


class TableHost(PresenterHost, Protocol):
    """A table screen on which somebody plays, as its parts see it."""

    @property
    def settings(self) -> Settings:
        """The settings in force."""

    @property
    def is_on_top(self) -> bool:
        """True while no other screen covers this one."""

    @property
    def is_ready(self) -> bool:
        """True from mounting until the screen is popped."""

    @property
    def has_room(self) -> bool:
        """False while the terminal is too small for the table."""

    @property
    def is_showing(self) -> bool:
        """Whether a playback or the page of a new round is to be shown first."""

    def now(self) -> float:
        """Return the time, by the clock of key events."""

    def say_too_early(self, event: Message) -> None:
        """Answer a key or click that does nothing because it was meant for what was shown a moment ago."""

    def redraw(self) -> None:
        """Draw everything at the present position, then let play continue."""

    def show_frame(self) -> None:
        """Draw the present frame of the playback."""

    def show_list(self) -> None:
        """Bring the list into sight and give it the keys."""

    def release_focus(self) -> None:
        """Give the keys back to the list."""

    def stop_inspecting(self) -> None:
        """Give the keys back to the list, whose cursor stays."""

    def save_settings(self) -> None:
        """Write the settings to their file."""

    async def write(self, change: Awaitable[object]) -> bool:
        """Make ``change``; if the disk refuses it, say so and return False."""

    def ask_about_game(
        self,
        title: str,
        lines: Sequence[str],
        answers: Sequence[Answer],
        answered: Callable[[str | None], Awaitable[None]],
    ) -> None:
        """Ask a question; the answer counts only while the game is unchanged."""

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: Literal["information", "warning", "error"] = "information",
        timeout: float | None = None,
        markup: bool = True,
    ) -> None:
        """Show a notice (Textual)."""

    def set_timer(self, delay: float, callback: Callable[[], Any] | None = None) -> Timer:
        """Call back once after ``delay`` seconds (Textual)."""

    def set_interval(self, interval: float, callback: Callable[[], Any] | None = None) -> Timer:
        """Call back every ``interval`` seconds (Textual)."""

    def call_next(self, callback: Callable[..., Any], *args: Any) -> None:
        """Call back after the message that is being handled (Textual)."""
