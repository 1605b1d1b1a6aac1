"""Test the screenshots: correct cells, and the same bytes in every run."""

import json
import unicodedata
from hashlib import sha256
from io import BytesIO
from itertools import product

import pyte
import pytest

Image = pytest.importorskip("PIL.Image", reason="requires the extra 'screenshots'")
pytest.importorskip("matplotlib", reason="contains the font of the pictures")

from rokoko_tui.theme.theme_files import shipped_names  # noqa: E402
from tests.saves.sample_games import FOLDER as GAMES  # noqa: E402
from tests.tui.scenes import FILM, SCENES, SHOWN, THOUGHTFUL, UKRAINIAN, text_of  # noqa: E402
from tools.checks.documents import shown_pictures  # noqa: E402
from tools.film import encode_cast  # noqa: E402
from tools.pictures import CELL, INK, PAPER, Cell, boxes_of, draw, encode_gif, encode_png  # noqa: E402
from tools.screenshots import BROWSER, FOLDER, MOVED, READ, RECORDING, durations_of, film, frames_of, picture  # noqa: E402

ALL = (*SCENES, *THOUGHTFUL, *SHOWN, *UKRAINIAN, *FILM)
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


@pytest.mark.slow
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
async def test_the_film_shows_the_lesson_a_turn_and_the_count() -> None:
    shown: list[str] = []
    frames = [frame for scene in FILM for frame in await frames_of(scene, lambda app: shown.append(text_of(app)))]
    steps = (
        *("learn the game in ten minutes", "Step 1 of 16", "Step 2 of 16", "choose the card to play"),
        *("choose the main action", "choose how to pay", "Rent it out", "end the turn", "Ada wins with"),
    )
    order = [next(n for n, text in enumerate(shown) if step in text) for step in steps]
    assert order == sorted(set(order))
    gif, recording = await film()
    durations = [duration for scene in FILM for duration in durations_of(scene)]
    assert recording.decode() == encode_cast(frames, durations), "a film is deterministic"
    assert Image.open(BytesIO(gif)).size == (FILM[0].size[0] * WIDTH, FILM[0].size[1] * HEIGHT)
    assert Image.open(BytesIO(gif)).n_frames == len(frames) == len(shown)
    assert texts_of(recording.decode()) == shown


def test_steps_are_short_and_texts_are_read() -> None:
    lesson, turn, count = (durations_of(scene) for scene in FILM)
    assert set(lesson) == {READ}
    assert (turn[0], turn[2], turn[-1]) == (READ, MOVED, READ)
    assert count == [READ]


def test_a_recording_has_the_changes_of_each_frame() -> None:
    frames = [[[cell("▀"), cell("宮", 2), cell(sign)], [cell(" ")] * 4] for sign in "ab"]
    head, first, second, end = (json.loads(line) for line in encode_cast(frames, [100, 3000]).splitlines())
    assert (head["version"], head["width"], head["height"]) == (2, 4, 2)
    assert [line[:2] for line in (first, second, end)] == [[0, "o"], [0.1, "o"], [3.1, "o"]]
    color = "\x1b[0;38;2;200;0;0;48;2;0;0;200m"
    assert first[2] == f"\x1b[?25l\x1b[1;1H{color}▀宮a\x1b[2;1H    "
    assert second[2] == f"\x1b[1;4H{color}b"


def texts_of(recording: str) -> list[str]:
    """Return the text that a terminal shows at each time of a recording."""
    head, *lines = (json.loads(line) for line in recording.splitlines())
    screen = pyte.Screen(head["width"], head["height"])
    stream = pyte.Stream(screen)
    texts = []
    for _, _, output in lines[:-1]:
        stream.feed(output)
        texts.append("\n".join(line.rstrip() for line in screen.display))
    return texts


def test_the_films_of_the_documents_are_small() -> None:
    assert (FOLDER / "film.gif").stat().st_size < 1_000_000
    assert RECORDING.stat().st_size < 300_000
    texts = texts_of(RECORDING.read_text("utf-8"))
    with Image.open(FOLDER / "film.gif") as picture:
        assert len(texts) == picture.n_frames, "both are made from the same frames"
    assert "Ada wins" in texts[-1]


def test_the_player_of_the_film_is_that_of_its_project() -> None:
    folder = RECORDING.parent / "asciinema-player"
    listed = dict(line.split()[::-1] for line in (folder / "SHA256SUMS").read_text("utf-8").splitlines())
    assert listed == {
        path.name: sha256(path.read_bytes()).hexdigest() for path in folder.iterdir() if path.name in listed
    }
    assert len(listed) == 3


def test_make_screenshots_draws_or_keeps_every_picture() -> None:
    """It deletes all files that no document shows."""
    kept = {f"{scene.name}.png" for scene in ALL} | {"film.gif", *BROWSER}
    assert {path.name for path in FOLDER.iterdir()} == shown_pictures()
    assert shown_pictures() <= kept
