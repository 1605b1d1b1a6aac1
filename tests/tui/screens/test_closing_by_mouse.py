"""Every modal can be left by mouse: a click beside its box or on its frame does what Esc does."""

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest
from textual import events
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets._footer import FooterKey

from rokoko_tui import screens
from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.screens.chat import ChatScreen
from rokoko_tui.screens.game_questions import QuitQuestion, make_name_question
from rokoko_tui.screens.help import HelpScreen
from rokoko_tui.screens.palette import Palette
from rokoko_tui.screens.pane_jump import PaneJumpScreen
from rokoko_tui.screens.question import Question, TextQuestion
from rokoko_tui.screens.score_sheet import ScoreSheetScreen
from rokoko_tui.screens.text_modals import TextModal
from tests.tui.at_table import TWO, Player, at_table

CLOSED_BY_EVERY_CLICK = {PaneJumpScreen, TextModal}
OPENED_BY = {HelpScreen: "question_mark", Palette: "ctrl+p", Question: "escape", ScoreSheetScreen: "B"}
"""Modals with a box, and the key that opens each over a table."""


async def click(player: Player, x: int, y: int, chain: int = 1) -> None:
    """Click a cell of the screen, as the ``chain``-th click in a row."""
    screen = player.app.screen
    target, _ = screen.get_widget_at(x, y)
    for kind in (events.MouseDown, events.MouseUp):
        screen._forward_event(kind(target, x, y, 0, 0, 1, False, False, False, x, y, None))
    screen._forward_event(events.Click(target, x, y, 0, 0, 1, False, False, False, x, y, None, chain))
    await player.settle()


def frame_of(player: Player) -> Widget:
    screen = player.app.screen
    assert isinstance(screen, BaseScreen)
    return screen.query_one(screen.CLOSING_BOX)


def test_every_modal_has_a_way_out_by_mouse() -> None:
    modules = [import_module(f"{screens.__name__}.{module.name}") for module in iter_modules(screens.__path__)]
    named = {each for module in modules for each in vars(module).values() if isinstance(each, type)}
    modals = {each for each in named if issubclass(each, ModalScreen) and issubclass(each, BaseScreen)}
    with_box = {modal for modal in modals if modal.CLOSING_BOX}
    assert {modal for modal in modals - with_box if not issubclass(modal, tuple(CLOSED_BY_EVERY_CLICK))} == set()
    assert with_box == {*OPENED_BY, QuitQuestion, TextQuestion, ChatScreen}


@pytest.mark.quick(1)
@pytest.mark.parametrize("modal", OPENED_BY)
async def test_a_click_beside_the_box_or_on_its_frame_closes_it(tmp_path: Path, modal: type[BaseScreen[None]]) -> None:
    async with at_table(tmp_path, TWO, size=(120, 40)) as player:
        await player.press("space")
        for on_frame in (False, True):
            await player.press(OPENED_BY[modal])
            assert isinstance(player.app.screen, modal)
            box = frame_of(player).region
            await click(player, box.x + box.width // 2, box.y + 1)
            assert isinstance(player.app.screen, modal), "a click in the box does not close it"
            x, y = (box.x + 4, box.bottom - 1) if on_frame else (box.x + 4, 0)
            await click(player, x, y, chain=2)
            assert isinstance(player.app.screen, modal), "the second click of two was meant for what is below"
            await click(player, x, y)
            assert not isinstance(player.app.screen, modal)


@pytest.mark.slow
async def test_a_click_in_the_footer_of_a_score_sheet_does_not_close_it(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO, size=(120, 40)) as player:
        await player.press("space", "B")
        key = next(key for key in player.app.screen.query(FooterKey) if key.key not in ("escape", "B"))
        await click(player, key.region.x, key.region.y)
        assert isinstance(player.app.screen, ScoreSheetScreen | HelpScreen)


async def test_the_question_for_a_name_is_cancelled_by_a_click(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO, size=(80, 24)) as player:
        names: list[str | None] = []
        player.app.push_screen(make_name_question(player.app.words), names.append)
        await player.settle()
        await click(player, 0, 0)
        assert names == [None]
