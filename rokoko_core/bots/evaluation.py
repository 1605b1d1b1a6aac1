"""The outlook: how well a seat stands, in prestige expected at the end of the game.

It is asked of whole positions only: a bot deals the hidden pieces first. It is a sum of parts, each a plain count of
something on the table times a weight. The weights are data (``evaluation.toml``), found by self-play
(``python -m rokoko_core.bots.tuning``); each has a figure for the end of the game and one for what a whole game still
to come adds to it, so that income is worth much early and nothing late.
"""

import hashlib
import tomllib
from functools import lru_cache, partial
from operator import mul
from pathlib import Path

import msgspec

from rokoko_core.bonus_table import BONUSES, Gain, crown_points
from rokoko_core.bots.board_features import Board
from rokoko_core.box import Box, box_of
from rokoko_core.moves.hire import unmet
from rokoko_core.moves.payment import bales
from rokoko_core.rounds import INCOME
from rokoko_core.scoring import FAVOR, score_rows
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import NOBODY, State
from rokoko_core.terms import Bales, Rank

PARTS = (
    "prestige",  # what is safe: gained in play, own dresses, decorations, all halls, crowns, jewels
    "halls",  # hall majorities as they stand
    "lead",  # how far ahead or behind in each hall, in first prizes
    "fireworks",  # the fireworks majority as it stands
    "fireworks_lead",  # how far ahead or behind there, in first prizes
    "livre",  # the first 15 Livre
    "livre_more",  # Livre beyond them
    "livre_left",  # Livre when nothing more can be bought
    "common_silk",  # bales of yellow and green
    "red_silk",
    "blue_silk",
    "notions",  # up to 2 yarn and 2 lace
    "makeable",  # the two dresses nearest to being made
    "masters",  # cards in hand: turns still to come this round
    "journeymen",
    "apprentices",
    "hand_bonus",  # what the bonuses of the hand would bring
    "deck",  # what a round's three cards bring on average, times the rounds to come
    "presence",  # halls present in, until the all-halls bonus is settled
    "income",  # Livre a round by fountain and jewels, times the rounds to come, this one's included
    "dresses",
    "decorations",
    "statues",
    "colours",  # different colours among the own dresses
    "royal",  # King's hall dresses still without fireworks
    "terrace",  # fireworks spaces still without a King's hall dress
    "jeweler",
    "tasks",  # examination tasks done
    "specialist",  # the specialised Apprentice may be hired
    "start",  # starting player of the next round
)
"""What the outlook is made of, in the order of a row of counts."""

Counts = list[float]
"""One figure for each of ``PARTS``."""

TOGETHER = {
    "lead": "halls",
    "fireworks_lead": "fireworks",
    "livre": "money",
    "livre_more": "money",
    "livre_left": "money",
}
"""Parts that people are told under one name, because each says only half of something."""
ASPECTS = tuple(dict.fromkeys(TOGETHER.get(part, part) for part in PARTS))
"""What people are told the outlook is made of."""

POCKET = 15
"""Livre that are soon spent; what is more waits longer for its use."""
RACK = (8, 5, 4)
"""Bales of common, red and blue silk beyond which more is of no use soon."""
NOTIONS = 2
"""Yarn or lace beyond which more is of no use soon."""
LIVRE = 0.2
"""Prestige a Livre is counted as where a bonus brings it."""
PLACED = 2.0
"""Prestige a dress brings beyond its own, by its place and colour."""
NEAR = (1.0, 0.55, 0.25)
"""How much of a dress counts when nothing, one or two of its bales, yarn and lace are missing."""
KEPT = 30_000
"""Counts remembered at the most, of each kind."""

_MAJORITIES = slice(1, 5)
"""Where the parts about majorities stand."""


