"""Deterministic pictures of screens.

Block, line and Braille characters are drawn as rectangles, so that they join without gaps. Letters use one font.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont
from rich.cells import cell_len, get_character_cell_size
from rich.color import Color, ColorType
from rich.segment import Segment
from rich.style import Style
from textual._compositor import LayoutUpdate
from textual.app import App

from rokoko_tui.theme.output_filters import VGA

CELL = (9, 18)
"""Pixels of a cell."""
LETTERS = 15
"""Font size whose characters are as wide as a cell."""
BASE = 14
"""Pixels from the top of a cell to the baseline."""
INK, PAPER = (208, 208, 208), (16, 16, 16)
"""Default foreground and background colours."""
SHADES = {"░": 0.25, "▒": 0.5, "▓": 0.75}
LEVELS = 4
"""Levels of antialiasing; few, so that few colours are needed."""
COLOURS = 256

Rgb = tuple[int, int, int]
Box = tuple[int, int, int, int]
"""Left, upper, right and lower edge in pixels, the last two exclusive."""


class Cell(NamedTuple):
    """A character with its colours and styles."""

    sign: str
    width: int
    ink: Rgb
    paper: Rgb
    bold: bool
    italic: bool
    underlined: bool


# ---- cells


def cells_of(app: App[None]) -> list[list[Cell]]:
    """Return the cells of the screen row by row, as the app renders it."""
    update = app.screen._compositor.render_update(full=True, screen_stack=app._background_screens)
    assert isinstance(update, LayoutUpdate)
    return [[cell for strip in row for segment in strip for cell in _cells(segment)] for row in update.strips]


def _cells(segment: Segment) -> Iterable[Cell]:
    style = segment.style or Style.null()
    ink, paper = _rgb(style.color, INK), _rgb(style.bgcolor, PAPER)
    if style.reverse:
        ink, paper = paper, ink
    if style.dim:
        ink = _blend(paper, ink, 2 / 3)
    for sign in segment.text:
        if width := get_character_cell_size(sign):
            yield Cell(sign, width, ink, paper, bool(style.bold), bool(style.italic), bool(style.underline))


def _rgb(colour: Color | None, usual: Rgb) -> Rgb:
    if colour is None or colour.type is ColorType.DEFAULT:
        return usual
    if colour.number is not None and colour.number < len(VGA):
        return VGA[colour.number]
    return colour.get_truecolor()


def _blend(one: Rgb, other: Rgb, share: float) -> Rgb:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


# ---- rectangles


@cache
def boxes_of(sign: str) -> tuple[Box, ...]:
    """Return the rectangles of a block, line or Braille character; empty for one that the font draws."""
    name = unicodedata.name(sign, "")
    if name.startswith("BOX DRAWINGS") and "DIAGONAL" not in name:
        return _lines(name)
    if name.startswith("BRAILLE PATTERN"):
        return _dots(ord(sign) - 0x2800)
    return tuple(_part(*part) for part in _blocks(sign))


def _part(left: float, top: float, right: float, bottom: float) -> Box:
    width, height = CELL
    return round(left * width), round(top * height), round(right * width), round(bottom * height)


def _blocks(sign: str) -> tuple[tuple[float, float, float, float], ...]:
    corners = {"a": (0, 0, 0.5, 0.5), "b": (0.5, 0, 1, 0.5), "c": (0, 0.5, 0.5, 1), "d": (0.5, 0.5, 1, 1)}
    quarters = dict(zip("▘▝▖▗▚▞▙▛▜▟", ["a", "b", "c", "d", "ad", "bc", "acd", "abc", "abd", "bcd"], strict=True))
    if sign in quarters:
        return tuple(corners[corner] for corner in quarters[sign])
    rising, growing = "▁▂▃▄▅▆▇".find(sign), "▏▎▍▌▋▊▉".find(sign)
    if rising >= 0:
        return ((0, 1 - (rising + 1) / 8, 1, 1),)
    if growing >= 0:
        return ((0, 0, (growing + 1) / 8, 1),)
    whole = {"█": (0, 0, 1, 1), "▀": (0, 0, 1, 0.5), "▐": (0.5, 0, 1, 1), "▔": (0, 0, 1, 1 / 8), "▕": (7 / 8, 0, 1, 1)}
    return (whole[sign],) if sign in whole else ()


def _dots(bits: int) -> tuple[Box, ...]:
    places = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
    lit = [place for n, place in enumerate(places) if bits >> n & 1]
    return tuple((2 + 4 * x, 1 + 4 * y + y // 2, 4 + 4 * x, 3 + 4 * y + y // 2) for x, y in lit)


def _lines(name: str) -> tuple[Box, ...]:
    """Return the strokes from the middle of the cell to its edges, from the name of the character."""
    weight, strokes = "LIGHT", list[Box]()
    dashes = {"DOUBLE DASH": 2, "TRIPLE DASH": 3, "QUADRUPLE DASH": 4}
    parts = next((n for words, n in dashes.items() if words in name), 1)
    name = name.removeprefix("BOX DRAWINGS ").replace("ARC ", "")
    for dash in dashes:
        name = name.replace(f" {dash}", "")
    for part in name.split(" AND "):
        words = part.split()
        weight = next((word for word in words if word in ("LIGHT", "HEAVY", "DOUBLE", "SINGLE")), weight)
        for word in words:
            for direction in {"VERTICAL": ("UP", "DOWN"), "HORIZONTAL": ("LEFT", "RIGHT")}.get(word, (word,)):
                if direction in ("UP", "DOWN", "LEFT", "RIGHT"):
                    strokes += _stroke(direction, weight)
    return tuple(strokes) if parts == 1 else tuple(_dashed(strokes, parts))


def _stroke(direction: str, weight: str) -> list[Box]:
    width, height = CELL
    x, y = width // 2, height // 2
    offsets = {"HEAVY": (-1, 0, 1), "DOUBLE": (-2, 2)}.get(weight, (0,))
    reach = 1 if weight in ("LIGHT", "SINGLE") else 2
    if direction in ("UP", "DOWN"):
        top, bottom = (0, y + reach) if direction == "UP" else (y - reach + 1, height)
        return [(x + n, top, x + n + 1, bottom) for n in offsets]
    left, right = (0, x + reach) if direction == "LEFT" else (x - reach + 1, width)
    return [(left, y + n, right, y + n + 1) for n in offsets]


def _dashed(strokes: Iterable[Box], parts: int) -> Iterable[Box]:
    width, height = CELL
    gaps = range(parts)
    for left, top, right, bottom in strokes:
        for n in gaps:
            if right - left > bottom - top:
                start, end = n * width // parts, (n + 1) * width // parts - 1
                yield max(left, start), top, max(left, min(right, end)), bottom
            else:
                start, end = n * height // parts, (n + 1) * height // parts - 1
                yield left, max(top, start), right, max(top, min(bottom, end))


# ---- pictures


@cache
def _font(bold: bool, italic: bool) -> ImageFont.FreeTypeFont:
    """Load DejaVu Sans Mono, which matplotlib contains."""
    package = find_spec("matplotlib")
    assert package is not None and package.origin is not None
    kind = {(False, False): "", (True, False): "-Bold", (False, True): "-Oblique", (True, True): "-BoldOblique"}
    name = f"DejaVuSansMono{kind[bold, italic]}.ttf"
    path = Path(package.origin).parent / "mpl-data" / "fonts" / "ttf" / name
    return ImageFont.truetype(str(path), LETTERS, layout_engine=ImageFont.Layout.BASIC)


@cache
def _letter(sign: str, width: int, bold: bool, italic: bool) -> Image.Image:
    """Return the ink of each pixel of a character in few levels; symbols are never slanted."""
    mask = Image.new("L", (width * CELL[0], CELL[1]), 0)
    slanting = italic and not unicodedata.category(sign).startswith("S")
    ImageDraw.Draw(mask).text((0, BASE), sign, font=_font(bold, slanting), fill=255, anchor="ls")
    step = 255 // (LEVELS - 1)
    return mask.point([round(value / step) * step for value in range(256)])


def draw(rows: Sequence[Sequence[Cell]]) -> Image.Image:
    """Draw ``rows`` of cells."""
    columns = max(sum(cell.width for cell in row) for row in rows)
    picture = Image.new("RGB", (columns * CELL[0], len(rows) * CELL[1]), PAPER)
    pen = ImageDraw.Draw(picture)
    for y, row in enumerate(rows):
        x = 0
        for cell in row:
            _draw(picture, pen, x * CELL[0], y * CELL[1], cell)
            x += cell.width
    return picture


def _draw(picture: Image.Image, pen: ImageDraw.ImageDraw, left: int, top: int, cell: Cell) -> None:
    width, height = cell.width * CELL[0], CELL[1]
    paper = _blend(cell.paper, cell.ink, SHADES.get(cell.sign, 0))
    pen.rectangle((left, top, left + width - 1, top + height - 1), fill=paper)
    boxes = boxes_of(cell.sign)
    for a, b, c, d in boxes:
        if c > a and d > b:
            pen.rectangle((left + a, top + b, left + c - 1, top + d - 1), fill=cell.ink)
    if not boxes and not cell.sign.isspace() and cell.sign not in SHADES and cell_len(cell.sign):
        picture.paste(cell.ink, (left, top), _letter(cell.sign, cell.width, cell.bold, cell.italic))
    if cell.underlined:
        pen.rectangle((left, top + height - 2, left + width - 1, top + height - 2), fill=cell.ink)


def reduce_colours(picture: Image.Image) -> Image.Image:
    """Return ``picture`` in at most 256 colours: the most frequent ones stay, others become the nearest of those."""
    data = picture.tobytes()
    pixels = [data[n : n + 3] for n in range(0, len(data), 3)]
    counts = sorted(Counter(pixels).items(), key=lambda item: (-item[1], item[0]))
    kept = sorted(colour for colour, _ in counts[:COLOURS])
    numbers = {colour: n for n, colour in enumerate(kept)}
    for colour, _ in counts[COLOURS:]:
        numbers[colour] = min(
            range(len(kept)), key=lambda n: sum((a - b) ** 2 for a, b in zip(colour, kept[n], strict=True))
        )
    few = Image.frombytes("P", picture.size, bytes(numbers[pixel] for pixel in pixels))
    few.putpalette(b"".join(kept))
    return few


def encode_png(picture: Image.Image) -> bytes:
    """Return ``picture`` as a PNG of at most 256 colours."""
    file = BytesIO()
    reduce_colours(picture).save(file, "PNG", optimize=True)
    return file.getvalue()


def encode_gif(frames: Sequence[Image.Image], durations: Sequence[int]) -> bytes:
    """Return ``frames`` of one size as an endless GIF; ``durations`` are the milliseconds of each."""
    width, height = frames[0].size
    strip = Image.new("RGB", (width, height * len(frames)))
    for number, frame in enumerate(frames):
        strip.paste(frame, (0, height * number))
    few = reduce_colours(strip)
    first, *others = (few.crop((0, height * n, width, height * (n + 1))) for n in range(len(frames)))
    file = BytesIO()
    first.save(file, "GIF", save_all=True, append_images=others, duration=list(durations), loop=0)
    return file.getvalue()


def picture_of(app: App[None]) -> bytes:
    """Return a PNG of the current screen of ``app``."""
    return encode_png(draw(cells_of(app)))
