"""The score range of an action: the best and the worst score of its seat at the end of the turn.

A dress leads to a payment, a guest and an effect, then to the bonus of the card, which may offer a second dress. The
search tries all of it, equal positions once. It looks at nothing hidden: it keeps a face-down tile without using it,
and it chooses no card of an examination that may have a crown. A range is ``at_least`` where these could raise the
score, and where there is too much to try.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

import msgspec

from rokoko_core.actions import Action, KeepTile, PayTiles, Place, Sell, SettleSilk, SurrenderTile, TakeTile
from rokoko_core.board_counts import lasting_deck
from rokoko_core.bonus_table import ExtraDepute, ExtraDress, OpponentsCard, PrestigeForSilk, SupplyCard, kind_of
from rokoko_core.box import Box, box_of
from rokoko_core.engine import apply_unchecked, legal_actions
from rokoko_core.moves.dress import ways
from rokoko_core.pending import (
    BonusOf,
    CardChoice,
    ExamCard,
    HandChoice,
    Payment,
    Pending,
    RewardTile,
    SilkForPrestige,
    TaskChoice,
    TileInHand,
    TurnEnd,
)
from rokoko_core.scoring import lasting_score
from rokoko_core.state import State, with_player, without
from rokoko_core.terms import Bonus

MOST_POSITIONS = 3000
"""Positions tried for all actions of a decision. If there are more, the ranges of all of them end before the bonus."""

ENDS = (TurnEnd, CardChoice, HandChoice)
"""Decisions at the end of the turn."""
USES_SILK = (ExtraDress, PrestigeForSilk, SupplyCard, OpponentsCard)
"""Kinds of bonus that use silk or notions, or that may lead to one that does."""


class ScoreRange(msgspec.Struct, frozen=True):
    """The possible changes of the seat's projected score in the rest of the turn; of the Favor card only in the last
    round.
    """

    worst: int
    """With ``at_least``, the worst of what was tried."""
    best: int
    way: tuple[Action, ...] = ()
    """The decisions after the action that lead to the best; the first of several."""
    ends: tuple[Action, ...] = ()
    """All that may become of the dress for the best: a guest of each such hall, and the sale."""
    at_least: bool = False
    """Whether more than the best may be possible, as something hidden comes or not everything was tried."""

    @property
    def is_single(self) -> bool:
        """Whether the rest of the turn always leads to the same score."""
        return self.worst == self.best and not self.at_least


class _TooManyPositions(Exception):
    """A search exceeded ``MOST_POSITIONS``."""


class _Rest(NamedTuple):
    """The rest of a turn; the numbers are projected scores."""

    worst: int
    best: int
    way: tuple[Action, ...] = ()
    ends: dict[int, Action] = {}
    """The first guest for the best, by hall; the sale has the number 0."""
    at_least: bool = False


def compute_score_range(state: State, action: Action) -> ScoreRange:
    """Return the score range of the legal ``action``; not for one that chance decides entirely."""
    return score_ranges_after(state, [apply_unchecked(state, action)])[0]


def score_ranges_after(state: State, outcomes: Sequence[State]) -> list[ScoreRange]:
    """Return the score ranges of actions of the seat to move in ``state`` that lead to ``outcomes``.

    They are comparable: if one search is too long, all of them end before the bonus.
    """
    box, seat = box_of(state), state.pending[-1].seat
    before = lasting_score(state, seat)
    try:
        search = _TurnSearch(box, seat)
        rests = [search.visit(after) for after in outcomes]
    except _TooManyPositions:
        search = _TurnSearch(box, seat, with_bonus=False)
        rests = [search.visit(after) for after in outcomes]
    return [
        ScoreRange(rest.worst - before, rest.best - before, rest.way, tuple(rest.ends.values()), rest.at_least)
        for rest in rests
    ]


class _TurnSearch:
    """A search of the rest of a turn of ``seat``, with or without the bonus."""

    def __init__(self, box: Box, seat: int, with_bonus: bool = True) -> None:
        self._box = box
        self._seat = seat
        self._with_bonus = with_bonus
        self._known: dict[State, _Rest] = {}

    def visit(self, state: State) -> _Rest:
        """Return the rest of the turn from ``state``. Raises ``_TooManyPositions``."""
        decision = state.pending[-1] if state.pending else None
        if decision is None or decision.seat != self._seat or isinstance(decision, ENDS):
            return self._score(state)
        if isinstance(decision, ExamCard):
            return self._pass_exam(state, decision)
        if isinstance(decision, BonusOf) and not self._with_bonus:
            return self._score(state, at_least=True)
        rest = self._known.get(state)
        if rest is None:
            if isinstance(decision, TileInHand) and decision.face_down:
                rest = self._keep_unseen(state, decision)
            else:
                rest = self._try_all(state, decision)
            self._check_size(len(self._known))
            self._known[state] = rest
        return rest

    def _score(self, state: State, at_least: bool = False) -> _Rest:
        score = lasting_score(state, self._seat)
        return _Rest(score, score, at_least=at_least)

    def _pass_exam(self, state: State, decision: ExamCard) -> _Rest:
        """Return the rest of the turn after an examination, unless its unknown cards may have a crown."""
        if any(card.end_game and card.rank.value == decision.exam.value for card in self._box.card.values()):
            return self._score(state, at_least=True)
        return self.visit(apply_unchecked(state, legal_actions(state)[0]))._replace(way=())

    def _check_size(self, positions: int) -> None:
        if self._with_bonus and positions >= MOST_POSITIONS:
            raise _TooManyPositions

    def _keep_unseen(self, state: State, decision: TileInHand) -> _Rest:
        """Return the rest of the turn without the tile drawn, which can always be kept; any use of it adds to that."""
        kept = apply_unchecked(state, KeepTile())
        silk = without(kept.players[self._seat].silk, decision.tile)
        rest = self.visit(with_player(kept, self._seat, silk=silk))
        is_useful = self._uses_silk(state) or self._scores_notions(state)
        return rest._replace(way=(KeepTile(), *rest.way), at_least=rest.at_least or is_useful)

    def _try_all(self, state: State, decision: Pending) -> _Rest:
        rests = [(a, self.visit(apply_unchecked(state, a))) for a in self._list_actions(state, decision)]
        best = max(rest.best for _, rest in rests)
        first, then = next((action, rest) for action, rest in rests if rest.best == best)
        ends: dict[int, Action] = {}
        if not isinstance(decision, BonusOf):  # the ends are those of the first dress
            for action, rest in rests:
                if rest.best == best:
                    for place, end in (self._end_of(action) or rest.ends).items():
                        ends.setdefault(place, end)
        return _Rest(
            min(rest.worst for _, rest in rests),
            best,
            (first, *then.way),
            ends,
            any(rest.at_least for _, rest in rests),
        )

    def _end_of(self, action: Action) -> dict[int, Action]:
        match action:
            case Place(space):
                return {self._box.guest[space].hall: action}
            case Sell():
                return {0: action}
        return {}

    def _list_actions(self, state: State, decision: Pending) -> Collection[Action]:
        """Return the actions of ``decision``, without those that lead to the same scores as another."""
        uses_silk = self._uses_silk(state)
        if isinstance(decision, Payment):
            payments = ways(state, self._box, decision)
            if not uses_silk:
                return (payments.cheapest,)
            self._check_size(len(payments))
        actions = legal_actions(state)
        tiles_matter = uses_silk or self._scores_notions(state)
        if isinstance(decision, TaskChoice) or (isinstance(decision, TileInHand | RewardTile) and not tiles_matter):
            return actions[:1]
        if isinstance(decision, SilkForPrestige) and not uses_silk and SettleSilk() in actions:
            return actions[:2]  # the worst is to settle, the best to surrender every tile, in whichever order (BON-5)
        different: dict[object, Action] = {}
        for action in actions:
            different.setdefault(self._what_matters(action, tiles_matter), action)
        return different.values()

    def _what_matters(self, action: Action, tiles_matter: bool) -> object:
        """Return what the score depends on: alike guest spaces, silk or prices are equal."""
        box = self._box
        match action:
            case Place(space):
                guest = box.guest[space]
                return guest.hall, guest.master, guest.livre, guest.yarn, guest.lace, guest.tile
            case PayTiles(tiles):
                return tuple(sorted(box.tile[tile].silk for tile in tiles))
            case SurrenderTile(tile):
                return box.tile[tile].silk
            case TakeTile(space) if not tiles_matter:
                return box.segment_of[space]
        return action

    def _uses_silk(self, state: State) -> bool:
        """Return whether the rest of the turn may use silk or notions."""
        if not self._with_bonus:
            return False
        return any(isinstance(each, BonusOf) and self._is_use_of_silk(each.card) for each in state.pending)

    def _is_use_of_silk(self, card: str) -> bool:
        kind = kind_of(self._box, card)
        return kind.bonus if isinstance(kind, ExtraDepute) else isinstance(kind, USES_SILK)

    def _scores_notions(self, state: State) -> bool:
        """Return whether a crown of the seat scores its pairs of yarn and lace (BON-8)."""
        card = self._box.card
        return any(c in card and card[c].bonus is Bonus.CROWN_NOTION_PAIRS for c in lasting_deck(state, self._seat))
