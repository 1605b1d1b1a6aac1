"""Games copied from another person are not counted as one's own."""

import shutil
from pathlib import Path

from msgspec.structs import replace

from rokoko_core import Seat, Setup
from rokoko_core.journal import create
from rokoko_core.remote.claims import open_claims
from rokoko_tui.analysis.deal_results import find_game
from rokoko_tui.analysis.statistics import ExcludedBecause, compute_statistics
from rokoko_tui.saves.folder import look_into, write_terms
from rokoko_tui.saves.scan import SaveScanner
from rokoko_tui.settings.daily_deal import daily_setup, day_of, today
from rokoko_tui.settings.settings import Settings
from tests import ROOT
from tests.tui.saves.test_folder import begun, played_at

PAUL = Seat("Paul", "bot", "apprentice")
OLDER = ROOT / "tests" / "saves" / "0.6.0" / "solo-everything.rokoko"


def game_of(name: str, folder: Path, began_here: bool = False) -> Path:
    path = begun(folder / f"{name}.rokoko", setup=Setup((Seat(name), PAUL), 5))
    if began_here:
        write_terms(path, "classic")
    return path


def find_others(folder: Path, name: str = "") -> set[str]:
    scanner = SaveScanner(folder, name)
    saves = scanner.list_saves()
    for info in saves:
        info.findings = look_into(info.path)
    scanner.mark_others(saves)
    return {info.name.removesuffix(".rokoko") for info in saves if info.is_others}


def test_a_copied_game_is_of_another_if_nobody_played_here_under_that_name(tmp_path: Path) -> None:
    game_of("Ada", tmp_path, began_here=True)
    game_of("Bo", tmp_path)
    game_of("ADA", tmp_path)
    assert find_others(tmp_path) == {"Bo"}
    assert find_others(tmp_path, "bo") == set(), "the name in the settings is one's own"


def test_every_name_used_here_stays_ones_own(tmp_path: Path) -> None:
    for name in ("Ada", "Ada L."):
        game_of(name, tmp_path, began_here=True)
    shutil.copy(tmp_path / "Ada.rokoko", tmp_path / "copy.rokoko")
    assert find_others(tmp_path, "Countess") == set()


def test_all_games_are_ones_own_before_the_first_begins_here(tmp_path: Path) -> None:
    game_of("Bo", tmp_path)
    assert find_others(tmp_path, "Ada") == set()


def test_games_of_earlier_versions_and_hosted_games_stay_ones_own(tmp_path: Path) -> None:
    game_of("Ada", tmp_path, began_here=True)
    shutil.copy(OLDER, tmp_path)
    setup = Setup((Seat("Bo", own=True), Seat("Cy")), 6)
    hosted = begun(tmp_path / "hosted.rokoko", setup=setup)
    assert find_others(tmp_path) == {"hosted"}
    open_claims(hosted, setup)
    assert find_others(tmp_path) == set()


def test_continuing_a_copy_as_a_fork_makes_no_name_ones_own(tmp_path: Path) -> None:
    game_of("Ada", tmp_path, began_here=True)
    game_of("Bo", tmp_path)
    fork = tmp_path / "fork.rokoko"
    create(fork, Setup((Seat("Bo"), PAUL), 5), origin="fork").close()
    write_terms(fork, "classic")
    assert find_others(tmp_path) == {"Bo"}


def test_a_game_of_another_is_counted_apart(tmp_path: Path) -> None:
    path = game_of("Bo", tmp_path)
    info = next(iter(SaveScanner(tmp_path).list_saves()))
    summary = look_into(path).summary
    assert summary is not None
    info.findings = look_into(path)._replace(summary=replace(summary, conceded=True))
    info.is_others = True
    record = compute_statistics([info])
    assert (record.games, dict(record.apart)) == ([], {ExcludedBecause.OTHERS: 1})


def test_neither_the_last_setup_nor_the_daily_game_is_anothers(tmp_path: Path) -> None:
    settings = Settings()
    own = played_at(game_of("Ada", tmp_path, began_here=True), 1000)
    daily = daily_setup(today(), settings, settings.words)
    copied = begun(tmp_path / "copied.rokoko", setup=replace(daily, players=(Seat("Bo"), *daily.players[1:])))
    scanner = SaveScanner(tmp_path)
    list(scanner.rest(scanner.list_saves()))
    last = scanner.last_setup()
    assert last is not None and last.players[0].name == "Ada" and own.exists()
    day = day_of(daily)
    assert day is not None and find_game(scanner, day) is None
    write_terms(copied, "classic")
    found = find_game(scanner, day)
    assert found is not None and found.path == copied
