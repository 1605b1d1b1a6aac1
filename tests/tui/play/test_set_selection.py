"""A dress paid for tile by tile where there are many ways: on the screen, line by line, and in the log (DRESS-2)."""

import io
import sys
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
from rokoko_core.state import Seat, Setup, State
from rokoko_tui.cli.plain import PlainTable
from rokoko_tui.play.choice_list import EntryKind
from rokoko_tui.play.set_selection import SetSelection, set_selection_for
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text import get_words
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.speech import SpokenWords
from tests import tabletop as table
from tests.tui.at_table import Player, at_table

SETUP = Setup((Seat("Ada"), Seat("Bo", "bot", "random")), 1, frozenset(table.EVERYTHING), 0)
CLASSIC = get_words("classic")


def paying(kept: int) -> State:
    """Ada pays for red-9, three red bales, and keeps so many tiles."""
    state = replace(table.turn(table.new(2, 1, table.EVERYTHING), 0, "base-master"), setup=SETUP)
    tiles = [*box_of(state).all_tiles]
    silk = ["rr:yarn", *Random(1).sample([tile for tile in tiles if tile != "rr:yarn"], kept - 1)]
    state = table.give(table.windows(state, "red-9"), 0, silk=silk, livre=30, yarn=5, lace=5)
    return table.do(state, MakeDress("red-9"))


def asked_in(game: Game, state: State) -> None:
    """The game stands at ``state``, to which no log leads."""
    game._states[-1] = state


def choice_of(state: State) -> SetSelection:
    choice = set_selection_for(observe(state, 0))
    assert choice is not None
    return choice


def reds(choice: SetSelection, state: State) -> list[int]:
    """The things with one red bale, which is a third of what is needed."""
    box = box_of(state)
    return [n for n, tile in enumerate(choice.things) if box.tile[tile].silk[2] == 1]


# ---- the choice itself


@pytest.mark.rule("DRESS-2")
def test_few_ways_are_listed_and_many_picked_tile_by_tile() -> None:
    state = paying(40)
    assert len(legal_actions(state)) > 9
    choice = choice_of(state)
    assert (choice.zone, choice.size, choice.chosen) == ("silk", None, ())
    red = [tile for tile in state.players[0].silk if box_of(state).tile[tile].silk[2]]
    assert choice.things == tuple(sorted(red))
    few = table.give(state, 0, silk=red[:4])
    assert 1 < len(legal_actions(few)) <= 9
    assert set_selection_for(observe(few, 0)) is None


@pytest.mark.rule("DRESS-2")
def test_a_tile_joins_only_while_it_is_needed() -> None:
    """Three tiles of one red bale each pay; a fourth, or one of two bales beside two of one, could be spared."""
    state = paying(40)
    choice = choice_of(state)
    first, second, third, fourth = reds(choice, state)[:4]
    picked = choice.toggled(first).toggled(second)
    assert picked.complete is None
    whole = picked.toggled(third)
    assert whole.complete == PayTiles(tuple(sorted(choice.things[n] for n in (first, second, third))))
    assert whole.complete in legal_actions(state)
    assert whole.toggled(fourth) is whole
    assert whole.toggled(second).chosen == (first, third)
    two = choice.things.index("rr:yarn")
    assert choice.toggled(two).toggled(first).complete is not None
    assert picked.toggled(two) is picked


def test_a_payment_is_picked_without_a_list_of_the_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    state = paying(40)
    view = observe(state, 0)

    def listed(*_: object) -> None:
        raise AssertionError("the ways are listed")

    monkeypatch.setattr("rokoko_core.moves.payment._choices", listed)
    choice = set_selection_for(view)
    assert choice is not None
    picked = choice
    for n in reds(choice, state)[:3]:
        picked = picked.toggled(n)
    assert picked.complete is not None
    assert choice.choosing(picked.complete).complete == picked.complete


# ---- on the screen


