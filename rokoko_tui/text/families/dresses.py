"""Dresses: made, paid for, sold, rented out and placed."""

from collections.abc import Sequence

from rokoko_core import actions as do
from rokoko_core.box import Box, box_of
from rokoko_core.components.tables import GuestSpace
from rokoko_core.events.acts import (
    AllHallsReached,
    DressChosen,
    DressMade,
    DressPlaced,
    DressRented,
    DressSold,
    EffectUsed,
    FavorTaken,
    TilesSurrendered,
)
from rokoko_core.events.amounts import LivreGained, PrestigeGained
from rokoko_core.events.reasons import Why
from rokoko_core.play import choices
from rokoko_core.play.choices import price_of
from rokoko_core.refusal import Reason, Refusal
from rokoko_core.state import NOBODY, State
from rokoko_tui.text import piece_names, player_names
from rokoko_tui.text.event_writers import LogWriter
from rokoko_tui.text.families import ActionWords, EventWords, Tooltip
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.messages import capital
from rokoko_tui.text.piece_refs import PieceKind, PieceRef
from rokoko_tui.text.wording import Wording

# ---- making


def _label_made(words: Vocabulary, action: do.MakeDress, state: State) -> str:
    box = box_of(state)
    face = box.dress[action.dress]
    sale, *other_facts = [fact.shortest for fact in piece_names.dress_facts(words, face)]
    return words.say(
        "choices.action.make-dress",
        dress=piece_names.dress_short(words, face.id, box),
        price=price_of(action, state),
        cost=piece_names.dress_cost(words, face),
        facts=[sale] if choices.must_sell(state) else [sale, *other_facts],
    )


def _shorten_made(words: Vocabulary, action: do.MakeDress, state: State) -> Wording:
    """Describe a dress, at the shortest by its colour, which has one kind only."""
    face = box_of(state).dress.get(action.dress)
    if face is None:
        return Wording(piece_names.dress_short(words, action.dress, box_of(state)))
    kind, price = piece_names.dress_kind(face.ladies), price_of(action, state)
    name = words.wording(f"choices.short.{kind}", colour=words.term(face.colour))
    if choices.must_sell(state):
        return words.wording("choices.short.dress-to-sell", what=name, price=price, livre=face.value)
    return words.wording("choices.short.dress", what=name, price=price, livre=price, prestige=face.prestige)


def _refuse_made(words: Vocabulary, action: do.MakeDress, refused: Refusal, state: State) -> Wording:
    box = box_of(state)
    face = box.dress[action.dress]
    kind = piece_names.dress_kind(face.ladies)
    return words.wording(
        f"choices.about.{kind}",
        dress=piece_names.dress_short(words, action.dress, box),
        cost=piece_names.dress_cost(words, face),
        colour=words.term(face.colour),
    )


def _label_paid(words: Vocabulary, action: do.PayTiles, state: State) -> str:
    box = box_of(state)
    if not action.tiles:
        return words.say("choices.action.pay-nothing")
    tiles, lost = [piece_names.kept_silk(words, t, box) for t in action.tiles], choices.lost_bales(action.tiles, state)
    if any(lost):
        return words.say("choices.action.pay-lost", tiles=tiles, lost=piece_names.letters(words, lost))
    return words.say("choices.action.pay-tiles", tiles=tiles)


# ---- renting out and selling


def _label_rented(words: Vocabulary, action: do.Rent, state: State) -> str:
    face, now = box_of(state).dress.get(choices.dress_in_hand(state)), choices.festivity_gain(state)
    if face is None:
        return words.say("choices.about.rent")
    values = {"prestige": face.prestige, "now": now}
    return words.say_of("choices.action.rent-festivity" if now else "choices.action.rent", values)


def _shorten_rented(words: Vocabulary, action: do.Rent, state: State) -> Wording:
    face = box_of(state).dress.get(choices.dress_in_hand(state))
    if face is None:
        return words.wording("choices.about.rent")
    return words.wording("choices.short.rent", prestige=face.prestige)


def _label_sold(words: Vocabulary, action: do.Sell, state: State) -> str:
    face = box_of(state).dress.get(choices.dress_in_hand(state))
    if face is None:
        return words.say("choices.about.sell")
    key = "sell-bonus" if choices.must_sell(state) else "sell"
    return words.say(f"choices.action.{key}", livre=face.value)


def _shorten_sold(words: Vocabulary, action: do.Sell, state: State) -> Wording:
    face = box_of(state).dress.get(choices.dress_in_hand(state))
    if face is None:
        return words.wording("choices.about.sell")
    return words.wording(f"choices.short.{'sell-bonus' if choices.must_sell(state) else 'sell'}", livre=face.value)


# ---- guests


