"""Missing or invalid parts of a language are shown in English, and the check lists them."""

import shutil
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rokoko_core import Game, events, seen_by
from rokoko_core.box import box_of
from rokoko_core.engine import legal_actions, why_not
from rokoko_core.observe import observe
from rokoko_core.preview import preview
from rokoko_core.scoring import final_scores
from rokoko_tui.text import language_check
from rokoko_tui.text.game_text import Words
from rokoko_tui.text.language_check import faults, message_keys
from rokoko_tui.text.languages import ENGLISH, HERE, Language, find_language, load_language, shipped_languages
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.messages import PHRASES, VALUE_TYPES, ValueType
from rokoko_tui.text.speech import SpokenWords
from tests.saves.sample_games import FOLDER
from tests.tui.cli.shell import Run
from tests.tui.scenes import Scene, on_screen, text_of

RUSSIAN = Path(__file__).parent / "languages" / "russian"
UKRAINIAN = load_language("ukrainian")
TRANSLATIONS = [name for name in shipped_languages() if name != ENGLISH]
VALUES: dict[ValueType, Any] = {
    ValueType.NUMBER: 5,
    ValueType.MONEY: 5,
    ValueType.NAME: "Ada",
    ValueType.PHRASE: "x",
    ValueType.LIST: ["x", "y", "z"],
}
LEAST = """
name = "Own"
tag = "own"
editions = ["classic", "deluxe"]
"""
"""The smallest valid grammar."""
ALL_VALUES = {name: VALUES[kind] for name, kind in VALUE_TYPES.items()}


class Edited(Language):
    """A shipped language with its tables changed in memory."""

    def __init__(self, original: Language) -> None:
        super().__init__(original.name, HERE / original.name, original.fallback)
        names = ["language", "terms", *original.table_names(), *(f"editions/{name}" for name in original.editions)]
        self._tables = {name: deepcopy(original.table(name)) for name in names}

    def remove(self, key: str) -> None:
        """Remove the message ``key``."""
        name, *path, last = key.split(".")
        parent = self._tables[name]
        for part in path:
            parent = parent[part]
        del parent[last]

    def put(self, key: str, value: object) -> None:
        name, *path, last = key.split(".")
        parent = self._tables[name]
        for part in path:
            parent = parent[part]
        parent[last] = value


def messages_of(language: Language) -> list[str]:
    """Return the keys of all messages outside the grammar, without those of their short forms."""
    keys = (key for key in message_keys(language) if not key.startswith("language."))
    return [key for key in keys if not key.rpartition(".")[2].isdecimal()]


def game_texts(words: Words, step: int = 40) -> Iterator[str]:
    """Return texts for some positions of a sample game and for its score sheets."""
    game = Game.load(FOLDER / "everything-2.rokoko")
    for number, action in list(enumerate(game.line))[::step]:
        state = game.at(number)
        view = observe(state, state.pending[-1].seat).table
        yield words.question(state.pending[-1], view).longest
        for offered in legal_actions(state)[:5]:
            yield words.group(offered, view)
            yield words.action(offered, view)
        yield from (words.refusal(refusal, view).longest for refusal in why_not(state)[:5])
        yield from words.preview(preview(state, action), state)
        yield from (
            line.text for line in words.narration(seen_by(events(state, action), 0), state.setup, box_of(state))
        )
    for sheet in final_scores(game.state):
        yield from (words.score_row(row, box_of(game.state)) for row in sheet.rows)


# ---- missing messages


@pytest.mark.slow
@pytest.mark.parametrize("name", TRANSLATIONS)
def test_a_missing_message_is_shown_in_english(name: str) -> None:
    language = load_language(name)
    english = Vocabulary(load_language(ENGLISH), language.editions[0])
    edited = Edited(language)
    for key in messages_of(language):
        entry = edited.entry(key)
        edited.remove(key)
        words = Vocabulary(edited, language.editions[0])
        assert words.knows(key), key
        assert words.say_of(key, ALL_VALUES) == english.say_of(key, ALL_VALUES)
        assert words.wording(key, **ALL_VALUES) == english.wording(key, **ALL_VALUES)
        edited.put(key, entry)


