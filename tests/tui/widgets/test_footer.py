"""The footer of a terminal without focus."""

from textual.app import App, ComposeResult
from textual.widgets._footer import FooterKey

from rokoko_tui.widgets.footer import KeyFooter


class Table(App[None]):
    def compose(self) -> ComposeResult:
        yield KeyFooter()


async def test_the_footer_has_the_keys_of_now_in_a_terminal_without_focus() -> None:
    app = Table()
    async with app.run_test() as pilot:
        for _ in range(3):
            await pilot.pause()
        app.app_focus = False
        app.bind("u", "undo", description="Undo")
        app.screen.refresh_bindings()
        for _ in range(3):
            await pilot.pause()
        assert "Undo" in [key.description for key in app.query(FooterKey)]
