"""The pane that previews the choice under the cursor, or shows what another player just did."""

from collections.abc import Sequence

from rokoko_tui.panes.spec import At, PaneSpec
from rokoko_tui.table.page import Details
from rokoko_tui.widgets.folded_items import Item
from rokoko_tui.widgets.list_view import LineList


class PreviewPane(LineList, can_focus=False):
    """A read-only heading with lines."""

    CLICKS = False

    def move_page(self, step: int) -> None:
        self.top = max(0, min(self.top + step * max(1, self.content_size.height - 1), self._lowest_top))

    def tell(self, heading: str, lines: Sequence[str], style: str = "plain") -> None:
        head = [Item(heading, "heading", stop=False, indent=0)] if heading else []
        self.show([*head, *(Item(line, style, stop=False, indent=0) for line in lines)])

    def teach(self, details: Details) -> None:
        """Show the task of ``details``, its hint and what the choice means; the place of the task is on the border."""
        assert details.task is not None
        place, sentence = details.task
        parts = [(sentence, "strong"), *([("", "plain"), (details.hint, "plain")] if details.hint else [])]
        if details.heading:
            parts += [("", "plain"), (details.heading, "heading")]
        parts += [(line, "dim") for line in details.lines]
        self.set_border_titles(place)
        self.show([Item(text, style, stop=False, indent=0) for text, style in parts])


SPEC = PaneSpec(
    "preview",
    letter="v",
    at={At.PLAY: PreviewPane},
)
