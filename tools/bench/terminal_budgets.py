"""Budgets of the terminal program: it runs in a real pseudo-terminal and is compared with a trivial Textual app.

Times end with the last byte written. Bytes are the whole output of the program.
"""

import os
import statistics
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from shutil import copy
from time import perf_counter

from rokoko_core import Game, Seat, Setup, legal_actions
from rokoko_core.journal import create
from rokoko_core.pending import MainAction
from rokoko_core.play.game_summary import Summary
from rokoko_tui.panes.table_view import FRAMES_A_SECOND
from rokoko_tui.saves.folder import list_folder, look_into
from rokoko_tui.saves.index import INDEX, Index
from tools import ROOT
from tools.bench.peers import READY
from tools.bench.results import Result, given_up, limited, ratio
from tools.bench.screen import Answer, Frame, Screen, TooLong, bytes_needed

ROUNDS = 7
PRESSES = 40
SIZES = ((80, 24), (120, 40), (200, 60))
PROGRAM = ("-m", "rokoko_tui")
SAVES = 10_000
FINISHED = sorted((ROOT / "saves").glob("*.rokoko"))
SILENCE = 10.0
"""Seconds for which the output of an idle table is counted."""
GUARDED = 1.0
"""Seconds for which the hand-over page ignores keys."""
WHOLE = 12_000
"""More bytes than any change of a screen, fewer than a full screen."""
REPLAY_POSITION = 340
"""Position of the large sample game from which the turns of the others are replayed."""


def first_paint() -> Iterator[Result]:
    """Compare the time to the start screen with that of one line of text. With 256 colours, ours are converted."""
    for name, colours in (("first paint", "truecolor"), ("first paint, 256 colors", "")):
        ours, theirs = [], []
        for number in range(ROUNDS + 1):
            with temporary_home() as home, Screen(("-m", "tools.bench.peers", "text"), home, colours=colours) as peer:
                text = peer.shown(READY)
            with temporary_home() as home, Screen(PROGRAM, home, colours=colours) as program:
                start = program.shown("New game")
            if number:  # the first run compiles the modules
                theirs.append(text)
                ours.append(start)
        times = statistics.median(o / t for o, t in zip(ours, theirs, strict=True))
        mine, peers = statistics.median(ours) * 1000, statistics.median(theirs) * 1000
        yield ratio(name, f"{mine:.0f} ms", f"trivial Textual app: {peers:.0f} ms", times, 1.5)


def finished_save() -> Iterator[Result]:
    """Compare the time to the final sheet of a finished 5-player game with that to one line of text."""
    ours, theirs = [], []
    for _ in range(ROUNDS):
        with temporary_home() as home, Screen(("-m", "tools.bench.peers", "text"), home) as peer:
            theirs.append(peer.shown(READY))
        with temporary_home() as home, Screen((*PROGRAM, "load", _copy_sample(home, "base-5")), home) as program:
            ours.append(program.shown("wins"))
    times = statistics.median(o / t for o, t in zip(ours, theirs, strict=True))
    mine, peers = statistics.median(ours) * 1000, statistics.median(theirs) * 1000
    yield ratio(
        "a finished game to its score sheet", f"{mine:.0f} ms", f"trivial Textual app: {peers:.0f} ms", times, 2.5
    )


def arrow_keys() -> Iterator[Result]:
    """Compare a step in the menu with a step in a list of 20, at every size."""
    for size in SIZES:
        name = f"{size[0]}x{size[1]}"
        with temporary_home() as home, Screen(("-m", "tools.bench.peers", "list"), home, size) as peer:
            peer.shown(READY)
            peer.still()
            with open_table(home, size) as table:
                pairs = [(table.answer("down"), peer.answer("down")) for _ in range(PRESSES)][2:]
        ours, theirs = _median([pair[0] for pair in pairs]), _median([pair[1] for pair in pairs])
        yield limited(f"arrow key, bytes, {name}", ours.bytes / 1000, 4, "kB")
        yield ratio(
            f"arrow key, time, {name}",
            f"{ours.seconds * 1000:.0f} ms",
            f"list of 20: {theirs.seconds * 1000:.0f} ms, {theirs.bytes / 1000:.1f} kB",
            ours.seconds / theirs.seconds,
            3,
        )


