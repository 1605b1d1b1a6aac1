"""Checksums of saves: any change but the loss of whole last lines is detected."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec
import pytest

from rokoko_core import Seat, Setup, legal_actions
from rokoko_core.game import Entry
from rokoko_core.journal import FORMAT_VERSION, BadSave, Notice, SaveFault, create, open_journal, read
from tests import OLD_SAVES
from tests.chained import chained

SETUP = Setup((Seat("Ada"), Seat("Bo")), 11)
MUTANTS = 2000


class LineOf020(msgspec.Struct):
    """An entry as 0.2.0 decoded it: unknown fields are ignored."""

    n: int
    t: int
    e: Entry


def begun(path: Path, actions: int) -> Path:
    rng = Random(4)
    with create(path, SETUP) as journal:
        for _ in range(actions):
            journal.game.play(rng.choice(legal_actions(journal.game.state)))
            if rng.random() < 0.2:
                journal.game.undo(cross=True)
    return path


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a game without a digest after its last turn, so that only checksums cover it."""
    return begun(tmp_path_factory.mktemp("short") / "game.rokoko", 14)


def sealed(path: Path) -> Path:
    """Copy a game of 0.2.0 to ``path`` and continue it."""
    whole = (OLD_SAVES / "base-2.rokoko").read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(whole[:12]))
    with open_journal(path) as journal:
        for _ in range(6):
            journal.game.play(legal_actions(journal.game.state)[0])
    return path


