"""Every error code has one sentence with its figures and names, in each language."""

import errno
import re
from typing import Any

import pytest
from msgspec.structs import replace

from rokoko_core import Seat, Setup
from rokoko_core.bots.arena import InvalidMatches, MatchFault
from rokoko_core.bots.external_bots import BadBot, BotFault
from rokoko_core.components import TABLES, load_components
from rokoko_core.components.rulebook_facts import FACTS
from rokoko_core.components.table_errors import ComponentError, FaultDetails, Found, Kind, TableFault
from rokoko_core.components.tables import Deviation, Figures, Form, Part, PartKind
from rokoko_core.journal import BadSave, ComponentsMark, Damage, Detail, Header, Misfit, Notice, SaveFault
from rokoko_core.refusal import Reason
from rokoko_core.setup import InvalidSetup, SetupFault
from rokoko_tui.text import Words, error_messages, get_words

WORDS = get_words("classic")

Facts = tuple[str, ...]
"""The figures and names that a sentence has to contain."""
EVERY_LANGUAGE = [get_words("classic", "english"), get_words("deluxe", "ukrainian")]


def is_sentence(text: str, facts: Facts) -> bool:
    """Return whether ``text`` is one printable line that contains all ``facts``, with no placeholder left in it."""
    missing = [fact for fact in facts if fact not in text]
    assert not missing, f"{missing} missing in: {text}"
    return len(text.split()) >= 2 and text.isprintable() and not set("{}") & set(text)


SLIPS: list[tuple[FaultDetails, Facts]] = [
    (FaultDetails(TableFault.TOO_LITTLE, Found(Kind.NUMBER, "-3")), ("0", "-3")),
    (FaultDetails(TableFault.WRONG_KIND, Found(Kind.TRUTH, "true"), kind=Kind.NUMBER), ("true",)),
    (FaultDetails(TableFault.WRONG_KIND, Found(Kind.OTHER, "1.0"), kind=Kind.NUMBER), ("1.0", "0")),
    (FaultDetails(TableFault.TOO_MUCH, Found(Kind.NUMBER, "1000"), limit=999), ("999", "1000")),
    (FaultDetails(TableFault.TOO_MUCH, Found(Kind.HUGE), limit=999), ("999",)),
    (FaultDetails(TableFault.WRONG_KIND, Found(Kind.NUMBER, "1"), kind=Kind.TRUTH), ("1",)),
    (
        FaultDetails(TableFault.UNKNOWN_WORD, Found(Kind.TEXT, "pink"), known=("yellow", "green", "red", "blue")),
        ("pink", "yellow", "green", "red", "blue"),
    ),
    (FaultDetails(TableFault.UNKNOWN_FIELD), ()),
    (FaultDetails(TableFault.NO_BALE), ()),
    (FaultDetails(TableFault.WRONG_KIND, Found(Kind.NUMBER, "2"), kind=Kind.TABLE), ("2",)),
    (FaultDetails(TableFault.MISSING), ()),
    (FaultDetails(TableFault.TWICE), ()),
    (FaultDetails(TableFault.NOT_AN_ID, Found(Kind.TEXT, "a?[2J")), ("a?[2J",)),
    (FaultDetails(TableFault.TOO_SHORT, Found(Kind.NUMBER, "0"), limit=1), ("1", "0")),
    (FaultDetails(TableFault.WRONG_KIND, Found(Kind.TEXT, "none"), kind=Kind.LIST), ("none",)),
    (FaultDetails(TableFault.WRONG_KIND, Found(Kind.NUMBER, "4"), kind=Kind.TEXT), ("4",)),
    (FaultDetails(TableFault.SAME_TILE, known=("gg:yarn/lace",), name="resource 4"), ("resource 4", "gg:yarn/lace")),
    (FaultDetails(TableFault.UNKNOWN_WORD, Found(Kind.TEXT, "gain-9")), ("gain-9",)),
    (FaultDetails(TableFault.NO_CROWN, name="gain-1-livre"), ("gain-1-livre",)),
    (FaultDetails(TableFault.CROWN, name="crown-couples"), ("crown-couples",)),
    (FaultDetails(TableFault.SHORT_DECK, Found(Kind.NUMBER, "2"), limit=4), ("4", "2")),
    (FaultDetails(TableFault.UNKNOWN_WORD, Found(Kind.NUMBER, "3"), known=("2", "5")), ("3", "2", "5")),
    (FaultDetails(TableFault.TARGET, known=("",), name="favor"), ("favor",)),
    (FaultDetails(TableFault.PLAYERS_TAKEN, limit=3, name="A"), ("3", "A")),
    (FaultDetails(TableFault.NO_SIDE, limit=1), ("1",)),
    (
        FaultDetails(TableFault.TOO_MANY_SPACES, Found(Kind.NUMBER, "5"), limit=4, name="[prices]"),
        ("4", "[prices]", "5"),
    ),
    (FaultDetails(TableFault.WRONG_KIND, Found(Kind.TEXT, "x2"), kind=Kind.NUMBER), ("x2",)),
    (FaultDetails(TableFault.HALL_TWICE, limit=1), ("1",)),
    (FaultDetails(TableFault.WRONG_LENGTH, Found(Kind.NUMBER, "1"), limit=2), ("2", "1")),
    (FaultDetails(TableFault.WRONG_KIND, Found(Kind.LIST), kind=Kind.NUMBER), ()),
    (FaultDetails(TableFault.NO_JEWEL), ()),
    (FaultDetails(TableFault.FOLDER_UNREADABLE, name="EACCES"), ()),
    (FaultDetails(TableFault.NO_TABLES, known=("a.toml", "b.toml")), ("a.toml", "b.toml")),
    (FaultDetails(TableFault.UNKNOWN_TABLE, known=("a.toml",)), ("a.toml",)),
    (FaultDetails(TableFault.NAME_TAKEN, name="reconstructed-1"), ("reconstructed-1",)),
    (FaultDetails(TableFault.NO_FILE), ()),
    (FaultDetails(TableFault.TOO_LARGE, limit=1000), ("1000",)),
    (FaultDetails(TableFault.UNREADABLE, name="EIO"), ()),
    (FaultDetails(TableFault.NOT_UTF8), ()),
    (FaultDetails(TableFault.NOT_TOML, limit=7), ("7",)),
    (FaultDetails(TableFault.NOT_TOML), ()),
    (FaultDetails(TableFault.TOO_DEEP), ()),
    (FaultDetails(TableFault.TOO_LONG, Found(Kind.NUMBER, "5"), limit=4), ("4", "5")),
    (FaultDetails(TableFault.NOT_A_SPACE, Found(Kind.TEXT, "lady")), ("lady",)),
]


