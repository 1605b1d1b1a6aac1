"""END: the final scoring, row by row."""

import pytest
from msgspec.structs import replace

from rokoko_core.score_sheet import ScoreSheet
from rokoko_core.scoring import final_scores, projected_scores
from rokoko_core.state import NOBODY, State
from rokoko_core.terms import ScoreRow, TieBreak
from tests.tabletop import deck, dressed, funded, give, new, pass_until, turn


def points(state: State, seat: int, source: ScoreRow, detail: str | None = None) -> int:
    """Return the prestige of ``seat`` from ``source`` if the game is scored now."""
    rows = projected_scores(state)[seat].rows
    return sum(row.points for row in rows if row.source is source and detail in (None, row.detail))


def scored(state: State) -> tuple[ScoreSheet, ...]:
    """Return the sheets if the game ends here, after its last income."""
    return final_scores(replace(state, pending=(), turn=None))


def hall(players: int, *dresses: tuple[int, str], number: int = 2) -> State:
    """Return a game with dresses in hall ``number``, as (seat, place in the hall)."""
    state = new(players)
    for n, (seat, place) in enumerate(dresses, 1):
        state = dressed(state, seat, f"green-{n}", f"{number}.{place}")
    return state


def halls_paid(state: State, number: int = 2) -> list[int]:
    """Return the prestige of each seat for the majority of hall ``number``."""
    return [points(state, seat, ScoreRow.HALL, str(number)) for seat in range(len(state.players))]


@pytest.mark.rule("END-1")
@pytest.mark.parametrize(("livre", "prestige", "left"), [(0, 0, 0), (9, 0, 9), (10, 1, 0), (37, 3, 7), (120, 12, 0)])
def test_ten_livre_score_1_prestige_and_the_rest_is_kept(livre: int, prestige: int, left: int) -> None:
    sheet = scored(give(new(), 0, livre=livre))[0]
    assert sum(row.points for row in sheet.rows if row.source is ScoreRow.MONEY) == prestige
    assert sheet.livre_left == left


@pytest.mark.rule("END-1", "INC-1", "PREP-0")
def test_the_scoring_comes_after_the_income_of_round_7() -> None:
    state = pass_until(replace(turn(give(new(), 0, livre=15), 1, "base-journeyman"), round=7), lambda _: False)
    assert (points(state, 0, ScoreRow.MONEY), final_scores(state)[0].livre_left) == (2, 0)
    with pytest.raises(ValueError, match="not over"):
        final_scores(new())


@pytest.mark.rule("END-2", "BON-9")
@pytest.mark.parametrize(
    ("size", "prestige"), [(4, 0), (5, 2), (6, 2), (7, 5), (8, 5), (9, 8), (10, 8), (11, 11), (12, 11)]
)
def test_crown_for_the_size_of_the_deck(size: int, prestige: int) -> None:
    cards = ["6-crown-deck", "base-master", "base-master", "base-journeyman", "1-livre", "1-notion", "2-ladies-livre"]
    cards += ["4-coats", "5-livre-dresses", "6-fund-10", "3-fund-5", "3-livre-deck"]
    state = deck(new(), 0, supply=cards[:2], hand=cards[2:3], discard=cards[3:size])
    assert points(state, 0, ScoreRow.CROWN, "6-crown-deck") == prestige


@pytest.mark.rule("END-2")
@pytest.mark.parametrize(("yarn", "lace", "prestige"), [(0, 5, 0), (2, 1, 3), (3, 4, 9)])
def test_crown_for_pairs_of_yarn_and_lace(yarn: int, lace: int, prestige: int) -> None:
    state = give(deck(new(), 0, discard=["6-crown-notions"]), 0, yarn=yarn, lace=lace)
    assert points(state, 0, ScoreRow.CROWN) == prestige


@pytest.mark.rule("END-2")
@pytest.mark.parametrize(("spaces", "prestige"), [(["1.1"], 0), (["1.1", "2.2", "5.4"], 3), (["1.1", "2.2", "5.1"], 3)])
def test_crown_for_pairs_on_master_guest_spaces(spaces: list[str], prestige: int) -> None:
    """Fireworks move dresses of the King's hall only after the crowns are counted."""
    state = funded(deck(new(), 0, hand=["6-crown-masters"]), 0, "fireworks-1", "fireworks-2")
    for n, space in enumerate(spaces, 1):
        state = dressed(state, 0, f"green-{n}", space)
    state = dressed(dressed(state, 1, "red-1", "4.1"), 1, "red-2", "3.1")
    assert points(state, 0, ScoreRow.CROWN) == prestige


@pytest.mark.rule("END-2")
def test_crown_for_couples_of_a_ladies_dress_and_a_coat() -> None:
    """Three ladies' dresses and two coats are two couples."""
    state = deck(new(), 0, hand=["6-crown-couples"])
    dresses = ("yellow-1", "yellow-2", "red-1", "green-1", "blue-1")
    for dress, space in zip(dresses, ("1.3", "1.4", "2.3", "2.4", "3.2"), strict=True):
        state = dressed(state, 0, dress, space)
    assert points(dressed(state, 1, "blue-2", "3.3"), 0, ScoreRow.CROWN) == 4


