"""A session: some people around one terminal with one game, and whose eyes are on the screen.

The game and its journal know nothing of people looking over each other's shoulders; this does. Whoever is asked next
has to sit down first when somebody else could have been looking. Nothing here draws anything.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Protocol

from rokoko_core.actions import Action
from rokoko_core.bots import LEVELS, SUBSTITUTE, USUAL, level_of
from rokoko_core.bots.external_bots import BadBot, BotFault
from rokoko_core.engine import legal_actions, to_move
from rokoko_core.game import Game
from rokoko_core.journal import BadSave, Notice, Relocation, read
from rokoko_core.observe import Observation, observe
from rokoko_core.state import Seat, Setup, State

KEPT_VIEWS = 8
"""Views a table remembers at most."""


class NotWritten(OSError):
    """An entry could not be put on disk; the game stands as it did before."""


def people_of(setup: Setup) -> tuple[int, ...]:
    """Seats of the persons at the table."""
    return tuple(n for n, seat in enumerate(setup.players) if seat.kind == "human")


def turn_of(game: Game) -> range:
    """Numbers of the actions of the turn under way."""
    return range(game.turn_start(game.cursor), game.cursor)


class Table:
    """A game on the screen, and whose view of it is shown. Nobody in particular is looking, unless a subclass knows."""

    seated: int | None = None
    """Whose secrets may be on the screen now."""

    def __init__(self, game: Game, path: Path):
        self._game = game
        self.path = path
        self.people = people_of(game.setup)
        self._shown: dict[tuple[int, int | None], tuple[State, Observation]] = {}

    @property
    def game(self) -> Game:
        """The game with its log."""
        return self._game

    @property
    def state(self) -> State:
        """The position at the cursor."""
        return self.game.state

    @property
    def asked(self) -> int | None:
        """Seat to decide now; None when the game is over."""
        return to_move(self.state)

    @property
    def eyes(self) -> int | None:
        """Whose view the screen shows; None for an onlooker's."""
        return None

    @property
    def view(self) -> Observation:
        """What the screen may show; the same object as long as it is the same."""
        return self.view_at(self.game.cursor)

    def view_at(self, position: int) -> Observation:
        """The same as the table stood at ``position``."""
        state, eyes = self.game.at(position), self.eyes
        kept = self._shown.get((position, eyes))
        if kept is None or kept[0] is not state:
            if len(self._shown) >= KEPT_VIEWS:
                self._shown.clear()
            kept = self._shown[position, eyes] = (state, observe(state, eyes))
        return kept[1]

    def close(self) -> None:
        """Let go of the file."""


class Watching(Table):
    """A game somebody else is playing in the same file, followed by reading it again. Raises ``BadSave``."""

    def __init__(self, path: Path):
        super().__init__(read(path).game, path)
        self._size = _size_of(path)

    def look_again(self) -> bool:
        """Read the file again if it has grown; True when something has changed."""
        size = _size_of(self.path)
        if size == self._size:
            return False
        with suppress(BadSave):
            self._game = read(self.path).game
            self._size = size
            return True
        return False


def _size_of(path: Path) -> int:
    with suppress(OSError):
        return path.stat().st_size
    return -1


class Book(Protocol):
    """What a game being played is written down in, as a ``Journal`` is."""

    game: Game
    path: Path
    relocations: list[Relocation]
    notice: Notice | None

    def close(self) -> None:
        """Let go of it."""


