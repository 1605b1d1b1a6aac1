"""What happens at a table without a key: seats change, bots move, forced cards are played, turns and games end."""

import asyncio
import os
from collections.abc import Callable
from errno import ENOSPC
from pathlib import Path
from typing import Any

import pytest

from rokoko_core.actions import EndTurn, PlayCard
from rokoko_core.game import Game
from rokoko_core.pending import CardChoice
from rokoko_core.play.menu import forced_action
from rokoko_core.state import Seat, Setup
from rokoko_tui.table import key_guard
from rokoko_tui.table.commands import CommandId
from tests.tui.at_table import ALONE, TWO
from tests.tui.table.session_table import play_until, session_table

WITH_BOT = Setup((Seat("Ada"), Seat("Bo", "bot", "apprentice")), seed=7, first_player=0)
GUARD = 0.25
"""Seconds for which a key is ignored where something unexpected happened."""


def is_bo_to_move(game: Game) -> bool:
    return bool(game.state.pending) and game.state.pending[-1].seat == 1 and game.state.turn is not None


def is_adas_card_forced(game: Game) -> bool:
    return (
        isinstance(game.state.pending[-1], CardChoice)
        and isinstance(forced_action(game.state), PlayCard)
        and (game.state.pending[-1].seat == 0)
    )


def is_over(game: Game) -> bool:
    return game.over


