"""What cannot be used and why, in one sentence each: saves, setups, component sets, and what the system refuses."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from rokoko_core.bots import LEVELS, guests
from rokoko_core.components.table_errors import ComponentError, Found, Slip, SlipCode, met
from rokoko_core.components.tables import ComponentSet, Deviation, Figures, Form, Part
from rokoko_core.journal import BadSave, Damage, Detail, Header, Misfit, Notice, Relocation
from rokoko_core.safe_text import brief
from rokoko_core.setup import InvalidSetup
from rokoko_tui.text.disk_errors import system
from rokoko_tui.text.message_catalog import Vocabulary

if TYPE_CHECKING:
    from rokoko_core.bots.arena import InvalidMatches
    from rokoko_core.bots.external_bots import BadBot


LONGEST_NAME = 255
"""Signs of a file's name that are told."""
MOST_DETAIL = 200
"""Signs that are told of what a bot had to say."""


def _say(words: Vocabulary, key: str, **figures: object) -> str:
    return words.say_of(f"faults.{key}", figures)


# ---- saves


def save(words: Vocabulary, found: BadSave | Damage) -> str:
    """Why a file cannot be opened, or where a save stops being sound."""
    figures = _of_header(found.detail) if isinstance(found.detail, Header) else {}
    detail = _detail(words, found.detail)
    return _say(words, f"save.{found.code}", line=found.line, detail=detail, **figures)


def _of_header(header: Header) -> dict[str, str]:
    return {
        "players": ", ".join(brief(seat.name) for seat in header.setup.players),
        "begun": _day(header.created),
        "name": brief(header.components.name),
        "digest": brief(header.components.digest),
    }


def _day(seconds: int) -> str:
    """The day so many seconds after the beginning of 1970; a question mark for what no calendar has."""
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d")
    except (ValueError, OverflowError, OSError):
        return "?"


def _detail(words: Vocabulary, detail: Detail) -> str:
    if isinstance(detail, Misfit):
        told = slip(words, detail.slip)
        return _say(words, f"misfit.{'field' if detail.field else 'whole'}", field=detail.field, slip=told)
    if isinstance(detail, InvalidSetup):
        return setup(words, detail)
    return system(words, detail) if isinstance(detail, str) else _met(words, met(detail))


def notice(words: Vocabulary, mended: Notice) -> str:
    """What was mended on opening."""
    return _say(words, f"notice.{mended}")


def relocation(words: Vocabulary, found: Relocation) -> str:
    """Why play goes on in another file, and in which."""
    name, path = (brief(there.name, LONGEST_NAME) for there in (found.before, found.path))
    return _say(words, f"relocated.{found.why}", name=name, path=path)


def setup(words: Vocabulary, error: InvalidSetup) -> str:
    """Why no game can be laid out, as a part of a sentence."""
    return _say(words, f"setup.{error.code}", found=str(error.found), limit=str(error.limit), name=error.name)


# ---- component tables


def component(words: Vocabulary, error: ComponentError) -> str:
    """Where a component table cannot be used and why, as a part of a sentence."""
    field = _say(words, "component.field", field=error.field) if error.field else ""
    where = ", ".join(part for part in (error.file, error.entry, field) if part)
    return _say(words, "component.spot", where=where, slip=slip(words, error.slip))


def slip(words: Vocabulary, made: Slip) -> str:
    """What is wrong with a value, as a part of a sentence."""
    return _say(
        words,
        f"slip.{_slip_key(made)}",
        found=_met(words, made.found),
        limit=str(made.limit),
        known=", ".join(made.known) or _say(words, "figures.none"),
        name=made.name,
        kind=_say(words, f"needed.{made.kind}") if made.kind else "",
        system=system(words, made.name),
    )


def _slip_key(made: Slip) -> str:
    if made.code is SlipCode.UNKNOWN_WORD and made.known:
        return f"{made.code}-among"
    return f"{made.code}-to-its-end" if made.code is SlipCode.NOT_TOML and not made.limit else made.code


def _met(words: Vocabulary, found: Found | None) -> str:
    return _say(words, f"met.{found.kind}", text=found.text) if found else ""


# ---- component sets


def components_name(words: Vocabulary, components: ComponentSet) -> str:
    """The set's name, marked when it is a variant."""
    return _say(words, "components.variant", name=components.name) if components.variant else brief(components.name)


def origins(words: Vocabulary, components: ComponentSet) -> Iterator[tuple[str, str]]:
    """For each table file of a set, in one sentence, which of its figures are reconstructed."""
    from rokoko_core.components import TABLES

    for table in TABLES:
        source = "own" if table in components.own else table.removesuffix(".toml")
        yield table, _say(words, f"origin.{source}")


def deviation(words: Vocabulary, found: Deviation) -> str:
    """Where a component set departs from the rulebooks."""
    return _say(
        words,
        "deviation.line",
        file=found.file,
        part=part(words, found.part),
        expected=figures(words, found.expected, found.fact),
        found=figures(words, found.found, found.fact),
    )


def part(words: Vocabulary, told: Part) -> str:
    """A part of a table."""
    return _say(words, f"part.{told.kind}", name=str(told.name))


def figures(words: Vocabulary, read: Figures, fact: str) -> str:
    """What was read out of a component set for ``fact``, or what should have been."""
    if read.form is Form.HOLDS:
        return _say(words, f"fact.{fact}")
    if not read.values:
        return _say(words, "figures.none")
    if read.form in (Form.SIDES, Form.DRESSES):
        return "; ".join(_told(words, read.form, row) for row in read.values if isinstance(row, tuple))
    return _told(words, read.form, read.values)


def _told(words: Vocabulary, form: Form, values: tuple[object, ...]) -> str:
    named = dict(zip(("one", "two", "three", "four"), map(str, values), strict=False))
    rest = values[1:] if form in (Form.SIDES, Form.COSTS) else values
    return _say(words, f"figures.{form}", **named, text=", ".join(map(str, rest)))


def bot(words: Vocabulary, error: "BadBot") -> str:
    """Why a bot that another package brings does not play, as a part of a sentence."""
    reason = _say(words, f"bot.{error.code}", name=error.name)
    if not error.detail:
        return reason
    return _say(words, "bot.with-detail", reason=reason, text=brief(error.detail, MOST_DETAIL))


def matches(words: Vocabulary, error: "InvalidMatches") -> str:
    """Why no games can be held among automatic players, as a part of a sentence."""
    known = ", ".join((*LEVELS, *guests()))
    return _say(
        words, f"matches.{error.code}", found=str(error.found), limit=str(error.limit), name=error.name, known=known
    )
