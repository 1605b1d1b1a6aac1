"""Hostile external bots: they are replaced in time, and no process of theirs remains."""

import io
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rokoko_core import Seat, Setup, bots, legal_actions, new_state, observe, to_move
from rokoko_core.bots import external_bot_process as bot_process
from rokoko_core.bots import plan
from rokoko_core.bots.arena import Match, play_match
from rokoko_core.bots.external_bots import BadBot, BotFault
from tests.hostile_bots import HOSTILE, NAMES
from tests.processes import living, needs_proc, sessions_with, wait_until
from tests.visitors import bots_installed

TABLE = new_state(Setup((Seat("Ada"), Seat("Bo")), 3))

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="the bots use POSIX functions"),
    needs_proc,
]
limited = pytest.mark.skipif(sys.platform != "linux", reason="memory is limited only where the system offers it")


@pytest.fixture(scope="module")
def visitors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with bots_installed(
        tmp_path_factory.mktemp("site"), HOSTILE, *(f"{name} = visiting_bots:{name}" for name in NAMES)
    ):
        yield


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_process, "GRACE", 0.3)
    monkeypatch.setattr(bot_process, "TIDYING", 0.2)


@pytest.fixture
def mark(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> str:
    """Return a value in the environment of all processes of the bots of this test."""
    value = f"{os.getpid()}-{request.node.name}"
    monkeypatch.setenv("HOSTILE_TEST", value)
    return value


def fault(name: str, seconds: float = 0.5) -> BadBot:
    with pytest.raises(BadBot) as raised:
        plan(TABLE, name, Random(1), seconds)
    assert raised.value.name == name
    return raised.value


def all_gone(mark: str) -> bool:
    return not living(*sessions_with("HOSTILE_TEST", mark))


# ---- processes


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("stubborn_pool", BotFault.STALLED),
        ("dies", BotFault.GONE),
        ("kills_its_guard", BotFault.STALLED),
        ("holds_the_lock", BotFault.STALLED),
        ("stops", BotFault.STALLED),
        ("interrupts", BotFault.GONE),
        ("writes_a_half_line", BotFault.STALLED),
        ("ends_in_a_line", BotFault.GONE),
        ("floods_the_wire", BotFault.NONSENSE),
        ("floods_in_lines", BotFault.NONSENSE),
        ("floods_from_a_thread", BotFault.NONSENSE),
        ("answers_300_mb", BotFault.NONSENSE),
        ("answers_odd_fields", BotFault.NONSENSE),
        ("answers_unshowable", BotFault.NONSENSE),
        ("raises_300_mb", BotFault.RAISED),
        ("raises_unshowable", BotFault.RAISED),
        ("recurses", BotFault.RAISED),
    ],
)
def test_a_bot_that_fails_ends_with_all_its_processes(visitors: None, mark: str, name: str, code: BotFault) -> None:
    bad = fault(name, 10.0 if name.endswith("300_mb") else 0.5)
    assert bad.code is code
    assert len(bad.detail) <= bot_process.MAX_DETAIL
    wait_until(lambda: all_gone(mark), f"the processes of {name} to end")


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("stubborn_pool", BotFault.STALLED),
        ("dies", BotFault.GONE),
        ("holds_the_lock", BotFault.STALLED),
        ("interrupts", BotFault.GONE),
        ("writes_a_half_line", BotFault.STALLED),
        ("ends_in_a_line", BotFault.GONE),
        ("floods_the_wire", BotFault.NONSENSE),
        ("floods_in_lines", BotFault.NONSENSE),
        ("recurses", BotFault.BROKEN),
        pytest.param("allocates_everything", BotFault.BROKEN, marks=limited),
    ],
)
def test_a_bot_that_fails_at_its_import_ends_with_all_its_processes(
    visitors: None, mark: str, monkeypatch: pytest.MonkeyPatch, name: str, code: BotFault
) -> None:
    monkeypatch.setattr(bot_process, "LOADING", 3.0 if code is BotFault.STALLED else 20.0)
    monkeypatch.setenv("HOSTILE_AT_IMPORT", name)
    bot_process.stop_external_bots()
    assert fault("last").code is code
    wait_until(lambda: all_gone(mark), f"the processes of {name} to end")


@limited
def test_memory_is_limited(visitors: None, mark: str) -> None:
    bad = fault("allocates_everything", 20.0)
    assert (bad.code, bad.detail.partition(":")[0]) == (BotFault.RAISED, "MemoryError")
    bad = fault("raises_the_limit", 20.0)
    assert (bad.code, bad.detail.partition(":")[0]) == (BotFault.RAISED, "ValueError")
    assert plan(TABLE, "allocates_in_a_child", Random(1), 20.0) == (legal_actions(TABLE)[0],)
    bot_process.stop_external_bots()
    wait_until(lambda: all_gone(mark), "the processes of the bots to end")


