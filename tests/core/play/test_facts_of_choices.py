"""What is said of a choice before it is made is what happens: every fact about a choice against the rules."""

from collections.abc import Iterator
from functools import lru_cache

import pytest
from msgspec.structs import replace

from rokoko_core import Expansion, Game
from rokoko_core.actions import (
    Action,
    ChooseExamCard,
    ChooseHall,
    Depute,
    DiscardTile,
    Fund,
    Hire,
    HireSpecialist,
    KeepTile,
    PayTiles,
    Rent,
    SettleSilk,
    SurrenderTile,
    TakeJewel,
    TakeTile,
    UseBonus,
)
from rokoko_core.bonus_table import ExtraDepute, Gain, Nothing
from rokoko_core.box import box_of
from rokoko_core.engine import apply, events, legal_actions
from rokoko_core.events.acts import TileDrawn
from rokoko_core.pending import (
    BonusOf,
    CardChoice,
    ExamCard,
    HandChoice,
    JewelOffer,
    MainAction,
    Payment,
    RentOrSell,
    SilkForPrestige,
    TaskChoice,
    TileInHand,
)
from rokoko_core.play import choices
from rokoko_core.play.menu import menu_of
from rokoko_core.state import State
from rokoko_core.terms import FACE_DOWN, LADIES, DecorationKind, Rank, Task
from tests.core.positions import random_game
from tests.saves.sample_games import FOLDER
from tests.tabletop import EVERYTHING, bonus, funded, give, jeweler, new, wear


@lru_cache(maxsize=1)
def pool() -> tuple[State, ...]:
    """Return positions at which somebody decides, of random games and sample games with everything."""
    games = [random_game(players, 60 + players, frozenset(Expansion)) for players in (2, 4)]
    for name in ("everything-3", "everything-5"):
        sample = Game.load(FOLDER / f"{name}.rokoko")
        games.append(tuple(sample.at(number) for number in range(sample.length)))
    return tuple(state for game in games for state in game if state.pending)


def steps(*kinds: type[Action]) -> Iterator[tuple[State, Action, State]]:
    """Yield (state, action, state after) for every legal action of these kinds; fails if there are few."""
    count = 0
    for state in pool():
        for action in legal_actions(state):
            if isinstance(action, kinds):
                count += 1
                yield state, action, apply(state, action)
    assert count > 5, f"{kinds} come up {count} times"


def gained(before: State, after: State) -> tuple[int, int]:
    """Return the Livre and prestige that the seat to move gained."""
    seat = before.pending[-1].seat
    old, now = before.players[seat], after.players[seat]
    return now.livre - old.livre, now.prestige - old.prestige


# ---- prices and gains


@pytest.mark.rule("ACQ-1", "HIRE-1")
def test_the_price_on_a_display_is_what_is_paid() -> None:
    for before, action, after in steps(TakeTile, Hire):
        price = choices.price_of(action, before)
        assert gained(before, after)[0] == -price, action
        if isinstance(before.pending[-1], MainAction):
            shown = choices.tile_price(before, action.space) if isinstance(action, TakeTile) else None
            assert price == (choices.hire_price(before) if shown is None else shown)


@pytest.mark.rule("BON-1", "JB-9")
def test_a_bonus_that_gains_says_how_much() -> None:
    for before, action, after in steps(UseBonus):
        kind = choices.pending_bonus(before)
        if isinstance(kind, Gain):
            assert choices.bonus_gain(before) == gained(before, after), action
            assert choices.bonus_gain(before, 1) is None


@pytest.mark.rule("JB-9")
@pytest.mark.parametrize("card", ["j-hall-prestige", "m-hall-livre"])
def test_a_bonus_by_the_dresses_of_a_hall_says_how_much(card: str) -> None:
    state = wear(
        new(2, expansions=EVERYTHING),
        0,
        h1_3="red-1",
        h2_2="green-1",
        h2_3="green-2",
        h3_1="red-2",
        h3_2="red-3",
        h3_3="red-4",
    )
    state = bonus(state, 0, card)
    halls = [action for action in legal_actions(state) if isinstance(action, ChooseHall)]
    assert len(halls) >= 2 and choices.bonus_gain(state) is None
    gains = {action.hall: gained(state, apply(state, action)) for action in halls}
    assert gains == {hall: choices.bonus_gain(state, hall) for hall in gains}


@pytest.mark.rule("DEP-1", "BON-6")
def test_a_deputed_card_brings_what_is_said_or_its_own_bonus() -> None:
    for before, action, after in steps(Depute):
        assert isinstance(action, Depute)
        kind, gain = choices.pending_bonus(before), choices.depute_gain(action, before)
        uses_bonus = isinstance(kind, ExtraDepute) and kind.bonus
        assert (gain is None) == uses_bonus
        if gain is not None:
            assert gained(before, after)[0] == gain
        asks = len([each for each in after.pending if isinstance(each, BonusOf)])
        follows = asks == len([each for each in before.pending[:-1] if isinstance(each, BonusOf)]) + 1
        if choices.gains_no_bonus(action, before):
            assert uses_bonus and not follows, "nothing is asked, and nothing gained"
            assert gained(before, after) == (0, 0)


