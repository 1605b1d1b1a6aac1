"""Results of daily games: which game counts, streaks, the text to share, the command and the screens."""

import json
import os
from datetime import date, timedelta
from pathlib import Path

import pytest

from rokoko_core.first_finish import first_finish
from rokoko_core.game import Game
from rokoko_core.journal import read
from rokoko_core.scoring import final_scores
from rokoko_core.state import Setup
from rokoko_tui.analysis.deal_results import (
    DailyResult,
    collect_results,
    count_streak,
    daily_of,
    find_game,
    finished_days,
    share_lines,
)
from rokoko_tui.analysis.statistics import compute_statistics
from rokoko_tui.saves.folder import SaveInfo, list_folder, look_into
from rokoko_tui.saves.scan import SaveScanner
from rokoko_tui.screens.final import FinalScreen
from rokoko_tui.screens.start import StartScreen
from rokoko_tui.screens.statistics import StatisticsScreen
from rokoko_tui.settings import daily_deal
from rokoko_tui.settings.daily_deal import daily_setup, day_of, longest_streak
from rokoko_tui.start_target import Start
from tests.tui.analysis.daily_games import DAY, SETTINGS, finish, finished_game, save_game
from tests.tui.at_table import at_table
from tests.tui.cli.shell import Run, refused

NEXT = DAY + timedelta(days=1)


