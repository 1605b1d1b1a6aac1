"""The notice of the player to move: title and bell."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from rokoko_tui.settings.settings import Settings
from rokoko_tui.table.effects import Request, Title
from rokoko_tui.table.mover_notice import MoverNotice
from tests.tui.at_table import TWO

WORDS = Settings().words


class Notice:
    """A notice for seat 0 at the terminal, with its titles and the number of rings."""

    def __init__(self, people: tuple[int, ...] = (0,), bell: bool = True) -> None:
        self.titles: list[str] = []
        self.rings = 0
        self.game = cast("Any", SimpleNamespace(to_move=1, position=4, people=people, setup=TWO))
        self.notice = MoverNotice(self.game, Settings(bell=bell))

    def move_to(self, mover: int | None, position: int) -> str:
        """Return the title after the game moved on."""
        self.game.to_move, self.game.position = mover, position
        effects = self.notice.update()
        self.titles += [effect.text for effect in effects if isinstance(effect, Title)]
        self.rings += effects.count(Request.RING)
        return self.titles[-1]


def test_the_title_names_the_player_to_move() -> None:
    notice = Notice()
    assert notice.move_to(0, 5) == WORDS.say("table.window.yours")
    assert notice.move_to(1, 6) == WORDS.say("table.window.theirs", who=WORDS.seat(TWO, 1))
    assert notice.move_to(None, 7) == WORDS.say("table.window.over")


def test_between_people_the_title_is_a_name() -> None:
    assert Notice(people=(0, 1)).move_to(0, 5) == WORDS.say("table.window.theirs", who=WORDS.seat(TWO, 0))


@pytest.mark.parametrize(
    ("mover", "position", "bell", "rings"),
    [(0, 5, True, 1), (0, 5, False, 0), (0, 3, True, 0), (1, 5, True, 0), (None, 5, True, 0)],
    ids=["own turn", "bell off", "undone", "same player", "game over"],
)
def test_the_bell_rings_once_when_the_turn_becomes_a_persons(
    mover: int | None, position: int, bell: bool, rings: int
) -> None:
    notice = Notice(bell=bell)
    notice.move_to(mover, position)
    notice.move_to(mover, position)
    assert notice.rings == rings
