"""Test the component tables: the shipped sets, custom tables, deviations from the rulebooks, and errors."""

import json
import pickle
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Set
from copy import deepcopy
from pathlib import Path
from shutil import copytree
from typing import Any

import msgspec
import pytest

from rokoko_core import Seat, Setup, legal_actions, new_state
from rokoko_core.box import box_of
from rokoko_core.components import (
    FIRST,
    TABLES,
    ComponentError,
    ComponentSet,
    UnknownComponents,
    catalogue,
    components_named,
    load_components,
    newest,
    register,
    shipped,
)
from rokoko_core.components.assembly import assemble
from rokoko_core.components.catalogue import SETS, get_exact_components
from rokoko_core.components.rulebook_facts import FACTS, Fact
from rokoko_core.components.table_errors import FaultDetails, Found, Kind, TableFault, value_at
from rokoko_core.components.tables import Figures, Form, Part, PartKind
from rokoko_core.journal import create, read
from rokoko_core.safe_text import shorten
from rokoko_core.state import decode_state, encode_state
from rokoko_core.terms import Bonus, Colour, Condition, DecorationKind, DressEffect, Expansion, Notion, Rank
from tests import ROOT

SAVES = ROOT / "saves"
NEWEST_FIRST = [SETS / name for name in reversed(shipped())]
WRITTEN = {
    table: next(folder / table for folder in NEWEST_FIRST if (folder / table).exists()).read_text(encoding="utf-8")
    for table in TABLES
}
CONTENT: dict[str, dict[str, Any]] = {table: tomllib.loads(text) for table, text in WRITTEN.items()}

Edit = Callable[[dict[str, Any]], object]


