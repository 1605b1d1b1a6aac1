"""Takes choices: plays an action, carries out a step, selects a piece, or asks before the turn ends."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual import events

from rokoko_core.actions import Action, Decline, EndTurn, RevealBarry
from rokoko_core.play.choices import chooses_card, chooses_hand, is_occasional
from rokoko_tui.panes.layout import LIST, LOG, PLAY
from rokoko_tui.table.choice_list import EntryKind, MenuEntry, find_useful_entry
from rokoko_tui.table.key_guard import KeyGuard
from rokoko_tui.table.menu_entries import find_entry, list_menu_entries
from rokoko_tui.widgets.modal_content import make_answer
from rokoko_tui.widgets.notices import BRIEFLY

if TYPE_CHECKING:
    from rokoko_tui.screens.play import PlayScreen


class ChoiceTaker:
    """Takes entries of the list. Every action is on disk before the screen changes."""

    def __init__(self, host: "PlayScreen", hurry_bots: Callable[[], None]) -> None:
        self._host, self._hurry_bots = host, hurry_bots
        self.guard = KeyGuard()
        """Blocks keys that were typed for the step after one that came unexpectedly."""

    async def take_key(self, event: events.Key) -> None:
        """Take the choice that a key picks, unless the key was meant for what was shown a moment ago."""
        host, picker, player = self._host, self._host.picker, self._host.player
        picks = picker.index_for(event) is not None
        is_early = (picks or player.commits(event)) and player.guard.blocks(event.time)
        if is_early or (picks and self.guard.blocks(event.time)):
            event.stop()
            event.prevent_default()
            host.say_too_early(event)
            return
        code = picker.started_code
        entry = picker.pick(event)
        if picker.started_code and host.view.stop is not None:
            host.stop_inspecting()
        if entry is not None:
            await self.take(entry)
        elif not picker.started_code and event.is_printable and event.key not in host.active_bindings:
            text = host.words.say_of("table.notice.no-key", {"key": f"{code}{event.character}"})
            host.notify(text, timeout=BRIEFLY, markup=False)

    async def take(self, entry: MenuEntry | None) -> None:
        """Take ``entry``, unless the key for it was typed ahead of a question."""
        host = self._host
        if entry is None or not host.is_on_top or host.policy.takes(entry):
            return
        if entry.kind is EntryKind.THING:
            if not host.policy.toggles(entry):
                host.picker.toggle(entry)
                await self._take_complete_hand()
        elif entry.step:
            await self._take_step(entry.step)
        elif entry.kind is EntryKind.HINT and entry.action is not None:
            self.close_hints(entry.action)
        elif isinstance(entry.action, EndTurn) and host.autoplay.is_ending:
            await host.autoplay.end_turn_now()
        elif isinstance(entry.action, EndTurn) and host.policy.automatic and host.pages.sums_up_turn:
            self._ask_end_turn(entry.action)
        elif entry.action is not None:
            await self.play(entry.action)

    async def _take_complete_hand(self) -> None:
        """Take a hand with its last card, unless the settings ask for Enter; undoing it is free."""
        host, selection = self._host, self._host.picker.selection
        if host.settings.confirm_hand or selection is None or selection.size is None or selection.action is None:
            return
        self.guard.begin(host.now())
        await self.play(selection.action)

    async def select(self, entry: MenuEntry | None) -> None:
        """Take ``entry`` if it selects a piece or lets others take a step; an action needs the other key."""
        if entry is not None and (
            entry.kind in (EntryKind.THING, EntryKind.STEP, EntryKind.HINT) or isinstance(entry.action, RevealBarry)
        ):
            await self.take(entry)

    async def _take_step(self, step: str) -> None:
        if self._host.policy.steps(step):
            return
        if step == "final":
            self._host.show_final()
        elif step == "hurry":
            self._hurry_bots()
        else:
            await self.finish_du_barry()

    async def play(self, action: Action) -> None:
        """Take ``action``, then the forced ones after it."""
        host = self._host
        host.clear_small_notices()
        if await host.write(host.game.play(action)):
            await host.autoplay.take_forced_actions()
            if is_occasional(host.game.observation().table):
                self.guard.begin(host.now())
            host.redraw()

    def hurry(self) -> None:
        """Let the bot that is thinking move now."""
        if self._host.driver.thought is None:
            self._host.notify(self._host.words.say("table.notice.nobody-thinks"), timeout=BRIEFLY)
        else:
            self._hurry_bots()

    async def finish_du_barry(self) -> None:
        """Play the rest of Madame du Barry's turn, if it is hers."""
        host, game = self._host, self._host.game
        if not game.du_barry_to_move:
            return
        while game.du_barry_to_move and await host.write(game.play(game.menu.actions[0])):
            pass
        host.redraw()

    async def end_turn(self) -> None:
        """End the turn where that is offered, else say that it is open."""
        host, entries = self._host, self._host.choices.entries
        usual = next((entry for entry in entries if isinstance(entry.action, EndTurn)), None)
        ending = host.policy.ending_entry(entries) or usual
        if ending is not None:
            await self.take(ending)
        elif not await host.autoplay.end_turn_with_bonus():
            host.notify(host.words.say("table.notice.turn-open"), timeout=BRIEFLY)

    def _ask_end_turn(self, action: Action) -> None:
        host, game, say = self._host, self._host.game, self._host.words.say
        turn = range(game.turn_start(game.position), game.position)
        answers = tuple(
            make_answer(host.words, f"answers.end-turn.{answer}", say(f"table.end-turn.{answer}"))
            for answer in ("end", "play", "undo")
        )

        async def answered(answer: str | None) -> None:
            if answer == "end":
                await self.play(action)
            elif answer == "undo":
                await host.action_undo_turn()

        lines = [line.text for _, line in host.presenter.lines(turn)]
        host.ask_about_game(say("table.end-turn.title"), lines, answers, answered)

    # ---- hints and refusals

    def toggle_hints(self) -> None:
        """Show the best choices in place of all, or go back to them."""
        if self._host.policy.hints():
            return
        if self._host.hint_panel.is_open:
            self.close_hints()
        else:
            self._host.hint_panel.open()

    def close_hints(self, action: Action | None = None) -> None:
        """Show all choices again, with the cursor on ``action``; the pieces of a set are selected already."""
        picker = self._host.picker
        if action is not None and picker.selection is not None:
            picker.selection = picker.selection.select(action)
        self._host.hint_panel.close(action)

    @property
    def is_at_reasons(self) -> bool:
        """Whether the cursor is on what may not be done."""
        here = self._host.choices.entry
        return here is not None and here.kind is EntryKind.REFUSAL

    def go_to_reasons(self) -> None:
        """Go to what may not be done, and why; from there, or where there is nothing, back to the first choice."""
        host = self._host
        if host.hint_panel.is_open:
            self.close_hints()
        refused = [n for n, entry in enumerate(host.choices.entries) if entry.kind is EntryKind.REFUSAL]
        if not refused:
            host.notify(host.words.say("table.notice.no-reasons"), timeout=BRIEFLY)
        host.fill_list(-1 if not refused or self.is_at_reasons else refused[0])


