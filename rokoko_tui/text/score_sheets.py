"""Rows of the score sheet, hints taken, and fences before an undo."""

from rokoko_core.box import Box
from rokoko_core.game import Fence
from rokoko_core.scoring import Row, ScoreSheet
from rokoko_core.state import Setup
from rokoko_core.terms import ScoreRow
from rokoko_tui.text import piece_names as pieces
from rokoko_tui.text.message_catalog import Vocabulary


def row_name(words: Vocabulary, source: ScoreRow, detail: str, box: Box) -> str:
    """A source of prestige, with the card or hall where it has several rows."""
    hall = words.term(f"hall:{detail}") if source is ScoreRow.HALL and detail else ""
    card = ""
    if source is ScoreRow.CROWN and detail in box.card:
        card = pieces.bonus_short(words, box.card[detail].bonus).removeprefix("♛ ")
    return words.say_of(f"sheets.row.{source}", {"hall": hall, "card": card})


def score_row(words: Vocabulary, row: Row, box: Box) -> str:
    """The name of a row of the sheet."""
    return row_name(words, row.source, row.detail, box)


def score_source(words: Vocabulary, source: ScoreRow) -> str:
    """The name of a source, all of its rows together."""
    return words.say(f"sheets.{'source' if words.knows(f'sheets.source.{source}') else 'row'}.{source}")


def tie_break(words: Vocabulary, sheet: ScoreSheet) -> str:
    """What settled the place (END-9, SOLO-11)."""
    return words.say_of(f"sheets.tie.{sheet.tie_break}", {"livre": sheet.livre_left})


def hints(words: Vocabulary, taken: tuple[int, ...], setup: Setup) -> str:
    """How many hints who has taken; empty when nobody has."""
    counts = [f"{pieces.seat(words, setup, seat)} {n}" for seat, n in enumerate(taken) if n]
    return words.say("sheets.hints.taken", counts=counts) if counts else ""


def fence(words: Vocabulary, met: Fence, setup: Setup) -> str:
    """What an undo would take back that has been seen."""
    return words.say_of(f"sheets.fence.{met.kind}", {"who": pieces.seat(words, setup, met.seat)})
