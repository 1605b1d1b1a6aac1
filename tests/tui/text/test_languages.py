"""Languages: plurals, cases, gender, placeholders, width limits, the check, and the choice of a language."""

import argparse
import ast
import inspect
import re
import shutil
from pathlib import Path
from typing import Literal
from unicodedata import normalize

import pytest
from rich.cells import cell_len

from rokoko_tui.cli.arguments import TEXTS as ARGPARSE_TEXTS
from rokoko_tui.text import get_vocabulary, get_words, language_check
from rokoko_tui.text.language_check import faults, message_keys
from rokoko_tui.text.languages import (
    ENGLISH,
    HERE,
    PSEUDO,
    TO_ACCENTED,
    Language,
    PluralRules,
    choose_language,
    find_language,
    load_language,
    shipped_languages,
)
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.message_rendering import Phrase, limit_of, load_limits
from rokoko_tui.text.messages import BadMessage, Choice, Placeholder, Term, parse
from tests.tui.cli.shell import Run

RUSSIAN = Path(__file__).parent / "languages" / "russian"
NUMBERS = (0, 1, 2, 5, 11, 21, 22, 25)
NEVER = frozenset(
    {
        "%(prog)s: error: %(message)s\n",  # the parser prints its own sentence
        "invalid choice: %(value)r (choose from %(choices)s)",  # the parser checks choices itself
        "unknown parser %(parser_name)r (choices: %(choices)s)",
        "%(prog)s: warning: %(message)s\n",  # nothing is deprecated
        "option '%(option)s' is deprecated",
        "argument '%(argument_name)s' is deprecated",
        "command '%(parser_name)s' is deprecated",
        " (default: %(default)s)",  # our help texts name the defaults
        "expected %s argument",  # no option takes a fixed number of values
        "expected %s arguments",
        "can't open '%(filename)s': %(error)s",  # files are opened by the commands
        "unexpected option string: %s",  # the rest are programming errors
        "unknown group titled %r",
        "%r is not callable",
        "'required' is an invalid argument for positionals",
        ".__call__() not defined",
        'argument "-" with mode %r',
        "cannot have multiple subparser arguments",
        "cannot merge actions - two groups are named %r",
        "conflicting option string: %s",
        "conflicting option strings: %s",
        "conflicting subparser alias: %s",
        "conflicting subparser: %s",
        "dest= is required for options like %r",
        "invalid conflict_resolution value: %r",
        "invalid option string %(option)r: must start with a character %(prefix_chars)r",
        "mutually exclusive arguments must be optional",
    }
)
"""Texts of argparse that a user never sees."""


@pytest.fixture(scope="module")
def russian() -> Vocabulary:
    return Vocabulary(Language("russian", RUSSIAN), "classic")


# ---- twenty messages, each for eight numbers

