"""What is said of a file, a setup or a component set that cannot be used: a sentence for every code."""

import errno
import re

import pytest
from msgspec.structs import replace

from rokoko_core import Seat, Setup
from rokoko_core.bots.arena import InvalidMatches, MatchFault
from rokoko_core.bots.guests import BadBot, BotFault
from rokoko_core.components import TABLES, load_components
from rokoko_core.components.facts import FACTS
from rokoko_core.components.slips import ComponentError, Found, Kind, Slip, SlipCode
from rokoko_core.components.tables import Deviation, Figures, Form, Part, PartKind
from rokoko_core.journal import BadSave, ComponentsMark, Damage, Detail, Header, Misfit, Notice, SaveFault
from rokoko_core.refusal import Reason
from rokoko_core.setup import InvalidSetup, SetupFault
from rokoko_tui.words import faults, words_of
from rokoko_tui.words.disk import disk_reason

WORDS = words_of("classic")

SLIPS: list[tuple[Slip, str]] = [
    (Slip(SlipCode.TOO_LITTLE, Found(Kind.NUMBER, "-3")), "a whole number of 0 or more is needed, found -3"),
    (Slip(SlipCode.WRONG_KIND, Found(Kind.TRUTH, "true"), kind=Kind.NUMBER), "a whole number is needed, found true"),
    (Slip(SlipCode.WRONG_KIND, Found(Kind.OTHER, "1.0"), kind=Kind.NUMBER), "a whole number is needed, found 1.0"),
    (
        Slip(SlipCode.TOO_MUCH, Found(Kind.NUMBER, "1000"), limit=999),
        "a whole number of 999 or less is needed, found 1000",
    ),
    (
        Slip(SlipCode.TOO_MUCH, Found(Kind.HUGE), limit=999),
        "a whole number of 999 or less is needed, found a number far too large",
    ),
    (Slip(SlipCode.WRONG_KIND, Found(Kind.NUMBER, "1"), kind=Kind.TRUTH), "true or false is needed, found 1"),
    (
        Slip(SlipCode.UNKNOWN_WORD, Found(Kind.TEXT, "pink"), known=("yellow", "green", "red", "blue")),
        '"pink" is not known here; known: yellow, green, red, blue',
    ),
    (Slip(SlipCode.UNKNOWN_FIELD), "there is no such field"),
    (Slip(SlipCode.NO_BALE), "at least one bale is needed"),
    (Slip(SlipCode.WRONG_KIND, Found(Kind.NUMBER, "2"), kind=Kind.TABLE), "a table is needed, found 2"),
    (Slip(SlipCode.MISSING), "the field is missing"),
    (Slip(SlipCode.TWICE), "the id stands twice"),
    (
        Slip(SlipCode.NOT_AN_ID, Found(Kind.TEXT, "a?[2J")),
        'a name of letters, digits, dots and dashes is needed, at most 40 long, found "a?[2J"',
    ),
    (Slip(SlipCode.TOO_SHORT, Found(Kind.NUMBER, "0"), limit=1), "a list of at least 1 is needed, found 0"),
    (Slip(SlipCode.WRONG_KIND, Found(Kind.TEXT, "none"), kind=Kind.LIST), 'a list is needed, found "none"'),
    (Slip(SlipCode.WRONG_KIND, Found(Kind.NUMBER, "4"), kind=Kind.TEXT), "a word in quotes is needed, found 4"),
    (
        Slip(SlipCode.SAME_TILE, known=("gg:yarn/lace",), name="resource 4"),
        "resource 4 is the same tile gg:yarn/lace; change its count instead",
    ),
    (Slip(SlipCode.UNKNOWN_WORD, Found(Kind.TEXT, "gain-9")), '"gain-9" is not known here'),
    (Slip(SlipCode.NO_CROWN, name="gain-1-livre"), 'false is needed with the bonus "gain-1-livre"'),
    (Slip(SlipCode.CROWN, name="crown-couples"), 'true is needed with the bonus "crown-couples"'),
    (
        Slip(SlipCode.SHORT_DECK, Found(Kind.NUMBER, "2"), limit=4),
        "a player needs at least 4 cards of level 0 to start with, found 2",
    ),
    (Slip(SlipCode.UNKNOWN_WORD, Found(Kind.NUMBER, "3"), known=("2", "5")), "3 is not known here; known: 2, 5"),
    (Slip(SlipCode.TARGET, known=("",), name="favor"), "the action favor cannot aim at this; known: none"),
    (Slip(SlipCode.PLAYERS_TAKEN, limit=3, name="A"), '3 players already use side "A"'),
    (Slip(SlipCode.NO_SIDE, limit=1), "no side is for a game of 1"),
    (
        Slip(SlipCode.TOO_MANY_SPACES, Found(Kind.NUMBER, "5"), limit=4, name="[prices]"),
        "at most 4 spaces can be used, as [prices] has 4 warehouse prices, found 5",
    ),
    (Slip(SlipCode.WRONG_KIND, Found(Kind.TEXT, "x2"), kind=Kind.NUMBER), 'a whole number is needed, found "x2"'),
    (Slip(SlipCode.HALL_TWICE, limit=1), "the side already has a hall 1"),
    (Slip(SlipCode.WRONG_LENGTH, Found(Kind.NUMBER, "1"), limit=2), "a list of exactly 2 is needed, found 1"),
    (Slip(SlipCode.WRONG_KIND, Found(Kind.LIST), kind=Kind.NUMBER), "a whole number is needed, found a list"),
    (Slip(SlipCode.NO_JEWEL), "at least one jewel is needed"),
    (Slip(SlipCode.FOLDER_UNREADABLE, name="EACCES"), "the folder cannot be read (Permission denied)"),
    (Slip(SlipCode.NO_TABLES, known=("a.toml", "b.toml")), "the folder holds none of the tables a.toml, b.toml"),
    (Slip(SlipCode.UNKNOWN_TABLE, known=("a.toml",)), "there is no such table; the tables are a.toml"),
    (
        Slip(SlipCode.NAME_TAKEN, name="reconstructed-1"),
        'the folder needs a name of its own, "reconstructed-1" is a set that comes with the program',
    ),
    (Slip(SlipCode.NO_FILE), "this is not a file"),
    (Slip(SlipCode.TOO_LARGE, limit=1000), "the file is larger than 1000 bytes"),
    (Slip(SlipCode.UNREADABLE, name="EIO"), "the file cannot be read (the device has failed)"),
    (Slip(SlipCode.NOT_UTF8), "the file is not UTF-8 text"),
    (Slip(SlipCode.NOT_TOML, limit=7), "the file is not TOML: something on line 7 cannot be read"),
    (Slip(SlipCode.NOT_TOML), "the file is not TOML: it ends too early"),
    (Slip(SlipCode.TOO_DEEP), "the file is not TOML: a value is too long or too deep"),
    (Slip(SlipCode.TOO_LONG, Found(Kind.NUMBER, "5"), limit=4), "a list of at most 4 is needed, found 5"),
    (
        Slip(SlipCode.NOT_A_SPACE, Found(Kind.TEXT, "lady")),
        '"guest" or "master" is needed, alone or with a reward as in "guest:livre-3", "guest:yarn", "guest:lace" or '
        '"guest:tile", found "lady"',
    ),
]


