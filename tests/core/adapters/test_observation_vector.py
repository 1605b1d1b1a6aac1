"""Test the observation vector: correct values, and nothing that the seat may not know."""

from array import array
from collections import Counter
from hashlib import blake2b
from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from rokoko_core.adapters.action_numbers import NUMBERS
from rokoko_core.adapters.environment import Position
from rokoko_core.adapters.observation_vector import (
    FIELDS,
    LENGTH,
    STARTS,
    VectorWriter,
    observation_to_vector,
    to_vector,
)
from rokoko_core.adapters.player_fields import PLAYER
from rokoko_core.adapters.table_fields import TABLE
from rokoko_core.adapters.vector_source import CARDS, DECORATIONS, DRESSES, GUESTS, TILES, View
from rokoko_core.box import box_of
from rokoko_core.components import load_components
from rokoko_core.components.tables import Dress
from rokoko_core.engine import apply, legal_actions
from rokoko_core.observe import determinize, observe, observe_pending, observe_player
from rokoko_core.pending import BarryTurn
from rokoko_core.state import State
from rokoko_core.terms import DressEffect, Exam, Expansion, Task
from tests.core.adapters.games import TABLES, first_position, play_randomly
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
    """Return the numbers of one field as ``seat`` sees it."""
    position = position if isinstance(position, Position) else Position(position)
    index = [field.name for field in FIELDS].index(name)
    return list(to_vector(position, seat)[STARTS[index] : STARTS[index] + FIELDS[index].size])


def nonzero(position: Position | State, seat: int, name: str) -> dict[int, float]:
    """Return the numbers of one field that are not 0, by index."""
    return {index: value for index, value in enumerate(field(position, seat, name)) if value}


_SILK = [field.name for field in FIELDS].index("player-1-silk")
TILES_OF_PLAYER_1 = slice(STARTS[_SILK], STARTS[_SILK] + FIELDS[_SILK].size)


def counted(index: dict[str, int], *pieces: str) -> dict[int, float]:
    """Return the expected counts of ``pieces``."""
    return dict(Counter(index[piece] for piece in pieces))


def test_field_names_are_unique_and_fields_contiguous() -> None:
    assert len({each.name for each in FIELDS}) == len(FIELDS)
    assert [start + each.size for start, each in zip(STARTS, FIELDS, strict=True)] == [*STARTS[1:], LENGTH]
    assert LENGTH == 3241


@pytest.mark.quick(5)
@pytest.mark.parametrize(("players", "expansions"), TABLES)
def test_the_vector_has_a_fixed_length_and_no_negative_values(players: int, expansions: tuple[str, ...]) -> None:
    for position in list(play_randomly(players, expansions))[::7]:
        for seat in range(players):
            vector = to_vector(position, seat)
            assert len(vector) == LENGTH and min(vector) >= 0


@pytest.mark.parametrize(("players", "expansions"), TABLES)
def test_each_field_writes_only_its_own_numbers(players: int, expansions: tuple[str, ...]) -> None:
    *_, position, _ = play_randomly(players, expansions)
    state, seat = position.state, players - 1
    view = View(state, observe_pending(state, seat), (), seat, state.players[seat].specialist, box_of(state))
    shown = [observe_player(state, (seat + n) % len(state.players), seat) for n in range(len(state.players))]
    alone = [(part, view) for part in TABLE] + [(part, player) for player in shown for part in PLAYER]
    fields = [(each, source) for part, source in alone for each in part.fields]
    for start, (each, source) in zip(STARTS, fields, strict=False):
        vector = array("f", bytes(4 * LENGTH))
        each.write(vector, start, source)
        own = vector[start : start + each.size]
        assert not any(vector[:start]) and not any(vector[start + each.size :]), each.name
        assert own == to_vector(position, seat)[start : start + each.size], each.name


@pytest.mark.quick(5)
@pytest.mark.parametrize(
    ("players", "expansions", "open_scores"),
    [
        *((players, expansions, "all") for players, expansions in TABLES),
        *((2 + n, (expansion,), "owner") for n, expansion in enumerate(Expansion)),
        (3, tuple(Expansion), "nobody"),
    ],
)
def test_a_writer_agrees_with_the_vector_of_the_whole_observation(
    players: int, expansions: tuple[str, ...], open_scores: str
) -> None:
    """The mover is written at every position as in a training loop, the others now and then, all at the end."""
    rng, writers = Random(players), [VectorWriter(seat) for seat in range(players)]
    for position in play_randomly(players, expansions, 2, open_scores):
        for seat, writer in enumerate(writers):
            if position.mover in (seat, None) or rng.random() < 0.1:
                prefix = position.prefix if position.mover == seat else ()
                assert writer.write(position) == observation_to_vector(observe(position.state, seat), prefix)


