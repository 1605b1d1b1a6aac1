"""The order of the events of an action (docs/events.md): each kind follows what it belongs to."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import get_args

import pytest
from syrupy.assertion import SnapshotAssertion

from rokoko_core import Game, setup_events
from rokoko_core import events as events_of
from rokoko_core.events import Event, acts, solo, table, turns
from rokoko_core.events.amounts import AmountEvent
from rokoko_core.events.base import Explained
from rokoko_core.events.reasons import Why
from rokoko_core.terms import kebab
from tests import ROOT

GAMES = [*sorted((ROOT / "saves").glob("*.rokoko")), *sorted((ROOT / "tests/saves/format-6").glob("*.rokoko"))]
AMOUNTS = get_args(AmountEvent)
RARE = {table.DressBagRenewed, solo.BarrySupplyRenewed}
"""Kinds that no kept game has."""

OWNERS: dict[Why, set[type[Event]]] = {
    Why.TILE_PRICE: {acts.TileTaken},
    Why.DRAW_PRICE: {acts.TileDrawn},
    Why.NOTION_PRICE: {turns.BonusUsed},
    Why.PRESTIGE_PRICE: {turns.BonusUsed},
    Why.WINDOW: {acts.DressMade},
    Why.DRESS: {acts.DressMade},
    Why.JEWEL_PRICE: {acts.JewelTaken},
    Why.HIRE_PRICE: {acts.EmployeeHired},
    Why.FUNDING: {acts.DecorationFunded},
    Why.EXAM: {turns.ExamSat},
    Why.SILK: {acts.TilesSurrendered},
    Why.TILE: {acts.TileDiscarded},
    Why.FAVOR: {acts.FavorTaken},
    Why.FAIR_START: {table.DressesLaid, table.DressesJoined},  # it belongs to the whole preparation
    Why.SALE: {acts.DressSold},
    Why.SALE_BONUS: {acts.DressSold},
    Why.GUEST: {acts.DressPlaced, acts.AllHallsReached},
    Why.DEPUTY: {acts.EmployeeDeputed},
    Why.DEPUTY_BONUS: {acts.EmployeeDeputed},
    Why.BONUS: {turns.BonusUsed, turns.HallCounted},
    Why.EFFECT: {acts.EffectUsed, acts.EmployeeDeputed, acts.FavorTaken},
    Why.FESTIVITY: {acts.DressRented, solo.BarryHallNamed},
    **{income: {table.RoundEnded} for income in (Why.INCOME, Why.FOUNTAIN_UPPER, Why.FOUNTAIN_LOWER, Why.JEWELS)},
    Why.IMPOSSIBLE: {solo.BarryHindered},
    Why.BARRY_FAVOR: {acts.FavorTaken, solo.BarryCardTurned},
    Why.BARRY_EXAM: {turns.TaskFilled, turns.ExamPassed},
}
"""By the reason of an amount, the kinds of event that it may follow, other amounts of it left out."""


@cache
def all_events() -> tuple[tuple[Event, ...], ...]:
    """Return the events of every setup and action of the kept games."""
    return tuple(_read_events())


def _read_events() -> Iterator[tuple[Event, ...]]:
    for path in GAMES:
        game = Game.load(path)
        yield setup_events(game.setup)
        yield from (events_of(game.at(number), action) for number, action in enumerate(game.line))


def kinds_of(union: object) -> set[type[Event]]:
    """Return the kinds of a union of unions."""
    return {kind for part in get_args(union) for kind in (kinds_of(part) or {part})}


def test_every_amount_follows_the_event_it_belongs_to() -> None:
    seen = set()
    for events in all_events():
        owner: type[Event] | None = None
        for event in events:
            if isinstance(event, AMOUNTS):
                assert owner in OWNERS[event.why], (event, events)
                seen.add(event.why)
            else:
                owner = type(event)
    assert seen == set(OWNERS)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (acts.DressChosen, acts.DressMade),
        (acts.DressMade, acts.TilesSurrendered),
        (turns.BonusUsed, turns.HallCounted),
        (turns.TurnEnded, turns.CardPutAway),
        (turns.CardPutAway, table.RoundEnded),
        (table.RoundEnded, table.RoundBegan),
        (table.FavorReturned, table.StartNamed),
        (table.DressesCleared, table.DressesSlid),
        (table.DressesSlid, table.DressesLaid),
        (table.JewelLeft, table.JewelsSlid),
        (table.JewelsSlid, table.JewelsLaid),
    ],
)
def test_of_two_events_of_an_action_one_is_always_first(first: type[Event], then: type[Event]) -> None:
    pairs = [
        (types.index(first), types.index(then)) for types in map(_types, all_events()) if {first, then} <= {*types}
    ]
    assert all(before < after for before, after in pairs)


def _types(events: tuple[Event, ...]) -> list[type[Event]]:
    return [type(event) for event in events]


def test_every_kind_follows_only_what_it_followed_before(snapshot: SnapshotAssertion) -> None:
    """A kind that moved among the events of an action follows another one."""
    before = defaultdict[str, set[str]](set)
    for events in all_events():
        previous = "nothing"
        for event in events:
            name = _name(event)
            before[name].add(previous)
            previous = name
    missing = kinds_of(Event) - {kind for events in all_events() for kind in _types(events)}
    assert missing == RARE
    assert (
        "\n".join(f"{kind}: after {', '.join(sorted(earlier))}" for kind, earlier in sorted(before.items())) == snapshot
    )


def _name(event: Event) -> str:
    why = f" ({event.why})" if isinstance(event, (Explained, *AMOUNTS)) else ""
    return kebab(type(event).__name__) + why
