"""The terms of a game: stored beside its save, and in use while it is shown."""

import json
from codecs import BOM_UTF8
from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.widgets import Button

from rokoko_core.journal import create, open_journal, read
from rokoko_tui.cli import parser as cli
from rokoko_tui.games import Start
from rokoko_tui.saves import folder
from rokoko_tui.saves.folder import TERMS, discard, read_terms, rename, restore_latest, write_terms
from rokoko_tui.screens.new_game import NewGameScreen
from rokoko_tui.screens.start import StartScreen
from rokoko_tui.settings.settings import load_settings
from tests.tui.at_table import ALONE, TWO, at_table


def new_save(folder: Path, name: str = "game", seed: int = 7) -> Path:
    path = folder / f"{name}.rokoko"
    create(path, replace(TWO, seed=seed)).close()
    return path


# ---- the file


def test_a_game_keeps_its_terms_wherever_its_save_goes_in_the_folder(tmp_path: Path) -> None:
    path, other = new_save(tmp_path), new_save(tmp_path, "other", seed=8)
    before = path.read_bytes()
    write_terms(path, "deluxe")
    assert path.read_bytes() == before, "a save has no terms"
    assert (read_terms(path), read_terms(other)) == ("deluxe", None)
    write_terms(other, "classic")
    path = rename(path, "renamed")
    assert (read_terms(path), read_terms(other)) == ("deluxe", "classic")
    discard(path)
    assert read_terms(restore_latest(tmp_path) or path) == "deluxe"
    with open_journal(path) as journal:
        path.write_bytes(b"replaced by another program")
        journal.game.hint()
        assert journal.path != path and read_terms(journal.path) == "deluxe", "play continues in a copy"


def test_only_the_beginning_of_a_save_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, sizes = new_save(tmp_path), list[int]()
    write_terms(path, "deluxe")
    with path.open("ab") as file:
        file.write(b"x" * 1_000_000)

    def open_counted(save: Path, most: int) -> BytesIO:
        class Counted(BytesIO):
            def read(self, size: int | None = -1) -> bytes:
                content = super().read(size)
                sizes.append(len(content))
                return content

        return Counted(save.read_bytes())

    monkeypatch.setattr(folder, "open_regular", open_counted)
    assert read_terms(path) == "deluxe"
    assert 0 < sum(sizes) < 100_000


