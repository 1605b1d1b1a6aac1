"""Widgets painted line by line, which repaint only the cells that changed: their base class, and a picture.

Ours because Textual repaints a changed widget whole; this way an arrow key on the table writes about 1 kB.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import zip_longest

from rich.cells import get_character_cell_size
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.color import Color
from textual.content import Content
from textual.filter import LineFilter
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from rokoko_tui.text.wording import fit, measure
from rokoko_tui.theme.styles import Styles, styles_of

BORDER = 2
"""Cells of a border beside its title."""
BAR = 2
"""Columns at the end of scrolling lines: a blank and the bar."""
MOVE_BYTES, STYLE_BYTES = 8, 40
"""Bytes of a movement of the cursor, and of a style in 24-bit colours with its reset."""


class LineWidget(Widget):
    """A widget of lines. Call ``repaint`` after their content changed."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._painted: dict[int, Strip] = {}
        """The lines of the content as they were painted last."""
        self._base: Style | None = None
        self._named_styles: dict[str, Style] = {}
        self._roles: Styles | None = None
        self._titles: tuple[str, ...] = ("",)
        self._label = ""
        """The title on the border, and a blank before the line if it fits."""
        self._is_setting_title = False

    def line(self, y: int, size: Size, base: Style) -> Strip:
        """Return line ``y`` of the content, which has ``size``, over the style ``base``."""
        raise NotImplementedError

    # ---- painting

    @property
    def base(self) -> Style:
        """The style of blank content."""
        if self._base is None:
            self._base = self.rich_style
        return self._base

    def component_style(self, name: str) -> Style:
        """Return the partial style of the component class ``name``."""
        if name not in self._named_styles:
            self._named_styles[name] = self.get_component_rich_style(name, partial=True)
        return self._named_styles[name]

    @property
    def roles(self) -> Styles:
        if self._roles is None:
            self._roles = styles_of(self.app.current_theme)
        return self._roles

    def text_strip(self, line: Text, base: Style) -> Strip:
        """Return a text whose spans are roles, over the style ``base``."""
        of = self.roles.of
        return Strip([Segment(line.plain[s.start : s.end], base + of(str(s.style))) for s in line.spans])

    def notify_style_update(self) -> None:
        self._base = self._roles = None
        self._named_styles.clear()
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        strip = self._painted[y] = self.line(y, self.content_size, self.base)
        return strip

    def repaint(self) -> None:
        """Refresh the cells that differ from what was painted last."""
        base, size, regions = self.base, self.content_size, list[Region]()
        for y, before in self._painted.items():
            if y < size.height:
                after = self.line(y, size, base)
                regions += [Region(cells.start, y, len(cells), 1) for cells in changed_columns(before, after)]
        if regions:
            self.refresh(*regions)

    def on_show(self) -> None:
        self.refresh()  # changes are not painted while it is hidden

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [*super().get_line_filters(), JOIN_SEGMENTS]

    def set_border_titles(self, *titles: str) -> None:
        """Write the first of ``titles`` that fits on the border with a space, else the last; repaint only that line."""
        self._titles = titles
        self._put_title()

    def on_resize(self) -> None:
        self._put_title()

    def _put_title(self) -> None:
        width = self.outer_size.width - BORDER
        title = fit(self._titles, width - 1) if width > 0 else self._titles[0]
        label = f"{title} " if title and measure(title) < width else title
        if label == self._label:
            return
        self._label, self._is_setting_title = label, True
        self.border_title = Content(label)
        self._is_setting_title = False

    @property
    def shown_title(self) -> str:
        """The title on the border."""
        return self._label.removesuffix(" ")

    def refresh(
        self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> "LineWidget":
        """Refresh ``regions``, or everything. A new border title refreshes everything in Textual; here its line."""
        if self._is_setting_title:
            regions = (Region(-self.content_offset.x, -self.content_offset.y, self.outer_size.width, 1),)
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)


