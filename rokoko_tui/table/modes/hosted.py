"""A table whose game is kept by a host: who is waited for, the lost connection, and the question before an undo."""

from dataclasses import replace
from typing import TYPE_CHECKING

from rokoko_core.bots import LEVELS
from rokoko_core.observe import Observation
from rokoko_core.remote.client import RemoteGame
from rokoko_core.remote.messages import ChatLine, SeatStatus, UndoAsked, UndoDecided
from rokoko_core.remote.undo_consent import QuestionRole
from rokoko_tui.hosting.hosted_text import (
    MINUTE,
    describe_chat_line,
    describe_concession,
    describe_decision,
    describe_invitation,
    describe_loss,
    describe_news,
    describe_question,
    describe_return,
    describe_rights,
    describe_seats,
    describe_waiting,
    describe_wish,
)
from rokoko_tui.hosting.own_hosts import Invitation
from rokoko_tui.keys import key_of
from rokoko_tui.table.choice_list import EntryKind, MenuEntry
from rokoko_tui.table.commands import Command, CommandId, GoBackTo
from rokoko_tui.table.effects import Ask, Change, Choice, CloseQuestion, Copy, Effects, Lasts, Request, Say, Title
from rokoko_tui.table.modes.deciding import Deciding
from rokoko_tui.table.page import TablePage
from rokoko_tui.text.wording import Wording

if TYPE_CHECKING:
    from rokoko_tui.table.session import TableSession

STAND_IN = "journeyman"
"""The level of the bot that plays for a person who leaves the seat for a while."""
STEPS = {QuestionRole.ASKER: "undo-withdraw", QuestionRole.VOTER: "undo-answer"}
"""What a viewer may do about the open question before an undo."""


