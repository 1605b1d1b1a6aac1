"""The game as an environment of PettingZoo, with the extra ``pettingzoo``.

>>> from rokoko_core.adapters.pettingzoo import env
>>> game = env(players=3)
>>> game.reset(seed=1)
>>> sorted(game.last()[0])
['action_mask', 'observation']
"""

from collections.abc import Iterable
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from msgspec.structs import replace
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from rokoko_core.adapters.action_numbers import COUNT, NAMES
from rokoko_core.adapters.environment import Position, begun, named_reward, table
from rokoko_core.adapters.observation_vector import LENGTH, row
from rokoko_core.setup import MOST_SEED


def env(**options: Any) -> Any:
    """``RokokoEnv`` of these options, in the wrappers that refuse steps out of turn and numbers out of range."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(**options)))


def raw_env(**options: Any) -> "RokokoEnv":
    """``RokokoEnv`` of these options, without wrappers."""
    return RokokoEnv(**options)


class RokokoEnv(AECEnv):
    """A game of ``players``, each an agent ``player_0``, ``player_1`` ... in the order of the seats.

    One player plays against Madame du Barry, who is no agent. An action is a number of docs/numbers.md; an observation
    is a dict of ``observation``, the row described there, and ``action_mask``, 1 for each number that is legal now.
    The agent who is asked moves until another is asked, so several steps may follow each other. Rewards come when the
    game ends and are 0 before: ``reward`` says which (``steps.shares``). Expansions are named as in the game's own
    words: ``"jewelry-box"``, ``"fancy"``, ``"festivity"``, ``"expert"``. Raises ``InvalidSetup`` and ValueError when no
    such game can be laid out.
    """

    def __init__(
        self,
        players: int = 2,
        expansions: Iterable[str] = (),
        components: str = "",
        open_scores: str = "all",
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.metadata = {"name": "rokoko_v1", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self._setup = table(players, expansions, components, open_scores)
        self._reward = named_reward(reward)
        self._deals = Random()
        self._position = begun(self._setup)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.action_spaces = {agent: spaces.Discrete(COUNT) for agent in self.possible_agents}
        self.observation_spaces = {agent: _observation_space() for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """What the agent's observations lie in; the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """All numbers of decisions; the same object each time."""
        return self.action_spaces[agent]

    @property
    def position(self) -> Position:
        """The position as the rules know it, secrets included."""
        return self._position

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. ``seed`` decides this deal and those of the games after it."""
        if seed is not None:
            self._deals = Random(seed)
        self._position = begun(replace(self._setup, seed=self._deals.randint(0, MOST_SEED)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        mover = self._position.mover
        if mover is not None:
            self.agent_selection = self.possible_agents[mover]

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent sees; the mask is 0 throughout while another one is asked."""
        seat = self.possible_agents.index(agent)
        mask: Any = np.zeros(COUNT, dtype=np.int8)
        if self._position.mover == seat:
            mask[self._position.legal] = 1
        return {"observation": np.frombuffer(row(self._position, seat), dtype=np.float32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take the step ``action``, None for an agent whose game is over. Raises ValueError when it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._position = self._position.after(int(action))
        if self._position.mover is None:
            self.rewards = dict(zip(self.agents, self._position.brought(self._reward), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Who is asked and what is legal, in the names of the numbers; None unless ``render_mode`` is ``"ansi"``."""
        if self.render_mode != "ansi":
            return None
        if self._position.mover is None:
            return "the game is over"
        legal = ", ".join(NAMES[number] for number in self._position.legal)
        return f"round {self._position.state.round}, {self.agent_selection}: {legal}"

    def close(self) -> None:
        """Nothing is held that would have to be given back."""


def _observation_space() -> Any:
    row_space = spaces.Box(low=0.0, high=np.inf, shape=(LENGTH,), dtype=np.float32)
    return spaces.Dict({"observation": row_space, "action_mask": spaces.MultiBinary(COUNT)})
