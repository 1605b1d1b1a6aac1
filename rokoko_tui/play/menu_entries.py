"""The list for whoever is asked: what the person at the terminal may do, or what can be done while others go on."""

from collections.abc import Sequence

from rokoko_core.engine import legal_actions, why_not
from rokoko_tui.keys import key_of, pick_keys
from rokoko_tui.play.choice_list import Entry, Kind, entries
from rokoko_tui.play.forecast import Reaches
from rokoko_tui.play.hint_entries import Hints
from rokoko_tui.play.set_selection import SetChoice
from rokoko_tui.play.turn_flow import Course
from rokoko_tui.text import Words


def entries_asked(
    course: Course, words: Words, choice: SetChoice | None, hints: Hints | None, reaches: Reaches
) -> tuple[Entry, ...]:
    """The entries; ``choice`` is the set being chosen thing by thing, ``hints`` stand in the place of all choices."""
    session = course.session
    if session.asked is None:
        return (
            Entry(Kind.HEADING, words.say("table.list.end")),
            Entry(Kind.STEP, words.say("table.list.final"), "1", step="final"),
        )
    if hints is not None:
        return hints.entries(words)
    if session.barry_asked:
        return _barry(course, words)
    if session.bot_asked is not None:
        return _bot(course, words)
    if session.eyes != session.asked:
        return (Entry(Kind.HEADING, words.say("table.list.waiting")),)
    keys = pick_keys(("app", "table", "around"), course.settings.keys)
    state = session.state
    return entries(
        session.view,
        words,
        why_not(state),
        choice,
        keys,
        lambda action: words.score_briefly(reaches.of(state, action)),
    )


def _barry(course: Course, words: Words) -> tuple[Entry, ...]:
    session = course.session
    reveal = legal_actions(session.state)[0]
    return (
        Entry(Kind.HEADING, words.seat(session.game.setup, session.asked or 0)),
        Entry(Kind.ACTION, words.action(reveal, session.view.table), "1", reveal),
        Entry(Kind.STEP, words.say("table.list.finish-her"), "f", step="finish"),
    )


def _bot(course: Course, words: Words) -> tuple[Entry, ...]:
    name = words.seat(course.session.game.setup, course.session.asked or 0)
    seconds = int(course.thought.seconds) if course.thought is not None else 0
    stop = Entry(Kind.STEP, words.say("table.list.move-now"), key_of("table.hurry", course.settings.keys), step="hurry")
    return (Entry(Kind.HEADING, words.thinking(name, seconds)), stop)


def number_of(action: object, found: Sequence[Entry]) -> int:
    """The entry that takes ``action``; -1 when there is none."""
    return next((n for n, entry in enumerate(found) if entry.action is not None and entry.action == action), -1)
