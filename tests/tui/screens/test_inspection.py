"""The inspection cursor, the players' boards, and what can still come."""

import re
from collections import deque
from pathlib import Path
from shutil import copy

import pytest
from textual.geometry import Region

from rokoko_core.actions import ClaimFavor, Depute, Fund, MakeDress, Place, TakeTile
from rokoko_core.box import HALLS, box_of
from rokoko_core.engine import apply, legal_actions, to_move
from rokoko_core.game import Game
from rokoko_core.journal import create, read
from rokoko_core.pending import MainAction, Payment, Pending, Placement, RentOrSell
from rokoko_core.scoring import rank_in_hall
from rokoko_tui.art.scene import Scene
from rokoko_tui.games import Start
from rokoko_tui.panes.inspectable_table import ARROWS, InspectableTable, PieceStop, beside
from rokoko_tui.panes.layout import LOG, PLAY
from rokoko_tui.panes.log import Log
from rokoko_tui.panes.preview import PreviewPane
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.screens.replay import ReplayScreen
from rokoko_tui.screens.table import TableScreen
from rokoko_tui.screens.text_modals import TextSheetScreen
from rokoko_tui.table.menu_entries import find_about
from rokoko_tui.text import get_words
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.widgets.drawing_view import Pane
from tests.saves.sample_games import FOLDER
from tests.tui.at_table import ALONE, TWO, Player, at_table, save_until

pytestmark = pytest.mark.slow

SIZES = [(80, 24), (120, 40)]
GAMES = ["base-2", "everything-5"]


def save_at_main_action(folder: Path, name: str, then: type = object, since_round: int = 4) -> Path:
    """Save the sample game ``name`` up to a main action of the first seat that led to ``then``."""
    game = read(FOLDER / f"{name}.rokoko").game
    at = next(
        n
        for n in range(game.length)
        if game.at(n).round >= since_round
        and isinstance(game.at(n).pending[-1], MainAction)
        and (then is not object or game.seat_of(n) == 0)
        and isinstance(game.at(n + 1).pending[-1], then)
    )
    path = folder / f"{name}.rokoko"
    with create(path, game.setup) as journal:
        for action in game.line[:at]:
            journal.game.play(action)
    return path


def map_arrows(view: InspectableTable) -> dict[PieceStop, dict[str, PieceStop]]:
    """Return where each arrow leads from each visible piece."""
    stops = view.stops()
    return {stop: {arrow: beside(stops, stop, arrow) for arrow in ARROWS} for stop in stops}


def find_paths(arrows: dict[PieceStop, dict[str, PieceStop]], start: PieceStop) -> dict[PieceStop, list[str]]:
    """Return the arrows from ``start`` to every reachable piece."""
    paths, todo = {start: list[str]()}, deque([start])
    while todo:
        here = todo.popleft()
        for arrow, stop in arrows[here].items():
            if stop not in paths:
                paths[stop] = [*paths[here], arrow]
                todo.append(stop)
    return paths


def read_preview(player: Player) -> str:
    """Return the text of the preview pane as one line."""
    return " ".join(item.text for item in player.app.screen.query_one(PreviewPane).items)


@pytest.mark.parametrize("key", ["escape", "x"])
async def test_the_cursor_of_the_list_returns_after_inspection(tmp_path: Path, key: str) -> None:
    path = save_at_main_action(tmp_path, "base-2")
    async with at_table(tmp_path, Start("load", path=path), SIZES[0], handover=False) as player:
        await player.press("down")
        cursor, moved = player.choices.cursor, set[int]()
        await player.press("x")
        for arrow in ("right", "down", "left", "up", "down", "down"):
            await player.press(arrow)
            moved.add(player.choices.cursor)
        assert moved != {cursor}
        await player.press(key)
        assert player.table.view.stop is None and player.choices.cursor == cursor


async def test_the_letter_of_a_group_ends_the_inspection(tmp_path: Path) -> None:
    """The description is about the choice under the cursor, not about the piece inspected before."""
    path = save_until(tmp_path, TWO, lambda game: isinstance(game.state.pending[-1], MainAction))
    async with at_table(tmp_path, Start("load", path=path), (120, 40), handover=False) as player:
        await player.press("x", "F")
        chosen = player.choices.entry
        assert chosen is not None and isinstance(chosen.action, Fund)
        assert player.table.view.stop is None
        await player.settle()
        assert player.choices.entry is chosen


