"""What the commands do that read saves and print: show, log, verify, components; and how new games are set up."""

import shutil
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from secrets import randbelow

import msgspec

from rokoko_core.bots import EARLIER, LEVELS, USUAL, level_of
from rokoko_core.components import ComponentError, components_named, load_components, shipped
from rokoko_core.components.copies import all_kept
from rokoko_core.components.tables import ComponentSet
from rokoko_core.game import Entry, Game, Hint, Play, Undo
from rokoko_core.journal import BadSave, Reading, read
from rokoko_core.observe import Observation
from rokoko_core.setup import InvalidSetup, check_setup
from rokoko_core.state import Seat, Setup, encode_state
from rokoko_core.terms import Expansion
from rokoko_tui.command_line.printing import say, say_fault
from rokoko_tui.session.launch import Refused, Start, wrong_use
from rokoko_tui.session.reviews import ONLOOKER, OPEN, seen
from rokoko_tui.session.saves import saves_folder
from rokoko_tui.session.settings import Settings, components_of
from rokoko_tui.words import Words, words_of

ALONE = "Player"
"""The name of somebody who plays alone and gave none."""
DEALS = 10**9
"""Seeds a new game draws from when none is given: short enough to be told on."""
NARROWEST, WIDEST = 80, 160
"""Columns the table is printed in at least and at most."""


# ---- opening saves


def opened(path: Path, words: Words) -> Reading:
    """The save at ``path`` as far as it is sound. Raises ``Refused``."""
    try:
        return read(path)
    except BadSave as bad:
        raise Refused(f"{path}: {words.bad_save(bad)}") from bad


def sound(path: Path, words: Words) -> Reading:
    """The save at ``path``, sound to its end. Raises ``Refused``."""
    reading = opened(path, words)
    if reading.damage is not None:
        what = words.damage(reading.damage)
        raise Refused(f"{path}: {what} What stands before can be seen with replay, and played on from there.")
    return reading


def _position(options: Namespace, game: Game) -> int:
    at: int | None = options.at
    if at is None:
        return game.cursor
    if at > game.length:
        raise wrong_use(f"--at {at}: the positions of this game go from 0 to {game.length}.")
    return at


def seat_given(options: Namespace, setup: Setup) -> int | None:
    """The seat whose eyes ``--seat`` names; None for an onlooker's."""
    return None if options.seat is None else _seat_named(options.seat, setup.players, "--seat")


def _seat_named(name: str, seats: tuple[Seat, ...], option: str) -> int:
    for number, seat in enumerate(seats):
        if seat.name.casefold() == name.strip().casefold():
            return number
    raise wrong_use(f'{option}: nobody at the table is called "{name}"; there are {", ".join(s.name for s in seats)}.')


# ---- new, load, replay


def start_new(options: Namespace, settings: Settings) -> Start:
    """A new game as the command line wants it."""
    return Start("new", setup=setup_of(options, settings))


def start_load(options: Namespace, settings: Settings) -> Start:
    """The saved game to go on with."""
    reading = sound(options.file, words_of(settings.edition))
    return Start("load", path=options.file, reading=reading)


def start_replay(options: Namespace, settings: Settings) -> Start:
    """The saved game to step through."""
    reading = opened(options.file, words_of(settings.edition))
    at = None if options.at is None else _position(options, reading.game)
    return Start("replay", path=options.file, at=at, reading=reading)


def setup_of(options: Namespace, settings: Settings) -> Setup:
    """The setup the command line describes. Raises ``Refused`` with code 2 when no game can be laid out for it."""
    seats = _seats(options, words_of(settings.edition))
    setup = Setup(
        players=seats,
        seed=randbelow(DEALS) if options.seed is None else options.seed,
        expansions=expansions_named(options.expansions),
        first_player=None if options.first is None else _seat_named(options.first, seats, "--first"),
        open_scores=options.scores,
        components=components_of(settings).name,
    )
    try:
        check_setup(setup)
    except InvalidSetup as invalid:
        raise wrong_use(f"no game can be laid out: {words_of(settings.edition).invalid_setup(invalid)}.") from invalid
    return setup


