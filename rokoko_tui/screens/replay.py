"""Stepping through a game that was played: table, log and scores at any position, as chosen eyes see them."""

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Footer, Input, Static

from rokoko_core.game import Game
from rokoko_core.observe import Observation
from rokoko_tui.drawing.canvas import fit
from rokoko_tui.drawing.scene import Scene
from rokoko_tui.keys import bindings_of
from rokoko_tui.panes.board import board_panes, player_panes
from rokoko_tui.panes.listing import Item, Listing
from rokoko_tui.panes.pane import Pane
from rokoko_tui.panes.status import StatusPane
from rokoko_tui.screens.cycle import Cycle
from rokoko_tui.screens.graph import ScoreGraph
from rokoko_tui.screens.page import Page
from rokoko_tui.session.reviews import BEFORE_ALL, ONLOOKER, Curve, Reviews, eyes_of, seen, told
from rokoko_tui.words import Line
from rokoko_tui.words.piece_keys import pieces_of

TABS = {
    "halls": "Halls",
    "works": "Workshop",
    "decor": "Decorations",
    "players": "Players",
    "log": "Log",
    "scores": "Scores",
}
"""What a small terminal shows one at a time."""
PACES = (4.0, 2.0, 1.0, 0.5, 0.25, 0.1)
"""Seconds between two steps, from slow to fast."""
BUTTONS = (
    ("first", "⇤"),
    ("back_round", "«"),
    ("back_turn", "‹‹"),
    ("back_step", "‹"),
    ("run", "▷"),
    ("step", "›"),
    ("turn", "››"),
    ("round", "»"),
    ("last", "⇥"),
)
"""(action, sign) of the buttons under the table."""
BIGGEST = 3
"""How many of the biggest turns are named."""


class ReplayLog(Listing, can_focus=False):
    """The whole log with the present line marked; a click on a line goes there."""

    DEFAULT_CSS = """
    ReplayLog > .listing--cursor { background: $primary; color: $background; text-style: bold; }
    """

    class Picked(Message):
        """A line was clicked."""

        def __init__(self, line: int) -> None:
            super().__init__()
            self.line = line

    def on_click(self, event: events.Click) -> None:
        """Go to the line at once."""
        offset = event.get_content_offset(self)
        line = self.item_at(offset.y) if offset is not None else None
        event.stop()
        event.prevent_default()
        if line is not None:
            self.post_message(self.Picked(line))


class Slider(Widget):
    """Where the position lies in the whole game, with a tick where each round begins; a click goes there."""

    DEFAULT_CSS = """
    Slider { height: 1; width: 100%; padding: 0 1; }
    """

    position: reactive[int] = reactive(0)

    class Picked(Message):
        """A place was clicked."""

        def __init__(self, position: int) -> None:
            super().__init__()
            self.position = position

    def __init__(self, length: int, rounds: Sequence[tuple[int, int]], id: str | None = None) -> None:
        super().__init__(id=id)
        self._length, self._rounds = length, rounds

    def _column(self, position: int) -> int:
        return round(position * (self.content_size.width - 1) / max(1, self._length))

    def render(self) -> Content:
        """A line, heavy as far as the position."""
        width, here = self.content_size.width, self._column(self.position)
        cells = [("━", "$primary") if x < here else ("─", "$text-muted") for x in range(width)]
        for number, position in self._rounds:
            cells[self._column(position)] = (str(number), "bold $accent")
        cells[here] = ("●", "bold $accent")
        return Content.assemble(*cells)

    def on_click(self, event: events.Click) -> None:
        """Go to the position in that column."""
        offset = event.get_content_offset(self)
        if offset is not None:
            event.stop()
            self.post_message(self.Picked(round(offset.x * self._length / max(1, self.content_size.width - 1))))


