"""How much of the error of the round value is luck: play on from ends of rounds again, with other hidden pieces.

No value can err less than the spread of these results, so this is the least error that a fit could reach.
"""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from statistics import fmean
from typing import NamedTuple

from msgspec.structs import replace

from research.value_training.round_ends import PlayedGame, ends_of, play_on
from research.value_training.round_fitting import ROUNDS
from rokoko_core.bots.round_value import ROUND_VALUE
from rokoko_core.observe import determinize, observe
from rokoko_core.state import State
from tools.markdown import table_head, table_row


class Repeated(NamedTuple):
    """One end of a round of a game for two."""

    round: int
    """The round that begins."""
    value: float
    """Lead of the first seat by the round value."""
    leads: tuple[float, float]
    """Final lead of the first seat in the game, and with other luck."""


def is_repeatable(game: PlayedGame) -> bool:
    """Return whether ``repeat`` can deal again what is hidden: in the base game for two."""
    return len(game.setup.players) == 2 and not game.setup.expansions


def repeat(game: PlayedGame) -> list[Repeated]:
    """Play on from each end of a round of ``game`` once more, by journeymen without errors."""
    return [_repeat(game, end) for end in ends_of(game)]


def _repeat(game: PlayedGame, end: State) -> Repeated:
    rng = Random(f"luck/{game.seed}/{end.round}")
    dealt = replace(determinize(observe(end, 0), rng), players=end.players)  # the value sees all hands
    _, totals = play_on(dealt, rng, (0.0, 0.0), 0)
    leads = tuple(float(first - second) for first, second in (game.totals, totals))
    return Repeated(end.round, ROUND_VALUE.lead(end, 0), (leads[0], leads[1]))


def luck_table(every: Iterable[Sequence[Repeated]]) -> Iterator[str]:
    """Yield a table with the error of the value, the part that is luck, and how much less any value could err."""
    ends = [end for of_game in every for end in of_game]
    yield from table_head("after round", "ends", "error", "of it luck", "a perfect value errs less by")
    for number in ROUNDS:
        if of_round := [end for end in ends if end.round == number]:
            yield _luck_row(str(number - 1), of_round)
    if ends:
        yield _luck_row("all", ends)


def _luck_row(title: str, ends: Sequence[Repeated]) -> str:
    error = fmean((lead - end.value) ** 2 for end in ends for lead in end.leads) ** 0.5
    luck = (fmean((end.leads[0] - end.leads[1]) ** 2 for end in ends) / 2) ** 0.5
    return table_row(title, str(len(ends)), f"{error:.2f}", f"{luck:.2f}", f"{max(0.0, 1 - luck / error):.0%}")
