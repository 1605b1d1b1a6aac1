"""Every error code has one sentence with its figures and names, in each language."""

import errno
import re

import pytest
from msgspec.structs import replace

from rokoko_core import Seat, Setup
from rokoko_core.bots.arena import InvalidMatches, MatchFault
from rokoko_core.bots.external_bots import BadBot, BotFault
from rokoko_core.components import TABLES, load_components
from rokoko_core.components.rulebook_facts import FACTS
from rokoko_core.components.table_errors import ComponentError, Found, Kind, Slip, SlipCode
from rokoko_core.components.tables import Deviation, Figures, Form, Part, PartKind
from rokoko_core.journal import BadSave, ComponentsMark, Damage, Detail, Header, Misfit, Notice, SaveFault
from rokoko_core.refusal import Reason
from rokoko_core.setup import InvalidSetup, SetupFault
from rokoko_tui.text import Words, error_messages, words_of
from rokoko_tui.text.disk_errors import disk_reason

WORDS = words_of("classic")

Facts = tuple[str, ...]
"""The figures and names that a sentence has to contain."""
EVERY_LANGUAGE = [words_of("classic", "english"), words_of("deluxe", "ukrainian")]


def is_sentence(text: str, facts: Facts) -> bool:
    """Return whether ``text`` is one printable line that contains all ``facts``, with no placeholder left in it."""
    missing = [fact for fact in facts if fact not in text]
    assert not missing, f"{missing} missing in: {text}"
    return len(text.split()) >= 2 and text.isprintable() and not set("{}") & set(text)


SLIPS: list[tuple[Slip, Facts]] = [
    (Slip(SlipCode.TOO_LITTLE, Found(Kind.NUMBER, "-3")), ("0", "-3")),
    (Slip(SlipCode.WRONG_KIND, Found(Kind.TRUTH, "true"), kind=Kind.NUMBER), ("true",)),
    (Slip(SlipCode.WRONG_KIND, Found(Kind.OTHER, "1.0"), kind=Kind.NUMBER), ("1.0", "0")),
    (
        Slip(SlipCode.TOO_MUCH, Found(Kind.NUMBER, "1000"), limit=999),
        ("999", "1000"),
    ),
    (
        Slip(SlipCode.TOO_MUCH, Found(Kind.HUGE), limit=999),
        ("999",),
    ),
    (Slip(SlipCode.WRONG_KIND, Found(Kind.NUMBER, "1"), kind=Kind.TRUTH), ("1",)),
    (
        Slip(SlipCode.UNKNOWN_WORD, Found(Kind.TEXT, "pink"), known=("yellow", "green", "red", "blue")),
        ("pink", "yellow", "green", "red", "blue"),
    ),
    (Slip(SlipCode.UNKNOWN_FIELD), ()),
    (Slip(SlipCode.NO_BALE), ()),
    (Slip(SlipCode.WRONG_KIND, Found(Kind.NUMBER, "2"), kind=Kind.TABLE), ("2",)),
    (Slip(SlipCode.MISSING), ()),
    (Slip(SlipCode.TWICE), ()),
    (
        Slip(SlipCode.NOT_AN_ID, Found(Kind.TEXT, "a?[2J")),
        ("a?[2J",),
    ),
    (Slip(SlipCode.TOO_SHORT, Found(Kind.NUMBER, "0"), limit=1), ("1", "0")),
    (Slip(SlipCode.WRONG_KIND, Found(Kind.TEXT, "none"), kind=Kind.LIST), ("none",)),
    (Slip(SlipCode.WRONG_KIND, Found(Kind.NUMBER, "4"), kind=Kind.TEXT), ("4",)),
    (
        Slip(SlipCode.SAME_TILE, known=("gg:yarn/lace",), name="resource 4"),
        ("resource 4", "gg:yarn/lace"),
    ),
    (Slip(SlipCode.UNKNOWN_WORD, Found(Kind.TEXT, "gain-9")), ("gain-9",)),
    (Slip(SlipCode.NO_CROWN, name="gain-1-livre"), ("gain-1-livre",)),
    (Slip(SlipCode.CROWN, name="crown-couples"), ("crown-couples",)),
    (
        Slip(SlipCode.SHORT_DECK, Found(Kind.NUMBER, "2"), limit=4),
        ("4", "2"),
    ),
    (Slip(SlipCode.UNKNOWN_WORD, Found(Kind.NUMBER, "3"), known=("2", "5")), ("3", "2", "5")),
    (Slip(SlipCode.TARGET, known=("",), name="favor"), ("favor",)),
    (Slip(SlipCode.PLAYERS_TAKEN, limit=3, name="A"), ("3", "A")),
    (Slip(SlipCode.NO_SIDE, limit=1), ("1",)),
    (
        Slip(SlipCode.TOO_MANY_SPACES, Found(Kind.NUMBER, "5"), limit=4, name="[prices]"),
        ("4", "[prices]", "5"),
    ),
    (Slip(SlipCode.WRONG_KIND, Found(Kind.TEXT, "x2"), kind=Kind.NUMBER), ("x2",)),
    (Slip(SlipCode.HALL_TWICE, limit=1), ("1",)),
    (Slip(SlipCode.WRONG_LENGTH, Found(Kind.NUMBER, "1"), limit=2), ("2", "1")),
    (Slip(SlipCode.WRONG_KIND, Found(Kind.LIST), kind=Kind.NUMBER), ()),
    (Slip(SlipCode.NO_JEWEL), ()),
    (Slip(SlipCode.FOLDER_UNREADABLE, name="EACCES"), ()),
    (Slip(SlipCode.NO_TABLES, known=("a.toml", "b.toml")), ("a.toml", "b.toml")),
    (Slip(SlipCode.UNKNOWN_TABLE, known=("a.toml",)), ("a.toml",)),
    (
        Slip(SlipCode.NAME_TAKEN, name="reconstructed-1"),
        ("reconstructed-1",),
    ),
    (Slip(SlipCode.NO_FILE), ()),
    (Slip(SlipCode.TOO_LARGE, limit=1000), ("1000",)),
    (Slip(SlipCode.UNREADABLE, name="EIO"), ()),
    (Slip(SlipCode.NOT_UTF8), ()),
    (Slip(SlipCode.NOT_TOML, limit=7), ("7",)),
    (Slip(SlipCode.NOT_TOML), ()),
    (Slip(SlipCode.TOO_DEEP), ()),
    (Slip(SlipCode.TOO_LONG, Found(Kind.NUMBER, "5"), limit=4), ("4", "5")),
    (
        Slip(SlipCode.NOT_A_SPACE, Found(Kind.TEXT, "lady")),
        ("lady",),
    ),
]


