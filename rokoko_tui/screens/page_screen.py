"""What all screens have in common."""

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual.binding import ActiveBinding
from textual.markup import escape
from textual.message import Message

from rokoko_tui.art.help_pages import Here
from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.theme.themes import styles_of

if TYPE_CHECKING:
    from rokoko_core.state import Setup
    from rokoko_tui.text import Words


def moment() -> float:
    """Now, by the clock that keys carry in ``time``."""
    return Message().time


class PageScreen(BaseScreen[None]):
    """A full screen."""

    PLACES: ClassVar[tuple[str, ...]] = ("app",)
    """Places of the key registry whose commands work here, for the help page."""

    @property
    def words(self) -> "Words":
        """The words of the edition chosen."""
        return self.rokoko.words

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The bindings in force, described in the words of the language: footer and palette show these."""
        return {key: self._worded(active) for key, active in super().active_bindings.items()}

    def _worded(self, active: ActiveBinding) -> ActiveBinding:
        binding, say = active.binding, self.vocabulary.say
        if binding.id is None or binding.description != binding.id:
            return active
        description = say(f"keys.footer.{binding.id}") if binding.show else binding.id
        worded = replace(binding, description=description)
        return active._replace(binding=worded, tooltip=escape(say(f"keys.{binding.id}")))

    def help_here(self, keys: tuple[tuple[str, str], ...]) -> Here:
        """What the help says of this place, with its ``keys`` and what they do."""
        return Here(tuple(self.vocabulary.say(f"help.here.{self.PLACES[0]}").splitlines()), keys)

    def mark(self, setup: "Setup", seat: int) -> tuple[str, str]:
        """The owner's sign of ``seat`` and its style in the present theme."""
        from rokoko_tui.theme.owner_marks import mark_of, owner_role

        style = styles_of(self.app.theme, self.app.current_theme.dark).of(owner_role(setup, seat))
        colour = style.color.name if style.color else ""
        return mark_of(setup, seat), f"bold {colour}".strip()

    def leave(self) -> None:
        """Back to what lies underneath, or to the start screen."""
        if not self.on_top:
            return
        if len(self.app.screen_stack) > 2:
            self.app.pop_screen()
        else:
            self.rokoko.show_start()
