"""Keys that were meant for what the screen showed a moment ago: from when to when they are ignored."""

import pytest

from rokoko_tui.table import key_guard
from rokoko_tui.table.key_guard import KeyGuard

GUARD = 0.25


@pytest.fixture(autouse=True)
def guarded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_guard, "GUARD_SECONDS", GUARD)


def test_before_anything_happened_every_key_counts() -> None:
    guard = KeyGuard()
    assert not guard.blocks(-1e9) and guard.remaining(-1e9) == 0.0


@pytest.mark.parametrize("times", [1, 4])
def test_keys_are_ignored_up_to_the_end_of_the_time(times: int) -> None:
    for late, is_blocked in ((-5.0, True), (0.0, True), (times * GUARD - 0.01, True), (times * GUARD, False)):
        guard = KeyGuard()
        guard.begin(100.0, times)
        assert guard.blocks(100.0 + late) == is_blocked
        assert KeyGuard().remaining(100.0) == 0.0
    guard = KeyGuard()
    guard.begin(100.0, times)
    assert [guard.remaining(100.0 + late) for late in (0.0, 0.2, 9.0)] == pytest.approx(
        [times * GUARD, times * GUARD - 0.2, 0.0]
    )


def test_a_key_that_is_ignored_makes_the_next_one_wait_and_a_shorter_wait_ends_no_longer_one() -> None:
    guard = KeyGuard()
    guard.begin(100.0)
    assert guard.blocks(100.2) and guard.remaining(100.2) == pytest.approx(GUARD)
    assert guard.blocks(100.4) and not guard.blocks(100.4 + GUARD)
    guard.begin(200.0, 4)
    guard.begin(200.1)
    assert guard.remaining(200.1) == pytest.approx(4 * GUARD - 0.1)
    assert guard.blocks(200.2) and guard.remaining(200.2) == pytest.approx(4 * GUARD - 0.2)
