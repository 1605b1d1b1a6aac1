"""The score sheet as text: the verdict, the names, a row for each source, what is still open, and the totals."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from textual.content import Content

from rokoko_core.box import Box, box_of
from rokoko_core.observe import Observation, known_scores
from rokoko_core.score_outlook import Change
from rokoko_core.score_sheet import Row, ScoreSheet, Source, sources
from rokoko_core.terms import ScoreRow, TieBreak
from rokoko_tui.text import Words
from rokoko_tui.text.wording import Part, Wording, measure, pad, truncate, wrap

SHEET_WIDTH = 75
"""Most cells of the score sheet without the scroll bar."""
WIDEST = 22
"""Most cells of a player's column."""
CHANGE = 4
"""Cells of a change behind a number."""
NARROWEST, NAMED = 5, 8
"""Fewest cells of a player's column, in which a change is at once behind its number, and those of a short name."""
FULLY_NAMED = 11
"""Cells of the column of one of two players: the mark and a name such as Player 2."""
LEAST_COLUMN, OPEN_COLUMN = 9, 12
"""Fewest and most cells of a player's column of a game that is not over."""
LEAST_NOTE, GAP = 38, 2
"""Fewest cells of what is open beside the numbers, and the blanks before it."""
FIRST = 14
"""Cells of the names of the sources that columns with changes leave."""
LABEL = 20
"""Cells of the names of the sources that columns with short names leave."""
HIDDEN = "?"


