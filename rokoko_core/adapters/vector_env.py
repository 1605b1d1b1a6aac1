"""Several games at a time, as a Gymnasium vector environment. Requires the extra ``gymnasium``.

>>> from rokoko_core.adapters.vector_env import RokokoVectorEnv
>>> games = RokokoVectorEnv(16, players=2)
>>> observations, infos = games.reset(seed=1)
>>> observations.shape, infos["action_mask"].shape
((16, 3241), (16, 725))
>>> observations, rewards, terminations, truncations, infos = games.step(infos["action_mask"].argmax(axis=1))
>>> rewards.shape, infos["rewards"].shape
((16,), (16, 2))
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from rokoko_core.adapters.action_numbers import COUNT
from rokoko_core.adapters.compact_observation import VectorReader
from rokoko_core.adapters.environment import Position, deal, new_position, new_setup, parse_reward, to_integer

MOST_GAMES = 1 << 20
"""Games at a time: more would need terabytes of memory."""


class RokokoVectorEnv(VectorEnv[Any, Any, Any]):
    """``num_envs`` games of the same kind, which follow each other without end.

    Each row of an array is a game. It is seen and played by the seat to move, so a row may be of another seat after
    each step. The options are those of ``RokokoEnv``; with ``compact``, observations leave out what games of this kind
    never use (``compact_observation``). Raises ``InvalidSetup``, ValueError and TypeError for invalid options.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        num_envs: int,
        players: int = 2,
        expansions: Iterable[str] = (),
        components: str = "",
        open_scores: str = "all",
        reward: str = "win",
        compact: bool = False,
    ) -> None:
        self.num_envs = to_integer(num_envs, "num_envs", least=1)
        if self.num_envs > MOST_GAMES:
            raise ValueError(f"num_envs must be at most {MOST_GAMES}, not {self.num_envs}")
        self._setup = new_setup(players, expansions, components, open_scores)
        new_position(self._setup)
        self._reward = parse_reward(reward)
        self._deals = [Random() for _ in range(self.num_envs)]
        self._readers = [
            [VectorReader(self._setup, seat, compact) for seat in range(len(self._setup.players))] for _ in self._deals
        ]
        self._positions: list[Position] = []
        length = self._readers[0][0].length
        self.single_observation_space = spaces.Box(0.0, np.inf, (length,), np.float32)
        self.single_action_space = spaces.Discrete(COUNT)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    @property
    def positions(self) -> list[Position]:
        """The full position of each game, hidden pieces included."""
        return self._positions[:]

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal all games; return (observations, infos) as ``step`` does.

        ``seed`` determines all later deals: game ``i`` is dealt as by ``RokokoEnv.reset(seed + i)``. A list has the
        seed of each game; one with None continues. Raises ValueError for a negative seed or a list of another length,
        and TypeError for other types; then no game has changed.
        """
        if seed is not None:
            self._deals = self._seeded(seed)
        self._positions = [deal(self._setup, deals) for deals in self._deals]
        return self._observe()

    def _seeded(self, seed: int | Sequence[int | None]) -> list[Random]:
        """Return the deals of each game from ``seed``."""
        given = np.asarray(seed, object)
        if given.ndim == 1:
            seeds = [each if each is None else to_integer(each, "a seed", least=0) for each in given.tolist()]
            if len(seeds) != self.num_envs:
                raise ValueError(f"{len(seeds)} seeds for {self.num_envs} games")
        else:
            first = to_integer(seed, "the seed", least=0)
            seeds = [first + number for number in range(self.num_envs)]
        return [deals if each is None else Random(each) for each, deals in zip(seeds, self._deals, strict=True)]

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Take a step in each game; return (observations, rewards, terminations, truncations, infos).

        - ``observations``, float32 of shape (games, length): the vector of the seat to move.
        - ``rewards``, float32 of shape (games,): of the seat that took the step, 0 unless the step ended the game.
        - ``terminations``, bool of shape (games,): whether the step ended the game. The next game is dealt at once, and
          the observation is of it. ``truncations`` are all False.
        - ``infos``: ``seat``, int64 of shape (games,), the seat to move; ``action_mask``, int8 of shape (games,
          ``COUNT``), 1 for each legal number; ``rewards``, float32 of shape (games, players), by seat.
          Where games ended, ``final_obs`` has the last observation of the seat that took the step, and ``final_info``
          that seat and its ``rewards``, as in Gymnasium's environments.

        Raises ValueError if an action is not legal or there is not one for each game, and TypeError if they are no
        integers; then no game has changed.
        """
        if not self._positions:
            raise ValueError("no games are dealt; call reset() first")
        numbers = np.asarray(actions)
        if numbers.shape != (self.num_envs,):
            raise ValueError(f"the actions have the shape {numbers.shape}, not {(self.num_envs,)}")
        if numbers.dtype.kind not in "iuO":
            raise TypeError(f"the actions must be integers, not {numbers.dtype}")
        positions = [position.play(number) for position, number in zip(self._positions, numbers.tolist(), strict=True)]
        by_seat: Any = np.zeros((self.num_envs, len(self._setup.players)), np.float32)
        terminations: Any = np.zeros(self.num_envs, np.bool_)
        movers = [position.mover or 0 for position in self._positions]
        ended: dict[str, Any] = {}
        for number, (position, mover) in enumerate(zip(positions, movers, strict=True)):
            if position.mover is None:
                by_seat[number] = position.rewards(self._reward)
                terminations[number] = True
                final_info = {"seat": mover, "rewards": by_seat[number]}
                final = {"final_obs": self._readers[number][mover].read(position).copy(), "final_info": final_info}
                ended = self._add_info(ended, final, number)
                positions[number] = deal(self._setup, self._deals[number])
        self._positions = positions
        observations, infos = self._observe()
        infos |= {"rewards": by_seat, "_rewards": self._all_games(), **ended}
        rewards = by_seat[np.arange(self.num_envs), movers]
        return observations, rewards, terminations, np.zeros_like(terminations), infos

    def _all_games(self) -> Any:
        """Return the mask of an entry of ``infos`` that every game has."""
        return np.ones(self.num_envs, np.bool_)

    def _observe(self) -> tuple[Any, dict[str, Any]]:
        observations: Any = np.empty(self.observation_space.shape, np.float32)
        mask, seats = bytearray(self.num_envs * COUNT), []
        for number, position in enumerate(self._positions):
            seat = position.mover
            assert seat is not None, "a finished game is replaced"
            observations[number] = self._readers[number][seat].read(position)
            first = number * COUNT
            for choice in position.choices:
                mask[first + choice] = 1
            seats.append(seat)
        action_mask = np.frombuffer(mask, np.int8).reshape(self.num_envs, COUNT)
        infos = {"seat": np.array(seats, np.int64), "action_mask": action_mask}
        return observations, infos | {f"_{key}": self._all_games() for key in infos}
