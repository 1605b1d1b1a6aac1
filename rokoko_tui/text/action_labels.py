"""Questions, and the labels and headings of what may be done about them."""

from collections.abc import Callable
from typing import Any

from rokoko_core import actions as do
from rokoko_core import pending as ask
from rokoko_core.actions import Action
from rokoko_core.board_counts import dresses_in_hall
from rokoko_core.bonus_table import (
    BONUSES,
    ExtraDepute,
    Gain,
    HallGain,
    Kind,
    Nothing,
    NotionForLivre,
    PrestigeForLivre,
    TileForLivre,
)
from rokoko_core.bonuses.extras import silk_worth
from rokoko_core.box import Box, box_of
from rokoko_core.components.tables import Tile
from rokoko_core.engine import FAMILIES
from rokoko_core.moves.acquire import price
from rokoko_core.moves.dress import terms_of
from rokoko_core.moves.festivity import festivity_prestige
from rokoko_core.moves.fund import price as fund_price
from rokoko_core.moves.hire import price as hire_price
from rokoko_core.moves.payment import bales, needed, wasted
from rokoko_core.pending import Pending
from rokoko_core.state import State
from rokoko_core.terms import FACE_DOWN, Bales, DressEffect, Notion, Zone, kebab
from rokoko_tui.text import piece_names as pieces
from rokoko_tui.text.message_catalog import Vocabulary, capital

FAMILY_OF = {action: family.FAMILY for family in FAMILIES for action in family.RULES.effects}


def top(state: State) -> Pending | None:
    """The decision asked now; None when the game is over."""
    return state.pending[-1] if state.pending else None


def kind_of(asked: Pending) -> str:
    """The tag of a decision, such as ``main-action``."""
    return kebab(type(asked).__name__)


def bonus_of(state: State, box: Box) -> Kind:
    """What the bonus is that is asked about; ``Nothing`` where none is, or its card is face down."""
    asked = top(state)
    if isinstance(asked, ask.BonusOf) and asked.card in box.card:
        return BONUSES[box.card[asked.card].bonus]
    return Nothing()


def price_of(bonus: Kind) -> int:
    """Livre for one of what the bonus sells; 0 for all others."""
    return bonus.price if isinstance(bonus, NotionForLivre | TileForLivre | PrestigeForLivre) else 0


def _about(words: Vocabulary, asked: Pending, state: State) -> dict[str, object]:
    """What sentences about a decision may name."""
    box = box_of(state)
    found: dict[str, object] = {"who": pieces.seat(words, state.setup, asked.seat)}
    card = getattr(asked, "card", "") or (state.turn.card if state.turn else "")
    if card in box.card:
        found["card"] = pieces.card(words, card, box)
        found["bonus"] = pieces.bonus_short(words, box.card[card].bonus)
    dress = getattr(asked, "dress", "")
    if dress:
        found["dress"] = pieces.dress_short(words, dress, box)
        effect = box.dress[dress].effect
        found["effect"] = words.say(f"pieces.effect.{effect}") if effect else ""
    if isinstance(asked, ask.TileInHand):
        found["tile"] = pieces.tile(words, asked.tile, box)
    if isinstance(asked, ask.ExamCard):
        found["exam"] = words.say(f"pieces.exam.{asked.exam}")
    if isinstance(asked, ask.SilkForPrestige):
        found["prestige"] = silk_worth(asked.aside, box) if FACE_DOWN not in asked.aside else 0
    if isinstance(asked, ask.HandChoice):
        lacking = 3 - len(state.players[asked.seat].hand)
        found["count"] = words.say("choices.question.cards", n=lacking)
    return found


def question(words: Vocabulary, asked: Pending | None, state: State) -> str:
    """Who is asked what."""
    if asked is None:
        return words.say("choices.question.over")
    found = _about(words, asked, state)
    unseen = isinstance(asked, ask.SilkForPrestige) and FACE_DOWN in asked.aside
    key = f"{kind_of(asked)}-unseen" if unseen else kind_of(asked)
    return words.say_of(f"choices.question.{key}", found)


