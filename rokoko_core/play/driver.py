"""Runs bots, forced moves and automatic ends of turns, and tells a screen what is next."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from time import monotonic
from typing import Protocol

from rokoko_core.actions import Action, EndTurn
from rokoko_core.bots import level_of
from rokoko_core.bots.external_bots import BadBot
from rokoko_core.observe import Observation
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.menu import forced_action, has_only_end
from rokoko_core.state import State

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
    def end_turns(self) -> bool:
        """Whether turns end automatically."""

    @property
    def think(self) -> float:
        """Seconds a bot thinks in one turn, times the patience of its level."""


class Thinker(Protocol):
    """Computes the plans of bots."""

    async def plan(self, view: Observation, level: str | None, rng: Random, budget: float) -> tuple[Action, ...]:
        """Return what a bot of ``level`` does next, after about ``budget`` seconds at most. Raises ``BadBot``."""

    async def ponder(self, view: Observation, rng: Random, budget: float) -> None:
        """Think ahead for a seat while another is to move."""


@dataclass
class Thought:
    """A bot thinking about a position."""

    state: State
    turn: int
    """The position its turn began at."""
    since: float = field(default_factory=monotonic)

    @property
    def seconds(self) -> float:
        """How long it has been thinking."""
        return monotonic() - self.since


class GameDriver:
    """Continues a local game where no person decides. The caller carries out what ``next`` returns."""

    def __init__(self, game: LocalGame, options: PlayOptions, thinker: Thinker, automatic: bool = True) -> None:
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
        self._ahead_of: State | None = None
        """The position at which a bot last began to think ahead."""
        self.on_thinking: Callable[[], None] = lambda: None
        """Called when a bot begins to think."""
        game.is_automatic = self.is_automatic

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
            if not self.is_automatic(game.recording.state):
                return Next.NOTHING
            return Next.END_TURN if game.has_only_end else Next.FORCED
        if game.bot_to_move is not None and not self.is_thinking:
            return Next.MOVE_BOT
        return Next.NOTHING

    def is_automatic(self, state: State) -> bool:
        """Return whether the step of a person in ``state`` is taken automatically."""
        if not self._automatic:
            return False
        forced = self.options.forced_steps and forced_action(state) is not None
        return forced or (self.options.end_turns and has_only_end(state))

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

    # ---- automatic steps of a person

    async def take_forced_action(self) -> range:
        """Take the forced action, if ``next`` says so; return its number, or nothing. Raises ``NotWritten``."""
        number, action = self.game.position, self.game.forced_action
        if action is None:
            return range(0)
        await self.game.repeat(action)
        return range(number, number + 1)

    async def end_turn(self) -> None:
        """End the turn if only its end is left. Raises ``NotWritten``."""
        if self.game.has_only_end:
            await self.game.repeat(EndTurn())

    # ---- bots

    @property
    def is_thinking(self) -> bool:
        """True while a bot thinks about the present position."""
        return self.thought is not None and self.thought.state is self.game.recording.state

    async def plan_move(self) -> bool:
        """Let the bot to move think, if it has no plan; return whether it may still move here. Raises ``BadBot``."""
        game, state = self.game, self.game.recording.state
        if game.bot_to_move is None:
            return False
        if game.planned is None:
            plan = await self._think()
            if game.recording.state is not state:
                return False
            game.set_plan(plan)
        return True

    async def take_planned_move(self) -> None:
        """Take the action the bot to move has planned. Raises ``NotWritten``."""
        action = self.game.planned
        assert action is not None, "a plan begins with a legal action"
        await self.game.play(action)

    async def replace_bot(self, error: BadBot) -> int | None:
        """Let an apprentice play for the bot to move, which failed with ``error``; return its seat."""
        seat = self.game.to_move
        if seat is not None:
            await self.game.replace(seat, error.code)
        return seat

    async def _think(self) -> tuple[Action, ...]:
        game, seat = self.game, self.game.to_move
        assert seat is not None, "somebody is to move"
        thought, seconds = self.begin_thought()
        self.on_thinking()
        try:
            return await self.thinker.plan(game.observation_of(seat), game.level_to_move, game.random(), seconds)
        finally:
            self.end_thought(thought)

    async def think_ahead(self) -> None:
        """While a person decides, let the next bot that searches think about what it may see; once per position."""
        game, seat = self.game, self.game.next_searcher
        if seat is not None and self._ahead_of is not game.recording.state:
            self._ahead_of = game.recording.state
            await self.thinker.ponder(game.observation_of(seat), game.random(), self.options.think)

    def begin_thought(self) -> tuple[Thought, float]:
        """Return a thought about the present position and the seconds left for it; a turn shares one budget.

        Raises ``BadBot`` for an unknown level.
        """
        game = self.game
        whole = self.options.think * level_of(game.level_to_move).patience
        self.thought = Thought(game.recording.state, game.turn_start(game.position))
        return self.thought, max(LEAST_THINKING, whole - self._used(self.thought.turn))

    def end_thought(self, thought: Thought) -> None:
        """Record that ``thought`` ended or was cancelled."""
        self._thought_in_turn = (thought.turn, self._used(thought.turn) + thought.seconds)
        if self.thought is thought:
            self.thought = None

    def _used(self, turn: int) -> float:
        """Return the seconds a bot has already thought in the turn that began at ``turn``."""
        start, seconds = self._thought_in_turn
        return seconds if start == turn else 0.0
