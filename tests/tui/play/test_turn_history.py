"""What the others have done since one's own turn: a line for each turn, and marks on what they touched."""

from collections.abc import Iterable
from functools import cache

import pytest
from rokoko_tui.play.turn_history import Turn, news, since, since_turn, touched, turns

from rokoko_core import Game
from rokoko_core.box import box_of
from rokoko_core.engine import legal_actions, to_move
from rokoko_core.events import Event, acts
from rokoko_core.events.amounts import LivreGained, LivrePaid, PrestigeGained
from rokoko_core.events.places import Piece, Spot, Where, moves
from rokoko_core.events.reasons import Why
from rokoko_core.events.turns import CardPlayed
from rokoko_core.pending import HandChoice
from rokoko_tui.text import words_of
from rokoko_tui.text.turn_summary import PARTS
from tests.saves.sample_games import FOLDER

WORDS = words_of("classic")
SAMPLES = ("base-2", "everything-5", "solo-jewelry-box")


@cache
def sample(name: str) -> Game:
    return Game.load(FOLDER / f"{name}.rokoko")


def in_brief(events: Iterable[Event], livre: int = 12) -> str:
    return WORDS.turn_in_brief(events, 1, livre, box_of(sample("base-2").at(0)))


def told(game: Game, turn: Turn) -> str:
    box = box_of(game.at(0))
    if turn.seat is None:
        return WORDS.change_in_brief(turn.events, game.setup)
    return WORDS.turn_in_brief(turn.events, turn.seat, turn.livre, box)


# ---- a turn in one line


def test_a_turn_is_told_by_what_went_where_and_by_the_livre_before_and_after() -> None:
    box = box_of(sample("base-2").at(0))
    dress = next(d for d in box.dress.values() if not d.ladies and d.colour == "blue")
    guest = next(space for space in box.guest.values() if space.hall == 4)
    tile = next(t for t in box.tile.values() if WORDS.letters(t.silk) == "BB")
    events = (
        acts.DressRented(1, dress.id),
        acts.DressPlaced(
            1, moved=moves(Piece.DRESS, (dress.id,), Spot(Where.DRESS_IN_HAND, 1), Spot(Where.GUEST, 1, space=guest.id))
        ),
        acts.TileTaken(
            1,
            moved=moves(Piece.TILE, (tile.id,), Spot(Where.WAREHOUSE, index=0), Spot(Where.TILE_TAKEN, 1)),
            why=Why.TILE_PRICE,
        ),
        LivrePaid(1, Why.TILE_PRICE, 6),
    )
    assert in_brief(events) == "blue coat to hall 4, tile BB, 12 > 6 Livre"


def test_prestige_that_is_hidden_is_told_without_its_figure() -> None:
    """HIDDEN-2"""
    assert in_brief((PrestigeGained(1, Why.BONUS, 3), PrestigeGained(1, Why.BONUS, 2))) == "+5 prestige"
    assert in_brief((PrestigeGained(1, Why.BONUS, 3), PrestigeGained(1, Why.BONUS, None))) == "some prestige"


def test_the_gains_of_others_are_not_those_of_the_turn() -> None:
    assert in_brief((LivreGained(0, Why.SALE, 4),)) == "no action"


def test_a_turn_that_has_moved_nothing_is_told_by_its_card() -> None:
    card = next(card for card in box_of(sample("base-2").at(0)).card.values() if card.id == "base-master")
    hand, table = Spot(Where.HAND, 1), Spot(Where.PLAYED, 1)
    played = CardPlayed(1, moved=moves(Piece.EMPLOYEE, (card.id,), hand, table))
    assert in_brief((played,)) == "plays M no bonus"
    assert in_brief((played, LivrePaid(1, Why.TILE_PRICE, 6))) == "12 > 6 Livre"


def test_where_there_is_little_room_the_sums_are_told_in_signs() -> None:
    events = (PrestigeGained(1, Why.BONUS, 3), LivrePaid(1, Why.TILE_PRICE, 6))
    box = box_of(sample("base-2").at(0))
    assert WORDS.turn_in_brief(events, 1, 12, box, tight=True) == "+3★, 12>6L"


