"""Edge cases that random games rarely reach."""

from random import Random

import pytest

from rokoko_core import Game, Seat, Setup, determinize, legal_actions, observe, preview, violations
from rokoko_core.actions import MakeDress, SurrenderTile
from rokoko_core.terms import FACE_DOWN
from tests.tabletop import bonus, do, give, new, turn, windows


def test_the_seat_of_every_action_is_known() -> None:
    game, rng = Game.new(Setup((Seat("Ada"), Seat("Bo")), 2, first_player=1)), Random(2)
    while not game.over:
        game.play(rng.choice(legal_actions(game.state)))
        if game.length in (1, 2, 9):
            for position in (-1, game.length, game.length + 1):
                with pytest.raises(IndexError):
                    game.seat_of(position)
    assert {game.seat_of(position) for position in range(game.length)} == {0, 1}
    assert game.seat_of(0) == 1
    with pytest.raises(IndexError):
        game.seat_of(game.length)


@pytest.mark.rule("HIDDEN-1", "BON-5")
def test_tiles_set_aside_are_known_to_their_owner_alone() -> None:
    state = bonus(give(new(), 0, silk=["bb:yarn", "yy:yarn", "gg:lace"]), 0, "5-prestige-silk")
    state = do(state, SurrenderTile("bb:yarn"))
    for seat, known in ((0, True), (1, False), (None, False)):
        view = observe(state, seat)
        assert (FACE_DOWN in view.table.pending[-1].aside) is not known
        guesses = [determinize(view, Random(number)) for number in range(8)]
        assert all(violations(guess) == () and observe(guess, seat) == view for guess in guesses)
        aside = {getattr(guess.pending[-1], "aside", None) for guess in guesses}
        assert aside == {("bb:yarn",)} if known else len(aside) > 2


@pytest.mark.rule("DRESS-2")
def test_a_preview_counts_a_single_yarn_and_a_single_tile() -> None:
    state = windows(give(turn(new(), 0, "base-master"), 0, silk=["yy:yarn"], livre=30, yarn=1), "yellow-4")
    result = preview(state, MakeDress("yellow-4"))
    assert (result.spent, result.tiles) == ((("yarn", 1), ("tile", 1)), ("yy:yarn",))
