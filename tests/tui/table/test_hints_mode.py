"""Hints at the table: when there are any, what they replace, and where the cursor is after them."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rokoko_core import Game as SavedGame
from rokoko_core import observe
from rokoko_core.actions import Action, ChooseHand, Decline, DiscardTile, KeepTile, PlayCard, TakeTile
from rokoko_core.bots.advice import Advice, advice
from rokoko_core.bots.time_limit import Plan, counting_clock
from rokoko_core.engine import apply, legal_actions
from rokoko_core.game import Game, Hint
from rokoko_core.journal import read
from rokoko_core.observe import Observation, determinize
from rokoko_core.pending import MainAction
from rokoko_core.play.menu import has_only_end
from rokoko_core.state import Seat, Setup
from rokoko_tui.table import key_guard
from rokoko_tui.table.choice_list import EntryKind, MenuEntry
from rokoko_tui.table.commands import Answered, CommandId, MoveTo
from rokoko_tui.table.effects import Lasts
from rokoko_tui.table.menu_entries import Hints
from rokoko_tui.text import get_words
from rokoko_tui.text.action_words import list_piece_refs
from tests.tui.at_table import TWO, InProcessWorker, save_until
from tests.tui.table.session_table import SessionTable, play_until, session_table

WITH_BOT = Setup((Seat("Ada"), Seat("Bo", "bot", "apprentice")), seed=7, first_player=0)


def is_main_action(game: Game) -> bool:
    return game.state.pending[-1] == MainAction(0)


def is_bo_to_move(game: Game) -> bool:
    return game.state.turn is not None and game.state.pending[-1].seat == 1


def is_end(game: Game) -> bool:
    return has_only_end(game.state) and game.state.pending[-1].seat == 0


async def open_hints(table: SessionTable) -> None:
    await table.open()
    await table.do(CommandId.HINT)
    await table.run("hint")


@pytest.mark.parametrize(
    ("settings", "until", "reason"),
    [
        ({"hints": False}, is_main_action, "Hints are switched off in the settings."),
        ({}, is_end, "There is only one choice."),
        ({}, is_bo_to_move, "Only the player to move can take a hint."),
    ],
    ids=["switched off", "only choice", "a bot moves"],
)
async def test_a_notice_says_why_there_are_no_hints(
    tmp_path: Path, settings: dict[str, Any], until: Callable[[Game], bool], reason: str
) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, until), **settings) as table:
        await table.open()
        await table.do(CommandId.HINT)
        assert "hint" not in table.work and table.session.moment.hints is None
        assert (table.notices, table.durations) == ([reason], [Lasts.BRIEF])


async def test_hints_replace_the_choices_and_are_recorded_once(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action), think=2.0) as table:
        await table.open()
        await table.do(CommandId.HINT)
        assert table.title == "Ada: a hint"
        assert table.labels == ["Looking for the best choices · Esc cancel"]
        await table.run("hint")
        assert [entry.kind for entry in table.rows] == [EntryKind.HEADING, *3 * [EntryKind.HINT]]
        assert table.labels[0] == "Enter go to the choice · Esc back"
        assert table.explanation[0] == "Why, and what it brings"
        assert table.game.recording.hints == (1, 0), "of the two seats"
        assert table.page.cursor == 1


async def test_a_hint_that_is_taken_puts_the_cursor_on_its_choice(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await open_hints(table)
        await table.do(MoveTo(table.page.cursor + 1))
        entry, here = table.entry, table.game.position
        assert entry is not None
        await table.do(CommandId.TAKE)
        assert table.session.moment.hints is None and table.game.position == here, "Enter again takes it"
        assert (table.entry.action, table.entry.kind) == (entry.action, EntryKind.ACTION)
        await table.do(CommandId.TAKE)
        assert table.line[here] == entry.action


class RefiningWorker(InProcessWorker):
    """Returns the same choices in another order with each search."""

    async def advice(self, view: Observation, rng: Random, budget: float, plan: Plan = ()) -> tuple[Advice, ...]:
        self.budgets.append(budget)
        first, second, third = await super().advice(view, rng, budget, plan)
        return (first, second, third) if len(self.budgets) == 1 else (third, first, second)


async def test_a_cursor_that_was_not_moved_stays_on_the_best_choice(tmp_path: Path) -> None:
    worker = RefiningWorker()
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action), worker, think=2.0) as table:
        await open_hints(table)
        first, _, third = [entry.action for entry in list_hints(table)]
        assert table.title == "Ada: the best choices so far · still looking"
        assert table.entry.action == first
        await table.run("more-hints")
        assert table.title == "Ada: the best choices now"
        assert (table.page.cursor, table.entry.action) == (1, third)


async def test_enter_waits_where_another_choice_came_under_the_cursor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(key_guard, "GUARD_SECONDS", 0.25)
    game = play_until(WITH_BOT, is_main_action)
    with session_table(tmp_path, WITH_BOT, game, RefiningWorker(), think=2.0) as table:
        await open_hints(table)
        await table.run("more-hints")
        last = list_hints(table)[0].action
        await table.press("enter", table.time + 0.2)
        assert list_hints(table) and table.notices == ["Too early: press Enter again."]
        table.time += 2
        await table.press_keys("enter")
        assert (list_hints(table), table.entry.action) == ([], last)


async def test_choices_keep_their_order_while_one_below_the_first_is_read(tmp_path: Path) -> None:
    worker = RefiningWorker()
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action), worker, think=2.0) as table:
        await open_hints(table)
        before = [entry.action for entry in list_hints(table)]
        await table.do(MoveTo(table.page.cursor + 1))
        await table.run("more-hints")
        assert [entry.action for entry in list_hints(table)] == before
        assert (table.page.cursor, table.entry.action) == (2, before[1])
        assert table.title == "Ada: the best choices so far · h better ones"
        await table.press_keys("h")
        assert [entry.action for entry in list_hints(table)] == [before[2], before[0], before[1]]
        assert (table.page.cursor, table.title) == (1, "Ada: the best choices now")
        await table.press_keys("h")
        assert not list_hints(table)


async def test_a_cursor_that_was_moved_stays_where_the_order_is_the_same(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action), think=2.0) as table:
        await open_hints(table)
        await table.do(MoveTo(table.page.cursor + 1))
        await table.run("more-hints")
        assert (table.page.cursor, table.title) == (2, "Ada: the best choices now")


async def test_the_first_hints_are_final_where_no_time_is_left(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action), think=0.5) as table:
        await open_hints(table)
        assert "more-hints" not in table.work
        assert table.title == "Ada: the best choices now"


@pytest.mark.parametrize("key", ["hint", "back"])
async def test_hints_close_with_the_same_key_or_escape_and_all_choices_are_back(tmp_path: Path, key: str) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        before = table.labels
        await table.do(CommandId.HINT)
        await table.run("hint")
        assert table.labels != before
        await table.do(CommandId(key))
        assert table.labels == before and table.session.moment.hints is None and table.steps == []
        assert table.session.hints.next_step() is None, "they were only read"


async def test_hints_of_another_position_are_dropped(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        await table.do(CommandId.HINT)
        search = table.work.pop("hint")
        await table.game.play(Decline())
        await table.open()
        await table.do(Answered(search, await search.work()))
        assert table.session.moment.hints is None
        assert not any(entry.kind is EntryKind.HINT for entry in table.rows)
        assert table.game.recording.hints == (0, 0), "no hint was seen, so none counts"


# ---- plans, hands and counts


def table_at_card(folder: Path, worker: InProcessWorker | None = None) -> AbstractContextManager[SessionTable]:
    """Open the table at Ada's first card choice."""
    return session_table(folder, TWO, play_until(TWO, lambda game: game.cursor == 2), worker, handover=False)


