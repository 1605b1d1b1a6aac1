"""What the rulebooks state about the pieces, and where a component set departs from it.

The rulebooks show most figures as pictures only; the facts here are the counts, ranges, prices and bonuses they give
in words (and the segments' sizes, which published reviews give). A set that breaks one is a variant.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import TypeVar

import msgspec

from rokoko_core.components.tables import Card, ComponentSet, Deviation, Dress, Side
from rokoko_core.terms import COLOURS, Colour, DecorationKind, Expansion, Rank

RECONSTRUCTED: dict[str, str] = {
    "boards.toml": (
        "Prices, starting money, depute gains, fireworks majorities, the number of halls and jewels and the players of "
        "each side are the rulebooks', the segments' sizes a review's; the costs of windows, decorations and jewels, "
        "the halls' majorities, guest spaces, prestige and the all-halls row are reconstructed."
    ),
    "dresses.toml": (
        "The number of dresses of each colour and the ranges of value and prestige are the rulebooks'; "
        "silk, yarn, lace, thimble, value and prestige of each single dress are reconstructed."
    ),
    "dresses_expansions.toml": (
        "The number of dresses, their effects, which of them can be sold and what the 14-Livre dress brings are the "
        "rulebooks'; all other figures are reconstructed."
    ),
    "du_barry.toml": (
        "The number of cards, the kinds of action and that each card names a hall and a jewel symbol are the "
        "rulebooks'; which card carries which action, aim, hall and symbol is reconstructed."
    ),
    "employees.toml": (
        "Bonuses, levels, counts, conditions and crowns are the rulebooks', as are the ranks of the base deck, of "
        "levels 2 and 5, of the crowned cards and of the Jewelry Box; the ranks of the other cards are reconstructed."
    ),
    "resources.toml": (
        "The number of tiles and which silk is common or rare are the rulebooks'; what most tiles combine and how "
        "often each occurs are reconstructed."
    ),
}
"""For each table as shipped, which figures are the rulebooks' and which are reconstructed."""

OWNED = "The owner's own figures."
"""Stands in place of such a sentence for a table from an owner's folder."""


class Fact(msgspec.Struct, frozen=True):
    """Something the rulebooks state: it holds when ``found`` reads the expected words out of a set."""

    code: str
    file: str
    entry: str
    expected: str
    found: Callable[[ComponentSet], str]


def deviations(components: ComponentSet) -> tuple[Deviation, ...]:
    """Every fact that does not hold, in the order of ``FACTS``."""
    return tuple(
        Deviation(file=fact.file, entry=fact.entry, fact=fact.code, expected=fact.expected, found=found)
        for fact in FACTS
        if (found := fact.found(components)) != fact.expected
    )


# ---- ways to read a set

Key = TypeVar("Key")


def _by(key: Key, found: Callable[[ComponentSet, Key], str]) -> Callable[[ComponentSet], str]:
    """What ``found`` reads for one key, such as a colour or a level."""
    return lambda components: found(components, key)


def _listed(figures: Iterable[object]) -> str:
    return ", ".join(str(figure) for figure in figures) or "none"


def _span(figures: Iterable[int]) -> str:
    known = sorted(figures)
    return f"{known[0]} to {known[-1]}" if known else "none"


def _within(figures: Iterable[int], least: int, most: int) -> str:
    """``"least to most"`` when all figures lie in that range, else those that do not."""
    outside = sorted({figure for figure in figures if not least <= figure <= most})
    return _listed(outside) if outside else f"{least} to {most}"


def _dresses(components: ComponentSet, expansion: Expansion | None) -> list[Dress]:
    return [dress for dress in components.dresses if dress.expansion is expansion]


def _cards(components: ComponentSet, level: int) -> list[Card]:
    return [card for card in components.cards if card.level == level and not card.jewelry]


def _ranks(cards: Iterable[Card]) -> str:
    """Cards per rank, such as ``"2 master, 1 journeyman, 2 apprentice"``."""
    ranks: Counter[Rank] = Counter()
    for card in cards:
        ranks[card.rank] += card.count
    return _listed(f"{ranks[rank]} {rank}" for rank in Rank)


def _bonuses(cards: Iterable[Card]) -> str:
    return _listed(sorted(card.bonus for card in cards for _ in range(card.count)))


def _words(words: str) -> str:
    return _listed(sorted(words.split()))


def _side(components: ComponentSet, players: int) -> Side:
    """The side for this number of players; the schema holds that there is one."""
    return next(side for side in components.sides if players in side.players)


def _costs(side: Side, kind: DecorationKind) -> list[int]:
    return [space.cost for space in side.decorations if space.kind is kind]


# ---- boards.toml


