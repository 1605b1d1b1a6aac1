"""The page about the automatic players, reckoned by hand from games that are made up."""

from collections.abc import Iterator, Sequence

import pytest

from rokoko_core.bots import LEVELS
from rokoko_core.bots.arena import Result, Seated, standings
from rokoko_core.terms import Expansion, ScoreRow
from rokoko_tui.arena.command import LineUp
from rokoko_tui.arena.measured import GOALS, stages
from rokoko_tui.arena.page import Tournament, report
from rokoko_tui.arena.results import VERSION, Kept, Making
from rokoko_tui.text import words_of

WORDS = words_of("classic")
MONEY, DRESSES = ScoreRow.MONEY, ScoreRow.DRESSES


def tournament(
    levels: tuple[str, ...],
    games: Sequence[Sequence[float]],
    rows: Sequence[dict[ScoreRow, int]] = (),
    expansions: tuple[Expansion, ...] = (),
    times: tuple[int, ...] = (),
) -> Tournament:
    """One in which each of ``games`` was won as told, level by level; the seat named first began."""
    line_up = LineUp(levels, 1, frozenset(expansions), "reconstructed-2")
    rows = rows or [{MONEY: 10}] * len(levels)
    results = []
    for match, won in zip(line_up.matches(len(games)), games, strict=True):
        left = list(zip(levels, won, rows, strict=True))
        seats: list[Seated] = []
        for level in match.levels:
            place = next(n for n, (name, _, _) in enumerate(left) if name == level)
            _, share, brought = left.pop(place)
            seats.append(Seated(level, sum(brought.values()), float(share), brought, not seats, times))
        results.append(Result(match, tuple(seats)))
    return Tournament(line_up, results)


def page(*found: Tournament) -> dict[str, list[str]]:
    """The lines of each section, those before the first under its title."""
    sections: dict[str, list[str]] = {}
    made = Making("1.2.3", "", "")
    for line in report([Kept(VERSION, made, result) for each in found for result in each.results], WORDS):
        if line.startswith("#"):
            sections[line.lstrip("# ")] = rows = []
        elif line:
            rows.append(line)
    return sections


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def table(lines: Sequence[str]) -> Iterator[list[str]]:
    return (cells(line) for line in lines if line.startswith("| "))


def test_the_levels_are_told_first_and_those_for_comparison_marked() -> None:
    rows = list(table(page()["Opponents"]))
    assert rows[0] == ["level", "how it plays"]
    assert [row[0] for row in rows[1:]] == [
        name if level.for_people else f"{name} (for comparison)" for name, level in LEVELS.items()
    ]
    assert set(page()) == {"Opponents", "Time for a turn", "How to play them again", "Not yet measured"}


@pytest.mark.parametrize(
    ("levels", "won", "games", "expansions", "told"),
    [
        (("master", "journeyman"), 340, 400, (), ["85.0%", "80.0%: met"]),
        (("master", "journeyman"), 320, 400, (), ["80.0%", "80.0%: met"]),
        (("master", "journeyman"), 300, 400, (), ["75.0%", "80.0%: missed by 5.0 points"]),
        (("master", "journeyman"), 300, 399, (), ["75.2%", "80.0%: missed by 4.8 points"]),
        (("master", "journeyman"), 75, 100, (), ["75.0%", "80.0%: 400 games are needed to tell"]),
        (("master", "journeyman"), 87, 100, (), ["87.0%", "80.0%: 400 games are needed to tell"]),
        (("master", "journeyman"), 88, 100, (), ["88.0%", "80.0%: met"]),
        (("apprentice", "novice"), 85, 100, (), ["85.0%", "80.0 to 90.0%: 400 games are needed to tell"]),
        (("apprentice", "novice"), 70, 100, (), ["70.0%", "80.0 to 90.0%: missed by 10.0 points"]),
        (("apprentice", "novice"), 340, 400, (), ["85.0%", "80.0 to 90.0%: met"]),
        (("apprentice", "novice"), 380, 400, (), ["95.0%", "80.0 to 90.0%: missed by 5.0 points"]),
        (("apprentice", "novice"), 300, 400, (), ["75.0%", "80.0 to 90.0%: missed by 5.0 points"]),
        (("master", "journeyman"), 300, 400, (Expansion.FANCY,), ["75.0%", "none (fair: 50.0%)"]),
        (("master", "random", "random"), 6, 8, (), ["75.0%", "none (fair: 33.3%)"]),
    ],
)
def test_a_goal_is_met_missed_or_not_to_be_told_yet(
    levels: tuple[str, ...], won: int, games: int, expansions: tuple[Expansion, ...], told: list[str]
) -> None:
    lost = [0.0, 1.0, *[0.0] * (len(levels) - 2)]
    all_won = [[1.0, *[0.0] * (len(levels) - 1)]] * won + [lost] * (games - won)
    head, row = table(page(tournament(levels, all_won, expansions=expansions))["Strength"])
    assert head == ["table", "level", "against", "games", "wins", "95% interval", "goal"]
    assert (row[1], row[3]) == (levels[0], str(games))
    assert [row[4], row[6]] == told
    assert row[2] == f"{len(levels) - 1} × {levels[1]}"
    assert row[0] == f"{len(levels)} players, {'fancy' if expansions else 'base game'}"


