"""New games as a command line describes them."""

from argparse import Namespace
from secrets import randbelow

import msgspec

from rokoko_core.bots import EARLIER, LEVELS, USUAL, guests, level_of
from rokoko_core.bots.external_bots import BadBot
from rokoko_core.setup import InvalidSetup, check_written
from rokoko_core.state import Seat, Setup
from rokoko_core.terms import Expansion
from rokoko_tui.cli.save_arguments import seat_named
from rokoko_tui.settings.launch import WrongUse
from rokoko_tui.settings.settings import Settings, components_of
from rokoko_tui.text import Words

DEALS = 10**9
"""Seeds a new game draws from when none is given: short enough to be told on."""


def setup_of(options: Namespace, settings: Settings) -> Setup:
    """The setup the command line describes. Raises ``Refused`` with code 2 when no game can be laid out for it."""
    seats = _seats(options, settings.words)
    setup = Setup(
        players=seats,
        seed=randbelow(DEALS) if options.seed is None else options.seed,
        expansions=expansions_named(options.expansions),
        first_player=None if options.first is None else seat_named(options.first, seats, "--first"),
        open_scores=options.scores,
        components=components_of(settings).name,
    )
    try:
        check_written(setup)
    except InvalidSetup as invalid:
        raise WrongUse("refused.setup", reason=settings.words.invalid_setup(invalid)) from invalid
    return setup


def _seats(options: Namespace, words: Words) -> tuple[Seat, ...]:
    names = parted(options.players)
    bots = _bots(options.bots, names, words)
    known = {name.casefold() for name in names}
    names += [bot.name for bot in bots.values() if bot.name.casefold() not in known]
    if options.solo:
        if bots or len(names) > 1:
            raise WrongUse("refused.solo")
        names = names or [words.say("command_line.alone")]
    if not names:
        raise WrongUse("refused.who-plays")
    return tuple(msgspec.structs.replace(bots.get(name.casefold(), Seat(name)), name=name) for name in names)


def parted(text: str | None) -> list[str]:
    """The parts of ``text`` between commas."""
    return [] if text is None else [part.strip() for part in text.split(",")]


def _bots(text: str | None, players: list[str], words: Words) -> dict[str, Seat]:
    """The automatic players by lower-case name: ``NAME:LEVEL``, ``LEVEL`` for one with a name of the list, ``NAME``."""
    found: dict[str, Seat] = {}
    known = {name.casefold() for name in players}
    for part in parted(text):
        name, given, level = (piece.strip() for piece in part.partition(":"))
        if not given and (name in LEVELS or name in guests()) and name.casefold() not in known:
            level = name
            name = words.opponent([*players, *(bot.name for bot in found.values())])
        if name.casefold() in found:
            raise WrongUse("refused.twice", name=name)
        found[name.casefold()] = Seat(name, kind="bot", level=_level(level or USUAL))
    return found


def _level(name: str) -> str:
    """The level called ``name``, as it is written in saves."""
    try:
        level_of(name)
    except BadBot:
        offered = [*(key for key, level in LEVELS.items() if level.for_people), *guests()]
        raise WrongUse("refused.no-level", level=name, names=offered) from None
    return EARLIER.get(name, name)


def expansions_named(text: str | None) -> frozenset[Expansion]:
    """The expansions listed in ``text``, or all of them. Raises ``Refused``."""
    names = parted(text)
    if names == ["all"]:
        return frozenset(Expansion)
    unknown = [name for name in names if name not in list(Expansion)]
    if unknown:
        raise WrongUse("refused.no-expansion", name=unknown[0], names=list(map(str, Expansion)))
    return frozenset(Expansion(name) for name in names)
