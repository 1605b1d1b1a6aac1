"""The frames in which the moves of others are played back."""

import pytest
from syrupy.assertion import SnapshotAssertion

from rokoko_core import Game, legal_actions
from rokoko_core.actions import EndTurn
from rokoko_core.play.replay_game import ReplayGame, Viewer
from rokoko_core.state import Seat, Setup
from rokoko_tui.settings.settings import Pace
from rokoko_tui.table.frames import Playback, make_frames
from rokoko_tui.text import get_words
from rokoko_tui.text.piece_refs import PieceRef
from tests.core.play.in_memory import local_game
from tests.saves.sample_games import FOLDER

WORDS = get_words("classic")


def written(piece: PieceRef | None) -> str:
    if piece is None:
        return "-"
    return f"{piece.kind}:{piece.id}" if piece.id != "" else piece.kind


@pytest.mark.parametrize("pace", ["quick", "calm", "slow", "step"])
@pytest.mark.parametrize("motion", [True, False])
def test_the_frames_of_some_turns(pace: Pace, motion: bool, snapshot: SnapshotAssertion) -> None:
    """A changed playback has to be read and agreed to (``--snapshot-update``)."""
    game = ReplayGame(Game.load(FOLDER / "everything-3.rokoko"), Viewer(1))
    lines = []
    for frame in make_frames(game, range(60, 84), WORDS, pace, motion):
        flights = " ".join(f"{written(flight.start)}>{written(flight.end)}" for flight in frame.flights)
        pieces = " ".join(sorted(map(written, frame.pieces)))
        lines.append(f"{frame.position} {frame.seconds:.2f} s, seat {frame.seat}: {frame.text} | {pieces} | {flights}")
    assert "\n".join(lines) == snapshot


async def test_a_playback_is_behind_the_game_until_its_last_frame() -> None:
    game = local_game(Setup((Seat("Ada"), Seat("Bo", "bot", "random")), 7, first_player=0))
    playback = Playback(game)

    async def play(seat: int) -> None:
        """Play the first actions of ``seat``, and end its turn."""
        while game.to_move == seat:
            offers = legal_actions(game.recording.state)
            await game.play(next((action for action in offers if isinstance(action, EndTurn)), offers[0]))

    assert (playback.frame, playback.due, playback.position) == (None, range(0), 0)
    await play(0)
    await play(1)
    await play(0)
    own_end = game.position
    playback.gather(WORDS, "at-once", False)
    assert playback.frame is None and playback.position == own_end, "at once there are no frames"
    await game.play(legal_actions(game.recording.state)[0])
    assert playback.due == range(own_end, own_end + 1)
    assert playback.position == own_end, "the screen shows what the viewer saw last"
    assert not playback.gather(WORDS, "calm", False), "the turn of a bot is played back as a whole"
    await play(1)
    assert playback.position == own_end and playback.due == range(own_end, game.position)
    assert playback.gather(WORDS, "calm", False)
    assert not playback.due and not playback.gather(WORDS, "calm", False), "each action is played back once"
    shown = list[int]()
    while (frame := playback.frame) is not None:
        assert playback.position == frame.position
        shown.append(frame.position)
        playback.step()
    assert shown == sorted(shown) and set(shown) <= set(range(own_end + 1, game.position + 1))
    assert playback.position == game.position
    playback.step()
    assert playback.position == game.position

    # again on demand, until it is ended or an undo removes what it shows
    numbers = range(own_end, game.position)
    playback.add(WORDS, numbers, "at-once", False)
    assert {frame.seat for frame in playback.frames} == {1}
    playback.end()
    assert playback.frame is None
    playback.add(WORDS, numbers, "quick", False)
    playback.drop_undone()
    assert playback.frame is not None
    await game.undo_to(own_end, cross=True)
    playback.drop_undone()
    assert playback.frame is None and playback.position == own_end
    await play(1)
    assert playback.due.stop == game.position and playback.gather(WORDS, "calm", False), "what is new is played back"


def test_without_a_viewer_nothing_is_due() -> None:
    playback = Playback(local_game(Setup((Seat("Ada"), Seat("Bo")), 7)))
    assert playback.game.viewer is None
    assert (playback.due, playback.position, playback.gather(WORDS, "calm", True)) == (range(0), 0, False)
