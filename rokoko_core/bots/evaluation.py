"""The evaluation of a seat: the prestige expected at the end of the game.

It needs a complete state: deal the hidden pieces first. It is a sum of features times weights. The weights are in
``evaluation.toml`` and come from self-play (``python -m research tuning``). Each has a value for every number of rounds
left; income, for example, is worth much early and nothing late.
"""

import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache, partial
from operator import mul, sub
from pathlib import Path
from typing import NamedTuple, TypedDict, cast

import msgspec

from rokoko_core.bonus_table import BONUSES, Gain, crown_points
from rokoko_core.bots.board_features import Board, BoardFeatures, Majorities
from rokoko_core.box import Box, box_of
from rokoko_core.moves.depute import SMALLEST_DECK
from rokoko_core.moves.hire import unmet
from rokoko_core.moves.payment import bales
from rokoko_core.pending import HandChoice
from rokoko_core.rounds import HAND, INCOME
from rokoko_core.scoring import FAVOR, score_rows
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import NOBODY, State
from rokoko_core.terms import Bales, Bonus, Exam, Rank, complete


class Features(TypedDict):
    """The features of a seat. Their order is that of the weights."""

    prestige: float
    """Certain prestige: gained in play, dresses, decorations, all halls, crowns, jewels."""
    halls: float
    """Current prizes of the hall majorities."""
    lead: float
    """Sum over the halls of the lead times the first prize."""
    fireworks: float
    """Current prize of the fireworks majority."""
    fireworks_lead: float
    """Lead in fireworks times the first prize."""
    livre: float
    """The first 10 Livre, with the next income."""
    livre_more: float
    """The next 10 Livre."""
    livre_plenty: float
    """Livre above 20."""
    livre_left: float
    """Livre when nothing can be bought any more."""
    common_silk: float
    """Yellow and green bales."""
    red_silk: float
    blue_silk: float
    notions: float
    """Up to 2 yarn and 2 lace."""
    makeable: float
    """Value of the two dresses that are closest to being made this round."""
    makeable_later: float
    """The same for dresses that stay on display next round."""
    masters: float
    """Masters in hand."""
    journeymen: float
    apprentices: float
    hires: float
    """Employees on display that the hand can hire."""
    hand_bonus: float
    """Average value of the bonuses in hand."""
    hand_gain: float
    """Current value of the bonuses in hand that depend on the table."""
    deck: float
    """Average value of all bonuses of the deck, times how often each will be played in later rounds."""
    deck_gain: float
    """The same with the current value, for bonuses that depend on the table."""
    deck_masters: float
    """Masters that will be played in later rounds."""
    deck_journeymen: float
    deck_cards: float
    """Cards above the minimum size of a deck."""
    crowned: float
    """Crowned cards in the deck."""
    presence: float
    """Halls with an own guest, until the all-halls bonus is taken."""
    income: float
    """Livre per round from fountain and jewels."""
    dresses: float
    decorations: float
    statues: float
    colours: float
    """Number of colours of the own dresses."""
    royal: float
    """Dresses in the King's hall without fireworks."""
    terrace: float
    """Fireworks without a dress in the King's hall."""
    jeweler: float
    tasks: float
    """Completed examination tasks."""
    specialist: float
    """1 if the specialised Apprentice can be hired."""
    start: float
    """1 if the seat will be starting player of the next round."""


PARTS = tuple(Features.__annotations__)
"""Names of the features."""

TOGETHER = {
    "lead": "halls",
    "fireworks_lead": "fireworks",
    "livre": "money",
    "livre_more": "money",
    "livre_plenty": "money",
    "livre_left": "money",
    "makeable_later": "makeable",
    "hires": "masters",
    "hand_gain": "hand_bonus",
    "deck_gain": "deck",
    "deck_masters": "deck",
    "deck_journeymen": "deck",
    "deck_cards": "deck",
    "crowned": "deck",
}
"""Names under which players see features that belong together."""
ASPECTS = tuple(dict.fromkeys(TOGETHER.get(part, part) for part in PARTS))
"""The names that players see."""

