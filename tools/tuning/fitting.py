"""The weights of the evaluation fitted to games: ridge regression, round by round from the end of the game.

What a seat is ahead of the mean of its rivals in every part is held against what it came out ahead. In the last round
that is the final score. A position of an earlier round is held mostly against what the weights of the next round, found
just before, make of the position in which that one's cards are about to be played, for this is far less a matter of
luck than the final score; partly against the final score, because those weights may be wrong. What little was seen
stays near the figures of the round after. What the bonuses bring is found from all rounds together.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from rokoko_core.actions import Action
from rokoko_core.bots.evaluation import EVALUATION, PARTS, Weights, by_name, deck_ahead, rounds_left
from rokoko_core.box import Box, box_of
from rokoko_core.engine import apply_unchecked, new_state
from rokoko_core.pending import CardChoice, HandChoice, TurnEnd
from rokoko_core.scoring import final_scores
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import Setup, State
from rokoko_core.terms import Bonus

OUTCOME = 0.3
"""How much the final score counts beside what the next round's weights say."""
HOLDS = (30.0, 100.0, 300.0, 1000.0, 3000.0)
"""How many positions the figures of the round after may count as; which does best is found by cross-validation."""
BONUS_HOLD = 400.0
"""The same for what the bonuses were thought to bring."""
ALIKE = 0.15
"""How much a position counts there: those of a game are much alike."""
REPEATS = 3
"""How often parts and bonuses are fitted in turn."""
FOLDS = 5
"""Into how many parts the games are divided to see how weights fare with games they were not fitted to."""
OTHERS = 0.5
"""How much a game with more than 2 players or with expansions counts."""
LEAST = 0.05
"""Spread of a part below which it is taken as that."""

PLAYABLE = tuple(bonus for bonus in Bonus if not bonus.crown)
Figures: TypeAlias = Any
"""An array of numpy."""


class Position(NamedTuple):
    """What there is to count for every seat, between two decisions."""

    round: int
    opening: bool
    """All hands are chosen and no card is played."""
    left: tuple[int, ...]
    """By seat, as ``evaluation.rounds_left``."""
    parts: Figures
    """Seats by parts."""
    hand: Figures
    """Seats by ``PLAYABLE``: bonuses of the hand."""
    deck: Figures
    """Seats by ``PLAYABLE``: how often bonuses are played in the rounds to come."""


class Fit(NamedTuple):
    """How weights fare with games they were not fitted to, for one number of rounds to come."""

    explained: float
    """The share of the variance of the final difference that they explain: R squared."""
    error: float
    """By how much they are off, in prestige: root mean square."""


class Fitted(NamedTuple):
    """What came out."""

    weights: Weights
    games: int
    positions: int
    hold: float
    """The one of ``HOLDS`` that did best."""
    fits: tuple[Fit, ...]
    """With 0, 1, ... 6 rounds to come."""


# ---- what is seen of a game


def positions(setup: Setup, actions: Iterable[Action]) -> tuple[list[Position], Sequence[int]]:
    """(positions at the end of turns, and before and after the choice of hands; final scores) of a game."""
    found: list[Position] = []
    state = new_state(setup)
    before: object = None
    for action in actions:
        asked = state.pending[-1]
        choosing = isinstance(asked, HandChoice) and not isinstance(before, HandChoice) and state.round > 1
        opening = isinstance(asked, CardChoice) and not isinstance(before, TurnEnd)
        if isinstance(asked, TurnEnd) or choosing or opening:
            found.append(_position(state, opening))
        before, state = asked, apply_unchecked(state, action)
    return found, [sheet.total for sheet in final_scores(state)]


def _position(state: State, opening: bool) -> Position:
    seats, box = range(len(state.players)), box_of(state)
    played = [_played(box, state, seat) for seat in seats]
    return Position(
        state.round,
        opening,
        tuple(rounds_left(state, seat) for seat in seats),
        np.array([list(by_name(EVALUATION.features(state, seat)).values()) for seat in seats]),
        np.array([hand for hand, _ in played]),
        np.array([deck for _, deck in played]),
    )


