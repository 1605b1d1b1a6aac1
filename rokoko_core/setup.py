"""Setup of a new game (SETUP, JB-1, SOLO-1)."""

import unicodedata
from enum import StrEnum
from typing import get_args

from msgspec.structs import replace

from rokoko_core.box import Box, open_box
from rokoko_core.chance import SECRET_BITS, Generator, draw, draw_secret_seed, seeded, shuffled
from rokoko_core.components import UnknownComponents
from rokoko_core.safe_text import NAME_CELLS, find_name_flaw, fold_case
from rokoko_core.state import NOBODY, Barry, Player, Seat, Setup, State, normalize_setup
from rokoko_core.terms import Chance, Exam, Expansion, FairStart, Rank, ScoreVisibility, SeatKind

MOST_PLAYERS = 5
MOST_SEED = (1 << 63) - 1
"""The largest seed that is not secret."""
MOST_SECRET_SEED = (1 << SECRET_BITS) - 1
SHORTEST_SECRET = SECRET_BITS // 2
"""A seed with fewer bits was not drawn by ``deal_secretly``: it would be shorter once in 2**64 games."""
LAST_ROUND = 7
FAIR_START: FairStart = "fair-2"
"""The fair start of new games."""
START_PRESTIGE: dict[FairStart, dict[int, tuple[int, ...]]] = {
    True: {2: (0, 3), 3: (0, 2, 3), 4: (0, 1, 2, 3), 5: (0, 2, 2, 2, 2)},
    "fair-2": {2: (0, 4), 3: (0, 3, 6), 4: (0, 3, 5, 7), 5: (0, 3, 5, 5, 6)},
}
"""Prestige at the start by fair start and players, in turn order (FAIR-1); measured in docs/first-player.md."""


class SetupFault(StrEnum):
    """Why a setup is invalid."""

    PLAYERS = "players"
    """There are ``found`` players instead of 1 to ``limit``."""
    NAMELESS = "nameless"
    """A seat has no name."""
    ODD_NAME = "odd-name"
    """``name`` has characters that are not allowed in names."""
    LONG_NAME = "long-name"
    """``name`` is wider than ``limit`` cells."""
    SAME_NAME = "same-name"
    """Two seats have the same name."""
    AUTOMATIC = "automatic"
    """A bot cannot play against Madame du Barry."""
    FIRST_PLAYER = "first-player"
    """Seat ``found`` is not in 0 to ``limit``."""
    SEED = "seed"
    """The seed is not in 0 to ``limit``."""
    KIND = "kind"
    """``name`` is neither a person nor a bot."""
    EXPANSION = "expansion"
    """The expansion ``name`` is unknown."""
    OPEN_SCORES = "open-scores"
    """Nobody knows who sees the scores by ``name``."""
    CHANCE = "chance"
    """The random number generator ``name`` is unknown."""
    FAIR_START = "fair-start"
    """The fair start ``name`` is unknown."""
    COMPONENTS = "components"
    """The component set ``name`` is unknown."""

    @property
    def field(self) -> str:
        """The field of ``Setup`` at fault."""
        return _FIELDS.get(self, "players")


_FIELDS = {
    SetupFault.FIRST_PLAYER: "first_player",
    SetupFault.SEED: "seed",
    SetupFault.EXPANSION: "expansions",
    SetupFault.OPEN_SCORES: "open_scores",
    SetupFault.CHANCE: "chance",
    SetupFault.FAIR_START: "fair_start",
    SetupFault.COMPONENTS: "components",
}


class InvalidSetup(ValueError):
    """A setup for which no game can be created. ``code`` says what the other fields mean."""

    def __init__(self, code: SetupFault, found: int = 0, limit: int = 0, name: str = "") -> None:
        super().__init__(code, found, limit, name)
        self.code = code
        self.found = found
        self.limit = limit
        self.name = name

    def __str__(self) -> str:
        return f"{self.code.field}: {self.code} (found {self.found}, limit {self.limit}, name {self.name!r})"


