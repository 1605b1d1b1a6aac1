"""Names that guests gave in a hosted game, wherever its save is read alone."""

from pathlib import Path

import pytest

from rokoko_core import Seat, Setup, legal_actions
from rokoko_core.actions import EndTurn
from rokoko_core.game import Play
from rokoko_core.journal import create, open_journal, read
from rokoko_core.journal.given_names import claims_of, load_given_names
from rokoko_core.remote.claims import open_claims

SETUP = Setup((Seat("Ada"), Seat("Player 2"), Seat("Player 3", kind="bot", level="novice")), 3, first_player=0)


@pytest.fixture
def save(tmp_path: Path) -> Path:
    path = tmp_path / "game.rokoko"
    with create(path, SETUP) as journal:
        for _ in range(3):
            journal.game.play(legal_actions(journal.game.state)[0])
    return path


def names_in(path: Path) -> list[str]:
    return [player.name for player in read(path).game.setup.players]


def test_readers_have_the_names_and_the_save_keeps_its_own(save: Path) -> None:
    content = save.read_bytes()
    open_claims(save, SETUP).note_name(1, "Bo")
    reading = read(save)
    assert names_in(save) == ["Ada", "Bo", "Player 3"]
    assert [player.name for player in reading.game.at(1).setup.players] == ["Ada", "Bo", "Player 3"]
    assert (reading.header.setup.players, reading.damage, save.read_bytes()) == (SETUP.players, None, content)


def test_a_game_that_continues_under_the_names_stays_valid_without_them(save: Path) -> None:
    open_claims(save, SETUP).note_name(1, "Bo")
    with open_journal(save, read(save)) as journal:
        game = journal.game
        while not any(isinstance(entry, Play) and entry.digest for entry in game.entries[3:]):
            actions = legal_actions(game.state)
            game.play(EndTurn() if EndTurn() in actions else actions[0])
    claims_of(save).unlink()
    assert read(save).damage is None
    assert names_in(save) == ["Ada", "Player 2", "Player 3"]


def test_a_copy_begins_with_the_names(save: Path, tmp_path: Path) -> None:
    open_claims(save, SETUP).note_name(1, "Bo")
    game = read(save).game
    create(tmp_path / "fork.rokoko", game.setup, game.entries, "fork").close()
    assert read(tmp_path / "fork.rokoko").damage is None
    assert names_in(tmp_path / "fork.rokoko") == ["Ada", "Bo", "Player 3"]


@pytest.mark.parametrize(
    "claims",
    [
        '{"seats": {"1": {"name": "ADA"}}}',
        '{"seats": {"2": {"name": "Bo"}, "9": {"name": "Cy"}, "-1": {"name": "Di"}}}',
        '{"seats": {"1": {"name": "B\\u001b[2J"}}}',
        '{"seats": {"1": {"name": ""}}}',
        '{"seats": {"1": {"name": 7}}}',
        '{"seats": []}',
        "[" * 9999,
        "",
    ],
)
def test_claims_of_any_content_leave_the_save_readable(save: Path, claims: str) -> None:
    claims_of(save).parent.mkdir()
    claims_of(save).write_text(claims)
    assert read(save).damage is None
    assert names_in(save) == ["Ada", "Player 2", "Player 3"]


def test_the_names_of_a_game_that_was_never_hosted_are_those_of_its_setup(save: Path) -> None:
    assert load_given_names(save) == {}
