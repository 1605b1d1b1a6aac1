"""Widgets of one line without an app: slider, option and check fields, tabs; and a piece that moves over the table."""

from itertools import product
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from rich.text import Span, Text
from textual import events
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from rokoko_tui.art.scene import Drawing
from rokoko_tui.screens.replay import Slider
from rokoko_tui.text import get_words
from rokoko_tui.widgets.animation_layer import MovingPiece, over
from rokoko_tui.widgets.fields import CheckField, OptionField
from rokoko_tui.widgets.tab_bar import TabBar
from tests.tui.shipped_themes import styles_named

PEOPLE = [("human", "Human"), ("easy", "Easy bot"), ("hard", "Hard")]


class Fixed(Widget):
    """A widget of a fixed width whose messages are kept in a list."""

    width = 20
    posted: list[Message]

    @property
    def content_size(self) -> Size:
        return Size(self.width, 1)

    @property
    def size(self) -> Size:
        return Size(self.width, 1)

    def post_message(self, message: Message) -> bool:
        if not hasattr(self, "posted"):
            self.posted = []
        self.posted.append(message)
        return True


class FixedSlider(Fixed, Slider):
    pass


class FixedOptions(Fixed, OptionField):
    pass


class FixedCheck(Fixed, CheckField):
    pass


class FixedTabs(Fixed, TabBar):
    pass


def click_at(x: int) -> events.Click:
    event = events.Click(None, x, 0, 0, 0, 1, False, False, False, x, 0, None)
    event.get_content_offset = lambda widget: Offset(x, 0)  # type: ignore[method-assign]
    return event


# ---- the slider


def slider(length: int, position: int, rounds: list[tuple[int, int]], width: int = 20) -> FixedSlider:
    made = FixedSlider(length, rounds)
    made.width = width
    made.set_reactive(Slider.position, position)
    return made


@pytest.mark.parametrize(("position", "column"), [(0, 0), (50, 10), (100, 19), (1, 0), (99, 19), (26, 5)])
def test_the_slider_shows_the_position_in_the_whole_game(position: int, column: int) -> None:
    text = slider(100, position, []).render().plain
    assert text == "━" * column + "●" + "─" * (19 - column)


def test_the_slider_has_the_rounds_and_the_position_above_them() -> None:
    assert slider(100, 60, [(1, 0), (2, 20), (3, 60), (7, 100)]).render().plain == "1━━━2━━━━━━●───────7"


@given(length=st.integers(1, 400), width=st.integers(2, 80), data=st.data())
def test_a_click_on_the_handle_stays_there_and_the_ends_are_the_ends(length: int, width: int, data: Any) -> None:
    position = data.draw(st.integers(0, length))
    made = slider(length, position, [], width)
    made.on_click(click_at(made.render().plain.index("●")))
    made.on_click(click_at(0))
    made.on_click(click_at(width - 1))
    here, first, last = (message.position for message in made.posted if isinstance(message, Slider.Picked))
    assert (first, last) == (0, length)
    assert abs(here - position) <= length / (width - 1) / 2 + 1


@pytest.mark.parametrize(("length", "width"), [(0, 20), (5, 1), (0, 0)])
def test_a_slider_of_an_empty_game_or_without_a_width_is_drawn(length: int, width: int) -> None:
    made = slider(length, 0, [(1, 0)], width)
    assert made.render().plain == "●" + "─" * (width - 1)


# ---- fields


def test_a_field_begins_with_the_first_option_or_the_given_one() -> None:
    assert FixedOptions(PEOPLE).render().plain == "‹ Human ›"
    assert FixedOptions(PEOPLE, "hard").render().plain == "‹ Hard ›"
    assert FixedOptions(PEOPLE, "gone").render().plain == "‹ gone ›"


def test_a_field_steps_from_option_to_option_in_a_circle_and_says_so() -> None:
    field = FixedOptions(PEOPLE)
    for by in (1, 1, 1, -1):
        field.action_step(by)
    told = [(m.before, m.value, m.control) for m in field.posted if isinstance(m, OptionField.Changed)]
    pairs = [("human", "easy"), ("easy", "hard"), ("hard", "human"), ("human", "hard")]
    assert told == [(before, value, field) for before, value in pairs]
    only = FixedOptions(PEOPLE[:1])
    only.action_step(1)
    assert not hasattr(only, "posted"), "nothing changed"


