"""The table of saves with a search: the cells of its lines, and the details of a save below it."""

import re
from collections.abc import Iterable
from datetime import datetime
from sys import maxsize

from rokoko_core.play.game_summary import Summary
from rokoko_core.safe_text import shown
from rokoko_core.setup import LAST_ROUND
from rokoko_core.terms import Expansion
from rokoko_tui.analysis.deal_results import daily_of
from rokoko_tui.saves.folder import SUFFIX, Findings, SaveInfo
from rokoko_tui.saves.scan import LARGE
from rokoko_tui.text import Words
from rokoko_tui.text.save_text import format_time, list_players, name_seed
from rokoko_tui.text.wording import fit, fit_inside
from rokoko_tui.widgets.virtual_table import Cell, Column, VirtualTable

WIDTHS = {"players": 0, "state": 17, "adds": 11, "when": 15}
"""Width of each column; 0 takes the rest. The message ``load.column.<key>`` is its title."""
NARROW, FEW_WIDTHS = 66, {"players": 0, "state": 17}
"""The cells up to which a list has fewer columns, and these."""
_DATE = re.compile(r"\d{4}-\d\d-\d\d-")
"""The start of the file names that the program gives."""
WON = "♛"
"""The sign before the winner."""


def widths_in(width: int) -> dict[str, int]:
    """Return the width of each column in a list of ``width`` cells."""
    return FEW_WIDTHS if width <= NARROW else WIDTHS


def make_columns(words: Words, width: int) -> tuple[Column, ...]:
    """Return the columns of a list of ``width`` cells: players and state, and where they fit expansions and time."""
    return tuple(Column(words.say(f"load.column.{key}"), each) for key, each in widths_in(width).items())


def make_cells(info: SaveInfo, words: Words, now: datetime, width: int) -> tuple[Cell, ...]:
    """Return the line of a save in a list of ``width`` cells; one that was not read yet has only its name and date."""
    widths = widths_in(width)
    cells = (
        Cell(name_save(info, words, width - sum(column + 2 for column in widths.values()))),
        describe_state(info, words),
        Cell(_format_expansions(info, words)),
        Cell(format_time(info.moment, now, words)),
    )
    return cells[: len(widths)]


def name_save(info: SaveInfo, words: Words, width: int = maxsize) -> str:
    """Return the players, after the name of the game if a player renamed it; the mark of a fork or of a daily deal is
    before both. Players that do not fit in ``width`` cells are counted.
    """
    if info.setup is None:
        return shown(info.name.removesuffix(SUFFIX))
    players = list_players(info.setup, words)
    return fit_inside(lambda names: _label(info, words, names), players, width)


def _label(info: SaveInfo, words: Words, text: str) -> str:
    """Return ``text`` after the name of the game and its mark."""
    if not _DATE.match(info.name):
        text = words.say("load.named", name=info.name.removesuffix(SUFFIX), text=text)
    if daily_of(info) is not None:
        return words.say("load.daily", text=text)
    return words.say("load.fork", text=text) if is_fork(info) else text


def is_fork(info: SaveInfo) -> bool:
    """Whether the game continues another one from one of its positions."""
    return info.summary is not None and info.summary.origin == "fork"


def find_origin(info: SaveInfo, saves: Iterable[SaveInfo]) -> SaveInfo | None:
    """Return the one of ``saves`` that a fork continues, found by its setup; None if it is missing or ambiguous."""
    if not is_fork(info):
        return None
    candidates = [save for save in saves if save.setup == info.setup and not is_fork(save)]
    return candidates[0] if len(candidates) == 1 else None


def describe_state(info: SaveInfo, words: Words) -> Cell:
    """Return the state of the game: damaged, its round, or its result."""
    if info.error is not None:
        return Cell(words.say("load.state.damaged"), "bad")
    if info.summary is None:
        return Cell(words.say("load.state.large") if info.size > LARGE else "…", "dim")
    if info.summary.finished:
        return Cell(_won(info.summary, words) or words.say("load.state.finished"), "good")
    if info.summary.conceded or info.summary.decided:
        return Cell(words.say("load.state.conceded"), "dim")
    return Cell(words.say("load.state.round", round=info.summary.round, last=LAST_ROUND))


def _won(summary: Summary, words: Words) -> str:
    """Return the winners and their total, cut to the column; empty if unknown."""
    people, du_barry = len(summary.setup.players), words.wording("pieces.name.du-barry").form(1)
    winners = [
        words.seat(summary.setup, seat) if seat < people else du_barry
        for seat, rank in enumerate(summary.ranks)
        if rank == 1
    ]
    if not winners:
        return ""
    return fit_inside(lambda names: f"{WON} {names} {max(summary.totals)}", words.listed(winners), WIDTHS["state"])


