"""Hints in place of the list: the best choices found so far soon, better ones after the full time."""

from dataclasses import replace
from typing import TYPE_CHECKING

from rokoko_core.actions import Action
from rokoko_core.bots.advice import Advice
from rokoko_core.bots.time_limit import Plan
from rokoko_core.play.shown_plans import ShownPlans
from rokoko_tui.keys import key_of, keys_of_id
from rokoko_tui.table.choice_list import EntryKind, MenuEntry
from rokoko_tui.table.commands import Command, CommandId, Press
from rokoko_tui.table.effects import Change, Effects, Request, Say, SayTooEarly, Think
from rokoko_tui.table.key_guard import TIMES_AFTER_SWAP
from rokoko_tui.table.menu_entries import Hints, find_entry
from rokoko_tui.table.modes import Mode
from rokoko_tui.table.page import Details, TablePage

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
        key = key_of("table.hint", session.settings.keys)
        titles = session.words.wording(f"advice.hint.title.{self._hints.stage}", who=name, key=key)
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
        if isinstance(command, Press) and self._is_early(command):
            return [Request.STOP_KEY, SayTooEarly(command.shown_key)]
        if command is CommandId.HINT and self._hints.better:
            return self._replace(self._hints.better, is_final=self._hints.is_final)
        if command in (CommandId.HINT, CommandId.BACK):
            return self.close()
        if command is CommandId.REASONS:
            self.close()
        return self.session.game_mode.handle(command)

    def _is_early(self, press: Press) -> bool:
        """Return whether a key that takes the choice under the cursor was meant for the one there before."""
        takes = press.key in keys_of_id("table.take", self.session.settings.keys)
        return takes and self.session.guard.blocks(press.time)

    @property
    def refusal(self) -> str | None:
        """Why there are no hints, as the key of a message; None where there are."""
        session, game = self.session, self.session.game
        if not session.settings.hints:
            return "off"
        if game.person_to_move is None or game.viewer != game.to_move:
            return "others"
        return "none" if len(game.menu.items) == 1 else None

    def open(self) -> Effects:
        """Look for hints, or say why there are none."""
        session, game = self.session, self.session.game
        if self.refusal is not None:
            return [Say(session.words.say(f"advice.hint.{self.refusal}"))]
        seconds, plan = session.settings.think, self._plans.next_steps()
        session.update(hints=Hints(game.observation(), plan=plan))
        session.fill()
        budgets = [each for each in (min(FIRST_HINTS, seconds), seconds - FIRST_HINTS) if each > 0]
        return [Request.SHOW_LIST, *self._search(budgets, plan)]

    def _search(self, budgets: list[float], plan: Plan | None) -> Effects:
        """Find the best choices in another process; once they can be shown, the hint is recorded, and it counts."""
        session, game = self.session, self.session.game
        if not budgets:
            return []
        hints, (budget, *others) = session.moment.hints, budgets

        def show(best: tuple[Advice, ...]) -> Effects:
            if session.moment.hints is not hints:
                return []
            return [Change(game.hint, lambda: [*self._show(best, not others), *self._search(others, plan)], self.close)]

        advise, view = session.services.advise, game.observation()
        group = "more-hints" if hints is not None and hints.best else "hint"  # the work of a group must not end itself
        return [Think(group, lambda: advise(view, game.random(), budget, plan or ()), show, view)]

    def _show(self, best: tuple[Advice, ...], is_final: bool) -> Effects:
        """Show ``best``, but keep another order of the choices for the key while one below the first is read."""
        hints, entry = self._hints, self.session.explained_entry
        is_reading = entry is not None and entry.kind is EntryKind.HINT and entry.thing > 0
        if is_reading and [each.action for each in best] != [each.action for each in hints.best]:
            self.session.update(hints=replace(hints, better=best, is_final=is_final))
            return []
        if hints.best and best[0].action != hints.best[0].action:
            self.session.guard.begin(self.session.now(), TIMES_AFTER_SWAP)
        return self._replace(best, is_final, self.session.moment.cursor if is_reading else -1)

    def _replace(self, best: tuple[Advice, ...], is_final: bool, cursor: int = -1) -> Effects:
        """Show ``best`` with the cursor on row ``cursor``, or on the first choice."""
        self.session.update(hints=replace(self._hints, best=best, better=(), is_final=is_final))
        self._plans.remember(best)
        self.session.fill(cursor)
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
