"""The footer of a terminal without focus, and when it makes its widgets again."""

from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.widgets._footer import FooterKey

from rokoko_tui.widgets.footer import KeyFooter


class Table(App[None]):
    def compose(self) -> ComposeResult:
        yield KeyFooter()


async def bind_undo(app: Table, pilot: Pilot[None]) -> None:
    """Add a key to the footer, which has other keys already."""
    for _ in range(3):
        await pilot.pause()
    app.bind("u", "undo", description="Undo")
    await refresh_bindings(app, pilot)


async def refresh_bindings(app: Table, pilot: Pilot[None]) -> None:
    app.screen.refresh_bindings()
    for _ in range(3):
        await pilot.pause()


async def test_the_footer_has_the_keys_of_now_in_a_terminal_without_focus() -> None:
    app = Table()
    async with app.run_test() as pilot:
        app.app_focus = False
        await bind_undo(app, pilot)
        assert "Undo" in [key.description for key in app.query(FooterKey)]


async def test_widgets_of_keys_that_are_still_there_stay() -> None:
    app = Table()
    async with app.run_test() as pilot:
        await bind_undo(app, pilot)
        keys = list(app.query(FooterKey))
        assert keys
        await refresh_bindings(app, pilot)
        assert list(app.query(FooterKey)) == keys
