"""The game of the lesson, and the learner's progress in it."""

from rokoko_core.actions import Action
from rokoko_core.engine import to_move
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.memory_book import MemoryBook
from rokoko_tui.lesson.script import (
    FINISH,
    FORMER_STEPS,
    FREE,
    LEARNER,
    SCRIPT_PATH,
    STEPS,
    ScriptStop,
    list_stops,
    load_script,
)
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text import Words
from rokoko_tui.text.action_words import list_piece_refs
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.piece_refs import PieceRef


class LessonGame(LocalGame):
    """The learner's game. It begins with ``step``, or with the first step if ``step`` is unknown."""

    def __init__(self, step: str = "", names: tuple[str, ...] = ()) -> None:
        beginning = FORMER_STEPS.get(step, step)
        self._names = names
        self._index = next((n for n, stop in enumerate(list_stops()) if beginning in (stop.step.id, stop.task.id)), 0)
        self._book = MemoryBook(load_script(names).fork(self.stop.position), SCRIPT_PATH)
        super().__init__(self._book)

    @property
    def hints(self) -> tuple[int, ...]:
        """None: the lesson itself shows what to do."""
        return ()

    # ---- progress

    @property
    def stop(self) -> ScriptStop:
        """The present task, or the next one while the opponent plays."""
        return list_stops()[self._index]

    @property
    def step(self) -> str:
        return self.stop.step.id

    @property
    def resume_step(self) -> str:
        """The step at which the lesson resumes later; empty for the first."""
        return "" if self.is_finished or self.step_number == 1 else self.step

    @property
    def step_number(self) -> int:
        """The number of the present step, from 1."""
        return STEPS.index(self.stop.step) + 1

    @property
    def is_finished(self) -> bool:
        """True once the game is over."""
        return self.stop.task.id == FINISH

    @property
    def is_free(self) -> bool:
        """True where every legal action is allowed."""
        return self.stop.task.id == FREE

    @property
    def is_reading(self) -> bool:
        """True where the task is only to read."""
        return self.stop.task.does is None and not self.is_free and self._is_at_task

    @property
    def is_first(self) -> bool:
        return self._index == 0

    @property
    def is_waiting(self) -> bool:
        """True while the opponent plays."""
        return not self.is_reading and self.person_to_move is None

    @property
    def _is_at_task(self) -> bool:
        return self.is_finished or self.position == self.stop.position

    @property
    def expected_action(self) -> Action | None:
        """The only action accepted; None where all are, or where there is nothing to do."""
        if self.is_free or self.is_reading or not self._is_at_task:
            return None
        return load_script().line[self.stop.position]

    @property
    def lit_pieces(self) -> frozenset[PieceRef]:
        pieces, expected = frozenset(self.stop.task.lit) if self._is_at_task else frozenset(), self.expected_action
        return pieces | (frozenset() if expected is None else list_piece_refs(expected, self.observation().table))

    def allows(self, action: Action) -> bool:
        return self.is_free or action == self.expected_action

    # ---- forward and back

    async def play(self, action: Action) -> None:
        """Take ``action`` and continue with the next task; an action that is not allowed changes nothing."""
        if self.person_to_move is not None and not self.allows(action):
            return
        await super().play(action)
        self._follow_game()

    def _follow_game(self) -> None:
        if self.is_free:
            self._index += self.recording.over
            return
        while list_stops()[self._index].position < self.position and not self.is_free:
            self._index += 1

    def continue_reading(self) -> None:
        """Go to the next task from one that is only read."""
        if self.is_reading and not self.is_finished:
            self._go_to(self._index + 1)

    def go_back(self, whole_step: bool = False) -> bool:
        """Go back to the previous task, or to the start of the step; return False if there is none."""
        stops = enumerate(list_stops()[: self._index])
        earlier = [n for n, stop in stops if not whole_step or stop.task is stop.step.tasks[0]]
        if not earlier:
            return False
        self._go_to(earlier[-1])
        return True

    def _go_to(self, index: int) -> None:
        self._index = index
        self._book.game = load_script(self._names).fork(self.stop.position)
        self.cuts.append(0)
        self._observations.clear()
        self.set_plan(())

    @property
    def planned(self) -> Action | None:
        """The opponent's next action: from the script while it lasts, then from the bot."""
        scripted = self._scripted_action
        return scripted if scripted is not None else super().planned

    @property
    def _scripted_action(self) -> Action | None:
        position, script = self.position, load_script()
        if self.is_free or self.is_finished or self.bot_to_move is None or position >= script.length:
            return None
        return script.line[position] if to_move(script.at(position)) == self.to_move else None


def note_progress(lesson: LessonGame, settings: Settings) -> bool:
    """Note in ``settings`` how far the learner has come; return whether that is news."""
    before = settings.lesson, settings.learned
    settings.lesson, settings.learned = lesson.resume_step, settings.learned or lesson.is_finished
    return before != (settings.lesson, settings.learned)


def list_names(words: Vocabulary) -> tuple[str, ...]:
    return words.say("learn.seat.learner"), words.say("learn.seat.opponent")


def describe_task(lesson: LessonGame, words: Words, wrong: Action | None = None) -> tuple[str, str]:
    """Return (step number and title, text): what to do, why ``wrong`` is not accepted, or that the opponent plays."""
    task, setup = lesson.stop.task, lesson.setup
    title = words.say(f"learn.step.{lesson.step}")
    place = words.say("learn.place", n=lesson.step_number, most=len(STEPS), title=title)
    known: dict[str, object] = {"who": words.seat(setup, LEARNER), "name": words.seat(setup, 1 - LEARNER)}
    if lesson.is_waiting:
        return place, words.say_of("learn.waiting", known)
    if (expected := lesson.expected_action) is not None:
        known["what"] = words.action(expected, lesson.observation().table)
    if wrong is None:
        return place, words.say_of(f"learn.say.{task.id}", known)
    return place, f"{words.say_of(f'learn.wrong.{task.id}', known)} {words.say_of('learn.instead', known)}"