def test_a_missing_message_has_all_its_forms_in_english_however_it_is_asked_for() -> None:
    edited, english = Edited(UKRAINIAN), Vocabulary(load_language(ENGLISH), "classic")
    with_forms = [key for key in messages_of(UKRAINIAN)[::4] if len(english.wording(key, **ALL_VALUES)) > 1]
    assert len(with_forms) > 20
    whole, values = Vocabulary(UKRAINIAN, "classic"), {name: ALL_VALUES[name] for name in ALL_VALUES if name != "key"}
    for key in with_forms[::9]:
        assert whole.has(key) and whole.wording(key, **ALL_VALUES) != english.wording(key, **ALL_VALUES)
        edited.remove(key)
        words = Vocabulary(edited, "classic")
        assert (words.has(key), words.knows(key)) == (False, True)
        for _ in range(2):
            assert words.wording(key, **ALL_VALUES) == english.wording(key, **ALL_VALUES), "also from the cache"
            assert words.say_of(key, ALL_VALUES) == english.say_of(key, ALL_VALUES)
            assert words.marked(key, **values) == english.marked(key, **values)


def test_a_message_that_no_language_has_is_unknown() -> None:
    for words in (Vocabulary(UKRAINIAN, "classic"), Vocabulary(load_language(ENGLISH), "classic")):
        assert not words.has("table.nothing-like-this") and not words.knows("table.nothing-like-this")
        for ask in (words.say, words.marked, words.wording):
            with pytest.raises(KeyError):
                ask("table.nothing-like-this")


@pytest.mark.parametrize("name", TRANSLATIONS)
def test_the_check_lists_a_missing_message_of_every_table(name: str) -> None:
    edited = Edited(load_language(name))
    chance = Random(19)
    removed = {
        chance.choice([key for key in messages_of(edited) if key.startswith(f"{file}.")])
        for file in edited.table_names()
    }
    for key in removed:
        edited.remove(key)
    assert len(removed) == len(edited.table_names()) > 30
    assert {fault.key for fault in faults(edited) if fault.fault == "missing"} == removed


@pytest.mark.parametrize("name", TRANSLATIONS)
def test_a_game_has_text_with_half_of_the_messages_missing(name: str) -> None:
    edited, chance = Edited(load_language(name)), Random(7)
    for key in messages_of(edited):
        if chance.random() < 0.5:
            edited.remove(key)
    for words in (Words(edited, edited.editions[0]), SpokenWords(edited, edited.editions[0])):
        texts = list(game_texts(words, step=5))
        assert all(texts)
        assert not any(sign in text for text in texts for sign in "{}[]")


def test_without_any_message_a_game_is_in_english(tmp_path: Path) -> None:
    grammar = (HERE / "ukrainian" / "language.toml").read_text(encoding="utf-8").partition("[money]")[0]
    (tmp_path / "language.toml").write_text(grammar, encoding="utf-8")
    language = find_language(str(tmp_path))
    texts = list(game_texts(Words(language, "deluxe")))
    assert texts == list(game_texts(Words(load_language(ENGLISH), "deluxe")))
    assert {"terms", "editions/deluxe", "start.motto"} <= {fault.key for fault in faults(language)}


def test_the_test_language_falls_back_to_english() -> None:
    language = find_language(str(RUSSIAN))
    words = Words(language, "classic")
    assert words.say("trial.plain", n=2) == "шёлк и 2 плитки"
    assert words.say("bots.thinks", who="Bo", n=3) == "Bo has been thinking for 3 s"
    assert words.term("favor") == Words(load_language(ENGLISH), "classic").term("favor")
    assert all(game_texts(words))


def test_english_itself_has_no_fallback() -> None:
    words = Vocabulary(load_language(ENGLISH), "classic")
    with pytest.raises(KeyError):
        words.say("bots.no-such-message")
    with pytest.raises(KeyError):
        words.term("no-such-term")
    with pytest.raises(KeyError):
        words.noun("no-such-term", 2)
    with pytest.raises(KeyError):
        words.listed(["a", "b"], "no-such-form")
    with pytest.raises(KeyError):
        words.say_of("bots.thinks", {"who": "Bo"})
    assert not words.knows("bots.no-such-message")


