"""The labels of the possible actions, one function per kind."""

from collections.abc import Callable
from typing import Any

from rokoko_core import actions, pending
from rokoko_core.actions import Action
from rokoko_core.board_counts import dresses_in_hall
from rokoko_core.bonus_table import (
    BONUSES,
    Crown,
    ExtraDepute,
    ExtraDress,
    Gain,
    HallGain,
    Kind,
    Nothing,
    NotionForLivre,
    PrestigeForLivre,
    TileForLivre,
    kind_of,
)
from rokoko_core.bonuses.extras import silk_worth
from rokoko_core.box import Box, box_of
from rokoko_core.components.tables import Tile
from rokoko_core.moves.acquire import fitting_tasks, price
from rokoko_core.moves.dress import terms_of
from rokoko_core.moves.exam import open_tasks
from rokoko_core.moves.festivity import festivity_prestige
from rokoko_core.moves.fund import price as fund_price
from rokoko_core.moves.hire import price as hire_price
from rokoko_core.moves.payment import bales, needed, wasted
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import State
from rokoko_core.terms import FACE_DOWN, Bales, DressEffect, Notion, Rank, Task, Zone
from rokoko_tui.text import piece_names, player_names
from rokoko_tui.text.decisions import decision_tag, pending_decision
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.messages import capital


def bonus_of(state: State, box: Box) -> Kind:
    """Return the bonus of the pending decision; ``Nothing`` without one or for a face-down card."""
    decision = pending_decision(state)
    if isinstance(decision, pending.BonusOf) and decision.card in box.card:
        return BONUSES[box.card[decision.card].bonus]
    return Nothing()


def can_only_sell(state: State, box: Box) -> bool:
    """Return whether the pending decision makes a dress that has to be sold (JB-9)."""
    bonus = bonus_of(state, box)
    return isinstance(bonus, ExtraDress) and bonus.terms.must_sell


def price_of(bonus: Kind) -> int:
    """Return the price in Livre of what the bonus sells; 0 for other bonuses."""
    return bonus.price if isinstance(bonus, NotionForLivre | TileForLivre | PrestigeForLivre) else 0


def _say(words: Vocabulary, key: str, **values: object) -> str:
    return words.say_of(f"choices.action.{key}", values)


def money_and_prestige(words: Vocabulary, gain: tuple[int, int]) -> str:
    """Return ``4 Livre and 1 prestige``."""
    parts = [
        words.say_of(f"choices.gain.{word}", {"n": n}) for word, n in zip(("livre", "prestige"), gain, strict=True) if n
    ]
    return words.listed(parts) or words.money(0, "amount")


def _hand(words: Vocabulary, action: actions.ChooseHand, state: State) -> str:
    box = box_of(state)
    return _say(words, "choose-hand", cards=[piece_names.card(words, card, box) for card in action.cards])


def _take_tile(words: Vocabulary, action: actions.TakeTile, state: State) -> str:
    box, tile, decision = box_of(state), state.warehouse[action.space], pending_decision(state)
    segment = box.segments[box.segment_of[action.space]]
    paid = isinstance(decision, pending.MainAction | pending.BonusOf)
    has_double = [state.warehouse[s] for s in segment].count(tile) > 1
    return _say(
        words,
        "take-twin" if has_double else "take-tile",
        segment=box.segment_of[action.space] + 1,
        number=action.space - segment[0] + 1,
        tile=piece_names.tile(words, tile, box),
        price=price(state, box, action.space) if paid and tile else 0,
    )


def _tile_in_hand(state: State) -> str:
    decision = pending_decision(state)
    return decision.tile if isinstance(decision, pending.TileInHand) else FACE_DOWN


def completed_tasks(words: Vocabulary, action: Action, state: State) -> list[str]:
    """Return the open examination tasks that keeping or discarding the tile in hand fits (JB-6)."""
    box, decision = box_of(state), pending_decision(state)
    if not isinstance(decision, pending.TileInHand) or decision.tile not in box.tile:
        return []
    if not isinstance(action, actions.KeepTile | actions.DiscardTile):
        return []
    fitting, still_open = fitting_tasks(box, decision, action), open_tasks(state.players[decision.seat])
    return [piece_names.task(words, task) for task in fitting if task in still_open]