def committed_action() -> Iterator[Result]:
    """Compare the bytes written for an action and its undo with those of the changed cells."""
    pairs_by_name: dict[str, list[tuple[int, int]]] = {"committed action, bytes": [], "undo, bytes": []}
    with temporary_home() as home, open_table(home, (120, 40)) as table:
        before = table.picture()
        for _ in range(4):
            for name, key in zip(pairs_by_name, ("enter", "u"), strict=True):
                count = table.answer(key).bytes
                after = table.picture()
                pairs_by_name[name].append((count, bytes_needed(before, after)))
                before = after
    for name, pairs in pairs_by_name.items():
        count, needed = (statistics.median(values) for values in zip(*pairs[1:], strict=True))
        changed = f"changed cells: {needed / 1000:.1f} kB"
        yield ratio(name, f"{count / 1000:.1f} kB", changed, count / max(1, needed), 1.5)


def quiet_table() -> Iterator[Result]:
    """Measure the output of an idle table."""
    with temporary_home() as home, open_table(home, (120, 40)) as table:
        table.still(1.0)
        yield limited(f"a quiet table for {SILENCE:.0f} s", table.quiet(SILENCE), 0, "bytes", 0)


def moving_pieces() -> Iterator[Result]:
    """Measure the output for one step of a moving piece while the turns of others are replayed."""
    size = (160, 50)
    with temporary_home() as home:
        path = _sample_until(home, "everything-5", REPLAY_POSITION)
        with Screen((*PROGRAM, "--motion", "on", "--pace", "calm", "load", path), home, size) as table:
            table.until(lambda output: len(output) > WHOLE)
            table.still(1.0)
            table.press("enter")
            table.still(1.0)
            table.press("v")
            steps = _animation(table.frames(1.5))
    name = f"{size[0]}x{size[1]}"
    yield limited(f"a step of a piece on its way, {name}", max(step.bytes for step in steps) / 1000, 4, "kB")
    yield limited("such steps a second", _max_per_second(steps), FRAMES_A_SECOND, "steps", 0)


def final_count() -> Iterator[Result]:
    """Measure the output for one frame of the final count of a 5-player game."""
    for size in ((120, 40), (160, 50)):
        with temporary_home() as home:
            path = _sample_until(home, "everything-5", -1)
            with Screen((*PROGRAM, "--motion", "on", "load", path), home, size) as table:
                table.until(lambda output: len(output) > WHOLE)
                table.still(1.0)
                table.press("enter")
                table.still(0.5)
                table.press("e")
                table.until(lambda output: len(output) > WHOLE)
                most = max(frame.bytes for frame in _animation(table.frames(1.0)[FRAMES_A_SECOND:]))
        yield limited(f"a frame of the final count, {size[0]}x{size[1]}", most / 1000, 4, "kB")


def _animation(frames: list[Frame]) -> list[Frame]:
    """Return the frames that follow another without a pause; neither may be a full screen."""
    pairs = [pair for pair in pairwise(frames) if all(frame.bytes < WHOLE for frame in pair)]
    return [frame for before, frame in pairs if frame.at - before.at < 1.6 / FRAMES_A_SECOND]


def _max_per_second(frames: list[Frame]) -> int:
    return max(sum(0 <= other.at - frame.at < 1 for other in frames) for frame in frames)


def many_saves() -> Iterator[Result]:
    """Compare start (until Continue is known), Continue, Load and quit with 10,000 saves and with one."""
    with temporary_home() as one, temporary_home() as many, temporary_home() as unknown:
        homes = {"": _with_saves(one, 1), "index": _with_saves(many, SAVES), "no index": _with_saves(unknown, SAVES)}
        _index_all(many / "saves")
        times: dict[tuple[str, str], list[float]] = {}
        for _ in range(ROUNDS):
            for kind, home in homes.items():
                for step, seconds in _measure_steps(home, remove_index=home is unknown):
                    times.setdefault((kind, step), []).append(seconds)
    for kind in ("index", "no index"):
        for step in ("start", "Continue", "Load", "quit"):
            name = f"{step}, {SAVES:,} saves{'' if kind == 'index' else ', no index'}"
            with_many, with_one = times.get((kind, step)), times["", step]
            if with_many is None:
                yield given_up(name, "300 ms", 30)
            else:
                difference = statistics.median(with_many) - statistics.median(with_one)
                yield limited(name, max(0.0, difference) * 1000, 300, "ms more than with one", 0)