TEXTS = {
    "cards": "0 карт|1 карта|2 карты|5 карт|11 карт|21 карта|22 карты|25 карт",
    "dresses": "0 платьев|1 платье|2 платья|5 платьев|11 платьев|21 платье|22 платья|25 платьев",
    "jewels": "0 камней|1 камень|2 камня|5 камней|11 камней|21 камень|22 камня|25 камней",
    "takes": "Ada берёт 0 карт|Ada берёт 1 карту|Ada берёт 2 карты|Ada берёт 5 карт|Ada берёт 11 карт"
    "|Ada берёт 21 карту|Ada берёт 22 карты|Ada берёт 25 карт",
    "pays": "Ada платит 0 камнями|Ada платит 1 камнем|Ada платит 2 камнями|Ada платит 5 камнями"
    "|Ada платит 11 камнями|Ada платит 21 камнем|Ada платит 22 камнями|Ada платит 25 камнями",
    "lacks": "не хватает 0 плиток|не хватает 1 плитки|не хватает 2 плиток|не хватает 5 плиток"
    "|не хватает 11 плиток|не хватает 21 плитки|не хватает 22 плиток|не хватает 25 плиток",
    "heading": "Карт: 0|Карта: 1|Карты: 2|Карт: 5|Карт: 11|Карта: 21|Карты: 22|Карт: 25",
    "none": "нет карт|1 карта|2 карты|5 карт|11 карт|21 карта|22 карты|25 карт",
    "single": "ничего|только одна карта|2 карты|5 карт|11 карт|21 карта|22 карты|25 карт",
    "left": "осталось 0 плиток|осталась 1 плитка|осталось 2 плитки|осталось 5 плиток|осталось 11 плиток"
    "|осталась 21 плитка|осталось 22 плитки|осталось 25 плиток",
    "red": "0 красных платьев|1 красное платье|2 красных платья|5 красных платьев|11 красных платьев"
    "|21 красное платье|22 красных платья|25 красных платьев",
    "took": "дама взяла 0 карт|дама взяла 1 карту|дама взяла 2 карты|дама взяла 5 карт|дама взяла 11 карт"
    "|дама взяла 21 карту|дама взяла 22 карты|дама взяла 25 карт",
    "hers": "её 0 плиток|её 1 плитка|её 2 плитки|её 5 плиток|её 11 плиток|её 21 плитка|её 22 плитки|её 25 плиток",
    "without": "без 0 карт|без 1 карты|без 2 карт|без 5 карт|без 11 карт|без 21 карты|без 22 карт|без 25 карт",
    "with": "вместе с 0 картами|вместе с 1 картой|вместе с 2 картами|вместе с 5 картами|вместе с 11 картами"
    "|вместе с 21 картой|вместе с 22 картами|вместе с 25 картами",
    "begins": "0 карт: всё, что есть|1 карта: всё, что есть|2 карты: всё, что есть|5 карт: всё, что есть"
    "|11 карт: всё, что есть|21 карта: всё, что есть|22 карты: всё, что есть|25 карт: всё, что есть",
    "named": "у Ada 0 платьев|у Ada 1 платье|у Ada 2 платья|у Ada 5 платьев|у Ada 11 платьев|у Ada 21 платье"
    "|у Ada 22 платья|у Ada 25 платьев",
    "price": "цена: даром|цена: 1 ливр|цена: 2 ливра|цена: 5 ливров|цена: 11 ливров|цена: 21 ливр"
    "|цена: 22 ливра|цена: 25 ливров",
    "both": "Ada, Bo и Cy: 0 карт|Ada, Bo и Cy: 1 карта|Ada, Bo и Cy: 2 карты|Ada, Bo и Cy: 5 карт"
    "|Ada, Bo и Cy: 11 карт|Ada, Bo и Cy: 21 карта|Ada, Bo и Cy: 22 карты|Ada, Bo и Cy: 25 карт",
    "plain": "шёлк и 0 плиток|шёлк и 1 плитка|шёлк и 2 плитки|шёлк и 5 плиток|шёлк и 11 плиток|шёлк и 21 плитка"
    "|шёлк и 22 плитки|шёлк и 25 плиток",
}


@pytest.mark.parametrize("key", TEXTS)
def test_messages_with_plurals_cases_and_gender(russian: Vocabulary, key: str) -> None:
    assert len(TEXTS) == 20
    texts = []
    for n in NUMBERS:
        values = {
            "n": n,
            "price": n,
            "who": "Ada",
            "rank": russian.say("trial.piece.lady"),
            "count": russian.say("trial.piece.counted", n=n),
            "names": ["Ada", "Bo", "Cy"],
        }
        texts.append(russian.say_of(f"trial.{key}", values))
    assert texts == TEXTS[key].split("|")


def test_nouns_follow_their_number(russian: Vocabulary) -> None:
    assert [russian.noun("card", n) for n in NUMBERS] == [
        *("карт", "карта", "карты", "карт", "карт", "карта", "карты", "карт"),
    ]
    assert [get_vocabulary("classic").noun("dress", n) for n in (0, 1, 2, 21)] == [
        "dresses",
        "dress",
        "dresses",
        "dresses",
    ]
    assert get_vocabulary("classic").noun("silk", 2) == "silk"


