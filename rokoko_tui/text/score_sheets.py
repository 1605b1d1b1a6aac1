"""Score sheets in words: rows and ties, what is still open of each, hints taken, and reasons why an undo asks first."""

from rokoko_core import score_outlook as outlook
from rokoko_core.box import Box, box_of
from rokoko_core.game import Fence
from rokoko_core.observe import Observation, known_scores
from rokoko_core.score_sheet import Row, RowChange, ScoreSheet, sources
from rokoko_core.state import NOBODY, Setup
from rokoko_core.terms import ScoreRow, TieBreak
from rokoko_tui.text import piece_names, player_names
from rokoko_tui.text.inspection import describe_need
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.messages import capital


def score_row(words: Vocabulary, row: Row | RowChange, box: Box) -> str:
    """Return the name of a row of the score sheet, with the card or hall if its source has several rows."""
    return capital(score_row_within(words, row, box))


def score_row_within(words: Vocabulary, row: Row | RowChange, box: Box) -> str:
    """Return the same for the middle of a line."""
    hall = words.hall(int(row.detail)) if row.source is ScoreRow.HALL and row.detail else ""
    card = ""
    if row.source is ScoreRow.CROWN and row.detail in box.card:
        card = piece_names.crown(words, box.card[row.detail].bonus)
    return words.say_of(f"sheets.row.{row.source}", {"hall": hall, "card": card})


def score_source(words: Vocabulary, source: ScoreRow) -> str:
    """Return the name of a source, for the sum of its rows."""
    return capital(words.say(f"sheets.{'source' if words.knows(f'sheets.source.{source}') else 'row'}.{source}"))


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


def describe_open(words: Vocabulary, row: Row, view: Observation) -> str:
    """Return what can still change in ``row`` of the score sheet that ``view`` knows; empty for nothing."""
    part = outlook.open_part(view, row)
    return "" if part is None else " ".join(filter(None, _sentences(words, part, view)))


def list_open(words: Vocabulary, view: Observation) -> list[str]:
    """Return what can still change, a line for each source, with its name."""
    box: Box = box_of(view.table)
    named = ((score_row(words, row, box), describe_open(words, row, view)) for row, _ in sources(known_scores(view)))
    return [words.say("score.part", what=name, text=text) for name, text in named if text]


def _sentences(words: Vocabulary, part: outlook.Open, view: Observation) -> list[str]:
    match part:
        case outlook.OpenMajority():
            return _describe_majority(words, part, view)
        case outlook.OpenMoney(missing):
            return [words.say("score.open.money", livre=missing)]
        case outlook.OpenFavor(holder, is_returned, points):
            if holder == NOBODY:
                return [words.say("score.open.favor-free")]
            return [words.say("score.open.favor", who=_who(words, holder, view), points=points)] if is_returned else []
        case outlook.OpenTerrace(spaces, dresses):
            counts = {"spaces": spaces, "dresses": dresses}
            return [words.say(f"score.open.{key}", n=n) for key, n in counts.items() if n]
        case outlook.OpenStatues(free, points):
            return [words.say("score.open.statues", points=points, n=free)] if free else []
        case outlook.OpenHalls(missing, points):
            names = [words.hall(hall) for hall in missing]
            return [words.say("score.open.halls", points=points, names=names)] if names and points else []


def _describe_majority(words: Vocabulary, part: outlook.OpenMajority, view: Observation) -> list[str]:
    """Return who has how many, what decides a tie, and what it takes to lead."""
    majority = part.majority
    counts = [str(points) for points in majority.values]
    if not majority.standing:
        return [words.say("score.open.empty", counts=counts)]
    parts = [
        words.say("score.open.holder", who=_who(words, seat, view), n=number[0]) for number, seat in majority.standing
    ]
    why = "shared" if majority.is_shared else majority.tie_breaker
    standing = words.say("score.open.majority", counts=counts, parts=parts, why=why)
    return [standing, *describe_need(words, majority, view, "dresses" if part.hall else "fireworks")]


def _who(words: Vocabulary, seat: int, view: Observation) -> str:
    return words.term("you") if seat == view.seat else player_names.seat(words, view.table.setup, seat)
