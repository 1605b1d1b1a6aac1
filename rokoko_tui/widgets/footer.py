"""The footer: keys that fit into its width, also while the terminal has no focus."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rich.cells import cell_len
from textual.binding import ActiveBinding, Binding
from textual.screen import Screen
from textual.widgets import Footer

SPARED = ("next-tab", "look", "back", "chat", "reasons")
"""Names of commands that are left out first: a finger taps pieces and tabs, and a bar of a phone has Esc and chat."""
LAST = "table.reasons"


class KeyFooter(Footer):
    """The keys of a screen, also while the terminal has no focus, as on a phone until the first tap.

    Textual's footer stays empty then, or as it was. It also makes new widgets whenever a key may have changed.
    """

    def __init__(self) -> None:
        super().__init__(compact=True, show_command_palette=False)
        self._composed: list[ActiveBinding] = []
        """The keys of its widgets."""

    def bindings_changed(self, screen: Screen[object]) -> None:
        super().bindings_changed(screen)
        if not screen.app.app_focus and self.is_attached and screen is self.screen:
            self.call_after_refresh(self.recompose)

    async def recompose(self) -> None:
        if not self.is_attached:
            return
        shown = [active for active in self.screen.active_bindings.values() if active.binding.show]
        if shown != self._composed:
            self._composed = shown
            await super().recompose()


def fit_footer(active: Mapping[str, ActiveBinding], columns: int) -> dict[str, ActiveBinding]:
    """Return the bindings, of which only those are shown in the footer that fit into ``columns``.

    Those of the app stay: help, and the menu with all that is left out. Reasons come last: there are some at few
    choices, and no other key moves for them.
    """
    active = dict(sorted(active.items(), key=lambda item: item[1].binding.id == LAST))
    shown = {one.binding.action: one.binding for one in active.values() if one.binding.show}
    own = sorted((binding for binding in shown.values() if _place(binding) != "app"), key=_importance)
    while own and _width(shown.values()) > columns:
        del shown[own.pop().action]
    return {
        key: one if one.binding.action in shown else one._replace(binding=replace(one.binding, show=False))
        for key, one in active.items()
    }


def _width(bindings: Iterable[Binding]) -> int:
    return cell_len(" ".join(f"{binding.key_display} {binding.description}" for binding in bindings))


def _place(binding: Binding) -> str:
    return (binding.id or "").partition(".")[0]


def _importance(binding: Binding) -> int:
    """Return 0 for what is kept longest, a higher number for what is left out before."""
    name = (binding.id or "").rpartition(".")[2]
    return len(SPARED) - SPARED.index(name) if name in SPARED else 0
