"""Looking back at a game: on the full screen and as text, from every place one can come from."""

import re
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot
from textual.widgets import Static
from textual.worker import WorkerCancelled

from rokoko_core import Game
from rokoko_core.bots.evaluation import ASPECTS
from rokoko_core.bots.review import RIVALS, TurnReview, played_turns
from rokoko_core.box import box_of
from rokoko_core.engine import to_move
from rokoko_core.journal import create, read
from rokoko_core.play.history import Turn
from rokoko_core.play.replay_game import OPEN, SPECTATOR, ReplayGame, Viewer
from rokoko_core.scoring import final_scores, projected_scores
from rokoko_core.state import state_digest
from rokoko_tui.analysis.game_review import LEAST, Curve, GameReviews
from rokoko_tui.app import RokokoApp
from rokoko_tui.cli import analyse
from rokoko_tui.panes.other_turns import item_of
from rokoko_tui.screens.final import FinalScreen
from rokoko_tui.screens.load import LoadScreen
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.screens.replay import ReplayScreen
from rokoko_tui.screens.review import ReviewScreen
from rokoko_tui.settings.launch import Start
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text import Words, get_words
from rokoko_tui.widgets.list_view import LineList
from rokoko_tui.widgets.score_chart import Chart, ScoreGraph
from tests.saves.sample_games import FOLDER
from tests.tui.cli.shell import Run, refused
from tests.tui.screens.in_short import InShort, inspected_piece

BASE = FOLDER / "base-2.rokoko"


def news_of(game: Game, seat: int | None, position: int) -> list[Turn]:
    """The turns of the others since the last turn of ``seat``."""
    return ReplayGame(game, Viewer(seat)).history.news(position)


@pytest.fixture(autouse=True)
def commands_look_in_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyse, "review_turn", inspected_piece)


@cache
def reviewed(name: str = "base-2") -> GameReviews:
    """A finished sample game, looked at to the end."""
    reviews = GameReviews(Game.load(FOLDER / f"{name}.rokoko"))
    for turn in played_turns(reviews.game):
        reviews.add(inspected_piece(turn))
    return reviews


def part_of(folder: Path, name: str, actions: int, bots: bool = False) -> Path:
    """A save with the beginning of a sample game; with ``bots`` all but the first player are some."""
    game = Game.load(FOLDER / f"{name}.rokoko").fork(actions)
    first, *others = game.setup.players
    seats = (first, *(replace(seat, kind="bot", level="journeyman") for seat in others)) if bots else (first, *others)
    path = folder / f"{name}-{actions}.rokoko"
    create(path, replace(game.setup, players=seats), game.entries).close()
    return path


@asynccontextmanager
async def running(
    folder: Path, start: Start | None = None, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[RokokoApp, Pilot[None]]]:
    app = RokokoApp(Settings(saves=str(folder)), start or Start())
    app._thinkers = InShort()
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot


async def to_the_end(app: RokokoApp, pilot: Pilot[None]) -> ReviewScreen:
    """The screen, when all turns have been looked at."""
    screen = app.screen
    assert isinstance(screen, ReviewScreen)
    with suppress(WorkerCancelled):  # one that a newer search replaced
        await app.workers.wait_for_complete()
    await pilot.pause()
    assert not screen.reviews.waiting
    return screen


def text(screen: ReviewScreen, id: str) -> str:
    return str(screen.query_one(f"#review-{id}", Static).content)


# ---- the screen


