"""The argument parser in the selected language, and options shared by several commands.

This module does not import the game, so ``--help`` is fast.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, NoReturn

from rokoko_tui.cli.streams import PROGRAM
from rokoko_tui.data_files import load_table
from rokoko_tui.settings.settings import LEAST_THINKING, MOST_DELAY, MOST_THINKING
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.safe_display import NO_BREAK_SPACE, clean_line

MOST_COUNT = 10_000
MOST_PORT = 65535
TEXTS: dict[str, tuple[str, dict[str, str]]] = load_table(__file__, "argparse")


class Parser(argparse.ArgumentParser):
    """A parser with translated help and one-sentence errors."""

    words: Vocabulary
    add_options: "Callable[[Parser], None] | None" = None
    """Adds the options of the command, called only if the command line names it."""
    help_ending: Callable[[], str] = staticmethod(str)
    """Returns the end of the help, called only if help is printed."""

    def parse_known_args(self, args=None, namespace=None):  # type: ignore[no-untyped-def]
        if self.add_options is not None:
            add_options, self.add_options = self.add_options, None
            add_options(self)
            return self.parse_args(args, namespace), []  # a refusal of what is unknown names this command
        return super().parse_known_args(args, namespace)

    def format_help(self) -> str:
        return super().format_help() + self.help_ending()

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Refuse a value that is no choice, with the quotation marks of the language."""
        if action.choices is not None and value not in action.choices:
            names = [str(choice) for choice in action.choices]
            text = self.words.say("command_line.library.choice", value=str(value), names=names)
            raise argparse.ArgumentError(action, text)

    def _print_message(self, message: str, file: IO[str] | None = None) -> None:  # type: ignore[override]
        super()._print_message(message.replace(NO_BREAK_SPACE, " "), file)

    def error(self, message: str) -> NoReturn:
        """Print one sentence and exit with code 2."""
        sentence = self.words.say("command_line.wrong", program=PROGRAM, reason=message, command=self.prog)
        self.exit(2, clean_line(sentence) + "\n")

    def option(
        self, *names: str, key: str = "", group: "argparse._MutuallyExclusiveGroup | None" = None, **kinds: object
    ) -> None:
        """Add an option or argument; its help is the message ``option.key``, by default with its own name as key.

        Of the options of a ``group``, at most one may be given.
        """
        key = key or names[0].lstrip("-")
        help = self.words.say_of(f"command_line.option.{key}", {"n": kinds.get("default", 0)})
        (group or self).add_argument(*names, help=help, **kinds)  # type: ignore[arg-type]


class Version(argparse.Action):
    """Prints the version; imports the core only then."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from rokoko_core import __version__

        sys.stdout.write(f"{PROGRAM} {__version__}\n")
        parser.exit()


def set_language(words: Vocabulary) -> None:
    """Let parsers and argparse use ``words``; texts that are not in ``TEXTS`` stay unchanged."""
    Parser.words = words

    def translate(text: str) -> str:
        if text not in TEXTS:
            return text
        key, placeholders = TEXTS[text]
        return words.say(f"command_line.library.{key}", **placeholders)

    setattr(argparse, "_", translate)  # noqa: B010 - argparse calls this function for every text


def value_name(name: str, several: bool = False) -> str:
    """Return the translated placeholder of a value, such as ``FILE``; with ``several``, ``FILE,FILE,...``."""
    value = Parser.words.say(f"command_line.value-name.{name}")
    return f"{value},{value},..." if several else value


# ---- types of values

NEVER = "never"
"""The value for turns that do not end automatically."""


def seconds(text: str) -> float:
    """Parse a thinking time in seconds. Raises ArgumentTypeError."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not LEAST_THINKING <= value <= MOST_THINKING:
        least, most = f"{LEAST_THINKING:g}", f"{MOST_THINKING:g}"
        raise argparse.ArgumentTypeError(
            Parser.words.say("command_line.value.seconds", low=least, high=most, value=text)
        )
    return value


def end_delay(text: str) -> float | str:
    """Parse the seconds before a turn ends automatically, or ``NEVER``. Raises ArgumentTypeError."""
    if text == NEVER:
        return text
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= MOST_DELAY:
        raise argparse.ArgumentTypeError(
            Parser.words.say("command_line.value.end-delay", most=MOST_DELAY, text=NEVER, value=text)
        )
    return value


