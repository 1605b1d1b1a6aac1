"""Results of games of the same deal: side by side, and those of daily deals."""

import json
import os
import shutil
from datetime import date, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from rokoko_core.first_finish import first_finish
from rokoko_core.game import Game
from rokoko_core.journal import read
from rokoko_core.play.same_deal import is_same_deal, is_same_game, play_deal, round_totals
from rokoko_core.scoring import final_scores, lasting_score
from rokoko_core.state import Seat, Setup
from rokoko_tui.analysis.deal_results import (
    ComparedGame,
    DailyResult,
    collect_results,
    compare,
    count_streak,
    daily_of,
    find_game,
    finished_days,
    share_lines,
)
from rokoko_tui.analysis.statistics import ExcludedBecause, compute_statistics, reason_to_exclude
from rokoko_tui.games import Start
from rokoko_tui.saves.folder import SaveInfo, list_folder, look_into
from rokoko_tui.saves.scan import SaveScanner
from rokoko_tui.screens.comparison import ComparisonScreen
from rokoko_tui.screens.final import FinalScreen
from rokoko_tui.screens.help import ScrollableText
from rokoko_tui.screens.start import StartScreen
from rokoko_tui.screens.statistics import StatisticsScreen
from rokoko_tui.settings import daily_deal
from rokoko_tui.settings.daily_deal import daily_setup, day_of, longest_streak
from tests.json_game import game_through_json
from tests.tui.analysis.daily_games import DAY, SETTINGS, finish, finished_game, save_game
from tests.tui.at_table import at_table
from tests.tui.cli.shell import Run, refused
from tests.tui.saves.test_folder import SAMPLES

WORDS = SETTINGS.words
SOLO = SAMPLES / "solo-base.rokoko"


def game_of(**changes: object) -> Game:
    return Game(replace(Setup((Seat("Ada"), Seat("Bo", "bot", "novice")), 7, first_player=0), **changes))


# ---- what a deal is


def test_names_and_levels_do_not_matter_to_a_deal_but_everything_dealt_does() -> None:
    first = game_of()
    drawn = game_of(first_player=None)
    assert is_same_deal(first, game_of(players=(Seat("Cy"), Seat("Di", "bot", "master")), open_scores="owner"))
    assert is_same_deal(drawn, game_of(first_player=drawn.at(0).first_player))
    assert not is_same_deal(drawn, game_of(first_player=1 - drawn.at(0).first_player))
    for changes in ({"seed": 8}, {"components": "reconstructed-2"}, {"players": (*first.setup.players, Seat("Cy"))}):
        assert not is_same_deal(first, game_of(**changes))


def test_a_copy_of_an_old_save_is_the_same_game_though_its_digests_differ() -> None:
    old = read(SOLO).game
    copy = game_through_json(old)
    assert old.entries != copy.entries
    assert is_same_game(old, copy)
    assert not is_same_game(old, copy.fork(copy.length - 1))


def test_the_scores_of_the_rounds_end_with_the_final_ones() -> None:
    game = read(SAMPLES / "base-3.rokoko").game
    totals = round_totals(game)
    assert len(totals) == 7
    assert totals[-1] == tuple(sheet.total for sheet in final_scores(game.state))
    second = next(at for number, at in game.round_starts if number == 2)
    assert totals[0] == tuple(lasting_score(game.at(second), seat) for seat in range(3))
    assert round_totals(game.fork(second)) == totals[:1]


def test_a_bot_plays_the_deal_repeatably_with_the_other_seats_as_they_were() -> None:
    setup = game_of().setup
    game, again = (play_deal(setup, 0, "novice") for _ in range(2))
    assert game is not None and again is not None
    assert game.over and game.line == again.line
    assert game.setup == setup
    assert play_deal(setup, 0, "novice", lambda: True) is None


# ---- the comparison


def test_of_a_secret_seed_the_first_digits_are_shown() -> None:
    setup = replace(finished_game().setup, seed=0x4C3F09AA << 96, chance="blake2b")
    title = next(compare([ComparedGame("mine", Game(setup))], 0, WORDS))
    assert title == "Seat of Ada in the deal with seed 4c3f09aa…"
    assert not is_same_deal(Game(setup), Game(replace(setup, seed=1)))
    assert not is_same_deal(Game(replace(setup, seed=1, chance="splitmix64")), Game(replace(setup, seed=1)))


