"""Commands of the table itself: going to panes, copying, what the help is about, leaving."""

from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.geometry import Size

from rokoko_core.actions import TakeTile
from rokoko_core.game import Game
from rokoko_core.pending import MainAction
from rokoko_core.state import Seat, Setup
from rokoko_core.terms import Expansion
from rokoko_tui.panes.log import Log
from rokoko_tui.screens.pane_jump import PaneJumpScreen
from rokoko_tui.text.piece_refs import PieceRef
from tests.tui.at_table import ALONE, TWO
from tests.tui.table.headless_table import HeadlessTable, headless_table
from tests.tui.table.session_table import play_until, sample_until

WITH_BOT = Setup((Seat("Ada"), Seat("Bo", "bot", "apprentice")), seed=7, first_player=0)


def is_main_action(game: Game) -> bool:
    return game.state.pending[-1] == MainAction(0)


def copies_of(table: HeadlessTable, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Return the list of copied texts with their notices."""
    copied: list[tuple[str, str]] = []
    monkeypatch.setattr(table.app, "copy", lambda text, notice: copied.append((text, notice)))
    return copied


@pytest.mark.parametrize(("expansions", "has_jeweler"), [((), False), ((Expansion.JEWELRY_BOX,), True)])
async def test_the_letters_of_the_panes_of_this_game_are_offered(
    tmp_path: Path, expansions: tuple[Expansion, ...], has_jeweler: bool
) -> None:
    setup = Setup((Seat("Ada"), Seat("Bo")), 7, frozenset(expansions), 0)
    with headless_table(tmp_path, setup) as table:
        await table.open()
        table.action_jump()
        screen, answered = table.opened[-1]
        assert isinstance(screen, PaneJumpScreen)
        targets = {target.id: target for target in screen.targets}
        assert ("jeweler" in targets) == has_jeweler
        assert {"log", "choices", "hand", "workshop"} <= targets.keys()
        letters = [target.letter for target in targets.values()]
        assert len(set(letters)) == len(letters)
        assert targets["log"].title == "Log"
        answered("hand")
        assert [callback.__name__ for callback, _ in table.queue] == ["take_focus"]


async def test_the_table_is_copied_as_text_and_the_log_line_by_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with headless_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        copied = copies_of(table, monkeypatch)
        table.action_copy()
        text, notice = copied.pop()
        assert notice == "Table sent to the terminal's clipboard."
        lines = text.splitlines()
        assert lines[0].startswith(" Round 1 of 7") and any("Ada" in line for line in lines) and len(lines) > 20
        assert max(map(cell_len, lines)) <= 100
        log = table.query_one(Log)
        monkeypatch.setattr(type(table), "focused", log)
        log.cursor = 1
        table.action_copy()
        assert copied == [(log.items[1].text, f"Sent to the terminal's clipboard: {log.items[1].text}")]


async def test_the_help_is_about_the_choice_the_refusal_or_the_inspected_piece(tmp_path: Path) -> None:
    with headless_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action), laid_out=True) as table:
        await table.open()
        table.choices.cursor = table.choices.entries.index(table.entry_of(TakeTile))
        table.cursor_moved()
        about = table.help_about()
        assert about is not None and about.title == table.entry_of(TakeTile).text and about.lines
        assert about.rule.startswith("ACQ")
        await table.finish(table.action_command("reasons"))
        about = table.help_about()
        assert about is not None and about.at_once and about.title == table.choices.entry.text
        table.view.stop = next(stop for stop in table.view.stops() if stop.piece == PieceRef("player", 1))
        about = table.help_about()
        assert about is not None and about.at_once and "Bo" in about.title


async def test_the_help_lists_the_commands_and_panes_of_the_table(tmp_path: Path) -> None:
    with headless_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        context = table.help_here()
        keys = dict(context.keys[table.words.say("keys.place.table")])
        assert keys["u"] == table.words.say("keys.table.undo")
        assert context.panes and context.lines and context.setup is not None
        assert context.setup.players == WITH_BOT.players
        assert table.check_action("command", ("seats",)) is False, "nobody sits elsewhere"
        assert table.check_action("command", ("undo",)) is True


async def test_going_back_leaves_the_reasons_and_tabs_before_the_table(tmp_path: Path) -> None:
    with headless_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        first = table.choices.cursor
        await table.finish(table.action_command("reasons"))
        await table.finish(table.action_back())
        assert table.choices.cursor == first and table.steps == []
        table.view.tab = "log"
        await table.finish(table.action_back())
        assert table.view.tab == "play" and table.steps == []
        await table.finish(table.action_back())
        assert table.steps == ["leave"]


async def test_undo_is_in_the_footer_only_where_something_can_be_undone(tmp_path: Path) -> None:
    with headless_table(tmp_path, ALONE) as table:
        await table.open()
        assert "u" in table.keys_not_in_footer
    with headless_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        assert "u" not in table.keys_not_in_footer


async def test_the_title_names_the_question_and_a_small_list_who_chooses(tmp_path: Path) -> None:
    with headless_table(tmp_path, TWO) as table:
        await table.open()
        assert table.labels == ["Waiting for the next player"]
        _, answer = table.opened.pop()
        await answer("go")  # type: ignore[misc]
        await table.settle()
        titles = table.choices._titles
        assert len(titles) == 3 and titles[0] == table.choices.shown_title
        assert titles[-1] == "Ada: choose"
    over = play_until(TWO, lambda game: game.over)
    with headless_table(tmp_path, TWO, over) as table:
        await table.open()
        assert table.choices.shown_title == "The game is over"
        assert "Show the score sheet" in table.labels


async def test_the_log_ends_with_the_last_action_under_its_cursor(tmp_path: Path) -> None:
    with headless_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        log = table.query_one(Log)
        assert [item.text for item in log.items][-1].startswith("Ada plays ")
        assert log.cursor == len(log.items) - 1, "the last line"
        number = log.number
        assert number == table.game.position - 1
        fresh = [item.text for item in log.items if item.style == "fresh"]
        assert fresh == [], "nothing happened since Ada's card"


async def test_a_small_table_shows_the_tab_of_the_event_and_then_the_one_before(tmp_path: Path) -> None:
    game = sample_until("base-2", lambda game: game.cursor == 60)
    with headless_table(tmp_path, game.setup, game, pace="step", size=Size(80, 24)) as table:
        table.game.sit_down()
        await table.open()
        before, tabs = table.view.tabs.current, set[str]()
        await table.effects.run(table.session.playback.show_again(range(40)))
        await table.settle()
        while (frame := table.session.playback.frame) is not None:
            shown = {table.view.tab_for_piece(piece) for piece in frame.pieces if piece.kind != "player"}
            assert not shown or table.view.tabs.current in shown, frame.text
            tabs.add(table.view.tabs.current)
            await table.effects.run(table.session.playback.next_frame())
            await table.settle()
        assert len(tabs) > 1
        assert table.view.tabs.current == before
