"""A cache of searches by observation, so that a search of the same position continues.

While others move, ``ponder`` predicts the next observations of a seat and searches them in advance.
"""

from collections import Counter
from random import Random

from rokoko_core.bots.rollout import play_until_choice
from rokoko_core.bots.rollout_pool import ALONE, RolloutPool
from rokoko_core.bots.search import Candidate, Search
from rokoko_core.bots.time_limit import Clock
from rokoko_core.observe import Observation, determinize, observe

KEPT = 12
"""Searches in the cache."""
SAMPLES = 8
"""Deals that are played to predict the next observation."""
LIKELIEST = 3
"""Predicted observations that are searched."""


class SearchCache:
    """Recent searches; their rollouts run in ``pool``."""

    def __init__(self, pool: RolloutPool = ALONE):
        self._pool = pool
        self._searches: dict[Observation, Search] = {}

    def search_turn(self, view: Observation, rng: Random, clock: Clock) -> tuple[Candidate, ...]:
        """Return the candidates for the seat to move, best first; earlier searches of ``view`` count."""
        search = self._search_of(view, rng)
        if not search.is_decided:
            search.run(clock, self._pool)
        return search.candidates()

    def ponder(self, view: Observation, rng: Random, clock: Clock) -> None:
        """Search the likely next observations of the seat of ``view``, which is not to move."""
        assert view.seat is not None
        counts: Counter[Observation] = Counter()
        for _ in range(SAMPLES):
            state = play_until_choice(determinize(view, rng), view.seat, clock)
            if state is None:
                break
            if state.pending:
                counts[observe(state, view.seat)] += 1
        likeliest = [predicted for predicted, _ in counts.most_common(LIKELIEST)]
        for number, predicted in enumerate(likeliest):
            share = clock.left / (len(likeliest) - number)
            search = self._search_of(predicted, rng)
            if not clock.over and not search.is_decided:
                search.run(clock._replace(deadline=clock.now() + share), self._pool)

    def _search_of(self, view: Observation, rng: Random) -> Search:
        """Return the search of ``view``; drop the least recently used one if there are too many."""
        search = self._searches.pop(view, None) or Search(view, rng)
        self._searches[view] = search
        if len(self._searches) > KEPT:
            del self._searches[next(iter(self._searches))]
        return search
