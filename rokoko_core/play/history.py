"""Who did what in which turn, computed once for each viewer and extended as the game continues."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

from rokoko_core.box import HALLS, box_of
from rokoko_core.events import Event
from rokoko_core.events.acts import DecorationFunded, DressPlaced
from rokoko_core.events.places import Move, Spot, Where
from rokoko_core.events.table import GameOver, RoundBegan, RoundEnded
from rokoko_core.observe import Observation, as_known
from rokoko_core.pending import HandChoice
from rokoko_core.scoring import lasting_score, majority, rank_fireworks, rank_in_hall
from rokoko_core.state import State

ROUND_CHANGES = (RoundEnded, RoundBegan, GameOver)
"""Events from which on an action belongs to no turn."""
MARKED_PLACES = frozenset(
    {
        Where.WAREHOUSE,
        Where.WINDOW,
        Where.JEWELER,
        Where.GUEST,
        Where.DECORATION,
        Where.ALL_HALLS,
        Where.FAVOR_SPACE,
    }
)
"""Places that are marked with the seat that touched them."""
REFILLED_PLACES = frozenset({Where.WAREHOUSE, Where.WINDOW, Where.JEWELER, Where.FAVOR_SPACE})
"""Places that are refilled each round, which removes the mark."""
FIREWORKS = 0
"""The majority of the fireworks, among those of the halls 1 to 5."""

KEPT_RANGES = 8
"""Ranges of actions whose turns are kept."""


class Log(Protocol):
    """The part of ``GameView`` that the history reads."""

    @property
    def viewer(self) -> int | None:
        """The seat whose view this is; None for a spectator."""

    @property
    def length(self) -> int:
        """The number of actions."""

    @property
    def cuts(self) -> Sequence[int]:
        """Positions from which actions were replaced by others."""

    def observation(self, position: int | None = None) -> Observation:
        """Return the table at ``position``."""

    def events(self, number: int) -> tuple[Event, ...]:
        """Return what action ``number`` did."""

    def actor(self, number: int) -> int:
        """Return the seat that took action ``number``."""

    def is_stand_in(self, number: int) -> bool:
        """Return whether a bot took action ``number`` for a person."""

    def turn_start(self, position: int) -> int:
        """Return where the turn that ``position`` is part of began."""


class PlaceLost(NamedTuple):
    """A place in a majority that does not pay the viewer any more."""

    hall: int
    """1 to 5, or ``FIREWORKS``."""
    place: int
    """1, alone or tied, or 2."""


@dataclass(frozen=True)
class Turn:
    """A turn, or the change from one round to the next, as far as it has been played."""

    numbers: range
    """Its actions."""
    seat: int | None
    """Whose turn it is; None for the change of the round."""
    round: int
    """The round it belongs to; of a change, the one that begins."""
    events: tuple[Event, ...]
    livre: int = 0
    """The Livre of ``seat`` before it."""
    places_lost: tuple[PlaceLost, ...] = ()
    is_stand_in: bool = False
    """Whether a bot plays it for a person, at least from its first action here on."""


def events_in_turn(events: tuple[Event, ...]) -> int:
    """Return how many of an action's ``events`` belong to the turn; the others change the round."""
    return next((n for n, event in enumerate(events) if isinstance(event, ROUND_CHANGES)), len(events))


def _list_places_lost(seat: int, before: Observation, after: Observation) -> list[PlaceLost]:
    """Return the places of ``seat`` in halls and fireworks that were taken from it (END-3, END-4)."""
    old, new = (_places(seat, seen.table) for seen in (before, after))
    return [PlaceLost(hall, place) for hall, place in old.items() if new.get(hall, 3) > place]


def _places(seat: int, table: State) -> dict[int, int]:
    """Return the place of ``seat``, 1 or 2, in each hall and the fireworks where it is paid."""
    box = box_of(table)
    ranks = {FIREWORKS: majority(rank_fireworks(table, box), (1, 2), box.second_places)}
    ranks |= {hall: majority(rank_in_hall(table, box, hall), (1, 2), box.second_places) for hall in HALLS}
    return {hall: places[seat] for hall, places in ranks.items() if seat in places}


