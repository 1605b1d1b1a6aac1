"""Bots at the table: they follow their plans, think elsewhere, can be told to move, and play on after loading."""

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.widgets import Static

from rokoko_core import Game, bots
from rokoko_core.actions import Action, Decline, EndTurn
from rokoko_core.bots import external_bot_process as guest_line
from rokoko_core.engine import legal_actions
from rokoko_core.game import Game as AnyGame
from rokoko_core.game import Replace
from rokoko_core.journal import create, read
from rokoko_core.observe import observe
from rokoko_core.pending import CardChoice, MainAction
from rokoko_core.play.local_game import LocalGame
from rokoko_core.state import Seat, Setup
from rokoko_core.terms import SeatKind
from rokoko_tui.screens.help import HelpScreen
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.screens.question import Question
from rokoko_tui.screens.start import StartScreen
from rokoko_tui.settings.launch import Start
from tests.tui.at_table import HereAndNow, Player, at_table, saved
from tests.visitors import BOTS, bots_installed


def with_bot(level: str = "journeyman") -> Setup:
    return Setup((Seat("Ada"), Seat("Bo", kind="bot", level=level)), seed=7, first_player=0)


def adas_turn_ends(game: AnyGame) -> bool:
    """Ada has played a card of the first round, and nothing but the end of her turn is left."""
    return game.cursor > 2 and legal_actions(game.state) == (EndTurn(),)


def bo_is_in_mid_turn(game: AnyGame) -> bool:
    return bool(game.state.pending) and game.state.pending[-1] == MainAction(1)


def asked_for_a_card(player: Player) -> Callable[[], bool]:
    return lambda: player.game.state.pending[-1] == CardChoice(0)


# ---- plans


async def test_a_plan_is_followed_without_asking_again(tmp_path: Path) -> None:
    thinkers = HereAndNow()
    path = saved(tmp_path, with_bot(), adas_turn_ends)
    async with at_table(tmp_path, Start("load", path=path), thinkers=thinkers) as player:
        start = player.game.cursor + 1
        await player.press("e")
        await player.wait_until(asked_for_a_card(player))
        planned: list[Action] = [action for plan in thinkers.plans for action in plan]
        assert player.game.line[start:] == planned
        assert max(len(plan) for plan in thinkers.plans) > 1


async def test_what_does_not_fit_any_longer_is_dropped(tmp_path: Path) -> None:
    path = saved(tmp_path, with_bot(), bo_is_in_mid_turn)
    with create(tmp_path / "copy.rokoko", with_bot(), Game.load(path).entries) as journal:
        game = LocalGame(journal)
        main, other = legal_actions(game.recording.state)[0], Decline()
        game.set_plan((main, EndTurn()))
        assert game.planned == main
        await game.play(other)
        assert game.planned is None
        await game.undo_to(game.position - 1, cross=True)
        game.set_plan((main,))
        await game.undo_to(game.position - 1, cross=True)
        assert game.planned is None
        await game.redo_to(game.position + 1)
        game.set_plan((EndTurn(),))
        assert game.planned is None, "the turn cannot end yet"


async def test_all_thoughts_of_a_turn_share_its_time(tmp_path: Path) -> None:
    thinkers = HereAndNow(patient=True)
    path = saved(tmp_path, with_bot("random"), adas_turn_ends)
    async with at_table(tmp_path, Start("load", path=path), thinkers=thinkers, think=5.0) as player:
        await player.press("e")
        while not asked_for_a_card(player)():
            thinkers.hurry()
            await player.settle()
        assert thinkers.budgets[0] == 5.0
        assert len(thinkers.budgets) > 1, "playing at random, Bo plans a step at a time"
        assert thinkers.budgets == sorted(thinkers.budgets, reverse=True)
        assert thinkers.budgets[1] < 5.0


# ---- thinking


@pytest.mark.parametrize("kind", ["bot", "human"])
async def test_the_process_is_warmed_up_where_bots_play(tmp_path: Path, kind: SeatKind) -> None:
    thinkers = HereAndNow()
    setup = Setup((Seat("Ada"), Seat("Bo", kind)), seed=7, first_player=0)
    async with at_table(tmp_path, setup, thinkers=thinkers):
        assert thinkers.warmed == ([setup.components] if kind == "bot" else [])


