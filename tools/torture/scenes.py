"""Where random hands begin, and who thinks meanwhile: saves, settings and the first screen, all drawn from a seed."""

from asyncio import Event
from functools import cache
from pathlib import Path
from random import Random

from rokoko_core import Game
from rokoko_core.actions import Action
from rokoko_core.bots.advice import Advice, Ground
from rokoko_core.bots.clock import Plan
from rokoko_core.bots.review import PlayedTurn, TurnReview
from rokoko_core.journal import create
from rokoko_core.observe import Observation
from rokoko_core.state import Seat, Setup
from rokoko_core.terms import Expansion
from rokoko_tui.session.launch import MOTIONS, PACES, THEMES, Start
from rokoko_tui.session.settings import Settings
from rokoko_tui.session.thinking import Thinkers
from rokoko_tui.words.languages import EDITIONS
from tests.saves.sample_games import FOLDER, NAMES

SAMPLES = ("base-2", "base-4", "everything-3", "everything-5", "solo-jewelry-box")
LEVELS = ("apprentice", "journeyman", "master")


class Stub(Thinkers):
    """Answers at once, or only after some more events, or when it is hurried; always the same for the same position."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.seed = seed
        self.events = 0
        """How many events there have been; whoever drives the hands counts."""
        self._waiting: list[tuple[int, Event]] = []

    def tell(self) -> None:
        """One more event has been."""
        self.events += 1
        for due, answer in self._waiting:
            if due <= self.events:
                answer.set()
        self._waiting = [(due, answer) for due, answer in self._waiting if due > self.events]

    def hurry(self) -> None:
        for _, answer in self._waiting:
            answer.set()
        self._waiting.clear()

    def warm(self, components: str) -> None:
        """There is no process to start."""

    async def _taken(self, rng: Random) -> Random:
        """Take as long as chance has it; the chance of what is then answered."""
        chance = Random(f"{self.seed}/{rng.random()}")
        wait = chance.choice((0, 0, 1, 5, 20))
        if wait:
            answer = Event()
            self._waiting.append((self.events + wait, answer))
            await answer.wait()
        return chance

    async def _drawn(self, view: Observation, rng: Random) -> Action:
        return (await self._taken(rng)).choice(view.actions)

    async def plan(self, view: Observation, level: str | None, rng: Random, budget: float) -> Plan:
        return (await self._drawn(view, rng),)

    async def advice(self, view: Observation, rng: Random, budget: float) -> tuple[Advice, ...]:
        action = await self._drawn(view, rng)
        return (Advice(action, (action,), (), (), 0.0, lead=0.0, ground=Ground("nothing", 0.0)),)

    async def ponder(self, view: Observation, rng: Random, budget: float) -> None:
        await self._taken(rng)

    async def review(self, turn: PlayedTurn) -> TurnReview:
        chance = Random(f"{self.seed}/{turn.position}")
        if chance.random() < 0.5:
            await self._drawn(turn.view, chance)
        cost = chance.choice((0.0, 1.0, 7.5))
        return TurnReview(turn.position, turn.end, turn.seat, turn.played, turn.played, False, cost, (), ())


@cache
def sample(name: str) -> Game:
    """A game of ``saves/``."""
    return Game.load(FOLDER / f"{name}.rokoko")


def laid_out(folder: Path, seed: int) -> tuple[Settings, Start]:
    """Some saves in ``folder``, sound and damaged, the settings, and what is shown first."""
    rng = Random(f"scene/{seed}")
    folder.mkdir(parents=True, exist_ok=True)
    paths = [_saved(folder, rng, n) for n in range(2)]
    (folder / "damaged.rokoko").write_bytes(paths[0].read_bytes()[:-20])
    settings = Settings(
        saves=str(folder),
        edition=rng.choice(EDITIONS),
        theme=rng.choice(THEMES),
        handover=rng.random() < 0.7,
        turn_summary=rng.random() < 0.7,
        pace=rng.choice(PACES),
        motion=rng.choice(MOTIONS),
        round_page=rng.random() < 0.7,
        replay_pace=0.05,
    )
    lot = rng.random()
    if lot < 0.2:
        return settings, Start()
    if lot < 0.5:
        return settings, Start("new", _setup(rng))
    return settings, Start(rng.choice(("load", "load", "load", "replay", "watch")), path=rng.choice(paths))


def _saved(folder: Path, rng: Random, number: int) -> Path:
    """Part of a sample game, or all of it; it is left as it is where it has been played already."""
    name = rng.choice(SAMPLES)
    game = sample(name)
    position = rng.choice((rng.randrange(game.length), game.length - 1, game.length))
    path = folder / f"{name}-{number}.rokoko"
    if not path.exists():
        create(path, game.setup, game.fork(position).entries).close()
    return path


def _setup(rng: Random) -> Setup:
    """A new game of one to five, people and bots."""
    count = rng.randint(1, 5)
    bots = rng.choice((0, 0, 1, count - 1)) if count > 1 else 0
    kinds = [n >= count - bots for n in range(count)]
    seats = tuple(
        Seat(name, kind="bot", level=rng.choice(LEVELS)) if bot else Seat(name)
        for name, bot in zip(NAMES, kinds, strict=False)
    )
    expansions = frozenset(Expansion) if rng.random() < 0.5 else frozenset()
    return Setup(seats, rng.randrange(1000), expansions=expansions)
