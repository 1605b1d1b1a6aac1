"""Facts about choices: they agree with what the choices do."""

from collections import defaultdict

import pytest
from hypothesis import given
from msgspec.structs import replace

from rokoko_core.actions import (
    BuyPrestige,
    ClaimFavor,
    Decline,
    Depute,
    EndTurn,
    Fund,
    KeepTile,
    MakeDress,
    PayTiles,
    Place,
    PlayCard,
    TakeTile,
)
from rokoko_core.box import box_of
from rokoko_core.engine import legal_actions
from rokoko_core.pending import MainAction, Payment, Placement, RentOrSell, TileInHand
from rokoko_core.play import choices
from rokoko_core.play.menu import menu_of
from rokoko_core.preview import preview
from rokoko_core.state import State
from rokoko_core.terms import FACE_DOWN, Rank, Task
from tests.core.positions import positions
from tests.tabletop import EVERYTHING, bonus, dressed, funded, give, new, turn

LATER = (MakeDress, PayTiles)
"""Actions whose preview has the price of the whole dress, of which the window is paid at one of both."""


@given(positions())
def test_a_price_is_what_the_action_takes(state: State) -> None:
    for action in legal_actions(state) if state.pending else ():
        if not isinstance(action, LATER):
            assert choices.price_of(action, state) == preview(state, action).price, action


@pytest.mark.rule("DRESS-2", "ACQ-3")
@given(positions(Payment))
def test_payments_are_equal_if_all_their_effects_are(state: State) -> None:
    """Tiles with the same silk differ in notions that a kept tile no longer gives."""
    groups = choices.group_equal(legal_actions(state)[:40], state)
    assert {action for group in groups for action in group} == set(legal_actions(state)[:40])
    effects = defaultdict(set)
    for number, group in enumerate(groups):
        for action in group:
            assert isinstance(action, PayTiles)
            shown = preview(state, action)
            assert choices.lost_bales(action.tiles, state) == shown.bales_lost
            effects[number].add((shown.price, shown.spent, shown.bales_lost, shown.score_change))
    assert all(len(same) == 1 for same in effects.values())


@pytest.mark.rule("JB-6")
def test_only_an_apprentice_completes_the_task_with_a_decoration() -> None:
    game = new(2, expansions=EVERYTHING)
    by_rank = {card: turn(game, 0, card) for card in ("base-apprentice-livre", "base-master")}
    facts = [choices.completes_fund_task(Fund("fireworks-1"), state) for state in by_rank.values()]
    assert facts == [True, False]
    assert choices.completes_fund_task(Fund("fireworks-1"), turn(new(), 0, "base-master")) is None, "no examinations"
    in_hand = replace(game, pending=(TileInHand(0, "yy:yarn", False, Rank.APPRENTICE),))
    assert choices.completed_tasks(KeepTile(), in_hand) == [Task.COMMON_SILK]


@pytest.mark.rule("INC-1")
def test_a_fountain_adds_to_income_what_it_counts() -> None:
    state = turn(dressed(new(3), 0, "red-1", "1.3"), 0, "base-master")
    spaces = ("fountain-lower-1", "fountain-upper-1", "statue-1")
    assert [choices.added_income(Fund(space), state) for space in spaces] == [1, 1, None]
    with_upper = funded(state, 0, "fountain-upper-1")
    assert choices.added_income(Fund("statue-1"), with_upper) == 1


@pytest.mark.rule("END-6")
def test_a_further_fireworks_space_may_multiply_nothing() -> None:
    def multiplied(state: State) -> list[int | None]:
        spaces = ("fireworks-1", "fireworks-2", "fireworks-4", "statue-1")
        return [choices.dresses_already_multiplied(Fund(space), state) for space in spaces]

    state = turn(new(), 0, "base-master")
    assert multiplied(state) == [0, 0, 0, None]
    with_dress = dressed(state, 0, "red-1", "1.3")
    assert multiplied(with_dress) == [None, None, None, None]
    assert multiplied(funded(with_dress, 0, "fireworks-3"))[1:] == [1, None, None], "the last one multiplies by 3"


@pytest.mark.rule("BON-4")
def test_bought_prestige_costs_its_rate() -> None:
    state = give(bonus(new(), 0, "4-prestige-4-livre"), 0, livre=9)
    prices = [choices.price_of(a, state) for a in legal_actions(state) if isinstance(a, BuyPrestige)]
    assert prices == [4 * (n + 1) for n in range(len(prices))] and prices


