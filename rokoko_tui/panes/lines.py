"""What is painted line by line, and of which only what changed is painted anew."""

from functools import cache
from itertools import zip_longest

from rich.cells import get_character_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget


class Lines(Widget):
    """A widget of lines. Whoever changed what they say calls ``repaint``; what is as it was is left alone."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._painted: dict[int, Strip] = {}
        """The lines of the content as they were painted last."""
        self._named = ""
        self._naming = False

    def line(self, y: int, base: Style) -> Strip:
        """Line ``y`` of the content, as wide as that, on the look ``base``."""
        raise NotImplementedError

    def render_line(self, y: int) -> Strip:
        """Paint line ``y``."""
        strip = self._painted[y] = joined(self.line(y, self.rich_style))
        return strip

    def repaint(self) -> None:
        """Have those lines painted, as far as the last cell that changed, that are not as they were painted last."""
        base, regions = self.rich_style, list[Region]()
        for y, before in self._painted.items():
            if y < self.content_size.height and (cells := changed(before, joined(self.line(y, base)))):
                regions.append(Region(cells.start, y, len(cells), 1))
        if regions:
            self.refresh(*regions)

    def name_border(self, title: str) -> None:
        """Write ``title`` on the border; nothing but that line is painted."""
        if title == self._named:
            return
        self._named, self._naming = title, True
        self.border_title = title
        self._naming = False

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> "Lines":
        """Have all painted, or ``regions``; a title given to the border asks for all where its line is enough."""
        if self._naming:
            regions = (Region(-self.content_offset.x, -self.content_offset.y, self.size.width, 1),)
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)


def changed(before: Strip, after: Strip) -> range:
    """The columns from the first to the last in which the cells differ."""
    if before == after:
        return range(0)
    old, new = _cells(before), _cells(after)
    other = [x for x, pair in enumerate(zip_longest(old, new)) if pair[0] != pair[1]]
    return range(other[0], other[-1] + 1) if other else range(0)


def _cells(strip: Strip) -> list[tuple[str, Style | None]]:
    """Character and look of every cell; the second cell of a wide character has none."""
    found: list[tuple[str, Style | None]] = []
    for text, style, _ in strip:
        for character in text:
            found += [(character, style), *[("", style)] * (get_character_cell_size(character) - 1)]
    return found


def joined(strip: Strip) -> Strip:
    """``strip`` in as few segments as look the same: a blank shows only what lies under it."""
    found: list[Segment] = []
    for segment in strip:
        text, style, _ = segment
        if found and text:
            last, look, _ = found[-1]
            if look == style or (blends(look, style) and text.isspace()):
                found[-1] = Segment(last + text, look)
                continue
            if last.isspace() and blends(look, style):
                found[-1] = Segment(last + text, style)
                continue
        found.append(segment)
    return Strip(found, strip.cell_length)


@cache
def blends(one: Style | None, other: Style | None) -> bool:
    """True when blanks look the same in both."""
    marked = any(style.underline or style.reverse or style.strike for style in (one, other) if style is not None)
    return not marked and (one and one.bgcolor) == (other and other.bgcolor)
