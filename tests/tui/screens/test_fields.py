"""No more than a third of a screen is blank or plain pattern, at every supported size."""

from pathlib import Path

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from rokoko_core import Game
from rokoko_core.journal import create
from rokoko_core.pending import CardChoice, MainAction, Pending
from rokoko_tui.games import Start
from rokoko_tui.widgets.line_widget import cells_of
from tests.saves.sample_games import FOLDER
from tests.tui.at_table import Player, at_table

SIZES = ((80, 24), (80, 50), (100, 30), (119, 40), (120, 39), (120, 40), (160, 50), (200, 24), (200, 60))
GAMES = ("base-2", "base-5", "everything-2", "everything-5")
STAGES = {"start": 0.0, "middle": 0.5, "end": 1.0}
FIELD = (8, 2)
"""Columns and rows of the smallest blank area; smaller gaps do not count."""
MOST = {(80, 24): 0.61}
"""Largest blank share by size: at 80x24 the first choice of a game has five rows and nothing has happened yet."""
MOST_ELSEWHERE = 0.42


def field(rows: list[Strip]) -> float:
    """Return the share of the cells in blank areas."""
    something = [_has_content(row) for row in rows]
    width, height = min(map(len, something)), len(something)
    columns, lines = FIELD
    empty: set[tuple[int, int]] = set()
    for y in range(height - lines + 1):
        for x in range(width - columns + 1):
            if not any(any(row[x : x + columns]) for row in something[y : y + lines]):
                empty |= {(x + n, y + m) for n in range(columns) for m in range(lines)}
    return len(empty) / (width * height)


def _has_content(row: Strip) -> list[bool]:
    """Return for each cell whether it has text, or a picture that differs from its neighbours."""
    cells = cells_of(row)
    beside = [cells[0], *cells, cells[-1]]
    return [
        not (_continues(cell, before) and _continues(cell, after))
        for before, cell, after in zip(beside, cells, beside[2:], strict=False)
    ]


def _continues(cell: tuple[str, Style | None], beside: tuple[str, Style | None]) -> bool:
    """Whether a blank cell or a pixel is the same as the one ``beside`` it."""
    sign, style = cell
    if sign == " ":
        return (style and style.bgcolor) == (beside[1] and beside[1].bgcolor)
    return sign in ("▀", "▄") and cell == beside


def test_field_measures_blank_areas() -> None:
    wall, floor = Style(color="#101010", bgcolor="#202020"), Style(bgcolor="#303030")
    plain, pattern = Strip.blank(16, floor), Strip([Segment("▀" * 16, wall)])
    assert field([plain, plain]) == field([pattern, plain]) == 1
    assert field([plain]) == 0, "a single row is a gap between two things"
    halved = Strip([Segment(" " * 7, floor), Segment("x", floor), Segment(" " * 8, floor)])
    assert field([plain, halved]) == 0.5, "eight columns on one side, and seven on the other"


async def at(player: Player, size: tuple[int, int]) -> float:
    await player.pilot.resize_terminal(*size)
    await player.settle()
    await player.settle()
    return field(player.app.screen._compositor.render_strips())


@pytest.mark.sample(6)
@pytest.mark.slow
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("asked", [MainAction, CardChoice])
@pytest.mark.parametrize("name", GAMES)
async def test_no_screen_is_mostly_blank(tmp_path: Path, name: str, asked: type[Pending], stage: str) -> None:
    game, path = Game.load(FOLDER / f"{name}.rokoko"), tmp_path / "there.rokoko"
    choices = [n for n in range(game.length) if isinstance(game.at(n).pending[-1], asked)]
    with create(path, game.setup) as journal:
        for action in game.line[: choices[round(STAGES[stage] * (len(choices) - 1))]]:
            journal.game.play(action)
    async with at_table(tmp_path, Start("load", path=path), SIZES[0], handover=False) as player:
        found = {size: await at(player, size) for size in SIZES}
    assert {size: round(share, 2) for size, share in found.items() if share > MOST.get(size, MOST_ELSEWHERE)} == {}
