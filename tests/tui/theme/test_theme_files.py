"""Theme files of people: read, checked, chosen; faults are sentences, and no file stops the program."""

import os
from collections.abc import Callable
from errno import EACCES
from pathlib import Path

import pytest
from rich.style import Style
from textual.filter import Monochrome, NoColor

from rokoko_tui.games import Start
from rokoko_tui.settings.settings import Settings, load_settings, next_value, save_settings, settings_path, values_of
from rokoko_tui.text import get_vocabulary
from rokoko_tui.theme import theme_files
from rokoko_tui.theme.output_filters import reduce_style, reduction_table
from rokoko_tui.theme.paints import find_weak_contrasts
from rokoko_tui.theme.styles import make_styles, styles_of
from rokoko_tui.theme.theme_files import (
    BadTheme,
    list_names,
    list_usable,
    load_theme,
    read_own_theme,
    read_own_themes,
    shipped_theme,
)
from tests.tui.at_table import at_table
from tests.tui.cli.shell import Run, refused
from tests.tui.shipped_themes import EXAMPLE_THEME, NAMES

WORDS = get_vocabulary("classic")
START = Start()


@pytest.fixture
def themes() -> Path:
    """The folder of one's own themes."""
    folder = settings_path().with_name("themes")
    folder.mkdir(parents=True)
    return folder


def keys_of(path: Path) -> list[str]:
    """Return the message keys of the faults of a file, each of which has a sentence in every language."""
    with pytest.raises(BadTheme) as caught:
        read_own_theme(path)
    for language in ("english", "ukrainian"):
        for sentence in caught.value.sentences(get_vocabulary("classic", language)):
            assert sentence.endswith(".") and "{" not in sentence
    return [fault.key for fault in caught.value.faults]


def write(path: Path, content: str | bytes = EXAMPLE_THEME) -> Path:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_the_example_of_the_documentation_has_no_fault_and_no_weak_contrast(themes: Path) -> None:
    theme = read_own_theme(write(themes / "lagoon.toml"))
    assert (theme.name, theme.dark, theme.colourless) == ("lagoon", True, False)
    assert find_weak_contrasts(theme) == []
    styles = make_styles(theme)
    assert styles.of("head").underline and styles.of("plain").color is not None
    assert styles.palette.colour("wall.2").hex == "#123a44"
    assert styles.palette.colour("cursor").hex == theme.colours["primary"]


@pytest.mark.parametrize("name", NAMES)
def test_the_programs_own_themes_are_readable(name: str) -> None:
    assert find_weak_contrasts(shipped_theme(name)) == []


def test_pictures_of_a_light_theme_have_the_owners_of_the_dark_one(themes: Path) -> None:
    light = EXAMPLE_THEME.replace("dark = true", "dark = false").replace("#1fa36b", "#20a46c")
    theme = read_own_theme(write(themes / "paper.toml", light.replace("#05d8cf", "#086b5e")))
    palette = make_styles(theme).palette
    assert palette.colour("owner.0").hex == shipped_theme("rokoko-dark").owners["0"]
    assert palette.colour("cursor").hex == shipped_theme("rokoko-dark").colours["primary"]
    assert (palette.colour("dye.green").hex, palette.colour("wall.2").hex) == ("#20a46c", "#123a44")


@pytest.mark.parametrize(
    ("content", "keys"),
    [
        (b"", ["missing"]),
        (b"dark = ", ["not-toml"]),
        (b"dark = \n", ["not-toml-line"]),
        (b"\xff\xfe\xff", ["not-toml"]),
        (b"a = " + b"[" * 5000, ["not-toml"]),
        (b"colors = 3\nsilk = []\nowners = ''\ndark = true", ["no-table"] * 3),
        (EXAMPLE_THEME.replace('title = "#b7e3d8"\n', ""), ["missing"]),
        (EXAMPLE_THEME.replace("dark = true", "dark = 1"), ["no-flag"]),
        (EXAMPLE_THEME.replace("dark = true", "dark = true\ncolorless = 'no'"), ["no-flag"]),
        (EXAMPLE_THEME.replace("#b7e3d8", "mint"), ["no-colour"]),
        (EXAMPLE_THEME.replace('"#b7e3d8"', "7"), ["no-colour"]),
        (EXAMPLE_THEME.replace("#123a44", "#123a44\\u001b[2J"), ["no-colour"]),
        (EXAMPLE_THEME.replace("[silk]", "[silk]\nwhite = '#ffffff'"), ["unknown"]),
        (EXAMPLE_THEME.replace("[silk]", "[light]\n[silk]"), ["unknown"]),
        (EXAMPLE_THEME.replace('"wall.2"', '"wall.9"'), ["unknown"]),
        (EXAMPLE_THEME.replace("{title}", "{titel}"), ["no-style"]),
        (EXAMPLE_THEME.replace("bold underline", "blinking"), ["no-style"]),
        (EXAMPLE_THEME.replace("bold underline {title}", "none bold"), ["no-style"]),
        (EXAMPLE_THEME.replace("bold underline {title}", "bold none"), ["no-style"]),
        (EXAMPLE_THEME.replace("bold underline", "link https://example.org"), ["no-style"]),
        (EXAMPLE_THEME.replace('"bold underline {title}"', "2"), ["no-style"]),
        ("dark = 3\nsilk = 4", ["no-flag", "no-table", "missing"]),
        (b"#" * 100_001, ["unreadable"]),
    ],
)
def test_each_fault_is_a_sentence(themes: Path, content: str | bytes, keys: list[str]) -> None:
    assert keys_of(write(themes / "mine.toml", content)) == keys
    assert list_usable(themes) == list(NAMES)