def _shorten_placed(words: Vocabulary, action: do.Place, state: State) -> Wording:
    box = box_of(state)
    space = box.guest[action.space]
    short = words.listed([_name_guest(words, space), *_rewards(words, space)], "facts")
    return Wording(piece_names.guest(words, action.space, box), short)


def _name_guest(words: Vocabulary, space: GuestSpace, spaced: bool = False) -> str:
    """Return ``King's Hall, M2``; if ``spaced``, with the word before the number."""
    kind = "master-guest" if space.master else "guest"
    key = f"choices.short.space-{kind}" if spaced else f"choices.short.{kind}"
    return words.say(key, hall=words.hall(space.hall), number=space.number)


def _refuse_placed(words: Vocabulary, action: do.Place, refused: Refusal, state: State) -> Wording:
    space = box_of(state).guest[action.space]
    name = piece_names.guest_name(words, space)
    if refused.reason is Reason.MASTER_SPACE:
        return words.wording("choices.about.master-space", guest=name)
    return Wording(name, _name_guest(words, space, spaced=True), _name_guest(words, space))


def _rewards(words: Vocabulary, space: GuestSpace) -> list[str]:
    """Return what a guest space gives, with the signs of the table."""
    gains = [words.money(space.livre, "gain-short")] if space.livre else []
    return [*gains, *("≈" * space.yarn), *("✻" * space.lace), *([words.say("symbols.tile")] * space.tile)]


def name_space(words: Vocabulary, space: GuestSpace) -> Wording:
    """Return a guest space as listed under its hall: ``Space 3 · 3 Livre``, ``Space 3 · 3 L``, ``Space M2 · none``."""
    gained = Wording(piece_names.reward(words, space), words.listed(_rewards(words, space), "row"))
    key = f"{'master-' if space.master else ''}space{'-gain' if gained.longest else ''}"
    return words.wording(f"choices.group.{key}", number=space.number, gained=gained)


def hall_of_guests(words: Vocabulary, hall: int, spaces: Sequence[GuestSpace]) -> Wording:
    """Return a hall with the rewards of its spaces: ``Hall 2: tile, 2 L, ≈``; without rewards ``Hall 2 (5)``.

    The long form is there twice, so that a hall has its name alone only where its own rewards do not fit.
    """
    gains = [sign for space in spaces for sign in _rewards(words, space)]
    values = {"hall": capital(words.hall(hall)), "n": len(spaces), "gains": words.listed(gains, "row")}
    whole = words.say_of("choices.group.guests" if gains else "choices.group.guests-plain", values)
    return Wording(whole, whole, capital(words.hall(hall)))


ACTIONS = (
    ActionWords(
        do.MakeDress,
        _label_made,
        row=_shorten_made,
        subject=_refuse_made,
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
        _label_paid,
        pieces=lambda action, state: [PieceRef("silk", tile) for tile in action.tiles],
    ),
    ActionWords(
        do.Rent,
        _label_rented,
        row=_shorten_rented,
        subject=lambda words, action, refused, state: words.wording("choices.about.rent"),
    ),
    ActionWords(
        do.Sell,
        _label_sold,
        row=_shorten_sold,
        subject=lambda words, action, refused, state: words.wording("choices.about.sell"),
    ),
    ActionWords(
        do.Place,
        lambda words, action, state: piece_names.guest(words, action.space, box_of(state)),
        row=_shorten_placed,
        subject=_refuse_placed,
        has_one_refusal=True,
        pieces=lambda action, state: [PieceRef("guest", action.space)],
        key_group=lambda action, state: str(box_of(state).guest[action.space].hall),
        key_number=lambda action, state: box_of(state).guest[action.space].number,
        shortened_with="guests",
    ),
)


# ---- events


def _log_chosen(log: LogWriter, event: DressChosen) -> None:
    dress, cost = log.box.dress[event.dress], log.box.windows[event.window]
    name = log.words.say(
        "narration.count.dress-cost", dress=log.dress(dress.id), cost=piece_names.dress_cost(log.words, dress)
    )
    log.add_action(event, "make-dress", dress=name, price=cost)


def _log_surrendered(log: LogWriter, event: TilesSurrendered) -> None:
    """Tiles paid for a dress, or surrendered for prestige (BON-5)."""
    gain = log.take_next(PrestigeGained, Why.SILK)
    if gain is None:
        log.add_action(event, "pay-tiles", tiles=log.silk(event.pieces))
    else:
        log.add_action(event, "settle-silk", tiles=log.silk(event.pieces), gained=log.prestige(gain))


def _log_rented(log: LogWriter, event: DressRented) -> None:
    dress = log.dress(event.dress)
    log.add_action(event, "rent", dress=dress)
    gain = log.take_next(PrestigeGained, Why.FESTIVITY)
    if gain:
        log.add("gain", gain, "then.festivity", dress=dress, gained=log.prestige(gain))


