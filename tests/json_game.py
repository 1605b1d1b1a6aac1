"""A game seen and played through JSON alone, as on another machine: the second implementation of the views."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from random import Random
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from rokoko_core.actions import Action
from rokoko_core.events import Event
from rokoko_core.game import Concession, Entry, Fence, Game
from rokoko_core.observe import Observation
from rokoko_core.play.forecast import Forecast, NoForecast
from rokoko_core.play.history import TurnHistory
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.menu import AutomaticStep, Menu
from rokoko_core.play.recording import RecordedGame
from rokoko_core.play.spectated_game import SpectatedGame
from rokoko_core.play.view import BotSeats
from rokoko_core.state import Seat, Setup

T = TypeVar("T")
KEPT = 2000
"""Objects whose copies are kept at most."""


class JsonView:
    """A view of the game of ``host``. Everything passes through JSON; ``on_message`` reads the text of it."""

    def __init__(self, host: RecordedGame) -> None:
        self.host = host
        self.history = TurnHistory(self)
        self.on_message: Callable[[bytes], object] = lambda message: None
        self.setup = self.through(replace(host.setup, seed=0), Setup)
        self._copies: dict[int, tuple[object, Any]] = {}
        """By the id of an object of the host: the object, and its copy here; the last used are at the end."""

    def through(self, value: T, kind: Any) -> T:
        """Return ``value`` after JSON."""
        message = msgspec.json.encode(value)
        self.on_message(message)
        copy: T = msgspec.json.decode(message, type=kind)
        return copy

    def same(self, value: T, kind: Any) -> T:
        """Return ``value`` after JSON; the same object of the host arrives as the same object."""
        kept = self._copies.pop(id(value), None)
        if kept is None or kept[0] is not value:
            kept = (value, self.through(value, kind))
        self._copies[id(value)] = kept
        if len(self._copies) > KEPT:
            del self._copies[next(iter(self._copies))]
        copy: T = kept[1]
        return copy

    @property
    def viewer(self) -> int | None:
        return self.through(self.host.viewer, int | None)

    @property
    def position(self) -> int:
        return self.through(self.host.position, int)

    @property
    def length(self) -> int:
        return self.through(self.host.length, int)

    @property
    def to_move(self) -> int | None:
        return self.through(self.host.to_move, int | None)

    @property
    def cuts(self) -> Sequence[int]:
        return self.through(tuple(self.host.cuts), tuple[int, ...])

    @property
    def menu(self) -> Menu:
        return self.same(self.host.menu, Menu)

    @property
    def hints(self) -> tuple[int, ...]:
        return self.through(self.host.hints, tuple[int, ...])

    @property
    def round_starts(self) -> Sequence[tuple[int, int]]:
        return self.through(tuple(self.host.round_starts), tuple[tuple[int, int], ...])

    @property
    def concessions(self) -> Sequence[Concession]:
        return self.through(list(self.host.concessions), list[Concession])

    def observation(self, position: int | None = None) -> Observation:
        return self.same(self.host.observation(position), Observation)

    def opening_events(self) -> tuple[Event, ...]:
        return self.same(self.host.opening_events(), tuple[Event, ...])

    def events(self, number: int) -> tuple[Event, ...]:
        return self.same(self.host.events(number), tuple[Event, ...])

    def actor(self, number: int) -> int:
        return self.through(self.host.actor(number), int)

    def is_stand_in(self, number: int) -> bool:
        return self.through(self.host.is_stand_in(number), bool)

    def turn_start(self, position: int) -> int:
        return self.through(self.host.turn_start(position), int)

    def own_action(self, number: int) -> Action | None:
        return self.through(self.host.own_action(number), Action | None)

    def known_forecast(self, action: Action) -> Forecast | None:
        return None

    async def forecast(self, action: Action) -> Forecast:
        raise NoForecast("only the seat to move has forecasts")


class FollowedJsonView(JsonView):
    """A game followed through JSON."""

    host: SpectatedGame

    def refresh(self) -> bool:
        return self.host.refresh()


class JsonGame(JsonView):
    """A game played through JSON. Only its bots, which the host runs, are reached without."""

    host: LocalGame

    def __init__(self, host: LocalGame) -> None:
        super().__init__(host)
        self._forecasts: tuple[Observation, dict[Action, Forecast]] | None = None

    # ---- seats

    @property
    def people(self) -> Sequence[int]:
        return self.through(self.host.people, tuple[int, ...])

    @property
    def seated(self) -> int | None:
        return self.through(self.host.seated, int | None)

    @property
    def person_to_move(self) -> int | None:
        return self.through(self.host.person_to_move, int | None)

    @property
    def bot_to_move(self) -> Seat | None:
        return self.through(self.host.bot_to_move, Seat | None)

    @property
    def du_barry_to_move(self) -> bool:
        return self.through(self.host.du_barry_to_move, bool)

    @property
    def handover(self) -> int | None:
        return self.through(self.host.handover, int | None)

    def is_bot(self, seat: int) -> bool:
        return self.through(self.host.is_bot(seat), bool)

    def sit_down(self) -> None:
        self.host.sit_down()

    @property
    def bots(self) -> BotSeats:
        return self.host

    # ---- what may be done

    def random(self) -> Random:
        return Random(f"{self.setup.seed}/{self.position}")

    def automatic_step(self, position: int) -> AutomaticStep | None:
        return self.through(self.host.automatic_step(position), AutomaticStep | None)

    @property
    def recording(self) -> Game:
        assert self.to_move is None, "a game that is not over has secrets"
        return game_through_json(self.host.recording)

    @property
    def can_redo(self) -> bool:
        return self.through(self.host.can_redo, bool)

    def undo_voters(self, target: int) -> Sequence[int] | None:
        return self.through(self.host.undo_voters(target), Sequence[int] | None)

    def fence(self, target: int) -> Fence | None:
        return self.through(self.host.fence(target), Fence | None)

    @property
    def conceding_seat(self) -> int | None:
        return self.through(self.host.conceding_seat, int | None)

    def events_for(self, number: int, seat: int | None) -> tuple[Event, ...]:
        assert seat is None or seat in self.host.people, "others keep their secrets"
        return self.through(self.host.events_for(number, seat), tuple[Event, ...])

    def known_forecast(self, action: Action) -> Forecast | None:
        here = self._forecasts is not None and self._forecasts[0] is self.observation()
        return self._forecasts[1].get(action) if self._forecasts is not None and here else None

    async def forecast(self, action: Action) -> Forecast:
        here = self.observation()
        forecast = self.through(await self._ask(self.host.forecast, self._sent(action)), Forecast)
        if self.observation() is not here:
            raise NoForecast("the game continued meanwhile")
        if self._forecasts is None or self._forecasts[0] is not here:
            self._forecasts = (here, {})
        self._forecasts[1][action] = forecast
        return forecast

    # ---- changes

    async def play(self, action: Action) -> None:
        await self._ask(self.host.play, self._sent(action))

    async def undo_to(self, position: int, cross: bool = False) -> None:
        await self._ask(self.host.undo_to, position, cross)

    async def redo_to(self, position: int) -> None:
        await self._ask(self.host.redo_to, position)

    async def redo_turn(self) -> None:
        await self._ask(self.host.redo_turn)

    async def hint(self) -> None:
        await self._ask(self.host.hint)

    async def concede(self, seat: int) -> None:
        await self._ask(self.host.concede, seat)

    async def replace(self, seat: int, reason: str) -> None:
        await self._ask(self.host.replace, seat, reason)

    def _sent(self, action: Action) -> Action:
        """Return ``action`` as the host receives it."""
        received: Action = msgspec.json.decode(msgspec.json.encode(action), type=Action)
        return received

    async def _ask(self, request: Callable[..., Coroutine[Any, Any, T]], *arguments: object) -> T:
        """Let the host answer; others may act before that, and before the answer arrives."""
        await asyncio.sleep(0)
        answer = await request(*arguments)
        await asyncio.sleep(0)
        return answer


def game_through_json(game: Game) -> Game:
    """Return a copy of a whole game, made from its setup and entries as JSON."""
    copy = Game.new(msgspec.json.decode(msgspec.json.encode(game.setup), type=Setup))
    for entry in msgspec.json.decode(msgspec.json.encode(game.entries), type=list[Entry]):
        copy.repeat(entry)
    return copy
