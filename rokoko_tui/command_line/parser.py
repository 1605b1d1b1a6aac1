"""The command line: reads it, settles folders and words, and sends each command on its way.

Nothing heavy is imported before a command needs it, so that ``--help`` answers at once. Messages are
one sentence on stderr; exit codes are 0 fine, 1 the file or game is bad, 2 wrong use.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from rokoko_tui.command_line.printing import PROGRAM, complain, legible
from rokoko_tui.session.launch import (
    EDITIONS,
    INTERRUPTED,
    LEAST_THINKING,
    MOST_THINKING,
    SAVES_VARIABLE,
    THEMES,
    Refused,
    Start,
    wrong_use,
)

if TYPE_CHECKING:
    from rokoko_tui.session.settings import Settings

GIVEN_ONCE = ("edition", "theme", "saves", "components", "think")
"""Options that stand in for the setting of the same name, for this run."""

EYES = "as this player sees it; else as an onlooker does"

EXAMPLES = """
examples:
  rokoko-tui                                        the start screen
  rokoko-tui new --players Ada,Bo,Cy --seed 7       straight to the table
  rokoko-tui new --players You --bots master,journeyman
  rokoko-tui new --solo --expansions jewelry-box    against Madame du Barry
  rokoko-tui show FILE --at 120                     the table as text
  rokoko-tui analyse FILE                           the turns that cost most, and what was better
  rokoko-tui verify saves/*                         replay games and compare every digest

exit codes: 0 fine, 1 the file or game is bad, 2 wrong use
"""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence."""

    more: Callable[[], str] = staticmethod(str)
    """What the help ends with, looked up only when somebody asks for it."""

    def format_help(self) -> str:
        return super().format_help() + self.more()

    def error(self, message: str) -> NoReturn:
        self.exit(2, legible(f"{PROGRAM}: {message} ({self.prog} --help tells more).") + "\n")


def _levels(least: int = 0) -> str:
    """The levels of automatic players, from number ``least`` on."""
    from rokoko_core.bots import LEVELS
    from rokoko_tui.words import words_of

    words = words_of("classic")
    lines = (f"  {name:<11} {words.level_line(name)}\n" for name in list(LEVELS)[least:])
    return "\nlevels of automatic players:\n" + "".join(lines)


def _opponents() -> str:
    """The levels people are offered, and what a bot without one is."""
    from rokoko_core.bots import LEVELS, USUAL

    weakest = next(n for n, level in enumerate(LEVELS.values()) if level.for_people)
    return f"{_levels(weakest)}A bot without a level is a {USUAL}.\n"


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not LEAST_THINKING <= seconds <= MOST_THINKING:
        limits = f"{LEAST_THINKING:g} to {MOST_THINKING:g}"
        raise argparse.ArgumentTypeError(f'a number of seconds from {limits} is needed, not "{text}"')
    return seconds


def _whole_number(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f'a whole number of 0 or more is needed, not "{text}"')
    return int(text[:40])


class _Version(argparse.Action):
    """Tells the version, which the core knows, and leaves."""

    def __init__(self, option_strings: Sequence[str], dest: str) -> None:
        words = "show program's version number and exit"
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, help=words)

    def __call__(self, parser: argparse.ArgumentParser, *given: object) -> None:
        """Answer ``--version``."""
        from rokoko_core.journal import PROGRAM_VERSION

        sys.stdout.write(f"{PROGRAM} {PROGRAM_VERSION}\n")
        parser.exit()


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    always = _Parser(add_help=False, argument_default=argparse.SUPPRESS)
    group = always.add_argument_group("anywhere")
    group.add_argument("--saves", metavar="DIR", help="folder of the saves (else ROKOKO_SAVES, else your data folder)")
    group.add_argument("--components", metavar="DIR", help="play with the component set in this folder")
    group.add_argument("--edition", choices=EDITIONS, help="whose words are used")
    group.add_argument("--theme", choices=THEMES, help="colours of the table")
    top = _Parser(
        prog=PROGRAM,
        description="The board game Rokoko for the terminal. Without a command: the start screen.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[always],
        allow_abbrev=False,
    )
    top.add_argument("--version", action=_Version)
    commands = top.add_subparsers(dest="command", metavar="COMMAND", title="commands")

    def command(name: str, words: str) -> _Parser:
        return commands.add_parser(name, help=words, description=words, parents=[always], allow_abbrev=False)

    _add_game_options(command("new", "begin a new game"), required=True)
    _add_thinking(_add_file(command("load", "go on with a saved game")))
    _add_position(_add_file(command("replay", "step through a saved game")))
    show = _add_position(_add_file(command("show", "print the table of a saved game")))
    eyes = show.add_mutually_exclusive_group()
    eyes.add_argument("--seat", metavar="NAME", help=EYES)
    eyes.add_argument("--all", action="store_true", help="with everything that lies face down")
    show.add_argument("--json", action="store_true", help="the state as JSON instead")
    log = _add_file(command("log", "print what happened in a saved game"))
    log.add_argument("--seat", metavar="NAME", help=EYES)
    log.add_argument("--json", action="store_true", help="the entries as they are stored instead, one a line")
    analyse = _add_file(command("analyse", "look back at a saved game: scores by round, and the turns that cost most"))
    analyse.add_argument("--seat", metavar="NAME", help="this player's turns only; before the end, its own view")
    analyse.add_argument("--most", metavar="N", type=_whole_number, default=5, help="turns told of, 5 by default")
    verify = command("verify", "replay saved games and compare every digest")
    verify.add_argument("files", metavar="FILE", nargs="+", type=Path)
    components = command("components", "check a component set and say what is reconstructed")
    components.add_argument("folder", metavar="DIR", nargs="?", type=Path, help="the set to check; else the one in use")
    components.add_argument(
        "--list", action="store_true", help="name every set that is at hand instead, with its digest"
    )
    command("doctor", "say what this terminal can do, and where files are kept")
    plain = command("plain", "play line by line, without a full screen: go on with FILE or begin a new game")
    plain.add_argument("file", metavar="FILE", nargs="?", type=Path)
    _add_game_options(plain, required=False)
    _add_arena_options(command("arena", "play games among automatic players and count who wins"))
    return top


def _add_arena_options(command: _Parser) -> None:
    command.add_argument(
        "--seats", metavar="LEVEL,...", help="levels around the table; one alone meets Madame du Barry"
    )
    command.add_argument("--games", metavar="N", type=_whole_number, default=100, help="games in all, 100 by default")
    jobs = "games at the same time, by default as many as there are cores"
    command.add_argument("--jobs", metavar="N", type=_whole_number, default=os.cpu_count() or 1, help=jobs)
    command.add_argument("--seed", metavar="N", type=_whole_number, default=1, help="of the first deal, 1 by default")
    command.add_argument("--expansions", metavar="NAME,...", help="jewelry-box, fancy, festivity, expert, or all")
    command.add_argument("--out", metavar="FILE", type=Path, help="keep the results there; a rerun goes on with them")
    command.add_argument("--scheduler", metavar="ADDRESS", help="play on the Dask cluster at this address")
    command.add_argument(
        "--report", metavar="PAGE", type=Path, help="write a page about the results in FILE ... instead"
    )
    command.add_argument("results", metavar="FILE", nargs="*", type=Path, help="results to report on")
    command.more = _levels


def _add_file(command: _Parser) -> _Parser:
    command.add_argument("file", metavar="FILE", type=Path)
    return command


def _add_position(command: _Parser) -> _Parser:
    command.add_argument("--at", metavar="N", type=_whole_number, help="the position after N actions")
    return command


def _add_thinking(command: _Parser) -> None:
    limit = "how long an automatic player may think about a turn"
    command.add_argument("--think", metavar="SECONDS", type=_seconds, default=argparse.SUPPRESS, help=limit)


def _add_game_options(command: _Parser, required: bool) -> None:
    who = "names around the table, clockwise" + (" (or --solo)" if required else "")
    command.add_argument("--players", metavar="NAME,NAME,...", help=who)
    command.add_argument("--solo", action="store_true", help="one person against Madame du Barry")
    bots = "automatic players: NAME:LEVEL, LEVEL for one named after it, or NAME"
    command.add_argument("--bots", metavar="BOT,BOT,...", help=bots)
    command.more = _opponents
    _add_thinking(command)
    command.add_argument("--seed", metavar="N", type=_whole_number, help="the same seed deals the same game")
    command.add_argument("--first", metavar="NAME", help="who begins; else drawn")
    command.add_argument("--expansions", metavar="NAME,...", help="jewelry-box, fancy, festivity, expert, or all")
    scores = "who sees the prestige gained in play before the end"
    command.add_argument("--scores", choices=("all", "owner", "nobody"), default="all", help=scores)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line ``argv``, by default the program's own, and say with what exit code to leave."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a sign the terminal cannot read or write must not end the game
    try:
        options = parser().parse_args(argv)
    except SystemExit as told:
        return told.code if isinstance(told.code, int) else 2
    return _guarded(options)


def _guarded(options: argparse.Namespace) -> int:
    """Run the command; whatever happens, the player gets a sentence and never a traceback."""
    try:
        code = _run(options)
        sys.stdout.flush()
    except Refused as refused:
        complain(str(refused))
        return refused.code
    except BrokenPipeError:
        # Whoever read our output has seen enough; nothing may be written there any more, not even on leaving.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        complain(f"something went wrong that should not have ({type(error).__name__}){_reported(error, options)}.")
        return 1
    return code


def _reported(error: Exception, options: argparse.Namespace) -> str:
    """Write a report of ``error`` into the folder of the saves; words about where it is."""
    try:
        from rokoko_tui.session.report import write_report
        from rokoko_tui.session.saves import saves_folder

        game = getattr(options, "file", None)
        report = write_report(saves_folder(getattr(options, "saves", None)), error, game)
    except Exception:  # whatever broke the command may break this too
        return "; every game is safe on disk"
    return f"; every game is safe on disk, and a report is in {report}"


def _run(options: argparse.Namespace) -> int:
    settings = _settings(options)
    command: str | None = options.command
    if command is None:
        return launch(settings, Start())
    if command == "doctor":
        from rokoko_tui.command_line.doctor import examine

        return examine(settings)
    if command == "analyse":
        from rokoko_tui.command_line.review import analyse

        return analyse(options, settings)
    if command == "plain":
        from rokoko_tui.command_line.plain import play_plainly

        return play_plainly(options, settings)
    if command == "arena":
        from rokoko_tui.arena.command import arena

        return arena(options, settings)
    from rokoko_tui.command_line import commands

    if command in commands.STARTS:
        return launch(settings, commands.STARTS[command](options, settings))
    return commands.COMMANDS[command](options, settings)


def _settings(options: argparse.Namespace) -> "Settings":
    """The settings in force: the file's, with what the command line and the environment put in their place."""
    from rokoko_tui.session.settings import BadSettings, Settings, components_of, load_settings

    try:
        settings = load_settings()
    except BadSettings as bad:
        complain(f"{bad} The defaults are used, and the file is left as it is.")
        settings = Settings()
    given = {name: getattr(options, name) for name in GIVEN_ONCE if hasattr(options, name)}
    if "saves" not in given and os.environ.get(SAVES_VARIABLE):
        given["saves"] = os.environ[SAVES_VARIABLE]
    settings = settings.with_options(**given)
    if settings.components is None:
        return settings
    from rokoko_core.components import ComponentError

    try:
        components_of(settings)
    except ComponentError as error:
        from rokoko_tui.words import words_of

        why = words_of(settings.edition).bad_component(error)
        if "components" in given:
            raise Refused(f"the component set cannot be used: {why}.") from error
        complain(f"the component set of your settings cannot be used ({why}), so the shipped one is.")
        settings = settings.with_options(**given, components=None)
    return settings


def launch(settings: "Settings", start: Start) -> int:
    """Show the program on the full screen, beginning at ``start``; its exit code."""
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise wrong_use("this needs a terminal to draw on; show, log and plain work without one.")
    if os.environ.get("TERM") == "dumb":
        raise wrong_use("a dumb terminal cannot show the table; rokoko-tui plain plays line by line.")
    from rokoko_tui.app import RokokoApp

    app = RokokoApp(settings, start)
    app.run()
    return app.return_code or 0
