"""Observations: what a seat may see, and states that match an observation (HIDDEN).

An observation is a state with every secret piece replaced by ``"?"``. The same panes draw a state and an observation.
"""

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from rokoko_core.actions import Action
from rokoko_core.box import Box, box_of
from rokoko_core.engine import legal_actions
from rokoko_core.pending import BarryHall, ExamCard, Pending, SilkForPrestige, TileInHand
from rokoko_core.score_sheet import ScoreSheet
from rokoko_core.scoring import lasting_scores
from rokoko_core.state import Barry, Player, State, with_player
from rokoko_core.terms import FACE_DOWN, Exam, Rank


class Observation(msgspec.Struct, frozen=True):
    """The game as one seat sees it."""

    seat: int | None
    """The viewer's seat; None for a spectator."""
    table: State
    """The state with secret pieces face down, seed and generator 0, hidden prestige 0."""
    unplayed: tuple[tuple[str, ...], ...]
    """By seat: the cards in hand or supply, with FACE_DOWN for cards taken secretly in an examination."""
    prestige_known: tuple[bool, ...]
    """By seat: whether its prestige gained in play is visible (HIDDEN-2)."""
    actions: tuple[Action, ...]
    """The legal actions if this seat is to move, else ()."""


class ObservedPlayer(NamedTuple):
    """A player as one seat sees it; the fields of ``Observation`` for one player."""

    board: Player
    unplayed: tuple[str, ...]
    prestige_known: bool


def observe(state: State, seat: int | None) -> Observation:
    """Return what ``seat`` may see of ``state``, None for a spectator. A finished game has no secrets (HIDDEN)."""
    boards, unplayed, known = zip(*(observe_player(state, n, seat) for n in range(len(state.players))), strict=True)
    if not state.pending:
        return Observation(seat, state, unplayed, known, ())
    actions = legal_actions(state) if seat is not None and state.pending[-1].seat == seat else ()
    exam_card = state.pending[-1] if isinstance(state.pending[-1], ExamCard) else None
    visible_exam = exam_card.exam if exam_card is not None and exam_card.seat == seat else None
    table = replace(
        state,
        setup=replace(state.setup, seed=0),
        rng=0,
        players=boards,
        employee_stack=_face_down(state.employee_stack),
        tile_stack=_face_down(state.tile_stack),
        dress_bag=_face_down(state.dress_bag),
        jewel_bag=_face_down(state.jewel_bag),
        journeyman_deck=state.journeyman_deck if visible_exam is Exam.JOURNEYMAN else _face_down(state.journeyman_deck),
        master_deck=state.master_deck if visible_exam is Exam.MASTER else _face_down(state.master_deck),
        specialists_gone=_face_down(state.specialists_gone),
        barry=_hide_barry(state.barry),
        pending=observe_pending(state, seat),
    )
    return Observation(seat, table, unplayed, known, actions)


def observe_player(state: State, player: int, viewer: int | None) -> ObservedPlayer:
    """Return what ``viewer`` may see of the player at seat ``player`` (HIDDEN).

    During the game it depends on that player's board, ``viewer`` and the setup alone.
    """
    board, own = state.players[player], player == viewer
    if not state.pending:
        return ObservedPlayer(board, _unplayed_cards(board, own=True), True)
    visibility = state.setup.open_scores
    known = visibility == "all" or (visibility == "owner" and own)
    return ObservedPlayer(_hide_player(board, own, known), _unplayed_cards(board, own), known)


def observe_pending(state: State, viewer: int | None) -> tuple[Pending, ...]:
    """Return the pending decisions as ``viewer`` may see them (HIDDEN-1)."""
    return tuple([decision if decision.seat == viewer else _hide_decision(decision) for decision in state.pending])


def _face_down(pieces: tuple[str, ...]) -> tuple[str, ...]:
    return (FACE_DOWN,) * len(pieces)


def _unplayed_cards(player: Player, own: bool) -> tuple[str, ...]:
    cards = player.supply + player.hand
    if own or not player.secret:
        return tuple(sorted(cards))
    return tuple(sorted((Counter(cards) - Counter(player.secret)).elements())) + _face_down(player.secret)


def _hide_player(player: Player, own: bool, prestige_known: bool) -> Player:
    if not prestige_known:
        player = replace(player, prestige=0)
    if own:
        return player
    hand, supply = _hand_and_supply(player)
    return replace(
        player,
        silk=_face_down(player.silk),
        hand=hand,
        supply=supply,
        specialist=FACE_DOWN if player.specialist else "",
        secret=_face_down(player.secret),
    )