@pytest.mark.rule("FEST-2", "DRESS-4")
def test_a_dress_that_is_rented_out_gains_its_festivity() -> None:
    gains = set[int]()
    for before, _, after in steps(Rent):
        assert gained(before, after)[1] == choices.festivity_gain(before)
        assert choices.dress_in_hand(before) == before.pending[-1].dress
        assert not choices.must_sell(before)
        gains.add(choices.festivity_gain(before))
    assert choices.festivity_gain(new()) == 0 and choices.dress_in_hand(new()) == FACE_DOWN
    assert len(gains) > 1


@pytest.mark.rule("BON-5")
def test_silk_set_aside_is_worth_what_it_brings() -> None:
    state = give(new(), 0, silk=("rr:yarn", "yy:yarn", "yg:lace", "b:yarn/lace"))
    state = bonus(state, 0, "5-prestige-silk")
    aside = list[str]()
    while tiles := [action for action in legal_actions(state) if isinstance(action, SurrenderTile)]:
        state = apply(state, tiles[0])
        aside.append(tiles[0].tile)
        if isinstance(state.pending[-1], SilkForPrestige):
            assert sorted(choices.set_aside(state, 0)) == sorted(aside) and choices.set_aside(state, 1) == ()
            if SettleSilk() in legal_actions(state):
                assert gained(state, apply(state, SettleSilk()))[1] == choices.silk_prestige(state)
    assert len(aside) == 4 and choices.silk_prestige(new()) == 0


@pytest.mark.rule("INC-1")
def test_a_decoration_adds_to_the_income_what_is_said() -> None:
    feeding = (DecorationKind.FOUNTAIN_UPPER, DecorationKind.FOUNTAIN_LOWER)
    for before, action, after in steps(Fund):
        assert isinstance(action, Fund)
        seat, added = before.pending[-1].seat, choices.added_income(action, before)
        difference = choices.income_of(after, seat) - choices.income_of(before, seat)
        is_fountain = box_of(before).decoration[action.space].kind in feeding
        assert added == (difference if difference or is_fountain else None)


# ---- examination tasks and cards


@pytest.mark.rule("JB-6")
def test_the_tasks_said_to_be_completed_are_marked() -> None:
    completed = set[Task]()
    for before, action, after in steps(KeepTile, DiscardTile):
        seat = before.pending[-1].seat
        tasks = choices.completed_tasks(action, before)
        new_ones = set(after.players[seat].tasks) - set(before.players[seat].tasks)
        if len(tasks) < 2:  # of two the player chooses one
            assert {str(task) for task in tasks} == {str(task) for task in new_ones}, action
        assert set(tasks) <= set(choices.open_tasks(before, seat))
        assert choices.tile_in_hand(before) == before.pending[-1].tile
        completed |= set(tasks)
    assert len(completed) > 1


@pytest.mark.rule("JB-6")
def test_a_decoration_completes_its_task_as_said() -> None:
    answers = set[bool | None]()
    for before, action, after in steps(Fund):
        seat, said = before.pending[-1].seat, choices.completes_fund_task(action, before)
        assert (said is None) == (Task.FUND not in choices.open_tasks(before, seat))
        assert bool(said) == (Task.FUND in after.players[seat].tasks and Task.FUND not in before.players[seat].tasks)
        answers.add(said)
    assert len(answers) > 1


@pytest.mark.rule("JB-7")
def test_the_cards_of_an_examination_are_those_offered_to_who_passed_it() -> None:
    seen = 0
    for state in pool():
        decision = state.pending[-1]
        offered = sorted(action.card for action in legal_actions(state) if isinstance(action, ChooseExamCard))
        for seat in range(len(state.players)):
            own = isinstance(decision, ExamCard) and decision.seat == seat
            assert choices.offered_exam_cards(state, seat) == (offered if own else [])
        seen += bool(offered)
    assert seen


# ---- jewels, payments, what kind of decision it is


@pytest.mark.rule("JB-3", "JB-5")
def test_a_jewel_in_the_color_of_the_dress_draws_a_tile() -> None:
    matches = set[bool]()
    for before, action, _ in steps(TakeJewel):
        assert isinstance(action, TakeJewel)
        if not isinstance(before.pending[-1], JewelOffer):
            continue
        drawn = any(isinstance(event, TileDrawn) for event in events(before, action))
        has_tiles = bool(before.tile_stack or before.tile_discard)
        matches.add(choices.matches_dress(action, before))
        assert drawn == (has_tiles and choices.matches_dress(action, before))
    assert matches == {True, False}
    assert not choices.matches_dress(TakeJewel(0), new(2, expansions=EVERYTHING))


