"""The lines of the page between two rounds and of the summary of a turn."""

from rokoko_core.box import box_of
from rokoko_core.play.history import events_in_turn
from rokoko_core.play.view import GameControl, GameView
from rokoko_tui.play.log_lines import lines_about
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text import LogLine, Words


def round_began(view: GameView, numbers: range) -> int | None:
    """Return the last of the actions ``numbers`` that began a new round; None when none did."""
    rounds = [view.observation(n).table.round for n in (*numbers, numbers.stop)]
    return next((numbers[n] for n in reversed(range(len(numbers))) if rounds[n] != rounds[n + 1]), None)


def round_lines(view: GameView, number: int, words: Words) -> list[LogLine]:
    """Return income, what left and came, who starts, and the standings after action ``number``."""
    events = view.events(number)
    changes = words.between_rounds(events[events_in_turn(events) :], view.setup, box_of(view.observation(0).table))
    return [*changes, *words.standings(view.observation(number + 1))]


def turn_lines(view: GameView, number: int, words: Words) -> list[LogLine]:
    """Return the lines about the turn that ended with action ``number``, under a heading."""
    turn = range(view.turn_start(number), number + 1)
    lines = [line for n in turn for line in lines_about(view, n, words)]
    own = [line for line in lines if line.kind not in ("round", "income", "refill", "hand", "end")]
    return [LogLine("round", None, words.say("between.heading.turn")), *own]


def turn_lines_so_far(view: GameView, words: Words) -> list[str]:
    """Return what the turn under way has brought, a line each."""
    turn = range(view.turn_start(view.position), view.position)
    return [line.text for n in turn for line in lines_about(view, n, words)]


def page_follows(game: GameControl, settings: Settings) -> bool:
    """Return whether ending the turn leads to a page that sums it up anyway: a round, a hand-over, the end."""
    ending = game.menu.ending
    if ending is None:
        return False
    if ending.seat is None:
        return True
    if len(game.people) > 1 and settings.handover and ending.seat in game.people and ending.seat != game.seated:
        return True
    return settings.round_page and ending.new_round
