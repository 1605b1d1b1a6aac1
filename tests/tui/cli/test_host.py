"""Hosting and joining from the command line, without a screen."""

import json
import subprocess
import sys
from errno import EBADF
from pathlib import Path

import pytest
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from rokoko_core import Seat, Setup, legal_actions
from rokoko_core.journal import Journal, Origin, create, open_journal, read
from rokoko_core.journal.given_names import CLAIMS as SEATS
from rokoko_core.remote.claims import open_claims
from rokoko_tui.cli import full_screen, host
from rokoko_tui.cli.parser import parser
from rokoko_tui.errors import CommandError, UsageError
from rokoko_tui.extras import install_command
from rokoko_tui.games import Start
from rokoko_tui.hosting import host_thread
from rokoko_tui.hosting.host_thread import HostPlan, HostThread
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text import get_vocabulary
from tests.tui.at_table import TWO
from tests.tui.cli.shell import Run, refused


@pytest.fixture
def hosting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HostThread:
    """A host of a new game of Ada and Bo; it stops with the test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    host = HostThread(HostPlan(tmp_path / "game.rokoko", TWO, tmp_path / "s.sock", port=0), Settings())
    host.start()
    return host


def talk(host: HostThread, seat: int, *requests: dict[str, object]) -> list[dict[str, object]]:
    """Join at ``seat`` with the program, send ``requests``, and return the messages of the host."""
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "rokoko_tui",
            "join",
            str(host.addresses[0]),
            "--code",
            host.claims.codes[seat],
            "--json",
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdin is not None and process.stdout is not None
    messages = []
    waiting = list(requests)
    for line in process.stdout:
        messages.append(json.loads(line))
        if messages[-1]["type"] in ("seats", "done", "refused", "forecast-answer"):
            if not waiting:
                break
            process.stdin.write(json.dumps(waiting.pop(0)).encode() + b"\n")
            process.stdin.flush()
    process.stdin.close()
    assert process.wait(30) == 0
    process.stdout.close()
    return messages


def test_a_script_plays_a_seat(hosting: HostThread, tmp_path: Path) -> None:
    hand = {"do": "choose-hand", "cards": list(hosting.host.game.recording.state.players[0].supply[:3])}
    try:
        messages = talk(hosting, 0, {"type": "play", "id": 1, "update": 0, "action": hand})
    finally:
        hosting.stop()
    kinds = [message["type"] for message in messages]
    assert kinds[0] == "welcome"
    assert kinds.index("step") < kinds.index("done"), "the answer follows the change it tells of"
    game = read(tmp_path / "game.rokoko").game
    assert game.cursor == 1
    assert game.seat_of(0) == 0


def test_the_save_and_the_claims_are_private(hosting: HostThread, tmp_path: Path) -> None:
    hosting.stop()
    private = (tmp_path / "game.rokoko", hosting.claims.path)
    assert {path.stat().st_mode & 0o777 for path in private} == {0o600}
    assert not (tmp_path / "s.sock").exists()


def test_a_hosted_save_was_never_open_to_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who opens it in the moment before its mode changes could read the seed of the whole game."""
    modes = list[int]()

    def create_and_look(path: Path, setup: Setup, private: bool = False) -> Journal:
        journal = create(path, setup, private=private)
        modes.append(path.stat().st_mode & 0o777)
        return journal

    monkeypatch.setattr(host_thread, "create", create_and_look)
    host = HostThread(HostPlan(tmp_path / "game.rokoko", TWO, tmp_path / "s.sock"), Settings())
    host.start()
    host.stop()
    assert modes == [0o600]


def test_a_code_works_once(run: Run, hosting: HostThread) -> None:
    code = hosting.claims.codes[1]
    try:
        talk(hosting, 1)
        again = run("join", str(hosting.addresses[0]), "--code", code, "--plain")
        assert hosting.claims.codes.keys() == {0}
    finally:
        hosting.stop()
    assert again.code == 1
    assert "does not know this code" in again.err


