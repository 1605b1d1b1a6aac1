"""Decorations funded, of the garden, the halls and the Jeweler."""

from rokoko_core import actions as do
from rokoko_core.box import Box, box_of
from rokoko_core.components.tables import DecorationSpace
from rokoko_core.events.acts import DecorationFunded
from rokoko_core.events.reasons import Why
from rokoko_core.play.choices import added_income, dresses_already_multiplied, price_of
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import NOBODY, State
from rokoko_core.terms import DecorationKind
from rokoko_tui.text import piece_names, player_names
from rokoko_tui.text.event_writers import LogWriter
from rokoko_tui.text.families import ActionWords, EventWords, Tooltip
from rokoko_tui.text.families.exams import describe_tasks
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.messages import capital
from rokoko_tui.text.piece_refs import PieceKind, PieceRef
from rokoko_tui.text.wording import Wording

DECORATION_KEYS = {
    DecorationKind.FIREWORKS: "F",
    DecorationKind.JEWELER: "J",
    DecorationKind.FOUNTAIN_UPPER: "N",
    DecorationKind.FOUNTAIN_LOWER: "N",
    DecorationKind.MUSICIAN: "M",
    DecorationKind.STATUE: "C",
}
"""The keys of decorations; the heading of the group names the first of those that are left."""


def _label(words: Vocabulary, action: do.Fund, state: State) -> str:
    space = box_of(state).decoration[action.space]
    facts = piece_names.decoration_facts(words, space)
    values = {"space": piece_names.decoration_name(words, space), "price": price_of(action, state), "facts": facts}
    return words.say_of("choices.action.fund-facts" if facts else "choices.action.fund", values)


def _shorten(words: Vocabulary, action: do.Fund, state: State) -> Wording:
    name = _name(words, _space_of(action, state))
    return words.wording("choices.short.priced", what=name, price=price_of(action, state))


def _name(words: Vocabulary, space: DecorationSpace) -> Wording:
    """Return the name, and ``♪ Hall 3`` or ``Left kitchen 2``."""
    if space.kind is DecorationKind.MUSICIAN:
        return Wording(piece_names.decoration_name(words, space), f"♪ {capital(words.hall(space.hall))}")
    kind = words.wording(f"pieces.kind.{space.kind}")
    return words.wording("pieces.name.decoration", what=kind, n=space.number)


def _space_of(action: do.Fund, state: State) -> DecorationSpace:
    return box_of(state).decoration[action.space]


def _describe_income(words: Vocabulary, action: do.Fund, state: State) -> list[str]:
    """Return a line about the income that a decoration adds in each round left as things are (INC-1); else empty."""
    added = added_income(action, state)
    if added is None:
        return []
    return [words.say_of("choices.preview.income", {"n": added, "rounds": LAST_ROUND - state.round + 1})]


def _describe_terrace(words: Vocabulary, action: do.Fund, state: State) -> list[str]:
    """Return a line about fireworks that multiply no dress (END-6); else empty."""
    multiplied = dresses_already_multiplied(action, state)
    return [] if multiplied is None else [words.say("choices.preview.no-terrace", n=multiplied)]


def _get_key(action: do.Fund, state: State) -> str:
    return DECORATION_KEYS[_space_of(action, state).kind]


def _number(action: do.Fund, state: State) -> int:
    """Return the number of a decoration among those with the same letter, from 1."""
    key = _get_key(action, state)
    same = [each.id for each in box_of(state).decorations if DECORATION_KEYS[each.kind] == key]
    return same.index(action.space) + 1


ACTIONS = (
    ActionWords(
        do.Fund,
        _label,
        row=_shorten,
        subject=lambda words, action, refused, state: _name(words, _space_of(action, state)),
        consequences=lambda words, action, state: [
            *describe_tasks(words, action, state),
            *_describe_income(words, action, state),
            *_describe_terrace(words, action, state),
        ],
        pieces=lambda action, state: [PieceRef("decoration", action.space)],
        key_group=_get_key,
        key_number=_number,
        has_own_price=True,
    ),
)


# ---- events


def _log(log: LogWriter, event: DecorationFunded) -> None:
    space = log.box.decoration[event.moved[0].end.space]
    key, name = "fund-musician" if space.hall else "fund", piece_names.decoration_name(log.words, space)
    log.add_action(event, key, space=name, price=log.take_payment(Why.FUNDING))


def _log_du_barry(log: LogWriter, event: DecorationFunded) -> None:
    space = log.box.decoration[event.moved[0].end.space]
    key = {DecorationKind.JEWELER: "fund-jeweler", DecorationKind.MUSICIAN: "fund-musician"}.get(space.kind, "fund")
    log.add("barry", event, f"barry.{key}", space=piece_names.decoration_name(log.words, space))


def _gain(log: LogWriter, event: DecorationFunded, is_last: bool) -> list[str]:
    space = log.box.decoration[event.moved[0].end.space]
    facts = [piece_names.decoration_name(log.words, space), *piece_names.decoration_facts(log.words, space)]
    return [log.words.listed(facts, "facts")]


EVENTS = (
    EventWords(
        DecorationFunded,
        log=_log,
        du_barry=_log_du_barry,
        part=lambda writer, event: writer.decoration(event.moved[0].end.space),
        gain=_gain,
    ),
)


# ---- tooltips


def _describe(words: Vocabulary, piece: PieceRef, state: State, box: Box) -> str:
    owner = state.decorations[box.decoration[piece.name].index]
    values = {"decoration": piece_names.decoration(words, piece.name, box)}
    if owner == NOBODY:
        return words.say("tooltips.piece.decoration-free", **values)
    return words.say_of("tooltips.piece.decoration-taken", values | player_names.owner(words, state.setup, owner))


TOOLTIPS: dict[PieceKind, Tooltip] = {
    "decoration": _describe,
}
