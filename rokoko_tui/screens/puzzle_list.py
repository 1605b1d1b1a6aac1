"""The list of puzzles, with a picture of the position under the cursor. Enter plays it; a typed number goes to it."""

from typing import ClassVar

from rich.text import Text
from textual import events, getters, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from rokoko_core.play.puzzle import Theme
from rokoko_core.play.puzzle_game import PuzzleGame
from rokoko_tui.art.scene import Scene
from rokoko_tui.keys import bindings_of
from rokoko_tui.panes.palace import draw_palace
from rokoko_tui.puzzles import (
    describe_goal,
    describe_position,
    list_facts,
    load_days,
    load_puzzles,
    load_solved,
    measure_progress,
    next_number,
    number_of_day,
    open_puzzle,
    puzzle_title,
)
from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.settings import daily_deal
from rokoko_tui.text.messages import capital
from rokoko_tui.text.save_text import name_expansions
from rokoko_tui.text.wording import Wording
from rokoko_tui.widgets.folded_items import Item, heading_item
from rokoko_tui.widgets.footer import KeyFooter
from rokoko_tui.widgets.line_widget import Picture
from rokoko_tui.widgets.list_view import CursorActions, LineList

NUMBER = 5
"""Columns of a number."""
SIGNS = {
    Theme.MAJORITY: ("♛", "price"),
    Theme.FIREWORKS: ("✶", "open"),
    Theme.DRESS: ("▲", "notion"),
    Theme.DECORATION: ("❀", "done"),
    Theme.STATUES: ("◊", "head"),
    Theme.HIRING: ("☼", "rank"),
    Theme.EXAM: ("§", "rank"),
    Theme.JEWEL: ("◆", "notion"),
    Theme.MONEY: ("●", "price"),
}
"""By theme, the sign of a row and its role."""