def least_column(width: int, players: int) -> int:
    """Return the fewest cells of a player's column in a sheet of ``width`` cells."""
    named = NAMED if players > 2 else FULLY_NAMED
    return max(NARROWEST, min(named, (width - LABEL) // players))


class Columns(NamedTuple):
    """The cells of the columns of a sheet."""

    first: int
    """Those of the names of the sources."""
    column: int
    """Those of each player."""
    behind: int = 0
    """Of these, the cells behind a number."""

    def heading(self, names: Sequence[str | Wording], marks: Sequence[Part], styles: Sequence[str]) -> Content:
        """Return the names above the numbers, each after its mark."""
        parts = [(" " * (self.first - self.behind), "")]
        gap = " " if self.column > NARROWEST else ""
        for name, mark, style in zip(names, marks, styles, strict=True):
            text = gap + truncate(name, self.column - 2 - len(gap))
            parts += [(" " * (self.column - 1 - measure(text)), ""), mark, (text, style)]
        return Content.assemble(*parts)

    def row(self, label: str, cells: Iterable[Part], style: str = "") -> Content:
        """Return the name of a source, in several lines if it is long, and ``cells`` on the first of them."""
        first, *further = wrap(label, self.first - 1) if measure(label) > self.first else (label,)
        return Content.assemble((pad(first, self.first), style), *cells, *(f"\n {text}" for text in further))


def fit_columns(labels: Iterable[str], players: int, width: int, least: int, most: int) -> Columns:
    """Return the columns of a sheet of ``width`` cells: those of players have from ``least`` to ``most``."""
    first = min(max(map(measure, labels)), width - least * players)
    return Columns(first, min(most, (width - first) // players))


def is_tied(sheets: Sequence[ScoreSheet]) -> bool:
    """Whether a tie was broken, which takes one more line."""
    return any(sheet.tie_break is not TieBreak.PRESTIGE for sheet in sheets)


def describe_verdict(
    sheets: Sequence[ScoreSheet], names: Sequence[str], words: Words, conceded: Sequence[str] = ()
) -> tuple[str, str]:
    """Return who won with how many points, and the tie break, or the names of those who ``conceded``."""
    winners = [sheet for sheet in sheets if sheet.rank == 1]
    total = winners[0].total
    if conceded:
        names_left = [names[sheet.seat] for sheet in winners]
        several = words.say("final.left-several", names=names_left)
        first = words.say("final.left", who=names_left[0]) if len(winners) == 1 else several
        if len(conceded) == 1:
            return first, words.say("final.conceded", who=conceded[0])
        return first, words.say("final.conceded-several", names=list(conceded))
    if len(winners) > 1:
        first = words.say("final.share", names=[names[sheet.seat] for sheet in winners], n=total)
    else:
        first = words.say("final.wins", who=names[winners[0].seat], n=total)
    return first, words.tie_break(winners[0])


class SheetText(NamedTuple):
    """The sheets of a finished game with the names and the (sign, colour) of the players, by seat.

    ``dense``: without ornament and rules, so that more rows fit on a low screen.
    """

    sheets: tuple[ScoreSheet, ...]
    names: Sequence[str]
    marks: Sequence[Part]
    words: Words
    box: Box
    dense: bool = False
    conceded: tuple[str, ...] = ()
    """The names of those whose conceding ended the game."""
    width: int = SHEET_WIDTH

    def head(self) -> Content:
        """Return the verdict, between two scrolls where there is space."""
        first, second = describe_verdict(self.sheets, self.names, self.words, self.conceded)
        inner = self._table_width - 8
        if self.dense or measure(first) + 4 > inner:
            verdict = self.words.listed([first, second] if second else [first], "facts")
            lines = wrap(f"◆ {verdict} ◆", self.width)
            return Content.styled("\n".join(pad(line, self.width, "center") for line in lines), "bold $accent")
        rule = pad(f" {second} " if second else "", inner, "center", "─")
        return Content("\n").join(
            [
                Content(f"╭──╮{' ' * inner}╭──╮"),
                Content.assemble("│╶╮│", (pad(f"◆ {first} ◆", inner, "center"), "bold $accent"), "│╭╴│"),
                Content(f"╰─╯╰{rule}╯╰─╯"),
            ]
        )

    def heading(self) -> Content:
        """Return the names above the columns, and a rule below them."""
        styles = ["bold $accent" if sheet.rank == 1 else "bold" for sheet in self.sheets]
        heading = self._columns.heading(self.names, self.marks, styles)
        return heading if self.dense else Content("\n").join([heading, self._rule])

    def rows(self) -> Content:
        """Return a row for each source: the best in bold, zero as a dot."""
        return Content("\n").join(self._row(line) for line in sources(self.sheets))

    def _row(self, line: Source) -> Content:
        points = line.points
        best = max(points)
        styles = (
            "$text-muted" if not amount else "bold" if amount == best and min(points) < best else ""
            for amount in points
        )
        return self._numbers(self.label(line), [f"{amount or '·'}" for amount in points], styles)

    def _numbers(self, label: str, numbers: Iterable[str], styles: Iterable[str], style: str = "") -> Content:
        cells = (number.rjust(self._columns.column) for number in numbers)
        return self._columns.row(label, zip(cells, styles, strict=True), style)

    def totals(self) -> list[Content]:
        """Return the lines below the rows: rule, totals, ranks, and the Livre left if they decided a tie."""
        is_first = [sheet.rank == 1 for sheet in self.sheets]
        lines = [
            *([] if self.dense else [self._rule]),
            self._numbers(
                self.words.say("final.total"),
                [f"{sheet.total}" for sheet in self.sheets],
                ["bold $accent" if first else "bold" for first in is_first],
                "bold",
            ),
            self._numbers(
                self.words.say("final.rank"),
                [f"{sheet.rank}" for sheet in self.sheets],
                ["bold $accent" if first else "" for first in is_first],
            ),
        ]
        if is_tied(self.sheets):
            left = [f"{sheet.livre_left}" for sheet in self.sheets]
            lines.append(self._numbers(self.words.say("final.livre-left"), left, [""] * len(left)))
        return lines

    @property
    def _rule(self) -> Content:
        return Content("─" * self._table_width).stylize("$primary")

    @property
    def _table_width(self) -> int:
        return self._columns.first + self._columns.column * len(self.sheets)

    def label(self, line: Source) -> str:
        return self.words.score_row(line.row, self.box)

    @property
    def _columns(self) -> Columns:
        labels, count = map(self.label, sources(self.sheets)), len(self.sheets)
        return fit_columns(labels, count, self.width, least_column(self.width, count), WIDEST)


@dataclass(frozen=True)
class OpenSheetText:
    """The score sheets of a game that is not over, as ``view`` knows them, in ``width`` cells."""

    view: Observation
    change: Change
    """Beside the numbers that it belongs to."""
    marks: Sequence[Part]
    """The (sign, colour) of the players, by seat."""
    words: Words
    width: int

    def heading(self) -> Content:
        """Return the names above the columns, that of the viewer underlined."""
        seats = range(len(self.marks))
        names = [self.words.seat_forms(self.view.table.setup, seat) for seat in seats]
        styles = ["bold underline" if seat == self.view.seat else "bold" for seat in seats]
        return self._columns.heading(names, self.marks, styles)

    def rows(self) -> Content:
        """Return a row for each source, with what is open of it beside it, or below all of them in a narrow sheet."""
        left = self._columns.first + self._columns.column * len(self.marks) + GAP
        if self.width - left < LEAST_NOTE:
            parts = [wrap(part, self.width - GAP) for part in self.words.open_parts(self.view)]
            below = [Content(" " * (GAP * bool(n)) + text) for lines in parts for n, text in enumerate(lines)]
            heading = [Content(""), Content.styled(self.words.say("score.heading"), "bold $accent")] if below else []
            return Content("\n").join([*map(self._row, self._lines), *heading, *below])
        rows = []
        for line in self._lines:
            note = wrap(self.words.open_part(line.row, self.view), self.width - left)
            rows.append(Content.assemble(self._row(line), " " * GAP, (note[0], "$text-muted")))
            rows += [Content.assemble(" " * left, (text, "$text-muted")) for text in note[1:]]
        return Content("\n").join(rows)

    def total(self) -> Content:
        """Return the totals, which a player's board shows in parentheses."""
        known = self.view.prestige_known
        best = max(sheet.total for sheet in self._sheets) if all(known) else None
        parts = list[Part]()
        for sheet in self._sheets:
            text = f"{sheet.total}" if known[sheet.seat] else f"{sheet.total}+{HIDDEN}"
            style = "bold $accent" if sheet.total == best else "bold"
            parts += self._cell(text, style, self.change.totals.get(sheet.seat, 0))
        return self._columns.row(self.words.say("final.total"), parts, "bold")

    def _row(self, line: Source) -> Content:
        changes = self.change.rows.get((line.row.source, line.row.detail), {})
        parts = list[Part]()
        for seat, amount in enumerate(line.points):
            is_known = line.row.source is not ScoreRow.PLAY or self.view.prestige_known[seat]
            text = f"{amount or '·'}" if is_known else HIDDEN
            parts += self._cell(text, "" if amount else "$text-muted", changes.get(seat, 0))
        return self._columns.row(self._label(line), parts)

    def _cell(self, text: str, style: str, change: int) -> list[Part]:
        """Return a number, and behind it its change."""
        signed = self.words.signed(change) if change else ""
        signed = f" {signed}".ljust(CHANGE) if self._columns.behind else signed
        changed = signed, "bold $text-success" if change > 0 else "bold $text-warning"
        return [(text.rjust(self._columns.column - len(signed)), style), changed]

    def _label(self, line: Source) -> str:
        return self.words.score_row(line.row, box_of(self.view.table))

    @cached_property
    def _sheets(self) -> tuple[ScoreSheet, ...]:
        return known_scores(self.view)

    @cached_property
    def _lines(self) -> list[Source]:
        """The lines of the sheets, and those that only the change has."""
        lines = sources(self._sheets)
        known, order = {(line.row.source, line.row.detail) for line in lines}, list(ScoreRow)
        new = [
            Source(Row(source, 0, detail), (0,) * len(self.marks))
            for source, detail in self.change.rows
            if (source, detail) not in known
        ]
        return sorted([*lines, *new], key=lambda line: (order.index(line.row.source), line.row.detail))

    @cached_property
    def _columns(self) -> Columns:
        """The columns, without cells for changes where the names of the sources need them."""
        count = len(self.marks)
        behind = CHANGE if self.width - LEAST_COLUMN * count >= FIRST else 0
        least = LEAST_COLUMN if behind else least_column(self.width, count)
        columns = fit_columns(map(self._label, self._lines), count, self.width, least, OPEN_COLUMN)
        return columns._replace(behind=behind)
