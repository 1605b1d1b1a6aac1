"""``rokoko-tui plain``: play line by line, by typing numbers and commands.

It suits pipes, screen readers and slow connections. As on the full screen, every action is on disk before it is shown.
"""

import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random

from rokoko_core.actions import Action, EndTurn
from rokoko_core.bots import plan
from rokoko_core.bots.external_bots import BadBot
from rokoko_core.box import box_of
from rokoko_core.journal import BadSave, create, open_journal
from rokoko_core.observe import Observation
from rokoko_core.pending import CardChoice, HandChoice
from rokoko_core.play.driver import GameDriver, Next
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.view import NotWritten
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import Setup
from rokoko_tui.cli.arguments import Parser, add_game_options, value_name
from rokoko_tui.cli.output import say
from rokoko_tui.cli.plain_commands import parse_command
from rokoko_tui.cli.plain_reports import PlainReports, run_to_end
from rokoko_tui.cli.save_arguments import open_sound_save
from rokoko_tui.cli.setup_arguments import parse_setup
from rokoko_tui.play.set_selection import SetSelection, make_set_selection
from rokoko_tui.saves.library import new_path, saves_folder
from rokoko_tui.saves.lock import SaveInUse, lock_save
from rokoko_tui.saves.owner_seat import mark_owner
from rokoko_tui.settings.launch import CommandError, UsageError
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text import Words
from rokoko_tui.text.disk_errors import disk_reason
from rokoko_tui.text.safe_display import legible
from rokoko_tui.text.speech import SpokenWords

BLANK = 60
"""Empty lines that scroll one player's secrets off the screen at a hand-over."""


class Stop(Exception):
    """Raised when the player stops or the input ends."""


def add_options(command: Parser) -> None:
    command.add_argument("file", metavar=value_name("FILE"), nargs="?", type=Path)
    add_game_options(command, players="players-plain")


def run(options: Namespace, settings: Settings) -> int:
    """Play a saved or a new game on stdin and stdout."""
    words = settings.words
    with ExitStack() as resources:
        session = _open_game(resources, options, settings, words)
        try:
            PlainTable(session, SpokenWords(words.language, words.edition), settings).play()
        except Stop:
            say(words.say("printed.game-is-in", path=str(session.path)))
        except NotWritten as error:
            raise CommandError("refused.not-written-on", path=str(session.path), reason=error) from error
    return 0


def _open_game(resources: ExitStack, options: Namespace, settings: Settings, words: Words) -> LocalGame:
    """Return the game to play; ``resources`` closes its file. Raises ``CommandError``."""
    path, new_setup = _choose_file(options, settings, words)
    try:
        resources.enter_context(lock_save(path))
        journal = open_journal(path) if new_setup is None else create(path, mark_owner(new_setup, settings.name))
    except SaveInUse as error:
        raise CommandError("refused.held", reason=error.describe(words)) from error
    except BadSave as error:
        raise CommandError("refused.file", path=str(path), reason=words.save_error(error)) from error
    except OSError as error:
        raise CommandError("refused.not-written", path=str(path), reason=error) from error
    if journal.notice is not None:
        say(words.notice(journal.notice))
    session = LocalGame(journal)
    resources.callback(session.close)
    return session


def _choose_file(options: Namespace, settings: Settings, words: Words) -> tuple[Path, Setup | None]:
    """Return (path of the save, setup if the game is new). Raises ``UsageError`` and ``CommandError``."""
    wants_new = options.players is not None or options.solo or options.bots is not None
    if options.file is not None:
        if wants_new:
            raise UsageError("refused.both")
        open_sound_save(options.file, words)
        return options.file, None
    setup = parse_setup(options, settings)
    folder = saves_folder(settings.saves)
    try:
        return new_path(folder, setup), setup
    except OSError as error:
        raise CommandError("refused.no-new-file", path=str(folder), reason=error) from error


class PlainThinker:
    """Computes the plans of bots in this process, while the terminal waits."""

    async def plan(self, view: Observation, level: str | None, rng: Random, budget: float) -> tuple[Action, ...]:
        """Return what a bot does next. Raises ``BadBot``."""
        return plan(view, level, rng, budget)

    async def ponder(self, view: Observation, rng: Random, budget: float) -> None:
        """Do not think ahead."""


