"""The screens shown in snapshots and in the pictures of the documentation."""

import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any
from unittest.mock import patch

from textual.pilot import Pilot

from rokoko_core import Game, to_move
from rokoko_core.journal import create
from rokoko_core.pending import CardChoice, MainAction, Pending
from rokoko_tui.app import RokokoApp
from rokoko_tui.games import Start
from rokoko_tui.settings import daily_deal
from rokoko_tui.settings.settings import Settings
from rokoko_tui.table import key_guard as guard
from rokoko_tui.text import Words
from rokoko_tui.text.languages import Edition
from tests.saves.sample_games import FOLDER
from tests.tui.at_table import QUIET, Player, render_screen
from tests.tui.screens.quick_reviews import QuickReviewer


@dataclass(frozen=True)
class Scene:
    """A sample game at a decision, the keys pressed from there, and the terminal."""

    name: str
    size: tuple[int, int]
    game: str = ""
    """The sample game; empty for the start screen."""
    asked: type[Pending] = MainAction
    since_round: int = 4
    seat: int | None = None
    """The seat that is asked; None for any."""
    keys: Sequence[str] = ()
    mode: str = "load"
    theme: str = "rokoko-dark"
    edition: Edition = "classic"
    language: str = ""
    shows: str = ""
    """The key of a message to wait for, where a search has to finish first."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Other settings."""
    terminal: Mapping[str, str] = field(default_factory=dict)
    """Environment variables of the terminal; only the pictures of the documentation use them."""


SCENES = (
    Scene("start", (80, 24)),
    Scene("new-game", (80, 24), keys=("n",)),
    Scene("about", (80, 24), keys=("a",)),
    Scene("puzzles", (120, 40), keys=("z", "1", "6")),
    Scene("puzzles-small", (80, 24), keys=("z",)),
    Scene("table", (120, 40), "base-4", keys=("enter", "right", "right", "j")),
    Scene("table-small", (80, 24), "base-4", keys=("enter", "right", "j")),
    Scene("table-large", (160, 50), "base-5", keys=("enter", "right", "j")),
    Scene("table-light", (120, 40), "base-3", keys=("enter", "right"), theme="rokoko-light"),
    Scene("table-mono", (80, 24), "base-2", keys=("enter", "right"), theme="rokoko-mono"),
    Scene("hand-over", (120, 40), "base-3"),
    Scene("deluxe", (120, 40), "everything-5", keys=("enter", "right"), edition="deluxe"),
    Scene("deluxe-small", (80, 24), "everything-3", keys=("enter", "tab", "tab", "tab")),
    Scene("solo", (120, 40), "solo-jewelry-box", keys=("j",)),
    Scene("replay", (120, 40), "base-4", mode="replay", keys=("}", "}", "}", "]", "]")),
    Scene("replay-small", (80, 24), "solo-base", mode="replay", keys=("}", "}", "right")),
    Scene("final", (120, 40), "base-4", mode="end"),
    Scene("final-small", (80, 24), "everything-5", mode="end"),
)

