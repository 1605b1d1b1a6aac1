"""A session: whose eyes are on the screen, what somebody missed, and what happens when the disk refuses."""

import os
from pathlib import Path

import pytest
from rokoko_tui.play.sessions import NotWritten, Session, Watching, dice_of, turn_of
from rokoko_tui.play.turn_history import last_action_of, since

from rokoko_core.actions import ChooseHand, Decline, EndTurn, PlayCard
from rokoko_core.engine import legal_actions
from rokoko_core.game import Fenced
from rokoko_core.journal import Relocation, Whither, create, read
from rokoko_core.state import Seat, Setup

BO_IS_A_BOT = (Seat("Ada"), Seat("Bo", kind="bot", level="page"))


def session(tmp_path: Path, players: tuple[Seat, ...] = (Seat("Ada"), Seat("Bo"))) -> Session:
    return Session(
        create(tmp_path / "game.rokoko", Setup(players, seed=4, first_player=0 if len(players) > 1 else None))
    )


def choose_hands(at: Session) -> None:
    while any(isinstance(a, ChooseHand) for a in legal_actions(at.state)):
        at.play(legal_actions(at.state)[0])


def pass_turn(at: Session) -> None:
    """Play a card and let everything go."""
    at.play(legal_actions(at.state)[0])
    while any(isinstance(a, Decline) for a in legal_actions(at.state)):
        at.play(Decline())
    at.play(EndTurn())


# ---- whose eyes


def test_nobody_sees_a_hand_before_sitting_down(tmp_path: Path) -> None:
    at = session(tmp_path)
    assert (at.asked, at.handover, at.eyes) == (0, 0, None)
    assert set(at.view.table.players[0].supply) == {"?"} or at.view.actions == ()
    at.sit_down()
    assert (at.handover, at.eyes) == (None, 0)
    assert at.view.actions == legal_actions(at.state)


def test_the_seat_is_free_again_once_another_person_is_asked(tmp_path: Path) -> None:
    at = session(tmp_path)
    at.sit_down()
    at.play(legal_actions(at.state)[0])
    assert (at.asked, at.handover, at.eyes) == (1, 1, None)
    assert at.view.table.players[0].hand == ("?",) * 3
    at.sit_down()
    assert at.eyes == 1


def test_the_seat_is_free_again_when_an_undo_goes_back_to_another_person(tmp_path: Path) -> None:
    at = session(tmp_path)
    at.sit_down()
    at.play(legal_actions(at.state)[0])
    at.sit_down()
    at.undo()
    assert (at.asked, at.handover, at.eyes) == (0, 0, None)


def test_one_person_among_bots_never_hands_over_and_always_sees_the_own_hand(tmp_path: Path) -> None:
    at = session(tmp_path, BO_IS_A_BOT)
    assert (at.handover, at.eyes) == (None, 0)
    at.play(legal_actions(at.state)[0])
    assert at.bot_asked is not None
    assert at.bot_asked.name == "Bo"
    assert (at.handover, at.eyes) == (None, 0)
    assert "?" not in at.view.table.players[0].hand


@pytest.mark.rule("SOLO-1")
def test_alone_madame_du_barry_is_no_bot_and_nobody_to_hand_over_to(tmp_path: Path) -> None:
    at = session(tmp_path, (Seat("Ada"),))
    at.play(legal_actions(at.state)[0])
    assert at.barry_asked
    assert (at.bot_asked, at.person_asked, at.handover, at.eyes) == (None, None, None, 0)


def test_a_game_among_bots_is_seen_with_an_onlookers_eyes(tmp_path: Path) -> None:
    at = session(tmp_path, (Seat("Al", kind="bot"), Seat("Bo", kind="bot")))
    assert (at.people, at.handover, at.eyes) == ((), None, None)


# ---- what was missed


@pytest.mark.slow
def test_since_the_own_last_turn_is_what_the_others_did(tmp_path: Path) -> None:
    at = session(tmp_path)
    choose_hands(at)
    pass_turn(at)
    mine = at.game.cursor
    pass_turn(at)
    assert last_action_of(at.game, 0, at.game.cursor) == mine - 1
    assert since(at.game, 0) == range(mine, at.game.cursor)


