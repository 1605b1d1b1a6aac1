"""Labels of actions for one line of the list: what, price, prestige. The description has everything else."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from rokoko_core import actions
from rokoko_core.actions import Action
from rokoko_core.box import box_of
from rokoko_core.components.tables import DecorationSpace, GuestSpace
from rokoko_core.pending import RentOrSell, TileInHand
from rokoko_core.play import choices
from rokoko_core.play.choices import pending_decision, price_of
from rokoko_core.state import State
from rokoko_core.terms import FACE_DOWN, LADIES, DecorationKind, Notion
from rokoko_tui.text import piece_names, player_names
from rokoko_tui.text.action_labels import notion_gain
from rokoko_tui.text.decisions import decision_values, group, group_tag
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.messages import capital


def _say(words: Vocabulary, key: str, **values: object) -> str:
    return words.say(f"choices.short.{key}", **values)


def _take_tile(words: Vocabulary, action: actions.TakeTile, state: State) -> str:
    tile = piece_names.tile_with_signs(words, state.warehouse[action.space], box_of(state))
    if not choices.is_main_action(state) and not choices.is_bonus(state):
        return tile
    return _say(words, "priced", what=tile, price=price_of(action, state))


def _make(words: Vocabulary, action: actions.MakeDress, state: State, form: str = "") -> str:
    """Describe a dress; in the form ``-tight`` by its colour, which has one kind only."""
    box = box_of(state)
    if action.dress not in box.dress:
        return piece_names.dress_short(words, action.dress, box)
    face = box.dress[action.dress]
    dress = _say(words, f"{'ladies-dress' if face.ladies else 'coat'}{form}", colour=words.term(face.colour))
    cost = price_of(action, state)
    if choices.must_sell(state):
        return _say(words, "dress-to-sell", what=dress, price=cost, livre=face.value)
    if form:
        return _say(words, "dress-tight", what=dress, livre=cost, prestige=face.prestige)
    return _say(words, "dress", what=dress, price=cost, prestige=face.prestige)


def _rent(words: Vocabulary, action: actions.Rent, state: State) -> str:
    decision = pending_decision(state)
    if not isinstance(decision, RentOrSell) or decision.dress == FACE_DOWN:
        return words.say("choices.about.rent")
    return _say(words, "rent", prestige=box_of(state).dress[decision.dress].prestige)


def _jewel(words: Vocabulary, action: actions.TakeJewel, state: State) -> str:
    jewel = piece_names.jewel(words, state.jewels[action.space])
    return _say(words, "priced", what=jewel, price=price_of(action, state))


def _specialist(words: Vocabulary, action: actions.HireSpecialist, state: State, form: str) -> str:
    decision, box = pending_decision(state), box_of(state)
    own = state.players[decision.seat].specialist if decision is not None else ""
    return _say(words, form, bonus=piece_names.bonus_short(words, box.card[own].bonus)) if own in box.card else ""


def _depute(words: Vocabulary, action: actions.Depute, state: State) -> str:
    box = box_of(state)
    if not choices.is_main_action(state) or action.card not in box.card:
        return ""
    rank = box.card[action.card].rank
    return _say(words, "depute", rank=piece_names.rank(words, rank), livre=box.prices.depute[rank])


def _fund(words: Vocabulary, action: actions.Fund, state: State) -> str:
    box = box_of(state)
    space = box.decoration[action.space]
    return _say(words, "priced", what=piece_names.decoration_name(words, space), price=price_of(action, state))


MORE = (actions.ClaimFavor, actions.Depute, actions.SitExam, actions.Decline)
"""Main actions that are listed last, under one heading."""


def short_group(words: Vocabulary, action: Action, state: State) -> str:
    """Return the heading that the action is listed under among the choices."""
    if choices.is_main_action(state):
        if isinstance(action, MORE):
            return words.say("choices.group.more")
        if isinstance(action, actions.Hire):
            return words.say("choices.group.hire", price=price_of(action, state))
    elif isinstance(action, actions.Depute):  # equal cards lie in several places
        return capital(words.say(f"pieces.zone.{action.zone}"))
    return group(words, action, state)


def folder(words: Vocabulary, chosen: Sequence[Action], state: State, form: str = "folded") -> str:
    """Return the heading of a group that may be folded, with the price, if need be the lowest."""
    prices = [price_of(action, state) for action in chosen if isinstance(action, actions.MakeDress | actions.Fund)]
    priced = f"choices.group.{form}-priced" if len(set(prices)) == 1 else f"choices.group.{form}-from"
    values = {"what": short_group(words, chosen[0], state), "n": len(chosen)}
    lowest = min(prices, default=0)
    key = priced if prices else f"choices.group.{form}"
    return words.say_of(key, {**values, "price": lowest, "livre": lowest})


def tight_folder(words: Vocabulary, chosen: Sequence[Action], state: State) -> str:
    """Return the heading without the number of choices."""
    return folder(words, chosen, state, "folded-tight")


_SHORT: dict[type, Callable[[Vocabulary, Any, State], str]] = {
    actions.ClaimFavor: lambda w, a, s: _say(w, "claim-favor"),
    actions.TakeTile: _take_tile,
    actions.MakeDress: _make,
    actions.Rent: _rent,
    actions.TakeJewel: _jewel,
    actions.Hire: lambda w, a, s: piece_names.card(w, a.card, box_of(s)),
    actions.HireSpecialist: partial(_specialist, form="specialist-short"),
    actions.Depute: _depute,
    actions.Fund: _fund,
}


def short_action(words: Vocabulary, chosen: Action, state: State) -> str:
    """Describe the action in as few cells as its kind allows; empty where the whole label is short."""
    label = _SHORT.get(type(chosen))
    return capital(label(words, chosen, state)) if label is not None else ""


# ---- where even that does not fit


def _tight_card(words: Vocabulary, action: Any, state: State) -> str:
    return piece_names.card_tight(words, action.card, box_of(state))


def _tight_depute(words: Vocabulary, action: actions.Depute, state: State) -> str:
    box = box_of(state)
    if action.card not in box.card:
        return ""
    rank, card = box.card[action.card].rank, piece_names.card_tight(words, action.card, box)
    if choices.is_main_action(state):
        return _say(words, "depute-tight", livre=box.prices.depute[rank])
    gain = choices.depute_gain(action, state)
    return card if gain is None else _say(words, "depute-card-tight", card=card, livre=gain)


def _tight_discard(words: Vocabulary, action: actions.DiscardTile, state: State) -> str:
    decision, box = pending_decision(state), box_of(state)
    if not isinstance(decision, TileInHand) or decision.tile not in box.tile:
        return ""
    return _say(words, "discard-tight", notions=_notions(words, decision.tile, action.notion, state))


def _notions(words: Vocabulary, tile: str, notion: Notion, state: State) -> str:
    face = box_of(state).tile[tile]
    return f"≈{face.yarn} ✻{face.lace}" if notion is Notion.BOTH else notion_gain(words, face, notion)


def _tight_tile(words: Vocabulary, action: actions.KeepTile | actions.DiscardTile, state: State) -> str:
    """Describe what to do with a tile in hand, and whether that completes an examination task."""
    decision, box = pending_decision(state), box_of(state)
    if not choices.completed_tasks(action, state) or not isinstance(decision, TileInHand):
        return "" if isinstance(action, actions.KeepTile) else _tight_discard(words, action, state)
    if isinstance(action, actions.KeepTile):
        what = _say(words, "keep-for-task", tile=piece_names.kept_silk(words, decision.tile, box))
    else:
        what = _say(words, "discard-for-task", notions=_notions(words, decision.tile, action.notion, state))
    return _say(words, "with-task", what=what)


def _tight_exam(words: Vocabulary, action: actions.SitExam, state: State) -> str:
    decision = pending_decision(state)
    exam = state.players[decision.seat].exam if decision is not None else None
    name = words.say(f"pieces.exam-short.{exam}") if exam else words.say("choices.about.exam")
    return _say(words, "priced", what=name, price=price_of(action, state))


def _tight_copy(words: Vocabulary, action: actions.CopyBonus, state: State) -> str:
    pile = state.players[action.seat].discard
    card = piece_names.card_tight(words, pile[-1] if pile else FACE_DOWN, box_of(state))
    return _say(words, "copy-tight", who=player_names.seat(words, state.setup, action.seat), card=card)


def _tight_place(words: Vocabulary, action: actions.Place, state: State) -> str:
    space = box_of(state).guest[action.space]
    return words.listed([tight_guest(words, space), *_rewards(words, space)], "facts")


def tight_guest(words: Vocabulary, space: GuestSpace, spaced: bool = False) -> str:
    """Return ``King's Hall, M2``; if ``spaced``, with the word before the number."""
    key = "master-guest" if space.master else "guest"
    return _say(words, f"space-{key}" if spaced else key, hall=words.hall(space.hall), number=space.number)


