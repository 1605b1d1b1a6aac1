"""Base class of the full screens, with translated key hints, help and owner marks."""

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual.binding import ActiveBinding
from textual.markup import escape
from textual.message import Message

from rokoko_tui.art.help_pages import HelpContext
from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.theme.themes import styles_of

if TYPE_CHECKING:
    from rokoko_core.state import Setup
    from rokoko_tui.text import Words


def current_time() -> float:
    """Return the current time in seconds, by the same clock as ``time`` of key events."""
    return Message().time


class PageScreen(BaseScreen[None]):
    """A screen that fills the terminal."""

    PLACES: ClassVar[tuple[str, ...]] = ("app",)
    """Places of the key registry whose commands work here; the help lists them."""

    @property
    def words(self) -> "Words":
        """All messages, in the current language and edition."""
        return self.rokoko.words

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The active bindings with translated descriptions, for footer and palette."""
        return {key: self._translate(active) for key, active in super().active_bindings.items()}

    def _translate(self, active: ActiveBinding) -> ActiveBinding:
        binding, say = active.binding, self.vocabulary.say
        if binding.id is None or binding.description != binding.id:
            return active
        description = say(f"keys.footer.{binding.id}") if binding.show else binding.id
        return active._replace(
            binding=replace(binding, description=description), tooltip=escape(say(f"keys.{binding.id}"))
        )

    def help_here(self, keys: tuple[tuple[str, str], ...]) -> HelpContext:
        """Return the help for this screen; ``keys`` are (key, what it does)."""
        return HelpContext(tuple(self.vocabulary.say(f"help.here.{self.PLACES[0]}").splitlines()), keys)

    def mark(self, setup: "Setup", seat: int) -> tuple[str, str]:
        """Return the owner mark of ``seat`` and its style in the current theme."""
        from rokoko_tui.theme.owner_marks import mark_of, owner_role

        style = styles_of(self.app.theme, self.app.current_theme.dark).of(owner_role(setup, seat))
        colour = style.color.name if style.color else ""
        return mark_of(setup, seat), f"bold {colour}".strip()

    def action_back(self) -> None:
        self.leave()

    def leave(self) -> None:
        """Return to the screen below, or to the start screen if there is none."""
        if not self.is_on_top:
            return
        if len(self.app.screen_stack) > 2:
            self.app.pop_screen()
        else:
            self.rokoko.show_start()
