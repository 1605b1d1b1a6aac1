"""Summary between two rounds: income, pieces that left and came, the starting player, and the standings.

Only the standings depend on the viewer (HIDDEN-2). The rest is public.
"""

from collections import Counter
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
from rokoko_tui.text import piece_names
from rokoko_tui.text.log_writer import LogLine
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.round_log import INCOME


def summarise_round(words: Vocabulary, events: Iterable[Event], setup: Setup, box: Box) -> list[LogLine]:
    """Return the lines about the change of rounds; headings have the kind ``round``."""
    events = tuple(events)
    parts = {
        "income": list(_income(words, events, setup)),
        "left": [LogLine("refill", None, text) for text in _left(words, events, box)],
        "came": [LogLine("refill", None, text) for text in _came(words, events, box)],
        "starts": list(_starts(words, events, setup)),
    }
    return [line for key, lines in parts.items() if lines for line in (_heading(words, key), *lines)]


def list_standings(words: Vocabulary, view: Observation) -> list[LogLine]:
    """Return the prestige of each player that ``view`` knows, the leader first (HIDDEN-2)."""
    setup, lines = view.table.setup, list[LogLine]()
    scores = sorted(projected_scores(as_known(view)), key=lambda sheet: (-sheet.total, sheet.seat))
    known = [sheet for sheet in scores if view.prestige_known[sheet.seat]]
    for sheet in known:
        gained = view.table.players[sheet.seat].prestige
        who = piece_names.seat(words, setup, sheet.seat)
        text = words.say("between.standing", who=who, n=gained, points=sheet.total)
        lines.append(LogLine("score", sheet.seat, text))
    return [_heading(words, "standings"), *lines] if lines else []


def _heading(words: Vocabulary, key: str) -> LogLine:
    return LogLine("round", None, words.say(f"between.heading.{key}"))


def _income(words: Vocabulary, events: tuple[Event, ...], setup: Setup) -> Iterator[LogLine]:
    """Livre by seat, with the parts if there are several (INC-1)."""
    gains = [event for event in events if isinstance(event, LivreGained) and event.why in INCOME]
    for seat in sorted({gain.seat for gain in gains if gain.seat is not None}):
        own = [gain for gain in gains if gain.seat == seat]
        who, whole = piece_names.seat(words, setup, seat), sum(gain.livre for gain in own)
        if len(own) == 1:
            text = words.say("between.gain", who=who, livre=whole)
        else:
            parts = [words.say(f"between.part.{gain.why}", n=gain.livre) for gain in own]
            text = words.say("between.gain-parts", who=who, livre=whole, parts=parts)
        yield LogLine("income", seat, text)


def _left(words: Vocabulary, events: tuple[Event, ...], box: Box) -> Iterator[str]:
    """Pieces cleared from the displays (PREP-2, PREP-4, JB-2)."""
    for event in events:
        if isinstance(event, EmployeesLeft) and event.why is Why.NOT_HIRED:
            yield from _cards(words, event, box)
        elif isinstance(event, DressesCleared):
            yield _dresses(words, event, box)
        elif isinstance(event, JewelLeft):
            yield piece_names.jewel(words, event.piece)


def _came(words: Vocabulary, events: tuple[Event, ...], box: Box) -> Iterator[str]:
    """Pieces laid out (PREP-2 to PREP-4, JB-2)."""
    for event in events:
        if isinstance(event, EmployeesShown):
            yield from _cards(words, event, box)
        elif isinstance(event, TilesLaid):
            yield words.listed([piece_names.tile(words, tile, box) for tile in event.pieces], "row")
        elif isinstance(event, DressesLaid):
            yield _dresses(words, event, box)
        elif isinstance(event, JewelsLaid):
            yield words.listed([piece_names.jewel(words, jewel) for jewel in event.pieces])


def _cards(words: Vocabulary, event: Moving, box: Box) -> Iterator[str]:
    if event.pieces:
        yield words.listed([piece_names.card(words, card, box) for card in event.pieces], "steps")


def _dresses(words: Vocabulary, event: Moving, box: Box) -> str:
    counts = Counter(piece_names.dress_short(words, dress, box) for dress in event.pieces)
    return words.listed([words.say("between.many", n=n, what=what) if n > 1 else what for what, n in counts.items()])


def _starts(words: Vocabulary, events: tuple[Event, ...], setup: Setup) -> Iterator[LogLine]:
    for event in events:
        if isinstance(event, StartNamed) and event.seat is not None:
            key, who = "starts-favor" if event.by_favor else "starts-still", piece_names.seat(words, setup, event.seat)
            yield LogLine("start", event.seat, words.say(f"narration.round.{key}", who=who))
