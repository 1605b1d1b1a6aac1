"""The settings file: loading, errors, saving, and options of one run."""

from pathlib import Path
from typing import get_type_hints

import msgspec
import pytest

from rokoko_core.components import FIRST, ComponentError, components_named, newest
from rokoko_core.components.catalogue import SETS
from rokoko_tui.keys import COMMANDS, EARLIER
from rokoko_tui.settings import settings
from rokoko_tui.settings.account import LOCAL, Account
from rokoko_tui.settings.settings import (
    EDITED_ELSEWHERE,
    GROUPS,
    STEPS,
    BadSettings,
    Motion,
    SavedSettings,
    Settings,
    SettingsNotSaved,
    components_of,
    format_value,
    is_text,
    load_settings,
    next_value,
    save_settings,
    values_of,
)
from rokoko_tui.text import get_vocabulary
from rokoko_tui.theme.theme_files import shipped_names

WORDS = get_vocabulary("classic")
THEMES = shipped_names()


def test_without_a_file_the_defaults_apply(tmp_path: Path) -> None:
    assert load_settings(tmp_path / "settings.toml") == Settings()


def test_saved_settings_are_loaded_again(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.toml"
    keys = {"table.undo": "z", 'odd "name"\\': "ctrl+é\n\x7f"}
    settings = Settings(
        edition="deluxe",
        theme="rokoko-mono",
        saves='C:\\games\\"mine"',
        handover=False,
        turn_summary=False,
        round_page=False,
        pace="calm",
        motion="on",
        think=4.5,
        hints=False,
        replay_pace=0.25,
        keys=keys,
    )
    save_settings(settings, path)
    assert load_settings(path) == settings
    assert [file.name for file in path.parent.iterdir()] == ["settings.toml"], "no temporary file is left"


def test_keys_of_renamed_commands_are_kept(tmp_path: Path) -> None:
    """Files of 0.2.0 call the review analysis; files of 0.5.0 have around, since and rekey."""
    path = tmp_path / "settings.toml"
    path.write_text(
        '[keys]\n"analysis.go-there" = "x"\n"load.analyse" = "y"\n"replay.analyse" = "z"\n"table.undo" = "b"\n'
        '"log.up" = "i"\n"load.page-down" = "f"\n'
        '"final.review" = "q"\n"final.analyse" = "w"\n'
        '"around.look" = "f8"\n"around.to-come" = "f9"\n"since.take" = "f11"\n"rekey.reset-all" = "f12"\n',
        encoding="utf-8",
    )
    settings = load_settings(path)
    assert settings.keys == {
        "review.go-there": "x",
        "load.review": "y",
        "replay.review": "z",
        "table.undo": "b",
        "final.review": "q",
        "list.up": "i",
        "list.page-down": "f",
        "inspection.look": "f8",
        "inspection.to-come": "f9",
        "other-turns.take": "f11",
        "key-editor.reset-all": "f12",
    }
    save_settings(settings, path)
    assert load_settings(path) == settings


@pytest.mark.parametrize(("then", "today"), [("fast", "quick"), ("step", "step")])
def test_bot_pace_of_earlier_versions_becomes_pace(tmp_path: Path, then: str, today: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(f'bot_pace = "{then}"\n', encoding="utf-8")
    settings = load_settings(path)
    assert settings.pace == today
    save_settings(settings, path)
    assert load_settings(path) == settings
    assert "bot_pace" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(("then", "today"), [("true", 3.0), ("false", "never"), ("5", 5.0), ('"never"', "never")])
def test_the_end_of_turns_of_earlier_versions_becomes_a_time(tmp_path: Path, then: str, today: object) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(f"end_turns = {then}\n", encoding="utf-8")
    settings = load_settings(path)
    assert settings.end_turns == today
    assert settings.ends_turns == (today != "never")
    save_settings(settings, path)
    assert load_settings(path).end_turns == today


@pytest.mark.parametrize(("then", "today"), [("true", "bell"), ("false", "off")])
def test_the_bell_of_earlier_versions_becomes_an_alert(tmp_path: Path, then: str, today: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(f"bell = {then}\n", encoding="utf-8")
    settings = load_settings(path)
    assert settings.turn_alert == today
    save_settings(settings, path)
    assert load_settings(path) == settings
    assert "bell =" not in path.read_text(encoding="utf-8")


def test_pace_takes_precedence_over_bot_pace(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('bot_pace = "step"\npace = "calm"\n', encoding="utf-8")
    assert load_settings(path).pace == "calm"


@pytest.mark.parametrize(
    ("motion", "environment", "moving"),
    [
        ("auto", {}, True),
        ("auto", {"SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"}, False),
        ("auto", {"SSH_TTY": "/dev/pts/1"}, False),
        ("auto", {"TEXTUAL_ANIMATIONS": "none"}, False),
        ("auto", {"TEXTUAL_ANIMATIONS": "full"}, True),
        ("on", {"SSH_TTY": "/dev/pts/1", "TEXTUAL_ANIMATIONS": "none"}, True),
        ("off", {}, False),
    ],
)
def test_motion_follows_the_setting_else_the_environment(
    motion: Motion, environment: dict[str, str], moving: bool
) -> None:
    assert Settings(motion=motion, account=Account(environment=environment)).moving is moving


def test_every_earlier_command_name_maps_to_a_command() -> None:
    ids = {command.id for command in COMMANDS}
    assert set(EARLIER.values()) <= ids
    assert ids.isdisjoint(EARLIER)
    assert {id for id in ids if id.startswith("review.")} <= set(EARLIER.values())


def test_missing_fields_have_their_defaults(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('edition = "deluxe"\n', encoding="utf-8")
    assert load_settings(path) == Settings(edition="deluxe")


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b'colour = "red"\n', '"colour"'),
        (b'edition = "gold"\n', '"edition"'),
        (b"theme = 3\n", '"theme"'),
        (b'bot_pace = "slow"\n', '"bot_pace"'),
        (b"replay_pace = 0\n", '"replay_pace"'),
        (b"think = 0\n", '"think"'),
        (b"think = 1e9\n", '"think"'),
        (b'[keys]\n"table.undo" = 3\n', '"keys'),
        (b"this_time = {}\n", '"this_time"'),
        (b"edition = \n", "TOML"),
        (b"\xff\xfe\x00", "TOML"),
        (b"# " + b"x" * 200_000, "too large"),
    ],
)
def test_an_invalid_file_is_reported_in_one_sentence_and_not_changed(tmp_path: Path, content: bytes, word: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(content)
    with pytest.raises(BadSettings) as error:
        load_settings(path)
    sentence = error.value.describe(WORDS)
    assert str(path) in sentence
    assert word in sentence
    assert sentence.count("\n") == 0
    with pytest.raises(SettingsNotSaved) as kept:
        save_settings(Settings(), path)
    assert "left unchanged" in kept.value.describe(WORDS)
    assert path.read_bytes() == content


def test_saving_keeps_comments_and_order(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(
        '# mine\nthink = 3.0 # patience\n\ntheme = "rokoko-light"\n\n[keys]\n# as in vi\n"table.redo" = "b"\n',
        encoding="utf-8",
    )
    settings = load_settings(path)
    settings.theme, settings.keys = "rokoko-dark", {"table.redo": "b", "table.undo": "z"}
    save_settings(settings, path)
    assert path.read_text(encoding="utf-8") == (
        '# mine\nthink = 3.0 # patience\n\ntheme = "rokoko-dark"\n\n'
        '[keys]\n# as in vi\n"table.redo" = "b"\n"table.undo" = "z"\n'
    )
    settings.keys, settings.turn_alert = {}, "bell"
    save_settings(settings, path)
    assert path.read_text(encoding="utf-8").startswith("# mine\nthink = 3.0 # patience\n")
    assert load_settings(path) == settings
    assert "[keys]" not in path.read_text(encoding="utf-8")


def test_every_field_is_on_the_settings_screen_with_an_explanation() -> None:
    shown = [field for fields in GROUPS.values() for field in fields]
    assert sorted([*shown, *EDITED_ELSEWHERE]) == sorted(SavedSettings.__struct_fields__)
    for field in shown:
        assert WORDS.say(f"settings.field.{field}") and WORDS.say(f"settings.about.{field}")
        for value in () if is_text(field) else values_of(field, getattr(SavedSettings(), field), LOCAL):
            assert format_value(field, value, WORDS)
            setattr(settings := Settings(), field, value)
            assert (
                msgspec.convert(getattr(settings, field), get_type_hints(SavedSettings, include_extras=True)[field])
                == value
            )


@pytest.mark.parametrize("language", ["uk", "ukrainian", "Українська"])
def test_a_language_is_shown_by_its_own_name(language: str) -> None:
    """However the command line names it."""
    assert format_value("language", language, WORDS) == "Українська"


def test_values_wrap_but_numbers_stop_at_the_end() -> None:
    assert [next_value("theme", theme, 1, LOCAL) for theme in THEMES] == [*THEMES[1:], THEMES[0]]
    assert (next_value("hints", True, 1, LOCAL), next_value("hints", False, -1, LOCAL)) == (False, True)
    assert (next_value("think", 60.0, 1, LOCAL), next_value("think", 0.05, -1, LOCAL)) == (60.0, 0.05)
    assert (next_value("think", 4.5, 1, LOCAL), next_value("think", 4.5, -1, LOCAL)) == (5.0, 3.0), (
        "the file may have other values"
    )
    assert [next_value("think_processes", number, 1, LOCAL) for number in (0, 1, 2, 3, 4)] == [1, 2, 3, 4, 4]
    assert (next_value("end_turns", 20.0, 1, LOCAL), next_value("end_turns", "never", -1, LOCAL)) == ("never", 20.0)
    assert (next_value("end_turns", 4.0, 1, LOCAL), next_value("end_turns", 0.0, -1, LOCAL)) == (5.0, 0.0)
    for steps in STEPS.values():
        numbers = [step for step in steps if not isinstance(step, str)]
        assert numbers == sorted(set(numbers))


def test_bots_search_in_a_process_for_each_processor_unless_a_number_is_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for processors, processes in ((1, 1), (2, 2), (4, 4), (64, 4)):
        monkeypatch.setattr(settings, "count_processors", lambda n=processors: n)
        assert Settings().search_processes == processes
        assert [Settings(think_processes=n).search_processes for n in (1, 2, 3, 4)] == [1, 2, 3, 4]


def test_command_line_options_are_not_saved(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    save_settings(Settings(saves="/home/ada/games", edition="deluxe"), path)
    settings = load_settings(path).with_options(saves="/tmp/elsewhere", edition="classic")
    settings = settings.with_options(components="/tmp/own")
    assert (settings.saves, settings.edition, settings.components) == ("/tmp/elsewhere", "classic", "/tmp/own")
    settings.theme = THEMES[1]
    save_settings(settings, path)
    assert load_settings(path) == Settings(saves="/home/ada/games", edition="deluxe", theme=THEMES[1])


def test_an_option_given_twice_is_not_saved(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    save_settings(Settings(components="/home/ada/set"), path)
    settings = load_settings(path).with_options(components="/tmp/a").with_options(components=None)
    assert settings.components is None
    save_settings(settings, path)
    assert load_settings(path).components == "/home/ada/set"


def test_a_change_after_an_option_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    settings = Settings().with_options(theme=THEMES[1])
    settings.theme = THEMES[2]
    save_settings(settings, path)
    assert load_settings(path).theme == THEMES[2]


def test_components_come_from_the_package_or_the_folder(tmp_path: Path) -> None:
    assert components_of(Settings()).name == newest()
    folder = tmp_path / "attic"
    folder.mkdir()
    shipped = SETS / FIRST / "boards.toml"
    (folder / "boards.toml").write_bytes(shipped.read_bytes())
    components = components_of(Settings(components=str(folder)))
    assert components.name == "attic"
    assert components_named("attic") is components
    with pytest.raises(ComponentError):
        components_of(Settings(components=str(tmp_path / "nowhere")))


@pytest.mark.parametrize("language", ["english", "ukrainian"])
def test_texts_for_fingers_name_no_key_that_a_phone_lacks(language: str) -> None:
    keys = Settings(language=language)
    fingers = Settings(language=language, account=Account(environment={"ROKOKO_TOUCH": "1"}))
    tables = ("chat.keys", "chat.keys-muted", "round_summary.keys-wait", "table.playback.end", "table.playback.next")
    for key in (*tables, "final.skip", "new.start-line"):
        assert keys.say_keys(key) == keys.words.say(key)
        assert fingers.say_keys(key) == fingers.words.say(f"{key}-touch") != keys.say_keys(key)
        assert "Ctrl" not in fingers.say_keys(key)
    assert fingers.say_keys("table.question.letters", names=["y"]) == fingers.words.say("table.question.letters-touch")
    assert fingers.say_keys("round_summary.title", round=2) == keys.say_keys("round_summary.title", round=2)
