"""Non-Latin keyboards: commands use the same keys as on a Latin keyboard."""

import string
from collections.abc import Iterable
from pathlib import Path

import pytest
from textual._xterm_parser import XTermParser
from textual.events import Key
from textual.keys import _character_to_key
from textual.widgets import Input

from rokoko_core import Game, legal_actions
from rokoko_tui.cli.plain_reports import LETTERS, parse_command
from rokoko_tui.games import Start
from rokoko_tui.keys import COMMANDS, LOOK_ALIKES, _name_of, pick_keys, to_latin_key
from rokoko_tui.panes.registry import PANES
from rokoko_tui.screens.key_editor import KeyEditorScreen
from rokoko_tui.screens.palette import Palette
from rokoko_tui.screens.settings import SettingsScreen
from rokoko_tui.table.choice_list import assign_keys
from rokoko_tui.text import get_words
from rokoko_tui.text.languages import ENGLISH, find_language, latin_characters, shipped_languages, to_latin
from tests.saves.sample_games import FOLDER
from tests.tui.at_table import ALONE, TWO, at_table

RUSSIAN = str(Path(__file__).parent / "languages" / "russian")
KEYBOARDS = [RUSSIAN, *(name for name in shipped_languages() if name != ENGLISH and find_language(name).keyboard)]
OURS = find_language(ENGLISH).keyboard
EVERY_KEYBOARD = pytest.mark.parametrize("language", KEYBOARDS, ids=lambda name: Path(name).name)
LETTER_KEYS = sorted(
    {key for c in COMMANDS for key in c.keys.split(",") if key[-1].isalpha() and key[-2:-1] in ("", "+")}
)
"""All keys of commands that are a letter, with or without Ctrl."""
BRACKETS = ("left_square_bracket", "right_square_bracket", "left_curly_bracket", "right_curly_bracket")


def typed(text: str) -> Key:
    """Parse what a terminal sends for a key."""
    [event] = XTermParser().feed(text)
    assert isinstance(event, Key)
    return event


def named(event: Key, language: str, **remapped: str) -> tuple[str, str | None]:
    """Return key and character of ``event`` after mapping."""
    mapped = to_latin_key(event, latin_characters(language), remapped)
    return mapped.key, mapped.character


def test_letter_keys_include_ctrl_combinations() -> None:
    assert {"q", "U", "ctrl+p", "ctrl+q", "ctrl+s"} <= set(LETTER_KEYS)
    assert len(LETTER_KEYS) > 30


@EVERY_KEYBOARD
@pytest.mark.parametrize("key", LETTER_KEYS)
def test_commands_use_the_same_key_on_another_keyboard(language: str, key: str) -> None:
    theirs = find_language(language).keyboard[OURS.index(key[-1])]
    assert not theirs.isascii()
    code = ord(theirs)
    if key.startswith("ctrl+"):
        assert named(typed(f"\x1b[{code};5u"), language) == (key, None)
    else:
        small = ord(theirs.lower())
        assert named(typed(theirs), language) == (key, key)
        assert named(typed(f"\x1b[{small};{1 + theirs.isupper()};{code}u"), language) == (key, key)


@EVERY_KEYBOARD
def test_brackets_map_by_position_and_punctuation_by_character(language: str) -> None:
    for sign, key in zip("[]{}", BRACKETS, strict=True):
        theirs = find_language(language).keyboard[OURS.index(sign)]
        assert named(typed(theirs), language) == (key, sign)
    for sign, key in ((",", "comma"), ("?", "question_mark"), ("+", "plus"), ("/", "slash"), ("1", "1"), ("q", "q")):
        assert named(typed(sign), language)[0] == key
    assert named(typed("."), language)[0] == "slash", "the key of the slash types a full stop"
    assert named(typed("\x1b[44;5u"), language)[0] == "ctrl+comma"


def test_alt_and_shift_are_kept() -> None:
    assert named(Key("alt+й", None), RUSSIAN) == ("alt+q", None)
    assert named(Key("ctrl+shift+й", None), RUSSIAN) == ("ctrl+shift+q", None)


def test_a_letter_bound_by_the_player_is_not_mapped() -> None:
    assert named(Key("й", "й"), RUSSIAN, **{"table.undo": "й"}) == ("й", "й")


def test_a_character_of_no_known_keyboard_is_not_mapped() -> None:
    for key in ("ø", "я́"[1], "pageup", "f2", "ctrl+right"):
        event = Key(key, None)
        assert to_latin_key(event, latin_characters(RUSSIAN), {}) is event


def latin_of(typed: str, choices: str, commands: str) -> str:
    """Return the key that ``typed`` means, itself for none, where these choices and commands are."""
    return to_latin_key(Key(typed, typed), latin_characters("ukrainian"), {}, choices, commands).key


@pytest.mark.parametrize(
    ("typed", "choices", "commands", "key"),
    [
        ("і", "i", "", "i"),  # hire, as nothing is on the key s
        ("і", "s", "", "s"),
        ("А", "FC", "", "F"),
        ("Т", "N", "T", "N"),  # the kitchen, not the next theme
        ("О", "J", "", "J"),
        ("М", "M", "", "M"),
        ("у", "e", "ey", "e"),  # commands keep their positions
        ("р", "", "hp", "h"),
        ("р", "", "pay", "p"),  # the start screen, where h does nothing
        ("а", "", "pay", "a"),
        ("у", "", "pay", "y"),
        ("е", "t", "e", "t"),
        ("е", "", "", "t"),
        ("г", "u", "", "u"),
        ("ш", "i", "", "i"),  # a letter like no Latin one
        ("с", "", "", "c"),
    ],
)
def test_a_letter_picks_the_choice_of_its_position_or_else_of_its_shape(
    typed: str, choices: str, commands: str, key: str
) -> None:
    assert latin_of(typed, choices, commands) == key


