"""The list of puzzles: how hard each is and which are solved. Enter or a typed number and Enter plays one."""

from typing import ClassVar

from textual import events, getters, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Footer, Static

from rokoko_tui.keys import bindings_of
from rokoko_tui.puzzles.collection import count_solved, load_puzzles, load_solved, next_number
from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.widgets.folded_items import Item
from rokoko_tui.widgets.list_view import CursorActions, LineList

NUMBER = 5
"""Columns of a number."""


class PuzzleListScreen(CursorActions, BaseScreen[None]):
    """All puzzles, the easiest first; the cursor begins on the next one to solve."""

    PLACES: ClassVar[tuple[str, ...]] = ("puzzles", "list", "app")
    BINDINGS = bindings_of("puzzles")
    AUTO_FOCUS = "#puzzle-lines"
    DEFAULT_CSS = """
    PuzzleListScreen { align: center middle; }
    #puzzles { width: 60; max-width: 100%; height: 100%; }
    #puzzles-title { height: 1; text-align: center; color: $title; text-style: bold; }
    #puzzles-note { height: 2; text-align: center; color: $foreground-muted; }
    #puzzle-lines { height: 1fr; padding: 0 1; }
    """
    cursor_list = getters.query_one(LineList)

    def __init__(self) -> None:
        super().__init__()
        self._typed = ""
        """The digits of a number that is being typed."""

    def compose(self) -> ComposeResult:
        with Vertical(id="puzzles"):
            yield Static(id="puzzles-title", markup=False)
            yield Static(id="puzzles-note", markup=False)
            yield LineList(id="puzzle-lines")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        self.refresh_texts(next_number(self.app.saves) - 1)

    def refresh_texts(self, cursor: int | None = None) -> None:
        say, solved = self.vocabulary.say, load_solved(self.app.saves)
        n, most = count_solved(self.app.saves)
        self.query_one("#puzzles-title", Static).update(f"◆ {say('puzzle.record', n=n, most=most)} ◆")
        self.query_one("#puzzles-note", Static).update(say("puzzle.type-number"))
        items = [
            Item(
                say(f"puzzle.level.{puzzle.difficulty}"),
                key=str(number),
                right=say("puzzle.listed") if puzzle.digest in solved else "",
                indent=NUMBER,
            )
            for number, puzzle in enumerate(load_puzzles(), start=1)
        ]
        self.cursor_list.show(items, self.cursor_list.cursor if cursor is None else cursor)

    def on_key(self, event: events.Key) -> None:
        """Go to the puzzle of the typed number; a digit that makes it too large begins a new number."""
        if event.character is None or event.character not in "0123456789":
            self._typed = ""
            return
        event.stop()
        typed = self._typed + event.character
        self._typed = typed if int(typed) <= len(load_puzzles()) else event.character
        self.cursor_list.cursor = max(0, int(self._typed) - 1)

    @on(LineList.Taken)
    def action_take(self) -> None:
        """Play the puzzle under the cursor."""
        self.app.games.play_puzzle(self.cursor_list.cursor + 1)