@pytest.mark.parametrize("name", TRANSLATIONS)
def test_a_message_missing_in_english_too_raises(name: str) -> None:
    words = Vocabulary(load_language(name), load_language(name).editions[0])
    with pytest.raises(KeyError):
        words.say("bots.no-such-message")
    with pytest.raises(TypeError):
        words.say("bots.thinks", who="Bo")
    with pytest.raises(KeyError):
        words.term("no-such-term")


# ---- other missing or invalid parts

SLIPS: dict[str, tuple[Callable[[Edited], None], str]] = {
    "plural form": (lambda of: of.remove("terms.terms.jewel.nominative.few"), "form: few"),
    "case form of a term": (lambda of: of.remove("terms.terms.king-hall.genitive"), "term: king-hall:genitive"),
    "case form of a phrase": (
        lambda of: of.remove("pieces.rank.master.genitive"),
        "pieces.rank.master: form: genitive",
    ),
    "case form of a colour": (lambda of: of.remove("terms.terms.red.masculine"), "terms.red: form: masculine"),
    "letter": (lambda of: of.remove("terms.terms.red.letter"), "terms.red: form: letter"),
    "form inside a sentence": (lambda of: of.remove("terms.terms.you.inside"), "terms.you: form: inside"),
    "term": (lambda of: of.remove("terms.terms.favor"), "favor: term: deluxe"),
    "term without text": (lambda of: of.put("terms.terms.favor", {}), "terms.favor: type"),
    "table of terms": (lambda of: of.put("terms.terms", 5), "favor: term: deluxe"),
    "placeholder": (lambda of: of.put("bots.thinks", "{n} с"), "bots.thinks: placeholder: who"),
    "other placeholder": (lambda of: of.put("bots.thinks", "{who} {n} {seat}"), "bots.thinks: placeholder: seat"),
    "unknown placeholder": (lambda of: of.put("bots.thinks", "{nobody} {n}"), "bots.thinks: placeholder: nobody"),
    "form of an amount": (lambda of: of.put("narration.did.fund", "{who} {space} {price:odd}"), "form: price:odd"),
    "form of a list": (lambda of: of.put("refused.language", "{name} {names:odd}"), "form: names:odd"),
    "text": (lambda of: of.put("bots.thinks", 5), "bots.thinks: type"),
    "text of a form": (lambda of: of.put("pieces.rank.master.genitive", 5), "pieces.rank.master: type"),
    "joints of a list": (lambda of: of.remove("language.list.and"), "language.list.and: missing"),
    "joint of a list": (lambda of: of.put("language.list.and", [", "]), "language.list.and: type"),
    "amount": (lambda of: of.remove("language.money.for"), "language.money.for: missing"),
    "decimal mark": (lambda of: of.remove("language.number.decimal"), "language.number.decimal: missing"),
    "decimal mark as a number": (lambda of: of.put("language.number.decimal", 5), "language.number.decimal: type"),
    "numbers": (lambda of: of.remove("language.number"), "language.number: missing"),
    "letters": (lambda of: of.put("language.letters", 5), "language.letters: type"),
    "forms": (lambda of: of.put("language.forms", 5), "language.forms: type"),
    "plural rules": (lambda of: of.remove("language.plural"), "language.plural: missing"),
    "plural rule": (lambda of: of.put("language.plural.few", "n is 2"), "language.plural: plural: n is 2"),
    "plural rule as a number": (lambda of: of.put("language.plural.few", 5), "language.plural: plural"),
    "letter of two answers": (lambda of: of.put("answers.fence.stay", "т"), "answers.fence.stay: letter: т"),
    "letters of an answer": (lambda of: of.put("answers.fence.stay", "ні"), "answers.fence.stay: letter: ні"),
    "editions": (lambda of: of.put("language.editions", ["gold"]), "language.editions: missing"),
    "name": (lambda of: of.remove("language.name"), "language.name: missing"),
    "tag": (lambda of: of.put("language.tag", 5), "language.tag: type"),
    "keyboard": (lambda of: of.put("language.keyboard.rows", [5]), "language.keyboard.rows: type"),
}


