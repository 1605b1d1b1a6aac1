"""Notifications: which terminals show them, and what is sent to them."""

from itertools import chain

import pytest

from rokoko_tui.doors.base_app import Keyboard, SoftKeyboard
from rokoko_tui.doors.connection import Connection
from rokoko_tui.doors.notifications import BELL, BROWSER, OSC_9, OSC_99, OSC_777, choose_alert, notification_codes
from rokoko_tui.doors.web.sessions import ENVIRONMENT
from tests import hostile

XTERM = {"TERM": "xterm-256color"}


@pytest.mark.parametrize(
    ("environment", "way", "why"),
    [
        ({"TERM": "xterm-kitty"}, OSC_99, "TERM"),
        ({"TERM": "foot"}, OSC_777, "TERM"),
        (XTERM | {"TERM_PROGRAM": "iTerm.app"}, OSC_9, "TERM_PROGRAM"),
        (XTERM | {"LC_TERMINAL": "iTerm2"}, OSC_9, "LC_TERMINAL"),
        (ENVIRONMENT, OSC_777, "TERM_PROGRAM"),
        (XTERM, BELL, "unknown"),
        ({}, BELL, "unknown"),
        ({"TERM": "tmux-256color", "LC_TERMINAL": "iTerm2"}, BELL, "multiplexer"),
        (XTERM | {"TERM_PROGRAM": "tmux", "LC_TERMINAL": "iTerm2"}, BELL, "multiplexer"),
    ],
)
def test_a_notification_is_sent_to_terminals_that_are_known_to_show_it(
    environment: dict[str, str], way: str, why: str
) -> None:
    connection = Connection(lambda data: None, environment)
    assert choose_alert("notification", connection.environment) == (way, why), "by the environment of the connection"
    assert [choose_alert(setting, environment).way for setting in ("off", "bell")] == ["off", "bell"]


def test_the_sequences_are_those_of_the_terminals() -> None:
    text = ("Rokoko", "It is your turn.")
    assert notification_codes(OSC_9, *text) == "\x1b]9;Rokoko: It is your turn.\x1b\\"
    assert notification_codes(OSC_777, *text) == "\x1b]777;notify;Rokoko;It is your turn.\x1b\\"
    assert notification_codes(OSC_99, *text) == "\x1b]99;i=rokoko:o=unfocused;Rokoko: It is your turn.\x1b\\"


@pytest.mark.parametrize("sequence", [OSC_9, OSC_777, OSC_99])
def test_no_text_ends_a_notification_or_begins_another(sequence: str) -> None:
    for text in chain(hostile.CONTROL, hostile.UNSEEN, hostile.MARKED, ("a;b",)):
        codes = notification_codes(sequence, text, text)
        assert codes.startswith("\x1b]") and codes.endswith("\x1b\\")
        assert codes[2:-2].isprintable() and "\u202e" not in codes
    assert notification_codes(OSC_777, "a;b", "c;d").endswith(";notify;a,b;c;d\x1b\\")


def test_a_page_in_a_browser_opens_the_keyboard_of_a_phone() -> None:
    sent: list[str] = []
    keyboard = SoftKeyboard(sent.append, {"TERM_PROGRAM": BROWSER})
    keyboard.repeat()
    assert sent == []
    for line in (7, 7, 8):
        keyboard.say(Keyboard.TAP, line)
    keyboard.repeat()
    keyboard.say(Keyboard.NONE, 0)
    codes = [f"\x1b]777;keyboard;{state}\x07" for state in ("tap;7", "tap;8", "tap;8", "none;0")]
    assert sent == codes


def test_other_terminals_open_no_keyboard() -> None:
    sent: list[str] = []
    SoftKeyboard(sent.append, {"TERM_PROGRAM": "WezTerm"}).say(Keyboard.OPEN, 1)
    assert sent == []