def toml(value: object) -> str:
    """Format a value as inline TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    return json.dumps(value)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = tmp_path / "our-box"
    folder.mkdir()
    return folder


def load_text(folder: Path, table: str, text: str) -> ComponentSet:
    (folder / table).write_text(text, encoding="utf-8")
    return load_components(folder)


def load_edited(folder: Path, table: str, edit: Edit) -> ComponentSet:
    """Load a set with one shipped table changed by ``edit``."""
    content = deepcopy(CONTENT[table])
    edit(content)
    return load_text(folder, table, "\n".join(f"{json.dumps(key)} = {toml(value)}" for key, value in content.items()))


def refused(folder: Path, table: str, edit: Edit) -> ComponentError:
    with pytest.raises(ComponentError) as caught:
        load_edited(folder, table, edit)
    return caught.value


def put(*path: str | int, to: object) -> Edit:
    """Return an edit that sets one value."""

    def edit(content: Any) -> None:
        for step in path[:-1]:
            content = content[step]
        content[path[-1]] = to

    return edit


# ---- the shipped set


@pytest.mark.parametrize("name", shipped())
def test_a_shipped_set_contradicts_no_rulebook(name: str) -> None:
    components = components_named(name)
    assert components.deviations == ()
    assert not components.variant


def test_madame_du_barry_makes_two_dresses_fewer_in_the_second_set() -> None:
    """Two of her cards fund a decoration instead; hall, jewel and all other cards are unchanged."""
    first, second = components_named(FIRST), components_named("reconstructed-2")
    changed = [(a, b) for a, b in zip(first.barry, second.barry, strict=True) if a != b]
    assert [(a.id, a.action, b.action, b.target) for a, b in changed] == [
        ("barry-10", "make-dress", "fund", "fountain"),
        ("barry-15", "make-dress", "fund", "statues"),
    ]
    assert all((a.hall, a.jewel) == (b.hall, b.jewel) for a, b in changed)
    others = msgspec.structs.replace(second, name=first.name, key=first.key, digest=first.digest, barry=first.barry)
    assert others == first


def test_one_rank_of_level_1_changes_in_the_third_set() -> None:
    """Only one Master is left at level 1; all other cards and tables are those of the second set."""
    second, third = components_named("reconstructed-2"), components_named("reconstructed-3")
    changed = [(a, b) for a, b in zip(second.cards, third.cards, strict=True) if a != b]
    assert [(a.id, a.rank, b.rank) for a, b in changed] == [("1-depute-use-bonus", Rank.MASTER, Rank.JOURNEYMAN)]
    assert [card.id for card in third.cards if (card.level, card.rank) == (1, Rank.MASTER)] == ["1-livre"]
    others = msgspec.structs.replace(third, name=second.name, key=second.key, digest=second.digest, cards=second.cards)
    assert others == second


@pytest.mark.rule("SETUP-3", "FANCY-1", "FEST-1", "EXPERT-1")
def test_dresses_are_42_and_4_and_4_and_6() -> None:
    dresses = load_components().dresses
    assert Counter(d.expansion for d in dresses) == {
        None: 42,
        Expansion.FANCY: 4,
        Expansion.FESTIVITY: 4,
        Expansion.EXPERT: 6,
    }
    base = [d for d in dresses if d.expansion is None]
    assert Counter(d.colour.value for d in base) == {"yellow": 13, "green": 13, "red": 10, "blue": 6}
    assert sorted({d.value for d in base})[0] == 6
    assert sorted({d.value for d in base})[-1] == 28
    assert {d.prestige for d in base} == {2, 3, 4}
    assert all(d.sellable for d in base)
    assert not any(d.sellable for d in dresses if d.expansion is Expansion.FESTIVITY)
    assert [d.effect for d in dresses if d.expansion is Expansion.EXPERT and d.sellable] == ["expert-14-livre"]
    assert [d.effect for d in dresses if d.needs is Expansion.JEWELRY_BOX] == [
        "expert-any-jewel",
        "expert-matching-jewel",
    ]


@pytest.mark.rule("SETUP-3", "FANCY-1")
def test_resource_tiles_are_48_and_5() -> None:
    tiles = load_components().tiles
    assert sum(t.count for t in tiles if not t.fancy) == 48
    assert sum(t.count for t in tiles if t.fancy) == 5


@pytest.mark.rule("SETUP-2", "SETUP-4")
def test_employee_cards_by_level() -> None:
    cards = [c for c in load_components().cards if not c.jewelry]
    levels: Counter[int] = Counter()
    for card in cards:
        levels[card.level] += card.count
    assert levels == {0: 5, 1: 6, 2: 4, 3: 4, 4: 4, 5: 4, 6: 6}
    base = [card.rank for card in cards if card.level == 0 for _ in range(card.count)]
    assert Counter(base) == {Rank.MASTER: 2, Rank.JOURNEYMAN: 1, Rank.APPRENTICE: 2}
    assert [c.bonus for c in cards if c.level == 0 and c.rank is Rank.MASTER] == ["none"]
    assert [(c.level, c.rank) for c in cards if c.end_game] == [(6, Rank.APPRENTICE)] * 4


@pytest.mark.rule("JB-1", "JB-10")
def test_jewelry_cards_and_specialists() -> None:
    components = load_components()
    jewelry = [(c.level, c.rank) for c in components.cards if c.jewelry]
    assert Counter(jewelry) == {(2, Rank.JOURNEYMAN): 9, (5, Rank.MASTER): 9}
    assert len(components.specialists) == 10
    assert {(c.level, c.rank, c.bonus) for c in components.specialists} == {(0, Rank.APPRENTICE, "gain-3-prestige")}
    assert {c.condition for c in components.specialists} == set(Condition)
    assert components.jeweler.tiles == (7, 7, 6, 4)
    assert [d.index for d in components.jeweler.decorations] == [0, 1, 2, 3, 4]
    assert [d.id for d in components.jeweler.decorations][:2] == ["jeweler-1", "jeweler-2"]


@pytest.mark.rule("ACQ-1", "HIRE-1", "DEP-1", "SETUP-4")
def test_prices_and_starting_money() -> None:
    prices = load_components().prices
    assert prices.warehouse == (0, 1, 2, 2)
    assert prices.hire == (0, 1, 3, 5)
    assert (prices.livre, prices.yarn, prices.lace, prices.exam) == (15, 1, 1, 5)
    assert prices.depute == {Rank.MASTER: 10, Rank.JOURNEYMAN: 7, Rank.APPRENTICE: 4}


@pytest.mark.rule("SETUP-1")
def test_the_two_sides_of_the_board() -> None:
    a, b = load_components().sides
    assert (a.id, a.players, a.segments, a.fireworks_majority) == ("A", (1, 2, 3), (3, 3, 3), (6, 2))
    assert (b.id, b.players, b.segments, b.fireworks_majority) == ("B", (4, 5), (4, 4, 4), (7, 3))
    assert [len(side.majorities) for side in (a, b)] == [5, 5]


def test_spaces_are_numbered_in_the_order_of_the_board() -> None:
    side = load_components().sides[0]
    assert [space.index for space in side.decorations] == list(range(len(side.decorations)))
    kinds = [space.kind for space in side.decorations]
    assert kinds == sorted(kinds, key=list(DecorationKind).index)
    assert [(d.id, d.hall) for d in side.decorations if d.kind is DecorationKind.MUSICIAN] == [
        ("musician-1", 1),
        ("musician-2", 2),
        ("musician-3", 3),
        ("musician-4", 4),
        ("musician-5", 5),
    ]
    ids = {d.id for d in side.decorations}
    assert {"fireworks-1", "statue-1", "fountain-upper-1", "fountain-lower-1"} <= ids
    assert all(bool(d.multiplier) == (d.kind is DecorationKind.FIREWORKS) for d in side.decorations)
    assert [guest.index for guest in side.guests] == list(range(len(side.guests)))
    assert [guest.id for guest in side.guests][:7] == ["1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "2.1"]


def test_halls_are_sorted_by_number(own: Path) -> None:
    reversed_halls = load_edited(own, "boards.toml", lambda c: c["side"][0]["hall"].reverse())
    assert reversed_halls.sides == load_components().sides
    assert reversed_halls.digest != load_components().digest


@pytest.mark.rule("DRESS-6")
@pytest.mark.parametrize(
    ("notation", "master", "livre", "yarn", "lace", "tile"),
    [
        ("guest", False, 0, 0, 0, False),
        ("master", True, 0, 0, 0, False),
        ("guest:livre-3", False, 3, 0, 0, False),
        ("master:livre-12", True, 12, 0, 0, False),
        ("guest:yarn", False, 0, 1, 0, False),
        ("master:lace", True, 0, 0, 1, False),
        ("guest:tile", False, 0, 0, 0, True),
    ],
)
def test_guest_space_notation(
    own: Path, notation: str, master: bool, livre: int, yarn: int, lace: int, tile: bool
) -> None:
    components = load_edited(own, "boards.toml", put("side", 0, "hall", 0, "spaces", 0, to=notation))
    space = components.sides[0].guests[0]
    assert (space.master, space.livre, space.yarn, space.lace, space.tile) == (master, livre, yarn, lace, tile)


@pytest.mark.rule("ACQ-2")
def test_tile_ids_describe_the_content() -> None:
    tiles = {tile.id: tile for tile in load_components().tiles}
    either, both, fancy = tiles["gg:yarn/lace"], tiles["y:yarn+lace"], tiles["yyg:yarn"]
    assert (either.silk, either.discards) == ((0, 2, 0, 0), (Notion.YARN, Notion.LACE))
    assert (both.silk, both.discards) == ((1, 0, 0, 0), (Notion.BOTH,))
    assert (fancy.silk, fancy.discards, fancy.fancy) == ((2, 1, 0, 0), (Notion.YARN,), True)
    assert tiles["bb:lace"].discards == (Notion.LACE,)


@pytest.mark.rule("SOLO-2")
def test_du_barry_has_25_cards_for_all_halls() -> None:
    barry = load_components().barry
    assert len(barry) == 25
    assert {card.hall for card in barry} == {1, 2, 3, 4, 5}
    assert {card.action for card in barry} == {"favor", "acquire", "make-dress", "hire", "fund"}
    assert all((card.action == "favor") == (card.target == "") for card in barry)


def test_every_bonus_and_effect_is_on_a_shipped_piece() -> None:
    components = load_components()
    assert {card.bonus for card in (*components.cards, *components.specialists)} == set(Bonus)
    assert {dress.effect for dress in components.dresses} - {None} == set(DressEffect)
    assert len(DressEffect) == 10
    assert len(Condition) == 10


def test_each_shipped_table_names_its_sources() -> None:
    assert all("RULEBOOK" in text or "rulebook" in text for text in WRITTEN.values())


def test_shipped_tables_are_loaded_lazily_and_once() -> None:
    assert load_components() is load_components()
    script = (
        "import sys, rokoko_core.components.catalogue as c; "
        "print('tomllib' in sys.modules, c._shipped.cache_info().currsize)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "0"]


# ---- custom sets


def test_a_missing_table_is_the_shipped_one(own: Path) -> None:
    components = load_edited(own, "dresses.toml", put("dress", 0, "silk", to={"yellow": 3}))
    shipped = load_components()
    assert components.name == "our-box"
    assert components.dresses[0].silk == (3, 0, 0, 0)
    assert components.dresses[1:] == shipped.dresses[1:]
    assert (components.sides, components.cards, components.barry) == (shipped.sides, shipped.cards, shipped.barry)
    assert (components.own, shipped.own) == (("dresses.toml",), ())


def test_a_changed_reconstructed_value_is_no_variant(own: Path) -> None:
    components = load_edited(own, "boards.toml", put("side", 0, "statues", 0, "cost", to=11))
    assert not components.variant


@pytest.mark.parametrize(
    ("table", "edit", "fact", "part", "expected", "found"),
    [
        (
            "dresses.toml",
            lambda c: c["dress"].pop(),
            "dress-count",
            Part(PartKind.ENTRY, "dress"),
            Figures(Form.LIST, (42,)),
            Figures(Form.LIST, (41,)),
        ),
        (
            "dresses.toml",
            put("dress", 0, "colour", to="red"),
            "dress-colour",
            Part(PartKind.COLOUR, "red"),
            Figures(Form.LIST, (10,)),
            Figures(Form.LIST, (11,)),
        ),
        (
            "dresses.toml",
            put("dress", 1, "value", to=29),
            "dress-value",
            Part(PartKind.ENTRY, "dress"),
            Figures(Form.SPAN, (6, 28)),
            Figures(Form.SPAN, (6, 29)),
        ),
        (
            "dresses.toml",
            put("dress", 1, "prestige", to=5),
            "dress-prestige",
            Part(PartKind.ENTRY, "dress"),
            Figures(Form.SPAN, (2, 4)),
            Figures(Form.SPAN, (2, 5)),
        ),
        (
            "resources.toml",
            put("resource", 0, "count", to=4),
            "tile-count",
            Part(PartKind.ENTRY, "resource"),
            Figures(Form.LIST, (48,)),
            Figures(Form.LIST, (49,)),
        ),
        (
            "resources.toml",
            put("fancy_resource", 0, "count", to=2),
            "fancy-tile-count",
            Part(PartKind.ENTRY, "fancy_resource"),
            Figures(Form.LIST, (5,)),
            Figures(Form.LIST, (6,)),
        ),
        (
            "boards.toml",
            put("prices", "warehouse", to=[0, 1, 2, 3]),
            "warehouse-prices",
            Part(PartKind.ENTRY, "prices"),
            Figures(Form.LIST, (0, 1, 2, 2)),
            Figures(Form.LIST, (0, 1, 2, 3)),
        ),
        (
            "boards.toml",
            put("prices", "hire", to=[0, 1, 3, 6]),
            "hire-prices",
            Part(PartKind.ENTRY, "prices"),
            Figures(Form.LIST, (0, 1, 3, 5)),
            Figures(Form.LIST, (0, 1, 3, 6)),
        ),
        (
            "boards.toml",
            put("prices", "exam", to=4),
            "exam-price",
            Part(PartKind.ENTRY, "prices"),
            Figures(Form.LIST, (5,)),
            Figures(Form.LIST, (4,)),
        ),
        (
            "boards.toml",
            put("start", "livre", to=20),
            "start",
            Part(PartKind.ENTRY, "start"),
            Figures(Form.START, (15, 1, 1)),
            Figures(Form.START, (20, 1, 1)),
        ),
        (
            "boards.toml",
            put("depute", "journeyman", to=8),
            "depute",
            Part(PartKind.ENTRY, "depute"),
            Figures(Form.LIST, (10, 7, 4)),
            Figures(Form.LIST, (10, 8, 4)),
        ),
        (
            "boards.toml",
            lambda c: (c["side"][0].update(players=[1, 2]), c["side"][1].update(players=[3, 4, 5])),
            "sides",
            Part(PartKind.ENTRY, "side"),
            Figures(Form.SIDES, (("A", 1, 2, 3), ("B", 4, 5))),
            Figures(Form.SIDES, (("A", 1, 2), ("B", 3, 4, 5))),
        ),
        (
            "boards.toml",
            put("side", 0, "segments", to=[3, 3, 4]),
            "segments",
            Part(PartKind.SIDE, 3),
            Figures(Form.LIST, (3, 3, 3)),
            Figures(Form.LIST, (3, 3, 4)),
        ),
        (
            "boards.toml",
            put("side", 1, "fireworks_majority", to=[8, 3]),
            "fireworks-majority",
            Part(PartKind.SIDE, 4),
            Figures(Form.SHARE, (7, 3)),
            Figures(Form.SHARE, (8, 3)),
        ),
        (
            "boards.toml",
            put("side", 0, "windows", 0, to=9),
            "window-costs",
            Part(PartKind.ENTRY, "side"),
            Figures(Form.SPAN, (0, 8)),
            Figures(Form.LIST, (9,)),
        ),
        (
            "boards.toml",
            put("side", 0, "fireworks", 1, "cost", to=8),
            "fireworks-rise",
            Part(PartKind.ENTRY, "side"),
            Figures(Form.HOLDS),
            Figures(Form.COSTS, ("A", 8, 8, 12, 14)),
        ),
        (
            "boards.toml",
            put("side", 0, "fireworks", 3, "multiplier", to=4),
            "multipliers",
            Part(PartKind.ENTRY, "side"),
            Figures(Form.SPAN, (2, 3)),
            Figures(Form.LIST, (4,)),
        ),
        (
            "boards.toml",
            put("jeweler", "tiles", "blue", to=5),
            "jewels",
            Part(PartKind.ENTRY, "jeweler"),
            Figures(Form.LIST, (24,)),
            Figures(Form.LIST, (25,)),
        ),
        (
            "employees.toml",
            lambda c: c["card"].pop(4),
            "stack-levels",
            Part(PartKind.ENTRY, "card"),
            Figures(Form.LIST, (6, 4, 4, 4, 4, 6)),
            Figures(Form.LIST, (5, 4, 4, 4, 4, 6)),
        ),
        (
            "employees.toml",
            put("card", 0, "count", to=3),
            "base-ranks",
            Part(PartKind.LEVEL, 0),
            Figures(Form.RANKS, (2, 1, 2)),
            Figures(Form.RANKS, (3, 1, 2)),
        ),
        (
            "employees.toml",
            lambda c: c["specialist"].pop(),
            "specialist-count",
            Part(PartKind.ENTRY, "specialist"),
            Figures(Form.LIST, (10,)),
            Figures(Form.LIST, (9,)),
        ),
        (
            "employees.toml",
            put("jewelry_card", 0, "rank", to="master"),
            "jewelry-ranks",
            Part(PartKind.JEWELRY_LEVEL, 2),
            Figures(Form.RANKS, (0, 9, 0)),
            Figures(Form.RANKS, (1, 8, 0)),
        ),
        (
            "dresses_expansions.toml",
            put("dress", 4, "sellable", to=True),
            "festivity-sellable",
            Part(PartKind.EXPANSION, "festivity"),
            Figures(Form.LIST),
            Figures(Form.LIST, ("festivity-yellow-1",)),
        ),
        (
            "dresses_expansions.toml",
            put("dress", 11, "value", to=15),
            "expert-14-livre",
            Part(PartKind.EXPANSION, "expert"),
            Figures(Form.DRESSES, (("red", 14, 0),)),
            Figures(Form.DRESSES, (("red", 15, 0),)),
        ),
        (
            "dresses_expansions.toml",
            lambda c: c["dress"].pop(0),
            "fancy-count",
            Part(PartKind.EXPANSION, "fancy"),
            Figures(Form.LIST, (4,)),
            Figures(Form.LIST, (3,)),
        ),
        (
            "du_barry.toml",
            lambda c: c["card"].pop(),
            "barry-count",
            Part(PartKind.ENTRY, "card"),
            Figures(Form.LIST, (25,)),
            Figures(Form.LIST, (24,)),
        ),
    ],
)
def test_a_set_that_contradicts_the_rulebooks_is_a_variant(
    own: Path, table: str, edit: Edit, fact: str, part: Part, expected: Figures, found: Figures
) -> None:
    components = load_edited(own, table, edit)
    assert components.variant
    deviation = next(d for d in components.deviations if d.fact == fact and d.part == part)
    assert (deviation.file, deviation.expected, deviation.found) == (table, expected, found)


def test_boards_without_a_4_window_a_3_1_hall_or_a_10_decoration_are_variants(own: Path) -> None:
    text = WRITTEN["boards.toml"].replace("[8, 6, 4, 2, 0, 0]", "[8, 6, 5, 2, 0, 0]")
    text = (
        text.replace("[6, 4, 2, 0, 0]", "[6, 5, 2, 0, 0]").replace("[3, 1]", "[3, 0]").replace("cost = 10", "cost = 11")
    )
    facts = {d.fact for d in load_text(own, "boards.toml", text).deviations}
    assert {"window-4", "hall-3-1", "decoration-10"} <= facts


BREACHES: list[tuple[str, Edit, set[str]]] = [
    ("boards.toml", put("jeweler", "tiles", to={"yellow": 6, "green": 6, "red": 6, "blue": 6}), {"jewel-colours"}),
    ("dresses_expansions.toml", put("dress", 0, "prestige", to=4), {"fancy-prestige"}),
    ("dresses_expansions.toml", put("dress", 0, "sellable", to=False), {"fancy-sellable"}),
    ("dresses_expansions.toml", put("dress", 0, "effect", to="festivity-pairs"), {"fancy-effects"}),
    ("dresses_expansions.toml", lambda c: c["dress"].pop(7), {"festivity-count", "festivity-effects"}),
    ("dresses_expansions.toml", lambda c: c["dress"].pop(8), {"expert-count", "expert-effects"}),
    ("dresses_expansions.toml", put("dress", 8, "sellable", to=True), {"expert-sellable"}),
    ("dresses_expansions.toml", lambda c: c["dress"][13].pop("needs"), {"needs-jewelry-box"}),
    ("resources.toml", put("resource", 27, "count", to=20), {"tile-count", "silk-rarity"}),
    ("resources.toml", put("resource", 3, "silk", to={"green": 3}), {"green-pair"}),
    ("resources.toml", lambda c: c["resource"].__delitem__(slice(11, 14)), {"tile-count", "yellow-red"}),
    ("employees.toml", put("card", 0, "bonus", to="gain-1-livre"), {"base-master-bonus"}),
    ("employees.toml", put("card", 10, "rank", to="apprentice"), {"level-ranks"}),
    ("employees.toml", put("card", 4, "bonus", to="gain-2-livre"), {"level-bonuses"}),
    ("employees.toml", put("card", -1, "rank", to="master"), {"crowned-apprentices"}),
    ("employees.toml", put("jewelry_card", 0, "bonus", to="gain-2-livre"), {"jewelry-bonuses"}),
    ("employees.toml", put("specialist", 0, "condition", to="30-livre"), {"specialist-conditions"}),
    ("du_barry.toml", put("card", 0, "action", to="favor"), set()),
    (
        "du_barry.toml",
        lambda c: [card.update(action="favor", target="", hall=2) for card in c["card"]],
        {"barry-actions", "barry-halls"},
    ),
]


@pytest.mark.parametrize(("table", "edit", "facts"), BREACHES)
def test_deviations_name_the_contradicted_facts(own: Path, table: str, edit: Edit, facts: set[str]) -> None:
    components = load_edited(own, table, edit)
    assert {d.fact for d in components.deviations} == facts
    assert {d.file for d in components.deviations} <= {table}
    assert components.variant == bool(facts)


def test_facts_differ_in_code_file_or_part() -> None:
    names = [(fact.code, fact.file, fact.part) for fact in FACTS]
    assert len(names) == len(set(names))


NAMED: dict[PartKind, Set[object]] = {
    PartKind.ENTRY: {
        "prices",
        "start",
        "depute",
        "jeweler",
        "side",
        "dress",
        "resource",
        "fancy_resource",
        "card",
        "specialist",
    },
    PartKind.SIDE: {3, 4},
    PartKind.COLOUR: set(Colour),
    PartKind.EXPANSION: set(Expansion),
    PartKind.LEVEL: set(range(7)),
    PartKind.JEWELRY_LEVEL: set(range(7)),
}
"""The valid names of the parts of each kind."""


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: f"{fact.code}")
def test_every_fact_names_a_part_and_holds_for_the_newest_set(fact: Fact) -> None:
    assert fact.code == fact.code.lower().replace(" ", "-")
    assert fact.file in TABLES
    assert fact.part.name in NAMED[fact.part.kind]
    assert fact.read(load_components()) == fact.expected
    assert fact.expected.form in Form


@pytest.mark.parametrize(
    ("text", "shortened"),
    [("a" * 40, "a" * 40), ("a" * 41, f"{'a' * 39}…"), ("a" * 99, f"{'a' * 39}…"), ("\x1b[2J\n", "␛[2J␊"), ("", "")],
)
def test_values_are_quoted_in_at_most_40_printable_characters(text: str, shortened: str) -> None:
    assert shorten(text) == shortened


def test_value_at_returns_none_for_a_missing_item() -> None:
    assert value_at({"a": 1}, "a") == 1
    assert value_at([5, 6], 1) == 6
    assert [value_at({}, "a"), value_at([5, 6], 2), value_at([5, 6], "a"), value_at("text", 0)] == [None] * 4


# ---- digests and names


def test_the_digest_depends_on_the_values_only(own: Path) -> None:
    shipped = load_components().digest
    assert len(shipped) == 16
    assert set(shipped) <= set("0123456789abcdef")
    text = WRITTEN["boards.toml"]
    assert load_text(own, "boards.toml", text).digest == shipped
    assert load_text(own, "boards.toml", f"# ours\n\n{text.replace(' = ', '   =  ')}").digest == shipped
    turned = text.replace("livre = 15\nyarn = 1\nlace = 1", "lace = 1\nlivre = 15\nyarn = 1")
    assert turned != text
    assert load_text(own, "boards.toml", turned).digest == shipped
    assert load_text(own, "boards.toml", text.replace("livre = 15", "livre = 16")).digest != shipped


@pytest.fixture
def clean() -> Iterator[None]:
    """Remove all registered sets before and after the test."""
    catalogue._known.clear()
    yield
    catalogue._known.clear()


def test_sets_are_found_by_name_and_by_name_and_digest(own: Path, clean: None) -> None:
    assert components_named(newest()) is get_exact_components(newest(), load_components().digest) is load_components()
    assert components_named(FIRST) is get_exact_components(FIRST, shipped()[FIRST])
    with pytest.raises(UnknownComponents) as caught:
        components_named("our-box")
    assert caught.value.name == "our-box"
    poorer = load_edited(own, "boards.toml", put("start", "livre", to=14))
    richer = load_edited(own, "boards.toml", put("start", "livre", to=16))
    for components in (poorer, richer):
        register(components)
        assert components_named("our-box") is components
    assert get_exact_components("our-box", poorer.digest) is components_named(poorer.key) is poorer
    assert get_exact_components("our-box", richer.digest) is richer
    with pytest.raises(UnknownComponents):
        get_exact_components("our-box", "0" * 16)
    with pytest.raises(UnknownComponents):
        get_exact_components(FIRST, richer.digest)


def test_registering_a_set_again_does_not_change_a_running_game(own: Path, clean: None) -> None:
    register(load_edited(own, "boards.toml", put("start", "livre", to=14)))
    setup = Setup((Seat("Ada"), Seat("Bo")), 1, components="our-box")
    before = new_state(setup)
    register(load_edited(own, "boards.toml", put("start", "livre", to=16)))
    after = new_state(setup)
    assert [box_of(state).prices.livre for state in (before, after)] == [14, 16]
    assert [state.players[0].livre for state in (before, after)] == [14, 16]


def test_a_state_carries_its_set_to_another_process(own: Path, clean: None, monkeypatch: pytest.MonkeyPatch) -> None:
    register(load_edited(own, "boards.toml", put("start", "livre", to=14)))
    state = new_state(Setup((Seat("Ada"), Seat("Bo")), 1, frozenset(Expansion), components="our-box"))
    monkeypatch.setattr("rokoko_core.box._BOXES", {})
    assert box_of(decode_state(encode_state(state))).prices.livre == 14


def test_a_shipped_box_is_encoded_as_in_old_saves() -> None:
    state = new_state(Setup((Seat("Ada"), Seat("Bo")), 1, frozenset({Expansion.FANCY, Expansion.EXPERT})))
    assert state.box == "reconstructed-1|2|expert|fancy"
    assert b"components" not in encode_state(state)


@pytest.mark.parametrize("livre", [15, 16])
def test_a_folder_with_the_name_of_a_shipped_set_needs_its_content(tmp_path: Path, livre: int) -> None:
    folder = tmp_path / newest()
    folder.mkdir()
    if livre == 15:
        assert load_edited(folder, "boards.toml", put("start", "livre", to=livre)) is components_named(newest())
    else:
        assert refused(folder, "boards.toml", put("start", "livre", to=livre)).slip == FaultDetails(
            TableFault.NAME_TAKEN, name=newest()
        )


# ---- the sets that shipped


def test_no_shipped_set_has_changed() -> None:
    assert next(iter(shipped())) == FIRST == "reconstructed-1"
    assert shipped()[FIRST] == "3ce09aa5c5efd40d"
    assert {name: components_named(name).digest for name in shipped()} == shipped()
    assert newest() == list(shipped())[-1]
    assert {path.name for path in SETS.iterdir() if path.is_dir()} == set(shipped())


@pytest.fixture
def corrected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clean: None) -> Iterator[str]:
    """Ship a set with other targets on two of Madame du Barry's cards; return its name."""
    sets = tmp_path / "sets"
    copytree(SETS, sets)
    (sets / "corrected").mkdir()
    (sets / "corrected" / "du_barry.toml").write_text(retargeted_barry_table(), encoding="utf-8")
    digest = assemble("corrected", {**CONTENT, "du_barry.toml": tomllib.loads(retargeted_barry_table())}, None).digest
    with (sets / "index.toml").open("a", encoding="utf-8") as index:
        index.write(f'corrected = "{digest}"\n')
    monkeypatch.setattr(catalogue, "SETS", sets)
    kept = (catalogue.shipped, catalogue._shipped, catalogue.tables_of)
    for known in kept:
        known.cache_clear()
    yield digest
    for known in kept:
        known.cache_clear()