def test_a_writer_takes_positions_of_several_games_in_any_order() -> None:
    games = [(2, ()), (5, tuple(Expansion)), (1, ("jewelry-box",))]
    positions = [
        position for players, expansions in games for position in list(play_randomly(players, expansions))[::9]
    ]
    Random(1).shuffle(positions)
    writer = VectorWriter(0)
    for position in positions * 2:
        assert writer.write(position) == to_vector(position, 0)


@pytest.mark.rule("SOLO-2")
def test_a_turn_of_madame_du_barry_has_a_vector() -> None:
    state = first_position(1).state
    while type(state.pending[-1]) is not BarryTurn or state.round == 1:
        state = apply(state, legal_actions(state)[-1])
    assert state.turn is not None and not any(field(state, 0, "played"))
    assert nonzero(state, 0, "moves") == {1: 1}


@pytest.mark.rule("HIDDEN-1")
def test_a_writer_shows_everything_once_the_game_is_over() -> None:
    state = give(turn(new(), 0, "base-master"), 0, silk=["gg:yarn", "gg:lace"])
    writer, over = VectorWriter(1), Position(replace(state, pending=()))
    assert not any(writer.write(Position(state))[TILES_OF_PLAYER_1])
    assert sum(writer.write(over)[TILES_OF_PLAYER_1]) == 2 and writer.vector == to_vector(over, 1)
    assert writer.write(Position(state)) == to_vector(Position(state), 1), "back in the game"


def test_the_numbers_of_a_position_never_change() -> None:
    """The digest is of positions of random games with the set for which it was computed."""
    digest = blake2b(digest_size=8)
    for players, expansions in TABLES:
        for position in list(play_randomly(players, expansions, components="reconstructed-2"))[::-25]:
            for seat in range(players):
                numbers = [(index, int(value)) for index, value in enumerate(to_vector(position, seat)) if value]
                digest.update(repr(numbers).encode())
    assert digest.hexdigest() == "74848eff80367645"


@pytest.mark.quick(4)
@pytest.mark.rule("HIDDEN-1", "HIDDEN-2")
@pytest.mark.parametrize(("players", "expansions"), TABLES)
def test_the_vector_does_not_depend_on_hidden_pieces(players: int, expansions: tuple[str, ...]) -> None:
    rng = Random(players)
    for position in list(play_randomly(players, expansions, seed=5))[:-1:9]:
        for seat in range(players):
            other = determinize(observe(position.state, seat), rng)
            prefix = position.prefix if position.mover == seat else ()
            assert to_vector(Position(other, prefix), seat) == to_vector(position, seat)


def test_every_step_changes_the_vector_of_the_mover() -> None:
    for before, after in pairwise(play_randomly(3, tuple(Expansion), seed=2)):
        if before.mover is not None:
            assert to_vector(before, before.mover) != to_vector(after, before.mover)


def test_only_the_mover_sees_an_incomplete_action() -> None:
    position = first_position(2)
    mover = position.mover or 0
    part = position.play(NUMBERS["choose-hand base-journeyman"])
    assert nonzero(part, mover, "told-cards") == counted(CARDS, "base-journeyman")
    assert to_vector(part, 1 - mover) == to_vector(position, 1 - mover)
    bought = Position(give(bonus(new(), 0, "6-prestige-3-livre"), 0, livre=9)).play(NUMBERS["buy-prestige one-more"])
    assert field(bought, 0, "told-prestige") == [1] and field(bought, 1, "told-prestige") == [0]


def test_players_are_counted_from_the_observer() -> None:
    state = give(give(new(3), 1, livre=7, yarn=2), 2, livre=30, lace=3)
    assert field(state, 1, "player-0-purse")[:3] == [7, 2, state.players[1].lace]
    assert field(state, 1, "player-1-purse")[:3] == [30, state.players[2].yarn, 3]
    assert field(state, 1, "player-2-purse")[0] == state.players[0].livre
    assert [field(state, 1, f"player-{n}-sits") for n in range(5)] == [[1], [1], [1], [0], [0]]
    assert nonzero(turn(state, 2, "base-master"), 1, "moves") == {1: 1}
    assert nonzero(state, 2, "starts") == {1: 1}, "seat 0 begins, next after seat 2"


def test_only_the_number_of_others_tiles_is_visible() -> None:
    state = give(turn(new(), 0, "base-master"), 0, silk=["gg:yarn", "gg:lace", "yy:yarn"])
    assert nonzero(state, 0, "player-0-silk") == counted(TILES, "gg:yarn", "gg:lace", "yy:yarn")
    assert not nonzero(state, 1, "player-1-silk")
    assert field(state, 1, "player-1-purse")[3] == 3


