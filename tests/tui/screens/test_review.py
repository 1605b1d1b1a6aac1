"""The review: screen, chart, decisive turn, secrets, and the command ``analyse``."""

import io
import re
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import cache
from pathlib import Path
from unittest.mock import Mock

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot
from textual.widgets import Static
from textual.worker import WorkerCancelled

from rokoko_core import Game
from rokoko_core.actions import ChooseHand, PlayCard
from rokoko_core.bots.evaluation import ASPECTS
from rokoko_core.bots.review import RIVALS, TurnReview, played_turns
from rokoko_core.box import box_of
from rokoko_core.engine import to_move
from rokoko_core.journal import create, read
from rokoko_core.play.game_reviews import LEAST, GameReviews
from rokoko_core.play.replay_game import OPEN, SPECTATOR, ReplayGame, Viewer
from rokoko_core.play.score_curve import Curve
from rokoko_core.scoring import final_scores, projected_scores
from rokoko_core.state import state_digest
from rokoko_tui.app import RokokoApp
from rokoko_tui.cli import printed_game
from rokoko_tui.games import Start
from rokoko_tui.panes.other_turns import items_of
from rokoko_tui.screens.final import FinalScreen
from rokoko_tui.screens.load import LoadScreen
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.screens.replay import ReplayScreen
from rokoko_tui.screens.review import ReviewScreen
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text import Words, get_words
from rokoko_tui.widgets.list_view import LineList
from rokoko_tui.widgets.score_chart import Chart, ScoreGraph
from tests.saves.sample_games import FOLDER
from tests.tui.cli.shell import Run, refused
from tests.tui.screens.quick_reviews import QuickReviewer, review_quickly

BASE = FOLDER / "base-2.rokoko"


@pytest.fixture(autouse=True)
def review_quickly_in_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printed_game, "review_turn", review_quickly)


@cache
def load_reviews(name: str = "base-2") -> GameReviews:
    """Return the complete reviews of a finished sample game."""
    reviews = GameReviews(Game.load(FOLDER / f"{name}.rokoko"))
    for turn in played_turns(reviews.game):
        reviews.add(review_quickly(turn))
    return reviews


def save_part(folder: Path, name: str, actions: int, bots: bool = False) -> Path:
    """Save the first ``actions`` of a sample game; with ``bots`` all but the first player are bots."""
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
    app._bot_worker = QuickReviewer()
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot


async def wait_for_reviews(app: RokokoApp, pilot: Pilot[None]) -> ReviewScreen:
    """Return the screen once all turns are reviewed."""
    screen = app.screen
    assert isinstance(screen, ReviewScreen)
    while not all(worker.is_finished for worker in app.workers):
        with suppress(WorkerCancelled):  # by a newer review
            await app.workers.wait_for_complete()
    await pilot.pause()
    assert not screen.reviews.waiting
    return screen


def text(screen: ReviewScreen, id: str) -> str:
    return str(screen.query_one(f"#review-{id}", Static).content)


# ---- the screen


