"""The price and the gains of an action before it is taken, without revealing chance."""

from collections import Counter

import msgspec

from rokoko_core.actions import Action, MakeDress, RevealBarry
from rokoko_core.box import Box, box_of
from rokoko_core.engine import certain_outcome, outcome
from rokoko_core.events import Event
from rokoko_core.events.acts import AllHallsReached, FavorTaken, JewelTaken, TileDrawn, TileKept, TileTaken
from rokoko_core.events.amounts import LivreGained, LivrePaid, NotionsGained, NotionsPaid, PrestigeGained
from rokoko_core.events.places import Spot, Where
from rokoko_core.moves.dress import lost_bales, ways
from rokoko_core.pending import Payment
from rokoko_core.score_sheet import Row, RowChange
from rokoko_core.scoring import lasting_rows, score_rows
from rokoko_core.state import State
from rokoko_core.terms import Bales, Good, Goods


class Preview(msgspec.Struct, frozen=True):
    """The effects of an action on the seat that takes it. Amounts are never negative."""

    price: int = 0
    """Livre paid."""
    gains: Goods = ()
    """Livre, yarn, lace, prestige, tile, face-down-tile, jewel, favor or all-halls."""
    spent: Goods = ()
    """Given up: yarn, lace or tiles."""
    tiles: tuple[str, ...] = ()
    """Kept tiles surrendered; of several ways to pay, the cheapest."""
    bales_lost: Bales = (0, 0, 0, 0)
    """Bales of those tiles beyond what the dress needs (DRESS-2)."""
    rows: tuple[RowChange, ...] = ()
    """Changed rows of the seat's projected score, without a Favor card that is returned, as in its ``ScoreRange``."""
    rivals: tuple[tuple[int, int], ...] = ()
    """(seat, change of the projected total, without a Favor card that is returned) of every other seat affected."""
    unknown: bool = False
    """Whether chance decides all of it: a card of Madame du Barry."""

    @property
    def score_change(self) -> int:
        """Change of the seat's projected total before the decisions that follow; chance is left out."""
        return sum(row.after - row.before for row in self.rows)


def preview(state: State, action: Action) -> Preview:
    """Return the price and the gains of the legal ``action`` for the seat to move; random outcomes stay hidden."""
    if isinstance(action, RevealBarry):
        return Preview(unknown=True)
    return preview_after(state, action, *certain_outcome(state, action))


def preview_after(state: State, action: Action, after: State, events: tuple[Event, ...]) -> Preview:
    """The preview of the legal ``action``, which leads to ``after`` with ``events``."""
    box, seat = box_of(state), state.pending[-1].seat
    if isinstance(action, MakeDress) and isinstance(decision := after.pending[-1], Payment):
        after, paying = outcome(after, ways(after, box, decision).cheapest)
        events += paying
    own = [event for event in events if event.seat == seat]
    tiles = tuple(move.piece for event in own for move in event.moved if move.start == Spot(Where.SILK, seat))
    return Preview(
        price=sum(event.livre for event in own if isinstance(event, LivrePaid)),
        gains=_gains(own),
        spent=_spent(own, len(tiles)),
        tiles=tiles,
        bales_lost=_wasted_bales(state, box, action, tiles),
        rows=row_changes(_rows_now(state, box)[seat], score_rows(after, seat), state),
        rivals=_rivals(state, after, box, seat),
    )


_last: tuple[State | None, tuple[tuple[Row, ...], ...]] = (None, ())
"""The last state previewed with the rows of every seat: a cache, as most previews are of actions of one state."""


def _rows_now(state: State, box: Box) -> tuple[tuple[Row, ...], ...]:
    """Return the score rows of every seat."""
    global _last
    if _last[0] is not state:
        _last = (state, tuple(score_rows(state, seat) for seat in range(box.seats)))
    return _last[1]


def _gains(own: list[Event]) -> Goods:
    kinds = Counter(type(event) for event in own)
    notions = [event for event in own if isinstance(event, NotionsGained)]
    counts = {
        Good.LIVRE: sum(event.livre for event in own if isinstance(event, LivreGained)),
        Good.YARN: sum(event.yarn for event in notions),
        Good.LACE: sum(event.lace for event in notions),
        Good.PRESTIGE: sum(event.prestige or 0 for event in own if isinstance(event, PrestigeGained)),
        Good.TILE: kinds[TileTaken] + kinds[TileKept],
        Good.FACE_DOWN_TILE: kinds[TileDrawn],
        Good.JEWEL: kinds[JewelTaken],
        Good.FAVOR: kinds[FavorTaken],
        Good.ALL_HALLS: kinds[AllHallsReached],
    }
    return tuple((good, n) for good, n in counts.items() if n > 0)


def _spent(own: list[Event], tiles: int) -> Goods:
    notions = [event for event in own if isinstance(event, NotionsPaid)]
    counts = {
        Good.YARN: sum(event.yarn for event in notions),
        Good.LACE: sum(event.lace for event in notions),
        Good.TILE: tiles,
    }
    return tuple((good, n) for good, n in counts.items() if n > 0)


def _wasted_bales(state: State, box: Box, action: Action, tiles: tuple[str, ...]) -> Bales:
    decision = state.pending[-1]
    if isinstance(action, MakeDress):
        dress, bonus = action.dress, box.card[getattr(decision, "card", "")].bonus if hasattr(decision, "card") else ""
    elif isinstance(decision, Payment):
        dress, bonus = decision.dress, decision.bonus
    else:
        return (0, 0, 0, 0)
    return lost_bales(box, dress, bonus, tiles)


def row_changes(before: tuple[Row, ...], after: tuple[Row, ...], state: State) -> tuple[RowChange, ...]:
    """Return the lasting rows of one seat that differ between two of its sheets of the round of ``state``."""
    old = {(row.source, row.detail): row.points for row in lasting_rows(before, state)}
    new = {(row.source, row.detail): row.points for row in lasting_rows(after, state)}
    return tuple(
        RowChange(*key, old.get(key, 0), new.get(key, 0))
        for key in {**old, **new}
        if old.get(key, 0) != new.get(key, 0)
    )


def _rivals(state: State, after: State, box: Box, seat: int) -> tuple[tuple[int, int], ...]:
    changes = []
    for other in range(box.seats):
        if other != seat:
            now = sum(row.points for row in lasting_rows(_rows_now(state, box)[other], state))
            change = sum(row.points for row in lasting_rows(score_rows(after, other), state)) - now
            if change:
                changes.append((other, change))
    return tuple(changes)