@pytest.mark.parametrize(("slip", "sentence"), SLIPS)
def test_a_slip_in_a_table_is_told(slip: Slip, sentence: str) -> None:
    assert faults.slip(WORDS, slip) == sentence


def test_every_slip_is_tried_above() -> None:
    assert {slip.code for slip, _ in SLIPS} == set(SlipCode)


def test_a_slip_is_told_with_its_spot() -> None:
    slip = Slip(SlipCode.TOO_LITTLE, Found(Kind.NUMBER, "-3"), limit=0)
    spot = ComponentError("dresses.toml", 'dress "red-4"', "value", slip)
    assert (
        WORDS.bad_component(spot)
        == 'dresses.toml, dress "red-4", field "value": a whole number of 0 or more is needed, found -3'
    )
    whole = ComponentError("dresses.toml", "", "", Slip(SlipCode.NOT_UTF8))
    assert WORDS.bad_component(whole) == "dresses.toml: the file is not UTF-8 text"


DEVIATIONS: list[tuple[Deviation, str]] = [
    (
        Deviation(
            "dresses.toml",
            Part(PartKind.ENTRY, "dress"),
            "dress-count",
            Figures(Form.LIST, (42,)),
            Figures(Form.LIST, (41,)),
        ),
        "dresses.toml, dress: 42 expected, 41 found",
    ),
    (
        Deviation(
            "dresses.toml",
            Part(PartKind.COLOUR, "red"),
            "dress-colour",
            Figures(Form.LIST, (10,)),
            Figures(Form.LIST, (11,)),
        ),
        "dresses.toml, red dresses: 10 expected, 11 found",
    ),
    (
        Deviation(
            "dresses.toml",
            Part(PartKind.ENTRY, "dress"),
            "dress-value",
            Figures(Form.SPAN, (6, 28)),
            Figures(Form.SPAN, (6, 29)),
        ),
        "dresses.toml, dress: 6 to 28 expected, 6 to 29 found",
    ),
    (
        Deviation(
            "dresses.toml",
            Part(PartKind.ENTRY, "dress"),
            "dress-prestige",
            Figures(Form.SPAN, (2, 4)),
            Figures(Form.SPAN, (2, 5)),
        ),
        "dresses.toml, dress: 2 to 4 expected, 2 to 5 found",
    ),
    (
        Deviation(
            "resources.toml",
            Part(PartKind.ENTRY, "resource"),
            "tile-count",
            Figures(Form.LIST, (48,)),
            Figures(Form.LIST, (49,)),
        ),
        "resources.toml, resource: 48 expected, 49 found",
    ),
    (
        Deviation(
            "resources.toml",
            Part(PartKind.ENTRY, "fancy_resource"),
            "fancy-tile-count",
            Figures(Form.LIST, (5,)),
            Figures(Form.LIST, (6,)),
        ),
        "resources.toml, fancy_resource: 5 expected, 6 found",
    ),
    (
        Deviation(
            "boards.toml",
            Part(PartKind.ENTRY, "prices"),
            "warehouse-prices",
            Figures(Form.LIST, (0, 1, 2, 2)),
            Figures(Form.LIST, (0, 1, 2, 3)),
        ),
        "boards.toml, prices: 0, 1, 2, 2 expected, 0, 1, 2, 3 found",
    ),
    (
        Deviation(
            "boards.toml",
            Part(PartKind.ENTRY, "prices"),
            "hire-prices",
            Figures(Form.LIST, (0, 1, 3, 5)),
            Figures(Form.LIST, (0, 1, 3, 6)),
        ),
        "boards.toml, prices: 0, 1, 3, 5 expected, 0, 1, 3, 6 found",
    ),
    (
        Deviation(
            "boards.toml",
            Part(PartKind.ENTRY, "prices"),
            "exam-price",
            Figures(Form.LIST, (5,)),
            Figures(Form.LIST, (4,)),
        ),
        "boards.toml, prices: 5 expected, 4 found",
    ),
    (
        Deviation(
            "boards.toml",
            Part(PartKind.ENTRY, "start"),
            "start",
            Figures(Form.START, (15, 1, 1)),
            Figures(Form.START, (20, 1, 1)),
        ),
        "boards.toml, start: 15 Livre, 1 yarn, 1 lace expected, 20 Livre, 1 yarn, 1 lace found",
    ),
    (
        Deviation(
            "boards.toml",
            Part(PartKind.ENTRY, "depute"),
            "depute",
            Figures(Form.LIST, (10, 7, 4)),
            Figures(Form.LIST, (10, 8, 4)),
        ),
        "boards.toml, depute: 10, 7, 4 expected, 10, 8, 4 found",
    ),
    (
        Deviation(
            "boards.toml",
            Part(PartKind.ENTRY, "side"),
            "sides",
            Figures(Form.SIDES, (("A", 1, 2, 3), ("B", 4, 5))),
            Figures(Form.SIDES, (("A", 1, 2), ("B", 3, 4, 5))),
        ),
        "boards.toml, side: A for 1, 2, 3; B for 4, 5 expected, A for 1, 2; B for 3, 4, 5 found",
    ),
    (
        Deviation(
            "boards.toml",
            Part(PartKind.SIDE, 3),
            "segments",
            Figures(Form.LIST, (3, 3, 3)),
            Figures(Form.LIST, (3, 3, 4)),
        ),
        "boards.toml, side for 3 players: 3, 3, 3 expected, 3, 3, 4 found",
    ),
    (
        Deviation(
            "boards.toml",
            Part(PartKind.SIDE, 4),
            "fireworks-majority",
            Figures(Form.SHARE, (7, 3)),
            Figures(Form.SHARE, (8, 3)),
        ),
        "boards.toml, side for 4 players: 7/3 expected, 8/3 found",
    ),
    (
        Deviation(
            "boards.toml",
            Part(PartKind.ENTRY, "side"),
            "window-costs",
            Figures(Form.SPAN, (0, 8)),
            Figures(Form.LIST, (9,)),
        ),
        "boards.toml, side: 0 to 8 expected, 9 found",
    ),
    (
        Deviation(
            "boards.toml",
            Part(PartKind.ENTRY, "side"),
            "fireworks-rise",
            Figures(Form.HOLDS),
            Figures(Form.COSTS, ("A", 8, 8, 12, 14)),
        ),
        "boards.toml, side: each fireworks space costs more than the one left of it expected, 8, 8, 12, "
        "14 on side A found",
    ),
    (
        Deviation(
            "boards.toml",
            Part(PartKind.ENTRY, "side"),
            "multipliers",
            Figures(Form.SPAN, (2, 3)),
            Figures(Form.LIST, (4,)),
        ),
        "boards.toml, side: 2 to 3 expected, 4 found",
    ),
    (
        Deviation(
            "boards.toml",
            Part(PartKind.ENTRY, "jeweler"),
            "jewels",
            Figures(Form.LIST, (24,)),
            Figures(Form.LIST, (25,)),
        ),
        "boards.toml, jeweler: 24 expected, 25 found",
    ),
    (
        Deviation(
            "employees.toml",
            Part(PartKind.ENTRY, "card"),
            "stack-levels",
            Figures(Form.LIST, (6, 4, 4, 4, 4, 6)),
            Figures(Form.LIST, (5, 4, 4, 4, 4, 6)),
        ),
        "employees.toml, card: 6, 4, 4, 4, 4, 6 expected, 5, 4, 4, 4, 4, 6 found",
    ),
    (
        Deviation(
            "employees.toml",
            Part(PartKind.LEVEL, 0),
            "base-ranks",
            Figures(Form.RANKS, (2, 1, 2)),
            Figures(Form.RANKS, (3, 1, 2)),
        ),
        "employees.toml, level 0: 2 master, 1 journeyman, 2 apprentice expected, 3 master, 1 "
        "journeyman, 2 apprentice found",
    ),
    (
        Deviation(
            "employees.toml",
            Part(PartKind.ENTRY, "specialist"),
            "specialist-count",
            Figures(Form.LIST, (10,)),
            Figures(Form.LIST, (9,)),
        ),
        "employees.toml, specialist: 10 expected, 9 found",
    ),
    (
        Deviation(
            "employees.toml",
            Part(PartKind.JEWELRY_LEVEL, 2),
            "jewelry-ranks",
            Figures(Form.RANKS, (0, 9, 0)),
            Figures(Form.RANKS, (1, 8, 0)),
        ),
        "employees.toml, jewelry cards of level 2: 0 master, 9 journeyman, 0 apprentice expected, 1 "
        "master, 8 journeyman, 0 apprentice found",
    ),
    (
        Deviation(
            "dresses_expansions.toml",
            Part(PartKind.EXPANSION, "festivity"),
            "festivity-sellable",
            Figures(Form.LIST),
            Figures(Form.LIST, ("festivity-yellow-1",)),
        ),
        "dresses_expansions.toml, festivity dresses: none expected, festivity-yellow-1 found",
    ),
    (
        Deviation(
            "dresses_expansions.toml",
            Part(PartKind.EXPANSION, "expert"),
            "expert-14-livre",
            Figures(Form.DRESSES, (("red", 14, 0),)),
            Figures(Form.DRESSES, (("red", 15, 0),)),
        ),
        "dresses_expansions.toml, expert dresses: red, 14 Livre, 0 prestige expected, red, 15 Livre, 0 prestige found",
    ),
    (
        Deviation(
            "dresses_expansions.toml",
            Part(PartKind.EXPANSION, "fancy"),
            "fancy-count",
            Figures(Form.LIST, (4,)),
            Figures(Form.LIST, (3,)),
        ),
        "dresses_expansions.toml, fancy dresses: 4 expected, 3 found",
    ),
    (
        Deviation(
            "du_barry.toml",
            Part(PartKind.ENTRY, "card"),
            "barry-count",
            Figures(Form.LIST, (25,)),
            Figures(Form.LIST, (24,)),
        ),
        "du_barry.toml, card: 25 expected, 24 found",
    ),
]


