"""The picture of what can still appear."""

import pytest

from rokoko_core import Game, observe
from rokoko_core.remaining_pieces import remaining_pieces
from rokoko_tui.art.inspection_pictures import draw_remaining
from rokoko_tui.art.scene import Scene
from rokoko_tui.text import get_words
from tests.saves.sample_games import FOLDER

WORDS = get_words("classic")


@pytest.mark.parametrize("name", ["base-2", "everything-5"])
@pytest.mark.parametrize("width", [73, 105])
def test_every_kind_has_its_number_on_squares_of_its_silk(name: str, width: int) -> None:
    game = Game.load(FOLDER / f"{name}.rokoko")
    view = observe(game.at(game.length // 2), 0)
    remaining = remaining_pieces(view)
    lines = draw_remaining(Scene(view, WORDS), width).lines
    text = "\n".join(line.plain for line in lines)
    assert all(line.cell_len <= width for line in lines) and "…" not in text
    assert text.count("×") == len(remaining.tiles) + len(remaining.jewels)
    numbers = [int(line.plain[6:9]) for line in lines[1:5]]
    assert sum(numbers) == len(remaining.dresses)
    squares = [span for line in lines for span in line.spans if "silk." in str(span.style)]
    assert len(squares) >= 4 + len(remaining.tiles) + len(remaining.jewels)


def test_what_is_drawn_is_not_told_again() -> None:
    game = Game.load(FOLDER / "everything-5.rokoko")
    view = observe(game.at(game.length // 2), 0)
    told = [line.text for line in WORDS.to_come(view)]
    beside = [line.text for line in WORDS.to_come(view, are_drawn=True)]
    headings = ("Dresses in the bag", "Resource tiles", "Jewels in the bag")
    assert all(heading in told and heading not in beside for heading in headings)
    assert "Employees in the stack" in beside
    assert set(told) - set(beside) and any("in the stack" in line for line in beside)