def list_hints(table: SessionTable) -> list[MenuEntry]:
    return [entry for entry in table.rows if entry.kind is EntryKind.HINT]


async def take_a_hint(table: SessionTable) -> list[MenuEntry]:
    await table.press_keys("h")
    while set(table.work) & {"hint", "more-hints"}:
        await table.run("hint" if "hint" in table.work else "more-hints")
    return list_hints(table)


async def test_the_next_hint_continues_the_plan_that_was_followed(tmp_path: Path) -> None:
    with table_at_card(tmp_path, InProcessWorker()) as table:
        await table.open()
        await take_a_hint(table)
        session = table.session
        assert session.moment.hints is not None
        shown = session.moment.hints.best[0]
        await table.press_keys("enter", "enter")
        assert table.game.length == 3, "the card is played"
        best = await take_a_hint(table)
        assert session.moment.hints is not None
        assert session.moment.hints.plan == shown.line[1:]
        assert best[0].action == shown.line[1]
        assert session.moment.hints.explain(best[0], table.words)[0] == "This continues the plan of the last hint."
        assert "continues the plan" not in " ".join(session.moment.hints.explain(best[1], table.words))
        await table.press_keys("escape", "u")
        await take_a_hint(table)
        assert session.moment.hints.plan is None, "undone"


