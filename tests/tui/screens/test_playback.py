"""Playback of the others' moves: frames, pace, keys that end it, and the key guard."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import groupby
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest
from textual import events

from rokoko_core import Game
from rokoko_core.actions import ChooseHand, PlayCard
from rokoko_core.engine import to_move
from rokoko_core.journal import create
from rokoko_core.pending import CardChoice
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.replay_game import ReplayGame, Viewer
from rokoko_core.state import Seat, Setup
from rokoko_tui.games import Start
from rokoko_tui.panes.other_turns import OtherTurns
from rokoko_tui.panes.preview import PreviewPane
from rokoko_tui.screens.help import HelpScreen
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.screens.text_modals import HandoverScreen
from rokoko_tui.settings.settings import load_settings, settings_path
from rokoko_tui.table import frames
from rokoko_tui.table import key_guard as guard
from rokoko_tui.table.frames import ON_ROUND_PAGE, Frame, Playback, make_frames
from rokoko_tui.table.key_guard import KeyGuard
from rokoko_tui.text import get_words
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.widgets.drawing_view import Pane
from tests.core.play.in_memory import MemoryBook
from tests.saves.sample_games import FOLDER
from tests.tui.at_table import ALONE, TWO, InProcessWorker, Player, at_table, is_adas_turn_over, make_key, save_until

pytestmark = pytest.mark.slow

WORDS = get_words("classic")
BO = Setup((Seat("Ada"), Seat("Bo", kind="bot", level="journeyman")), seed=7, first_player=0)


def save_before_bo(folder: Path) -> Start:
    return Start("load", path=save_until(folder, BO, is_adas_turn_over))


def is_bos_turn_over(player: Player) -> bool:
    return bool(player.game.state.pending[-1] == CardChoice(0))


def read_preview(player: Player) -> list[str]:
    """Return the lines of the preview pane."""
    return [item.text for item in player.table.query_one(PreviewPane).items]


async def press_at(player: Player, name: str, at: float) -> None:
    player.app.post_message(make_key(name, at))
    await player.settle()


@asynccontextmanager
async def showing_bos_turn(folder: Path) -> AsyncIterator[Player]:
    """Run a table that shows Bo's whole turn, an event for each key."""
    start = save_before_bo(folder)
    async with at_table(folder, start, bot_worker=InProcessWorker(), pace="step", notices=True) as player:
        await press_at(player, "e", player.table.session.now())
        await player.wait_until(lambda: is_bos_turn_over(player) and player.table.session.playback.frame is not None)
        yield player


# ---- frames


async def end_frame(table: PlayScreen) -> None:
    """Let the time of the present frame be over."""
    playback = table.session.playback
    assert playback.frame is not None
    await table.effects.run(playback._end_frame(playback.frame, is_seen=table.is_on_top))


@pytest.mark.quick(4)
@pytest.mark.parametrize("name", ["base-2", "everything-5", "solo-jewelry-box"])
@pytest.mark.parametrize(("pace", "whole"), [("quick", 2.0), ("calm", 4.0)])
@pytest.mark.parametrize("motion", [True, False])
def test_a_turn_takes_no_longer_than_its_pace_allows(name: str, pace: str, whole: float, motion: bool) -> None:
    game = Game.load(FOLDER / f"{name}.rokoko")
    for start, end in zip(game.turn_starts(), game.turn_starts()[1:], strict=False):
        frames = make_frames(ReplayGame(game, Viewer(0)), range(start, end), WORDS, pace, motion)  # type: ignore[arg-type]
        ends_round = game.at(start).round != game.at(end).round
        assert sum(frame.seconds for frame in frames) <= whole * (2 if ends_round else 1) + 1e-9
        assert all(frame.seconds >= 1 / 15 - 1e-9 for frame in frames)


@pytest.mark.parametrize("motion", [True, False])
def test_a_slow_turn_leaves_time_to_read_each_event(motion: bool) -> None:
    game = Game.load(FOLDER / "everything-5.rokoko")
    frames = make_frames(ReplayGame(game, Viewer(0)), range(100, 240), WORDS, "slow", motion)
    shown = [(text, sum(f.seconds for f in same)) for text, same in groupby(frames, key=lambda frame: frame.text)]
    assert len(shown) > 20
    for text, seconds in shown:
        assert seconds >= min(3.0, len(text.split()) / 5), "300 words a minute"