def test_fractions_have_their_own_form_and_decimal_mark(russian: Vocabulary) -> None:
    assert russian.say("trial.cards", n=1.5) == "1,5 карты"
    assert get_vocabulary("classic").number(1.5) == "1.5"


@pytest.mark.parametrize(
    ("change", "text"),
    [(3, "+3"), (0, "±0"), (-0.04, "±0"), (-2, "−2"), (0.25, "+0.2"), (-1.5, "−1.5"), (12.0, "+12.0")],
)
def test_changes_have_a_sign_and_at_most_one_decimal(change: float, text: str) -> None:
    assert get_vocabulary("classic").signed(change) == text


def test_numbers_have_the_decimals_asked_for() -> None:
    words = get_vocabulary("classic")
    assert (words.decimal(2.345, 2), words.decimal(2.0, 0)) == ("2.35", "2")


def test_lists_have_another_separator_before_the_last_part() -> None:
    words = get_vocabulary("classic")
    assert [words.listed(list("abc"[:n])) for n in range(4)] == ["", "a", "a and b", "a, b and c"]


def test_a_term_is_its_first_form_and_has_the_others(russian: Vocabulary) -> None:
    card = russian.term("card")
    assert isinstance(card, Phrase)
    assert (card, card.gender, card.form("genitive.many")) == ("карта", "feminine", "карт")
    assert russian.term("silk", "genitive") == "шёлк"
    with pytest.raises(KeyError):
        russian.term("card", "vocative")


@pytest.mark.parametrize(
    ("rules", "numbers"),
    [
        ({"one": "n = 1"}, {0: "other", 1: "one", 2: "other", 21: "other"}),
        ({"one": "i = 0,1"}, {0: "one", 1: "one", 2: "other"}),
        ({"zero": "n = 0", "two": "n = 2", "few": "n % 100 = 3..10"}, {0: "zero", 2: "two", 103: "few", 111: "other"}),
        ({}, {0: "other", 1: "other"}),
    ],
)
def test_plural_rules_use_cldr_syntax(rules: dict[str, str], numbers: dict[int, str]) -> None:
    plurals = PluralRules(rules)
    assert {n: plurals.category(n) for n in numbers} == numbers
    assert plurals.category(1.5) == "other"


def test_an_invalid_plural_rule_raises() -> None:
    with pytest.raises(ValueError, match="n is 1"):
        PluralRules({"one": "n is 1"})


# ---- messages


def test_parse_returns_the_parts_of_a_message() -> None:
    parts = (Placeholder("who", "", True), " takes ", Term("dress", "other", False), " ", "|", " x")
    assert parse("{Who} takes [dress:other] | x") == parts
    [choice] = parse("{n? =0: none | one: a [card] | other: {n} {who? feminine: hers | other: his}}")
    assert isinstance(choice, Choice)
    assert list(choice.variants) == ["=0", "one", "other"]
    assert choice.variants["one"] == ("a ", Term("card", "", False))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{who", "brace"),
        ("a } b", "brace"),
        ("{n? one: a | other: b", "brace"),
        ("{n? one a}", "variant"),
        ("{n? one: a}", "other"),
    ],
)
def test_parse_rejects_invalid_messages(text: str, fault: str) -> None:
    with pytest.raises(BadMessage) as bad:
        parse(text)
    assert bad.value.fault == fault


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_language_is_found_by_its_own_name_with_composed_and_decomposed_letters(form: Literal["NFC", "NFD"]) -> None:
    assert find_language(normalize(form, "УКРАЇНСЬКА")).name == "ukrainian"


def test_a_language_without_a_name_is_called_like_its_folder(tmp_path: Path) -> None:
    assert changed(tmp_path, "language", 'name = "English"\n', "").own_name == "changed"


def test_the_shortest_thinking_times_are_a_moment() -> None:
    words = get_words("classic")
    assert words.describe_level("master", 0.1) == words.describe_level("master", 0.01)
    assert "0.1 s" in words.describe_level("master", 0.11)