class PlainTable(PlainReports):
    """A game played line by line."""

    def __init__(self, session: LocalGame, words: SpokenWords, settings: Settings) -> None:
        super().__init__(session, words, settings)
        self.driver = GameDriver(session, settings, PlainThinker(), automatic=False)
        self._round = 0
        self._choice: SetSelection | None = None
        """The set being selected, if the decision is one."""
        session.on_relocation = lambda relocation: say(words.relocation(relocation))
        self._commands: dict[str, Callable[[str], None]] = {
            "end": self._end_turn,
            "choices": lambda rest: self._print_question(),
            "why": self.print_why,
            "hint": self.print_hint,
            "table": self.print_table,
            "changes": self.print_changes,
            "hall": self.print_hall,
            "board": self.print_board,
            "to-come": self.print_to_come,
            "score": self.print_scores,
            "log": self.print_log,
            "undo": lambda rest: self._undo(self._find_last_action()),
            "undo-turn": lambda rest: self._undo(self._find_last_turn()),
            "redo": lambda rest: self._redo(whole_turn=False),
            "redo-turn": lambda rest: self._redo(whole_turn=True),
            "save": self.print_save,
            "help": self.print_help,
        }

    def play(self) -> None:
        """Play to the end. Raises ``Stop`` and ``NotWritten``."""
        say(self.words.say("plain.begins", path=str(self.session.path)))
        while (following := self.driver.next()) is not Next.FINAL:
            self._print_round()
            if self.session.person_to_move is None:
                self._let_others_act()
                continue
            if following in (Next.HAND_OVER, Next.SIT_DOWN):
                self._hand_over()
            self._ask()
        self.say()
        self.print_end()
        self.say()
        say(self.words.say("printed.game-is-in", path=str(self.session.path)))

    def _print_round(self) -> None:
        if self.round != self._round:
            self._round = self.round
            self.say()
            self.say(self.words.say("plain.round", n=self._round, most=LAST_ROUND))

    # ---- bots, Madame du Barry and hand-overs

    def _let_others_act(self) -> None:
        """Let the bot to move act, or reveal Madame du Barry's next card."""
        session = self.session
        if session.bot_to_move is None:
            self._take(session.menu.actions[0])
            return
        try:
            run_to_end(self.driver.plan_move())
        except BadBot as error:
            seat = run_to_end(self.driver.replace_bot(error))
            assert seat is not None, "a bot is to move"
            self.say(self.words.replaced(session.setup, seat, error))
            return
        action = session.planned
        assert action is not None, "a plan begins with a legal action"
        self._take(action)

    def _hand_over(self) -> None:
        seat = self.session.handover
        assert seat is not None
        name = self.words.seat(self.session.setup, seat)
        if self.settings.handover:
            sys.stdout.write("\n" * BLANK)
            read_line(self.words.say("plain.hand-over", who=name) + " ")
        self.session.sit_down()
        for number in self.session.history.since_action(seat, self.session.position):
            self.print_action(number)

    # ---- questions and answers

    def _ask(self) -> None:
        """Ask until an answer changes the game."""
        view = self.session.observation()
        self._choice = make_set_selection(view)
        if isinstance(view.table.pending[-1], CardChoice | HandChoice):
            for sentence in self.list_changes():
                self.say(sentence)
        self._print_question()
        while self.session.observation() is view:
            try:
                self._answer(read_line("> ").strip())
            except NotWritten as error:
                self.say(self.words.say("table.notice.not-written", system=disk_reason(self.words, error)))

    def _print_question(self) -> None:
        """Print the question and the numbered choices."""
        view = self.session.observation()
        self.say()
        self.say(self.words.question(view.table.pending[-1], view.table))
        self._print_choices()

    def _print_choices(self) -> None:
        view, choice = self.session.observation(), self._choice
        if choice is not None:
            for number, name in enumerate(self._format_names(choice.zone, choice.things), start=1):
                self.say(f"{number}: {name}")
            return
        group = ""
        for number, action in enumerate(self.session.menu.actions, start=1):
            if (heading := self.words.group(action, view.table)) != group:
                group = heading
                self.say(f"{group}:")
            self.say(f"{number}: {self.words.action(action, view.table)}")

    def _format_names(self, zone: str, things: Sequence[str]) -> list[str]:
        format_name, box = (
            self.words.card if zone == "supply" else self.words.tile,
            box_of(self.session.observation().table),
        )
        return [format_name(thing, box) for thing in things]

    def _answer(self, answer: str) -> None:
        """Run a command, print a preview, or take a choice by its numbers."""
        parsed = parse_command(answer, self.words)
        if parsed is not None:
            command, rest = parsed
            if command == "stop":
                raise Stop
            self._commands[command](rest)
        elif answer.startswith("?"):
            self.print_preview(self._parse_choice(answer[1:], keep=False))
        elif answer[:1].isalpha():
            self.say(self.words.say("plain.unknown", text=answer))
        elif answer:
            action = self._parse_choice(answer, keep=True)
            if action is not None:
                self._take(action)

    def _end_turn(self, rest: str) -> None:
        ending = next((action for action in self.session.menu.actions if isinstance(action, EndTurn)), None)
        if ending is None:
            self.say(self.words.say("table.notice.turn-open"))
        else:
            self._take(ending)

    def _parse_choice(self, answer: str, keep: bool) -> Action | None:
        """Return the action with these numbers; None, after saying why, if there is none.

        The numbers of a set are toggled; an incomplete selection is stored if ``keep``.
        """
        actions, choice = self.session.menu.actions, self._choice
        count = len(actions if choice is None else choice.things)
        numbers = [int(part) - 1 for part in answer.split() if part.isascii() and part.isdigit() and len(part) < 6]
        if len(numbers) != len(answer.split()) or not numbers or not all(0 <= n < count for n in numbers):
            self.say(self.words.say("plain.number-needed", n=count))
            return None
        if choice is not None:
            return self._toggle(choice, dict.fromkeys(numbers), keep)
        if len(numbers) == 1:
            return actions[numbers[0]]
        self.say(self.words.say("plain.one-number"))
        return None

    def _toggle(self, choice: SetSelection, numbers: Iterable[int], keep: bool) -> Action | None:
        """Select or deselect the elements of ``numbers``; return the action if the set is complete."""
        for number in numbers:
            before, choice = choice, choice.toggle(number)
            if choice is before:
                [name] = self._format_names(choice.zone, [choice.things[number]])
                self.say(self.words.say("plain.not-together", part=name))
                return None
        if choice.action is None:
            self.say(self.words.say("plain.not-whole"))
            if keep:
                self._choice = choice
                if choice.chosen:
                    self.say(self.words.say("plain.so-far", parts=self._format_names(choice.zone, choice.names)))
        return choice.action

    def _take(self, action: Action) -> None:
        number, viewer = self.session.position, self.session.viewer
        run_to_end(self.session.play(action))
        self.print_action(number, viewer)

    # ---- undo and redo

    def _find_last_action(self) -> int | None:
        """Return the last position before this one where a person was to move; None if there is none."""
        session = self.session
        return next((n for n in range(session.position - 1, -1, -1) if session.actor(n) in session.people), None)

    def _find_last_turn(self) -> int | None:
        last = self._find_last_action()
        return None if last is None else self.session.turn_start(last)

    def _undo(self, position: int | None) -> None:
        session, words = self.session, self.words
        if position is None:
            self.say(words.say("plain.nothing-back"))
            return
        if (fence := session.fence(position)) is not None:
            self.say(words.fence(fence, session.setup))
            if read_line(words.say("plain.back-question") + " ").strip().lower() not in words.say("plain.yes").split():
                self.say(words.say("plain.kept"))
                return
        run_to_end(session.undo_to(position, cross=True))
        self.say(words.say("plain.back"))
        self._round = self.round

    def _redo(self, whole_turn: bool) -> None:
        """Redo until a person is to move."""
        session = self.session
        if not session.can_redo:
            self.say(self.words.say("plain.nothing-again"))
            return
        while session.can_redo:
            run_to_end(session.redo_turn() if whole_turn else session.redo_to(session.position + 1))
            if session.person_to_move is not None:
                break
        self.say(self.words.say("plain.again"))


def read_line(prompt: str) -> str:
    """Return a line from stdin. Raises ``Stop`` at the end of the input."""
    print(legible(prompt), end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        say()
        raise Stop
    return line.rstrip("\n")
