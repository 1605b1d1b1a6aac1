"""Examinations: their tasks, sitting them, and the card they bring (JB-6, JB-7)."""

from msgspec.structs import replace

from rokoko_core.actions import Action, ChooseExamCard, MarkTask, SitExam
from rokoko_core.box import Box, box_of
from rokoko_core.events import recording
from rokoko_core.events.amounts import LivrePaid, PrestigeGained
from rokoko_core.events.places import Move, Piece, Spot, Where, moves
from rokoko_core.events.reasons import Why
from rokoko_core.events.turns import EmployeesLeft, ExamCardTaken, ExamDeckOpened, ExamPassed, ExamSat, TaskFilled
from rokoko_core.moves import Asking, Rules
from rokoko_core.pending import BonusOf, ExamCard, MainAction, TaskChoice
from rokoko_core.refusal import Reason, Refusal, short_of_money
from rokoko_core.state import Player, State, ask, with_player, without, without_bonus
from rokoko_core.terms import EXAM_TASKS, Exam, Family, Rank, Task

FAMILY = Family.EXAM
RANKS = frozenset({Rank.JOURNEYMAN, Rank.APPRENTICE})

CANDIDATE = {Exam.JOURNEYMAN: Rank.APPRENTICE, Exam.MASTER: Rank.JOURNEYMAN}
"""The rank that sits each examination."""

_SIT = SitExam()


def fulfil(state: State, seat: int, *tasks: Task) -> State:
    """``state`` with the open one of ``tasks`` filled for ``seat``, or asked for if several are open (JB-6)."""
    if state.players[seat].exam is None:
        return state
    return ask(state, TaskChoice(seat, tasks))


def open_tasks(player: Player) -> list[Task]:
    """The tasks of the examination the player's marker is on that are not filled yet."""
    return [t for t in EXAM_TASKS[player.exam] if t not in player.tasks] if player.exam else []


def _open(state: State, asked: TaskChoice) -> list[Task]:
    still_open = open_tasks(state.players[asked.seat])
    return [t for t in asked.tasks if t in still_open]


def _task_choices(state: State, box: Box, asked: TaskChoice) -> list[Action]:
    found = _open(state, asked)
    return [MarkTask(t) for t in found] if len(found) > 1 else []


def _mark_only(state: State, asked: TaskChoice) -> State:
    found = _open(state, asked)
    return marked(state, asked.seat, found[0]) if found else state


def _mark(state: State, asked: TaskChoice, action: MarkTask) -> State:
    return marked(state, asked.seat, action.task)


def marked(state: State, seat: int, task: Task) -> State:
    """``state`` with ``task`` filled for ``seat``."""
    if (log := recording()) is not None:
        marker = moves(Piece.MARKER, ("",), Spot(Where.MARKERS, seat), Spot(Where.TASK, seat, space=task))
        log.append(TaskFilled(seat, task, moved=marker))
    return with_player(state, seat, tasks=tuple(sorted((*state.players[seat].tasks, task))))


def deck_of_exam(state: State, exam: Exam) -> tuple[str, ...]:
    """The cards ``exam`` may still bring."""
    return state.journeyman_deck if exam is Exam.JOURNEYMAN else state.master_deck


def without_exam_card(state: State, exam: Exam, card: str) -> State:
    """``state`` with ``card`` taken out of the deck of ``exam``."""
    rest = without(deck_of_exam(state, exam), card)
    return replace(state, journeyman_deck=rest) if exam is Exam.JOURNEYMAN else replace(state, master_deck=rest)


def offers(state: State, box: Box, seat: int, rank: Rank) -> list[Action]:
    """Sit the examination, all of its tasks filled, for 5 Livre."""
    return [_SIT] if state.players[seat].exam and not refusals(state, box, seat, rank) else []


def refusals(state: State, box: Box, seat: int, rank: Rank) -> list[Refusal]:
    """Wrong rank for the examination in turn, tasks open, no card left, or no money."""
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


def sit(state: State, asked: MainAction, action: SitExam) -> State:
    """Pay, gain 1 prestige, and let the candidate's bonus be used before the card leaves (JB-7)."""
    seat, turn = asked.seat, state.turn
    player = state.players[seat]
    assert player.exam is not None and turn is not None
    cost = box_of(state).prices.exam
    if (log := recording()) is not None:
        log.append(ExamSat(seat, player.exam, turn.card))
        log.append(LivrePaid(seat, Why.EXAM, cost))
        log.append(PrestigeGained(seat, Why.EXAM, 1, state.setup.open_scores))
    state = with_player(state, seat, livre=player.livre - cost, prestige=player.prestige + 1)
    state = replace(without_bonus(state, seat, turn.card), turn=replace(turn, examined=True))
    return ask(state, ExamCard(seat, player.exam), BonusOf(seat, turn.card, seat))


def choices(state: State, box: Box, asked: ExamCard) -> list[Action]:
    """Each card of the deck, seen whole by the candidate's master."""
    return [ChooseExamCard(card) for card in sorted(set(deck_of_exam(state, asked.exam)))]


def choose(state: State, asked: ExamCard, action: ChooseExamCard) -> State:
    """The candidate leaves the game, the chosen card comes to the hand, the marker moves to the other examination."""
    turn, player = state.turn, state.players[asked.seat]
    assert turn is not None
    if (log := recording()) is not None:
        moved = moves(Piece.EMPLOYEE, (turn.card,), Spot(Where.PLAYED, asked.seat), Spot(Where.GONE))
        log.append(EmployeesLeft(asked.seat, why=Why.EXAM, moved=moved))
        deck, hand = Spot(Where.EXAM_DECK, space=asked.exam), Spot(Where.HAND, asked.seat)
        log.append(ExamCardTaken(asked.seat, asked.exam, moved=moves(Piece.EMPLOYEE, (action.card,), deck, hand)))
    state = without_exam_card(state, asked.exam, action.card)
    state = with_player(
        state,
        asked.seat,
        hand=tuple(sorted((*player.hand, action.card))),
        secret=tuple(sorted((*player.secret, action.card))),
    )
    state = passed(state, asked.seat)
    return replace(state, turn=replace(turn, on_table=False, examined=False), gone=(*state.gone, turn.card))


def passed(state: State, seat: int) -> State:
    """``state`` with the examination of ``seat`` passed: task markers off, its own marker moved on (JB-7)."""
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


def _deck_opened(asked: ExamCard) -> None:
    if (log := recording()) is not None:
        log.append(ExamDeckOpened(asked.seat, asked.exam))


RULES = Rules(
    effects={MarkTask: _mark, SitExam: sit, ChooseExamCard: choose},
    asking={TaskChoice: Asking(_task_choices, _mark_only), ExamCard: Asking(choices, opened=_deck_opened)},
)