@pytest.mark.slow
async def test_from_the_final_sheet_through_the_costliest_turns_to_the_table_and_back(tmp_path: Path) -> None:
    async with running(tmp_path, size=(120, 40)) as (app, pilot):
        app.show_final(Game.load(BASE))
        await pilot.pause()
        assert isinstance(app.screen, FinalScreen)
        await pilot.press("a")
        await pilot.pause()
        assert "Ada" in str(app.screen.query_one(ScoreGraph).render())
        screen = await to_the_end(app, pilot)
        costliest, decisive = reviewed().costliest(OPEN), reviewed().decisive
        assert decisive is not None and screen.position == decisive.position
        listed = [item.text for item in screen.query_one(LineList).items]
        assert len(listed) == len(costliest)
        assert listed[1] == get_words("classic").reviewed(costliest[1], screen.game.at(costliest[1].position))
        told = text(screen, "text").splitlines()
        assert "lost" in told[0] and "Bo" in told[0]
        assert told[1] == f"Estimated cost: {decisive.cost:.1f} prestige."
        screen.look_at(costliest[0].position)
        await pilot.press("down")
        await pilot.pause()
        assert screen.position == costliest[1].position
        await pilot.press("enter")
        await pilot.pause()
        replay = app.screen
        assert isinstance(replay, ReplayScreen)
        assert replay.position == costliest[1].position
        assert replay.viewer == Viewer(costliest[1].seat)
        await pilot.press("right_square_bracket", "a")
        await pilot.pause()
        assert app.screen is screen
        assert screen.position == screen.curve.positions[screen.curve.place(costliest[1].position) + 1]
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, FinalScreen)
        await pilot.press("a")
        await pilot.pause()
        assert isinstance(app.screen, ReviewScreen)
        assert not app.screen.reviews.waiting


@pytest.mark.slow
async def test_the_cursor_stays_where_it_is_until_the_decisive_turn_is_known(tmp_path: Path) -> None:
    known = reviewed()
    decisive = known.decisive
    assert decisive is not None
    others = [found for found in known.found.values() if found is not decisive]
    async with running(tmp_path) as (app, pilot):
        for moved in (False, True):
            reviews = GameReviews(known.game)
            screen = ReviewScreen(reviews)
            screen._look = idle  # type: ignore[method-assign]
            app.push_screen(screen)
            await pilot.pause()
            screen.post_message(ReviewScreen.Found(tuple(others)))
            await pilot.pause()
            assert screen.turn == 0
            if moved:
                await pilot.press("right")
            screen.post_message(ReviewScreen.Found((decisive,)))
            await pilot.pause()
            assert screen.position == (screen.curve.positions[1] if moved else decisive.position)


async def idle() -> None:
    """Nothing is looked at."""


@pytest.mark.slow
async def test_try_it_from_here_makes_a_new_game_at_that_turn(tmp_path: Path) -> None:
    before = BASE.read_bytes()
    async with running(tmp_path, Start("replay", path=BASE)) as (app, pilot):
        await pilot.press("a")
        screen = await to_the_end(app, pilot)
        position = screen.position
        await pilot.press("p")
        await pilot.pause()
        assert any(isinstance(each, PlayScreen) for each in app.screen_stack)
        (made,) = tmp_path.glob("*.rokoko")
        fork = read(made).game
        assert fork.length == position > 0
        assert state_digest(fork.state) == state_digest(reviewed().game.at(position))
    assert BASE.read_bytes() == before


async def test_after_the_end_there_is_nothing_to_try(tmp_path: Path) -> None:
    async with running(tmp_path, Start("replay", path=BASE)) as (app, pilot):
        await pilot.press("a", "end", "p")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ReviewScreen)
        assert text(screen, "text") == "The game is over."
        assert not list(tmp_path.glob("*.rokoko"))


@pytest.mark.slow
async def test_the_cursor_goes_from_turn_to_turn_and_from_round_to_round(tmp_path: Path) -> None:
    async with running(tmp_path, Start("replay", path=BASE, at=40)) as (app, pilot):
        await pilot.press("a")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ReviewScreen)
        positions, rounds = screen.curve.positions, [at for _, at in screen.game.round_starts]
        here = screen.curve.place(40)
        for key, position in (
            ("right", positions[here + 1]),
            ("left", positions[here]),
            ("home", 0),
            ("left", 0),
            ("right_square_bracket", rounds[1]),
            ("right_square_bracket", rounds[2]),
            ("left_square_bracket", rounds[1]),
            ("end", screen.game.length),
        ):
            await pilot.press(key)
            await pilot.pause()
            assert screen.position == position, key
            assert screen.query_one(ScoreGraph).position == position
        await pilot.press("home")
        await pilot.pause()
        totals = [sheet.total for sheet in projected_scores(screen.game.at(0))]
        assert re.findall(r"\d+", text(screen, "scores"))[0] == str(totals[0])


