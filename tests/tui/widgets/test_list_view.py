"""The list view: cursor, scrolling, folders, clicks and painting."""

from dataclasses import replace

import pytest
from rich.cells import cell_len
from rich.style import Style
from textual import events
from textual.app import App, ComposeResult

from rokoko_tui.text.wording import Wording
from rokoko_tui.widgets.folded_items import Item
from rokoko_tui.widgets.line_widget import scroll_bar_cell
from rokoko_tui.widgets.list_view import LineList, is_repeated
from tests import ROOT
from tests.tui.shipped_themes import styles_named, theme_named

WIDTH, HEIGHT = 20, 6


class OneList(App[None]):
    """One list, and the messages it posted."""

    CSS = "LineList { border: none; padding: 0; width: 100%; height: 100%; }"

    def __init__(self, listing: LineList | None = None) -> None:
        super().__init__()
        self.line_list = listing or LineList()
        self.moved: list[int] = []
        self.taken: list[int] = []

    def compose(self) -> ComposeResult:
        yield self.line_list

    def on_line_list_moved(self, event: LineList.Moved) -> None:
        assert event.control is self.line_list
        self.moved.append(event.index)

    def on_line_list_taken(self, event: LineList.Taken) -> None:
        assert event.control is self.line_list
        self.taken.append(event.index)


class ReadOnly(LineList):
    CLICKS = False


def heading(text: str) -> Item:
    return Item(text, "heading", stop=False, indent=0)


def lines(count: int) -> list[Item]:
    return [Item(f"line {n}") for n in range(count)]


GROUPS = [heading("Hire"), Item("one", key="1"), Item("two", key="2"), heading("Fund"), Item("three", key="b")]


def painted(listing: LineList) -> list[str]:
    rows = [listing.render_line(y) for y in range(HEIGHT)]
    assert all(cell_len(row.text) == row.cell_length == WIDTH for row in rows), "every row is painted over"
    return [row.text[: WIDTH - 1].rstrip() for row in rows]


def bar(listing: LineList) -> str:
    return "".join(listing.render_line(y).text[-1] for y in range(HEIGHT))


async def test_a_line_shows_pointer_key_mark_and_text() -> None:
    app = OneList()
    async with app.run_test(size=(WIDTH, HEIGHT)):
        assert app.line_list.cursor == -1, "nowhere before there is a line"
        app.line_list.show([*GROUPS, Item("ring", key="c", mark="[x]")])
        assert painted(app.line_list) == ["Hire", "▸ 1 one", "  2 two", "Fund", "  b three", "  c [x] ring"]
        assert bar(app.line_list).isspace()


async def test_a_long_line_is_folded_under_its_text_and_leaves_the_last_columns_free() -> None:
    app = OneList()
    async with app.run_test(size=(WIDTH, HEIGHT)) as pilot:
        app.line_list.show(
            [Item("x" * 7 + " " + "y" * 6), Item("x" * 7 + " " + "y" * 7), Item("ab cd efgh", mark="[ ]")]
        )
        assert painted(app.line_list) == [
            "▸   xxxxxxx yyyyyy",
            "    xxxxxxx",
            "    yyyyyyy",
            "    [ ] ab cd efgh",
            "",
            "",
        ]
        app.line_list.show(
            [Item("ab cd efghi", mark="[ ]"), heading("a" * 9 + " " + "b" * 8), heading("c" * 9 + " " + "d" * 9)]
        )
        assert painted(app.line_list) == [
            "▸   [ ] ab cd",
            "        efghi",
            "aaaaaaaaa bbbbbbbb",
            "ccccccccc",
            "ddddddddd",
            "",
        ]
        app.line_list.show([Item("x" * 7 + " " + "y" * 7)])
        await pilot.resize_terminal(WIDTH + 1, HEIGHT)
        assert app.line_list.render_line(0).text.rstrip() == "▸   xxxxxxx yyyyyyy", "folded anew when there is room"