def test_a_save_with_a_byte_order_mark_keeps_its_terms(tmp_path: Path) -> None:
    path = new_save(tmp_path)
    write_terms(path, "deluxe")
    path.write_bytes(BOM_UTF8 + path.read_bytes())
    assert read_terms(path) == "deluxe"


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"a":"gold"}', b'{"a":' * 10_000, b"\xff"])
def test_an_unreadable_file_of_terms_counts_as_none_and_is_replaced(tmp_path: Path, content: bytes) -> None:
    path = new_save(tmp_path)
    (tmp_path / TERMS).write_bytes(content)
    assert read_terms(path) is None
    write_terms(path, "deluxe")
    assert read_terms(path) == "deluxe"


def test_saves_without_a_checksum_and_files_that_are_no_saves_have_no_terms(tmp_path: Path) -> None:
    for name, content in (("old", b'{"format":"rokoko-save","version":1}\n'), ("odd", b"\0"), ("empty", b"")):
        path = tmp_path / f"{name}.rokoko"
        path.write_bytes(content)
        write_terms(path, "deluxe")
        assert read_terms(path) is None
    write_terms(tmp_path / "missing.rokoko", "deluxe")
    assert not (tmp_path / TERMS).exists()


def test_terms_that_cannot_be_written_are_left_out(tmp_path: Path) -> None:
    path = new_save(tmp_path)
    (tmp_path / TERMS).mkdir()
    write_terms(path, "deluxe")
    assert read_terms(path) is None


def test_commands_about_a_save_use_its_terms_and_options_take_precedence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def show(*options: str) -> str:
        assert cli.main(["show", str(path), *options]) == 0
        return capsys.readouterr().out

    path = new_save(tmp_path)
    classic, deluxe = show("--edition", "classic"), show("--edition", "deluxe")
    assert show() == classic != deluxe, "without stored terms, those of the settings"
    write_terms(path, "deluxe")
    assert show() == deluxe
    assert show("--edition", "classic") == classic


# ---- on the screen


async def test_the_form_of_a_new_game_changes_no_settings_before_the_game_starts(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start(), size=(80, 24), name="Ada") as player:
        await player.press("n", "2")
        form = player.app.screen
        assert isinstance(form, NewGameScreen) and form.words.edition == "deluxe"
        await player.press("escape")
        assert isinstance(player.app.screen, StartScreen)
        assert (player.app.edition, player.app.settings.edition) == ("classic", "classic")
        assert not player.app.settings.account.settings_path.exists()
        await player.press("n", "2", "enter")
        assert (player.app.words.edition, load_settings().edition) == ("deluxe", "deluxe")
        assert read_terms(player.session.path) == "deluxe"


async def test_a_game_opens_in_the_terms_in_which_it_was_begun(tmp_path: Path) -> None:
    async with at_table(tmp_path, ALONE, size=(80, 24), edition="classic") as player:
        path = player.session.path
        player.app.show_start()
        player.app.change_setting("edition", "deluxe")
        assert player.app.words.edition == "deluxe"
        player.app.games.resume(path)
        await player.settle()
        assert (player.app.words.edition, player.app.settings.edition) == ("classic", "deluxe")
        player.app.show_start()
        await player.settle()
        assert player.app.words.edition == "deluxe"


async def test_the_key_of_the_terms_changes_those_of_the_game_and_of_the_settings(tmp_path: Path) -> None:
    path = new_save(tmp_path)
    write_terms(path, "deluxe")
    async with at_table(tmp_path, Start("load", path=path), size=(80, 24), edition="classic") as player:
        assert player.app.edition == "deluxe"
        await player.press("f2")
        assert (player.app.edition, player.app.settings.edition, read_terms(path)) == ("classic",) * 3
        await player.press("f2")
        assert (player.app.edition, player.app.settings.edition, read_terms(path)) == ("deluxe",) * 3
        assert json.loads((tmp_path / TERMS).read_bytes()) == {str(read(path).header.checksum): "deluxe"}


# ---- digits in the form


@pytest.mark.slow
async def test_digits_typed_below_the_seed_are_no_preset(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start(), size=(80, 24), name="Ada") as player:
        await player.press("n")
        form = player.app.screen
        assert isinstance(form, NewGameScreen)
        form.field("seed").focus()
        await player.press(*"42", "enter", *"4242", "down", "2", "3")
        assert form.field("seed").value == "42"
        assert form.words.edition == "classic" and (form.count, form.setup().expansions) == (2, frozenset())
        assert player.app._notifications, "a digit that does nothing says so"
        form.query_one("#start").focus()
        await player.press("3")
        assert form.count == 1


async def test_the_preset_that_the_form_agrees_with_is_marked(tmp_path: Path) -> None:
    def marked() -> list[str]:
        labels = [str(button.label) for button in form.query("#new .heading Button").results(Button)]
        return [label[4:] for label in labels if "✓" in label]

    async with at_table(tmp_path, Start(), size=(80, 24), name="Ada") as player:
        await player.press("n")
        form = player.app.screen
        assert isinstance(form, NewGameScreen)
        assert marked() == ["Classic"]
        for key, name in (("2", "Deluxe"), ("3", "Solo"), ("1", "Classic")):
            await player.press(key)
            assert marked() == [name] and form.focused is form.query_one("#start")
        form.query_one("#preset-deluxe").focus()
        await player.press("enter")
        assert marked() == ["Deluxe"] and form.focused is form.query_one("#preset-deluxe"), "the cursor stays"
        await player.press("down", "1")
        assert marked() == ["Deluxe"] and form.focused is form.query_one("#count")
        form.query_one("#start").focus()
        await player.press("1")
        form.query_one("#add-fancy").focus()
        await player.press("space")
        assert marked() == [], "one expansion belongs to no preset"
        await player.press("space")
        form.query_one("#edition").focus()
        await player.press("right")
        assert form.words.edition == "deluxe" and marked() == ["Classic"], "the base game, whatever its terms are"