@pytest.mark.slow
async def test_a_click_on_the_chart_and_two_on_the_list_do_what_the_keys_do(tmp_path: Path) -> None:
    async with running(tmp_path, Start("replay", path=BASE), size=(120, 40)) as (app, pilot):
        await pilot.press("a")
        screen = await to_the_end(app, pilot)
        await pilot.click(LineList, offset=(8, 2))
        await pilot.pause()
        assert screen.position == reviewed().costliest(OPEN)[2].position
        await pilot.click(ScoreGraph, offset=(4, 3))
        await pilot.pause()
        assert screen.position == 0
        await pilot.click(LineList, offset=(8, 0))
        await pilot.pause()
        wanted = screen.position
        assert wanted > 0
        await pilot.click(LineList, offset=(8, 0))
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.position == wanted


@pytest.mark.slow
async def test_the_list_can_be_of_one_player_alone(tmp_path: Path) -> None:
    async with running(tmp_path, Start("replay", path=BASE)) as (app, pilot):
        await pilot.press("a")
        screen = await to_the_end(app, pilot)
        everybody = len(screen.query_one(LineList).items)
        counts = []
        for name in ("Ada", "Bo"):
            await pilot.press("v")
            await pilot.pause()
            items = screen.query_one(LineList).items
            assert all(f"· {name}," in item.text for item in items)
            counts.append(len(items))
        assert sum(counts) == everybody
        assert min(counts) > 0


async def test_any_save_is_looked_back_at_from_the_list_of_saves(tmp_path: Path) -> None:
    part_of(tmp_path, "base-2", 283)
    async with running(tmp_path) as (app, pilot):
        await pilot.press("l")
        await pilot.pause()
        assert isinstance(app.screen, LoadScreen)
        await pilot.press("a")
        await pilot.pause()
        assert isinstance(app.screen, ReviewScreen)


# ---- secrets


@pytest.mark.slow
@pytest.mark.rule("HIDDEN-1")
async def test_before_the_end_every_pair_of_eyes_sees_its_own_turns_only(tmp_path: Path) -> None:
    path = part_of(tmp_path, "base-3", 60)
    async with running(tmp_path, Start("replay", path=path)) as (app, pilot):
        await pilot.press("a")
        screen = await to_the_end(app, pilot)
        assert screen.viewer == SPECTATOR
        assert not screen.query_one(LineList).items
        assert text(screen, "none") == get_words("classic").review_message("progress.hidden")
        assert text(screen, "text") == get_words("classic").review_message("turn.others")
        await pilot.press("v", "v")
        await pilot.pause()
        assert screen.viewer == Viewer(0)
        items = screen.query_one(LineList).items
        assert items
        assert all("· Ada," in item.text for item in items)
        await pilot.press("end")
        assert text(screen, "text") == "The game has come to here."


@pytest.mark.rule("HIDDEN-1")
async def test_a_turn_looked_back_at_tells_what_the_others_had_done_before_it(tmp_path: Path) -> None:
    game = Game.load(BASE)
    position = [turn for turn in game.turn_starts() if to_move(game.at(turn)) == 0][5]
    before = news_of(game, 0, position)
    assert before
    async with running(tmp_path, size=(120, 40)) as (app, pilot):
        app.show_review(GameReviews(game), position)
        await pilot.pause()
        assert isinstance(app.screen, ReviewScreen)
        told = text(app.screen, "text").splitlines()
        assert told[-len(before) - 1] == "Since your turn"
        words, box = get_words("classic"), box_of(game.at(0))
        expected = [item_of(turn, game.setup, box, words).text for turn in before]
        assert [line[2:] for line in told[-len(before) :]] == expected


