"""Examinations: tasks, sitting an examination, and the card gained (JB-6, JB-7)."""

from msgspec.structs import replace

from rokoko_core.actions import Action, ChooseExamCard, MarkTask, SitExam
from rokoko_core.box import Box, box_of
from rokoko_core.events import recording
from rokoko_core.events.amounts import LivrePaid, PrestigeGained
from rokoko_core.events.places import Move, Piece, Spot, Where, moves
from rokoko_core.events.reasons import Why
from rokoko_core.events.turns import EmployeesLeft, ExamCardTaken, ExamDeckOpened, ExamPassed, ExamSat, TaskFilled
from rokoko_core.moves import DecisionRule, Rules
from rokoko_core.pending import BonusOf, ExamCard, MainAction, TaskChoice
from rokoko_core.refusal import Reason, Refusal, short_of_money
from rokoko_core.state import Player, State, ask, remove_bonus, with_player, without
from rokoko_core.terms import EXAM_TASKS, Exam, Family, Rank, Task

FAMILY = Family.EXAM
RANKS = frozenset({Rank.JOURNEYMAN, Rank.APPRENTICE})

CANDIDATE = {Exam.JOURNEYMAN: Rank.APPRENTICE, Exam.MASTER: Rank.JOURNEYMAN}
"""The rank that sits each examination."""

_SIT = SitExam()


def fill_task(state: State, seat: int, *tasks: Task) -> State:
    """Fill the open one of ``tasks`` for ``seat``; the player chooses if several are open (JB-6)."""
    if state.players[seat].exam is None:
        return state
    return ask(state, TaskChoice(seat, tasks))


def open_tasks(player: Player) -> list[Task]:
    """Return the unfilled tasks of the player's current examination."""
    return [t for t in EXAM_TASKS[player.exam] if t not in player.tasks] if player.exam else []


def _open_choices(state: State, decision: TaskChoice) -> list[Task]:
    player = state.players[decision.seat]
    exam = player.exam
    if exam is None:
        return []
    return [t for t in decision.tasks if t in EXAM_TASKS[exam] and t not in player.tasks]


def _task_choices(state: State, box: Box, decision: TaskChoice) -> list[Action]:
    tasks = _open_choices(state, decision)
    return [MarkTask(t) for t in tasks] if len(tasks) > 1 else []


def _mark_only(state: State, decision: TaskChoice) -> State:
    tasks = _open_choices(state, decision)
    return mark_task(state, decision.seat, tasks[0]) if tasks else state


def _mark(state: State, decision: TaskChoice, action: MarkTask) -> State:
    return mark_task(state, decision.seat, action.task)


def mark_task(state: State, seat: int, task: Task) -> State:
    if (log := recording()) is not None:
        marker = moves(Piece.MARKER, ("",), Spot(Where.MARKERS, seat), Spot(Where.TASK, seat, space=task))
        log.append(TaskFilled(seat, task, moved=marker))
    return with_player(state, seat, tasks=tuple(sorted((*state.players[seat].tasks, task))))


def deck_of_exam(state: State, exam: Exam) -> tuple[str, ...]:
    return state.journeyman_deck if exam is Exam.JOURNEYMAN else state.master_deck


def remove_exam_card(state: State, exam: Exam, card: str) -> State:
    """Remove ``card`` from the deck of ``exam``."""
    rest = without(deck_of_exam(state, exam), card)
    return replace(state, journeyman_deck=rest) if exam is Exam.JOURNEYMAN else replace(state, master_deck=rest)


def list_actions(state: State, box: Box, seat: int, rank: Rank) -> list[Action]:
    """Offer to sit the examination for 5 Livre, once all of its tasks are filled."""
    return [_SIT] if state.players[seat].exam and not refusals(state, box, seat, rank) else []


