"""HIDDEN: what a seat sees."""

from random import Random

import pytest
from msgspec.structs import replace

from rokoko_core.actions import ChooseHand, DiscardTile, DrawTile, Hire, HireSpecialist, KeepTile, PlayCard, TakeTile
from rokoko_core.chance import KeyedGenerator
from rokoko_core.engine import apply, legal_actions, new_state
from rokoko_core.invariants import violations
from rokoko_core.observe import Observation, determinize, observe
from rokoko_core.pending import CardChoice, HandChoice, TileInHand
from rokoko_core.state import Seat, Setup, State, state_digest, with_player
from rokoko_core.terms import Expansion, Notion
from tests.tabletop import bonus, deck, do, end_turn, give, hire, new, specialist, stack, turn, warehouse


def seen(state: State, seat: int | None = 1) -> Observation:
    return observe(state, seat)


@pytest.mark.rule("HIDDEN-1")
def test_kept_tiles_are_secret_but_their_number_is_not() -> None:
    one = give(warehouse(turn(new(), 0, "base-master")), 0, silk=["bb:yarn", "yy:yarn"])
    other = give(one, 0, silk=["rr:yarn", "gg:lace"])
    assert seen(one) == seen(other)
    assert len(seen(one).table.players[0].silk) == 2
    assert seen(one, 0).table.players[0].silk == ("bb:yarn", "yy:yarn")
    assert seen(one) != seen(give(one, 0, silk=["bb:yarn"]))


@pytest.mark.rule("HIDDEN-1", "HAND-1")
def test_the_split_into_hand_and_supply_is_secret() -> None:
    state = new(3)
    choices = [do(state, action) for action in legal_actions(state)]
    assert len({repr(observe(chosen, 1)) for chosen in choices}) == 1
    assert len({repr(observe(chosen, 0)) for chosen in choices}) == 7
    assert sorted(seen(choices[0]).unplayed[0]) == sorted(state.players[0].supply), (
        "the deck is known, the split is not"
    )
    assert seen(state).actions == () and seen(state, 0).actions == legal_actions(state)


@pytest.mark.rule("HIDDEN-1", "HAND-3")
def test_the_split_is_known_where_it_leaves_no_choice() -> None:
    state = turn(new(), 1, "base-journeyman")
    forced = deck(state, 0, hand=["base-master", "base-master", "base-journeyman"], discard=["1-livre"])
    assert seen(forced).table.players[0].hand == ("base-journeyman", "base-master", "base-master")
    assert seen(forced).table.players[0].discard == ("1-livre",)


@pytest.mark.rule("HIDDEN-1")
def test_stacks_bags_seed_and_chance_are_secret_and_open_pieces_are_not() -> None:
    state = turn(new(), 0, "base-master")
    turned = replace(
        state,
        tile_stack=state.tile_stack[::-1],
        dress_bag=state.dress_bag[::-1],
        employee_stack=state.employee_stack[::-1],
        rng=KeyedGenerator(bytes(16)),
        setup=replace(state.setup, seed=77),
    )
    for seat in (0, 1, None):
        assert observe(state, seat) == observe(turned, seat)
    table = seen(state).table
    assert (table.windows, table.warehouse, table.hire) == (state.windows, state.warehouse, state.hire)
    assert [(p.livre, p.yarn, p.lace) for p in table.players] == [(15, 1, 1)] * 2


@pytest.mark.rule("HIDDEN-1", "BON-7")
def test_a_face_down_tile_is_seen_by_the_drawer_until_it_is_discarded() -> None:
    drawn = do(bonus(stack(new(), "rb:yarn"), 0, "1-random-tile"), DrawTile())
    other = do(bonus(stack(new(), "bb:yarn"), 0, "1-random-tile"), DrawTile())
    assert seen(drawn) == seen(other)
    assert [p.tile for p in seen(drawn, 0).table.pending if isinstance(p, TileInHand)] == ["rb:yarn"]
    assert seen(do(drawn, KeepTile())) == seen(do(other, KeepTile()))
    assert seen(do(drawn, DiscardTile(Notion.YARN))).table.tile_discard == ("rb:yarn",)
    taken = do(warehouse(turn(new(), 0, "base-master"), "rb:yarn"), TakeTile(0))
    assert [p.tile for p in seen(taken).table.pending if isinstance(p, TileInHand)] == ["rb:yarn"]


@pytest.mark.rule("HIDDEN-2")
@pytest.mark.parametrize(
    ("shown", "owner", "others"), [("all", True, True), ("owner", True, False), ("nobody", False, False)]
)
def test_prestige_gained_in_play_is_visible_according_to_the_setup(shown: str, owner: bool, others: bool) -> None:
    setup = Setup((Seat("Ada"), Seat("Bo")), 1, first_player=0, open_scores=shown)  # type: ignore[arg-type]
    state = give(new_state(setup), 0, prestige=6)
    assert [observe(state, seat).prestige_known[0] for seat in (0, 1)] == [owner, others]
    assert [observe(state, seat).table.players[0].prestige for seat in (0, 1)] == [6 * owner, 6 * others]
    ended = replace(state, pending=())
    assert observe(ended, 1).table.players[0].prestige == 6, "the end shows everything"
    assert Setup((Seat("Ada"), Seat("Bo")), 1).open_scores == "all"