def test_who_plays_alone_among_bots_is_the_viewer(tmp_path: Path) -> None:
    reviews = GameReviews(read(part_of(tmp_path, "base-3", 60, bots=True)).game)
    assert reviews.default_viewer() == Viewer(0)
    assert reviews.may_see(0, Viewer(0))
    assert not reviews.may_see(1, Viewer(0))
    assert GameReviews(Game.load(FOLDER / "base-3.rokoko")).default_viewer() == OPEN


# ---- the chart


def charted(width: int, height: int, **given: object) -> list[str]:
    curve = Curve(Game.load(FOLDER / "base-4.rokoko"), OPEN)
    marks = tuple((sign, "") for sign in "●■▲◆")
    chart = Chart(curve, marks, ("Ada", "Bo", "Cy", "Dee"), width, height, round_word="Round ", **given)  # type: ignore[arg-type]
    return [line.plain for line in chart.lines()]


def test_a_large_chart_names_players_and_rounds_and_marks_every_line() -> None:
    lines = charted(120, 18)
    assert len(lines) == 18
    assert max(map(len, lines)) <= 120
    totals = [sheet.total for sheet in projected_scores(Game.load(FOLDER / "base-4.rokoko").state)]
    for sign, name, total in zip("●■▲◆", ("Ada", "Bo", "Cy", "Dee"), totals, strict=True):
        assert sum(f"{sign} {name} {total}" in line for line in lines) == 1
        assert sum(line.count(sign) for line in lines) > 4
    assert all(f"Round {number}" in lines[-1] for number in range(1, 8))
    figures = [int(line[:3]) for line in lines if line[:3].strip().isdigit()]
    assert figures == sorted(figures, reverse=True)
    assert figures[-1] == 0
    assert figures[0] >= max(totals)


def test_a_small_chart_keeps_within_its_cells() -> None:
    lines = charted(38, 6)
    assert len(lines) == 6
    assert max(map(len, lines)) <= 38
    assert all(str(number) in lines[-1] for number in range(1, 8))


def test_flags_and_cursor_stand_under_their_turns() -> None:
    game = Game.load(FOLDER / "base-4.rokoko")
    round_3 = dict(game.round_starts)[3]
    *_, flags, rounds = charted(120, 18, flags=(0,), position=round_3)
    assert flags.index("▲") == rounds.index("Round 1")
    assert flags.index("┴") == rounds.index("Round 3")


# ---- the turn that decided


def test_the_decisive_turn_is_the_costliest_of_who_lost() -> None:
    """Ada has 55, Bo 42."""
    reviews = reviewed()
    assert (reviews.loser, reviews.missing) == (1, 13)
    assert reviews.decisive is not None
    assert reviews.decisive.cost == max(found.cost for found in reviews.found.values() if found.seat == 1)


@pytest.mark.parametrize(("people", "loser"), [((0,), None), ((1,), 1), ((0, 1), 1), ((), 1)])
def test_it_is_looked_for_where_the_only_person_lost_and_else_with_the_runner_up(
    people: tuple[int, ...], loser: int | None
) -> None:
    game = Game.load(BASE)
    seats = (replace(seat, kind="human" if n in people else "bot") for n, seat in enumerate(game.setup.players))
    other = Game.new(replace(game.setup, players=tuple(seats)))
    for action in game.line:
        other.play(action)
    assert GameReviews(other).loser == loser


def test_before_all_is_looked_at_no_turn_has_decided_anything() -> None:
    reviews = GameReviews(reviewed().game)
    for found in list(reviewed().found.values())[:-1]:
        reviews.add(found)
    assert reviews.decisive is None
    assert GameReviews(Game.load(BASE).fork(60)).loser is None


# ---- the words


@pytest.mark.parametrize("words", [get_words("classic"), get_words("deluxe")], ids=["classic", "deluxe"])
def test_every_part_of_a_review_has_words(words: Words) -> None:
    found = next(iter(reviewed().found.values()))
    state = reviewed().game.at(found.position)
    for part in (*ASPECTS, RIVALS):
        one = TurnReview(
            found.position, found.end, found.seat, found.played, found.played, True, 2.0, (), ((part, 2.0),)
        )
        *_, told = words.review_details(one, state)
        assert told.endswith(" +2.0.")
        assert not re.search(r"[{}\[\]_]", told)


