"""The play screen: whole games by keyboard and mouse, handover, undo, tabs, editions and themes."""

import os
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from textual.widget import Widget

from rokoko_core.actions import Decline, EndTurn, PlayCard, RevealBarry
from rokoko_core.box import box_of
from rokoko_core.engine import legal_actions, to_move
from rokoko_core.journal import create, read
from rokoko_core.play.menu import forced_action
from rokoko_core.state import Seat, Setup
from rokoko_tui.app import RokokoApp
from rokoko_tui.games import Start
from rokoko_tui.panes.choices import Choices
from rokoko_tui.panes.log import Log
from rokoko_tui.screens.final import FinalScreen
from rokoko_tui.screens.help import HelpScreen
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.screens.question import WrappedLines
from rokoko_tui.screens.start import StartScreen
from rokoko_tui.screens.text_modals import HandoverScreen, ModalLines
from rokoko_tui.screens.watch import WatchScreen
from rokoko_tui.settings.settings import Settings
from rokoko_tui.table.choice_list import EntryKind, MenuEntry
from rokoko_tui.table.menu_entries import find_about
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.widgets.drawing_view import Pane
from rokoko_tui.widgets.tab_bar import TabBar
from tests.saves.sample_games import FOLDER
from tests.tui.at_table import ALONE, TWO, Player, at_table, make_key, save_until

# ---- whole games


@pytest.mark.slow
@pytest.mark.long
async def test_two_people_finish_a_game_with_the_keyboard(tmp_path: Path) -> None:
    dice = Random(2)
    async with at_table(tmp_path, TWO, (80, 24)) as player:
        for _ in range(1200):
            if isinstance(player.app.screen, FinalScreen):
                break
            if isinstance(player.app.screen, HandoverScreen):
                await player.press("space")
                continue
            await choose_by_key(player, dice)
        assert isinstance(player.app.screen, FinalScreen)
        assert player.game.over
        path = player.session.path
    assert read(path).game.over


def list_random_choices(choices: Choices) -> list[int]:
    """Return the indexes of all actions and steps; without any, of the elements not selected yet."""
    actions = [n for n, e in enumerate(choices.entries) if e.kind in (EntryKind.ACTION, EntryKind.STEP)]
    return actions or [n for n, e in enumerate(choices.entries) if e.kind is EntryKind.THING and not e.chosen]


async def choose_by_key(player: Player, dice: Random) -> None:
    """Take a random choice by its key, or with the cursor and Enter."""
    choices = player.choices
    number = dice.choice(list_random_choices(choices))
    if choices.entries[number].key and abs(choices.cursor - number) > 3:
        await player.press(choices.entries[number].key)
        return
    while choices.cursor != number:
        await player.press("down" if choices.cursor < number else "k")
    await player.press("enter")


@pytest.mark.slow
async def test_a_game_is_continued_and_finished_with_the_mouse(tmp_path: Path) -> None:
    dice = Random(5)
    path = save_until(tmp_path, TWO, lambda g: g.state.round == 5)
    async with at_table(tmp_path, Start("load", path=path), handover=False) as player:
        for _ in range(1200):
            if isinstance(player.app.screen, FinalScreen):
                break
            await choose_by_mouse(player, dice)
        assert isinstance(player.app.screen, FinalScreen)
        assert player.game.over


async def choose_by_mouse(player: Player, dice: Random) -> None:
    """Take a random choice by clicking its piece on the table, or its line in the list.

    Where something is spent or skipped, the first click selects and the second takes.
    """
    choices = player.choices
    number = dice.choice(list_random_choices(choices))
    entry = choices.entries[number]
    before = player.game.cursor
    spot = find_spot(player, entry.pieces, number)
    if spot is None:
        choices.top = 0
        while find_row(choices, number) is None:
            await player.scroll(choices)
    for _ in range(2):
        await player.click(*(spot or (choices, 6, find_row(choices, number) or 0)))
        if entry.kind is not EntryKind.ACTION or player.game.cursor > before:
            break
    assert entry.kind is not EntryKind.ACTION or player.game.cursor == before + 1


def find_row(choices: Choices, number: int) -> int | None:
    """Return the row of entry ``number`` in the list; None if it is not visible."""
    return next((y for y in range(choices.content_size.height) if choices.item_at(y) == number), None)


