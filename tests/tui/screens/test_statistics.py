"""Statistics of own games: what counts, what is counted separately, and the owner's seat."""

import csv
import io
import json
import os
import shutil
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from rokoko_core import Game, Seat, Setup, legal_actions
from rokoko_core.achievements import Achievement
from rokoko_core.journal import create, read
from rokoko_core.play.game_summary import FirstResult, Summary
from rokoko_core.scoring import final_scores
from rokoko_core.state import NOBODY, state_digest
from rokoko_core.terms import Expansion, ScoreRow
from rokoko_tui.analysis.statistics import (
    SOURCES,
    ExcludedBecause,
    Opponent,
    Score,
    Statistics,
    compute_statistics,
    reason_to_exclude,
)
from rokoko_tui.analysis.statistics_lines import format_line, to_lines
from rokoko_tui.games import Start
from rokoko_tui.puzzles import add_solved, load_puzzles, number_of_day
from rokoko_tui.saves.folder import Findings, SaveInfo, discard, look_into, mark_owner
from rokoko_tui.saves.index import INDEX
from rokoko_tui.saves.scan import SaveScanner
from rokoko_tui.screens.final import FinalScreen
from rokoko_tui.screens.replay import ReplayScreen
from rokoko_tui.screens.start import StartScreen
from rokoko_tui.screens.statistics import StatisticsScreen
from rokoko_tui.settings.daily_deal import today
from rokoko_tui.text import get_words
from tests.tui import at_table as hands
from tests.tui.at_table import at_table
from tests.tui.cli.shell import Run
from tests.tui.saves.test_folder import SAMPLES
from tests.tui.saves.test_index import opened

ADA = Seat("Ada")
MARIE, PAUL = Seat("Marie", "bot", "master"), Seat("Paul", "bot", "apprentice")


def game(
    name: str = "game.rokoko",
    players: tuple[Seat, ...] = (ADA, MARIE),
    totals: tuple[int, ...] = (50, 40),
    sources: dict[ScoreRow, int] | None = None,
    **fields: Any,
) -> SaveInfo:
    """Return a finished game with an index summary."""
    setup = Setup(players, 1, fields.pop("expansions", frozenset()))
    ranks = tuple(1 + sum(other > total for other in totals) for total in totals)
    column = tuple((sources or {}).get(source, 0) for source in SOURCES)
    known: dict[str, Any] = {
        "finished": True,
        "totals": totals,
        "ranks": ranks,
        "own": setup.owner,
        "sources": column,
        **fields,
    }
    return SaveInfo(Path(), name, 1, 0, Findings(Summary(setup, 7, 200, **known), None))


def unfinished(**fields: Any) -> SaveInfo:
    return game(finished=False, totals=(), ranks=(), sources={}, **fields)


# ---- what counts


def test_wins_are_counted_by_strength_and_by_opponent() -> None:
    saves = [
        game(totals=(50, 40)),
        game(totals=(30, 40)),
        game(players=(MARIE, ADA, PAUL), totals=(20, 60, 60)),
        game(players=(ADA,), totals=(10, 40)),
    ]
    record = compute_statistics(saves)
    assert (len(record.games), record.won) == (4, 2), "a shared first place is won"
    assert record.by_strength == {"master": Score(3, 2), "apprentice": Score(1, 1), "du-barry": Score(1, 0)}
    assert record.by_opponent[Opponent("Marie", "master")] == Score(3, 2)
    assert [round(score.share, 2) for score in record.by_strength.values()] == [0.67, 1.0, 0.0]


def test_two_opponents_of_one_level_count_as_one_game() -> None:
    saves = [game(players=(ADA, MARIE, Seat("Anne", "bot", "master")), totals=(3, 2, 1))]
    assert compute_statistics(saves).by_strength == {"master": Score(1, 1)}


def test_a_conceded_game_is_lost_and_not_in_averages_or_best() -> None:
    saves = [unfinished(conceded=True), game("good.rokoko", totals=(50, 40), sources={ScoreRow.HALL: 20})]
    record = compute_statistics(saves)
    assert (len(record.games), record.won, record.conceded, record.average) == (2, 1, 1, 50)
    assert record.by_strength == {"master": Score(2, 1)}
    assert record.sources == {ScoreRow.HALL: 20}
    assert record.best is not None and record.best.info.name == "good.rokoko"
    assert record.streak == -1


