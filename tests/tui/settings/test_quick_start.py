"""Playing at once: what the person at the terminal is called."""

import getpass

import pytest

from rokoko_tui.settings.quick_start import own_name
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text import words_of


@pytest.mark.parametrize(
    ("account", "settled", "called"),
    [
        ("ada", "", "Ada"),
        ("Ada", "", "Ada"),
        ("deVries", "", "deVries"),
        ("ADA", "", "ADA"),
        ("ada", "Countess", "Countess"),
        ("", "", words_of("classic").term("you")),
    ],
)
def test_a_person_is_called_as_settled_else_as_the_account_with_a_capital_else_you(
    monkeypatch: pytest.MonkeyPatch, account: str, settled: str, called: str
) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: account)
    assert own_name(Settings(name=settled), words_of("classic")) == called


def test_an_account_nobody_can_name_is_you(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> str:
        raise KeyError("no such user")

    monkeypatch.setattr(getpass, "getuser", fails)
    words = words_of("classic")
    assert own_name(Settings(), words) == words.term("you")