def test_say_requires_exactly_the_placeholders() -> None:
    words = get_vocabulary("classic")
    assert words.say("bots.thinks", who="Bo", n=3) == "Bo has been thinking for 3 s"
    for values in ({"who": "Bo"}, {"who": "Bo", "n": 3, "seat": 1}, {"who": "Bo", "n": "3"}, {"who": 1.5, "n": 3}):
        with pytest.raises(TypeError):
            words.say("bots.thinks", **values)
    with pytest.raises(KeyError):
        words.say("bots.no-such-message")
    with pytest.raises(KeyError):
        words.say("bots.level")


def changed(folder: Path, table: str, old: str, new: str) -> Language:
    """Return a copy of English with one text changed."""
    shutil.copytree(HERE / ENGLISH, folder, dirs_exist_ok=True)
    path = folder / f"{table}.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    return Language("changed", folder, load_language(ENGLISH))


@pytest.mark.quick(4)
@pytest.mark.parametrize(
    ("table", "old", "new", "fault"),
    [
        ("bots", 'random = "Plays', 'lost = "Plays', "missing"),
        ("bots", "[name]", 'more = "More"\n\n[name]', "unknown"),
        ("bots", "{who} {n?", "{whom} {n?", "placeholder"),
        ("bots", "{who} {n?", "Somebody {n?", "placeholder"),
        ("bots", "Thinks ahead", "Thinks far ahead, as far as it can,", "limit"),
        ("bots", "Thinks ahead", "Thinks about [nothing],", "term"),
        ("bots", "=0: is thinking", "=0 is thinking", "variant"),
        ("terms", 'silk = "silk"\n', "", "term"),
        (
            "pieces",
            '[bonus.none]\nshort = "no bonus"',
            '[bonus.none]\nshort = "no bonus at all, now or ever, sorry"',
            "limit",
        ),
    ],
)
def test_the_check_finds_an_error_in_a_table(tmp_path: Path, table: str, old: str, new: str, fault: str) -> None:
    assert fault in {error.fault for error in faults(changed(tmp_path, table, old, new))}


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('editions = ["classic", "deluxe"]\n', "", "language.editions"),
        ('order = "abcdefghijklmnopqrstuvwxyz"\n', "", "language.letters.order"),
        ('steps = ["; ", "; "]\n', "", "language.list.steps"),
        ('rows = ["qwertyuiop', 'rows = ["qwertyuio', "language.keyboard.rows"),
    ],
)
def test_the_check_finds_an_error_in_the_grammar(tmp_path: Path, old: str, new: str, key: str) -> None:
    assert key in {error.key for error in faults(changed(tmp_path, "language", old, new))}


# ---- letters


def test_sorting_follows_the_alphabet_of_the_language(russian: Vocabulary) -> None:
    words = ["Яна", "ёлка", "Ель", "Зоя", "Жук", "ab", "2", "–"]
    assert sorted(words, key=russian.language.sort_key) == ["2", "–", "Ель", "ёлка", "Жук", "Зоя", "Яна", "ab"]
    english = get_vocabulary("classic").language
    assert sorted(["Zoe", "Émile", "adam", "Eve", "Ada", "Єва"], key=english.sort_key) == [
        *("Ada", "adam", "Émile", "Eve", "Zoe", "Єва")
    ]


def test_search_unifies_equivalent_letters(russian: Vocabulary) -> None:
    assert russian.language.plain("Ёлка И\u0306") == "елка й"
    plain = get_vocabulary("classic").language.plain
    assert plain("Don’t") == plain("DON'T") == plain("donʼt")
    assert plain("é") != plain("e")


# ---- every shipped language, and the pseudo language


@pytest.mark.parametrize("name", [*shipped_languages(), PSEUDO])
def test_every_shipped_language_is_complete(name: str) -> None:
    assert faults(find_language(name)) == []


def test_every_width_limit_has_a_message() -> None:
    keys = message_keys(load_language(ENGLISH))
    for pattern, cells in load_limits().items():
        assert any(limit_of(key) == cells for key in keys), pattern


