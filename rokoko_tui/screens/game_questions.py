"""Questions about games: the player's name, the code of a seat, and whether to leave, quit or concede a game."""

from typing import TYPE_CHECKING

from rokoko_core.concession import is_ended
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.view import GameControl, NotWritten
from rokoko_core.remote.client import RemoteGame
from rokoko_core.safe_text import NAME_CELLS, find_name_flaw, find_named
from rokoko_tui.hosting.hosted_text import describe_failure
from rokoko_tui.screens.question import Question, TextQuestion, make_answers
from rokoko_tui.widgets.fields import TextField

if TYPE_CHECKING:
    from rokoko_tui.app import RokokoApp
    from rokoko_tui.text import Words
    from rokoko_tui.text.message_catalog import Vocabulary


def ask_to_leave(host: "RokokoApp", game: GameControl | None, is_saved: bool) -> None:
    """Ask whether to leave the table, to quit or to concede."""
    seat = game.conceding_seat if game is not None else None
    say = host.vocabulary.say
    offered = ("stay", "leave", "quit", *(["concede"] if seat is not None else []))
    answers = make_answers(host.vocabulary, "leave", {each: f"table.leave.{each}" for each in offered})

    async def on_answer(answer: str | None) -> None:
        if answer == "leave":
            host.show_start()
        elif answer == "quit":
            host.exit()
        elif answer == "concede" and game is not None and seat is not None:
            ask_to_concede(host, game, is_saved, is_second=True)

    line = say("table.leave.safe" if is_saved else f"table.remote.{_name_safety(host, game)}")
    if isinstance(game, LocalGame):
        try:
            game.ensure_saved()
        except NotWritten as error:
            line = describe_failure(error, host.words)
    host.push_screen(Question(say("table.leave.title"), [line], answers), on_answer)


def _name_safety(host: "RokokoApp", game: GameControl | None) -> str:
    """Return the message about what a hosted ``game`` does without the player."""
    if not isinstance(game, RemoteGame):
        return "safe"
    invitation = host.games.seats.invitation()
    if invitation is not None and invitation.game == game.welcome.game:
        return "safe-host"
    return "safe-watching" if game.viewer is None else "safe"


def ask_to_quit(host: "RokokoApp") -> None:
    """Quit; if this program hosts games, which end for the others too, ask first. The same key again quits."""
    hosted = host.games.seats.list_unfinished()
    if not hosted or isinstance(host.screen, QuitQuestion):
        host.exit()
        return
    say = host.vocabulary.say
    answers = make_answers(host.vocabulary, "quit", {"stay": "table.quit.stay", "quit": "table.leave.quit"})

    async def on_answer(answer: str | None) -> None:
        if answer == "quit":
            host.exit()

    names = [host.vocabulary.listed(game.players) for game in hosted] if len(hosted) > 1 else []
    lines = [say("table.quit.line", n=len(hosted)), *names]
    host.push_screen(QuitQuestion(say("table.quit.title", n=len(hosted)), lines, answers), on_answer)


class QuitQuestion(Question):
    """The question before the host of a game quits."""


def ask_to_concede(host: "RokokoApp", game: GameControl, is_saved: bool, is_second: bool = False) -> None:
    """Ask once more before the player concedes; then show the score sheet over the start screen.

    Esc goes back to the question whether to leave if that came first (``is_second``).
    """
    seat, say = game.conceding_seat, host.vocabulary.say
    if seat is None:
        return
    labels = {each: f"table.concede.{each}" for each in ("stay", "concede")}
    answers = make_answers(host.vocabulary, "concede", labels)

    async def on_answer(answer: str | None) -> None:
        if answer == "" and is_second:
            ask_to_leave(host, game, is_saved)
        if answer != "concede":
            return
        try:
            await game.concede(seat)
        except NotWritten as error:
            host.tell_error(describe_failure(error, host.words))
        else:
            if isinstance(game, LocalGame):  # a hosted game says so itself, and shows its end or how it continues
                host.show_start()
                if is_ended(game.recording):
                    host.show_final(game.recording)
                else:
                    host.notify(say("table.leave.conceded"), timeout=3)

    who = [say("table.concede.who", who=host.words.seat(game.setup, seat))] if is_saved and len(game.people) > 1 else []
    lines = [*who, say("table.concede.line"), *([] if is_saved else [say("table.concede.hosted")])]
    host.push_screen(Question(say("table.concede.title"), lines, answers), on_answer)


def make_name_question(words: "Words") -> TextQuestion:
    """Return the question for the player's name, which may stay empty."""
    say = words.say

    def find_flaw(name: str) -> str:
        return say("settings.bad-name") if name and find_name_flaw(name) is not None else ""

    field = TextField(placeholder=str(words.term("you")), max_length=NAME_CELLS, compact=True)
    return TextQuestion(
        words.say("new.name-asked"), field, words.say("new.name-keys"), words.say("new.start"), find_flaw
    )


def make_seat_name_question(words: "Words", game: "RemoteGame", name: str) -> TextQuestion:
    """Return the question for the name of the viewer of ``game``; ``name`` is offered unless another player has it."""
    say = words.say
    others = [words.seat(game.setup, seat) for seat in range(len(game.setup.players)) if seat != game.viewer]

    def find_flaw(name: str) -> str:
        if name and find_name_flaw(name) is not None:
            return say("settings.bad-name")
        return say("table.refusal.name-taken") if find_named(name, others) else ""

    seat = words.seat(game.setup, game.viewer or 0)
    field = TextField("" if find_flaw(name) else name, placeholder=seat, max_length=NAME_CELLS, compact=True)
    title, keys = say("table.remote.name-asked"), say("table.remote.name-keys")
    return TextQuestion(title, field, keys, say("table.remote.name-button"), find_flaw)


def make_code_question(words: "Vocabulary") -> TextQuestion:
    """Return the question for the code of a seat."""
    field = TextField(placeholder="ABCD-EFGH-JKLM", max_length=40, compact=True)
    return TextQuestion(words.say("start.code-title"), field, words.say("start.code-keys"))
