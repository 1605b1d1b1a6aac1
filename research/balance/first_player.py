"""Write docs/first-player.md: how often those who start earlier win, with and without *Fair start*."""

from collections.abc import Iterator

from research.balance.candidates import read_candidates
from research.balance.played import ENOUGH, Games, place_cells
from rokoko_core.bots import DEFAULT_LEVEL
from rokoko_core.bots.arena import Result
from rokoko_core.bots.arena_statistics import by_turn_order
from rokoko_core.setup import FAIR_START, START_PRESTIGE
from tools.markdown import table_head, table_row

TWO_PLAYERS = 0.02
"""Most by which a share of wins with *Fair start* should differ from the fair one with two players."""
MORE_PLAYERS = 0.2
"""The same with more players, as a share of the fair one."""

TEXT = """\
# The first player

Who starts has an advantage. This page says how large it is, and how much of that is known.

## What is known

* The rules give everybody the same start (SETUP-4), and let chance decide who starts (SETUP-5). They compensate nobody.
* The start passes only to the holder of the Favor card (PREP-1), and to claim it takes a whole action (FAVOR-1). If
  nobody claims it, the same player starts again.
* In each round the first player chooses first from the employees, the dresses and the tiles on display.

## What is ours

* The size of the advantage depends on figures that the rulebooks do not state and that we reconstructed. With our
  earlier set `{base}`, in which one more employee of level 1 is a Master, the first of two players wins far more
  games ([Balance](balance.md)). So the table below says nothing about the printed game.
* The players are bots of level {level}. People may differ.
* *Fair start* is a variant of this program (`--fair-start`, or in New game): players who start later begin with
  prestige ([rules.md](rules.md), FAIR-1). Its figures were fitted to games without it and with its first figures, which
  games that began with them keep. They are measured by games of other deals.

## Wins by turn order

Share of wins by turn order in the first round, in the base game with `{shipped}`, from games of version {programs}
(weights {weights}). Intervals are 95% Wilson intervals. The aim of *Fair start* is {low:.0%} to {high:.0%} for each of
two players, and a share within {more:.0%} of the fair one for more. It needs {enough} games.
"""
MISSED = """
Saved games rely on these figures, so better ones need a name of their own, as `{name}` has."""
COMMANDS = """
To compare players exactly, play each deal in every seating, as `rokoko-tui arena` does.

## Commands

    python -m research balance fair FILE --games {enough} --jobs 2
    python -m research balance page FILE docs/balance.md           # writes this page too"""


def first_player_lines(games: Games, names: dict[str, str]) -> Iterator[str]:
    """Yield the lines of the page; ``names`` has the versions of the introduction."""
    known = read_candidates()
    aims = {"low": 0.5 - TWO_PLAYERS, "high": 0.5 + TWO_PLAYERS, "more": MORE_PLAYERS, "enough": ENOUGH}
    sets = {"base": known.base, "shipped": known.shipped, "level": DEFAULT_LEVEL}
    yield from TEXT.format(**names, **sets, **aims).splitlines()
    yield ""
    figures = START_PRESTIGE[FAIR_START]
    columns = (f"{place}." for place in range(1, max(figures) + 1))
    verdicts = []
    yield from table_head("players", "prestige at the start", "games", "fair", *columns, "aim")
    for seats, prestige in figures.items():
        for fair in (False, FAIR_START):
            if results := games.journeymen(seats, known.shipped, fair):
                given = ", ".join(map(str, prestige)) if fair else "none"
                places = place_cells(results, max(figures))
                verdicts.append(_verdict(results) if fair else "")
                yield table_row(str(seats), given, str(len(results)), f"{1 / seats:.1%}", *places, verdicts[-1])
    if any("missed" in verdict for verdict in verdicts):
        yield from MISSED.format(name=FAIR_START).splitlines()
    yield from COMMANDS.format(enough=ENOUGH).splitlines()


def _verdict(results: list[Result]) -> str:
    """Return whether each place wins its fair share, and by how much the worst one misses."""
    shares = [place.wins.share for place in by_turn_order(results)]
    fair = 1 / len(shares)
    allowed = TWO_PLAYERS if len(shares) == 2 else MORE_PLAYERS * fair
    missing = max(abs(share - fair) for share in shares) - allowed
    text = f"missed by {100 * missing:.1f} points" if missing > 1e-9 else "met"
    return text if len(results) >= ENOUGH else f"not decided; so far {text}"
