"""The content of the new-game form, and its conversion to a ``Setup``."""

from collections.abc import Iterable
from dataclasses import dataclass
from random import SystemRandom
from typing import cast

from msgspec.structs import replace

from rokoko_core.bots import DEFAULT_LEVEL, EARLIER, LEVELS, guests
from rokoko_core.safe_text import find_name_flaw
from rokoko_core.setup import MOST_SEED, InvalidSetup, check_new_setup
from rokoko_core.state import Seat, Setup
from rokoko_core.terms import Expansion, ScoreVisibility
from rokoko_tui.text import Words

HUMAN = "human"
OFFERED = tuple(name for name, level in LEVELS.items() if level.for_people)
"""The bot levels of the program to choose from, weakest first."""
EASY = "apprentice"
"""The default bot level."""
LOT = "lot"
"""The form's value for a random starting player."""
RANDOM_SEEDS = 10**9
"""Random seeds are below this, short enough to read out."""
FIELD_OF = {"players": "seat-0", "first_player": "first", "seed": "seed", "components": "components"}
"""The row of the form that shows a problem, by field of ``Setup``."""


def offered_levels() -> tuple[str, ...]:
    """Return the levels to choose from: the program's own, then the bots of other packages."""
    return (*OFFERED, *guests())


def to_offered_level(name: str | None) -> str:
    """Return the present level for the level ``name`` of a save; ``EASY`` if it is not offered."""
    level = EARLIER.get(name or DEFAULT_LEVEL, name or DEFAULT_LEVEL)
    return level if level in offered_levels() else EASY


class FieldProblem(ValueError):
    """An invalid value in ``row`` of the form; the message is one sentence."""

    def __init__(self, row: str, sentence: str) -> None:
        super().__init__(sentence)
        self.row = row


@dataclass(frozen=True)
class SeatDraft:
    """One seat in the form."""

    name: str
    who: str
    """``HUMAN`` or a level."""
    mark: str | None
    """The owner mark; None for the default of the seat."""

    @property
    def seat(self) -> Seat:
        seat = Seat(self.name.strip(), mark=self.mark)
        return seat if self.who == HUMAN else replace(seat, kind="bot", level=self.who)


@dataclass(frozen=True)
class Draft:
    """The values in the form."""

    seats: tuple[SeatDraft, ...]
    expansions: frozenset[Expansion]
    first: str
    """``LOT`` or the number of a seat."""
    seen_by: str
    components: str
    seed: str
    """As typed; empty for a random seed."""

    def setup(self, words: Words) -> Setup:
        """Return the setup, with seed 0 if none is given. Raises ``FieldProblem``."""
        setup = Setup(
            players=tuple(draft.seat for draft in self.seats),
            seed=self._seed(words) or 0,
            expansions=self.expansions,
            first_player=None if self.first == LOT else int(self.first),
            open_scores=cast(ScoreVisibility, self.seen_by),
            components=self.components,
        )
        try:
            check_new_setup(setup)
        except InvalidSetup as wrong:
            field, sentence = wrong.code.field, words.invalid_setup(wrong)
            row = _seat_at_fault(setup.players) if field == "players" else FIELD_OF[field]
            raise FieldProblem(row, f"{sentence[:1].upper()}{sentence[1:]}.") from wrong
        return setup

    def with_seed(self, words: Words) -> Setup:
        """Return the setup, with a random seed if none is given. Raises ``FieldProblem``."""
        setup, seed = self.setup(words), self._seed(words)
        return replace(setup, seed=SystemRandom().randrange(RANDOM_SEEDS) if seed is None else seed)

    def _seed(self, words: Words) -> int | None:
        """Return the typed seed, or None for an empty field. Raises ``FieldProblem``."""
        digits = self.seed.strip()
        if not digits:
            return None
        if not (digits.isascii() and digits.isdigit()) or int(digits) > MOST_SEED:
            raise FieldProblem("seed", words.say("new.whole-number"))
        return int(digits)


def _seat_at_fault(seats: Iterable[Seat]) -> str:
    """Return the row of the first seat with an invalid or repeated name."""
    names: set[str] = set()
    for n, seat in enumerate(seats):
        if find_name_flaw(seat.name) or seat.name.casefold() in names:
            return f"seat-{n}"
        names.add(seat.name.casefold())
    return FIELD_OF["players"]
