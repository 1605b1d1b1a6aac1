"""The settings screen and the key editor: changes take effect and are saved at once."""

import re
from pathlib import Path

import pytest
from textual.widgets import Input

from rokoko_tui.keys import COMMANDS
from rokoko_tui.screens.help import HelpScreen
from rokoko_tui.screens.key_editor import KeyEditorScreen
from rokoko_tui.screens.palette import Palette
from rokoko_tui.screens.question import Question
from rokoko_tui.screens.settings import Fields, SettingsScreen
from rokoko_tui.screens.start import StartScreen
from rokoko_tui.settings.launch import Start
from rokoko_tui.settings.settings import load_settings
from rokoko_tui.text import get_vocabulary
from tests.tui.at_table import TWO, Player, at_table

START = Start()
SAY = get_vocabulary("classic").say


def settings_of(player: Player) -> SettingsScreen:
    screen = player.app.screen
    assert isinstance(screen, SettingsScreen)
    return screen


async def go_to(player: Player, field: str) -> None:
    """Move the cursor to a setting."""
    screen = settings_of(player)
    await player.press("home")
    while screen.field != field:
        before = screen.field
        await player.press("down")
        assert screen.field != before, f"{field} is not there"


@pytest.mark.parametrize("key", ["f10", "comma"])
async def test_settings_open_from_the_start_screen_and_esc_returns(tmp_path: Path, key: str) -> None:
    async with at_table(tmp_path, START, size=(80, 24)) as player:
        await player.press(key)
        assert SAY("settings.title") in player.seen()
        assert SAY("settings.about.pace") in " ".join(player.seen().split())
        await player.press("escape")
        assert isinstance(player.app.screen, StartScreen)


@pytest.mark.slow
async def test_settings_open_over_any_modal_but_only_once(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO) as player:
        await player.press("enter")
        for opened, kind in ((("question_mark",), HelpScreen), (("ctrl+p",), Palette), (("escape",), Question)):
            await player.press(*opened)
            assert isinstance(player.app.screen, kind)
            await player.press("f10", "f10", "comma")
            assert sum(isinstance(screen, SettingsScreen) for screen in player.app.screen_stack) == 1
            await player.press("escape")
            assert isinstance(player.app.screen, kind)
            await player.press("escape")


@pytest.mark.slow
async def test_a_comma_is_text_in_an_input_field(tmp_path: Path) -> None:
    async with at_table(tmp_path, START) as player:
        await player.press("ctrl+p", "comma", "E")
        assert isinstance(player.app.screen, Palette)
        assert player.app.edition == "classic"


async def test_a_change_takes_effect_and_is_saved_at_once(tmp_path: Path) -> None:
    async with at_table(tmp_path, START) as player:
        await player.press("f10")
        await go_to(player, "theme")
        await player.press("right")
        assert player.app.theme == "rokoko-light" == load_settings().theme
        await player.press("left", "left")
        assert player.app.theme == "rokoko-safe" == load_settings().theme
        await go_to(player, "edition")
        await player.press("space")
        assert player.app.edition == "deluxe" == load_settings().edition
        await go_to(player, "bell")
        await player.press("enter")
        assert load_settings().bell
        await player.press("d")
        assert not load_settings().bell, "d restores the default"


async def test_a_click_on_a_value_changes_it_and_on_a_name_moves_the_cursor(tmp_path: Path) -> None:
    async with at_table(tmp_path, START, size=(80, 24)) as player:
        await player.press("f10")
        fields = player.app.screen.query_one(Fields)
        row = settings_of(player).fields.index("hints") - fields.top
        await player.click(fields, 8, row)
        assert (settings_of(player).field, load_settings().hints) == ("hints", True)
        await player.click(fields, fields.content_size.width - 6, row)
        assert not load_settings().hints


@pytest.mark.slow
async def test_a_typed_value_is_saved_or_refused_with_a_message(tmp_path: Path) -> None:
    async with at_table(tmp_path, START) as player:
        await player.press("f10")
        await go_to(player, "name")
        await player.press("enter", *"Ada", "enter")
        assert load_settings().name == "Ada"
        await go_to(player, "saves")
        await player.press("enter")
        player.app.screen.query_one(Input).value = "~nobodyatall"
        await player.press("enter")
        messages = [note.message for note in player.app._notifications]
        assert messages == [SAY("settings.bad-folder", path="~nobodyatall")]
        await player.press("escape")
        assert load_settings().saves == str(tmp_path), "it is unchanged"


