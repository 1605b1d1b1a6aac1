"""The pane of the projected scores in a replay: a table, a chart and the turns that changed most."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from rokoko_core.play.score_curve import Curve, Swing
from rokoko_tui.panes import At, PaneSpec
from rokoko_tui.text import Words
from rokoko_tui.text.wording import measure, pad, truncate
from rokoko_tui.widgets.score_chart import FLAG, LEAST_GRAPH, Cell, ScoreGraph

BIGGEST = 3
"""Turns listed as the biggest changes."""
NAME, SHORT_NAME = 18, 12
"""Cells of a name in the table, and in the list of turns."""
GAP = 6
"""Cells of a mark and the blanks around name and figures, on the line of all players."""


class ScoresPane(Vertical):
    """The scores of a ``Curve`` at one position. Its links run the screen action ``go(position)``."""

    DEFAULT_CSS = """
    #scores-table { height: auto; }
    #scores-swings {
        height: auto; max-height: 4;
        link-style: none; link-color: $foreground; link-style-hover: bold reverse;
    }
    """

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._seats = 0
        self._swings: list[Content] = []
        """A heading and a line for each turn that changed most."""

    def compose(self) -> ComposeResult:
        yield Static(id="scores-table", markup=False)
        yield ScoreGraph(id="scores-graph")
        yield Static(id="scores-swings", markup=False)

    def show(self, curve: Curve, position: int, marks: Sequence[Cell], names: Sequence[str], words: Words) -> None:
        """Show ``position``; ``marks`` are character and style of each seat."""
        graph = self.query_one(ScoreGraph)
        graph.marks, graph.names = tuple(marks), tuple(names)
        graph.round_word = words.say("panes.scores.round")
        graph.curve, graph.position = curve, position
        biggest = curve.swings[:BIGGEST]
        graph.flags = tuple(swing.begins for swing in biggest)
        self.query_one("#scores-table", Static).update(_table(curve, position, marks, names, words))
        lines = [Content(words.say("panes.scores.biggest")).stylize("$text-muted")] if biggest else []
        self._swings = lines + [_swing(curve, swing, marks[swing.seat], names[swing.seat], words) for swing in biggest]
        self._seats = len(names)
        self._list_swings()

    def on_resize(self) -> None:
        self._list_swings()

    def _list_swings(self) -> None:
        """List the turns; without their heading where that is the only line left."""
        is_headed = self.content_size.height - self._seats - LEAST_GRAPH > 1
        self.query_one("#scores-swings", Static).update(Content("\n").join(self._swings[not is_headed :]))


def _swing(curve: Curve, swing: Swing, mark: Cell, name: str, words: Words) -> Content:
    text = words.say(
        "panes.scores.swing",
        who=truncate(name, SHORT_NAME),
        change=words.signed(swing.amount),
        round=curve.game.at(swing.begins).round,
        n=swing.number,
    )
    return Content.assemble((f"{FLAG} ", "$accent"), mark, (text, f"@click=screen.go({swing.ends})"))


def _table(curve: Curve, position: int, marks: Sequence[Cell], names: Sequence[str], words: Words) -> Content:
    """Return the table of totals and of changes by the last turn; the highest total is highlighted."""
    totals = curve.totals_at(position)
    start = curve.totals[curve.place(max(0, position - 1))]
    known = [total for total in totals if total is not None]
    lines = []
    for seat, total in enumerate(totals):
        parts = [marks[seat], (f" {pad(names[seat], NAME)} ", "")]
        if total is None:
            parts.append((words.say("panes.scores.hidden"), "$text-muted"))
        else:
            gain = total - (start[seat] or 0)
            parts += [(f"{total:>4}", "bold $accent" if total == max(known) else "bold")]
            parts += [(f" {words.signed(gain):>4}", "$text-muted")]
        lines.append(Content.assemble(*parts))
    return Content("\n").join(lines)


def standing(curve: Curve, turn: int, marks: Sequence[Cell], names: Sequence[str], width: int, words: Words) -> Content:
    """Return all totals before ``turn`` and its changes, on one line of ``width`` cells.

    A change of 0 is left out at the end, which no turn follows, and where the names need its cells.
    """
    totals, is_end = curve.totals[turn], turn + 1 == len(curve.totals)
    after = curve.totals[turn if is_end else turn + 1]
    for has_zeros in (not is_end, False):
        figures = [_figures(total, later, has_zeros, words) for total, later in zip(totals, after, strict=True)]
        used = sum(measure(total) + measure(change) + GAP - (not change) for total, change in figures)
        name_width = (width - used) // len(totals)
        if name_width >= SHORT_NAME:
            break
    parts: list[Cell] = []
    for mark, name, (total, change) in zip(marks, names, figures, strict=True):
        parts += [
            mark,
            (f" {truncate(name, name_width)} ", ""),
            (total, "bold"),
            (f" {change}  " if change else "  ", "$text-muted"),
        ]
    return Content.assemble(*parts)


def _figures(total: int | None, later: int | None, has_zero: bool, words: Words) -> tuple[str, str]:
    if total is None or later is None:
        return words.say("panes.scores.hidden"), ""
    return str(total), words.signed(later - total) if has_zero or later != total else ""


SPEC = PaneSpec(
    "scores",
    letter="r",
    at={At.REPLAY: ScoresPane},
)
