"""A local game: whose view is shown, what somebody missed, and what happens when the disk refuses."""

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from rokoko_core.actions import ChooseHand, Decline, EndTurn, PlayCard, RevealBarry
from rokoko_core.engine import legal_actions
from rokoko_core.game import Fenced
from rokoko_core.journal import Relocation, RelocationReason, create, read
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.menu import Menu
from rokoko_core.play.recording import RecordedGame
from rokoko_core.play.replay_game import ReplayGame
from rokoko_core.play.spectated_game import SpectatedGame
from rokoko_core.play.view import NotWritten
from rokoko_core.state import Seat, Setup

BO_IS_A_BOT = (Seat("Ada"), Seat("Bo", kind="bot", level="page"))


def local_game(tmp_path: Path, players: tuple[Seat, ...] = (Seat("Ada"), Seat("Bo"))) -> LocalGame:
    return LocalGame(
        create(tmp_path / "game.rokoko", Setup(players, seed=4, first_player=0 if len(players) > 1 else None))
    )


async def choose_hands(at: LocalGame) -> None:
    while any(isinstance(a, ChooseHand) for a in legal_actions(at.recording.state)):
        await at.play(legal_actions(at.recording.state)[0])


async def pass_turn(at: LocalGame) -> None:
    """Play a card and let everything go."""
    await at.play(legal_actions(at.recording.state)[0])
    while any(isinstance(a, Decline) for a in legal_actions(at.recording.state)):
        await at.play(Decline())
    await at.play(EndTurn())


# ---- whose eyes


def test_nobody_sees_a_hand_before_sitting_down(tmp_path: Path) -> None:
    at = local_game(tmp_path)
    assert (at.to_move, at.handover, at.viewer) == (0, 0, None)
    assert set(at.observation().table.players[0].supply) == {"?"} or at.observation().actions == ()
    at.sit_down()
    assert (at.handover, at.viewer) == (None, 0)
    assert at.observation().actions == legal_actions(at.recording.state)


async def test_the_seat_is_free_again_once_another_person_is_asked(tmp_path: Path) -> None:
    at = local_game(tmp_path)
    at.sit_down()
    await at.play(legal_actions(at.recording.state)[0])
    assert (at.to_move, at.handover, at.viewer) == (1, 1, None)
    assert at.observation().table.players[0].hand == ("?",) * 3
    at.sit_down()
    assert at.viewer == 1


async def test_the_seat_is_free_again_when_an_undo_goes_back_to_another_person(tmp_path: Path) -> None:
    at = local_game(tmp_path)
    at.sit_down()
    await at.play(legal_actions(at.recording.state)[0])
    at.sit_down()
    await at.undo_to(at.position - 1)
    assert (at.to_move, at.handover, at.viewer) == (0, 0, None)


async def test_one_person_among_bots_never_hands_over_and_always_sees_the_own_hand(tmp_path: Path) -> None:
    at = local_game(tmp_path, BO_IS_A_BOT)
    assert (at.handover, at.viewer) == (None, 0)
    await at.play(legal_actions(at.recording.state)[0])
    assert at.bot_to_move is not None
    assert at.bot_to_move.name == "Bo"
    assert (at.handover, at.viewer) == (None, 0)
    assert "?" not in at.observation().table.players[0].hand


@pytest.mark.rule("SOLO-1")
async def test_alone_madame_du_barry_is_no_bot_and_nobody_to_hand_over_to(tmp_path: Path) -> None:
    at = local_game(tmp_path, (Seat("Ada"),))
    await at.play(legal_actions(at.recording.state)[0])
    assert at.du_barry_to_move
    assert (at.bot_to_move, at.person_to_move, at.handover, at.viewer) == (None, None, None, 0)


def test_a_game_among_bots_is_seen_with_an_onlookers_eyes(tmp_path: Path) -> None:
    at = local_game(tmp_path, (Seat("Al", kind="bot"), Seat("Bo", kind="bot")))
    assert (at.people, at.handover, at.viewer) == ((), None, None)


# ---- what the person to move may do


async def test_only_who_sits_at_the_terminal_and_is_to_move_has_a_menu(tmp_path: Path) -> None:
    at = local_game(tmp_path)
    assert at.menu == Menu()
    at.sit_down()
    assert at.menu.actions == legal_actions(at.recording.state)
    assert at.menu is at.menu, "it is built once per position"
    await at.play(at.menu.actions[0])
    assert at.menu == Menu()


async def test_while_a_bot_is_to_move_there_is_no_menu(tmp_path: Path) -> None:
    at = local_game(tmp_path, BO_IS_A_BOT)
    assert at.menu.actions == legal_actions(at.recording.state)
    await at.play(at.menu.actions[0])
    assert (at.bot_to_move is not None, at.menu) == (True, Menu())


