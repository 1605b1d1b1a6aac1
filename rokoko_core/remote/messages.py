"""The messages of the seat protocol: one JSON object per line (docs/protocol/README.md).

The host sends a ``Welcome``, one ``Step`` for each action so far, and an ``Update``; then steps and an update after
every change. A client sends numbered requests and receives one answer to each. A client never receives more than its
seat may know.
"""

from enum import StrEnum
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from rokoko_core._version import __version__
from rokoko_core.actions import Action
from rokoko_core.events import Event
from rokoko_core.game import Concession, Entry, Fence
from rokoko_core.journal.entries import RULES_VERSION
from rokoko_core.observe import Observation
from rokoko_core.play.forecast import Forecast
from rokoko_core.play.menu import AutomaticStep, Menu
from rokoko_core.remote.host_options import Absence
from rokoko_core.state import Setup
from rokoko_core.terms import kebab

PROTOCOL = 2
"""The version of these messages; both sides must have the same."""
LONGEST_REQUEST = 1 << 16
"""Bytes of the longest line a host accepts."""
LONGEST_MESSAGE = 1 << 24
"""Bytes of the longest line a client accepts."""
SHORTEST_TOKEN = 20
"""Characters of the shortest token."""
PING_SECONDS = 20.0
"""Seconds after which an idle client sends a ``Ping``."""
IDLE_SECONDS = 3 * PING_SECONDS
"""Seconds of silence after which a host closes a connection."""

_Text = Annotated[str, msgspec.Meta(max_length=200)]
_LongText = Annotated[str, msgspec.Meta(max_length=2000)]
_Number = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]


class _Message(msgspec.Struct, frozen=True, tag_field="type", tag=kebab):
    """Base class of all messages."""


# ---- from a client


class Hello(_Message, frozen=True):
    """The first message: who wants to take part in what."""

    protocol: int = PROTOCOL
    rules: int = RULES_VERSION
    program: _Text = __version__
    code: _Text = ""
    """The code of a seat that is claimed."""
    token: _Text = ""
    """A secret of at least ``SHORTEST_TOKEN`` characters that the client made up; with it, it returns to its seat."""
    access: _Text = ""
    """The token of the address, where the host asks for one."""
    history: bool = True
    """Whether the steps so far are wanted; without, only the present position and later steps are sent."""
    peek: bool = False
    """Whether to send the present position only, and not to take the seat."""


class Numbered(_Message, frozen=True):
    """A message that is answered; ``id`` is chosen by the client and repeated in the answer."""

    id: _Number


class Change(Numbered, frozen=True):
    """A request that is refused unless ``update`` is the number of the host's last update."""

    update: _Number


class Play(Change, frozen=True):
    """Take ``action``."""

    action: Action


class UndoTo(Change, frozen=True):
    """Undo to ``position``. Across a fence all seated people are asked first, if ``ask`` is set."""

    position: _Number
    ask: bool = False


class RedoTo(Change, frozen=True):
    """Redo own undone actions up to ``position``."""

    position: _Number


class RedoTurn(Change, frozen=True):
    """Redo own undone actions up to the start of the next turn."""


class AskForecast(Change, frozen=True):
    """Ask what ``action`` would change."""

    action: Action


class TakeHint(Change, frozen=True):
    """Record that the player was shown the best choices."""


class AnswerUndo(Change, frozen=True):
    """Answer the question of ``UndoAsked``; its own seat withdraws it by not agreeing."""

    agrees: bool
    question: _Number = 0
    """The question's ``number``, so that a late answer does not count for another one; 0 for the open one."""


class Concede(Numbered, frozen=True):
    """Give the game up; it ends unless others play on, and then a bot takes the seat."""


class LeaveToBot(Numbered, frozen=True):
    """Let a bot of ``level`` play for the own seat from now on."""

    level: _Text


class FillSeat(Numbered, frozen=True):
    """Want a bot of ``level`` to play for the person of ``seat``, who is away."""

    seat: _Number
    level: _Text


class Chat(Numbered, frozen=True):
    """Say something to the others: a text of up to 200 characters, or one of the phrases."""

    text: _LongText = ""
    phrase: _Text = ""
    """The id of a phrase; empty for a text."""


class GiveName(Numbered, frozen=True):
    """Give the own ``name`` at a seat that whoever set the game up named nobody for; once."""

    name: _Text


class WantRematch(Numbered, frozen=True):
    """Want another game with the same people, after the end; it begins once all of them do."""


class TakeBack(Numbered, frozen=True):
    """Play for the own seat again, in place of a bot."""


class GiveBack(Numbered, frozen=True):
    """Give the own seat back: the token is void, the connection ends, and the seat has a new code."""


