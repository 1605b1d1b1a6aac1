"""Reasons for amounts and moves, kinds of declined offers, and obstacles to Madame du Barry."""

from enum import StrEnum


class Why(StrEnum):
    """Why an amount or a piece is gained or given."""

    # Livre paid
    TILE_PRICE = "tile-price"
    DRAW_PRICE = "draw-price"
    NOTION_PRICE = "notion-price"
    PRESTIGE_PRICE = "prestige-price"
    WINDOW = "window"
    JEWEL_PRICE = "jewel-price"
    HIRE_PRICE = "hire-price"
    FUNDING = "funding"
    EXAM = "exam"
    """Livre paid, prestige gained, and the card that leaves."""
    # silk and notions given
    DRESS = "dress"
    SILK = "silk"
    """Kept tiles surrendered for prestige."""
    # gained
    TILE = "tile"
    """Notions of a discarded tile."""
    FAVOR = "favor"
    FAIR_START = "fair-start"
    """Prestige of players who start later."""
    SALE = "sale"
    SALE_BONUS = "sale-bonus"
    GUEST = "guest"
    """The reward of the guest space."""
    DEPUTY = "deputy"
    DEPUTY_BONUS = "deputy-bonus"
    """Deputing by a bonus."""
    BONUS = "bonus"
    EFFECT = "effect"
    """The effect of an Expert dress."""
    FESTIVITY = "festivity"
    MATCH = "match"
    """A face-down tile for a jewel of the dress's color."""
    INCOME = "income"
    FOUNTAIN_UPPER = "fountain-upper"
    FOUNTAIN_LOWER = "fountain-lower"
    JEWELS = "jewels"
    """Income from jewels."""
    # cards that leave
    DEPUTED = "deputed"
    NOT_HIRED = "not-hired"
    # Madame du Barry
    IMPOSSIBLE = "impossible"
    BARRY_FAVOR = "barry-favor"
    BARRY_TILES = "barry-tiles"
    BARRY_HIRE = "barry-hire"
    BARRY_EXAM = "barry-exam"
    BARRY_JEWEL = "barry-jewel"

    @property
    def rule(self) -> str:
        return _RULE_OF[self]


_RULE_OF: dict[Why, str] = {
    Why.TILE_PRICE: "ACQ-1",
    Why.DRAW_PRICE: "BON-7",
    Why.NOTION_PRICE: "BON-1",
    Why.PRESTIGE_PRICE: "BON-4",
    Why.WINDOW: "DRESS-1",
    Why.JEWEL_PRICE: "JB-3",
    Why.HIRE_PRICE: "HIRE-1",
    Why.FUNDING: "FUND-1",
    Why.EXAM: "JB-7",
    Why.DRESS: "DRESS-2",
    Why.SILK: "BON-5",
    Why.TILE: "ACQ-2",
    Why.FAVOR: "FAVOR-1",
    Why.FAIR_START: "FAIR-1",
    Why.SALE: "DRESS-4",
    Why.SALE_BONUS: "JB-9",
    Why.GUEST: "DRESS-6",
    Why.DEPUTY: "DEP-1",
    Why.DEPUTY_BONUS: "BON-6",
    Why.BONUS: "BON-1",
    Why.EFFECT: "EXPERT-1",
    Why.FESTIVITY: "FEST-2",
    Why.MATCH: "JB-3",
    Why.INCOME: "INC-1",
    Why.FOUNTAIN_UPPER: "INC-1",
    Why.FOUNTAIN_LOWER: "INC-1",
    Why.JEWELS: "JB-8",
    Why.DEPUTED: "DEP-2",
    Why.NOT_HIRED: "PREP-2",
    Why.IMPOSSIBLE: "SOLO-3",
    Why.BARRY_FAVOR: "SOLO-4",
    Why.BARRY_TILES: "SOLO-5",
    Why.BARRY_HIRE: "SOLO-8",
    Why.BARRY_EXAM: "SOLO-10",
    Why.BARRY_JEWEL: "SOLO-7",
}
assert set(_RULE_OF) == set(Why), "every reason needs a rule"


class Offer(StrEnum):
    """Kinds of offers that can be declined."""

    MAIN_ACTION = "main-action"
    BONUS = "bonus"
    JEWEL = "jewel"
    EFFECT = "effect"

    @property
    def rule(self) -> str:
        return _RULE_OF_OFFER[self]


_RULE_OF_OFFER: dict[Offer, str] = {
    Offer.MAIN_ACTION: "TURN-2",
    Offer.BONUS: "TURN-2",
    Offer.JEWEL: "JB-3",
    Offer.EFFECT: "EXPERT-1",
}
assert set(_RULE_OF_OFFER) == set(Offer), "every offer needs a rule"


class Obstacle(StrEnum):
    """Why an action of Madame du Barry is impossible (SOLO-3)."""

    NO_TILE = "no-tile"
    NO_DRESS = "no-dress"
    NO_GUEST = "no-guest"
    NO_EMPLOYEE = "no-employee"
    NO_SPACE = "no-space"