def test_times_of_all_tournaments_are_told_by_level() -> None:
    limit = round(1050 * LEVELS["master"].seconds)  # its time and 5 % more
    quick = (*[10] * 94, 20, 30, 40, 50, 60, limit + 5)
    rows = list(table(page(tournament(("master", "random"), [[1, 0]] * 2, times=quick))["Time for a turn"]))
    assert rows[0] == ["level", "turns", "mean", "95% take at most", "goal", "longest"]
    assert [row[0] for row in rows[1:]] == ["random", "master"]
    average = round((94 * 10 + 20 + 30 + 40 + 50 + 60 + limit + 5) / 100)
    assert rows[2][1:] == ["200", f"{average} ms", "20 ms", f"{limit} ms: met", f"{limit + 5} ms"]
    slow = list(table(page(tournament(("master", "random"), [[1, 0]], times=(limit + 1,)))["Time for a turn"]))
    assert slow[2][4] == f"{limit} ms: missed"
    just = list(table(page(tournament(("master", "random"), [[1, 0]], times=(limit,)))["Time for a turn"]))
    assert just[2][4] == f"{limit} ms: met"


def test_where_prestige_comes_from_is_told_of_all_and_of_the_winners() -> None:
    rows = ({MONEY: 30, DRESSES: 10}, {MONEY: 10, DRESSES: 30})
    lines = page(tournament(("random", "random"), [[1, 0]] * 4, rows))["Where prestige comes from"]
    every, winners = lines[: lines.index(WORDS.say("page.sources-won"))], lines
    money, dresses = WORDS.score_source(MONEY), WORDS.score_source(DRESSES)
    assert list(table(every)) == [
        ["source", "random, 2 players, base game"],
        [money, "20.0 (50.0%)"],
        [dresses, "20.0 (50.0%)"],
        ["all", "40.0"],
    ]
    assert list(table(winners))[4:] == [
        ["source", "random, 2 players, base game"],
        [money, "30.0 (75.0%)"],
        [dresses, "10.0 (25.0%)"],
        ["all", "40.0"],
    ]
    alone = page(tournament(("random",), [[0]] * 3))["Where prestige comes from"]
    assert list(table(alone))[-1] == ["all", "none won"]


