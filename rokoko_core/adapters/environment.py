"""A game played by numbers, step by step (``numbering``).

Madame du Barry is asked nothing: what she does happens by itself after the step that leads to it (SOLO-2).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from rokoko_core.actions import Action
from rokoko_core.adapters.action_numbers import Word, word
from rokoko_core.components import newest, shipped
from rokoko_core.engine import apply_unchecked, legal_actions, new_state, to_move
from rokoko_core.scoring import ScoreSheet, final_scores
from rokoko_core.state import Seat, Setup, State, decode_state, encode_state
from rokoko_core.terms import Expansion, ScoreVisibility

Reward = Literal["win", "margin"]
"""What a game brings: the victory, or the prestige by which one is ahead."""

Shares = tuple[float, ...]
"""What a game brought, by seat."""

Choices = Mapping[int, Action | None]
"""What each number does that may come next: the action it makes whole, or None while that needs more."""


def choices(actions: Iterable[Action], told: Word, seat: int, seats: int) -> Choices:
    """What may come after ``told`` where ``seat`` of ``seats`` may take ``actions``."""
    place = len(told)
    found: dict[int, Action | None] = {}
    for action in actions:
        numbers = word(action, seat, seats)
        if numbers[:place] == told:
            found[numbers[place]] = action if len(numbers) == place + 1 else None
    return found


class Position:
    """A position between two steps; never changed, and its own copy.

    ``state`` is that of the game, ``told`` the numbers of an action that is not whole yet.
    """

    __slots__ = ("_choices", "state", "told")

    def __init__(self, state: State, told: Word = ()) -> None:
        self.state = state
        self.told = told
        self._choices: Choices | None = None

    def __copy__(self) -> "Position":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpacked, (encode_state(self.state), self.told)

    @property
    def mover(self) -> int | None:
        """Seat of the person to take the next step; None when the game is over."""
        return to_move(self.state)

    @property
    def choices(self) -> Choices:
        """What may come next."""
        if self._choices is None:
            self._choices = self._found()
        return self._choices

    @property
    def legal(self) -> list[int]:
        """The numbers that may come next, in rising order; none when the game is over."""
        return sorted(self.choices)

    def _found(self) -> Choices:
        seat = self.mover
        if seat is None:
            return {}
        return choices(legal_actions(self.state), self.told, seat, len(self.state.players))

    def after(self, number: int) -> "Position":
        """The position after the step ``number``. Raises ValueError when it is not legal."""
        try:
            action = self.choices[number]
        except KeyError:
            raise ValueError(f"number {number} is none of the legal {self.legal}") from None
        if action is None:
            return Position(self.state, (*self.told, number))
        return Position(_by_itself(apply_unchecked(self.state, action)))

    def brought(self, reward: Reward) -> Shares:
        """What the game brought each person; for positions at which it is over. Madame du Barry's share is not told."""
        return shares(final_scores(self.state), reward)[: len(self.state.setup.players)]


def _unpacked(state: bytes, told: Word) -> Position:
    return Position(decode_state(state), told)


def begun(setup: Setup) -> Position:
    """The first position of a game. Raises ``InvalidSetup``, and ValueError for a component set that never shipped."""
    if setup.components not in shipped():
        raise ValueError(f"there are no numbers for the pieces of {setup.components!r}, which did not ship")
    return Position(_by_itself(new_state(setup)))


def _by_itself(state: State) -> State:
    """``state`` after all that Madame du Barry does before a person is asked."""
    people = len(state.setup.players)
    while (seat := to_move(state)) is not None and seat >= people:
        state = apply_unchecked(state, legal_actions(state)[0])
    return state


def table(
    players: int,
    expansions: Iterable[str] = (),
    components: str = "",
    open_scores: str = "all",
) -> Setup:
    """A setup for ``players`` without names of their own, seed 0; the newest component set if none is named.

    Raises ValueError for an expansion, or a way to show scores, that there is not.
    """
    seats = tuple(Seat(f"player {number}") for number in range(players))
    shown: ScoreVisibility = msgspec.convert(open_scores, ScoreVisibility)
    in_play = frozenset(map(Expansion, expansions))
    return Setup(seats, 0, in_play, open_scores=shown, components=components or newest())


def named_reward(name: str) -> Reward:
    """The reward called ``name``. Raises ValueError when there is none."""
    reward: Reward = msgspec.convert(name, Reward)
    return reward


def shares(sheets: Sequence[ScoreSheet], reward: Reward) -> Shares:
    """What a finished game brought each seat, all of them together 0.

    ``"win"``: 1 for the winner; the others share its loss alike; who win together share what is won. ``"margin"``: the
    own prestige less the average of all others'.
    """
    return _won(sheets) if reward == "win" else _ahead(sheets)


def _won(sheets: Sequence[ScoreSheet]) -> Shares:
    winners, others = sum(sheet.rank == 1 for sheet in sheets), len(sheets) - 1
    return tuple(((sheet.rank == 1) * len(sheets) / winners - 1) / others for sheet in sheets)


def _ahead(sheets: Sequence[ScoreSheet]) -> Shares:
    whole, others = sum(sheet.total for sheet in sheets), len(sheets) - 1
    return tuple(sheet.total - (whole - sheet.total) / others for sheet in sheets)
