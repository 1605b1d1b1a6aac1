"""research.progress: the levels of the earlier version, and docs/progress.md from invented games."""

from pathlib import Path
from random import Random

import pytest

from research import progress
from rokoko_core import legal_actions, observe, to_move
from rokoko_core.bots import LEVELS, Level, learned_value
from rokoko_core.bots.arena import Match, Result, SeatResult
from rokoko_core.bots.learned_value import Network
from rokoko_core.bots.rollout_pool import ALONE, RolloutPool
from rokoko_core.bots.search import Search
from rokoko_core.bots.time_limit import Clock
from rokoko_core.bots.turn_search import committed, lines
from rokoko_core.engine import apply_unchecked
from rokoko_core.observe import Observation, determinize
from rokoko_core.pending import CardChoice
from rokoko_tui.arena.results import ResultFile
from tests.tabletop import new


@pytest.fixture
def levels(monkeypatch: pytest.MonkeyPatch) -> dict[str, Level]:
    """Return all levels, the earlier ones too, which are added for one test."""
    monkeypatch.setattr(progress, "LEVELS", added := dict(LEVELS))
    progress.add_earlier_levels()
    assert set(added) - set(LEVELS) == {"journeyman-0.5.0", "master-0.5.0"}
    return added


def first_turn() -> Observation:
    state = new(2, 9)
    while not isinstance(state.pending[-1], CardChoice):
        state = apply_unchecked(state, legal_actions(state)[0])
    return observe(state, to_move(state))


def test_the_earlier_journeyman_chooses_by_the_evaluation_alone(
    levels: dict[str, Level], monkeypatch: pytest.MonkeyPatch
) -> None:
    view, level = first_turn(), levels["journeyman-0.5.0"]
    units = len(learned_value.INPUTS)
    other = Network("", (), ((),) * 7, (), tuple(-1000.0 if n == 5 else 0.0 for n in range(units)))
    monkeypatch.setattr(learned_value, "NETWORK", other)
    assert view.seat is not None
    assert level.plan(view, Random(1), Clock()) == committed(lines(determinize(view, Random(1)), view.seat)[0])
    assert level.plan(view, Random(1), Clock()) != LEVELS["journeyman"].plan(view, Random(1), Clock())


def test_the_earlier_master_searches_half_of_the_time(
    levels: dict[str, Level], monkeypatch: pytest.MonkeyPatch
) -> None:
    runs: list[float] = []

    class NotedSearch(Search):
        def run(self, clock: Clock, pool: RolloutPool = ALONE) -> None:
            runs.append(clock.left)
            assert self._options.by_evaluation
            super().run(clock._replace(deadline=0.0))

    monkeypatch.setattr(progress, "Search", NotedSearch)
    plan = levels["master-0.5.0"].plan(first_turn(), Random(1), Clock(12.0, now=lambda: 4.0))
    assert plan
    assert runs == [4.0]


@pytest.mark.parametrize(("needed", "goal"), [(2, "missed"), (3, "3 games are needed to tell")])
def test_the_page_has_the_wins_the_lead_and_the_times(
    needed: int, goal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Won 60:50 and lost 40:70: the mean lead is (10 - 30) / 2."""
    monkeypatch.setattr(progress, "GAMES_NEEDED", needed)
    file = ResultFile(tmp_path / "results")
    totals = {("journeyman", "journeyman-0.5.0"): (60, 50), ("journeyman-0.5.0", "journeyman"): (70, 40)}
    for names, points in totals.items():
        seats = (
            SeatResult(name, total, float(total == max(points)), {}, times=(10 if name == "journeyman" else 4,))
            for name, total in zip(names, points, strict=True)
        )
        file.add(Result(Match(names, 1), tuple(seats)))
    file.close()
    *_, journeyman, master = progress.format_page(tmp_path / "results").splitlines()
    assert journeyman == f"| journeyman | 2 | 50.0% | 9.5 to 90.5% | -10.0 | 10 ms | 4 ms | {goal} |"
    assert master == "| master | 0 | | | | | | not measured |"


@pytest.mark.parametrize(("won", "goal"), [(20, "met"), (14, "200 games are needed to tell"), (2, "missed")])
def test_few_games_decide_only_where_the_interval_leaves_no_doubt(won: int, goal: str) -> None:
    """Of 20 games, 14 are 70.0%, with an interval from 48.1 to 85.5%."""
    levels = ("journeyman", "journeyman-0.5.0")
    results = [
        Result(
            Match(levels, seed),
            tuple(
                SeatResult(name, 9, float((seed < won) == (n == 0)), {}, times=(1,)) for n, name in enumerate(levels)
            ),
        )
        for seed in range(20)
    ]
    assert f"| {goal} |" in progress.format_row("journeyman", results)
