"""Test the screenshots: correct cells, and the same bytes in every run."""

import unicodedata
from io import BytesIO
from itertools import product

import pytest

Image = pytest.importorskip("PIL.Image", reason="requires the extra 'screenshots'")
pytest.importorskip("matplotlib", reason="contains the font of the pictures")

from rokoko_tui.theme.theme_files import shipped_names  # noqa: E402
from tests.saves.sample_games import FOLDER as GAMES  # noqa: E402
from tests.tui.scenes import SCENES, SHOWN, THOUGHTFUL, TURN, UKRAINIAN, text_of  # noqa: E402
from tools.checks.documents import shown_pictures  # noqa: E402
from tools.pictures import CELL, INK, PAPER, Cell, boxes_of, draw, encode_gif, encode_png  # noqa: E402
from tools.screenshots import BROWSER, FOLDER, LAST, MOVED, moving_picture, picture  # noqa: E402

ALL = (*SCENES, *THOUGHTFUL, *SHOWN, *UKRAINIAN, TURN)
WIDTH, HEIGHT = CELL
RED, BLUE = (200, 0, 0), (0, 0, 200)


def cell(sign: str, width: int = 1) -> Cell:
    return Cell(sign, width, RED, BLUE, False, False, False)


def inked(sign: str) -> set[tuple[int, int]]:
    """Return the pixels of a cell that its rectangles cover."""
    return {(x, y) for a, b, c, d in boxes_of(sign) for x, y in product(range(a, c), range(b, d))}


def test_block_characters_join_without_gaps() -> None:
    whole = set(product(range(WIDTH), range(HEIGHT)))
    assert inked("█") == whole
    for parts in ("▀▄", "▌▐", "▘▝▖▗", "▙▝", "▚▞"):
        covered = [inked(sign) for sign in parts]
        assert set().union(*covered) == whole, parts
        assert sum(map(len, covered)) == len(whole), f"{parts} overlap"


@pytest.mark.parametrize("code", range(0x2500, 0x2580), ids=lambda code: unicodedata.name(chr(code)))
def test_box_drawing_characters_reach_the_edges_in_their_names(code: int) -> None:
    name = unicodedata.name(chr(code))
    if "DIAGONAL" in name:
        assert not boxes_of(chr(code))
        return
    edges = {"UP": {(x, 0) for x in range(WIDTH)}, "LEFT": {(0, y) for y in range(HEIGHT)}}
    pixels = inked(chr(code))
    assert pixels <= set(product(range(WIDTH), range(HEIGHT)))
    named = set(name.split())
    for way, across in (("UP", "VERTICAL"), ("LEFT", "HORIZONTAL")):
        assert bool(pixels & edges[way]) == bool(named & {way, across}), way
    if "DASH" not in name:
        assert any(x == WIDTH - 1 for x, _ in pixels) == bool(named & {"RIGHT", "HORIZONTAL"})
        assert any(y == HEIGHT - 1 for _, y in pixels) == bool(named & {"DOWN", "VERTICAL"})


def test_braille_has_as_many_dots_as_bits() -> None:
    for bits in range(256):
        assert len(boxes_of(chr(0x2800 + bits))) == bits.bit_count()
    assert inked("⣿") <= set(product(range(WIDTH), range(HEIGHT)))


def test_cells_have_their_own_colours() -> None:
    image = draw([[cell("▀"), cell(" "), cell("宮", 2)], [cell("M"), cell("▒")]])
    assert image.size == (4 * WIDTH, 2 * HEIGHT)
    assert (image.getpixel((0, 0)), image.getpixel((0, HEIGHT - 1))) == (RED, BLUE)
    assert {colour for _, colour in image.crop((WIDTH, 0, 2 * WIDTH, HEIGHT)).getcolors()} == {BLUE}
    assert {colour for _, colour in image.crop((WIDTH, HEIGHT, 2 * WIDTH, 2 * HEIGHT)).getcolors()} == {(100, 0, 100)}
    letter = {colour for _, colour in image.crop((0, HEIGHT, WIDTH, 2 * HEIGHT)).getcolors()}
    assert {RED, BLUE} < letter and len(letter) <= 4, "few levels of antialiasing"
    assert image.getpixel((4 * WIDTH - 1, HEIGHT)) == PAPER != INK


def test_frequent_colours_are_kept() -> None:
    many = Image.new("RGB", (40, 40), (9, 8, 7))
    for n in range(400):
        many.putpixel((n % 40, n // 40), (n % 256, n // 2, 255 - n // 4))
    image = Image.open(BytesIO(encode_png(many))).convert("RGB")
    assert len(image.getcolors()) <= 256
    assert {image.getpixel((x, y)) for x in range(40) for y in range(10, 40)} == {(9, 8, 7)}


async def test_a_screenshot_is_deterministic() -> None:
    scene = next(scene for scene in ALL if scene.name == "table-small")
    first = await picture(scene)
    assert first == await picture(scene)
    image = Image.open(BytesIO(first))
    assert image.size == (scene.size[0] * WIDTH, scene.size[1] * HEIGHT)
    assert len(image.convert("RGB").getcolors()) > 10


def test_scenes_have_unique_names_and_existing_games() -> None:
    assert len({scene.name for scene in ALL}) == len(ALL)
    for scene in ALL:
        assert not scene.game or (GAMES / f"{scene.game}.rokoko").is_file()
        assert scene.theme in shipped_names()


# ---- animation


def test_gif_frames_keep_pixels_and_durations() -> None:
    frames = [draw([[cell("▀"), cell(sign)], [cell("M"), cell(" ")]]) for sign in "▌ ▐"]
    image = Image.open(BytesIO(encode_gif(frames, [100, 250, 3000])))
    assert (image.n_frames, image.info["loop"]) == (3, 0)
    for number, duration in enumerate((100, 250, 3000)):
        image.seek(number)
        assert image.info["duration"] == duration
        assert image.convert("RGB").tobytes() == frames[number].tobytes()


@pytest.mark.slow
async def test_the_animated_turn_is_deterministic_and_ends_in_a_hall() -> None:
    image: list[str] = []
    first = await moving_picture(TURN, lambda app: image.append(text_of(app)))
    assert first == await moving_picture(TURN)
    assert len(first) <= 600_000
    picture = Image.open(BytesIO(first))
    assert picture.size == (TURN.size[0] * WIDTH, TURN.size[1] * HEIGHT)
    assert picture.n_frames == len(image) == len(TURN.keys) + 1
    durations = []
    for number in range(picture.n_frames):
        picture.seek(number)
        durations.append(picture.info["duration"])
    assert (min(durations), max(durations), durations[-1]) == (MOVED, LAST, LAST)
    steps = ("choose 1 card for the hand", "choose the card to play", "choose the main action", "Place the blue coat")
    order = [next(n for n, text in enumerate(image) if line in text) for line in (*steps, "the turn is over")]
    assert order == sorted(set(order))
    assert "King's Hall ★5" in image[0] and "●B★3" not in image[0]
    assert "King's Hall ●1" in image[-1] and "●B★3" in image[-1]


def test_the_animation_of_the_readme_exists() -> None:
    assert (FOLDER / f"{TURN.name}.gif").stat().st_size <= 600_000


def test_make_screenshots_draws_or_keeps_every_picture() -> None:
    """It deletes all files that no document shows."""
    kept = {f"{scene.name}.png" for scene in ALL} | {f"{TURN.name}.gif", *BROWSER}
    assert {path.name for path in FOLDER.iterdir()} == shown_pictures()
    assert shown_pictures() <= kept
