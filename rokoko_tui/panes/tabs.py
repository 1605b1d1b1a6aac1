"""The tabs of the table where it is too small to show all panes at once."""

from collections.abc import Sequence

from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

from rokoko_tui.panes.spec import Tab


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

    def __init__(self, tabs: Sequence[Tab], id: str | None = None) -> None:
        super().__init__(id=id)
        self.tabs = tuple(tabs)
        self.set_reactive(TabBar.current, tabs[0].id)

    def render(self) -> Content:
        """The names in a row."""
        parts = []
        for tab in self.tabs:
            dot = "•" if tab.id in self.marked else " "
            here = tab.id == self.current
            label = f"[{tab.title}]" if here else f" {tab.title} "
            style = "reverse" if here else ""
            parts.append(Content(f"{dot}{label}").stylize(style).stylize(f"@click=pick('{tab.id}')"))
        return Content(" ").join(parts)

    def action_pick(self, tab: str) -> None:
        """Tell which tab was clicked."""
        self.post_message(self.Picked(tab))

    def after(self, step: int) -> str:
        """The tab ``step`` further than the present one."""
        names = [tab.id for tab in self.tabs]
        return names[(names.index(self.current) + step) % len(names)]
