"""The log of a game: what each of its actions did, told line by line as one onlooker may know it."""

from collections.abc import Iterable

from rokoko_core.box import box_of
from rokoko_core.play.view import GameView
from rokoko_tui.text import LogLine, Words


def lines_about(view: GameView, number: int, words: Words) -> list[LogLine]:
    """Return the lines about action ``number``, undone ones included, as the viewer may know it."""
    return words.narration(view.events(number), view.setup, box_of(view.observation(0).table))


def opening_lines(view: GameView, words: Words) -> list[LogLine]:
    """Return the lines a log begins with, which hold no secrets."""
    return words.narration(view.opening_events(), view.setup, box_of(view.observation(0).table))


class LogLines:
    """The lines of every action of a game, made once for each viewer and edition and kept while they are valid."""

    def __init__(self, view: GameView) -> None:
        self._view = view
        self._cuts = 0
        self._kept: dict[tuple[int | None, int], list[list[LogLine]]] = {}
        self._openings: dict[int, list[LogLine]] = {}

    def opening(self, words: Words) -> list[LogLine]:
        """Return the lines the log begins with."""
        return self._openings.get(id(words)) or self._openings.setdefault(id(words), opening_lines(self._view, words))

    def lines(self, words: Words, numbers: Iterable[int]) -> list[tuple[int, LogLine]]:
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
                kept.append(lines_about(view, len(kept), words))
            lines += [(number, line) for line in kept[number]]
        return lines
