"""The notice of the player to move: title and alert."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from rokoko_tui.settings.settings import Settings, TurnAlert
from rokoko_tui.table.effects import Request, Title
from rokoko_tui.table.session import MoverNotice
from tests.tui.at_table import TWO

WORDS = Settings().words


class Notice:
    """A notice for seat 0 at the terminal, with its titles and the number of alerts."""

    def __init__(
        self, people: tuple[int, ...] = (0,), alert: TurnAlert = "notification", is_hosted: bool = True
    ) -> None:
        self.titles: list[str] = []
        self.alerts = 0
        self.game = cast("Any", SimpleNamespace(to_move=1, position=4, people=people, setup=TWO))
        self.notice = MoverNotice(self.game, Settings(turn_alert=alert), is_hosted)

    def move_to(self, mover: int | None, position: int) -> str:
        """Return the title after the game moved on."""
        self.game.to_move, self.game.position = mover, position
        effects = self.notice.update()
        self.titles += [effect.text for effect in effects if isinstance(effect, Title)]
        self.alerts += effects.count(Request.ALERT)
        return self.titles[-1]


def test_the_title_names_the_player_to_move() -> None:
    notice = Notice()
    assert notice.move_to(0, 5) == WORDS.say("table.window.yours")
    assert notice.move_to(1, 6) == WORDS.say("table.window.theirs", who=WORDS.seat(TWO, 1))
    assert notice.move_to(None, 7) == WORDS.say("table.window.over")


def test_between_people_the_title_is_a_name() -> None:
    assert Notice(people=(0, 1)).move_to(0, 5) == WORDS.say("table.window.theirs", who=WORDS.seat(TWO, 0))


@pytest.mark.parametrize(
    ("mover", "position", "alerts"),
    [(0, 5, 1), (0, 3, 0), (1, 5, 0), (None, 5, 0)],
    ids=["own turn", "undone", "same player", "game over"],
)
def test_a_person_is_alerted_once_when_the_turn_becomes_theirs(mover: int | None, position: int, alerts: int) -> None:
    notice = Notice()
    notice.move_to(mover, position)
    notice.move_to(mover, position)
    assert notice.alerts == alerts


@pytest.mark.parametrize(
    ("alert", "is_hosted", "people", "alerts"),
    [
        ("off", True, (0,), 0),
        ("bell", True, (0,), 1),
        ("bell", False, (0,), 1),
        ("notification", False, (0,), 0),
        ("bell", False, (0, 1), 0),
    ],
    ids=["off", "bell", "bell against bots", "no notification against bots", "several people at one terminal"],
)
def test_what_alerts_depends_on_the_setting_and_the_game(
    alert: TurnAlert, is_hosted: bool, people: tuple[int, ...], alerts: int
) -> None:
    notice = Notice(people, alert, is_hosted)
    notice.move_to(0, 5)
    assert notice.alerts == alerts
