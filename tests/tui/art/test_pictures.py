"""What the pieces and pictures look like. A changed picture has to be looked at and agreed to (``--snapshot-update``).

A snapshot has the text, then two rows of pixels for each line, a letter for each paint, then the styles of the text.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, cycle

import pytest
from rich.text import Text
from syrupy.assertion import SnapshotAssertion

from rokoko_core import Game, observe
from rokoko_core.events.places import Move, Piece, Spot, Where
from rokoko_core.pending import MainAction
from rokoko_core.scoring import final_scores
from rokoko_core.state import State
from rokoko_core.terms import FACE_DOWN
from rokoko_tui.art.final_count import LAST, STILL, Caption, Tally, draw_count, draw_counted_sheet
from rokoko_tui.art.palace import draw_start_picture
from rokoko_tui.art.scene import Scene
from rokoko_tui.art.table_text import draw_table
from rokoko_tui.panes.hand import draw_hand
from rokoko_tui.panes.registry import printed_rows
from rokoko_tui.text import get_words
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.widgets.animation_layer import draw_moving_piece
from tests.saves.sample_games import FOLDER
from tests.tabletop import give
from tests.tui.panes.test_panes import PANES, scene_of

LETTERS = "".join(filter(str.isalnum, map(chr, chain(range(97, 123), range(48, 91), range(0xC0, 0x800)))))
"""A letter for each paint of a picture."""
SIZES: dict[str, list[tuple[int, int | None]]] = {
    "workshop": [(64, 9), (79, 7), (115, 19), (38, 12), (150, 7), (48, None)],
    "warehouse": [(27, 6), (35, 13), (56, 19), (21, 11), (18, 8), (40, None)],
    "hire": [(34, 6), (26, 18), (50, 6), (22, 9), (14, 13), (30, None)],
    "halls": [(118, 10), (78, 15), (158, 20), (60, 21), (100, 7), (44, None)],
    "decorations": [(80, 12), (58, 16), (100, 20), (38, 14), (120, 5), (64, None)],
    "jeweler": [(40, 8), (78, 7), (80, 16), (24, 12), (60, 3), (30, None)],
    "players": [(38, 16), (48, 30), (78, 6), (30, 9), (62, 12), (44, None)],
    "hand": [(42, 17), (54, 30), (78, 6), (35, 9), (24, 12), (60, None)],
    "status": [(80, 1), (160, 1), (118, 1), (60, 1), (40, 1), (100, 1)],
}
"""Some sizes that the layout gives each pane."""
CAPTION = Caption("Statues", ("Ada", "Bo", "Cy", "Dee", "Eve"), "any key: to the end")


def picture_of(lines: Sequence[Text]) -> str:
    """Return text, pixels and styles of drawn lines in a form to read."""
    texts, pixels = list[str](), list[str]()
    paints, styles = dict[str, str](), dict[str, str]()
    for line in lines:
        text, top, bottom = "", "", ""
        for span in line.spans:
            words = str(span.style).split()
            front, back = (next((w[1:] for w in words if w.startswith(sign)), "") for sign in "^_")
            part = line.plain[span.start : span.end]
            is_pixel = set(part) <= set("▀▄ ")
            for character in part:
                upper = front if character == "▀" else back
                lower = front if character == "▄" and is_pixel else back
                top += paints.setdefault(upper, LETTERS[len(paints)]) if upper else "·"
                bottom += paints.setdefault(lower, LETTERS[len(paints)]) if lower else "·"
            text += " " * len(part) if is_pixel else part
            if not is_pixel or not (front or back):
                style = " ".join(w for w in words if not w.startswith("_"))
                styles[style] = styles.get(style) or part.strip()
        texts.append(text.rstrip())
        pixels += [top, bottom]
    legend = ", ".join(f"{letter} {paint}" for paint, letter in paints.items())
    named = "\n".join(f"{style}: {text}" for style, text in styles.items() if text)
    return "\n".join([*texts, *([*pixels, legend] if paints else []), named])


@cache
def late(name: str) -> State:
    """Return a position late in a sample game."""
    game = Game.load(FOLDER / f"{name}.rokoko")
    return next(s for s in map(game.at, range(game.length)) if s.round == 6 and s.pending[-1] == MainAction(0))


@cache
def busy(name: str) -> Scene:
    """Return that position with some pieces lit, open, chosen, touched or previewed."""
    state = late(name)
    scene, players = scene_of(state), len(state.setup.players)
    pieces = sorted({spot.piece for draw in PANES.values() for spot in draw(scene, 120, 40).spots})
    vacant = [piece for piece in pieces if piece.kind in ("guest", "decoration")]
    free = [piece for piece in vacant if not _is_taken(scene, piece)]
    ghosts: dict[PieceRef, str | int] = {
        piece: "red-1" if piece.kind == "guest" else 1 for piece in (*free[:2], *free[-2:])
    }
    return replace(
        scene,
        lit=frozenset(pieces[::7]),
        open=frozenset(pieces[::3]),
        chosen=frozenset(pieces[1::11]),
        touched={piece: n % players for n, piece in enumerate(pieces[2::9])},
        ghosts=ghosts,
    )


def _is_taken(scene: Scene, piece: PieceRef) -> bool:
    state, box = scene.view.table, scene.box
    if piece.kind == "guest":
        return bool(state.guests[box.guest[piece.name].index])
    return state.decorations[box.decoration[piece.name].index] >= 0


@pytest.mark.parametrize("name", SIZES)
def test_the_pictures_of_a_pane(name: str, snapshot: SnapshotAssertion) -> None:
    games = cycle(("everything-5", "base-4", "everything-2", "everything-3", "jewelry-box-5"))
    for game, (width, height) in zip(games, SIZES[name], strict=False):
        assert picture_of(PANES[name](busy(game), width, height).lines) == snapshot


@pytest.mark.parametrize("name", SIZES)
def test_the_lines_of_a_pane(name: str, snapshot: SnapshotAssertion) -> None:
    scene = replace(busy("everything-4"), pictures=False)
    for width, height in SIZES[name][1:]:
        assert picture_of(PANES[name](scene, width, height).lines) == snapshot


@pytest.mark.parametrize("name", SIZES)
def test_the_cells_that_show_a_piece(name: str, snapshot: SnapshotAssertion) -> None:
    """The mouse and the inspection cursor find pieces in these cells: column, row, columns."""
    for width, height in SIZES[name]:
        cells = dict[str, list[str]]()
        for spot in PANES[name](busy("everything-4"), width, height).spots:
            cells.setdefault(f"{spot.piece.kind} {spot.piece.name}", []).append(f"{spot.x},{spot.y}+{spot.width}")
        assert "\n".join(f"{piece}: {' '.join(places)}" for piece, places in cells.items()) == snapshot


@pytest.mark.parametrize("pictures", [True, False])
def test_a_hand_with_much_silk_and_many_cards(pictures: bool, snapshot: SnapshotAssertion) -> None:
    state = late("base-4")
    state = give(state, 0, silk=(*state.players[0].silk, *state.tile_stack[:7]))
    silk = sorted(PieceRef("silk", tile) for tile in state.players[0].silk)
    scene = scene_of(state, lit=frozenset(silk[:2]), open=frozenset(silk[1:5]), chosen=frozenset(silk[5:7]))
    for width, height in ((42, 9), (30, 12), (22, 16), (70, 5), (90, 20), (16, 24)):
        assert picture_of(draw_hand(replace(scene, pictures=pictures), width, height).lines) == snapshot


def test_the_printed_table(snapshot: SnapshotAssertion) -> None:
    for game, width in (("everything-5", 140), ("base-3", 80), ("everything-2", 40)):
        scene = replace(busy(game), pictures=False)
        assert "\n".join(draw_table(scene, width, printed_rows())) == snapshot


@pytest.mark.parametrize("pictures", [True, False])
def test_the_pieces_that_move(pictures: bool, snapshot: SnapshotAssertion) -> None:
    scene = replace(busy("everything-3"), pictures=pictures)
    state = scene.view.table
    dress = next(id for id, dress in scene.box.dress.items() if dress.expansion is not None)
    pieces = {
        Piece.DRESS: (state.windows[0], dress, FACE_DOWN),
        Piece.JEWEL: ("red", "yellow", FACE_DOWN),
        Piece.TILE: (state.warehouse[0], FACE_DOWN),
        Piece.EMPLOYEE: (*state.hire[:2], FACE_DOWN),
        Piece.MARKER: ("",),
        Piece.FAVOR: ("",),
    }
    place = Spot(Where.MARKERS, seat=1)
    for kind, ids in pieces.items():
        for piece in ids:
            assert picture_of(draw_moving_piece(scene, Move(kind, piece, place, place)).lines) == snapshot


@pytest.mark.parametrize(
    ("frame", "size", "grand"),
    [(30, (80, 24), False), (STILL, (120, 36), True), (LAST, (160, 46), False), (STILL, (160, 60), False)],
)
@pytest.mark.parametrize("pictures", [True, False])
def test_the_final_count(
    frame: int, size: tuple[int, int], grand: bool, pictures: bool, snapshot: SnapshotAssertion
) -> None:
    state = Game.load(FOLDER / "base-5.rokoko").state
    tally = Tally(final_scores(state))
    scene = Scene(observe(state, None), get_words("classic"), pictures=pictures)
    moment = tally.moment(frame)
    assert picture_of(draw_count(scene, tally, moment, CAPTION, *size, grand).lines) == snapshot
    assert picture_of(draw_counted_sheet(scene, tally, moment, size[0] // 2, size[1] // 2).lines) == snapshot


@pytest.mark.parametrize("size", [(80, 16), (120, 30)])
@pytest.mark.parametrize("pictures", [True, False])
def test_the_palace_at_night(size: tuple[int, int], pictures: bool, snapshot: SnapshotAssertion) -> None:
    assert picture_of(draw_start_picture(*size, "a royal ball", pictures)) == snapshot
