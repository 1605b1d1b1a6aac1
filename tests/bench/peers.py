"""What the budgets are measured against: catanatron's random players, and a Textual app that does next to nothing."""

import os
import pty
import select
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Sequence
from fcntl import ioctl
from pathlib import Path

from textual.app import App, ComposeResult
from textual.widgets import Footer, Static

COLUMNS, LINES = 120, 40


def catanatron_game(seed: int) -> int:
    """Play catanatron's 4 random players; gives the number of decisions."""
    from catanatron import Color, Game, RandomPlayer

    game = Game([RandomPlayer(c) for c in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)], seed=seed)
    game.play()
    return len(game.state.actions)


class Trivial(App[None]):
    """One line of text and a footer."""

    BINDINGS = [("j", "count", "Count")]

    def compose(self) -> ComposeResult:
        yield Static("0", id="number")
        yield Footer()

    def action_count(self) -> None:
        number = self.query_one("#number", Static)
        number.update(str(int(str(number.content)) + 1))


def first_paint(command: Sequence[str]) -> float:
    """Seconds from starting ``command`` in a pseudo-terminal until it has painted text on the alternate screen."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        pid, fd = pty.fork()
        if pid == 0:
            compiled = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
            env = {**compiled, "TERM": "xterm-256color", "ROKOKO_SAVES": folder, "COLORTERM": "truecolor"}
            os.execvpe(command[0], list(command), env)
        ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
        seen = b""
        while True:
            ready, _, _ = select.select([fd], [], [], 20)
            if not ready:
                raise TimeoutError(f"{command} painted nothing")
            seen += os.read(fd, 65536)
            painted = seen.partition(b"\x1b[?1049h")[2]
            if len(painted) > 1500:
                break
        taken = time.perf_counter() - start
        os.kill(pid, 9)
        os.waitpid(pid, 0)
        os.close(fd)
        return taken


async def press_in_trivial(times: int) -> list[float]:
    """Seconds of each of ``times`` key presses in the trivial app, until all is settled."""
    app = Trivial()
    async with app.run_test(size=(COLUMNS, LINES)) as pilot:
        return [await _timed_press(pilot, "j") for _ in range(times)]


async def press_in_play(times: int) -> list[float]:
    """The same on the table of a game, moving the cursor in the list of what may be done."""
    from rokoko_core import Seat, Setup
    from rokoko_tui.app import RokokoApp
    from rokoko_tui.session.launch import Start
    from rokoko_tui.session.settings import Settings

    with tempfile.TemporaryDirectory() as folder:
        setup = Setup((Seat("Ada"), Seat("Bo"), Seat("Cy"), Seat("Dee")), 5)
        app = RokokoApp(Settings(saves=str(Path(folder))), Start("new", setup=setup))
        async with app.run_test(size=(COLUMNS, LINES)) as pilot:
            await pilot.pause()
            await pilot.press("enter")
            return [await _timed_press(pilot, "j") for _ in range(times)]


async def _timed_press(pilot: object, key: str) -> float:
    from textual.pilot import Pilot

    assert isinstance(pilot, Pilot)
    start = time.perf_counter()
    await pilot.press(key)
    return time.perf_counter() - start


if __name__ == "__main__":
    Trivial().run()
    sys.exit(0)
