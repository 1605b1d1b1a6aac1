"""The picture of a player's board: each dress with what it scores, in the largest size that fits."""

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from syrupy.assertion import SnapshotAssertion

from rokoko_core.observe import observe
from rokoko_core.score_outlook import dress_values
from rokoko_core.state import State
from rokoko_core.terms import Expansion
from rokoko_tui.art.inspection_pictures import draw_board
from rokoko_tui.art.scene import Scene
from rokoko_tui.text import get_words
from tests.tabletop import funded, give, new, turn, wear
from tests.tui.art.test_pictures import late

WORDS = get_words("classic")


def read(state: State, seat: int, width: int, height: int, pictures: bool = False) -> list[str]:
    """Return the lines of the picture."""
    drawing = draw_board(Scene(observe(state, 0), WORDS, pictures=pictures), seat, width, height)
    return [line.plain for line in drawing.lines]


def board() -> State:
    """Return a game in which Ada has three dresses in two halls, fireworks and a statue."""
    state = wear(turn(new(), 0, "base-master"), 0, h1_3="green-1", h1_4="red-1", h2_3="blue-1")
    return funded(state, 0, "fireworks-1", "statue-1")


@pytest.mark.rule("END-6", "END-8")
def test_each_dress_has_its_value_and_each_hall_its_majority() -> None:
    state = board()
    heading, *_, labels = read(state, 0, 73, 8)
    assert heading.split() == ["King's", "Hall", "★5", "Hall", "2", "★4", "Garden"]
    values = dress_values(state, 0)
    assert [word for word in labels.split() if word.startswith("★")][:3] == [f"★{value.points}" for value in values]
    assert labels.count("×2") == 2, "at the dress that moves to the fireworks, and at these"
    assert read(state, 1, 73, 8) == [], "nothing is there yet"


def test_the_figures_are_as_large_as_the_height_allows() -> None:
    heights = [len(read(board(), 0, 100, height)) for height in (1, 5, 8, 9, 10, 11, 30)]
    assert heights == [5, 5, 5, 9, 9, 11, 11]


@pytest.mark.parametrize("width", [40, 73, 106])
def test_many_pieces_take_several_lines_and_none_is_cut(width: int) -> None:
    state = late("everything-5")
    for seat in range(5):
        lines = read(state, seat, width, 5)
        assert max(map(cell_len, lines)) <= width and "…" not in "".join(lines)
        shown = sum(line.count("★1") for line in lines[4::5])
        assert shown >= len(state.players[seat].jewels)


def test_jewels_are_there_with_their_colours() -> None:
    state = give(turn(new(expansions=[Expansion.JEWELRY_BOX]), 0, "base-master"), 0, jewels=("red", "blue"))
    lines = read(state, 0, 73, 8)
    assert lines[0].strip() == "Jewels" and lines[-1].split() == ["B", "★1", "R", "★1"]


@pytest.mark.parametrize("pictures", [True, False])
def test_the_picture_of_a_board(pictures: bool, snapshot: SnapshotAssertion) -> None:
    state = late("everything-5")
    lines = [*read(state, 0, 73, 8, pictures), *read(replace(state, favor=0), 4, 106, 13, pictures)]
    assert "\n".join(line.rstrip() for line in lines) == snapshot
