"""Achievements of a finished game: what one seat accomplished in a win."""

from enum import StrEnum

from rokoko_core.board_counts import dresses_in_hall, dresses_of, kind_count
from rokoko_core.bots import present_name
from rokoko_core.box import HALLS, Box, box_of
from rokoko_core.game import Game
from rokoko_core.score_sheet import ScoreSheet
from rokoko_core.scoring import final_scores, lasting_score, leaders, rank_in_hall
from rokoko_core.setup import LAST_ROUND, MOST_PLAYERS
from rokoko_core.state import State
from rokoko_core.terms import COLOURS, DecorationKind, Expansion

LEAD = 15
"""Prestige ahead of the second for ``LANDSLIDE``."""
HIGH_SCORE = 100
"""Prestige for ``HUNDRED``."""
LED_HALLS = 4
STATUES, STATUE_COLOURS = 2, 3
"""Statues, and colours for which each scores. The k-th statue scores for colours with k dresses, so each of these
colours needs as many dresses as there are statues (END-7).
"""


class Achievement(StrEnum):
    """What a win can accomplish besides; in the order in which lists show them."""

    ALL_HALLS = "all-halls"
    """With a dress in every hall."""
    MAJORITIES = "majorities"
    """First in four halls or more, ties included (END-3)."""
    STATUES = "statues"
    """With two statues or more that each score for three colours (END-7)."""
    COMEBACK = "comeback"
    """Behind another player at the beginning of the last round, by the projected scores."""
    LANDSLIDE = "landslide"
    """At least 15 prestige ahead of the second."""
    HUNDRED = "hundred"
    """With at least 100 prestige."""
    SOLO = "solo"
    """Against Madame du Barry."""
    FULL_TABLE = "full-table"
    """Among five players."""
    EVERYTHING = "everything"
    """With every expansion."""
    MEDIUM = "medium"
    """Ahead of a bot of level ``journeyman``."""
    HARD = "hard"
    """Ahead of a bot of level ``master``."""


def find_achievements(game: Game, seat: int) -> frozenset[Achievement]:
    """Return what ``seat`` achieved in ``game``; nothing before the end, or without the first place."""
    if not game.over:
        return frozenset()
    sheets = final_scores(game.state)
    if sheets[seat].rank > 1:
        return frozenset()
    state, box, setup = game.state, box_of(game.state), game.setup
    second = max(sheet.total for sheet in sheets if sheet.seat != seat)
    levels = _levels_behind(game, sheets)
    facts = {
        Achievement.ALL_HALLS: all(dresses_in_hall(state, box, seat, hall) for hall in HALLS),
        Achievement.MAJORITIES: count_led_halls(state, box, seat) >= LED_HALLS,
        Achievement.STATUES: has_statues(state, box, seat),
        Achievement.COMEBACK: was_behind(game, seat),
        Achievement.LANDSLIDE: sheets[seat].total - second >= LEAD,
        Achievement.HUNDRED: sheets[seat].total >= HIGH_SCORE,
        Achievement.SOLO: box.solo,
        Achievement.FULL_TABLE: len(setup.players) == MOST_PLAYERS,
        Achievement.EVERYTHING: setup.expansions == frozenset(Expansion),
        Achievement.MEDIUM: "journeyman" in levels,
        Achievement.HARD: "master" in levels,
    }
    return frozenset(achievement for achievement, is_fact in facts.items() if is_fact)


def count_led_halls(state: State, box: Box, seat: int) -> int:
    """Return in how many halls ``seat`` is first, alone or tied (END-3)."""
    standings = [rank_in_hall(state, box, hall) for hall in HALLS]
    return sum(seat in leaders(standing) for standing in standings if standing)


def has_statues(state: State, box: Box, seat: int) -> bool:
    """Whether two statues or more of ``seat`` each score for three colours (END-7)."""
    statues = kind_count(state, box, seat, DecorationKind.STATUE)
    colours = [dress.colour for dress in dresses_of(state, box, seat)]
    scoring = sum(colours.count(colour) >= STATUES for colour in COLOURS)
    return statues >= STATUES and scoring >= STATUE_COLOURS


def was_behind(game: Game, seat: int) -> bool:
    """Whether another seat had a higher projected score when the last round began."""
    start = next((position for number, position in game.round_starts if number == LAST_ROUND), 0)
    scores = [lasting_score(game.at(start), number) for number in range(len(game.state.players))]
    return scores[seat] < max(scores)


def _levels_behind(game: Game, sheets: tuple[ScoreSheet, ...]) -> set[str]:
    """Return the levels of the bots that are not first."""
    seats = [n for n, seat in enumerate(game.setup.players) if seat.kind == "bot" and sheets[n].rank > 1]
    return {present_name(game.level_of(n)) for n in seats}
