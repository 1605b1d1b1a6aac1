"""Previews of actions."""

from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest

from rokoko_core import (
    Expansion,
    Game,
    Seat,
    Setup,
    State,
    apply,
    determinize,
    legal_actions,
    new_state,
    observe,
    preview,
    projected_scores,
)
from rokoko_core.actions import (
    Action,
    BuyPrestige,
    ClaimFavor,
    Depute,
    DiscardTile,
    DrawTile,
    Fund,
    KeepTile,
    MakeDress,
    PayTiles,
    Place,
    Rent,
    RevealBarry,
    Sell,
    SettleSilk,
    SitExam,
    SurrenderTile,
    TakeJewel,
    TakeNotion,
    TakeTile,
    UseBonus,
)
from rokoko_core.preview import row_changes
from rokoko_core.score_sheet import Row, RowChange
from rokoko_core.state import NOBODY
from rokoko_core.terms import EXAM_TASKS, Exam, Good, Goods, Notion, ScoreRow, Zone
from tests.saves.sample_games import FOLDER
from tests.tabletop import (
    bonus,
    candidate,
    do,
    dressed,
    funded,
    give,
    jeweler,
    new,
    pass_until,
    turn,
    warehouse,
    windows,
)


@pytest.mark.rule("ACQ-1")
def test_a_tile_of_a_full_segment_costs_two() -> None:
    state = turn(new(), 0, "base-master")
    assert preview(state, TakeTile(0)).price == 2
    assert preview(state, TakeTile(0)).gains == (("tile", 1),)


@pytest.mark.rule("DRESS-2")
def test_unneeded_bales_are_lost() -> None:
    state = windows(turn(new(), 0, "base-master"), "", "", "", "", "yellow-1")
    state = give(state, 0, silk=["yg:yarn", "yy:yarn/lace", "yr:lace"])
    result = preview(state, MakeDress("yellow-1"))
    assert (result.price, result.tiles, result.bales_lost) == (0, ("yy:yarn/lace",), (0, 0, 0, 0)), "the cheapest way"
    paying = do(state, MakeDress("yellow-1"))
    result = preview(paying, PayTiles(("yg:yarn", "yr:lace")))
    assert result.bales_lost == (0, 1, 1, 0)
    assert result.spent == (("tile", 2),)


@pytest.mark.rule("END-1", "END-8")
def test_a_decoration_shows_the_rows_it_changes() -> None:
    state = give(turn(new(), 0, "base-master"), 0, livre=25)
    result = preview(state, Fund("musician-1"))
    assert result.price == 14, "side A, King's hall"
    assert set(result.rows) == {
        RowChange(ScoreRow.MONEY, "", 2, 1),
        RowChange(ScoreRow.DECORATIONS, "", 0, 5),
    }
    assert result.score_change == 4


def test_a_row_of_one_point_that_appears_or_disappears_is_a_change() -> None:
    row, other = Row(ScoreRow.PLAY, 1), Row(ScoreRow.DRESSES, 0)
    assert row_changes((), (row, other), new()) == (RowChange(ScoreRow.PLAY, "", 0, 1),)
    assert row_changes((row, other), (), new()) == (RowChange(ScoreRow.PLAY, "", 1, 0),)
    assert row_changes((row,), (row,), new()) == ()


@pytest.mark.rule("PREP-1")
def test_a_rival_who_returns_the_favor_card_loses_nothing() -> None:
    game = Game.load(FOLDER / "base-2.rokoko")
    states = [game.at(n) for n in range(game.length)]
    pairs = enumerate(pairwise(states))
    ends = [n for n, (now, then) in pairs if now.favor not in (NOBODY, game.seat_of(n)) and then.favor == NOBODY]
    assert ends
    for number in ends:
        result = preview(game.at(number), game.line[number])
        assert all(change > 0 for _, change in result.rivals), game.line[number]


@pytest.mark.rule("END-3", "DRESS-6")
def test_a_guest_space_shows_the_loss_of_a_rival() -> None:
    state = dressed(new(), 1, "yellow-1", "5.4")
    state = windows(turn(state, 0, "base-master"), "", "", "", "", "green-1")
    state = do(give(state, 0, livre=0, silk=["gg:lace"]), MakeDress("green-1"), Rent())
    result = preview(state, Place("5.1"))
    assert result.gains == (("livre", 4),)
    assert RowChange(ScoreRow.HALL, "5", 0, 3) in result.rows, "one dress each, but this one before a Master guest"
    assert result.rivals == ((1, -3),)


