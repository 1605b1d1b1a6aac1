"""Test that screen updates are small, complete, and sent as one frame."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from typing import Literal
from unicodedata import category

import pyte
import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.color import Color
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip

from rokoko_core.game import Game
from rokoko_core.pending import MainAction
from rokoko_core.safe_text import cells
from rokoko_core.state import Seat, Setup
from rokoko_tui.app import RokokoApp
from rokoko_tui.doors.base_app import CellUpdate, LineUpdate
from rokoko_tui.games import Start
from rokoko_tui.text.wording import pad
from rokoko_tui.widgets.line_widget import JOIN_SEGMENTS, changed_columns
from tests.saves.sample_games import FOLDER
from tests.tui.at_table import Player, at_table, save_until

FOUR = Setup(tuple(Seat(name) for name in ("Ada", "Bo", "Cy", "Dee")), seed=5)
SIZES = ((80, 24), (120, 40), (200, 60))
Cells = list[list[tuple[str, ...]]]
Runs = list[tuple[str, Style]]


class FakeTerminal:
    """A fake terminal that records every frame."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.frames: list[int] = []
        """Size of every frame in bytes."""
        self._screen = pyte.Screen(*size)
        self._stream = pyte.Stream(self._screen)

    def paint(self, screen: Screen[None], update: object) -> None:
        """Replace Textual's method, which ``RokokoApp`` calls and which paints nothing without a terminal."""
        if hasattr(update, "render_segments") and not screen.app._batch_count:
            text = update.render_segments(screen.app.console)
            self.frames.append(len(text.encode()))
            self._stream.feed(text)

    async def wait_for_rest(self, player: Player) -> None:
        """Wait until nothing is painted between three looks, 0.02 s apart, after ``player`` has settled."""
        await player.settle()
        looks: list[int] = []

        def at_rest() -> bool:
            looks.append(len(self.frames))
            return looks[-3:] == [looks[-1]] * 3

        await player.wait_until(at_rest)

    def cells(self) -> Cells:
        """Return the visible properties of all cells."""
        screen = self._screen
        return [[visible(screen.buffer[y][x]) for x in range(screen.columns)] for y in range(screen.lines)]


def visible(char: pyte.screens.Char) -> tuple[str, ...]:
    if char.data == " " and not char.reverse and not char.underscore:
        return (" ", char.bg)
    return (char.data, char.bg, char.fg, f"{char.bold}{char.italics}{char.underscore}{char.reverse}")


def repaint(app: RokokoApp) -> Cells:
    """Return the cells after a full repaint without any caches."""
    for widget in app.screen.walk_children():
        widget.refresh()
    fresh = FakeTerminal((app.size.width, app.size.height))
    fresh._stream.feed(app.screen._compositor.render_full_update().render_segments(app.console))
    return fresh.cells()


@asynccontextmanager
async def at_main_action(
    folder: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Player, FakeTerminal]]:
    """Open a game of four at Ada's main action; yield the player and the recorded frames."""
    terminal = FakeTerminal(size)
    monkeypatch.setattr(App, "_display", terminal.paint)

    def is_main_action(game: Game) -> bool:
        return isinstance(game.state.pending[-1], MainAction)

    async with at_table(folder, Start("load", path=save_until(folder, FOUR, is_main_action)), size) as player:
        await player.press("enter")
        assert len(player.choices.entries) > 20
        await player.press("home")
        await terminal.wait_for_rest(player)
        terminal.frames.clear()
        yield player, terminal


