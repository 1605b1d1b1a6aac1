"""What stands for what in messages: every placeholder has one type in the whole house, and in every language.

A new placeholder is entered here; a message that names any other is refused.
"""

from enum import Enum, auto


class Kind(Enum):
    """The type of a placeholder."""

    NUMBER = auto()
    """An int, or a float that is told with one decimal; chooses plural forms."""
    MONEY = auto()
    """A price or a gain in Livre, told as the language's ``money`` says; its forms are named there."""
    NAME = auto()
    """What is never bent: a player's name, a path, an option, an id, a figure already written out."""
    PHRASE = auto()
    """The program's own words for a piece, a space, a reason ...; may be asked for in a form, and has a gender."""
    LIST = auto()
    """Several phrases, told as the language's ``list`` says; or one that tells them all already."""


_BY_KIND = {
    Kind.NUMBER: """
        after all before behind done first least line livre lace missing most multiplier n now number points position
        prestige round second seconds seed segment size step version width height yarn""",
    Kind.MONEY: "price",
    Kind.NAME: """
        address change code detail digest entry expected fault file found key keys kind language
        level name option path program system taken total value who wide high
        begun field four known limit one players slip text three two where""",
    Kind.PHRASE: """
        about bonus card colour condition cost count decoration dress effect employees exam gained goods guest hall
        jewel jewels lost notion part rank reason row space takes target task tile what whose why zone""",
    Kind.LIST: "cards changes counts dresses facts gains names notions options parts spent steps tasks tiles",
}

KINDS: dict[str, Kind] = {name: kind for kind, names in _BY_KIND.items() for name in names.split()}
"""The type of each placeholder."""
NUMBERS = frozenset(name for name, kind in KINDS.items() if kind in (Kind.NUMBER, Kind.MONEY))
"""Placeholders that choose plural forms."""
