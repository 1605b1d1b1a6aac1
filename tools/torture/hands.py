"""Random input events drawn from a seed. Each is a line of text, so that a report can list them for a repetition:

    key enter · type Ada · raw 1b5b313a3375 · click 40 12 · wheel down 40 12 · size 80 24 · rest · stop

``raw`` is arbitrary bytes in hexadecimal. Events between two ``rest`` are sent without waiting for the program.
"""

from random import Random

from rokoko_tui.keys import COMMANDS, keys_of

Event = str
"""The kind and its arguments, separated by spaces."""

SMALLEST, LARGEST = (20, 5), (250, 80)
"""Minimum and maximum columns and lines of the terminal."""
USUAL_SIZES = ((80, 24), (120, 40), (160, 50), (200, 60), (79, 24), (80, 23), (20, 5), (250, 80))
PASTES = ("Ada", "[/]", "12", "../x", "é́́", "名前", "[@click=app.bell]x[/]", "\x1b[31m", "a" * 60, "\n\n", "-1")
RAW = (
    b"\x1b[1:3u", b"\x1b[97;;1114112u", b"\x1b[1:3~", b"\x1b[0u", b"\x1b[55296u", b"\x1b[<0;1M", b"\x1b[<0;-1;-1M",
    b"\x1b[<0;99999;99999M", b"\x1b[M\xff\x80 ", b"\x1b[48;0;0;0;0t", b"\x1b[48;99999;99999;1;1t", b"\x1b[?62;22c",
    b"\x1b[?2026;9$y", b"\x1b[1;1R", b"\x1b[200~Ada", b"\x1b[201~", b"\x1b[1;5", b"\x1b]11;rgb:0/0/0\x1b\\",
    b"\x1bP1$r0m", b"\xff\xfe", b"\xc3", b"\xf0\x9f\x98", b"\x00",
)  # fmt: skip
"""Reports and text as terminals send them, well-formed and malformed."""
FREQUENT = ("enter", "enter", "enter", "escape", "up", "down", "left", "right", "space", "tab", "g", "e", "1", "0")
SELDOM = ("ctrl+q", "ctrl+c", "q")
"""Keys that can exit the program, which is then started again."""
OTHERS = ("backspace", "delete", "ctrl+a", "ctrl+u", "ctrl+x", "ctrl+v", "ctrl+z", "f1", "f10", "shift+tab", "A", "Z")


def bound_keys() -> tuple[str, ...]:
    """Return every key of a command except those in ``SELDOM``."""
    keys = dict.fromkeys(key for command in COMMANDS for key in keys_of(command, {}))
    return tuple(key for key in keys if key not in SELDOM)


def events(seed: int, count: int) -> list[Event]:
    """Return the ``count`` events of ``seed``; the first is the size of the terminal."""
    rng, keys = Random(f"hands/{seed}"), bound_keys()
    columns, lines = rng.choice(USUAL_SIZES[:4])
    sequence = [f"size {columns} {lines}"]
    haste = rng.choice((0.4, 0.8, 0.95))
    while len(sequence) < count:
        event = _draw(rng, keys, columns, lines)
        if event.startswith("size"):
            columns, lines = map(int, event.split()[1:])
        sequence.append(event)
        if rng.random() > haste:
            sequence.append("rest")
    return sequence[:count]


def _draw(rng: Random, keys: tuple[str, ...], columns: int, lines: int) -> Event:
    chance = rng.random()
    if chance < 0.38:
        return f"key {rng.choice(FREQUENT)}"
    if chance < 0.68:
        return f"key {rng.choice(keys)}"
    if chance < 0.72:
        return f"key {rng.choice('abcdefghijkmnoprstuvwxyzUR123456789')}"
    if chance < 0.74:
        return f"key {rng.choice(OTHERS)}"
    if chance < 0.745:
        return f"key {rng.choice(SELDOM)}"
    if chance < 0.76:
        return f"type {rng.choice(PASTES)}"
    if chance < 0.765:
        return "stop"
    if chance < 0.775:
        return f"raw {(rng.choice(RAW) if rng.random() < 0.7 else rng.randbytes(rng.randint(1, 12))).hex()}"
    if chance < 0.81:
        return f"size {' '.join(map(str, _size(rng, columns, lines)))}"
    where = f"{rng.randrange(columns)} {rng.randrange(lines)}"
    if chance < 0.86:
        return f"wheel {rng.choice(('up', 'down'))} {where}"
    if chance < 0.89:
        return f"move {where}"
    return f"click {where}"


def _size(rng: Random, columns: int, lines: int) -> tuple[int, int]:
    """Draw another size: too small half of the time, and after that large enough again."""
    if columns < 80 or lines < 24:
        return rng.choice(USUAL_SIZES[:4])
    if rng.random() < 0.5:
        return rng.choice(USUAL_SIZES)
    return rng.randint(SMALLEST[0], LARGEST[0]), rng.randint(SMALLEST[1], LARGEST[1])
