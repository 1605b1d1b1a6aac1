"""The tabs of the table where it is too small to show all panes at once."""

from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

from rokoko_tui.text import Words


class TabBar(Static):
    """One line of tabs; a dot marks those that show pieces of the choice under the cursor."""

    DEFAULT_CSS = """
    TabBar {
        height: 1; background: $panel;
        link-style: none; link-color: $foreground;
        link-background-hover: $primary; link-color-hover: $background; link-style-hover: none;
    }
    """

    current: reactive[str] = reactive("")
    marked: reactive[frozenset[str]] = reactive(frozenset())

    class Picked(Message):
        """A tab was clicked."""

        def __init__(self, tab: str) -> None:
            super().__init__()
            self.tab = tab

    words: reactive[Words | None] = reactive(None)
    """What the tabs are called with; None until something is shown."""

    tabs: reactive[tuple[str, ...]] = reactive(())
    """The names of the tabs; what they are called is a message each."""

    def render(self) -> Content:
        """The names in a row."""
        words, parts = self.words, list[Content]()
        if words is None:
            return Content("")
        for tab in self.tabs:
            dot = "•" if tab in self.marked else " "
            here = tab == self.current
            name = words.say(f"panes.tab.{tab}")
            label = f"[{name}]" if here else f" {name} "
            style = "reverse" if here else ""
            parts.append(Content(f"{dot}{label}").stylize(style).stylize(f"@click=pick('{tab}')"))
        return Content(" ").join(parts)

    def action_pick(self, tab: str) -> None:
        """Tell which tab was clicked."""
        self.post_message(self.Picked(tab))
