"""A whole turn in one line, as far as its events may be known: what went where, and what it cost in all.

``PARTS`` says it for each kind of event that moves something one would look for on the table; what only leads to such a
thing, pays for it or follows from it is in the sums at the end of the line.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from rokoko_core.box import Box
from rokoko_core.events import Event, acts, turns
from rokoko_core.events.amounts import LivreGained, LivrePaid, PrestigeGained
from rokoko_core.events.reasons import Why
from rokoko_core.events.solo import BarryHindered
from rokoko_core.events.table import GameOver, RoundBegan, StartNamed
from rokoko_core.state import Setup
from rokoko_core.terms import FACE_DOWN
from rokoko_tui.text import piece_names as pieces
from rokoko_tui.text.message_catalog import Vocabulary


class Speaking(NamedTuple):
    """The words, and the box the pieces are of."""

    words: Vocabulary
    box: Box

    def part(self, key: str, **figures: object) -> str:
        """A part of the line."""
        return self.words.say(f"brief.part.{key}", **figures)


def _tile(to: Speaking, event: acts.TileTaken) -> str:
    tiles = [pieces.kept(to.words, tile, to.box) for tile in event.pieces]
    return to.part("tile", tiles=tiles)


def _drawn(to: Speaking, event: acts.TileDrawn) -> str:
    if event.piece == FACE_DOWN:
        return to.part("drawn")
    return to.part("tile", tiles=[pieces.kept(to.words, event.piece, to.box)])


def _placed(to: Speaking, event: acts.DressPlaced) -> str:
    space = to.box.guest[event.moved[0].end.space]
    dress = pieces.dress_short(to.words, event.piece, to.box)
    return to.part("placed", dress=dress, hall=pieces.hall_in(to.words, space.hall))


def _sold(to: Speaking, event: acts.DressSold) -> str:
    return to.part("sold", dress=pieces.dress_short(to.words, event.piece, to.box))


def _hired(to: Speaking, event: acts.EmployeeHired | acts.SpecialistHired) -> str:
    return to.part("hired", card=pieces.card_short(to.words, event.piece, to.box))


def _deputed(to: Speaking, event: acts.EmployeeDeputed) -> str:
    return to.part("deputed", card=pieces.card_short(to.words, event.piece, to.box))


def _funded(to: Speaking, event: acts.DecorationFunded) -> str:
    return pieces.decoration_name(to.words, to.box.decoration[event.moved[0].end.space])


def _exam(to: Speaking, event: turns.ExamPassed) -> str:
    return to.words.say(f"pieces.exam.{event.exam}")


PARTS: dict[type, Callable[[Speaking, Any], str]] = {
    acts.FavorTaken: lambda to, event: to.words.term("favor"),
    acts.TileTaken: _tile,
    acts.TileDrawn: _drawn,
    acts.DressPlaced: _placed,
    acts.DressSold: _sold,
    acts.JewelTaken: lambda to, event: pieces.jewel(to.words, event.piece),
    acts.AllHallsReached: lambda to, event: to.words.term("all-halls"),
    acts.EmployeeHired: _hired,
    acts.SpecialistHired: _hired,
    acts.EmployeeDeputed: _deputed,
    acts.DecorationFunded: _funded,
    turns.ExamPassed: _exam,
    BarryHindered: lambda to, event: to.part("hindered"),
}
"""What is said of each kind of event; the others are in the sums, or go without saying."""


def turn(words: Vocabulary, events: Iterable[Event], seat: int, livre: int, box: Box, tight: bool) -> str:
    """What ``seat``, which owned ``livre`` before, did in a turn; ``tight`` with signs for the sums."""
    told, to = tuple(events), Speaking(words, box)
    own = [event for event in told if event.seat == seat]
    parts = [PARTS[type(event)](to, event) for event in own if type(event) in PARTS]
    parts += _sums(to, own, livre, "-tight" if tight else "")
    parts = parts or _played(to, own)
    return words.listed(parts, "row") if parts else words.say("brief.nothing")


def _played(to: Speaking, own: list[Event]) -> list[str]:
    """The card played, for a turn that has moved nothing else, or not yet."""
    cards = [event.piece for event in own if isinstance(event, turns.CardPlayed)]
    return [to.part("played", card=pieces.card_short(to.words, card, to.box)) for card in cards]


def _sums(to: Speaking, own: list[Event], livre: int, tight: str) -> list[str]:
    """Prestige gained, and the Livre before and after."""
    gains = [event.prestige for event in own if isinstance(event, PrestigeGained)]
    found = []
    if gains:
        key = "prestige-hidden" if None in gains else f"prestige{tight}"
        found.append(to.words.say_of(f"brief.part.{key}", {"n": sum(gain or 0 for gain in gains)}))
    left = livre + sum(_livre(event) for event in own)
    if left != livre:
        found.append(to.part(f"livre{tight}", before=livre, after=left))
    return found


def _livre(event: Event) -> int:
    if isinstance(event, LivreGained) and event.why is not Why.INCOME:
        return event.livre
    return -event.livre if isinstance(event, LivrePaid) else 0


def change(words: Vocabulary, events: Iterable[Event], setup: Setup) -> str:
    """The line about what lies between two rounds."""
    told = tuple(events)
    if any(isinstance(event, GameOver) for event in told):
        return words.say("brief.over")
    began = next((event.round for event in told if isinstance(event, RoundBegan)), 1)
    starts = next((event.seat for event in told if isinstance(event, StartNamed)), None)
    if starts is None:
        return words.say("brief.round", round=began)
    return words.say("brief.round-starts", round=began, who=pieces.seat(words, setup, starts))
