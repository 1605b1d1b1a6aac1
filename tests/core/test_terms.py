"""Every table of the rules is complete."""

import pytest

from rokoko_core import bonuses
from rokoko_core import du_barry as barry
from rokoko_core.bonus_table import BONUSES, Crown, Kind
from rokoko_core.moves.expert import EFFECTS
from rokoko_core.moves.festivity import FESTIVITIES
from rokoko_core.moves.hire import CONDITIONS
from rokoko_core.terms import BARRY_TARGETS, BarryAction, BarryTarget, Bonus, Colour, Condition, DressEffect, complete


def test_complete_names_missing_and_extra_entries() -> None:
    complete("TABLE", dict.fromkeys(Colour, 1), Colour)
    with pytest.raises(TypeError, match="TABLE: entries missing: red, yellow; entries too many: none"):
        complete("TABLE", {Colour.GREEN: 1, Colour.BLUE: 2}, Colour)
    with pytest.raises(TypeError, match="TABLE: entries missing: none; entries too many: pink"):
        complete("TABLE", {**{str(colour): 1 for colour in Colour}, "pink": 2}, map(str, Colour))


def test_every_table_is_complete() -> None:
    assert set(BONUSES) == set(Bonus)
    assert set(bonuses.ACTION_LISTERS) == {type(kind) for kind in BONUSES.values()} == set(Kind.__subclasses__())
    assert FESTIVITIES.keys() | EFFECTS.keys() == set(DressEffect)
    assert not FESTIVITIES.keys() & EFFECTS.keys()
    assert set(CONDITIONS) == set(Condition)
    assert set(barry.ACTIONS) == set(BARRY_TARGETS) == set(BarryAction)
    assert {target for aims in BARRY_TARGETS.values() for target in aims} == set(BarryTarget)


@pytest.mark.rule("BON-8")
def test_the_crowns_are_the_bonuses_with_that_prefix() -> None:
    assert {bonus for bonus, kind in BONUSES.items() if isinstance(kind, Crown)} == {b for b in Bonus if b.crown}


@pytest.mark.rule("JB-3")
def test_yellow_and_red_are_the_ladies_colours() -> None:
    assert [colour for colour in Colour if colour.ladies] == [Colour.YELLOW, Colour.RED]
