"""Plain mode at a seat of a hosted game: the same commands, and the news of the others while one waits."""

import asyncio
import sys
from asyncio import AbstractEventLoop, Runner
from collections.abc import Callable
from threading import Thread

from msgspec.structs import replace

from rokoko_core.bots import DEFAULT_LEVEL
from rokoko_core.play.view import NotWritten
from rokoko_core.remote.chat import PHRASES
from rokoko_core.remote.client import RemoteGame, Waiting
from rokoko_core.remote.link import FINAL, Unreachable
from rokoko_core.remote.messages import ChatLine, SeatStatus, UndoDecided
from rokoko_core.remote.tickets import Ticket
from rokoko_core.remote.undo_consent import QuestionRole
from rokoko_core.safe_text import find_named
from rokoko_tui.cli.plain_reports import REMOTE_COMMANDS, list_names, parse_command
from rokoko_tui.cli.plain_table import WAIT, PlainTable, StopPlaying, read_line
from rokoko_tui.cli.streams import say_wrapped
from rokoko_tui.errors import CommandError
from rokoko_tui.hosting.hosted_games import join_game, open_tickets
from rokoko_tui.hosting.hosted_text import (
    describe_chat_line,
    describe_concession,
    describe_decision,
    describe_news,
    describe_question,
    describe_rematch,
    describe_rights,
    describe_seats,
    describe_terms,
    describe_unreachable,
    describe_waiting,
    find_phrase,
)
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text import bot_levels
from rokoko_tui.text.safe_display import clean_line
from rokoko_tui.text.speech import SpokenWords

WAITING_COMMANDS = (
    *("agree", "refuse", "withdraw", "leave-to-bot", "concede", "replace", "say", "mute", "name"),
    *("seats", "table", "score", "log", "help", "stop"),
)
"""The commands while another is to move and a question before an undo is open."""


LAST_LINES = 10
"""Lines of the chat that are listed."""
NAMED_WHILE_WAITING = ("help", "say", "seats", "replace", "table", "stop")
"""The commands that are named to a player who waits."""
AFTER_COMMANDS = ("rematch", "stop")
"""The commands after the end."""


def play_remote(ticket: Ticket, settings: Settings) -> int:
    """Play the seat of ``ticket`` until the end of the game or the input. Raises ``CommandError``."""
    words, is_rematch = settings.words, True
    with Runner() as runner:
        loop = runner.get_loop()
        while is_rematch:
            try:
                game = loop.run_until_complete(join_game(ticket, open_tickets()))
            except Unreachable as unreachable:
                raise CommandError("refused.because", reason=describe_unreachable(unreachable, words)) from unreachable
            is_rematch, ticket = False, replace(ticket, code="")
            try:
                table = PlainRemoteTable(game, SpokenWords(words.language, words.edition), settings, loop)
                table.play()
                is_rematch = table.play_again()
            except StopPlaying:
                pass
            finally:
                game.close()
                loop.run_until_complete(asyncio.sleep(0))
        say_wrapped(words.say("plain.seat-kept", address=ticket.address))
    return 0


