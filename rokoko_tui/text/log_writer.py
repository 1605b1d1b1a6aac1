"""What every line of the log is told with: the events still to be told, the lines so far, and how figures are put."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from rokoko_core.box import Box
from rokoko_core.events import Event
from rokoko_core.events.amounts import LivreGained, LivrePaid, NotionsGained, PrestigeGained
from rokoko_core.events.places import Move
from rokoko_core.events.reasons import Why
from rokoko_core.events.turns import EmployeesLeft
from rokoko_core.state import Setup
from rokoko_tui.text import piece_names as pieces
from rokoko_tui.text.message_catalog import Vocabulary, capital
from rokoko_tui.text.piece_refs import keys_of_moves

E = TypeVar("E")


@dataclass(frozen=True)
class Line:
    """A line of the log.

    ``kind`` says what it is about, ``seat`` whom it concerns, None for nobody in particular, and ``moved`` which pieces
    went from where to where, face down where the reader may not know them; ``rule`` is the number of its rule.
    """

    kind: str
    seat: int | None
    text: str
    moved: tuple[Move, ...] = ()
    rule: str = ""

    @property
    def pieces(self) -> frozenset[str]:
        """Keys of the places and pieces it speaks of, as ``piece_keys`` names them."""
        return keys_of_moves(self.moved)


class About(Protocol):
    """What a line is about: an event, or several together."""

    @property
    def seat(self) -> int | None:
        """Whom it concerns."""

    @property
    def moved(self) -> tuple[Move, ...]:
        """The pieces that moved with it."""

    @property
    def rule(self) -> str:
        """The number of the rule behind it."""


@dataclass(frozen=True)
class Together:
    """Several events told in one line."""

    rule: str
    seat: int | None
    moved: tuple[Move, ...] = ()


@dataclass
class Telling:
    """The events of one action as somebody may know them: those still to be told, and the lines told so far."""

    words: Vocabulary
    setup: Setup
    box: Box
    left: list[Event]
    lines: list[Line] = field(default_factory=list)

    # ---- which event is told next

    def next(self, kind: type[E], *whys: Why) -> E | None:
        """The very next event, taken, if it is of ``kind`` and for one of ``whys`` where some are given."""
        if self.left and _is(self.left[0], kind, whys):
            return self.left.pop(0)  # type: ignore[return-value]
        return None

    def rest(self, kind: type[E], *whys: Why) -> list[E]:
        """All events of ``kind``, for one of ``whys`` where some are given, taken from among those still to be told."""
        found = [event for event in self.left if _is(event, kind, whys)]
        self.left = [event for event in self.left if not _is(event, kind, whys)]
        return found  # type: ignore[return-value]

    def paid(self, why: Why) -> int:
        """Livre paid for the event told now, 0 when none follows it."""
        cost = self.next(LivrePaid, why)
        return cost.livre if cost else 0

    # ---- lines

    def tell(self, kind: str, about: About, key: str, **figures: object) -> None:
        """Add the line ``key``; ``{who}`` is the name of the seat it is about."""
        seat = about.seat
        who = self.who(seat) if seat is not None else ""
        text = self.words.say_of(f"narration.{key}", {"who": who, **figures})
        # a player's name is never bent, not even at the beginning of a sentence
        spoken = text if who and text.startswith(who) else capital(text)
        self.lines.append(Line(kind, seat, spoken, about.moved, about.rule))

    def tell_each(self, kind: str, event: EmployeesLeft, key: str) -> None:
        """A line ``key`` for each card that ``event`` moves."""
        for move in event.moved:
            self.tell(kind, Together(event.rule, event.seat, (move,)), key, card=self.card(move.piece))

    # ---- how figures are put

    def who(self, seat: int) -> str:
        """The player's name."""
        return pieces.seat(self.words, self.setup, seat)

    def count(self, word: str, n: int) -> str:
        """``1 dress`` or ``2 dresses``."""
        return self.words.say(f"narration.count.{word}", n=n)

    def prestige(self, gain: PrestigeGained | None) -> str:
        """Prestige gained, without the figure where the game hides it (HIDDEN-2); none at all as 0."""
        return self._points(gain.prestige if gain else 0)

    def _points(self, points: int | None) -> str:
        if points is None:
            return self.words.say("narration.count.prestige-hidden")
        return self.count("prestige", points)

    def gains(self, *gains: LivreGained | NotionsGained | PrestigeGained) -> str:
        """Everything gained together: ``4 Livre, 1 lace and 1 prestige``."""
        livre = sum(gain.livre for gain in gains if isinstance(gain, LivreGained))
        yarn = sum(gain.yarn for gain in gains if isinstance(gain, NotionsGained))
        lace = sum(gain.lace for gain in gains if isinstance(gain, NotionsGained))
        points = [gain.prestige for gain in gains if isinstance(gain, PrestigeGained)]
        parts = [self.words.money(livre)] if livre else []
        parts += [self.count("yarn", yarn)] if yarn else []
        parts += [self.count("lace", lace)] if lace else []
        if points:
            parts.append(self._points(None if None in points else sum(point or 0 for point in points)))
        return self.words.listed(parts) or self.words.money(0, "amount")

    def card(self, card: str) -> str:
        """A card's name."""
        return pieces.card(self.words, card, self.box)

    def cards(self, cards: Iterable[str]) -> str:
        """Several cards' names."""
        return self.words.listed([self.card(card) for card in cards], "steps")

    def tile(self, tile: str) -> str:
        """A tile's name."""
        return pieces.tile(self.words, tile, self.box)

    def tiles(self, tiles: Iterable[str]) -> str:
        """Several tiles' names."""
        return self.words.listed([self.tile(tile) for tile in tiles])

    def silk(self, tiles: Iterable[str]) -> str:
        """Kept tiles by their silk."""
        return self.words.listed([pieces.kept(self.words, tile, self.box) for tile in tiles])

    def dress(self, dress: str) -> str:
        """Colour and kind of a dress."""
        return pieces.dress_short(self.words, dress, self.box)

    def dresses(self, dresses: Iterable[str]) -> str:
        """Several dresses' names."""
        return self.words.listed([self.dress(dress) for dress in dresses])

    def exam(self, exam: str) -> str:
        """An examination's name."""
        return self.words.say(f"pieces.exam.{exam}")


def _is(event: Event, kind: type, whys: tuple[Why, ...]) -> bool:
    return isinstance(event, kind) and (not whys or getattr(event, "why", None) in whys)
