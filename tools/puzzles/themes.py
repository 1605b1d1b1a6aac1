"""What a puzzle is about: where the best play gains most."""

from collections import Counter

from rokoko_core.actions import Decline, EndTurn, Hire, HireSpecialist, PlayCard, SitExam
from rokoko_core.bots.exact_turn import ExactTurn
from rokoko_core.engine import apply_unchecked, legal_actions, to_move
from rokoko_core.play.puzzle import Theme
from rokoko_core.scoring import final_scores
from rokoko_core.state import State
from rokoko_core.terms import ScoreRow

SOURCES = {
    ScoreRow.PLAY: Theme.MONEY,
    ScoreRow.MONEY: Theme.MONEY,
    ScoreRow.JEWELS: Theme.JEWEL,
    ScoreRow.CROWN: Theme.HIRING,
    ScoreRow.FAVOR: Theme.MAJORITY,
    ScoreRow.HALL: Theme.MAJORITY,
    ScoreRow.FIREWORKS: Theme.FIREWORKS,
    ScoreRow.DRESSES: Theme.DRESS,
    ScoreRow.TERRACE: Theme.FIREWORKS,
    ScoreRow.STATUES: Theme.STATUES,
    ScoreRow.DECORATIONS: Theme.DECORATION,
    ScoreRow.ALL_HALLS: Theme.MAJORITY,
    ScoreRow.TILES: Theme.MONEY,
}
SPECIAL = 3
"""Prestige of another source from which a puzzle is about that instead of its dress or money."""


def theme_of(turn: ExactTurn) -> Theme:
    """Return the theme of a solved turn."""
    best = turn.best
    if any(isinstance(action, SitExam) for action in best):
        return Theme.EXAM
    gains = _gains(turn)
    special = {theme: gain for theme, gain in gains.items() if theme not in (Theme.DRESS, Theme.MONEY)}
    top = max(special, key=special.__getitem__, default=None)
    if top is not None and special[top] >= max(SPECIAL, gains[Theme.DRESS] // 2):
        return top
    if any(isinstance(action, Hire | HireSpecialist) for action in best):
        return Theme.HIRING
    return max(gains, key=gains.__getitem__)


def _gains(turn: ExactTurn) -> Counter[Theme]:
    """Return by theme what the best play gains beyond passing, less what the other player gains."""
    with_best, with_pass = (_points(turn, end) for end in (_end(turn, best=True), _end(turn, best=False)))
    gains = Counter[Theme]()
    for source, theme in SOURCES.items():
        gains[theme] += with_best[source] - with_pass[source]
    return gains


def _points(turn: ExactTurn, end: State) -> Counter[ScoreRow]:
    points = Counter[ScoreRow]()
    for sheet in final_scores(end):
        for row in sheet.rows:
            points[row.source] += row.points if sheet.seat == turn.seat else -row.points
    return points


def _end(turn: ExactTurn, best: bool) -> State:
    """Return the end of the game after the best play, or after declining all; the other player answers well."""
    state = turn.start
    for action in turn.best if best else ():
        state = apply_unchecked(state, action)
    while state.pending:
        actions = legal_actions(state)
        if to_move(state) == turn.seat:
            choice = next(
                (action for action in actions if isinstance(action, Decline | EndTurn | PlayCard)), actions[0]
            )
        else:
            choice = min(actions, key=lambda action: turn.lead_from(apply_unchecked(state, action)))
        state = apply_unchecked(state, choice)
    return state
