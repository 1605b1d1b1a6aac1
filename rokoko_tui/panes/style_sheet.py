"""The style sheet of the table, made from the specs of its panes: what is seen where at which size.

Small terminals come first: one tab at a time, panes one under the other unless the tab says otherwise. The whole table
overrides that: rows one under the other, columns side by side in their shares.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rokoko_tui.panes.spec import EVERY, At, PaneSpec, Row, Seen, Tab

WHOLE = (".-wide.-tall", ".-wide.-lofty")
"""Screens large enough for all panes at once."""
LOFTY = (".-wide.-lofty",)


def columns_of(row: Row, panes: Iterable[PaneSpec]) -> list[tuple[str, list[PaneSpec]]]:
    """(id, panes) of every column of ``row``, in order; the id of a single pane is that pane's own."""
    grouped = groupby((spec for spec in panes if spec.row == row.id), key=lambda spec: spec.column)
    found = [list(column) for _, column in grouped]
    return [(f"column-{column[0].column}" if len(column) > 1 else column[0].id, column) for column in found]


def style_sheet(at: At, panes: Sequence[PaneSpec], rows: Sequence[Row], tabs: Sequence[Tab]) -> str:
    """The sheet of the table of that kind."""
    scope = f"TableView.-{at.value}"
    rules = [f"{scope} #{spec.id} {{ {spec.style} }}" for spec in panes if spec.style]
    for row in rows:
        rules += _hidden(scope, row, panes)
        for tab in tabs:
            rules += _in_tab(f"{scope}.tab-{tab.id}", at, row, tab, panes)
        rules += _on(WHOLE, scope, _whole(at, row, panes))
        rules += _on(LOFTY, scope, _lofty(at, row, panes))
    rules += _on(WHOLE, scope, [("TabBar", "display: none;")])
    return "\n".join([*rules, f"{scope} .-absent {{ display: none !important; }}"])


def _on(screens: Iterable[str], scope: str, rules: Iterable[tuple[str, str]]) -> Iterator[str]:
    """(what, style) on ``screens`` of that class only."""
    for what, style in rules:
        yield f"{', '.join(f'{screen} {scope} {what}' for screen in screens)} {{ {style} }}"


def _at(spec: PaneSpec, at: At) -> Seen:
    seen = spec.seen(at)
    assert seen is not None, f"{spec.id} is not at this table"
    return seen


def _shown(spec: PaneSpec, at: At, tab: Tab) -> bool:
    tabs = _at(spec, at).tabs
    return tab.id in tabs or EVERY in tabs


def _hidden(scope: str, row: Row, panes: Sequence[PaneSpec]) -> Iterator[str]:
    yield f"{scope} #row-{row.id} {{ display: none; height: 1fr; }}"
    for id, column in columns_of(row, panes):
        for each in dict.fromkeys((id, *(spec.id for spec in column))):
            yield f"{scope} #{each} {{ display: none; width: 100%; }}"


def _in_tab(scope: str, at: At, row: Row, tab: Tab, panes: Sequence[PaneSpec]) -> Iterator[str]:
    """What ``tab`` shows of ``row``. Panes that stand under others fill the tab that names them first."""
    columns = [(id, [spec for spec in column if _shown(spec, at, tab)]) for id, column in columns_of(row, panes)]
    columns = [(id, column) for id, column in columns if column]
    if not columns:
        return
    fills = any(not _stands_under(spec, at, tab) for _, column in columns for spec in column)
    height, grid = "1fr" if fills else "auto", tab.grids.get(row.id, "")
    yield f"{scope} #row-{row.id} {{ display: block; height: {height}; {grid} }}"
    for id, column in columns:
        if id != column[0].id:
            yield f"{scope} #{id} {{ display: block; height: 1fr; }}"
        for spec in column:
            seen = _at(spec, at)
            dock = "dock: bottom; " if fills else ""
            style = f"{dock}height: {seen.under};" if _stands_under(spec, at, tab) else seen.small
            yield f"{scope} #{spec.id} {{ display: block; {style} }}"


def _stands_under(spec: PaneSpec, at: At, tab: Tab) -> bool:
    seen = _at(spec, at)
    return bool(seen.under) and tab.id != seen.tabs[0]


def _whole(at: At, row: Row, panes: Sequence[PaneSpec]) -> Iterator[tuple[str, str]]:
    yield f"#row-{row.id}", f"display: block; layout: horizontal; height: {row.height};"
    for id, column in columns_of(row, panes):
        share = max(_at(spec, at).share for spec in column)
        yield f"#{id}", f"display: block; dock: none; width: {share}fr; height: 100%;"
        if id != column[0].id:
            yield from ((f"#{spec.id}", f"display: block; dock: none; {_at(spec, at).whole}") for spec in column)


def _lofty(at: At, row: Row, panes: Sequence[PaneSpec]) -> Iterator[tuple[str, str]]:
    yield f"#row-{row.id}", f"height: {row.lofty};"
    own = (spec for spec in panes if spec.row == row.id and _at(spec, at).lofty)
    yield from ((f"#{spec.id}", _at(spec, at).lofty) for spec in own)