def test_memory_within_the_limit_is_free_again_after_the_bot(visitors: None, mark: str) -> None:
    assert plan(TABLE, "allocates_300_mb", Random(1), 20.0) == (legal_actions(TABLE)[0],)
    bot_process.stop_external_bots()
    wait_until(lambda: all_gone(mark), "the processes of the bot to end")


def test_a_lower_limit_of_the_system_stays() -> None:
    script = (
        "import resource; from rokoko_core.system import limit_memory\n"
        "kind = resource.RLIMIT_DATA if sys.platform == 'linux' else resource.RLIMIT_AS\n"
        "resource.setrlimit(kind, (2**29, 2**29)); limit_memory(2**30)\n"
        "print(resource.getrlimit(kind) == (2**29, 2**29))"
    )
    command = [sys.executable, "-c", f"import sys; sys.path = {sys.path!r}\n{script}"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "True\n"


def test_a_process_that_left_the_session_does_not_block_the_game(visitors: None, mark: str) -> None:
    assert plan(TABLE, "leaves_the_session", Random(1), 10.0) == (legal_actions(TABLE)[0],)
    wait_until(lambda: len(sessions_with("HOSTILE_TEST", mark) - {os.getsid(0)}) > 1, "the child to leave")
    bot_process.stop_external_bots()
    for pid in living(*sessions_with("HOSTILE_TEST", mark)):
        os.kill(pid, signal.SIGKILL)
    wait_until(lambda: all_gone(mark), "the process that left the session to end")


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("dies", BotFault.GONE),
        ("writes_a_half_line", BotFault.STALLED),
        ("floods_in_lines", BotFault.NONSENSE),
        pytest.param("allocates_everything", BotFault.RAISED, marks=limited),
    ],
)
def test_a_whole_game_ends_without_a_hostile_bot(
    visitors: None, mark: str, monkeypatch: pytest.MonkeyPatch, name: str, code: BotFault
) -> None:
    monkeypatch.setattr(bots, "EXTERNAL_BOT_SECONDS", 0.3 if code is BotFault.STALLED else 60.0)
    bots.external_levels.cache_clear()
    result = play_match(Match((name, "random"), 5))[0]
    bots.external_levels.cache_clear()
    assert [(each.level, each.code) for each in result.replaced] == [(name, code)]
    assert sum(seat.won for seat in result.seats) == 1
    wait_until(lambda: all_gone(mark), f"the processes of {name} to end")


@pytest.mark.parametrize("name", ["pool", "leaves_children", "forks_each_time", "floods_the_streams"])
def test_processes_that_a_bot_starts_end_with_it(visitors: None, mark: str, name: str) -> None:
    assert plan(TABLE, name, Random(1), 10.0) == (legal_actions(TABLE)[0],)
    assert sessions_with("HOSTILE_TEST", mark)
    bot_process.stop_external_bots()
    wait_until(lambda: all_gone(mark), f"the processes of {name} to end")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pool", "holds_the_lock", "leaves_children"])