class PuzzleListScreen(CursorActions, BaseScreen[None]):
    """All puzzles by kind of game, that of the day first.

    The cursor begins on puzzle ``number``, by default on that of the day, once that is solved on the next one.
    """

    PLACES: ClassVar[tuple[str, ...]] = ("puzzles", "list", "app")
    BINDINGS = bindings_of("puzzles")
    AUTO_FOCUS = "#puzzle-lines"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]
    DEFAULT_CSS = """
    #puzzles-note { height: auto; text-align: center; color: $foreground-muted; }
    #puzzles { height: 1fr; }
    #puzzle-lines { width: 1fr; height: 100%; padding: 0 0 0 1; }
    #puzzle-about { width: 1fr; height: 100%; padding: 0 1; }
    #puzzle-text { height: auto; }
    #puzzle-picture { height: 1fr; margin: 1 0 0 0; }
    PuzzleListScreen.-wide #puzzle-lines { width: 62; }
    PuzzleListScreen.-narrow #puzzles { layout: vertical; align: center top; }
    PuzzleListScreen.-narrow #puzzle-lines { height: 1fr; width: 100%; max-width: 90; }
    PuzzleListScreen.-narrow #puzzle-about { height: auto; min-height: 6; width: 100%; max-width: 90; }
    PuzzleListScreen.-narrow #puzzle-picture { display: none; }
    """
    cursor_list = getters.query_one(LineList)

    def __init__(self, number: int = 0) -> None:
        super().__init__()
        self._first = number
        self._typed = ""
        """The digits of a number that is being typed."""
        self._numbers: list[int] = []
        """By item of the list, the number of its puzzle; 0 for a heading."""
        self._shown: PuzzleGame | None = None
        """The game of the position that is shown."""

    def compose(self) -> ComposeResult:
        yield Static(id="puzzles-title", classes="screen-title", markup=False)
        yield Static(id="puzzles-note", markup=False)
        with Horizontal(id="puzzles"):
            yield LineList(id="puzzle-lines")
            with Vertical(id="puzzle-about"):
                yield Static(id="puzzle-text", markup=False)
                yield Picture(self._draw_position, id="puzzle-picture")
        yield KeyFooter()

    def on_mount(self) -> None:
        self.refresh_texts()
        if self._first or self._is_day_solved:
            self._go_to(self._first or next_number(self.app.saves))
        else:
            self.cursor_list.cursor = self._numbers.index(number_of_day(daily_deal.today()))
        self.watch(self.app, "pictures", self.query_one(Picture).redraw, init=False)

    def refresh_texts(self) -> None:
        say, progress = self.vocabulary.say, measure_progress(self.app.saves)
        title = say("puzzle.record", n=progress.solved, most=progress.all)
        self.query_one("#puzzles-title", Static).update(f"◆ {title} ◆")
        day = say(f"puzzle.today-{'done' if self._is_day_solved else 'left'}", n=progress.streak)
        self.query_one("#puzzles-note", Static).update(f"{day}\n{say('puzzle.type-number')}")
        items = list(self._list_items())
        self._numbers = [int(item.key or 0) for item in items]
        self.cursor_list.show(items, self.cursor_list.cursor)
        self._show_position()

    @property
    def _is_day_solved(self) -> bool:
        return daily_deal.today() in load_days(self.app.saves)

    def _list_items(self) -> list[Item]:
        """Return the puzzle of the day, then all with a heading for each kind of game."""
        say, puzzles, solved = self.vocabulary.say, load_puzzles(), load_solved(self.app.saves)
        day = number_of_day(daily_deal.today())
        items = [heading_item(say("puzzle.today")), self._item(day, self._is_day_solved)]
        expansions = None
        for number, puzzle in enumerate(puzzles, start=1):
            if puzzle.expansions != expansions:
                expansions = puzzle.expansions
                items.append(heading_item(capital(name_expansions(expansions, self.words))))
            items.append(self._item(number, puzzle.digest in solved))
        return items

    def _item(self, number: int, is_solved: bool) -> Item:
        """Return a row: sign, title, what it is about, how hard it is, and whether it is solved."""
        puzzle = load_puzzles()[number - 1]
        sign, role = SIGNS[puzzle.theme]
        facts = list_facts(puzzle, self.vocabulary)
        done = "✓" if is_solved else " "
        return Item(
            puzzle_title(puzzle, self.vocabulary),
            key=str(number),
            mark=sign,
            role=role,
            indent=NUMBER,
            right=Wording(f"{' · '.join(facts)} {done}", f"{facts[-1]} {done}"),
        )

    # ---- the puzzle under the cursor

    @property
    def _number(self) -> int:
        """The number of the puzzle under the cursor."""
        return self._numbers[self.cursor_list.cursor]

    @property
    def _game(self) -> PuzzleGame:
        """The game of the puzzle under the cursor."""
        if self._shown is None or self._shown.number != self._number:
            self._shown = open_puzzle(self._number, self.words)
        return self._shown

    @on(LineList.Moved)
    def _show_position(self) -> None:
        if not self._numbers or self.cursor_list.cursor < 0:
            return
        game = self._game
        text = [describe_goal(game, self.words), *describe_position(game, self.words)]
        self.query_one("#puzzle-text", Static).update("\n".join(text))
        self.query_one(Picture).redraw()

    def _draw_position(self, width: int, height: int) -> list[Text]:
        """Draw the palace of the puzzle under the cursor."""
        if not self._numbers or width < 20 or height < 4:
            return []
        game = self._game
        scene = Scene(game.observation(), self.words, pictures=self.app.pictures)
        return draw_palace(scene, width, height).lines[:height]

    # ---- commands

    def _go_to(self, number: int) -> None:
        """Move the cursor to puzzle ``number``, in its kind of game."""
        self.cursor_list.cursor = len(self._numbers) - 1 - self._numbers[::-1].index(number)

    def action_next(self) -> None:
        """Go to the first unsolved puzzle of the next kind of game."""
        here, numbers = self.cursor_list.cursor, self._numbers
        starts = [n + 1 for n, number in enumerate(numbers) if number == 0]
        self.cursor_list.cursor = next((n for n in starts if n > here), starts[0])

    def on_key(self, event: events.Key) -> None:
        """Go to the puzzle of the typed number; a digit that makes it too large begins a new number."""
        if event.character is None or event.character not in "0123456789":
            self._typed = ""
            return
        event.stop()
        event.prevent_default()
        typed = self._typed + event.character
        self._typed = typed if int(typed) <= len(load_puzzles()) else event.character
        self._go_to(max(1, int(self._typed)))

    @on(LineList.Taken)
    def action_take(self) -> None:
        """Play the puzzle under the cursor."""
        self.app.games.play_puzzle(self._number)
