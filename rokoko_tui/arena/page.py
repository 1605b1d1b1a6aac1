"""The page about the automatic players: how strong they are, how quick, and what their games say about the figures.

Made from a file of results by ``rokoko-tui arena --report PAGE --results FILE``; the same results make the same page.
Tables of different levels tell strength, those of one level among itself tell whether the game is in balance.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean
from typing import NamedTuple

from rokoko_core.bots import LEVELS, USUAL
from rokoko_core.bots.arena import Result, Standing, by_turn_order, most_take, standings, width_by_deal
from rokoko_core.bots.ratings import Met, ratings
from rokoko_core.terms import Expansion, ScoreRow
from rokoko_tui.arena.command import LineUp, between, percent, told
from rokoko_tui.arena.measured import GOALS, by_strength, wanted
from rokoko_tui.arena.results import Kept, read_lines
from rokoko_tui.settings.launch import Refused
from rokoko_tui.text import Words

ENOUGH = 400
"""Games from which on the share says whether a goal is met; before, only an interval that leaves no doubt does."""
OVERTIME = 1.05
"""How much of its time a level that uses it all may take."""
DOMINANT = 0.30
"""Share of all prestige from which on a source is said to dominate."""


class Tournament(NamedTuple):
    """The games of one table."""

    line_up: LineUp
    results: list[Result]

    @property
    def standings(self) -> list[Standing]:
        """How each level fared, the strongest first."""
        return standings(self.results, self.line_up.levels)

    @property
    def alike(self) -> bool:
        """True when all seats are of one level."""
        return len(set(self.line_up.levels)) == 1

    @property
    def table(self) -> tuple[tuple[str, ...], frozenset[Expansion]]:
        """Who sits there, and with which expansions."""
        return self.line_up.levels, self.line_up.expansions

    def command(self, words: Words) -> str:
        """What plays it."""
        whole = {result.match for result in self.results} == set(self.line_up.matches(len(self.results)))
        note = "" if whole else f"  # {words.say('page.interrupted')}"
        return f"rokoko-tui arena {told(self.line_up)} --games {len(self.results)}{note}"

    def told(self, words: Words) -> str:
        """The number of players and the expansions, in words."""
        return _table(self.line_up, words)


def _table(line_up: LineUp, words: Words) -> str:
    expansions = words.listed(sorted(line_up.expansions), "row") or words.say("arena.base-game")
    if line_up.expansions == frozenset(Expansion):
        expansions = words.say("page.every-expansion")
    return words.say("page.table", n=len(line_up.levels), what=expansions)


def tournaments(results: Sequence[Result]) -> list[Tournament]:
    """``results`` by table: who sat there in whatever order, expansions and component set."""
    found: dict[tuple[object, ...], list[Result]] = {}
    for result in results:
        match = result.match
        found.setdefault((by_strength(match.levels), match.expansions, match.components), []).append(result)
    return [
        Tournament(
            LineUp(by_strength(match.levels), min(r.match.seed for r in games), match.expansions, match.components),
            games,
        )
        for games in found.values()
        for match in (games[0].match,)
    ]


def write_report(page: Path, file: Path, words: Words) -> str:
    """Write ``page`` from the results in ``file``; a sentence about what was written. Raises ``Refused``."""
    lines, _ = read_lines(file)
    if not lines:
        raise Refused("refused.no-results")
    text = "\n".join(report(lines, words)) + "\n"
    try:
        page.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Refused("refused.page", path=str(page), reason=error) from error
    n = len(tournaments([line.result for line in lines]))
    return words.say("page.written", path=str(page), n=n, number=len(lines))


def report(lines: Sequence[Kept], words: Words) -> Iterator[str]:
    """The lines of the page."""
    found = sorted(tournaments([line.result for line in lines]), key=_place)
    yield f"# {words.say('page.title')}"
    yield ""
    programs = words.listed(sorted({line.made.program for line in lines}), "row")
    sets = words.listed(sorted({line.result.match.components for line in lines}), "row")
    weights = words.listed(sorted({line.made.weights for line in lines}), "row")
    yield from words.say("page.about", what=programs, name=sets, text=weights).splitlines()
    yield from ("", *_head("level", "plays", words=words))
    for name, level in LEVELS.items():
        compared = "" if level.for_people else f" {words.say('page.compared')}"
        yield _row(f"{name}{compared}", words.level_line(name))
    mixed = [t for t in found if not t.alike]
    alike = [t for t in found if t.alike]
    yield from _ladder(mixed, words)
    yield from _strength(mixed, words)
    yield from _times(found, words)
    yield from _sources(alike, words)
    yield from _seats(alike, words)
    yield from _balance(alike, words)
    yield from _commands(found, words)
    yield from _not_yet(found, words)


def _place(tournament: Tournament) -> tuple[object, ...]:
    """Small tables first, of them the strongest players, the base game before expansions."""
    strength = {name: n for n, name in enumerate(LEVELS)}
    levels, expansions = tournament.table
    return len(levels), [-strength.get(level, -1) for level in levels], levels, len(expansions), sorted(expansions)


def _section(key: str, words: Words) -> Iterator[str]:
    yield from ("", f"## {words.say(f'page.section.{key}')}", "")


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _head(*keys: str, words: Words, more: Sequence[str] = ()) -> Iterator[str]:
    """The head of a table: columns by their keys, then ``more`` as they are."""
    columns = [*(words.say(f"page.column.{key}") for key in keys), *more]
    yield _row(*columns)
    yield "|" + "---|" * len(columns)


# ---- strength and time


def _ladder(found: Sequence[Tournament], words: Words) -> Iterator[str]:
    """The ratings of all levels that met each other two by two in the base game."""
    pairs = {}
    for tournament in found:
        levels, expansions = tournament.table
        if len(levels) == 2 and not expansions:
            best = tournament.standings[0].wins
            pairs[levels[0], levels[1]] = Met(best.share * best.games, best.games)
    rated = ratings(pairs, USUAL)
    if len(rated) < 2:
        return
    yield from _section("ladder", words)
    yield from words.say("page.ladder", level=USUAL).splitlines()
    yield from ("", *_head("level", "rating", "interval", "games", words=words))
    for name, rating in rated.items():
        low, high = round(rating.low), round(rating.high)
        interval = words.say("page.fixed") if name == USUAL else words.say("page.ratings", low=low, high=high)
        yield _row(name, str(round(rating.rating)), interval, str(rating.games))
    for name in LEVELS:
        if name not in rated:
            yield _row(name, words.say("page.unmeasured"), "", "0")


def _strength(found: Sequence[Tournament], words: Words) -> Iterator[str]:
    if not found:
        return
    yield from _section("strength", words)
    yield from _head("table", "level", "against", "games", "wins", "interval", "goal", words=words)
    for tournament in found:
        best = tournament.standings[0]
        others = list(tournament.line_up.levels)
        others.remove(best.level)
        yield _row(
            tournament.told(words),
            best.level,
            _counted(others),
            str(best.wins.games),
            percent(best.wins.share, words),
            between(best.wins, words),
            _goal(tournament, best, words),
        )
    widths = [width for t in found if (width := width_by_deal(t.results, t.line_up.levels[0])) is not None]
    if widths:
        yield ""
        low, high = (words.decimal(width, 2) for width in (min(widths), max(widths)))
        yield from words.say("page.widths", low=low, high=high).splitlines()


def _counted(levels: Sequence[str]) -> str:
    return ", ".join(f"{levels.count(level)} × {level}" for level in dict.fromkeys(levels))


def _goal(tournament: Tournament, standing: Standing, words: Words) -> str:
    goal = GOALS.get(tournament.line_up.levels)
    if goal is None or tournament.line_up.expansions:
        fair = standing.seats / len(tournament.line_up.levels)
        return words.say("page.goal.none", value=percent(fair, words))
    least, most = goal
    wins = standing.wins
    value = percent(least, words) if most == 1 else words.say("arena.interval", least=100 * least, most=100 * most)
    off = max(least - wins.share, wins.share - most)
    certain = (least <= wins.low and wins.high <= most) or wins.high < least or most < wins.low
    if wins.games < ENOUGH and not certain:
        return words.say("page.goal.few", value=value, n=ENOUGH)
    return (
        words.say("page.goal.missed", value=value, share=100 * off)
        if off > 0
        else words.say("page.goal.met", value=value)
    )


def _times(found: Sequence[Tournament], words: Words) -> Iterator[str]:
    yield from _section("time", words)
    yield from _head("level", "turns", "mean", "most", "goal", "longest", words=words)
    for name, level in LEVELS.items():
        seats = [seat for t in found for result in t.results for seat in result.seats if seat.level == name]
        times = sorted(ms for seat in seats for ms in seat.times)
        if times:
            most, limit = most_take(times), 1000 * level.seconds * (OVERTIME if level.searches else 1)
            goal = words.say("page.goal.kept" if most <= limit else "page.goal.not-kept", n=round(limit))
            taken = (words.say("page.time", n=n) for n in (round(mean(times)), most, times[-1]))
            average, usual, longest = taken
            yield _row(name, words.grouped(len(times)), average, usual, goal, longest)


# ---- balance


def _sources(found: Sequence[Tournament], words: Words) -> Iterator[str]:
    if not found:
        return
    yield from _section("sources", words)
    yield words.say("page.sources")
    yield from _source_table(found, [t.standings[0].rows for t in found], words)
    yield from ("", words.say("page.sources-won"))
    yield from _source_table(found, [t.standings[0].winning_rows for t in found], words)


def _source_table(found: Sequence[Tournament], every: Sequence[dict[ScoreRow, float]], words: Words) -> Iterator[str]:
    yield ""
    yield from _head("source", words=words, more=[f"{t.line_up.levels[0]}, {t.told(words)}" for t in found])
    for source in ScoreRow:
        if any(rows.get(source) for rows in every):
            cells = [
                f"{words.decimal(rows[source], 1)} ({percent(_share(rows, source), words)})" if rows else ""
                for rows in every
            ]
            yield _row(words.score_source(source), *cells)
    sums = (words.decimal(sum(rows.values()), 1) if rows else words.say("page.none-won") for rows in every)
    yield _row(words.say("page.all"), *sums)


def _share(rows: dict[ScoreRow, float], source: ScoreRow) -> float:
    whole = sum(rows.values())
    return rows[source] / whole if whole else 0.0


def _seats(found: Sequence[Tournament], words: Words) -> Iterator[str]:
    found = [t for t in found if len(t.line_up.levels) > 1]
    if not found:
        return
    yield from _section("order", words)
    yield words.say("page.order")
    yield ""
    most = max(len(t.line_up.levels) for t in found)
    yield from _head("table", "games", "fair", words=words, more=[f"{n}." for n in range(1, most + 1)])
    for tournament in found:
        places = by_turn_order(tournament.results)
        cells = [
            f"{percent(p.wins.share, words)} ({between(p.wins, words)}), {words.decimal(p.score, 1)}" for p in places
        ]
        cells += [""] * (most - len(places))
        yield _row(tournament.told(words), str(len(tournament.results)), percent(1 / len(places), words), *cells)


def _balance(found: Sequence[Tournament], words: Words) -> Iterator[str]:
    if not found:
        return
    yield from _section("balance", words)
    for tournament in found:
        standing = tournament.standings[0]
        source = max(standing.rows, key=lambda source: standing.rows[source])
        share = _share(standing.rows, source)
        told_largest = words.say(
            "page.largest-won" if standing.winning_rows else "page.largest",
            level=standing.level,
            what=tournament.told(words),
            row=words.score_source(source),
            value=percent(share, words),
            **({"taken": percent(_share(standing.winning_rows, source), words)} if standing.winning_rows else {}),
        )
        verdict = words.say("page.dominates" if share > DOMINANT else "page.balanced")
        told_all = (told_largest, verdict, _winners(tournament, words), _order(tournament, words))
        yield f"- {' '.join(filter(None, told_all))}"


def _winners(tournament: Tournament, words: Words) -> str:
    """In which source winners are furthest ahead of the mean seat; nothing where none or all won."""
    standing = tournament.standings[0]
    if standing.wins.share in (0, 1) and standing.seats == 1:
        return ""
    ahead = {source: points - standing.rows[source] for source, points in standing.winning_rows.items()}
    source = max(ahead, key=lambda source: ahead[source])
    return words.say("page.ahead", row=words.score_source(source), change=words.signed(ahead[source]))


def _order(tournament: Tournament, words: Words) -> str:
    if len(tournament.line_up.levels) == 1:
        wins = tournament.standings[0].wins
        return words.say("page.barry", value=percent(wins.share, words), counts=between(wins, words))
    shares = [place.wins for place in by_turn_order(tournament.results)]
    fair = 1 / len(shares)
    odd = [(n, s) for n, s in enumerate(shares, 1) if not s.low <= fair <= s.high]
    if not odd:
        return words.say("page.even")
    told_odd = (
        words.say(
            "page.odd",
            n=n,
            value=percent(share.share, words),
            counts=between(share, words),
            expected=percent(fair, words),
        )
        for n, share in odd
    )
    return " ".join(told_odd)


def _commands(found: Sequence[Tournament], words: Words) -> Iterator[str]:
    yield from _section("again", words)
    yield words.say("page.again")
    yield ""
    for tournament in found:
        yield f"    {tournament.command(words)}"


def _not_yet(found: Sequence[Tournament], words: Words) -> Iterator[str]:
    """What the page has a place for and nobody has played, or not often enough to tell."""
    games = {tournament.table: len(tournament.results) for tournament in found}
    missing = [line_up for line_up in wanted("") if games.get((line_up.levels, line_up.expansions), 0) < ENOUGH]
    if not missing:
        return
    yield from _section("not-yet", words)
    yield words.say("page.not-yet", n=ENOUGH)
    yield ""
    for line_up in missing:
        played = games.get((line_up.levels, line_up.expansions), 0)
        yield f"- {_counted(line_up.levels)}, {_table(line_up, words)}: {played}"
