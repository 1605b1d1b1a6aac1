"""Check the review: play games between levels, review them and write ``docs/look-back.md`` (``make look-back``).

Results are appended to a file; games in it are not played again.
"""

import argparse
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import msgspec

from research.game_files import append, read_records
from rokoko_core.bots.arena import Match, Result, matches, play_match
from rokoko_core.bots.arena_statistics import Share, win_share
from rokoko_core.bots.review import review
from rokoko_core.game import Game
from tools import ROOT
from tools.markdown import table_row

PAGE = ROOT / "docs" / "look-back.md"
PAIRS = (("apprentice", "novice"), ("journeyman", "apprentice"), ("master", "journeyman"))
GOAL = 0.9


class ReviewedGame(msgspec.Struct, frozen=True):
    """A game with a single winner, and the cost of each seat's turns in prestige."""

    result: Result
    costs: tuple[float, ...]

    @property
    def levels(self) -> tuple[str, ...]:
        return self.result.match.levels

    @property
    def winner(self) -> int:
        """The winning seat."""
        return max((0, 1), key=lambda seat: self.result.seats[seat].total)

    @property
    def is_loser_worse(self) -> bool:
        """Whether the loser's turns cost more."""
        return self.costs[1 - self.winner] > self.costs[self.winner]

    @property
    def is_won_by_stronger(self) -> bool:
        """Whether the stronger level won."""
        return any(pair[0] == self.levels[self.winner] for pair in PAIRS if set(pair) == set(self.levels))


def play_and_review(match: Match) -> ReviewedGame | None:
    """Play and review ``match``; return None for a shared win."""
    result, actions = play_match(match)
    if len({seat.total for seat in result.seats}) == 1:
        return None
    game = Game.new(match.setup)
    for action in actions:
        game.play(action)
    costs = [0.0] * len(result.seats)
    for turn in review(game):
        costs[turn.seat] += turn.cost
    return ReviewedGame(result, tuple(round(cost, 3) for cost in costs))


def new_games(levels: tuple[str, ...], games: int, known: Iterable[ReviewedGame]) -> Iterator[ReviewedGame]:
    """Play games of ``levels`` until there are ``games`` with the ``known`` ones."""
    done = [game.result.match for game in known if set(game.levels) == set(levels)]
    unplayed = (match for match in matches(levels, 10 * games, 1) if match not in done)
    return islice((game for match in unplayed if (game := play_and_review(match))), max(0, games - len(done)))


def page(games: Iterable[ReviewedGame]) -> str:
    """Return the text of the page."""
    by_pair = {pair: [game for game in games if set(game.levels) == set(pair)] for pair in PAIRS}
    rows = [_row(pair, of_pair) for pair, of_pair in by_pair.items() if of_pair]
    every = [game for of_pair in by_pair.values() for game in of_pair]
    share = win_share([game.is_loser_worse for game in every])
    verdict = "met" if share.low >= GOAL else "missed" if share.high < GOAL else "undecided with this number of games"
    return "\n".join(
        [
            "# Accuracy of the review",
            "",
            "Written by `make look-back`. [Measurements](measurements.md) has version, component set and date. Bots",
            "of different levels play, and each game is reviewed. The cost of a turn depends only on what its",
            "player could know, not on the outcome. So if the weaker level wins by luck, its turns may still cost",
            "more. Intervals are 95% Wilson intervals.",
            "",
            "| levels | games | the loser's turns cost more | if the stronger won | cost of a game for each level |",
            "|---|---|---|---|---|",
            *rows,
            f"| all | {len(every)} | {_share_text(share)} | {_share_text(_share_if_stronger_won(every))} | |",
            "",
            f"Goal: the loser's turns cost more in {GOAL:.0%} of the games: {verdict}.",
            "",
        ]
    )


def _share_if_stronger_won(games: list[ReviewedGame]) -> Share:
    return win_share([game.is_loser_worse for game in games if game.is_won_by_stronger] or [0])


def _row(pair: tuple[str, str], games: list[ReviewedGame]) -> str:
    first, second = (sum(game.costs[game.levels.index(level)] for game in games) / len(games) for level in pair)
    shares = [win_share([game.is_loser_worse for game in games]), _share_if_stronger_won(games)]
    cells = (" over ".join(pair), str(len(games)), *map(_share_text, shares), f"{first:.1f} / {second:.1f}")
    return table_row(*cells)


def _share_text(share: Share) -> str:
    return f"{share.share:.1%} ({share.low:.0%} to {share.high:.0%}) of {share.games}"


def main(argv: list[str] | None = None) -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m research review", description=__doc__.splitlines()[0])
    parser.add_argument("results", type=Path, help="file of the games, one line of JSON each")
    parser.add_argument("--games", type=int, default=0, help="games of each pair of levels")
    parser.add_argument("--pairs", type=int, nargs="*", default=range(len(PAIRS)), help="numbers of the pairs, from 0")
    options = parser.parse_args(argv)
    options.results.parent.mkdir(parents=True, exist_ok=True)
    known = list(read_records(options.results, msgspec.json.Decoder(ReviewedGame)))
    for pair in (PAIRS[n] for n in options.pairs):
        for game in new_games(pair, options.games, known):
            known.append(game)
            append(game, options.results)
    if known:
        PAGE.write_text(page(known), encoding="utf-8")
    return 0
