"""The signs and very short labels inside the cells of the table, where no word of the vocabulary fits."""

from rokoko_core.terms import COLOURS, DecorationKind, DressEffect, Rank, Task
from rokoko_tui.text import Words

PRESTIGE = "★"
MUSICIAN = "♪"
YARN = "≈"
LACE = "✻"
EMPTY = "·"
DONE = "✓"
TO_DO = "○"
TO_MOVE = "►"
NOTHING = "–"
EFFECT = "!"
"""Stands for an effect where no words of it fit."""

_DYES: dict[str, dict[str, str]] = {
    "classic": {"yellow": "yellow", "green": "green", "red": "red", "blue": "blue"},
    "deluxe": {"yellow": "blue", "green": "pink", "red": "green", "blue": "orange"},
}
"""By edition, the dye each colour of the rules has in its pictures; themes have a style for every dye."""


def silk_role(words: Words, colour: str) -> str:
    """The style role of silk, dresses and jewels of ``colour``."""
    return f"silk.{_DYES[words.edition][colour]}"


def dye(words: Words, colour: str) -> str:
    """The paint of silk, dresses and jewels of ``colour`` in pictures."""
    return f"dye.{_DYES[words.edition][colour]}"


def money(words: Words, livre: int) -> str:
    """A price in few cells."""
    return f"{livre}{words.letter('livre')}" if livre else words.say("symbols.free")


def prestige(points: int) -> str:
    """Prestige in few cells."""
    return f"{PRESTIGE}{points}"


def garment(words: Words, ladies: bool) -> str:
    """The shortest noun for a ladies' dress or a coat."""
    return words.term("ladies-dress" if ladies else "coat").split()[-1]


def notions(yarn: int, lace: int, either: bool = False, wide: bool = False) -> str:
    """Yarn and lace as signs: ``≈+✻`` for both, ``≈/✻`` for one of them; ``wide`` with blanks between."""
    between = "/" if either else "+"
    return (f" {between} " if wide else between).join([YARN] * yarn + [LACE] * lace)


def effect(words: Words, name: DressEffect, short: bool = False) -> str:
    """What a dress brings when rented out, in two or three short words, marked; ``short`` in at most 10 cells."""
    what = garment(words, ladies=name is not DressEffect.FESTIVITY_GREEN_COATS)
    return words.marked(f"symbols.effect-short.{name}" if short else f"symbols.effect.{name}", what=what)


def decoration_label(words: Words, kind: DecorationKind) -> str:
    """The head of a row of decoration spaces."""
    return words.say(f"symbols.label.{kind}")


def hall_label(words: Words, hall: int) -> str:
    """The head of a hall's row."""
    if hall == 1:
        return words.say("symbols.label.king-hall")
    name = words.term(f"hall:{hall}")
    return name[:1].upper() + name[1:]


def task(words: Words, name: Task) -> str:
    """An examination task in at most five cells."""
    y, g, r, b = (words.letter(colour) for colour in COLOURS)
    found = {
        Task.COMMON_SILK: y + g,
        Task.RARE_SILK: r + b,
        Task.NOTIONS: notions(1, 1, either=True),
        Task.FUND: words.say("symbols.decoration"),
        Task.LADIES_DRESS: garment(words, ladies=True),
        Task.COAT: garment(words, ladies=False),
        Task.MASTER_DRESS: words.rank_short(Rank.MASTER),
    }
    return found[name]


def task_in_words(words: Words, name: Task) -> str:
    """An examination task in a word or two."""
    y, g, r, b = (words.letter(colour) for colour in COLOURS)
    found = {
        Task.COMMON_SILK: f"{y}/{g} {words.term('silk')}",
        Task.RARE_SILK: f"{r}/{b} {words.term('silk')}",
        Task.NOTIONS: f"{words.term('yarn')}/{words.term('lace')}",
        Task.FUND: words.term("decoration"),
        Task.LADIES_DRESS: words.term("ladies-dress"),
        Task.COAT: words.term("coat"),
        Task.MASTER_DRESS: words.say("symbols.any-master", rank=words.rank(Rank.MASTER)),
    }
    return found[name]