def check_setup(setup: Setup) -> None:
    """Raise ``InvalidSetup`` unless there are 1 to 5 named players, every option is valid and saves can keep all texts.

    Raises TypeError for a seat, name, level or mark of another type.
    """
    count = len(setup.players)
    if not 1 <= count <= MOST_PLAYERS:
        raise InvalidSetup(SetupFault.PLAYERS, count, MOST_PLAYERS)
    for seat in setup.players:
        if not isinstance(seat, Seat):
            raise TypeError(f"a player must be a Seat, not {seat!r}")
        for text, may_be_none in ((seat.name, False), (seat.level, True), (seat.mark, True)):
            if not (isinstance(text, str) or (text is None and may_be_none)):
                raise TypeError(f"a name, level or mark must be a text, not {text!r}")
            if any(unicodedata.category(character) == "Cs" for character in text or ""):
                raise InvalidSetup(SetupFault.ODD_NAME, limit=NAME_CELLS, name=text or "")
    names = [seat.name.strip() for seat in setup.players]
    if not all(names):
        raise InvalidSetup(SetupFault.NAMELESS)
    if len({name.casefold() for name in names}) < count:  # by fold_case, some older saves could not be read
        raise InvalidSetup(SetupFault.SAME_NAME)
    if count == 1 and setup.players[0].kind != "human":
        raise InvalidSetup(SetupFault.AUTOMATIC)
    if setup.first_player is not None and not 0 <= setup.first_player < count:
        raise InvalidSetup(SetupFault.FIRST_PLAYER, setup.first_player, count - 1)
    for code, values, known in (
        (SetupFault.KIND, [seat.kind for seat in setup.players], get_args(SeatKind)),
        (SetupFault.EXPANSION, setup.expansions, tuple(Expansion)),
        (SetupFault.OPEN_SCORES, [setup.open_scores], get_args(ScoreVisibility)),
        (SetupFault.CHANCE, [setup.chance], get_args(Chance)),
        (SetupFault.FAIR_START, [setup.fair_start], (False, *START_PRESTIGE)),
    ):
        for value in values:
            if value not in known:
                raise InvalidSetup(code, name=str(value))
    limit = MOST_SECRET_SEED if setup.chance == "blake2b" else MOST_SEED
    if not 0 <= setup.seed <= limit:
        raise InvalidSetup(SetupFault.SEED, setup.seed, limit)
    try:
        open_box(setup)
    except UnknownComponents as unknown:
        raise InvalidSetup(SetupFault.COMPONENTS, name=unknown.name) from unknown


def check_new_setup(setup: Setup) -> None:
    """Like ``check_setup``, for a setup a user has just entered.

    Its names must also be valid by ``find_name_flaw`` and different by ``fold_case``. Saves with other names remain
    playable.
    """
    check_setup(setup)
    if len({fold_case(seat.name.strip()) for seat in setup.players}) < len(setup.players):
        raise InvalidSetup(SetupFault.SAME_NAME)
    for seat in setup.players:
        if flaw_code := find_name_flaw(seat.name):
            raise InvalidSetup(SetupFault(flaw_code), limit=NAME_CELLS, name=seat.name)


def deal_secretly(setup: Setup) -> Setup:
    """Return ``setup`` with a new secret seed, and ``blake2b`` as its chance: for every game whose deal nobody chose.

    >>> from rokoko_core import Seat, Setup, deal_secretly
    >>> deal_secretly(Setup((Seat("Ada"), Seat("Bo")), seed=0)).chance
    'blake2b'
    """
    return replace(setup, seed=draw_secret_seed(), chance="blake2b")


def has_secret_seed(setup: Setup) -> bool:
    """Return whether nobody can compute what is hidden in a game of ``setup`` from what is seen.

    A seed that a person chose, a daily deal and all seeds of versions up to 0.6 can be found by trying.
    """
    return setup.chance == "blake2b" and setup.seed.bit_length() >= SHORTEST_SECRET


