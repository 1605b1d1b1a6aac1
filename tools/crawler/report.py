"""Report of a crawl: expected pairs of screen and command, missing ones, and known reasons."""

import tomllib
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from traceback import FrameSummary, extract_tb, format_exception_only, format_list

from textual.screen import ModalScreen

from rokoko_tui import screens
from rokoko_tui.keys import commands_of, is_global
from rokoko_tui.screens.base_screen import BaseScreen
from tools import ROOT
from tools.crawler.crawl import Crash, Pair, Report

REASONS = Path(__file__).with_name("unreached.toml")
SHELL_ONLY = "app.suspend"
"""A command of all screens that is offered only where a shell waits."""


def screen_classes() -> dict[str, type[BaseScreen[object]]]:
    """Return the screens of the program by name: every class of a screen that no other class is built on."""
    for module in iter_modules(screens.__path__, f"{screens.__name__}."):
        import_module(module.name)
    return {cls.__name__: cls for cls in _subclasses(BaseScreen)}


def _subclasses(cls: type[BaseScreen[object]]) -> Iterator[type[BaseScreen[object]]]:
    for sub in cls.__subclasses__():
        if sub.__module__.startswith(screens.__name__):
            yield sub
            yield from _subclasses(sub)


def expected(report: Report) -> set[Pair]:
    """Return every pair of a screen and a command of the places that work on it.

    The places are those that the screen lists for its help, and those of any command that was active on it. A
    base class counts as a screen only if the crawl reached it.
    """
    reached = {screen for screen, _ in report.offered}
    pairs = set[Pair]()
    for name, cls in screen_classes().items():
        if name in reached or not cls.__subclasses__():
            active = {id.partition(".")[0] for screen, id in report.offered if screen == name}
            places = {*cls.PLACES, *active}
            commands = [command for place in places for command in commands_of(place)]
            dialog = issubclass(cls, ModalScreen)
            pairs |= {
                (name, command.id)
                for command in commands
                if command.id != SHELL_ONLY and (is_global(command) or not dialog or command.place != "app")
            }
    return pairs


def reasons() -> dict[Pair, str]:
    """Return the pairs that cannot be reached, with the reason."""
    tables = tomllib.loads(REASONS.read_text(encoding="utf-8"))
    return {(screen, id): reason for screen, commands in tables.items() for id, reason in commands.items()}


def format_report(report: Report) -> Iterator[str]:
    """Yield the lines of the report."""
    yield (
        f"{len(report.visited)} pairs of screen and command in {len(report.states)} states, "
        f"{report.presses:,} keys, {report.starts:,} starts"
    )
    explained = reasons()
    for screen, id in sorted(expected(report) - report.visited):
        yield f"not reached: {screen} {id}: {explained.get((screen, id), 'NO REASON GIVEN')}"
    for screen, id in sorted(explained.keys() & report.visited):
        yield f"reached against what unreached.toml says: {screen} {id}"
    for state in sorted(report.lost):
        yield f"the same keys did not lead again to {' > '.join(state)}"
    for crashes in _group(report.crashes):
        for crash in crashes:
            yield f"crash under {crash.condition!r}: {' '.join(crash.keys) or 'at the start'}"
        yield _traceback(crashes[0].error)


def _group(crashes: list[Crash]) -> Iterable[list[Crash]]:
    """Group the crashes of one kind and place, the one with the fewest keys first."""
    groups: dict[str, list[Crash]] = {}
    for crash in sorted(crashes, key=lambda crash: len(crash.keys)):
        groups.setdefault(f"{type(crash.error)}{extract_tb(crash.error.__traceback__)[-1:]}", []).append(crash)
    return groups.values()


def _traceback(error: BaseException) -> str:
    """Format the frames of the program, and the last frame."""
    *frames, last = extract_tb(error.__traceback__) or [FrameSummary("", 0, "")]
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(ROOT / "rokoko_tui")]
    return "".join([*format_list([*own, last]), *format_exception_only(error)]).rstrip()


def gaps(report: Report) -> set[Pair]:
    """Return the pairs that were not visited without a known reason, and those visited against one."""
    explained = reasons().keys()
    return (expected(report) - report.visited - explained) | (explained & report.visited)