FEW = 8
"""Lines of a short list."""


class ListFiller:
    """Fills the list of a table on which somebody plays."""

    def __init__(self, host: "PlayScreen") -> None:
        self._host = host
        self._tab = ""
        """The tab that ``show_tab`` showed last."""
        self._turn: tuple[int | None, int] | None = None
        """The viewer then, and where the turn began."""

    def entries(self) -> tuple[MenuEntry, ...]:
        """Return the choices, or the hints in place of them."""
        host, hints = self._host, self._host.hint_panel.hints
        picker = host.picker
        entries = list_menu_entries(host.driver, host.settings, host.words, picker.selection, hints, picker.hand)
        return entries if hints is not None else host.policy.frame((*host.autoplay.notes(), *entries))

    def fill(self, cursor: int) -> None:
        """Fill the list.

        With -1, the cursor is on what the lesson wants, what was undone unless it was a pass, what the last hint
        planned, or what is useful.
        """
        host, game = self._host, self._host.game
        hints, entries = host.hint_panel.is_open, host.presenter.entries()
        host.view.reading = hints or host.policy.has_long_texts
        if cursor < 0:
            step = game.own_action(game.position) if game.can_redo else host.hint_panel.next_step()
            cursor = find_entry(step, entries) if not isinstance(step, Decline) else -1
        if not hints and game.viewer == game.to_move and host.player.frame is None:
            lines = sum(entry.kind is not EntryKind.REFUSAL for entry in entries)
            host.view.few, host.view.lines_with_reasons = lines <= FEW, len(entries)
            host.view.list_lines = min(lines, LIST) if host.policy.has_long_texts else 0
            host.view.card_lines = self._card_lines(lines)
            wanted = host.policy.wanted_entry(entries)
            cursor = wanted if wanted >= 0 else cursor if cursor >= 0 else find_useful_entry(entries)
        host.picker.started_code = ""
        host.presenter.fill_list(cursor, entries)

    def _card_lines(self, lines: int) -> int:
        """Return ``lines`` where cards are chosen, with a minimum that keeps the panes from turn to turn; else 0."""
        table = self._host.game.observation().table
        least = 7 + self._host.settings.confirm_hand if chooses_hand(table) else 4 * chooses_card(table)
        return max(least, lines) if least else 0

    def show_tab(self) -> None:
        """Show the tab for the next choice on small screens; one that the player chose stays until the turn ends."""
        host, game, tab = self._host, self._host.game, self._host.view.tab
        turn, before = (game.viewer, game.turn_start(game.position)), self._turn
        is_chosen, self._turn = turn == before and tab not in (self._tab, LOG), turn
        if not is_chosen or host.inspection.is_active or host.policy.tab() is not None:
            tab = self._tab = self._find_tab()
        host.show_tab(tab)

    def _find_tab(self) -> str:
        """Return the tab that shows the pieces of all choices, if it is one that takes no lines of the list.

        While pieces are inspected, it may take some.
        """
        host, view = self._host, self._host.view
        if (tab := host.policy.tab()) is not None:
            return tab
        pieces = {piece for entry in host.choices.entries if entry.kind is EntryKind.ACTION for piece in entry.pieces}
        tabs = {view.tab_for_piece(piece) for piece in pieces}
        tab = tabs.pop() if len(tabs) == 1 else PLAY
        return tab if host.inspection.is_active or view.keeps_list(tab) else PLAY
