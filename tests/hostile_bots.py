"""The source of a module with hostile external bots, and their names."""

HOSTILE = '''
import fcntl
import multiprocessing
import os
import signal
import stat
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor

from rokoko_core.actions import Hire

time.sleep(float(os.environ.get("HOSTILE_IMPORT", "0")))
AT_IMPORT = os.environ.get("HOSTILE_AT_IMPORT", "")


def wire():
    """Return the descriptor of the pipe to the game."""
    for number in range(3, 64):
        try:
            writes = fcntl.fcntl(number, fcntl.F_GETFL) & os.O_ACCMODE == os.O_WRONLY
            if writes and stat.S_ISFIFO(os.fstat(number).st_mode):
                return number
        except OSError:
            pass


def write(content):
    while content:
        content = content[os.write(wire(), content):]


kept = []


def square(number):
    return number * number


def pool(view, rng, clock):
    """Start a process pool and do not close it."""
    workers = ProcessPoolExecutor(2, multiprocessing.get_context("fork"))
    assert list(workers.map(square, range(4))) == [0, 1, 4, 9]
    kept.append(workers)
    return view.actions[0]


def stubborn_pool(view, rng, clock):
    multiprocessing.get_context("fork").Pool(2, signal.signal, (signal.SIGTERM, signal.SIG_IGN))
    time.sleep(3600)


def dies(view, rng, clock):
    if os.fork():
        os._exit(3)
    time.sleep(3600)


def kills_its_guard(view, rng, clock):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(3600)


def leaves_children(view, rng, clock):
    for _ in range(3):
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"], close_fds=False)
    return view.actions[0]


def holds_the_lock(view, rng, clock):
    """Loop in C, so that no other thread of the process runs."""
    sum(iter(int, 1))


def stops(view, rng, clock):
    os.kill(os.getpid(), signal.SIGSTOP)


def writes(view, rng, clock):
    with open(os.environ["HOSTILE_BYTES"], "rb") as file:
        write(file.read())
    return view.actions[0]


def writes_a_half_line(view, rng, clock):
    write(b'{"type":"Answer","number":1,')
    time.sleep(3600)


def ends_in_a_line(view, rng, clock):
    write(b'{"type":"Answer","number":1,"action":')
    os._exit(0)


def floods_the_wire(view, rng, clock):
    while True:
        write(b"x" * 2**16)


def floods_in_lines(view, rng, clock):
    while True:
        write(b"{}\\n" * 2**14)


def floods_the_streams(view, rng, clock):
    for _ in range(100):
        os.write(1, b"x" * 2**20)
        os.write(2, b"x" * 2**20)
        print("x" * 1000)
        print("x" * 1000, file=sys.stderr)
    return view.actions[0]


def floods_from_a_thread(view, rng, clock):
    threading.Thread(target=floods_in_lines, args=(view, rng, clock), daemon=True).start()
    time.sleep(3600)


def answers_300_mb(view, rng, clock):
    return Hire("x" * 300_000_000)


def answers_odd_fields(view, rng, clock):
    return Hire({object()})


def answers_unshowable(view, rng, clock):
    class Odd:
        def __repr__(self):
            raise RuntimeError("no")
    return Odd()


def forks_each_time(view, rng, clock):
    """Leave a child that ignores SIGTERM, and one that has ended, at each question."""
    for seconds in (3600, 0):
        if not os.fork():
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            time.sleep(seconds)
            os._exit(0)
    return view.actions[0]


def leaves_the_session(view, rng, clock):
    """Leave a child in a session of its own that keeps the pipe to the game open; the test ends it."""
    if not os.fork():
        os.setsid()
        time.sleep(3600)
    return view.actions[0]


def allocates_300_mb(view, rng, clock):
    kept.append(b"x" * 300_000_000)
    return view.actions[0]


def allocates_everything(view, rng, clock):
    while True:
        kept.append(b"x" * 2**26)


def allocates_in_a_child(view, rng, clock):
    if not os.fork():
        try:
            allocates_everything(view, rng, clock)
        except MemoryError:
            os._exit(0)
    _, status = os.wait()
    return view.actions[status]


def forks_and_returns(view, rng, clock):
    """Let the child answer too."""
    os.fork()
    return view.actions[0]


def raises_the_limit(view, rng, clock):
    import resource
    resource.setrlimit(resource.RLIMIT_DATA, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def recurses(view, rng, clock):
    return recurses(view, rng, clock)


def raises_unshowable(view, rng, clock):
    class Odd(Exception):
        def __str__(self):
            raise RuntimeError("no")
    raise Odd


def interrupts(view, rng, clock):
    raise KeyboardInterrupt


def raises_300_mb(view, rng, clock):
    raise RuntimeError("x" * 300_000_000)


def answers_the_next_too(view, rng, clock):
    """Send an additional answer first."""
    import msgspec
    action = msgspec.json.encode(view.actions[0])
    write(b'{"type":"Answer","number":1,"action":' + action + b"}\\n")
    return view.actions[0]


def slow(view, rng, clock):
    """Use most of the time of each question."""
    time.sleep(0.3)
    return view.actions[0]


def last(view, rng, clock):
    return view.actions[-1]


if AT_IMPORT:
    globals()[AT_IMPORT](None, None, None)
'''
NAMES = [line.split("(")[0][4:] for line in HOSTILE.splitlines() if line.startswith("def ") and "view" in line]
