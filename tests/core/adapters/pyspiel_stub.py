"""The part of ``pyspiel`` that the OpenSpiel games use, so that their own logic is tested without OpenSpiel."""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any


class PlayerId(IntEnum):
    CHANCE = -1
    TERMINAL = -4


@dataclass(kw_only=True)
class GameType:
    short_name: str
    long_name: str
    dynamics: Enum
    chance_mode: Enum
    information: Enum
    utility: Enum
    reward_model: Enum
    max_num_players: int
    min_num_players: int
    provides_information_state_string: bool
    provides_information_state_tensor: bool
    provides_observation_string: bool
    provides_observation_tensor: bool
    parameter_specification: dict[str, Any]

    Dynamics = Enum("Dynamics", "SEQUENTIAL")
    ChanceMode = Enum("ChanceMode", "EXPLICIT_STOCHASTIC")
    Information = Enum("Information", "IMPERFECT_INFORMATION")
    Utility = Enum("Utility", "ZERO_SUM GENERAL_SUM")
    RewardModel = Enum("RewardModel", "TERMINAL")


@dataclass(kw_only=True)
class GameInfo:
    num_distinct_actions: int
    max_chance_outcomes: int
    num_players: int
    min_utility: float
    max_utility: float
    utility_sum: float | None = None
    max_game_length: int


class Game:
    def __init__(self, kind: GameType, info: GameInfo, params: dict[str, Any]) -> None:
        self.info = info
        self.params = params


class State:
    def __init__(self, game: Game) -> None:
        self.game = game

    def clone(self) -> Any:
        return copy(self)


_games: dict[str, Callable[..., Game]] = {}


def registered_names() -> list[str]:
    return list(_games)


def register_game(kind: GameType, game: Callable[..., Game]) -> None:
    assert kind.short_name not in _games
    _games[kind.short_name] = game


def new_game(name: str, **params: Any) -> Any:
    """Return the registered game ``name``, like ``pyspiel.load_game``."""
    return _games[name](params)
