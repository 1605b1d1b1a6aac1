"""The player's name in a game without the form."""

import getpass

import pytest

from rokoko_tui.settings.quick_start import own_name
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text import get_words


@pytest.mark.parametrize(
    ("account", "setting", "expected"),
    [
        ("ada", "", "Ada"),
        ("Ada", "", "Ada"),
        ("deVries", "", "deVries"),
        ("ADA", "", "ADA"),
        ("ada", "Countess", "Countess"),
        ("", "", get_words("classic").term("you")),
    ],
)
def test_the_name_comes_from_settings_account_or_you(
    monkeypatch: pytest.MonkeyPatch, account: str, setting: str, expected: str
) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: account)
    assert own_name(Settings(name=setting), get_words("classic")) == expected


def test_an_unknown_account_is_you(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> str:
        raise KeyError("no such user")

    monkeypatch.setattr(getpass, "getuser", fails)
    words = get_words("classic")
    assert own_name(Settings(), words) == words.term("you")
