"""Saves: written before an entry takes effect, torn lines removed, damage reported, bad files refused."""

import json
import os
import re
import subprocess
import sys
import time
from codecs import BOM_UTF8
from collections.abc import Callable
from io import FileIO
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from rokoko_core import Expansion, Game, Seat, Setup, legal_actions, state_digest, to_move
from rokoko_core.components.table_errors import FaultDetails, Found, Kind, TableFault
from rokoko_core.game import Game as AnyGame
from rokoko_core.game import NotReplaced, Replace
from rokoko_core.journal import (
    FORMAT_VERSION,
    LARGEST,
    RULES_VERSION,
    BadSave,
    Misfit,
    Notice,
    SaveFault,
    create,
    open_journal,
    read,
)
from rokoko_core.terms import FairStart
from tests import ROOT
from tests.chained import chained

SETUP = Setup((Seat("Ada"), Seat("Bo")), 3, frozenset({Expansion.JEWELRY_BOX}))


def saved(path: Path, actions: int = 60, seed: int = 1) -> AnyGame:
    """Create a save at ``path`` with ``actions`` random actions, some of them undone."""
    rng = Random(seed)
    with create(path, SETUP) as journal:
        game = journal.game
        while game.cursor < actions:
            game.play(rng.choice(legal_actions(game.state)))
            if rng.random() < 0.1:
                game.undo(cross=True)
    return game


def older_version(path: Path, version: int) -> bytes:
    """Rewrite the file at ``path`` as a version before the checksums; return its content."""
    lines = [re.sub(rb',"c":"[0-9a-f]{10}"}$', b"}", line) for line in path.read_bytes().splitlines()]
    lines[0] = lines[0].replace(b'"version":6', b'"version":%d' % version)
    content = b"\n".join(lines) + b"\n"
    path.write_bytes(content)
    return content


@pytest.fixture
def save(tmp_path: Path) -> Path:
    path = tmp_path / "game.rokoko"
    saved(path)
    return path


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def test_a_save_reads_back_the_same_game(tmp_path: Path) -> None:
    path = tmp_path / "game.rokoko"
    game = saved(path)
    reading = read(path)
    assert reading.damage is None
    assert reading.game.entries == game.entries
    assert state_digest(reading.game.state) == state_digest(game.state)
    assert Game.load(path).line == game.line
    assert Game.load(str(path)).line == game.line


def test_every_entry_is_on_disk_before_it_takes_effect(tmp_path: Path) -> None:
    path = tmp_path / "game.rokoko"
    with create(path, SETUP) as journal:
        for count in range(1, 8):
            journal.game.play(legal_actions(journal.game.state)[0])
            assert read(path).entries == count
        journal.game.undo(cross=True)
        assert read(path).game.cursor == 6


def test_a_save_is_never_overwritten(save: Path) -> None:
    before = save.read_bytes()
    with pytest.raises(FileExistsError):
        create(save, SETUP)
    assert save.read_bytes() == before


def test_a_game_continues_where_it_stopped(save: Path) -> None:
    before = save.read_bytes()
    with open_journal(save) as journal:
        entries = len(journal.game.entries)
        journal.game.play(legal_actions(journal.game.state)[0])
    assert save.read_bytes().startswith(before)
    assert read(save).entries == entries + 1


def test_a_byte_order_mark_is_no_damage(save: Path) -> None:
    game = read(save).game
    save.write_bytes(BOM_UTF8 + save.read_bytes())
    marked = read(save)
    assert (marked.damage, marked.notice, marked.game.entries) == (None, None, game.entries)
    before = save.read_bytes()
    with open_journal(save) as journal:
        journal.game.play(legal_actions(journal.game.state)[0])
    assert save.read_bytes().startswith(before), "nothing is rewritten"
    assert (read(save).damage, read(save).entries) == (None, marked.entries + 1)


@pytest.mark.parametrize("version", [1, 2])
def test_a_byte_order_mark_is_no_damage_of_an_older_save(save: Path, version: int) -> None:
    save.write_bytes(BOM_UTF8 + older_version(save, version))
    entries = read(save).entries
    with open_journal(save) as journal:
        journal.game.play(legal_actions(journal.game.state)[0])
    reading = read(save)
    assert (reading.damage, reading.entries) == (None, entries + 1), "the checksums continue after the seal"


