"""What play, watch and replay have in common: one table on the screen, its tabs, and the way to each pane."""

from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.widgets import Footer

from rokoko_tui.drawing.table_text import draw_table
from rokoko_tui.panes import registry
from rokoko_tui.panes.listing import Listing
from rokoko_tui.panes.pane import Pane
from rokoko_tui.panes.spec import At
from rokoko_tui.panes.table_view import BY_HEIGHT, BY_WIDTH, TableView
from rokoko_tui.screens.guide import Here
from rokoko_tui.screens.jump import JumpScreen, Target
from rokoko_tui.screens.page import Page

COPIED = 100
"""Cells of the lines of a table that is copied."""


class TablePage(Page):
    """A screen around a ``TableView``."""

    AT: ClassVar[At]
    """Which table it is."""
    HORIZONTAL_BREAKPOINTS = BY_WIDTH
    VERTICAL_BREAKPOINTS = BY_HEIGHT
    AUTO_FOCUS = ""
    SCOPED_CSS = False
    """The sheet names the screen itself, by the size it has."""

    def __init__(self) -> None:
        super().__init__()
        self.view = TableView(self.AT)

    def compose(self) -> ComposeResult:
        """The table, the controls underneath, the keys."""
        yield self.view
        yield from self.controls()
        yield Footer(compact=True, show_command_palette=False)

    def controls(self) -> ComposeResult:
        """What is placed under the table."""
        yield from ()

    # ---- the table as text

    def action_copy(self) -> None:
        """The table as it is shown, as text; of the log, the line one reads."""
        log = self.focused
        if isinstance(log, Listing) and 0 <= log.cursor < len(log.items):
            text = log.items[log.cursor].text
            self.rokoko.copy(text, self.words.say("table.copied.line", text=text))
        elif (scene := self.view.scene) is not None:
            drawn = draw_table(replace(scene, pictures=False), COPIED, registry.printed(scene))
            text = "\n".join(line.plain.rstrip() for line in drawn)
            self.rokoko.copy(text, self.words.say("table.copied.table"))

    # ---- tabs

    def show_tab(self, tab: str) -> None:
        """Show the panes of ``tab`` where the screen is too small for all."""
        self.view.turn_to(tab)

    def action_next_tab(self) -> None:
        """The next tab."""
        self.turn_tab(1)

    def action_previous_tab(self) -> None:
        """The tab before."""
        self.turn_tab(-1)

    def turn_tab(self, step: int) -> None:
        """Show the tab ``step`` further."""
        self.show_tab(self.view.after(step))

    def on_table_view_turned(self, event: TableView.Turned) -> None:
        """A tab was clicked."""
        self.show_tab(event.tab)

    # ---- going to a pane

    JUMP_AGAIN: ClassVar[str]
    """The message that tells what the key does when it is pressed once more."""

    def action_jump(self) -> None:
        """Show the letters of all panes; the next key goes to one of them."""
        regions = {spec.id: self.view.panes[spec.id].region for spec in self.view.specs}
        targets = [
            Target(spec.id, spec.letter, self.words.say(f"panes.{spec.id}.title"), regions[spec.id])
            for spec in self.view.specs
        ]
        more = self.words.say(self.JUMP_AGAIN)
        self.ask(JumpScreen(self.words.say("table.jump.title"), targets, more), self._jumped)

    def _jumped(self, answer: str | None) -> None:
        if answer == "g":
            self.jump_again()
        elif answer and answer.isdigit():
            self.jump_to_figure(answer)
        elif answer:
            self.go_to(answer)

    def jump_again(self) -> None:
        """The key was pressed once more."""

    def jump_to_figure(self, figure: str) -> None:
        """A figure was typed instead of a letter."""

    def go_to(self, id: str) -> None:
        """Show the pane ``id`` and give it the keys that scroll, until Esc."""
        pane = self.view.go_to(id)
        if isinstance(pane, Pane):
            self.call_after_refresh(pane.take_keys)
        else:
            self.set_focus(pane if pane.can_focus else None)

    def help_here(self, keys: tuple[tuple[str, str], ...]) -> Here:
        """The place, and the panes with their letters."""
        return super().help_here(keys)._replace(panes=tuple(registry.help_lines(self.AT, self.words)))
