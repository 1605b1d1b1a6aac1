"""A host without a file, the lines that it sends to every client, and what must not be in them."""

import asyncio
import re
from base64 import b64encode
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from itertools import count
from random import Random
from typing import Any

import msgspec

from rokoko_core import Expansion, Seat, Setup, State, apply, legal_actions
from rokoko_core.box import box_of
from rokoko_core.chance import KeyedGenerator
from rokoko_core.game import Game
from rokoko_core.pending import ExamCard, TileInHand
from rokoko_core.play.local_game import LocalGame
from rokoko_core.remote import messages as m
from rokoko_core.remote.host import GameHost
from rokoko_core.remote.host_options import Absence, Delay, HostOptions
from rokoko_core.terms import FACE_DOWN
from tests.core.play.in_memory import MemoryBook
from tests.core.remote.hosted import Options, RandomThinker, token_of

SEED = 0x5EED_0F_A_6A4E_77
"""Large enough not to occur by chance."""
SECRET_SEED = SEED << 64
NAMES = ("Ada", "Bo", "Cy", "Di", "Eve")
Viewer = int | None


def setup_for(players: int, seed: int = 0, **changes: Any) -> Setup:
    """Return a setup of people with every expansion, with a secret seed unless ``seed`` is a multiple of 3."""
    people = tuple(Seat(name) for name in NAMES[:players])
    if seed % 3:
        return Setup(people, SECRET_SEED + seed, frozenset(Expansion), **changes, chance="blake2b")
    return Setup(people, SEED + seed, frozenset(Expansion), **changes)


def played(setup: Setup, actions: int, rng: Random) -> Game:
    """Return a game after ``actions`` random actions, or just before its end."""
    game = Game.new(setup)
    for _ in range(actions):
        action = rng.choice(legal_actions(game.state))
        if not apply(game.state, action).pending:
            break
        game.play(action)
    return game


def decode(line: bytes) -> m.HostMessage:
    """Return the message in ``line``."""
    message: m.HostMessage = m.decode_host(line)
    return message


class SoldOutClaims:
    """Claims of which every seat has its token, without a file."""

    game = "0123456789abcdef"
    codes: dict[int, str] = {}
    names: dict[int, str] = {}
    unnamed: tuple[int, ...] = ()
    given: tuple[int, ...] = ()

    def __init__(self, seats: int) -> None:
        self._tokens = {token_of(seat): seat for seat in range(seats)}

    def seat_of(self, token: str) -> int | None:
        return self._tokens.get(token)

    def claim(self, code: str, token: str) -> int | None:
        return None

    def note_given(self, *seats: int) -> None:
        self.given = seats


class Wire:
    """The client's end of a connection that keeps every line of the host."""

    _ids = count(1)
    ANSWERS = tuple(
        f'{{"type":"{kind}"'.encode() for kind in ("done", "refused", "asked", "forecast-answer", "recording-answer")
    )

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self._incoming: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._answers = 0

    async def receive(self) -> bytes | None:
        return await self._incoming.get()

    async def send(self, line: bytes) -> None:
        self.lines.append(line)
        if line.startswith(b'{"type":"farewell"'):
            self.close()

    def close(self) -> None:
        self._incoming.put_nowait(None)

    def write(self, message: m.ClientMessage) -> None:
        """Send ``message`` to the host."""
        self.write_line(m.encode(message))

    def write_line(self, line: bytes) -> None:
        """Send ``line`` to the host."""
        self._incoming.put_nowait(line)

    async def ask(self, kind: type[m.Request], *fields: Any) -> m.HostMessage:
        """Send a request of ``kind`` with ``fields`` after its id; return the answer."""
        start = len(self.lines)
        self.write(kind(next(self._ids), *fields))
        while True:
            for line in self.lines[start:]:
                if line.startswith(self.ANSWERS):
                    return decode(line)
            start = len(self.lines)
            await asyncio.sleep(0)

    @property
    def update(self) -> m.Update:
        """The last update received."""
        message = decode(next(line for line in reversed(self.lines) if line.startswith(b'{"type":"update"')))
        assert isinstance(message, m.Update)
        return message