@pytest.mark.rule("DEP-1")
def test_deputing_shows_its_livre() -> None:
    state = turn(new(), 0, "base-journeyman")
    assert preview(state, Depute("base-journeyman", Zone.PLAYED)).gains == (("livre", 7),)


def making(dress: str, tile: str, state: State) -> State:
    """Let seat 0 make ``dress`` of ``tile`` with a Master; it may sell it or rent it out."""
    state = windows(turn(state, 0, "base-master"), "", "", "", "", dress)
    return do(give(state, 0, silk=[tile]), MakeDress(dress))


def taken() -> State:
    """Give seat 0 a tile in hand with a yarn or a lace."""
    return do(warehouse(turn(new(), 0, "base-master"), "yg:yarn/lace"), TakeTile(0))


def at_the_jeweler() -> State:
    """Let seat 0 rent out a yellow dress with a jewel on offer."""
    state = jeweler(new(expansions=[Expansion.JEWELRY_BOX]), "yellow", "red", "green", "blue")
    return do(making("yellow-1", "yy:yarn", funded(state, 0, "jeweler-1")), Rent())


def in_four_halls() -> State:
    """Let seat 0 rent out a dress; only the fifth hall is missing."""
    state = new()
    for dress, space in (("yellow-1", "1.4"), ("yellow-2", "2.3"), ("yellow-3", "3.4"), ("green-2", "4.4")):
        state = dressed(state, 0, dress, space)
    return do(making("green-1", "gg:lace", state), Rent())


def under(card: str, livre: int = 15, silk: tuple[str, ...] = ()) -> State:
    """Offer seat 0 the bonus of ``card``."""
    return bonus(give(new(), 0, livre=livre, silk=silk), 0, card)


GAINS: dict[str, tuple[Callable[[], State], Action, int, tuple[tuple[str, int], ...]]] = {
    "prestige for Livre": (lambda: under("6-prestige-3-livre", 9), BuyPrestige(2), 6, (("prestige", 2),)),
    "prestige for silk": (
        lambda: do(under("5-prestige-silk", silk=("rr:yarn",)), SurrenderTile("rr:yarn")),
        SettleSilk(),
        0,
        (("prestige", 2),),
    ),
    "Livre by a bonus": (lambda: under("base-apprentice-livre"), UseBonus(), 0, (("livre", 2),)),
    "yarn for Livre": (lambda: under("base-journeyman"), TakeNotion(Notion.YARN), 1, (("yarn", 1),)),
    "free lace": (lambda: under("1-notion"), TakeNotion(Notion.LACE), 0, (("lace", 1),)),
    "a tile kept": (taken, KeepTile(), 0, (("tile", 1),)),
    "a tile's yarn": (taken, DiscardTile(Notion.YARN), 0, (("yarn", 1),)),
    "a tile's lace": (taken, DiscardTile(Notion.LACE), 0, (("lace", 1),)),
    "the Favor card": (lambda: turn(new(), 0, "base-master"), ClaimFavor(), 0, (("livre", 5), ("favor", 1))),
    "a dress sold": (lambda: making("green-1", "gg:lace", new()), Sell(), 0, (("livre", 6),)),
    "a jewel": (at_the_jeweler, TakeJewel(0), 3, (("face-down-tile", 1), ("jewel", 1))),
    "the fifth hall": (in_four_halls, Place("5.4"), 0, (("livre", 2), ("all-halls", 1))),
}
"""A state, an action, its price in Livre and its gains."""


@pytest.mark.rule("BON-1", "BON-4", "BON-5", "ACQ-2", "DRESS-4", "DRESS-6", "FAVOR-1", "HALLS-1", "JB-3")
@pytest.mark.parametrize("what", GAINS)
def test_the_gains_of_an_action_are_complete(what: str) -> None:
    state, action, price, gains = GAINS[what]
    result = preview(state(), action)
    assert (result.price, result.gains) == (price, gains)