@pytest.mark.rule("HIDDEN-1")
@pytest.mark.slow
async def test_a_review_is_read_with_keys_and_clicks(tmp_path: Path) -> None:
    reviews, words = load_reviews(), get_words("classic")
    game, costliest, decisive = reviews.game, reviews.costliest(OPEN), reviews.decisive
    assert decisive is not None
    async with running(tmp_path, size=(120, 40)) as (app, pilot):
        app.show_final(game)
        await pilot.pause()
        app.show_review(reviews)
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ReviewScreen)
        turns, graph = screen.query_one(LineList), screen.query_one(ScoreGraph)
        every = len(reviews.turns)
        progress = words.say("review.progress.done", all=every)
        assert text(screen, "title") == words.say("replay.title", what=progress)
        assert text(screen, "by") == words.say("replay.turns-of")
        assert [item.text for item in turns.items] == [words.reviewed(t, game.at(t.position)) for t in costliest]
        assert [item.mark for item in turns.items] == [screen.mark(game.setup, t.seat)[0] for t in costliest]
        assert graph.flags == tuple(turn.position for turn in costliest[:5])
        assert (graph.names, graph.round_word) == (("Ada", "Bo"), words.say("panes.scores.round"))
        assert words.say("review.scores.chart") in str(graph.border_title)
        assert text(screen, "scores").startswith(words.say("review.scores.before"))
        assert not text(screen, "none") and not screen.query_one("#review-none").display
        assert screen.focused is None

        # the decisive turn is selected first
        assert screen.position == graph.position == decisive.position
        assert costliest[turns.cursor] is decisive
        lines = text(screen, "text").splitlines()
        assert "lost" in lines[0] and "Bo" in lines[0]
        assert lines[1] == f"Estimated cost: {decisive.cost:.1f} prestige, compared with the better choice."
        title = words.review_title(reviews.turns[decisive.position], game.at(decisive.position))
        assert str(screen.query_one("#review-about").border_title) == f"{title} ", "a blank before the line"
        assert str(screen.query_one("#review-list").border_title)[-1] == " "
        screen.action_last()
        assert text(screen, "scores").startswith(words.say("review.scores.final"))
        position = [turn for turn in game.turn_starts() if to_move(game.at(turn)) == 0][5]
        screen.select_turn(position)
        await pilot.pause()
        assert turns.cursor == next((n for n, turn in enumerate(costliest) if turn.position == position), -1)
        history = ReplayGame(game, Viewer(0)).history
        before = [item.text for item in items_of(history, position, game.setup, box_of(game.at(0)), words)]
        lines = text(screen, "text").splitlines()
        assert lines[-len(before) - 1] == "The others before this turn"
        assert [line[2:] for line in lines[-len(before) :]] == before

        # by turn, by round and by line
        positions, rounds = screen.curve.positions, [at for _, at in game.round_starts]
        for key, position in (
            ("home", 0),
            ("left", 0),
            ("right", positions[1]),
            ("right", positions[2]),
            ("left", positions[1]),
            ("right_square_bracket", rounds[1]),
            ("right_square_bracket", rounds[2]),
            ("left_square_bracket", rounds[1]),
            ("right", positions[positions.index(rounds[1]) + 1]),
            ("left_square_bracket", rounds[1]),
            ("end", game.length),
            ("right_square_bracket", game.length),
        ):
            await pilot.press(key)
            assert screen.position == graph.position == position, key
            totals = [sheet.total for sheet in projected_scores(game.at(position))]
            assert str(totals[0]) in re.findall(r"\d+", text(screen, "scores")), key
        assert text(screen, "text") == "The game is over."
        await pilot.press("left")
        assert text(screen, "text") != "The game is over."
        await pilot.press("right", "p")
        assert isinstance(app.screen, ReviewScreen), "no new game begins at the end"
        assert not list(tmp_path.glob("*.rokoko"))
        screen.select_turn(costliest[1].position)
        await pilot.press("down")
        assert screen.position == costliest[2].position
        await pilot.press("up", "up")
        assert screen.position == costliest[0].position
        await pilot.click(LineList, offset=(8, 2))
        assert screen.position == costliest[2].position
        await pilot.click(ScoreGraph, offset=(4, 3))
        assert screen.position == 0

        # the turns of one player
        counts = []
        for seat, name in enumerate(("Ada", "Bo")):
            await pilot.press("v")
            assert screen.viewer == Viewer(seat)
            assert all(f"· {name}," in item.text for item in turns.items)
            counts.append(len(turns.items))
        assert sum(counts) == len(costliest) and min(counts) > 0
        await pilot.press("v")
        assert screen.viewer == OPEN and len(turns.items) == len(costliest)

        # the table of a turn, and back
        screen.select_turn(costliest[1].position)
        await pilot.press("enter")
        replay = app.screen
        assert isinstance(replay, ReplayScreen)
        assert (replay.position, replay.viewer) == (costliest[1].position, Viewer(costliest[1].seat))
        await pilot.press("right_square_bracket", "a")
        assert app.screen is screen
        assert screen.position == positions[positions.index(costliest[1].position) + 1]
        await pilot.click(LineList, offset=(8, 0))
        await pilot.click(LineList, offset=(8, 0))
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen) and app.screen.position == costliest[0].position
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert isinstance(app.screen, FinalScreen)


@pytest.mark.slow
async def test_the_cursor_waits_for_the_decisive_turn(tmp_path: Path) -> None:
    complete = load_reviews()
    decisive = complete.decisive
    assert decisive is not None
    others = [review for review in complete.completed.values() if review is not decisive]
    async with running(tmp_path) as (app, pilot):
        for moved in (False, True):
            reviews = GameReviews(complete.game)
            screen = ReviewScreen(reviews)
            screen._review_turns = Mock()  # type: ignore[method-assign]
            app.push_screen(screen)
            await pilot.pause()
            screen.post_message(ReviewScreen.Reviewed(tuple(others)))
            await pilot.pause()
            assert screen.turn == 0
            if moved:
                await pilot.press("right")
            screen.post_message(ReviewScreen.Reviewed((decisive,)))
            await pilot.pause()
            assert screen.position == (screen.curve.positions[1] if moved else decisive.position)


