"""The end of a turn that only has to be ended: automatically after a moment, unless a key stops that."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rokoko_core.play.driver import Next
from rokoko_tui.keys import commands_of, key_of, keys_of_id
from rokoko_tui.table.choice_list import MenuEntry
from rokoko_tui.table.commands import Command, Press
from rokoko_tui.table.effects import Change, Effects, Request, StopWaiting, Wait
from rokoko_tui.table.log_lines import describe_turn_so_far
from rokoko_tui.table.modes.mode import Mode
from rokoko_tui.table.page import Details, Ending, TablePage
from rokoko_tui.text.key_names import format_keys

if TYPE_CHECKING:
    from rokoko_tui.table.session import TableSession

DELAY = 1.5
"""Seconds between the last step of a turn and its automatic end."""
KEYS_LEFT_ALONE = (
    *("table.undo", "table.undo-turn", "table.next-tab", "table.previous-tab"),
    *(command.id for command in commands_of("app")),
)
"""Commands whose keys do not end the delay."""
END_TURN = "end-turn"
"""The group of the delay."""


class EndingMode(Mode):
    """The delay before a turn ends; it names the key that stops it, and sums up the turn."""

    session: "TableSession"

    def __init__(self, session: "TableSession") -> None:
        super().__init__(session)
        self._since = 0.0

    @property
    def is_due(self) -> bool:
        """Whether the turn is about to end automatically."""
        return self.session.moment.ending is Ending.DUE and self.session.driver.next() is Next.END_TURN

    # ---- what is shown

    def page(self) -> TablePage:
        """Return the page that says what happens in a moment; a task stays in the preview."""
        session, page = self.session, self.session.game_mode.page()
        lines = (session.words.say("table.automatic.turn"), *describe_turn_so_far(session.game, session.words))
        explained = session.words.say_of("table.automatic.ends-explained", {"key": self._wait_key})
        details = page.details if page.details.task is not None else Details(explained, lines)
        return replace(page, titles=session.words.wording("table.automatic.ends", key=self._wait_key), details=details)

    def rows(self) -> tuple[MenuEntry, ...]:
        return self.session.game_mode.rows()

    def find_start(self, rows: Sequence[MenuEntry]) -> int:
        return self.session.game_mode.find_start(rows)

    @property
    def _wait_key(self) -> str:
        """The key that lets the turn wait."""
        return format_keys(self.session.words, key_of("table.back", self.session.settings.keys))

    # ---- commands

    def captures(self, press: Press) -> bool:
        """Return whether a key ends the turn or stops its end."""
        remapped = self.session.settings.keys
        return not any(press.key in keys_of_id(id, remapped) for id in KEYS_LEFT_ALONE)

    def handle(self, command: Command) -> Effects:
        """End the turn at once with any key, except those that undo or work everywhere; Esc leaves it to the player."""
        if not isinstance(command, Press) or not self.captures(command):
            return self.session.game_mode.handle(command)
        if command.key in keys_of_id("table.back", self.session.settings.keys):
            self.session.update(ending=Ending.HELD)
            return [StopWaiting(END_TURN), Request.REDRAW]
        return self.end_now() if command.time >= self._since else []

    def wait(self) -> Effects:
        """End the turn after the delay, unless something is undone."""
        session = self.session
        if session.moment.ending is not Ending.OPEN:
            return []
        self._since = session.now()
        session.update(ending=Ending.DUE)
        session.fill()
        return [Wait(END_TURN, DELAY, self._end_after_delay, session.moment.observation)]

    def _end_after_delay(self, is_seen: bool) -> Effects:
        """End the turn; under another screen the delay begins again when that is closed."""
        is_due = self.is_due
        if self.session.moment.ending is Ending.DUE:
            self.session.update(ending=Ending.OPEN)
        return self.end_now() if is_seen and is_due else []

    def end_now(self) -> Effects:
        """End the turn, if only its end is left."""
        ended = Change(self.session.driver.end_turn)
        return [StopWaiting(END_TURN), ended if self.session.game.menu.only_end else Request.REDRAW]
