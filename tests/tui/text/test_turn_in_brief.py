"""A turn of others in one line, and the keys of what they touched."""

from collections.abc import Iterable
from functools import cache
from itertools import pairwise

import pytest

from rokoko_core import Game
from rokoko_core.actions import EndTurn, PlayCard
from rokoko_core.box import box_of
from rokoko_core.events import Event, acts
from rokoko_core.events.amounts import LivreGained, LivrePaid, NotionsGained, PrestigeGained
from rokoko_core.events.places import Piece, Spot, Where, moves
from rokoko_core.events.reasons import Why
from rokoko_core.events.table import DressesLaid, JewelsLaid, TilesLaid
from rokoko_core.events.turns import CardPlayed
from rokoko_core.play.history import FIREWORKS, PlaceLost, Turn
from rokoko_core.play.replay_game import ReplayGame, Viewer
from rokoko_core.terms import Notion
from rokoko_tui.panes.other_turns import _nothing
from rokoko_tui.text import get_words
from rokoko_tui.text.families.registry import words_of_event
from rokoko_tui.text.piece_refs import PieceRef, spot_ref, touched_places
from tests.saves.sample_games import FOLDER

WORDS = get_words("classic")
SAMPLES = ("base-2", "everything-5", "solo-jewelry-box")


@cache
def sample(name: str) -> Game:
    return Game.load(FOLDER / f"{name}.rokoko")


def turn_of(*events: Event, livre: int = 12, places_lost: tuple[PlaceLost, ...] = ()) -> Turn:
    return Turn(range(1), 1, 1, events, livre, places_lost)


def in_brief(events: Iterable[Event], livre: int = 12) -> str:
    return WORDS.summarise_turn(turn_of(*events, livre=livre), box_of(sample("base-2").at(0))).longest


def describe(game: Game, turn: Turn) -> str:
    box = box_of(game.at(0))
    if turn.seat is None:
        return WORDS.summarise_round_change(turn.events, game.setup, box_of(game.state)).shortest
    return WORDS.summarise_turn(turn, box).longest


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
    assert in_brief(events) == "blue coat to hall 4, tile BB, 12 → 6 Livre"


def test_a_turn_is_shorter_where_the_line_is_narrow() -> None:
    box = box_of(sample("base-2").at(0))
    card = next(card for card in box.card.values() if WORDS.rank(card.rank) == "Journeyman")
    hired = moves(Piece.EMPLOYEE, (card.id,), Spot(Where.HIRE), Spot(Where.HAND, 1))
    events = (acts.EmployeeHired(1, moved=hired, why=Why.HIRE_PRICE), LivrePaid(1, Why.HIRE_PRICE, 5))
    turn = turn_of(*events, places_lost=(PlaceLost(2, 1), PlaceLost(FIREWORKS, 2)))
    short = WORDS.summarise_turn(turn, box).shortest
    assert short == "hires Journeyman, 12→7 L, majority lost in hall 2, second place lost in the fireworks"
    within = WORDS.card(card.id, box).replace(" · ", " (") + ")"
    whole = WORDS.summarise_turn(turn, box).longest
    assert f"hires {within}, 12 → 7 Livre" in whole, "the bonus is told from the price"


def test_prestige_that_is_hidden_is_told_without_its_figure() -> None:
    """HIDDEN-2"""
    assert in_brief((PrestigeGained(1, Why.BONUS, 3), PrestigeGained(1, Why.BONUS, 2))) == "+5 prestige"
    assert in_brief((PrestigeGained(1, Why.BONUS, 3), PrestigeGained(1, Why.BONUS, None))) == "some prestige"


