"""The final scores: an animated count, then the score sheet, the winner and a chart."""

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.timer import Timer
from textual.widgets import Footer, Static

from rokoko_core.box import box_of
from rokoko_core.observe import observe
from rokoko_core.play.view import Game
from rokoko_core.scoring import ScoreSheet, final_scores
from rokoko_core.terms import TieBreak
from rokoko_tui.analysis.final_tally import FRAMES_A_SECOND, LAST, STILL, Moment, Source, Tally, sources
from rokoko_tui.art.final_count import Caption, draw_count, draw_counted_sheet
from rokoko_tui.art.scene import Scene
from rokoko_tui.art.score_table import score_table_lines
from rokoko_tui.keys import bindings_of
from rokoko_tui.screens.base_screen import BaseScreen, current_time
from rokoko_tui.screens.help import ScrollableText
from rokoko_tui.screens.new_game import NewGameScreen
from rokoko_tui.settings.quick_start import rematch
from rokoko_tui.text import Words
from rokoko_tui.text.cells import centre, pad, truncate
from rokoko_tui.widgets.picture import Picture
from rokoko_tui.widgets.score_chart import ScoreGraph

if TYPE_CHECKING:
    from rokoko_tui.analysis.game_review import GameReviews

WIDTH = 75
"""Most cells of the score sheet without the scroll bar."""
WIDEST = 22
"""Most cells of a player's column."""
FIXED_LINES = 9
"""Lines of the screen above and below the rows."""
BROAD = 118
"""Columns from which the chart fits beside the sheet."""
HIGH = 36
"""Lines from which the podium fits above the chart."""


def verdict(sheets: tuple[ScoreSheet, ...], names: list[str], words: Words) -> tuple[str, str]:
    """Return who won with how many points, and the tie break."""
    winners = [sheet for sheet in sheets if sheet.rank == 1]
    total = winners[0].total
    if len(winners) > 1:
        first = words.say("final.share", names=[names[sheet.seat] for sheet in winners], n=total)
    else:
        first = words.say("final.wins", who=names[winners[0].seat], n=total)
    return first, words.tie_break(winners[0])