class TappedHost:
    """A host of ``game`` with one wire for each seat, and one for spectators as None."""

    def __init__(self, game: Game, spectators: Delay | None = Delay.NONE, hints: bool = True) -> None:
        local = LocalGame(MemoryBook(game), people=())
        claims: Any = SoldOutClaims(len(game.setup.players))
        self.game = game
        self.host = GameHost(
            local, claims, HostOptions(hints, spectators, Absence(turn=600)), Options(), RandomThinker()
        )
        self.wires: dict[Any, Wire] = {}
        self._tasks: dict[Wire, asyncio.Task[None]] = {}

    async def connect(self, viewer: Viewer, history: bool = False) -> Wire:
        """Connect ``viewer``, a second time too; return the new wire."""
        token = "" if viewer is None else token_of(viewer)
        return await self.connect_with(m.encode(m.Hello(token=token, history=history)), viewer)

    async def connect_with(self, hello: bytes, name: Viewer | str) -> Wire:
        """Connect with the first line ``hello``; return the wire, which is kept as ``name``."""
        wire = self.wires[name] = Wire()
        wire.write_line(hello)
        self._tasks[wire] = asyncio.create_task(self.host.serve(wire))
        await self.settle()
        return wire

    async def end_of(self, wire: Wire) -> None:
        """Wait until the host has closed the connection."""
        await self._tasks[wire]

    async def settle(self) -> None:
        """Wait until nobody sends anything any more."""
        await self.host.tick()
        quiet = 0
        while quiet < 4:
            before = sum(len(wire.lines) for wire in self.wires.values())
            await asyncio.sleep(0)
            quiet = quiet + 1 if before == sum(len(wire.lines) for wire in self.wires.values()) else 0

    @property
    def mover(self) -> Wire:
        """The wire of the seat to move, or of the person beside Madame du Barry."""
        seat = self.game.state.pending[-1].seat
        return self.wires[min(seat, len(self.game.setup.players) - 1)]

    async def play(self, action: Any) -> m.HostMessage:
        """Let the seat to move take ``action``."""
        return await self.mover.ask(m.Play, self.mover.update.number, action)

    async def close(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)


@asynccontextmanager
async def tapped(game: Game, viewers: Sequence[Viewer] | None = None, **options: Any) -> AsyncIterator[TappedHost]:
    """Host ``game`` with connected ``viewers``, by default all seats and a spectator, while the block runs."""
    table = TappedHost(game, **options)
    try:
        for viewer in (*range(len(game.setup.players)), None) if viewers is None else viewers:
            await table.connect(viewer)
        yield table
    finally:
        await table.close()


# ---- what nobody may learn

_STRINGS = re.compile(rb'"([^"\\]+)"')
_NUMBERS = re.compile(rb"[0-9]{10,}")
_STACKS = ("employee_stack", "tile_stack", "dress_bag", "jewel_bag", "specialists_gone")
_OWN_PLACES = {"silk", "aside", "tile-drawn", "supply", "hand", "specialist"}
_CLOSED_PLACES = {"tile-stack", "dress-bag", "employee-stack", "exam-deck", "jewel-bag", "barry-supply", "barry-hand"}
_SHOWN = {"hand-forced", "specialist-hired"}
"""Events that name pieces though both of their places are hidden."""


def open_pieces(state: State) -> set[str]:
    """Return the cards and dresses that everybody can see in ``state``."""
    pieces = {*state.hire, *state.gone, *state.windows, *state.guests, *state.dress_discard, *state.dresses_waiting}
    for player in state.players:
        pieces.update(player.discard, set(player.hand + player.supply) - set(player.secret), player.tasks)
    if state.turn is not None:
        pieces.update(state.turn.deputed, (state.turn.card,))
    if state.barry is not None:
        pieces.update(state.barry.discard)
    for decision in state.pending:
        pieces.update(getattr(decision, name, "") for name in ("dress", "card"))
    return pieces


def own_pieces(state: State, seat: int) -> set[str]:
    """Return the cards that only ``seat`` can see in ``state``."""
    player = state.players[seat]
    pieces = {*player.hand, *player.supply, player.specialist}
    decision = state.pending[-1] if state.pending else None
    if isinstance(decision, ExamCard) and decision.seat == seat:
        pieces.update(state.journeyman_deck, state.master_deck)  # of one the ids, of the other none are sent
        pieces -= set(state.master_deck if decision.exam == "journeyman" else state.journeyman_deck)
    return pieces


