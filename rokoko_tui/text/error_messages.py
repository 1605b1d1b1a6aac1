"""Error messages for saves, setups, component sets, bots and the operating system."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from rokoko_core.bots import LEVELS, external_levels
from rokoko_core.components.table_errors import ComponentError, FaultDetails, Found, TableFault, met
from rokoko_core.components.tables import ComponentSet, Deviation, Figures, Form, Part
from rokoko_core.journal import BadSave, Damage, Detail, Header, Misfit, Notice, Relocation
from rokoko_core.safe_text import shorten
from rokoko_core.setup import InvalidSetup
from rokoko_tui.text.message_catalog import Vocabulary

if TYPE_CHECKING:
    from rokoko_core.bots.arena import InvalidMatches
    from rokoko_core.bots.external_bots import BadBot


LONGEST_NAME = 255
"""Characters shown of a file name."""
MOST_DETAIL = 200
"""Characters shown of a bot's own error text."""


def _say(words: Vocabulary, key: str, **values: object) -> str:
    return words.say_of(f"faults.{key}", values)


# ---- saves


def save_error(words: Vocabulary, error: BadSave | Damage) -> str:
    """Say why a save cannot be opened, or where its damage begins."""
    values = _header_values(error.detail) if isinstance(error.detail, Header) else {}
    detail = _detail(words, error.detail)
    return _say(words, f"save.{error.code}", line=error.line, detail=detail, **values)


def _header_values(header: Header) -> dict[str, str]:
    return {
        "players": ", ".join(shorten(seat.name) for seat in header.setup.players),
        "begun": _day(header.created),
        "name": shorten(header.components.name),
        "digest": shorten(header.components.digest),
    }


def _day(seconds: int) -> str:
    """Return the date of a Unix time; a question mark if it is out of range."""
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d")
    except (ValueError, OverflowError, OSError):
        return "?"


def _detail(words: Vocabulary, detail: Detail) -> str:
    if isinstance(detail, Misfit):
        key = "field" if detail.field else "whole"
        return _say(words, f"misfit.{key}", field=detail.field, slip=describe_fault(words, detail.slip))
    if isinstance(detail, InvalidSetup):
        return setup_error(words, detail)
    return words.system_reason(detail) if isinstance(detail, str) else _value(words, met(detail))


def notice(words: Vocabulary, repaired: Notice) -> str:
    """Say what was repaired when the save was opened, or that it cannot be checked fully."""
    return _say(words, f"notice.{repaired}")


def relocation(words: Vocabulary, moved: Relocation) -> str:
    """Say why the game continues in another file, and in which."""
    name, path = (shorten(file.name, LONGEST_NAME) for file in (moved.before, moved.path))
    return _say(words, f"relocated.{moved.why}", name=name, path=path)


def setup_error(words: Vocabulary, error: InvalidSetup) -> str:
    """Say why the setup is invalid, as part of a sentence."""
    return _say(words, f"setup.{error.code}", found=str(error.found), limit=str(error.limit), name=error.name)


# ---- component tables


def component_error(words: Vocabulary, error: ComponentError) -> str:
    """Say where and why a component table is invalid, as part of a sentence."""
    field = _say(words, "component.field", field=error.field) if error.field else ""
    where = ", ".join(part for part in (error.file, error.entry, field) if part)
    return _say(words, "component.spot", where=where, slip=describe_fault(words, error.slip))


def describe_fault(words: Vocabulary, error: FaultDetails) -> str:
    """Say what is wrong with a value, as part of a sentence."""
    return _say(
        words,
        f"slip.{_slip_key(error)}",
        found=_value(words, error.found),
        limit=str(error.limit),
        known=", ".join(error.known) or _say(words, "figures.none"),
        name=error.name,
        kind=_say(words, f"needed.{error.kind}") if error.kind else "",
        system=words.system_reason(error.name),
    )


def _slip_key(error: FaultDetails) -> str:
    if error.code is TableFault.UNKNOWN_WORD and error.known:
        return f"{error.code}-among"
    return f"{error.code}-to-its-end" if error.code is TableFault.NOT_TOML and not error.limit else error.code


def _value(words: Vocabulary, value: Found | None) -> str:
    return _say(words, f"met.{value.kind}", text=value.text) if value else ""


# ---- component sets


def component_set_name(words: Vocabulary, components: ComponentSet) -> str:
    """Return the name of the set for players: that of a shipped one has its number instead of its technical name."""
    from rokoko_core.components import shipped

    names = list(shipped())
    if components.key in names:
        return _say(words, "components.shipped", n=names.index(components.key) + 1)
    return components_name(words, components)


def components_name(words: Vocabulary, components: ComponentSet) -> str:
    """Return the set's technical name, marked if it is a variant."""
    return _say(words, "components.variant", name=components.name) if components.variant else shorten(components.name)


def origins(words: Vocabulary, components: ComponentSet) -> list[tuple[str, str]]:
    """Return for each table file of a set which of its figures are reconstructed, in one sentence."""
    from rokoko_core.components import TABLES

    sources = {table: "own" if table in components.own else table.removesuffix(".toml") for table in TABLES}
    return [(table, _say(words, f"origin.{source}")) for table, source in sources.items()]


def deviation(words: Vocabulary, difference: Deviation) -> str:
    """Say where a component set differs from the rulebooks."""
    return _say(
        words,
        "deviation.line",
        file=difference.file,
        part=part(words, difference.part),
        expected=figures(words, difference.expected, difference.fact),
        found=figures(words, difference.found, difference.fact),
    )


def part(words: Vocabulary, table_part: Part) -> str:
    return _say(words, f"part.{table_part.kind}", name=str(table_part.name))


def figures(words: Vocabulary, read: Figures, fact: str) -> str:
    """Return the figures of a component set for ``fact``, or those of the rulebooks."""
    if read.form is Form.HOLDS:
        return _say(words, f"fact.{fact}")
    if not read.values:
        return _say(words, "figures.none")
    if read.form in (Form.SIDES, Form.DRESSES):
        return "; ".join(_row(words, read.form, row) for row in read.values if isinstance(row, tuple))
    return _row(words, read.form, read.values)


def _row(words: Vocabulary, form: Form, values: tuple[object, ...]) -> str:
    named = dict(zip(("one", "two", "three", "four"), map(str, values), strict=False))
    rest = values[1:] if form in (Form.SIDES, Form.COSTS) else values
    return _say(words, f"figures.{form}", **named, text=", ".join(map(str, rest)))


def bot_error(words: Vocabulary, error: "BadBot") -> str:
    """Say why the bot of another package cannot play, as part of a sentence."""
    reason = _say(words, f"bot.{error.code}", name=error.name)
    if not error.detail:
        return reason
    return _say(words, "bot.with-detail", reason=reason, text=shorten(error.detail, MOST_DETAIL))


def matches_error(words: Vocabulary, error: "InvalidMatches") -> str:
    """Say why games among bots cannot start, as part of a sentence."""
    known = ", ".join((*LEVELS, *external_levels()))
    return _say(
        words, f"matches.{error.code}", found=str(error.found), limit=str(error.limit), name=error.name, known=known
    )