def _hand_and_supply(player: Player) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return hand and supply as others know them.

    Which cards are unplayed is public, and so are cards that came to the hand face up. If nothing else is in the hand,
    or nothing in the supply, all cards of both are known (HAND-2, HIDDEN-1).
    """
    if not player.secret:  # the usual case, without counting
        unknown = len(player.hand) - len(player.known)
        if unknown and player.supply:
            return (*sorted(player.known), *(FACE_DOWN,) * unknown), _face_down(player.supply)
        return tuple(sorted(player.hand)), tuple(sorted(player.supply))
    secretly_chosen = Counter(player.hand) - Counter(player.known) - Counter(player.secret)
    if secretly_chosen and player.supply:
        return _face_up(player.hand, Counter(player.known)), _face_down(player.supply)
    hand, supply = (Counter(cards) - Counter(player.secret) for cards in (player.hand, player.supply))
    return _face_up(player.hand, hand), _face_up(player.supply, supply)


def _face_up(cards: tuple[str, ...], known: Counter[str]) -> tuple[str, ...]:
    """Return ``cards`` with those not ``known`` face down."""
    up = tuple(sorted((Counter(cards) & known).elements()))
    return up + (FACE_DOWN,) * (len(cards) - len(up))


def _hide_barry(barry: Barry | None) -> Barry | None:
    if barry is None:
        return None
    return Barry(supply=_face_down(barry.supply), hand=_face_down(barry.hand), discard=barry.discard)


def _hide_decision(decision: Pending) -> Pending:
    if isinstance(decision, TileInHand) and decision.face_down:
        return replace(decision, tile=FACE_DOWN)
    if isinstance(decision, SilkForPrestige):
        return replace(decision, aside=_face_down(decision.aside))
    return decision


def as_known(observation: Observation) -> State:
    """Return the observed state with each player's unplayed cards as their supply, ready for scoring.

    Which cards are unplayed is public; only the split into hand and supply is secret. A card taken secretly in an
    examination counts as an unknown card (HIDDEN-1).
    """
    state = observation.table
    for seat, unplayed in enumerate(observation.unplayed):
        state = with_player(state, seat, supply=unplayed, hand=(), known=())
    return state


def known_scores(observation: Observation) -> tuple[ScoreSheet, ...]:
    """Return ``lasting_scores`` from what the viewer knows (HIDDEN-2): hidden prestige gained in play counts 0."""
    return lasting_scores(as_known(observation))


# ---- states that match an observation


def determinize(observation: Observation, rng: Random) -> State:
    """Return a state in which ``observation.seat`` sees exactly this observation, with the secrets dealt by ``rng``.

    Unremembered tiles are dealt too (HIDDEN-1). Its seed is 0, and its future chance is its own.
    """
    state = observation.table
    if not state.pending:
        return state
    box = box_of(state)
    state = replace(state, rng=rng.getrandbits(64))
    state = _deal_tiles(state, box, rng)
    state = _deal_cards(state, box, rng, observation)
    return replace(
        state,
        dress_bag=_shuffle(rng, bagged_dresses(state, box)),
        jewel_bag=_shuffle(rng, bagged_jewels(state, box).elements()),
        barry=_deal_barry(state, box, rng),
    )


def bagged_dresses(state: State, box: Box) -> list[str]:
    """Return the dresses in the bag: all in play that are nowhere else."""
    dresses = [d for d in (*box.bag_dresses, *box.waiting_dresses) if d not in state.dresses_waiting]
    on_table = {*state.windows, *state.guests, *state.dress_discard, *(getattr(p, "dress", "") for p in state.pending)}
    return [d for d in dresses if d not in on_table]


def bagged_jewels(state: State, box: Box) -> Counter[str]:
    """Count the jewels in the bag by colour."""
    out = (*state.jewels, *state.jewels_gone, *(jewel for player in state.players for jewel in player.jewels))
    return Counter(box.all_jewels) - Counter(out)


def unseen_tiles(state: State, box: Box) -> Counter[str]:
    """Count the tiles that are not face up in the observed ``state``: in the stack, or with other players."""
    seen: Counter[str] = Counter((*state.warehouse, *state.tile_discard))
    for player in state.players:
        seen.update(player.silk)
    for decision in state.pending:
        seen.update((decision.tile,) if isinstance(decision, TileInHand) else getattr(decision, "aside", ()))
    return Counter(box.all_tiles) - seen


def seen_cards(observation: Observation) -> Counter[str]:
    """Count the cards whose place is known, including each player's deck."""
    state = observation.table
    seen = Counter(state.hire + state.gone)
    for player, unplayed in zip(state.players, observation.unplayed, strict=True):
        seen.update(unplayed + player.discard)
    if state.turn is not None:
        seen.update(state.turn.deputed)
        seen.update((state.turn.card,) if state.turn.on_table else ())
    return seen


def _shuffle(rng: Random, pieces: Iterable[str]) -> tuple[str, ...]:
    pool = sorted(pieces)
    rng.shuffle(pool)
    return tuple(pool)