class Watcher:
    """Checks every line sent to ``viewer`` against what it may have seen of ``game``."""

    def __init__(self, game: Game, viewer: Viewer) -> None:
        self.game, self.viewer = game, viewer
        box = box_of(game.state)
        secret = {*box.card, *box.dress, *box.barry} - {*box.waiting_dresses}  # these lay open before round 1
        self._secret = {piece.encode() for piece in secret}
        self._numbers: set[bytes] = {str(game.setup.seed).encode()}
        self._keys: set[bytes] = set()
        """The key of the generator in every form that a line could have it in."""
        self._states: list[State] = []
        self._checked = 0
        for position in range(game.length + 1):
            self.learn(game.at(position))

    def learn(self, state: State) -> None:
        """Note what can be seen in ``state``."""
        pieces = open_pieces(state)
        if self.viewer is not None:
            pieces |= own_pieces(state, self.viewer)
        self._secret -= {piece.encode() for piece in pieces}
        if isinstance(state.rng, KeyedGenerator):
            key = state.rng.key
            self._keys = {key.hex().encode(), b64encode(key).rstrip(b"="), str(int.from_bytes(key)).encode()}
        else:
            self._numbers.add(str(state.rng).encode())

    def check(self, wire: Wire) -> int:
        """Check the lines that arrived since the last call. Return how many. Raises AssertionError."""
        lines, self._checked = wire.lines[self._checked :], len(wire.lines)
        for line in lines:
            self.check_line(line)
        return len(lines)

    def check_line(self, line: bytes) -> None:
        """Assert that ``line`` tells nothing secret."""
        if not self.game.state.pending:
            return  # a finished game has no secrets
        named = self._secret & set(_STRINGS.findall(line))
        assert not named, f"{self.viewer} learns of {named}"
        assert not self._numbers & set(_NUMBERS.findall(line)), "seed or generator"
        assert not any(key in line for key in self._keys), "the key of the generator"
        assert b'"entry":' not in line, "a recording before the end"
        assert not any(token_of(seat).encode() in line for seat in range(6)), "a token"
        message = msgspec.json.decode(line)
        kind = message["type"]
        if kind == "step" and message["actor"] != self.viewer:
            assert message["action"] is None, "an action of another seat"
            assert message["automatic"] is None, "whether another seat had a choice"
        if kind == "update" and message["to_move"] != self.viewer and len(self.game.setup.players) > 1:
            assert not message["menu"]["items"] and not message["menu"]["refusals"], "the menu of another seat"
            assert not message["observation"]["actions"], "the actions of another seat"
        for found in _objects(message):
            self._check_object(found)

    def _check_object(self, found: dict[str, Any]) -> None:
        if "moved" in found and found["event"] not in _SHOWN:
            for move in found["moved"]:
                visible = self._sees(move["start"]) or self._sees(move["end"]) or not move["piece"]
                assert visible or move["piece"] == FACE_DOWN, f"{self.viewer} sees {move}"
        for name in _STACKS:
            assert set(found.get(name, "")) <= {FACE_DOWN}, name
        if "tile_stack" in found:
            self._check_table(found)

    def _check_table(self, table: dict[str, Any]) -> None:
        assert (table["rng"], table["setup"]["seed"]) == (0, 0)
        for seat, player in enumerate(table["players"]):
            if seat != self.viewer:
                assert set(player.get("silk", "")) <= {FACE_DOWN}, "kept tiles"
                assert player.get("specialist", "") in ("", FACE_DOWN), "a specialised Apprentice"
        for decision in table.get("pending", ()):
            if decision["seat"] != self.viewer:
                assert not decision.get("face_down") or decision["tile"] == FACE_DOWN, "a tile drawn face down"
                assert set(decision.get("aside", "")) <= {FACE_DOWN}, "tiles set aside"

    def _sees(self, spot: dict[str, Any]) -> bool:
        if spot["where"] in _OWN_PLACES:
            return self.viewer is not None and spot.get("seat") == self.viewer
        return spot["where"] not in _CLOSED_PLACES


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    """Yield all JSON objects within ``value``."""
    if isinstance(value, dict):
        yield value
        value = value.values()
    if isinstance(value, str | bytes) or not hasattr(value, "__iter__"):
        return
    for part in value:
        yield from _objects(part)


def drawn_face_down(state: State) -> bool:
    """Return whether a tile drawn face down is being looked at."""
    return any(isinstance(decision, TileInHand) and decision.face_down for decision in state.pending)