def _board_facts() -> Iterable[Fact]:
    def fact(code: str, entry: str, expected: str, found: Callable[[ComponentSet], str]) -> Fact:
        return Fact(code, "boards.toml", entry, expected, found)

    yield fact("warehouse-prices", "prices", "0, 1, 2, 2", lambda c: _listed(c.prices.warehouse))
    yield fact("hire-prices", "prices", "0, 1, 3, 5", lambda c: _listed(c.prices.hire))
    yield fact("exam-price", "prices", "5", lambda c: str(c.prices.exam))
    yield fact(
        "start",
        "start",
        "15 Livre, 1 yarn, 1 lace",
        lambda c: f"{c.prices.livre} Livre, {c.prices.yarn} yarn, {c.prices.lace} lace",
    )
    yield fact("depute", "depute", "10, 7, 4", lambda c: _listed(c.prices.depute[rank] for rank in Rank))
    yield fact(
        "sides",
        "side",
        "A for 1, 2, 3; B for 4, 5",
        lambda c: "; ".join(f"{s.id} for {_listed(sorted(s.players))}" for s in sorted(c.sides, key=lambda s: s.id)),
    )
    for players, sizes, majority in ((3, "3, 3, 3", "6/2"), (4, "4, 4, 4", "7/3")):
        entry = f"side for {players} players"
        yield fact("segments", entry, sizes, _by(players, lambda c, p: _listed(_side(c, p).segments)))
        yield fact(
            "fireworks-majority",
            entry,
            majority,
            _by(players, lambda c, p: "{}/{}".format(*_side(c, p).fireworks_majority)),
        )
    yield fact("window-costs", "side", "0 to 8", lambda c: _within([w for s in c.sides for w in s.windows], 0, 8))
    yield fact("window-4", "side", "a window costs 4", _window_4)
    yield fact("fireworks-rise", "side", "each fireworks space costs more than the one left of it", _fireworks_rise)
    yield fact("multipliers", "side", "2 to 3", _multipliers)
    yield fact("hall-3-1", "side", "a hall pays 3/1", _hall_3_1)
    yield fact("decoration-10", "side", "a decoration costs 10", _decoration_10)
    yield fact("jewels", "jeweler", "24", lambda c: str(sum(c.jeweler.tiles)))
    yield fact("jewel-colours", "jeweler", "7, 7, 6, 4", lambda c: _listed(c.jeweler.tiles))


def _window_4(components: ComponentSet) -> str:
    return "a window costs 4" if any(4 in side.windows for side in components.sides) else "none"


def _fireworks_rise(components: ComponentSet) -> str:
    for side in components.sides:
        costs = _costs(side, DecorationKind.FIREWORKS)
        if any(left >= right for left, right in pairwise(costs)):
            return f"{_listed(costs)} on side {side.id}"
    return "each fireworks space costs more than the one left of it"


def _multipliers(components: ComponentSet) -> str:
    return _within(
        [space.multiplier for side in components.sides for space in side.decorations if space.multiplier], 2, 3
    )


def _hall_3_1(components: ComponentSet) -> str:
    return "a hall pays 3/1" if any((3, 1) in side.majorities for side in components.sides) else "none"


def _decoration_10(components: ComponentSet) -> str:
    costs = {space.cost for side in components.sides for space in side.decorations}
    return "a decoration costs 10" if 10 in costs else "none"


# ---- dresses.toml and dresses_expansions.toml

_BASE_COUNTS = {Colour.YELLOW: 13, Colour.GREEN: 13, Colour.RED: 10, Colour.BLUE: 6}
_FESTIVITY_EFFECTS = "festivity-green-coats festivity-yellow-gowns festivity-decorations festivity-pairs"
_EXPERT_EFFECTS = (
    "expert-favor expert-depute expert-warehouse-tile expert-14-livre expert-any-jewel expert-matching-jewel"
)
_WITH_JEWELS = "expert-any-jewel expert-matching-jewel"


def _dress_facts() -> Iterable[Fact]:
    def fact(code: str, entry: str, expected: str, found: Callable[[ComponentSet], str]) -> Fact:
        return Fact(code, "dresses.toml", entry, expected, found)

    yield fact("dress-count", "dress", "42", lambda c: str(len(_dresses(c, None))))
    for colour in COLOURS:
        yield fact(
            "dress-colour",
            f"{colour} dresses",
            str(_BASE_COUNTS[colour]),
            _by(colour, lambda c, wanted: str(sum(dress.colour is wanted for dress in _dresses(c, None)))),
        )
    yield fact("dress-value", "dress", "6 to 28", lambda c: _span(dress.value for dress in _dresses(c, None)))
    yield fact("dress-prestige", "dress", "2 to 4", lambda c: _span(dress.prestige for dress in _dresses(c, None)))