def test_cards_appear_where_they_are_known_to_be() -> None:
    state = deck(
        turn(new(), 1, "base-journeyman"),
        0,
        supply=["base-master", "base-master"],
        hand=["base-apprentice-livre"],
        discard=["1-livre", "1-notion"],
    )
    assert nonzero(state, 0, "player-0-hand") == counted(CARDS, "base-apprentice-livre")
    assert not nonzero(state, 1, "player-1-hand"), "the split is secret"
    assert nonzero(state, 1, "player-1-unplayed") == counted(
        CARDS, "base-master", "base-master", "base-apprentice-livre"
    )
    assert nonzero(state, 1, "player-1-discard") == counted(CARDS, "1-livre", "1-notion")
    assert nonzero(state, 1, "player-1-top") == counted(CARDS, "1-notion")
    assert field(state, 1, "player-1-sizes") == [1, 2, 2, 0]
    assert nonzero(state, 0, "played") == counted(CARDS, "base-journeyman")


def test_dresses_appear_in_windows_and_on_guest_spaces() -> None:
    state = windows(dressed(new(2), 1, "blue-1", "2.3"), "", "", "", "", "red-1")
    expected = {DRESSES["red-1"] * 4, DRESSES["blue-1"] * 4 + 1}
    dresses = {index // 4 for index in expected}
    assert {index for index in nonzero(state, 0, "dresses") if index // 4 in dresses} == expected
    guest = GUESTS["2.3"] * 10
    dress = _dress("blue-1")
    assert nonzero(state, 0, "guests") == {guest + 1: 1, guest + 5 + 3: 1, guest + 9: dress.prestige}
    assert nonzero(state, 1, "guests") == {guest + 0: 1, guest + 5 + 3: 1, guest + 9: dress.prestige}
    red, start = _dress("red-1"), 4 * 26
    window = field(state, 0, "windows")[start : start + 26]
    assert window[1:6] == [1, 0, 0, 1, 0]
    assert window[6:16] == [*red.silk, red.yarn, red.lace, red.master_only, red.value, red.prestige, red.sellable]
    assert not any(window[16:]) and field(state, 0, "windows")[1] == 0, "no effect; no dress in the first window"


EFFECTS = [dress for dress in load_components().dresses if dress.effect]


@pytest.mark.rule("FEST-2", "EXPERT-1")
@pytest.mark.parametrize("window", range(5))
@pytest.mark.parametrize("dress", EFFECTS, ids=lambda dress: dress.id)
def test_each_effect_has_its_own_number(dress: Dress, window: int) -> None:
    """The effects are the last numbers of a window, in the order of the field's description."""
    state = windows(new(2, expansions=tuple(Expansion)), dress.id, *("",) * (4 - window))
    (described,) = (each.what for each in FIELDS if each.name == "windows")
    effects = described.partition("1 at its effect: ")[2].split(", ")
    assert effects == list(DressEffect)
    size = 2 + 4 + 4 + 6 + len(effects)
    numbers = field(state, 0, "windows")
    own = numbers[window * size : (window + 1) * size]
    assert [name for name, value in zip(effects, own[16:], strict=True) if value] == [dress.effect]
    assert own[1] == sum(own[16:]) == 1
    costs = box_of(state).windows
    others = [numbers[n * size : (n + 1) * size] for n in range(len(costs)) if n != window]
    assert others == [[cost] + [0] * (size - 1) for n, cost in enumerate(costs) if n != window]
    assert not any(numbers[len(costs) * size :])


def _dress(name: str) -> Dress:
    return next(dress for dress in load_components().dresses if dress.id == name)


def test_tiles_cards_and_decorations() -> None:
    state = funded(hire(warehouse(new(4), "", "yg:yarn/lace"), "1-livre", "1-notion"), 3, "statue-2")
    assert nonzero(state, 0, "warehouse") == {7: 1, 8: 1, 11: 1, 12: 1, 13: 1}, "yellow, green, yarn, lace, one of them"
    assert nonzero(state, 0, "hire") == counted(CARDS, "1-livre", "1-notion")
    assert nonzero(state, 0, "decorations") == {DECORATIONS["statue-2"] * 5 + 3: 1}
    assert nonzero(state, 2, "decorations") == {DECORATIONS["statue-2"] * 5 + 1: 1}


def test_examinations_jewels_and_the_own_specialist() -> None:
    state = jeweler(new(2, expansions=[Expansion.JEWELRY_BOX]), "", "red", "", "blue")
    state = specialist(candidate(state, 0, Exam.MASTER, Task.COAT), 0, "s-coats")
    assert nonzero(state, 0, "jeweler") == {1 * 4 + 2: 1, 3 * 4 + 3: 1}
    assert nonzero(state, 1, "player-1-exam") == {1: 1, 3 + list(Task).index(Task.COAT): 1}
    assert nonzero(state, 0, "own-specialist") == counted(CARDS, "s-coats")
    assert CARDS["s-coats"] not in nonzero(state, 1, "own-specialist")
    assert field(state, 1, "player-1-specialist") == [1]
