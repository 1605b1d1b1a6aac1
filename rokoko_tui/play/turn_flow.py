"""Who goes on at a table: whether somebody has to be fetched, a bot thinks, or the final sheet is due.

A small machine without a screen: the screen asks it what is next after every change and tells it what has come of that.
"""

from dataclasses import dataclass, field
from enum import Enum
from time import monotonic

from rokoko_core.bots import level_of
from rokoko_core.state import State
from rokoko_tui.play.automatic_steps import nothing_left
from rokoko_tui.play.sessions import Session
from rokoko_tui.settings.launch import LEAST_THINKING
from rokoko_tui.settings.settings import Settings


class Next(Enum):
    """What has to happen now."""

    NOTHING = "nothing"
    """Somebody at the terminal decides, or something set off before is under way still."""
    SIT = "sit"
    """The next person sits down without being fetched."""
    FETCH = "fetch"
    """The next person has to be asked to sit down."""
    THINK = "think"
    """The bot asked goes on."""
    ONLY = "only"
    """The person asked has no choice: the one step there is may be taken."""
    END = "end"
    """All that is left of their turn is its end."""
    FINAL = "final"
    """The game has just ended."""


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


class Course:
    """The course of a session: what is next, and what is under way."""

    def __init__(self, session: Session, settings: Settings) -> None:
        self.session, self.settings = session, settings
        self.fetching = False
        """True from asking somebody to sit down until the answer is here; the question may be gone a moment before."""
        self.thought: Thought | None = None
        """What a bot is thinking about now."""
        self._final_at = -1
        """The position whose final sheet was shown."""
        self._thought_in_turn = (-1, 0.0)
        """(position a turn began at, seconds a bot has thought in it already)."""

    def next(self) -> Next:
        """What has to happen now. Asked twice, it is the same unless something has come of it meanwhile."""
        session = self.session
        if self.fetching:
            return Next.NOTHING
        if session.handover is not None:
            return Next.FETCH if self.settings.handover else Next.SIT
        if session.asked is None:
            return Next.FINAL if self._final_at != session.game.cursor else Next.NOTHING
        if session.person_asked is not None and session.eyes == session.asked:
            return self._by_itself()
        if session.bot_asked is not None and not self._thinking:
            return Next.THINK
        return Next.NOTHING

    def _by_itself(self) -> Next:
        """What is done for the person asked, who sees the table."""
        if not self.session.by_itself(self.session.state):
            return Next.NOTHING
        return Next.END if nothing_left(self.session.state) else Next.ONLY

    # ---- people

    def fetch(self) -> int:
        """Somebody is being asked to sit down: the seat."""
        seat = self.session.handover
        assert seat is not None, "nobody has to be fetched"
        self.fetching = True
        return seat

    def fetched(self) -> None:
        """That was answered, whatever the answer."""
        self.fetching = False

    def final_shown(self) -> None:
        """The final sheet of this position is on the screen, and need not come up again by itself."""
        self._final_at = self.session.game.cursor

    # ---- bots

    @property
    def _thinking(self) -> bool:
        return self.thought is not None and self.thought.state is self.session.state

    def begin_thought(self) -> tuple[Thought, float]:
        """A thought about the present position, and the seconds it may take: all of a turn share the settings' time, as
        often as the level takes it. Raises ``BadBot`` where nobody knows the level.
        """
        game = self.session.game
        whole = self.settings.think * level_of(self.session.level).patience
        self.thought = Thought(game.state, game.turn_start(game.cursor))
        return self.thought, max(LEAST_THINKING, whole - self._used(self.thought.turn))

    def end_thought(self, thought: Thought) -> None:
        """That thought has come to its end, or was given up."""
        self._thought_in_turn = (thought.turn, self._used(thought.turn) + thought.seconds)
        if self.thought is thought:
            self.thought = None

    def _used(self, turn: int) -> float:
        """Seconds a bot has thought already in the turn that began at ``turn``."""
        start, seconds = self._thought_in_turn
        return seconds if start == turn else 0.0
