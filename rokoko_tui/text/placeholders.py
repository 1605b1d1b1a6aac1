"""The placeholders of messages. Each has one type in all messages and languages.

A message with a placeholder that is not listed here is invalid.
"""

from enum import Enum, auto


class ValueType(Enum):
    NUMBER = auto()
    """An int, or a float shown with one decimal; selects plural forms."""
    MONEY = auto()
    """A price or gain in Livre, formatted by the language's ``money`` table, which names the forms."""
    NAME = auto()
    """Text that is never inflected: a player's name, a path, an option, an id, a figure of a table."""
    PHRASE = auto()
    """The program's own text for a piece, a space, a reason and so on; has forms and a gender."""
    LIST = auto()
    """Several phrases, joined by the language's ``list`` table, or a text that has them joined already."""


_NAMES_BY_TYPE = {
    ValueType.NUMBER: """
        after ahead all before behind done lace last least line livre missing most multiplier n now number points
        position place prestige process round rounds seats seconds seed segment share step won yarn""",
    ValueType.MONEY: "price",
    ValueType.NAME: """
        address begun best change code command detail digest end entry expected fault field file first found four high
        host key keys kind known language letter level limit listed low name needed option one path players program
        second sentence since size slip system taken text three title total two undo value version wait where who
        worst""",
    ValueType.PHRASE: """
        about bonus card colour condition cost count decoration dress effect employees exam gained goods guest
        hall jewel jewels lost notion part rank reason row space takes target task tile way what whose why zone""",
    ValueType.LIST: """
        cards changes counts dresses facts gains names notions options others parts spent steps tasks tiles""",
}

VALUE_TYPES: dict[str, ValueType] = {
    name: value_type for value_type, names in _NAMES_BY_TYPE.items() for name in names.split()
}
"""The type of each placeholder."""
NUMBERS = frozenset(
    name for name, value_type in VALUE_TYPES.items() if value_type in (ValueType.NUMBER, ValueType.MONEY)
)
"""Placeholders that select plural forms."""

PHRASES = {
    "card": (
        "pieces.name.card",
        "pieces.name.specialist",
        "pieces.name.*-within",
        "pieces.name.unknown-card",
        "plain.spoken.pieces.name.card",
        "plain.spoken.pieces.name.specialist",
    ),
    "colour": ("terms.yellow", "terms.green", "terms.red", "terms.blue"),
    "dress": (
        "pieces.name.coat",
        "pieces.name.ladies-dress",
        "pieces.name.unknown-dress",
        "narration.count.dress-cost",
    ),
    "exam": ("pieces.exam.*",),
    "hall": ("advice.hint.hall", "pieces.name.hall", "pieces.name.in-king-hall", "terms.king-hall"),
    "jewel": ("pieces.name.necklace", "pieces.name.ring"),
    "notion": ("terms.yarn", "terms.lace"),
    "rank": ("pieces.rank.*",),
    "space": ("pieces.name.decoration", "pieces.name.musician"),
    "tile": (
        "pieces.name.kept",
        "pieces.name.tile",
        "plain.spoken.pieces.name.kept",
        "plain.spoken.pieces.name.tile",
    ),
    "what": ("pieces.kind.*", "pieces.name.necklace", "pieces.name.ring"),
    "who": ("terms.you", "pieces.name.du-barry"),
    "zone": ("pieces.zone.*",),
}
"""Phrases and terms that may fill a placeholder; each needs the forms that messages use with the placeholder."""
