"""A folder of saves with hostile text in every field."""

import os
from collections.abc import Iterable
from pathlib import Path

from msgspec.structs import replace

from rokoko_core.journal import create, read
from rokoko_core.state import Seat, Setup
from tests.chained import chained
from tests.hostile import HARMFUL, LONG, MARKUP, OTHER
from tests.saves.sample_games import FOLDER

NAMES = (*MARKUP, *HARMFUL, *OTHER, LONG * 40)
FILE_NAMES = (
    b"[@click=app.screenshot('x')]a[.rokoko",
    b"esc\x1b]52;c;aGk=\x07\x9b2J.rokoko",
    b"not-utf8-\xff\xfe.rokoko",
    "turned\u202e\u200d\ue000\N{CROCODILE}.rokoko".encode(),
    b"line\nend\ttab\x7f.rokoko",
    b"marks Z" + "\u0301".encode() * 40 + b".rokoko",
)


def tables() -> list[tuple[Seat, ...]]:
    """Seats that use every hostile name, also as marks and levels."""
    seatings = []
    for n in range(0, len(NAMES), 5):
        seats = [Seat(name, mark=name) for name in NAMES[n : n + 5]]
        seats += [Seat(f"Bo {i}") for i in range(2 - len(seats))]
        seats[-1] = replace(seats[-1], kind="bot", level=NAMES[n])
        seatings.append(tuple(seats))
    return seatings


def begun(path: Path, seats: Iterable[Seat]) -> Path:
    """Create a save without actions."""
    create(path, Setup(tuple(seats), 5, first_player=0)).close()
    return path


def finished(path: Path, seats: Iterable[Seat]) -> Path:
    """Create a save of a finished game of two to five ``seats``."""
    seats = tuple(seats)
    game = read(FOLDER / f"base-{len(seats)}.rokoko").game
    with create(path, replace(game.setup, players=seats)) as journal:
        for action in game.actions:
            journal.game.play(action)
    return path


def alter_header(path: Path, old: bytes, new: bytes) -> None:
    """Replace ``old`` by ``new`` in the header, with valid checksums."""
    lines = path.read_bytes().splitlines(keepends=True)
    assert old in lines[0]
    path.write_bytes(b"".join(chained([lines[0].replace(old, new, 1), *lines[1:]])))


def hostile_folder(folder: Path) -> list[Path]:
    """Fill ``folder`` with hostile saves; return those that can be opened."""
    folder.mkdir(parents=True, exist_ok=True)
    readable = []
    names = [*FILE_NAMES, *(f"more-{n}.rokoko".encode() for n in range(20))]
    for seats, name in zip(tables(), names, strict=False):
        readable.append(begun(folder / os.fsdecode(name), seats))
    for n, field in enumerate((b'"reconstructed-1"', b'"program":"', b'"name":"reconstructed-1"', b'"digest":"')):
        path = begun(folder / f"field-{n}\x1b[2J.rokoko", tables()[0])
        quote = b'"' if field.endswith(b'1"') else b""
        head = field[: -len(b'reconstructed-1"')] if quote else field
        alter_header(path, field, head + rb"[/]\u001b]52;c;aGk=\u0007\u009b\u202e" + quote)
    (folder / "unknown.rokoko").write_bytes(b'{"format":"[/]\x1b]52;c;aGk=\x07"}\n')
    return readable
