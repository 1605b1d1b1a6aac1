"""Checking hints by playing their choices on."""

import pytest

from research import hints
from research.hints import CheckedHint, Policy, check_hint, format_hint, format_summary


def checked(seed: int, *gains: tuple[float, ...]) -> CheckedHint:
    choices = (("Take the Favor card", "You start the next round."), ("Pass",))
    return CheckedHint(seed, "a set", 6, ("Seat 0: choose",), choices[: 1 + bool(gains)], 0.5 if gains else None, gains)


def test_a_hint_is_printed_with_its_position_and_what_the_playouts_say() -> None:
    assert format_hint(checked(1, (2.0, 4.0))).splitlines() == [
        "Seed 1: round 6, 2 players, every expansion",
        "Seat 0: choose",
        "1. Take the Favor card",
        "   You start the next round.",
        "2. Pass",
        "First against second: +0.5; played on by journeyman +3.0 ± 1.0.",
    ]
    assert format_hint(checked(0)).endswith("\nOnly one choice.\n")


def test_hints_are_listed_that_journeymen_and_masters_contradict() -> None:
    """Worse by 3 ± 1 is contradicted; worse by 1 ± 1 proves nothing."""
    worse, even = (-2.0, -4.0), (0.0, -2.0)
    lines = format_summary([checked(1, worse, worse), checked(2, worse, even), checked(3, even), checked(4)])
    assert lines.splitlines() == [
        "4 hints, 3 with a second choice. With journeymen the first does at least as well in 0, clearly worse in 2.",
        "Contradicted: seed 1. First against second: +0.5; played on by journeyman -3.0 ± 1.0, by master -3.0 ± 1.0.",
    ]


@pytest.mark.slow
def test_a_hint_of_the_last_rounds_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "SECONDS", 0.1)
    monkeypatch.setattr(hints, "POLICIES", (Policy("journeyman", None, 2),))
    hint = check_hint(41)
    assert hint.round == 7 and len(hint.choices) >= 2 and len(hint.gains[0]) == 2
    assert "Seed 41: round 7, 2 players, every expansion" in format_hint(hint)
