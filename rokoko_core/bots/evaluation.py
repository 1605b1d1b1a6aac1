"""The evaluation: how well a seat stands, in prestige expected at the end of the game.

It is asked of whole positions only: a bot deals the hidden pieces first. It is a sum of parts, each a plain count of
something on the table times a weight. The weights are data (``evaluation.toml``), found by self-play
(``python -m tools.tuning.__main__``); each has a figure for every number of rounds still to come, so that income is
worth much early and nothing late.
"""

import hashlib
import tomllib
from functools import lru_cache, partial
from operator import mul
from pathlib import Path
from typing import NamedTuple, TypedDict, cast

import msgspec

from rokoko_core.board_counts import deck_of
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
    """What the evaluation of a seat is made of: what each part counts.

    The parts stand in the order they have here.
    """

    prestige: float
    """What is safe: gained in play, own dresses, decorations, all halls, crowns, jewels."""
    halls: float
    """Hall majorities as they stand."""
    lead: float
    """How far ahead or behind in each hall, in first prizes."""
    fireworks: float
    """The fireworks majority as it stands."""
    fireworks_lead: float
    """How far ahead or behind there, in first prizes."""
    livre: float
    """The first 10 Livre, the coming income included."""
    livre_more: float
    """The next 10."""
    livre_plenty: float
    """Livre beyond these."""
    livre_left: float
    """Livre when nothing more can be bought."""
    common_silk: float
    """Bales of yellow and green."""
    red_silk: float
    blue_silk: float
    notions: float
    """Up to 2 yarn and 2 lace."""
    makeable: float
    """The two dresses nearest to being made this round."""
    makeable_later: float
    """The same of those that will still be on display next round."""
    masters: float
    """Cards in hand: turns still to come this round."""
    journeymen: float
    apprentices: float
    hires: float
    """Cards on display the hand can hire."""
    hand_bonus: float
    """What the bonuses of the hand bring on the whole."""
    hand_gain: float
    """What those of them that count something bring as it counts now."""
    deck: float
    """What the bonuses of the deck bring on the whole in the rounds to come, each as often as it will be played."""
    deck_gain: float
    """What those of them that count something bring as it counts now."""
    deck_masters: float
    """Masters to be played in the rounds to come."""
    deck_journeymen: float
    deck_cards: float
    """Cards of the deck beyond the least a deck may have."""
    crowned: float
    """Crowned cards of the deck."""
    presence: float
    """Halls present in, until the all-halls bonus is settled."""
    income: float
    """Livre a round by fountain and jewels."""
    dresses: float
    decorations: float
    statues: float
    colours: float
    """Different colours among the own dresses."""
    royal: float
    """King's hall dresses still without fireworks."""
    terrace: float
    """Fireworks spaces still without a King's hall dress."""
    jeweler: float
    tasks: float
    """Examination tasks done."""
    specialist: float
    """The specialised Apprentice may be hired."""
    start: float
    """Starting player of the next round."""


PARTS = tuple(Features.__annotations__)
"""The parts by name, in their order."""

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
"""Parts that people are told under one name, because each says only half of something."""
ASPECTS = tuple(dict.fromkeys(TOGETHER.get(part, part) for part in PARTS))
"""What people are told the evaluation is made of."""

POCKETS = (10, 20)
"""Livre that are soon spent, and those that are spent after them."""
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


class Weights(msgspec.Struct, frozen=True):
    """What each part counts, and what the bonus of an employee brings each time it is used."""

    part: dict[str, list[float]]
    """What one of each part is worth with 0, 1, ... 6 rounds to come after this one."""
    bonus: dict[str, float]

    @property
    def digest(self) -> str:
        """16 hex digits, equal for equal weights."""
        return hashlib.blake2b(msgspec.json.encode(self, order="deterministic"), digest_size=8).hexdigest()

    def at(self, left: int) -> dict[str, float]:
        """What one of each part is worth with ``left`` rounds to come after this one."""
        return {part: self.part[part][left] for part in PARTS}


def by_name(features: Features) -> dict[str, float]:
    """``features`` for those who go through all parts alike."""
    return cast(dict[str, float], features)


def read_weights(path: Path) -> Weights:
    """The weights in the table at ``path``. Raises TypeError or ``msgspec.ValidationError`` where one is missing."""
    weights = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Weights)
    complete("[part]", weights.part, PARTS)
    if any(len(figures) != LAST_ROUND for figures in weights.part.values()):
        raise TypeError(f"{path}: a part needs {LAST_ROUND} figures")
    complete("[bonus]", weights.bonus, (str(bonus) for bonus in Bonus if not bonus.crown))
    return weights


class Deck(NamedTuple):
    """The cards of a seat by where they lie, and how often each will be played in the rounds to come."""

    supply: tuple[str, ...]
    hand: tuple[str, ...]
    rest: tuple[str, ...]
    soon: float
    """How often each of ``supply``, as far as can be said: what is in the supply comes first (HAND-2)."""
    often: float
    """How often each of the others."""

    @property
    def cards(self) -> tuple[str, ...]:
        """All of them."""
        return self.supply + self.hand + self.rest