@pytest.mark.slow
async def test_a_typed_value_belongs_to_the_field_where_typing_began(tmp_path: Path) -> None:
    async with at_table(tmp_path, START) as player:
        await player.press("f10")
        await go_to(player, "name")
        await player.press("enter", "A", "d", "a")
        screen = settings_of(player)
        screen.cursor_list.cursor = screen.fields.index("edition")
        await player.press("enter")
        assert (load_settings().name.endswith("Ada"), player.app.edition) == (True, "classic")


async def test_a_second_enter_after_typing_saves_nothing(tmp_path: Path) -> None:
    async with at_table(tmp_path, START) as player:
        await player.press("f10")
        await go_to(player, "name")
        await player.press("enter", *"Bo")
        screen = settings_of(player)
        line = screen.query_one(Input)
        for value in ("Bo", "Cy"):
            line.post_message(Input.Submitted(line, value))
        await player.pilot.pause()
        assert load_settings().name == "Bo"


async def test_another_save_folder_is_scanned_at_once(tmp_path: Path) -> None:
    async with at_table(tmp_path, START) as player:
        before = player.app.survey
        player.app.change_setting("saves", str(tmp_path / "other"))
        assert player.app.survey.folder == tmp_path / "other" != before.folder


async def test_an_invalid_settings_file_is_reported_and_not_changed(tmp_path: Path) -> None:
    from rokoko_tui.settings.settings import settings_path

    settings_path().parent.mkdir(parents=True)
    settings_path().write_text("theme = [", encoding="utf-8")
    async with at_table(tmp_path, START) as player:
        await player.press("f10", "right")
        assert [note.severity for note in player.app._notifications] == ["warning"]
    assert settings_path().read_text(encoding="utf-8") == "theme = ["


# ---- keys


async def rekey(player: Player, id: str, *pressed: str) -> None:
    """Choose a command in the key editor and press keys."""
    screen = player.app.screen
    assert isinstance(screen, KeyEditorScreen)
    line = next(n for n, command in enumerate(screen.commands) if command is not None and command.id == id)
    screen.cursor_list.cursor = line
    await player.settle()
    await player.press("enter", *pressed)


async def test_a_changed_key_works_in_help_and_table(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO) as player:
        await player.press("enter")
        await player.choose_hand()
        await player.press("enter")
        done = player.game.cursor
        await player.press("f10", "y")
        await rekey(player, "table.undo", "z")
        assert load_settings().keys == {"table.undo": "z"}
        await player.press("escape", "escape")
        await player.press("question_mark", "4")
        assert re.search(rf"z +{SAY('keys.table.undo')}", player.seen())
        await player.press("escape", "u")
        assert player.game.cursor == done, "u is free now"
        await player.press("z")
        assert player.asking or player.game.cursor < done


@pytest.mark.slow
async def test_a_taken_key_can_be_swapped(tmp_path: Path) -> None:
    async with at_table(tmp_path, START) as player:
        await player.press("f10", "y")
        await rekey(player, "table.undo", "r")
        assert isinstance(player.app.screen, Question)
        assert SAY("keys.table.redo") in player.seen()
        await player.press("n")
        assert load_settings().keys == {}
        await rekey(player, "table.undo", "r")
        await player.press("s")
        assert load_settings().keys == {"table.undo": "r", "table.redo": "u"}
        await player.press("d")
        assert load_settings().keys == {"table.undo": "r", "table.redo": "u"}, "u does something else now"
        await player.press("D")
        assert load_settings().keys == {}


async def test_function_keys_can_be_assigned_and_esc_cancels(tmp_path: Path) -> None:
    async with at_table(tmp_path, START) as player:
        await player.press("f10", "y")
        await rekey(player, "table.undo", "escape")
        assert isinstance(player.app.screen, KeyEditorScreen) and not player.app.screen.listening
        assert load_settings().keys == {}
        await rekey(player, "table.undo", "f5")
        assert load_settings().keys == {"table.undo": "f5"}
        await player.press("d")
        assert load_settings().keys == {}


@pytest.mark.slow
async def test_a_changed_key_of_an_app_command_works_on_every_screen(tmp_path: Path) -> None:
    async with at_table(tmp_path, START) as player:
        await player.press("f10", "y")
        await rekey(player, "app.next-theme", "f8")
        await player.press("escape", "escape", "f8")
        assert player.app.theme == "rokoko-light"
        await player.press("f3", "T")
        assert player.app.theme == "rokoko-light", "the former keys are free"


def test_every_place_has_a_name() -> None:
    for place in {command.place for command in COMMANDS}:
        assert SAY(f"keys.place.{place}")
