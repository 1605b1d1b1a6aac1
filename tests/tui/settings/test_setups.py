"""Games without the form, and what the form says."""

import getpass
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from msgspec.structs import replace

from rokoko_core import Game
from rokoko_core.journal import create
from rokoko_core.setup import FAIR_START
from rokoko_core.state import Seat, Setup
from rokoko_core.terms import Expansion, FairStart
from rokoko_tui.settings.settings import Settings
from rokoko_tui.settings.setups import (
    MEASURED_WINS,
    describe_fair_start,
    describe_opponents,
    describe_strength,
    own_name,
    quick_setup,
    rematch,
    rename_seat,
)
from rokoko_tui.text import get_words
from rokoko_tui.text.languages import Edition, shipped_languages

WORDS = get_words("classic")
TWO_PEOPLE = Setup((Seat("Ada"), Seat("Bo")), 3)
LAST = Setup((Seat("Bo", "bot", "apprentice"), Seat("Zoe")), 3)


@pytest.mark.parametrize(
    ("setting", "last", "expected"),
    [
        ("Countess", LAST, "Countess"),
        ("", LAST, "Zoe"),
        ("", None, "You"),
        ("", TWO_PEOPLE, "You"),
    ],
)
def test_the_name_comes_from_the_settings_or_the_last_game(
    monkeypatch: pytest.MonkeyPatch, setting: str, last: Setup | None, expected: str
) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: "root")
    assert own_name(Settings(name=setting), WORDS, last) == expected


@pytest.mark.parametrize(
    ("name", "is_person", "expected"),
    [
        ("Rosalie", True, "Player 2"),
        ("Bo", True, "Bo"),
        ("Player 2", False, "Rosalie"),
        ("You", False, "Rosalie"),
        ("Zoe", False, "Zoe"),
        ("Player 3", False, "Player 3"),
    ],
)
def test_a_bot_and_a_person_have_names_of_their_own_kind(name: str, is_person: bool, expected: str) -> None:
    assert rename_seat(["Ada", name, "Antoine"], 1, is_person, WORDS) == expected


def test_a_quick_game_keeps_the_name_of_the_last_one() -> None:
    assert [seat.name for seat in quick_setup(LAST, Settings(), WORDS).players] == ["Bo", "Zoe"]
    assert quick_setup(None, Settings(), WORDS).players[0].name == "You"


@pytest.mark.parametrize(
    ("expansions", "edition", "width", "text"),
    [
        ((), "classic", 60, "against Zoe (easy) · base game"),
        ((), "deluxe", 60, "against Zoe (easy) · base game · Deluxe terms"),
        ((), "deluxe", 40, "against 1 bot · base game · Deluxe terms"),
        ((), "deluxe", 30, "against Zoe (easy) · base game"),
        (list(Expansion)[:2], "classic", 44, "against 1 bot · 2 expansions · classic terms"),
        (Expansion, "deluxe", 60, "against Zoe (easy) · every expansion"),
        (Expansion, "classic", 60, "against Zoe (easy) · every expansion · classic terms"),
        (Expansion, "classic", 18, "against Zoe (easy)"),
    ],
)
def test_the_next_game_is_described_with_its_expansions_and_unusual_terms(
    expansions: Iterable[Expansion], edition: Edition, width: int, text: str
) -> None:
    setup = Setup((Seat("You"), Seat("Zoe", "bot", "apprentice")), 3, frozenset(expansions))
    assert describe_opponents(setup, get_words(edition), width) == text


def test_a_quick_game_has_only_bots_that_are_offered() -> None:
    bots = (Seat("Bo", "bot", "foreign:bot"), Seat("Cy", "bot", "master"))
    setup = quick_setup(Setup((Seat("Zoe"), *bots), 3), Settings(), WORDS)
    assert [seat.level for seat in setup.players] == [None, "apprentice", "master"]


@pytest.mark.parametrize("language", shipped_languages())
def test_a_game_of_a_player_without_a_name_can_be_saved(tmp_path: Path, language: str) -> None:
    settings = Settings(saves=str(tmp_path), language=language)
    setup = quick_setup(None, settings, settings.words)
    with create(tmp_path / "game.rokoko", setup) as journal:
        assert journal.game.setup.players == setup.players


def test_the_measured_wins_are_those_of_the_page_of_opponents() -> None:
    page = (Path(__file__).parents[3] / "docs" / "opponents.md").read_text(encoding="utf-8")
    row = r"^\| 2 players, base game \| {level} \| 1 × {weaker} \| \d+ \| ([\d.]+)% \|"
    for level, (weaker, percent) in MEASURED_WINS.items():
        share = re.search(row.format(level=level, weaker=weaker), page, re.MULTILINE)
        assert share is not None and percent == round(float(share[1]))
    sentence = describe_strength("journeyman", get_words("classic"))
    assert sentence == "Level “medium” won 99% of its two-player games against “easy”."


@pytest.mark.rule("FAIR-1")
@pytest.mark.parametrize(("before", "after"), [(False, False), (True, FAIR_START), (FAIR_START, FAIR_START)])
def test_the_next_game_has_the_newest_figures_of_a_fair_start(before: FairStart, after: FairStart) -> None:
    last = replace(LAST, fair_start=before)
    for setup in (rematch(Game.new(last)), quick_setup(last, Settings(), WORDS)):
        assert setup.fair_start == after


def test_the_form_says_what_a_fair_start_gives() -> None:
    ukrainian = get_words("deluxe", "ukrainian")
    assert describe_fair_start(True, 4, WORDS) == "Prestige in turn order: 0, 3, 5, 7."
    assert describe_fair_start(True, 2, ukrainian) == "Престиж за чергою ходу: 0, 4."
    assert describe_fair_start(False, 2, WORDS) == "All start with 0; going first helps."
    assert describe_fair_start(True, 1, WORDS) == ""