class TurnHistory:
    """The turns of one game. Reads only what the view's present viewer may know."""

    def __init__(self, view: Log) -> None:
        self._view = view
        self._turns: dict[tuple[int | None, int], tuple[int, list[Turn]]] = {}
        """By viewer and first action: (number after the last action, turns)."""
        self._actors: list[int] = []
        self._last: dict[int, list[int]] = {}
        """By seat, the numbers of its actions; those of a bot in place of the person are not among them."""
        self._cuts = 0

    # ---- positions

    def last_action_of(self, seat: int, position: int) -> int | None:
        """Return the number of the last action of ``seat`` before ``position``; None before its first."""
        self._catch_up()
        numbers = self._last.get(seat, [])
        return next((n for n in reversed(numbers) if n < position), None)

    def since_action(self, seat: int, position: int) -> range:
        """Return the actions before ``position`` that are news to ``seat``: all after its last.

        Its last action is included when it began a new round, whose layout is news.
        """
        last = self.last_action_of(seat, position)
        return range(0 if last is None else self._first_news(last), position)

    def since_turn(self, position: int, seat: int | None = None) -> range:
        """Return the actions from the end of the last turn of ``seat`` to ``position``, or to its turn under way.

        ``seat`` is that of the viewer by default. For a spectator, those of one round of turns. A hand choice is no
        turn.
        """
        view = self._view
        seat = view.viewer if seat is None else seat
        if seat is None:
            return range(self._round_of_turns_before(position), position)
        pending = view.observation(position).table.pending
        under_way = bool(pending) and pending[-1].seat == seat
        end = view.turn_start(position) if under_way else position
        self._catch_up()
        own = (n for n in reversed(self._last.get(seat, [])) if n < end and not self._is_hand_choice(n))
        last = next(own, None)
        return range(0 if last is None else self._first_news(last), end)

    def _first_news(self, action: int) -> int:
        """Return the first action that is news to the seat of ``action``."""
        return action if self._round_changes_at(action) else action + 1

    def _round_changes_at(self, action: int) -> bool:
        view = self._view
        return view.observation(action).table.round != view.observation(action + 1).table.round

    def _round_of_turns_before(self, position: int) -> int:
        view = self._view
        start, left = position, len(view.observation(position).table.players)
        while start > 0 and left:
            start = view.turn_start(start - 1)
            left -= not self._is_hand_choice(start)
        return start

    def _is_hand_choice(self, number: int) -> bool:
        pending = self._view.observation(self._view.turn_start(number)).table.pending
        return bool(pending) and isinstance(pending[-1], HandChoice)

    def is_own(self, number: int) -> bool:
        """Return whether the viewer took action ``number``, and no bot in its place."""
        view = self._view
        return view.actor(number) == view.viewer and not view.is_stand_in(number)

    # ---- turns

    def turns(self, numbers: range) -> list[Turn]:
        """Return the turns of the others among the actions ``numbers``, and the changes of the round, in order."""
        view = self._view
        self._catch_up()
        stop, turns = self._turns.get((view.viewer, numbers.start), (numbers.start, []))
        if stop > numbers.stop:
            stop, turns = numbers.start, []
        turns = list(turns)
        for number in range(stop, numbers.stop):
            self._add(turns, number)
        if len(self._turns) >= KEPT_RANGES:
            self._turns.clear()
        self._turns[view.viewer, numbers.start] = (numbers.stop, turns)
        return list(turns)

    def _add(self, turns: list[Turn], number: int) -> None:
        """Add action ``number`` to ``turns``, which end just before it."""
        view = self._view
        events, seat, start = view.events(number), view.actor(number), view.turn_start(number)
        cut = events_in_turn(events)
        if not self.is_own(number) and not self._is_hand_choice(start):
            last = turns[-1] if turns else None
            if last is None or last.seat is None or view.turn_start(last.numbers.start) != start:
                table = view.observation(number).table
                is_stand_in = view.is_stand_in(number)
                last = Turn(range(number, number), seat, table.round, (), table.players[seat].livre, (), is_stand_in)
                turns.append(last)
            turns[-1] = replace(
                last,
                numbers=range(last.numbers.start, number + 1),
                events=last.events + events[:cut],
                places_lost=(*last.places_lost, *self._places_lost_by(number, events)),
            )
        if cut < len(events):
            begun = view.observation(number + 1).table.round
            turns.append(Turn(range(number, number + 1), None, begun, events[cut:]))

    def _places_lost_by(self, number: int, events: tuple[Event, ...]) -> list[PlaceLost]:
        """Return the places that action ``number`` took from the viewer."""
        view = self._view
        if view.viewer is None or not any(isinstance(event, DressPlaced | DecorationFunded) for event in events):
            return []
        return _list_places_lost(view.viewer, view.observation(number), view.observation(number + 1))

    def score_change(self, position: int) -> tuple[int, int] | None:
        """Return the viewer's projected score at the end of its last turn and after what is news since then.

        None for a spectator, while the score is hidden (HIDDEN-2), and if it did not change.
        """
        viewer, news = self._view.viewer, self.since_turn(position)
        return self.score_change_in(news, viewer) if viewer is not None else None

    def score_change_in(self, news: range, seat: int) -> tuple[int, int] | None:
        """Return the projected score of ``seat`` before and after ``news``; None while hidden and if unchanged."""
        if not news:
            return None
        then, now = self._before_and_after(news, seat)
        if not (then.prestige_known[seat] and now.prestige_known[seat]):
            return None
        before, after = (lasting_score(as_known(seen), seat) for seen in (then, now))
        return (before, after) if before != after else None

    def places_lost_in(self, news: range, seat: int) -> list[PlaceLost]:
        """Return the places that ``news`` took from ``seat``."""
        return _list_places_lost(seat, *self._before_and_after(news, seat)) if news else []

    def _before_and_after(self, news: range, seat: int) -> tuple[Observation, Observation]:
        """Return the table before and after ``news``, which may begin with the last action of ``seat``."""
        view = self._view
        is_own = view.actor(news.start) == seat and not view.is_stand_in(news.start)
        return view.observation(news.start + is_own), view.observation(news.stop)

    def turns_of_others(self, position: int) -> list[Turn]:
        """Return the turns of the others, and the changes of the round, since the viewer's last turn."""
        return self.turns(self.since_turn(position))

    def seats_without_cards(self, position: int) -> list[int]:
        """Return the other seats if the viewer's turn follows its own because none of them has a card left."""
        view, start = self._view, self.since_turn(position).stop
        table = view.observation(start).table
        if view.viewer is None or not table.pending or table.pending[-1].seat != view.viewer:
            return []
        others = [seat for seat in range(len(table.setup.players)) if seat != view.viewer]
        follows_own = start > 0 and view.actor(start - 1) == view.viewer and not self._round_changes_at(start - 1)
        return others if follows_own and not any(table.players[seat].hand for seat in others) else []

    def touched(self, position: int) -> list[tuple[Move, Spot, int]]:
        """Return (move, its spot, seat) of the places others touched since the viewer's last action, oldest first."""
        viewer = self._view.viewer
        numbers = self.since_turn(position) if viewer is None else self.since_action(viewer, position)
        marks: list[tuple[Move, Spot, int]] = []
        for turn in self.turns(numbers):
            if turn.seat is None:
                marks = [mark for mark in marks if mark[1].where not in REFILLED_PLACES]
                continue
            moved = (move for event in turn.events for move in event.moved)
            marks += [(m, spot, turn.seat) for m in moved for spot in (m.start, m.end) if spot.where in MARKED_PLACES]
        return marks

    def arrivals(self, position: int) -> list[tuple[Move, Spot]]:
        """Return (move, its end) of the pieces in the displays that came with a new round after the viewer's last turn.

        The cards for hire are all new, and left out.
        """
        table = self._view.observation(position).table
        return [
            (move, move.end)
            for turn in self.turns(self.since_turn(position))
            if turn.seat is None
            for event in turn.events
            for move in event.moved
            if move.start.where is not move.end.where and _is_displayed(move, table)
        ]

    # ---- caches

    def _catch_up(self) -> None:
        """Drop the actions cut off since the last call, and read the actors of new ones."""
        view = self._view
        for cut in view.cuts[self._cuts :]:
            del self._actors[cut:]
            for numbers in self._last.values():
                while numbers and numbers[-1] >= cut:
                    numbers.pop()
            self._turns.clear()
        self._cuts = len(view.cuts)
        for number in range(len(self._actors), view.length):
            seat = view.actor(number)
            self._actors.append(seat)
            if not view.is_stand_in(number):
                self._last.setdefault(seat, []).append(number)


def _is_displayed(move: Move, table: State) -> bool:
    """Return whether a piece is still in the display to which ``move`` took it; dresses slide to other windows."""
    if move.end.where is Where.WINDOW:
        return move.piece in table.windows
    display = {Where.WAREHOUSE: table.warehouse, Where.JEWELER: table.jewels}.get(move.end.where)
    return display is not None and move.end.index is not None and display[move.end.index] == move.piece
