"""The command line: parse it, determine language, folders and settings, and run the command.

The module of a command has a function that adds its options, such as ``add_show_options``, and one that runs it, such
as ``run_show``. It is imported only when needed, so ``--help`` and ``--version`` are fast. Errors are one sentence on
stderr. Exit codes: 0 for success, 1 for a bad file or game, 2 for wrong use.
"""

import argparse
import gc
import os
import signal
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from itertools import pairwise
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

from rokoko_tui.cli import environment, full_screen, streams
from rokoko_tui.cli.arguments import NEVER, Parser, Version, end_delay, set_language, value_name
from rokoko_tui.cli.streams import PROGRAM, say_refusal, use_signs
from rokoko_tui.errors import INTERRUPTED, CommandError, UsageError
from rokoko_tui.games import Start
from rokoko_tui.settings.account import LOCAL, SAVES_VARIABLE, is_folder_name
from rokoko_tui.settings.settings import MOTIONS, PACES, PICTURES, SIGNS
from rokoko_tui.text.languages import EDITIONS, ENGLISH, choose_language, find_language, shipped_languages
from rokoko_tui.text.message_catalog import Vocabulary, get_vocabulary
from rokoko_tui.text.messages import BadMessage
from rokoko_tui.theme.theme_files import BadTheme, list_names, list_usable, load_theme, shipped_names

if TYPE_CHECKING:
    from rokoko_tui.settings.settings import Settings

COMMANDS = {
    "learn": "rokoko_tui.cli.full_screen",
    "daily": "rokoko_tui.cli.full_screen",
    "puzzle": "rokoko_tui.cli.full_screen",
    "new": "rokoko_tui.cli.full_screen",
    "load": "rokoko_tui.cli.full_screen",
    "replay": "rokoko_tui.cli.full_screen",
    "show": "rokoko_tui.cli.printed_game",
    "log": "rokoko_tui.cli.save_reports",
    "analyse": "rokoko_tui.cli.printed_game",
    "compare": "rokoko_tui.cli.save_reports",
    "verify": "rokoko_tui.cli.save_reports",
    "record": "rokoko_tui.cli.record",
    "components": "rokoko_tui.cli.components",
    "doctor": "rokoko_tui.cli.doctor",
    "plain": "rokoko_tui.cli.plain_table",
    "host": "rokoko_tui.cli.host",
    "join": "rokoko_tui.cli.join",
    "serve": "rokoko_tui.cli.serve",
    "play": "rokoko_tui.cli.host",
    "arena": "rokoko_tui.arena.command",
}
"""The module of each command, in the order of the help."""
GC_THRESHOLDS = (200_000, 10, 10)
"""Thresholds of the garbage collector, higher than the defaults: collecting the modules loaded at the start delays the
first screen."""
OVERRIDES = (
    *("language", "edition", "theme", "signs", "pictures", "saves", "components", "think", "pace", "motion"),
    "end_turns",
)
"""Options that override the setting of the same name for this run."""


def add_command_options(name: str, command: Parser) -> None:
    """Add the options of the command ``name``, whose parser is ``command``."""
    getattr(import_module(COMMANDS[name]), f"add_{name}_options")(command)


def run_command(name: str, options: argparse.Namespace, settings: "Settings") -> int:
    """Run the command ``name``; return its exit code."""
    code: int = getattr(import_module(COMMANDS[name]), f"run_{name}")(options, settings)
    return code


