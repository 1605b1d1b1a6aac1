"""The command line: reads it, settles language, folders and words, and sends each command on its way.

A command is a module of this package with its name: ``add_options`` says what it may be given, ``run`` carries it out,
and the tables have its words. It is loaded when it is wanted, so that ``--help`` and ``--version`` answer at once.
Messages are one sentence on stderr; exit codes are 0 fine, 1 the file or game is bad, 2 wrong use.
"""

import argparse
import gc
import os
import re
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from itertools import pairwise
from types import FrameType, ModuleType
from typing import TYPE_CHECKING, NoReturn

from rokoko_tui.cli import full_screen
from rokoko_tui.cli.arguments import Parser, Version, speak, value_name
from rokoko_tui.cli.output import PROGRAM, complain, write_with
from rokoko_tui.settings.launch import (
    INTERRUPTED,
    MOTIONS,
    PACES,
    PICTURES,
    SAVES_VARIABLE,
    SIGNS,
    THEMES,
    Refused,
    Start,
    WrongUse,
    names_folder,
)
from rokoko_tui.text.languages import EDITIONS, ENGLISH, language_named, language_spoken, shipped_languages
from rokoko_tui.text.message_catalog import Vocabulary, vocabulary_of
from rokoko_tui.text.messages import BadMessage

if TYPE_CHECKING:
    from rokoko_tui.settings.settings import Settings

COMMANDS = (
    "learn",
    "new",
    "load",
    "replay",
    "show",
    "log",
    "analyse",
    "verify",
    "record",
    "components",
    "doctor",
    "plain",
    "arena",
)
"""Every command, in the order help tells them."""
COLLECTED_AFTER = (200_000, 10, 10)
"""How many objects are made before Python looks for rubbish, and how many such rounds before it looks through the
older ones. What is loaded at the start stays: looking through it over and over takes time from the first screen."""
GIVEN_ONCE = ("language", "edition", "theme", "signs", "pictures", "saves", "components", "think", "pace", "motion")
"""Options that stand in for the setting of the same name, for this run."""


def module_of(command: str) -> ModuleType:
    """The module of ``command``."""
    return import_module(f"rokoko_tui.cli.{command}")