async def test_enter_on_the_played_card_goes_to_deputing_and_does_not_depute(tmp_path: Path) -> None:
    path = save_at_main_action(tmp_path, "base-2")
    async with at_table(tmp_path, Start("load", path=path), SIZES[1], handover=False) as player:
        position = player.game.cursor
        await player.press("x")
        [depute] = [entry for entry in player.choices.entries if isinstance(entry.action, Depute)]
        player.table.view.stop = next(stop for stop in player.table.view.stops() if stop.piece in depute.pieces)
        await player.settle()
        await player.press("enter")
        entry = player.choices.entry
        assert player.game.cursor == position and player.table.view.stop is None
        assert entry is not None and isinstance(entry.action, Depute)


@pytest.mark.quick(2)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", GAMES)
async def test_arrows_lead_from_every_visible_piece_to_every_other(
    tmp_path: Path, name: str, size: tuple[int, int]
) -> None:
    path = save_at_main_action(tmp_path, name)
    async with at_table(tmp_path, Start("load", path=path), size, handover=False) as player:
        view = player.table.view
        for tab in [tab for tab in view.available_tabs if tab != LOG or size != (80, 24)]:
            player.table.show_tab(tab)
            await player.settle()
            seen = set(view.in_sight())
            arrows = map_arrows(view)
            assert {stop.piece for stop in arrows} == seen, tab
            for start in arrows:
                assert find_paths(arrows, start).keys() == arrows.keys(), (tab, start)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_arrow_keys_inspect_each_piece(tmp_path: Path, size: tuple[int, int]) -> None:
    path = save_at_main_action(tmp_path, "everything-5")
    async with at_table(tmp_path, Start("load", path=path), size, handover=False) as player:
        table = player.table
        await player.press("x")
        start = table.view.stop
        assert start is not None
        paths = find_paths(map_arrows(table.view), start)
        farthest = max(paths, key=lambda stop: len(paths[stop]))
        for arrow in paths[farthest]:
            stop = table.view.stop
            assert stop is not None
            expected = map_arrows(table.view)[stop][arrow]
            await player.press(arrow)
            assert table.view.stop == expected
            assert table.words.piece(expected.piece, table.shown.table) in read_preview(player)
            scene = table.view.scene
            assert scene is not None and scene.lit == {expected.piece}, "one cursor"
        assert table.view.stop == farthest
        await player.press("escape")
        assert (table.view.stop, table.focused) == (None, None)


@pytest.mark.parametrize("name", GAMES)
async def test_the_cursor_is_visible_on_every_piece(tmp_path: Path, name: str) -> None:
    path = save_at_main_action(tmp_path, name)
    async with at_table(tmp_path, Start("load", path=path), handover=False) as player:
        table = player.table
        for stop in table.view.stops():
            pane = table.view.panes[stop.pane]
            assert isinstance(pane, Pane)
            width, height = pane.content_size
            plain, inspected = (
                pane.face.draw(Scene(table.shown, table.words, lit), width, height).lines
                for lit in (frozenset[PieceRef](), frozenset({stop.piece}))
            )
            assert plain != inspected, stop


def test_an_arrow_prefers_the_piece_straight_ahead() -> None:
    guest, left, label, far = Region(10, 5, 7, 5), Region(3, 5, 7, 5), Region(8, 4, 6, 1), Region(0, 0, 4, 1)
    places = {"guest": guest, "left": left, "label": label, "far": far}
    assert [beside(places, "guest", arrow) for arrow in ("left", "up", "right", "down")] == [
        *("left", "label", "guest", "guest"),
    ]
    assert beside({"guest": guest, "label": label}, "guest", "left") == "guest", "the label is above"
    assert beside({"guest": guest, "far": far}, "guest", "left") == "far", "there is no piece straight ahead"


async def go_to(player: Player, piece: PieceRef) -> None:
    """Press the arrows that lead to ``piece``."""
    view = player.table.view
    assert view.stop is not None
    paths = {stop.piece: path for stop, path in find_paths(map_arrows(view), view.stop).items()}
    await player.press(*paths[piece])
    assert view.inspected_piece == piece


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_enter_takes_the_choice_about_the_inspected_piece(tmp_path: Path, size: tuple[int, int]) -> None:
    path = save_at_main_action(tmp_path, "base-2")
    async with at_table(tmp_path, Start("load", path=path), size, handover=False) as player:
        tile = next(a for a in player.table.game.menu.actions if isinstance(a, TakeTile))
        player.table.show_tab(player.table.view.tab_for_piece(PieceRef("tile", tile.space)))
        await player.settle()
        await player.press("x")
        await go_to(player, PieceRef("tile", tile.space))
        assert player.table.words.action(tile, player.game.state) in read_preview(player)
        assert player.choices.entry is not None and player.choices.entry.action == tile, "the list follows"
        before = player.game.cursor
        assert player.table.active_bindings["enter"].binding.show
        await player.press("enter")
        assert player.game.line[before] == tile


