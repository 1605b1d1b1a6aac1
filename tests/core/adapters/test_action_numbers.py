"""Test the action numbers: complete, unique and stable."""

from hashlib import blake2b
from itertools import pairwise
from typing import get_args

import pytest

from rokoko_core.actions import Action, BuyPrestige, ChooseHand, CopyBonus, Depute, Hire, PayTiles, TakeTile
from rokoko_core.adapters import action_numbers as numbering
from rokoko_core.adapters.action_numbers import COUNT, NAMES, NUMBERS, kinds, word
from rokoko_core.components import FIRST, components_named, shipped
from rokoko_core.engine import legal_actions
from rokoko_core.terms import Zone
from tests.core.adapters.games import TABLES, play_randomly


def test_the_numbers_of_the_first_set_never_change() -> None:
    names = [name for name in NAMES if name in set(numbering._steps(components_named(FIRST)))]
    assert list(NAMES[:725]) == names
    assert blake2b("\n".join(NAMES[:725]).encode(), digest_size=8).hexdigest() == "c6577545c89e7543"
    known = {0: "choose-hand base-master", 60: "play-card base-master", 121: "end-turn", 126: "take-tile 3"}
    known |= {198: "pay-tiles yy:yarn/lace", 583: "fund jeweler-5", 619: "buy-prestige one-more", 724: "choose-hall 5"}
    assert {number: NAMES[number] for number in known} == known


def test_later_sets_only_append_numbers() -> None:
    names: list[str] = []
    for shipped_set in shipped():
        names += [name for name in numbering._steps(components_named(shipped_set)) if name not in names]
    assert tuple(names) == NAMES
    assert len(NUMBERS) == COUNT == len(NAMES)


def test_every_kind_of_action_but_madame_du_barrys_has_numbers() -> None:
    tags = {kind.__struct_config__.tag for kind in get_args(Action)}
    assert {kind for kind, _ in kinds()} == tags - {"reveal-barry"}


def test_the_ranges_of_kinds_have_no_gaps() -> None:
    runs = [run for _, run in kinds()]
    assert runs[0].start == 0 and runs[-1].stop == COUNT
    assert all(run.stop == after.start for run, after in pairwise(runs))


def test_words_have_one_number_or_one_per_piece() -> None:
    def names(action: Action, seat: int = 0, seats: int = 4) -> list[str]:
        return [NAMES[number] for number in word(action, seat, seats)]

    assert names(TakeTile(3)) == ["take-tile 3"]
    assert names(Depute("1-livre", Zone.HAND)) == ["depute 1-livre hand"]
    assert names(ChooseHand(("1-livre", "base-master"))) == ["choose-hand 1-livre", "choose-hand base-master"]
    assert names(PayTiles(("yy:yarn", "yy:yarn"))) == ["pay-tiles yy:yarn", "pay-tiles yy:yarn"]
    assert names(BuyPrestige(2)) == ["buy-prestige one-more", "buy-prestige one-more", "buy-prestige enough"]


def test_copied_bonuses_are_counted_from_the_own_seat() -> None:
    assert [NAMES[word(CopyBonus(seat), 2, 4)[0]] for seat in (3, 0, 1)] == [f"copy-bonus {n}" for n in (1, 2, 3)]


def test_an_action_about_an_unknown_piece_has_no_number() -> None:
    with pytest.raises(KeyError):
        word(Hire("nobody"), 0, 2)


@pytest.mark.parametrize(("players", "expansions"), TABLES)
def test_no_word_of_a_legal_action_is_a_prefix_of_another(players: int, expansions: tuple[str, ...]) -> None:
    for position in play_randomly(players, expansions):
        if position.mover is None or position.prefix:
            continue
        seats = len(position.state.players)
        words = sorted(word(action, position.mover, seats) for action in legal_actions(position.state))
        assert len(words) == len(set(words)) > 0
        assert not any(longer[: len(shorter)] == shorter for shorter, longer in pairwise(words))