@pytest.mark.parametrize(
    ("finished", "chosen", "shown"),
    [(2, "auto", "slow"), (3, "auto", "quick"), (0, "quick", "quick"), (4, "slow", "slow")],
)
async def test_the_first_three_games_are_shown_slowly_unless_a_pace_was_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, finished: int, chosen: str, shown: str
) -> None:
    paces: list[str] = []

    def no_frames(view: object, numbers: range, words: object, pace: str, motion: bool, **_: Any) -> list[Frame]:
        paces.append(pace)
        return []

    monkeypatch.setattr(frames, "make_frames", no_frames)
    for number in range(finished):
        copyfile(FOLDER / "base-2.rokoko", tmp_path / f"finished-{number}.rokoko")
    async with at_table(tmp_path, save_before_bo(tmp_path), bot_worker=InProcessWorker(), pace=chosen) as player:
        await player.press("e")
        await player.wait_until(lambda: bool(paces))
    assert set(paces) == {shown}


@pytest.mark.parametrize("motion", [True, False])
def test_frames_are_in_order_and_complete(motion: bool) -> None:
    game = Game.load(FOLDER / "everything-5.rokoko")
    frames = make_frames(ReplayGame(game, Viewer(0)), range(100, 240), WORDS, "quick", motion)
    positions = [frame.position for frame in frames]
    assert positions == sorted(positions)
    hands = {n for n in range(100, 240) if isinstance(game.line[n], ChooseHand)}
    others = [n for n in range(100, 240) if game.seat_of(n) != 0 and n not in hands]
    assert positions[-1] >= others[-1] + 1
    assert hands and not hands & {frame.position - 1 for frame in frames}, "nothing is to be seen of a secret choice"


@pytest.mark.rule("HIDDEN-1")
def test_cards_of_others_are_shown_at_their_boards() -> None:
    game = Game.load(FOLDER / "base-2.rokoko")
    frames = make_frames(ReplayGame(game, Viewer(0)), range(game.length), WORDS, "quick", motion=True)
    others = {piece for frame in frames if frame.seat == 1 for piece in frame.pieces}
    assert not any(piece.kind in ("hand", "supply", "discard", "silk", "played") for piece in others)
    assert PieceRef("player", 1) in others


def test_own_actions_are_not_shown_but_a_new_round_is() -> None:
    game = Game.load(FOLDER / "base-2.rokoko")
    starts = [start for _, start in game.round_starts[1:] if game.seat_of(start - 1) == 0]
    assert starts
    for start in starts:
        frames = make_frames(ReplayGame(game, Viewer(0)), range(start - 1, start), WORDS, "quick", motion=False)
        texts = [frame.text for frame in frames]
        assert any(text.startswith("Round") for text in texts)
        assert not any("ends the turn" in text for text in texts)
        number = game.at(start).round
        assert {(frame.seat, frame.round) for frame in frames} == {(None, number)}, "nobody has a turn"
        brief = make_frames(ReplayGame(game, Viewer(0)), range(start - 1, start), WORDS, "quick", False, ON_ROUND_PAGE)
        assert [frame.text for frame in brief] == [f"Round {number} of 7 begins.", brief[-1].text]


def test_the_winner_is_not_named_before_the_count() -> None:
    game = Game.load(FOLDER / "base-2.rokoko")
    last = game.seat_of(game.length - 1)
    assert last is not None
    shown = Playback(LocalGame(MemoryBook(game), people=(1 - last,)))
    shown._shown_until = {1 - last: game.length - 1}
    shown.gather(WORDS, "quick", motion=False)
    texts = [frame.text for frame in shown.frames]
    assert "The game is over." in texts and not any(" with " in text and "prestige" in text for text in texts), texts


# ---- at the table


