"""The table that makes only visible lines: cursor, scrolling, clicks and cells."""

from textual.app import App, ComposeResult

from rokoko_tui.widgets.virtual_table import Cell, Column, VirtualTable
from tests.tui.shipped_themes import theme_named

HEIGHT, WIDTH = 7, 30


class OneTable(App[None]):
    """A table of numbered lines alone, seven lines high."""

    def __init__(self) -> None:
        super().__init__()
        self.made: list[int] = []
        self.events: list[str] = []

    def compose(self) -> ComposeResult:
        yield VirtualTable((Column("No", 4), Column("Name", 0), Column("Place", 5)), self._line, id="table")

    def _line(self, number: int) -> list[Cell]:
        self.made.append(number)
        return [Cell(str(number), "good"), Cell(f"line {number}" + " long" * (number == 3) * 9), Cell("here", "bad")]

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return theme_named("rokoko-dark").variables

    def on_mount(self) -> None:
        self.register_theme(theme_named("rokoko-dark"))
        self.theme = "rokoko-dark"

    def on_virtual_table_moved(self) -> None:
        self.events.append("moved")

    def on_virtual_table_taken(self) -> None:
        self.events.append("taken")

    def on_virtual_table_scrolled(self) -> None:
        self.events.append("scrolled")


async def test_lines_cursor_and_clicks_of_a_long_table() -> None:
    app = OneTable()
    async with app.run_test(size=(WIDTH, HEIGHT)) as pilot:
        table = app.query_one(VirtualTable)

        def lines() -> list[str]:
            return [table.render_line(y).text for y in range(HEIGHT)]

        assert (table.cursor, table.in_sight) == (-1, range(0))
        table.move(1)
        assert table.cursor == -1, "an empty table has no cursor"
        table.show(100, 2)
        await pilot.pause()
        width = table.size.width
        assert lines()[0].rstrip() == f" No    {'Name'.ljust(width - 15)}  Place"
        assert lines()[1].rstrip() == f" 0     {'line 0'.ljust(width - 15)}  here"
        assert lines()[4].split("long")[0] == " 3     line 3 " and "…" in lines()[4], "a long cell is cut"
        assert all(strip.cell_length == width for strip in map(table.render_line, range(HEIGHT)))
        assert table.in_sight == range(HEIGHT - 1) and max(app.made) < HEIGHT, "only visible lines are made"

        # one style for the whole line under the cursor; elsewhere each cell has its own
        def looks(y: int) -> list[str]:
            return list(dict.fromkeys(str(segment.style) for segment in table.render_line(y) if segment.text.strip()))

        assert len(looks(3)) == 1 != len(looks(2))
        assert len(looks(2)) == 3 and len(looks(0)) == 1
        assert not set(looks(3)) & set(looks(2))

        # the cursor stays in sight, and the table scrolls no further than that requires
        for move, by, cursor, top in (
            *((table.move, 1, 3, 0), (table.move, 2, 5, 0), (table.move, 1, 6, 1), (table.move, -6, 0, 0)),
            *((table.move_page, 1, 5, 0), (table.move_page, 1, 10, 5), (table.move_page, -1, 5, 5)),
            *((table.move_end, 1, 99, 94), (table.move, 1, 99, 94), (table.move_end, -1, 0, 0), (table.move, -1, 0, 0)),
        ):
            move(by)
            await pilot.pause(0)
            assert (table.cursor, table.scroll_offset.y) == (cursor, top)
            assert table.in_sight == range(top, top + HEIGHT - 1)
        assert "scrolled" in app.events

        # the first click on a line moves the cursor, the second takes it
        await pilot.click(VirtualTable, offset=(8, 3))
        assert table.cursor == 2 and app.events[-1] == "moved"
        await pilot.click(VirtualTable, offset=(8, 3))
        assert app.events[-1] == "taken"
        app.events.clear()
        await pilot.click(VirtualTable, offset=(8, 0))
        assert table.cursor == 2 and not app.events, "the titles are no line"
        await pilot.click(VirtualTable, offset=(8, 4))
        table.move(-1)
        await pilot.click(VirtualTable, offset=(8, 3))
        assert "taken" not in app.events, "keys forget the first click"

        # fewer lines
        app.events.clear()
        table.show(2, 50)
        await pilot.pause()
        assert (table.cursor, table.in_sight, app.events) == (1, range(2), ["moved"])
        assert not lines()[3].strip()
        await pilot.click(VirtualTable, offset=(8, 5))
        assert table.cursor == 1
        table.head((Column("A", 4), Column("B", 0), Column("C", 5)))
        assert lines()[0].split() == ["A", "B", "C"]
        table.show(0)
        assert table.cursor == -1
