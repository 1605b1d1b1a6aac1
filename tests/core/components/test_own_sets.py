"""Test games with custom component sets: copies next to saves, two sets of one name, and unknown sets."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from rokoko_core import BadSave, Expansion, Seat, Setup, legal_actions, register, state_digest
from rokoko_core.box import box_of
from rokoko_core.components import ComponentSet, UnknownComponents, catalogue, components_named, load_components
from rokoko_core.components.catalogue import FIRST, SETS
from rokoko_core.components.set_copies import FOLDER, iter_copies, load_copy
from rokoko_core.game import Game
from rokoko_core.journal import Header, SaveFault, create, open_journal, read
from rokoko_core.setup import InvalidSetup, SetupFault

SETUP = Setup((Seat("Ada"), Seat("Bo")), 7, frozenset({Expansion.JEWELRY_BOX}), components="attic")


@pytest.fixture(autouse=True)
def nothing_registered() -> Iterator[None]:
    catalogue._known.clear()
    yield
    catalogue._known.clear()


def attic(folder: Path, was: str = "livre = 15", now: str = "livre = 15") -> ComponentSet:
    """Register a set "attic" with one change in its boards, as the option on the command line does."""
    folder = folder / "attic"
    folder.mkdir(parents=True, exist_ok=True)
    text = (SETS / FIRST / "boards.toml").read_text(encoding="utf-8")
    assert was in text
    (folder / "boards.toml").write_text(text.replace(was, now), encoding="utf-8")
    components = load_components(folder)
    register(components)
    return components


def played(path: Path, actions: int = 60, seed: int = 1) -> Game:
    rng = Random(seed)
    with create(path, SETUP) as journal:
        while journal.game.cursor < actions:
            journal.game.play(rng.choice(legal_actions(journal.game.state)))
    return journal.game


# ---- the copy


def test_a_save_opens_without_the_folder_of_its_set(tmp_path: Path) -> None:
    components = attic(tmp_path, now="livre = 18")
    path = tmp_path / "saves" / "game.rokoko"
    path.parent.mkdir()
    game = played(path)
    catalogue._known.clear()
    reading = read(path)
    assert reading.damage is None
    assert reading.game.line == game.line
    assert state_digest(reading.game.state) == state_digest(game.state)
    assert box_of(reading.game.at(0)).prices.livre == 18
    assert box_of(reading.game.at(0)).components == components
    with open_journal(path) as journal:
        journal.game.play(legal_actions(journal.game.state)[0])
    assert read(path).damage is None
    with pytest.raises(UnknownComponents):
        components_named("attic")


def test_a_fork_keeps_the_set_of_its_game(tmp_path: Path) -> None:
    attic(tmp_path, now="livre = 18")
    game = played(tmp_path / "game.rokoko")
    attic(tmp_path, now="livre = 12")
    fork = game.fork(30)
    with create(tmp_path / "fork.rokoko", game.setup, fork.entries) as journal:
        assert journal.game.state == game.at(30)
    assert read(tmp_path / "fork.rokoko").damage is None


def test_each_custom_set_is_copied_once_and_shipped_sets_never(tmp_path: Path) -> None:
    components = attic(tmp_path, now="livre = 18")
    for name in ("one", "two"):
        played(tmp_path / f"{name}.rokoko", 3)
    create(tmp_path / "shipped.rokoko", Setup((Seat("Ada"), Seat("Bo")), 1)).close()
    assert [path.name for path in (tmp_path / FOLDER).iterdir()] == [f"{components.digest}.json"]
    assert list(iter_copies(tmp_path)) == [components]
    assert list(iter_copies(tmp_path / "nowhere")) == []


@pytest.mark.parametrize(
    "spoil",
    [
        lambda copy: copy.write_bytes(copy.read_bytes().replace(b'"livre":18', b'"livre":99')),
        lambda copy: copy.write_bytes(copy.read_bytes()[:-400]),
        lambda copy: copy.write_bytes(b'{"name":"attic","tables":{}}'),
        lambda copy: copy.write_bytes(b"\xff" * 100),
        lambda copy: copy.rename(copy.with_name("0" * 16 + ".json")),
    ],
    ids=["another figure", "cut", "no tables", "rubbish", "another digest"],
)
def test_a_copy_that_does_not_match_its_digest_is_ignored(tmp_path: Path, spoil: Callable[[Path], object]) -> None:
    components = attic(tmp_path, now="livre = 18")
    path = tmp_path / "game.rokoko"
    played(path)
    copy = tmp_path / FOLDER / f"{components.digest}.json"
    spoil(copy)
    catalogue._known.clear()
    assert load_copy(tmp_path, "attic", components.digest) is None
    with pytest.raises(BadSave) as refused:
        read(path)
    assert refused.value.code is SaveFault.COMPONENTS


def test_the_next_game_replaces_a_damaged_copy(tmp_path: Path) -> None:
    components = attic(tmp_path, now="livre = 18")
    played(tmp_path / "one.rokoko", 3)
    (tmp_path / FOLDER / f"{components.digest}.json").write_bytes(b"")
    played(tmp_path / "two.rokoko", 3)
    assert load_copy(tmp_path, "attic", components.digest) == components


# ---- two sets of one name


def test_two_sets_of_one_name_coexist(tmp_path: Path) -> None:
    paths = []
    for livre in (12, 18):
        attic(tmp_path, now=f"livre = {livre}")
        paths.append(tmp_path / f"{livre}.rokoko")
        played(paths[-1])
    readings = [read(path) for path in paths]
    assert [reading.damage for reading in readings] == [None, None]
    assert [box_of(reading.game.state).prices.livre for reading in readings] == [12, 18]
    assert len({reading.game.state.box for reading in readings}) == 2
    assert [reading.header.setup.components for reading in readings] == ["attic", "attic"]


def test_the_digest_of_a_custom_set_is_stable(tmp_path: Path) -> None:
    """Version 0.2.0 computed this digest for the first position."""
    attic(tmp_path, now="livre = 18")
    assert state_digest(Game.new(SETUP).state) == "3060942f2e914931"


# ---- a set that is not known


def test_the_error_for_an_unknown_set_carries_the_header(tmp_path: Path) -> None:
    components = attic(tmp_path, now="livre = 18")
    path = tmp_path / "game.rokoko"
    played(path)
    catalogue._known.clear()
    (tmp_path / FOLDER / f"{components.digest}.json").unlink()
    with pytest.raises(BadSave) as refused:
        read(path)
    header = refused.value.detail
    assert refused.value.code is SaveFault.COMPONENTS
    assert isinstance(header, Header)
    assert (header.components.name, header.components.digest) == ("attic", components.digest)
    assert [seat.name for seat in header.setup.players] == ["Ada", "Bo"]


def test_a_game_unaffected_by_other_values_opens_read_only(tmp_path: Path) -> None:
    components = attic(tmp_path, "exam = 5", "exam = 6")
    path = tmp_path / "game.rokoko"
    game = played(path, 30)
    (tmp_path / FOLDER / f"{components.digest}.json").unlink()
    catalogue._known.clear()
    attic(tmp_path, "exam = 5", "exam = 4")
    reading = read(path)
    assert reading.damage is not None
    assert (reading.damage.code, reading.damage.line) == (SaveFault.FIGURES, 32)
    assert reading.game.line == game.line
    before = path.read_bytes()
    with pytest.raises(BadSave) as refused:
        open_journal(path)
    assert refused.value.code is SaveFault.FIGURES
    assert path.read_bytes() == before


def test_a_game_affected_by_other_values_opens_up_to_the_first_mismatch(tmp_path: Path) -> None:
    components = attic(tmp_path, "hire = [0, 1, 3, 5]", "hire = [0, 1, 3, 6]")
    path = tmp_path / "game.rokoko"
    game = played(path, 200)
    (tmp_path / FOLDER / f"{components.digest}.json").unlink()
    catalogue._known.clear()
    attic(tmp_path, "hire = [0, 1, 3, 5]", "hire = [0, 1, 3, 4]")
    reading = read(path)
    assert reading.damage is not None
    assert reading.damage.code is SaveFault.FIGURES
    seen = reading.game.line
    assert 0 < len(seen) < 200
    assert seen == game.line[: len(seen)]
    last = game.entries[len(seen) - 1]
    assert getattr(last, "digest", "") == state_digest(reading.game.state)


def test_a_game_cannot_start_with_an_unknown_set(tmp_path: Path) -> None:
    with pytest.raises(InvalidSetup) as refused:
        create(tmp_path / "game.rokoko", SETUP)
    assert (refused.value.code, refused.value.name) == (SetupFault.COMPONENTS, "attic")
    assert list(tmp_path.iterdir()) == []
