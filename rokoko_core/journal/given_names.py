"""Names that guests gave in a hosted game: the file of its claims, beside the save, keeps them.

The save keeps its setup, so its digests stay as they are; readers of the save show the names of both.
"""

from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec.structs import replace

from rokoko_core.files import read_regular
from rokoko_core.safe_text import find_name_flaw
from rokoko_core.state import Setup

CLAIMS = ".seats"
"""The folder with the claims of hosted games, beside their saves."""
LARGEST_CLAIMS = 1 << 16


class _Claim(msgspec.Struct):
    name: str = ""


class _Claims(msgspec.Struct):
    seats: dict[int, _Claim]


_decode = msgspec.json.Decoder(_Claims).decode


def claims_of(save: Path) -> Path:
    """Return the path of the claims of the game in ``save``."""
    return save.parent / CLAIMS / f"{save.name}.json"


def load_given_names(save: Path) -> dict[int, str]:
    """Return the names that guests gave, by seat; none if there are no claims, or unreadable ones."""
    try:
        seats = _decode(read_regular(claims_of(save), LARGEST_CLAIMS)).seats
    except (OSError, ValueError, RecursionError):
        return {}
    return {seat: claim.name for seat, claim in seats.items() if find_name_flaw(claim.name) is None}


def with_given_names(setup: Setup, given: Mapping[int, str]) -> Setup:
    """Return ``setup`` with the names ``given`` to seats of people."""
    seats = (
        replace(seat, name=given[number]) if number in given and seat.kind == "human" else seat
        for number, seat in enumerate(setup.players)
    )
    return replace(setup, players=tuple(seats)) if given else setup