def whole_number(text: str) -> int:
    """Parse a number of 0 or more. Raises ArgumentTypeError."""
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(Parser.words.say("command_line.value.number", value=text))
    return int(text.lstrip("0")[:40] or 0)


def small_number(text: str) -> int:
    """Parse a number of days or minutes, from 1 to 10000. Raises ArgumentTypeError."""
    number = whole_number(text)
    if not 1 <= number <= MOST_COUNT:
        raise argparse.ArgumentTypeError(Parser.words.say("command_line.value.count", most=MOST_COUNT, value=text))
    return number


def port(text: str) -> int:
    """Parse the number of a port; 0 is a free one. Raises ArgumentTypeError."""
    if not (text.isascii() and text.isdigit() and (number := whole_number(text)) <= MOST_PORT):
        raise argparse.ArgumentTypeError(Parser.words.say("command_line.value.port", most=MOST_PORT, value=text))
    return number


def file_path(text: str) -> Path:
    """Return the path ``text``. Raises ArgumentTypeError if no file can have this name."""
    try:
        possible = b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        possible = False
    if not possible:
        raise argparse.ArgumentTypeError(Parser.words.say("command_line.value.path", value=text))
    return Path(text)


def bot_level(text: str) -> str:
    """Return the id of the bot level that ``text`` names, or ``text`` if there is none."""
    from rokoko_tui.text import bot_levels

    return bot_levels.find(Parser.words, text) or text


# ---- shared options


def add_file(command: Parser) -> None:
    command.option("file", metavar=value_name("FILE"), type=file_path)


def add_file_or_list(command: Parser) -> None:
    command.option("file", key="file-or-list", metavar=value_name("FILE"), nargs="?", type=file_path)


def add_position(command: Parser) -> None:
    command.option("--at", metavar="N", type=whole_number)


def add_eyes(command: Parser) -> None:
    """Add ``--seat NAME`` and ``--all``, which exclude each other."""
    eyes = command.add_mutually_exclusive_group()
    command.option("--seat", group=eyes, metavar=value_name("NAME"))
    command.option("--all", group=eyes, action="store_true")


def add_thinking(command: Parser) -> None:
    command.option("--think", metavar=value_name("SECONDS"), type=seconds, default=argparse.SUPPRESS)


def add_expansions(command: Parser) -> None:
    command.option("--expansions", metavar=f"{value_name('TITLE')},...")


def add_game_options(command: Parser, players: str = "players") -> None:
    """Add the options of a new game; ``players`` is the key of the help for ``--players``."""
    command.option("--players", key=players, metavar=value_name("NAME", several=True))
    command.option("--solo", action="store_true")
    command.option("--bots", metavar=value_name("BOT", several=True))
    command.help_ending = lambda: list_opponents(command.words)
    add_thinking(command)
    command.option("--seed", metavar="N", type=whole_number)
    command.option("--first", metavar=value_name("NAME"))
    command.option("--fair-start", action="store_true")
    add_expansions(command)
    command.option("--scores", choices=("all", "owner", "nobody"), default="all")


# ---- lists at the end of help


def list_levels(words: Vocabulary, least: int = 0) -> str:
    """List the bot levels from number ``least`` on, then the bots of other packages."""
    from rokoko_core.bots import LEVELS, external_levels
    from rokoko_tui.text import bot_levels as bots

    listed = {bots.with_id(words, level): level for level in [*list(LEVELS)[least:], *external_levels()]}
    width = max(map(len, listed))
    lines = (f"  {name:<{width}}  {bots.line(words, level)}\n" for name, level in listed.items())
    return f"\n{words.say('command_line.levels')}\n{''.join(lines)}"


def list_opponents(words: Vocabulary) -> str:
    """List the levels for people, and the default level."""
    from rokoko_core.bots import DEFAULT_LEVEL, LEVELS
    from rokoko_tui.text import bot_levels as bots

    weakest = next(n for n, level in enumerate(LEVELS.values()) if level.for_people)
    return f"{list_levels(words, weakest)}{words.say('command_line.usual', level=bots.with_id(words, DEFAULT_LEVEL))}\n"
