"""The tabs of a table that is too small to show all panes at once."""

from dataclasses import dataclass

from rich.cells import cell_len
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

from rokoko_tui.text import Words


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
        words, parts = self.words, list[Content]()
        if words is None:
            return Content("")
        for tab in self.tabs:
            dot = "•" if tab in self.marked else " "
            is_current = tab == self.current
            name = words.say(f"panes.tab.{tab}")
            label = f"[{name}]" if is_current else f" {name} "
            style = "reverse" if is_current else ""
            parts.append(Content(f"{dot}{label}").stylize(style).stylize(f"@click=pick('{tab}')"))
        bar = Content(" ").join(parts)
        space = self.size.width - bar.cell_length
        note = next((note for note in self.notes if cell_len(note) < space), "")
        return Content.assemble(bar, note.rjust(space + len(note) - cell_len(note)))

    def action_pick(self, tab: str) -> None:
        self.post_message(self.Picked(tab))
