"""Ways to pay for a dress, compared with plain enumeration (DRESS-2, BON-3)."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest

from rokoko_core.actions import MakeDress, PayTiles
from rokoko_core.bonus_table import Terms
from rokoko_core.box import Box, box_of
from rokoko_core.components.tables import Dress
from rokoko_core.engine import apply, legal_actions
from rokoko_core.moves import payment
from rokoko_core.moves.payment import Ways, needed
from rokoko_core.preview import preview
from rokoko_core.terms import Bales
from tests.tabletop import EVERYTHING, do, give, new, turn, windows

BOX: Box = box_of(new(4, expansions=EVERYTHING))
DRESSES = tuple(BOX.dress.values())
TERMS = (Terms(thimbles=True), Terms(common=1), Terms(red=2), Terms(must_sell=True))


def enough(tiles: Sequence[str], needs: tuple[Bales, ...]) -> bool:
    have = [sum(BOX.tile[tile].silk[colour] for tile in tiles) for colour in range(4)]
    return any(all(h >= n for h, n in zip(have, need, strict=True)) for need in needs)


def plainly(tiles: Sequence[str], needs: tuple[Bales, ...]) -> list[PayTiles]:
    """Try all sets of tiles. A minimal set has at most as many tiles as bales needed."""
    most = max(map(sum, needs))
    sets = {chosen for size in range(most + 1) for chosen in combinations(sorted(tiles), size)}
    minimal = [
        chosen
        for chosen in sets
        if enough(chosen, needs) and not any(enough((*chosen[:n], *chosen[n + 1 :]), needs) for n in range(len(chosen)))
    ]
    return [PayTiles(chosen) for chosen in sorted(minimal, key=lambda chosen: (len(chosen), chosen))]


def given_up(way: PayTiles) -> int:
    return sum(sum(BOX.tile[tile].silk) for tile in way.tiles)


def positions(number: int, seed: int, sizes: Sequence[int]) -> Iterator[tuple[list[str], tuple[Bales, ...]]]:
    """Draw tiles of the game, and the needs of some dress under some terms."""
    chance = Random(seed)
    for _ in range(number):
        tiles = chance.sample(BOX.all_tiles, chance.choice(sizes))
        yield tiles, needed(chance.choice(DRESSES).silk, chance.choice(TERMS))


@pytest.mark.rule("DRESS-2", "BON-3")
def test_the_ways_to_pay_equal_plain_enumeration() -> None:
    for tiles, needs in positions(150, seed=3, sizes=range(19)):
        ways, plain = Ways(tiles, BOX, needs), plainly(tiles, needs)
        assert bool(ways) == bool(plain)
        assert ways.has_choice == (len(plain) > 1)
        assert len(ways) == len(plain)
        assert list(ways) == plain
        assert len(ways) == len(plain), "the same when they are listed"
        if plain:
            assert ways.cheapest == min(plain, key=given_up)


@pytest.mark.rule("DRESS-2", "BON-3")
def test_every_dress_under_all_terms() -> None:
    tiles = Random(8).sample(BOX.all_tiles, 12)
    for dress in DRESSES:
        for terms in TERMS:
            assert list(Ways(tiles, BOX, needed(dress.silk, terms))) == plainly(tiles, needed(dress.silk, terms))


@pytest.mark.rule("DRESS-2")
@pytest.mark.parametrize("seed", range(4))
def test_forty_kept_tiles(seed: int) -> None:
    tiles = Random(seed).sample(BOX.all_tiles, 40)
    small: list[Dress] = [dress for dress in DRESSES if sum(dress.silk) <= 4]
    for dress in Random(seed).sample(small, 2):
        plain = plainly(tiles, needed(dress.silk, Terms()))
        ways = Ways(tiles, BOX, needed(dress.silk, Terms()))
        assert (len(ways), ways.cheapest) == (len(plain), min(plain, key=given_up))
        assert list(ways) == plain


@pytest.mark.rule("DRESS-2")
def test_choosing_tile_by_tile_reaches_exactly_the_ways() -> None:
    """Adding allowed tiles from nothing reaches every way, no other set, and no dead end."""
    for tiles, needs in positions(60, seed=5, sizes=range(2, 11)):
        ways = Ways(tiles, BOX, needs)
        reached, waiting = set[PayTiles](), {()} if ways else set[tuple[str, ...]]()
        while waiting:
            chosen = waiting.pop()
            more = ways.next_tiles(chosen)
            assert bool(more) != ways.pays(chosen)
            if not more:
                reached.add(PayTiles(chosen))
            waiting |= {tuple(sorted((*chosen, tile))) for tile in more}
        assert reached == set(ways)


@pytest.mark.rule("DRESS-2")
def test_a_dress_that_needs_every_bale_takes_every_tile() -> None:
    """Custom sets may need more than any shipped dress."""
    doubles = [tile for tile in BOX.all_tiles if sorted(BOX.tile[tile].silk) == [0, 0, 0, 2]]
    for colour in range(4):
        own = tuple(sorted(tile for tile in doubles if BOX.tile[tile].silk[colour]))
        assert len(own) >= 3
        assert list(Ways(own, BOX, (payment.bales(own, BOX),))) == [PayTiles(own)]
    for seed in range(20):
        tiles = tuple(sorted(Random(seed).sample(BOX.all_tiles, 12)))
        assert list(Ways(tiles, BOX, (payment.bales(tiles, BOX),))) == [PayTiles(tiles)]


def test_membership_agrees_with_the_list() -> None:
    tiles = ["yy:yarn", "yg:lace", "y:yarn+lace", "y:yarn+lace", "gg:yarn"]
    ways = Ways(tiles, BOX, ((2, 0, 0, 0),))
    assert PayTiles(("yy:yarn",)) in ways
    assert PayTiles(("y:yarn+lace", "y:yarn+lace")) in ways
    assert PayTiles(("y:yarn+lace", "yy:yarn")) not in ways
    assert PayTiles(("yy:lace",)) not in ways
    assert PayTiles(("yg:lace", "y:yarn+lace")) not in ways
    assert MakeDress("yellow-1") not in ways
    assert ways.next_tiles(("gg:yarn",)) == ()
    assert ways.next_tiles(("yy:lace",)) == ()


def test_a_dress_without_silk_is_paid_with_no_tiles() -> None:
    ways = Ways(["yy:yarn"], BOX, ((0, 0, 0, 0),))
    assert list(ways) == [PayTiles(())]
    assert (len(ways), ways.cheapest) == (1, PayTiles(()))


@pytest.mark.rule("DRESS-2")
def test_preview_and_a_chosen_way_need_no_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """red-9 needs three red bales; with forty tiles there are dozens of ways."""
    state = windows(turn(new(2, expansions=EVERYTHING), 0, "base-master"), "red-9")
    state = give(state, 0, silk=Random(1).sample(BOX.all_tiles, 40), livre=30, yarn=5, lace=5)
    paying = do(state, MakeDress("red-9"))
    offered = legal_actions(paying)
    assert len(offered) > 20

    def listed(*_: object) -> None:
        raise AssertionError("the ways are listed")

    monkeypatch.setattr(payment, "_choices", listed)
    assert preview(state, MakeDress("red-9")).tiles
    after = apply(apply(state, MakeDress("red-9")), offered[-1])
    assert not any(after.windows)


@pytest.mark.rule("BON-3")
def test_waste_is_counted_for_the_reduction_that_wastes_least() -> None:
    """A yellow and two green bales, less one: of a tile of two green none is lost, of two such tiles two."""
    needs = needed(BOX.dress["green-3"].silk, Terms(common=1))
    assert payment.wasted((0, 2, 0, 0), needs) == (0, 0, 0, 0)
    assert payment.wasted((0, 4, 0, 1), needs) == (0, 2, 0, 1)
    assert payment.wasted((1, 0, 0, 0), needs) == (0, 0, 0, 0)
