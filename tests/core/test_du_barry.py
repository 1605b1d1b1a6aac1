"""Madame du Barry: her cards, dresses, jewels, employees, decorations and examinations (SOLO)."""

from collections.abc import Callable
from functools import partial

import pytest
from msgspec.structs import replace

from rokoko_core import Game, events
from rokoko_core.actions import Decline, EndTurn, RevealBarry
from rokoko_core.board_counts import check_all_halls
from rokoko_core.box import box_of
from rokoko_core.components import FIRST, components_named
from rokoko_core.components.tables import BarryCard
from rokoko_core.engine import apply, legal_actions, to_move
from rokoko_core.events import acts, amounts
from rokoko_core.events.acts import DressPlaced
from rokoko_core.events.solo import BarryCardPutAway
from rokoko_core.pending import BarryTurn, CardChoice
from rokoko_core.scoring import projected_scores
from rokoko_core.state import NOBODY, State, with_player
from rokoko_core.terms import EXAM_TASKS, Exam, Expansion, ScoreRow, Task, TieBreak
from tests.saves.sample_games import FOLDER
from tests.tabletop import (
    EVERYTHING,
    barry_turn,
    candidate,
    deck,
    do,
    dressed,
    exam_deck,
    funded,
    give,
    hire,
    jeweler,
    new,
    no_tiles,
    pass_until,
    stack,
    turn,
    warehouse,
    windows,
)

HER, YOU = 1, 0
JB = (Expansion.JEWELRY_BOX,)
BASE = ("base-apprentice-acquire", "base-apprentice-livre", "base-journeyman", "base-master", "base-master")
CARDS = components_named(FIRST).barry


def having(jewel: str = "", *, hall: int = 0, action: str = "", target: str = "") -> str:
    """Return the id of a card of hers with this bottom, or this action and target."""
    wanted = {"jewel": jewel, "hall": hall, "action": action, "target": target}
    return next(c.id for c in CARDS if all(not value or getattr(c, name) == value for name, value in wanted.items()))


FAVOR = having(action="favor")
DRAWER_1, COLUMN = having(action="acquire", target="drawer-1"), having(action="acquire", target="column-centre")
DRESS = having(action="make-dress", target="right-1")
STATUES, MUSICIANS = having(action="fund", target="statues"), having(action="fund", target="musicians")
FOUNTAIN, FIREWORKS = having(action="fund", target="fountain"), having(action="fund", target="fireworks")


def hire_from(side: str, nth: int = 1) -> str:
    return having(action="hire", target=f"{side}-{nth}")


def bare(expansions: tuple[Expansion, ...] = ()) -> State:
    """An empty table; du Barry has her starting pieces."""
    state = hire(windows(warehouse(new(1, expansions=expansions))))
    return jeweler(state, *("",) * 4) if Expansion.JEWELRY_BOX in expansions else state


def prepared(expansions: tuple[Expansion, ...] = ()) -> State:
    """A table with gaps: she counts tiles, dresses and cards, not spaces."""
    state = bare(expansions)
    state = warehouse(
        state,
        "yy:yarn", "", "g:yarn+lace",
        "r:yarn+lace", "bb:lace", "",
        "", "yg:yarn", "gg:lace",
    )  # fmt: skip
    return hire(windows(state, "yellow-1", "", "green-1", "", "red-1"), "1-livre", "1-notion", "3-fund-5")


def reveal(state: State, card: str, *halls: str) -> State:
    """Reveal ``card``; for a dress, ``halls`` are named next until it is placed."""
    next_turn = next(c.id for c in CARDS if c.id not in (card, *halls))
    state = do(barry_turn(state, card, next_turn, supply=halls), RevealBarry())
    for _ in halls:
        state = do(state, RevealBarry())
    return state


def prestige(before: State, after: State) -> int:
    return after.players[HER].prestige - before.players[HER].prestige


def tiles(state: State) -> tuple[str, ...]:
    return state.players[HER].silk


def owned(state: State) -> set[str]:
    """Return her decoration spaces."""
    return {d.id for d in box_of(state).decorations if state.decorations[d.index] == HER}


def dress_at(state: State, space: str) -> tuple[str, int]:
    index = box_of(state).guest[space].index
    return state.guests[index], state.guest_owners[index]


def full(state: State, *halls: int, free: tuple[str, ...] = (), seat: int = YOU) -> State:
    """Put a dress of ``seat`` on every space of ``halls`` but ``free``."""
    busy = {*state.windows}
    plain = (d.id for d in box_of(state).dress.values() if d.expansion is None and d.id not in busy)
    for guest in box_of(state).guests:
        if guest.hall in halls and guest.id not in free:
            state = dressed(state, seat, next(plain), guest.id)
    return state


# ---- setup and rounds


@pytest.mark.rule("SOLO-1", "SETUP-5")
@pytest.mark.parametrize("expansions", [(), JB, EVERYTHING])
def test_she_starts_with_a_yarn_a_lace_no_livre_and_the_base_cards_aside(expansions: tuple[Expansion, ...]) -> None:
    state = new(1, expansions=expansions)
    her = state.players[HER]
    assert (her.livre, her.yarn, her.lace, her.silk) == (0, 1, 1, ())
    assert (her.supply, her.hand, her.discard, her.specialist) == (BASE, (), (), "")
    assert her.exam == (Exam.JOURNEYMAN if expansions else None)
    assert state.first_player == HER
    assert to_move(state) == YOU, "only the human chooses a hand"


@pytest.mark.rule("SOLO-1", "SETUP-1")
def test_the_game_is_played_on_side_a() -> None:
    assert box_of(new(1)).windows == box_of(new(2)).windows


@pytest.mark.rule("SOLO-2", "TURN-1")
def test_she_starts_and_has_4_turns_to_your_3() -> None:
    state = do(new(1), legal_actions(new(1))[0])
    assert state.barry is not None
    state = replace(state, barry=replace(state.barry, hand=(FAVOR, STATUES, FOUNTAIN, DRAWER_1)))
    movers = []
    while state.round == 1:
        if isinstance(state.pending[-1], BarryTurn | CardChoice):
            movers.append(to_move(state))
        offered = legal_actions(state)
        state = apply(state, next((a for a in offered if isinstance(a, Decline | EndTurn)), offered[0]))
    assert movers == [HER, YOU, HER, YOU, HER, YOU, HER]