@pytest.mark.parametrize("end", [b"", b'{"n"'])
def test_a_torn_line_after_a_byte_order_mark_is_removed(save: Path, end: bytes) -> None:
    content = BOM_UTF8 + save.read_bytes()
    save.write_bytes(content + end)
    assert read(save).size == len(content)
    with open_journal(save) as journal:
        journal.game.play(legal_actions(journal.game.state)[0])
    assert save.read_bytes().startswith(content) and read(save).damage is None


@pytest.mark.slow
def test_a_save_cut_at_any_byte_opens_or_reports_why_not(tmp_path: Path) -> None:
    save = tmp_path / "short.rokoko"
    saved(save, actions=18)
    data = save.read_bytes()
    header = len(lines_of(save)[0])
    ends = {n + 1 for n, byte in enumerate(data) if byte == 10}
    cut = tmp_path / "cut.rokoko"
    for size in range(len(data)):
        cut.write_bytes(data[:size])
        if size < header - 1:
            with pytest.raises(BadSave):
                read(cut)
            continue
        reading = read(cut)
        whole = size in ends or size + 1 in ends
        assert reading.damage is None, size
        assert reading.notice is (None if whole else Notice.TORN_LINE), size
        assert reading.entries == data[:size].count(b"\n") - 1 + (size + 1 in ends), size
        assert cut.read_bytes() == data[:size], "reading does not change the file"


def test_a_torn_line_is_removed_when_the_game_continues(save: Path) -> None:
    data = save.read_bytes()
    save.write_bytes(data[:-20])
    with open_journal(save) as journal:
        assert journal.notice is Notice.TORN_LINE
        journal.game.play(legal_actions(journal.game.state)[0])
    reading = read(save)
    assert (reading.damage, reading.notice) == (None, None)


def test_a_long_torn_line_is_removed_completely(save: Path) -> None:
    whole = save.read_bytes()
    save.write_bytes(whole + b"x" * 5000)
    with open_journal(save) as journal:
        assert journal.notice is Notice.TORN_LINE
        journal.game.play(legal_actions(journal.game.state)[0])
        assert save.read_bytes().startswith(whole)
        assert b"xx" not in save.read_bytes()
        assert journal.path == save


def test_a_whole_last_line_without_line_end_is_valid(save: Path) -> None:
    entries = read(save).entries
    save.write_bytes(save.read_bytes().rstrip(b"\n"))
    with open_journal(save) as journal:
        journal.game.play(legal_actions(journal.game.state)[0])
    assert read(save).entries == entries + 1


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda line: b"{}\n", SaveFault.SYNTAX),
        (lambda line: b"\x80\xff\n", SaveFault.SYNTAX),
        (lambda line: line.replace(b'"n":', b'"n":9'), SaveFault.NUMBER),
        (lambda line: _with_entry(line, {"entry": "play", "action": {"do": "end-turn"}}), SaveFault.ILLEGAL),
        (lambda line: _with_entry(line, {"entry": "redo", "to": 500}), SaveFault.ENTRY),
        (lambda line: _with_entry(line, {"entry": "undo", "to": 500}), SaveFault.ENTRY),
    ],
)
def test_other_damage_is_reported_with_its_line_and_the_sound_part_is_readable(
    save: Path, spoil: Callable[[bytes], bytes], code: SaveFault
) -> None:
    lines = lines_of(save)
    lines[11] = spoil(lines[11])
    save.write_bytes(b"".join(chained(lines)))
    reading = read(save)
    assert reading.damage is not None
    assert (reading.damage.code, reading.damage.line) == (code, 12)
    assert (reading.entries, reading.size) == (10, sum(map(len, lines[:11])))
    with pytest.raises(BadSave) as refused:
        open_journal(save)
    assert (refused.value.code, refused.value.line) == (code, 12)
    with pytest.raises(BadSave):
        Game.load(save)


