"""The help and the palette: pages, rules for the selection, search, and completeness of rules and signs."""

import importlib
import pkgutil
import re
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from textual import events
from textual.widgets import Input

from rokoko_core import Game
from rokoko_core.box import box_of
from rokoko_core.engine import legal_actions, why_not
from rokoko_core.refusal import Reason
from rokoko_core.state import Seat, Setup
from rokoko_core.terms import COLOURS
from rokoko_tui import screens
from rokoko_tui.art import symbols
from rokoko_tui.art.help_pages import HelpContext, keys_page, rules_page
from rokoko_tui.art.legend import legend
from rokoko_tui.art.symbols import MARKS
from rokoko_tui.games import Start
from rokoko_tui.keys import COMMANDS
from rokoko_tui.panes.choices import make_item
from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.screens.help import HelpScreen, ScrollableText
from rokoko_tui.screens.palette import PaletteEntry, _screens, list_entries, rank_entries
from rokoko_tui.table.choice_list import EntryKind, MenuEntry
from rokoko_tui.text import get_words
from rokoko_tui.text import rule_topics as rulebook
from rokoko_tui.text.action_words import rule_of_action, rule_of_piece, rule_of_refusal
from rokoko_tui.text.families.registry import TOOLTIPS
from rokoko_tui.text.languages import load_language, shipped_languages
from rokoko_tui.text.piece_refs import PieceRef
from tests import ROOT
from tests.saves.sample_games import FOLDER
from tests.tui.at_table import TWO, at_table, save_until

TABLES = "compact|deluxe|ending|largest|learn|lines|low|reasons|solo|table|tall|upright|wide"
"""The snapshots of tables, by the first word of their name."""
DOCS = ROOT / "docs" / "rules.md"
WORDS = get_words("classic")
SAMPLES = sorted(path.stem for path in FOLDER.glob("*.rokoko"))