async def test_reviews_continue_where_they_stopped_when_the_game_is_opened_again(tmp_path: Path) -> None:
    async with running(tmp_path, size=(80, 24)) as (app, _):
        done = app.reviews_of(Game.load(BASE))
        assert app.reviews_of(Game.load(BASE)) is done
        other = Game.load(FOLDER / "base-3.rokoko")
        assert app.reviews_of(other) is not done and app.reviews_of(other).game is other


@pytest.mark.slow
async def test_another_players_turns_come_with_the_cursor_on_one_of_them(tmp_path: Path) -> None:
    async with running(tmp_path, size=(80, 24)) as (app, pilot):
        reviews = load_reviews()
        app.show_final(reviews.game)
        await pilot.pause()
        app.show_review(reviews)
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ReviewScreen)
        for seat in (0, 1):
            await pilot.press("v")
            await pilot.pause()
            assert screen.viewer.seat == seat and reviews.turns[screen.position].seat == seat
            assert screen.query_one(LineList).cursor == 0


@pytest.mark.slow
async def test_a_new_game_begins_at_the_reviewed_turn(tmp_path: Path) -> None:
    before = BASE.read_bytes()
    async with running(tmp_path, Start("replay", path=BASE)) as (app, pilot):
        await pilot.press("a")
        screen = await wait_for_reviews(app, pilot)
        position = screen.position
        await pilot.press("p")
        await pilot.pause()
        assert any(isinstance(each, PlayScreen) for each in app.screen_stack)
        (path,) = tmp_path.glob("*.rokoko")
        fork = read(path).game
        assert fork.length == position > 0
        assert state_digest(fork.state) == state_digest(load_reviews().game.at(position))
    assert BASE.read_bytes() == before


@pytest.mark.slow
async def test_the_save_list_opens_a_review(tmp_path: Path) -> None:
    save_part(tmp_path, "base-2", 283)
    async with running(tmp_path) as (app, pilot):
        await pilot.press("l")
        await pilot.pause()
        assert isinstance(app.screen, LoadScreen)
        await pilot.press("a")
        await pilot.pause()
        assert isinstance(app.screen, ReviewScreen)


# ---- secrets


@pytest.mark.rule("HIDDEN-1")
async def test_before_the_end_each_viewer_sees_only_own_turns(tmp_path: Path) -> None:
    path = save_part(tmp_path, "base-3", 60)
    async with running(tmp_path, Start("replay", path=path)) as (app, pilot):
        await pilot.press("a")
        screen = await wait_for_reviews(app, pilot)
        assert screen.viewer == SPECTATOR
        assert not screen.query_one(LineList).items
        assert text(screen, "none") == get_words("classic").say("review.progress.hidden")
        assert text(screen, "text") == get_words("classic").say("review.turn.others")
        await pilot.press("v", "v")
        await pilot.pause()
        assert screen.viewer == Viewer(0)
        items = screen.query_one(LineList).items
        assert items
        assert all("· Ada," in item.text for item in items)
        assert text(screen, "by") == get_words("classic").say("replay.seen-by")
        await pilot.press("end")
        assert text(screen, "text") == "No further turns yet."
        done = len(screen.reviews.turns)
        assert f"{done}" in text(screen, "title") and "▲" not in text(screen, "none")


def test_a_person_among_bots_is_the_viewer_of_the_review(tmp_path: Path) -> None:
    reviews = GameReviews(read(save_part(tmp_path, "base-3", 60, bots=True)).game)
    assert reviews.default_viewer() == Viewer(0)
    assert reviews.may_see(0, Viewer(0))
    assert not reviews.may_see(1, Viewer(0))
    assert GameReviews(Game.load(FOLDER / "base-3.rokoko")).default_viewer() == OPEN


# ---- the chart


def draw_chart(width: int, height: int, **options: object) -> list[str]:
    curve = Curve(Game.load(FOLDER / "base-4.rokoko"), OPEN)
    marks = tuple((sign, "") for sign in "●■▲◆")
    chart = Chart(curve, marks, ("Ada", "Bo", "Cy", "Dee"), width, height, round_word="Round ", **options)  # type: ignore[arg-type]
    return [line.plain for line in chart.lines()]