@pytest.mark.draws
@pytest.mark.local_only
@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_an_arrow_key_sends_one_small_frame(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    async with at_main_action(tmp_path, size, monkeypatch) as (player, terminal):
        for n in range(50):
            await player.press("down" if n % 20 < 10 else "up")
        assert len(terminal.frames) == 50
        assert median(terminal.frames) <= 4_000


@pytest.mark.draws
async def test_an_action_and_its_undo_send_few_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_main_action(tmp_path, (120, 40), monkeypatch) as (player, terminal):
        for key in ("enter", "u"):
            terminal.frames.clear()
            await player.press(key)
            assert 0 < sum(terminal.frames) <= 10_500, key  # a fifth of a frame: moved pieces, explanation, footer


@pytest.mark.slow
@pytest.mark.draws
async def test_an_idle_table_sends_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_main_action(tmp_path, (120, 40), monkeypatch) as (player, terminal):
        player.table.update_thinking_time()
        player.table.light()
        await player.settle()
        assert terminal.frames == []


@pytest.mark.draws
async def test_the_start_screen_is_rendered_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    discarded: list[object] = []

    def display(app: App[None], screen: Screen[None], update: object) -> None:
        if app._batch_count and update is not None:
            discarded.append(update)

    monkeypatch.setattr(App, "_display", display)
    async with at_table(tmp_path, Start(), (80, 24)) as player:
        await player.settle()
        assert not discarded


KEYS = (
    ("down", "down", "pagedown", "up", "end", "home", "down"),
    ("enter", "u", "r", "u", "down", "enter", "u"),
    ("tab", "down", "tab", "down", "w", "w", "f2", "down", "f2"),
    ("?", "escape", "down", "down", "up"),
)


@pytest.mark.draws
@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES[:2], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_partial_updates_equal_a_full_repaint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    async with at_main_action(tmp_path, size, monkeypatch) as (player, terminal):
        for keys in KEYS:
            await player.press(*keys)
            await terminal.wait_for_rest(player)
            cells = terminal.cells()
            assert cells == repaint(player.app), keys


@pytest.mark.draws
@pytest.mark.slow
async def test_panes_follow_theme_and_edition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_main_action(tmp_path, (120, 40), monkeypatch) as (player, terminal):
        before = terminal.cells()
        player.app.change_setting("theme", "rokoko-light")
        await terminal.wait_for_rest(player)
        assert terminal.cells() == repaint(player.app) != before
        player.app.change_setting("edition", "deluxe")
        await terminal.wait_for_rest(player)
        assert terminal.cells() == repaint(player.app)


# ---- lines


PLAIN, BOLD = Style(color="#ffffff", bgcolor="#101010"), Style(color="#ff0000", bgcolor="#101010", bold=True)
GROUND, OTHER_GROUND, LINED = (
    Style(bgcolor="#101010"),
    Style(bgcolor="#303030"),
    Style(bgcolor="#101010", underline=True),
)


def strip(*parts: tuple[str, Style]) -> Strip:
    return Strip([Segment(text, style) for text, style in parts])


@pytest.mark.parametrize(
    ("before", "after", "columns"),
    [
        ([("abc", PLAIN)], [("abc", PLAIN)], []),
        ([("abc", PLAIN)], [("aXc", PLAIN)], [range(1, 2)]),
        ([("abcd", PLAIN)], [("a", PLAIN), ("b", BOLD), ("cX", PLAIN)], [range(1, 4)]),
        ([("a b", PLAIN)], [("a", PLAIN), (" ", BOLD), ("b", PLAIN)], []),
        ([("a b", PLAIN)], [("a", PLAIN), (" ", LINED), ("b", PLAIN)], [range(1, 2)]),
        ([("a b", PLAIN)], [("a", PLAIN), (" ", OTHER_GROUND), ("b", PLAIN)], [range(1, 2)]),
        ([("宮a", PLAIN)], [("宮b", PLAIN)], [range(2, 3)]),
        ([("g̃a", PLAIN)], [("g̃b", PLAIN)], [range(1, 2)]),
        ([("g̃a", PLAIN)], [("ḡa", PLAIN)], [range(1)]),
        ([("ab", PLAIN)], [("abc", PLAIN)], [range(2, 3)]),
    ],
)
def test_the_changed_columns_of_a_line(before: Runs, after: Runs, columns: list[range]) -> None:
    assert changed_columns(strip(*before), strip(*after)) == columns


def sent(line: Strip, *spans: tuple[int, int], colours: Literal["truecolor"] | None = None) -> str:
    """Return the output for a line at column 10 whose cells in ``spans`` (from left to right) changed."""
    update = CellUpdate([{10: line}], [(0, *span) for span in spans], [[10 + line.cell_length]])
    return update.render_segments(Console(color_system=colours, force_terminal=True))


@pytest.mark.parametrize(
    ("gap", "is_joined"),
    [
        ([("a" * 40, PLAIN)], True),
        ([("a" * 50, PLAIN)], False),
        ([("▀" * 14, PLAIN)], True),
        ([("▀" * 17, PLAIN)], False),
        ([("a a a", PLAIN)], True),
        ([("a", PLAIN), (" ", GROUND), ("a", PLAIN)], True),
        ([("a", BOLD)], False),
        ([(" ", OTHER_GROUND)], False),
        ([("a", BOLD), ("a", PLAIN)], False),
    ],
)
def test_changes_are_joined_if_the_cells_between_them_cost_less_than_a_second_run(gap: Runs, is_joined: bool) -> None:
    before, after = (strip((end, PLAIN), *gap, (end, PLAIN)) for end in "ab")
    last = before.cell_length - 1
    runs = [range(last + 1)] if is_joined else [range(1), range(last, last + 1)]
    assert changed_columns(before, after) == runs
    line = Strip(JOIN_SEGMENTS.apply(list(after), Color(0, 0, 0)))
    one, two = (
        len(sent(line, *spans, colours="truecolor").encode()) for spans in ([(10, 99)], [(10, 11), (10 + last, 99)])
    )
    assert (one < two) == is_joined


@pytest.mark.parametrize(
    ("line", "spans", "expected"),
    [
        ([("abcdef", Style())], [(10, 16)], "\x1b[1;11Habcdef"),
        ([("abcdef", Style())], [(12, 14)], "\x1b[1;13Hcd"),
        ([("abcdef", Style())], [(10, 11), (13, 15)], "\x1b[1;11Ha\x1b[1;14Hde"),
        ([("ab", Style()), ("cdef", Style(bold=True))], [(13, 99)], "\x1b[1;14H\x1b[1mdef\x1b[0m"),
        ([("abcdef", Style())], [(0, 10)], ""),
        ([("abcdef", Style())], [(16, 20)], ""),
        ([("a宮b", Style())], [(11, 12)], "\x1b[1;11Ha宮b"),
        ([("a宮b宮", Style())], [(10, 11), (13, 14)], "\x1b[1;11Ha宮b宮"),
        ([("g\u0303b", Style())], [(10, 11)], "\x1b[1;11H  \x1b[11Gg\u0303b\x1b[13G"),
    ],
)
def test_only_changed_cells_are_sent_and_a_line_with_wide_characters_or_marks_once(
    line: Runs, spans: list[tuple[int, int]], expected: str
) -> None:
    assert sent(strip(*line), *spans) == expected


@pytest.mark.parametrize(
    ("line", "joined"),
    [
        ([("ab", PLAIN), ("cd", PLAIN)], [("abcd", PLAIN)]),
        ([("  ", PLAIN), ("ab", BOLD), ("  ", PLAIN)], [("  ab  ", BOLD)]),
        ([("ab", PLAIN), (" ", OTHER_GROUND), ("cd", PLAIN)], [("ab", PLAIN), (" ", OTHER_GROUND), ("cd", PLAIN)]),
        ([("ab", PLAIN), (" ", LINED), ("cd", PLAIN)], [("ab", PLAIN), (" ", LINED), ("cd", PLAIN)]),
        ([("ab", PLAIN), ("cd", BOLD)], [("ab", PLAIN), ("cd", BOLD)]),
        ([("ab", GROUND), ("cd", BOLD)], [("ab", GROUND), ("cd", BOLD)]),
    ],
)
def test_segments_that_look_the_same_are_joined(line: Runs, joined: Runs) -> None:
    segments = JOIN_SEGMENTS.apply([Segment(text, style) for text, style in line], Color(0, 0, 0))
    assert [(segment.text, segment.style) for segment in segments] == joined


@pytest.mark.quick(1)
@pytest.mark.parametrize(("size", "most"), [((80, 24), 40_000), ((120, 40), 80_000), ((160, 50), 120_000)])
async def test_a_full_repaint_of_five_players_is_limited_in_bytes(
    tmp_path: Path, size: tuple[int, int], most: int
) -> None:
    start = Start("replay", path=FOLDER / "everything-5.rokoko", at=338)
    async with at_table(tmp_path, start, size) as player:
        await player.press("v")
        console = Console(color_system="truecolor", force_terminal=True, width=size[0], height=size[1])
        update = player.app.screen._compositor.render_full_update()
        assert 10_000 < len(update.render_segments(console).encode()) <= most


# ---- scripts whose widths terminals do not agree about

NAMES = {
    "Tamil": "தமிழ்",
    "Devanagari": "नमस्ते",
    "Bengali": "বাংলা",
    "Gurmukhi": "ਪੰਜਾਬੀ",
    "Gujarati": "ગુજરાતી",
    "Telugu": "తెలుగు",
    "Kannada": "ಕನ್ನಡ",
    "Malayalam": "മലയാളം",
    "Sinhala": "සිංහල",
    "Thai": "ภาษาไทย",
    "Lao": "ພາສາລາວ",
    "Tibetan": "བོད་ཡིག",
    "Burmese": "မြန်မာ",
    "Khmer": "ភាសាខ្មែរ",
    "Javanese": "ꦗꦮꦶ",
    "Arabic": "العَرَبِيَّة",
    "Hebrew": "שָׁלוֹם",
    "Han": "漢字",
    "Kana": "ひらがな",
    "Hangul": "한국어",
    "Jamo": "\u1112\u1161\u11ab",
    "Latin": "Jose\u0301",
    "Cyrillic": "Ганна",
    "emoji": "A👩B",
    "Ethiopic": "አማርኛ",
}
ACCOUNTS: dict[str, Callable[[str], int]] = {
    "as rich": lambda sign: 0,
    "vowel signs take a cell": lambda sign: int(category(sign) == "Mc"),
}
"""Cells of a mark, as terminals count."""


@pytest.mark.parametrize("account", ACCOUNTS)
@pytest.mark.parametrize("script", NAMES)
def test_a_name_does_not_shift_what_follows_it(script: str, account: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name = NAMES[script]
    assert cells(name) == cell_len(name), "names are measured as they are drawn"
    monkeypatch.setattr(
        pyte.screens, "wcwidth", lambda sign: ACCOUNTS[account](sign) if category(sign)[0] == "M" else cell_len(sign)
    )
    line = Strip([Segment(f"{pad(name, 12)}12 "), Segment("★", BOLD)])
    console = Console(color_system=None, force_terminal=True)
    updates = (
        CellUpdate([{10: line}], [(0, 10, 30)], [[10 + line.cell_length]]),
        LineUpdate([[Strip([Segment("|")]), line]], Region(9, 0, 20, 1)),
    )
    for update in updates:
        terminal = FakeTerminal((40, 2))
        terminal._stream.feed("\x1b[1;1H" + "x" * 22 + update.render_segments(console))
        screen = terminal._screen
        assert [screen.buffer[0][column].data for column in (22, 23, 25)] == ["1", "2", "★"]
        assert screen.buffer[0][21].data == " ", "nothing is left of what was there"
