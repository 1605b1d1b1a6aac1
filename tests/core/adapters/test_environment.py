"""Test that a game by numbers reaches the same positions as the game by actions."""

import pickle
from copy import deepcopy

import pytest

from rokoko_core.actions import BuyPrestige, ChooseHand, MakeDress, PayTiles
from rokoko_core.adapters.action_numbers import NAMES, NUMBERS, word
from rokoko_core.adapters.environment import Position, compute_rewards, new_position, new_setup, parse_reward
from rokoko_core.adapters.vector_source import CARDS
from rokoko_core.engine import apply, legal_actions, to_move
from rokoko_core.score_sheet import ScoreSheet
from rokoko_core.scoring import final_scores
from rokoko_core.setup import InvalidSetup
from rokoko_core.state import Seat, Setup, state_digest
from rokoko_core.terms import TieBreak
from tests.core.adapters.games import TABLES, first_position, play_randomly
from tests.tabletop import bonus, do, give, new, offers, turn, windows


def names(position: Position) -> list[str]:
    return [NAMES[number] for number in position.legal]


@pytest.mark.parametrize(("players", "expansions"), TABLES)
def test_words_lead_to_the_same_position_as_actions(players: int, expansions: tuple[str, ...]) -> None:
    for position in [p for p in play_randomly(players, expansions) if p.mover is not None and not p.prefix][::20]:
        for action in legal_actions(position.state)[:8]:
            state, reached = apply(position.state, action), position
            for number in word(action, position.mover or 0, len(state.players)):
                reached = reached.play(number)
            while to_move(state) == 1 and players == 1:
                state = apply(state, legal_actions(state)[0])
            assert (state_digest(reached.state), reached.prefix) == (state_digest(state), ())


def test_a_hand_is_chosen_card_by_card() -> None:
    position = first_position(2)
    assert all(isinstance(action, ChooseHand) for action in legal_actions(position.state))
    firsts = {action.cards[0] for action in offers(position.state, ChooseHand)}
    assert names(position) == [f"choose-hand {card}" for card in CARDS if card in firsts]
    before = position.state
    position = position.play(NUMBERS["choose-hand base-apprentice-acquire"])
    assert position.state is before and position.mover == to_move(before), "the action is incomplete"
    for card in ("base-journeyman", "base-master"):
        position = position.play(NUMBERS[f"choose-hand {card}"])
    mover = to_move(before)
    assert mover is not None and not position.prefix and position.mover != mover
    assert position.state.players[mover].hand == ("base-apprentice-acquire", "base-journeyman", "base-master")


def test_a_dress_is_paid_tile_by_tile() -> None:
    state = give(
        windows(turn(new(), 0, "base-master"), "yellow-1"),
        0,
        silk=["y:yarn+lace", "y:yarn+lace", "yg:yarn", "yy:yarn", "yy:lace"],
    )
    state = do(give(state, 0, yarn=5, lace=5, livre=30), MakeDress("yellow-1"))
    payments = offers(state, PayTiles)
    assert len(payments) > 1
    for action in payments:
        position = Position(state)
        for tile in action.tiles:
            assert position.state is state
            position = position.play(NUMBERS[f"pay-tiles {tile}"])
        assert position.state == apply(state, action)


def test_prestige_is_bought_point_by_point() -> None:
    state = give(bonus(new(), 0, "6-prestige-3-livre"), 0, livre=7)
    position = Position(state)
    assert names(position) == ["decline", "buy-prestige one-more"], "0 points is to decline"
    position = position.play(NUMBERS["buy-prestige one-more"])
    assert names(position) == ["buy-prestige one-more", "buy-prestige enough"]
    position = position.play(NUMBERS["buy-prestige one-more"])
    assert names(position) == ["buy-prestige enough"], "the money is spent"
    assert position.play(NUMBERS["buy-prestige enough"]).state == apply(state, BuyPrestige(2))


def test_an_illegal_number_is_refused() -> None:
    with pytest.raises(ValueError, match="number 121 is none of the legal"):
        first_position(2).play(NUMBERS["end-turn"])


@pytest.mark.rule("SOLO-2")
def test_madame_du_barry_plays_automatically() -> None:
    positions = list(play_randomly(1))
    assert {position.mover for position in positions} == {0, None}
    barry = positions[0].state.barry
    assert barry is not None and len(barry.hand) == 4, "her turn follows the choice of the hand"
    assert any(len(p.state.barry.discard) > 0 for p in positions if p.state.barry and p.state.round == 1)


def test_positions_can_be_copied_and_pickled() -> None:
    position = first_position(3).play(first_position(3).legal[0])
    assert deepcopy(position) is position
    again = pickle.loads(pickle.dumps(position))
    assert (again.state, again.prefix) == (position.state, position.prefix) and again.prefix
    assert state_digest(again.state) == state_digest(position.state)


def test_only_shipped_sets_have_numbers() -> None:
    with pytest.raises(ValueError, match="did not ship"):
        new_position(Setup((Seat("Ada"), Seat("Bo")), 1, components="mine@0123456789abcdef"))


def test_invalid_options_are_refused() -> None:
    with pytest.raises(InvalidSetup):
        new_position(new_setup(6))
    with pytest.raises(ValueError):
        new_setup(2, ["jewelry"])
    with pytest.raises(ValueError):
        new_setup(2, open_scores="some")
    with pytest.raises(ValueError):
        parse_reward("money")


def sheets(*places: tuple[int, int]) -> list[ScoreSheet]:
    """Return a score sheet for each (total, rank)."""
    return [ScoreSheet(seat, (), total, 0, rank, TieBreak.PRESTIGE) for seat, (total, rank) in enumerate(places)]


def test_win_rewards_are_shared_by_winners_and_losers() -> None:
    assert compute_rewards(sheets((40, 2), (50, 1)), "win") == (-1, 1)
    assert compute_rewards(sheets((40, 2), (50, 1), (30, 3)), "win") == (-0.5, 1, -0.5)
    assert compute_rewards(sheets((50, 1), (50, 1), (30, 3)), "win") == (0.25, 0.25, -0.5)
    assert compute_rewards(sheets((50, 1), (50, 1)), "win") == (0, 0)


def test_margin_rewards_compare_with_the_average_of_the_others() -> None:
    assert compute_rewards(sheets((40, 2), (50, 1)), "margin") == (-10, 10)
    assert compute_rewards(sheets((40, 2), (50, 1), (30, 3)), "margin") == (0, 15, -15)


def test_a_solo_game_has_one_reward() -> None:
    *_, end = play_randomly(1)
    own, hers = final_scores(end.state)
    assert end.rewards("margin") == (own.total - hers.total,)
    assert end.rewards("win") == (1 if own.rank == 1 else -1,)
