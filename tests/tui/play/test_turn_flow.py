"""Who goes on at a table, without a screen: fetching, sitting down, bots, the final sheet."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace
from rokoko_tui.play.sessions import Session
from rokoko_tui.play.turn_flow import Course, Next

from rokoko_core.engine import legal_actions
from rokoko_core.journal import create
from rokoko_core.state import Seat, Setup
from rokoko_tui.settings.settings import Settings

TWO = Setup((Seat("Ada"), Seat("Bo")), seed=7, first_player=0)
WITH_BOT = Setup((Seat("Ada"), Seat("Bo", "bot", "random")), seed=7, first_player=1)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path


def session_of(folder: Path, setup: Setup) -> Session:
    return Session(create(folder / "game.rokoko", setup))


def play(session: Session) -> None:
    session.play(legal_actions(session.state)[0])


def test_the_first_person_is_fetched_once_and_decides_once_seated(folder: Path) -> None:
    with closing(session_of(folder, TWO)) as session:
        course = Course(session, Settings())
        assert course.next() is Next.FETCH
        assert course.fetch() == session.asked
        assert course.next() is Next.NOTHING, "the question stands already"
        course.fetched()
        session.sit_down()
        assert course.next() is Next.NOTHING
        asked = session.asked
        while session.asked == asked:
            play(session)
        assert course.next() is Next.FETCH


def test_an_undo_at_the_question_asks_again(folder: Path) -> None:
    with closing(session_of(folder, TWO)) as session:
        course = Course(session, Settings())
        course.fetch()
        course.fetched()
        assert course.next() is Next.FETCH


def test_without_a_page_between_people_the_next_one_just_sits_down(folder: Path) -> None:
    with closing(session_of(folder, TWO)) as session:
        assert Course(session, Settings(handover=False)).next() is Next.SIT


def until_bot_asked(session: Session) -> None:
    while session.bot_asked is None:
        play(session)


def test_a_bot_goes_on_and_thinks_about_a_position_once(folder: Path) -> None:
    with closing(session_of(folder, WITH_BOT)) as session:
        course = Course(session, Settings())
        until_bot_asked(session)
        assert course.next() is Next.THINK
        thought, _ = course.begin_thought()
        assert course.next() is Next.NOTHING, "it thinks about just this"
        play(session)
        if session.bot_asked is not None:
            assert course.next() is Next.THINK, "about what is asked now it does not"
        course.end_thought(thought)
        assert course.thought is None


def test_thoughts_of_one_turn_share_its_time(folder: Path) -> None:
    with closing(session_of(folder, WITH_BOT)) as session:
        course = Course(session, Settings(think=2.0))
        until_bot_asked(session)
        thought, seconds = course.begin_thought()
        assert seconds == 2.0
        thought.since -= 1.5
        course.end_thought(thought)
        _, left = course.begin_thought()
        assert 0.05 <= left <= 0.5


def test_a_patient_level_takes_its_time_as_often(folder: Path) -> None:
    with closing(session_of(folder, replace(WITH_BOT, players=_grandmasters(WITH_BOT)))) as session:
        course = Course(session, Settings(think=2.0))
        until_bot_asked(session)
        assert course.begin_thought()[1] == 10.0


def _grandmasters(setup: Setup) -> tuple[Seat, ...]:
    return tuple(replace(seat, level="grandmaster") if seat.kind == "bot" else seat for seat in setup.players)


def test_the_final_sheet_comes_up_once_at_each_end_of_the_game(folder: Path) -> None:
    with closing(session_of(folder, WITH_BOT)) as session:
        course = Course(session, Settings())
        while not session.game.over:
            play(session)
        assert course.next() is Next.FINAL
        course.final_shown()
        assert course.next() is Next.NOTHING
        session.undo(cross=True)
        play(session)
        assert course.next() is Next.NOTHING, "the same end was shown"
