"""Who is away since when, who wants a bot in whose seat, and how long a turn may still take.

All of it is data that clients are sent in ``Seats``: a client that returns knows as much as the others.
"""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from rokoko_core.remote.host_options import Absence


class Wish(msgspec.Struct, frozen=True):
    """That a bot of ``level`` plays for somebody who is away, and who wants it."""

    level: str
    agreed: frozenset[int]


class TurnClock(msgspec.Struct, frozen=True):
    """The time of one turn."""

    turn: tuple[int, int]
    """The seat, and the position at which the turn began."""
    end: float
    """When a bot takes the seat, in seconds since 1970 UTC."""
    warned: bool = False
    """Whether the last quarter of the time has begun, which everybody was told."""


class Absences:
    """The absent people of one game."""

    def __init__(self, terms: Absence, people: Iterable[int], now: float) -> None:
        self.terms = terms
        self.away = dict.fromkeys(people, now)
        """By seat of a person, since when nobody is connected."""
        self.wishes: dict[int, Wish] = {}
        """By the seat of somebody who is away."""
        self.clock: TurnClock | None = None
        """The time of the present turn; None if there is no limit, or nobody's turn."""

    def arrive(self, seat: int) -> None:
        """Note that ``seat`` is connected."""
        self.away.pop(seat, None)
        self.wishes.pop(seat, None)

    def leave(self, seat: int, now: float) -> None:
        """Note that nobody is connected at ``seat``."""
        self.away.setdefault(seat, now)

    def may_give(self, seat: int, asker: int, now: float) -> bool:
        """Return whether ``asker`` may want a bot at ``seat``, where nobody is connected."""
        since = self.away.get(seat)
        return since is not None and (asker == self.terms.owner or now >= since + self.terms.seconds)

    def wish(self, seat: int, level: str, asker: int) -> None:
        """Note that ``asker`` wants a bot at ``seat``; the level is that of the first who did."""
        wish = self.wishes.get(seat) or Wish(level, frozenset())
        self.wishes[seat] = replace(wish, agreed=wish.agreed | {asker})

    def list_granted(self, present: set[int]) -> dict[int, str]:
        """Return the seats that a bot takes, with its level: the owner, or all who are ``present``, want it."""
        return {
            seat: wish.level
            for seat, wish in self.wishes.items()
            if self.terms.owner in wish.agreed or (present and present <= wish.agreed)
        }

    # ---- the clock

    def follow_turn(self, turn: tuple[int, int] | None, since: float, now: float) -> bool:
        """Start the clock of a new ``turn``, which began at ``since``; return whether everybody is to be warned now.

        Nobody is late without a warning: after it, a quarter of the time is left, also if the host was away.
        """
        if turn is None or not self.terms.turn:
            self.clock = None
            return False
        if self.clock is None or self.clock.turn != turn:
            self.clock = TurnClock(turn, since + self.terms.turn)
        if self.clock.warned or now < self.clock.end - self.terms.notice:
            return False
        self.clock = replace(self.clock, warned=True, end=max(self.clock.end, now + self.terms.notice))
        return True

    def find_late(self, now: float) -> int | None:
        """Return the seat whose time is over; None for nobody."""
        clock = self.clock
        return clock.turn[0] if clock is not None and clock.warned and now >= clock.end else None

    def seconds_left(self, now: float) -> float | None:
        """Return the seconds until the clock has something to say; None for never."""
        if self.clock is None:
            return None
        return max(0.0, self.clock.end - (0 if self.clock.warned else self.terms.notice) - now)