async def test_a_bots_turn_is_shown_event_by_event(tmp_path: Path) -> None:
    async with at_table(tmp_path, save_before_bo(tmp_path), bot_worker=InProcessWorker(), pace="step") as player:
        before = player.game.cursor
        await player.press("e")
        await player.wait_until(lambda: is_bos_turn_over(player) and player.table.session.playback.frame is not None)
        await player.settle()
        table = player.table
        assert table.session.position <= before + 2 < player.game.cursor, "the table lags behind the game"
        seen = []
        while (frame := table.session.playback.frame) is not None:
            assert read_preview(player) == [("Bo" if frame.seat == 1 else "Ada"), frame.text]
            scene = next(iter(table.query(Pane))).scene
            assert scene is not None
            assert scene.lit == frame.pieces
            assert scene.view is table.game.observation(frame.position)
            assert not any(entry.is_selectable for entry in player.choices.entries)
            assert player.seen().splitlines()[-1].strip() == "Space Next event Esc Skip all"
            assert player.choices.shown_title == "Bo's turn", "asks nothing"
            seen.append(frame.text)
            await player.press("x")
        assert any(text.startswith("Bo plays") for text in seen)
        assert "Undo" in player.seen().splitlines()[-1]
        assert table.session.position == player.game.cursor
        assert any(isinstance(entry.action, PlayCard) for entry in player.choices.entries)


@pytest.mark.slow
async def test_a_small_screen_shows_the_tab_of_the_event(tmp_path: Path) -> None:
    game = Game.load(FOLDER / "base-2.rokoko")
    position = next(n for n in range(110, game.length) if game.seat_of(n) == 0 and game.turn_start(n) == n)
    path = tmp_path / "middle.rokoko"
    create(path, game.setup, game.fork(position).entries).close()
    async with at_table(tmp_path, Start("load", path=path), (80, 24), InProcessWorker(), pace="step") as player:
        await player.press("enter")
        table, turned = player.table, set()
        await table.effects.run(table.session.playback.show_again(range(position - 40, position)))
        await player.settle()
        while (frame := table.session.playback.frame) is not None:
            lit = [piece for piece in frame.pieces if piece.kind != "player"]
            tabs = {table.view.tab_for_piece(piece) for piece in lit}
            assert not tabs or table.view.tabs.current in tabs
            turned |= tabs
            await player.press("x")
        assert len(turned) > 1
        assert table.view.tabs.current == "play"


async def test_a_playback_ends_automatically(tmp_path: Path) -> None:
    async with at_table(tmp_path, save_before_bo(tmp_path), bot_worker=InProcessWorker(), pace="quick") as player:
        await player.press("e")
        await player.wait_until(lambda: player.table.session.playback.frame is not None)
        await player.wait_until(lambda: is_bos_turn_over(player) and player.table.session.playback.frame is None)
        assert player.table.session.position == player.game.cursor


async def test_one_key_ends_the_playback_and_does_nothing_else(tmp_path: Path) -> None:
    async with at_table(tmp_path, save_before_bo(tmp_path), bot_worker=InProcessWorker(), pace="calm") as player:
        await player.press("e")
        await player.wait_until(lambda: is_bos_turn_over(player) and player.table.session.playback.frame is not None)
        cursor = player.game.cursor
        await player.press("u")
        assert player.table.session.playback.frame is None
        assert player.game.cursor == cursor
        assert not player.asking


async def test_a_click_ends_the_playback(tmp_path: Path) -> None:
    async with at_table(tmp_path, save_before_bo(tmp_path), bot_worker=InProcessWorker(), pace="calm") as player:
        await player.press("e")
        await player.wait_until(lambda: is_bos_turn_over(player) and player.table.session.playback.frame is not None)
        cursor = player.game.cursor
        x, y = player.choices.content_region.offset
        for kind in (events.MouseDown, events.MouseUp):
            player.app.post_message(kind(None, x, y, 0, 0, 1, False, False, False, x, y, None))
        await player.settle()
        assert player.table.session.playback.frame is None
        assert player.game.cursor == cursor


async def test_the_turns_pane_says_that_there_are_no_turns_yet(tmp_path: Path) -> None:
    async with at_table(tmp_path, ALONE) as player:
        card = player.table.query_one(OtherTurns)
        assert [item.text for item in card.items] == ["No turns yet."] and card.turn is None