class FinalScreen(BaseScreen[None]):
    """The score sheet of a finished game. The optional count before it ends with any key or click."""

    PLACES: ClassVar[tuple[str, ...]] = ("final", "page", "app")
    BINDINGS = bindings_of("final")
    DEFAULT_CSS = """
    #final-page { height: 1fr; }
    #final-sheet { width: 3fr; min-width: 78; height: 100%; align: center middle; }
    #final { width: 78; max-width: 100%; height: auto; max-height: 100%; padding: 0 1; }
    #final-count { width: 3fr; min-width: 78; height: 100%; display: none; }
    #final-beside { width: 2fr; height: 100%; padding: 1 1 1 1; display: none; align: left middle; }
    #final-chart { height: 1fr; max-height: 22; }
    #final-counted { height: 1fr; margin-top: 1; display: none; }
    #final-podium { height: 1fr; max-height: 26; margin-bottom: 1; display: none; }
    FinalScreen.-broad #final-beside { display: block; }
    FinalScreen.-high #final-podium { display: block; }
    FinalScreen.-counting #final-podium { display: none; }
    FinalScreen.-counting #final-chart { max-height: 16; }
    FinalScreen.-counting #final-count, FinalScreen.-counting #final-counted { display: block; }
    FinalScreen.-counting #final-sheet, FinalScreen.-counting Footer { display: none; }
    #final-head { height: 3; color: $primary; }
    #final-rows { height: auto; max-height: 1fr; }
    #final-names, #final-foot { height: auto; }
    """

    HORIZONTAL_BREAKPOINTS = [(0, "-close"), (BROAD, "-broad")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (HIGH, "-high")]

    frame: reactive[int | None] = reactive(None, init=False, repaint=False)
    """The current frame of the count; None for the score sheet."""

    def __init__(self, game: Game, count: bool = False) -> None:
        super().__init__()
        self.game = game
        self.sheets = final_scores(game.state)
        self.tally = Tally(self.sheets)
        self._view = observe(game.state, None)
        self.clock: Timer | None = None
        self._started_at = 0.0
        """Start of the count in seconds, by ``current_time``."""
        if count:
            self.set_reactive(FinalScreen.frame, 0)
            self.add_class("-counting")

    def compose(self) -> ComposeResult:
        with Horizontal(id="final-page"):
            yield Picture(self._draw_frame, id="final-count")
            with Vertical(id="final-sheet"), Vertical(id="final"):
                yield Static(id="final-head", markup=False)
                yield Static(id="final-names", markup=False)
                with ScrollableText(id="final-rows"):
                    yield Static(id="final-text", markup=False)
                yield Static(id="final-foot", markup=False)
            with Vertical(id="final-beside"):
                yield Picture(self._draw_podium, id="final-podium")
                yield ScoreGraph(id="final-chart")
                yield Picture(self._draw_counted, id="final-counted")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        self.query_one(ScrollableText).focus()
        self.watch(self.app, "theme", self._update_sheet)
        self.watch(self.app, "pictures", self._redraw, init=False)
        if self.frame is not None:
            self._started_at = current_time()
            self.clock = self.set_interval(1 / FRAMES_A_SECOND, self._keep_pace)

    def refresh_texts(self) -> None:
        super().refresh_texts()
        self._update_sheet()

    def on_resize(self) -> None:
        """Fit the rows, and draw the chart if there is space for it."""
        super().on_resize()
        if self.size.width >= BROAD:
            self.call_after_refresh(self._show_chart)
        rows = self.query_one(ScrollableText)
        rows.styles.max_height = max(3, self.size.height - FIXED_LINES - int(self._tied) - int(any(self.game.hints)))

    @cached_property
    def reviews(self) -> "GameReviews":
        """The reviews of this game, kept while the screen is open."""
        from rokoko_tui.analysis.game_review import GameReviews

        return GameReviews(self.game)

    # ---- the count

    @property
    def counting(self) -> bool:
        return self.frame is not None

    def _keep_pace(self) -> None:
        """Show the frame that is due: skip frames on a slow terminal, but none after a pause of over a second."""
        late = int((current_time() - self._started_at) * FRAMES_A_SECOND) - (self.frame or 0)
        if late > FRAMES_A_SECOND:
            self._started_at += (late - 1) / FRAMES_A_SECOND
            late = 1
        self.advance(max(1, late))

    def advance(self, frames: int = 1) -> None:
        """Advance by ``frames``; show the sheet after the last."""
        if self.frame is not None:
            due = self.frame + frames
            self.frame = due if due <= LAST else None

    def watch_frame(self, frame: int | None) -> None:
        if frame is not None:
            self._redraw()
        else:
            if self.clock is not None:
                self.clock.stop()
            self.remove_class("-counting")
        self.query_one(ScoreGraph).turns = self._turns_shown()

    def intercepts(self, event: events.InputEvent) -> bool:
        """End the count with any key or click, which does nothing else."""
        if not self.counting:
            return False
        if isinstance(event, events.Key | events.MouseUp):
            self.frame = None
        return True

    @property
    def _moment(self) -> Moment:
        return self.tally.moment(LAST if self.frame is None else self.frame)

    def _scene(self) -> Scene:
        return Scene(self._view, self.words, pictures=self.rokoko.pictures)

    def _redraw(self) -> None:
        for picture in self.query(Picture):
            picture.renew()

    def _draw_frame(self, width: int, height: int) -> list[Text]:
        caption = Caption(self._heading(), tuple(self.names), self.words.say("final.skip"))
        return draw_count(self._scene(), self.tally, self._moment, caption, width, height).lines

    def _draw_podium(self, width: int, height: int) -> list[Text]:
        """Draw the final totals with fireworks."""
        caption = Caption(self._verdict[0], tuple(self.names), "")
        return draw_count(self._scene(), self.tally, self.tally.moment(STILL), caption, width, height, grand=True).lines

    def _draw_counted(self, width: int, height: int) -> list[Text]:
        return draw_counted_sheet(self._scene(), self.tally, self._moment, width, height).lines

    def _heading(self) -> str:
        """Return the source being counted, or who won."""
        now = self._moment
        if now.crown or not self.tally.counted:
            return self._verdict[0]
        if self.frame is not None and not now.counted and now.adding is None:
            return self.words.say("final.count")
        index = now.counted - 1 if now.adding is None else now.adding
        return self._label(self.tally.counted[index])

    # ---- the chart

    def _show_chart(self) -> None:
        """Fill the chart. Nothing is hidden in a finished game."""
        from rokoko_core.play.replay_game import OPEN
        from rokoko_tui.analysis.game_review import Curve

        chart, setup = self.query_one(ScoreGraph), self.game.setup
        seats = range(len(self.sheets))
        chart.marks, chart.names = tuple(self.mark(setup, seat) for seat in seats), tuple(self.names)
        chart.round_word = self.words.say("panes.scores.round")
        chart.position = None
        if chart.curve is None:
            chart.curve = Curve(self.game, OPEN)
        chart.turns = self._turns_shown()

    def _turns_shown(self) -> int | None:
        """Return the number of turns in the chart, which grows after the count; None for all."""
        curve = self.query_one(ScoreGraph).curve
        if curve is None or self.frame is None:
            return None
        return int(self._moment.ending * len(curve.positions))

    # ---- the score sheet

    @property
    def _tied(self) -> bool:
        """True if a tie was broken, which takes one more line."""
        return any(sheet.tie_break is not TieBreak.PRESTIGE for sheet in self.sheets)

    @property
    def names(self) -> list[str]:
        return [self.words.seat(self.game.setup, sheet.seat) for sheet in self.sheets]

    @property
    def _verdict(self) -> tuple[str, str]:
        return verdict(self.sheets, self.names, self.words)

    def _update_sheet(self) -> None:
        lines = sources(self.sheets)
        first = max(cell_len(self._label(line)) for line in lines)
        column = min(WIDEST, (WIDTH - first) // len(self.sheets))
        self.query_one("#final-head", Static).update(self._format_head())
        self.query_one("#final-names", Static).update(self._format_names(first, column))
        rows = [self._format_row(line, first, column) for line in lines]
        self.query_one("#final-text", Static).update(Content("\n").join(rows))
        self.query_one("#final-foot", Static).update(self._format_foot(first, column))
        self._redraw()
        if self.query_one(ScoreGraph).curve is not None:
            self._show_chart()

    def _label(self, line: Source) -> str:
        return self.words.score_row(line.row, box_of(self.game.state))

    def _format_head(self) -> Content:
        """Return the verdict between two scrolls."""
        first, second = self._verdict
        inner = WIDTH - 8
        rule = centre(f" {second} ", inner, "─")
        return Content("\n").join(
            [
                Content(f"╭──╮{' ' * inner}╭──╮"),
                Content.assemble("│╶╮│", (centre(f"◆ {first} ◆", inner), "bold $accent"), "│╭╴│"),
                Content(f"╰─╯╰{rule}╯╰─╯"),
            ]
        )

    def _format_names(self, first: int, column: int) -> Content:
        parts: list[tuple[str, str]] = [(" " * first, "")]
        for sheet in self.sheets:
            (mark, colour), name = self.mark(self.game.setup, sheet.seat), truncate(self.names[sheet.seat], column - 3)
            parts.append((" " * (column - 2 - cell_len(name)), ""))
            parts += [(mark, colour), (f" {name}", "bold $accent" if sheet.rank == 1 else "bold")]
        return Content.assemble(*parts, "\n", ("─" * (first + column * len(self.sheets)), "$primary"))

    def _format_row(self, line: Source, first: int, column: int) -> Content:
        """Return the row of a source: the best in bold, zero as a dot."""
        points = line.points
        best = max(points)
        parts: list[tuple[str, str]] = [(pad(self._label(line), first), "")]
        for amount in points:
            style = "$text-muted" if not amount else "bold" if amount == best and min(points) < best else ""
            parts.append((f"{amount or '·'}".rjust(column), style))
        return Content.assemble(*parts)

    def _format_foot(self, first: int, column: int) -> Content:
        width = first + column * len(self.sheets)
        totals = [
            (f"{sheet.total}".rjust(column), "bold $accent" if sheet.rank == 1 else "bold") for sheet in self.sheets
        ]
        ranks = [(f"{sheet.rank}.".rjust(column), "bold $accent" if sheet.rank == 1 else "") for sheet in self.sheets]
        lines = [
            Content("─" * width).stylize("$primary"),
            Content.assemble((pad(self.words.say("final.total"), first), "bold"), *totals),
            Content.assemble((pad(self.words.say("final.rank"), first), ""), *ranks),
        ]
        if self._tied:
            left = [(f"{sheet.livre_left}".rjust(column), "") for sheet in self.sheets]
            lines.append(Content.assemble((pad(self.words.say("final.livre-left"), first), ""), *left))
        if any(self.game.hints):
            lines.append(Content(self.words.hints(self.game.hints, self.game.setup)).stylize("$text-muted"))
        return Content("\n").join(lines)

    # ---- commands

    def action_rematch(self) -> None:
        self.rokoko.games.begin(rematch(self.game))

    def action_replay(self) -> None:
        self.rokoko.show_replay(self.game)

    def action_review(self) -> None:
        self.rokoko.show_review(self.reviews)

    def action_copy(self) -> None:
        """Copy the score sheet as text."""
        lines = score_table_lines(self._view, self.words, self.game.hints)
        self.rokoko.copy("\n".join(lines), self.words.say("table.copied.result"))

    def action_new(self) -> None:
        self.rokoko.show_start()
        self.app.push_screen(NewGameScreen())

    def action_start(self) -> None:
        self.rokoko.show_start()
