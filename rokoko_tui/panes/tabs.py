"""The tabs of the table where it is too small to show all panes at once."""

from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

from rokoko_core.box import Box
from rokoko_core.terms import DecorationKind

TABS: dict[str, str] = {
    "play": "Play",
    "board": "Halls",
    "works": "Workshop",
    "decor": "Decorations",
    "players": "Players",
    "log": "Log",
}
"""Tabs by id, with their names."""

_TAB_OF = {
    "window": "works",
    "tile": "works",
    "hire": "works",
    "favor": "works",
    "guest": "board",
    "hall": "board",
    "jewel": "decor",
    "exam": "decor",
    "player": "players",
}


def tab_of_piece(piece: str, box: Box) -> str:
    """The tab that shows ``piece``."""
    kind, _, which = piece.partition(":")
    if kind == "decoration":
        return "board" if box.decoration[which].kind is DecorationKind.MUSICIAN else "decor"
    return _TAB_OF.get(kind, "play")


class TabBar(Static):
    """One line of tabs; a dot marks those that show pieces of the choice under the cursor."""

    current: reactive[str] = reactive("play")
    marked: reactive[frozenset[str]] = reactive(frozenset())

    class Picked(Message):
        """A tab was clicked."""

        def __init__(self, tab: str) -> None:
            super().__init__()
            self.tab = tab

    def render(self) -> Content:
        """The names in a row."""
        parts = []
        for tab, name in TABS.items():
            dot = "•" if tab in self.marked else " "
            label = f"[{name}]" if tab == self.current else f" {name} "
            style = "reverse" if tab == self.current else ""
            parts.append(Content(f"{dot}{label}").stylize(style).stylize(f"@click=pick('{tab}')"))
        return Content(" ").join(parts)

    def action_pick(self, tab: str) -> None:
        """Tell which tab was clicked."""
        self.post_message(self.Picked(tab))
