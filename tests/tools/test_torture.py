"""Test the program with short sessions of random input, and that crashes are reported and minimised."""

import re
import sys
from collections.abc import Sequence

import pytest

from rokoko_core.state import Seat, Setup
from rokoko_tui.screens.help import HelpScreen
from rokoko_tui.widgets.list_view import LineList
from tools.conditions import Condition
from tools.torture import by_pilot, by_terminal, sessions
from tools.torture.hands import LARGEST, SMALLEST, Event, bound_keys, events
from tools.torture.shortest import shortest

pytestmark = pytest.mark.slow

SEEDS = range(1000, 1012)
"""Seeds of the slow tests; ``make torture`` uses others."""
EVENTS = 150


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", SEEDS)
def test_random_input_causes_no_crash(seed: int) -> None:
    crash = by_pilot.crash_of(seed, events(seed, EVENTS))
    if crash is not None:
        raise AssertionError(f"seed {seed}") from crash


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
@pytest.mark.parametrize("seed", [2000, 2001])
def test_random_input_in_a_suspended_terminal_causes_no_crash(seed: int) -> None:
    sequence = [*events(seed, 40), "stop", *events(seed + 500, 40), "stop", "rest"]
    crash = by_terminal.crash_of(seed, sequence)
    assert crash is None, crash


def test_events_depend_on_the_seed_and_cover_every_kind() -> None:
    sequence = events(5, 4000)
    assert sequence == events(5, 4000)
    assert sequence != events(6, 4000)
    assert {event.partition(" ")[0] for event in sequence} == {
        "key", "type", "raw", "size", "click", "move", "wheel", "stop", "rest",
    }  # fmt: skip
    assert {f"key {key}" for key in bound_keys()} <= set(sequence)
    sizes = [tuple(map(int, event.split()[1:])) for event in sequence if event.startswith("size")]
    assert all(SMALLEST[0] <= columns <= LARGEST[0] for columns, _ in sizes)
    assert {columns < 80 or lines < 24 for columns, lines in sizes} == {True, False}


def test_a_crash_is_repeated_and_minimised(monkeypatch: pytest.MonkeyPatch) -> None:
    """Break the help screen after a cursor movement, which takes two of many events."""
    moved = []

    def move(listing: LineList, step: int) -> None:
        moved.append(step)

    def on_mount(screen: HelpScreen) -> None:
        if moved:
            raise KeyError("broken on purpose")

    def session(seed: int, sequence: Sequence[Event]) -> BaseException | None:
        moved.clear()
        return by_pilot.crash_of(seed, sequence)

    monkeypatch.setattr(LineList, "move", move)
    monkeypatch.setattr(HelpScreen, "on_mount", on_mount)
    alone = Condition("alone", mode="new", setup=Setup((Seat("Ada"),), 7))
    monkeypatch.setattr(by_pilot, "condition_of", lambda seed: alone)
    sequence = ["size 120 40", "rest", "key z", "rest", "key down", "rest", "move 3 3", "key f9", "rest"]
    sequence += ["key question_mark", "rest", "key a", "rest"]
    assert isinstance(session(1, sequence), KeyError)
    fewest = shortest(sequence, lambda fewer: isinstance(session(1, fewer), KeyError))
    assert [event for event in fewest if event != "rest"] == ["size 120 40", "key down", "key question_mark"]


def test_the_report_names_seed_and_events(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash_of(seed: int, sequence: Sequence[Event]) -> BaseException | None:
        return ValueError("on purpose") if "key up" in sequence else None

    monkeypatch.setattr(by_pilot, "crash_of", crash_of)
    seed = next(seed for seed in range(50) if "key up" in events(seed, sessions.SESSION))
    report = sessions.session(seed)
    assert f"SEED={seed}, 2 events:" in report
    assert re.search(r"^    size \d+ \d+\n    key up$", report, re.MULTILINE)


def test_two_required_events_are_found() -> None:
    sequence = ["size 80 24", *(f"key {n}" for n in range(200))]
    trials = []

    def crashes(fewer: Sequence[Event]) -> bool:
        trials.append(fewer)
        return "key 17" in fewer and "key 171" in fewer

    assert shortest(sequence, crashes) == ["size 80 24", "key 17", "key 171"]
    assert len(trials) < 100
