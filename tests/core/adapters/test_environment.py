"""A game by numbers is the game itself: the same positions, one step or several for each action."""

import pickle
from copy import deepcopy

import pytest

from rokoko_core.actions import BuyPrestige, ChooseHand, MakeDress, PayTiles
from rokoko_core.adapters.action_numbers import NAMES, NUMBERS, word
from rokoko_core.adapters.environment import Position, begun, named_reward, shares, table
from rokoko_core.adapters.vector_source import CARDS
from rokoko_core.engine import apply, legal_actions, to_move
from rokoko_core.scoring import ScoreSheet, final_scores
from rokoko_core.setup import InvalidSetup
from rokoko_core.state import Seat, Setup, state_digest
from rokoko_core.terms import TieBreak
from tests.core.adapters.games import TABLES, course, first
from tests.tabletop import bonus, do, give, new, offers, turn, windows


def names(position: Position) -> list[str]:
    return [NAMES[number] for number in position.legal]


@pytest.mark.parametrize(("players", "expansions"), TABLES)
def test_the_words_of_actions_lead_where_the_actions_lead(players: int, expansions: tuple[str, ...]) -> None:
    for position in [p for p in course(players, expansions) if p.mover is not None and not p.told][::20]:
        for action in legal_actions(position.state)[:8]:
            state, reached = apply(position.state, action), position
            for number in word(action, position.mover or 0, len(state.players)):
                reached = reached.after(number)
            while to_move(state) == 1 and players == 1:
                state = apply(state, legal_actions(state)[0])
            assert (state_digest(reached.state), reached.told) == (state_digest(state), ())


def test_a_hand_is_chosen_card_by_card_in_the_order_of_the_hands_offered() -> None:
    position = first(2)
    assert all(isinstance(action, ChooseHand) for action in legal_actions(position.state))
    firsts = {action.cards[0] for action in offers(position.state, ChooseHand)}
    assert names(position) == [f"choose-hand {card}" for card in CARDS if card in firsts]
    asked = position.state
    position = position.after(NUMBERS["choose-hand base-apprentice-acquire"])
    assert position.state is asked and position.mover == to_move(asked), "nothing happened yet"
    for card in ("base-journeyman", "base-master"):
        position = position.after(NUMBERS[f"choose-hand {card}"])
    mover = to_move(asked)
    assert mover is not None and not position.told and position.mover != mover
    assert position.state.players[mover].hand == ("base-apprentice-acquire", "base-journeyman", "base-master")


def test_a_dress_is_paid_tile_by_tile_until_it_is_paid() -> None:
    state = give(
        windows(turn(new(), 0, "base-master"), "yellow-1"),
        0,
        silk=["y:yarn+lace", "y:yarn+lace", "yg:yarn", "yy:yarn", "yy:lace"],
    )
    made = do(give(state, 0, yarn=5, lace=5, livre=30), MakeDress("yellow-1"))
    paid = offers(made, PayTiles)
    assert len(paid) > 1
    for action in paid:
        position = Position(made)
        for tile in action.tiles:
            assert position.state is made
            position = position.after(NUMBERS[f"pay-tiles {tile}"])
        assert position.state == apply(made, action)


def test_prestige_is_bought_one_by_one_until_it_is_enough() -> None:
    state = give(bonus(new(), 0, "6-prestige-3-livre"), 0, livre=7)
    position = Position(state)
    assert names(position) == ["decline", "buy-prestige one-more"], "none at all is to decline"
    position = position.after(NUMBERS["buy-prestige one-more"])
    assert names(position) == ["buy-prestige one-more", "buy-prestige enough"]
    position = position.after(NUMBERS["buy-prestige one-more"])
    assert names(position) == ["buy-prestige enough"], "the money is spent"
    assert position.after(NUMBERS["buy-prestige enough"]).state == apply(state, BuyPrestige(2))


def test_a_number_that_is_not_legal_is_refused_and_named() -> None:
    with pytest.raises(ValueError, match="number 121 is none of the legal"):
        first(2).after(NUMBERS["end-turn"])


@pytest.mark.rule("SOLO-2")
def test_madame_du_barry_takes_her_turns_by_herself() -> None:
    positions = list(course(1))
    assert {position.mover for position in positions} == {0, None}
    barry = positions[0].state.barry
    assert barry is not None and len(barry.hand) == 4, "she begins, once the hand is chosen"
    assert any(len(p.state.barry.discard) > 0 for p in positions if p.state.barry and p.state.round == 1)


def test_a_position_is_its_own_copy_and_comes_back_whole_from_a_file() -> None:
    position = first(3).after(first(3).legal[0])
    assert deepcopy(position) is position
    again = pickle.loads(pickle.dumps(position))
    assert (again.state, again.told) == (position.state, position.told) and again.told
    assert state_digest(again.state) == state_digest(position.state)


def test_only_sets_that_shipped_have_numbers() -> None:
    with pytest.raises(ValueError, match="did not ship"):
        begun(Setup((Seat("Ada"), Seat("Bo")), 1, components="mine@0123456789abcdef"))


def test_what_cannot_be_laid_out_or_paid_is_refused() -> None:
    with pytest.raises(InvalidSetup):
        begun(table(6))
    with pytest.raises(ValueError):
        table(2, ["jewelry"])
    with pytest.raises(ValueError):
        table(2, open_scores="some")
    with pytest.raises(ValueError):
        named_reward("money")


def sheets(*places: tuple[int, int]) -> list[ScoreSheet]:
    """Score sheets of these (total, rank)."""
    return [ScoreSheet(seat, (), total, 0, rank, TieBreak.PRESTIGE) for seat, (total, rank) in enumerate(places)]


def test_a_victory_is_shared_by_those_who_win_and_lost_by_the_others_alike() -> None:
    assert shares(sheets((40, 2), (50, 1)), "win") == (-1, 1)
    assert shares(sheets((40, 2), (50, 1), (30, 3)), "win") == (-0.5, 1, -0.5)
    assert shares(sheets((50, 1), (50, 1), (30, 3)), "win") == (0.25, 0.25, -0.5)
    assert shares(sheets((50, 1), (50, 1)), "win") == (0, 0)


def test_a_margin_is_the_lead_over_the_average_of_the_others() -> None:
    assert shares(sheets((40, 2), (50, 1)), "margin") == (-10, 10)
    assert shares(sheets((40, 2), (50, 1), (30, 3)), "margin") == (0, 15, -15)


def test_who_plays_alone_is_told_the_own_share_only() -> None:
    *_, end = course(1)
    own, hers = final_scores(end.state)
    assert end.brought("margin") == (own.total - hers.total,)
    assert end.brought("win") == (1 if own.rank == 1 else -1,)