def test_the_pseudo_language_changes_every_letter_and_fills_limited_width() -> None:
    plain, pseudo = get_vocabulary("classic"), get_vocabulary("classic", PSEUDO)
    assert all(cell_len(letter) == 1 and not letter.isascii() for letter in map(chr, TO_ACCENTED.values()))
    assert cell_len(pseudo.say("pieces.bonus.none.short")) == 30
    assert len(pseudo.say("table.notice.no-undo")) >= 1.25 * len(plain.say("table.notice.no-undo"))
    assert not any(sign.isascii() and sign.isalpha() for sign in pseudo.say("bots.thinks", who="", n=2))


# ---- choosing


@pytest.mark.parametrize(
    ("wanted", "environ", "name"),
    [
        ("", {}, ENGLISH),
        ("", {"LANG": "C"}, ENGLISH),
        ("", {"LANG": "en_GB.UTF-8"}, ENGLISH),
        ("", {"LANG": "xx_XX.UTF-8"}, ENGLISH),
        ("en", {"LANG": "xx_XX.UTF-8"}, ENGLISH),
        (PSEUDO, {"LANG": "en_GB.UTF-8"}, PSEUDO),
        ("nowhere", {}, ENGLISH),
        (str(RUSSIAN), {"LANG": "en"}, str(RUSSIAN)),
    ],
)
def test_option_and_setting_precede_the_locale(wanted: str, environ: dict[str, str], name: str) -> None:
    assert choose_language(wanted, environ) == name


def test_the_first_environment_variable_set_is_the_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    requested: list[str] = []

    def named(name: str) -> Language:
        requested.append(name)
        raise KeyError(name)

    monkeypatch.setattr("rokoko_tui.text.languages.find_language", named)
    environ = {"LC_ALL": "", "LC_MESSAGES": "pt_BR.UTF-8@euro", "LANG": "fr_FR"}
    assert choose_language("de", environ) == ENGLISH
    assert requested == ["de", "pt-BR", "pt"]


# ---- a new language, following docs/translating.md


def test_a_new_language_is_a_folder(tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "polish"
    changed(folder, "language", 'name = "English"\ntag = "en"', 'name = "polski"\ntag = "pl"')
    path = folder / "command_line.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("start a new game", "rozpocznij nową grę"), encoding="utf-8")
    assert faults(find_language(str(folder))) == []
    assert "rozpocznij nową grę" in run("--language", folder, "--help").out
    assert "polski" in run("doctor", "--language", folder).out


def test_an_unknown_language_is_a_usage_error(run: Run) -> None:
    result = run("doctor", "--language", "klingon")
    assert (result.code, result.out) == (2, "")
    names = ", ".join(shipped_languages())
    assert result.err == f'rokoko-tui: there is no language "klingon"; the languages are {names}.\n'


# ---- messages of argparse


def test_every_argparse_text_is_known() -> None:
    calls = [node for node in ast.walk(ast.parse(inspect.getsource(argparse))) if isinstance(node, ast.Call)]
    names = ("_", "ngettext")
    texts = {
        argument.value
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id in names
        for argument in call.args
        if isinstance(argument, ast.Constant)
    }
    assert len(texts) > 20
    assert texts <= set(ARGPARSE_TEXTS) | NEVER


def test_argparse_messages_keep_their_placeholders() -> None:
    words = get_vocabulary("classic")
    for text, (key, values) in ARGPARSE_TEXTS.items():
        message = words.say(f"command_line.library.{key}", **values)
        plain = re.sub(r"(%(\(\w+\))?)r", r"\1s", text)  # the messages have the quotation marks
        assert sorted(re.findall(r"%\(?\w+\)?\w?", message)) == sorted(re.findall(r"%\(?\w+\)?\w?", plain))


def test_the_check_lists_missing_messages(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["checking", str(RUSSIAN)])
    assert language_check.main() == 1
    assert "bots.thinks: missing: english" in capsys.readouterr().out.splitlines()
    monkeypatch.setattr("sys.argv", ["checking", ENGLISH])
    assert language_check.main() == 0
