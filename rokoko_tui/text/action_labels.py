"""The labels of the possible actions, one function per kind."""

from collections.abc import Callable
from typing import Any

from rokoko_core import actions, pending
from rokoko_core.actions import Action
from rokoko_core.bonus_table import IDLE, kind_of
from rokoko_core.box import box_of
from rokoko_core.components.tables import Tile
from rokoko_core.play import choices
from rokoko_core.play.choices import pending_decision, price_of
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import State
from rokoko_core.terms import FACE_DOWN, DressEffect, Notion, Task, Zone
from rokoko_tui.text import piece_names, player_names
from rokoko_tui.text.decisions import decision_tag
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.messages import capital


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
    box, tile = box_of(state), state.warehouse[action.space]
    segment = box.segments[box.segment_of[action.space]]
    has_double = [state.warehouse[s] for s in segment].count(tile) > 1
    return _say(
        words,
        "take-twin" if has_double else "take-tile",
        segment=box.segment_of[action.space] + 1,
        number=action.space - segment[0] + 1,
        tile=piece_names.tile(words, tile, box),
        price=price_of(action, state),
    )


def _tile_in_hand(state: State) -> str:
    decision = pending_decision(state)
    return decision.tile if isinstance(decision, pending.TileInHand) else FACE_DOWN


def describe_tasks(words: Vocabulary, action: Action, state: State) -> list[str]:
    """Return a line about the examination task that ``action`` completes, or an Apprentice would; empty for none."""
    by_apprentice = choices.completes_fund_task(action, state)
    if by_apprentice is False:
        return [words.say("choices.preview.task-apprentice", task=piece_names.task(words, Task.FUND))]
    tasks = [Task.FUND] if by_apprentice else choices.completed_tasks(action, state)
    names = [piece_names.task(words, task) for task in tasks]
    return [words.say("choices.preview.task", tasks=names)] if names else []


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
    notion = words.say(f"choices.gain.{action.notion}", n=1)
    return _say(words, "take-notion", notion=notion, price=price_of(action, state))


def _make(words: Vocabulary, action: actions.MakeDress, state: State) -> str:
    box = box_of(state)
    face = box.dress[action.dress]
    sale, *other_facts = piece_names.dress_facts(words, face, "sells-short")
    return _say(
        words,
        "make-dress",
        dress=piece_names.dress_short(words, face.id, box),
        price=price_of(action, state),
        cost=piece_names.dress_cost(words, face),
        facts=[sale] if choices.must_sell(state) else [sale, *other_facts],
    )


def _pay(words: Vocabulary, action: actions.PayTiles, state: State) -> str:
    box = box_of(state)
    if not action.tiles:
        return _say(words, "pay-nothing")
    tiles, lost = [piece_names.kept_silk(words, t, box) for t in action.tiles], choices.lost_bales(action.tiles, state)
    if any(lost):
        return _say(words, "pay-lost", tiles=tiles, lost=piece_names.letters(words, lost))
    return _say(words, "pay-tiles", tiles=tiles)


def _rent(words: Vocabulary, action: actions.Rent, state: State) -> str:
    decision, now = pending_decision(state), choices.festivity_gain(state)
    if not isinstance(decision, pending.RentOrSell):
        return words.say("choices.about.rent")
    prestige = box_of(state).dress[decision.dress].prestige
    return _say(words, "rent-festivity" if now else "rent", prestige=prestige, now=now)


def _sell(words: Vocabulary, action: actions.Sell, state: State) -> str:
    decision = pending_decision(state)
    if not isinstance(decision, pending.RentOrSell):
        return words.say("choices.about.sell")
    value = box_of(state).dress[decision.dress].value
    return _say(words, "sell-bonus" if choices.must_sell(state) else "sell", livre=value)


def _jewel(words: Vocabulary, action: actions.TakeJewel, state: State) -> str:
    key = "take-jewel-match" if choices.matches_dress(action, state) else "take-jewel"
    jewel = piece_names.jewel(words, state.jewels[action.space])
    return _say(words, key, jewel=jewel, price=price_of(action, state))


def _hire(words: Vocabulary, action: actions.Hire, state: State) -> str:
    card = piece_names.card(words, action.card, box_of(state))
    return _say(words, "hire", card=card, price=price_of(action, state))


def _hire_specialist(words: Vocabulary, action: actions.HireSpecialist, state: State) -> str:
    decision = pending_decision(state)
    specialist = state.players[decision.seat].specialist if decision is not None else ""
    box = box_of(state)
    name = piece_names.card(words, specialist, box) if specialist in box.card else _say(words, "specialist")
    return _say(words, "hire-specialist", card=name)


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
    gain = choices.depute_gain(action, state)
    if gain is None:
        if choices.gains_no_bonus(action, state):
            which = "no" if isinstance(kind_of(box, action.card), IDLE) else "own"
            return _say(words, f"depute-{which}-bonus", card=name)
        return _say(words, "depute-bonus", card=name, bonus=piece_names.bonus_short(words, face.bonus))
    return _say(words, "depute", card=name, livre=gain)


def _fund(words: Vocabulary, action: actions.Fund, state: State) -> str:
    box = box_of(state)
    space = box.decoration[action.space]
    facts = piece_names.decoration_facts(words, space)
    name = piece_names.decoration_name(words, space)
    return _say(words, "fund-facts" if facts else "fund", space=name, price=price_of(action, state), facts=facts)


def _sit(words: Vocabulary, action: actions.SitExam, state: State) -> str:
    decision = pending_decision(state)
    exam = state.players[decision.seat].exam if decision is not None else None
    name = piece_names.exam(words, exam) if exam else words.say("choices.about.exam")
    return _say(words, "sit-exam", exam=name)


def _use(words: Vocabulary, action: actions.UseBonus, state: State) -> str:
    gain = choices.bonus_gain(state)
    return _say(words, "use-bonus", gains=money_and_prestige(words, gain)) if gain else _say(words, "use-bonus-plain")


def _buy(words: Vocabulary, action: actions.BuyPrestige, state: State) -> str:
    return _say(words, "buy-prestige", points=action.points, livre=price_of(action, state))


def _settle(words: Vocabulary, action: actions.SettleSilk, state: State) -> str:
    box, decision = box_of(state), pending_decision(state)
    aside = decision.aside if isinstance(decision, pending.SilkForPrestige) else ()
    names = words.listed([piece_names.kept_silk(words, tile, box) for tile in aside])
    return _say(words, "settle-silk", tiles=names, prestige=choices.silk_prestige(state))


def _copy(words: Vocabulary, action: actions.CopyBonus, state: State) -> str:
    pile = state.players[action.seat].discard
    name = piece_names.card(words, pile[-1] if pile else FACE_DOWN, box_of(state))
    return _say(words, "copy-bonus", whose=player_names.whose(words, state.setup, action.seat), card=name)


def _hall(words: Vocabulary, action: actions.ChooseHall, state: State) -> str:
    name, gain = words.hall(action.hall), choices.bonus_gain(state, action.hall)
    return name if gain is None else _say(words, "choose-hall", hall=name, gains=money_and_prestige(words, gain))


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
    actions.DrawTile: lambda w, a, s: _say(w, "draw-tile", price=price_of(a, s)),
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
