"""The playback of others' turns at the table: what each frame shows, how long, and which keys end it."""

from pathlib import Path

import pytest

from rokoko_core.actions import EndTurn
from rokoko_core.game import Game
from rokoko_core.state import Seat, Setup
from rokoko_tui.table import key_guard
from rokoko_tui.table.commands import CommandId
from tests.tui.at_table import ALONE
from tests.tui.table.session_table import SessionTable, play_until, session_table

BO = Setup((Seat("Ada"), Seat("Bo", "bot", "apprentice")), seed=7, first_player=0)
GUARD = 0.25


def is_bos_turn_over(game: Game) -> bool:
    return sum(isinstance(action, EndTurn) for action in game.line) == 2


async def open_after_bo(table: SessionTable) -> int:
    """Open the table at Ada's second turn, and show Bo's turn; return how many frames there are."""
    await table.open()
    await table.do(CommandId.SHOW_AGAIN)
    await table.settle()
    return len(table.session.playback.queue.frames)


async def test_each_frame_shows_the_event_and_asks_nothing(tmp_path: Path) -> None:
    with session_table(tmp_path, BO, play_until(BO, is_bos_turn_over), pace="step") as table:
        frames = await open_after_bo(table)
        texts = []
        for n in range(frames):
            assert table.title == "Bo's turn"
            assert table.labels == ["Any key or click: next event · Esc skip to the result"]
            assert table.explanation[0] == "Bo" and table.explanation[1:] == [table.session.playback.frame.text]
            assert table.page.position <= table.game.position
            assert table.session.playback.frame is not None
            assert table.page.lit == table.session.playback.frame.pieces
            texts.append(table.session.playback.frame.text)
            assert table.timers == [], "it waits for a key"
            await table.press("x")
            assert len(table.session.playback.queue.frames) == frames - n - 1
        assert texts[0].startswith("Bo plays ") and len(set(texts)) == frames
        assert table.page.position == table.game.position
        assert table.title != "Bo's turn" and len(table.labels) > 1


async def test_escape_ends_all_frames_at_a_pace_of_one_key_each(tmp_path: Path) -> None:
    for key in ("escape", "f"):
        with session_table(tmp_path, BO, play_until(BO, is_bos_turn_over), pace="step") as table:
            assert await open_after_bo(table) > 1
            await table.press(key)
            assert table.session.playback.frame is None and table.steps == [], "the table is not left"


@pytest.mark.parametrize("pace", ["quick", "calm", "slow"])
async def test_the_frames_follow_each_other_by_the_clock(tmp_path: Path, pace: str) -> None:
    with session_table(tmp_path, BO, play_until(BO, is_bos_turn_over), pace=pace) as table:
        frames = await open_after_bo(table)
        assert table.labels == ["Any key or click: skip to the result"]
        for n in range(frames):
            assert table.session.playback.frame is not None
            assert [wait.seconds for wait in table.timers] == [table.session.playback.frame.seconds]
            assert len(table.session.playback.queue.frames) == frames - n
            await table.elapse()
        assert table.session.playback.frame is None and table.timers == []


async def test_a_late_frame_is_shortened_but_never_by_more_than_half(tmp_path: Path) -> None:
    with session_table(tmp_path, BO, play_until(BO, is_bos_turn_over), pace="slow") as table:
        await open_after_bo(table)
        for late, least in ((0.25, None), (60.0, 0.5)):
            table.time += late
            await table.elapse()
            assert table.session.playback.frame is not None
            usual = table.session.playback.frame.seconds
            assert table.timers[0].seconds == pytest.approx(usual - late if least is None else usual * least)


async def test_any_key_ends_the_playback_and_chooses_nothing(tmp_path: Path) -> None:
    with session_table(tmp_path, BO, play_until(BO, is_bos_turn_over), pace="slow") as table:
        await table.open()
        here, key = table.game.position, next(entry.key for entry in table.rows if entry.key)
        await open_after_bo(table)
        await table.press(key)
        assert table.session.playback.frame is None and table.game.position == here and table.timers == []
        assert table.notices == [f"Too early: press {key} again."]


async def test_a_key_without_a_choice_ends_the_playback_silently(tmp_path: Path) -> None:
    with session_table(tmp_path, BO, play_until(BO, is_bos_turn_over), pace="slow") as table:
        await open_after_bo(table)
        await table.press("space")
        assert table.session.playback.frame is None and table.notices == []


async def test_a_key_from_before_the_playback_does_not_end_it(tmp_path: Path) -> None:
    with session_table(tmp_path, BO, play_until(BO, is_bos_turn_over), pace="slow") as table:
        await open_after_bo(table)
        await table.press("x", table.time - 1)
        assert table.session.playback.frame is not None


