"""The list of the other players' turns."""

from textual.app import App, ComposeResult

from rokoko_tui.panes.other_turns import OtherTurns
from rokoko_tui.widgets.list_view import Item

LONG, SHORT = "Bo: hires Journeyman · extra Acquire, 12 → 9 Livre", "hires Journeyman · extra Acquire, 12→9L"


class OnePane(App[None]):
    CSS = "OtherTurns { border: none; padding: 0; width: 38; height: 4; }"

    def compose(self) -> ComposeResult:
        yield OtherTurns()


async def test_turns_are_shortened_only_if_they_do_not_fit() -> None:
    app = OnePane()
    async with app.run_test(size=(38, 4)) as pilot:
        pane = app.query_one(OtherTurns)
        for count, shown in ((1, LONG), (2, LONG), (3, SHORT)):
            pane.show([Item(LONG, mark="■", indent=0, short=SHORT)] * count)
            await pilot.pause()
            assert " ".join(line for item, _, line in pane._lines if item == 0) == shown, count
