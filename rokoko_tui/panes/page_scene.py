"""The scene of a page of the table."""

from rokoko_core.goods import goods_of
from rokoko_tui.art.scene import Scene
from rokoko_tui.settings.daily_deal import name_day
from rokoko_tui.table.menu_entries import list_card_keys, list_copies
from rokoko_tui.table.page import TablePage
from rokoko_tui.text import Words
from rokoko_tui.text.piece_refs import PieceRef, ghosts_of


def make_scene(
    page: TablePage, words: Words, focused: frozenset[PieceRef] | None, looked: PieceRef | None, pictures: bool
) -> Scene:
    """Return what the panes draw of ``page``.

    ``focused`` are the pieces that are inspected or read about; None for neither. ``looked`` is the inspected piece.
    """
    view, entry = page.observation, page.rows[page.cursor] if 0 <= page.cursor < len(page.rows) else None
    seat = view.seat if view.seat is not None else view.table.pending[-1].seat if view.table.pending else None
    lit = page.lit if page.frame is not None or focused is None else focused
    return Scene(
        view,
        words,
        lit,
        open=frozenset().union(*(row.pieces for row in page.rows if row.is_selectable)),
        chosen=page.chosen,
        copies=list_copies(page.rows, entry, lit),
        card_keys=list_card_keys(page.rows),
        touched=page.touched,
        ghosts=ghosts_of(page.forecast.placements) if page.forecast is not None else {},
        goods=goods_of(view, seat) if seat is not None else None,
        goods_after=page.forecast.goods if page.forecast is not None else None,
        looked=looked,
        day=name_day(page.setup, words),
        pictures=pictures,
        wanted=page.wanted - lit,
    )
