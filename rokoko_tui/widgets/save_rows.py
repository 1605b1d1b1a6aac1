"""How a save reads in the list: its line, what is told about it below, and the text a search looks through."""

import re
from datetime import datetime

from rich.cells import cell_len

from rokoko_core.safe_text import shown
from rokoko_core.setup import LAST_ROUND
from rokoko_core.terms import Expansion
from rokoko_tui.saves.index import Summary
from rokoko_tui.saves.library import SUFFIX, SaveInfo
from rokoko_tui.saves.scan import LARGE
from rokoko_tui.text import Words
from rokoko_tui.text.cells import fit
from rokoko_tui.text.save_text import names_of, when
from rokoko_tui.widgets.virtual_table import Cell, Column

WIDTHS = {"players": 0, "state": 17, "adds": 11, "when": 15}
"""Cells of the columns; the message ``load.column.<key>`` heads each."""
WON = "♛"
"""Before who won."""


def columns(words: Words) -> tuple[Column, ...]:
    """Players, where the game stands, what it is played with, when it was played."""
    return tuple(Column(words.say(f"load.column.{key}"), width) for key, width in WIDTHS.items())


def cells(info: SaveInfo, words: Words, now: datetime) -> tuple[Cell, ...]:
    """The line of a save. What nobody has looked into yet has its name and date."""
    return Cell(title(info, words)), state(info, words), Cell(_adds(info, words)), Cell(when(info.moment, now, words))


def title(info: SaveInfo, words: Words) -> str:
    """Who plays; before that, the name somebody gave the game."""
    if info.setup is None:
        return shown(info.name.removesuffix(SUFFIX))
    names = names_of(info.setup, words)
    return (
        names if _named_by_us(info.name) else words.say("load.named", name=info.name.removesuffix(SUFFIX), text=names)
    )


def _named_by_us(name: str) -> bool:
    """Whether the name of a file begins with its day, as the program names games."""
    return _DAY.match(name) is not None


_DAY = re.compile(r"\d{4}-\d\d-\d\d-")


def state(info: SaveInfo, words: Words) -> Cell:
    """Where the game stands."""
    if info.error is not None:
        return Cell(words.say("load.state.damaged"), "bad")
    if info.summary is None:
        return Cell(words.say("load.state.large") if info.size > LARGE else "…", "dim")
    if info.summary.finished:
        return Cell(_won(info.summary, words) or words.say("load.state.finished"), "good")
    if info.summary.conceded:
        return Cell(words.say("load.state.conceded"), "dim")
    return Cell(words.say("load.state.round", round=info.summary.round, last=LAST_ROUND))


def _won(summary: Summary, words: Words) -> str:
    """Who won and with how many, in the cells there are; nothing where that is not known."""
    first = [words.seat(summary.setup, seat) for seat, rank in enumerate(summary.ranks) if rank == 1]
    if not first:
        return ""
    total = f" {max(summary.totals)}"
    return f"{WON} {fit(words.listed(first), WIDTHS['state'] - cell_len(WON) - 1 - cell_len(total))}{total}"


def _placed(summary: Summary, words: Words) -> list[str]:
    """Everybody with name and total, the winner first."""
    seats = sorted(range(len(summary.ranks)), key=lambda seat: (summary.ranks[seat], seat))
    return [f"{words.seat(summary.setup, seat)} {summary.totals[seat]}" for seat in seats]


def _chosen(info: SaveInfo) -> list[Expansion]:
    return [e for e in Expansion if info.setup is not None and e in info.setup.expansions]


def _adds(info: SaveInfo, words: Words) -> str:
    if info.setup is None:
        return ""
    chosen = _chosen(info)
    adds = " ".join(words.say(f"load.short.{e}") for e in chosen)
    if cell_len(adds) > WIDTHS["adds"]:
        return words.say("load.short.all" if len(chosen) == len(Expansion) else "load.short.three")
    return adds or "–"


def about(info: SaveInfo, words: Words) -> list[str]:
    """Where the file lies, what is played in it, and how it stands."""
    lines = [shown(str(info.path))]
    if info.setup is not None:
        adds = [words.expansion(e) for e in _chosen(info)]
        bots = [seat.name for seat in info.setup.players if seat.kind == "bot"]
        parts = [words.say("load.about.with", names=adds) if adds else words.say("load.about.base")]
        parts.append(words.say("load.about.seed", seed=info.setup.seed))
        parts += [words.say("load.about.bots", names=bots)] if bots else []
        lines.append(" · ".join(parts))
    if info.error is not None:
        lines.append(f"▲ {words.bad_save(info.error)}")
    elif info.summary is not None:
        summary = info.summary
        figures = {"n": summary.cursor, "round": summary.round, "names": _placed(summary, words)}
        key = "stands" if not summary.finished else "won" if summary.ranks else "finished"
        lines.append(words.say_of(f"load.about.{key}", figures))
    return lines


def searched(info: SaveInfo, words: Words, now: datetime) -> str:
    """All that a search may find the save by: names, file, state, expansions, and the day in both ways."""
    parts = [shown(info.name.removesuffix(SUFFIX)), state(info, words).text, when(info.moment, now, words)]
    parts.append(f"{info.moment:%Y-%m-%d}")
    if info.summary is not None and info.summary.finished:
        parts.append(words.say("load.state.finished"))
    if info.setup is not None:
        parts.append(names_of(info.setup, words))
        parts += [words.expansion(e) for e in _chosen(info)]
        parts += [words.say(f"load.short.{e}") for e in _chosen(info)]
    return words.language.plain("\n".join(parts))