@pytest.mark.parametrize("words", EVERY_LANGUAGE)
@pytest.mark.parametrize(("slip", "facts"), SLIPS)
def test_a_mistake_in_a_table_is_named(slip: FaultDetails, facts: Facts, words: Words) -> None:
    assert is_sentence(error_messages.describe_fault(words, slip), facts)


@pytest.mark.parametrize("words", EVERY_LANGUAGE)
def test_different_mistakes_get_different_sentences(words: Words) -> None:
    sentences = {slip.code: error_messages.describe_fault(words, slip) for slip, _ in SLIPS}
    assert len(set(sentences.values())) == len(TableFault)


def test_every_slip_code_is_in_the_table() -> None:
    assert {slip.code for slip, _ in SLIPS} == set(TableFault)


def test_a_slip_has_its_location() -> None:
    slip = FaultDetails(TableFault.TOO_LITTLE, Found(Kind.NUMBER, "-3"), limit=0)
    spot = ComponentError("dresses.toml", 'dress "red-4"', "value", slip)
    assert (
        WORDS.component_error(spot)
        == 'dresses.toml, dress "red-4", field "value": a whole number of 0 or more is required, found -3'
    )
    whole = ComponentError("dresses.toml", "", "", FaultDetails(TableFault.NOT_UTF8))
    assert WORDS.component_error(whole) == "dresses.toml: the file is not UTF-8 text"


Values = tuple[Any, ...]


def deviation(
    file: str,
    part: Part,
    fact: str,
    expected: Values,
    actual: Values,
    form: Form = Form.LIST,
    other: Form | None = None,
) -> Deviation:
    """Return a deviation; ``form`` is that of the figures, ``other`` that of the actual ones if it differs."""
    return Deviation(file, part, fact, Figures(form, expected), Figures(other or form, actual))