def tight_jewel(words: Vocabulary, jewel: str, named: bool = False) -> str:
    """Return a jewel by its colour, which has one kind only; that too if ``named``."""
    kind = "necklace" if jewel in LADIES else "ring"
    return _say(words, f"named-{kind}" if named else kind, colour=words.term(jewel))


def _tight_jewel(words: Vocabulary, action: actions.TakeJewel, state: State) -> str:
    jewel = state.jewels[action.space]
    return _say(words, "priced", what=tight_jewel(words, jewel), price=price_of(action, state)) if jewel else ""


def _tight_hall(words: Vocabulary, action: actions.ChooseHall, state: State) -> str:
    gain = choices.bonus_gain(state, action.hall)
    if gain is None:
        return ""
    livre, prestige = gain
    gained = f"★{prestige}" if prestige else words.money(livre, "amount")
    return _say(words, "hall-gain", hall=words.hall(action.hall), gained=gained)


def _tight_mark(words: Vocabulary, action: actions.MarkTask, state: State) -> str:
    return piece_names.task_tight(words, action.task)


def tight_decoration(words: Vocabulary, space: DecorationSpace) -> str:
    """Return ``♪ Hall 3`` or ``Left kitchen 2``."""
    if space.kind is DecorationKind.MUSICIAN:
        return f"♪ {capital(words.hall(space.hall))}"
    key = f"pieces.kind-tight.{space.kind}"
    if not words.knows(key):
        return piece_names.decoration_name(words, space)
    return words.say_of("pieces.name.decoration", {"what": words.say(key), "n": space.number})


