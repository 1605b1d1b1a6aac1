"""The daily game: the seed of a day, its setup, and the day of a setup."""

from datetime import date
from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from rokoko_core import Game, to_move
from rokoko_core.bots import LEVELS, plan
from rokoko_core.bots.time_limit import timed_clock
from rokoko_core.observe import observe
from rokoko_core.setup import MOST_SEED, check_new_setup
from rokoko_core.state import Seat, state_digest
from rokoko_core.terms import Expansion
from rokoko_tui.settings import daily_deal
from rokoko_tui.settings.daily_deal import daily_setup, day_of, seed_of
from rokoko_tui.settings.settings import Settings

DAY = date(2026, 11, 23)
SETTINGS = Settings(name="Ada", language="english")


@pytest.mark.parametrize(
    ("day", "seed"),
    [
        ("2026-01-01", 20260101150761),
        ("2026-11-23", 20261123861331),
        ("2028-02-29", 20280229755818),
    ],
)
def test_the_seed_of_a_day_never_changes(day: str, seed: int) -> None:
    """Each was computed in a shell: ``printf 'rokoko 2026-11-23' | sha256sum``, 8 hex digits modulo a million."""
    assert seed_of(date.fromisoformat(day)) == seed


def test_the_deal_of_a_day_never_changes() -> None:
    """The table of one day, however the players are called."""
    setup = daily_setup(DAY, SETTINGS, SETTINGS.words)
    assert [(seat.kind, seat.level) for seat in setup.players] == [
        ("human", None),
        ("bot", "journeyman"),
        ("bot", "journeyman"),
    ]
    assert (setup.components, setup.expansions, setup.first_player) == ("reconstructed-2", frozenset(), None)
    named = replace(setup, players=tuple(Seat(f"P{n}", s.kind, s.level) for n, s in enumerate(setup.players)))
    assert state_digest(Game.new(named).state) == "13baf3aeeaf1d88b"


@pytest.mark.parametrize(
    ("day", "components"),
    [
        ("0001-01-01", "reconstructed-2"),
        ("2026-12-31", "reconstructed-2"),
        ("2027-01-01", "reconstructed-3"),
        ("9999-12-31", "reconstructed-3"),
    ],
)
def test_the_set_changes_with_a_year(day: str, components: str) -> None:
    """Deals before the new set keep theirs, and no deal with the other set is that of the day."""
    setup = daily_setup(date.fromisoformat(day), SETTINGS, SETTINGS.words)
    assert setup.components == components
    other = next(name for name in daily_deal.SETS.values() if name != components)
    assert day_of(replace(setup, components=other)) is None


def test_every_day_has_a_valid_setup_of_its_own() -> None:
    days = [date.fromordinal(DAY.toordinal() + n) for n in range(400)]
    setups = [daily_setup(day, SETTINGS, SETTINGS.words) for day in days]
    for day, setup in zip(days, setups, strict=True):
        check_new_setup(setup)
        assert day_of(setup) == day
    assert all(later.seed - earlier.seed > 2000 for earlier, later in pairwise(setups)), "no random numbers in common"
    assert seed_of(date(9999, 12, 31)) <= MOST_SEED


def test_names_and_language_do_not_matter_to_the_day() -> None:
    for settings in (Settings(name="Rosalie", language="english"), Settings(name="Оля", language="ukrainian")):
        setup = daily_setup(DAY, settings, settings.words)
        assert day_of(setup) == DAY
        assert len({seat.name for seat in setup.players}) == 3


def test_any_other_game_has_no_day() -> None:
    setup = daily_setup(DAY, SETTINGS, SETTINGS.words)
    others = (
        replace(setup, seed=setup.seed + 1),
        replace(setup, seed=20261123),
        replace(setup, seed=20261340 * 10**6),
        replace(setup, expansions=frozenset({Expansion.FANCY})),
        replace(setup, components="reconstructed-1"),
        replace(setup, first_player=0),
        replace(setup, players=setup.players[:2]),
        replace(setup, players=(*setup.players[:2], Seat("Bo", "bot", "novice"))),
        replace(setup, players=(setup.players[1], setup.players[0], setup.players[2])),
    )
    assert [day_of(other) for other in others] == [None] * len(others)


def test_the_bots_answer_alike_on_slow_and_fast_machines() -> None:
    """The levels of the daily game do not look at the clock."""
    game = Game.new(daily_setup(DAY, SETTINGS, SETTINGS.words))
    view = observe(game.state, to_move(game.state))
    fast, slow = (
        LEVELS[level].plan(view, Random("1/0"), timed_clock(seconds, lambda: False))
        for level, seconds in ((daily_deal.LEVELS[0], 60.0), (daily_deal.LEVELS[1], 0.0))
    )
    assert fast == slow == plan(view, daily_deal.LEVELS[0], Random("1/0"))
