"""The random number generators: the sequences that must never change, uniform numbers, and secret seeds."""

from collections.abc import Callable
from hashlib import blake2b
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from rokoko_core import Game, Seat, Setup, apply, chance, draw_piles, du_barry, legal_actions, new_state, rounds
from rokoko_core.actions import RevealBarry
from rokoko_core.chance import Generator, KeyedGenerator, draw, draw_secret_seed, seeded, shuffled
from rokoko_core.components import FIRST, components_named
from rokoko_core.draw_piles import draw_dress, draw_tile
from rokoko_core.du_barry import deal_hand
from rokoko_core.journal.entries import rules_of
from rokoko_core.setup import deal_secretly, has_secret_seed
from rokoko_core.state import State, decode_state, encode_state
from rokoko_core.terms import Chance
from tests.tabletop import EVERYTHING, barry_turn, new, windows

FIRST_CARDS = components_named(FIRST).barry
WORD = 1 << 64
PUBLISHED = (
    6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
)  # fmt: skip
"""The first numbers of splitmix64 from 1234567, as published."""
KEYED = seeded(1234567, "blake2b")
SECRET = Setup((Seat("Ada"), Seat("Bo")), seed=2**127 + 5, chance="blake2b")
both = pytest.mark.parametrize("start", [1234567, KEYED], ids=["splitmix64", "blake2b"])


def drawn(number: int, bound: int, rng: Generator) -> list[int]:
    numbers = []
    for _ in range(number):
        rng, pick = draw(rng, bound)
        numbers.append(pick)
    return numbers


def test_the_generator_of_known_seeds_is_splitmix64() -> None:
    assert drawn(5, WORD, 1234567) == list(PUBLISHED)


def test_the_generator_of_secret_seeds_is_a_hash_of_the_counter_with_the_seed_as_key() -> None:
    digests = [blake2b(n.to_bytes(8, "little"), key=(1234567).to_bytes(16, "big")).digest() for n in range(3)]
    stream = b"".join(digests)
    numbers = [int.from_bytes(stream[n : n + 8], "little") for n in range(0, len(stream), 8)]
    assert drawn(24, WORD, KEYED) == numbers
    assert numbers[:2] == [17547334767206688560, 2462386182693136613], "saves depend on these numbers"


