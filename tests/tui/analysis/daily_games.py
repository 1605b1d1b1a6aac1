"""Saves of daily games for tests."""

from datetime import date
from pathlib import Path

from msgspec import UNSET

from rokoko_core import legal_actions, to_move
from rokoko_core.game import Game
from rokoko_core.journal import Origin, create
from rokoko_tui.settings.daily_deal import daily_setup
from rokoko_tui.settings.settings import Settings

DAY = date(2026, 11, 23)
SETTINGS = Settings(name="Ada", language="english")


def finish(game: Game, choice: int = 0) -> None:
    """Play ``game`` to its end; always the first legal action, or the last for ``choice`` -1."""
    while not game.over:
        game.play(legal_actions(game.state)[choice])


def finished_game(day: date = DAY, hints: int = 0) -> Game:
    """Return a finished game of ``day``, with hints at the first decisions."""
    game = Game.new(daily_setup(day, SETTINGS, SETTINGS.words))
    while not game.over:
        if game.hints[0] < hints and to_move(game.state) == 0:
            game.hint()
        game.play(legal_actions(game.state)[0])
    return game


def save_game(path: Path, game: Game, origin: Origin | None = None) -> Path:
    """Write ``game`` to ``path``."""
    path.parent.mkdir(parents=True, exist_ok=True)
    create(path, game.setup, game.entries, UNSET if origin is None else origin).close()
    return path
