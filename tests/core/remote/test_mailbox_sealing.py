"""Files of a mailbox that were altered, swapped, renamed or put back, and keys that are wrong."""

import asyncio
import sys
from pathlib import Path
from random import Random

import pytest

from rokoko_core.remote.mailbox.folder import Name, seal_of
from rokoko_core.remote.mailbox.host_mailbox import HostMailbox
from rokoko_core.remote.mailbox.sealing import MissingExtra, Seal, Unsealable, check_of, derive_key
from rokoko_core.remote.mailbox.seat_mailbox import join
from tests.core.remote.mailbox_table import MailTable, settle

KEY = bytes(range(32))


def files_of(folder: Path, seat: int, side: str) -> list[Path]:
    """Return the files of one direction of a seat."""
    return sorted((folder / f"seat-{seat + 1}" / side).iterdir())


async def written_request(table: MailTable, seat: int = 0) -> "tuple[asyncio.Task[None], Path]":
    """Let ``seat`` play while its folder is not synced; return the task and the file that waits."""
    player = table.players[seat]
    playing = asyncio.create_task(player.play(player.menu.actions[0]))
    await settle()
    [path] = files_of(table.copy_of(seat), seat, "to-host")
    return playing, path


# ---- a request on its way to the host


async def test_a_file_with_one_wrong_bit_is_ignored_until_it_is_whole(table: MailTable) -> None:
    await table.start()
    playing, path = await written_request(table)
    content, arrived = path.read_bytes(), table.folder / path.relative_to(table.copy_of(0))
    rng = Random(4)
    for place in (0, 30, len(content) - 1, *(rng.randrange(len(content)) for _ in range(20))):
        altered = bytearray(content)
        altered[place] ^= 1 << rng.randrange(8)
        arrived.write_bytes(altered)
        await table.mailbox.exchange()
        await settle()
        assert table.host.game.position == 0
    arrived.write_bytes(content)
    await table.until(playing.done)
    assert table.host.game.position == 1


async def test_a_torn_file_is_waited_for(table: MailTable) -> None:
    await table.start()
    playing, path = await written_request(table)
    content, arrived = path.read_bytes(), table.folder / path.relative_to(table.copy_of(0))
    for part in (0, 1, 24, 100, len(content) - 1):
        arrived.write_bytes(content[:part])
        await table.mailbox.exchange()
        await settle()
        assert table.host.game.position == 0
    await table.until(playing.done)
    assert table.host.game.position == 1


async def test_an_old_request_put_back_is_not_carried_out_again(table: MailTable) -> None:
    await table.start()
    player = table.players[0]
    task = asyncio.create_task(player.leave_to_bot("apprentice"))
    await settle()
    [path] = files_of(table.copy_of(0), 0, "to-host")
    content, arrived = path.read_bytes(), table.folder / path.relative_to(table.copy_of(0))
    await table.until(task.done)
    back = asyncio.create_task(player.take_back())
    await table.until(back.done)
    entries = len(table.host.game.recording.entries)
    for _ in range(2):
        for newer in arrived.parent.iterdir():
            newer.unlink()
        arrived.write_bytes(content)
        for _ in range(3):
            await table.mailbox.exchange()
            await settle()
        assert not table.host.game.is_bot(0)
        assert len(table.host.game.recording.entries) == entries
        await table.stop_host()
        await table.start_host()


async def test_a_request_under_another_name_or_seat_is_ignored(table: MailTable) -> None:
    await table.start()
    playing, path = await written_request(table)
    content = path.read_bytes()
    writer, number = (int(part) for part in path.stem.split("-"))
    to_host = table.folder / "seat-1" / "to-host"
    (to_host / str(Name(writer, number + 1))).write_bytes(content)
    (to_host / str(Name(writer + 1, number))).write_bytes(content)
    (table.folder / "seat-2" / "to-host" / path.name).write_bytes(content)
    (table.folder / "seat-1" / "to-seat" / path.name).write_bytes(content)
    for _ in range(3):
        await table.mailbox.exchange()
        await settle()
    assert table.host.game.position == 0
    assert not playing.done()
    playing.cancel()