def retargeted_barry_table() -> str:
    content = deepcopy(CONTENT["du_barry.toml"])
    for number in (10, 15):
        card = next(card for card in content["card"] if card["id"] == f"barry-{number}")
        card["hall"] = card["hall"] % 5 + 1
    return "\n".join(f"{json.dumps(key)} = {toml(value)}" for key, value in content.items())


def test_a_corrected_set_needs_one_table_and_an_index_entry(corrected: str) -> None:
    first, second = components_named(FIRST), load_components()
    assert (second.name, second.key, second.digest, newest()) == ("corrected", "corrected", corrected, "corrected")
    assert (first.digest, second.digest) == (shipped()[FIRST], list(shipped().values())[-1])
    last = components_named(list(shipped())[-2])
    assert second.barry != last.barry
    assert (second.sides, second.cards, second.dresses, second.tiles) == (
        last.sides,
        last.cards,
        last.dresses,
        last.tiles,
    )


def test_an_old_save_keeps_its_values_after_a_correction(corrected: str, tmp_path: Path) -> None:
    old = read(SAVES / "solo-base.rokoko")
    assert old.damage is None
    assert box_of(old.game.state).components.name == FIRST
    setup = Setup((Seat("Ada"),), 1, components=newest())
    with create(tmp_path / "new.rokoko", setup) as journal:
        journal.game.play(legal_actions(journal.game.state)[0])
    new = read(tmp_path / "new.rokoko")
    assert (new.header.setup.components, new.header.components.digest) == ("corrected", corrected)
    assert new.game.state.box == "corrected|1"
    assert box_of(new.game.state).barry != box_of(old.game.state).barry


