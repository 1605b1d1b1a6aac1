"""research.value_training: games, and the fits of the network and the round value, checked with reachable values."""

from itertools import product
from pathlib import Path
from random import Random
from statistics import fmean

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from research.value_training import command as training
from research.value_training import games, round_ends
from research.value_training.fitting import FOLDS, Array, Decisions, Quality, decisions_of, fit, mean_of
from research.value_training.games import Label, SearchedGame, play_game, search
from rokoko_core import legal_actions, observe, to_move
from rokoko_core.bots.evaluation import rounds_left
from rokoko_core.bots.learned_value import INPUTS, inputs_of, read_network
from rokoko_core.bots.rollout import apply_all
from rokoko_core.bots.round_value import RoundValue
from rokoko_core.components import newest
from rokoko_core.engine import apply_unchecked, new_state
from rokoko_core.observe import determinize
from rokoko_core.pending import CardChoice
from rokoko_core.scoring import final_scores
from rokoko_core.terms import Expansion
from tests.tabletop import new

LIVRE, MASTERS = INPUTS.index("livre"), INPUTS.index("masters")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"SHARE": 0.2, "DEALS": 1, "BEST": 2, "OTHERS": 1}.items():
        monkeypatch.setattr(games, name, value)


# ---- games


def test_a_search_keeps_the_results_of_the_best_lines_and_of_others() -> None:
    state = new(2, 9)
    while not isinstance(state.pending[-1], CardChoice):
        state = apply_unchecked(state, legal_actions(state)[0])
    label, best = search(observe(state, to_move(state)), 5, "deal", Random(1))
    assert (label.at, label.deal) == (5, "deal")
    assert len(label.lines) == len(set(label.lines)) == games.BEST + games.OTHERS
    assert [len(leads) for leads in label.leads] == [games.DEALS] * len(label.lines)
    assert best.actions in label.lines
    estimates = [
        games.DEALS * fmean(leads) + games.PRIOR * worth for leads, worth in zip(label.leads, label.worth, strict=True)
    ]
    assert estimates[label.lines.index(best.actions)] > fmean(estimates)


@pytest.mark.usefixtures("quick")
def test_a_game_depends_on_its_seed_and_is_read_back() -> None:
    game = play_game(3)
    assert game == play_game(3) != play_game(4)
    assert msgspec.json.decode(msgspec.json.encode(game), type=SearchedGame) == game
    state, labels = new_state(game.setup), {label.at: label for label in game.labels}
    for at, action in enumerate(game.actions):
        if at in labels:
            assert len(legal_actions(state)) > 1, "a decision"
        state = apply_unchecked(state, action)
    assert to_move(state) is None and labels


@pytest.mark.usefixtures("quick")
def test_the_inputs_are_those_after_the_line() -> None:
    game = play_game(3)
    decisions = decisions_of([game])
    label = game.labels[0]
    state = new_state(game.setup)
    for action in game.actions[: label.at]:
        state = apply_unchecked(state, action)
    seat = to_move(state)
    assert seat is not None
    end = apply_all(determinize(observe(state, seat), Random(label.deal)), label.lines[0])
    assert list(decisions.inputs[0]) == [float(value) for value in inputs_of(end, seat)]
    assert decisions.left[0] == rounds_left(end, seat)
    assert decisions.lead[0] == pytest.approx(fmean(label.leads[0]))
    assert decisions.decisions == len(game.labels)


# ---- the fit


