"""Names of cards, tiles, dresses, jewels and spaces, and what each piece does."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from rokoko_core.box import Box
from rokoko_core.components.tables import BarryCard, DecorationSpace, Dress, GuestSpace, Tile
from rokoko_core.terms import COLOURS, FACE_DOWN, LADIES, Bales, Bonus, Colour, DecorationKind, Expansion, Rank, Task
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.wording import Wording

CROWN = "crown-"
"""How the names of bonuses begin that count at the end."""


def _name(words: Vocabulary, key: str, **values: object) -> str:
    return words.say(f"pieces.name.{key}", **values)


# ---- single terms


def expansion(words: Vocabulary, name: Expansion) -> str:
    return words.say(f"pieces.expansion.{name}")


def expansion_line(words: Vocabulary, name: Expansion) -> str:
    """Describe what the expansion adds, in one line."""
    return words.say(f"pieces.expansion-line.{name}")


def rank(words: Vocabulary, name: Rank) -> str:
    return words.say(f"pieces.rank.{name}")


def rank_short(words: Vocabulary, name: Rank) -> str:
    """Return the rank as one letter."""
    return words.say(f"pieces.rank-short.{name}")


def rank_legend(words: Vocabulary) -> str:
    """Return the letters of the ranks with the ranks."""
    return " ".join(f"{rank_short(words, name)} {rank(words, name)}" for name in Rank)


def condition(words: Vocabulary, name: str) -> str:
    """Describe what hiring a specialised Apprentice requires (JB-10)."""
    return words.say(f"pieces.condition.{name}")


def effect(words: Vocabulary, name: str) -> str:
    """Describe what a dress brings when rented out (FEST-2, EXPERT-1)."""
    return words.say(f"pieces.effect.{name}")


def task(words: Vocabulary, name: Task | str) -> str:
    """Describe an examination task (JB-6)."""
    return words.say(f"pieces.task.{name}")


def exam(words: Vocabulary, name: str) -> str:
    return words.say(f"pieces.exam.{name}")


# ---- employees


def bonus(words: Vocabulary, name: str) -> str:
    """Describe the bonus in one line."""
    return words.say(f"pieces.bonus.{name}.line")


def bonus_of(words: Vocabulary, card: str, box: Box) -> str:
    """Describe the bonus of a card in one line; empty for one that is face down."""
    return bonus(words, box.card[card].bonus) if card in box.card else ""


def bonus_short(words: Vocabulary, name: str) -> Wording:
    """Describe the bonus in at most 30 cells, at the shortest in 21."""
    short = words.wording(f"pieces.bonus.{name}.short")
    return words.wording("pieces.name.crown", bonus=short) if name.startswith(CROWN) else short


def crown(words: Vocabulary, name: str) -> str:
    """Describe the bonus of a crown card without the words that it counts at the end."""
    return words.say(f"pieces.bonus.{name}.short")


def card(words: Vocabulary, card_id: str, box: Box) -> str:
    """Return rank and bonus of a card: ``Journeyman · fund −5 Livre``."""
    if card_id not in box.card:
        return _name(words, "unknown-card")
    return _name_card(words, card_id, box, "")


def card_within(words: Vocabulary, card_id: str, box: Box) -> str:
    """Return a card as named within a sentence: ``Journeyman (fund −5 Livre)``."""
    return _name_card(words, card_id, box, "-within") if card_id in box.card else card(words, card_id, box)


def _name_card(words: Vocabulary, card_id: str, box: Box, form: str) -> str:
    face = box.card[card_id]
    short = bonus_short(words, face.bonus).longest
    if face.condition:
        return _name(words, f"specialist{form}", bonus=short)
    return _name(words, f"card{form}", rank=rank(words, face.rank), bonus=short)


def card_short(words: Vocabulary, card_id: str, box: Box) -> Wording:
    """Return rank letter and bonus of a card: ``J fund −5 Livre``."""
    if card_id not in box.card:
        return Wording(FACE_DOWN)
    return _rank_and_bonus(words, box.card[card_id].rank, box.card[card_id].bonus)


@lru_cache(maxsize=1024)
def _rank_and_bonus(words: Vocabulary, rank: Rank, bonus: Bonus) -> Wording:
    """Cached: one Enter measures the cards of the hand 195 times, in several arrangements."""
    return words.wording("pieces.name.card-short", rank=rank_short(words, rank), bonus=bonus_short(words, bonus))


def card_forms(words: Vocabulary, card_id: str, box: Box) -> Wording:
    """Return rank and bonus of a card in full, and in the fewest cells."""
    return Wording(card(words, card_id, box), card_short(words, card_id, box).shortest)


# ---- tiles and dresses


def letters(words: Vocabulary, silk: Bales) -> str:
    """Return a letter per bale: ``YYR``."""
    return _name(words, "silk", parts=_bales(words, silk))


def silk_names(words: Vocabulary, silk: Bales) -> str:
    """Return the colours of bales: ``2 yellow + red``."""
    return words.listed(words.bale_names(_count_bales(silk)), "plus")


def _bales(words: Vocabulary, silk: Bales) -> str | list[str]:
    return words.bales(_count_bales(silk))


def _count_bales(silk: Bales) -> dict[str, int]:
    return {str(colour): count for colour, count in zip(COLOURS, silk, strict=True) if count}


def tile(words: Vocabulary, tile_id: str, box: Box) -> str:
    """Return silk and notions of a tile: ``YG yarn/lace``."""
    if tile_id not in box.tile:
        return _name(words, "unknown-tile" if tile_id == FACE_DOWN else "nothing")
    face = box.tile[tile_id]
    if not (notions := _notions(words, face)):
        return _name(words, "kept", parts=_bales(words, face.silk))
    return _name(words, "tile", parts=_bales(words, face.silk), notions=notions)


def _notions(words: Vocabulary, face: Tile) -> str:
    """Return what a tile gives if it is discarded: ``yarn/lace``; empty for nothing."""
    return ("/" if face.either else "+").join([words.term("yarn")] * face.yarn + [words.term("lace")] * face.lace)


def tile_names(words: Vocabulary, tile_id: str, box: Box) -> str:
    """Return silk and notions of a tile, the colours by name: ``2 green, yarn/lace``."""
    if tile_id not in box.tile:
        return tile(words, tile_id, box)
    face = box.tile[tile_id]
    if not (notions := _notions(words, face)):
        return kept_silk_names(words, tile_id, box)
    return _name(words, "tile-named", parts=words.bale_names(_count_bales(face.silk)), notions=notions)


def tile_with_signs(words: Vocabulary, tile_id: str, box: Box) -> str:
    """Return silk and notions of a tile with their signs: ``GG ≈/✻``."""
    if tile_id not in box.tile:
        return tile(words, tile_id, box)
    face = box.tile[tile_id]
    notions = ("/" if face.either else "+").join(["≈"] * face.yarn + ["✻"] * face.lace)
    return f"{letters(words, face.silk)} {notions}"


def kept_silk(words: Vocabulary, tile_id: str, box: Box) -> str:
    """Return the silk of a kept tile, the only thing that still counts: ``YG`` (ACQ-3)."""
    if tile_id not in box.tile:
        return _name(words, "unknown-tile")
    return _name(words, "kept", parts=_bales(words, box.tile[tile_id].silk))


def kept_silk_names(words: Vocabulary, tile_id: str, box: Box) -> str:
    """Return the colours of a kept tile: ``yellow + green``."""
    if tile_id not in box.tile:
        return _name(words, "unknown-tile")
    return _name(words, "kept-named", parts=words.bale_names(_count_bales(box.tile[tile_id].silk)))


def dress_kind(ladies: bool) -> str:
    """Return the part of message keys that stands for a ladies' dress or a coat."""
    return "ladies-dress" if ladies else "coat"


