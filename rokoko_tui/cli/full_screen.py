"""The full-screen program, and the commands that start it: new, load, replay, learn, daily, puzzle.

The game is imported only where a command needs it before the first screen.
"""

import os
import sys
from argparse import ArgumentTypeError, Namespace
from datetime import date
from typing import TYPE_CHECKING

from rokoko_tui.cli.arguments import (
    Parser,
    add_file_or_list,
    add_game_options,
    add_position,
    add_thinking,
    value_name,
    whole_number,
)
from rokoko_tui.cli.streams import say
from rokoko_tui.errors import CommandError, UsageError
from rokoko_tui.games import Start

if TYPE_CHECKING:
    from pathlib import Path

    from rokoko_tui.hosting.host_thread import HostThread
    from rokoko_tui.settings.settings import Settings


def run_full_screen(settings: "Settings", start: Start) -> int:
    """Run the full-screen program from ``start`` and return its exit code. Raises ``UsageError``."""
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise UsageError("refused.no-terminal")
    if os.environ.get("TERM") == "dumb":
        raise UsageError("refused.dumb-terminal")
    from rokoko_tui.app import RokokoApp

    app = RokokoApp(settings, start._replace(open_door=open_door))
    try:
        app.run()
    finally:
        app.end_thinking()
    return app.return_code or 0


def open_door(host: "HostThread", settings: "Settings") -> None:
    """Let browsers come to the seats of ``host``. Raises ``CommandError``."""
    from rokoko_tui.cli.serve import require_web

    require_web()
    from rokoko_tui.cli import web_door

    web_door.open_door(host, settings)


# ---- games


def add_new_options(command: Parser) -> None:
    add_game_options(command)


def run_new(options: Namespace, settings: "Settings") -> int:
    """Start the game that the options describe."""
    from rokoko_tui.cli.game_arguments import parse_setup

    return run_full_screen(settings, Start("new", setup=parse_setup(options, settings)))


def add_load_options(command: Parser) -> None:
    add_file_or_list(command)
    add_thinking(command)


def run_load(options: Namespace, settings: "Settings") -> int:
    """Continue the game if the save is sound; without a save, show the list of them."""
    from rokoko_tui.cli.game_arguments import open_sound_save

    if options.file is None:
        return run_full_screen(settings, Start("load"))
    reading = open_sound_save(options.file, settings.words)
    return run_full_screen(settings, Start("load", path=options.file, reading=reading))


def add_replay_options(command: Parser) -> None:
    add_file_or_list(command)
    add_position(command)


def run_replay(options: Namespace, settings: "Settings") -> int:
    """Open the replay of the sound part of a save; without a save, show the list of them."""
    from rokoko_tui.cli.game_arguments import open_save, parse_position

    if options.file is None:
        if options.at is not None:
            raise UsageError("refused.at-without-file")
        return run_full_screen(settings, Start("replay"))
    reading = open_save(options.file, settings.words)
    at = None if options.at is None else parse_position(options, reading.game.without_undone())
    return run_full_screen(settings, Start("replay", path=options.file, at=at, reading=reading))


# ---- the lesson


def add_learn_options(command: Parser) -> None:
    command.option("--plain", action="store_true")


def run_learn(options: Namespace, settings: "Settings") -> int:
    """Start or continue the lesson, full-screen or in plain mode."""
    if not options.plain:
        return run_full_screen(settings, Start("learn"))
    from rokoko_tui.cli.plain_lesson import play_lesson

    return play_lesson(settings)


# ---- today's deal


def add_daily_options(command: Parser) -> None:
    kinds = command.add_mutually_exclusive_group()
    command.option("--result", group=kinds, nargs="?", const="", type=parse_day, metavar=value_name("DAY"))
    command.option("--plain", group=kinds, action="store_true")


