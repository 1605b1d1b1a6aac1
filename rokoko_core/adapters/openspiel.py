"""Two OpenSpiel games: ``rokoko`` for 2 to 5 players and ``rokoko_solo`` for one. Requires the extra ``openspiel``.

>>> import pyspiel
>>> import rokoko_core.adapters.openspiel  # registers the games
>>> game = pyspiel.load_game("rokoko(players=3,expansions=fancy+expert)")
>>> game.num_distinct_actions()
725

Chance is explicit and comes first: 4 chance nodes with 256 equally likely outcomes each are the bytes of the seed,
which determines all later draws. So a history replays exactly, and the players do not see the chance nodes. The
children of a state belong to its deal, so a search must sample deals with ``resample_from_infostate``.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import msgspec
import numpy as np
import pyspiel
from msgspec.structs import replace

from rokoko_core.adapters.action_numbers import COUNT, NAMES
from rokoko_core.adapters.environment import Position, Reward, new_position, new_setup, parse_reward, to_integer
from rokoko_core.adapters.observation_vector import FIELDS, LENGTH, STARTS, VectorWriter
from rokoko_core.adapters.player_memories import PlayerMemories
from rokoko_core.observe import determinize, observe
from rokoko_core.setup import MOST_PLAYERS, InvalidSetup, SetupFault
from rokoko_core.state import Setup

BYTES = 4
"""Number of chance nodes, one for each byte of the seed."""
OUTCOMES = 256
_CHANCE = [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]
LONGEST = 10_000
"""Upper bound of the length of a game; random games of five players take about 600 steps."""
MOST: dict[Reward, float] = {"win": 1.0, "margin": 1_000.0}
"""Upper bound of the absolute value of each reward; for the margin far above any real game."""
OPTIONS = {"players": 2, "expansions": "", "components": "", "open_scores": "all", "reward": "win"}
"""The parameters of a game and their defaults, as in ``new_setup``; expansions are joined by ``+``."""


_encode = msgspec.json.Encoder(order="deterministic").encode


def _game_type(name: str, title: str, utility: Any, players: range) -> Any:
    return pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players[-1],
        min_num_players=players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**OPTIONS, "players": players[0]},
    )


GAME_TYPE = _game_type("rokoko", "Rokoko", pyspiel.GameType.Utility.ZERO_SUM, range(2, 6))
SOLO_TYPE = _game_type("rokoko_solo", "Rokoko alone", pyspiel.GameType.Utility.GENERAL_SUM, range(1, 2))


class RokokoGame(pyspiel.Game):
    """The game of one setup. Raises ``InvalidSetup``, ValueError and TypeError for invalid parameters."""

    KIND = GAME_TYPE

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        options = {**OPTIONS, "players": self.KIND.min_num_players, **(params or {})}
        if unknown := options.keys() - OPTIONS.keys():
            raise ValueError(f"unknown parameters: {', '.join(sorted(map(str, unknown)))}")
        options["players"] = players = to_integer(options["players"], "players")
        reward = parse_reward(options["reward"])
        if not isinstance(options["expansions"], str):
            raise TypeError("expansions must be a string, joined by +")
        if not self.KIND.min_num_players <= players <= self.KIND.max_num_players:
            raise InvalidSetup(SetupFault.PLAYERS, players, self.KIND.max_num_players)
        expansions = filter(None, options["expansions"].split("+"))
        setup = new_setup(players, expansions, options["components"], options["open_scores"])
        new_position(setup)
        info = pyspiel.GameInfo(
            num_distinct_actions=COUNT,
            max_chance_outcomes=OUTCOMES,
            num_players=players,
            min_utility=-MOST[reward],
            max_utility=MOST[reward],
            utility_sum=0.0 if players > 1 else None,
            max_game_length=LONGEST,
        )
        super().__init__(self.KIND, info, {name: options[name] for name in params or ()})
        self.setup = setup
        self.reward: Reward = reward

    def new_initial_state(self) -> "RokokoState":
        """Return the state before the first chance node."""
        return RokokoState(self, self.setup, self.reward)

    def max_chance_nodes_in_history(self) -> int:
        """Return the number of chance nodes, the same for every game."""
        return BYTES

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "RokokoObserver":
        """Return an observer; with perfect recall it provides strings only."""
        return RokokoObserver(iig_obs_type is not None and iig_obs_type.perfect_recall)


class RokokoSoloGame(RokokoGame):
    """The solo game. Madame du Barry is not an OpenSpiel player."""

    KIND = SOLO_TYPE


class RokokoState(pyspiel.State):
    """A position; before the deal, the first bytes of the seed."""

    def __init__(self, game: RokokoGame, setup: Setup, reward: Reward) -> None:
        super().__init__(game)
        self.setup = setup
        self.reward = reward
        self.seed: tuple[int, ...] = ()
        self.position: Position | None = None
        self.memories = PlayerMemories((b"",) * len(setup.players))

    def current_player(self) -> int:
        """Return the player to move, or OpenSpiel's id for chance or the end."""
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        mover = self.position.mover
        return int(pyspiel.PlayerId.TERMINAL) if mover is None else mover

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position is not None and self.position.mover is None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the values of the next byte of the seed, with equal probabilities."""
        return _CHANCE[:]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.position is not None
        return self.position.legal

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            self._add_seed_byte(action)
            return
        self.memories = self.memories.after(partial(self.position.play, action), self.position.mover, action)
        self.position = self.position.play(action)

    def _add_seed_byte(self, outcome: int) -> None:
        outcome = to_integer(outcome, "a byte of the seed", least=0)
        if outcome >= OUTCOMES:
            raise ValueError(f"a byte of the seed must be less than {OUTCOMES}, not {outcome}")
        self.seed = (*self.seed, outcome)
        if len(self.seed) == BYTES:
            setup = replace(self.setup, seed=int.from_bytes(self.seed))
            self.memories = self.memories.after(partial(new_position, setup), None, None)
            self.position = new_position(setup)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed {action}"
        if not 0 <= to_integer(action, "an action") < COUNT:
            raise ValueError(f"there is no action {action}")
        return NAMES[action]

    def seat_of(self, player: int) -> int:
        """Return the seat of ``player``. Raises ValueError if there is none, and TypeError for no integer."""
        seat = to_integer(player, "a player")
        if not 0 <= seat < len(self.setup.players):
            raise ValueError(f"there is no player {seat} in a game of {len(self.setup.players)}")
        return seat

    def returns(self) -> list[float]:
        """Return the rewards of the players; 0 before the end."""
        if self.position is None or not self.is_terminal():
            return [0.0] * len(self.setup.players)
        return list(self.position.rewards(self.reward))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "RokokoState":
        """Return a state that ``player`` cannot distinguish from this one, with the hidden pieces dealt again.

        ``sampler`` returns a random number from 0 to 1. The history stays that of this state, so it does not replay to
        the new one. Raises ValueError for an unknown player or a number out of range, and TypeError for other types.
        """
        player = self.seat_of(player)
        other: RokokoState = self.clone()
        if self.position is not None:
            observation = observe(self.position.state, player)
            rng = Random(int(_to_fraction(sampler()) * (1 << 53)))
            prefix = self.position.prefix if self.position.mover == player else ()
            other.position = Position(determinize(observation, rng), prefix)
        return other

    def __str__(self) -> str:
        if self.position is None:
            return f"seed {' '.join(map(str, self.seed))}"
        steps = ", ".join(NAMES[number] for number in self.position.prefix)
        return f"{_encode(self.position.state).decode()} {steps}"


def _to_fraction(draw: object) -> float:
    """Return the number ``draw`` of a sampler. Raises TypeError for another type, and ValueError outside 0 to 1."""
    if isinstance(draw, bool) or not isinstance(draw, int | float | np.integer | np.floating):
        raise TypeError(f"the sampler must return a number, not {type(draw).__name__}")
    if not 0 <= draw <= 1:
        raise ValueError(f"a number of the sampler must be from 0 to 1, not {draw}")
    return float(draw)


class RokokoObserver:
    """The observation of a player: ``tensor`` is the vector of docs/numbers.md, ``dict`` its fields by name.

    With perfect recall there is no tensor, as a whole game has no fixed length. The string is then the observation and
    a digest of the player's earlier observations and actions.
    """

    def __init__(self, perfect_recall: bool) -> None:
        self._perfect_recall = perfect_recall
        self.tensor: Any = None if perfect_recall else np.zeros(LENGTH, dtype=np.float32)
        self.dict: dict[str, Any] = {}
        self._writers = [VectorWriter(seat) for seat in range(MOST_PLAYERS)]
        if self.tensor is not None:
            for start, field in zip(STARTS, FIELDS, strict=True):
                self.dict[field.name] = self.tensor[start : start + field.size]

    def set_from(self, state: RokokoState, player: int) -> None:
        """Fill ``tensor`` with the observation of ``player``, or with 0 before the deal.

        Raises ValueError for an unknown player.
        """
        player = state.seat_of(player)
        if self.tensor is None:
            return
        if state.position is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = self._writers[player].write(state.position)

    def string_from(self, state: RokokoState, player: int) -> str:
        """Return the observation as JSON with the prefix of the player's action, and its memory in hexadecimal.

        Raises ValueError for an unknown player.
        """
        player = state.seat_of(player)
        if state.position is None:
            return "not dealt yet"
        observation = observe(state.position.state, player)
        prefix = state.position.prefix if state.position.mover == player else ()
        text = _encode((player, observation.table, observation.unplayed, prefix)).decode()
        return f"{text} {state.memories.digests[player].hex()}" if self._perfect_recall else text


for _game in (RokokoGame, RokokoSoloGame):
    if _game.KIND.short_name not in pyspiel.registered_names():
        pyspiel.register_game(_game.KIND, _game)
