"""Ukrainian: plurals, letters, sorting, search and typed commands."""

from pathlib import Path

import pytest

from rokoko_core import Game
from rokoko_core.files import system_code
from rokoko_core.terms import Rank
from rokoko_tui.cli.plain_commands import COMMANDS, parse_command
from rokoko_tui.screens.palette import PaletteEntry, rank_entries
from rokoko_tui.settings.launch import Start
from rokoko_tui.text import get_words
from rokoko_tui.text.disk_errors import disk_reason
from rokoko_tui.text.language_check import message_keys
from rokoko_tui.text.languages import choose_language
from rokoko_tui.text.messages import Placeholder, flat
from rokoko_tui.text.placeholders import VALUE_TYPES, ValueType
from rokoko_tui.text.rule_topics import find_topics, topics
from tests.hostile import has_bytes
from tests.saves.sample_games import FOLDER
from tests.tui.at_table import Player, at_table

UKRAINIAN = "ukrainian"
WORDS = get_words("deluxe", UKRAINIAN)
ALPHABET = "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя"
NUMBERS = (0, 1, 2, 5, 11, 21, 22, 25)


@pytest.mark.parametrize(
    "environ",
    [{"LANG": "uk_UA.UTF-8"}, {"LC_ALL": "uk"}, {"LC_MESSAGES": "uk_UA", "LANG": "en_GB.UTF-8"}],
    ids=str,
)
def test_locale_or_name_select_ukrainian(environ: dict[str, str]) -> None:
    assert choose_language("", environ) == choose_language("uk", {}) == choose_language(UKRAINIAN, {}) == UKRAINIAN


# ---- numbers


@pytest.mark.parametrize(
    ("key", "texts"),
    [
        ("language.money.amount", "0 ліврів|1 лівр|2 ліври|5 ліврів|11 ліврів|21 лівр|22 ліври|25 ліврів"),
        ("load.count.all", "0 ігор|1 гра|2 гри|5 ігор|11 ігор|21 гра|22 гри|25 ігор"),
    ],
)
def test_nouns_agree_with_numbers(key: str, texts: str) -> None:
    assert [WORDS.say(key, n=n) for n in NUMBERS] == texts.split("|")


@pytest.mark.parametrize(
    ("term", "form", "texts"),
    [
        ("jewel", "nominative", "коштовностей коштовність коштовності коштовностей"),
        ("decoration", "accusative", "декорацій декорацію декорації декорацій"),
        ("lace", "instrumental", "мереживами мереживом мереживами мереживами"),
        ("employee", "nominative", "працівників працівник працівники працівників"),
        ("employee", "genitive", "працівників працівника працівників працівників"),
        ("yarn", "nominative", "ниток нитки нитки ниток"),
    ],
)
def test_terms_are_inflected_by_number(term: str, form: str, texts: str) -> None:
    none, one, few, many = texts.split()
    by_number = dict(zip(NUMBERS, (none, one, few, many, many, one, few, many), strict=True))
    category = WORDS.language.plurals.category
    assert {n: WORDS.term(term, f"{form}.{category(n)}") for n in NUMBERS} == by_number


def test_numbers_and_lists_follow_ukrainian_rules() -> None:
    assert WORDS.number(1.5) == WORDS.short(1.5) == "1,5"
    assert WORDS.grouped(12345) == "12 345"
    assert WORDS.listed(["Ada", "Bo", "Cy"]) == "Ada, Bo і Cy"


# ---- names


def test_player_names_are_never_inflected() -> None:
    name, checked = "Мар'яна Ґ.", 0
    for key in message_keys(WORDS.language):
        used = [part for part in flat(WORDS.message(key).first) if isinstance(part, Placeholder)]
        named = [part.name for part in used if VALUE_TYPES[part.name] is ValueType.NAME]
        if "who" in named and set(WORDS.message(key).placeholders) <= {"who", "n"}:
            assert name in WORDS.say_of(key, {"who": name, "n": 2}), key
            checked += 1
    assert checked > 20


# ---- letters


