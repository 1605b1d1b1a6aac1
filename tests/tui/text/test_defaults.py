"""Arguments of the words that are left out: a single refusal, and nothing named that would be a hint."""

from rokoko_core import Game, actions
from rokoko_core.engine import why_not
from rokoko_core.preview import Preview
from rokoko_core.score_range import ScoreRange
from rokoko_tui.text import get_words
from tests.saves.sample_games import FOLDER

WORDS = get_words("classic")


def test_a_refusal_is_of_one_piece_unless_a_number_is_given() -> None:
    game, differing = Game.load(FOLDER / "everything-2.rokoko"), 0
    for position in range(0, game.length, 12):
        state = game.at(position)
        for refusal in why_not(state):
            forms = WORDS.refusal(refusal, state)
            assert forms == WORDS.refusal(refusal, state, 1)
            assert forms.longest == WORDS.refusal(refusal, state, 7).longest, "the long form is about one"
            several = WORDS.refusal(refusal, state, 7)
            differing += forms != several
            assert forms == several or "7" in several.shortest
    assert differing > 5


def test_no_hall_is_named_as_the_best_unless_wanted() -> None:
    state = Game.load(FOLDER / "base-2.rokoko").at(0)
    reach = ScoreRange(1, 8, ends=(actions.Place("1.4"),))
    unnamed, named = (WORDS.preview(Preview(), state, reach, wanted) for wanted in (False, True))
    assert WORDS.preview(Preview(), state, reach) == unnamed != named
    assert named[0].startswith(unnamed[0]) and "King's Hall" in named[0]
    assert not any("Score" in line for line in WORDS.preview(Preview(), state)), "no line without a range"
