"""A table whose game is kept by a host: who is waited for, the lost connection, and the question before an undo."""

from collections.abc import Callable
from typing import Protocol

from rokoko_core.remote.client import RemoteGame
from rokoko_core.remote.link import FINAL
from rokoko_core.remote.messages import UndoDecided
from rokoko_tui.controllers.host import TableHost
from rokoko_tui.controllers.play_policy import PlayPolicy
from rokoko_tui.play.choice_list import EntryKind, MenuEntry
from rokoko_tui.remote.hosted_games import describe_seats, describe_unreachable, describe_waiting
from rokoko_tui.text import Words
from rokoko_tui.widgets.modal_content import make_answer
from rokoko_tui.widgets.notices import BRIEFLY

STAND_IN = "journeyman"
"""The level of the bot that plays for a person who leaves the seat for a while."""


class RemoteHost(TableHost, Protocol):
    """A table screen whose game may change by itself."""

    def redraw_soon(self) -> None:
        """Draw everything once the screen is on top."""


class RemoteTable(PlayPolicy):
    """What is different at a table that others reach from their own screens."""

    has_seats = True

    def __init__(self, host: RemoteHost, game: RemoteGame, invitation: Callable[[Words], list[str]]) -> None:
        self._host, self._game, self._invitation = host, game, invitation
        self._last_request = -1
        """The update at which the player was last asked to allow an undo."""
        game.on_update = host.redraw_soon
        game.on_undo_decided = self._say_decision
        game.on_undone = self._say_undone
        game.on_confirmed = self._say_confirmation

    # ---- overlay

    def entries(self) -> tuple[MenuEntry, ...] | None:
        """Return who is waited for, or that the host does not answer."""
        game, words = self._game, self._host.words
        if game.lost is not None:
            return (MenuEntry(EntryKind.HEADING, describe_loss(game, words)),)
        if (asked := game.undo_asked) is not None and asked.seat == game.viewer:
            waiting = [words.seat(game.setup, seat) for seat in self._people() if seat not in asked.agreed]
            return (MenuEntry(EntryKind.HEADING, words.say("table.remote.undo-asked", names=waiting)),)
        if game.viewer is not None and game.is_bot(game.viewer) and game.to_move is not None:
            line = words.say("table.remote.bot-plays")
            back = MenuEntry(EntryKind.STEP, words.say("table.remote.take-back"), "1", step="take-back")
            return (MenuEntry(EntryKind.HEADING, line), back)
        yours = game.menu.items or game.du_barry_to_move
        if game.to_move is None or (yours and not game.is_waiting()):
            return None
        return tuple(MenuEntry(EntryKind.HEADING, line) for line in describe_waiting(game, words))

    def steps(self, step: str) -> bool:
        """Handle taking the seat back from a bot."""
        if step == "take-back":
            self._host.start(self._take_back, "seats")
        return step == "take-back"

    def hints(self) -> bool:
        """Refuse hints where the host does not allow them."""
        refused = not self._game.welcome.hints
        if refused:
            self._host.notify(self._host.words.say("table.refusal.no-hints"), timeout=BRIEFLY)
        return refused

    async def _take_back(self) -> None:
        await self._host.write(self._game.take_back())
        self._host.redraw()

    def _people(self) -> list[int]:
        game = self._game
        return [n for n, seat in enumerate(game.setup.players) if seat.kind == "human" and not game.is_bot(n)]

    # ---- what happens by itself

    def may_continue(self) -> bool:
        """Ask before another player's undo; play continues below the question."""
        while self._game.confirmations:
            self._say_confirmation(self._game.confirmations.pop(0))
        asked, game = self._game.undo_asked, self._game
        due = asked is not None and game.viewer in self._people() and game.viewer not in asked.agreed
        if asked is not None and due and self._last_request != asked.update:
            self._last_request = asked.update
            self._ask_about_undo(asked.seat, asked.position)
            return False
        return game.lost is None

    def _ask_about_undo(self, seat: int, position: int) -> None:
        words, game = self._host.words, self._game
        who = words.seat(game.setup, seat)
        title = words.say("table.remote.undo-title", who=who)
        lines = [words.say("table.remote.undo-steps", n=game.position - position)]
        answers = (
            make_answer(words, "answers.undo-request.no", words.say("table.remote.undo-refuse")),
            make_answer(words, "answers.undo-request.yes", words.say("table.remote.undo-allow")),
        )

        async def answered(answer: str | None) -> None:
            if answer in ("yes", "no"):
                await self._host.write(game.answer_undo(answer == "yes"))
            self._host.redraw()

        self._host.ask_about_game(title, lines, answers, answered)

    def _say_decision(self, decided: UndoDecided) -> None:
        words, game = self._host.words, self._game
        if decided.undone and decided.seat == game.viewer:
            self._host.notify(words.say("table.remote.undo-agreed"), timeout=2 * BRIEFLY)
        elif decided.refused_by is not None and decided.refused_by != game.viewer:
            who = words.seat(game.setup, decided.refused_by)
            self._host.notify(words.say("table.remote.undo-refused", who=who), timeout=2 * BRIEFLY)

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