def test_the_own_seat_is_known_before_its_ticket_knows_the_player(hosting: HostThread) -> None:
    try:
        ticket = host.choose_own_ticket(hosting, 0)
        assert host.choose_own_ticket(hosting, 0) == ticket, "a code has one ticket"
        hosting.claims.claim(ticket.code, ticket.token)  # and the script ends before the welcome
        assert host.choose_own_ticket(hosting, 0) == ticket
        hosting.claims.claim(hosting.claims.codes[1], "a-secret-of-another-program")
        with pytest.raises(CommandError, match="seat-taken"):
            host.choose_own_ticket(hosting, 1)
    finally:
        hosting.stop()


def test_the_own_seat_is_found_where_the_host_listens_now(hosting: HostThread) -> None:
    try:
        ticket = host.choose_own_ticket(hosting, 0)
        hosting.claims.claim(ticket.code, ticket.token)
        hosting.addresses.reverse()
        assert host.choose_own_ticket(hosting, 0) == replace(ticket, address=str(hosting.addresses[0]))
    finally:
        hosting.stop()


def test_seats_without_a_known_player_are_listed_by_address(hosting: HostThread, run: Run) -> None:
    try:
        tickets = [host.choose_own_ticket(hosting, seat) for seat in (0, 1)]
    finally:
        hosting.stop()
    result = run("join")
    assert result.code == 2
    assert " ".join(result.err.split()).endswith(f"--seat: {tickets[1].address}, {tickets[0].address}.")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("join",), "you have no seat there"),
        (("join", "127.0.0.1:99999"), "not an address"),
        (("join", "--code", "AAAA"), "name the address"),
        (("join", "/nowhere/at/all.sock", "--code", "\udcff", "--plain"), "use the code that the host shows"),
        (("join", "/", "--code", "\udcff"), "use the code that the host shows"),
        (("host", "--players", "Ada,Bo", "--headless", "--invite", "Bo=\udcff"), "give a player and a key"),
        (("host", "--players", "Ada,Bo", "--headless", "--invite", "Cy=jo"), "--invite: no player is called"),
        (("host", "--players", "Ada,Bo", "--headless", "--open-seats", "Bo,Cy"), "--open-seats: no player is called"),
        (
            ("host", "--players", "Ada", "--bots", "Cy:easy", "--headless", "--open-seats", "Cy"),
            "--open-seats: a bot plays Cy",
        ),
        (("join", "/nowhere/at/all.sock", "--code", "AAAA", "--plain"), "there (no such file or folder)"),
        (("join", __file__, "--code", "AAAA", "--plain"), "No host answers there (no program listens there)"),
        (("join", "x" * 300, "--code", "AAAA", "--plain"), "(the name is too long)"),
        (("join", "x" * 300, "--language", "ukrainian"), "(назва задовга)"),
        (("host",), "name the players"),
        (("host", "--open-seats", "/nowhere/a.rokoko", "--headless"), "/nowhere/a.rokoko"),
        (("host", "--players", "Ada,Bo", "--group", "no-such-group"), "no group"),
        (("host", "--players", "Ada,Bo", "--headless", "--on-turn", "/no/such-program now"), "/no/such-program now;"),
        (("host", "--players", "Ada,Bo", "--headless", "--on-turn", "echo 'it is"), "close all quotation marks"),
        (("host", "--players", "Ada,Bo", "--headless", "--on-turn", __file__, "--language", "ukrainian"), "неможливо"),
        (("host", "--players", "Ada,Bo", "--headless", "--socket", "x" * 120), "cannot host"),
        (
            ("host", "--players", "Ada,Bo", "--headless", "--web", "--listen", "203.0.113.1"),
            "cannot host at 203.0.113.1:8160",
        ),
        (("host", "--players", "Ada,Bo", "--headless", "--socket", "/"), "cannot host at / (this is a folder)"),
        (("host", "--players", "Ada,Bo", "--headless", "--socket", __file__), "(the file already exists)"),
        (
            ("host", "--players", "Ada,Bo", "--headless", "--web", "--url", "https://a/b"),
            "https://a/b is not an address",
        ),
        (("host", "--players", "Ada,Bo", "--headless", "--web", "--listen", "0.0.0.0"), "with --url"),
        (("host", "a.rokoko", "b.rokoko", "--headless", "--web"), "several games"),
        (("host", "a.rokoko", "b.rokoko"), "several games"),
        (("host", "a.rokoko", "b.rokoko", "--headless", "--port", "0"), "several games"),
        (("play", "--json", "--players", "Ada", "--bots", "Cy:easy", "--seat", "Cy"), "a bot plays Cy"),
        (("host", "--players", "Ada,Bo", "--seed", "7"), "can be guessed"),
        (("host", "--players", "Ada,Bo", "--seed", "7", "--headless", "--mailbox", "x"), "add --seed-is-known"),
        (("play", "--json", "--players", "Ada,Bo", "--seed", "7"), "add --seed-is-known"),
    ],
)
def test_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], says: str
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    result = run(*arguments)
    assert result.code in (1, 2)
    assert says in " ".join(result.err.split())
    assert "Traceback" not in result.err


