"""The lesson line by line: what is to be done is said before it is asked, and only that is taken."""

from collections.abc import Callable

from rokoko_core.actions import Action
from rokoko_tui.art.score_table import score_table_lines
from rokoko_tui.cli.output import say
from rokoko_tui.cli.plain import PlainTable, Stop, read_line
from rokoko_tui.lesson.script import LessonGame, lesson_words
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text.speech import SpokenWords


class PlainLesson(PlainTable):
    """A table where somebody learns to play; ``remember`` is called with every step reached."""

    def __init__(
        self, learning: LessonGame, words: SpokenWords, settings: Settings, remember: Callable[[], None]
    ) -> None:
        super().__init__(learning, words, settings)
        self.learning = learning
        self._remember = remember

    def play(self) -> None:
        """From the step reached to the end. Raises ``Stop``."""
        say(self.words.say("learn.plain"))
        while not self.learning.finished:
            self._note()
            if self.learning.reading:
                self._read()
            elif self.session.person_to_move is None:
                self._let_others_act()
            else:
                self._ask()
        self._note()
        self._tell_lesson()

    def _note(self) -> None:
        """Keep how far one has come."""
        settings, learning = self.settings, self.learning
        before = settings.lesson, settings.learned
        settings.lesson, settings.learned = learning.to_go_on, settings.learned or learning.finished
        if before != (settings.lesson, settings.learned):
            self._remember()

    def _tell_lesson(self, wrong: Action | None = None) -> None:
        place, sentence = lesson_words(self.learning, self.words, wrong)
        if wrong is None:
            say()
            say(place)
        say(sentence)
        right = self.learning.right
        if wrong is None and right is not None:
            say(self.words.say("learn.instead", what=self.words.action(right, self.session.observation().table)))

    def _read(self) -> None:
        """Something to read; at the ball, how it was counted besides."""
        self._tell_lesson()
        if self.learning.number == 1 and self.learning.first:
            for line in score_table_lines(self.session.observation(), self.words, ()):
                say(f"  {line}")
        answer = read_line(self.words.say("learn.read-on") + " ").strip()
        if answer in ("q", "quit"):
            raise Stop
        if answer in ("u", "U"):
            self._back_in_lesson(answer == "U")
        else:
            self.learning.read_on()

    def _ask(self) -> None:
        self._tell_lesson()
        super()._ask()

    def _take(self, action: Action) -> None:
        """Take ``action`` if it is what is to be done; else say why it is not."""
        if self.session.person_to_move is not None and not self.learning.may(action):
            self._tell_lesson(action)
            return
        super()._take(action)

    def _back(self, position: int | None) -> None:
        """To the task before; in a round of one's own what was done in it is taken back first."""
        if self.learning.free and position is not None and position >= self.learning.stop.position:
            super()._back(position)
        else:
            self._back_in_lesson(whole_step=False)

    def _back_in_lesson(self, whole_step: bool) -> None:
        say(self.words.say("plain.back" if self.learning.back(whole_step) else "plain.nothing-back"))