def _seats(options: Namespace, words: Words) -> tuple[Seat, ...]:
    names = listed(options.players)
    bots = _bots(options.bots, names, words)
    known = {name.casefold() for name in names}
    names += [bot.name for bot in bots.values() if bot.name.casefold() not in known]
    if options.solo:
        if bots or len(names) > 1:
            raise wrong_use("--solo is for one person; name one, or leave --solo out.")
        names = names or [ALONE]
    if odd := next((name for name in names if not name.isprintable()), None):
        raise wrong_use(f'the name "{odd}" holds signs that cannot be shown.')
    if not names:
        raise wrong_use("say who plays: --players Ada,Bo or --solo.")
    return tuple(msgspec.structs.replace(bots.get(name.casefold(), Seat(name)), name=name) for name in names)


def listed(text: str | None) -> list[str]:
    """The parts of ``text`` between commas."""
    return [] if text is None else [part.strip() for part in text.split(",")]


def _bots(text: str | None, players: list[str], words: Words) -> dict[str, Seat]:
    """The automatic players by lower-case name: ``NAME:LEVEL``, ``LEVEL`` for one named after it, or ``NAME``."""
    found: dict[str, Seat] = {}
    known = {name.casefold() for name in players}
    for part in listed(text):
        name, given, level = (piece.strip() for piece in part.partition(":"))
        if not given and name in LEVELS and name.casefold() not in known:
            level = name
            name = words.bot_name(level, [*players, *(bot.name for bot in found.values())])
        if name.casefold() in found:
            raise wrong_use(f'--bots: "{name}" stands there twice.')
        found[name.casefold()] = Seat(name, kind="bot", level=_level(level or USUAL))
    return found


def _level(name: str) -> str:
    """The level called ``name``, as it is written in saves."""
    try:
        level_of(name)
    except ValueError:
        offered = ", ".join(key for key, level in LEVELS.items() if level.for_people)
        raise wrong_use(f'--bots: there is no level "{name}"; there are {offered}.') from None
    return EARLIER.get(name, name)


def expansions_named(text: str | None) -> frozenset[Expansion]:
    """The expansions listed in ``text``, or all of them. Raises ``Refused``."""
    names = listed(text)
    if names == ["all"]:
        return frozenset(Expansion)
    unknown = [name for name in names if name not in list(Expansion)]
    if unknown:
        raise wrong_use(f'--expansions: there is no "{unknown[0]}"; there are {", ".join(Expansion)}, or all.')
    return frozenset(Expansion(name) for name in names)


# ---- show


def show(options: Namespace, settings: Settings) -> int:
    """Print the table, or the state as JSON; of a damaged save as far as it is sound, with exit code 1."""
    words = words_of(settings.edition)
    reading = opened(options.file, words)
    game = reading.game
    state = game.at(_position(options, game))
    onlooker = seat_given(options, game.setup)
    view = seen(state, OPEN if options.all else ONLOOKER if onlooker is None else str(onlooker))
    if options.json:
        sys.stdout.write(msgspec.json.format(encode_state(view.table), indent=2).decode() + "\n")
    else:
        for line in table_lines(view, words, game.hints):
            say(line)
    return told_damage(options.file, reading, words)


def table_lines(view: Observation, words: Words, hints: tuple[int, ...] = ()) -> list[str]:
    """The table as ``view`` shows it, as plain text in the width of the terminal; a finished game's sheet below, with
    the ``hints`` taken by seat.
    """
    from rokoko_tui.drawing.scene import Scene
    from rokoko_tui.drawing.score_text import sheet_lines
    from rokoko_tui.drawing.table_text import draw_table
    from rokoko_tui.panes.registry import printed

    width = min(WIDEST, max(NARROWEST, shutil.get_terminal_size((120, 40)).columns))
    scene = Scene(view, words)
    lines = [line.plain.rstrip() for line in draw_table(scene, width, printed(scene))]
    return lines if view.table.pending else [*lines, "", *sheet_lines(view, words, hints)]


def told_damage(path: Path, reading: Reading, words: Words) -> int:
    """Say what was mended in the save at ``path``, and where it stops being sound; the exit code."""
    if reading.notice is not None:
        say_fault(f"{path}: {words.notice(reading.notice)}")
    if reading.damage is None:
        return 0
    say_fault(f"{path}: {words.damage(reading.damage)}")
    return 1


# ---- log


def log(options: Namespace, settings: Settings) -> int:
    """Print what happened, undone actions included, or the entries as stored; of a damaged save what is sound."""
    words = words_of(settings.edition)
    reading = opened(options.file, words)
    if options.json:
        stored = options.file.read_bytes()[: reading.size].partition(b"\n")[2]
        sys.stdout.write(stored.decode())
    else:
        for line in log_lines(reading.game, words, seat_given(options, reading.game.setup)):
            say(line)
    return told_damage(options.file, reading, words)