def test_of_a_save_with_an_illegal_first_action_the_header_is_sound(save: Path) -> None:
    lines = lines_of(save)
    lines[1] = _with_entry(lines[1], {"entry": "play", "action": {"do": "end-turn"}})
    save.write_bytes(b"".join(chained(lines)))
    reading = read(save)
    assert reading.damage is not None
    assert (reading.damage.code, reading.damage.line) == (SaveFault.ILLEGAL, 2)
    assert (reading.entries, reading.size) == (0, len(lines[0]))


def _with_entry(line: bytes, entry: dict[str, Any]) -> bytes:
    return msgspec.json.encode({**msgspec.json.decode(line), "e": entry}) + b"\n"


def test_a_wrong_digest_stops_at_the_last_right_position(save: Path) -> None:
    lines = lines_of(save)
    number = next(n for n, line in enumerate(lines) if b'"digest"' in line and n > 20)
    lines[number] = lines[number].replace(b'"digest":"', b'"digest":"0000')
    save.write_bytes(b"".join(chained(lines)))
    reading = read(save)
    assert reading.damage is not None
    assert (reading.damage.code, reading.damage.line) == (SaveFault.DIGEST, number + 1)
    assert reading.game.cursor > 0


def test_the_sound_part_can_be_copied(save: Path, tmp_path: Path) -> None:
    lines = lines_of(save)
    save.write_bytes(b"".join(lines[:20]) + b"spoilt\n" + b"".join(lines[20:]))
    sound = read(save).game
    with create(tmp_path / "copy.rokoko", sound.setup, sound.entries) as copy:
        assert state_digest(copy.game.state) == state_digest(sound.state)
    assert read(tmp_path / "copy.rokoko").damage is None


def _header(save: Path, **changes: object) -> bytes:
    lines = lines_of(save)
    return b"".join(chained([msgspec.json.encode({**msgspec.json.decode(lines[0]), **changes}) + b"\n", *lines[1:]]))


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (lambda save: b"", SaveFault.EMPTY),
        (lambda save: bytes(range(256)) * 20, SaveFault.NOT_A_SAVE),
        (lambda save: b"Dear diary\n", SaveFault.NOT_A_SAVE),
        (lambda save: b"[1,2]\n", SaveFault.NOT_A_SAVE),
        (lambda save: _header(save, format="chess"), SaveFault.NOT_A_SAVE),
        (lambda save: _header(save, version=FORMAT_VERSION + 1), SaveFault.NEWER_FORMAT),
        (lambda save: _header(save, rules=RULES_VERSION + 1), SaveFault.NEWER_RULES),
        (lambda save: _header(save, setup={"players": [], "seed": 1}), SaveFault.HEADER),
        (lambda save: _header(save, setup={"players": [{"name": "A"}] * 6, "seed": 1}), SaveFault.HEADER),
        (lambda save: _header(save, setup=7), SaveFault.HEADER),
        (lambda save: _header(save, setup={"players": [{"name": "A"}, {"name": "a"}], "seed": 1}), SaveFault.HEADER),
        (lambda save: _header(save, created=None), SaveFault.HEADER),
        (lambda save: _header(save, components={"name": "mine", "digest": "0"}), SaveFault.COMPONENTS),
        (lambda save: b"x" * (LARGEST + 1), SaveFault.TOO_LARGE),
    ],
)
def test_a_bad_file_is_refused_and_unchanged(save: Path, content: Callable[[Path], bytes], code: SaveFault) -> None:
    data = content(save)
    save.write_bytes(data)
    for opening in (read, open_journal, Game.load):
        with pytest.raises(BadSave) as refused:
            opening(save)
        assert refused.value.code is code
    assert save.read_bytes() == data


