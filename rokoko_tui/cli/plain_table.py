"""A game played line by line, by typing numbers and commands: the command, questions, answers, undo and redo.

It suits pipes, screen readers and slow connections. As on the full screen, every action is on disk before it is shown.
"""

import sys
from argparse import Namespace
from asyncio import AbstractEventLoop, Runner, sleep
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

from rokoko_core.actions import Action, EndTurn
from rokoko_core.bots import plan
from rokoko_core.box import box_of
from rokoko_core.concession import is_ended
from rokoko_core.journal import create, open_journal
from rokoko_core.observe import Observation
from rokoko_core.play.choices import chooses_card, chooses_hand, group_equal
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.set_selection import SetSelection
from rokoko_core.play.view import GameControl, NotWritten
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import Setup
from rokoko_tui.cli.arguments import Parser, add_game_options, file_path, value_name
from rokoko_tui.cli.game_arguments import choose_game, open_sound_save, refusing_save
from rokoko_tui.cli.plain_reports import PlainReports, parse_command
from rokoko_tui.cli.streams import say, say_wrapped
from rokoko_tui.errors import CommandError
from rokoko_tui.hosting.hosted_text import describe_failure
from rokoko_tui.hosting.own_hosts import is_for_screens
from rokoko_tui.saves.folder import mark_owner, write_terms
from rokoko_tui.saves.lock import lock_save
from rokoko_tui.settings.daily_deal import describe_fork
from rokoko_tui.settings.settings import Settings
from rokoko_tui.table.commands import Answered, CommandId
from rokoko_tui.table.effects import Ask, Change, Effects, Final, HandOver, Say, Think
from rokoko_tui.table.session import Services, TableSession
from rokoko_tui.table.undo import undo_to
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.safe_display import clean_line
from rokoko_tui.text.speech import SpokenWords

WAIT = 0.2
"""Seconds between two looks at a game that another program continues."""
BLANK = 60
"""Empty lines that scroll one player's secrets off the screen at a hand-over."""


class StopPlaying(Exception):
    """Raised when the player stops or the input ends."""


class PlainThinker:
    """Computes the plans of bots in this process, while the terminal waits."""

    async def plan(self, view: Observation, level: str | None, rng: Random, budget: float) -> tuple[Action, ...]:
        """Return what a bot does next. Raises ``BadBot``."""
        return plan(view, level, rng, budget)

    async def ponder(self, view: Observation, rng: Random, budget: float) -> None:
        """Do not think ahead."""