def is_after_round(number: int, state: State) -> bool:
    return state.round > number


@pytest.mark.rule("SOLO-2")
def test_each_round_all_25_cards_are_shuffled_and_4_are_her_hand() -> None:
    hands = set()
    state = new(1, expansions=EVERYTHING)
    for number in range(1, 8):
        while state.round < number:
            state = pass_until(state, partial(is_after_round, state.round))
        assert state.barry is not None
        assert (len(state.barry.hand), len(state.barry.supply), state.barry.discard) == (4, 21, ())
        assert {*state.barry.hand, *state.barry.supply} == {c.id for c in CARDS} and len(CARDS) == 25
        hands.add(state.barry.hand)
    assert len(hands) == 7


@pytest.mark.rule("SOLO-2")
def test_the_top_card_is_revealed_carried_out_and_discarded() -> None:
    state = barry_turn(new(1), FAVOR, STATUES)
    assert legal_actions(state) == (RevealBarry(),) and to_move(state) == HER
    state = do(state, RevealBarry())
    assert state.barry is not None
    assert (state.barry.hand, state.barry.discard) == ((STATUES,), (FAVOR,))


@pytest.mark.rule("SOLO-2")
@pytest.mark.parametrize("name", ["solo-base", "solo-everything"])
def test_a_card_is_discarded_after_everything_that_it_does(name: str) -> None:
    """The events of a card are complete before the card is put on the discard pile, also for a dress that she rents."""
    game = Game.load(FOLDER / f"{name}.rokoko")
    rented = 0
    for number, action in enumerate(game.line):
        if isinstance(action, RevealBarry):
            kinds = [type(event) for event in events(game.at(number), action) if event.seat == HER]
            if BarryCardPutAway in kinds:
                done, later = kinds[: kinds.index(BarryCardPutAway)], kinds[kinds.index(BarryCardPutAway) :]
                rented += DressPlaced in done
                assert not [kind for kind in later if kind.__module__ in (acts.__name__, amounts.__name__)]
    assert rented


@pytest.mark.rule("SOLO-1", "INC-1")
def test_she_gets_no_income() -> None:
    state = funded(give(new(1, expansions=JB), HER, jewels=("red", "red")), HER, "fountain-upper-1")
    state = pass_until(give(state, YOU, livre=0), lambda s: s.round == 2)
    assert (state.players[HER].livre, state.players[YOU].livre) == (0, 5)


# ---- every card of hers on the prepared table


Check = Callable[[State, State], None]


def takes_favor(before: State, after: State) -> None:
    assert after.favor == HER and prestige(before, after) == 3
    assert after.players[HER].livre == 0


def takes_tiles(*taken: str) -> Check:
    def check(before: State, after: State) -> None:
        assert tiles(after) == tuple(sorted(taken)) and prestige(before, after) == 0
        left = [t for t in before.warehouse if t]
        for tile in taken:
            left.remove(tile)
        assert [t for t in after.warehouse if t] == left

    return check


def makes(dress: str) -> Check:
    def check(before: State, after: State) -> None:
        assert after.windows == tuple("" if d == dress else d for d in before.windows)
        (space,) = (n for n, owner in enumerate(after.guest_owners) if owner == HER)
        assert after.guests[space] == dress
        assert (prestige(before, after), after.players[HER].livre) == (0, 0)

    return check


def hires(card: str) -> Check:
    def check(before: State, after: State) -> None:
        assert after.players[HER].supply == tuple(sorted((*BASE, card)))
        assert after.hire == tuple(c for c in before.hire if c != card)
        assert before.barry and after.barry
        assert len(after.barry.hand) == 1 + 1, "one more turn"
        assert prestige(before, after) == 0

    return check


def funds(space: str) -> Check:
    def check(before: State, after: State) -> None:
        assert owned(after) == {space} and prestige(before, after) == 0

    return check


OUTCOMES: dict[tuple[str, str], Check] = {
    ("favor", ""): takes_favor,
    ("acquire", "drawer-1"): takes_tiles("yy:yarn", "g:yarn+lace"),
    ("acquire", "drawer-2"): takes_tiles("r:yarn+lace", "bb:lace"),
    ("acquire", "drawer-3"): takes_tiles("yg:yarn", "gg:lace"),
    ("acquire", "column-left"): takes_tiles("yy:yarn", "r:yarn+lace"),
    ("acquire", "column-centre"): takes_tiles("bb:lace", "yg:yarn"),
    ("acquire", "column-right"): takes_tiles("g:yarn+lace", "gg:lace"),
    ("make-dress", "right-1"): makes("red-1"),
    ("make-dress", "right-2"): makes("green-1"),
    ("make-dress", "right-3"): makes("yellow-1"),
    ("make-dress", "left-1"): makes("yellow-1"),
    ("make-dress", "left-2"): makes("green-1"),
    ("hire", "left-1"): hires("1-livre"),
    ("hire", "left-2"): hires("1-notion"),
    ("hire", "right-1"): hires("3-fund-5"),
    ("hire", "right-2"): hires("1-notion"),
    ("fund", "fireworks"): funds("fireworks-1"),  # 8 of 8, 10, 12, 14
    ("fund", "musicians"): funds("musician-4"),  # halls 4 and 5 cost 10: the lower number
    ("fund", "fountain"): funds("fountain-upper-1"),  # both rows from 8: the upper
    ("fund", "statues"): funds("statue-1"),
}


@pytest.mark.rule("SOLO-2", "SOLO-4", "SOLO-5", "SOLO-6", "SOLO-8", "SOLO-9")
@pytest.mark.parametrize("card", CARDS, ids=lambda c: f"{c.id}:{c.action} {c.target}")
def test_each_of_her_cards_on_a_prepared_table(card: BarryCard) -> None:
    before = prepared()
    halls = [having(hall=1) if card.id != having(hall=1) else having(hall=2)] if card.action == "make-dress" else []
    after = reveal(before, card.id, *halls)
    OUTCOMES[card.action, card.target](before, after)
    assert after.barry is not None and set(after.barry.discard) == {card.id, *halls}
    assert sum(map(len, (after.barry.hand, after.barry.supply, after.barry.discard))) == 25


