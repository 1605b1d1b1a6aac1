"""What the table does next for each answer of the driver, and what has to wait."""

from typing import Any
from unittest.mock import AsyncMock, MagicMock

import pytest

from rokoko_core.play.driver import Next
from rokoko_tui.controllers.turn_flow import TurnFlow

STEPS = {
    Next.HAND_OVER: "ask_hand_over",
    Next.FINAL: "show_final",
    Next.FORCED: "autoplay.take_forced_actions",
    Next.END_TURN: "autoplay.wait_to_end_turn",
    Next.MOVE_BOT: "autoplay.move_bot",
    Next.NOTHING: "autoplay.think_ahead",
}


def host_at(following: Next) -> MagicMock:
    """Return a table on top of all screens, with nothing else to show before ``following``."""
    host = MagicMock(is_on_top=True)
    host.policy.may_continue.return_value = True
    host.player.keep_showing.return_value = False
    host.pages.round_due = host.hint_panel.is_open = False
    host.driver.next.return_value = following
    host.autoplay.take_forced_actions = AsyncMock()
    return host


async def steps_of(host: MagicMock, game: Any = None) -> list[str]:
    """Let the table proceed; return which steps of ``STEPS``, or pages of a round, it carried out."""
    await TurnFlow(host, game or MagicMock(), MagicMock()).proceed()
    called = [str(call[0]) for call in host.mock_calls]
    return [name for name in called if name in (*STEPS.values(), "show_round_summary")]


@pytest.mark.parametrize(("following", "step"), STEPS.items(), ids=[following.name for following in STEPS])
async def test_each_answer_of_the_driver_has_one_step(following: Next, step: str) -> None:
    assert await steps_of(host_at(following)) == [step]


@pytest.mark.parametrize("following", STEPS, ids=[following.name for following in STEPS])
async def test_only_bots_move_during_a_playback(following: Next) -> None:
    host = host_at(following)
    host.player.keep_showing.return_value = True
    assert await steps_of(host) == ([STEPS[following]] if following is Next.MOVE_BOT else [])


@pytest.mark.parametrize("showing", [False, True])
async def test_the_page_of_a_round_comes_before_all_else_and_after_the_playback(showing: bool) -> None:
    host = host_at(Next.NOTHING)
    host.pages.round_due = True
    host.player.keep_showing.return_value = showing
    assert await steps_of(host) == ([] if showing else ["show_round_summary"])


async def test_nothing_happens_under_another_screen_or_while_something_is_to_be_read() -> None:
    covered, read = host_at(Next.FORCED), host_at(Next.FORCED)
    covered.is_on_top = False
    read.policy.may_continue.return_value = False
    assert await steps_of(covered) == await steps_of(read) == []


async def test_bots_do_not_think_ahead_while_hints_are_open() -> None:
    host = host_at(Next.NOTHING)
    host.hint_panel.is_open = True
    assert await steps_of(host) == []


@pytest.mark.parametrize(("to_move", "counted"), [(0, True), (None, False)], ids=["ends now", "opened after its end"])
async def test_a_game_is_counted_once(to_move: int | None, counted: bool) -> None:
    host = host_at(Next.FINAL)
    await steps_of(host, MagicMock(to_move=to_move))
    host.show_final.assert_called_once_with(count=counted)


@pytest.mark.parametrize(
    ("answer", "called"),
    [("undo", "action_undo"), ("undo-turn", "action_undo_turn"), ("leave", "ask_to_leave"), ("show", "redraw")],
)
async def test_answers_at_a_handover(answer: str, called: str) -> None:
    host, game = host_at(Next.HAND_OVER), MagicMock()
    host.action_undo, host.action_undo_turn = AsyncMock(), AsyncMock()
    await steps_of(host, game)
    await host.ask_hand_over.call_args.args[1](answer)
    host.driver.end_handover.assert_called_once_with()
    getattr(host, called).assert_called_once_with()
    assert game.sit_down.called == host.player.show_last_turns.called == (answer == "show")


@pytest.mark.parametrize(("notes", "times"), [([], 1), (["forced"], 2)], ids=["nothing forced", "a card was forced"])
async def test_who_sits_down_is_guarded_from_keys_of_the_one_before(notes: list[str], times: int) -> None:
    host = host_at(Next.SIT_DOWN)
    host.autoplay.notes.return_value = notes
    await steps_of(host)
    guards = [host.player.guard.begin, host.taker.guard.begin]
    assert sum(guard.call_count for guard in guards) == times
    host.redraw.assert_called_once_with()
