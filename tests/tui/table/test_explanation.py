"""What the table says about a choice, a piece and the scores."""

from collections import Counter
from pathlib import Path

import pytest

from rokoko_core import Game as SavedGame
from rokoko_core.actions import Decline, Hire, Place, TakeTile
from rokoko_core.box import box_of
from rokoko_core.engine import legal_actions
from rokoko_core.game import Game
from rokoko_core.goods import goods_of
from rokoko_core.observe import known_scores, observe
from rokoko_core.pending import MainAction, Placement
from rokoko_core.play.choices import is_main_action
from rokoko_core.scoring import lasting_score
from rokoko_core.state import NOBODY, Seat, Setup
from rokoko_tui.panes.table_view import make_scene
from rokoko_tui.table.choice_list import EntryKind, MenuEntry
from rokoko_tui.table.commands import CommandId, MoveTo
from rokoko_tui.table.explanation import describe_piece, make_score_page
from rokoko_tui.text.piece_refs import PieceRef
from tests.saves.sample_games import FOLDER
from tests.tui.at_table import TWO
from tests.tui.table.session_table import SessionTable, play_until, sample_until, session_table

WITH_BOT = Setup((Seat("Ada"), Seat("Bo", "bot", "apprentice")), seed=7, first_player=0)


def chooses_action(game: Game) -> bool:
    return game.state.pending[-1] == MainAction(0)


async def explain(table: SessionTable, entry: MenuEntry) -> tuple[str, list[str]]:
    """Return the explanation with the cursor on ``entry``."""
    await table.do(MoveTo(table.rows.index(entry)))
    details = table.page.details
    return details.heading, list(details.lines)


async def test_each_entry_of_a_list_is_explained_by_what_it_is(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, chooses_action)) as table:
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
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, chooses_action)) as table:
        await table.open()
        _, lines = await explain(table, table.entry_of(TakeTile))
        assert lines == ["Score: ±0", "Cost: 2 Livre", "You gain: 1 resource tile"]
        _, lines = await explain(table, table.entry_of(Decline))
        assert lines[:1] == table.words.describe_consequences(Decline(), table.game.observation().table)


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
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, chooses_action)) as table:
        await table.open()
        await explain(table, table.entry_of(TakeTile))
        scene = make_scene(table.page, table.words, None, None, pictures=True)
        assert scene.goods is not None and scene.goods_after is not None
        assert scene.goods == goods_of(table.game.observation(), 0)
        assert scene.goods.livre - scene.goods_after.livre == 2
        assert scene.lit == table.entry_of(TakeTile).pieces and scene.lit <= scene.open
        await table.do(CommandId.REASONS)
        assert table.page.forecast is None, "a refusal changes nothing"


def at_placement(game: Game) -> bool:
    """Return whether Ada places a dress in round 4 or later."""
    pending = game.state.pending
    return game.state.round >= 4 and bool(pending) and isinstance(pending[-1], Placement) and pending[-1].seat == 0


async def test_the_choice_under_the_cursor_changes_its_rows_and_the_totals(tmp_path: Path) -> None:
    game = sample_until("base-3", at_placement)
    with session_table(tmp_path, game.setup, game, handover=False) as table:
        await table.open()
        places = [number for number, row in enumerate(table.rows) if isinstance(row.action, Place)]
        assert len(places) > 3
        for number in places:
            await table.do(MoveTo(number))
            page, forecast = make_score_page(table.session), table.session.forecast
            assert forecast is not None and page.has_steps
            own = sum(changes.get(0, 0) for changes in page.change.rows.values())
            assert page.change.totals.get(0, 0) == own == forecast.preview.score_change != 0
            assert {seat: n for seat, n in page.change.totals.items() if seat} == dict(forecast.preview.rivals)
            assert page.caption[0] == f"If you take this: {table.rows[number].text}" and page.caption[1].startswith(
                "Score: "
            )


