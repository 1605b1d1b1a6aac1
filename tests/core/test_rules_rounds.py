"""SETUP, PREP, HAND, TURN and INC: setup and rounds."""

import pickle
from collections import Counter
from typing import Any, cast

import pytest
from msgspec.structs import replace

from rokoko_core.actions import (
    ChooseHand,
    ClaimFavor,
    Decline,
    Depute,
    EndTurn,
    Fund,
    Hire,
    KeepTile,
    MakeDress,
    PlayCard,
    Sell,
    TakeNotion,
    TakeTile,
    UseBonus,
)
from rokoko_core.engine import legal_actions, new_state, to_move
from rokoko_core.safe_text import NAME_CELLS
from rokoko_core.scoring import projected_scores
from rokoko_core.setup import FAIR_START, InvalidSetup, SetupFault, check_new_setup, laid_out
from rokoko_core.state import NOBODY, Seat, Setup, State, state_digest
from rokoko_core.terms import Chance, Expansion, FairStart, Notion, ScoreVisibility, SeatKind, Zone
from tests.tabletop import (
    bag,
    bonus,
    deck,
    do,
    dressed,
    end_turn,
    funded,
    give,
    hire,
    new,
    no_tiles,
    offers,
    pass_until,
    stack,
    turn,
    warehouse,
    windows,
)

BASE_DECK = ["base-apprentice-acquire", "base-apprentice-livre", "base-journeyman", "base-master", "base-master"]


def table(players: int, seed: int = 1) -> State:
    """Return the table before round 1 is prepared."""
    return laid_out(Setup(tuple(Seat(n) for n in "ABCDE"[:players]), seed))


def next_round(state: State) -> State:
    """Play the rest of the round without any action."""
    number = state.round
    return pass_until(state, lambda s: s.round > number)


def last_turn(players: int = 2) -> State:
    """Return the last turn of round 1: seat 1 has played its last card, and no seat has another."""
    return turn(new(players), 1, "base-journeyman")


# ---- SETUP, FAIR


@pytest.mark.rule("FAIR-1")
@pytest.mark.parametrize(
    ("fair_start", "prestige"),
    [
        (True, [0, 3]),
        (True, [0, 2, 3]),
        (True, [0, 1, 2, 3]),
        (True, [0, 2, 2, 2, 2]),
        ("fair-2", [0, 4]),
        ("fair-2", [0, 3, 6]),
        ("fair-2", [0, 3, 5, 7]),
        ("fair-2", [0, 3, 5, 5, 6]),
    ],
)
@pytest.mark.parametrize("first", [0, 1])
def test_players_who_start_later_begin_with_prestige(fair_start: FairStart, prestige: list[int], first: int) -> None:
    players = len(prestige)
    setup = Setup(tuple(Seat(n) for n in "ABCDE"[:players]), 1, first_player=first, fair_start=fair_start)
    state = new_state(setup)
    assert [state.players[(first + place) % players].prestige for place in range(players)] == prestige
    usual = new_state(replace(setup, fair_start=False))
    assert [player.prestige for player in usual.players] == [0] * players
    scores = [sheet.total for sheet in projected_scores(state)]
    assert scores == [sheet.total + state.players[sheet.seat].prestige for sheet in projected_scores(usual)]


@pytest.mark.rule("FAIR-1", "SOLO-1")
def test_a_solo_game_has_no_fair_start() -> None:
    setup = Setup((Seat("Ada"),), 1)
    for fair_start in (True, FAIR_START):
        fair = new_state(replace(setup, fair_start=fair_start))
        assert [player.prestige for player in fair.players] == [0, 0]
        assert replace(fair, setup=setup) == new_state(setup)


@pytest.mark.rule("SETUP-1")
@pytest.mark.parametrize(("players", "spaces", "costs"), [(2, 9, 5), (3, 9, 5), (4, 12, 6), (5, 12, 6)])
def test_side_a_is_for_up_to_three_players_side_b_for_four_and_five(players: int, spaces: int, costs: int) -> None:
    state = new(players)
    assert (len(state.players), len(state.warehouse), len(state.windows)) == (players, spaces, costs)


