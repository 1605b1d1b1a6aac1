"""The playback of others' turns at the table: what each frame shows, how long, and which keys end it."""

from pathlib import Path

import pytest
from textual import events
from textual.geometry import Size

from rokoko_core.actions import EndTurn
from rokoko_core.game import Game
from rokoko_core.state import Seat, Setup
from rokoko_tui.table import key_guard
from tests.tui.at_table import ALONE
from tests.tui.controllers.headless_table import HeadlessTable, headless_table, play_until, sample_until

BO = Setup((Seat("Ada"), Seat("Bo", "bot", "apprentice")), seed=7, first_player=0)
GUARD = 0.25


def is_bos_turn_over(game: Game) -> bool:
    return sum(isinstance(action, EndTurn) for action in game.line) == 2


async def open_after_bo(table: HeadlessTable) -> int:
    """Open the table at Ada's second turn, and show Bo's turn; return how many frames there are."""
    await table.open()
    table.action_show_again()
    await table.settle()
    return len(table.player.playback.frames)


async def test_each_frame_shows_the_event_and_asks_nothing(tmp_path: Path) -> None:
    with headless_table(tmp_path, BO, play_until(BO, is_bos_turn_over), pace="step") as table:
        frames = await open_after_bo(table)
        texts = []
        for n in range(frames):
            assert str(table.choices.border_title) == "Bo's turn"
            assert table.labels == ["Any key or click: next event · Esc skip to the end"]
            assert table.explanation[0] == "Bo" and table.explanation[1:] == [table.player.frame.text]
            assert table.presenter.position == table.player.position() <= table.game.position
            assert table.view.scene is not None and table.player.frame is not None
            assert table.view.scene.lit == table.player.frame.pieces
            texts.append(table.player.frame.text)
            assert table.timers == [], "it waits for a key"
            await table.press("x")
            assert len(table.player.playback.frames) == frames - n - 1
        assert texts[0].startswith("Bo plays ") and len(set(texts)) == frames
        assert table.presenter.position == table.game.position
        assert str(table.choices.border_title) != "Bo's turn" and len(table.labels) > 1


async def test_escape_ends_all_frames_at_a_pace_of_one_key_each(tmp_path: Path) -> None:
    for key in ("escape", "f"):
        with headless_table(tmp_path, BO, play_until(BO, is_bos_turn_over), pace="step") as table:
            assert await open_after_bo(table) > 1
            await table.press(key)
            assert table.player.frame is None and table.steps == [], "the table is not left"


@pytest.mark.parametrize("pace", ["quick", "calm", "slow"])
async def test_the_frames_follow_each_other_by_the_clock(tmp_path: Path, pace: str) -> None:
    with headless_table(tmp_path, BO, play_until(BO, is_bos_turn_over), pace=pace) as table:
        frames = await open_after_bo(table)
        assert table.labels == ["Any key or click: skip to the end"]
        for n in range(frames):
            assert table.player.frame is not None
            assert [seconds for seconds, _ in table.timers] == [table.player.frame.seconds]
            assert len(table.player.playback.frames) == frames - n
            await table.elapse()
        assert table.player.frame is None and table.timers == []


async def test_a_late_frame_is_shortened_but_never_by_more_than_half(tmp_path: Path) -> None:
    with headless_table(tmp_path, BO, play_until(BO, is_bos_turn_over), pace="slow") as table:
        await open_after_bo(table)
        for late, least in ((0.25, None), (60.0, 0.5)):
            seconds, callback = table.timers.pop()
            table.time += seconds + late
            callback()
            await table.settle()
            assert table.player.frame is not None
            usual = table.player.frame.seconds
            assert table.timers[0][0] == pytest.approx(usual - late if least is None else usual * least)


async def test_any_key_ends_the_playback_and_chooses_nothing(tmp_path: Path) -> None:
    with headless_table(tmp_path, BO, play_until(BO, is_bos_turn_over), pace="slow") as table:
        await table.open()
        here, key = table.game.position, next(entry.key for entry in table.choices.entries if entry.key)
        await open_after_bo(table)
        await table.press(key)
        assert table.player.frame is None and table.game.position == here and table.timers == []
        assert table.notices == [f"Too early: press {key} again."]


async def test_a_key_without_a_choice_ends_the_playback_silently(tmp_path: Path) -> None:
    with headless_table(tmp_path, BO, play_until(BO, is_bos_turn_over), pace="slow") as table:
        await open_after_bo(table)
        await table.press("space")
        assert table.player.frame is None and table.notices == []