def test_silk_letters_are_unlike_digits_and_other_letters() -> None:
    silk = [WORDS.letter(colour) for colour in ("yellow", "green", "red", "blue")]
    others = [WORDS.letter("yarn"), WORDS.letter("lace")]
    others += [WORDS.rank_short(rank) for rank in (Rank.MASTER, Rank.JOURNEYMAN, Rank.APPRENTICE)]
    letters = [letter.upper() for letter in (*silk, *others)]
    assert len(set(silk)) == 4
    assert not set(silk) & {letter.upper() for letter in others}
    assert not set(letters) & set("ОЗБЧВІ"), "0, 3, 6, 4, 8, 1"
    assert all(letter.lower() in ALPHABET for letter in letters)


def test_names_are_sorted_by_the_ukrainian_alphabet() -> None:
    assert WORDS.language.alphabet == ALPHABET
    assert sorted(set(ALPHABET), key=WORDS.language.sort_key) == list(ALPHABET)
    names = ["Ada", "Ян", "Їжак", "Ґава", "Іван", "Єва", "Гава", "Емма", "Йосип", "Зоя", "2", "гай"]
    assert sorted(names, key=WORDS.language.sort_key) == [
        *("2", "Гава", "гай", "Ґава", "Емма", "Єва", "Зоя", "Іван", "Їжак", "Йосип", "Ян", "Ada")
    ]


def test_search_ignores_case_apostrophe_variants_and_ghe_with_upturn() -> None:
    offers = (PaletteEntry("Пам’ять про Ґанок", "", list), PaletteEntry("Їжа й ігри", "", list))
    for query in ("пам'я", "ПАМʼЯ", "памʼять", "ганок", "ҐАНОК"):
        assert [offer.words for offer in rank_entries(offers, query, WORDS.language)] == ["Пам’ять про Ґанок"], query
    assert [offer.words for offer in rank_entries(offers, "їж", WORDS.language)] == ["Їжа й ігри"]
    assert find_topics(topics(WORDS), "ПРАЦІВНИК", WORDS.language)
    assert find_topics(topics(WORDS), "працівник", WORDS.language) == find_topics(
        topics(WORDS), "ПРАЦІВНИК", WORDS.language
    )


async def search_list(player: Player, query: str) -> str:
    await player.press("l", "slash", *query)
    await player.settle()
    return player.seen()


@pytest.mark.quick(1)
@pytest.mark.parametrize(("query", "is_found"), [("мар'я", True), ("МАРʼЯ", True), ("гудзь", True), ("петро", False)])
async def test_the_list_of_games_is_searched_in_cyrillic(tmp_path: Path, query: str, is_found: bool) -> None:
    if not has_bytes(query):
        pytest.skip("no file has such a name here")
    game = Game.load(FOLDER / "base-2.rokoko")
    (tmp_path / "2026-01-01-game.rokoko").write_bytes((FOLDER / "base-2.rokoko").read_bytes())
    (tmp_path / "Мар’яна і Ґудзь.rokoko").write_bytes((FOLDER / "base-2.rokoko").read_bytes())
    assert game.setup.players[0].name == "Ada"
    async with at_table(tmp_path, Start(), size=(80, 24), language=UKRAINIAN) as player:
        assert ("Мар’яна" in await search_list(player, query)) is is_found


# ---- what is typed


def test_plain_mode_accepts_ukrainian_english_and_letter_commands() -> None:
    english = get_words("classic")
    for command in COMMANDS:
        for words in (WORDS, english):
            for name in words.say(f"plain.command.{command}").split():
                assert parse_command(name, WORDS) == (command, ""), name
                assert parse_command(f"{name.upper()} 2", WORDS) == (command, "2"), name
    assert parse_command("г", WORDS) == ("undo", "")
    assert parse_command("щось", WORDS) is None
    assert {"y", "yes", "т", "так"} <= set(WORDS.say("plain.yes").split())


def test_system_errors_have_ukrainian_messages() -> None:
    error = FileNotFoundError(2, "No such file or directory", "x")
    assert system_code(error) == "ENOENT"
    reason = disk_reason(WORDS, error)
    assert reason == WORDS.say("faults.system.ENOENT")
    assert not reason.isascii()
