"""Previews of what an action costs and gains."""

from collections.abc import Sequence

from rokoko_core import actions
from rokoko_core.box import box_of
from rokoko_core.preview import Preview
from rokoko_core.score_range import ScoreRange
from rokoko_core.scoring import FAVOR
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import State
from rokoko_core.terms import Good, ScoreRow
from rokoko_tui.text import piece_names, player_names, score_sheets
from rokoko_tui.text.message_catalog import Vocabulary


def score_change_short(words: Vocabulary, reach: ScoreRange) -> str:
    """Return an action's change of the own score in few cells; empty for no change."""
    worst, best = words.signed(reach.worst), words.signed(reach.best)
    if reach.at_least:
        return words.say("choices.gain.score-open", best=best)
    if reach.is_single:
        return words.say("choices.gain.score", change=best) if reach.best else ""
    return words.say("choices.gain.score-range", worst=worst, best=best)


def best_score_short(words: Vocabulary, ranges: Sequence[ScoreRange]) -> str:
    """Return the best change of the own score by several actions in few cells; empty for no change."""
    best, is_open = max(reach.best for reach in ranges), any(reach.at_least for reach in ranges)
    if not best and not is_open:
        return ""
    is_single = all(reach.worst == best for reach in ranges)
    key = "score-least" if is_open else "score" if is_single else "score-best"
    return words.say(f"choices.gain.{key}", change=words.signed(best))


MAX_HALLS = 2
"""The most halls that are named as the best for a dress; more are no advice."""


def _score_line(words: Vocabulary, forecast: Preview, reach: ScoreRange | None, state: State, named: bool) -> str:
    """Return what becomes of the own score once all that follows is decided; without a range, what it becomes now."""
    if reach is None or reach.is_single:
        change = forecast.score_change if reach is None else reach.best
        return words.say("choices.preview.total", change=words.signed(change))
    values = {"worst": words.signed(reach.worst), "best": words.signed(reach.best)}
    places = [end for end in reach.ends if isinstance(end, actions.Place)]
    halls = sorted({box_of(state).guest[place.space].hall for place in places})
    if reach.at_least:
        return words.say_of("choices.preview.reach-open", values)
    if not named or not reach.ends or len(halls) > MAX_HALLS or (halls and len(places) < len(reach.ends)):
        return words.say_of("choices.preview.reach", values)
    if not halls:
        return words.say_of("choices.preview.reach-sell", values)
    halls_text = words.listed([piece_names.hall_in(words, hall) for hall in halls], "or")
    return words.say_of("choices.preview.reach-best", {**values, "way": halls_text})


def preview(
    words: Vocabulary, forecast: Preview, state: State, reach: ScoreRange | None = None, named: bool = False
) -> list[str]:
    """Describe cost, gains, losses and changes of the projected scores, a line each.

    The score is that of ``reach``, if given; ``named`` adds the hall or sale that is best.
    """
    if forecast.unknown:
        return [words.say("choices.preview.unknown")]
    box = box_of(state)
    lines = [_score_line(words, forecast, reach, state, named)]
    lines.append(words.say("choices.preview.price", price=forecast.price))
    spent = [words.say_of(f"choices.gain.{word}", {"n": n}) for word, n in forecast.spent if word != "tile"]
    if spent:
        lines.append(words.say("choices.preview.spent", spent=words.listed(spent)))
    if forecast.tiles:
        tiles = words.listed([piece_names.kept_silk_names(words, tile, box) for tile in forecast.tiles], "row")
        lines.append(words.say("choices.preview.tiles", tiles=tiles))
    if any(forecast.bales_lost):
        lines.append(words.say("choices.preview.lost", lost=piece_names.silk_names(words, forecast.bales_lost)))
    if forecast.gains:
        gains = words.listed([words.say_of(f"choices.gain.{word}", {"n": n}) for word, n in forecast.gains])
        lines.append(words.say("choices.preview.gains", gains=gains))
    for change in forecast.rows:
        row = score_sheets.score_row(words, change, box)
        lines.append(words.say("choices.preview.row", row=row, before=change.before, after=change.after))
    if Good.FAVOR in dict(forecast.gains) and state.round < LAST_ROUND:
        row = score_sheets.score_source(words, ScoreRow.FAVOR)
        lines.append(words.say("choices.preview.row-favor", row=row, points=FAVOR))
    for seat, change_of_total in forecast.rivals:
        who = player_names.seat(words, state.setup, seat)
        lines.append(words.say("choices.preview.rival", who=who, change=words.signed(change_of_total)))
    return lines
