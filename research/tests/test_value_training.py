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
from research.value_training import games, round_ends, round_fitting, round_luck
from research.value_training.fitting import FOLDS, Array, Decisions, Quality, decisions_of, fit, mean_of
from research.value_training.games import Label, SearchedGame, play_game, search
from rokoko_core import legal_actions, observe, to_move
from rokoko_core.bots.evaluation import rounds_left
from rokoko_core.bots.learned_value import INPUTS, inputs_of, read_network
from rokoko_core.bots.rollout import apply_all
from rokoko_core.bots.round_value import ROUND_VALUE, RoundValue
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


@pytest.fixture(scope="module")
def played() -> round_ends.PlayedGame:
    """Return a game of the base game for two."""
    return round_ends.play_game(20)


def test_a_game_of_round_ends_depends_on_its_seed_and_is_read_back(played: round_ends.PlayedGame) -> None:
    assert played == round_ends.play_game(played.seed)
    assert msgspec.json.decode(msgspec.json.encode(played), type=round_ends.PlayedGame) == played
    state = new_state(played.setup)
    for action in played.actions:
        state = apply_unchecked(state, action)
    assert to_move(state) is None
    assert played.totals == tuple(score.total for score in final_scores(state))


def test_games_of_round_ends_have_every_number_of_players_and_every_expansion() -> None:
    setups = [round_ends.setup_of(seed) for seed in range(len(round_ends.TABLES))]
    assert {(len(setup.players), bool(setup.expansions)) for setup in setups} == set(
        product((2, 3, 4, 5), (False, True))
    )
    assert set().union(*(setup.expansions for setup in setups if len(setup.expansions) == 1)) == set(Expansion)
    assert {setup.components for setup in setups} == {newest()}


@pytest.mark.parametrize(("last_errors", "rounds"), [(0, [2, 3, 4, 5, 6, 7]), (5, [6, 7]), (6, [7])])
def test_only_ends_of_rounds_after_the_errors_count_with_the_final_lead(
    played: round_ends.PlayedGame, last_errors: int, rounds: list[int]
) -> None:
    game = replace(played, last_errors=last_errors)
    ends = round_ends.round_ends_of([game])
    assert list(ends.round) == rounds, "of the first of two seats"
    assert set(ends.lead) == {game.totals[0] - game.totals[1]}
    assert ends.differences.shape == (len(rounds), len(INPUTS))
    assert list(ends.following) == [*range(1, len(rounds)), -1]
    assert ends.identities.shape == (len(rounds), len(ends.names))


PLAYED = round_ends.PlayedGame(1, round_ends.setup_of(1), "", (0.0, 0.0), 0, (), (50, 40))


def made_up_ends(games: int = 100) -> round_ends.RoundEnds:
    """Return six equal ends of each game, where the shipped value lacks two inputs.

    These are 2 prestige for each Livre more than the rival's, and 3 for a card.
    """
    rng = np.random.default_rng(2)
    number: Array = np.repeat(np.arange(games), 6)
    differences = np.zeros((6 * games, len(INPUTS)))
    differences[:, LIVRE] = rng.uniform(-5, 5, games)[number]
    identities = rng.integers(-1, 2, (games, 1))[number].astype(np.float32)
    worth = rng.normal(0, 5, games)[number]
    lead = worth + 2 * differences[:, LIVRE] + 3 * identities[:, 0] + rng.normal(0, 1, games)[number]
    rounds: Array = np.tile(np.arange(2, 8), games)
    following = np.where(rounds < 7, np.arange(6 * games) + 1, -1)
    return round_ends.RoundEnds(
        differences, identities, worth, worth, lead, rounds, number, following, names=("card:6-fund-10",)
    )


