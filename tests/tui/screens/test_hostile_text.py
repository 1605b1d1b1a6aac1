"""Hostile text in every field, file name, component set, setting and variable is shown or refused harmlessly."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from io import StringIO
from pathlib import Path

import pytest
from textual import events
from textual.visual import visualize
from textual.widgets import Input
from textual.widgets._toast import Toast

from rokoko_core.components import catalogue
from rokoko_core.journal import read
from rokoko_core.safe_text import NAME_CELLS
from rokoko_core.state import Seat, Setup
from rokoko_tui.app import RokokoApp
from rokoko_tui.cli import parser
from rokoko_tui.games import Start
from rokoko_tui.saves.crash_report import write_report
from rokoko_tui.saves.folder import list_folder
from rokoko_tui.screens.load import LoadScreen
from rokoko_tui.screens.new_game import NewGameScreen
from rokoko_tui.text import message_catalog, message_rendering
from rokoko_tui.text.messages import Parts
from rokoko_tui.widgets.drawing_view import Pane
from tests import ROOT
from tests.hostile import CONTROL, HARMFUL, LONG, MARKUP, OTHER, SEQUENCE, has_bytes, odd_signs
from tests.journeys.terminal import Terminal
from tests.tui.at_table import Player, at_table
from tests.tui.cli.shell import Run, refused
from tests.tui.saves.hostile_saves import FILE_NAMES, NAMES, begun, finished, hostile_folder, tables

pytestmark = pytest.mark.slow

# ---- commands


@pytest.fixture(autouse=True)
def no_unexpected_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail on any unexpected error of a command."""
    monkeypatch.setattr(parser, "_report_error", lambda error, *rest: pytest.fail(repr(error)))


def assert_harmless(text: str) -> None:
    assert not odd_signs(text), text


