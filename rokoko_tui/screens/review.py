"""Looking back at a game: how the scores went, which turns cost most, and what would have been better."""

from time import monotonic
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Footer, Static

from rokoko_core.bots.review import TurnReview
from rokoko_core.box import box_of
from rokoko_core.play.replay_game import OPEN, SPECTATOR, ReplayGame, Viewer, format_viewer, parse_viewer
from rokoko_tui.analysis.game_review import LEAST, Curve, GameReviews, list_viewpoints
from rokoko_tui.keys import bindings_of
from rokoko_tui.panes.other_turns import item_of
from rokoko_tui.panes.scores import standing
from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.screens.help import ScrollableText
from rokoko_tui.widgets.list_view import Item, LineList
from rokoko_tui.widgets.option_field import OptionField
from rokoko_tui.widgets.score_chart import ScoreGraph

TELLING = 0.25
"""Seconds from one showing of what was found to the next."""
FLAGGED = 5
"""How many of the costliest turns are flagged under the chart."""


class ReviewScreen(BaseScreen[None]):
    """The chart of a game with a cursor on one turn, the costliest turns, and what was better in the one chosen."""

    PLACES: ClassVar[tuple[str, ...]] = ("review", "app")
    BINDINGS = bindings_of("review")
    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (120, "-wide"), (150, "-roomy")]
    CSS_PATH = "review.tcss"

    viewer: reactive[Viewer] = reactive(OPEN, init=False)
    turn: reactive[int] = reactive(0, init=False)
    """The turn under the cursor, counted from 0; the one after the last is the end of the game."""

    class Found(Message):
        """Some turns have been looked at."""

        def __init__(self, reviews: tuple[TurnReview, ...]) -> None:
            super().__init__()
            self.reviews = reviews

    def __init__(self, reviews: GameReviews, at: int | None = None, viewer: Viewer | None = None) -> None:
        super().__init__()
        self.reviews, self.game = reviews, reviews.game
        self.set_reactive(ReviewScreen.viewer, OPEN if reviews.finished else viewer or reviews.default_viewer())
        self._curves: dict[Viewer, Curve] = {}
        self._moved = at is not None
        """Whether a turn was chosen; otherwise the costliest is shown, once all have been looked at."""
        self.set_reactive(ReviewScreen.turn, self.curve.place(at or 0))
        self._listed: list[TurnReview] = []
        self._items: list[Item] = []

    def compose(self) -> ComposeResult:
        """The chart above, the list and the turn below."""
        with Horizontal(id="review-head"):
            yield Static(id="review-title", markup=False)
            yield Static(id="review-by", markup=False)
            yield OptionField(self._options(), format_viewer(self.viewer), id="review-eyes")
        yield ScoreGraph(id="review-chart")
        yield Static(id="review-scores", markup=False)
        with Horizontal(id="review-below"):
            with Vertical(id="review-list"):
                yield Static(id="review-none", markup=False)
                yield LineList(id="review-turns")
            with ScrollableText(id="review-about"):
                yield Static(id="review-text", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    def _options(self) -> list[tuple[str, str]]:
        found = list_viewpoints(self.game.setup, self.words)
        if not self.reviews.finished:
            return found
        seats = [option for option in found if parse_viewer(option[0]).seat is not None]
        return [(format_viewer(OPEN), self.words.say("replay.everybody")), *seats]

    def on_mount(self) -> None:
        """Show what there is, and have the turns looked at meanwhile."""
        for part in (self.query_one(OptionField), self.query_one(ScrollableText), self.query_one(LineList)):
            part.can_focus = False
        self._label()
        self.watch(self.app, "theme", self._show, init=False)
        self._show()
        self.run_worker(self._look(), exclusive=True)

    def _label(self) -> None:
        by = "replay.turns-of" if self.reviews.finished else "replay.seen-by"
        self.query_one("#review-by", Static).update(self.words.say(by))
        self.query_one("#review-list").border_title = Content(self.words.review_message("progress.heading"))

    def refresh_texts(self) -> None:
        """Everything in other words."""
        super().refresh_texts()
        self.query_one(OptionField).renew(self._options(), format_viewer(self.viewer))
        self._label()
        self._show()

    # ---- having the turns looked at

    async def _look(self) -> None:
        found: list[TurnReview] = []
        told = monotonic()
        for turn in self.reviews.waiting:
            found.append(await self.rokoko.thinkers.review(turn))
            if monotonic() - told > TELLING:
                self.post_message(self.Found(tuple(found)))
                found, told = [], monotonic()
        self.post_message(self.Found(tuple(found)))

    def on_review_screen_found(self, event: Found) -> None:
        """Take them into the list."""
        for review in event.reviews:
            self.reviews.add(review)
        before = self.turn
        self._show_list()
        if self.turn != before or any(review.position == self.position for review in event.reviews):
            self._show_turn()

    # ---- what is shown

    @property
    def curve(self) -> Curve:
        """The scores of the whole game; before its end as the viewer sees them."""
        viewer = OPEN if self.reviews.finished else self.viewer
        if viewer not in self._curves:
            self._curves[viewer] = Curve(self.game, viewer)
        return self._curves[viewer]

    @property
    def position(self) -> int:
        """Where the turn under the cursor began."""
        return self.curve.positions[self.turn]

    def watch_viewer(self) -> None:
        """Show what the new viewer sees, or the turns of another player."""
        self.query_one(OptionField).value = format_viewer(self.viewer)
        self._show()

    def watch_turn(self) -> None:
        """Another turn; where it was chosen in the list, the cursor there is on it already."""
        at = self.query_one(LineList).cursor
        if at < 0 or self._listed[at].position != self.position:
            self._point_out()
        self._show_turn()

    def _show(self) -> None:
        graph, setup = self.query_one(ScoreGraph), self.game.setup
        seats = range(len(self.game.at(0).players))
        graph.marks = tuple(self.mark(setup, seat) for seat in seats)
        graph.names = tuple(self.words.seat(setup, seat) for seat in seats)
        graph.round_word = self.words.say("panes.scores.round")
        graph.curve = self.curve
        self._show_list()
        self._show_turn()

    def _show_list(self) -> None:
        """The costliest turns, and how far looking at them has come."""
        self._listed = self.reviews.costliest(self.viewer)
        if self._listed and not self._moved and not self.reviews.waiting:
            first = self.reviews.decisive or self._listed[0]
            self.set_reactive(ReviewScreen.turn, self.curve.place(first.position))
        self._items = [
            Item(self.words.reviewed(found, self.game.at(found.position)), mark=self._sign(found.seat), indent=2)
            for found in self._listed
        ]
        self._point_out()
        self.query_one(ScoreGraph).flags = tuple(found.position for found in self._listed[:FLAGGED])
        nothing = self.query_one("#review-none", Static)
        nothing.update(self._nothing_listed())
        nothing.display = not self._listed
        done, all_of = len(self.reviews.found), len(self.reviews.turns)
        key = "progress.done" if done == all_of else "progress.looking"
        title = self.words.say("replay.title", what=self.words.review_message(key, done=done, all=all_of))
        self.query_one("#review-title", Static).update(title, layout=False)

    def _point_out(self) -> None:
        """The list, with its cursor on the turn looked at if that is among them."""
        turns = self.query_one(LineList)
        here = next((n for n, found in enumerate(self._listed) if found.position == self.position), -1)
        turns.show(self._items, here)
        if here < 0:
            turns.set_reactive(LineList.cursor, -1)

    def _sign(self, seat: int) -> str:
        return self.mark(self.game.setup, seat)[0]

    def _nothing_listed(self) -> str:
        """Why the list is empty; nothing while it is not, or may still be filled."""
        if self._listed:
            return ""
        if not self.reviews.finished and self.viewer == SPECTATOR:
            return self.words.review_message("progress.hidden")
        return "" if self.reviews.waiting else self.words.review_message("progress.none", least=int(LEAST))

    def _show_turn(self) -> None:
        """The turn under the cursor: on the chart, its scores, and what was better."""
        self.query_one(ScoreGraph).position = self.position
        self.query_one("#review-scores", Static).update(self._scores())
        about, state = self.query_one(ScrollableText), self.game.at(self.position)
        played = self.reviews.turns.get(self.position)
        if played is None:
            at_end = self.turn == len(self.curve.positions) - 1
            key = "barry" if not at_end else "end" if self.reviews.finished else "here"
            about.border_title, lines = None, [self.words.review_message(f"turn.{key}")]
        else:
            about.border_title = Content(self.words.review_title(played, state))
            lines = self._about(played.seat)
        self.query_one("#review-text", Static).update("\n".join(lines))
        about.scroll_home(animate=False)

    def _about(self, seat: int) -> list[str]:
        if not self.reviews.may_see(seat, self.viewer):
            return [self.words.review_message("turn.others")]
        found = self.reviews.found.get(self.position)
        if found is None:
            about = [self.words.review_message("turn.waiting")]
        else:
            about = [*self.reviews.verdict(found, self.words)]
            about += self.words.review_details(found, self.game.at(self.position))
        return [*about, *self._since(seat)]

    def _since(self, seat: int) -> list[str]:
        """What the others had done since the turn before of ``seat``, in a line each."""
        setup, box = self.game.setup, box_of(self.game.at(0))
        turns = ReplayGame(self.game, Viewer(seat)).history.news(self.position)
        items = [item_of(turn, setup, box, self.words) for turn in turns]
        lines = [f"{item.mark or ' '} {item.text}" for item in items]
        return ["", self.words.say("panes.since.title"), *lines] if lines else []

    def _scores(self) -> Content:
        """Everybody's projected score where the turn began, and by how much it changed them."""
        curve, setup = self.curve, self.game.setup
        seats = range(len(curve.totals[self.turn]))
        marks, names = [self.mark(setup, seat) for seat in seats], [self.words.seat(setup, seat) for seat in seats]
        return standing(curve, self.turn, marks, names, self.size.width - 2, self.words)

    # ---- moving about

    def look_at(self, position: int) -> None:
        """Put the cursor on the turn ``position`` is part of."""
        self._moved = True
        self.turn = self.curve.place(position)

    def _step(self, step: int) -> None:
        self.look_at(self.curve.positions[max(0, min(self.turn + step, len(self.curve.positions) - 1))])

    def action_turn(self) -> None:
        """The turn after."""
        self._step(1)

    def action_back_turn(self) -> None:
        """The turn before."""
        self._step(-1)

    def _to_round(self, step: int) -> None:
        starts = [position for _, position in self.game.round_starts]
        beyond = [at for at in starts if (at > self.position if step > 0 else at < self.position)]
        self.look_at((beyond[0] if beyond else self.game.length) if step > 0 else beyond[-1] if beyond else 0)

    def action_round(self) -> None:
        """To where the next round begins."""
        self._to_round(1)

    def action_back_round(self) -> None:
        """To where this round began, or the one before."""
        self._to_round(-1)

    def action_first(self) -> None:
        """To the first turn."""
        self.look_at(0)

    def action_last(self) -> None:
        """To the end."""
        self.look_at(self.game.length)

    def action_up(self) -> None:
        """The costlier turn above."""
        self.query_one(LineList).move(-1)

    def action_down(self) -> None:
        """The next costliest turn."""
        self.query_one(LineList).move(1)

    def action_page_up(self) -> None:
        """What was better, a page up."""
        self.query_one(ScrollableText).action_page_up()

    def action_page_down(self) -> None:
        """What was better, a page down."""
        self.query_one(ScrollableText).action_page_down()

    def on_line_list_moved(self, event: LineList.Moved) -> None:
        """Another line of the list."""
        self.look_at(self._listed[event.index].position)

    def on_line_list_taken(self) -> None:
        """The line under the cursor was clicked again."""
        self.action_go_there()

    def on_score_graph_picked(self, event: ScoreGraph.Picked) -> None:
        """A turn on the chart was clicked."""
        self.look_at(event.position)

    def action_eyes(self) -> None:
        """Choose the next player whose turns are listed, or the next viewer."""
        self.query_one(OptionField).step(1)

    def on_option_field_changed(self, event: OptionField.Changed) -> None:
        """Somebody else was chosen."""
        self.viewer = parse_viewer(event.cycle.value)

    # ---- ways out

    def action_go_there(self) -> None:
        """Show the table where the turn under the cursor began."""
        played = self.reviews.turns.get(self.position)
        viewer = Viewer(played.seat) if self.reviews.finished and played is not None else self.viewer
        self.rokoko.show_replay(self.game, self.position, viewer)

    def action_fork(self) -> None:
        """Play on from where the turn under the cursor began, in a new file."""
        if self.game.at(self.position).pending:
            self.rokoko.games.fork(self.game, self.position)
        else:
            self.notify(self.words.say("replay.over-review"), timeout=4)

    def action_back(self) -> None:
        """Leave."""
        self.leave()