def parse_day(text: str) -> date:
    """Parse a day such as 2026-11-23; the empty text is today. Raises ArgumentTypeError."""
    from rokoko_tui.settings import daily_deal

    try:
        return date.fromisoformat(text) if text else daily_deal.today()
    except ValueError:
        raise ArgumentTypeError(Parser.words.say("command_line.value.day", value=text)) from None


def run_daily(options: Namespace, settings: "Settings") -> int:
    """Play today's deal, or print the result of a day as a text to share."""
    if options.result is None and not options.plain:
        return run_full_screen(settings, Start("daily"))
    from rokoko_tui.analysis.deal_results import find_game, share_lines
    from rokoko_tui.cli.game_arguments import choose_path, open_save
    from rokoko_tui.saves.folder import saves_folder
    from rokoko_tui.saves.scan import SaveScanner
    from rokoko_tui.settings import daily_deal

    words, day = settings.words, options.result or daily_deal.today()
    begun = find_game(SaveScanner(saves_folder(settings.saves), settings.name), day)
    if options.plain:
        from rokoko_tui.cli.plain_table import play_plain

        if begun is not None:
            return play_plain(begun.path, None, settings)
        for line in (*daily_deal.describe_rules(words), words.say("daily.rules.share-plain")):
            say(line)
        setup = daily_deal.daily_setup(day, settings, words)
        return play_plain(choose_path(setup, settings), setup, settings)
    lines = share_lines(open_save(begun.path, words).game, words) if begun is not None else []
    if not lines:
        raise CommandError("refused.no-daily", text=day.isoformat())
    for line in lines:
        say(line)
    return 0


# ---- puzzles


def add_puzzle_options(command: Parser) -> None:
    kinds = command.add_mutually_exclusive_group()
    command.option("number", key="puzzle", group=kinds, metavar="N", nargs="?", type=parse_puzzle_number)
    command.option("--list", key="list-puzzles", group=kinds, action="store_true")
    command.option("--today", key="puzzle-today", group=kinds, action="store_true")
    command.option("--plain", action="store_true")


def parse_puzzle_number(text: str) -> int:
    """Parse the number of a puzzle. Raises ArgumentTypeError, which names the valid numbers."""
    from rokoko_tui.puzzles import load_puzzles

    number, count = whole_number(text) if text.isascii() and text.isdigit() else 0, len(load_puzzles())
    if not 1 <= number <= count:
        raise ArgumentTypeError(Parser.words.say("command_line.value.count", most=count, value=text))
    return number


def run_puzzle(options: Namespace, settings: "Settings") -> int:
    """Play puzzle N, that of today, or the first unsolved one; with ``--list``, print all."""
    from rokoko_tui.puzzles import next_number, number_of_day
    from rokoko_tui.saves.folder import saves_folder
    from rokoko_tui.settings import daily_deal

    folder = saves_folder(settings.saves)
    if options.list:
        _print_puzzles(folder, settings)
        return 0
    number = number_of_day(daily_deal.today()) if options.today else options.number
    if not options.plain:
        return run_full_screen(settings, Start("puzzle", at=number))
    from rokoko_tui.cli.plain_lesson import play_puzzle

    return play_puzzle(number or next_number(folder), folder, settings)


def _print_puzzles(folder: "Path", settings: "Settings") -> None:
    """Print a line for each puzzle: number, title, what it is about, how hard it is, and whether it is solved."""
    from rokoko_tui.puzzles import list_facts, load_puzzles, load_solved, puzzle_title
    from rokoko_tui.text.save_text import name_expansions
    from rokoko_tui.text.wording import pad

    words, solved = settings.words, load_solved(folder)
    for number, puzzle in enumerate(load_puzzles(), start=1):
        state = [words.say("puzzle.listed")] if puzzle.digest in solved else []
        facts = [name_expansions(puzzle.expansions, words), *list_facts(puzzle, words), *state]
        say(f"{number:>4}  {pad(puzzle_title(puzzle, words), 30)}  {', '.join(facts)}")
