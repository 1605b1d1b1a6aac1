"""Hints: content, reasons, count, and that the game never waits for them."""

from io import StringIO
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from rokoko_core import Game, observe
from rokoko_core.actions import Action, ChooseHand, DiscardTile, KeepTile, PlayCard, TakeTile
from rokoko_core.bots.advice import Advice, advice
from rokoko_core.bots.time_limit import Plan, counting_clock
from rokoko_core.engine import apply, legal_actions, to_move
from rokoko_core.game import Hint
from rokoko_core.journal import create, read
from rokoko_core.observe import Observation, determinize
from rokoko_core.state import Seat, Setup
from rokoko_tui.panes.preview import PreviewPane
from rokoko_tui.screens.final import FinalScreen
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.start_target import Start
from rokoko_tui.table.choice_list import EntryKind, MenuEntry
from rokoko_tui.table.menu_entries import Hints
from rokoko_tui.text import get_words
from rokoko_tui.text.action_words import list_piece_refs
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


@pytest.mark.quick(1)
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


async def test_the_next_hint_continues_the_plan_that_was_followed(tmp_path: Path) -> None:
    async with at_table(tmp_path, start_at_card(tmp_path), bot_worker=InProcessWorker()) as player:
        await player.press("enter")
        await take_a_hint(player)
        session = player.table.session
        assert session.moment.hints is not None
        shown = session.moment.hints.best[0]
        await player.press("enter", "enter")
        assert player.game.length == 3, "the card is played"
        best = await take_a_hint(player)
        assert session.moment.hints is not None
        assert session.moment.hints.plan == shown.line[1:]
        assert best[0].action == shown.line[1]
        assert (
            session.moment.hints.explain(best[0], player.table.words)[0] == "This continues the plan of the last hint."
        )
        assert "continues the plan" not in " ".join(session.moment.hints.explain(best[1], player.table.words))
        await player.press("escape", "u")
        await take_a_hint(player)
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
        assert player.choices.entry is not None
        return type(player.choices.entry.action)

    async with at_table(tmp_path, start_at_card(tmp_path), bot_worker=DiscardingWorker()) as player:
        await player.press("enter")
        await take_a_hint(player)
        if not chosen:
            await player.press("escape")
            for action in line[:2]:
                await player.table.run(player.table.session.play(action))
                await player.settle()
            assert at_cursor() is KeepTile
            return
        await player.press("enter")
        assert at_cursor() is PlayCard
        await player.press("enter")
        assert at_cursor() is TakeTile
        await player.press("enter")
        assert at_cursor() is DiscardTile
        await player.press("enter")
        assert at_cursor() is not DiscardTile, "the plan is over"


def test_hints_have_reasons_and_no_keys_of_choices(tmp_path: Path) -> None:
    words = get_words("classic")
    state = Game.load(save_until(tmp_path, TWO, lambda game: game.cursor == 2)).state
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
    async with at_table(tmp_path, start_at_card(tmp_path), bot_worker=InProcessWorker()) as player:
        await player.press("enter")
        best = await take_a_hint(player)
        await player.press("j", "enter")
        assert player.game.cursor == 2
        assert not list_hints(player)
        assert player.choices.entry is not None
        assert player.choices.entry.action == best[1].action
        await player.press("enter")
        assert player.game.line[2:] == [best[1].action]


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


@pytest.mark.rule("HAND-1")
async def test_a_hint_for_the_hand_selects_its_cards(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO, bot_worker=InProcessWorker()) as player:
        await player.press("space")
        best = await take_a_hint(player)
        await player.press("enter")
        hand = best[0].action
        assert isinstance(hand, ChooseHand)
        assert player.choices.entry is not None
        assert player.choices.entry.action == hand
        selected = [e.text for e in player.choices.entries if e.chosen]
        assert len(selected) == len(hand.cards)


@pytest.mark.parametrize("key", ["escape", "h"])
async def test_esc_or_h_shows_all_choices_again(tmp_path: Path, key: str) -> None:
    async with at_table(tmp_path, start_at_card(tmp_path), bot_worker=InProcessWorker()) as player:
        await player.press("enter")
        before = player.labels
        await take_a_hint(player)
        await player.press(key)
        assert player.labels == before
        assert isinstance(player.app.screen, PlayScreen)


async def test_the_game_continues_while_hints_are_computed(tmp_path: Path) -> None:
    bot_worker = InProcessWorker(patient=True)
    async with at_table(tmp_path, start_at_card(tmp_path), bot_worker=bot_worker) as player:
        await player.press("enter")
        before = player.labels
        await player.press("h")
        assert "Looking for hints" in player.seen()
        await player.press("escape")
        assert player.labels == before
        await player.press("1")
        assert player.game.cursor == 3
        bot_worker.hurry()
        await player.settle()
        assert not list_hints(player)
        assert player.game.hints == (0, 0), "a hint that was never shown does not count"


async def test_hints_are_computed_in_the_bot_process(tmp_path: Path) -> None:
    async with at_table(tmp_path, start_at_card(tmp_path)) as player:
        await player.press("enter")
        assert len(await take_a_hint(player)) == 3


@pytest.mark.slow
async def test_disabled_hints_are_reported(tmp_path: Path) -> None:
    async with at_table(tmp_path, start_at_card(tmp_path), bot_worker=InProcessWorker(), hints=False) as player:
        await player.press("enter", "h")
        assert not list_hints(player)
        assert [note.message for note in player.app._notifications] == ["Hints are switched off in the settings."]
        assert player.game.hints == (0, 0)


async def test_there_is_no_hint_for_an_only_choice(tmp_path: Path) -> None:
    path = save_until(tmp_path, TWO, lambda g: g.cursor > 2 and len(legal_actions(g.state)) == 1)
    async with at_table(tmp_path, Start("load", path=path), bot_worker=InProcessWorker()) as player:
        await player.press("enter", "h")
        assert [note.message for note in player.app._notifications] == ["There is only one choice."]
        assert player.game.hints == (0, 0)


# ---- counting


async def test_a_hint_is_saved_when_shown_and_counts_once(tmp_path: Path) -> None:
    async with at_table(tmp_path, start_at_card(tmp_path), bot_worker=InProcessWorker()) as player:
        await player.press("enter")
        await take_a_hint(player)
        assert read(player.session.path).game.hints == (1, 0)
        await player.press("escape")
        await take_a_hint(player)
        assert player.game.hints == (1, 0)
        await player.press("enter", "enter")
        await take_a_hint(player)
        assert read(player.session.path).game.hints == (2, 0)
        assert player.game.entries[-1] == Hint(0)


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


@pytest.mark.quick(1)
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
