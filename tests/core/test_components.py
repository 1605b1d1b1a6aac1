"""The component tables: what the shipped set holds, what an owner may change, and how each slip is named."""

import json
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import rokoko_core.components as loader
from rokoko_core.components import (
    BONUSES,
    CONDITIONS,
    EFFECTS,
    SHIPPED,
    TABLES,
    ComponentError,
    ComponentSet,
    UnknownComponents,
    components_named,
    load_components,
    register,
)
from rokoko_core.components.facts import FACTS
from rokoko_core.terms import DecorationKind, Expansion, Notion, Rank

SHIPPED_FOLDER = Path(loader.__file__).parent
WRITTEN = {table: (SHIPPED_FOLDER / table).read_text(encoding="utf-8") for table in TABLES}
CONTENT: dict[str, dict[str, Any]] = {table: tomllib.loads(text) for table, text in WRITTEN.items()}

Edit = Callable[[dict[str, Any]], object]


def toml(value: object) -> str:
    """A value as inline TOML."""
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
    """The set whose one table is the shipped one after ``edit``."""
    content = deepcopy(CONTENT[table])
    edit(content)
    return load_text(folder, table, "\n".join(f"{json.dumps(key)} = {toml(value)}" for key, value in content.items()))


def refused(folder: Path, table: str, edit: Edit) -> ComponentError:
    with pytest.raises(ComponentError) as caught:
        load_edited(folder, table, edit)
    return caught.value


def put(*path: str | int, to: object) -> Edit:
    """An edit that writes one value."""

    def edit(content: Any) -> None:
        for step in path[:-1]:
            content = content[step]
        content[path[-1]] = to

    return edit


# ---- the shipped set


def test_the_shipped_set_contradicts_no_rulebook() -> None:
    components = load_components()
    assert components.name == SHIPPED == "reconstructed-1"
    assert components.deviations == ()
    assert not components.variant


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
    assert {c.condition for c in components.specialists} == CONDITIONS
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


def test_halls_stand_in_order_however_they_are_written(own: Path) -> None:
    written = load_edited(own, "boards.toml", lambda c: c["side"][0]["hall"].reverse())
    assert written.sides == load_components().sides
    assert written.digest != load_components().digest