@pytest.mark.rule("SETUP-1")
@pytest.mark.parametrize("players", [0, 6])
def test_no_player_or_six_are_refused(players: int) -> None:
    with pytest.raises(InvalidSetup):
        new_state(Setup(tuple(Seat(n) for n in "ABCDEF"[:players]), 1))


def seats(*names: str) -> tuple[Seat, ...]:
    return tuple(Seat(name) for name in names)


TWO = seats("Ada", "Bo")
LONG = "A" * (NAME_CELLS + 1)
WRONG: list[tuple[Setup, SetupFault, str, tuple[int, int, str]]] = [
    (Setup((), 1), SetupFault.PLAYERS, "players", (0, 5, "")),
    (Setup(seats(*"ABCDEF"), 1), SetupFault.PLAYERS, "players", (6, 5, "")),
    (Setup(seats("Ada", " "), 1), SetupFault.NAMELESS, "players", (0, 0, "")),
    (Setup(seats("Ada", "Bo\x1b"), 1), SetupFault.ODD_NAME, "players", (0, NAME_CELLS, "Bo\x1b")),
    (Setup(seats("Ada", LONG), 1), SetupFault.LONG_NAME, "players", (0, NAME_CELLS, LONG)),
    (Setup(seats("Ada", " ADA "), 1), SetupFault.SAME_NAME, "players", (0, 0, "")),
    (Setup((Seat("Ada", "bot", "easy"),), 1), SetupFault.AUTOMATIC, "players", (0, 0, "")),
    (Setup(TWO, 1, first_player=2), SetupFault.FIRST_PLAYER, "first_player", (2, 1, "")),
    (Setup(TWO, 1, first_player=-1), SetupFault.FIRST_PLAYER, "first_player", (-1, 1, "")),
    (Setup(seats(*"ABCDE"), 1, first_player=7), SetupFault.FIRST_PLAYER, "first_player", (7, 4, "")),
    (Setup(TWO, -1), SetupFault.SEED, "seed", (-1, 2**63 - 1, "")),
    (Setup(TWO, 2**63), SetupFault.SEED, "seed", (2**63, 2**63 - 1, "")),
    (Setup(TWO, 2**128, chance="blake2b"), SetupFault.SEED, "seed", (2**128, 2**128 - 1, "")),
    (Setup((Seat("Ada"), Seat("Bo", cast("SeatKind", "cat"))), 1), SetupFault.KIND, "players", (0, 0, "cat")),
    (Setup(TWO, 1, frozenset([cast("Expansion", "tea")])), SetupFault.EXPANSION, "expansions", (0, 0, "tea")),
    (
        Setup(TWO, 1, open_scores=cast("ScoreVisibility", "some")),
        SetupFault.OPEN_SCORES,
        "open_scores",
        (0, 0, "some"),
    ),
    (Setup(TWO, 1, chance=cast("Chance", "dice")), SetupFault.CHANCE, "chance", (0, 0, "dice")),
    (Setup(TWO, 1, fair_start=cast("FairStart", "")), SetupFault.FAIR_START, "fair_start", (0, 0, "")),
    (Setup(TWO, 1, fair_start=cast("FairStart", "fair-9")), SetupFault.FAIR_START, "fair_start", (0, 0, "fair-9")),
    (Setup(TWO, 1, components="nowhere"), SetupFault.COMPONENTS, "components", (0, 0, "nowhere")),
]
"""A setup, its fault, the field at fault, and (found, limit, name), or defaults."""


