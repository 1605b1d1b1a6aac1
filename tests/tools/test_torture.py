"""A short run of random hands, and that such a run finds a crash, repeats it and tells the shortest way there."""

import re
import sys
from collections.abc import Sequence

import pytest

from rokoko_core.state import Seat, Setup
from rokoko_tui.screens.help import HelpScreen
from rokoko_tui.widgets.list_view import Listing
from tools.conditions import Condition
from tools.torture import by_pilot, by_terminal, sessions
from tools.torture.hands import LARGEST, SMALLEST, Event, bound, events
from tools.torture.shortest import shortest

pytestmark = pytest.mark.slow

SEEDS = range(1000, 1012)
"""Sessions of the slow tests; ``make torture`` plays others."""
EVENTS = 150


@pytest.mark.parametrize("seed", SEEDS)
def test_random_hands_do_not_crash_it(seed: int) -> None:
    crash = by_pilot.crash_of(seed, events(seed, EVENTS))
    if crash is not None:
        raise AssertionError(f"seed {seed}") from crash


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
@pytest.mark.parametrize("seed", [2000, 2001])
def test_nor_in_a_terminal_that_is_suspended_now_and_then(seed: int) -> None:
    hands = [*events(seed, 40), "stop", *events(seed + 500, 40), "stop", "rest"]
    crash = by_terminal.crash_of(seed, hands)
    assert crash is None, crash


def test_hands_are_drawn_from_their_seed_and_do_everything() -> None:
    drawn = events(5, 4000)
    assert drawn == events(5, 4000)
    assert drawn != events(6, 4000)
    assert {event.partition(" ")[0] for event in drawn} == {
        "key", "type", "raw", "size", "click", "move", "wheel", "stop", "rest",
    }  # fmt: skip
    assert {f"key {key}" for key in bound()} <= set(drawn)
    sizes = [tuple(map(int, event.split()[1:])) for event in drawn if event.startswith("size")]
    assert all(SMALLEST[0] <= columns <= LARGEST[0] for columns, _ in sizes)
    assert {columns < 80 or lines < 24 for columns, lines in sizes} == {True, False}


def test_a_crash_is_repeated_and_told_by_its_seed_and_the_fewest_events(monkeypatch: pytest.MonkeyPatch) -> None:
    """Help that breaks where a list was moved in before: two events of many."""
    moved = []

    def move(listing: Listing, step: int) -> None:
        moved.append(step)

    def on_mount(screen: HelpScreen) -> None:
        if moved:
            raise KeyError("broken on purpose")

    def session(seed: int, hands: Sequence[Event]) -> BaseException | None:
        moved.clear()
        return by_pilot.crash_of(seed, hands)

    monkeypatch.setattr(Listing, "move", move)
    monkeypatch.setattr(HelpScreen, "on_mount", on_mount)
    alone = Condition("alone", mode="new", setup=Setup((Seat("Ada"),), 7))
    monkeypatch.setattr(by_pilot, "condition_of", lambda seed: alone)
    hands = ["size 120 40", "rest", "key z", "rest", "key down", "rest", "move 3 3", "key f9", "rest"]
    hands += ["key question_mark", "rest", "key a", "rest"]
    assert isinstance(session(1, hands), KeyError)
    fewest = shortest(hands, lambda fewer: isinstance(session(1, fewer), KeyError))
    assert [event for event in fewest if event != "rest"] == ["size 120 40", "key down", "key question_mark"]


def test_the_runner_tells_seed_and_events(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash_of(seed: int, hands: Sequence[Event]) -> BaseException | None:
        return ValueError("on purpose") if "key up" in hands else None

    monkeypatch.setattr(by_pilot, "crash_of", crash_of)
    seed = next(seed for seed in range(50) if "key up" in events(seed, sessions.SESSION))
    told = sessions.session(seed)
    assert f"SEED={seed}, 2 events:" in told
    assert re.search(r"^    size \d+ \d+\n    key up$", told, re.MULTILINE)


def test_the_shortest_list_is_found_where_two_events_are_needed() -> None:
    hands = ["size 80 24", *(f"key {n}" for n in range(200))]
    tried = []

    def crashes(fewer: Sequence[Event]) -> bool:
        tried.append(fewer)
        return "key 17" in fewer and "key 171" in fewer

    assert shortest(hands, crashes) == ["size 80 24", "key 17", "key 171"]
    assert len(tried) < 100