def describe_tasks(words: Vocabulary, action: Action, state: State) -> list[str]:
    """Return a line about the examination task that ``action`` completes, or an Apprentice would; empty for none."""
    tasks, decision = completed_tasks(words, action, state), pending_decision(state)
    if (
        isinstance(action, actions.Fund)
        and decision is not None
        and Task.FUND in open_tasks(state.players[decision.seat])
    ):
        task, box = piece_names.task(words, Task.FUND), box_of(state)
        card = decision.card if isinstance(decision, pending.BonusOf) else state.turn.card if state.turn else ""
        if box.card[card].rank is not Rank.APPRENTICE:
            return [words.say("choices.preview.task-apprentice", task=task)]
        tasks = [task]
    return [words.say("choices.preview.task", tasks=tasks)] if tasks else []


def notion_gain(words: Vocabulary, face: Tile, notion: Notion) -> str:
    """Return what discarding the tile for ``notion`` gives: ``1 yarn and 1 lace``."""
    parts = [words.say("choices.gain.yarn", n=face.yarn)] if face.yarn and notion is not Notion.LACE else []
    parts += [words.say("choices.gain.lace", n=face.lace)] if face.lace and notion is not Notion.YARN else []
    return words.listed(parts)


def _discard(words: Vocabulary, action: actions.DiscardTile, state: State) -> str:
    box, tile = box_of(state), _tile_in_hand(state)
    notion = words.listed([words.term(n) for n in ("yarn", "lace") if action.notion in (n, Notion.BOTH)], "plus")
    gain = notion_gain(words, box.tile[tile], action.notion) if tile in box.tile else notion
    return _say(words, "discard-tile", tile=piece_names.tile(words, tile, box), notions=gain)


def _notion(words: Vocabulary, action: actions.TakeNotion, state: State) -> str:
    cost = price_of(bonus_of(state, box_of(state)))
    return _say(words, "take-notion", notion=words.say(f"choices.gain.{action.notion}", n=1), price=cost)


def _make(words: Vocabulary, action: actions.MakeDress, state: State) -> str:
    box = box_of(state)
    face = box.dress[action.dress]
    cost = box.windows[state.windows.index(face.id)] if face.id in state.windows else 0
    sale, *other_facts = piece_names.dress_facts(words, face, "sells-short")
    return _say(
        words,
        "make-dress",
        dress=piece_names.dress_short(words, face.id, box),
        price=cost,
        cost=piece_names.dress_cost(words, face),
        facts=[sale] if can_only_sell(state, box) else [sale, *other_facts],
    )


def lost_bales(action: actions.PayTiles, state: State) -> Bales:
    """Return the bales beyond what the dress requires (DRESS-2)."""
    box, decision = box_of(state), pending_decision(state)
    if not isinstance(decision, pending.Payment):
        return (0, 0, 0, 0)
    return wasted(bales(action.tiles, box), needed(box.dress[decision.dress].silk, terms_of(decision.bonus)))


def _pay(words: Vocabulary, action: actions.PayTiles, state: State) -> str:
    box = box_of(state)
    if not action.tiles:
        return _say(words, "pay-nothing")
    tiles, lost = [piece_names.kept_silk(words, t, box) for t in action.tiles], lost_bales(action, state)
    if any(lost):
        return _say(words, "pay-lost", tiles=tiles, lost=piece_names.letters(words, lost))
    return _say(words, "pay-tiles", tiles=tiles)


def _rent(words: Vocabulary, action: actions.Rent, state: State) -> str:
    box, decision = box_of(state), pending_decision(state)
    if not isinstance(decision, pending.RentOrSell):
        return words.say("choices.about.rent")
    face = box.dress[decision.dress]
    now = festivity_prestige(state, box, decision.seat, face.effect)
    return _say(words, "rent-festivity" if now else "rent", prestige=face.prestige, now=now)


def _sell(words: Vocabulary, action: actions.Sell, state: State) -> str:
    decision = pending_decision(state)
    if not isinstance(decision, pending.RentOrSell):
        return words.say("choices.about.sell")
    value = box_of(state).dress[decision.dress].value
    return _say(words, "sell-bonus" if terms_of(decision.bonus).must_sell else "sell", livre=value)


def _jewel(words: Vocabulary, action: actions.TakeJewel, state: State) -> str:
    box, decision, jewel = box_of(state), pending_decision(state), state.jewels[action.space]
    cost = 0 if isinstance(decision, pending.Effect) else box.jewel_prices[action.space]
    match = isinstance(decision, pending.JewelOffer | pending.Effect) and box.dress[decision.dress].colour == jewel
    key = "take-jewel-match" if match else "take-jewel"
    return _say(words, key, jewel=piece_names.jewel(words, jewel), price=cost)


