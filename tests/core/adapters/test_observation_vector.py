"""What a seat sees as numbers: the right figure in the right place, and nothing it may not know."""

from collections.abc import Iterable
from itertools import pairwise
from random import Random

import pytest

from rokoko_core.adapters.action_numbers import NUMBERS
from rokoko_core.adapters.environment import Position
from rokoko_core.adapters.observation_vector import FIELDS, LENGTH, STARTS, row
from rokoko_core.adapters.vector_source import CARDS, DECORATIONS, DRESSES, GUESTS, TILES, View
from rokoko_core.box import box_of
from rokoko_core.components import load_components
from rokoko_core.components.tables import Dress
from rokoko_core.observe import determinize, observe
from rokoko_core.state import State
from rokoko_core.terms import DressEffect, Exam, Expansion, Task
from tests.core.adapters.games import TABLES, course, first
from tests.tabletop import (
    bonus,
    candidate,
    deck,
    dressed,
    funded,
    give,
    hire,
    jeweler,
    new,
    specialist,
    turn,
    warehouse,
    windows,
)


def field(position: Position | State, seat: int, name: str) -> list[float]:
    """The numbers of one field as ``seat`` sees it."""
    position = position if isinstance(position, Position) else Position(position)
    place = [each.name for each in FIELDS].index(name)
    return list(row(position, seat)[STARTS[place] : STARTS[place] + FIELDS[place].size])


def places(position: Position | State, seat: int, name: str) -> dict[int, float]:
    """The numbers of one field that are not 0, by place."""
    return {place: figure for place, figure in enumerate(field(position, seat, name)) if figure}


def counted(among: dict[str, int], *pieces: str) -> dict[int, float]:
    """One of each of ``pieces``."""
    found: dict[int, float] = {}
    for piece in pieces:
        found[among[piece]] = found.get(among[piece], 0) + 1
    return found


def test_every_field_has_a_name_of_its_own_and_its_place_in_the_row() -> None:
    assert len({each.name for each in FIELDS}) == len(FIELDS)
    assert [start + each.size for start, each in zip(STARTS, FIELDS, strict=True)] == [*STARTS[1:], LENGTH]
    assert LENGTH == 3241


@pytest.mark.parametrize(("players", "expansions"), TABLES)
def test_the_row_has_one_length_no_figure_below_0_and_no_field_runs_over(
    players: int, expansions: tuple[str, ...]
) -> None:
    for position in list(course(players, expansions))[::7]:
        for seat in range(players):
            found = row(position, seat)
            assert len(found) == LENGTH and min(found) >= 0
            known = observe(position.state, seat)
            view = View(known, known.table, box_of(position.state), seat, ())
            for each in FIELDS:
                assert all(0 <= place < each.size for place, _ in each.read(view)), each.name


@pytest.mark.quick(4)
@pytest.mark.rule("HIDDEN-1", "HIDDEN-2")
@pytest.mark.parametrize(("players", "expansions"), TABLES)
def test_secrets_dealt_anew_change_nothing_in_the_row(players: int, expansions: tuple[str, ...]) -> None:
    rng = Random(players)
    for position in list(course(players, expansions, seed=5))[:-1:9]:
        for seat in range(players):
            other = determinize(observe(position.state, seat), rng)
            told = position.told if position.mover == seat else ()
            assert row(Position(other, told), seat) == row(position, seat)


def test_what_the_mover_does_is_seen_by_it_at_once() -> None:
    for before, after in pairwise(course(3, tuple(Expansion), seed=2)):
        if before.mover is not None:
            assert row(before, before.mover) != row(after, before.mover)


def test_a_decision_told_in_part_is_seen_by_the_one_who_tells_it_alone() -> None:
    position = first(2)
    mover = position.mover or 0
    part = position.after(NUMBERS["choose-hand base-journeyman"])
    assert places(part, mover, "told-cards") == counted(CARDS, "base-journeyman")
    assert row(part, 1 - mover) == row(position, 1 - mover)
    bought = Position(give(bonus(new(), 0, "6-prestige-3-livre"), 0, livre=9)).after(NUMBERS["buy-prestige one-more"])
    assert field(bought, 0, "told-prestige") == [1] and field(bought, 1, "told-prestige") == [0]


def test_players_are_counted_from_the_onlooker_on() -> None:
    state = give(give(new(3), 1, livre=7, yarn=2), 2, livre=30, lace=3)
    assert field(state, 1, "player-0-purse")[:3] == [7, 2, state.players[1].lace]
    assert field(state, 1, "player-1-purse")[:3] == [30, state.players[2].yarn, 3]
    assert field(state, 1, "player-2-purse")[0] == state.players[0].livre
    assert [field(state, 1, f"player-{n}-sits") for n in range(5)] == [[1], [1], [1], [0], [0]]
    assert places(turn(state, 2, "base-master"), 1, "moves") == {1: 1}
    assert places(state, 2, "starts") == {1: 1}, "seat 0 begins, next after seat 2"


def test_the_own_tiles_are_known_and_of_others_the_number_alone() -> None:
    state = give(turn(new(), 0, "base-master"), 0, silk=["gg:yarn", "gg:lace", "yy:yarn"])
    assert places(state, 0, "player-0-silk") == counted(TILES, "gg:yarn", "gg:lace", "yy:yarn")
    assert not places(state, 1, "player-1-silk")
    assert field(state, 1, "player-1-purse")[3] == 3


