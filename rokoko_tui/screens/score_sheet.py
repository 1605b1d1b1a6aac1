"""The score sheet over a table: every source of prestige, what is still open, and what a choice or a step changes."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from rokoko_core.observe import known_scores
from rokoko_core.setup import LAST_ROUND
from rokoko_tui.keys import bindings_of
from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.screens.help import ScrollableText
from rokoko_tui.table.explanation import ScorePage
from rokoko_tui.text.wording import fold, wrap
from rokoko_tui.widgets.footer import KeyFooter
from rokoko_tui.widgets.score_sheet import OpenSheetText
from rokoko_tui.widgets.terminal_sizes import is_upright

FRAME_COLUMNS, FRAME_LINES = 5, 6
"""Columns of the box besides its text, and its lines and the footer besides the rows."""
WIDEST = 150
"""Columns of the box in a wide terminal."""
HIGH = 30
"""Lines of a terminal in which rules separate names, rows and totals."""


class ScoreSheetScreen(ModalScreen[None], BaseScreen[None]):
    """The sheet. ``update`` writes it again after the table changed."""

    CLOSING_BOX = "#score"
    PLACES: ClassVar[tuple[str, ...]] = ("score", "page", "app")
    BINDINGS = [
        *bindings_of("score"),
        *(binding for binding in bindings_of("app") if isinstance(binding, Binding) and binding.id == "app.help"),
    ]
    """Also the key of the help, which the app does not hear below a modal."""
    DEFAULT_CSS = """
    ScoreSheetScreen { align: center middle; background: $background 60%; }
    #score { height: auto; border: heavy $accent; background: $surface; padding: 0 1; }
    #score-title { color: $title; text-style: bold; }
    #score-change, #score-names, #score-rows, #score-total { height: auto; }
    ScoreSheetScreen.-high #score-names { border-bottom: solid $primary; }
    ScoreSheetScreen.-high #score-total { border-top: solid $primary; }
    """
    VERTICAL_BREAKPOINTS = [(0, "-low"), (HIGH, "-high")]

    def __init__(self, write: Callable[[], ScorePage], step: Callable[[int], None]) -> None:
        """``write`` returns what is shown; ``step`` goes to the next choice or step (1), or to the one before (-1)."""
        super().__init__()
        self._write, self._step = write, step
        self._page = write()

    def compose(self) -> ComposeResult:
        with Vertical(id="score"):
            yield Static(id="score-title", markup=False)
            yield Static(id="score-change", markup=False)
            yield Static(id="score-names", markup=False)
            with ScrollableText(id="score-rows"):
                yield Static(id="score-text", markup=False)
            yield Static(id="score-total", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self.query_one(ScrollableText).focus()
        self.watch(self.app, "theme", self.refresh_texts, init=False)

    def on_resize(self) -> None:
        self.refresh_texts()

    def update(self) -> None:
        """Show the table as it is now."""
        if self.is_ready:
            self.refresh_texts()

    def refresh_texts(self) -> None:
        page = self._page = self._write()
        view, columns = page.view, min(WIDEST, self.size.width)
        width = columns - FRAME_COLUMNS
        setup = view.table.setup
        marks = [self.mark(setup, seat) for seat in range(len(view.table.players))]
        sheet = OpenSheetText(view, page.change, marks, self.words, width)
        self.query_one("#score").styles.width = columns
        title = wrap(self._title(), width)
        most = 2 if is_upright(self.size.width) else 1
        change = [line for text in page.caption for line in fold(text, width, most)]
        self.query_one("#score-title", Static).update(Content("\n".join(title)))
        self.query_one("#score-change", Static).update(Content("\n".join(change)))
        self.query_one("#score-change").display = bool(change)
        self.query_one("#score-names", Static).update(sheet.heading())
        self.query_one("#score-text", Static).update(sheet.rows())
        legend = [line for text in self._legend() for line in wrap(text, width)]
        total = [sheet.total(), *(Content.styled(text, "$text-muted") for text in legend)]
        self.query_one("#score-total", Static).update(Content("\n").join(total))
        taken = FRAME_LINES + len(title) - 1 + len(change) + len(total) - 1 + 2 * (self.size.height >= HIGH)
        self.query_one(ScrollableText).styles.max_height = max(3, self.size.height - taken)
        self.refresh_bindings()

    def _title(self) -> str:
        table = self._page.view.table
        if not table.pending:
            return self.words.say("final.count")
        return self.words.say("score.title", n=table.round, most=LAST_ROUND)

    def _legend(self) -> list[str]:
        """Return what the numbers on the boards are, by those of the viewer; nothing where they are hidden."""
        view = self._page.view
        seat = view.seat or 0
        if not view.table.pending or not view.prestige_known[seat]:
            return []
        gained, total = view.table.players[seat].prestige, known_scores(view)[seat].total
        return [self.words.say("score.legend", prestige=gained, n=total)]

    def action_step(self, step: int) -> None:
        self._step(step)
        self.update()

    def action_help(self) -> None:
        self.app.action_help()

    def action_back(self) -> None:
        self.dismiss()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the arrow keys where there is something to step through."""
        return (action != "step" or self._page.has_steps) and super().check_action(action, parameters)