@pytest.mark.rule("SETUP-1", "SETUP-5")
@pytest.mark.parametrize(("setup", "code", "field", "figures"), WRONG)
def test_an_invalid_setup_names_the_field_at_fault(
    setup: Setup, code: SetupFault, field: str, figures: tuple[int, int, str]
) -> None:
    with pytest.raises(InvalidSetup) as refused:
        check_new_setup(setup)
    fault = refused.value
    assert (fault.code, fault.code.field, (fault.found, fault.limit, fault.name)) == (code, field, figures)
    assert str(fault).startswith(f"{field}: {code} ")
    assert all(str(figure) in str(fault) for figure in figures[:2]) and repr(figures[2]) in str(fault)
    again = pickle.loads(pickle.dumps(fault))
    assert fault.args == again.args == (code, *figures) and str(again) == str(fault), "it may come from another process"


@pytest.mark.parametrize("value", [0, True, 2.0, b"Ada", ("Ada",), [], {}, object()])
@pytest.mark.parametrize("field", ["name", "level", "mark"])
def test_the_texts_of_a_seat_are_texts(field: str, value: Any) -> None:
    seat = Seat(**{"name": "Ada", field: value})
    with pytest.raises(TypeError, match="must be a text"):
        new_state(Setup((seat, Seat("Bo")), 1))


@pytest.mark.parametrize("field", ["name", "level", "mark"])
def test_the_texts_of_a_seat_can_be_saved(field: str) -> None:
    seat = replace(Seat("Ada"), **{field: "a\ud800"})
    with pytest.raises(InvalidSetup, match="players: odd-name"):
        new_state(Setup((seat, Seat("Bo")), 1))


def test_players_are_seats() -> None:
    with pytest.raises(TypeError, match="must be a Seat"):
        new_state(Setup(cast("tuple[Seat, ...]", ("Ada", "Bo")), 1))


@pytest.mark.parametrize("expansions", [["fancy", "fancy"], ("fancy",), {"fancy": 1}])
def test_an_expansion_counts_once_whatever_lists_it(expansions: Any) -> None:
    setup = Setup((Seat("Ada"), Seat("Bo")), 1)
    expected = new_state(replace(setup, expansions=frozenset({Expansion.FANCY})))
    state = new_state(replace(setup, expansions=expansions))
    assert state == expected and state_digest(state) == state_digest(expected)


def test_a_seat_has_a_name() -> None:
    with pytest.raises(TypeError, match="must be a text"):
        new_state(Setup((Seat(cast("str", None)), Seat("Bo")), 1))


def test_every_fault_of_a_setup_is_tested_and_names_a_field() -> None:
    assert {code for _, code, _, _ in WRONG} == set(SetupFault)
    assert {code.field for code in SetupFault} <= set(Setup.__struct_fields__)


@pytest.mark.rule("SETUP-1")
def test_one_player_plays_madame_du_barry_on_side_a() -> None:
    state = new(1, first=None)
    assert (len(state.players), len(state.warehouse)) == (2, 9)
    assert state.barry is not None


@pytest.mark.rule("SETUP-2")
def test_employee_stack_runs_from_level_1_on_top_to_level_6_shuffled_within_each() -> None:
    orders = [table(2, seed).employee_stack[::-1] for seed in range(8)]
    for order in orders:
        assert [card[0] for card in order] == list("1" * 6 + "2" * 4 + "3" * 4 + "4" * 4 + "5" * 4 + "6" * 6)
    for top, bottom in ((0, 6), (6, 10), (10, 14), (14, 18), (18, 22), (22, 28)):
        level = {order[top:bottom] for order in orders}
        assert len(level) > 1, "every deal has the same order"
        assert len({tuple(sorted(cards)) for cards in level}) == 1


@pytest.mark.rule("SETUP-3")
def test_all_tiles_and_dresses_are_shuffled() -> None:
    one, other = table(2, 1), table(2, 2)
    assert (len(one.tile_stack), len(one.dress_bag), len(set(one.dress_bag))) == (48, 42, 42)
    assert one.tile_stack != other.tile_stack and Counter(one.tile_stack) == Counter(other.tile_stack)
    assert one.dress_bag != other.dress_bag and set(one.dress_bag) == set(other.dress_bag)


