"""How a table treats what its player does. The lesson has a policy of its own."""

from collections.abc import Sequence

from rokoko_tui.controllers.presenter import Overlay
from rokoko_tui.panes.log import Log
from rokoko_tui.table.choice_list import MenuEntry


class PlayPolicy(Overlay):
    """The policy of ordinary games: everything is allowed. A method that returns True has handled the matter."""

    automatic = True
    """Whether forced moves and ends of turns may be taken automatically."""
    skips_to_final = True
    """Whether a game opened after its end shows the final sheet first."""
    has_round_page = True
    """Whether a new round may begin with a page over some panes."""
    has_long_texts = False
    """Whether the preview pane needs as much room as for hints."""
    has_seats = False
    """Whether others have screens of their own, so that the seats can be shown."""

    @property
    def idle_commands(self) -> frozenset[str]:
        """Commands that have nothing to do now, so that the footer leaves them out."""
        return frozenset()

    def before_redraw(self) -> None:
        """The game may be at another position now."""

    def after_gather(self) -> None:
        """The playback may have new frames now."""

    def may_continue(self) -> bool:
        """Return whether play continues; False while something is to be read."""
        return True

    def tab(self) -> str | None:
        """Return the tab to show on small screens; None for the usual one."""
        return None

    def cursor_moved(self) -> None:
        """The cursor of the list was moved."""

    def frame(self, entries: tuple[MenuEntry, ...]) -> tuple[MenuEntry, ...]:
        """Return the choices with what is to be said above them and offered below them."""
        return entries

    def takes(self, entry: MenuEntry) -> bool:
        """Handle an entry that is about to be taken."""
        return False

    def toggles(self, entry: MenuEntry) -> bool:
        """Handle a piece that is about to be selected."""
        return False

    def steps(self, step: str) -> bool:
        """Handle an entry of the kind STEP."""
        return False

    def undoes(self, whole_turn: bool) -> bool:
        """Handle an undo."""
        return False

    def ending_entry(self, entries: tuple[MenuEntry, ...]) -> MenuEntry | None:
        """Return the entry that the key for ending a turn takes instead of the usual one."""
        return None

    def hints(self) -> bool:
        """Handle the request for a hint."""
        return False

    def wanted_entry(self, entries: Sequence[MenuEntry]) -> int:
        """Return the index of the entry that is to be taken, on which the cursor starts; -1 for none."""
        return -1

    def leaves(self) -> bool:
        """Handle leaving the table."""
        return False

    def finishes(self) -> bool:
        """Handle the end of the game, in place of the final sheet."""
        return False

    def reads(self, log: Log) -> bool:
        """Return whether the lines of the log are only read, not gone back to."""
        return False

    def ask_about_seats(self) -> None:
        """Show who sits where."""
