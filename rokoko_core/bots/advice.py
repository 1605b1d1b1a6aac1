"""Hints: the best choices for a seat, their gains, and the main reason for each.

They come from the search of the strongest levels, from the observation of the seat alone. The worth of a choice is an
estimate; the change of the score is exact, as in the preview.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from itertools import takewhile
from operator import sub
from random import Random

import msgspec
from msgspec.structs import replace

from rokoko_core.actions import Action, ChooseHand, Decline, EndTurn, Fund, KeepTile, PayTiles, PlayCard, TakeTile
from rokoko_core.board_counts import lasting_deck
from rokoko_core.bots.evaluation import EVALUATION, parts
from rokoko_core.bots.rollout import apply_all
from rokoko_core.bots.search import Candidate
from rokoko_core.bots.search_cache import SearchCache
from rokoko_core.bots.time_limit import Clock, Plan
from rokoko_core.bots.turn_search import kind_of
from rokoko_core.box import box_of
from rokoko_core.engine import apply_unchecked, legal_actions
from rokoko_core.moves.payment import bales
from rokoko_core.observe import Observation, determinize
from rokoko_core.pending import CardChoice, Placement, TileInHand
from rokoko_core.preview import row_changes
from rokoko_core.score_sheet import RowChange
from rokoko_core.scoring import score_rows
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import State
from rokoko_core.terms import COLOURS, DecorationKind, Good, Goods, ScoreRow

SLIGHT = 0.05
"""Smallest gain and smallest difference of a ``Ground``, in prestige."""
LEAST_SHARE = 1 / 3
"""Smallest ``Ground``, as a share of the part in which the choice gains most."""
LATER = frozenset({"deck", "income", "start"})
"""Parts that mean nothing to a player in the last round, when no round follows."""
FINAL = frozenset({"prestige", "halls", "fireworks", "money"})
"""Parts that mean something in the last round to a player without a card left to play."""

CLEARLY = 1.0
"""Prestige by which another choice must be better than the plan of the last hint to replace it."""


class Ground(msgspec.Struct, frozen=True):
    """The main reason for a choice: the part of the evaluation in which it gains most over the other choice."""

    part: str
    """One of ``evaluation.ASPECTS``."""
    gain: float
    """Expected gain of that part in prestige."""
    hall: int = 0
    """The hall, 1 to 5, where a dress is placed; 0 for none."""


class Contrast(msgspec.Struct, frozen=True):
    """What a choice leaves its player more or less of than the first choice; of the first, than the second."""

    is_first: bool
    prestige: int
    """Difference of the projected scores, without the prestige for Livre."""
    livre: int
    cards: int
    """Difference of the sizes of the decks."""
    hand: tuple[str, ...] = ()
    """Of a hand choice: the cards that the other hand does not have."""
    other_hand: tuple[str, ...] = ()
    """Of a hand choice: the cards that only the other hand has."""
    can_follow: bool = False
    """Of the first choice, a card: whether the other one is still possible with a later card, if others allow it."""


class Advice(msgspec.Struct, frozen=True):
    """One of the best choices."""

    action: Action
    line: Plan
    """``action`` and the actions after it, until something hidden is revealed."""
    rows: tuple[RowChange, ...]
    """Changes of the own projected score; of the Favor card only in the last round.

    A dress that is being made counts, in the best hall.
    """
    gains: Goods
    """Changes of Livre, bales of each colour, yarn, lace, jewels and face-down tiles, also negative ones."""
    worth: float
    """Estimated difference to the best choice in prestige: 0 or below."""
    lead: float
    """Estimated lead over the mean of the rivals at the end of the game; negative if behind."""
    ground: Ground | None
    """None if no part is better than with the other choice, and for a hand."""
    contrast: Contrast | None = None
    """None if there is no other choice."""
    ahead: float | None = None
    """Of the first choice: estimated difference to the next best one in prestige; None without an estimate."""
    is_estimated: bool = True
    """False if the search dropped the choice before it could tell it from the best: ``worth`` is only a limit."""


def advice(
    view: Observation, rng: Random, clock: Clock, most: int = 3, cache: SearchCache | None = None, plan: Plan = ()
) -> tuple[Advice, ...]:
    """Return at most ``most`` choices for the seat of ``view``, best first.

    The best of each kind of action come first in the selection. ``cache`` keeps earlier searches. ``plan``, which was
    advised before, stays the first choice unless another is clearly better. Raises ValueError if the seat is not to
    move.
    """
    if view.seat is None or not view.actions:
        raise ValueError("this seat is not to move")
    candidates = _keep_plan((cache or SearchCache()).search_turn(view, rng, clock), plan)
    root = determinize(view, rng)
    selected = _select(candidates, root, most)
    lines = [_without_end_of_turn(candidate.line) for candidate in selected]
    ends = [_End(root, line, view.seat) for line in lines]
    others = [ends[0 if number else 1] if len(ends) > 1 else None for number in range(len(ends))]
    contrasts = [
        _contrast(end, other, end is ends[0]) if other else None for end, other in zip(ends, others, strict=True)
    ]
    grounds = _grounds(ends, others, contrasts, root.round == LAST_ROUND)
    best, *rest = [candidate.worth for candidate in selected if candidate.is_estimated]
    return tuple(
        Advice(
            action=end.line[0],
            line=end.line,
            rows=end.rows,
            gains=_goods_changes(root, end.known, view.seat),
            worth=candidate.worth - best,
            lead=candidate.worth,
            ground=ground,
            contrast=contrast,
            ahead=best - rest[0] if rest and not number else None,
            is_estimated=candidate.is_estimated,
        )
        for number, (candidate, end, ground, contrast) in enumerate(
            zip(selected, ends, grounds, contrasts, strict=True)
        )
    )


class _End:
    """Where a line ends."""

    def __init__(self, root: State, line: Plan, seat: int):
        self.line = line
        self.seat = seat
        self.known = apply_all(root, line)
        """The state after the line."""
        self.state = _place_dress(self.known, seat)
        before, after = parts(root, seat), parts(self.state, seat)
        self.gains = {part: worth - before[part] for part, worth in after.items()}
        """By part of the evaluation, in prestige."""
        self.rows = row_changes(score_rows(root, seat), score_rows(self.state, seat), root)
        placed = zip(box_of(root).guests, root.guests, self.state.guests, strict=True)
        self.hall = next((space.hall for space, before, after in placed if after != before), 0)
        """The hall where a dress is placed, 1 to 5; 0 for none."""

    def counts(self, part: str) -> bool:
        """Whether ``part`` means something in the last round."""
        return part not in LATER if self.known.players[self.seat].hand else part in FINAL


def _place_dress(state: State, seat: int) -> State:
    """Return ``state`` with the dress placed that ``seat`` is making, without the tile that it drew before that."""
    above = state.pending[:-1] if state.pending and isinstance(state.pending[-1], TileInHand) else state.pending
    if not above or not isinstance(above[-1], Placement) or above[-1].seat != seat:
        return state
    state = replace(state, pending=above)
    placed = [apply_unchecked(state, action) for action in legal_actions(state)]
    return max(placed, key=lambda after: EVALUATION.turn_worth(after, seat))


def _keep_plan(candidates: Sequence[Candidate], plan: Plan) -> Sequence[Candidate]:
    """Put the candidate that continues ``plan`` first and those slightly better after it, as equal.

    If one is clearly better, change nothing.
    """
    estimated = [one for one in candidates if one.is_estimated]
    planned = max(estimated, key=lambda one: _same_steps(one.line, plan), default=None)
    if planned is None or not _same_steps(planned.line, plan):
        return candidates
    if max(one.worth for one in candidates) > planned.worth + CLEARLY:
        return candidates
    others = (one for one in candidates if one is not planned)
    return [planned, *(replace(one, worth=min(one.worth, planned.worth)) for one in others)]


def _same_steps(line: Plan, plan: Plan) -> int:
    """Return how many actions ``line`` and ``plan`` have in common from the first on."""
    pairs = zip(line, plan, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _select(candidates: Sequence[Candidate], root: State, most: int) -> list[Candidate]:
    """Select the best of each kind of action, then of each choice; return at most ``most``, best first."""
    by_kind: dict[Hashable, Candidate] = {}
    by_choice: dict[Hashable, Candidate] = {}
    for candidate in candidates:
        by_kind.setdefault(kind_of(candidate.line), candidate)
        by_choice.setdefault(_choice(candidate.line, root), candidate)
    distinct = list({candidate.line: candidate for candidate in (*by_kind.values(), *by_choice.values())}.values())
    return sorted(distinct[:most], key=lambda candidate: (not candidate.is_estimated, -candidate.worth))


def _choice(line: Plan, root: State) -> Hashable:
    """Return what makes a line a choice of its own: its action, or with a card to play the action after it.

    All tiles to acquire are one choice while the card is in hand; later those with the same silk that are kept.
    Payments with the same silk are one choice, and all statues and all Jeweler spaces, because they differ only in
    price.
    """
    kinds = [_space_kind(action) or action for action in line[:2]]
    if isinstance(line[0], TakeTile) and isinstance(line[1] if len(line) > 1 else None, KeepTile):
        return box_of(root).tile[root.warehouse[line[0].space]].silk
    if isinstance(line[0], PayTiles):
        return PayTiles, *sorted(box_of(root).tile[tile].silk for tile in line[0].tiles)
    if not isinstance(line[0], PlayCard) or len(line) == 1:
        return kinds[0]
    return TakeTile if isinstance(line[1], TakeTile) else kinds[1]


def _space_kind(action: Action) -> DecorationKind | None:
    """Return the kind of decoration that ``action`` funds, if all spaces of the kind have the same effect."""
    spaces = (DecorationKind.STATUE, DecorationKind.JEWELER)
    return next((kind for kind in spaces if isinstance(action, Fund) and action.space.startswith(kind)), None)


def _without_end_of_turn(line: Plan) -> Plan:
    return line[:-1] if len(line) > 1 and isinstance(line[-1], EndTurn) else line


def _grounds(
    ends: Sequence[_End], others: Sequence[_End | None], contrasts: Sequence[Contrast | None], is_last_round: bool
) -> list[Ground | None]:
    """Return the ground of each choice: none that its contrast tells in numbers, none twice."""
    grounds: list[Ground | None] = []
    for end, other, contrast in zip(ends, others, contrasts, strict=True):
        told = {ground.part for ground in grounds if ground}
        if contrast is not None:
            told |= {part for part, more in (("prestige", contrast.prestige), ("money", contrast.livre)) if more}
        gains = {part: gain for part, gain in end.gains.items() if not is_last_round or end.counts(part)}
        ground = None if isinstance(end.line[0], ChooseHand) else _ground(gains, other.gains if other else {}, told)
        grounds.append(ground and replace(ground, hall=end.hall))
    return grounds


def _ground(own: Mapping[str, float], other: Mapping[str, float], told: Collection[str]) -> Ground | None:
    """Return the gain by part in which ``own`` exceeds ``other`` most, without the parts ``told`` already.

    What both gain alike is no reason for one, nor is what is slight beside the parts that are told.
    """
    more = {part: gain - other.get(part, 0.0) for part, gain in own.items() if gain >= SLIGHT}
    least = max(SLIGHT, LEAST_SHARE * max(more.values(), default=0.0))
    part = max((part for part in more if part not in told), key=lambda part: more[part], default="")
    return Ground(part, own[part]) if part and more[part] >= least else None


def _contrast(end: _End, other: _End, is_first: bool) -> Contrast:
    own, theirs = (
        (
            sum(row.after - row.before for row in one.rows if row.source is not ScoreRow.MONEY),
            one.state.players[one.seat].livre,
            len(lasting_deck(one.state, one.seat)),
        )
        for one in (end, other)
    )
    prestige, livre, cards = map(sub, own, theirs)
    hands = [Counter(action.cards if isinstance(action, ChooseHand) else ()) for action in (end.line[0], other.line[0])]
    hand, other_hand = (tuple(sorted((hand - rest).elements())) for hand, rest in (hands, hands[::-1]))
    can_follow = is_first and _can_follow(end, other.line)
    return Contrast(is_first, prestige, livre, cards, hand, other_hand, can_follow)


def _can_follow(end: _End, line: Plan) -> bool:
    """Return whether ``line`` is possible with another card of the hand after ``end``, if no rival acts between.

    If ``end`` used its card, only its main action need be possible, with any card.
    """
    state, seat = end.known, end.seat
    if not isinstance(line[0], PlayCard):
        return False
    hand = state.players[seat].hand
    state = replace(state, pending=(CardChoice(seat),), turn=None)
    if line[0].card in hand:
        return _is_possible(line, state)
    main_action = line[1:2]
    return main_action != (Decline(),) and any(_is_possible((PlayCard(card), *main_action), state) for card in hand)


def _is_possible(line: Plan, state: State) -> bool:
    """Return whether all actions of ``line`` are legal in turn."""
    for action in line:
        if action not in legal_actions(state):
            return False
        state = apply_unchecked(state, action)
    return True


def _goods_changes(before: State, after: State, seat: int) -> Goods:
    """Return the changes of the goods of ``seat``; of a tile drawn face down, only the tile counts."""
    box, old, new = box_of(before), before.players[seat], after.players[seat]
    silk = zip(COLOURS, bales(new.silk, box), bales(old.silk, box), strict=True)
    counts = {
        Good.LIVRE: new.livre - old.livre,
        **{Good(colour): new_bales - old_bales for colour, new_bales, old_bales in silk},
        Good.YARN: new.yarn - old.yarn,
        Good.LACE: new.lace - old.lace,
        Good.JEWEL: len(new.jewels) - len(old.jewels),
        Good.FACE_DOWN_TILE: max(0, len(before.tile_stack) - len(after.tile_stack)),
    }
    return tuple((good, n) for good, n in counts.items() if n)
