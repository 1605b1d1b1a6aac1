"""``rokoko-tui log --events --json``: what every entry of a save did, as objects for other programs (docs/events.md)."""

from collections.abc import Iterator

import msgspec

from rokoko_core.actions import Action
from rokoko_core.engine import events, opening
from rokoko_core.events import Event, seen_by
from rokoko_core.game import FenceKind, Game, Hint, Play, Undo
from rokoko_tui.session.reviews import ONLOOKER, OPEN

class EventLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry and what it did."""

    position: int
    """The position it led to."""
    entry: str
    """``opening``, ``play``, ``undo``, ``redo`` or ``hint``."""
    events: tuple[Event, ...]
    """What happened with it; nothing with an undo, a redo or a hint."""
    seat: int | None = None
    """Who took the action, or the hint."""
    crossed: FenceKind | None = None
    """The fence that an undo crossed knowingly."""
    action: Action | None = None
    """The action taken, where all may be told."""


def event_lines(game: Game, eyes: str) -> Iterator[str]:
    """A JSON object for the opening and for each entry of ``game``, undone ones included, as ``eyes`` may know them.

    Only ``OPEN`` eyes see the actions themselves, which hold secrets.
    """
    again = Game.new(game.setup)
    yield _written(EventLine(0, "opening", _known(opening(game.setup), eyes)))
    for entry in game.entries:
        if isinstance(entry, Play):
            happened, seat = _known(events(again.state, entry.action), eyes), again.state.pending[-1].seat
            again.repeat(entry)
            action = entry.action if eyes == OPEN else None
            yield _written(EventLine(again.cursor, "play", happened, seat, action=action))
        elif isinstance(entry, Hint):
            yield _written(EventLine(again.cursor, "hint", (), entry.seat))
        else:
            again.repeat(entry)
            crossed = entry.crossed if isinstance(entry, Undo) else None
            yield _written(EventLine(entry.to, "undo" if isinstance(entry, Undo) else "redo", (), crossed=crossed))


def _known(happened: tuple[Event, ...], eyes: str) -> tuple[Event, ...]:
    return happened if eyes == OPEN else seen_by(happened, None if eyes == ONLOOKER else int(eyes))


def _written(line: EventLine) -> str:
    return msgspec.json.encode(line).decode()
