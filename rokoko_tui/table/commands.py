"""What a person, a timer or an answer tells a session of the table."""

from dataclasses import dataclass
from enum import Enum
from typing import Any

from rokoko_tui.table.choice_list import MenuEntry
from rokoko_tui.table.effects import Ask, HandOver, Think, Wait
from rokoko_tui.text.piece_refs import PieceRef


class CommandId(Enum):
    """A command without details. Those with a key have its name in ``keys.toml``."""

    TAKE = "take"
    CHOOSE = "choose"
    """Select the piece under the cursor, or let others take a step; an action needs ``TAKE``."""
    UNDO = "undo"
    UNDO_TURN = "undo-turn"
    REDO = "redo"
    REDO_TURN = "redo-turn"
    END_TURN = "end-turn"
    REASONS = "reasons"
    HINT = "hint"
    HURRY = "hurry"
    BACK = "back"
    FINISH = "finish"
    PACE = "pace"
    SHOW_AGAIN = "show-again"
    SEATS = "seats"
    CHAT = "chat"
    CLOSE_GROUP = "close-group"
    """Drop the key of the group that was opened."""
    REFRESH = "refresh"
    """The game, the settings or the language may have changed."""
    PROCEED = "proceed"
    """The table is drawn: carry out what is next."""
    FINAL = "final"
    """Show the final sheet."""


@dataclass(frozen=True)
class Press:
    """A key, before its binding is looked up."""

    key: str
    text: str
    """The character, else the name of the key."""
    time: float
    is_unbound: bool = False
    """Whether it types a character and is the key of no command."""
    typed: str = ""
    """The name of the key on the keyboard of the player, which may have another layout."""

    @property
    def shown_key(self) -> str:
        """The name of the key in notices."""
        return self.typed or self.key


@dataclass(frozen=True)
class Mouse:
    """A mouse button."""

    is_down: bool
    time: float


@dataclass(frozen=True)
class Click:
    """A row of the list or a piece was clicked."""

    time: float
    target: MenuEntry | PieceRef
    is_repeated: bool = False
    """Whether it follows another at the same cell at once, as in a double click."""


@dataclass(frozen=True)
class TakePiece:
    """The inspected piece was taken."""

    piece: PieceRef


@dataclass(frozen=True)
class MoveTo:
    """The cursor of the list is on another row."""

    row: int


@dataclass(frozen=True)
class GoBackTo:
    """Undo to before the action ``number``, whose line of the log was taken."""

    number: int | None


@dataclass(frozen=True)
class ShowTurns:
    """Show the actions ``numbers`` once more."""

    numbers: range


@dataclass(frozen=True)
class Answered:
    """``effect`` was carried out, with this result."""

    effect: Think | Wait | Ask | HandOver
    value: Any


Command = CommandId | Press | Mouse | Click | TakePiece | MoveTo | GoBackTo | ShowTurns | Answered
