"""Write docs/opponents.md: strength and speed of the levels, and the balance of the game.

The same results give the same page. Tables of different levels measure strength, tables of one level measure balance.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean
from typing import NamedTuple

from research.opponents.tables import GOALS, all_tables, by_strength
from rokoko_core.bots import DEFAULT_LEVEL, LEVELS
from rokoko_core.bots.arena import Result
from rokoko_core.bots.arena_statistics import Share, Standing, by_turn_order, most_take, standings, width_by_deal
from rokoko_core.bots.ratings import Met, ratings
from rokoko_core.terms import Expansion, ScoreRow
from rokoko_tui.arena.command import LineUp
from rokoko_tui.arena.results import ResultLine, read_lines
from rokoko_tui.errors import CommandError
from rokoko_tui.text import get_words
from tools.markdown import table_head, table_row

WORDS = get_words("classic")
ENOUGH = 400
"""Games that decide a goal. With fewer games only the interval can."""
OVERTIME = 1.05
"""Allowed factor on the time of a level that uses all of it."""
DOMINANT = 0.30
"""A source with a larger share of all prestige dominates."""

INTRODUCTION = """\
# Opponents

Written by `make opponents` from games of version {programs} (weights {weights}) with the component set
{components}, whose figures are partly reconstructed. Every seating of a table plays each deal. Intervals are 95%
intervals; those of shares are Wilson intervals over games. A level that thinks by the clock plays a little differently
on another machine; for all others, wins and scores depend on the seed alone. A goal is met or missed once its games are
played, or earlier if the interval leaves no doubt. The first hint at the table is the move of a master with the
thinking time of the game, so a player who always follows it is as strong as that level.
"""
LADDER = """
## Ladder