def test_a_tile_discarded_for_yarn_and_lace_is_not_told_as_kept() -> None:
    """ACQ-2"""
    box = box_of(sample("base-2").at(0))
    tile = next(t for t in box.tile.values() if t.yarn == 1 and t.lace == 1 and Notion.BOTH in t.discards)
    other = next(t for t in box.tile.values() if WORDS.letters(t.silk) == "BB")
    hand, gone = Spot(Where.TILE_TAKEN, 1), Spot(Where.TILE_DISCARD)

    def taken(piece: str) -> Event:
        return acts.TileTaken(
            1, moved=moves(Piece.TILE, (piece,), Spot(Where.WAREHOUSE, index=0), hand), why=Why.TILE_PRICE
        )

    discarded = acts.TileDiscarded(1, Notion.BOTH, moved=moves(Piece.TILE, (tile.id,), hand, gone))
    gained = NotionsGained(1, Why.TILE, 1, 1)
    assert in_brief((taken(tile.id), discarded, gained)) == "tile discarded for 1 yarn and 1 lace"
    assert in_brief((taken(other.id), taken(tile.id), discarded, gained)) == (
        "tile BB, tile discarded for 1 yarn and 1 lace"
    )


def test_yarn_and_lace_gained_otherwise_are_told_where_money_was_paid_for_them() -> None:
    bonus = (NotionsGained(1, Why.BONUS, yarn=1), LivrePaid(1, Why.BONUS, 1))
    assert in_brief(bonus) == "+1 yarn, 12 → 11 Livre"
    assert in_brief((*bonus, NotionsGained(1, Why.GUEST, yarn=1, lace=1))) == "+2 yarn and 1 lace, 12 → 11 Livre"


def test_a_place_in_a_majority_that_the_viewer_lost_is_told_last() -> None:
    lost = (PlaceLost(2, 2), PlaceLost(1, 1), PlaceLost(FIREWORKS, 1))
    turn = turn_of(LivrePaid(1, Why.TILE_PRICE, 6), places_lost=lost)
    assert WORDS.summarise_turn(turn, box_of(sample("base-2").at(0))).longest == (
        "12 → 6 Livre, you lose the second place in hall 2, you lose the majority in the King's Hall, "
        "you lose the fireworks majority"
    )


def test_the_gains_of_others_are_not_those_of_the_turn() -> None:
    assert in_brief((LivreGained(0, Why.SALE, 4),)) == "no action"


def test_a_turn_that_has_moved_nothing_is_told_by_its_card() -> None:
    card = next(card for card in box_of(sample("base-2").at(0)).card.values() if card.id == "base-master")
    hand, table = Spot(Where.HAND, 1), Spot(Where.PLAYED, 1)
    played = CardPlayed(1, moved=moves(Piece.EMPLOYEE, (card.id,), hand, table))
    assert in_brief((played,)) == "plays Master (no bonus)", "the rank in words: no legend is near"
    assert in_brief((played, LivrePaid(1, Why.TILE_PRICE, 6))) == "12 → 6 Livre"


def test_a_dress_is_told_before_it_has_a_place() -> None:
    """Madame du Barry turns over another card for its hall, which ends no turn."""
    dress = next(d for d in box_of(sample("base-2").at(0)).dress.values() if not d.ladies and d.colour == "blue")
    made = acts.DressMade(
        1, moved=moves(Piece.DRESS, (dress.id,), Spot(Where.WINDOW, index=0), Spot(Where.DRESS_IN_HAND, 1))
    )
    assert in_brief((made,)) == "blue coat made"


def test_where_there_is_little_room_the_sums_are_told_in_signs() -> None:
    events = (PrestigeGained(1, Why.BONUS, 3), LivrePaid(1, Why.TILE_PRICE, 6))
    box = box_of(sample("base-2").at(0))
    assert WORDS.summarise_turn(turn_of(*events), box).shortest == "★+3, 12→6 L"


def test_who_had_the_last_turn_of_a_game_is_not_told_that_there_were_none() -> None:
    game = sample("base-2")
    for seat, expected in ((game.seat_of(game.length - 1), "No turns since yours."), (0, "No turns yet.")):
        history = ReplayGame(game, Viewer(seat)).history
        position = 0 if expected == "No turns yet." else game.length
        items = _nothing(history, position, game.setup, WORDS)
        assert [item.text for item in items] == [expected]


