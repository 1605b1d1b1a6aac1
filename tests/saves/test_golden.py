"""The sample games in ``saves/``: sound to the end, and between them they show all there is."""

from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from rokoko_core import Game, load_components
from rokoko_core.actions import Action
from rokoko_core.game import Undo
from rokoko_core.journal import read
from rokoko_core.terms import Expansion, kebab
from tests.saves.coverage import expected, shown_in
from tests.saves.sample_games import FOLDER, SAMPLES

ACTIONS = get_args(Action)

EXPANSION_ACTIONS = {"take-jewel", "hire-specialist", "sit-exam", "choose-exam-card", "mark-task", "use-supply-card"}
EXPANSION_ACTIONS |= {"copy-bonus", "choose-hall", "reveal-barry"}

OUT_OF_REACH: dict[str, str] = {}
"""What the sample games need not show, with the reason."""


@cache
def sample(name: str) -> Game:
    return Game.load(FOLDER / f"{name}.rokoko")


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.rokoko")), ids=lambda p: p.stem)
def test_every_sample_is_sound_and_finished(path: Path) -> None:
    reading = read(path)
    assert reading.damage is None
    assert reading.notice is None
    assert reading.game.over
    assert reading.size == path.stat().st_size


def test_there_is_one_for_every_number_of_players_and_for_everything_together() -> None:
    assert {p.stem for p in FOLDER.glob("*.rokoko")} == set(SAMPLES)
    base = [sample(n).setup for n in SAMPLES if n.startswith("base")]
    assert [len(s.players) for s in base] == [2, 3, 4, 5]
    assert all(not s.expansions for s in base)
    deluxe = [sample(n).setup for n in SAMPLES if n.startswith("everything")]
    assert [len(s.players) for s in deluxe] == [2, 3, 4, 5]
    assert all(s.expansions == frozenset(Expansion) for s in deluxe)
    solo = [sample(n).setup for n in SAMPLES if n.startswith("solo")]
    assert sorted(sorted(s.expansions) for s in solo) == [[], sorted(Expansion), ["jewelry-box"]]


def test_some_hold_undo_entries() -> None:
    with_undo = [n for n in SAMPLES if any(isinstance(e, Undo) for e in sample(n).entries)]
    assert len(with_undo) >= 3


def test_base_samples_show_every_base_action_and_bonus() -> None:
    shown = set().union(*(shown_in(sample(n)) for n in SAMPLES if n.startswith("base")))
    base_actions = [a for a in ACTIONS if kebab(a.__name__) not in EXPANSION_ACTIONS]
    assert expected(load_components(), base_actions, deluxe=False) - shown - set(OUT_OF_REACH) == set()


def test_all_samples_show_everything_there_is() -> None:
    shown = set().union(*(shown_in(sample(n)) for n in SAMPLES))
    missing = expected(load_components(), ACTIONS, deluxe=True) - shown
    assert missing == set(OUT_OF_REACH), "the skip list names exactly what is missing"
