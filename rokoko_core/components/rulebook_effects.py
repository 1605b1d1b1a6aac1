"""The bonuses, effects, conditions and actions of the printed game, by the cards and dresses that have them.

Bonuses and conditions invented for this program are members of their enums but not listed here.
"""

from rokoko_core.terms import BarryAction, Bonus, Condition, DressEffect, Expansion

EFFECTS: dict[Expansion, tuple[DressEffect, ...]] = {
    Expansion.FANCY: (),
    Expansion.FESTIVITY: (
        DressEffect.FESTIVITY_GREEN_COATS,
        DressEffect.FESTIVITY_YELLOW_GOWNS,
        DressEffect.FESTIVITY_DECORATIONS,
        DressEffect.FESTIVITY_PAIRS,
    ),
    Expansion.EXPERT: (
        DressEffect.EXPERT_FAVOR,
        DressEffect.EXPERT_DEPUTE,
        DressEffect.EXPERT_WAREHOUSE_TILE,
        DressEffect.EXPERT_14_LIVRE,
        DressEffect.EXPERT_ANY_JEWEL,
        DressEffect.EXPERT_MATCHING_JEWEL,
    ),
}
"""The effects of each expansion's dresses, one per dress (FANCY, FEST, EXPERT)."""
WITH_JEWELS = (DressEffect.EXPERT_ANY_JEWEL, DressEffect.EXPERT_MATCHING_JEWEL)
"""The effects that need the Jewelry Box."""

LEVELS: dict[int, tuple[Bonus, ...]] = {
    1: (
        Bonus.GAIN_1_LIVRE,
        Bonus.DEPUTE_USE_BONUS,
        Bonus.BUY_RANDOM_TILE,
        Bonus.EXTRA_ACQUIRE,
        Bonus.RANDOM_TILE,
        Bonus.GAIN_NOTION,
    ),
    2: (
        Bonus.LIVRE_PER_YELLOW_AND_RED,
        Bonus.EXTRA_DRESS_MINUS_COMMON,
        Bonus.DEPUTE_FOR_LIVRE,
        Bonus.PRESTIGE_PER_2_DECORATIONS,
    ),
    3: (Bonus.LIVRE_PER_DECORATION, Bonus.PRESTIGE_PER_3_DRESSES, Bonus.EXTRA_FUND_MINUS_5, Bonus.LIVRE_BY_DECK_LARGE),
    4: (
        Bonus.LIVRE_BY_DECK_SMALL,
        Bonus.EXTRA_DRESS_MINUS_RED,
        Bonus.LIVRE_PER_GREEN_PRESTIGE_PER_BLUE,
        Bonus.PRESTIGE_PER_4_LIVRE,
    ),
    5: (Bonus.LIVRE_PER_DRESS, Bonus.PRESTIGE_PER_2_DECORATIONS, Bonus.PRESTIGE_PER_2_DRESSES, Bonus.PRESTIGE_FOR_SILK),
    6: (
        Bonus.PRESTIGE_PER_3_LIVRE,
        Bonus.EXTRA_FUND_MINUS_10,
        Bonus.CROWN_DECK_SIZE,
        Bonus.CROWN_NOTION_PAIRS,
        Bonus.CROWN_MASTER_GUESTS,
        Bonus.CROWN_COUPLES,
    ),
}
"""The bonuses of the employees of each level, one per card."""
JEWELRY: dict[int, tuple[Bonus, ...]] = {
    2: (
        Bonus.USE_SUPPLY_BONUS,
        Bonus.COPY_OPPONENT_BONUS,
        Bonus.LIVRE_PER_HALL,
        Bonus.LIVRE_BY_SMALL_DECK,
        Bonus.THREE_LIVRE_PER_2_DECORATIONS,
        Bonus.EXTRA_DRESS_SELL,
        Bonus.PRESTIGE_PER_2_IN_HALL,
        Bonus.THREE_LIVRE_PER_2_RINGS,
        Bonus.PRESTIGE_PER_3_JEWELS,
    ),
    5: (
        Bonus.TWO_LIVRE_PER_DRESS_IN_HALL,
        Bonus.PRESTIGE_PER_YELLOW_RED_PAIR,
        Bonus.THREE_LIVRE_PER_2_MASTER_GUESTS,
        Bonus.THREE_LIVRE_PER_2_JEWELS,
        Bonus.LIVRE_FOR_MISSING_COLOURS,
        Bonus.CROWN_JEWEL_SETS,
        Bonus.CROWN_NECKLACES,
        Bonus.CROWN_DECORATIONS,
        Bonus.CROWN_APPRENTICES,
    ),
}
"""The bonuses of the Jewelry Box's employees, by the level they join."""

CONDITIONS: tuple[Condition, ...] = (
    Condition.COATS,
    Condition.LADIES_DRESSES,
    Condition.ON_MASTER_SPACES,
    Condition.LIVRE,
    Condition.JEWELS,
    Condition.DECORATION_TYPES,
    Condition.SUPPLIES,
    Condition.PRESTIGE,
    Condition.MASTER_EXAM,
    Condition.ALL_HALLS,
)
"""The conditions of the specialised Apprentices, one per card (JB-10)."""
BARRY_ACTIONS: tuple[BarryAction, ...] = (
    BarryAction.FAVOR,
    BarryAction.ACQUIRE,
    BarryAction.MAKE_DRESS,
    BarryAction.HIRE,
    BarryAction.FUND,
)
"""The actions on Madame du Barry's cards (SOLO-4)."""
