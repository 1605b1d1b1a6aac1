"""Labels of actions for one line of the list: what, price, prestige. The description has everything else."""

from collections.abc import Callable
from typing import Any

from rokoko_core import actions
from rokoko_core.actions import Action
from rokoko_core.box import box_of
from rokoko_core.moves.acquire import price
from rokoko_core.moves.fund import price as fund_price
from rokoko_core.moves.hire import price as hire_price
from rokoko_core.pending import BonusOf, Effect, MainAction, RentOrSell
from rokoko_core.state import State
from rokoko_core.terms import FACE_DOWN
from rokoko_tui.text import piece_names
from rokoko_tui.text.action_labels import group, pending_decision
from rokoko_tui.text.message_catalog import Vocabulary, capital


def _say(words: Vocabulary, key: str, **values: object) -> str:
    return words.say(f"choices.short.{key}", **values)


def _signs(words: Vocabulary, tile_id: str, state: State) -> str:
    """Return silk and notions of a tile with their signs: ``GG ≈/✻``."""
    box = box_of(state)
    if tile_id not in box.tile:
        return piece_names.tile(words, tile_id, box)
    face = box.tile[tile_id]
    notions = ("/" if face.either else "+").join(["≈"] * face.yarn + ["✻"] * face.lace)
    return f"{piece_names.letters(words, face.silk)} {notions}"


def _take_tile(words: Vocabulary, action: actions.TakeTile, state: State) -> str:
    decision, box = pending_decision(state), box_of(state)
    tile = _signs(words, state.warehouse[action.space], state)
    if not isinstance(decision, MainAction | BonusOf):
        return tile
    return _say(words, "priced", what=tile, price=price(state, box, action.space))


def _make(words: Vocabulary, action: actions.MakeDress, state: State) -> str:
    box = box_of(state)
    if action.dress not in box.dress:
        return piece_names.dress_short(words, action.dress, box)
    face = box.dress[action.dress]
    cost = box.windows[state.windows.index(face.id)] if face.id in state.windows else 0
    dress = _say(words, "ladies-dress" if face.ladies else "coat", colour=words.term(face.colour))
    return _say(words, "dress", what=dress, price=cost, prestige=face.prestige)


def _rent(words: Vocabulary, action: actions.Rent, state: State) -> str:
    decision = pending_decision(state)
    if not isinstance(decision, RentOrSell) or decision.dress == FACE_DOWN:
        return words.say("choices.about.rent")
    return _say(words, "rent", prestige=box_of(state).dress[decision.dress].prestige)


def _jewel(words: Vocabulary, action: actions.TakeJewel, state: State) -> str:
    cost = 0 if isinstance(pending_decision(state), Effect) else box_of(state).jewel_prices[action.space]
    return _say(words, "priced", what=piece_names.jewel(words, state.jewels[action.space]), price=cost)


def _hire(words: Vocabulary, action: actions.Hire, state: State) -> str:
    return piece_names.card_short(words, action.card, box_of(state))


def _depute(words: Vocabulary, action: actions.Depute, state: State) -> str:
    box = box_of(state)
    if not isinstance(pending_decision(state), MainAction) or action.card not in box.card:
        return ""
    rank = box.card[action.card].rank
    return _say(words, "depute", rank=piece_names.rank(words, rank), livre=box.prices.depute[rank])


def _fund(words: Vocabulary, action: actions.Fund, state: State) -> str:
    box = box_of(state)
    space = box.decoration[action.space]
    cost = fund_price(box, pending_decision(state), space.id)
    return _say(words, "priced", what=piece_names.decoration_name(words, space), price=cost)


MORE = (actions.ClaimFavor, actions.Depute, actions.SitExam, actions.Decline)
"""Main actions that are listed last, under one heading."""


def short_group(words: Vocabulary, action: Action, state: State) -> str:
    """Return the heading that the action is listed under among the choices."""
    if isinstance(pending_decision(state), MainAction):
        if isinstance(action, MORE):
            return words.say("choices.group.more")
        if isinstance(action, actions.Hire):
            return words.say("choices.group.hire", price=hire_price(state, box_of(state)))
    return group(words, action, state)


_SHORT: dict[type, Callable[[Vocabulary, Any, State], str]] = {
    actions.ClaimFavor: lambda w, a, s: _say(w, "claim-favor"),
    actions.TakeTile: _take_tile,
    actions.MakeDress: _make,
    actions.Rent: _rent,
    actions.TakeJewel: _jewel,
    actions.Hire: _hire,
    actions.Depute: _depute,
    actions.Fund: _fund,
}


def short_action(words: Vocabulary, chosen: Action, state: State) -> str:
    """Describe the action in as few cells as its kind allows; empty where the whole label is short."""
    label = _SHORT.get(type(chosen))
    return capital(label(words, chosen, state)) if label is not None else ""