@pytest.mark.parametrize("words", EVERY_LANGUAGE)
@pytest.mark.parametrize(("slip", "facts"), SLIPS)
def test_a_mistake_in_a_table_is_named(slip: Slip, facts: Facts, words: Words) -> None:
    assert is_sentence(error_messages.slip(words, slip), facts)


@pytest.mark.parametrize("words", EVERY_LANGUAGE)
def test_different_mistakes_get_different_sentences(words: Words) -> None:
    sentences = {slip.code: error_messages.slip(words, slip) for slip, _ in SLIPS}
    assert len(set(sentences.values())) == len(SlipCode)


def test_every_slip_code_is_in_the_table() -> None:
    assert {slip.code for slip, _ in SLIPS} == set(SlipCode)


def test_a_slip_has_its_location() -> None:
    slip = Slip(SlipCode.TOO_LITTLE, Found(Kind.NUMBER, "-3"), limit=0)
    spot = ComponentError("dresses.toml", 'dress "red-4"', "value", slip)
    assert (
        WORDS.bad_component(spot)
        == 'dresses.toml, dress "red-4", field "value": a whole number of 0 or more is needed, found -3'
    )
    whole = ComponentError("dresses.toml", "", "", Slip(SlipCode.NOT_UTF8))
    assert WORDS.bad_component(whole) == "dresses.toml: the file is not UTF-8 text"