async def test_page_keys_scroll_the_text_about_the_inspected_piece(tmp_path: Path) -> None:
    path = save_at_main_action(tmp_path, "base-2")
    async with at_table(tmp_path, Start("load", path=path), (100, 30), handover=False) as player:
        pane, cursor = player.app.screen.query_one(PreviewPane), player.choices.cursor
        await player.press("x")
        pane.tell("A heading", [f"line {n}" for n in range(20)])
        await player.press("pagedown")
        assert pane.top == pane.content_size.height - 1 and player.choices.cursor == cursor
        await player.press("pageup")
        assert pane.top == 0 and player.choices.cursor == cursor


async def test_a_refused_piece_shows_the_reason(tmp_path: Path) -> None:
    path = save_at_main_action(tmp_path, "everything-5")
    async with at_table(tmp_path, Start("load", path=path), handover=False) as player:
        refused = next(e for e in player.choices.entries if e.refusal is not None and len(e.pieces) == 1)
        [piece] = refused.pieces
        before = player.game.cursor
        await player.press("x")
        await go_to(player, piece)
        assert refused.text in read_preview(player)
        assert not player.table.active_bindings["enter"].binding.show, "there is nothing to choose"
        await player.press("enter")
        assert player.game.cursor == before
        assert refused.text.split()[0] in player.seen()
        assert player.table.view.inspected_piece == piece


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_dress_is_made_and_placed_by_inspection(tmp_path: Path, size: tuple[int, int]) -> None:
    """Inspect a window, answer in the list whether to rent the dress out, then inspect a guest."""
    path = save_at_main_action(tmp_path, "base-2", RentOrSell, 1)
    async with at_table(tmp_path, Start("load", path=path), size, handover=False) as player:
        state, offers = player.game.state, player.table.game.menu.actions
        dresses = [a for a in offers if isinstance(a, MakeDress)]
        dress = next(a for a in dresses if isinstance(apply(state, a).pending[-1], RentOrSell))
        window = player.game.state.windows.index(dress.dress)
        player.table.show_tab(player.table.view.tab_for_piece(PieceRef("window", window)))
        await player.settle()
        await player.press("x")
        await go_to(player, PieceRef("window", window))
        await player.press("enter")
        assert isinstance(player.game.state.pending[-1], RentOrSell)
        assert player.table.view.stop is None, "a question without pieces is asked in the list"
        await player.press("enter")
        assert isinstance(player.game.state.pending[-1], Placement)
        first = player.table.view.inspected_piece
        assert first is not None and first.kind == "guest", "the inspection continues"
        other = next(
            PieceRef("guest", a.space)
            for a in player.table.game.menu.actions
            if isinstance(a, Place) and PieceRef("guest", a.space) != first
        )
        await go_to(player, other)
        before = player.game.cursor
        await player.press("enter")
        assert player.game.line[before] == Place(other.name)


async def test_tab_continues_the_inspection_on_the_next_tab(tmp_path: Path) -> None:
    path = save_at_main_action(tmp_path, "base-2")
    async with at_table(tmp_path, Start("load", path=path), (80, 24), handover=False) as player:
        view = player.table.view
        await player.press("x")
        await player.settle()
        seen = set()
        for _ in view.available_tabs[view.available_tabs.index(view.tab) : -1]:
            assert view.stop in view.stops()
            seen.add(view.stop)
            await player.press("tab")
        assert len(seen) > 2
        assert view.stop is None and player.table.focused is not None, "the log is read line by line"


@pytest.mark.slow
async def test_inspection_in_a_replay_and_while_watching(tmp_path: Path) -> None:
    path = tmp_path / "everything-5.rokoko"
    copy(FOLDER / "everything-5.rokoko", path)
    for mode in ("replay", "watch"):
        async with at_table(tmp_path, Start(mode, path=path, at=200 if mode == "replay" else None)) as player:
            screen = player.app.screen
            assert isinstance(screen, ReplayScreen | TableScreen)
            await player.press("x", "right")
            assert screen.view.stop is not None
            name = screen.words.piece(screen.view.stop.piece, screen.shown.table)
            assert name.split(" · ")[0] in player.seen(), mode
            await player.press("b")
            assert isinstance(player.app.screen, TextSheetScreen)
            await player.press("escape", "escape")
            assert screen.view.stop is None and player.app.screen is screen