@both
@pytest.mark.parametrize("bound", [WORD // 2 + 1, 3 * WORD // 4, WORD // 3 + 1, 7 * (WORD // 16) + 3])
def test_biased_numbers_are_drawn_again(bound: int, start: Generator) -> None:
    whole = WORD // bound * bound
    fair = [word % bound for word in drawn(60, WORD, start) if word < whole]
    assert 0 < len(fair) < 60, "some of the sixty are drawn again"
    assert drawn(len(fair), bound, start) == fair


@both
def test_shuffling_keeps_every_item_and_advances_the_generator(start: Generator) -> None:
    rng, items = shuffled(start, "abcdefghijklmnopqrstuvwxyz")
    assert sorted(items) == list("abcdefghijklmnopqrstuvwxyz")
    after = start
    picks = []
    for last in range(25, 0, -1):
        after, pick = draw(after, last + 1)
        picks.append(pick)
    assert rng == after, "one number for each item but the first"
    order = list("abcdefghijklmnopqrstuvwxyz")
    for last, pick in zip(range(25, 0, -1), picks, strict=True):
        order[last], order[pick] = order[pick], order[last]
    assert items == tuple(order), "drawn one by one"
    assert shuffled(start, "a") == (start, ("a",)), "one item needs no chance"


@pytest.mark.parametrize("begin", [seeded, lambda seed: seeded(seed, "blake2b")], ids=["splitmix64", "blake2b"])
def test_every_order_comes_up(begin: Callable[[int], Generator]) -> None:
    assert {shuffled(begin(seed), "abc")[1] for seed in range(60)} == {
        (a, b, c) for a in "abc" for b in "abc" for c in "abc" if len({a, b, c}) == 3
    }


def test_the_same_secret_seed_deals_the_same_game_and_another_a_different_one() -> None:
    assert new_state(SECRET) == new_state(SECRET)
    other = msgspec.structs.replace(SECRET, seed=SECRET.seed + 1)
    known = msgspec.structs.replace(SECRET, seed=5, chance="splitmix64")
    decks = {new_state(setup).tile_stack for setup in (SECRET, other, known)}
    assert len(decks) == 3


# ---- no number is used twice


class Uses:
    """Records the generator before and after each use of chance by the rules."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.uses: list[tuple[Generator, Generator]] = []
        for module in (draw_piles, du_barry, rounds):
            for name in ("draw", "shuffled"):
                if hasattr(module, name) and getattr(module, name) is getattr(chance, name):
                    monkeypatch.setattr(module, name, self._recording(getattr(chance, name)))

    def _recording(self, use: Callable[[Generator, Any], tuple[Generator, Any]]) -> Callable[..., object]:
        def record(rng: Generator, what: Any) -> tuple[Generator, Any]:
            result = use(rng, what)
            self.uses.append((rng, result[0]))
            return result

        return record

    def check(self, before: State, after: State) -> int:
        """Check that each use began where the one before it ended; return how many there were."""
        uses, self.uses = self.uses, []
        assert [first for first, _ in uses] == [before.rng, *(then for _, then in uses)][: len(uses)]
        assert after.rng == (uses[-1][1] if uses else before.rng)
        return len(uses)


def empty_tile_stack() -> tuple[State, Callable[[State], State]]:
    state = new()
    return replace(state, tile_stack=(), tile_discard=state.tile_stack), lambda state: draw_tile(state)[0]


def empty_dress_bag() -> tuple[State, Callable[[State], State]]:
    state = new()
    return replace(state, dress_bag=(), dress_discard=state.dress_bag), lambda state: draw_dress(state)[0]


def empty_supply_of_du_barry() -> tuple[State, Callable[[State], State]]:
    state = barry_turn(windows(new(1), "red-1"), next(c.id for c in FIRST_CARDS if c.action == "make-dress"))
    assert state.barry is not None
    barry = replace(state.barry, supply=(), discard=state.barry.supply)
    return replace(state, barry=barry), lambda state: apply(apply(state, RevealBarry()), RevealBarry())


def new_hand_of_du_barry() -> tuple[State, Callable[[State], State]]:
    return new(1), deal_hand


PILES = [empty_tile_stack, empty_dress_bag, empty_supply_of_du_barry, new_hand_of_du_barry]


@pytest.mark.parametrize("prepare", PILES)
def test_a_pile_that_is_shuffled_again_advances_the_generator(
    monkeypatch: pytest.MonkeyPatch, prepare: Callable[[], tuple[State, Callable[[State], State]]]
) -> None:
    """Otherwise the next shuffle would be the same, and a player who knows this one would know it."""
    before, shuffle = prepare()
    uses = Uses(monkeypatch)
    assert uses.check(before, shuffle(before)) >= 1


def test_no_number_is_drawn_twice_in_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds, examinations of Madame du Barry and her cards draw in turn."""
    state, rng, number, uses = new(1, 3, EVERYTHING), Random(1), 0, Uses(monkeypatch)
    while offers := legal_actions(state):
        after = apply(state, rng.choice(offers))
        number += uses.check(state, after)
        state = after
    assert number > 7, "more than once a round"


def test_a_game_keeps_its_generator_to_the_end_and_in_json() -> None:
    """Madame du Barry's cards are shuffled and drawn in every round."""
    game = Game.new(msgspec.structs.replace(SECRET, players=SECRET.players[:1]))
    while not game.over:
        game.play(legal_actions(game.state)[0])
    for position in (0, game.length // 2, game.length):
        state = game.at(position)
        assert isinstance(state.rng, KeyedGenerator) and state.rng.key == SECRET.seed.to_bytes(16, "big")
        assert decode_state(encode_state(state)) == state
    assert game.at(0).rng != game.state.rng, "chance goes on during the game"


def test_a_new_secret_seed_is_drawn_by_the_operating_system(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def randbits(bits: int) -> int:
        asked.append(bits)
        return (1 << bits) - 1

    monkeypatch.setattr("rokoko_core.chance.randbits", randbits)
    assert draw_secret_seed() == 2**128 - 1
    dealt = deal_secretly(Setup((Seat("Ada"), Seat("Bo")), seed=7))
    assert (dealt.seed, dealt.chance, asked) == (2**128 - 1, "blake2b", [128, 128])
    assert new_state(dealt).rng != new_state(SECRET).rng, "the longest seed is valid"


def test_only_a_long_seed_of_the_keyed_generator_is_secret() -> None:
    assert has_secret_seed(deal_secretly(SECRET)) and has_secret_seed(SECRET)
    for seed in (0, 7, 20261123861331, 2**63 - 1):
        for kind in get_args(Chance):
            assert not has_secret_seed(Setup(SECRET.players, seed, chance=kind))


def test_only_games_with_the_new_generator_need_new_rules() -> None:
    known = Setup(SECRET.players, 7)
    fair = msgspec.structs.replace(known, fair_start=True)
    secret_fair = msgspec.structs.replace(SECRET, fair_start=True)
    assert [rules_of(setup) for setup in (known, fair, SECRET, secret_fair)] == [1, 2, 3, 3]
    fairer = [msgspec.structs.replace(setup, fair_start="fair-2") for setup in (known, SECRET)]
    assert [rules_of(setup) for setup in fairer] == [4, 4], "the second figures came after secret seeds"
