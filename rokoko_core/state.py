"""The state of a game as frozen data, and the functions that every rule changes it with.

A state never changes: each function returns a new one that shares what is equal. Pieces are the ids of the component
tables. An empty space is ``""`` for pieces and ``NOBODY`` for markers. Money is in Livre. The functions here know no
rules.
"""

import hashlib
from operator import index
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from rokoko_core.chance import Generator
from rokoko_core.components.catalogue import FIRST
from rokoko_core.pending import BonusOf, Pending
from rokoko_core.terms import Chance, Exam, Expansion, FairStart, ScoreVisibility, SeatKind, Task

NOBODY = -1

S = TypeVar("S", bound=msgspec.Struct)
T = TypeVar("T")


class Seat(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A player of a game."""

    name: str
    kind: SeatKind = "human"
    level: str | None = None
    """Playing strength of a bot; None for a person."""
    mark: str | None = None
    """Shape of this seat's markers; None lets the table choose."""
    own: bool = False
    """Whether the owner of this game plays this seat, if several people play; a single person needs no flag.
    """


class Setup(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """All input of a game before its first action. A single human seat plays against Madame du Barry (SOLO)."""

    players: tuple[Seat, ...]
    seed: int
    """0 to 2**63 - 1; with the chance ``blake2b`` 0 to 2**128 - 1."""
    expansions: frozenset[Expansion] = frozenset()
    first_player: int | None = None
    """Seat index; None draws one (SETUP-5)."""
    open_scores: ScoreVisibility = "all"
    components: str = FIRST
    """Name of the component set; for a set that did not ship also its key, ``name@digest``."""
    fair_start: FairStart = False
    """Whether, and by which figures, players who start later begin with prestige (FAIR-1). New games use
    ``rokoko_core.setup.FAIR_START``; True stands for the figures of version 0.7 and earlier.
    """
    chance: Chance = "splitmix64"
    """The random number generator: ``blake2b`` for a secret seed (``deal_secretly``), else ``splitmix64``. With
    ``splitmix64`` or a short seed, everybody at the table can compute what is hidden.
    """

    @property
    def owner(self) -> int:
        """The seat marked as the owner's, else the only person's, else ``NOBODY``."""
        people = [number for number, seat in enumerate(self.players) if seat.kind == "human"]
        candidates = [number for number in people if self.players[number].own] or people
        return candidates[0] if len(candidates) == 1 else NOBODY


class Player(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A player's board. ``supply`` and ``silk`` are sorted; ``discard`` has its top card last."""

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
    """The current examination; None without the Jewelry Box."""
    tasks: tuple[Task, ...] = ()
    master_exams: int = 0
    """Master examinations passed."""
    specialist: str = ""
    """The specialised Apprentice, until it is hired."""
    secret: tuple[str, ...] = ()
    """Cards of the deck taken in an examination and not yet seen by others (HIDDEN-1)."""
    known: tuple[str, ...] = ()
    """Cards in hand that everyone saw arriving: hired, or forced (HAND-2). Not part of the digest."""


class Turn(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The current turn."""

    seat: int
    card: str
    """The card played, even after it was deputed."""
    on_table: bool = True
    """False once the card left the game during this turn; then it is not part of the deck."""
    examined: bool = False
    """True while the card sits its examination, after which it leaves the game (JB-7)."""
    deputed: tuple[str, ...] = ()
    """Cards deputed this turn; they leave the game when it ends (DEP-2)."""
    used: tuple[tuple[int, str], ...] = ()
    """(owner, card) of every bonus used this turn (BON-10)."""
    reached: tuple[str, ...] = ()
    """Cards whose bonus another card's bonus led to: deputed for it, or moved out of the supply. Not part of the
    digest.
    """


class Barry(msgspec.Struct, frozen=True, gc=False):
    """Madame du Barry's own cards; the top card is last (SOLO-2)."""

    supply: tuple[str, ...]
    hand: tuple[str, ...]
    discard: tuple[str, ...]


class State(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A position of the game. Draw piles have their next piece last; displays are from left to right."""

    setup: Setup
    box: str
    """Key of the pieces in play, for ``rokoko_core.box.box_of``."""
    rng: Generator
    """State of the random number generator."""
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
    """Tile on each space, across all segments."""
    windows: tuple[str, ...]
    guests: tuple[str, ...]
    """Dress on each guest space of all halls, by ``GuestSpace.index``."""
    guest_owners: tuple[int, ...]
    decorations: tuple[int, ...]
    """Owner of each decoration space, by ``DecorationSpace.index``."""
    all_halls: tuple[int, ...]
    favor: int = NOBODY
    """Seat with the Favor card; NOBODY while it is in its space."""
    gone: tuple[str, ...] = ()
    """Cards that left the game face up, in that order."""
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
    """Specialised Apprentices not dealt, unseen (JB-1)."""
    barry: Barry | None = None
    turn: Turn | None = None
    pending: tuple[Pending, ...] = ()
    """Pending decisions, the next one last; empty when the game is over."""


def with_player(state: State, seat: int, **changes: Any) -> State:
    """Return ``state`` with ``changes`` to fields of the player at ``seat``."""
    players = list(state.players)
    players[seat] = replace(players[seat], **changes)
    return replace(state, players=tuple(players))


def remove_from_hand(player: Player, card: str) -> Player:
    """Return ``player`` without ``card`` in hand; it leaves the hand face up."""
    hand = without(player.hand, card)
    if card in player.secret:
        return replace(player, hand=hand, secret=without(player.secret, card))
    if card in player.known:
        return replace(player, hand=hand, known=without(player.known, card))
    return replace(player, hand=hand)


def ask(state: State, *decisions: Pending) -> State:
    """Push ``decisions`` on the stack; the last one is resolved first."""
    return replace(state, pending=state.pending + decisions)


def ask_bonus(state: State, seat: int, card: str) -> State:
    """Push the bonus of the seat's own ``card``, which another card's bonus led to (BON-6, JB-9)."""
    assert state.turn is not None
    turn = replace(state.turn, reached=(*state.turn.reached, card))
    return replace(state, turn=turn, pending=(*state.pending, BonusOf(seat, card, seat)))


def mark_bonus_used(state: State, bonus: BonusOf) -> State:
    """Note ``bonus`` as used this turn (BON-10)."""
    turn = state.turn
    assert turn is not None
    return replace(state, turn=replace(turn, used=(*turn.used, (bonus.owner, bonus.card))))


def remove_bonus(state: State, seat: int, card: str) -> State:
    """Remove the pending bonus of the seat's own ``card``."""
    return replace(state, pending=tuple(p for p in state.pending if p != BonusOf(seat, card, seat)))


def replace_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return ``items`` with ``item`` at ``index``."""
    changed = list(items)
    changed[index] = item
    return tuple(changed)


def without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """Return ``items`` without the last one equal to ``item``. Raises ValueError if there is none."""
    index = len(items) - 1 - items[::-1].index(item)
    return items[:index] + items[index + 1 :]


def normalize_setup(setup: Setup) -> Setup:
    """Return ``setup`` in the form that is the same for equal setups.

    msgspec omits a default only if it is the same object. An equal one, built at run time or decoded, would be encoded,
    and would change the digest.
    """
    first = setup.first_player
    return _use_defaults(
        replace(
            setup,
            players=tuple(_use_defaults(replace(seat, own=bool(seat.own))) for seat in setup.players),
            seed=index(setup.seed),
            expansions=frozenset(setup.expansions),
            first_player=None if first is None else index(first),
            fair_start=setup.fair_start if isinstance(setup.fair_start, str) else bool(setup.fair_start),
        )
    )


def _use_defaults(struct: S) -> S:
    """Return ``struct`` with the default itself in each field that equals it."""
    fields = [field for field in msgspec.structs.fields(struct) if field.default is not msgspec.NODEFAULT]
    equal = {field.name: field.default for field in fields if getattr(struct, field.name) == field.default}
    return replace(struct, **equal)


_ENCODER = msgspec.json.Encoder(order="deterministic")
_DECODER = msgspec.json.Decoder(State)


def encode_state(state: State) -> bytes:
    """Return ``state`` as JSON, the same bytes for equal states."""
    return _ENCODER.encode(replace(state, setup=normalize_setup(state.setup)))


def decode_state(data: bytes) -> State:
    """Decode the output of ``encode_state``. Raises ``msgspec.ValidationError`` or ``msgspec.DecodeError``."""
    state = _DECODER.decode(data)
    return replace(state, setup=normalize_setup(state.setup))


def state_digest(state: State) -> str:
    """Return 16 hex digits that are the same for equal states, on every platform and Python version.

    ``Player.known``, ``Turn.reached`` and the digest of the component set do not count.
    """
    return digest_with(normalize_setup(state.setup), state)


def digest_with(setup: Setup, state: State) -> str:
    """Return the digest of ``state`` with ``setup`` in the form in which a save has it; see ``normalize_setup``."""
    state = _without_memory(_with_set_name(replace(state, setup=setup)))
    return hashlib.blake2b(_ENCODER.encode(state), digest_size=8).hexdigest()


def _without_memory(state: State) -> State:
    """Return ``state`` without ``Player.known`` and ``Turn.reached``."""
    if any(player.known for player in state.players):
        state = replace(state, players=tuple(replace(player, known=()) for player in state.players))
    if state.turn is not None and state.turn.reached:
        state = replace(state, turn=replace(state.turn, reached=()))
    return state


def _with_set_name(state: State) -> State:
    """Return ``state`` with its component set by name alone; the save's header has its digest."""
    name, at, _ = state.setup.components.rpartition("@")
    if not at:
        return state
    setup = replace(state.setup, components=name)
    return replace(state, setup=setup, box=name + state.box.removeprefix(state.setup.components))
