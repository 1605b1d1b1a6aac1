"""The goods of a player, as far as they are known, now and after an action."""

from collections.abc import Iterable
from typing import NamedTuple

from rokoko_core.box import box_of
from rokoko_core.events import Event
from rokoko_core.events.places import Where
from rokoko_core.observe import Observation, as_known
from rokoko_core.preview import Preview
from rokoko_core.scoring import lasting_score
from rokoko_core.state import State
from rokoko_core.terms import Bales, Good


class PlayerGoods(NamedTuple):
    """Money, notions, silk, and the projected score, the Favor card in the last round only."""

    livre: int
    yarn: int
    lace: int
    silk: Bales
    """Bales of the kept tiles, as far as they are known."""
    score: int | None
    """None while it is secret (HIDDEN-2)."""


def goods_of(view: Observation, seat: int) -> PlayerGoods:
    """Return the goods of ``seat`` as far as ``view`` shows them."""
    player, box = view.table.players[seat], box_of(view.table)
    silk = _add_up(box.tile[name].silk for name in player.silk if name in box.tile)
    score = lasting_score(as_known(view), seat) if view.prestige_known[seat] else None
    return PlayerGoods(player.livre, player.yarn, player.lace, silk, score)


def goods_after(state: State, events: Iterable[Event], meant: Preview, now: PlayerGoods) -> PlayerGoods:
    """Return ``now``, the goods of the seat to move, after an action's ``events`` and preview; chance left out."""
    box, seat = box_of(state), state.pending[-1].seat
    gains, spent = dict(meant.gains), dict(meant.spent)
    kept = _add_up(
        box.tile[move.piece].silk
        for event in events
        for move in event.moved
        if event.seat == seat and move.end.where is Where.SILK and move.start.where is not Where.TILE_STACK
    )
    paid = _add_up(box.tile[tile].silk for tile in meant.tiles)
    return PlayerGoods(
        now.livre - meant.price + gains.get(Good.LIVRE, 0),
        now.yarn + gains.get(Good.YARN, 0) - spent.get(Good.YARN, 0),
        now.lace + gains.get(Good.LACE, 0) - spent.get(Good.LACE, 0),
        _add_up((now.silk, kept, (-paid[0], -paid[1], -paid[2], -paid[3]))),
        None if now.score is None else now.score + meant.score_change,
    )


def _add_up(silks: Iterable[Bales]) -> Bales:
    yellow = green = red = blue = 0
    for silk in silks:
        yellow, green, red, blue = yellow + silk[0], green + silk[1], red + silk[2], blue + silk[3]
    return yellow, green, red, blue