def _expansion_dress_facts() -> Iterable[Fact]:
    def fact(code: str, entry: str, expected: str, found: Callable[[ComponentSet], str]) -> Fact:
        return Fact(code, "dresses_expansions.toml", entry, expected, found)

    for expansion, number in ((Expansion.FANCY, 4), (Expansion.FESTIVITY, 4), (Expansion.EXPERT, 6)):
        yield fact(
            f"{expansion}-count",
            f"{expansion} dresses",
            str(number),
            _by(expansion, lambda c, wanted: str(len(_dresses(c, wanted)))),
        )
    yield fact("fancy-prestige", "fancy dresses", "above every base dress", _fancy_prestige)
    yield fact("fancy-sellable", "fancy dresses", "all can be sold", _fancy_sellable)
    for expansion, effects in (
        (Expansion.FANCY, ""),
        (Expansion.FESTIVITY, _FESTIVITY_EFFECTS),
        (Expansion.EXPERT, _EXPERT_EFFECTS),
    ):
        yield fact(
            f"{expansion}-effects",
            f"{expansion} dresses",
            _words(effects),
            _by(expansion, lambda c, wanted: _listed(sorted(d.effect for d in _dresses(c, wanted) if d.effect))),
        )
    yield fact(
        "festivity-sellable",
        "festivity dresses",
        "none",
        lambda c: _listed(dress.id for dress in _dresses(c, Expansion.FESTIVITY) if dress.sellable),
    )
    yield fact(
        "expert-sellable",
        "expert dresses",
        "expert-14-livre",
        lambda c: _listed(sorted(d.effect or d.id for d in _dresses(c, Expansion.EXPERT) if d.sellable)),
    )
    yield fact("expert-14-livre", "expert dresses", "red, 14 Livre, 0 prestige", _livre_dress)
    yield fact(
        "needs-jewelry-box",
        "expert dresses",
        _words(_WITH_JEWELS),
        lambda c: _listed(sorted(d.effect or d.id for d in c.dresses if d.needs is not None)),
    )


def _fancy_prestige(components: ComponentSet) -> str:
    most = max(dress.prestige for dress in _dresses(components, None))
    lower = [dress.id for dress in _dresses(components, Expansion.FANCY) if dress.prestige <= most]
    return _listed(lower) if lower else "above every base dress"


def _fancy_sellable(components: ComponentSet) -> str:
    unsellable = [dress.id for dress in _dresses(components, Expansion.FANCY) if not dress.sellable]
    return f"not {_listed(unsellable)}" if unsellable else "all can be sold"


def _livre_dress(components: ComponentSet) -> str:
    return "; ".join(
        f"{dress.colour}, {dress.value} Livre, {dress.prestige} prestige"
        for dress in components.dresses
        if dress.effect == "expert-14-livre"
    )


# ---- resources.toml


def _resource_facts() -> Iterable[Fact]:
    def fact(code: str, entry: str, expected: str, found: Callable[[ComponentSet], str]) -> Fact:
        return Fact(code, "resources.toml", entry, expected, found)

    yield fact("tile-count", "resource", "48", lambda c: str(sum(t.count for t in c.tiles if not t.fancy)))
    yield fact("fancy-tile-count", "fancy_resource", "5", lambda c: str(sum(t.count for t in c.tiles if t.fancy)))
    yield fact("silk-rarity", "resource", "yellow and green common, red less so, blue rare", _silk_rarity)
    yield fact(
        "green-pair", "resource", "gg:yarn/lace", lambda c: _listed(t.id for t in c.tiles if t.id == "gg:yarn/lace")
    )
    yield fact("yellow-red", "resource", "a tile with yellow and red", _yellow_red)


def _silk_rarity(components: ComponentSet) -> str:
    yellow, green, red, blue = (
        sum(tile.silk[place] * tile.count for tile in components.tiles if not tile.fancy) for place in range(4)
    )
    if min(yellow, green) > red > blue:
        return "yellow and green common, red less so, blue rare"
    return f"bales: {yellow} yellow, {green} green, {red} red, {blue} blue"


def _yellow_red(components: ComponentSet) -> str:
    pairs = (tile for tile in components.tiles if tile.silk[0] and tile.silk[2] and not tile.fancy)
    return "a tile with yellow and red" if any(True for _ in pairs) else "none"


# ---- employees.toml