def test_each_round_has_the_score_and_the_difference_to_the_first_game() -> None:
    first, second = finished_game(), Game(finished_game().setup)
    finish(second, -1)
    lines = list(compare([ComparedGame("mine", first), ComparedGame("theirs", second)], 0, WORDS))
    assert lines[:3] == [f"Seat of Ada in the deal with seed {first.setup.seed}", "A  mine", "B  theirs"]
    rounds = [line.split() for line in lines if line.startswith("Score after round")]
    for number, line in enumerate(rounds):
        one, other = (round_totals(game)[number][0] for game in (first, second))
        change = f"({WORDS.signed(other - one)})"
        assert line[3:] == [str(number + 1), str(one), str(other), change]
    places = next(line.split() for line in lines if line.startswith("Rank"))
    assert places[1:] == [f"{final_scores(game.state)[0].rank}" for game in (first, second)]
    changes = [line.split()[-1] for line in lines[lines.index("Prestige by source, where it differs") + 1 :]]
    total = sum(int(text.strip("()").replace("−", "-")) for text in changes)
    assert total == final_scores(second.state)[0].total - final_scores(first.state)[0].total


def test_an_unfinished_game_shows_its_rounds_and_no_place() -> None:
    first = finished_game()
    part = first.fork(next(at for number, at in first.round_starts if number == 3))
    lines = list(compare([ComparedGame("a", first), ComparedGame("b", part)], 0, WORDS))
    rounds = [line.split() for line in lines if line.startswith("Score after round")]
    assert [line[-1] for line in rounds] == ["(±0)", "(±0)", *["–"] * 5]
    assert next(line for line in lines if line.startswith("Rank")).split()[-1] == "–"


@pytest.mark.slow
def test_the_command_compares_files_and_a_bot(run: Run, tmp_path: Path) -> None:
    first = save_game(tmp_path / "first.rokoko", finished_game())
    friend = replace(finished_game().setup, players=(Seat("Bo"), *finished_game().setup.players[1:]))
    second = Game(friend)
    finish(second, -1)
    other = save_game(tmp_path / "friend.rokoko", second)
    printed = run("compare", first, other, "--bot", "novice")
    assert printed.code == 0
    assert printed.out.splitlines()[1:4] == ["A  first", "B  friend", "C  a bot of level beginner"]
    refused(run("compare", first), 2, "--bot")
    refused(run("compare", first, SOLO), 1, "another deal")
    refused(run("compare", SAMPLES / "base-2.rokoko", "--bot", "novice"), 2, "Ada")
    assert run("--language", "ukrainian", "compare", first, other).out.startswith("Роздача")


# ---- the screens


@pytest.mark.slow
async def test_the_final_screen_compares_and_deals_again(tmp_path: Path) -> None:
    path = Path(shutil.copy(SOLO, tmp_path / "won.rokoko"))
    async with at_table(tmp_path, Start("load", path=path), size=(80, 24)) as player:
        assert isinstance(player.app.screen, FinalScreen)
        await player.press("c")
        screen = player.app.screen
        assert isinstance(screen, ComparisonScreen)
        await player.wait_until(lambda: "A  won" in player.seen() and "B  a bot of level medium" in player.seen())
        await player.press("y")
        assert player.app.clipboard == "\n".join(screen.lines())
        await player.press("g")
        again = player.session
        assert (again.setup, again.position, again.path.parent) == (read(path).game.setup, 0, tmp_path)
    info = SaveInfo(tmp_path, again.path.name, 1, 0, look_into(again.path))
    assert reason_to_exclude(info) is ExcludedBecause.FORK, "the deal was known"


@pytest.mark.slow
async def test_the_list_of_games_compares_and_deals_again(tmp_path: Path) -> None:
    save_game(tmp_path / "first.rokoko", finished_game())
    async with at_table(tmp_path, Start(), size=(80, 24)) as player:
        await player.press("l", "c")
        screen = player.app.screen
        assert isinstance(screen, ComparisonScreen)
        assert screen.lines()[1] == "A  first"
        assert isinstance(player.app.focused, ScrollableText), "arrow keys scroll at once"
        await player.press("escape", "g")
        path = player.session.path
        assert player.session.setup == finished_game().setup
    again = SaveInfo(tmp_path, path.name, 1, 0, look_into(path))
    assert daily_of(again) is None, "only the first game of the day counts"


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


def test_rounds_that_were_undone_are_not_over() -> None:
    game = finished_game()
    rounds = dict(game.round_starts)
    game.undo_to(rounds[4], cross=True)
    assert round_totals(game) == round_totals(game.fork(rounds[4]))
    assert len(round_totals(game)) == 3


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