def _tight_fund(words: Vocabulary, action: actions.Fund, state: State) -> str:
    space = box_of(state).decoration[action.space]
    return _say(words, "priced", what=tight_decoration(words, space), price=price_of(action, state))


_TIGHT: dict[type, Callable[[Vocabulary, Any, State], str]] = {
    actions.ChooseHall: _tight_hall,
    actions.ChooseHand: lambda w, a, s: piece_names.card_tight(w, a.cards[0], box_of(s)) if len(a.cards) == 1 else "",
    actions.PlayCard: _tight_card,
    actions.Hire: _tight_card,
    actions.ChooseExamCard: _tight_card,
    actions.UseSupplyCard: _tight_card,
    actions.CopyBonus: _tight_copy,
    actions.Depute: _tight_depute,
    actions.DiscardTile: _tight_tile,
    actions.DrawTile: lambda w, a, s: _say(w, "priced", what=w.say("choices.about.draw"), price=price_of(a, s)),
    actions.Fund: _tight_fund,
    actions.HireSpecialist: partial(_specialist, form="specialist-tight"),
    actions.KeepTile: _tight_tile,
    actions.MarkTask: _tight_mark,
    actions.MakeDress: lambda w, a, s: _make(w, a, s, "-tight") if a.dress in box_of(s).dress else "",
    actions.Place: _tight_place,
    actions.SitExam: _tight_exam,
    actions.TakeJewel: _tight_jewel,
}


def tight_action(words: Vocabulary, chosen: Action, state: State) -> str:
    """Describe the action in still fewer cells, for a list too narrow for its label; empty for no such label."""
    label = _TIGHT.get(type(chosen))
    return capital(label(words, chosen, state)) if label is not None else ""


def tight_group(words: Vocabulary, action: Action, state: State) -> str:
    """Return a heading in few cells, most without the piece they are about; empty for no such heading."""
    decision = pending_decision(state)
    key = f"choices.group.{group_tag(decision, state)}-tight" if decision is not None else ""
    if decision is None or isinstance(action, actions.Depute) or not words.knows(key):
        return ""
    return words.say_of(key, decision_values(words, decision, state))


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
