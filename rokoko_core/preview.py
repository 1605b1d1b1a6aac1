"""What an action would cost and bring, before it is taken, without giving chance away."""

from collections import Counter

import msgspec

from rokoko_core.actions import Action, MakeDress, PayTiles, RevealBarry
from rokoko_core.box import Box, box_of
from rokoko_core.engine import apply_unchecked
from rokoko_core.moves.dress import terms_of, ways
from rokoko_core.moves.payment import bales, needed, wasted
from rokoko_core.pending import Payment, TileInHand
from rokoko_core.scoring import Row, score_rows
from rokoko_core.state import Player, State
from rokoko_core.terms import Bales, ScoreRow


class RowChange(msgspec.Struct, frozen=True):
    """A row of a score sheet before and after."""

    source: ScoreRow
    detail: str
    before: int
    after: int


class Preview(msgspec.Struct, frozen=True):
    """What an action means for the seat that takes it. Amounts are never negative."""

    price: int = 0
    """Livre paid."""
    gains: tuple[tuple[str, int], ...] = ()
    """(word, number): livre, yarn, lace, prestige, tile, face-down-tile, jewel, favor or all-halls."""
    spent: tuple[tuple[str, int], ...] = ()
    """(word, number) given up: yarn, lace or tile."""
    tiles: tuple[str, ...] = ()
    """Kept tiles surrendered; of several ways to pay, the one that loses least."""
    bales_lost: Bales = (0, 0, 0, 0)
    """Bales of those tiles beyond what the dress needs (DRESS-2)."""
    rows: tuple[RowChange, ...] = ()
    """Rows of the own projected score that change."""
    rivals: tuple[tuple[int, int], ...] = ()
    """(seat, change of the projected total) of every other seat it touches."""
    unknown: bool = False
    """True when chance decides all of it: a card of Madame du Barry."""

    @property
    def score_change(self) -> int:
        """Change of the own projected total."""
        return sum(row.after - row.before for row in self.rows)


def preview(state: State, action: Action) -> Preview:
    """What the legal ``action`` would cost and bring the seat to move; what chance decides stays face down."""
    if isinstance(action, RevealBarry):
        return Preview(unknown=True)
    box, seat = box_of(state), state.pending[-1].seat
    after = apply_unchecked(state, action)
    paid = action if isinstance(action, PayTiles) else None
    if isinstance(action, MakeDress) and isinstance(asked := after.pending[-1], Payment):
        paid = ways(after, box, asked).cheapest
        after = apply_unchecked(after, paid)
    before_player, after_player = state.players[seat], after.players[seat]
    gone = tuple((Counter(before_player.silk) - Counter(after_player.silk)).elements())
    return Preview(
        price=max(0, before_player.livre - after_player.livre),
        gains=_gains(state, after, seat),
        spent=_spent(before_player, after_player),
        tiles=gone,
        bales_lost=_lost(state, box, action, gone),
        rows=row_changes(score_rows(state, seat), score_rows(after, seat)),
        rivals=_rivals(state, after, box, seat),
    )


def _gains(state: State, after: State, seat: int) -> tuple[tuple[str, int], ...]:
    old, new = state.players[seat], after.players[seat]
    asked = after.pending[-1] if after.pending else None
    drawn = isinstance(asked, TileInHand) and asked.seat == seat and len(after.pending) > 0
    face_down = drawn and isinstance(asked, TileInHand) and asked.face_down
    counts = {
        "livre": new.livre - old.livre,
        "yarn": new.yarn - old.yarn,
        "lace": new.lace - old.lace,
        "prestige": new.prestige - old.prestige,
        "tile": len(new.silk) - len(old.silk) + int(drawn and not face_down),
        "face-down-tile": int(face_down),
        "jewel": len(new.jewels) - len(old.jewels),
        "favor": int(after.favor == seat != state.favor),
        "all-halls": after.all_halls.count(seat) - state.all_halls.count(seat),
    }
    return tuple((word, n) for word, n in counts.items() if n > 0)


def _spent(old: Player, new: Player) -> tuple[tuple[str, int], ...]:
    counts = {"yarn": old.yarn - new.yarn, "lace": old.lace - new.lace, "tile": len(old.silk) - len(new.silk)}
    return tuple((word, n) for word, n in counts.items() if n > 0)


def _lost(state: State, box: Box, action: Action, tiles: tuple[str, ...]) -> Bales:
    asked = state.pending[-1]
    if isinstance(action, MakeDress):
        dress, bonus = action.dress, box.card[getattr(asked, "card", "")].bonus if hasattr(asked, "card") else ""
    elif isinstance(asked, Payment):
        dress, bonus = asked.dress, asked.bonus
    else:
        return (0, 0, 0, 0)
    return wasted(bales(tiles, box), needed(box.dress[dress], terms_of(bonus)))


def row_changes(before: tuple[Row, ...], after: tuple[Row, ...]) -> tuple[RowChange, ...]:
    """The rows of one seat that differ between two of its sheets."""
    old = {(row.source, row.detail): row.points for row in before}
    new = {(row.source, row.detail): row.points for row in after}
    return tuple(
        RowChange(*key, old.get(key, 0), new.get(key, 0))
        for key in {**old, **new}
        if old.get(key, 0) != new.get(key, 0)
    )


def _rivals(state: State, after: State, box: Box, seat: int) -> tuple[tuple[int, int], ...]:
    found = []
    for other in range(box.seats):
        if other != seat:
            change = sum(r.points for r in score_rows(after, other)) - sum(r.points for r in score_rows(state, other))
            if change:
                found.append((other, change))
    return tuple(found)