@pytest.mark.slow
async def test_pace_at_once_shows_only_the_turns_pane(tmp_path: Path) -> None:
    async with at_table(tmp_path, save_before_bo(tmp_path), bot_worker=InProcessWorker(), pace="at-once") as player:
        await player.press("e")
        await player.wait_until(lambda: is_bos_turn_over(player))
        await player.settle()
        assert player.table.session.playback.frame is None
        card = player.table.query_one(OtherTurns)
        assert [item.mark for item in card.items] == ["■"]
        assert card.items[0].text.startswith("Bo: ")


@pytest.mark.quick(2)
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (160, 50)])
async def test_the_turns_pane_has_a_line_per_turn_at_every_size(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_table(tmp_path, save_before_bo(tmp_path), size, bot_worker=InProcessWorker()) as player:
        await player.press("e")
        await player.wait_until(lambda: is_bos_turn_over(player))
        await player.settle()
        card = player.table.query_one(OtherTurns)
        lines = [card.line(y, card.content_size, card.base).text for y in range(card.content_size.height)]
        assert sum("■" in line for line in lines) == 1
        assert sum(bool(line.strip()) for line in lines) == 1, "the whole turn is on one line"


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_title_of_the_turns_pane_has_the_change_of_the_score(tmp_path: Path, size: tuple[int, int]) -> None:
    """It stays in sight where the turns scroll."""
    game = Game.load(FOLDER / "base-2.rokoko")
    history = ReplayGame(game, Viewer(0)).history
    asked = [n for n in range(20, game.length) if to_move(game.at(n)) == 0 and history.score_change(n)]
    there = next(n for n in asked if isinstance(game.at(n).pending[-1], CardChoice))
    path = tmp_path / "there.rokoko"
    with create(path, game.setup) as journal:
        for action in game.line[:there]:
            journal.game.play(action)
    before, after = history.score_change(there) or (0, 0)
    async with at_table(tmp_path, Start("load", path=path), size, handover=False) as player:
        card = player.table.query_one(OtherTurns)
        assert f"★{before} → {after}" in card.shown_title


async def test_what_happened_to_a_player_of_three_is_readable_in_a_compact_table(tmp_path: Path) -> None:
    """Among many choices the title names it; the keys that focus the pane show all lines."""
    game, path = Game.load(FOLDER / "base-3.rokoko"), tmp_path / "there.rokoko"
    with create(path, game.setup) as journal:
        for action in game.line[:29]:
            journal.game.play(action)
    async with at_table(tmp_path, Start("load", path=path), (100, 30), handover=False) as player:
        pane = player.table.query_one(OtherTurns)
        assert pane.shown_title == "Since your turn · ★6 → 2"
        await player.press("enter")
        await player.wait_until(lambda: pane.shown_title == "Fireworks majority lost · ★6 → 2")
        await player.press("g", "i")
        await player.settle()
        lines = [pane.line(y, pane.content_size, pane.base).text for y in range(pane.content_size.height)]
        assert "".join(lines).count("you lose the") == 1 and not lines[-1].strip()
        assert pane.shown_title == "Since your turn · ★6 → 2"
        await player.press("escape")
        await player.settle()
        assert player.table.query_one("#hand").display and not pane.content_size.height


async def test_a_key_repeats_the_last_turns(tmp_path: Path) -> None:
    async with at_table(tmp_path, save_before_bo(tmp_path), bot_worker=InProcessWorker(), pace="at-once") as player:
        await player.press("e")
        await player.wait_until(lambda: is_bos_turn_over(player))
        await player.settle()
        await player.press("v")
        frame = player.table.session.playback.frame
        assert frame is not None
        assert frame.seat == 1
        await player.press("x")
        assert player.table.session.playback.frame is None
        assert player.table.session.position == player.game.cursor


@pytest.mark.slow
async def test_a_line_of_the_turns_pane_lights_its_pieces_and_enter_repeats_it(tmp_path: Path) -> None:
    async with at_table(tmp_path, save_before_bo(tmp_path), bot_worker=InProcessWorker(), pace="at-once") as player:
        await player.press("e")
        await player.wait_until(lambda: is_bos_turn_over(player))
        await player.settle()
        cursor = player.game.cursor
        await player.press("g", "i")
        card = player.table.query_one(OtherTurns)
        assert player.table.focused is card
        scene = next(iter(player.table.query(Pane))).scene
        assert scene is not None
        assert PieceRef("player", 1) in scene.lit
        assert player.choices.component_style("line-list--cursor") != card.component_style("line-list--cursor"), (
            "one cursor at a time"
        )
        await player.press("enter")
        assert player.table.session.playback.frame is not None
        await player.press("x", "escape")
        assert player.game.cursor == cursor
        assert player.table.focused is None


def first_key(player: Player) -> str:
    """Return the key of the first card or choice."""
    return next((entry.key for entry in player.choices.entries if entry.key), "1")


async def test_what_bo_touched_is_marked_until_ada_acts(tmp_path: Path) -> None:
    async with at_table(tmp_path, save_before_bo(tmp_path), bot_worker=InProcessWorker(), pace="at-once") as player:
        await player.press("e")
        await player.wait_until(lambda: is_bos_turn_over(player))
        await player.settle()
        pane = next(iter(player.table.query(Pane)))
        assert pane.scene is not None
        assert set(pane.scene.touched.values()) <= {1}
        await player.press(first_key(player))
        assert pane.scene.touched == {}


@pytest.mark.slow
async def test_a_key_cycles_the_pace_and_saves_it(tmp_path: Path) -> None:
    async with at_table(tmp_path, save_before_bo(tmp_path), bot_worker=InProcessWorker(), pace="quick") as player:
        for pace in ("calm", "slow", "step", "auto", "at-once", "quick"):
            await player.press("p")
            assert player.app.settings.pace == pace
            assert load_settings(settings_path()).pace == pace


@pytest.mark.slow
@pytest.mark.parametrize(("pace", "follows"), [("step", True), ("auto", False)])
async def test_a_playback_follows_the_handover_at_a_chosen_pace(tmp_path: Path, pace: str, follows: bool) -> None:
    path = save_until(tmp_path, TWO, lambda game: game.cursor == 2)
    async with at_table(tmp_path, Start("load", path=path), pace=pace) as player:
        await player.press("enter")
        await player.play_first(PlayCard)
        for _ in range(20):
            if isinstance(player.app.screen, HandoverScreen):
                break
            await player.press("enter")
        assert player.table.session.playback.frame is None, "nobody has taken the seat yet"
        await player.press("enter")
        frame = player.table.session.playback.frame
        assert (frame is not None) is follows, "the page has told it"
        assert frame is None or frame.text.startswith("Ada plays")


@pytest.mark.slow
@pytest.mark.parametrize(("answer", "is_repeated"), [("enter", False), ("v", True)])
async def test_the_handover_offers_to_repeat_the_last_turns(tmp_path: Path, answer: str, is_repeated: bool) -> None:
    path = save_until(tmp_path, TWO, lambda game: game.cursor == 2)
    async with at_table(tmp_path, Start("load", path=path), pace="at-once") as player:
        await player.press("enter")
        await player.play_first(PlayCard)
        for _ in range(20):
            if isinstance(player.app.screen, HandoverScreen):
                break
            await player.press("enter")
        assert isinstance(player.app.screen, HandoverScreen)
        await player.press(answer)
        assert player.table.game.viewer == 1
        assert (player.table.session.playback.frame is not None) is is_repeated


async def test_undone_actions_are_not_shown(tmp_path: Path) -> None:
    async with at_table(tmp_path, save_before_bo(tmp_path), bot_worker=InProcessWorker(), pace="step") as player:
        await player.press("e")
        await player.wait_until(lambda: is_bos_turn_over(player) and player.table.session.playback.frame is not None)
        await player.table.action_command("undo")
        await player.settle()
        if player.asking:
            await player.press("y")
        assert player.table.session.playback.frame is None
        assert player.table.session.position == player.game.cursor


# ---- the key guard


async def test_repeated_presses_in_step_mode_play_no_own_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "GUARD_SECONDS", 0.25)
    async with at_table(tmp_path, save_before_bo(tmp_path), bot_worker=InProcessWorker(), pace="step") as player:
        await press_at(player, "e", player.table.session.now())
        await player.wait_until(lambda: is_bos_turn_over(player) and player.table.session.playback.frame is not None)
        table, cursor = player.table, player.game.cursor
        while len(table.session.playback.queue.frames) > 2:
            await player.press("x")
        now = table.session.now() + 5
        monkeypatch.setattr(table.session, "now", lambda: now)
        for n in range(4):
            await press_at(player, first_key(player), now + n * 0.01)
        assert table.session.playback.frame is None
        assert player.game.cursor == cursor
        await press_at(player, first_key(player), now + 0.04 + 0.3)
        assert player.game.cursor == cursor + 1, "a later key counts"