class PlainRemoteTable(PlainTable):
    """A seat of a hosted game, played line by line."""

    game: RemoteGame

    def __init__(self, game: RemoteGame, words: SpokenWords, settings: Settings, loop: AbstractEventLoop) -> None:
        super().__init__(game, words, settings, loop)
        self.commands = REMOTE_COMMANDS
        self.read = self._read_while_connected
        self._lines = LineReader(is_script=not sys.stdin.isatty())
        self._prompt: str | None = None
        """The prompt, while a line is read."""
        self._is_outdated: Callable[[], bool] = lambda: False
        """Returns whether the line that is read would answer something that has passed."""
        self._knows_commands = False
        """Whether the commands while one waits have been named."""
        self._last_lines: tuple[str, ...] = ()
        """The last lines about the others, which are not repeated."""
        self._commands |= {
            "seats": self._print_seats,
            "agree": lambda argument: self._answer_undo(agrees=True),
            "refuse": lambda argument: self._answer_undo(agrees=False),
            "withdraw": self._withdraw_undo,
            "leave-to-bot": self._leave_to_bot,
            "concede": self._concede,
            "replace": self._fill_seat,
            "say": self._say_line,
            "name": self._give_name,
            "mute": self._mute,
            "give-back": self._give_back,
        }
        self._seats = game.seats
        if game.is_unnamed and game.viewer is not None:
            who = words.seat(game.setup, game.viewer)
            self.say(words.say("plain.unnamed", who=who, name=self._name_commands("name")[0]))
        if game.welcome.absence.turn:
            self.say(describe_terms(game.welcome.absence, words)[0])
        self._has_new_game = False
        """Whether a rematch has begun."""
        game.on_new_game = self._note_new_game
        game.on_chat = self._hear
        game.on_rematch = self._say_rematch
        game.on_update = self._follow
        game.on_undo_decided = self._say_decision
        game.on_undone = self._say_undone
        game.on_conceded = lambda seat: self._interrupt(*describe_concession(game, seat, self.words))
        game.on_confirmed = self._say_confirmation
        for taken in game.confirmations:
            self._say_confirmation(taken)

    def _read_while_connected(self, prompt: str) -> str:
        self._prompt = prompt
        print(clean_line(prompt), end="", flush=True)
        try:
            return self.run_to_end(self._lines.read())
        finally:
            self._prompt = None

    def read_answer(self) -> str:
        """Return the line that answers the question, nothing once it is out of date or the game was ended by others.

        Raises ``StopPlaying``.
        """
        return self._read_while(lambda: self.session.moment.is_asked and self.game.to_move is not None)

    def _read_while(self, is_open: Callable[[], bool]) -> str:
        """Return a line, or nothing once ``is_open`` returns False. Raises ``StopPlaying``."""
        self._is_outdated = lambda: not is_open()
        try:
            return self.read("> ")
        except OutOfDate:
            self.say("")
            return ""
        finally:
            self._is_outdated = lambda: False

    def _follow(self) -> None:
        """Say that another player asks to undo, and end a question that is out of date."""
        if self._is_outdated():
            self._lines.abandon()
        for line in describe_news(self._seats, self.game, self.words):
            self._interrupt(line)
        seat, before, self._seats = self.game.viewer, self._seats, self.game.seats
        if seat is not None and _has_stand_in(self.game, self._seats[seat]) and before[seat].level is None:
            self._interrupt(self.words.say("plain.play-again", name=self._name_commands("leave-to-bot")[0]))
        self._say_question()

    def _interrupt(self, *lines: str) -> None:
        """Say ``lines``; below a prompt, which is then repeated."""
        if self._prompt is not None:
            self.say("")
        self.say_all(lines)
        if self._prompt is not None:
            print(clean_line(self._prompt), end="", flush=True)

    def _let_others_act(self) -> None:
        """Say who is waited for, once; stop where the host will not answer again."""
        game, words = self.game, self.words
        if game.lost is not None:
            self._say_once(describe_unreachable(game.lost, words))
            if game.lost.code in FINAL:
                raise StopPlaying
        elif game.question_role in (QuestionRole.ASKER, QuestionRole.VOTER):
            self._read_about_question()
            return
        elif game.du_barry_to_move:
            super()._let_others_act()
            return
        else:
            self._say_once(*describe_waiting(game, words))
        if not self._knows_commands and game.viewer is not None:
            self._knows_commands = True
            self.say(words.say("plain.while-waiting", names=self._name_commands(*NAMED_WHILE_WAITING)))
        self._read_while_waiting()

    def _read_while_waiting(self) -> None:
        """Run a command that is entered within a moment, and print what the others do meanwhile."""
        number = self.game.position
        line = self.run_to_end(self._lines.read_ahead(WAIT, self._is_for_waiting))
        if line:
            self._answer_while_waiting(line)
        self._print_actions(number)

    def _is_for_waiting(self, line: str) -> bool:
        parsed = parse_command(line, self.words, self.commands)
        return parsed is not None and parsed[0] in WAITING_COMMANDS

    def _answer_while_waiting(self, line: str) -> None:
        """Run the command ``line``; say what may be entered if it is for the own turn."""
        words = self.words
        try:
            if self._is_for_waiting(line):
                self._answer(line)
            elif parse_command(line, words, self.commands) is None and line[:1].isalpha():
                self.say(words.say("plain.unknown", text=line))
            else:
                self.say(words.say("plain.not-your-turn", names=self._name_commands(*NAMED_WHILE_WAITING)))
        except NotWritten as error:
            self.say_failure(error)

    def _read_about_question(self) -> None:
        """Read a command about the open question before an undo, while another is to move."""
        game, words, asked = self.game, self.words, self.game.undo_asked
        assert asked is not None, "a question is open"
        number, role = game.position, game.question_role
        self._say_once(describe_question(game, asked, words))
        answer = self._read_while(lambda: game.question_role is role and game.position == number).strip()
        parsed = parse_command(answer, words, self.commands)
        try:
            if parsed is not None and parsed[0] in WAITING_COMMANDS:
                self._answer(answer)
            elif answer:
                self.say(words.say("plain.unknown", text=answer))
        except NotWritten as error:
            self.say_failure(error)
        self._print_actions(number)

    def say_failure(self, error: NotWritten) -> None:
        """Say why a change was not made; that it waits for the host is said while the others act."""
        if not isinstance(error, Waiting):
            super().say_failure(error)

    def _say_once(self, *lines: str) -> None:
        if lines and lines != self._last_lines:
            self._last_lines = lines
            self._interrupt(*lines)

    def _say_question(self) -> None:
        """Say that another player asks to undo."""
        words, asked = self.words, self.game.next_question()
        if asked is not None:
            who = words.seat(self.game.setup, asked.seat)
            self._interrupt(words.say("plain.undo-wanted", who=who, names=self._name_commands("agree", "refuse")))

    def _name_commands(self, *commands: str) -> list[str]:
        return [list_names(command, self.words)[0] for command in commands]

    def _say_decision(self, decided: UndoDecided) -> None:
        if decision := describe_decision(self.game, decided, self.words):
            self._interrupt(decision)

    def _say_undone(self, seat: int, n: int) -> None:
        self._interrupt(self.words.say("table.remote.undone", who=self.words.seat(self.game.setup, seat), n=n))

    def _say_confirmation(self, taken: bool) -> None:
        self._interrupt(self.words.say("table.remote.taken-after-all" if taken else "table.remote.not-taken"))

    def _print_seats(self, argument: str) -> None:
        self.say_all((*describe_seats(self.game, self.words), *describe_rights(self.game, self.words)))

    def _answer_undo(self, agrees: bool) -> None:
        """Answer the question before an undo; without one, agree to the bot that others want for an absent player."""
        asked, wanted = self.game.undo_asked, self._wanted_seats
        if agrees and len(wanted) == 1 and self.game.question_role is not QuestionRole.VOTER:
            self.run_to_end(self.game.fill_seat(wanted[0], self.game.seats[wanted[0]].wanted))
        elif asked is None or self.game.question_role is not QuestionRole.VOTER:
            self.say(self.words.say("plain.undo-open"))
        else:
            self.run_to_end(self.game.answer_undo(agrees, asked.number))

    @property
    def _wanted_seats(self) -> list[int]:
        """The seats for which others want a bot."""
        seats = enumerate(self.game.seats)
        return [n for n, status in seats if status.wanted and self.game.viewer not in status.wanted_by]

    def _withdraw_undo(self, argument: str) -> None:
        if self.game.question_role is QuestionRole.ASKER:
            self.run_to_end(self.game.withdraw_undo())
        else:
            self.say(self.words.say("plain.undo-open"))

    def _undo(self, position: int | None) -> None:
        """Undo to ``position``; where everybody is asked, say how the question is withdrawn."""
        before = self.game.question_role is QuestionRole.ASKER
        if not before:
            super()._undo(position)
        if self.game.question_role is QuestionRole.ASKER:
            key = "undo-pending" if before else "undo-asked"
            self.say(self.words.say(f"plain.{key}", names=self._name_commands("withdraw")))

    def _say_line(self, argument: str) -> None:
        """Say a line, or the phrase with a number; without one, list the phrases and what was said."""
        game, words = self.game, self.words
        if not argument:
            for number, phrase in enumerate(PHRASES, start=1):
                self.say(f"{number}: {words.say(f'chat.phrase.{phrase}')}")
            for line in game.chat[-LAST_LINES:]:
                self.say(describe_chat_line(game, line, words))
            return
        is_number = argument.isascii() and argument.isdigit() and 0 < int(argument[:4]) <= len(PHRASES)
        phrase = PHRASES[int(argument) - 1] if is_number else find_phrase(argument, words)
        self.run_to_end(game.say("" if phrase else argument, phrase))

    def _give_name(self, argument: str) -> None:
        """Give the own name."""
        self.run_to_end(self.game.give_name(argument))
        self.say(self.words.say("plain.named", name=argument))

    def _give_back(self, argument: str) -> None:
        """Ask, then give the seat back and stop."""
        self.say(self.words.say("table.remote.give-back-line"))
        if self._agrees(self.words.say("table.remote.give-back-title")):
            self.run_to_end(self.game.give_back())
            self.say(self.words.say("table.remote.gave-back"))
            raise StopPlaying

    def _mute(self, argument: str) -> None:
        self.game.is_muted = not self.game.is_muted
        self.say(self.words.say("chat.muted" if self.game.is_muted else "chat.heard"))

    def _hear(self, line: ChatLine) -> None:
        if line.seat != self.game.viewer and self.game.is_connected and not self.game.is_muted:
            self._interrupt(describe_chat_line(self.game, line, self.words))

    def _fill_seat(self, argument: str) -> None:
        """Want a bot for an absent player; the argument is a name, and possibly a level behind it."""
        game, words = self.game, self.words
        name, _, level = argument.rpartition(" ")
        level = bot_levels.find(words, level) or "" if name else ""
        names = [words.seat(game.setup, seat) for seat in range(len(game.setup.players))]
        found = find_named(name if level else argument, names) if argument else []
        if len(found) != 1:
            self.say(words.say("plain.replace-whom", name=self._name_commands("replace")[0]))
            return
        status = game.seats[found[0]]
        self.run_to_end(game.fill_seat(found[0], level or status.wanted or game.welcome.absence.level))

    def _concede(self, argument: str) -> None:
        """Ask once more, then give the game up."""
        seat, say = self.game.conceding_seat, self.words.say
        if seat is None:
            self.say(say("table.refusal.not-now"))
            return
        for key in ("line", "hosted"):
            self.say(say(f"table.concede.{key}"))
        if self._agrees(say("table.concede.title")):
            self.run_to_end(self.game.concede(seat))

    def play_again(self) -> bool:
        """Read commands after the end; return whether another game with the same people begins."""
        game, words = self.game, self.words
        people = [seat for seat in game.setup.players if seat.kind == "human"]
        if game.viewer is None or len(people) < 2:
            return False
        self.say(words.say("plain.rematch-or-stop", names=self._name_commands("rematch", "stop")))
        while not self._has_new_game:
            parsed = parse_command(self._read_while(lambda: not self._has_new_game).strip(), words, AFTER_COMMANDS)
            if parsed == ("stop", ""):
                return False
            if parsed == ("rematch", ""):
                try:
                    self.run_to_end(game.want_rematch())
                except NotWritten as error:
                    self.say_failure(error)
        return True

    def _note_new_game(self) -> None:
        self._has_new_game = True
        self._lines.abandon()

    def _say_rematch(self) -> None:
        if self.game.rematch:
            self._interrupt(describe_rematch(self.game, self._name_commands("rematch")[0], self.words))

    def _leave_to_bot(self, argument: str) -> None:
        """Let a bot play; if one does, take the seat back."""
        game, seat = self.game, self.game.viewer
        has_bot = seat is not None and _has_stand_in(game, game.seats[seat])
        self.run_to_end(game.take_back() if has_bot else game.leave_to_bot(DEFAULT_LEVEL))