def scroll_bar_cell(y: int, height: int, count: int, top: int) -> str:
    """Return the cell of the bar in row ``y`` of ``height`` rows, which show ``count`` lines from line ``top`` on."""
    size = max(1, height * height // count)
    start = (height - size) * top // max(1, count - height)
    return "┃" if start <= y < start + size else "│"


def changed_columns(before: Strip, after: Strip) -> list[range]:
    """Return the columns that differ, as runs from left to right.

    Runs are joined if the cells between them take no more bytes than moving the cursor and setting the style.
    """
    runs = list[range]()
    if before is after or before == after:
        return runs
    sent_style = Style.null()
    count = 0  # bytes since the last run
    for x, (old, new) in enumerate(zip_longest(cells_of(before), cells_of(after), fillvalue=("", sent_style))):
        character, style = new
        count += len(character.encode())
        if style not in (sent_style, blank_style(sent_style)):
            count += 0 if sent_style == blank_style(style) else STYLE_BYTES
            sent_style = style
        if old != new:
            if runs and count <= MOVE_BYTES + STYLE_BYTES:
                runs[-1] = range(runs[-1].start, x + 1)
            else:
                runs.append(range(x, x + 1))
            count = 0
    return runs


def cells_of(strip: Strip) -> list[tuple[str, Style]]:
    """Return character and style of every cell.

    The second cell of a wide character is an empty string. Marks are in the cell of their letter.
    """
    cells: list[tuple[str, Style]] = []
    for text, style, _ in strip:
        style = style or Style.null()
        for character in text:
            cell_style = blank_style(style) if character == " " else style
            width = get_character_cell_size(character)
            if width or not cells:
                cells += [(character, cell_style), *[("", cell_style)] * (width - 1)]
            else:
                cells[-1] = (cells[-1][0] + character, cell_style)
    return cells


class JoinSegments(LineFilter):
    """Joins segments that look the same, as each one costs the terminal an escape sequence."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        joined: list[Segment] = []
        for text, style, control in segments:
            style = blank_style(style) if style is not None and text.isspace() else style
            if joined and text:
                before, last, _ = joined[-1]
                if last == style or (last is not None and style is not None and style == blank_style(last)):
                    joined[-1] = Segment(before + text, last)
                    continue
                if style is not None and before.isspace() and last == blank_style(style):
                    joined[-1] = Segment(before + text, style)
                    continue
            joined.append(Segment(text, style, control))
        return joined


JOIN_SEGMENTS = JoinSegments()


@cache
def blank_style(style: Style) -> Style:
    """Return the part of ``style`` that a blank shows."""
    return style if style.underline or style.reverse or style.strike else Style(bgcolor=style.bgcolor)


Draw = Callable[[int, int], list[Text]]
"""Draws lines of text, styled by role, for a number of columns and lines."""


class Picture(LineWidget):
    """Shows what ``draw`` returns. Call ``redraw`` after that changed."""

    DEFAULT_CSS = """
    Picture { width: 1fr; height: 1fr; }
    """

    def __init__(self, draw: Draw, id: str | None = None) -> None:
        super().__init__(id=id)
        self._draw = draw
        self._drawing: tuple[Size, list[Text]] | None = None
        self._strips: dict[int, Strip] = {}

    def redraw(self) -> None:
        """Draw again, and repaint what changed."""
        self._clear_cache()
        self.repaint()

    def _clear_cache(self) -> None:
        self._drawing = None
        self._strips.clear()

    def notify_style_update(self) -> None:
        self._clear_cache()
        super().notify_style_update()

    def line(self, y: int, size: Size, base: Style) -> Strip:
        if self._drawing is None or self._drawing[0] != size:
            self._clear_cache()
            self._drawing = (size, self._draw(size.width, size.height) if size else [])
        if y not in self._strips:
            lines = self._drawing[1]
            strip = self.text_strip(lines[y] if y < len(lines) else Text(), base)
            self._strips[y] = strip.adjust_cell_length(size.width, base)
        return self._strips[y]
