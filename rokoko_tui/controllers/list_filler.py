"""Fills the list with the viewer's choices, and finds its first line and the tab with its pieces."""

from rokoko_tui.controllers.choice_taker import TakerHost
from rokoko_tui.panes.layout import PLAY
from rokoko_tui.play.choice_list import EntryKind, MenuEntry, find_useful_entry
from rokoko_tui.play.menu_entries import find_entry, list_menu_entries

FEW = 7
"""Lines of a short list."""


class ListFiller:
    """Fills the list of a table on which somebody plays."""

    def __init__(self, host: TakerHost) -> None:
        self._host = host

    def entries(self) -> tuple[MenuEntry, ...]:
        """Return the choices, or the hints in place of them."""
        host = self._host
        return list_menu_entries(host.driver, host.settings, host.words, host.picker.selection, host.hint_panel.hints)

    def fill(self, cursor: int) -> None:
        """Fill the list. With -1, the cursor is on what the lesson wants, what was undone, or what costs nothing."""
        host, game = self._host, self._host.game
        hints, entries = host.hint_panel.is_open, host.presenter.entries()
        host.view.reading = hints or host.policy.has_long_texts
        if cursor < 0 and game.can_redo:
            cursor = find_entry(game.own_action(game.position), entries)
        if not hints and game.viewer == game.to_move and host.player.frame is None:
            host.view.few = sum(entry.kind is not EntryKind.REFUSAL for entry in entries) <= FEW
            wanted = host.policy.wanted_entry(entries)
            cursor = wanted if wanted >= 0 else cursor if cursor >= 0 else find_useful_entry(entries)
        host.picker.close_group()
        host.presenter.fill_list(cursor, entries)

    def tab(self) -> str:
        """Return the tab that shows the pieces of all choices, if it is one; for small screens."""
        host = self._host
        if (tab := host.policy.tab()) is not None:
            return tab
        pieces = {piece for entry in host.choices.entries if entry.kind is EntryKind.ACTION for piece in entry.pieces}
        tabs = {host.view.tab_for_piece(piece) for piece in pieces}
        return tabs.pop() if len(tabs) == 1 else PLAY