# ---- the command


def test_analyse_prints_scores_chart_and_the_costliest_turns(run: Run) -> None:
    told = run("analyse", BASE, "--most", "2")
    assert (told.code, told.err) == (0, "")
    game = reviewed().game
    ends = [sheet.total for sheet in projected_scores(game.at(game.length))]
    assert re.search(rf"^End +{ends[0]} +{ends[1]}$", told.out, re.MULTILINE)
    assert re.search(r"^ +● Ada +■ Bo$", told.out, re.MULTILINE)
    assert "Round 7\n" in told.out
    words = get_words("classic")
    first, second, third = reviewed().costliest(OPEN)[:3]
    assert f"\n  1. {words.reviewed(first, game.at(first.position))}\n" in told.out
    assert f"\n  2. {words.reviewed(second, game.at(second.position))}\n" in told.out
    assert words.reviewed(third, game.at(third.position)) not in told.out
    assert told.out.count("Played: ") == told.out.count("Better: ") == 2
    assert max(map(len, told.out.splitlines())) <= 120


def test_analyse_tells_of_one_players_turns(run: Run) -> None:
    told = run("analyse", BASE, "--seat", "bo", "--most", "50")
    costly = [found for found in reviewed().found.values() if found.cost >= LEAST and found.seat == 1]
    assert told.out.count("Played: ") == min(50, len(costly))
    assert not re.search(r"^ +\d+\. .*· Ada,", told.out, re.MULTILINE)


def test_analyse_of_an_unfinished_game_keeps_secrets(run: Run, tmp_path: Path) -> None:
    path = part_of(tmp_path, "base-3", 60)
    told = run("analyse", path)
    assert told.code == 0
    assert "Played: " not in told.out
    assert "--seat NAME" in told.out
    own = run("analyse", path, "--seat", "Ada")
    assert "Played: " in own.out
    assert not re.search(r"· (Bo|Cy),", own.out)


def test_analyse_refuses_what_it_cannot_use(run: Run, tmp_path: Path) -> None:
    refused(run("analyse", BASE, "--seat", "Zoe"), 2, "nobody at the table", "Zoe")
    refused(run("analyse", BASE, "--most", "x"), 2, "whole number", '"x"')
    refused(run("analyse", tmp_path / "none.rokoko"), 1, "none.rokoko")
    nonsense = tmp_path / "nonsense.rokoko"
    nonsense.write_text("nonsense\n", encoding="utf-8")
    refused(run("analyse", nonsense), 1, "not a saved game")


def test_analyse_of_a_damaged_save_looks_at_what_is_sound(run: Run, tmp_path: Path) -> None:
    path = part_of(tmp_path, "solo-base", 40)
    with path.open("a", encoding="utf-8") as file:
        file.write("nonsense\n")
    told = run("analyse", path)
    assert told.code == 1
    assert "Played: " in told.out
    assert f"{path}: Line " in told.err


@pytest.mark.slow
def test_analyse_works_where_the_chart_cannot_be_written(tmp_path: Path) -> None:
    path = part_of(tmp_path, "solo-base", 30)
    done = subprocess.run(
        [sys.executable, "-m", "rokoko_tui", "analyse", str(path)],
        capture_output=True,
        cwd=FOLDER.parent,
        env={"PYTHONIOENCODING": "ascii", "HOME": str(tmp_path)},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Played: " in done.stdout
    assert b"Round 1" in done.stdout


@pytest.mark.parametrize("name", ["base-4", "everything-5"])
def test_with_more_players_it_is_looked_for_with_the_runner_up_and_a_swing_moves_the_lead(name: str) -> None:
    game = Game.load(FOLDER / f"{name}.rokoko")
    reviews = GameReviews(game)
    ranks = {sheet.seat: sheet.rank for sheet in final_scores(game.at(game.length))}
    assert reviews.loser is not None and ranks[reviews.loser] == min(rank for rank in ranks.values() if rank > 1)
    swings = Curve(game, OPEN).swings
    assert swings and all(swing.amount for swing in swings)
