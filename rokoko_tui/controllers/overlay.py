"""What may replace parts of the table for a while: a playback, hints, the end of a turn, the lesson."""

from rokoko_tui.panes.preview import PreviewPane
from rokoko_tui.play.choice_list import MenuEntry
from rokoko_tui.text.piece_refs import PieceRef


class Overlay:
    """Replaces nothing; each part overrides what it replaces while it is active. The first overlay wins."""

    def entries(self) -> tuple[MenuEntry, ...] | None:
        """Return the entries of the list."""
        return None

    def question(self) -> tuple[str, str] | None:
        """Return the title of the list, and a short one where there is little room (empty: the usual one)."""
        return None

    def pieces(self) -> frozenset[PieceRef] | None:
        """Return the pieces to light instead of what is inspected or read."""
        return None

    def default_pieces(self) -> frozenset[PieceRef] | None:
        """Return the pieces to light instead of those of the entry under the cursor."""
        return None

    def show_preview(self, pane: PreviewPane, entry: MenuEntry | None) -> bool:
        """Fill the preview pane; return False to leave that to the next overlay."""
        return False
