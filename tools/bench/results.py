"""Results of measurements, and the budgets that are known to be missed."""

from typing import NamedTuple

EXPECTED: dict[str, str] = {}
"""Reason by budget. Remove a budget once it is met."""


class Result(NamedTuple):
    """A measured budget."""

    what: str
    measured: str
    against: str
    """The peer's figure, or the limit."""
    share: str
    met: bool

    @property
    def verdict(self) -> str:
        """``yes``, ``expected`` for a known miss, or ``NO``."""
        if self.met:
            return "yes"
        return "expected" if self.what in EXPECTED else "NO"


def limited(what: str, measured: float, limit: float, unit: str, digits: int = 1) -> Result:
    """Return the result of a figure with an upper limit."""
    share = measured / limit if limit else float(measured > 0)
    return Result(what, f"{measured:,.{digits}f} {unit}", f"{limit:,g} {unit}", f"{share:.2f} of it", measured <= limit)


def ratio(what: str, ours: str, theirs: str, times: float, limit: float) -> Result:
    """Return the result of a figure that may be at most ``limit`` times the peer's."""
    return Result(what, ours, theirs, f"{times:.2f}x (at most {limit:g}x)", times <= limit)


def given_up(what: str, limit: str, seconds: float) -> Result:
    """Return the result of a measurement that timed out after ``seconds``."""
    return Result(what, f"more than {seconds:.0f} s", limit, "given up", False)
