"""The events of a recorded game as lines of JSON, as docs/events.md says."""

from collections.abc import Iterator

import msgspec

from rokoko_core.actions import Action
from rokoko_core.engine import events, setup_events
from rokoko_core.events import Event, seen_by
from rokoko_core.game import Concede, Entry, FenceKind, Game, Hint, Play, Replace, StandIn, Undo
from rokoko_core.play.replay_game import Viewer
from rokoko_core.state import State


class EventLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    position: int
    """The position after it."""
    entry: str
    """``opening`` or the kind of the entry, such as ``play``, ``undo`` or ``hint``."""
    seat: int | None = None
    """The seat that took the action, asked for the hint, or conceded."""
    crossed: FenceKind | None = None
    """The fence that an undo crossed after a question."""
    action: Action | None = None
    """The action; only for a viewer to whom every piece is open."""
    events: tuple[Event, ...]
    """Empty except for the opening and actions."""


def event_lines(game: Game, viewer: Viewer) -> Iterator[str]:
    """Yield a JSON object for the opening and each entry of ``game``, undone ones included, as seen by ``viewer``.

    Only a viewer to whom every piece is open sees the actions themselves, which contain hidden information.
    """
    replay = Game.new(game.setup)
    yield _encode(EventLine(position=0, entry="opening", events=_visible(setup_events(game.setup), viewer)))
    for entry in game.entries:
        state = replay.state
        replay.repeat(entry)
        yield _encode(_line(entry, state, replay.cursor, viewer))


def _line(entry: Entry, before: State, position: int, viewer: Viewer) -> EventLine:
    kind = entry.__struct_config__.tag
    assert isinstance(kind, str)
    match entry:
        case Play(action=action):
            visible, seat = _visible(events(before, action), viewer), before.pending[-1].seat
            known_action = action if viewer.sees_all else None
            return EventLine(position=position, entry=kind, seat=seat, action=known_action, events=visible)
        case Hint(seat=seat) | Concede(seat=seat) | Replace(seat=seat) | StandIn(seat=seat):
            return EventLine(position=position, entry=kind, seat=seat, events=())
        case Undo(crossed=crossed):
            return EventLine(position=position, entry=kind, crossed=crossed, events=())
        case _:
            return EventLine(position=position, entry=kind, events=())


def _visible(all_events: tuple[Event, ...], viewer: Viewer) -> tuple[Event, ...]:
    return all_events if viewer.sees_all else seen_by(all_events, viewer.seat)


def _encode(line: EventLine) -> str:
    return msgspec.json.encode(line).decode()
