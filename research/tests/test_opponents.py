"""docs/opponents.md and its details: the pages are checked against figures calculated by hand from invented games."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path

import pytest

from research.__main__ import COMMANDS
from research.opponents import tables
from research.opponents.command import main
from research.opponents.page import AIMS, WORDS, Tournament, detail_lines, page_lines, sorted_tournaments
from research.opponents.tables import GOALS, all_tables, plan_stages
from rokoko_core.bots import LEVELS
from rokoko_core.bots.arena import Match, Result, SeatResult, play_match
from rokoko_core.bots.figures import figures_digest
from rokoko_core.components import newest
from rokoko_core.journal import PROGRAM_VERSION
from rokoko_core.terms import Expansion, ScoreRow
from rokoko_tui.arena import command as arena_command
from rokoko_tui.arena.command import LineUp
from rokoko_tui.arena.results import VERSION, ResultFile, ResultLine, Versions, read_lines
from rokoko_tui.errors import CommandError
from tools import ROOT

MONEY, DRESSES = ScoreRow.MONEY, ScoreRow.DRESSES


def tournament(
    levels: tuple[str, ...],
    wins: Sequence[Sequence[float]],
    rows: Sequence[dict[ScoreRow, int]] = (),
    expansions: tuple[Expansion, ...] = (),
    times: tuple[int, ...] = (),
) -> Tournament:
    """Return a tournament; ``wins`` has one row per game, with the share of the win by level. The first seat begins."""
    line_up = LineUp(levels, 1, frozenset(expansions), "reconstructed-2")
    rows = rows or [{MONEY: 10}] * len(levels)
    results = []
    for match, shares in zip(line_up.matches(len(wins)), wins, strict=True):
        unseated = list(zip(levels, shares, rows, strict=True))
        seats: list[SeatResult] = []
        for level in match.levels:
            index = next(n for n, (name, _, _) in enumerate(unseated) if name == level)
            _, share, seat_rows = unseated.pop(index)
            seats.append(SeatResult(level, sum(seat_rows.values()), float(share), seat_rows, not seats, times))
        results.append(Result(match, tuple(seats)))
    return Tournament(line_up, results)


def sections(*played: Tournament) -> dict[str, list[str]]:
    """Return the lines of both pages by heading."""
    by_heading: dict[str, list[str]] = {}
    made = Versions("1.2.3", "", "")
    records = [ResultLine(VERSION, made, result) for each in played for result in each.results]
    for line in (*page_lines(records), *detail_lines(sorted_tournaments(records))):
        if line.startswith("#"):
            by_heading[line.lstrip("# ")] = lines = []
        elif line:
            lines.append(line)
    return by_heading


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def table(lines: Sequence[str]) -> Iterator[list[str]]:
    return (cells(line) for line in lines if line.startswith("| "))


def test_the_page_lists_all_levels_and_marks_those_for_comparison() -> None:
    head, *rows = table(sections()["Levels"])
    assert [row[0] for row in rows] == list(LEVELS)
    for row, level in zip(rows, LEVELS.values(), strict=True):
        assert row[-1].startswith("For comparison.") is not level.for_people
        assert len(row) == len(head)
    headings = {"Opponents", "Levels", "Strength", "Other aims", "How it was measured"}
    assert set(sections()) == headings | {
        "Opponents: details",
        "Wins",
        "Time for a turn",
        "Commands",
        "Not yet measured",
    }


def test_the_page_in_the_docs_has_the_aims_of_other_commands_and_these_exist() -> None:
    aims = AIMS.read_text(encoding="utf-8")
    assert aims in (ROOT / "docs" / "opponents.md").read_text(encoding="utf-8")
    commands = [row[-1] for row in table(aims.splitlines()) if row[-1].startswith("`")]
    assert len(commands) > 5 and {command.split()[0].strip("`") for command in commands} <= set(COMMANDS)


@pytest.mark.parametrize(
    ("levels", "wins", "games", "expansions", "expected"),
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
def test_a_goal_is_met_missed_or_undecided(
    levels: tuple[str, ...], wins: int, games: int, expansions: tuple[Expansion, ...], expected: list[str]
) -> None:
    won, lost = ([first, second, *[0.0] * (len(levels) - 2)] for first, second in ((1.0, 0.0), (0.0, 1.0)))
    results = [won] * wins + [lost] * (games - wins)
    head, row = table(sections(tournament(levels, results, expansions=expansions))["Wins"])
    assert head == ["table", "level", "against", "games", "wins", "95% interval", "goal"]
    assert (row[1], row[3]) == (levels[0], str(games))
    assert [row[4], row[6]] == expected
    assert row[2] == f"{len(levels) - 1} × {levels[1]}"
    assert row[0] == f"{len(levels)} players, {'fancy' if expansions else 'base game'}"


def test_the_page_has_the_tables_with_goals_and_names_the_goals_that_are_not_met() -> None:
    met = tournament(("journeyman", "apprentice"), [[1, 0]] * 400)
    missed = tournament(("apprentice", "novice"), [[1, 0]] * 300 + [[0, 1]] * 100)
    without = tournament(("journeyman", "novice"), [[1, 0]] * 400)
    alone = tournament(("journeyman",), [[1]] * 6 + [[0]] * 4)
    lines = sections(met, missed, without, alone)["Strength"]
    assert [row[1:3] for row in table(lines)][1:] == [
        ["journeyman", "1 × apprentice"],
        ["apprentice", "1 × novice"],
        ["journeyman", "Madame du Barry"],
    ]
    verdicts = lines[-4:]
    assert verdicts[0] == f"1 of {len(GOALS)} goals are met."
    assert verdicts[1].startswith("Not played: master against 1 × journeyman, 2 players, base game; ")
    assert verdicts[2:] == [
        "Missed: apprentice against 1 × novice, 2 players, base game.",
        "400 games are needed to tell: journeyman against Madame du Barry, alone, base game.",
    ]


def test_the_page_says_how_often_the_first_of_two_equal_players_wins() -> None:
    lines = sections(tournament(("journeyman", "journeyman"), [[1, 0]] * 3 + [[0, 1]]))["The first player"]
    assert "wins 75.0% (30.1 to 95.4%) of 4 games" in " ".join(lines)


def test_times_are_listed_by_level() -> None:
    limit = round(1050 * LEVELS["master"].seconds)  # its time and 5 % more
    quick = (*[10] * 94, 20, 30, 40, 50, 60, limit + 5)
    rows = list(table(sections(tournament(("master", "random"), [[1, 0]] * 2, times=quick))["Time for a turn"]))
    assert rows[0] == ["level", "turns", "mean", "95% take at most", "goal", "longest"]
    assert [row[0] for row in rows[1:]] == ["random", "master"]
    average = round((94 * 10 + 20 + 30 + 40 + 50 + 60 + limit + 5) / 100)
    assert rows[2][1:] == ["200", f"{average} ms", "20 ms", f"{limit} ms: met", f"{limit + 5} ms"]
    for ms, verdict in ((limit + 1, "missed"), (limit, "met")):
        rows = list(table(sections(tournament(("master", "random"), [[1, 0]], times=(ms,)))["Time for a turn"]))
        assert rows[2][4] == f"{limit} ms: {verdict}"


def test_sources_of_prestige_are_listed_by_expansions() -> None:
    rows = ({MONEY: 30, DRESSES: 10}, {MONEY: 10, DRESSES: 30})
    every = tuple(Expansion)
    lines = sections(
        tournament(("random", "random"), [[1, 0]] * 4, rows),
        tournament(("journeyman",), [[1]] * 2, ({MONEY: 5},), expansions=every),
    )["Sources of prestige"]
    money, dresses = WORDS.score_source(MONEY), WORDS.score_source(DRESSES)
    assert list(table(lines)) == [
        ["base game", "2 players, random"],
        [money, "20.0 (50%)"],
        [dresses, "20.0 (50%)"],
        ["all", "40.0"],
        ["every expansion", "alone"],
        [money, "5.0 (100%)"],
        ["all", "5.0"],
    ]


def test_wins_are_listed_by_turn_order() -> None:
    by_heading = sections(
        tournament(("random", "random"), [[1, 0]] * 30, ({MONEY: 12}, {MONEY: 8})),
        tournament(("random",) * 3, [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
        tournament(("random",), [[1]] * 3),
    )
    rows = list(table(by_heading["Turn order"]))
    assert rows[0] == ["table", "games", "fair", "1.", "2.", "3."]
    assert rows[1][:3] == ["2 players, base game", "30", "50.0%"]
    assert [cell.split(" ")[0] for cell in rows[1][3:]] == ["100.0%", "0.0%", ""]
    assert [cell.rpartition(", ")[2] for cell in rows[1][3:]] == ["12.0", "8.0", ""]
    assert rows[2][2] == "33.3%" and len(rows) == 3, "a solo game has no turn order"


def test_the_page_gives_the_command_for_each_table() -> None:
    assert sections(tournament(("random",), [[1]] * 3))["Commands"][-1] == (
        "    rokoko-tui arena random --seed 1 --games 3"
    )
    complete = tournament(("random", "random"), [[1, 0]] * 3, expansions=tuple(Expansion))
    assert (
        sections(complete)["Commands"][-1] == "    rokoko-tui arena random random --expansions all --seed 1 --games 3"
    )
    incomplete = Tournament(complete.line_up, complete.results[::2])
    assert sections(incomplete)["Commands"][-1].endswith("--games 2  # interrupted, so some games differ")


def test_the_ladder_rates_two_player_games_of_the_base_game() -> None:
    """Three wins of four are 400 * log10(3) = 191 points. With the drawn game added, 30.5 of 41 are odds of 2.905 to 1,
    or 185 points.
    """
    pair = tournament(("journeyman", "apprentice"), [[1, 0], [1, 0], [1, 0], [0, 1]] * 10)
    other = tournament(("master", "journeyman"), [[1, 0]] * 4, expansions=tuple(Expansion))
    rows = {row[0]: row[1:4] for row in table(sections(pair, other)["Levels"])}
    assert rows["level"] == ["rating", "95% interval", "games"]
    assert rows["journeyman"] == ["1500", "fixed", "40"]
    assert rows["apprentice"][0] == str(1500 - 185)
    low, high = map(int, rows["apprentice"][1].split(" to "))
    assert low < 1315 < high
    assert rows["master"] == ["not yet measured", "", "0"]
    assert set(rows) == {"level", *LEVELS}


def test_tables_with_fewer_than_400_games_are_listed() -> None:
    lines = sections(tournament(("journeyman", "apprentice"), [[1, 0]] * 399))["Not yet measured"]
    assert "- 1 × journeyman, 1 × apprentice, 2 players, base game: 399" in lines
    assert "- 1 × master, 1 × journeyman, 2 players, base game: 0" in lines
    lines = sections(tournament(("journeyman", "apprentice"), [[1, 0]] * 400))["Not yet measured"]
    assert not any("1 × journeyman, 1 × apprentice," in line for line in lines)


# ---- the tables


def test_every_pair_of_levels_has_a_table() -> None:
    pairs = {frozenset(line_up.levels) for line_up in all_tables(newest()) if len(line_up.levels) == 2}
    assert pairs >= {frozenset(pair) for pair in combinations(LEVELS, 2)}


def test_stages_double_the_games_the_quickest_first() -> None:
    quick, slow = (LineUp((level, "random"), 1, frozenset(), "reconstructed-2") for level in ("novice", "master"))
    stages = plan_stages([slow, quick], 40)
    assert [games for line_up, games in stages if line_up is quick] == [10, 20, 40]
    assert [games for line_up, games in stages if line_up is slow] == [10, 20, 40]
    assert stages[:3] == [(quick, 10), (quick, 20), (quick, 40)]
    assert [games for _, games in plan_stages([quick], 5)] == [5]


def test_a_goal_is_a_range_of_shares() -> None:
    assert all(0 < least < most <= 1 for _, _, least, most in GOALS)


# ---- the command


def test_games_plays_every_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tables of random players replace all tables, to save time."""

    @contextmanager
    def executor(scheduler: str | None, jobs: int) -> Iterator[tuple[Executor, int]]:
        with ThreadPoolExecutor(1) as pool:
            yield pool, 1

    quick = [LineUp(("random",) * seats, 1, frozenset(), newest()) for seats in (2, 3)]
    monkeypatch.setattr(arena_command, "executor", executor)
    monkeypatch.setattr(tables, "all_tables", lambda components: quick)
    results = tmp_path / "results"
    assert main(["games", str(results), "--games", "2"]) == 0
    matches = {line.result.match for line in read_lines(results)[0]}
    assert matches == {match for line_up in quick for match in line_up.matches(2)}


def test_page_is_written_from_the_results(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results, page = tmp_path / "results", tmp_path / "page.md"
    file = ResultFile(results)
    for levels in (("random", "random"), ("random", "random", "random")):
        for seed in (1, 3):
            file.add(play_match(Match(levels, seed, components=newest()))[0])
    file.close()
    assert main(["page", str(results), str(page)]) == 0
    assert capsys.readouterr().out == f"{page}: 2 tables, 4 games\n"
    text = page.read_text(encoding="utf-8")
    details = (tmp_path / "page-details.md").read_text(encoding="utf-8")
    versions = f"4 games of version {PROGRAM_VERSION} (weights {figures_digest()}) with the component set {newest()}"
    assert versions in " ".join(text.split())
    assert "| 3 players, base game | 2 |" in details
    assert "--seed 1 --games 2  # interrupted, so some games differ" in details, "seed 2 is missing"
    assert main(["page", str(results), str(page)]) == 0
    assert page.read_text(encoding="utf-8") == text, "the same results give the same page"


def test_a_file_without_results_is_refused(tmp_path: Path) -> None:
    results = tmp_path / "results"
    results.touch()
    with pytest.raises(CommandError, match="not-results"):
        main(["page", str(results), str(tmp_path / "page.md")])
