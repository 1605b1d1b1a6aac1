"""The review of a game: the scores over time, the most expensive turns, and better choices."""

from dataclasses import dataclass
from time import monotonic
from typing import ClassVar

from textual import getters, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

from rokoko_core.bots.review import TurnReview
from rokoko_core.box import box_of
from rokoko_core.play.game_reviews import LEAST, GameReviews
from rokoko_core.play.replay_game import OPEN, SPECTATOR, ReplayGame, Viewer, format_viewer, parse_viewer
from rokoko_core.play.score_curve import Curve
from rokoko_tui.analysis.replay_positions import find_stop, list_viewpoints
from rokoko_tui.keys import bindings_of
from rokoko_tui.panes.other_turns import items_of
from rokoko_tui.panes.scores import standing
from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.screens.help import ScrollableText
from rokoko_tui.widgets.fields import OptionField
from rokoko_tui.widgets.folded_items import Item
from rokoko_tui.widgets.footer import KeyFooter
from rokoko_tui.widgets.list_view import CursorActions, LineList
from rokoko_tui.widgets.score_chart import NAME, ScoreGraph
from rokoko_tui.widgets.terminal_sizes import UPRIGHT

REPORT_INTERVAL = 0.25
"""Seconds between two updates of the list."""
FLAGGED = 5
"""The number of most expensive turns flagged under the chart."""


