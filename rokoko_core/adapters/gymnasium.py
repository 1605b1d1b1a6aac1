"""The game of one seat as a Gymnasium environment, with bots at the other seats. Requires the extra ``gymnasium``.

>>> import gymnasium
>>> import rokoko_core.adapters.gymnasium
>>> game = gymnasium.make("Rokoko-v0", opponents=["apprentice"])
>>> observation, info = game.reset(seed=1)
>>> observation.shape, int(info["action_mask"].sum())
((3241,), 3)
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from rokoko_core.adapters.action_numbers import COUNT
from rokoko_core.adapters.compact_observation import VectorReader
from rokoko_core.adapters.environment import Position, deal, new_position, new_setup, parse_reward, to_integer, to_names
from rokoko_core.bots import level_of, plan

ILLEGAL = -1.0
"""The reward of an illegal number."""


class RokokoSeatEnv(gymnasium.Env[Any, Any]):
    """A game of one seat; ``opponents`` are the levels of the bots at the next seats, clockwise.

    Without opponents the game is solo, against Madame du Barry. ``seat`` is the own seat; None draws it for each game.
    The other options are those of ``RokokoVectorEnv``. An action is a number of docs/numbers.md; ``action_masks`` and
    ``info["action_mask"]`` have the legal ones. An illegal number changes nothing and costs 1, so that a program that
    tries numbers at random gets on. Raises ``InvalidSetup``, ``BadBot`` for an unknown level, ValueError and TypeError
    for other invalid options.
    """

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(
        self,
        opponents: Sequence[str] = ("journeyman",),
        seat: int | None = 0,
        expansions: Iterable[str] = (),
        components: str = "",
        open_scores: str = "all",
        reward: str = "win",
        compact: bool = False,
    ) -> None:
        self._levels = to_names(opponents, "the opponents")
        players = 1 + len(self._levels)
        self._setup = new_setup(players, expansions, components, open_scores)
        new_position(self._setup)
        self._reward = parse_reward(reward)
        for level in self._levels:
            level_of(level)
        self._seat = None if seat is None else to_integer(seat, "the seat", least=0)
        if self._seat is not None and self._seat >= players:
            raise ValueError(f"there is no seat {seat} in a game of {players}")
        self._position: Position | None = None
        self._readers = [VectorReader(self._setup, number, compact) for number in range(players)]
        self.observation_space = spaces.Box(0.0, np.inf, (self._readers[0].length,), np.float32)
        self.action_space = spaces.Discrete(COUNT)

    @property
    def position(self) -> Position:
        """The full position, hidden pieces included. Raises ValueError before the first ``reset``."""
        if self._position is None:
            raise ValueError("no game is dealt; call reset() first")
        return self._position

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal a game and play it to the first choice of the own seat; return (observation, info).

        ``seed`` determines this and all later deals and, with opponents that do not search, their play. Raises
        ValueError for a negative seed, and TypeError for one that is no integer.
        """
        super().reset(seed=None if seed is None else to_integer(seed, "the seed", least=0))
        self._rng = Random(int(self.np_random.integers(1 << 62)))
        players = len(self._readers)
        self.seat = self._rng.randrange(players) if self._seat is None else self._seat
        """The own seat in this game."""
        self._position = self._play_others(deal(self._setup, self._rng))
        return self._observe(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play the number ``action``, then the others up to the next choice of the own seat.

        Return (observation, reward, terminated, truncated, info). ``info`` has ``action_mask``, int8 of shape
        (``COUNT``,), and ``seat``; at the end of a game also ``rewards`` by seat. Raises TypeError if ``action`` is no
        integer, and ValueError before the first ``reset`` and after the end.
        """
        number, position = to_integer(action, "an action"), self.position
        if position.mover is None:
            raise ValueError("the game is over; call reset() first")
        if number not in position.choices:
            return self._observe(), ILLEGAL, False, False, self._info()
        self._position = position = self._play_others(position.play(number))
        if position.mover is not None:
            return self._observe(), 0.0, False, False, self._info()
        rewards = position.rewards(self._reward)
        info = self._info() | {"rewards": np.array(rewards, np.float32)}
        return self._observe(), rewards[self.seat], True, False, info

    def action_masks(self) -> Any:
        """Return a bool for each number, whether it is legal now: the name that sb3-contrib calls."""
        mask: Any = np.zeros(COUNT, np.bool_)
        mask[list(self.position.choices)] = True
        return mask

    def _play_others(self, position: Position) -> Position:
        """Return the first position at which the own seat is to move, or the end of the game."""
        while (mover := position.mover) is not None and mover != self.seat:
            level = self._levels[(mover - self.seat) % len(self._readers) - 1]
            for action in plan(position.state, level, self._rng):
                position = position.after(action)
        return position

    def _observe(self) -> Any:
        return self._readers[self.seat].read(self.position).copy()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8), "seat": self.seat}


gymnasium.register("Rokoko-v0", entry_point=RokokoSeatEnv)