POCKETS = (10, 20)
"""Upper limits in Livre of ``livre`` and ``livre_more``."""
RACK = (8, 5, 4)
"""Most bales of common, red and blue silk that count."""
NOTIONS = 2
"""Most yarn or lace that counts."""
LIVRE = 0.2
"""Prestige per Livre of a bonus."""
PLACED = 2.0
"""Average prestige of a dress from its place and colour, in addition to its own."""
NEAR = (1.0, 0.55, 0.25)
"""Factor on the value of a dress when 0, 1 or 2 goods are missing."""
KEPT = 30_000
"""Entries in each cache."""
_NO_GOODS = (0.0,) * 6
"""The features from ``common_silk`` to ``makeable_later`` when no dress can be made any more."""


class Weights(msgspec.Struct, frozen=True):
    """The weights of the features and bonuses."""

    part: dict[str, list[float]]
    """Weight by feature with 0, 1, ... 6 rounds left."""
    bonus: dict[str, float]
    """Average prestige per use, by bonus."""

    @property
    def digest(self) -> str:
        """16 hex digits."""
        return hashlib.blake2b(msgspec.json.encode(self, order="deterministic"), digest_size=8).hexdigest()

    def at(self, left: int) -> dict[str, float]:
        """Return the weights with ``left`` rounds left after this one."""
        return {part: self.part[part][left] for part in PARTS}


def by_name(features: Features) -> dict[str, float]:
    """Return ``features`` typed as a plain dictionary."""
    return cast("dict[str, float]", features)


def read_weights(path: Path) -> Weights:
    """Read weights from TOML. Raises TypeError or ``msgspec.ValidationError`` if one is missing."""
    weights = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Weights)
    complete("[part]", weights.part, PARTS)
    if any(len(values) != LAST_ROUND for values in weights.part.values()):
        raise TypeError(f"{path}: a part needs {LAST_ROUND} figures")
    complete("[bonus]", weights.bonus, (str(bonus) for bonus in Bonus if not bonus.crown))
    return weights


class Deck(NamedTuple):
    """The cards of a seat by place, and how often each will be played in later rounds."""

    supply: tuple[str, ...]
    hand: tuple[str, ...]
    rest: tuple[str, ...]
    soon: float
    """Expected plays of each card of ``supply``, which is drawn first (HAND-2)."""
    often: float
    """Expected plays of each other card."""

    @property
    def cards(self) -> tuple[str, ...]:
        return self.supply + self.hand + self.rest


class _Cards(NamedTuple):
    """Properties of a set of cards."""

    bonus: float
    """Sum of the average values of the bonuses."""
    masters: int
    journeymen: int
    apprentices: int
    gains: tuple[str, ...]
    """Cards whose bonus depends on the table."""
    crowns: tuple[str, ...]


class _DeckValues(msgspec.Struct, frozen=True, eq=False, gc=False):
    """What a deck contributes to the features; the names are those of ``Features``. Hashed by identity."""

    cards: tuple[str, ...]
    size: int
    crowns: tuple[str, ...]
    crowned: int
    soon: float
    often: float
    has_gains: bool
    """Whether the bonus of a card depends on the table."""
    soon_gains: tuple[str, ...]
    """Cards of the supply whose bonus depends on the table."""
    hand_gains: tuple[str, ...]
    """The same of the hand."""
    often_gains: tuple[str, ...]
    """The same of the hand and the rest."""
    in_hand: bool
    """Whether a card is in hand."""
    masters: int
    journeymen: int
    apprentices: int
    hand_bonus: float
    deck: float
    deck_masters: float
    deck_journeymen: float