def played_with(setup: Setup, components: str) -> Setup:
    """Return ``setup`` with the component set ``components``; the same object if it already has it."""
    return setup if setup.components == components else replace(setup, components=components)


def laid_out(setup: Setup) -> State:
    """Return the table before round 1 is prepared. Raises ``InvalidSetup``."""
    setup = replace(setup, expansions=frozenset(setup.expansions))  # a list may name one twice
    check_setup(setup)
    box = open_box(setup)
    setup = normalize_setup(played_with(setup, box.components.key))
    rng, tiles = shuffled(seeded(setup.seed, setup.chance), box.all_tiles)
    rng, dresses = shuffled(rng, box.bag_dresses)
    rng, stack, exam_decks = _deal_employees(rng, box)
    rng, jewels = shuffled(rng, box.all_jewels)
    rng, specialists = shuffled(rng, box.specialists)
    people = len(setup.players)
    players = [_player(box, specialist) for specialist in (specialists or ("",) * people)[:people]]
    rng, first = _draw_first_player(rng, setup)
    if box.solo:
        players.append(_du_barry(box))
    return State(
        setup=setup,
        box=box.key,
        rng=rng,
        round=0,
        first_player=first,
        players=tuple(players),
        employee_stack=stack,
        tile_stack=tiles,
        dress_bag=dresses,
        hire=(),
        warehouse=("",) * len(box.segment_of),
        windows=("",) * len(box.windows),
        guests=("",) * len(box.guests),
        guest_owners=(NOBODY,) * len(box.guests),
        decorations=(NOBODY,) * len(box.decorations),
        all_halls=(NOBODY,) * len(box.all_halls),
        dresses_waiting=box.waiting_dresses,
        jewel_bag=jewels,
        jewels=("",) * len(box.jewel_prices),
        journeyman_deck=exam_decks[0],
        master_deck=exam_decks[1],
        specialists_gone=specialists[people:],
        barry=Barry(supply=tuple(box.barry), hand=(), discard=()) if box.solo else None,
    )


def _player(box: Box, specialist: str) -> Player:
    start = box.prices
    return Player(
        livre=start.livre,
        yarn=start.yarn,
        lace=start.lace,
        supply=box.base_deck,
        exam=Exam.JOURNEYMAN if box.exam_pools else None,
        specialist=specialist,
    )


def _du_barry(box: Box) -> Player:
    """Return her board: a yarn, a lace, no money, and the base cards as a deck that is never played (SOLO-1)."""
    return Player(
        livre=0,
        yarn=box.prices.yarn,
        lace=box.prices.lace,
        supply=box.base_deck,
        exam=Exam.JOURNEYMAN if box.exam_pools else None,
    )


def _draw_first_player(rng: Generator, setup: Setup) -> tuple[Generator, int]:
    """Return (generator, first player) (SETUP-5); in a solo game Madame du Barry starts (SOLO-1)."""
    if len(setup.players) == 1:
        return rng, 1
    rng, first = draw(rng, len(setup.players))
    return rng, first if setup.first_player is None else setup.first_player


def _deal_employees(
    rng: Generator, box: Box
) -> tuple[Generator, tuple[str, ...], tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return (generator, hire stack with level 1 on top, Journeyman and Master exam decks) (SETUP-2, JB-1)."""
    levels = dict(box.stack_levels)
    decks = []
    for level, rank in ((2, Rank.JOURNEYMAN), (5, Rank.MASTER)):
        new = box.exam_pools.get(rank, ())
        old = tuple(card for card in levels[level] if box.card[card].rank is rank) if new else ()
        rng, pool = shuffled(rng, new + old)
        count = len(old)
        rest = tuple(card for card in levels[level] if card not in old)
        levels[level] = rest + pool[:count]
        decks.append(tuple(sorted(pool[count:])))
    stack: tuple[str, ...] = ()
    for level in sorted(levels, reverse=True):
        rng, cards = shuffled(rng, levels[level])
        stack += cards
    return rng, stack, (decks[0], decks[1])