def test_a_conceded_game_played_to_its_end_is_lost() -> None:
    record = compute_statistics([game(conceded=True)])
    assert (record.won, record.average) == (0, None)


@pytest.mark.parametrize(
    ("save", "reason"),
    [
        (game(origin="fork"), ExcludedBecause.FORK),
        (game(origin="lesson", hints=3), ExcludedBecause.LESSON),
        (unfinished(), ExcludedBecause.UNFINISHED),
        (unfinished(origin="fork"), ExcludedBecause.FORK),
        (game(players=(ADA, Seat("Bo"))), ExcludedBecause.SEVERAL),
        (SaveInfo(Path(), "large.rokoko", 1, 0), ExcludedBecause.UNREADABLE),
        (game(), None),
    ],
)
def test_special_games_are_counted_separately(save: SaveInfo, reason: ExcludedBecause | None) -> None:
    assert reason_to_exclude(save) is reason
    record = compute_statistics([save])
    assert record.apart == ({reason: 1} if reason else {})
    assert len(record.games) == (0 if reason else 1)


def test_a_game_with_hints_counts_and_is_marked() -> None:
    record = compute_statistics([game(hints=2), game(totals=(30, 40))])
    assert (len(record.games), record.won, record.with_hints) == (2, 1, 1)
    assert record.by_strength == {"master": Score(2, 1)}
    lines = [line.text for line in to_lines(record, get_words("classic"), datetime(2026, 7, 1), 76)]
    assert "1 of them was played with hints." in lines
    assert lines[-2:] == ["♛ Marie, with hints", "· Marie"]
    alone = to_lines(compute_statistics([game(hints=2)]), get_words("classic"), datetime(2026, 7, 1), 76)
    assert "It was played with hints." in [line.text for line in alone]


def test_every_part_of_the_statistics_has_a_heading() -> None:
    words = get_words("classic")
    lines = list(to_lines(compute_statistics([game(), game(hints=2)]), words, datetime(2026, 7, 1), 76))
    names = ("rating", "achievements", "tables", "strength", "opponent", "games")
    parts = [words.say(f"record.heading.{name}") for name in names]
    assert [line.text for line in lines if line.heading and line.text in parts] == parts
    assert not any(line.heading for line in lines if line.right or line.game)


def test_the_streak_starts_at_the_latest_game() -> None:
    won, lost = game(totals=(2, 1)), game(totals=(1, 2))
    record = compute_statistics([won, won, lost, won, won, won, lost])
    assert (record.streak, record.longest_streak) == (2, 3)
    assert compute_statistics([lost, lost, won]).streak == -2
    assert "You won the last 2 games." in {
        line.text for line in to_lines(record, get_words("classic"), datetime(2026, 7, 1), 76)
    }
    assert (Statistics().streak, Statistics().longest_streak, Statistics().best, Statistics().average) == (
        0,
        0,
        None,
        None,
    )


def test_averages_omit_sources_that_never_scored() -> None:
    first = game(sources={ScoreRow.HALL: 10, ScoreRow.MONEY: 1})
    second = game(sources={ScoreRow.HALL: 5})
    assert compute_statistics([first, second]).sources == {ScoreRow.MONEY: 0.5, ScoreRow.HALL: 7.5}


# ---- progress


def test_the_best_result_of_each_kind_of_table() -> None:
    fancy = frozenset({Expansion.FANCY})
    saves = [
        game("late.rokoko", totals=(50, 40)),
        game("early.rokoko", totals=(50, 60)),
        game("fancy.rokoko", totals=(70, 40), expansions=fancy),
        game(players=(ADA,), totals=(10, 40)),
        unfinished(players=(ADA, MARIE, PAUL), conceded=True),
    ]
    tables = compute_statistics(saves).by_table
    assert [(table.players, set(table.expansions)) for table in tables] == [
        (1, set()),
        (2, set()),
        (2, fancy),
        (3, set()),
    ]
    scores = [(score.played, score.won, score.best.info.name if score.best else None) for score in tables.values()]
    assert scores[1:] == [(2, 1, "early.rokoko"), (1, 1, "fancy.rokoko"), (1, 0, None)]


