"""Runs bots, forced moves and the automatic end of a turn at the table."""

from typing import TYPE_CHECKING

from textual import events
from textual.timer import Timer

from rokoko_core.actions import Action, Decline, PlayCard, UseBonus
from rokoko_core.bots.external_bots import BadBot
from rokoko_core.box import box_of
from rokoko_core.observe import Observation
from rokoko_core.play.choices import is_bonus
from rokoko_core.play.driver import GameDriver, Next
from rokoko_core.state import State
from rokoko_tui.controllers.presenter import Overlay, TablePresenter
from rokoko_tui.keys import commands_of, key_of, keys_of_id
from rokoko_tui.panes.preview import PreviewPane
from rokoko_tui.play.choice_list import EntryKind, MenuEntry
from rokoko_tui.play.log_lines import describe_turn_so_far
from rokoko_tui.text.key_names import format_keys
from rokoko_tui.widgets.notices import BRIEFLY

if TYPE_CHECKING:
    from rokoko_tui.screens.play import PlayScreen

DELAY = 1.5
"""Seconds between the last step of a turn and its automatic end."""
REPLACED = 10
"""Seconds for which the notice about a replaced bot is shown."""
KEYS_LEFT_ALONE = (
    *("table.undo", "table.undo-turn", "table.next-tab", "table.previous-tab"),
    *(command.id for command in commands_of("app")),
)
"""Commands whose keys do not end the delay."""


