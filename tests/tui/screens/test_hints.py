"""Hints: asked for by a key, told with reasons, counted, and never in anybody's way."""

from io import StringIO
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from rokoko_core import Game, observe
from rokoko_core.actions import ChooseHand
from rokoko_core.bots.advice import advice
from rokoko_core.bots.time_limit import counting_clock
from rokoko_core.engine import legal_actions, to_move
from rokoko_core.game import Hint
from rokoko_core.journal import create, read
from rokoko_core.state import Seat, Setup
from rokoko_tui.play.choice_list import EntryKind, MenuEntry
from rokoko_tui.play.hint_entries import Hints
from rokoko_tui.screens.final import FinalScreen
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.settings.launch import Start
from rokoko_tui.text import get_words
from rokoko_tui.text.piece_refs import list_piece_refs
from rokoko_tui.widgets.drawing_view import Pane
from tests.saves.sample_games import FOLDER
from tests.tui.at_table import TWO, HereAndNow, Player, at_table, saved
from tests.tui.cli.shell import Run


def ada_plays_a_card(folder: Path) -> Start:
    """Ada is asked for the first card of the game."""
    return Start("load", path=saved(folder, TWO, lambda game: game.cursor == 2))


def best_shown(player: Player) -> list[MenuEntry]:
    return [entry for entry in player.choices.entries if entry.kind is EntryKind.HINT]


async def take_a_hint(player: Player) -> list[MenuEntry]:
    await player.press("h")
    await player.wait_until(lambda: bool(best_shown(player)))
    return best_shown(player)