@pytest.mark.rule("SOLO-3", "SOLO-4")
@pytest.mark.parametrize("card", CARDS, ids=lambda c: f"{c.id}:{c.action} {c.target}")
@pytest.mark.parametrize("expansions", [(), JB], ids=["base", "jewelry-box"])
def test_an_impossible_action_gains_3_prestige(card: BarryCard, expansions: tuple[Expansion, ...]) -> None:
    state = funded(bare(expansions), YOU, *(d.id for d in box_of(bare()).decorations))
    state = funded(state, HER, "jeweler-1") if expansions else state
    before = barry_turn(replace(state, favor=YOU), card.id, STATUES if card.id != STATUES else FAVOR)
    after = do(before, RevealBarry())
    assert prestige(before, after) == 3
    assert before.barry and after.barry
    assert after.barry.discard == (card.id,) and len(after.barry.hand) == 1, "no further card"
    assert (after.favor, after.decorations, after.guests) == (YOU, before.decorations, before.guests)
    assert after.players[HER] == replace(before.players[HER], prestige=3)


@pytest.mark.rule("SOLO-4", "PREP-1")
def test_the_favor_action_gains_3_prestige_even_without_the_card() -> None:
    state = reveal(replace(new(1), first_player=YOU), FAVOR)
    assert state.favor == HER
    assert pass_until(state, lambda s: s.round == 2).first_player == HER
    yours = replace(new(1), favor=YOU)
    assert prestige(yours, reveal(yours, FAVOR)) == 3 and reveal(yours, FAVOR).favor == YOU


@pytest.mark.rule("SOLO-5", "SOLO-3")
def test_a_drawer_with_one_tile_left_is_enough() -> None:
    before = warehouse(bare(), "", "rr:yarn")
    after = reveal(before, DRAWER_1)
    assert tiles(after) == ("rr:yarn",) and prestige(before, after) == 0
    assert (after.players[HER].yarn, after.players[HER].lace) == (1, 1), "never discarded for notions"


# ---- which dress


@pytest.mark.rule("SOLO-6")
@pytest.mark.parametrize(
    ("shown", "target", "dress"),
    [
        (("yellow-1", "", "green-1", "", ""), "right-3", "yellow-1"),
        (("", "blue-1", "", "green-1", ""), "right-3", "blue-1"),
        (("", "", "", "green-1", ""), "right-2", "green-1"),
        (("", "", "blue-1", "", ""), "left-2", "blue-1"),
        (("", "", "blue-1", "", "red-1"), "left-2", "red-1"),
    ],
)
def test_with_fewer_dresses_than_the_card_says_the_leftmost_is_made(
    shown: tuple[str, ...], target: str, dress: str
) -> None:
    after = reveal(windows(bare(), *shown), having(action="make-dress", target=target), having(hall=5))
    assert dress in after.guests and dress not in after.windows


@pytest.mark.rule("SOLO-6", "SOLO-1", "DRESS-1")
def test_the_dress_is_free_and_always_rented_out() -> None:
    before = give(windows(bare(), "blue-6", "", "", ""), HER, silk=("bb:yarn",), yarn=0, lace=0)
    after = reveal(before, DRESS, having(hall=4))
    assert dress_at(after, "4.1") == ("blue-6", HER)
    assert "bb:yarn" in tiles(after) and after.dress_discard == before.dress_discard
    assert after.players[HER].livre == 0


# ---- where it goes

ORDER = {
    1: ("1.2", "1.1", "1.5", "1.3", "1.4", "1.6"),  # Master yarn, Master; lace, Livre, nothing
    2: ("2.2", "2.1", "2.3", "2.4", "2.5"),  # Master lace, Master; tile, Livre, nothing
    3: ("3.1", "3.3", "3.2", "3.4", "3.5"),  # Master Livre; tile, yarn, nothing
    4: ("4.1", "4.2", "4.3", "4.4"),  # Master tile; lace, Livre, nothing
    5: ("5.1", "5.3", "5.2", "5.4"),  # Master Livre; tile, yarn, Livre
}


@pytest.mark.rule("SOLO-6")
@pytest.mark.parametrize(("hall", "order"), ORDER.items())
def test_in_a_hall_she_prefers_master_spaces_then_tile_notion_livre_nothing_and_left(
    hall: int, order: tuple[str, ...]
) -> None:
    dresses = ("red-1", "red-2", "red-3", "blue-1", "blue-2", "blue-3")
    state = new(1)
    for dress, space in zip(dresses, order, strict=False):
        state = reveal(windows(state, dress), DRESS, having(hall=hall))
        assert dress_at(state, space) == (dress, HER)


@pytest.mark.rule("SOLO-6")
@pytest.mark.parametrize(
    ("space", "yarn", "lace", "drawn"),
    [
        ("1.2", 1, 0, 0), ("2.2", 0, 1, 0), ("2.3", 0, 0, 1), ("4.1", 0, 0, 1),
        ("3.1", 0, 0, 0), ("1.3", 0, 0, 0), ("1.4", 0, 0, 0),
    ],
)  # fmt: skip
def test_she_gains_the_reward_of_the_space_but_never_livre(space: str, yarn: int, lace: int, drawn: int) -> None:
    """The tile is drawn face down, the display stays as it is."""
    hall = int(space[0])
    before = full(windows(warehouse(new(1), "yy:yarn"), "red-1"), hall, free=(space,))
    before = stack(before, "bb:yarn")
    after = reveal(before, DRESS, having(hall=hall))
    old, her = before.players[HER], after.players[HER]
    assert dress_at(after, space) == ("red-1", HER)
    assert (her.yarn - old.yarn, her.lace - old.lace, her.livre) == (yarn, lace, 0)
    assert her.silk == ("bb:yarn",) * drawn and after.warehouse == before.warehouse


