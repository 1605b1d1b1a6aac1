"""What the table says about the choice under the cursor, the inspected piece, and the scores."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rokoko_core.actions import Action, Decline
from rokoko_core.observe import Observation
from rokoko_core.play.forecast import Forecast
from rokoko_core.preview import Preview
from rokoko_core.score_outlook import Change, changes_between
from rokoko_tui.table.choice_list import EntryKind, MenuEntry
from rokoko_tui.table.menu_entries import find_about
from rokoko_tui.table.page import Details
from rokoko_tui.text import Words
from rokoko_tui.text.messages import capital
from rokoko_tui.text.piece_refs import PieceRef

if TYPE_CHECKING:
    from rokoko_tui.table.watch_session import WatchSession


def explain(session: "WatchSession", entry: MenuEntry | None) -> Details:
    """Return what ``entry`` means, or what is inspected."""
    if session.inspected is not None:
        return _explain_piece(session, session.inspected)
    if entry is None or entry.kind is EntryKind.HEADING:
        return Details()
    words = session.words
    if entry.refusal is not None:
        return Details(words.say("table.preview.not-now"), (entry.text,))
    if entry.step and words.knows(f"table.preview.{entry.step}"):
        return Details(entry.text, (words.say(f"table.preview.{entry.step}"),))
    if entry.action is None:
        return Details(entry.text, _describe(session, entry))
    return Details(entry.text, tuple(_explain_action(session, entry, entry.action)))


def _explain_action(session: "WatchSession", entry: MenuEntry, action: Action) -> list[str]:
    forecast, words = session.forecast, session.words
    if forecast is None:
        return []
    reach = forecast.score_range
    first = words.describe_consequences(action, session.observation.table)
    if isinstance(action, Decline):
        return [*first, *(list_changes(session, forecast) if reach and reach.best else ())]
    if not first and forecast.preview == Preview() and (reach is None or (reach.is_single and not reach.best)):
        return list(_describe(session, entry))
    return [*first, *list_changes(session, forecast)]


def list_changes(session: "WatchSession", forecast: Forecast) -> list[str]:
    """Describe what an action would change, with the score once all that follows is decided."""
    table, named = session.game.observation().table, session.settings.hints
    return session.words.preview(forecast.preview, table, forecast.score_range, named=named)


def _describe(session: "WatchSession", entry: MenuEntry) -> tuple[str, ...]:
    """Return what the piece of ``entry`` is, beyond what the entry says; else what the decision is about."""
    words, table = session.words, session.observation.table
    facts = [words.piece(piece, table).split(" · ") for piece in entry.pieces]
    known = entry.text.split(" · ")
    new = [fact for fact in facts[0] if fact not in known] if len(facts) == 1 else []
    if new:
        return (capital(" · ".join(new)),)
    return tuple(words.help_for(table.pending[-1])) if table.pending else ()


def describe_piece(piece: PieceRef, view: Observation, words: Words) -> tuple[str, list[str]]:
    """Return the name of ``piece`` and what it is."""
    opens = {"player": "board", "score": "score"}.get(piece.kind)
    board = [words.say(f"inspection.look.{opens}")] if opens else []
    return words.piece(piece, view.table), [*words.piece_details(piece, view), *board]


def _explain_piece(session: "WatchSession", piece: PieceRef) -> Details:
    """Return the name of the inspected ``piece``, what Enter would do and bring, or why it would do nothing."""
    words, rows = session.words, session.moment.rows
    name, lines = describe_piece(piece, session.observation, words)
    entries = [rows[n] for n in find_about(rows, piece)]
    takeable = [entry for entry in entries if entry.is_selectable]
    if len(takeable) > 1 and takeable[0].kind is not EntryKind.THING:
        return Details(name, (words.say("inspection.look.several", n=len(takeable)), *lines))
    if takeable:
        does = words.say("inspection.look.enter", what=takeable[0].text)
        changes = list_changes(session, session.forecast or Forecast(Preview()))
        return Details(name, (does, *changes, *lines))
    return Details(name, (*[words.say("inspection.look.not-now", what=entry.text) for entry in entries], *lines))


@dataclass(frozen=True)
class ScorePage:
    """The scores that ``view`` knows, and changes of them."""

    view: Observation
    change: Change
    caption: tuple[str, ...]
    """What makes the change, and what it leads to; empty for no change."""
    has_steps: bool = False
    """Whether there are other choices or steps."""


def make_score_page(session: "WatchSession") -> ScorePage:
    """Return the scores with what the choice under the cursor changes, else with the changes of this turn."""
    words, view, game = session.words, session.observation, session.game
    has_steps = sum(row.action is not None and row.is_selectable for row in session.moment.rows) > 1
    entry, forecast = session.forecast_entry, session.forecast
    if entry is not None and forecast is not None:
        leads_to = list_changes(session, forecast)[:1] if forecast.score_range or forecast.preview.unknown else []
        caption = words.say("score.choice", text=entry.text), *leads_to
        return ScorePage(view, _changes_of(forecast, view), caption, has_steps)
    change = changes_between(game.observation(game.turn_start(session.position)), view)
    return ScorePage(view, change, (words.say("score.turn"),) if change.rows else (), has_steps)


def _changes_of(forecast: Forecast, view: Observation) -> Change:
    """Return what a choice changes: by source for the seat to decide, in total for the others."""
    preview, seat = forecast.preview, view.table.pending[-1].seat
    rows = {(row.source, row.detail): {seat: row.after - row.before} for row in preview.rows}
    totals = {seat: preview.score_change, **dict(preview.rivals)}
    return Change(rows, {each: change for each, change in totals.items() if change})
