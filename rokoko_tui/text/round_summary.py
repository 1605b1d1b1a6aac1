"""What lies between two rounds, on a page: income, what left, what came, who starts, and how everybody stands.

All of it lies open; only the standings depend on who looks (HIDDEN-2).
"""

from collections.abc import Iterable, Iterator

from rokoko_core.box import Box
from rokoko_core.events import Event
from rokoko_core.events.amounts import LivreGained
from rokoko_core.events.base import Moving
from rokoko_core.events.reasons import Why
from rokoko_core.events.table import (
    DressesCleared,
    DressesLaid,
    EmployeesShown,
    JewelLeft,
    JewelsLaid,
    StartNamed,
    TilesLaid,
)
from rokoko_core.events.turns import EmployeesLeft
from rokoko_core.observe import Observation, as_known
from rokoko_core.scoring import projected_scores
from rokoko_core.state import Setup
from rokoko_tui.text import piece_names as pieces
from rokoko_tui.text.log_writer import Line
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.round_log import INCOME


def change(words: Vocabulary, events: Iterable[Event], setup: Setup, box: Box) -> list[Line]:
    """The lines about the change to the next round, with headings of the kind ``round``."""
    told = tuple(events)
    parts = {
        "income": list(_income(words, told, setup)),
        "left": [Line("refill", None, text) for text in _left(words, told, box)],
        "came": [Line("refill", None, text) for text in _came(words, told, box)],
        "starts": list(_starts(words, told, setup)),
    }
    return [line for key, lines in parts.items() if lines for line in (_heading(words, key), *lines)]


def standings(words: Vocabulary, view: Observation) -> list[Line]:
    """Everybody's prestige as far as ``view`` knows it, the one best off first."""
    setup, found = view.table.setup, list[Line]()
    scores = sorted(projected_scores(as_known(view)), key=lambda sheet: (-sheet.total, sheet.seat))
    known = [sheet for sheet in scores if view.prestige_known[sheet.seat]]
    for sheet in known:
        gained = view.table.players[sheet.seat].prestige
        who = pieces.seat(words, setup, sheet.seat)
        text = words.say("between.standing", who=who, n=gained, points=sheet.total)
        found.append(Line("score", sheet.seat, text))
    return [_heading(words, "standings"), *found] if found else []


def _heading(words: Vocabulary, key: str) -> Line:
    return Line("round", None, words.say(f"between.heading.{key}"))


def _income(words: Vocabulary, events: tuple[Event, ...], setup: Setup) -> Iterator[Line]:
    """Each seat's Livre, with its parts where there are several (INC-1)."""
    gains = [event for event in events if isinstance(event, LivreGained) and event.why in INCOME]
    for seat in sorted({gain.seat for gain in gains if gain.seat is not None}):
        own = [gain for gain in gains if gain.seat == seat]
        who, whole = pieces.seat(words, setup, seat), sum(gain.livre for gain in own)
        if len(own) == 1:
            text = words.say("between.gain", who=who, livre=whole)
        else:
            parts = [words.say(f"between.part.{gain.why}", n=gain.livre) for gain in own]
            text = words.say("between.gain-parts", who=who, livre=whole, parts=parts)
        yield Line("income", seat, text)


def _left(words: Vocabulary, events: tuple[Event, ...], box: Box) -> Iterator[str]:
    """What is cleared from the displays (PREP-2, PREP-4, JB-2)."""
    for event in events:
        if isinstance(event, EmployeesLeft) and event.why is Why.NOT_HIRED:
            yield from _cards(words, event, box)
        elif isinstance(event, DressesCleared):
            yield words.listed([pieces.dress_short(words, dress, box) for dress in event.pieces])
        elif isinstance(event, JewelLeft):
            yield pieces.jewel(words, event.piece)


def _came(words: Vocabulary, events: tuple[Event, ...], box: Box) -> Iterator[str]:
    """What is laid out (PREP-2 to PREP-4, JB-2)."""
    for event in events:
        if isinstance(event, EmployeesShown):
            yield from _cards(words, event, box)
        elif isinstance(event, TilesLaid):
            yield words.listed([pieces.tile_short(words, tile, box) for tile in event.pieces], "row")
        elif isinstance(event, DressesLaid):
            yield words.listed([pieces.dress_short(words, dress, box) for dress in event.pieces])
        elif isinstance(event, JewelsLaid):
            yield words.listed([pieces.jewel(words, jewel) for jewel in event.pieces])


def _cards(words: Vocabulary, event: Moving, box: Box) -> Iterator[str]:
    if event.pieces:
        yield words.listed([pieces.card_short(words, card, box) for card in event.pieces], "steps")


def _starts(words: Vocabulary, events: tuple[Event, ...], setup: Setup) -> Iterator[Line]:
    for event in events:
        if isinstance(event, StartNamed) and event.seat is not None:
            key, who = "starts-favor" if event.by_favor else "starts-still", pieces.seat(words, setup, event.seat)
            yield Line("start", event.seat, words.say(f"narration.round.{key}", who=who))
