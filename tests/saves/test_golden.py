"""The sample games in ``saves/``: undamaged, and together they cover everything."""

from functools import cache
from pathlib import Path
from shutil import copytree

import pytest

from rokoko_core import Game
from rokoko_core.game import Undo
from rokoko_core.journal import Notice, read
from rokoko_core.terms import Expansion
from tests.saves.coverage import missing
from tests.saves.sample_games import FOLDER, SAMPLES, called_for


@cache
def sample(name: str) -> Game:
    return Game.load(FOLDER / f"{name}.rokoko")


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.rokoko")), ids=lambda p: p.stem)
def test_every_sample_is_sound_and_finished(path: Path) -> None:
    reading = read(path)
    assert reading.damage is None
    assert reading.notice is Notice.UNCHECKED, "they are of version 1"
    assert reading.game.over
    assert reading.size == path.stat().st_size


def test_there_is_a_sample_for_every_number_of_players() -> None:
    assert {p.stem for p in FOLDER.glob("*.rokoko")} == set(SAMPLES)
    base = [sample(n).setup for n in SAMPLES if n.startswith("base")]
    assert [len(s.players) for s in base] == [2, 3, 4, 5]
    assert all(not s.expansions for s in base)
    deluxe = [sample(n).setup for n in SAMPLES if n.startswith("everything")]
    assert [len(s.players) for s in deluxe] == [2, 3, 4, 5]
    assert all(s.expansions == frozenset(Expansion) for s in deluxe)
    solo = [sample(n).setup for n in SAMPLES if n.startswith("solo")]
    assert sorted(sorted(s.expansions) for s in solo) == [[], sorted(Expansion), ["jewelry-box"]]


def test_some_samples_have_undo_entries() -> None:
    with_undo = [n for n in SAMPLES if any(isinstance(e, Undo) for e in sample(n).entries)]
    assert len(with_undo) >= 3


def test_the_samples_cover_everything() -> None:
    assert missing({name: sample(name) for name in SAMPLES}) == set()


def test_the_coverage_check_finds_gaps() -> None:
    solo = {name: sample(name) for name in SAMPLES if not name.startswith("solo")}
    assert "action:reveal-barry" in missing(solo)
    deluxe = {name: sample(name) for name in SAMPLES if not name.startswith("base")}
    assert "action:play-card" in missing(deluxe)


def test_samples_are_replaced_only_after_a_change_of_the_rules(tmp_path: Path) -> None:
    assert called_for() == []
    copytree(FOLDER, tmp_path / "saves")
    spoilt = tmp_path / "saves" / "base-3.rokoko"
    spoilt.write_bytes(spoilt.read_bytes().replace(b'"digest":"8f798d7c9ba2aca5"', b'"digest":"0000000000000000"'))
    assert called_for(tmp_path / "saves") == ["base-3"]