class _Pieces:
    """Cached calculations with the pieces of one box."""

    def __init__(self, box: Box, weights: Weights):
        self.box = box
        self.board = Board(box)
        self._bonus = {c.id: weights.bonus.get(c.bonus, 0.0) for c in box.card.values()}
        kinds = {c.id: BONUSES[c.bonus] for c in box.card.values()}
        self._gains = {card: kind.amounts for card, kind in kinds.items() if isinstance(kind, Gain)}
        self._needs = {
            d.id: ((*d.silk, d.yarn, d.lace), d.master_only, d.prestige + PLACED) for d in box.dress.values()
        }
        self.silk = lru_cache(KEPT)(partial(bales, box=box))
        self.cards = lru_cache(KEPT)(self._cards)
        self.deck = lru_cache(KEPT)(self._deck)
        self.makeable = lru_cache(KEPT)(self._makeable)
        self.goods = lru_cache(KEPT)(self._goods)

    def _cards(self, cards: tuple[str, ...]) -> _Cards:
        ranks = [self.box.card[card].rank for card in cards]
        return _Cards(
            sum(self._bonus[card] for card in cards),
            ranks.count(Rank.MASTER),
            ranks.count(Rank.JOURNEYMAN),
            ranks.count(Rank.APPRENTICE),
            tuple(card for card in cards if card in self._gains),
            tuple(card for card in cards if self.box.card[card].end_game),
        )

    def _deck(
        self, supply: tuple[str, ...], hand: tuple[str, ...], rest: tuple[str, ...], played: str, turns: int
    ) -> _DeckValues:
        """Return the values of a deck for ``turns`` turns in later rounds; ``played`` is a card on the table."""
        deck = _split_deck(supply, hand, (*rest, played) if played else rest, turns)
        in_supply, in_hand, others = self.cards(deck.supply), self.cards(deck.hand), self.cards(deck.rest)
        soon, often = deck.soon, deck.often
        cards, crowns = deck.cards, in_supply.crowns + in_hand.crowns + others.crowns
        return _DeckValues(
            cards,
            len(cards),
            crowns,
            len(crowns),
            soon,
            often,
            bool(in_supply.gains or in_hand.gains or others.gains),
            in_supply.gains,
            in_hand.gains,
            in_hand.gains + others.gains,
            bool(hand),
            in_hand.masters,
            in_hand.journeymen,
            in_hand.apprentices,
            in_hand.bonus,
            soon * in_supply.bonus + often * (in_hand.bonus + others.bonus),
            soon * in_supply.masters + often * (in_hand.masters + others.masters),
            soon * in_supply.journeymen + often * (in_hand.journeymen + others.journeymen),
        )

    def _goods(
        self,
        tiles: tuple[str, ...],
        yarn: int,
        lace: int,
        windows: tuple[str, ...],
        display: int,
        master: bool,
        now: bool,
    ) -> tuple[float, ...]:
        """Return the features from ``common_silk`` to ``makeable_later``.

        The first ``display`` windows stay for the next round. With ``now`` a card in hand can make a dress.
        """
        silk = self.silk(tiles)
        return (
            min(silk[0] + silk[1], RACK[0]),
            min(silk[2], RACK[1]),
            min(silk[3], RACK[2]),
            min(yarn, NOTIONS) + min(lace, NOTIONS),
            self.makeable(windows, silk, yarn, lace, master) if now else 0.0,
            self.makeable(windows[:display], silk, yarn, lace, True) if display else 0.0,
        )

    def gain(self, state: State, seat: int, card: str) -> float:
        """Return the current value of the bonus of ``card`` for ``seat``, in prestige."""
        livre, prestige = self._gains[card](state, self.box, seat)
        return LIVRE * livre + prestige

    def _makeable(self, windows: tuple[str, ...], silk: Bales, yarn: int, lace: int, master: bool) -> float:
        """Return the value of the two best dresses in ``windows``, less for missing goods; the second counts half."""
        values = []
        have = (*silk, yarn, lace)
        for dress in filter(None, windows):
            needed, master_only, prestige = self._needs[dress]
            if master_only and not master:
                continue
            missing = 0
            for short in map(sub, needed, have):
                if short > 0:
                    missing += short
            if missing < len(NEAR):
                values.append(prestige * NEAR[missing])
        values.sort(reverse=True)
        return float(sum(values[:1])) + 0.5 * sum(values[1:2])


