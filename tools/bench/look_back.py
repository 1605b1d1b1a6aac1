"""Whom the look back charges: games between levels are played and looked back at; ``make look-back`` writes the page.

A game is a line of the file of results, and none in it is played again. Levels that search are given processor time,
so that others at work on the machine do not matter.
"""

import argparse
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import msgspec

from rokoko_core.bots.arena import Match, Result, Share, matches, play_match, win_share
from rokoko_core.bots.review import review
from rokoko_core.game import Game
from tools import ROOT

PAGE = ROOT / "docs" / "look-back.md"
PAIRS = (("apprentice", "novice"), ("journeyman", "apprentice"), ("master", "journeyman"))
GOAL = 0.9


class Charged(msgspec.Struct, frozen=True):
    """A game that somebody won, and what the look back charged each seat, in prestige."""

    result: Result
    costs: tuple[float, ...]

    @property
    def levels(self) -> tuple[str, ...]:
        """Level by seat."""
        return self.result.match.levels

    @property
    def winner(self) -> int:
        """Seat of the higher total."""
        return max((0, 1), key=lambda seat: self.result.seats[seat].total)

    @property
    def loser_more(self) -> bool:
        """Whether the loser is charged more."""
        return self.costs[1 - self.winner] > self.costs[self.winner]

    @property
    def as_expected(self) -> bool:
        """Whether the stronger level won."""
        return any(pair[0] == self.levels[self.winner] for pair in PAIRS if set(pair) == set(self.levels))


def charged(match: Match) -> Charged | None:
    """Play ``match`` and look back at it; None where nobody won alone."""
    result, line = play_match(match)
    if len({seat.total for seat in result.seats}) == 1:
        return None
    game = Game.new(match.setup)
    for action in line:
        game.play(action)
    costs = [0.0] * len(result.seats)
    for turn in review(game):
        costs[turn.seat] += turn.cost
    return Charged(result, tuple(round(cost, 3) for cost in costs))


def played(levels: tuple[str, ...], games: int, known: Iterable[Charged]) -> Iterator[Charged]:
    """The games of ``levels`` that are not ``known`` yet, until ``games`` were won by somebody."""
    done = [one.result.match for one in known if set(one.levels) == set(levels)]
    fresh = (match for match in matches(levels, 10 * games, 1) if match not in done)
    return islice((one for match in fresh if (one := charged(match)) is not None), max(0, games - len(done)))


def page(games: Iterable[Charged]) -> str:
    """The figures as a page."""
    by_pair = {pair: [one for one in games if set(one.levels) == set(pair)] for pair in PAIRS}
    rows = [_row(" over ".join(pair), pair, found) for pair, found in by_pair.items() if found]
    every = [one for found in by_pair.values() for one in found]
    share = win_share([one.loser_more for one in every])
    met = "met" if share.low >= GOAL else "missed" if share.high < GOAL else "not decided by so few games"
    return "\n".join(
        [
            "# Whom the look back charges",
            "",
            "Written by `make look-back`. Automatic players of different levels play, and the game is looked back at.",
            "What a turn cost is judged by what its player could know, never by what came of it: so where the weaker",
            "one wins by luck, the winner may be charged more, and ought to be. Intervals are 95 % (Wilson).",
            "",
            "| levels | games | the loser is charged more | where the stronger won | a game costs each |",
            "|---|---|---|---|---|",
            *rows,
            f"| all | {len(every)} | {_told(share)} | {_told(_expected(every))} | |",
            "",
            f"Asked: the loser is charged more in {GOAL:.0%} of games between different levels: {met}.",
            "",
        ]
    )


def _expected(games: list[Charged]) -> Share:
    return win_share([one.loser_more for one in games if one.as_expected] or [0])


def _row(name: str, pair: tuple[str, str], games: list[Charged]) -> str:
    means = [sum(one.costs[one.levels.index(level)] for one in games) / len(games) for level in pair]
    share = win_share([one.loser_more for one in games])
    return f"| {name} | {len(games)} | {_told(share)} | {_told(_expected(games))} | {means[0]:.1f} / {means[1]:.1f} |"


def _told(share: Share) -> str:
    return f"{share.share:.1%} ({share.low:.0%} to {share.high:.0%}) of {share.games}"


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.look_back", description=__doc__.splitlines()[0])
    parser.add_argument("results", type=Path, help="where the games are kept, a line of JSON each")
    parser.add_argument("--games", type=int, default=0, help="how many there are to be of each pair of levels")
    parser.add_argument("--pairs", type=int, nargs="*", default=range(len(PAIRS)), help="which of them, from 0")
    options = parser.parse_args()
    options.results.parent.mkdir(parents=True, exist_ok=True)
    options.results.touch()
    decode = msgspec.json.Decoder(Charged).decode
    known = [decode(line) for line in options.results.read_text(encoding="utf-8").splitlines()]
    for pair in (PAIRS[n] for n in options.pairs):
        for one in played(pair, options.games, known):
            known.append(one)
            with options.results.open("ab") as file:
                file.write(msgspec.json.encode(one) + b"\n")
    if known:
        PAGE.write_text(page(known), encoding="utf-8")


if __name__ == "__main__":
    main()
