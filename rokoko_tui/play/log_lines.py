"""The log of a game, line by line, as its viewer may know it."""

from collections.abc import Iterable

from rokoko_core.box import box_of
from rokoko_core.play.view import GameView
from rokoko_tui.text import LogLine, Words


def describe_action(view: GameView, number: int, words: Words) -> list[LogLine]:
    """Return the lines about action ``number``, undone ones included, as the viewer may know it."""
    return words.narration(view.events(number), view.setup, box_of(view.observation(0).table))


def describe_setup(view: GameView, words: Words) -> list[LogLine]:
    """Return the lines about the setup, which hold no secrets."""
    return words.narration(view.opening_events(), view.setup, box_of(view.observation(0).table))


class LogLines:
    """Caches the log lines of a game for each viewer and edition."""

    def __init__(self, view: GameView) -> None:
        self._view = view
        self._cuts = 0
        self._kept: dict[tuple[int | None, int], list[list[LogLine]]] = {}
        self._setup_lines: dict[int, list[LogLine]] = {}

    def list_setup_lines(self, words: Words) -> list[LogLine]:
        """Return the lines about the setup."""
        return self._setup_lines.get(id(words)) or self._setup_lines.setdefault(
            id(words), describe_setup(self._view, words)
        )

    def list_lines(self, words: Words, numbers: Iterable[int]) -> list[tuple[int, LogLine]]:
        """Return (number of the action, line) for the actions ``numbers``, as the viewer may know them."""
        view = self._view
        for cut in view.cuts[self._cuts :]:
            for kept in self._kept.values():
                del kept[cut:]
        self._cuts = len(view.cuts)
        kept = self._kept.setdefault((view.viewer, id(words)), [])
        lines = []
        for number in numbers:
            while len(kept) <= number:
                kept.append(describe_action(view, len(kept), words))
            lines += [(number, line) for line in kept[number]]
        return lines