def group(words: Vocabulary, action: Action, state: State) -> str:
    """The heading an action is listed under."""
    asked = top(state)
    if isinstance(action, do.Decline) and isinstance(asked, ask.MainAction):
        return words.say("choices.group.pass")
    if isinstance(action, do.RevealBarry):
        return words.say("choices.group.barry")
    family = FAMILY_OF.get(type(action))
    if isinstance(action, do.Fund) and isinstance(asked, ask.MainAction):
        return words.say(f"choices.group.fund.{box_of(state).decoration[action.space].kind}")
    if family is not None and (asked is None or isinstance(asked, ask.MainAction)):
        return words.say(f"pieces.family.{family}")
    if asked is None:
        return words.say("choices.group.turn-end")
    if isinstance(asked, ask.MainAction | ask.BarryTurn | ask.BarryHall):
        return words.say("choices.group.pass")
    return words.say_of(f"choices.group.{kind_of(asked)}", _about(words, asked, state))


# ---- labels, one function per kind of action


def _say(words: Vocabulary, key: str, **figures: object) -> str:
    """The label ``key`` with those of the figures that it names."""
    return words.say_of(f"choices.action.{key}", figures)


def money_and_prestige(words: Vocabulary, gain: tuple[int, int]) -> str:
    """``4 Livre and 1 prestige``."""
    parts = [
        words.say_of(f"choices.gain.{word}", {"n": n}) for word, n in zip(("livre", "prestige"), gain, strict=True) if n
    ]
    return words.listed(parts) or words.money(0, "amount")


def _hand(words: Vocabulary, action: do.ChooseHand, state: State) -> str:
    box = box_of(state)
    return _say(words, "choose-hand", cards=[pieces.card_short(words, c, box) for c in action.cards])


def _take_tile(words: Vocabulary, action: do.TakeTile, state: State) -> str:
    box, tile, asked = box_of(state), state.warehouse[action.space], top(state)
    segment = box.segments[box.segment_of[action.space]]
    paid = isinstance(asked, ask.MainAction | ask.BonusOf)
    twin = [state.warehouse[s] for s in segment].count(tile) > 1
    return _say(
        words,
        "take-twin" if twin else "take-tile",
        segment=box.segment_of[action.space] + 1,
        number=action.space - segment[0] + 1,
        tile=pieces.tile(words, tile, box),
        price=price(state, box, action.space) if paid and tile else 0,
    )


def _in_hand(state: State) -> str:
    asked = top(state)
    return asked.tile if isinstance(asked, ask.TileInHand) else FACE_DOWN


def notion_gain(words: Vocabulary, face: Tile, notion: Notion) -> str:
    """What discarding the tile for ``notion`` gives: ``1 yarn and 1 lace``."""
    parts = [words.say("choices.gain.yarn", n=face.yarn)] if face.yarn and notion is not Notion.LACE else []
    parts += [words.say("choices.gain.lace", n=face.lace)] if face.lace and notion is not Notion.YARN else []
    return words.listed(parts)


def _keep(words: Vocabulary, action: do.KeepTile, state: State) -> str:
    return _say(words, "keep-tile", tile=pieces.kept(words, _in_hand(state), box_of(state)))


def _discard(words: Vocabulary, action: do.DiscardTile, state: State) -> str:
    box, tile = box_of(state), _in_hand(state)
    notion = words.listed([words.term(n) for n in ("yarn", "lace") if action.notion in (n, Notion.BOTH)], "plus")
    gain = notion_gain(words, box.tile[tile], action.notion) if tile in box.tile else notion
    return _say(words, "discard-tile", tile=pieces.tile(words, tile, box), notions=gain)


def _draw(words: Vocabulary, action: do.DrawTile, state: State) -> str:
    return _say(words, "draw-tile", price=price_of(bonus_of(state, box_of(state))))


def _notion(words: Vocabulary, action: do.TakeNotion, state: State) -> str:
    cost = price_of(bonus_of(state, box_of(state)))
    return _say(words, "take-notion", notion=words.term(action.notion), price=cost)


def _make(words: Vocabulary, action: do.MakeDress, state: State) -> str:
    box = box_of(state)
    face = box.dress[action.dress]
    cost = box.windows[state.windows.index(face.id)] if face.id in state.windows else 0
    return _say(
        words,
        "make-dress",
        dress=pieces.dress_short(words, face.id, box),
        price=cost,
        cost=pieces.dress_cost(words, face),
        facts=pieces.dress_facts(words, face, "sells-short"),
    )


def lost_bales(action: do.PayTiles, state: State) -> Bales:
    """Bales beyond what the dress asked about needs (DRESS-2)."""
    box, asked = box_of(state), top(state)
    if not isinstance(asked, ask.Payment):
        return (0, 0, 0, 0)
    return wasted(bales(action.tiles, box), needed(box.dress[asked.dress].silk, terms_of(asked.bonus)))