# ---- what is refused

ERRORS: list[tuple[str, Edit, str, str, FaultDetails]] = [
    (
        "dresses.toml",
        put("dress", 29, "value", to=-3),
        'dress "red-4"',
        "value",
        FaultDetails(TableFault.TOO_LITTLE, Found(Kind.NUMBER, "-3")),
    ),
    (
        "dresses.toml",
        put("dress", 0, "yarn", to=True),
        'dress "yellow-1"',
        "yarn",
        FaultDetails(TableFault.WRONG_KIND, Found(Kind.TRUTH, "true"), kind=Kind.NUMBER),
    ),
    (
        "dresses.toml",
        put("dress", 0, "yarn", to=1.0),
        'dress "yellow-1"',
        "yarn",
        FaultDetails(TableFault.WRONG_KIND, Found(Kind.OTHER, "1.0"), kind=Kind.NUMBER),
    ),
    (
        "dresses.toml",
        put("dress", 0, "value", to=1000),
        'dress "yellow-1"',
        "value",
        FaultDetails(TableFault.TOO_MUCH, Found(Kind.NUMBER, "1000"), limit=999),
    ),
    (
        "dresses.toml",
        put("dress", 0, "value", to=2**64 - 1),
        'dress "yellow-1"',
        "value",
        FaultDetails(TableFault.TOO_MUCH, Found(Kind.NUMBER, "18446744073709551615"), limit=999),
    ),
    (
        "dresses.toml",
        put("dress", 0, "value", to=2**64),
        'dress "yellow-1"',
        "value",
        FaultDetails(TableFault.TOO_MUCH, Found(Kind.HUGE), limit=999),
    ),
    (
        "dresses.toml",
        put("dress", 0, "master_only", to=1),
        'dress "yellow-1"',
        "master_only",
        FaultDetails(TableFault.WRONG_KIND, Found(Kind.NUMBER, "1"), kind=Kind.TRUTH),
    ),
    (
        "dresses.toml",
        put("dress", 0, "colour", to="pink"),
        'dress "yellow-1"',
        "colour",
        FaultDetails(TableFault.UNKNOWN_WORD, Found(Kind.TEXT, "pink"), known=("yellow", "green", "red", "blue")),
    ),
    (
        "dresses.toml",
        put("dress", 0, "silk", "pink", to=1),
        'dress "yellow-1"',
        "silk.pink",
        FaultDetails(TableFault.UNKNOWN_FIELD),
    ),
    (
        "dresses.toml",
        put("dress", 0, "silk", "green", to=-1),
        'dress "yellow-1"',
        "silk.green",
        FaultDetails(TableFault.TOO_LITTLE, Found(Kind.NUMBER, "-1")),
    ),
    ("dresses.toml", put("dress", 0, "silk", to={}), 'dress "yellow-1"', "silk", FaultDetails(TableFault.NO_BALE)),
    (
        "dresses.toml",
        put("dress", 0, "silk", to=2),
        'dress "yellow-1"',
        "silk",
        FaultDetails(TableFault.WRONG_KIND, Found(Kind.NUMBER, "2"), kind=Kind.TABLE),
    ),
    (
        "dresses.toml",
        put("dress", 0, "set", to="fancy"),
        'dress "yellow-1"',
        "set",
        FaultDetails(TableFault.UNKNOWN_FIELD),
    ),
    ("dresses.toml", lambda c: c["dress"][2].pop("lace"), 'dress "yellow-3"', "lace", FaultDetails(TableFault.MISSING)),
    ("dresses.toml", lambda c: c["dress"][2].pop("id"), "dress 3", "id", FaultDetails(TableFault.MISSING)),
    ("dresses.toml", put("dress", 1, "id", to="yellow-1"), 'dress "yellow-1"', "id", FaultDetails(TableFault.TWICE)),
    (
        "dresses.toml",
        put("dress", 1, "id", to="a\x1b[2J"),
        'dress "a␛[2J"',
        "id",
        FaultDetails(TableFault.NOT_AN_ID, Found(Kind.TEXT, "a␛[2J")),
    ),
    (
        "dresses.toml",
        put("dress", to=[]),
        "",
        "dress",
        FaultDetails(TableFault.TOO_SHORT, Found(Kind.NUMBER, "0"), limit=1),
    ),
    (
        "dresses.toml",
        put("dress", to="none"),
        "",
        "dress",
        FaultDetails(TableFault.WRONG_KIND, Found(Kind.TEXT, "none"), kind=Kind.LIST),
    ),
    (
        "dresses.toml",
        put("dress", 1, to=7),
        "dress 2",
        "",
        FaultDetails(TableFault.WRONG_KIND, Found(Kind.NUMBER, "7"), kind=Kind.TABLE),
    ),
    ("dresses.toml", put("gown", to=[]), "", "gown", FaultDetails(TableFault.UNKNOWN_FIELD)),
    ("dresses.toml", lambda c: c.clear(), "", "dress", FaultDetails(TableFault.MISSING)),
    (
        "dresses_expansions.toml",
        put("dress", 0, "id", to="red-4"),
        'dress "red-4"',
        "id",
        FaultDetails(TableFault.TWICE),
    ),
    (
        "dresses_expansions.toml",
        put("dress", 0, "set", to="jewelry-box"),
        'dress "fancy-yellow-1"',
        "set",
        FaultDetails(TableFault.UNKNOWN_WORD, Found(Kind.TEXT, "jewelry-box"), known=("fancy", "festivity", "expert")),
    ),
    (
        "dresses_expansions.toml",
        put("dress", 4, "effect", to=4),
        'dress "festivity-yellow-1"',
        "effect",
        FaultDetails(TableFault.WRONG_KIND, Found(Kind.NUMBER, "4"), kind=Kind.TEXT),
    ),
    (
        "dresses_expansions.toml",
        put("dress", 12, "needs", to="box"),
        'dress "expert-green-2"',
        "needs",
        FaultDetails(
            TableFault.UNKNOWN_WORD, Found(Kind.TEXT, "box"), known=("jewelry-box", "fancy", "festivity", "expert")
        ),
    ),
    (
        "resources.toml",
        put("resource", 4, "notions", to="lace/yarn"),
        "resource 5",
        "notions",
        FaultDetails(
            TableFault.UNKNOWN_WORD, Found(Kind.TEXT, "lace/yarn"), known=("yarn", "lace", "yarn+lace", "yarn/lace")
        ),
    ),
    (
        "resources.toml",
        put("resource", 4, "count", to=0),
        "resource 5",
        "count",
        FaultDetails(TableFault.TOO_LITTLE, Found(Kind.NUMBER, "0"), limit=1),
    ),
    (
        "resources.toml",
        put("resource", 4, "notions", to="yarn/lace"),
        "resource 5",
        "silk",
        FaultDetails(TableFault.SAME_TILE, known=("gg:yarn/lace",), name="resource 4"),
    ),
    (
        "resources.toml",
        put("fancy_resource", 2, "notions", to="lace"),
        "fancy_resource 3",
        "silk",
        FaultDetails(TableFault.SAME_TILE, known=("rr:lace",), name="resource 21"),
    ),
    (
        "employees.toml",
        put("card", 4, "rank", to="mistress"),
        'card "1-livre"',
        "rank",
        FaultDetails(
            TableFault.UNKNOWN_WORD, Found(Kind.TEXT, "mistress"), known=("master", "journeyman", "apprentice")
        ),
    ),
    (
        "employees.toml",
        put("card", 4, "level", to=7),
        'card "1-livre"',
        "level",
        FaultDetails(TableFault.TOO_MUCH, Found(Kind.NUMBER, "7"), limit=6),
    ),
    (
        "employees.toml",
        put("card", 4, "bonus", to="gain-9"),
        'card "1-livre"',
        "bonus",
        FaultDetails(TableFault.UNKNOWN_WORD, Found(Kind.TEXT, "gain-9")),
    ),
    (
        "employees.toml",
        put("card", 4, "end_game", to=True),
        'card "1-livre"',
        "end_game",
        FaultDetails(TableFault.NO_CROWN, name="gain-1-livre"),
    ),
    (
        "employees.toml",
        lambda c: c["card"][-1].pop("end_game"),
        'card "6-crown-couples"',
        "end_game",
        FaultDetails(TableFault.CROWN, name="crown-couples"),
    ),
    (
        "employees.toml",
        lambda c: c["card"].__delitem__(slice(0, 2)),
        "",
        "card",
        FaultDetails(TableFault.SHORT_DECK, Found(Kind.NUMBER, "2"), limit=4),
    ),
    (
        "employees.toml",
        put("jewelry_card", 0, "level", to=3),
        'jewelry_card "j-supply"',
        "level",
        FaultDetails(TableFault.UNKNOWN_WORD, Found(Kind.NUMBER, "3"), known=("2", "5")),
    ),
    (
        "employees.toml",
        put("specialist", 1, "id", to="1-livre"),
        'specialist "1-livre"',
        "id",
        FaultDetails(TableFault.TWICE),
    ),
    (
        "employees.toml",
        lambda c: c["specialist"].__delitem__(slice(4, None)),
        "",
        "specialist",
        FaultDetails(TableFault.TOO_SHORT, Found(Kind.NUMBER, "4"), limit=5),
    ),
    (
        "du_barry.toml",
        put("card", 0, "action", to="exam"),
        'card "barry-01"',
        "action",
        FaultDetails(
            TableFault.UNKNOWN_WORD, Found(Kind.TEXT, "exam"), known=("favor", "acquire", "make-dress", "hire", "fund")
        ),
    ),
    (
        "du_barry.toml",
        put("card", 0, "hall", to=6),
        'card "barry-01"',
        "hall",
        FaultDetails(TableFault.TOO_MUCH, Found(Kind.NUMBER, "6"), limit=5),
    ),
    (
        "du_barry.toml",
        put("card", 0, "jewel", to="any"),
        'card "barry-01"',
        "jewel",
        FaultDetails(TableFault.UNKNOWN_WORD, Found(Kind.TEXT, "any"), known=("same-colour", "suitable", "none")),
    ),
    (
        "du_barry.toml",
        put("card", 0, "target", to="drawer-1"),
        'card "barry-01"',
        "target",
        FaultDetails(TableFault.TARGET, known=("",), name="favor"),
    ),
    (
        "du_barry.toml",
        lambda c: c["card"][19].pop("target"),
        'card "barry-20"',
        "target",
        FaultDetails(TableFault.TARGET, known=("fireworks", "musicians", "fountain", "statues"), name="fund"),
    ),
    ("du_barry.toml", put("card", 1, "id", to="barry-01"), 'card "barry-01"', "id", FaultDetails(TableFault.TWICE)),
    ("boards.toml", lambda c: c.pop("depute"), "", "depute", FaultDetails(TableFault.MISSING)),
    ("boards.toml", lambda c: c["prices"].pop("exam"), "prices", "exam", FaultDetails(TableFault.MISSING)),
    (
        "boards.toml",
        put("prices", "hire", 2, to=-1),
        "prices",
        "hire.3",
        FaultDetails(TableFault.TOO_LITTLE, Found(Kind.NUMBER, "-1")),
    ),
    (
        "boards.toml",
        put("prices", "hire", to=[0, 1, 3]),
        "prices",
        "hire",
        FaultDetails(TableFault.TOO_SHORT, Found(Kind.NUMBER, "3"), limit=4),
    ),
    ("boards.toml", put("side", 1, "id", to="A"), 'side "A"', "id", FaultDetails(TableFault.TWICE)),
    (
        "boards.toml",
        put("side", 1, "players", to=[3, 4, 5]),
        'side "B"',
        "players.1",
        FaultDetails(TableFault.PLAYERS_TAKEN, limit=3, name="A"),
    ),
    ("boards.toml", put("side", 0, "players", to=[2, 3]), "", "side", FaultDetails(TableFault.NO_SIDE, limit=1)),
    (
        "boards.toml",
        put("side", 0, "segments", 1, to=5),
        'side "A"',
        "segments.2",
        FaultDetails(TableFault.TOO_MANY_SPACES, Found(Kind.NUMBER, "5"), limit=4, name="[prices]"),
    ),
    (
        "boards.toml",
        put("side", 0, "all_halls", to=[]),
        'side "A"',
        "all_halls",
        FaultDetails(TableFault.TOO_SHORT, Found(Kind.NUMBER, "0"), limit=1),
    ),
    (
        "boards.toml",
        put("side", 0, "fireworks", 1, "multiplier", to="x2"),
        'side "A"',
        "fireworks.2.multiplier",
        FaultDetails(TableFault.WRONG_KIND, Found(Kind.TEXT, "x2"), kind=Kind.NUMBER),
    ),
    (
        "boards.toml",
        lambda c: c["side"][0]["hall"].pop(),
        'side "A"',
        "hall",
        FaultDetails(TableFault.TOO_SHORT, Found(Kind.NUMBER, "4"), limit=5),
    ),
    (
        "boards.toml",
        put("side", 0, "hall", 1, "number", to=1),
        'side "A", hall 1',
        "number",
        FaultDetails(TableFault.HALL_TWICE, limit=1),
    ),
    (
        "boards.toml",
        put("side", 1, "hall", 2, "majority", to=[3]),
        'side "B", hall 3',
        "majority",
        FaultDetails(TableFault.WRONG_LENGTH, Found(Kind.NUMBER, "1"), limit=2),
    ),
    (
        "boards.toml",
        put("side", 1, "hall", 2, "musician", "cost", to=[3]),
        'side "B", hall 3',
        "musician.cost",
        FaultDetails(TableFault.WRONG_KIND, Found(Kind.LIST), kind=Kind.NUMBER),
    ),
    (
        "boards.toml",
        put("jeweler", "decorations", 0, "cost", to=-1),
        "jeweler",
        "decorations.1.cost",
        FaultDetails(TableFault.TOO_LITTLE, Found(Kind.NUMBER, "-1")),
    ),
    ("boards.toml", put("jeweler", "tiles", to={}), "jeweler", "tiles", FaultDetails(TableFault.NO_JEWEL)),
]


