"""Examinations: sat, their cards and tasks."""

from rokoko_core import actions as do
from rokoko_core.actions import Action
from rokoko_core.box import box_of
from rokoko_core.play import choices
from rokoko_core.play.choices import pending_decision, price_of
from rokoko_core.state import State
from rokoko_core.terms import Exam, Task
from rokoko_tui.text import piece_names
from rokoko_tui.text.families import ActionWords
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.piece_refs import PieceRef


def _own_exam(state: State) -> Exam | None:
    decision = pending_decision(state)
    return state.players[decision.seat].exam if decision is not None else None


def _label(words: Vocabulary, action: do.SitExam, state: State) -> str:
    exam = _own_exam(state)
    name = piece_names.exam(words, exam) if exam else words.say("choices.about.exam")
    return words.say("choices.action.sit-exam", exam=name)


def _tighten(words: Vocabulary, action: do.SitExam, state: State) -> str:
    exam = _own_exam(state)
    name = words.say(f"pieces.exam-short.{exam}") if exam else words.say("choices.about.exam")
    return words.say("choices.short.priced", what=name, price=price_of(action, state))


def _describe_card(words: Vocabulary, action: do.SitExam, state: State) -> list[str]:
    """Return which card leaves the game."""
    if pending_decision(state) is None:
        return []
    return [words.say(f"choices.preview.leaves-{_own_exam(state)}")]


def describe_tasks(words: Vocabulary, action: Action, state: State) -> list[str]:
    """Return a line about the examination task that ``action`` completes, or an Apprentice would; empty for none."""
    by_apprentice = choices.completes_fund_task(action, state)
    if by_apprentice is False:
        return [words.say("choices.preview.task-apprentice", task=piece_names.task(words, Task.FUND))]
    tasks = [Task.FUND] if by_apprentice else choices.completed_tasks(action, state)
    names = [piece_names.task(words, task) for task in tasks]
    return [words.say("choices.preview.task", tasks=names)] if names else []


ACTIONS = (
    ActionWords(
        do.SitExam,
        _label,
        tight=_tighten,
        subject=lambda words, action, refused, state: words.say("choices.about.exam"),
        short_subject=lambda words, action, refused, state: (words.say("choices.about-tight.exam"),),
        consequences=_describe_card,
        pieces=lambda action, state: [PieceRef("exam")],
        key=lambda action, state: "t",
        is_listed_last=True,
    ),
    ActionWords(
        do.ChooseExamCard,
        lambda words, action, state: piece_names.card(words, action.card, box_of(state)),
        tight=lambda words, action, state: piece_names.card_tight(words, action.card, box_of(state)),
        pieces=lambda action, state: [PieceRef("exam-card", action.card)],
        shortened_with="cards",
    ),
    ActionWords(
        do.MarkTask,
        lambda words, action, state: piece_names.task(words, action.task),
        tight=lambda words, action, state: piece_names.task_tight(words, action.task),
    ),
)
