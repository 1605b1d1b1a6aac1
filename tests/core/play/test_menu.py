"""What the menu says of every position: the legal actions and refusals, what is forced, what costs, what it scores."""

from random import Random

import pytest
from hypothesis import given

from rokoko_core import Game
from rokoko_core.actions import (
    Action,
    ChooseHand,
    Decline,
    Depute,
    EndTurn,
    MakeDress,
    PayTiles,
    PlayCard,
    RevealBarry,
    SurrenderTile,
    UseBonus,
)
from rokoko_core.bonus_table import BONUSES, Gain
from rokoko_core.box import box_of
from rokoko_core.engine import apply, legal_actions, new_state, why_not
from rokoko_core.pending import BonusOf, Payment, TurnEnd
from rokoko_core.play.menu import Menu, forced_action, menu_of
from rokoko_core.preview import preview
from rokoko_core.score_range import compute_score_range
from rokoko_core.state import Seat, Setup, State
from rokoko_core.terms import Expansion
from tests import tabletop as table
from tests.core.positions import positions
from tests.saves.sample_games import FOLDER

SAVES = sorted(path.stem for path in FOLDER.glob("*.rokoko"))
NEVER_FORCED = (Decline, EndTurn, RevealBarry)
WITHOUT_RANGE = (ChooseHand, PayTiles, PlayCard, RevealBarry)


def check(state: State) -> Menu:
    """Check the whole menu of ``state``, and return it."""
    menu, actions = menu_of(state), legal_actions(state)
    assert menu.actions == actions
    assert menu.refusals == why_not(state)
    tile = box_of(state).tile
    silk = {tuple(sorted(tile[t].silk for t in action.tiles)) for action in actions if isinstance(action, PayTiles)}
    only = actions[0] if 1 in (len(actions), len(silk)) and not isinstance(actions[0], NEVER_FORCED) else None
    pending = state.pending[-1] if state.pending else None
    if isinstance(pending, BonusOf) and isinstance(BONUSES[box_of(state).card[pending.card].bonus], Gain):
        only = UseBonus() if UseBonus() in actions else None
    assert menu.forced == only
    assert menu.only_end == (actions == (EndTurn(),))
    for item in menu.items:
        assert item.spends == spends(state, item.action), item.action
        expected = None if isinstance(item.action, WITHOUT_RANGE) else compute_score_range(state, item.action)
        assert item.score_range == expected, item.action
    return menu


def spends(state: State, action: Action) -> bool:
    shown = preview(state, action)
    always = isinstance(action, Decline | Depute | PayTiles | SurrenderTile)
    return always or bool(shown.price or shown.spent or shown.tiles)


@pytest.mark.quick(2)
@pytest.mark.parametrize("name", SAVES)
def test_the_menu_agrees_with_the_rules_in_recorded_games(name: str) -> None:
    game = Game.load(FOLDER / f"{name}.rokoko")
    for position in range(SAVES.index(name) % 7, game.length, 7):
        check(game.at(position))
    assert check(game.at(game.length)) == Menu()


@given(positions())
def test_the_menu_agrees_with_the_rules_in_random_games(state: State) -> None:
    check(state)


def test_every_kind_of_decision_comes_up() -> None:
    """The recorded games hold what the checks above are about."""
    seen: set[str] = set()
    for name in ("base-2", "everything-3", "solo-everything"):
        game = Game.load(FOLDER / f"{name}.rokoko")
        for position in range(0, game.length, 2):
            menu = menu_of(game.at(position))
            seen |= {"forced"} if menu.forced is not None else set()
            seen |= {"only end"} if menu.only_end else set()
            seen |= {"refused"} if menu.refusals else set()
            seen |= {"free" if not item.spends else "spends" for item in menu.items}
            seen |= {type(item.action).__name__ for item in menu.items}
    assert seen >= {"forced", "only end", "refused", "free", "spends"}
    assert seen >= {kind.__name__ for kind in (ChooseHand, Decline, Depute, MakeDress, PayTiles, RevealBarry)}


def test_a_payment_is_forced_only_where_there_is_one_way() -> None:
    state = new_state(Setup((Seat("Ada"), Seat("Bo")), 1, frozenset(Expansion), 0))
    box = box_of(state)
    tiles = [tile for tile in box.all_tiles if box.tile[tile].silk[2]]
    state = table.windows(table.turn(state, 0, "base-master"), "red-9")
    state = table.give(state, 0, silk=Random(1).sample(tiles, 8), livre=30, yarn=5, lace=5)
    state = apply(state, MakeDress("red-9"))
    assert isinstance(state.pending[-1], Payment)
    menu = check(state)
    assert len(menu.items) > 1 and menu.forced is None


@pytest.mark.rule("ACQ-3", "DRESS-2")
def test_a_payment_of_equal_silk_is_forced() -> None:
    """The two tiles differ in the notions that they had before they were kept."""
    state = table.windows(table.turn(table.new(), 0, "base-master"), "green-1")
    state = table.give(state, 0, livre=9, silk=("gr:lace", "gr:yarn", "g:yarn+lace"), yarn=3, lace=3)
    state = apply(state, MakeDress("green-1"))
    assert len(legal_actions(state)) > 1 and forced_action(state) is None
    equal = table.windows(table.turn(table.new(), 0, "base-master"), "green-1")
    equal = table.give(equal, 0, livre=9, silk=("gr:lace", "gr:lace", "gr:yarn"), yarn=3, lace=3)
    equal = apply(equal, MakeDress("green-1"))
    assert len(legal_actions(equal)) > 1 and menu_of(equal).forced == legal_actions(equal)[0]


def test_an_action_is_looked_up() -> None:
    state = new_state(Setup((Seat("Ada"), Seat("Bo")), 1, first_player=0))
    menu = menu_of(state)
    for action in legal_actions(state):
        item = menu.item(action)
        assert item is not None and item.action == action
    assert menu.item(EndTurn()) is None
    assert not isinstance(state.pending[-1], TurnEnd) and not menu.only_end
