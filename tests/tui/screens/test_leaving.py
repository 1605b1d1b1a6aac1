"""Leaving the table, the handover, and the palette: answers, keys, and hidden hands."""

import shutil
from pathlib import Path

import pytest

from rokoko_core import Seat, Setup, legal_actions, state_digest, to_move
from rokoko_core.actions import ChooseHand
from rokoko_core.game import Game
from rokoko_core.journal import create, read
from rokoko_core.pending import BonusOf, CardChoice, MainAction, TurnEnd
from rokoko_tui.games import Start
from rokoko_tui.screens import text_modals
from rokoko_tui.screens.base_screen import current_time
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.screens.start import StartScreen
from rokoko_tui.table import key_guard
from tests.saves.sample_games import FOLDER
from tests.tui.at_table import TWO, Player, at_table

pytestmark = pytest.mark.slow

QUESTION = "Leave the table?"
HANDOVER = "Enter continue"
ALONE = Setup((Seat("Ada"), Seat("Bo", "bot", "random")), 7, first_player=0)


def hands_chosen(path: Path, hand: int = 0, setup: Setup = TWO) -> Start:
    """Create a game with chosen hands; Ada's is number ``hand`` of her choices."""
    with create(path, setup) as journal:
        for choice in (hand, 0):
            journal.game.play(legal_actions(journal.game.state)[choice])
    return Start("load", path=path)


def on_disk(path: Path) -> Game:
    """Return the game in the file, which must be sound."""
    reading = read(path)
    assert reading.damage is None
    return reading.game


async def ask_to_leave(player: Player) -> None:
    """Press Esc until the question is shown."""
    for _ in range(4):
        if QUESTION in player.seen():
            return
        await player.press("escape")
    raise AssertionError(player.seen())


# ---- leaving


async def test_a_finished_game_is_left_without_a_question(tmp_path: Path) -> None:
    path = Path(shutil.copy(FOLDER / "base-2.rokoko", tmp_path))
    async with at_table(tmp_path, Start("load", path=path)) as player:
        await player.press("escape")
        assert isinstance(player.app.screen, PlayScreen), "the table below the score sheet"
        await player.press("escape")
        assert isinstance(player.app.screen, StartScreen), "there is nothing to resume"


@pytest.mark.local_only
async def test_the_question_tells_of_a_save_that_is_there(tmp_path: Path) -> None:
    path = tmp_path / "game.rokoko"
    async with at_table(tmp_path, hands_chosen(path, setup=ALONE)) as player:
        path.unlink()
        await ask_to_leave(player)
        assert "The game is saved." in player.seen()
        assert on_disk(tmp_path / "game-2.rokoko").cursor == 2


@pytest.mark.slow
@pytest.mark.parametrize("stay", ["s", "enter", "escape"])
async def test_staying_returns_to_the_table(tmp_path: Path, stay: str) -> None:
    async with at_table(tmp_path, hands_chosen(tmp_path / "game.rokoko", setup=ALONE)) as player:
        before = player.seen()
        await ask_to_leave(player)
        assert "The game is saved." in player.seen()
        await player.press(stay)
        assert player.seen() == before
        assert player.app.is_running


@pytest.mark.slow
async def test_leaving_offers_continue_and_releases_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "game.rokoko"
    async with at_table(tmp_path, hands_chosen(path, setup=ALONE)) as player:
        await player.press("1")
        digest = state_digest(player.game.state)
        await ask_to_leave(player)
        await player.press("y")
        assert QUESTION not in player.seen() and "New game" in player.seen()
        assert state_digest(on_disk(path).state) == digest
        await player.wait_until(lambda: "Continue" in player.seen() and "round 1" in player.seen())
        await player.press("c")
        assert state_digest(player.game.state) == digest, "the file could be taken up again"


async def test_escape_goes_back_from_conceding_to_the_first_question(tmp_path: Path) -> None:
    async with at_table(tmp_path, hands_chosen(tmp_path / "game.rokoko", setup=ALONE)) as player:
        await ask_to_leave(player)
        await player.press("g")
        assert "Concede this game?" in player.seen()
        await player.press("escape")
        assert QUESTION in player.seen()
        await player.press("escape")
        assert not player.asking


async def test_quit_ends_the_program_with_the_game_on_disk(tmp_path: Path) -> None:
    path = tmp_path / "game.rokoko"
    async with at_table(tmp_path, hands_chosen(path, setup=ALONE)) as player:
        await player.press("1")
        await ask_to_leave(player)
        await player.press("q")
        assert not player.app.is_running
    assert on_disk(path).cursor == 3


@pytest.mark.slow
async def test_arrows_move_between_answers_and_other_keys_do_nothing(tmp_path: Path) -> None:
    async with at_table(tmp_path, hands_chosen(tmp_path / "game.rokoko", setup=ALONE)) as player:
        await ask_to_leave(player)
        cursor = player.game.cursor
        await player.press("1", "e", "u", "x")
        assert QUESTION in player.seen() and player.game.cursor == cursor, "keys of the table do nothing here"
        await player.press("right", "right", "left", "enter")
        assert "New game" in player.seen(), "the second of three answers"


@pytest.mark.slow
async def test_an_answer_can_be_clicked(tmp_path: Path) -> None:
    async with at_table(tmp_path, hands_chosen(tmp_path / "game.rokoko", setup=ALONE)) as player:
        await ask_to_leave(player)
        button = next(b for b in player.app.screen.query("Button") if "(y)" in str(getattr(b, "label", "")))
        await player.click(button, 1, 0)
        assert QUESTION not in player.seen() and "New game" in player.seen()


# ---- handing over


