"""The game as two games of OpenSpiel, with the extra ``openspiel``: ``rokoko`` for 2 to 5, ``rokoko_solo`` for one.

>>> import pyspiel
>>> import rokoko_core.adapters.openspiel  # registers them
>>> game = pyspiel.load_game("rokoko(players=3,expansions=fancy+expert)")
>>> game.num_distinct_actions()
725

Chance is explicit and comes first: 4 chance nodes of 256 equal outcomes each are the 32 bits of the seed, and all that
the rules draw later follows from it: a game is one of 2^32 deals, each as likely. Nobody sees these nodes, so to the
players it is as if each card were drawn when it is turned up, and a history replays exactly. Whoever searches must not
look at them either: a state's children are those of its deal. ``resample_from_infostate`` deals anew what a player does
not know.
"""

from collections.abc import Callable
from hashlib import blake2b
from random import Random
from typing import Any

import msgspec
import numpy as np
import pyspiel
from msgspec.structs import replace

from rokoko_core.adapters.action_numbers import COUNT, NAMES
from rokoko_core.adapters.environment import Position, Reward, begun, named_reward, table
from rokoko_core.adapters.observation_vector import FIELDS, LENGTH, STARTS, row
from rokoko_core.events import Event, recorded, seen_by
from rokoko_core.observe import determinize, observe
from rokoko_core.setup import InvalidSetup, SetupFault
from rokoko_core.state import Setup

BYTES = 4
"""Chance nodes at the beginning, one for each byte of the seed."""
OUTCOMES = 256
LONGEST = 10_000
"""Steps no game comes near: random games of five take about 600."""
MOST: dict[Reward, float] = {"win": 1.0, "margin": 1_000.0}
"""The bounds of each reward, either way; of a margin one that no game comes near."""
OPTIONS = {"players": 2, "expansions": "", "components": "", "open_scores": "all", "reward": "win"}
"""The parameters of a game and what they are unless said: as with ``steps.table``, expansions joined by ``+``."""


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


TOGETHER = _game_type("rokoko", "Rokoko", pyspiel.GameType.Utility.ZERO_SUM, range(2, 6))
ALONE = _game_type("rokoko_solo", "Rokoko alone", pyspiel.GameType.Utility.GENERAL_SUM, range(1, 2))


class RokokoGame(pyspiel.Game):
    """The game of one setup; raises ``InvalidSetup`` and ValueError when no such game can be laid out."""

    KIND = TOGETHER

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        told = {**OPTIONS, "players": self.KIND.min_num_players, **(params or {})}
        players, reward = told["players"], named_reward(told["reward"])
        if not self.KIND.min_num_players <= players <= self.KIND.max_num_players:
            raise InvalidSetup(SetupFault.PLAYERS, players, self.KIND.max_num_players)
        info = pyspiel.GameInfo(
            num_distinct_actions=COUNT,
            max_chance_outcomes=OUTCOMES,
            num_players=players,
            min_utility=-MOST[reward],
            max_utility=MOST[reward],
            utility_sum=0.0 if players > 1 else None,
            max_game_length=LONGEST,
        )
        super().__init__(self.KIND, info, params or {})
        expansions = filter(None, told["expansions"].split("+"))
        self.setup = table(players, expansions, told["components"], told["open_scores"])
        self.reward: Reward = reward
        begun(self.setup)

    def new_initial_state(self) -> "RokokoState":
        """The state before the first chance node."""
        return RokokoState(self, self.setup, self.reward)

    def max_chance_nodes_in_history(self) -> int:
        """Chance nodes of every game."""
        return BYTES

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "RokokoObserver":
        """What a player sees now, or with perfect recall all that it has seen, that as a string only."""
        return RokokoObserver(iig_obs_type is not None and iig_obs_type.perfect_recall)


class RokokoAlone(RokokoGame):
    """The game of one player against Madame du Barry, who is no player of OpenSpiel's."""

    KIND = ALONE