@pytest.mark.parametrize(("table", "edit", "entry", "field", "slip"), ERRORS)
def test_an_error_names_file_entry_and_field(
    own: Path, table: str, edit: Edit, entry: str, field: str, slip: FaultDetails
) -> None:
    error = refused(own, table, edit)
    assert (error.file, error.entry, error.field, error.slip) == (table, entry, field, slip)


def test_an_error_has_a_text_and_can_be_pickled(own: Path) -> None:
    error = refused(own, "dresses.toml", put("dress", 29, "value", to=-3))
    assert str(error).startswith('dresses.toml, dress "red-4", value: too-little')
    assert isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))
    assert (again.file, again.entry, again.field, again.slip) == (error.file, error.entry, error.field, error.slip)


@pytest.mark.parametrize(
    "space",
    [
        "",
        "lady",
        "guest:",
        "guest:livre",
        "guest:livre-0",
        "guest:livre-x",
        "guest:silk",
        "master:yarn:lace",
        " guest",
        "guest\n",
    ],
)
def test_an_invalid_guest_space_is_refused(own: Path, space: str) -> None:
    error = refused(own, "boards.toml", put("side", 0, "hall", 3, "spaces", 1, to=space))
    assert (error.file, error.entry, error.field) == ("boards.toml", 'side "A", hall 4', "spaces.2")
    assert error.slip.code is TableFault.NOT_A_SPACE