async def at_payment(player: Player) -> None:
    """Ada is asked to pay, with forty tiles kept."""
    asked_in(player.game, paying(40))
    player.table.redraw()
    await player.settle()
    assert isinstance(player.game.state.pending[-1], Payment)


async def pick(player: Player, thing: int) -> None:
    player.choices.cursor = next(n for n, entry in enumerate(player.choices.entries) if entry.thing == thing)
    await player.press("space")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_on_the_screen_tiles_are_ticked_lit_and_paid_in_one_action(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_table(tmp_path, SETUP, size=size) as player:
        await at_payment(player)
        state, entries = player.game.state, len(player.game.entries)
        choice = choice_of(state)
        first, second, third, fourth = reds(choice, state)[:4]
        await pick(player, first)
        await pick(player, second)
        assert player.table.picker.selected_pieces() == {PieceRef("silk", choice.things[n]) for n in (first, second)}
        assert not any(entry.kind is EntryKind.ACTION for entry in player.choices.entries)
        await pick(player, second)
        assert player.table.picker.selected_pieces() == {PieceRef("silk", choice.things[first])}
        await pick(player, second)
        await pick(player, third)
        assert player.choices.entry is not None
        assert player.choices.entry.kind is EntryKind.ACTION
        await pick(player, fourth)
        assert [entry.thing for entry in player.choices.entries if entry.chosen] == sorted((first, second, third))
        whole = next(n for n, entry in enumerate(player.choices.entries) if entry.kind is EntryKind.ACTION)
        player.choices.cursor = whole
        await player.press("enter")
        [paid] = player.game.entries[entries:]
        assert isinstance(paid, Play)
        assert paid.action == PayTiles(tuple(sorted(choice.things[n] for n in (first, second, third))))
        await player.press("u")
        assert player.game.state == state


# ---- line by line


def answering(monkeypatch: pytest.MonkeyPatch, folder: Path, *answers: str) -> tuple[Game, str]:
    """(the game, what was printed) after one question of the payment and these answers."""
    said = io.StringIO()
    with create(folder / "plain.rokoko", SETUP) as journal, monkeypatch.context() as patch:
        asked_in(journal.game, paying(40))
        patch.setattr(sys, "stdin", io.StringIO("".join(f"{answer}\n" for answer in answers)))
        patch.setattr(sys, "stdout", said)
        PlainTable(LocalGame(journal), SpokenWords(CLASSIC.language, CLASSIC.edition), Settings())._ask()
        return journal.game, said.getvalue()


def test_line_by_line_tiles_are_picked_put_back_and_paid(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    state = paying(40)
    choice = choice_of(state)
    first, second, third, fourth = (n + 1 for n in reds(choice, state)[:4])
    spare = choice.things.index("rr:yarn") + 1
    answers = (f"{first} {second}", f"? {third}", str(spare), str(second), f"{third} {fourth}")
    game, said = answering(monkeypatch, tmp_path, *answers)
    spoken = SpokenWords(CLASSIC.language, CLASSIC.edition)
    box, picked = box_of(state), (first, second, third, fourth, spare)
    tiles = [spoken.spoken(spoken.tile(choice.things[n - 1], box)) for n in picked]
    assert f"Chosen so far: {tiles[0]} and {tiles[1]}." in said
    assert f"Not together with the others: {tiles[4]}." in said
    assert f"Chosen so far: {tiles[0]}." in said
    assert game.line == [PayTiles(tuple(sorted(choice.things[n - 1] for n in (first, third, fourth))))]


def test_line_by_line_a_preview_of_tiles_picks_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    state = paying(40)
    choice = choice_of(state)
    numbers = [n + 1 for n in reds(choice, state)[:3]]
    all_three = " ".join(map(str, numbers))
    game, said = answering(monkeypatch, tmp_path, f"? {numbers[0]}", f"? {all_three}", all_three)
    assert "Chosen so far" not in said
    assert game.line == [PayTiles(tuple(sorted(choice.things[n - 1] for n in numbers)))]
