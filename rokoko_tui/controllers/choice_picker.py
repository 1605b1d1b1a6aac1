"""Keys, clicks and the inspection cursor that pick choices: by one key or two, and sets piece by piece."""

from typing import TYPE_CHECKING

from textual import events

from rokoko_core.actions import Depute
from rokoko_core.play.view import GameControl
from rokoko_core.terms import Zone
from rokoko_tui.controllers.presenter import TablePresenter
from rokoko_tui.keys import keys_of_id
from rokoko_tui.table.choice_list import EntryKind, MenuEntry
from rokoko_tui.table.set_selection import SetSelection, make_set_selection
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.widgets.notices import BRIEFLY

if TYPE_CHECKING:
    from rokoko_tui.screens.play import PlayScreen


class ChoicePicker:
    """What was picked but not taken yet: the key of a group, the piece clicked first, the pieces of a set."""

    def __init__(self, host: "PlayScreen", game: GameControl, presenter: TablePresenter) -> None:
        self._host, self._game, self._presenter = host, game, presenter
        self.selection: SetSelection | None = None
        """The set being chosen piece by piece, if one is asked for."""
        self._hands: dict[int | None, SetSelection] = {}
        """The cards that each viewer selected last."""
        self.started_code = ""
        """The key of the group that was opened, until the next key; the title of the list shows it."""
        self._clicked: PieceRef | None = None
        """The piece clicked last."""
        presenter.selected_pieces = self.selected_pieces
        presenter.started_code = lambda: self.started_code

    def begin(self) -> None:
        """Begin the set of a new position, if it asks for one; a payment begins with the cheapest."""
        selection = make_set_selection(self._game.observation())
        self.selection = selection.select_cheapest() if selection is not None else None

    @property
    def hand(self) -> SetSelection | None:
        """The cards that the viewer selected last."""
        return self._hands.get(self._game.viewer)

    def selected_pieces(self) -> frozenset[PieceRef]:
        """Return the pieces of the set chosen so far."""
        if self.selection is None:
            return frozenset()
        return frozenset(PieceRef(self.selection.zone, name) for name in self.selection.names)

    # ---- keys

    def index_for(self, event: events.Key) -> int | None:
        """Return the choice that ``event`` picks: within the group that was opened, else of all."""
        return self._host.choices.number_of_key(self.started_code + (event.character or event.key))

    def pick(self, event: events.Key) -> MenuEntry | None:
        """Move the cursor to what ``event`` picks; return the entry, or None where it opens a group or nothing."""
        choices, number = self._host.choices, self.index_for(event)
        group = choices.group_of_key(event.character or event.key) if number is None else None
        if event.key in keys_of_id("table.back", self._host.settings.keys):
            return None  # ``close_group`` follows
        self.started_code = (event.character or event.key) if group is not None else ""
        if number is not None or group is not None:
            event.stop()
            event.prevent_default()
        self._presenter.name_list()
        if group is not None:
            choices.cursor = group
        if number is None:
            return None
        choices.cursor = number
        return choices.entries[number]

    def close_group(self) -> bool:
        """Drop the key of a group, and leave a group that closes then; return False where none is open."""
        code, self.started_code = self.started_code, ""
        self._presenter.name_list()
        return self._host.choices.close_folder() or bool(code)

    # ---- clicks

    def click(self, piece: PieceRef) -> MenuEntry | None:
        """Move the cursor to the choice about ``piece``; return the entry that a second click takes."""
        choices = self._host.choices
        about = choices.entries_about(piece)
        again, self._clicked = self._clicked == piece, piece
        if not about:
            return None
        if choices.entries[about[0]].kind is EntryKind.THING:
            return self._next_piece(about)
        if len(about) == 1 and again and choices.cursor == about[0]:
            return choices.entry
        later = [n for n in about if n > choices.cursor]
        choices.cursor = later[0] if later and len(about) > 1 else about[0]
        if len(about) > 1:
            self._host.notify(self._host.words.say("table.notice.several", n=len(about)), timeout=BRIEFLY)
        return None

    def entry_about(self, piece: PieceRef) -> MenuEntry | None:
        """Return the one choice about ``piece``, else say why there is none.

        Where there are several, and for the played card, which would be deputed, go to the list.
        """
        host, choices = self._host, self._host.choices
        about = choices.entries_about(piece)
        takeable = [n for n in about if choices.entries[n].is_selectable]
        first = choices.entries[takeable[0]] if takeable else None
        is_one_of_several = len(takeable) > 1 and first is not None and first.kind is not EntryKind.THING
        action = first.action if first is not None else None
        if is_one_of_several or (isinstance(action, Depute) and action.zone is Zone.PLAYED):
            host.release_focus()
            choices.cursor = takeable[0]
        elif takeable:
            return self._next_piece(takeable)
        elif about:
            host.notify("\n".join(choices.entries[n].text for n in about), markup=False)
        else:
            host.notify(host.words.say("inspection.look.nothing"), timeout=BRIEFLY)
        return None

    def _next_piece(self, numbers: list[int]) -> MenuEntry:
        """Return the first entry not chosen yet, or the last."""
        entries = self._host.choices.entries
        free = [n for n in numbers if not entries[n].chosen]
        return entries[free[0] if free else numbers[-1]]

    # ---- sets

    def toggle(self, entry: MenuEntry) -> None:
        """Select the piece of ``entry`` or deselect it.

        After a selection the cursor is on the whole set if it is complete, else on the next piece not selected.
        """
        before, host = self.selection, self._host
        if before is None:
            return
        number = host.choices.entries.index(entry)
        self.selection = before.toggle(entry.thing)
        if self.selection is before:
            key = "table.notice.too-many" if before.size is not None else "table.notice.not-with"
            host.notify(host.words.say(key), timeout=BRIEFLY)
        if self.selection.zone == "supply":
            self._hands[self._game.viewer] = self.selection
        if len(self.selection.chosen) > len(before.chosen):
            number = self._index_after(number)
        host.fill_list(number)

    def _index_after(self, number: int) -> int:
        """Return the entry for the cursor after the piece ``number`` was selected."""
        entries = list(enumerate(self._presenter.entries()))
        whole = [n for n, entry in entries if entry.kind is EntryKind.ACTION]
        rest = [n for n, entry in entries if entry.kind is EntryKind.THING and not entry.chosen]
        return next(iter([*whole, *(n for n in rest if n > number), *rest]), number)


class InspectionFollower:
    """Moves the inspection cursor after each choice; where none is on the table it leaves, and returns afterwards."""

    def __init__(self, host: "PlayScreen") -> None:
        self._host = host
        self._returns = False
        """Whether the cursor returns once the list has asked its question."""

    @property
    def is_active(self) -> bool:
        """Whether choices are made by inspection."""
        return self._returns or self._host.view.stop is not None

    def follow(self) -> None:
        """Move the cursor to the next piece that may be chosen; where none is on the table, to the list."""
        host, selectable = self._host, [entry for entry in self._host.choices.entries if entry.is_selectable]
        wanted = frozenset[PieceRef]().union(*(entry.pieces for entry in selectable))
        if host.view.stop is not None and not wanted and selectable:
            self._returns = True
            host.release_focus()
        elif self._returns and wanted:
            self._returns = False
            host.call_after_refresh(host.look_once_visible, wanted)
        else:
            host.follow_inspection(wanted)
