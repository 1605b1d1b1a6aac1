"""Start conditions: settings, terminal, saves and first screen of a run of the program.

The crawler uses ``CONDITIONS``; a torture run draws a condition from its seed.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple

from msgspec import structs

from rokoko_core.game import Game
from rokoko_core.journal import create, read
from rokoko_core.pending import MainAction
from rokoko_core.state import Seat, Setup
from rokoko_core.terms import Expansion
from rokoko_tui.games import Mode, Start
from rokoko_tui.settings.settings import MOTIONS, PACES, PICTURES, SIGNS, Settings
from rokoko_tui.text.languages import EDITIONS, shipped_languages
from rokoko_tui.theme.theme_files import shipped_names
from tests.journeys.terminal import folders
from tests.saves.sample_games import FOLDER, NAMES
from tests.tui.analysis.daily_games import finished_game

Point = Literal["begun", "middle", "round-end", "last", "over"]
"""The end of a save: first position, main action, before the end of a round, before and after the end of the game."""
Damage = Literal["torn", "cut", "altered", "empty", "foreign", "not-utf8", "newer"]
DAMAGES: tuple[Damage, ...] = ("torn", "cut", "altered", "empty", "foreign", "not-utf8", "newer")
"""Kinds of damage: a torn last line, a lost half, a changed byte, and files that are no saves."""
ABSENT = "not_installed:Bot"
"""A level that is not installed."""
DAILY = "daily"
"""A finished daily deal, in place of a sample game."""
SAMPLES = ("base-2", "base-4", "everything-3", "everything-5", "solo-jewelry-box")
LEVELS = ("apprentice", "journeyman", "master")
LESSON_STEPS = ("", "hand", "hire", "halls", "end")


class Save(NamedTuple):
    """A save: a sample game up to a point, against bots of ``level`` if given."""

    sample: str
    point: Point = "middle"
    level: str = ""
    damage: Damage | None = None


@dataclass(frozen=True)
class Condition:
    """The start condition of a run."""

    name: str
    size: tuple[int, int] = (120, 40)
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Fields of the settings that differ from their defaults."""
    terminal: Mapping[str, str] = field(default_factory=dict)
    """Environment variables of the terminal."""
    saves: tuple[Save, ...] = ()
    """Oldest first."""
    copies: int = 0
    """Further saves of a new game, older than ``saves``; every tenth is damaged."""
    mode: Mode = "menu"
    """The first screen; anything but the menu, the lesson and a new game opens the newest save."""
    setup: Setup | None = None
    """The game to begin, for ``new``."""


TERMINAL = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"}
"""The default terminal of a condition."""

FIRST_PAGE = (
    Condition("fresh"),
    Condition("lesson-finished", (80, 24), {"learned": True}, saves=(Save("base-2", "over"), Save("everything-3"))),
    Condition(
        "ukrainian", (100, 30), {"language": "ukrainian", "lesson": "hire"}, saves=(Save("base-4", level="novice"),)
    ),
    Condition(
        "deluxe", (160, 50), {"edition": "deluxe", "pace": "step"}, saves=(Save("everything-5", level="journeyman"),)
    ),
    Condition("no-colour", (80, 24), {"lesson": "hand"}, {"NO_COLOR": "1"}, (Save("solo-jewelry-box"),)),
    Condition(
        "many-saves",
        (100, 30),
        saves=(*(Save("base-2", "middle", damage=damage) for damage in DAMAGES), Save("base-3", "over")),
        copies=1000,
    ),
)
"""Conditions that start at the first page."""
CONDITIONS = (
    *FIRST_PAGE,
    Condition("hand-over", saves=(Save("base-3"),), mode="load"),
    Condition("round-end", (80, 24), {"handover": False}, saves=(Save("base-4", "round-end"),), mode="load"),
    Condition("last-action", settings={"pace": "at-once"}, saves=(Save("base-2", "last"),), mode="load"),
    Condition("final-sheet", saves=(Save("everything-5", "over"),), mode="load"),
    Condition("daily-result", (80, 24), saves=(Save(DAILY, "over"),), mode="load"),
    Condition("missing-bot", saves=(Save("base-2", level=ABSENT),), mode="load"),
    Condition("watching", saves=(Save("base-4"),), mode="watch"),
    Condition("replay", (100, 30), saves=(Save("base-4", "over"),), mode="replay"),
    Condition("lesson", (80, 24), mode="learn"),
    Condition("lesson-end", settings={"lesson": "end"}, mode="learn"),
)


def condition_named(name: str) -> Condition:
    """Return the condition called ``name``. Raises StopIteration."""
    return next(condition for condition in CONDITIONS if condition.name == name)


