"""Comparison of games of the same deal, round by round, for one seat.

Two games have the same deal if seed, number of players, starting player, expansions and component set agree. Names and
levels may differ.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from string import ascii_uppercase
from typing import NamedTuple

from rokoko_core.bots import LEVELS, plan
from rokoko_core.engine import legal_actions, to_move
from rokoko_core.game import Game
from rokoko_core.journal import BadSave, read
from rokoko_core.score_sheet import ScoreSheet
from rokoko_core.scoring import final_scores, lasting_score
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import Setup
from rokoko_core.terms import ScoreRow
from rokoko_tui.saves.folder import SaveInfo
from rokoko_tui.text import Words
from rokoko_tui.text.cells import pad
from rokoko_tui.text.save_text import name_seed

BOT_LEVELS = tuple(name for name, level in LEVELS.items() if level.for_people and not level.searches)
"""Levels that can play a deal for comparison: those whose games take seconds."""
BOT = "journeyman"
"""The level of the bot on the screen."""
MOST_GAMES = 4
"""Most saves that the screen compares."""
FIRST, COLUMN = 26, 12
"""Cells of the first column, and of each game's."""
UNKNOWN = "–"


class ComparedGame(NamedTuple):
    """A game with the name that the comparison shows."""

    name: str
    game: Game


class _Column(NamedTuple):
    totals: list[int]
    """The scores of the seat at the end of each round that is over."""
    final: ScoreSheet | None


def is_same_deal(game: Game, other: Game) -> bool:
    return _deal(game.setup) == _deal(other.setup) and game.at(0).first_player == other.at(0).first_player


def is_same_game(game: Game, other: Game) -> bool:
    """Return whether both are one game. Digests of a save of version 0.6 differ from those of its copy."""
    return game.setup == other.setup and game.line == other.line


def _deal(setup: Setup) -> tuple[object, ...]:
    return len(setup.players), setup.seed, setup.chance, setup.expansions, setup.components, setup.fair_start


def find_same_deal(game: Game, saves: Iterable[SaveInfo]) -> list[ComparedGame]:
    """Return the games of the deal of ``game`` among the known ``saves``, at most ``MOST_GAMES``, in their order."""
    games: list[ComparedGame] = []
    for info in saves:
        if info.setup is None or info.error is not None or _deal(info.setup) != _deal(game.setup):
            continue
        try:
            other = read(info.path).game
        except BadSave:
            continue
        if is_same_deal(game, other):
            games.append(ComparedGame(info.path.stem, other))
        if len(games) == MOST_GAMES:
            break
    return games


def play_deal(setup: Setup, seat: int, level: str, stopped: Callable[[], bool] = lambda: False) -> Game | None:
    """Let a bot of ``level`` play the deal for ``seat``; return the game, or None once ``stopped()`` is true.

    The other bots keep their level if it is one of ``BOT_LEVELS``; all other seats get ``level``. Repeatable.
    """
    game = Game(setup)
    levels = [s.level if n != seat and s.level in BOT_LEVELS else level for n, s in enumerate(setup.players)]
    while (mover := to_move(game.state)) is not None:
        if stopped():
            return None
        if mover >= len(levels):
            game.play(legal_actions(game.state)[0])
            continue
        for action in plan(game.state, levels[mover], Random(f"{setup.seed}/{game.cursor}")):
            if action in legal_actions(game.state):
                game.play(action)
    return game


def compare(games: Sequence[ComparedGame], seat: int, words: Words) -> Iterator[str]:
    """Yield the comparison of ``seat`` in all games with the first one, as lines of text.

    Only the seat's own prestige of unfinished games is shown, and no place: their secrets stay hidden.
    """
    first = games[0].game
    yield words.say("compare.title", who=words.seat(first.setup, seat), text=name_seed(first.setup))
    for letter, compared in zip(ascii_uppercase, games, strict=False):
        yield words.say("compare.game", letter=letter, name=compared.name)
    columns = [_column(compared.game, seat) for compared in games]
    yield ""
    yield _row("", ascii_uppercase[: len(games)])
    for number in range(min(LAST_ROUND, max(len(column.totals) for column in columns))):
        totals = [column.totals[number] if number < len(column.totals) else None for column in columns]
        yield _row(words.say("compare.round", n=number + 1), _with_changes(totals, words))
    if any(column.final for column in columns):
        yield from _final_rows(columns, words)


def _column(game: Game, seat: int) -> _Column:
    totals = [totals[seat] for totals in round_totals(game)]
    return _Column(totals, final_scores(game.state)[seat] if game.over else None)


def _final_rows(columns: Sequence[_Column], words: Words) -> Iterator[str]:
    """Yield the place, then the sources of prestige in which finished games differ."""
    places = [f"{column.final.rank}" if column.final else UNKNOWN for column in columns]
    yield _row(words.say("final.rank"), places)
    yield ""
    yield words.say("compare.sources")
    for source in ScoreRow:
        points = [_points(column.final, source) for column in columns]
        if len({amount for amount in points if amount is not None}) > 1:
            yield _row(words.score_source(source), _with_changes(points, words))


def _points(sheet: ScoreSheet | None, source: ScoreRow) -> int | None:
    return None if sheet is None else sum(row.points for row in sheet.rows if row.source is source)


def _with_changes(amounts: Sequence[int | None], words: Words) -> list[str]:
    """Return the amounts, each after the first with its difference to the first."""
    texts = []
    for number, amount in enumerate(amounts):
        if amount is None:
            texts.append(UNKNOWN)
        elif number and amounts[0] is not None:
            texts.append(f"{amount} ({words.signed(amount - amounts[0])})")
        else:
            texts.append(str(amount))
    return texts


def _row(title: str, cells: Iterable[str]) -> str:
    return (pad(title, FIRST) + "".join(cell.rjust(COLUMN) for cell in cells)).rstrip()


def round_totals(game: Game) -> list[tuple[int, ...]]:
    """Return the projected scores by seat at the end of each round that is over; of the last round, the final ones.

    They include what is hidden from others, so show them to the owner or for finished games only.
    """
    ends = [game.at(start) for _, start in game.round_starts[1:]]
    totals = [tuple(lasting_score(end, seat) for seat in range(len(end.players))) for end in ends]
    return [*totals, tuple(sheet.total for sheet in final_scores(game.state))] if game.over else totals
