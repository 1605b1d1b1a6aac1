"""Learn to play: a game with a script, and where somebody learning has got to in it.

What is said about a task is the message ``learn.say.<task>``, and to a choice that is not meant ``learn.wrong.<task>``.
The right choice is what the script does there; nothing else is taken, so that nothing can go wrong. The last step is a
round of one's own, in which everything may be done.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

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
from rokoko_tui.text.piece_refs import PieceRef, list_piece_refs

GAME = Path(__file__).parents[1] / "lesson" / "game.rokoko"
"""The script: a whole game of two, of which the lesson plays the beginning and shows the end."""
LEARNER = 0
"""The seat of whoever learns."""
FREE_ROUND = 3
"""The round that is one's own."""


@dataclass(frozen=True)
class Task:
    """One thing to read or to do."""

    id: str
    does: type[Action] | None = None
    """What the right choice is a case of; None where there is only something to read, or where all is free."""
    lit: tuple[PieceRef, ...] = ()
    """The pieces spoken of, besides those of the right choice."""


@dataclass(frozen=True)
class Step:
    """Some tasks about one thing, called ``learn.step.<id>``; one comes back to the first of them."""

    id: str
    tasks: tuple[Task, ...]
    ball: bool = False
    """True where the end of the evening is shown instead of the game."""


HALLS = tuple(PieceRef("hall", hall) for hall in range(1, 6))
GARDEN = (
    *(PieceRef("decoration", f"statue-{n}") for n in (1, 2, 3)),
    *(PieceRef("decoration", f"fireworks-{n}") for n in (1, 2, 3, 4)),
)
FREE = "round-play"
FINISH = "round-finish"
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
    Step("fund", (Task("fund-card", PlayCard), Task("fund-fund", Fund), Task("fund-end", EndTurn))),
    Step("income", (Task("income-tell", lit=(PieceRef("player", 0),)),)),
    Step("round", (Task(FREE), Task(FINISH, lit=HALLS))),
)
"""All of the lesson."""


@cache
def script() -> Game:
    """The script, read once."""
    return read(GAME).game


@dataclass(frozen=True)
class Stop:
    """A task, and the position of the script it is put at."""

    step: Step
    task: Task
    position: int


@cache
def stops() -> tuple[Stop, ...]:
    """All tasks in order; one with something to do stands where the learner is asked next."""
    game, found, at = script(), list[Stop](), 0
    for step in STEPS:
        for task in step.tasks:
            while game.seat_of(at) != LEARNER:
                at += 1
            found.append(Stop(step, task, game.length if step.ball else at))
            at += task.does is not None
    return tuple(found)


class Unrecorded:
    """A game without a file."""

    def __init__(self, game: Game) -> None:
        self.game, self.path = game, GAME
        self.relocations: list[Relocation] = []
        self.notice: Notice | None = None

    def close(self) -> None:
        """Close nothing."""


class LessonGame(LocalGame):
    """The game of somebody who learns. It begins with ``step``, or with the first one for an unknown step."""

    def __init__(self, step: str = "") -> None:
        self._at = next((n for n, stop in enumerate(stops()) if stop.step.id == step), 0)
        self._book = Unrecorded(script().fork(self.stop.position))
        super().__init__(self._book)

    # ---- progress

    @property
    def stop(self) -> Stop:
        """The present task, or the next one while the opponent plays."""
        return stops()[self._at]

    @property
    def step(self) -> str:
        """The id of its step."""
        return self.stop.step.id

    @property
    def to_go_on(self) -> str:
        """The step to continue with later; empty for the first."""
        return "" if self.finished or self.number == 1 else self.step

    @property
    def number(self) -> int:
        """The number of that step, from 1."""
        return STEPS.index(self.stop.step) + 1

    @property
    def finished(self) -> bool:
        """True once the free round is over."""
        return self.stop.task.id == FINISH

    @property
    def free(self) -> bool:
        """True where everything is allowed."""
        return self.stop.task.id == FREE

    @property
    def reading(self) -> bool:
        """True where there is only something to read."""
        return self.stop.task.does is None and not self.free and self._arrived

    @property
    def first(self) -> bool:
        """True at the very beginning."""
        return self._at == 0

    @property
    def waiting(self) -> bool:
        """True while the opponent plays."""
        return not self.reading and self.person_to_move is None

    @property
    def _arrived(self) -> bool:
        return self.finished or self.position == self.stop.position

    @property
    def right(self) -> Action | None:
        """The right action; None where all are allowed or none is to be taken."""
        if self.free or self.reading or not self._arrived:
            return None
        return script().line[self.stop.position]

    @property
    def lit(self) -> frozenset[PieceRef]:
        """The pieces of the task."""
        pieces = frozenset(self.stop.task.lit) if self._arrived else frozenset()
        return pieces | (
            list_piece_refs(self.right, self.observation().table) if self.right is not None else frozenset()
        )

    def may(self, action: Action) -> bool:
        """Return whether ``action`` is allowed here."""
        return self.free or action == self.right

    # ---- forward and back

    async def play(self, action: Action) -> None:
        """Take ``action`` and continue with the next task; an action that is not allowed changes nothing."""
        if self.person_to_move is not None and not self.may(action):
            return
        await super().play(action)
        self._follow_game()

    def _follow_game(self) -> None:
        if self.free:
            self._at += self.recording.state.round > FREE_ROUND or self.recording.over
            return
        while stops()[self._at].position < self.position and not self.free:
            self._at += 1

    def read_on(self) -> None:
        """Continue after something to read."""
        if self.reading and not self.finished:
            self._go_to(self._at + 1)

    def back(self, whole_step: bool = False) -> bool:
        """Go back to the task before, or to the first of the step; return False when there is none."""
        before = [n for n, stop in enumerate(stops()[: self._at]) if not whole_step or stop.task is stop.step.tasks[0]]
        if not before:
            return False
        self._go_to(before[-1])
        return True

    def _go_to(self, number: int) -> None:
        self._at = number
        self._book.game = script().fork(self.stop.position)
        self.cuts.append(0)
        self._observations.clear()
        self.set_plan(())

    @property
    def planned(self) -> Action | None:
        """The next action of the opponent: the script's as long as it holds, then that of the bot."""
        scripted = self._scripted_action
        return scripted if scripted is not None else super().planned

    @property
    def _scripted_action(self) -> Action | None:
        game, whole = self.recording, script()
        if self.free or self.finished or self.bot_to_move is None or game.cursor >= whole.length:
            return None
        return whole.line[game.cursor] if to_move(whole.at(game.cursor)) == self.to_move else None


def lesson_words(lesson: LessonGame, words: Words, wrong: Action | None = None) -> tuple[str, str]:
    """(where one is, what is said there): what to do, why ``wrong`` is not meant, or that the opponent plays."""
    task, setup = lesson.stop.task, lesson.setup
    title = words.say(f"learn.step.{lesson.step}")
    place = words.say("learn.place", n=lesson.number, most=len(STEPS), title=title)
    known: dict[str, object] = {"who": words.seat(setup, LEARNER), "name": words.seat(setup, 1 - LEARNER)}
    if lesson.waiting:
        return place, words.say_of("learn.waiting", known)
    right = lesson.right
    if right is not None:
        known["what"] = words.action(right, lesson.observation().table)
    if wrong is None:
        return place, words.say_of(f"learn.say.{task.id}", known)
    return place, f"{words.say_of(f'learn.wrong.{task.id}', known)} {words.say_of('learn.instead', known)}"