class ReplayScreen(Page):
    """The table at ``position``, the number of actions taken before."""

    PLACES: ClassVar[tuple[str, ...]] = ("replay", "app")
    BINDINGS = bindings_of("replay")
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (120, "-wide"), (150, "-roomy")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (40, "-tall"), (50, "-lofty")]
    AUTO_FOCUS = ""
    CSS_PATH = "replay.tcss"

    position: reactive[int] = reactive(0, init=False)
    eyes: reactive[str] = reactive(ONLOOKER, init=False)
    tab: reactive[str] = reactive("halls", init=False)

    def __init__(self, game: Game, at: int | None = None, eyes: str = ONLOOKER) -> None:
        super().__init__()
        self.game = game
        self.set_reactive(ReplayScreen.eyes, eyes)
        self.set_reactive(ReplayScreen.position, max(0, min(at or 0, game.length)))
        self._turns = sorted({0, *game.positions_of_turns()})
        self._rounds = [position for _, position in game.round_starts]
        self._log: list[tuple[int, Line]] = []
        self._curves: dict[str, Curve] = {}
        self._panes: list[Pane] = []
        self._timer: Timer | None = None
        self.pace = 1.0

    def compose(self) -> ComposeResult:
        """All panes for every size; the style sheet says which are seen where."""
        yield StatusPane(id="replay-status")
        yield Static(id="replay-tabs")
        yield from board_panes("replay-")
        with Horizontal(id="replay-bottom"):
            yield from player_panes("replay-")
            yield ReplayLog(id="replay-log")
            with Vertical(id="replay-scores"):
                yield Static(id="replay-table")
                yield ScoreGraph(id="replay-graph")
                yield Static(id="replay-swings")
        yield Slider(self.game.length, self.game.round_starts, id="replay-slider")
        with Horizontal(id="replay-bar"):
            yield Static(id="replay-buttons")
            yield Static(id="replay-where", markup=False)
            yield Static("seen by", id="replay-by")
            yield Cycle(eyes_of(self.game.setup, self.words), self.eyes, id="replay-eyes")
        yield Input(id="replay-jump")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Draw everything, then follow edition and theme."""
        self._panes = list(self.query(Pane))
        self.pace = self.rokoko.settings.replay_pace
        self.query_one(Cycle).can_focus = False
        self.query_one("#replay-log").border_title = "Log"
        self.query_one("#replay-scores").border_title = "Scores as if the game ended here"
        self.set_class(bool(self.game.at(0).jewels), "-jeweler")
        self.query_one("#replay-jump").border_title = f"Go to step, 0 to {self.game.length}"
        self.watch_tab(self.tab)
        self._see_anew()
        self.watch(self.app, "edition", self._see_anew, init=False)
        self.watch(self.app, "theme", self._show_scores, init=False)

    # ---- what is shown

    def view(self) -> Observation:
        """The position as the eyes chosen see it."""
        return seen(self.game.at(self.position), self.eyes)

    def watch_position(self) -> None:
        """Draw the new position."""
        self._show()

    def watch_eyes(self) -> None:
        """Other eyes see other secrets, and another log."""
        self.query_one(Cycle).value = self.eyes
        self._see_anew()

    def _see_anew(self) -> None:
        """Tell the log and draw the curve again, then everything else."""
        self.set_class(self.eyes == ONLOOKER, "-onlooker")
        self._log = told(self.game, self.words, self.eyes)
        items = []
        for _, line in self._log:
            heading = line.kind == "round"
            sign = self.mark(self.game.setup, line.seat)[0] if line.seat is not None else " "
            items.append(Item(line.text, "heading" if heading else "plain", mark="" if heading else sign, indent=0))
        self.query_one(ReplayLog).show(items, self._line_here())
        self._show()

    def _line_here(self) -> int:
        """Index of the last line told before the position; -1 when there is none."""
        return next((n for n in range(len(self._log) - 1, -1, -1) if self._log[n][0] < self.position), -1)

    def _show(self) -> None:
        view, before = self.view(), self.position - 1
        lit = pieces_of(self.game.line[before], self.game.at(before)) if before >= 0 else frozenset[str]()
        scene = Scene(view, self.words, lit)
        for pane in self._panes:
            pane.scene = scene
        self.query_one(ReplayLog).cursor = self._line_here()
        self.query_one(Slider).position = self.position
        self._show_bar()
        self._show_scores()

    def _show_bar(self) -> None:
        parts: list[tuple[str, str]] = []
        for action, sign in BUTTONS:
            shown = "‖" if action == "run" and self.running else sign
            parts += [(f" {shown} ", f"bold $accent @click=screen.{action}")]
        self.query_one("#replay-buttons", Static).update(Content.assemble(*parts))
        speed = f" · every {self.pace:g} s" if self.running else ""
        where = f"step {self.position} of {self.game.length}{speed}"
        self.query_one("#replay-where", Static).update(where)

    @property
    def curve(self) -> Curve:
        """The scores of the whole game as these eyes see them, worked out once."""
        if self.eyes not in self._curves:
            self._curves[self.eyes] = Curve(self.game, self.eyes)
        return self._curves[self.eyes]

    def _show_scores(self) -> None:
        curve, setup = self.curve, self.game.setup
        graph = self.query_one(ScoreGraph)
        graph.marks = tuple(self.mark(setup, seat) for seat in range(len(self.game.at(0).players)))
        graph.names = tuple(self.words.seat(setup, seat) for seat in range(len(graph.marks)))
        graph.curve, graph.position = curve, self.position
        graph.flags = tuple(swing.begins for swing in curve.swings[:BIGGEST])
        self.query_one("#replay-table", Static).update(self._score_table())
        lines = [Content("Turns that moved the lead most").stylize("$text-muted")] if curve.swings else []
        for swing in curve.swings[:BIGGEST]:
            sign, style = self.mark(setup, swing.seat)
            state = self.game.at(swing.begins)
            name = fit(self.words.seat(setup, swing.seat), 12)
            link = f" @click=screen.go({swing.ends})"
            text = f" {name} {swing.amount:+d}, round {state.round}, step {swing.begins}"
            lines.append(Content.assemble(("▲ ", "$accent"), (sign, style), (text, link.strip())))
        self.query_one("#replay-swings", Static).update(Content("\n").join(lines))

    def _score_table(self) -> Content:
        totals = self.curve.totals_at(self.position)
        start = self.curve.totals[self.curve.place(max(0, self.position - 1))]
        known = [total for total in totals if total is not None]
        lines = []
        for seat, total in enumerate(totals):
            sign, style = self.mark(self.game.setup, seat)
            name = fit(self.words.seat(self.game.setup, seat), 18)
            parts = [(sign, style), (f" {name}{' ' * (19 - cell_len(name))}", "")]
            if total is None:
                parts.append(("hidden", "$text-muted"))
            else:
                gain = total - (start[seat] or 0)
                leads = total == max(known)
                parts += [(f"{total:>4}", "bold $accent" if leads else "bold")]
                parts += [(f" {gain:>+4d}" if gain else "    ·", "$text-muted")]
            lines.append(Content.assemble(*parts))
        return Content("\n").join(lines)

    # ---- moving through the game

    def go(self, position: int) -> None:
        """Show ``position``, as near as the game has it."""
        self.position = max(0, min(position, self.game.length))

    def action_go(self, position: int) -> None:
        """Show ``position``."""
        self.go(position)

    def action_step(self) -> None:
        """A step on."""
        self.go(self.position + 1)

    def action_back_step(self) -> None:
        """A step back."""
        self.go(self.position - 1)

    def _to_next(self, stops: Sequence[int]) -> None:
        self.go(next((stop for stop in stops if stop > self.position), self.game.length))

    def _to_last(self, stops: Sequence[int]) -> None:
        self.go(next((stop for stop in reversed(stops) if stop < self.position), 0))

    def action_turn(self) -> None:
        """To where the next turn begins."""
        self._to_next(self._turns)

    def action_back_turn(self) -> None:
        """To where this turn began, or the one before."""
        self._to_last(self._turns)

    def action_round(self) -> None:
        """To where the next round begins."""
        self._to_next(self._rounds)

    def action_back_round(self) -> None:
        """To where this round began, or the one before."""
        self._to_last(self._rounds)

    def action_first(self) -> None:
        """To the start of the game."""
        self.go(0)

    def action_last(self) -> None:
        """To its end."""
        self.go(self.game.length)

    def action_up(self) -> None:
        """To the line of the log above."""
        self._to_line(-1)

    def action_down(self) -> None:
        """To the line of the log below."""
        self._to_line(1)

    def _to_line(self, step: int) -> None:
        line = self._line_here() + step
        while 0 <= line < len(self._log) and self._log[line][0] + 1 == self.position:
            line += step
        self.go(self._log[line][0] + 1 if 0 <= line < len(self._log) else 0 if step < 0 else self.game.length)

    def on_replay_log_picked(self, event: ReplayLog.Picked) -> None:
        """A line of the log was clicked."""
        self.go(self._log[event.line][0] + 1 if self._log[event.line][0] != BEFORE_ALL else 0)

    def on_slider_picked(self, event: Slider.Picked) -> None:
        """A place of the slider was clicked."""
        self.go(event.position)

    def on_score_graph_picked(self, event: ScoreGraph.Picked) -> None:
        """A place of the graph was clicked."""
        self.go(event.position)

    def action_jump(self) -> None:
        """Ask for the number of a step."""
        field = self.query_one("#replay-jump", Input)
        field.value, field.border_subtitle = "", "Enter goes there, Esc closes"
        self.add_class("-jumping")
        field.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to the step of that number."""
        written = event.value.strip()
        if not (written.isascii() and written.isdigit() and len(written) < 9 and int(written) <= self.game.length):
            event.input.border_subtitle = f"▲ A number from 0 to {self.game.length} is needed"
            return
        self._stop_asking()
        self.go(int(written))

    def _stop_asking(self) -> None:
        self.remove_class("-jumping")
        self.set_focus(None)

    # ---- playing by itself

    @property
    def running(self) -> bool:
        """True while the game plays by itself."""
        return self._timer is not None

    def action_run(self) -> None:
        """Play by itself, from the start again when the end is reached; or halt."""
        if self.running:
            self._halt()
        else:
            if self.position == self.game.length:
                self.go(0)
            self._timer = self.set_interval(self.pace, self._run_on)
        self._show_bar()

    def _run_on(self) -> None:
        self.go(self.position + 1)
        if self.position == self.game.length:
            self._halt()
            self._show_bar()

    def _halt(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = None

    def action_faster(self) -> None:
        """Play faster."""
        self._set_pace(next((pace for pace in PACES if pace < self.pace), PACES[-1]))

    def action_slower(self) -> None:
        """Play slower."""
        self._set_pace(next((pace for pace in reversed(PACES) if pace > self.pace), PACES[0]))

    def _set_pace(self, pace: float) -> None:
        self.pace = self.rokoko.settings.replay_pace = pace
        if self.running:
            self._halt()
            self._timer = self.set_interval(pace, self._run_on)
            self._show_bar()
        else:
            self.notify(f"A step every {pace:g} s; Space lets it run.", timeout=2)

    # ---- eyes, tabs and ways out

    def action_eyes(self) -> None:
        """The next pair of eyes."""
        self.query_one(Cycle).step(1)

    def on_cycle_changed(self, event: Cycle.Changed) -> None:
        """Other eyes were chosen."""
        self.eyes = event.cycle.value

    def watch_tab(self, tab: str) -> None:
        """Show the panes of ``tab`` where there is no room for all."""
        for name in TABS:
            self.set_class(name == tab, f"tab-{name}")
        parts: list[tuple[str, str]] = []
        for name, label in TABS.items():
            style = "reverse bold" if name == tab else ""
            parts += [(f" {label} ", f"{style} @click=screen.show_tab('{name}')".strip()), (" ", "")]
        self.query_one("#replay-tabs", Static).update(Content.assemble(*parts))

    def action_show_tab(self, tab: str) -> None:
        """Show ``tab``."""
        self.tab = tab

    def action_next_tab(self) -> None:
        """The next tab."""
        self._turn_tab(1)

    def action_previous_tab(self) -> None:
        """The tab before."""
        self._turn_tab(-1)

    def _turn_tab(self, step: int) -> None:
        names = list(TABS)
        self.tab = names[(names.index(self.tab) + step) % len(names)]

    def action_fork(self) -> None:
        """Play on from here in a new file; the one that was played stays as it is."""
        if not self.game.at(self.position).pending:
            self.notify("The game is over here. Go back to the step you want to play on from.", timeout=4)
        else:
            self.rokoko.fork(self.game, self.position)

    @cached_property
    def reviews(self) -> Reviews:
        """What the turns of this game cost, kept for when one comes back to that."""
        return Reviews(self.game)

    def action_review(self) -> None:
        """To what each turn cost, with the cursor on the one shown here."""
        from rokoko_tui.screens.review import ReviewScreen

        below = self.app.screen_stack[-2]
        if isinstance(below, ReviewScreen):
            below.look_at(self.position)
            self.leave()
        else:
            eyes = None if self.eyes == ONLOOKER else self.eyes
            self.app.push_screen(ReviewScreen(self.reviews, self.position or None, eyes))

    def action_back(self) -> None:
        """Close the question for a number, else leave."""
        if self.has_class("-jumping"):
            self._stop_asking()
        else:
            self.leave()
