"""Writers that put events into words: the lines of the log, and the parts of summaries."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, TypeVar

from rokoko_core.box import Box
from rokoko_core.events import Event
from rokoko_core.events.amounts import LivreGained, LivrePaid, NotionsGained, PrestigeGained
from rokoko_core.events.places import Move
from rokoko_core.events.reasons import Why
from rokoko_core.events.turns import EmployeesLeft
from rokoko_core.play.history import FIREWORKS, PlaceLost
from rokoko_core.state import Setup
from rokoko_tui.text import piece_names, player_names
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.message_rendering import inside
from rokoko_tui.text.messages import capital
from rokoko_tui.text.piece_refs import PieceRef, list_move_refs
from rokoko_tui.text.wording import Wording

E = TypeVar("E")


@dataclass(frozen=True)
class LogLine:
    """A line of the log.

    ``kind`` is its subject, ``seat`` the player it concerns, or None. ``moved`` has the pieces that moved, face down
    if the reader may not know them. ``rule`` is a rule number. ``short`` is a shorter text for a narrow page.
    """

    kind: str
    seat: int | None
    text: str
    moved: tuple[Move, ...] = ()
    rule: str = ""
    short: str = ""

    @property
    def pieces(self) -> frozenset[PieceRef]:
        """The places and pieces the line mentions."""
        return list_move_refs(self.moved)


class LineSource(Protocol):
    """What a line reports: an event, or a group of events."""

    @property
    def seat(self) -> int | None: ...

    @property
    def moved(self) -> tuple[Move, ...]: ...

    @property
    def rule(self) -> str: ...


@dataclass(frozen=True)
class EventGroup:
    """Several events reported in one line."""

    rule: str
    seat: int | None
    moved: tuple[Move, ...] = ()


@dataclass
class LogWriter:
    """Turns the events of one action, redacted for the reader, into lines of the log."""

    words: Vocabulary
    setup: Setup
    box: Box
    events: list[Event]
    """Events not reported yet."""
    lines: list[LogLine] = field(default_factory=list)

    # ---- events

    def take_next(self, kind: type[E], *reasons: Why) -> E | None:
        """Remove and return the next event if it is of ``kind`` and, when given, has one of the reasons ``reasons``."""
        if self.events and _matches(self.events[0], kind, reasons):
            return self.events.pop(0)  # type: ignore[return-value]
        return None

    def take_all(self, kind: type[E], *reasons: Why) -> list[E]:
        """Remove and return all events of ``kind`` that, when given, have one of the reasons ``reasons``."""
        taken = [event for event in self.events if _matches(event, kind, reasons)]
        self.events = [event for event in self.events if not _matches(event, kind, reasons)]
        return taken  # type: ignore[return-value]

    def take_payment(self, reason: Why) -> int:
        """Remove the payment if it is the next event, and return its Livre, or 0."""
        cost = self.take_next(LivrePaid, reason)
        return cost.livre if cost else 0

    # ---- lines

    def add(self, kind: str, source: LineSource, key: str, **values: object) -> None:
        """Add the line ``key``; its ``{who}`` is the player of ``source``."""
        seat = source.seat
        who = self.who(seat) if seat is not None else ""
        text = self.words.say_of(f"narration.{key}", {"who": who, **values})
        # A player's name is never changed, not even at the start of a sentence.
        line = text if who and text.startswith(who) else capital(text)
        self.lines.append(LogLine(kind, seat, line, source.moved, source.rule))

    def add_action(self, event: LineSource, key: str, **values: object) -> None:
        """Add the line ``key`` about what a player did."""
        self.add("action", event, f"did.{key}", **values)

    def add_each(self, kind: str, event: EmployeesLeft, key: str) -> None:
        """Add a line ``key`` for each card that ``event`` moves."""
        for move in event.moved:
            self.add(kind, EventGroup(event.rule, event.seat, (move,)), key, card=self.card(move.piece))

    # ---- values

    def who(self, seat: int) -> str:
        return player_names.seat(self.words, self.setup, seat)

    def count(self, word: str, n: int) -> str:
        """Return ``1 dress`` or ``2 dresses``."""
        return self.words.say(f"narration.count.{word}", n=n)

    def prestige(self, gain: PrestigeGained | None) -> str:
        """Return the prestige gained, without the number if the game hides it (HIDDEN-2); 0 for None."""
        return self._points(gain.prestige if gain else 0)

    def _points(self, points: int | None) -> str:
        if points is None:
            return self.words.say("narration.count.prestige-hidden")
        return self.count("prestige", points)

    def gains(self, *gains: LivreGained | NotionsGained | PrestigeGained) -> str:
        """Return the sum of all gains: ``4 Livre, 1 lace and 1 prestige``."""
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
        return piece_names.card_within(self.words, card, self.box)

    def cards(self, cards: Iterable[str]) -> str:
        return self.words.listed([self.card(card) for card in cards], "steps")

    def tile(self, tile: str) -> str:
        return piece_names.tile(self.words, tile, self.box)

    def tiles(self, tiles: Iterable[str]) -> str:
        return self.words.listed([inside(self.tile(tile)) for tile in tiles])

    def silk(self, tiles: Iterable[str]) -> str:
        """Return kept tiles by their silk."""
        return self.words.listed([piece_names.kept_silk(self.words, tile, self.box) for tile in tiles])

    def dress(self, dress: str) -> str:
        """Return colour and kind of a dress."""
        return piece_names.dress_short(self.words, dress, self.box)

    def dresses(self, dresses: Iterable[str]) -> str:
        return self.words.listed(piece_names.count_dresses(self.words, dresses, self.box))

    def exam(self, exam: str) -> str:
        return piece_names.exam(self.words, exam)


def _matches(event: Event, kind: type, reasons: tuple[Why, ...]) -> bool:
    return isinstance(event, kind) and (not reasons or getattr(event, "why", None) in reasons)


class PartWriter(NamedTuple):
    """Writes the parts of the line for the pieces of ``box``."""

    words: Vocabulary
    box: Box

    def part(self, key: str, **values: object) -> Wording:
        return self.words.wording(f"turn_summary.part.{key}", **values)

    def tiles(self, tiles: Iterable[str]) -> Wording:
        names = [piece_names.kept_silk(self.words, tile, self.box) for tile in tiles]
        return self.part("tile", tiles=names, n=len(names))

    def lost(self, lost: PlaceLost) -> Wording:
        end = "lost" if lost.place == 1 else "second-lost"
        if lost.hall == FIREWORKS:
            return self.part(f"fireworks-{end}")
        return self.part(f"hall-{end}", hall=piece_names.hall_in(self.words, lost.hall))

    def card(self, key: str, card: str) -> Wording:
        """Return a part with a card, at the shortest with its rank alone."""
        name = Wording(piece_names.card_within(self.words, card, self.box))
        if card in self.box.card:
            name = Wording(name.longest, piece_names.rank(self.words, self.box.card[card].rank))
        return self.part(key, card=name)

    def dress(self, key: str, dress: str, **values: object) -> Wording:
        return self.part(key, dress=piece_names.dress_short(self.words, dress, self.box), **values)

    def hall(self, space: str) -> str:
        return piece_names.hall_in(self.words, self.box.guest[space].hall)

    def decoration(self, space: str) -> str:
        return piece_names.decoration_name(self.words, self.box.decoration[space])
