"""A list without an app: no line is skipped unseen, at any number of pages, whatever is in between."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text
from textual.geometry import Size
from textual.message import Message

from rokoko_tui.art.scene import Drawing, Face
from rokoko_tui.widgets.drawing_view import Pane
from rokoko_tui.widgets.folded_items import Item
from rokoko_tui.widgets.list_view import LineList

HEIGHT = 6
PAGES = tuple(pages * HEIGHT + more for pages in (1, 2, 3) for more in (-1, 0, 1))
"""Numbers of lines around exactly one, two and three pages."""


class BareList(LineList):
    """A list of a fixed size that no app paints."""

    def __init__(self, height: int = HEIGHT) -> None:
        self._fixed = Size(20, height)
        self.posted: list[Message] = []
        super().__init__()

    @property
    def content_size(self) -> Size:
        return self._fixed

    def repaint(self) -> None:
        pass

    def post_message(self, message: Message) -> bool:
        self.posted.append(message)
        return True

    @property
    def in_sight(self) -> range:
        """The lines in sight."""
        return range(self.top, min(self.top + HEIGHT, len(self.folded.lines)))


def text(number: int) -> Item:
    """Return a line without a stop."""
    return Item(f"text {number}", "dim", stop=False, indent=0)


def listed(stops: Sequence[bool]) -> list[Item]:
    return [Item(f"stop {n}") if is_stop else text(n) for n, is_stop in enumerate(stops)]


def walk(line_list: BareList, step: int) -> list[range]:
    """Press an arrow key until nothing changes; return the lines in sight after each press."""
    seen = [line_list.in_sight]
    for _ in range(200):
        before = (line_list.cursor, line_list.top)
        line_list.move(step)
        if (line_list.cursor, line_list.top) == before:
            return seen
        seen.append(line_list.in_sight)
    raise AssertionError("the list never ends")


def check_seen(seen: Sequence[range], lines: int) -> None:
    """Assert that every line was in sight, and none of two pages is apart from the other."""
    assert {line for page in seen for line in page} == set(range(lines))
    for before, after in pairwise(seen):
        assert before.start <= after.stop and after.start <= before.stop


@pytest.mark.parametrize("lines", PAGES)
def test_no_line_between_two_stops_is_skipped(lines: int) -> None:
    """A stop, a text of some lines, and stops again."""
    for gap in range(2 * HEIGHT + 2):
        stops = [True, *[False] * gap, *[True] * max(1, lines - gap - 1)]
        line_list = BareList()
        line_list.show(listed(stops))
        check_seen(walk(line_list, 1), len(stops))
        assert line_list.cursor == len(stops) - 1
        check_seen(walk(line_list, -1), len(stops))
        assert (line_list.cursor, line_list.top) == (0, 0)


@given(gaps=st.lists(st.integers(0, 2 * HEIGHT + 2), min_size=1, max_size=8))
def test_every_line_of_any_list_is_seen_by_an_arrow_key(gaps: list[int]) -> None:
    """``gaps`` are the lines before each stop, and after the last."""
    stops = [is_stop for gap in gaps for is_stop in (*[False] * gap, True)][:-1] or [True]
    line_list = BareList()
    line_list.show(listed(stops))
    walk(line_list, 1)
    check_seen(walk(line_list, -1), len(stops))
    check_seen(walk(line_list, 1), len(stops))


@given(
    stops=st.lists(st.booleans(), min_size=1, max_size=30),
    keys=st.lists(st.sampled_from(["line", "page", "end", "group"]), max_size=8),
    step=st.sampled_from([1, -1]),
)
def test_the_cursor_is_on_a_stop_in_sight(stops: list[bool], keys: list[str], step: int) -> None:
    line_list = BareList()
    line_list.show(listed(stops))
    for key in keys:
        before = line_list.cursor
        {
            "line": line_list.move,
            "page": line_list.move_page,
            "end": line_list.move_end,
            "group": line_list.move_group,
        }[key](step)
        cursor = line_list.cursor
        assert cursor == (-1 if not any(stops) else cursor) and (cursor < 0 or stops[cursor])
        assert (cursor - before) * step >= 0, "never the other way"
        if cursor != before:
            assert cursor in line_list.in_sight
        assert 0 <= line_list.top <= max(0, len(stops) - HEIGHT)


@pytest.mark.parametrize("is_stop", [True, False])
@pytest.mark.parametrize("lines", PAGES)
def test_the_last_page_is_full(lines: int, is_stop: bool) -> None:
    """Also of a text without a stop."""
    line_list = BareList()
    line_list.show(listed([is_stop] * lines))
    line_list.move_end(1)
    assert line_list.cursor == (lines - 1 if is_stop else -1)
    assert list(line_list.in_sight) == list(range(max(0, lines - HEIGHT), lines))
    line_list.move_end(-1)
    assert line_list.top == 0


def test_a_move_is_told_once_and_none_where_the_cursor_stays() -> None:
    line_list = BareList()
    line_list.show(listed([True, False, True]))
    for step in (1, 1, -1, -1):
        line_list.move(step)
    assert [message.index for message in line_list.posted if isinstance(message, LineList.Moved)] == [2, 0]
    line_list.action_take()
    taken = line_list.posted[-1]
    assert isinstance(taken, LineList.Taken) and (taken.index, taken.control) == (0, line_list)


# ---- pages


@pytest.mark.parametrize("height", [1, 2, 3, HEIGHT])
def test_every_line_is_seen_by_the_page_keys_of_a_list(height: int) -> None:
    """A page overlaps with the one before, except in a list of two lines or one."""
    for lines in range(1, 4 * HEIGHT):
        line_list = BareList(height)
        line_list.show(listed([True] * lines))
        for step in (1, -1):
            seen = set(line_list.in_sight)
            for _ in range(2 * lines):
                line_list.move_page(step)
                seen |= set(range(line_list.top, min(line_list.top + height, lines)))
            assert line_list.cursor == (lines - 1 if step > 0 else 0)
            assert seen == set(range(lines))


class BarePane(Pane):
    """A pane of a fixed size with a drawing of some lines, which no app paints."""

    def __init__(self, height: int, lines: int) -> None:
        self._fixed = Size(12, height)
        self._lines = [Text(f"line {n}") for n in range(lines)]
        super().__init__(Face(lambda scene, width, height: Drawing(self._lines), lambda scene: ""))

    @property
    def content_size(self) -> Size:
        return self._fixed

    @property
    def drawing(self) -> Drawing:
        return Drawing(self._lines)

    def repaint(self) -> None:
        pass


@pytest.mark.parametrize("height", [1, 2, 3, HEIGHT])
def test_a_pane_scrolls_line_by_line_page_by_page_and_to_its_ends(height: int) -> None:
    for lines in range(1, 3 * HEIGHT):
        pane, lowest = BarePane(height, lines), max(0, lines - height)
        tops = []
        for step in (1, 1, -1, -1, -1):
            pane.move(step)
            tops.append(pane.top)
        assert tops == [min(1, lowest), min(2, lowest), min(2, lowest) and min(1, max(0, min(2, lowest) - 1)), 0, 0]
        seen = set(range(min(height, lines)))
        for _ in range(lines):
            pane.move_page(1)
            seen |= set(range(pane.top, pane.top + height))
        assert pane.top == lowest and seen >= set(range(lines))
        pane.move_end(-1)
        assert pane.top == 0
        pane.move_end(1)
        assert pane.top == lowest
        assert pane.check_action("move", (1,)) == (lowest > 0), "the keys are the table's where everything is in sight"
        assert not pane.check_action("move_end", (1,))


# ---- folders


@given(
    sizes=st.lists(st.integers(1, 5), min_size=1, max_size=5),
    top=st.integers(0, 30),
    data=st.data(),
)
def test_the_rest_of_the_folder_of_the_cursor_is_in_sight_if_it_fits(
    sizes: list[int], top: int, data: st.DataObject
) -> None:
    items: list[Item] = []
    for number, size in enumerate(sizes):
        items.append(Item(f"Hall {number}", "folder", stop=False, indent=0, folder=str(number)))
        items += [Item(f"guest {n}", folder=str(number)) for n in range(size)]
    stops = [n for n, item in enumerate(items) if item.stop]
    line_list = BareList()
    line_list.show(items, data.draw(st.sampled_from(stops)))
    line_list.top = min(top, max(0, len(line_list.folded.lines) - HEIGHT))
    line_list.cursor = data.draw(st.sampled_from(stops))
    line_list.scroll_into_sight()
    folder = items[line_list.cursor].folder
    shown = [line_list.folded.lines[row][0] for row in line_list.in_sight]
    assert line_list.cursor in shown
    if len(items_of := [n for n, item in enumerate(items) if item.folder == folder]) <= HEIGHT:
        assert {n for n in items_of if n >= line_list.cursor} <= set(shown)