@pytest.mark.rule("FAIR-1")
@pytest.mark.parametrize(("fair_start", "rules", "prestige"), [(False, 1, 0), (True, 2, 3), ("fair-2", 4, 4)])
def test_only_a_fair_start_needs_newer_rules(tmp_path: Path, fair_start: FairStart, rules: int, prestige: int) -> None:
    path = tmp_path / "game.rokoko"
    setup = Setup((Seat("Ada"), Seat("Bo")), 7, first_player=0, fair_start=fair_start)
    with create(path, setup) as journal:
        journal.game.play(legal_actions(journal.game.state)[0])
    assert msgspec.json.decode(path.read_bytes().splitlines()[0])["rules"] == rules
    game = read(path).game
    assert (game.setup.fair_start, game.state.players[1].prestige) == (fair_start, prestige)


@pytest.mark.parametrize(
    ("changes", "field", "slip"),
    [
        ({"setup": 7}, "setup", FaultDetails(TableFault.WRONG_KIND, Found(Kind.NUMBER, "7"), kind=Kind.TABLE)),
        ({"created": None}, "created", FaultDetails(TableFault.WRONG_KIND, Found(Kind.NOTHING), kind=Kind.NUMBER)),
        ({"setup": {"players": [{}], "seed": 1}}, "setup.players.1.name", FaultDetails(TableFault.MISSING)),
        (
            {"setup": {"players": [{"name": "A"}], "seed": 1, "expansions": ["?"]}},
            "setup.expansions.1",
            FaultDetails(TableFault.UNKNOWN_WORD, Found(Kind.TEXT, "?")),
        ),
        ({"components": {"name": "x", "digest": "y", "z": 1}}, "components.z", FaultDetails(TableFault.UNKNOWN_FIELD)),
    ],
)
def test_an_invalid_header_names_the_field(save: Path, changes: dict[str, Any], field: str, slip: FaultDetails) -> None:
    save.write_bytes(_header(save, **changes))
    with pytest.raises(BadSave) as refused:
        read(save)
    assert (refused.value.code, refused.value.line) == (SaveFault.HEADER, 1)
    assert refused.value.detail == Misfit(field, slip)


def test_a_bad_save_has_the_line_at_fault_or_none() -> None:
    whole = BadSave(SaveFault.EMPTY)
    assert (whole.code, whole.line, whole.detail, str(whole)) == (SaveFault.EMPTY, 0, None, "empty")
    assert str(BadSave(SaveFault.ALTERED, 3)) == "altered, line 3"
    assert str(BadSave(SaveFault.NUMBER, 3, 7)) == "number, line 3: 7"


def test_anything_but_a_file_is_unreadable(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing.rokoko"):
        with pytest.raises(BadSave) as refused:
            read(path)
        assert refused.value.code is SaveFault.UNREADABLE


class _FailingFile:
    """A file whose writes fail from one on."""

    def __init__(self, file: FileIO, fail_at: int):
        self.file, self.left = file, fail_at

    def write(self, data: bytes) -> int:
        self.left -= 1
        if self.left < 0:
            self.file.write(data[:10])
            raise OSError("no space left")
        return self.file.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)


@pytest.mark.parametrize("fail_at", range(6))
def test_a_failed_write_loses_nothing_confirmed(tmp_path: Path, fail_at: int) -> None:
    path = tmp_path / "game.rokoko"
    journal = create(path, SETUP)
    file = _FailingFile(journal._file, fail_at)
    journal._file = file  # type: ignore[assignment]
    confirmed = 0
    with pytest.raises(OSError, match="no space left"):
        for _ in range(10):
            journal.game.play(legal_actions(journal.game.state)[0])
            confirmed += 1
    assert confirmed == fail_at == journal.game.cursor
    file.left = 1000
    journal.game.play(legal_actions(journal.game.state)[0])
    journal.close()
    reading = read(path)
    assert (reading.game.cursor, reading.damage, reading.notice) == (confirmed + 1, None, None)


PLAYER = """
import sys, pathlib
from random import Random
from rokoko_core import Seat, Setup, legal_actions
from rokoko_core.journal import create
journal = create(pathlib.Path(sys.argv[1]), Setup((Seat("Ada"), Seat("Bo")), 3))
rng = Random(1)
while True:
    while not journal.game.over:
        journal.game.play(rng.choice(legal_actions(journal.game.state)))
        print(journal.game.cursor, flush=True)
    journal.game.undo_to(0, cross=True)
"""