async def test_a_line_without_indent_keeps_its_mark() -> None:
    app = OneList()
    async with app.run_test(size=(WIDTH, HEIGHT)):
        app.line_list.show([Item("x" * 9 + " " + "y" * 9, mark="+", indent=0)])
        assert painted(app.line_list)[:2] == ["+ xxxxxxxxx", "  yyyyyyyyy"]


async def test_narrow_lines_keep_eight_cells_of_text() -> None:
    app = OneList()
    async with app.run_test(size=(9, HEIGHT)):
        app.line_list.show([Item("abcd efg hij")])
        assert [text for _, _, text in app.line_list.folded.lines] == ["abcd efg", "hij"]


async def test_the_cursor_starts_at_the_given_item_or_the_first_selectable_one() -> None:
    app = OneList()
    async with app.run_test(size=(WIDTH, HEIGHT)):
        for wanted, stands in ((-1, 1), (0, 1), (2, 2), (3, 1), (4, 4), (5, 1)):
            app.line_list.show(GROUPS, wanted)
            assert app.line_list.cursor == stands, wanted
        app.line_list.show([Item("one"), Item("two")], 0)
        assert app.line_list.cursor == 0
        app.line_list.show([heading("Nothing")])
        assert app.line_list.cursor == -1
        app.line_list.action_take()
    assert app.taken == []


async def test_the_cursor_skips_headings_and_stops_at_both_ends() -> None:
    app = OneList()
    async with app.run_test(size=(WIDTH, HEIGHT)) as pilot:
        app.line_list.show(GROUPS)
        cursors = []
        for step in (1, 1, 1, -1, -1, -1, 2, -2, 5):
            app.line_list.move(step)
            cursors.append(app.line_list.cursor)
        await pilot.pause()
        assert cursors == [2, 4, 4, 2, 1, 1, 4, 1, 4]
        assert app.moved == [2, 4, 2, 1, 4, 1, 4], "told where it moved, and nothing where it stayed"
        app.line_list.move_end(-1)
        assert app.line_list.cursor == 1
        app.line_list.move_end(1)
        assert app.line_list.cursor == 4
        app.line_list.show([*GROUPS, heading("Nothing follows")])
        app.line_list.move_end(1)
        assert app.line_list.cursor == 4


async def test_a_focused_list_moves_its_cursor_by_keys_which_settings_may_change() -> None:
    app = OneList()
    async with app.run_test(size=(WIDTH, HEIGHT)) as pilot:
        app.line_list.show(lines(20))
        for key, cursor in (("down", 1), ("j", 2), ("k", 1), ("pagedown", 5), ("pageup", 1), ("end", 19), ("home", 0)):
            await pilot.press(key)
            assert app.line_list.cursor == cursor, key
        app.set_keymap({"list.down": "n"})
        await pilot.press("n", "j")
        assert app.line_list.cursor == 1


async def test_the_cursor_moves_from_group_to_group() -> None:
    app = OneList()
    async with app.run_test(size=(WIDTH, HEIGHT)):
        app.line_list.show([Item("zero"), *GROUPS, Item("four"), heading("Last"), Item("five")], 0)
        cursors = []
        for step in (1, 1, 1, 1, -1, -1, -1, -1):
            app.line_list.move_group(step)
            cursors.append(app.line_list.cursor)
        assert cursors == [2, 5, 8, 8, 5, 2, 0, 0]
        app.line_list.cursor = 6
        app.line_list.move_group(-1)
        assert app.line_list.cursor == 5, "first to the beginning of its own"


async def test_a_page_is_two_lines_less_than_the_height() -> None:
    app = OneList()
    async with app.run_test(size=(WIDTH, HEIGHT)) as pilot:
        app.line_list.show(lines(20))
        app.line_list.move_page(1)
        app.line_list.move_page(1)
        assert app.line_list.cursor == 8
        app.line_list.move_page(-1)
        assert app.line_list.cursor == 4
        await pilot.resize_terminal(WIDTH, 2)
        await pilot.pause()
        app.line_list.move_page(1)
        assert app.line_list.cursor == 5, "one line at least"


