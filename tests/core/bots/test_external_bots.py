"""Bots that other packages bring: found by name, asked in a process of their own, told when they do not play."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from rokoko_core import Expansion, Seat, Setup, State, choose, legal_actions, new_state, register
from rokoko_core.bots import LEVELS, guests, known, plan
from rokoko_core.bots import external_bot_process as bot_process
from rokoko_core.bots.arena import Match, Replaced, check, play_match
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
    with pytest.raises(BadBot) as told:
        plan(table(), name, Random(1), budget)
    assert told.value.name == name
    return told.value


# ---- who they are


def test_a_guest_is_a_level_by_its_name_and_says_who_brings_it(visitors: None) -> None:
    found = known("first")
    assert found is guests()["first"]
    assert guests()["first"].package == "visitors 1.5"
    assert found.for_people


def test_nothing_is_imported_to_find_them(visitors: None) -> None:
    assert "gone" in guests()
    script = "from rokoko_core.bots import guests; print('first' in guests(), 'visiting_bots' in sys.modules)"
    told = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path = {sys.path!r}; {script}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.split() == ["True", "False"]


def test_a_start_without_guests_does_not_even_look_for_them() -> None:
    script = "import sys, rokoko_core; print('importlib.metadata' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["False"]


@pytest.mark.parametrize(
    "name", ["master", "tailor", "a,b", "a:b", "\u202eevil", "x" * 21, "two\u200bwords", "\x1b[2J", ""]
)
def test_a_name_that_is_the_house_s_or_no_name_is_none_of_theirs(tmp_path: Path, name: str) -> None:
    with bots_installed(tmp_path, BOTS, f"{name} = visiting_bots:first", "good = visiting_bots:first"):
        assert "good" in guests()
        assert name not in guests()
        assert known("master") is LEVELS["master"]


def test_records_that_cannot_be_read_keep_nobody_from_playing(tmp_path: Path) -> None:
    with bots_installed(tmp_path / "a", BOTS, "this line says nothing at all"):
        assert "this line says nothing at all" not in installed_bots()
        with bots_installed(tmp_path / "b", BOTS, "good = visiting_bots:first"):
            assert "good" in guests()


# ---- what they do


def test_a_guest_answers_with_what_it_chose(visitors: None) -> None:
    offers = legal_actions(table())
    assert plan(table(), "first", Random(1)) == (offers[0],)
    assert choose(table(), "wise", Random(1)) == offers[-1]


def test_a_guest_s_chance_is_the_game_s(visitors: None) -> None:
    found = [choose(table(), "drawn", Random(n)) for n in range(12)]
    assert found == [choose(table(), "drawn", Random(n)) for n in range(12)]
    assert len(set(map(str, found))) > 1


def test_a_guest_told_to_move_now_sees_it_on_its_clock(visitors: None) -> None:
    assert plan(table(), "patient", Random(1), 3600.0, lambda: True) == (legal_actions(table())[0],)
    assert plan(table(), "patient", Random(1), 0.05) == (legal_actions(table())[0],)


def test_a_guest_plays_with_a_set_of_ones_own(visitors: None, tmp_path: Path) -> None:
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


# ---- what may go wrong


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
def test_a_guest_that_does_not_play_is_told(visitors: None, name: str, code: BotFault, detail: str) -> None:
    told = fault(name)
    assert told.code is code
    assert detail in told.detail


@pytest.mark.parametrize("name", ["sleeps", "turns"])
def test_a_guest_that_does_not_answer_is_given_up_with_its_process(
    visitors: None, impatient: None, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[bot_process.BotProcess] = []
    close = bot_process.BotProcess.close

    def close_and_note(line: bot_process.BotProcess) -> None:
        close(line)
        ended.append(line)

    monkeypatch.setattr(bot_process.BotProcess, "close", close_and_note)
    assert fault(name, budget=0.05).code is BotFault.STALLED
    assert [line._process.poll() is not None for line in ended] == [True]


def test_a_guest_that_failed_is_asked_anew_the_next_time(visitors: None) -> None:
    assert fault("raises").code is fault("raises").code is BotFault.RAISED


def test_where_a_guest_fails_an_apprentice_plays_on_and_the_result_says_so(visitors: None) -> None:
    check(("raises", "apprentice"), 1, 1)
    found = play_match(Match(("raises", "apprentice"), 1))[0]
    assert [(r.level, r.seat, r.code) for r in found.replaced] == [("raises", 0, BotFault.RAISED)]
    assert isinstance(found.replaced[0], Replaced)
    assert [seat.level for seat in found.seats] == ["raises", "apprentice"]
    assert sum(seat.won for seat in found.seats) == 1


def test_a_game_among_guests_is_played_to_its_end(visitors: None) -> None:
    found = play_match(Match(("first", "drawn"), 2, frozenset({Expansion.JEWELRY_BOX})))[0]
    assert found.replaced == ()
    assert all(seat.times for seat in found.seats)
    again = play_match(Match(("first", "drawn"), 2, frozenset({Expansion.JEWELRY_BOX})))[0]
    assert [seat.rows for seat in again.seats] == [seat.rows for seat in found.seats]