@pytest.mark.rule("DEP-1")
@pytest.mark.parametrize(("round", "wastes"), [(1, True), (7, False)])
def test_a_deputed_card_is_a_loss_until_the_last_round(round: int, wastes: bool) -> None:
    state = replace(turn(new(), 0, "base-master"), round=round)
    action = next(action for action in legal_actions(state) if isinstance(action, Depute))
    assert choices.is_wasteful(action, state, menu_of(state)) is wastes


def test_passing_wastes_a_main_action_and_no_bonus() -> None:
    main, extra = turn(new(), 0, "base-master"), bonus(new(), 0, "1-depute-use-bonus")
    assert choices.is_wasteful(Decline(), main, menu_of(main))
    assert not choices.is_wasteful(Decline(), extra, menu_of(extra))


@pytest.mark.parametrize(("card", "loss"), [("1-notion", choices.Loss.BONUS), ("4-prestige-4-livre", None)])
def test_declining_gives_up_a_bonus_that_costs_nothing(card: str, loss: choices.Loss | None) -> None:
    state = give(bonus(new(), 0, card), 0, livre=9)
    assert choices.loss_of(Decline(), state, menu_of(state)) is loss


def test_a_loss_is_named() -> None:
    state = turn(new(), 0, "base-master")
    depute = next(action for action in legal_actions(state) if isinstance(action, Depute))
    losses = [choices.loss_of(action, state, menu_of(state)) for action in (Decline(), depute, ClaimFavor())]
    assert losses == [choices.Loss.MAIN_ACTION, choices.Loss.CARD, None]


@pytest.mark.rule("BON-6")
@pytest.mark.parametrize(("round", "asks"), [(1, True), (7, False)])
def test_only_a_master_without_a_bonus_is_deputed_for_nothing(round: int, asks: bool) -> None:
    state = replace(bonus(new(), 0, "1-depute-use-bonus"), round=round)
    box, offers = box_of(state), [action for action in legal_actions(state) if isinstance(action, Depute)]
    for action in offers:
        is_master = box.card[action.card].rank is Rank.MASTER
        expected = asks and is_master and choices.gains_no_bonus(action, state)
        assert choices.deputes_master_for_nothing(action, state) == expected, action
    for_livre = turn(new(), 0, "base-master")
    assert not any(choices.deputes_master_for_nothing(action, for_livre) for action in legal_actions(for_livre))


@given(positions(MainAction))
def test_of_two_tiles_the_one_with_less_for_as_much_is_wasteful(state: State) -> None:
    """No tile is wasteful that has the most of anything at the lowest price."""
    tiles = [action for action in legal_actions(state) if isinstance(action, TakeTile)]
    menu = menu_of(state)
    assert not tiles or not all(choices.is_wasteful(action, state, menu) for action in tiles)


@given(positions(Placement))
def test_a_place_is_wasteful_that_scores_less_than_another(state: State) -> None:
    menu = menu_of(state)
    reach = {item.action: item.score_range for item in menu.items if item.score_range}
    best = max((each.best for each in reach.values()), default=0)
    for action, own in reach.items():
        if isinstance(action, Place) and own.best < best and all(other.worst >= own.worst for other in reach.values()):
            assert choices.is_wasteful(action, state, menu), action
    assert not reach or not all(choices.is_wasteful(action, state, menu) for action in reach)


def test_the_tile_and_the_dress_in_hand_are_those_of_the_decision() -> None:
    state = new(2)
    tile = replace(state, pending=(TileInHand(0, "yy:yarn", False),))
    dress = replace(state, pending=(RentOrSell(0, "red-1", Rank.MASTER),))
    assert (choices.tile_in_hand(tile), choices.dress_in_hand(tile)) == ("yy:yarn", FACE_DOWN)
    assert (choices.tile_in_hand(dress), choices.dress_in_hand(dress)) == (FACE_DOWN, "red-1")


def test_a_turn_begins_with_a_card_and_passes_by_declining_or_ending() -> None:
    actions = (PlayCard("base-master"), Decline(), EndTurn(), KeepTile())
    assert [choices.played_card(action) for action in actions] == ["base-master", "", "", ""]
    assert [choices.is_pass(action) for action in actions] == [False, True, True, False]
    assert not choices.is_pass(None)


@pytest.mark.rule("HIRE-1")
def test_a_card_costs_more_while_others_are_on_display_and_nothing_without_any() -> None:
    state = turn(new(), 0, "base-master")
    prices = [choices.hire_price(replace(state, hire=state.hire[:number])) for number in range(5)]
    assert prices == [0, 0, 1, 3, 5]