@pytest.mark.rule("ACQ-2")
@pytest.mark.parametrize("chosen", [True, False], ids=["chosen", "read"])
async def test_the_cursor_starts_on_the_next_step_of_the_plan_chosen(tmp_path: Path, chosen: bool) -> None:
    """Without a plan, and after hints that were only read, it starts on keeping the tile."""
    line = list[Action]()

    class DiscardingWorker(InProcessWorker):
        async def advice(self, view: Observation, rng: Random, budget: float, plan: Plan = ()) -> tuple[Advice, ...]:
            first, *others = await super().advice(view, rng, budget, plan)
            state = determinize(view, rng)
            line.clear()
            for kind in (PlayCard, TakeTile, DiscardTile):
                line.append(next(action for action in legal_actions(state) if isinstance(action, kind)))
                state = apply(state, line[-1])
            return (replace(first, action=line[0], line=tuple(line)), *others)

    def at_cursor() -> type:
        return type(table.entry.action)

    with table_at_card(tmp_path, DiscardingWorker()) as table:
        await table.open()
        await take_a_hint(table)
        if not chosen:
            await table.press_keys("escape")
            for action in line[:2]:
                await table.play(action)
            assert at_cursor() is KeepTile
            return
        await table.press_keys("enter")
        assert at_cursor() is PlayCard
        await table.press_keys("enter")
        assert at_cursor() is TakeTile
        await table.press_keys("enter")
        assert at_cursor() is DiscardTile
        await table.press_keys("enter")
        assert at_cursor() is not DiscardTile, "the plan is over"


def test_hints_have_reasons_and_no_keys_of_choices(tmp_path: Path) -> None:
    words = get_words("classic")
    state = SavedGame.load(save_until(tmp_path, TWO, lambda game: game.cursor == 2)).state
    view = observe(state, 0)
    best_choices = advice(view, Random(1), counting_clock(100))
    hints = Hints(view, best_choices)
    heading, *best = hints.list_entries(words)
    assert (heading.kind, heading.text) == (EntryKind.HEADING, words.say("advice.hint.use"))
    assert not any(entry.key for entry in best), "a number means another choice in the list"
    for entry, choice in zip(best, best_choices, strict=True):
        assert (entry.kind, entry.text, entry.action) == (EntryKind.HINT, words.advice(choice, state), choice.action)
        assert hints.explain(entry, words) == words.advice_details(choice, state)
        assert list_piece_refs(choice.action, state) <= entry.pieces
    waiting = Hints(view).list_entries(words)
    assert [(entry.kind, entry.text) for entry in waiting] == [(EntryKind.HEADING, words.say("advice.hint.wait"))]


async def test_enter_moves_to_the_choice_and_takes_nothing(tmp_path: Path) -> None:
    with table_at_card(tmp_path, InProcessWorker()) as table:
        await table.open()
        best = await take_a_hint(table)
        await table.press_keys("j", "enter")
        assert table.game.position == 2
        assert not list_hints(table)
        assert table.entry.action == best[1].action
        await table.press_keys("enter")
        assert table.line[2:] == [best[1].action]


@pytest.mark.rule("HAND-1")
async def test_a_hint_for_the_hand_selects_its_cards(tmp_path: Path) -> None:
    with session_table(tmp_path, TWO, worker=InProcessWorker(), handover=False) as table:
        await table.open()
        best = await take_a_hint(table)
        await table.press_keys("enter")
        hand = best[0].action
        assert isinstance(hand, ChooseHand)
        assert table.entry.action == hand
        selected = [e.text for e in table.rows if e.chosen]
        assert len(selected) == len(hand.cards)


async def test_the_game_continues_while_hints_are_computed(tmp_path: Path) -> None:
    with table_at_card(tmp_path) as table:
        await table.open()
        before = table.labels
        await table.press_keys("h")
        assert table.labels == ["Looking for the best choices · Esc cancel"]
        await table.press_keys("escape")
        assert table.labels == before
        await table.press_keys("1")
        assert table.game.position == 3
        await table.run("hint")
        assert not list_hints(table)
        assert table.game.recording.hints == (0, 0), "a hint that was never shown does not count"


async def test_a_hint_is_saved_when_shown_and_counts_once(tmp_path: Path) -> None:
    with table_at_card(tmp_path, InProcessWorker()) as table:
        await table.open()
        await take_a_hint(table)
        assert read(table.path).game.hints == (1, 0)
        await table.press_keys("escape")
        await take_a_hint(table)
        assert table.game.recording.hints == (1, 0)
        await table.press_keys("enter", "enter")
        await take_a_hint(table)
        assert read(table.path).game.hints == (2, 0)
        assert table.game.recording.entries[-1] == Hint(0)