@pytest.mark.rule("SETUP-4")
@pytest.mark.parametrize("players", [2, 5])
def test_each_player_starts_with_15_livre_a_yarn_a_lace_and_five_cards(players: int) -> None:
    for player in new(players).players:
        assert (player.livre, player.yarn, player.lace, player.prestige) == (15, 1, 1, 0)
        assert sorted(player.supply) == BASE_DECK
        assert player.hand == player.discard == player.silk == ()


@pytest.mark.rule("SETUP-5")
def test_starting_player_is_given_or_drawn_from_the_seed() -> None:
    assert [new(4, first=seat).first_player for seat in range(4)] == [0, 1, 2, 3]
    starters = [new(4, seed, first=None).first_player for seed in range(40)]
    assert set(starters) == {0, 1, 2, 3}
    assert starters == [new(4, seed, first=None).first_player for seed in range(40)]


@pytest.mark.rule("SETUP-5", "HAND-1", "TURN-1")
def test_play_goes_clockwise_from_the_starting_player() -> None:
    state = new(4, first=2)
    chosen = []
    while isinstance(legal_actions(state)[0], ChooseHand):
        chosen.append(to_move(state))
        state = do(state, legal_actions(state)[0])
    assert chosen == [2, 3, 0, 1]
    turns = []
    for _ in range(5):
        turns.append(to_move(state))
        state = end_turn(do(state, offers(state, PlayCard)[0]))
    assert turns == [2, 3, 0, 1, 2]


