"""Events that count: Livre, notions and prestige, each with its reason."""

from rokoko_core.events.base import Still
from rokoko_core.events.reasons import Why
from rokoko_core.terms import ScoreVisibility


class Amount(Still, frozen=True):
    """Something counted changes hands."""

    why: Why

    @property
    def rule(self) -> str:
        """The rule of the reason."""
        return self.why.rule


class LivreGained(Amount, frozen=True):
    """``livre`` more, above 0."""

    livre: int


class LivrePaid(Amount, frozen=True):
    """``livre`` less, above 0."""

    livre: int


class NotionsGained(Amount, frozen=True):
    """Yarn and lace more; at least one of them."""

    yarn: int = 0
    lace: int = 0


class NotionsPaid(Amount, frozen=True):
    """Yarn and lace less; at least one of them."""

    yarn: int = 0
    lace: int = 0


class PrestigeGained(Amount, frozen=True):
    """``prestige`` more, gained in play; None for an onlooker from whom the game hides it (HIDDEN-2)."""

    prestige: int | None
    shown: ScoreVisibility = "all"


AmountEvent = LivreGained | LivrePaid | NotionsGained | NotionsPaid | PrestigeGained
"""Anything counted that changes hands."""