def dress_short(words: Vocabulary, dress_id: str, box: Box) -> str:
    """Return colour and kind: ``red ladies' dress``."""
    if dress_id not in box.dress:
        return _name(words, "unknown-dress" if dress_id == FACE_DOWN else "nothing")
    face = box.dress[dress_id]
    return _name(words, dress_kind(face.ladies), colour=words.term(face.colour))


def count_dresses(words: Vocabulary, dresses: Iterable[str], box: Box) -> list[str]:
    """Return colour and kind of face-up dresses, with the number of equal ones: ``2 green coats``."""
    counts = Counter((box.dress[dress].colour, box.dress[dress].ladies) for dress in dresses)
    one, several = ("coat", "ladies-dress"), ("coats", "ladies-dresses")
    return [
        words.say_of(f"pieces.name.{(several if n > 1 else one)[ladies]}", {"n": n, "colour": words.term(colour)})
        for (colour, ladies), n in counts.items()
    ]


def dress_cost(words: Vocabulary, face: Dress) -> str:
    """Return silk, yarn and lace that a dress costs: ``RRY+lace``."""
    counts = {"yarn": face.yarn, "lace": face.lace}
    notions = [
        words.term(key) if n == 1 else words.say(f"narration.count.{key}", n=n) for key, n in counts.items() if n
    ]
    if not any(face.silk):
        return "+".join([_name(words, "no-cost"), *notions])
    if not notions:
        return _name(words, "silk-cost", parts=_bales(words, face.silk))
    return _name(words, "cost", parts=_bales(words, face.silk), notions="+".join(notions))