@pytest.mark.rule("SOLO-6", "BON-7")
def test_without_a_tile_to_draw_there_is_no_reward() -> None:
    state = reveal(windows(no_tiles(new(1), YOU), "red-1"), DRESS, having(hall=4))
    assert dress_at(state, "4.1") == ("red-1", HER) and tiles(state) == ()


@pytest.mark.rule("SOLO-6")
def test_a_full_hall_makes_her_reveal_the_next_card() -> None:
    state = full(windows(new(1), "red-1"), 1, 3)
    state = do(barry_turn(state, DRESS, FAVOR, supply=("barry-01", "barry-07", "barry-04")), RevealBarry())
    for _ in range(2):  # halls 1 and 3 are full
        state = do(state, RevealBarry())
        assert HER not in state.guest_owners
    state = do(state, RevealBarry())
    assert dress_at(state, "2.2") == ("red-1", HER)
    assert state.barry is not None
    assert set(state.barry.discard) == {DRESS, "barry-01", "barry-07", "barry-04"}


def cards_left(state: State, supply: tuple[str, ...], discard: tuple[str, ...]) -> State:
    """Reveal a dress card with these cards in her supply and discards; the others are in her hand."""
    rest = tuple(c.id for c in CARDS if c.id not in (DRESS, *supply, *discard))
    state = barry_turn(state, DRESS, *rest, supply=supply)
    assert state.barry is not None
    return replace(state, barry=replace(state.barry, supply=supply[::-1], discard=discard))


@pytest.mark.rule("SOLO-6")
def test_an_empty_supply_is_refilled_from_her_discards() -> None:
    state = cards_left(windows(new(1), "red-1"), (), ("barry-04", "barry-19"))  # both name hall 2
    state = do(state, RevealBarry(), RevealBarry())
    assert dress_at(state, "2.2") == ("red-1", HER)
    assert state.barry is not None
    assert len(state.barry.supply) == 1 and len(state.barry.discard) == 2
    assert {*state.barry.supply, *state.barry.discard} == {DRESS, "barry-04", "barry-19"}


@pytest.mark.rule("SOLO-6")
def test_her_discards_are_shuffled() -> None:
    pile = ("barry-01", "barry-04", "barry-07", "barry-05", "barry-08")  # halls 1 to 5
    halls = set()
    for seed in range(12):
        state = do(cards_left(windows(new(1, seed), "red-1"), (), pile), RevealBarry(), RevealBarry())
        halls.add(state.guest_owners.index(HER))
    assert len(halls) > 2


@pytest.mark.rule("SOLO-6", "SOLO-7")
@pytest.mark.parametrize("supply", [(), ("barry-01",), ("barry-01", "barry-21")])
def test_without_a_card_for_a_free_hall_the_lowest_free_hall_gets_the_dress(
    supply: tuple[str, ...],
) -> None:
    """It gets no jewel. barry-01 and barry-21 name hall 1, which is full."""
    state = full(windows(bare(JB), "red-1"), 1, 2)
    state = cards_left(funded(jeweler(state, "red", "red"), HER, "jeweler-1"), supply, ())
    state = do(state, RevealBarry(), RevealBarry())
    assert dress_at(state, "3.1") == ("red-1", HER)
    assert state.players[HER].jewels == ()


@pytest.mark.rule("SOLO-6", "SOLO-3")
def test_with_all_halls_full_she_gains_3_prestige() -> None:
    before = barry_turn(full(windows(new(1), "red-1"), 1, 2, 3, 4, 5), DRESS, FAVOR)
    after = do(before, RevealBarry())
    assert prestige(before, after) == 3 and after.windows == before.windows
    assert before.barry and after.barry and after.barry.supply == before.barry.supply
    assert after.barry.discard == (DRESS,)


# ---- expansion dresses


def rents(
    dress: str, symbol: str = "none", laid: Callable[[State], State] = lambda s: s, hall: int = 0
) -> tuple[State, State]:
    """Return (before, after) of her making ``dress``; the next card has ``symbol`` at its bottom."""
    before = laid(windows(bare(EVERYTHING), dress))
    bottom = having(symbol, hall=hall)
    card = next(c.id for c in CARDS if c.action == "make-dress" and c.target == "right-1" and c.id != bottom)
    return before, reveal(before, card, bottom)


@pytest.mark.rule("SOLO-6", "FEST-2")
@pytest.mark.parametrize(
    ("dress", "points"),
    [("festivity-blue-1", 2), ("festivity-red-1", 3), ("festivity-green-1", 2), ("festivity-yellow-1", 1)],
)
def test_festivity_dresses_gain_her_prestige_before_they_are_placed(dress: str, points: int) -> None:
    def laid(state: State) -> State:
        state = funded(state, HER, "statue-1", "statue-2", "jeweler-1")
        for worn, space in (("yellow-1", "1.4"), ("yellow-2", "1.6"), ("green-1", "2.5")):
            state = dressed(state, HER, worn, space)
        return dressed(funded(state, YOU, "statue-3"), YOU, "green-2", "3.5")

    assert prestige(*rents(dress, laid=laid)) == points


@pytest.mark.rule("SOLO-6", "EXPERT-1")
def test_expert_1_gives_her_the_free_favor_card_but_no_livre() -> None:
    before, after = rents("expert-yellow-1")
    assert after.favor == HER and after.players[HER].livre == 0 and prestige(before, after) == 0
    before, after = rents("expert-yellow-1", laid=lambda s: replace(s, favor=YOU))
    assert after.favor == YOU


@pytest.mark.rule("SOLO-6", "EXPERT-1")
def test_expert_2_has_no_effect_for_her() -> None:
    before, after = rents("expert-green-1")
    assert after.players[HER].supply == BASE and after.gone == before.gone and prestige(before, after) == 0


@pytest.mark.rule("SOLO-6", "EXPERT-1")
def test_expert_3_gives_her_a_face_down_tile() -> None:
    before, after = rents("expert-blue-1", laid=lambda s: stack(full(s, 1, free=("1.4",)), "bb:yarn"), hall=1)
    assert dress_at(after, "1.4") == ("expert-blue-1", HER)
    assert tiles(after) == ("bb:yarn",) and after.warehouse == before.warehouse