def _pay(words: Vocabulary, action: do.PayTiles, state: State) -> str:
    box = box_of(state)
    if not action.tiles:
        return _say(words, "pay-nothing")
    tiles, lost = [pieces.kept(words, t, box) for t in action.tiles], lost_bales(action, state)
    if any(lost):
        return _say(words, "pay-lost", tiles=tiles, lost=pieces.letters(words, lost))
    return _say(words, "pay-tiles", tiles=tiles)


def _rent(words: Vocabulary, action: do.Rent, state: State) -> str:
    box, asked = box_of(state), top(state)
    if not isinstance(asked, ask.RentOrSell):
        return words.say("choices.about.rent")
    face = box.dress[asked.dress]
    now = festivity_prestige(state, box, asked.seat, face.effect)
    return _say(words, "rent-festivity" if now else "rent", prestige=face.prestige, now=now)


def _sell(words: Vocabulary, action: do.Sell, state: State) -> str:
    asked = top(state)
    if not isinstance(asked, ask.RentOrSell):
        return words.say("choices.about.sell")
    value = box_of(state).dress[asked.dress].value
    return _say(words, "sell-bonus" if terms_of(asked.bonus).must_sell else "sell", livre=value)


def _jewel(words: Vocabulary, action: do.TakeJewel, state: State) -> str:
    box, asked, jewel = box_of(state), top(state), state.jewels[action.space]
    cost = 0 if isinstance(asked, ask.Effect) else box.jewel_prices[action.space]
    match = isinstance(asked, ask.JewelOffer | ask.Effect) and box.dress[asked.dress].colour == jewel
    key = "take-jewel-match" if match else "take-jewel"
    return _say(words, key, jewel=pieces.jewel(words, jewel), price=cost)


def _hire(words: Vocabulary, action: do.Hire, state: State) -> str:
    box = box_of(state)
    cost = hire_price(state, box) if state.hire else 0
    return _say(words, "hire", card=pieces.card(words, action.card, box), price=cost)


def _hire_specialist(words: Vocabulary, action: do.HireSpecialist, state: State) -> str:
    asked = top(state)
    own = state.players[asked.seat].specialist if asked is not None else ""
    box = box_of(state)
    name = pieces.card(words, own, box) if own in box.card else _say(words, "specialist")
    return _say(words, "hire-specialist", card=name)


def _depute(words: Vocabulary, action: do.Depute, state: State) -> str:
    box, asked = box_of(state), top(state)
    if action.card not in box.card:
        return pieces.card(words, action.card, box)
    face = box.card[action.card]
    name = pieces.card(words, action.card, box)
    if action.zone is Zone.PLAYED and not isinstance(asked, ask.BonusOf):
        name = _say(words, "depute-this", rank=pieces.rank(words, face.rank))
    else:
        name = _say(words, "depute-from", card=name, zone=words.say(f"pieces.zone.{action.zone}"))
    bonus = bonus_of(state, box)
    if isinstance(bonus, ExtraDepute) and bonus.bonus:
        return _say(words, "depute-bonus", card=name, bonus=pieces.bonus_short(words, face.bonus))
    gain = (bonus.livre if isinstance(bonus, ExtraDepute) else box.prices.depute)[face.rank]
    return _say(words, "depute", card=name, livre=gain)


def _fund(words: Vocabulary, action: do.Fund, state: State) -> str:
    box = box_of(state)
    space = box.decoration[action.space]
    cost = fund_price(box, top(state), space.id)
    facts = pieces.decoration_facts(words, space)
    name = pieces.decoration_name(words, space)
    return _say(words, "fund-facts" if facts else "fund", space=name, price=cost, facts=facts)


def _sit(words: Vocabulary, action: do.SitExam, state: State) -> str:
    asked = top(state)
    exam = state.players[asked.seat].exam if asked is not None else None
    name = words.say(f"pieces.exam.{exam}") if exam else words.say("choices.about.exam")
    return _say(words, "sit-exam", exam=name)


def _use(words: Vocabulary, action: do.UseBonus, state: State) -> str:
    box, asked = box_of(state), top(state)
    bonus = bonus_of(state, box)
    if not isinstance(bonus, Gain) or asked is None:
        return _say(words, "use-bonus-plain")
    return _say(words, "use-bonus", gains=money_and_prestige(words, bonus.amounts(state, box, asked.seat)))


