"""Write docs/opponents.md, one page about the strength of the levels, and docs/opponents-details.md with every table.

The same results give the same pages. Tables of different levels measure strength; tables of one level measure the
sources of prestige and the turn order.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean
from typing import NamedTuple

from research.opponents.tables import GOALS, Goal, all_tables, by_strength
from rokoko_core.bots import DEFAULT_LEVEL, LEVELS
from rokoko_core.bots.arena import Result
from rokoko_core.bots.arena_statistics import Share, Standing, by_turn_order, most_take, standings, width_by_deal
from rokoko_core.bots.ratings import Met, Rating, ratings
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

INTRODUCTION = """\
# Opponents

How strong the levels are, how sure that is, and how it was measured. Written by `make opponents` from {games:,} games
of version {programs} (weights {weights}) with the component set {components}, whose figures are partly reconstructed.
[Details](opponents-details.md) has all tables of games and the commands.
"""
LEVELS_TEXT = """
## Levels

The rating puts all levels on one scale (Bradley-Terry model), from two-player games of the base game. A lead of 200
points wins three games of four, a lead of 400 ten of eleven. {level} is fixed at 1500; intervals are of the difference
from it. A level that never lost would have no limit, so each pair has one drawn game more.
"""
STRENGTH = """
## Strength

Wins of the level against the others, and the goal. A goal is met or missed after {enough} games, or earlier if the
interval leaves no doubt.
"""
METHOD = """
## How it was measured

* Every seating of a table plays each deal, so luck and the first turn are the same for all.
* Intervals are 95% intervals; those of shares are Wilson intervals over games.{widths}
* A level that thinks by the clock plays a little differently on another machine. For all others, wins and scores depend
  on the seed alone.
* The first hint at the table is the move of a master with the thinking time of the game. So a player who always follows
  it is as strong as that level.
* Other questions have their own pages: whether a level became stronger ([Progress](progress.md)), how far it is from
  the best play ([Regret](regret.md)), whether a simple strategy wins ([Balance](balance.md)).
"""
AIMS = Path(__file__).with_name("aims.md")
"""The part of the page about other commands, written by hand from their results."""
WIDTHS = """ Games of one deal are not independent;
  counted by deal, the intervals would be {low:.2f} to {high:.2f} times as wide."""
DETAILS = """\
# Opponents: details

