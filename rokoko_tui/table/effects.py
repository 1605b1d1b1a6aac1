"""What a session of the table wants done by whoever runs it: the screen, plain mode or a test.

An effect with an outcome is answered by ``Answered``. ``view`` is the position it was made for: the session drops the
answer at another one.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal, NamedTuple

from rokoko_core.observe import Observation
from rokoko_tui.table.frames import Flight


class Request(Enum):
    """An effect without details."""

    REDRAW = "redraw"
    """Refresh the session, draw everything, then proceed."""
    REDRAW_SOON = "redraw-soon"
    """The same for a change that came from elsewhere; under another screen, once that is closed."""
    STOP_KEY = "stop-key"
    """No binding takes the key either."""
    CLEAR_NOTICES = "clear-notices"
    SHOW_LIST = "show-list"
    """Give the keys back to the list, and show its tab."""
    RELEASE_FOCUS = "release-focus"
    STOP_INSPECTING = "stop-inspecting"
    """Give the keys back to the list, whose cursor stays."""
    SAVE_SETTINGS = "save-settings"
    HURRY = "hurry"
    """End the search of a bot."""
    ALERT = "alert"
    """Tell the player that it is their turn."""
    GO_BACK = "go-back"
    """Go from another tab to the list, else ask to leave."""
    ASK_TO_LEAVE = "ask-to-leave"
    SHOW_CHAT = "show-chat"
    ASK_NAME = "ask-name"
    """Ask a player for whom nobody was named."""
    SHOW_INVITATIONS = "show-invitations"
    """Show how others join the game that this program hosts."""
    SHOW_START = "show-start"
    SHOW_PUZZLES = "show-puzzles"
    """Show the list of puzzles over the start screen."""
    NEW_GAME = "new-game"
    """Show the form of a new game over the start screen."""


@dataclass(frozen=True)
class Change:
    """A change of the game; ``then`` returns what follows it, ``failed`` what follows a refusal besides its notice.

    ``TableSession.make`` carries it out.
    """

    make: Callable[[], Awaitable[object]]
    then: Callable[[], "Effects"] = lambda: [Request.REDRAW]
    failed: Callable[[], "Effects"] = lambda: [Request.REDRAW]


@dataclass(frozen=True)
class Think:
    """Work beside the table, in place of earlier work of the same group."""

    group: str
    work: Callable[[], Awaitable[object]]
    then: Callable[[Any], "Effects"]
    view: Observation


@dataclass(frozen=True)
class Wait:
    """A delay of some seconds, in place of an earlier one of the same group.

    ``then`` gets whether the table can be seen after it. Without a ``view`` it is of no position, as a frame of what
    happened before.
    """

    group: str
    seconds: float
    then: Callable[[bool], "Effects"]
    view: Observation | None = None


@dataclass(frozen=True)
class StopWaiting:
    group: str


class Choice(NamedTuple):
    """An answer to a question: the message with its letter, ``answers.dialog.value``, and its label."""

    key: str
    label: str

    @property
    def value(self) -> str:
        return self.key.rpartition(".")[2]


@dataclass(frozen=True)
class Ask:
    """A question; ``then`` gets the value of the answer, empty for none. Without a ``view`` it is of no position."""

    title: str
    lines: Sequence[str]
    choices: Sequence[Choice]
    then: Callable[[str], "Effects"]
    view: Observation | None = None
    is_wide: bool = False
    """Whether its lines should not be wrapped, such as commands."""
    is_unexpected: bool = False
    """Whether it opens automatically, so that a key may be on its way to what it covers."""


@dataclass(frozen=True)
class CloseQuestion:
    """Close ``question``, which needs no answer any more."""

    question: Ask


@dataclass(frozen=True)
class HandOver:
    """The page between two people; ``then`` gets ``go``, ``show``, ``undo``, ``undo-turn`` or ``leave``."""

    seat: int
    then: Callable[[str], "Effects"]
    view: None = None


@dataclass(frozen=True)
class RoundPage:
    """The page of a new round; if the viewer ``chooses``, the key that closes it acts at the table."""

    round: int
    chooses: bool


@dataclass(frozen=True)
class Final:
    """The final sheet, with ``count`` after the points were counted in sight."""

    count: bool


@dataclass(frozen=True)
class ShowPuzzle:
    number: int


class Lasts(Enum):
    """How long a notice stays."""

    BRIEF = "brief"
    TWICE = "twice"
    """Twice as long as a brief one."""
    USUAL = "usual"
    LONG = "long"


@dataclass(frozen=True)
class Say:
    """A notice."""

    text: str
    lasts: Lasts = Lasts.BRIEF
    severity: Literal["information", "warning", "error"] = "information"


@dataclass(frozen=True)
class Copy:
    """Copy ``text`` to the clipboard, and say ``notice``."""

    text: str
    notice: str


@dataclass(frozen=True)
class SayTooEarly:
    """The notice about a key, or a click if ``key`` is empty, that was meant for what was shown a moment ago."""

    key: str = ""


@dataclass(frozen=True)
class Title:
    """The title of the window."""

    text: str


@dataclass(frozen=True)
class Animate:
    """Pieces that move for some seconds."""

    flights: Sequence[Flight]
    seconds: float


Effect = (
    Request
    | Change
    | Think
    | Wait
    | StopWaiting
    | Ask
    | CloseQuestion
    | HandOver
    | RoundPage
    | Final
    | ShowPuzzle
    | Say
    | Copy
    | SayTooEarly
    | Title
    | Animate
)
Effects = list[Effect]
