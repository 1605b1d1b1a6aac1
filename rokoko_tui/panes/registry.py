"""All panes of the table, in the order they are composed in: a new pane is one line here.

Composition, tabs, style sheet, help and the letters that go to a pane are made from these specs.
"""

from rokoko_core.box import Box
from rokoko_tui.drawing.scene import Scene
from rokoko_tui.drawing.table_text import PrintedColumn, PrintedRow
from rokoko_tui.panes import (
    choices,
    decorations,
    halls,
    hand,
    hire,
    jeweler,
    log,
    players,
    preview,
    scores,
    status,
    warehouse,
    workshop,
)
from rokoko_tui.panes.spec import At, PaneSpec, Row, Tab
from rokoko_tui.words import Words

PANES: tuple[PaneSpec, ...] = (
    status.SPEC,
    workshop.SPEC,
    warehouse.SPEC,
    hire.SPEC,
    halls.SPEC,
    decorations.SPEC,
    jeweler.SPEC,
    players.SPEC,
    hand.SPEC,
    choices.SPEC,
    preview.SPEC,
    log.SPEC,
    scores.SPEC,
)
ROWS = (Row("top", "8", "9", printed=9), Row("middle", "13", "18"), Row("bottom", "1fr", "1fr"))
PLAY_TAB = "play"
"""The tab of the choices, and of pieces that no pane claims."""
TABS = (
    Tab(PLAY_TAB, {"bottom": "layout: grid; grid-size: 2 2; grid-columns: 36 1fr; grid-rows: 1fr 9;"}),
    Tab("halls"),
    Tab("works", {"top": "layout: grid; grid-size: 2 2; grid-rows: 1fr 1fr;"}),
    Tab("decor"),
    Tab("players"),
    Tab("log"),
    Tab("scores"),
)


def panes_at(at: At) -> tuple[PaneSpec, ...]:
    """The panes of one of the tables."""
    return tuple(spec for spec in PANES if spec.seen(at) is not None)


def tabs_at(at: At) -> tuple[Tab, ...]:
    """The tabs that show some pane there."""
    named = {tab for spec in PANES if (seen := spec.seen(at)) is not None for tab in seen.tabs}
    return tuple(tab for tab in TABS if tab.id in named)


def tab_of(spec: PaneSpec, at: At) -> str:
    """The tab to turn to for that pane; empty for one that is seen in all of them."""
    seen = spec.seen(at)
    return seen.tabs[0] if seen is not None and seen.tabs else ""


def tab_of_piece(piece: str, box: Box, at: At = At.PLAY) -> str:
    """The tab that shows ``piece``."""
    return next((tab_of(spec, at) for spec in panes_at(at) if spec.shows(piece, box)), PLAY_TAB) or PLAY_TAB


def help_lines(at: At, words: Words) -> list[str]:
    """Letter, title and what it shows, for every pane of that table."""
    return [
        f"{spec.letter:<3} {words.say(f'panes.{spec.id}.title')}: {words.say(f'panes.{spec.id}.help')}"
        for spec in panes_at(at)
    ]


def printed(scene: Scene) -> list[PrintedRow]:
    """The drawn panes that show anything of ``scene``, as they stand in print."""
    found = []
    for row in (None, *ROWS):
        columns: dict[str, PrintedColumn] = {}
        for spec in panes_at(At.REPLAY):
            seen = spec.replay
            if spec.face is None or seen is None or spec.row != (row.id if row else "") or not seen.present(scene):
                continue
            before = columns.get(spec.column, PrintedColumn(0, ()))
            columns[spec.column] = PrintedColumn(max(before.share, seen.share), (*before.faces, spec.face))
        found.append(PrintedRow(row.printed if row else 1, tuple(columns.values()), titled=row is not None))
    return found
