"""Creates the sample games of ``saves/`` after a change of the rules: ``python -m tests.saves.sample_games [NAME
...]``.

Without a name it replaces games that no longer replay to the end with all their digests, and all games if they no
longer cover everything, as after a new action or bonus. A corrected figure makes a new component set and replaces no
game.

Every seat is a journeyman with curiosity: it sometimes prefers an action, bonus or dress effect that no sample game has
covered yet. Now and then a player undoes an action, so that the games have undo entries too.
"""

import sys
from collections.abc import Container, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random

from rokoko_core import Game, Seat, Setup, apply, bonuses, choose, legal_actions, new_state
from rokoko_core.actions import (
    Action,
    ChooseExamCard,
    ClaimFavor,
    Decline,
    Depute,
    DiscardTile,
    Fund,
    Hire,
    KeepTile,
    MakeDress,
    Place,
    PlayCard,
    Rent,
    Sell,
    SitExam,
    TakeJewel,
)
from rokoko_core.board_counts import halls_of
from rokoko_core.box import Box, box_of
from rokoko_core.game import Entry
from rokoko_core.journal import BadSave, create
from rokoko_core.moves.exam import CANDIDATE, open_tasks
from rokoko_core.moves.hire import unmet
from rokoko_core.pending import BonusOf
from rokoko_core.state import State
from rokoko_core.terms import DecorationKind, Expansion
from tests import ROOT
from tests.saves.coverage import missing, shown_by, shown_in

FOLDER = ROOT / "saves"
NAMES = ("Ada", "Bo", "Cy", "Dee", "Eve")
ALL = frozenset(Expansion)
JEWELRY = frozenset({Expansion.JEWELRY_BOX})

SAMPLES: dict[str, tuple[int, frozenset[Expansion], int]] = {
    "base-2": (2, frozenset(), 2),
    "base-3": (3, frozenset(), 3),
    "base-4": (4, frozenset(), 4),
    "base-5": (5, frozenset(), 5),
    "solo-base": (1, frozenset(), 11),
    "solo-jewelry-box": (1, JEWELRY, 12),
    "everything-2": (2, ALL, 22),
    "everything-3": (3, ALL, 23),
    "everything-4": (4, ALL, 24),
    "everything-5": (5, ALL, 25),
    "jewelry-box-5": (5, JEWELRY, 35),
    "jewelry-box-4": (4, JEWELRY, 34),
    "jewelry-box-3": (3, JEWELRY, 33),
    "jewelry-box-2": (2, JEWELRY, 32),
    "solo-everything": (1, ALL, 13),
}
"""Players, expansions and first seed (in thousands) of each sample game."""

CURIOSITY = 0.75
"""Probability of preferring an uncovered action."""
TRIES = 12
"""Seeds tried for each game; the one that covers most is kept."""
SECOND_THOUGHTS = 0.03
"""Probability of an undo."""


def curious(state: State, seen: set[str], rng: Random) -> Action:
    """Return an uncovered action now and then, else the journeyman's choice."""
    offers = legal_actions(state)
    if len(offers) == 1:
        return offers[0]
    if rng.random() < CURIOSITY:
        new = [offer for offer in offers if _is_new(state, offer, seen)] or _towards_jewelry(state, offers)
        if new:
            return rng.choice(new)
    return choose(state, "journeyman", rng)


def _is_new(state: State, offer: Action, seen: set[str]) -> bool:
    if isinstance(offer, Decline):
        return False
    if isinstance(offer, SitExam):
        return True
    box = box_of(state)
    if isinstance(offer, PlayCard | Hire | ChooseExamCard):
        card = box.card[offer.card]
        new = card.bonus != "none" and f"bonus:{card.bonus}" not in seen
        return new and (not isinstance(offer, PlayCard) or _usable(state, offer))
    return any(mark not in seen for mark in shown_by(state, offer))


def _usable(state: State, offer: PlayCard) -> bool:
    after = apply(state, offer)
    seat = state.pending[-1].seat
    return bool(bonuses.list_actions(after, box_of(after), BonusOf(seat, offer.card, seat)))


def _towards_jewelry(state: State, offers: Sequence[Action]) -> list[Action]:
    """Return the actions that lead to jewels, examinations and the specialist's condition in a game with the Jewelry
    Box.
    """
    box, seat = box_of(state), state.pending[-1].seat
    player = state.players[seat]
    if not box.exam_pools:
        return []
    missing = {word for word, _ in unmet(state, box, seat)} if player.specialist else set()
    return [offer for offer in offers if _helps(state, box, offer, missing) or _fills_a_task(state, offer)]


