"""What is still open of a source of prestige, in words."""

import pytest
from msgspec.structs import replace

from rokoko_core.observe import observe
from rokoko_core.score_sheet import Row
from rokoko_core.state import State
from rokoko_core.terms import ScoreRow
from rokoko_tui.text import get_words
from tests.tabletop import funded, give, new, turn, wear

ENGLISH, UKRAINIAN = get_words("classic"), get_words("deluxe", "ukrainian")
HALL = Row(ScoreRow.HALL, 0, "3")


def level_hall() -> State:
    """Return a game of two in which the musician of Bo decides hall 3."""
    state = wear(turn(new(), 0, "base-master"), 0, h3_2="green-1", h3_3="green-2")
    return funded(wear(state, 1, h3_4="red-1", h3_5="red-2"), 1, "musician-3")


@pytest.mark.rule("END-3", "END-5")
def test_a_majority_names_everybody_what_decides_and_what_is_needed() -> None:
    seen = observe(level_hall(), 0)
    assert ENGLISH.open_part(HALL, seen) == (
        "Worth 4: Bo 2, you 2, decided by the musician. You need 1 more dress to lead or draw level."
    )
    assert UKRAINIAN.open_part(HALL, seen) == (
        "Очки — 4; Bo 2, ви 2, вирішує музикант. "
        "Щоб очолити залу чи зрівнятися, вам треба додати ще 1\N{NO-BREAK SPACE}плитку одягу."
    )
    assert ENGLISH.open_part(HALL, observe(level_hall(), None)).startswith("Worth 4: Bo 2, Ada 2, decided")
    assert ENGLISH.open_part(HALL, observe(turn(new(3), 0, "base-master"), 0)) == "Worth 4 and 2: nobody yet."


def test_the_list_has_a_line_for_each_open_source_with_its_name() -> None:
    state = replace(give(level_hall(), 0, livre=13), favor=1)
    lines = ENGLISH.open_parts(observe(state, 0))
    assert lines[:2] == [
        "Livre (1 per 10). 7 Livre more for the next prestige.",
        "Favor card. Bo has it now; it scores 3 in the last round only.",
    ]
    assert any(line.startswith("Majority (hall 3). Worth 4: Bo 2, you 2") for line in lines)
    assert "All halls bonus. Worth 5: you still need King's Hall, hall 2, hall 4, hall 5." in lines
    assert ENGLISH.open_parts(observe(replace(state, pending=(), turn=None), 0)) == []
    assert "Dresses on the board" not in " ".join(lines), "its prestige is certain"