@pytest.mark.quick(2)
@pytest.mark.parametrize(
    "command",
    [
        "show",
        "show --all",
        "show --json",
        "log --all",
        "log --json",
        "log --events --json --all",
        "verify",
        "analyse",
        "plain",
    ],
)
def test_commands_print_only_plain_text(
    run: Run, tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hostile_folder(tmp_path / "saves")
    whole = tmp_path / os.fsdecode(FILE_NAMES[1])
    finished(whole, tables()[-1])
    for path in [*sorted((tmp_path / "saves").iterdir()), whole]:
        if path.suffix != ".rokoko":
            continue
        monkeypatch.setattr("sys.stdin", StringIO("?\nt\ns\nw\n\x1b[2J\n1\n"))
        told = run(*command.split(), path)
        assert told.code in (0, 1)
        assert_harmless(told.out + told.err)


def test_json_keeps_the_text_of_the_save(run: Run, tmp_path: Path) -> None:
    for n, seats in enumerate(tables()):
        path = begun(tmp_path / f"{n}.rokoko", seats)
        told = run("show", path, "--json", "--all")
        assert [seat["name"] for seat in json.loads(told.out)["setup"]["players"]] == [seat.name for seat in seats]


def test_a_hostile_save_replays_unchanged(tmp_path: Path) -> None:
    """Reading does not change the file, and the digests agree."""
    path = finished(tmp_path / "a.rokoko", [Seat(name) for name in NAMES[5:10]])
    before = path.read_bytes()
    reading = read(path)
    assert reading.damage is None
    assert [seat.name for seat in reading.game.setup.players] == list(NAMES[5:10])
    assert path.read_bytes() == before


@pytest.mark.parametrize("option", ["--players", "--bots"])
def test_hostile_names_are_refused_on_the_command_line(run: Run, option: str) -> None:
    for name in (*HARMFUL, *OTHER, LONG):
        for command in ("new", "plain"):
            told = run(command, option, f"{name.replace(',', '')},Bo")
            refused(told, 2)
            assert_harmless(told.err.removesuffix("\n"))


def test_a_name_with_markup_is_accepted(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("\nt\n"))
    assert "[/]" in run("plain", "--players", "[/],[b]").out


@pytest.mark.parametrize("text", NAMES)
def test_options_and_arguments_are_quoted_safely(run: Run, tmp_path: Path, text: str) -> None:
    path = begun(tmp_path / "a.rokoko", [Seat("Ada"), Seat("Bo")])
    for argv in (
        ("show", path, "--seat", text),
        ("show", text.replace("\0", "") or "x"),
        ("show", path, "--at", text),
        ("new", "--players", "Ada,Bo", "--first", text),
        ("new", "--players", "Ada,Bo", "--expansions", text),
        ("new", "--players", "Ada,Bo", "--bots", f"Bo:{text}"),
        ("components", text.replace("\0", "")),
        ("arena", "--seats", text),
        (text,),
        (f"--{text}",),
        ("--language", text),
        ("doctor", "--saves", text.replace("\0", "")),
        ("--components", text.replace("\0", ""), "doctor"),
    ):
        told = run(*argv)
        assert told.code in (0, 1, 2)
        assert_harmless(told.out + told.err)


@pytest.mark.slow
def test_hostile_settings_are_reported_safely(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = Path(os.environ["XDG_CONFIG_HOME"]) / "rokoko" / "settings.toml"
    file.parent.mkdir(parents=True)
    for text in NAMES:
        written = '"' + "".join(f"\\U{ord(sign):08x}" for sign in text) + '"'
        for field in ("theme", "language", "edition", "saves", "components", "odd", written, "[keys]\n" + written):
            file.write_text(f"{field} = {written}\n", encoding="utf-8")
            told = run("doctor")
            assert told.code in (0, 1)
            assert_harmless(told.out + told.err)


@pytest.mark.parametrize("value", [*CONTROL[:3], "[/]", "²", "-1", "99999999999", "١٢", "\udcff\udcfe"])
def test_hostile_variables_are_reported_safely(run: Run, monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    if not has_bytes(value):
        pytest.skip("no variable has such a value here")
    for name in ("TERM", "LANG", "LC_ALL", "COLUMNS", "LINES", "NO_COLOR", "COLORTERM", "ROKOKO_SAVES"):
        with monkeypatch.context() as one:
            one.setenv(name, value)
            told = run("doctor")
            assert told.code in (0, 1)
            assert_harmless(told.out + told.err)
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME"):
        with monkeypatch.context() as one:
            one.delenv("ROKOKO_SAVES")
            one.setenv(name, f"/nowhere/{value}")
            told = run("doctor")
            assert told.code in (0, 1)
            assert_harmless(told.out + told.err)


def hostile_set(folder: Path, entry: str = "") -> Path:
    """Create a component set whose first dress is called ``entry``, if given."""
    shutil.copytree(catalogue.SETS / catalogue.FIRST, folder)
    if entry:
        dresses = folder / "dresses.toml"
        first, found, rest = dresses.read_text("utf-8").partition('id = "')
        assert found
        written = "".join(f"\\U{ord(sign):08x}" for sign in entry)
        dresses.write_text(f'{first}{found}{written}"{rest.partition(chr(34))[2]}', "utf-8")
    return folder


@pytest.mark.parametrize("name", FILE_NAMES)
def test_a_component_set_in_a_hostile_folder_is_reported_safely(run: Run, tmp_path: Path, name: bytes) -> None:
    folder = hostile_set(tmp_path / os.fsdecode(name))
    for argv in (("components", folder), ("--components", folder, "components", "--list"), ("components", "--list")):
        told = run(*argv)
        assert told.code in (0, 1, 2)
        assert_harmless(told.out + told.err)


@pytest.mark.parametrize("entry", NAMES)
def test_a_component_set_with_hostile_entries_is_refused(run: Run, tmp_path: Path, entry: str) -> None:
    folder = hostile_set(tmp_path / "set", entry)
    for argv in (("components", folder), ("--components", folder, "doctor")):
        told = run(*argv)
        assert told.code in (1, 2)
        assert_harmless(told.out + told.err)


def test_a_report_of_an_unexpected_error_is_plain_text(tmp_path: Path) -> None:
    for text in (*NAMES, "\udcff\udcfe"):
        report = write_report(tmp_path, ValueError(text), tmp_path / text)
        assert_harmless(report.read_text("utf-8"))


# ---- the full screen


class Walk:
    """A pilot that checks every screen."""

    def __init__(self, player: Player, folder: Path) -> None:
        self.player, self.app, self.folder = player, player.app, folder
        self.app._disable_notifications = False

    async def look(self, keys: str) -> str:
        """Press ``keys``, and see nothing but signs that are seen."""
        for key in keys.split():
            await self.player.press(key)
            if not self.app.is_running or self.app._exception:
                raise AssertionError(f"{key} ended the program: {self.app._exception!r}")
            screen = self.player.seen()
            assert_harmless(screen)
        tips = [(widget, widget.tooltip) for widget in self.app.screen.query("*") if widget.tooltip is not None]
        for widget, tip in tips:
            assert_harmless(str(visualize(widget, tip)))
        return self.player.seen()

    def untouched(self) -> None:
        """No action ran: nothing was written beside the saves, and the program still runs."""
        assert not [*self.folder.rglob("*.svg")]
        assert not [*Path.cwd().glob("*.svg")]


def is_scanned(app: RokokoApp) -> bool:
    """Whether all listed saves were read."""
    return isinstance(app.screen, LoadScreen) and all(info.findings for info in app.screen.saves.values())


@pytest.fixture
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    return here


@pytest.mark.slow
async def test_the_load_screen_works_with_hostile_saves(empty_folder: Path) -> None:
    saves = empty_folder / "saves"
    hostile_folder(saves)
    async with at_table(saves, Start()) as player:
        walk = Walk(player, empty_folder)
        await walk.look("l")
        await player.wait_until(lambda: is_scanned(player.app))
        for number in range(len(list_folder(saves))):
            if number % 6 == 0:
                await walk.look("n escape slash x escape enter escape")
                if not isinstance(player.app.screen, LoadScreen):
                    player.app.show_start()
                    await walk.look("l")
                    await walk.look(" ".join(["down"] * number))
            await walk.look("down")
        await walk.look("d u")
        walk.untouched()


ONE_OF_EACH = (NAMES[1], NAMES[6], NAMES[13], NAMES[20], NAMES[-1])
"""Markup, a clipboard sequence, a direction override, many combining marks, and a very long name."""


@pytest.mark.slow
async def test_every_screen_shows_hostile_names_as_text(empty_folder: Path) -> None:
    saves = empty_folder / "saves"
    saves.mkdir()
    path = finished(saves / os.fsdecode(FILE_NAMES[0]), map(Seat, ONE_OF_EACH))
    async with at_table(saves, Start("replay", path=path, at=30)) as player:
        walk = Walk(player, empty_folder)
        table = player.seen()
        for told in ("[@click=app.s", "␛]52;c;aGk=␇", "Ada�oB�", "xxxxxxxxxx"):
            assert told in table, told
        assert set(re.findall(r"(.)\]52;c", table)) == {"␛"}
        await walk.look("s question_mark escape g escape right e j escape")
        player.app.show_final(read(path).game)
        await player.settle()
        await walk.look("down")
        player.app.push_screen(NewGameScreen())
        await player.settle()
        await walk.look("down tab")
        walk.untouched()


@pytest.mark.slow
async def test_every_screen_of_an_open_game_shows_hostile_names_as_text(empty_folder: Path) -> None:
    setup = Setup(tuple(map(Seat, ONE_OF_EACH[:3])), 7, first_player=0)
    async with at_table(empty_folder / "saves", setup, turn_summary=True) as player:
        walk = Walk(player, empty_folder)
        await walk.look("enter 1 2 3 enter enter 1 2 3 enter question_mark escape enter enter")
        for pane in player.table.query(Pane):
            pane.post_message(events.MouseMove(pane, 3, 1, 0, 0, 0, False, False, False, *pane.region.offset))
        await player.settle()
        await walk.look("w escape f escape")
        walk.untouched()


async def test_a_hostile_component_set_name_is_shown_as_text(empty_folder: Path) -> None:
    folder = hostile_set(empty_folder / os.fsdecode(FILE_NAMES[1]))
    table = folder / "boards.toml"
    table.write_text(table.read_text("utf-8") + "\n# ours\n", "utf-8")
    async with at_table(empty_folder / "saves", Start(), components=str(folder)) as player:
        walk = Walk(player, empty_folder)
        assert "␛]52;c" in "".join([await walk.look("a"), await walk.look("pagedown"), await walk.look("pagedown")])
        await walk.look("escape n tab escape")
        walk.untouched()


@pytest.mark.slow
async def test_messages_of_a_language_are_not_parsed_as_markup(
    empty_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each message gets a closing tag, which would raise an error if parsed."""
    render = message_rendering.render

    def with_a_tag(parts: Parts, known: Mapping[str, object], words: message_rendering.Formats) -> str:
        return render(parts, known, words) + "[/]"

    for module in (message_rendering, message_catalog):
        monkeypatch.setattr(module, "render", with_a_tag)
    async with at_table(empty_folder / "saves", Start()) as player:
        walk = Walk(player, empty_folder)
        await walk.look("question_mark escape ctrl+p escape a escape l o escape escape n up tab")
        player.app.games.begin(Setup((Seat("Ada"), Seat("Bo")), 7, first_player=0))
        await player.settle()
        await walk.look("enter 1 2 3 enter enter 1 2 3 enter question_mark escape w escape f escape g escape")
        path = finished(empty_folder / "saves" / "x.rokoko", [Seat("Ada"), Seat("Bo")])
        player.app.games.open_saved(path, "review")
        await player.settle()
        await walk.look("down enter g x enter escape s")
        player.app.show_final(read(path).game)
        await player.settle()
        await walk.look("down escape")
        walk.untouched()


async def test_notices_are_not_parsed_as_markup(empty_folder: Path) -> None:
    async with at_table(empty_folder / "saves", Start()) as player:
        player.app._disable_notifications = False
        for name in MARKUP:
            player.app.notify(name)
            player.app.screen.notify(name, markup=True)
            await player.settle()
            [notice] = player.app._notifications
            assert Toast(notice).render().plain == notice.message == name


async def test_typed_and_pasted_text_loses_invisible_characters(empty_folder: Path) -> None:
    async with at_table(empty_folder / "saves", Start()) as player:
        await player.press("n")
        field = player.app.screen.query_one("#name-0", Input)
        field.focus()
        for text in HARMFUL:
            field.value = ""
            player.app.post_message(events.Paste(text + "y" * 30))
            await player.settle()
            assert not odd_signs(field.value)
            assert len(field.value) <= NAME_CELLS
        field.value = "Ada"
        field.cursor_position = 3
        for sign in "\u3164\ufe0f\u202e\x9b\u200d":
            player.app.post_message(events.Key("x", sign))
        player.app.post_message(events.Key("x", "\u0301"))
        await player.settle()
        assert field.value == "Ada\u0301"


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", [NAMES[6], NAMES[-4], "\N{CROCODILE}", LONG])
async def test_the_form_refuses_a_hostile_name(empty_folder: Path, name: str) -> None:
    async with at_table(empty_folder / "saves", Start()) as player:
        await player.press("n")
        player.app.screen.query_one("#name-1", Input).value = name
        await player.settle()
        assert "Seat 2: " in player.seen() or "seat 2" in player.seen().lower()
        player.app.screen.query_one("#start").focus()
        await player.press("enter")
        assert isinstance(player.app.screen, NewGameScreen)
        assert list_folder(empty_folder / "saves") == []


# ---- byte by byte


@pytest.mark.slow
def test_a_real_terminal_gets_only_known_control_sequences(tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    hostile_folder(saves)
    finished(saves / os.fsdecode(b"\xff\x9b]last.rokoko"), tables()[1])
    with Terminal(tmp_path / "home", "--saves", saves) as terminal:
        terminal.wait("New game")
        terminal.press("l")
        terminal.wait("field-3␛[2J")
        for key in ("down", "down", "r", "right", "ctrl+q"):
            terminal.press(key)
        assert terminal.wait_for_exit() == 0
    rest = SEQUENCE.sub(b"", terminal.written).decode()
    assert odd_signs(rest) <= {"\r"}, [rest[max(0, at - 20) : at + 20] for at in odd_characters(rest)]


def odd_characters(text: str) -> list[int]:
    """Return the positions of odd characters."""
    return [at for at, sign in enumerate(text) if odd_signs(sign) - {"\r"}]


@pytest.mark.parametrize("command", ["show", "log --json", "verify", "plain"])
def test_names_that_are_not_utf8_are_printed_in_the_c_locale(tmp_path: Path, command: str) -> None:
    path = begun(tmp_path / os.fsdecode(b"\xff\xfe.rokoko"), [Seat(NAMES[6]), Seat("Zo\u00eb \u7d20")])
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    told = subprocess.run(
        [sys.executable, "-m", "rokoko_tui", *command.split(), path],
        env={**os.environ, **plain, "PYTHONPATH": str(ROOT)},
        input=b"\nt\n",
        capture_output=True,
        check=False,
    )
    assert told.returncode == 0
    assert not set(told.stdout + told.stderr) - {*b"\n", *range(0x20, 0x7F)}
