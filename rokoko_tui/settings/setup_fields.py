"""The values of the new-game form, and their conversion from and to a ``Setup``."""

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from msgspec.structs import replace

from rokoko_core.bots import DEFAULT_LEVEL, EARLIER, LEVELS, guests
from rokoko_core.safe_text import find_name_flaw, repair_name
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


def fields_of(setup: Setup, names: Sequence[str], marks: Sequence[str]) -> dict[str, str]:
    """Return the values of the form that show ``setup`` without its seed, by field.

    ``names`` and ``marks`` are those of all seats of the form; a seat without a player is a bot.
    """
    values = {
        "count": str(len(setup.players)),
        "first": LOT if setup.first_player is None else str(setup.first_player),
        "fair": "on" if setup.fair_start else "off",
        "seen": setup.open_scores,
        "components": setup.components,
    }
    values |= {f"add-{expansion}": "on" if expansion in setup.expansions else "off" for expansion in Expansion}
    for n, (name, mark) in enumerate(zip(names, marks, strict=True)):
        seat = setup.players[n] if n < len(setup.players) else Seat(name, "bot", EASY)
        who = HUMAN if seat.kind == "human" else to_offered_level(seat.level)
        values |= {f"name-{n}": repair_name(seat.name) or name, f"who-{n}": who, f"mark-{n}": mark}
    return values


def read_setup(values: Mapping[str, str], default_marks: Sequence[str], words: Words) -> Setup:
    """Return the setup in the form, with seed 0 if none is typed. Raises ``FieldProblem``."""
    count = int(values["count"])
    marks = [values[f"mark-{n}"] for n in range(count)]
    kept = [None] * count if marks == list(default_marks[:count]) else marks
    setup = Setup(
        players=tuple(_read_seat(values, n, mark) for n, mark in enumerate(kept)),
        seed=_read_seed(values, words),
        expansions=frozenset(e for e in Expansion if values[f"add-{e}"] == "on"),
        first_player=None if values["first"] == LOT else int(values["first"]),
        open_scores=cast(ScoreVisibility, values["seen"]),
        components=values["components"],
        fair_start=values["fair"] == "on" and count > 1,
    )
    try:
        check_new_setup(setup)
    except InvalidSetup as wrong:
        field, sentence = wrong.code.field, words.invalid_setup(wrong)
        row = _seat_at_fault(setup.players) if field == "players" else FIELD_OF[field]
        raise FieldProblem(row, f"{sentence[:1].upper()}{sentence[1:]}.") from wrong
    return setup


def _read_seat(values: Mapping[str, str], number: int, mark: str | None) -> Seat:
    seat, who = Seat(values[f"name-{number}"].strip(), mark=mark), values[f"who-{number}"]
    return seat if who == HUMAN else replace(seat, kind="bot", level=who)


def _read_seed(values: Mapping[str, str], words: Words) -> int:
    digits = values["seed"].strip()
    if digits and (not (digits.isascii() and digits.isdigit()) or int(digits) > MOST_SEED):
        raise FieldProblem("seed", words.say("new.whole-number"))
    return int(digits or 0)


def _seat_at_fault(seats: Iterable[Seat]) -> str:
    """Return the row of the first seat with an invalid or repeated name."""
    names: set[str] = set()
    for n, seat in enumerate(seats):
        if find_name_flaw(seat.name) or seat.name.casefold() in names:
            return f"seat-{n}"
        names.add(seat.name.casefold())
    return FIELD_OF["players"]
