"""The log of a game: what each of its actions did, told line by line as one onlooker may know it."""

from collections.abc import Iterable

from rokoko_core.actions import Action
from rokoko_core.box import box_of
from rokoko_core.engine import opening, outcome
from rokoko_core.events import seen_by
from rokoko_core.game import Game
from rokoko_tui.text import Line, Words


def lines_about(game: Game, number: int, words: Words, onlooker: int | None) -> list[Line]:
    """The lines about the action ``number`` of ``game``, undone ones included, as ``onlooker`` may know it."""
    _, happened = outcome(game.at(number), game.line[number])
    return words.narration(seen_by(happened, onlooker), game.setup, box_of(game.at(0)))


def opening_lines(game: Game, words: Words) -> list[Line]:
    """The lines a log begins with; nothing in them is anybody's secret."""
    return words.narration(seen_by(opening(game.setup), None), game.setup, box_of(game.at(0)))


class LogBook:
    """The lines of every action of a game, made once for each onlooker and edition and kept while they hold."""

    def __init__(self) -> None:
        self._actions: list[Action] = []
        self._kept: dict[tuple[int | None, int], list[list[Line]]] = {}
        self._openings: dict[int, list[Line]] = {}

    def opening(self, game: Game, words: Words) -> list[Line]:
        """The lines the log begins with; a book is about one game alone."""
        return self._openings.get(id(words)) or self._openings.setdefault(id(words), opening_lines(game, words))

    def lines(self, game: Game, words: Words, onlooker: int | None, numbers: Iterable[int]) -> list[tuple[int, Line]]:
        """(number of the action, line) for the actions ``numbers``, as ``onlooker`` may know them."""
        self._forget_after_change(game)
        kept = self._kept.setdefault((onlooker, id(words)), [])
        found = []
        for n in numbers:
            while len(kept) <= n:
                kept.append(lines_about(game, len(kept), words, onlooker))
            found += [(n, line) for line in kept[n]]
        return found

    def _forget_after_change(self, game: Game) -> None:
        line = game.line
        same = next((n for n, (a, b) in enumerate(zip(line, self._actions, strict=False)) if a is not b), len(line))
        for kept in self._kept.values():
            del kept[same:]
        self._actions = line