@pytest.mark.slow
async def test_after_a_playback_only_undo_and_cursor_keys_work_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "GUARD_SECONDS", 0.25)
    async with at_table(tmp_path, save_before_bo(tmp_path), bot_worker=InProcessWorker(), pace="calm") as player:
        await press_at(player, "e", player.table.session.now())
        await player.wait_until(lambda: is_bos_turn_over(player) and player.table.session.playback.frame is not None)
        table, cursor = player.table, player.game.cursor
        now = table.session.now() + 5
        monkeypatch.setattr(table.session, "now", lambda: now)
        await press_at(player, "x", now)
        assert table.session.playback.frame is None
        here = player.choices.cursor
        for name in ("enter", "1", "space", "h"):
            await press_at(player, name, now + 0.1)
        assert player.game.cursor == cursor
        assert table.session.moment.hints is None
        await press_at(player, "down", now + 0.1)
        assert player.choices.cursor != here
        await press_at(player, "u", now + 0.1)
        assert player.asking or player.game.cursor < cursor


async def test_a_key_just_after_the_last_frame_plays_no_card_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "GUARD_SECONDS", 0.25)
    async with showing_bos_turn(tmp_path) as player:
        table, cursor, now = player.table, player.game.cursor, player.table.session.now() + 5
        monkeypatch.setattr(table.session, "now", lambda: now)
        while table.session.playback.frame is not None:
            await end_frame(table)
        await player.settle()
        await press_at(player, "enter", now + 0.4)
        assert [notice.message for notice in player.app._notifications] == ["Too early: press Enter again."]
        assert player.game.cursor == cursor
        await press_at(player, "enter", now + 0.9)
        assert player.game.cursor == cursor + 1


