"""What the others did since one's own last turn, a line for each of their turns, the newest in sight."""

from collections.abc import Sequence

from rokoko_tui.panes.listing import Item, Listing
from rokoko_tui.panes.spec import At, PaneSpec


class SincePane(Listing, can_focus=False):
    """The turns of the others, in few words each; the wheel scrolls them."""

    CLICKS = False

    def tell(self, items: Sequence[Item]) -> None:
        """Show ``items``, the last one in sight."""
        self.show(list(items), len(items) - 1)


SPEC = PaneSpec(
    "since",
    letter="i",
    at={At.PLAY: SincePane},
)