def test_every_rule_is_in_one_topic() -> None:
    numbers = re.findall(r"^- \*\*([A-Z]+-\d+)\*\*", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    told = [number for topic in rulebook.TOPICS.values() for number in topic]
    assert len(numbers) > 80
    assert sorted(told) == sorted(numbers)


@pytest.mark.parametrize("edition", ["classic", "deluxe"])
def test_the_rules_use_the_terms_of_the_edition(edition: str) -> None:
    words = get_words("deluxe" if edition == "deluxe" else "classic")
    told = " ".join(text for topic in rulebook.topics(words) for _, text in topic.rules)
    assert ("garment" in told, " gown" in told) == (edition == "deluxe",) * 2
    assert (" dress " in told, "coats" in told and "frock" not in told)[0] == (edition == "classic")


def test_a_search_finds_rules_with_all_words() -> None:
    found = rulebook.find_topics(rulebook.topics(WORDS), "four cards", WORDS.language)
    assert "DEP-2" in [number for topic in found for number, _ in topic.rules]
    assert all("four" in f"{t.title}{text}".lower() for t in found for _, text in t.rules)
    assert rulebook.find_topics(rulebook.topics(WORDS), "ACQ-2", WORDS.language)[0].rules[0][0] == "ACQ-2"
    assert rulebook.find_topics(rulebook.topics(WORDS), "zeppelin", WORDS.language) == []


def test_the_page_opens_at_the_requested_rule() -> None:
    laid = rules_page(WORDS, "", "DRESS-5", 70)
    assert laid.lines[laid.marked].plain.startswith("DRESS-5")
    first = rules_page(WORDS, "", "ACQ-1", 70)
    assert (first.lines[first.marked].plain, first.lines[first.marked + 1].plain[:5]) == (
        "Acquire resource tiles",
        "ACQ-1",
    )


@pytest.mark.parametrize("name", SAMPLES)
def test_every_choice_refusal_and_line_of_a_game_has_a_rule(name: str) -> None:
    known = {number for topic in rulebook.TOPICS.values() for number in topic}
    game = Game.load(FOLDER / f"{name}.rokoko")
    for position in range(0, len(game.line), 7):
        state = game.at(position)
        assert {rule_of_action(action, state) for action in legal_actions(state)} <= known
        assert {rule_of_refusal(refusal, state) for refusal in why_not(state)} <= known
        told = WORDS.narration(game.events_of(position), game.setup, box_of(state))
        assert {line.rule for line in told} <= known


def test_a_refusal_has_the_rule_of_its_reason() -> None:
    game = Game.new(TWO)
    while not any(refusal.reason is Reason.WRONG_RANK for refusal in why_not(game.state)):
        game.play(legal_actions(game.state)[-1])
    refusal = next(r for r in why_not(game.state) if r.reason is Reason.WRONG_RANK)
    assert rule_of_refusal(refusal, game.state) == "TURN-4"


def test_the_legend_has_the_signs_of_the_table() -> None:
    shown = {c for _, rows in legend(WORDS, None) for sign in rows for c in sign.sample.plain} | {
        sign for _, rows in legend(WORDS, None) for s in rows for sign in s.sample.plain
    }
    named = {value for name, value in vars(symbols).items() if name.isupper() and isinstance(value, str)}
    assert len(named) == 12
    assert named | set(MARKS.values()) <= shown
    assert {WORDS.letter(colour) for colour in ("yellow", "green", "red", "blue")} <= shown


def read_screens(names: str = TABLES) -> str:
    """Return the snapshots of tables in English whose name begins with one of ``names``."""
    path = Path(__file__).parent / "__snapshots__" / "test_snapshots.ambr"
    screens = re.split(r"^# name: ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return "\n".join(s for s in screens if re.match(rf"test_screen\[({names})(-[a-z]+)?\]\n", s) and "Round" in s)


def test_every_sign_of_the_legend_is_on_a_table() -> None:
    """With other numbers, letters of silk and marks; not those that only a color or a picture shows."""
    chosen = make_item(MenuEntry(EntryKind.THING, "", chosen=True)).mark  # no snapshot has it
    text, letters = chosen + read_screens(), "".join(WORDS.letter(colour) for colour in COLOURS)
    classes = (r"\d+", "\\d+"), (rf"(?<![A-Za-z])[{letters}]+(?![A-Za-z])", f"[{letters}]+")
    for sign in [sign for _, rows in legend(WORDS, TWO) for sign in rows]:
        for sample in re.split(" {2,}", sign.sample.plain.strip()):
            if sample in ("space", "»space", "▄█▄"):
                continue
            pattern = re.escape(sample.replace("space", ""))
            for what, any_such in classes:
                pattern = re.sub(what, lambda _, text=any_such: text, pattern)  # type: ignore[misc]
            assert re.search(pattern.replace(r"\ ", r"\s"), text), sample


def test_the_legend_has_every_sign_of_a_table() -> None:
    shown = {c for _, rows in legend(WORDS, None) for sign in rows for c in sign.sample.plain + sign.meaning}
    classic = read_screens(TABLES.replace("deluxe|", ""))
    signs = {c for c in classic if not (c.isalnum() or c.isascii() or "\u2500" <= c <= "\u259f")}
    assert signs - set("\xa0’“”±−") <= shown


def test_the_legend_names_the_players() -> None:
    (_, owners), *_ = legend(WORDS, Setup((Seat("Ada"), Seat("Bo", mark="star"), Seat("You")), seed=1))
    assert [sign.meaning.split(":")[0] for sign in owners] == ["Ada", "Bo", "you"]
    assert [sign.sample.plain for sign in owners] == ["●", "✦", "■"]
    assert owners[2].meaning.endswith("you own")


# ---- at the table


async def test_help_has_four_pages_and_opens_the_last_one(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start("load", path=save_until(tmp_path, TWO, lambda g: g.cursor == 3))) as player:
        await player.press("enter", "question_mark")
        assert "The goal: the most prestige" in player.seen()
        pages = {"2": "Owners", "right": "Type to search", "4": "Undo the last action", "1": "The goal:"}
        for key, shown in pages.items():
            await player.press(key)
            await player.wait_until(lambda shown=shown: shown in player.seen())  # type: ignore[misc]
        await player.press("left", "escape", "question_mark")
        await player.wait_until(lambda: "Undo the last action" in player.seen())


async def test_help_on_a_choice_shows_its_gain_and_rule(tmp_path: Path) -> None:
    async with at_table(
        tmp_path, Start("load", path=save_until(tmp_path, TWO, lambda g: g.cursor == 3)), size=(120, 60)
    ) as player:
        await player.press("enter", "question_mark")
        assert player.choices.entry is not None and player.choices.entry.action is not None
        rule = rule_of_action(player.choices.entry.action, player.game.state)
        told = re.compile(rf"{rule} +{rulebook.text(WORDS, rule)[:30]}")
        await player.wait_until(lambda: told.search(player.seen()) is not None)
        await player.press("question_mark", "question_mark")
        await player.wait_until(lambda: rule in player.seen())


@pytest.mark.slow
async def test_help_on_a_refusal_opens_its_rule(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start("load", path=save_until(tmp_path, TWO, lambda g: g.cursor == 3))) as player:
        await player.press("enter", "w")
        entry = player.choices.entry
        assert entry is not None and entry.kind is EntryKind.REFUSAL and entry.refusal is not None
        await player.press("question_mark")
        rule = rule_of_refusal(entry.refusal, player.game.state)
        await player.wait_until(lambda: rule in player.seen())
        assert "Type to search" in player.seen()


async def test_help_on_a_line_of_the_log_opens_its_rule(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start("load", path=save_until(tmp_path, TWO, lambda g: g.cursor == 3))) as player:
        await player.press("enter", "f4", "question_mark")
        await player.wait_until(lambda: re.search(r"TURN-1 +Everyone plays", player.seen()) is not None)


@pytest.mark.slow
async def test_typing_searches_the_rules(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start()) as player:
        await player.press("question_mark", "3", *"thimble", "space", *"extra")
        seen = player.seen()
        assert "thimble extra" in seen and "BON-2" in seen and "HAND-1" not in seen
        await player.press(*["backspace"] * 6)
        assert "DRESS-3" in player.seen()
        await player.press("escape")
        assert isinstance(player.app.screen, HelpScreen) and "thimble" not in player.seen()
        await player.press("escape")
        assert not isinstance(player.app.screen, HelpScreen)


async def test_a_page_opens_at_its_top(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start()) as player:
        await player.press("question_mark", "3", "end", "2")
        await player.wait_until(lambda: "Owners" in player.seen())
        assert player.app.screen.query_one(ScrollableText).scroll_y == 0


# ---- the palette


def test_every_palette_command_has_synonyms() -> None:
    wanted = [command.id for command in COMMANDS if command.palette]
    assert [id for id in wanted if not WORDS.knows(f"keys.also.{id}")] == []


CALLED = {
    "undo": "Undo the last action",
    "take back": "Undo the last action",
    "quit": "Quit",
    "colour": "Next color theme",
    "rule": "Help for the current screen",
    "tutorial": "Learn to play: a lesson of ten minutes",
    "legend": "Help: the symbols",
    "keyboard": "Help: the keys",
    "history": "Go to the log, to read it or go back to a line",
    "why not": "Show what you cannot do, and why; again to go back",
    "open": "Load a game",
    "fire": "Rules: Depute an employee",
    "points": "Rules: The final scoring",
    "sound": "Setting: Alert on your turn",
    "settings": "Settings: pace, appearance, terms, keys, sound",
    "statistics": "Your games: how often you won and how you scored",
    "resume": "Saved game: before: Ada and Bo",
}
"""Searches and the command they should find."""


async def test_the_palette_finds_commands_by_synonyms(tmp_path: Path) -> None:
    path = save_until(tmp_path, TWO, lambda g: g.cursor == 3)
    async with at_table(tmp_path, Start("load", path=path)) as player:
        offers = list_entries(player.table, {})
        best = {
            written: [offer.words for offer in rank_entries(offers, written, WORDS.language)[:3]] for written in CALLED
        }
        assert {written: best[written] for written, words in CALLED.items() if words not in best[written]} == {}


def test_names_rank_before_fuzzy_matches() -> None:
    offers = tuple(
        PaletteEntry(words, "", list, also) for words, also in (("Sound of it", ""), ("Undo", "bell"), ("Bold elm", ""))
    )
    assert [offer.words for offer in rank_entries(offers, "bel", WORDS.language)] == ["Undo"]
    assert [offer.words for offer in rank_entries(offers, "bdl", WORDS.language)] == ["Bold elm"]
    assert rank_entries(offers, " ", WORDS.language) == list(offers)


@pytest.mark.quick(1)
@pytest.mark.parametrize("spoken", shipped_languages())
async def test_the_palette_ranks_languages_by_name_first(tmp_path: Path, spoken: str) -> None:
    async with at_table(tmp_path, TWO, language=spoken) as player:
        offers = list_entries(player.table, {})
        for name in shipped_languages():
            for wanted in (name, load_language(name).own_name.lower()):
                best = rank_entries(offers, wanted, player.app.vocabulary.language)[0]
                assert load_language(name).own_name in best.words, f"{wanted!r} finds {best.words!r}"


def test_the_palette_opens_each_help_page() -> None:
    app = Mock(vocabulary=WORDS)
    commands = dict(_screens(Mock(app=app)))
    for opened, page in enumerate(("signs", "rules", "keys"), start=1):
        commands[f"help.{page}"].run()
        assert (app.help_page, app.action_help.call_count) == (page, opened)


@pytest.mark.slow
async def test_a_long_search_is_pasted_whole(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO) as player:
        longest = max(
            (offer.words for offer in list_entries(player.table, {}) if not offer.words.startswith("Saved")), key=len
        )
        await player.press("ctrl+p")
        player.app.post_message(events.Paste(longest))
        await player.settle()
        assert longest in player.app.screen.query_one(Input).value


async def test_the_palette_opens_a_rule_topic(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start()) as player:
        await player.press("ctrl+p", *"du barry", "enter")
        await player.wait_until(lambda: "SOLO-1" in player.seen())


def test_every_screen_has_a_help_text() -> None:
    for module in pkgutil.iter_modules(screens.__path__):
        importlib.import_module(f"{screens.__name__}.{module.name}")
    places = {page.PLACES[0] for page in _subclasses(BaseScreen) if page.PLACES != BaseScreen.PLACES}
    assert len(places) > 8
    assert [place for place in places if not WORDS.knows(f"help.here.{place}")] == []


def _subclasses(page: type[BaseScreen[Any]]) -> list[type[BaseScreen[Any]]]:
    return [kind for direct in page.__subclasses__() for kind in (direct, *_subclasses(direct))]


def test_every_kind_of_piece_has_a_rule() -> None:
    known = {number for topic in rulebook.TOPICS.values() for number in topic}
    assert {rule_of_piece(PieceRef(kind)) for kind in TOOLTIPS} <= known


@pytest.mark.slow
async def test_help_on_an_inspected_piece_opens_its_rule(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start("load", path=save_until(tmp_path, TWO, lambda g: g.cursor == 3))) as player:
        await player.press("enter", "x")
        piece = player.table.view.inspected_piece
        assert piece is not None
        await player.press("question_mark")
        await player.wait_until(lambda: rule_of_piece(piece) in player.seen())
        assert "Type to search" in player.seen()


async def test_help_in_a_replay_shows_the_rule_of_the_last_step(tmp_path: Path) -> None:
    path = save_until(tmp_path, TWO, lambda g: g.cursor == 3)
    async with at_table(tmp_path, Start("replay", path=path)) as player:
        await player.press("end", "question_mark")
        await player.wait_until(lambda: "TURN-1" in player.seen())


async def test_f1_opens_the_help_as_in_other_programs(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start()) as player:
        for key in ("f1", "question_mark"):
            await player.press(key)
            assert isinstance(player.app.screen, HelpScreen)
            await player.press("escape")
            assert not isinstance(player.app.screen, HelpScreen)


def test_the_keys_page_has_a_heading_for_each_place() -> None:
    page = keys_page(
        HelpContext((), {"At the table": [("u", "Undo")], "In the log": [("Enter", "Go back")]}), WORDS, 60
    )
    assert [line.plain.split("  ")[0] for line in page] == ["At the table", "u", "", "In the log", "Enter"]


async def test_the_keys_page_has_the_commands_of_this_game_only(tmp_path: Path) -> None:
    async with at_table(
        tmp_path, Start("load", path=save_until(tmp_path, TWO, lambda g: g.cursor == 3)), size=(120, 160)
    ) as player:
        await player.press("enter", "question_mark", "4")
        await player.wait_until(lambda: "While inspecting" in player.seen())
        page = player.seen()
        assert page.index("At the table") < page.index("Undo the last action") < page.index("While inspecting")
        assert "du Barry" not in page and "Chat" not in page


def test_the_keys_page_explains_the_mouse_at_a_table() -> None:
    def read(panes: tuple[str, ...]) -> str:
        lines = keys_page(HelpContext((), {"At the table": [("u", "Undo")]}, panes), WORDS, 60)
        return " ".join(line.plain for line in lines)

    assert "needs a second click" in read(("h Hand",))
    assert "click" not in read(())


def test_the_legend_explains_the_label_of_the_specialized_apprentice() -> None:
    label = WORDS.say("panes.hand.label.special")
    assert [sign.meaning for _, rows in legend(WORDS, None) for sign in rows if sign.sample.plain == label] == [
        WORDS.say("help.sign.specialist")
    ]


def test_the_legend_has_the_numbers_of_a_players_board() -> None:
    [rows] = [rows for heading, rows in legend(WORDS, None) if heading == "Players"]
    assert [sign.sample.plain for sign in rows] == ["+5 L", "hand 3 of 5", "markers 4", "dresses YYR"]
    assert all(sign.meaning for sign in rows)
