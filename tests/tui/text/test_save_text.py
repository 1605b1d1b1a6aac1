"""Text about saved games: which players a short line names."""

import pytest
from rich.cells import cell_len

from rokoko_core.state import Seat, Setup
from rokoko_tui.text import get_words
from rokoko_tui.text.save_text import list_names, list_players
from rokoko_tui.text.wording import truncate

NAMES = ("Олександра", "Володимир", "Катерина", "Розалі")


@pytest.mark.parametrize(
    ("width", "text"),
    [
        (200, "Олександра, Володимир, Катерина та Розалі"),
        (41, "Олександра, Володимир, Катерина та Розалі"),
        (40, "Олександра, Володимир, Катерина та ще 1"),
        (39, "Олександра, Володимир, Катерина та ще 1"),
        (38, "Олександра, Володимир та ще 2"),
        (20, "Олександра та ще 3"),
        (9, "Олександ…"),
    ],
)
def test_names_are_counted_rather_than_cut(width: int, text: str) -> None:
    found = truncate(list_names(NAMES, get_words("deluxe", "ukrainian")), width)
    assert found.replace("\N{NO-BREAK SPACE}", " ") == text
    assert cell_len(found) <= width


def test_the_opponent_of_one_player_is_named_where_all_fits_or_not() -> None:
    setup = Setup((Seat("You"),), seed=1)
    assert list_players(setup, get_words("deluxe")) == ("You and Madame du Barry", "You and du Barry")
    assert list_players(setup, get_words("deluxe", "ukrainian")).shortest == "Ви та дю Баррі"


def test_names_that_the_program_gave_follow_the_language() -> None:
    bot = Seat("Rosalie", "bot", "apprentice")
    for players, english, ukrainian in (
        ((Seat("You"), bot), "You and Rosalie", "Ви та Розалі"),
        ((Seat("Ви"), Seat("Розалі", "bot", "apprentice")), "You and Rosalie", "Ви та Розалі"),
        ((Seat("Ann"), Seat("Rosalie")), "Ann and Rosalie", "Ann та Rosalie"),  # typed by a person
        ((Seat("Розалі"), bot), "Розалі and Rosalie", "Розалі та Rosalie"),  # the name is taken
    ):
        for language, text in (("english", english), ("ukrainian", ukrainian)):
            assert list_players(Setup(players, seed=1), get_words("deluxe", language)).longest == text
