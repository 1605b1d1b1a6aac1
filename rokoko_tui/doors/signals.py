"""Signal handling: suspend, resume and exit between two events."""

import asyncio
import os
import signal
import sys

from textual.app import App


def follow(app: App[None]) -> None:
    """Handle SIGTSTP, SIGCONT, SIGINT, SIGTERM and SIGHUP in the event loop, if ``app`` has a terminal.

    Textual's driver suspends inside the signal handler. During a write, that deadlocks on the lock of the output; and a
    SIGCONT without a suspension starts a second thread that reads the keys.
    """
    if sys.platform == "win32" or app.is_headless or app.is_web:
        return
    loop = asyncio.get_running_loop()

    def suspend() -> None:
        if app.is_running:
            loop.remove_signal_handler(signal.SIGCONT)
            with app.suspend():
                _stop_process()
            loop.add_signal_handler(signal.SIGCONT, wake)

    def wake() -> None:
        """Restore the terminal, which another program may have changed."""
        if app.is_running:
            with app.suspend():
                pass

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, _leave, app, number)
    loop.add_signal_handler(signal.SIGTSTP, suspend)
    loop.add_signal_handler(signal.SIGCONT, wake)


def can_suspend(app: App[None]) -> bool:
    """Whether ``app`` has a terminal of this machine, and a shell that waits for it."""
    return sys.platform != "win32" and not app.is_headless and not app.is_web and os.getpgrp() != os.getsid(0)


def suspend() -> None:
    """Suspend this program and those that it runs or is run by, as a terminal does for Ctrl+Z."""
    assert sys.platform != "win32", "Windows has no job control"
    os.killpg(os.getpgrp(), signal.SIGTSTP)


def restore_signals(app: App[None]) -> None:
    """Restore the default handling of suspension, and ignore Ctrl+C while the terminal is being restored."""
    if sys.platform == "win32" or app.is_headless or app.is_web:
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTSTP, signal.SIGCONT, signal.SIGINT):
        loop.remove_signal_handler(number)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _leave(app: App[None], number: int) -> None:
    """Exit ``app`` with the code that a shell expects after the signal ``number``."""
    if app.is_running:
        app.exit(return_code=128 + number)


def _stop_process() -> None:
    """Stop the process until it resumes in the foreground; in the background it stops again."""
    assert sys.platform != "win32" and sys.__stdin__ is not None
    terminal = sys.__stdin__.fileno()
    os.kill(os.getpid(), signal.SIGSTOP)
    while os.tcgetpgrp(terminal) != os.getpgrp():
        os.kill(os.getpid(), signal.SIGSTOP)