@pytest.mark.parametrize("name", SAMPLES)
def test_every_turn_of_a_game_is_told_in_one_line(name: str) -> None:
    game = sample(name)
    found = turns(game, None, range(game.length))
    assert all("\n" not in told(game, turn) for turn in found)
    named = {type(event) for turn in found for event in turn.events if type(event) in PARTS}
    assert len(named) > 3


# ---- which turns


@pytest.mark.parametrize("name", SAMPLES)
def test_the_card_tells_the_turns_of_the_others_since_the_own_one_and_no_own_one(name: str) -> None:
    game = sample(name)
    for position in range(0, game.length, 7):
        found = news(game, 0, position)
        assert all(turn.seat != 0 for turn in found)
        asked = to_move(game.at(position))
        end = game.turn_start(position) if asked == 0 else position
        for number in since_turn(game, 0, position):
            own_turn = game.seat_of(number) == 0 and not isinstance(
                game.at(game.turn_start(number)).pending[-1], HandChoice
            )
            assert not own_turn or game.at(number).round != game.at(number + 1).round
        assert since_turn(game, 0, position).stop == end


def test_the_own_turn_under_way_leaves_the_card_as_it_is() -> None:
    game = sample("base-2")
    starts = [n for n in range(game.length) if game.seat_of(n) == 0 and game.turn_start(n) == n][4:8]
    for start in starts:
        here = news(game, 0, start)
        later = start + 1
        while game.seat_of(later) == 0 and game.turn_start(later) == start:
            assert news(game, 0, later) == here
            later += 1


def test_an_onlooker_is_told_one_round_of_turns() -> None:
    game = sample("everything-5")
    found = [turn for turn in news(game, None, 200) if turn.seat is not None]
    assert len(found) == 5


def test_it_is_the_same_after_an_undo_and_in_another_copy_of_the_game() -> None:
    game = sample("base-2")
    again = game.fork(100)
    again.play(legal_actions(again.state)[0])
    again.undo(cross=True)
    assert [told(game, turn) for turn in news(again, 0, 100)] == [told(game, turn) for turn in news(game, 0, 100)]
    assert touched(again, 0, 100) == touched(game, 0, 100)


@pytest.mark.rule("HIDDEN-1")
def test_nothing_is_told_that_the_onlooker_may_not_know() -> None:
    game = sample("everything-5")
    for turn in turns(game, None, range(game.length)):
        if turn.seat is None:
            continue
        drawn = [event for event in turn.events if isinstance(event, acts.TileDrawn)]
        assert all(event.piece == "?" for event in drawn if event.why is not Why.MATCH)


# ---- what was touched


@pytest.mark.parametrize("name", SAMPLES)
def test_what_others_touched_is_marked_until_the_own_next_action(name: str) -> None:
    game = sample(name)
    seen = 0
    for position in range(1, game.length):
        found = touched(game, 0, position)
        assert 0 not in found.values()
        if game.seat_of(position - 1) == 0:
            own = {key for key, _ in touched(game, 0, position).items()}
            assert not own, "nothing is news after an own action"
        seen += bool(found)
    assert seen


def test_a_space_taken_keeps_the_mark_of_whoever_took_it() -> None:
    game = sample("base-2")
    number = next(
        n
        for n in range(game.length)
        if game.seat_of(n) == 1 and any(isinstance(e, acts.DecorationFunded) for e in game.events_of(n))
    )
    event = next(e for e in game.events_of(number) if isinstance(e, acts.DecorationFunded))
    assert touched(game, 0, number + 1)[f"decoration:{event.moved[0].end.space}"] == 1
    own = next(n for n in range(number + 1, game.length) if game.seat_of(n) == 0)
    assert f"decoration:{event.moved[0].end.space}" not in touched(game, 0, own + 1)


def test_what_is_laid_out_anew_has_no_mark_of_who_took_there_before() -> None:
    game = sample("base-2")
    for _, start in game.round_starts[1:]:
        marks = touched(game, 0, start)
        assert not any(key.startswith(("tile:", "window:")) for key in marks)


def test_since_and_since_turn_agree_that_a_new_round_is_news() -> None:
    game = sample("base-2")
    for _, start in game.round_starts[1:]:
        last = game.seat_of(start - 1)
        assert since(game, last, start).start == start - 1
        assert news(game, last, start)[-1].seat is None
