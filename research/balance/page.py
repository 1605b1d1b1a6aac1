"""Write docs/balance.md, what the new component set changes, why and with what effect; and docs/first-player.md.

The same results give the same page.
"""

from collections.abc import Iterator
from pathlib import Path

from research.balance.candidates import Candidate, read_candidates
from research.balance.first_player import first_player_lines
from research.balance.games import SEED, SIZES
from research.balance.played import ENOUGH, Games, place_cells
from research.balance.tastes import PREFIX, read_tastes
from rokoko_core.bots import DEFAULT_LEVEL
from rokoko_core.bots.arena import Result
from rokoko_core.bots.arena_statistics import Share, by_turn_order, standings, win_share
from rokoko_core.components.catalogue import tables_of
from rokoko_core.terms import ScoreRow
from rokoko_tui.arena.results import read_lines
from rokoko_tui.errors import CommandError
from rokoko_tui.text import get_words
from tools.markdown import table_head, table_row

WORDS = get_words("classic")
SEARCHED = 200
"""Deals of each table that compare the candidates."""
FIRST_PLAYER = {2: (0.50, 0.55), 4: (0.22, 0.30)}
"""Least and greatest share of wins of the first player, by players."""
MOST_OF_SOURCE = 0.22
"""Greatest share of all prestige from one source."""
MOST_OF_TASTE = 0.55
"""Greatest share of wins of a taste against the journeyman."""

INTRODUCTION = """\
# Balance

Written by `python -m research balance page` from games of version {programs} (weights {weights}).

The rulebooks state the number of the components, their bonuses and some prices in words. The other figures of the
component sets are reconstructed: they are ours. With the set `{base}` the first of two equal players wins far too
often. The set `{shipped}` changes as few reconstructed figures as possible; it contradicts no fact that the rulebooks
state. New games use it. Saves, puzzles and past days of the daily deal keep theirs. [The first player](first-player.md)
has the turn order for all numbers of players, and *Fair start*.

All games are games of the base game between bots of level {level}. Intervals are 95% Wilson intervals over games.
Every table starts with the same seeds. A goal needs {enough} games; with fewer it is not decided.
"""
SEARCH = """
## Candidates

Each candidate differs from `{base}` in the figures named. The share is that of the first player in the first
{searched} deals at most; a candidate with fewer games was stopped early. The candidate `{chosen}` became
`{shipped}`: no other one is better beyond doubt, and it has the fewest changes.
"""
TASTES = """
## Tastes

A taste is a {level} that favors one source of prestige: some weights of its evaluation are larger, set by hand in
`research/balance/tastes.toml`. It plays against a {level} with two players, every deal in both seatings. A taste that
wins shows a source that pays too much.
"""
COMMANDS = """
## Commands

    python -m research balance search FILE --games 200 --jobs 2    # the candidates
    python -m research balance games FILE --games 400 --jobs 2     # the two sets
    python -m research balance fair FILE --games 400 --jobs 2      # first-player.md
    python -m research balance page FILE docs/balance.md

The candidates and their reasons are in `research/balance/candidates.toml`."""


def write_pages(page: Path, file: Path) -> str:
    """Write ``page``, and ``first-player.md`` beside it, from the results in ``file``; return a summary.

    Raises ``CommandError`` for an unreadable file.
    """
    lines, _ = read_lines(file)
    if not lines:
        raise CommandError("refused.not-results", path=str(file))
    programs, weights = ({getattr(line.made, name) for line in lines} for name in ("program", "weights"))
    names = {"programs": ", ".join(sorted(programs)), "weights": ", ".join(sorted(weights))}
    games = Games([line.result for line in lines])
    for path, text in ((page, page_lines), (page.with_name("first-player.md"), first_player_lines)):
        path.write_text("\n".join(text(games, names)) + "\n", encoding="utf-8")
    return f"{page}: {len(lines)} games"


def page_lines(games: Games, names: dict[str, str]) -> Iterator[str]:
    """Yield the lines of the page; ``names`` has the versions of the introduction."""
    known = read_candidates()
    names = {**names, "base": known.base, "shipped": known.shipped, "chosen": known.chosen, "level": DEFAULT_LEVEL}
    names |= {"enough": str(ENOUGH), "searched": str(SEARCHED)}
    yield from INTRODUCTION.format(**names).splitlines()
    yield from ("", "## Changes", "")
    yield from _changes(known.choice)
    yield from ("", *known.choice.why.strip().splitlines())
    yield from ("", "## Goals", "")
    yield from table_head("goal", known.base, known.shipped, f"{known.shipped} meets it")
    yield from _goals(games)
    yield from ("", "## Turn order", "", "Share of wins by turn order in the first round.", "")
    yield from _turn_orders(games)
    yield from ("", "## Sources of prestige", "", "Share of all prestige of a table.", "")
    yield from _sources(games)
    yield from TASTES.format(**names).splitlines()
    yield ""
    yield from _tastes(games)
    yield from SEARCH.format(**names).splitlines()
    yield ""
    yield from _search(games)
    yield from COMMANDS.splitlines()


def _percent(share: Share) -> str:
    return f"{share.share:.1%} ({100 * share.low:.1f} to {share.high:.1%}, n = {share.games})"


