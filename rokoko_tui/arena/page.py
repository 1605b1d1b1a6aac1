"""The page about the automatic players: how strong they are, how quick, and what their games say about the figures.

Made from result files of the arena by ``rokoko-tui arena --report PAGE FILE ...``; the same files make the same page.
Tournaments among different levels tell strength, those of one level among itself tell whether the game is in balance.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean
from typing import NamedTuple

from rokoko_core.bots import LEVELS
from rokoko_core.bots.arena import Result, Standing, by_turn_order, most_take, standings, width_by_deal
from rokoko_core.terms import ScoreRow
from rokoko_tui.arena.command import LineUp, between, percent, read_results, told
from rokoko_tui.command_line.printing import say
from rokoko_tui.session.launch import Refused, wrong_use
from rokoko_tui.words import Words, words_of

GOALS: dict[tuple[str, ...], tuple[str, float]] = {
    ("journeyman", "random"): ("journeyman", 0.97),
    ("journeyman", "apprentice"): ("journeyman", 0.85),
    ("master", "journeyman"): ("master", 0.65),
    ("master", "journeyman", "journeyman", "journeyman"): ("master", 0.40),
}
"""By line-up in the base game, the level that is to win and how often at the least."""
ENOUGH = 400
"""Games from which on a goal is said to be met or missed."""
DOMINANT = 0.30
"""Share of all prestige from which on a source is said to dominate."""


class Tournament(NamedTuple):
    """A result file."""

    line_up: LineUp
    results: list[Result]

    @property
    def command(self) -> str:
        """What plays it."""
        whole = {result.match for result in self.results} == set(self.line_up.matches(len(self.results)))
        note = "" if whole else "  # was interrupted, so some games differ"
        return f"rokoko-tui arena {told(self.line_up)} --games {len(self.results)}{note}"

    @property
    def table(self) -> str:
        """The number of players and the expansions, in words."""
        seats = len(self.line_up.levels)
        expansions = ", ".join(self.line_up.expansions)
        if len(self.line_up.expansions) == 4:
            expansions = "every expansion"
        return f"{'alone' if seats == 1 else f'{seats} players'}, {expansions or 'base game'}"

    @property
    def standings(self) -> list[Standing]:
        """How each level fared, in the order they were named."""
        return standings(self.results, self.line_up.levels)

    @property
    def alike(self) -> bool:
        """True when all seats are of one level."""
        return len(set(self.line_up.levels)) == 1


def write_report(page: Path, files: Sequence[Path]) -> int:
    """Write ``page`` from the result ``files``. Raises ``Refused``."""
    if not files:
        raise wrong_use("--report needs files of results to report on.")
    read = [read_results(path) for path in files]
    found = [Tournament(line_up, results) for line_up, results, _ in read if results]
    if not found:
        raise Refused("there is not a single result in these files.")
    text = "\n".join(report(found, words_of("classic"))) + "\n"
    try:
        page.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Refused(f"{page}: it cannot be written ({error.strerror}).") from error
    say(f"{page}: written from {len(found)} tournaments, {sum(len(t.results) for t in found)} games.")
    return 0


def report(found: Sequence[Tournament], words: Words) -> Iterator[str]:
    """The lines of the page."""
    yield "# Opponents"
    yield ""
    yield "Written by `rokoko-tui arena --report` from results of the arena. Every seating of a line-up plays each"
    yield "deal; intervals are 95% intervals (Wilson) over games. Another machine thinks faster or slower; wins and"
    yield "scores depend on the seed alone. The figures of the pieces are the shipped, partly reconstructed ones."
    yield ""
    yield "| level | how it plays |"
    yield "|---|---|"
    for name, level in LEVELS.items():
        yield f"| {name}{'' if level.for_people else ' (for comparison)'} | {words.level_line(name)} |"
    mixed = [t for t in found if not t.alike]
    alike = [t for t in found if t.alike]
    yield from _strength(mixed)
    yield from _times(found)
    yield from _sources(alike, words)
    yield from _seats(alike)
    yield from _balance(alike, words)
    yield from _commands(found)


# ---- strength and time


def _strength(found: Sequence[Tournament]) -> Iterator[str]:
    if not found:
        return
    yield from ("", "## Strength", "", "| table | level | against | games | wins | 95% interval | goal |")
    yield "|---|---|---|---|---|---|---|"
    for tournament in found:
        best = tournament.standings[0]
        others = list(tournament.line_up.levels)
        others.remove(best.level)
        yield (
            f"| {tournament.table} | {best.level} | {_counted(others)} | {best.wins.games} | "
            f"{percent(best.wins.share)} | {between(best.wins)} | {_goal(tournament, best)} |"
        )
    widths = [width for t in found if (width := width_by_deal(t.results, t.line_up.levels[0])) is not None]
    if widths:
        yield ""
        yield "The games of one deal are not independent of each other. With deals counted instead of games the"
        yield f"intervals would be {min(widths):.2f} to {max(widths):.2f} times as wide."


def _counted(levels: Sequence[str]) -> str:
    return ", ".join(f"{levels.count(level)} × {level}" for level in dict.fromkeys(levels))


def _goal(tournament: Tournament, standing: Standing) -> str:
    goal = GOALS.get(tournament.line_up.levels)
    if goal is None or tournament.line_up.expansions:
        return f"none (fair: {percent(standing.seats / len(tournament.line_up.levels))})"
    least = goal[1]
    if standing.wins.games < ENOUGH:
        return f"{percent(least)}: {ENOUGH} games are needed to tell"
    if standing.wins.share >= least:
        return f"{percent(least)}: met"
    return f"{percent(least)}: missed by {100 * (least - standing.wins.share):.1f} points"


def _times(found: Sequence[Tournament]) -> Iterator[str]:
    yield from ("", "## Time for a turn", "", "| level | turns | mean | 95% take at most | goal | longest |")
    yield "|---|---|---|---|---|---|"
    for name, level in LEVELS.items():
        seats = [seat for t in found for result in t.results for seat in result.seats if seat.level == name]
        times = sorted(ms for seat in seats for ms in seat.times)
        if times:
            most = most_take(times)
            kept = "met" if most <= 1000 * level.seconds else "missed"
            goal = f"{1000 * level.seconds:.0f} ms: {kept}"
            yield f"| {name} | {len(times):,} | {mean(times):.0f} ms | {most} ms | {goal} | {times[-1]} ms |"


# ---- balance


def _sources(found: Sequence[Tournament], words: Words) -> Iterator[str]:
    if not found:
        return
    yield from ("", "## Where prestige comes from", "")
    yield "Mean prestige of a seat by source, one level among itself; in brackets the share of it."
    yield from _source_table(found, [t.standings[0].rows for t in found], words)
    yield from ("", "The same of the seats that won.")
    yield from _source_table(found, [t.standings[0].winning_rows for t in found], words)


def _source_table(found: Sequence[Tournament], every: Sequence[dict[ScoreRow, float]], words: Words) -> Iterator[str]:
    yield from ("", f"| source | {' | '.join(f'{t.line_up.levels[0]}, {t.table}' for t in found)} |")
    yield "|---|" + "---|" * len(found)
    for source in ScoreRow:
        if any(rows.get(source) for rows in every):
            cells = (f"{rows[source]:.1f} ({percent(_share(rows, source))})" if rows else "" for rows in every)
            yield f"| {words.score_source(source)} | {' | '.join(cells)} |"
    yield f"| all | {' | '.join(f'{sum(rows.values()):.1f}' if rows else 'none won' for rows in every)} |"


def _share(rows: dict[ScoreRow, float], source: ScoreRow) -> float:
    whole = sum(rows.values())
    return rows[source] / whole if whole else 0.0


def _seats(found: Sequence[Tournament]) -> Iterator[str]:
    found = [t for t in found if len(t.line_up.levels) > 1]
    if not found:
        return
    yield from ("", "## Does it matter who begins?", "")
    yield "Share of wins with its interval, and mean score, by turn order in the first round; one level among itself."
    yield ""
    most = max(len(t.line_up.levels) for t in found)
    yield f"| table | games | fair | {' | '.join(f'{n}.' for n in range(1, most + 1))} |"
    yield "|---|---|---|" + "---|" * most
    for tournament in found:
        places = by_turn_order(tournament.results)
        cells = [f"{percent(p.wins.share)} ({between(p.wins)}), {p.score:.1f}" for p in places]
        cells += [""] * (most - len(places))
        fair = percent(1 / len(places))
        yield f"| {tournament.table} | {len(tournament.results)} | {fair} | {' | '.join(cells)} |"


def _balance(found: Sequence[Tournament], words: Words) -> Iterator[str]:
    if not found:
        return
    yield from ("", "## Is it in balance?", "")
    for tournament in found:
        standing = tournament.standings[0]
        source = max(standing.rows, key=lambda source: standing.rows[source])
        share = _share(standing.rows, source)
        won = f", {percent(_share(standing.winning_rows, source))} of the winners'" if standing.winning_rows else ""
        verdict = "It dominates" if share > DOMINANT else "No way of scoring dominates"
        yield (
            f"- {standing.level}, {tournament.table}: the largest source is “{words.score_source(source)}” with "
            f"{percent(share)} of all prestige{won}. {verdict}. {_winners(tournament, words)}{_order(tournament)}"
        )


def _winners(tournament: Tournament, words: Words) -> str:
    """In which source winners are furthest ahead of the mean seat; nothing where none or all won."""
    standing = tournament.standings[0]
    if standing.wins.share in (0, 1) and standing.seats == 1:
        return ""
    ahead = {source: points - standing.rows[source] for source, points in standing.winning_rows.items()}
    source = max(ahead, key=lambda source: ahead[source])
    return f"Winners are furthest ahead in “{words.score_source(source)}” ({ahead[source]:+.1f}). "


def _order(tournament: Tournament) -> str:
    if len(tournament.line_up.levels) == 1:
        wins = tournament.standings[0].wins
        return f"Madame du Barry loses {percent(wins.share)} of the games ({between(wins)})."
    shares = [place.wins for place in by_turn_order(tournament.results)]
    fair = 1 / len(shares)
    odd = [(n, s) for n, s in enumerate(shares, 1) if not s.low <= fair <= s.high]
    if not odd:
        return "No place in the turn order wins more or less than chance allows."
    told_odd = (
        f"Place {n} in the turn order wins {percent(s.share)} ({between(s)}), fair would be {percent(fair)}."
        for n, s in odd
    )
    return " ".join(told_odd)


def _commands(found: Sequence[Tournament]) -> Iterator[str]:
    yield from ("", "## How to play them again", "")
    yield "Each with `--out FILE`; then `rokoko-tui arena --report docs/opponents.md FILE ...`."
    yield ""
    for tournament in found:
        yield f"    {tournament.command}"
