"""External bots: discovery, separate processes, and the reasons for which they are replaced."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from rokoko_core import Expansion, Seat, Setup, State, choose, legal_actions, new_state, register
from rokoko_core.bots import LEVELS, external_levels, known, plan
from rokoko_core.bots import external_bot_process as bot_process
from rokoko_core.bots.arena import Match, Replacement, check, play_match
from rokoko_core.bots.external_bots import BadBot, BotFault, installed_bots
from rokoko_core.components import catalogue, load_components
from rokoko_core.components.catalogue import SETS
from tests.visitors import BOTS, EVERY, bots_installed


@pytest.fixture(scope="module")
def visitors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with bots_installed(tmp_path_factory.mktemp("site"), BOTS, *EVERY):
        yield


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_process, "GRACE", 0.1)


def table(*expansions: Expansion, components: str = catalogue.FIRST) -> State:
    return new_state(Setup((Seat("Ada"), Seat("Bo")), 3, frozenset(expansions), components=components))


def fault(name: str, budget: float | None = None) -> BadBot:
    with pytest.raises(BadBot) as error:
        plan(table(), name, Random(1), budget)
    assert error.value.name == name
    return error.value


# ---- discovery


def test_an_external_bot_is_a_level_with_its_package(visitors: None) -> None:
    level = known("first")
    assert level is external_levels()["first"]
    assert external_levels()["first"].package == "visitors 1.5"
    assert level.for_people


def test_discovery_imports_no_bot(visitors: None) -> None:
    assert "gone" in external_levels()
    script = "from rokoko_core import bots; print('first' in bots.external_levels(), 'visiting_bots' in sys.modules)"
    process = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path = {sys.path!r}; {script}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert process.stdout.split() == ["True", "False"]


def test_importing_rokoko_core_does_not_look_for_bots() -> None:
    script = "import sys, rokoko_core; print('importlib.metadata' in sys.modules)"
    process = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert process.stdout.split() == ["False"]


@pytest.mark.parametrize(
    "name", ["master", "tailor", "a,b", "a:b", "\u202eevil", "x" * 21, "two\u200bwords", "\x1b[2J", ""]
)
def test_built_in_and_invalid_names_are_skipped(tmp_path: Path, name: str) -> None:
    with bots_installed(tmp_path, BOTS, f"{name} = visiting_bots:first", "good = visiting_bots:first"):
        assert "good" in external_levels()
        assert name not in external_levels()
        assert known("master") is LEVELS["master"]


def test_unreadable_metadata_is_skipped(tmp_path: Path) -> None:
    with bots_installed(tmp_path / "a", BOTS, "this line says nothing at all"):
        assert "this line says nothing at all" not in installed_bots()
        with bots_installed(tmp_path / "b", BOTS, "good = visiting_bots:first"):
            assert "good" in external_levels()


# ---- answers


def test_the_plan_is_the_action_of_the_bot(visitors: None) -> None:
    offers = legal_actions(table())
    assert plan(table(), "first", Random(1)) == (offers[0],)
    assert choose(table(), "wise", Random(1)) == offers[-1]


def test_the_random_generator_of_the_bot_has_a_seed(visitors: None) -> None:
    actions = [choose(table(), "drawn", Random(n)) for n in range(12)]
    assert actions == [choose(table(), "drawn", Random(n)) for n in range(12)]
    assert len(set(map(str, actions))) > 1


def test_a_stop_is_visible_on_the_clock_of_the_bot(visitors: None) -> None:
    assert plan(table(), "patient", Random(1), 3600.0, lambda: True) == (legal_actions(table())[0],)
    assert plan(table(), "patient", Random(1), 0.05) == (legal_actions(table())[0],)


def test_a_bot_plays_with_a_custom_component_set(visitors: None, tmp_path: Path) -> None:
    folder = tmp_path / "attic"
    folder.mkdir()
    text = (SETS / catalogue.FIRST / "boards.toml").read_text(encoding="utf-8").replace("livre = 15", "livre = 25")
    (folder / "boards.toml").write_text(text, encoding="utf-8")
    own = load_components(folder)
    register(own)
    try:
        assert choose(table(components=own.key), "wise", Random(1)) == legal_actions(table())[-1]
    finally:
        catalogue._known.clear()


# ---- faults


@pytest.mark.parametrize(
    ("name", "code", "detail"),
    [
        ("nobody-s", BotFault.MISSING, ""),
        ("not-there", BotFault.BROKEN, "nobody"),
        ("gone", BotFault.BROKEN, "no_such_module_at_all"),
        ("no_bot", BotFault.BROKEN, "no function"),
        ("raises", BotFault.RAISED, "RuntimeError: I do not know"),
        ("leaves", BotFault.RAISED, "SystemExit: 3"),
        ("ends", BotFault.GONE, ""),
        ("talks", BotFault.NONSENSE, "the first, please"),
        ("elsewhere", BotFault.NONSENSE, ""),
    ],
)
def test_the_reason_of_a_failure_is_given(visitors: None, name: str, code: BotFault, detail: str) -> None:
    error = fault(name)
    assert error.code is code
    assert detail in error.detail


@pytest.mark.parametrize("name", ["sleeps", "turns"])
def test_a_bot_without_an_answer_ends_with_its_process(
    visitors: None, impatient: None, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[bot_process.BotProcess] = []
    close = bot_process.BotProcess.close

    def close_and_note(process: bot_process.BotProcess) -> None:
        close(process)
        ended.append(process)

    monkeypatch.setattr(bot_process.BotProcess, "close", close_and_note)
    assert fault(name, budget=0.05).code is BotFault.STALLED
    assert [process._process.poll() is not None for process in ended] == [True]


def test_a_bot_that_failed_is_started_again(visitors: None) -> None:
    assert fault("raises").code is fault("raises").code is BotFault.RAISED


def test_an_apprentice_replaces_a_bot_that_fails_in_the_arena(visitors: None) -> None:
    check(("raises", "apprentice"), 1, 1)
    result = play_match(Match(("raises", "apprentice"), 1))[0]
    assert [(r.level, r.seat, r.code) for r in result.replaced] == [("raises", 0, BotFault.RAISED)]
    assert isinstance(result.replaced[0], Replacement)
    assert [seat.level for seat in result.seats] == ["raises", "apprentice"]
    assert sum(seat.won for seat in result.seats) == 1


def test_a_game_of_external_bots_is_repeatable(visitors: None) -> None:
    result = play_match(Match(("first", "drawn"), 2, frozenset({Expansion.JEWELRY_BOX})))[0]
    assert result.replaced == ()
    assert all(seat.times for seat in result.seats)
    again = play_match(Match(("first", "drawn"), 2, frozenset({Expansion.JEWELRY_BOX})))[0]
    assert [seat.rows for seat in again.seats] == [seat.rows for seat in result.seats]