class GetRecording(Numbered, frozen=True):
    """Ask for the whole game, once it is over."""


class Ping(Numbered, frozen=True):
    """Say that the connection is alive."""


Request = (
    Play
    | UndoTo
    | RedoTo
    | RedoTurn
    | AskForecast
    | TakeHint
    | AnswerUndo
    | Concede
    | LeaveToBot
    | FillSeat
    | WantRematch
    | GiveName
    | Chat
    | TakeBack
    | GiveBack
    | GetRecording
    | Ping
)
ClientMessage = Hello | Request


# ---- from the host


class SeatStatus(msgspec.Struct, frozen=True):
    """Who sits at one seat at the moment."""

    connected: bool
    """Whether a person is connected; False for bots."""
    level: str | None = None
    """The level of the bot that plays, also in place of a person."""
    by_mail: bool = False
    """Whether the person plays through a mailbox, where nobody is connected."""
    away_since: int = 0
    """Since when a person is away, in seconds since 1970 UTC; 0 for nobody who is."""
    wanted: str = ""
    """The level of the bot that some of those present want at the seat; empty for none."""
    wanted_by: tuple[int, ...] = ()
    """The seats that want it."""
    until: int = 0
    """When a bot takes the seat unless its turn is over, in seconds since 1970 UTC; 0 for no limit."""
    warned: bool = False
    """Whether the last quarter of that time has begun."""
    is_free: bool = False
    """Whether nobody has taken the seat of a person yet."""
    name: str = ""
    """The name that the person gave, in place of that of the setup in observations; empty for none."""
    is_unnamed: bool = False
    """Whether the person may give a name."""


class Welcome(_Message, frozen=True):
    """The answer to an accepted ``Hello``."""

    protocol: int
    rules: int
    program: str
    game: str
    """Identifies the game among those of the host, the same after a restart."""
    seat: int | None
    """The client's seat; None for a spectator."""
    setup: Setup
    """Players, with the names that they gave, and options; the seed is 0."""
    hints: bool = True
    """Whether hints are allowed."""
    absence: Absence = Absence()
    """When a bot takes the seat of a person who is away or late."""
    last_line: int = 0
    """The number of the last line of the chat that was said before."""
    components: tuple[str, msgspec.Raw] | None = None
    """Name and tables of a component set that is not built in."""
    opening: tuple[Event, ...] = ()
    """The events of the setup."""
    start: Observation | UnsetType = UNSET
    """The table before the first action, if ``history`` was wanted."""
    away_since: int = 0
    """Since when nobody was connected at the client's seat, in seconds since 1970 UTC; 0 if somebody was."""


class Step(_Message, frozen=True):
    """One action, with the secret decisions of others after it, and the position it leads to.

    A number that was sent before replaces that step and all later ones.
    """

    number: int
    """Of the action, counted from 0."""
    actor: int
    events: tuple[Event, ...]
    turn_start: int
    """Where the turn or hand choice of this action began."""
    round: int
    """The round after it."""
    action: Action | None = None
    """The action itself, if the client's seat took it."""
    automatic: AutomaticStep | None = None
    """The kind of an own action that left no choice."""
    observation: Observation | UnsetType = UNSET
    """The table after it; left out where an ``Update`` for that position follows at once."""
    stand_in: bool = False
    """Whether a bot took it for a person."""


class Update(_Message, frozen=True):
    """The game as it is now."""

    number: int
    """Grows with every change that the client sees, also across restarts of the host."""
    position: int
    """The number of actions in effect."""
    length: int
    """The number of steps that are valid; later ones were cut off."""
    turn_start: int
    to_move: int | None
    """The seat to decide; None after the end."""
    observation: Observation
    menu: Menu
    """The legal actions and refusals, if the client is to move."""
    can_redo: bool = False
    fence: Fence | None = None
    """The last fence before the position."""
    hints: tuple[int, ...] = ()
    concessions: tuple[Concession, ...] = ()
    """Who conceded, and at which position."""
    since: int = 0
    """When the last change was made, in seconds since 1970 UTC."""


class Seats(_Message, frozen=True):
    """Who is connected; sent after every change."""

    seats: tuple[SeatStatus, ...]
    rematch: tuple[int, ...] = ()
    """The seats that want another game."""
    rematch_waits_for: tuple[int, ...] = ()
    """The seats that have to want it too."""


class ChatLine(_Message, frozen=True):
    """What a person said. Those of before are sent after a connection too."""

    number: int
    """Grows with every line."""
    seat: int
    time: int
    """In seconds since 1970 UTC."""
    text: str = ""
    phrase: str = ""
    """The id of a phrase, in place of a text."""


