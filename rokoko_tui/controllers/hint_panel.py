"""Hints in place of the list: the best choices found so far soon, better ones after the full time."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from rokoko_core.actions import Action
from rokoko_core.bots.advice import Advice
from rokoko_core.play.shown_plans import ShownPlans
from rokoko_core.play.view import GameControl
from rokoko_tui.controllers.presenter import Overlay, TablePresenter
from rokoko_tui.panes.preview import PreviewPane
from rokoko_tui.table.choice_list import EntryKind, MenuEntry
from rokoko_tui.table.menu_entries import Hints, find_entry
from rokoko_tui.widgets.notices import BRIEFLY

if TYPE_CHECKING:
    from rokoko_tui.screens.play import PlayScreen

FIRST_HINTS = 0.8
"""Seconds after which the best choices found so far are shown."""


class HintPanel(Overlay):
    """The hints at one position; ``hints`` is None while the list shows all choices."""

    def __init__(
        self,
        host: "PlayScreen",
        game: GameControl,
        presenter: TablePresenter,
        advise: Callable[..., Awaitable[tuple[Advice, ...]]],
    ) -> None:
        self._host, self._game, self._presenter, self._advise = host, game, presenter, advise
        self.hints: Hints | None = None
        self._plans = ShownPlans(game)
        self._is_chosen = False
        """Whether one of the plans was chosen, so that the cursor follows it."""

    @property
    def is_open(self) -> bool:
        return self.hints is not None

    def open(self) -> None:
        """Look for hints, or say why there are none."""
        host, game, settings = self._host, self._game, self._host.settings
        if not settings.hints:
            reason = "off"
        elif game.person_to_move is None or game.viewer != game.to_move:
            reason = "others"
        elif len(game.menu.items) == 1:
            reason = "none"
        else:
            self.hints = Hints(game.observation())
            host.show_list()
            host.fill_list()
            host.start(partial(self._search, self.hints), "hint")
            return
        host.notify(host.words.say(f"advice.hint.{reason}"), timeout=BRIEFLY)

    async def _search(self, hints: Hints) -> None:
        """Find the best choices in another process; once they can be shown, the hint is recorded, and it counts."""
        host, game, seconds = self._host, self._game, self._host.settings.think
        plan = self._plans.next_steps()
        for budget in (min(FIRST_HINTS, seconds), seconds - FIRST_HINTS):
            if budget <= 0:
                break
            best = await self._advise(game.observation(), game.random(), budget, plan or ())
            still_open = host.is_ready and self.hints is hints and game.observation() is hints.observation
            if not still_open:
                break
            if not await host.write(game.hint()):
                self.close()
                break
            if best != hints.best:
                entry = host.choices.entry if hints.best else None
                self.hints = hints = replace(hints, best=best, plan=plan)
                self._plans.remember(best)
                host.fill_list(-1 if entry is None else find_entry(entry.action, self._presenter.entries()))

    def close(self, action: Action | None = None) -> None:
        """Show all choices again, with the cursor on ``action`` of the hint that was chosen."""
        self.hints, self._is_chosen = None, action is not None
        self._host.fill_list(find_entry(action, self._presenter.entries()))

    def next_step(self) -> Action | None:
        """Return the next action of the plan that was chosen and followed; None where none was."""
        if not self._is_chosen:
            return None
        return next(iter(self._plans.next_steps() or ()), None)

    def drop_if_stale(self) -> None:
        """Forget hints for another position."""
        if self.hints is not None and self.hints.observation is not self._game.observation():
            self.hints = None

    # ---- overlay

    def question(self) -> tuple[str, str] | None:
        """Say whose hints these are."""
        if self.hints is None:
            return None
        name = self._host.words.seat(self._game.setup, self._game.to_move or 0)
        key = "title" if self.hints.best else "looking"
        return self._host.words.say(f"advice.hint.{key}", who=name), ""

    def show_preview(self, pane: PreviewPane, entry: MenuEntry | None) -> bool:
        """Say why a choice is among the best."""
        if self.hints is None or entry is None or entry.kind is not EntryKind.HINT:
            return False
        pane.tell(self._host.words.say("advice.hint.why"), self.hints.explain(entry, self._host.words))
        return True
