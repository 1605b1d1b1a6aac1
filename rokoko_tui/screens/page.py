"""What all screens have in common."""

from typing import TYPE_CHECKING, ClassVar, cast

from textual.message import Message
from textual.screen import Screen

from rokoko_tui.drawing.themes import styles_of
from rokoko_tui.screens.house import House

if TYPE_CHECKING:
    from rokoko_core.state import Setup
    from rokoko_tui.words import Vocabulary, Words


def moment() -> float:
    """Now, by the clock that keys carry in ``time``."""
    return Message().time


class Page(Screen[None]):
    """A full screen."""

    PLACES: ClassVar[tuple[str, ...]] = ("app",)
    """Places of the key registry whose commands work here, for the help page."""

    @property
    def rokoko(self) -> House:
        """The app, as far as screens know it."""
        return cast(House, self.app)

    @property
    def words(self) -> "Words":
        """The words of the edition chosen."""
        return self.rokoko.words

    @property
    def vocabulary(self) -> "Vocabulary":
        """The plain messages among them, for which the rules need not be loaded."""
        return self.rokoko.vocabulary

    def help_here(self) -> list[str]:
        """What the help says before the keys."""
        return []

    def help_more(self) -> list[str]:
        """What the help says after the keys."""
        return []

    def mark(self, setup: "Setup", seat: int) -> tuple[str, str]:
        """The owner's sign of ``seat`` and its style in the present theme."""
        from rokoko_tui.drawing.owner_marks import mark_of, owner_role

        style = styles_of(self.app.theme, self.app.current_theme.dark).of(owner_role(setup, seat))
        colour = style.color.name if style.color else ""
        return mark_of(setup, seat), f"bold {colour}".strip()

    def leave(self) -> None:
        """Back to what lies underneath, or to the start screen."""
        if len(self.app.screen_stack) > 2:
            self.app.pop_screen()
        else:
            self.rokoko.show_start()
