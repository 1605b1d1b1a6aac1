"""Reading and replaying a save up to its first damage. The file is not changed."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from rokoko_core.components import UnknownComponents, components_named, register
from rokoko_core.components.catalogue import get_exact_components
from rokoko_core.components.set_copies import load_copy
from rokoko_core.components.tables import ComponentSet
from rokoko_core.files import FileFault, UnusableFile, read_regular, system_code
from rokoko_core.game import Entry, Game, NotAsked, NotConceded, NothingToRedo, NothingToUndo, NotReplaced, Play
from rokoko_core.journal.entries import FORMAT_VERSION, Header
from rokoko_core.journal.errors import BadSave, Damage, Detail, Notice, SaveFault
from rokoko_core.journal.given_names import load_given_names, with_given_names
from rokoko_core.journal.parser import Log
from rokoko_core.refusal import IllegalAction
from rokoko_core.setup import InvalidSetup, played_with
from rokoko_core.state import Setup

LARGEST = 16 * 1024 * 1024
"""Largest size of a save in bytes; a game of 5 players has less than 200,000."""


class Reading(msgspec.Struct):
    """A save, read up to its first damage."""

    header: Header
    game: Game
    """At the last valid entry."""
    damage: Damage | None
    notice: Notice | None
    size: int
    """Bytes up to the end of the last valid line."""
    entries: int
    content: bytes
    """The whole file, including damaged lines."""
    sealed: bool
    """Whether lines of this version may follow without a seal."""


def read(path: Path) -> Reading:
    """Read and replay the save at ``path``; in a hosted game, guests have the names that they gave.

    Raises ``BadSave`` if its header is unusable.
    """
    try:
        content = read_regular(path, LARGEST)
    except OSError as error:
        raise unreadable_save(error) from error
    return read_content(content, path.parent, load_given_names(path))


def unreadable_save(error: OSError) -> BadSave:
    """Return the ``BadSave`` for a file that could not be opened or read."""
    if isinstance(error, UnusableFile) and error.code is FileFault.TOO_LARGE:
        return BadSave(SaveFault.TOO_LARGE)
    return BadSave(SaveFault.UNREADABLE, detail=system_code(error))


def read_content(content: bytes, folder: Path, given: Mapping[int, str] = {}) -> Reading:
    """Read and replay the ``content`` of a save in ``folder``, with names ``given`` to seats.

    Raises ``BadSave`` if its header is unusable.
    """
    if not content:
        raise BadSave(SaveFault.EMPTY)
    log = Log(content)
    components = _load_components(log.header, folder)
    if components.digest == log.header.components.digest:
        return _replay(log, components, log.entries, given)
    return _replay_to_last_digest(log, components, given)


def _replay(log: Log, components: ComponentSet, entries: list[Entry], given: Mapping[int, str]) -> Reading:
    """Replay ``entries``, the first ones of ``log``, with ``components`` up to the first invalid one."""
    try:
        game = _new_game(played_with(log.header.setup, components.key), given)
    except InvalidSetup as error:
        raise BadSave(SaveFault.HEADER, 1, error) from error
    damage, notice = log.damage, log.notice
    for number, entry in enumerate(entries):
        fault = _apply_entry(game, entry)
        if fault is not None:
            damage, notice = Damage(fault[0], log.line_of(number), fault[1]), None
            entries = entries[:number]
            break
    size = log.size if len(entries) == len(log.entries) else log.end_of(len(entries))
    sealed = log.version == FORMAT_VERSION
    return Reading(log.header, game, damage, notice, size, len(entries), log.content, sealed)


def _new_game(setup: Setup, given: Mapping[int, str]) -> Game:
    """Return the game of ``setup``, with the names ``given`` unless two would be equal. Raises ``InvalidSetup``."""
    if given:
        with suppress(InvalidSetup):
            return Game(with_given_names(setup, given), header=setup)
    return Game(setup, header=setup)


def _replay_to_last_digest(log: Log, components: ComponentSet, given: Mapping[int, str]) -> Reading:
    """Replay the game with another component set of the same name: to its end, or to the last digest that agrees."""
    reading = _replay(log, components, log.entries, given)
    if reading.damage is not None:
        entries = log.entries[: reading.entries]
        digests = (n for n, entry in enumerate(entries, start=1) if isinstance(entry, Play) and entry.digest)
        reading = _replay(log, components, log.entries[: max(digests, default=0)], given)
    line = log.content.count(b"\n", 0, reading.size) + 1
    reading.damage = Damage(SaveFault.FIGURES, line, log.header)
    return reading


def _load_components(header: Header, saves: Path) -> ComponentSet:
    """Return the component set of a save in folder ``saves``. Raises ``BadSave``.

    It is the shipped or registered set, the copy beside the save, or else another set of the same name.
    """
    mark = header.components
    if mark.name != header.setup.components:
        raise BadSave(SaveFault.COMPONENTS, 1, header)
    with suppress(UnknownComponents):
        return get_exact_components(mark.name, mark.digest)
    copy = load_copy(saves, mark.name, mark.digest)
    if copy is not None:
        register(copy, by_name=False)
        return copy
    try:
        return components_named(mark.name)
    except UnknownComponents as error:
        raise BadSave(SaveFault.COMPONENTS, 1, header) from error


def _apply_entry(game: Game, entry: Entry) -> tuple[SaveFault, Detail] | None:
    """Apply ``entry`` to ``game``; if it is invalid, return the fault and leave the game unchanged."""
    try:
        game.repeat(entry)
    except IllegalAction as error:
        return SaveFault.ILLEGAL, error.reason.reason
    except (NothingToUndo, NothingToRedo, NotAsked, NotConceded, NotReplaced):
        return SaveFault.ENTRY, None
    if isinstance(entry, Play):
        applied = game.entries[-1]
        if isinstance(applied, Play) and applied.digest != entry.digest:
            game.undo(cross=True)
            return SaveFault.DIGEST, entry.digest
    return None