def parser(words: Vocabulary, commands: Iterable[str] = COMMANDS) -> Parser:
    set_language(words)
    common = Parser(add_help=False, argument_default=argparse.SUPPRESS)
    group = common.add_argument_group(words.say("command_line.anywhere"))
    for name, kinds in (
        ("saves", {"metavar": value_name("DIR")}),
        ("components", {"metavar": value_name("DIR")}),
        ("language", {"metavar": value_name("TITLE")}),
        ("edition", {"choices": EDITIONS}),
        ("theme", {"choices": _theme_names()}),
        ("signs", {"choices": SIGNS}),
        ("pictures", {"choices": PICTURES}),
        ("pace", {"choices": PACES}),
        ("motion", {"choices": MOTIONS}),
        ("end-turns", {"metavar": f"{value_name('SECONDS')}|{NEVER}", "type": end_delay}),
    ):
        group.add_argument(f"--{name}", help=words.say(f"command_line.anywhere-option.{name}"), **kinds)
    top = Parser(
        prog=PROGRAM,
        description=words.say("command_line.program"),
        epilog="\n" + words.say("command_line.examples"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[common],
        allow_abbrev=False,
    )
    top.add_argument("--version", action=Version, help=words.say("command_line.library.version"))
    subparsers = top.add_subparsers(
        dest="command", metavar=value_name("COMMAND"), title=words.say("command_line.commands")
    )
    for name in commands:
        line = words.say(f"command_line.command.{name}")
        command = subparsers.add_parser(name, help=line, description=line, parents=[common], allow_abbrev=False)
        command.add_options = partial(add_command_options, name)
    return top


class _Themes(list[str]):
    """The themes without faults. One with faults is accepted too: ``_check_theme`` says what they are."""

    def __contains__(self, name: object) -> bool:
        return name in list_names(LOCAL.themes)


def _theme_names() -> Sequence[str]:
    try:
        return _Themes(list_usable(LOCAL.themes))
    except CommandError:  # the settings are nowhere, which the command says
        return shipped_names()


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line ``argv``, by default ``sys.argv``; return the exit code."""
    if argv is None:
        return _run_as_program()
    gc.set_threshold(*GC_THRESHOLDS)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a character that the terminal cannot encode must not end the game
    environment.prepare(os.environ, streams.output_descriptor())
    name = _select_language(argv)
    try:
        words = get_vocabulary("classic", name)
        top = parser(words, _possible_commands(argv))
    except (OSError, ValueError, LookupError, TypeError, BadMessage):
        if name == ENGLISH:
            raise
        say_refusal(get_vocabulary("classic").say("refused.unusable-language", name=name))
        return UsageError.code
    code, failure = _run_safely(top, argv, words)
    failure = failure or streams.flush_output()
    if failure is None:
        return code
    if isinstance(failure, BrokenPipeError):
        return 0  # the reader of the output has read enough
    say_refusal(words.say("refused.output", reason=words.disk_reason(failure)))
    return 1


def _run_as_program() -> int:
    """Run ``sys.argv``; on SIGTERM and SIGHUP, clean up before exiting."""
    streams.prepare()
    environment.silence_warnings()
    for number in (signal.SIGTERM,) if sys.platform == "win32" else (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:  # nohup ignores SIGHUP
            signal.signal(number, _end)
    try:
        return main(sys.argv[1:])
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Python would print a traceback while it exits


def _end(number: int, frame: FrameType | None) -> NoReturn:
    signal.signal(number, signal.SIG_IGN)  # a second signal must not interrupt the cleanup
    sys.exit(128 + number)


def _possible_commands(argv: Sequence[str]) -> Iterable[str]:
    """Return the commands that need a parser: the first argument if it is a command, else all of them."""
    if not argv:
        return ()
    return argv[:1] if argv[0] in COMMANDS else COMMANDS


def _select_language(argv: Sequence[str]) -> str:
    """Return the language of ``argv``, which is not parsed yet, else of the settings, else of the locale."""
    from rokoko_tui.settings.settings import load_usable_settings

    names = [value for option, value in pairwise(argv) if option == "--language"]
    names += [word.partition("=")[2] for word in argv if word.startswith("--language=")]
    if not names:
        with suppress(CommandError):  # the settings are nowhere, which the command says
            names = [load_usable_settings().language]
    return choose_language(names[0] if names else "", os.environ)


def _run_safely(top: Parser, argv: Sequence[str], words: Vocabulary) -> tuple[int, OSError | None]:
    """Run the command line; on any error print a sentence, never a traceback.

    Return the exit code, and why output could not be written.
    """
    options = argparse.Namespace()
    try:
        options = top.parse_args(argv)
        return _run(options, words), None
    except SystemExit as exit:
        if isinstance(exit.__context__, BrokenPipeError):  # Rich exits where ``print`` raises
            return 1, exit.__context__
        return exit.code if isinstance(exit.code, int) else 2, None
    except CommandError as refused:
        say_refusal(refused.describe(words))
        return refused.code, None
    except KeyboardInterrupt:
        return INTERRUPTED, None
    except ModuleNotFoundError:
        raise  # the installation is broken, which the caller explains
    except Exception as error:
        if streams.is_output_error(error):
            assert isinstance(error, OSError)
            streams.discard_output()
            return 1, error
        say_refusal(_explain(error, options, words))
        return 1, None


def _explain(error: Exception, options: argparse.Namespace, words: Vocabulary) -> str:
    """Return a sentence about ``error``, which a report describes unless the environment is the cause."""
    from rokoko_tui.saves.crash_report import describe_environment_error, is_environment_error

    if not is_environment_error(error):
        return _report_error(error, options, words)
    if error.filename == streams.INPUT:
        return words.say("refused.input", reason=words.disk_reason(error))
    return describe_environment_error(error, words, "refused.system")


def _report_error(error: Exception, options: argparse.Namespace, words: Vocabulary) -> str:
    """Write a report of ``error`` into the save folder; return a sentence about both."""
    name = type(error).__name__
    try:
        from rokoko_tui.saves.crash_report import write_report
        from rokoko_tui.saves.folder import saves_folder

        game = getattr(options, "file", None)
        saves = saves_folder(getattr(options, "saves", None))
        report = write_report(saves, error, game, words.say("start.app.send"))
    except Exception:  # the cause of the error may break this too
        return words.say("refused.unexpected", name=name)
    return words.say("refused.unexpected-report", name=name, path=str(report))


def _run(options: argparse.Namespace, words: Vocabulary) -> int:
    settings = _settings(options, words)
    file = getattr(options, "file", None)
    if file is not None and not hasattr(options, "edition"):
        from rokoko_tui.saves.folder import read_terms

        settings.game_edition = read_terms(file)
    command: str | None = options.command
    if command is None:
        return full_screen.run_full_screen(settings, Start())
    return run_command(command, options, settings)


def _settings(options: argparse.Namespace, words: Vocabulary) -> "Settings":
    """Return the settings of the file, overridden by the command line and the environment."""
    from rokoko_tui.settings.settings import BadSettings, Settings, components_of, load_settings

    try:
        settings = load_settings()
    except BadSettings as bad:
        say_refusal(words.say("settings.defaults", reason=bad.describe(words)))
        settings = Settings()
    _check_language(options)
    values = {name: getattr(options, name) for name in OVERRIDES if hasattr(options, name)}
    if "saves" not in values and os.environ.get(SAVES_VARIABLE):
        values["saves"] = os.environ[SAVES_VARIABLE]
    if not is_folder_name(values.get("saves", "")):
        raise CommandError("refused.folder", path=values["saves"])
    settings = settings.with_options(**values)
    _check_theme(settings)
    _check_saves(settings, not hasattr(options, "saves") and SAVES_VARIABLE in os.environ)
    use_signs(settings.signs)
    if values.get("edition", edition := settings.vocabulary.edition) != edition:
        say_refusal(words.single_edition_notice())
    if settings.components is None:
        return settings
    from rokoko_core.components import ComponentError

    try:
        components_of(settings)
    except ComponentError as error:
        why = settings.words.component_error(error)
        if "components" in values:
            raise CommandError("refused.component-set", reason=why) from error
        say_refusal(words.say("refused.own-set", reason=why))
        settings = settings.with_options(**values, components=None)
    return settings


def _check_saves(settings: "Settings", by_variable: bool) -> None:
    """Raise ``CommandError`` if the save folder is no folder, or a chosen one would be below a file."""
    folder = settings.account.saves(settings.saves)
    path = next(filter(os.path.lexists, (folder, *folder.parents)), folder) if settings.saves else folder
    if os.path.lexists(path) and not path.is_dir():
        raise CommandError("refused.saves-variable" if by_variable else "refused.saves-no-folder", path=str(folder))


def _check_theme(settings: "Settings") -> None:
    """Raise ``CommandError`` if ``--theme`` names a theme with faults. A theme of the settings is replaced instead."""
    if "theme" in settings.this_time:
        try:
            load_theme(settings.theme, settings.account.themes)
        except BadTheme as bad:
            raise CommandError("refused.theme", reason=bad.describe(settings.vocabulary)) from bad


def _check_language(options: argparse.Namespace) -> None:
    """Raise ``UsageError`` for an unknown ``--language``. An unknown language in the settings is replaced instead."""
    try:
        find_language(getattr(options, "language", ENGLISH))
    except KeyError as error:
        raise UsageError("refused.language", name=options.language, names=list(shipped_languages())) from error
