"""The widget of a pane: what is drawn again, scrolled, titled and found under the mouse."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
from rich.style import Style
from rich.text import Span, Text
from textual import events
from textual.app import App, ComposeResult
from textual.geometry import Region, Size
from textual.strip import Strip

from rokoko_tui.art.scene import Drawing, Face, Scene, Spot
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.wording import Wording
from rokoko_tui.widgets.drawing_view import CACHED_DRAWINGS, Pane
from rokoko_tui.widgets.line_widget import BAR
from tests.tabletop import new
from tests.tui.panes.test_panes import scene_of
from tests.tui.shipped_themes import theme_named

WIDTH, HEIGHT = 12, 5
ROOM = PieceRef("hall", 1)


class Drawer:
    """A face with one numbered line for each window of a table, and a record of what was drawn."""

    def __init__(self, count: int = 3, goods: bool = False) -> None:
        self.count = count
        self.sizes: list[tuple[int, int | None]] = []
        self.face = Face(self.draw, lambda scene: Wording("A long title", "Short"), goods)

    def draw(self, scene: Scene, width: int, height: int | None) -> Drawing:
        self.sizes.append((width, height))
        texts = [f"{n} window"[:width].ljust(width) for n in range(self.count)]
        lines = [Text(text, spans=[Span(0, len(text), "plain")]) for text in texts]
        windows = [PieceRef("window", n) for n in range(self.count)]
        return Drawing(lines, [Spot(2, n, 6, piece, piece in scene.lit) for n, piece in enumerate(windows)])


class OnePane(App[None]):
    CSS = "Pane { width: 100%; height: 100%; border-top: blank; }"

    def __init__(self, drawer: Drawer) -> None:
        super().__init__()
        self.drawer, self.pane = drawer, Pane(drawer.face)
        self.picked: list[PieceRef] = []
        self.hovered: list[PieceRef | None] = []

    def compose(self) -> ComposeResult:
        yield self.pane

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return theme_named("rokoko-dark").variables

    def on_mount(self) -> None:
        self.register_theme(theme_named("rokoko-dark"))
        self.theme = "rokoko-dark"

    def on_pane_hovered(self, event: Pane.Hovered) -> None:
        self.hovered.append(event.piece)

    def on_pane_picked(self, event: Pane.Picked) -> None:
        assert event.control is self.pane
        self.picked.append(event.piece)


async def test_a_pane_is_drawn_again_only_when_it_would_look_different() -> None:
    window, tile = frozenset({PieceRef("window", 1)}), frozenset({PieceRef("tile", 1)})
    for goods in (False, True):
        app = OnePane(Drawer(goods=goods))
        async with app.run_test(size=(WIDTH, HEIGHT + 1)) as pilot:
            await pilot.pause()
            assert app.pane.render_line(0).text.isspace() and not app.pane.drawing.lines, "nothing without a scene"
            scene = scene_of(new())
            app.pane.scene = scene
            await pilot.pause()
            drawn = app.drawer.sizes
            assert set(drawn) == {(WIDTH, HEIGHT)} and len(drawn) == 1
            other_goods = cast("Any", SimpleNamespace())
            for changed, again in (
                (replace(scene, lit=tile, open=tile, chosen=tile), False),
                (replace(scene, lit=window), True),
                (replace(scene, lit=window, touched={PieceRef("window", 0): 1}), True),
                (replace(scene, lit=window, touched={PieceRef("window", 0): 1}, looked=ROOM), goods),
                (replace(scene, lit=window, touched={PieceRef("window", 0): 1}, looked=ROOM, goods=other_goods), goods),
                (replace(scene, pictures=False), True),
                (scene_of(new(3)), True),
                (scene_of(new(3), edition="deluxe"), True),
            ):
                count = len(drawn)
                app.pane.scene = changed
                await pilot.pause()
                assert (len(drawn) > count) is again, changed
            count = len(drawn)
            for width in range(1, CACHED_DRAWINGS):
                app.pane.drawn(width, 3)
            for width in range(1, CACHED_DRAWINGS):
                app.pane.drawn(width, 3)
            assert len(drawn) == count + CACHED_DRAWINGS - 1, "each size is drawn once"
            assert app.pane.drawn(0, 3).lines == []


async def test_lines_are_styled_again_only_after_a_change_of_text_theme_or_width(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = Text("0 window    ", spans=[Span(0, WIDTH, "plain")])
    drawer, styled = Drawer(), list[str]()
    monkeypatch.setattr(drawer, "face", Face(lambda *_: Drawing([line], []), lambda _: "Title"))
    app = OnePane(drawer)
    text_strip = app.pane.text_strip

    def counted(text: Text, base: Style) -> Strip:
        styled.append(text.plain)
        return text_strip(text, base)

    monkeypatch.setattr(app.pane, "text_strip", counted)
    async with app.run_test(size=(WIDTH, HEIGHT + 1)) as pilot:
        app.pane.scene = scene_of(new())
        await pilot.pause()
        dark = app.pane.render_line(0)
        assert styled == [line.plain]
        app.pane.scene = scene_of(new(3))
        await pilot.pause()
        assert app.pane.render_line(0) == dark and styled == [line.plain], "the same line of another drawing"
        app.register_theme(theme_named("rokoko-light"))
        app.theme = "rokoko-light"
        await pilot.pause()
        assert app.pane.render_line(0) != dark and len(styled) == 2
        app.theme = "rokoko-dark"
        await pilot.pause()
        assert app.pane.render_line(0) == dark
        await pilot.resize_terminal(WIDTH + 3, HEIGHT + 1)
        await pilot.pause()
        assert app.pane.render_line(0).cell_length == WIDTH + 3
        line = Text("another text", spans=[Span(0, WIDTH, "plain")])
        app.pane.scene = scene_of(new())
        await pilot.pause()
        assert app.pane.render_line(0).text.rstrip() == "another text"


async def test_a_high_drawing_scrolls_with_wheel_keys_and_lit_pieces() -> None:
    app = OnePane(Drawer(20))
    async with app.run_test(size=(WIDTH, HEIGHT + 1)) as pilot:
        pane, scene = app.pane, scene_of(new())
        pane.scene = scene
        await pilot.pause()
        assert pane.content_size == Size(WIDTH, HEIGHT)
        assert pane.drawing.lines[0].cell_len == WIDTH - BAR, "a blank and the bar"

        def shown() -> list[str]:
            strips = [pane.render_line(y) for y in range(HEIGHT)]
            assert all(strip.cell_length == WIDTH for strip in strips)
            return [strip.text[0] for strip in strips]

        def bar() -> str:
            return "".join(pane.render_line(y).text[-1] for y in range(HEIGHT))

        assert shown() == list("01234") and bar() == "┃│││▾"
        for move, step, top in (
            *((pane.move, 1, 1), (pane.move, -5, 0), (pane.move_page, 1, HEIGHT - 1), (pane.move_end, 1, 15)),
            *((pane.move, 3, 15), (pane.move_page, -1, 11), (pane.move_end, -1, 0)),
        ):
            move(step)
            assert pane.top == top
        pane.move(2)
        assert bar()[0] == "▴" and bar()[-1] == "▾"
        pane.move_end(1)
        assert bar()[0] == "▴" and bar()[-1] == "┃"
        for kind, top in ((events.MouseScrollUp, 13), (events.MouseScrollDown, 15)):
            pane.post_message(kind(pane, 1, 1, 0, 0, 0, False, False, False))
            await pilot.pause()
            assert pane.top == top
        assert pane.check_action("move", (1,)) and not pane.check_action("move_end", (1,))

        # a lit piece is scrolled into sight, and nothing moves while one is visible
        for lit, top in ((3, 3), (5, 3), (7, 3), (8, 8), (19, 15), (0, 0)):
            pane.scene = replace(scene, lit=frozenset({PieceRef("window", lit)}))
            await pilot.pause()
            assert pane.top == top, lit
        pane.scene = replace(scene, lit=frozenset({PieceRef("window", 2), PieceRef("window", 12)}))
        await pilot.pause()
        assert pane.top == 0

        # the piece under the mouse
        pane.move(4)
        await pilot.pause()
        assert pane.piece_at(2, 0) == pane.piece_at(7, 0) == PieceRef("window", 4)
        assert pane.piece_at(1, 0) is None is pane.piece_at(8, 0)
        assert pane.where()[PieceRef("window", 4)] == Region(2, 1, 6, 1)
        assert pane.where()[PieceRef("window", 0)] == Region(2, -3, 6, 1)
        await pilot.click(Pane, offset=(3, 2))
        await pilot.click(Pane, offset=(9, 2))
        assert app.picked == [PieceRef("window", 5)]
        for x in (3, 4, 9):
            await pilot.hover(Pane, offset=(x, 1))
        assert app.hovered == [PieceRef("window", 4), None], "each change once"
        pane.show_tooltip(PieceRef("window", 4))
        assert str(pane.tooltip) == scene.words.piece(PieceRef("window", 4), scene.view.table)
        pane.show_tooltip(None)
        assert pane.tooltip is None
        pane.take_focus()
        await pilot.pause()
        assert pane.has_focus
        app.set_focus(None)
        await pilot.pause()
        assert not pane.can_focus


class Explained(Drawer):
    """A drawing with two notes, below a title with a figure."""

    def __init__(self) -> None:
        super().__init__()
        self.face = Face(self.draw, lambda scene: "Pane · 37 left")

    def draw(self, scene: Scene, width: int, height: int | None) -> Drawing:
        drawing = super().draw(scene, width, height)
        drawing.notes = ("! sign", "# other sign")
        return drawing


@pytest.mark.parametrize(
    ("width", "title"),
    [
        (50, "Pane · 37 left · ! sign · # other sign"),
        (31, "Pane · ! sign · # other sign"),
        (27, "Pane · 37 left · ! sign"),
        (16, "Pane · ! sign"),
        (9, "Pane"),
    ],
)
async def test_a_title_explains_signs_before_it_counts(width: int, title: str) -> None:
    app = OnePane(Explained())
    async with app.run_test(size=(width, HEIGHT + 1)):
        app.pane.scene = scene_of(new())
        assert app.pane.shown_title.startswith(title)


async def test_the_longest_title_that_fits_is_on_the_border() -> None:
    app = OnePane(Drawer())
    async with app.run_test(size=(40, HEIGHT + 1)) as pilot:
        app.pane.scene = scene_of(new())
        for width, title in ((40, "A long title"), (10, "Short"), (4, "Short"), (30, "A long title")):
            await pilot.resize_terminal(width, HEIGHT + 1)
            await pilot.pause()
            assert app.pane.shown_title == title
        for width, label in ((14, "Short "), (15, "A long title ")):
            await pilot.resize_terminal(width, HEIGHT + 1)
            await pilot.pause()
            assert str(app.pane.border_title) == label, "a blank before the line"
        await pilot.resize_terminal(30, HEIGHT + 1)
        await pilot.pause()
        assert not app.pane.check_action("down", ()), "it fits"
        assert not [y for y in range(HEIGHT) if app.pane.render_line(y).text[-1] in "┃│▾"]