# ---- what a seat receives


async def test_an_old_stream_put_back_shows_no_old_position(table: MailTable) -> None:
    await table.start()
    old = {path: path.read_bytes() for path in files_of(table.copy_of(0), 0, "to-seat")}
    await table.play(0, Random(1))
    await table.stop_host()
    await table.start_host()
    await table.exchange()
    newer = table.players[0].position
    assert newer == 1
    for path, content in old.items():
        path.write_bytes(content)
    await table.boxes[0].exchange()
    assert table.players[0].position == newer
    for path in files_of(table.copy_of(0), 0, "to-seat"):
        if path not in old:
            path.unlink()
    table.players.pop(0).close()
    box = join(table.copy_of(0), table.codes[0], table.root / "records-0")
    box.polls = False
    connection = await box.open()
    assert connection.lines.empty()
    connection.close()


async def test_an_old_file_of_the_stream_put_back_is_not_enough_to_begin(table: MailTable) -> None:
    await table.start()
    [path] = files_of(table.copy_of(0), 0, "to-seat")
    old = path.read_bytes()
    await table.play(0, Random(1))
    await table.stop_player(0)
    [newer] = files_of(table.copy_of(0), 0, "to-seat")
    content = newer.read_bytes()
    newer.unlink()
    path.write_bytes(old)
    box = join(table.copy_of(0), table.codes[0], table.root / "records-0")
    box.polls = False
    connection = await box.open()
    assert connection.lines.empty()
    newer.write_bytes(content)
    await box.exchange()
    assert not connection.lines.empty()
    connection.close()


async def test_the_files_of_another_seat_tell_nothing(table: MailTable) -> None:
    await table.start()
    key = derive_key(table.codes[1], table.mailbox.identity)
    for path in files_of(table.folder, 0, "to-seat"):
        for seat in range(2):
            with pytest.raises(Unsealable):
                seal_of(key, table.mailbox.identity, seat, "to-seat").open(path.name, path.read_bytes())
        copy = table.copy_of(1) / "seat-2" / "to-seat" / path.name
        copy.write_bytes(path.read_bytes())
    position = table.players[1].position
    await table.boxes[1].exchange()
    assert table.players[1].viewer == 1
    assert table.players[1].position == position


async def test_neither_names_nor_messages_are_readable(table: MailTable) -> None:
    await table.start()
    await table.play(0, Random(1))
    contents = [path.read_bytes() for path in table.folder.rglob("*") if path.is_file()]
    assert contents
    for content in contents:
        for word in (b"Ada", b'Bo"', b"observation", b"welcome", table.codes[0].encode()):
            assert word not in content


# ---- keys and seals


def test_only_the_same_key_context_and_name_open_a_seal() -> None:
    sealed = Seal(KEY, "a").seal("1", b"text")
    assert Seal(KEY, "a").open("1", sealed) == b"text"
    for key, context, name in ((bytes(32), "a", "1"), (KEY, "b", "1"), (KEY, "a", "2")):
        with pytest.raises(Unsealable):
            Seal(key, context).open(name, sealed)
    with pytest.raises(Unsealable):
        Seal(KEY, "a").open("1", b"")


def test_a_seal_never_looks_the_same_twice() -> None:
    seal = Seal(KEY, "a")
    assert seal.seal("1", b"text") != seal.seal("1", b"text")


def test_the_key_of_a_code_depends_on_the_mailbox_and_not_on_how_it_is_typed() -> None:
    key = derive_key("ABCD-EFGH-JKMN", "00" * 16)
    assert derive_key(" abcd-efgh-jkmn\n", "00" * 16) == key
    assert derive_key("ABCD-EFGH-JKMN", "01" * 16) != key
    assert check_of(key) not in key.hex()


async def test_without_the_extra_it_is_named(table: MailTable, monkeypatch: pytest.MonkeyPatch) -> None:
    await table.start_host()
    monkeypatch.setitem(sys.modules, "nacl.secret", None)
    assert table.host is not None
    with pytest.raises(MissingExtra):
        HostMailbox(table.host, table.save, table.folder)
    with pytest.raises(MissingExtra):
        table.enter(0)