DEVIATIONS: list[tuple[Deviation, Facts]] = [
    (
        Deviation(
            "dresses.toml",
            Part(PartKind.ENTRY, "dress"),
            "dress-count",
            Figures(Form.LIST, (42,)),
            Figures(Form.LIST, (41,)),
        ),
        ("dresses.toml", "dress", "42", "41"),
    ),
    (
        Deviation(
            "dresses.toml",
            Part(PartKind.COLOUR, "red"),
            "dress-colour",
            Figures(Form.LIST, (10,)),
            Figures(Form.LIST, (11,)),
        ),
        ("dresses.toml", "red", "10", "11"),
    ),
    (
        Deviation(
            "dresses.toml",
            Part(PartKind.ENTRY, "dress"),
            "dress-value",
            Figures(Form.SPAN, (6, 28)),
            Figures(Form.SPAN, (6, 29)),
        ),
        ("dresses.toml", "dress", "6", "28", "29"),
    ),
    (
        Deviation(
            "dresses.toml",
            Part(PartKind.ENTRY, "dress"),
            "dress-prestige",
            Figures(Form.SPAN, (2, 4)),
            Figures(Form.SPAN, (2, 5)),
        ),
        ("dresses.toml", "dress", "2", "4", "5"),
    ),
    (
        Deviation(
            "resources.toml",
            Part(PartKind.ENTRY, "resource"),
            "tile-count",
            Figures(Form.LIST, (48,)),
            Figures(Form.LIST, (49,)),
        ),
        ("resources.toml", "resource", "48", "49"),
    ),
    (
        Deviation(
            "resources.toml",
            Part(PartKind.ENTRY, "fancy_resource"),
            "fancy-tile-count",
            Figures(Form.LIST, (5,)),
            Figures(Form.LIST, (6,)),
        ),
        ("resources.toml", "fancy_resource", "5", "6"),
    ),
    (
        Deviation(
            "boards.toml",
            Part(PartKind.ENTRY, "prices"),
            "warehouse-prices",
            Figures(Form.LIST, (0, 1, 2, 2)),
            Figures(Form.LIST, (0, 1, 2, 3)),
        ),
        ("boards.toml", "prices", "0", "1", "2", "3"),
    ),
    (
        Deviation(
            "boards.toml",
            Part(PartKind.ENTRY, "prices"),
            "hire-prices",
            Figures(Form.LIST, (0, 1, 3, 5)),
            Figures(Form.LIST, (0, 1, 3, 6)),
        ),
        ("boards.toml", "prices", "0", "1", "3", "5", "6"),
    ),
    (
        Deviation(
            "boards.toml",
            Part(PartKind.ENTRY, "prices"),
            "exam-price",
            Figures(Form.LIST, (5,)),
            Figures(Form.LIST, (4,)),
        ),
        ("boards.toml", "prices", "5", "4"),
    ),
    (
        Deviation(
            "boards.toml",
            Part(PartKind.ENTRY, "start"),
            "start",
            Figures(Form.START, (15, 1, 1)),
            Figures(Form.START, (20, 1, 1)),
        ),
        ("boards.toml", "start", "15", "1", "20"),
    ),
    (
        Deviation(
            "boards.toml",
            Part(PartKind.ENTRY, "depute"),
            "depute",
            Figures(Form.LIST, (10, 7, 4)),
            Figures(Form.LIST, (10, 8, 4)),
        ),
        ("boards.toml", "depute", "10", "7", "4", "8"),
    ),
    (
        Deviation(
            "boards.toml",
            Part(PartKind.ENTRY, "side"),
            "sides",
            Figures(Form.SIDES, (("A", 1, 2, 3), ("B", 4, 5))),
            Figures(Form.SIDES, (("A", 1, 2), ("B", 3, 4, 5))),
        ),
        ("boards.toml", "side", "A", "1", "2", "3", "B", "4", "5"),
    ),
    (
        Deviation(
            "boards.toml",
            Part(PartKind.SIDE, 3),
            "segments",
            Figures(Form.LIST, (3, 3, 3)),
            Figures(Form.LIST, (3, 3, 4)),
        ),
        ("boards.toml", "3", "4"),
    ),
    (
        Deviation(
            "boards.toml",
            Part(PartKind.SIDE, 4),
            "fireworks-majority",
            Figures(Form.SHARE, (7, 3)),
            Figures(Form.SHARE, (8, 3)),
        ),
        ("boards.toml", "4", "7", "3", "8"),
    ),
    (
        Deviation(
            "boards.toml",
            Part(PartKind.ENTRY, "side"),
            "window-costs",
            Figures(Form.SPAN, (0, 8)),
            Figures(Form.LIST, (9,)),
        ),
        ("boards.toml", "side", "0", "8", "9"),
    ),
    (
        Deviation(
            "boards.toml",
            Part(PartKind.ENTRY, "side"),
            "fireworks-rise",
            Figures(Form.HOLDS),
            Figures(Form.COSTS, ("A", 8, 8, 12, 14)),
        ),
        ("boards.toml", "side", "8", "12", "14", "A"),
    ),
    (
        Deviation(
            "boards.toml",
            Part(PartKind.ENTRY, "side"),
            "multipliers",
            Figures(Form.SPAN, (2, 3)),
            Figures(Form.LIST, (4,)),
        ),
        ("boards.toml", "side", "2", "3", "4"),
    ),
    (
        Deviation(
            "boards.toml",
            Part(PartKind.ENTRY, "jeweler"),
            "jewels",
            Figures(Form.LIST, (24,)),
            Figures(Form.LIST, (25,)),
        ),
        ("boards.toml", "jeweler", "24", "25"),
    ),
    (
        Deviation(
            "employees.toml",
            Part(PartKind.ENTRY, "card"),
            "stack-levels",
            Figures(Form.LIST, (6, 4, 4, 4, 4, 6)),
            Figures(Form.LIST, (5, 4, 4, 4, 4, 6)),
        ),
        ("employees.toml", "card", "6", "4", "5"),
    ),
    (
        Deviation(
            "employees.toml",
            Part(PartKind.LEVEL, 0),
            "base-ranks",
            Figures(Form.RANKS, (2, 1, 2)),
            Figures(Form.RANKS, (3, 1, 2)),
        ),
        ("employees.toml", "0", "2", "1", "3"),
    ),
    (
        Deviation(
            "employees.toml",
            Part(PartKind.ENTRY, "specialist"),
            "specialist-count",
            Figures(Form.LIST, (10,)),
            Figures(Form.LIST, (9,)),
        ),
        ("employees.toml", "specialist", "10", "9"),
    ),
    (
        Deviation(
            "employees.toml",
            Part(PartKind.JEWELRY_LEVEL, 2),
            "jewelry-ranks",
            Figures(Form.RANKS, (0, 9, 0)),
            Figures(Form.RANKS, (1, 8, 0)),
        ),
        ("employees.toml", "2", "0", "9", "1", "8"),
    ),
    (
        Deviation(
            "dresses_expansions.toml",
            Part(PartKind.EXPANSION, "festivity"),
            "festivity-sellable",
            Figures(Form.LIST),
            Figures(Form.LIST, ("festivity-yellow-1",)),
        ),
        ("dresses_expansions.toml", "festivity", "festivity-yellow-1"),
    ),
    (
        Deviation(
            "dresses_expansions.toml",
            Part(PartKind.EXPANSION, "expert"),
            "expert-14-livre",
            Figures(Form.DRESSES, (("red", 14, 0),)),
            Figures(Form.DRESSES, (("red", 15, 0),)),
        ),
        ("dresses_expansions.toml", "expert", "red", "14", "0", "15"),
    ),
    (
        Deviation(
            "dresses_expansions.toml",
            Part(PartKind.EXPANSION, "fancy"),
            "fancy-count",
            Figures(Form.LIST, (4,)),
            Figures(Form.LIST, (3,)),
        ),
        ("dresses_expansions.toml", "fancy", "4", "3"),
    ),
    (
        Deviation(
            "du_barry.toml",
            Part(PartKind.ENTRY, "card"),
            "barry-count",
            Figures(Form.LIST, (25,)),
            Figures(Form.LIST, (24,)),
        ),
        ("du_barry.toml", "card", "25", "24"),
    ),
]


