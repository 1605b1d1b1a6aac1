"""The value of a round's end: what the evaluation lacks there, learned from the final leads of games.

Rollouts end at the first card choice of a round, where all seats have a full hand. The evaluation was tuned for all
states; this value knows these only. It sees the same inputs as the learned value (``learned_value``), of all seats.
``python -m research value_training`` fits it. It knows no games against Madame du Barry.
"""

from collections.abc import Sequence
from operator import mul, sub
from pathlib import Path

import msgspec

from rokoko_core.bots.evaluation import EVALUATION
from rokoko_core.bots.learned_value import INPUTS, inputs_of
from rokoko_core.box import box_of
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import State


class RoundValue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Weights in prestige."""

    about: str
    """Origin of the weights, for readers."""
    slope: tuple[float, ...]
    """Share of the evaluation that is added when round 2, 3, ... 7 begins."""
    base: tuple[float, ...]
    """Weight of the difference of each input between a seat and the mean of its rivals."""
    tilt: tuple[float, ...]
    """The same, times ``centred_round``."""

    def __post_init__(self) -> None:
        if (len(self.slope), len(self.base), len(self.tilt)) != (LAST_ROUND - 1, len(INPUTS), len(INPUTS)):
            raise ValueError(f"a round value needs {LAST_ROUND - 1} slopes and two weights for each of {len(INPUTS)}")

    def lead(self, state: State, seat: int) -> float:
        """Return the expected lead over the mean of the rivals; at the end of the game the exact one."""
        worth = EVALUATION.worth(state, seat)
        if not state.pending or box_of(state).solo:
            return worth
        by_input = differences([inputs_of(state, other) for other in range(len(state.players))], seat)
        lead: float = worth * (1 + self.slope[state.round - 2]) + sum(map(mul, self.base, by_input))
        lead += sum(map(mul, self.tilt, by_input)) * centred_round(state.round)
        return lead


def differences(inputs: Sequence[Sequence[float]], seat: int) -> list[float]:
    """Return each input of ``seat`` minus the mean of the rivals'; ``inputs`` are by seat."""
    rivals = [values for other, values in enumerate(inputs) if other != seat]
    return list(map(sub, inputs[seat], (sum(values) / len(rivals) for values in zip(*rivals, strict=True))))


def centred_round(number: int) -> float:
    """Return a measure of the rounds left when round ``number`` begins: 1 for the second, -0.67 for the last."""
    return (LAST_ROUND + 1 - number) / 3 - 1


PATH = Path(__file__).with_name("round_value.json")
ROUND_VALUE = msgspec.json.decode(PATH.read_bytes(), type=RoundValue)
"""The value of all levels that search."""
