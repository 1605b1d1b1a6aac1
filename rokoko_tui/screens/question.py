"""Questions: with answers as buttons and keys, or answered with a line of text."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import events, on
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from rokoko_tui.keys import LOOK_ALIKES
from rokoko_tui.screens.base_screen import BaseScreen, current_time, typed_key
from rokoko_tui.table.key_guard import TIMES_ON_PAGE, KeyGuard
from rokoko_tui.text.languages import Language
from rokoko_tui.text.wording import measure, wrap
from rokoko_tui.widgets.fields import TextField

if TYPE_CHECKING:
    from rokoko_tui.text.message_catalog import Vocabulary


class Answer(NamedTuple):
    """An answer to a question: its value, its label, and the letter that gives it."""

    value: str
    label: str
    letter: str


def make_answer(words: "Vocabulary", key: str, label: str) -> Answer:
    """Return the answer with the letter of the message ``key``, ``answers.dialog.value``."""
    _, dialog, value = key.split(".")
    return Answer(value, label, _find_letter(words.language, dialog, value))


def make_answers(words: "Vocabulary", dialog: str, labels: Mapping[str, str]) -> list[Answer]:
    """Return the answers of ``dialog`` with the messages ``labels`` by their values."""
    return [make_answer(words, f"answers.{dialog}.{value}", words.say(label)) for value, label in labels.items()]


def _find_letter(language: Language, dialog: str, value: str) -> str:
    """Return the letter of an answer; the English one if ``language`` has none."""
    letter = language.section("answers", dialog).get(value)
    if isinstance(letter, str) and len(letter) == 1:
        return letter
    assert language.fallback is not None, f"English has a letter for {dialog}.{value}"
    return _find_letter(language.fallback, dialog, value)


def read_answer(answers: Sequence[Answer], typed: str) -> Answer | None:
    """Return the answer that the letter ``typed`` gives, large or small; None if it is none of those shown.

    Keys do not count by their place: a Latin y is on the key of the Ukrainian "no". A letter counts by its shape.
    """
    exact, alike = (typed, typed.lower()), (_shape_of(typed), _shape_of(typed.lower()))
    shown = [answer for answer in answers if answer.letter in exact]
    return next(iter(shown or [answer for answer in answers if _shape_of(answer.letter) in alike]), None)


def _shape_of(letter: str) -> str:
    """Return the Latin letter that looks like ``letter``, else ``letter``."""
    return LOOK_ALIKES.get(letter, letter)


ROW_WIDTH = 58
"""Cells for answers side by side; wider ones are stacked."""
WIDTH, FRAME = 64, 6
"""Cells of the question, and of its frame with the space inside."""
LEAST_WIDTH, PADDING = 17, 5
"""Cells of a button at least, and besides its text."""


class WrappedLines(Static):
    """Lines that break where ``wrap`` breaks them. Textual parts an amount also at a no-break space."""

    DEFAULT_CSS = "WrappedLines { width: 1fr; }"

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__(markup=False)
        self._lines = lines

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._wrap(width))

    def render(self) -> Content:
        return Content("\n".join(self._wrap(self.content_size.width)))

    def _wrap(self, width: int) -> list[str]:
        return [part for line in self._lines for part in wrap(line, max(1, width))]


class Question(ModalScreen[str], BaseScreen[str]):
    """Result: the value of the chosen answer, or ``""`` for Esc."""

    CLOSING_BOX = "#question"
    CLOSES_ON_LANGUAGE_CHANGE = True
    CSS = """
    Question {
        align: center middle;
        background: $background 60%;
    }

    #question {
        width: 64;  /* WIDTH */
        max-width: 96%;
        height: auto;
        max-height: 22;
        border: round $accent;
        background: $surface;
        padding: 0 2;
    }

    #question-title { text-style: bold; color: $title; margin-bottom: 1; }
    #question-lines { height: auto; max-height: 13; margin-bottom: 1; }
    #answers { height: auto; align-horizontal: center; }
    #answers.-stacked { layout: vertical; }
    #answers.-stacked Button { width: 100%; }
    #answers Button {
        margin: 0 1;
        padding: 0 1;
        background: $panel;
        color: $foreground;
        text-style: none;
    }
    Question.-upright #answers Button { height: 2; }
    #answers Button:focus { background: $primary; color: $background; text-style: bold; }
    #answers Button:hover { background: $panel-lighten-2; }
    #answers Button:focus:hover { background: $primary; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False),
        Binding("pageup", "scroll_lines(-1)", show=False),
        Binding("pagedown", "scroll_lines(1)", show=False),
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
    ]

    def __init__(
        self,
        title: str,
        lines: Sequence[str],
        answers: Sequence[Answer],
        is_wide: bool = False,
        is_unexpected: bool = False,
    ) -> None:
        """``is_wide``: do not wrap the lines where the screen is broad enough.

        ``is_unexpected``: drop keys and clicks that come at once, which were meant for what the question covers.
        """
        super().__init__()
        self._guard = KeyGuard()
        if is_unexpected:
            self._guard.begin(current_time(), TIMES_ON_PAGE)
        self._title, self._lines, self._answers, self._is_wide = title, lines, answers, is_wide

    def compose(self) -> ComposeResult:
        with Vertical(id="question") as box:
            if self._is_wide:
                box.styles.width = max(WIDTH, *(measure(line) + FRAME for line in self._lines))
            yield Static(self._title, id="question-title", markup=False)
            if self._lines:
                with VerticalScroll(id="question-lines", can_focus=False):
                    yield WrappedLines(self._lines)
            labels = [f"{answer.label} ({answer.letter})" for answer in self._answers]
            space = min(ROW_WIDTH, self.app.size.width * 24 // 25 - FRAME)
            is_wide = sum(max(LEAST_WIDTH, measure(label) + PADDING) for label in labels) > space
            with Horizontal(id="answers", classes="-stacked" if is_wide else ""):
                for number, label in enumerate(labels):
                    yield Button(Content(label), id=f"answer-{number}", compact=True)
        yield Static(self.vocabulary.say("table.question.keys"), classes="modal-keys", markup=False)

    def on_mount(self) -> None:
        self.query(Button).first().focus()
        self.call_after_refresh(self._name_scroll_key)

    def on_resize(self) -> None:
        self.call_after_refresh(self._name_scroll_key)

    def _name_scroll_key(self) -> None:
        """Name the key that scrolls on the frame if the lines do not fit."""
        is_long = any(lines.max_scroll_y for lines in self.query("#question-lines"))
        box = self.query_one("#question")
        box.border_subtitle = Content(self.words.say("round_summary.scroll-key")) if is_long else None

    def action_scroll_lines(self, step: int) -> None:
        for lines in self.query("#question-lines"):
            lines.scroll_relative(y=step * lines.size.height, animate=False)

    def intercepts(self, event: events.InputEvent) -> bool:
        if not isinstance(event, events.Key | events.MouseDown | events.MouseUp):
            return False
        is_early = self._guard.blocks(event.time)
        if is_early and not isinstance(event, events.MouseUp):
            self.say_too_early(typed_key(event) if isinstance(event, events.Key) else "")
        return is_early

    @property
    def writing(self) -> bool:
        return True

    def on_key(self, event: events.Key) -> None:
        """Answer with a letter, or move the focus; say which letters answer if another is typed."""
        typed = event.character or ""
        if not event.is_printable or typed.isspace():
            return
        event.stop()
        event.prevent_default()
        answer = read_answer(self._answers, typed)
        if answer is not None:
            self.dismiss(answer.value)
        elif typed in "hk":  # not the letters on these keys of another layout, which are typed to answer
            self.app.action_focus_previous()
        elif typed in "jl":
            self.app.action_focus_next()
        else:
            letters = [answer.letter for answer in self._answers]
            self.say_briefly(self.app.settings.say_keys("table.question.letters", names=letters))

    def dismiss(self, result: str | None = None) -> AwaitComplete:
        """Close, with the notice about letters that do not answer."""
        if self.is_on_top:
            self.app.clear_small_notices()
        return super().dismiss(result)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        number = int((event.button.id or "answer-0").removeprefix("answer-"))
        self.dismiss(self._answers[number].value)

    def action_back(self) -> None:
        self.dismiss("")


class TextQuestion(ModalScreen[str], BaseScreen[str]):
    """Result: the typed text without spaces around it, which may be empty; None for Esc."""

    CLOSING_BOX = "#text-question"
    CLOSES_ON_LANGUAGE_CHANGE = True
    CSS = """
    TextQuestion { align: center middle; background: $background 60%; }
    #text-question {
        width: 58; max-width: 96%; height: auto; padding: 1 2; border: round $accent; background: $surface;
        border-title-color: $title; border-title-style: bold;
    }
    """
    BINDINGS = [("escape", "back", "")]

    def __init__(
        self, title: str, field: TextField, keys: str, button: str = "", find_flaw: Callable[[str], str] = lambda _: ""
    ) -> None:
        """``keys`` is the line below the field; ``find_flaw`` returns why a text is no answer, empty for none."""
        super().__init__()
        self._title, self._field, self._keys, self._button, self._find_flaw = title, field, keys, button, find_flaw

    def compose(self) -> ComposeResult:
        with Vertical(id="text-question") as box:
            box.border_title = Content(self._title)
            yield self._field
            yield Static(self._keys, id="text-question-line", markup=False)
            if self._button:
                yield Button(Content(self._button), compact=True)

    @on(Input.Submitted)
    @on(Button.Pressed)
    def accept(self) -> None:
        """Close with the text, or say what is wrong with it."""
        text = self._field.value.strip()
        if flaw := self._find_flaw(text):
            self.query_one("#text-question-line", Static).update(flaw)
        else:
            self.dismiss(text)

    def action_back(self) -> None:
        self.dismiss(None)