@pytest.mark.rule("END-2")
def test_each_crown_counts_and_the_favor_card_scores_three() -> None:
    cards = ["6-crown-notions", "6-crown-deck", "1-livre"]
    state = replace(deck(give(new(), 0, yarn=1, lace=1), 0, supply=cards, hand=["base-master"] * 2), favor=0)
    assert points(state, 0, ScoreRow.CROWN, "6-crown-notions") == 3
    assert points(state, 0, ScoreRow.CROWN, "6-crown-deck") == 2
    assert [points(state, seat, ScoreRow.FAVOR) for seat in (0, 1)] == [3, 0]


@pytest.mark.rule("END-2")
def test_an_opponents_crown_does_not_score() -> None:
    state = give(deck(new(), 1, hand=["6-crown-notions"]), 0, yarn=4, lace=4)
    assert points(state, 0, ScoreRow.CROWN) == 0


@pytest.mark.rule("END-3")
@pytest.mark.parametrize(
    ("dresses", "musician", "paid"),
    [
        ([(0, 3), (0, 4), (1, 5)], NOBODY, [4, 2, 0]),
        ([(0, 3), (0, 4), (1, 5), (1, 2)], NOBODY, [2, 4, 0]),
        ([(0, 3), (1, 4)], 0, [4, 2, 0]),
        ([(0, 2), (1, 4)], 1, [4, 2, 0]),
        ([(0, 3), (1, 4)], NOBODY, [4, 4, 0]),
        ([(0, 3), (0, 4), (1, 1), (1, 5), (2, 2)], NOBODY, [2, 4, 0]),
        ([(0, 1), (1, 2), (2, 4)], NOBODY, [4, 4, 0]),
        ([(0, 1), (0, 2), (1, 4), (2, 5)], NOBODY, [4, 2, 2]),
        ([(0, 2), (1, 4), (2, 5)], NOBODY, [4, 2, 2]),
        ([(0, 3)], 1, [4, 0, 0]),
        ([], 1, [0, 0, 0]),
    ],
)
def test_hall_majorities(dresses: list[tuple[int, int]], musician: int, paid: list[int]) -> None:
    """Hall 2 of side A scores 4 and 2; its first two spaces are Master guests. Players without a dress there score
    nothing.
    """
    state = hall(3, *((seat, str(place)) for seat, place in dresses))
    if musician != NOBODY:
        state = funded(state, musician, "musician-2")
    assert halls_paid(state) == paid


@pytest.mark.rule("END-3", "SETUP-1")
def test_each_hall_scores_its_own_values() -> None:
    for number, (first, second) in enumerate([(6, 3), (5, 2), (4, 2), (4, 2), (3, 1)], 1):
        state = hall(4, (2, "2"), (2, "3"), (3, "4"), number=number)
        assert halls_paid(state, number) == [0, 0, first, second]
        assert sum(sum(halls_paid(state, other)) for other in range(1, 6)) == first + second


@pytest.mark.rule("END-4")
@pytest.mark.parametrize(
    ("held", "paid"),
    [
        ({0: [1, 2], 1: [3]}, [7, 3, 0, 0]),
        ({0: [1], 1: [2]}, [3, 7, 0, 0]),
        ({0: [1, 5], 1: [2, 4], 2: [3]}, [7, 3, 0, 0]),
        ({2: [1]}, [0, 0, 7, 0]),
        ({}, [0, 0, 0, 0]),
    ],
)
def test_fireworks_majority_by_markers_then_most_expensive_space(held: dict[int, list[int]], paid: list[int]) -> None:
    state = new(4)
    for seat, spaces in held.items():
        state = funded(state, seat, *(f"fireworks-{n}" for n in spaces))
    assert [points(state, seat, ScoreRow.FIREWORKS) for seat in range(4)] == paid


@pytest.mark.rule("END-5")
def test_with_two_players_second_places_do_not_score() -> None:
    dresses = ((0, "3"), (0, "4"), (1, "5"))
    assert halls_paid(hall(2, *dresses)) == [4, 0]
    assert halls_paid(hall(2, (0, "3"), (1, "4"))) == [4, 4]
    state = funded(funded(new(), 0, "fireworks-1"), 1, "fireworks-2")
    assert [points(state, seat, ScoreRow.FIREWORKS) for seat in (0, 1)] == [0, 6]
    assert halls_paid(hall(1, *dresses)) == [4, 0], "Madame du Barry is one of two"


