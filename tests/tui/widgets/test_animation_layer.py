"""Animation of pieces that other players move: drawings, path, and end on any key."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.style import Style
from textual.geometry import Offset, Region, Size

from rokoko_core import Game, observe
from rokoko_core.actions import KeepTile, TakeTile
from rokoko_core.bots.time_limit import Plan
from rokoko_core.events.places import Move, Piece, Spot, Where
from rokoko_core.observe import Observation
from rokoko_core.play.replay_game import ReplayGame, Viewer
from rokoko_core.terms import FACE_DOWN
from rokoko_tui.art.scene import Scene
from rokoko_tui.panes.table_view import TableView
from rokoko_tui.table.frames import make_frames
from rokoko_tui.table.modes.playback import PlaybackMode
from rokoko_tui.text import get_words
from rokoko_tui.widgets.animation_layer import _centred_offset, draw_moving_piece, over
from tests.saves.sample_games import FOLDER
from tests.tui.at_table import InProcessWorker, Player, at_table
from tests.tui.screens.test_playback import is_bos_turn_over, save_before_bo

WORDS = get_words("classic")


def all_moves(name: str) -> dict[tuple[Piece, bool], Move]:
    """A move of every kind of piece that goes from one board to another in a game, face up and down."""
    view = ReplayGame(Game.load(FOLDER / f"{name}.rokoko"), Viewer(0))
    shown = make_frames(view, range(view.length), WORDS, "calm", motion=True)
    return {(way.move.kind, way.move.piece == FACE_DOWN): way.move for frame in shown for way in frame.flights}


@pytest.mark.parametrize("pictures", [True, False])
def test_every_moving_piece_has_a_small_drawing(pictures: bool) -> None:
    game = Game.load(FOLDER / "everything-5.rokoko")
    scene = Scene(observe(game.state, 0), WORDS, pictures=pictures)
    moves = all_moves("everything-5")
    assert {kind for kind, _ in moves} >= {Piece.TILE, Piece.DRESS, Piece.EMPLOYEE, Piece.JEWEL, Piece.FAVOR}
    for move in moves.values():
        lines = draw_moving_piece(scene, move).lines
        assert 1 <= len(lines) <= 3, move
        assert len({line.cell_len for line in lines}) == 1 and lines[0].cell_len <= 8, move
        assert any(line.plain.strip() for line in lines), move


def test_a_piece_starts_and_ends_in_the_middle_of_a_place() -> None:
    assert _centred_offset(Region(10, 4, 11, 6), Size(3, 2)) == Offset(14, 6)
    assert _centred_offset(Region(10, 4, 10, 5), Size(3, 2)) == Offset(13, 5), "rather left and up"


def test_a_marker_has_its_owners_mark() -> None:
    game = Game.load(FOLDER / "everything-5.rokoko")
    move = Move(Piece.MARKER, "", Spot(Where.MARKERS, seat=1), Spot(Where.DECORATION, seat=1, space="statue-1"))
    (line,) = draw_moving_piece(Scene(observe(game.state, 0), WORDS), move).lines
    assert line.plain == " ■ "


def test_only_where_a_piece_is_seen_to_come_from_and_to_go_to_it_travels() -> None:
    view = ReplayGame(Game.load(FOLDER / "base-2.rokoko"), Viewer(0))
    shown = make_frames(view, range(view.length), WORDS, "calm", motion=True)
    ways = [way for frame in shown for way in frame.flights]
    assert ways and all(way.start and way.end and way.start != way.end for way in ways)
    assert not any(frame.flights for frame in make_frames(view, range(view.length), WORDS, "calm", motion=False))
    assert not any(frame.flights for frame in make_frames(view, range(view.length), WORDS, "step", motion=True))


RED, BLUE, INK = Style(color="#ff0000"), Style(color="#0000ff", bgcolor="#00ff00"), Style(bgcolor="#101010")


@pytest.mark.parametrize(
    ("top", "bottom", "result"),
    [
        (("▀", RED), (" ", INK), ("▀", Style(color="#ff0000", bgcolor="#101010"))),
        (("▀", RED), ("▀", BLUE), ("▀", Style(color="#ff0000", bgcolor="#00ff00"))),
        (("▄", RED), ("▀", BLUE), ("▄", Style(color="#ff0000", bgcolor="#0000ff"))),
        (("▄", RED), ("▄", BLUE), ("▄", Style(color="#ff0000", bgcolor="#00ff00"))),
        (("▀", RED), ("▄", BLUE), ("▀", Style(color="#ff0000", bgcolor="#0000ff"))),
        (("▀", BLUE), ("x", INK), ("▀", BLUE)),
        ((" ", Style()), ("x", BLUE), ("x", BLUE)),
        ((" ", Style()), ("宮", BLUE), (" ", Style(bgcolor="#00ff00"))),
        ((" ", Style()), ("", BLUE), (" ", Style(bgcolor="#00ff00"))),
    ],
)
def test_a_moving_cell_is_drawn_over_the_cell_below(
    top: tuple[str, Style], bottom: tuple[str, Style], result: tuple[str, Style]
) -> None:
    assert over(top, bottom) == result


# ---- at the table


@pytest.fixture(autouse=True)
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """No frame is over, and nothing comes further, but where a test says so."""
    monkeypatch.setattr(PlaybackMode, "_end_frame", lambda mode, frame, is_seen: [])
    monkeypatch.setattr(TableView, "_advance", lambda view, start, seconds: None)


class Buyer(InProcessWorker):
    """A bot that takes and keeps a tile whenever possible."""

    async def plan(self, view: Observation, level: str | None, rng: Random, budget: float) -> Plan:
        tiles = [action for kind in (TakeTile, KeepTile) for action in view.actions if isinstance(action, kind)]
        return (tiles[0],) if tiles else (await super().plan(view, level, rng, budget))[:1]


async def advance_to_moving_piece(player: Player) -> None:
    """Advance playback until a piece moves."""
    table = player.table
    await player.press("e")
    await player.wait_until(lambda: is_bos_turn_over(player) and table.session.playback.frame is not None)
    while table.view.moving_piece.place is None:
        assert table.session.playback.frame is not None
        await table.effects.run(table.session.playback.next_frame())
        await player.settle()


@pytest.mark.quick(1)
@pytest.mark.parametrize("size", [(120, 40), (160, 50)])
async def test_a_tile_moves_from_the_warehouse_to_the_board(tmp_path: Path, size: tuple[int, int]) -> None:
    settings: dict[str, Any] = {"pace": "calm", "motion": "on"}
    async with at_table(tmp_path, save_before_bo(tmp_path), size, bot_worker=Buyer(), **settings) as player:
        await advance_to_moving_piece(player)
        table, moving_piece = player.table, player.table.view.moving_piece
        frame = table.session.playback.frame
        assert frame is not None
        way = frame.flights[0]
        assert way.start is not None and way.end is not None
        places = table.view.in_sight()
        table.view.travel(0.0)
        first = moving_piece.place
        table.view.travel(0.5)
        await player.settle()
        middle = moving_piece.place
        table.view.travel(1.0)
        last = moving_piece.place
        assert first and middle and last and first.overlaps(places[way.start]) and last.overlaps(places[way.end])
        assert sorted([first.y, middle.y, last.y]) in ([first.y, middle.y, last.y], [last.y, middle.y, first.y])
        await player.settle()
        assert moving_piece.region == last
        await player.press("x")
        assert table.session.playback.frame is None
        assert moving_piece.place is None and moving_piece.region.area == 0, "nothing of it stays"


async def test_the_next_frame_ends_a_movement(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"pace": "calm", "motion": "on"}
    async with at_table(tmp_path, save_before_bo(tmp_path), (120, 40), bot_worker=Buyer(), **settings) as player:
        await advance_to_moving_piece(player)
        await player.table.effects.run(player.table.session.playback.next_frame())
        await player.settle()
        assert player.table.session.playback.frame is not None and player.table.view.moving_piece.place is None


async def test_nothing_moves_with_motion_off(tmp_path: Path) -> None:
    async with at_table(tmp_path, save_before_bo(tmp_path), (120, 40), bot_worker=Buyer(), pace="calm") as player:
        await player.press("e")
        await player.wait_until(lambda: is_bos_turn_over(player) and player.table.session.playback.frame is not None)
        while player.table.session.playback.frame is not None:
            assert player.table.view.moving_piece.region == Region()
            await player.table.effects.run(player.table.session.playback.next_frame())
            await player.settle()
