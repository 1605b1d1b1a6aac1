"""Examinations: sat, their cards and tasks."""

from rokoko_core import actions as do
from rokoko_core.actions import Action
from rokoko_core.box import Box
from rokoko_core.events.amounts import PrestigeGained
from rokoko_core.events.reasons import Why
from rokoko_core.events.turns import EmployeesLeft, ExamCardTaken, ExamPassed, ExamSat, TaskFilled
from rokoko_core.play import choices
from rokoko_core.play.choices import open_tasks, pending_decision, price_of
from rokoko_core.state import State
from rokoko_core.terms import FACE_DOWN, Exam, Task
from rokoko_tui.text import piece_names
from rokoko_tui.text.event_writers import LogWriter
from rokoko_tui.text.families import ActionWords, EventWords, Tooltip, card_forms
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.piece_refs import PieceKind, PieceRef
from rokoko_tui.text.wording import Wording


def _own_exam(state: State) -> Exam | None:
    decision = pending_decision(state)
    return state.players[decision.seat].exam if decision is not None else None


def _label(words: Vocabulary, action: do.SitExam, state: State) -> str:
    exam = _own_exam(state)
    name = piece_names.exam(words, exam) if exam else words.say("choices.about.exam")
    return words.say_of("choices.action.sit-exam", {"exam": name})


def _shorten(words: Vocabulary, action: do.SitExam, state: State) -> Wording:
    exam = _own_exam(state)
    name = piece_names.exam(words, exam) if exam else words.say("choices.about.exam")
    return words.wording("choices.action.sit-exam", exam=name, price=price_of(action, state))


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
        row=_shorten,
        subject=lambda words, action, refused, state: words.wording("choices.about.exam"),
        consequences=_describe_card,
        pieces=lambda action, state: [PieceRef("exam")],
        key=lambda action, state: "t",
        is_listed_last=True,
    ),
    ActionWords(
        do.ChooseExamCard,
        lambda words, action, state: card_forms(words, action, state).longest,
        row=card_forms,
        pieces=lambda action, state: [PieceRef("exam-card", action.card)],
        shortened_with="cards",
    ),
    ActionWords(
        do.MarkTask,
        lambda words, action, state: piece_names.task(words, action.task),
        row=lambda words, action, state: words.wording(f"pieces.task.{action.task}"),
    ),
)


# ---- events


def _log_sat(log: LogWriter, event: ExamSat) -> None:
    cost, gain = log.take_payment(Why.EXAM), log.take_next(PrestigeGained, Why.EXAM)
    values = {"exam": log.exam(event.exam), "card": log.card(event.card)}
    log.add_action(event, "sit-exam", **values, livre=cost, gained=log.prestige(gain))


def _log_left(log: LogWriter, event: EmployeesLeft) -> None:
    """Cards that leave the game: that of an examination, with the card taken for it, or others."""
    taken = log.take_next(ExamCardTaken) if event.why is Why.EXAM else None
    if taken is None:
        log.add_each("card", event, "then.card-leaves")
        return
    key = "choose-exam-card" if taken.piece == FACE_DOWN else "choose-exam-card-own"
    log.add_action(taken, key, exam=log.exam(taken.exam), card=log.card(event.piece), taken=log.card(taken.piece))


def _log_task(log: LogWriter, event: TaskFilled) -> None:
    log.add("exam", event, "then.task", task=piece_names.task(log.words, event.task))


def _gain_task(log: LogWriter, event: TaskFilled, is_last: bool) -> list[str]:
    return [log.words.say("advice.brings.task", task=piece_names.task(log.words, event.task))]


EVENTS = (
    EventWords(
        ExamSat,
        log=_log_sat,
        gain=lambda log, event, is_last: [log.words.say("advice.brings.exam", exam=log.exam(event.exam))],
    ),
    EventWords(
        EmployeesLeft, log=_log_left, du_barry=lambda log, event: log.add_each("barry", event, "barry.exam-leaves")
    ),
    EventWords(
        ExamCardTaken,
        du_barry=lambda log, event: log.add("barry", event, "barry.exam-card", exam=log.exam(event.exam)),
    ),
    EventWords(ExamPassed, part=lambda writer, event: piece_names.exam(writer.words, event.exam)),
    EventWords(TaskFilled, log=_log_task, part=lambda writer, event: writer.part("task"), gain=_gain_task),
)


# ---- tooltips


def _describe_exam_card(words: Vocabulary, piece: PieceRef, state: State, box: Box) -> str:
    card = piece_names.card(words, piece.name, box)
    if piece.name not in box.card:
        return card
    return words.say("tooltips.piece.exam-card", card=card, bonus=piece_names.bonus_of(words, piece.name, box))


def _describe_exam(words: Vocabulary, piece: PieceRef, state: State, box: Box) -> str:
    decision = pending_decision(state)
    seat = decision.seat if decision is not None else 0
    player = state.players[seat]
    if player.exam is None:
        return ""
    exam = piece_names.exam(words, player.exam)
    tasks = [words.wording(f"pieces.task.{task}").shortest for task in open_tasks(state, seat)]
    if not tasks:
        return words.say("tooltips.piece.exam", exam=exam)
    return words.say(f"tooltips.piece.exam-tasks-{player.exam}", exam=exam, tasks=tasks)


TOOLTIPS: dict[PieceKind, Tooltip] = {
    "exam": _describe_exam,
    "exam-card": _describe_exam_card,
}
