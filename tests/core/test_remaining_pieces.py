"""What can still appear is what is nowhere in sight: counted piece by piece (HIDDEN-1)."""

from collections import Counter
from itertools import product

import pytest

from rokoko_core import Expansion, observe
from rokoko_core.box import box_of
from rokoko_core.remaining_pieces import remaining_pieces
from rokoko_core.state import State
from rokoko_core.terms import FACE_DOWN
from tests.core.positions import random_game


def list_positions(step: int = 11) -> list[State]:
    games = (random_game(players, 70 + players, frozenset(Expansion)) for players in (1, 2, 3, 5))
    return [state for game in games for state in game[:: max(1, len(game) // step)] if state.pending]


def seen_tiles(state: State, viewer: int | None) -> Counter[str]:
    """Return the tiles in sight of ``viewer``, in the table as that player sees it."""
    table = observe(state, viewer).table
    tiles = Counter(tile for tile in table.warehouse if tile) + Counter(table.tile_discard)
    for player in table.players:
        tiles += Counter(tile for tile in player.silk if tile != FACE_DOWN)
    for decision in table.pending:
        tiles += Counter(getattr(decision, "aside", ()))
        if getattr(decision, "tile", "") not in ("", FACE_DOWN) and not isinstance(getattr(decision, "tile", ""), int):
            tiles[decision.tile] += 1
    del tiles[FACE_DOWN]
    return tiles


@pytest.mark.rule("HIDDEN-1")
def test_the_unseen_tiles_are_all_but_those_in_sight() -> None:
    for state, viewer in product(list_positions(), (0, None)):
        left = remaining_pieces(observe(state, viewer))
        every = Counter(box_of(state).all_tiles)
        assert Counter(left.tiles) == every - seen_tiles(state, viewer)
        assert (left.stack, left.cleared) == (len(state.tile_stack), len(state.tile_discard))
        assert list(left.tiles) == sorted(left.tiles) and min(left.tiles.values(), default=1) > 0


@pytest.mark.rule("FEST-1")
def test_dresses_and_jewels_in_their_bags_are_the_real_ones() -> None:
    """Everybody can tell them, as all others lie open."""
    for state in list_positions():
        left = remaining_pieces(observe(state, 0))
        assert left.dresses == tuple(sorted(state.dress_bag))
        assert left.waiting == tuple(sorted(state.dresses_waiting))
        assert left.jewels == dict(sorted(Counter(state.jewel_bag).items()))


@pytest.mark.rule("PREP-5", "JB-7")
def test_each_level_of_employees_has_its_number_and_its_possible_cards() -> None:
    swapped = 0
    for state in list_positions():
        box, left = box_of(state), remaining_pieces(observe(state, None))
        real: dict[int, list[str]] = {}
        for card in state.employee_stack:
            real.setdefault(box.card[card].level, []).append(card)
        assert {level.level: level.left for level in left.levels} == {n: len(cards) for n, cards in real.items()}
        assert [level.level for level in left.levels] == sorted(real)
        for level in left.levels:
            assert set(real[level.level]) <= set(level.cards) and len(level.cards) >= level.left
            assert list(level.cards) == sorted(level.cards)
            assert not set(level.cards) & set(state.hire)
            swapped += len(level.cards) > level.left
    assert swapped, "the Jewelry Box swaps some"