All levels on one scale (Bradley-Terry model), from the two-player games of the base game. A lead of 200 points wins
three games of four, a lead of 400 ten of eleven. {level} is fixed at 1500; intervals are of the difference from it
(Fisher information). One drawn game is added to each pair, so that a level that never lost has a finite rating. Its
rating rises with more games.
"""
WIDTHS = """
The games of one deal are not independent of each other. Counted by deal instead of by game, the intervals would be
{low:.2f} to {high:.2f} times as wide."""


class Tournament(NamedTuple):
    """The games of one table."""

    line_up: LineUp
    results: list[Result]

    @property
    def standings(self) -> list[Standing]:
        """Results by level, in the order of the line-up."""
        return standings(self.results, self.line_up.levels)

    @property
    def is_single_level(self) -> bool:
        return len(set(self.line_up.levels)) == 1

    @property
    def command(self) -> str:
        """The command that plays these games."""
        levels, seed, expansions, *_ = self.line_up
        names = "all" if expansions == frozenset(Expansion) else ",".join(sorted(expansions))
        option = f" --expansions {names}" if names else ""
        is_complete = {result.match for result in self.results} == set(self.line_up.matches(len(self.results)))
        note = "" if is_complete else "  # interrupted, so some games differ"
        return f"rokoko-tui arena {' '.join(levels)}{option} --seed {seed} --games {len(self.results)}{note}"


def tournaments(results: Sequence[Result]) -> list[Tournament]:
    """Group ``results`` by levels (in any order), expansions and component set."""
    groups: dict[tuple[tuple[str, ...], frozenset[Expansion], str], list[Result]] = {}
    for result in results:
        match = result.match
        groups.setdefault((by_strength(match.levels), match.expansions, match.components), []).append(result)
    return [
        Tournament(LineUp(levels, min(result.match.seed for result in games), expansions, components), games)
        for (levels, expansions, components), games in groups.items()
    ]


def write_page(page: Path, file: Path) -> str:
    """Write ``page`` from the results in ``file``; return a summary. Raises ``CommandError`` for an unreadable file."""
    lines, _ = read_lines(file)
    if not lines:
        raise CommandError("refused.not-results", path=str(file))
    page.write_text("\n".join(page_lines(lines)) + "\n", encoding="utf-8")
    return f"{page}: {len(tournaments([line.result for line in lines]))} tables, {len(lines)} games"


def page_lines(lines: Sequence[ResultLine]) -> Iterator[str]:
    """Yield the lines of the page."""
    every = sorted(tournaments([line.result for line in lines]), key=_sort_key)
    mixed = [tournament for tournament in every if not tournament.is_single_level]
    single_level = [tournament for tournament in every if tournament.is_single_level]
    yield from INTRODUCTION.format(
        programs=_join({line.made.program for line in lines}),
        weights=_join({line.made.weights for line in lines}),
        components=_join({line.result.match.components for line in lines}),
    ).splitlines()
    yield from ("", *table_head("level", "how it plays"))
    for name, level in LEVELS.items():
        yield table_row(name if level.for_people else f"{name} (for comparison)", WORDS.describe_level(name))
    yield from _ladder(mixed)
    if mixed:
        yield from _strength(mixed)
    yield from _times(every)
    if single_level:
        yield from _sources(single_level)
        yield from _turn_order([tournament for tournament in single_level if len(tournament.line_up.levels) > 1])
        yield from ("", "## Balance", "", *map(_balance, single_level))
    yield from ("", "## Commands", "")
    yield "Add `--results FILE` to each; then `python -m research opponents page FILE docs/opponents.md`."
    yield from ("", *(f"    {tournament.command}" for tournament in every))
    yield from _missing_games(every)


def _sort_key(tournament: Tournament) -> tuple[object, ...]:
    """Sort by table size, then the strongest levels first, then the base game before expansions."""
    strength = {name: n for n, name in enumerate(LEVELS)}
    levels, _, expansions, *_ = tournament.line_up
    return len(levels), [-strength.get(level, -1) for level in levels], levels, len(expansions), sorted(expansions)


def _join(values: set[str]) -> str:
    return ", ".join(sorted(values))


def _title(line_up: LineUp) -> str:
    """Return the number of players and the expansions."""
    names = "every expansion" if line_up.expansions == frozenset(Expansion) else _join(set(line_up.expansions))
    players = len(line_up.levels)
    return f"{'alone' if players == 1 else f'{players} players'}, {names or 'base game'}"


def _interval(share: Share) -> str:
    return f"{100 * share.low:.1f} to {share.high:.1%}"


# ---- strength and time


def _ladder(mixed: Sequence[Tournament]) -> Iterator[str]:
    """Yield the ratings from the two-player games of the base game."""
    pairs = {}
    for tournament in mixed:
        levels = tournament.line_up.levels
        if len(levels) == 2 and not tournament.line_up.expansions:
            wins = tournament.standings[0].wins
            pairs[levels[0], levels[1]] = Met(wins.share * wins.games, wins.games)
    rated = ratings(pairs, DEFAULT_LEVEL)
    if len(rated) < 2:
        return
    yield from LADDER.format(level=DEFAULT_LEVEL).splitlines()
    yield from ("", *table_head("level", "rating", "95% interval", "games"))
    for name, rating in rated.items():
        interval = "fixed" if name == DEFAULT_LEVEL else f"{round(rating.low)} to {round(rating.high)}"
        yield table_row(name, str(round(rating.rating)), interval, f"{rating.games:.0f}")
    for name in LEVELS:
        if name not in rated:
            yield table_row(name, "not yet measured", "", "0")


def _strength(mixed: Sequence[Tournament]) -> Iterator[str]:
    yield from ("", "## Strength", "")
    yield from table_head("table", "level", "against", "games", "wins", "95% interval", "goal")
    for tournament in mixed:
        best = tournament.standings[0]
        rivals = list(tournament.line_up.levels)
        rivals.remove(best.level)
        yield table_row(
            _title(tournament.line_up),
            best.level,
            _count(rivals),
            str(best.wins.games),
            f"{best.wins.share:.1%}",
            _interval(best.wins),
            _goal(tournament.line_up, best),
        )
    widths = [width_by_deal(tournament.results, tournament.line_up.levels[0]) for tournament in mixed]
    known = [width for width in widths if width is not None]
    if known:
        yield from WIDTHS.format(low=min(known), high=max(known)).splitlines()


def _count(levels: Sequence[str]) -> str:
    return ", ".join(f"{levels.count(level)} × {level}" for level in dict.fromkeys(levels))


def _goal(line_up: LineUp, standing: Standing) -> str:
    """Return the goal, and whether the wins meet it."""
    goal = GOALS.get(line_up.levels)
    if goal is None or line_up.expansions:
        return f"none (fair: {standing.seats / len(line_up.levels):.1%})"
    least, most = goal
    wins = standing.wins
    text = f"{least:.1%}" if most == 1 else f"{100 * least:.1f} to {most:.1%}"
    missing = max(least - wins.share, wins.share - most)
    certain = (least <= wins.low and wins.high <= most) or wins.high < least or most < wins.low
    if wins.games < ENOUGH and not certain:
        return f"{text}: {ENOUGH} games are needed to tell"
    return f"{text}: missed by {100 * missing:.1f} points" if missing > 0 else f"{text}: met"


def _times(every: Sequence[Tournament]) -> Iterator[str]:
    yield from ("", "## Time for a turn", "")
    yield from table_head("level", "turns", "mean", "95% take at most", "goal", "longest")
    seats = [seat for tournament in every for result in tournament.results for seat in result.seats]
    for name, level in LEVELS.items():
        times = [ms for seat in seats if seat.level == name for ms in seat.times]
        if times:
            most, limit = most_take(times), 1000 * level.seconds * (OVERTIME if level.searches else 1)
            goal = f"{round(limit)} ms: {'met' if most <= limit else 'missed'}"
            yield table_row(name, f"{len(times):,}", f"{round(mean(times))} ms", f"{most} ms", goal, f"{max(times)} ms")


# ---- balance


def _sources(single_level: Sequence[Tournament]) -> Iterator[str]:
    yield from ("", "## Sources of prestige", "")
    yield "Mean prestige of a seat by source, and the share of the total in brackets. All seats are of one level."
    yield from _source_table(single_level, [tournament.standings[0].rows for tournament in single_level])
    yield from ("", "The same for the winning seats.")
    yield from _source_table(single_level, [tournament.standings[0].winning_rows for tournament in single_level])


def _source_table(every: Sequence[Tournament], columns: Sequence[dict[ScoreRow, float]]) -> Iterator[str]:
    yield ""
    yield from table_head("source", *(f"{t.line_up.levels[0]}, {_title(t.line_up)}" for t in every))
    for source in ScoreRow:
        if any(rows.get(source) for rows in columns):
            cells = [f"{rows[source]:.1f} ({_share(rows, source):.1%})" if rows else "" for rows in columns]
            yield table_row(WORDS.score_source(source), *cells)
    yield table_row("all", *(f"{sum(rows.values()):.1f}" if rows else "no wins" for rows in columns))


def _share(rows: dict[ScoreRow, float], source: ScoreRow) -> float:
    total = sum(rows.values())
    return rows[source] / total if total else 0.0


def _turn_order(single_level: Sequence[Tournament]) -> Iterator[str]:
    if not single_level:
        return
    yield from ("", "## Turn order", "")
    yield "Share of wins with interval, and mean score, by turn order in the first round. All seats are of one level."
    yield ""
    columns = max(len(tournament.line_up.levels) for tournament in single_level)
    yield from table_head("table", "games", "fair", *(f"{n}." for n in range(1, columns + 1)))
    for tournament in single_level:
        places = by_turn_order(tournament.results)
        cells = [f"{place.wins.share:.1%} ({_interval(place.wins)}), {place.score:.1f}" for place in places]
        cells += [""] * (columns - len(places))
        yield table_row(_title(tournament.line_up), str(len(tournament.results)), f"{1 / len(places):.1%}", *cells)


def _balance(tournament: Tournament) -> str:
    """Return a list item: the largest source, how winners differ, and the effect of the turn order."""
    standing = tournament.standings[0]
    source = max(standing.rows, key=lambda source: standing.rows[source])
    share = _share(standing.rows, source)
    of_winners = f", {_share(standing.winning_rows, source):.1%} of the winners'" if standing.winning_rows else ""
    sentences = (
        f"{standing.level}, {_title(tournament.line_up)}: the largest source is “{WORDS.score_source(source)}” with "
        f"{share:.1%} of all prestige{of_winners}.",
        "It dominates." if share > DOMINANT else "No source dominates.",
        _winners(standing),
        _order(tournament, standing),
    )
    return f"- {' '.join(filter(None, sentences))}"


def _winners(standing: Standing) -> str:
    """Return the source with the largest lead of winners over the mean seat; empty if all or none won."""
    if standing.wins.share in (0, 1) and standing.seats == 1:
        return ""
    lead = {source: points - standing.rows[source] for source, points in standing.winning_rows.items()}
    source = max(lead, key=lambda source: lead[source])
    return f"Winners lead most in “{WORDS.score_source(source)}” ({WORDS.signed(lead[source])})."


def _order(tournament: Tournament, standing: Standing) -> str:
    if len(tournament.line_up.levels) == 1:
        return f"Madame du Barry loses {standing.wins.share:.1%} of the games ({_interval(standing.wins)})."
    shares = [place.wins for place in by_turn_order(tournament.results)]
    fair = 1 / len(shares)
    unfair = (
        f"Place {n} in the turn order wins {share.share:.1%} ({_interval(share)}); fair is {fair:.1%}."
        for n, share in enumerate(shares, 1)
        if not share.low <= fair <= share.high
    )
    return " ".join(unfair) or "No place in the turn order wins more or less than chance allows."


def _missing_games(every: Sequence[Tournament]) -> Iterator[str]:
    """Yield the tables with fewer than ``ENOUGH`` games."""
    played = {(t.line_up.levels, t.line_up.expansions): len(t.results) for t in every}
    games = {line_up: played.get((line_up.levels, line_up.expansions), 0) for line_up in all_tables("")}
    missing = [f"- {_count(t.levels)}, {_title(t)}: {count}" for t, count in games.items() if count < ENOUGH]
    if missing:
        yield from ("", "## Not yet measured", "")
        yield f"Games played of each table; {ENOUGH} are needed. `make games` plays more, the quickest tables first."
        yield from ("", *missing)