@pytest.mark.parametrize("name", ["jewelry-box-2", "solo-jewelry-box"])
def test_who_plays_twice_running_is_told_that_the_others_have_no_cards(name: str) -> None:
    game, told, again = sample(name), set[int](), set[int]()
    for before, start in pairwise(n for n in game.turn_starts() if n < game.length):
        history = ReplayGame(game, Viewer(game.seat_of(start))).history
        if history.turns_of_others(start) or (name != "jewelry-box-2" and game.seat_of(start) != 0):
            continue
        [item] = _nothing(history, start, game.setup, WORDS)
        if item.text in ("Ada has no cards left: you play again.", "Bo has no cards left: you play again."):
            told.add(start)
        if game.seat_of(before) == game.seat_of(start):
            again.add(start)
    assert told == (again if name == "jewelry-box-2" else set()) and again


@pytest.mark.parametrize("name", SAMPLES)
def test_every_turn_of_a_game_is_told_in_one_line(name: str) -> None:
    game = sample(name)
    found = ReplayGame(game).history.turns(range(game.length))
    assert all("\n" not in describe(game, turn) for turn in found)
    named = {type(event) for turn in found for event in turn.events if words_of_event(event).part}
    assert len(named) > 3


# ---- keys of what was touched


def test_the_key_of_a_space_taken_names_the_seat_that_took_it() -> None:
    view = ReplayGame(sample("base-2"), Viewer(0))
    funded = (
        (number, event.moved[0].end.space)
        for number in range(view.length)
        if view.actor(number) == 1
        for event in view.events(number)
        if isinstance(event, acts.DecorationFunded)
    )
    number, space = next(funded)
    assert touched_places(view.history.touched(number + 1))[PieceRef("decoration", space)] == 1
    own = next(n for n in range(number + 1, view.length) if view.actor(n) == 0)
    assert PieceRef("decoration", space) not in touched_places(view.history.touched(own + 1))


@pytest.mark.parametrize("name", ["base-2", "jewelry-box-3"])
def test_what_came_with_a_round_is_new_until_the_end_of_the_next_own_turn(name: str) -> None:
    game = Game.load(FOLDER / f"{name}.rokoko")
    view = ReplayGame(game, Viewer(0))
    start = game.round_starts[2][1]
    kinds = (TilesLaid, DressesLaid, JewelsLaid)
    laid = [move.piece for event in game.events_of(start - 1) if isinstance(event, kinds) for move in event.moved]
    arrived = [move.piece for move, _ in view.history.arrivals(start)]
    assert arrived == [piece for piece in laid if piece in arrived] and len(arrived) == len(laid)
    turn = next(n for n in range(start, game.length) if game.seat_of(n) == 0 and isinstance(game.line[n], PlayCard))
    table = game.at(turn + 1)
    for move, spot in view.history.arrivals(turn + 1):
        displays = {Where.WAREHOUSE: table.warehouse, Where.WINDOW: table.windows, Where.JEWELER: table.jewels}
        assert move.piece in displays[spot.where], "what was taken is not new any more"
    end = next(n for n in range(turn, game.length) if game.seat_of(n) == 0 and isinstance(game.line[n], EndTurn))
    assert view.history.arrivals(turn + 1)
    assert game.at(end + 1).round > game.at(end).round or not view.history.arrivals(end + 1)


def test_nothing_that_is_refilled_is_touched_at_the_start_of_a_round() -> None:
    view = ReplayGame(sample("base-2"), Viewer(0))
    for _, start in view.round_starts[1:]:
        places = touched_places(view.history.touched(start))
        assert {piece.kind for piece in places}.isdisjoint({"tile", "window", "jewel", "favor"})


@pytest.mark.parametrize("name", SAMPLES)
def test_every_touched_place_has_a_piece_and_the_last_seat(name: str) -> None:
    view = ReplayGame(sample(name), Viewer(0))
    for position in range(1, view.length, 5):
        touched = view.history.touched(position)
        places = touched_places(touched)
        assert set(places.values()) <= {seat for _, _, seat in touched} and 0 not in places.values()
        assert all(spot_ref(move, spot) in places for move, spot, _ in touched)
