"""The tabs of a table that is too small to show all panes at once."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

from rokoko_tui.text import Words
from rokoko_tui.text.wording import fit, measure, pad


class TabBar(Static):
    """One line of tabs; a dot marks those that show pieces of the choice under the cursor.

    Ours because Textual's ``Tabs`` takes three lines and has no marks.
    """

    DEFAULT_CSS = """
    TabBar {
        height: 1; background: $panel;
        link-style: none; link-color: $foreground;
        link-background-hover: $primary; link-color-hover: $background; link-style-hover: none;
    }
    """

    current: reactive[str] = reactive("")
    marked: reactive[frozenset[str]] = reactive(frozenset())
    words: reactive[Words | None] = reactive(None)
    """The language of the tabs; None until a scene is shown."""
    tabs: reactive[tuple[str, ...]] = reactive(())
    """The tabs, each named by the message ``panes.tab.<tab>``."""
    notes: reactive[tuple[str, ...]] = reactive(())
    """Texts for the right end, the longest first; the first that fits is shown."""

    @dataclass
    class Picked(Message):
        """A tab was clicked."""

        tab: str

    def render(self) -> Content:
        words, (width, height) = self.words, self.size
        if words is None:
            return Content("")
        names = [words.wording(f"panes.tab.{tab}") for tab in self.tabs]
        bars = [self._list_parts([name.longest for name in names])]
        bars += [
            self._list_tight_parts([name.form(n) for name in names]) for n in range(max(map(len, names), default=0))
        ]
        parts = fit(bars, width)
        space = width - measure(parts)
        note = fit((*self.notes, ""), space - 1)
        bar = Content.assemble(self._link(parts), pad(note, space, "right"))
        below = self._link([(" " * measure(text), tab) for text, tab in parts])
        return Content("\n").join([bar, *[below] * (height - 1)])

    def _list_parts(self, names: Sequence[str]) -> list[tuple[str, str]]:
        """Return (text, tab) of the tabs, each with its mark before it."""
        parts = list[tuple[str, str]]()
        for tab, name in zip(self.tabs, names, strict=True):
            dot = "•" if tab in self.marked else " "
            parts += [(" ", "")] * bool(parts)
            parts.append((f"{dot}[{name}]" if tab == self.current else f"{dot} {name} ", tab))
        return parts

    def _list_tight_parts(self, names: Sequence[str]) -> list[tuple[str, str]]:
        """Return (text, tab) of the tabs, with one column between two names."""
        parts, is_after_current = list[tuple[str, str]](), False
        for tab, name in zip(self.tabs, names, strict=True):
            is_current = tab == self.current
            mark = "" if is_after_current else "•" if tab in self.marked else " "
            parts.append((f"[{name}]" if is_current else f"{mark}{name}", tab))
            is_after_current = is_current
        return [*parts, ("" if is_after_current else " ", "")]

    def _link(self, parts: Sequence[tuple[str, str]]) -> Content:
        """Return the parts with the links of their tabs."""
        return Content("").join(
            Content(text).stylize("reverse" if tab == self.current else "").stylize(f"@click=pick('{tab}')")
            if tab
            else Content(text)
            for text, tab in parts
        )

    def action_pick(self, tab: str) -> None:
        self.post_message(self.Picked(tab))
