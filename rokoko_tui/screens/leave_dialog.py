"""The question before one leaves a game: stay, leave, quit or concede."""

from typing import TYPE_CHECKING

from rokoko_core.play.view import GameControl, NotWritten
from rokoko_tui.remote.hosted_games import describe_failure
from rokoko_tui.screens.question import Question
from rokoko_tui.widgets.modal_content import make_answer

if TYPE_CHECKING:
    from rokoko_tui.app import RokokoApp


def ask_to_leave(host: "RokokoApp", game: GameControl | None, is_saved: bool) -> None:
    """Ask whether to leave the table, to quit or to concede."""
    seat = game.conceding_seat if game is not None else None
    say = host.vocabulary.say
    answers = [
        make_answer(host.vocabulary, "answers.leave.stay", say("table.leave.stay")),
        make_answer(host.vocabulary, "answers.leave.leave", say("table.leave.leave")),
        make_answer(host.vocabulary, "answers.leave.quit", say("table.leave.quit")),
    ]
    if seat is not None:
        answers.append(make_answer(host.vocabulary, "answers.leave.concede", say("table.leave.concede")))

    async def on_answer(answer: str | None) -> None:
        if answer == "leave":
            host.show_start()
        elif answer == "quit":
            host.exit()
        elif answer == "concede" and game is not None and seat is not None:
            _ask_to_concede(host, game, seat, is_saved)

    safe = "table.leave.safe" if is_saved else "table.remote.safe"
    host.push_screen(Question(say("table.leave.title"), [say(safe)], answers), on_answer)


def _ask_to_concede(host: "RokokoApp", game: GameControl, seat: int, is_saved: bool) -> None:
    """Ask once more before ``seat`` concedes; then show the start screen. Esc goes back to the first question."""
    say = host.vocabulary.say
    answers = (
        make_answer(host.vocabulary, "answers.concede.stay", say("table.concede.stay")),
        make_answer(host.vocabulary, "answers.concede.concede", say("table.concede.concede")),
    )

    async def on_answer(answer: str | None) -> None:
        if answer == "":
            ask_to_leave(host, game, is_saved)
        if answer != "concede":
            return
        try:
            await game.concede(seat)
        except NotWritten as error:
            host.tell_error(describe_failure(error, host.words))
        else:
            host.show_start()
            host.notify(say("table.leave.conceded"), timeout=3)

    host.push_screen(Question(say("table.concede.title"), [say("table.concede.line")], answers), on_answer)