def test_what_is_missing_is_named(themes: Path) -> None:
    without = EXAMPLE_THEME.replace('title = "#b7e3d8"\n', "").replace('barry = "#ffffff"\n', "")
    [sentence] = read_faults(write(themes / "mine.toml", without))
    assert "colors.title, owners.barry" in sentence


def read_faults(path: Path) -> list[str]:
    return read_own_themes(path.parent).faults[path].sentences(WORDS)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_is_no_fault(themes: Path, encoding: str) -> None:
    assert read_own_theme(write(themes / "mine.toml", EXAMPLE_THEME.encode(encoding))).name == "mine"


def make_folder(path: Path) -> None:
    path.mkdir()


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


def make_link(path: Path) -> None:
    path.symlink_to("nowhere")


@pytest.mark.parametrize("make", [make_folder, make_pipe, make_link])
def test_what_is_no_file_is_unreadable(themes: Path, make: Callable[[Path], None]) -> None:
    make(themes / "mine.toml")
    assert keys_of(themes / "mine.toml") == ["unreadable"]


def test_a_file_without_permission_is_unreadable(themes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> bytes:
        raise PermissionError(EACCES, "", str(path))

    path = write(themes / "mine.toml")
    monkeypatch.setattr(theme_files, "read_limited", refuse)
    assert keys_of(path) == ["unreadable"]
    with pytest.raises(BadTheme) as caught:
        read_own_theme(path)
    assert WORDS.say("faults.system.EACCES") in caught.value.describe(WORDS)


def test_a_file_cannot_replace_a_theme_of_the_program(themes: Path) -> None:
    path = write(themes / "rokoko-dark.toml")
    assert keys_of(path) == ["shipped-name"]
    assert list_names(themes) == list(NAMES)
    assert load_theme("rokoko-dark", themes) is shipped_theme("rokoko-dark")


@pytest.mark.parametrize("name", ["a" * 41, "-\x1b[2J", " ", "x:y"])
def test_a_name_that_cannot_be_shown_is_refused(themes: Path, name: str) -> None:
    assert keys_of(write(themes / f"{name}.toml")) == ["bad-name"]
    assert list_names(themes) == list(NAMES)


def test_other_files_are_no_themes(themes: Path, tmp_path: Path) -> None:
    for name in (".lagoon.toml", "lagoon.toml~", "lagoon.txt", "toml"):
        write(themes / name)
    assert read_own_themes(themes) == ({}, {})
    assert read_own_themes(tmp_path / "nowhere") == ({}, {})
    assert read_own_themes(themes / "toml") == ({}, {})


@pytest.mark.parametrize("name", ["nowhere", "../themes/lagoon", "lagoon.toml", ""])
def test_a_theme_that_does_not_exist_is_named_with_those_that_do(themes: Path, name: str) -> None:
    write(themes / "lagoon.toml")
    with pytest.raises(BadTheme) as caught:
        load_theme(name, themes)
    sentence = caught.value.describe(WORDS)
    assert f'"{name}"' in sentence and "rokoko-safe" in sentence and "lagoon" in sentence


def test_the_same_content_is_the_same_theme_until_it_changes(themes: Path) -> None:
    path = write(themes / "mine.toml")
    assert read_own_theme(path) is read_own_theme(path)
    write(path, EXAMPLE_THEME.replace("#b7e3d8", "#b7e3d9"))
    assert read_own_theme(path).colours["title"] == "#b7e3d9"


def test_ones_own_colours_of_states_are_those_of_the_console_among_sixteen(themes: Path) -> None:
    own = read_own_theme(write(themes / "mine.toml", EXAMPLE_THEME.replace("#ffd866", "#d0a050")))
    table = reduction_table(16, make_styles(own).palette)
    assert table is not None
    reduced = reduce_style(Style(color=own.colours["accent"], bgcolor="#000000"), table)
    assert reduced.color is not None and reduced.color.number == 11, "yellow, as in every theme"


def test_weak_contrast_names_the_text_and_its_worst_background(themes: Path) -> None:
    weak = EXAMPLE_THEME.replace("#a3bcbd", "#556b6c").replace("#1fa36b", "#10301f").replace("#38c2f7", "#184050")
    found = find_weak_contrasts(read_own_theme(write(themes / "mine.toml", weak)))
    assert {(pair.text, pair.background) for pair in found} == {
        ("colors.faint", "colors.card"),
        ("owners.1", "colors.card"),
        ("paints.ink", "silk.green"),
    }
    assert all(1 <= pair.contrast < 4.5 for pair in found)


def test_one_can_choose_among_the_usable_themes(themes: Path) -> None:
    write(themes / "broken.toml", "")
    write(themes / "lagoon.toml")
    account = Settings().account
    assert values_of("theme", "rokoko-dark", account) == (*NAMES, "lagoon")
    assert next_value("theme", NAMES[-1], 1, account) == "lagoon"
    assert next_value("theme", "broken", 1, account) == NAMES[0], "a theme that is not usable any more is left"


# ---- in the program


@pytest.mark.slow
async def test_ones_own_theme_is_in_the_settings_and_the_palette(tmp_path: Path, themes: Path) -> None:
    write(themes / "lagoon.toml")
    write(themes / "broken.toml", "")
    async with at_table(tmp_path, START) as player:
        await player.press("ctrl+p", *"lagoon")
        assert WORDS.say("start.app.theme", name="lagoon") in player.seen()
        await player.press("enter")
        assert player.app.theme == load_settings().theme == "lagoon"
        assert styles_of(player.app.current_theme).of("head").underline
        await player.press("comma")
        player.app.action_settings("theme")
        await player.press("escape")
        player.app.action_settings("theme")
        await player.settle()
        assert "broken.toml" in player.seen()
        assert "lagoon" in player.seen()


@pytest.mark.slow
async def test_a_theme_changed_on_disk_is_read_again_when_it_is_chosen(tmp_path: Path, themes: Path) -> None:
    path = write(themes / "lagoon.toml")
    async with at_table(tmp_path, START, theme="lagoon") as player:
        app = player.app
        assert app.current_theme.background == "#0b1a1e"
        app.change_setting("theme", "rokoko-safe")
        write(path, EXAMPLE_THEME.replace("#0b1a1e", "#0b1a1f"))
        app.change_setting("theme", "lagoon")
        assert app.current_theme.background == "#0b1a1f"
        write(path, "")
        app.change_setting("theme", "rokoko-safe")
        app.change_setting("theme", "lagoon")
        assert app.theme == app.settings.theme == "rokoko-safe", "a broken file changes nothing"


@pytest.mark.parametrize("content", [None, ""])
async def test_a_theme_that_cannot_be_used_is_replaced_with_a_notice(
    tmp_path: Path, themes: Path, content: str | None
) -> None:
    if content is not None:
        write(themes / "mine.toml", content)
    save_settings(Settings(theme="mine"))
    async with at_table(tmp_path, START, notices=True, theme="mine") as player:
        assert player.app.theme == "rokoko-dark"
        text = " ".join(" ".join(player.seen().split()).split())
        assert "rokoko-dark" in text
        player.app.change_setting("hints", False)
    assert load_settings().theme == "mine", "the setting is kept"


async def test_no_color_needs_no_theme(tmp_path: Path, themes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    write(themes / "mine.toml", "")
    async with at_table(tmp_path, START, theme="mine") as player:
        assert player.app.theme == "rokoko-mono"
        filters = player.app.get_line_filters()
        assert [type(each) for each in filters if isinstance(each, Monochrome | NoColor)] == [NoColor], "no greys"


def test_the_command_line_takes_ones_own_theme(run: Run, themes: Path) -> None:
    write(themes / "lagoon.toml")
    assert "theme         lagoon\n" in run("doctor", "--theme", "lagoon").out
    refused(run("doctor", "--theme", "lagune"), 2, "rokoko-safe", "lagoon")


def test_the_command_line_says_what_is_wrong_with_a_theme(run: Run, themes: Path) -> None:
    write(themes / "mine.toml", "dark = \n")
    refused(run("doctor", "--theme", "mine"), 1, str(themes / "mine.toml"), "line 1")
    write(themes / "lagoon.toml")
    result = run("doctor", "--theme", "pink")
    assert "lagoon" in result.err and "mine" not in result.err, "it is no choice"
    assert "mine" not in run("--help").out


def test_the_doctor_checks_every_theme(run: Run, themes: Path) -> None:
    assert f"{themes}, no themes\n" in run("doctor").out
    write(themes / "lagoon.toml")
    write(themes / "dim.toml", EXAMPLE_THEME.replace("#a3bcbd", "#556b6c"))
    write(themes / "broken.toml", "dark = 3\nsilk = 4")
    out = run("doctor").out
    assert f"{themes}, 2 themes\n" in out
    lines = [line.strip() for line in out.splitlines() if line.startswith(" " * 14)]
    assert sum("broken.toml" in line for line in lines) == 3
    assert sum("dim.toml" in line and "colors.faint" in line and "4.5" in line for line in lines) == 1
    assert not any("lagoon" in line for line in lines)
    save_settings(Settings(theme="broken"))
    assert "The theme rokoko-dark is used instead." in run("doctor").out
