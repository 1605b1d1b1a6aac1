"""The pane of projected scores: totals, changes by the last turn, leaders."""

from types import SimpleNamespace
from typing import cast

import pytest
from textual.app import App, ComposeResult
from textual.content import Content
from textual.widgets import Static

from rokoko_core import Game
from rokoko_core.play.replay_game import OPEN
from rokoko_core.play.score_curve import Curve, Swing
from rokoko_tui.panes.scores import ScoresPane, _swing, _table, standing
from rokoko_tui.text import get_words
from tests.saves.sample_games import FOLDER

WORDS = get_words("classic")
MARKS = (("A", "red"), ("B", "blue"), ("C", "green"))
NAMES = ("Ada", "Bo", "Cy")


class FakeCurve(Curve):
    """Totals at positions 0, 10, 20 and 30, where turns begin."""

    def __init__(self, *totals: tuple[int | None, ...]) -> None:
        self.totals = list(totals)
        self.positions = [n * 10 for n in range(len(totals))]

    def totals_at(self, position: int) -> tuple[int | None, ...]:
        return self.totals[self.place(position)]


def table(curve: Curve, position: int) -> Content:
    return _table(curve, position, MARKS, NAMES, WORDS)


RISING = FakeCurve((0, 0, 0), (7, 0, 2), (7, 12, 1), (9, 12, 12))


def rows(position: int) -> list[list[str]]:
    return [line.split() for line in table(RISING, position).plain.splitlines() if line[:1] in "ABC"]


def test_the_change_is_that_of_the_last_turn() -> None:
    assert rows(0) == [["A", "Ada", "0", "±0"], ["B", "Bo", "0", "±0"], ["C", "Cy", "0", "±0"]]
    assert rows(10) == [["A", "Ada", "7", "+7"], ["B", "Bo", "0", "±0"], ["C", "Cy", "2", "+2"]]
    assert rows(20) == [["A", "Ada", "7", "±0"], ["B", "Bo", "12", "+12"], ["C", "Cy", "1", "−1"]]


def test_all_leaders_are_highlighted() -> None:
    def leaders(position: int) -> list[str]:
        shown = table(RISING, position)
        return [shown.plain[s.start : s.end].strip() for s in shown.spans if str(s.style) == "bold $accent"]

    assert (leaders(10), leaders(20), leaders(30)) == (["7"], ["12"], ["12", "12"])


def test_a_hidden_total_says_so() -> None:
    line = table(FakeCurve((None, 3, 4)), 0).plain.splitlines()[0]
    assert line.startswith("A Ada") and line.endswith(WORDS.say("panes.scores.hidden"))


@pytest.mark.parametrize(("height", "count"), [(7, 1), (8, 2), (12, 4)])
async def test_the_turns_that_changed_most_have_no_heading_without_a_line(height: int, count: int) -> None:
    curve = Curve(Game.load(FOLDER / "base-3.rokoko"), OPEN)

    class OnePane(App[None]):
        CSS = f"#scores {{ width: 46; height: {height}; }}"

        def compose(self) -> ComposeResult:
            yield ScoresPane("scores")

    app = OnePane()
    async with app.run_test(size=(46, height)) as pilot:
        app.query_one(ScoresPane).show(curve, 100, MARKS, NAMES, WORDS)
        await pilot.pause()
        swings = app.query_one("#scores-swings", Static)
        heading, has_heading = WORDS.say("panes.scores.biggest"), count > 1
        assert swings.region.bottom >= height and swings.region.y == height - count
        assert str(swings.content).startswith(heading) == has_heading


def test_one_line_shows_the_changes_of_a_turn() -> None:
    def line(turn: int) -> str:
        return " ".join(standing(RISING, turn, MARKS, NAMES, 70, WORDS).plain.split())

    assert line(1) == "A Ada 7 ±0 B Bo 0 +12 C Cy 2 −1"
    assert line(3) == "A Ada 9 B Bo 12 C Cy 12", "nothing comes after the end"
    short = standing(RISING, 1, MARKS, ("Adalbert", "Bonifatius", "Cyprian"), 30, WORDS).plain
    assert len(short.rstrip()) <= 30 and short.count("…") == 3


def test_names_on_one_line_share_the_spare_cells_and_totals_are_aligned() -> None:
    long = ("Adalbert", "Bonifatius", "Cyprian")
    assert standing(RISING, 1, MARKS, long, 45, WORDS).plain == "A Adalb… 7  B Bonif… 0 +12  C Cypri… 2 −1  "
    assert standing(RISING, 1, MARKS, long, 43, WORDS).plain.count("Adalb…") == 1, "two cells are no third for each"
    assert standing(RISING, 1, MARKS, long, 48, WORDS).plain.count("Adalbe…") == 1
    names = ("Maximiliane von und zu Thurn", "宮廷", "Cy")
    lines = _table(RISING, 20, MARKS, names, WORDS).plain.splitlines()[:3]
    assert [line[: line.index(figure)] for line, figure in zip(lines, ("   7", "  12", "   1"), strict=True)] == [
        "A Maximiliane von u… ",
        "B 宮廷               ",
        "C Cy                 ",
    ]


def test_one_line_hides_totals_that_are_not_public() -> None:
    curve = FakeCurve((None, 3), (2, None))
    hidden = WORDS.say("panes.scores.hidden")
    words = standing(curve, 0, MARKS[:2], NAMES[:2], 60, WORDS).plain.split()
    assert words == ["A", "Ada", *hidden.split(), "B", "Bo", *hidden.split()]


def test_one_of_the_biggest_turns_links_to_its_end() -> None:
    curve = FakeCurve((0, 0, 0), (7, 0, 2))
    curve.game = cast("Game", SimpleNamespace(at=lambda position: SimpleNamespace(round=position // 10 + 1)))
    line = _swing(curve, Swing(20, 30, 1, -4, 2), MARKS[1], "Bonifatius the Great", WORDS)
    link = next(str(span.style) for span in line.spans if "click" in str(span.style))
    assert "screen.go(30)" in link
    figures = {"who": "Bonifatius…", "change": "−4", "round": 3, "n": 2}
    assert line.plain == f"× B{WORDS.say('panes.scores.swing', **figures)}"
    assert line.plain.endswith("−4, round 3, turn 2")
