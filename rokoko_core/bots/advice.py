"""Advice for a person: the best choices now, what each brings, and what speaks for it most.

It is found as the bots find their own play: by the ways to play the turn to its end, judged by the evaluation. Like
them it sees what the seat may see and deals the hidden pieces anew.
"""

from collections.abc import Hashable, Iterable
from random import Random
from statistics import mean

import msgspec

from rokoko_core.actions import Action, Fund, Place, PlayCard, TakeTile
from rokoko_core.bots.clock import Clock, Plan
from rokoko_core.bots.evaluation import parts
from rokoko_core.bots.turn_search import Line, lines
from rokoko_core.box import box_of
from rokoko_core.engine import apply_unchecked
from rokoko_core.moves.payment import bales
from rokoko_core.observe import Observation, determinize
from rokoko_core.preview import RowChange, row_changes
from rokoko_core.scoring import score_rows
from rokoko_core.state import State
from rokoko_core.terms import COLOURS, DecorationKind, Good, Goods

DEALS = 8
"""How often the hidden pieces are dealt anew; every choice is judged on all the deals there is time for."""
UNHURRIED = Clock()
NOTHING = "nothing"
"""The part of a ground where a choice gains nothing beyond the others."""
SLIGHT = 0.05
"""Prestige below which nothing is said to be gained."""


class Ground(msgspec.Struct, frozen=True):
    """What speaks for a choice most: where it leaves the seat better off than the other choices do."""

    part: str
    """One of the parts of the evaluation, or ``NOTHING``."""
    gain: float
    """Prestige expected of that part beyond what is expected now; 0 where something is only not given up."""
    hall: int = 0
    """The hall, 1 to 5, in which a dress is placed on the way; 0 for none."""


class Advice(msgspec.Struct, frozen=True):
    """One of the best choices now."""

    action: Action
    line: Plan
    """``action`` and what should follow it, as far as nothing hidden comes to light."""
    rows: tuple[RowChange, ...]
    """Rows of the own projected score that change on that line."""
    gains: Goods
    """The change, for better or worse, of Livre, bales of each colour, yarn, lace, jewels and face-down tiles."""
    worth: float
    """How much less it promises than the best choice, in prestige: 0 or below."""
    ground: Ground


def advice(view: Observation, rng: Random, most: int = 3, clock: Clock = UNHURRIED) -> tuple[Advice, ...]:
    """The best choices for the seat that sees ``view``, at most ``most``, best first.

    Where a card is to be played, each stands for a card with what to do with it. Raises ValueError when the seat is not
    asked.
    """
    if view.seat is None or not view.actions:
        raise ValueError("this seat is not asked for anything")
    root = determinize(view, rng)
    first = _best_of_each(lines(root, view.seat))
    promised = {key: [line.worth] for key, line in first.items()}
    for _ in range(1, DEALS):
        if clock.over:
            break
        for key, line in _best_of_each(lines(determinize(view, rng), view.seat)).items():
            if key in promised:
                promised[key].append(line.worth)
    found = sorted(first, key=lambda key: -mean(promised[key]))[:most]
    best = mean(promised[found[0]])
    reached = {key: _known(root, first[key]) for key in found}
    gained = {key: _gained(root, after, view.seat) for key, after in reached.items()}
    return tuple(
        Advice(
            action=first[key].actions[0],
            line=first[key].actions[: first[key].known],
            rows=row_changes(score_rows(root, view.seat), score_rows(reached[key], view.seat)),
            gains=_changes(root, reached[key], view.seat),
            worth=mean(promised[key]) - best,
            ground=_ground(key, gained, first[key].actions),
        )
        for key in found
    )


def _best_of_each(found: Iterable[Line]) -> dict[Hashable, Line]:
    """The best line of each choice."""
    best: dict[Hashable, Line] = {}
    for line in found:
        best.setdefault(_choice(line.actions), line)
    return best


def _choice(actions: Plan) -> Hashable:
    """What makes a line another choice than others: its action; with a card to be played, what it is played for.

    Which tile is acquired is no choice of its own while the card is still in hand; nor is it, ever, which of the
    statues or of the Jeweler's spaces is funded, for they do the same at other prices.
    """
    kinds = [_space_kind(action) or action for action in actions[:2]]
    if not isinstance(actions[0], PlayCard) or len(actions) == 1:
        return kinds[0]
    return actions[0], TakeTile if isinstance(actions[1], TakeTile) else kinds[1]


def _space_kind(action: Action) -> DecorationKind | None:
    """What ``action`` funds, where one of its spaces does what another does."""
    spaces = (DecorationKind.STATUE, DecorationKind.JEWELER)
    return next((kind for kind in spaces if isinstance(action, Fund) and action.space.startswith(kind)), None)


def _known(root: State, line: Line) -> State:
    """The position up to which ``line`` can be told: where it ends, or something hidden is about to show itself."""
    for action in line.actions[: line.known]:
        root = apply_unchecked(root, action)
    return root


def _gained(root: State, after: State, seat: int) -> dict[str, float]:
    """By part of the evaluation, what ``after`` promises ``seat`` beyond ``root``."""
    before = parts(root, seat)
    return {part: worth - before[part] for part, worth in parts(after, seat).items()}


def _ground(key: Hashable, gained: dict[Hashable, dict[str, float]], actions: Plan) -> Ground:
    """The part in which the choice ``key`` gains most, what it gains more than the others counting twice."""
    own = gained[key]
    others = [of for other, of in gained.items() if other != key] or [dict.fromkeys(own, 0.0)]
    says = {part: 2 * gain - mean(of[part] for of in others) for part, gain in own.items() if gain > -SLIGHT}
    part = max(says, key=lambda part: says[part], default=NOTHING)
    if part == NOTHING or says[part] < SLIGHT:
        return Ground(NOTHING, 0.0)
    hall = next((int(action.space.partition(".")[0]) for action in actions if isinstance(action, Place)), 0)
    return Ground(part, max(0.0, own[part]), hall)


def _changes(before: State, after: State, seat: int) -> Goods:
    """What ``seat`` has more or less of. A tile drawn face down counts as such and no more."""
    box, old, new = box_of(before), before.players[seat], after.players[seat]
    silk = zip(COLOURS, bales(new.silk, box), bales(old.silk, box), strict=True)
    counts = {
        Good.LIVRE: new.livre - old.livre,
        **{Good(colour): more - less for colour, more, less in silk},
        Good.YARN: new.yarn - old.yarn,
        Good.LACE: new.lace - old.lace,
        Good.JEWEL: len(new.jewels) - len(old.jewels),
        Good.FACE_DOWN_TILE: max(0, len(before.tile_stack) - len(after.tile_stack)),
    }
    return tuple((good, n) for good, n in counts.items() if n)
