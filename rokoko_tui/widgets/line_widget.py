"""What is painted line by line, and of which only what changed is painted anew."""

from collections.abc import Sequence
from functools import cache
from itertools import zip_longest

from rich.cells import cell_len, get_character_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.content import Content
from textual.filter import LineFilter
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

BORDER = 2
"""Cells of a border beside its title."""
APART = 4
"""Cells between two changes from which on they are painted by themselves: a move costs as much as some cells."""


class Lines(Widget):
    """A widget of lines. Whoever changed what they say calls ``repaint``; what is as it was is left alone."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._painted: dict[int, Strip] = {}
        """The lines of the content as they were painted last."""
        self._base: Style | None = None
        self._looks: dict[str, Style] = {}
        self._wordings: tuple[str, ...] = ("",)
        self._named = ""
        self._naming = False

    def line(self, y: int, size: Size, base: Style) -> Strip:
        """Line ``y`` of the content, which has ``size``, on the look ``base``."""
        raise NotImplementedError

    @property
    def base(self) -> Style:
        """The look of blank content."""
        if self._base is None:
            self._base = self.rich_style
        return self._base

    def look(self, name: str) -> Style:
        """What the component class ``name`` lays over that."""
        if name not in self._looks:
            self._looks[name] = self.get_component_rich_style(name, partial=True)
        return self._looks[name]

    def notify_style_update(self) -> None:
        """Looks are found anew."""
        self._base = None
        self._looks.clear()
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        """Paint line ``y``."""
        strip = self._painted[y] = self.line(y, self.content_size, self.base)
        return strip

    def repaint(self) -> None:
        """Have those cells painted that are not as they were painted last."""
        base, size, regions = self.base, self.content_size, list[Region]()
        for y, before in self._painted.items():
            if y < size.height:
                after = self.line(y, size, base)
                regions += [Region(cells.start, y, len(cells), 1) for cells in changed(before, after)]
        if regions:
            self.refresh(*regions)

    def on_show(self) -> None:
        """Seen again: what changed meanwhile has not been painted."""
        self.refresh()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Whatever the program does to lines; then what looks the same is joined."""
        return [*super().get_line_filters(), JOINED]

    def name_border(self, *wordings: str) -> None:
        """Write on the border the first of ``wordings`` that has room, or the last; only that line is painted."""
        self._wordings = wordings
        self._put_title()

    def on_resize(self) -> None:
        """There may be more room now for the title, or less."""
        self._put_title()

    def _put_title(self) -> None:
        room = self.size.width - BORDER
        title = next((said for said in self._wordings if room <= 0 or cell_len(said) <= room), self._wordings[-1])
        if title == self._named:
            return
        self._named, self._naming = title, True
        self.border_title = Content(title)
        self._naming = False

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> "Lines":
        """Have all painted, or ``regions``; a title given to the border asks for all where its line is enough."""
        if self._naming:
            regions = (Region(-self.content_offset.x, -self.content_offset.y, self.size.width, 1),)
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)


def changed(before: Strip, after: Strip) -> list[range]:
    """The columns in which the cells differ, as runs from left to right; a few cells between two go along."""
    found = list[range]()
    if before == after:
        return found
    for x, (old, new) in enumerate(zip_longest(cells_of(before), cells_of(after))):
        if old == new:
            continue
        if found and x - found[-1].stop < APART:
            found[-1] = range(found[-1].start, x + 1)
        else:
            found.append(range(x, x + 1))
    return found


def cells_of(strip: Strip) -> list[tuple[str, Style | None]]:
    """Character and look of every cell; the second cell of a wide character has none."""
    found: list[tuple[str, Style | None]] = []
    for text, style, _ in strip:
        for character in text:
            look = ground(style) if character == " " and style is not None else style
            found += [(character, look), *[("", look)] * (get_character_cell_size(character) - 1)]
    return found


class Joined(LineFilter):
    """Lines in as few segments as look the same: each costs the terminal a change of look, a blank shows none."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same line in fewer segments."""
        found: list[Segment] = []
        for text, style, control in segments:
            style = ground(style) if style is not None and text.isspace() else style
            if found and text:
                before, look, _ = found[-1]
                if look == style or (look is not None and style is not None and style == ground(look)):
                    found[-1] = Segment(before + text, look)
                    continue
                if style is not None and before.isspace() and look == ground(style):
                    found[-1] = Segment(before + text, style)
                    continue
            found.append(Segment(text, style, control))
        return found


JOINED = Joined()


@cache
def ground(style: Style) -> Style:
    """What a blank shows of ``style``."""
    return style if style.underline or style.reverse or style.strike else Style(bgcolor=style.bgcolor)
