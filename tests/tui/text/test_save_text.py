"""Text about saved games: players, expansions, times and seeds."""

from datetime import datetime, timedelta

import pytest
from rich.cells import cell_len

from rokoko_core.state import Seat, Setup
from rokoko_core.terms import Expansion
from rokoko_tui.text import get_words
from rokoko_tui.text.save_text import format_time, list_names, list_players, name_expansions, name_seed
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


@pytest.mark.parametrize("count", range(len(Expansion) + 1))
def test_expansions_are_named_unless_there_are_none_or_all(count: int) -> None:
    words, chosen = get_words("classic"), list(Expansion)[:count]
    names = [words.expansion(expansion) for expansion in chosen]
    text = name_expansions(chosen[::-1], words)
    keys = {0: "record.base-game", len(Expansion): "record.every-expansion"}
    assert text == (words.say(keys[count]) if count in keys else words.listed(names))


def test_times_of_today_and_yesterday_have_no_date() -> None:
    words, now = get_words("classic"), datetime(2026, 3, 1, 0, 5)
    texts = [format_time(now - timedelta(minutes=minutes), now, words) for minutes in (0, 5, 6, 1445, 1446)]
    assert texts == ["today 00:05", "today 00:00", "yesterday 23:59", "yesterday 00:00", "2026-02-27"]


def test_of_a_secret_seed_eight_digits_are_shown() -> None:
    seats, seed = (Seat("Ada"), Seat("Bo")), 0x0123456789ABCDEF << 60
    assert name_seed(Setup(seats, seed, chance="blake2b")) == f"{seed:032x}"[:8] + "…" == "00123456…"
    assert name_seed(Setup(seats, 1234567890)) == "1234567890"
