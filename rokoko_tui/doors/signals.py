"""Signals: suspended and woken, the program hands over the terminal between two events; told to end, it leaves."""

import asyncio
import os
import signal
import sys

from textual.app import App


def follow(app: App[None]) -> None:
    """Let SIGTSTP suspend ``app``, SIGCONT wake it, and SIGINT, SIGTERM and SIGHUP leave it, each as an event after the
    others; where there is a terminal.

    Textual's driver does so within the handler of the signal, wherever the program is at that moment. In the middle of
    writing, that waits for ever for a lock the program itself holds; and woken without having been suspended, it lets
    two threads read the keys.
    """
    if sys.platform == "win32" or app.is_headless or app.is_web:
        return
    loop = asyncio.get_running_loop()

    def suspend() -> None:
        if app.is_running:
            loop.remove_signal_handler(signal.SIGCONT)
            with app.suspend():
                _stand_still()
            loop.add_signal_handler(signal.SIGCONT, wake)

    def wake() -> None:
        """Somebody else may have had the terminal meanwhile."""
        if app.is_running:
            with app.suspend():
                pass

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, _leave, app, number)
    loop.add_signal_handler(signal.SIGTSTP, suspend)
    loop.add_signal_handler(signal.SIGCONT, wake)


def follow_no_more(app: App[None]) -> None:
    """Leave suspending to the system again, and ignore Ctrl+C to the end; the terminal is being restored."""
    if sys.platform == "win32" or app.is_headless or app.is_web:
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTSTP, signal.SIGCONT, signal.SIGINT):
        loop.remove_signal_handler(number)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _leave(app: App[None], number: int) -> None:
    """Leave ``app`` with the exit code a shell expects after the signal ``number``."""
    if app.is_running:
        app.exit(return_code=128 + number)


def _stand_still() -> None:
    """Stop the process until it goes on with the terminal as its own; woken in the background it stops again."""
    assert sys.platform != "win32" and sys.__stdin__ is not None
    terminal = sys.__stdin__.fileno()
    os.kill(os.getpid(), signal.SIGSTOP)
    while os.tcgetpgrp(terminal) != os.getpgrp():
        os.kill(os.getpid(), signal.SIGSTOP)
