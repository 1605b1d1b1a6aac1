"""The settings screen and the key editor: changes take effect and are saved at once."""

import re
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.widgets import Input, Static

from rokoko_core.safe_text import NAME_CELLS
from rokoko_tui.games import Start
from rokoko_tui.keys import COMMANDS
from rokoko_tui.screens.help import HelpScreen
from rokoko_tui.screens.key_editor import KeyEditorScreen
from rokoko_tui.screens.palette import Palette
from rokoko_tui.screens.question import Question
from rokoko_tui.screens.settings import WIDEST, Fields, SettingsScreen, format_figure
from rokoko_tui.screens.start import StartScreen
from rokoko_tui.screens.text_modals import HandoverScreen
from rokoko_tui.settings.settings import load_settings, settings_path
from rokoko_tui.text import get_vocabulary
from rokoko_tui.widgets.folded_items import Item
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


async def test_settings_are_changed_with_keys_and_clicks_and_saved_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_table(tmp_path, START, size=(80, 24)) as player:
        for key in ("comma", "f10"):
            await player.press(key)
            assert f"◆ {SAY('settings.title')} ◆" in player.seen()
            assert SAY("settings.about.pace") in " ".join(player.seen().split())
            await player.press("escape")
            assert isinstance(player.app.screen, StartScreen)
        await player.press("f10")
        screen = settings_of(player)
        fields = screen.query_one(Fields)
        assert player.app.focused is fields

        def shown(field: str) -> str:
            return str(fields.items[screen.fields.index(field)].right)

        await go_to(player, "theme")
        await player.press("right")
        assert player.app.theme == "rokoko-light" == load_settings().theme
        await player.press("left", "left")
        assert player.app.theme == "rokoko-safe" == load_settings().theme
        assert shown("theme").startswith("‹ ") and shown("theme").endswith(" ›")
        await go_to(player, "edition")
        await player.press("space")
        assert player.app.edition == "deluxe" == load_settings().edition
        await go_to(player, "turn_alert")
        await player.press("enter")
        assert load_settings().turn_alert == "bell"
        sent: list[str] = []
        monkeypatch.setattr(player.app, "write_codes", sent.append)
        player.app.settings.account = player.app.settings.account.at({"TERM": "foot"}, "utf-8")
        await player.press("enter")
        assert sent == [f"\x1b]777;notify;Rokoko;{SAY('table.window.alert')}\x1b\\"], "what was chosen is shown at once"
        await player.press("d")
        assert load_settings().turn_alert == "off", "d restores the default"
        screen.cursor_list.cursor = screen.fields.index("hints")
        await player.settle()
        row = screen.fields.index("hints") - fields.top
        screen.cursor_list.cursor = screen.fields.index("turn_alert")
        await player.click(fields, 8, row)
        assert (screen.field, load_settings().hints) == ("hints", True)
        await player.click(fields, fields.content_size.width - 6, row)
        assert not load_settings().hints

        # a language with one edition changes the terms and says so
        await go_to(player, "language")
        player.app.change_setting("edition", "classic")
        while player.app.settings.language != "ukrainian":
            await player.press("right")
        assert last_message(player) == player.app.vocabulary.single_edition_notice()
        player.app.change_setting("language", "english")

        # typed values
        await go_to(player, "name")
        assert "not given" in shown("name")
        line = screen.query_one(Input)
        await player.press("enter", *"Ada")
        assert line.has_focus and line.region.area and line.max_length == NAME_CELLS
        assert str(line.border_title) == SAY("settings.field.name")
        await player.press("enter")
        assert load_settings().name == "Ada" and "Ada" in shown("name")
        assert player.app.focused is fields and not line.region.area
        await player.press("enter")
        line.value = " Bo "
        for value in (" Bo ", "Cy"):
            line.post_message(Input.Submitted(line, value))
        await player.settle()
        assert load_settings().name == "Bo", "a second Enter saves nothing"
        await player.press("enter")
        line.value = "A\u202eda"
        await player.press("enter")
        assert last_message(player) == SAY("settings.bad-name")
        await player.press("escape")
        assert load_settings().name == "Bo"
        screen.cursor_list.cursor = screen.fields.index("saves")
        await player.settle()
        assert str(player.app.saves) in str(screen.query_one("#settings-about", Static).content)
        assert shown("saves").endswith(" ›") and cell_len(shown("saves")) <= WIDEST + 4
        await player.press("enter")
        assert line.max_length is None and line.value == str(tmp_path)
        line.value = "~nobodyatall"
        await player.press("enter")
        assert last_message(player) == SAY("settings.bad-folder", path="~nobodyatall")
        await player.press("escape")
        assert load_settings().saves == str(tmp_path), "it is unchanged"
        await player.press("end")
        assert str(settings_path()) in str(screen.query_one("#settings-about", Static).content)
        await player.press("enter")
        assert isinstance(player.app.screen, KeyEditorScreen)


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize("language", ["english", "ukrainian"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_every_command_of_the_key_editor_shows_its_keys(
    tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    async with at_table(tmp_path, Start(), size=size, language=language) as player:
        await player.press("s", "y")
        screen = player.app.screen
        assert isinstance(screen, KeyEditorScreen)
        lines = screen.cursor_list
        for number, item in enumerate(lines.items):
            if item.right:
                lines.cursor = number
                await player.settle()
                assert item.figures.longest in player.seen(), item.text
                assert number not in lines.folded.figures, item.text


def last_message(player: Player) -> str:
    return [note.message for note in player.app._notifications][-1]


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


async def test_another_save_folder_is_scanned_at_once(tmp_path: Path) -> None:
    async with at_table(tmp_path, START) as player:
        before = player.app.scanner
        player.app.change_setting("saves", str(tmp_path / "other"))
        assert player.app.scanner.folder == tmp_path / "other" != before.folder


@pytest.mark.slow
async def test_an_invalid_settings_file_is_reported_and_not_changed(tmp_path: Path) -> None:
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


@pytest.mark.slow
async def test_a_changed_key_works_in_help_and_table(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO) as player:
        await player.press("enter")
        await player.choose_hand()
        await player.wait_until(lambda: isinstance(player.app.screen, HandoverScreen))
        while player.app.screen is not player.table:  # the page ignores keys that come too soon
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


async def test_keys_are_assigned_swapped_and_restored(tmp_path: Path) -> None:
    async with at_table(tmp_path, START) as player:
        await player.press("f10", "y")
        screen = player.app.screen
        assert isinstance(screen, KeyEditorScreen)

        def item(id: str) -> Item:
            return screen.cursor_list.items[[c and c.id for c in screen.commands].index(id)]

        def about() -> str:
            return str(screen.query_one("#key-editor-about", Static).content)

        headings = [item for item in screen.cursor_list.items if item.style == "heading"]
        assert not any(item.indent or item.stop for item in headings), "at the left edge, and never under the cursor"
        assert [item.text for item in headings] == list(
            dict.fromkeys(SAY(f"keys.place.{command.place}") for command in COMMANDS)
        )
        assert [c for c in screen.commands if c is not None] == list(COMMANDS)
        assert SAY("settings.key-editor.title") in player.seen()
        undo = item("table.undo")
        assert (undo.text, undo.right, undo.style) == (SAY("keys.table.undo"), "u", "plain")
        await rekey(player, "table.undo")
        assert screen.listening and about() == SAY("settings.key-editor.listening")
        assert "Reset" not in player.seen(), "no other command while it waits for a key"
        await player.press("escape")
        assert not screen.listening and about() == SAY("settings.key-editor.about")
        assert load_settings().keys == {}
        await rekey(player, "table.undo", "u")
        assert load_settings().keys == {}, "it has that key"
        await rekey(player, "table.undo", "f5")
        assert load_settings().keys == {"table.undo": "f5"}
        assert (item("table.undo").right, item("table.undo").style) == ("F5", "strong")
        assert SAY("settings.key-editor.default", keys="u") in about()
        await rekey(player, "table.undo")
        await player.press("down")
        assert player.asking, "an arrow is a key like any other, and table.down has it"
        await player.press("escape", "d")
        assert load_settings().keys == {} and item("table.undo").style == "plain"

        # a key that another command has
        await rekey(player, "table.undo", "r")
        assert isinstance(player.app.screen, Question)
        assert SAY("keys.table.redo") in player.seen()
        await player.press("n")
        assert load_settings().keys == {}
        await rekey(player, "table.undo", "r")
        await player.press("s")
        assert load_settings().keys == {"table.undo": "r", "table.redo": "u"}
        await player.press("d")
        assert SAY("settings.key-editor.reset-too") in player.seen(), "u does something else now"
        assert SAY("keys.table.redo") in player.seen()
        await player.press("n")
        assert load_settings().keys == {"table.undo": "r", "table.redo": "u"}
        await player.press("d", "r")
        assert load_settings().keys == {}

        await rekey(player, "table.undo", "k")
        await player.press("s")
        assert load_settings().keys == {"table.undo": "k", "table.up": "up,u"}
        await rekey(player, "table.up", "u")
        assert not player.asking, "it has that key"
        await player.press("D", "escape")
        assert load_settings().keys == {"table.undo": "k", "table.up": "up,u"}, "not without a question"
        await player.press("D")
        assert SAY("settings.key-editor.reset-all", n=2) in player.seen()
        await player.press("r")
        assert load_settings().keys == {} and item("table.undo").style == item("table.up").style == "plain"
        assert last_message(player) == SAY("settings.key-editor.all-reset")
        screen.cursor_list.cursor = 1
        await player.press("right")
        assert screen.command is not None and screen.command.place == "inspection"
        await player.press("left")
        assert screen.command == COMMANDS[0]
        await player.press("escape", "escape")
        assert isinstance(player.app.screen, StartScreen)


@pytest.mark.slow
async def test_a_changed_key_of_an_app_command_works_on_every_screen(tmp_path: Path) -> None:
    async with at_table(tmp_path, START) as player:
        await player.press("f10", "y")
        await rekey(player, "app.next-theme", "f9")
        await player.press("escape", "escape", "f9")
        assert player.app.theme == "rokoko-light"
        await player.press("f3", "T")
        assert player.app.theme == "rokoko-light", "the former keys are free"


def test_every_place_has_a_name() -> None:
    for place in {command.place for command in COMMANDS}:
        assert SAY(f"keys.place.{place}")


async def test_the_notice_of_a_changed_setting_has_the_name_of_the_settings_screen(tmp_path: Path) -> None:
    async with at_table(tmp_path, START) as player:
        for key, notice in (
            ("f2", "Terms: Deluxe · E next"),
            ("f2", "Terms: classic · E next"),
            ("f3", "Theme: light · T next"),
        ):
            await player.press(key)
            assert [shown.message for shown in player.app._notifications] == [notice]


@pytest.mark.parametrize("is_typed", [True, False])
@pytest.mark.parametrize("value", ["Ada", "王小明", "/家/王小明/さくらのゲーム", "a" * 30])
def test_the_signs_of_keys_are_below_each_other_beside_wide_letters(value: str, is_typed: bool) -> None:
    assert cell_len(format_figure(value, is_typed)) == WIDEST + 4
