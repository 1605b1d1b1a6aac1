"""The list of choices: what is possible, and what is not and why."""

from rokoko_core.observe import observe
from rokoko_core.play.menu import menu_of
from rokoko_tui.play.choice_list import EntryKind, list_entries
from rokoko_tui.text import get_words
from rokoko_tui.text.piece_refs import PieceRef
from tests.tabletop import give, new, turn, windows


def test_a_refused_action_is_found_by_its_pieces() -> None:
    state = give(windows(turn(new(), 0, "base-master"), "yellow-1"), 0, livre=0)
    window = PieceRef("window", state.windows.index("yellow-1"))
    shown = list_entries(observe(state, 0), menu_of(state), get_words("classic"), None, ())
    refused = {entry.text: entry.pieces for entry in shown if entry.kind is EntryKind.REFUSAL}
    assert refused["Yellow ladies' dress (YY): missing: 2 yellow silk"] == {window}
    assert {PieceRef("tile", space) for space in range(len(state.warehouse))} <= set().union(*refused.values())
