"""Glyphs and very short labels for the cells of the table, where no full word fits, and the marks of owners."""

from functools import lru_cache

from rokoko_core.state import NOBODY, Setup
from rokoko_core.terms import COLOURS, DecorationKind, DressEffect, Rank, Task
from rokoko_tui.text import Words
from rokoko_tui.text.piece_names import dress_kind
from rokoko_tui.text.wording import Wording

PRESTIGE = "★"
MUSICIAN = "♪"
YARN = "≈"
LACE = "✻"
TILE = "▤"
EMPTY = "·"
NEW = "°"
"""Marks a piece that came with the round."""
DONE = "✓"
TO_DO = "○"
NOTHING = "–"
EFFECT = "!"
"""Marks an effect whose text does not fit."""

_DYES: dict[str, dict[str, str]] = {
    "classic": {"yellow": "yellow", "green": "green", "red": "red", "blue": "blue"},
    "deluxe": {"yellow": "blue", "green": "pink", "red": "green", "blue": "orange"},
}
"""By edition, the dye of each colour of the rules."""


def silk_role(words: Words, colour: str) -> str:
    """Return the style role of silk, dresses and jewels of ``colour``."""
    return f"silk.{_DYES[words.edition][colour]}"


def dye(words: Words, colour: str) -> str:
    """Return the paint of silk, dresses and jewels of ``colour`` in pictures."""
    return f"dye.{_DYES[words.edition][colour]}"


def unusual_letters(words: Words) -> str:
    """Return the letters of silk that do not begin the name of their colour, with the names; empty for none."""
    silk = [(words.letter(colour), words.term(colour)) for colour in COLOURS]
    return " ".join(f"{letter} {name}" for letter, name in silk if not name.startswith(letter.casefold()))


def money(words: Words, livre: int, wide: bool = False) -> str:
    """Return a price in few cells; ``wide`` adds a blank."""
    return f"{livre}{' ' if wide else ''}{words.letter('livre')}" if livre else words.say("symbols.free")


def prestige(points: int) -> str:
    return f"{PRESTIGE}{points}"


def garment(words: Words, ladies: bool) -> str:
    """Return the shortest noun for a ladies' dress or a coat."""
    return words.term(dress_kind(ladies)).split()[-1]


def notions(yarn: int, lace: int, either: bool = False, wide: bool = False) -> str:
    """Return yarn and lace as glyphs: ``≈+✻`` for both, ``≈/✻`` for ``either``; ``wide`` adds blanks."""
    separator = "/" if either else "+"
    return (f" {separator} " if wide else separator).join([YARN] * yarn + [LACE] * lace)


def effect(words: Words, name: DressEffect) -> Wording:
    """Return the effect of renting out a dress in two or three marked words, and in at most 10 cells."""
    noun, key = garment(words, ladies=name is not DressEffect.FESTIVITY_GREEN_COATS), f"symbols.effect.{name}"
    return Wording(words.marked(key, what=noun), words.marked(f"{key}.1", what=noun))


def decoration_label(words: Words, kind: DecorationKind) -> str:
    """Return the heading of a row of decoration spaces."""
    return words.say(f"symbols.label.{kind}")


def fountain_halves(words: Words) -> tuple[str, str]:
    """Return the signs of the two rows of the fountain."""
    return words.say("symbols.half.upper"), words.say("symbols.half.lower")


def hall_label(words: Words, hall: int) -> str:
    if hall == 1:
        return words.say("symbols.label.king-hall")
    name = words.hall(hall)
    return name[:1].upper() + name[1:]


def task(words: Words, name: Task) -> str:
    """Return an examination task in at most five cells."""
    y, g, r, b = (words.letter(colour) for colour in COLOURS)
    texts = {
        Task.COMMON_SILK: y + g,
        Task.RARE_SILK: r + b,
        Task.NOTIONS: notions(1, 1, either=True),
        Task.FUND: words.say("symbols.decoration"),
        Task.LADIES_DRESS: garment(words, ladies=True),
        Task.COAT: garment(words, ladies=False),
        Task.MASTER_DRESS: words.rank_short(Rank.MASTER),
    }
    return texts[name]


def task_in_words(words: Words, name: Task) -> str:
    """Return an examination task in one or two words."""
    y, g, r, b = (words.letter(colour) for colour in COLOURS)
    texts = {
        Task.COMMON_SILK: f"{y}/{g} {words.term('silk')}",
        Task.RARE_SILK: f"{r}/{b} {words.term('silk')}",
        Task.NOTIONS: f"{words.term('yarn')}/{words.term('lace')}",
        Task.FUND: words.term("decoration"),
        Task.LADIES_DRESS: words.term("ladies-dress"),
        Task.COAT: words.term("coat"),
        Task.MASTER_DRESS: words.say("symbols.any-master", rank=words.rank(Rank.MASTER)),
    }
    return texts[name]


# ---- owners

MARKS: dict[str, str] = {"disc": "●", "square": "■", "triangle": "▲", "diamond": "◆", "star": "✦"}
"""Shapes by the name saved in ``Seat.mark``: owners differ without colour. None is ★, the glyph of prestige."""
SIGNS = tuple(MARKS.values())
CROWN = "♛"
"""The mark of Madame du Barry."""


@lru_cache
def marks_of(setup: Setup) -> tuple[str, ...]:
    """Return the mark of every player: the selected shape, or the first free one. No two are the same."""
    selected: dict[int, str] = {}
    for seat, player in enumerate(setup.players):
        if player.mark in MARKS and player.mark not in selected.values():
            selected[seat] = player.mark
    free = [name for name in MARKS if name not in selected.values()]
    return tuple(MARKS[selected[seat] if seat in selected else free.pop(0)] for seat in range(len(setup.players)))


def mark_of(setup: Setup, seat: int) -> str:
    """Return the mark of ``seat``; the crown for Madame du Barry, and for ``NOBODY`` that of a new piece."""
    if seat == NOBODY:
        return NEW
    marks = marks_of(setup)
    return marks[seat] if seat < len(marks) else CROWN


def owner_role(setup: Setup, seat: int) -> str:
    """Return the style role of ``seat``, which is also the name of its paint. The colour goes with the mark.

    A new piece has none.
    """
    return mark_role(mark_of(setup, seat)) if seat != NOBODY else ""


def mark_role(mark: str) -> str:
    """Return the style role of an owner mark."""
    return "owner.barry" if mark == CROWN else f"owner.{SIGNS.index(mark)}"
