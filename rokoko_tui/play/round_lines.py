"""The page between two rounds: its lines, for whoever may look, and whether there is one to be shown at all."""

from rokoko_core.actions import EndTurn
from rokoko_core.box import box_of
from rokoko_core.engine import apply, to_move
from rokoko_core.events import seen_by
from rokoko_core.game import Game
from rokoko_core.observe import observe
from rokoko_tui.play.log_lines import lines_about
from rokoko_tui.play.sessions import Session
from rokoko_tui.play.turn_history import between_rounds
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text import Line, Words


def round_began(game: Game, numbers: range) -> int | None:
    """The last of the actions ``numbers`` with which a new round began; None when none did."""
    return next((n for n in reversed(numbers) if game.at(n).round != game.at(n + 1).round), None)


def round_lines(game: Game, number: int, onlooker: int | None, words: Words) -> list[Line]:
    """Income, what left and came, who starts, and the standings after action ``number``."""
    events = seen_by(game.events_of(number), onlooker)
    changed = words.between_rounds(events[between_rounds(events) :], game.setup, box_of(game.at(0)))
    return [*changed, *words.standings(observe(game.at(number + 1), onlooker))]


def turn_lines(game: Game, number: int, onlooker: int | None, words: Words) -> list[Line]:
    """The lines about the turn that ended with action ``number``, under a heading."""
    turn = range(game.turn_start(number), number + 1)
    lines = [line for n in turn for line in lines_about(game, n, words, onlooker)]
    own = [line for line in lines if line.kind not in ("round", "income", "refill", "hand", "end")]
    return [Line("round", None, words.say("between.heading.turn")), *own]


def turn_lines_so_far(game: Game, onlooker: int | None, words: Words) -> list[str]:
    """What the turn under way has brought, a line each."""
    turn = range(game.turn_start(game.cursor), game.cursor)
    return [line.text for n in turn for line in lines_about(game, n, words, onlooker)]


def page_follows(session: Session, settings: Settings) -> bool:
    """Whether ending the turn now leads to a page that tells of it anyway: of the round, the next person, the end."""
    after = apply(session.state, EndTurn())
    asked = to_move(after)
    if asked is None:
        return True
    if len(session.people) > 1 and settings.handover and asked in session.people and asked != session.seated:
        return True
    return settings.round_page and after.round != session.state.round
