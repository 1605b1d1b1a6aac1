"""How the weights of the evaluation are found: what is noted of a game, how it is fitted, and what is written."""

import sys
from pathlib import Path
from shutil import copyfile
from typing import cast

import pytest
from msgspec.structs import replace

from rokoko_core.bots import evaluation, tuning
from rokoko_core.bots.evaluation import PARTS, Features, Weights, read_weights
from rokoko_core.bots.tuning import HOLD, Sample, fitted, observed

SHIPPED = Path(evaluation.__file__).with_name("evaluation.toml")


@pytest.fixture
def weights() -> Weights:
    """The weights as they ship."""
    return read_weights(SHIPPED)


def sample(left: int, final: float, **counts: float) -> Sample:
    """A position ``left`` rounds from the end at which ``counts`` were counted, the rest 0, that came to ``final``."""
    return left, cast(Features, dict.fromkeys(PARTS, 0.0) | counts), final


def tables(weights: Weights) -> tuple[dict[str, float], dict[str, float]]:
    return dict(weights.now), dict(weights.later)  # type: ignore[arg-type]


# ---- the fit


def test_without_games_the_weights_stay(weights: Weights) -> None:
    assert fitted([], weights) == weights


def test_games_that_came_to_what_was_expected_change_nothing(weights: Weights) -> None:
    now, later = tables(weights)
    seen = [sample(0, 10 * now["prestige"] + 3 * now["livre"], prestige=10, livre=3)] * 500
    seen += [sample(3, 7 * (now["masters"] + later["masters"] / 2), masters=7)] * 500
    after = tables(fitted(seen, weights))
    for found, before in zip(after, (now, later), strict=True):
        assert found == pytest.approx(before)


@pytest.mark.parametrize(("positions", "share"), [(HOLD / 2, 1 / 3), (HOLD, 1 / 2), (HOLD * 9, 9 / 10)])
def test_the_present_weight_counts_as_so_many_positions(weights: Weights, positions: float, share: float) -> None:
    """One statue each at the end of the game, worth 4 more than was thought."""
    now, later = tables(weights)
    after = tables(fitted([sample(0, now["statues"] + 4, statues=1)] * int(positions), weights))
    assert after[0]["statues"] == pytest.approx(now["statues"] + 4 * share)
    assert after[1] == pytest.approx(later), "the last round says nothing of what is still to come"
    assert {part: w for part, w in after[0].items() if part != "statues"} == pytest.approx(
        {part: w for part, w in now.items() if part != "statues"}
    )


def test_at_the_start_of_the_game_now_and_later_share_what_was_not_expected(weights: Weights) -> None:
    now, later = tables(weights)
    expected = now["deck"] + later["deck"]
    after = tables(fitted([sample(6, expected + 3, deck=1)] * int(HOLD), weights))
    assert after[0]["deck"] == pytest.approx(now["deck"] + 1)
    assert after[1]["deck"] == pytest.approx(later["deck"] + 1)


def test_what_two_parts_bring_is_told_apart(weights: Weights) -> None:
    """Dresses are worth 5 and jewels' income 1 whatever was thought; every mixture of the two is seen."""
    mixtures = [(dresses, income) for dresses in range(6) for income in range(6)] * 400
    seen = [sample(0, 5.0 * d + 1.0 * i, dresses=d, income=i) for d, i in mixtures]
    now, _ = tables(fitted(seen, weights))
    assert (now["dresses"], now["income"]) == (pytest.approx(5, abs=0.1), pytest.approx(1, abs=0.1))


# ---- what is noted


def test_every_turn_of_a_game_is_noted_with_what_its_seat_scored_in_the_end() -> None:
    seen = observed(0)
    assert observed(0) == seen, "a game depends on its number alone"
    lefts = [left for left, _, _ in seen]
    assert lefts == sorted(lefts, reverse=True) and set(lefts) == set(range(7))
    assert all(lefts.count(left) >= 2 * 3 for left in range(7)), "two people with three cards each in every round"
    assert len({final for _, _, final in seen}) == 2
    assert all(final > 0 and tuple(counts) == PARTS for _, counts, final in seen)
    last = [counts["prestige"] for left, counts, _ in seen if left == 0]
    first = [counts["prestige"] for left, counts, _ in seen if left == 6]
    assert min(last) > max(first)


# ---- what is written


def test_the_two_tables_are_written_anew_and_the_rest_stays(tmp_path: Path, weights: Weights) -> None:
    path = tmp_path / "evaluation.toml"
    copyfile(SHIPPED, path)
    tuning.write(weights, path)
    assert path.read_text(encoding="utf-8") == SHIPPED.read_text(encoding="utf-8"), (
        "the same weights make the same file"
    )
    now, later = tables(weights)
    changed = replace(weights, now={**now, "halls": 1.23456, "start": -0.0001}, later={**later, "start": 9.0})
    tuning.write(changed, path)
    after = read_weights(path)
    assert tables(after) == ({**now, "halls": 1.235, "start": 0.0}, {**later, "start": 9.0})
    assert (after.rank, after.bonus) == (weights.rank, weights.bonus)
    comments = [line for line in SHIPPED.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    assert [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#")] == comments


def test_the_command_plays_fits_and_writes(
    tmp_path: Path, weights: Weights, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[int] = []

    def seen(seed: int) -> list[Sample]:
        asked.append(seed)
        return [sample(0, tables(weights)[0]["royal"] + 2, royal=1)] * int(HOLD / 2)

    class Here:
        def __init__(self, jobs: int):
            assert jobs == 3

        def __enter__(self) -> "Here":
            return self

        def __exit__(self, *_: object) -> None: ...

        def map(self, work: object, seeds: range, chunksize: int) -> list[list[Sample]]:
            assert work is seen and chunksize
            return [seen(seed) for seed in seeds]

    monkeypatch.setattr(tuning, "observed", seen)
    monkeypatch.setattr(tuning, "ProcessPoolExecutor", Here)
    path = tmp_path / "evaluation.toml"
    copyfile(SHIPPED, path)
    monkeypatch.setattr(sys, "argv", ["tuning", "--games", "2", "--seed", "40", "--jobs", "3", "--out", str(path)])
    tuning.main()
    assert asked == [40, 41]
    assert tables(read_weights(path))[0]["royal"] == pytest.approx(tables(weights)[0]["royal"] + 1)
    assert capsys.readouterr().out == f"{int(HOLD)} positions of 2 games; {path} written\n"
