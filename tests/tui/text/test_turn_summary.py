"""The clipboard, the window title, the bell, and the question before an undo."""

from pathlib import Path

import pytest

import rokoko_core
from rokoko_core.actions import EndTurn
from rokoko_core.engine import legal_actions
from rokoko_core.game import Game
from rokoko_core.pending import CardChoice
from rokoko_core.state import Seat, Setup
from rokoko_tui.app import RokokoApp
from rokoko_tui.doors.base_app import KEEP, RESTORE_TITLE, WindowTitle
from rokoko_tui.games import Start
from rokoko_tui.panes.log import Log
from rokoko_tui.text import get_vocabulary
from tests.tui.at_table import ALONE, TWO, InProcessWorker, Player, at_table, save_until
from tests.tui.saves.test_folder import SAMPLES

SAY = get_vocabulary("classic").say
WITH_BO = Setup((Seat("Ada"), Seat("Bo", kind="bot", level="apprentice")), seed=7, first_player=0)


def is_adas_turn_over(game: Game) -> bool:
    return game.cursor > 2 and legal_actions(game.state) == (EndTurn(),)


async def wait_for_ada(player: Player) -> None:
    await player.press("e")
    await player.wait_until(lambda: player.game.state.pending[-1] == CardChoice(0))
    await player.settle()


# ---- before an undo


@pytest.mark.slow
async def test_undo_of_others_actions_asks_first(tmp_path: Path) -> None:
    path = save_until(tmp_path, WITH_BO, is_adas_turn_over)
    async with at_table(tmp_path, Start("load", path=path), bot_worker=InProcessWorker()) as player:
        before = player.game.cursor
        await wait_for_ada(player)
        after = player.game.cursor
        await player.press("u")
        assert player.asking
        assert SAY("table.fence.others", n=after - before - 1, names=["Bo"]) in " ".join(
            player.seen().replace("│", " ").split()
        )
        await player.press("n")
        assert player.game.cursor == after
        await player.press("u", "y")
        assert player.game.cursor == before


async def test_undo_within_the_own_turn_does_not_ask(tmp_path: Path) -> None:
    path = save_until(tmp_path, WITH_BO, is_adas_turn_over)
    async with at_table(tmp_path, Start("load", path=path), bot_worker=InProcessWorker()) as player:
        before = player.game.cursor
        await player.press("u")
        assert not player.asking
        assert player.game.cursor == before - 1


# ---- title and bell


def test_the_window_title_is_restored_and_sent_once() -> None:
    sent: list[str] = []
    title = WindowTitle(sent.append, {"TERM": "xterm-256color"})
    title.say("Rokoko: your turn")
    title.say("Rokoko: your turn")
    title.say("Rokoko")
    title.restore()
    title.restore()
    assert sent == [f"{KEEP}\x1b]2;Rokoko: your turn\x07", "\x1b]2;Rokoko\x07", RESTORE_TITLE]


def test_control_characters_are_removed_from_the_title() -> None:
    sent: list[str] = []
    WindowTitle(sent.append, {"TERM": "xterm"}).say("Rokoko: \x07\x1b]2;evil\x1b\\\x9c\u202e to play")
    [codes] = sent
    assert codes.startswith(f"{KEEP}\x1b]2;") and codes.endswith("\x07")
    inside = codes.removeprefix(f"{KEEP}\x1b]2;").removesuffix("\x07")
    assert inside.isprintable()


@pytest.mark.parametrize("terminal", ["", "dumb", "linux"])
def test_terminals_without_a_title_receive_nothing(terminal: str) -> None:
    sent: list[str] = []
    title = WindowTitle(sent.append, {"TERM": terminal})
    title.say("Rokoko")
    title.restore()
    assert sent == []


async def test_the_title_says_whose_turn_it_is(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO) as player:
        await player.press("enter")
        assert player.app.window.text == SAY("table.window.theirs", who="Ada")
        player.app.show_start()
        await player.settle()
        assert player.app.window.text == SAY("table.window.idle")


@pytest.mark.slow
@pytest.mark.parametrize(("alert", "wished"), [("bell", True), ("off", False)])
async def test_the_bell_rings_once_at_the_start_of_the_own_turn_if_enabled(
    tmp_path: Path, alert: str, wished: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, rung = save_until(tmp_path, WITH_BO, is_adas_turn_over), list[int]()
    monkeypatch.setattr(RokokoApp, "bell", lambda app: rung.append(app.screen.game.position))
    async with at_table(tmp_path, Start("load", path=path), bot_worker=InProcessWorker(), turn_alert=alert) as player:
        await wait_for_ada(player)
        assert player.app.window.text == SAY("table.window.yours")
        assert rung == ([player.game.cursor] if wished else [])
        await player.press("u", "n")
        assert len(rung) == int(wished), "nobody has acted since"


# ---- the clipboard


async def test_copying_the_table_or_a_log_line_shows_a_notice(tmp_path: Path) -> None:
    path = save_until(tmp_path, ALONE, lambda g: g.cursor == 2)
    async with at_table(tmp_path, Start("load", path=path)) as player:
        await player.press("y")
        assert "Ada" in player.app.clipboard
        assert len(player.app.clipboard.splitlines()) > 20
        assert [note.message for note in player.app._notifications] == [SAY("table.copied.table")]
        await player.press("f4", "y")
        assert player.app.clipboard == player.table.query_one(Log).items[-1].text
        notices = [note.message for note in player.app._notifications]
        assert notices == [SAY("table.copied.line", text=player.app.clipboard)]


async def test_copied_text_is_sanitised(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start()) as player:
        player.app.copy("one\x1b[31m\x07\ntwo\u202e\x9b", "said")
        assert len(player.app.clipboard.splitlines()) == 2
        assert all(line.isprintable() for line in player.app.clipboard.splitlines())


@pytest.mark.slow
async def test_the_result_is_copied_as_text(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start()) as player:
        player.app.show_final(rokoko_core.Game.load(SAMPLES / "solo-base.rokoko"))
        await player.settle()
        await player.press("y")
        assert "Madame du Barry" in player.app.clipboard
