"""Events of amounts: Livre, notions and prestige, each with its reason."""

from rokoko_core.events.base import Still
from rokoko_core.events.reasons import Why
from rokoko_core.terms import ScoreVisibility


class Amount(Still, frozen=True):
    """Base class of amounts."""

    why: Why

    @property
    def rule(self) -> str:
        return self.why.rule


class LivreGained(Amount, frozen=True):
    """``livre``, above 0, gained."""

    livre: int


class LivrePaid(Amount, frozen=True):
    """``livre``, above 0, paid."""

    livre: int


class NotionsGained(Amount, frozen=True):
    """Yarn and lace gained, at least one of them."""

    yarn: int = 0
    lace: int = 0


class NotionsPaid(Amount, frozen=True):
    """Yarn and lace paid, at least one of them."""

    yarn: int = 0
    lace: int = 0


class PrestigeGained(Amount, frozen=True):
    """``prestige`` gained in play; None for a viewer it is hidden from (HIDDEN-2)."""

    prestige: int | None
    shown: ScoreVisibility = "all"


AmountEvent = LivreGained | LivrePaid | NotionsGained | NotionsPaid | PrestigeGained
"""Any event of an amount."""
