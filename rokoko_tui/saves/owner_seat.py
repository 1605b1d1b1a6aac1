"""The seat of the save folder's owner, for whom the statistics are counted."""

from msgspec.structs import replace

from rokoko_core.state import NOBODY, Setup


def find_owner_seat(setup: Setup) -> int:
    """Return the seat marked as the owner's, else the only person's, else ``NOBODY``."""
    people = [number for number, seat in enumerate(setup.players) if seat.kind == "human"]
    candidates = [number for number in people if setup.players[number].own] or people
    return candidates[0] if len(candidates) == 1 else NOBODY


def mark_owner(setup: Setup, name: str) -> Setup:
    """Return ``setup`` with the person called ``name`` marked as the owner, if several people play."""
    people = [number for number, seat in enumerate(setup.players) if seat.kind == "human"]
    named = [number for number in people if setup.players[number].name.casefold() == name.strip().casefold()]
    if len(people) < 2 or len(named) != 1:
        return setup
    players = tuple(replace(seat, own=number == named[0]) for number, seat in enumerate(setup.players))
    return replace(setup, players=players)