@pytest.mark.rule("DRESS-6", "DRESS-7", "EXPERT-1")
@pytest.mark.parametrize(
    ("dress", "silk", "before", "gains"),
    [
        ("expert-red-1", ("rr:yarn", "rb:yarn"), (), {"livre": 14}),
        ("expert-yellow-1", ("yy:yarn", "yg:yarn"), (), {"livre": 5, "favor": 1}),
        ("expert-yellow-2", ("yy:yarn", "rb:yarn"), (TakeJewel(0), KeepTile()), {"prestige": 2}),
    ],
)
def test_what_follows_a_choice_of_tiles_in_any_case_is_counted_before(
    dress: str, silk: tuple[str, ...], before: tuple[Action, ...], gains: dict[str, int]
) -> None:
    state = jeweler(new(expansions=Expansion), *["yellow"] * 4)
    state = windows(turn(state, 0, "base-master"), "", "", "", "", dress)
    state = give(funded(state, 0, "jeweler-1") if before else state, 0, silk=silk)
    state = do(state, MakeDress(dress), Rent(), *before)
    space = next(tile for tile, name in enumerate(state.warehouse) if name)
    for action in (Place("2.3"), TakeTile(space), KeepTile()):
        counted = {good: n for good, n in preview(state, action).gains if good != Good.TILE}
        assert counted == gains, action
        state = do(state, action)


@pytest.mark.rule("DRESS-1", "DRESS-2")
@pytest.mark.parametrize(
    ("dress", "tile", "spent"),
    [
        ("red-2", "rr:yarn", (("yarn", 1), ("tile", 1))),
        ("yellow-5", "yy:yarn", (("lace", 1), ("tile", 1))),
        ("yellow-1", "yy:yarn", (("tile", 1),)),
    ],
)
def test_the_price_of_a_dress_is_complete(dress: str, tile: str, spent: Goods) -> None:
    state = windows(turn(new(), 0, "base-master"), "", "", "", "", dress)
    assert preview(give(state, 0, silk=[tile]), MakeDress(dress)).spent == spent


@pytest.mark.rule("BON-7", "HIDDEN-1")
def test_a_face_down_tile_stays_face_down() -> None:
    state = bonus(new(), 0, "1-random-tile")
    result = preview(state, DrawTile())
    assert (result.price, result.gains, result.tiles) == (0, (("face-down-tile", 1),), ())


@pytest.mark.rule("SOLO-2")
def test_du_barrys_card_stays_face_down() -> None:
    state = pass_until(new(players=1), lambda s: isinstance(legal_actions(s)[0], RevealBarry))
    assert preview(state, RevealBarry()).unknown


@pytest.mark.quick(1)
@pytest.mark.rule("HIDDEN-1")
@pytest.mark.parametrize(
    ("players", "expansions"), [(1, frozenset(Expansion)), (2, frozenset()), (4, frozenset(Expansion))]
)
def test_no_preview_reveals_chance_or_secrets(players: int, expansions: frozenset[Expansion]) -> None:
    """Previews stay the same when the hidden pieces are dealt differently."""
    rng = Random(players)
    state = new_state(Setup(tuple(Seat(n) for n in "ABCD"[:players]), 9, expansions))
    warehouse_seen = 0
    while offers := legal_actions(state):
        seat = state.pending[-1].seat
        other = determinize(observe(state, seat), rng)
        for action in rng.sample(offers, min(4, len(offers))):
            assert preview(state, action) == preview(other, action)
            warehouse_seen += 1
        state = apply(state, rng.choice(offers))
    assert warehouse_seen > 200


def test_the_test_positions_are_sound() -> None:
    """They are made by moving pieces."""
    from rokoko_core import violations

    assert violations(warehouse(windows(new(), "red-1"), "yy:yarn")) == ()


@pytest.mark.rule("END-2", "DEP-2")
def test_deputing_a_crowned_card_shows_the_points_it_loses() -> None:
    state = give(turn(new(), 0, "6-crown-notions"), 0, yarn=3, lace=2)
    result = preview(state, Depute("6-crown-notions", Zone.PLAYED))
    assert RowChange(ScoreRow.CROWN, "6-crown-notions", 6, 0) in result.rows
    deputed = do(state, Depute("6-crown-notions", Zone.PLAYED))
    assert not [row for row in projected_scores(deputed)[0].rows if row.source is ScoreRow.CROWN]


@pytest.mark.rule("END-2", "JB-7")
def test_sitting_the_examination_shows_the_points_a_crowned_candidate_loses() -> None:
    state = candidate(new(expansions=[Expansion.JEWELRY_BOX]), 0, Exam.JOURNEYMAN, *EXAM_TASKS[Exam.JOURNEYMAN])
    state = give(turn(state, 0, "6-crown-notions"), 0, yarn=1, lace=1, livre=15)
    assert RowChange(ScoreRow.CROWN, "6-crown-notions", 3, 0) in preview(state, SitExam()).rows
