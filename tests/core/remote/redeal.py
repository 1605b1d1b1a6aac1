"""Other worlds that look the same to a viewer, and what a host would send in them."""

from collections.abc import Iterator, Sequence
from random import Random

from rokoko_core import State, determinize, legal_actions, observe
from rokoko_core.actions import Action, PayTiles
from rokoko_core.engine import apply_unchecked
from rokoko_core.game import Game
from rokoko_core.play.local_game import LocalGame
from rokoko_core.remote import messages as m
from rokoko_core.remote.host import GameHost
from rokoko_core.remote.host_options import HostOptions
from rokoko_core.remote.seat_view import SeatView, is_seen
from tests.core.play.in_memory import MemoryBook
from tests.core.remote.hosted import Options, RandomThinker
from tests.core.remote.wiretap import SoldOutClaims, Viewer

MOST_WAYS = 12
"""Choices tried of one decision in another world."""
DEEPEST = 8
"""Secret decisions in a row followed in another world."""


def world_with(game: Game, state: State) -> Game:
    """Return ``game`` with ``state`` at its cursor, and nothing to redo."""
    world = Game.like(game)
    world._states = [*game._states[: game.cursor], state]
    world._line = game.actions
    return world


def redealt(game: Game, viewer: Viewer, rng: Random) -> Game:
    """Return a world in which ``viewer`` sees the same at the cursor, with all that it cannot know dealt again."""
    state = determinize(observe(game.state, viewer), rng)
    assert observe(state, viewer) == observe(game.state, viewer)
    return world_with(game, state)


def host_of(world: Game) -> GameHost:
    """Return a host of ``world``."""
    claims = SoldOutClaims(len(world.setup.players))
    local = LocalGame(MemoryBook(world), people=())
    return GameHost(local, claims, HostOptions(), Options(), RandomThinker())  # type: ignore[arg-type]


async def lines_at(world: Game, viewer: Viewer, tried: list[Action]) -> list[bytes]:
    """Return all that ``viewer`` can get out of a host at the cursor without changing the game.

    That is the update, the forecasts of its choices, and answers to requests that are refused, among them to take each
    action of ``tried``.
    """
    world.entries.clear()
    host = host_of(world)
    view = host.view_of(viewer)
    view.since = 0
    seat, here, number = viewer, view.position, view.number
    lines = [m.encode(view.update(view.length))]
    choices = view.menu.actions
    requests: list[m.Request] = [m.AskForecast(0, number, action) for action in choices]
    for action in tried:
        if action not in choices:
            requests += [m.AskForecast(0, number, action), m.Play(0, number, action)]
    for position in (0, here // 2, here - 3, here - 1):
        if position >= 0 and not view.may_undo_to(position):
            requests.append(m.UndoTo(0, number, position))
    requests += [m.RedoTo(0, number, here + 1), m.RedoTurn(0, number), m.AnswerUndo(0, number, True)]
    requests += [m.TakeBack(0), m.LeaveToBot(0, "nobody"), m.GetRecording(0), m.UndoTo(0, number, here + 1)]
    requests += [m.TakeHint(0, number - 1), m.Play(0, number + 1, tried[0])]
    if not choices:
        requests.append(m.TakeHint(0, number))
    lines += [m.encode(await host.handle(seat, view, request)) for request in requests]
    assert not world.entries, "a refused request changed the game"
    return lines


class Future:
    """What ``viewer`` is sent after the choices ``actions`` of the seat to move, up to the next position it sees."""

    def __init__(self, world: Game, viewer: Viewer, actions: tuple[Action, ...]) -> None:
        self.world = Game.like(world)
        view = SeatView(self.world, viewer)
        for action in actions:
            self.world.play(action)
            view.note_change(0)
        self.position = view.position
        step = view.step(self.position - 1)
        self.events = step.events
        self.lines = [m.encode(step), m.encode(view.update(self.position))]


def choose(offers: Sequence[Action], rng: Random) -> Action:
    """Return one of ``offers``; every kind of action is equally likely."""
    kinds: dict[type, list[Action]] = {}
    for offer in offers:
        kinds.setdefault(type(offer), []).append(offer)
    return rng.choice(rng.choice(list(kinds.values())))


def play_on(world: Game, viewer: Viewer, rng: Random) -> tuple[Action, ...]:
    """Return random actions up to the next position that ``viewer`` sees."""
    state, actions = world.state, list[Action]()
    while not actions or (state.pending and not is_seen(state, viewer)):
        actions.append(choose(legal_actions(state), rng))
        state = apply_unchecked(state, actions[-1])
    return tuple(actions)


def ways_like(world: Game, viewer: Viewer, actions: tuple[Action, ...]) -> Iterator[tuple[Action, ...]]:
    """Yield sequences of choices in ``world`` that may look like ``actions`` to ``viewer``."""
    if world.state.pending[-1].seat == viewer:
        offers: list[Action] = [actions[0]]
    else:
        offers = [action for action in legal_actions(world.state) if type(action) is type(actions[0])]
        offers.sort(key=lambda action: action != actions[0])
    paid = next((action for action in actions[1:] if isinstance(action, PayTiles)), None)
    for offer in offers[:MOST_WAYS]:
        yield from _extended(apply_unchecked(world.state, offer), (offer,), viewer, paid)


def _extended(
    state: State, actions: tuple[Action, ...], viewer: Viewer, paid: PayTiles | None
) -> Iterator[tuple[Action, ...]]:
    """Yield ``actions``, which lead to ``state``, with all choices of the secret decisions that follow."""
    if not state.pending or is_seen(state, viewer):
        yield actions
        return
    if len(actions) < DEEPEST:
        offers = legal_actions(state)
        offers = (paid,) if paid in offers else offers[-1:] + offers[: MOST_WAYS - 1]
        for offer in dict.fromkeys(offers):
            yield from _extended(apply_unchecked(state, offer), (*actions, offer), viewer, paid)