def _buy(words: Vocabulary, action: do.BuyPrestige, state: State) -> str:
    cost = price_of(bonus_of(state, box_of(state)))
    return _say(words, "buy-prestige", points=action.points, livre=cost * action.points)


def _settle(words: Vocabulary, action: do.SettleSilk, state: State) -> str:
    box, asked = box_of(state), top(state)
    aside = asked.aside if isinstance(asked, ask.SilkForPrestige) else ()
    names = words.listed([pieces.kept(words, tile, box) for tile in aside])
    worth = silk_worth(aside, box) if all(t in box.tile for t in aside) else 0
    return _say(words, "settle-silk", tiles=names, prestige=worth)


def _copy(words: Vocabulary, action: do.CopyBonus, state: State) -> str:
    pile = state.players[action.seat].discard
    name = pieces.card(words, pile[-1] if pile else FACE_DOWN, box_of(state))
    return _say(words, "copy-bonus", whose=whose(words, state, action.seat), card=name)


def whose(words: Vocabulary, state: State, seat: int) -> str:
    """``Bo's``."""
    return words.say("pieces.name.whose", who=pieces.seat(words, state.setup, seat))


def _hall(words: Vocabulary, action: do.ChooseHall, state: State) -> str:
    box, asked = box_of(state), top(state)
    bonus = bonus_of(state, box)
    name = words.term(f"hall:{action.hall}")
    if not isinstance(bonus, HallGain) or asked is None:
        return name
    gains = money_and_prestige(words, bonus.amounts(dresses_in_hall(state, box, asked.seat, action.hall)))
    return _say(words, "choose-hall", hall=name, gains=gains)


def _decline(words: Vocabulary, action: do.Decline, state: State) -> str:
    asked = top(state)
    if isinstance(asked, ask.Effect) and box_of(state).dress[asked.dress].effect is DressEffect.EXPERT_DEPUTE:
        return words.say("choices.decline.expert-depute")
    key = f"decline.{kind_of(asked)}" if asked is not None else "decline.effect"
    return words.say(f"choices.{key}" if words.knows(f"choices.{key}") else "choices.decline.effect")


def _reveal(words: Vocabulary, action: do.RevealBarry, state: State) -> str:
    return _say(words, "reveal-hall" if isinstance(top(state), ask.BarryHall) else "reveal-turn")


LABELS: dict[type, Callable[[Vocabulary, Any, State], str]] = {
    do.ChooseHand: _hand,
    do.PlayCard: lambda w, a, s: pieces.card(w, a.card, box_of(s)),
    do.Decline: _decline,
    do.EndTurn: lambda w, a, s: _say(w, "end-turn"),
    do.ClaimFavor: lambda w, a, s: _say(w, "claim-favor"),
    do.TakeTile: _take_tile,
    do.DrawTile: _draw,
    do.KeepTile: _keep,
    do.DiscardTile: _discard,
    do.TakeNotion: _notion,
    do.MakeDress: _make,
    do.PayTiles: _pay,
    do.Rent: _rent,
    do.Sell: _sell,
    do.TakeJewel: _jewel,
    do.Place: lambda w, a, s: pieces.guest(w, a.space, box_of(s)),
    do.Hire: _hire,
    do.HireSpecialist: _hire_specialist,
    do.Depute: _depute,
    do.Fund: _fund,
    do.SitExam: _sit,
    do.ChooseExamCard: lambda w, a, s: pieces.card(w, a.card, box_of(s)),
    do.MarkTask: lambda w, a, s: w.say(f"pieces.task.{a.task}"),
    do.UseBonus: _use,
    do.BuyPrestige: _buy,
    do.SurrenderTile: lambda w, a, s: _say(w, "surrender-tile", tile=pieces.kept(w, a.tile, box_of(s))),
    do.SettleSilk: _settle,
    do.UseSupplyCard: lambda w, a, s: _say(w, "use-supply-card", card=pieces.card(w, a.card, box_of(s))),
    do.CopyBonus: _copy,
    do.ChooseHall: _hall,
    do.RevealBarry: _reveal,
}
"""The label of each kind of action."""


def action(words: Vocabulary, chosen: Action, state: State) -> str:
    """One line that says what the action is, its price, and what it brings."""
    return capital(LABELS[type(chosen)](words, chosen, state))