def parser(words: Vocabulary, commands: Sequence[str] = COMMANDS) -> Parser:
    """The command line with ``commands``, in ``words``."""
    speak(words)
    always = Parser(add_help=False, argument_default=argparse.SUPPRESS)
    group = always.add_argument_group(words.say("command_line.anywhere"))
    for name, kinds in (
        ("saves", {"metavar": value_name("DIR")}),
        ("components", {"metavar": value_name("DIR")}),
        ("language", {"metavar": value_name("TITLE")}),
        ("edition", {"choices": EDITIONS}),
        ("theme", {"choices": THEMES}),
        ("signs", {"choices": SIGNS}),
        ("pictures", {"choices": PICTURES}),
        ("pace", {"choices": PACES}),
        ("motion", {"choices": MOTIONS}),
    ):
        group.add_argument(f"--{name}", help=words.say(f"command_line.anywhere-option.{name}"), **kinds)
    top = Parser(
        prog=PROGRAM,
        description=words.say("command_line.program"),
        epilog="\n" + words.say("command_line.examples"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[always],
        allow_abbrev=False,
    )
    top.add_argument("--version", action=Version, help=words.say("command_line.library.version"))
    below = top.add_subparsers(dest="command", metavar=value_name("COMMAND"), title=words.say("command_line.commands"))
    for name in commands:
        line = words.say(f"command_line.command.{name}")
        command = below.add_parser(name, help=line, description=line, parents=[always], allow_abbrev=False)
        command.late = lambda command, name=name: module_of(name).add_options(command)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line ``argv``, by default the program's own, and say with what exit code to leave."""
    if argv is None:
        return _run_as_program()
    gc.set_threshold(*COLLECTED_AFTER)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a sign the terminal cannot read or write must not end the game
    for variable in ("COLUMNS", "LINES"):
        if not re.fullmatch("[0-9]{1,4}", os.environ.get(variable, "0")):
            del os.environ[variable]  # libraries take other digits for digits, and any number for a size
    name = _language(argv)
    try:
        words = vocabulary_of("classic", name)
        top = parser(words, _wanted(argv))
    except (OSError, ValueError, LookupError, TypeError, BadMessage):
        if name == ENGLISH:
            raise
        complain(vocabulary_of("classic").say("refused.unusable-language", name=name))
        return WrongUse.code
    try:
        options = top.parse_args(argv)
    except SystemExit as told:
        return told.code if isinstance(told.code, int) else 2
    except ModuleNotFoundError:
        raise
    except Exception as error:
        complain(_reported(error, argparse.Namespace(), words))
        return 1
    return _guarded(options, words)


def _run_as_program() -> int:
    """Run the program's own command line; told to end by a signal, it puts everything away first."""
    for number in (signal.SIGTERM,) if sys.platform == "win32" else (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:  # as nohup has it
            signal.signal(number, _end)
    try:
        return main(sys.argv[1:])
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Python is ending, and would print a traceback


def _end(number: int, frame: FrameType | None) -> NoReturn:
    signal.signal(number, signal.SIG_IGN)  # another must not break off the tidying up
    sys.exit(128 + number)


def _wanted(argv: Sequence[str]) -> Sequence[str]:
    """The commands that ``argv`` may be about: what it begins with, where that is one; the others need not be made."""
    if not argv:
        return ()
    return argv[:1] if argv[0] in COMMANDS else COMMANDS


def _language(argv: Sequence[str]) -> str:
    """The language to read the command line in: the one it names, that of the settings, or of the locale."""
    wanted, *_ = [*_named(argv), _settled()]
    return language_spoken(wanted, os.environ)


def _named(argv: Sequence[str]) -> list[str]:
    """The language the command line names, before it has been read."""
    found = [after for option, after in pairwise(argv) if option == "--language"]
    return [*found, *(word.partition("=")[2] for word in argv if word.startswith("--language="))]


def _settled() -> str:
    """The language of the settings; none where there is no file of them, or one that cannot be used."""
    from rokoko_tui.settings.settings import BadSettings, load_settings

    try:
        return load_settings().language
    except BadSettings:
        return ""


def _guarded(options: argparse.Namespace, words: Vocabulary) -> int:
    """Run the command; whatever happens, the player gets a sentence and never a traceback."""
    try:
        code = _run(options, words)
        sys.stdout.flush()
    except Refused as refused:
        complain(refused.told(words))
        return refused.code
    except BrokenPipeError:
        # Whoever read our output has seen enough; nothing may be written there any more, not even on leaving.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except ModuleNotFoundError:
        raise  # the installation is broken, which the caller explains
    except Exception as error:
        complain(_reported(error, options, words))
        return 1
    return code


def _reported(error: Exception, options: argparse.Namespace, words: Vocabulary) -> str:
    """Write a report of ``error`` into the folder of the saves; words about both."""
    name = type(error).__name__
    try:
        from rokoko_tui.crash_report import write_report
        from rokoko_tui.saves.library import saves_folder

        game = getattr(options, "file", None)
        saves = saves_folder(getattr(options, "saves", None))
        report = write_report(saves, error, game, words.say("start.app.send"))
    except Exception:  # whatever broke the command may break this too
        return words.say("refused.unexpected", name=name)
    return words.say("refused.unexpected-report", name=name, path=str(report))


def _run(options: argparse.Namespace, words: Vocabulary) -> int:
    settings = _settings(options, words)
    command: str | None = options.command
    if command is None:
        return full_screen.launch(settings, Start())
    code: int = module_of(command).run(options, settings)
    return code


def _settings(options: argparse.Namespace, words: Vocabulary) -> "Settings":
    """The settings in force: the file's, with what the command line and the environment put in their place."""
    from rokoko_tui.settings.settings import BadSettings, Settings, components_of, load_settings

    try:
        settings = load_settings()
    except BadSettings as bad:
        complain(words.say("settings.defaults", reason=bad.told(words)))
        settings = Settings()
    _check_language(options)
    given = {name: getattr(options, name) for name in GIVEN_ONCE if hasattr(options, name)}
    if "saves" not in given and os.environ.get(SAVES_VARIABLE):
        given["saves"] = os.environ[SAVES_VARIABLE]
    if not names_folder(given.get("saves", "")):
        raise Refused("refused.folder", path=given["saves"])
    settings = settings.with_options(**given)
    write_with(settings.signs)
    if given.get("edition", spoken := settings.vocabulary.edition) != spoken:
        complain(words.one_edition())
    if settings.components is None:
        return settings
    from rokoko_core.components import ComponentError

    try:
        components_of(settings)
    except ComponentError as error:
        why = settings.words.bad_component(error)
        if "components" in given:
            raise Refused("refused.component-set", reason=why) from error
        complain(words.say("refused.own-set", reason=why))
        settings = settings.with_options(**given, components=None)
    return settings


def _check_language(options: argparse.Namespace) -> None:
    """A language that is named and not there is wrong use; one that is only settled gives way to another."""
    try:
        language_named(getattr(options, "language", ENGLISH))
    except KeyError as error:
        raise WrongUse("refused.language", name=options.language, names=list(shipped_languages())) from error
