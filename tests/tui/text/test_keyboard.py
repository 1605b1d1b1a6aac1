"""Keyboards of other letters: every key does what it does on the keyboard commands are named by."""

import string
from pathlib import Path

import pytest
from textual._xterm_parser import XTermParser
from textual.events import Key
from textual.keys import _character_to_key
from textual.widgets import Input

from rokoko_tui.cli.plain_commands import LETTERS, command_in
from rokoko_tui.keys import COMMANDS, _name_of, as_named
from rokoko_tui.screens.key_editor import RekeyScreen
from rokoko_tui.screens.palette import Palette
from rokoko_tui.screens.settings import SettingsScreen
from rokoko_tui.settings.launch import Start
from rokoko_tui.text import words_of
from rokoko_tui.text.keyboard_layouts import latin_sign, signs_of
from rokoko_tui.text.languages import ENGLISH, language_named, shipped_languages
from tests.tui.at_table import TWO, at_table

RUSSIAN = str(Path(__file__).parent / "languages" / "russian")
KEYBOARDS = [RUSSIAN, *(name for name in shipped_languages() if name != ENGLISH and language_named(name).keyboard)]
OURS = language_named(ENGLISH).keyboard
EVERY_KEYBOARD = pytest.mark.parametrize("language", KEYBOARDS, ids=lambda name: Path(name).name)
LETTER_KEYS = sorted(
    {key for c in COMMANDS for key in c.keys.split(",") if key[-1].isalpha() and key[-2:-1] in ("", "+")}
)
"""All keys of commands that are a letter, with or without Ctrl."""
BRACKETS = ("left_square_bracket", "right_square_bracket", "left_curly_bracket", "right_curly_bracket")


def typed(text: str) -> Key:
    """What comes of what a terminal sends for a key."""
    [event] = XTermParser().feed(text)
    assert isinstance(event, Key)
    return event


def named(event: Key, language: str, **remapped: str) -> tuple[str, str | None]:
    """Key and sign under which commands know ``event``."""
    found = as_named(event, signs_of(language), remapped)
    return found.key, found.character


def test_there_are_letters_and_letters_with_ctrl_to_be_looked_at() -> None:
    assert {"q", "U", "ctrl+p", "ctrl+q", "ctrl+s"} <= set(LETTER_KEYS)
    assert len(LETTER_KEYS) > 30


@EVERY_KEYBOARD
@pytest.mark.parametrize("key", LETTER_KEYS)
def test_each_command_answers_to_the_same_key_of_another_keyboard(language: str, key: str) -> None:
    theirs = language_named(language).keyboard[OURS.index(key[-1])]
    assert not theirs.isascii()
    code = ord(theirs)
    if key.startswith("ctrl+"):
        assert named(typed(f"\x1b[{code};5u"), language) == (key, None)
    else:
        small = ord(theirs.lower())
        assert named(typed(theirs), language) == (key, key)
        assert named(typed(f"\x1b[{small};{1 + theirs.isupper()};{code}u"), language) == (key, key)


@EVERY_KEYBOARD
def test_brackets_lie_where_they_lie_and_known_signs_are_what_they_write(language: str) -> None:
    for sign, key in zip("[]{}", BRACKETS, strict=True):
        theirs = language_named(language).keyboard[OURS.index(sign)]
        assert named(typed(theirs), language) == (key, sign)
    for sign, key in ((",", "comma"), ("?", "question_mark"), ("+", "plus"), ("/", "slash"), ("1", "1"), ("q", "q")):
        assert named(typed(sign), language)[0] == key
    assert named(typed("."), language)[0] == "slash", "where the key of the slash writes a stop"
    assert named(typed("\x1b[44;5u"), language)[0] == "ctrl+comma"


def test_alt_and_shift_stay_with_the_key() -> None:
    assert named(Key("alt+й", None), RUSSIAN) == ("alt+q", None)
    assert named(Key("ctrl+shift+й", None), RUSSIAN) == ("ctrl+shift+q", None)


def test_a_letter_somebody_has_given_to_a_command_is_itself() -> None:
    assert named(Key("й", "й"), RUSSIAN, **{"table.undo": "й"}) == ("й", "й")


def test_a_sign_on_no_keyboard_known_is_itself() -> None:
    for key in ("ø", "я́"[1], "pageup", "f2", "ctrl+right"):
        event = Key(key, None)
        assert as_named(event, signs_of(RUSSIAN), {}) is event


def test_the_time_of_a_key_is_that_at_which_it_was_pressed() -> None:
    event = Key("й", "й")
    event.time -= 7
    assert as_named(event, signs_of(RUSSIAN), {}).time == event.time


@EVERY_KEYBOARD
async def test_commands_answer_and_fields_take_the_letters_themselves(
    tmp_path: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = dict(zip(OURS, language_named(language).keyboard, strict=True))
    monkeypatch.setattr("rokoko_tui.input_filter.signs_of", lambda spoken: signs_of(language))
    async with at_table(tmp_path, Start(), size=(80, 24)) as player:
        await player.press(theirs["s"])
        assert isinstance(player.app.screen, SettingsScreen)
        await player.press(theirs["q"], f"ctrl+{theirs['p']}")
        assert isinstance(player.app.screen, Palette)
        await player.press(theirs["q"], theirs["["], theirs["Q"])
        assert player.app.screen.query_one(Input).value == theirs["q"] + theirs["["] + theirs["Q"]
        await player.press(f"ctrl+{theirs['a']}", f"ctrl+{theirs['k']}")
        assert player.app.screen.query_one(Input).value == ""


@pytest.mark.slow
async def test_a_question_a_jump_and_a_choice_answer_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rokoko_tui.input_filter.signs_of", lambda spoken: signs_of(RUSSIAN))
    async with at_table(tmp_path, TWO) as player:
        await player.press("enter")
        await player.choose_hand()
        before = player.game.cursor
        await player.press("г")
        assert player.game.cursor == before - 1, "u undoes"
        await player.press("escape", "escape", "ы")
        assert not player.asking, "s stays"


async def test_the_help_looks_for_rules_in_the_letters_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rokoko_tui.input_filter.signs_of", lambda spoken: signs_of(RUSSIAN))
    async with at_table(tmp_path, Start(), size=(80, 24)) as player:
        await player.press("question_mark", "3", "ш", "ё")
        assert "шё" in player.seen()


async def test_the_page_of_keys_gives_the_key_and_not_its_letter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rokoko_tui.input_filter.signs_of", lambda spoken: signs_of(RUSSIAN))
    async with at_table(tmp_path, Start(), size=(80, 24)) as player:
        await player.press("f10", "y", "down", "enter", "я")
        assert isinstance(player.app.screen, RekeyScreen)
        assert set(player.app.settings.keys.values()) == {"z"}


def test_plain_play_knows_the_letters_of_commands_by_their_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    words = words_of("classic")
    monkeypatch.setattr("rokoko_tui.cli.plain_commands.latin_sign", lambda sign, spoken: latin_sign(sign, RUSSIAN))
    assert command_in("г", words) == (LETTERS["u"], "")
    assert command_in("Г", words) == (LETTERS["U"], "")
    assert command_in("ё", words) is None
    assert command_in("hall 2", words) == ("hall", "2")


@pytest.mark.parametrize("sign", [*string.punctuation, "ґ", "é", "1", "Z"])
def test_a_sign_is_named_as_the_terminal_names_its_key(sign: str) -> None:
    assert _name_of(sign) == _character_to_key(sign)