@pytest.fixture
def trusting(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PENALTY", "IDENTITY_PENALTY"):
        monkeypatch.setattr(round_fitting, name, 0.1)


@pytest.mark.usefixtures("trusting")
def test_a_fit_adds_to_the_shipped_value_what_that_lacks() -> None:
    value = round_fitting.fit(made_up_ends(), "made up")
    assert value.about == "made up"
    assert value.base[LIVRE] - ROUND_VALUE.base[LIVRE] == pytest.approx(2, abs=0.3)
    more = [new - old for new, old in zip(value.slope, ROUND_VALUE.slope, strict=True)]
    assert more == pytest.approx([0] * 6, abs=0.15)


@pytest.mark.usefixtures("trusting")
def test_errors_are_compared_by_round_in_games_that_were_held_out() -> None:
    head, _, *rows = round_fitting.comparison(made_up_ends())
    by_name = {row.split("|")[1].strip(): [cell.strip() for cell in row.split("|")[2:-1]] for row in rows if "|" in row}
    assert head.count("after round") == 6
    assert by_name["ends"] == ["100"] * 6 + ["600"]
    errors = {name: float(cells[-1]) for name, cells in by_name.items()}
    assert errors["evaluation"] == errors["value that ships"] > 5
    assert 2.4 < errors["fit to final leads"] < 3, "the card is missing"
    assert errors["the same with names"] == pytest.approx(1, abs=0.2)
    (change,) = (row for row in rows if row.startswith("the same with names: error "))
    assert -0.9 < float(change.split()[5].rstrip("%")) / 100 < -0.7


@pytest.mark.usefixtures("trusting")
def test_the_target_is_partly_the_prediction_after_the_next_round() -> None:
    """With a share of 0, only the leads after the last end of a game count."""
    ends = made_up_ends()
    columns, every = round_fitting.columns_of(ends, with_identities=False), np.full(len(ends.lead), True)
    other = ends._replace(lead=np.where(ends.following < 0, ends.lead, ends.lead + 9 * ends.differences[:, LIVRE]))
    livre = columns.values.shape[1] - 2 * len(INPUTS) + LIVRE
    by_share = {
        share: [round_fitting.fit_weights(each, columns, every, share)[livre] for each in (ends, other)]
        for share in (0.0, 1.0)
    }
    assert by_share[0.0][0] == pytest.approx(by_share[1.0][0], abs=0.3) == pytest.approx(2, abs=0.3)
    assert by_share[1.0][1] > 8 and by_share[0.0][1] < by_share[1.0][1] - 2


def test_identities_are_what_a_seat_has_by_name(played: round_ends.PlayedGame) -> None:
    (end,) = round_ends.ends_of(replace(played, last_errors=6))
    first = end.first_player
    named = [round_ends.identities_of(end, seat) for seat in range(2)]
    assert named[first]["place:2:0"] == named[1 - first]["place:2:1"] == 1
    player = end.players[0]
    cards = len(player.supply + player.hand + player.discard)
    assert sum(count for name, count in named[0].items() if name.startswith("card:")) == cards
    assert sum(count for name, count in named[0].items() if name.startswith("hand:")) == len(player.hand)
    made = {name for name in named[0] if name.startswith("dress:")}
    assert len(made) == sum(owner == 0 for owner in end.guest_owners)
    assert round_ends.difference_by_name([{"a": 2.0, "b": 1.0}, {"a": 1.0}, {"c": 4.0}], 0) == {
        "a": 1.5,
        "b": 1,
        "c": -2,
    }


def test_an_end_of_a_round_is_played_again_with_other_luck(played: round_ends.PlayedGame) -> None:
    game = replace(played, last_errors=5)
    sixth, last = round_luck.repeat(game)
    assert (sixth.round, last.round) == (6, 7)
    assert round_luck.repeat(game)[1] == last
    assert sixth.leads[0] == last.leads[0] == game.totals[0] - game.totals[1]
    assert sixth.value == ROUND_VALUE.lead(round_ends.ends_of(game)[0], 0)
    assert round_luck.is_repeatable(game)
    assert not any(round_luck.is_repeatable(replace(game, setup=round_ends.setup_of(seed))) for seed in (5, 10))


def test_luck_is_what_differs_between_two_results_of_one_end() -> None:
    """A value that is 3 beside two leads that differ by 4 errs by the root of 3 * 3 + 2 * 2.

    Of that the variance of the two leads is luck: 4 * 4 / 2.
    """
    ends = [round_luck.Repeated(7, 3.0, (-2.0, 2.0)), round_luck.Repeated(7, 7.0, (8.0, 12.0))]
    *_, row, every = round_luck.luck_table([ends[:1], ends[1:]])
    assert row == "| 6 | 2 | 3.61 | 2.83 | 22% |" and every == row.replace("| 6 |", "| all |")


def test_the_command_fits_and_writes_the_round_value(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = tmp_path / "games", tmp_path / "round_value.json"
    file.write_bytes(msgspec.json.encode(PLAYED) + b"\n")
    monkeypatch.setattr(round_ends, "round_ends_of", lambda games: made_up_ends() if list(games) else None)
    assert training.main(["round-fit", str(file), "--about", "One:", "--out", str(out)]) == 0
    value = msgspec.json.decode(out.read_bytes(), type=RoundValue)
    assert value.about == "One: 600 ends of rounds of 100 games."
    assert capsys.readouterr().out.startswith("One: 600 ends of rounds of 100 games.\n| root mean square error ")