def test_a_killed_game_continues_from_the_last_confirmed_action(tmp_path: Path) -> None:
    path = tmp_path / "game.rokoko"
    process = subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(path)], stdout=subprocess.PIPE, cwd=ROOT, env={**os.environ}
    )
    assert process.stdout is not None
    confirmed = 0
    deadline = time.monotonic() + 20
    while confirmed < 40 and time.monotonic() < deadline:
        confirmed = int(process.stdout.readline())
    process.kill()
    confirmed = max([confirmed, *(int(line) for line in process.stdout.read().split())])
    process.wait()
    with open_journal(path) as journal:
        assert journal.game.cursor >= confirmed >= 40
        journal.game.play(legal_actions(journal.game.state)[0])
    assert read(path).damage is None


def test_hints_are_saved(save: Path) -> None:
    with open_journal(save) as journal:
        seat = to_move(journal.game.state)
        journal.game.hint()
    assert seat is not None
    assert json.loads(lines_of(save)[-1])["e"] == {"entry": "hint", "seat": seat}
    game = read(save).game
    assert game.hints[seat] == sum(game.hints) == 1
    copy = save.with_name("copy.rokoko")
    Game.load(save).save(copy)
    assert Game.load(copy).hints == game.hints


def test_a_file_of_the_first_version_continues(save: Path) -> None:
    older_version(save, 1)
    with open_journal(save) as journal:
        journal.game.hint()
        journal.game.play(legal_actions(journal.game.state)[0])
    reading = read(save)
    assert (reading.header.version, reading.damage) == (1, None)
    assert sum(reading.game.hints) == 1


def test_a_hint_for_another_seat_is_damage(save: Path) -> None:
    other = 1 - (to_move(read(save).game.state) or 0)
    number = len(lines_of(save))
    with save.open("ab") as file:
        file.write(b'{"n":%d,"t":0,"e":{"entry":"hint","seat":%d},"c":"?"}\n' % (number, other))
    save.write_bytes(b"".join(chained(lines_of(save))))
    damage = read(save).damage
    assert damage is not None
    assert (damage.code, damage.line) == (SaveFault.ENTRY, number + 1)


# ---- bots that are replaced


def test_a_replaced_bot_is_saved_and_survives_undo(tmp_path: Path) -> None:
    """Positions and digests do not change; the header keeps the level of the setup."""
    path, plain = tmp_path / "game.rokoko", tmp_path / "plain.rokoko"
    setup = Setup((Seat("Ada"), Seat("Bo", "bot", "mine")), 3)
    with create(path, setup) as journal, create(plain, setup) as other:
        for _ in range(4):
            for game in (journal.game, other.game):
                game.play(legal_actions(game.state)[0])
        before = journal.game.state
        journal.game.undo()
        journal.game.replace(1, "apprentice", "raised")
        assert journal.game.can_redo
        journal.game.redo()
        assert journal.game.state is before
        for seat in (0, 2, -1):
            with pytest.raises(NotReplaced):
                journal.game.replace(seat, "apprentice", "raised")
    again = read(path)
    assert (again.damage, again.game.cursor, again.header.setup) == (None, 4, setup)
    assert state_digest(again.game.state) == state_digest(read(plain).game.state)
    again.game.undo_to(0, cross=True)
    for game in (again.game, Game.like(again.game), again.game.fork(2)):
        assert [game.level_of(0), game.level_of(1)] == [None, "apprentice"]
    assert again.game.fork(2).entries[0] == Replace(1, "apprentice", "raised")
    assert read(plain).game.level_of(1) == "mine"


def test_replacing_a_person_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "game.rokoko"
    with create(path, Setup((Seat("Ada"), Seat("Bo", "bot")), 3)) as journal:
        journal.game.replace(1, "apprentice", "gone")
    lines = lines_of(path)
    path.write_bytes(b"".join(chained([lines[0], lines[1].replace(b'"seat":1', b'"seat":0')])))
    damage = read(path).damage
    assert damage is not None
    assert (damage.code, damage.line) == (SaveFault.ENTRY, 2)
