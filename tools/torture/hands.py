"""What random hands do: events drawn from a seed, each a line of text, so that a list of them can be told and repeated.

    key enter · type Ada · raw 1b5b313a3375 · click 40 12 · wheel down 40 12 · size 80 24 · rest · stop

``raw`` is bytes in hexadecimal, which need not be a key or text.

Between two rests everything is done at once, before the program has had time for any of it.
"""

from random import Random

from rokoko_tui.keys import COMMANDS, keys_of

Event = str
"""A word for the kind, then what it needs, separated by blanks."""

SMALLEST, LARGEST = (20, 5), (250, 80)
"""Columns and lines of the terminal, from and to."""
USUAL_SIZES = ((80, 24), (120, 40), (160, 50), (200, 60), (79, 24), (80, 23), (20, 5), (250, 80))
PASTES = ("Ada", "[/]", "12", "../x", "é́́", "名前", "[@click=app.bell]x[/]", "\x1b[31m", "a" * 60, "\n\n", "-1")
RAW = (
    b"\x1b[1:3u", b"\x1b[97;;1114112u", b"\x1b[1:3~", b"\x1b[0u", b"\x1b[55296u", b"\x1b[<0;1M", b"\x1b[<0;-1;-1M",
    b"\x1b[<0;99999;99999M", b"\x1b[M\xff\x80 ", b"\x1b[48;0;0;0;0t", b"\x1b[48;99999;99999;1;1t", b"\x1b[?62;22c",
    b"\x1b[?2026;9$y", b"\x1b[1;1R", b"\x1b[200~Ada", b"\x1b[201~", b"\x1b[1;5", b"\x1b]11;rgb:0/0/0\x1b\\",
    b"\x1bP1$r0m", b"\xff\xfe", b"\xc3", b"\xf0\x9f\x98", b"\x00",
)  # fmt: skip
"""Reports and text as terminals send them, and malformed ones."""
FREQUENT = ("enter", "enter", "enter", "escape", "up", "down", "left", "right", "space", "tab", "g", "e", "1", "0")
SELDOM = ("ctrl+q", "ctrl+c", "q")
"""Keys that may leave the program; it is started again."""
OTHERS = ("backspace", "delete", "ctrl+a", "ctrl+u", "ctrl+x", "ctrl+v", "ctrl+z", "f1", "f10", "shift+tab", "A", "Z")


def bound() -> tuple[str, ...]:
    """Every key some command has, but for those that leave."""
    found = dict.fromkeys(key for command in COMMANDS for key in keys_of(command, {}))
    return tuple(key for key in found if key not in SELDOM)


def events(seed: int, count: int) -> list[Event]:
    """The ``count`` events of ``seed``; the first is the size of the terminal."""
    rng, known = Random(f"hands/{seed}"), bound()
    columns, lines = rng.choice(USUAL_SIZES[:4])
    found = [f"size {columns} {lines}"]
    haste = rng.choice((0.4, 0.8, 0.95))
    while len(found) < count:
        event = _drawn(rng, known, columns, lines)
        if event.startswith("size"):
            columns, lines = map(int, event.split()[1:])
        found.append(event)
        if rng.random() > haste:
            found.append("rest")
    return found[:count]


def _drawn(rng: Random, known: tuple[str, ...], columns: int, lines: int) -> Event:
    lot = rng.random()
    if lot < 0.38:
        return f"key {rng.choice(FREQUENT)}"
    if lot < 0.68:
        return f"key {rng.choice(known)}"
    if lot < 0.72:
        return f"key {rng.choice('abcdefghijkmnoprstuvwxyzUR123456789')}"
    if lot < 0.74:
        return f"key {rng.choice(OTHERS)}"
    if lot < 0.745:
        return f"key {rng.choice(SELDOM)}"
    if lot < 0.76:
        return f"type {rng.choice(PASTES)}"
    if lot < 0.765:
        return "stop"
    if lot < 0.775:
        return f"raw {(rng.choice(RAW) if rng.random() < 0.7 else rng.randbytes(rng.randint(1, 12))).hex()}"
    if lot < 0.81:
        return f"size {' '.join(map(str, _size(rng, columns, lines)))}"
    where = f"{rng.randrange(columns)} {rng.randrange(lines)}"
    if lot < 0.86:
        return f"wheel {rng.choice(('up', 'down'))} {where}"
    if lot < 0.89:
        return f"move {where}"
    return f"click {where}"


def _size(rng: Random, columns: int, lines: int) -> tuple[int, int]:
    """Another size: too small half of the time, and large enough again after that."""
    if columns < 80 or lines < 24:
        return rng.choice(USUAL_SIZES[:4])
    if rng.random() < 0.5:
        return rng.choice(USUAL_SIZES)
    return rng.randint(SMALLEST[0], LARGEST[0]), rng.randint(SMALLEST[1], LARGEST[1])