def _deal_tiles(state: State, box: Box, rng: Random) -> State:
    pool = list(_shuffle(rng, unseen_tiles(state, box).elements()))
    for seat, player in enumerate(state.players):
        state = with_player(state, seat, silk=_deal(player.silk, pool))
    pending = []
    for decision in state.pending:
        if isinstance(decision, TileInHand) and decision.tile == FACE_DOWN:
            decision = replace(decision, tile=pool.pop())
        elif isinstance(decision, SilkForPrestige):
            decision = replace(decision, aside=_deal(decision.aside, pool))
        pending.append(decision)
    return replace(state, pending=tuple(pending), tile_stack=tuple(pool))


def _deal(pieces: tuple[str, ...], pool: list[str]) -> tuple[str, ...]:
    return tuple(sorted(pool.pop() if piece == FACE_DOWN else piece for piece in pieces))


def _deal_cards(state: State, box: Box, rng: Random, observation: Observation) -> State:
    """Deal stack, examination decks, cards taken secretly, hands and specialists."""
    seen = seen_cards(observation)
    stack, secrets = [], []
    left = {level: len(cards) for level, cards in box.stack_levels.items()}
    sizes = stack_sizes(len(state.employee_stack), left)
    decks = {Rank.JOURNEYMAN: state.journeyman_deck, Rank.MASTER: state.master_deck}
    for level in sorted(left, reverse=True):
        rank = {2: Rank.JOURNEYMAN, 5: Rank.MASTER}.get(level) if box.exam_pools else None
        unseen = [c for c in _shuffle(rng, box.stack_levels[level]) if not seen[c]]
        if rank is None:
            stack += unseen
            continue
        bound = [c for c in unseen if box.card[c].rank is not rank]
        loose = [c for c in _shuffle(rng, box.exam_pools[rank]) if not seen[c]]
        loose += [c for c in unseen if box.card[c].rank is rank]
        rng.shuffle(loose)
        if FACE_DOWN not in decks[rank]:
            loose = [c for c in loose if c not in decks[rank]]
        free = sizes[level] - len(bound)
        stack += _shuffle(rng, bound + loose[:free])
        loose = loose[free:]
        if FACE_DOWN in decks[rank]:
            size = len(decks[rank])
            decks[rank], loose = tuple(sorted(loose[:size])), loose[size:]
        secrets += loose
    rng.shuffle(secrets)
    for seat, unplayed in enumerate(observation.unplayed):
        state = _deal_hand(state, seat, unplayed, secrets, rng)
    state = _deal_specialists(state, box, rng)
    return replace(
        state,
        employee_stack=tuple(stack),
        journeyman_deck=decks[Rank.JOURNEYMAN],
        master_deck=decks[Rank.MASTER],
    )


def stack_sizes(size: int, levels: dict[int, int]) -> dict[int, int]:
    """Return how many of the stack's ``size`` cards are of each level; the highest level is at the bottom (SETUP-2)."""
    sizes = {}
    for level in sorted(levels, reverse=True):
        sizes[level] = min(size, levels[level])
        size -= sizes[level]
    return sizes


def _deal_hand(state: State, seat: int, unplayed: tuple[str, ...], secrets: list[str], rng: Random) -> State:
    """Deal the seat's secret cards. Those from examinations go to the hand, or to the deck of Madame du Barry, who has
    no hand.
    """
    player = state.players[seat]
    taken = tuple(secrets.pop() for card in player.secret if card == FACE_DOWN)
    if FACE_DOWN not in player.hand + player.supply:
        return state
    hand, supply = (tuple(card for card in cards if card != FACE_DOWN) for cards in (player.hand, player.supply))
    loose = list(_shuffle(rng, (Counter(c for c in unplayed if c != FACE_DOWN) - Counter(hand + supply)).elements()))
    hand, supply = (hand + taken, supply) if player.hand else (hand, supply + taken)
    missing = len(player.hand) - len(hand)
    return with_player(
        state,
        seat,
        hand=tuple(sorted((*hand, *loose[:missing]))),
        supply=tuple(sorted((*supply, *loose[missing:]))),
        secret=tuple(sorted(taken)),
    )


def _deal_specialists(state: State, box: Box, rng: Random) -> State:
    seen = {card for p in state.players for card in (*p.supply, *p.hand, *p.discard, p.specialist)} | set(state.gone)
    if state.turn is not None:
        seen |= {state.turn.card, *state.turn.deputed}
    pool = list(_shuffle(rng, (c for c in box.specialists if c not in seen)))
    for seat, player in enumerate(state.players):
        if player.specialist == FACE_DOWN:
            state = with_player(state, seat, specialist=pool.pop())
    return replace(state, specialists_gone=tuple(pool))


def _deal_barry(state: State, box: Box, rng: Random) -> Barry | None:
    barry = state.barry
    if barry is None:
        return None
    out = {*barry.discard, *(p.card for p in state.pending if isinstance(p, BarryHall))}
    pool = _shuffle(rng, (card for card in box.barry if card not in out))
    size = len(barry.hand)
    return Barry(supply=pool[size:], hand=pool[:size], discard=barry.discard)
