"""Setups of new games: from the form and for it, against the opponents of last time, and a rematch."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import cast

from msgspec.structs import replace

from rokoko_core.bots import LEVELS, external_levels, present_name
from rokoko_core.components import ComponentError, load_components, newest, shipped
from rokoko_core.game import Game
from rokoko_core.safe_text import find_name_flaw, find_named, fold_case, repair_name
from rokoko_core.setup import FAIR_START, MOST_SEED, START_PRESTIGE, InvalidSetup, check_new_setup, deal_secretly
from rokoko_core.state import Seat, Setup
from rokoko_core.terms import Expansion, ScoreVisibility
from rokoko_tui.settings.settings import Settings, components_of
from rokoko_tui.text import Words
from rokoko_tui.text.message_rendering import inside
from rokoko_tui.text.player_names import bot_names
from rokoko_tui.text.save_text import list_names, name_expansions
from rokoko_tui.text.wording import Wording, truncate

HUMAN = "human"
OFFERED = tuple(name for name, level in LEVELS.items() if level.for_people)
"""The bot levels of the program to choose from, weakest first."""
MEASURED_WINS = {"apprentice": ("novice", 82), "journeyman": ("apprentice", 99), "master": ("journeyman", 88)}
"""The next weaker level, and the percentage of games of two won against it (docs/opponents.md)."""
EASY = "apprentice"
"""The default bot level."""
LOT = "lot"
"""The form's value for a random starting player."""
FIELD_OF = {"players": "seat-0", "first_player": "first", "seed": "seed", "components": "components"}
"""The row of the form that shows a problem, by field of ``Setup``."""


def offered_levels() -> tuple[str, ...]:
    """Return the levels to choose from: the program's own, then the bots of other packages."""
    return (*OFFERED, *external_levels())


def to_offered_level(name: str | None) -> str:
    """Return the present level for the level ``name`` of a save; ``EASY`` if it is not offered."""
    level = present_name(name)
    return level if level in offered_levels() else EASY


def describe_strength(level: str, words: Words) -> str:
    """Return how often ``level``, which must be one of ``MEASURED_WINS``, beats the next weaker one."""
    weaker, percent = MEASURED_WINS[level]
    return words.say("new.measured", level=words.level(level), name=words.level(weaker), n=percent)


def describe_fair_start(is_on: bool, count: int, words: Words) -> str:
    """Return what a fair start means for ``count`` players, or why to choose it; empty for a solo game."""
    if count == 1:
        return ""
    if not is_on:
        return words.say("new.fair.why.off")
    return words.say("new.fair.why.on", value=", ".join(map(str, START_PRESTIGE[FAIR_START][count])))


class FieldProblem(ValueError):
    """An invalid value in ``row`` of the form; the message is one sentence."""

    def __init__(self, row: str, sentence: str) -> None:
        super().__init__(sentence)
        self.row = row


def fields_of(setup: Setup, names: Sequence[str], marks: Sequence[str]) -> dict[str, str]:
    """Return the values of the form that show ``setup`` without its seed, by field.

    ``names`` and ``marks`` are those of all seats of the form; a seat without a player is a bot.
    """
    values = {
        "count": str(len(setup.players)),
        "first": LOT if setup.first_player is None else str(setup.first_player),
        "fair": "on" if setup.fair_start else "off",
        "seen": setup.open_scores,
        "components": setup.components,
    }
    values |= {f"add-{expansion}": "on" if expansion in setup.expansions else "off" for expansion in Expansion}
    for n, (name, mark) in enumerate(zip(names, marks, strict=True)):
        seat = setup.players[n] if n < len(setup.players) else Seat(name, "bot", EASY)
        who = HUMAN if seat.kind == "human" else to_offered_level(seat.level)
        values |= {f"name-{n}": repair_name(seat.name) or name, f"who-{n}": who, f"mark-{n}": mark}
    return values


def read_setup(values: Mapping[str, str], default_marks: Sequence[str], words: Words) -> Setup:
    """Return the setup in the form, with seed 0 if none is typed. Raises ``FieldProblem``."""
    count = int(values["count"])
    marks = [values[f"mark-{n}"] for n in range(count)]
    chosen_marks = [None] * count if marks == list(default_marks[:count]) else marks
    setup = Setup(
        players=tuple(_read_seat(values, n, mark) for n, mark in enumerate(chosen_marks)),
        seed=_read_seed(values, words),
        expansions=frozenset(e for e in Expansion if values[f"add-{e}"] == "on"),
        first_player=None if values["first"] == LOT else int(values["first"]),
        open_scores=cast("ScoreVisibility", values["seen"]),
        components=values["components"],
        fair_start=values["fair"] == "on" and count > 1 and FAIR_START,
    )
    try:
        check_new_setup(setup)
    except InvalidSetup as wrong:
        field, sentence = wrong.code.field, words.invalid_setup(wrong)
        row = _seat_at_fault(setup.players) if field == "players" else FIELD_OF[field]
        raise FieldProblem(row, f"{sentence[:1].upper()}{sentence[1:]}.") from wrong
    return setup


