"""The game as a PettingZoo environment. Requires the extra ``pettingzoo``.

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
from pettingzoo import AECEnv

from rokoko_core.adapters.action_numbers import COUNT, NAMES
from rokoko_core.adapters.environment import Position, deal, new_position, new_setup, parse_reward, to_integer
from rokoko_core.adapters.observation_vector import LENGTH, VectorWriter


class RokokoEnv(AECEnv):
    """A game with the agents ``player_0``, ``player_1`` ... in seat order.

    A single player plays against Madame du Barry, who is no agent. An action is a number of docs/numbers.md. An
    observation is a dict of ``observation``, the vector described there, and ``action_mask``, 1 for each legal number.
    An agent may take several steps in a row. ``reward`` selects the reward at the end of the game
    (``environment.compute_rewards``). Expansions are ``"jewelry-box"``, ``"fancy"``, ``"festivity"`` and ``"expert"``.
    Raises ``InvalidSetup``, ValueError and TypeError for invalid options, and KeyError for an unknown agent. It needs
    none of PettingZoo's wrappers: it refuses illegal numbers, and before ``reset`` there are no attributes of a game.
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
        if render_mode not in (None, "ansi"):
            raise ValueError(f"the render mode must be 'ansi' or None, not {render_mode!r}")
        self.render_mode = render_mode
        self._setup = new_setup(players, expansions, components, open_scores)
        self._reward = parse_reward(reward)
        self._deals = Random()
        new_position(self._setup)
        self.possible_agents = [f"player_{seat}" for seat in range(len(self._setup.players))]
        self._writers = {agent: VectorWriter(seat) for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: spaces.Discrete(COUNT) for agent in self.possible_agents}
        self.observation_spaces = {agent: _observation_space() for agent in self.possible_agents}

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"no attribute {name!r}" + ("" if "agents" in vars(self) else "; call reset() first"))

    def observation_space(self, agent: str) -> Any:
        """Return the space of the agent's observations; always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of all action numbers; always the same object."""
        return self.action_spaces[agent]

    @property
    def position(self) -> Position:
        """The full position, hidden pieces included."""
        return self._position

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game. ``seed`` determines this deal and those of later games.

        Raises ValueError if it is negative, and TypeError if it is no integer.
        """
        if seed is not None:
            self._deals = Random(to_integer(seed, "the seed", least=0))
        self._position: Position = deal(self._setup, self._deals)
        self.agents: list[str] = self.possible_agents[:]
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
        """Return the observation of the agent; the mask is all 0 if another agent is to move."""
        position, writer, mask = self._position, self._writers[agent], bytearray(COUNT)
        if position.mover == writer.seat:
            for number in position.choices:
                mask[number] = 1
        vector = writer.write(position)[:]
        return {"observation": np.frombuffer(vector, np.float32), "action_mask": np.frombuffer(mask, np.int8)}

    def step(self, action: int | None) -> None:
        """Take the step ``action``; None for a terminated agent.

        Raises ValueError if it is not legal, and TypeError if it is no integer.
        """
        if not self.agents:
            raise ValueError("the game is over; call reset() first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._position = self._position.play(to_integer(action, "an action"))
        if self._position.mover is None:
            self.rewards = dict(zip(self.agents, self._position.rewards(self._reward), strict=True))
            self._accumulate_rewards()
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()

    def render(self) -> str | None:
        """Return the agent to move and the names of its legal steps; None unless ``render_mode`` is ``"ansi"``."""
        if self.render_mode != "ansi":
            return None
        if self._position.mover is None:
            return "the game is over"
        legal = ", ".join(NAMES[number] for number in self._position.legal)
        return f"round {self._position.state.round}, {self.agent_selection}: {legal}"

    def close(self) -> None:
        """Do nothing: there are no resources to release."""


env = raw_env = RokokoEnv
"""The names by which PettingZoo's tools create an environment."""


def _observation_space() -> Any:
    vector_space = spaces.Box(low=0.0, high=np.inf, shape=(LENGTH,), dtype=np.float32)
    return spaces.Dict({"observation": vector_space, "action_mask": spaces.MultiBinary(COUNT)})