def test_an_unknown_value_steps_from_the_first_option() -> None:
    field = FixedOptions(PEOPLE, "gone")
    field.action_step(1)
    assert field.value == "easy"


@pytest.mark.parametrize(("x", "value"), [(0, "hard"), (1, "hard"), (2, "easy"), (9, "easy")])
def test_a_click_on_the_left_arrow_steps_back_and_elsewhere_forward(x: int, value: str) -> None:
    field = FixedOptions(PEOPLE)
    field.on_click(click_at(x))
    assert field.value == value


def test_a_field_is_as_wide_as_its_longest_option() -> None:
    assert FixedOptions(PEOPLE).get_content_width(None, None) == len("‹ Easy bot ›")
    field = FixedOptions([*PEOPLE, ("cjk", "名前名前名前")])
    assert field.get_content_width(None, None) == 12 + 4


def test_new_options_replace_the_old_ones_with_their_value() -> None:
    field = FixedOptions(PEOPLE)
    field.refresh = lambda *_, **__: field  # type: ignore[method-assign]
    field.replace_options([("a", "Eins"), ("b", "Zwei")], "b")
    assert field.render().plain == "‹ Zwei ›"


def test_a_check_field_shows_its_mark_and_its_name() -> None:
    field = FixedCheck()
    field.set_reactive(CheckField.name_shown, "Jewelry Box")
    assert (field.on, field.render().plain) == (False, "[ ] Jewelry Box")
    field.action_step(1)
    assert (field.on, field.render().plain) == (True, "[x] Jewelry Box")
    field.action_step(1)
    assert not field.on
    assert field.get_content_width(None, None) == len("[x] Jewelry Box")


# ---- tabs


def tab_bar(width: int, notes: tuple[str, ...] = (), marked: frozenset[str] = frozenset()) -> str:
    bar = FixedTabs()
    bar.width = width
    for name, value in {
        "tabs": ("play", "halls"), "current": "play", "words": get_words("classic"), "notes": notes, "marked": marked,
    }.items():  # fmt: skip
        bar.set_reactive(getattr(TabBar, name), value)
    return bar.render().plain


def test_the_current_tab_is_in_brackets_and_a_dot_marks_lit_pieces() -> None:
    play, halls = (get_words("classic").say(f"panes.tab.{tab}") for tab in ("play", "halls"))
    assert tab_bar(40).rstrip() == f" [{play}]   {halls}"
    assert tab_bar(40, marked=frozenset({"halls"})).rstrip() == f" [{play}] • {halls}"
    assert tab_bar(40, marked=frozenset({"play"})).rstrip() == f"•[{play}]   {halls}"


def test_tight_tabs_light_both_brackets_of_the_current_one() -> None:
    names = "".join(get_words("classic").wording(f"panes.tab.{tab}").shortest for tab in ("play", "halls"))
    bar = FixedTabs()
    bar.width = len(names) + 3
    for name, value in {"tabs": ("play", "halls"), "current": "play", "words": get_words("classic")}.items():
        bar.set_reactive(getattr(TabBar, name), value)
    content = bar.render()
    [lit] = [content.plain[span.start : span.end] for span in content.spans if span.style == "reverse"]
    assert lit.startswith("[") and lit.endswith("]")


def test_the_longest_note_that_fits_is_at_the_right_end() -> None:
    notes = ("Daily game of 27 November", "27 November", "")
    bare = len(tab_bar(99).rstrip()) + 1
    for space in range(40):
        bar = tab_bar(bare + space, notes)
        expected = next(note for note in (*notes, "") if len(note) < space or not note)
        assert bar.endswith(expected) and len(bar) == bare + space, space


def test_tabs_without_space_for_blanks_are_tight_and_then_have_their_short_names() -> None:
    bar = FixedTabs()
    tabs = ("play", "works", "decor", "log")
    for name, value in {"tabs": tabs, "current": "works", "words": get_words("classic"), "marked": {"log"}}.items():
        bar.set_reactive(getattr(TabBar, name), value)
    lines = []
    for bar.width in (47, 31, 30):
        lines.append(bar.render().plain.rstrip())
    assert lines == [
        "  Play   [Workshop]   Decorations  • Log",
        " Play[Workshop]Decorations•Log",
        " Play[Works]Decor•Log",
    ]