class Weights(msgspec.Struct, frozen=True):
    """What each part counts, and what an employee brings each time it is played."""

    now: dict[str, float]
    later: dict[str, float]
    rank: dict[str, float]
    bonus: dict[str, float]

    @property
    def digest(self) -> str:
        """16 hex digits, equal for equal weights."""
        return hashlib.blake2b(msgspec.json.encode(self, order="deterministic"), digest_size=8).hexdigest()

    def row(self, left: int) -> Counts:
        """The weight of each part with ``left`` rounds to come after this one."""
        t = left / (LAST_ROUND - 1)
        return [self.now.get(part, 0.0) + t * self.later.get(part, 0.0) for part in PARTS]


def read_weights(path: Path) -> Weights:
    """The weights in the table at ``path``."""
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Weights)


class _Pieces:
    """The pieces of a box, counted fast: what a search counts again and again is kept."""

    def __init__(self, box: Box, weights: Weights):
        self.box = box
        self.board = Board(box)
        self._card = {c.id: weights.rank[c.rank] + weights.bonus.get(c.bonus, 0.0) for c in box.card.values()}
        self._needs = {d.id: (d.silk, d.yarn, d.lace, d.master_only, d.prestige + PLACED) for d in box.dress.values()}
        self.silk = lru_cache(KEPT)(partial(bales, box=box))
        self.deck = lru_cache(KEPT)(self._deck)
        self.hand = lru_cache(KEPT)(self._hand)
        self.makeable = lru_cache(KEPT)(self._makeable)

    def _deck(self, cards: tuple[str, ...]) -> tuple[float, tuple[str, ...]]:
        """(mean worth of playing one of ``cards``, the crowns among them)."""
        mean = sum(self._card[card] for card in cards) / (len(cards) or 1)
        return mean, tuple(card for card in cards if self.box.card[card].end_game)

    def _hand(self, cards: tuple[str, ...]) -> tuple[int, int, int]:
        """Masters, Journeymen and Apprentices among ``cards``."""
        ranks = [self.box.card[card].rank for card in cards]
        return ranks.count(Rank.MASTER), ranks.count(Rank.JOURNEYMAN), ranks.count(Rank.APPRENTICE)

    def _makeable(self, windows: tuple[str, ...], silk: Bales, yarn: int, lace: int, master: bool) -> float:
        """What the two dresses in ``windows`` bring that are nearest to being made, less the more is missing."""
        brings = []
        for dress in filter(None, windows):
            needed, dress_yarn, dress_lace, master_only, prestige = self._needs[dress]
            missing = sum(max(0, need - have) for need, have in zip(needed, silk, strict=True))
            missing += max(0, dress_yarn - yarn) + max(0, dress_lace - lace)
            if missing < len(NEAR) and (master or not master_only):
                brings.append(prestige * NEAR[missing])
        brings.sort(reverse=True)
        return float(sum(brings[:1])) + 0.5 * sum(brings[1:2])


