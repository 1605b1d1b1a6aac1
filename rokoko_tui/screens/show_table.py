"""The table while it shows what others did: frame by frame, until a key, and no key meant for that commits anything."""

import os
from collections.abc import Callable

from textual import events
from textual.timer import Timer

from rokoko_tui.keys import keys_of_id
from rokoko_tui.panes.log import item_of
from rokoko_tui.panes.preview import PreviewPane
from rokoko_tui.play.choice_list import Entry, Kind
from rokoko_tui.play.key_guard import Guard
from rokoko_tui.play.playback import Show
from rokoko_tui.play.round_lines import round_lines, turn_lines
from rokoko_tui.play.sessions import Session
from rokoko_tui.play.turn_history import since_turn
from rokoko_tui.screens.base_screen import too_small
from rokoko_tui.screens.page_screen import moment
from rokoko_tui.screens.round_summary import RoundScreen
from rokoko_tui.screens.session_table import SessionScreen
from rokoko_tui.screens.table_page import BRIEFLY
from rokoko_tui.screens.text_modal import Written
from rokoko_tui.settings.launch import PACES

COMMITTING = ("take", "choose", "end-turn", "finish", "redo", "redo-turn", "hint")
"""Commands of the table whose keys must not have been meant for what was shown before."""
FRAMES_A_SECOND = 15
"""How often a piece on its way is seen in another place."""
ENDING = ("escape", "f")
"""Keys that end a show at once even where each event waits for a key."""