def find_spot(player: Player, pieces: frozenset[PieceRef], number: int) -> tuple[Widget, int, int] | None:
    """Return a place on the table that shows one of ``pieces`` and belongs to entry ``number`` alone."""
    for piece in pieces:
        if find_about(player.choices.entries, piece) != [number]:
            continue
        for pane in player.table.query(Pane):
            spot = next((s for s in pane.drawing.spots if s.piece == piece), None)
            if spot is not None and pane.region.area and spot.y < pane.content_size.height:
                return pane, spot.x, spot.y
    return None


# ---- choosing a hand


@pytest.mark.rule("HAND-1")
async def test_a_hand_is_selected_card_by_card(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO) as player:
        await player.press("space")
        await player.press("1", "2")
        assert [e.chosen for e in player.choices.entries if e.kind is EntryKind.THING] == [
            True,
            True,
            False,
            False,
            False,
        ]
        assert not any(e.kind is EntryKind.ACTION for e in player.choices.entries)
        await player.press("2", "3", "4")
        assert player.choices.entry is not None
        assert player.choices.entry.kind is EntryKind.ACTION
        supply = player.game.state.players[0].supply
        await player.press("enter")
        assert player.game.state.players[0].hand == tuple(sorted((supply[0], supply[2], supply[3])))


@pytest.mark.slow
async def test_a_fourth_card_is_not_selected(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO) as player:
        await player.press("space", "1", "2", "3", "4")
        assert sum(e.chosen for e in player.choices.entries) == 3


# ---- handover


@pytest.mark.rule("HIDDEN-1")
async def test_a_handover_hides_hand_and_silk_but_not_the_table(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO) as player:
        await player.press("space")
        words, box = player.table.words, box_of(player.game.state)
        await player.choose_hand()
        secret = [words.card(card, box) for card in player.game.state.players[0].hand]
        assert isinstance(player.app.screen, HandoverScreen)
        assert "Bo" in player.seen()
        for pane in player.table.query(Pane):
            assert pane.scene.view.seat is None
        assert player.table.game.observation().table.players[0].hand == ("?",) * 3
        assert not any(label in secret for label in player.labels)
        await player.press("enter")
        assert player.table.game.viewer == 1


async def test_the_first_handover_says_that_the_game_begins(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO) as player:
        assert isinstance(player.app.screen, HandoverScreen)
        assert "The game begins." in player.seen()
        assert "since your last turn" not in player.seen()


