"""The random number generator: the published sequence, and uniform numbers."""

import pytest

from rokoko_core.chance import draw, shuffled

WORD = 1 << 64
PUBLISHED = (
    6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
)  # fmt: skip
"""The first numbers of splitmix64 from 1234567, as published."""


def drawn(number: int, bound: int, rng: int = 1234567) -> list[int]:
    numbers = []
    for _ in range(number):
        rng, pick = draw(rng, bound)
        numbers.append(pick)
    return numbers


def test_the_generator_is_splitmix64() -> None:
    assert drawn(5, WORD) == list(PUBLISHED)


@pytest.mark.parametrize("bound", [WORD // 2 + 1, 3 * WORD // 4, WORD // 3 + 1, 7 * (WORD // 16) + 3])
def test_biased_numbers_are_drawn_again(bound: int) -> None:
    whole = WORD // bound * bound
    fair = [word % bound for word in drawn(60, WORD) if word < whole]
    assert 0 < len(fair) < 60, "some of the sixty are drawn again"
    assert drawn(len(fair), bound) == fair


def test_shuffling_keeps_every_item_and_advances_the_generator() -> None:
    rng, items = shuffled(1234567, "abcdefgh")
    assert sorted(items) == list("abcdefgh")
    after = 1234567
    for _ in items[1:]:
        after, _ = draw(after, 2)
    assert rng == after, "one number for each item but the first"
    assert {shuffled(seed, "ab")[1] for seed in range(9)} == {("a", "b"), ("b", "a")}
    assert shuffled(5, "a") == (5, ("a",)), "one item needs no chance"
