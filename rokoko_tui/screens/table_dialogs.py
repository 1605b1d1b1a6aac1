"""The screens that open over a table: questions, pages between turns and rounds, the final sheet."""

from functools import partial
from typing import TYPE_CHECKING

from textual import events

from rokoko_tui.panes.layout import HALLS
from rokoko_tui.panes.turn_pages import TurnPages
from rokoko_tui.screens.new_game import NewGameScreen
from rokoko_tui.screens.question import Question
from rokoko_tui.screens.text_modals import HandoverScreen, RoundSummaryScreen
from rokoko_tui.table.effects import (
    Ask,
    CloseQuestion,
    Effect,
    Final,
    HandOver,
    RoundPage,
    ShowPuzzle,
)
from rokoko_tui.widgets.modal_content import make_answer

if TYPE_CHECKING:
    from rokoko_tui.screens.play import PlayScreen


class TableDialogs:
    """Opens screens over a table, and gives its session their results."""

    def __init__(self, table: "PlayScreen") -> None:
        self._table = table
        self._pages = TurnPages(table.session)
        self._question: tuple[Ask, Question] | None = None
        """The question that was asked last."""

    def open(self, effect: Effect) -> None:
        """Show the screen that ``effect`` asks for, or close one."""
        table = self._table
        match effect:
            case Ask(title, lines, choices):
                answers = [make_answer(table.words, choice.key, choice.label) for choice in choices]
                self._question = effect, Question(title, lines, answers)
                table.ask(self._question[1], partial(self._answer, effect))
            case CloseQuestion(asked):
                if self._question is not None and self._question[0] is asked and self._question[1].is_current:
                    self._question[1].action_back()
            case HandOver(seat):
                table.show_tab(HALLS)
                table.app.clear_small_notices()
                write = self._pages.handover_page(seat)
                page = HandoverScreen(write, table.action_turn_tab, table.view.region_of_choice)
                table.ask(page, partial(self._answer, effect))
            case RoundPage(round, chooses):
                write = self._pages.round_page(round, chooses)
                place = partial(table.view.region_beside, "choices")
                table.ask(RoundSummaryScreen(write, place), partial(self._close_round_page, chooses))
            case Final(count):
                table.app.show_final(table.game.recording, count, not table.session.game_mode.skips_to_final)
            case ShowPuzzle(number):
                table.app.games.play_puzzle(number)

    async def _answer(self, effect: Effect, value: str | None) -> None:
        await self._table.answer(effect, value or "")

    def _close_round_page(self, chooses: bool, event: events.Key | None) -> None:
        """Act at the table with the key that closed the page, if the viewer ``chooses``."""
        if chooses and event is not None and event.key != "escape":
            self._table.app.post_message(events.Key(event.key, event.character))

    def begin_game(self) -> None:
        """Show the form of a new game over the start screen."""
        self._table.app.show_start()
        self._table.app.push_screen(NewGameScreen())
