"""Final scoring and projection, one row per source (END, JB-8, SOLO-11).

Every row is a function of the state and a seat, so the score can be projected at any time. The total is the sum of the
rows.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from rokoko_core.board_counts import dresses_in_hall, dresses_of, lasting_deck
from rokoko_core.bonus_table import crown_points
from rokoko_core.box import HALLS, Box, box_of
from rokoko_core.du_barry import BARRY
from rokoko_core.score_sheet import Row, ScoreSheet
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import State
from rokoko_core.terms import COLOURS, DecorationKind, ScoreRow, TieBreak

LIVRE_PER_PRESTIGE = 10
FAVOR = 3
PER_STATUE_COLOUR = 2


class TerraceDress(msgspec.Struct, frozen=True):
    """A dress that moves from the King's hall to a fireworks space in the final scoring (END-6)."""

    guest: int
    """Index of its guest space."""
    decoration: int
    """Index of the fireworks space."""
    points: int
    """Its prestige times the multiplier."""


def terrace(state: State, box: Box, seat: int) -> tuple[TerraceDress, ...]:
    """Assign the player's King's hall dresses to their fireworks spaces: highest prestige to highest multiplier; among
    equals the lowest-numbered guest space first (END-6).
    """
    dresses = sorted(
        (g for g in box.hall_guests[1] if state.guest_owners[g.index] == seat),
        key=lambda g: (-box.dress[state.guests[g.index]].prestige, g.index),
    )
    fireworks = sorted(
        (d for d in box.decorations if d.kind is DecorationKind.FIREWORKS and state.decorations[d.index] == seat),
        key=lambda d: (-d.multiplier, d.index),
    )
    return tuple(
        TerraceDress(g.index, d.index, box.dress[state.guests[g.index]].prestige * d.multiplier)
        for g, d in zip(dresses, fireworks, strict=False)
    )


def rank_in_hall(state: State, box: Box, hall: int) -> list[tuple[tuple[int, int, int], int]]:
    """Return ((dresses, on Master spaces, musician), seat) of each player in ``hall``, best first (END-3)."""
    musician = next(d for d in box.decorations if d.hall == hall)
    standing = []
    for seat in range(box.seats):
        dresses = dresses_in_hall(state, box, seat, hall)
        if dresses:
            masters = sum(g.master and state.guest_owners[g.index] == seat for g in box.hall_guests[hall])
            standing.append(((dresses, masters, int(state.decorations[musician.index] == seat)), seat))
    return sorted(standing, key=lambda entry: (tuple(-n for n in entry[0]), entry[1]))


def rank_fireworks(state: State, box: Box) -> list[tuple[tuple[int, int], int]]:
    """Return ((markers, cost of the most expensive), seat) of each player with fireworks, best first (END-4)."""
    standing = []
    for seat in range(box.seats):
        costs = [
            d.cost for d in box.decorations if d.kind is DecorationKind.FIREWORKS and state.decorations[d.index] == seat
        ]
        if costs:
            standing.append(((len(costs), max(costs)), seat))
    return sorted(standing, key=lambda entry: (tuple(-n for n in entry[0]), entry[1]))


def leaders(standing: Sequence[tuple[tuple[int, ...], int]]) -> frozenset[int]:
    """Return the seats that are first in ``standing``, which has the best first; several if they are tied."""
    return frozenset(seat for key, seat in standing if key == standing[0][0])


def majority(
    standing: Sequence[tuple[tuple[int, ...], int]], values: tuple[int, int], second_places: bool
) -> dict[int, int]:
    """Return the prestige by seat: all tied for first get the first value; the second value needs a single first
    (END-3).
    """
    if not standing:
        return {}
    first = leaders(standing)
    points = dict.fromkeys(first, values[0])
    if len(first) == 1 and second_places and len(standing) > 1:
        points.update((seat, values[1]) for key, seat in standing if key == standing[1][0])
    return points


def hall_points(state: State, box: Box, hall: int) -> dict[int, int]:
    """Return the prestige of the majority in ``hall`` by seat (END-3)."""
    return majority(rank_in_hall(state, box, hall), box.majorities[hall - 1], box.second_places)


