"""The whole position as frozen data, and the few verbs every rule changes it with.

A state is never changed: each verb gives a new one that shares what stayed the same. Pieces are named by the ids of the
component tables; an empty space is ``""`` where pieces lie and ``NOBODY`` where markers do. Money is in Livre. The
functions here know no rules beyond "nobody pays what he has not got".
"""

import hashlib
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from rokoko_core.components.catalogue import FIRST
from rokoko_core.pending import BonusOf, Pending
from rokoko_core.terms import Exam, Expansion, ScoreVisibility, SeatKind, Task

NOBODY = -1

T = TypeVar("T")


class Seat(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One place at the table."""

    name: str
    kind: SeatKind = "human"
    level: str | None = None
    """Playing strength of a bot; None for a person."""
    mark: str | None = None
    """The owner shape of this seat's markers; None lets the table choose."""
    own: bool = False
    """Whether whoever keeps this game sits here, at a table with several people; alone one need not say so."""


class Setup(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """All that decides a game before its first action. One human seat alone plays against Madame du Barry (SOLO)."""

    players: tuple[Seat, ...]
    seed: int
    expansions: frozenset[Expansion] = frozenset()
    first_player: int | None = None
    """Seat index; None draws one (SETUP-5)."""
    open_scores: ScoreVisibility = "all"
    components: str = FIRST
    """Name of the component set; of a set that did not ship also its key, ``name@digest``, as which it is played."""


class Player(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One player's board. ``supply`` and ``silk`` are sorted; ``discard`` has its top card last."""

    livre: int
    yarn: int
    lace: int
    supply: tuple[str, ...]
    hand: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    silk: tuple[str, ...] = ()
    prestige: int = 0
    """Gained in play so far."""
    jewels: tuple[str, ...] = ()
    """Colours of own jewels."""
    exam: Exam | None = None
    """The examination the marker waits for; None without the Jewelry Box."""
    tasks: tuple[Task, ...] = ()
    master_exams: int = 0
    """Master examinations passed."""
    specialist: str = ""
    """The specialised Apprentice dealt and not yet hired."""
    secret: tuple[str, ...] = ()
    """Cards of the own deck, taken in an examination, that nobody else has seen yet (HIDDEN-1)."""
    known: tuple[str, ...] = ()
    """Cards of the hand that everybody saw coming there: hired, or forced (HAND-2). No part of the digest."""


class Turn(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The turn under way."""

    seat: int
    card: str
    """The card played, also after it was deputed."""
    on_table: bool = True
    """False once the card left the game during this turn; then it is no longer part of the deck."""
    examined: bool = False
    """True while the card sits its examination, after which it leaves the game (JB-7)."""
    deputed: tuple[str, ...] = ()
    """Cards deputed this turn; they go out of the game when it ends (DEP-2)."""
    used: tuple[tuple[int, str], ...] = ()
    """(owner, card) of every bonus used this turn (BON-10)."""
    reached: tuple[str, ...] = ()
    """Cards whose bonus another card's led to: deputed for it, or moved out of the supply. No part of the digest."""


class Barry(msgspec.Struct, frozen=True, gc=False):
    """Madame du Barry's own cards; the last of each is on top (SOLO-2)."""

    supply: tuple[str, ...]
    hand: tuple[str, ...]
    discard: tuple[str, ...]


class State(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A position of the game. Draw piles have their next piece last; displays read left to right."""

    setup: Setup
    box: str
    """Key of the pieces in play, for ``rokoko_core.box.box_of``."""
    rng: int
    """The generator's 64 bits; all chance to come follows from them."""
    round: int
    """1 to 7."""
    first_player: int
    players: tuple[Player, ...]
    employee_stack: tuple[str, ...]
    tile_stack: tuple[str, ...]
    dress_bag: tuple[str, ...]
    hire: tuple[str, ...]
    """Cards on display, without gaps."""
    warehouse: tuple[str, ...]
    """Tile of each space through all segments."""
    windows: tuple[str, ...]
    guests: tuple[str, ...]
    """Dress on each guest space of all halls, by ``GuestSpace.index``."""
    guest_owners: tuple[int, ...]
    decorations: tuple[int, ...]
    """Owner of each decoration space, by ``DecorationSpace.index``."""
    all_halls: tuple[int, ...]
    favor: int = NOBODY
    """Seat that holds the Favor card; NOBODY while it lies in its space."""
    gone: tuple[str, ...] = ()
    """Cards out of the game that everybody saw, in the order they left."""
    tile_discard: tuple[str, ...] = ()
    dress_discard: tuple[str, ...] = ()
    dresses_waiting: tuple[str, ...] = ()
    """Dresses that join the bag after the first preparation (FEST-1)."""
    jewel_bag: tuple[str, ...] = ()
    jewels: tuple[str, ...] = ()
    """Jewel on each space of the Jeweler's display; empty without the Jewelry Box."""
    jewels_gone: tuple[str, ...] = ()
    journeyman_deck: tuple[str, ...] = ()
    master_deck: tuple[str, ...] = ()
    specialists_gone: tuple[str, ...] = ()
    """Specialised Apprentices nobody was dealt, unseen (JB-1)."""
    barry: Barry | None = None
    turn: Turn | None = None
    pending: tuple[Pending, ...] = ()
    """Decisions to be taken, the next one last; empty when the game is over."""


def with_player(state: State, seat: int, **changes: Any) -> State:
    """``state`` with ``changes`` to fields of the player at ``seat``."""
    players = list(state.players)
    players[seat] = replace(players[seat], **changes)
    return replace(state, players=tuple(players))


def out_of_hand(player: Player, card: str) -> Player:
    """``player`` when ``card`` has left the hand for everybody to see."""
    hand = without(player.hand, card)
    if card in player.secret:
        return replace(player, hand=hand, secret=without(player.secret, card))
    if card in player.known:
        return replace(player, hand=hand, known=without(player.known, card))
    return replace(player, hand=hand)


def ask(state: State, *decisions: Pending) -> State:
    """``state`` with ``decisions`` on top of the stack, the last to be asked first."""
    return replace(state, pending=state.pending + decisions)


def ask_bonus(state: State, seat: int, card: str) -> State:
    """``state`` in which ``seat`` is asked for the bonus of its own ``card``, to which another's led (BON-6, JB-9)."""
    assert state.turn is not None
    turn = replace(state.turn, reached=(*state.turn.reached, card))
    return replace(state, turn=turn, pending=(*state.pending, BonusOf(seat, card, seat)))


def spent(state: State, bonus: BonusOf) -> State:
    """``state`` with ``bonus`` used this turn (BON-10)."""
    turn = state.turn
    assert turn is not None
    return replace(state, turn=replace(turn, used=(*turn.used, (bonus.owner, bonus.card))))


def without_bonus(state: State, seat: int, card: str) -> State:
    """``state`` in which ``seat`` is not asked any more for the bonus of its own ``card``."""
    return replace(state, pending=tuple(p for p in state.pending if p != BonusOf(seat, card, seat)))


def swapped(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """``items`` with ``item`` at ``index``."""
    changed = list(items)
    changed[index] = item
    return tuple(changed)


def without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """``items`` less the last one equal to ``item``. Raises ValueError when there is none."""
    index = len(items) - 1 - items[::-1].index(item)
    return items[:index] + items[index + 1 :]


_ENCODER = msgspec.json.Encoder(order="deterministic")
_DECODER = msgspec.json.Decoder(State)


def encode_state(state: State) -> bytes:
    """``state`` as JSON, the same bytes for equal states."""
    return _ENCODER.encode(state)


def decode_state(data: bytes) -> State:
    """The state that ``encode_state`` wrote. Raises ``msgspec.ValidationError`` or ``msgspec.DecodeError``."""
    return _DECODER.decode(data)


def state_digest(state: State) -> str:
    """16 hex digits, equal on every platform and Python version for states that are equal but for ``Player.known``,
    ``Turn.reached`` and the digest of their component set.
    """
    return hashlib.blake2b(encode_state(_unremembering(_by_name(state))), digest_size=8).hexdigest()


def _unremembering(state: State) -> State:
    """``state`` without what it remembers of the way it came about."""
    if any(player.known for player in state.players):
        state = replace(state, players=tuple(replace(player, known=()) for player in state.players))
    if state.turn is not None and state.turn.reached:
        state = replace(state, turn=replace(state.turn, reached=()))
    return state


def _by_name(state: State) -> State:
    """``state`` with its component set called by name alone: which figures it has is for the save's header to say."""
    name, at, _ = state.setup.components.rpartition("@")
    if not at:
        return state
    setup = replace(state.setup, components=name)
    return replace(state, setup=setup, box=name + state.box.removeprefix(state.setup.components))
