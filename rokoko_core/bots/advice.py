"""Advice for a person: the best choices now, what each brings, and what speaks for it most.

It is what the strongest automatic players would do: their search, with what the seat may see and nothing more. What a
choice promises is an estimate of it; what the score shows of it at once is counted just as in the preview.
"""

from collections.abc import Hashable, Sequence
from random import Random
from statistics import mean

import msgspec

from rokoko_core.actions import Action, EndTurn, Fund, Place, PlayCard, TakeTile
from rokoko_core.bots.evaluation import parts
from rokoko_core.bots.search import Judged
from rokoko_core.bots.search_cache import Mind
from rokoko_core.bots.time_limit import Clock, Plan
from rokoko_core.bots.turn_search import kind_of
from rokoko_core.box import box_of
from rokoko_core.engine import apply_unchecked
from rokoko_core.moves.payment import bales
from rokoko_core.observe import Observation, determinize
from rokoko_core.preview import RowChange, row_changes
from rokoko_core.scoring import score_rows
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import State
from rokoko_core.terms import COLOURS, DecorationKind, Good, Goods, ScoreRow

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
    """Rows of the own projected score that change on that line; the Favor card's only where it will be kept."""
    gains: Goods
    """The change, for better or worse, of Livre, bales of each colour, yarn, lace, jewels and face-down tiles."""
    worth: float
    """How much less it promises than the best choice, in prestige: 0 or below. An estimate."""
    lead: float
    """The lead over the mean of the others, below 0 for a lag, it promises for the end of the game. An estimate."""
    ground: Ground


def advice(view: Observation, rng: Random, clock: Clock, most: int = 3, mind: Mind | None = None) -> tuple[Advice, ...]:
    """The best choices for the seat that sees ``view``, at most ``most``: the best of all, then the best of others.

    They differ in kind as far as there are kinds, and else in what is done. With a ``mind`` what it thought before
    counts. Raises ValueError when the seat is not asked.
    """
    if view.seat is None or not view.actions:
        raise ValueError("this seat is not asked for anything")
    found = _different((mind or Mind()).judged(view, rng, clock), most)
    root = determinize(view, rng)
    lines = [_before_the_end(one.line) for one in found]
    reached = [_after(root, line) for line in lines]
    gained = [_gained(root, after, view.seat) for after in reached]
    now = score_rows(root, view.seat)
    return tuple(
        Advice(
            action=line[0],
            line=line,
            rows=lasting_rows(row_changes(now, score_rows(after, view.seat)), root),
            gains=_changes(root, after, view.seat),
            worth=one.worth - found[0].worth,
            lead=one.worth,
            ground=_ground(number, gained, line),
        )
        for number, (one, line, after) in enumerate(zip(found, lines, reached, strict=True))
    )


def lasting_rows(changed: Sequence[RowChange], state: State) -> tuple[RowChange, ...]:
    """The rows ``changed`` from ``state`` on but for the Favor card's, which is given back before every other round."""
    return tuple(row for row in changed if row.source is not ScoreRow.FAVOR or state.round == LAST_ROUND)


def _different(judged: Sequence[Judged], most: int) -> list[Judged]:
    """The best of each kind of action, then of each choice, at most ``most``, best first."""
    kinds: dict[Hashable, Judged] = {}
    choices: dict[Hashable, Judged] = {}
    for one in judged:
        kinds.setdefault(kind_of(one.line), one)
        choices.setdefault(_choice(one.line), one)
    found = list({one.line: one for one in (*kinds.values(), *choices.values())}.values())
    return sorted(found[:most], key=lambda one: -one.worth)


def _choice(line: Plan) -> Hashable:
    """What makes a line another choice than others: its action; with a card to be played, what it is played for.

    Which tile is acquired is no choice of its own while the card is still in hand; nor is it, ever, which of the
    statues or of the Jeweler's spaces is funded, for they do the same at other prices.
    """
    kinds = [_space_kind(action) or action for action in line[:2]]
    if not isinstance(line[0], PlayCard) or len(line) == 1:
        return kinds[0]
    return TakeTile if isinstance(line[1], TakeTile) else kinds[1]


def _space_kind(action: Action) -> DecorationKind | None:
    """What ``action`` funds, where one of its spaces does what another does."""
    spaces = (DecorationKind.STATUE, DecorationKind.JEWELER)
    return next((kind for kind in spaces if isinstance(action, Fund) and action.space.startswith(kind)), None)


def _before_the_end(line: Plan) -> Plan:
    """``line`` but for the end of the turn, which needs no advice where anything comes before it."""
    return line[:-1] if len(line) > 1 and isinstance(line[-1], EndTurn) else line


def _after(state: State, line: Plan) -> State:
    for action in line:
        state = apply_unchecked(state, action)
    return state


def _gained(root: State, after: State, seat: int) -> dict[str, float]:
    """By part of the evaluation, what ``after`` promises ``seat`` beyond ``root``."""
    before = parts(root, seat)
    return {part: worth - before[part] for part, worth in parts(after, seat).items()}


def _ground(number: int, gained: Sequence[dict[str, float]], line: Plan) -> Ground:
    """The part in which choice ``number`` gains most, what it gains more than the others counting twice."""
    own = gained[number]
    others = [of for other, of in enumerate(gained) if other != number] or [dict.fromkeys(own, 0.0)]
    says = {part: 2 * gain - mean(of[part] for of in others) for part, gain in own.items() if gain > -SLIGHT}
    part = max(says, key=lambda part: says[part], default=NOTHING)
    if part == NOTHING or says[part] < SLIGHT:
        return Ground(NOTHING, 0.0)
    hall = next((int(action.space.partition(".")[0]) for action in line if isinstance(action, Place)), 0)
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