def test_achievements_name_the_first_game_and_omit_games_with_hints() -> None:
    def won(name: str, hints: int, *achievements: Achievement) -> SaveInfo:
        return game(name, first_result=FirstResult(50, 1, hints, (1, 2), frozenset(achievements)))

    halls, behind = Achievement.ALL_HALLS, Achievement.COMEBACK
    feats = compute_statistics(
        [won("c", 0, halls), won("b", 0, behind, halls), won("a", 1, halls, Achievement.HARD)]
    ).achievements
    assert {name: (feat.first.info.name, feat.times) for name, feat in feats.items()} == {
        halls: ("b", 2),
        behind: ("b", 1),
    }
    assert list(feats) == [halls, behind], "in the order of the list"


def test_the_rating_has_a_sentence_and_a_chart() -> None:
    """Half of four games and the drawn one: 1.96 * 173.7 / sqrt(5 * 0.25) = 304.5 points to either side."""

    def rated(place: int) -> SaveInfo:
        return game(totals=(50, 40), first_result=FirstResult(50, place, 0, (place, 3 - place)))

    def lines(count: int) -> str:
        record = compute_statistics([rated(1 + n % 2) for n in range(count)])
        shown = to_lines(record, get_words("classic"), datetime(2026, 7, 1), 76)
        return "\n".join(format_line(line, 76) for line in shown)

    assert "About 1801, 95% interval 1496 to 2106, from 4 games" in lines(4)
    assert "  hard 1801   ┤" in lines(4) and "hard 1801   ┤" not in lines(2)
    assert "beginner 500, easy 764, medium 1500, hard 1801." in " ".join(lines(2).split())
    assert max(map(cell_len, lines(80).splitlines())) <= 76


def test_a_negative_rating_has_a_minus_sign() -> None:
    lost = game(players=(ADA, Seat("Rosalie", "bot", "novice")), first_result=FirstResult(20, 2, 0, (2, 1)))
    lines = to_lines(compute_statistics([lost]), get_words("classic"), datetime(2026, 7, 1), 76)
    [text] = [line.text for line in lines if "95%" in line.text]
    assert "interval −" in text and "-" not in text


# ---- whose seat


def test_the_own_seat_is_the_marked_one_or_the_only_person() -> None:
    mine, bo = Seat("Ada", own=True), Seat("Bo")
    assert Setup((MARIE, ADA), 1).owner == 1
    assert Setup((ADA, bo), 1).owner == NOBODY
    assert Setup((bo, mine), 1).owner == 1
    assert Setup((MARIE, PAUL), 1).owner == NOBODY


def test_of_several_people_the_one_with_the_name_in_the_settings_is_marked() -> None:
    bo = Seat("Bo")
    assert [seat.own for seat in mark_owner(Setup((bo, ADA), 1), "ada").players] == [False, True]
    for setup, name in ((Setup((ADA, MARIE), 1), "Ada"), (Setup((ADA, bo), 1), ""), (Setup((ADA, bo), 1), "Cy")):
        assert mark_owner(setup, name) is setup


def test_a_setup_without_owner_is_saved_as_before(tmp_path: Path) -> None:
    """A default field is not written to the save and not hashed by the digest."""
    setup = Setup((ADA, Seat("Bo")), 5)
    create(tmp_path / "plain.rokoko", setup).close()
    header = json.loads((tmp_path / "plain.rokoko").read_bytes().splitlines()[0])
    assert header["setup"]["players"] == [{"name": "Ada"}, {"name": "Bo"}]
    assert "origin" not in header
    sample = Game.load(SAMPLES / "base-2.rokoko")
    assert b'"own"' not in (SAMPLES / "base-2.rokoko").read_bytes()
    assert state_digest(sample.at(0)) == state_digest(Game.new(sample.setup).state)


# ---- from files


