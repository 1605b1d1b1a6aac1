"""The final scores: an animated count, then the score sheet, the winner and a chart."""

from collections.abc import Iterator
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.timer import Timer
from textual.widgets import Static

from rokoko_core.box import box_of
from rokoko_core.concession import final_sheets
from rokoko_core.observe import observe
from rokoko_core.play.view import Game, NotWritten
from rokoko_core.score_sheet import sources
from rokoko_tui.analysis.deal_results import share_lines
from rokoko_tui.art.final_count import (
    FRAMES_A_SECOND,
    LAST,
    STILL,
    Caption,
    Moment,
    Tally,
    draw_count,
    draw_counted_sheet,
)
from rokoko_tui.art.scene import Scene
from rokoko_tui.art.table_text import score_table_lines
from rokoko_tui.hosting.hosted_text import describe_failure, describe_rematch
from rokoko_tui.keys import bindings_of, key_of
from rokoko_tui.screens.base_screen import BaseScreen, current_time
from rokoko_tui.screens.chat import ChatScreen
from rokoko_tui.screens.comparison import ComparisonScreen
from rokoko_tui.screens.help import ScrollableText
from rokoko_tui.screens.new_game import NewGameScreen
from rokoko_tui.settings.daily_deal import day_of
from rokoko_tui.settings.setups import rematch
from rokoko_tui.widgets.footer import KeyFooter
from rokoko_tui.widgets.line_widget import Picture
from rokoko_tui.widgets.score_chart import NAME, ScoreGraph
from rokoko_tui.widgets.score_sheet import SHEET_WIDTH, SheetText, describe_verdict, is_tied
from rokoko_tui.widgets.terminal_sizes import UPRIGHT

if TYPE_CHECKING:
    from rokoko_core.remote.client import RemoteGame

