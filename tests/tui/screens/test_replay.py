"""The replay screen: moving, viewpoints, scores, and continuing a game."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise
from operator import sub
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot
from textual.widgets import Static

from rokoko_core import Game
from rokoko_core.actions import TakeTile
from rokoko_core.box import box_of
from rokoko_core.game import Game as AnyGame
from rokoko_core.journal import read
from rokoko_core.observe import observe
from rokoko_core.play.game_reviews import GameReviews
from rokoko_core.play.history import Turn
from rokoko_core.play.replay_game import OPEN, SPECTATOR, ReplayGame, Viewer
from rokoko_core.play.score_curve import Curve
from rokoko_core.scoring import projected_scores
from rokoko_core.state import state_digest
from rokoko_core.terms import FACE_DOWN
from rokoko_tui.analysis.replay_positions import ReplayPositions, full_log
from rokoko_tui.app import RokokoApp
from rokoko_tui.games import Start
from rokoko_tui.panes.log import ReplayLog
from rokoko_tui.panes.other_turns import ReplayTurns, items_of
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.screens.replay import BUTTONS, ReplayScreen, Slider
from rokoko_tui.screens.start import StartScreen
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text import get_words
from rokoko_tui.widgets.drawing_view import Pane
from rokoko_tui.widgets.fields import Prompt
from rokoko_tui.widgets.score_chart import ScoreGraph
from tests.saves.sample_games import FOLDER
from tests.tui.at_table import Player

BASE = FOLDER / "base-3.rokoko"


def list_news(game: Game, seat: int | None, position: int) -> list[Turn]:
    """Return the turns of the others since the last turn of ``seat``."""
    return ReplayGame(game, Viewer(seat)).history.turns_of_others(position)


@asynccontextmanager
async def replaying(
    folder: Path,
    path: Path = BASE,
    at: int | None = None,
    size: tuple[int, int] = (80, 24),
    pace: float = 1.0,
    handover: bool = True,
) -> AsyncIterator[tuple[ReplayScreen, Pilot[None]]]:
    app = RokokoApp(Settings(saves=str(folder), replay_pace=pace, handover=handover), Start("replay", path=path, at=at))
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        yield app.screen, pilot


def read_digest(screen: ReplayScreen) -> str:
    """Return the digest of the state in all panes, which must be the same."""
    (digest,) = {state_digest(pane.scene.view.table) for pane in screen.query(Pane) if pane.scene is not None}
    return digest


def spectator_digest(game: AnyGame, position: int) -> str:
    return state_digest(observe(game.at(position), None).table)


@pytest.mark.slow
async def test_every_key_shows_the_expected_position(tmp_path: Path) -> None:
    game = Game.load(BASE)
    turns, rounds = game.turn_starts(), [position for _, position in game.round_starts]
    async with replaying(tmp_path) as (screen, pilot):
        for keys, position in (
            (("right",), 1),
            (("l", "l"), 3),
            (("left",), 2),
            (("h", "h", "h"), 0),
            (("right_square_bracket",), next(turn for turn in turns if turn > 0)),
            (("right_curly_bracket",), rounds[1]),
            (("right_curly_bracket",), rounds[2]),
            (("right_square_bracket",), next(turn for turn in turns if turn > rounds[2])),
            (("left_square_bracket",), rounds[2]),
            (("left_curly_bracket",), rounds[1]),
            (("end",), game.length),
            (("right",), game.length),
            (("left_square_bracket",), turns[-2]),
            (("home",), 0),
            (("g", "1", "2", "3", "enter"), 123),
        ):
            await pilot.press(*keys)
            await pilot.pause()
            assert screen.position == position, keys
            assert read_digest(screen) == spectator_digest(game, position), keys
            assert f"{position} of {game.length}" in label(screen, "where")
        field = screen.query_one(Prompt)
        for text in ("-1", "", str(game.length + 1)):
            await pilot.press("g", "g", *text, "enter")
            assert f"from 0 to {game.length}" in str(field.border_subtitle)
            assert field.is_open and field.has_focus and field.value == text
            await pilot.press("escape")
            assert not field.is_open and screen.focused is None
            assert screen.position == 123
        await pilot.press("g", "7")
        assert (field.value, field.cursor_position) == ("7", 1)
        assert str(field.border_subtitle) == screen.words.say("replay.keys")
        await pilot.press("escape", "g", *str(game.length), "enter")
        assert screen.position == game.length and screen.focused is None
        await pilot.press("p")
        await pilot.pause()
        assert pilot.app.screen is screen and not list(tmp_path.glob("*.rokoko")), "a finished game cannot continue"
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, StartScreen)


def label(screen: ReplayScreen, id: str) -> str:
    return str(screen.query_one(f"#replay-{id}", Static).content)


@pytest.mark.slow
async def test_the_mouse_and_the_automatic_replay_move_through_the_game(tmp_path: Path) -> None:
    async with replaying(tmp_path, at=10**6, size=(120, 40), pace=0.5) as (screen, pilot):
        game = screen.game.recording
        assert screen.position == game.length, "a replay begins at the given position"
        rounds = [position for _, position in game.round_starts]
        await pilot.press("space")
        assert screen.running and screen.position < rounds[1], "at the end it starts from the first step"
        assert "‖" in label(screen, "buttons") and "0.5" in label(screen, "where")
        assert screen.active_bindings["space"].binding.description == "Pause"
        await pilot.press("space", "minus")
        assert screen.active_bindings["space"].binding.description == "Play"
        assert not screen.running and "▷" in label(screen, "buttons")
        assert screen.pace == screen.app.settings.replay_pace == 1.0
        await pilot.press("minus", "minus", "minus")
        assert screen.pace == 4.0, "the slowest pace"
        for pace in (2.0, 1.0, 0.5, 0.25, 0.1, 0.1):
            await pilot.press("plus")
            assert screen.pace == pace
        screen.go(game.length - 2)
        await pilot.press("space")
        assert screen.running
        async with asyncio.timeout(60):
            while screen.running:
                await pilot.pause(0.02)
        assert screen.position == game.length and "▷" in label(screen, "buttons")

        signs = "".join(sign.center(len(sign) + 2) for _, sign in BUTTONS)
        assert label(screen, "buttons") == signs
        for action, position in (
            ("go(0)", 0),
            ("round(1)", rounds[1]),
            ("step(1)", rounds[1] + 1),
            ("step(-1)", rounds[1]),
        ):
            place = next(at for at in range(len(signs)) if signs[:at].count(" ") == 2 * _number(action) + 1)
            await pilot.click("#replay-buttons", offset=(place, 0))
            await pilot.pause()
            assert screen.position == position, action
        slider = screen.query_one(Slider)
        width = slider.content_size.width
        for column in (0, width // 2, width - 1):
            await pilot.click(Slider, offset=(column + 1, 0))
            await pilot.pause()
            assert screen.position == round(column * game.length / (width - 1))
            assert slider.render().plain[column] == "●"
        assert [sign for sign in slider.render().plain if sign.isdigit()] == list("1234567")
        graph = screen.query_one(ScoreGraph)
        for column, position in ((graph.size.width - 3, game.length), (0, 0)):
            await pilot.click(ScoreGraph, offset=(column, 1))
            await pilot.pause()
            assert screen.position == position

        log = screen.query_one(ReplayLog)
        await pilot.click(ReplayLog, offset=(10, 6))
        await pilot.pause()
        assert screen.position == screen.positions.log[log.cursor][0] + 1 > 0
        before = log.cursor
        await pilot.press("down", "down", "up")
        assert log.cursor == before + 1 and screen.positions.log[log.cursor][0] == screen.position - 1
        marks = {look: {item.mark for item in log.items if item.style == look} for look in ("heading", "plain")}
        assert marks == {"heading": {""}, "plain": {" ", *(screen.mark(game.setup, seat)[0] for seat in range(3))}}
        await pilot.press("x")
        await pilot.pause()
        stop = screen.view.stop
        assert stop is not None and screen.words.piece(stop.piece, screen.shown.table) in label(screen, "look")
        lit = {piece for pane in screen.query(Pane) if pane.scene is not None for piece in pane.scene.lit}
        assert lit == {stop.piece} and screen.has_class("-looking")
        assert screen.query_one(Slider).display, "space still runs and stops the replay"
        await pilot.press("escape", "right")
        assert screen.view.stop is None and not screen.has_class("-looking")
        lit = {piece for pane in screen.query(Pane) if pane.scene is not None for piece in pane.scene.lit}
        assert lit == screen.positions.pieces_of_step(screen.position - 1)


def _number(action: str) -> int:
    return [name for name, _ in BUTTONS].index(action)


@pytest.mark.rule("HIDDEN-1")
async def test_a_spectator_sees_no_secrets_before_changing_the_viewpoint(tmp_path: Path) -> None:
    game = Game.load(BASE)
    position = next(n for n in range(game.length) if all(player.silk for player in game.at(n).players))
    async with replaying(tmp_path, at=position) as (screen, pilot):

        def silk() -> list[bool]:
            return [
                FACE_DOWN not in player.silk
                for player in screen.positions.view(screen.position, screen.viewer).table.players
            ]

        assert silk() == [False, False, False]
        await pilot.press("v")
        assert screen.viewer == OPEN
        assert silk() == [True, True, True]
        assert read_digest(screen) == state_digest(game.at(position))
        await pilot.press("v")
        assert silk() == [True, False, False]
        await pilot.press("v", "v", "v")
        assert screen.viewer == SPECTATOR


@pytest.mark.rule("HIDDEN-1")
def test_the_log_names_a_face_down_tile_only_to_its_owner() -> None:
    game = Game.load(FOLDER / "base-5.rokoko")
    words = get_words("classic")
    logs = {by: full_log(ReplayGame(game, by), words) for by in (SPECTATOR, OPEN, Viewer(0), Viewer(1))}
    assert [n for n, _ in logs[SPECTATOR]] == sorted(n for n, _ in logs[SPECTATOR])
    differs = {n for (n, a), (_, b) in zip(logs[SPECTATOR], logs[OPEN], strict=True) if a.text != b.text}
    own = {n for (n, a), (_, b) in zip(logs[SPECTATOR], logs[Viewer(0)], strict=True) if a.text != b.text}
    assert own < differs
    assert {game.seat_of(n) for n in own} == {0}
    assert not any(isinstance(game.line[n], TakeTile) for n in differs)


def test_what_was_undone_is_in_no_replay_chart_or_review() -> None:
    whole = Game.load(BASE)
    game = whole.fork(whole.length)
    game.undo_to(200, cross=True)
    seen, played = ReplayGame(game, OPEN), ReplayGame(game.fork(200), OPEN)
    words = get_words("classic")
    assert (seen.length, seen.position, seen.round_starts) == (200, 200, played.round_starts)
    assert full_log(seen, words) == full_log(played, words)
    positions = ReplayPositions(seen.recording)
    assert (positions.clamp(999), positions.turns[-1]) == (200, 200)
    assert Curve(game, OPEN).totals == Curve(game.fork(200), OPEN).totals
    reviews = GameReviews(game)
    assert not reviews.finished
    assert max(turn.end for turn in reviews.turns.values()) == 200


@pytest.mark.rule("HIDDEN-2")
def test_the_curve_shows_projected_scores_unless_hidden() -> None:
    game = Game.load(BASE)
    curve = Curve(game, OPEN)
    assert curve.positions[0] == 0
    assert curve.positions[-1] == game.length
    for position in (0, 100, game.length):
        state = game.at(position)
        favor_returns = [3 * (state.favor == seat and state.round < 7) for seat in range(3)]
        totals = [sheet.total for sheet in projected_scores(state)]
        assert curve.totals_at(position) == tuple(map(sub, totals, favor_returns))
    hidden = Game.new(replace(game.setup, open_scores="owner"))
    assert Curve(hidden, SPECTATOR).totals == [(None, None, None)]
    assert Curve(hidden, Viewer(1)).totals[0][0] is None
    assert Curve(hidden, Viewer(1)).totals[0][1] is not None
    assert Curve(hidden, OPEN).totals == [tuple(s.total for s in projected_scores(hidden.at(0)))]


def test_the_biggest_swing_changes_the_lead_most() -> None:
    curve = Curve(Game.load(BASE), OPEN)

    def lead(position: int, seat: int) -> int:
        totals = [sheet.total for sheet in projected_scores(curve.game.at(position))]
        return totals.pop(seat) - max(totals)

    first = curve.swings[0]
    assert first.amount == lead(first.ends, first.seat) - lead(first.begins, first.seat)
    for begins, ends in pairwise(curve.positions):
        seat = curve.game.seat_of(begins)
        assert abs(lead(ends, seat) - lead(begins, seat)) <= abs(first.amount)


@pytest.mark.slow
async def test_small_terminals_show_one_tab_at_a_time(tmp_path: Path) -> None:
    async with replaying(tmp_path, at=100) as (screen, pilot):
        visible = []
        for _ in screen.view.available_tabs:
            await pilot.pause()
            panes = [w.id for w in screen.query("Pane, ReplayLog, ScoreGraph") if w.region.area and w.is_on_screen]
            visible.append(frozenset(panes))
            assert screen.query_one("#replay-slider").region.area
            await pilot.press("tab")
        assert screen.view.tabs.current == "halls"
        everything = frozenset().union(*visible)
        assert len(set(visible)) == len(screen.view.available_tabs)
        for pane in ("halls", "workshop", "warehouse", "hire", "decorations", "players", "log", "scores-graph"):
            assert pane in everything


@pytest.mark.slow
async def test_continuing_makes_a_new_file_and_keeps_the_old_one(tmp_path: Path) -> None:
    old = BASE.read_bytes()
    async with replaying(tmp_path, at=55, handover=False) as (screen, pilot):  # the page would cover the notice
        game = screen.game.recording
        await pilot.press("p")
        await pilot.pause()
        assert any(isinstance(each, PlayScreen) for each in pilot.app.screen_stack)
        (path,) = tmp_path.glob("*.rokoko")
        fork = read(path).game
        assert fork.cursor == fork.length == 55
        await pilot.pause()
        notices = [note.message for note in pilot.app._notifications]
        assert f"You play a copy, {path.stem}. Ada, Bo and Cy share this screen. The original is unchanged." in notices
        assert state_digest(fork.state) == state_digest(game.at(55))
    assert BASE.read_bytes() == old


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 50)])
@pytest.mark.parametrize("name", ["everything-5", "solo-jewelry-box"])
async def test_the_deluxe_game_fits_every_size_in_either_edition(
    tmp_path: Path, name: str, size: tuple[int, int]
) -> None:
    async with replaying(tmp_path, FOLDER / f"{name}.rokoko", at=300, size=size) as (screen, pilot):
        await pilot.press("f2", "v", "right", "left")
        await pilot.pause()
        assert screen.words.edition == "deluxe"
        for widget in screen.query("*"):
            assert widget.region.right <= size[0], widget
            assert widget.region.bottom <= size[1], widget


async def test_the_turns_pane_is_never_empty(tmp_path: Path) -> None:
    async with replaying(tmp_path, at=0) as (screen, _):
        assert [item.text for item in screen.query_one(ReplayTurns).items] == ["No turns yet."]


@pytest.mark.slow
async def test_the_turns_pane_depends_on_the_viewpoint_and_a_click_jumps(
    tmp_path: Path,
) -> None:
    game = Game.load(BASE)
    words, box = get_words("classic"), box_of(game.at(0))
    at = next(n for n in range(60, game.length) if all(len(list_news(game, seat, n)) > 1 for seat in (1, None)))
    for seat in (1, None):
        async with replaying(tmp_path, at=at, size=(120, 40)) as (screen, pilot):
            screen.viewer = Viewer(seat)
            await pilot.pause()
            card, turns = screen.query_one(ReplayTurns), list_news(game, seat, at)
            history = ReplayGame(game, Viewer(seat)).history
            assert list(card.items) == items_of(history, at, game.setup, box, words)
            assert len(card.items) == len(turns) + (history.score_change(at) is not None)
            assert card.region.height > len(card.items), "each is visible below the title"
            first = card.item_at(0)
            assert first is not None
            await pilot.click(ReplayTurns, offset=card.content_region.offset - card.region.offset)
            assert screen.position == turns[first].numbers.start


@pytest.mark.slow
@pytest.mark.parametrize("together", [("g", "2", "1", "enter"), ("2", "1", "enter"), ("g", "g", "2", "1", "enter")])
async def test_a_step_number_typed_at_once_is_read_whole(tmp_path: Path, together: tuple[str, ...]) -> None:
    async with replaying(tmp_path) as (screen, pilot):
        player = Player(screen.app, pilot)
        await player.press(*(() if together[0] == "g" else ("g",)))
        await player.press_at_once(*together)
        assert screen.position == 21