async def test_the_list_scrolls_no_further_than_the_cursor_requires() -> None:
    app = OneList()
    async with app.run_test(size=(WIDTH, HEIGHT)):
        app.line_list.show(lines(20))
        tops = []
        for cursor in (5, 6, 9, 8, 4, 3, 19, 0):
            app.line_list.cursor = cursor
            tops.append(app.line_list.top)
        assert tops == [0, 1, 4, 4, 4, 3, 14, 0]
        app.line_list.show(lines(20), 12)
        assert painted(app.line_list)[-1] == "▸   line 12", "it begins in sight"
        app.line_list.cursor = 0
        assert painted(app.line_list)[0] == "▸   line 0"


async def test_headings_above_and_all_of_a_long_line_scroll_into_sight() -> None:
    app = OneList()
    async with app.run_test(size=(WIDTH, HEIGHT)):
        app.line_list.show([heading("Hire"), *lines(9), Item("x" * 12 + " " + "y" * 12), *lines(3)])
        app.line_list.cursor = 10
        assert painted(app.line_list)[-2:] == ["▸   xxxxxxxxxxxx", "    yyyyyyyyyyyy"]
        app.line_list.cursor = 1
        assert painted(app.line_list)[:2] == ["Hire", "▸   line 0"]
        app.line_list.cursor = 13
        assert painted(app.line_list)[-1] == "▸   line 2"


async def test_a_line_higher_than_the_list_shows_its_beginning() -> None:
    app = OneList()
    async with app.run_test(size=(WIDTH, 1)):
        app.line_list.show([*lines(3), Item("musician in hall 4 or tile YGG", indent=0)], 3)
        assert app.line_list.render_line(0).text.startswith("musician in hall 4")


async def test_the_wheel_scrolls_two_lines_and_leaves_the_cursor() -> None:
    app = OneList()
    async with app.run_test(size=(WIDTH, HEIGHT)) as pilot:
        app.line_list.show(lines(9))
        tops = []
        for event in ("down", "down", "down", "up", "up", "up"):
            wheel = events.MouseScrollDown if event == "down" else events.MouseScrollUp
            app.line_list.post_message(wheel(app.line_list, 5, 2, 0, 0, 0, False, False, False, 5, 2))
            await pilot.pause()
            tops.append(app.line_list.top)
        await pilot.pause()
        assert tops == [2, 3, 3, 1, 0, 0]
        assert (app.line_list.cursor, app.moved) == (0, [])


async def test_a_list_that_does_not_fit_has_a_scroll_bar() -> None:
    app = OneList()
    async with app.run_test(size=(WIDTH, HEIGHT)):
        app.line_list.show(lines(HEIGHT))
        assert bar(app.line_list).isspace()
        app.line_list.show(lines(HEIGHT * 2))
        above = bar(app.line_list)
        app.line_list.move_end(1)
        assert above != bar(app.line_list) == above[::-1]
        assert len(set(above)) == 2, "what is seen and what is not"


async def test_the_first_click_moves_the_cursor_and_the_second_selects() -> None:
    app = OneList()
    async with app.run_test(size=(WIDTH, HEIGHT)) as pilot:
        app.line_list.show(GROUPS)
        for row in (2, 4, 2, 0, 3):
            await pilot.click(LineList, offset=(5, row))
        await pilot.pause()
        assert (app.moved, app.taken, app.line_list.cursor) == ([2, 4, 2], [], 2)
        await pilot.click(LineList, offset=(5, 2))
        await pilot.pause()
        assert app.taken == [2]
        app.line_list.move(1)
        app.line_list.move(-1)
        await pilot.click(LineList, offset=(5, 2))
        await pilot.pause()
        assert app.taken == [2], "whoever went elsewhere in between clicks anew"
        await pilot.click(LineList, offset=(5, 5))
        await pilot.pause()
        assert app.taken == [2], "nothing lies there"
        app.line_list.show(lines(3))
        app.line_list.move(1)
        app.line_list.move(-1)
        await pilot.click(LineList, offset=(5, 0))
        await pilot.pause()
        assert app.taken == [2], "the first line is like any other"


