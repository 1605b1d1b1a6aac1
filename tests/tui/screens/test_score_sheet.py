"""The score sheet over the table: how it is opened, what it follows, and what it hides."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.widgets import Static

from rokoko_core.journal import create, read
from rokoko_core.pending import MainAction
from rokoko_core.play.view import GameView
from rokoko_tui.games import Start
from rokoko_tui.panes.inspectable_table import PieceStop
from rokoko_tui.screens.help import HelpScreen
from rokoko_tui.screens.replay import ReplayScreen
from rokoko_tui.screens.score_sheet import ScoreSheetScreen
from rokoko_tui.screens.watch import WatchScreen
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.widgets.drawing_view import Pane
from tests.saves.sample_games import FOLDER
from tests.tui.at_table import TWO, Player, at_table, save_until
from tests.tui.hosting.test_hosted_table import seated

SIZE = (120, 40)


def sheet(player: Player) -> ScoreSheetScreen:
    screen = player.app.screen
    assert isinstance(screen, ScoreSheetScreen)
    return screen


def part(player: Player, name: str) -> str:
    """Return the text of a part of the sheet: ``title``, ``change``, ``names``, ``text`` or ``total``."""
    return str(sheet(player).query_one(f"#score-{name}", Static).content)


def row(player: Player, label: str) -> list[str]:
    """Return the cells of a row."""
    line = next(line for line in part(player, "text").splitlines() if line.startswith(label))
    return line.removeprefix(label).split()


async def test_the_key_opens_and_closes_the_sheet_and_arrows_go_through_the_choices(tmp_path: Path) -> None:
    path = save_until(tmp_path, TWO, lambda game: isinstance(game.state.pending[-1], MainAction))
    async with at_table(tmp_path, Start("load", path=path), SIZE, handover=False) as player:
        first = player.choices.cursor
        await player.press("B")
        assert "round 1 of 7" in part(player, "title") and row(player, "Livre (1 per 10)")[:2] == ["1", "1"]
        seen = [part(player, "change")]
        await player.press("right")
        seen.append(part(player, "change"))
        entry = player.choices.entry
        assert entry is not None and entry.text in seen[1] and seen[0] != seen[1]
        await player.press("left")
        assert part(player, "change") == seen[0] and player.choices.cursor == first
        await player.press("left")
        assert player.choices.cursor == first, "the first choice is the first"
        await player.press("z")
        assert [notice.message for notice in player.app._notifications] == ["z does nothing here."]
        for key in ("B", "escape"):
            await player.press(key)
            assert player.app.screen is player.table
            await player.press("B")
            sheet(player)


@pytest.mark.quick(1)
@pytest.mark.parametrize("size", [(80, 24), SIZE], ids=str)
async def test_a_click_on_a_score_and_enter_on_it_open_the_sheet(tmp_path: Path, size: tuple[int, int]) -> None:
    path = save_until(tmp_path, TWO, lambda game: isinstance(game.state.pending[-1], MainAction))
    async with at_table(tmp_path, Start("load", path=path), size, handover=False) as player:
        table, score = player.table, PieceRef("score", 1)
        table.show_tab(table.view.tab_for_piece(score))
        await player.settle()
        pane = table.view.panes["players"]
        assert isinstance(pane, Pane)
        spot = next(spot for spot in pane.drawing.spots if spot.piece == score)
        position = player.game.cursor
        await player.click(pane, spot.x + 1, spot.y - pane.top)
        sheet(player)
        await player.press("escape", "x")
        table.view.stop = PieceStop("players", score)
        await player.settle()
        await player.press("enter")
        sheet(player)
        assert player.game.cursor == position


@pytest.mark.slow
async def test_the_sheet_follows_language_and_theme(tmp_path: Path) -> None:
    path = save_until(tmp_path, TWO, lambda game: isinstance(game.state.pending[-1], MainAction))
    async with at_table(tmp_path, Start("load", path=path), SIZE, handover=False) as player:
        await player.press("B")
        player.app.settings.language = "ukrainian"
        sheet(player).refresh_texts()
        assert "раунд 1 із 7" in part(player, "title")
        await player.press("f3", "f2")
        assert "раунд 1 із 7" in part(player, "title")


@pytest.mark.slow
async def test_the_help_explains_the_sheet(tmp_path: Path) -> None:
    path = save_until(tmp_path, TWO, lambda game: isinstance(game.state.pending[-1], MainAction))
    async with at_table(tmp_path, Start("load", path=path), SIZE, handover=False) as player:
        await player.press("B", "?")
        assert isinstance(player.app.screen, HelpScreen)
        assert player.app.words.say("help.here.score")[:50] in player.seen()
        await player.press("escape")
        sheet(player)


@pytest.mark.slow
async def test_an_open_sheet_follows_a_game_that_is_watched(tmp_path: Path) -> None:
    sample = read(FOLDER / "base-3.rokoko").game
    gained = [sample.at(n).players[0].prestige for n in range(sample.length)]
    at = next(n for n, prestige in enumerate(gained[1:]) if prestige > gained[n])
    path = tmp_path / "game.rokoko"
    with create(path, sample.setup) as journal:
        for action in sample.line[:at]:
            journal.game.play(action)
        async with at_table(tmp_path, Start("watch", path=path), SIZE) as player:
            watch = player.app.screen
            assert isinstance(watch, WatchScreen)
            await player.press("B")
            before = row(player, "Gained in play")[0]
            journal.game.play(sample.line[at])
            watch._refresh()
            await player.settle()
            assert row(player, "Gained in play")[0] == str(gained[at + 1]) != before


@pytest.mark.slow
async def test_a_replay_shows_the_sheet_of_each_step(tmp_path: Path) -> None:
    path = FOLDER / "base-3.rokoko"
    async with at_table(tmp_path, Start("replay", path=path, at=200), SIZE) as player:
        replay = player.app.screen
        assert isinstance(replay, ReplayScreen)
        await player.press("B")
        lines = set()
        for position in range(201, 206):
            await player.press("right")
            assert replay.position == position
            lines.add(part(player, "change"))
        assert len(lines) > 1 and all(line.startswith("Last step: ") for line in lines)
        await player.press("escape")
        assert player.app.screen is replay


@pytest.mark.rule("HIDDEN-2")
@pytest.mark.local_only
async def test_hidden_prestige_stays_hidden_at_a_hosted_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setup = replace(TWO, open_scores="owner")
    async with seated(tmp_path, monkeypatch, setup) as (player, _):
        screen = player.app.screen
        await player.press("B")
        view: GameView = screen.game  # type: ignore[attr-defined]
        assert view.observation().prestige_known == (True, False)
        assert row(player, "Gained in play") == ["·", "?"]
        assert part(player, "total").split()[:3] == ["Total", "1", "1+?"]
