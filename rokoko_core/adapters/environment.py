"""A game played by the numbers of ``action_numbers``.

Madame du Barry's turns follow automatically after the step that leads to them (SOLO-2).
"""

from collections.abc import Iterable, Mapping, Sequence
from operator import index
from random import Random
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from rokoko_core.actions import Action
from rokoko_core.adapters.action_numbers import Word, word
from rokoko_core.components import newest, shipped
from rokoko_core.engine import apply_unchecked, legal_actions, new_state, to_move
from rokoko_core.score_sheet import ScoreSheet
from rokoko_core.scoring import final_scores
from rokoko_core.setup import MOST_PLAYERS, MOST_SEED, InvalidSetup, SetupFault
from rokoko_core.state import Seat, Setup, State, decode_state, encode_state
from rokoko_core.terms import Expansion, ScoreVisibility

Reward = Literal["win", "margin"]
"""The reward is either victory or the margin in prestige."""

Rewards = tuple[float, ...]
"""The rewards by seat."""

Choices = Mapping[int, Action | None]
"""The legal next numbers, each with the action it completes, or None if the action needs more numbers."""


def to_integer(value: object, name: str, least: int | None = None) -> int:
    """Return ``value``, an integer of any kind, such as one of numpy; ``name`` says in errors what it is.

    Raises TypeError for anything else, such as a float or a bool, and ValueError for less than ``least``.
    """
    kind = getattr(getattr(value, "dtype", None), "kind", "")
    if isinstance(value, bool) or kind == "b" or not hasattr(value, "__index__"):  # numpy 2.0: its bools are integers
        raise TypeError(f"{name} must be an integer, not {type(value).__name__}")
    number = index(value)
    if least is not None and number < least:
        raise ValueError(f"{name} must be at least {least}, not {number}")
    return number


def to_names(values: object, name: str) -> list[str]:
    """Return the names ``values``, an iterable of strings; ``name`` says in errors what they are. Raises TypeError."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise TypeError(f"{name} must be a list of names, not {values!r}")
    names = list(values)
    for each in names:
        if not isinstance(each, str):
            raise TypeError(f"{name} must be names, not {each!r}")
    return names


def next_choices(actions: Iterable[Action], prefix: Word, seat: int, seats: int) -> Choices:
    """Return the numbers that may follow ``prefix`` if ``actions`` are legal for ``seat`` of ``seats``."""
    length = len(prefix)
    numbers: dict[int, Action | None] = {}
    for action in actions:
        full = word(action, seat, seats)
        if full[:length] == prefix:
            numbers[full[length]] = action if len(full) == length + 1 else None
    return numbers


class Position:
    """An immutable position between two steps.

    ``state`` is the state of the game, ``prefix`` the first numbers of an action that is not complete yet.
    """

    __slots__ = ("_choices", "mover", "prefix", "state")

    def __init__(self, state: State, prefix: Word = ()) -> None:
        self.state = state
        self.prefix = prefix
        self.mover = to_move(state)
        """Seat of the player to move; None when the game is over."""
        self._choices: Choices | None = None

    def __copy__(self) -> "Position":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (encode_state(self.state), self.prefix)

    @property
    def choices(self) -> Choices:
        """The legal next numbers with the actions they complete."""
        if self._choices is None:
            seat, seats = self.mover, len(self.state.players)
            self._choices = {} if seat is None else next_choices(legal_actions(self.state), self.prefix, seat, seats)
        return self._choices

    @property
    def legal(self) -> list[int]:
        """The legal next numbers in ascending order; empty when the game is over."""
        return sorted(self.choices)

    def play(self, number: int) -> "Position":
        """Return the position after the step ``number``.

        Raises ValueError if it is not legal, and TypeError if it is no integer.
        """
        if type(number) is not int:
            number = to_integer(number, "an action")
        try:
            action = self.choices[number]
        except KeyError:
            raise ValueError(f"number {number} is none of the legal {self.legal}") from None
        return Position(self.state, (*self.prefix, number)) if action is None else self.after(action)

    def after(self, action: Action) -> "Position":
        """Return the position after ``action``, which must be legal and is not checked."""
        return Position(_play_barry(apply_unchecked(self.state, action)))

    def rewards(self, reward: Reward) -> Rewards:
        """Return the rewards of the players of a finished game, without Madame du Barry."""
        return compute_rewards(final_scores(self.state), reward)[: len(self.state.setup.players)]


def _unpickle(state: bytes, prefix: Word) -> Position:
    return Position(decode_state(state), prefix)


def new_position(setup: Setup) -> Position:
    """Return the first position. Raises ``InvalidSetup``, and ValueError for a component set that is not shipped."""
    if setup.components not in shipped():
        raise ValueError(f"there are no numbers for the pieces of {setup.components!r}, which did not ship")
    return Position(_play_barry(new_state(setup)))


def deal(setup: Setup, deals: Random) -> Position:
    """Return the first position of a game of ``setup`` with the next seed of ``deals``."""
    return new_position(replace(setup, seed=deals.randint(0, MOST_SEED)))


def _play_barry(state: State) -> State:
    """Take Madame du Barry's actions until a player is to move."""
    players = len(state.setup.players)
    while (seat := to_move(state)) is not None and seat >= players:
        state = apply_unchecked(state, legal_actions(state)[0])
    return state


def new_setup(players: int, expansions: Iterable[str] = (), components: str = "", open_scores: str = "all") -> Setup:
    """Return a setup for ``players`` with default names and seed 0; by default with the newest component set.

    Raises ``InvalidSetup`` for another number of players, ValueError for an unknown expansion or score visibility, and
    TypeError for values of other types.
    """
    players = to_integer(players, "players")
    if not 1 <= players <= MOST_PLAYERS:
        raise InvalidSetup(SetupFault.PLAYERS, players, MOST_PLAYERS)
    seats = tuple(Seat(f"player {number}") for number in range(players))
    visibility: ScoreVisibility = msgspec.convert(open_scores, ScoreVisibility)
    in_play = frozenset(map(Expansion, to_names(expansions, "the expansions")))
    if not isinstance(components, str):
        raise TypeError(f"components must be the name of a component set, not {components!r}")
    return Setup(seats, 0, in_play, open_scores=visibility, components=components or newest())


def parse_reward(name: str) -> Reward:
    """Return the reward called ``name``. Raises ValueError if there is none."""
    reward: Reward = msgspec.convert(name, Reward)
    return reward


def compute_rewards(sheets: Sequence[ScoreSheet], reward: Reward) -> Rewards:
    """Return the reward of each seat for a finished game; their sum is 0.

    ``"win"``: 1 for the winner, and the other seats lose it in equal parts; several winners share it. ``"margin"``: the
    own prestige minus the average of the others.
    """
    others = len(sheets) - 1
    if reward == "win":
        winners = sum(sheet.rank == 1 for sheet in sheets)
        return tuple(((sheet.rank == 1) * len(sheets) / winners - 1) / others for sheet in sheets)
    total = sum(sheet.total for sheet in sheets)
    return tuple(sheet.total - (total - sheet.total) / others for sheet in sheets)