async def test_the_key_of_a_choice_that_ended_a_playback_is_to_be_pressed_again(tmp_path: Path) -> None:
    async with showing_bos_turn(tmp_path) as player:
        cursor = player.game.cursor
        while len(player.table.session.playback.queue.frames) > 1:
            await player.press("2")
        assert not player.app._notifications, "the playback continues"
        await player.press("x")
        assert not player.app._notifications and player.table.session.playback.frame is None, "the key of no choice"
        await player.table.effects.run(player.table.session.playback.show_last_turns())
        while player.table.session.playback.frame is not None:
            await player.press("2")
        assert [notice.message for notice in player.app._notifications] == ["Too early: press 2 again."]
        assert player.game.cursor == cursor


async def test_the_footer_names_the_keys_of_the_turn_after_three_quick_keys(tmp_path: Path) -> None:
    async with showing_bos_turn(tmp_path) as player:
        table = player.table
        while len(table.session.playback.queue.frames) > 1:
            await player.press("x")
        status, *_, footer = player.seen().splitlines()
        assert "Skip" in footer and "■ Bo" in status, "the keys and the name of the turn that is shown"
        now = table.session.now()
        for _ in range(3):  # the last ones are handled before the table is drawn
            player.app.post_message(make_key("enter", now))
        await player.settle()
        footer = player.seen().splitlines()[-1]
        assert table.session.playback.frame is None
        assert "Skip" not in footer and "Esc Back" in footer


