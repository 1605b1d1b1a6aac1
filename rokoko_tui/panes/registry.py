"""The registry of all panes: a new pane is one line here.

Composition, help and the letters that jump to a pane are made from these specs; ``rokoko_tui.panes.layout`` has the
region of each at every size.
"""

from textual.geometry import Size

from rokoko_tui.art.table_text import PrintedRow
from rokoko_tui.panes import (
    At,
    PaneSpec,
    choices,
    decorations,
    hand,
    hire,
    jeweler,
    log,
    other_turns,
    palace,
    players,
    preview,
    scores,
    status,
    warehouse,
    workshop,
)
from rokoko_tui.panes.layout import Facts, Places, place_panes, rows
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
    other_turns.SPEC,
    log.SPEC,
    scores.SPEC,
)
"""In the order of composition."""
PRINTED = (("status",), ("workshop", "warehouse", "hire"), ("halls",), ("players", "hand"))
"""The rows of panes in the printed table; those of a row are side by side where they fit."""
_SHARES = {"workshop": 5, "warehouse": 3, "hire": 3}
"""Relative width of the panes of a printed row."""


def panes_at(at: At) -> tuple[PaneSpec, ...]:
    return tuple(spec for spec in PANES if at in spec.at)


def seen(size: Size, tab: str, facts: Facts) -> Places:
    """Return the region of every pane that is visible in ``tab``."""
    regions = place_panes(size, tab, facts)
    for spec in panes_at(facts.at):
        host = regions.get(spec.under)
        if host is not None and host.height > 2 * spec.lines:
            regions[spec.under], regions[spec.id] = rows(host, host.height - spec.lines)
    return regions


def help_lines(at: At, words: Words) -> list[str]:
    """Return letter, title and description of every pane of a table."""
    return [
        f"{spec.letter:<3} {words.say(f'panes.{spec.id}.title')}: {words.say(f'panes.{spec.id}.help')}"
        for spec in panes_at(at)
    ]


def printed_rows() -> list[PrintedRow]:
    """Return the rows of the printed table; the status line has no title."""
    faces = {spec.id: spec.face for spec in PANES if spec.face is not None}
    return [
        PrintedRow(tuple(faces[id] for id in row), tuple(_SHARES.get(id, 1) for id in row), titled=row != ("status",))
        for row in PRINTED
    ]
