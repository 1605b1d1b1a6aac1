"""Which seat is that of whoever keeps the games: the record is made for it."""

from msgspec.structs import replace

from rokoko_core.state import NOBODY, Setup


def own_seat(setup: Setup) -> int:
    """The seat said to be that of whoever keeps the games, else the only person's, else ``NOBODY``."""
    people = [number for number, seat in enumerate(setup.players) if seat.kind == "human"]
    said = [number for number in people if setup.players[number].own]
    found = said or (people if len(people) == 1 else [])
    return found[0] if len(found) == 1 else NOBODY


def with_own_seat(setup: Setup, name: str) -> Setup:
    """``setup`` where, of several people, the one of that name is said to keep the games."""
    people = [number for number, seat in enumerate(setup.players) if seat.kind == "human"]
    named = [number for number in people if setup.players[number].name.casefold() == name.strip().casefold()]
    if len(people) < 2 or len(named) != 1:
        return setup
    players = tuple(replace(seat, own=number == named[0]) for number, seat in enumerate(setup.players))
    return replace(setup, players=players)
