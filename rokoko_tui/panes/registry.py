"""All panes of the table, in the order they are composed in: a new pane is one line here.

Composition, help and the letters that go to a pane are made from these specs; ``rokoko_tui.panes.layout`` says where
each stands at which size.
"""

from textual.geometry import Size

from rokoko_tui.art.scene import Scene
from rokoko_tui.art.table_text import PrintedColumn, PrintedRow
from rokoko_tui.panes import (
    choices,
    decorations,
    hand,
    hire,
    jeweler,
    log,
    palace,
    players,
    preview,
    scores,
    status,
    warehouse,
    workshop,
)
from rokoko_tui.panes import other_turns as since
from rokoko_tui.panes.layout import Facts, Places, places, rows
from rokoko_tui.panes.spec import At, PaneSpec
from rokoko_tui.text import Words

PANES: tuple[PaneSpec, ...] = (
    status.SPEC,
    workshop.SPEC,
    warehouse.SPEC,
    hire.SPEC,
    palace.SPEC,
    decorations.SPEC,
    jeweler.SPEC,
    players.SPEC,
    hand.SPEC,
    choices.SPEC,
    preview.SPEC,
    since.SPEC,
    log.SPEC,
    scores.SPEC,
)
PRINTED = (("status",), ("workshop", "warehouse", "hire"), ("halls",), ("players", "hand"))
"""The drawn panes as they stand in print, those of a row side by side where there is room."""
_SHARES = {"workshop": 5, "warehouse": 3, "hire": 3}


def panes_at(at: At) -> tuple[PaneSpec, ...]:
    """The panes of one of the tables."""
    return tuple(spec for spec in PANES if at in spec.at)


def facts_of(scene: Scene, at: At, reading: bool = False) -> Facts:
    """What the room that panes want depends on."""
    return Facts(at, scene.box.seats, bool(scene.box.jewel_prices), scene.view.seat is not None, reading)


def seen(size: Size, tab: str, facts: Facts) -> Places:
    """The region of every pane that is seen at that size in ``tab``."""
    found = places(size, tab, facts)
    for spec in panes_at(facts.at):
        host = found.get(spec.under)
        if host is not None and host.height > 2 * spec.lines:
            found[spec.under], found[spec.id] = rows(host, host.height - spec.lines, 0)
    return found


def help_lines(at: At, words: Words) -> list[str]:
    """Letter, title and what it shows, for every pane of that table."""
    return [
        f"{spec.letter:<3} {words.say(f'panes.{spec.id}.title')}: {words.say(f'panes.{spec.id}.help')}"
        for spec in panes_at(at)
    ]


def printed(scene: Scene) -> list[PrintedRow]:
    """The drawn panes, as they stand in print."""
    faces = {spec.id: spec.face for spec in PANES}
    found = []
    for row in PRINTED:
        columns = [PrintedColumn(_SHARES.get(id, 1), (face,)) for id in row if (face := faces[id]) is not None]
        found.append(PrintedRow(1 if row == ("status",) else None, tuple(columns), titled=row != ("status",)))
    return found
