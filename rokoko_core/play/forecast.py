"""What an action would change, from one ``certain_outcome``; chance stays face down."""

import msgspec

from rokoko_core.actions import PayTiles, RevealBarry
from rokoko_core.engine import certain_outcome
from rokoko_core.events.places import Move, Piece, Where
from rokoko_core.goods import PlayerGoods, goods_after
from rokoko_core.play.menu import MenuItem
from rokoko_core.preview import Preview, preview_after
from rokoko_core.score_range import ScoreRange, compute_score_range
from rokoko_core.score_sheet import RowChange
from rokoko_core.state import State
from rokoko_core.terms import ScoreRow

MARKED = (Where.DECORATION, Where.ALL_HALLS)
"""Places that receive a property marker."""


class NoForecast(ValueError):
    """The action is not a legal one of the viewer at the cursor, or no longer."""


class Placement(msgspec.Struct, frozen=True):
    """A dress or property marker that would come to the table."""

    move: Move
    seat: int
    """Who places it."""


class Forecast(msgspec.Struct, frozen=True):
    """What one legal action would change for the seat to move."""

    preview: Preview
    goods: PlayerGoods | None = None
    """The seat's goods afterwards; None where chance decides."""
    placements: tuple[Placement, ...] = ()
    score_range: ScoreRange | None = None
    """How far the own projected score may change in the rest of the turn; None before it, and where chance decides."""


def forecast_of(state: State, item: MenuItem, goods: PlayerGoods) -> Forecast:
    """Return what the action of ``item`` would change of ``goods``, those of the seat to move.

    The score range is that of ``item``. A way to pay has none in the menu, so it is computed here.
    """
    action = item.action
    if isinstance(action, RevealBarry):
        return Forecast(Preview(unknown=True))
    after, events = certain_outcome(state, action)
    preview = preview_after(state, action, after, events)
    if goods.score is None:
        preview = msgspec.structs.replace(preview, rows=tuple(map(_without_total, preview.rows)))
    placements = tuple(
        Placement(move, event.seat)
        for event in events
        if event.seat is not None
        for move in event.moved
        if move.end.where in MARKED or (move.end.where is Where.GUEST and move.kind is Piece.DRESS)
    )
    reach = compute_score_range(state, action) if isinstance(action, PayTiles) else item.score_range
    return Forecast(preview, goods_after(state, events, preview, goods), placements, reach)


def _without_total(row: RowChange) -> RowChange:
    """Return ``row``; prestige gained in play counts from 0, as its amount is secret (HIDDEN-2)."""
    return RowChange(row.source, row.detail, 0, row.after - row.before) if row.source is ScoreRow.PLAY else row
