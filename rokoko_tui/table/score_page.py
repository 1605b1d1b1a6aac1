"""What the score sheet of a table shows: the scores now, and what a choice, a step or a turn changes of them."""

from dataclasses import dataclass

from rokoko_core.observe import Observation
from rokoko_core.play.forecast import Forecast
from rokoko_core.score_outlook import Change, changes_between
from rokoko_tui.table.explanation import list_changes
from rokoko_tui.table.watch_session import WatchSession


@dataclass(frozen=True)
class ScorePage:
    """The scores that ``view`` knows, and changes of them."""

    view: Observation
    change: Change
    caption: tuple[str, ...]
    """What makes the change, and what it leads to; empty for no change."""
    has_steps: bool = False
    """Whether there are other choices or steps."""


def make_score_page(session: WatchSession) -> ScorePage:
    """Return the scores with what the choice under the cursor changes, else with the changes of this turn."""
    words, view, game = session.words, session.observation, session.game
    has_steps = sum(row.action is not None and row.is_selectable for row in session.moment.rows) > 1
    entry, forecast = session.forecast_entry, session.forecast
    if entry is not None and forecast is not None:
        caption = words.say("score.choice", text=entry.text), *list_changes(session, forecast)[:1]
        return ScorePage(view, _changes_of(forecast, view), caption, has_steps)
    change = changes_between(game.observation(game.turn_start(session.position)), view)
    return ScorePage(view, change, (words.say("score.turn"),) if change.rows else (), has_steps)


def _changes_of(forecast: Forecast, view: Observation) -> Change:
    """Return what a choice changes: by source for the seat to decide, in total for the others."""
    preview, seat = forecast.preview, view.table.pending[-1].seat
    rows = {(row.source, row.detail): {seat: row.after - row.before} for row in preview.rows}
    totals = {seat: preview.score_change, **dict(preview.rivals)}
    return Change(rows, {each: change for each, change in totals.items() if change})