@pytest.mark.parametrize("words", EVERY_LANGUAGE)
@pytest.mark.parametrize(("deviation", "facts"), DEVIATIONS)
def test_a_deviation_from_the_rulebooks_is_named(deviation: Deviation, facts: Facts, words: Words) -> None:
    assert is_sentence(words.deviation(deviation), facts)


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
        Misfit("setup.players", Slip(SlipCode.WRONG_KIND, Found(Kind.TABLE), kind=Kind.LIST)),
        ("setup.players",),
    ),
    (
        SaveFault.HEADER,
        InvalidSetup(SetupFault.PLAYERS, 8, 5),
        ("5", "8"),
    ),
    (SaveFault.NEWER_FORMAT, 9, ("9",)),
    (
        SaveFault.NEWER_FORMAT,
        10**400,
        (),
    ),
    (SaveFault.NEWER_RULES, 9, ("9",)),
    (SaveFault.TOO_LARGE, None, ()),
    (SaveFault.UNREADABLE, "EACCES", ()),
    (SaveFault.UNREADABLE, "EXDEV", ("EXDEV",)),
    (SaveFault.UNREADABLE, "", ()),
    (
        SaveFault.COMPONENTS,
        HEADER,
        ("Ada", "Bo", "attic", "0123456789abcdef"),
    ),
    (
        SaveFault.FIGURES,
        HEADER,
        ("3", "attic", "0123456789abcdef"),
    ),
    (SaveFault.SYNTAX, None, ("3",)),
    (SaveFault.ALTERED, None, ("3",)),
    (SaveFault.NUMBER, 9, ("3",)),
    (SaveFault.ILLEGAL, Reason.TOO_LITTLE_MONEY, ("3",)),
    (
        SaveFault.ENTRY,
        None,
        ("3",),
    ),
    (
        SaveFault.DIGEST,
        "0123456789abcdef",
        ("3",),
    ),
]


