"""The random number generators: the sequences that must never change, uniform numbers, and secret seeds."""

from collections.abc import Callable
from hashlib import blake2b

import msgspec
import pytest

from rokoko_core import Game, Seat, Setup, legal_actions, new_state
from rokoko_core.chance import Generator, KeyedGenerator, draw, draw_secret_seed, seeded, shuffled
from rokoko_core.journal.entries import rules_of
from rokoko_core.setup import deal_secretly, has_secret_seed
from rokoko_core.state import decode_state, encode_state

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
        for chance in ("splitmix64", "blake2b"):
            assert not has_secret_seed(Setup(SECRET.players, seed, chance=chance))


def test_only_games_with_the_new_generator_need_new_rules() -> None:
    known = Setup(SECRET.players, 7)
    fair = msgspec.structs.replace(known, fair_start=True)
    secret_fair = msgspec.structs.replace(SECRET, fair_start=True)
    assert [rules_of(setup) for setup in (known, fair, SECRET, secret_fair)] == [1, 2, 3, 3]
