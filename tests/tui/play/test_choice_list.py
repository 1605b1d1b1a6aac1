"""The list of choices: what is possible, and what is not and why."""

import pytest

from rokoko_core import Game
from rokoko_core.actions import Decline, Depute, EndTurn, PlayCard, TakeTile
from rokoko_core.observe import observe
from rokoko_core.pending import BarryHall, BarryTurn, HandChoice, Payment
from rokoko_core.play.menu import Menu, menu_of
from rokoko_tui.play.choice_list import EntryKind, find_useful_entry, list_entries
from rokoko_tui.text import get_words
from rokoko_tui.text.piece_refs import PieceRef
from tests.saves.sample_games import FOLDER
from tests.tabletop import give, new, turn, windows


def test_a_refused_action_is_found_by_its_pieces() -> None:
    state = give(windows(turn(new(), 0, "base-master"), "yellow-1"), 0, livre=0)
    window = PieceRef("window", state.windows.index("yellow-1"))
    shown = list_entries(observe(state, 0), menu_of(state), get_words("classic"), None, ())
    refused = {entry.text: entry.pieces for entry in shown if entry.kind is EntryKind.REFUSAL}
    assert refused["Yellow ladies' dress (YY): missing: 2 yellow silk"] == {window}
    assert {PieceRef("tile", space) for space in range(len(state.warehouse))} <= set().union(*refused.values())


@pytest.mark.parametrize("name", ["base-4", "everything-3", "solo-everything"])
def test_the_cursor_starts_on_the_first_entry_that_gains_something(name: str) -> None:
    """Never on a pass, and on giving up a card or a tile only where nothing else can be taken."""
    game, kinds = Game.load(FOLDER / f"{name}.rokoko"), set[type]()
    for number in range(0, game.length, 3):
        state = game.at(number)
        if not state.pending or isinstance(state.pending[-1], HandChoice | Payment | BarryTurn | BarryHall):
            continue
        view = observe(state, state.pending[-1].seat)
        entries = list_entries(view, Menu(), get_words("classic"), None, ())
        start = entries[find_useful_entry(entries)]
        others = {type(entry.action) for entry in entries if entry.action is not None}
        kinds.add(type(start.action))
        if isinstance(start.action, Decline | EndTurn):
            assert others <= {Decline, EndTurn}
        if isinstance(start.action, Depute):
            assert others <= {Decline, EndTurn, Depute}
    assert {TakeTile, PlayCard, EndTurn} <= kinds