@pytest.mark.parametrize(("deviation", "sentence"), DEVIATIONS)
def test_a_deviation_from_the_rulebooks_is_told(deviation: Deviation, sentence: str) -> None:
    assert WORDS.deviation(deviation) == sentence


def test_every_fact_says_what_it_expects() -> None:
    for fact in FACTS:
        assert WORDS.deviation(Deviation(fact.file, fact.part, fact.code, fact.expected, fact.expected))
    plain = [form for form in Form if form not in (Form.HOLDS, Form.SIDES, Form.DRESSES)]
    assert all("1" in faults.figures(WORDS, Figures(form, (1, 2, 3, 4)), "") for form in plain)


def test_every_table_says_which_of_its_figures_are_reconstructed() -> None:
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
SAVES: list[tuple[SaveFault, Detail, str]] = [
    (SaveFault.EMPTY, None, "The file is empty."),
    (SaveFault.NOT_A_SAVE, None, "This is not a saved game."),
    (
        SaveFault.HEADER,
        Misfit("setup.players", Slip(SlipCode.WRONG_KIND, Found(Kind.TABLE), kind=Kind.LIST)),
        'The first line of the save cannot be used: field "setup.players": a list is needed, found a table.',
    ),
    (
        SaveFault.HEADER,
        InvalidSetup(SetupFault.PLAYERS, 8, 5),
        "The first line of the save cannot be used: 1 to 5 can play, not 8.",
    ),
    (SaveFault.NEWER_FORMAT, 9, "The save is in a newer format (version 9) than this program reads."),
    (
        SaveFault.NEWER_FORMAT,
        10**400,
        "The save is in a newer format (version a number far too large) than this program reads.",
    ),
    (SaveFault.NEWER_RULES, 9, "The save was played by newer rules (version 9) than this program has."),
    (SaveFault.TOO_LARGE, None, "The file is too large for a saved game."),
    (SaveFault.UNREADABLE, "EACCES", "The file cannot be read: Permission denied."),
    (SaveFault.UNREADABLE, "EXDEV", "The file cannot be read: the system says EXDEV."),
    (SaveFault.UNREADABLE, "", "The file cannot be read: the system gives no reason."),
    (
        SaveFault.COMPONENTS,
        HEADER,
        "The game of Ada, Bo, begun on 2026-11-21, was played with the component set attic (digest 0123456789abcdef), "
        "which is not known here.",
    ),
    (
        SaveFault.FIGURES,
        HEADER,
        "The save was played with other figures of the component set attic (digest 0123456789abcdef) than are known "
        "here; before line 3 the game agrees with those that are, and can be seen.",
    ),
    (SaveFault.SYNTAX, None, "Line 3 is not an entry of a saved game."),
    (SaveFault.ALTERED, None, "Line 3 is not as it was written: the file was altered there."),
    (SaveFault.NUMBER, 9, "Line 3 is out of sequence: entries are missing or doubled."),
    (SaveFault.ILLEGAL, Reason.TOO_LITTLE_MONEY, "Line 3 holds a move that is not possible there."),
    (
        SaveFault.ENTRY,
        None,
        "Line 3 undoes or redoes to a place that is not there, or tells of a hint to nobody.",
    ),
    (
        SaveFault.DIGEST,
        "0123456789abcdef",
        "At line 3 the game no longer agrees with its record: rules or figures have changed since, or the file was "
        "altered.",
    ),
]