def test_look_alikes_are_letters_of_other_keyboards() -> None:
    assert LOOK_ALIKES.keys() <= latin_characters("ukrainian").keys()
    assert all(latin.isascii() and latin.isupper() == sign.isupper() for sign, latin in LOOK_ALIKES.items())


def find_ambiguous(letters: Iterable[str], language: str) -> list[tuple[str, str]]:
    """Return pairs of ``letters`` of which the key of the first types what looks like the second."""
    theirs = dict(zip(OURS, find_language(language).keyboard, strict=False))
    shapes = {letter: LOOK_ALIKES.get(theirs[letter], letter) for letter in letters if letter in theirs}
    return [(letter, shape) for letter, shape in shapes.items() if shape != letter and shape in shapes]


@EVERY_KEYBOARD
def test_no_letter_of_a_choice_or_a_pane_looks_like_what_the_key_of_another_types(language: str) -> None:
    """So a person may press the key that is labeled with the letter, or the one that types its shape."""
    free = pick_keys(("app", "table", "inspection"), {})
    lists = [{pane.letter for pane in PANES}, set(free)]
    game = Game.load(FOLDER / "everything-5.rokoko")
    states = [game.at(number) for number in range(len(game.actions))]
    lists += [{key[0] for key in assign_keys(legal_actions(state), state, free) if key} for state in states]
    assert any({"F", "N", "M", "C", "J", "D", "d", "i"} <= letters for letters in lists)
    assert [pair for letters in lists for pair in find_ambiguous(letters, language)] == []
    assert not set("lIO") & set(free), "they look like digits"


def test_a_mapped_key_keeps_its_time() -> None:
    event = Key("й", "й")
    event.time -= 7
    assert to_latin_key(event, latin_characters(RUSSIAN), {}).time == event.time


@EVERY_KEYBOARD
async def test_commands_map_letters_and_input_fields_do_not(
    tmp_path: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = dict(zip(OURS, find_language(language).keyboard, strict=True))
    monkeypatch.setattr("rokoko_tui.input_filter.latin_characters", lambda spoken: latin_characters(language))
    async with at_table(tmp_path, Start(), size=(80, 24)) as player:
        await player.press(theirs["s"])
        assert isinstance(player.app.screen, SettingsScreen)
        await player.press(theirs["q"], f"ctrl+{theirs['p']}")
        assert isinstance(player.app.screen, Palette)
        await player.press(theirs["q"], theirs["["], theirs["Q"])
        assert player.app.screen.query_one(Input).value == theirs["q"] + theirs["["] + theirs["Q"]
        await player.press(f"ctrl+{theirs['a']}", f"ctrl+{theirs['k']}")
        assert player.app.screen.query_one(Input).value == ""


@pytest.mark.parametrize("start", [Start(), ALONE])
async def test_notices_name_the_letter_that_was_typed(tmp_path: Path, start: Start) -> None:
    """On the start screen and at the table, for keys that do nothing there."""
    async with at_table(tmp_path, start, size=(80, 24), language="ukrainian") as player:
        for letter in "щЮo":
            await player.press(letter)
            *_, last = player.app._notifications
            assert last.message == f"Клавіша {letter} тут нічого не робить."


@pytest.mark.slow
async def test_choices_map_letters_and_dialogs_do_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rokoko_tui.input_filter.latin_characters", lambda spoken: latin_characters(RUSSIAN))
    async with at_table(tmp_path, TWO) as player:
        await player.press("enter")
        await player.choose_hand()
        before = player.game.cursor
        await player.press("г")
        assert player.game.cursor == before - 1, "u undoes"
        await player.press("escape", "ы")
        assert player.asking, "only the letters shown answer a dialog from which one leaves"
        await player.press("s")
        assert not player.asking


async def test_the_search_in_help_keeps_typed_letters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rokoko_tui.input_filter.latin_characters", lambda spoken: latin_characters(RUSSIAN))
    async with at_table(tmp_path, Start(), size=(80, 24)) as player:
        await player.press("question_mark", "3", "ш", "ё")
        assert "шё" in player.seen()


async def test_the_key_editor_stores_the_mapped_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rokoko_tui.input_filter.latin_characters", lambda spoken: latin_characters(RUSSIAN))
    async with at_table(tmp_path, Start(), size=(80, 24)) as player:
        await player.press("f10", "y", "down", "enter", "я")
        assert isinstance(player.app.screen, KeyEditorScreen)
        assert set(player.app.settings.keys.values()) == {"z"}


def test_plain_mode_maps_command_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    words = get_words("classic")
    monkeypatch.setattr("rokoko_tui.cli.plain_reports.to_latin", lambda sign, spoken: to_latin(sign, RUSSIAN))
    assert parse_command("г", words) == (LETTERS["u"], "")
    assert parse_command("Г", words) == (LETTERS["U"], "")
    assert parse_command("ё", words) is None
    assert parse_command("hall 2", words) == ("hall", "2")


@pytest.mark.parametrize("sign", [*string.punctuation, "ґ", "é", "1", "Z"])
def test_key_names_match_those_of_textual(sign: str) -> None:
    assert _name_of(sign) == _character_to_key(sign)