def test_who_begins_is_told_by_the_turn_order() -> None:
    found = [
        tournament(("random", "random"), [[1, 0]] * 30, ({MONEY: 12}, {MONEY: 8})),
        tournament(("random",) * 3, [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
        tournament(("random",), [[1]] * 3),
    ]
    told = page(*found)
    rows = list(table(told["Does it matter who begins?"]))
    assert rows[0] == ["table", "games", "fair", "1.", "2.", "3."]
    assert rows[1][:3] == ["2 players, base game", "30", "50.0%"]
    assert [cell.split(" ")[0] for cell in rows[1][3:]] == ["100.0%", "0.0%", ""]
    assert [cell.rpartition(", ")[2] for cell in rows[1][3:]] == ["12.0", "8.0", ""]
    assert rows[2][2] == "33.3%" and len(rows) == 3, "whoever plays alone has no order"
    alone, first, even = told["Is it in balance?"]
    assert "Place 1 in the turn order wins 100.0%" in first and "Place 2 in the turn order wins 0.0%" in first
    assert "fair would be 50.0%" in first
    assert WORDS.say("page.even") in even
    assert "Madame du Barry loses 100.0% of the games" in alone


@pytest.mark.parametrize(("money", "verdict"), [(31, "page.dominates"), (30, "page.balanced")])
def test_a_source_dominates_beyond_three_tenths(money: int, verdict: str) -> None:
    rest = [source for source in ScoreRow if source is not MONEY][:7]
    rows = {MONEY: money} | dict.fromkeys(rest, 10) | {rest[0]: 100 - money - 60}
    (line,) = page(tournament(("random", "random"), [[1, 0], [0, 1]], (rows, rows)))["Is it in balance?"]
    assert f"“{WORDS.score_source(MONEY)}” with {money}.0% of all prestige, {money}.0% of the winners'" in line
    assert WORDS.say(verdict) in line


def test_winners_are_told_to_be_ahead_where_some_won_and_some_did_not() -> None:
    rows = ({MONEY: 30, DRESSES: 10}, {MONEY: 10, DRESSES: 10})
    (line,) = page(tournament(("random", "random"), [[1, 0]] * 4, rows))["Is it in balance?"]
    assert f"Winners are furthest ahead in “{WORDS.score_source(MONEY)}” (+10.0)." in line
    for won in (0, 1):
        (line,) = page(tournament(("random",), [[won]] * 3))["Is it in balance?"]
        assert "furthest ahead" not in line


def test_every_tournament_is_told_how_to_play_it_again() -> None:
    again = "How to play them again"
    assert page(tournament(("random",), [[1]] * 3))[again][-1] == "    rokoko-tui arena random --seed 1 --games 3"
    every = tournament(("random", "random"), [[1, 0]] * 3, expansions=tuple(Expansion))
    assert page(every)[again][-1] == "    rokoko-tui arena random random --expansions all --seed 1 --games 3"
    assert every.told(WORDS) == "2 players, every expansion"
    broken = Tournament(every.line_up, every.results[::2])
    assert page(broken)[again][-1].endswith(f"--games 2  # {WORDS.say('page.interrupted')}")
    assert len(standings(every.results, every.line_up.levels)) == 1


def test_the_ladder_has_all_levels_and_says_who_was_not_measured() -> None:
    """Three wins of four are 400 * log10(3) = 191 points, of 40 games a little less for the drawn one added: 30.5 of 41
    are odds of 2.905 to 1, 185 points. Games with expansions do not count.
    """
    pair = tournament(("journeyman", "apprentice"), [[1, 0], [1, 0], [1, 0], [0, 1]] * 10)
    other = tournament(("master", "journeyman"), [[1, 0]] * 4, expansions=tuple(Expansion))
    rows = {row[0]: row[1:] for row in table(page(pair, other)["Ladder"])}
    assert rows["level"] == ["rating", "95% interval", "games"]
    assert rows["journeyman"] == ["1500", "fixed", "40"]
    assert rows["apprentice"][0] == str(1500 - 185)
    low, high = map(int, rows["apprentice"][1].split(" to "))
    assert low < 1315 < high
    assert rows["master"] == ["not yet measured", "", "0"]
    assert set(rows) == {"level", *LEVELS}


def test_what_is_not_measured_often_enough_is_listed_with_its_games() -> None:
    pair = tournament(("journeyman", "apprentice"), [[1, 0]] * 399)
    lines = page(pair)["Not yet measured"]
    assert "- 1 × journeyman, 1 × apprentice, 2 players, base game: 399" in lines
    assert "- 1 × master, 1 × journeyman, 2 players, base game: 0" in lines
    pair = tournament(("journeyman", "apprentice"), [[1, 0]] * 400)
    assert not any("1 × journeyman, 1 × apprentice," in line for line in page(pair)["Not yet measured"])


def test_measuring_goes_through_all_tables_again_and_again_the_quickest_first() -> None:
    quick, slow = (LineUp((level, "random"), 1, frozenset(), "reconstructed-2") for level in ("novice", "grandmaster"))
    found = stages([slow, quick], 40)
    assert [games for line_up, games in found if line_up is quick] == [10, 20, 40]
    assert [games for line_up, games in found if line_up is slow] == [10, 20, 40]
    assert found[:3] == [(quick, 10), (quick, 20), (quick, 40)]
    assert [games for _, games in stages([quick], 5)] == [5]


def test_a_goal_is_a_share_from_less_to_more() -> None:
    assert all(0 < least < most <= 1 for least, most in GOALS.values())
