"""The learned value: a network that corrects the evaluation at the end of a turn.

The evaluation (``evaluation``) adds up features. The network, with one hidden layer, also sees what the rivals can do
next and how features act together. It learned what searches find: how much better or worse a line becomes until the
end of the round than the evaluation expects. ``python -m research value_training`` trains it.

It is too slow for every line, so it only corrects the best ones. It knows no games against Madame du Barry.
"""

from collections.abc import Sequence
from operator import mul
from pathlib import Path
from typing import NamedTuple

import msgspec

from rokoko_core.actions import EndTurn
from rokoko_core.bots.evaluation import EVALUATION, PARTS, rounds_left
from rokoko_core.bots.turn_search import Line, silk_worth
from rokoko_core.box import Box, box_of
from rokoko_core.engine import apply_unchecked
from rokoko_core.moves.acquire import price
from rokoko_core.pending import TurnEnd
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import State

RIVAL_PARTS = (
    *("prestige", "halls", "lead", "fireworks", "fireworks_lead", "livre", "livre_more"),
    *("common_silk", "red_silk", "blue_silk", "notions", "presence", "income", "dresses"),
    *("decorations", "royal", "terrace", "jeweler", "deck_cards"),
)
"""Features of the rivals that do not depend on their hands, which are hidden."""
_RIVAL_PARTS = tuple(PARTS.index(part) for part in RIVAL_PARTS)
_OF_RIVALS = (*RIVAL_PARTS, "makeable", "hand", "best_tile")
INPUTS = (
    *PARTS,
    *(f"rivals_{part}" for part in _OF_RIVALS),
    *("windows", "hire", "tiles", "best_tile", "second_tile", "hand", "longest_rival_hand"),
    *("three_players", "four_players", "expansions"),
)
"""Names of the inputs: the own features, the means of the rivals, the displays, and the kind of table."""


class Network(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One hidden layer of rectified linear units, and a direct connection from the inputs to the output."""

    about: str
    """Origin of the weights, for readers."""
    hidden: tuple[tuple[float, ...], ...]
    """Weight of each input, by unit."""
    bias: tuple[tuple[float, ...], ...]
    """Bias of each unit with 0, 1, ... 6 rounds left."""
    output: tuple[float, ...]
    """Weight of each unit, in prestige."""
    direct: tuple[float, ...]
    """Weight of each input, in prestige."""

    def __post_init__(self) -> None:
        units, inputs = len(self.hidden), len(INPUTS)
        rows_fit = all(len(row) == inputs for row in (*self.hidden, self.direct))
        if not rows_fit or len(self.bias) != LAST_ROUND or any(len(row) != units for row in (*self.bias, self.output)):
            raise ValueError(f"a network needs {inputs} weights for each unit and {LAST_ROUND} biases")

    def value(self, inputs: Sequence[float], left: int) -> float:
        """Return the output in prestige with ``left`` rounds left."""
        return self.values([inputs], [left])[0]

    def values(self, inputs: Sequence[Sequence[float]], left: Sequence[int]) -> list[float]:
        """Return the output for each of ``inputs``, in prestige, with so many rounds ``left``.

        The first are summed whole, of the others what differs: of the lines of one turn, most inputs are the same.
        """
        first = inputs[0]
        sums, direct_sum = [sum(map(mul, row, first)) for row in self.hidden], sum(map(mul, self.direct, first))
        changes: dict[tuple[int, float], list[float]] = {}
        outputs = []
        for values, rounds in zip(inputs, left, strict=True):
            total, own = direct_sum, [sums, self.bias[rounds]]
            for n, (value, shared) in enumerate(zip(values, first, strict=True)):
                if value != shared:
                    more = value - shared
                    total += self.direct[n] * more
                    if (n, more) not in changes:
                        changes[n, more] = [row[n] * more for row in self.hidden]
                    own.append(changes[n, more])
            for unit, weight in zip(map(sum, zip(*own, strict=True)), self.output, strict=True):
                if unit > 0:
                    total += weight * unit
            outputs.append(total)
        return outputs


def read_network(path: Path) -> Network:
    """Read a network from JSON. Raises ``msgspec.ValidationError`` if it is not one."""
    return msgspec.json.decode(path.read_bytes(), type=Network)


PATH = Path(__file__).with_name("learned_value.json")
NETWORK = read_network(PATH)
"""The network of all levels."""


class _Tile(NamedTuple):
    """A tile of the warehouse."""

    worth: float
    """As ``turn_search.silk_worth``."""
    price: int


def inputs_of(state: State, seat: int) -> list[float]:
    """Return the inputs for ``seat``, in the order of ``INPUTS``."""
    box = box_of(state)
    tiles = [_Tile(silk_worth(box, (tile,)), price(state, box, n)) for n, tile in enumerate(state.warehouse) if tile]
    others = [n for n in range(len(state.players)) if n != seat]
    rivals = [_rival_inputs(state, box, rival, tiles) for rival in others]
    own = state.players[seat]
    return [
        *EVALUATION.values(state, seat),
        *(sum(column) / len(rivals) for column in zip(*rivals, strict=True)),
        sum(map(bool, state.windows)),
        len(state.hire),
        len(tiles),
        *_best_tiles(tiles, own.livre),
        len(own.hand),
        max(len(state.players[n].hand) for n in others),
        len(state.players) > 2,
        len(state.players) > 3,
        bool(state.setup.expansions),
    ]


def _rival_inputs(state: State, box: Box, seat: int, tiles: Sequence[_Tile]) -> list[float]:
    player, values = state.players[seat], EVALUATION.values(state, seat)
    return [
        *(values[n] for n in _RIVAL_PARTS),
        EVALUATION.makeable(state, seat),
        len(player.hand),
        _best_tiles(tiles, player.livre)[0],
    ]


def _best_tiles(tiles: Sequence[_Tile], livre: int) -> list[float]:
    """Return the worth of the two best tiles that cost at most ``livre``, 0 for none."""
    worths = sorted((tile.worth for tile in tiles if tile.price <= livre), reverse=True)
    return [*worths[:2], 0.0, 0.0][:2]


def correct(lines: Sequence[Line], seat: int, network: Network | None = None) -> list[Line]:
    """Return ``lines`` from one state with corrected worths.

    If some end the game, these have the exact lead, and the others are not corrected, to be on the same scale.
    """
    if not lines or box_of(lines[0].state).solo:
        return list(lines)
    ends = [_final_state(line.state) for line in lines]
    if any(ends):
        states = [end or line.state for line, end in zip(lines, ends, strict=True)]
        return [line._replace(worth=EVALUATION.worth(state, seat)) for line, state in zip(lines, states, strict=True)]
    states = [line.state for line in lines]
    corrections = (network or NETWORK).values(
        [inputs_of(state, seat) for state in states], [rounds_left(state, seat) for state in states]
    )
    return [line._replace(worth=line.worth + more) for line, more in zip(lines, corrections, strict=True)]


def _final_state(state: State) -> State | None:
    """Return the state after the end of the turn if that ends the game, else None."""
    if not state.pending:
        return state
    is_last = state.round == LAST_ROUND and not any(player.hand for player in state.players)
    if not is_last or type(state.pending[-1]) is not TurnEnd:
        return None
    state = apply_unchecked(state, EndTurn())
    return None if state.pending else state
