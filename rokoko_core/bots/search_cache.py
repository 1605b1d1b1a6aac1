"""The mind of a process that thinks for long: what was thought lately is thought on, not begun anew.

While others move it thinks ahead: it guesses what it will see when it is asked next, and searches there. Where the
table then looks just so, the search goes on from what is known.
"""

from collections import Counter
from random import Random

from rokoko_core.bots.rollout import until_asked
from rokoko_core.bots.rollout_pool import ALONE, Crew
from rokoko_core.bots.search import Judged, Search
from rokoko_core.bots.time_limit import Clock
from rokoko_core.observe import Observation, determinize, observe

KEPT = 12
"""Decisions remembered at the most."""
GUESSES = 8
"""Deals by which it is guessed what will be seen."""
LIKELIEST = 3
"""Guesses that are thought about."""


class Mind:
    """What was thought lately, and who plays on."""

    def __init__(self, crew: Crew = ALONE):
        self._crew = crew
        self._searches: dict[Observation, Search] = {}

    def judged(self, view: Observation, rng: Random, clock: Clock) -> tuple[Judged, ...]:
        """Ways to play for the seat that sees ``view`` and is asked, best first, by all that was ever thought of it."""
        search = self._about(view, rng)
        if not search.settled:
            search.think(clock, self._crew)
        return search.judged()

    def ponder(self, view: Observation, rng: Random, clock: Clock) -> None:
        """Think ahead for the seat that sees ``view`` while another is asked, until the clock runs out."""
        assert view.seat is not None
        seen: Counter[Observation] = Counter()
        for _ in range(GUESSES):
            guess = until_asked(determinize(view, rng), view.seat, clock)
            if guess is None:
                break
            if guess.pending:
                seen[observe(guess, view.seat)] += 1
        likeliest = [foreseen for foreseen, _ in seen.most_common(LIKELIEST)]
        for number, foreseen in enumerate(likeliest):
            share = clock.left / (len(likeliest) - number)
            search = self._about(foreseen, rng)
            if not clock.over and not search.settled:
                search.think(clock._replace(deadline=clock.now() + share), self._crew)

    def _about(self, view: Observation, rng: Random) -> Search:
        """The search at ``view``; the one asked for longest ago is forgotten when there are too many."""
        search = self._searches.pop(view, None) or Search(view, rng)
        self._searches[view] = search
        if len(self._searches) > KEPT:
            del self._searches[next(iter(self._searches))]
        return search
