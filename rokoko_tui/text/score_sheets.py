"""Rows of the score sheet, numbers of hints taken, and reasons why an undo asks first."""

from rokoko_core.box import Box
from rokoko_core.game import Fence
from rokoko_core.score_sheet import Row, RowChange, ScoreSheet
from rokoko_core.state import Setup
from rokoko_core.terms import ScoreRow, TieBreak
from rokoko_tui.text import piece_names, player_names
from rokoko_tui.text.message_catalog import Vocabulary


def score_row(words: Vocabulary, row: Row | RowChange, box: Box) -> str:
    """Return the name of a row of the score sheet, with the card or hall if its source has several rows."""
    hall = words.hall(int(row.detail)) if row.source is ScoreRow.HALL and row.detail else ""
    card = ""
    if row.source is ScoreRow.CROWN and row.detail in box.card:
        card = piece_names.crown(words, box.card[row.detail].bonus)
    return words.say_of(f"sheets.row.{row.source}", {"hall": hall, "card": card})


def score_source(words: Vocabulary, source: ScoreRow) -> str:
    """Return the name of a source, for the sum of its rows."""
    return words.say(f"sheets.{'source' if words.knows(f'sheets.source.{source}') else 'row'}.{source}")


def tie_break(words: Vocabulary, sheet: ScoreSheet) -> str:
    """Say what decided a tie (END-9, SOLO-11); empty where prestige decided the place."""
    if sheet.tie_break == TieBreak.PRESTIGE:
        return ""
    return words.say_of(f"sheets.tie.{sheet.tie_break}", {"livre": sheet.livre_left})


def hints(words: Vocabulary, taken: tuple[int, ...], setup: Setup) -> str:
    """Return how many hints each player has taken; ``taken`` is by seat. Empty if none."""
    counts = [f"{player_names.seat(words, setup, seat)} ({n})" for seat, n in enumerate(taken) if n]
    return words.say("sheets.hints.taken", counts=counts) if counts else ""


def fence(words: Vocabulary, crossed: Fence, setup: Setup) -> str:
    """Name what players have seen that an undo would revert."""
    return words.say_of(f"sheets.fence.{crossed.kind}", {"who": player_names.seat(words, setup, crossed.seat)})