def _has_stand_in(game: RemoteGame, own: SeatStatus) -> bool:
    """Return whether a bot plays for the viewer of ``game``, who may take the seat back; ``own`` is its status."""
    return own.level is not None and game.viewer not in game.conceded


class OutOfDate(Exception):
    """The question was answered, or undone, by something else."""


class LineReader:
    """Reads lines of the input in a thread, while the connection stays alive.

    A line that is entered after its question went out of date, and before the next one, is dropped.
    """

    def __init__(self, is_script: bool = False) -> None:
        """``is_script``: the lines come from no terminal, so an answer before its question waits for it."""
        self._is_script = is_script
        self._is_early = False
        """Whether the line that is read was entered before its question, and waits for it."""
        self._line: asyncio.Future[str] | None = None
        self._abandoned: asyncio.Future[None] | None = None

    async def read(self) -> str:
        """Return a line. Raises ``StopPlaying`` at the end of the input, and ``OutOfDate``."""
        if self._line is None or (self._line.done() and not self._is_early):
            self._line = self._begin()
        self._abandoned = asyncio.get_running_loop().create_future()
        await asyncio.wait((self._line, self._abandoned), return_when=asyncio.FIRST_COMPLETED)
        if not self._line.done():
            raise OutOfDate
        line, self._line, self._is_early = self._line, None, False
        return line.result()

    async def read_ahead(self, seconds: float, is_command: Callable[[str], bool]) -> str:
        """Return a line that is entered within ``seconds``, empty for none; of a script only what ``is_command``.

        Raises ``StopPlaying`` at the end of the input of a terminal.
        """
        if self._line is None:
            self._line = self._begin()
        self._is_early = self._is_script
        deadline = asyncio.get_running_loop().time() + seconds
        await asyncio.wait((self._line,), timeout=seconds)
        if not self._line.done():
            return ""
        if self._is_script and (self._line.exception() is not None or not is_command(self._line.result().strip())):
            await asyncio.sleep(deadline - asyncio.get_running_loop().time())
            return ""
        line, self._line = self._line, None
        return line.result().strip()

    def abandon(self) -> None:
        """Let ``read`` raise ``OutOfDate``."""
        if self._abandoned is not None and not self._abandoned.done():
            self._abandoned.set_result(None)

    def _begin(self) -> "asyncio.Future[str]":
        """Return the next line, as soon as it is entered."""
        loop = asyncio.get_running_loop()
        line: asyncio.Future[str] = loop.create_future()
        # A thread of a pool would keep the program from ending.
        Thread(target=self._read_in_thread, args=(loop, line), daemon=True).start()
        return line

    def _read_in_thread(self, loop: AbstractEventLoop, line: asyncio.Future[str]) -> None:
        try:
            text = read_line("")
        except StopPlaying as stop:
            loop.call_soon_threadsafe(line.set_exception, stop)
        else:
            loop.call_soon_threadsafe(line.set_result, text)