class HostedMode(Deciding):
    """The mode of a game that others reach from their own screens."""

    def __init__(self, session: "TableSession", game: RemoteGame) -> None:
        super().__init__(session)
        self._game = self.hosted = game
        self._seats: tuple[SeatStatus, ...] = ()
        """Who was connected when the viewer was last told."""
        self._invited: frozenset[str] = frozenset()
        """The players who had not joined then, as far as this program hosts the game."""
        self._is_name_asked = False
        """Whether the viewer was asked for a name."""
        self._question: Ask | None = None
        """The question about an undo that was asked last."""
        push = session.services.push
        game.on_update = self._draw_soon
        game.on_undo_decided = lambda decided: push(self._say_decision(decided))
        game.on_undone = lambda seat, n: push([self._say_undone(seat, n)])
        game.on_chat = self._say_chat
        game.on_conceded = lambda seat: push([self._say_conceded(seat)])
        game.on_confirmed = lambda is_taken: push([self._say_confirmation(is_taken)])

    def _draw_soon(self) -> None:
        """Draw what changed; the forecast of the first choice arrives meanwhile, and is in the same drawing."""
        self._game.fetch_first_forecast()
        self.session.services.push([Request.REDRAW_SOON])

    # ---- what is shown

    @property
    def absent_commands(self) -> frozenset[str]:
        return super().absent_commands - {"seats", "chat"}

    @property
    def idle_commands(self) -> frozenset[str]:
        watching = {"take", "reasons", "hint"} if self._game.viewer is None else set()
        return (super().idle_commands - {"seats", "chat"}) | watching

    @property
    def can_hint(self) -> bool:
        return self._game.welcome.hints and super().can_hint

    def page(self) -> TablePage:
        game = self._game
        people = (status for status in game.seats if status.level is None and not status.by_mail)
        is_missing = game.to_move is not None and any(not status.connected for status in people)
        page = super().page()
        can_undo = page.can_undo and self._plays_itself
        notes = {seat: note for seat, status in enumerate(game.seats) if (note := self._note_seat(seat, status))}
        is_connected, is_waiting = game.lost is None, self._is_waiting
        return replace(
            page,
            is_somebody_missing=is_missing,
            is_waiting=is_waiting,
            is_connected=is_connected,
            can_undo=can_undo and is_connected,
            seat_notes=notes,
        )

    def _note_seat(self, seat: int, status: SeatStatus) -> str:
        """Return the note at the ``seat`` of a person: ``bot``, ``away`` or none."""
        game = self._game
        if game.setup.players[seat].kind == "bot" or game.to_move is None or game.lost is not None:
            return ""
        return "bot" if status.level is not None else "away" if status.away_since else ""

    @property
    def _plays_itself(self) -> bool:
        """Whether the viewer has a seat at which no bot plays, so that its choices are the viewer's to undo."""
        return self._game.viewer is not None and not self._game.is_bot(self._game.viewer)

    @property
    def _is_waiting(self) -> bool:
        """Whether only somebody at another screen can choose."""
        return self._game.to_move is not None and not self._game.menu.items

    @property
    def _invitation(self) -> Invitation | None:
        """How others join, if this program hosts the game and some did not."""
        invitation = self.session.services.invitation()
        return invitation if invitation is not None and invitation.game == self._game.welcome.game else None

    @property
    def copied(self) -> str:
        """The commands of those who have not joined, while the viewer waits."""
        return self._list_commands() if self._is_waiting else ""

    def _list_commands(self) -> str:
        invitation = self._invitation
        return "\n".join(invitation.commands.values()) if invitation is not None else ""

    def rows(self) -> tuple[MenuEntry, ...]:
        """Return who is waited for, or that the host does not answer; the choices while the viewer has one.

        The open question before an undo is above them, what the viewer may do about it below.
        """
        game, words = self._game, self.session.words
        if game.lost is not None:
            loss = MenuEntry(EntryKind.HEADING, describe_loss(game.lost, words))
            back = MenuEntry(EntryKind.STEP, words.say("table.remote.play-here"), "1", step="play-here")
            return (loss, back) if game.is_elsewhere else (loss,)
        asked, role = game.undo_asked, game.question_role
        if asked is None or role is None:
            return self._list_choices()
        note = MenuEntry(EntryKind.NOTE, describe_question(game, asked, words))
        if (step := STEPS.get(role)) is None:
            return (note, *self._list_choices())
        own = MenuEntry(EntryKind.STEP, words.say(f"table.remote.{step}"), step=step)
        return (note, *self._list_choices(), own)

    def _list_choices(self) -> tuple[MenuEntry, ...]:
        game, words = self._game, self.session.words
        if game.viewer is not None and game.is_bot(game.viewer) and game.to_move is not None:
            if game.viewer in game.conceded:
                lines = describe_concession(game, game.viewer, words)
                return tuple(MenuEntry(EntryKind.HEADING, line) for line in lines)
            line = words.say("table.remote.bot-plays")
            back = MenuEntry(EntryKind.STEP, words.say("table.remote.take-back"), "1", step="take-back")
            return (MenuEntry(EntryKind.HEADING, line), back)
        yours = game.menu.items or game.du_barry_to_move
        if game.to_move is None or (yours and not game.is_waiting()):
            return super().rows()
        waiting = tuple(MenuEntry(EntryKind.HEADING, line) for line in describe_waiting(game, words))
        waiting = (*waiting, *self._list_absence())
        if not self.copied:
            return waiting
        key = words.format_keys(key_of("table.copy", self.session.settings.keys))
        invite = MenuEntry(EntryKind.STEP, words.say_of("table.remote.invite-copy", {"key": key}), step="invite")
        show = MenuEntry(EntryKind.STEP, words.say("table.remote.invite-show"), step="invitations")
        return (*waiting, invite, show)

    def _list_absence(self) -> tuple[MenuEntry, ...]:
        """Return what the viewer may do about the absent person who is waited for."""
        game, words = self._game, self.session.words
        status = self._absent
        if status is None or game.to_move is None:
            return ()
        who = words.seat(game.setup, game.to_move)
        note = (MenuEntry(EntryKind.NOTE, describe_wish(game, game.to_move, words)),) if status.wanted else ()
        if game.viewer in status.wanted_by:
            return note
        stay = MenuEntry(EntryKind.STEP, words.say("table.remote.keep-waiting"), step="stay")  # Enter typed too late
        return (*note, stay, MenuEntry(EntryKind.STEP, words.say("table.remote.fill", who=who), step="fill"))

    @property
    def _absent(self) -> SeatStatus | None:
        """The status of the absent person who is waited for, if the viewer may do something about it."""
        game = self._game
        if game.conceding_seat is None or game.to_move is None or game.to_move >= len(game.seats):
            return None
        status = game.seats[game.to_move]
        return status if status.away_since and status.level is None else None

    def titles(self) -> Wording:
        """Say that the game is over, also where the table has an open decision, or who else chooses."""
        game, words = self._game, self.session.words
        if game.lost is not None:
            return words.wording("table.remote.not-connected")
        if game.to_move is None:
            return words.wording("table.list.over")
        if game.to_move != game.viewer and not game.menu.items:
            return words.wording("table.remote.chooses", who=words.seat(game.setup, game.to_move))
        return super().titles()

    # ---- commands

    def handle(self, command: Command) -> Effects:
        """Show the seats; refuse hints where the host does not allow them."""
        if command is CommandId.SEATS:
            return [self._ask_about_seats()]
        if command is CommandId.CHAT:
            return [Request.SHOW_CHAT]
        if command is CommandId.HINT and not self._game.welcome.hints:
            return [Say(self.session.words.say("table.refusal.no-hints"))]
        if isinstance(command, GoBackTo) and not self._plays_itself:
            return [Say(self.session.words.say("table.notice.no-undo"))]
        return super().handle(command)

    def take_step(self, step: str) -> Effects:
        """Take the seat back from a bot, or do something about the question before an undo."""
        match step:
            case "stay":
                return []
            case "play-here":
                self._game.return_to_seat()
                return []
            case "fill":
                return self._ask_about_absent()
            case "invite":
                return self._copy_invitation()
            case "invitations":
                return [Request.SHOW_INVITATIONS]
            case "take-back":
                return [Change(self._game.take_back)]
            case "undo-withdraw":
                return [Change(self._game.withdraw_undo)]
            case "undo-answer":
                asked = self._game.undo_asked
                return [self._ask_about_undo(asked)] if asked is not None else []
        return super().take_step(step)

    def undo(self, whole_turn: bool) -> Effects:
        """Offer to withdraw the viewer's question while it is open."""
        words, asked = self.session.words, self._game.undo_asked
        if not self._plays_itself:
            return [Say(words.say("table.notice.no-undo"))]
        if asked is None or self._game.question_role is not QuestionRole.ASKER:
            return super().undo(whole_turn)
        choices = (
            Choice("answers.undo-question.keep", words.say("table.remote.undo-keep")),
            Choice("answers.undo-question.withdraw", words.say("table.remote.undo-withdraw")),
        )
        title, withdrawal = describe_question(self._game, asked, words), Change(self._game.withdraw_undo)
        ask = Ask(title, (), choices, lambda answer: [withdrawal] if answer == "withdraw" else [], self._view)
        self._question = ask
        return [ask]

    def finish(self, count: bool) -> Effects:
        """Show the end of the game; points that were not scored by the rules are not counted in sight."""
        return super().finish(count and not self._game.observation().table.pending)

    # ---- what happens without a command

    def proceed(self) -> Effects:
        """Ask before another player's undo; play continues below the question."""
        effects = self._say_news()
        if self._game.is_unnamed and not self._is_name_asked:
            self._is_name_asked = True
            effects.append(Request.ASK_NAME)
        while self._game.confirmations:
            effects.append(self._say_confirmation(self._game.confirmations.pop(0)))
        if (asked := self._game.next_question()) is not None:
            return [*effects, self._ask_about_undo(asked)]
        if self._game.lost is not None:
            return [*effects, Title(self.session.words.say("table.window.idle"))]
        return [*effects, *super().proceed()]

    def _say_news(self) -> Effects:
        """Say what changed at the seats and who has joined, and at first what was missed."""
        game, words, invitation = self._game, self.session.words, self._invitation
        lines = describe_news(self._seats, game, words)
        invited = frozenset(invitation.commands) if invitation is not None else frozenset[str]()
        lines += [words.say("invitation.joined", name=name) for name in sorted(self._invited - invited)]
        if not self._seats and game.seats:
            lines += describe_return(game, words, words.format_keys(key_of("table.chat", self.session.settings.keys)))
        self._seats, self._invited = game.seats, invited
        return [Say(line, Lasts.LONG) for line in lines]

    def _ask_about_undo(self, asked: UndoAsked) -> Ask:
        words, game = self.session.words, self._game
        title = words.say("table.remote.undo-title", who=words.seat(game.setup, asked.seat))
        steps = range(asked.position, game.position)
        is_own = any(game.actor(number) == game.viewer for number in steps)
        key = "undo-steps-own" if is_own else "undo-steps"
        lines = [words.say(f"table.remote.{key}", n=max(1, len(steps)))]  # one with a hidden piece has no position
        choices = (
            Choice("answers.undo-request.no", words.say("table.remote.undo-refuse")),
            Choice("answers.undo-request.yes", words.say("table.remote.undo-allow")),
        )

        def answered(answer: str) -> Effects:
            if answer not in ("yes", "no"):
                return [Request.REDRAW]
            return [Change(lambda: game.answer_undo(answer == "yes", asked.number))]

        self._question = Ask(title, lines, choices, answered, self._view, is_unexpected=True)
        return self._question

    @property
    def _view(self) -> Observation:
        return self.session.moment.observation

    def _say_decision(self, decided: UndoDecided) -> Effects:
        """Close the question, which needs no answer any more, and say what was decided."""
        question, self._question = self._question, None
        effects: Effects = [CloseQuestion(question)] if question is not None else []
        if decision := describe_decision(self._game, decided, self.session.words):
            effects.append(Say(decision, Lasts.TWICE))
        return effects

    def _say_undone(self, seat: int, n: int) -> Say:
        words = self.session.words
        return Say(words.say("table.remote.undone", who=words.seat(self._game.setup, seat), n=n), Lasts.TWICE)

    def _say_chat(self, line: ChatLine) -> None:
        """Show what another player says, unless that is muted or was said before the viewer came."""
        game, session = self._game, self.session
        if line.seat != game.viewer and game.is_connected and not game.is_muted:
            session.services.push([Say(describe_chat_line(game, line, session.words), Lasts.LONG)])

    def _say_conceded(self, seat: int) -> Say:
        return Say(" ".join(describe_concession(self._game, seat, self.session.words)), Lasts.LONG)

    def _say_confirmation(self, is_taken: bool) -> Say:
        text = self.session.words.say(f"table.remote.{'taken-after-all' if is_taken else 'not-taken'}")
        return Say(text, Lasts.LONG, "information" if is_taken else "warning")

    # ---- the seats

    def _ask_about_absent(self) -> Effects:
        """Ask which bot should play for the absent person who is waited for."""
        words, game, status, seat = self.session.words, self._game, self._absent, self._game.to_move
        if status is None or seat is None:
            return []
        terms = game.welcome.absence
        levels = [status.wanted] if status.wanted else [name for name, level in LEVELS.items() if level.for_people]
        choices = [Choice("answers.absent.stay", words.say("table.remote.keep-waiting"))]
        choices += [
            Choice(f"answers.absent.{level}", words.say("table.remote.fill-level", level=words.level(level)))
            for level in levels
        ]
        lines = [words.say("table.remote.returns")]
        if game.viewer != terms.owner:
            lines.append(words.say("table.remote.all-agree", n=terms.seconds // MINUTE))

        def answered(answer: str) -> Effects:
            if answer not in levels:
                return [Request.REDRAW]
            return [Change(lambda: game.fill_seat(seat, answer))]

        return [Ask(words.say("table.remote.fill", who=words.seat(game.setup, seat)), lines, choices, answered)]

    def _ask_about_seats(self) -> Ask:
        """Show who is connected and how others join; offer to leave the seat to a bot for a while."""
        words, game, invitation = self.session.words, self._game, self._invitation
        lines = [*describe_seats(game, words), *describe_rights(game, words)]
        choices = [Choice("answers.seats.stay", words.say("table.remote.close"))]
        answers: dict[str, Effects] = {}
        if invitation is not None:
            lines += describe_invitation(invitation, words)
            answers["copy"] = self._copy_invitation()
            answers["invitations"] = [Request.REDRAW, Request.SHOW_INVITATIONS]
        if self._list_commands():
            choices.append(Choice("answers.seats.copy", words.say("table.remote.copy-invitation")))
        if invitation is not None and invitation.names:
            choices.append(Choice("answers.seats.invitations", words.say("table.remote.invite-show")))
        own = game.conceding_seat if game.lost is None else None
        if own is not None and game.is_unnamed:
            choices.append(Choice("answers.seats.name", words.say("table.remote.give-name")))
            answers["name"] = [Request.REDRAW, Request.ASK_NAME]
        if own is not None:
            key = "take-back" if game.is_bot(own) else "leave-to-bot"
            choices.append(Choice(f"answers.seats.{key}", words.say(f"table.remote.{key}")))
        if own not in (None, game.welcome.absence.owner) and game.patience is None:
            choices.append(Choice("answers.seats.give-back", words.say("table.remote.give-back")))
            answers["give-back"] = [self._ask_to_give_back()]
        answers["take-back"] = [Change(game.take_back)]
        answers["leave-to-bot"] = [Change(lambda: game.leave_to_bot(STAND_IN))]
        title = words.say("table.remote.seats")
        return Ask(title, lines, choices, lambda answer: answers.get(answer, [Request.REDRAW]), is_wide=True)

    def _ask_to_give_back(self) -> Ask:
        words, game = self.session.words, self._game
        choices = (
            Choice("answers.give-back.stay", words.say("table.remote.close")),
            Choice("answers.give-back.give-back", words.say("table.remote.give-back")),
        )

        def leave() -> Effects:
            return [Request.SHOW_START, Say(words.say("table.remote.gave-back"))]

        def answered(answer: str) -> Effects:
            return [Change(game.give_back, leave)] if answer == "give-back" else [Request.REDRAW]

        title, line = words.say("table.remote.give-back-title"), words.say("table.remote.give-back-line")
        return Ask(title, [line], choices, answered)

    def _copy_invitation(self) -> Effects:
        text = self._list_commands()
        return [Copy(text, self.session.words.say("table.copied.line", text=text)), Request.REDRAW]