def _read_seat(values: Mapping[str, str], number: int, mark: str | None) -> Seat:
    seat, who = Seat(values[f"name-{number}"].strip(), mark=mark), values[f"who-{number}"]
    return seat if who == HUMAN else replace(seat, kind="bot", level=who)


def _read_seed(values: Mapping[str, str], words: Words) -> int:
    digits = values["seed"].strip()
    if digits and not (digits.isascii() and digits.isdigit()):
        raise FieldProblem("seed", words.say("new.whole-number"))
    if digits and int(digits[:40]) > MOST_SEED:
        raise FieldProblem("seed", words.say("new.seed-too-large", n=MOST_SEED))
    return int(digits or 0)


def _seat_at_fault(seats: Iterable[Seat]) -> str:
    """Return the row of the first seat with an invalid or repeated name."""
    names: set[str] = set()
    for n, seat in enumerate(seats):
        if find_name_flaw(seat.name) or fold_case(seat.name) in names:
            return f"seat-{n}"
        names.add(fold_case(seat.name))
    return FIELD_OF["players"]


def is_default_name(name: str, seat: int, words: Words) -> bool:
    """Whether the person on ``seat``, from 0, has typed no name: it is *You* or *Player 1*."""
    return name in (words.term("you"), words.say("new.player", n=seat + 1))


def rename_seat(names: Sequence[str], seat: int, is_person: bool, words: Words) -> str:
    """Return the name of ``seat`` after its player became a person or a bot; a name that was typed stays."""
    name, others = names[seat], [other for n, other in enumerate(names) if n != seat]
    if is_person:
        return words.say("new.player", n=seat + 1) if find_named(name, bot_names(words)) else name
    return words.opponent(others) if is_default_name(name, seat, words) else name


# ---- without the form


def own_name(settings: Settings, words: Words, last: Setup | None = None) -> str:
    """Return the player's name: from the settings, else of the only person in the ``last`` game, else "You"."""
    people = [seat.name for seat in last.players if seat.kind == HUMAN] if last is not None else []
    name = repair_name(settings.name) or repair_name(people[0] if len(people) == 1 else "")
    return name if name and not find_name_flaw(name) else str(words.term("you"))  # a save has plain texts only


def against_opponents(setup: Setup) -> bool:
    """Whether one person plays against bots, or alone against Madame du Barry."""
    return sum(seat.kind == HUMAN for seat in setup.players) == 1


def quick_setup(last: Setup | None, settings: Settings, words: Words) -> Setup:
    """Return a game against the opponents of ``last``, or against one easy bot. The starting player is random.

    An easy bot also replaces one that is not offered: the save may have come from another machine.
    """
    name, components = own_name(settings, words, last), load_components().name
    with suppress(ComponentError):
        components = components_of(settings).name
    if last is None:
        opponent = Seat(words.opponent([name]), kind="bot", level=EASY)
        return deal_secretly(Setup((Seat(name), opponent), seed=0, components=components))
    taken = [seat.name for seat in last.players if seat.kind != HUMAN]
    if find_named(name, taken):
        name = next(seat.name for seat in last.players if seat.kind == HUMAN)
    players = tuple(
        replace(seat, name=name) if seat.kind == HUMAN else replace(seat, level=to_offered_level(seat.level))
        for seat in last.players
    )
    fair_start = last.fair_start and FAIR_START
    again = replace(last, players=players, first_player=None, components=components, fair_start=fair_start)
    return deal_secretly(again)


def describe_opponents(setup: Setup, words: Words, width: int) -> str:
    """Return against whom one plays, with which expansions, and terms that do not go with them, in ``width`` cells.

    Numbers replace the names before a term is left out.
    """
    names = [words.bot_with_level(setup, n) for n, seat in enumerate(setup.players) if seat.kind == "bot"]
    listed = list_names(names or [inside(words.seat(setup, len(setup.players)))], words)
    usual = "deluxe" if setup.expansions else "classic"
    others, expansions = [words.say("start.against", names=form) for form in listed], setup.expansions
    if names:
        others.append(words.say("start.bots", n=len(names)))
    named = name_expansions(expansions, words)
    counted = words.say("start.expansions", n=len(expansions)) if 1 < len(expansions) < len(Expansion) else named
    is_usual = words.edition == usual or bool(words.single_edition_notice())
    terms = [] if is_usual else [words.say(f"start.terms.{words.edition}")]
    facts = [[named, *terms], [counted, *terms], [counted], []]
    return truncate(Wording(*(words.listed([form, *each], "facts") for each in facts for form in others)), width)


def rematch(game: Game) -> Setup:
    """Return the setup of ``game`` with a new seed, the newest shipped components, and the fair start of new games.

    The starting player is random again; if it was given, the next seat starts.
    """
    first, components = game.setup.first_player, game.setup.components
    first = None if first is None else (first + 1) % len(game.setup.players)
    components = newest() if components in shipped() else components
    fair_start = game.setup.fair_start and FAIR_START
    return deal_secretly(replace(game.setup, first_player=first, components=components, fair_start=fair_start))
