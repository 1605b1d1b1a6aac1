"""The game's own words as types: ranks, colours, spaces, expansions.

Every enum is a ``StrEnum`` whose value is the word used in component tables, logs and saves. The core speaks the
classic vocabulary throughout; other editions' words are the table's business (``rokoko_tui.words``).
"""

from enum import StrEnum
from typing import Literal


class Rank(StrEnum):
    """What an employee has learned (TURN-4)."""

    MASTER = "master"
    JOURNEYMAN = "journeyman"
    APPRENTICE = "apprentice"


class Colour(StrEnum):
    """Colours of silk, dresses and jewels: yellow and red for ladies, green and blue for men."""

    YELLOW = "yellow"
    GREEN = "green"
    RED = "red"
    BLUE = "blue"

    @property
    def ladies(self) -> bool:
        """True for the colours of ladies' dresses and necklaces."""
        return self in LADIES


COLOURS: tuple[Colour, ...] = (Colour.YELLOW, Colour.GREEN, Colour.RED, Colour.BLUE)
"""The order in which four-figure silk tuples list their bales."""

LADIES = frozenset({Colour.YELLOW, Colour.RED})

Bales = tuple[int, int, int, int]
"""Bales of silk by colour, in the order of ``COLOURS``."""


class Notion(StrEnum):
    """The small supplies. ``BOTH`` is what a tile with a "+" gives."""

    YARN = "yarn"
    LACE = "lace"
    BOTH = "both"


class Family(StrEnum):
    """The kinds of main action (TURN-4, JB-7)."""

    FAVOR = "favor"
    ACQUIRE = "acquire"
    DRESS = "dress"
    HIRE = "hire"
    DEPUTE = "depute"
    FUND = "fund"
    EXAM = "exam"


class DecorationKind(StrEnum):
    """The types of decoration space (FUND-1, JB-5)."""

    FIREWORKS = "fireworks"
    MUSICIAN = "musician"
    STATUE = "statue"
    FOUNTAIN_UPPER = "fountain-upper"
    FOUNTAIN_LOWER = "fountain-lower"
    JEWELER = "jeweler"

    @property
    def one_each(self) -> bool:
        """True where a player may hold one space only: each fountain row (FUND-2) and the Jeweler (JB-5)."""
        return self in ONE_EACH


ONE_EACH = frozenset({DecorationKind.FOUNTAIN_UPPER, DecorationKind.FOUNTAIN_LOWER, DecorationKind.JEWELER})


class Zone(StrEnum):
    """Where a card of a deck lies (TURN-5)."""

    PLAYED = "played"
    HAND = "hand"
    SUPPLY = "supply"
    DISCARD = "discard"


class Exam(StrEnum):
    """The two examinations, named after what the candidate becomes (JB-7)."""

    JOURNEYMAN = "journeyman"
    MASTER = "master"


class Task(StrEnum):
    """Examination tasks, top to bottom as a player reads them (JB-6)."""

    COMMON_SILK = "common-silk"
    RARE_SILK = "rare-silk"
    NOTIONS = "notions"
    FUND = "fund"
    LADIES_DRESS = "ladies-dress"
    COAT = "coat"
    MASTER_DRESS = "master-dress"


EXAM_TASKS: dict[Exam, tuple[Task, ...]] = {
    Exam.JOURNEYMAN: (Task.COMMON_SILK, Task.RARE_SILK, Task.NOTIONS, Task.FUND),
    Exam.MASTER: (Task.LADIES_DRESS, Task.COAT, Task.MASTER_DRESS),
}


class Expansion(StrEnum):
    """The Deluxe expansions a game may combine freely (JB, FANCY, FEST, EXPERT). SOLO follows from one seat."""

    JEWELRY_BOX = "jewelry-box"
    FANCY = "fancy"
    FESTIVITY = "festivity"
    EXPERT = "expert"


class ScoreRow(StrEnum):
    """Sources of prestige in the final scoring (END-1 to END-8, JB-8, SOLO-11), in the order of the sheet."""

    PLAY = "play"
    MONEY = "money"
    JEWELS = "jewels"
    CROWN = "crown"
    FAVOR = "favor"
    HALL = "hall"
    FIREWORKS = "fireworks"
    DRESSES = "dresses"
    TERRACE = "terrace"
    STATUES = "statues"
    DECORATIONS = "decorations"
    ALL_HALLS = "all-halls"
    TILES = "tiles"


class TieBreak(StrEnum):
    """What settled a player's place (END-9, SOLO-11)."""

    PRESTIGE = "prestige"
    LIVRE = "livre"
    SHARED = "shared"
    BARRY = "du-barry"


ScoreVisibility = Literal["all", "owner", "nobody"]
"""Who sees prestige gained in play before the end (HIDDEN-2)."""

SeatKind = Literal["human", "bot"]

FACE_DOWN = "?"
"""Stands in an observation for every piece the onlooker may not see (HIDDEN-1)."""


def kebab(name: str) -> str:
    """A class name as it is written in logs: ``TakeTile`` is ``take-tile``."""
    return "".join("-" + c.lower() if c.isupper() else c for c in name).lstrip("-")
