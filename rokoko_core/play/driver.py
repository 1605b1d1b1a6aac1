"""Runs bots, forced moves and automatic ends of turns, and tells a screen what is next."""

from dataclasses import dataclass, field
from enum import Enum
from random import Random
from time import monotonic
from typing import Protocol

from rokoko_core.actions import Action, EndTurn
from rokoko_core.bots import level_of
from rokoko_core.bots.external_bots import BadBot
from rokoko_core.observe import Observation
from rokoko_core.play.menu import AutomaticStep
from rokoko_core.play.view import BotSeats, GameControl

LEAST_THINKING = 0.05
"""Least seconds for a bot, even if it has used up the budget of its turn."""


class Next(Enum):
    """What happens next."""

    NOTHING = "nothing"
    """The person at the terminal decides, or an earlier step is not finished."""
    SIT_DOWN = "sit-down"
    """The next person takes the seat without being asked."""
    HAND_OVER = "hand-over"
    """The next person must be asked to take the seat."""
    MOVE_BOT = "move-bot"
    FORCED = "forced"
    """The person's only action may be taken automatically."""
    END_TURN = "end-turn"
    """The turn may end automatically, as only its end is left."""
    FINAL = "final"
    """The game has just ended."""


class PlayOptions(Protocol):
    """The settings that decide what happens automatically; read each time."""

    @property
    def handover(self) -> bool:
        """Whether people are asked to take the seat at the terminal."""

    @property
    def forced_steps(self) -> bool:
        """Whether forced actions are taken automatically."""

    @property
    def ends_turns(self) -> bool:
        """Whether turns with nothing left to do end automatically."""

    @property
    def think(self) -> float:
        """Seconds a bot thinks in one turn."""


class Thinker(Protocol):
    """Computes the plans of bots."""

    async def plan(self, view: Observation, level: str | None, rng: Random, budget: float) -> tuple[Action, ...]:
        """Return what a bot of ``level`` does next, after about ``budget`` seconds at most. Raises ``BadBot``."""

    async def ponder(self, view: Observation, rng: Random, budget: float) -> None:
        """Think ahead for a seat while another is to move."""


@dataclass
class Thought:
    """A bot thinking about a position."""

    observation: Observation
    turn: int
    """The position its turn began at."""
    since: float = field(default_factory=monotonic)

    @property
    def seconds(self) -> float:
        """How long it has been thinking."""
        return monotonic() - self.since