def played_out(folder: Path) -> Path:
    return Path(shutil.copy(SAMPLES / "solo-base.rokoko", folder / "over.rokoko"))


def test_the_index_has_sources_hints_origin_and_concession(tmp_path: Path) -> None:
    over = look_into(played_out(tmp_path)).summary
    assert over is not None
    sheet = final_scores(Game.load(SAMPLES / "solo-base.rokoko").state)[0]
    assert (over.own, sum(over.sources), over.origin, over.conceded) == (0, sheet.total, "", False)
    path = tmp_path / "fork.rokoko"
    with create(path, Setup((ADA, MARIE), 3, first_player=0), (), "fork") as journal:
        journal.game.hint()
        journal.game.concede(0)
    fork = look_into(path).summary
    assert fork is not None
    assert (fork.origin, fork.hints, fork.conceded, fork.sources) == ("fork", 1, True, ())


def test_a_deleted_save_is_not_counted_and_an_indexed_one_not_opened(tmp_path: Path) -> None:
    path = played_out(tmp_path)

    def counted() -> int:
        scanner = SaveScanner(tmp_path)
        saves = {info.name: info for info in scanner.list_saves()}
        for name, findings in scanner.rest(saves.values()):
            saves[name].findings = findings
        return len(compute_statistics(saves.values()).games)

    assert counted() == 1
    with opened() as files:
        assert (counted(), files) == (1, [])
    discard(path)
    assert counted() == 0


def test_an_index_of_an_earlier_version_is_rebuilt(tmp_path: Path) -> None:
    played_out(tmp_path)
    (tmp_path / INDEX).write_bytes(b"\x92\xa9old index\x80")
    scanner = SaveScanner(tmp_path)
    saves = scanner.list_saves()
    assert [findings.error for _, findings in scanner.rest(saves)] == [None]
    assert len(SaveScanner(tmp_path).list_saves()) == 1
    assert SaveScanner(tmp_path).list_saves()[0].findings is not None


# ---- the command


