"""Words of both editions: complete, and without terms of the other edition."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import get_args

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

import rokoko_tui.text
from rokoko_core import Game
from rokoko_core.actions import Action, ClaimFavor, Fund, Hire
from rokoko_core.bots import LEVELS
from rokoko_core.bots.advice import Ground, advice
from rokoko_core.bots.evaluation import ASPECTS
from rokoko_core.bots.time_limit import counting_clock
from rokoko_core.box import box_of
from rokoko_core.components import components_named, load_components, shipped
from rokoko_core.engine import apply, legal_actions, new_state, why_not
from rokoko_core.game import Fence, FenceKind
from rokoko_core.observe import observe
from rokoko_core.pending import Pending
from rokoko_core.preview import preview
from rokoko_core.refusal import Reason, Refusal
from rokoko_core.safe_text import find_name_flaw
from rokoko_core.score_sheet import Row
from rokoko_core.scoring import final_scores
from rokoko_core.setup import FAIR_START, START_PRESTIGE
from rokoko_core.state import Seat, Setup, State, with_player
from rokoko_core.terms import (
    COLOURS,
    EXAM_TASKS,
    DecorationKind,
    Exam,
    Expansion,
    Family,
    Rank,
    ScoreRow,
    Task,
    TieBreak,
    Zone,
    kebab,
)
from rokoko_tui.text import Words, get_words
from rokoko_tui.text.advice import describe_steps, main_reason
from rokoko_tui.text.families.registry import WORD_MODULES
from rokoko_tui.text.languages import Edition
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.wording import fold
from tests import tabletop as table
from tests.saves.sample_games import FOLDER

BOTH = pytest.mark.parametrize("words", [get_words("classic"), get_words("deluxe")], ids=["classic", "deluxe"])
DELUXE_NEVER = re.compile(
    r"\b(dress|dresses|ladies|yarn|workshop|windows?|warehouse|segments?|fountain|yellow|red|property|King's)\b"
    r"|(?<!frock )\bcoats?\b|Favor card",
    re.IGNORECASE,
)
CLASSIC_NEVER = re.compile(
    r"\b(garments?|gowns?|frock|thread|drawers?|display space|design|catering|trademark|pink|orange|Royal)\b",
    re.IGNORECASE,
)


NAMES = re.compile(r"(Fancy|Festivity) Dresses")
"""Two expansions keep these names of the 2020 rulebook in both editions."""


def clean(words: Words, text: str) -> str:
    """Return ``text`` after checking that it is complete and of one edition."""
    text_of_edition = NAMES.sub("", text)
    never = DELUXE_NEVER if words.edition == "deluxe" else CLASSIC_NEVER
    assert text.strip() == text != ""
    assert not re.search(r"[{}\[\]]", text), text
    assert not never.search(re.sub(r"\b[A-Z]{3,}\b", "", text_of_edition)), text  # allows rule numbers such as DRESS-2
    return text


# ---- every piece and every enum member has words


@BOTH
def test_every_enum_member_has_words(words: Words) -> None:
    say = words.say
    for enum, table_name, key in (
        (Rank, "pieces", "rank"),
        (Rank, "pieces", "rank-short"),
        (Family, "pieces", "family"),
        (Zone, "pieces", "zone"),
        (Task, "pieces", "task"),
        (Exam, "pieces", "exam"),
        (DecorationKind, "pieces", "kind"),
        (Expansion, "pieces", "expansion"),
        (Expansion, "pieces", "expansion-line"),
    ):
        for member in enum:
            clean(words, say(f"{table_name}.{key}.{member}"))
    for row in ScoreRow:
        clean(words, words.say_of(f"sheets.row.{row}", {"hall": "hall 2", "card": "deck"}))
    for tie in set(TieBreak) - {TieBreak.PRESTIGE}:
        clean(words, words.say_of(f"sheets.tie.{tie}", {"livre": 3}))
    setup = table.new(2).setup
    for kind in FenceKind:
        clean(words, words.fence(Fence(kind, 3, 1), setup))


@BOTH
def test_every_reason_has_words_for_every_subject(words: Words) -> None:
    state = table.turn(table.new(2), 0, "base-master")
    for reason in Reason:
        word = {Reason.WRONG_RANK: "master", Reason.CONDITION: "30-livre"}.get(reason, "6-crown-deck")
        for about in (*Family, Fund("statue-1")):
            goods: tuple[tuple[str, int], ...] = (("livre", 2), ("red", 1), ("lace", 1))
            if reason is Reason.TASKS_OPEN:
                goods = tuple((str(task), 1) for task in EXAM_TASKS[Exam.MASTER])
            rank = "journeyman" if about is Family.EXAM and reason is Reason.WRONG_RANK else word
            clean(words, words.refusal(Refusal(about, reason, goods, rank, 1), state).longest)


@BOTH
def test_every_card_tile_dress_and_space_has_words(words: Words) -> None:
    for players in (1, 5):
        box = box_of(table.new(players, expansions=table.EVERYTHING))
        for card in box.card.values():
            clean(words, words.card(card.id, box))
            clean(words, words.bonus(card.bonus))
            bonus = words.bonus_short(card.bonus)
            assert all(cell_len(clean(words, form)) <= 30 for form in bonus), bonus
            if card.condition:
                clean(words, words.condition(card.condition))
        for tile in box.tile:
            clean(words, words.tile(tile, box))
        for dress in box.dress.values():
            clean(words, words.dress(dress.id, box))
            clean(words, words.dress_short(dress.id, box))
            if dress.effect:
                clean(words, words.effect(dress.effect))
        for space in box.guest:
            clean(words, words.guest(space, box))
        for space in box.decoration:
            clean(words, words.decoration(space, box))
        assert len({words.guest(space, box) for space in box.guest}) == len(box.guest)
        assert len({words.decoration(space, box) for space in box.decoration}) == len(box.decoration)
        for barry_card in box.barry.values():
            clean(words, words.say_of(f"pieces.du-barry.{barry_card.action}", {"target": "x"}))
            if barry_card.target:
                clean(words, words.say(f"pieces.du-barry.{barry_card.target}"))


@BOTH
def test_every_action_and_every_decision_has_words(words: Words) -> None:
    assert {each.kind for family in WORD_MODULES for each in family.ACTIONS} == set(get_args(Action))
    for kind in get_args(Pending):
        clean_lines = words.help_for(kebab(kind.__name__))
        assert clean_lines, kind
        assert words.knows(f"choices.question.{kebab(kind.__name__)}")
        for line in clean_lines:
            clean(words, line)


PLACES = (
    *("workshop", "warehouse", "hire", "halls", "decorations", "jeweler", "players", "hand"),
    *("status", "log", "choices", "preview", "score"),
)


@BOTH
def test_parts_of_the_screen_have_help(words: Words) -> None:
    for place in PLACES:
        for line in words.help_for(place):
            clean(words, line)
        assert words.help_for(place)
    assert words.help_for("nowhere") == []


@pytest.mark.rule("JB-4", "JB-6", "JB-7")
@BOTH
def test_help_mentions_examinations_and_specialists_if_in_play(words: Words) -> None:
    state = table.turn(table.new(2, expansions=table.EVERYTHING), 0, "base-apprentice-livre")
    text = " ".join(clean(words, line) for line in words.help_at(state))
    assert "Journeyman examination" in text
    assert "specialized Apprentice" in text
    hired = with_player(state, 0, specialist="")
    assert "specialised" not in " ".join(words.help_at(hired))
    base = " ".join(words.help_at(table.turn(table.new(2), 0, "base-apprentice-livre")))
    assert "xamination" not in base and "specialised" not in base


@pytest.mark.rule("JB-6")
def test_journeyman_tasks_mention_the_apprentice() -> None:
    words = get_words("classic")
    state = table.turn(table.new(2, expansions=table.EVERYTHING), 0, "base-apprentice-livre")
    open_first = "keep yellow or green silk"
    assert words.piece(PieceRef("exam"), state).startswith(
        f"Next: Journeyman examination · each by an Apprentice: {open_first}, "
    )
    refused = next(refusal for refusal in why_not(state) if refusal.reason is Reason.TASKS_OPEN)
    assert "still to do, each with an Apprentice: " in words.refusal(refused, state).longest
    master = with_player(state, 0, exam=Exam.MASTER)
    assert words.piece(PieceRef("exam"), master) == (
        "Next: Master examination · to do: ladies' dress by a Journeyman, coat by a Journeyman, dress by a Master"
    )


@pytest.mark.rule("JB-6")
@pytest.mark.parametrize("language", ["english", "ukrainian"])
@pytest.mark.parametrize("edition", ["classic", "deluxe"])
@pytest.mark.parametrize("exam", Exam)
def test_the_tasks_of_an_examination_fit_four_lines_at_80x24(language: str, edition: Edition, exam: Exam) -> None:
    state = table.turn(table.new(2, expansions=table.EVERYTHING), 0, "base-apprentice-livre")
    text = get_words(edition, language).piece(PieceRef("exam"), with_player(state, 0, exam=exam))
    assert len(fold(text, 38, 9)) <= 4


# ---- the vocabulary of the rules


def test_deluxe_has_its_own_terms() -> None:
    classic, deluxe = get_words("classic"), get_words("deluxe")
    assert [classic.letter(c) for c in COLOURS] == list("YGRB")
    assert [deluxe.letter(c) for c in COLOURS] == list("BPGR"), "an O would look like a zero"
    assert [deluxe.term(c) for c in COLOURS] == ["blue", "pink", "green", "orange"]
    assert deluxe.term("dress") == "garment"
    assert deluxe.term("ladies-dress") == "gown"
    assert deluxe.hall(1) == "Royal Hall"
    assert classic.hall(3) == "hall 3"
    with pytest.raises(KeyError):
        classic.term("no such thing")


def test_the_expansions_have_the_names_of_the_2020_book_in_both_editions() -> None:
    for words in (get_words("classic"), get_words("deluxe")):
        assert words.expansion(Expansion.FANCY) == "Fancy Dresses"
        assert words.expansion(Expansion.FESTIVITY) == "Festivity Dresses"
    assert get_words("deluxe").term("dress") == "garment"


def test_piece_names_of_both_editions() -> None:
    classic, deluxe = get_words("classic"), get_words("deluxe")
    box = box_of(table.new(2))
    assert classic.tile("yg:yarn/lace", box) == "YG yarn/lace"
    assert deluxe.tile("yg:yarn/lace", box) == "BP thread/lace"
    assert classic.dress("yellow-1", box) == "yellow ladies' dress · YY · sells for 6 Livre · 2 prestige"
    assert deluxe.dress("yellow-1", box) == "blue gown · BB · sells for 6 Livre · 2 prestige"
    assert classic.card("6-fund-10", box) == "Journeyman · fund for 10 Livre less"
    assert classic.guest("2.2", box) == "hall 2, Master space 2 · 1 lace"
    assert classic.decoration("statue-1", box) == "statue 1 · 12 Livre · 2 prestige per color of a set"
    assert classic.card("?", box) == "unknown card"
    assert classic.tile("?", box) == "face-down tile"


@pytest.mark.rule("FAIR-1")
@pytest.mark.parametrize("language", ["english", "ukrainian"])
def test_the_rule_of_the_fair_start_has_its_figures(language: str) -> None:
    figures = [prestige for given in START_PRESTIGE[FAIR_START].values() for prestige in given[1:]]
    without_version = get_words("classic", language).say("rules.rule.FAIR-1").replace("0.7", "")
    assert [int(digits) for digits in re.findall(r"\d+", without_version)] == figures


# ---- labels and reasons


@pytest.mark.rule("FUND-1", "BON-3")
def test_reasons_list_everything_missing() -> None:
    words = get_words("classic")
    state = table.funded(table.turn(table.new(2), 0, "base-master"), 1, "statue-2")
    state = table.give(state, 0, livre=8, lace=0, silk=())
    state = table.windows(state, "yellow-1")
    refused = {r.about: words.refusal(r, state).longest for r in why_not(state)}
    assert refused[Fund("statue-1")] == "Statue 1: costs 12 Livre, you need 4 more"
    assert refused[Fund("statue-2")] == "Statue 2: taken by Bo"
    dress = next(text for about, text in refused.items() if hasattr(about, "dress"))
    assert dress == "Yellow ladies' dress (YY): missing 2 yellow silk"


# ---- whole games


def check_position(words: Words, state: State) -> None:
    """Check question, labels, headings and reasons of a position as its player sees it."""
    decision = state.pending[-1]
    view = observe(state, decision.seat).table
    question = clean(words, words.question(decision, view).longest)
    assert question.startswith(words.seat(state.setup, decision.seat))
    offered = legal_actions(state)
    labels = [(clean(words, words.group(a, view)), clean(words, words.action(a, view))) for a in offered]
    assert len(set(labels)) == len(labels), labels
    for refusal in why_not(state):
        clean(words, words.refusal(refusal, view).longest)
    words.question(decision, observe(state, None).table)


PIECES = (
    *(PieceRef("window", 0), PieceRef("tile", 1), PieceRef("jewel", 0), PieceRef("favor"), PieceRef("guest", "2.1")),
    *(PieceRef("decoration", "statue-1"), PieceRef("specialist"), PieceRef("exam"), PieceRef("player", 1)),
    *(PieceRef("hall", 1), PieceRef("hand", "?"), PieceRef("silk", "?"), PieceRef("all-halls", 0)),
    *(PieceRef("supply", "base-master"), PieceRef("exam-card", "?")),
)


@pytest.mark.quick(2)
@BOTH
@pytest.mark.parametrize("players", [1, 2, 5])
def test_every_position_of_a_game_has_text(words: Words, players: int) -> None:
    state = table.new(players, seed=players + 7, expansions=table.EVERYTHING)
    chance, step = Random(players), 0
    while state.pending:
        check_position(words, state)
        action = chance.choice(legal_actions(state))
        for line in words.preview(preview(state, action), state) if step % 9 == 0 else []:
            clean(words, line)
        for piece in PIECES if step % 40 == 0 else ():
            clean(words, words.piece(piece, observe(state, None).table))
        state, step = apply(state, action), step + 1
    assert clean(words, words.question(None, state).longest) == "The game is over"
    for sheet in final_scores(state):
        assert not words.tie_break(sheet) or clean(words, words.tie_break(sheet))
        for row in sheet.rows:
            clean(words, words.score_row(row, box_of(state)))


@BOTH
def test_the_name_of_the_shipped_component_set(words: Words) -> None:
    components = load_components()
    assert words.components_name(components) == components.name


def test_players_see_no_technical_name_of_a_shipped_component_set() -> None:
    sets = [components_named(name) for name in shipped()]
    names = {get_words("classic").component_set_name(components) for components in sets}
    assert len(names) == len(sets) and not names & {*shipped()}
    ukrainian = get_words("classic", "ukrainian")
    assert ukrainian.component_set_name(sets[-1]) == f"Реконструкція {len(sets)}"
    own = replace(sets[-1], name="our-box", key="our-box@0123456789abcdef")
    assert ukrainian.component_set_name(own) == "our-box"


def test_a_crown_row_has_the_name_of_its_card() -> None:
    box = box_of(table.new(2))
    assert get_words("classic").score_row(Row(ScoreRow.CROWN, 2, "6-crown-deck"), box) == "Card (★2–11 by deck size)"


# ---- bots and hints


@BOTH
def test_every_level_has_a_name_and_a_sentence_of_limited_width(words: Words) -> None:
    for name, level in LEVELS.items():
        assert words.level(name) != name
        assert f"{level.seconds:g} s" in words.describe_level(name) or level.seconds <= 0.1
        assert cell_len(words.describe_level(name)) <= 60
    assert len({words.describe_level(name) for name in LEVELS}) == len(LEVELS)


def test_bot_names_are_unique() -> None:
    words = get_words("classic")
    names: list[str] = []
    for _ in range(20):
        names.append(words.opponent(["Ada", *names]))
    assert names[:2] == ["Rosalie", "Antoine"]
    assert len(set(names)) == 20
    assert not any(find_name_flaw(name) for name in names)
    assert {level.lower() for level in LEVELS} & {name.lower() for name in names} == set()


def test_level_names() -> None:
    words = get_words("classic")
    assert [words.level(level) for level in ("novice", "apprentice", "journeyman", "master")] == [
        "beginner",
        "easy",
        "medium",
        "hard",
    ]
    setup = Setup((Seat("Ada"), Seat("Rosalie", "bot", "tailor")), 1)
    assert words.bot_with_level(setup, 1) == "Rosalie (medium)"


@BOTH
def test_every_part_of_the_evaluation_has_a_reason(words: Words) -> None:
    for part in ASPECTS:
        for ground in (Ground(part, 2.0, hall=2), Ground(part, 2.0)):
            reason = main_reason(words, ground)
            assert clean(words, reason)[0].isupper()
            assert reason.endswith(".")


@pytest.mark.quick(1)
@BOTH
@pytest.mark.parametrize("sample", ["base-3", "everything-4", "solo-everything"])
def test_hints_use_the_terms_of_the_edition(words: Words, sample: str) -> None:
    game = Game.load(FOLDER / f"{sample}.rokoko")
    for state in (game.at(n) for n in range(0, game.length, 31)):
        view = observe(state, state.pending[-1].seat)
        if len(view.actions) < 2:
            continue
        for hint in advice(view, Random(1), counting_clock(30)):
            lines = [words.advice(hint, state), *words.advice_details(hint, state)]
            assert len([clean(words, line) for line in lines]) >= 2


@pytest.mark.rule("DRESS-1")
def test_yarn_and_lace_are_said_to_be_needed_for_most_dresses_which_is_true() -> None:
    dresses = box_of(new_state(Setup((Seat("Ada"), Seat("Bo")), 1))).dress.values()
    assert sum(bool(dress.yarn or dress.lace) for dress in dresses) == 33 and len(dresses) == 42
    words = get_words("classic")
    assert main_reason(words, Ground("notions", 1.0)) == "It gains yarn or lace, which most dresses need."
    assert words.say("learn.say.notions-take").startswith("Most dresses also need yarn or lace.")


@pytest.mark.parametrize("language", ["english", "ukrainian"])
def test_no_level_is_described_by_another(language: str) -> None:
    """Its name is the name of a strength in the language, so nobody can know which is meant."""
    words = get_words("classic", language)
    for name in LEVELS:
        others = {words.level(other).casefold() for other in LEVELS if other != name}
        assert not any(re.search(rf"\b{re.escape(other)}\b", words.describe_level(name).casefold()) for other in others)


NEVER_YOU = (
    "start.take-title",
    "table.remote.waiting",
    "table.remote.waiting-away",
    "table.remote.wanted",
    "table.remote.fill",
    "table.remote.bot-comes",
    "table.remote.away-owner",
    "table.remote.away-now",
    "table.remote.named",
    "plain.unnamed",
    "bots.replaced",
    "printed.replaced",
    "narration.barry.favor-effect",
    "learn.say.ball-aim",
)
"""Messages whose ``who`` is another player, a bot or a name of the lesson."""


def list_messages(tables: dict[str, object], above: str = "") -> Iterator[tuple[str, str]]:
    for key, value in tables.items():
        if isinstance(value, dict):
            yield from list_messages(value, f"{above}{key}.")
        elif isinstance(value, str):
            yield f"{above}{key}", value


def test_you_has_no_capital_within_an_english_sentence() -> None:
    """Somebody without a name is called "You", which within a sentence needs a wording of its own."""
    files = Path(rokoko_tui.text.__file__).parent.joinpath("english").glob("*.toml")
    texts = [
        pair for file in files for pair in list_messages(tomllib.loads(file.read_bytes().decode()), f"{file.stem}.")
    ]
    assert len(texts) > 1000
    assert [
        key
        for key, text in texts
        if re.search(r"[a-z,] \{who\}", re.sub(r"other: [^|}]*\{who\}", "", text)) and key not in NEVER_YOU
    ] == []


@pytest.mark.parametrize(
    ("edition", "language", "favor", "hire"),
    [
        ("classic", "english", "take the Favor card", "hire · "),
        ("classic", "ukrainian", "здобути прихильність королеви", "найняти · "),
    ],
)
def test_a_hint_names_the_kind_of_action_once(edition: str, language: str, favor: str, hire: str) -> None:
    words, state = get_words(edition, language), new_state(Setup((Seat("Ada"), Seat("Bo")), 1))
    wanted = {ClaimFavor: favor, Hire: hire}
    while wanted:
        for action in legal_actions(state):
            if (start := wanted.get(type(action))) is not None:
                assert describe_steps(words, (action,), state)[0].startswith(start)
                del wanted[type(action)]
        state = apply(state, legal_actions(state)[0])