class ReviewScreen(CursorActions, BaseScreen[None]):
    """The chart of a game with a cursor on one turn, the most expensive turns, and what was better in it."""

    PLACES: ClassVar[tuple[str, ...]] = ("review", "app")
    BINDINGS = bindings_of("review")
    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = [(0, "-upright"), (UPRIGHT, "-narrow"), (120, "-wide"), (150, "-roomy")]
    CSS_PATH = "review.tcss"

    viewer: reactive[Viewer] = reactive(OPEN, init=False)
    turn: reactive[int] = reactive(0, init=False)
    """The turn under the cursor, from 0; the end of the game counts as a turn."""
    cursor_list = getters.query_one(LineList)

    @dataclass
    class Reviewed(Message):
        """Posted when turns have been reviewed."""

        reviews: tuple[TurnReview, ...]

    def __init__(self, reviews: GameReviews, at: int | None = None, viewer: Viewer | None = None) -> None:
        super().__init__()
        self.reviews, self.game = reviews, reviews.game
        self.set_reactive(ReviewScreen.viewer, OPEN if reviews.finished else viewer or reviews.default_viewer())
        self._curves: dict[Viewer, Curve] = {}
        self._moved = at is not None
        """Whether a turn was chosen; otherwise the decisive one is selected after the last review."""
        self.set_reactive(ReviewScreen.turn, self.curve.place(at or 0))
        self._listed: list[TurnReview] = []
        self._items: list[Item] = []

    def compose(self) -> ComposeResult:
        with Horizontal(id="review-head"):
            yield Static(id="review-title", markup=False)
            yield Static(id="review-by", markup=False)
            yield OptionField(self._list_options(), format_viewer(self.viewer), id="review-eyes")
        yield ScoreGraph(id="review-chart")
        yield Static(id="review-scores", markup=False)
        with Horizontal(id="review-below"):
            with Vertical(id="review-list"):
                yield Static(id="review-none", markup=False)
                yield LineList(id="review-turns")
            with ScrollableText(id="review-about"):
                yield Static(id="review-text", markup=False)
        yield KeyFooter()

    def _list_options(self) -> list[tuple[str, str]]:
        viewpoints = list_viewpoints(self.game.setup, self.words)
        if not self.reviews.finished:
            return viewpoints
        seats = [option for option in viewpoints if parse_viewer(option[0]).seat is not None]
        return [(format_viewer(OPEN), self.words.say("replay.everybody")), *seats]

    def on_mount(self) -> None:
        for part in (self.query_one(OptionField), self.query_one(ScrollableText), self.cursor_list):
            part.can_focus = False
        self._show_labels()
        self.watch(self.app, "theme", self._show, init=False)
        self._show()
        self._review_turns()

    def _show_labels(self) -> None:
        by = "replay.turns-of" if self.reviews.finished else "replay.seen-by"
        self.query_one("#review-by", Static).update(self.words.say(by))
        self.query_one("#review-list").border_title = Content(self.words.say("review.progress.heading") + " ")

    def refresh_texts(self) -> None:
        self.query_one(OptionField).replace_options(self._list_options(), format_viewer(self.viewer))
        self._show_labels()
        self._show()

    # ---- reviewing

    @work(exclusive=True)
    async def _review_turns(self) -> None:
        reviews: list[TurnReview] = []
        reported_at = monotonic()
        for turn in self.reviews.waiting:
            reviews.append(await self.app.bot_worker.review(turn))
            if monotonic() - reported_at > REPORT_INTERVAL:
                self.post_message(self.Reviewed(tuple(reviews)))
                reviews, reported_at = [], monotonic()
        self.post_message(self.Reviewed(tuple(reviews)))

    def on_review_screen_reviewed(self, event: Reviewed) -> None:
        for review in event.reviews:
            self.reviews.add(review)
        before = self.turn
        self._show_list()
        if self.turn != before or any(review.position == self.position for review in event.reviews):
            self._show_turn()

    # ---- drawing

    @property
    def curve(self) -> Curve:
        """The scores of the whole game; before its end, from the chosen viewpoint."""
        viewer = OPEN if self.reviews.finished else self.viewer
        if viewer not in self._curves:
            self._curves[viewer] = Curve(self.game, viewer)
        return self._curves[viewer]

    @property
    def position(self) -> int:
        """The first position of the turn under the cursor."""
        return self.curve.positions[self.turn]

    def watch_viewer(self) -> None:
        """Draw everything for the new viewpoint, and go to a turn of its player."""
        self.query_one(OptionField).value = format_viewer(self.viewer)
        self._show()
        seat, turns = self.viewer.seat, self.reviews.turns
        own_turns = [position for position, turn in turns.items() if turn.seat == seat]
        if own_turns and self.position not in own_turns:
            nearest = min(own_turns, key=lambda position: abs(position - self.position))
            self.select_turn(self._listed[0].position if self._listed else nearest)

    def watch_turn(self) -> None:
        """Show the new turn; move the cursor of the list unless it is there already."""
        at = self.cursor_list.cursor
        if at < 0 or self._listed[at].position != self.position:
            self._fill_list()
        self._show_turn()

    def _show(self) -> None:
        graph, setup = self.query_one(ScoreGraph), self.game.setup
        seats = range(len(self.game.at(0).players))
        graph.marks = tuple(self.mark(setup, seat) for seat in seats)
        graph.names = tuple(self.words.seat_within(setup, seat, NAME) for seat in seats)
        graph.set_border_titles(self.words.say("review.scores.chart"))
        graph.round_word = self.words.say("panes.scores.round")
        graph.curve = self.curve
        self._show_list()
        self._show_turn()

    def _show_list(self) -> None:
        """Show the most expensive turns and the progress of the review."""
        self._listed = self.reviews.costliest(self.viewer)
        if self._listed and not self._moved and not self.reviews.waiting:
            first = self.reviews.decisive or self._listed[0]
            self.set_reactive(ReviewScreen.turn, self.curve.place(first.position))
        self._items = [
            Item(
                self.words.reviewed(turn, self.game.at(turn.position)),
                mark=self.mark(self.game.setup, turn.seat)[0],
                indent=2,
            )
            for turn in self._listed
        ]
        self._fill_list()
        self.query_one(ScoreGraph).flags = tuple(turn.position for turn in self._listed[:FLAGGED])
        nothing = self.query_one("#review-none", Static)
        nothing.update(self._explain_empty_list())
        nothing.display = not self._listed
        done, all_of = len(self.reviews.completed), len(self.reviews.turns)
        key = "done" if done == all_of else "looking"
        progress = self.words.say_of(f"review.progress.{key}", {"done": done, "all": all_of})
        title = self.words.say("replay.title", what=progress)
        self.query_one("#review-title", Static).update(title, layout=False)

    def _fill_list(self) -> None:
        """Fill the list, with its cursor on the chosen turn if that is listed."""
        cursor = next((n for n, turn in enumerate(self._listed) if turn.position == self.position), -1)
        self.cursor_list.show(self._items, cursor)
        if cursor < 0:
            self.cursor_list.set_reactive(LineList.cursor, -1)

    def _explain_empty_list(self) -> str:
        """Return why the list is empty; an empty string while it is not, or while reviews are missing."""
        if self._listed:
            return ""
        if not self.reviews.finished and self.viewer == SPECTATOR:
            return self.words.say("review.progress.hidden")
        return "" if self.reviews.waiting else self.words.say("review.progress.none", least=int(LEAST))

    def _show_turn(self) -> None:
        """Show the turn under the cursor: in the chart, its scores, and what was better."""
        self.query_one(ScoreGraph).position = self.position
        self.query_one("#review-scores", Static).update(self._format_scores())
        pane, state = self.query_one(ScrollableText), self.game.at(self.position)
        played = self.reviews.turns.get(self.position)
        if played is None:
            key = "barry" if not self._is_at_end else "end" if self.reviews.finished else "here"
            pane.border_title, lines = None, [self.words.say(f"review.turn.{key}")]
        else:
            pane.border_title = Content(self.words.review_title(played, state) + " ")
            lines = self._describe_turn(played.seat)
        self.query_one("#review-text", Static).update("\n".join(lines))
        pane.scroll_home(animate=False)

    @property
    def _is_at_end(self) -> bool:
        """Whether no turn follows the cursor."""
        return self.turn == len(self.curve.positions) - 1

    def _describe_turn(self, seat: int) -> list[str]:
        if not self.reviews.may_see(seat, self.viewer):
            return [self.words.say("review.turn.others")]
        review = self.reviews.completed.get(self.position)
        if review is None:
            lines = [self.words.say("review.turn.waiting")]
        else:
            lines = self._describe_verdict(review)
            lines += self.words.review_details(review, self.game.at(self.position))
        return [*lines, *self._list_other_turns(seat)]

    def _describe_verdict(self, review: TurnReview) -> list[str]:
        """Return a line saying that this turn decided the game; no line for other turns."""
        if review is not self.reviews.decisive:
            return []
        missing, who = self.reviews.missing, self.words.seat(self.game.setup, review.seat)
        key = "lost" if review.cost >= missing else "lost-most"
        return [self.words.say_of(f"review.turn.{key}", {"who": who, "missing": missing})]

    def _list_other_turns(self, seat: int) -> list[str]:
        """Return a line for each turn of the others since the previous turn of ``seat``."""
        setup, box = self.game.setup, box_of(self.game.at(0))
        history = ReplayGame(self.game, Viewer(seat)).history
        items = items_of(history, self.position, setup, box, self.words)
        lines = [f"{item.mark or ' '} {item.text}" for item in items]
        return ["", self.words.say("review.turn.others-before"), *lines] if lines else []

    def _format_scores(self) -> Content:
        """Return all projected scores at the start of the turn, and its change of them; at the end the last scores."""
        curve, setup = self.curve, self.game.setup
        seats = range(len(curve.totals[self.turn]))
        marks, names = [self.mark(setup, seat) for seat in seats], [self.words.seat(setup, seat) for seat in seats]
        key = "before" if not self._is_at_end else "final" if self.reviews.finished else "current"
        before = Content.styled(self.words.say(f"review.scores.{key}") + "  ", "$text-muted")
        width = self.size.width - 2 - before.cell_length
        return Content.assemble(before, standing(curve, self.turn, marks, names, width, self.words))

    # ---- moving the cursor

    def select_turn(self, position: int) -> None:
        self._moved = True
        self.turn = self.curve.place(position)

    def action_turn(self, step: int) -> None:
        self.select_turn(self.curve.positions[max(0, min(self.turn + step, len(self.curve.positions) - 1))])

    def action_round(self, step: int) -> None:
        """Move to the start of the next round (``step`` 1), or to the nearest one before this turn (-1)."""
        starts = [position for _, position in self.game.round_starts]
        self.select_turn(find_stop(self.position, [*starts, self.game.length], step))

    def action_first(self) -> None:
        self.select_turn(0)

    def action_last(self) -> None:
        self.select_turn(self.game.length)

    def action_move_page(self, step: int) -> None:
        """Scroll the text about the turn."""
        self.query_one(ScrollableText).move_page(step)

    def on_line_list_moved(self, event: LineList.Moved) -> None:
        self.select_turn(self._listed[event.index].position)

    def on_line_list_taken(self) -> None:
        """Show the table of the turn, after a second click on its line."""
        self.action_go_there()

    def on_score_graph_picked(self, event: ScoreGraph.Picked) -> None:
        self.select_turn(event.position)

    def action_eyes(self) -> None:
        """Choose the next player to list, or before the end the next viewpoint."""
        self.query_one(OptionField).action_step(1)

    def on_option_field_changed(self, event: OptionField.Changed) -> None:
        self.viewer = parse_viewer(event.field.value)

    # ---- leaving

    def action_go_there(self) -> None:
        """Show the table at the start of the turn under the cursor."""
        played = self.reviews.turns.get(self.position)
        viewer = Viewer(played.seat) if self.reviews.finished and played is not None else self.viewer
        self.app.show_replay(self.game, self.position, viewer)

    def action_fork(self) -> None:
        """Continue from the start of the turn under the cursor, in a new file."""
        if self.game.at(self.position).pending:
            self.app.games.fork(self.game, self.position)
        else:
            self.notify(self.words.say("replay.over-review"), timeout=4)