class Evaluation:
    """The evaluation with given weights."""

    def __init__(self, weights: Weights):
        self.weights = weights
        at = [weights.at(left) for left in range(LAST_ROUND)]
        self._weights = [tuple(by_part.values()) for by_part in at]
        self._majorities = [Majorities(*(by_part[part] for part in Majorities._fields)) for by_part in at]
        self._pieces_by_box: dict[str, _Pieces] = {}

    def worth(self, state: State, seat: int) -> float:
        """Return the evaluation of ``seat`` minus the mean of its rivals."""
        own = [self.own(state, n) for n in range(len(state.players))]
        return own[seat] - (sum(own) - own[seat]) / (len(own) - 1)

    def turn_worth(self, state: State, seat: int) -> float:
        """Return ``worth`` up to a constant during a turn of ``seat``: of its rivals only the majorities count."""
        pieces = self._pieces(state)
        board = pieces.board.features(state, seat)
        own = _sum_products(*self._values(state, seat, pieces, board)) if state.pending else _score(state, seat)
        return own - _sum_products(board.theirs, self._majorities[LAST_ROUND - state.round])

    def own(self, state: State, seat: int) -> float:
        """Return the evaluation of ``seat`` without its rivals; the final score once the game is over."""
        if not state.pending:
            return _score(state, seat)
        pieces = self._pieces(state)
        return _sum_products(*self._values(state, seat, pieces, pieces.board.features(state, seat)))

    def parts(self, state: State, seat: int) -> dict[str, float]:
        """Return the summands of ``own`` in prestige, by ``ASPECTS``."""
        sums = dict.fromkeys(ASPECTS, 0.0)
        weights = self._weights[rounds_left(state, seat)]
        for (part, value), weight in zip(by_name(self.features(state, seat)).items(), weights, strict=True):
            sums[TOGETHER.get(part, part)] += value * weight
        return sums

    def features(self, state: State, seat: int) -> Features:
        return cast("Features", dict(zip(PARTS, self.values(state, seat), strict=True)))

    def values(self, state: State, seat: int) -> tuple[float, ...]:
        """Return the features in the order of ``PARTS``."""
        pieces = self._pieces(state)
        return self._values(state, seat, pieces, pieces.board.features(state, seat))[0]

    def makeable(self, state: State, seat: int) -> float:
        """Return the value of the two dresses that ``seat`` is closest to making, if it has a Master."""
        pieces, player = self._pieces(state), state.players[seat]
        return pieces.makeable(state.windows, pieces.silk(player.silk), player.yarn, player.lace, True)

    def _values(
        self, state: State, seat: int, pieces: _Pieces, board: BoardFeatures
    ) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return the features in the order of ``PARTS``, and their weights."""
        player, left = state.players[seat], LAST_ROUND - state.round
        livre, windows, all_halls = player.livre, state.windows, state.all_halls
        income, display = len(player.jewels) + board.income, len(windows)
        played, deputed, turn = "", 0, state.turn
        if _is_choosing_hand(state, seat):
            left += 1
            deck = pieces.deck(player.supply + player.hand, (), player.discard, "", HAND * left)
        else:
            if turn is not None and turn.seat == seat:
                played, deputed = turn.card if turn.on_table else "", len(turn.deputed)
            deck = pieces.deck(player.supply, player.hand, player.discard, played, HAND * left)
            livre += income + INCOME
            display -= 2  # cleared before the next round (PREP-4)
        masters, makers = deck.masters, deck.masters + deck.journeymen
        buys, makes = left or deck.in_hand, left or makers
        goods = (player.silk, player.yarn, player.lace, windows, display if left else 0, masters > 0, makers > 0)
        values = (
            board.prestige + _certain_prestige(state, pieces.box, seat, deck),
            *board.majorities,
            *(_pockets(livre) if buys else (0.0, 0.0, 0.0, livre)),
            *(pieces.goods(*goods) if makes else _NO_GOODS),
            masters,
            deck.journeymen,
            deck.apprentices,
            min(masters, len(state.hire)) if masters else 0,
            deck.hand_bonus,
            *(
                self._gains(state, pieces, seat, board, deck, deck.size + deputed)
                if deck.has_gains
                else (0.0, deck.deck, 0.0)
            ),
            deck.deck_masters,
            deck.deck_journeymen,
            deck.size - SMALLEST_DECK,
            deck.crowned,
            board.present if NOBODY in all_halls and seat not in all_halls else 0.0,
            income,
            board.dresses,
            board.decorations,
            board.statues,
            board.colours,
            board.royal if buys else 0.0,
            board.fireworks if makes else 0.0,
            board.jeweler,
            len(player.tasks) + (player.exam is Exam.MASTER) + 2 * player.master_exams if player.exam else 0,
            1.0 if player.specialist and not unmet(state, pieces.box, seat) else 0.0,
            1.0 if left and _starts_next_round(state, seat) else 0.0,
        )
        return values, self._weights[left if left < LAST_ROUND else LAST_ROUND - 1]

    def _gains(
        self, state: State, pieces: _Pieces, seat: int, board: BoardFeatures, deck: _DeckValues, size: int
    ) -> tuple[float, float, float]:
        """Return the features ``hand_gain``, ``deck`` and ``deck_gain``; ``size`` is the length of ``deck_of``."""
        key = (deck, size, state.players[seat].jewels)
        gains = board.gains.get(key)
        if gains is None:
            by_card = {card: pieces.gain(state, seat, card) for card in deck.soon_gains + deck.often_gains}
            soon, often, in_hand = (
                _add_up(by_card, cards) for cards in (deck.soon_gains, deck.often_gains, deck.hand_gains)
            )
            gains = board.gains[key] = (in_hand, deck.deck, deck.soon * soon + deck.often * often)
        return gains

    def _pieces(self, state: State) -> _Pieces:
        pieces = self._pieces_by_box.get(state.box)
        box = box_of(state)
        if pieces is None or pieces.box is not box:
            pieces = self._pieces_by_box[state.box] = _Pieces(box, self.weights)
        return pieces


def _score(state: State, seat: int) -> float:
    """Return the score of ``seat`` as if the game were over."""
    return float(sum(row.points for row in score_rows(state, seat)))


def _sum_products(values: Iterable[float], weights: Iterable[float]) -> float:
    return float(sum(map(mul, values, weights)))


@lru_cache(KEPT)
def _pockets(livre: int) -> tuple[float, ...]:
    """Return the features from ``livre`` to ``livre_left`` while something can be bought."""
    first, second = POCKETS
    return min(livre, first), max(0, min(livre, second) - first), max(0, livre - second), 0.0


def _add_up(values: Mapping[str, float], cards: Iterable[str]) -> float:
    """Return the sum for ``cards``, added in their order on every Python version."""
    total = 0.0
    for card in cards:
        total += values[card]
    return total


def _certain_prestige(state: State, box: Box, seat: int, deck: _DeckValues) -> int:
    """Return prestige gained in play, from jewels, crowns, all halls and, in the last round, the Favor card."""
    player = state.players[seat]
    prestige = player.prestige + len(player.jewels)
    if seat in state.all_halls:
        prestige += box.all_halls[state.all_halls.index(seat)]
    if state.favor == seat and state.round == LAST_ROUND:
        prestige += FAVOR
    if deck.crowns:
        prestige += sum(crown_points(state, box, seat, crown, deck.cards) for crown in deck.crowns)
    return prestige


def rounds_left(state: State, seat: int) -> int:
    """Return the number of rounds after this one; plus 1 until ``seat`` has chosen its hand."""
    return min(LAST_ROUND - state.round + _is_choosing_hand(state, seat), LAST_ROUND - 1)


def _is_choosing_hand(state: State, seat: int) -> bool:
    """Return True if ``seat`` has not yet chosen its hand."""
    pending = state.pending
    return bool(pending) and type(pending[-1]) is HandChoice and HandChoice(seat) in pending


def deck_ahead(state: State, seat: int) -> Deck:
    """Return the deck of ``seat`` after the turn, with the expected plays after this round (HAND-1, HAND-2)."""
    player, turns = state.players[seat], HAND * (LAST_ROUND - state.round)
    supply, hand, rest = player.supply, player.hand, player.discard
    if _is_choosing_hand(state, seat):
        supply, hand, turns = supply + hand, (), turns + HAND
    elif (turn := state.turn) is not None and turn.seat == seat and turn.on_table:
        rest = (*rest, turn.card)
    return _split_deck(supply, hand, rest, turns)


def _split_deck(supply: tuple[str, ...], hand: tuple[str, ...], rest: tuple[str, ...], turns: int) -> Deck:
    """Return the deck with the expected plays in ``turns`` turns."""
    often = max(0, turns - len(supply)) / (len(supply) + len(hand) + len(rest))
    return Deck(supply, hand, rest, often + (min(1.0, turns / len(supply)) if supply else 0.0), often)


def _starts_next_round(state: State, seat: int) -> bool:
    return state.favor == seat or (state.favor == NOBODY and state.first_player == seat)


EVALUATION = Evaluation(read_weights(Path(__file__).with_name("evaluation.toml")))
"""The evaluation of all levels."""


def worth(state: State, seat: int) -> float:
    """Return the evaluation of ``seat`` minus the mean of its rivals, in prestige."""
    return EVALUATION.worth(state, seat)


def parts(state: State, seat: int) -> dict[str, float]:
    """Return the summands of the evaluation of ``seat`` in prestige, by ``ASPECTS``."""
    return EVALUATION.parts(state, seat)
