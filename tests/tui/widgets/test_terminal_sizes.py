"""Sizes of terminals, and the lines of what a finger hits."""

import pytest
from textual.app import App
from textual.geometry import Size

from rokoko_tui.settings.account import Account
from rokoko_tui.widgets.terminal_sizes import FINGERS, finger_lines, lines_per_item


@pytest.mark.parametrize(
    ("size", "fingers", "lines"),
    [
        (Size(80, 24), 0, 1),
        (Size(94, 24), 2, 2),
        (Size(85, 24), 3, 3),
        (Size(46, 50), 3, 2),
        (Size(46, 30), 3, 1),
        (Size(46, 50), 0, 2),
    ],
)
def test_the_lines_of_an_item(size: Size, fingers: int, lines: int) -> None:
    assert lines_per_item(size, fingers) == lines


@pytest.mark.parametrize(("touch", "lines"), [("", 0), ("1", 2), ("2", 2), ("3", 3), ("x", 2)])
def test_the_lines_that_a_browser_asks_for(touch: str, lines: int) -> None:
    assert Account(environment={"ROKOKO_TOUCH": touch}).finger_lines == lines
    app = App[None]()
    app.add_class(*(name for name, each in FINGERS.items() if each == lines))
    assert finger_lines(app) == lines
