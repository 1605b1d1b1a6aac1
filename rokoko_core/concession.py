"""What conceding means where people play against each other: who is left, when the game ends, and who has won."""

from collections.abc import Sequence

from msgspec.structs import replace

from rokoko_core.game import Game
from rokoko_core.score_sheet import ScoreSheet
from rokoko_core.scoring import projected_scores
from rokoko_core.state import Setup
from rokoko_core.terms import TieBreak


def is_decided(setup: Setup, conceded: Sequence[int]) -> bool:
    """Return whether those who ``conceded`` have ended the game: one player is left at most, or no person."""
    left = [player for seat, player in enumerate(setup.players) if seat not in conceded]
    return bool(conceded) and (len(left) < 2 or all(player.kind == "bot" for player in left))


def is_ended(game: Game) -> bool:
    """Return whether a game of people at several screens has ended, by its rules or because of who conceded."""
    return game.over or is_decided(game.setup, game.conceded)


def final_sheets(game: Game) -> tuple[ScoreSheet, ...]:
    """Return the sheets by seat; who conceded ranks last, without a tie. A game that is not over is scored as it is."""
    sheets, conceded = projected_scores(game.state), game.conceded
    kept = [sheet for sheet in sheets if sheet.seat not in conceded]

    def rank(sheet: ScoreSheet) -> int:
        if sheet.seat in conceded:
            return len(kept) + sum(other.seat in conceded and other.rank < sheet.rank for other in sheets) + 1
        return sum(other.rank < sheet.rank for other in kept) + 1

    def is_tied(sheet: ScoreSheet) -> bool:
        return sheet in kept and any(other.total == sheet.total for other in kept if other is not sheet)

    return tuple(
        replace(sheet, rank=rank(sheet), tie_break=sheet.tie_break if is_tied(sheet) else TieBreak.PRESTIGE)
        for sheet in sheets
    )