def test_a_new_round_that_began_with_the_own_last_action_is_news(tmp_path: Path) -> None:
    at = session(tmp_path)
    choose_hands(at)
    while at.state.round == 1:
        pass_turn(at)
    ended_round_1 = at.game.seat_of(at.game.cursor - 1)
    assert since(at.game, ended_round_1) == range(at.game.cursor - 1, at.game.cursor)


def test_who_has_not_acted_yet_missed_everything(tmp_path: Path) -> None:
    at = session(tmp_path)
    at.play(legal_actions(at.state)[0])
    assert last_action_of(at.game, 1, at.game.cursor) is None
    assert since(at.game, 1) == range(1)


def test_the_turn_under_way_begins_with_its_card(tmp_path: Path) -> None:
    at = session(tmp_path)
    choose_hands(at)
    card = at.game.cursor
    at.play(legal_actions(at.state)[0])
    at.play(Decline())
    assert isinstance(at.game.line[card], PlayCard)
    assert turn_of(at.game) == range(card, card + 2)


# ---- on disk before it counts


def test_every_step_is_in_the_file_when_it_returns(tmp_path: Path) -> None:
    at = session(tmp_path)
    choose_hands(at)
    at.play(legal_actions(at.state)[0])
    assert read(at.path).game.state == at.state
    at.undo()
    assert read(at.path).game.state == at.state
    at.redo()
    at.undo_turn()
    at.redo_turn()
    assert read(at.path).game.cursor == at.game.cursor


def test_an_undo_past_another_person_needs_a_yes(tmp_path: Path) -> None:
    at = session(tmp_path)
    choose_hands(at)
    pass_turn(at)
    pass_turn(at)
    with pytest.raises(Fenced):
        at.undo_to(2)
    at.undo_to(2, cross=True)
    assert at.game.cursor == 2


def full(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_a_refused_write_leaves_the_game_and_the_file_sound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at = session(tmp_path)
    action = legal_actions(at.state)[0]
    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", full)
        with pytest.raises(NotWritten, match="No space left"):
            at.play(action)
    assert read(at.path).damage is None
    assert read(at.path).game.cursor == at.game.cursor == 0
    at.play(action)
    assert at.game.cursor == 1
    assert read(at.path).game.state == at.state


def test_a_file_that_is_gone_is_told_once_and_play_goes_on_in_a_copy(tmp_path: Path) -> None:
    at = session(tmp_path)
    told: list[Relocation] = []
    at.tell = told.append
    gone, copy = at.path, tmp_path / "game-2.rokoko"
    gone.unlink()
    for cursor in (1, 2):
        at.play(legal_actions(at.state)[0])
        assert (at.game.cursor, at.path) == (cursor, copy)
    assert told == [Relocation(Whither.COPIED, gone, copy)]
    assert read(copy).game.state == at.state


def test_a_copy_that_cannot_be_made_is_said_and_made_when_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = session(tmp_path)
    at.path.unlink()
    with monkeypatch.context() as broken:
        broken.setattr(os, "link", full)
        for _ in range(2):
            with pytest.raises(NotWritten, match="No space left"):
                at.play(legal_actions(at.state)[0])
    assert (at.game.cursor, list(tmp_path.iterdir())) == (0, [])
    at.play(legal_actions(at.state)[0])
    assert read(at.path).game.cursor == 1


# ---- watching, and chance


def test_a_watcher_sees_the_table_grow_and_no_secrets(tmp_path: Path) -> None:
    at = session(tmp_path)
    onlooker = Watching(at.path)
    assert not onlooker.look_again()
    choose_hands(at)
    assert onlooker.look_again()
    assert onlooker.game.cursor == at.game.cursor
    assert onlooker.eyes is None
    assert onlooker.view.table.players[0].hand == ("?",) * 3


def test_a_bots_chance_is_the_same_for_the_same_log_and_another_for_another_position(tmp_path: Path) -> None:
    at = session(tmp_path, BO_IS_A_BOT)
    before = dice_of(at.game).random()
    assert dice_of(at.game).random() == before
    at.play(legal_actions(at.state)[0])
    assert dice_of(at.game).random() != before