def changed(data: bytes, rng: Random) -> bytes:
    """Return ``data`` with one to three changes: bytes altered, inserted, removed, doubled, or a stretch moved."""
    result = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        at, length = rng.randrange(len(result)), rng.randrange(1, 40)
        kind = rng.randrange(5)
        if kind == 0:
            result[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            result[at:at] = bytes([rng.choice(b'0123456789{}[]",:\n x\\\x00\xff')])
        elif kind == 2:
            del result[at : at + length]
        elif kind == 3:
            result[at:at] = result[at : at + length]
        else:
            result[at : at + 1] = rng.choice((b"0", b"1", b"7", b"\n", b" ", b'"'))
    return bytes(result)


def opened_silently(path: Path) -> list[Entry] | None:
    """Return the entries of the file at ``path``, or None if opening reports a change."""
    try:
        reading = read(path)
    except BadSave:
        return None
    return None if reading.damage is not None or reading.notice is not None else reading.game.entries


@pytest.mark.slow
def test_no_mutant_is_accepted_as_another_game(short: Path, tmp_path: Path) -> None:
    data, rng, mutant = short.read_bytes(), Random(2000), tmp_path / "mutant.rokoko"
    played, ends = read(short).game.entries, {n + 1 for n, byte in enumerate(data) if byte == 10}
    reported = 0
    for _ in range(MUTANTS):
        spoilt = changed(data, rng)
        mutant.write_bytes(spoilt)
        entries = opened_silently(mutant)
        if entries is None:
            reported += 1
            continue
        whole_lines_lost = data.startswith(spoilt) and (len(spoilt) in ends or len(spoilt) + 1 in ends)
        assert whole_lines_lost, spoilt
        assert entries == played[: len(entries)]
    assert reported > MUTANTS * 0.9


def test_the_sound_part_of_a_mutant_is_the_start_of_the_game(short: Path, tmp_path: Path) -> None:
    data, rng, mutant = short.read_bytes(), Random(7), tmp_path / "mutant.rokoko"
    played = read(short).game.entries
    for _ in range(300):
        mutant.write_bytes(changed(data, rng))
        try:
            sound = read(mutant).game.entries
        except BadSave:
            continue
        assert sound == played[: len(sound)]


def test_every_changed_byte_is_detected(short: Path, tmp_path: Path) -> None:
    data, mutant = short.read_bytes(), tmp_path / "mutant.rokoko"
    for at in range(0, len(data), 3):
        mutant.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        assert opened_silently(mutant) is None, at


def test_lost_lines_are_detected_except_whole_last_lines(short: Path, tmp_path: Path) -> None:
    lines, cut = lines_of(short), tmp_path / "cut.rokoko"
    for count in range(1, len(lines)):
        cut.write_bytes(b"".join(lines[:count]))
        assert opened_silently(cut) == read(short).game.entries[: count - 1]
        cut.write_bytes(b"".join((*lines[: count - 1], *lines[count:])))
        assert opened_silently(cut) is None


@pytest.mark.parametrize(
    "spoil",
    [
        lambda line: line.replace(b'{"n":', b'{"more":1,"n":'),
        lambda line: line.replace(b'"t":', b'"t":1,"t":'),
        lambda line: line.replace(b'"e":{', b'"e":{"more":1,'),
        lambda line: line.replace(b",", b", ", 1),
        lambda line: line.replace(b'"play"', b'"pl\\u0061y"'),
    ],
)
def test_a_line_must_be_exactly_as_the_program_writes_it(
    short: Path, tmp_path: Path, spoil: Callable[[bytes], bytes]
) -> None:
    """Even with a right checksum, a line with doubled or unknown fields is invalid."""
    lines, path = lines_of(short), tmp_path / "odd.rokoko"
    assert spoil(lines[5]) != lines[5]
    path.write_bytes(b"".join(chained([*lines[:5], spoil(lines[5]), *lines[6:]])))
    damage = read(path).damage
    assert damage is not None
    assert (damage.code, damage.line) == (SaveFault.ALTERED, 6)


def test_the_header_has_a_checksum(short: Path, tmp_path: Path) -> None:
    path, lines = tmp_path / "other.rokoko", lines_of(short)
    for old, new in ((b'"seed":11', b'"seed":12'), (b'"version":6', b'"version":2'), (b'"Ada"', b'"Eve"')):
        for rest in (lines[1:], []):
            path.write_bytes(lines[0].replace(old, new) + b"".join(rest))
            with pytest.raises(BadSave) as refused:
                read(path)
            assert (refused.value.code, refused.value.line) == (SaveFault.ALTERED, 1)


# ---- older files


@pytest.mark.parametrize("keep_end", [True, False])
def test_an_older_file_is_sealed_and_not_rewritten(tmp_path: Path, keep_end: bool) -> None:
    path = tmp_path / "old.rokoko"
    older = b"".join((OLD_SAVES / "solo-base.rokoko").read_bytes().splitlines(keepends=True)[:20])
    path.write_bytes(older if keep_end else older.removesuffix(b"\n"))
    with open_journal(path) as journal:
        assert path.read_bytes() == (older if keep_end else older.removesuffix(b"\n")), "opening writes nothing"
        journal.game.play(legal_actions(journal.game.state)[0])
    data = path.read_bytes()
    assert data.startswith(older)
    seal, entry = data[len(older) :].splitlines()
    assert msgspec.json.decode(seal)["version"] == FORMAT_VERSION
    assert chained([older, seal, entry])[1:] == [seal + b"\n", entry + b"\n"]
    assert (read(path).entries, read(path).damage, read(path).sealed) == (20, None, True)


def test_an_older_program_stops_at_the_seal(tmp_path: Path) -> None:
    path = sealed(tmp_path / "old.rokoko")
    lines = path.read_bytes().splitlines()
    for line in lines[1:12]:
        msgspec.json.decode(line, type=LineOf020)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(lines[12], type=LineOf020)


def test_the_seal_covers_the_lines_before_it(tmp_path: Path) -> None:
    path, mutant = sealed(tmp_path / "old.rokoko"), tmp_path / "mutant.rokoko"
    data = path.read_bytes()
    for at in range(0, len(data), 5):
        mutant.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        assert opened_silently(mutant) is None, at
    lines = lines_of(path)
    mutant.write_bytes(b"".join((*lines[:12], *lines[13:])))
    damage = read(mutant).damage
    assert damage is not None
    assert (damage.code, damage.line) == (SaveFault.SYNTAX, 13), (
        "without the seal, its lines are invalid in an older file"
    )


def test_a_changed_seal_is_reported_with_its_line(tmp_path: Path) -> None:
    path = sealed(tmp_path / "old.rokoko")
    lines = lines_of(path)
    seal = lines[12].replace(b'"t":', b'"t":1', 1)
    assert seal != lines[12]
    for after in (lines[13:], []):
        path.write_bytes(b"".join((*lines[:12], seal, *after)))
        reading = read(path)
        assert reading.damage is not None
        assert (reading.damage.code, reading.damage.line, reading.entries) == (SaveFault.ALTERED, 13, 11)
        assert reading.size == sum(map(len, lines[:12]))


def test_damage_after_the_seal_is_reported_with_its_line(tmp_path: Path) -> None:
    path = sealed(tmp_path / "old.rokoko")
    lines = lines_of(path)
    entry = msgspec.json.decode(lines[15])
    entry["e"] = {"entry": "redo", "to": 500}
    path.write_bytes(b"".join(chained([b"".join(lines[:12]), *lines[12:15], msgspec.json.encode(entry) + b"\n"])))
    reading = read(path)
    assert reading.damage is not None
    assert (reading.damage.code, reading.damage.line, reading.entries) == (SaveFault.ENTRY, 16, 13)
    assert reading.size == sum(map(len, lines[:15])), "header, 11 entries, the seal, 2 entries"


def test_a_file_that_ends_with_its_seal_gets_no_second_one(tmp_path: Path) -> None:
    path = sealed(tmp_path / "old.rokoko")
    begin = b"".join(lines_of(path)[:13])
    path.write_bytes(begin)
    reading = read(path)
    assert (reading.size, reading.entries, reading.damage, reading.sealed) == (len(begin), 11, None, True)
    with open_journal(path) as journal:
        journal.game.play(legal_actions(journal.game.state)[0])
    assert path.read_bytes().startswith(begin)
    assert (path.read_bytes().count(b"\n"), read(path).entries, read(path).damage) == (14, 12, None)


def test_a_seal_of_a_later_version_is_refused(short: Path, tmp_path: Path) -> None:
    path = tmp_path / "later.rokoko"
    path.write_bytes(short.read_bytes() + b'{"format":"rokoko-save","version":7,"more":[]}\n')
    damage = read(path).damage
    assert damage is not None
    assert (damage.code, damage.detail) == (SaveFault.NEWER_FORMAT, FORMAT_VERSION + 1)
    with pytest.raises(BadSave):
        open_journal(path)


def test_a_file_may_have_a_seal_of_each_later_version(tmp_path: Path) -> None:
    path = sealed(tmp_path / "old.rokoko")
    lines = lines_of(path)
    seals = [lines[12].replace(b'"version":6', b'"version":%d' % version) for version in (2, 3, 4, 6)]
    begin = b"".join(lines[:12])
    path.write_bytes(b"".join(chained([begin, seals[1], lines[13], seals[2], lines[14], seals[3], *lines[15:]])))
    assert (read(path).damage, read(path).entries, read(path).sealed) == (None, 17, True)
    path.write_bytes(b"".join(chained([begin, seals[0], *lines[13:]])))
    damage = read(path).damage
    assert damage is not None
    assert (damage.code, damage.line) == (SaveFault.SYNTAX, 13), "version 2 has no checksums"


def test_a_second_seal_is_damage(tmp_path: Path) -> None:
    path = sealed(tmp_path / "old.rokoko")
    lines = lines_of(path)
    path.write_bytes(b"".join(chained([b"".join(lines[:12]), lines[12], lines[12]])))
    damage = read(path).damage
    assert damage is not None
    assert (damage.code, damage.line) == (SaveFault.SYNTAX, 14)


def test_a_game_with_a_header_without_line_end_continues(short: Path, tmp_path: Path) -> None:
    path = tmp_path / "header.rokoko"
    old = (OLD_SAVES / "base-3.rokoko").read_bytes().splitlines(keepends=True)[0]
    for header in (lines_of(short)[0], old):
        path.write_bytes(header.removesuffix(b"\n"))
        assert read(path).size == len(header) - 1
        with open_journal(path) as journal:
            journal.game.play(legal_actions(journal.game.state)[0])
        assert path.read_bytes().startswith(header)
        assert (read(path).entries, read(path).damage) == (1, None)


def test_a_torn_line_stays_until_the_next_entry(short: Path, tmp_path: Path) -> None:
    path = tmp_path / "torn.rokoko"
    torn = short.read_bytes()[:-20]
    path.write_bytes(torn)
    with open_journal(path) as journal:
        assert (journal.notice, path.read_bytes()) == (Notice.TORN_LINE, torn)
        journal.game.play(legal_actions(journal.game.state)[0])
        entries = len(journal.game.entries)
    assert (read(path).entries, read(path).damage, read(path).notice) == (entries, None, None)
    assert journal.path == path