class RokokoState(pyspiel.State):
    """A position, and the seed as far as it is told before there is one."""

    def __init__(self, game: RokokoGame, setup: Setup, reward: Reward) -> None:
        super().__init__(game)
        self.setup = setup
        self.reward = reward
        self.seed: tuple[int, ...] = ()
        self.position: Position | None = None
        self.memories: tuple[bytes, ...] = (b"",) * len(setup.players)
        """A digest for each player of all that it has seen and done."""

    def current_player(self) -> int:
        """The player to take the next step, or OpenSpiel's sign for chance or the end."""
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        mover = self.position.mover
        return int(pyspiel.PlayerId.TERMINAL) if mover is None else mover

    def is_terminal(self) -> bool:
        """True when the game is over."""
        return self.position is not None and self.position.mover is None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The next byte of the seed, each as likely as the other."""
        return [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.position is not None
        return self.position.legal

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            self._tell_seed(action)
            return
        mover, before = self.position.mover, self.position
        self.position, happened = recorded(lambda: before.after(action))
        self._remember(happened, mover, action)

    def _tell_seed(self, outcome: int) -> None:
        self.seed = (*self.seed, outcome)
        if len(self.seed) == BYTES:
            dealt = replace(self.setup, seed=int.from_bytes(self.seed))
            self.position, happened = recorded(lambda: begun(dealt))
            self._remember(happened, None, None)

    def _remember(self, happened: tuple[Event, ...], mover: int | None, action: int | None) -> None:
        """Let every player remember what it may know of what happened, the mover its own step besides."""
        self.memories = tuple(
            _remembered(memory, seen_by(happened, player), action if player == mover else None)
            for player, memory in enumerate(self.memories)
        )

    def _action_to_string(self, player: int, action: int) -> str:
        return f"seed {action}" if player == pyspiel.PlayerId.CHANCE else NAMES[action]

    def returns(self) -> list[float]:
        """What the game brought each player; 0 before it ends."""
        if self.position is None or not self.is_terminal():
            return [0.0] * len(self.setup.players)
        return list(self.position.brought(self.reward))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "RokokoState":
        """A state ``player`` cannot tell from this one, secrets dealt anew by ``sampler``, which gives 0 up to 1.

        Its history is that of this state and does not replay to it.
        """
        other: RokokoState = self.clone()
        if self.position is not None:
            known = observe(self.position.state, player)
            rng = Random(int(sampler() * (1 << 53)))
            told = self.position.told if self.position.mover == player else ()
            other.position = Position(determinize(known, rng), told)
        return other

    def __str__(self) -> str:
        if self.position is None:
            return f"seed {' '.join(map(str, self.seed))}"
        told = ", ".join(NAMES[number] for number in self.position.told)
        return f"{_encode(self.position.state).decode()} {told}"


def _remembered(memory: bytes, seen: tuple[Event, ...], action: int | None) -> bytes:
    if not seen and action is None:
        return memory
    return blake2b(memory + _encode((seen, action)), digest_size=16).digest()


class RokokoObserver:
    """What a player sees: ``tensor`` the row of docs/numbers.md, ``dict`` its fields by name, or a string.

    With perfect recall there is no tensor, as a whole game has no row of fixed length; the string is what the player
    sees now and a digest of all that it has seen and done before.
    """

    def __init__(self, perfect_recall: bool) -> None:
        self._perfect_recall = perfect_recall
        self.tensor: Any = None if perfect_recall else np.zeros(LENGTH, dtype=np.float32)
        self.dict: dict[str, Any] = {}
        if self.tensor is not None:
            for start, field in zip(STARTS, FIELDS, strict=True):
                self.dict[field.name] = self.tensor[start : start + field.size]

    def set_from(self, state: RokokoState, player: int) -> None:
        """Fill ``tensor`` with what ``player`` sees; 0 throughout before the deal."""
        if self.tensor is not None:
            self.tensor[:] = (
                0.0 if state.position is None else np.frombuffer(row(state.position, player), dtype=np.float32)
            )

    def string_from(self, state: RokokoState, player: int) -> str:
        """What ``player`` sees as JSON, the part of an action it has told, and its memory."""
        if state.position is None:
            return "not dealt yet"
        known = observe(state.position.state, player)
        told = state.position.told if state.position.mover == player else ()
        text = _encode((player, known.table, known.unplayed, told)).decode()
        return f"{text} {state.memories[player].hex()}" if self._perfect_recall else text


for _game in (RokokoGame, RokokoAlone):
    if _game.KIND.short_name not in pyspiel.registered_names():
        pyspiel.register_game(_game.KIND, _game)