class _Cards(NamedTuple):
    """What some cards of a deck are: a sum over them."""

    bonus: float
    """What the bonuses bring on the whole."""
    masters: int
    journeymen: int
    apprentices: int
    gains: tuple[str, ...]
    """Those whose bonus counts something."""
    crowns: tuple[str, ...]


class _Pieces:
    """The pieces of a box, counted fast: what a search counts again and again is kept."""

    def __init__(self, box: Box, weights: Weights):
        self.box = box
        self.board = Board(box)
        self._bonus = {c.id: weights.bonus.get(c.bonus, 0.0) for c in box.card.values()}
        kinds = {c.id: BONUSES[c.bonus] for c in box.card.values()}
        self._gains = {card: kind.amounts for card, kind in kinds.items() if isinstance(kind, Gain)}
        self._needs = {d.id: (d.silk, d.yarn, d.lace, d.master_only, d.prestige + PLACED) for d in box.dress.values()}
        self.silk = lru_cache(KEPT)(partial(bales, box=box))
        self.cards = lru_cache(KEPT)(self._cards)
        self.makeable = lru_cache(KEPT)(self._makeable)

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

    def gain(self, state: State, seat: int, card: str) -> float:
        """What the bonus of ``card`` would bring ``seat`` as it counts now, in prestige."""
        livre, prestige = self._gains[card](state, self.box, seat)
        return LIVRE * livre + prestige

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


class Evaluation:
    """The evaluation under some weights."""

    def __init__(self, weights: Weights):
        self.weights = weights
        at = [weights.at(left) for left in range(LAST_ROUND)]
        self._weights = [tuple(worth.values()) for worth in at]
        self._majorities = [Majorities(*(worth[part] for part in Majorities._fields)) for worth in at]
        self._known: dict[str, _Pieces] = {}

    def worth(self, state: State, seat: int) -> float:
        """How well ``seat`` stands against its rivals: its own evaluation less the mean of theirs."""
        own = [self.own(state, n) for n in range(len(state.players))]
        return own[seat] - (sum(own) - own[seat]) / (len(own) - 1)

    def turn_worth(self, state: State, seat: int) -> float:
        """``worth`` but for what a turn of ``seat`` leaves alone: of its rivals, only the majorities are counted."""
        theirs = self._pieces(state).board.features(state)[seat].theirs
        weights = self._majorities[LAST_ROUND - state.round]
        return self.own(state, seat) - float(sum(map(mul, theirs, weights)))

    def own(self, state: State, seat: int) -> float:
        """The evaluation of ``seat`` by itself; the final score once the game is over."""
        if not state.pending:
            return float(sum(row.points for row in score_rows(state, seat)))
        counts = self.features(state, seat).values()
        return float(sum(map(mul, counts, self._weights[rounds_left(state, seat)])))

    def parts(self, state: State, seat: int) -> dict[str, float]:
        """The evaluation of ``seat`` by itself, in prestige, by ``ASPECTS``."""
        found = dict.fromkeys(ASPECTS, 0.0)
        weights = self._weights[rounds_left(state, seat)]
        for (part, n), w in zip(by_name(self.features(state, seat)).items(), weights, strict=True):
            found[TOGETHER.get(part, part)] += n * w
        return found

    def features(self, state: State, seat: int) -> Features:
        """What each part counts for ``seat``."""
        pieces, player, left = self._pieces(state), state.players[seat], LAST_ROUND - state.round
        board = pieces.board.features(state)[seat]
        waits, income = _waits(state, seat), len(player.jewels) + board.income
        left += waits
        livre = player.livre + (0 if waits else income + INCOME)
        supply, hand, rest, soon, often = deck = deck_ahead(state, seat)
        in_supply, in_hand, others = pieces.cards(supply), pieces.cards(hand), pieces.cards(rest)
        crowns = in_supply.crowns + in_hand.crowns + others.crowns
        buys = left or hand
        now, makers = bool(in_hand.masters), in_hand.masters + in_hand.journeymen
        makes = left or makers
        silk = pieces.silk(player.silk)
        halls, lead, fireworks, fireworks_lead = board.majorities
        gain = partial(self._gain, state, pieces, seat, board)
        display = state.windows if waits else state.windows[:-2]
        return {
            "prestige": board.prestige + _safe(state, pieces.box, seat, crowns, deck.cards),
            "halls": halls,
            "lead": lead,
            "fireworks": fireworks,
            "fireworks_lead": fireworks_lead,
            "livre": min(livre, POCKETS[0]) if buys else 0.0,
            "livre_more": max(0, min(livre, POCKETS[1]) - POCKETS[0]) if buys else 0.0,
            "livre_plenty": max(0, livre - POCKETS[1]) if buys else 0.0,
            "livre_left": 0.0 if buys else livre,
            "common_silk": min(silk[0] + silk[1], RACK[0]) if makes else 0.0,
            "red_silk": min(silk[2], RACK[1]) if makes else 0.0,
            "blue_silk": min(silk[3], RACK[2]) if makes else 0.0,
            "notions": min(player.yarn, NOTIONS) + min(player.lace, NOTIONS) if makes else 0.0,
            "makeable": pieces.makeable(state.windows, silk, player.yarn, player.lace, now) if makers else 0.0,
            "makeable_later": pieces.makeable(display, silk, player.yarn, player.lace, True) if left else 0.0,
            "masters": in_hand.masters,
            "journeymen": in_hand.journeymen,
            "apprentices": in_hand.apprentices,
            "hires": min(in_hand.masters, len(state.hire)),
            "hand_bonus": in_hand.bonus,
            "hand_gain": gain(in_hand.gains) if in_hand.gains else 0.0,
            "deck": soon * in_supply.bonus + often * (in_hand.bonus + others.bonus),
            "deck_gain": soon * gain(in_supply.gains) + often * gain(in_hand.gains + others.gains) if left else 0.0,
            "deck_masters": soon * in_supply.masters + often * (in_hand.masters + others.masters),
            "deck_journeymen": soon * in_supply.journeymen + often * (in_hand.journeymen + others.journeymen),
            "deck_cards": len(deck.cards) - SMALLEST_DECK,
            "crowned": len(crowns),
            "presence": board.present if seat not in state.all_halls and NOBODY in state.all_halls else 0.0,
            "income": income,
            "dresses": board.dresses,
            "decorations": board.decorations,
            "statues": board.statues,
            "colours": board.colours,
            "royal": board.royal if buys else 0.0,
            "terrace": board.fireworks if makes else 0.0,
            "jeweler": board.jeweler,
            "tasks": len(player.tasks) + (player.exam is Exam.MASTER) + 2 * player.master_exams,
            "specialist": 1.0 if player.specialist and not unmet(state, pieces.box, seat) else 0.0,
            "start": 1.0 if left and _starts(state, seat) else 0.0,
        }

    def _gain(self, state: State, pieces: _Pieces, seat: int, board: BoardFeatures, cards: tuple[str, ...]) -> float:
        """What the bonuses of ``cards`` would bring as they count now, in prestige."""
        found, jewels, size = 0.0, state.players[seat].jewels, len(deck_of(state, seat))
        for card in cards:
            key = (card, size, jewels)
            brings = board.gains.get(key)
            if brings is None:
                brings = board.gains[key] = pieces.gain(state, seat, card)
            found += brings
        return found

    def _pieces(self, state: State) -> _Pieces:
        found = self._known.get(state.box)
        box = box_of(state)
        if found is None or found.box is not box:
            found = self._known[state.box] = _Pieces(box, self.weights)
        return found


