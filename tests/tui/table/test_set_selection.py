"""Paying for a dress tile by tile: on the screen, in plain mode, and in the log (DRESS-2)."""

import io
import sys
from asyncio import Runner
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from rokoko_core.actions import MakeDress, PayTiles
from rokoko_core.box import box_of
from rokoko_core.engine import legal_actions
from rokoko_core.game import Game, Play
from rokoko_core.journal import create
from rokoko_core.observe import observe
from rokoko_core.pending import Payment
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.set_selection import SetSelection, make_set_selection
from rokoko_core.state import Seat, Setup, State
from rokoko_tui.art import symbols
from rokoko_tui.cli.plain_table import PlainTable, StopPlaying
from rokoko_tui.settings.settings import Settings
from rokoko_tui.table.choice_list import EntryKind
from rokoko_tui.text import get_words
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.speech import SpokenWords
from tests import tabletop as table
from tests.tui.at_table import Player, at_table

SETUP = Setup((Seat("Ada"), Seat("Bo", "bot", "random")), 1, frozenset(table.EVERYTHING), 0)
CLASSIC = get_words("classic")


def make_payment(kept: int) -> State:
    """Return a state in which Ada, with ``kept`` tiles, pays for red-9, which costs three red bales."""
    state = replace(table.turn(table.new(2, 1, table.EVERYTHING), 0, "base-master"), setup=SETUP)
    tiles = [*box_of(state).all_tiles]
    silk = ["rr:yarn", *Random(1).sample([tile for tile in tiles if tile != "rr:yarn"], kept - 1)]
    state = table.give(table.windows(state, "red-9"), 0, silk=silk, livre=30, yarn=5, lace=5)
    return table.do(state, MakeDress("red-9"))


def set_state(game: Game, state: State) -> None:
    """Put ``game`` at ``state``, which no log reaches."""
    game._states[-1] = state


def make_choice(state: State) -> SetSelection:
    choice = make_set_selection(observe(state, 0))
    assert choice is not None
    return choice


def list_reds(choice: SetSelection, state: State) -> list[int]:
    """Return the indexes of tiles with one red bale, a third of the cost."""
    box = box_of(state)
    return [n for n, tile in enumerate(choice.things) if box.tile[tile].silk[2] == 1]


# ---- the selection


@pytest.mark.rule("DRESS-2")
def test_few_ways_are_listed_and_many_selected_tile_by_tile() -> None:
    state = make_payment(40)
    assert len(legal_actions(state)) > 9
    choice = make_choice(state)
    assert (choice.zone, choice.size, choice.chosen) == ("silk", None, ())
    red = [tile for tile in state.players[0].silk if box_of(state).tile[tile].silk[2]]
    assert choice.things == tuple(sorted(red))
    few = table.give(state, 0, silk=red[:4])
    assert 1 < len(legal_actions(few)) <= 9
    assert make_set_selection(observe(few, 0)) is None


@pytest.mark.rule("DRESS-2")
def test_a_tile_is_added_only_while_needed() -> None:
    """Three tiles with one red bale each are enough; neither a fourth nor one with two bales beside two is needed."""
    state = make_payment(40)
    choice = make_choice(state)
    first, second, third, fourth = list_reds(choice, state)[:4]
    selected = choice.toggle(first).toggle(second)
    assert selected.action is None
    whole = selected.toggle(third)
    assert whole.action == PayTiles(tuple(sorted(choice.things[n] for n in (first, second, third))))
    assert whole.action in legal_actions(state)
    assert whole.toggle(fourth) is whole
    assert whole.toggle(second).chosen == (first, third)
    two = choice.things.index("rr:yarn")
    assert choice.toggle(two).toggle(first).action is not None
    assert selected.toggle(two) is selected


def test_a_payment_is_selected_without_listing_all_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    state = make_payment(40)
    view = observe(state, 0)

    def fail(*_: object) -> None:
        raise AssertionError("all ways were listed")

    monkeypatch.setattr("rokoko_core.moves.payment._choices", fail)
    choice = make_set_selection(view)
    assert choice is not None
    selected = choice
    for n in list_reds(choice, state)[:3]:
        selected = selected.toggle(n)
    assert selected.action is not None
    assert choice.select(selected.action).action == selected.action


# ---- on the screen


async def show_payment(player: Player) -> None:
    """Put the game at a payment with forty kept tiles."""
    set_state(player.game, make_payment(40))
    player.table.redraw()
    await player.settle()
    assert isinstance(player.game.state.pending[-1], Payment)


async def toggle(player: Player, thing: int) -> None:
    player.choices.cursor = next(n for n, entry in enumerate(player.choices.entries) if entry.thing == thing)
    await player.press("space")