class ShowingScreen(SessionScreen):
    """Shows what others did, and the page between two rounds. ``go_on`` is called when nothing of the kind is left."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.show = Show(session)
        self.guard = Guard()
        self.clock: Callable[[], float] = moment
        """What keys carry in ``time`` if they are pressed now."""
        self._timer: Timer | None = None
        self._flying: Timer | None = None
        """What moves a piece on its way."""
        self._due = self._since = 0.0
        """When the frame on the screen is over, and since when it has been there."""
        self._round_told = session.state.round

    def go_on(self) -> None:
        """See who goes on."""
        raise NotImplementedError

    # ---- what is shown

    @property
    def standing(self) -> int:
        """Where the eyes at the table have got to."""
        return self.show.position

    def gather(self) -> None:
        """After every change of the game: what others did is to be shown, and what was taken back is not."""
        settings, session = self.rokoko.settings, self.session
        shown = self.show.frame
        self.show.follow()
        self._round_told = min(self._round_told, session.state.round)
        if self.show.gather(self.words, settings.pace, settings.moving(os.environ)):
            self.guard.begin(self.clock())
        if self.show.frame is not shown:
            self._framed()

    def pieces_read(self) -> frozenset[str] | None:
        """What the frame shows, or else what somebody reads about."""
        return self.show.frame.pieces if self.show.frame is not None else super().pieces_read()

    def tell_preview(self, entry: Entry | None) -> None:
        """What happens in the frame, in words, or else what a choice means."""
        frame = self.show.frame
        if frame is None:
            super().tell_preview(entry)
            return
        setup = self.session.game.setup
        who = self.words.seat(setup, frame.seat) if frame.seat is not None else self.words.say("table.show.table")
        self.query_one(PreviewPane).tell(who, [frame.text])

    def show_entries(self) -> tuple[Entry, ...]:
        """What stands in the list meanwhile."""
        key = "next" if self.rokoko.settings.pace == "step" else "end"
        return (Entry(Kind.HEADING, self.words.say(f"table.show.{key}")),)

    # ---- from frame to frame

    def keep_showing(self) -> bool:
        """Let the frame on the screen last its time; False when there is none."""
        frame = self.show.frame
        if frame is None:
            return False
        self._turn_there()
        if self._timer is None and self.rokoko.settings.pace != "step":
            late = max(0.0, self.clock() - self._due) if self._due else 0.0
            self._timer = self.set_timer(max(frame.seconds / 2, frame.seconds - late), self._frame_over)
            self._due = self.clock() + frame.seconds - late
            if self.view.set_out(frame.flights):
                self.view.travel(0.0)
                self._flying = self.set_interval(1 / FRAMES_A_SECOND, self._fly)
        return True

    def _framed(self) -> None:
        """Another frame is on the screen from now on, or none."""
        self._since = self.clock()
        if self._timer is not None:
            self._timer.stop()
        self._timer = None
        if self._flying is not None:
            self._flying.stop()
            self.view.arrive()
        self._flying = None

    def _fly(self) -> None:
        """What is on its way has come further."""
        frame = self.show.frame
        if frame is not None and self.on_top:
            left = (self._due - self.clock()) / frame.seconds
            self.view.travel(max(0.0, min(1.0, 1 - left)))

    def _frame_over(self) -> None:
        self._timer = None
        if self.on_top and not too_small(*self.app.size):
            self.next_frame()

    def next_frame(self) -> None:
        """On to the next frame, or to how everything stands now."""
        self.show.step()
        self._framed()
        if self.show.frame is None:
            self._ended()
            return
        self.tell_since()
        self.light()
        self.choices.name_border(self.question(), self.asked())
        self.keep_showing()

    def end_show(self) -> None:
        """At once to how everything stands now."""
        self.show.end()
        self._framed()
        self._ended()

    def _ended(self) -> None:
        self._due = 0.0
        self.guard.begin(self.clock())
        self.renew()

    def _turn_there(self) -> None:
        """Turn to the tab that shows what is lit, where not everything is in sight; boards are left where they are."""
        frame = self.show.frame
        lit = [piece for piece in frame.pieces if not piece.startswith("player:")] if frame is not None else []
        there = {self.view.tab_of_piece(piece) for piece in lit}
        if there and self.view.tabs.current not in there:
            self.view.turn_to(min(there))

    def on_resize(self) -> None:
        """A show that waited for room goes on."""
        self.call_after_refresh(self.go_on)

    # ---- between two rounds

    @property
    def round_due(self) -> bool:
        """Whether the page about a new round is still to be shown here; between people the hand-over tells it."""
        session, settings = self.session, self.rokoko.settings
        told_anyway = len(session.people) > 1 and settings.handover
        new = session.state.round > self._round_told and session.asked is not None
        return new and settings.round_page and not told_anyway and session.eyes is not None

    def show_round(self) -> None:
        """Lay the page about the round over the table; with a summary of turns, one's own stands on it too."""
        game, eyes = self.session.game, self.session.eyes
        self._round_told = game.state.round
        number = next(n for start, n in reversed(game.round_starts) if start == game.state.round) - 1
        summary = self.rokoko.settings.turn_summary and game.seat_of(number) == eyes

        def written() -> Written:
            words = self.words
            lines = [
                *(turn_lines(game, number, eyes, words) if summary else ()),
                *round_lines(game, number, eyes, words),
            ]
            title = words.say("between.title", round=game.state.round)
            return Written(title, [item_of(line, game) for line in lines], words.say("between.keys"))

        self.ask(RoundScreen(written), lambda _: None)

    # ---- keys and clicks

    def intercepts(self, event: events.InputEvent) -> bool:
        """A key or a click ends the show, or in steps one event of it, and does nothing else."""
        if self.show.frame is None or not isinstance(event, events.Key | events.MouseDown | events.MouseUp):
            return False
        if event.time >= self._since and not isinstance(event, events.MouseDown):
            whole = isinstance(event, events.Key) and event.key in ENDING
            if self.rokoko.settings.pace == "step" and not whole:
                self.next_frame()
            else:
                self.end_show()
        return True

    def not_meant(self, event: events.Key) -> bool:
        """Whether the key would commit something, and was meant for what was shown a moment ago."""
        return self.commits(event) and self.guard.holds(event.time)

    def commits(self, event: events.Key) -> bool:
        """Whether the key may change the game in a way that cannot be meant by accident."""
        remapped = self.rokoko.settings.keys
        return any(event.key in keys_of_id(f"table.{name}", remapped) for name in COMMITTING)

    # ---- again

    def show_again(self, numbers: range) -> None:
        """Show the actions ``numbers`` once more."""
        settings = self.rokoko.settings
        self.show.again(self.words, numbers, settings.pace, settings.moving(os.environ))
        if self.show.frame is None:
            self.notify(self.words.say("table.notice.nothing-since"), timeout=BRIEFLY)
            return
        self._framed()
        self.renew()

    def action_show_again(self) -> None:
        """Show the last turns of the others once more."""
        game = self.session.game
        if self.show.frame is None:
            self.show_again(since_turn(game, self.session.eyes, game.cursor))

    def action_pace(self) -> None:
        """The next pace."""
        settings = self.rokoko.settings
        settings.pace = PACES[(PACES.index(settings.pace) + 1) % len(PACES)]
        self.rokoko.remember()
        self.notify(self.words.say(f"table.pace.{settings.pace}"), timeout=BRIEFLY)
        self.renew()
