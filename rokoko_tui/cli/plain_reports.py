"""Commands of plain mode, and its reports: sentences suited to a screen reader, one idea per line.

A command is a word in the language of the game or in English, or a letter. A letter stands for its key, so it works
with every keyboard layout.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from rokoko_core.actions import Action
from rokoko_core.bots.advice import advice
from rokoko_core.bots.time_limit import timed_clock
from rokoko_core.box import HALLS, box_of
from rokoko_core.concession import final_sheets
from rokoko_core.observe import determinize, known_scores
from rokoko_core.play.choices import family_of
from rokoko_core.play.shown_plans import ShownPlans
from rokoko_core.play.view import GameControl
from rokoko_core.safe_text import find_named, fold_case
from rokoko_core.terms import Family
from rokoko_tui.cli import streams
from rokoko_tui.settings.settings import Settings
from rokoko_tui.table.log_lines import LogLines
from rokoko_tui.text import LogLine, Words, get_vocabulary
from rokoko_tui.text.languages import to_latin
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.speech import FREE, Report, SpokenWords, places, scores, table

T = TypeVar("T")

LOG = 12
"""The default number of log lines."""
LETTERS = {
    "e": "end",
    "t": "table",
    "n": "changes",
    "l": "log",
    "s": "score",
    "w": "why",
    "h": "hint",
    "u": "undo",
    "U": "undo-turn",
    "r": "redo",
    "R": "redo-turn",
    "?": "help",
    "q": "stop",
}
"""Commands by letter, in every language."""
COMMANDS = (
    *("end", "choices", "why", "hint", "hand", "table", "changes", "hall", "board", "to-come", "score", "log"),
    *("undo", "undo-turn", "redo", "redo-turn", "save", "help", "stop"),
)
"""All commands, in the order of the help."""
REMOTE_COMMANDS = (
    *COMMANDS,
    *("seats", "agree", "refuse", "withdraw", "leave-to-bot", "concede", "replace", "say", "mute", "name", "give-back"),
)
"""All commands at a seat of a hosted game."""


def list_names(command: str, words: Words) -> list[str]:
    """Return the words of ``command``, then its letters."""
    letters = [letter for letter, name in LETTERS.items() if name == command]
    return [*_list_words(command, words), *letters]


def _list_words(command: str, words: Vocabulary) -> list[str]:
    return words.say(f"plain.command.{command}").split()


def parse_command(answer: str, words: Words, commands: Sequence[str] = COMMANDS) -> tuple[str, str] | None:
    """Return (command, rest of the line); None if ``answer`` is no command, such as ``? 2``."""
    first, _, rest = answer.partition(" ")
    if first == "?" and rest:
        return None
    for vocabulary in (words, get_vocabulary(words.edition)):
        for command in commands:
            if fold_case(first) in _list_words(command, vocabulary):
                return command, rest.strip()
    letter = to_latin(first, words.language.name) if len(first) == 1 else ""
    return (LETTERS[letter], rest.strip()) if letter in LETTERS else None


class PlainReports:
    """Reports about a game, line by line."""

    def __init__(
        self,
        game: GameControl,
        words: SpokenWords,
        settings: Settings,
        loop: asyncio.AbstractEventLoop,
        path: Callable[[], Path] | None = None,
    ) -> None:
        """``loop`` runs the coroutines; ``path`` is the file of the game, if it is on this machine."""
        self.game, self.words, self.settings = game, words, settings
        self._loop, self._path = loop, path
        self._plans = ShownPlans(game)
        self.commands: Sequence[str] = COMMANDS
        self._last_reports: dict[int | None, Report] = {}
        """By viewer, the last report about the table."""

    def run_to_end(self, work: Awaitable[T]) -> T:
        """Run ``work`` and return its result. Unlike ``asyncio.run`` it lets Ctrl+C interrupt a thinking bot."""
        return self._loop.run_until_complete(work)

    @property
    def round(self) -> int:
        return self.game.observation().table.round

    def say(self, line: str = "") -> None:
        """Print a line for a screen reader."""
        streams.say_wrapped(self.words.spoken(line))

    def say_all(self, lines: Iterable[str]) -> None:
        """Print several lines; nothing for none."""
        for line in lines:
            self.say(line)

    def say_lines(self, lines: list[LogLine]) -> None:
        """Print log lines with their headings."""
        self.say_all(line.text for line in lines)

    # ---- the table

    def print_table(self, argument: str = "") -> None:
        """Print everything that is face up."""
        self.say_all(self._make_report().values())

    def print_hand(self, argument: str = "") -> None:
        """Print the viewer's goods, silk and cards."""
        self.say_all(self.words.hand(self.game.observation()))

    def print_changes(self, argument: str = "") -> None:
        """Print what changed since the last report."""
        self.say_all(self.list_changes() or [self.words.say("plain.nothing-new")])

    def list_changes(self) -> list[str]:
        """Return the sentences that changed since the last report; none the first time.

        What was taken of the free decorations is said of its owner.
        """
        before = self._last_reports.get(self.game.viewer)
        now = self._make_report()
        if before is None:
            return []
        return [sentence for topic, sentence in now.items() if before.get(topic) != sentence and topic != FREE]

    def _make_report(self) -> Report:
        report = self._last_reports[self.game.viewer] = table(self.words, self.game.observation())
        return report

    def print_hall(self, argument: str = "") -> None:
        """Print the hall with the number ``argument`` and its guests; without a number, all halls."""
        state, box = self.game.observation().table, box_of(self.game.observation().table)
        named = [hall for hall in HALLS if str(hall) == argument]
        for hall in named or HALLS:
            self.say(self.words.rank_in_hall(hall, state))
        for space in box.hall_guests[named[0]] if named else ():
            self.say(self.words.piece(PieceRef("guest", space.id), state))

    def print_board(self, argument: str = "") -> None:
        """Print the board of the player with the name or number ``argument``; else the viewer's own."""
        view, words = self.game.observation(), self.words
        names = [words.seat(view.table.setup, seat) for seat in range(box_of(view.table).seats)]
        numbers = [n for n in range(len(names)) if argument == str(n + 1)]
        seat = next(iter((find_named(argument, names) if argument else []) + numbers), view.seat or 0)
        self.say(words.say("inspection.board.title", who=names[seat]))
        self.say_lines(words.board(view, seat))

    def print_to_come(self, argument: str = "") -> None:
        self.say_lines(self.words.to_come(self.game.observation()))

    def print_scores(self, argument: str = "") -> None:
        """Print the score of each player with its sources, and what is still open of them."""
        view = self.game.observation()
        self.say_all((*scores(self.words, view), *self.words.open_parts(view)))

    def print_end(self) -> None:
        """Print who conceded, the final scores, the ranking and the hints taken."""
        game, view = self.game, self.game.observation()
        conceded = sorted({seat for seat, _ in game.concessions})
        sheets = final_sheets(game.recording) if conceded else known_scores(view)
        for seat in conceded:
            self.say(self.words.say("printed.conceded", who=self.words.seat(game.setup, seat)))
        self.say_all((*scores(self.words, view), *places(self.words, view, sheets)))
        if hints := self.words.hints(self.game.hints, self.game.setup):
            self.say(hints)

    def print_log(self, argument: str = "") -> None:
        """Print the last ``argument`` lines of the log."""
        count = int(argument) if argument.isascii() and argument.isdigit() and len(argument) < 6 else LOG
        log, lines = LogLines(self.game), list[LogLine]()
        for number in reversed(range(self.game.position)):
            lines = [line for _, line in log.list_lines(self.words, range(number, number + 1))] + lines
            if len(lines) >= count:
                break
        else:
            lines = log.list_setup_lines(self.words) + lines
        self.say_lines(lines[-count:] if count else [])

    # ---- choices

    def numbers_of(self, action: Action) -> str:
        """Return what takes ``action``, with blanks between several numbers."""
        raise NotImplementedError

    def print_action(self, number: int, viewer: int | None = None) -> None:
        """Print what action ``number`` did, as ``viewer`` may know it, by default the present viewer."""
        seat = self.game.viewer if viewer is None else viewer
        game, box = self.game, box_of(self.game.observation(0).table)
        self.say_lines(self.words.narration(game.events_for(number, seat), game.setup, box))

    def print_why(self, argument: str = "") -> None:
        table = self.game.observation().table
        reasons = dict.fromkeys(self.words.refusal(refusal, table).longest for refusal in self.game.menu.refusals)
        self.say_all(reasons or [self.words.say("table.notice.no-reasons")])

    def print_hint(self, argument: str = "") -> None:
        """Print the best choices with reasons."""
        view = self.game.observation()
        table = determinize(view, self.game.random())
        if not self.settings.hints or len(self.game.menu.items) == 1:
            self.say(self.words.say(f"advice.hint.{'none' if self.settings.hints else 'off'}"))
            return
        plan = self._plans.next_steps()
        best_choices = advice(view, self.game.random(), timed_clock(self.settings.think), plan=plan or ())
        self.run_to_end(self.game.hint())
        self._plans.remember(best_choices)
        lines = self.words.plan_of_last_hint(best_choices[0], plan)
        for best in best_choices:
            choice = f"{self.numbers_of(best.action)}: {self.words.advice(best, table)}"
            lines += [choice, *self.words.advice_details(best, table)]
        self.say_all(lines)

    def print_preview(self, action: Action | None) -> None:
        if action is not None:
            forecast = self.run_to_end(self.game.forecast(action))
            table = self.game.observation().table
            consequences = self.words.describe_consequences(action, table)
            hired = [self.words.say("plain.hired")] if family_of(action) is Family.HIRE else []
            lines = self.words.preview(forecast.preview, table, forecast.score_range, named=self.settings.hints)
            self.say_all([*consequences, *hired, *lines])

    def print_save(self, argument: str = "") -> None:
        """Print the path of the save, or that saving needs no command."""
        words = self.words
        saved = words.say("plain.saved", path=str(self._path())) if self._path else words.say("plain.saved-always")
        streams.say_wrapped(saved)

    def print_help(self, argument: str = "") -> None:
        for what in ("number", "preview"):
            self.say(self.words.say(f"plain.help.{what}"))
        for command in self.commands:
            names = list_names(command, self.words)
            what = self.words.say(f"plain.help.{command}")
            self.say(self.words.say("plain.help-line", names=self.words.listed(names, "or"), what=what))
