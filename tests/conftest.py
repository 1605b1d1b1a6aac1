"""What all tests share: the place of the repository on the path, and a terminal that can do everything."""

import pytest

from rokoko_tui.drawing import terminal


@pytest.fixture(autouse=True)
def an_able_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Signs and colours do not depend on where the tests are run."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setattr(terminal, "encoding", lambda: "utf-8")