@pytest.mark.rule("SOLO-6", "EXPERT-1")
def test_expert_4_gives_her_presence_only() -> None:
    before, after = rents("expert-red-1")
    assert "expert-red-1" in after.guests
    assert (after.players[HER].livre, prestige(before, after)) == (0, 0)


def jeweled(state: State, *shown: str) -> State:
    return funded(jeweler(state, *(shown or ("yellow", "red", "green", "blue"))), HER, "jeweler-1")


@pytest.mark.rule("SOLO-6", "EXPERT-1")
def test_expert_5_has_no_effect_for_her() -> None:
    _, after = rents("expert-green-2", laid=jeweled)
    assert after.players[HER].jewels == ()


@pytest.mark.rule("SOLO-6", "SOLO-7", "EXPERT-1")
@pytest.mark.parametrize(("symbol", "points"), [("same-colour", 2), ("none", 0), ("suitable", 0)])
def test_expert_6_gains_her_2_prestige_with_a_matching_jewel(symbol: str, points: int) -> None:
    """The red necklace is cheaper, the yellow one matches."""
    assert prestige(*rents("expert-yellow-2", symbol, jeweled)) == points


# ---- her jewels


@pytest.mark.rule("SOLO-7")
@pytest.mark.parametrize(
    ("dress", "symbol", "shown", "taken"),
    [
        # the least expensive that fits: costs run 3, 2, 1, 0
        ("yellow-1", "same-colour", ("yellow", "yellow", "red", "blue"), 1),
        ("yellow-1", "same-colour", ("red", "red", "green", "blue"), None),
        ("yellow-1", "suitable", ("yellow", "red", "green", "blue"), 1),  # even if a more expensive one matches
        ("yellow-1", "suitable", ("yellow", "green", "green", "blue"), 0),
        ("yellow-1", "suitable", ("green", "green", "blue", "blue"), None),
        ("red-1", "suitable", ("red", "", "", "yellow"), 3),
        ("green-1", "same-colour", ("green", "blue", "green", "yellow"), 2),
        ("blue-1", "suitable", ("blue", "blue", "green", "yellow"), 2),
        ("yellow-1", "none", ("yellow", "yellow", "yellow", "yellow"), None),
    ],
)
def test_the_symbol_of_the_hall_card_decides_her_jewel(
    dress: str, symbol: str, shown: tuple[str, ...], taken: int | None
) -> None:
    _, after = rents(dress, symbol, lambda s: jeweled(s, *shown))
    assert after.players[HER].jewels == (() if taken is None else (shown[taken],))
    assert after.jewels == tuple("" if n == taken else jewel for n, jewel in enumerate(shown))
    assert after.players[HER].livre == 0


@pytest.mark.rule("SOLO-7")
def test_without_a_jeweler_decoration_she_takes_no_jewel() -> None:
    _, after = rents("yellow-1", "suitable", lambda s: jeweler(s, "yellow", "yellow", "yellow", "yellow"))
    assert after.players[HER].jewels == ()


@pytest.mark.rule("SOLO-7", "JB-3")
@pytest.mark.parametrize(("symbol", "shown", "drawn"), [("suitable", "yellow", 1), ("suitable", "red", 0)])
def test_a_jewel_of_the_dress_s_colour_gives_her_a_face_down_tile(symbol: str, shown: str, drawn: int) -> None:
    hall = next(c.hall for c in CARDS if c.jewel == symbol)
    plain = {1: "1.4", 2: "2.5", 3: "3.4", 4: "4.4", 5: "5.4"}[hall]

    def laid(state: State) -> State:
        return stack(jeweled(full(state, hall, free=(plain,)), shown), "bb:yarn", "rr:yarn")

    _, after = rents("yellow-8", symbol, laid)
    assert dress_at(after, plain) == ("yellow-8", HER)
    assert tiles(after) == ("bb:yarn",) * drawn


# ---- hiring


@pytest.mark.rule("SOLO-8")
@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("nth", [1, 2])
def test_a_single_card_is_hired_with_any_of_her_cards(side: str, nth: int) -> None:
    state = reveal(hire(new(1), "1-livre"), hire_from(side, nth))
    assert "1-livre" in state.players[HER].supply and state.hire == ()


@pytest.mark.rule("SOLO-8", "TURN-1")
def test_hiring_puts_a_card_of_her_supply_under_her_hand_for_one_more_turn() -> None:
    state = barry_turn(hire(new(1), "1-livre"), hire_from("left"), FAVOR, supply=(STATUES, FOUNTAIN))
    state = do(state, RevealBarry())
    assert state.barry is not None and state.barry.hand == (STATUES, FAVOR), "the last is on top"
    state = pass_until(state, lambda s: s.barry is not None and not s.barry.hand)
    assert "statue-1" in owned(state)


CROWNED: list[tuple[tuple[str, ...], str, str, Callable[[State], State]]] = [
    # a crown comes first with any card, even one worth 0
    (("6-prestige-3-livre", "6-fund-10", "6-crown-masters"), "left", "6-crown-masters", lambda s: s),
    (("6-crown-masters", "6-fund-10"), "right", "6-crown-masters", lambda s: s),
    # her 5 cards and this one are 6: 2 prestige; a yarn and a lace: 3
    (("6-crown-deck", "6-crown-notions"), "left", "6-crown-notions", lambda s: s),
    # without lace the notions score nothing
    (("6-crown-deck", "6-crown-notions"), "right", "6-crown-deck", lambda s: give(s, HER, lace=0)),
    # with 6 cards and this one 7: 5 prestige
    (("6-crown-notions", "6-crown-deck"), "left", "6-crown-deck", lambda s: deck(s, HER, (*BASE, "1-livre"))),
    # both worth 0 to her; yours decide: a couple scores you 2, two Master guests 3
    (
        ("6-crown-couples", "6-crown-masters"),
        "left",
        "6-crown-masters",
        lambda s: dressed(dressed(s, YOU, "green-1", "1.1"), YOU, "yellow-1", "1.2"),
    ),
    (
        ("6-crown-couples", "6-crown-masters"),
        "right",
        "6-crown-couples",
        lambda s: dressed(dressed(s, YOU, "green-1", "1.4"), YOU, "yellow-1", "1.2"),
    ),
    # worth the same to both: the first in the card's direction
    (("6-crown-couples", "1-livre", "6-crown-masters"), "left", "6-crown-couples", lambda s: s),
    (("6-crown-couples", "1-livre", "6-crown-masters"), "right", "6-crown-masters", lambda s: s),
    # its value for her counts before its value for you
    (
        ("6-crown-masters", "6-crown-notions"),
        "left",
        "6-crown-notions",
        lambda s: dressed(dressed(s, YOU, "green-1", "1.1"), YOU, "yellow-1", "1.2"),
    ),
    # two Apprentices in her deck score 3 with the Master's crown; a third one with a crown makes no pair
    (("m-crown-apprentices", "m-crown-decorations"), "right", "m-crown-apprentices", lambda s: s),
    (
        ("m-crown-apprentices", "m-crown-decorations"),
        "left",
        "m-crown-decorations",
        lambda s: funded(s, HER, "statue-1", "statue-2", "jeweler-1", "fireworks-1"),
    ),
]