FIXED_LINES = 9
"""Lines of the screen above and below the rows."""
FEWEST_LINES = 5
"""The same without ornament and rules."""
OF_PLAYED_GAMES = ("rematch", "again", "compare", "replay", "review")
"""Commands that the lesson has no use for."""
OF_WHOLE_GAMES = ("compare", "review")
"""Commands that need final scores; a game that ended because of who conceded has none."""
FRAME = 3
"""Columns beside the sheet, with the scroll bar."""
BROAD = 118
"""Columns from which the chart fits beside the sheet."""
HIGH = 36
"""Lines from which the podium fits above the chart."""


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
    #final-chart { height: 1fr; max-height: 22; border-top: solid $foreground 25%; border-title-color: $title; }
    #final-counted { height: 1fr; margin-top: 1; display: none; }
    #final-podium { height: 1fr; max-height: 26; margin-bottom: 1; display: none; }
    FinalScreen.-broad #final-beside { display: block; }
    FinalScreen.-high #final-podium { display: block; }
    FinalScreen.-counting #final-podium { display: none; }
    FinalScreen.-counting #final-chart { max-height: 16; }
    FinalScreen.-counting #final-count, FinalScreen.-counting #final-counted { display: block; }
    FinalScreen.-counting #final-sheet, FinalScreen.-counting Footer { display: none; }
    FinalScreen.-upright #final-sheet, FinalScreen.-upright #final-count { min-width: 0; }
    #final-head { height: auto; color: $primary; }
    #final-rows { height: auto; max-height: 1fr; }
    #final-names, #final-foot { height: auto; }
    """

    HORIZONTAL_BREAKPOINTS = [(0, "-upright"), (UPRIGHT, "-close"), (BROAD, "-broad")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (HIGH, "-high")]

    frame: reactive[int | None] = reactive(None, init=False, repaint=False)
    """The current frame of the count; None for the score sheet."""

    def __init__(
        self, game: Game, count: bool = False, of_lesson: bool = False, hosted: "RemoteGame | None" = None
    ) -> None:
        """``hosted`` is the game of a host, whose rematch the others are asked for."""
        super().__init__()
        self._hosted = hosted
        self.game, self._of_lesson = game, of_lesson
        self.sheets = final_sheets(game)
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
        yield KeyFooter()

    def on_mount(self) -> None:
        self.query_one(ScrollableText).focus()
        self.watch(self.app, "theme", self.refresh_texts)
        if self._hosted is not None:
            self._hosted.on_rematch = self._follow_rematch
        self.watch(self.app, "pictures", self._redraw, init=False)
        if self.frame is not None:
            self._started_at = current_time()
            self.clock = self.set_interval(1 / FRAMES_A_SECOND, self._keep_pace)

    def on_resize(self) -> None:
        """Fit the rows, and draw the chart if there is space for it."""
        if self.size.width >= BROAD:
            self.call_after_refresh(self._show_chart)
        self.refresh_texts()
        lines = FEWEST_LINES if self._is_dense else FIXED_LINES
        self.query_one(ScrollableText).styles.max_height = max(3, self.size.height - lines - self._lines_below)

    @property
    def _lines_below(self) -> int:
        """The lines below the sheet: a tie, and the notes."""
        return int(is_tied(self.sheets)) + len(list(self._notes()))

    @property
    def _is_dense(self) -> bool:
        """Whether the sheet needs the lines of its ornament and rules."""
        return len(sources(self.sheets)) > self.size.height - FIXED_LINES - self._lines_below

    @cached_property
    def day(self) -> date | None:
        """The day whose deal was finished; None for any other game."""
        return day_of(self.game.setup) if share_lines(self.game, self.words) else None

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
        return Scene(self._view, self.words, pictures=self.app.pictures)

    def _redraw(self) -> None:
        for picture in self.query(Picture):
            picture.redraw()

    def _draw_frame(self, width: int, height: int) -> list[Text]:
        caption = Caption(self._heading(), tuple(self.names), self.app.settings.say_keys("final.skip"))
        return draw_count(self._scene(), self.tally, self._moment, caption, width, height).lines

    def _draw_podium(self, width: int, height: int) -> list[Text]:
        """Draw the final totals with fireworks."""
        caption = Caption("", tuple(self.names), "")  # the sheet beside it says who won
        return draw_count(self._scene(), self.tally, self.tally.moment(STILL), caption, width, height, grand=True).lines

    def _draw_counted(self, width: int, height: int) -> list[Text]:
        return draw_counted_sheet(self._scene(), self.tally, self._moment, width, height).lines

    def _heading(self) -> str:
        """Return the source being counted, or who won."""
        now = self._moment
        if now.crown or not self.tally.counted:
            return self._verdict
        if self.frame is not None and not now.counted and now.adding is None:
            return self.words.say("final.count")
        index = now.counted - 1 if now.adding is None else now.adding
        return self._sheet.label(self.tally.counted[index])

    # ---- the chart

    def _show_chart(self) -> None:
        """Fill the chart. Nothing is hidden in a finished game."""
        from rokoko_core.play.replay_game import OPEN
        from rokoko_core.play.score_curve import Curve

        chart, setup = self.query_one(ScoreGraph), self.game.setup
        seats = range(len(self.sheets))
        chart.marks = tuple(self.mark(setup, seat) for seat in seats)
        chart.names = tuple(self.words.seat_within(setup, seat, NAME) for seat in seats)
        chart.set_border_titles(*self.words.wording("final.chart"))
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
    def names(self) -> list[str]:
        return [self.words.seat(self.game.setup, sheet.seat) for sheet in self.sheets]

    @property
    def _sheet(self) -> SheetText:
        marks = [self.mark(self.game.setup, sheet.seat) for sheet in self.sheets]
        box, conceded = box_of(self.game.state), self._conceded
        width = min(SHEET_WIDTH, self.app.size.width - FRAME)
        return SheetText(self.sheets, self.names, marks, self.words, box, self._is_dense, conceded, width)

    @property
    def _conceded(self) -> tuple[str, ...]:
        """The names of those whose conceding ended the game; nobody where it was played to its end."""
        return () if self.game.over else tuple(self.names[seat] for seat in self.game.conceded)

    @property
    def _verdict(self) -> str:
        """Who won, and what decided a tie."""
        first, second = describe_verdict(self.sheets, self.names, self.words, self._conceded)
        return self.words.listed([first, second], "facts") if second else first

    def refresh_texts(self) -> None:
        sheet = self._sheet
        self.query_one("#final-head", Static).update(sheet.head())
        self.query_one("#final-names", Static).update(sheet.heading())
        self.query_one("#final-text", Static).update(sheet.rows())
        self.query_one("#final-foot", Static).update(Content("\n").join([*sheet.totals(), *self._notes()]))
        self._redraw()
        if self.query_one(ScoreGraph).curve is not None:
            self._show_chart()

    def _notes(self) -> Iterator[Content]:
        """Yield the lines below the sheet: hints, and how to share a daily deal."""
        if self.game.over:
            for seat in self.game.conceded:
                yield Content(self.words.say("printed.conceded", who=self.names[seat])).stylize("$text-muted")
        if any(self.game.hints):
            yield Content(self.words.hints(self.game.hints, self.game.setup)).stylize("$text-muted")
        if self._hosted is not None and self._hosted.rematch:
            yield Content(describe_rematch(self._hosted, self._rematch_key, self.words)).stylize("bold $accent")
        if self.day is not None:
            key = self.words.format_keys(key_of("final.share", self.app.settings.keys))
            offer = self.words.say_of("daily.offer", {"text": self.day.isoformat(), "key": key})
            yield Content(offer).stylize("$text-muted")

    # ---- commands

    async def action_rematch(self) -> None:
        """Begin a game at the same table; of a hosted game, ask the others."""
        if self._hosted is None:
            self.app.games.begin(rematch(self.game))
            return
        try:
            await self._hosted.want_rematch()
        except NotWritten as error:
            self.app.tell_error(describe_failure(error, self.words))

    def _follow_rematch(self) -> None:
        """Show who wants another game."""
        if self.is_running:
            self.on_resize()
            if self._hosted is not None and self._hosted.rematch and self.is_current:
                self.notify(describe_rematch(self._hosted, self._rematch_key, self.words), timeout=8, markup=False)

    @property
    def _rematch_key(self) -> str:
        return self.words.format_keys(key_of("final.rematch", self.app.settings.keys))

    def action_chat(self) -> None:
        if self._hosted is not None:
            self.app.push_screen(ChatScreen(self._hosted))

    def action_again(self) -> None:
        self.app.games.play_again(self.game.setup)

    def action_compare(self) -> None:
        self.app.push_screen(ComparisonScreen(self.game))

    def action_replay(self) -> None:
        self.app.show_replay(self.game)

    def action_review(self) -> None:
        self.app.show_review(self.app.reviews_of(self.game))

    def action_copy(self) -> None:
        lines = score_table_lines(self._view, self.words, self.game.hints)
        self.app.copy("\n".join(lines), self.words.say("table.copied.result"))

    def action_share(self) -> None:
        """Copy the result of a daily deal without spoilers."""
        text = "\n".join(share_lines(self.game, self.words))
        self.app.copy(text, f"{self.words.say('daily.copied')}\n{text}")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer what has something to do: of the lesson, whose moves are given, nothing but the scores."""
        if (action == "share" and self.day is None) or (self._of_lesson and action in OF_PLAYED_GAMES):
            return False
        if action == "chat" and self._hosted is None:
            return False
        if self._hosted is not None and (action == "again" or (action == "rematch" and self._hosted.viewer is None)):
            return False  # in a game that some have seen, nobody could hide a hand
        if not self.game.over and action in OF_WHOLE_GAMES:
            return False
        return super().check_action(action, parameters)

    def action_new(self) -> None:
        self.app.show_start()
        self.app.push_screen(NewGameScreen())

    def action_start(self) -> None:
        self.app.show_start()