def _helps(state: State, box: Box, offer: Action, missing: Container[str]) -> bool:
    seat = state.pending[-1].seat
    if "prestige" in missing and isinstance(offer, PlayCard | Hire):
        return box.card[offer.card].bonus.startswith("prestige")
    if isinstance(offer, MakeDress):
        return ("ladies-dress" if box.dress[offer.dress].ladies else "coat") in missing
    if isinstance(offer, Place):
        space = box.guest[offer.space]
        if "hall" in missing:
            return space.hall not in halls_of(state, box, seat)
        return space.master
    if isinstance(offer, Fund):
        return box.decoration[offer.space].kind is DecorationKind.JEWELER
    if isinstance(offer, PlayCard):
        return _candidate(state, box, offer.card, seat)
    if "livre" in missing:
        return isinstance(offer, Sell | ClaimFavor | Depute)
    return isinstance(offer, Rent | TakeJewel)


def _candidate(state: State, box: Box, card: str, seat: int) -> bool:
    """Return whether the card could sit the examination now."""
    player = state.players[seat]
    ready = player.exam is not None and not open_tasks(player) and player.livre >= box.prices.exam
    return ready and player.exam is not None and box.card[card].rank is CANDIDATE[player.exam]


def _fills_a_task(state: State, offer: Action) -> bool:
    if not isinstance(offer, KeepTile | DiscardTile | Fund | Sell | Place):
        return False
    seat = state.pending[-1].seat
    return len(apply(state, offer).players[seat].tasks) > len(state.players[seat].tasks)


def played(setup: Setup, seen: set[str], seed: int) -> Game:
    """Return a finished game of curious journeymen; add what it covers to ``seen``."""
    game, rng = Game.new(setup), Random(seed)
    while not game.over:
        state = game.state
        action = curious(state, seen, rng)
        seen.update(shown_by(state, action))
        game.play(action)
        if rng.random() < SECOND_THOUGHTS and not game.over and game.can_undo() is None:
            game.undo()
            if rng.random() < 0.5:
                game.redo()
    seen.update(shown_in(game))
    return game


def most_telling(players: int, expansions: frozenset[Expansion], first: int, seen: set[str]) -> tuple[Game, set[str]]:
    """Return (game, coverage) of the best seed, among those with the most new conditions."""
    setups = [Setup(tuple(Seat(n) for n in NAMES[:players]), first * 1000 + n, expansions) for n in range(TRIES * 20)]
    chosen = sorted(setups, key=lambda s: -_new_conditions(s, seen))[:TRIES]
    with ProcessPoolExecutor() as pool:
        tried = list(pool.map(partial(_tried, seen=seen), chosen))
    setup, entries, covered = max(tried, key=lambda entry: len(entry[2]))
    game = Game.new(setup)
    for entry in entries:
        game.repeat(entry)
    return game, covered


def _tried(setup: Setup, seen: set[str]) -> tuple[Setup, list[Entry], set[str]]:
    covered = set(seen)
    return setup, played(setup, covered, setup.seed).entries, covered


def _new_conditions(setup: Setup, seen: set[str]) -> int:
    state = new_state(setup)
    dealt = {box_of(state).card[p.specialist].condition for p in state.players if p.specialist}
    return len({f"condition:{condition}" for condition in dealt} - seen)


def called_for(folder: Path = FOLDER) -> list[str]:
    """Return the sample games to replace after a change of the rules."""
    games = {}
    for name in SAMPLES:
        with suppress(BadSave):
            games[name] = Game.load(folder / f"{name}.rokoko")
    unsound = [name for name in SAMPLES if name not in games]
    return unsound or (list(SAMPLES) if missing(games) else [])


def main(names: Sequence[str]) -> None:
    """Create the named sample games, or those that need replacing."""
    names = names or called_for()
    if not names:
        print("Every sample game agrees with the rules, and together they show all there is: nothing to do.")
    other_games = [FOLDER / f"{name}.rokoko" for name in SAMPLES if name not in names]
    seen: set[str] = set().union(*(shown_in(Game.load(path)) for path in other_games))
    for name in names:
        game, seen = most_telling(*SAMPLES[name], seen)
        path = FOLDER / f"{name}.rokoko"
        path.unlink(missing_ok=True)
        create(path, game.setup, game.entries).close()
        print(f"{path.name}: {game.length} actions, {path.stat().st_size} bytes")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    main(sys.argv[1:])
