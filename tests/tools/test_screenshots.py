"""The pictures of the documentation: cells as a good terminal shows them, the same bytes whenever they are drawn."""

import unicodedata
from io import BytesIO
from itertools import product

import pytest

Image = pytest.importorskip("PIL.Image", reason="pictures are drawn with the extra 'screenshots'")
pytest.importorskip("matplotlib", reason="which brings the font of the pictures")

from rokoko_tui.settings.launch import THEMES  # noqa: E402
from tests.saves.sample_games import FOLDER as GAMES  # noqa: E402
from tests.tui.scenes import SCENES, SHOWN, THOUGHTFUL, TURN, UKRAINIAN, text_of  # noqa: E402
from tools.pictures import CELL, INK, PAPER, Cell, animated, boxes_of, drawn, encoded  # noqa: E402
from tools.screenshots import FOLDER, LAST, MOVED, moving_picture, picture  # noqa: E402

ALL = (*SCENES, *THOUGHTFUL, *SHOWN, *UKRAINIAN, TURN)
WIDTH, HEIGHT = CELL
RED, BLUE = (200, 0, 0), (0, 0, 200)


def cell(sign: str, width: int = 1) -> Cell:
    return Cell(sign, width, RED, BLUE, False, False, False)


def inked(sign: str) -> set[tuple[int, int]]:
    """The pixels of a cell that its rectangles cover."""
    return {(x, y) for a, b, c, d in boxes_of(sign) for x, y in product(range(a, c), range(b, d))}


def test_half_blocks_and_quarters_join_without_a_gap() -> None:
    whole = set(product(range(WIDTH), range(HEIGHT)))
    assert inked("█") == whole
    for parts in ("▀▄", "▌▐", "▘▝▖▗", "▙▝", "▚▞"):
        covered = [inked(sign) for sign in parts]
        assert set().union(*covered) == whole, parts
        assert sum(map(len, covered)) == len(whole), f"{parts} overlap"


@pytest.mark.parametrize("code", range(0x2500, 0x2580), ids=lambda code: unicodedata.name(chr(code)))
def test_a_line_reaches_the_edges_its_name_says_and_no_other(code: int) -> None:
    name = unicodedata.name(chr(code))
    if "DIAGONAL" in name:
        assert not boxes_of(chr(code))
        return
    edges = {
        "UP": {(x, 0) for x in range(WIDTH)},
        "LEFT": {(0, y) for y in range(HEIGHT)},
    }
    found = inked(chr(code))
    assert found <= set(product(range(WIDTH), range(HEIGHT)))
    named = set(name.split())
    for way, across in (("UP", "VERTICAL"), ("LEFT", "HORIZONTAL")):
        assert bool(found & edges[way]) == bool(named & {way, across}), way
    if "DASH" not in name:
        assert any(x == WIDTH - 1 for x, _ in found) == bool(named & {"RIGHT", "HORIZONTAL"})
        assert any(y == HEIGHT - 1 for _, y in found) == bool(named & {"DOWN", "VERTICAL"})


def test_braille_has_as_many_dots_as_bits() -> None:
    for bits in range(256):
        assert len(boxes_of(chr(0x2800 + bits))) == bits.bit_count()
    assert inked("⣿") <= set(product(range(WIDTH), range(HEIGHT)))


def test_a_cell_has_its_own_ink_and_paper() -> None:
    seen = drawn([[cell("▀"), cell(" "), cell("宮", 2)], [cell("M"), cell("▒")]])
    assert seen.size == (4 * WIDTH, 2 * HEIGHT)
    assert (seen.getpixel((0, 0)), seen.getpixel((0, HEIGHT - 1))) == (RED, BLUE)
    assert {colour for _, colour in seen.crop((WIDTH, 0, 2 * WIDTH, HEIGHT)).getcolors()} == {BLUE}
    assert {colour for _, colour in seen.crop((WIDTH, HEIGHT, 2 * WIDTH, 2 * HEIGHT)).getcolors()} == {(100, 0, 100)}
    letter = {colour for _, colour in seen.crop((0, HEIGHT, WIDTH, 2 * HEIGHT)).getcolors()}
    assert {RED, BLUE} < letter and len(letter) <= 4, "edges in few steps"
    assert seen.getpixel((4 * WIDTH - 1, HEIGHT)) == PAPER != INK


def test_what_is_frequent_keeps_its_colour_where_there_are_too_many() -> None:
    many = Image.new("RGB", (40, 40), (9, 8, 7))
    for n in range(400):
        many.putpixel((n % 40, n // 40), (n % 256, n // 2, 255 - n // 4))
    found = Image.open(BytesIO(encoded(many))).convert("RGB")
    assert len(found.getcolors()) <= 256
    assert {found.getpixel((x, y)) for x in range(40) for y in range(10, 40)} == {(9, 8, 7)}


async def test_a_screen_is_drawn_twice_the_same() -> None:
    scene = next(scene for scene in ALL if scene.name == "table-small")
    first = await picture(scene)
    assert first == await picture(scene)
    seen = Image.open(BytesIO(first))
    assert seen.size == (scene.size[0] * WIDTH, scene.size[1] * HEIGHT)
    assert len(seen.convert("RGB").getcolors()) > 10


def test_every_scene_has_a_name_of_its_own_and_a_game_there_is() -> None:
    assert len({scene.name for scene in ALL}) == len(ALL)
    for scene in ALL:
        assert not scene.game or (GAMES / f"{scene.game}.rokoko").is_file()
        assert scene.theme in THEMES


# ---- the moving picture


def test_the_frames_of_a_moving_picture_stay_exact_and_last_as_long_as_asked() -> None:
    frames = [drawn([[cell("▀"), cell(sign)], [cell("M"), cell(" ")]]) for sign in "▌ ▐"]
    found = Image.open(BytesIO(animated(frames, [100, 250, 3000])))
    assert (found.n_frames, found.info["loop"]) == (3, 0)
    for number, duration in enumerate((100, 250, 3000)):
        found.seek(number)
        assert found.info["duration"] == duration
        assert found.convert("RGB").tobytes() == frames[number].tobytes()


async def test_the_turn_is_drawn_twice_the_same_and_ends_with_the_dress_in_a_hall() -> None:
    seen: list[str] = []
    first = await moving_picture(TURN, lambda app: seen.append(text_of(app)))
    assert first == await moving_picture(TURN)
    assert len(first) <= 600_000
    picture = Image.open(BytesIO(first))
    assert picture.size == (TURN.size[0] * WIDTH, TURN.size[1] * HEIGHT)
    assert picture.n_frames == len(seen) == len(TURN.keys) + 1
    durations = []
    for number in range(picture.n_frames):
        picture.seek(number)
        durations.append(picture.info["duration"])
    assert (min(durations), max(durations), durations[-1]) == (MOVED, LAST, LAST)
    asked = ("choose 1 card for the hand", "choose the card to play", "choose the main action", "Place the blue coat")
    order = [next(n for n, text in enumerate(seen) if line in text) for line in (*asked, "the turn is over")]
    assert order == sorted(set(order))
    assert "B3" not in seen[0].partition("King's Hall")[2].partition("Hall 2")[0]
    assert "B3" in seen[-1].partition("King's Hall")[2].partition("Hall 2")[0]


def test_the_moving_picture_of_the_readme_is_there() -> None:
    assert (FOLDER / f"{TURN.name}.gif").stat().st_size <= 600_000
