"""The score sheets in few columns, without an app."""

import pytest
from rich.cells import cell_len

from rokoko_core import Game
from rokoko_core.box import box_of
from rokoko_core.concession import final_sheets
from rokoko_core.observe import observe
from rokoko_core.score_outlook import Change
from rokoko_tui.art.symbols import mark_of
from rokoko_tui.text import get_words
from rokoko_tui.text.languages import Edition
from rokoko_tui.widgets.score_sheet import OpenSheetText, SheetText
from tests.saves.sample_games import FOLDER

WIDTH = 39


@pytest.mark.parametrize("language", ["english", "ukrainian"])
@pytest.mark.parametrize("edition", ["classic", "deluxe"])
def test_labels_and_verdict_are_folded_not_cut(language: str, edition: Edition) -> None:
    words, game = get_words(edition, language), Game.load(FOLDER / "everything-5.rokoko")
    sheets, setup = final_sheets(game), game.setup
    names = [words.seat(setup, sheet.seat) for sheet in sheets]
    marks = [(mark_of(setup, sheet.seat), "") for sheet in sheets]
    final = SheetText(sheets, names, marks, words, box_of(game.state), width=WIDTH)
    view = observe(game.at(game.length // 2), 0)
    change = Change({}, {0: 12})
    opened = OpenSheetText(view, change, marks, words, WIDTH)
    texts = (
        final.head(),
        final.heading(),
        opened.heading(),
        final.rows(),
        *final.totals(),
        opened.rows(),
        opened.total(),
    )
    for line in "\n".join(text.plain for text in texts).splitlines():
        assert cell_len(line) <= WIDTH and "…" not in line, line
    assert "+12" in opened.total().plain


@pytest.mark.parametrize("language", ["english", "ukrainian"])
def test_two_players_have_their_names_on_a_phone_held_upright(language: str) -> None:
    words, game = get_words("classic", language), Game.load(FOLDER / "base-2.rokoko")
    sheets = final_sheets(game)
    marks = [(mark_of(game.setup, sheet.seat), "") for sheet in sheets]
    heading = SheetText(sheets, ["Ada", "Player 2"], marks, words, box_of(game.state), width=43).heading()
    assert "Player 2" in heading.plain.split("\n")[0]