def _with_saves(home: Path, count: int) -> Path:
    """Fill ``home`` with ``count`` saves: a game in progress and older finished ones."""
    newest = new_game(home / "saves" / "newest.rokoko")
    for number in range(count - 1):
        path = home / "saves" / f"{number:05}.rokoko"
        if number < len(FINISHED):
            path.write_bytes(FINISHED[number].read_bytes())
            os.utime(path, (newest.stat().st_mtime - 60,) * 2)
        else:
            os.link(home / "saves" / f"{number % len(FINISHED):05}.rokoko", path)
    return home


def _index_all(saves: Path) -> None:
    """Write the index of ``saves``; read one save of each size."""
    index = Index(saves)
    by_size: dict[int, Summary] = {}
    for info in list_folder(saves):
        if info.size not in by_size:
            summary = look_into(info.path).summary
            assert summary is not None, info.path
            by_size[info.size] = summary
        index.note(info.name, info.size, info.stamp, by_size[info.size])
    index.write({info.name for info in list_folder(saves)})


def _measure_steps(home: Path, remove_index: bool) -> Iterator[tuple[str, float]]:
    """Yield (step, seconds); steps that time out are left out."""
    for step, key, text in (("Continue", "c", "Enter continue"), ("Load", "l", "Last played"), ("quit", "q", "")):
        if remove_index:
            (home / "saves" / INDEX).unlink(missing_ok=True)
        with suppress(TooLong), Screen(PROGRAM, home) as program:
            yield "start", program.shown("round 1")
            program.still()
            yield step, _time_to(program, key, text)


def _time_to(program: Screen, key: str, text: str) -> float:
    """Return the seconds from ``key`` to ``text``, or to the end of the program if it is empty."""
    start = perf_counter()
    program.press(key)
    if text:
        program.shown(text)
    else:
        program.gone()
    return perf_counter() - start


@contextmanager
def temporary_home() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="rokoko-bench-") as folder:
        yield Path(folder)


def new_game(path: Path) -> Path:
    """Save a game of four people in which the first must choose a main action."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with create(path, Setup(tuple(Seat(name) for name in ("Ada", "Bo", "Cy", "Dee")), 5)) as journal:
        while not isinstance(journal.game.state.pending[-1], MainAction):
            journal.game.play(legal_actions(journal.game.state)[-1])
    return path


def _copy_sample(home: Path, sample: str) -> Path:
    """Copy a sample game to the saves of ``home``."""
    (home / "saves").mkdir()
    return Path(copy(ROOT / "saves" / f"{sample}.rokoko", home / "saves"))


def _sample_until(home: Path, sample: str, until: int) -> Path:
    """Save a sample game up to the action ``until``; turns do not end automatically."""
    write_settings(home, 'end_turns = "never"')
    game, path = Game.load(ROOT / "saves" / f"{sample}.rokoko"), home / "saves" / f"{sample}.rokoko"
    path.parent.mkdir()
    with create(path, game.setup) as journal:
        for action in game.line[:until]:
            journal.game.play(action)
    return path


@contextmanager
def open_table(home: Path, size: tuple[int, int]) -> Iterator[Screen]:
    """Run the program at a table, after the hand-over; turns do not end automatically."""
    path = new_game(home / "saves" / "game.rokoko")
    write_settings(home, 'end_turns = "never"')
    with Screen((*PROGRAM, "load", path), home, size) as table:
        table.shown("Enter continue")
        table.still(GUARDED)
        table.press("enter")
        table.shown("main action")
        table.still(0.5)
        yield table


def write_settings(home: Path, *lines: str) -> None:
    (home / "config" / "rokoko").mkdir(parents=True)
    (home / "config" / "rokoko" / "settings.toml").write_text("\n".join(lines), encoding="utf-8")


def _median(answers: list[Answer]) -> Answer:
    return Answer(
        int(statistics.median(answer.bytes for answer in answers)),
        statistics.median(answer.seconds for answer in answers),
    )


MEASUREMENTS: tuple[Callable[[], Iterator[Result]], ...] = (
    first_paint,
    finished_save,
    arrow_keys,
    committed_action,
    quiet_table,
    moving_pieces,
    final_count,
    many_saves,
)