def _played(box: Box, state: State, seat: int) -> tuple[list[float], list[float]]:
    """How often each bonus is in the hand, and how often it is played in the rounds to come."""
    deck, hand = dict.fromkeys(PLAYABLE, 0.0), dict.fromkeys(PLAYABLE, 0.0)
    ahead = deck_ahead(state, seat)
    for cards, often in ((ahead.supply, ahead.soon), (ahead.hand + ahead.rest, ahead.often)):
        for card in cards:
            if (bonus := box.card[card].bonus) in deck:
                deck[bonus] += often
    for card in ahead.hand:
        if (bonus := box.card[card].bonus) in hand:
            hand[bonus] += 1
    return list(hand.values()), list(deck.values())


# ---- rows: one seat of one position


class Rows:
    """Positions of many games as figures, each of one seat less the mean of its rivals."""

    def __init__(self) -> None:
        self._parts: list[Figures] = []
        self._hand: list[Figures] = []
        self._deck: list[Figures] = []
        self._outcome: list[Figures] = []
        self._about: list[tuple[int, int, int, float]] = []
        self.games = 0

    def add(self, setup: Setup, actions: Iterable[Action]) -> None:
        """Add what a game shows. Where there are two seats one of them tells all."""
        seen, finals = positions(setup, actions)
        seats = len(finals)
        tell = 1 if seats == 2 else seats
        weight = 1.0 if seats == 2 and not setup.expansions else 2 * OTHERS / seats
        starts, first = {}, len(self._about)
        usable = [position for position in seen if len(set(position.left)) == 1]
        for n, position in enumerate(usable):
            if position.opening:
                starts[position.round] = first + n * tell
        for position in usable:
            begins = starts.get(LAST_ROUND - position.left[0] + 1, -1)
            for seat in range(tell):
                self._about.append((self.games, position.left[0], begins + seat if begins >= 0 else -1, weight))
            self._parts.append(_ahead(position.parts)[:tell])
            self._hand.append(_ahead(position.hand)[:tell])
            self._deck.append(_ahead(position.deck)[:tell])
            self._outcome.append(_ahead(np.array(finals, dtype=float)[:, None])[:tell, 0])
        self.games += 1

    def closed(self) -> "Table":
        """All rows."""
        game, left, opening, weight = (np.array(column) for column in zip(*self._about, strict=True))
        joined = [np.concatenate(figures) for figures in (self._parts, self._hand, self._deck, self._outcome)]
        parts, hand, deck, outcome = joined
        return Table(parts, hand, deck, outcome, game, left, opening, weight)


class Table(NamedTuple):
    """Rows, column by column."""

    parts: Figures
    hand: Figures
    deck: Figures
    outcome: Figures
    game: Figures
    left: Figures
    opening: Figures
    """The row in which the next round's cards are about to be played, -1 for none."""
    weight: Figures


def _ahead(figures: Figures) -> Figures:
    """Each seat's ``figures`` less the mean of the others'."""
    total = figures.sum(axis=0, keepdims=True)
    return figures - (total - figures) / (len(figures) - 1)


# ---- the fit


def fitted(rows: Rows, weights: Weights) -> Fitted:
    """The weights that games come nearest to, starting from ``weights``."""
    table = rows.closed()
    fold = np.random.default_rng(0).permutation(rows.games)[table.game] % FOLDS
    tries = {hold: _validated(table, fold, weights, hold) for hold in HOLDS}
    hold = min(tries, key=lambda hold: sum(fit.error for fit in tries[hold]))
    part, bonus = solved(table, np.ones(len(fold), dtype=bool), weights, hold)
    found = Weights(
        {name: [float(w) for w in figures] for name, figures in zip(PARTS, part.T, strict=True)},
        dict(zip(map(str, PLAYABLE), map(float, bonus), strict=True)),
    )
    return Fitted(found, rows.games, len(fold), hold, tries[hold])