class PlainTable(PlainReports):
    """Runs a table session line by line: asks, reads answers and commands, and prints what happens."""

    def __init__(
        self,
        game: GameControl,
        words: SpokenWords,
        settings: Settings,
        loop: AbstractEventLoop,
        path: Callable[[], Path] | None = None,
    ) -> None:
        super().__init__(game, words, settings, loop, path)
        self.session = TableSession(game, settings, Services(PlainThinker(), spoken=words))
        self.read: Callable[[str], str] = read_line
        """Asks for a line. Raises ``StopPlaying`` at the end of the input."""
        self._is_over = False
        self._commands: dict[str, Callable[[str], None]] = {
            "end": self._end_turn,
            "choices": lambda argument: self._print_question(),
            "why": self.print_why,
            "hint": self.print_hint,
            "hand": self.print_hand,
            "table": self.print_table,
            "changes": self.print_changes,
            "hall": self.print_hall,
            "board": self.print_board,
            "to-come": self.print_to_come,
            "score": self.print_scores,
            "log": self.print_log,
            "undo": lambda argument: self._undo(self._find_last_action()),
            "undo-turn": lambda argument: self._undo(self._find_last_turn()),
            "redo": lambda argument: self._redo(whole_turn=False),
            "redo-turn": lambda argument: self._redo(whole_turn=True),
            "save": self.print_save,
            "help": self.print_help,
        }

    def play(self) -> None:
        """Play to the end. Raises ``StopPlaying`` and ``NotWritten``."""
        self.say()
        self.say(self.words.say("plain.round", n=self.round, most=LAST_ROUND))
        while not self._is_over:
            self.proceed()
            if self._is_over:
                break
            if self.game.person_to_move is not None and self.game.viewer == self.game.to_move:
                self._ask()
            elif self.game.bots is None or self.game.du_barry_to_move:
                self._let_others_act()
        self.say()
        self.print_end()

    # ---- what happens without an answer

    def proceed(self) -> None:
        """Let a bot move, or the next person take the seat."""
        viewer = self.game.viewer
        for command in (CommandId.REFRESH, CommandId.PROCEED):
            self.carry_out(self.session.handle(command))
        if self.game.viewer is not None and self.game.viewer != viewer:
            for number in self.game.history.since_action(self.game.viewer, self.game.position):
                self.print_action(number)

    def _let_others_act(self) -> None:
        """Reveal Madame du Barry's next card, or wait for what another program does."""
        if self.game.du_barry_to_move:
            self._take(self.game.menu.actions[0])
            return
        number = self.game.position
        self.run_to_end(sleep(WAIT))
        self._print_actions(number)

    def carry_out(self, effects: Effects) -> None:
        """Print or do what the session wants done; what only a screen can show is left out."""
        for effect in effects:
            match effect:
                case Change():
                    self._change(effect)
                case Think(group="bot"):
                    self._answer_effect(effect, self.run_to_end(effect.work()))
                case Say(text):
                    self.say(text)
                case Ask(title, lines, choices):
                    self.say_all(lines)
                    agrees = self._agrees(self.words.say("plain.question", what=title))
                    if not agrees:
                        self.say(self.words.say("plain.kept"))
                    self._answer_effect(effect, choices[-1].value if agrees else "")
                case HandOver(seat):
                    sys.stdout.write("\n" * BLANK)
                    self.read(self.words.say("plain.hand-over", who=self.words.seat(self.game.setup, seat)) + " ")
                    self._answer_effect(effect, "go")
                case Final():
                    self._is_over = True

    def _answer_effect(self, effect: Think | Ask | HandOver, value: object) -> None:
        self.carry_out(self.session.handle(Answered(effect, value)))

    def _change(self, change: Change) -> None:
        """Make ``change``, and print what it did, and what others did meanwhile. Raises ``NotWritten``."""
        game, number, viewer = self.game, self.game.position, self.game.viewer
        self.run_to_end(change.make())
        if game.position > number:
            self.print_action(number, viewer)
            self._print_money(number)
            self._print_actions(number + 1)
        elif game.position < number:
            self.say(self.words.say("plain.back"))
        self.carry_out(change.then())

    def _print_money(self, number: int) -> None:
        """Print what the viewer has after action ``number`` of their own, if it paid or brought Livre."""
        seat = self.game.actor(number)
        if seat == self.game.viewer and seat in self.game.people:
            before, now = (self.game.observation(n).table.players[seat].livre for n in (number, number + 1))
            if now != before:
                self.say(self.words.say("plain.money", n=now))

    def _print_actions(self, first: int) -> None:
        """Print what the actions from number ``first`` on did."""
        for number in range(first, self.game.position):
            self.print_action(number)

    # ---- questions and answers

    def _ask(self) -> None:
        """Print the question of a new position, and read an answer or a command."""
        if not self.session.moment.is_asked:
            self.session.update(is_asked=True)
            view = self.game.observation()
            if chooses_card(view.table) or chooses_hand(view.table):
                is_first = self.game.viewer not in self._last_reports
                changes = self.list_changes()
                self.say_all(self.words.goods(view) if is_first else changes)
            self._print_question()
        try:
            self._answer(self.read_answer().strip())
        except NotWritten as error:
            self.say_failure(error)

    def read_answer(self) -> str:
        """Return the line that answers the question. Raises ``StopPlaying``."""
        return self.read("> ")

    def say_failure(self, error: NotWritten) -> None:
        """Say why a change was not made."""
        self.say(describe_failure(error, self.words))

    def _print_question(self) -> None:
        view = self.game.observation()
        self.say()
        if self.game.menu.only_end and (loss := self.session.ending.describe_loss()):
            self.say(self.words.say("table.given-up.sentence", what=loss))
        self.say(self.words.question(view.table.pending[-1], view.table).longest)
        self._print_choices()

    def _print_choices(self) -> None:
        view, choice = self.game.observation(), self.session.moment.selection
        if choice is not None:
            for number, name in enumerate(self._format_names(choice.zone, choice.things)):
                line = f"{number + 1}: {name}"
                self.say(self.words.say("plain.selected", what=line) if number in choice.chosen else line)
            self.say(self.words.say_of("plain.set", {"text": _example(choice)}))
            return
        headings = [self.words.group(action, view.table) for action, *_ in self._offers]
        group = "" if len(set(headings)) > 1 else headings[0]  # the question says what a single group is about
        for number, (heading, (action, *_)) in enumerate(zip(headings, self._offers, strict=True), start=1):
            if heading != group:
                group = heading
                self.say(f"{group}:")
            self.say(f"{number}: {self.words.action(action, view.table)}")

    @property
    def _offers(self) -> list[list[Action]]:
        """The actions that each number takes; one of them takes the first."""
        return group_equal(self.game.menu.actions, self.game.observation().table)

    def numbers_of(self, action: Action) -> str:
        """Return the numbers that take ``action``."""
        if (choice := self.session.moment.selection) is not None:
            return " ".join(str(n + 1) for n in sorted(choice.select(action).chosen))
        return " ".join(str(n) for n, equal in enumerate(self._offers, start=1) if action in equal)

    def _format_names(self, zone: str, pieces: Sequence[str]) -> list[str]:
        box = box_of(self.game.observation().table)
        format_name = self.words.card if zone == "supply" else self.words.tile
        return [format_name(piece, box) for piece in pieces]

    def _answer(self, answer: str) -> None:
        """Run a command, print a preview, or take a choice by its numbers."""
        parsed = parse_command(answer, self.words, self.commands)
        if parsed is not None:
            command, argument = parsed
            if command == "stop":
                raise StopPlaying
            self._commands[command](argument)
        elif answer.startswith("?"):
            self.print_preview(self._parse_choice(answer[1:], keep=False))
        elif answer[:1].isalpha():
            self.say(self.words.say("plain.unknown", text=answer))
        elif answer:
            action = self._parse_choice(answer, keep=True)
            if action is not None:
                self._take(action)

    def _end_turn(self, argument: str) -> None:
        ending = next((action for action in self.game.menu.actions if isinstance(action, EndTurn)), None)
        if ending is None:
            self.say(self.words.say("table.notice.turn-open"))
        else:
            self._take(ending)

    def _parse_choice(self, answer: str, keep: bool) -> Action | None:
        """Return the action with these numbers; None, after saying why, if there is none.

        An incomplete selection of a set is stored if ``keep``.
        """
        offers, choice = self._offers, self.session.moment.selection
        count = len(offers if choice is None else choice.things)
        parts = answer.replace(",", " ").split()
        numbers = [int(part) - 1 for part in parts if part.isascii() and part.isdigit() and len(part) < 6]
        if len(numbers) != len(parts) or not numbers or not all(0 <= n < count for n in numbers):
            numbers = []
        if choice is not None and numbers:
            return self._select(choice, tuple(dict.fromkeys(numbers)), keep)
        if choice is None and len(numbers) == 1:
            return offers[numbers[0]][0]
        key, text = ("number", "") if choice is None else ("numbers", _example(choice))
        self.say(self.words.say_of(f"plain.{key}-needed", {"n": count, "text": text}))
        return None

    def _select(self, choice: SetSelection, numbers: tuple[int, ...], keep: bool) -> Action | None:
        """Return the action of the elements ``numbers``, alone or with those selected before.

        If that is none, a number selects an element or deselects it.
        """
        alone = replace(choice, chosen=numbers)
        if alone.action is not None:
            return alone.action
        if not keep:  # an incomplete set has no preview, but its pieces have meanings
            table = self.game.observation().table
            for number in numbers:
                self.say(self.words.piece(PieceRef(choice.zone, choice.things[number]), table))
            return None
        for number in numbers:
            before, choice = choice, choice.toggle(number)
            if choice is before:
                [name] = self._format_names(choice.zone, [choice.things[number]])
                self.say(self.words.say("plain.not-together", part=name))
                return None
        if choice.action is None:
            self.session.update(selection=choice)
            if choice.chosen:
                self.say(self.words.say("plain.so-far", parts=self._format_names(choice.zone, choice.names)))
            else:
                self.say(self.words.say_of("plain.set", {"text": _example(choice)}))
        return choice.action

    def _take(self, action: Action) -> None:
        self.carry_out(self.session.game_mode.play(action))

    # ---- undo and redo

    def _find_last_action(self) -> int | None:
        """Return the last position before this one where a person was to move; None if there is none."""
        game = self.game
        return next((n for n in range(game.position - 1, -1, -1) if game.actor(n) in game.people), None)

    def _find_last_turn(self) -> int | None:
        last = self._find_last_action()
        return None if last is None else self.game.turn_start(last)

    def _undo(self, position: int | None) -> None:
        self.carry_out(undo_to(self.session, -1 if position is None else position))

    def _agrees(self, question: str) -> bool:
        """Ask ``question`` until the answer is yes or no; an empty line is no."""
        yes, no = (self.words.say(f"plain.{answer}").split() for answer in ("yes", "no"))
        while (answer := self.read(f"{question} ").strip().lower()) not in ("", *yes, *no):
            self.say(self.words.say("plain.yes-or-no", names=[yes[0], no[0]]))
        return answer in yes

    def _redo(self, whole_turn: bool) -> None:
        """Redo until a person is to move."""
        game = self.game
        if not game.can_redo:
            self.say(self.words.say("table.notice.no-redo"))
            return
        while game.can_redo:
            self.run_to_end(game.redo_turn() if whole_turn else game.redo_to(game.position + 1))
            if game.person_to_move is not None:
                break
        self.say(self.words.say("plain.again"))


