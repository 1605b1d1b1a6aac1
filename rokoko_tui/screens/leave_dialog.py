"""The question before one leaves a game: stay, leave, quit or concede."""

from rokoko_core.play.view import GameControl, NotWritten
from rokoko_tui.app_protocol import GameOpenerHost
from rokoko_tui.remote.hosted_games import describe_failure
from rokoko_tui.screens.question import Question
from rokoko_tui.widgets.modal_content import Answer


class LeaveDialog:
    """Asks before a game is left, and once more before it is conceded."""

    def __init__(self, host: GameOpenerHost, game: GameControl | None) -> None:
        self._host, self._game = host, game

    def ask(self, is_saved: bool) -> None:
        """Ask whether to leave the table, to quit or to concede."""
        game = self._game
        seat = game.conceding_seat if game is not None else None
        say = self._host.vocabulary.say
        answers = [
            Answer("stay", say("table.leave.stay"), "s"),
            Answer("leave", say("table.leave.leave"), "y"),
            Answer("quit", say("table.leave.quit"), "q"),
        ]
        if seat is not None:
            answers.append(Answer("concede", say("table.leave.concede"), "g"))

        async def on_answer(answer: str | None) -> None:
            if answer == "leave":
                self._host.show_start()
            elif answer == "quit":
                self._host.exit()
            elif answer == "concede" and game is not None and seat is not None:
                self._ask_to_concede(game, seat)

        safe = "table.leave.safe" if is_saved else "table.remote.safe"
        self._host.push_screen(Question(say("table.leave.title"), [say(safe)], answers), on_answer)

    def _ask_to_concede(self, game: GameControl, seat: int) -> None:
        say = self._host.vocabulary.say
        answers = (
            Answer("stay", say("table.concede.stay"), "s"),
            Answer("concede", say("table.concede.concede"), "y"),
        )

        async def on_answer(answer: str | None) -> None:
            if answer == "concede":
                await self._concede(game, seat)

        self._host.push_screen(Question(say("table.concede.title"), [say("table.concede.line")], answers), on_answer)

    async def _concede(self, game: GameControl, seat: int) -> None:
        """Concede ``game`` for ``seat`` and show the start screen."""
        host = self._host
        try:
            await game.concede(seat)
        except NotWritten as error:
            host.tell_error(describe_failure(error, host.words))
        else:
            host.show_start()
            host.notify(host.vocabulary.say("table.leave.conceded"), timeout=3)
