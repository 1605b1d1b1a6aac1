"""research.progress and earlier_version: levels of other sources, and docs/progress.md from invented games."""

from pathlib import Path
from random import Random

import pytest

from research import earlier_version, progress
from research.earlier_version import EarlierLevel, add_earlier_levels
from rokoko_core import legal_actions, observe, to_move
from rokoko_core.bots import LEVELS, Level, plan
from rokoko_core.bots.arena import Match, Result, SeatResult
from rokoko_core.bots.time_limit import timed_clock
from rokoko_core.engine import apply_unchecked
from rokoko_core.observe import Observation
from rokoko_core.pending import CardChoice
from rokoko_tui.arena.results import ResultFile
from tests.tabletop import new
from tools import ROOT


@pytest.fixture
def levels(monkeypatch: pytest.MonkeyPatch) -> dict[str, Level]:
    """Return all levels, and for one test those of the sources of this version under other names."""
    monkeypatch.setattr(earlier_version, "LEVELS", added := dict(LEVELS))
    add_earlier_levels("now", ROOT)
    assert set(added) - set(LEVELS) == {"journeyman-now", "master-now"}
    return added


def first_turn() -> Observation:
    state = new(2, 9)
    while not isinstance(state.pending[-1], CardChoice):
        state = apply_unchecked(state, legal_actions(state)[0])
    return observe(state, to_move(state))


def test_an_earlier_level_plays_by_the_code_in_its_folder(levels: dict[str, Level]) -> None:
    view, level = first_turn(), levels["journeyman-now"]
    expected = plan(view, "journeyman", Random(Random(1).getrandbits(64)))
    assert level.plan(view, Random(1), timed_clock(1)) == expected
    assert level.plan(view, Random(1), timed_clock(1)) == expected, "the same process answers again"


def test_a_folder_without_sources_is_refused(tmp_path: Path, levels: dict[str, Level]) -> None:
    with pytest.raises(RuntimeError, match="gave no answer"):
        EarlierLevel("journeyman", 1.0, folder=str(tmp_path)).plan(first_turn(), Random(1), timed_clock(1))


@pytest.mark.parametrize(("needed", "goal"), [(2, "missed"), (3, "3 games are needed to tell")])
def test_the_page_has_the_wins_the_lead_and_the_times(
    needed: int, goal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Won 60:50 and lost 40:70: the mean lead is (10 - 30) / 2."""
    monkeypatch.setattr(progress, "GAMES_NEEDED", needed)
    file = ResultFile(tmp_path / "results")
    totals = {("journeyman", "journeyman-0.6.0"): (60, 50), ("journeyman-0.6.0", "journeyman"): (70, 40)}
    for names, points in totals.items():
        seats = (
            SeatResult(name, total, float(total == max(points)), {}, times=(10 if name == "journeyman" else 4,))
            for name, total in zip(names, points, strict=True)
        )
        file.add(Result(Match(names, 1), tuple(seats)))
    file.close()
    *_, journeyman, master = progress.format_page(tmp_path / "results").splitlines()
    assert journeyman == f"| journeyman | 2 | 50.0% | 9.5 to 90.5% | -10.0 | 10 ms | {goal} |"
    assert master == "| master | 0 | | | | | not measured |"


@pytest.mark.parametrize(("won", "goal"), [(20, "met"), (14, "200 games are needed to tell"), (2, "missed")])
def test_few_games_decide_only_where_the_interval_leaves_no_doubt(won: int, goal: str) -> None:
    """Of 20 games, 14 are 70.0%, with an interval from 48.1 to 85.5%."""
    levels = ("journeyman", "journeyman-0.6.0")
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
