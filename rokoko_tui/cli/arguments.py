"""What commands may be given: options that several of them share, and a parser that speaks the language chosen.

Nothing here loads the game, so that ``--help`` answers at once.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from rokoko_tui.cli import argparse_messages as library
from rokoko_tui.cli.output import PROGRAM
from rokoko_tui.settings.launch import LEAST_THINKING, MOST_THINKING
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.safe_display import legible


class Parser(argparse.ArgumentParser):
    """Says in one sentence what is wrong, and in its help what the tables say of its command."""

    words: Vocabulary
    late: "Callable[[Parser], None] | None" = None
    """Adds the options of a command, when that command is the one that was given."""
    more: Callable[[], str] = staticmethod(str)
    """What the help ends with, looked up only when somebody asks for it."""

    def parse_known_args(self, args=None, namespace=None):  # type: ignore[no-untyped-def]
        """As ever, with the options the command has by then."""
        if self.late is not None:
            late, self.late = self.late, None
            late(self)
        return super().parse_known_args(args, namespace)

    def format_help(self) -> str:
        """The help, and what it ends with."""
        return super().format_help() + self.more()

    def error(self, message: str) -> NoReturn:
        """Leave with code 2 and one sentence."""
        told = self.words.say("command_line.wrong", program=PROGRAM, reason=message, command=self.prog)
        self.exit(2, legible(told) + "\n")

    def option(self, *names: str, key: str = "", **kinds: object) -> None:
        """Add an option or argument; its help stands under ``option.key``, by default under its own name."""
        key = key or names[0].lstrip("-")
        told = self.words.say_of(f"command_line.option.{key}", {"n": kinds.get("default", 0)})
        self.add_argument(*names, help=told, **kinds)  # type: ignore[arg-type]


class Version(argparse.Action):
    """Tells the version, which the core knows, and leaves."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *given: object) -> None:
        """Answer ``--version``."""
        from rokoko_core import __version__

        sys.stdout.write(f"{PROGRAM} {__version__}\n")
        parser.exit()


def speak(words: Vocabulary) -> None:
    """Let parsers, and what the library says by itself, use ``words`` from now on."""
    Parser.words = words
    library.speak(words)


def value_name(name: str, several: bool = False) -> str:
    """What help calls a value, such as ``FILE``, in the language spoken; of ``several``, ``FILE,FILE,...``."""
    told = Parser.words.say(f"command_line.value-name.{name}")
    return f"{told},{told},..." if several else told


# ---- kinds of values


def seconds(text: str) -> float:
    """Seconds to think. Raises ArgumentTypeError."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not LEAST_THINKING <= found <= MOST_THINKING:
        least, most = f"{LEAST_THINKING:g}", f"{MOST_THINKING:g}"
        told = Parser.words.say("command_line.value.seconds", low=least, high=most, value=text)
        raise argparse.ArgumentTypeError(told)
    return found


def whole_number(text: str) -> int:
    """A number of 0 or more. Raises ArgumentTypeError."""
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(Parser.words.say("command_line.value.number", value=text))
    return int(text[:40])


# ---- options that several commands share


def add_file(command: Parser) -> None:
    """FILE."""
    command.add_argument("file", metavar=value_name("FILE"), type=Path)


def add_position(command: Parser) -> None:
    """``--at N``."""
    command.option("--at", metavar="N", type=whole_number)


def add_eyes(command: Parser) -> None:
    """``--seat NAME`` or ``--all``."""
    eyes = command.add_mutually_exclusive_group()
    eyes.add_argument("--seat", metavar=value_name("NAME"), help=command.words.say("command_line.option.seat"))
    eyes.add_argument("--all", action="store_true", help=command.words.say("command_line.option.all"))


def add_thinking(command: Parser) -> None:
    """``--think SECONDS``."""
    command.option("--think", metavar=value_name("SECONDS"), type=seconds, default=argparse.SUPPRESS)


def add_expansions(command: Parser) -> None:
    """``--expansions NAME,...``."""
    command.option("--expansions", metavar=f"{value_name('TITLE')},...")


def add_game_options(command: Parser, players: str = "players") -> None:
    """Who plays a new game, and with what; ``players`` is the key of the help about the first of it."""
    command.option("--players", key=players, metavar=value_name("NAME", several=True))
    command.option("--solo", action="store_true")
    command.option("--bots", metavar=value_name("BOT", several=True))
    command.more = lambda: opponents(command.words)
    add_thinking(command)
    command.option("--seed", metavar="N", type=whole_number)
    command.option("--first", metavar=value_name("NAME"))
    add_expansions(command)
    command.option("--scores", choices=("all", "owner", "nobody"), default="all")


# ---- what helps end with


def levels(words: Vocabulary, least: int = 0) -> str:
    """The levels of automatic players, from number ``least`` on, then the bots of other packages."""
    from rokoko_core.bots import LEVELS, guests
    from rokoko_tui.text import bot_levels as bots

    lines = (f"  {name:<11} {bots.line(words, name)}\n" for name in [*list(LEVELS)[least:], *guests()])
    return f"\n{words.say('command_line.levels')}\n{''.join(lines)}"


def opponents(words: Vocabulary) -> str:
    """The levels people are offered, and what a bot without one is."""
    from rokoko_core.bots import LEVELS, USUAL

    weakest = next(n for n, level in enumerate(LEVELS.values()) if level.for_people)
    return f"{levels(words, weakest)}{words.say('command_line.usual', level=USUAL)}\n"
