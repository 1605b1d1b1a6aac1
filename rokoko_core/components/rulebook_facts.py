"""Facts that the rulebooks state about the pieces, and the deviations of a component set from them.

The rulebooks show most values as pictures only. The facts here are the counts, ranges, prices and bonuses stated in
words, and the segment sizes from published reviews. A set that contradicts one is a variant.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from enum import StrEnum
from itertools import pairwise
from typing import TypeVar

import msgspec

from rokoko_core.components.rulebook_effects import BARRY_ACTIONS, CONDITIONS, EFFECTS, JEWELRY, LEVELS, WITH_JEWELS
from rokoko_core.components.tables import (
    Card,
    ComponentSet,
    Deviation,
    Dress,
    Figure,
    Figures,
    Form,
    Part,
    PartKind,
    Side,
)
from rokoko_core.terms import COLOURS, Bonus, Colour, DecorationKind, DressEffect, Expansion, Rank

Reading = Callable[[ComponentSet], Figures]


class Fact(msgspec.Struct, frozen=True):
    """A statement of the rulebooks; it holds if ``read`` returns the expected figures for a set."""

    code: str
    file: str
    part: Part
    expected: Figures
    read: Reading


def deviations(components: ComponentSet) -> tuple[Deviation, ...]:
    """Return a deviation for each fact that does not hold, in the order of ``FACTS``."""
    return tuple(
        Deviation(file=fact.file, part=fact.part, fact=fact.code, expected=fact.expected, found=figures)
        for fact in FACTS
        if (figures := fact.read(components)) != fact.expected
    )


# ---- readers

Key = TypeVar("Key")


HOLDS = Figures(Form.HOLDS)
NONE = Figures(Form.LIST)


def _by(key: Key, read: Callable[[ComponentSet, Key], Figures]) -> Reading:
    """Bind ``read`` to one key, such as a colour or a level."""
    return lambda components: read(components, key)


def _listed(figures: Iterable[Figure]) -> Figures:
    return Figures(Form.LIST, tuple(figures))


def _span(figures: Iterable[int]) -> Figures:
    known = sorted(figures)
    return Figures(Form.SPAN, (known[0], known[-1])) if known else NONE


def _within(figures: Iterable[int], least: int, most: int) -> Figures:
    """Return the whole span if it contains all figures, else the figures outside."""
    outside = sorted({figure for figure in figures if not least <= figure <= most})
    return _listed(outside) if outside else Figures(Form.SPAN, (least, most))


def _holds(holds: bool) -> Figures:
    return HOLDS if holds else NONE


def _entry(name: str) -> Part:
    return Part(PartKind.ENTRY, name)


def _dresses(components: ComponentSet, expansion: Expansion | None) -> list[Dress]:
    return [dress for dress in components.dresses if dress.expansion is expansion]


def _cards(components: ComponentSet, level: int) -> list[Card]:
    return [card for card in components.cards if card.level == level and not card.jewelry]


def _ranks(cards: Iterable[Card]) -> Figures:
    ranks: Counter[Rank] = Counter()
    for card in cards:
        ranks[card.rank] += card.count
    return Figures(Form.RANKS, tuple(ranks[rank] for rank in Rank))


def _bonuses(cards: Iterable[Card]) -> Figures:
    return _listed(sorted(card.bonus for card in cards for _ in range(card.count)))


def _words(words: Iterable[StrEnum]) -> Figures:
    return _listed(sorted(word.value for word in words))


def _side(components: ComponentSet, players: int) -> Side:
    """Return the side for a player count; the schema ensures that there is one."""
    return next(side for side in components.sides if players in side.players)


def _costs(side: Side, kind: DecorationKind) -> list[int]:
    return [space.cost for space in side.decorations if space.kind is kind]


# ---- boards.toml


def _of(file: str) -> Callable[[str, Part, Figures, Reading], Fact]:
    return lambda code, part, expected, read: Fact(code, file, part, expected, read)


def _price_facts() -> Iterable[Fact]:
    fact = _of("boards.toml")
    yield fact("warehouse-prices", _entry("prices"), _listed((0, 1, 2, 2)), lambda c: _listed(c.prices.warehouse))
    yield fact("hire-prices", _entry("prices"), _listed((0, 1, 3, 5)), lambda c: _listed(c.prices.hire))
    yield fact("exam-price", _entry("prices"), _listed((5,)), lambda c: _listed((c.prices.exam,)))
    yield fact(
        "start",
        _entry("start"),
        Figures(Form.START, (15, 1, 1)),
        lambda c: Figures(Form.START, (c.prices.livre, c.prices.yarn, c.prices.lace)),
    )
    yield fact(
        "depute", _entry("depute"), _listed((10, 7, 4)), lambda c: _listed(c.prices.depute[rank] for rank in Rank)
    )
    yield fact("jewels", _entry("jeweler"), _listed((24,)), lambda c: _listed((sum(c.jeweler.tiles),)))
    yield fact("jewel-colours", _entry("jeweler"), _listed((7, 7, 6, 4)), lambda c: _listed(c.jeweler.tiles))


def _side_facts() -> Iterable[Fact]:
    fact, side = _of("boards.toml"), _entry("side")
    yield fact("sides", side, Figures(Form.SIDES, (("A", 1, 2, 3), ("B", 4, 5))), _sides)
    for players, sizes, majority in ((3, (3, 3, 3), (6, 2)), (4, (4, 4, 4), (7, 3))):
        part = Part(PartKind.SIDE, players)
        yield fact("segments", part, _listed(sizes), _by(players, lambda c, p: _listed(_side(c, p).segments)))
        yield fact(
            "fireworks-majority",
            part,
            Figures(Form.SHARE, majority),
            _by(players, lambda c, p: Figures(Form.SHARE, _side(c, p).fireworks_majority)),
        )
    span = Figures(Form.SPAN, (0, 8))
    yield fact("window-costs", side, span, lambda c: _within([w for s in c.sides for w in s.windows], 0, 8))
    yield fact("window-4", side, HOLDS, lambda c: _holds(any(4 in s.windows for s in c.sides)))
    yield fact("fireworks-rise", side, HOLDS, _fireworks_rise)
    yield fact("multipliers", side, Figures(Form.SPAN, (2, 3)), _multipliers)
    yield fact("hall-3-1", side, HOLDS, lambda c: _holds(any((3, 1) in s.majorities for s in c.sides)))
    yield fact("decoration-10", side, HOLDS, _decoration_10)


def _sides(components: ComponentSet) -> Figures:
    sides = sorted(components.sides, key=lambda side: side.id)
    return Figures(Form.SIDES, tuple((side.id, *sorted(side.players)) for side in sides))


def _fireworks_rise(components: ComponentSet) -> Figures:
    for side in components.sides:
        costs = _costs(side, DecorationKind.FIREWORKS)
        if any(left >= right for left, right in pairwise(costs)):
            return Figures(Form.COSTS, (side.id, *costs))
    return HOLDS


def _multipliers(components: ComponentSet) -> Figures:
    return _within(
        [space.multiplier for side in components.sides for space in side.decorations if space.multiplier], 2, 3
    )


def _decoration_10(components: ComponentSet) -> Figures:
    return _holds(any(space.cost == 10 for side in components.sides for space in side.decorations))


# ---- dresses.toml and dresses_expansions.toml

_BASE_COUNTS = {Colour.YELLOW: 13, Colour.GREEN: 13, Colour.RED: 10, Colour.BLUE: 6}


def _dress_facts() -> Iterable[Fact]:
    fact, dress = _of("dresses.toml"), _entry("dress")
    yield fact("dress-count", dress, _listed((42,)), lambda c: _listed((len(_dresses(c, None)),)))
    for colour in COLOURS:
        yield fact(
            "dress-colour",
            Part(PartKind.COLOUR, colour),
            _listed((_BASE_COUNTS[colour],)),
            _by(colour, lambda c, wanted: _listed((sum(d.colour is wanted for d in _dresses(c, None)),))),
        )
    yield fact("dress-value", dress, Figures(Form.SPAN, (6, 28)), lambda c: _span(d.value for d in _dresses(c, None)))
    yield fact(
        "dress-prestige", dress, Figures(Form.SPAN, (2, 4)), lambda c: _span(d.prestige for d in _dresses(c, None))
    )


def _expansion_dress_facts() -> Iterable[Fact]:
    fact = _of("dresses_expansions.toml")
    for expansion, number in ((Expansion.FANCY, 4), (Expansion.FESTIVITY, 4), (Expansion.EXPERT, 6)):
        yield fact(
            f"{expansion}-count",
            Part(PartKind.EXPANSION, expansion),
            _listed((number,)),
            _by(expansion, lambda c, wanted: _listed((len(_dresses(c, wanted)),))),
        )
    for expansion, effects in EFFECTS.items():
        yield fact(
            f"{expansion}-effects",
            Part(PartKind.EXPANSION, expansion),
            _words(effects),
            _by(expansion, lambda c, wanted: _listed(sorted(d.effect for d in _dresses(c, wanted) if d.effect))),
        )


def _special_dress_facts() -> Iterable[Fact]:
    fact = _of("dresses_expansions.toml")
    fancy, festivity, expert = (
        Part(PartKind.EXPANSION, expansion) for expansion in (Expansion.FANCY, Expansion.FESTIVITY, Expansion.EXPERT)
    )
    yield fact("fancy-prestige", fancy, HOLDS, _fancy_prestige)
    yield fact("fancy-sellable", fancy, HOLDS, _fancy_sellable)
    yield fact(
        "festivity-sellable",
        festivity,
        NONE,
        lambda c: _listed(dress.id for dress in _dresses(c, Expansion.FESTIVITY) if dress.sellable),
    )
    yield fact(
        "expert-sellable",
        expert,
        _words((DressEffect.EXPERT_14_LIVRE,)),
        lambda c: _listed(sorted(d.effect or d.id for d in _dresses(c, Expansion.EXPERT) if d.sellable)),
    )
    yield fact("expert-14-livre", expert, Figures(Form.DRESSES, ((Colour.RED.value, 14, 0),)), _livre_dress)
    yield fact(
        "needs-jewelry-box",
        expert,
        _words(WITH_JEWELS),
        lambda c: _listed(sorted(d.effect or d.id for d in c.dresses if d.needs is not None)),
    )


def _fancy_prestige(components: ComponentSet) -> Figures:
    most = max(dress.prestige for dress in _dresses(components, None))
    lower = [dress.id for dress in _dresses(components, Expansion.FANCY) if dress.prestige <= most]
    return _listed(lower) if lower else HOLDS


def _fancy_sellable(components: ComponentSet) -> Figures:
    unsellable = tuple(dress.id for dress in _dresses(components, Expansion.FANCY) if not dress.sellable)
    return Figures(Form.EXCEPT, unsellable) if unsellable else HOLDS


def _livre_dress(components: ComponentSet) -> Figures:
    dresses = (dress for dress in components.dresses if dress.effect is DressEffect.EXPERT_14_LIVRE)
    return Figures(Form.DRESSES, tuple((dress.colour.value, dress.value, dress.prestige) for dress in dresses))


# ---- resources.toml


def _resource_facts() -> Iterable[Fact]:
    fact, resource = _of("resources.toml"), _entry("resource")
    yield fact("tile-count", resource, _listed((48,)), lambda c: _listed((_tiles(c, fancy=False),)))
    yield fact("fancy-tile-count", _entry("fancy_resource"), _listed((5,)), lambda c: _listed((_tiles(c, fancy=True),)))
    yield fact("silk-rarity", resource, HOLDS, _silk_rarity)
    yield fact(
        "green-pair",
        resource,
        _listed(("gg:yarn/lace",)),
        lambda c: _listed(t.id for t in c.tiles if t.id == "gg:yarn/lace"),
    )
    yield fact("yellow-red", resource, HOLDS, _yellow_red)


def _tiles(components: ComponentSet, fancy: bool) -> int:
    return sum(tile.count for tile in components.tiles if tile.fancy == fancy)


def _silk_rarity(components: ComponentSet) -> Figures:
    bales = tuple(
        sum(tile.silk[place] * tile.count for tile in components.tiles if not tile.fancy) for place in range(4)
    )
    yellow, green, red, blue = bales
    return HOLDS if min(yellow, green) > red > blue else Figures(Form.BALES, bales)


def _yellow_red(components: ComponentSet) -> Figures:
    return _holds(any(tile.silk[0] and tile.silk[2] and not tile.fancy for tile in components.tiles))


# ---- employees.toml


def _employee_facts() -> Iterable[Fact]:
    fact = _of("employees.toml")
    yield fact(
        "stack-levels",
        _entry("card"),
        _listed((6, 4, 4, 4, 4, 6)),
        lambda c: _listed(sum(card.count for card in _cards(c, level)) for level in range(1, 7)),
    )
    base, last = Part(PartKind.LEVEL, 0), Part(PartKind.LEVEL, 6)
    yield fact("base-ranks", base, Figures(Form.RANKS, (2, 1, 2)), lambda c: _ranks(_cards(c, 0)))
    yield fact("base-master-bonus", base, _words((Bonus.NONE, Bonus.NONE)), _base_masters)
    for level, ranks in ((2, (1, 2, 1)), (5, (2, 1, 1))):
        yield fact(
            "level-ranks",
            Part(PartKind.LEVEL, level),
            Figures(Form.RANKS, ranks),
            _by(level, lambda c, wanted: _ranks(_cards(c, wanted))),
        )
    for level, bonuses in LEVELS.items():
        yield fact(
            "level-bonuses",
            Part(PartKind.LEVEL, level),
            _words(bonuses),
            _by(level, lambda c, wanted: _bonuses(_cards(c, wanted))),
        )
    crowned = Figures(Form.RANKS, (0, 0, 4))
    yield fact("crowned-apprentices", last, crowned, lambda c: _ranks(card for card in _cards(c, 6) if card.end_game))
    yield from _jewelry_card_facts()


def _base_masters(components: ComponentSet) -> Figures:
    return _bonuses(card for card in _cards(components, 0) if card.rank is Rank.MASTER)


def _jewelry_card_facts() -> Iterable[Fact]:
    def jewelry(components: ComponentSet, level: int) -> list[Card]:
        return [card for card in components.cards if card.jewelry and card.level == level]

    fact, specialist = _of("employees.toml"), _entry("specialist")
    for level, ranks in ((2, (0, 9, 0)), (5, (9, 0, 0))):
        part = Part(PartKind.JEWELRY_LEVEL, level)
        expected = Figures(Form.RANKS, ranks)
        yield fact("jewelry-ranks", part, expected, _by(level, lambda c, wanted: _ranks(jewelry(c, wanted))))
        bonuses = _words(JEWELRY[level])
        yield fact("jewelry-bonuses", part, bonuses, _by(level, lambda c, wanted: _bonuses(jewelry(c, wanted))))
    yield fact("specialist-count", specialist, _listed((10,)), lambda c: _listed((len(c.specialists),)))
    yield fact(
        "specialist-conditions",
        specialist,
        _words(CONDITIONS),
        lambda c: _listed(sorted(card.condition or card.id for card in c.specialists)),
    )


# ---- du_barry.toml


def _barry_facts() -> Iterable[Fact]:
    fact, card = _of("du_barry.toml"), _entry("card")
    yield fact("barry-count", card, _listed((25,)), lambda c: _listed((len(c.barry),)))
    actions = _words(BARRY_ACTIONS)
    yield fact("barry-actions", card, actions, lambda c: _listed(sorted({card.action for card in c.barry})))
    halls = _listed(range(1, 6))
    yield fact("barry-halls", card, halls, lambda c: _listed(sorted({card.hall for card in c.barry})))


FACTS: tuple[Fact, ...] = (
    *_price_facts(),
    *_side_facts(),
    *_dress_facts(),
    *_expansion_dress_facts(),
    *_special_dress_facts(),
    *_resource_facts(),
    *_employee_facts(),
    *_barry_facts(),
)
"""All facts, table by table."""