def _safe(state: State, box: Box, seat: int, crowns: tuple[str, ...], deck: tuple[str, ...]) -> int:
    """Prestige gained in play, by jewels, crowns in the deck, all halls and, in the last round, Favor."""
    player = state.players[seat]
    prestige = player.prestige + len(player.jewels)
    if seat in state.all_halls:
        prestige += box.all_halls[state.all_halls.index(seat)]
    if state.favor == seat and state.round == LAST_ROUND:
        prestige += FAVOR
    if crowns:
        prestige += sum(crown_points(state, box, seat, crown, deck) for crown in crowns)
    return prestige


def rounds_left(state: State, seat: int) -> int:
    """The rounds to come after this one as far as ``seat`` is concerned: this one too until it has chosen its hand."""
    return min(LAST_ROUND - state.round + _waits(state, seat), LAST_ROUND - 1)


def _waits(state: State, seat: int) -> bool:
    """Whether ``seat`` has its hand still to choose."""
    asked = state.pending
    return bool(asked) and type(asked[-1]) is HandChoice and HandChoice(seat) in asked


def deck_ahead(state: State, seat: int) -> Deck:
    """The deck of ``seat`` as it will be when the turn is over, and how often its cards will be played after this
    round (HAND-1, HAND-2).
    """
    player, turns = state.players[seat], HAND * (LAST_ROUND - state.round)
    supply, hand, rest = player.supply, player.hand, player.discard
    if _waits(state, seat):
        supply, hand, turns = supply + hand, (), turns + HAND
    elif (turn := state.turn) is not None and turn.seat == seat and turn.on_table:
        rest = (*rest, turn.card)
    often = max(0, turns - len(supply)) / (len(supply) + len(hand) + len(rest))
    return Deck(supply, hand, rest, often + (min(1.0, turns / len(supply)) if supply else 0.0), often)


def _starts(state: State, seat: int) -> bool:
    """Whether ``seat`` begins the next round, as things lie."""
    return state.favor == seat or (state.favor == NOBODY and state.first_player == seat)


EVALUATION = Evaluation(read_weights(Path(__file__).with_name("evaluation.toml")))
"""The evaluation all levels share."""


def worth(state: State, seat: int) -> float:
    """How well ``seat`` stands against its rivals, in prestige."""
    return EVALUATION.worth(state, seat)


def parts(state: State, seat: int) -> dict[str, float]:
    """The evaluation of ``seat`` by itself, in prestige, by ``ASPECTS``."""
    return EVALUATION.parts(state, seat)
