"""Carries out what is next at the table: bots, forced actions, pages between turns, the final sheet."""

from typing import TYPE_CHECKING

from rokoko_core.play.driver import Next
from rokoko_core.play.view import GameControl
from rokoko_tui.controllers.turn_pages import MoverNotice
from rokoko_tui.table.key_guard import TIMES_AFTER_FORCED

if TYPE_CHECKING:
    from rokoko_tui.screens.play import PlayScreen


class TurnFlow:
    """Carries out one step after each redraw; most steps end with another redraw."""

    def __init__(self, host: "PlayScreen", game: GameControl, notice: MoverNotice) -> None:
        self._host, self._game, self._notice = host, game, notice
        self._was_over = game.to_move is None
        """Whether the game was over when it was opened, and is not counted again."""

    async def proceed(self) -> None:
        """Carry out what is next: bots think while a playback is shown, everything else waits for it."""
        host = self._host
        if not host.is_on_top or not host.policy.may_continue():
            return
        following = host.driver.next()
        showing = host.player.keep_showing()
        if host.pages.round_due:
            if not showing:
                chooses = host.pages.chooses
                host.show_round_summary(host.pages.begin_round(), chooses)
            return
        if showing and following is not Next.MOVE_BOT:
            return
        self._notice.update()
        match following:
            case Next.SIT_DOWN:
                await self._sit_down()
            case Next.HAND_OVER:
                self._hand_over()
            case Next.FINAL:
                host.show_final(count=not self._was_over)
            case Next.FORCED:
                await host.autoplay.take_forced_actions()
                host.taker.guard.begin(host.now())
                host.redraw()
            case Next.END_TURN:
                host.autoplay.wait_to_end_turn()
            case Next.MOVE_BOT:
                host.autoplay.move_bot()
            case Next.NOTHING if not host.hint_panel.is_open:
                host.autoplay.think_ahead()

    async def _sit_down(self) -> None:
        """Seat the person to move, who has read what happened; keys pressed before were not theirs.

        Forced actions come before the screen; a key meant for the card that was forced has no effect.
        """
        host = self._host
        self._game.sit_down()
        if host.settings.pace == "auto":
            host.player.playback.skip_due()
        host.player.guard.begin(host.now())
        await host.autoplay.take_forced_actions()
        if host.autoplay.notes():
            host.taker.guard.begin(host.now(), TIMES_AFTER_FORCED)
        host.redraw()

    def _hand_over(self) -> None:
        host = self._host
        write = host.pages.handover_page(host.driver.begin_handover())

        async def answered(answer: str | None) -> None:
            host.driver.end_handover()
            if answer == "undo":
                await host.action_undo()
            elif answer == "undo-turn":
                await host.action_undo_turn()
            elif answer == "leave":
                host.ask_to_leave()
            else:
                await self._sit_down()
                if answer == "show":
                    host.player.show_last_turns()

        host.ask_hand_over(write, answered)
