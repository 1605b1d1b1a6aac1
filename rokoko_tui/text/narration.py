"""The game log: one or more lines for each event.

``narrate`` uses only the events, which ``seen_by`` has redacted for the reader (HIDDEN-1, HIDDEN-2). The modules of
``families`` write the lines. A kind without a line has none; the tests give the reason for each.
"""

from collections.abc import Iterable

from rokoko_core.box import Box
from rokoko_core.events import Event
from rokoko_core.state import Setup
from rokoko_tui.text.families.registry import words_of_event
from rokoko_tui.text.log_writer import LogLine, LogWriter
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.player_names import BARRY_SEAT


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