def test_browsers_need_the_extra_and_nothing_is_begun_without_it(
    run: Run, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "aiohttp", None)
    refused(run("host", "--players", "Ada,Bo", "--headless", "--web"), 1, install_command("web"))
    assert not list(library.rglob("*.rokoko"))


# ---- seeds that can be guessed, and deals that are known

SECRET = replace(TWO, seed=0xC0FFEE << 104, chance="blake2b")


def begun(path: Path, setup: Setup = SECRET, origin: Origin | UnsetType = UNSET) -> Path:
    """Create a save of a game with one action."""
    path.parent.mkdir(exist_ok=True)
    with create(path, setup, origin=origin) as journal:
        journal.game.play(legal_actions(journal.game.state)[0])
    return path


def warning_of(*argv: object) -> str:
    """Return what ``host`` warns of; empty if it does not. Raises ``UsageError``."""
    options = parser(get_vocabulary("classic")).parse_args(["host", *map(str, argv)])
    options.file = next(iter(options.files), None)
    return host._plan(options, Settings())[2]


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "saves"
    monkeypatch.setenv("ROKOKO_SAVES", str(folder))
    return folder


GUESSED = "The seed of this game can be guessed, and with it all that is hidden."
PLAYED = "This deal was played before, so what is hidden may be known."


def test_a_game_with_a_secret_seed_is_hosted_without_a_word(library: Path) -> None:
    assert warning_of("--players", "Ada,Bo") == ""
    assert warning_of(begun(library / "game.rokoko")) == ""


def test_a_known_seed_is_hosted_with_a_warning_if_one_says_so(library: Path) -> None:
    typed = ("--players", "Ada,Bo", "--seed", 7)
    with pytest.raises(UsageError, match="seed-guessed"):
        warning_of(*typed)
    assert warning_of(*typed, "--seed-is-known") == GUESSED


def test_a_save_behind_the_option_for_open_seats_is_hosted_with_all_of_them(library: Path) -> None:
    save = begun(library / "game.rokoko")
    for arguments in (("--open-seats", save), (save, "--open-seats")):
        options = parser(get_vocabulary("classic")).parse_args(["host", *map(str, arguments)])
        host.take_file_from_open_seats(options)
        [options.file] = options.files
        plan, _, _ = host._plan(options, Settings())
        assert (plan.save, plan.setup, plan.open_seats) == (save, None, (0, 1))


def test_options_name_guests_by_the_names_that_they_gave_too(library: Path) -> None:
    setup = replace(SECRET, players=(Seat("Ada"), Seat("Player 2")))
    save = begun(library / "game.rokoko", setup)
    claims = open_claims(save, setup, [1])
    claims.note_name(1, "Jos\N{LATIN SMALL LETTER E WITH ACUTE}")
    for name in ("Player 2", "JOSE\N{COMBINING ACUTE ACCENT}"):
        options = ("--new-code", name, "--open-seats", name, "--invite", f"{name}=jo", "--seat", name)
        arguments = parser(get_vocabulary("classic")).parse_args(["host", str(save), *options])
        [arguments.file] = arguments.files
        plan, seat, _ = host._plan(arguments, Settings())
        assert (plan.new_codes, plan.open_seats, plan.invited, seat) == ((1,), (1,), {1: "web:jo"}, 1)
    with pytest.raises(UsageError) as refused:
        warning_of(save, "--new-code", "Cy")
    assert refused.value.figures["names"] == ["Ada", "Jos\N{LATIN SMALL LETTER E WITH ACUTE}"]


def test_the_only_person_may_know_the_seed(library: Path) -> None:
    assert warning_of("--players", "Ada", "--bots", "Bo:easy", "--seed", 7) == ""
    assert warning_of("--solo", "--seed", 7) == ""