class Session(Table):
    """A game being played on by the people at this terminal. Everything done to it is on disk before it counts.

    Every method that changes the game raises ``NotWritten`` when the disk refuses, and otherwise as ``Game`` does.
    """

    def __init__(self, journal: Book):
        super().__init__(journal.game, journal.path)
        self.journal = journal
        self.seated = self.people[0] if len(self.people) == 1 else None
        self._intended: tuple[Action, ...] = ()
        """What the bot asked means to do next. It is not in the log: whoever loads the game lets it think again."""
        self.by_itself: Callable[[State], bool] = lambda state: False
        """Whether the step at a position is taken for the person asked, so that nobody decided on it."""
        self.tell: Callable[[Relocation], None] = lambda relocation: None
        """Called when play goes on in another file."""

    @property
    def game(self) -> Game:
        """The game with its log."""
        return self.journal.game

    # ---- whose eyes

    @property
    def person_asked(self) -> int | None:
        """The seat to decide now if a person sits there."""
        return self.asked if self.asked in self.people else None

    @property
    def bot_asked(self) -> Seat | None:
        """The bot that has to decide now."""
        asked = self.asked
        return self.game.setup.players[asked] if asked is not None and self._is_bot(asked) else None

    @property
    def level(self) -> str:
        """How the bot asked plays; nobody may know a level of that name."""
        asked = self.asked
        named = self.game.level_of(asked) if asked is not None and self._is_bot(asked) else None
        return named or USUAL

    @property
    def thinks_ahead(self) -> int | None:
        """The seat, clockwise from the person asked, of the next bot that searches; it may think meanwhile."""
        seats = len(self.game.setup.players)
        if self.person_asked is None:
            return None
        others = ((self.person_asked + step) % seats for step in range(1, seats))
        return next((seat for seat in others if self._is_bot(seat) and self._searches(seat)), None)

    def _searches(self, seat: int) -> bool:
        level = LEVELS.get(self.game.level_of(seat) or USUAL)
        return level is not None and level.searches

    @property
    def missing(self) -> dict[int, BadBot]:
        """The seats whose bots nobody knows here, with what is the matter."""
        found: dict[int, BadBot] = {}
        for seat in range(len(self.game.setup.players)):
            if self._is_bot(seat) and not self.game.over:
                try:
                    level_of(self.game.level_of(seat))
                except BadBot as bad:
                    found[seat] = bad
        return found

    @property
    def barry_asked(self) -> bool:
        """True when Madame du Barry's next card is to be turned up."""
        return self.asked is not None and self.asked >= len(self.game.setup.players)

    @property
    def handover(self) -> int | None:
        """The person who has to take the seat at the terminal before play goes on; None when nobody has to."""
        return self.person_asked if len(self.people) > 1 and self.person_asked != self.seated else None

    @property
    def eyes(self) -> int | None:
        """Whose view the screen shows: the only person's, else that of the person asked once seated, else nobody's."""
        if len(self.people) == 1:
            return self.people[0]
        return self.seated if self.seated == self.asked else None

    def sit_down(self) -> None:
        """The person asked sits at the terminal now."""
        self.seated = self.person_asked

    def _moved(self) -> None:
        """Whoever is no longer asked has left the seat, unless nobody else could be looking."""
        if len(self.people) > 1 and self.asked != self.seated:
            self.seated = None

    @property
    def before_person(self) -> int:
        """The last position before the cursor at which a person decided; -1 when there is none."""
        return next((n for n in range(self.game.cursor - 1, -1, -1) if self._decided(n)), -1)

    @property
    def after_bots(self) -> int:
        """The next position among the undone actions at which a person decides, or the last."""
        game = self.game
        later = range(game.cursor + 1, game.length)
        return next((n for n in later if self._decided(n)), max(game.length, game.cursor + 1))

    def _decided(self, position: int) -> bool:
        """Whether the action at ``position`` was somebody's at this terminal, Madame du Barry's cards among them."""
        return not self._is_bot(self.game.seat_of(position)) and not self.by_itself(self.game.at(position))

    def _is_bot(self, seat: int) -> bool:
        return seat < len(self.game.setup.players) and seat not in self.people

    # ---- what a bot means to do

    @property
    def intended(self) -> Action | None:
        """What the bot asked has decided on already; None when it has to think first."""
        return self._intended[0] if self._intended and self._intended[0] in legal_actions(self.state) else None

    def intend(self, actions: tuple[Action, ...]) -> None:
        """The bot asked means to take ``actions``, one after the other; they are dropped when they fit no longer."""
        self._intended = actions

    # ---- playing; each is on disk when it returns

    def play(self, action: Action) -> None:
        """Take ``action``. Raises ``IllegalAction``."""
        seat, following = self.asked, self._intended[1:] if action == self.intended else ()
        self._written(lambda game: game.play(action))
        self._intended = following if self.asked == seat else ()

    def hint(self) -> None:
        """Note that the person asked was shown the best choices here; it counts once."""
        self._written(lambda game: game.hint())

    def concede(self, seat: int) -> None:
        """Note that ``seat`` gives the game up. Raises ``NotConceded``."""
        self._written(lambda game: game.concede(seat))

    def replace(self, seat: int, why: BotFault) -> None:
        """Let an apprentice play for ``seat`` from now on, whose bot cannot."""
        self._written(lambda game: game.replace(seat, SUBSTITUTE, why))

    def undo_to(self, position: int, cross: bool = False) -> None:
        """Go back to ``position``. Raises ``NothingToUndo``, and ``Fenced`` unless ``cross``."""
        self._written(lambda game: game.undo_to(position, cross))

    def redo_to(self, position: int) -> None:
        """Go forward to ``position``. Raises ``NothingToRedo``."""
        self._written(lambda game: game.redo_to(position))

    def undo(self, cross: bool = False) -> None:
        """Take back one action. Raises as ``undo_to``."""
        self._written(lambda game: game.undo(cross))

    def undo_turn(self, cross: bool = False) -> None:
        """Go back to the start of this turn, or of the one before. Raises as ``undo_to``."""
        self._written(lambda game: game.undo_turn(cross))

    def redo(self) -> None:
        """Take the next undone action again. Raises ``NothingToRedo``."""
        self._written(lambda game: game.redo())

    def redo_turn(self) -> None:
        """Go forward to the next turn undone. Raises ``NothingToRedo``."""
        self._written(lambda game: game.redo_turn())

    def _written(self, step: Callable[[Game], object]) -> None:
        try:
            step(self.game)
        except OSError as error:
            raise NotWritten(error.errno, error.strerror) from error
        finally:
            self._follow()
        self._intended = ()
        self._moved()

    def _follow(self) -> None:
        """Tell where play goes on, if the file is no longer where it was, or no longer what it was."""
        moved, self.journal.relocations = self.journal.relocations, []
        self.path = self.journal.path
        for relocation in moved:
            self.tell(relocation)

    def close(self) -> None:
        """Close the file."""
        with suppress(OSError):
            self.journal.close()


# ---- what the automatic players and Madame du Barry need


def dice_of(game: Game) -> Random:
    """The chance an automatic player decides by at this position: its own, always the same for the same log."""
    return Random(f"{game.setup.seed}/{game.cursor}")
