"""The letters of the panes, each shown on its pane: the letter goes there."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Region
from textual.screen import ModalScreen
from textual.widgets import Static

from rokoko_tui.screens.base_screen import BaseScreen

AGAIN = ("g", "enter")
"""Keys that do what else is meant by going somewhere."""


@dataclass(frozen=True)
class Target:
    """A pane to go to."""

    id: str
    letter: str
    title: str
    region: Region
    """Where it lies on the screen; nowhere for one that another tab shows."""


class JumpScreen(ModalScreen[str], BaseScreen[str]):
    """Result: the id of a pane, a figure that was typed, ``g`` when the way there was asked for again, or nothing."""

    LAPSES = True
    DEFAULT_CSS = """
    JumpScreen { background: $background 40%; layers: base letters; }
    .jump-letter {
        layer: letters; width: 3; height: 1; position: absolute;
        background: $accent; color: $background; text-style: bold;
    }
    #jump-panes {
        dock: bottom; height: auto; width: 100%; padding: 0 1;
        background: $panel; border-top: heavy $accent; border-title-color: $title; border-title-style: bold;
    }
    """

    def __init__(self, title: str, targets: Sequence[Target], more: str) -> None:
        super().__init__()
        self._title = title
        self.targets = tuple(targets)
        self._more = more
        """What the same key does once more, in words."""

    def compose(self) -> ComposeResult:
        """A letter on each pane in sight, and below all of them with their titles."""
        for target in self.targets:
            if target.region.area:
                letter = Static(f" {target.letter} ", classes="jump-letter", markup=False)
                letter.styles.offset = target.region.offset
                yield letter
        panes = Static(id="jump-panes", markup=False)
        panes.border_title = Content(self._title)
        yield panes

    def on_resize(self) -> None:
        """As many titles on a line as there is room for, none of them parted."""
        names = [f"{target.letter} {target.title}" for target in self.targets]
        lines = [""]
        for name in [*names, *([f"g {self._more}"] if self._more else [])]:
            grown = f"{lines[-1]} · {name}" if lines[-1] else name
            if cell_len(grown) > self.size.width - 2:
                lines.append(name)
            else:
                lines[-1] = grown
        self.query_one("#jump-panes", Static).update("\n".join(lines))

    def on_key(self, event: events.Key) -> None:
        """A letter goes to its pane; any other key goes nowhere."""
        if event.key.startswith(("ctrl+", "f")) and event.key not in {target.letter for target in self.targets}:
            return
        event.stop()
        event.prevent_default()
        found = next((target.id for target in self.targets if target.letter == event.key), "")
        figure = event.character if event.character is not None and event.character.isdigit() else ""
        self.dismiss(found or ("g" if event.key in AGAIN else figure))

    def on_click(self, event: events.Click) -> None:
        """A click on a pane goes there."""
        hit = (t.id for t in self.targets if t.region.contains(*event.screen_offset))
        self.dismiss(next(hit, ""))
