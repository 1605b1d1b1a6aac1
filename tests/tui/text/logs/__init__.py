"""Expected logs of sample games, in files beside this module.

To rewrite them after new sample games or changed messages, run ``python -m tests.tui.text.logs`` and review the diff.
"""

from pathlib import Path

from rokoko_core import Game
from rokoko_core.play.replay_game import SPECTATOR, Viewer
from rokoko_tui.cli.save_reports import log_lines
from rokoko_tui.text import get_words
from tests.saves.sample_games import FOLDER

LOGS = Path(__file__).parent
READERS = {"everything-5": Viewer(0), "everything-2": SPECTATOR, "solo-everything": Viewer(0), "base-3": Viewer(1)}
"""The sample games, each with its viewer."""


def log_of(sample: str) -> str:
    """Return the whole log of ``sample``."""
    game = Game.load(FOLDER / f"{sample}.rokoko")
    return "".join(f"{line}\n" for line in log_lines(game, get_words("classic"), READERS[sample]))
