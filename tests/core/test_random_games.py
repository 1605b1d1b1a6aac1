"""Random games: after every action all pieces and scores are recomputed independently.

The checks use only the component tables and the state, no functions of the rules.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from rokoko_core.box import Box, box_of
from rokoko_core.engine import apply, legal_actions, new_state, to_move, why_not
from rokoko_core.invariants import violations
from rokoko_core.pending import BarryHall, Placement, RentOrSell, SilkForPrestige, TileInHand, TurnEnd
from rokoko_core.score_sheet import ScoreSheet
from rokoko_core.scoring import final_scores, projected_scores
from rokoko_core.state import NOBODY, Seat, Setup, State, decode_state, encode_state, state_digest
from rokoko_core.terms import Expansion

ALL = tuple(Expansion)


def game(players: int, seed: int, expansions: frozenset[Expansion]) -> Setup:
    return Setup(tuple(Seat(n) for n in "ABCDE"[:players]), seed, expansions)


BASE = [(players, seed) for players in (2, 3, 4, 5) for seed in (1, 2)]
MIXED = [
    (players, seed, frozenset(Random(100 * players + seed).sample(ALL, 1 + seed % len(ALL))))
    for players in (1, 2, 3, 4, 5)
    for seed in (1, 2, 3)
]
GAMES = [game(p, s, frozenset()) for p, s in BASE] + [game(1, 5, frozenset())] + [game(*mixed) for mixed in MIXED]


def named(setup: Setup) -> str:
    return "-".join([str(len(setup.players)), str(setup.seed), *sorted(setup.expansions)])


# ---- the pieces


def counted(state: State) -> dict[str, Counter[str]]:
    """Count every piece of the state by kind, pending decisions included."""
    tiles = Counter((*state.tile_stack, *state.tile_discard, *state.warehouse))
    dresses = Counter((*state.dress_bag, *state.dress_discard, *state.dresses_waiting, *state.windows, *state.guests))
    cards = Counter((*state.employee_stack, *state.hire, *state.gone, *state.journeyman_deck, *state.master_deck))
    cards.update(state.specialists_gone)
    jewels = Counter((*state.jewel_bag, *state.jewels, *state.jewels_gone))
    for player in state.players:
        tiles.update(player.silk)
        cards.update((*player.supply, *player.hand, *player.discard, player.specialist))
        jewels.update(player.jewels)
    if state.turn is not None:
        cards.update(state.turn.deputed)
        cards.update([state.turn.card] if state.turn.on_table else [])
    barry: Counter[str] = Counter()
    if state.barry is not None:
        barry.update(state.barry.supply + state.barry.hand + state.barry.discard)
    for decision in state.pending:
        if isinstance(decision, TileInHand):
            tiles[decision.tile] += 1
        elif isinstance(decision, SilkForPrestige):
            tiles.update(decision.aside)
        elif isinstance(decision, RentOrSell | Placement | BarryHall):
            dresses[decision.dress] += 1
        if isinstance(decision, BarryHall):
            barry[decision.card] += 1
    pieces = {"tiles": tiles, "dresses": dresses, "cards": cards, "jewels": jewels, "barry": barry}
    for counter in pieces.values():
        del counter[""]
    return pieces


def numbers(setup: Setup) -> dict[str, int]:
    """Return the number of pieces of each kind by the rulebook."""
    seats, jewelry = max(2, len(setup.players)), Expansion.JEWELRY_BOX in setup.expansions
    dresses = 42 + 4 * (Expansion.FANCY in setup.expansions) + 4 * (Expansion.FESTIVITY in setup.expansions)
    if Expansion.EXPERT in setup.expansions:
        dresses += 6 if jewelry else 4
    return {
        "tiles": 48 + 5 * (Expansion.FANCY in setup.expansions),
        "dresses": dresses,
        "cards": 28 + 5 * seats + (18 + 10) * jewelry,
        "jewels": 24 * jewelry,
        "barry": 25 * (len(setup.players) == 1),
    }


def check_boards(state: State) -> None:
    """Check money, decks and markers."""
    for seat, player in enumerate(state.players):
        assert min(player.livre, player.yarn, player.lace, player.prestige) >= 0
        deck = [*player.supply, *player.hand, *player.discard]
        if state.turn is not None and state.turn.seat == seat and state.turn.on_table and state.turn.card:
            deck.append(state.turn.card)
        assert len(deck) >= 4
        for row in ("upper", "lower"):
            spaces = [d.index for d in box_of(state).decorations if d.kind == f"fountain-{row}"]
            assert sum(state.decorations[n] == seat for n in spaces) <= 1
        assert state.all_halls.count(seat) <= 1
    for dress, owner in zip(state.guests, state.guest_owners, strict=True):
        assert bool(dress) == (owner != NOBODY)


# ---- the score, written from the rules once more


def majority_points(strengths: dict[int, tuple[int, ...]], first: int, second: int, seats: int) -> dict[int, int]:
    places = sorted(set(strengths.values()), reverse=True)
    won: dict[int, int] = {}
    for seat, strength in strengths.items():
        if strength == places[0]:
            won[seat] = first
        elif seats > 2 and strength == places[1] and list(strengths.values()).count(places[0]) == 1:
            won[seat] = second
    return won


def crown_prestige(state: State, box: Box, seat: int, bonus: str, deck: list[str]) -> int:
    player = state.players[seat]
    worn = [box.dress[d].colour for d, owner in zip(state.guests, state.guest_owners, strict=True) if owner == seat]
    masters = sum(g.master and state.guest_owners[g.index] == seat for g in box.guests)
    ladies = sum(c in ("yellow", "red") for c in worn)
    jewels = Counter(player.jewels)
    apprentices = sum(box.card[c].rank == "apprentice" for c in deck)
    size = len(deck)
    return {
        "crown-deck-size": 11 if size > 10 else 8 if size > 8 else 5 if size > 6 else 2 if size > 4 else 0,
        "crown-notion-pairs": 3 * min(player.yarn, player.lace),
        "crown-master-guests": masters // 2 * 3,
        "crown-couples": 2 * min(ladies, len(worn) - ladies),
        "crown-jewel-sets": 6 * min(jewels[c] for c in ("yellow", "green", "red", "blue")),
        "crown-necklaces": (jewels["yellow"] + jewels["red"]) // 2 * 3,
        "crown-decorations": state.decorations.count(seat),
        "crown-apprentices": apprentices // 2 * 3,
    }.get(bonus, 0)


def recounted(state: State, seat: int) -> int:
    """Return the total of ``seat`` if the state is scored now (END-1 to END-8, JB-8, SOLO-11)."""
    box, player, seats = box_of(state), state.players[seat], len(state.players)
    deck = [*player.supply, *player.hand, *player.discard]
    turn = state.turn
    if turn is not None and turn.seat == seat:
        deck += [turn.card] if turn.on_table and not turn.examined and turn.card else []
    total = player.prestige + player.livre // 10 + len(player.jewels) + (3 if state.favor == seat else 0)
    total += sum(crown_prestige(state, box, seat, box.card[card].bonus, deck) for card in deck)
    for number in range(1, 6):
        strengths: dict[int, tuple[int, ...]] = {}
        musician = next(d.index for d in box.decorations if d.id == f"musician-{number}")
        for other in range(seats):
            own = [g for g in box.guests if g.hall == number and state.guest_owners[g.index] == other]
            if own:
                plays = state.decorations[musician] == other
                strengths[other] = (len(own), sum(g.master for g in own), int(plays))
        total += majority_points(strengths, *box.majorities[number - 1], seats).get(seat, 0)
    rockets: dict[int, list[tuple[int, int]]] = {}
    for d in box.decorations:
        if d.kind == "fireworks" and state.decorations[d.index] != NOBODY:
            rockets.setdefault(state.decorations[d.index], []).append((d.cost, d.multiplier))
    strengths = {other: (len(held), max(held)[0]) for other, held in rockets.items()}
    total += majority_points(strengths, *box.fireworks_majority, seats).get(seat, 0)
    worn = [(g, box.dress[state.guests[g.index]]) for g in box.guests if state.guest_owners[g.index] == seat]
    total += sum(dress.prestige for _, dress in worn)
    royal = sorted((dress.prestige for g, dress in worn if g.hall == 1), reverse=True)
    factors = sorted((factor for _, factor in rockets.get(seat, [])), reverse=True)
    total += sum(prestige * (factor - 1) for prestige, factor in zip(royal, factors, strict=False))
    left = Counter(dress.colour for _, dress in worn)
    for _ in range(sum(d.kind == "statue" and state.decorations[d.index] == seat for d in box.decorations)):
        group = [colour for colour in left if left[colour]]
        total += 2 * len(group)
        left.subtract(group)
    total += sum(d.prestige for d in box.decorations if state.decorations[d.index] == seat)
    total += sum(n for n, owner in zip(box.all_halls, state.all_halls, strict=True) if owner == seat)
    if state.barry is not None and seat == 1:
        total += len(player.silk) // 2
    return total


def check_scores(state: State, sheets: tuple[ScoreSheet, ...]) -> None:
    totals = [recounted(state, seat) for seat in range(len(state.players))]
    assert [sheet.total for sheet in sheets] == totals
    assert [sum(row.points for row in sheet.rows) for sheet in sheets] == totals
    assert [sheet.livre_left for sheet in sheets] == [player.livre % 10 for player in state.players]
    for sheet in sheets:
        solo_tie = int(state.barry is not None and sheet.seat == 1)
        mine = (sheet.total, solo_tie, sheet.livre_left)
        better = sum((s.total, int(state.barry is not None and s.seat == 1), s.livre_left) > mine for s in sheets)
        assert sheet.rank == better + 1


# ---- the games


def played(setup: Setup) -> Iterator[State]:
    """Yield the states of a random game up to its end.

    Mostly a kind of action is drawn before the action, so that rare kinds are frequent enough.
    """
    chance = Random(setup.seed * 7 + len(setup.players))
    state = new_state(setup)
    yield state
    while state.pending:
        offered = legal_actions(state)
        kinds = sorted({type(action).__name__ for action in offered} - {"Decline"}) or ["Decline"]
        if chance.random() < 0.7:
            wanted = chance.choice(kinds)
            offered = tuple(action for action in offered if type(action).__name__ == wanted)
        state = apply(state, chance.choice(offered))
        yield state


@pytest.mark.quick(3)
@pytest.mark.rule("SETUP-1", "PREP-0", "PREP-3", "PREP-4", "HALLS-1", "END-1", "END-2", "END-3", "END-4", "END-5")
@pytest.mark.rule("END-6", "END-7", "END-8", "END-9", "JB-8", "SOLO-11", "DEP-2", "FUND-2")
@pytest.mark.parametrize("setup", GAMES, ids=named)
def test_pieces_and_scores_agree_in_random_games(setup: Setup) -> None:
    expected: dict[str, Counter[str]] | None = None
    earlier: list[tuple[State, str]] = []
    pick = Random(setup.seed)
    state = None
    for state in played(setup):
        pieces = counted(state)
        if expected is None:
            expected = pieces
            assert {kind: counter.total() for kind, counter in pieces.items()} == numbers(setup)
        assert pieces == expected
        assert violations(state) == ()
        check_boards(state)
        if not state.pending or isinstance(state.pending[-1], TurnEnd):
            check_scores(state, projected_scores(state))
        earlier.append((state, state_digest(state)))
        sample, digest = pick.choice(earlier)
        assert state_digest(sample) == digest, "a later step changed an earlier position"
    assert state is not None and state.round == 7
    check_scores(state, final_scores(state))
    assert all(state_digest(position) == digest for position, digest in earlier)


@pytest.mark.quick(5)
@pytest.mark.rule("TURN-1", "TURN-2", "BON-10")
@pytest.mark.parametrize("setup", GAMES, ids=named)
def test_offers_and_refusals_agree_in_random_games(setup: Setup) -> None:
    for number, state in enumerate(played(setup)):
        offered = legal_actions(state)
        copy = decode_state(encode_state(state))
        assert copy == state and encode_state(copy) == encode_state(state)
        assert legal_actions(copy) == offered, "the offers depend on more than the position"
        assert len(set(offered)) == len(offered)
        assert bool(offered) == (to_move(state) is not None)
        kinds = {type(action).__name__ for action in offered}
        for refusal in why_not(state):
            assert refusal.about not in offered
            if isinstance(refusal.about, str):
                assert FAMILY_ACTIONS[refusal.about] not in kinds or state.players[to_move(state) or 0].specialist
        assert why_not(copy) == why_not(state)
        if number % 5 == 0:
            for action in offered:
                assert apply(state, action) != state


FAMILY_ACTIONS = {
    "favor": "ClaimFavor",
    "acquire": "TakeTile",
    "dress": "MakeDress",
    "hire": "Hire",
    "depute": "Depute",
    "fund": "Fund",
    "exam": "SitExam",
}


@pytest.mark.rule("SETUP-5")
def test_the_same_actions_from_the_same_seed_give_the_same_game() -> None:
    for setup in (game(4, 9, frozenset()), game(1, 9, frozenset(ALL))):
        assert [state_digest(s) for s in played(setup)] == [state_digest(s) for s in played(setup)]
