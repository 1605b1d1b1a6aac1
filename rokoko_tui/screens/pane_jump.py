"""Jump to a pane by its letter."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Region
from textual.screen import ModalScreen
from textual.widgets import Static

from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.text.safe_display import NO_BREAK_SPACE
from rokoko_tui.text.wording import POINT, wrap

AGAIN = ("g", "enter")
"""Keys for the other meaning of the jump key."""


@dataclass(frozen=True)
class Target:
    id: str
    letter: str
    title: str
    region: Region
    """Its place on the screen; empty if the pane is on another tab."""


class PaneJumpScreen(ModalScreen[str], BaseScreen[str]):
    """Result: the id of a pane, a typed digit, ``g`` for the other meaning of the key, or ``""``."""

    AWAITS_LETTER = True
    CLOSES_ON_LANGUAGE_CHANGE = True
    DEFAULT_CSS = """
    PaneJumpScreen { background: $background 40%; layers: base letters; }
    .jump-letter {
        layer: letters; height: 1; position: absolute; background: $background; color: $accent;
        text-wrap: nowrap; text-overflow: ellipsis;
    }
    #jump-panes {
        dock: bottom; height: auto; width: 100%; padding: 0 1;
        background: $panel; border-top: heavy $accent; border-title-color: $title; border-title-style: bold;
    }
    """

    def __init__(self, targets: Sequence[Target], repeat_hint: str) -> None:
        super().__init__()
        self.targets = tuple(targets)
        self._repeat_hint = repeat_hint
        """What the jump key does when pressed again, as text."""

    def compose(self) -> ComposeResult:
        """Yield a letter with the name of each visible pane, in place of its title, and the list of all panes."""
        for target in self.targets:
            if target.region.area:
                name = Content.styled(f" {target.letter} {target.title} ", "bold reverse")
                letter = Static(name, classes="jump-letter", markup=False)
                letter.styles.offset, letter.styles.width = target.region.offset, target.region.width
                yield letter
        panes = Static(id="jump-panes", markup=False)
        panes.border_title = Content(self.words.say("table.jump.title"))
        yield panes

    def on_resize(self) -> None:
        """Wrap the list of panes between titles."""
        names = [f"{target.letter} {target.title}" for target in self.targets] + [f"g {self._repeat_hint}"]
        facts = POINT.join(name.replace(" ", NO_BREAK_SPACE) for name in names)
        self.query_one("#jump-panes", Static).update("\n".join(wrap(facts, self.size.width - 2)))

    @property
    def choice_letters(self) -> frozenset[str]:
        return frozenset(target.letter for target in self.targets)

    def on_key(self, event: events.Key) -> None:
        """Jump for a pane's letter; close for any other key except those of the app."""
        if event.key.startswith(("ctrl+", "f")) and event.key not in {target.letter for target in self.targets}:
            return
        event.stop()
        event.prevent_default()
        pane = next((target.id for target in self.targets if target.letter == event.key), "")
        digit = event.character if event.character is not None and event.character.isdigit() else ""
        if not pane and not digit and event.key not in AGAIN and event.is_printable:
            self.say_unbound(event)
        self.dismiss(pane or ("g" if event.key in AGAIN else digit))

    def on_click(self, event: events.Click) -> None:
        clicked = (target.id for target in self.targets if target.region.contains(*event.screen_offset))
        self.dismiss(next(clicked, ""))
