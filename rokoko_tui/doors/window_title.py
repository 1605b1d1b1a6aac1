"""The title of the terminal window, which shows whose turn it is. The original title is restored at the end."""

from collections.abc import Callable, Mapping

from rokoko_tui.text.safe_display import shown

KEEP, RESTORE_TITLE = "\x1b[22;2t", "\x1b[23;2t"
"""Control sequences that push and pop the title of the terminal."""
UNTITLED = ("", "dumb", "linux")
"""Values of ``TERM`` for terminals without a window title."""


class WindowTitle:
    """The window title; ``write`` sends text to the terminal."""

    def __init__(self, write: Callable[[str], None], environment: Mapping[str, str]) -> None:
        self.text = ""
        """The title; empty before the first one is set."""
        self._write = write if environment.get("TERM", "") not in UNTITLED else None

    def say(self, text: str) -> None:
        """Set the title to ``text``, with control characters replaced; send nothing if it is unchanged."""
        plain = shown(text)
        if plain == self.text:
            return
        if self._write is not None:
            self._write(f"{'' if self.text else KEEP}\x1b]2;{plain}\x07")
        self.text = plain

    def repeat(self) -> None:
        """Send the title again, to a terminal that was reset."""
        text, self.text = self.text, ""
        if text:
            self.say(text)

    def restore(self) -> None:
        """Restore the original title of the terminal."""
        if self.text and self._write is not None:
            self._write(RESTORE_TITLE)
        self.text = ""