Every table of games behind [Opponents](opponents.md), by the same command.
"""


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


def write_pages(page: Path, file: Path) -> str:
    """Write ``page`` and the details beside it from the results in ``file``; return a summary.

    Raises ``CommandError`` for an unreadable file.
    """
    lines, _ = read_lines(file)
    if not lines:
        raise CommandError("refused.not-results", path=str(file))
    page.write_text("\n".join(page_lines(lines)) + "\n", encoding="utf-8")
    every = sorted_tournaments(lines)
    details = page.with_stem(f"{page.stem}-details")
    details.write_text("\n".join(detail_lines(every)) + "\n", encoding="utf-8")
    return f"{page}: {len(every)} tables, {len(lines)} games"


def sorted_tournaments(lines: Sequence[ResultLine]) -> list[Tournament]:
    return sorted(tournaments([line.result for line in lines]), key=_sort_key)


def page_lines(lines: Sequence[ResultLine]) -> Iterator[str]:
    """Yield the lines of the page."""
    every = sorted_tournaments(lines)
    mixed = [tournament for tournament in every if not tournament.is_single_level]
    yield from INTRODUCTION.format(
        games=len(lines),
        programs=_join({line.made.program for line in lines}),
        weights=_join({line.made.weights for line in lines}),
        components=_join({line.result.match.components for line in lines}),
    ).splitlines()
    yield from _levels(every)
    yield from _goals(every)
    yield from _first_player(every)
    yield from AIMS.read_text(encoding="utf-8").splitlines()
    widths = [width_by_deal(tournament.results, tournament.line_up.levels[0]) for tournament in mixed]
    known = [width for width in widths if width is not None]
    yield from METHOD.format(widths=WIDTHS.format(low=min(known), high=max(known)) if known else "").splitlines()


def detail_lines(every: Sequence[Tournament]) -> Iterator[str]:
    """Yield the lines of the page of details."""
    single_level = [tournament for tournament in every if tournament.is_single_level]
    yield from DETAILS.splitlines()
    yield from ("", "## Wins", "")
    yield from _strength_head()
    yield from (_strength(tournament) for tournament in every if tournament not in single_level)
    yield from _times(every)
    if single_level:
        yield from _sources(single_level)
        yield from _turn_order([tournament for tournament in single_level if len(tournament.line_up.levels) > 1])
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
    players = len(line_up.levels)
    return f"{'alone' if players == 1 else f'{players} players'}, {_expansions(line_up.expansions)}"


def _expansions(expansions: frozenset[Expansion]) -> str:
    return "every expansion" if expansions == frozenset(Expansion) else _join(set(expansions)) or "base game"


def _interval(share: Share) -> str:
    return f"{100 * share.low:.1f} to {share.high:.1%}"


# ---- strength and time


def _levels(every: Sequence[Tournament]) -> Iterator[str]:
    """Yield each level with its rating and its times."""
    yield from LEVELS_TEXT.format(level=DEFAULT_LEVEL).splitlines()
    columns = ("level", "rating", "95% interval", "games", "a turn takes", "95% take at most", "how it plays")
    yield from ("", *table_head(*columns))
    rated, times = _ratings(every), _times_by_level(every)
    for name, level in LEVELS.items():
        how = WORDS.describe_level(name) if level.for_people else f"For comparison. {WORDS.describe_level(name)}"
        took = (f"{round(mean(times[name]))} ms", f"{most_take(times[name])} ms") if name in times else ("", "")
        rating = rated.get(name)
        if rating is None:
            yield table_row(name, "not yet measured", "", "0", *took, how)
            continue
        interval = "fixed" if name == DEFAULT_LEVEL else f"{round(rating.low)} to {round(rating.high)}"
        yield table_row(name, str(round(rating.rating)), interval, f"{rating.games:.0f}", *took, how)


def _ratings(every: Sequence[Tournament]) -> dict[str, Rating]:
    """Return the ratings from the two-player games of the base game."""
    pairs = {}
    for tournament in every:
        levels = tournament.line_up.levels
        if len(levels) == 2 and not tournament.is_single_level and not tournament.line_up.expansions:
            wins = tournament.standings[0].wins
            pairs[levels[0], levels[1]] = Met(wins.share * wins.games, wins.games)
    return ratings(pairs, DEFAULT_LEVEL)


def _goals(every: Sequence[Tournament]) -> Iterator[str]:
    """Yield the tables with goals, and the goals that are not met."""
    yield from STRENGTH.format(enough=ENOUGH).splitlines()
    yield from ("", *_strength_head())
    played = {(tournament.line_up.levels, tournament.line_up.expansions): tournament for tournament in every}
    verdicts: dict[str, list[str]] = defaultdict(list)
    for goal in GOALS:
        tournament = played.get((goal.levels, goal.expansions))
        if tournament is not None:
            yield _strength(tournament)
        verdict = _verdict(goal, tournament.standings[0]).partition(" by ")[0] if tournament else "not played"
        line_up = LineUp(goal.levels, 0, goal.expansions, "")
        verdicts[verdict].append(f"{goal.levels[0]} against {_rivals(goal.levels)}, {_title(line_up)}")
    yield ""
    yield f"{len(verdicts.pop('met', ()))} of {len(GOALS)} goals are met."
    yield from (f"{verdict.capitalize()}: {'; '.join(tables)}." for verdict, tables in verdicts.items())


def _first_player(every: Sequence[Tournament]) -> Iterator[str]:
    """Yield how often the first of two equal players wins."""
    for tournament in every:
        if tournament.line_up.levels == (DEFAULT_LEVEL,) * 2 and not tournament.line_up.expansions:
            wins = by_turn_order(tournament.results)[0].wins
            yield from ("", "## The first player", "")
            yield f"The first of two players of level {DEFAULT_LEVEL} wins {wins.share:.1%} ({_interval(wins)}) of"
            yield f"{wins.games} games of the base game. [The first player](first-player.md) says why, and what to do."


def _strength_head() -> tuple[str, str]:
    return table_head("table", "level", "against", "games", "wins", "95% interval", "goal")


def _strength(tournament: Tournament) -> str:
    """Return the row of the wins of the first level."""
    line_up, best = tournament.line_up, tournament.standings[0]
    goal = next((goal for goal in GOALS if goal[:2] == (line_up.levels, line_up.expansions)), None)
    text = f"{goal.range}: {_verdict(goal, best)}" if goal else f"none (fair: {best.seats / len(line_up.levels):.1%})"
    return table_row(
        _title(line_up),
        best.level,
        _rivals(line_up.levels),
        str(best.wins.games),
        f"{best.wins.share:.1%}",
        _interval(best.wins),
        text,
    )


def _rivals(levels: Sequence[str]) -> str:
    """Return the levels but the first."""
    return _count(levels[1:]) or "Madame du Barry"


def _count(levels: Sequence[str]) -> str:
    return ", ".join(f"{levels.count(level)} × {level}" for level in dict.fromkeys(levels))


def _verdict(goal: Goal, standing: Standing) -> str:
    """Return whether the wins meet the goal."""
    wins, least, most = standing.wins, goal.least, goal.most
    missing = max(least - wins.share, wins.share - most)
    certain = (least <= wins.low and wins.high <= most) or wins.high < least or most < wins.low
    if wins.games < ENOUGH and not certain:
        return f"{ENOUGH} games are needed to tell"
    return f"missed by {100 * missing:.1f} points" if missing > 0 else "met"


def _times_by_level(every: Sequence[Tournament]) -> dict[str, list[int]]:
    """Return the times of all turns in ms."""
    seats = [seat for tournament in every for result in tournament.results for seat in result.seats]
    by_level = {name: [ms for seat in seats if seat.level == name for ms in seat.times] for name in LEVELS}
    return {name: times for name, times in by_level.items() if times}


def _times(every: Sequence[Tournament]) -> Iterator[str]:
    yield from ("", "## Time for a turn", "")
    yield from table_head("level", "turns", "mean", "95% take at most", "goal", "longest")
    for name, times in _times_by_level(every).items():
        level, most = LEVELS[name], most_take(times)
        limit = 1000 * level.seconds * (OVERTIME if level.searches else 1)
        goal = f"{round(limit)} ms: {'met' if most <= limit else 'missed'}"
        yield table_row(name, f"{len(times):,}", f"{round(mean(times))} ms", f"{most} ms", goal, f"{max(times)} ms")


# ---- tables of one level


def _sources(single_level: Sequence[Tournament]) -> Iterator[str]:
    yield from ("", "## Sources of prestige", "")
    yield f"Mean prestige of a seat by source, and the share of the total. All seats are of one level, {DEFAULT_LEVEL}"
    yield "unless the column names another."
    for expansions in sorted({tournament.line_up.expansions for tournament in single_level}, key=len):
        tables = [tournament for tournament in single_level if tournament.line_up.expansions == expansions]
        columns = [tournament.standings[0].rows for tournament in tables]
        yield ""
        yield from table_head(_expansions(expansions), *map(_short_title, tables))
        for source in ScoreRow:
            if any(rows[source] for rows in columns):
                cells = (f"{rows[source]:.1f} ({_share(rows, source):.0%})" for rows in columns)
                yield table_row(WORDS.score_source(source), *cells)
        yield table_row("all", *(f"{sum(rows.values()):.1f}" for rows in columns))


def _short_title(tournament: Tournament) -> str:
    """Return the number of players, and the level unless it is the default."""
    levels = tournament.line_up.levels
    players = "alone" if len(levels) == 1 else f"{len(levels)} players"
    return players if levels[0] == DEFAULT_LEVEL else f"{players}, {levels[0]}"


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


def _missing_games(every: Sequence[Tournament]) -> Iterator[str]:
    """Yield the tables with fewer than ``ENOUGH`` games."""
    played = {(t.line_up.levels, t.line_up.expansions): len(t.results) for t in every}
    games = {line_up: played.get((line_up.levels, line_up.expansions), 0) for line_up in all_tables("")}
    missing = [f"- {_count(t.levels)}, {_title(t)}: {count}" for t, count in games.items() if count < ENOUGH]
    if missing:
        yield from ("", "## Not yet measured", "")
        yield f"Games played of each table; {ENOUGH} are needed. `make games` plays more, the quickest tables first."
        yield from ("", *missing)
