"""Games by mail: the seat protocol in files of a shared folder."""

import asyncio
import shutil
from errno import ELOOP, ENOSPC
from pathlib import Path
from random import Random

import msgspec
import pytest

from rokoko_core import legal_actions
from rokoko_core.files import InUse
from rokoko_core.journal import read
from rokoko_core.play.forecast import NoForecast
from rokoko_core.remote import messages as m
from rokoko_core.remote.client import RemoteGame
from rokoko_core.remote.connection import LocalConnection, local_pair
from rokoko_core.remote.link import NotTaken, Unreachable
from rokoko_core.remote.mailbox import folder as mailbox_folder
from rokoko_core.remote.mailbox import seat_box
from rokoko_core.remote.mailbox.folder import (
    HIGHEST_WRITER,
    MOST_PENDING,
    BadMailbox,
    Name,
    OwnFolder,
    ToHost,
    ToSeat,
    seal_of,
)
from rokoko_core.remote.mailbox.host_mailbox import HostMailbox
from rokoko_core.remote.mailbox.player_record import PlayerRecord
from rokoko_core.remote.mailbox.sealing import Seal, derive_key
from rokoko_core.remote.mailbox.seat_mailbox import _OWN_VERSIONS as OWN_VERSIONS
from rokoko_core.remote.mailbox.seat_mailbox import WrongCode, join
from rokoko_core.remote.mailbox.stream import summarize
from rokoko_core.remote.seat_view import SeatView
from rokoko_core.remote.session import Rejected
from tests.core.remote.mailbox_table import SETUP, MailTable, SyncTool, settle
from tests.core.remote.test_remote_game import agrees

pytestmark = pytest.mark.usefixtures("quick_mail")


async def restart_somebody(table: MailTable, rng: Random) -> None:
    """Stop the host, kill it, or stop a player; start them again."""
    victim = rng.randrange(4)
    if victim < 2:
        await table.stop_player(victim)
        await table.start_player(victim)
    else:
        await table.stop_host(flush=victim == 2)
        await table.exchange()
        await table.start_host()


@pytest.mark.parametrize(
    ("seed", "most"), [(1, 12), *(pytest.param(seed, 10_000, marks=pytest.mark.slow) for seed in range(2, 6))]
)
async def test_a_game_over_folders_that_are_synced_badly(tmp_path: Path, seed: int, most: int) -> None:
    rng = Random(seed)
    table = MailTable(tmp_path, SETUP, SyncTool(Random(seed)))
    await table.start()
    moves = 0
    while (seat := table.host.game.to_move) is not None and (moves < most or is_held_back(table)):
        await table.play(seat, rng)
        moves += 1
        assert table.host.game.position == moves
        if rng.random() < 0.1:
            await restart_somebody(table, rng)
    await table.arrive()
    assert [size for size in map(folder_size, (tmp_path / "host").rglob("to-*")) if size > 1 << 19] == []
    for seat, player in table.players.items():
        agrees(player, SeatView(table.host.game.recording, seat))
        if table.host.game.to_move is None:
            assert player.recording.entries == table.host.game.recording.entries
    reading = read(table.save)
    assert reading.damage is None
    assert reading.game.cursor == moves
    await table.close()


def is_held_back(table: MailTable) -> bool:
    """Return whether somebody may not know the position yet."""
    game = table.host.game.recording
    return any(SeatView(game, seat).to_move != table.host.game.to_move for seat in table.players)


def folder_size(folder: Path) -> int:
    """Return the bytes of the files in ``folder``."""
    return sum(path.stat().st_size for path in folder.iterdir())


# ---- programs that are not there


async def test_the_game_is_shown_while_no_host_runs(table: MailTable) -> None:
    await table.start()
    await table.play(0, Random(1))
    await table.stop_host()
    await table.exchange()
    await table.stop_player(1)
    player = await table.start_player(1)
    assert player.position == 1
    assert table.players[0].is_connected, "a host that stops says no farewell"


async def test_a_request_waits_while_both_programs_are_off(table: MailTable) -> None:
    await table.start()
    await table.stop_host()
    player = table.players[0]
    action = player.menu.actions[0]
    playing = asyncio.create_task(player.play(action))
    await settle()
    playing.cancel()
    await table.stop_player(0)
    table.share(0)
    await table.start_host()
    await table.exchange()
    assert [entry.action for entry in table.host.game.recording.entries] == [action]
    for _ in range(2):
        await table.stop_host()
        await table.start_host()

    player = await table.start_player(0)
    await table.exchange()
    assert player.own_action(0) == action
    [(request, answer)] = table.late
    assert isinstance(request, m.Play)
    assert isinstance(answer, m.Done)
    assert table.boxes[0].pending == ()


