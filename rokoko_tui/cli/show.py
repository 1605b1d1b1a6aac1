"""``rokoko-tui show``: print the table of a saved game as text, or its state as JSON."""

import shutil
from argparse import Namespace

import msgspec

from rokoko_core.observe import Observation
from rokoko_core.play.replay_game import OPEN, Viewer, observe_as
from rokoko_core.state import encode_state
from rokoko_tui.art.scene import Scene
from rokoko_tui.art.table_text import draw_table, score_table_lines
from rokoko_tui.cli.arguments import Parser, add_eyes, add_file, add_position
from rokoko_tui.cli.game_arguments import open_save, parse_position, parse_seat, report_damage
from rokoko_tui.cli.output import say, say_json
from rokoko_tui.panes.registry import printed_rows
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text import Words

NARROWEST, WIDEST = 80, 160
"""Minimum and maximum width of printed text."""


def add_options(command: Parser) -> None:
    add_file(command)
    add_position(command)
    add_eyes(command)
    command.option("--json", key="json-state", action="store_true")


def run(options: Namespace, settings: Settings) -> int:
    """Print the table, or the state as JSON. Return 1 for a damaged save, whose sound part is shown."""
    words = settings.words
    reading = open_save(options.file, words)
    game = reading.game
    state = game.at(parse_position(options, game))
    seat = parse_seat(options, game.setup)
    view = observe_as(state, OPEN if options.all else Viewer(seat))
    if options.json:
        say_json(msgspec.json.format(encode_state(view.table), indent=2).decode() + "\n")
    else:
        for line in table_lines(view, words, game.hints):
            say(line)
    return report_damage(options.file, reading, words)


def printed_width() -> int:
    """Return the width of the terminal within the limits."""
    return min(WIDEST, max(NARROWEST, shutil.get_terminal_size((120, 40)).columns))


def table_lines(view: Observation, words: Words, hints: tuple[int, ...] = ()) -> list[str]:
    """Return the table as plain text; for a finished game with the score sheet and the number of ``hints`` by seat."""
    scene = Scene(view, words, pictures=False)  # without colours pixels would be invisible
    lines = draw_table(scene, printed_width(), printed_rows())
    return lines if view.table.pending else [*lines, "", *score_table_lines(view, words, hints)]