class GameDriver:
    """Continues a game where no person decides. The caller carries out what ``next`` returns."""

    def __init__(self, game: GameControl, options: PlayOptions, thinker: Thinker, automatic: bool = True) -> None:
        self.game, self.options, self.thinker = game, options, thinker
        self._automatic = automatic
        """False in the lesson: the learner takes every step."""
        self.handing_over = False
        """True while a person is being asked to take the seat."""
        self.thought: Thought | None = None
        """What a bot is thinking about."""
        self._final_at = -1
        """The position whose final sheet was shown."""
        self._thought_in_turn = (-1, 0.0)
        """(position a turn began at, seconds a bot has already thought in it)."""
        self._ahead_of: Observation | None = None
        """The position at which a bot last began to think ahead."""

    def next(self) -> Next:
        """Return what happens next; the same until the game or the options change."""
        game = self.game
        if self.handing_over:
            return Next.NOTHING
        if game.handover is not None:
            return Next.HAND_OVER if self.options.handover else Next.SIT_DOWN
        if game.to_move is None:
            return Next.FINAL if self._final_at != game.position else Next.NOTHING
        if game.person_to_move is not None and game.viewer == game.to_move:
            if not self._is_automatic(game.position):
                return Next.NOTHING
            return Next.END_TURN if game.menu.only_end else Next.FORCED
        if game.bots is not None and game.bot_to_move is not None and not self.is_thinking:
            return Next.MOVE_BOT
        return Next.NOTHING

    # ---- decisions

    @property
    def last_decision(self) -> int:
        """The last position before the cursor at which a person decided; -1 when there is none."""
        return next((n for n in range(self.game.position - 1, -1, -1) if self._is_decision(n)), -1)

    @property
    def next_decision(self) -> int:
        """The next position among the undone actions at which a person decides, or the last."""
        game = self.game
        later = range(game.position + 1, game.length)
        return next((n for n in later if self._is_decision(n)), max(game.length, game.position + 1))

    def _is_decision(self, position: int) -> bool:
        """Return whether a person here decided at ``position``; turning Madame du Barry's cards counts."""
        seat = self.game.actor(position)
        own = seat in self.game.people or seat >= len(self.game.setup.players)
        return own and not self._is_automatic(position)

    def _is_automatic(self, position: int) -> bool:
        """Return whether the step of a person at ``position`` is taken automatically."""
        if not self._automatic:
            return False
        step = self.game.automatic_step(position)
        allowed = self.options.ends_turns if step is AutomaticStep.END_TURN else self.options.forced_steps
        return step is not None and allowed

    # ---- people

    def begin_handover(self) -> int:
        """Record that a person is being asked to take the seat; return the seat."""
        seat = self.game.handover
        assert seat is not None, "no handover is due"
        self.handing_over = True
        return seat

    def end_handover(self) -> None:
        """Record that the question was answered."""
        self.handing_over = False

    def note_final_shown(self) -> None:
        """Record that the final sheet of this position was shown; ``next`` says it once."""
        self._final_at = self.game.position

    def forget_final(self) -> None:
        """Let ``next`` say the next end, even if it is at the position of the last one."""
        self._final_at = -1

    # ---- automatic steps of a person

    async def take_forced_action(self) -> range:
        """Take the forced action, if ``next`` says so; return its number, or nothing. Raises ``NotWritten``."""
        number, action = self.game.position, self.game.menu.forced
        if action is None:
            return range(0)
        await self._repeat(action)
        return range(number, number + 1)

    async def end_turn(self) -> None:
        """End the turn if only its end is left. Raises ``NotWritten``."""
        if self.game.menu.only_end:
            await self._repeat(EndTurn())

    async def _repeat(self, action: Action) -> None:
        """Redo ``action`` where it was just undone, which keeps what followed; else play it."""
        game = self.game
        if game.can_redo and game.own_action(game.position) == action:
            await game.redo_to(game.position + 1)
        else:
            await game.play(action)

    # ---- bots

    @property
    def _bots(self) -> BotSeats:
        assert self.game.bots is not None, "the bots of this game move elsewhere"
        return self.game.bots

    @property
    def is_thinking(self) -> bool:
        """True while a bot thinks about the present position."""
        return self.thought is not None and self.thought.observation is self.game.observation()

    async def plan_move(self) -> bool:
        """Let the bot to move think, if it has no plan; return whether it may still move here. Raises ``BadBot``."""
        game, here = self.game, self.game.observation()
        if game.bot_to_move is None:
            return False
        if self._bots.planned is None:
            plan = await self._think()
            if game.observation() is not here:
                return False
            self._bots.set_plan(plan)
        return True

    async def take_planned_move(self) -> None:
        """Take the action the bot to move has planned. Raises ``NotWritten``."""
        action = self._bots.planned
        assert action is not None, "a plan begins with a legal action"
        await self._bots.play(action)

    async def replace_bot(self, error: BadBot) -> int | None:
        """Let an apprentice play for the bot to move, which failed with ``error``; return its seat."""
        seat = self.game.to_move
        if seat is not None:
            await self.game.replace(seat, error.code)
        return seat

    async def _think(self) -> tuple[Action, ...]:
        bots, seat = self._bots, self.game.to_move
        assert seat is not None, "somebody is to move"
        thought, seconds = self.begin_thought()
        try:
            return await self.thinker.plan(bots.observation_of(seat), bots.level_to_move, bots.random(), seconds)
        finally:
            self.end_thought(thought)

    async def think_ahead(self) -> None:
        """While a person decides, let the next bot that searches think about what it may see; once per position."""
        bots, here = self.game.bots, self.game.observation()
        seat = bots.next_searcher if bots is not None else None
        if bots is not None and seat is not None and self._ahead_of is not here:
            self._ahead_of = here
            await self.thinker.ponder(bots.observation_of(seat), bots.random(), self.options.think)

    def begin_thought(self) -> tuple[Thought, float]:
        """Return a thought about the present position and the seconds left for it; a turn shares one budget.

        Raises ``BadBot`` for an unknown level.
        """
        game = self.game
        level_of(self._bots.level_to_move)  # an unknown level fails before a process is asked
        self.thought = Thought(game.observation(), game.turn_start(game.position))
        return self.thought, max(LEAST_THINKING, self.options.think - self._used(self.thought.turn))

    def end_thought(self, thought: Thought) -> None:
        """Record that ``thought`` ended or was cancelled."""
        self._thought_in_turn = (thought.turn, self._used(thought.turn) + thought.seconds)
        if self.thought is thought:
            self.thought = None

    def _used(self, turn: int) -> float:
        """Return the seconds a bot has already thought in the turn that began at ``turn``."""
        start, seconds = self._thought_in_turn
        return seconds if start == turn else 0.0