@pytest.mark.quick(1)
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_selected_tiles_are_highlighted_and_paid_in_one_action(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_table(tmp_path, SETUP, size=size) as player:
        await show_payment(player)
        state, entries = player.game.state, len(player.game.entries)
        choice = make_choice(state)
        first, second, third, fourth = list_reds(choice, state)[:4]
        cheapest = player.table.session.moment.selection
        assert cheapest is not None and cheapest.action == choice.sets.ways.cheapest  # type: ignore[attr-defined]
        assert player.choices.entry is not None
        assert player.choices.entry.action == cheapest.action, "Enter pays with the cheapest tiles"
        for thing in cheapest.chosen:
            await toggle(player, thing)
        await toggle(player, first)
        await toggle(player, second)
        assert set(player.table.session.page().chosen) == {PieceRef("silk", choice.things[n]) for n in (first, second)}
        assert not any(entry.kind is EntryKind.ACTION for entry in player.choices.entries)
        await toggle(player, second)
        assert set(player.table.session.page().chosen) == {PieceRef("silk", choice.things[first])}
        await toggle(player, second)
        await toggle(player, third)
        assert player.choices.entry is not None
        assert player.choices.entry.kind is EntryKind.ACTION
        await toggle(player, fourth)
        assert [entry.thing for entry in player.choices.entries if entry.chosen] == sorted((first, second, third))
        whole = next(n for n, entry in enumerate(player.choices.entries) if entry.kind is EntryKind.ACTION)
        player.choices.cursor = whole
        await player.press("enter")
        [paid] = player.game.entries[entries:]
        assert isinstance(paid, Play)
        assert paid.action == PayTiles(tuple(sorted(choice.things[n] for n in (first, second, third))))
        await player.press("u")
        assert player.game.state == state


# ---- in plain mode


def play_plain(monkeypatch: pytest.MonkeyPatch, folder: Path, *answers: str) -> tuple[Game, str]:
    """Return (the game, the output) after one payment with these answers."""
    output = io.StringIO()
    with create(folder / "plain.rokoko", SETUP) as journal, monkeypatch.context() as patch:
        set_state(journal.game, make_payment(40))
        patch.setattr(sys, "stdin", io.StringIO("".join(f"{answer}\n" for answer in answers)))
        patch.setattr(sys, "stdout", output)
        words = SpokenWords(CLASSIC.language, CLASSIC.edition)
        with Runner() as runner, suppress(StopPlaying):
            PlainTable(LocalGame(journal), words, Settings(), runner.get_loop()).play()
        return journal.game, output.getvalue()


def test_plain_mode_selects_deselects_and_pays_tiles(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    state = make_payment(40)
    choice = make_choice(state)
    first, second, third, fourth = (n + 1 for n in list_reds(choice, state)[:4])
    spare = choice.things.index("rr:yarn") + 1
    answers = (f"{first} {second}", f"? {third}", str(spare), str(second), f"{third} {fourth}")
    game, output = play_plain(monkeypatch, tmp_path, *answers)
    spoken = SpokenWords(CLASSIC.language, CLASSIC.edition)
    box, selected = box_of(state), (first, second, third, fourth, spare)
    tiles = [spoken.spoken(spoken.tile(choice.things[n - 1], box)) for n in selected]
    assert f"Selected so far: {tiles[0]} and {tiles[1]}." in output
    assert f"This does not go with what is selected: {tiles[4]}." in output
    assert f"Selected so far: {tiles[0]}." in output
    assert game.line == [PayTiles(tuple(sorted(choice.things[n - 1] for n in (first, third, fourth))))]


def test_a_preview_in_plain_mode_selects_no_tiles(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    state = make_payment(40)
    choice = make_choice(state)
    numbers = [n + 1 for n in list_reds(choice, state)[:3]]
    all_three = " ".join(map(str, numbers))
    game, output = play_plain(monkeypatch, tmp_path, f"? {numbers[0]}", f"? {all_three}", all_three)
    assert "Selected so far" not in output
    assert game.line == [PayTiles(tuple(sorted(choice.things[n - 1] for n in numbers)))]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_hand_ticks_as_many_equal_cards_as_are_selected(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_table(tmp_path, SETUP, size=size) as player:
        choice = player.table.session.moment.selection
        assert choice is not None and len(choice.things) > len(set(choice.things))
        masters = [n for n, card in enumerate(choice.things) if card == "base-master"]
        other = next(n for n, card in enumerate(choice.things) if card != "base-master")
        before = player.seen().count(symbols.DONE)
        for count, thing in enumerate(masters, 1):
            await toggle(player, thing)
            player.choices.cursor = next(n for n, entry in enumerate(player.choices.entries) if entry.thing == other)
            await player.settle()
            assert player.seen().count(symbols.DONE) == before + count, player.seen()
