"""Test every command on the first screens with the crawler, and that it detects a crash."""

import pytest
from textual.widgets import OptionList

from rokoko_tui.keys import commands_of
from rokoko_tui.screens.start import StartScreen
from tools.conditions import FIRST_PAGE, Condition, condition_named
from tools.crawler.crawl import Report, crawl
from tools.crawler.report import SHELL_ONLY, format_report

FIRST = {("StartScreen", command.id) for place in ("start", "app") for command in commands_of(place)} - {
    ("StartScreen", SHELL_ONLY)
}
BEHIND = {
    "NewGameScreen": "new",
    "LoadScreen": "load",
    "StatisticsScreen": "record",
    "SettingsScreen": "settings",
    "HelpScreen": "help",
    "PlayScreen": "table",
    "PlayScreen lesson": "table",
}
"""Screens one key away from the first page, with the place of their commands."""


def assert_sound(report: Report) -> None:
    assert not report.crashes, "\n".join(format_report(report))
    assert not report.lost, report.lost


@pytest.mark.slow
@pytest.mark.parametrize(
    "condition",
    [condition for condition in FIRST_PAGE if condition.name != "lesson-finished"],
    ids=lambda condition: condition.name,
)
def test_every_command_of_the_first_page_works(condition: Condition) -> None:
    report = crawl(condition, depth=1, once=True)
    assert_sound(report)
    assert report.visited >= FIRST, sorted(FIRST - report.visited)


@pytest.mark.release
def test_every_command_one_screen_further_works() -> None:
    report = crawl(condition_named("lesson-finished"), depth=2, once=True)
    assert_sound(report)
    offered = FIRST | {(screen, command.id) for screen, place in BEHIND.items() for command in commands_of(place)}
    elsewhere = {
        "table.seats",
        "record.take",
        SHELL_ONLY,
    }  # offered at hosted games, and where the record has a finished game
    read_first = {("PlayScreen lesson", name) for name in ("table.hint", "table.reasons")}  # nothing to choose yet
    offered = {pair for pair in offered if pair[1] not in elsewhere} - read_first
    assert report.visited >= offered, sorted(offered - report.visited)


@pytest.mark.slow
def test_a_crash_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Repeat an old bug: the start screen removed Learn from its menu and crashed at the next refresh."""
    mount = StartScreen.on_mount

    def on_mount(screen: StartScreen) -> None:
        mount(screen)
        if screen.app.settings.learned:
            screen.query_one(OptionList).remove_option("learn")

    monkeypatch.setattr(StartScreen, "on_mount", on_mount)
    report = crawl(condition_named("lesson-finished"), depth=1, once=True)
    assert ["f2"] in [crash.keys for crash in report.crashes], report.crashes
    assert "OptionDoesNotExist" in "\n".join(format_report(report))
