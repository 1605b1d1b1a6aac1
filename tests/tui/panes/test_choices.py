"""The pane of choices: look of the entries, their keys and pieces, and the question on the border."""

import pytest
from textual.app import App, ComposeResult
from textual.geometry import Region

from rokoko_core.actions import ChooseHand, Decline, DrawTile, EndTurn, Hire, PlayCard, TakeTile
from rokoko_tui.panes.choices import FULL, Choices
from rokoko_tui.table.choice_list import EntryKind, MenuEntry
from rokoko_tui.table.menu_entries import find_about, find_key
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.widgets.folded_items import INDENT
from rokoko_tui.widgets.line_widget import BAR

ENTRIES = (
    MenuEntry(EntryKind.HEADING, "Acquire"),
    MenuEntry(EntryKind.ACTION, "the red tile", "1", pieces=frozenset({PieceRef("tile", 3)})),
    MenuEntry(EntryKind.REFUSAL, "the blue tile costs too much", pieces=frozenset({PieceRef("tile", 4)})),
    MenuEntry(EntryKind.REFUSAL, "another red one", pieces=frozenset({PieceRef("tile", 3)})),
    MenuEntry(EntryKind.THING, "chosen", "2", chosen=True, pieces=frozenset({PieceRef("silk", "yy")})),
    MenuEntry(EntryKind.THING, "open", "3"),
)


class OneList(App[None]):
    CSS = "Choices { border: solid; padding: 0; width: 100%; height: 100%; }"

    def compose(self) -> ComposeResult:
        self.choices = Choices()
        yield self.choices


class OneTopBorder(OneList):
    """The border of the table's panes."""

    CSS = "Choices { border-top: solid; padding: 0; width: 100%; height: 100%; }"


async def test_things_have_a_box_refusals_no_key_and_headings_no_indent() -> None:
    app = OneList()
    async with app.run_test(size=(42, 8)):
        app.choices.offer(ENTRIES)
        rows = [app.choices.render_line(y).text.rstrip() for y in range(6)]
        assert rows == [
            "Acquire",
            "▸ 1 the red tile",
            "    the blue tile costs too much",
            "    another red one",
            "  2 [x] chosen",
            "  3 [ ] open",
        ]
        looks = [item.style for item in app.choices.items]
        assert looks == ["heading", "plain", "dim", "dim", "strong", "plain"]


@pytest.mark.parametrize(("size", "has_legend"), [((80, 24), True), ((100, 30), True), ((120, 40), False)])
async def test_the_letters_of_ranks_have_one_legend(size: tuple[int, int], has_legend: bool) -> None:
    """From 120x40 the line below the halls has them."""
    entries = (
        MenuEntry(EntryKind.HEADING, "Play a card", legend="M Master"),
        MenuEntry(EntryKind.ACTION, "", row=("Master · " + "long " * 40, "M short")),
    )
    app = OneList()
    async with app.run_test(size=size):
        app.choices.offer(entries)
        assert (app.choices.render_line(0).text.strip() == "M Master") == has_legend


@pytest.mark.parametrize(
    ("width", "text"), [(FULL + INDENT + BAR - 1, "M no bonus"), (FULL + INDENT + BAR, "Master · no bonus")]
)
async def test_a_choice_has_one_name_in_a_list_of_some_width(width: int, text: str) -> None:
    """Whether the longest card fits decides, also for the only card to choose, to play or to hire."""
    app = OneList()
    async with app.run_test(size=(width + 2, 8)):
        for action in (ChooseHand(("base-master",)), PlayCard("base-master"), Hire("base-master")):
            app.choices.offer((MenuEntry(EntryKind.ACTION, "", "1", action, row=("Master · no bonus", "M no bonus")),))
            assert app.choices.content_size.width == width
            assert app.choices.render_line(0).text.strip() == f"▸ 1 {text}"


async def test_the_entry_under_the_cursor() -> None:
    app = OneList()
    async with app.run_test(size=(42, 8)):
        assert app.choices.entry is None
        app.choices.offer(ENTRIES)
        assert app.choices.entry == ENTRIES[1]
        app.choices.offer(ENTRIES, 5)
        assert app.choices.entry == ENTRIES[5]
        app.choices.offer(ENTRIES[:1])
        assert app.choices.entry is None
        app.choices.offer((MenuEntry(EntryKind.ACTION, "first"),))
        assert app.choices.entry == MenuEntry(EntryKind.ACTION, "first")


async def test_entries_are_found_by_key_and_by_piece() -> None:
    app = OneList()
    async with app.run_test(size=(42, 8)):
        app.choices.offer(ENTRIES)
        assert [find_key(app.choices.entries, key) for key in "123x"] == [1, 4, 5, None]
        assert find_about(app.choices.entries, PieceRef("tile", 3)) == [1], "what can be taken before what cannot"
        assert find_about(app.choices.entries, PieceRef("tile", 4)) == [2]
        assert find_about(app.choices.entries, PieceRef("favor")) == []


async def test_a_number_counts_the_choices_where_none_has_a_number() -> None:
    app = OneList()
    heading, draw = MenuEntry(EntryKind.HEADING, "Bonus"), MenuEntry(EntryKind.ACTION, "draw", "d", DrawTile())
    skip = MenuEntry(EntryKind.ACTION, "skip", "0", Decline())
    async with app.run_test(size=(42, 8)):
        app.choices.offer((heading, draw, skip))
        assert [find_key(app.choices.entries, key) for key in "d012"] == [1, 2, 1, None]
        app.choices.offer((heading, draw, MenuEntry(EntryKind.ACTION, "tile", "2", TakeTile(1)), skip))
        assert [find_key(app.choices.entries, key) for key in "12"] == [None, 2], "the numbers are those of the board"
        app.choices.offer((heading, MenuEntry(EntryKind.ACTION, "end turn", "e", EndTurn())))
        assert find_key(app.choices.entries, "1") is None, "no number ends a turn"


async def test_rewording_keeps_the_cursor() -> None:
    app = OneList()
    async with app.run_test(size=(42, 8)):
        app.choices.offer(ENTRIES, 4)
        other = (*ENTRIES[:4], MenuEntry(EntryKind.THING, "picked", "2", chosen=True), ENTRIES[5])
        app.choices.reword(other)
        assert app.choices.entry == other[4]
        assert app.choices.render_line(4).text.rstrip() == "▸ 2 [x] picked"


@pytest.mark.parametrize(("width", "title"), [(18, "Ada: which?"), (14, "Ada: which?"), (13, "Ada?")])
async def test_a_narrow_border_has_the_short_question(width: int, title: str) -> None:
    """A space divides each question from the line behind it."""
    app = OneTopBorder()
    async with app.run_test(size=(40, 8)) as pilot:
        app.choices.set_border_titles("Ada: which?", "Ada?")
        assert app.choices.shown_title == "Ada: which?"
        await pilot.resize_terminal(width, 8)
        await pilot.pause()
        assert app.choices.shown_title == title
        assert app.choices.render_lines(Region(0, 0, width, 1))[0].text.startswith(f"─{title} ─")
        await pilot.resize_terminal(40, 8)
        await pilot.pause()
        assert app.choices.shown_title == "Ada: which?"


async def test_a_new_title_repaints_the_whole_border() -> None:
    """Also the last cell, which has the ellipsis of a title that was too long."""
    app = OneList()
    async with app.run_test(size=(42, 8)) as pilot:
        app.choices.set_border_titles("x" * 60)
        await pilot.pause()
        app.choices._repaint_regions.clear()
        app.choices.set_border_titles("short")
        assert app.choices._repaint_regions == {Region(0, 0, 42, 1)}
