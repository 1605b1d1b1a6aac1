"""A language with the terms of one edition only: every way to change the edition says so."""

import shutil
from pathlib import Path

import pytest

from rokoko_tui.games import Start
from rokoko_tui.screens.new_game import NewGameScreen
from rokoko_tui.screens.settings import SettingsScreen
from rokoko_tui.text import get_vocabulary, get_words
from rokoko_tui.text.language_check import faults
from rokoko_tui.text.languages import ENGLISH, HERE, find_language
from tests.tui.at_table import Player, at_table
from tests.tui.cli.shell import Run

SAID = "This language has the terms of one edition only: Deluxe."


@pytest.fixture
def deluxe_only(tmp_path: Path) -> str:
    """English without the classic terms."""
    folder = tmp_path / "deluxe-only"
    shutil.copytree(HERE / ENGLISH, folder)
    (folder / "editions" / "classic.toml").unlink()
    path = folder / "language.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('editions = ["classic", "deluxe"]', 'editions = ["deluxe"]'), encoding="utf-8")
    return str(folder)


def test_the_language_is_complete_and_has_one_edition(deluxe_only: str) -> None:
    assert faults(find_language(deluxe_only)) == []
    for edition in ("classic", "deluxe"):
        assert get_words(edition, deluxe_only).term("dress") == "garment"
        assert get_vocabulary(edition, deluxe_only).edition == "deluxe"
        assert get_vocabulary(edition, deluxe_only).single_edition_notice() == SAID
    assert get_vocabulary("classic").single_edition_notice() == ""


def test_the_command_line_reports_a_missing_edition(run: Run, save: Path, deluxe_only: str) -> None:
    told = run("log", save, "--language", deluxe_only, "--edition", "classic")
    assert (told.code, told.err) == (0, f"rokoko-tui: {SAID}\n")
    assert run("show", save, "--language", deluxe_only).out == run("show", save, "--edition", "deluxe").out != ""
    assert run("log", save, "--language", deluxe_only, "--edition", "deluxe").err == ""
    assert run("log", save, "--language", deluxe_only).err == ""
    assert run("log", save, "--edition", "classic").err == ""


def test_plain_mode_reports_a_missing_edition(
    run: Run, save: Path, deluxe_only: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    nothing = tmp_path / "nothing"
    nothing.write_text("", encoding="utf-8")
    with nothing.open(encoding="utf-8") as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        told = run("plain", save, "--language", deluxe_only, "--edition", "classic")
    assert told.code == 0
    assert told.err == f"rokoko-tui: {SAID}\n"


def saved_edition(player: Player) -> str:
    return player.app.settings.edition


async def test_key_and_settings_report_a_missing_edition_and_change_nothing(tmp_path: Path, deluxe_only: str) -> None:
    async with at_table(tmp_path, Start(), size=(80, 24), language=deluxe_only) as player:
        await player.press("f2")
        assert [notice.message for notice in player.app._notifications] == [SAID]
        assert saved_edition(player) == "classic"
        player.app.action_settings("edition")
        await player.settle()
        assert isinstance(player.app.screen, SettingsScreen)
        assert SAID in player.seen()
        await player.press("up")
        assert SAID in player.seen(), "the language is what decides it"
        await player.press("down")
        player.app.clear_notifications()
        for key in ("right", "enter", "d"):
            await player.press(key)
            assert [notice.message for notice in player.app._notifications] == [SAID], key
            player.app.clear_notifications()
        assert saved_edition(player) == "classic"
        assert "Deluxe" in player.seen().split("Terms")[1].splitlines()[0]


@pytest.mark.slow
async def test_the_new_game_form_has_no_edition_to_choose(tmp_path: Path, deluxe_only: str) -> None:
    async with at_table(tmp_path, Start(), size=(120, 40), language=deluxe_only) as player:
        await player.press("n")
        screen = player.app.screen
        assert isinstance(screen, NewGameScreen)
        assert screen.option("edition").value == "deluxe"
        assert player.app.words.say("new.field.seen") in player.seen()
        assert player.app.words.say("new.field.edition") not in player.seen()


async def test_a_language_with_both_uses_the_edition_of_the_settings(tmp_path: Path, deluxe_only: str) -> None:
    async with at_table(tmp_path, Start(), size=(80, 24), language=deluxe_only) as player:
        assert player.app.vocabulary.edition == "deluxe"
        player.app.change_setting("language", ENGLISH)
        assert player.app.vocabulary.edition == "classic"
