"""Finds entries of the list: by a key, by the piece they are about, by the action they take."""

from collections.abc import Sequence

from rokoko_core.actions import BuyPrestige
from rokoko_core.play.choices import is_pass
from rokoko_tui.table.choice_list import EntryKind, MenuEntry
from rokoko_tui.text.piece_refs import PieceRef

NUMBERS = "123456789"
"""Keys of choices that have no place on the board."""


def find_key(entries: Sequence[MenuEntry], key: str) -> int | None:
    """Return the entry that ``key`` picks; where no choice has a number, a number counts the choices."""
    backwards = reversed(list(enumerate(entries)))
    keys = {entry_key: n for n, entry in backwards for entry_key in (entry.key, *entry.other_keys) if entry_key}
    if key in keys or not key.isdecimal() or any(len(entry_key) > 1 or entry_key in NUMBERS for entry_key in keys):
        return keys.get(key)
    actions = (n for n, e in enumerate(entries) if e.action is not None and e.kind is EntryKind.ACTION)
    counted = [n for n in actions if not is_pass(entries[n].action)]
    return dict(zip(NUMBERS, counted, strict=False)).get(key)


def find_group(entries: Sequence[MenuEntry], key: str) -> int | None:
    """Return the number of the first entry of the group that ``key`` opens: one whose key continues it."""
    return next((n for n, e in enumerate(entries) if len(e.key) > len(key) and e.key.startswith(key)), None)


def find_next_number(entries: Sequence[MenuEntry], cursor: int, step: int) -> int | None:
    """Return the entry of the next higher (``step`` 1) or lower number, from the highest down; None without numbers."""
    numbers = [n for n, entry in enumerate(entries) if isinstance(entry.action, BuyPrestige)]
    if not numbers:
        return None
    return min(max(cursor - step, numbers[0]), numbers[-1])


def find_about(entries: Sequence[MenuEntry], piece: PieceRef) -> list[int]:
    """Return the entries about ``piece``, or in a folder about it; refusals only if there is nothing else."""
    folders = {e.folder for e in entries if e.kind is EntryKind.HEADING and piece in e.pieces and e.folder}
    numbers = [
        n
        for n, entry in enumerate(entries)
        if entry.kind is not EntryKind.HEADING and (piece in entry.pieces or entry.folder in folders)
    ]
    return [n for n in numbers if entries[n].kind is not EntryKind.REFUSAL] or numbers


def find_entry(action: object, entries: Sequence[MenuEntry]) -> int:
    """Return the index of the entry that takes ``action``; -1 when there is none."""
    of_actions = ((n, entry) for n, entry in enumerate(entries) if entry.action is not None)
    return next((n for n, entry in of_actions if action in (entry.action, *entry.equals)), -1)
