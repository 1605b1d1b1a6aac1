"""Hints in place of the list: the best choices found so far soon, better ones after the full time."""

from dataclasses import replace
from typing import TYPE_CHECKING

from rokoko_core.actions import Action
from rokoko_core.bots.advice import Advice
from rokoko_core.bots.time_limit import Plan
from rokoko_core.play.shown_plans import ShownPlans
from rokoko_tui.table.choice_list import EntryKind, MenuEntry
from rokoko_tui.table.commands import Command, CommandId
from rokoko_tui.table.effects import Change, Effects, Request, Say, Think
from rokoko_tui.table.menu_entries import Hints, find_entry
from rokoko_tui.table.modes import Mode
from rokoko_tui.table.page import Details, TablePage
from rokoko_tui.text.wording import Wording

if TYPE_CHECKING:
    from rokoko_tui.table.session import TableSession

FIRST_HINTS = 0.8
"""Seconds after which the best choices found so far are shown."""


class HintsMode(Mode):
    """The best choices at one position."""

    session: "TableSession"

    def __init__(self, session: "TableSession") -> None:
        super().__init__(session)
        self._plans = ShownPlans(session.game)
        self._is_chosen = False
        """Whether one of the plans was chosen, so that the cursor follows it."""

    # ---- what is shown

    def page(self) -> TablePage:
        """Return the page with the hints, which say whose they are."""
        session, page = self.session, self.session.game_mode.page()
        name = session.words.seat(session.game.setup, session.game.to_move or 0)
        title = session.words.say(f"advice.hint.{'title' if self._hints.best else 'looking'}", who=name)
        titles = Wording(title, page.titles.shortest)
        size = replace(page.list_size, is_hints=True)
        return replace(page, titles=titles, details=self.details(), list_size=size)

    @property
    def _hints(self) -> Hints:
        hints = self.session.moment.hints
        assert hints is not None, "hints are not open"
        return hints

    def rows(self) -> tuple[MenuEntry, ...]:
        return self._hints.list_entries(self.session.words)

    def details(self) -> Details:
        """Return why a choice is among the best."""
        entry, words = self.session.explained_entry, self.session.words
        if entry is None or entry.kind is not EntryKind.HINT:
            return super().details()
        return Details(words.say("advice.hint.why"), tuple(self._hints.explain(entry, words)))

    # ---- commands

    def handle(self, command: Command) -> Effects:
        """Close the hints with the key that opened them, or where something else is looked for."""
        if command in (CommandId.HINT, CommandId.BACK):
            return self.close()
        if command is CommandId.REASONS:
            self.close()
        return self.session.game_mode.handle(command)

    def open(self) -> Effects:
        """Look for hints, or say why there are none."""
        session, game = self.session, self.session.game
        if not session.settings.hints:
            reason = "off"
        elif game.person_to_move is None or game.viewer != game.to_move:
            reason = "others"
        elif len(game.menu.items) == 1:
            reason = "none"
        else:
            session.update(hints=Hints(game.observation()))
            session.fill()
            seconds, plan = session.settings.think, self._plans.next_steps()
            budgets = [each for each in (min(FIRST_HINTS, seconds), seconds - FIRST_HINTS) if each > 0]
            return [Request.SHOW_LIST, *self._search(budgets, plan)]
        return [Say(session.words.say(f"advice.hint.{reason}"))]

    def _search(self, budgets: list[float], plan: Plan | None) -> Effects:
        """Find the best choices in another process; once they can be shown, the hint is recorded, and it counts."""
        session, game = self.session, self.session.game
        if not budgets:
            return []
        hints, (budget, *others) = session.moment.hints, budgets

        def show(best: tuple[Advice, ...]) -> Effects:
            if session.moment.hints is not hints:
                return []
            return [Change(game.hint, lambda: [*self._show(best, plan), *self._search(others, plan)], self.close)]

        advise, view = session.services.advise, game.observation()
        group = "more-hints" if hints is not None and hints.best else "hint"  # the work of a group must not end itself
        return [Think(group, lambda: advise(view, game.random(), budget, plan or ()), show, view)]

    def _show(self, best: tuple[Advice, ...], plan: Plan | None) -> Effects:
        session, entry = self.session, self.session.moment.entry
        hints = self.session.moment.hints
        if hints is not None and best != hints.best:
            action = entry.action if entry is not None and hints.best else None
            session.update(hints=replace(hints, best=best, plan=plan))
            self._plans.remember(best)
            session.fill(find_entry(action, self.rows()))
        return []

    def close(self, action: Action | None = None) -> Effects:
        """Show all choices again, with the cursor on ``action``; the pieces of a set are selected already."""
        session, selection = self.session, self.session.moment.selection
        if action is not None and selection is not None:
            session.update(selection=selection.select(action))
        self._is_chosen = action is not None
        session.update(hints=None)
        session.fill(find_entry(action, session.game_mode.rows()))
        return []

    def next_step(self) -> Action | None:
        """Return the next action of the plan that was chosen and followed; None where none was."""
        if not self._is_chosen:
            return None
        return next(iter(self._plans.next_steps() or ()), None)