READ = (
    Scene("settings", (80, 24), keys=("comma",)),
    Scene("settings-large", (120, 40), "base-4", keys=("enter", "f10", "down", "down")),
    Scene("help", (80, 24), "base-4", keys=("enter", "question_mark")),
    Scene("help-signs", (120, 40), "everything-4", keys=("enter", "question_mark", "2")),
    Scene("help-rules", (80, 24), "base-4", keys=("enter", "question_mark", "3", "down")),
    Scene("help-keys", (100, 30), "base-4", keys=("enter", "question_mark", "4", "pagedown")),
    Scene("board", (120, 40), "everything-4", keys=("enter", "b")),
    Scene("score", (120, 40), "base-4", keys=("enter", "right", "j", "B")),
    Scene("score-small", (80, 24), "everything-5", keys=("enter", "B")),
    Scene("to-come", (80, 24), "everything-4", keys=("enter", "c", "pagedown")),
    Scene("around", (120, 40), "base-3", keys=("enter", "x", "up", "left")),
    Scene("around-small", (80, 24), "everything-3", keys=("enter", "tab", "x", "down", "right")),
    Scene("jump", (120, 40), "base-4", keys=("enter", "g")),
    Scene("jump-small", (80, 24), "base-4", keys=("enter", "g")),
    Scene("palette", (80, 24), keys=("ctrl+p",)),
    Scene("palette-found", (80, 24), "base-4", keys=("enter", "ctrl+p", *"tutorial")),
    Scene("reasons", (120, 40), "base-4", keys=("enter", "w")),
    Scene("log", (80, 24), "everything-3", keys=("enter", "f4", "up", "up")),
    Scene("learn", (100, 30), keys=("t",), settings={"lesson": "hand"}),
    Scene("watch", (100, 30), "base-3", mode="watch"),
    Scene("compact", (100, 30), "everything-5", keys=("enter", "right", "j")),
    Scene("largest", (200, 60), "everything-2", keys=("enter", "right", "j")),
    Scene("low", (200, 24), "base-5", keys=("enter", "right")),
    Scene("start-large", (160, 50)),
    Scene("start-low", (200, 24)),
    Scene("final-large", (200, 60), "base-3", mode="end"),
    Scene("ending", (160, 50), "everything-5", since_round=7, keys=("enter", "right", "j")),
    Scene("tall", (80, 50), "everything-2", keys=("enter",)),
    Scene("upright", (46, 40), "base-4", keys=("enter", "right", "j")),
    Scene("upright-low", (42, 28), "everything-5", keys=("enter", "tab"), language="ukrainian"),
    Scene("wide-lines", (160, 50), "everything-5", keys=("enter",), settings={"pictures": "off"}),
    Scene("lines", (120, 40), "everything-3", keys=("enter", "right"), settings={"pictures": "off"}),
    Scene("lines-small", (80, 24), "base-4", keys=("enter", "tab"), settings={"pictures": "off", "signs": "ascii"}),
)
"""Scenes for snapshots, seldom drawn as pictures."""
THOUGHTFUL = (
    Scene("hint", (120, 40), "base-4", keys=("enter", "h"), shows="advice.hint.title.final"),
    Scene("hint-small", (80, 24), "base-3", keys=("enter", "h"), shows="advice.hint.title.final"),
    Scene("looking-back", (120, 40), "base-4", mode="replay", keys=("a",), shows="review.progress.done"),
    Scene("looking-back-small", (80, 24), "base-2", mode="replay", keys=("a",), shows="review.progress.done"),
)
"""Scenes with results of a search, which depend on its time, so they are pictures only."""
_CONSOLE = {"TERM": "linux", "COLORTERM": ""}
_MANY = {"TERM": "xterm-256color", "COLORTERM": ""}
_ALL = "everything-5"
SHOWN = (
    *(
        Scene(f"{tab}-80x24", (80, 24), "everything-3", keys=("enter", *("tab",) * n))
        for n, tab in enumerate(("play", "halls", "workshop", "decorations", "players", "log"))
    ),
    *(
        Scene(f"{tab}-{width}x{height}", (width, height), _ALL, keys=("enter", *("tab",) * n))
        for width, height, tabs in (
            (100, 30, ("decorations", "players", "log")),
            (120, 40, ("decorations", "log")),
            (160, 50, ("decorations", "log")),
            (200, 60, ("decorations",)),
        )
        for n, tab in enumerate(tabs, 1)
    ),
    Scene("table-80x50", (80, 50), "base-4", keys=("enter", "right", "j")),
    Scene("table-100x30", (100, 30), _ALL, keys=("enter", "right", "j")),
    Scene("table-119x40", (119, 40), "base-2", since_round=1, keys=("enter",)),
    Scene("everything-120x40", (120, 40), _ALL, keys=("enter", "right", "right")),
    Scene("two-120x40", (120, 40), "base-2", since_round=6, keys=("enter", "right", "right", "j")),
    Scene("everything-160x50", (160, 50), _ALL, since_round=5, keys=("enter", "right", "right")),
    Scene("deluxe-160x50", (160, 50), _ALL, since_round=7, keys=("enter", "right"), edition="deluxe"),
    Scene("two-160x50", (160, 50), "everything-2", since_round=3, keys=("enter", "right")),
    Scene("table-200x24", (200, 24), "base-3", keys=("enter", "right")),
    Scene("table-200x60", (200, 60), _ALL, keys=("enter", "right", "j")),
    *(
        Scene(f"replay-{width}x{height}", (width, height), "base-4", mode="replay", keys=("}", "}", "}", "]", "]"))
        for width, height in ((100, 30), (160, 50), (200, 60))
    ),
    Scene("start-160x50", (160, 50)),
    Scene("table-safe", (120, 40), _ALL, keys=("enter", "right"), theme="rokoko-safe"),
    Scene("table-256-colours", (120, 40), _ALL, keys=("enter", "right"), terminal=_MANY),
    Scene("table-console", (80, 24), "base-4", keys=("enter", "right", "j"), terminal=_CONSOLE),
    Scene("halls-console", (80, 24), "everything-3", keys=("enter", "tab", "tab"), terminal=_CONSOLE),
    Scene("table-no-colour", (80, 24), "base-4", keys=("enter", "right", "j"), terminal={"NO_COLOR": "1"}),
    Scene("table-ascii", (80, 24), "base-4", keys=("enter", "right", "j"), settings={"signs": "ascii"}),
)
"""Scenes of other sizes and terminals, for pictures only."""
UKRAINIAN = tuple(
    replace(scene, name=f"{scene.name}-ukrainian", language="ukrainian", edition="deluxe")
    for scene in (
        Scene("start", (80, 24)),
        Scene("table", (120, 40), "base-4", keys=("enter", "right", "right", "j")),
        Scene("table-80x24", (80, 24), "base-4", keys=("enter", "right", "j")),
        Scene("everything-160x50", (160, 50), _ALL, since_round=5, keys=("enter", "right", "right")),
        Scene("help", (80, 24), "base-4", keys=("enter", "?")),
        Scene("learn", (120, 40), keys=("t",), settings={"lesson": "hand"}),
        Scene("final", (120, 40), "base-4", mode="end"),
    )
)
"""The main screens in Ukrainian, for pictures only."""
FILM = (
    Scene("film-lesson", (100, 30), keys=("t", *("enter",) * 7)),
    Scene(
        "film-turn",
        (100, 30),
        "base-2",
        asked=CardChoice,
        since_round=6,
        seat=0,
        keys=(
            "enter",
            *("down", "enter"),  # the Master of the hand
            *("right", "down", "enter", "enter"),  # a dress and its silk
            *("enter", "enter", "enter"),  # rented out, in the King's Hall, the end of the turn
        ),
    ),
    Scene("film-count", (100, 30), "base-2", mode="end"),
)
"""The film: the start screen and the lesson, a turn that wins the King's Hall, and the end of that game."""
TODAY = date(2026, 11, 27)
"""The day of the daily game and of the puzzle of the day."""


