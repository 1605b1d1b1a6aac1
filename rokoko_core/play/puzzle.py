"""A puzzle: the last turn of a game for two, or the turn before it, with its best way to play."""

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from rokoko_core.actions import Action
from rokoko_core.engine import apply_unchecked, legal_actions, to_move
from rokoko_core.game import Game
from rokoko_core.state import Seat, Setup, State, digest_with
from rokoko_core.terms import Expansion

LEVELS = ("random", "apprentice", "journeyman")
"""The levels that grade a puzzle, weakest first."""
OFTEN = 0.5
"""The share of attempts from which a level misses a puzzle often."""
NAMES = ("A", "B")
"""The players' names in the digests."""
OCCASIONS = (
    *("ball", "supper", "masquerade", "birthday", "wager", "portrait", "wardrobe", "visit"),
    *("wedding", "concert", "fan", "carriage", "letter", "fitting", "farewell", "mirror"),
)
HOSTS = (
    *("duchess", "marquise", "countess", "baroness", "viscountess", "princess", "dauphin", "cardinal"),
    *("ambassador", "marshal", "chevalier", "abbess", "widow", "banker", "actress", "minister"),
)
"""The words of a title, such as "The duchess's ball", which tell nothing about the solution."""


class Theme(StrEnum):
    """What the best play gains most from."""

    MAJORITY = "majority"
    FIREWORKS = "fireworks"
    DRESS = "dress"
    DECORATION = "decoration"
    STATUES = "statues"
    HIRING = "hiring"
    EXAM = "exam"
    JEWEL = "jewel"
    MONEY = "money"


class Puzzle(msgspec.Struct, frozen=True, array_like=True):
    """The start of the last turn of a game for two, or of the turn before it; nothing hidden matters any more."""

    seed: int
    expansions: frozenset[Expansion]
    components: str
    numbers: tuple[int, ...]
    """The actions before the turn, each by its index among the legal actions."""
    digest: str
    """Identifies the puzzle (``identify``), in every version."""
    turns: int
    """The number of turns left: 1, or 2 if the other player answers."""
    lead: int
    """The lead in prestige at the end of the game that solves the puzzle: the best, whatever the answer is."""
    only_wins: bool
    """Whether no other result wins the game."""
    misses: tuple[float, ...]
    """By level of ``LEVELS``, the share of its attempts that missed the best lead, 0 to 1."""
    best: tuple[int, ...]
    """A shortest best way to play the turn, by indexes like ``numbers``, with the end of the turn."""
    theme: Theme
    title: int
    """Numbers one of the titles."""

    @property
    def difficulty(self) -> str:
        """``hard`` if journeymen often miss it, ``medium`` if apprentices do, else ``easy``."""
        _, apprentice, journeyman = self.misses
        return "hard" if journeyman >= OFTEN else "medium" if apprentice >= OFTEN else "easy"

    @property
    def occasion(self) -> str:
        """The member of ``OCCASIONS`` in the title."""
        return OCCASIONS[self.title % len(OCCASIONS)]

    @property
    def host(self) -> str:
        """The member of ``HOSTS`` in the title."""
        return HOSTS[self.title // len(OCCASIONS) % len(HOSTS)]

    def start(self, names: tuple[str, str] = NAMES) -> Game:
        """Return the game at the start of the turn with these ``names``; the first is to move, except for ``NAMES``."""
        game = self._play_up_to(names)
        return game if to_move(game.state) == 0 or names == NAMES else self._play_up_to(names[::-1])

    def _play_up_to(self, names: tuple[str, ...]) -> Game:
        seats = tuple(Seat(name) for name in names)
        game = Game(Setup(seats, self.seed, self.expansions, components=self.components))
        for number in self.numbers:
            game.play(legal_actions(game.state)[number])
        return game

    def solution(self, state: State) -> tuple[Action, ...]:
        """Return the actions of ``best`` from its position ``state``."""
        actions: list[Action] = []
        for number in self.best:
            actions.append(legal_actions(state)[number])
            state = apply_unchecked(state, actions[-1])
        return tuple(actions)


def identify(state: State) -> str:
    """Return the digest of a puzzle's position. As in version 0.6, expansions are encoded even if there are none."""
    encoded = replace(state.setup, expansions=frozenset(list(state.setup.expansions)))
    return digest_with(encoded, state)