def slip_of(folder: Path) -> FaultDetails:
    with pytest.raises(ComponentError) as caught:
        load_components(folder)
    return caught.value.slip


@pytest.mark.parametrize(
    ("content", "slip"),
    [
        (b"[prices\n", FaultDetails(TableFault.NOT_TOML, limit=1)),
        (b"a = 1\na = 2", FaultDetails(TableFault.NOT_TOML)),
        (b"a = 1\n\x00" + b"b" * 20, FaultDetails(TableFault.NOT_TOML, limit=2)),
        (b"\xff\xfe\x00", FaultDetails(TableFault.NOT_UTF8)),
        (b"a = " + b"[" * 5000, FaultDetails(TableFault.TOO_DEEP)),
        (b"a = 1" + b"0" * 5000, FaultDetails(TableFault.TOO_DEEP)),
        (b"#" * 1_000_001, FaultDetails(TableFault.TOO_LARGE, limit=1_000_000)),
    ],
    ids=["open bracket", "twice", "zero byte", "other text", "deep", "long number", "large"],
)
def test_an_unreadable_table_is_refused(own: Path, content: bytes, slip: FaultDetails) -> None:
    (own / "boards.toml").write_bytes(content)
    with pytest.raises(ComponentError) as caught:
        load_components(own)
    error = caught.value
    assert (error.file, error.entry, error.field, error.slip) == ("boards.toml", "", "", slip)


