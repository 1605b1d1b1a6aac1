"""What is still open of each source of prestige: who leads, what decides a tie, what comes next (END)."""

from typing import NamedTuple

from rokoko_core.board_counts import dresses_of, halls_of, kind_count
from rokoko_core.box import HALLS, Box, box_of
from rokoko_core.majorities import Majority, fireworks_majority, hall_majority
from rokoko_core.observe import Observation, known_scores
from rokoko_core.score_sheet import Row, sources
from rokoko_core.scoring import FAVOR, LIVRE_PER_PRESTIGE, statue_points, terrace
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import NOBODY, State
from rokoko_core.terms import COLOURS, DecorationKind, ScoreRow


class OpenMajority(NamedTuple):
    """The majority of a hall or of the fireworks (END-3, END-4)."""

    hall: int
    """0 for the fireworks."""
    majority: Majority
    """As seen by the viewer."""


class OpenMoney(NamedTuple):
    """Livre that become prestige (END-1)."""

    missing: int
    """Livre until the viewer's next prestige."""


class OpenFavor(NamedTuple):
    """The Favor card (END-2)."""

    holder: int
    """Its seat; ``NOBODY``."""
    is_returned: bool
    """Whether it is returned at the end of the round, and does not score yet."""
    points: int


class OpenTerrace(NamedTuple):
    """The viewer's fireworks spaces and King's hall dresses without each other (END-6)."""

    spaces: int
    """Own spaces to which no dress moves."""
    dresses: int
    """Own dresses in the King's hall that no space multiplies."""


class OpenStatues(NamedTuple):
    """Statues nobody has (END-7)."""

    free: int
    points: int
    """What one more statue would score with the viewer's present dresses."""


class OpenHalls(NamedTuple):
    """The all-halls bonus (HALLS-1)."""

    missing: tuple[int, ...]
    """Halls in which the viewer is not present; empty for a viewer who has the bonus."""
    points: int
    """The best bonus left; 0 for none."""


Open = OpenMajority | OpenMoney | OpenFavor | OpenTerrace | OpenStatues | OpenHalls


def open_part(view: Observation, row: Row) -> Open | None:
    """Return what can still change in ``row``, for the viewer; a spectator gets majorities and the Favor card.

    None for a row that says all itself, and after the end.
    """
    state, seat = view.table, view.seat
    box = box_of(state)
    if not state.pending:
        return None
    match row.source:
        case ScoreRow.HALL:
            return OpenMajority(int(row.detail), hall_majority(state, box, int(row.detail), seat))
        case ScoreRow.FIREWORKS:
            return OpenMajority(0, fireworks_majority(state, box, seat))
        case ScoreRow.FAVOR:
            return OpenFavor(state.favor, state.round < LAST_ROUND, FAVOR)
    return _open_to(state, box, seat, row.source) if seat is not None else None


def _open_to(state: State, box: Box, seat: int, source: ScoreRow) -> Open | None:
    """Return what ``seat`` can still get from ``source``."""
    match source:
        case ScoreRow.MONEY:
            return OpenMoney(LIVRE_PER_PRESTIGE - state.players[seat].livre % LIVRE_PER_PRESTIGE)
        case ScoreRow.TERRACE:
            moved = len(terrace(state, box, seat))
            spaces = kind_count(state, box, seat, DecorationKind.FIREWORKS)
            dresses = sum(state.guest_owners[guest.index] == seat for guest in box.hall_guests[1])
            return OpenTerrace(spaces - moved, dresses - moved)
        case ScoreRow.STATUES:
            colours = [dress.colour for dress in dresses_of(state, box, seat)]
            counts, own = [colours.count(each) for each in COLOURS], kind_count(state, box, seat, DecorationKind.STATUE)
            gain = statue_points(counts, own + 1) - statue_points(counts, own)
            return OpenStatues(kind_count(state, box, NOBODY, DecorationKind.STATUE), gain)
        case ScoreRow.ALL_HALLS:
            free = [points for points, owner in zip(box.all_halls, state.all_halls, strict=True) if owner == NOBODY]
            is_reached = seat in state.all_halls
            missing = () if is_reached else tuple(sorted({*HALLS} - halls_of(state, box, seat)))
            return OpenHalls(missing, 0 if is_reached else max(free, default=0))
    return None


class DressValue(NamedTuple):
    """What a dress on the board scores for its owner (END-6, END-8)."""

    guest: int
    """Index of its guest space."""
    multiplier: int
    """That of the fireworks space to which it moves; 1 for a dress that stays in its hall."""
    points: int
    """Its prestige times the multiplier."""


def dress_values(state: State, seat: int) -> tuple[DressValue, ...]:
    """Return the value of each dress of ``seat``, in board order, if the game ended now."""
    box = box_of(state)
    moved = {t.guest: box.decorations[t.decoration].multiplier for t in terrace(state, box, seat)}
    own = [guest.index for guest in box.guests if state.guest_owners[guest.index] == seat]
    return tuple(DressValue(n, moved.get(n, 1), box.dress[state.guests[n]].prestige * moved.get(n, 1)) for n in own)


class Change(NamedTuple):
    """How the sheets differ from earlier ones, or from those after a choice."""

    rows: dict[tuple[ScoreRow, str], dict[int, int]]
    """By source and detail, the changes of prestige by seat, without zeros."""
    totals: dict[int, int]
    """By seat, without zeros."""


def changes_between(before: Observation, now: Observation) -> Change:
    """Return what changed on the sheets as one viewer knew them, without prestige that was hidden (HIDDEN-2)."""
    rows: dict[tuple[ScoreRow, str], dict[int, int]] = {}
    for sign, view in ((-1, before), (1, now)):
        for row, points in sources(known_scores(view)):
            by_seat = rows.setdefault((row.source, row.detail), {})
            for seat, amount in enumerate(points):
                if row.source is not ScoreRow.PLAY or before.prestige_known[seat]:
                    by_seat[seat] = by_seat.get(seat, 0) + sign * amount
    kept = {key: {seat: n for seat, n in by_seat.items() if n} for key, by_seat in rows.items()}
    totals = [sum(by_seat.get(seat, 0) for by_seat in kept.values()) for seat in range(len(now.prestige_known))]
    return Change(
        {key: by_seat for key, by_seat in kept.items() if by_seat}, {seat: n for seat, n in enumerate(totals) if n}
    )
