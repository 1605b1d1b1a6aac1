"""Playing in the app of a server, with the program ``ssh``."""

import os
import signal
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.journeys.hosted import CARD, CHOSEN, HAND, say
from tests.journeys.ssh_people import SshPeople, needs_ssh_client
from tests.journeys.terminal import COLOUR, Terminal

pytestmark = [pytest.mark.slow, needs_ssh_client]
MENU = ("Play", "Settings", "Quit")


@pytest.fixture
def people(tmp_path: Path) -> Iterator[SshPeople]:
    with SshPeople(tmp_path) as people:
        people.add("Ada")
        people.add("Bo")
        yield people


def choose_hand(terminal: Terminal) -> None:
    """Choose the first three cards. Only silence tells that the program on the other side is ready."""
    terminal.wait(HAND)
    for number, sign in (("1", "1 [x]"), ("2", "2 [x]"), ("3", CHOSEN)):
        terminal.quiet()
        terminal.press(number)
        terminal.wait(sign)


def colours(terminal: Terminal) -> set[str]:
    """Return the kinds of colours that were sent."""
    kinds = set()
    for match in COLOUR.finditer(terminal.written.decode(errors="replace")):
        kinds.add("truecolor" if "8;2;" in match[0] else "256" if "8;5;" in match[0] else "16")
    return kinds


@pytest.mark.smoke
def test_a_game_survives_a_broken_connection(people: SshPeople) -> None:
    people.serve()
    ada = people.connect("Ada")
    ada.wait(*MENU)
    ada.press("p")
    choose_hand(ada)
    ada.wait(CARD)
    ada.kill()
    assert len(list((people.folder("Ada") / "saves").glob("*.rokoko"))) == 1
    again = people.connect("Ada", size=(80, 24))
    again.wait("Continue", "round 1")
    again.resize(120, 40)
    again.wait("Continue", "round 1")
    again.quiet()
    again.press("c")
    again.wait(CARD, CHOSEN)
    again.quiet()
    again.press("enter")
    again.wait("choose the main action")
    people.leave(again)
    assert b"\x1b[?1049l" in again.written, "the terminal is restored"


def test_two_people_with_terminals_of_their_own(people: SshPeople) -> None:
    people.serve()
    ada = people.connect("Ada", environment={"TERM": "xterm-256color", "COLORTERM": "truecolor"})
    console = {"TERM": "linux", "COLORTERM": "", "LC_ALL": "uk_UA.UTF-8"}
    bo = people.connect("Bo", size=(80, 24), environment=console)
    ada.wait(*MENU)
    bo.wait("Налаштування")
    assert "truecolor" in colours(ada)
    assert colours(bo) == {"16"}
    ada.press("s")
    ada.wait("Pace of other players")
    assert not ada.shows("Processes for bots"), "the server decides that"
    bo.press("p")
    bo.wait("3")
    assert not ada.shows("Налаштування")
    people.leave(ada)
    bo.kill()
    assert not (people.folder("Ada") / "saves").exists()


@pytest.mark.parametrize(
    ("environment", "kinds"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": ""}, {"256"}),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, set()),
    ],
)
def test_colours_are_those_of_the_client(people: SshPeople, environment: dict[str, str], kinds: set[str]) -> None:
    people.serve()
    ada = people.connect("Ada", environment=environment)
    ada.wait(*MENU)
    people.leave(ada)
    assert colours(ada) == kinds


def test_a_dumb_terminal_and_none_are_refused_in_words(people: SshPeople) -> None:
    people.serve()
    dumb = people.connect("Ada", environment={"TERM": "dumb"})
    assert dumb.wait_for_exit() == 2
    assert "A dumb terminal cannot show the table." in dumb.text
    code, output = people.run("Ada", more=("-T",))
    assert (code, output.count("A terminal is needed")) == (2, 1)


def test_only_authorized_keys_and_nothing_but_the_app(people: SshPeople) -> None:
    people.add("Eve", authorize=False)
    people.add("Old", line='expiry-time="20200101"')
    people.serve()
    for name in ("Eve", "Old"):
        code, output = people.run(name)
        assert code == 255 and "Permission denied (publickey)" in output
    code, output = people.run("Ada", more=("-o", "PubkeyAuthentication=no"))
    assert code == 255 and "Permission denied (publickey)" in output
    code, output = people.run("Ada", "id")
    assert code != 0 and "uid=" not in output and "exec request failed" in output
    code, output = people.run("Ada", program="sftp")
    assert code != 0 and "sftp>" not in output
    code, output = people.run("Ada", more=("-W", f"127.0.0.1:{people.port}"))
    assert code != 0 and "SSH-2.0" not in output and "stdio forwarding failed" in output
    code, output = people.run("Ada", more=("-N", "-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:22"))
    assert code == 255 and "forwarding failed" in output
    ada = people.connect("Ada", "-A", "-X")
    ada.wait(*MENU)
    people.leave(ada)


def test_the_server_keeps_its_key_and_ends_its_sessions(people: SshPeople) -> None:
    server = people.serve("--sessions", 1)
    key = people.people / "ssh_host_key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    before = key.read_bytes()
    ada = people.connect("Ada")
    ada.wait(*MENU)
    ada.press("p")
    ada.wait(HAND)
    code, output = people.run("Bo", more=("-tt",))
    assert code == 255 and "Too many sessions" in output
    os.kill(server.process, signal.SIGTERM)
    assert ada.wait_for_exit() == 0
    assert "The server stops." in ada.text
    assert server.wait_for_exit() == 0
    people.serve()
    assert key.read_bytes() == before
    again = people.connect("Ada")
    again.wait("Continue", "round 1")
    people.leave(again)
    people.server.press("ctrl+c")
    assert people.server.wait_for_exit() == 0


def test_a_free_seat_is_taken_by_key(people: SshPeople) -> None:
    home = people.home / "server"
    with Terminal(
        home, "host", "--players", "Ada,Bo", "--first", "Ada", "--headless", "--open-seats", size=(200, 24)
    ) as host:
        host.until(lambda: b"Ctrl+C" in host.written, "the host to listen")
        people.serve()
        bo = people.connect("Bo")
        bo.wait("a free seat: Ada")
        bo.quiet()
        bo.press("c")
        bo.wait(say("start.which"), "a free seat: Bo")
        bo.quiet()
        bo.press("2")
        bo.wait(say("start.take-seat"))
        bo.quiet()
        bo.press("t")
        bo.wait("Waiting for Ada")
        bo.kill()
        ada = people.connect("Ada")
        ada.wait("a free seat: Ada")
        ada.quiet()
        ada.press("c")
        ada.wait(say("start.which"))
        assert not ada.shows("a free seat: Bo")
        ada.quiet()
        ada.press("1")
        ada.wait(say("start.take-seat"))
        ada.quiet()
        ada.press("t")
        choose_hand(ada)
        ada.wait("Waiting for Bo")
        for ticket in (people.folder("Bo") / "seats").glob("*.json"):
            ticket.unlink()  # the key alone returns to the seat
        again = people.connect("Bo")
        again.wait("your turn")
        again.quiet()
        again.press("c")
        again.wait(say("start.which"))
        again.quiet()
        again.press("1")
        again.wait(HAND)
        people.leave(again)
        people.leave(ada)
