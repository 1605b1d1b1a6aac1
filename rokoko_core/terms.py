"""The terms of the game as types: ranks, colours, spaces, expansions.

Every enum is a ``StrEnum`` whose value is the term in component tables, logs and saves. The core uses the classic
names; other editions' names are in ``rokoko_tui.text``. Tables hold the rules for each term, and ``complete`` checks
that no table lacks one.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Literal, TypeVar

K = TypeVar("K")


def complete(name: str, table: Mapping[K, object], words: Iterable[K]) -> None:
    """Check that the table called ``name`` has exactly the entries ``words``.

    Call it where a table is defined, so that a gap shows at import and not during a game. Raises TypeError.
    """
    wanted = set(words)
    if wanted != set(table):
        missing = ", ".join(sorted(map(str, wanted - set(table)))) or "none"
        unknown = ", ".join(sorted(map(str, set(table) - wanted))) or "none"
        raise TypeError(f"{name}: entries missing: {missing}; entries too many: {unknown}")


class Rank(StrEnum):
    """Ranks of employees (TURN-4)."""

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
        """Whether it is a colour of ladies' dresses and necklaces."""
        return self in LADIES


COLOURS: tuple[Colour, ...] = (Colour.YELLOW, Colour.GREEN, Colour.RED, Colour.BLUE)
"""The order of the bales in ``Bales``."""

LADIES = frozenset({Colour.YELLOW, Colour.RED})

Bales = tuple[int, int, int, int]
"""Bales of silk by colour, in the order of ``COLOURS``."""


class Notion(StrEnum):
    """Notions. ``BOTH`` is what a tile with a "+" gives."""

    YARN = "yarn"
    LACE = "lace"
    BOTH = "both"


class Notions(StrEnum):
    """Notions on a resource tile besides its silk: one kind, both, or a choice (ACQ-2)."""

    YARN = "yarn"
    LACE = "lace"
    BOTH = "yarn+lace"
    EITHER = "yarn/lace"


class Good(StrEnum):
    """What a player lacks, gains or gives up in a number: pieces, points, or what a condition counts."""

    LIVRE = "livre"
    YARN = "yarn"
    LACE = "lace"
    YELLOW = "yellow"
    GREEN = "green"
    RED = "red"
    BLUE = "blue"
    """A bale of silk, like the three before."""
    TILE = "tile"
    FACE_DOWN_TILE = "face-down-tile"
    JEWEL = "jewel"
    PRESTIGE = "prestige"
    FAVOR = "favor"
    ALL_HALLS = "all-halls"
    COAT = "coat"
    LADIES_DRESS = "ladies-dress"
    MASTER_GUEST = "master-guest"
    """A dress on a Master's space."""
    DECORATION_TYPE = "decoration-type"
    HALL = "hall"
    MASTER_EXAM = "master-exam"


Goods = tuple[tuple[Good, int], ...]
"""Amounts of goods."""


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


ONE_EACH = frozenset({DecorationKind.FOUNTAIN_UPPER, DecorationKind.FOUNTAIN_LOWER, DecorationKind.JEWELER})
"""Kinds of which a player may have one space only: each fountain row (FUND-2) and the Jeweler (JB-5)."""


class Zone(StrEnum):
    """Where a card of a deck is (TURN-5)."""

    PLAYED = "played"
    HAND = "hand"
    SUPPLY = "supply"
    DISCARD = "discard"


class Exam(StrEnum):
    """The two examinations, named after the rank they lead to (JB-7)."""

    JOURNEYMAN = "journeyman"
    MASTER = "master"


class Task(StrEnum):
    """Examination tasks, from top to bottom (JB-6)."""

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
complete("EXAM_TASKS", EXAM_TASKS, Exam)


class Expansion(StrEnum):
    """The Deluxe expansions, in any combination (JB, FANCY, FEST, EXPERT). SOLO follows from a single seat."""

    JEWELRY_BOX = "jewelry-box"
    FANCY = "fancy"
    FESTIVITY = "festivity"
    EXPERT = "expert"


