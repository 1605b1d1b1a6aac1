"""Plays back what others did on the table, frame by frame, until a key; no key meant for that commits anything."""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from textual import events
from textual.binding import ActiveBinding, Binding
from textual.timer import Timer

from rokoko_core.play.view import GameControl
from rokoko_tui.controllers.presenter import Overlay
from rokoko_tui.keys import keys_of_id
from rokoko_tui.panes.preview import PreviewPane
from rokoko_tui.play.choice_list import EntryKind, MenuEntry
from rokoko_tui.play.key_guard import TIMES_AFTER_PLAYBACK, KeyGuard
from rokoko_tui.play.playback import Frame, Playback
from rokoko_tui.settings.settings import PACES, Pace
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.widgets.notices import BRIEFLY

if TYPE_CHECKING:
    from rokoko_tui.screens.play import PlayScreen

COMMITTING = ("take", "choose", "end-turn", "finish", "redo", "redo-turn", "hint")
"""Commands of the table whose keys must not have been meant for what was shown before."""
FRAMES_A_SECOND = 15
"""How often a moving piece is drawn."""
ENDING = ("escape", "f")
"""Keys that end a playback at once even where each event waits for a key."""


class PlaybackPlayer(Overlay):
    """Shows the frames of a ``Playback`` on the table, each for its time, and guards the keys after it."""

    def __init__(
        self, host: "PlayScreen", game: GameControl, has_played: Callable[[], bool], has_round_page: Callable[[], bool]
    ) -> None:
        """``has_played`` says whether the player knows the game, so that the automatic pace is quick."""
        self._host, self._game, self._has_played, self._has_round_page = host, game, has_played, has_round_page
        self.playback = Playback(game)
        self.guard = KeyGuard()
        self._timer: Timer | None = None
        self._animation: Timer | None = None
        self._due = self._since = 0.0
        """When the present frame is over, and since when keys are meant for it or another one of the playback."""
        self._is_pressed = False
        """Whether the mouse was pressed during the playback."""
        self._tab_before: str | None = None
        """The tab to return to; None while the playback has not shown another."""

    @property
    def frame(self) -> Frame | None:
        """The present frame; None when everything has been shown."""
        return self.playback.frame

    @property
    def _pace(self) -> Pace:
        """The pace chosen, or the automatic one."""
        chosen = self._host.settings.pace
        return self._automatic_pace if chosen == "auto" else chosen

    @cached_property
    def _automatic_pace(self) -> Pace:
        return "quick" if self._has_played() else "slow"

    def position(self) -> int:
        """Return the position the viewer has been shown."""
        return self.playback.position

    # ---- overlay

    def entries(self) -> tuple[MenuEntry, ...] | None:
        """Return one heading that names the key."""
        if self.frame is None:
            return None
        key = "next" if self._pace == "step" else "end"
        return (MenuEntry(EntryKind.HEADING, self._host.words.say(f"table.playback.{key}")),)

    def question(self) -> tuple[str, str] | None:
        """Say whose turn or which round is shown, in place of what the player to move decides."""
        if self.frame is None:
            return None
        name = self._name(self.frame)
        return (name if self.frame.seat is None else self._host.words.say("table.playback.turn", who=name)), name

    def _name(self, frame: Frame) -> str:
        words = self._host.words
        if frame.seat is None:
            return words.say("round_summary.title", round=frame.round)
        return words.seat(self._game.setup, frame.seat)

    def pieces(self) -> frozenset[PieceRef] | None:
        """Return what the frame lights."""
        return self.frame.pieces if self.frame is not None else None

    def show_preview(self, pane: PreviewPane, entry: MenuEntry | None) -> bool:
        """Describe what happens in the frame."""
        if self.frame is None:
            return False
        pane.tell(self._name(self.frame), [self.frame.text])
        return True

    # ---- from frame to frame

    def gather(self) -> None:
        """Add what others did since the last call, and drop what was undone."""
        settings, before = self._host.settings, self.frame
        self.playback.drop_undone()
        if self.frame is None:
            self._due = 0.0
        if self.playback.gather(self._host.words, self._pace, settings.moving, self._has_round_page()):
            self.guard.begin(self._host.now())
        if self.frame is not before:
            self._begin_frame()

    def keep_showing(self) -> bool:
        """Let the present frame last its time; return False when there is none."""
        frame, host = self.frame, self._host
        if frame is None:
            return False
        self._show_tab_of(frame)
        if self._timer is None and self._pace != "step":
            late = max(0.0, host.now() - self._due) if self._due else 0.0
            self._timer = host.set_timer(max(frame.seconds / 2, frame.seconds - late), self._end_frame)
            self._due = host.now() + frame.seconds - late
            if host.view.set_out(frame.flights):
                host.view.travel(0.0)
                self._animation = host.set_interval(1 / FRAMES_A_SECOND, self._animate)
        return True

    def next_frame(self) -> None:
        """Show the next frame, or the present position after the last."""
        self.playback.step()
        self._begin_frame()
        if self.frame is None:
            self._finish()
        else:
            self._host.show_frame()
            self.keep_showing()

    def end(self) -> None:
        """Show the present position at once."""
        self.playback.end()
        self._begin_frame()
        self._finish()

    def _begin_frame(self) -> None:
        """Stop the timers of the frame before."""
        if not self._due:  # keys are meant for the whole playback, except at the pace that waits for them
            self._since = self._host.now()
        if self._timer is not None:
            self._timer.stop()
        if self._animation is not None:
            self._animation.stop()
            self._host.view.arrive()
        self._timer = self._animation = None

    def _animate(self) -> None:
        frame = self.frame
        if frame is not None and self._host.is_on_top:
            left = (self._due - self._host.now()) / frame.seconds
            self._host.view.travel(max(0.0, min(1.0, 1 - left)))

    def _end_frame(self) -> None:
        self._timer = None
        if self._host.is_on_top and self._host.has_room:
            self.next_frame()
        if self.frame is None:
            self.guard.begin(self._host.now(), TIMES_AFTER_PLAYBACK)

    def _finish(self) -> None:
        if self._tab_before is not None:
            self._host.view.tab, self._tab_before = self._tab_before, None
        self._due = 0.0
        self.guard.begin(self._host.now())
        self._host.redraw()

    def _show_tab_of(self, frame: Frame) -> None:
        """Show the tab with the lit pieces, where not all tabs are in sight; player boards are left where they are."""
        view = self._host.view
        tabs = {view.tab_for_piece(piece) for piece in frame.pieces if piece.kind != "player"}
        if tabs and view.tabs.current not in tabs:
            self._tab_before = view.tab if self._tab_before is None else self._tab_before
            view.tab = min(tabs)

    # ---- keys

    def intercepts(self, event: events.InputEvent) -> bool:
        """End the playback, or one event of it, with a key or click, which does nothing else."""
        if not isinstance(event, events.Key | events.MouseDown | events.MouseUp):
            return False
        is_pressed, self._is_pressed = self._is_pressed, self.frame is not None and isinstance(event, events.MouseDown)
        if self.frame is None and is_pressed and isinstance(event, events.MouseUp):
            self._host.say_too_early(event)  # the playback ended during the click
        if self.frame is None:
            return False
        if event.time >= self._since and not isinstance(event, events.MouseDown):
            ends_all = isinstance(event, events.Key) and event.key in ENDING
            if self._pace == "step" and not ends_all:
                self.next_frame()
            else:
                self.end()
        return True

    def bindings(self, active: ActiveBinding) -> dict[str, ActiveBinding]:
        """Return what the footer shows during a playback, made from an ``active`` binding of the table."""
        say, keys = self._host.words.say, {"escape": "skip"}
        if self._pace == "step":
            keys = {"space": "step", "escape": "skip-all"}
        return {
            key: active._replace(
                binding=Binding(key, name, say(f"table.playback.{name}"), key_display=say(f"keys.key.{key}"))
            )
            for key, name in keys.items()
        }

    def commits(self, event: events.Key) -> bool:
        """Return whether the key may change the game in a way that cannot be meant by accident."""
        remapped = self._host.settings.keys
        return any(event.key in keys_of_id(f"table.{name}", remapped) for name in COMMITTING)

    # ---- on request

    def show_again(self, numbers: range) -> None:
        """Show the actions ``numbers`` once more."""
        host, settings = self._host, self._host.settings
        self.playback.add(host.words, numbers, self._pace, settings.moving)
        if self.frame is None:
            host.notify(host.words.say("table.notice.nothing-since"), timeout=BRIEFLY)
            return
        self._begin_frame()
        host.redraw()

    def show_last_turns(self) -> None:
        """Show the last turns of the others once more."""
        if self.frame is None:
            self.show_again(self._game.history.since_turn(self._game.position))

    def change_pace(self) -> None:
        host = self._host
        host.settings.pace = PACES[(PACES.index(host.settings.pace) + 1) % len(PACES)]
        host.save_settings()
        host.notify(host.words.say(f"table.pace.{host.settings.pace}"), timeout=BRIEFLY)
        host.redraw()