class UndoAsked(_Message, frozen=True):
    """``seat`` asks everybody for permission to undo to ``position``.

    Sent again when ``waits_for`` may have changed.
    """

    seat: int
    position: int
    update: int
    agreed: tuple[int, ...]
    """The seats that have agreed so far."""
    number: int = 0
    """The same while the question is open, and different from that of every other one."""
    waits_for: tuple[int, ...] = ()
    """The seats that have to answer."""


class UndoDecided(_Message, frozen=True):
    """The question of ``seat`` is decided."""

    seat: int
    refused_by: int | None = None
    """The seat that did not agree; None if all agreed, or if the question was withdrawn or play went on."""
    undone: bool = False
    """Whether all agreed, so that the undo was carried out."""


class Done(_Message, frozen=True):
    """The request was carried out, and its change is on disk."""

    id: int


class Asked(_Message, frozen=True):
    """The other people are being asked."""

    id: int


class ForecastAnswer(_Message, frozen=True):
    """The answer to ``AskForecast``."""

    id: int
    forecast: Forecast


class RecordingAnswer(_Message, frozen=True):
    """The answer to ``GetRecording``: the setup with its seed, and all entries of the log."""

    id: int
    setup: Setup
    entries: tuple[Entry, ...]


class RefusalCode(StrEnum):
    """Why a request was refused; the game is unchanged."""

    STALE = "stale"
    """It names an older update."""
    NOT_YOURS = "not-yours"
    """Another seat is to move, the action to undo or redo is another's, or the client has no seat."""
    ILLEGAL = "illegal"
    """The action is not legal."""
    FENCED = "fenced"
    """The undo crosses a fence, which everybody would have to allow."""
    SECRET_OUT = "secret-out"
    """The undo would take back something hidden of another player that was shown since."""
    NOTHING = "nothing"
    """There is nothing to undo, redo or answer."""
    NO_HINTS = "no-hints"
    """The host does not allow hints."""
    BAD_CHAT = "bad-chat"
    """The text is empty, too long or has characters that are not allowed, or there is no such phrase."""
    TOO_FAST = "too-fast"
    """The person has just said much."""
    NOT_NOW = "not-now"
    """The game is over, not over yet, or the seat is already as asked for."""
    TOO_EARLY = "too-early"
    """The person has not been away long enough."""
    BAD_NAME = "bad-name"
    """The name is empty, too long or has characters that are not allowed."""
    NAME_TAKEN = "name-taken"
    """Another player has the name."""
    NO_LEVEL = "no-level"
    """There is no bot of that level."""
    NO_REMATCH = "no-rematch"
    """The host begins no other game, as one by mail."""
    NOT_WRITTEN = "not-written"
    """The host's disk did not take the change."""


class Refused(_Message, frozen=True):
    """The request was refused."""

    id: int
    code: RefusalCode
    fence: Fence | None = None
    """The fence, for ``FENCED``."""


class FarewellCode(StrEnum):
    """Why the host closes the connection."""

    PROTOCOL = "protocol"
    """The versions of protocol or rules differ."""
    WRONG_CODE = "wrong-code"
    """There is no such code or token, or the code was used."""
    NO_SPECTATORS = "no-spectators"
    FULL = "full"
    """There are too many connections."""
    ELSEWHERE = "elsewhere"
    """The seat was taken by a newer connection with the same token."""
    BAD_MESSAGE = "bad-message"
    """A line was not a valid message, or too long."""
    IDLE = "idle"
    """Nothing came for ``IDLE_SECONDS``."""
    NOT_WRITTEN = "not-written"
    """The host's disk did not take the claim of the seat."""
    GIVEN_BACK = "given-back"
    """The client gave its seat back."""
    CLOSING = "closing"
    """The host ends; the game is saved."""


class Farewell(_Message, frozen=True):
    """The last message of a connection."""

    code: FarewellCode
    protocol: int = PROTOCOL
    rules: int = RULES_VERSION


Answer = Done | Asked | Refused | ForecastAnswer | RecordingAnswer
HostMessage = Welcome | Step | Update | Seats | ChatLine | UndoAsked | UndoDecided | Answer | Farewell

encode = msgspec.json.Encoder(order="deterministic").encode
decode_client = msgspec.json.Decoder(ClientMessage).decode
decode_host = msgspec.json.Decoder(HostMessage).decode

Side = Literal["client", "host"]


def schema(side: Side) -> dict[str, object]:
    """Return the JSON schema of everything that ``side`` sends."""
    return msgspec.json.schema(ClientMessage if side == "client" else HostMessage)