class Bonus(StrEnum):
    """The employees' bonuses (BON, JB-9); see ``rokoko_core.bonus_table``."""

    NONE = "none"
    # Livre, prestige or notions at once
    GAIN_1_LIVRE = "gain-1-livre"
    GAIN_2_LIVRE = "gain-2-livre"
    GAIN_3_PRESTIGE = "gain-3-prestige"
    LIVRE_PER_YELLOW_AND_RED = "livre-per-yellow-and-red"
    LIVRE_PER_GREEN_PRESTIGE_PER_BLUE = "livre-per-green-prestige-per-blue"
    LIVRE_PER_DRESS = "livre-per-dress"
    LIVRE_PER_DECORATION = "livre-per-decoration"
    LIVRE_PER_HALL = "livre-per-hall"
    LIVRE_BY_DECK_LARGE = "livre-by-deck-large"
    LIVRE_BY_DECK_SMALL = "livre-by-deck-small"
    LIVRE_BY_SMALL_DECK = "livre-by-small-deck"
    LIVRE_FOR_MISSING_COLOURS = "livre-for-missing-colours"
    THREE_LIVRE_PER_2_DECORATIONS = "3-livre-per-2-decorations"
    THREE_LIVRE_PER_2_RINGS = "3-livre-per-2-rings"
    THREE_LIVRE_PER_2_MASTER_GUESTS = "3-livre-per-2-master-guests"
    THREE_LIVRE_PER_2_JEWELS = "3-livre-per-2-jewels"
    PRESTIGE_PER_2_DECORATIONS = "prestige-per-2-decorations"
    PRESTIGE_PER_3_DRESSES = "prestige-per-3-dresses"
    PRESTIGE_PER_2_DRESSES = "prestige-per-2-dresses"
    PRESTIGE_PER_3_JEWELS = "prestige-per-3-jewels"
    PRESTIGE_PER_YELLOW_RED_PAIR = "prestige-per-yellow-red-pair"
    # a choice
    TWO_LIVRE_PER_DRESS_IN_HALL = "2-livre-per-dress-in-hall"
    PRESTIGE_PER_2_IN_HALL = "prestige-per-2-in-hall"
    PRESTIGE_PER_4_LIVRE = "prestige-per-4-livre"
    PRESTIGE_PER_3_LIVRE = "prestige-per-3-livre"
    PRESTIGE_FOR_SILK = "prestige-for-silk"
    GAIN_NOTION = "gain-notion"
    BUY_NOTION = "buy-notion"
    RANDOM_TILE = "random-tile"
    BUY_RANDOM_TILE = "buy-random-tile"
    # a further action
    EXTRA_ACQUIRE = "extra-acquire"
    EXTRA_DRESS_MINUS_COMMON = "extra-dress-minus-common"
    EXTRA_DRESS_MINUS_RED = "extra-dress-minus-red"
    EXTRA_DRESS_SELL = "extra-dress-sell"
    EXTRA_FUND_MINUS_5 = "extra-fund-minus-5"
    EXTRA_FUND_MINUS_10 = "extra-fund-minus-10"
    DEPUTE_USE_BONUS = "depute-use-bonus"
    DEPUTE_FOR_LIVRE = "depute-for-livre"
    # another card's bonus
    USE_SUPPLY_BONUS = "use-supply-bonus"
    COPY_OPPONENT_BONUS = "copy-opponent-bonus"
    # crowns
    CROWN_DECK_SIZE = "crown-deck-size"
    CROWN_NOTION_PAIRS = "crown-notion-pairs"
    CROWN_MASTER_GUESTS = "crown-master-guests"
    CROWN_COUPLES = "crown-couples"
    CROWN_JEWEL_SETS = "crown-jewel-sets"
    CROWN_NECKLACES = "crown-necklaces"
    CROWN_DECORATIONS = "crown-decorations"
    CROWN_APPRENTICES = "crown-apprentices"

    @property
    def crown(self) -> bool:
        """Whether the bonus counts in the final scoring and never in play (BON-8)."""
        return self.startswith("crown-")


SPECIALIST_BONUS = Bonus.GAIN_3_PRESTIGE
"""The bonus of every specialised Apprentice (JB-10)."""


class DressEffect(StrEnum):
    """One-time effects of dresses when they are rented out (FEST-2, EXPERT-1)."""

    FESTIVITY_GREEN_COATS = "festivity-green-coats"
    FESTIVITY_YELLOW_GOWNS = "festivity-yellow-gowns"
    FESTIVITY_DECORATIONS = "festivity-decorations"
    FESTIVITY_PAIRS = "festivity-pairs"
    EXPERT_FAVOR = "expert-favor"
    EXPERT_DEPUTE = "expert-depute"
    EXPERT_WAREHOUSE_TILE = "expert-warehouse-tile"
    EXPERT_14_LIVRE = "expert-14-livre"
    EXPERT_ANY_JEWEL = "expert-any-jewel"
    EXPERT_MATCHING_JEWEL = "expert-matching-jewel"

    @property
    def expansion(self) -> "Expansion":
        """The expansion whose dresses have the effect."""
        return Expansion(self.partition("-")[0])