async def test_of_quick_clicks_each_second_one_is_a_repeat() -> None:
    clicks: list[bool] = []

    class Counted(LineList):
        def on_click(self, event: events.Click) -> None:
            clicks.append(is_repeated(event))

    async with OneList(Counted()).run_test(size=(WIDTH, HEIGHT)) as player:
        await player.click(LineList, times=5)
    assert clicks == [False, True, False, True, False], "a series of taps must not wait for its end"


async def test_new_items_forget_the_first_click_and_reworded_ones_keep_it() -> None:
    app = OneList()
    async with app.run_test(size=(WIDTH, HEIGHT)) as pilot:
        app.line_list.show(GROUPS)
        await pilot.click(LineList, offset=(5, 1))
        app.line_list.show(GROUPS)
        await pilot.click(LineList, offset=(5, 1))
        await pilot.pause()
        assert app.taken == []
        app.line_list.say([heading("HIRE"), *GROUPS[1:]])
        assert painted(app.line_list)[0] == "HIRE"
        await pilot.click(LineList, offset=(5, 1))
        await pilot.pause()
        assert app.taken == [1]


async def test_a_read_only_list_ignores_clicks() -> None:
    app = OneList(ReadOnly())
    async with app.run_test(size=(WIDTH, HEIGHT)) as pilot:
        app.line_list.show(GROUPS)
        for _ in range(2):
            await pilot.click(ReadOnly, offset=(5, 2))
        await pilot.pause()
        assert (app.moved, app.taken, app.line_list.cursor) == ([], [], 1)


async def test_item_at_returns_the_item_of_a_visible_row() -> None:
    app = OneList()
    async with app.run_test(size=(WIDTH, HEIGHT)):
        app.line_list.show([*lines(6), Item("x" * 12 + " " + "y" * 12)])
        assert [app.line_list.item_at(y) for y in (0, 5)] == [0, 5]
        app.line_list.cursor = 6
        assert [app.line_list.item_at(y) for y in (-3, -2, 0, 4, 5, 6)] == [None, 0, 2, 6, 6, None]


# ---- folders


def folder(name: str, *texts: str) -> list[Item]:
    title = Item(name, "folder", stop=False, indent=0, folder=name)
    return [title, *(Item(text, folder=name, right="+1") for text in texts)]


def valued(name: str, best: int, *texts: str) -> list[Item]:
    return [replace(item, best=best) for item in folder(name, *texts)]


HALLS = [*folder("Hall 2", "yarn", "lace"), *folder("Hall 3", "tile", "free", "yarn")]


async def test_a_folder_closes_only_where_an_item_with_a_key_is_outside() -> None:
    app = OneList()
    async with app.run_test(size=(WIDTH, HEIGHT)):
        app.line_list.show([*HALLS, *lines(4)], 4)
        assert not app.line_list.close_folder(), "the reasons of refusals have no keys"
        assert app.line_list.cursor == 4
        app.line_list.show([*HALLS, Item("sell it", key="s"), *lines(4)], 4)
        assert app.line_list.close_folder()
        assert app.line_list.items[app.line_list.cursor].key == "s"


async def test_only_the_folder_with_the_cursor_is_open() -> None:
    app = OneList()
    async with app.run_test(size=(WIDTH, HEIGHT)) as pilot:
        app.line_list.show(HALLS)
        await pilot.pause()
        assert [line.split() for line in painted(app.line_list)[:4]] == [
            ["Hall", "2"],
            ["▸", "yarn", "+1"],
            ["lace", "+1"],
            ["Hall", "3"],
        ]
        app.line_list.move(2)
        await pilot.pause()
        assert [line.split() for line in painted(app.line_list)[:4]] == [
            ["Hall", "2"],
            ["Hall", "3"],
            ["▸", "tile", "+1"],
            ["free", "+1"],
        ]
        assert painted(app.line_list)[5:] == [""], "the other folder does not fit with it"
        assert app.moved == [4]