def _ranking(summary: Summary, words: Words) -> list[str]:
    """Return name and total of every player, the winner first."""
    seats = sorted(range(len(summary.ranks)), key=lambda seat: (summary.ranks[seat], seat))
    return [f"{words.seat(summary.setup, seat)} {summary.totals[seat]}" for seat in seats]


def _expansions(info: SaveInfo) -> list[Expansion]:
    return [e for e in Expansion if info.setup is not None and e in info.setup.expansions]


def _format_expansions(info: SaveInfo, words: Words) -> str:
    if info.setup is None:
        return ""
    expansions = _expansions(info)
    names = " ".join(words.say(f"load.short.{e}") for e in expansions) or "–"
    count = words.say("load.short.all" if len(expansions) == len(Expansion) else "load.short.three")
    return fit((names, count), WIDTHS["adds"])


def describe_save(info: SaveInfo, words: Words, origin: SaveInfo | None = None) -> list[str]:
    """Return up to three lines: path; origin, expansions, seed and bots; state."""
    lines = [shown(str(info.path))]
    if info.setup is not None:
        names = [words.expansion(e) for e in _expansions(info)]
        bots = [words.seat(info.setup, n) for n, seat in enumerate(info.setup.players) if seat.kind == "bot"]
        parts = []
        if origin is not None:
            parts.append(words.say("load.about.fork-of", name=origin.name.removesuffix(SUFFIX)))
        elif is_fork(info):
            parts.append(words.say("load.about.fork"))
        parts.append(words.say("load.about.with", names=names) if names else words.say("load.about.base"))
        parts.append(words.say("load.about.seed", text=name_seed(info.setup)))
        parts += [words.say("load.about.bots", names=bots)] if bots else []
        lines.append(" · ".join(parts))
    if info.error is not None:
        lines.append(f"▲ {words.save_error(info.error)}")
    elif info.summary is not None:
        summary = info.summary
        figures = {"n": summary.cursor, "round": summary.round, "names": _ranking(summary, words)}
        key = "begun" if not summary.finished else "won" if summary.ranks else "finished"
        lines.append(words.say_of(f"load.about.{key}", figures))
    return lines


def searchable_text(info: SaveInfo, words: Words, now: datetime) -> str:
    """Return the text a search looks through: names, file, state, expansions, and the date in both formats."""
    parts = [
        shown(info.name.removesuffix(SUFFIX)),
        describe_state(info, words).text,
        format_time(info.moment, now, words),
    ]
    parts.append(f"{info.moment:%Y-%m-%d}")
    if info.summary is not None and info.summary.finished:
        parts.append(words.say("load.state.finished"))
    if info.setup is not None:
        parts.append(name_save(info, words))
        parts += [words.expansion(e) for e in _expansions(info)]
        parts += [words.say(f"load.short.{e}") for e in _expansions(info)]
    return words.language.plain("\n".join(parts))


class SaveTable(VirtualTable):
    """The saves that contain every word of the search, in the order given."""

    def __init__(self, words: Words, id: str | None = None) -> None:
        super().__init__(make_columns(words, 0), self._cells, id=id)
        self._words, self._width = words, 0
        self.shown: list[SaveInfo] = []
        self._texts: dict[str, str] = {}
        """Searchable text by file name, computed when needed."""

    @property
    def current(self) -> SaveInfo | None:
        """The save under the cursor."""
        return self.shown[self.cursor] if 0 <= self.cursor < len(self.shown) else None

    @property
    def visible_names(self) -> tuple[str, ...]:
        rows = self.in_sight
        return tuple(info.name for info in self.shown[rows.start : rows.stop])

    def set_words(self, words: Words) -> None:
        self._words = words
        self._texts.clear()
        self.head(make_columns(words, self._width))

    def on_resize(self) -> None:
        self._width = self.size.width  # lines painted before have the columns of the width before
        self.head(make_columns(self._words, self._width))
        super().on_resize()

    def search(self, saves: Iterable[SaveInfo], text: str, keep: str = "") -> None:
        """Show the matching saves, with the cursor on ``keep`` if it is among them."""
        words = self._words.language.plain(text).split()
        row = max(0, self.cursor)
        self.shown = [info for info in saves if all(word in self._text(info) for word in words)]
        if keep:
            row = next((n for n, info in enumerate(self.shown) if info.name == keep), row if not words else 0)
        self.show(len(self.shown), row)

    def update_findings(self, info: SaveInfo, findings: Findings) -> None:
        info.findings = findings
        self._texts.pop(info.name, None)

    def forget_texts(self) -> None:
        """Search in new texts: the saves may have changed."""
        self._texts.clear()

    def _cells(self, number: int) -> tuple[Cell, ...]:
        return make_cells(self.shown[number], self._words, datetime.now(), self._width)

    def _text(self, info: SaveInfo) -> str:
        if info.name not in self._texts:
            self._texts[info.name] = searchable_text(info, self._words, datetime.now())
        return self._texts[info.name]