def dress_facts(words: Vocabulary, face: Dress) -> list[Wording]:
    """List sale value, prestige and special features."""
    facts = [words.wording(f"pieces.name.{'sells' if face.sellable else 'no-sale'}", livre=face.value)]
    facts.append(Wording(_name(words, "fund-prestige", prestige=face.prestige)))
    if face.master_only:
        facts.append(Wording(words.term("thimble")))
    if face.effect:
        facts.append(Wording(_name(words, "effect", effect=effect(words, face.effect))))
    return facts


def dress(words: Vocabulary, dress_id: str, box: Box) -> str:
    """Describe a dress: ``red ladies' dress · RRY+lace · sells for 9 Livre · 3 prestige``."""
    short = dress_short(words, dress_id, box)
    if dress_id not in box.dress:
        return short
    face = box.dress[dress_id]
    facts = [fact.longest for fact in dress_facts(words, face)]
    return words.listed([short, dress_cost(words, face), *facts], "facts")


def jewel_kind(colour: str) -> str:
    """Return the part of message keys that stands for a jewel of ``colour``, a necklace or a ring."""
    return "necklace" if colour in LADIES else "ring"


def jewel(words: Vocabulary, colour: str) -> str:
    """Return ``red necklace`` or ``blue ring``."""
    if colour not in list(Colour):
        return _name(words, "nothing")
    return _name(words, jewel_kind(colour), colour=words.term(colour))


# ---- spaces


def hall_in(words: Vocabulary, hall: int) -> str:
    """Return a hall as used inside a sentence: ``the King's Hall``, ``hall 2``."""
    return words.say("pieces.name.in-king-hall") if hall == 1 else words.hall(hall)


def guest_name(words: Vocabulary, space: GuestSpace) -> str:
    """Return ``hall 2, Master space 1``."""
    key = "master-guest" if space.master else "guest"
    return _name(words, key, hall=words.hall(space.hall), number=space.number)


def reward(words: Vocabulary, space: GuestSpace) -> str:
    """Return what placing a dress there brings, which may be nothing (DRESS-6)."""
    gains = [words.money(space.livre, "gain")] if space.livre else []
    gains += [_name(words, "yarn", n=space.yarn)] if space.yarn else []
    gains += [words.say("choices.gain.lace", n=space.lace)] if space.lace else []
    gains += [_name(words, "one-tile")] if space.tile else []
    return words.listed(gains, "plus")


def guest(words: Vocabulary, space_id: str, box: Box) -> str:
    """Return a guest space with its reward: ``hall 2, Master space 2 · 1 lace``."""
    space = box.guest[space_id]
    return words.listed([part for part in (guest_name(words, space), reward(words, space)) if part], "facts")


def decoration_name(words: Vocabulary, space: DecorationSpace) -> str:
    """Return ``statue 2`` or ``musician in hall 3``."""
    if space.kind is DecorationKind.MUSICIAN:
        return _name(words, "musician", hall=hall_in(words, space.hall))
    return _name(words, "decoration", what=words.say(f"pieces.kind.{space.kind}"), n=space.number)


_WORTH = {
    DecorationKind.STATUE: "statue-worth",
    DecorationKind.FOUNTAIN_UPPER: "upper-worth",
    DecorationKind.FOUNTAIN_LOWER: "lower-worth",
    DecorationKind.JEWELER: "jeweler-worth",
}


def decoration_facts(words: Vocabulary, space: DecorationSpace) -> list[str]:
    """List what owning the space brings."""
    facts = [_name(words, "fund-prestige", prestige=space.prestige)] if space.prestige else []
    facts += [_name(words, "fund-terrace", multiplier=space.multiplier)] if space.multiplier else []
    facts += [_name(words, _WORTH[space.kind])] if space.kind in _WORTH else []
    return facts


def decoration(words: Vocabulary, space_id: str, box: Box) -> str:
    """Describe a decoration space: ``fireworks 3 · 12 Livre · Terrace ×2``."""
    space = box.decoration[space_id]
    return words.listed(
        [decoration_name(words, space), words.money(space.cost), *decoration_facts(words, space)], "facts"
    )


def barry_card(words: Vocabulary, face: BarryCard) -> str:
    """Return the instruction on a card of Madame du Barry."""
    target = words.say(f"pieces.du-barry.{face.target}") if face.target else ""
    return words.say_of(f"pieces.du-barry.{face.action}", {"target": target})