class Autoplay(Overlay):
    """Carries out what the driver says is next. While a turn is about to end, it replaces question and preview."""

    def __init__(self, host: "PlayScreen", driver: GameDriver, presenter: TablePresenter) -> None:
        self._host, self.driver, self._presenter = host, driver, presenter
        self._game = driver.game
        driver.on_thinking = host.fill_list
        self._ending: Observation | None = None
        """The position in which the end of the turn is waited for."""
        self._held: Observation | None = None
        """The position in which the player stopped that."""
        self._end_timer: Timer | None = None
        self._end_since = 0.0
        self._forced: tuple[Observation, tuple[MenuEntry, ...]] | None = None
        """The position after forced actions, and what happened, a line each."""
        self._declining: Observation | None = None
        """The position in which the end of the turn was asked for although a bonus is left."""

    # ---- bots

    def move_bot(self) -> None:
        """Let the bot to move act, after thinking if need be."""
        self._host.start(self._move_bot, "bot")

    async def _move_bot(self) -> None:
        host, here = self._host, self._game.observation()
        try:
            ready = await self.driver.plan_move()
        except BadBot as error:
            if host.is_ready and self._game.observation() is here:
                await self._replace(error)
            return
        if ready and host.is_ready and await host.write(self.driver.take_planned_move()):
            host.redraw()

    async def _replace(self, error: BadBot) -> None:
        """Let an apprentice play on for the bot to move, which cannot, and say so."""
        host, seat = self._host, self._game.to_move
        if seat is not None and await host.write(self._game.replace(seat, error.code)):
            host.notify(host.words.replaced(self._game.setup, seat, error), timeout=REPLACED)
            host.redraw()

    def think_ahead(self) -> None:
        """Let the next bot that searches think while a person decides."""
        self._host.start(self.driver.think_ahead, "ahead")

    def update_thinking_time(self) -> None:
        """Show how long the bot has been thinking; nothing else in the list moves."""
        if self.driver.thought is not None and self._game.bot_to_move is not None:
            self._host.choices.reword(self._presenter.entries())

    # ---- forced moves

    async def take_forced_actions(self) -> None:
        """Take every forced action until something is to be decided or shown; the list says so."""
        host, notes = self._host, list[MenuEntry]()
        while self.driver.next() is Next.FORCED and not host.is_showing:
            number, forced, view = self._game.position, self._game.menu.forced, self._game.observation()
            if not await host.write(self.driver.take_forced_action()):
                return
            lines = [line.text for _, line in self._presenter.lines(range(number, number + 1))]
            if not notes and lines:
                lines[0] = self._name_forced(forced, view.table, lines[0])
            notes += [MenuEntry(EntryKind.NOTE, line) for line in lines]
        if notes:
            self._forced = (self._game.observation(), tuple(notes))

    def _name_forced(self, action: Action | None, state: State, line: str) -> str:
        """Return what the list says of the first forced action; ``line`` is about it in the log."""
        say = self._host.words.say
        if isinstance(action, PlayCard):
            rank = box_of(state).card[action.card].rank
            return say("table.automatic.only-card", rank=self._host.words.rank(rank))
        return say(f"table.automatic.{'gain' if isinstance(action, UseBonus) else 'only'}", text=line)

    def notes(self) -> tuple[MenuEntry, ...]:
        """Return what the list says above the choices: which actions before them were forced."""
        if self._forced is None or self._forced[0] is not self._game.observation():
            return ()
        return self._forced[1]

    # ---- the end of a turn

    @property
    def is_ending(self) -> bool:
        """Whether the turn is about to end automatically."""
        is_due = self._end_timer is not None and self._ending is self._game.observation()
        return is_due and self.driver.next() is Next.END_TURN

    def wait_to_end_turn(self) -> None:
        """End the turn after the delay, unless something is undone."""
        if self.is_ending or self._held is self._game.observation():
            return
        self._ending, self._end_since = self._game.observation(), self._host.now()
        self._end_timer = self._host.set_timer(DELAY, self._end_after_delay)
        self._host.fill_list()

    async def _end_after_delay(self) -> None:
        """End the turn; under another screen the delay begins again when that is closed."""
        is_due, self._end_timer = self.is_ending, None
        if self._host.is_on_top and is_due:
            await self.end_turn_now()

    async def end_turn_now(self) -> None:
        """End the turn, if only its end is left."""
        if self._end_timer is not None:
            self._end_timer.stop()
        self._end_timer = None
        if self._game.menu.only_end and await self._host.write(self.driver.end_turn()):
            self._host.redraw()

    def intercepts(self, event: events.InputEvent) -> bool:
        """End the turn at once with any key, except those that undo or work everywhere; Esc leaves it to the player."""
        if not isinstance(event, events.Key) or not self.is_ending:
            return False
        remapped = self._host.settings.keys
        if any(event.key in keys_of_id(id, remapped) for id in KEYS_LEFT_ALONE):
            return False
        if event.key in keys_of_id("table.back", remapped):
            self._hold()
        elif event.time >= self._end_since:
            self._host.call_next(self.end_turn_now)
        return True

    def _hold(self) -> None:
        """Let the player end this turn."""
        if self._end_timer is not None:
            self._end_timer.stop()
        self._end_timer, self._held = None, self._game.observation()
        self._host.redraw()

    def question(self) -> tuple[str, str] | None:
        """Say that the turn ends in a moment, and which key stops that."""
        if not self.is_ending:
            return None
        ends = self._host.words.wording("table.automatic.ends", key=self._wait_key)
        return ends.longest, ends.shortest

    @property
    def _wait_key(self) -> str:
        """The key that lets the turn wait."""
        return format_keys(self._host.words, key_of("table.back", self._host.settings.keys))

    def show_preview(self, pane: PreviewPane, entry: MenuEntry | None) -> bool:
        """Say what happens in a moment, and sum up the turn."""
        if not self.is_ending:
            return False
        lines = describe_turn_so_far(self._game, self._host.words)
        explained = self._host.words.say_of("table.automatic.ends-explained", {"key": self._wait_key})
        pane.tell(explained, [self._host.words.say("table.automatic.turn"), *lines])
        return True

    # ---- ending it with a bonus left

    async def end_turn_with_bonus(self) -> bool:
        """Say that a bonus is left, and the second time decline it and end the turn; return False where none is."""
        game, host, here = self._game, self._host, self._game.observation()
        if not is_bonus(here.table) or Decline() not in game.menu.actions:
            return False
        if self._declining is not here:
            self._declining = here
            host.notify(host.words.say("table.automatic.bonus"), timeout=2 * BRIEFLY)
        elif await host.write(game.play(Decline())):
            if game.menu.only_end:
                await self.end_turn_now()
            else:
                host.redraw()
        return True