async def test_all_folders_that_fit_are_open() -> None:
    app = OneList()
    async with app.run_test(size=(WIDTH, HEIGHT)):
        app.line_list.show(
            [*folder("Hall 2", "yarn"), *valued("Hall 3", 2, "tile", "free", "lace"), *valued("Hall 4", 0, "lace")], 1
        )
        assert [line.split()[:2] for line in painted(app.line_list)] == [
            ["Hall", "2"],
            ["▸", "yarn"],
            ["Hall", "3"],
            ["Hall", "4"],
            ["lace", "+1"],
            [],
        ]


async def test_the_best_folders_are_open() -> None:
    """The order stays; none is open while a better one is closed, though it would fit."""
    app = OneList()
    async with app.run_test(size=(WIDTH, HEIGHT)):

        def show(*folders: tuple[int, int]) -> list[str]:
            rows = [valued(f"+{best}{' ' * n}", best, *["x"] * count) for n, (best, count) in enumerate(folders)]
            app.line_list.show([item for items in rows for item in items], 1)
            return [line.split()[0] for line in painted(app.line_list) if line.strip()]

        assert HEIGHT == 6
        assert show((3, 1), (6, 2), (7, 2)) == ["+3", "▸", "+6", "+7", "x", "x"][:HEIGHT]
        assert show((3, 1), (7, 3), (6, 1)) == ["+3", "▸", "+7", "+6"], "+6 would fit"
        assert show((3, 1), (7, 3), (0, 1)) == ["+3", "▸", "+7", "+0", "x"], "without a score there is nothing better"
        assert show((3, 1), (6, 2), (6, 1)) == ["+3", "▸", "+6", "+6"], "of equal ones all or none"


async def test_a_shorter_figure_replaces_one_that_does_not_fit() -> None:
    app = OneList()
    async with app.run_test(size=(WIDTH, HEIGHT)):
        texts = ["x" * (WIDTH - length) for length in (15, 12)]
        full = [Item("full")] * (HEIGHT - len(texts))
        app.line_list.show([*(Item(text, right=Wording("+1 to +9", "to +9")) for text in texts), *full])
        ends = [line.strip().removeprefix("▸").strip().lstrip("x").strip() for line in painted(app.line_list)[:2]]
        assert ends == ["+1 to +9", "to +9"]


async def test_the_first_visible_item_is_never_cut() -> None:
    app = OneList()
    async with app.run_test(size=(WIDTH, HEIGHT)):
        three_rows = "first second third fourth fifth"
        app.line_list.show([Item(three_rows, indent=0), *(Item(f"line {n}", indent=0) for n in range(5))], 5)
        assert painted(app.line_list) == [*(f"line {n}" for n in range(5)), ""]
        app.line_list.move_end(-1)
        assert painted(app.line_list)[0].startswith("first")


@pytest.mark.parametrize(
    ("count", "top", "bar"),
    [
        (12, 0, "┃┃┃│││"),
        (12, 3, "│┃┃┃││"),
        (12, 6, "│││┃┃┃"),
        (36, 0, "┃│││││"),
        (36, 30, "│││││┃"),
        (600, 0, "┃│││││"),
    ],
)
def test_the_scroll_bar_is_as_long_as_the_visible_part_and_never_empty(count: int, top: int, bar: str) -> None:
    assert "".join(scroll_bar_cell(y, 6, count, top) for y in range(6)) == bar


