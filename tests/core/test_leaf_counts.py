"""Leaf counts of the tree of legal actions, computed in two ways and compared with stored figures."""

from pathlib import Path

import pytest

from rokoko_core.state import encode_state
from tests.core.leaf_counts import leaves, leaves_from_bytes, paths, read, start
from tests.tabletop import deck, give, hire, new, turn, warehouse, windows


@pytest.mark.quick(2)
@pytest.mark.parametrize("path", paths(), ids=lambda path: path.stem)
def test_leaf_counts_agree_with_the_data(path: Path) -> None:
    case = read(path)
    state = start(case)
    depths = range(1, len(case.counts) + 1)
    assert tuple(leaves(state, depth) for depth in depths) == case.counts
    assert leaves_from_bytes(encode_state(state), len(case.counts)) == case.counts[-1]


@pytest.mark.rule("HAND-1", "TURN-1")
def test_leaf_counts_of_the_first_choices_by_hand() -> None:
    """Five cards, two of them equal Masters: three hands with both, three with one of them, one without: 7 hands.

    Two players: 7 x 7. Then seat 0 plays one of its different cards: 3 of them in four of the hands, 2 in the three
    with both Masters, 18 in all, times 7.
    """
    state = new(2)
    assert [leaves(state, depth) for depth in (1, 2, 3)] == [7, 49, 126]
    assert [leaves(new(4), depth) for depth in (1, 2)] == [7, 49]


@pytest.mark.rule("TURN-2", "ACQ-1", "ACQ-2", "DEP-2")
def test_leaf_counts_of_a_bare_turn_by_hand() -> None:
    """Four cards, no money, one tile of both notions: take the tile, or nothing; keep or discard it; then the bonus."""
    state = hire(windows(warehouse(turn(new(), 0, "base-apprentice-livre"), "y:yarn+lace")))
    state = deck(give(state, 0, livre=0), 0, supply=["base-master", "base-master", "base-journeyman"])
    assert leaves(state, 1) == 2, "the tile, or to pass"
    assert leaves(state, 2) == 2 + 2, "keep, discard; bonus, no bonus"
    assert leaves(state, 3) == 2 * 2 + 2, "bonus or none after each; the end of the turn"