@pytest.mark.parametrize(("pace", "ends"), [("slow", True), ("step", False)])
async def test_a_key_pressed_for_the_frame_before_is_meant_for_the_playback_but_for_no_other_step(
    tmp_path: Path, pace: str, ends: bool
) -> None:
    """At the pace of one key each, a key typed before the present event was shown would skip it unread."""
    with session_table(tmp_path, BO, play_until(BO, is_bos_turn_over), pace=pace) as table:
        frames, began = await open_after_bo(table), table.time
        if pace == "slow":
            await table.elapse()
        else:
            table.time += 5
            await table.press("x")
        assert len(table.session.playback.queue.frames) == frames - 1
        await table.press("x", began + 0.1)
        assert len(table.session.playback.queue.frames) == (0 if ends else frames - 1)


async def test_a_frame_stays_while_it_cannot_be_seen(tmp_path: Path) -> None:
    with session_table(tmp_path, BO, play_until(BO, is_bos_turn_over), pace="slow") as table:
        frames = await open_after_bo(table)
        table.is_covered = True
        await table.elapse()
        assert len(table.session.playback.queue.frames) == frames
        table.is_covered = False
        await table.do(CommandId.PROCEED)
        assert len(table.timers) == 1, "it begins again"


async def test_a_click_ends_the_playback_once_it_is_released(tmp_path: Path) -> None:
    with session_table(tmp_path, BO, play_until(BO, is_bos_turn_over), pace="slow") as table:
        await open_after_bo(table)
        assert await table.mouse(is_down=True) and table.session.playback.frame is not None
        assert await table.mouse(is_down=False) and table.session.playback.frame is None
        assert not await table.mouse(is_down=True) and not await table.mouse(is_down=False)
        assert table.notices == []
        await open_after_bo(table)
        assert await table.mouse(is_down=True)
        await table.run_effects(table.session.playback.end())
        await table.mouse(is_down=False)
        assert table.notices == ["Too early: click again."], "it ended during the click"


async def test_escape_that_comes_too_late_to_skip_does_not_leave_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(key_guard, "GUARD_SECONDS", GUARD)
    with session_table(tmp_path, BO, play_until(BO, is_bos_turn_over), pace="slow") as table:
        for _ in range(await open_after_bo(table)):
            await table.elapse()
        await table.press_keys("escape")
        assert (table.steps, table.notices) == ([], ["Too early: press Esc again."])
        table.time += 9
        await table.press_keys("escape")
        assert table.steps == ["go-back"]


async def test_after_a_playback_that_ended_by_the_clock_keys_wait_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(key_guard, "GUARD_SECONDS", GUARD)
    with session_table(tmp_path, BO, play_until(BO, is_bos_turn_over), pace="slow") as table:
        await open_after_bo(table)
        await table.run_effects(table.session.playback.end())
        assert table.session.playback.guard.remaining(table.time) == GUARD
        table.time += 9
        for _ in range(await open_after_bo(table)):
            await table.elapse()
        assert table.session.playback.guard.remaining(table.time) == 2 * GUARD


async def test_the_last_turns_are_shown_again_or_a_notice_says_that_there_are_none(tmp_path: Path) -> None:
    with session_table(tmp_path, BO, play_until(BO, is_bos_turn_over), pace="slow") as table:
        await table.open()
        assert table.session.playback.frame is None, "nothing is shown of the time before"
        await table.do(CommandId.SHOW_AGAIN)
        assert table.session.playback.frame is not None and table.session.playback.frame.text.startswith("Bo plays ")
        frames = len(table.session.playback.queue.frames)
        await table.do(CommandId.SHOW_AGAIN)
        assert len(table.session.playback.queue.frames) == frames, "once at a time"
    with session_table(tmp_path, ALONE) as table:
        await table.open()
        await table.do(CommandId.SHOW_AGAIN)
        assert table.notices == ["No other player has had a turn since yours."] and table.session.playback.frame is None


async def test_a_key_changes_the_pace_in_a_circle_and_says_which(tmp_path: Path) -> None:
    with session_table(tmp_path, ALONE, pace="auto") as table:
        await table.open()
        paces = []
        for _ in range(6):
            await table.do(CommandId.PACE)
            paces.append(table.settings.pace)
        assert paces == ["at-once", "quick", "calm", "slow", "step", "auto"]
        assert table.steps == 6 * ["save-settings"]
        assert table.notices[0] == "Other players' turns are shown at once."
        assert table.notices[4] == "Other players' turns are shown step by step: one event per key."
        assert len(set(table.notices)) == 6


async def test_a_bot_that_moves_meanwhile_does_not_stop_the_playback(tmp_path: Path) -> None:
    three = Setup((Seat("Ada"), Seat("Bo", "bot", "apprentice"), Seat("Cy", "bot", "apprentice")), 7, first_player=0)
    game = play_until(three, lambda game: sum(isinstance(action, EndTurn) for action in game.line) == 2)
    with session_table(tmp_path, three, game, pace="slow") as table:
        await table.open()
        await table.run_effects(table.session.playback.show_again(range(game.cursor - 4, game.cursor)))
        await table.settle()
        frames = len(table.session.playback.queue.frames)
        await table.run("bot")
        assert table.game.position > game.cursor and len(table.session.playback.queue.frames) == frames
        await table.elapse()
        assert len(table.session.playback.queue.frames) == frames - 1