async def test_that_a_bot_thinks_is_seen_and_a_key_lets_it_move(tmp_path: Path) -> None:
    thinkers = HereAndNow(patient=True)
    path = saved(tmp_path, with_bot(), adas_turn_ends)
    async with at_table(tmp_path, Start("load", path=path), thinkers=thinkers) as player:
        await player.press("e")
        before = player.game.cursor
        assert player.labels == ["Bo is thinking", "Move now"]
        assert player.choices.entries[1].key == "m"
        thought = player.table.driver.thought
        assert thought is not None
        thought.since -= 3
        player.table.autoplay.update_thinking_time()
        assert player.labels[0] == "Bo has been thinking for 3 s"
        await player.press("m")
        assert player.game.cursor > before
        assert player.game.line[before] == thinkers.plans[0][0]


async def test_the_choice_says_so_as_well(tmp_path: Path) -> None:
    thinkers = HereAndNow(patient=True)
    path = saved(tmp_path, with_bot(), adas_turn_ends)
    async with at_table(tmp_path, Start("load", path=path), thinkers=thinkers) as player:
        await player.press("e")
        before = player.game.cursor
        for _ in range(2):
            await player.click(player.choices, 6, 1)
        assert player.game.cursor > before


async def test_telling_how_long_a_bot_thinks_does_not_forget_a_click(tmp_path: Path) -> None:
    thinkers = HereAndNow(patient=True)
    path = saved(tmp_path, with_bot(), adas_turn_ends)
    async with at_table(tmp_path, Start("load", path=path), thinkers=thinkers) as player:
        await player.press("e")
        before = player.game.cursor
        await player.click(player.choices, 6, 1)
        player.table.autoplay.update_thinking_time()
        await player.click(player.choices, 6, 1)
        assert player.game.cursor > before, "the second click on the same line takes it"


async def test_the_screen_answers_while_a_bot_thinks_and_the_thought_goes_on(tmp_path: Path) -> None:
    thinkers = HereAndNow(patient=True)
    path = saved(tmp_path, with_bot(), adas_turn_ends)
    async with at_table(tmp_path, Start("load", path=path), thinkers=thinkers) as player:
        await player.press("e")
        await player.press("question_mark", "4")
        assert isinstance(player.app.screen, HelpScreen)
        await player.press("escape", "f2")
        assert len(thinkers.budgets) == 1, "it did not begin anew"
        await player.press("h")
        assert any("the one who is to move" in note.message for note in player.app._notifications)
        await player.press("U")
        assert player.table.game.to_move == 0


async def test_nobody_to_hurry(tmp_path: Path) -> None:
    path = saved(tmp_path, with_bot(), adas_turn_ends)
    async with at_table(tmp_path, Start("load", path=path), thinkers=HereAndNow()) as player:
        await player.press("m")
        assert [note.message for note in player.app._notifications] == ["Nobody is thinking."]


@pytest.mark.parametrize(("level", "ahead"), [("master", True), ("journeyman", False)])
async def test_a_bot_that_searches_thinks_ahead_while_a_person_decides(tmp_path: Path, level: str, ahead: bool) -> None:
    """Ada chooses her hand; the bot sees what its seat sees, and thinks of a position once."""
    thinkers = HereAndNow()
    async with at_table(tmp_path, with_bot(level), thinkers=thinkers) as player:
        await player.wait_until(lambda: bool(thinkers.ahead) == ahead)
        state = player.game.state
        player.table.redraw()
        await player.settle()
        assert thinkers.ahead == ([observe(state, 1)] if ahead else [])


# ---- loading, undoing


@pytest.mark.quick(1)
@pytest.mark.parametrize("level", ["apprentice", "journeyman", "page", "tailor"])
async def test_a_bot_that_is_asked_plays_on_after_loading_whatever_its_level_is_called(
    tmp_path: Path, level: str
) -> None:
    path = saved(tmp_path, with_bot(level), bo_is_in_mid_turn)
    async with at_table(tmp_path, Start("load", path=path), thinkers=HereAndNow()) as player:
        await player.wait_until(asked_for_a_card(player))
        assert read(path).game.line == player.game.line
        assert player.game.setup.players[1].level == level


