"""The end of a turn that only has to be ended: after a countdown, or with Enter if something was given up."""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING

from rokoko_core.actions import Action
from rokoko_core.play.choices import Loss, loss_of
from rokoko_core.play.driver import Next
from rokoko_tui.keys import key_of, keys_of_id
from rokoko_tui.table.choice_list import MenuEntry
from rokoko_tui.table.commands import Click, Command, CommandId, GoBackTo, Press
from rokoko_tui.table.effects import Change, Effects, Request, SayTooEarly, StopWaiting, Wait
from rokoko_tui.table.log_lines import describe_turn_so_far
from rokoko_tui.table.modes import Mode
from rokoko_tui.table.page import Details, Ending, TablePage

if TYPE_CHECKING:
    from rokoko_tui.table.session import TableSession

TICK = 1.0
"""Seconds between two numbers of the countdown."""
ENDING = ("table.take", "table.end-turn")
"""Commands whose keys end the turn."""
END_TURN = "end-turn"
"""The group of the delay."""


class EndingMode(Mode):
    """The time before a turn ends; it names the keys, and sums up the turn."""

    session: "TableSession"

    def __init__(self, session: "TableSession") -> None:
        super().__init__(session)
        self._since = 0.0
        self._losses: dict[int, Loss | None] = {}
        """By position, what the choice there gave up."""

    @property
    def is_due(self) -> bool:
        """Whether the countdown runs, or the turn waits for Enter; a player who reads stops the countdown."""
        ending, is_reading = self.session.moment.ending, self.session.is_reading
        is_shown = ending is Ending.WAITING or (ending is Ending.DUE and not is_reading)
        return is_shown and self.session.driver.next() is Next.END_TURN

    @property
    def _last_choice(self) -> int | None:
        """The position of the last choice of the turn; None if all of it was forced."""
        game, last = self.session.game, self.session.driver.last_decision
        return last if last >= game.turn_start(game.position) else None

    # ---- what was given up

    def note(self, action: Action) -> None:
        """Remember what ``action`` gives up at the present position."""
        game = self.session.game
        self._losses[game.position] = loss_of(action, game.observation().table, game.menu)

    def describe_loss(self) -> str:
        """Return what the last choice of the turn gave up; empty for nothing, or if it was made in an earlier run."""
        loss = self._losses.get(self._last_choice) if self._last_choice is not None else None
        return self.session.words.say(f"table.given-up.{loss.value}") if loss is not None else ""

    # ---- what is shown

    def page(self) -> TablePage:
        """Return the page that says how the turn ends; a task stays in the preview."""
        session, page = self.session, self.session.game_mode.page()
        words, keys = session.words, session.settings.keys
        names = {
            name: words.format_keys(key_of(f"table.{id}", keys))
            for name, id in (("end", "take"), ("undo", "undo"), ("wait", "back"))
        }
        if loss := self.describe_loss():
            titles = words.wording("table.automatic.waits", what=loss, **names)
            heading = words.say_of("table.automatic.waits-explained", {"what": loss, **names})
        else:
            titles = words.wording("table.automatic.ends", n=ceil(session.moment.seconds_left), **names)
            heading = words.say_of("table.automatic.ends-explained", names)
        lines = (words.say("table.automatic.turn"), *describe_turn_so_far(session.game, words))
        details = page.details if page.details.task is not None else Details(heading, lines)
        return replace(page, titles=titles, details=details)

    def rows(self) -> tuple[MenuEntry, ...]:
        return self.session.game_mode.rows()

    def find_start(self, rows: Sequence[MenuEntry]) -> int:
        return self.session.game_mode.find_start(rows)

    # ---- commands

    def handle(self, command: Command) -> Effects:
        """Let the turn wait for the player after Esc or undo; after any other command the countdown begins again."""
        session = self.session
        match command:
            case Press() if self._is_early(command):
                return [Request.STOP_KEY, SayTooEarly(command.shown_key)]
            case Click(time) if time < self._since:
                return [SayTooEarly()]
            case CommandId.BACK:
                session.update(ending=Ending.HELD)
                return [StopWaiting(END_TURN), Request.REDRAW]
            case CommandId.UNDO | CommandId.UNDO_TURN | GoBackTo():
                session.update(ending=Ending.HELD)
                return [StopWaiting(END_TURN), *session.game_mode.handle(command)]
        effects = session.game_mode.handle(command)
        if self.is_due and session.moment.ending is Ending.DUE and session.settings.end_turns != "never":
            session.update(seconds_left=session.settings.end_turns)
        return effects

    def _is_early(self, press: Press) -> bool:
        """Return whether a key that ends the turn was meant for the choice before."""
        ends = any(press.key in keys_of_id(id, self.session.settings.keys) for id in ENDING)
        return ends and (press.time < self._since or self.session.guard.blocks(press.time))

    def wait(self) -> Effects:
        """Begin the countdown; wait for Enter instead if the last choice gave something up.

        A puzzle and a game that was opened at the end of a turn leave that end to the player.
        """
        session, delay = self.session, self.session.settings.end_turns
        if session.moment.ending is not Ending.OPEN or delay == "never" or session.is_reading:
            return []
        is_resumed = self._last_choice not in (None, *self._losses)  # the choice was made in an earlier run
        if not session.game_mode.has_countdown or is_resumed:
            session.update(ending=Ending.HELD)
            return []
        is_loss = bool(self.describe_loss())
        if not is_loss and not delay:
            return self.end_now()
        self._since = session.now()
        if is_loss:
            session.guard.begin(self._since)
        session.update(ending=Ending.WAITING if is_loss else Ending.DUE, seconds_left=delay)
        session.fill()
        return [] if is_loss else self._count_down()

    def _count_down(self) -> Effects:
        moment = self.session.moment
        return [Wait(END_TURN, min(TICK, moment.seconds_left), self._tick, moment.observation)]

    def _tick(self, is_seen: bool) -> Effects:
        """Count, or end the turn; once nothing covers the table and nothing is read, the countdown begins again."""
        moment = self.session.moment
        if moment.ending is not Ending.DUE:
            return []
        if not is_seen or not self.is_due:
            self.session.update(ending=Ending.OPEN)
            return []
        if moment.seconds_left <= TICK:
            return self.end_now()
        self.session.update(seconds_left=moment.seconds_left - TICK)
        return self._count_down()

    def end_now(self) -> Effects:
        """End the turn, if only its end is left."""
        ended = Change(self.session.driver.end_turn)
        return [StopWaiting(END_TURN), ended if self.session.game.menu.only_end else Request.REDRAW]