# ---- what is shown


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_h_shows_three_choices_each_with_a_reason(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_table(tmp_path, ada_plays_a_card(tmp_path), size, HereAndNow()) as player:
        await player.press("enter")
        best = await take_a_hint(player)
        assert len(best) == 3
        assert len({entry.text for entry in best}) == 3
        assert all(entry.action in legal_actions(player.game.state) for entry in best)
        hints = player.table.hint_panel.hints
        assert hints is not None
        for entry in best:
            assert player.choices.entry == entry
            why, *_ = hints.about(entry, player.table.words)
            assert why.split(" ")[0] in player.seen()
            assert why.endswith(".")
            for pane in player.table.query(Pane):
                assert pane.scene.lit == entry.pieces
            await player.press("down")


def test_the_best_are_numbered_from_1_each_with_its_own_reasons(tmp_path: Path) -> None:
    words = get_words("classic")
    state = Game.load(saved(tmp_path, TWO, lambda game: game.cursor == 2)).state
    view = observe(state, 0)
    found = advice(view, Random(1), counting_clock(100))
    hints = Hints(view, found)
    heading, *best = hints.entries(words)
    assert (heading.kind, heading.text) == (EntryKind.HEADING, words.hint("use"))
    assert [entry.key for entry in best] == ["1", "2", "3"][: len(found)]
    for entry, given in zip(best, found, strict=True):
        assert (entry.kind, entry.text, entry.action) == (EntryKind.HINT, words.advice(given, state), given.action)
        assert hints.about(entry, words) == words.advice_details(given, state)
        assert list_piece_refs(given.action, state) <= entry.pieces
    waiting = Hints(view).entries(words)
    assert [(entry.kind, entry.text) for entry in waiting] == [(EntryKind.HEADING, words.hint("wait"))]


async def test_enter_goes_to_the_choice_and_takes_nothing(tmp_path: Path) -> None:
    async with at_table(tmp_path, ada_plays_a_card(tmp_path), thinkers=HereAndNow()) as player:
        await player.press("enter")
        best = await take_a_hint(player)
        await player.press("j", "enter")
        assert player.game.cursor == 2
        assert not best_shown(player)
        assert player.choices.entry is not None
        assert player.choices.entry.action == best[1].action
        await player.press("enter")
        assert player.game.line[2:] == [best[1].action]


async def test_a_click_goes_to_the_choice_as_well(tmp_path: Path) -> None:
    async with at_table(tmp_path, ada_plays_a_card(tmp_path), thinkers=HereAndNow()) as player:
        await player.press("enter")
        best = await take_a_hint(player)
        last = player.choices.entries.index(best[-1])
        await player.press("end")
        row = next(y for y in range(player.choices.content_size.height) if player.choices.item_at(y) == last)
        await player.click(player.choices, 6, row)
        await player.click(player.choices, 6, row)
        assert player.choices.entry is not None
        assert player.choices.entry.kind is EntryKind.ACTION
        assert player.choices.entry.action == best[-1].action


@pytest.mark.rule("HAND-1")
async def test_a_hint_for_the_hand_ticks_its_cards(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO, thinkers=HereAndNow()) as player:
        await player.press("space")
        best = await take_a_hint(player)
        await player.press("enter")
        whole = best[0].action
        assert isinstance(whole, ChooseHand)
        assert player.choices.entry is not None
        assert player.choices.entry.action == whole
        ticked = [e.text for e in player.choices.entries if e.chosen]
        assert len(ticked) == len(whole.cards)


@pytest.mark.parametrize("key", ["escape", "h"])
async def test_esc_or_h_goes_back_to_all_choices(tmp_path: Path, key: str) -> None:
    async with at_table(tmp_path, ada_plays_a_card(tmp_path), thinkers=HereAndNow()) as player:
        await player.press("enter")
        before = player.labels
        await take_a_hint(player)
        await player.press(key)
        assert player.labels == before
        assert isinstance(player.app.screen, PlayScreen)


async def test_nobody_waits_while_a_hint_is_looked_for(tmp_path: Path) -> None:
    thinkers = HereAndNow(patient=True)
    async with at_table(tmp_path, ada_plays_a_card(tmp_path), thinkers=thinkers) as player:
        await player.press("enter")
        before = player.labels
        await player.press("h")
        assert "Looking for the best choices" in player.seen()
        await player.press("escape")
        assert player.labels == before
        await player.press("1")
        assert player.game.cursor == 3
        thinkers.hurry()
        await player.settle()
        assert not best_shown(player)
        assert player.game.hints == (0, 0), "what was never seen does not count"


async def test_hints_are_found_in_the_thinking_process(tmp_path: Path) -> None:
    async with at_table(tmp_path, ada_plays_a_card(tmp_path)) as player:
        await player.press("enter")
        assert len(await take_a_hint(player)) == 3


@pytest.mark.slow
async def test_switched_off_hints_are_told_to_be_off(tmp_path: Path) -> None:
    async with at_table(tmp_path, ada_plays_a_card(tmp_path), thinkers=HereAndNow(), hints=False) as player:
        await player.press("enter", "h")
        assert not best_shown(player)
        assert [note.message for note in player.app._notifications] == ["Hints are switched off in the settings."]
        assert player.game.hints == (0, 0)


async def test_there_is_no_hint_for_an_only_choice(tmp_path: Path) -> None:
    path = saved(tmp_path, TWO, lambda g: g.cursor > 2 and len(legal_actions(g.state)) == 1)
    async with at_table(tmp_path, Start("load", path=path), thinkers=HereAndNow()) as player:
        await player.press("enter", "h")
        assert [note.message for note in player.app._notifications] == ["There is only one choice."]
        assert player.game.hints == (0, 0)


# ---- what is counted


async def test_a_hint_is_on_disk_when_it_is_seen_and_counts_once(tmp_path: Path) -> None:
    async with at_table(tmp_path, ada_plays_a_card(tmp_path), thinkers=HereAndNow()) as player:
        await player.press("enter")
        await take_a_hint(player)
        assert read(player.session.path).game.hints == (1, 0)
        await player.press("escape")
        await take_a_hint(player)
        assert player.game.hints == (1, 0)
        await player.press("enter", "enter")
        await take_a_hint(player)
        assert read(player.session.path).game.hints == (2, 0)
        assert player.game.entries[-1] == Hint(0)


def finished(path: Path, hints: int) -> Path:
    """A finished game of two in which Ada took ``hints`` hints at the beginning."""
    played = Game.load(FOLDER / "base-2.rokoko")
    setup = replace(played.setup, players=(Seat("Ada"), Seat("Bo")))
    with create(path, setup) as journal:
        for action in played.line:
            if sum(journal.game.hints) < hints and to_move(journal.game.state) == 0:
                journal.game.hint()
            journal.game.play(action)
    return path


@pytest.mark.parametrize("hints", [0, 3])
async def test_the_final_sheet_counts_them(tmp_path: Path, hints: int) -> None:
    path = finished(tmp_path / "game.rokoko", hints)
    async with at_table(tmp_path, Start("load", path=path), (80, 24)) as player:
        await player.wait_until(lambda: isinstance(player.app.screen, FinalScreen))
        await player.settle()
        assert ("Hints taken: Ada 3" in player.seen()) == bool(hints)
        assert ("Hints taken" in player.seen()) == bool(hints)


@pytest.mark.parametrize("hints", [0, 3])
def test_show_and_log_tell_of_them(run: Run, tmp_path: Path, hints: int) -> None:
    path = finished(tmp_path / "game.rokoko", hints)
    assert ("Hints taken: Ada 3" in run("show", path).out) == bool(hints)
    assert run("log", path).out.count("Ada takes a hint") == hints
    assert run("verify", path).code == 0


@pytest.mark.slow
def test_line_by_line_a_hint_is_told_and_counted(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "plain.rokoko"
    create(path, Setup((Seat("Ada"),), 5)).close()
    monkeypatch.setattr("sys.stdin", StringIO("h\nq\n"))
    told = run("plain", path).out
    assert told.count("Master") > 2
    assert read(path).game.hints == (1, 0)
