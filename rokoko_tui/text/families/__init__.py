"""What is said about the game, one module per family of actions, as in ``rokoko_core.moves``.

A family module has ``ACTIONS``: labels, refusals, consequences, keys and pieces of its actions; and ``EVENTS``: log
lines, parts of summaries and gains of its events; and ``TOOLTIPS`` of its pieces. ``registry`` combines them.
"""

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import Generic, TypeVar

from rokoko_core.actions import Action, ChooseExamCard, Hire, PlayCard
from rokoko_core.box import Box, box_of
from rokoko_core.events import Event
from rokoko_core.refusal import Refusal
from rokoko_core.state import State
from rokoko_tui.text import piece_names
from rokoko_tui.text.event_writers import LogWriter, PartWriter
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.wording import Wording

A = TypeVar("A", bound=Action)
E = TypeVar("E", bound=Event)
Phrase = Callable[[Vocabulary, A, State], str]
"""Words an action that is legal, or refused, in a state. Without a text of its own it returns an empty string."""
Tooltip = Callable[[Vocabulary, PieceRef, State, Box], str]


@dataclass(frozen=True)
class ActionWords(Generic[A]):
    """What is said about a kind of action, and which pieces and keys it has."""

    kind: type[A]
    label: Phrase[A]
    """The action with its price and its gains in one line."""
    _: KW_ONLY
    row: Callable[[Vocabulary, A, State], Wording] | None = None
    """What, price and prestige on one line of the list; by default ``label``."""
    subject: Callable[[Vocabulary, A, Refusal, State], Wording] | None = None
    """What is refused, in a few words, and in as few cells as possible; by default ``label``."""
    has_one_refusal: bool = False
    """Whether one reason is for all pieces, or names each of them."""
    consequences: Callable[[Vocabulary, A, State], list[str]] = lambda words, action, state: []
    """Lines about what follows beyond cost, gain and score, such as the bonus of a card hired."""
    heading: Phrase[A] = lambda words, action, state: ""
    """A heading of its own instead of that of the family or the decision."""
    row_heading: Phrase[A] = lambda words, action, state: ""
    """A heading of its own in the list."""
    rule: Callable[[A, State], str] = lambda action, state: ""
    """The number of a rule other than that of its kind."""
    pieces: Callable[[A, State], list[PieceRef]] = lambda action, state: []
    key: Callable[[A, State], str] | None = None
    """A key of its own, whatever else is on offer."""
    key_group: Callable[[A, State], str] = lambda action, state: ""
    """The letter before the number, left out where only one group is on offer."""
    key_number: Callable[[A, State], int] | None = None
    """The number of its place on the board; by default its number in the list."""
    shortened_with: str = ""
    """Actions with the same value have short texts in the list together."""
    is_listed_last: bool = False
    """Whether it is listed after other main actions, under one heading with others."""
    has_own_price: bool = False
    """Whether the heading over several of its kind has the lowest price."""


@dataclass(frozen=True)
class EventWords(Generic[E]):
    """What is said about a kind of event. An event without a line is in that of another, or needs no mention."""

    kind: type[E]
    _: KW_ONLY
    log: Callable[[LogWriter, E], None] | None = None
    """Writes its lines of the log; a line often has the amounts that follow, such as the Livre paid for a tile."""
    du_barry: Callable[[LogWriter, E], None] | None = None
    """The same for Madame du Barry, where it differs from that for players."""
    part: Callable[[PartWriter, E], str | Wording] | None = None
    """Its part of the summary of a turn; None for what is in the totals or left out."""
    gain: Callable[[LogWriter, E, bool], list[str]] | None = None
    """What it brings, as a hint says it; the last argument is whether the round is the last."""


def card_forms(words: Vocabulary, action: ChooseExamCard | Hire | PlayCard, state: State) -> Wording:
    """Return the card of ``action`` as a row of the list has it."""
    return piece_names.card_forms(words, action.card, box_of(state))