def position_of(scene: Scene, game: Game) -> int:
    """Return the first position of the scene's round with its decision, or the end of the game."""
    if scene.mode == "end":
        return game.length
    return next(
        n
        for n, state in ((n, game.at(n)) for n in range(game.length))
        if state.round >= scene.since_round
        and isinstance(state.pending[-1], scene.asked)
        and scene.seat in (None, to_move(state))
    )


def shown_by(key: str, words: Words) -> str:
    """Return a pattern that finds the message ``key`` with any numbers and names, not inside a sentence."""
    if not key:
        return ""
    texts = (re.escape(words.say_of(key, {"who": "Somebody", "all": n})).replace(str(n), r"\d+") for n in (1, 2, 5))
    patterns = dict.fromkeys(text.replace("Somebody", ".*") for text in texts)
    return rf"(?<!\w )(?<!\d)(?:{'|'.join(patterns)})"


@asynccontextmanager
async def on_screen(
    scene: Scene, folder: Path, look: Callable[[RokokoApp], None] = lambda app: None
) -> AsyncIterator[RokokoApp]:
    """Run the app in ``scene``, with its files in ``folder``; call ``look`` before and after each key."""
    start = Start()
    if scene.game:
        game = Game.load(FOLDER / f"{scene.game}.rokoko")
        path = folder / f"{scene.game}.rokoko"
        part = game if scene.mode == "replay" else game.fork(position_of(scene, game))
        create(path, part.setup, part.entries).close()
        start = {
            "replay": Start("replay", path=path),
            "watch": Start("watch", path=path),
            "list": Start(),
        }.get(scene.mode, Start("load", path=path))
    settings = {
        **QUIET,
        "name": "Ada",
        "theme": scene.theme,
        "edition": scene.edition,
        "language": scene.language,
        **scene.settings,
    }
    app = RokokoApp(Settings(saves=str(folder), **settings), start)
    app._bot_worker = QuickReviewer()
    guard.GUARD_SECONDS = 0.0  # do not drop quick keys
    with patch.object(daily_deal, "today", lambda: TODAY):
        async with _opened(app, scene, look) as shown:
            yield shown


@asynccontextmanager
async def _opened(app: RokokoApp, scene: Scene, look: Callable[[RokokoApp], None]) -> AsyncIterator[RokokoApp]:
    """Run ``app``, press the keys of ``scene``, and wait for what it shows."""
    async with app.run_test(size=scene.size) as pilot:
        player = Player(app, pilot)
        await pilot.pause()
        await player.settle()
        look(app)
        for key in scene.keys:
            await player.press(key)
            look(app)
        if scene.shows:
            pattern = re.compile(shown_by(scene.shows, app.words))
            await player.wait_until(lambda: pattern.search(text_of(app)) is not None)
        await _wait_until_still(app, pilot)
        yield app
        if app.is_running and app.screen_stack:
            render_screen(app)  # as at a table


async def _wait_until_still(app: RokokoApp, pilot: Pilot[None]) -> None:
    """Wait until no widget has a pending message and the screen is the same three times."""
    same, before = 0, ""
    while same < 3:
        await pilot.pause()
        busy = not all(node._message_queue.empty() for node in (app, app.screen, *app.screen.walk_children()))
        text = text_of(app)
        same = 0 if busy or text != before else same + 1
        before = text


def text_of(app: RokokoApp) -> str:
    """Return the text on the screen, without colours."""
    lines = render_screen(app)
    return "\n".join("".join(segment.text for segment in line).rstrip() for line in lines)
