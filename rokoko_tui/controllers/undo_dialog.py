"""Undo and redo at a table, with the question before a fence."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from rokoko_core.play.driver import GameDriver
from rokoko_core.play.view import NothingToRedo, UndoConsent
from rokoko_tui.controllers.presenter import TablePresenter
from rokoko_tui.table.log_lines import describe_undo
from rokoko_tui.widgets.modal_content import make_answer
from rokoko_tui.widgets.notices import BRIEFLY

if TYPE_CHECKING:
    from rokoko_tui.screens.play import PlayScreen


class UndoDialog:
    """Undoes steps and turns of the people at the terminal, together with what bots did since."""

    def __init__(self, host: "PlayScreen", driver: GameDriver, presenter: TablePresenter) -> None:
        self._host, self._driver, self._presenter = host, driver, presenter
        self._game = driver.game

    async def undo_step(self) -> None:
        await self.undo_to(self._driver.last_decision)

    async def undo_turn(self) -> None:
        """Undo the turn of the last decision of a person."""
        last = self._driver.last_decision
        await self.undo_to(self._game.turn_start(last) if last >= 0 else -1)

    async def undo_to(self, target: int) -> None:
        """Undo to ``target``; after a question where others acted since, or something hidden was seen."""
        host, game = self._host, self._game
        if not 0 <= target < game.position:
            host.notify(host.words.say("table.notice.no-undo"), timeout=BRIEFLY)
        elif self._is_impossible(target):
            host.notify(host.words.say("table.refusal.secret-out"), timeout=2 * BRIEFLY)
        elif lines := describe_undo(game, target, host.words):
            self._ask("fence", "cross", lines, lambda: game.undo_to(target, cross=True))
        elif await host.write(game.undo_to(target)):
            host.redraw()

    def ask_to_undo_before(self, number: int | None) -> None:
        """Undo to before action ``number``, after a question."""
        game = self._game
        if number is None or number >= game.position:
            return
        if self._is_impossible(number):
            self._host.notify(self._host.words.say("table.refusal.secret-out"), timeout=2 * BRIEFLY)
            return
        lines = [line.text for _, line in self._presenter.lines(range(number, number + 1))][:1]
        lines += describe_undo(game, number, self._host.words)

        async def undo() -> None:
            await game.undo_to(number, cross=True)
            self._host.release_focus()

        self._ask("back-to", "back", lines, undo)

    def _is_impossible(self, target: int) -> bool:
        """Whether nobody is even asked about an undo to ``target``."""
        game = self._game
        return game.fence(target) is not None and game.undo_consent(target) is UndoConsent.IMPOSSIBLE

    def _ask(self, question: str, yes: str, lines: list[str], undo: Callable[[], Awaitable[None]]) -> None:
        host = self._host
        answers = tuple(
            make_answer(host.words, f"answers.{question}.{answer}", host.words.say(f"table.{question}.{answer}"))
            for answer in ("stay", yes)
        )

        async def answered(answer: str | None) -> None:
            if answer == yes:
                await host.write(undo())
            host.redraw()

        host.ask_about_game(host.words.say(f"table.{question}.title"), lines, answers, answered)

    async def redo_step(self) -> None:
        """Redo the next step, and what bots did after it."""
        await self._redo(lambda: self._game.redo_to(self._driver.next_decision))

    async def redo_turn(self) -> None:
        await self._redo(self._game.redo_turn)

    async def _redo(self, redo: Callable[[], Awaitable[None]]) -> None:
        host = self._host
        try:
            if await host.write(redo()):
                host.redraw()
        except NothingToRedo:
            host.notify(host.words.say("table.notice.no-redo"), timeout=BRIEFLY)
