"""Checking the review by playing turns on."""

import pytest

from research import review
from research.review import CheckedGame, CheckedTurn, Part, check_game, format_page


def checked(number: int, charge: float, costs: tuple[float, ...]) -> CheckedTurn:
    return CheckedTurn(number, charge, (costs, (1.0, 2.0)))


def test_the_page_compares_charges_with_mean_costs() -> None:
    turns = (checked(6, 3.0, (1.0, 3.0)), checked(7, 2.0, (2.0, 2.0)), checked(7, 4.0, (1.0, 1.0)))
    page = format_page([CheckedGame(1, "a set", turns), CheckedGame(2, "a set", (checked(3, 9.0, (0.0, 0.0)),))])
    assert "| 7 | 2 | 3.0 | 1.5 ± 1.0 | 1.5 ± 0.0 | 1.5 ± 2.9 | 0.0 |" in page
    assert "| 6 and 7 | 3 | 3.0 | 1.7 ± 0.7 | 1.5 ± 0.0 | 1.3 ± 1.7 | 0.3 |" in page
    assert "| 6 |" not in page and "| 1 to 3 |" not in page, "one turn has no interval"
    assert page.endswith("below 1.5 from round 6 on: met.\n")
    assert format_page([CheckedGame(1, "a set", turns[2:])]).endswith("missed.\n")


@pytest.mark.slow
def test_a_game_is_checked_the_same_way_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "PARTS", (Part(7, 7, 2),))
    first = check_game(1)
    assert first.turns and all(turn.charge > 0 and len(turn.costs[0]) == 2 for turn in first.turns)
    assert check_game(1) == first