@pytest.mark.parametrize("words", EVERY_LANGUAGE)
@pytest.mark.parametrize(("code", "detail", "facts"), SAVES)
def test_every_save_fault_is_one_sentence(code: SaveFault, detail: Detail, facts: Facts, words: Words) -> None:
    sentence = words.bad_save(BadSave(code, 3, detail))
    assert sentence == words.damage(Damage(code, 3, detail))
    assert is_sentence(sentence, facts)
    assert sentence.endswith(".")


@pytest.mark.parametrize("created", [10**18, -(10**18), 10**11 * 9])
def test_a_date_out_of_range_is_a_question_mark(created: int) -> None:
    text = WORDS.bad_save(BadSave(SaveFault.COMPONENTS, 1, replace(HEADER, created=created)))
    assert text.startswith("The game of Ada, Bo, begun on ?, was played with")


def test_names_from_files_are_sanitised() -> None:
    mark = ComponentsMark("\x1b[2J" + "a" * 5000, "0" * 5000)
    text = WORDS.bad_save(BadSave(SaveFault.COMPONENTS, 1, replace(HEADER, components=mark)))
    assert text.isprintable()
    assert len(text) < 250


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_of_value_has_a_name(kind: Kind) -> None:
    text = error_messages.slip(WORDS, Slip(SlipCode.WRONG_KIND, Found(kind, "x"), kind=kind))
    assert re.fullmatch(r".+ is needed, found .+", text)


def test_every_save_fault_is_in_the_table() -> None:
    assert {code for code, _, _ in SAVES} == set(SaveFault)
    assert all(WORDS.notice(notice).endswith(".") for notice in Notice)


def test_common_system_errors_have_messages() -> None:
    assert disk_reason(WORDS, OSError(errno.ENOSPC, "whatever the system says")) == "no space is left there"
    assert disk_reason(WORDS, OSError("nothing")) == "the system gives no reason"


NEEDED = {
    SetupFault.PLAYERS: ("5", "8"),
    SetupFault.ODD_NAME: ("attic",),
    SetupFault.LONG_NAME: ("attic", "5"),
    SetupFault.FIRST_PLAYER: ("5", "8"),
    SetupFault.SEED: ("5",),
    SetupFault.COMPONENTS: ("attic",),
    MatchFault.LEVELS: ("5", "8"),
    MatchFault.LEVEL: ("attic",),
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
    text = WORDS.bad_bot(BadBot(code, "\x1b[2J\u202eeliw", "line\nline\x07" + "x" * 1000))
    assert text.isprintable()
    assert len(text) < 300