@pytest.mark.rule("HIDDEN-1", "HAND-1")
async def test_no_screen_before_the_own_turn_depends_on_another_hand(tmp_path: Path) -> None:
    """For two different hands of Ada, all screens are equal until her turn."""
    one, other = [await _seen_by_bo(tmp_path / name, number) for name, number in (("first", 0), ("last", -1))]
    assert one[:-1] == other[:-1]
    assert one[-1] != other[-1], "Ada sees her own hand"


async def _seen_by_bo(folder: Path, number: int) -> list[str]:
    """Return the screens from Bo's handover until Ada's turn, for her hand ``number``."""
    folder.mkdir()
    path, setup = folder / "game.rokoko", Setup(TWO.players, TWO.seed, first_player=1)
    with create(path, setup) as journal:
        for choice in (0, number):
            assert isinstance(legal_actions(journal.game.state)[0], ChooseHand)
            journal.game.play(legal_actions(journal.game.state)[choice])
    async with at_table(folder, Start("load", path=path)) as player:
        seen = [player.seen()]
        await player.press("enter")
        seen.append(player.seen())
        assert HANDOVER not in player.seen()
        keys = {CardChoice: "1", MainAction: "0", BonusOf: "0", TurnEnd: "e"}
        while HANDOVER not in player.seen():
            await player.press(keys[type(player.game.state.pending[-1])])
            seen.append(player.seen())
        assert to_move(player.game.state) == 0
        await player.press("enter")
        return [*seen, player.seen()]


async def test_scroll_and_tab_keys_do_not_close_the_handover(tmp_path: Path) -> None:
    async with at_table(tmp_path, hands_chosen(tmp_path / "game.rokoko"), size=(80, 24)) as player:
        for key in ("up", "down", "pageup", "pagedown", "tab", "shift+tab", "f2", "ctrl+s"):
            await player.press(key)
            assert HANDOVER in player.seen(), key
        await player.press("space")
        assert HANDOVER not in player.seen()


async def test_the_page_of_a_handover_names_its_keys_once_they_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = current_time()
    monkeypatch.setattr(text_modals, "current_time", lambda: now)
    monkeypatch.setattr(key_guard, "GUARD_SECONDS", 0.01)
    async with at_table(tmp_path, hands_chosen(tmp_path / "game.rokoko"), size=(80, 24)) as player:
        assert player.seen().splitlines()[-1].strip() == "Wait a moment"
        now += 1
        await player.wait_until(lambda: "Enter continue" in player.seen().splitlines()[-1])


async def test_tab_switches_panes_during_the_handover(tmp_path: Path) -> None:
    async with at_table(tmp_path, hands_chosen(tmp_path / "game.rokoko"), size=(80, 24)) as player:
        first = player.seen()
        await player.press("tab")
        await player.wait_until(lambda: player.seen() != first)
        await player.press("shift+tab")
        await player.wait_until(lambda: player.seen() == first)


@pytest.mark.slow
@pytest.mark.parametrize("key", ["space", "enter"])
async def test_enter_and_space_only_close_the_handover(tmp_path: Path, key: str) -> None:
    async with at_table(tmp_path, hands_chosen(tmp_path / "game.rokoko")) as player:
        await player.press(key)
        assert HANDOVER not in player.seen() and QUESTION not in player.seen()
        assert player.game.cursor == 2


@pytest.mark.parametrize("key", ["u", "U"])
async def test_a_step_or_a_turn_is_undone_from_the_handover(tmp_path: Path, key: str) -> None:
    path = tmp_path / "game.rokoko"
    with create(path, TWO) as journal:
        while journal.game.cursor < 4 or to_move(journal.game.state) == 0:
            journal.game.play(legal_actions(journal.game.state)[-1])
        turn = [n for n in range(2, journal.game.cursor) if to_move(journal.game.at(n)) == 0]
    async with at_table(tmp_path, Start("load", path=path)) as player:
        assert HANDOVER in player.seen()
        await player.press(key)
        assert player.game.cursor == {"u": turn[-1], "U": turn[0]}[key] and len(turn) > 1
        assert player.game.can_redo


# ---- the palette


@pytest.mark.slow
async def test_the_palette_finds_a_command_by_its_words_and_runs_it(tmp_path: Path) -> None:
    async with at_table(tmp_path, hands_chosen(tmp_path / "game.rokoko", setup=ALONE)) as player:
        await player.press("1")
        assert player.game.cursor == 3
        await player.press("ctrl+p", *"lastaction")
        await player.wait_until(lambda: "Undo the last action" in player.seen())
        await player.press("enter")
        await player.wait_until(lambda: player.game.cursor == 2)


async def test_the_palette_offers_only_available_commands(tmp_path: Path) -> None:
    async with at_table(tmp_path, hands_chosen(tmp_path / "game.rokoko", setup=ALONE), size=(120, 60)) as player:
        await player.press("ctrl+p")
        await player.wait_until(lambda: "Redo the whole turn" in player.seen())
        shown = player.seen()
        for words in ("Undo the last action", "Undo the whole turn", "Next color theme", "Quit"):
            assert words in shown
        for words in ("Play faster", "Delete the file", "Choose the option under the cursor", "All commands"):
            assert words not in shown
        await player.press("escape")
        assert "Redo the whole turn" not in player.seen()


@pytest.mark.slow
async def test_the_palette_of_the_start_screen_starts_a_game(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start()) as player:
        await player.press("ctrl+p", *"newgame")
        await player.wait_until(lambda: "New game" in player.seen())
        await player.press("enter")
        await player.wait_until(lambda: "Enter on Start" in player.seen())