class Themed(OneList):
    """A list in the colours of the program."""

    CSS_PATH = ROOT / "rokoko_tui" / "app.tcss"
    CSS = OneList.CSS + "LineList > .line-list--cursor { background: $primary; color: $background; }"

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return theme_named("rokoko-dark").variables

    def on_mount(self) -> None:
        self.register_theme(theme_named("rokoko-dark"))
        self.theme = "rokoko-dark"


async def test_each_part_of_a_line_has_its_colour_and_the_cursor_covers_the_whole_line() -> None:
    app = Themed()
    async with app.run_test(size=(WIDTH, HEIGHT)) as pilot:
        await pilot.pause()
        looks = ("plain", "dim", "strong", "fresh")
        items = [Item(f"is {look}", look, key=f"{n}", right="+9") for n, look in enumerate(looks)]
        app.line_list.show([heading("Hire"), *items, Item("owned", mark="●", role="owner.1"), *lines(4)], 1)

        def styles(y: int) -> dict[str, Style | None]:
            return {segment.text.strip(): segment.style for segment in app.line_list.render_line(y) if segment.text}

        def colours(style: Style | None) -> tuple[object, object]:
            assert style is not None
            return style.color, style.bgcolor

        cursor = styles(1)
        assert len({colours(cursor[part]) for part in ("▸", "0", "is plain", "+9")}) == 1, "one bar of colour"
        assert cursor["is plain"] != styles(2)["is dim"]
        app.line_list.cursor = 5
        plain, strong, fresh = styles(1), styles(3), styles(4)
        assert colours(cursor["is plain"])[1] != colours(plain["is plain"])[1], "the bar moves with the cursor"
        text = [plain["is plain"], strong["is strong"], fresh["is fresh"], styles(0)["Hire"]]
        assert len(set(map(str, text))) >= 3, "strong and fresh are bold, a heading has its own colour"
        assert plain["1" if "1" in plain else "0"] != plain["is plain"] != plain["+9"], "keys and figures stand out"
        app.line_list.cursor = 1
        assert colours(styles(5)["●"])[0] == styles_named("rokoko-dark").of("owner.1").color
        assert colours(styles(5)["owned"]) == colours(plain["is plain"])
        app.line_list.cursor = 5
        owned = styles(5)
        assert colours(owned["●"]) == colours(owned["owned"]), "on the bar a mark has no colour of its own"
        assert "".join(app.line_list.render_line(y).text[-1] for y in range(HEIGHT)).strip(), "there is a scroll bar"
        assert colours(styles(0)["Hire"])[1] != colours(owned["owned"])[1]


async def test_items_below_a_heading_are_shortened_together() -> None:
    """One long name does not mix with the short forms of the others; another group keeps its own."""
    items = [
        heading("Hand"),
        Item(Wording("Master · two", "M two")),
        Item(Wording("Apprentice · three", "A three")),
        Item("Pass"),
        heading("Pile"),
        Item(Wording("Master · two", "M two")),
    ]
    app = OneList()
    async with app.run_test(size=(WIDTH, HEIGHT)):
        app.line_list.show(items)
        texts = [row.lstrip("▸ ") for row in painted(app.line_list)]
        assert texts == ["Hand", "M two", "A three", "Pass", "Pile", "Master · two"]


async def test_a_heading_is_the_legend_of_shortened_items_where_it_fits() -> None:
    names = ("Master · two", "Apprentice · three")
    short, long = (Item("Hand", stop=False, indent=0, legend=text) for text in ("M A ranks", "M Master A Apprentice"))
    for head, items, expected in (
        (short, [Item(Wording(name, name[0])) for name in names], ["M A ranks", "M", "A"]),
        (short, [Item(Wording(names[0], "M"))], ["Hand", "Master · two"]),
        (long, [Item(Wording(name, name[0])) for name in names], ["Hand", "M", "A"]),
    ):
        app = OneList()
        async with app.run_test(size=(WIDTH, HEIGHT)):
            app.line_list.show([head, *items])
            assert [row.lstrip("▸ ") for row in painted(app.line_list) if row.strip()] == expected


