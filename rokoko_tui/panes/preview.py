"""The pane that previews the choice under the cursor, or shows what another player just did."""

from collections.abc import Sequence

from rokoko_tui.panes import At, PaneSpec
from rokoko_tui.table.page import Details
from rokoko_tui.widgets.folded_items import Item, heading_item
from rokoko_tui.widgets.list_view import LineList


class PreviewPane(LineList, can_focus=False):
    """A read-only heading with lines."""

    CLICKS = False

    def move_page(self, step: int) -> None:
        self.top = max(0, min(self.top + step * max(1, self.content_size.height - 1), self._lowest_top))

    def tell(self, heading: str, lines: Sequence[str], style: str = "plain") -> None:
        head = [heading_item(heading)] if heading else []
        self.show([*head, *(Item(line, style, stop=False, indent=0) for line in lines)])

    def teach(self, details: Details) -> None:
        """Show the task of ``details``, its hint and what the choice means; the place of the task is on the border."""
        assert details.task is not None
        place, sentence = details.task
        items = [Item(sentence, "strong", stop=False, indent=0)]
        if details.hint:
            items += [Item(text, stop=False, indent=0) for text in ("", details.hint)]
        if details.heading:
            items += [Item("", stop=False, indent=0), heading_item(details.heading)]
        self.set_border_titles(place)
        self.show([*items, *(Item(line, "dim", stop=False, indent=0) for line in details.lines)])


SPEC = PaneSpec(
    "preview",
    letter="v",
    at={At.PLAY: PreviewPane},
)
