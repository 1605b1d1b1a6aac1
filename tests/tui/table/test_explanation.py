"""What the table says about the entry under the cursor."""

from pathlib import Path

from rokoko_core.actions import Decline, Hire, TakeTile
from rokoko_core.box import box_of
from rokoko_core.engine import legal_actions
from rokoko_core.game import Game
from rokoko_core.goods import goods_of
from rokoko_core.pending import MainAction
from rokoko_core.state import Seat, Setup
from rokoko_tui.panes.page_scene import make_scene
from rokoko_tui.table.choice_list import EntryKind, MenuEntry
from rokoko_tui.table.commands import CommandId, MoveTo
from tests.tui.table.session_table import SessionTable, play_until, sample_until, session_table

WITH_BOT = Setup((Seat("Ada"), Seat("Bo", "bot", "apprentice")), seed=7, first_player=0)


def is_main_action(game: Game) -> bool:
    return game.state.pending[-1] == MainAction(0)


async def explain(table: SessionTable, entry: MenuEntry) -> tuple[str, list[str]]:
    """Return the explanation with the cursor on ``entry``."""
    await table.do(MoveTo(table.rows.index(entry)))
    details = table.page.details
    return details.heading, list(details.lines)


async def test_each_entry_of_a_list_is_explained_by_what_it_is(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        for entry in table.rows:
            heading, lines = await explain(table, entry)
            if entry.kind is EntryKind.HEADING:
                assert (heading, lines) == ("", [])
            elif entry.refusal is not None:
                assert (heading, lines) == ("Not now", [entry.text])
            else:
                assert heading == entry.text and lines, entry


async def test_a_choice_says_what_it_costs_and_gains_and_a_pass_what_it_gives_up(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        _, lines = await explain(table, table.entry_of(TakeTile))
        assert lines == ["Score: ±0", "Cost: 2 Livre", "You gain: 1 resource tile"]
        _, lines = await explain(table, table.entry_of(Decline))
        assert lines[0] == table.words.declined(table.game.observation().table)


async def test_who_is_hired_is_named_with_the_bonus(tmp_path: Path) -> None:
    game = sample_until(
        "base-2",
        lambda game: any(isinstance(action, Hire) for action in legal_actions(game.state)),
    )
    with session_table(tmp_path, game.setup, game) as table:
        table.game.sit_down()
        await table.open()
        entry = table.entry_of(Hire)
        assert isinstance(entry.action, Hire)
        _, lines = await explain(table, entry)
        assert table.words.bonus(box_of(game.state).card[entry.action.card].bonus) in lines


async def test_the_goods_of_the_player_are_shown_before_and_after_the_choice(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        await explain(table, table.entry_of(TakeTile))
        scene = make_scene(table.page, table.words, None, None, pictures=True)
        assert scene.goods is not None and scene.goods_after is not None
        assert scene.goods == goods_of(table.game.observation(), 0)
        assert scene.goods.livre - scene.goods_after.livre == 2
        assert scene.lit == table.entry_of(TakeTile).pieces and scene.lit <= scene.open
        await table.do(CommandId.REASONS)
        assert table.page.forecast is None, "a refusal changes nothing"