def _validated(table: Table, fold: Figures, weights: Weights, hold: float) -> tuple[Fit, ...]:
    """How weights held by ``hold`` fare with the games of each fold, fitted to those of the others."""
    off = np.empty(len(fold))
    for n in range(FOLDS):
        part, bonus = solved(table, fold != n, weights, hold)
        predicted = np.einsum("ij,ij->i", _counts(table, bonus), part[table.left])
        off[fold == n] = (table.outcome - predicted)[fold == n]
    squares = [(np.mean(off[at] ** 2), np.mean(table.outcome[at] ** 2)) for at in _by_left(table)]
    return tuple(Fit(float(1 - error / spread), float(error**0.5)) for error, spread in squares)


def _by_left(table: Table) -> list[Figures]:
    return [table.left == left for left in range(LAST_ROUND)]


def _counts(table: Table, bonus: Figures) -> Figures:
    """The parts, those that sum up bonuses with what ``bonus`` says these bring."""
    counts = table.parts.copy()
    counts[:, PARTS.index("hand_bonus")] = table.hand @ bonus
    counts[:, PARTS.index("deck")] = table.deck @ bonus
    return counts


def solved(table: Table, used: Figures, weights: Weights, hold: float) -> tuple[Figures, Figures]:
    """(parts by rounds to come, bonuses) that the rows ``used`` come nearest to, starting from ``weights``."""
    bonus = np.array([weights.bonus[bonus] for bonus in PLAYABLE])
    last = np.array([weights.part[name][0] for name in PARTS])
    for _ in range(REPEATS):
        part, expected = _parts(table, used, _counts(table, bonus), last, hold)
        bonus = _bonuses(table, used, part, expected, bonus)
    part, _ = _parts(table, used, _counts(table, bonus), last, hold)
    return part, bonus


def _parts(table: Table, used: Figures, counts: Figures, last: Figures, hold: float) -> tuple[Figures, Figures]:
    """(parts by rounds to come, what each row is held against)."""
    found, expected, near = np.zeros((LAST_ROUND, len(PARTS))), table.outcome.copy(), last
    for left, here in enumerate(_by_left(table)):
        if left:
            on = here & (table.opening >= 0)
            expected[on] = (1 - OUTCOME) * (counts[table.opening[on]] @ near) + OUTCOME * table.outcome[on]
        at = here & used
        near = found[left] = _ridge(counts[at], expected[at], table.weight[at], near, hold)
    return found, expected


def _ridge(counts: Figures, expected: Figures, weight: Figures, near: Figures, hold: float) -> Figures:
    """The figures that bring ``counts`` nearest to ``expected``, each held near ``near`` in its own scale."""
    scale = np.maximum(LEAST, np.sqrt(weight @ counts**2 / max(1.0, weight.sum())))
    scaled = counts / scale
    weighted = (scaled * weight[:, None]).T
    rest = weighted @ (expected - counts @ near)
    return near + np.linalg.solve(weighted @ scaled + hold * np.eye(len(near)), rest) / scale


def _bonuses(table: Table, used: Figures, part: Figures, expected: Figures, bonus: Figures) -> Figures:
    """What the bonuses bring if what ``part`` leaves unexplained is due to them."""
    of = part[table.left]
    played = table.hand * of[:, [PARTS.index("hand_bonus")]] + table.deck * of[:, [PARTS.index("deck")]]
    rest = expected - np.einsum("ij,ij->i", _counts(table, bonus), of)
    weighted = (played[used] * (ALIKE * table.weight[used])[:, None]).T
    found: Figures = bonus + np.linalg.solve(
        weighted @ played[used] + BONUS_HOLD * np.eye(len(bonus)), weighted @ rest[used]
    )
    found[PLAYABLE.index(Bonus.NONE)] = 0.0
    return found
