"""The results of the tables, and how the pages show them."""

from collections import defaultdict
from collections.abc import Sequence

from rokoko_core.bots import DEFAULT_LEVEL
from rokoko_core.bots.arena import Result
from rokoko_core.bots.arena_statistics import by_turn_order
from rokoko_core.terms import FairStart

ENOUGH = 400
"""Games that decide a goal."""


class Games:
    """Results by levels (in any order), the name of the component set, and the fair start."""

    def __init__(self, results: Sequence[Result]) -> None:
        self._by_table: dict[tuple[tuple[str, ...], str, FairStart], list[Result]] = defaultdict(list)
        for result in results:
            match = result.match
            key = tuple(sorted(match.levels)), match.components.partition("@")[0], match.fair_start
            self._by_table[key].append(result)

    def of(self, levels: Sequence[str], components: str, fair_start: FairStart = False) -> list[Result]:
        return self._by_table.get((tuple(sorted(levels)), components, fair_start), [])

    def journeymen(self, seats: int, components: str, fair_start: FairStart = False) -> list[Result]:
        return self.of((DEFAULT_LEVEL,) * seats, components, fair_start)


def place_cells(results: list[Result], columns: int) -> list[str]:
    """Return the wins by turn order, in cells filled up to ``columns``."""
    places = [place.wins for place in by_turn_order(results)]
    cells = [f"{wins.share:.1%} ({100 * wins.low:.1f} to {wins.high:.1%})" for wins in places]
    return cells + [""] * (columns - len(places))
