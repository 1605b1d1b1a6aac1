"""The budgets of the terminal side: the program in a real pseudo-terminal, beside a trivial Textual app.

Seconds end with the last byte written; bytes are all that the program writes.
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

from rokoko_tui.screens.show_table import FRAMES_A_SECOND

from rokoko_core import Game, Seat, Setup, legal_actions
from rokoko_core.journal import create
from rokoko_core.pending import MainAction
from rokoko_tui.saves.index import INDEX, Index, Summary
from rokoko_tui.saves.library import look_into, saves_in
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
"""Seconds a quiet table is listened to."""
WHOLE = 12_000
"""Bytes that are more than any change of a screen, and less than a whole one."""
LOOKED_BACK_FROM = 340
"""The position of the large sample game from which the turns of the others are shown again."""


def first_paint() -> Iterator[Result]:
    """Process start to the start screen, against one line of text; with 256 colours, ours are converted besides."""
    for what, colours in (("first paint", "truecolor"), ("first paint, 256 colours", "")):
        ours, theirs = [], []
        for number in range(ROUNDS + 1):
            with _home() as home, Screen(("-m", "tools.bench.peers", "text"), home, colours=colours) as peer:
                text = peer.shown(READY)
            with _home() as home, Screen(PROGRAM, home, colours=colours) as program:
                start = program.shown("New game")
            if number:  # the first of each makes the compiled files
                theirs.append(text)
                ours.append(start)
        times = statistics.median(o / t for o, t in zip(ours, theirs, strict=True))
        mine, peers = statistics.median(ours) * 1000, statistics.median(theirs) * 1000
        yield ratio(what, f"{mine:.0f} ms", f"trivial Textual app: {peers:.0f} ms", times, 1.5)


def finished_save() -> Iterator[Result]:
    """How much longer a finished game of five takes to its table, with the final sheet on it, than the start screen."""
    longer = []
    for _ in range(ROUNDS):
        with _home() as home, Screen(PROGRAM, home) as program:
            start = program.shown("New game")
        with _home() as home, Screen((*PROGRAM, "load", _copied(home, "base-5")), home) as program:
            longer.append(program.shown("wins") - start)
    yield limited("a finished game to its final sheet", statistics.median(longer) * 1000, 150, "ms over first paint", 0)


def arrow_keys() -> Iterator[Result]:
    """A step in the list of choices, against a step in a list of 20, at every size."""
    for size in SIZES:
        name = f"{size[0]}x{size[1]}"
        with _home() as home, Screen(("-m", "tools.bench.peers", "list"), home, size) as peer:
            peer.shown(READY)
            peer.still()
            with _table(home, size) as table:
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
    """The bytes written for an action and for its undo, against those of the cells that changed."""
    done: dict[str, list[tuple[int, int]]] = {"committed action, bytes": [], "undo, bytes": []}
    with _home() as home, _table(home, (120, 40)) as table:
        before = table.picture()
        for _ in range(4):
            for what, key in zip(done, ("enter", "u"), strict=True):
                count = table.answer(key).bytes
                after = table.picture()
                done[what].append((count, bytes_needed(before, after)))
                before = after
    for what, pairs in done.items():
        count, needed = (statistics.median(figure) for figure in zip(*pairs[1:], strict=True))
        changed = f"changed cells: {needed / 1000:.1f} kB"
        yield ratio(what, f"{count / 1000:.1f} kB", changed, count / max(1, needed), 1.5)


def quiet_table() -> Iterator[Result]:
    """What a table writes while nobody does anything."""
    with _home() as home, _table(home, (120, 40)) as table:
        table.still(1.0)
        yield limited(f"a quiet table for {SILENCE:.0f} s", table.quiet(SILENCE), 0, "bytes", 0)


def moving_pieces() -> Iterator[Result]:
    """What is written for one step of a piece on its way to its new owner, while the turns of others are shown."""
    size = (160, 50)
    with _home() as home:
        path = _played(home, "everything-5", LOOKED_BACK_FROM)
        with Screen((*PROGRAM, "--motion", "on", "--pace", "calm", "load", path), home, size) as table:
            table.until(lambda seen: len(seen) > WHOLE)
            table.still(1.0)
            table.press("enter")
            table.still(1.0)
            table.press("v")
            steps = _in_time(table.frames(1.5))
    name = f"{size[0]}x{size[1]}"
    yield limited(f"a step of a piece on its way, {name}", max(step.bytes for step in steps) / 1000, 4, "kB")
    yield limited("such steps a second", _most_a_second(steps), FRAMES_A_SECOND, "steps", 0)


def final_count() -> Iterator[Result]:
    """What is written for one frame of the count of a game of five, once the picture stands."""
    for size in ((120, 40), (160, 50)):
        with _home() as home:
            path = _played(home, "everything-5", -1)
            with Screen((*PROGRAM, "--motion", "on", "load", path), home, size) as table:
                table.until(lambda seen: len(seen) > WHOLE)
                table.still(1.0)
                table.press("enter")
                table.still(0.5)
                table.press("e")
                table.until(lambda seen: len(seen) > WHOLE)
                most = max(frame.bytes for frame in _in_time(table.frames(1.0)[FRAMES_A_SECOND:]))
        yield limited(f"a frame of the final count, {size[0]}x{size[1]}", most / 1000, 4, "kB")


def _in_time(frames: list[Frame]) -> list[Frame]:
    """Those that came right after another, none of both being a whole screen."""
    pairs = [pair for pair in pairwise(frames) if all(frame.bytes < WHOLE for frame in pair)]
    return [frame for before, frame in pairs if frame.at - before.at < 1.6 / FRAMES_A_SECOND]


def _most_a_second(frames: list[Frame]) -> int:
    return max(sum(0 <= other.at - frame.at < 1 for other in frames) for frame in frames)


def many_saves() -> Iterator[Result]:
    """How much longer start (until Continue is known), Continue, Load and quit take with 10,000 saves than with one."""
    with _home() as one, _home() as many, _home() as unknown:
        homes = {"": _with_saves(one, 1), "index": _with_saves(many, SAVES), "no index": _with_saves(unknown, SAVES)}
        _note(many / "saves")
        taken: dict[tuple[str, str], list[float]] = {}
        for _ in range(ROUNDS):
            for kind, home in homes.items():
                for what, seconds in _taken(home, fresh=home is unknown):
                    taken.setdefault((kind, what), []).append(seconds)
    for kind in ("index", "no index"):
        for what in ("start", "Continue", "Load", "quit"):
            name = f"{what}, {SAVES:,} saves{'' if kind == 'index' else ', no index'}"
            found, few = taken.get((kind, what)), taken["", what]
            if found is None:
                yield given_up(name, "300 ms", 30)
            else:
                longer = statistics.median(found) - statistics.median(few)
                yield limited(name, max(0.0, longer) * 1000, 300, "ms more than with one", 0)


def _with_saves(home: Path, count: int) -> Path:
    """A home with so many saves: an open game, and older ones that are all finished."""
    newest = _begun(home / "saves" / "newest.rokoko")
    for number in range(count - 1):
        path = home / "saves" / f"{number:05}.rokoko"
        if number < len(FINISHED):
            path.write_bytes(FINISHED[number].read_bytes())
            os.utime(path, (newest.stat().st_mtime - 60,) * 2)
        else:
            os.link(home / "saves" / f"{number % len(FINISHED):05}.rokoko", path)
    return home


def _note(saves: Path) -> None:
    """Let the index of ``saves`` know all of them, by a look into one of each kind."""
    index = Index(saves)
    kinds: dict[int, Summary] = {}
    for info in saves_in(saves):
        if info.size not in kinds:
            summary = look_into(info.path).summary
            assert summary is not None, info.path
            kinds[info.size] = summary
        index.note(info.name, info.size, info.stamp, kinds[info.size])
    index.write({info.name for info in saves_in(saves)})


def _taken(home: Path, fresh: bool) -> Iterator[tuple[str, float]]:
    """The seconds each takes, without an index when all shall be ``fresh``; what takes too long is left out."""
    for what, key, shows in (("Continue", "c", "Any key"), ("Load", "l", "Stands at"), ("quit", "q", "")):
        if fresh:
            (home / "saves" / INDEX).unlink(missing_ok=True)
        with suppress(TooLong), Screen(PROGRAM, home) as program:
            yield "start", program.shown("round 1")
            program.still()
            yield what, _time_to(program, key, shows)


def _time_to(program: Screen, key: str, shows: str) -> float:
    begun = perf_counter()
    program.press(key)
    if shows:
        program.shown(shows)
    else:
        program.gone()
    return perf_counter() - begun


@contextmanager
def _home() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="rokoko-bench-") as folder:
        yield Path(folder)


def _begun(path: Path) -> Path:
    """A game of four people in which the first is to choose the main action among many."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with create(path, Setup(tuple(Seat(name) for name in ("Ada", "Bo", "Cy", "Dee")), 5)) as journal:
        while not isinstance(journal.game.state.pending[-1], MainAction):
            journal.game.play(legal_actions(journal.game.state)[-1])
    return path


def _copied(home: Path, sample: str) -> Path:
    """One of the sample games, in the folder of the saves."""
    (home / "saves").mkdir()
    return Path(copy(ROOT / "saves" / f"{sample}.rokoko", home / "saves"))


def _played(home: Path, sample: str, until: int) -> Path:
    """One of the sample games up to that action, in the folder of the saves; turns end only by a key."""
    _settle(home, "end_turns = false")
    game, path = Game.load(ROOT / "saves" / f"{sample}.rokoko"), home / "saves" / f"{sample}.rokoko"
    path.parent.mkdir()
    with create(path, game.setup) as journal:
        for action in game.line[:until]:
            journal.game.play(action)
    return path


@contextmanager
def _table(home: Path, size: tuple[int, int]) -> Iterator[Screen]:
    """The program at that table, the first to move seated, all still; turns end only by a key."""
    path = _begun(home / "saves" / "game.rokoko")
    _settle(home, "end_turns = false")
    with Screen((*PROGRAM, "load", path), home, size) as table:
        table.shown("Any key")
        table.still()
        table.press("enter")
        table.shown("main action")
        table.still(0.5)
        yield table


def _settle(home: Path, *lines: str) -> None:
    """Settings to play by there."""
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
