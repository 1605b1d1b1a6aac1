"""Plays back what others did, frame by frame, until a key; no key meant for that commits anything."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from rokoko_tui.settings.settings import FIRST_GAMES, PACES, Pace
from rokoko_tui.table.choice_list import EntryKind, MenuEntry
from rokoko_tui.table.commands import Command, Mouse, Press
from rokoko_tui.table.effects import Animate, Effects, Request, Say, SayTooEarly, StopWaiting, Wait
from rokoko_tui.table.frames import Frame, Playback
from rokoko_tui.table.key_guard import TIMES_AFTER_PLAYBACK, KeyGuard
from rokoko_tui.table.menu_entries import find_key
from rokoko_tui.table.modes import Mode
from rokoko_tui.table.page import Details, TablePage
from rokoko_tui.text.wording import Wording

if TYPE_CHECKING:
    from rokoko_tui.table.session import TableSession

ENDING = ("escape", "f")
"""Keys that end a playback at once even where each event waits for a key."""
FRAME = "frame"
"""The group of the delay until the next frame."""


class PlaybackMode(Mode):
    """Shows the frames of a ``Playback``, each for its time, and guards the keys after it."""

    session: "TableSession"

    def __init__(self, session: "TableSession") -> None:
        super().__init__(session)
        self.queue = Playback(session.game)
        self.guard = KeyGuard()
        self._is_running = False
        """Whether the delay of the present frame runs."""
        self._due = self._since = 0.0
        """When the present frame is over, and since when keys are meant for it or another one of the playback."""
        self._is_pressed = False
        """Whether the mouse was pressed during the playback."""

    @property
    def frame(self) -> Frame | None:
        """The present frame; None when everything has been shown."""
        return self.queue.frame

    @property
    def _pace(self) -> Pace:
        """The pace chosen, or the automatic one."""
        chosen = self.session.settings.pace
        return self._automatic_pace if chosen == "auto" else chosen

    @cached_property
    def _automatic_pace(self) -> Pace:
        return "quick" if self.session.services.has_finished(FIRST_GAMES) else "slow"

    # ---- what is shown

    def page(self) -> TablePage:
        """Return the page of the present frame."""
        frame, page = self.frame, self.session.game_mode.page()
        assert frame is not None, "the playback is over"
        name = self._name(frame)
        title = name if frame.seat is None else self.session.words.say("table.playback.turn", who=name)
        return replace(
            page,
            titles=Wording(title, name),
            lit=frame.pieces,
            details=Details(name, (frame.text,)),
            frame=frame,
            playback_keys=self._keys,
        )

    @property
    def _keys(self) -> Mapping[str, str]:
        return {"space": "step", "escape": "skip-all"} if self._pace == "step" else {"escape": "skip"}

    def rows(self) -> tuple[MenuEntry, ...]:
        """Return one heading that names the key."""
        key = "next" if self._pace == "step" else "end"
        return (MenuEntry(EntryKind.HEADING, self.session.settings.say_keys(f"table.playback.{key}")),)

    def _name(self, frame: Frame) -> str:
        words = self.session.words
        if frame.seat is None:
            return words.say("round_summary.title", round=frame.round)
        return words.seat(self.session.game.setup, frame.seat)

    # ---- from frame to frame

    def gather(self) -> Effects:
        """Add what others did since the last call, and drop what was undone."""
        session, before = self.session, self.frame
        self.queue.drop_undone()
        if self.frame is None:
            self._due = 0.0
        if self.queue.gather(session.words, self._pace, session.settings.moving, session.has_round_page):
            self.guard.begin(session.now())
        return self._begin_frame() if self.frame is not before else []

    def keep_showing(self) -> Effects:
        """Let the present frame last its time."""
        frame, session = self.frame, self.session
        if frame is None or self._is_running or self._pace == "step":
            return []
        late = max(0.0, session.now() - self._due) if self._due else 0.0
        self._is_running, self._due = True, session.now() + frame.seconds - late
        seconds = max(frame.seconds / 2, frame.seconds - late)
        wait = Wait(FRAME, seconds, lambda is_seen: self._end_frame(frame, is_seen))
        return [wait, *([Animate(frame.flights, seconds)] if frame.flights else [])]

    def next_frame(self) -> Effects:
        """Show the next frame, or the present position after the last."""
        self.queue.step()
        effects = self._begin_frame()
        if self.frame is None:
            return [*effects, *self._finish()]
        self.session.mark_touched()
        return [*effects, *self.keep_showing()]

    def end(self) -> Effects:
        """Show the present position at once."""
        self.queue.end()
        return [*self._begin_frame(), *self._finish()]

    def _begin_frame(self) -> Effects:
        """Stop the delay of the frame before."""
        if not self._due:  # keys are meant for the whole playback, except at the pace that waits for them
            self._since = self.session.now()
        self._is_running = False
        return [StopWaiting(FRAME)]

    def _end_frame(self, frame: Frame, is_seen: bool) -> Effects:
        """Show the next frame once the delay of ``frame`` is over; one that cannot be seen begins again later."""
        if frame is not self.frame:
            return []
        self._is_running = False
        effects = self.next_frame() if is_seen else []
        if self.frame is None:
            self.guard.begin(self.session.now(), TIMES_AFTER_PLAYBACK)
        return effects

    def _finish(self) -> Effects:
        self._due = 0.0
        self.guard.begin(self.session.now())
        return [Request.REDRAW]

    # ---- keys

    def handle(self, command: Command) -> Effects:
        """End the playback, or one event of it, with a key or click, which does nothing else."""
        match command:
            case Press():
                effects = self._skip(command.time, command.key in ENDING)
                if self.frame is None:
                    self.session.fill()
                    if find_key(self.session.moment.rows, command.text) is not None:  # the key of a choice
                        effects.append(SayTooEarly(command.shown_key))
                return effects
            case Mouse(is_down, time):
                self._is_pressed = is_down
                return [] if is_down else self._skip(time, ends_all=False)
        return self.session.game_mode.handle(command)

    def _skip(self, time: float, ends_all: bool) -> Effects:
        if time < self._since:
            return []
        return self.next_frame() if self._pace == "step" and not ends_all else self.end()

    def release_mouse(self) -> Effects:
        """Return the notice about a click during which the playback ended."""
        is_pressed, self._is_pressed = self._is_pressed, False
        return [SayTooEarly()] if is_pressed else []

    # ---- on request

    def show_again(self, numbers: range) -> Effects:
        """Show the actions ``numbers`` once more."""
        session = self.session
        self.queue.add(session.words, numbers, self._pace, session.settings.moving)
        if self.frame is None:
            return [Say(session.words.say("table.notice.nothing-since"))]
        return [*self._begin_frame(), Request.REDRAW]

    def show_last_turns(self) -> Effects:
        """Show the last turns of the others once more."""
        game = self.session.game
        return self.show_again(game.history.since_turn(game.position)) if self.frame is None else []

    def change_pace(self) -> Effects:
        settings = self.session.settings
        settings.pace = PACES[(PACES.index(settings.pace) + 1) % len(PACES)]
        return [Request.SAVE_SETTINGS, Say(self.session.words.say(f"table.pace.{settings.pace}")), Request.REDRAW]