@pytest.fixture
def guarded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ignore keys that were meant for what was shown before, as the program does."""
    monkeypatch.setattr(key_guard, "GUARD_SECONDS", GUARD)


# ---- each step


async def test_a_bot_moves_until_a_person_decides(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_bo_to_move)) as table:
        before = table.game.position
        await table.open()
        while "bot" in table.work:
            await table.run("bot")
        assert table.game.actor(before) == 1
        assert table.game.position > before and table.game.to_move == 0


async def test_the_only_card_is_played_and_the_list_says_so(tmp_path: Path) -> None:
    game = play_until(WITH_BOT, is_adas_card_forced)
    with session_table(tmp_path, WITH_BOT, game, forced_steps=True) as table:
        await table.open()
        assert isinstance(table.line[game.cursor], PlayCard)
        assert table.game.position == game.cursor + 1, "nothing else is decided for the player"
        assert table.labels[0].startswith("Only choice: ")


@pytest.mark.usefixtures("guarded")
async def test_a_key_for_the_card_that_was_forced_does_not_make_the_next_choice(tmp_path: Path) -> None:
    game = play_until(WITH_BOT, is_adas_card_forced)
    with session_table(tmp_path, WITH_BOT, game, forced_steps=True) as table:
        await table.open()
        here, key = table.game.position, next(entry.key for entry in table.rows if len(entry.key) == 1)
        await table.press(key, table.time + GUARD / 2)
        assert table.game.position == here
        assert table.notices == [f"Too early: press {key} again."]
        await table.press(key, table.time + 2 * GUARD)
        assert table.game.position > here


@pytest.mark.parametrize(("until", "settings"), [(is_bo_to_move, {}), (is_adas_card_forced, {"forced_steps": True})])
async def test_an_automatic_step_is_tried_again_later_while_the_disk_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, until: Callable[[Game], bool], settings: dict[str, Any]
) -> None:
    game = play_until(WITH_BOT, until)
    with session_table(tmp_path, WITH_BOT, game, **settings) as table:
        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", refuse)
            await asyncio.wait_for(table.open(), 5)
            if "bot" in table.work:
                await table.run("bot")
            assert len(table.notices) == 1 and "the disk is full" in table.notices[0]
            assert (table.game.position, "bot" in table.work) == (game.cursor, False)
            await table.elapse()
            if "bot" in table.work:
                await table.run("bot")
            assert len(table.notices) == 2, "it is tried once after the delay"
        await table.elapse()
        while "bot" in table.work:
            await table.run("bot")
        assert table.game.position > game.cursor


def refuse(*arguments: Any) -> None:
    raise OSError(ENOSPC, "full")


@pytest.mark.parametrize(("is_over_when_opened", "shown"), [(False, "final, counted"), (True, "final")])
async def test_the_points_are_counted_in_sight_where_the_game_ended(
    tmp_path: Path, is_over_when_opened: bool, shown: str
) -> None:
    over = play_until(ALONE, lambda game: game.over)
    before = over.fork(over.cursor - 1)
    with session_table(tmp_path, ALONE, over if is_over_when_opened else before) as table:
        await table.open()
        if not is_over_when_opened:
            assert table.steps == []
            await table.play(table.game.menu.actions[0])
        assert table.steps == [shown]
        winner = table.session.log.list_lines(table.words, range(over.cursor - 1, over.cursor))[-1][1].text
        assert table.labels == [winner, table.words.say("table.list.end"), table.words.say("table.list.final")]
        await table.do(CommandId.PROCEED)
        assert table.steps == [shown], "once"


async def test_a_bot_that_searches_thinks_ahead_unless_hints_do(tmp_path: Path) -> None:
    setup = Setup((Seat("Ada"), Seat("Bo", "bot", "master")), seed=7, first_player=0)
    with session_table(tmp_path, setup) as table:
        await table.open()
        assert list(table.work) == ["ahead"]
        table.work.clear()
        await table.do(CommandId.HINT)
        await table.do(CommandId.PROCEED)
        assert list(table.work) == ["hint"]


# ---- what waits


@pytest.mark.parametrize(
    ("until", "settings"),
    [
        (is_bo_to_move, {}),
        (is_adas_card_forced, {"forced_steps": True}),
        (is_over, {}),
    ],
    ids=["bot", "forced card", "final sheet"],
)
async def test_nothing_happens_under_another_screen_until_it_is_closed(
    tmp_path: Path, until: Callable[[Game], bool], settings: dict[str, Any]
) -> None:
    game = play_until(WITH_BOT, until)
    with session_table(tmp_path, WITH_BOT, game, **settings) as table:
        table.is_covered = True
        await table.open()
        assert (table.game.position, table.timers, table.work, table.steps) == (game.cursor, [], {}, [])
        table.is_covered = False
        await table.do(CommandId.PROCEED)
        assert table.game.position > game.cursor or table.timers or table.work or table.steps


async def test_nothing_happens_while_a_lesson_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = play_until(WITH_BOT, is_adas_card_forced)
    with session_table(tmp_path, WITH_BOT, game, forced_steps=True) as table:
        monkeypatch.setattr(table.session.game_mode, "proceed", list)
        await table.open()
        assert table.game.position == game.cursor


async def test_a_playback_is_seen_before_a_card_is_forced(tmp_path: Path) -> None:
    """Ada undid nothing and did nothing: what Bo did since her last turn is shown first."""
    game = play_until(WITH_BOT, is_adas_card_forced)
    with session_table(tmp_path, WITH_BOT, game, forced_steps=True, pace="slow") as table:
        table.session.playback.queue.add(table.words, range(game.cursor), "slow", False)
        await table.open()
        assert table.session.playback.frame is not None and table.game.position == game.cursor
        await table.run_effects(table.session.playback.end())
        await table.settle()
        assert table.game.position == game.cursor + 1


async def test_a_bot_moves_during_a_playback(tmp_path: Path) -> None:
    game = play_until(WITH_BOT, is_bo_to_move)
    with session_table(tmp_path, WITH_BOT, game, pace="slow") as table:
        table.session.playback.queue.add(table.words, range(game.cursor), "slow", False)
        await table.open()
        assert table.session.playback.frame is not None and "bot" in table.work


# ---- pages


async def test_the_page_of_a_round_follows_the_playback(tmp_path: Path) -> None:
    game = play_until(ALONE, lambda game: game.state.round == 2)
    before = game.fork(game.cursor - 1)
    with session_table(tmp_path, ALONE, before, round_page=True, pace="slow") as table:
        await table.open()
        await table.game.play(game.line[-1])
        table.session.playback.queue.add(table.words, range(game.cursor - 2, game.cursor), "slow", False)
        await table.open()
        assert table.session.playback.frame is not None and table.steps == []
        await table.run_effects(table.session.playback.end())
        await table.settle()
        assert table.steps == ["round, choosing"]
        assert table.text is not None and table.text.title == "Round 2 of 7"
        await table.open()
        assert table.steps == ["round, choosing"], "once"


async def test_without_the_page_of_a_round_the_next_choice_follows(tmp_path: Path) -> None:
    game = play_until(ALONE, lambda game: game.state.round == 2)
    before = game.fork(game.cursor - 1)
    with session_table(tmp_path, ALONE, before) as table:
        await table.open()
        await table.game.play(game.line[-1])
        await table.open()
        assert table.steps == []


def is_bo_to_sit_down(game: Game) -> bool:
    """Whether Ada, who has played a turn, has left the seat to Bo."""
    return game.state.round == 1 and game.state.pending[-1].seat == 1 and isinstance(game.line[-1], EndTurn)


@pytest.mark.parametrize(
    ("answer", "viewer", "undone", "then"),
    [
        ("go", 1, 0, []),
        ("show", 1, 0, []),
        ("leave", None, 0, ["ask-to-leave"]),
        ("undo", None, 1, ["hand-over"]),
        ("undo-turn", None, 4, ["hand-over"]),
    ],
)
async def test_the_page_between_two_people_is_answered(
    tmp_path: Path, answer: str, viewer: int | None, undone: int, then: list[str]
) -> None:
    game = play_until(TWO, is_bo_to_sit_down)
    with session_table(tmp_path, TWO, game, pace="slow") as table:
        await table.open()
        assert table.steps == ["hand-over"] and table.session.driver.handing_over
        await table.answer_hand_over(answer)
        assert table.game.viewer == viewer
        assert table.game.position == game.cursor - undone
        assert table.steps[1:] == then
        assert (table.session.playback.frame is not None) == (answer == "show"), "the turn of Ada is shown"


async def test_what_to_know_of_a_game_is_on_its_first_page_else_a_notice(tmp_path: Path) -> None:
    opening = ["You play a copy."]
    with session_table(tmp_path, TWO, opening=opening) as table:
        await table.open()
        assert table.text is not None and [item.text for item in table.text.lines][:1] == opening
        await table.answer_hand_over()
        assert table.notices == [] and table.session.opening_lines == []
    for setup, handover in ((TWO, False), (WITH_BOT, True)):
        with session_table(tmp_path, setup, opening=opening, handover=handover) as table:
            await table.open()
            assert table.notices == opening
            table.notices.clear()
            await table.press("1")
            assert table.notices == [], "it is said once"


@pytest.mark.usefixtures("guarded")
async def test_keys_of_the_one_before_do_nothing_for_who_sits_down(tmp_path: Path) -> None:
    with session_table(tmp_path, TWO, handover=False) as table:
        await table.open()
        table.time += 9
        for key in ("1", "2", "3", "enter"):
            await table.press(key)
        await table.do(CommandId.TAKE)
        assert table.game.viewer == 1
        await table.press("1", table.time + GUARD / 2)
        assert not any(entry.chosen for entry in table.rows)
        await table.press("1", table.time + 2 * GUARD)
        assert any(entry.chosen for entry in table.rows)


@pytest.mark.usefixtures("guarded")
async def test_keys_are_ignored_longer_for_who_sits_down_after_a_forced_card(tmp_path: Path) -> None:
    """A key meant for the card, which is gone, would make another choice."""
    game = play_until(TWO, is_adas_card_forced)
    with session_table(tmp_path, TWO, game, forced_steps=True, handover=False) as table:
        await table.open()
        here, key = table.game.position, next(entry.key for entry in table.rows if len(entry.key) == 1)
        await table.press(key, table.time + 3.5 * GUARD)
        assert table.game.position == here == game.cursor + 1
        await table.press(key, table.time + 5 * GUARD)
        assert table.game.position > here


@pytest.mark.parametrize(("pace", "is_shown"), [("auto", False), ("slow", True), ("at-once", False)])
async def test_who_sits_down_has_read_the_turns_unless_a_pace_was_chosen(
    tmp_path: Path, pace: str, is_shown: bool
) -> None:
    game = play_until(TWO, is_bo_to_sit_down)
    with session_table(tmp_path, TWO, game.fork(game.cursor - 1), pace=pace) as table:
        table.game.sit_down()
        await table.open()
        await table.play(EndTurn())
        await table.answer_hand_over()
        assert (table.session.playback.frame is not None) == is_shown
        assert table.page.can_undo == (table.session.moment.last_decision >= 0)


async def test_turns_that_are_due_anyway_are_shown_once(tmp_path: Path) -> None:
    """The key that shows them again on the page between two people adds nothing to them."""
    game = play_until(TWO, is_bo_to_sit_down)
    counts = []
    for answer in ("go", "show"):
        with session_table(tmp_path, TWO, game.fork(game.cursor - 1), pace="slow") as table:
            table.game.sit_down()
            await table.open()
            await table.play(EndTurn())
            await table.answer_hand_over(answer)
            counts.append(len(table.session.playback.queue.frames))
    assert counts[0] == counts[1] > 0