def _example(choice: SetSelection) -> str:
    """Return numbers of as many elements as a set has."""
    return " ".join(map(str, range(1, (choice.size or 2) + 1)))


def read_line(prompt: str) -> str:
    """Return a line from stdin. Raises ``StopPlaying`` at the end of the input."""
    print(clean_line(prompt), end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        say()
        raise StopPlaying
    return line.rstrip("\n").removeprefix("\N{BYTE ORDER MARK}")  # PowerShell begins a pipe with it


# ---- the command


def add_plain_options(command: Parser) -> None:
    command.option("file", metavar=value_name("FILE"), nargs="?", type=file_path)
    add_game_options(command, players="players-plain")


def run_plain(options: Namespace, settings: Settings) -> int:
    """Play a saved or a new game on stdin and stdout."""
    return play_plain(*choose_game(options, settings, "refused.both"), settings)


def play_plain(path: Path, new_setup: Setup | None, settings: Settings) -> int:
    """Play the game at ``path``, which is new if ``new_setup`` is given. Raises ``CommandError``."""
    words = settings.words
    if new_setup is None and is_for_screens(path):
        raise CommandError("refused.for-screens", path=str(path))
    with ExitStack() as resources:
        game = _open_game(resources, path, new_setup, settings)
        game.on_relocation = lambda relocation: say_wrapped(words.relocation(relocation))
        loop = resources.enter_context(Runner()).get_loop()
        say_wrapped(words.say("plain.begins", path=str(game.path)))
        try:
            spoken = SpokenWords(words.language, words.edition)
            table = PlainTable(game, spoken, settings, loop, partial(_ensure_saved, game))
            if is_ended(game.recording) and not game.recording.over:  # somebody conceded
                table.print_end()
            else:
                table.play()
            say()
        except StopPlaying:
            pass
        except NotWritten as error:
            raise CommandError("refused.not-written-on", path=str(game.path), reason=error) from error
        say_wrapped(words.say("printed.game-is-in", path=str(_ensure_saved(game))))
    return 0


def _ensure_saved(game: LocalGame) -> Path:
    """Return the file in which the game is saved. Raises ``CommandError``."""
    try:
        game.ensure_saved()
    except NotWritten as error:
        raise CommandError("refused.not-written", path=str(game.path), reason=error) from error
    return game.path


def _open_game(resources: ExitStack, path: Path, new_setup: Setup | None, settings: Settings) -> LocalGame:
    """Return the game to play; ``resources`` closes its file. Raises ``CommandError``."""
    words = settings.words
    if new_setup is None:
        open_sound_save(path, words)
    try:
        with refusing_save(path, words):
            resources.enter_context(lock_save(path))
            journal = open_journal(path) if new_setup is None else create(path, mark_owner(new_setup, settings.name))
    except OSError as error:
        raise CommandError("refused.not-written", path=str(path), reason=error) from error
    if journal.notice is not None:
        say_wrapped(words.notice(journal.notice))
    if journal.header.origin == "fork" and (other_try := describe_fork(journal.game.setup, words)):
        say_wrapped(other_try)
    if new_setup is not None:
        write_terms(path, settings.shown_edition)
    game = LocalGame(journal)
    resources.callback(game.close)
    return game
