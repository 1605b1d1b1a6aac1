"""A new game as it is written down in a form, and the ``Setup`` that comes of it or what is wrong with it."""

from collections.abc import Iterable
from dataclasses import dataclass
from random import SystemRandom
from typing import cast

from msgspec.structs import replace

from rokoko_core.bots import EARLIER, LEVELS, USUAL, guests
from rokoko_core.safe_text import flaw
from rokoko_core.setup import MOST_SEED, InvalidSetup, check_written
from rokoko_core.state import Seat, Setup
from rokoko_core.terms import Expansion, ScoreVisibility
from rokoko_tui.text import Words

HUMAN = "human"
OFFERED = tuple(name for name, level in LEVELS.items() if level.for_people)
"""The program's own levels of automatic players to choose from, weakest first."""
EASY = "apprentice"
"""The level of an opponent nobody has chosen one for."""
LOT = "lot"
"""Stands for the seat that begins when lots are drawn."""
RANDOM_SEEDS = 10**9
"""A seed nobody chose is below this, short enough to be read out to somebody else."""
FIELD_OF = {"players": "seat-0", "first_player": "first", "seed": "seed", "components": "components"}
"""The row that shows a problem of each field of ``Setup``."""


def offered() -> tuple[str, ...]:
    """The levels to choose from: the program's own, then the bots of other packages."""
    return (*OFFERED, *guests())


def level_offered(name: str | None) -> str:
    """The level that plays like the one called ``name`` in a save; ``EASY`` for one nobody is offered."""
    level = EARLIER.get(name or USUAL, name or USUAL)
    return level if level in offered() else EASY


class FieldProblem(ValueError):
    """What is wrong in a row of the form: the message is one sentence, ``row`` says where it belongs."""

    def __init__(self, row: str, sentence: str) -> None:
        super().__init__(sentence)
        self.row = row


@dataclass(frozen=True)
class SeatDraft:
    """One seat of the form."""

    name: str
    who: str
    """``HUMAN`` or a level."""
    mark: str | None
    """The owner's shape; None for the usual one of the seat."""

    @property
    def seat(self) -> Seat:
        """The seat written down."""
        seat = Seat(self.name.strip(), mark=self.mark)
        return seat if self.who == HUMAN else replace(seat, kind="bot", level=self.who)


@dataclass(frozen=True)
class Draft:
    """What stands in the form."""

    seats: tuple[SeatDraft, ...]
    expansions: frozenset[Expansion]
    first: str
    """``LOT`` or the number of a seat."""
    seen_by: str
    components: str
    seed: str
    """As written; empty for a random one."""

    def setup(self, words: Words) -> Setup:
        """The setup; an empty seed stands as 0. Raises ``FieldProblem``."""
        setup = Setup(
            players=tuple(draft.seat for draft in self.seats),
            seed=self._seed(words) or 0,
            expansions=self.expansions,
            first_player=None if self.first == LOT else int(self.first),
            open_scores=cast(ScoreVisibility, self.seen_by),
            components=self.components,
        )
        try:
            check_written(setup)
        except InvalidSetup as wrong:
            field, sentence = wrong.code.field, words.invalid_setup(wrong)
            row = _seat_at_fault(setup.players) if field == "players" else FIELD_OF[field]
            raise FieldProblem(row, f"{sentence[:1].upper()}{sentence[1:]}.") from wrong
        return setup

    def dealt(self, words: Words) -> Setup:
        """The setup with a seed, drawn where none is written. Raises ``FieldProblem``."""
        setup, seed = self.setup(words), self._seed(words)
        return replace(setup, seed=SystemRandom().randrange(RANDOM_SEEDS) if seed is None else seed)

    def _seed(self, words: Words) -> int | None:
        """The seed written down, None for an empty field. Raises ``FieldProblem``."""
        written = self.seed.strip()
        if not written:
            return None
        if not (written.isascii() and written.isdigit()) or int(written) > MOST_SEED:
            raise FieldProblem("seed", words.say("new.whole-number"))
        return int(written)


def _seat_at_fault(seats: Iterable[Seat]) -> str:
    """The row of the first seat whose name is none, or was used above."""
    seen: set[str] = set()
    for n, seat in enumerate(seats):
        if flaw(seat.name) or seat.name.casefold() in seen:
            return f"seat-{n}"
        seen.add(seat.name.casefold())
    return FIELD_OF["players"]