def test_a_large_chart_names_players_and_rounds_and_marks_every_line() -> None:
    lines = draw_chart(120, 18)
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


def test_a_small_chart_fits_its_width() -> None:
    lines = draw_chart(38, 6)
    assert len(lines) == 6
    assert max(map(len, lines)) <= 38
    assert all(str(number) in lines[-1] for number in range(1, 8))


def test_flags_and_cursor_are_under_their_turns() -> None:
    game = Game.load(FOLDER / "base-4.rokoko")
    round_3 = dict(game.round_starts)[3]
    *_, flags, rounds = draw_chart(120, 18, flags=(0,), position=round_3)
    assert flags.index("×") == rounds.index("Round 1")
    assert flags.index("┴") == rounds.index("Round 3")


# ---- the decisive turn


@pytest.mark.slow
def test_the_decisive_turn_is_the_losers_most_expensive() -> None:
    """Ada has 55 prestige, Bo 42."""
    reviews = load_reviews()
    assert (reviews.loser, reviews.missing) == (1, 13)
    assert reviews.decisive is not None
    assert reviews.decisive.cost == max(review.cost for review in reviews.completed.values() if review.seat == 1)


@pytest.mark.parametrize(("people", "loser"), [((0,), None), ((1,), 1), ((0, 1), 1), ((), 1)])
def test_the_loser_is_the_only_person_or_else_the_runner_up(people: tuple[int, ...], loser: int | None) -> None:
    game = Game.load(BASE)
    seats = (replace(seat, kind="human" if n in people else "bot") for n, seat in enumerate(game.setup.players))
    other = Game.new(replace(game.setup, players=tuple(seats)))
    for action in game.line:
        other.play(action)
    assert GameReviews(other).loser == loser


@pytest.mark.slow
def test_no_turn_is_decisive_before_all_are_reviewed() -> None:
    reviews = GameReviews(load_reviews().game)
    for review in list(load_reviews().completed.values())[:-1]:
        reviews.add(review)
    assert reviews.decisive is None
    assert GameReviews(Game.load(BASE).fork(60)).loser is None


# ---- texts


@pytest.mark.quick(1)
@pytest.mark.parametrize("words", [get_words("classic"), get_words("deluxe")], ids=["classic", "deluxe"])
def test_every_part_of_a_review_has_words(words: Words) -> None:
    game = Game.load(FOLDER / "base-2.rokoko")
    review = next(turn for turn in played_turns(game) if not isinstance(turn.played[0], ChooseHand))
    state = game.at(review.position)
    for part in (*ASPECTS, RIVALS):
        one = TurnReview(
            review.position, review.end, review.seat, review.played, review.played, True, 2.0, (), ((part, 2.0),)
        )
        *_, line = words.review_details(one, state)
        assert line.endswith(" +2.0.")
        assert not re.search(r"[{}\[\]_]", line)


def test_a_hand_is_not_explained_by_the_cards_of_the_next_hand() -> None:
    """At the end of the round, where the parts are estimated, every card of this hand is played."""
    game = Game.load(FOLDER / "base-2.rokoko")
    hand = next(turn for turn in played_turns(game) if isinstance(turn.played[0], ChooseHand))
    parts = (("journeymen", 1.9), ("money", 1.0), ("apprentices", 0.9), ("masters", -2.8))
    one = TurnReview(hand.position, hand.end, hand.seat, hand.played, hand.played, False, 1.0, (), parts)
    *_, line = get_words("classic").review_details(one, game.at(hand.position))
    assert line == "It would bring about 1.0 prestige more at the end. Main differences: money +1.0."


# ---- the command


def test_the_printed_scores_shorten_madame_du_barrys_name() -> None:
    curve = Curve(Game.load(FOLDER / "solo-everything.rokoko"), OPEN)
    heads = list(printed_game.score_lines(curve, True, get_words("deluxe", "ukrainian")))[1]
    chart = list(printed_game.chart_lines(curve, [], 120, get_words("deluxe", "ukrainian")))
    assert heads.split() == ["●", "Ada", "♛", "Дю", "Баррі"]
    assert any(line.endswith("♛ Дю Баррі 129") for line in chart)