@pytest.mark.rule("SOLO-8", "END-2")
@pytest.mark.parametrize(("shown", "side", "chosen", "laid"), CROWNED)
@pytest.mark.parametrize("nth", [1, 2])
def test_she_hires_the_crown_worth_most_to_her_then_to_you_then_the_first_from_her_side(
    shown: tuple[str, ...], side: str, chosen: str, laid: Callable[[State], State], nth: int
) -> None:
    state = reveal(laid(hire(new(1, expansions=JB), *shown)), hire_from(side, nth))
    assert chosen in state.players[HER].supply
    assert {*state.hire} == {*shown} - {chosen}


# ---- funding


@pytest.mark.rule("SOLO-9")
@pytest.mark.parametrize(
    ("card", "taken", "space"),
    [
        (FIREWORKS, ("fireworks-1", "fireworks-2"), "fireworks-3"),
        (MUSICIANS, ("musician-4", "musician-5"), "musician-2"),  # 12 in halls 2 and 3: the lower number
        (MUSICIANS, ("musician-4", "musician-5", "musician-2", "musician-3"), "musician-1"),
        (STATUES, ("statue-1",), "statue-2"),
        (FOUNTAIN, ("fountain-upper-1",), "fountain-lower-1"),  # 8 against 10
        (FOUNTAIN, ("fountain-upper-1", "fountain-lower-1"), "fountain-upper-2"),  # 10 each: the upper row
        (FOUNTAIN, ("fountain-upper-1", "fountain-upper-2", "fountain-lower-1"), "fountain-lower-2"),
    ],
)
def test_she_takes_the_cheapest_free_space_of_the_type(card: str, taken: tuple[str, ...], space: str) -> None:
    assert owned(reveal(funded(new(1), YOU, *taken), card)) == {space}


@pytest.mark.rule("SOLO-9", "FUND-2", "SOLO-3")
def test_in_each_fountain_row_she_takes_one_space() -> None:
    first = reveal(funded(new(1), HER, "fountain-upper-1"), FOUNTAIN)
    assert owned(first) == {"fountain-upper-1", "fountain-lower-1"}
    both = funded(new(1), HER, "fountain-upper-1", "fountain-lower-2")
    assert owned(reveal(both, FOUNTAIN)) == owned(both)
    assert prestige(both, reveal(both, FOUNTAIN)) == 3


@pytest.mark.rule("SOLO-9", "JB-5")
@pytest.mark.parametrize("card", [c.id for c in CARDS if c.action == "fund"])
def test_with_the_jewelry_box_the_cheapest_jeweler_space_comes_first_for_any_type(card: str) -> None:
    assert owned(reveal(new(1, expansions=JB), card)) == {"jeweler-1"}
    assert owned(reveal(funded(new(1, expansions=JB), YOU, "jeweler-1"), card)) == {"jeweler-2"}
    second = owned(reveal(funded(new(1, expansions=JB), HER, "jeweler-3"), card))
    assert second - {"jeweler-3"} and not any(s.startswith("jeweler") for s in second - {"jeweler-3"})


@pytest.mark.rule("SOLO-9", "SOLO-3", "JB-5")
def test_the_jeweler_space_also_comes_when_the_type_on_the_card_is_taken() -> None:
    state = funded(new(1, expansions=JB), YOU, "statue-1", "statue-2", "statue-3")
    after = reveal(state, STATUES)
    assert owned(after) == {"jeweler-1"} and prestige(state, after) == 0


# ---- examinations


def sitting(exam: Exam, *filled: Task) -> State:
    return candidate(prepared(JB), HER, exam, *filled)


C, R, N, F = EXAM_TASKS[Exam.JOURNEYMAN]
L, K, M = EXAM_TASKS[Exam.MASTER]


@pytest.mark.rule("SOLO-10", "SOLO-5")
@pytest.mark.parametrize(
    ("shown", "filled", "then"),
    [
        (("yy:yarn", "rr:yarn"), (), {C}),  # one task per action, the topmost that any tile fits
        (("yy:yarn", "rr:yarn"), (C,), {C, R}),
        (("yy:yarn", "rr:yarn"), (C, R), {C, R, N}),
        (("yy:yarn", "gg:yarn"), (C,), {C, N}),
        (("bb:yarn",), (), {R}),
        (("rb:yarn",), (R,), {R, N}),
        (("gb:yarn/lace",), (), {C}),
        (("yy:yarn", "rr:yarn"), (C, R, N), {C, R, N}),
    ],
)
def test_acquiring_fills_the_topmost_open_task_that_any_tile_fits(
    shown: tuple[str, ...], filled: tuple[Task, ...], then: set[Task]
) -> None:
    state = reveal(warehouse(sitting(Exam.JOURNEYMAN, *filled), *shown), DRAWER_1)
    assert {*state.players[HER].tasks} == then and state.players[HER].exam is Exam.JOURNEYMAN


@pytest.mark.rule("SOLO-10", "SOLO-9")
@pytest.mark.parametrize("own", [(), ("jeweler-1",)])
def test_funding_fills_the_fourth_task_the_jeweler_s_space_too(own: tuple[str, ...]) -> None:
    assert reveal(funded(sitting(Exam.JOURNEYMAN), HER, *own), STATUES).players[HER].tasks == (F,)