@pytest.mark.parametrize("target", ["list", "piece", "during"])
async def test_a_click_just_after_a_playback_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    monkeypatch.setattr(guard, "GUARD_SECONDS", 1000.0)
    async with showing_bos_turn(tmp_path) as player:
        table, cursor = player.table, player.game.cursor
        x, y = player.choices.content_region.offset
        if target == "during":
            player.app.post_message(events.MouseDown(None, x, y, 0, 0, 1, False, False, False, x, y, None))
            await player.settle()
        await table.effects.run(table.session.playback.end())
        await player.settle()
        if target == "during":
            player.app.post_message(events.MouseUp(None, x, y, 0, 0, 1, False, False, False, x, y, None))
            await player.settle()
        elif target == "list":
            table.choices.post_message(table.choices.Clicked(table.choices.entries[table.choices.cursor], False))
        else:
            table.post_message(Pane.Picked(PieceRef("hand", "x"), next(iter(table.query(Pane)))))
        await player.settle()
        assert [notice.message for notice in player.app._notifications] == ["Too early: click again."]
        assert player.game.cursor == cursor


def test_each_blocked_key_extends_the_guard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guard, "GUARD_SECONDS", 0.25)
    key_guard = KeyGuard()
    assert not key_guard.blocks(0.0), "it has not begun"
    key_guard.begin(10.0)
    assert [key_guard.blocks(at) for at in (9.9, 10.2, 10.4, 10.6)] == [True] * 4
    assert not key_guard.blocks(10.86)


# ---- interruptions


@pytest.mark.slow
async def test_resizing_or_covering_the_table_loses_no_frames(tmp_path: Path) -> None:
    async with at_table(tmp_path, save_before_bo(tmp_path), bot_worker=InProcessWorker(), pace="step") as player:
        await player.press("e")
        await player.wait_until(lambda: is_bos_turn_over(player) and player.table.session.playback.frame is not None)
        table, cursor = player.table, player.game.cursor
        frames = list(table.session.playback.queue.frames)
        for size in ((80, 24), (60, 20), (120, 40)):
            await player.pilot.resize_terminal(*size)
            await player.pilot.pause(0.05)
            await player.settle()
            assert list(table.session.playback.queue.frames) == frames
        player.app.action_help()
        await player.settle()
        assert isinstance(player.app.screen, HelpScreen)
        await player.press("escape")
        assert list(table.session.playback.queue.frames) == frames
        player.app.post_message(events.AppBlur())
        player.app.post_message(events.AppFocus())
        await player.settle()
        assert list(table.session.playback.queue.frames) == frames
        assert player.game.cursor == cursor


async def test_a_playback_pauses_under_another_screen(tmp_path: Path) -> None:
    async with at_table(tmp_path, save_before_bo(tmp_path), bot_worker=InProcessWorker(), pace="quick") as player:
        await player.press("e")
        await player.wait_until(lambda: is_bos_turn_over(player) and player.table.session.playback.frame is not None)
        player.app.action_help()
        await player.settle()
        count = len(player.table.session.playback.queue.frames)
        await end_frame(player.table)
        assert len(player.table.session.playback.queue.frames) == count
        await player.press("escape")
        await player.wait_until(lambda: player.table.session.playback.frame is None)


async def test_resizing_keeps_the_cursor(tmp_path: Path) -> None:
    async with at_table(tmp_path, save_before_bo(tmp_path), bot_worker=InProcessWorker(), pace="at-once") as player:
        await player.press("e")
        await player.wait_until(lambda: is_bos_turn_over(player))
        await player.settle()
        await player.press("down")
        cursor, position = player.choices.cursor, player.game.cursor
        for size in ((80, 24), (120, 40)):
            await player.pilot.resize_terminal(*size)
            await player.pilot.pause(0.05)
            await player.settle()
        assert (player.choices.cursor, player.game.cursor) == (cursor, position)


async def test_the_app_can_be_left_during_a_playback(tmp_path: Path) -> None:
    async with at_table(tmp_path, save_before_bo(tmp_path), bot_worker=InProcessWorker(), pace="step") as player:
        await player.press("e")
        await player.wait_until(lambda: player.table.session.playback.frame is not None)
        await player.press("ctrl+q")
        assert player.app._exit