def test_a_bot_ends_if_the_process_of_the_game_is_killed(visitors: None, mark: str, name: str) -> None:
    script = (
        "from random import Random; from rokoko_core import *; from rokoko_core.bots import plan\n"
        f"plan(new_state(Setup((Seat('Ada'), Seat('Bo')), 3)), {name!r}, Random(1), 3600.0)\n"
        "print(flush=True); input()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", f"import sys; sys.path = {sys.path!r}\n{script}"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as game:
        assert game.stdout is not None
        if name == "holds_the_lock":
            wait_until(lambda: len(sessions_with("HOSTILE_TEST", mark)) > 1, "the bot to start")
        else:
            game.stdout.readline()
        game.send_signal(signal.SIGKILL)
    wait_until(lambda: all_gone(mark), f"the processes of {name} to end")


# ---- messages


LINES = {
    "garbage": b"this is no message\n",
    "empty": b"\n",
    "nul": b"\0\0\0\n",
    "not UTF-8": b'{"type":"Failure","code":"raised","detail":"\xff\xfe"}\n',
    "bytes": bytes(range(256)) + b"\n",
    "null": b"null\n",
    "list": b"[1, 2, 3]\n",
    "no type": b'{"number":1}\n',
    "other type": b'{"type":"Question","number":1}\n',
    "wrong fields": b'{"type":"Answer","number":"one","action":{}}\n',
    "unknown code": b'{"type":"Failure","code":"bored","detail":""}\n',
    "huge number": b'{"type":"Answer","number":' + b"9" * 5000 + b',"action":{}}\n',
    "huge exponent": b'{"type":"Answer","number":1e999999,"action":{}}\n',
    "negative": b'{"type":"Answer","number":-1,"action":{}}\n',
    "ready again": b'{"type":"Ready"}\n',
    "no action": b'{"type":"Answer","number":1,"action":null}\n',
    "huge in action": b'{"type":"Answer","number":1,"action":{"type":"hire","card":' + b"9" * 9999 + b"}}\n",
    "deep": b"[" * 100_000 + b"\n",
    "deep action": b'{"type":"Answer","number":1,"action":' + b"[" * 100_000 + b"}\n",
    "surrogate": b'{"type":"Failure","code":"raised","detail":"\\ud800"}\n',
    "too long": b"x" * (bot_process.MAX_MESSAGE + 1),
    "too long a line": b'{"type":"Ready","x":"' + b"x" * bot_process.MAX_MESSAGE + b'"}\n',
}


@pytest.mark.sample(8)
@pytest.mark.slow
@pytest.mark.parametrize("name", LINES)
def test_an_invalid_line_is_nonsense(
    visitors: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    path = tmp_path / "bytes"
    path.write_bytes(LINES[name])
    monkeypatch.setenv("HOSTILE_BYTES", str(path))
    assert fault("writes", 10.0).code is BotFault.NONSENSE


@pytest.mark.parametrize("name", ["answers_the_next_too", "forks_and_returns"])
def test_an_answer_to_another_question_is_nonsense(visitors: None, mark: str, name: str) -> None:
    """The second answer to a question is read at the next one, or, from a slow process, at one after it."""
    with pytest.raises(BadBot) as raised:
        for _ in range(20):
            assert plan(TABLE, name, Random(1), 10.0) == (legal_actions(TABLE)[0],)
    assert raised.value.code is BotFault.NONSENSE
    wait_until(lambda: all_gone(mark), f"the processes of {name} to end")


class Pipes:
    """A process that wrote ``content`` and ended."""

    def __init__(self, content: bytes) -> None:
        self.stdin = io.BytesIO()
        self.stdout = io.BytesIO(content)


messages = st.lists(
    st.one_of(
        st.sampled_from([line.rstrip(b"\n") for line in LINES.values() if len(line) < 10_000]),
        st.binary(max_size=200),
        st.builds(
            '{{"type":"Answer","number":{},"action":{}}}'.format,
            st.integers(),
            st.sampled_from(["null", "{}", '{"type":"hire"}', '"x"']),
        ).map(str.encode),
    ),
    max_size=4,
).map(b"\n".join)


@settings(max_examples=300)
@given(content=messages, ends=st.booleans())
def test_invalid_bytes_only_raise_bad_bot(content: bytes, ends: bool) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subprocess, "Popen", lambda *args, **options: Pipes(content + b"\n" * ends))
        process = bot_process.BotProcess("odd")
        for request in (
            process.wait_until_ready,
            lambda: process.ask(observe(TABLE, to_move(TABLE)), 1, 10.0, lambda: False),
        ):
            try:
                request()
            except BadBot as bad:
                assert bad.name == "odd"
        process._messages.put(b"")
        process._reads.put(False)


# ---- time


def test_the_questions_of_a_turn_share_its_time_in_the_arena(visitors: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each answer is in time, but those of a turn together are not."""
    monkeypatch.setattr(bots, "EXTERNAL_BOT_SECONDS", 0.35)
    monkeypatch.setattr(bot_process, "GRACE", 0.1)
    bots.external_levels.cache_clear()
    result = play_match(Match(("slow", "random"), 5))[0]
    bots.external_levels.cache_clear()
    assert [(each.level, each.code) for each in result.replaced] == [("slow", BotFault.STALLED)]


def test_the_import_of_a_bot_does_not_count_for_its_turn(visitors: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The import takes longer than a turn may."""
    monkeypatch.setattr(bot_process, "GRACE", 0.0)
    monkeypatch.setattr(bots, "EXTERNAL_BOT_SECONDS", 3.0)
    monkeypatch.setenv("HOSTILE_IMPORT", "3.5")
    bots.external_levels.cache_clear()
    bot_process.stop_external_bots()
    result = play_match(Match(("last", "random"), 5))[0]
    bots.external_levels.cache_clear()
    assert result.replaced == ()
