"""Dresses: made, paid for, sold, rented out and placed."""

from collections.abc import Sequence

from rokoko_core import actions as do
from rokoko_core.box import box_of
from rokoko_core.components.tables import GuestSpace
from rokoko_core.pending import RentOrSell
from rokoko_core.play import choices
from rokoko_core.play.choices import pending_decision, price_of
from rokoko_core.refusal import Reason, Refusal
from rokoko_core.state import State
from rokoko_core.terms import FACE_DOWN
from rokoko_tui.text import piece_names
from rokoko_tui.text.families import ActionWords
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.messages import capital
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.wording import Wording

# ---- making


def _label_made(words: Vocabulary, action: do.MakeDress, state: State) -> str:
    box = box_of(state)
    face = box.dress[action.dress]
    sale, *other_facts = piece_names.dress_facts(words, face, "sells-short")
    return words.say(
        "choices.action.make-dress",
        dress=piece_names.dress_short(words, face.id, box),
        price=price_of(action, state),
        cost=piece_names.dress_cost(words, face),
        facts=[sale] if choices.must_sell(state) else [sale, *other_facts],
    )


def _shorten_made(words: Vocabulary, action: do.MakeDress, state: State) -> str:
    face = box_of(state).dress.get(action.dress)
    if face is None:
        return piece_names.dress_short(words, action.dress, box_of(state))
    dress = words.say(f"choices.short.{'ladies-dress' if face.ladies else 'coat'}", colour=words.term(face.colour))
    if choices.must_sell(state):
        return words.say("choices.short.dress-to-sell", what=dress, price=price_of(action, state), livre=face.value)
    return words.say("choices.short.dress", what=dress, price=price_of(action, state), prestige=face.prestige)


def _tighten_made(words: Vocabulary, action: do.MakeDress, state: State) -> str:
    """Describe a dress by its colour, which has one kind only."""
    face = box_of(state).dress.get(action.dress)
    if face is None:
        return ""
    kind = "ladies-dress" if face.ladies else "coat"
    dress = words.say(f"choices.short.{kind}-tight", colour=words.term(face.colour))
    if choices.must_sell(state):
        return words.say("choices.short.dress-to-sell", what=dress, price=price_of(action, state), livre=face.value)
    return words.say("choices.short.dress-tight", what=dress, livre=price_of(action, state), prestige=face.prestige)


def _refuse_made(words: Vocabulary, action: do.MakeDress, refused: Refusal, state: State) -> str:
    box = box_of(state)
    cost = piece_names.dress_cost(words, box.dress[action.dress])
    return f"{piece_names.dress_short(words, action.dress, box)} ({cost})"


def _refuse_made_short(words: Vocabulary, action: do.MakeDress, refused: Refusal, state: State) -> Wording:
    face = box_of(state).dress[action.dress]
    kind = "ladies-dress" if face.ladies else "coat"
    return (words.say(f"choices.about-tight.{kind}", colour=words.term(face.colour)),)


def _pay(words: Vocabulary, action: do.PayTiles, state: State) -> str:
    box = box_of(state)
    if not action.tiles:
        return words.say("choices.action.pay-nothing")
    tiles, lost = [piece_names.kept_silk(words, t, box) for t in action.tiles], choices.lost_bales(action.tiles, state)
    if any(lost):
        return words.say("choices.action.pay-lost", tiles=tiles, lost=piece_names.letters(words, lost))
    return words.say("choices.action.pay-tiles", tiles=tiles)


# ---- renting out and selling


def _label_rented(words: Vocabulary, action: do.Rent, state: State) -> str:
    decision, now = pending_decision(state), choices.festivity_gain(state)
    if not isinstance(decision, RentOrSell):
        return words.say("choices.about.rent")
    values = {"prestige": box_of(state).dress[decision.dress].prestige, "now": now}
    return words.say_of("choices.action.rent-festivity" if now else "choices.action.rent", values)


def _shorten_rented(words: Vocabulary, action: do.Rent, state: State) -> str:
    decision = pending_decision(state)
    if not isinstance(decision, RentOrSell) or decision.dress == FACE_DOWN:
        return words.say("choices.about.rent")
    return words.say("choices.short.rent", prestige=box_of(state).dress[decision.dress].prestige)