def _value(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


# ---- what changes


def _changes(candidate: Candidate) -> Iterator[str]:
    before = tables_of(read_candidates().base)
    yield from table_head("table", "entry", "figure (reconstructed)", "before", "after")
    for change in candidate.changes:
        old = change.find_entry(before)[change.figure]
        yield table_row(change.table, f"`{change.id}`", change.figure, _value(old), _value(change.to))


def _search(games: Games) -> Iterator[str]:
    yield from table_head("candidate", "changes", "reason", "2 players", "4 players")
    known = read_candidates()
    shares = [_first_player(_searched(games.journeymen(seats, known.base))) for seats in FIRST_PLAYER]
    yield table_row(f"`{known.base}`", "none", "", *shares)
    for candidate in known.candidate:
        name = known.shipped if candidate is known.choice else candidate.name
        changes = "; ".join(f"`{change.id}` {change.figure}: {_value(change.to)}" for change in candidate.changes)
        shares = [_first_player(_searched(games.journeymen(seats, name))) for seats in FIRST_PLAYER]
        yield table_row(f"`{candidate.name}`", changes, " ".join(candidate.why.split()), *shares)


def _searched(results: list[Result]) -> list[Result]:
    return [result for result in results if result.match.seed < SEED + SEARCHED]


def _first_player(results: list[Result]) -> str:
    return _percent(by_turn_order(results)[0].wins) if results else "not played"


# ---- figures


def _goals(games: Games) -> Iterator[str]:
    known = read_candidates()
    for seats, (least, most) in FIRST_PLAYER.items():
        cells, verdict = [], "not played"
        for name in (known.base, known.shipped):
            results = games.journeymen(seats, name)
            cells.append(_first_player(results))
            if results:
                wins = by_turn_order(results)[0].wins
                verdict = _verdict(max(least - wins.share, wins.share - most), wins.games)
        yield table_row(f"first of {seats} players wins {100 * least:.0f} to {most:.0%}", *cells, verdict)
    cells, verdict = [], "not played"
    for name in (known.base, known.shipped):
        shares = {
            (share, seats, source)
            for seats in SIZES
            for source, share in _source_shares(games.journeymen(seats, name)).items()
        }
        if shares:
            share, seats, source = max(shares)
            cells.append(f"{share:.1%}: {WORDS.score_source(source)}, {seats} players")
            verdict = _verdict(share - MOST_OF_SOURCE, len(games.journeymen(seats, name)))
        else:
            cells.append("not played")
    yield table_row(f"no source of prestige above {MOST_OF_SOURCE:.0%}", *cells, verdict)
    cells, verdict = [], "not played"
    for name in (known.base, known.shipped):
        tastes = [(_taste_wins(games, taste, name), taste) for taste in read_tastes()]
        best = max(((wins.share, taste, wins) for wins, taste in tastes if wins), default=None)
        cells.append(f"`{best[1]}`: {_percent(best[2])}" if best else "not played")
        if best and name == known.shipped:
            verdict = _verdict(best[0] - MOST_OF_TASTE, best[2].games)
    yield table_row(f"no taste wins more than {MOST_OF_TASTE:.0%}", *cells, verdict)


def _verdict(missing: float, played: int) -> str:
    text = f"missed by {100 * missing:.1f} points" if missing > 0 else "yes"
    return text if played >= ENOUGH else f"not decided; so far {text}"


def _turn_orders(games: Games) -> Iterator[str]:
    known = read_candidates()
    yield from table_head("players", "set", "games", "fair", *(f"{place}." for place in range(1, max(SIZES) + 1)))
    for seats in SIZES:
        for name in (known.base, known.shipped):
            if results := games.journeymen(seats, name):
                yield table_row(
                    str(seats), name, str(len(results)), f"{1 / seats:.1%}", *place_cells(results, max(SIZES))
                )


def _source_shares(results: list[Result]) -> dict[ScoreRow, float]:
    """Return the share of all prestige by source; empty without results."""
    if not results:
        return {}
    rows = standings(results, (DEFAULT_LEVEL,))[0].rows
    return {source: points / sum(rows.values()) for source, points in rows.items()}


def _sources(games: Games) -> Iterator[str]:
    known = read_candidates()
    columns = {
        f"{seats} players, {name}": shares
        for seats in SIZES
        for name in (known.base, known.shipped)
        if (shares := _source_shares(games.journeymen(seats, name)))
    }
    yield from table_head("source", *columns)
    for source in ScoreRow:
        if any(shares[source] for shares in columns.values()):
            yield table_row(WORDS.score_source(source), *(f"{shares[source]:.1%}" for shares in columns.values()))


def _taste_wins(games: Games, taste: str, components: str) -> Share | None:
    """Return the wins of ``taste`` against the journeyman; None without games."""
    level = PREFIX + taste
    results = games.of((level, DEFAULT_LEVEL), components)
    won = [seat.won for result in results for seat in result.seats if seat.level == level]
    return win_share(won) if won else None


def _tastes(games: Games) -> Iterator[str]:
    known = read_candidates()
    yield from table_head("taste", "prestige added to each unit", known.base, known.shipped)
    for taste, extra in read_tastes().items():
        added = ", ".join(f"{feature} {value:+g}" for feature, value in extra.items())
        wins = [_taste_wins(games, taste, name) for name in (known.base, known.shipped)]
        yield table_row(f"`{taste}`", added, *(_percent(share) if share else "not played" for share in wins))
