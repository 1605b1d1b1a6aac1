"""The signals of the terminal."""

import os
import signal
import sys
from pathlib import Path

import pytest

from rokoko_tui.doors import signals


@pytest.mark.skipif(sys.platform == "win32", reason="there is no suspension on Windows")
def test_a_suspended_process_stops_again_until_it_is_in_the_foreground(monkeypatch: pytest.MonkeyPatch) -> None:
    stops: list[tuple[int, int]] = []
    foreground = iter((os.getpgrp() + 1, os.getpgrp()))
    monkeypatch.setattr(os, "kill", lambda *args: stops.append(args))
    monkeypatch.setattr(os, "tcgetpgrp", lambda terminal: next(foreground))
    with Path(os.devnull).open() as stdin:
        monkeypatch.setattr(sys, "__stdin__", stdin)
        signals._stop_process()
    assert stops == [(os.getpid(), signal.SIGSTOP)] * 2
