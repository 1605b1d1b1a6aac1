"""Hints: the best choices for a seat, their gains, and the main reason for each.

They come from the search of the strongest levels, from the observation of the seat alone. The worth of a choice is an
estimate; the change of the score is exact, as in the preview.
"""

from collections.abc import Hashable, Sequence
from itertools import takewhile
from random import Random
from statistics import mean

import msgspec
from msgspec.structs import replace

from rokoko_core.actions import Action, EndTurn, Fund, Place, PlayCard, TakeTile
from rokoko_core.bots.evaluation import parts
from rokoko_core.bots.rollout import apply_all
from rokoko_core.bots.search import Candidate
from rokoko_core.bots.search_cache import SearchCache
from rokoko_core.bots.time_limit import Clock, Plan
from rokoko_core.bots.turn_search import kind_of
from rokoko_core.box import box_of
from rokoko_core.moves.payment import bales
from rokoko_core.observe import Observation, determinize
from rokoko_core.preview import row_changes
from rokoko_core.score_sheet import RowChange
from rokoko_core.scoring import score_rows
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import State
from rokoko_core.terms import COLOURS, DecorationKind, Good, Goods

NOTHING = "nothing"
"""The part of a ``Ground`` if no part is better than with the other choices."""
SLIGHT = 0.05
"""Smallest gain and smallest difference of a ``Ground``, in prestige."""
LATER = frozenset({"deck", "income", "start"})
"""Parts that mean nothing to a player in the last round, when no round follows."""

CLEARLY = 1.0
"""Prestige by which another choice must be better than the plan of the last hint to replace it."""


class Ground(msgspec.Struct, frozen=True):
    """The main reason for a choice: the part of the evaluation that distinguishes it most from the other choices."""

    part: str
    """One of ``evaluation.ASPECTS``, or ``NOTHING``."""
    gain: float
    """Expected gain of that part in prestige; 0 if the other choices only lose more of it."""
    hall: int = 0
    """The hall, 1 to 5, of the first dress placed; 0 for none."""


class Advice(msgspec.Struct, frozen=True):
    """One of the best choices."""

    action: Action
    line: Plan
    """``action`` and the actions after it, until something hidden is revealed."""
    rows: tuple[RowChange, ...]
    """Changes of the own projected score; of the Favor card only in the last round."""
    gains: Goods
    """Changes of Livre, bales of each colour, yarn, lace, jewels and face-down tiles, also negative ones."""
    worth: float
    """Estimated difference to the best choice in prestige: 0 or below."""
    lead: float
    """Estimated lead over the mean of the rivals at the end of the game; negative if behind."""
    ground: Ground
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
    selected = _select(_keep_plan((cache or SearchCache()).search_turn(view, rng, clock), plan), most)
    root = determinize(view, rng)
    lines = [_without_end_of_turn(candidate.line) for candidate in selected]
    states = [apply_all(root, line) for line in lines]
    gains = [_gains_by_part(root, after, view.seat) for after in states]
    rows = score_rows(root, view.seat)
    return tuple(
        Advice(
            action=line[0],
            line=line,
            rows=row_changes(rows, score_rows(after, view.seat), root),
            gains=_goods_changes(root, after, view.seat),
            worth=candidate.worth - selected[0].worth,
            lead=candidate.worth,
            ground=_ground(number, gains, line, root.round == LAST_ROUND),
            is_estimated=candidate.is_estimated,
        )
        for number, (candidate, line, after) in enumerate(zip(selected, lines, states, strict=True))
    )


def _keep_plan(candidates: Sequence[Candidate], plan: Plan) -> Sequence[Candidate]:
    """Put the candidate that continues ``plan`` first and those slightly better after it, as equal.

    If one is clearly better, change nothing.
    """
    planned = max(candidates, key=lambda one: _same_steps(one.line, plan), default=None)
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


def _select(candidates: Sequence[Candidate], most: int) -> list[Candidate]:
    """Select the best of each kind of action, then of each choice; return at most ``most``, best first."""
    by_kind: dict[Hashable, Candidate] = {}
    by_choice: dict[Hashable, Candidate] = {}
    for candidate in candidates:
        by_kind.setdefault(kind_of(candidate.line), candidate)
        by_choice.setdefault(_choice(candidate.line), candidate)
    distinct = list({candidate.line: candidate for candidate in (*by_kind.values(), *by_choice.values())}.values())
    return sorted(distinct[:most], key=lambda candidate: -candidate.worth)


def _choice(line: Plan) -> Hashable:
    """Return what makes a line a choice of its own: its action, or with a card to play the action after it.

    All tiles to acquire are one choice while the card is in hand. All statues are one choice, and all Jeweler spaces,
    because they differ only in price.
    """
    kinds = [_space_kind(action) or action for action in line[:2]]
    if not isinstance(line[0], PlayCard) or len(line) == 1:
        return kinds[0]
    return TakeTile if isinstance(line[1], TakeTile) else kinds[1]


def _space_kind(action: Action) -> DecorationKind | None:
    """Return the kind of decoration that ``action`` funds, if all spaces of the kind have the same effect."""
    spaces = (DecorationKind.STATUE, DecorationKind.JEWELER)
    return next((kind for kind in spaces if isinstance(action, Fund) and action.space.startswith(kind)), None)


def _without_end_of_turn(line: Plan) -> Plan:
    return line[:-1] if len(line) > 1 and isinstance(line[-1], EndTurn) else line


def _gains_by_part(root: State, after: State, seat: int) -> dict[str, float]:
    before = parts(root, seat)
    return {part: worth - before[part] for part, worth in parts(after, seat).items()}


def _ground(number: int, gains: Sequence[dict[str, float]], line: Plan, is_last_round: bool) -> Ground:
    """Return the part in which choice ``number`` differs most from the mean and the best of the other choices.

    A gain is preferred to a loss that is avoided. What all choices gain alike is no reason for one of them.
    """
    own = gains[number]
    others = [other for n, other in enumerate(gains) if n != number] or [dict.fromkeys(own, 0.0)]
    scores: dict[str, float] = {}
    for part, gain in own.items():
        theirs = [other[part] for other in others]
        if gain - mean(theirs) >= SLIGHT and not (is_last_round and part in LATER):
            scores[part] = 2 * gain - mean(theirs) - max(theirs)
    if not scores:
        return Ground(NOTHING, 0.0)
    part = max(scores, key=lambda part: (own[part] >= SLIGHT, scores[part]))
    hall = next((int(action.space.partition(".")[0]) for action in line if isinstance(action, Place)), 0)
    return Ground(part, own[part] if own[part] >= SLIGHT else 0.0, hall)


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
