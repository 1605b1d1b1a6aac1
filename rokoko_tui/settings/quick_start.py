"""Setups for a game without the form: the opponents of last time, and a rematch."""

from contextlib import suppress
from secrets import randbelow

from msgspec.structs import replace

from rokoko_core.components import ComponentError, load_components, newest, shipped
from rokoko_core.game import Game
from rokoko_core.safe_text import find_name_flaw, repair_name
from rokoko_core.state import Seat, Setup
from rokoko_tui.settings.settings import Settings, components_of
from rokoko_tui.settings.setup_fields import EASY, HUMAN, RANDOM_SEEDS
from rokoko_tui.text import Words


def own_name(settings: Settings, words: Words, last: Setup | None = None) -> str:
    """Return the player's name: from the settings, else of the only person in the ``last`` game, else "You"."""
    people = [seat.name for seat in last.players if seat.kind == HUMAN] if last is not None else []
    name = repair_name(settings.name) or repair_name(people[0] if len(people) == 1 else "")
    return name if name and not find_name_flaw(name) else str(words.term("you"))  # a save has plain texts only


def against_opponents(setup: Setup) -> bool:
    """Whether one person plays against bots, or alone against Madame du Barry."""
    return sum(seat.kind == HUMAN for seat in setup.players) == 1


def quick_setup(last: Setup | None, settings: Settings, words: Words) -> Setup:
    """Return a game against the opponents of ``last``, or against one easy bot. The starting player is random."""
    me, components = own_name(settings, words, last), load_components().name
    with suppress(ComponentError):
        components = components_of(settings).name
    if last is None:
        opponent = Seat(words.opponent([me]), kind="bot", level=EASY)
        return Setup((Seat(me), opponent), seed=randbelow(RANDOM_SEEDS), components=components)
    taken = [seat.name for seat in last.players if seat.kind != HUMAN]
    if me.casefold() in map(str.casefold, taken):
        me = next(seat.name for seat in last.players if seat.kind == HUMAN)
    players = tuple(replace(seat, name=me) if seat.kind == HUMAN else seat for seat in last.players)
    return replace(last, players=players, seed=randbelow(RANDOM_SEEDS), first_player=None, components=components)


def rematch(game: Game) -> Setup:
    """Return the setup of ``game`` with the next seat starting, a new seed and the newest shipped components."""
    count, components = len(game.setup.players), game.setup.components
    first = (game.at(0).first_player + 1) % count if count > 1 else None
    components = newest() if components in shipped() else components
    return replace(game.setup, seed=randbelow(RANDOM_SEEDS), first_player=first, components=components)
