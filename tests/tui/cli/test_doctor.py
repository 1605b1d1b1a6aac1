"""Test the output of the doctor without a terminal."""

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from rokoko_tui.cli.doctor import _colours, _keys, _size, _writable, signs_with_rulers
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text import get_vocabulary
from rokoko_tui.theme.terminal_capabilities import GLYPH_TABLE, SYMBOL_GLYPHS, GlyphSet
from tests.tui.cli.shell import Run

WORDS = get_vocabulary("classic")


@pytest.mark.parametrize(
    ("columns", "lines", "key", "needed"),
    [
        (79, 24, "too-small", "80x24 or 42x28"),
        (80, 23, "too-small", "80x24 or 42x28"),
        (80, 24, "tabs", "120x40"),
        (42, 28, "tabs", "120x40"),
        (119, 40, "tabs", "120x40"),
        (120, 39, "tabs", "120x40"),
    ],
)
def test_a_small_terminal_is_reported_with_the_required_size(columns: int, lines: int, key: str, needed: str) -> None:
    assert _size(columns, lines, WORDS) == WORDS.say(f"doctor.{key}", size=f"{columns}x{lines}", needed=needed)


def test_large_and_unknown_sizes() -> None:
    assert _size(120, 40, WORDS) == WORDS.say("doctor.whole", size="120x40")
    assert _size(0, 0, WORDS) == WORDS.say("doctor.unknown")


def test_no_color_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert _colours(WORDS) == WORDS.say("doctor.no-color")
    monkeypatch.delenv("NO_COLOR")
    assert _colours(WORDS) != WORDS.say("doctor.no-color")


def test_keys_of_unknown_commands_are_reported() -> None:
    assert _keys(Settings(keys={"table.undo": "z", "table.redo": "y"}), WORDS) == WORDS.say("doctor.keys", n=2)
    line = _keys(Settings(keys={"table.undo": "z", "no.such": "y", "at.all": "x"}), WORDS)
    assert line == WORDS.say("doctor.unknown-keys", names=["at.all", "no.such"])


def test_a_missing_folder_is_writable_if_its_nearest_parent_is(tmp_path: Path) -> None:
    assert _writable(tmp_path) and _writable(tmp_path / "not" / "yet")
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert not _writable(tmp_path / "file" / "below")


# ---- signs and pictures


def value_of(out: str, name: str) -> str:
    return next(line[14:] for line in out.splitlines() if line[:14].strip() == name)


@pytest.mark.parametrize("sign_set", GlyphSet)
def test_rulers_are_as_long_as_their_signs(sign_set: GlyphSet) -> None:
    rows = list(signs_with_rulers(sign_set))
    assert all(cell_len(row) == cell_len(ruler) == len(ruler) for row, ruler in rows)
    assert {GLYPH_TABLE[sign_set][sign] for sign in SYMBOL_GLYPHS} <= set("".join(row for row, _ in rows))


@pytest.mark.parametrize(
    ("term", "given", "signs", "pictures"),
    [
        ("xterm-256color", (), "all, no limitation found", "in pixels, because there are enough colors"),
        ("linux", (), "WGL4, because TERM is linux", "in lines, because there are fewer than 256 colors"),
        ("xterm-256color", ("--signs", "ascii"), "ASCII, as set", "in lines, because ASCII"),
        ("linux", ("--pictures", "on"), "WGL4", "in pixels, as set"),
        ("xterm-256color", ("--theme", "rokoko-mono"), "all", "in lines, because colors are off"),
    ],
)
def test_signs_and_pictures_are_reported_with_reasons(
    run: Run, monkeypatch: pytest.MonkeyPatch, term: str, given: tuple[str, ...], signs: str, pictures: str
) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.setenv("COLORTERM", "")
    monkeypatch.setenv("FORCE_COLOR", "1")
    out = run("doctor", *given).out
    assert value_of(out, "symbols").startswith(signs)
    assert value_of(out, "pictures").startswith(pictures)
    last = out.rstrip().splitlines()[-1]
    assert ("▀" in last) == pictures.startswith("in pixels")


@pytest.mark.parametrize(
    ("term", "alerts"),
    [
        ("xterm-kitty", "bell and notifications (OSC 99), because of TERM"),
        ("tmux-256color", "bell; tmux and screen pass on no notifications"),
        ("xterm", "bell; this terminal is not known to show notifications"),
    ],
)
def test_alerts_are_reported_with_reasons(run: Run, monkeypatch: pytest.MonkeyPatch, term: str, alerts: str) -> None:
    for name, value in (("TERM", term), ("TERM_PROGRAM", ""), ("LC_TERMINAL", "")):
        monkeypatch.setenv(name, value)
    assert value_of(run("doctor").out, "alerts") == alerts


def test_the_sample_uses_the_colours_of_the_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    for term, truecolor, codes in (("xterm", "truecolor", "[34]8;2;"), ("xterm-256color", "", "[34]8;5;")):
        monkeypatch.setenv("TERM", term)
        monkeypatch.setenv("COLORTERM", truecolor)
        codes_used = set(re.findall(r"[34]8;[25];", run("doctor").out))
        assert codes_used and all(re.fullmatch(codes, code) for code in codes_used), term
    monkeypatch.setenv("TERM", "linux")
    out = run("doctor").out
    assert not re.search(r"[34]8;[25];", out)
    silks = next(line for line in out.splitlines() if "Y" in line and "G" in line and "\x1b" in line)
    assert re.findall(r"4[0-7]m", silks) == ["43m", "42m", "41m", "44m"], "yellow, green, red, blue"


def test_no_colours_are_used_without_a_terminal(run: Run) -> None:
    assert "\x1b" not in run("doctor").out