async def test_a_forced_card_is_never_on_the_list_after_a_handover(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key for it would pick something else if the card is played before the key arrives."""
    path = save_until(tmp_path, TWO, lambda g: type(forced_action(g.state)) is PlayCard)
    offered = list[MenuEntry]()
    offer = Choices.offer

    def note_offer(self: Choices, entries: Sequence[MenuEntry], cursor: int = -1) -> None:
        offered.extend(entries)
        offer(self, entries, cursor)

    async with at_table(tmp_path, Start("load", path=path), forced_steps=True) as player:
        assert isinstance(player.app.screen, HandoverScreen)
        monkeypatch.setattr(Choices, "offer", note_offer)
        await player.press("enter")
        assert player.game.state.turn is not None and player.game.state.turn.card
        assert offered and not any(isinstance(entry.action, PlayCard) for entry in offered)


@pytest.mark.rule("HAND-1")
@pytest.mark.slow
async def test_a_handover_before_a_hand_choice_says_so(tmp_path: Path) -> None:
    path = save_until(tmp_path, TWO, lambda g: g.state.round == 2)
    async with at_table(tmp_path, Start("load", path=path)) as player:
        assert isinstance(player.app.screen, HandoverScreen)
        assert "choose your cards" in player.seen()
        assert "is your turn" not in player.seen()


@pytest.mark.rule("HIDDEN-1")
async def test_a_key_meant_for_the_turn_that_ended_does_not_close_the_handover(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO) as player:
        for key in ("e", "1", "a", "h"):
            await player.press(key)
            assert isinstance(player.app.screen, HandoverScreen), key
        await player.press("space")
        assert not isinstance(player.app.screen, HandoverScreen)


async def test_a_handover_lists_what_happened_since(tmp_path: Path) -> None:
    path = save_until(tmp_path, TWO, lambda g: g.cursor == 2)
    async with at_table(tmp_path, Start("load", path=path)) as player:
        await player.press("enter")
        await player.play_first(PlayCard)
        await player.play_first(Decline)
        while not isinstance(player.app.screen, HandoverScreen):
            await player.press("enter")
        assert "Ada plays" in player.seen()


@pytest.mark.slow
async def test_undo_at_a_handover_returns_to_the_previous_player(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO) as player:
        await player.press("space")
        await player.choose_hand()
        await player.press("u")
        assert player.game.cursor == 0
        assert isinstance(player.app.screen, HandoverScreen)
        lines = player.app.screen.query_one(ModalLines).lines
        assert [line.text for line in lines] == ["Undone", "Ada has chosen a hand."]


@pytest.mark.quick(1)
@pytest.mark.parametrize("theme", ["rokoko-dark", "rokoko-light", "rokoko-mono", "rokoko-safe"])
async def test_a_handover_dims_what_was_undone_and_continues_with_what_came_before(tmp_path: Path, theme: str) -> None:
    path = save_until(tmp_path, TWO, lambda g: g.cursor > 2 and g.seat_of(g.cursor - 1) == 0 != to_move(g.state))
    async with at_table(tmp_path, Start("load", path=path), theme=theme) as player:
        await player.press("u")
        lines = player.app.screen.query_one(ModalLines)
        texts = [item.text for item in lines.items]
        assert texts[0] == "Undone" and "Since your last turn" in texts
        undone, before = (lines.line(y, lines.content_size, lines.base) for y in (1, len(texts) - 1))
        colours = [{s.style.color for s in line if s.style and s.text.strip(" ●■│┃")} for line in (undone, before)]
        assert colours[0] and not colours[0] & colours[1]


@pytest.mark.slow
async def test_a_handover_names_only_keys_that_do_something_now(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO) as player:
        keys = "Enter continue · Tab panes"
        assert player.seen().splitlines()[-1].strip() == f"{keys} · Esc leave"
        await player.press("enter")
        await player.choose_hand()
        assert player.seen().splitlines()[-1].strip() == f"{keys} · u undo · Esc leave"
    path = save_until(tmp_path, TWO, lambda g: g.state.round == 2)
    async with at_table(tmp_path, Start("load", path=path), size=(80, 24)) as player:
        assert player.seen().splitlines()[-1].strip() == f"{keys} · v show · u undo · Esc leave · ↑↓ scroll"


@pytest.mark.slow
@pytest.mark.parametrize("key", ["escape", "q"])
async def test_the_table_can_be_left_from_a_handover(tmp_path: Path, key: str) -> None:
    async with at_table(tmp_path, TWO) as player:
        await player.press(key)
        assert player.asking and "Leave the table?" in player.seen()
        await player.press("s")
        assert isinstance(player.app.screen, HandoverScreen), "nobody sits down"
        await player.press(key, "y")
        assert isinstance(player.app.screen, StartScreen)


async def test_one_person_among_bots_has_no_handover(tmp_path: Path) -> None:
    setup = Setup((Seat("Ada"), Seat("Bo", kind="bot", level="page")), seed=7, first_player=0)
    async with at_table(tmp_path, setup) as player:
        assert isinstance(player.app.screen, PlayScreen)
        await player.choose_hand()
        await player.wait_until(lambda: player.game.cursor >= 2 and player.table.game.to_move == 0)
        assert isinstance(player.app.screen, PlayScreen)


# ---- Madame du Barry


@pytest.mark.slow
@pytest.mark.rule("SOLO-2")
async def test_a_key_reveals_madame_du_barrys_card(tmp_path: Path) -> None:
    async with at_table(tmp_path, ALONE, pace="step") as player:
        await player.choose_hand()
        assert player.table.game.du_barry_to_move
        await player.press("space")
        assert isinstance(player.game.line[1], RevealBarry)
        [(_, line), *_] = player.table.session.lines(range(1, 2))
        assert line.text[:20] in player.seen()


async def test_one_key_finishes_madame_du_barrys_turn(tmp_path: Path) -> None:
    async with at_table(tmp_path, ALONE) as player:
        await player.choose_hand()
        await player.press("f")
        assert player.table.game.to_move == 0


# ---- undo, redo and fences


async def test_undo_and_redo_by_step_and_by_turn(tmp_path: Path) -> None:
    path = save_until(tmp_path, TWO, lambda g: g.cursor == 2)
    async with at_table(tmp_path, Start("load", path=path)) as player:
        await player.press("enter")
        await player.play_first(PlayCard)
        await player.play_first(Decline)
        digest = player.game.state
        await player.press("u")
        assert player.game.cursor == 3
        await player.press("r")
        assert player.game.state == digest
        await player.press("U")
        assert player.game.cursor == 2
        await player.press("R")
        assert player.game.state == digest


async def test_a_fence_is_crossed_only_after_confirmation(tmp_path: Path) -> None:
    path = save_until(tmp_path, TWO, lambda g: g.state.round == 2)
    async with at_table(tmp_path, Start("load", path=path)) as player:
        await player.press("enter")
        before = player.game.cursor
        await player.press("u")
        assert player.asking
        await player.press("n")
        assert player.game.cursor == before
        await player.press("u", "y")
        assert player.game.cursor == before - 1
        assert read(path).game.cursor == before - 1


@pytest.mark.slow
async def test_enter_on_a_log_line_undoes_to_it(tmp_path: Path) -> None:
    path = save_until(tmp_path, TWO, lambda g: g.cursor == 5)
    async with at_table(tmp_path, Start("load", path=path)) as player:
        await player.press("enter", "f4", "up", "up", "enter")
        target = player.table.query_one(Log).number
        assert player.asking
        assert target is not None
        await player.press("y")
        assert player.game.cursor == target


@pytest.mark.slow
async def test_the_turn_summary_can_be_cancelled(tmp_path: Path) -> None:
    path = save_until(
        tmp_path, TWO, lambda g: g.cursor > 2 and any(isinstance(a, EndTurn) for a in legal_actions(g.state))
    )
    async with at_table(tmp_path, Start("load", path=path), turn_summary=True, handover=False) as player:
        before = player.game.cursor
        await player.press("e")
        assert player.asking
        assert "Your turn" in player.seen()
        assert "Ada plays" in str(player.app.screen.query_one("#question-lines WrappedLines", WrappedLines).render())
        assert all(text in player.seen() for text in ("End turn (e)", "Keep playing (k)", "Undo turn (U)"))
        await player.press("k")
        assert player.game.cursor == before
        await player.press("e", "U")
        assert player.game.cursor == player.game.turn_start(before) < before
        await player.press("R")
        assert player.game.cursor == before
        await player.press("e", "enter")
        assert player.game.cursor == before + 1


async def test_a_full_disk_is_reported_and_nothing_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: object) -> None:
        raise OSError(28, "No space left on device")

    async with at_table(tmp_path, TWO) as player:
        await player.press("space", "1", "2", "3")
        with monkeypatch.context() as broken:
            broken.setattr(os, "fsync", full)
            await player.press("enter")
        assert any("the disk is full" in note.message for note in player.app._notifications)
        assert player.app.return_code is None
        assert read(player.session.path).damage is None


@pytest.mark.slow
async def test_a_removed_file_is_reported_and_the_game_continues(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO) as player:
        removed = player.session.path
        removed.unlink()
        await player.press("space", "1", "2", "3", "enter")
        copy = player.session.path
        [note] = player.app._notifications
        assert removed.name in note.message
        assert copy.name in note.message
        assert (note.severity, note.markup) == ("warning", False) and note.timeout >= 10, "there is time to read it"
        assert read(copy).game.cursor == 1
        await player.press("u")
        assert read(copy).game.cursor == 0


async def test_the_footer_names_undo_once_there_is_something_to_undo(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO, handover=False) as player:
        footer = player.seen().splitlines()[-1]
        assert "u Undo" not in footer and "w Why" not in footer, "every card can be chosen"
        await player.choose_hand()
        assert "u Undo" in player.seen().splitlines()[-1]


# ---- sizes


@pytest.mark.quick(1)
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (160, 50)])
async def test_choices_are_visible_at_every_size_and_in_every_tab(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_table(tmp_path, TWO, size) as player:
        await player.press("space")
        for _ in range(6):
            assert player.choices.region.height >= 5
            assert player.choices.region.bottom <= size[1] - 1
            assert player.choices.region.right <= size[0]
            await player.press("tab")


@pytest.mark.slow
async def test_a_large_table_shows_all_panes(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO) as player:
        await player.press("space")
        for name in (
            "status",
            "workshop",
            "warehouse",
            "hire",
            "halls",
            "players",
            "hand",
            "other-turns",
            "choices",
            "preview",
        ):
            region = player.table.query_one(f"#{name}").region
            assert region.width > 0
            assert region.height > 0
            assert region.bottom <= 39
        assert not player.table.query_one(TabBar).region.area


async def test_tabs_change_with_keys_and_mouse(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO, (80, 24)) as player:
        await player.press("space")
        bar = player.table.query_one(TabBar)
        await player.press("tab")
        assert bar.current == "halls"
        assert player.table.query_one("#halls").region.height > 0
        await player.press("shift+tab", "shift+tab")
        assert bar.current == "log"
        await player.press("escape")
        assert bar.current == "play"
        await player.click(bar, player.seen().splitlines()[1].index("Players"), 0)
        assert bar.current == "players"


@pytest.mark.slow
async def test_the_tab_of_the_list_stays_for_whole_turns_unless_another_is_chosen(tmp_path: Path) -> None:
    """In every other turn the tab of the halls is chosen at first; the next turn begins with the list."""
    recorded = read(FOLDER / "everything-2.rokoko").game
    starts = [at for at in recorded.turn_starts() if recorded.at(at).round >= 4][:9]
    path = tmp_path / "turns.rokoko"
    with create(path, recorded.setup) as journal:
        for action in recorded.line[: starts[0]]:
            journal.game.play(action)
    async with at_table(tmp_path, Start("load", path=path), (80, 24), handover=False) as player:
        view = player.table.view
        for n, (start, end) in enumerate(pairwise(starts)):
            for number in range(start, end):
                assert view.tab == ("halls" if n % 2 and number > start else "play"), (number, recorded.line[number])
                await player.press(*(("tab",) if n % 2 and number == start else ()))
                await player.table.effects.run(player.table.session.play(recorded.line[number]))
                await player.settle()


@pytest.mark.slow
async def test_one_key_shows_the_tab_of_the_highlighted_pieces(tmp_path: Path) -> None:
    path = save_until(tmp_path, TWO, lambda g: g.cursor == 3)
    async with at_table(tmp_path, Start("load", path=path), (80, 24)) as player:
        await player.press("enter")
        entry = next(n for n, e in enumerate(player.choices.entries) if any(p.kind == "tile" for p in e.pieces))
        player.choices.cursor = entry
        await player.settle()
        await player.press("g", "g")
        assert player.table.query_one(TabBar).current == "works"
        tabs = player.table.view.tabs
        tabs.marked = frozenset({"works", "players", "decor"})
        for tab in ("decor", "players", "decor"):
            player.table.jump_again()
            await player.settle()
            assert tabs.current == tab, "the first marked tab that is not visible"
            tabs.marked = frozenset({"works", "players", "decor"})


async def test_a_small_terminal_shows_both_sizes_and_recovers(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO) as player:
        await player.press("space")
        await player.pilot.resize_terminal(70, 20)
        await player.settle()
        assert isinstance(player.app.screen, PlayScreen)
        assert all(size in player.seen() for size in ("needs 80×24", "42×28 held upright", "has 70×20"))
        await player.pilot.resize_terminal(80, 24)
        await player.settle()
        assert isinstance(player.app.screen, PlayScreen)


# ---- editions, themes, help, errors


@pytest.mark.slow
async def test_the_edition_switches_everywhere_at_once(tmp_path: Path) -> None:
    path = save_until(tmp_path, TWO, lambda g: g.cursor == 3)
    async with at_table(tmp_path, Start("load", path=path)) as player:
        await player.press("enter")
        before = player.seen()
        await player.press("f2")
        assert player.app.settings.edition == "deluxe"
        assert player.seen() != before
        for pane in player.table.query(Pane):
            assert pane.scene.words is player.app.words
        await player.press("f2")
        assert player.seen() == before


@pytest.mark.slow
async def test_themes_cycle(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO) as player:
        seen = [player.app.theme]
        for _ in range(4):
            await player.press("f3")
            seen.append(player.app.theme)
        assert len(set(seen[:4])) == 4
        assert seen[4] == seen[0]


@pytest.mark.slow
async def test_help_shows_the_question_and_the_keys(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO) as player:
        await player.press("space", "question_mark")
        assert isinstance(player.app.screen, HelpScreen)
        await player.wait_until(lambda: "Choose the cards" in player.seen())
        await player.press("escape")
        assert isinstance(player.app.screen, PlayScreen)


async def test_keys_in_the_settings_replace_the_defaults(tmp_path: Path) -> None:
    path = save_until(tmp_path, TWO, lambda g: g.cursor == 3)
    async with at_table(tmp_path, Start("load", path=path), keys={"table.undo": "z"}) as player:
        await player.press("enter", "z")
        assert player.game.cursor == 2


async def test_one_key_moves_to_the_refusals_and_their_reasons(tmp_path: Path) -> None:
    path = save_until(tmp_path, TWO, lambda g: g.cursor == 3)
    async with at_table(tmp_path, Start("load", path=path)) as player:
        await player.press("enter")
        await player.press("w")
        assert player.choices.entry is not None
        assert player.choices.entry.kind is EntryKind.REFUSAL
        assert "Not now" in player.seen()
        await player.press("w")
        assert player.choices.entry.kind is EntryKind.ACTION
        await player.press("w", "escape")
        assert player.choices.entry.kind is EntryKind.ACTION
        assert isinstance(player.app.screen, PlayScreen), "it does not ask to leave"


@pytest.mark.slow
async def test_a_second_program_watches_and_cannot_play(tmp_path: Path) -> None:
    path = save_until(tmp_path, TWO, lambda g: g.cursor == 3)
    async with at_table(tmp_path, Start("load", path=path)) as player:
        await player.press("enter")
        async with at_table(tmp_path, Start("load", path=path)) as other:
            assert other.asking
            await other.press("w")
            assert isinstance(other.app.screen, WatchScreen)
            assert other.app.screen.game.viewer is None
            assert "Everyone's last turn" in other.seen()
            offered = {one.binding.action for one in other.app.screen.active_bindings.values() if one.enabled}
            assert {"turn_tab(1)", "look", "back"} <= offered
            assert not {"take", "undo", "hint", "reasons"} & offered
            await other.press("1", "u")
        assert read(path).game.cursor == 3


async def test_an_unexpected_error_writes_a_report(tmp_path: Path) -> None:
    app = RokokoApp(Settings(saves=str(tmp_path)), Start("new", TWO))
    with pytest.raises(ZeroDivisionError):
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            app.call_later(lambda: 1 // 0)
            await pilot.pause()
    assert app.return_code == 1
    assert app.report is not None
    assert "ZeroDivisionError" in app.report.read_text(encoding="utf-8")
    assert str(tmp_path) in app.report.read_text(encoding="utf-8")


@pytest.mark.slow
async def test_without_handover_play_continues_at_once(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO, handover=False) as player:
        await player.choose_hand()
        assert not isinstance(player.app.screen, HandoverScreen)
        assert player.table.game.viewer == 1
        assert "Bo: choose 3 cards" in player.seen()


async def test_a_key_pressed_before_the_handover_is_ignored(tmp_path: Path) -> None:
    path = save_until(tmp_path, TWO, lambda game: game.cursor == 2)
    async with at_table(tmp_path, Start("load", path=path)) as player:
        screen = player.app.screen
        assert isinstance(screen, HandoverScreen)
        early = screen._shown_at - 0.01
        screen.post_message(make_key("enter", early))
        await player.settle()
        assert player.app.screen is screen, "it does not reveal the next hand"
        screen.post_message(make_key("enter", early + 1))
        await player.settle()
        assert player.app.screen is player.table
        cursor = player.game.cursor
        player.table.post_message(make_key("1", early))
        await player.settle()
        assert player.game.cursor == cursor, "it does not play a card"
        await player.press("1")
        assert player.game.cursor == cursor + 1