def fireworks_points(state: State, box: Box) -> dict[int, int]:
    """Return the prestige of the fireworks majority by seat (END-4)."""
    return majority(rank_fireworks(state, box), box.fireworks_majority, box.second_places)


def statue_points(dresses: Sequence[int], statues: int) -> int:
    """Return the prestige of ``statues`` for the number of ``dresses`` of each colour: the k-th statue scores 2 for
    each colour with at least k dresses (END-7).
    """
    return sum(PER_STATUE_COLOUR * sum(n >= k for n in dresses) for k in range(1, statues + 1))


# ---- row generators: one per source


def _play(state: State, box: Box, seat: int) -> Iterator[Row]:
    yield Row(ScoreRow.PLAY, state.players[seat].prestige)


def _money(state: State, box: Box, seat: int) -> Iterator[Row]:
    yield Row(ScoreRow.MONEY, state.players[seat].livre // LIVRE_PER_PRESTIGE)


def _jewels(state: State, box: Box, seat: int) -> Iterator[Row]:
    if box.all_jewels:
        yield Row(ScoreRow.JEWELS, len(state.players[seat].jewels))


def _crowns(state: State, box: Box, seat: int) -> Iterator[Row]:
    deck = lasting_deck(state, seat)
    for card in sorted(deck):
        if card in box.card and box.card[card].end_game:
            yield Row(ScoreRow.CROWN, crown_points(state, box, seat, card, deck), card)


def _favor(state: State, box: Box, seat: int) -> Iterator[Row]:
    yield Row(ScoreRow.FAVOR, FAVOR if state.favor == seat else 0)


_KEPT = 512
_majorities: dict[tuple[str, tuple[int, ...], tuple[int, ...]], tuple[dict[int, int], ...]] = {}
"""Points of the majorities by box and markers: a cache, as most actions leave them as they are."""


def _majority_points(state: State, box: Box) -> tuple[dict[int, int], ...]:
    """Return the prestige by seat of the majority in each hall, and of the fireworks."""
    key = state.box, state.guest_owners, state.decorations
    points = _majorities.get(key)
    if points is None:
        if len(_majorities) >= _KEPT:
            _majorities.clear()
        points = (*(hall_points(state, box, hall) for hall in HALLS), fireworks_points(state, box))
        _majorities[key] = points
    return points


def _halls(state: State, box: Box, seat: int) -> Iterator[Row]:
    for hall, points in zip(HALLS, _majority_points(state, box), strict=False):
        yield Row(ScoreRow.HALL, points.get(seat, 0), str(hall))


def _fireworks(state: State, box: Box, seat: int) -> Iterator[Row]:
    yield Row(ScoreRow.FIREWORKS, _majority_points(state, box)[-1].get(seat, 0))


def _dresses(state: State, box: Box, seat: int) -> Iterator[Row]:
    moved = terrace(state, box, seat)
    away = {t.guest for t in moved}
    staying = sum(
        box.dress[dress].prestige
        for n, dress in enumerate(state.guests)
        if state.guest_owners[n] == seat and n not in away
    )
    yield Row(ScoreRow.DRESSES, staying)
    yield Row(ScoreRow.TERRACE, sum(t.points for t in moved))


def _statues(state: State, box: Box, seat: int) -> Iterator[Row]:
    colours = [d.colour for d in dresses_of(state, box, seat)]
    own = sum(d.kind is DecorationKind.STATUE and state.decorations[d.index] == seat for d in box.decorations)
    yield Row(ScoreRow.STATUES, statue_points([colours.count(c) for c in COLOURS], own))


def _decorations(state: State, box: Box, seat: int) -> Iterator[Row]:
    yield Row(ScoreRow.DECORATIONS, sum(d.prestige for d in box.decorations if state.decorations[d.index] == seat))


def _all_halls(state: State, box: Box, seat: int) -> Iterator[Row]:
    owned = (points for points, owner in zip(box.all_halls, state.all_halls, strict=True) if owner == seat)
    yield Row(ScoreRow.ALL_HALLS, sum(owned))


def _tiles(state: State, box: Box, seat: int) -> Iterator[Row]:
    """Madame du Barry scores 1 per 2 of her tiles (SOLO-11)."""
    if box.solo:
        yield Row(ScoreRow.TILES, len(state.players[seat].silk) // 2 if seat == BARRY else 0)


_BOARD = (_halls, _fireworks, _dresses, _statues, _decorations, _all_halls)
_boards: dict[tuple[object, ...], tuple[Row, ...]] = {}
"""Rows of a seat by box and pieces on the board: a cache, as most actions leave them as they are."""


def _board(state: State, box: Box, seat: int) -> Iterable[Row]:
    """Return the rows of what ``seat`` has on the board."""
    key = state.box, state.guests, state.guest_owners, state.decorations, state.all_halls, seat
    rows = _boards.get(key)
    if rows is None:
        if len(_boards) >= _KEPT:
            _boards.clear()
        rows = _boards[key] = tuple(row for source in _BOARD for row in source(state, box, seat))
    return rows


ROWS: tuple[Callable[[State, Box, int], Iterable[Row]], ...] = (
    _play,
    _money,
    _jewels,
    _crowns,
    _favor,
    _board,
    _tiles,
)
"""The sources in scoring order."""


def score_rows(state: State, seat: int) -> tuple[Row, ...]:
    """Return all rows of ``seat`` as if the game were scored now."""
    box = box_of(state)
    return tuple(row for source in ROWS for row in source(state, box, seat))


def lasting_rows(rows: Iterable[Row], state: State) -> tuple[Row, ...]:
    """Return ``rows`` without the Favor card, which is returned each round; in the last round it stays (END-2)."""
    return tuple(row for row in rows if _lasts(row, state))


def _lasts(row: Row, state: State) -> bool:
    return row.source is not ScoreRow.FAVOR or state.round == LAST_ROUND


def lasting_score(state: State, seat: int) -> int:
    """Return the projected score of ``seat``, the Favor card in the last round only."""
    return sum(row.points for row in lasting_rows(score_rows(state, seat), state))


def projected_scores(state: State) -> tuple[ScoreSheet, ...]:
    """Return the sheet of every seat as if the game were scored now, without further income."""
    return _sheets(state, [score_rows(state, seat) for seat in range(box_of(state).seats)])


def lasting_scores(state: State) -> tuple[ScoreSheet, ...]:
    """Return the projected sheets with 0 for a Favor card that is still returned; the totals are ``lasting_score``."""
    sheets = []
    for seat in range(box_of(state).seats):
        rows = score_rows(state, seat)
        sheets.append(tuple(row if _lasts(row, state) else Row(row.source, 0, row.detail) for row in rows))
    return _sheets(state, sheets)


def _sheets(state: State, rows: Sequence[tuple[Row, ...]]) -> tuple[ScoreSheet, ...]:
    box = box_of(state)
    totals = [sum(row.points for row in own) for own in rows]
    left = [player.livre % LIVRE_PER_PRESTIGE for player in state.players]
    keys = [(totals[n], int(box.solo and n == BARRY), left[n]) for n in range(box.seats)]
    return tuple(
        ScoreSheet(
            seat=n,
            rows=rows[n],
            total=totals[n],
            livre_left=left[n],
            rank=1 + sum(key > keys[n] for key in keys),
            tie_break=_tie_break(keys, n, box.solo),
        )
        for n in range(box.seats)
    )


def _tie_break(keys: list[tuple[int, int, int]], seat: int, solo: bool) -> TieBreak:
    tied = [key for n, key in enumerate(keys) if n != seat and key[0] == keys[seat][0]]
    if not tied:
        return TieBreak.PRESTIGE
    if solo:
        return TieBreak.BARRY
    return TieBreak.SHARED if keys[seat] in tied else TieBreak.LIVRE


def final_scores(state: State) -> tuple[ScoreSheet, ...]:
    """Return the sheets of a finished game by seat (END). Raises ValueError while the game is not over."""
    if state.pending:
        raise ValueError("the game is not over")
    return projected_scores(state)