@pytest.mark.rule("SETUP-6")
def test_notions_coins_and_markers_never_run_out() -> None:
    state = give(bonus(new(), 0, "1-notion"), 0, yarn=90, livre=900, prestige=300)
    assert do(state, TakeNotion(Notion.YARN)).players[0].yarn == 91
    spaces = [f"{kind}-{n}" for kind in ("fireworks", "statue") for n in (1, 2, 3)]
    musicians = [f"musician-{n}" for n in range(1, 6)]
    state = funded(give(turn(new(), 0, "base-master"), 0, livre=900), 0, *spaces, *musicians)
    for n, space in enumerate(("1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "2.1", "2.2", "2.3", "2.4"), 1):
        state = dressed(state, 0, f"green-{n}", space)
    assert do(state, Fund("fireworks-4")).decorations.count(0) == 12


# ---- PREP


@pytest.mark.rule("PREP-0")
def test_the_game_ends_after_seven_rounds() -> None:
    state, rounds = new(), set()
    while state.pending:
        rounds.add(state.round)
        if state.round == 7 and state.favor == NOBODY:
            state = replace(state, favor=1)
        before = state
        state = pass_until(do(state, legal_actions(state)[0]), lambda _: True)
    assert rounds == set(range(1, 8))
    assert (state.round, state.favor, to_move(state), legal_actions(state)) == (7, 1, None, ())
    assert state.windows == before.windows, "windows were slid after the last round"
    assert state.hire == before.hire, "cards were dealt after the last round"


@pytest.mark.rule("PREP-1")
@pytest.mark.parametrize(("favor", "starts"), [(NOBODY, 0), (0, 0), (1, 1), (2, 2)])
def test_holder_of_the_favor_card_starts_the_next_round_and_returns_it(favor: int, starts: int) -> None:
    state = next_round(replace(last_turn(3), favor=favor))
    assert (state.first_player, state.favor, to_move(state)) == (starts, NOBODY, starts)


@pytest.mark.rule("PREP-2")
def test_cards_left_on_display_are_replaced_by_four_new_ones() -> None:
    state = turn(new(), 1, "base-master")
    first = state.hire
    after = next_round(do(state, Hire(first[0])))
    assert len(first) == 4
    assert sorted(after.gone) == sorted(first[1:])
    assert sorted(after.hire) == sorted(state.employee_stack[-4:])


@pytest.mark.rule("PREP-2")
def test_highest_level_on_display_is_the_round_up_to_round_six() -> None:
    state, levels = new(), []
    for _ in range(7):
        levels.append(sorted(card[0] for card in state.hire))
        state = next_round(state)
    assert levels == [list(cards) for cards in ("1111", "1122", "2233", "3344", "4455", "5566", "6666")]


@pytest.mark.rule("PREP-3")
def test_only_empty_warehouse_spaces_are_filled_left_to_right() -> None:
    state = warehouse(last_turn(), "yy:yarn", "", "gg:yarn", "gg:lace", "", "yg:yarn", "b:yarn/lace", "bb:lace", "")
    state = next_round(stack(state, "rr:yarn", "rr:lace", "r:yarn+lace"))
    assert state.warehouse == (
        *("yy:yarn", "rr:yarn", "gg:yarn"),
        *("gg:lace", "rr:lace", "yg:yarn"),
        *("b:yarn/lace", "bb:lace", "r:yarn+lace"),
    )


@pytest.mark.rule("PREP-3")
def test_an_empty_stack_is_refilled_from_the_discards_if_there_are_any() -> None:
    state = stack(no_tiles(warehouse(last_turn(), "yy:yarn")), "bb:yarn", "rr:yarn", "gg:lace")
    state = replace(state, tile_stack=("bb:yarn",), tile_discard=("rr:yarn", "gg:lace"))
    after = next_round(state)
    assert after.warehouse[:2] == ("yy:yarn", "bb:yarn")
    assert set(after.warehouse[2:4]) == {"rr:yarn", "gg:lace"}
    assert after.warehouse[4:] == ("",) * 5
    assert after.tile_stack == after.tile_discard == ()


@pytest.mark.rule("PREP-3")
def test_discards_are_shuffled_not_stacked_in_order() -> None:
    orders = set()
    for seed in range(12):
        state = warehouse(turn(new(seed=seed), 1, "base-journeyman"))
        pile = tuple(sorted(state.tile_stack))
        orders.add(next_round(replace(state, tile_stack=(), tile_discard=pile)).warehouse)
    assert len(orders) > 6


@pytest.mark.rule("PREP-4")
def test_the_two_right_windows_are_cleared_and_the_rest_slides() -> None:
    state = bag(windows(last_turn(), "red-1", "red-2", "red-3", "red-4", "red-5"), "blue-1", "blue-2")
    state = next_round(state)
    assert state.windows == ("blue-2", "blue-1", "red-1", "red-2", "red-3")
    assert set(state.dress_discard) == {"red-4", "red-5"}


@pytest.mark.rule("PREP-4")
def test_dresses_slide_into_gaps_in_order() -> None:
    state = windows(last_turn(4), "red-1", "", "red-2", "", "", "red-3")
    state = next_round(bag(state, "blue-1", "blue-2", "blue-3", "blue-4"))
    assert state.windows == ("blue-4", "blue-3", "blue-2", "blue-1", "red-1", "red-2")
    assert state.dress_discard == ("red-3",)


@pytest.mark.rule("PREP-4")
def test_dress_discards_return_only_when_the_empty_bag_is_needed() -> None:
    state = windows(last_turn(), "red-1", "red-2", "red-3", "red-4", "red-5")
    enough = next_round(replace(state, dress_bag=("blue-2", "blue-1")))
    assert (enough.windows[:2], enough.dress_bag, set(enough.dress_discard)) == (
        ("blue-2", "blue-1"),
        (),
        {"red-4", "red-5"},
    )
    short = next_round(replace(state, dress_bag=("blue-1",)))
    assert short.windows[1] == "blue-1"
    assert {short.windows[0], *short.dress_bag} == {"red-4", "red-5"}
    assert short.dress_discard == ()


@pytest.mark.rule("PREP-4")
def test_leftmost_windows_stay_empty_when_dresses_run_out() -> None:
    state = windows(last_turn(), "", "", "red-1", "red-2", "")
    assert next_round(replace(state, dress_bag=())).windows == ("", "", "", "red-2", "red-1")


@pytest.mark.rule("PREP-4", "PREP-1", "PREP-2")
def test_round_1_only_fills() -> None:
    state = new()
    assert all(state.windows) and all(state.warehouse) and len(state.hire) == 4
    assert (len(state.dress_bag), len(state.tile_stack), len(state.employee_stack)) == (37, 39, 24)
    assert state.dress_discard == state.gone == ()


@pytest.mark.rule("PREP-5")
def test_nothing_is_refilled_or_shifted_in_phase_3() -> None:
    to_come = deck(new(), 1, supply=["base-master"] * 2, hand=["base-journeyman"])
    state = windows(turn(to_come, 0, "base-master"), "red-2", "red-3", "yellow-1", "red-4", "red-5")
    state = give(state, 0, silk=["yy:yarn"], livre=20)
    bought = end_turn(do(state, MakeDress("yellow-1"), Sell()))
    assert bought.windows == ("red-2", "red-3", "", "red-4", "red-5")
    state = warehouse(turn(to_come, 0, "base-master"), "yy:yarn", "gg:yarn", "rr:yarn")
    taken = end_turn(do(state, TakeTile(1), KeepTile()))
    assert taken.warehouse == ("yy:yarn", "", "rr:yarn", *[""] * 6)


@pytest.mark.rule("PREP-5")
def test_window_costs_are_fixed_and_other_prices_depend_on_the_display() -> None:
    state = windows(turn(new(), 0, "base-master"), "yellow-1", "", "", "", "")
    state = give(state, 0, silk=["yy:yarn"], livre=6)
    assert do(state, MakeDress("yellow-1")).players[0].livre == 0, "a lone dress still costs its window's 6"
    state = warehouse(turn(new(), 0, "base-apprentice-acquire"), "yy:yarn", "gg:yarn", "rr:yarn")
    state = do(give(state, 0, livre=10), TakeTile(0), KeepTile())
    assert state.players[0].livre == 8, "three tiles were there"
    assert do(state, TakeTile(1)).players[0].livre == 7, "two tiles are there now"


# ---- HAND


@pytest.mark.rule("HAND-1")
def test_a_hand_is_any_unordered_three_of_the_supply() -> None:
    hands = {action.cards for action in offers(new(), ChooseHand)}
    acquire, livre, journeyman, master = BASE_DECK[:4]
    assert hands == {
        (acquire, livre, journeyman),
        (acquire, livre, master),
        (acquire, journeyman, master),
        (livre, journeyman, master),
        (acquire, master, master),
        (livre, master, master),
        (journeyman, master, master),
    }
    assert len(legal_actions(new())) == 7


@pytest.mark.rule("HAND-1")
def test_all_hands_are_chosen_before_the_first_turn() -> None:
    state = new(3)
    for seat in range(3):
        assert to_move(state) == seat
        state = do(state, ChooseHand(("base-journeyman", "base-master", "base-master")))
    assert [player.hand for player in state.players] == [("base-journeyman", "base-master", "base-master")] * 3
    assert {type(action) for action in legal_actions(state)} == {PlayCard}
    assert len(offers(state, PlayCard)) == 2, "two equal cards are one choice"


@pytest.mark.rule("HAND-2")
@pytest.mark.parametrize("left", [0, 1, 2])
def test_a_short_supply_is_taken_and_the_rest_chosen_from_the_discards(left: int) -> None:
    supply = ["base-master", "base-journeyman"][:left]
    pile = ["base-apprentice-livre", "1-livre", "base-apprentice-acquire", "1-notion"]
    state = next_round(deck(last_turn(), 0, supply=supply, discard=pile))
    player = state.players[0]
    assert player.hand == tuple(sorted(supply))
    assert (player.supply, player.discard) == (tuple(sorted(pile)), ())
    assert to_move(state) == 0
    assert all(len(a.cards) == 3 - left and set(a.cards) <= set(pile) for a in offers(state, ChooseHand))
    chosen = legal_actions(state)[0]
    assert isinstance(chosen, ChooseHand)
    after = do(state, chosen).players[0]
    assert after.hand == tuple(sorted((*supply, *chosen.cards)))
    assert Counter(after.supply) == Counter(pile) - Counter(chosen.cards)


@pytest.mark.rule("HAND-3")
def test_a_supply_of_three_is_taken_without_a_choice() -> None:
    supply, pile = ["base-journeyman", "base-master", "base-master"], ["1-notion", "1-livre"]
    state = next_round(deck(last_turn(), 0, supply=supply, discard=pile))
    assert to_move(state) == 1, "seat 0 has nothing to choose"
    player = state.players[0]
    assert (player.hand, player.supply, player.discard) == (tuple(supply), (), ("1-notion", "1-livre"))
    later = next_round(state).players[0]
    assert later.discard == (), "the next choice needs the pile"
    assert sorted(later.supply + later.hand) == sorted(supply + pile)


# ---- TURN


@pytest.mark.rule("TURN-1")
def test_players_without_cards_are_skipped_until_no_hand_has_a_card() -> None:
    state = turn(new(3), 2, "base-journeyman")
    state = deck(state, 0, supply=["base-journeyman", "1-livre"], hand=["base-master", "base-master"])
    state = deck(state, 1, supply=["base-journeyman", "base-master", "1-notion"], hand=["base-master"])
    state = end_turn(state)
    seats = []
    while state.round == 1:
        seats.append(to_move(state))
        assert {type(action) for action in legal_actions(state)} == {PlayCard}, "no card may be kept back"
        state = end_turn(do(state, offers(state, PlayCard)[0]))
    assert seats == [0, 1, 0]


@pytest.mark.rule("TURN-1", "HIRE-1")
def test_a_hired_card_is_played_later_in_the_same_round() -> None:
    state = end_turn(do(hire(turn(new(), 0, "base-master"), "1-livre"), Hire("1-livre")))
    assert (state.round, to_move(state), legal_actions(state)) == (1, 0, (PlayCard("1-livre"),))


@pytest.mark.rule("TURN-2")
def test_main_action_and_bonus_may_both_be_declined() -> None:
    main = turn(new(), 0, "base-apprentice-livre")
    assert UseBonus() not in legal_actions(main) and Decline() in legal_actions(main)
    for begun in (do(main, TakeTile(0), KeepTile()), do(main, Decline())):
        assert legal_actions(begun) == (UseBonus(), Decline())
        assert legal_actions(do(begun, UseBonus())) == (EndTurn(),)
        assert legal_actions(do(begun, Decline())) == (EndTurn(),)


@pytest.mark.rule("TURN-2")
def test_one_main_action_only() -> None:
    state = do(give(turn(new(), 0, "base-master"), 0, livre=90), ClaimFavor())
    assert legal_actions(state) == (EndTurn(),)


@pytest.mark.rule("TURN-2")
def test_the_bonus_can_be_used_when_no_main_action_is_possible() -> None:
    state = give(warehouse(turn(new(), 0, "base-apprentice-livre")), 0, livre=0)
    state = deck(state, 0, supply=["base-master", "base-master", "base-journeyman"])
    assert legal_actions(state) == (Decline(),)
    assert do(state, Decline(), UseBonus()).players[0].livre == 2


@pytest.mark.rule("TURN-3")
def test_the_card_goes_on_top_of_the_discard_pile_when_the_turn_ends() -> None:
    state = deck(turn(new(), 0, "base-journeyman"), 0, supply=["base-master"] * 2, discard=["1-livre", "1-notion"])
    begun = pass_until(state, lambda s: EndTurn() in legal_actions(s))
    assert begun.players[0].discard == ("1-livre", "1-notion")
    ended = do(deck(begun, 1, supply=["base-master"], hand=["base-journeyman"]), EndTurn())
    assert ended.players[0].discard == ("1-livre", "1-notion", "base-journeyman")


@pytest.mark.rule("TURN-3", "DEP-1")
def test_a_deputed_card_leaves_the_game_when_the_turn_ends() -> None:
    state = deck(turn(new(), 0, "1-livre"), 0, supply=["base-master"] * 2 + ["base-journeyman", "1-notion"])
    state = do(state, Depute("1-livre", Zone.PLAYED))
    assert "1-livre" not in state.gone, "it leaves only after its bonus"
    state = end_turn(state)
    player = state.players[0]
    assert "1-livre" in state.gone
    assert "1-livre" not in player.supply + player.hand + player.discard


@pytest.mark.rule("TURN-4")
@pytest.mark.parametrize(
    ("card", "kinds"),
    [
        ("base-master", {ClaimFavor, TakeTile, MakeDress, Hire, Depute, Fund}),
        ("base-journeyman", {ClaimFavor, TakeTile, MakeDress, Depute, Fund}),
        ("base-apprentice-livre", {TakeTile, Depute, Fund}),
        ("6-prestige-3-livre", {ClaimFavor, TakeTile, MakeDress, Hire, Depute, Fund}),
        ("6-fund-10", {ClaimFavor, TakeTile, MakeDress, Depute, Fund}),
        ("6-crown-deck", {TakeTile, Depute, Fund}),
    ],
)
def test_the_rank_of_a_card_decides_its_actions(card: str, kinds: set[type]) -> None:
    state = windows(give(turn(new(), 0, card), 0, livre=50, silk=["yy:yarn"]), "yellow-1")
    assert {type(action) for action in legal_actions(state)} == {*kinds, Decline}


@pytest.mark.rule("TURN-5")
@pytest.mark.parametrize("fewer", ["", "supply", "hand", "discard"])
def test_a_deck_is_supply_hand_discards_and_the_card_in_play(fewer: str) -> None:
    zones = {
        "supply": ["base-master", "base-master"],
        "hand": ["base-journeyman", "1-livre"],
        "discard": ["base-apprentice-livre", "1-notion"],
    }
    if fewer:
        zones[fewer] = zones[fewer][:1]
    state = deck(bonus(new(), 0, "3-livre-deck"), 0, **zones)
    gain = do(state, UseBonus()).players[0].livre - state.players[0].livre
    assert gain == (2 if fewer else 6), "7 cards gain 6 Livre, 6 cards gain 2"


# ---- INC


def income(state: State, seat: int = 0) -> int:
    """Return the Livre ``seat`` gains in phase 4."""
    return next_round(state).players[seat].livre - state.players[seat].livre


@pytest.mark.rule("INC-1")
@pytest.mark.parametrize(
    ("spaces", "gain"),
    [
        ((), 5),
        (("fireworks-1", "statue-1", "musician-3"), 5),
        (("fountain-upper-1",), 6),
        (("fountain-upper-2", "statue-1", "musician-3"), 8),
        (("fountain-lower-1", "statue-1"), 8),
        (("fountain-lower-2", "fountain-upper-1"), 10),
    ],
)
def test_income_is_five_plus_the_fountain(spaces: tuple[str, ...], gain: int) -> None:
    """With three dresses the lower row adds 3; the upper row adds 1 per decoration, itself included."""
    state = funded(last_turn(), 0, *spaces)
    for dress, space in (("red-1", "1.3"), ("red-2", "2.1"), ("blue-1", "5.4")):
        state = dressed(state, 0, dress, space)
    assert income(state) == gain
    assert income(state, seat=1) == 5


@pytest.mark.rule("INC-1", "HALLS-1")
def test_the_all_halls_marker_is_not_a_decoration_for_the_income() -> None:
    state = replace(funded(last_turn(), 0, "fountain-upper-1"), all_halls=(0, NOBODY, NOBODY))
    assert income(state) == 6


@pytest.mark.rule("INC-1", "PREP-0")
def test_income_comes_after_round_7_too() -> None:
    state = pass_until(replace(last_turn(), round=7), lambda _: False)
    assert [player.livre for player in state.players] == [20, 20]