@pytest.mark.rule("SOLO-10", "SOLO-6")
@pytest.mark.parametrize(
    ("dress", "filled", "then"),
    [
        ("yellow-1", (), {L}),
        ("red-1", (), {L}),
        ("green-1", (), {K}),
        ("blue-1", (L,), {L, K}),
        ("yellow-1", (L,), {L}),
        ("yellow-6", (), {M}),  # a thimble dress: the top task first
        ("blue-5", (), {M}),
        ("yellow-6", (M,), {M, L}),
        ("blue-5", (M,), {M, K}),
        ("yellow-6", (M, L), {M, L}),
        ("green-6", (M, L), None),
    ],
)
def test_a_dress_fills_the_master_task_with_a_thimble_else_that_of_its_kind_before_the_hall_is_named(
    dress: str, filled: tuple[Task, ...], then: set[Task] | None
) -> None:
    state = windows(sitting(Exam.MASTER, *filled), dress)
    state = do(barry_turn(state, DRESS, FAVOR), RevealBarry())
    assert dress not in state.guests
    if then is None:
        assert state.players[HER].exam is Exam.JOURNEYMAN, "passed before the hall is named"
    else:
        assert {*state.players[HER].tasks} == then


@pytest.mark.rule("SOLO-10")
def test_only_tasks_of_the_examination_she_is_in_are_filled_and_only_by_her_action() -> None:
    assert reveal(sitting(Exam.MASTER), DRAWER_1).players[HER].tasks == ()
    assert reveal(sitting(Exam.MASTER), STATUES).players[HER].tasks == ()
    assert reveal(sitting(Exam.JOURNEYMAN), DRESS, having(hall=4)).players[HER].tasks == (), "a reward tile fills none"
    assert reveal(prepared(), DRAWER_1).players[HER].tasks == (), "nor without the Jewelry Box"


@pytest.mark.rule("SOLO-10", "SOLO-1", "JB-7")
@pytest.mark.parametrize("seed", range(6))
def test_the_journeyman_examination_at_once_and_fully(seed: int) -> None:
    before = replace(sitting(Exam.JOURNEYMAN, C, R, N), rng=seed)
    before = exam_deck(before, Exam.JOURNEYMAN, "j-halls", "j-rings")
    before = barry_turn(before, STATUES, FAVOR, supply=(FOUNTAIN,))
    after = do(before, RevealBarry())
    her = after.players[HER]
    assert (her.prestige, her.exam, her.tasks, her.livre) == (1, Exam.MASTER, (), 0)
    (left,) = {*BASE} - {*her.supply}
    (new_card,) = {*her.supply} - {*BASE}
    assert left.startswith("base-apprentice") and after.gone[-1] == left
    assert new_card in ("j-halls", "j-rings") and her.secret == (new_card,)
    assert {*after.journeyman_deck} == {"j-halls", "j-rings"} - {new_card}
    assert after.barry is not None and after.barry.hand == (FOUNTAIN, FAVOR)


@pytest.mark.rule("SOLO-10")
def test_the_cards_that_leave_and_join_are_random() -> None:
    left: set[str] = set()
    joined: set[str] = set()
    for seed in range(12):
        state = reveal(replace(sitting(Exam.JOURNEYMAN, C, R, N), rng=seed), STATUES)
        left.add(state.gone[-1])
        joined.update(state.players[HER].secret)
    assert left == {"base-apprentice-acquire", "base-apprentice-livre"} and len(joined) > 3


@pytest.mark.rule("SOLO-10")
def test_the_master_examination_costs_her_a_journeyman_and_leads_back_to_the_start() -> None:
    state = exam_deck(windows(sitting(Exam.MASTER, L, M), "blue-1"), Exam.MASTER, "m-jewels")
    state = barry_turn(deck(state, HER, (*BASE, "6-fund-10")[3:]), DRESS, FAVOR, supply=(FOUNTAIN,))
    state = do(state, RevealBarry())
    her = state.players[HER]
    assert (her.prestige, her.exam, her.tasks) == (1, Exam.JOURNEYMAN, ())
    assert her.supply == ("base-master", "base-master", "m-jewels"), "a Journeyman of any level may leave"
    assert state.gone[-1] == "6-fund-10" and state.master_deck == ()
    assert state.barry is not None and state.barry.hand == (FOUNTAIN, FAVOR)


@pytest.mark.rule("SOLO-10")
@pytest.mark.parametrize(
    ("exam", "cards", "filled"),
    [
        (Exam.JOURNEYMAN, ("base-journeyman", "base-master", "6-crown-deck", "6-crown-couples"), (C, R, N)),
        (Exam.MASTER, ("base-apprentice-livre", "base-master", "1-livre"), (L, M)),
    ],
)
def test_without_a_card_to_lose_nothing_leaves(exam: Exam, cards: tuple[str, ...], filled: tuple[Task, ...]) -> None:
    """An Apprentice of level 6 never leaves."""
    state = windows(deck(sitting(exam, *filled), HER, cards), "blue-1")
    gone = state.gone
    state = do(barry_turn(state, STATUES if exam is Exam.JOURNEYMAN else DRESS, FAVOR), RevealBarry())
    assert {*cards} < {*state.players[HER].supply} and len(state.players[HER].supply) == len(cards) + 1
    assert state.gone == gone and state.players[HER].prestige == 1


@pytest.mark.rule("SOLO-10", "SOLO-8")
def test_a_card_of_an_examination_counts_in_her_deck_and_may_leave_it_later() -> None:
    state = exam_deck(deck(sitting(Exam.MASTER, L, M), HER, ("base-master",)), Exam.JOURNEYMAN, "j-halls")
    state = reveal(candidate(state, HER, Exam.JOURNEYMAN, C, R, N), STATUES)
    assert state.players[HER].supply == ("base-master", "j-halls")
    state = windows(candidate(state, HER, Exam.MASTER, L, M), "blue-1")
    state = do(barry_turn(state, DRESS, FAVOR), RevealBarry())
    assert "j-halls" in state.gone and "j-halls" not in state.players[HER].secret