def _hire(words: Vocabulary, action: actions.Hire, state: State) -> str:
    box = box_of(state)
    cost = hire_price(state, box) if state.hire else 0
    return _say(words, "hire", card=piece_names.card(words, action.card, box), price=cost)


def _hire_specialist(words: Vocabulary, action: actions.HireSpecialist, state: State) -> str:
    decision = pending_decision(state)
    specialist = state.players[decision.seat].specialist if decision is not None else ""
    box = box_of(state)
    name = piece_names.card(words, specialist, box) if specialist in box.card else _say(words, "specialist")
    return _say(words, "hire-specialist", card=name)


def gains_no_bonus(action: Action, state: State) -> bool:
    """Return whether a card is deputed for a bonus that it does not have, or not a second time (BON-6)."""
    box, decision = box_of(state), pending_decision(state)
    bonus = bonus_of(state, box)
    if not isinstance(action, actions.Depute) or not isinstance(bonus, ExtraDepute) or not bonus.bonus:
        return False
    is_own = isinstance(decision, pending.BonusOf) and (decision.card, Zone.PLAYED) == (action.card, action.zone)
    return is_own or isinstance(kind_of(box, action.card), Nothing | Crown)


def _depute(words: Vocabulary, action: actions.Depute, state: State) -> str:
    box, decision = box_of(state), pending_decision(state)
    if action.card not in box.card:
        return piece_names.card(words, action.card, box)
    face = box.card[action.card]
    if action.zone is Zone.PLAYED and not isinstance(decision, pending.BonusOf):
        livre = box.prices.depute[face.rank]
        return _say(words, "depute-this", rank=piece_names.rank(words, face.rank), livre=livre)
    card = piece_names.card(words, action.card, box)
    name = _say(words, "depute-from", card=card, zone=words.say(f"pieces.zone.{action.zone}"))
    bonus = bonus_of(state, box)
    if isinstance(bonus, ExtraDepute) and bonus.bonus:
        if gains_no_bonus(action, state):
            which = "no" if isinstance(kind_of(box, action.card), Nothing | Crown) else "own"
            return _say(words, f"depute-{which}-bonus", card=name)
        return _say(words, "depute-bonus", card=name, bonus=piece_names.bonus_short(words, face.bonus))
    gain = (bonus.livre if isinstance(bonus, ExtraDepute) else box.prices.depute)[face.rank]
    return _say(words, "depute", card=name, livre=gain)


def _fund(words: Vocabulary, action: actions.Fund, state: State) -> str:
    box = box_of(state)
    space = box.decoration[action.space]
    cost = fund_price(box, pending_decision(state), space.id)
    facts = piece_names.decoration_facts(words, space)
    name = piece_names.decoration_name(words, space)
    return _say(words, "fund-facts" if facts else "fund", space=name, price=cost, facts=facts)


def _sit(words: Vocabulary, action: actions.SitExam, state: State) -> str:
    decision = pending_decision(state)
    exam = state.players[decision.seat].exam if decision is not None else None
    name = piece_names.exam(words, exam) if exam else words.say("choices.about.exam")
    return _say(words, "sit-exam", exam=name)


def _use(words: Vocabulary, action: actions.UseBonus, state: State) -> str:
    box, decision = box_of(state), pending_decision(state)
    bonus = bonus_of(state, box)
    if not isinstance(bonus, Gain) or decision is None:
        return _say(words, "use-bonus-plain")
    return _say(words, "use-bonus", gains=money_and_prestige(words, bonus.amounts(state, box, decision.seat)))


def _buy(words: Vocabulary, action: actions.BuyPrestige, state: State) -> str:
    cost = price_of(bonus_of(state, box_of(state)))
    return _say(words, "buy-prestige", points=action.points, livre=cost * action.points)


def _settle(words: Vocabulary, action: actions.SettleSilk, state: State) -> str:
    box, decision = box_of(state), pending_decision(state)
    aside = decision.aside if isinstance(decision, pending.SilkForPrestige) else ()
    names = words.listed([piece_names.kept_silk(words, tile, box) for tile in aside])
    worth = silk_worth(aside, box) if all(t in box.tile for t in aside) else 0
    return _say(words, "settle-silk", tiles=names, prestige=worth)


