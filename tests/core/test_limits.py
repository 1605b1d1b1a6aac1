"""Limits: the last value that passes, and the first that does not."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from rokoko_core.concession import final_sheets, is_decided
from rokoko_core.engine import legal_actions
from rokoko_core.game import Game, NotConceded, NothingToRedo, NothingToUndo, NotReplaced
from rokoko_core.remote.absence import Absences
from rokoko_core.remote.host_options import Absence
from rokoko_core.remote.mailbox.folder import WRITER_SHIFT
from rokoko_core.remote.mailbox.host_record import SeatRecord
from rokoko_core.safe_text import CHAT_CHARACTERS, MARKS, NAME_CELLS, find_name_flaw, is_chat_line, shorten, shown
from rokoko_core.scoring import projected_scores
from rokoko_core.setup import (
    MOST_PLAYERS,
    MOST_SECRET_SEED,
    MOST_SEED,
    SHORTEST_SECRET,
    InvalidSetup,
    check_setup,
    has_secret_seed,
)
from rokoko_core.state import Seat, Setup
from rokoko_core.terms import ScoreRow
from tests.tabletop import give, new

NAMES = ("Ada", "Bo", "Cy", "Di", "Eve", "Flo")


def table(players: int, bots: int = 0, **options: object) -> Setup:
    seats = [Seat(name) for name in NAMES[:players]]
    seats[len(seats) - bots :] = [Seat(seat.name, "bot", "random") for seat in seats[len(seats) - bots :]]
    return Setup(tuple(seats), **{"seed": 1, "first_player": None, **options})  # type: ignore[arg-type]


# ---- setups


@pytest.mark.parametrize(
    ("setup", "is_valid"),
    [
        (table(0), False),
        (table(1), True),
        (table(1, bots=1), False),
        (table(MOST_PLAYERS), True),
        (table(MOST_PLAYERS + 1), False),
        (table(2, first_player=-1), False),
        (table(2, first_player=0), True),
        (table(2, first_player=1), True),
        (table(2, first_player=2), False),
        (table(2, seed=-1), False),
        (table(2, seed=0), True),
        (table(2, seed=MOST_SEED), True),
        (table(2, seed=MOST_SEED + 1), False),
        (table(2, seed=MOST_SECRET_SEED, chance="blake2b"), True),
        (table(2, seed=MOST_SECRET_SEED + 1, chance="blake2b"), False),
        (table(2, chance="dice"), False),
    ],
)
def test_a_setup_is_valid_up_to_its_limits(setup: Setup, is_valid: bool) -> None:
    if is_valid:
        check_setup(setup)
        return
    with pytest.raises(InvalidSetup):
        check_setup(setup)


@pytest.mark.parametrize(("bits", "is_secret"), [(SHORTEST_SECRET - 1, False), (SHORTEST_SECRET, True), (128, True)])
def test_a_seed_is_secret_from_its_shortest_length_on(bits: int, is_secret: bool) -> None:
    assert has_secret_seed(table(2, seed=(1 << bits) - 1, chance="blake2b")) == is_secret


# ---- positions of a game


def test_positions_go_from_the_beginning_to_the_last_action() -> None:
    game = Game(table(2, first_player=0))
    for _ in range(3):
        game.play(legal_actions(game.state)[0])
    game.undo(cross=True)
    assert (game.cursor, game.length, game.at(0).round, game.at(3).round) == (2, 3, 1, 1)
    assert [game.seat_of(n) for n in range(3)] == [0, 1, 0]
    tries: list[tuple[Callable[[], object], type[Exception]]] = [
        (lambda: game.at(-1), IndexError),
        (lambda: game.at(4), IndexError),
        (lambda: game.seat_of(-1), IndexError),
        (lambda: game.seat_of(3), IndexError),
        (lambda: game.events_of(3), IndexError),
        (lambda: game.fork(4), IndexError),
        (lambda: game.undo_to(-1), NothingToUndo),
        (lambda: game.undo_to(2), NothingToUndo),
        (lambda: game.redo_to(2), NothingToRedo),
        (lambda: game.redo_to(4), NothingToRedo),
        (lambda: game.concede(-1), NotConceded),
        (lambda: game.concede(2), NotConceded),
        (lambda: game.replace(2, "novice", "missing"), NotReplaced),
        (lambda: game.replace(0, "novice", "missing"), NotReplaced),
        (lambda: game.stand_in(0, ""), NotReplaced),
        (lambda: game.stand_in(2, "novice"), NotReplaced),
    ]
    before = list(game.entries)
    for change, error in tries:
        with pytest.raises(error):
            change()
    assert game.entries == before
    assert game.redo_to(3) is game.at(3) and game.undo_to(0, cross=True) is game.at(0)
    game.concede(1)
    with pytest.raises(NotConceded):
        game.concede(1)
    assert game.fork(3).length == 3 and game.fork(0).length == 0
    assert (game.turn_start(0), game.turn_start(99)) == (0, game.turn_start(3))


# ---- who conceded


@pytest.mark.parametrize(
    ("setup", "conceded", "is_over"),
    [
        (table(1), (), False),
        (table(1), (0,), True),
        (table(2), (), False),
        (table(2), (1,), True),
        (table(3), (1,), False),
        (table(3), (0, 1), True),
        (table(3, bots=1), (0,), False),
        (table(3, bots=2), (0,), True),
        (table(3, bots=2), (), False),
    ],
)
def test_a_game_is_decided_when_one_player_or_no_person_is_left(
    setup: Setup, conceded: tuple[int, ...], is_over: bool
) -> None:
    assert is_decided(setup, conceded) == is_over


@pytest.mark.parametrize("conceded", [(), (0,), (3,), (0, 2), (1, 3)])
def test_who_conceded_ranks_last_and_the_others_close_up(conceded: tuple[int, ...]) -> None:
    game = Game(table(4, first_player=0))
    game._states[0] = replace(game.state, players=tuple(
        replace(player, prestige=points) for player, points in zip(game.state.players, (3, 9, 3, 5), strict=True)
    ))  # fmt: skip
    for seat in conceded:
        game.concede(seat)
    total = [sheet.total for sheet in projected_scores(game.state)]
    kept = [seat for seat in range(4) if seat not in conceded]
    ranks = [sheet.rank for sheet in final_sheets(game)]
    for seat in kept:
        assert ranks[seat] <= 1 + sum(total[other] >= total[seat] for other in kept if other != seat)
        assert ranks[seat] >= 1 + sum(total[other] > total[seat] for other in kept)
    assert all(ranks[seat] > len(kept) for seat in conceded)


# ---- absence


def test_time_is_over_at_its_last_second() -> None:
    absences = Absences(Absence(seconds=60, turn=400, owner=0), people=(1, 2), now=1000.0)
    assert [absences.may_give(1, asker, now) for asker, now in ((2, 1059.9), (2, 1060.0), (0, 1000.0))] == [
        False, True, True,
    ]  # fmt: skip
    absences.leave(1, 1050.0)
    assert absences.may_give(1, 2, 1060.0), "away since the first time"
    absences.arrive(1)
    assert not absences.may_give(1, 0, 9999.0), "nobody is away"
    turn = (1, 7)
    assert absences.seconds_left(0.0) is None and absences.find_late(9e9) is None
    assert not absences.follow_turn(turn, 1000.0, 1299.9)
    assert (absences.seconds_left(1299.0), absences.find_late(9999.0)) == (1.0, None), "nobody is late unwarned"
    assert absences.follow_turn(turn, 1000.0, 1300.0) and not absences.follow_turn(turn, 1000.0, 1301.0)
    assert [absences.find_late(now) for now in (1399.9, 1400.0)] == [None, 1]
    assert (absences.seconds_left(1390.0), absences.seconds_left(1500.0)) == (10.0, 0.0)
    assert absences.follow_turn((2, 9), 1000.0, 2000.0), "a host that was away warns first"
    assert [absences.find_late(now) for now in (2099.9, 2100.0)] == [None, 2]
    assert not absences.follow_turn(None, 0.0, 0.0) and absences.clock is None


def test_a_bot_comes_once_the_owner_or_all_present_want_it() -> None:
    absences = Absences(Absence(owner=0), people=(1,), now=0.0)
    absences.wish(1, "novice", 2)
    assert [absences.list_granted(present) for present in ({2}, {2, 3}, set())] == [{1: "novice"}, {}, {}]
    absences.wish(1, "master", 3)
    assert absences.list_granted({2, 3}) == {1: "novice"}, "the level of the first"
    absences.wish(1, "master", 0)
    assert absences.list_granted({2, 3, 4}) == {1: "novice"}
    absences.arrive(1)
    assert absences.list_granted({2}) == {}


# ---- numbers of requests


def test_a_request_is_taken_up_to_the_last_number_of_its_writer() -> None:
    record = SeatRecord(key=b"")
    first, second = 1 << WRITER_SHIFT, 2 << WRITER_SHIFT
    record.take(first + 5)
    record.take(first + 3)
    assert [record.is_taken(first + number) for number in (4, 5, 6)] == [True, True, False]
    assert not record.is_taken(second + 1)


# ---- texts


@pytest.mark.parametrize(
    ("check", "longest", "too_long"),
    [
        (lambda text: find_name_flaw(text) is None, "x" * NAME_CELLS, "x" * (NAME_CELLS + 1)),
        (lambda text: find_name_flaw(text) is None, "漢" * (NAME_CELLS // 2), "漢" * (NAME_CELLS // 2) + "x"),
        (is_chat_line, "x" * CHAT_CHARACTERS, "x" * (CHAT_CHARACTERS + 1)),
        (lambda text: shown(text) == text, "e" + "\u0301" * MARKS, "e" + "\u0301" * (MARKS + 1)),
        (lambda text: shorten(text, 7) == text, "1234567", "12345678"),
    ],
    ids=["name", "wide letters", "chat", "marks", "shortened"],
)
def test_a_text_may_be_as_long_as_its_limit(check: Callable[[str], bool], longest: str, too_long: str) -> None:
    assert check(longest) and not check(too_long)


def test_a_shortened_text_has_as_many_characters_as_wanted() -> None:
    assert [shorten(text, 4) for text in ("", "abcd", "abcde", "abcdefgh")] == ["", "abcd", "abc…", "abc…"]


# ---- points


@pytest.mark.rule("END-1")
@pytest.mark.parametrize(("livre", "points"), [(0, 0), (9, 0), (10, 1), (19, 1), (20, 2)])
def test_each_ten_livre_are_a_prestige(livre: int, points: int) -> None:
    rows = projected_scores(give(new(), 0, livre=livre))[0].rows
    assert sum(row.points for row in rows if row.source is ScoreRow.MONEY) == points