def _log_sold(log: LogWriter, event: DressSold) -> None:
    livre = log.take_next(LivreGained, Why.SALE)
    gain = log.take_next(PrestigeGained, Why.SALE_BONUS)
    key = "sell-bonus" if gain else "sell"
    sale = livre.livre if livre else 0
    log.add_action(event, key, dress=log.dress(event.piece), livre=sale, gained=log.prestige(gain))


def _log_placed(log: LogWriter, event: DressPlaced) -> None:
    guest = piece_names.guest(log.words, event.moved[0].end.space, log.box)
    log.add_action(event, "place", dress=log.dress(event.piece), guest=guest)


def _gain_placed(log: LogWriter, event: DressPlaced, is_last: bool) -> list[str]:
    hall = log.box.guest[event.moved[0].end.space].hall
    values = {"dress": log.dress(event.piece), "hall": piece_names.hall_in(log.words, hall)}
    return [log.words.say("advice.brings.placed", **values)]


def _log_effect(log: LogWriter, event: EffectUsed) -> None:
    """The gains of an Expert dress; the owner's choices have their own lines (EXPERT-1)."""
    favor = log.take_next(FavorTaken)
    livre = log.take_next(LivreGained, Why.EFFECT)
    prestige = log.take_next(PrestigeGained, Why.EFFECT)
    face = log.box.dress[event.dress]
    if livre:
        key = "effect-livre" if face.effect != "expert-favor" else "effect-favor" if favor else "effect-favor-gone"
        log.add("gain", livre, f"then.{key}", dress=log.dress(face.id), livre=livre.livre)
    elif prestige:
        log.add("gain", prestige, "then.effect-jewel", dress=log.dress(face.id), gained=log.prestige(prestige))


EVENTS = (
    EventWords(DressChosen, log=_log_chosen),
    EventWords(
        DressMade,
        du_barry=lambda log, event: log.add("barry", event, "barry.dress", dress=log.dress(event.piece)),
    ),
    EventWords(TilesSurrendered, log=_log_surrendered),
    EventWords(DressRented, log=_log_rented),
    EventWords(DressSold, log=_log_sold, part=lambda writer, event: writer.dress("sold", event.piece)),
    EventWords(
        DressPlaced,
        log=_log_placed,
        part=lambda writer, event: writer.dress("placed", event.piece, hall=writer.hall(event.moved[0].end.space)),
        gain=_gain_placed,
    ),
    EventWords(
        AllHallsReached,
        log=lambda log, event: log.add("all-halls", event, "then.all-halls", points=event.prestige),
        part=lambda writer, event: writer.words.say("choices.gain.all-halls"),
        gain=lambda log, event, is_last: [log.words.say("advice.brings.all-halls", points=event.prestige)],
    ),
    EventWords(EffectUsed, log=_log_effect),
)


# ---- tooltips


def _describe_window(words: Vocabulary, piece: PieceRef, state: State, box: Box) -> str:
    index = piece.number
    dress, cost = state.windows[index], box.windows[index]
    if not dress:
        return words.say("tooltips.piece.window-empty", price=cost)
    values = {"dress": piece_names.dress(words, dress, box), "number": index + 1, "price": cost}
    return words.say_of("tooltips.piece.window", values)


def _describe_guest(words: Vocabulary, piece: PieceRef, state: State, box: Box) -> str:
    index, guest = box.guest[piece.name].index, piece_names.guest(words, piece.name, box)
    if not state.guests[index]:
        return words.say("tooltips.piece.guest-free", guest=guest)
    worth = words.say("pieces.name.fund-prestige", prestige=box.dress[state.guests[index]].prestige)
    dress = words.listed([piece_names.dress_short(words, state.guests[index], box), worth], "facts")
    owner = player_names.owner(words, state.setup, state.guest_owners[index])
    return words.say_of("tooltips.piece.guest-taken", {"guest": guest, "dress": dress, **owner})


def _describe_hall(words: Vocabulary, piece: PieceRef, state: State, box: Box) -> str:
    first, second = box.majorities[piece.number - 1]
    values = {"hall": words.hall(piece.number), "first": first, "second": second}
    return words.say_of("tooltips.piece.hall" if box.second_places else "tooltips.piece.hall-first", values)


def _describe_all_halls(words: Vocabulary, piece: PieceRef, state: State, box: Box) -> str:
    owner, prestige = state.all_halls[piece.number], box.all_halls[piece.number]
    if owner == NOBODY:
        return words.say("tooltips.piece.all-halls-free", prestige=prestige)
    values = {"prestige": prestige, **player_names.owner(words, state.setup, owner)}
    return words.say_of("tooltips.piece.all-halls-taken", values)


TOOLTIPS: dict[PieceKind, Tooltip] = {
    "window": _describe_window,
    "guest": _describe_guest,
    "hall": _describe_hall,
    "all-halls": _describe_all_halls,
}
