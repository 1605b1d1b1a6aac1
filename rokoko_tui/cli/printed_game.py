"""Commands that print a saved game: its table or state, and its review."""

import shutil
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import suppress
from textwrap import wrap

import msgspec

from rokoko_core.bots.review import TurnReview, review_turn
from rokoko_core.observe import Observation
from rokoko_core.play.game_reviews import LEAST, GameReviews
from rokoko_core.play.replay_game import OPEN, SPECTATOR, Viewer, observe_as
from rokoko_core.play.score_curve import Curve
from rokoko_core.state import encode_state
from rokoko_tui.art.scene import Scene
from rokoko_tui.art.symbols import mark_of
from rokoko_tui.art.table_text import UNKNOWN, draw_table, score_table_lines
from rokoko_tui.cli.arguments import Parser, add_eyes, add_file, add_position, value_name, whole_number
from rokoko_tui.cli.game_arguments import open_save, parse_position, parse_seat, report_damage
from rokoko_tui.cli.streams import say, say_json
from rokoko_tui.panes.registry import printed_rows
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text import Words
from rokoko_tui.text.safe_display import clean_line
from rokoko_tui.text.wording import pad
from rokoko_tui.widgets.score_chart import BLANK, NAME, Chart

NARROWEST, WIDEST = 80, 160
"""Minimum and maximum width of printed text."""


# ---- the table


def add_show_options(command: Parser) -> None:
    add_file(command)
    add_position(command)
    add_eyes(command)
    command.option("--json", key="json-state", action="store_true")


def run_show(options: Namespace, settings: Settings) -> int:
    """Print the table, or the state as JSON. Return 1 for a damaged save, whose sound part is shown."""
    words = settings.words
    reading = open_save(options.file, words)
    game = reading.game
    state = game.at(parse_position(options, game))
    seat = parse_seat(options, game.setup)
    view = observe_as(state, OPEN if options.all else Viewer(seat))
    if options.json:
        say_json(msgspec.json.format(encode_state(view.table), indent=2).decode() + "\n")
    else:
        for line in table_lines(view, words, game.hints):
            say(line)
    return report_damage(options.file, reading, words)


def printed_width() -> int:
    """Return the width of the terminal within the limits."""
    return min(WIDEST, max(NARROWEST, shutil.get_terminal_size((120, 40)).columns))


def table_lines(view: Observation, words: Words, hints: tuple[int, ...] = ()) -> list[str]:
    """Return the table as plain text; for a finished game with the score sheet and the number of ``hints`` by seat."""
    scene = Scene(view, words, pictures=False)  # without colours pixels would be invisible
    lines = draw_table(scene, printed_width(), printed_rows())
    return lines if view.table.pending else [*lines, "", *score_table_lines(view, words, hints)]


# ---- the review

CHART = 18
"""Rows of the chart."""
FIRST, COLUMN = 8, 12
"""Width of the first column of the score table, and maximum width of a player's column."""
INDENT = "     "


def add_analyse_options(command: Parser) -> None:
    add_file(command)
    command.option("--seat", key="seat-turns", metavar=value_name("NAME"))
    command.option("--most", metavar="N", type=whole_number, default=5)


def run_analyse(options: Namespace, settings: Settings) -> int:
    """Print scores by round, their chart, and the most expensive turns.

    For a damaged save, print its sound part and return 1. Raises ``CommandError``.
    """
    words = settings.words
    reading = open_save(options.file, words)
    reviews = GameReviews(reading.game)
    seat = parse_seat(options, reading.game.setup)
    viewer = reviews.default_viewer() if seat is None else Viewer(seat)
    curve = Curve(reading.game, OPEN if reviews.finished else viewer)
    width = printed_width()
    if reviews.finished or viewer != SPECTATOR:
        _review(reviews, viewer, words)
    costliest = reviews.costliest(viewer)[: options.most]
    for line in (
        *score_lines(curve, reviews.finished, words),
        "",
        *chart_lines(curve, costliest, width, words),
        *turn_lines(reviews, viewer, costliest, width, words),
    ):
        say(line)
    return report_damage(options.file, reading, words)


def _review(reviews: GameReviews, viewer: Viewer, words: Words) -> None:
    """Review the turns to report, with a progress line if stderr is a terminal."""
    is_terminal = sys.stderr is not None and sys.stderr.isatty()
    turns = [turn for turn in reviews.waiting if viewer.may_see(turn.seat)]
    for done, turn in enumerate(turns, start=1):
        reviews.add(review_turn(turn))
        if is_terminal:
            progress = clean_line(words.say("review.progress.looking", done=done, all=len(turns)))
            print(f"\r{progress}\x1b[K", end="\r\x1b[K" if done == len(turns) else "", file=sys.stderr, flush=True)


def score_lines(curve: Curve, finished: bool, words: Words) -> Iterator[str]:
    """Yield the projected scores at the start of each round and at the current position."""
    setup, seats = curve.game.setup, range(len(curve.game.at(0).players))
    rows = [
        (words.say("review.scores.round", n=number), curve.totals[curve.place(at)])
        for number, at in curve.game.round_starts
    ]
    yield words.say("review.scores.heading")
    yield _row("", [f"{mark_of(setup, seat)} {words.seat_within(setup, seat, COLUMN - 2)}" for seat in seats])
    for name, totals in [*rows, (words.say(f"review.scores.{'end' if finished else 'now'}"), curve.totals[-1])]:
        yield _row(name, [UNKNOWN if total is None else str(total) for total in totals])


def _row(name: str, cells: list[str]) -> str:
    return name.ljust(FIRST) + "".join(f" {pad(cell, COLUMN, 'right')}" for cell in cells)


def chart_lines(curve: Curve, flagged: list[TurnReview], width: int, words: Words) -> Iterator[str]:
    """Yield the chart with the ``flagged`` turns and a blank line; nothing if stdout cannot encode its signs."""
    with suppress(UnicodeEncodeError, LookupError):
        chr(BLANK).encode(sys.stdout.encoding or "ascii")
        setup, seats = curve.game.setup, range(len(curve.game.at(0).players))
        marks = tuple((mark_of(setup, seat), "") for seat in seats)
        names = tuple(words.seat_within(setup, seat, NAME) for seat in seats)
        flags = tuple(review.position for review in flagged)
        for line in Chart(
            curve, marks, names, width, CHART, flags=flags, round_word=words.say("panes.scores.round")
        ).lines():
            yield line.plain.rstrip()
        yield ""


def turn_lines(
    reviews: GameReviews, viewer: Viewer, costliest: list[TurnReview], width: int, words: Words
) -> Iterator[str]:
    """Yield the most expensive turns with better alternatives; if there are none, the reason."""
    if not reviews.finished and viewer == SPECTATOR:
        yield words.say("review.progress.secret")
    elif costliest:
        yield words.say("review.progress.heading")
    elif not reviews.costliest(viewer):
        yield words.say("review.progress.none", least=int(LEAST))
    for number, review in enumerate(costliest, start=1):
        state = reviews.game.at(review.position)
        yield ""
        yield f"{number:>3}. {words.reviewed(review, state)}"
        for line in words.review_details(review, state)[1:]:
            yield from wrap(line, width, initial_indent=INDENT, subsequent_indent=INDENT + "  ")