def draw_condition(rng: Random) -> Condition:
    """Return one of ``CONDITIONS`` with other settings, saves and first screen, all drawn from ``rng``."""
    base = rng.choice(CONDITIONS)
    settings = {
        "edition": rng.choice(EDITIONS),
        "language": rng.choice(shipped_languages()),
        "theme": rng.choice(shipped_names()),
        "signs": rng.choice(SIGNS),
        "pictures": rng.choice(PICTURES),
        "pace": rng.choice(PACES),
        "motion": rng.choice(MOTIONS),
        "learned": rng.random() < 0.5,
        "lesson": rng.choice(LESSON_STEPS),
        "handover": rng.random() < 0.7,
        "turn_summary": rng.random() < 0.7,
        "round_page": rng.random() < 0.7,
        "forced_steps": rng.random() < 0.7,
        "end_turns": rng.choice((0.0, 0.5, 3.0, "never")),
        "replay_pace": 0.05,
    }
    defaults = {name for name in settings if rng.random() < 0.3}
    settings = {name: value for name, value in settings.items() if name not in defaults} | dict(base.settings)
    condition = replace(
        base,
        settings=settings,
        terminal=base.terminal or rng.choice(({}, {}, {}, {"NO_COLOR": "1"}, {"TERM": "linux"})),
    )
    if rng.random() < 0.5:
        condition = replace(condition, saves=(*condition.saves, *(_draw_save(rng) for _ in range(rng.randint(1, 3)))))
    if base.mode == "menu" and rng.random() < 0.6:
        if rng.random() < 0.4:
            return replace(condition, mode="new", setup=_draw_setup(rng))
        mode: Mode = rng.choice(("load", "load", "replay", "watch"))
        return replace(condition, saves=(*condition.saves, _draw_save(rng)._replace(damage=None)), mode=mode)
    return condition


def _draw_save(rng: Random) -> Save:
    points: tuple[Point, ...] = ("begun", "middle", "middle", "round-end", "last", "over")
    level = rng.choice(("", "", *LEVELS, ABSENT))
    return Save(rng.choice(SAMPLES), rng.choice(points), level, rng.choice((None, None, *DAMAGES)))


def _draw_setup(rng: Random) -> Setup:
    """Draw a new game of one to five players, people and bots."""
    count = rng.randint(1, 5)
    bots = rng.choice((0, 0, 1, count - 1)) if count > 1 else 0
    seats = tuple(
        Seat(name, kind="bot", level=rng.choice(LEVELS)) if n >= count - bots else Seat(name)
        for n, name in enumerate(NAMES[:count])
    )
    expansions = frozenset(Expansion) if rng.random() < 0.5 else frozenset()
    return Setup(seats, rng.randrange(1000), expansions=expansions)


# ---- save files


@cache
def sample(name: str) -> Game:
    """Return the sample game of that name, or a finished daily deal."""
    return finished_game() if name == DAILY else read(FOLDER / f"{name}.rokoko").game


@cache
def _position(name: str, point: Point) -> int:
    """Return the last position of a save."""
    game = sample(name)
    if point in ("begun", "last", "over"):
        return {"begun": 0, "last": game.length - 1, "over": game.length}[point]
    rounds = [game.at(n).round for n in range(game.length)]
    if point == "round-end":
        return rounds.index(5) - 1
    return next(
        n
        for n in range(rounds.index(4), game.length)
        if game.at(n).pending and isinstance(game.at(n).pending[-1], MainAction)
    )


def _write(path: Path, save: Save) -> None:
    game = sample(save.sample)
    setup = game.setup
    if save.level:
        others = (structs.replace(seat, kind="bot", level=save.level) for seat in setup.players[1:])
        setup = structs.replace(setup, players=(setup.players[0], *others))
    create(path, setup, game.fork(_position(save.sample, save.point)).entries).close()
    if save.damage is not None:
        path.write_bytes(_damaged(path.read_bytes(), save.damage))


def _damaged(content: bytes, damage: Damage) -> bytes:
    half = len(content) // 2
    match damage:
        case "torn":
            return content[:-20]
        case "cut":
            return content[:half]
        case "altered":
            return content[:half] + bytes([content[half] ^ 1]) + content[half + 1 :]
        case "empty":
            return b""
        case "foreign":
            return b'{"a": "file of another program"}\n'
        case "not-utf8":
            return b"\xff\xfe\x00" + content
        case "newer":
            return content.replace(b'"version":', b'"version":9', 1)


def lay_out(condition: Condition, folder: Path) -> tuple[Settings, Start]:
    """Write the saves of ``condition`` into ``folder`` unless it exists; return the settings and the start."""
    paths = [folder / f"{number}-{save.sample}.rokoko" for number, save in enumerate(condition.saves)]
    if not folder.exists():
        folder.mkdir(parents=True)
        _write_copies(folder, condition.copies)
        for number, (path, save) in enumerate(zip(paths, condition.saves, strict=True)):
            _write(path, save)
            os.utime(path, (1_700_000_000 + 60 * number,) * 2)
    settings = Settings(saves=str(folder), name="Ada", **condition.settings)
    if condition.mode in ("menu", "learn", "new"):
        return settings, Start(condition.mode, condition.setup)
    return settings, Start(condition.mode, path=paths[-1])


def _write_copies(folder: Path, count: int) -> None:
    if not count:
        return
    first = folder / "game-0000.rokoko"
    _write(first, Save("base-2", "begun"))
    content = first.read_bytes()
    for number in range(count):
        path = folder / f"game-{number:04}.rokoko"
        path.write_bytes(content if number % 10 else _damaged(content, DAMAGES[number // 10 % len(DAMAGES)]))
        os.utime(path, (1_600_000_000 + number,) * 2)


@contextmanager
def environment_of(condition: Condition, home: Path) -> Iterator[None]:
    """Set the environment variables of ``condition``, with all folders below ``home``."""
    wanted = {**folders(home), **TERMINAL, **condition.terminal}
    changed = {*wanted, "NO_COLOR", "SSH_CONNECTION", "SSH_TTY", "TEXTUAL_ANIMATIONS"}
    before = {name: os.environ[name] for name in changed if name in os.environ}
    for name in changed:
        os.environ.pop(name, None)
    os.environ.update(wanted)
    try:
        yield
    finally:
        for name in changed:
            os.environ.pop(name, None)
        os.environ.update(before)
