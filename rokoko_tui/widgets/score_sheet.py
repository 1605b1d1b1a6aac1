"""The score sheet of the final screen as text: the verdict, the names, a row for each source, and the totals."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual.content import Content

from rokoko_core.box import Box
from rokoko_core.scoring import ScoreSheet
from rokoko_core.terms import TieBreak
from rokoko_tui.analysis.final_tally import Source, sources
from rokoko_tui.text import Words
from rokoko_tui.text.cells import centre, pad, truncate

WIDTH = 75
"""Most cells of the score sheet without the scroll bar."""
WIDEST = 22
"""Most cells of a player's column."""


def is_tied(sheets: Sequence[ScoreSheet]) -> bool:
    """Whether a tie was broken, which takes one more line."""
    return any(sheet.tie_break is not TieBreak.PRESTIGE for sheet in sheets)


def describe_verdict(sheets: Sequence[ScoreSheet], names: Sequence[str], words: Words) -> tuple[str, str]:
    """Return who won with how many points, and the tie break."""
    winners = [sheet for sheet in sheets if sheet.rank == 1]
    total = winners[0].total
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
    marks: Sequence[tuple[str, str]]
    words: Words
    box: Box
    dense: bool = False

    def head(self) -> Content:
        """Return the verdict, between two scrolls where there is space."""
        first, second = describe_verdict(self.sheets, self.names, self.words)
        if self.dense:
            return Content.styled(centre(f"◆ {first} · {second} ◆", WIDTH), "bold $accent")
        inner = WIDTH - 8
        rule = centre(f" {second} ", inner, "─")
        return Content("\n").join(
            [
                Content(f"╭──╮{' ' * inner}╭──╮"),
                Content.assemble("│╶╮│", (centre(f"◆ {first} ◆", inner), "bold $accent"), "│╭╴│"),
                Content(f"╰─╯╰{rule}╯╰─╯"),
            ]
        )

    def heading(self) -> Content:
        """Return the names above the columns, and a rule below them."""
        first, column = self._widths
        parts: list[tuple[str, str]] = [(" " * first, "")]
        for sheet in self.sheets:
            (mark, colour), name = self.marks[sheet.seat], truncate(self.names[sheet.seat], column - 3)
            parts.append((" " * (column - 2 - cell_len(name)), ""))
            parts += [(mark, colour), (f" {name}", "bold $accent" if sheet.rank == 1 else "bold")]
        if not self.dense:
            parts.append((f"\n{'─' * (first + column * len(self.sheets))}", "$primary"))
        return Content.assemble(*parts)

    def rows(self) -> Content:
        """Return a row for each source: the best in bold, zero as a dot."""
        return Content("\n").join(self._row(line) for line in sources(self.sheets))

    def _row(self, line: Source) -> Content:
        first, column = self._widths
        points = line.points
        best = max(points)
        parts: list[tuple[str, str]] = [(pad(self.label(line), first), "")]
        for amount in points:
            style = "$text-muted" if not amount else "bold" if amount == best and min(points) < best else ""
            parts.append((f"{amount or '·'}".rjust(column), style))
        return Content.assemble(*parts)

    def totals(self) -> list[Content]:
        """Return the lines below the rows: rule, totals, ranks, and the Livre left if they decided a tie."""
        first, column = self._widths
        totals = [
            (f"{sheet.total}".rjust(column), "bold $accent" if sheet.rank == 1 else "bold") for sheet in self.sheets
        ]
        ranks = [(f"{sheet.rank}".rjust(column), "bold $accent" if sheet.rank == 1 else "") for sheet in self.sheets]
        rule = Content("─" * (first + column * len(self.sheets))).stylize("$primary")
        lines = [
            *([] if self.dense else [rule]),
            Content.assemble((pad(self.words.say("final.total"), first), "bold"), *totals),
            Content.assemble((pad(self.words.say("final.rank"), first), ""), *ranks),
        ]
        if is_tied(self.sheets):
            left = [(f"{sheet.livre_left}".rjust(column), "") for sheet in self.sheets]
            lines.append(Content.assemble((pad(self.words.say("final.livre-left"), first), ""), *left))
        return lines

    def label(self, line: Source) -> str:
        return self.words.score_row(line.row, self.box)

    @property
    def _widths(self) -> tuple[int, int]:
        """The cells of the first column and of each player's."""
        first = max(cell_len(self.label(line)) for line in sources(self.sheets))
        return first, min(WIDEST, (WIDTH - first) // len(self.sheets))