def test_cards_stand_where_they_are_known_to_be() -> None:
    state = deck(
        turn(new(), 1, "base-journeyman"),
        0,
        supply=["base-master", "base-master"],
        hand=["base-apprentice-livre"],
        discard=["1-livre", "1-notion"],
    )
    assert places(state, 0, "player-0-hand") == counted(CARDS, "base-apprentice-livre")
    assert not places(state, 1, "player-1-hand"), "the split is secret"
    assert places(state, 1, "player-1-unplayed") == counted(
        CARDS, "base-master", "base-master", "base-apprentice-livre"
    )
    assert places(state, 1, "player-1-discard") == counted(CARDS, "1-livre", "1-notion")
    assert places(state, 1, "player-1-top") == counted(CARDS, "1-notion")
    assert field(state, 1, "player-1-sizes") == [1, 2, 2, 0]
    assert places(state, 0, "played") == counted(CARDS, "base-journeyman")


def test_a_dress_is_told_in_its_window_on_its_guest_and_by_its_owner() -> None:
    state = windows(dressed(new(2), 1, "blue-1", "2.3"), "", "", "", "", "red-1")
    lying = DRESSES["red-1"] * 4, DRESSES["blue-1"] * 4 + 1
    assert {place for place in places(state, 0, "dresses") if place // 4 in (lying[0] // 4, lying[1] // 4)} == set(
        lying
    )
    guest = GUESTS["2.3"] * 10
    dress = _dress("blue-1")
    assert places(state, 0, "guests") == {guest + 1: 1, guest + 5 + 3: 1, guest + 9: dress.prestige}
    assert places(state, 1, "guests") == {guest + 0: 1, guest + 5 + 3: 1, guest + 9: dress.prestige}
    red, start = _dress("red-1"), 4 * 26
    told = field(state, 0, "windows")[start : start + 26]
    assert told[1:6] == [1, 0, 0, 1, 0]
    assert told[6:16] == [*red.silk, red.yarn, red.lace, red.master_only, red.value, red.prestige, red.sellable]
    assert not any(told[16:]) and field(state, 0, "windows")[1] == 0, "no effect; no dress in the first window"


EFFECTS = [dress for dress in load_components().dresses if dress.effect]


@pytest.mark.rule("FEST-2", "EXPERT-1")
@pytest.mark.parametrize("window", range(5))
@pytest.mark.parametrize("dress", EFFECTS, ids=lambda dress: dress.id)
def test_a_dress_with_an_effect_is_told_by_that_effect_alone(dress: Dress, window: int) -> None:
    """Places of a window's numbers are those its description counts out; the names of the effects come last there."""
    state = windows(new(2, expansions=tuple(Expansion)), dress.id, *("",) * (4 - window))
    (described,) = (each.what for each in FIELDS if each.name == "windows")
    effects = described.partition("1 at its effect: ")[2].split(", ")
    assert effects == list(DressEffect)
    size = 2 + 4 + 4 + 6 + len(effects)
    told = field(state, 0, "windows")
    lying = told[window * size : (window + 1) * size]
    assert [name for name, figure in zip(effects, lying[16:], strict=True) if figure] == [dress.effect]
    assert lying[1] == sum(lying[16:]) == 1
    costs = box_of(state).windows
    others = [told[n * size : (n + 1) * size] for n in range(len(costs)) if n != window]
    assert others == [[cost] + [0] * (size - 1) for n, cost in enumerate(costs) if n != window]
    assert not any(told[len(costs) * size :])


def _dress(name: str) -> Dress:
    return next(dress for dress in load_components().dresses if dress.id == name)


def test_tiles_cards_and_decorations_are_told_as_they_lie() -> None:
    state = funded(hire(warehouse(new(4), "", "yg:yarn/lace"), "1-livre", "1-notion"), 3, "statue-2")
    assert places(state, 0, "warehouse") == {7: 1, 8: 1, 11: 1, 12: 1, 13: 1}, "yellow, green, yarn, lace, one of them"
    assert places(state, 0, "hire") == counted(CARDS, "1-livre", "1-notion")
    assert places(state, 0, "decorations") == {DECORATIONS["statue-2"] * 5 + 3: 1}
    assert places(state, 2, "decorations") == {DECORATIONS["statue-2"] * 5 + 1: 1}


def test_examinations_jewels_and_the_own_specialist_are_told() -> None:
    state = jeweler(new(2, expansions=[Expansion.JEWELRY_BOX]), "", "red", "", "blue")
    state = specialist(candidate(state, 0, Exam.MASTER, Task.COAT), 0, "s-coats")
    assert places(state, 0, "jeweler") == {1 * 4 + 2: 1, 3 * 4 + 3: 1}
    assert places(state, 1, "player-1-exam") == {1: 1, 3 + list(Task).index(Task.COAT): 1}
    assert places(state, 0, "own-specialist") == counted(CARDS, "s-coats")
    assert "s-coats" not in _known_specialists(state, 1)
    assert field(state, 1, "player-1-specialist") == [1]


def _known_specialists(state: State, seat: int) -> Iterable[str]:
    return [card for card in CARDS if places(state, seat, "own-specialist").get(CARDS[card])]
