"""Notifications of the desktop or browser: which terminals show them, and the control sequences for them."""

from collections.abc import Mapping
from typing import NamedTuple

from rokoko_tui.text.safe_display import shown

OSC_9, OSC_777, OSC_99 = "OSC 9", "OSC 777", "OSC 99"
"""The control sequences of iTerm2, rxvt-unicode and kitty. Many terminals know one of them; others may print it."""
OFF, BELL = "off", "bell"
BROWSER = "rokoko-page"
"""The value of ``TERM_PROGRAM`` in a browser; ``alerts.js`` handles OSC 777."""
TOUCH = "ROKOKO_TOUCH"
"""The variable that is set where fingers are the pointer, so that there may be no keyboard."""
_TERMINALS = {
    "TERM": {
        "xterm-kitty": OSC_99,
        **dict.fromkeys(("foot", "foot-extra", "xterm-ghostty", "wezterm", "contour"), OSC_777),
    },
    "TERM_PROGRAM": {"iTerm.app": OSC_9, **dict.fromkeys((BROWSER, "WezTerm", "ghostty", "WarpTerminal"), OSC_777)},
    "LC_TERMINAL": {"iTerm2": OSC_9},  # SSH forwards it, other than TERM_PROGRAM
}
"""By variable, the values that name a terminal with notifications."""


class Alert(NamedTuple):
    """How a player is alerted, and why so."""

    way: str
    """``OFF``, ``BELL`` or a control sequence."""
    why: str
    """``setting``; for a notification the variable that names the terminal, or why it is only the bell."""


def choose_alert(setting: str, environment: Mapping[str, str]) -> Alert:
    """Choose the alert in the terminal of ``environment`` by the setting ``turn_alert``: off, bell or notification."""
    if setting in (OFF, BELL):
        return Alert(setting, "setting")
    kind, program = environment.get("TERM", ""), environment.get("TERM_PROGRAM", "")
    if kind.startswith(("tmux", "screen")) or program == "tmux":  # which drop the sequences
        return Alert(BELL, "multiplexer")
    for variable, terminals in _TERMINALS.items():
        if (sequence := terminals.get(environment.get(variable, ""))) is not None:
            return Alert(sequence, variable)
    return Alert(BELL, "unknown")


def notification_codes(sequence: str, title: str, text: str) -> str:
    """Return the codes that show a notification, with control characters replaced.

    kitty is asked to show it only while its window has no focus, which other terminals do anyway.
    """
    line = shown(f"{title}: {text}")
    if sequence == OSC_9:
        return f"\x1b]9;{line}\x1b\\"
    if sequence == OSC_99:
        return f"\x1b]99;i=rokoko:o=unfocused;{line}\x1b\\"
    return f"\x1b]777;notify;{shown(title).replace(';', ',')};{shown(text)}\x1b\\"