@pytest.mark.slow
def test_analyse_prints_scores_chart_and_most_expensive_turns(run: Run) -> None:
    result = run("analyse", BASE, "--most", "2")
    assert result.code == 0
    assert result.err.endswith(f"{get_words('classic').say('faults.notice.unchecked')}\n"), "a save of format 1"
    game = load_reviews().game
    ends = [sheet.total for sheet in projected_scores(game.at(game.length))]
    assert re.search(rf"^End +{ends[0]} +{ends[1]}$", result.out, re.MULTILINE)
    assert re.search(r"^ +● Ada +■ Bo$", result.out, re.MULTILINE)
    assert "Round 7\n" in result.out
    words = get_words("classic")
    first, second, third = load_reviews().costliest(OPEN)[:3]
    assert f"\n  1. {words.reviewed(first, game.at(first.position))}\n" in result.out
    assert f"\n  2. {words.reviewed(second, game.at(second.position))}\n" in result.out
    assert words.reviewed(third, game.at(third.position)) not in result.out
    assert result.out.count("Played: ") == result.out.count("Better: ") == 2
    assert max(map(len, result.out.splitlines())) <= 120


def test_analyse_counts_the_reviewed_turns_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    game, words = read(BASE).game.fork(24), get_words("classic")
    turns = GameReviews(game).waiting
    printed_game._review(GameReviews(game), OPEN, words)
    lines = [line for line in terminal.getvalue().replace("\x1b[K", "").split("\r") if line]
    assert lines == [f"{n} of {len(turns)} turns reviewed" for n in range(1, len(turns) + 1)] and len(lines) > 3


@pytest.mark.slow
def test_analyse_lists_one_players_turns(run: Run) -> None:
    result = run("analyse", BASE, "--seat", "bo", "--most", "50")
    costly = [review for review in load_reviews().completed.values() if review.cost >= LEAST and review.seat == 1]
    assert result.out.count("Played: ") == min(50, len(costly))
    assert not re.search(r"^ +\d+\. .*· Ada,", result.out, re.MULTILINE)


def test_analyse_of_an_unfinished_game_hides_secrets(run: Run, tmp_path: Path) -> None:
    path = save_part(tmp_path, "base-3", 60)
    result = run("analyse", path)
    assert result.code == 0
    assert "Played: " not in result.out
    assert "--seat NAME" in result.out
    own = run("analyse", path, "--seat", "Ada")
    assert "Played: " in own.out
    assert not re.search(r"· (Bo|Cy),", own.out)


def test_analyse_refuses_invalid_arguments(run: Run, tmp_path: Path) -> None:
    refused(run("analyse", BASE, "--seat", "Zoe"), 2, "no player is called", "Zoe")
    refused(run("analyse", BASE, "--most", "x"), 2, "whole number", '"x"')
    refused(run("analyse", tmp_path / "none.rokoko"), 1, "none.rokoko")
    nonsense = tmp_path / "nonsense.rokoko"
    nonsense.write_text("nonsense\n", encoding="utf-8")
    refused(run("analyse", nonsense), 1, "not a saved game")


def test_analyse_of_a_damaged_save_reviews_the_sound_part(run: Run, tmp_path: Path) -> None:
    path = save_part(tmp_path, "solo-base", 40)
    with path.open("a", encoding="utf-8") as file:
        file.write("nonsense\n")
    result = run("analyse", path)
    assert result.code == 1
    assert "Played: " in result.out
    assert f"{path}: line " in result.err


@pytest.mark.slow
def test_analyse_works_without_chart_characters(tmp_path: Path) -> None:
    path = save_part(tmp_path, "solo-base", 30)
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
def test_with_more_players_the_loser_is_the_runner_up_and_swings_are_not_zero(name: str) -> None:
    game = Game.load(FOLDER / f"{name}.rokoko")
    reviews = GameReviews(game)
    ranks = {sheet.seat: sheet.rank for sheet in final_scores(game.at(game.length))}
    assert reviews.loser is not None and ranks[reviews.loser] == min(rank for rank in ranks.values() if rank > 1)
    swings = Curve(game, OPEN).swings
    assert swings and all(swing.amount for swing in swings)
    cards = Counter[tuple[int, int]]()
    for position, action in enumerate(game.line):
        here = game.seat_of(position), game.at(position).round
        cards[here] += isinstance(action, PlayCard)
        numbers = [swing.number for swing in swings if swing.begins == position]
        assert numbers in ([], [cards[here]]), "each turn plays a card"