def test_a_table_may_begin_with_a_byte_order_mark(own: Path) -> None:
    (own / "boards.toml").write_bytes(b"\xef\xbb\xbf" + WRITTEN["boards.toml"].encode())
    assert load_components(own).digest == load_components().digest


def test_a_table_that_is_a_folder_is_refused(own: Path) -> None:
    (own / "boards.toml").mkdir()
    assert slip_of(own) == FaultDetails(TableFault.NO_FILE)


def test_a_folder_without_tables_is_refused(own: Path) -> None:
    (own / "notes.txt").write_text("nothing here", encoding="utf-8")
    assert slip_of(own) == FaultDetails(TableFault.NO_TABLES, known=TABLES)
    assert slip_of(own / "nowhere") == FaultDetails(TableFault.FOLDER_UNREADABLE, name="ENOENT")
    assert slip_of(own / "notes.txt") == FaultDetails(TableFault.FOLDER_UNREADABLE, name="ENOTDIR")


def test_an_unknown_table_is_refused(own: Path) -> None:
    (own / "dress.toml").write_text(WRITTEN["dresses.toml"], encoding="utf-8")
    with pytest.raises(ComponentError) as caught:
        load_components(own)
    assert (caught.value.file, caught.value.slip) == (
        "dress.toml",
        FaultDetails(TableFault.UNKNOWN_TABLE, known=TABLES),
    )


# ---- a field of each kind of entry

JUNK: tuple[object, ...] = (-1, "?", True, [], {"?": 1})

Spot = tuple[str | int, ...]


def at(table: str, path: Spot) -> Any:
    value: Any = CONTENT[table]
    for step in path:
        value = value[step]
    return value


def first_entries() -> list[tuple[str, Spot, str]]:
    """Return the table, path and error label of the first entry of each kind."""
    entries: list[tuple[str, Spot, str]] = [("boards.toml", ("side", 0, "hall", 0), 'side "A", hall 1')]
    for table, content in CONTENT.items():
        for name, value in content.items():
            if isinstance(value, list):
                entries.append((table, (name, 0), f'{name} "{value[0]["id"]}"' if "id" in value[0] else f"{name} 1"))
            else:
                entries.append((table, (name,), name))
    return entries


FIELDS = [(table, path, entry, list(at(table, path))[-1]) for table, path, entry in first_entries()]
"""One field of each kind of entry; msgspec validates the others in the same way."""


def test_fields_covers_every_table() -> None:
    assert {table for table, *_ in FIELDS} == set(TABLES)
    assert {entry for _, _, entry, _ in FIELDS} == {
        "prices",
        "start",
        "depute",
        "jeweler",
        'side "A"',
        'side "A", hall 1',
        'dress "yellow-1"',
        'dress "fancy-yellow-1"',
        'card "barry-01"',
        'card "base-master"',
        'jewelry_card "j-supply"',
        'specialist "s-coats"',
        "resource 1",
        "fancy_resource 1",
    }


@pytest.mark.parametrize(("table", "path", "entry", "field"), FIELDS)
def test_a_missing_field_is_refused(own: Path, table: str, path: Spot, entry: str, field: str) -> None:
    def take(content: Any) -> None:
        for step in path:
            content = content[step]
        del content[field]

    error = refused(own, table, take)
    assert (error.file, error.field, error.slip) == (table, field, FaultDetails(TableFault.MISSING))
    assert error.entry == (entry if field not in ("id", "number") else f"{entry.rpartition(' ')[0]} 1")