@pytest.mark.parametrize(("code", "detail", "sentence"), SAVES)
def test_what_is_wrong_with_a_save_is_one_sentence(code: SaveFault, detail: Detail, sentence: str) -> None:
    assert WORDS.bad_save(BadSave(code, 3, detail)) == WORDS.damage(Damage(code, 3, detail)) == sentence


@pytest.mark.parametrize("created", [10**18, -(10**18), 10**11 * 9])
def test_a_save_from_beyond_the_calendar_is_told_of_all_the_same(created: int) -> None:
    told = WORDS.bad_save(BadSave(SaveFault.COMPONENTS, 1, replace(HEADER, created=created)))
    assert told.startswith("The game of Ada, Bo, begun on ?, was played with")


def test_what_a_file_calls_things_cannot_disturb_a_terminal() -> None:
    mark = ComponentsMark("\x1b[2J" + "a" * 5000, "0" * 5000)
    told = WORDS.bad_save(BadSave(SaveFault.COMPONENTS, 1, replace(HEADER, components=mark)))
    assert told.isprintable()
    assert len(told) < 250


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_of_value_has_a_name(kind: Kind) -> None:
    told = faults.slip(WORDS, Slip(SlipCode.WRONG_KIND, Found(kind, "x"), kind=kind))
    assert re.fullmatch(r".+ is needed, found .+", told)


