"""The base class of the tables with a list: play and watch."""

from typing import ClassVar

from rokoko_core.observe import Observation
from rokoko_tui.art.help_pages import HelpContext, HelpSubject
from rokoko_tui.controllers.presenter import TablePresenter
from rokoko_tui.keys import bindings_of
from rokoko_tui.panes.choices import Choices
from rokoko_tui.panes.layout import LOG, PLAY
from rokoko_tui.panes.log import Log
from rokoko_tui.panes.other_turns import OtherTurns
from rokoko_tui.panes.spec import At
from rokoko_tui.screens.table import TableScreen
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.widgets.cursor_actions import CursorActions
from rokoko_tui.widgets.list_view import LineList


class ListTableScreen(CursorActions, TableScreen):
    """A table whose ``presenter`` draws list, preview and log."""

    AT = At.PLAY
    PLACES: ClassVar[tuple[str, ...]] = ("table", "around", "look", "list", "log", "since", "app")
    CSS_PATH = "table.tcss"
    BINDINGS = bindings_of("table")
    JUMP_AGAIN = "table.jump.again"

    presenter: TablePresenter

    @property
    def choices(self) -> Choices:
        """The list."""
        return self.query_one(Choices)

    @property
    def shown(self) -> Observation:
        """What the screen shows of the game."""
        return self.presenter.observation

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only the commands this screen has."""
        return hasattr(self, f"action_{action}") and super().check_action(action, parameters)

    def on_mount(self) -> None:
        """Draw the table, unless another screen covers it, and again whenever something else changes how it looks."""
        if self.is_on_top:
            self.presenter.draw()
        self.watch(self.app, "pictures", self.light, init=False)
        self.watch(self.choices, "cursor", self.cursor_moved, init=False)

    def refresh_texts(self) -> None:
        """Draw the table in other words."""
        super().refresh_texts()
        self.presenter.draw()

    def fill_list(self, cursor: int = -1) -> None:
        """Fill the list, with the cursor on entry ``cursor`` or on the first that can be taken."""
        self.presenter.fill_list(cursor)

    def light(self) -> None:
        """Light and explain what is under the cursor again."""
        self.presenter.light()

    def cursor_moved(self) -> None:
        """Light what is under the cursor of the list."""
        self.light()

    # ---- what is read

    def on_line_list_moved(self, event: LineList.Moved) -> None:
        """Light the pieces of another line that is read."""
        if isinstance(event.listing, Log | OtherTurns):
            self.light()

    def on_descendant_focus(self) -> None:
        """Light what is read or inspected from now on."""
        self._light_what_is_read()

    def on_descendant_blur(self) -> None:
        """Light the choice under the cursor again."""
        self._light_what_is_read()

    def _light_what_is_read(self) -> None:
        if self.is_ready:
            self.choices.set_class(self.focused is not None, "-left")
            self.light()

    def help_here(self, keys: tuple[tuple[str, str], ...]) -> HelpContext:
        """Add what the present decision is about."""
        table = self.presenter.game.observation().table
        return super().help_here(keys)._replace(lines=tuple(self.words.help_at(table)))

    def help_about(self) -> HelpSubject | None:
        """Return what is inspected, read or under the cursor."""
        return super().help_about() or self.presenter.help_about()

    # ---- inspecting pieces

    def looked_for(self) -> frozenset[PieceRef]:
        """Return the pieces of the choice under the cursor of the list."""
        entry = self.choices.entry
        return entry.pieces if entry is not None and entry.takeable else frozenset()

    def on_inspectable_table_moved(self) -> None:
        """Move the list to the choice about the inspected piece."""
        choices, piece = self.choices, self.view.inspected_piece
        about = choices.entries_about(piece) if piece is not None else []
        if about and choices.cursor not in about and choices.entries[about[0]].takeable:
            choices.cursor = about[0]
        self.light()

    # ---- keys

    @property
    def cursor_list(self) -> Choices:
        """The list."""
        return self.choices

    def action_group_up(self) -> None:
        """Move to the group before."""
        self.choices.move_group(-1)

    def action_group_down(self) -> None:
        """Move to the next group."""
        self.choices.move_group(1)

    def action_back(self) -> None:
        """Go from a pane to the choices, from another tab to Play, from there out of the game."""
        if self.focused is not None or self.view.tab not in ("", PLAY):
            self.show_list()
        else:
            self.rokoko.ask_to_leave_game()

    def action_log(self) -> None:
        """Give the keys to the log."""
        self.go_to("log")

    def show_tab(self, tab: str) -> None:
        """Show the panes of ``tab`` where the screen is too small for all; the log takes the keys then."""
        super().show_tab(tab)
        if tab == LOG or self.view.stop is None:
            self.set_focus(self.query_one(Log) if tab == LOG else None)
        self.follow_inspection()

    def show_list(self) -> None:
        """Bring the list into sight and give it the keys."""
        self.set_focus(None)
        self.show_tab(PLAY)

    def jump_again(self) -> None:
        """Show the tab with the pieces of the choice under the cursor."""
        tabs = self.view.tabs
        there = sorted(tabs.marked - {tabs.current}) or sorted(tabs.marked)
        if there:
            self.show_tab(there[0])