def test_an_old_save_is_hosted_only_if_one_says_so_but_goes_on_if_it_was_hosted(library: Path) -> None:
    old = begun(library / "old.rokoko", TWO)
    with pytest.raises(UsageError, match="seed-guessed"):
        warning_of(old)
    assert warning_of(old, "--seed-is-known") == GUESSED
    open_claims(old, TWO)
    assert warning_of(old) == GUESSED, "the people who play it must not be locked out"


def test_a_hosted_game_that_nobody_began_is_not_continued_with_a_known_seed(library: Path) -> None:
    path = library / "new.rokoko"
    library.mkdir()
    create(path, TWO).close()
    open_claims(path, TWO)
    with pytest.raises(UsageError, match="seed-guessed"):
        warning_of(path)


@pytest.mark.parametrize("where", ["beside it", "in the save folder"])
def test_a_deal_that_is_in_another_save_too_is_known(library: Path, tmp_path: Path, where: str) -> None:
    game = begun((library if where == "beside it" else tmp_path / "games") / "game.rokoko")
    begun(library / "again.rokoko", replace(SECRET, players=(Seat("Ada"), Seat("Cy"))), "fork")
    begun(library / "other.rokoko", replace(SECRET, seed=SECRET.seed + 1))
    with pytest.raises(UsageError, match="deal-known"):
        warning_of(game)
    assert warning_of(game, "--seed-is-known") == PLAYED


def test_a_deal_that_is_played_again_is_known_though_the_first_game_is_gone(library: Path) -> None:
    with pytest.raises(UsageError, match="deal-known"):
        warning_of(begun(library / "again.rokoko", origin="fork"))


def test_the_warning_is_shown_when_the_game_begins(
    run: Run, library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(host, "_wait", lambda hosts, words: 0)
    typed = ("host", "--players", "Ada,Bo", "--seed", 7, "--seed-is-known", "--socket", tmp_path / "s")
    assert run(*typed, "--headless").err == GUESSED + "\n"
    assert run("host", "--players", "Ada,Bo", "--headless", "--socket", tmp_path / "s").err == ""
    starts: list[Start] = []

    def launch(settings: Settings, start: Start) -> int:
        starts.append(start)
        return 0

    monkeypatch.setattr(full_screen, "run_full_screen", launch)
    assert run(*typed).code == 0
    assert [start.warning for start in starts] == [GUESSED]


def test_verify_says_that_the_seed_of_a_hosted_game_can_be_guessed(run: Run, library: Path) -> None:
    local, hosted, secret = (begun(library / f"{n}.rokoko", setup) for n, setup in enumerate((TWO, TWO, SECRET)))
    for path in (hosted, secret):
        open_claims(path, TWO)
    results = [run("verify", path) for path in (local, hosted, secret)]
    assert [GUESSED in result.out for result in results] == [False, True, False]
    with open_journal(local) as journal:
        journal.game.stand_in(1, "novice")
    result = run("verify", local)
    assert (result.code, result.out.endswith(f" {GUESSED}\n")) == (0, True), "only hosted games have stand-ins"


def test_a_new_game_that_cannot_be_hosted_leaves_no_save(run: Run, library: Path, tmp_path: Path) -> None:
    for name in ("socket", "other"):
        (tmp_path / name).mkdir()
    refused(run("host", "--players", "Ada,Bo", "--headless", "--socket", tmp_path / "socket"), 1, "this is a folder")
    assert not [*library.glob("*.rokoko"), *library.glob(f"{SEATS}/*")]
    save = begun(library / "mine.rokoko")
    content = save.read_bytes()
    refused(run("host", save, "--headless", "--socket", tmp_path / "socket"), 1, "this is a folder")
    assert save.read_bytes() == content, "a game that was there stays"


def test_a_new_game_that_nobody_can_join_leaves_no_save(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "say", fail_to_print)
    options = parser(get_vocabulary("classic")).parse_args(
        ["host", "--players", "Ada,Bo", "--headless", "--saves", str(library)]
    )
    with pytest.raises(OSError, match="closed"):
        host.run_host(options, Settings(saves=str(library)))
    assert not [*library.glob("*.rokoko"), *library.glob(f"{SEATS}/*")]


def fail_to_print(line: str = "") -> None:
    raise OSError(EBADF, "closed")
