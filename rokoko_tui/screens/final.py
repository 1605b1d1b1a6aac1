"""The final sheet: every source of prestige of every player, who won, and by what."""

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Footer, Static

from rokoko_core.box import box_of
from rokoko_core.game import Game
from rokoko_core.scoring import Row, ScoreSheet, final_scores
from rokoko_core.terms import ScoreRow, TieBreak
from rokoko_tui.drawing.cells import centred, filled, fit
from rokoko_tui.keys import bindings_of
from rokoko_tui.screens.help import Leaflet
from rokoko_tui.screens.page import Page
from rokoko_tui.words import Words

if TYPE_CHECKING:
    from rokoko_tui.session.reviews import Reviews

WIDTH = 75
"""Cells of the whole sheet at most; a scroll bar stands beside it."""
WIDEST = 22
"""Cells of a player's column at most."""
AROUND = 9
"""Lines of the screen above and below the rows."""
SOURCES = list(ScoreRow)

Key = tuple[int, str]


def key_of(row: Row) -> Key:
    """Where a row stands on the sheet: by source, then by hall or card."""
    return SOURCES.index(row.source), row.detail


def verdict(sheets: tuple[ScoreSheet, ...], names: list[str], words: Words) -> tuple[str, str]:
    """Who has won with how much, and what settled it."""
    winners = [sheet for sheet in sheets if sheet.rank == 1]
    total = winners[0].total
    if len(winners) > 1:
        who = [names[sheet.seat] for sheet in winners]
        first = words.say("final.share", names=who, n=total)
    else:
        first = words.say("final.wins", who=names[winners[0].seat], n=total)
    return first, words.tie_break(winners[0])


class FinalScreen(Page):
    """The sheet of a finished game."""

    PLACES: ClassVar[tuple[str, ...]] = ("final", "page", "app")
    BINDINGS = bindings_of("final")
    DEFAULT_CSS = """
    FinalScreen { align: center middle; }
    #final { width: 78; max-width: 100%; height: auto; max-height: 100%; padding: 0 1; }
    #final-head { height: 3; color: $primary; }
    #final-rows { height: auto; max-height: 1fr; }
    #final-names, #final-foot { height: auto; }
    """

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.sheets = final_scores(game.state)

    def compose(self) -> ComposeResult:
        """The verdict, the names, the rows, and totals and ranks that stay in sight."""
        with Vertical(id="final"):
            yield Static(id="final-head", markup=False)
            yield Static(id="final-names", markup=False)
            with Leaflet(id="final-rows"):
                yield Static(id="final-text", markup=False)
            yield Static(id="final-foot", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Write the sheet, and again when the edition's words change."""
        self.query_one(Leaflet).focus()
        self.watch(self.app, "edition", self._write, init=False)
        self.watch(self.app, "theme", self._write)

    def on_resize(self) -> None:
        """The rows take what the rest leaves free."""
        rows = self.query_one(Leaflet)
        rows.styles.max_height = max(3, self.size.height - AROUND - int(self._tied) - int(any(self.game.hints)))

    @cached_property
    def reviews(self) -> "Reviews":
        """What the turns of this game cost, kept for when one comes back to that."""
        from rokoko_tui.session.reviews import Reviews

        return Reviews(self.game)

    # ---- what stands on it

    @property
    def _tied(self) -> bool:
        """True when two have the same total, so that a line more is needed to tell why they stand as they do."""
        return any(sheet.tie_break is not TieBreak.PRESTIGE for sheet in self.sheets)

    @property
    def names(self) -> list[str]:
        """Names by seat."""
        return [self.words.seat(self.game.setup, sheet.seat) for sheet in self.sheets]

    def _write(self) -> None:
        labels = self._labels()
        first = max(cell_len(label) for label in labels.values())
        column = min(WIDEST, (WIDTH - first) // len(self.sheets))
        self.query_one("#final-head", Static).update(self._head())
        self.query_one("#final-names", Static).update(self._names(first, column))
        rows = [self._row(key, label, first, column) for key, label in labels.items()]
        self.query_one("#final-text", Static).update(Content("\n").join(rows))
        self.query_one("#final-foot", Static).update(self._foot(first, column))

    def _labels(self) -> dict[Key, str]:
        """The name of each row that anybody has, in the order of the sheet."""
        box = box_of(self.game.state)
        found = {key_of(row): row for sheet in self.sheets for row in sheet.rows}
        return {key: self.words.score_row(found[key], box) for key in sorted(found)}

    def _head(self) -> Content:
        """The verdict between two scrolls."""
        first, second = verdict(self.sheets, self.names, self.words)
        inner = WIDTH - 8
        rule = centred(f" {second} ", inner, "─")
        return Content("\n").join(
            [
                Content(f"╭──╮{' ' * inner}╭──╮"),
                Content.assemble("│╶╮│", (centred(f"◆ {first} ◆", inner), "bold $accent"), "│╭╴│"),
                Content(f"╰─╯╰{rule}╯╰─╯"),
            ]
        )

    def _names(self, first: int, column: int) -> Content:
        parts: list[tuple[str, str]] = [(" " * first, "")]
        for sheet in self.sheets:
            (mark, colour), name = self.mark(self.game.setup, sheet.seat), fit(self.names[sheet.seat], column - 3)
            parts.append((" " * (column - 2 - cell_len(name)), ""))
            parts += [(mark, colour), (f" {name}", "bold $accent" if sheet.rank == 1 else "bold")]
        return Content.assemble(*parts, "\n", ("─" * (first + column * len(self.sheets)), "$primary"))

    def _row(self, key: Key, label: str, first: int, column: int) -> Content:
        """One source: the best is set in bold, nothing is a dot."""
        points = [sum(row.points for row in sheet.rows if key_of(row) == key) for sheet in self.sheets]
        best = max(points)
        parts: list[tuple[str, str]] = [(filled(label, first), "")]
        for amount in points:
            style = "$text-muted" if not amount else "bold" if amount == best and min(points) < best else ""
            parts.append((f"{amount or '·'}".rjust(column), style))
        return Content.assemble(*parts)

    def _foot(self, first: int, column: int) -> Content:
        width = first + column * len(self.sheets)
        totals = [
            (f"{sheet.total}".rjust(column), "bold $accent" if sheet.rank == 1 else "bold") for sheet in self.sheets
        ]
        ranks = [(f"{sheet.rank}.".rjust(column), "bold $accent" if sheet.rank == 1 else "") for sheet in self.sheets]
        lines = [
            Content("─" * width).stylize("$primary"),
            Content.assemble((filled(self.words.say("final.total"), first), "bold"), *totals),
            Content.assemble((filled(self.words.say("final.rank"), first), ""), *ranks),
        ]
        if self._tied:
            left = [(f"{sheet.livre_left}".rjust(column), "") for sheet in self.sheets]
            lines.append(Content.assemble((filled(self.words.say("final.livre-left"), first), ""), *left))
        if any(self.game.hints):
            lines.append(Content(self.words.hints(self.game.hints, self.game.setup)).stylize("$text-muted"))
        return Content("\n").join(lines)

    # ---- where to go from here

    def action_replay(self) -> None:
        """Step through the game that was played."""
        self.rokoko.show_replay(self.game)

    def action_review(self) -> None:
        """Look back at what each turn cost."""
        self.rokoko.show_review(self.reviews)

    def action_new(self) -> None:
        """Set up another game."""
        self.rokoko.show_start()
        self.rokoko.show_new_game()

    def action_start(self) -> None:
        """To the start screen."""
        self.rokoko.show_start()

    def action_back(self) -> None:
        """Back to the table the game was played at, if it is still there."""
        self.leave()