def made_up(count: int = 1500) -> Decisions:
    """Return decisions with 4 lines each. A Master is worth 3 prestige, but only with more than 5 Livre."""
    rng = np.random.default_rng(1)
    inputs = np.zeros((4 * count, len(INPUTS)))
    inputs[:, LIVRE], inputs[:, MASTERS] = rng.uniform(0, 10, 4 * count), rng.integers(0, 2, 4 * count)
    worth = rng.normal(0, 2, 4 * count)
    missing = 3.0 * inputs[:, MASTERS] * (inputs[:, LIVRE] > 5)
    number: Array = np.repeat(np.arange(count), 4)
    luck = rng.normal(0, 9, count)[number]
    return Decisions(inputs, rng.integers(0, 7, 4 * count), worth, worth + missing + luck, number, number // 10)


def test_the_network_learns_what_the_evaluation_lacks() -> None:
    network, quality = fit(made_up(), "made up", units=6, epochs=25)
    assert quality.decisions == 1500, "each in the fold that leaves it out"
    assert quality.before < quality.best - 0.3
    assert quality.after > quality.best - 0.1

    def value(livre: float, masters: float) -> float:
        inputs = [0.0] * len(INPUTS)
        inputs[LIVRE], inputs[MASTERS] = livre, masters
        return network.value(inputs, 3)

    assert value(9, 1) - value(9, 0) == pytest.approx(3, abs=0.5)
    assert value(1, 1) - value(1, 0) == pytest.approx(0, abs=0.5)


def test_the_mean_of_networks_has_the_mean_of_their_values() -> None:
    networks = [fit(made_up(60), "", units=2, epochs=epochs)[0] for epochs in (1, 2)]
    both = mean_of(networks, "both")
    inputs = [0.5] * len(INPUTS)
    for left in (0, 6):
        assert both.value(inputs, left) == pytest.approx(fmean(n.value(inputs, left) for n in networks), rel=1e-2)


def test_the_command_fits_all_files_and_writes_the_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = SearchedGame(1, (), (Label(0, "", (), (), ()),))
    files = [tmp_path / "one", tmp_path / "two"]
    for file in files:
        file.write_bytes(msgspec.json.encode(game) + b"\n")
    calls: list[int] = []

    def decisions_of_all(every: list[SearchedGame]) -> Decisions:
        calls.append(len(list(every)))
        return made_up(50)

    monkeypatch.setattr(training, "decisions_of", decisions_of_all)
    out = tmp_path / "network.json"
    arguments = ["fit", *map(str, files), "--about", "Two games:", "--units", "2", "--epochs", "1", "--out", str(out)]
    assert training.main(arguments) == 0
    assert calls == [2]
    network = read_network(out)
    assert network.about == "Two games: 50 decisions of 5 games."
    assert len(network.output) == 2 * FOLDS
    assert capsys.readouterr().out.startswith("Two games: 50 decisions of 5 games.\n50 other decisions: ")


def test_the_quality_is_described_in_words() -> None:
    text = training.describe(Quality(10, 1.234, 1.5, 2.0))
    assert "1.23" in text and "1.50" in text and "2.00" in text


# ---- the ends of rounds


def test_a_game_of_round_ends_depends_on_its_seed_and_is_read_back() -> None:
    game = round_ends.play_game(18)
    assert game == round_ends.play_game(18)
    assert msgspec.json.decode(msgspec.json.encode(game), type=round_ends.PlayedGame) == game
    state = new_state(game.setup)
    for action in game.actions:
        state = apply_unchecked(state, action)
    assert to_move(state) is None
    assert game.totals == tuple(score.total for score in final_scores(state))


def test_games_of_round_ends_have_every_number_of_players_and_every_expansion() -> None:
    setups = [round_ends.setup_of(seed) for seed in range(len(round_ends.TABLES))]
    assert {(len(setup.players), bool(setup.expansions)) for setup in setups} == set(
        product((2, 3, 4, 5), (False, True))
    )
    assert set().union(*(setup.expansions for setup in setups if len(setup.expansions) == 1)) == set(Expansion)
    assert {setup.components for setup in setups} == {newest()}


@pytest.mark.parametrize(("last_errors", "rounds"), [(0, [2, 3, 4, 5, 6, 7]), (5, [6, 7]), (6, [7])])
def test_only_ends_of_rounds_after_the_errors_count_with_the_final_lead(last_errors: int, rounds: list[int]) -> None:
    game = replace(round_ends.play_game(18), last_errors=last_errors)
    ends = round_ends.round_ends_of([game])
    assert list(ends.round) == rounds, "of the first of two seats"
    assert set(ends.lead) == {game.totals[0] - game.totals[1]}
    assert ends.differences.shape == (len(rounds), len(INPUTS))


PLAYED = round_ends.PlayedGame(1, round_ends.setup_of(1), "", (0.0, 0.0), 0, (), (50, 40))


def made_up_ends(count: int = 600) -> round_ends.RoundEnds:
    """Return ends at which the evaluation is right, but for 2 prestige for each Livre more than the rival's."""
    rng = np.random.default_rng(2)
    differences = np.zeros((count, len(INPUTS)))
    differences[:, LIVRE] = rng.uniform(-5, 5, count)
    worth = rng.normal(0, 5, count)
    lead = worth + 2 * differences[:, LIVRE] + rng.normal(0, 1, count)
    return round_ends.RoundEnds(differences, worth, lead, rng.integers(2, 8, count), np.arange(count) // 6)


def test_the_round_value_learns_what_the_evaluation_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(round_ends, "PENALTY", 1.0)
    value, before, after = round_ends.fit(made_up_ends(), "made up")
    assert value.about == "made up"
    assert value.base[LIVRE] == pytest.approx(2, abs=0.1)
    assert value.slope == pytest.approx([0] * 6, abs=0.1)
    assert before > 5 and after == pytest.approx(1, abs=0.2)


def test_the_command_fits_and_writes_the_round_value(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = tmp_path / "games", tmp_path / "round_value.json"
    file.write_bytes(msgspec.json.encode(PLAYED) + b"\n")
    monkeypatch.setattr(round_ends, "round_ends_of", lambda games: made_up_ends() if list(games) else None)
    assert training.main(["round-fit", str(file), "--about", "One:", "--out", str(out)]) == 0
    value = msgspec.json.decode(out.read_bytes(), type=RoundValue)
    assert value.about == "One: 600 ends of rounds of 100 games."
    assert capsys.readouterr().out.startswith("One: 600 ends of rounds of 100 games.\nroot mean square error ")