def test_every_fault_of_a_save_is_tried_above() -> None:
    assert {code for code, _, _ in SAVES} == set(SaveFault)
    assert all(WORDS.notice(notice).endswith(".") for notice in Notice)


def test_what_the_system_refuses_is_told_in_our_words_where_it_is_common() -> None:
    assert disk_reason(WORDS, OSError(errno.ENOSPC, "whatever the system says")) == "no space is left there"
    assert disk_reason(WORDS, OSError("nothing")) == "the system gives no reason"


SETUPS = {
    SetupFault.PLAYERS: "1 to 5 can play, not 8",
    SetupFault.NAMELESS: "every seat needs a name",
    SetupFault.ODD_NAME: 'the name "attic" may hold letters, digits, blanks and punctuation only',
    SetupFault.LONG_NAME: 'the name "attic" is longer than 5 cells',
    SetupFault.SAME_NAME: "every name can be used once only",
    SetupFault.AUTOMATIC: "against Madame du Barry the seat must be a person",
    SetupFault.FIRST_PLAYER: "the first player has a seat from 0 to 5, not 8",
    SetupFault.SEED: "the seed is a whole number from 0 to 5",
    SetupFault.COMPONENTS: 'no component set named "attic" is known',
}


@pytest.mark.parametrize("code", SetupFault)
def test_why_no_game_can_be_laid_out(code: SetupFault) -> None:
    assert WORDS.invalid_setup(InvalidSetup(code, 8, 5, "attic")) == SETUPS[code]


MATCHES = {
    MatchFault.LEVELS: "1 to 5 levels can sit down, not 8",
    MatchFault.LEVEL: "unknown level 'queen': random, novice, apprentice, journeyman, master, grandmaster are known",
    MatchFault.GAMES: "at least one game is needed",
    MatchFault.SEED: "a seed from 0 to 5 is needed",
}


@pytest.mark.parametrize("code", MatchFault)
def test_why_no_matches_can_be_held(code: MatchFault) -> None:
    assert WORDS.invalid_matches(InvalidMatches(code, 8, 5, "queen")) == MATCHES[code]


@pytest.mark.parametrize("code", BotFault)
def test_what_a_bot_says_of_itself_does_nothing_to_the_terminal(code: BotFault) -> None:
    told = WORDS.bad_bot(BadBot(code, "\x1b[2J\u202eeliw", "line\nline\x07" + "x" * 1000))
    assert told.isprintable()
    assert len(told) < 300