# ---- boards, and what can still come


@pytest.mark.quick(1)
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_enter_on_a_player_opens_the_board(tmp_path: Path, size: tuple[int, int]) -> None:
    path = save_at_main_action(tmp_path, "everything-5")
    async with at_table(tmp_path, Start("load", path=path), size, handover=False) as player:
        table = player.table
        table.show_tab(table.view.tab_for_piece(PieceRef("player", 1)))
        await player.settle()
        await player.press("x")
        await go_to(player, PieceRef("player", 1))
        await player.press("enter")
        assert isinstance(player.app.screen, TextSheetScreen)
        names = [seat.name for seat in player.game.setup.players]
        assert f"{names[1]}'s board" in player.seen()
        keys = player.seen().splitlines()[-1]
        assert keys.strip() == player.table.words.say("inspection.board.keys"), "the keys of the table do nothing here"
        assert player.seen().count(keys.strip()) == 1
        await player.press("right")
        assert f"{names[2]}'s board" in player.seen()
        await player.press("escape")
        assert table.view.inspected_piece == PieceRef("player", 1)
        await player.press("b")
        assert f"{names[1]}'s board" in player.seen()
        await player.press("escape", "escape", "b")
        assert f"{names[to_move(player.game.state) or 0]}'s board" in player.seen()


@pytest.mark.rule("HIDDEN-1")
@pytest.mark.parametrize("name", ["base-4", "everything-5", "solo-everything"])
def test_boards_and_outlook_reveal_no_secrets(name: str) -> None:
    """Hidden cards do not change what a viewer reads about boards and the outlook."""
    from random import Random

    from rokoko_core.observe import determinize, observe
    from rokoko_tui.text import get_words

    words = get_words("classic")
    path = FOLDER / f"{name}.rokoko"
    game: Game = read(path if path.exists() else FOLDER / "solo-base.rokoko").game
    for n in range(0, game.length, 40):
        state = game.at(n)
        if not state.pending:
            continue
        view = observe(state, 0)
        other = observe(determinize(view, Random(n)), 0)
        assert words.to_come(view) == words.to_come(other)
        for seat in range(len(state.players)):
            assert words.board(view, seat) == words.board(other, seat)


@pytest.mark.rule("HIDDEN-1")
def test_each_board_shows_its_own_specialist() -> None:
    from rokoko_core.observe import observe
    from rokoko_tui.text import get_words

    words, game = get_words("classic"), read(FOLDER / "everything-3.rokoko").game
    state = next(game.at(n) for n in range(game.length) if all(p.specialist and p.hand for p in game.at(n).players))
    own, *others = ([line.text for line in words.board(observe(state, 0), seat)] for seat in range(3))
    assert any(line.startswith("Specialized Apprentice · ") for line in own)
    assert [sum(line.startswith(label) for line in own) for label in ("Hand: ", "Supply: ", "Still")] == [1, 1, 0]
    for lines in others:
        assert "A specialized Apprentice, face down" in lines
        assert not any(line.startswith(("Hand: ", "Supply: ")) for line in lines), "the split is secret"
        assert not any(line.startswith("Specialized Apprentice · ") for line in lines)
    played = next(
        game.at(n) for n in range(game.length) if not game.at(n).players[1].hand and game.at(n).players[1].supply
    )
    other = [line.text.partition(":")[0] for line in words.board(observe(played, 0), 1)]
    assert "Supply" in other and "Still to play" not in other, "with an empty hand, there is no secret"


