"""The table where hints are given: the best choices so far soon, better ones while there is time to think."""

from dataclasses import replace

from textual import work

from rokoko_core.actions import Action
from rokoko_tui.panes.layout import PLAY
from rokoko_tui.panes.preview import PreviewPane
from rokoko_tui.play.choice_list import Entry, Kind
from rokoko_tui.play.hint_entries import Hints
from rokoko_tui.play.menu_entries import number_of
from rokoko_tui.play.sessions import Session, dice_of
from rokoko_tui.play.set_selection import SetChoice
from rokoko_tui.screens.own_accord import OwnAccordScreen
from rokoko_tui.screens.table_page import BRIEFLY

FIRST_HINTS = 0.8
"""Seconds after which the best choices found so far are shown; with all of the time they may become better."""


class HintedScreen(OwnAccordScreen):
    """What hints need of the table."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.set_choice: SetChoice | None = None
        """The set being chosen thing by thing, if one is asked for."""
        self.hints: Hints | None = None
        """What is shown in the place of the choices after a hint was asked for."""

    def action_hint(self) -> None:
        """Show the best choices in the place of all, or go back to them."""
        session, said = self.session, ""
        if self.hints is not None:
            self.close_hints()
        elif not self.rokoko.settings.hints:
            said = "off"
        elif session.person_asked is None or session.eyes != session.asked:
            said = "others"
        elif len(session.view.actions) == 1:
            said = "none"
        else:
            self.hints = Hints(session.state)
            self.show_tab(PLAY)
            self.set_focus(None)
            self.offer()
            self._look(self.hints)
        if said:
            self.notify(self.words.hint(said), timeout=BRIEFLY)

    @work(exclusive=True, group="hint")
    async def _look(self, hints: Hints) -> None:
        """Find the best choices elsewhere; once they can be shown the hint is on disk, and it counts."""
        session, seconds = self.session, self.rokoko.settings.think
        for share in (min(FIRST_HINTS, seconds), seconds - FIRST_HINTS):
            if share <= 0:
                break
            found = await self.rokoko.thinkers.advice(session.view, dice_of(session.game), share)
            still_asked = self.at_hand and self.hints is hints and session.state is hints.state
            if not still_asked or not self.write(session.hint):
                break
            if found != hints.found:
                here = self.choices.entry if hints.found else None
                self.hints = hints = replace(hints, found=found)
                self.offer(-1 if here is None else number_of(here.action, self.entries_now()))

    def close_hints(self, action: Action | None = None) -> None:
        """Show all choices again, with the cursor on ``action``; the things of a set are chosen already."""
        self.hints = None
        if action is not None and self.set_choice is not None:
            self.set_choice = self.set_choice.choosing(action)
        self.offer(number_of(action, self.entries_now()))

    def tell_preview(self, entry: Entry | None) -> None:
        """Say what ``entry`` means; why a hint is one."""
        if self.hints is not None and entry is not None and entry.kind is Kind.HINT:
            self.query_one(PreviewPane).tell(self.words.hint("why"), self.hints.about(entry, self.words))
        else:
            super().tell_preview(entry)

    def action_back(self) -> None:
        """From a hint to the choices; else as everywhere at the table."""
        if self.hints is not None:
            self.close_hints()
        else:
            super().action_back()
