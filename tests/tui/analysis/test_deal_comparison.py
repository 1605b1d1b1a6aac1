"""Games of the same deal: what counts as one, the comparison, a bot's game, the command and the screens."""

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from rokoko_core.game import Game
from rokoko_core.journal import read
from rokoko_core.scoring import final_scores, lasting_score
from rokoko_core.state import Seat, Setup
from rokoko_tui.analysis.deal_results import (
    ComparedGame,
    compare,
    daily_of,
    is_same_deal,
    is_same_game,
    play_deal,
    round_totals,
)
from rokoko_tui.analysis.statistics import ExcludedBecause, reason_to_exclude
from rokoko_tui.saves.folder import SaveInfo, look_into
from rokoko_tui.screens.comparison import ComparisonScreen
from rokoko_tui.screens.final import FinalScreen
from rokoko_tui.screens.help import ScrollableText
from rokoko_tui.start_target import Start
from tests.json_game import game_through_json
from tests.tui.analysis.daily_games import SETTINGS, finish, finished_game, save_game
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