@pytest.mark.rule("SOLO-1")
async def test_alone_the_person_turns_up_the_cards_of_madame_du_barry(tmp_path: Path) -> None:
    at = local_game(tmp_path, (Seat("Ada"),))
    await at.play(at.menu.actions[0])
    assert at.menu.actions == (RevealBarry(),)
    assert at.menu.forced is None


async def test_own_actions_alone_are_offered_again(tmp_path: Path) -> None:
    at = local_game(tmp_path, BO_IS_A_BOT)
    await at.play(at.menu.actions[0])
    await at.play(legal_actions(at.recording.state)[0])
    assert (at.own_action(0), at.own_action(1), at.own_action(2)) == (at.recording.line[0], None, None)


async def test_a_plan_is_kept_while_it_fits(tmp_path: Path) -> None:
    at = local_game(tmp_path, (Seat("Al", kind="bot"), Seat("Bo", kind="bot")))
    await choose_hands(at)
    card = legal_actions(at.recording.state)[0]
    at.set_plan((card, Decline()))
    assert at.planned == card
    await at.play(card)
    assert at.planned == Decline()
    await at.undo_to(at.position - 1, cross=True)
    assert at.planned is None
    at.set_plan((EndTurn(),))
    assert at.planned is None, "it is no legal action"


# ---- what was missed


@pytest.mark.slow
async def test_since_the_own_last_turn_is_what_the_others_did(tmp_path: Path) -> None:
    at = local_game(tmp_path)
    await choose_hands(at)
    await pass_turn(at)
    mine = at.position
    await pass_turn(at)
    assert at.history.last_action_of(0, at.position) == mine - 1
    assert at.history.since_action(0, at.position) == range(mine, at.position)


async def test_a_new_round_that_began_with_the_own_last_action_is_news(tmp_path: Path) -> None:
    at = local_game(tmp_path)
    await choose_hands(at)
    while at.recording.state.round == 1:
        await pass_turn(at)
    ended_round_1 = at.actor(at.position - 1)
    assert at.history.since_action(ended_round_1, at.position) == range(at.position - 1, at.position)


async def test_who_has_not_acted_yet_missed_everything(tmp_path: Path) -> None:
    at = local_game(tmp_path)
    await at.play(legal_actions(at.recording.state)[0])
    assert at.history.last_action_of(1, at.position) is None
    assert at.history.since_action(1, at.position) == range(1)


async def test_the_turn_under_way_begins_with_its_card(tmp_path: Path) -> None:
    at = local_game(tmp_path)
    await choose_hands(at)
    card = at.position
    await at.play(legal_actions(at.recording.state)[0])
    await at.play(Decline())
    assert isinstance(at.recording.line[card], PlayCard)
    assert range(at.turn_start(at.position), at.position) == range(card, card + 2)


# ---- on disk before it counts


async def test_every_step_is_in_the_file_when_it_returns(tmp_path: Path) -> None:
    at = local_game(tmp_path)
    await choose_hands(at)
    await at.play(legal_actions(at.recording.state)[0])
    assert read(at.path).game.state == at.recording.state
    await at.undo_to(at.position - 1)
    assert read(at.path).game.state == at.recording.state
    await at.redo_to(at.position + 1)
    await at.undo_to(at.turn_start(at.position - 1))
    await at.redo_turn()
    assert read(at.path).game.cursor == at.position


async def test_an_undo_past_another_person_needs_a_yes(tmp_path: Path) -> None:
    at = local_game(tmp_path)
    await choose_hands(at)
    await pass_turn(at)
    await pass_turn(at)
    with pytest.raises(Fenced):
        await at.undo_to(2)
    await at.undo_to(2, cross=True)
    assert at.position == 2


def full(*_: object) -> None:
    raise OSError(28, "No space left on device")


async def test_a_refused_write_leaves_the_game_and_the_file_sound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = local_game(tmp_path)
    action = legal_actions(at.recording.state)[0]
    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", full)
        with pytest.raises(NotWritten, match="No space left"):
            await at.play(action)
    assert read(at.path).damage is None
    assert read(at.path).game.cursor == at.position == 0
    await at.play(action)
    assert at.position == 1
    assert read(at.path).game.state == at.recording.state


