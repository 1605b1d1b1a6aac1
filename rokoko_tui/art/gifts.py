"""The gifts of guest spaces, and how they are named."""

from enum import IntEnum

from rokoko_core.components.tables import GuestSpace
from rokoko_tui.art import symbols
from rokoko_tui.text import Words


class Gifts(IntEnum):
    """How gifts are named, the same in all halls."""

    WORDS = 0
    DOTS = 1
    """In words, and spaces without a gift have a dot."""
    SIGNS = 2


def gift_of(guest: GuestSpace) -> str:
    """Return the key of the gift in ``GIFTS``; empty for none."""
    gifts = {"livre": guest.livre, "yarn": guest.yarn, "lace": guest.lace, "tile": int(guest.tile)}
    return next((name for name, amount in gifts.items() if amount), "")


def gift_texts(words: Words, guest: GuestSpace) -> tuple[str, ...]:
    """Return texts for a gift other than Livre, longest first."""
    return {
        "": (words.say("symbols.vacant"), symbols.EMPTY),
        "tile": (words.say("symbols.tile"), f"+1 {symbols.TILE}", symbols.TILE),
        "yarn": (words.term("yarn"), f"+1 {symbols.YARN}", symbols.YARN),
        "lace": (words.term("lace"), f"+1 {symbols.LACE}", symbols.LACE),
    }[gift_of(guest)]


def first_text(guest: GuestSpace, gifts: Gifts) -> int:
    """Return the index of the longest text for the gift of ``guest`` that ``gifts`` allows."""
    return int(gifts is Gifts.SIGNS or (gifts is Gifts.DOTS and not gift_of(guest)))