_LEVELS = {
    1: "gain-1-livre depute-use-bonus buy-random-tile extra-acquire random-tile gain-notion",
    2: "livre-per-yellow-and-red extra-dress-minus-common depute-for-livre prestige-per-2-decorations",
    3: "livre-per-decoration prestige-per-3-dresses extra-fund-minus-5 livre-by-deck-large",
    4: "livre-by-deck-small extra-dress-minus-red livre-per-green-prestige-per-blue prestige-per-4-livre",
    5: "livre-per-dress prestige-per-2-decorations prestige-per-2-dresses prestige-for-silk",
    6: "prestige-per-3-livre extra-fund-minus-10 crown-deck-size crown-notion-pairs crown-master-guests crown-couples",
}
_JEWELRY = {
    2: "use-supply-bonus copy-opponent-bonus livre-per-hall livre-by-small-deck 3-livre-per-2-decorations "
    "extra-dress-sell prestige-per-2-in-hall 3-livre-per-2-rings prestige-per-3-jewels",
    5: "2-livre-per-dress-in-hall prestige-per-yellow-red-pair 3-livre-per-2-master-guests 3-livre-per-2-jewels "
    "livre-for-missing-colours crown-jewel-sets crown-necklaces crown-decorations crown-apprentices",
}
_CONDITIONS = (
    "3-coats 3-ladies-dresses 3-on-master-spaces 30-livre 3-jewels 3-decoration-types 4-tiles-2-lace-2-yarn "
    "5-prestige-now master-exam-once all-5-halls"
)


def _employee_facts() -> Iterable[Fact]:
    def fact(code: str, entry: str, expected: str, found: Callable[[ComponentSet], str]) -> Fact:
        return Fact(code, "employees.toml", entry, expected, found)

    yield fact(
        "stack-levels",
        "card",
        "6, 4, 4, 4, 4, 6",
        lambda c: _listed(sum(card.count for card in _cards(c, level)) for level in range(1, 7)),
    )
    yield fact("base-ranks", "level 0", "2 master, 1 journeyman, 2 apprentice", lambda c: _ranks(_cards(c, 0)))
    yield fact("base-master-bonus", "level 0", "none, none", _base_masters)
    for level, ranks in ((2, "1 master, 2 journeyman, 1 apprentice"), (5, "2 master, 1 journeyman, 1 apprentice")):
        yield fact("level-ranks", f"level {level}", ranks, _by(level, lambda c, wanted: _ranks(_cards(c, wanted))))
    for level, bonuses in _LEVELS.items():
        yield fact(
            "level-bonuses",
            f"level {level}",
            _words(bonuses),
            _by(level, lambda c, wanted: _bonuses(_cards(c, wanted))),
        )
    yield fact(
        "crowned-apprentices",
        "level 6",
        "0 master, 0 journeyman, 4 apprentice",
        lambda c: _ranks(card for card in _cards(c, 6) if card.end_game),
    )
    yield from _jewelry_card_facts()


def _base_masters(components: ComponentSet) -> str:
    return _bonuses(card for card in _cards(components, 0) if card.rank is Rank.MASTER)


def _jewelry_card_facts() -> Iterable[Fact]:
    def jewelry(components: ComponentSet, level: int) -> list[Card]:
        return [card for card in components.cards if card.jewelry and card.level == level]

    for level, ranks in ((2, "0 master, 9 journeyman, 0 apprentice"), (5, "9 master, 0 journeyman, 0 apprentice")):
        entry = f"jewelry cards of level {level}"
        yield Fact(
            "jewelry-ranks", "employees.toml", entry, ranks, _by(level, lambda c, wanted: _ranks(jewelry(c, wanted)))
        )
        yield Fact(
            "jewelry-bonuses",
            "employees.toml",
            entry,
            _words(_JEWELRY[level]),
            _by(level, lambda c, wanted: _bonuses(jewelry(c, wanted))),
        )
    yield Fact("specialist-count", "employees.toml", "specialist", "10", lambda c: str(len(c.specialists)))
    yield Fact(
        "specialist-conditions",
        "employees.toml",
        "specialist",
        _words(_CONDITIONS),
        lambda c: _listed(sorted(card.condition for card in c.specialists)),
    )


# ---- du_barry.toml


def _barry_facts() -> Iterable[Fact]:
    yield Fact("barry-count", "du_barry.toml", "card", "25", lambda c: str(len(c.barry)))
    yield Fact(
        "barry-actions",
        "du_barry.toml",
        "card",
        "acquire, favor, fund, hire, make-dress",
        lambda c: _listed(sorted({card.action for card in c.barry})),
    )
    yield Fact(
        "barry-halls",
        "du_barry.toml",
        "card",
        "1, 2, 3, 4, 5",
        lambda c: _listed(sorted({card.hall for card in c.barry})),
    )


FACTS: tuple[Fact, ...] = (
    *_board_facts(),
    *_dress_facts(),
    *_expansion_dress_facts(),
    *_resource_facts(),
    *_employee_facts(),
    *_barry_facts(),
)
"""Every fact the rulebooks state about the pieces, table by table."""