@pytest.mark.quick(2)
@pytest.mark.parametrize("slip", SLIPS)
def test_the_game_has_text_and_the_check_names_the_error(slip: str) -> None:
    edit, named = SLIPS[slip]
    edited = Edited(UKRAINIAN)
    edit(edited)
    words = Words(edited, "deluxe")
    assert all(game_texts(words))
    for key in message_keys(load_language(ENGLISH)):
        assert words.say_of(key, ALL_VALUES)
    for number in (1, 2, 5, 1.5):
        assert words.number(number)
        assert words.noun("jewel", int(number))
    assert words.language.own_name
    assert words.language.sort_key("Ada") < words.language.sort_key("Bo")
    assert words.language.plain("Ada") == "ada"
    assert any(named in str(fault) for fault in faults(edited)), [str(fault) for fault in faults(edited)]


def test_a_missing_form_falls_back_to_the_plain_one() -> None:
    edited = Edited(UKRAINIAN)
    edited.remove("pieces.rank.master.genitive")
    words = Words(edited, "deluxe")
    rank = words.say("pieces.rank.master")
    assert rank.form("genitive") == "Майстер"  # type: ignore[attr-defined]
    assert rank.form("accusative") == "Майстра"  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", TRANSLATIONS)
def test_the_check_knows_every_phrase_with_forms(name: str) -> None:
    language = load_language(name)
    patterns = [pattern for listed in PHRASES.values() for pattern in listed]
    bent = [key for key in message_keys(language) if isinstance(language.entry(key), dict)]
    assert bent
    assert [key for key in bent if not any(fnmatchcase(key, pattern) for pattern in patterns)] == []


# ---- the full screen


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    "scene",
    [
        Scene("palette", (80, 24), keys=("ctrl+p",)),
        Scene("table", (120, 40), "base-4", keys=("enter", "right", "j", "f2")),
        Scene("help", (80, 24), "base-4", keys=("enter", "question_mark")),
    ],
    ids=lambda scene: scene.name,
)
async def test_screens_are_english_without_any_message(tmp_path: Path, scene: Scene) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "language.toml").write_text(LEAST, encoding="utf-8")
    texts: list[str] = []
    for language in (str(own), ENGLISH):
        saves = tmp_path / f"saves-{len(texts)}"
        saves.mkdir()
        async with on_screen(replace(scene, language=language), saves) as app:
            texts.append(text_of(app).replace("Own", "English"))
    assert texts[0] == texts[1]


# ---- files


def copied(folder: Path, name: str = "ukrainian") -> Path:
    """Return a copy of a shipped language."""
    return Path(shutil.copytree(HERE / name, folder / "own"))


@pytest.mark.quick(4)
@pytest.mark.parametrize("broken", [None, b"", b"[broken\n", b"\xff\xfe", b"terms = 5\nmessages = 5\n"])
@pytest.mark.parametrize("name", ["command_line", "narration", "terms", "editions/deluxe"])
def test_a_missing_or_broken_file_falls_back(
    tmp_path: Path, run: Run, save: Path, name: str, broken: bytes | None
) -> None:
    path = copied(tmp_path) / f"{name}.toml"
    if broken is None:
        path.unlink()
    else:
        path.write_bytes(broken)
    own = tmp_path / "own"
    assert any(fault.key.startswith(name) or fault.fault == "term" for fault in faults(find_language(str(own)))) or (
        name == "editions/deluxe" and broken == b""
    )
    for argv in (("--help",), ("log", save), ("show", save), ("show",)):
        result = run(*argv, "--language", own)
        assert result.code == (2 if argv == ("show",) else 0), result.err
        assert result.out or result.err


def test_a_language_with_an_unreadable_grammar_is_refused(tmp_path: Path, run: Run) -> None:
    own = copied(tmp_path)
    (own / "language.toml").write_bytes(b"[broken\n")
    result = run("--language", own, "--help")
    assert (result.code, result.out) == (2, "")
    assert "has errors" in result.err
    assert [fault.fault for fault in faults(find_language(str(own)))] == ["toml"]


@pytest.mark.parametrize("argv", [[], ["klingon"], ["english", "ukrainian"]], ids=" ".join)
def test_the_check_rejects_unknown_languages(
    argv: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["checking", *argv])
    assert language_check.main() == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "english" in err