def log_lines(game: Game, words: Words, onlooker: int | None) -> Iterator[str]:
    """All that happened, a line each, headed by the position it led to."""
    again = Game.new(game.setup)
    for line in words.opening(again.state, onlooker):
        yield f"{0:>4}  {line.text}"
    for entry in game.entries:
        if isinstance(entry, Hint):
            yield f"{again.cursor:>4}  ? {words.seat(game.setup, entry.seat)} takes a hint."
            continue
        if not isinstance(entry, Play):
            yield f"{entry.to:>4}  {_back_or_forth(again, entry, words)}"
            again.repeat(entry)
            continue
        before = again.state
        again.repeat(entry)
        for line in words.chronicle(before, entry.action, again.state, onlooker):
            yield f"{again.cursor:>4}  {line.text}"


def _back_or_forth(game: Game, entry: Entry, words: Words) -> str:
    """What an undo or redo does, and what was knowingly taken back that had been seen."""
    if isinstance(entry, Undo):
        fence = game.can_undo(entry.to)
        warned = f" {words.fence(fence, game.setup)}" if fence is not None else ""
        return f"« Taken back to {entry.to}.{warned}"
    return f"» Done again from {game.cursor}."


# ---- verify


def verify(options: Namespace, settings: Settings) -> int:
    """One line for each save: sound ones on stdout, the others on stderr."""
    words = words_of(settings.edition)
    return max(_verified(path, words) for path in options.files)


def _verified(path: Path, words: Words) -> int:
    try:
        reading = opened(path, words)
    except Refused as refused:
        say_fault(str(refused))
        return refused.code
    if reading.damage is not None:
        say_fault(f"{path}: {words.damage(reading.damage)}")
        return 1
    game = reading.game
    digests = sum(isinstance(entry, Play) and bool(entry.digest) for entry in game.entries)
    stands = "finished" if game.over else f"round {game.state.round}"
    mended = f" {words.notice(reading.notice)}" if reading.notice is not None else ""
    say(f"{path}: sound, {game.cursor} actions, {digests} digests agree, {stands}.{mended}")
    return 0


# ---- components


def components(options: Namespace, settings: Settings) -> int:
    """Say where a component set departs from the rulebooks and what is reconstructed in it; or list all sets."""
    words = words_of(settings.edition)
    try:
        found = components_of(settings) if options.folder is None else load_components(options.folder)
    except ComponentError as error:
        raise Refused(f"{words.bad_component(error)}.") from error
    for line in known_lines(found, saves_folder(settings.saves), words) if options.list else set_lines(found, words):
        say(line)
    return 0


def set_lines(found: ComponentSet, words: Words) -> Iterator[str]:
    """The set's name, its deviations and what is reconstructed in it."""
    yield words.about_components("title", name=words.components_name(found), digest=found.digest)
    if found.deviations:
        yield ""
        yield words.about_components("departs")
        yield from (f"  {words.deviation(deviation)}" for deviation in found.deviations)
    else:
        yield words.about_components("agrees")
    yield ""
    yield words.about_components("origins")
    for table, sentence in words.origins(found):
        yield f"  {words.about_components('origin', file=table, text=sentence)}"


def known_lines(used: ComponentSet, saves: Path, words: Words) -> Iterator[str]:
    """Every set at hand with its digest: shipped, own, copies beside the saves; ``used`` is for new games."""
    sets = [("shipped", components_named(name)) for name in shipped()]
    sets += [("own", used)] if used.key not in shipped() else []
    sets += [("kept", kept) for kept in all_kept(saves) if kept.key != used.key]
    for source, found in sets:
        name = words.components_name(found)
        line = words.about_components(f"listed-{source}", name=name, digest=found.digest)
        yield words.about_components("listed-new-games", text=line) if found is used else line


STARTS: dict[str, Callable[[Namespace, Settings], Start]] = {
    "new": start_new,
    "load": start_load,
    "replay": start_replay,
}
"""The commands that open the full screen."""
COMMANDS: dict[str, Callable[[Namespace, Settings], int]] = {
    "show": show,
    "log": log,
    "verify": verify,
    "components": components,
}
"""The commands that print."""
