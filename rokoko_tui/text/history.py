"""What happened, in words: the lines of the log, and summaries of a line each.

Both use only events that ``seen_by`` has redacted for the reader (HIDDEN-1, HIDDEN-2). The modules of ``families`` have
the words of each kind. A kind without a line has none; the tests give the reason for each. A summary is what was moved
where, with payments and gains in the totals at its end.
"""

from collections.abc import Iterable

from rokoko_core.box import Box
from rokoko_core.events import Event, acts
from rokoko_core.events.amounts import LivreGained, LivrePaid, NotionsGained, PrestigeGained
from rokoko_core.events.reasons import Why
from rokoko_core.events.turns import CardPlayed
from rokoko_core.play.history import PlaceLost, Turn
from rokoko_core.state import Setup
from rokoko_tui.text.event_writers import LogLine, LogWriter, PartWriter
from rokoko_tui.text.families.registry import words_of_event
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.player_names import BARRY_SEAT
from rokoko_tui.text.wording import Wording, combine


def narrate(words: Vocabulary, events: Iterable[Event], setup: Setup, box: Box) -> list[LogLine]:
    """Return the lines for the ``events`` of one action, or of the start of a game."""
    log = LogWriter(words, setup, box, list(events))
    while log.events:
        event = log.events.pop(0)
        own = words_of_event(event)
        write = (own.du_barry if box.solo and event.seat == BARRY_SEAT else None) or own.log
        if write is not None:
            write(log, event)
    return log.lines


def summarise_turn(words: Vocabulary, turn: Turn, box: Box) -> Wording:
    """Return what the player did in ``turn``, and which places in majorities the viewer lost."""
    writer = PartWriter(words, box)
    own = [event for event in turn.events if event.seat == turn.seat]
    parts = [
        write(writer, event) for event in _without_discarded(own) if (write := words_of_event(event).part) is not None
    ]
    parts += _totals(writer, own, turn.livre)
    parts += [writer.lost(place) for place in turn.places_lost]
    # A turn that has moved nothing else is summarised by a dress without a place yet, or by its card.
    parts = parts or [writer.dress("made", event.piece) for event in own if isinstance(event, acts.DressMade)]
    parts = parts or [writer.card("played", event.piece) for event in own if isinstance(event, CardPlayed)]
    if not parts:
        return words.wording("turn_summary.nothing")
    return combine(parts, lambda texts: words.listed(texts, "row"))


def summarise_effect(
    words: Vocabulary, places_lost: Iterable[PlaceLost], score_change: tuple[int, int] | None, box: Box
) -> Wording:
    """Return what the turns of others changed for a player, in the words of their summaries; empty for nothing."""
    parts = [PartWriter(words, box).lost(place) for place in places_lost]
    if score_change is not None:
        before, after = score_change
        parts.append(words.wording("turn_summary.score-title", before=before, after=after))
    return combine(parts, lambda texts: words.listed(texts, "facts"))


def _without_discarded(events: list[Event]) -> list[Event]:
    """Return ``events`` without the taking of each tile that is discarded: its discard tells of it."""
    result: list[Event] = []
    for event in events:
        if isinstance(event, acts.TileDiscarded):
            taken = next((e for e in reversed(result) if isinstance(e, acts.TileTaken | acts.TileDrawn)), None)
            result = [e for e in result if e is not taken]
        result.append(event)
    return result


def _totals(writer: PartWriter, own: list[Event], livre: int) -> list[Wording]:
    """Return the notions gained except by discarding, the prestige gained, and the Livre before and after."""
    gains = [event.prestige for event in own if isinstance(event, PrestigeGained)]
    notions = [event for event in own if isinstance(event, NotionsGained) and event.why is not Why.TILE]
    counts = {word: sum(getattr(event, word) for event in notions) for word in ("yarn", "lace")}
    gained = [writer.words.say(f"choices.gain.{word}", n=n) for word, n in counts.items() if n]
    totals = [writer.part("notions", gained=writer.words.listed(gained))] if gained else []
    if gains:
        known = [gain for gain in gains if gain is not None]
        is_known = len(known) == len(gains)
        totals.append(writer.part("prestige", n=sum(known)) if is_known else writer.part("prestige-hidden"))
    left = livre + sum(_livre(event) for event in own)
    if left != livre:
        totals.append(writer.part("livre", before=livre, after=left))
    return totals


def _livre(event: Event) -> int:
    if isinstance(event, LivreGained) and event.why is not Why.INCOME:
        return event.livre
    return -event.livre if isinstance(event, LivrePaid) else 0