async def test_in_the_thinking_process_too(tmp_path: Path) -> None:
    path = saved(tmp_path, with_bot("master"), bo_is_in_mid_turn)
    async with at_table(tmp_path, Start("load", path=path), think=0.1) as player:
        await player.wait_until(asked_for_a_card(player))
        assert read(path).damage is None


@pytest.mark.slow
async def test_undo_goes_back_past_what_a_bot_did_by_itself_and_redo_forward(tmp_path: Path) -> None:
    path = saved(tmp_path, with_bot(), adas_turn_ends)
    async with at_table(tmp_path, Start("load", path=path), thinkers=HereAndNow()) as player:
        before = player.game.cursor
        await player.press("e")
        await player.wait_until(asked_for_a_card(player))
        after = player.game.cursor
        await player.press("u")
        if player.asking:
            await player.press("y")
        assert (player.game.cursor, player.table.game.to_move) == (before, 0)
        await player.press("r")
        assert (player.game.cursor, player.table.game.to_move) == (after, 0)


# ---- bots of other packages


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    ("bot", "told"),
    [
        ("raises", "the bot “raises” raised an error (RuntimeError: I do not know"),
        ("talks", "what the bot “talks” answered is no legal action ('the first, please')"),
        ("sleeps", "the bot “sleeps” gave no answer in its time"),
    ],
)
async def test_a_bot_that_fails_is_named_and_an_apprentice_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bot: str, told: str
) -> None:
    monkeypatch.setattr(guest_line, "GRACE", 0.1)
    monkeypatch.setattr(bots, "EXTERNAL_BOT_SECONDS", 0.1)
    with bots_installed(tmp_path / "site", BOTS, f"{bot} = visiting_bots:{bot}"):
        path = saved(tmp_path, with_bot(bot), bo_is_in_mid_turn)
        async with at_table(tmp_path, Start("load", path=path), thinkers=HereAndNow()) as player:
            await player.wait_until(asked_for_a_card(player))
            (note,) = [note.message for note in player.app._notifications]
            assert note.startswith(told)
            assert note.endswith("; an apprentice (easy) plays on for Bo.")
            again = read(path)
            assert again.damage is None
            code = {"raises": "raised", "talks": "nonsense", "sleeps": "stalled"}[bot]
            assert [entry for entry in again.game.entries if isinstance(entry, Replace)] == [
                Replace(1, "apprentice", code)
            ]
            assert again.game.level_of(1) == "apprentice"
            assert again.game.setup.players[1].level == bot


async def test_a_bot_of_another_package_plays_in_a_process_of_its_own(tmp_path: Path) -> None:
    """Asked from the thinking process, as at any table."""
    with bots_installed(tmp_path / "site", BOTS, "drawn = visiting_bots:drawn"):
        path = saved(tmp_path, with_bot("drawn"), bo_is_in_mid_turn)
        async with at_table(tmp_path, Start("load", path=path)) as player:
            await player.wait_until(asked_for_a_card(player))
            assert not [entry for entry in player.game.entries if isinstance(entry, Replace)]


@pytest.mark.slow
async def test_a_save_whose_bot_is_not_installed_opens_and_an_apprentice_is_offered(tmp_path: Path) -> None:
    path = saved(tmp_path, with_bot("queen"), bo_is_in_mid_turn)
    before = path.read_bytes()
    async with at_table(tmp_path, Start("load", path=path), thinkers=HereAndNow()) as player:
        assert isinstance(player.app.screen, Question)
        assert "Bo: no bot “queen” is installed." in seen(player)
        await player.press("n")
        assert isinstance(player.app.screen, StartScreen)
        assert path.read_bytes() == before
        player.app.games.resume(path)
        await player.settle()
        await player.press("r")
        await player.wait_until(asked_for_a_card(player))
        assert player.game.entries.count(Replace(1, "apprentice", "missing")) == 1
    async with at_table(tmp_path, Start("load", path=path), thinkers=HereAndNow()) as player:
        assert isinstance(player.app.screen, PlayScreen), "it was answered once and for all"


def seen(player: Player) -> str:
    return "\n".join(str(line.render()) for line in player.app.screen.query(Static))
