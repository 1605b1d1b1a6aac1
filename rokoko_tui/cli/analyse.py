"""``rokoko-tui analyse``: a game looked back at as lines of text, for terminals and pipes alike."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import suppress
from textwrap import wrap

from rich.cells import cell_len

from rokoko_core.bots.review import TurnReview, reviewed
from rokoko_core.play.replay_game import OPEN, SPECTATOR
from rokoko_tui.analysis.game_review import LEAST, Curve, Reviews
from rokoko_tui.art.score_table import UNKNOWN
from rokoko_tui.cli.arguments import Parser, add_file, value_name, whole_number
from rokoko_tui.cli.output import say
from rokoko_tui.cli.save_arguments import opened, seat_given, told_damage
from rokoko_tui.cli.show import printed_width
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text import Words
from rokoko_tui.text.cells import fit
from rokoko_tui.text.safe_display import legible
from rokoko_tui.theme.owner_marks import mark_of
from rokoko_tui.widgets.score_chart import BLANK, Chart

CHART = 18
"""Rows of the chart."""
FIRST, COLUMN = 8, 12
"""Cells of the first column of the table of scores, and of a player's at most."""
INDENT = "     "


def add_options(command: Parser) -> None:
    """What the command may be given."""
    add_file(command)
    command.option("--seat", key="seat-turns", metavar=value_name("NAME"))
    command.option("--most", metavar="N", type=whole_number, default=5)


def run(options: Namespace, settings: Settings) -> int:
    """Print scores by round, their chart, and the turns that cost most; of a damaged save what is sound.

    Exit code 1 for a damaged save. Raises ``Refused``.
    """
    words = settings.words
    reading = opened(options.file, words)
    reviews = Reviews(reading.game)
    seat = seat_given(options, reading.game.setup)
    eyes = reviews.eyes() if seat is None else str(seat)
    curve = Curve(reading.game, OPEN if reviews.finished else eyes)
    width = printed_width()
    if reviews.finished or eyes != SPECTATOR:
        _look(reviews, eyes, words)
    costliest = reviews.costliest(eyes)[: options.most]
    for line in (
        *score_lines(curve, reviews.finished, words),
        "",
        *chart_lines(curve, costliest, width, words),
        *turn_lines(reviews, eyes, costliest, width, words),
    ):
        say(line)
    return told_damage(options.file, reading, words)


def _look(reviews: Reviews, eyes: str, words: Words) -> None:
    """Look at the turns to be told of; how far that has come shows on a terminal."""
    shown = sys.stderr is not None and sys.stderr.isatty()
    turns = [turn for turn in reviews.waiting if eyes in (OPEN, str(turn.seat))]
    for done, turn in enumerate(turns, start=1):
        reviews.add(reviewed(turn))
        if shown:
            told = words.looking_back("progress.looking", done=done, all=len(turns))
            print(f"\r{legible(told)}\x1b[K", end="\r\x1b[K" if done == len(turns) else "", file=sys.stderr, flush=True)


def score_lines(curve: Curve, finished: bool, words: Words) -> Iterator[str]:
    """Everybody's projected score at the beginning of each round and where the game has come to."""
    setup, seats = curve.game.setup, range(len(curve.game.at(0).players))
    rows = [
        (words.looking_back("scores.round", n=number), curve.totals[curve.place(at)])
        for number, at in curve.game.round_starts
    ]
    yield words.looking_back("scores.heading")
    yield _row("", [f"{mark_of(setup, seat)} {words.seat(setup, seat)}" for seat in seats])
    for name, totals in [*rows, (words.looking_back("scores.end" if finished else "scores.now"), curve.totals[-1])]:
        yield _row(name, [UNKNOWN if total is None else str(total) for total in totals])


def _row(name: str, cells: list[str]) -> str:
    short = [fit(cell, COLUMN) for cell in cells]
    return name.ljust(FIRST) + "".join(" " * (COLUMN + 1 - cell_len(cell)) + cell for cell in short)


def chart_lines(curve: Curve, flagged: list[TurnReview], width: int, words: Words) -> Iterator[str]:
    """The chart with some turns ``flagged``, and a blank line; nothing where its signs cannot be written."""
    with suppress(UnicodeEncodeError, LookupError):
        chr(BLANK).encode(sys.stdout.encoding or "ascii")
        setup, seats = curve.game.setup, range(len(curve.game.at(0).players))
        marks = tuple((mark_of(setup, seat), "") for seat in seats)
        names = tuple(words.seat(setup, seat) for seat in seats)
        flags = tuple(found.position for found in flagged)
        for line in Chart(
            curve, marks, names, width, CHART, flags=flags, round_word=words.say("panes.scores.round")
        ).lines():
            yield line.plain.rstrip()
        yield ""


def turn_lines(reviews: Reviews, eyes: str, costliest: list[TurnReview], width: int, words: Words) -> Iterator[str]:
    """The turns that cost most, each with what was better and what for; if there are none to tell of, why."""
    if not reviews.finished and eyes == SPECTATOR:
        yield words.looking_back("progress.secret")
    elif costliest:
        yield words.looking_back("progress.heading")
    elif not reviews.costliest(eyes):
        yield words.looking_back("progress.none", least=int(LEAST))
    for number, found in enumerate(costliest, start=1):
        state = reviews.game.at(found.position)
        yield ""
        yield f"{number:>3}. {words.reviewed(found, state)}"
        for line in words.reviewed_about(found, state)[1:]:
            yield from wrap(line, width, initial_indent=INDENT, subsequent_indent=INDENT + "  ")