def refusals(state: State, box: Box, seat: int, rank: Rank) -> list[Refusal]:
    """Return the first obstacle: wrong rank, open tasks, empty deck or too little money."""
    player = state.players[seat]
    exam = player.exam
    if exam is None:
        return []
    if rank is not CANDIDATE[exam]:
        return [Refusal(FAMILY, Reason.WRONG_RANK, word=CANDIDATE[exam])]
    tasks = open_tasks(player)
    if tasks:
        return [Refusal(_SIT, Reason.TASKS_OPEN, tuple((str(t), 1) for t in tasks))]
    if not deck_of_exam(state, exam):
        return [Refusal(_SIT, Reason.DECK_EMPTY)]
    short = box.prices.exam - player.livre
    return [short_of_money(_SIT, short)] if short > 0 else []


def sit(state: State, decision: MainAction, action: SitExam) -> State:
    """Pay, gain 1 prestige, and push the candidate's bonus and the choice of its new card (JB-7)."""
    seat, turn = decision.seat, state.turn
    player = state.players[seat]
    assert player.exam is not None and turn is not None
    cost = box_of(state).prices.exam
    if (log := recording()) is not None:
        log.append(ExamSat(seat, player.exam, turn.card))
        log.append(LivrePaid(seat, Why.EXAM, cost))
        log.append(PrestigeGained(seat, Why.EXAM, 1, state.setup.open_scores))
    state = with_player(state, seat, livre=player.livre - cost, prestige=player.prestige + 1)
    state = replace(remove_bonus(state, seat, turn.card), turn=replace(turn, examined=True))
    return ask(state, ExamCard(seat, player.exam), BonusOf(seat, turn.card, seat))


def choices(state: State, box: Box, decision: ExamCard) -> list[Action]:
    """Return each different card of the deck; the player sees the whole deck."""
    return [ChooseExamCard(card) for card in sorted(set(deck_of_exam(state, decision.exam)))]


def choose(state: State, decision: ExamCard, action: ChooseExamCard) -> State:
    """Remove the candidate from the game, take the chosen card into the hand, and advance the marker."""
    turn, player = state.turn, state.players[decision.seat]
    assert turn is not None
    if (log := recording()) is not None:
        moved = moves(Piece.EMPLOYEE, (turn.card,), Spot(Where.PLAYED, decision.seat), Spot(Where.GONE))
        log.append(EmployeesLeft(decision.seat, why=Why.EXAM, moved=moved))
        deck, hand = Spot(Where.EXAM_DECK, space=decision.exam), Spot(Where.HAND, decision.seat)
        log.append(ExamCardTaken(decision.seat, decision.exam, moved=moves(Piece.EMPLOYEE, (action.card,), deck, hand)))
    state = remove_exam_card(state, decision.exam, action.card)
    state = with_player(
        state,
        decision.seat,
        hand=tuple(sorted((*player.hand, action.card))),
        secret=tuple(sorted((*player.secret, action.card))),
    )
    state = pass_exam(state, decision.seat)
    return replace(state, turn=replace(turn, on_table=False, examined=False), gone=(*state.gone, turn.card))


def pass_exam(state: State, seat: int) -> State:
    """Clear the task markers of ``seat`` and move its examination marker to the other examination (JB-7)."""
    player = state.players[seat]
    exam = player.exam
    assert exam is not None
    after = Exam.MASTER if exam is Exam.JOURNEYMAN else Exam.JOURNEYMAN
    if (log := recording()) is not None:
        own = Spot(Where.MARKERS, seat)
        tasks = tuple(Move(Piece.MARKER, "", Spot(Where.TASK, seat, space=task), own) for task in player.tasks)
        on = moves(Piece.MARKER, ("",), Spot(Where.EXAM, seat, space=exam), Spot(Where.EXAM, seat, space=after))
        log.append(ExamPassed(seat, exam, moved=tasks + on))
    return with_player(state, seat, tasks=(), exam=after, master_exams=player.master_exams + (exam is Exam.MASTER))


def _record_deck_opened(decision: ExamCard) -> None:
    if (log := recording()) is not None:
        log.append(ExamDeckOpened(decision.seat, decision.exam))


RULES = Rules(
    effects={MarkTask: _mark, SitExam: sit, ChooseExamCard: choose},
    decisions={
        TaskChoice: DecisionRule(_task_choices, _mark_only),
        ExamCard: DecisionRule(choices, on_ask=_record_deck_opened),
    },
)