def test_statistics_are_printed_as_csv_and_json(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    played_out(folder)
    table = list(csv.DictReader(io.StringIO(run("record", "--csv", "--saves", str(folder)).out)))
    [row] = table
    assert (row["file"], row["counted"], row["conceded"]) == ("over.rokoko", "yes", "0")
    assert sum(int(row[source]) for source in SOURCES) == int(row["prestige"])
    known = json.loads(run("record", "--json", "--saves", str(folder)).out)
    assert (known["played"], known["best"]) == (1, "over.rokoko")
    assert known["games"][0]["prestige"] == int(row["prestige"])
    assert (known["rating"], known["achievements"]) == (None, {})
    assert [table["players"] for table in known["by_table"]] == [1]
    assert known["by_strength"] == {"du-barry": [known["won"], 1]}
    assert "Madame du Barry" in run("record", "--saves", str(folder)).out


def test_a_sentence_that_is_too_wide_is_printed_on_several_lines(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("solo-base", "base-2"):
        shutil.copy(SAMPLES / f"{name}.rokoko", tmp_path)
    printed = run("record", "--language", "ukrainian", "--saves", tmp_path).out.splitlines()
    assert not any("␊" in line for line in printed)
    assert max(map(cell_len, printed)) <= 80


def test_a_folder_without_games_prints_one_sentence(run: Run, tmp_path: Path) -> None:
    told = run("record", "--saves", str(tmp_path))
    assert (told.code, len(told.out.splitlines())) == (0, 1)


# ---- the screen


@pytest.mark.slow
async def test_enter_replays_a_game_of_the_statistics(tmp_path: Path) -> None:
    os.utime(played_out(tmp_path), (1000, 1000))
    async with at_table(tmp_path, Start(), size=(80, 24)) as player:
        await player.press("y")
        screen = player.app.screen
        assert isinstance(screen, StatisticsScreen)
        await player.wait_until(lambda: screen.record is not None and bool(screen.record.games))
        await player.settle()
        assert "Madame du Barry" in player.seen()
        await player.press("y")
        assert "1 game" in player.app.clipboard
        items = screen.cursor_list.items
        assert [item.stop for item in items] == [line.game is not None for line in screen._lines]
        assert not screen.results.display and "Other list" not in player.seen()
        assert "Enter Replay" in player.seen() and "y Copy" in player.seen()
        await player.press("home")
        assert items[screen.cursor_list.cursor].stop, "the best game, not a figure"
        await player.press("end", "enter")
        replay = player.app.screen
        assert isinstance(replay, ReplayScreen)
        assert replay.positions.game.setup == read(tmp_path / "over.rokoko").game.setup
        await player.press("escape")
        assert player.app.screen is screen, "it returns to the list of games"


@pytest.mark.slow
async def test_a_wide_terminal_has_two_lists(tmp_path: Path) -> None:
    played_out(tmp_path)
    async with at_table(tmp_path, Start(), size=(120, 40)) as player:
        await player.press("y")
        screen = player.app.screen
        assert isinstance(screen, StatisticsScreen)
        await player.wait_until(lambda: screen.record is not None and bool(screen.record.games))
        await player.settle()
        row = next(row for row in player.seen().splitlines() if "Best results" in row)
        assert "1 game, none won" in row, "side by side"
        assert screen.cursor_list is screen.progress
        await player.press("tab", "end", "enter")
        assert isinstance(player.app.screen, ReplayScreen)
        await player.press("escape", "tab")
        assert screen.cursor_list is screen.progress


async def test_statistics_without_games_have_nothing_to_copy(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start(), size=(80, 24)) as player:
        await player.press("y")
        screen = player.app.screen
        assert isinstance(screen, StatisticsScreen)
        await player.wait_until(lambda: screen.record is not None)
        await player.press("y")
        assert screen.cursor_list.cursor < 0
        assert "Copy" not in player.seen() and player.app.clipboard == ""


@pytest.mark.local_only
async def test_conceding_asks_and_the_game_counts_as_lost(tmp_path: Path) -> None:
    async with at_table(tmp_path, Setup((ADA,), 7)) as player:
        path = player.session.path
        await player.press("escape")
        if not player.asking:
            await player.press("escape")
        await player.press("g")
        assert player.asking and read(path).game.conceded == ()
        await player.press("y")
        assert isinstance(player.app.screen, FinalScreen)
        assert read(path).game.conceded == (0,)
        await player.press("escape")
        assert isinstance(player.app.screen, StartScreen)
        start = player.app.screen
        await player.wait_until(lambda: start.is_search_done)
        assert start.latest is None
    record = compute_statistics([SaveInfo(path.parent, path.name, 1, 0, look_into(path))])
    assert (record.conceded, record.won, len(record.games)) == (1, 0, 1)


@pytest.mark.slow
async def test_with_several_people_conceding_is_not_offered(tmp_path: Path) -> None:
    async with at_table(tmp_path, hands.TWO) as player:
        await player.press("enter", "escape", "g")
        assert player.asking
        assert read(player.session.path).game.conceded == ()


def test_a_concession_is_saved_once(tmp_path: Path) -> None:
    from rokoko_core.game import NotConceded

    path = tmp_path / "game.rokoko"
    with create(path, Setup((ADA, MARIE), 3)) as journal:
        before = journal.game.state
        journal.game.concede(0)
        assert journal.game.state is before
        for seat in (0, 2, -1):
            with pytest.raises(NotConceded):
                journal.game.concede(seat)
        journal.game.play(legal_actions(journal.game.state)[0])
    again = read(path)
    assert (again.damage, again.game.conceded, again.game.cursor) == (None, (0,), 1)
    assert Game.like(again.game).conceded == (0,)
    assert again.game.fork(1).conceded == ()


async def test_the_start_screen_names_the_puzzle_of_the_day_and_says_that_it_is_solved(tmp_path: Path) -> None:
    puzzle = load_puzzles()[number_of_day(today()) - 1]
    async with at_table(tmp_path, Start(), size=(80, 24)) as player:
        await player.wait_until(lambda: "today: The " in player.seen())
    add_solved(tmp_path, puzzle)
    async with at_table(tmp_path, Start(), size=(80, 24)) as player:
        await player.wait_until(lambda: "today's is solved, 1 day in a row" in player.seen())