@pytest.mark.rule("HIDDEN-1", "HIDDEN-2")
@pytest.mark.parametrize(
    ("players", "seed", "expansions"), [(2, 1, ()), (4, 2, ()), (1, 3, tuple(Expansion)), (3, 4, tuple(Expansion))]
)
def test_a_determinization_has_the_same_observation(players: int, seed: int, expansions: tuple[Expansion, ...]) -> None:
    chance, state, step = Random(seed), new(players, seed, expansions, first=None), 0
    while state.pending:
        if step % 7 == 0:
            for seat in (*range(players), None):
                view = observe(state, seat)
                guessed = determinize(view, chance)
                assert violations(guessed) == ()
                assert observe(guessed, seat) == view
        state = apply(state, chance.choice(legal_actions(state)))
        step += 1
    assert determinize(observe(state, 0), chance) == state, "a finished game has no secrets"


@pytest.mark.rule("HIDDEN-1")
def test_the_chance_of_a_determinization_may_be_any() -> None:
    guesses = [determinize(seen(new()), Random(seed)).rng for seed in range(30)]
    assert {isinstance(rng, int) and rng >> 63 for rng in guesses} == {0, 1}


@pytest.mark.rule("HIDDEN-1")
def test_a_spectator_does_not_see_the_actions_of_a_hand_choice() -> None:
    state = new(2)
    assert isinstance(legal_actions(state)[0], ChooseHand)
    assert observe(state, None).actions == ()
    lonely = with_player(state, 0, supply=("base-master",) * 5)
    assert observe(lonely, 1).unplayed[0] == ("base-master",) * 5


def forced_hand() -> State:
    """Start round 2 with two forced cards in the hand of seat 0 and a third to choose."""
    state = turn(new(), 0, "base-master")
    state = deck(
        state, 0, supply=["1-livre", "base-journeyman"], discard=["base-apprentice-livre", "base-apprentice-acquire"]
    )
    state = end_turn(deck(state, 1, discard=sorted(state.players[1].supply)))
    assert state.players[0].hand == ("1-livre", "base-journeyman") and isinstance(state.pending[-1], HandChoice)
    return state


@pytest.mark.rule("HAND-2", "HIDDEN-1")
def test_cards_that_left_no_choice_stay_known_once_the_hand_is_complete() -> None:
    state = forced_hand()
    assert seen(state).table.players[0].hand == ("1-livre", "base-journeyman")
    assert seen(state).table.players[0].supply == state.players[0].supply, "no card is unknown"
    chosen = do(state, ChooseHand(("base-apprentice-livre",)))
    for seat in (1, None):
        assert seen(chosen, seat).table.players[0].hand == ("1-livre", "base-journeyman", "?")
        assert set(seen(chosen, seat).table.players[0].supply) == {"?"}
    assert seen(chosen) == seen(do(state, ChooseHand(("base-master",))))
    hands = {determinize(seen(chosen), Random(n)).players[0].hand for n in range(20)}
    assert all({"1-livre", "base-journeyman"} <= set(hand) for hand in hands) and len(hands) > 1


@pytest.mark.rule("HIRE-1", "HIDDEN-1")
def test_a_hired_card_is_known_until_it_is_played() -> None:
    state = turn(hire(new(), "1-livre"), 0, "base-master")
    state = deck(state, 0, supply=["base-apprentice-livre", "base-master"], hand=["base-journeyman"])
    hired = do(state, Hire("1-livre"))
    assert seen(hired).table.players[0].hand == ("1-livre", "?")
    assert all("1-livre" in determinize(seen(hired), Random(n)).players[0].hand for n in range(12))
    assert state_digest(hired) == state_digest(with_player(hired, 0, known=())), "memory is not part of the digest"
    choice = replace(end_turn(hired), pending=(CardChoice(0),))
    played = do(choice, PlayCard("1-livre"))
    assert (played.players[0].known, seen(played).table.players[0].hand) == ((), ("?",))


@pytest.mark.rule("JB-4", "HIDDEN-1")
def test_a_specialised_apprentice_hired_is_known() -> None:
    state = specialist(new(expansions=[Expansion.JEWELRY_BOX]), 0, "s-livre")
    state = give(
        deck(turn(state, 0, "base-master"), 0, supply=["base-journeyman", "base-master"], hand=["1-livre"]), 0, livre=30
    )
    assert seen(do(state, HireSpecialist())).table.players[0].hand == ("s-livre", "?")