@pytest.mark.parametrize(("table", "path", "entry", "field"), FIELDS)
def test_a_value_of_the_wrong_kind_is_refused(own: Path, table: str, path: Spot, entry: str, field: str) -> None:
    right = at(table, (*path, field))
    for junk in JUNK:
        if isinstance(junk, bool) and isinstance(right, bool):
            continue
        error = refused(own, table, put(*path, field, to=junk))
        assert error.file == table
        assert error.field.split(".")[0] == field
        assert error.entry.startswith(entry if field not in ("id", "number") else entry.rpartition(" ")[0])


# ---- limits and defaults

BOUNDS: dict[str, tuple[int, int]] = {
    "count": (1, 99),
    "number": (1, 5),
    "hall": (1, 5),
    "multiplier": (1, 9),
    "players": (1, 5),
    "segments": (1, 99),
    "level": (0, 6),
}
"""Minimum and maximum of a number by field; 0 and 999 for any other."""
LENGTHS: dict[tuple[str, Spot], tuple[int, int | None]] = {
    ("boards.toml", ("prices", "warehouse")): (1, None),
    ("boards.toml", ("prices", "hire")): (4, 4),
    ("boards.toml", ("side",)): (1, None),
    ("boards.toml", ("side", 0, "players")): (1, None),
    ("boards.toml", ("side", 0, "windows")): (2, None),
    ("boards.toml", ("side", 0, "segments")): (3, 3),
    ("boards.toml", ("side", 0, "all_halls")): (1, None),
    ("boards.toml", ("side", 0, "fireworks_majority")): (2, 2),
    ("boards.toml", ("side", 0, "fireworks")): (1, None),
    ("boards.toml", ("side", 0, "statues")): (1, None),
    ("boards.toml", ("side", 0, "fountain_upper")): (1, None),
    ("boards.toml", ("side", 0, "fountain_lower")): (1, None),
    ("boards.toml", ("side", 0, "hall")): (5, 5),
    ("boards.toml", ("side", 0, "hall", 0, "majority")): (2, 2),
    ("boards.toml", ("side", 0, "hall", 0, "spaces")): (1, None),
    ("boards.toml", ("jeweler", "display")): (1, None),
    ("boards.toml", ("jeweler", "decorations")): (1, None),
    ("dresses.toml", ("dress",)): (1, None),
    ("dresses_expansions.toml", ("dress",)): (1, None),
    ("resources.toml", ("resource",)): (1, None),
    ("resources.toml", ("fancy_resource",)): (1, None),
    ("employees.toml", ("card",)): (1, None),
    ("employees.toml", ("jewelry_card",)): (1, None),
    ("employees.toml", ("specialist",)): (5, None),
    ("du_barry.toml", ("card",)): (4, None),
}
"""Minimum and maximum length of each list."""


def leaves(value: Any, path: Spot = ()) -> Iterator[tuple[Spot, Any]]:
    """Yield the path and value of every list and scalar in ``value``; of a list, only the first item is entered."""
    steps = value.items() if isinstance(value, dict) else enumerate(value[:1]) if isinstance(value, list) else ()
    if not isinstance(value, dict):
        yield path, value
    for step, inner in steps:
        yield from leaves(inner, (*path, step))


LEAVES = [(table, path, value) for table in TABLES for path, value in leaves(CONTENT[table])]
WHOLE = [(table, path) for table, path, value in LEAVES if type(value) is int and "jewelry_card" not in path]


def slip_after(folder: Path, table: str, edit: Edit) -> FaultDetails | None:
    """Return the error after ``edit``, or None."""
    try:
        load_edited(folder, table, edit)
    except ComponentError as error:
        return error.slip
    return None


@pytest.mark.parametrize(("table", "path"), WHOLE, ids=lambda part: ".".join(map(str, part)) * (type(part) is tuple))
def test_numbers_outside_their_bounds_are_refused(own: Path, table: str, path: Spot) -> None:
    least, most = BOUNDS.get(next(step for step in reversed(path) if isinstance(step, str)), (0, 999))
    for figure, code in ((least, TableFault.TOO_LITTLE), (most, TableFault.TOO_MUCH)):
        slip = slip_after(own, table, put(*path, to=figure))
        assert slip is None or slip.code is not code
        beyond = figure - 1 if code is TableFault.TOO_LITTLE else figure + 1
        assert slip_after(own, table, put(*path, to=beyond)) == FaultDetails(
            code, Found(Kind.NUMBER, str(beyond)), figure
        )


def test_lengths_covers_every_list() -> None:
    assert {(table, path) for table, path, value in LEAVES if isinstance(value, list)} == set(LENGTHS)


@pytest.mark.parametrize(("table", "path"), LENGTHS, ids=lambda part: ".".join(map(str, part)) * (type(part) is tuple))
def test_lists_of_a_wrong_length_are_refused(own: Path, table: str, path: Spot) -> None:
    fewest, most = LENGTHS[table, path]
    short, long = {TableFault.TOO_SHORT, TableFault.WRONG_LENGTH}, {TableFault.TOO_LONG, TableFault.WRONG_LENGTH}
    entries = at(table, path)
    slip = slip_after(own, table, put(*path, to=entries[:fewest]))
    assert slip is None or slip.code not in short | long
    wrong = [(entries[: fewest - 1], short), *([([*entries, entries[0]], long)] if most else [])]
    for other, codes in wrong:
        slip = slip_after(own, table, put(*path, to=other))
        assert slip is not None
        assert slip.code in codes
        assert (slip.found, slip.limit) == (Found(Kind.NUMBER, str(len(other))), fewest)


def test_prestige_and_silk_default_to_0(own: Path) -> None:
    boards = deepcopy(CONTENT["boards.toml"])
    side = boards["side"][0]
    side["hall"][0]["musician"], side["fireworks"] = {"cost": 14}, [{"cost": 8, "multiplier": 2}]
    for row in ("statues", "fountain_upper", "fountain_lower"):
        side[row] = [{"cost": 9}]
    load_edited(own, "boards.toml", lambda content: content.update(boards))
    prestige = {d.id: d.prestige for d in load_components(own).sides[0].decorations}
    plain = ("musician-1", "fireworks-1", "statue-1", "fountain-upper-1", "fountain-lower-1")
    assert [prestige[space] for space in plain] == [0] * 5
    for name in ("yellow", "green", "red", "blue"):
        edited = load_edited(own, "dresses.toml", put("dress", 0, "silk", to={name: 7}))
        assert edited.dresses[0].silk == tuple(7 * (colour == name) for colour in ("yellow", "green", "red", "blue"))


@pytest.mark.rule("JB-3")
def test_a_card_is_a_crown_only_with_end_game(own: Path) -> None:
    cards = load_components().cards
    entries = [*CONTENT["employees.toml"]["card"], *CONTENT["employees.toml"]["jewelry_card"]]
    crowns = {entry["id"] for entry in entries if entry.get("end_game")}
    assert crowns and {card.id for card in cards if card.end_game} == crowns


@pytest.mark.parametrize(
    ("table", "name"),
    [
        ("dresses.toml", "dress"),
        ("dresses_expansions.toml", "dress"),
        ("resources.toml", "resource"),
        ("resources.toml", "fancy_resource"),
    ],
)
def test_an_entry_without_silk_is_refused(own: Path, table: str, name: str) -> None:
    error = refused(own, table, put(name, 1, "silk", to={"red": 0}))
    assert (error.field, error.slip) == ("silk", FaultDetails(TableFault.NO_BALE))
    assert error.entry.startswith(name)