DEVIATIONS = [
    deviation("dresses.toml", Part(PartKind.ENTRY, "dress"), "dress-count", (42,), (41,)),
    deviation("dresses.toml", Part(PartKind.COLOUR, "red"), "dress-colour", (10,), (11,)),
    deviation("dresses.toml", Part(PartKind.ENTRY, "dress"), "dress-value", (6, 28), (6, 29), Form.SPAN),
    deviation("dresses.toml", Part(PartKind.ENTRY, "dress"), "dress-prestige", (2, 4), (2, 5), Form.SPAN),
    deviation("resources.toml", Part(PartKind.ENTRY, "resource"), "tile-count", (48,), (49,)),
    deviation("resources.toml", Part(PartKind.ENTRY, "fancy_resource"), "fancy-tile-count", (5,), (6,)),
    deviation("boards.toml", Part(PartKind.ENTRY, "prices"), "warehouse-prices", (0, 1, 2, 2), (0, 1, 2, 3)),
    deviation("boards.toml", Part(PartKind.ENTRY, "prices"), "hire-prices", (0, 1, 3, 5), (0, 1, 3, 6)),
    deviation("boards.toml", Part(PartKind.ENTRY, "prices"), "exam-price", (5,), (4,)),
    deviation("boards.toml", Part(PartKind.ENTRY, "start"), "start", (15, 1, 1), (20, 1, 1), Form.START),
    deviation("boards.toml", Part(PartKind.ENTRY, "depute"), "depute", (10, 7, 4), (10, 8, 4)),
    deviation(
        "boards.toml",
        Part(PartKind.ENTRY, "side"),
        "sides",
        (("A", 1, 2, 3), ("B", 4, 5)),
        (("A", 1, 2), ("B", 3, 4, 5)),
        Form.SIDES,
    ),
    deviation("boards.toml", Part(PartKind.SIDE, 3), "segments", (3, 3, 3), (3, 3, 4)),
    deviation("boards.toml", Part(PartKind.SIDE, 4), "fireworks-majority", (7, 3), (8, 3), Form.SHARE),
    deviation("boards.toml", Part(PartKind.ENTRY, "side"), "window-costs", (0, 8), (9,), Form.SPAN, Form.LIST),
    deviation(
        "boards.toml", Part(PartKind.ENTRY, "side"), "fireworks-rise", (), ("A", 8, 8, 12, 14), Form.HOLDS, Form.COSTS
    ),
    deviation("boards.toml", Part(PartKind.ENTRY, "side"), "multipliers", (2, 3), (4,), Form.SPAN, Form.LIST),
    deviation("boards.toml", Part(PartKind.ENTRY, "jeweler"), "jewels", (24,), (25,)),
    deviation("employees.toml", Part(PartKind.ENTRY, "card"), "stack-levels", (6, 4, 4, 4, 4, 6), (5, 4, 4, 4, 4, 6)),
    deviation("employees.toml", Part(PartKind.LEVEL, 0), "base-ranks", (2, 1, 2), (3, 1, 2), Form.RANKS),
    deviation("employees.toml", Part(PartKind.ENTRY, "specialist"), "specialist-count", (10,), (9,)),
    deviation("employees.toml", Part(PartKind.JEWELRY_LEVEL, 2), "jewelry-ranks", (0, 9, 0), (1, 8, 0), Form.RANKS),
    deviation(
        "dresses_expansions.toml",
        Part(PartKind.EXPANSION, "festivity"),
        "festivity-sellable",
        (),
        ("festivity-yellow-1",),
    ),
    deviation(
        "dresses_expansions.toml",
        Part(PartKind.EXPANSION, "expert"),
        "expert-14-livre",
        (("red", 14, 0),),
        (("red", 15, 0),),
        Form.DRESSES,
    ),
    deviation("dresses_expansions.toml", Part(PartKind.EXPANSION, "fancy"), "fancy-count", (4,), (3,)),
    deviation("du_barry.toml", Part(PartKind.ENTRY, "card"), "barry-count", (25,), (24,)),
]


@pytest.mark.parametrize("words", EVERY_LANGUAGE)
@pytest.mark.parametrize("example", DEVIATIONS)
def test_a_deviation_from_the_rulebooks_is_named(example: Deviation, words: Words) -> None:
    rows = [*example.expected.values, *example.found.values]
    values = [value for row in rows for value in (row if isinstance(row, tuple) else (row,))]
    facts = (example.file, *map(str, (example.part.name, *values)))
    assert is_sentence(words.deviation(example), facts)


def test_every_fact_has_a_sentence() -> None:
    for fact in FACTS:
        assert WORDS.deviation(Deviation(fact.file, fact.part, fact.code, fact.expected, fact.expected))
    plain = [form for form in Form if form not in (Form.HOLDS, Form.SIDES, Form.DRESSES)]
    assert all("1" in error_messages.figures(WORDS, Figures(form, (1, 2, 3, 4)), "") for form in plain)


def test_every_table_has_its_origin() -> None:
    origins = WORDS.origins(load_components())
    assert [table for table, _ in origins] == list(TABLES)
    assert all("reconstructed" in sentence for _, sentence in origins)