class Outlook:
    """The outlook under some weights."""

    def __init__(self, weights: Weights):
        self.weights = weights
        self._rows = [weights.row(left) for left in range(LAST_ROUND)]
        self._known: dict[str, _Pieces] = {}

    def worth(self, state: State, seat: int) -> float:
        """How well ``seat`` stands against its rivals: its own outlook less the mean of theirs."""
        own = [self.own(state, n) for n in range(len(state.players))]
        return own[seat] - (sum(own) - own[seat]) / (len(own) - 1)

    def turn_worth(self, state: State, seat: int) -> float:
        """``worth`` but for what a turn of ``seat`` leaves alone: of its rivals, only the majorities are counted."""
        theirs = self._pieces(state).board.presences(state)[seat].theirs
        weights = self._rows[LAST_ROUND - state.round][_MAJORITIES]
        return self.own(state, seat) - float(sum(map(mul, theirs, weights)))

    def own(self, state: State, seat: int) -> float:
        """The outlook of ``seat`` by itself; the final score once the game is over."""
        if not state.pending:
            return float(sum(row.points for row in score_rows(state, seat)))
        return float(sum(map(mul, self.counts(state, seat), self._rows[LAST_ROUND - state.round])))

    def parts(self, state: State, seat: int) -> dict[str, float]:
        """The outlook of ``seat`` by itself, in prestige, by ``ASPECTS``."""
        found = dict.fromkeys(ASPECTS, 0.0)
        for part, n, w in zip(PARTS, self.counts(state, seat), self._rows[LAST_ROUND - state.round], strict=True):
            found[TOGETHER.get(part, part)] += n * w
        return found

    def counts(self, state: State, seat: int) -> Counts:
        """What each part counts for ``seat``."""
        pieces, player, left = self._pieces(state), state.players[seat], LAST_ROUND - state.round
        board = pieces.board.presences(state)[seat]
        cards = _deck(state, seat)
        deck, crowns = pieces.deck(cards)
        hand = pieces.hand(player.hand)
        buys = left or player.hand
        makes = left or hand[0] + hand[1]
        silk = pieces.silk(player.silk)
        prestige = player.prestige + board.prestige + len(player.jewels)
        prestige += sum(crown_points(state, pieces.box, seat, crown, cards) for crown in crowns)
        if seat in state.all_halls:
            prestige += pieces.box.all_halls[state.all_halls.index(seat)]
        if state.favor == seat and not left:
            prestige += FAVOR
        income = len(player.jewels) + board.income
        livre = player.livre + income + INCOME
        racing = seat not in state.all_halls and NOBODY in state.all_halls
        starts = state.favor == seat or (state.favor == NOBODY and state.first_player == seat)
        return [
            prestige,
            *board.majorities,
            min(livre, POCKET) if buys else 0.0,
            max(0, livre - POCKET) if buys else 0.0,
            0.0 if buys else livre,
            min(silk[0] + silk[1], RACK[0]) if makes else 0.0,
            min(silk[2], RACK[1]) if makes else 0.0,
            min(silk[3], RACK[2]) if makes else 0.0,
            min(player.yarn, NOTIONS) + min(player.lace, NOTIONS) if makes else 0.0,
            pieces.makeable(state.windows, silk, player.yarn, player.lace, bool(left or hand[0])) if makes else 0.0,
            *hand,
            self._hand_bonus(state, pieces, seat) if player.hand else 0.0,
            3 * deck * left,
            board.present if racing else 0.0,
            income * left,
            board.dresses * left,
            board.decorations * left,
            board.statues * left,
            board.colours,
            board.royal if buys else 0.0,
            board.fireworks if makes else 0.0,
            board.jeweler,
            len(player.tasks) + (player.exam == "master") + 2 * player.master_exams,
            1.0 if player.specialist and not unmet(state, pieces.box, seat) else 0.0,
            1.0 if left and starts else 0.0,
        ]

    def _hand_bonus(self, state: State, pieces: _Pieces, seat: int) -> float:
        """What the bonuses of the hand would bring: plain gains as they count now, the others as on the whole."""
        found = 0.0
        for name in state.players[seat].hand:
            card = pieces.box.card[name]
            if card.end_game:
                continue
            kind = BONUSES[card.bonus]
            if isinstance(kind, Gain):
                livre, prestige = kind.amounts(state, pieces.box, seat)
                found += LIVRE * livre + prestige
            else:
                found += self.weights.bonus[card.bonus]
        return found

    def _pieces(self, state: State) -> _Pieces:
        found = self._known.get(state.box)
        box = box_of(state)
        if found is None or found.box is not box:
            found = self._known[state.box] = _Pieces(box, self.weights)
        return found


def _deck(state: State, seat: int) -> tuple[str, ...]:
    """The deck as it will be when the turn is over: what was deputed is gone."""
    player, turn = state.players[seat], state.turn
    deck = player.supply + player.hand + player.discard
    return (*deck, turn.card) if turn is not None and turn.seat == seat and turn.on_table else deck


OUTLOOK = Outlook(read_weights(Path(__file__).with_name("evaluation.toml")))
"""The outlook all levels share."""


def worth(state: State, seat: int) -> float:
    """How well ``seat`` stands against its rivals, in prestige."""
    return OUTLOOK.worth(state, seat)


def parts(state: State, seat: int) -> dict[str, float]:
    """The outlook of ``seat`` by itself, in prestige, by ``ASPECTS``."""
    return OUTLOOK.parts(state, seat)
