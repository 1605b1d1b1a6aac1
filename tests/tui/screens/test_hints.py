"""Hints: content, reasons, count, and that the game never waits for them."""

from io import StringIO
from pathlib import Path

import pytest
from msgspec.structs import replace

from rokoko_core import Game
from rokoko_core.engine import legal_actions, to_move
from rokoko_core.journal import create, read
from rokoko_core.state import Seat, Setup
from rokoko_tui.games import Start
from rokoko_tui.panes.preview import PreviewPane
from rokoko_tui.screens.final import FinalScreen
from rokoko_tui.table.choice_list import EntryKind, MenuEntry
from rokoko_tui.widgets.drawing_view import Pane
from tests.saves.sample_games import FOLDER
from tests.tui.at_table import TWO, InProcessWorker, Player, at_table, save_until
from tests.tui.cli.shell import Run


def start_at_card(folder: Path) -> Start:
    """Return a start at Ada's first card choice."""
    return Start("load", path=save_until(folder, TWO, lambda game: game.cursor == 2))


def list_hints(player: Player) -> list[MenuEntry]:
    return [entry for entry in player.choices.entries if entry.kind is EntryKind.HINT]


async def take_a_hint(player: Player) -> list[MenuEntry]:
    await player.press("h")
    await player.wait_until(lambda: bool(list_hints(player)))
    return list_hints(player)


# ---- in the list


@pytest.mark.quick(1)
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_h_shows_three_choices_each_with_a_reason(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_table(tmp_path, start_at_card(tmp_path), size, InProcessWorker()) as player:
        await player.press("enter")
        best = await take_a_hint(player)
        assert len(best) == 3
        assert len({entry.text for entry in best}) == 3
        assert "▸ • " in player.seen(), "where a choice of several lines begins"
        assert all(entry.action in legal_actions(player.game.state) for entry in best)
        hints = player.table.session.moment.hints
        assert hints is not None
        for entry in best:
            assert player.choices.entry == entry
            why, *_ = hints.explain(entry, player.table.words)
            assert why.split(" ")[0] in player.seen()
            assert why.endswith(".")
            for pane in player.table.query(Pane):
                assert pane.scene.lit == entry.pieces
            await player.press("down")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)])
async def test_the_wait_for_hints_takes_as_many_lines_as_their_heading(tmp_path: Path, size: tuple[int, int]) -> None:
    worker = InProcessWorker(patient=True)
    async with at_table(tmp_path, start_at_card(tmp_path), size, worker) as player:
        await player.press("enter", "h")
        assert "Esc cancel" in player.seen() and player.choices.item_at(1) is None
        place = player.choices.region, player.table.query_one(PreviewPane).region
        worker.hurry()
        await player.wait_until(lambda: bool(list_hints(player)))
        await player.settle()
        assert player.choices.item_at(1) == 1, "the first choice is on the second line"
        assert place == (player.choices.region, player.table.query_one(PreviewPane).region)
        worker.hurry()


async def test_a_click_moves_to_the_choice(tmp_path: Path) -> None:
    async with at_table(tmp_path, start_at_card(tmp_path), bot_worker=InProcessWorker()) as player:
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


async def test_hints_are_computed_in_the_bot_process(tmp_path: Path) -> None:
    async with at_table(tmp_path, start_at_card(tmp_path)) as player:
        await player.press("enter")
        assert len(await take_a_hint(player)) == 3


# ---- counting


def save_finished(path: Path, hints: int) -> Path:
    """Save a finished game of two in which Ada took ``hints`` hints at the beginning."""
    played = Game.load(FOLDER / "base-2.rokoko")
    setup = replace(played.setup, players=(Seat("Ada"), Seat("Bo")))
    with create(path, setup) as journal:
        for action in played.line:
            if sum(journal.game.hints) < hints and to_move(journal.game.state) == 0:
                journal.game.hint()
            journal.game.play(action)
    return path


@pytest.mark.slow
@pytest.mark.parametrize("hints", [0, 3])
async def test_the_final_sheet_counts_hints(tmp_path: Path, hints: int) -> None:
    path = save_finished(tmp_path / "game.rokoko", hints)
    async with at_table(tmp_path, Start("load", path=path), (80, 24)) as player:
        await player.wait_until(lambda: isinstance(player.app.screen, FinalScreen))
        await player.settle()
        assert ("Hints taken: Ada (3)" in player.seen()) == bool(hints)
        assert ("Hints taken" in player.seen()) == bool(hints)


@pytest.mark.parametrize("hints", [0, 3])
def test_show_and_log_count_hints(run: Run, tmp_path: Path, hints: int) -> None:
    path = save_finished(tmp_path / "game.rokoko", hints)
    assert ("Hints taken: Ada (3)" in run("show", path).out) == bool(hints)
    assert run("log", path).out.count("Ada takes a hint") == hints
    assert run("verify", path).code == 0


@pytest.mark.slow
def test_plain_mode_prints_and_counts_a_hint(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "plain.rokoko"
    create(path, Setup((Seat("Ada"),), 5)).close()
    monkeypatch.setattr("sys.stdin", StringIO("h\nq\n"))
    output = run("plain", path).out
    assert output.count("Master") > 2
    assert read(path).game.hints == (1, 0)