def _copy(words: Vocabulary, action: actions.CopyBonus, state: State) -> str:
    pile = state.players[action.seat].discard
    name = piece_names.card(words, pile[-1] if pile else FACE_DOWN, box_of(state))
    return _say(words, "copy-bonus", whose=player_names.whose(words, state.setup, action.seat), card=name)


def _hall(words: Vocabulary, action: actions.ChooseHall, state: State) -> str:
    box, decision = box_of(state), pending_decision(state)
    bonus = bonus_of(state, box)
    name = words.hall(action.hall)
    if not isinstance(bonus, HallGain) or decision is None:
        return name
    gains = money_and_prestige(words, bonus.amounts(dresses_in_hall(state, box, decision.seat, action.hall)))
    return _say(words, "choose-hall", hall=name, gains=gains)


def _decline(words: Vocabulary, action: actions.Decline, state: State) -> str:
    decision = pending_decision(state)
    if isinstance(decision, pending.Effect) and box_of(state).dress[decision.dress].effect is DressEffect.EXPERT_DEPUTE:
        return words.say("choices.decline.expert-depute")
    key = f"decline.{decision_tag(decision)}" if decision is not None else "decline.effect"
    return words.say(f"choices.{key}" if words.knows(f"choices.{key}") else "choices.decline.effect")


def declined(words: Vocabulary, state: State) -> str:
    """Return what declining the pending decision means, in a sentence or two."""
    decision, box = pending_decision(state), box_of(state)
    bonus = effect = ""
    if isinstance(decision, pending.BonusOf):
        bonus = piece_names.bonus_short(words, box.card[decision.card].bonus)
    if isinstance(decision, pending.Effect):
        face = box.dress[decision.dress].effect
        effect = piece_names.effect(words, face) if face else ""
    key = f"choices.declined.{decision_tag(decision)}" if decision is not None else ""
    return words.say_of(key if words.knows(key) else "choices.declined.other", {"bonus": bonus, "effect": effect})


LABELS: dict[type, Callable[[Vocabulary, Any, State], str]] = {
    actions.ChooseHand: _hand,
    actions.PlayCard: lambda w, a, s: piece_names.card(w, a.card, box_of(s)),
    actions.Decline: _decline,
    actions.EndTurn: lambda w, a, s: _say(w, "end-turn"),
    actions.ClaimFavor: lambda w, a, s: _say(w, "claim-favor-last" if s.round == LAST_ROUND else "claim-favor"),
    actions.TakeTile: _take_tile,
    actions.DrawTile: lambda w, a, s: _say(w, "draw-tile", price=price_of(bonus_of(s, box_of(s)))),
    actions.KeepTile: lambda w, a, s: _say(w, "keep-tile", tile=piece_names.kept_silk(w, _tile_in_hand(s), box_of(s))),
    actions.DiscardTile: _discard,
    actions.TakeNotion: _notion,
    actions.MakeDress: _make,
    actions.PayTiles: _pay,
    actions.Rent: _rent,
    actions.Sell: _sell,
    actions.TakeJewel: _jewel,
    actions.Place: lambda w, a, s: piece_names.guest(w, a.space, box_of(s)),
    actions.Hire: _hire,
    actions.HireSpecialist: _hire_specialist,
    actions.Depute: _depute,
    actions.Fund: _fund,
    actions.SitExam: _sit,
    actions.ChooseExamCard: lambda w, a, s: piece_names.card(w, a.card, box_of(s)),
    actions.MarkTask: lambda w, a, s: piece_names.task(w, a.task),
    actions.UseBonus: _use,
    actions.BuyPrestige: _buy,
    actions.SurrenderTile: lambda w, a, s: _say(w, "surrender-tile", tile=piece_names.kept_silk(w, a.tile, box_of(s))),
    actions.SettleSilk: _settle,
    actions.UseSupplyCard: lambda w, a, s: _say(w, "use-supply-card", card=piece_names.card(w, a.card, box_of(s))),
    actions.CopyBonus: _copy,
    actions.ChooseHall: _hall,
    actions.RevealBarry: lambda w, a, s: _say(
        w, "reveal-hall" if isinstance(pending_decision(s), pending.BarryHall) else "reveal-turn"
    ),
}
"""The label function of each action."""


def action(words: Vocabulary, chosen: Action, state: State) -> str:
    """Describe the action with its price and its gains in one line."""
    return capital(LABELS[type(chosen)](words, chosen, state))