async def test_a_key_from_before_the_playback_does_not_end_it(tmp_path: Path) -> None:
    with headless_table(tmp_path, BO, play_until(BO, is_bos_turn_over), pace="slow") as table:
        await open_after_bo(table)
        await table.press("x", table.time - 1)
        assert table.player.frame is not None


@pytest.mark.parametrize("covered", ["another screen", "no room"])
async def test_a_frame_stays_while_it_cannot_be_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, covered: str
) -> None:
    with headless_table(tmp_path, BO, play_until(BO, is_bos_turn_over), pace="slow") as table:
        frames = await open_after_bo(table)
        if covered == "another screen":
            table.is_covered = True
        else:
            monkeypatch.setattr(type(table), "has_room", False)
        await table.elapse()
        assert len(table.player.playback.frames) == frames
        table.is_covered = False
        monkeypatch.undo()
        await table.do(table.flow.proceed())
        assert len(table.timers) == 1, "it begins again"


async def test_a_click_ends_the_playback_once_it_is_released(tmp_path: Path) -> None:
    def mouse(kind: type[events.MouseDown | events.MouseUp]) -> events.MouseEvent:
        event = kind(None, 0, 0, 0, 0, 1, False, False, False, 0, 0, None)
        event.time = table.time
        return event

    with headless_table(tmp_path, BO, play_until(BO, is_bos_turn_over), pace="slow") as table:
        await open_after_bo(table)
        assert table.intercepts(mouse(events.MouseDown)) and table.player.frame is not None
        assert table.intercepts(mouse(events.MouseUp)) and table.player.frame is None
        await table.settle()
        assert not table.intercepts(mouse(events.MouseDown)) and not table.intercepts(mouse(events.MouseUp))
        assert table.notices == []
        await open_after_bo(table)
        assert table.intercepts(mouse(events.MouseDown))
        table.player.end()
        table.intercepts(mouse(events.MouseUp))
        assert table.notices == ["Too early: click again."], "it ended during the click"


async def test_after_a_playback_that_ended_by_the_clock_keys_wait_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(key_guard, "GUARD_SECONDS", GUARD)
    with headless_table(tmp_path, BO, play_until(BO, is_bos_turn_over), pace="slow") as table:
        await open_after_bo(table)
        table.player.end()
        assert table.player.guard.remaining(table.time) == GUARD
        table.time += 9
        for _ in range(await open_after_bo(table)):
            await table.elapse()
        assert table.player.guard.remaining(table.time) == 2 * GUARD


async def test_the_last_turns_are_shown_again_or_a_notice_says_that_there_are_none(tmp_path: Path) -> None:
    with headless_table(tmp_path, BO, play_until(BO, is_bos_turn_over), pace="slow") as table:
        await table.open()
        assert table.player.frame is None, "nothing is shown of the time before"
        table.action_show_again()
        await table.settle()
        assert table.player.frame is not None and table.player.frame.text.startswith("Bo plays ")
        frames = len(table.player.playback.frames)
        table.action_show_again()
        assert len(table.player.playback.frames) == frames, "once at a time"
    with headless_table(tmp_path, ALONE) as table:
        await table.open()
        table.action_show_again()
        assert table.notices == ["No other player has had a turn since yours."] and table.player.frame is None


async def test_a_key_changes_the_pace_in_a_circle_and_says_which(tmp_path: Path) -> None:
    with headless_table(tmp_path, ALONE, pace="auto") as table:
        await table.open()
        paces = []
        for _ in range(6):
            table.action_pace()
            paces.append(table.settings.pace)
        assert paces == ["at-once", "quick", "calm", "slow", "step", "auto"]
        assert table.steps == 6 * ["settings saved"]
        assert table.notices[0] == "Other players' turns are shown at once."
        assert table.notices[4] == "Other players' turns are shown one event per key."
        assert len(set(table.notices)) == 6


async def test_a_small_table_shows_the_tab_of_the_event_and_then_the_one_before(tmp_path: Path) -> None:
    game = sample_until("base-2", lambda game: game.cursor == 60)
    with headless_table(tmp_path, game.setup, game, pace="step", size=Size(80, 24)) as table:
        table.game.sit_down()
        await table.open()
        before, tabs = table.view.tabs.current, set[str]()
        table.player.show_again(range(40))
        await table.settle()
        while (frame := table.player.frame) is not None:
            shown = {table.view.tab_for_piece(piece) for piece in frame.pieces if piece.kind != "player"}
            assert not shown or table.view.tabs.current in shown, frame.text
            tabs.add(table.view.tabs.current)
            table.player.next_frame()
            await table.settle()
        assert len(tabs) > 1
        assert table.view.tabs.current == before
