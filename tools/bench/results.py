"""What a measurement came to, and which budgets are known to be missed for now."""

from typing import NamedTuple

EXPECTED: dict[str, str] = {}
"""By the name of the budget, why it is not kept yet. Whoever keeps it takes it off this list."""


class Result(NamedTuple):
    """One budget."""

    what: str
    measured: str
    against: str
    """The peer's figure, or the limit."""
    share: str
    met: bool

    @property
    def verdict(self) -> str:
        """``yes``; ``expected`` for a miss that is known; ``NO`` for any other."""
        if self.met:
            return "yes"
        return "expected" if self.what in EXPECTED else "NO"


def limited(what: str, measured: float, limit: float, unit: str, digits: int = 1) -> Result:
    """A figure that may be ``limit`` at the most."""
    share = measured / limit if limit else float(measured > 0)
    return Result(what, f"{measured:,.{digits}f} {unit}", f"{limit:,g} {unit}", f"{share:.2f} of it", measured <= limit)


def ratio(what: str, ours: str, theirs: str, times: float, limit: float) -> Result:
    """A figure that may be ``limit`` times the peer's at the most."""
    return Result(what, ours, theirs, f"{times:.2f}x (at most {limit:g}x)", times <= limit)


def given_up(what: str, limit: str, seconds: float) -> Result:
    """Something that did not come within ``seconds``."""
    return Result(what, f"more than {seconds:.0f} s", limit, "given up", False)
