"""Every pane draws at every size, from a single cell to more than any terminal has."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from rokoko_core import Game
from rokoko_core.play.replay_game import OPEN
from rokoko_core.play.score_curve import Curve
from rokoko_core.terms import Expansion
from rokoko_tui.art.scene import Scene
from rokoko_tui.panes.scores import standing
from rokoko_tui.text import get_words
from rokoko_tui.text.languages import Edition
from rokoko_tui.text.wording import fold, pad, truncate, wrap
from rokoko_tui.widgets.score_chart import Chart
from tests.saves.sample_games import FOLDER
from tests.tabletop import EVERYTHING
from tests.tui.panes.test_panes import PANES, played, scene_of

JEWELRY = tuple(e for e in EVERYTHING if e is Expansion.JEWELRY_BOX)
WIDTHS, HEIGHTS = st.integers(1, 400), st.one_of(st.none(), st.integers(1, 120))
TABLES = st.tuples(
    st.integers(1, 5), st.sampled_from([(), JEWELRY, tuple(EVERYTHING)]), st.sampled_from([0, 7, 60, 250])
)


@cache
def scene_at(players: int, expansions: tuple[Expansion, ...], steps: int, edition: Edition = "classic") -> Scene:
    """Return a scene in which all pieces are lit or open, so that all signs are drawn."""
    scene = scene_of(played(players, expansions, steps), edition=edition)
    pieces = frozenset(spot.piece for draw in PANES.values() for spot in draw(scene, 120, 40).spots)
    half = frozenset(sorted(pieces)[::2])
    return scene_of(played(players, expansions, steps), edition=edition, lit=half, open=pieces)


def check_drawing(scene: Scene, name: str, width: int, height: int | None) -> None:
    """Assert that no line is too wide and every spot is on a line."""
    drawing = PANES[name](scene, width, height)
    assert all(cell_len(line.plain) <= width for line in drawing.lines), (name, width, height)
    for spot in drawing.spots:
        assert 0 <= spot.x < spot.x + spot.width <= width, (name, width, height, spot)
        assert 0 <= spot.y < len(drawing.lines), (name, width, height, spot)


@pytest.mark.parametrize("name", PANES)
def test_every_pane_draws_in_very_few_columns(name: str) -> None:
    for players, expansions in ((1, tuple(EVERYTHING)), (2, ()), (5, tuple(EVERYTHING))):
        scene = scene_at(players, expansions, 250)
        for width in (1, 2, 3, 4, 6, 8, 11):
            for height in (None, 2):
                check_drawing(scene, name, width, height)


@settings(max_examples=40)
@given(table=TABLES, name=st.sampled_from(sorted(PANES)), width=WIDTHS, height=HEIGHTS)
@pytest.mark.slow
def test_every_pane_draws_at_every_size(
    table: tuple[int, tuple[Expansion, ...], int], name: str, width: int, height: int | None
) -> None:
    check_drawing(scene_at(*table), name, width, height)


@given(text=st.text(alphabet="ab ü名é́", max_size=30), width=st.integers(-5, 12), lines=st.integers(1, 4))
def test_text_is_cut_folded_and_centred_in_any_width(text: str, width: int, lines: int) -> None:
    """Of characters that pass the text filter: only combining marks have no width."""
    assert cell_len(truncate(text, width)) <= max(0, width)
    assert len(fold(text, width, lines)) <= lines
    assert cell_len(pad(text, width, "center")) <= max(0, width)
    assert "".join(wrap(text, width)).replace(" ", "") == text.replace(" ", "")


@settings(max_examples=40)
@given(width=st.integers(0, 400), height=st.integers(0, 120), position=st.integers(0, 400))
def test_the_chart_of_a_game_draws_at_every_size(width: int, height: int, position: int) -> None:
    curve, marks, names = _curve(), tuple(("●", "") for _ in range(4)), ("Ada", "Bo", "名前", "Dee")
    at = min(position, curve.positions[-1])
    lines = Chart(curve, marks, names, width, height, at, tuple(curve.positions[::9]), "Round ").lines()
    assert lines
    assert standing(curve, 0, marks, names, width, get_words("classic")).plain


@cache
def _curve() -> Curve:
    return Curve(Game.load(FOLDER / "base-4.rokoko"), OPEN)
