"""The table where things happen of their own accord: automatic players, steps without a choice, ends of turns."""

from textual import events, work
from textual.timer import Timer

from rokoko_core.actions import Action, Decline, EndTurn
from rokoko_core.bots.external_bots import BadBot
from rokoko_core.engine import legal_actions
from rokoko_core.observe import observe
from rokoko_core.pending import BonusOf
from rokoko_core.state import State
from rokoko_tui.keys import commands_of, key_of, keys_of_id, readable
from rokoko_tui.panes.preview import PreviewPane
from rokoko_tui.play.automatic_steps import nothing_left, only_step
from rokoko_tui.play.choice_list import Entry
from rokoko_tui.play.round_lines import turn_lines_so_far
from rokoko_tui.play.sessions import Session, dice_of
from rokoko_tui.play.turn_flow import Next
from rokoko_tui.screens.show_table import ShowingScreen
from rokoko_tui.screens.table_page import BRIEFLY

WAIT = 1.5
"""Seconds between the last step of a turn and its end."""
LONG = 10
"""Seconds for which it is told that a bot was replaced."""
LEFT_ALONE = ("table.undo", "table.undo-turn", *(command.id for command in commands_of("app")))
"""Commands whose keys do not end the wait."""


class OwnAccordScreen(ShowingScreen):
    """What nobody at the terminal does. ``go_on`` calls ``think``, ``take_only_steps`` and ``wait_to_end`` when due."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._ending: State | None = None
        """The end of a turn that is waited for."""
        self._end_timer: Timer | None = None
        self._end_since = 0.0
        self._ahead_of: State | None = None
        """The position at which a bot was last told to think ahead."""
        self._passing: State | None = None
        """The position at which ending the turn was asked for although a bonus is left."""

    # ---- automatic players

    @work(exclusive=True, group="bot")
    async def think(self, state: State) -> None:
        """Let the bot asked in ``state`` go on with what it means to do; if need be it thinks first, elsewhere."""
        session = self.session
        if session.bot_asked is None or session.state is not state:
            return
        if session.intended is None:
            try:
                plan = await self._plan()
            except BadBot as bad:
                self._replace(state, bad)
                return
            if session.state is not state or not self.at_hand:
                return
            session.intend(plan)
        decided = session.intended
        assert decided is not None, "a plan begins with something that may be done"
        if self.write(lambda: session.play(decided)):
            self.renew()

    def _replace(self, state: State, bad: BadBot) -> None:
        """An apprentice plays on for the bot asked in ``state``, which cannot; that is told in a line."""
        session, seat = self.session, self.session.asked
        if session.state is not state or seat is None or not self.at_hand:
            return
        if self.write(lambda: session.replace(seat, bad.code)):
            self.notify(self.words.replaced(session.game.setup, seat, bad), timeout=LONG)
            self.renew()

    async def _plan(self) -> tuple[Action, ...]:
        """What the bot asked means to do."""
        game = self.session.game
        thought, seconds = self.course.begin_thought()
        self.offer()
        try:
            view = observe(game.state, self.session.asked)
            return await self.rokoko.thinkers.plan(view, self.session.level, dice_of(game), seconds)
        finally:
            self.course.end_thought(thought)

    @work(exclusive=True, group="ahead")
    async def think_ahead(self) -> None:
        """While a person decides, let the next bot that searches guess what it will see, and think about that."""
        session, seat = self.session, self.session.thinks_ahead
        if seat is not None and self._ahead_of is not session.state:
            self._ahead_of = session.state
            view = observe(session.state, seat)
            await self.rokoko.thinkers.ponder(view, dice_of(session.game), self.rokoko.settings.think)

    def tell_thinking(self) -> None:
        """While a bot thinks, for how long already; nothing else in the list moves."""
        if self.course.thought is not None and self.session.bot_asked is not None:
            self.choices.reword(self.entries_now())

    def action_hurry(self) -> None:
        """Let the bot that is thinking move now."""
        if self.course.thought is None:
            self.notify(self.words.say("table.notice.nobody-thinks"), timeout=BRIEFLY)
        else:
            self.rokoko.thinkers.hurry()

    # ---- steps without a choice

    def take_only_steps(self) -> None:
        """Take every step that leaves nothing to decide, as far as nothing is to be shown between, and say so."""
        session, said = self.session, list[str]()
        while self.course.next() is Next.ONLY and not self.round_due and self.show.frame is None:
            number, only = session.game.cursor, only_step(session.state)
            assert only is not None, "the course says so"
            if not self.write(lambda action=only: self._again_or_new(action)):  # type: ignore[misc]
                return
            said += [line.text for _, line in self.lines(range(number, number + 1))]
        if said:
            self.notify(self.words.say("table.own-accord.only", text="\n".join(said)), timeout=2 * BRIEFLY)

    def _again_or_new(self, action: Action) -> None:
        """Take ``action``; where just that was undone it is done again, and what followed can be too."""
        game = self.session.game
        if game.can_redo and game.line[game.cursor] == action:
            self.session.redo()
        else:
            self.session.play(action)

    # ---- the end of a turn

    @property
    def ending(self) -> bool:
        """Whether the turn is about to end by itself."""
        return self._ending is self.session.state and self._end_timer is not None

    def wait_to_end(self) -> None:
        """End the turn in a moment, unless somebody takes something back."""
        if self.ending:
            return
        self._ending, self._end_since = self.session.state, self.clock()
        self._end_timer = self.set_timer(WAIT, self._end_if_waited)
        self.offer()

    def _end_if_waited(self) -> None:
        """The moment is over; under another room it begins anew when that is left."""
        self._end_timer = None
        if self.on_top and self._ending is self.session.state:
            self.end_now()

    def end_now(self) -> None:
        """End the turn, whose end is all that is left of it."""
        if self._end_timer is not None:
            self._end_timer.stop()
        self._end_timer = None
        if nothing_left(self.session.state) and self.write(lambda: self._again_or_new(EndTurn())):
            self.renew()

    def intercepts(self, event: events.InputEvent) -> bool:
        """While a turn is about to end, any key ends it at once, but for those that take back or work everywhere."""
        return super().intercepts(event) or (isinstance(event, events.Key) and self._ends(event))

    def _ends(self, event: events.Key) -> bool:
        remapped = self.rokoko.settings.keys
        alone = any(event.key in keys_of_id(id, remapped) for id in LEFT_ALONE)
        if not self.ending or alone:
            return False
        if event.time >= self._end_since:
            self.end_now()
        return True

    def question(self) -> str:
        """That the turn ends, or what is asked."""
        return self._ends_in_words("ends") if self.ending else super().question()

    def asked(self) -> str:
        """The same in few words."""
        return self._ends_in_words("ends-short") if self.ending else super().asked()

    def _ends_in_words(self, how: str) -> str:
        key = readable(key_of("table.undo", self.rokoko.settings.keys))
        return self.words.say_of(f"table.own-accord.{how}", {"key": key})

    def tell_preview(self, entry: Entry | None) -> None:
        """What the turn that ends has brought, or what a choice means."""
        if not self.ending:
            super().tell_preview(entry)
            return
        lines = turn_lines_so_far(self.session.game, self.session.eyes, self.words)
        self.query_one(PreviewPane).tell(self.words.say("table.own-accord.turn"), lines)

    # ---- ending it with a bonus left

    def end_with_bonus(self) -> bool:
        """Say that a bonus is left, and the second time let it pass and end the turn; False where none is."""
        state = self.session.state
        asked = state.pending[-1] if state.pending else None
        may_pass = isinstance(asked, BonusOf) and Decline() in legal_actions(state)
        if not may_pass or self.session.eyes != self.session.asked:
            return False
        if self._passing is not state:
            self._passing = state
            self.notify(self.words.say("table.own-accord.bonus"), timeout=2 * BRIEFLY)
        elif self.write(lambda: self.session.play(Decline())):
            if nothing_left(self.session.state):
                self.end_now()
            else:
                self.renew()
        return True
