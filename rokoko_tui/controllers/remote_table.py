"""A table whose game is kept by a host: who is waited for, the lost connection, and the question before an undo."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from rokoko_core.remote.client import RemoteGame
from rokoko_core.remote.link import FINAL
from rokoko_core.remote.messages import UndoAsked, UndoDecided
from rokoko_core.remote.undo_consent import QuestionRole
from rokoko_tui.controllers.play_policy import PlayPolicy
from rokoko_tui.remote.hosted_games import describe_question, describe_seats, describe_unreachable, describe_waiting
from rokoko_tui.table.choice_list import EntryKind, MenuEntry
from rokoko_tui.text import Words
from rokoko_tui.widgets.modal_content import make_answer
from rokoko_tui.widgets.notices import BRIEFLY

if TYPE_CHECKING:
    from rokoko_tui.screens.play import PlayScreen
    from rokoko_tui.screens.question import Question

STAND_IN = "journeyman"
"""The level of the bot that plays for a person who leaves the seat for a while."""
STEPS = {QuestionRole.ASKER: "undo-withdraw", QuestionRole.VOTER: "undo-answer"}
"""What a viewer may do about the open question before an undo."""


class RemoteTable(PlayPolicy):
    """What is different at a table that others reach from their own screens."""

    has_seats = True

    def __init__(self, host: "PlayScreen", game: RemoteGame, invitation: Callable[[Words], list[str]]) -> None:
        self._host, self._game, self._invitation = host, game, invitation
        self._undo_dialog: Question | None = None
        game.on_update = host.redraw_soon
        game.on_undo_decided = self._say_decision
        game.on_undone = self._say_undone
        game.on_confirmed = self._say_confirmation

    # ---- overlay

    def entries(self) -> tuple[MenuEntry, ...] | None:
        """Return who is waited for, or that the host does not answer; None while the viewer has a choice."""
        game, words = self._game, self._host.words
        if game.lost is not None:
            return (MenuEntry(EntryKind.HEADING, describe_loss(game, words)),)
        if game.viewer is not None and game.is_bot(game.viewer) and game.to_move is not None:
            line = words.say("table.remote.bot-plays")
            back = MenuEntry(EntryKind.STEP, words.say("table.remote.take-back"), "1", step="take-back")
            return self.frame((MenuEntry(EntryKind.HEADING, line), back))
        yours = game.menu.items or game.du_barry_to_move
        if game.to_move is None or (yours and not game.is_waiting()):
            return None
        return self.frame(tuple(MenuEntry(EntryKind.HEADING, line) for line in describe_waiting(game, words)))

    def frame(self, entries: tuple[MenuEntry, ...]) -> tuple[MenuEntry, ...]:
        """Return ``entries`` with the open question before an undo, and what the viewer may do about it."""
        words, asked, role = self._host.words, self._game.undo_asked, self._game.question_role
        if asked is None or role is None:
            return entries
        note = MenuEntry(EntryKind.NOTE, describe_question(self._game, asked, words))
        if (step := STEPS.get(role)) is None:
            return (note, *entries)
        return (note, *entries, MenuEntry(EntryKind.STEP, words.say(f"table.remote.{step}"), step=step))

    def steps(self, step: str) -> bool:
        """Handle taking the seat back from a bot, and the steps about the question before an undo."""
        asked = self._game.undo_asked
        if step == "take-back":
            self._host.start(self._take_back, "seats")
        elif step == STEPS[QuestionRole.ASKER]:
            self._host.start(self._withdraw, "seats")
        elif step == STEPS[QuestionRole.VOTER] and asked is not None:
            self._ask_about_undo(asked)
        return step == "take-back" or step in STEPS.values()

    def undoes(self, whole_turn: bool) -> bool:
        """Offer to withdraw the viewer's question while it is open."""
        words, asked = self._host.words, self._game.undo_asked
        if asked is None or self._game.question_role is not QuestionRole.ASKER:
            return False
        answers = (
            make_answer(words, "answers.undo-question.keep", words.say("table.remote.undo-keep")),
            make_answer(words, "answers.undo-question.withdraw", words.say("table.remote.undo-withdraw")),
        )

        async def answered(answer: str | None) -> None:
            if answer == "withdraw":
                await self._withdraw()

        title = describe_question(self._game, asked, words)
        self._undo_dialog = self._host.ask_about_game(title, (), answers, answered)
        return True

    async def _withdraw(self) -> None:
        await self._host.write(self._game.withdraw_undo())
        self._host.redraw()

    def hints(self) -> bool:
        """Refuse hints where the host does not allow them."""
        refused = not self._game.welcome.hints
        if refused:
            self._host.notify(self._host.words.say("table.refusal.no-hints"), timeout=BRIEFLY)
        return refused

    async def _take_back(self) -> None:
        await self._host.write(self._game.take_back())
        self._host.redraw()

    # ---- what happens by itself

    def may_continue(self) -> bool:
        """Ask before another player's undo; play continues below the question."""
        while self._game.confirmations:
            self._say_confirmation(self._game.confirmations.pop(0))
        if (asked := self._game.next_question()) is not None:
            self._ask_about_undo(asked)
            return False
        return self._game.lost is None

    def _ask_about_undo(self, asked: UndoAsked) -> None:
        words, game = self._host.words, self._game
        title = words.say("table.remote.undo-title", who=words.seat(game.setup, asked.seat))
        lines = [words.say("table.remote.undo-steps", n=game.position - asked.position)]
        answers = (
            make_answer(words, "answers.undo-request.no", words.say("table.remote.undo-refuse")),
            make_answer(words, "answers.undo-request.yes", words.say("table.remote.undo-allow")),
        )

        async def answered(answer: str | None) -> None:
            if answer in ("yes", "no"):
                await self._host.write(game.answer_undo(answer == "yes", asked.number))
            self._host.redraw()

        self._undo_dialog = self._host.ask_about_game(title, lines, answers, answered)

    def _close_undo_dialog(self) -> None:
        """Close the dialog about a question that needs no answer any more."""
        dialog, self._undo_dialog = self._undo_dialog, None
        if dialog is not None and dialog.is_current:
            dialog.action_back()

    def _say_decision(self, decided: UndoDecided) -> None:
        self._close_undo_dialog()
        words, game = self._host.words, self._game
        if decided.undone and decided.seat == game.viewer:
            self._host.notify(words.say("table.remote.undo-agreed"), timeout=2 * BRIEFLY)
        elif decided.refused_by is not None and decided.refused_by != game.viewer:
            who = words.seat(game.setup, decided.refused_by)
            self._host.notify(words.say("table.remote.undo-refused", who=who), timeout=2 * BRIEFLY)
        elif decided.refused_by is None and not decided.undone:
            self._host.notify(words.say("table.remote.undo-withdrawn"), timeout=2 * BRIEFLY)

    def _say_undone(self, seat: int, n: int) -> None:
        words = self._host.words
        undone = words.say("table.remote.undone", who=words.seat(self._game.setup, seat), n=n)
        self._host.notify(undone, timeout=2 * BRIEFLY)

    def _say_confirmation(self, taken: bool) -> None:
        key = "taken-after-all" if taken else "not-taken"
        self._host.notify(
            self._host.words.say(f"table.remote.{key}"), severity="information" if taken else "warning", timeout=10
        )

    # ---- the seats

    def ask_about_seats(self) -> None:
        """Show who is connected and how others join; offer to leave the seat to a bot for a while."""
        words, game = self._host.words, self._game
        lines = [*describe_seats(game, words), *self._invitation(words)]
        answers = [make_answer(words, "answers.seats.stay", words.say("table.remote.close"))]
        if game.viewer is not None and game.to_move is not None:
            back = game.is_bot(game.viewer)
            key = "take-back" if back else "leave-to-bot"
            answers.append(make_answer(words, f"answers.seats.{key}", words.say(f"table.remote.{key}")))

        async def answered(answer: str | None) -> None:
            if answer == "take-back":
                await self._host.write(game.take_back())
            elif answer == "leave-to-bot":
                await self._host.write(game.leave_to_bot(STAND_IN))
            self._host.redraw()

        self._host.ask_about_game(words.say("table.remote.seats"), lines, answers, answered)


def describe_loss(game: RemoteGame, words: Words) -> str:
    """Return why there is no connection, and whether it is tried again."""
    assert game.lost is not None, "there is a connection"
    why = describe_unreachable(game.lost, words)
    return why if game.lost.code in FINAL else f"{why} {words.say('table.remote.retry')}"
