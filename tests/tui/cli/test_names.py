"""A name is the same however its letters are composed: "José" with one letter, or with an accent of its own."""

from argparse import Namespace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rokoko_core import Game, Seat, Setup
from rokoko_core.journal import create, read
from rokoko_core.remote.tickets import Ticket, Tickets
from rokoko_tui.analysis.statistics import Opponent, Score, compute_statistics
from rokoko_tui.cli import full_screen
from rokoko_tui.cli.game_arguments import find_seat
from rokoko_tui.cli.host import find_person
from rokoko_tui.cli.join import choose_ticket
from rokoko_tui.cli.serve_web import _open_accounts, check_options
from rokoko_tui.errors import UsageError
from rokoko_tui.games import Start
from rokoko_tui.hosting.hosted_games import open_tickets
from rokoko_tui.saves.folder import mark_owner
from rokoko_tui.screens.new_game import NewGameScreen
from rokoko_tui.settings.settings import Settings
from rokoko_tui.settings.setups import FieldProblem, fields_of, quick_setup, read_setup
from rokoko_tui.text import get_words
from tests.hostile import has_bytes
from tests.tui.cli.shell import Run, refused
from tests.tui.screens.test_statistics import game

COMPOSED, DECOMPOSED = "Jos\u00e9", "Jose\u0301"
OTHERS = [DECOMPOSED, DECOMPOSED.upper(), f" {COMPOSED.upper()} "]
WORDS = get_words("classic")
BO = Seat("Bo")


@pytest.fixture
def save(tmp_path: Path) -> Path:
    path = tmp_path / "game.rokoko"
    create(path, Setup((Seat(COMPOSED), BO), 5, first_player=0)).close()
    return path


@pytest.mark.parametrize("other", OTHERS)
def test_a_new_game_has_each_name_once(run: Run, other: str) -> None:
    refused(run("new", "--players", f"{COMPOSED},{other}"), 2, "each name can be used only once")
    refused(run("new", "--players", "Bo", "--bots", f"{COMPOSED}:easy,{other}:easy"), 2, "--bots", "listed twice")


@pytest.mark.parametrize("other", OTHERS)
def test_the_form_has_each_name_once(other: str) -> None:
    marks = ["1", "2"]
    values = fields_of(Setup((Seat(COMPOSED), BO), 0), [COMPOSED, "Bo"], marks) | {"name-1": other, "seed": ""}
    with pytest.raises(FieldProblem, match="only once") as problem:
        read_setup(values, marks, WORDS)
    assert problem.value.row == "seat-1"


@pytest.mark.parametrize("other", OTHERS)
def test_options_that_name_a_player(run: Run, save: Path, other: str) -> None:
    setup = read(save).game.setup
    assert run("show", save, "--seat", other).code == 0
    assert find_person(other, setup) == 0
    assert find_seat(other, setup.players, "--new-code") == 0


@pytest.mark.parametrize("other", OTHERS)
def test_a_bot_takes_the_seat_of_its_name(run: Run, monkeypatch: pytest.MonkeyPatch, other: str) -> None:
    setups: list[Setup | None] = []

    def launch(settings: Settings, start: Start) -> int:
        setups.append(start.setup)
        return 0

    monkeypatch.setattr(full_screen, "run_full_screen", launch)
    assert run("new", "--players", f"Bo,{COMPOSED}", "--bots", f"{other}:master", "--first", other).code == 0
    assert setups[0] is not None
    assert [(seat.name, seat.level) for seat in setups[0].players] == [("Bo", None), (COMPOSED, "master")]
    assert setups[0].first_player == 1


def test_a_save_with_both_spellings_opens_and_its_seats_are_told_apart(run: Run, tmp_path: Path) -> None:
    players = (Seat(COMPOSED), Seat(DECOMPOSED))
    create(tmp_path / "old.rokoko", Setup(players, 5)).close()
    assert read(tmp_path / "old.rokoko").game.setup.players == players
    assert Game.new(Setup(players, 5)).setup.players == players
    for seat, name in enumerate((COMPOSED, DECOMPOSED)):
        assert find_seat(name, players, "--seat") == seat
    refused(run("show", tmp_path / "old.rokoko", "--seat", COMPOSED.upper()), 2, "--seat", "several players")


@pytest.mark.parametrize("other", OTHERS)
def test_a_ticket_is_found_by_the_name(other: str) -> None:
    tickets = open_tickets()
    ticket = Ticket("/nowhere/host.sock", "t", seat=0, players=(COMPOSED, "Bo"))
    tickets.write(ticket)
    tickets.write(Ticket("/nowhere/host.sock", "u", seat=1, players=(COMPOSED, "Bo")))
    assert tickets.find(ticket.address, name=other) == ticket
    assert choose_ticket(Namespace(address="", watch=False, code="", seat=other)) == ticket


def test_no_ticket_has_the_name(tmp_path: Path) -> None:
    tickets = Tickets(tmp_path)
    tickets.write(Ticket("here", "t", seat=0, players=("Bo",)))
    assert tickets.find("here", name=COMPOSED) is None


@pytest.mark.parametrize("other", OTHERS)
def test_the_owner_of_the_settings_plays(other: str) -> None:
    assert [seat.own for seat in mark_owner(Setup((BO, Seat(COMPOSED)), 1), other).players] == [False, True]


@pytest.mark.parametrize("other", OTHERS)
def test_the_host_of_a_new_game_has_the_seat_of_the_settings(other: str) -> None:
    form: Any = SimpleNamespace(app=SimpleNamespace(settings=Settings(name=other)))
    assert NewGameScreen._own_seat(form, Setup((BO, Seat(COMPOSED)), 1)) == 1


@pytest.mark.parametrize("other", OTHERS)
def test_the_name_of_a_bot_is_not_taken_again(other: str) -> None:
    last = Setup((Seat(COMPOSED, "bot", "apprentice"), BO), 3)
    assert quick_setup(last, Settings(name=other.strip()), WORDS).players == last.players
    assert WORDS.opponent(["Genevie\u0300ve", "Rosalie", "ANTOINE"]) not in ("Geneviève", "Rosalie", "Antoine")


def test_an_opponent_counts_once_under_the_latest_spelling() -> None:
    names = (COMPOSED, DECOMPOSED, COMPOSED.upper())
    record = compute_statistics([game(players=(Seat(name, "bot", "master"), Seat("Ada"))) for name in names])
    assert list(record.by_opponent) == [Opponent(COMPOSED, "master")]
    assert record.by_opponent[Opponent(COMPOSED, "master")] == Score(played=3)


@pytest.mark.parametrize("other", OTHERS)
def test_served_names_are_listed_once_and_keep_their_folder(tmp_path: Path, other: str) -> None:
    if not has_bytes(COMPOSED):
        pytest.skip("no folder has such a name here")
    with pytest.raises(UsageError, match=r"refused\.twice"):
        check_options(Namespace(names=f"{COMPOSED},{other}", url=None, listen="127.0.0.1"))
    folders = []
    for name in (COMPOSED, other):
        accounts, pool = _open_accounts(Namespace(names=name, people=tmp_path), Settings())
        folders.append(accounts(name.strip()).folder)
        pool.stop()
    assert folders[0] == folders[1]