@pytest.mark.rule("END-6", "END-8")
def test_the_best_dresses_of_the_kings_hall_go_to_the_best_fireworks() -> None:
    """Prestige 4, 3, 2 in hall 1, multipliers 2 and 3: 4 x 3 + 3 x 2 on the Terrace, 2 stays; blue-5 is elsewhere."""
    state = funded(new(), 0, "fireworks-1", "fireworks-4")
    for dress, space in (("green-1", "1.1"), ("blue-6", "1.4"), ("blue-1", "1.5"), ("blue-5", "2.3")):
        state = dressed(state, 0, dress, space)
    state = dressed(state, 1, "red-9", "1.6")
    assert points(state, 0, ScoreRow.TERRACE) == 4 * 3 + 3 * 2
    assert points(state, 0, ScoreRow.DRESSES) == 2 + 4
    assert (points(state, 1, ScoreRow.TERRACE), points(state, 1, ScoreRow.DRESSES)) == (0, 4)


@pytest.mark.rule("END-6", "END-3")
def test_dresses_move_to_the_terrace_only_after_the_majorities() -> None:
    state = funded(dressed(new(), 0, "green-1", "1.3"), 0, "fireworks-1")
    assert (points(state, 0, ScoreRow.HALL, "1"), points(state, 0, ScoreRow.TERRACE)) == (5, 4)


@pytest.mark.rule("END-6")
def test_fireworks_without_a_dress_in_the_kings_hall_multiply_nothing() -> None:
    state = funded(dressed(new(), 0, "blue-6", "2.3"), 0, "fireworks-1")
    assert (points(state, 0, ScoreRow.TERRACE), points(state, 0, ScoreRow.DRESSES)) == (0, 4)


@pytest.mark.rule("END-7")
@pytest.mark.parametrize(("statues", "prestige"), [(0, 0), (1, 6), (2, 10), (3, 12)])
def test_the_kth_statue_counts_colours_with_at_least_k_dresses(statues: int, prestige: int) -> None:
    """Three yellow, two red, one green: 2 x 3, then 2 x 2, then 2 x 1. One of them moves to the Terrace."""
    state = funded(new(), 0, "fireworks-1", *(f"statue-{n}" for n in range(1, statues + 1)))
    spaces = ("1.3", "1.4", "2.3", "2.4", "3.2", "3.3")
    for dress, space in zip(("yellow-1", "yellow-2", "yellow-3", "red-1", "red-2", "green-1"), spaces, strict=True):
        state = dressed(state, 0, dress, space)
    assert points(dressed(state, 1, "blue-1", "4.4"), 0, ScoreRow.STATUES) == prestige


@pytest.mark.rule("END-8")
def test_dresses_decorations_and_all_halls_score_their_prestige() -> None:
    """Musicians 1 and 4 score 5 and 3, the second upper fountain 1, the statue 0; all halls 5, 3, 2."""
    state = funded(new(3), 0, "musician-1", "musician-4", "fountain-upper-2", "statue-1")
    state = dressed(dressed(state, 0, "yellow-9", "2.3"), 0, "blue-6", "5.4")
    state = replace(state, all_halls=(1, 0, 2))
    assert points(state, 0, ScoreRow.DECORATIONS) == 9
    assert points(state, 0, ScoreRow.DRESSES) == 3 + 4
    assert [points(state, seat, ScoreRow.ALL_HALLS) for seat in range(3)] == [3, 5, 2]


@pytest.mark.rule("END-8", "HIDDEN-2")
def test_the_total_is_the_sum_of_all_rows() -> None:
    state = replace(give(dressed(new(), 0, "blue-6", "5.4"), 0, prestige=7, livre=25), favor=0)
    assert scored(state)[0].total == 7 + 2 + 3 + 4 + 3, "play, money, dress, Favor's 3, hall 5"


@pytest.mark.rule("END-9")
@pytest.mark.parametrize(
    ("boards", "ranks", "words"),
    [
        ([(5, 3), (9, 0), (7, 9)], [3, 1, 2], [TieBreak.PRESTIGE] * 3),
        ([(9, 3), (9, 4), (7, 9)], [2, 1, 3], [TieBreak.LIVRE, TieBreak.LIVRE, TieBreak.PRESTIGE]),
        ([(9, 4), (7, 0), (9, 4)], [1, 3, 1], [TieBreak.SHARED, TieBreak.PRESTIGE, TieBreak.SHARED]),
        ([(8, 14), (9, 3), (9, 4)], [1, 3, 1], [TieBreak.SHARED, TieBreak.LIVRE, TieBreak.SHARED]),
    ],
)
def test_ties_are_broken_by_livre_then_shared(
    boards: list[tuple[int, int]], ranks: list[int], words: list[TieBreak]
) -> None:
    """Each board: (prestige in play, Livre)."""
    state = new(3)
    for seat, (prestige, livre) in enumerate(boards):
        state = give(state, seat, prestige=prestige, livre=livre)
    sheets = scored(state)
    assert [sheet.rank for sheet in sheets] == ranks
    assert [sheet.tie_break for sheet in sheets] == words
