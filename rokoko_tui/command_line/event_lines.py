"""``rokoko-tui log --events --json``: what every entry of a save did, as objects for other programs (docs/events.md)."""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from rokoko_core.actions import Action
from rokoko_core.engine import events, opening
from rokoko_core.events import Event
from rokoko_core.game import FenceKind, Game, Hint, Play, Undo

Redaction = Callable[[Sequence[Event]], Sequence[Event]]
"""Makes of events what somebody may know of them."""


class EventLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry and what it did."""

    position: int
    """The position it led to."""
    entry: str
    """``opening``, ``play``, ``undo``, ``redo`` or ``hint``."""
    events: Sequence[Event]
    """What happened with it; nothing with an undo, a redo or a hint."""
    seat: int | None = None
    """Who took the action, or the hint."""
    crossed: FenceKind | None = None
    """The fence that an undo crossed knowingly."""
    action: Action | None = None
    """The action taken, where all may be told."""


def event_lines(game: Game, redacted: Redaction, everything: bool = False) -> Iterator[str]:
    """A JSON object for the opening and for each entry of ``game``, undone ones included.

    ``redacted`` says what may be told of the events; ``everything`` tells the actions too, which hold secrets.
    """
    again = Game.new(game.setup)
    yield _written(EventLine(0, "opening", redacted(opening(game.setup))))
    for entry in game.entries:
        if isinstance(entry, Hint):
            yield _written(EventLine(again.cursor, "hint", (), entry.seat))
            continue
        if not isinstance(entry, Play):
            crossed = entry.crossed if isinstance(entry, Undo) else None
            yield _written(EventLine(entry.to, "undo" if isinstance(entry, Undo) else "redo", (), crossed=crossed))
            again.repeat(entry)
            continue
        seat, happened = again.state.pending[-1].seat, redacted(events(again.state, entry.action))
        again.repeat(entry)
        yield _written(
            EventLine(again.cursor, "play", happened, seat, action=entry.action if everything else None)
        )


def _written(line: EventLine) -> str:
    return msgspec.json.encode(line).decode()
