"""Where a host listens, which seats it offers, and the tickets of seats: each value at its limits."""

import os
import socket
from errno import EADDRINUSE, EEXIST, EISDIR, ENAMETOOLONG
from pathlib import Path
from stat import S_IMODE

import pytest
from msgspec.structs import replace

from rokoko_core import Seat, Setup
from rokoko_core.remote.connection import Address, BadAddress, parse_address
from rokoko_core.remote.host_options import Hosting
from rokoko_core.remote.server import LONGEST_SOCKET_NAME, listen_on_socket, remove_socket
from rokoko_core.remote.tickets import Ticket, Tickets, named
from tests.core.remote.hosted import hosted

TWO = Setup((Seat("Ada"), Seat("Bo")), seed=7, first_player=0)

# ---- addresses


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:1/token", Address(None, 1, "token")),
        ("localhost:65535/a/b", Address(None, 65535, "a/b")),
        ("127.0.0.1:00080", Address(None, 80, "")),
        ("127.0.0.2:80/x", Address(Path("127.0.0.2:80/x"))),
        ("127.0.0.1", Address(Path("127.0.0.1"))),
        ("/run/game.sock", Address(Path("/run/game.sock"))),
        ("a:b", Address(Path("a:b"))),
    ],
)
def test_an_address_is_a_path_or_a_port_of_this_machine(text: str, address: Address) -> None:
    assert parse_address(text) == address
    assert parse_address(str(address)) == address, "as it is shown"


def test_the_path_of_an_address_may_begin_at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    address = parse_address("~/game.sock")
    assert address.path == tmp_path / "game.sock"
    assert address.resolved == Address((tmp_path / "game.sock").resolve())
    assert Address(None, 80, "x").resolved == Address(None, 80, "x")


@pytest.mark.parametrize(
    "text",
    ["", "a\0b", "127.0.0.1:", "127.0.0.1:0/x", "127.0.0.1:65536/x", "127.0.0.1:000080", "127.0.0.1:-1", "localhost:²"],
)
def test_anything_else_is_no_address(text: str) -> None:
    with pytest.raises(BadAddress):
        parse_address(text)


# ---- seats without a code


def test_a_seat_is_offered_to_everybody_or_to_its_one_guest() -> None:
    hosting = Hosting(open_seats=(0, 2), invited={1: "key of Bo", 2: "key of Cy"})
    offered = {key: [hosting.is_offered(seat, key) for seat in range(4)] for key in ("key of Bo", "key of Cy", "")}
    assert offered == {
        "key of Bo": [True, True, False, False],
        "key of Cy": [True, False, True, False],
        "": [True, False, False, False],
    }


# ---- sockets


async def test_a_socket_is_the_owners_and_replaces_one_without_a_host(tmp_path: Path) -> None:
    async with hosted(tmp_path, TWO) as table:
        path = tmp_path / "new" / "game.sock"
        server = await listen_on_socket(table.host, path)
        assert (S_IMODE(path.stat().st_mode), S_IMODE(path.parent.stat().st_mode)) == (0o600, 0o700)
        with pytest.raises(OSError) as refused:
            await listen_on_socket(table.host, path)
        assert refused.value.errno == EADDRINUSE
        server.close()
        await server.wait_closed()
        left = tmp_path / "left.sock"
        with socket.socket(socket.AF_UNIX) as other:
            other.bind(str(left))
        again = await listen_on_socket(table.host, left, os.getgid())
        assert S_IMODE(left.stat().st_mode) == 0o660
        again.close()
        remove_socket(left)
        remove_socket(left)
        assert not left.exists()


@pytest.mark.parametrize(("group", "modes"), [(None, (0o600, 0o700)), (4321, (0o660, 0o710))])
async def test_a_socket_of_a_group_and_its_new_folder_are_the_groups(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, group: int | None, modes: tuple[int, int]
) -> None:
    given = list[tuple[Path, int, int]]()
    monkeypatch.setattr("os.chown", lambda path, user, group: given.append((path, user, group)))
    path, mask = tmp_path / "new" / "game.sock", os.umask(0o022)
    try:
        async with hosted(tmp_path, TWO) as table:
            server = await listen_on_socket(table.host, path, group)
            assert (S_IMODE(path.stat().st_mode), S_IMODE(path.parent.stat().st_mode)) == modes
            server.close()  # Python 3.13 removes the socket
        assert os.umask(0o022) == 0o022, "as before"
    finally:
        os.umask(mask)
    assert given == ([] if group is None else [(path.parent, -1, group), (path, -1, group)])


async def test_a_file_a_folder_and_a_long_name_are_no_place_for_a_socket(tmp_path: Path) -> None:
    async with hosted(tmp_path, TWO) as table:
        (tmp_path / "file").write_text("kept")
        for path, code in ((tmp_path / "file", EEXIST), (tmp_path, EISDIR)):
            with pytest.raises(OSError) as refused:
                await listen_on_socket(table.host, path)
            assert refused.value.errno == code
        assert (tmp_path / "file").read_text() == "kept"
        folder = Path(f"/tmp/rokoko-{os.getpid()}")
        longest = folder / ("x" * (LONGEST_SOCKET_NAME - len(os.fsencode(folder)) - 1))
        try:
            (await listen_on_socket(table.host, longest)).close()
            with pytest.raises(OSError) as refused:
                await listen_on_socket(table.host, Path(f"{longest}x"))
            assert refused.value.errno == ENAMETOOLONG
        finally:
            longest.unlink(missing_ok=True)
            folder.rmdir()


# ---- tickets


def test_tickets_are_found_by_address_code_and_player_the_newest_first(tmp_path: Path) -> None:
    tickets = Tickets(tmp_path / "tickets")
    assert tickets.list() == [] and tickets.find("here") is None
    old, new = tickets.new("here", "AAAA"), tickets.new("here", "BBBB")
    other = tickets.new("there", "AAAA")
    assert len({old.token, new.token, other.token}) == 3 and min(map(len, (old.token, new.token))) >= 20
    for age, ticket in enumerate((new, old, other)):
        [path] = [each for each in (tmp_path / "tickets").iterdir() if ticket.token in each.read_text("utf-8")]
        os.utime(path, (1_000_000 - age, 1_000_000 - age))
        assert S_IMODE(path.stat().st_mode) == 0o600
    assert tickets.list() == [new, old, other]
    assert [tickets.find("here", code) for code in ("", "AAAA", "BBBB", "CCCC")] == [new, old, new, None]
    known = replace(old, code="", game="g", seat=1, players=("Ada", "Bo"))
    tickets.write(known)
    assert sorted(tickets.list(), key=str) == sorted((new, known, other), key=str), "in place of the older one"
    assert (tickets.find("here", name="Bo"), tickets.find("here", name="Ada")) == (known, None)
    tickets.remove(known)
    tickets.remove(known)
    assert known not in tickets.list() and len(tickets.list()) == 2


@pytest.mark.parametrize(("seat", "name"), [(-1, ""), (0, "Ada"), (1, "Bo"), (2, "")])
def test_a_ticket_names_its_player_once_that_is_known(seat: int, name: str) -> None:
    ticket = Ticket("127.0.0.1:80/door", "token", "CODE", seat=seat, players=("Ada", "Bo"))
    assert ticket.name == name
    assert named([ticket], "") == [ticket] and named([ticket], "ADA") == ([ticket] if name == "Ada" else [])
    hello = ticket.hello(history=False, peek=True)
    assert (hello.code, hello.token, hello.access, hello.history, hello.peek) == ("CODE", "token", "door", False, True)
    assert (ticket.hello().history, ticket.hello().peek) == (True, False)
