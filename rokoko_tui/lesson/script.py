"""The lesson: a scripted game, and the learner's progress in it.

``learn.say.<task>`` is the text of a task; ``learn.wrong.<task>`` answers a wrong choice. Only the script's action is
accepted. The script is played to its second round, and continues some rounds later. In its last step, the end of the
game, every legal action is allowed.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from rokoko_core.actions import (
    Action,
    ChooseHand,
    ClaimFavor,
    Decline,
    Depute,
    DiscardTile,
    EndTurn,
    Fund,
    Hire,
    KeepTile,
    MakeDress,
    Place,
    PlayCard,
    Rent,
    TakeNotion,
    TakeTile,
    UseBonus,
)
from rokoko_core.engine import to_move
from rokoko_core.game import Game
from rokoko_core.journal import Notice, Relocation, read
from rokoko_core.play.local_game import LocalGame
from rokoko_tui.text import Words
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.piece_refs import PieceRef, list_piece_refs

SCRIPT_PATH = Path(__file__).parents[1] / "lesson" / "game.rokoko"
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


HALLS = tuple(PieceRef("hall", hall) for hall in range(1, 6))
GARDEN = (
    *(PieceRef("decoration", f"statue-{n}") for n in (1, 2, 3)),
    *(PieceRef("decoration", f"fireworks-{n}") for n in (1, 2, 3, 4)),
)
FREE = "end-play"
FINISH = "end-finish"
STEPS: tuple[Step, ...] = (
    Step(
        "ball",
        (
            Task("ball-aim", lit=HALLS),
            Task("ball-halls", lit=HALLS),
            Task("ball-garden", lit=GARDEN),
            Task("ball-purse", lit=(PieceRef("player", 0),)),
        ),
        ball=True,
    ),
    Step("hand", (Task("hand-choose", ChooseHand),)),
    Step(
        "silk",
        (
            Task("silk-card", PlayCard),
            Task("silk-take", TakeTile),
            Task("silk-keep", KeepTile),
            Task("silk-more", TakeTile),
            Task("silk-keep-more", KeepTile),
            Task("silk-end", EndTurn),
        ),
    ),
    Step("dress", (Task("dress-card", PlayCard), Task("dress-make", MakeDress))),
    Step(
        "guest",
        (
            Task("guest-rent", Rent),
            Task("guest-place", Place),
            Task("guest-bonus", Decline),
            Task("guest-end", EndTurn),
        ),
    ),
    Step("hire", (Task("hire-card", PlayCard), Task("hire-hire", Hire), Task("hire-end", EndTurn))),
    Step(
        "notions",
        (
            Task("notions-card", PlayCard),
            Task("notions-take", TakeTile),
            Task("notions-discard", DiscardTile),
            Task("notions-bonus", TakeNotion),
            Task("notions-end", EndTurn),
        ),
    ),
    Step(
        "favor",
        (
            Task("favor-hand", ChooseHand),
            Task("favor-card", PlayCard),
            Task("favor-claim", ClaimFavor),
            Task("favor-bonus", Decline),
            Task("favor-end", EndTurn),
        ),
    ),
    Step(
        "depute",
        (
            Task("depute-card", PlayCard),
            Task("depute-depute", Depute),
            Task("depute-bonus", UseBonus),
            Task("depute-end", EndTurn),
        ),
    ),
    Step(
        "fund",
        (
            Task("fund-card", PlayCard),
            Task("fund-fund", Fund),
            Task("fund-end", EndTurn),
            Task("income-tell", lit=(PieceRef("player", 0),)),
        ),
    ),
    Step(
        "halls",
        (
            Task("halls-later", lit=HALLS),
            Task("halls-card", PlayCard),
            Task("halls-make", MakeDress),
            Task("halls-rent", Rent),
            Task("halls-place", Place),
            Task("halls-bonus", Decline),
            Task("halls-end", EndTurn),
        ),
        round=6,
    ),
    Step("statue", (Task("statue-card", PlayCard), Task("statue-fund", Fund), Task("statue-end", EndTurn))),
    Step(
        "musician",
        (
            Task("musician-tell", lit=(PieceRef("hall", 3),)),
            Task("musician-card", PlayCard),
            Task("musician-fund", Fund),
            Task("musician-bonus", TakeNotion),
            Task("musician-end", EndTurn),
        ),
    ),
    Step(
        "terrace",
        (
            Task("terrace-hand", ChooseHand),
            Task("terrace-card", PlayCard),
            Task("terrace-fund", Fund),
            Task("terrace-bonus", TakeNotion),
            Task("terrace-end", EndTurn),
        ),
    ),
    Step("crown", (Task("crown-card", PlayCard), Task("crown-hire", Hire), Task("crown-end", EndTurn))),
    Step("end", (Task(FREE), Task(FINISH, lit=HALLS))),
)
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
class Stop:
    """A task and its position in the script."""

    step: Step
    task: Task
    position: int


@cache
def list_stops() -> tuple[Stop, ...]:
    """Return all tasks in order; a task with an action is at the learner's next decision."""
    game, stops, position = load_script(), list[Stop](), 0
    for step in STEPS:
        while game.at(position).round < step.round or (step.round and not isinstance(game.line[position], PlayCard)):
            position += 1
        for task in step.tasks:
            while game.seat_of(position) != LEARNER:
                position += 1
            stops.append(Stop(step, task, game.length if step.ball else position))
            position += task.does is not None
    return tuple(stops)


class MemoryBook:
    """A ``Book`` in memory, which no file backs."""

    def __init__(self, game: Game) -> None:
        self.game, self.path = game, SCRIPT_PATH
        self.relocations: list[Relocation] = []
        self.notice: Notice | None = None

    def close(self) -> None:
        """Do nothing: there is no file."""


class LessonGame(LocalGame):
    """The learner's game. It begins with ``step``, or with the first step if ``step`` is unknown."""

    def __init__(self, step: str = "", names: tuple[str, ...] = ()) -> None:
        beginning = FORMER_STEPS.get(step, step)
        self._names = names
        self._index = next((n for n, stop in enumerate(list_stops()) if beginning in (stop.step.id, stop.task.id)), 0)
        self._book = MemoryBook(load_script(names).fork(self.stop.position))
        super().__init__(self._book)

    # ---- progress

    @property
    def stop(self) -> Stop:
        """The present task, or the next one while the opponent plays."""
        return list_stops()[self._index]

    @property
    def step(self) -> str:
        """The id of the present step."""
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
        """True at the first task."""
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
        """The pieces to highlight."""
        pieces, expected = frozenset(self.stop.task.lit) if self._is_at_task else frozenset(), self.expected_action
        return pieces | (frozenset() if expected is None else list_piece_refs(expected, self.observation().table))

    def allows(self, action: Action) -> bool:
        """Return whether ``action`` is allowed here."""
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


def list_names(words: Vocabulary) -> tuple[str, ...]:
    """Return the players' names in the lesson, by seat."""
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
