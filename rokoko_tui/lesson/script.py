"""The script of the lesson: its steps and tasks, and the game they follow.

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
from rokoko_core.game import Game
from rokoko_core.journal import read
from rokoko_core.play.choices import played_card
from rokoko_core.terms import kebab
from rokoko_tui.data_files import load_table
from rokoko_tui.text.piece_refs import PieceRef

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
