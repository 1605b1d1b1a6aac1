"""The logs of sample games as they are to be read, in files beside this module.

They were compared line for line with those of version 0.2.0, which told them by comparing positions. When sample games
are played anew, or a sentence of the log is to change: ``python -m tests.tui.text.logs``, and read what changed.
"""

from pathlib import Path

from rokoko_core import Game
from rokoko_core.play.replay_game import SPECTATOR
from rokoko_tui.cli.log import log_lines
from rokoko_tui.text import words_of
from tests.saves.sample_games import FOLDER

LOGS = Path(__file__).parent
READERS = {"everything-5": "0", "everything-2": SPECTATOR, "solo-everything": "0", "base-3": "1"}
"""The sample games told, each as one seat or an onlooker knows it."""


def log_of(sample: str) -> str:
    """The whole log of ``sample``, a line each."""
    game = Game.load(FOLDER / f"{sample}.rokoko")
    return "".join(f"{line}\n" for line in log_lines(game, words_of("classic"), READERS[sample]))