@pytest.mark.rule("DRESS-6")
@pytest.mark.parametrize(
    ("written", "master", "livre", "yarn", "lace", "tile"),
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
def test_a_guest_space(own: Path, written: str, master: bool, livre: int, yarn: int, lace: int, tile: bool) -> None:
    components = load_edited(own, "boards.toml", put("side", 0, "hall", 0, "spaces", 0, to=written))
    space = components.sides[0].guests[0]
    assert (space.master, space.livre, space.yarn, space.lace, space.tile) == (master, livre, yarn, lace, tile)


@pytest.mark.rule("ACQ-2")
def test_a_tile_is_called_by_what_it_shows() -> None:
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


def test_every_known_name_is_on_a_shipped_piece() -> None:
    components = load_components()
    assert {card.bonus for card in (*components.cards, *components.specialists)} == BONUSES
    assert {dress.effect for dress in components.dresses} - {""} == EFFECTS
    assert len(EFFECTS) == 10
    assert len(CONDITIONS) == 10


def test_each_shipped_table_says_what_is_reconstructed() -> None:
    sentences = dict(load_components().reconstructed)
    assert sorted(sentences) == sorted(TABLES)
    assert all("reconstructed" in sentence for sentence in sentences.values())
    assert all("RULEBOOK" in text or "rulebook" in text for text in WRITTEN.values())


def test_the_shipped_tables_are_read_once_and_only_when_asked_for() -> None:
    assert load_components() is load_components()
    script = (
        "import sys, rokoko_core.components as c; print('tomllib' in sys.modules, c._shipped.cache_info().currsize)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "0"]


# ---- an owner's set


def test_a_missing_table_is_the_shipped_one(own: Path) -> None:
    components = load_edited(own, "dresses.toml", put("dress", 0, "silk", to={"yellow": 3}))
    shipped = load_components()
    assert components.name == "our-box"
    assert components.dresses[0].silk == (3, 0, 0, 0)
    assert components.dresses[1:] == shipped.dresses[1:]
    assert (components.sides, components.cards, components.barry) == (shipped.sides, shipped.cards, shipped.barry)
    sentences, ours = dict(components.reconstructed), dict(shipped.reconstructed)
    assert sentences["dresses.toml"] != ours["dresses.toml"]
    assert sentences["boards.toml"] == ours["boards.toml"]


def test_other_reconstructed_figures_make_no_variant(own: Path) -> None:
    components = load_edited(own, "boards.toml", put("side", 0, "statues", 0, "cost", to=11))
    assert not components.variant


@pytest.mark.parametrize(
    ("table", "edit", "fact", "entry", "expected", "found"),
    [
        ("dresses.toml", lambda c: c["dress"].pop(), "dress-count", "dress", "42", "41"),
        ("dresses.toml", put("dress", 0, "colour", to="red"), "dress-colour", "red dresses", "10", "11"),
        ("dresses.toml", put("dress", 1, "value", to=29), "dress-value", "dress", "6 to 28", "6 to 29"),
        ("dresses.toml", put("dress", 1, "prestige", to=5), "dress-prestige", "dress", "2 to 4", "2 to 5"),
        ("resources.toml", put("resource", 0, "count", to=4), "tile-count", "resource", "48", "49"),
        ("resources.toml", put("fancy_resource", 0, "count", to=2), "fancy-tile-count", "fancy_resource", "5", "6"),
        (
            "boards.toml",
            put("prices", "warehouse", to=[0, 1, 2, 3]),
            "warehouse-prices",
            "prices",
            "0, 1, 2, 2",
            "0, 1, 2, 3",
        ),
        ("boards.toml", put("prices", "hire", to=[0, 1, 3, 6]), "hire-prices", "prices", "0, 1, 3, 5", "0, 1, 3, 6"),
        ("boards.toml", put("prices", "exam", to=4), "exam-price", "prices", "5", "4"),
        (
            "boards.toml",
            put("start", "livre", to=20),
            "start",
            "start",
            "15 Livre, 1 yarn, 1 lace",
            "20 Livre, 1 yarn, 1 lace",
        ),
        ("boards.toml", put("depute", "journeyman", to=8), "depute", "depute", "10, 7, 4", "10, 8, 4"),
        (
            "boards.toml",
            lambda c: (c["side"][0].update(players=[1, 2]), c["side"][1].update(players=[3, 4, 5])),
            "sides",
            "side",
            "A for 1, 2, 3; B for 4, 5",
            "A for 1, 2; B for 3, 4, 5",
        ),
        (
            "boards.toml",
            put("side", 0, "segments", to=[3, 3, 4]),
            "segments",
            "side for 3 players",
            "3, 3, 3",
            "3, 3, 4",
        ),
        (
            "boards.toml",
            put("side", 1, "fireworks_majority", to=[8, 3]),
            "fireworks-majority",
            "side for 4 players",
            "7/3",
            "8/3",
        ),
        ("boards.toml", put("side", 0, "windows", 0, to=9), "window-costs", "side", "0 to 8", "9"),
        (
            "boards.toml",
            put("side", 0, "fireworks", 1, "cost", to=8),
            "fireworks-rise",
            "side",
            "each fireworks space costs more than the one left of it",
            "8, 8, 12, 14 on side A",
        ),
        ("boards.toml", put("side", 0, "fireworks", 3, "multiplier", to=4), "multipliers", "side", "2 to 3", "4"),
        ("boards.toml", put("jeweler", "tiles", "blue", to=5), "jewels", "jeweler", "24", "25"),
        ("employees.toml", lambda c: c["card"].pop(4), "stack-levels", "card", "6, 4, 4, 4, 4, 6", "5, 4, 4, 4, 4, 6"),
        (
            "employees.toml",
            put("card", 0, "count", to=3),
            "base-ranks",
            "level 0",
            "2 master, 1 journeyman, 2 apprentice",
            "3 master, 1 journeyman, 2 apprentice",
        ),
        (
            "employees.toml",
            lambda c: c["specialist"].pop(),
            "specialist-count",
            "specialist",
            "10",
            "9",
        ),
        (
            "employees.toml",
            put("jewelry_card", 0, "rank", to="master"),
            "jewelry-ranks",
            "jewelry cards of level 2",
            "0 master, 9 journeyman, 0 apprentice",
            "1 master, 8 journeyman, 0 apprentice",
        ),
        (
            "dresses_expansions.toml",
            put("dress", 4, "sellable", to=True),
            "festivity-sellable",
            "festivity dresses",
            "none",
            "festivity-yellow-1",
        ),
        (
            "dresses_expansions.toml",
            put("dress", 11, "value", to=15),
            "expert-14-livre",
            "expert dresses",
            "red, 14 Livre, 0 prestige",
            "red, 15 Livre, 0 prestige",
        ),
        ("dresses_expansions.toml", lambda c: c["dress"].pop(0), "fancy-count", "fancy dresses", "4", "3"),
        ("du_barry.toml", lambda c: c["card"].pop(), "barry-count", "card", "25", "24"),
    ],
)
def test_a_set_against_the_rulebooks_is_a_variant(
    own: Path, table: str, edit: Edit, fact: str, entry: str, expected: str, found: str
) -> None:
    components = load_edited(own, table, edit)
    assert components.variant
    deviation = next(d for d in components.deviations if d.fact == fact and d.entry == entry)
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
def test_a_breach_is_told_as_the_facts_it_breaks(own: Path, table: str, edit: Edit, facts: set[str]) -> None:
    components = load_edited(own, table, edit)
    assert {d.fact for d in components.deviations} == facts
    assert {d.file for d in components.deviations} <= {table}
    assert components.variant == bool(facts)


def test_facts_are_told_apart_by_code_and_entry() -> None:
    names = [(fact.code, fact.file, fact.entry) for fact in FACTS]
    assert len(names) == len(set(names))


# ---- digests and names


def test_the_digest_stands_for_the_figures_and_nothing_else(own: Path) -> None:
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


def test_sets_are_known_by_name(own: Path) -> None:
    assert components_named(SHIPPED) is load_components()
    with pytest.raises(UnknownComponents) as caught:
        components_named("our-box")
    assert caught.value.name == "our-box"
    assert "our-box" in str(caught.value)
    components = load_edited(own, "boards.toml", put("start", "livre", to=16))
    register(components)
    try:
        assert components_named("our-box") is components
    finally:
        loader._registered.clear()


def test_no_folder_may_pass_for_the_shipped_set(tmp_path: Path) -> None:
    folder = tmp_path / SHIPPED
    folder.mkdir()
    assert load_text(folder, "boards.toml", WRITTEN["boards.toml"]).digest == load_components().digest
    with pytest.raises(ComponentError, match="a name of its own"):
        load_edited(folder, "boards.toml", put("start", "livre", to=16))


# ---- what is refused

ERRORS: list[tuple[str, Edit, str, str, str]] = [
    (
        "dresses.toml",
        put("dress", 29, "value", to=-3),
        'dress "red-4"',
        "value",
        "a whole number of 0 or more is needed, found -3",
    ),
    (
        "dresses.toml",
        put("dress", 0, "yarn", to=True),
        'dress "yellow-1"',
        "yarn",
        "a whole number is needed, found true",
    ),
    (
        "dresses.toml",
        put("dress", 0, "yarn", to=1.0),
        'dress "yellow-1"',
        "yarn",
        "a whole number is needed, found 1.0",
    ),
    (
        "dresses.toml",
        put("dress", 0, "value", to=1000),
        'dress "yellow-1"',
        "value",
        "a whole number of 999 or less is needed, found 1000",
    ),
    (
        "dresses.toml",
        put("dress", 0, "value", to=10**30),
        'dress "yellow-1"',
        "value",
        "a whole number of 999 or less is needed, found a number far too large",
    ),
    (
        "dresses.toml",
        put("dress", 0, "master_only", to=1),
        'dress "yellow-1"',
        "master_only",
        "true or false is needed, found 1",
    ),
    (
        "dresses.toml",
        put("dress", 0, "colour", to="pink"),
        'dress "yellow-1"',
        "colour",
        '"pink" is not known here; known: yellow, green, red, blue',
    ),
    ("dresses.toml", put("dress", 0, "silk", "pink", to=1), 'dress "yellow-1"', "silk.pink", "there is no such field"),
    (
        "dresses.toml",
        put("dress", 0, "silk", "green", to=-1),
        'dress "yellow-1"',
        "silk.green",
        "a whole number of 0 or more is needed, found -1",
    ),
    ("dresses.toml", put("dress", 0, "silk", to={}), 'dress "yellow-1"', "silk", "at least one bale is needed"),
    ("dresses.toml", put("dress", 0, "silk", to=2), 'dress "yellow-1"', "silk", "a table is needed, found 2"),
    ("dresses.toml", put("dress", 0, "set", to="fancy"), 'dress "yellow-1"', "set", "there is no such field"),
    ("dresses.toml", lambda c: c["dress"][2].pop("lace"), 'dress "yellow-3"', "lace", "the field is missing"),
    ("dresses.toml", lambda c: c["dress"][2].pop("id"), "dress 3", "id", "the field is missing"),
    (
        "dresses.toml",
        put("dress", 1, "id", to="yellow-1"),
        'dress "yellow-1"',
        "id",
        "the id stands twice",
    ),
    (
        "dresses.toml",
        put("dress", 1, "id", to="a\x1b[2J"),
        'dress "a?[2J"',
        "id",
        'a name of letters, digits, dots and dashes is needed, at most 40 long, found "a?[2J"',
    ),
    ("dresses.toml", put("dress", to=[]), "", "dress", "a list of at least 1 is needed, found 0"),
    ("dresses.toml", put("dress", to="none"), "", "dress", 'a list is needed, found "none"'),
    ("dresses.toml", put("dress", 1, to=7), "dress 2", "", "a table is needed, found 7"),
    ("dresses.toml", put("gown", to=[]), "", "gown", "there is no such field"),
    ("dresses.toml", lambda c: c.clear(), "", "dress", "the field is missing"),
    (
        "dresses_expansions.toml",
        put("dress", 0, "id", to="red-4"),
        'dress "red-4"',
        "id",
        "the id stands twice",
    ),
    (
        "dresses_expansions.toml",
        put("dress", 0, "set", to="jewelry-box"),
        'dress "fancy-yellow-1"',
        "set",
        '"jewelry-box" is not known here; known: fancy, festivity, expert',
    ),
    (
        "dresses_expansions.toml",
        put("dress", 4, "effect", to=4),
        'dress "festivity-yellow-1"',
        "effect",
        "a word in quotes is needed, found 4",
    ),
    (
        "dresses_expansions.toml",
        put("dress", 12, "needs", to="box"),
        'dress "expert-green-2"',
        "needs",
        '"box" is not known here; known: jewelry-box, fancy, festivity, expert',
    ),
    (
        "resources.toml",
        put("resource", 4, "notions", to="lace/yarn"),
        "resource 5",
        "notions",
        '"lace/yarn" is not known here; known: yarn, lace, yarn+lace, yarn/lace',
    ),
    (
        "resources.toml",
        put("resource", 4, "count", to=0),
        "resource 5",
        "count",
        "a whole number of 1 or more is needed, found 0",
    ),
    (
        "resources.toml",
        put("resource", 4, "notions", to="yarn/lace"),
        "resource 5",
        "silk",
        "resource 4 is the same tile gg:yarn/lace; change its count instead",
    ),
    (
        "resources.toml",
        put("fancy_resource", 2, "notions", to="lace"),
        "fancy_resource 3",
        "silk",
        "resource 21 is the same tile rr:lace; change its count instead",
    ),
    (
        "employees.toml",
        put("card", 4, "rank", to="mistress"),
        'card "1-livre"',
        "rank",
        '"mistress" is not known here; known: master, journeyman, apprentice',
    ),
    (
        "employees.toml",
        put("card", 4, "level", to=7),
        'card "1-livre"',
        "level",
        "a whole number of 6 or less is needed, found 7",
    ),
    ("employees.toml", put("card", 4, "bonus", to="gain-9"), 'card "1-livre"', "bonus", '"gain-9" is not known here'),
    (
        "employees.toml",
        put("card", 4, "end_game", to=True),
        'card "1-livre"',
        "end_game",
        'false is needed with the bonus "gain-1-livre"',
    ),
    (
        "employees.toml",
        lambda c: c["card"][-1].pop("end_game"),
        'card "6-crown-couples"',
        "end_game",
        'true is needed with the bonus "crown-couples"',
    ),
    (
        "employees.toml",
        lambda c: c["card"].__delitem__(slice(0, 2)),
        "",
        "card",
        "a player needs at least 4 cards of level 0 to start with, found 2",
    ),
    (
        "employees.toml",
        put("jewelry_card", 0, "level", to=3),
        'jewelry_card "j-supply"',
        "level",
        "3 is not known here; known: 2, 5",
    ),
    ("employees.toml", put("specialist", 1, "id", to="1-livre"), 'specialist "1-livre"', "id", "the id stands twice"),
    (
        "employees.toml",
        lambda c: c["specialist"].__delitem__(slice(4, None)),
        "",
        "specialist",
        "a list of at least 5 is needed, found 4",
    ),
    (
        "du_barry.toml",
        put("card", 0, "action", to="exam"),
        'card "barry-01"',
        "action",
        '"exam" is not known here; known: favor, acquire, make-dress, hire, fund',
    ),
    (
        "du_barry.toml",
        put("card", 0, "hall", to=6),
        'card "barry-01"',
        "hall",
        "a whole number of 5 or less is needed, found 6",
    ),
    (
        "du_barry.toml",
        put("card", 0, "jewel", to="any"),
        'card "barry-01"',
        "jewel",
        '"any" is not known here; known: same-colour, suitable, none',
    ),
    (
        "du_barry.toml",
        put("card", 0, "target", to="drawer-1"),
        'card "barry-01"',
        "target",
        "the action favor cannot aim at this; known: none",
    ),
    (
        "du_barry.toml",
        lambda c: c["card"][19].pop("target"),
        'card "barry-20"',
        "target",
        "the action fund cannot aim at this; known: fireworks, musicians, fountain, statues",
    ),
    ("du_barry.toml", put("card", 1, "id", to="barry-01"), 'card "barry-01"', "id", "the id stands twice"),
    ("boards.toml", lambda c: c.pop("depute"), "", "depute", "the field is missing"),
    ("boards.toml", lambda c: c["prices"].pop("exam"), "prices", "exam", "the field is missing"),
    (
        "boards.toml",
        put("prices", "hire", 2, to=-1),
        "prices",
        "hire.3",
        "a whole number of 0 or more is needed, found -1",
    ),
    ("boards.toml", put("prices", "hire", to=[0, 1, 3]), "prices", "hire", "a list of at least 4 is needed, found 3"),
    ("boards.toml", put("side", 1, "id", to="A"), 'side "A"', "id", "the id stands twice"),
    ("boards.toml", put("side", 1, "players", to=[3, 4, 5]), 'side "B"', "players.1", '3 players already use side "A"'),
    ("boards.toml", put("side", 0, "players", to=[2, 3]), "", "side", "no side is for 1 player"),
    (
        "boards.toml",
        put("side", 0, "segments", 1, to=5),
        'side "A"',
        "segments.2",
        "at most 4 spaces can be used, as [prices] has 4 warehouse prices, found 5",
    ),
    (
        "boards.toml",
        put("side", 0, "all_halls", to=[]),
        'side "A"',
        "all_halls",
        "a list of at least 1 is needed, found 0",
    ),
    (
        "boards.toml",
        put("side", 0, "fireworks", 1, "multiplier", to="x2"),
        'side "A"',
        "fireworks.2.multiplier",
        'a whole number is needed, found "x2"',
    ),
    (
        "boards.toml",
        lambda c: c["side"][0]["hall"].pop(),
        'side "A"',
        "hall",
        "a list of at least 5 is needed, found 4",
    ),
    (
        "boards.toml",
        put("side", 0, "hall", 1, "number", to=1),
        'side "A", hall 1',
        "number",
        "the side already has a hall 1",
    ),
    (
        "boards.toml",
        put("side", 1, "hall", 2, "majority", to=[3]),
        'side "B", hall 3',
        "majority",
        "a list of exactly 2 is needed, found 1",
    ),
    (
        "boards.toml",
        put("side", 1, "hall", 2, "musician", "cost", to=[3]),
        'side "B", hall 3',
        "musician.cost",
        "a whole number is needed, found a list",
    ),
    (
        "boards.toml",
        put("jeweler", "decorations", 0, "cost", to=-1),
        "jeweler",
        "decorations.1.cost",
        "a whole number of 0 or more is needed, found -1",
    ),
    ("boards.toml", put("jeweler", "tiles", to={}), "jeweler", "tiles", "at least one jewel is needed"),
]


@pytest.mark.parametrize(("table", "edit", "entry", "field", "problem"), ERRORS)
def test_a_slip_is_named_by_file_entry_and_field(
    own: Path, table: str, edit: Edit, entry: str, field: str, problem: str
) -> None:
    error = refused(own, table, edit)
    assert (error.file, error.entry, error.field, error.problem) == (table, entry, field, problem)


def test_the_whole_sentence(own: Path) -> None:
    error = refused(own, "dresses.toml", put("dress", 29, "value", to=-3))
    assert str(error) == 'dresses.toml, dress "red-4", field "value": a whole number of 0 or more is needed, found -3'
    assert isinstance(error, ValueError)
    whole = refused(own, "dresses.toml", put("dress", to=[]))
    assert str(whole) == 'dresses.toml, field "dress": a list of at least 1 is needed, found 0'


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
def test_a_guest_space_that_cannot_be_read(own: Path, space: str) -> None:
    error = refused(own, "boards.toml", put("side", 0, "hall", 3, "spaces", 1, to=space))
    assert (error.file, error.entry, error.field) == ("boards.toml", 'side "A", hall 4', "spaces.2")
    assert error.problem.startswith('"guest" or "master" is needed')


def test_text_that_is_not_toml(own: Path) -> None:
    (own / "boards.toml").write_text("[prices\n", encoding="utf-8")
    with pytest.raises(ComponentError, match=r"^boards\.toml: the file is not TOML: .*line 1"):
        load_components(own)
    (own / "boards.toml").write_bytes(b"\xef\xbb\xbf" + WRITTEN["boards.toml"].encode())
    assert load_components(own).digest == load_components().digest
    for content in (b"\xff\xfe\x00", b"a = " + b"[" * 5000, b"a = 1" + b"0" * 5000, b"\x00" * 20, b"a = 1\na = 2"):
        (own / "boards.toml").write_bytes(content)
        with pytest.raises(ComponentError) as caught:
            load_components(own)
        assert (caught.value.file, caught.value.entry, caught.value.field) == ("boards.toml", "", "")


def test_a_file_too_large_to_be_a_table(own: Path) -> None:
    (own / "boards.toml").write_bytes(b"#" * 1_000_001)
    with pytest.raises(ComponentError, match="larger than"):
        load_components(own)


def test_a_table_that_is_a_folder(own: Path) -> None:
    (own / "boards.toml").mkdir()
    with pytest.raises(ComponentError, match=r"^boards\.toml: this is not a file$"):
        load_components(own)


def test_a_folder_without_tables(own: Path) -> None:
    (own / "notes.txt").write_text("nothing here", encoding="utf-8")
    with pytest.raises(ComponentError, match=r"holds none of the tables boards\.toml"):
        load_components(own)
    with pytest.raises(ComponentError, match="cannot be read"):
        load_components(own / "nowhere")
    with pytest.raises(ComponentError, match="cannot be read"):
        load_components(own / "notes.txt")


def test_a_misspelt_table_is_not_passed_over(own: Path) -> None:
    (own / "dress.toml").write_text(WRITTEN["dresses.toml"], encoding="utf-8")
    with pytest.raises(ComponentError, match=r"^dress\.toml: there is no such table"):
        load_components(own)


# ---- every field of every first entry

MAY_BE_LEFT_OUT = {("employees.toml", "count")}
JUNK: tuple[object, ...] = (-1, "?", True, [], {"?": 1})

Spot = tuple[str | int, ...]


def at(table: str, path: Spot) -> Any:
    value: Any = CONTENT[table]
    for step in path:
        value = value[step]
    return value


def first_entries() -> list[tuple[str, Spot, str]]:
    """Table, path to the entry, and the entry's name in an error."""
    found: list[tuple[str, Spot, str]] = [("boards.toml", ("side", 0, "hall", 0), 'side "A", hall 1')]
    for table, content in CONTENT.items():
        for name, value in content.items():
            if isinstance(value, list):
                found.append((table, (name, 0), f'{name} "{value[0]["id"]}"' if "id" in value[0] else f"{name} 1"))
            else:
                found.append((table, (name,), name))
    return found


FIELDS = [(table, path, entry, field) for table, path, entry in first_entries() for field in at(table, path)]


def test_the_fields_tried_below_cover_every_table() -> None:
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
def test_a_field_taken_away_is_missed(own: Path, table: str, path: Spot, entry: str, field: str) -> None:
    def take(content: Any) -> None:
        for step in path:
            content = content[step]
        del content[field]

    if (table, field) in MAY_BE_LEFT_OUT:
        assert load_edited(own, table, take).cards[0].count == 1
        return
    error = refused(own, table, take)
    assert (error.file, error.field, error.problem) == (table, field, "the field is missing")
    assert error.entry == (entry if field not in ("id", "number") else f"{entry.rpartition(' ')[0]} 1")


@pytest.mark.parametrize(("table", "path", "entry", "field"), FIELDS)
def test_a_field_mistyped_is_named(own: Path, table: str, path: Spot, entry: str, field: str) -> None:
    right = at(table, (*path, field))
    for junk in JUNK:
        if isinstance(junk, bool) and isinstance(right, bool):
            continue
        error = refused(own, table, put(*path, field, to=junk))
        assert error.file == table
        assert error.field.split(".")[0] == field
        assert error.entry.startswith(entry if field not in ("id", "number") else entry.rpartition(" ")[0])
