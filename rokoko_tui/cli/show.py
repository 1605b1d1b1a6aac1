"""``rokoko-tui show``: the table of a saved game as text, or its state as JSON."""

import shutil
from argparse import Namespace

import msgspec

from rokoko_core.observe import Observation
from rokoko_core.play.replay_game import OPEN, SPECTATOR, observe_as
from rokoko_core.state import encode_state
from rokoko_tui.art.scene import Scene
from rokoko_tui.art.score_table import sheet_lines
from rokoko_tui.art.table_text import draw_table
from rokoko_tui.cli.arguments import Parser, add_eyes, add_file, add_position
from rokoko_tui.cli.output import say, say_json
from rokoko_tui.cli.save_arguments import opened, position_given, seat_given, told_damage
from rokoko_tui.panes.registry import printed
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text import Words

NARROWEST, WIDEST = 80, 160
"""Columns that printed text takes at least and at most."""


def add_options(command: Parser) -> None:
    """What the command may be given."""
    add_file(command)
    add_position(command)
    add_eyes(command)
    command.option("--json", key="json-state", action="store_true")


def run(options: Namespace, settings: Settings) -> int:
    """Print the table, or the state as JSON; of a damaged save as far as it is sound, with exit code 1."""
    words = settings.words
    reading = opened(options.file, words)
    game = reading.game
    state = game.at(position_given(options, game))
    onlooker = seat_given(options, game.setup)
    view = observe_as(state, OPEN if options.all else SPECTATOR if onlooker is None else str(onlooker))
    if options.json:
        say_json(msgspec.json.format(encode_state(view.table), indent=2).decode() + "\n")
    else:
        for line in table_lines(view, words, game.hints):
            say(line)
    return told_damage(options.file, reading, words)


def printed_width() -> int:
    """Columns to print in: those of the terminal, within limits."""
    return min(WIDEST, max(NARROWEST, shutil.get_terminal_size((120, 40)).columns))


def table_lines(view: Observation, words: Words, hints: tuple[int, ...] = ()) -> list[str]:
    """The table as ``view`` shows it, as plain text in the width of the terminal; a finished game's sheet below, with
    the ``hints`` taken by seat. Pixels without colours show nothing, so all is drawn in lines.
    """
    scene = Scene(view, words, pictures=False)
    lines = [line.plain.rstrip() for line in draw_table(scene, printed_width(), printed(scene))]
    return lines if view.table.pending else [*lines, "", *sheet_lines(view, words, hints)]