def _sell(words: Vocabulary, action: do.Sell, state: State) -> str:
    decision = pending_decision(state)
    if not isinstance(decision, RentOrSell):
        return words.say("choices.about.sell")
    value = box_of(state).dress[decision.dress].value
    return words.say("choices.action.sell-bonus" if choices.must_sell(state) else "choices.action.sell", livre=value)


# ---- guests


def _tighten_placed(words: Vocabulary, action: do.Place, state: State) -> str:
    space = box_of(state).guest[action.space]
    return words.listed([_name_guest(words, space), *_rewards(words, space)], "facts")


def _name_guest(words: Vocabulary, space: GuestSpace, spaced: bool = False) -> str:
    """Return ``King's Hall, M2``; if ``spaced``, with the word before the number."""
    kind = "master-guest" if space.master else "guest"
    key = f"choices.short.space-{kind}" if spaced else f"choices.short.{kind}"
    return words.say(key, hall=words.hall(space.hall), number=space.number)


def _refuse_placed(words: Vocabulary, action: do.Place, refused: Refusal, state: State) -> Wording:
    if refused.reason is Reason.MASTER_SPACE:
        return (words.say("choices.about-tight.master-space"),)
    space = box_of(state).guest[action.space]
    return _name_guest(words, space, spaced=True), _name_guest(words, space)


def _rewards(words: Vocabulary, space: GuestSpace) -> list[str]:
    """Return what a guest space gives, with the signs of the table."""
    gains = [words.money(space.livre, "short")] if space.livre else []
    return [*gains, *("≈" * space.yarn), *("✻" * space.lace), *([words.say("symbols.tile")] * space.tile)]


def tight_space(words: Vocabulary, space: GuestSpace) -> str:
    """Return a guest space as listed under its hall: ``Space 3 · 3 L``, ``Space M2 · none``."""
    values = {"number": space.number, "gained": words.listed(_rewards(words, space), "row")}
    key = f"{'master-' if space.master else ''}space{'-gain' if values['gained'] else ''}"
    return words.say_of(f"choices.group.{key}", values)


def hall_of_guests(words: Vocabulary, hall: int, spaces: Sequence[GuestSpace]) -> str:
    """Return a hall with the rewards of its spaces: ``Hall 2: tile, 2 L, ≈``; without rewards ``Hall 2 (5)``."""
    gains = [sign for space in spaces for sign in _rewards(words, space)]
    values = {"hall": capital(words.hall(hall)), "n": len(spaces), "gains": words.listed(gains, "row")}
    return words.say_of("choices.group.guests" if gains else "choices.group.guests-plain", values)


ACTIONS = (
    ActionWords(
        do.MakeDress,
        _label_made,
        short=_shorten_made,
        tight=_tighten_made,
        subject=_refuse_made,
        short_subject=_refuse_made_short,
        rule=lambda action, state: "BON-2" if choices.is_bonus(state) else "",
        pieces=lambda action, state: (
            [PieceRef("window", state.windows.index(action.dress))] if action.dress in state.windows else []
        ),
        key_group=lambda action, state: "d",
        key_number=lambda action, state: [*state.windows, action.dress].index(action.dress) + 1,
        has_own_price=True,
    ),
    ActionWords(
        do.PayTiles,
        _pay,
        pieces=lambda action, state: [PieceRef("silk", tile) for tile in action.tiles],
    ),
    ActionWords(
        do.Rent,
        _label_rented,
        short=_shorten_rented,
        subject=lambda words, action, refused, state: words.say("choices.about.rent"),
    ),
    ActionWords(do.Sell, _sell, subject=lambda words, action, refused, state: words.say("choices.about.sell")),
    ActionWords(
        do.Place,
        lambda words, action, state: piece_names.guest(words, action.space, box_of(state)),
        tight=_tighten_placed,
        subject=lambda words, action, refused, state: piece_names.guest_name(words, box_of(state).guest[action.space]),
        short_subject=_refuse_placed,
        has_one_refusal=True,
        pieces=lambda action, state: [PieceRef("guest", action.space)],
        key_group=lambda action, state: str(box_of(state).guest[action.space].hall),
        key_number=lambda action, state: box_of(state).guest[action.space].number,
        shortened_with="guests",
    ),
)