async def test_items_of_a_family_are_shortened_together_below_all_headings() -> None:
    """The guests of all halls are named alike: ``3 L`` in one hall is not ``3 Livre`` in the next."""
    items = [
        heading("Hall 1"),
        Item(Wording("Space 1 · 3 Livre", "Space 1 · 3 L"), family="guests"),
        heading("Hall 2"),
        Item(Wording("Space 1 · 1 free resource tile", "Space 1 · tile"), family="guests"),
    ]
    app = OneList()
    async with app.run_test(size=(WIDTH, HEIGHT)):
        app.line_list.show(items)
        assert [row.lstrip("▸ ") for row in painted(app.line_list)][1:4:2] == ["Space 1 · 3 L", "Space 1 · tile"]


async def test_the_heading_of_a_folder_keeps_its_whole_figure() -> None:
    """Without "to" the best of its items would read as the gain of each."""
    app = OneList()
    async with app.run_test(size=(WIDTH, HEIGHT)):
        forms = Wording("Fund · from 6 L · 9 choices", "Fund · from 6 L", "Fund")
        head = Item(forms, "folder", stop=False, indent=0, folder="fund", right="★ to +11")
        app.line_list.show([head, Item("one", folder="fund")])
        assert painted(app.line_list)[0].split() == ["Fund", "★", "to", "+11"]


async def test_folder_headings_are_shortened_together() -> None:
    def folder(text: str, short: str) -> Item:
        return Item(Wording(text, short), "folder", stop=False, indent=0, folder=text)

    items = [folder("King's Hall: 3 Livre, yarn", "King's Hall: 3 L"), folder("Hall 2: 1 Livre", "Hall 2: 1 L")]
    items = [entry for head in items for entry in (head, Item("Space", folder=head.text))]
    app = OneList()
    async with app.run_test(size=(WIDTH, HEIGHT)):
        app.line_list.show(items)
        assert [row for row in painted(app.line_list) if ":" in row] == ["King's Hall: 3 L", "Hall 2: 1 L"]


async def test_lines_between_two_distant_stops_are_scrolled_through() -> None:
    figures = [Item(f"figure {n}", stop=False) for n in range(3 * HEIGHT)]
    app = OneList()
    async with app.run_test(size=(WIDTH, HEIGHT)) as pilot:
        app.line_list.show([Item("first"), *figures, Item("last")])
        seen = set(painted(app.line_list))
        for _ in range(8):
            await pilot.press("down")
            seen |= set(painted(app.line_list))
        assert app.line_list.cursor == len(figures) + 1
        assert len({row for row in seen if "figure" in row}) == len(figures)
        for _ in range(8):
            await pilot.press("up")
        assert (app.line_list.cursor, app.line_list.top) == (0, 0)


async def test_lines_without_a_stop_are_scrolled() -> None:
    app = OneList()
    async with app.run_test(size=(WIDTH, HEIGHT)) as pilot:
        app.line_list.show(Item(f"figure {n}", stop=False) for n in range(3 * HEIGHT))
        await pilot.press("pagedown", "down")
        assert (app.line_list.cursor, app.line_list.top) == (-1, HEIGHT - 1)


async def test_each_heading_of_a_folder_has_the_form_that_fits_beside_its_figure() -> None:
    def folder(text: str, name: str) -> Item:
        return Item(Wording(text, text, name), "folder", stop=False, indent=0, folder=text, right="★+7")

    heads = folder("King's Hall: 3 L, ✻", "King's Hall"), folder("Hall 2: ≈", "Hall 2")
    app = OneList()
    async with app.run_test(size=(WIDTH, HEIGHT)):
        app.line_list.show([entry for head in heads for entry in (head, Item("Space", folder=head.text))])
        assert [row.split("★")[0].strip() for row in painted(app.line_list) if "★" in row] == [
            "King's Hall",
            "Hall 2: ≈",
        ]