@pytest.mark.rule("SOLO-10", "SOLO-6")
def test_an_empty_supply_is_filled_from_her_discards_for_the_extra_card() -> None:
    state = cards_left(sitting(Exam.JOURNEYMAN, C, R, N), (), (FOUNTAIN,))
    assert state.barry is not None
    hand = (*(c for c in state.barry.hand if c != STATUES and c != DRESS), DRESS)
    state = replace(state, barry=replace(state.barry, hand=(*hand, STATUES)))
    after = do(state, RevealBarry())
    assert after.barry is not None
    assert after.barry.hand == (FOUNTAIN, *hand) and after.barry.discard == (STATUES,)


# ---- all halls and the final scoring


@pytest.mark.rule("SOLO-11", "HALLS-1")
def test_her_last_dress_or_musician_completes_all_halls() -> None:
    state = bare()
    for n, dress in ((1, "red-1"), (2, "red-2"), (3, "red-3")):
        state = dressed(state, HER, dress, f"{n}.4")
    four = funded(state, HER, "musician-5")
    made = reveal(windows(four, "blue-1"), DRESS, having(hall=4))
    assert made.all_halls == (HER, NOBODY, NOBODY)
    funded_last = reveal(funded(dressed(state, HER, "blue-1", "5.4"), YOU, "musician-5"), MUSICIANS)
    assert funded_last.all_halls == (HER, NOBODY, NOBODY)
    second = replace(windows(four, "blue-1"), all_halls=(YOU, NOBODY, NOBODY))
    assert reveal(second, DRESS, having(hall=4)).all_halls == (YOU, HER, NOBODY)


def rows(state: State, seat: int = HER) -> dict[tuple[ScoreRow, str], int]:
    return {(r.source, r.detail): r.points for r in projected_scores(state)[seat].rows if r.points}


@pytest.mark.rule("SOLO-11")
@pytest.mark.parametrize(("count", "points"), [(0, 0), (1, 0), (2, 1), (7, 3)])
def test_only_her_tiles_score_1_prestige_per_2(count: int, points: int) -> None:
    silk = ("yy:yarn", "gg:yarn", "rr:yarn", "bb:yarn", "yy:lace", "gg:lace", "rr:lace")
    state = give(give(bare(), HER, silk=silk[:count]), YOU, silk=("bb:lace", "b:yarn+lace"))
    assert rows(state).get((ScoreRow.TILES, ""), 0) == points
    assert (ScoreRow.TILES, "") not in rows(state, YOU)


@pytest.mark.rule("SOLO-11", "END-5", "END-6", "JB-8")
def test_she_scores_halls_fireworks_terrace_statues_jewels_and_crowns_like_a_player() -> None:
    state = bare(JB)
    for dress, space in (("red-1", "1.4"), ("blue-6", "1.6"), ("green-1", "2.5")):  # 2, 4 and 2 prestige
        state = dressed(state, HER, dress, space)
    state = dressed(dressed(state, YOU, "yellow-1", "1.3"), YOU, "yellow-2", "5.4")
    state = funded(state, HER, "fireworks-4", "statue-1", "musician-4", "jeweler-2")
    state = check_all_halls(give(state, HER, jewels=("red", "blue"), prestige=7), HER)
    state = deck(replace(state, favor=HER), HER, (*BASE, "6-crown-notions"))
    assert rows(state) == {
        (ScoreRow.PLAY, ""): 7,
        (ScoreRow.JEWELS, ""): 2,
        (ScoreRow.CROWN, "6-crown-notions"): 3,
        (ScoreRow.FAVOR, ""): 3,
        (ScoreRow.HALL, "1"): 5,
        (ScoreRow.HALL, "2"): 4,
        (ScoreRow.FIREWORKS, ""): 6,
        (ScoreRow.DRESSES, ""): 2 + 2,
        (ScoreRow.TERRACE, ""): 4 * 3,
        (ScoreRow.STATUES, ""): 2 * 3,
        (ScoreRow.DECORATIONS, ""): 3 + 1,
    }
    assert rows(state, YOU).get((ScoreRow.HALL, "1")) is None, "no second place with two at the table"


@pytest.mark.rule("SOLO-11", "END-9")
@pytest.mark.parametrize(
    ("yours", "livre", "ranks", "why"),
    [
        (9, 0, [2, 1], TieBreak.PRESTIGE),
        (10, 0, [2, 1], TieBreak.BARRY),
        (10, 9, [2, 1], TieBreak.BARRY),  # leftover Livre do not help
        (9, 10, [2, 1], TieBreak.BARRY),
        (11, 0, [1, 2], TieBreak.PRESTIGE),
    ],
)
def test_she_wins_ties(yours: int, livre: int, ranks: list[int], why: TieBreak) -> None:
    sheets = projected_scores(give(give(bare(), HER, prestige=10), YOU, prestige=yours, livre=livre))
    assert [s.rank for s in sheets] == ranks
    assert {s.tie_break for s in sheets} == {why}


@pytest.mark.rule("SOLO-2", "SOLO-8", "TURN-1")
def test_when_your_hand_is_empty_she_continues_alone() -> None:
    state = turn(barry_turn(hire(new(1)), FAVOR, STATUES), YOU, "base-master")
    state = with_player(state, YOU, hand=())
    state = pass_until(state, lambda s: to_move(s) == HER)
    state = do(state, RevealBarry())
    assert legal_actions(state) == (RevealBarry(),) and state.round == 1


@pytest.mark.rule("SOLO-1", "SOLO-2", "SOLO-11")
@pytest.mark.parametrize("expansions", [(), EVERYTHING], ids=["base", "everything"])
def test_after_a_whole_game_she_has_no_livre_and_all_her_cards(expansions: tuple[Expansion, ...]) -> None:
    state = new(1, 5, expansions)
    while state.pending:
        state = apply(state, legal_actions(state)[-1])
        assert state.barry is not None and state.players[HER].livre == 0
    assert state.round == 7
    barry = state.barry
    assert barry is not None
    assert sorted((*barry.supply, *barry.hand, *barry.discard)) == sorted(c.id for c in CARDS)