@pytest.fixture(autouse=True)
def fixed_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let today be ``DAY``."""
    monkeypatch.setattr(daily_deal, "today", lambda: DAY)
    monkeypatch.setattr("rokoko_tui.analysis.statistics_lines.today", lambda: DAY)


def saves_in(folder: Path) -> list[SaveInfo]:
    saves = list_folder(folder)
    for info in saves:
        info.findings = look_into(info.path)
    return saves


def own_total(game: Game) -> int:
    return final_scores(game.state)[0].total


# ---- which game counts


def test_the_first_finish_counts_even_if_it_is_undone_and_played_better(tmp_path: Path) -> None:
    game = finished_game()
    first = own_total(game)
    game.undo_to(200, cross=True)
    unfinished = save_game(tmp_path / "a.rokoko", game)
    assert collect_results(saves_in(tmp_path))[DAY].total == first
    finish(game, -1)
    assert own_total(game) != first
    unfinished.unlink()
    save_game(tmp_path / "a.rokoko", game)
    [result] = collect_results(saves_in(tmp_path)).values()
    assert (result.total, result.place) == (first, final_scores(first_finish(game).state)[0].rank)
    assert share_lines(read(tmp_path / "a.rokoko").game, SETTINGS.words)[2].startswith(f"{first} prestige")


def test_of_two_games_of_a_day_the_earlier_counts_and_forks_never(tmp_path: Path) -> None:
    late, early = finished_game(), Game.new(daily_setup(DAY, SETTINGS, SETTINGS.words))
    finish(early, -1)
    for name, game, time in (("a", late, 3000), ("b", early, 2000), ("c", late, 1000)):
        path = save_game(tmp_path / f"{name}.rokoko", game, "fork" if name == "c" else None)
        os.utime(path, (time, time))
    [result] = collect_results(saves_in(tmp_path)).values()
    assert (result.info.name, result.total) == ("b.rokoko", own_total(early))


def test_a_conceded_game_is_the_result_of_its_day(tmp_path: Path) -> None:
    game = Game.new(daily_setup(DAY, SETTINGS, SETTINGS.words))
    game.concede(0)
    finish(game)
    save_game(tmp_path / "a.rokoko", game)
    [result] = collect_results(saves_in(tmp_path)).values()
    assert (result.total, result.place) == (None, 0)
    assert share_lines(game, SETTINGS.words) == []


def test_a_game_keeps_its_day_when_it_ends_after_midnight(tmp_path: Path) -> None:
    os.utime(save_game(tmp_path / "a.rokoko", finished_game()), (4e9, 4e9))
    assert list(collect_results(saves_in(tmp_path))) == [DAY]


def test_the_game_of_a_day_is_found_without_reading_older_files(tmp_path: Path) -> None:
    midnight = 1795392000  # 2026-11-23 in UTC
    os.utime(save_game(tmp_path / "old.rokoko", finished_game()), (midnight - 10**6,) * 2)
    scanner = SaveScanner(tmp_path)
    assert find_game(scanner, DAY) is None
    assert [info.findings for info in scanner.saves] == [None]
    begun = Game.new(daily_setup(DAY, SETTINGS, SETTINGS.words))
    os.utime(save_game(tmp_path / "begun.rokoko", begun), (midnight + 9,) * 2)
    found = find_game(SaveScanner(tmp_path), DAY)
    assert found is not None and (found.name, daily_of(found)) == ("begun.rokoko", DAY)
    assert find_game(SaveScanner(tmp_path), NEXT) is None


# ---- streaks


def test_streaks_count_days_in_a_row_up_to_today_or_yesterday() -> None:
    def results(*days: int, conceded: int = 0) -> dict[date, DailyResult]:
        info = SaveInfo(Path(), "a", 1, 0)
        dates = {n: date(2026, 11, n) for n in days}
        return {day: DailyResult(day, info, None if n == conceded else 50, 1, 0) for n, day in dates.items()}

    known = results(23, 22, 21, 18, 17, 16, 15)
    assert [count_streak(known, date(2026, 11, n)) for n in (23, 24, 25)] == [3, 3, 0]
    assert longest_streak(finished_days(known)) == 4
    assert (count_streak({}, DAY), longest_streak(set())) == (0, 0)
    broken = results(23, 22, 21, conceded=22)
    assert (count_streak(broken, DAY), longest_streak(finished_days(broken))) == (1, 1)


# ---- the text to share


def test_the_text_has_the_result_and_no_names_cards_or_seed() -> None:
    game = finished_game(hints=2)
    title, rounds, result, hints = share_lines(game, SETTINGS.words)
    assert title == "Rokoko, daily game of 2026-11-23"
    assert len(rounds) == 7 and set(rounds) <= set("♛◆·")
    assert rounds[-1] == {1: "♛", 2: "◆", 3: "·"}[final_scores(game.state)[0].rank]
    assert result == f"{own_total(game)} prestige, place {final_scores(game.state)[0].rank} of 3"
    assert hints == "with 2 hints"
    assert share_lines(Game.new(daily_setup(DAY, SETTINGS, SETTINGS.words)), SETTINGS.words) == []


def test_the_command_prints_the_result_of_a_day(run: Run, tmp_path: Path) -> None:
    game = finished_game()
    save_game(tmp_path / "a.rokoko", game)
    lines = share_lines(game, SETTINGS.words)
    assert run("daily", "--result", "--saves", tmp_path).out.splitlines() == lines
    assert run("daily", "--result", "2026-11-23", "--saves", tmp_path).out.splitlines() == lines
    assert run("--language", "ukrainian", "daily", "--result", "--saves", tmp_path).out.startswith("«Рококо»")
    refused(run("daily", "--result", "2026-11-24", "--saves", tmp_path), 1, "2026-11-24")
    assert run("daily", "--result", "monday").code == 2
    assert run("daily").code == 2, "without a terminal"


def test_the_record_has_streak_and_history(run: Run, tmp_path: Path) -> None:
    game = finished_game(hints=1)
    save_game(tmp_path / "a.rokoko", game)
    printed = run("record", "--saves", tmp_path).out
    assert "1 day in a row; longest streak: 1" in printed
    assert f"{own_total(game)} prestige" in printed and "with hints" in printed
    daily = json.loads(run("record", "--json", "--saves", tmp_path).out)["daily"]
    assert daily["longest_streak"] == 1
    [day] = daily["days"]
    assert (day["day"], day["prestige"], day["hints"], day["file"]) == ("2026-11-23", own_total(game), 1, "a.rokoko")
    assert len(compute_statistics(saves_in(tmp_path)).games) == 1, "it is one of your games too"


def test_plain_mode_begins_the_deal_once(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    for n in range(2):
        monkeypatch.setattr("sys.stdin", io.StringIO("1\nquit\n"))
        printed = run("daily", "--plain", "--saves", tmp_path)
        assert printed.code == 0, n
        assert ("Only your first finish" in printed.out) == (n == 0), "said before it starts"
    [save] = tmp_path.glob("*.rokoko")
    assert day_of(read(save).game.setup) == DAY


# ---- the screens


async def test_the_daily_deal_is_begun_once_continued_shared_and_counted(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start(), size=(80, 24)) as player:
        await player.press("d")
        assert "2 bots of level “medium”" in player.seen() and "Only your first finish" in player.seen()
        await player.press("escape")
        assert isinstance(player.app.screen, StartScreen) and not list(tmp_path.glob("*.rokoko"))
        await player.press("d", "enter", "enter")
        path = player.session.path
        assert day_of(player.session.setup) == DAY
        await player.press("escape", "y")
        await player.wait_until(lambda: "begun, round 1" in player.seen())
        await player.press("d")
        assert player.session.path == path
        finish(player.session.recording)
        total = own_total(player.session.recording)
        await player.press("escape")
        await player.wait_until(lambda: f"{total} prestige" in player.seen())
        await player.press("d")
        screen = player.app.screen
        assert isinstance(screen, FinalScreen)
        assert "Daily game of 2026-11-23" in player.seen()
        await player.press("t")
        text = "\n".join(share_lines(screen.game, player.app.words))
        assert player.app.clipboard == text
        notices = [note.message for note in player.app._notifications]
        assert any(notice.endswith(text) for notice in notices), "a terminal that cannot copy shows it at least"
        await player.press("b", "y")
        record = player.app.screen
        assert isinstance(record, StatisticsScreen)
        await player.wait_until(lambda: record.record is not None and bool(record.record.daily))
        await player.press("y")
        assert "1 day in a row" in player.app.clipboard
    assert len(list(path.parent.glob("*.rokoko"))) == 1


@pytest.mark.slow
async def test_other_games_have_nothing_to_share(tmp_path: Path) -> None:
    async with at_table(tmp_path, Setup(daily_setup(DAY, SETTINGS, SETTINGS.words).players, 7)) as player:
        finish(player.session.recording)
        player.app.clear_small_notices()
        player.table.redraw()
        await player.wait_until(lambda: isinstance(player.app.screen, FinalScreen))
        await player.press("t")
        assert player.app.clipboard == ""


@pytest.mark.local_only
async def test_a_damaged_daily_game_asks_how_to_open_it_and_leaves_the_menu(tmp_path: Path) -> None:
    path = save_game(tmp_path / "a.rokoko", finished_game())
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:40], b"{}\n", *lines[41:]]))
    async with at_table(tmp_path, Start("daily")) as player:
        assert player.asking
        await player.press("n")
        assert isinstance(player.app.screen, StartScreen)
    assert [save.name for save in tmp_path.glob("*.rokoko")] == ["a.rokoko"], "no second game is begun"
