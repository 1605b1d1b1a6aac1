"""``rokoko-tui log --events --json``: what every entry of a save did, for other programs (docs/events.md)."""

from collections.abc import Iterator

import msgspec

from rokoko_core.actions import Action
from rokoko_core.engine import events, opening
from rokoko_core.events import Event, seen_by
from rokoko_core.game import Concede, Entry, FenceKind, Game, Hint, Play, Replace, Undo
from rokoko_core.play.replay_game import OPEN, SPECTATOR
from rokoko_core.state import State


class EventLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One entry and what it did."""

    position: int
    """The position it led to."""
    entry: str
    """``opening``, ``play``, ``undo``, ``redo`` or ``hint``."""
    seat: int | None = None
    """Who took the action, or the hint."""
    crossed: FenceKind | None = None
    """The fence that an undo crossed knowingly."""
    action: Action | None = None
    """The action taken, where all may be told."""
    events: tuple[Event, ...]
    """What happened with it; nothing with an undo, a redo or a hint."""


def event_lines(game: Game, eyes: str) -> Iterator[str]:
    """A JSON object for the opening and for each entry of ``game``, undone ones included, as ``eyes`` may know them.

    Only ``OPEN`` eyes see the actions themselves, which hold secrets.
    """
    again = Game.new(game.setup)
    yield _written(EventLine(position=0, entry="opening", events=_known(opening(game.setup), eyes)))
    for entry in game.entries:
        state = again.state
        again.repeat(entry)
        yield _written(_line(entry, state, again.cursor, eyes))


def _line(entry: Entry, before: State, position: int, eyes: str) -> EventLine:
    kind = entry.__struct_config__.tag
    assert isinstance(kind, str)
    match entry:
        case Play(action=action):
            happened, seat = _known(events(before, action), eyes), before.pending[-1].seat
            shown = action if eyes == OPEN else None
            return EventLine(position=position, entry=kind, seat=seat, action=shown, events=happened)
        case Hint(seat=seat) | Concede(seat=seat) | Replace(seat=seat):
            return EventLine(position=position, entry=kind, seat=seat, events=())
        case Undo(crossed=crossed):
            return EventLine(position=position, entry=kind, crossed=crossed, events=())
        case _:
            return EventLine(position=position, entry=kind, events=())


def _known(happened: tuple[Event, ...], eyes: str) -> tuple[Event, ...]:
    return happened if eyes == OPEN else seen_by(happened, None if eyes == SPECTATOR else int(eyes))


def _written(line: EventLine) -> str:
    return msgspec.json.encode(line).decode()