class Condition(StrEnum):
    """Conditions for hiring a specialised Apprentice (JB-10)."""

    COATS = "3-coats"
    LADIES_DRESSES = "3-ladies-dresses"
    ON_MASTER_SPACES = "3-on-master-spaces"
    LIVRE = "30-livre"
    JEWELS = "3-jewels"
    DECORATION_TYPES = "3-decoration-types"
    SUPPLIES = "4-tiles-2-lace-2-yarn"
    PRESTIGE = "5-prestige-now"
    MASTER_EXAM = "master-exam-once"
    ALL_HALLS = "all-5-halls"


class BarryAction(StrEnum):
    """Actions of Madame du Barry (SOLO-4 to SOLO-9)."""

    FAVOR = "favor"
    ACQUIRE = "acquire"
    MAKE_DRESS = "make-dress"
    HIRE = "hire"
    FUND = "fund"


class BarryTarget(StrEnum):
    """Targets of Madame du Barry's actions (SOLO-5 to SOLO-9)."""

    NOTHING = ""
    DRAWER_1 = "drawer-1"
    DRAWER_2 = "drawer-2"
    DRAWER_3 = "drawer-3"
    COLUMN_LEFT = "column-left"
    COLUMN_CENTRE = "column-centre"
    COLUMN_RIGHT = "column-right"
    LEFT_1 = "left-1"
    LEFT_2 = "left-2"
    LEFT_3 = "left-3"
    LEFT_4 = "left-4"
    RIGHT_1 = "right-1"
    RIGHT_2 = "right-2"
    RIGHT_3 = "right-3"
    RIGHT_4 = "right-4"
    FIREWORKS = "fireworks"
    MUSICIANS = "musicians"
    FOUNTAIN = "fountain"
    STATUES = "statues"


FROM_A_SIDE = (
    *(BarryTarget.LEFT_1, BarryTarget.LEFT_2, BarryTarget.LEFT_3, BarryTarget.LEFT_4),
    *(BarryTarget.RIGHT_1, BarryTarget.RIGHT_2, BarryTarget.RIGHT_3, BarryTarget.RIGHT_4),
)
"""The first to fourth piece of a display, from the left or the right."""
DRAWERS = (BarryTarget.DRAWER_1, BarryTarget.DRAWER_2, BarryTarget.DRAWER_3)
"""The segments of the warehouse, top to bottom."""
COLUMNS = (BarryTarget.COLUMN_LEFT, BarryTarget.COLUMN_CENTRE, BarryTarget.COLUMN_RIGHT)
"""The first three spaces of the segments, left to right."""
SITES = (BarryTarget.FIREWORKS, BarryTarget.MUSICIANS, BarryTarget.FOUNTAIN, BarryTarget.STATUES)
"""Targets of funding."""

BARRY_TARGETS: dict[BarryAction, tuple[BarryTarget, ...]] = {
    BarryAction.FAVOR: (BarryTarget.NOTHING,),
    BarryAction.ACQUIRE: (*DRAWERS, *COLUMNS),
    BarryAction.MAKE_DRESS: FROM_A_SIDE,
    BarryAction.HIRE: FROM_A_SIDE,
    BarryAction.FUND: SITES,
}
"""Targets of each action of Madame du Barry (SOLO-4 to SOLO-9)."""
complete("BARRY_TARGETS", BARRY_TARGETS, BarryAction)
complete("BARRY_TARGETS", {target: action for action, aims in BARRY_TARGETS.items() for target in aims}, BarryTarget)


class JewelSymbol(StrEnum):
    """Which jewel Madame du Barry takes with a dress (SOLO-7)."""

    SAME_COLOUR = "same-colour"
    SUITABLE = "suitable"
    NONE = "none"


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
    """What decided a player's place (END-9, SOLO-11)."""

    PRESTIGE = "prestige"
    LIVRE = "livre"
    SHARED = "shared"
    BARRY = "du-barry"


ScoreVisibility = Literal["all", "owner", "nobody"]
"""Who sees prestige gained in play before the end (HIDDEN-2)."""

Chance = Literal["splitmix64", "blake2b"]
"""The random number generators of games (``rokoko_core.chance``)."""

FairStart = bool | Literal["fair-2"]
"""The prestige that players who start later begin with (FAIR-1): none, that of version 0.7 and earlier, or the second.
"""

SeatKind = Literal["human", "bot"]

FACE_DOWN = "?"
"""A piece in an observation that the viewer may not see (HIDDEN-1)."""


def kebab(name: str) -> str:
    """Convert a class name to its form in logs: ``TakeTile`` is ``take-tile``."""
    return "".join("-" + c.lower() if c.isupper() else c for c in name).lstrip("-")
