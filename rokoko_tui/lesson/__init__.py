"""The lesson: the script with its steps and tasks, the game that follows it, and the learner's progress in it.

``learn.say.<task>`` is the text of a task; ``learn.wrong.<task>`` answers a wrong choice. Only the script's action is
accepted. The script is played to its second round, and continues some rounds later. In its last step, the end of the
game, every legal action is allowed.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, get_args

from msgspec.structs import replace

from rokoko_core.actions import Action
from rokoko_core.engine import to_move
from rokoko_core.game import Game
from rokoko_core.journal import read
from rokoko_core.play.choices import played_card
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.memory_book import MemoryBook
from rokoko_core.terms import kebab
from rokoko_tui.data_files import load_table
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text import Words
from rokoko_tui.text.action_words import list_piece_refs
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.piece_refs import PieceRef

SCRIPT_PATH = Path(__file__).with_name("game.rokoko")
"""A whole game of two players. The lesson shows its end, then plays its first two and its last two rounds."""
LEARNER = 0
"""The learner's seat."""


@dataclass(frozen=True)
class Task:
    """One thing to read or to do."""

    id: str
    does: type[Action] | None = None
    """The type of the expected action; None for text to read and for the free end."""
    lit: tuple[PieceRef, ...] = ()
    """The pieces to highlight besides those of the expected action."""


@dataclass(frozen=True)
class Step:
    """Tasks about one subject, titled ``learn.step.<id>``. An interrupted lesson resumes at its first task."""

    id: str
    tasks: tuple[Task, ...]
    ball: bool = False
    """True where the final position is shown instead of the game."""
    round: int = 0
    """The round to skip to, at the learner's first turn. The task before has to be text to read, as only reading on
    skips.
    """


FREE = "end-play"
FINISH = "end-finish"
_HALLS = tuple(PieceRef("hall", hall) for hall in range(1, 6))
_GARDEN = ("statue-1", "statue-2", "statue-3", "fireworks-1", "fireworks-2", "fireworks-3", "fireworks-4")
_LIT = {
    **dict.fromkeys(("ball-aim", "ball-halls", "halls-later", FINISH), _HALLS),
    **dict.fromkeys(("ball-purse", "income-tell"), (PieceRef("player", 0),)),
    "ball-garden": tuple(PieceRef("decoration", space) for space in _GARDEN),
    "musician-tell": (PieceRef("hall", 3),),
}
"""The pieces to highlight, by task, besides those of the expected action."""
_ACTIONS = {kebab(kind.__name__): kind for kind in get_args(Action)}


def _step(id: str, tasks: dict[str, Any]) -> Step:
    """Return the step of a section of ``steps.toml``; the round to skip to is before its tasks."""
    round = tasks.pop("round", 0)
    listed = tuple(Task(task, _ACTIONS.get(does), _LIT.get(task, ())) for task, does in tasks.items())
    return Step(id, listed, ball=id == "ball", round=round)


STEPS: tuple[Step, ...] = tuple(_step(id, tasks) for id, tasks in load_table(__file__, "steps").items())
FORMER_STEPS = {"income": "income-tell", "round": "halls-later"}
"""The tasks at which steps of former versions resume."""


@cache
def load_script(names: tuple[str, ...] = ()) -> Game:
    """Return the scripted game, read once, with other ``names`` of the players if given."""
    if not names:
        return read(SCRIPT_PATH).game
    script = load_script()
    seats = tuple(replace(seat, name=name) for seat, name in zip(script.setup.players, names, strict=True))
    game = Game.new(replace(script.setup, players=seats))
    for action in script.line:
        game.play(action)
    return game


@dataclass(frozen=True)
class ScriptStop:
    step: Step
    task: Task
    position: int


@cache
def list_stops() -> tuple[ScriptStop, ...]:
    """Return all tasks in order; a task with an action is at the learner's next decision."""
    game, stops, position = load_script(), list[ScriptStop](), 0
    for step in STEPS:
        while game.at(position).round < step.round or (step.round and not played_card(game.line[position])):
            position += 1
        for task in step.tasks:
            while game.seat_of(position) != LEARNER:
                position += 1
            stops.append(ScriptStop(step, task, game.length if step.ball else position))
            position += task.does is not None
    return tuple(stops)


# ---- the game


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
    def reading_page(self) -> tuple[int, int]:
        """The number of the present text of its step, from 1, and how many the step has; (1, 1) for other tasks."""
        texts = [task for task in self.stop.step.tasks if task.does is None and task.id != FREE]
        return (texts.index(self.stop.task) + 1, len(texts)) if self.stop.task in texts else (1, 1)

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


def name_step(lesson: LessonGame, words: Words) -> str:
    """Return the title of the step, with the number of the text where it has several."""
    title, (page, pages) = words.say(f"learn.step.{lesson.step}"), lesson.reading_page
    return words.say("learn.page", title=title, n=page, most=pages) if pages > 1 else title


def describe_task(lesson: LessonGame, words: Words, wrong: Action | None = None) -> tuple[str, str]:
    """Return (step number and title, text): what to do, why ``wrong`` is not accepted, or that the opponent plays."""
    task, setup = lesson.stop.task, lesson.setup
    title = name_step(lesson, words)
    place = words.say("learn.place", n=lesson.step_number, most=len(STEPS), title=title)
    known: dict[str, object] = {"who": words.seat(setup, LEARNER), "name": words.seat(setup, 1 - LEARNER)}
    if lesson.is_waiting:
        return place, words.say_of("learn.waiting", known)
    if (expected := lesson.expected_action) is not None:
        known["what"] = words.action_within(expected, lesson.observation().table)
    if wrong is None:
        return place, words.say_of(f"learn.say.{task.id}", known)
    return place, f"{words.say_of(f'learn.wrong.{task.id}', known)} {words.say_of('learn.instead', known)}"