async def test_without_a_choice_the_sheet_has_the_changes_of_the_turn(tmp_path: Path) -> None:
    game = sample_until("base-3", at_placement)
    with session_table(tmp_path, game.setup, game, handover=False) as table:
        await table.open()
        await table.take(table.entry_of(Place))
        table.session.update(cursor=-1)
        page = make_score_page(table.session)
        before = table.game.observation(table.game.turn_start(table.session.position))
        totals = [[sheet.total for sheet in known_scores(view)] for view in (before, page.view)]
        gained = {seat: b - a for seat, (a, b) in enumerate(zip(*totals, strict=True)) if a != b}
        assert page.change.totals == gained and gained and page.caption == ("With the changes of this turn",)


@pytest.mark.parametrize("name", ["base-3", "everything-5", "solo-base"])
def test_the_totals_are_those_of_the_boards_in_parentheses(name: str) -> None:
    """Also while somebody holds a Favor card that is returned."""
    game = SavedGame.load(FOLDER / f"{name}.rokoko")
    held = [state for state in map(game.at, range(game.length)) if state.favor != NOBODY][::20]
    assert len({state.round for state in held}) > 2
    for state in held:
        sheets = known_scores(observe(state, 0))
        assert [sheet.total for sheet in sheets] == [lasting_score(state, sheet.seat) for sheet in sheets]


async def test_a_new_game_has_nothing_to_show_but_the_first_livre(tmp_path: Path) -> None:
    game = play_until(TWO, lambda game: is_main_action(game.state))
    with session_table(tmp_path, TWO, game) as table:
        await table.open()
        page = make_score_page(table.session)
        assert page.change.rows == {} and [sheet.total for sheet in known_scores(page.view)] == [1, 1]


# ---- an inspected piece


async def inspect(table: SessionTable, piece: PieceRef) -> tuple[str, list[str]]:
    """Return heading and lines of the preview while ``piece`` is inspected."""
    table.session.inspected = piece
    details = table.page.details
    return details.heading, list(details.lines)


async def test_an_inspected_piece_says_what_it_is_what_enter_does_or_why_nothing(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, chooses_action)) as table:
        await table.open()
        words, view = table.words, table.game.observation()
        tile = table.entry_of(TakeTile)
        [piece] = tile.pieces
        await table.do(MoveTo(table.rows.index(tile)))
        name, lines = await inspect(table, piece)
        assert name == words.piece(piece, view.table)
        assert lines[0] == words.say("inspection.look.enter", what=tile.text)
        assert lines[1:4] == ["Score: ±0", "Cost: 2 Livre", "You gain: 1 resource tile"]
        assert lines[4:] == words.piece_details(piece, view)
        offered = frozenset[PieceRef]().union(*(row.pieces for row in table.rows if row.is_selectable))
        refusal = next(row for row in table.rows if row.refusal is not None and row.pieces and not row.pieces & offered)
        dear = min(refusal.pieces, key=str)
        name, lines = await inspect(table, dear)
        assert name == words.piece(dear, view.table)
        about = [row.text for row in table.rows if dear in row.pieces]
        assert lines[: len(about)] == [words.say("inspection.look.not-now", what=text) for text in about]
        _, lines = await inspect(table, PieceRef("hall", 1))
        assert lines == words.piece_details(PieceRef("hall", 1), view), "nothing to do with it"


async def test_a_piece_of_several_choices_counts_them(tmp_path: Path) -> None:
    game = sample_until("base-3", at_placement)
    with session_table(tmp_path, game.setup, game, handover=False) as table:
        await table.open()
        guest = box_of(game.state).guest
        halls = Counter(guest[row.action.space].hall for row in table.rows if isinstance(row.action, Place))
        [(hall, count)] = halls.most_common(1)
        _, lines = await inspect(table, PieceRef("hall", hall))
        assert count > 1 and lines[0] == table.words.say("inspection.look.several", n=count)


PIECES = [(PieceRef("player", 1), "board"), (PieceRef("score", 1), "score"), (PieceRef("hall", 1), "")]


@pytest.mark.parametrize(("piece", "opens"), PIECES)
async def test_a_board_and_a_score_say_that_they_open(tmp_path: Path, piece: PieceRef, opens: str) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, chooses_action)) as table:
        view = table.game.observation()
        name, lines = describe_piece(piece, view, table.words)
        board = [table.words.say(f"inspection.look.{opens}")] if opens else []
        assert (name, lines) == (
            table.words.piece(piece, view.table), [*table.words.piece_details(piece, view), *board],
        )  # fmt: skip
