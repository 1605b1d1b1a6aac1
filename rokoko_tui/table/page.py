"""What a table shows, and all that belongs to one position of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from rokoko_core.actions import Action
from rokoko_core.observe import Observation
from rokoko_core.play.choices import chooses_card, chooses_hand
from rokoko_core.play.forecast import Forecast
from rokoko_core.play.set_selection import SetSelection
from rokoko_core.state import Setup, State
from rokoko_tui.table.choice_list import EntryKind, MenuEntry
from rokoko_tui.table.frames import Frame
from rokoko_tui.table.menu_entries import Hints
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.wording import Wording


class Ending(Enum):
    """Whether the turn ends automatically."""

    OPEN = "open"
    DUE = "due"
    """It ends after a countdown."""
    WAITING = "waiting"
    """It waits for Enter, as the last choice gave something up."""
    HELD = "held"
    """The player stopped that."""


@dataclass(frozen=True)
class Moment:
    """All that belongs to one position of the game; replaced as a whole when the position changes."""

    observation: Observation
    rows: tuple[MenuEntry, ...] = ()
    """The entries of the list; empty until it is filled."""
    cursor: int = -1
    last_decision: int = -1
    """The last position before this one at which a person decided; -1 for none."""
    opened: str = ""
    """The key of the group that was opened, until one of its keys or that of a command; a wrong key leaves it open."""
    clicked: Action | None = None
    """The choice that was selected by a click: another click takes it. Other commands and new rows drop it."""
    is_piece_clicked: bool = False
    """Whether that click was on a piece, far from the title of the list: a notice asks for the other click."""
    selection: SetSelection | None = None
    """The set being chosen piece by piece, if one is asked for."""
    hints: Hints | None = None
    """The best choices; None while the list shows all choices."""
    notes: tuple[MenuEntry, ...] = ()
    """Which actions before the position were forced, a line each."""
    ending: Ending = Ending.OPEN
    seconds_left: float = 0
    """Seconds before the turn ends."""
    is_warned: bool = False
    """Whether the end of the turn was asked for although a bonus is left."""
    is_asked: bool = False
    """Whether plain mode has asked its question."""
    forecast: tuple[Action, Forecast | None] | None = None
    """The last forecast that had to be waited for; its action alone until it is there."""
    expected: Action | None = None
    """The right choice of a lesson, after another one was tried and until the cursor moves."""
    is_moved: bool = False
    """Whether the cursor was moved, so that its pieces are lit besides those of the task of a lesson."""

    @property
    def entry(self) -> MenuEntry | None:
        """The entry under the cursor."""
        return self.rows[self.cursor] if 0 <= self.cursor < len(self.rows) else None


@dataclass(frozen=True)
class Details:
    """What the preview pane says: a heading and lines, below a task if there is one."""

    heading: str = ""
    lines: tuple[str, ...] = ()
    task: tuple[str, str] | None = None
    """The place of the task and its sentence."""
    hint: str = ""
    """The latest hint for the task; empty for none."""


@dataclass(frozen=True)
class ListSize:
    """Lines that the list needs at the viewer's choices, by which the panes around it are laid out."""

    is_few: bool = False
    with_reasons: int = 0
    """Lines with those of refused choices; 0 where nothing was chosen yet."""
    beside_task: int = 0
    """Lines where the explanation is long; 0 elsewhere."""
    short: int = 0
    """Lines of a short list, so that others take the lines it leaves; 0 elsewhere."""
    is_hints: bool = False
    """Whether the list has hints in place of the choices, for which alone the other panes are laid out."""


FEW, LEAST = 8, 4
"""Lines of a short list, at most and at least."""


def measure_list(rows: Sequence[MenuEntry], table: State, confirms_hand: bool, is_beside_task: bool) -> ListSize:
    """Return the lines of the choices; a short list has a minimum that keeps the panes from step to step."""
    lines = sum(row.kind is not EntryKind.REFUSAL for row in rows)
    least = 7 + confirms_hand if chooses_hand(table) else LEAST
    is_few = lines <= FEW
    short = max(least, lines) if is_few or chooses_card(table) else 0
    return ListSize(is_few, len(rows), lines if is_beside_task else 0, short)


@dataclass(frozen=True)
class TablePage:
    """All that a table shows, whatever its size."""

    setup: Setup
    position: int
    """Behind the cursor of the game during a playback."""
    observation: Observation
    titles: Wording
    """The question over the list, from the longest form to the shortest."""
    rows: tuple[MenuEntry, ...]
    cursor: int
    lit: frozenset[PieceRef]
    wanted: frozenset[PieceRef]
    """Pieces that are asked for; those that are not lit are marked."""
    chosen: frozenset[PieceRef]
    """The pieces of a set chosen so far."""
    touched: Mapping[PieceRef, int]
    """Pieces that others touched since the viewer's last turn, with their seat; new ones with ``NOBODY``."""
    forecast: Forecast | None
    """What the explained choice would change; None where that is unknown yet, or nothing."""
    details: Details
    has_long_details: bool
    list_size: ListSize
    frame: Frame | None = None
    """The part of a playback that is shown."""
    playback_keys: Mapping[str, str] = field(default_factory=dict)
    """By key, what it does during a playback."""
    task_pieces: frozenset[PieceRef] | None = None
    """The pieces of a task, whose tab is shown; None for no task."""
    idle: frozenset[str] = frozenset()
    """Commands that have nothing to do now, so that the footer leaves them out."""
    can_undo: bool = False
    can_hint: bool = False
    """Whether there are hints to look for."""
    is_somebody_missing: bool = False
    """Whether a person with another screen is not connected."""
    is_waiting: bool = False
    """Whether only somebody at another screen can choose."""
    is_connected: bool = True
    """Whether the game is known as it is now, and so whose turn it is."""
    seat_notes: Mapping[int, str] = field(default_factory=dict)
    """By seat of a person: ``bot`` where a bot plays for the person, ``away`` where nobody is connected."""

    @property
    def has_reasons(self) -> bool:
        """Whether the list says why something cannot be done."""
        return any(row.kind is EntryKind.REFUSAL for row in self.rows)

    @property
    def can_take(self) -> bool:
        """Whether the row under the cursor is a choice; that to wait is none, and that to hurry a bot names its key."""
        row = self.rows[self.cursor] if 0 <= self.cursor < len(self.rows) else None
        return row is not None and row.is_selectable and row.step not in ("hurry", "stay")

    @property
    def hidden_commands(self) -> frozenset[str]:
        """Commands that the footer leaves out, as they have nothing or little to do now.

        Where somebody is missing, it has the seats in place of hints.
        """
        shown = {
            "take": self.can_take,
            "undo": self.can_undo,
            "reasons": self.has_reasons and not self.is_waiting,
            "hint": self.can_hint and not self.is_somebody_missing,
            "seats": self.is_somebody_missing,
        }
        return frozenset(command for command, is_shown in shown.items() if not is_shown)

    @property
    def footer_facts(self) -> tuple[object, ...]:
        """What the keys in the footer depend on."""
        return tuple(self.playback_keys.items()), self.idle, self.hidden_commands
