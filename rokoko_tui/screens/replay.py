"""Stepping through a game that was played: table, log and scores at any position, as a chosen viewer sees them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from textual import events, getters
from textual.app import ComposeResult
from textual.binding import ActiveBinding
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input, Static

from rokoko_core.box import box_of
from rokoko_core.observe import Observation
from rokoko_core.play.replay_game import SPECTATOR, ReplayGame, Viewer, format_viewer, parse_viewer
from rokoko_core.score_outlook import changes_between
from rokoko_tui.analysis.replay_positions import ReplayPositions, find_stop, list_viewpoints
from rokoko_tui.art.help_pages import HelpSubject
from rokoko_tui.art.scene import Scene
from rokoko_tui.keys import bindings_of
from rokoko_tui.panes import At
from rokoko_tui.panes.log import ReplayLog
from rokoko_tui.panes.other_turns import ReplayTurns
from rokoko_tui.panes.scores import ScoresPane
from rokoko_tui.screens.table import TableScreen
from rokoko_tui.settings.daily_deal import name_day
from rokoko_tui.table.explanation import ScorePage, describe_piece
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.widgets.fields import OptionField, Prompt
from rokoko_tui.widgets.folded_items import Item
from rokoko_tui.widgets.score_chart import ScoreGraph


class Slider(Widget):
    """A line with the position and a number where each round begins; a click jumps there."""

    DEFAULT_CSS = """
    Slider { height: 1; width: 100%; padding: 0 1; }
    """

    position: reactive[int] = reactive(0)

    @dataclass
    class Picked(Message):
        """A position was clicked."""

        position: int

    def __init__(self, length: int, rounds: Sequence[tuple[int, int]], id: str | None = None) -> None:
        """``rounds`` are (number, position where it begins)."""
        super().__init__(id=id)
        self._length, self._rounds = length, rounds

    def _column(self, position: int) -> int:
        return round(position * max(0, self.content_size.width - 1) / max(1, self._length))

    def render(self) -> Content:
        width, column = max(1, self.content_size.width), self._column(self.position)
        cells = [("━", "$primary") if x < column else ("─", "$text-muted") for x in range(width)]
        for number, position in self._rounds:
            cells[self._column(position)] = (str(number), "bold $accent")
        cells[column] = ("●", "bold $accent")
        return Content.assemble(*cells)

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is not None:
            event.stop()
            self.post_message(self.Picked(round(offset.x * self._length / max(1, self.content_size.width - 1))))


PACES = (4.0, 2.0, 1.0, 0.5, 0.25, 0.1)
"""Seconds between two steps, from slow to fast."""
BUTTONS = (
    ("go(0)", "⇤"),
    ("round(-1)", "«"),
    ("turn(-1)", "‹‹"),
    ("step(-1)", "‹"),
    ("run", "▷"),
    ("step(1)", "›"),
    ("turn(1)", "››"),
    ("round(1)", "»"),
    ("last", "⇥"),
)
"""(action, label) of the buttons under the table."""


class ReplayScreen(TableScreen):
    """The table at ``position``, the number of actions before it."""

    AT = At.REPLAY
    PLACES: ClassVar[tuple[str, ...]] = ("replay", "inspection", "look", "app")
    BINDINGS = bindings_of("replay")
    CSS_PATH = "replay.tcss"
    JUMP_AGAIN = "replay.jump"

    position: reactive[int] = reactive(0, init=False)
    viewer: reactive[Viewer] = reactive(SPECTATOR, init=False)
    _field = getters.query_one(Prompt)

    def __init__(self, game: ReplayGame, at: int | None = None, viewer: Viewer = SPECTATOR) -> None:
        super().__init__()
        self.game = game
        self.positions = ReplayPositions(game.recording)
        self.set_reactive(ReplayScreen.viewer, viewer)
        self.set_reactive(ReplayScreen.position, self.positions.clamp(at or 0))
        self._timer: Timer | None = None
        self.pace = 1.0

    def controls(self) -> ComposeResult:
        yield Slider(self.game.length, self.game.round_starts, id="replay-slider")
        with Horizontal(id="replay-bar"):
            yield Static(id="replay-buttons", markup=False)
            yield Static(id="replay-where", markup=False)
            yield Static(id="replay-by", markup=False)
            yield OptionField(self._list_viewers(), format_viewer(self.viewer), id="replay-eyes")
        yield Static(id="replay-look", markup=False)
        yield Prompt(id="replay-jump", select_on_focus=False)

    def on_mount(self) -> None:
        """Draw everything, now and whenever the graphics mode or the theme changes."""
        self.pace = self.app.settings.replay_pace
        self.query_one(OptionField).can_focus = False
        self._show_labels()
        self._reload()
        self.watch(self.app, "pictures", self._reload, init=False)
        self.watch(self.app, "theme", self._show_scores, init=False)

    def _list_viewers(self) -> list[tuple[str, str]]:
        return list_viewpoints(self.game.setup, self.words)

    def _show_labels(self) -> None:
        self.query_one("#replay-by", Static).update(self.words.say("replay.seen-by"))
        self._field.border_title = Content(self.words.say("replay.field", last=self.game.length))

    def draw(self) -> None:
        self.query_one(OptionField).replace_options(self._list_viewers(), format_viewer(self.viewer))
        self._show_labels()
        self._reload()

    # ---- drawing

    def watch_position(self) -> None:
        self.light()

    def watch_viewer(self) -> None:
        """Draw everything with the new viewpoint's secrets and log."""
        self.query_one(OptionField).value = format_viewer(self.viewer)
        self._reload()

    def _reload(self) -> None:
        """Reload the log and draw everything."""
        positions = self.positions
        positions.load_log(self.words, self.viewer)
        items = []
        for _, line in positions.log:
            heading = line.kind == "round"
            sign = self.mark(self.game.setup, line.seat)[0] if line.seat is not None else " "
            items.append(Item(line.text, "heading" if heading else "plain", mark="" if heading else sign, indent=0))
        self.query_one(ReplayLog).show(items, positions.line_at(self.position))
        self.light()

    @property
    def shown(self) -> Observation:
        """The table from the chosen viewpoint."""
        return self.positions.view(self.position, self.viewer)

    def help_about(self) -> HelpSubject | None:
        """Return the inspected piece, or the present log line, with its rule."""
        number = self.positions.line_at(self.position)
        if self.view.inspected_piece is not None:
            return super().help_about()
        if number < 0:
            return None
        _, line = self.positions.log[number]
        return HelpSubject(line.text, (), line.rule)

    def inspection_start(self) -> frozenset[PieceRef]:
        """Return the pieces of the last step."""
        return self.positions.pieces_of_step(self.position - 1)

    def inspection_moved(self) -> None:
        """Describe the inspected piece in place of the controls."""
        self.set_class(self.view.stop is not None, "-looking")
        if self.view.stop is not None:
            name, details = describe_piece(self.view.stop.piece, self.shown, self.words)
            self.query_one("#replay-look", Static).update(Content(self.words.listed([name, *details], "facts")))
        self.light()

    def focus_moved(self) -> None:
        """Nothing is lit by reading."""

    def show_tab(self, tab: str) -> None:
        """Show the panes of ``tab``; an inspection continues there."""
        self.view.tab = tab
        self.follow_inspection()

    def light(self) -> None:
        """Draw the position, and light the step before it or what is looked at."""
        lit = self.inspection_start() if self.view.stop is None else frozenset((self.view.stop.piece,))
        view = self.shown
        touched = self.positions.touched(self.position, view.seat)
        day = name_day(self.game.setup, self.words)
        self.view.show(Scene(view, self.words, lit, touched=touched, day=day, pictures=self.app.pictures))
        history, box = self.positions.history_for(view.seat), box_of(view.table)
        self.query_one(ReplayTurns).tell(history, self.position, self.game.setup, box, self.words)
        self.query_one(ReplayLog).cursor = self.positions.line_at(self.position)
        self.query_one(Slider).position = self.position
        self._show_bar()
        self._show_scores()
        self.update_score_sheet()

    def _show_bar(self) -> None:
        parts: list[tuple[str, str]] = []
        for action, sign in BUTTONS:
            label = "‖" if action == "run" and self.running else sign
            parts += [(f" {label} ", f'bold $accent @click="screen.{action}"')]
        self.query_one("#replay-buttons", Static).update(Content.assemble(*parts))
        figures = {"step": self.position, "last": self.game.length, "value": self.words.short(self.pace)}
        where = self.words.say_of("replay.where-running" if self.running else "replay.where", figures)
        self.query_one("#replay-where", Static).update(where)

    def _show_scores(self) -> None:
        seats, setup = range(len(self.shown.table.players)), self.game.setup
        marks = [self.mark(setup, seat) for seat in seats]
        names = [self.words.seat_within(setup, seat, 14) for seat in seats]
        self.query_one(ScoresPane).show(self.positions.curve(self.viewer), self.position, marks, names, self.words)

    # ---- the score sheet

    def make_score_page(self) -> ScorePage:
        """Return the scores with what the last step changed."""
        here, line = self.position, self.positions.line_at(self.position)
        change = changes_between(self.positions.view(max(0, here - 1), self.viewer), self.shown)
        caption = (self.words.say("score.step", text=self.positions.log[line][1].text),) if line >= 0 else ()
        return ScorePage(self.shown, change, caption, has_steps=True)

    def step_in_score_sheet(self, step: int) -> None:
        self.action_step(step)

    # ---- moving through the game

    def go(self, position: int) -> None:
        """Show the position of the game nearest to ``position``."""
        self.position = self.positions.clamp(position)

    def action_go(self, position: int) -> None:
        self.go(position)

    def action_step(self, by: int) -> None:
        self.go(self.position + by)

    def action_turn(self, step: int) -> None:
        """Go to the start of the next turn (``step`` 1), or to the nearest one before this position (-1)."""
        self.go(find_stop(self.position, self.positions.turns, step))

    def action_round(self, step: int) -> None:
        """Go to the start of the next round (``step`` 1), or to the nearest one before this position (-1)."""
        self.go(find_stop(self.position, self.positions.rounds, step))

    def action_last(self) -> None:
        self.go(self.game.length)

    def action_step_line(self, step: int) -> None:
        """Go to the line of the log below (``step`` 1) or above (-1)."""
        self.go(self.positions.step_line(self.position, step))

    def on_replay_log_picked(self, event: ReplayLog.Picked) -> None:
        self.go(self.positions.position_of(event.line))

    def on_replay_turns_picked(self, event: ReplayTurns.Picked) -> None:
        self.go(event.position)

    def on_slider_picked(self, event: Slider.Picked) -> None:
        self.go(event.position)

    def on_score_graph_picked(self, event: ScoreGraph.Picked) -> None:
        self.go(event.position)

    # ---- jumping to a step

    def jump_again(self) -> None:
        """Open the field for a step number."""
        self.jump_to_number("")

    def jump_to_number(self, number: str) -> None:
        """Open the field for a step number, filled with ``number``."""
        self._field.border_subtitle = Content(self.words.say("replay.keys"))
        self._field.open(number)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to the step typed, or say which numbers are valid."""
        text = event.value.strip()
        if not (text.isascii() and text.isdigit() and len(text) < 9 and int(text) <= self.game.length):
            event.input.border_subtitle = Content(self.words.say("replay.wrong", last=self.game.length))
            return
        self._close_jump()
        self.go(int(text))

    def _close_jump(self) -> None:
        self._field.close()
        self.set_focus(None)

    # ---- automatic replay

    @property
    def running(self) -> bool:
        """True during the automatic replay."""
        return self._timer is not None

    def _translate(self, active: ActiveBinding) -> ActiveBinding:
        """Name the key that pauses while the replay runs."""
        translated = super()._translate(active)
        if not (self.running and active.binding.id == "replay.run"):
            return translated
        description = self.vocabulary.say("keys.footer.replay.pause")
        return translated._replace(binding=replace(translated.binding, description=description))

    def action_run(self) -> None:
        """Start the automatic replay, at the end from the first step; or stop it."""
        if self.running:
            self._stop()
        else:
            if self.position == self.game.length:
                self.go(0)
            self._timer = self.set_interval(self.pace, self._advance)
        self._show_bar()
        self.refresh_bindings()

    def _advance(self) -> None:
        self.go(self.position + 1)
        if self.position == self.game.length:
            self._stop()
            self._show_bar()
            self.refresh_bindings()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = None

    def action_faster(self) -> None:
        self._set_pace(next((pace for pace in PACES if pace < self.pace), PACES[-1]))

    def action_slower(self) -> None:
        self._set_pace(next((pace for pace in reversed(PACES) if pace > self.pace), PACES[0]))

    def _set_pace(self, pace: float) -> None:
        self.pace = self.app.settings.replay_pace = pace
        if self.running:
            self._stop()
            self._timer = self.set_interval(pace, self._advance)
            self._show_bar()
        else:
            self.notify(self.words.say("replay.pace", value=self.words.short(pace)), timeout=2)

    # ---- viewpoint and leaving

    def action_eyes(self) -> None:
        self.query_one(OptionField).action_step(1)

    def on_option_field_changed(self, event: OptionField.Changed) -> None:
        self.viewer = parse_viewer(event.field.value)

    def action_fork(self) -> None:
        """Continue from here in a new file; the recorded game stays unchanged."""
        if not self.shown.table.pending:
            self.notify(self.words.say("replay.over"), timeout=4)
        else:
            self.app.games.fork(self.positions.game, self.position)

    def action_review(self) -> None:
        """Show the review, with the cursor on the present turn."""
        viewer = None if self.viewer == SPECTATOR else self.viewer
        self.app.show_review(self.app.reviews_of(self.positions.game), self.position, viewer)

    def action_back(self) -> None:
        """Close the field for a step number, else release the focused pane, else leave."""
        if self._field.is_open:
            self._close_jump()
        elif self.focused is not None:
            self.set_focus(None)
        else:
            self.leave()