def list_jewel_offers() -> Iterator[State]:
    """Yield offers of a jewel for dresses of several colors, with much and with little money."""
    state = funded(new(2, expansions=EVERYTHING), 0, "jeweler-1")
    for jewels in (("red", "red", "green", "red"), ("yellow", "green", "green", "red"), ("blue", "yellow", "", "blue")):
        for dress in ("red-2", "yellow-1", "green-1"):
            for livre in (0, 3, 9):
                yield replace(give(jeweler(state, *jewels), 0, livre=livre), pending=(JewelOffer(0, dress),))


@pytest.mark.rule("JB-3")
def test_a_jewel_gives_more_up_than_another_of_its_kind_that_is_worth_as_much() -> None:
    losses = set[choices.Loss | None]()
    for state in list_jewel_offers():
        menu, box = menu_of(state), box_of(state)
        offers = [item for item in menu.items if isinstance(item.action, TakeJewel)]
        worth = {}
        for item in offers:
            assert isinstance(item.action, TakeJewel) and item.score_range is not None
            space, reach = item.action.space, item.score_range
            suits = box.dress[state.pending[-1].dress].colour == state.jewels[space]
            worth[item.action] = (suits, -box.jewel_prices[space], reach.worst, reach.best)
        for action, own in worth.items():
            kind = state.jewels[action.space] in LADIES
            alike = [each for other, each in worth.items() if (state.jewels[other.space] in LADIES) == kind]
            exceeded = any(each != own and all(a >= b for a, b in zip(each, own, strict=True)) for each in alike)
            loss = choices.loss_of(action, state, menu)
            assert exceeded <= (loss is choices.Loss.MORE), action
            losses.add(loss)
    assert losses == {None, choices.Loss.MORE}


KINDS = {
    choices.chooses_hand: HandChoice,
    choices.chooses_card: CardChoice,
    choices.is_main_action: MainAction,
    choices.is_bonus: BonusOf,
    choices.is_occasional: (Payment, JewelOffer, TaskChoice, ExamCard),
}


def test_the_kind_of_a_decision_is_what_is_asked() -> None:
    for state in pool()[::3]:
        decision = choices.pending_decision(state)
        assert decision is state.pending[-1]
        for ask, kind in KINDS.items():
            assert ask(state) == isinstance(decision, kind), ask  # type: ignore[arg-type]
        for seat in range(len(state.players)):
            assert choices.chooses_hand(state, seat) == (isinstance(decision, HandChoice) and decision.seat == seat)
            assert choices.chooses_card(state, seat) == (isinstance(decision, CardChoice) and decision.seat == seat)
        assert (choices.ways_to_pay(state) is not None) == isinstance(decision, Payment)
        if not isinstance(decision, BonusOf):
            assert choices.pending_bonus(state) == Nothing() and choices.bonus_gain(state) is None
        if not isinstance(decision, RentOrSell | BonusOf):
            assert not choices.must_sell(state)
        if not isinstance(decision, TileInHand):
            assert choices.tile_in_hand(state) == FACE_DOWN
        if not isinstance(decision, Payment):
            assert choices.lost_bales(("yy:yarn",), state) == (0, 0, 0, 0)
    over = random_game(2, 62, frozenset(Expansion))[-1]
    assert choices.pending_decision(over) is None
    assert not any(ask(over) for ask in KINDS)
    assert choices.ways_to_pay(over) is None and choices.set_aside(over, 0) == ()


@pytest.mark.rule("BON-6")
def test_only_a_master_with_nothing_to_gain_is_asked_about() -> None:
    for before, action, _ in steps(Depute):
        assert isinstance(action, Depute)
        is_master = box_of(before).card[action.card].rank is Rank.MASTER
        nothing = choices.gains_no_bonus(action, before)
        assert choices.deputes_master_for_nothing(action, before) == (is_master and nothing and before.round < 7)


@pytest.mark.rule("JB-10")
def test_a_specialist_lacks_nothing_where_it_can_be_hired() -> None:
    for before, _, _ in steps(HireSpecialist):
        assert not choices.missing_for_specialist(before, before.pending[-1].seat)


@pytest.mark.rule("DRESS-2")
def test_equal_payments_give_up_the_same_silk() -> None:
    for state in pool():
        actions = legal_actions(state)
        if isinstance(state.pending[-1], Payment | SilkForPrestige):
            box = box_of(state)
            for action in actions[:20]:
                tiles = action.tiles if isinstance(action, PayTiles) else ()
                tiles = (action.tile,) if isinstance(action, SurrenderTile) else tiles
                assert choices.silk_paid(action, state) == tuple(sorted(box.tile[tile].silk for tile in tiles))
        groups = choices.group_equal(actions[:20], state)
        assert [group[0] for group in groups] == sorted((g[0] for g in groups), key=actions.index)
        assert sorted((a for g in groups for a in g), key=actions.index) == list(actions[:20])
