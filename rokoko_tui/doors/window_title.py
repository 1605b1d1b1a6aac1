"""The title of the terminal's window: whose turn it is, in fixed words; the title of before comes back in the end.

What is written goes through the gate for text, so that no name can steer the terminal.
"""

from collections.abc import Callable, Mapping

from rokoko_tui.text.safe_display import shown

KEEP, GIVE_BACK = "\x1b[22;2t", "\x1b[23;2t"
"""Let the terminal keep the title it has, and take it again."""
UNTITLED = ("", "dumb", "linux")
"""Terminals, by ``TERM``, that have no window to entitle."""


class WindowTitle:
    """The title; ``write`` sends to the terminal, if it is one with a window."""

    def __init__(self, write: Callable[[str], None], environment: Mapping[str, str]) -> None:
        self.text = ""
        """What it says; empty before it says anything."""
        self._write = write if environment.get("TERM", "") not in UNTITLED else None

    def say(self, text: str) -> None:
        """Let the title say ``text``; nothing is sent when it says so already."""
        plain = shown(text)
        if plain == self.text:
            return
        if self._write is not None:
            self._write(f"{'' if self.text else KEEP}\x1b]2;{plain}\x07")
        self.text = plain

    def give_back(self) -> None:
        """Let the terminal have the title of before."""
        if self.text and self._write is not None:
            self._write(GIVE_BACK)
        self.text = ""