def test_before_a_scene_is_shown_there_are_no_tabs() -> None:
    assert FixedTabs().render().plain == ""


# ---- a piece on its way

RED, BLUE, GREEN = (Color.from_rgb(*rgb) for rgb in ((200, 0, 0), (0, 0, 200), (0, 200, 0)))


def pixels(style: Style, sign: str) -> tuple[Any, Any]:
    """Return the colours of the upper and the lower half of a cell."""
    return (
        style.color if sign == "▀" else style.bgcolor,
        style.color if sign == "▄" else style.bgcolor,
    )


@pytest.mark.parametrize(("sign", "sign_below"), list(product("▀▄", "▀▄ x")))
def test_the_half_of_a_cell_without_a_pixel_of_the_piece_shows_the_table(sign: str, sign_below: str) -> None:
    below = Style(color=BLUE, bgcolor=GREEN)
    shown, style = over((sign, Style(color=RED)), (sign_below, below))
    upper, lower = pixels(style, shown)
    table_upper, table_lower = pixels(below, sign_below)
    assert (upper, lower) == ((RED, table_lower) if sign == "▀" else (table_upper, RED))


def test_a_blank_of_the_piece_shows_the_table_and_a_coloured_one_covers_it() -> None:
    below = ("x", Style(color=BLUE, bgcolor=GREEN))
    assert over((" ", Style()), below) == below
    assert over(("", Style()), below) == below
    assert over((" ", Style(bgcolor=RED)), below) == (" ", Style(bgcolor=RED))
    assert over((" ", Style()), ("名", Style(bgcolor=GREEN))) == (" ", Style(bgcolor=GREEN)), "half a character"


def test_a_piece_moves_from_the_middle_of_its_place_to_that_of_the_other() -> None:
    piece = MovingPiece(lambda x, y, width: Strip([Segment("." * width)]))
    piece.refresh = lambda *_, **__: piece  # type: ignore[method-assign]
    drawing = Drawing([Text("ab"), Text("cd")], [])
    within = Region(0, 0, 40, 20)
    assert piece.set_out(drawing, Region(0, 0, 4, 4), Region(30, 10, 4, 4))
    places = []
    for progress in (0.0, 0.25, 0.5, 0.75, 1.0):
        assert piece.go(progress, within) and piece.place is not None
        assert piece.place.size == (2, 2)
        places.append(piece.place.offset)
    assert places[0] == (1, 1) and places[2] == (16, 6) and places[-1] == (31, 11)
    assert places[1].x < 8 and places[3].x > 24, "slow at both ends"
    assert not piece.go(1.0, within), "it is there already"
    assert piece.rest() and not piece.rest()
    assert not piece.set_out(drawing, Region(0, 0, 4, 4), Region(0, 0, 4, 4)), "nothing would move"
    assert not piece.set_out(Drawing([], []), Region(0, 0, 4, 4), Region(9, 9, 4, 4)), "nothing is drawn"


def test_a_moving_piece_is_painted_over_the_table_below_it() -> None:
    asked = []

    def cells(x: int, y: int, width: int) -> Strip:
        asked.append((x, y, width))
        return Strip([Segment("t" * width)])

    class Piece(MovingPiece):
        roles = styles_named("rokoko-dark")

    piece = Piece(cells)
    piece.refresh = lambda *_, **__: piece  # type: ignore[method-assign]
    line = Text("a b", spans=[Span(n, n + 1, "plain") for n in range(3)])
    piece.set_out(cast("Drawing", SimpleNamespace(lines=[line])), Region(0, 0, 3, 1), Region(5, 3, 3, 1))
    assert piece.line(0, Size(3, 1), Style()).text == "   ", "it has no place yet"
    piece.go(1.0, Region(0, 0, 40, 20))
    assert piece.line(0, Size(3, 1), Style()).text == "atb"
    assert asked == [(5, 3, 3)]
    assert piece.line(1, Size(3, 1), Style()).text == "   "