async def test_a_waiting_request_is_known_after_a_restart(table: MailTable) -> None:
    await table.start()
    await table.stop_host()
    playing = asyncio.create_task(table.players[0].play(table.players[0].menu.actions[0]))
    await settle()
    playing.cancel()
    await table.stop_player(0)
    await table.start_player(0)
    [request] = table.boxes[0].pending
    assert isinstance(request, m.Play)


async def test_a_host_killed_before_it_noted_a_request_carries_it_out_once(
    table: MailTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.start()
    await table.play(0, Random(1))
    await table.play(1, Random(1))
    await table.arrive()
    with monkeypatch.context() as killed:
        killed.setattr(seat_box.SeatBox, "finish", lambda box, request_id: None)
        killed.setattr(seat_box.SeatBox, "keep_answer", lambda box, line: None)
        killed.setattr(seat_box.SeatBox, "write", settle_only)
        playing = asyncio.create_task(table.players[0].play(table.players[0].menu.actions[0]))
        await table.until(lambda: table.host.game.position == 3)
        await table.stop_host(flush=False)
    assert not playing.done()
    await table.start_host()
    await table.until(playing.done)
    await playing
    assert table.host.game.recording.cursor == 3
    assert table.players[0].position == 3


async def settle_only(box: object) -> None:
    """Write nothing."""


async def test_an_action_that_was_outrun_is_refused(table: MailTable) -> None:
    await table.start()
    player, other = table.players[0], table.boxes[0]
    await table.stop_host()
    first = asyncio.create_task(player.play(player.menu.actions[0]))
    second = asyncio.create_task(player.play(player.menu.actions[1]))
    await settle()
    assert len(other.pending) == 2
    await table.start_host()
    await table.until(second.done)
    await first
    with pytest.raises(NotTaken) as refused:
        await second
    assert refused.value.code is m.RefusalCode.STALE


async def test_nobody_is_connected(table: MailTable) -> None:
    await table.start()
    await table.exchange()
    assert [status.connected for status in table.players[0].seats] == [False, False]


async def test_an_undo_is_asked_for_and_allowed_by_mail(table: MailTable) -> None:
    await table.start()
    rng = Random(2)
    while table.host.game.to_move == 0:
        await table.play(0, rng)
    end = table.host.game.position
    await table.play(1, rng)
    await table.arrive()
    asking = asyncio.create_task(table.players[0].undo_to(end - 1, cross=True))
    await table.until(lambda: table.players[1].undo_asked is not None)
    await asking
    await table.until(asyncio.create_task(table.players[1].answer_undo(True)).done)
    await table.arrive()
    assert table.players[0].position == end - 1


async def test_forecasts_come_by_mail_and_only_the_last_question_counts(table: MailTable) -> None:
    await table.start()
    player = table.players[0]
    first, last = (asyncio.create_task(player.forecast(action)) for action in player.menu.actions[:2])
    await table.until(last.done)
    assert await last == player.known_forecast(player.menu.actions[1])
    with pytest.raises(NoForecast):
        await first


async def test_more_requests_than_a_file_may_have_are_not_taken(table: MailTable) -> None:
    await table.start()
    await table.stop_host()
    player = table.players[0]
    tasks = [asyncio.create_task(player.leave_to_bot("apprentice")) for _ in range(MOST_PENDING + 1)]
    await settle()
    assert len(table.boxes[0].pending) == MOST_PENDING
    with pytest.raises(NotTaken):
        await tasks[-1]
    for task in tasks[:-1]:
        task.cancel()


async def test_a_seat_is_open_in_one_program_at_a_time(table: MailTable) -> None:
    await table.start()
    with pytest.raises(InUse):
        await table.enter(0).open()


async def test_two_machines_of_one_player_do_not_disturb_each_other(table: MailTable, tmp_path: Path) -> None:
    await table.start()
    other = join(table.copy_of(0), table.codes[0], tmp_path / "laptop")
    other.polls = False
    connection = await other.open()
    await connection.send(m.encode(m.Hello()))
    await connection.send(m.encode(m.Concede(1)))
    table.boxes[2] = other
    table.share = lambda seat, share=table.share: share(seat % 2)  # type: ignore[method-assign, misc]
    await table.until(lambda: 0 in table.host.game.recording.conceded)
    await table.until(lambda: other.pending == ())
    connection.close()
    del table.boxes[2]


# ---- the folder


async def test_the_folder_stays_small(table: MailTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_box, "STREAM_GROWTH", 50_000)
    await table.start(1)
    player = table.players[0]
    first = {path.name.partition("-")[0] for path in (table.folder / "seat-1" / "to-seat").iterdir()}
    for _ in range(20):
        await table.play(0, Random(1))
        undoing = asyncio.create_task(player.undo_to(0))
        await table.until(undoing.done)
    files = list(table.folder.rglob("*.sealed"))
    assert len(files) <= 4
    assert sum(path.stat().st_size for path in files) < 100_000
    streams = {path.name.partition("-")[0] for path in files if path.parent.name == "to-seat"}
    assert len(streams) == 1
    assert streams != first


async def test_requests_are_removed_once_taken(table: MailTable) -> None:
    await table.start()
    await table.play(0, Random(1))
    await table.exchange()
    assert list((table.copy_of(0) / "seat-1" / "to-host").iterdir()) == []


async def test_the_host_repairs_its_files_and_removes_copies(table: MailTable) -> None:
    await table.start()
    [path] = (table.folder / "seat-1" / "to-seat").iterdir()
    content = path.read_bytes()
    for copy in ("(1)", ".sync-conflict-20261123-015000-ABCDEFG"):
        path.with_name(f"{path.stem}{copy}.sealed").write_bytes(content)
    path.write_bytes(content[:-1])
    foreign = path.with_name("notes.txt")
    foreign.write_text("mine")
    await table.mailbox.exchange()
    assert sorted(path.parent.iterdir()) == sorted([path, foreign])
    assert path.read_bytes() == content
    path.unlink()
    await table.mailbox.exchange()
    assert path.read_bytes() == content


async def test_a_folder_that_is_away_keeps_nothing_from_being_sent_later(table: MailTable, tmp_path: Path) -> None:
    await table.start()
    folder, away = table.copy_of(0), tmp_path / "away"
    folder.rename(away)
    playing = asyncio.create_task(table.players[0].play(table.players[0].menu.actions[0]))
    await settle()
    with pytest.raises(FileNotFoundError):
        await table.boxes[0].exchange()
    assert not folder.exists()
    away.rename(folder)
    await table.until(playing.done)
    await playing
    assert table.host.game.position == 1


async def test_a_folder_without_a_mailbox_is_no_address(tmp_path: Path) -> None:
    with pytest.raises(BadMailbox):
        join(tmp_path, "AAAA-BBBB-CCCC", tmp_path / "records")


async def test_a_folder_of_another_game_is_refused(table: MailTable, tmp_path: Path) -> None:
    await table.start_host()
    other = MailTable(tmp_path / "other", SETUP, SyncTool())
    await other.start_host()
    assert other.host is not None
    mailbox = HostMailbox(other.host, other.save, table.folder)
    with pytest.raises(BadMailbox):
        await mailbox.open()
    await other.close()


def test_links_are_not_followed(tmp_path: Path) -> None:
    secret, parcel = tmp_path / "secret", ToSeat(0, [])
    secret.write_text("untouched")
    folder = tmp_path / "seat-1" / "to-seat"
    folder.mkdir(parents=True)
    (folder / str(Name(1, 1))).symlink_to(secret)
    OwnFolder(folder, Seal(bytes(32), "")).update({Name(1, 1): parcel})
    assert secret.read_text() == "untouched"
    assert not (folder / str(Name(1, 1))).is_symlink()

    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for linked in (tmp_path / "seat-2" / "to-seat", tmp_path / "seat-3"):
        linked.parent.mkdir(exist_ok=True)
        linked.symlink_to(elsewhere)
    for seat in (2, 3):
        with pytest.raises(OSError, match="symbolic"):
            OwnFolder(tmp_path / f"seat-{seat}" / "to-seat", Seal(bytes(32), "")).update({Name(1, 1): parcel})
    assert list(elsewhere.iterdir()) == []


async def test_the_shared_folder_may_be_reached_through_a_link(table: MailTable, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "host").symlink_to(tmp_path / "real")
    await table.start()
    await table.play(0, Random(1))
    assert table.host.game.position == 1


async def test_the_old_game_is_shown_until_the_start_of_a_newer_stream_arrives(
    table: MailTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rokoko_core.remote.mailbox.stream.FILE_SIZE", 1)
    await table.start()
    await table.stop_player(1)
    copies = table.copy_of(1) / "seat-2" / "to-seat"
    old = {path: path.read_bytes() for path in copies.iterdir()}
    await table.stop_host()
    await table.start_host()
    await table.exchange()
    await table.play(0, Random(1))
    table.share(1)
    newer = sorted(set(copies.iterdir()) - set(old))
    assert len(newer) > 1
    start = newer[0].read_bytes()
    newer[0].unlink()
    for path, content in old.items():
        path.write_bytes(content)
    table.share = lambda seat: None  # type: ignore[method-assign]
    player = await table.start_player(1)
    assert player.position == 0
    newer[0].write_bytes(start)
    await table.boxes[1].exchange()
    await settle()
    assert player.position == 1


async def test_a_request_numbered_for_another_program_is_ignored(table: MailTable) -> None:
    await table.start()
    key, folder = derive_key(table.codes[0], table.mailbox.identity), table.folder / "seat-1" / "to-host"
    own = OwnFolder(folder, seal_of(key, table.mailbox.identity, 0, "to-host"), 7)
    requests = [m.Concede(8 << 32 | 1), m.Hello(), m.Concede(7 << 32 | 1)]
    own.update({Name(7, 1): ToHost(m.Hello(), [msgspec.Raw(m.encode(request)) for request in requests[:2]])})
    for _ in range(3):
        await table.mailbox.exchange()
        await settle()
    assert table.host.game.recording.conceded == ()
    own.update({Name(7, 2): ToHost(m.Hello(), [msgspec.Raw(m.encode(request)) for request in requests])})
    await table.mailbox.exchange()
    await settle()
    assert table.host.game.recording.conceded == (0,)


@pytest.mark.parametrize("fault", ["many", "large"])
async def test_a_file_with_too_much_in_it_is_ignored(
    table: MailTable, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.start()
    key, folder = derive_key(table.codes[0], table.mailbox.identity), table.folder / "seat-1" / "to-host"
    own = OwnFolder(folder, seal_of(key, table.mailbox.identity, 0, "to-host"), 7)
    number = MOST_PENDING + 1 if fault == "many" else 2
    if fault == "large":
        monkeypatch.setattr(mailbox_folder, "LONGEST_CONTENT", {ToHost: 200, ToSeat: 1 << 26})
    requests = [msgspec.Raw(m.encode(m.Concede(7 << 32 | n))) for n in range(1, number + 1)]
    own.update({Name(7, 1): ToHost(m.Hello(), requests)})
    for _ in range(3):
        await table.mailbox.exchange()
        await settle()
    assert table.host.game.recording.conceded == ()


async def test_a_seat_is_played_by_mail_and_on_a_connection(table: MailTable) -> None:
    await table.start()
    here, there = local_pair()
    serving = asyncio.create_task(table.host.serve(there))

    async def open_connection() -> LocalConnection:
        return here

    direct = RemoteGame(open_connection, m.Hello(token=table.boxes[0].token))
    await direct.connect()
    await direct.play(direct.menu.actions[0])
    await table.until(lambda: table.players[0].position == 1)
    assert [session.by_mail for session in table.host.sessions].count(True) == 2
    assert direct.is_connected
    direct.close()
    await serving


async def test_nobody_by_mail_is_idle_too_long(table: MailTable, monkeypatch: pytest.MonkeyPatch) -> None:
    await table.start_host()
    monkeypatch.setattr(m, "IDLE_SECONDS", 0)
    box = table.enter(0)
    connection = await box.open()
    await connection.send(m.encode(m.Hello()))
    for _ in range(3):
        await table.exchange()
    [stream] = {path.name.partition("-")[0] for path in (table.folder / "seat-1" / "to-seat").iterdir()}
    await table.exchange()
    assert {path.name.partition("-")[0] for path in (table.folder / "seat-1" / "to-seat").iterdir()} == {stream}
    connection.close()
    del table.boxes[0]


async def test_a_choice_that_this_disk_refuses_is_not_sent(table: MailTable, monkeypatch: pytest.MonkeyPatch) -> None:
    await table.start()
    player = table.players[0]

    def refuse(record: PlayerRecord, path: Path) -> None:
        raise OSError(ENOSPC, "full")

    with monkeypatch.context() as full:
        full.setattr(PlayerRecord, "write", refuse)
        with pytest.raises(NotTaken):
            await player.play(player.menu.actions[0])
    for _ in range(3):
        await table.exchange()
    assert table.host.game.position == 0
    assert table.boxes[0].pending == ()


@pytest.mark.parametrize(
    "line", [b"nonsense", b"", b"[" * 10_000, b'{"type":"ping","id":-5}', b'{"type":"welcome"}', m.encode(m.Hello())]
)
async def test_a_line_that_is_no_request_is_answered_as_by_a_host(table: MailTable, line: bytes) -> None:
    await table.start_host()
    connection = await table.enter(0).open()
    await connection.send(m.encode(m.Hello()))
    for sent in (line, m.encode(m.Concede(1))):
        await connection.send(sent)
    for _ in range(3):
        await table.exchange()
    received = [summarize(connection.lines.get_nowait() or b"") for _ in range(connection.lines.qsize())]
    assert [(each.type, each.code) for each in received if each.type == "farewell"] == [("farewell", "bad-message")]
    assert table.host is not None and table.host.game.recording.conceded == ()
    connection.close()
    del table.boxes[0]


# ---- versions and codes


async def test_a_code_that_belongs_to_no_seat_is_refused(table: MailTable) -> None:
    await table.start_host()
    table.codes[0] = "AAAA-BBBB-CCCC"
    with pytest.raises(WrongCode):
        table.enter(0)


async def test_a_code_is_used_up_as_elsewhere(table: MailTable) -> None:
    await table.start(1)
    assert set(table.host.claims.codes) == {1}
    token = "somebody with the code of a seat that was claimed"
    with pytest.raises(Rejected) as rejected:
        table.host.admit(m.Hello(code=table.codes[0], token=token))
    assert rejected.value.code is m.FarewellCode.WRONG_CODE


async def test_a_new_code_locks_the_old_player_out(table: MailTable) -> None:
    await table.start()
    old = table.players[0]
    code = table.host.claims.new_code(0)
    playing = asyncio.create_task(old.play(old.menu.actions[0]))
    for _ in range(3):
        await table.exchange()
    assert not playing.done()
    assert table.host.game.position == 0
    playing.cancel()
    await table.stop_player(0)
    table.codes[0] = code
    await table.start_player(0)
    await table.play(0, Random(1))
    assert table.host.game.position == 1


async def test_a_player_of_another_version_is_told(table: MailTable, monkeypatch: pytest.MonkeyPatch) -> None:
    await table.start_host()
    box = table.enter(0)
    game = RemoteGame(box.open, m.Hello(protocol=m.PROTOCOL + 1))
    joining = asyncio.create_task(game.connect())
    monkeypatch.setattr("rokoko_core.remote.mailbox.seat_mailbox._OWN_VERSIONS", (m.PROTOCOL + 1, m.Hello().rules))
    await table.until(joining.done)
    with pytest.raises(Unreachable) as unreachable:
        await joining
    assert unreachable.value.code is m.FarewellCode.PROTOCOL
    monkeypatch.setattr("rokoko_core.remote.mailbox.seat_mailbox._OWN_VERSIONS", OWN_VERSIONS)
    await table.start_player(0)


def test_writers_have_numbers_that_fit_into_a_request(table: MailTable) -> None:
    assert HIGHEST_WRITER << 32 < 2**53


@pytest.mark.parametrize("broken", [0, 1])
async def test_a_seat_whose_folder_cannot_be_used_silences_no_other(
    table: MailTable, tmp_path: Path, broken: int
) -> None:
    await table.start()
    mailbox, rng = table.mailbox, Random(1)
    assert mailbox is not None and table.host is not None and mailbox.faults == []
    folder = table.folder / f"seat-{broken + 1}"
    shutil.rmtree(folder / "to-seat")
    (tmp_path / "elsewhere").mkdir()
    (folder / "to-seat").symlink_to(tmp_path / "elsewhere")
    if table.host.game.to_move == broken:
        await table.host.game.play(legal_actions(table.host.game.recording.state)[0])
        table.host.moved()
    position = table.host.game.position
    await table.play(1 - broken, rng)
    assert table.host.game.position > position
    [(path, fault)] = mailbox.faults
    assert (path, fault.errno) == (folder, ELOOP)
    (folder / "to-seat").unlink()
    await table.exchange()
    assert mailbox.faults == []


async def test_a_player_learns_why_a_choice_stays_here(table: MailTable, tmp_path: Path) -> None:
    await table.start()
    game, box, seat = next((game, table.boxes[n], n) for n, game in table.players.items() if game.person_to_move == n)
    assert box.fault is None
    folder = table.copy_of(seat) / f"seat-{seat + 1}" / "to-host"
    shutil.rmtree(folder)
    folder.write_bytes(b"no folder")
    choice = asyncio.create_task(game.play(game.menu.actions[0]))
    await settle()
    while box.fault is None:
        await asyncio.sleep(0)
    assert isinstance(box.fault, NotADirectoryError)
    folder.unlink()
    await table.until(choice.done)
    await choice
    await box._try_exchange()
    assert box.fault is None


# ---- files of others

JUNK = [f"{group:010d}-{number:08d}.sealed" for group in (0, 1, 9_999_999_999) for number in range(700)]


def litter(folder: Path, names: list[str] = JUNK) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).write_bytes(b"junk")


@pytest.mark.slow
async def test_junk_in_the_folder_displaces_no_move(table: MailTable) -> None:
    rng = Random(1)
    await table.start()
    litter(table.copy_of(0) / "seat-1" / "to-host")
    for _ in range(4):
        await table.play(table.host.game.to_move or 0, rng)
    await table.arrive()
    assert table.host.game.position == 4
    assert table.mailbox.crowded == [table.folder / "seat-1" / "to-host"]


def test_files_of_the_game_are_found_among_junk(tmp_path: Path) -> None:
    seal = seal_of(b"k" * 32, "0" * 32, 0, "to-seat")
    parcels = {Name(5, number): ToSeat(number, []) for number in range(3)}
    OwnFolder(tmp_path, seal, 5).update(parcels)
    folder = mailbox_folder.ForeignFolder(tmp_path, seal, ToSeat)
    assert folder.scan(lambda name: True) == list(parcels.items())
    assert folder.crowded is None
    litter(tmp_path)
    OwnFolder(tmp_path, seal, 6).update({Name(6, 1): ToSeat(7, [])})
    looks = [folder.scan(lambda name: True) for _ in range(len(JUNK) // mailbox_folder.MOST_FILES + 1)]
    assert [parcel for look in looks for parcel in look] == [(Name(6, 1), ToSeat(7, []))]
    assert folder.crowded == tmp_path
    OwnFolder(tmp_path, seal, 7).update({Name(7, 1): ToSeat(8, [])})
    assert folder.scan(lambda name: True) == [(Name(7, 1), ToSeat(8, []))], "what was never read comes first"
    for name in JUNK:
        (tmp_path / name).unlink()
    assert folder.scan(lambda name: True) == []
    assert folder.crowded is None


def test_more_files_than_are_listed_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mailbox_folder, "MOST_NAMES", 10)
    folder = mailbox_folder.ForeignFolder(tmp_path, seal_of(b"k" * 32, "0" * 32, 0, "to-seat"), ToSeat)
    litter(tmp_path, JUNK[:10])
    folder.scan(lambda name: True)
    assert folder.crowded is None
    litter(tmp_path, JUNK[:11])
    folder.scan(lambda name: True)
    assert folder.crowded == tmp_path


async def test_what_is_said_and_who_conceded_arrives_by_mail(table: MailTable) -> None:
    await table.start()
    ada, bo = table.players[0], table.players[1]
    conceded: list[int] = []
    bo.on_conceded = conceded.append
    tasks = [asyncio.create_task(ada.say("Hello by mail"))]
    await table.until(lambda: [line.text for line in bo.chat] == ["Hello by mail"])
    tasks.append(asyncio.create_task(ada.concede(0)))
    await table.until(lambda: conceded == [0] and bo.to_move is None)
    assert bo.recording.conceded == (0,), "the whole game came with it"
    assert bo.seats[0].away_since == 0, "by mail nobody is away"
    await table.until(lambda: all(task.done() for task in tasks))