HEADER = Header(
    "rokoko-save",
    2,
    1,
    "0.2.0",
    Setup((Seat("Ada"), Seat("Bo")), 1, components="attic"),
    ComponentsMark("attic", "0123456789abcdef"),
    1795235837,
)
SAVES: list[tuple[SaveFault, Detail, Facts]] = [
    (SaveFault.EMPTY, None, ()),
    (SaveFault.NOT_A_SAVE, None, ()),
    (
        SaveFault.HEADER,
        Misfit("setup.players", FaultDetails(TableFault.WRONG_KIND, Found(Kind.TABLE), kind=Kind.LIST)),
        ("setup.players",),
    ),
    (SaveFault.HEADER, InvalidSetup(SetupFault.PLAYERS, 8, 5), ("5", "8")),
    (SaveFault.NEWER_FORMAT, 9, ("9",)),
    (SaveFault.NEWER_FORMAT, 10**400, ()),
    (SaveFault.NEWER_RULES, 9, ("9",)),
    (SaveFault.TOO_LARGE, None, ()),
    (SaveFault.UNREADABLE, "EACCES", ()),
    (SaveFault.UNREADABLE, "EXDEV", ("EXDEV",)),
    (SaveFault.UNREADABLE, "", ()),
    (SaveFault.COMPONENTS, HEADER, ("Ada", "Bo", "attic", "0123456789abcdef")),
    (SaveFault.FIGURES, HEADER, ("3", "attic", "0123456789abcdef")),
    (SaveFault.SYNTAX, None, ("3",)),
    (SaveFault.ALTERED, None, ("3",)),
    (SaveFault.NUMBER, 9, ("3",)),
    (SaveFault.ILLEGAL, Reason.TOO_LITTLE_MONEY, ("3",)),
    (SaveFault.ENTRY, None, ("3",)),
    (SaveFault.DIGEST, "0123456789abcdef", ("3",)),
]


@pytest.mark.parametrize("words", EVERY_LANGUAGE)
@pytest.mark.parametrize(("code", "detail", "facts"), SAVES)
def test_every_save_fault_is_one_sentence(code: SaveFault, detail: Detail, facts: Facts, words: Words) -> None:
    sentence = words.save_error(BadSave(code, 3, detail))
    assert sentence == words.save_error(Damage(code, 3, detail))
    assert is_sentence(sentence, facts)
    assert sentence.endswith(".")
    assert ": " not in sentence.partition("(")[0], "the name of the file and a colon are before it"


@pytest.mark.parametrize("created", [10**18, -(10**18), 10**11 * 9])
def test_a_date_out_of_range_is_a_question_mark(created: int) -> None:
    text = WORDS.save_error(BadSave(SaveFault.COMPONENTS, 1, replace(HEADER, created=created)))
    assert text.startswith("The game of Ada, Bo, started on ?, uses")


def test_names_from_files_are_sanitised() -> None:
    mark = ComponentsMark("\x1b[2J" + "a" * 5000, "0" * 5000)
    text = WORDS.save_error(BadSave(SaveFault.COMPONENTS, 1, replace(HEADER, components=mark)))
    assert text.isprintable()
    assert len(text) < 250


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_of_value_has_a_name(kind: Kind) -> None:
    text = error_messages.describe_fault(WORDS, FaultDetails(TableFault.WRONG_KIND, Found(kind, "x"), kind=kind))
    assert re.fullmatch(r".+ is required, found .+", text)


def test_every_save_fault_is_in_the_table() -> None:
    assert {code for code, _, _ in SAVES} == set(SaveFault)
    assert all(WORDS.notice(notice).endswith(".") for notice in Notice)


def test_common_system_errors_have_messages() -> None:
    assert WORDS.disk_reason(OSError(errno.ENOSPC, "whatever the system says")) == "the disk is full"
    assert WORDS.disk_reason(OSError("nothing")) == "the system gave no reason"


NEEDED = {
    SetupFault.PLAYERS: ("5", "8"),
    SetupFault.ODD_NAME: ("attic",),
    SetupFault.LONG_NAME: ("attic", "5"),
    SetupFault.FIRST_PLAYER: ("5", "8"),
    SetupFault.SEED: ("5",),
    SetupFault.COMPONENTS: ("attic",),
    SetupFault.CHANCE: ("attic",),
    SetupFault.FAIR_START: ("attic",),
    MatchFault.LEVELS: ("5", "8"),
    MatchFault.LEVEL: ("attic",),
    MatchFault.GAMES: ("5", "8"),
    MatchFault.SEED: ("5",),
}
"""The facts in the sentence of each code that has any, of an error with the figures 8 and 5 and the name attic."""


@pytest.mark.parametrize("words", EVERY_LANGUAGE)
@pytest.mark.parametrize("code", [*SetupFault, *MatchFault])
def test_every_setup_fault_is_one_sentence(code: SetupFault | MatchFault, words: Words) -> None:
    if isinstance(code, SetupFault):
        sentence = words.invalid_setup(InvalidSetup(code, 8, 5, "attic"))
    else:
        sentence = words.invalid_matches(InvalidMatches(code, 8, 5, "attic"))
    assert is_sentence(sentence, NEEDED.get(code, ()))


@pytest.mark.parametrize("code", BotFault)
def test_error_texts_of_bots_are_sanitised(code: BotFault) -> None:
    text = WORDS.bot_error(BadBot(code, "\x1b[2J\u202eeliw", "line\nline\x07" + "x" * 1000))
    assert text.isprintable()
    assert len(text) < 300
