"""What the choice under the cursor would cost and bring, or what just happened while others played."""

from collections.abc import Sequence

from rokoko_tui.panes.spec import At, PaneSpec
from rokoko_tui.widgets.list_view import Item, Listing


class PreviewPane(Listing, can_focus=False):
    """A heading and some lines, only to be read; the wheel scrolls them."""

    CLICKS = False

    def tell(self, heading: str, lines: Sequence[str], look: str = "plain") -> None:
        """Show ``lines`` under ``heading``."""
        head = [Item(heading, "heading", stop=False, indent=0)] if heading else []
        self.show([*head, *(Item(line, look, stop=False, indent=0) for line in lines)])

    def teach(self, heading: str, sentence: str, about: tuple[str, Sequence[str]]) -> None:
        """Show ``sentence`` as the one thing to read, and what the choice is ``about`` below it, under ``heading``."""
        below, lines = about
        said = [Item(sentence, "strong", stop=False, indent=0)]
        if below:
            said += [Item("", stop=False, indent=0), Item(below, "heading", stop=False, indent=0)]
        self.name_border(heading)
        self.show([*said, *(Item(line, "dim", stop=False, indent=0) for line in lines)])


SPEC = PaneSpec(
    "preview",
    letter="v",
    at={At.PLAY: PreviewPane},
)
