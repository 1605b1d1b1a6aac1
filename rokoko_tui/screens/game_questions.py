"""Questions about games: for the player's name before the first one, and whether to leave, quit or concede one."""

from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from rokoko_core.play.view import GameControl, NotWritten
from rokoko_core.safe_text import NAME_CELLS, find_name_flaw
from rokoko_tui.hosting.hosted_text import describe_failure
from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.screens.question import Question, make_answer
from rokoko_tui.widgets.fields import TextField

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
            ask_to_concede(host, game, is_saved)

    safe = "table.leave.safe" if is_saved else "table.remote.safe"
    host.push_screen(Question(say("table.leave.title"), [say(safe)], answers), on_answer)


def ask_to_concede(host: "RokokoApp", game: GameControl, is_saved: bool) -> None:
    """Ask once more before the player concedes; then show the start screen. Esc goes back to the first question."""
    seat, say = game.conceding_seat, host.vocabulary.say
    if seat is None:
        return
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
            if is_saved:  # a hosted game says so itself, and shows its end or how it continues
                host.show_start()
                host.notify(say("table.leave.conceded"), timeout=3)

    lines = [say("table.concede.line"), *([] if is_saved else [say("table.concede.hosted")])]
    host.push_screen(Question(say("table.concede.title"), lines, answers), on_answer)


class CodeQuestion(ModalScreen[str], BaseScreen[str]):
    """Result: the typed code of a seat; None for Esc."""

    CLOSING_BOX = "#code-question"
    CLOSES_ON_LANGUAGE_CHANGE = True
    CSS = """
    CodeQuestion { align: center middle; background: $background 60%; }
    #code-question {
        width: 58; max-width: 96%; height: auto; padding: 1 2; border: round $accent; background: $surface;
        border-title-color: $title; border-title-style: bold;
    }
    """
    BINDINGS = [("escape", "back", "")]

    def compose(self) -> ComposeResult:
        with Vertical(id="code-question") as box:
            box.border_title = Content(self.words.say("start.code-title"))
            yield TextField(placeholder="ABCD-EFGH-JKLM", max_length=40, compact=True)
            yield Static(self.words.say("start.code-keys"), markup=False)

    @on(Input.Submitted)
    def accept(self) -> None:
        self.dismiss(self.query_one(Input).value.strip())

    def action_back(self) -> None:
        self.dismiss(None)


class NameQuestion(ModalScreen[str], BaseScreen[str]):
    """Result: the typed name, empty for none; None for Esc."""

    CLOSING_BOX = "#name-question"
    CLOSES_ON_LANGUAGE_CHANGE = True
    CSS = """
    NameQuestion { align: center middle; background: $background 60%; }
    #name-question {
        width: 58; max-width: 96%; height: auto; padding: 1 2; border: round $accent; background: $surface;
        border-title-color: $title; border-title-style: bold;
    }
    """
    BINDINGS = [("escape", "back", "")]

    def compose(self) -> ComposeResult:
        with Vertical(id="name-question") as box:
            box.border_title = Content(self.words.say("new.name-asked"))
            yield TextField(placeholder=str(self.words.term("you")), max_length=NAME_CELLS, compact=True)
            yield Static(self.words.say("new.name-keys"), id="name-line", markup=False)
            yield Button(Content(self.words.say("new.start")), compact=True)

    @on(Input.Submitted)
    @on(Button.Pressed)
    def accept(self) -> None:
        """Close with a valid name or none."""
        name = self.query_one(Input).value.strip()
        if name and find_name_flaw(name) is not None:
            self.query_one("#name-line", Static).update(self.words.say("settings.bad-name"))
        else:
            self.dismiss(name)

    def action_back(self) -> None:
        self.dismiss(None)