async def test_a_file_that_is_gone_is_told_once_and_play_goes_on_in_a_copy(tmp_path: Path) -> None:
    at = local_game(tmp_path)
    told: list[Relocation] = []
    at.on_relocation = told.append
    gone, copy = at.path, tmp_path / "game-2.rokoko"
    gone.unlink()
    for cursor in (1, 2):
        await at.play(legal_actions(at.recording.state)[0])
        assert (at.position, at.path) == (cursor, copy)
    assert told == [Relocation(RelocationReason.COPIED, gone, copy)]
    assert read(copy).game.state == at.recording.state


async def test_a_game_is_saved_again_before_somebody_says_that_it_is(tmp_path: Path) -> None:
    at = local_game(tmp_path)
    await at.play(legal_actions(at.recording.state)[0])
    told: list[Relocation] = []
    at.on_relocation = told.append
    at.ensure_saved()
    assert told == []
    gone, copy = at.path, tmp_path / "game-2.rokoko"
    gone.unlink()
    at.ensure_saved()
    at.ensure_saved()
    assert told == [Relocation(RelocationReason.COPIED, gone, copy)]
    assert at.path == copy and read(copy).game.state == at.recording.state


async def test_a_copy_that_cannot_be_made_is_said_and_made_when_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = local_game(tmp_path)
    at.path.unlink()
    with monkeypatch.context() as broken:
        broken.setattr(os, "link", full)
        for _ in range(2):
            with pytest.raises(NotWritten, match="No space left"):
                await at.play(legal_actions(at.recording.state)[0])
    assert (at.position, list(tmp_path.iterdir())) == (0, [])
    await at.play(legal_actions(at.recording.state)[0])
    assert read(at.path).game.cursor == 1


# ---- watching, and chance


async def test_a_watcher_sees_the_table_grow_and_no_secrets(tmp_path: Path) -> None:
    at = local_game(tmp_path)
    onlooker = SpectatedGame(at.path)
    assert not onlooker.refresh()
    await choose_hands(at)
    assert onlooker.refresh()
    assert onlooker.position == at.position
    assert onlooker.viewer is None
    assert onlooker.observation().table.players[0].hand == ("?",) * 3


def seen(view: RecordedGame) -> tuple[object, ...]:
    """All that a view shows of its present position."""
    history = view.history
    return (
        view.setup,
        view.observation(),
        [view.events(number) for number in range(view.length)],
        history.turns(range(view.length)),
        history.touched(view.position),
    )


async def test_a_watcher_follows_another_continuation(tmp_path: Path) -> None:
    at = local_game(tmp_path)
    await choose_hands(at)
    await pass_turn(at)
    onlooker = SpectatedGame(at.path)
    before = seen(onlooker)
    start = at.turn_start(at.position - 1)
    await at.undo_to(start, cross=True)
    await at.play(legal_actions(at.recording.state)[1])
    assert onlooker.refresh()
    assert seen(onlooker) == seen(ReplayGame(at.recording)) != before
    assert onlooker.cuts == [start]


async def test_a_watcher_notices_that_undone_actions_are_gone(tmp_path: Path) -> None:
    """The first action played again cuts off the second; what follows then is new, though nothing was replaced."""
    at = local_game(tmp_path)
    await choose_hands(at)
    await at.play(legal_actions(at.recording.state)[0])
    await at.play(Decline())
    onlooker = SpectatedGame(at.path)
    before = seen(onlooker)
    await at.undo_to(at.position - 2)
    await at.play(at.recording.line[at.position])
    assert onlooker.refresh()
    assert seen(onlooker) == seen(ReplayGame(at.recording)) != before
    other = next(action for action in legal_actions(at.recording.state) if action != Decline())
    await at.play(other)
    assert onlooker.refresh()
    assert seen(onlooker) == seen(ReplayGame(at.recording))


async def test_a_watcher_of_a_file_replaced_by_another_game_sees_that_game(tmp_path: Path) -> None:
    """Both have the same actions; only the seeds differ."""
    at = local_game(tmp_path)
    setup = replace(at.setup, seed=5)
    other = LocalGame(create(tmp_path / "other.rokoko", setup))
    for game in (at, other):
        await choose_hands(game)
        while game.recording.state.round == 1:
            await pass_turn(game)
    assert at.recording.line == other.recording.line
    await other.play(legal_actions(other.recording.state)[0])
    onlooker = SpectatedGame(at.path)
    before = seen(onlooker)
    other.close()
    other.path.replace(at.path)
    assert onlooker.refresh()
    assert seen(onlooker) == seen(ReplayGame(other.recording)) != before


async def test_a_bots_chance_is_the_same_for_the_same_log_and_another_for_another_position(tmp_path: Path) -> None:
    at = local_game(tmp_path, BO_IS_A_BOT)
    before = at.random().random()
    assert at.random().random() == before
    await at.play(legal_actions(at.recording.state)[0])
    assert at.random().random() != before