async def test_a_key_shows_what_can_still_come(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO) as player:
        await player.press("space", "c")
        assert "What can still appear" in player.seen()
        counts = re.findall(r" [YGRB] +(\d+) +sell for", player.seen())
        assert sum(map(int, counts)) == len(player.game.state.dress_bag)
        await player.press("escape")
        assert player.app.screen is player.table
        assert not any(isinstance(action, ClaimFavor) for action in player.game.line)


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize(("pending", "most"), [(MainAction, 1), (Payment, 2)])
async def test_an_inspected_piece_shows_its_choice_or_their_number(
    tmp_path: Path, pending: type[Pending], most: int
) -> None:
    game, path = read(FOLDER / "everything-4.rokoko").game, tmp_path / "middle.rokoko"
    at = next(
        n
        for n in range(100, game.length)
        if isinstance(game.at(n).pending[-1], pending) and len(legal_actions(game.at(n))) > 1
    )
    with create(path, game.setup) as journal:
        for action in game.line[:at]:
            journal.game.play(action)
    async with at_table(tmp_path, Start("load", path=path), handover=False) as player:
        choices, counts = player.choices, set[int]()
        await player.press("x")
        for stop in sorted(player.table.view.stops(), key=lambda stop: stop.piece):
            about = [choices.entries[n] for n in find_about(choices.entries, stop.piece)]
            selectable = [entry for entry in about if entry.is_selectable]
            player.table.view.look_at(stop)
            await player.settle()
            text = read_preview(player)
            assert ("choices use this piece" in text) == (len(selectable) > 1), stop.piece
            names_choice = bool(selectable) and f"Enter · {selectable[0].text}" in text
            assert names_choice == (len(selectable) == 1)
            assert all(f"Not now. {entry.text}" in text for entry in about if not selectable)
            counts.add(min(2, len(selectable)))
        assert max(counts) == most


async def test_enter_on_a_player_opens_one_board(tmp_path: Path) -> None:
    async with at_table(tmp_path, ALONE) as player:
        player.table.view.post_message(InspectableTable.Taken(PieceRef("player", 0)))
        await player.settle()
        assert [type(screen) for screen in player.app.screen_stack[-2:]] == [PlayScreen, TextSheetScreen]


async def test_inspection_begins_with_the_piece_of_the_choice(tmp_path: Path) -> None:
    """At 80x24 the tile is on another tab; on the tab of the choices inspection would begin with another choice."""
    path = save_until(tmp_path, TWO, lambda game: isinstance(game.state.pending[-1], MainAction))
    async with at_table(tmp_path, Start("load", path=path), size=(80, 24), handover=False) as player:
        screen = player.table
        entry = screen.choices.entry
        assert isinstance(entry.action, TakeTile) and screen.view.tab == PLAY
        await player.press("x")
        await player.settle()
        assert screen.view.inspected_piece in entry.pieces
        assert screen.choices.entry is entry
        await player.press("escape", "escape")
        assert (screen.view.tab, screen.choices.entry) == (PLAY, entry)


async def test_inspection_begins_in_the_pane_that_was_gone_to(tmp_path: Path) -> None:
    path = save_until(tmp_path, TWO, lambda game: isinstance(game.state.pending[-1], MainAction))
    async with at_table(tmp_path, Start("load", path=path), size=(120, 40), handover=False) as player:
        view = player.table.view
        for letter, pane in (("b", "halls"), ("w", "workshop")):
            await player.press("g", letter)
            assert view.panes[pane].has_focus
            await player.press("x")
            await player.settle()
            assert view.stop is not None and view.stop.pane == pane
            await player.press("escape")


async def test_inspection_continues_in_the_pane_that_is_gone_to(tmp_path: Path) -> None:
    path = save_until(tmp_path, TWO, lambda game: isinstance(game.state.pending[-1], MainAction))
    async with at_table(tmp_path, Start("load", path=path), handover=False) as player:
        view = player.table.view
        await player.press("x")
        for letter, pane in (("b", "halls"), ("w", "workshop")):
            await player.press("g", letter)
            await player.settle()
            assert view.stop is not None and view.stop.pane == pane
        await player.press("g", "l")
        assert view.stop is None and player.table.focused is player.table.query_one(Log)


async def test_the_letter_of_a_pane_that_this_game_lacks_is_answered(tmp_path: Path) -> None:
    async with at_table(tmp_path, ALONE) as player:
        await player.press("g", "j")
        assert [notice.message for notice in player.app._notifications] == ["j does nothing here."]


@pytest.mark.rule("END-3")
def test_a_tie_in_a_hall_names_what_decides_it() -> None:
    state = read(FOLDER / "everything-4.rokoko").game.state
    texts = [get_words("classic").rank_in_hall(hall, state) for hall in HALLS]
    for hall, text in zip(HALLS, texts, strict=True):
        counted = [count for count, _ in rank_in_hall(state, box_of(state), hall)]
        tied = len(counted) > 1 and counted[0][0] == counted[1][0] and counted[0] != counted[1]
        by_master = tied and counted[0][1] != counted[1][1]
        assert (", by those on Master spaces, worth" in text) == by_master
        assert (", by the musician, worth" in text) == (tied and not by_master)
    assert sum(", by " in text for text in texts) > 0
