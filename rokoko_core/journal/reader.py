"""A save read and replayed, as far as it is sound. The file is left alone."""

from contextlib import suppress
from pathlib import Path

import msgspec

from rokoko_core.components import UnknownComponents, components_named, register
from rokoko_core.components.catalogue import exact_components
from rokoko_core.components.set_copies import kept
from rokoko_core.components.tables import ComponentSet
from rokoko_core.files import FileFault, Unfit, read_regular, system_code
from rokoko_core.game import Entry, Game, NotAsked, NotConceded, NothingToRedo, NothingToUndo, NotReplaced, Play
from rokoko_core.journal.entries import FORMAT_VERSION, Header
from rokoko_core.journal.errors import BadSave, Damage, Detail, Notice, SaveFault
from rokoko_core.journal.parser import Log
from rokoko_core.refusal import IllegalAction
from rokoko_core.setup import InvalidSetup, played_with

LARGEST = 16 * 1024 * 1024
"""Bytes beyond which a file is not taken for a save; a game of 5 players has well under 200,000."""


class Reading(msgspec.Struct):
    """A save as far as it is sound."""

    header: Header
    game: Game
    """At the last sound entry."""
    damage: Damage | None
    notice: Notice | None
    size: int
    """Bytes up to the end of the last sound line."""
    entries: int
    content: bytes
    """The whole file, what is not sound included."""
    sealed: bool
    """Whether the lines that follow may be those of this version, with no seal before them."""


def read(path: Path) -> Reading:
    """Read and replay the save at ``path``, leaving the file alone. Raises ``BadSave`` if its header does not serve."""
    try:
        content = read_regular(path, LARGEST)
    except OSError as error:
        raise unreadable(error) from error
    return reading_of(content, path.parent)


def unreadable(error: OSError) -> BadSave:
    """Why a file could not be opened or read."""
    if isinstance(error, Unfit) and error.code is FileFault.TOO_LARGE:
        return BadSave(SaveFault.TOO_LARGE)
    return BadSave(SaveFault.UNREADABLE, detail=system_code(error))


def reading_of(content: bytes, folder: Path) -> Reading:
    """The ``content`` of a save in ``folder`` read and replayed. Raises ``BadSave`` if its header does not serve."""
    if not content:
        raise BadSave(SaveFault.EMPTY)
    log = Log(content)
    components = _figures(log.header, folder)
    if components.digest == log.header.components.digest:
        return _replayed(log, components, log.entries)
    return _as_far_as_digests_agree(log, components)


def _replayed(log: Log, components: ComponentSet, entries: list[Entry]) -> Reading:
    """The game of ``log`` with ``components``, and all of its first ``entries`` up to one that is not sound."""
    try:
        game = Game.new(played_with(log.header.setup, components.key))
    except InvalidSetup as error:
        raise BadSave(SaveFault.HEADER, 1, error) from error
    for number, entry in enumerate(entries):
        fault = _repeat(game, entry)
        if fault is not None:
            damage = Damage(fault[0], log.line_of(number), fault[1])
            return Reading(
                log.header, game, damage, None, log.end_of(number), number, log.content, log.version == FORMAT_VERSION
            )
    size = log.size if len(entries) == len(log.entries) else log.end_of(len(entries))
    return Reading(
        log.header, game, log.damage, log.notice, size, len(entries), log.content, log.version == FORMAT_VERSION
    )


def _as_far_as_digests_agree(log: Log, components: ComponentSet) -> Reading:
    """The game tried with other figures than its own: to its end, or to the last digest that agrees."""
    reading = _replayed(log, components, log.entries)
    if reading.damage is not None:
        entries = log.entries[: reading.entries]
        digests = (n for n, entry in enumerate(entries, start=1) if isinstance(entry, Play) and entry.digest)
        reading = _replayed(log, components, log.entries[: max(digests, default=0)])
    line = log.content.count(b"\n", 0, reading.size) + 1
    reading.damage = Damage(SaveFault.FIGURES, line, log.header)
    return reading


def _figures(header: Header, saves: Path) -> ComponentSet:
    """The component set of a save in the folder ``saves``, the shipped or registered one or the copy kept beside it;
    else one of the same name. Raises ``BadSave``.
    """
    mark = header.components
    if mark.name != header.setup.components:
        raise BadSave(SaveFault.COMPONENTS, 1, header)
    with suppress(UnknownComponents):
        return exact_components(mark.name, mark.digest)
    copy = kept(saves, mark.name, mark.digest)
    if copy is not None:
        register(copy, by_name=False)
        return copy
    try:
        return components_named(mark.name)
    except UnknownComponents as error:
        raise BadSave(SaveFault.COMPONENTS, 1, header) from error


def _repeat(game: Game, entry: Entry) -> tuple[SaveFault, Detail] | None:
    """Let ``entry`` happen again in ``game``; what is wrong with it, and then the game stands as before."""
    try:
        game.repeat(entry)
    except IllegalAction as error:
        return SaveFault.ILLEGAL, error.reason.reason
    except (NothingToUndo, NothingToRedo, NotAsked, NotConceded, NotReplaced):
        return SaveFault.ENTRY, None
    if isinstance(entry, Play):
        made = game.entries[-1]
        if isinstance(made, Play) and made.digest != entry.digest:
            game.undo(cross=True)
            return SaveFault.DIGEST, entry.digest
    return None
