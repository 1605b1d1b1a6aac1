"""Fixtures of the terminal side: a home folder for each test, no frames, the command line, a save."""

from asyncio import get_running_loop, sleep
from collections.abc import Iterator
from inspect import iscoroutinefunction
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from rich.console import RenderableType
from textual._compositor import Compositor
from textual._context import active_app
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

from rokoko_core import legal_actions
from rokoko_core.components import catalogue
from rokoko_core.journal import create
from rokoko_tui.cli import parser as cli
from rokoko_tui.table import key_guard as guard
from tests.conftest import QUICK
from tests.tui.cli.shell import ADA_AND_BO, CommandResult, Run

_numbers = count()


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of all home folders."""
    return tmp_path_factory.mktemp("homes")


@pytest.fixture(autouse=True)
def home(homes: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep tests away from the player's own folders; accept keys however fast they come. Return the home folder.

    It does not exist before the program makes it: most tests need none, and it would take a third of their time.
    """
    home = homes / str(next(_numbers))
    for name, folder in (("HOME", ""), ("XDG_CONFIG_HOME", "config"), ("XDG_DATA_HOME", "data")):
        monkeypatch.setenv(name, str(home / folder))
    monkeypatch.setenv("ROKOKO_SAVES", str(home / "saves"))
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(catalogue, "_known", {})
    monkeypatch.setattr(guard, "GUARD_SECONDS", 0.0)
    return home


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests that play at a table twice: with the local game, and slowly with the game through JSON.

    The second ones are not even collected in ``make test``.
    """
    if {"at_table", "Player"} & vars(metafunc.module).keys() and iscoroutinefunction(metafunc.function):
        local_only = metafunc.definition.get_closest_marker("local_only") is not None
        is_quick = metafunc.config.option.markexpr == QUICK
        views = ["local", *([] if local_only or is_quick else [pytest.param("json", marks=pytest.mark.slow)])]
        metafunc.parametrize("view", views, indirect=True)


@pytest.fixture(autouse=True)
def view(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return how the screens see the game: "local" or "json"."""
    name: str = getattr(request, "param", "local")
    if name == "json":
        from tests.tui.at_table import show_through_json

        show_through_json(monkeypatch)
    return name


@pytest.fixture(autouse=True)
def no_frames(request: pytest.FixtureRequest, view: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw no frames in quick tests and their repeats through JSON, unless they are marked ``draws``.

    The headless driver discards all frames, and tests render the screen themselves.
    """
    is_slow = len(list(request.node.iter_markers("slow"))) > (view == "json")  # a repeat is marked too
    if is_slow or not iscoroutinefunction(request.function) or request.node.get_closest_marker("draws"):
        return
    render_update = Compositor.render_update

    def skip_update(compositor: Compositor, full: bool = False, **options: Any) -> RenderableType | None:
        app = active_app.get(None)
        if full or app is None or not app.is_headless:  # a picture of the whole screen, or a connection that is read
            return render_update(compositor, full, **options)
        compositor._dirty_regions.clear()
        return None

    monkeypatch.setattr(Compositor, "render_update", skip_update)


async def wait_for_tasks(seconds: float = 60.0) -> None:
    """Let all tasks run until each waits for time, a file or a process, at most ``seconds``."""
    until, ready = monotonic() + seconds, get_running_loop()._ready  # type: ignore[attr-defined]
    await sleep(0)
    while ready and monotonic() < until:
        await sleep(0)


@pytest.fixture(autouse=True, scope="session")
def patient_pilot() -> Iterator[None]:
    """Let pilots wait for tasks too; they measure the processor, which a busy machine gives to others."""

    async def wait_for_idle(min_sleep: float = 0.0, max_sleep: float = 60.0) -> None:
        await sleep(max(min_sleep, 0.02))  # the next frame, as Textual does
        await wait_for_tasks(max_sleep)

    with pytest.MonkeyPatch.context() as patch:
        for module in ("app", "pilot"):
            patch.setattr(f"textual.{module}.wait_for_idle", wait_for_idle)
        yield


@pytest.fixture(autouse=True, scope="session")
def shared_style_rules() -> Iterator[None]:
    """Parse each style sheet once in each theme, not for each app."""
    parse_rules, parsed = Stylesheet._parse_rules, dict[tuple[object, ...], list[RuleSet]]()

    def parse_once(sheet: Stylesheet, css: str, **source: Any) -> list[RuleSet]:
        key = (css, *source.items(), *sheet._variables.items())
        if key not in parsed:
            parsed[key] = parse_rules(sheet, css, **source)
        return parsed[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", parse_once)
        yield


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs a command line in this process."""

    def run_command(*argv: object) -> CommandResult:
        code = cli.main([str(word) for word in argv])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return CommandResult(code, out, err)

    return run_command


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """Return a game of two just begun: hands chosen, Ada's first turn over, the last action undone."""
    path = tmp_path / "game.rokoko"
    with create(path, ADA_AND_BO) as journal:
        for _ in range(6):
            journal.game.play(legal_actions(journal.game.state)[0])
        journal.game.undo(cross=True)
    return path
