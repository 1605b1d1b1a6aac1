"""``rokoko-tui record``: statistics of the user's games as text, CSV or JSON."""

import csv
import io
from argparse import Namespace
from collections.abc import Iterator
from datetime import UTC, datetime

import msgspec

from rokoko_core.safe_text import shown
from rokoko_tui.analysis.deal_results import count_streak, finished_days
from rokoko_tui.analysis.statistics import SOURCES, Statistics, compute_statistics, reason_to_exclude
from rokoko_tui.analysis.statistics_lines import format_line, to_lines
from rokoko_tui.cli.arguments import Parser
from rokoko_tui.cli.printed_game import printed_width
from rokoko_tui.cli.streams import say, say_json
from rokoko_tui.puzzles import measure_progress
from rokoko_tui.saves.folder import SaveInfo, saves_folder
from rokoko_tui.saves.scan import SaveScanner
from rokoko_tui.settings.daily_deal import longest_streak, today
from rokoko_tui.settings.settings import Settings

WIDEST = 100
"""Maximum width of a printed line in cells."""
MARGIN = 2
"""Cells before a line."""
COLUMNS = ("file", "played", "counted", "won", "conceded", "place", "prestige", "hints", "players", "opponents")
"""The CSV columns before the score sources; ``players`` is the number of players."""


def add_record_options(command: Parser) -> None:
    kinds = command.add_mutually_exclusive_group()
    command.option("--csv", group=kinds, action="store_true")
    command.option("--json", key="json-record", group=kinds, action="store_true")


def run_record(options: Namespace, settings: Settings) -> int:
    """Print the statistics; games that are not indexed yet are read first."""
    scanner = SaveScanner(saves_folder(settings.saves), settings.name)
    saves = {info.name: info for info in scanner.list_saves()}
    for name, findings in scanner.rest(saves.values()):
        saves[name].findings = findings
    scanner.mark_others(saves.values())
    record = compute_statistics(saves.values())
    record.puzzles = measure_progress(scanner.folder)
    if options.csv:
        for line in _csv(list(saves.values())):
            say(line)
    elif options.json:
        say_json(
            msgspec.json.format(msgspec.json.encode(_to_dict(record, list(saves.values()))), indent=2).decode() + "\n"
        )
    else:
        width = min(WIDEST, printed_width())
        for record_line in to_lines(record, settings.words, datetime.now(), width - MARGIN):
            for line in format_line(record_line, width).splitlines():
                say(line)
    return 0


def _facts(info: SaveInfo) -> dict[str, object]:
    """Return the data of one save by the names of ``COLUMNS`` and of the sources."""
    summary, apart = info.summary, reason_to_exclude(info)
    facts: dict[str, object] = dict.fromkeys((*COLUMNS, *map(str, SOURCES)))
    facts["file"], facts["counted"] = shown(info.name), apart.value if apart else "yes"
    facts["played"] = info.moment.astimezone(UTC).isoformat(timespec="seconds")
    if summary is None:
        return facts
    own, players = summary.own, summary.setup.players
    facts["conceded"], facts["hints"], facts["players"] = summary.conceded, summary.hints, len(players)
    facts["opponents"] = [
        f"{shown(seat.name)}:{seat.level or seat.kind}" for number, seat in enumerate(players) if number != own
    ]
    if own >= 0 and summary.ranks and not summary.conceded:
        facts["place"], facts["prestige"] = summary.ranks[own], summary.totals[own]
        facts.update(zip(map(str, SOURCES), summary.sources, strict=False))
    if apart is None:
        facts["won"] = facts["place"] == 1
    return facts


def _csv(saves: list[SaveInfo]) -> Iterator[str]:
    """Yield a header line and a line for every game, the most recent first."""
    for facts in (None, *map(_facts, saves)):
        buffer = io.StringIO()
        row = (*COLUMNS, *SOURCES) if facts is None else [_cell(value) for value in facts.values()]
        csv.writer(buffer, lineterminator="").writerow(row)
        yield buffer.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, list):
        return " ".join(value)
    return int(value) if isinstance(value, bool) else value


def _to_dict(record: Statistics, saves: list[SaveInfo]) -> dict[str, object]:
    best = record.best
    return {
        "played": len(record.games),
        "won": record.won,
        "conceded": record.conceded,
        "average": record.average,
        "best": shown(best.info.name) if best is not None else None,
        "longest_streak": record.longest_streak,
        "streak": record.streak,
        "apart": {reason.value: n for reason, n in record.apart.items()},
        "rating": record.ratings[-1] if record.ratings else None,
        "achievements": {
            str(achievement): {"first": shown(feat.first.info.name), "games": feat.times}
            for achievement, feat in record.achievements.items()
        },
        "by_table": [
            {
                "players": table.players,
                "expansions": sorted(table.expansions),
                "won": score.won,
                "played": score.played,
                "best": score.best.total if score.best is not None else None,
            }
            for table, score in record.by_table.items()
        ],
        "by_strength": {strength: [score.won, score.played] for strength, score in record.by_strength.items()},
        "by_opponent": [
            {"name": shown(opponent.name), "strength": opponent.strength, "won": score.won, "played": score.played}
            for opponent, score in record.by_opponent.items()
        ],
        "sources": {source.value: points for source, points in record.sources.items()},
        "puzzles": record.puzzles,
        "daily": {
            "streak": count_streak(record.daily, today()),
            "longest_streak": longest_streak(finished_days(record.daily)),
            "days": [
                {
                    "day": result.day.isoformat(),
                    "file": shown(result.info.name),
                    "prestige": result.total,
                    "place": result.place or None,
                    "hints": result.hints,
                }
                for result in record.daily.values()
            ],
        },
        "games": [_facts(info) for info in saves],
    }
