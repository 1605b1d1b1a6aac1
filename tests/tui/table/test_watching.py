"""The table of a game that is only watched: what it shows, and that nothing is chosen there."""

from rokoko_core import Game as SavedGame
from rokoko_core.play.replay_game import ReplayGame, Viewer
from rokoko_core.state import NOBODY
from rokoko_tui.settings.settings import Settings
from rokoko_tui.table.choice_list import EntryKind
from rokoko_tui.table.watch_session import WatchSession
from rokoko_tui.text.piece_refs import touched_places
from tests.saves.sample_games import FOLDER


def watch(seat: int | None = None) -> WatchSession:
    session = WatchSession(ReplayGame(SavedGame.load(FOLDER / "base-3.rokoko"), Viewer(seat)), Settings())
    session.fill()
    return session


def test_who_watches_reads_who_decides_and_has_nothing_to_choose() -> None:
    session = watch()
    page, words = session.page(), session.words
    assert [(row.kind, row.text) for row in page.rows] == [(EntryKind.HEADING, words.say("table.list.watching"))]
    assert (page.cursor, session.moment.entry, session.forecast, page.lit) == (-1, None, None, frozenset())
    assert page.titles == words.wording("table.list.over"), "a replay begins at the end of its game"
    assert page.list_size.is_few and not page.can_undo and not page.idle and not page.has_reasons
    assert (page.position, page.observation) == (session.game.position, session.game.observation())


def test_who_watches_a_seat_sees_what_others_touched_and_what_is_new() -> None:
    session = watch(1)
    game = session.game
    history = game.history
    new = [(*arrival, NOBODY) for arrival in history.arrivals(game.position)]
    assert session.touched == touched_places([*new, *history.touched(game.position)])
    lines = session.lines(range(3))
    assert [number for number, _ in lines] == sorted(number for number, _ in lines)
    assert all(line.text for _, line in lines)
