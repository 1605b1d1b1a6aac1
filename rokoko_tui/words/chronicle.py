"""The log: what happened with an action, automatic consequences included, as an onlooker may know it (HIDDEN-1)."""

from collections.abc import Callable
from typing import Any

from rokoko_core import actions as do
from rokoko_core import pending as ask
from rokoko_core.actions import Action
from rokoko_core.bonus_table import ExtraDepute
from rokoko_core.moves.acquire import price
from rokoko_core.moves.hire import price as hire_price
from rokoko_core.state import State
from rokoko_core.terms import FACE_DOWN, DressEffect, Notion
from rokoko_tui.words import pieces, rounds, solo
from rokoko_tui.words.choices import bonus_of, kind_of, notion_gain, price_of, whose
from rokoko_tui.words.telling import Line, Telling
from rokoko_tui.words.vocabulary import Vocabulary

__all__ = ["Line", "chronicle", "opening"]


def chronicle(words: Vocabulary, before: State, action: Action, after: State, onlooker: int | None) -> list[Line]:
    """Lines about ``action``, which led from ``before`` to ``after``, then about what followed by itself."""
    told = Telling(words, before, action, after, onlooker)
    _DID[type(action)](told, action)
    _consequences(told)
    if told.round_over:
        rounds.round_over(told)
    return told.lines


def opening(words: Vocabulary, state: State) -> list[Line]:
    """Who starts round 1, and what is laid out."""
    return rounds.opening(words, state)


def _did(told: Telling, key: str, **figures: object) -> None:
    told.tell("action", told.seat, f"did.{key}", **figures)


def _asked_dress(told: Telling) -> str:
    return told.dress(getattr(told.before.pending[-1], "dress", ""))


# ---- hands, cards and turns


def _choose_hand(told: Telling, action: do.ChooseHand) -> None:
    if told.knows(told.seat):
        _did(told, "choose-hand-own", cards=told.cards(action.cards))
    else:
        _did(told, "choose-hand")


def _decline(told: Telling, action: do.Decline) -> None:
    asked = told.before.pending[-1]
    turn = told.before.turn
    card = getattr(asked, "card", turn.card if turn else "")
    _did(told, f"decline-{kind_of(asked)}", card=told.card(card), dress=_asked_dress(told))


def _end_turn(told: Telling, action: do.EndTurn) -> None:
    _did(told, "end-turn")
    turn = told.before.turn
    for card in turn.deputed if turn is not None else ():
        told.tell("card", told.seat, "then.card-leaves", card=told.card(card))


# ---- tiles


def _take_tile(told: Telling, action: do.TakeTile) -> None:
    asked = told.before.pending[-1]
    paid = isinstance(asked, ask.MainAction | ask.BonusOf)
    cost = price(told.before, told.box, action.space) if paid else 0
    tile = told.tile(told.before.warehouse[action.space])
    _did(told, "take-tile", tile=tile, segment=told.box.segment_of[action.space] + 1, price=cost)


def _drawn(told: Telling, key: str, kind: str, **figures: object) -> None:
    """A line about a tile drawn face down, named to the drawer alone."""
    asked = told.after.pending[-1] if told.after.pending else None
    named = isinstance(asked, ask.TileInHand) and asked.face_down and told.knows(asked.seat)
    tile = asked.tile if isinstance(asked, ask.TileInHand) and named else FACE_DOWN
    told.tell(kind, told.seat, f"{key}-own" if named else key, tile=told.tile(tile), **figures)


def _draw(told: Telling, action: do.DrawTile) -> None:
    cost = price_of(bonus_of(told.before, told.box))
    _drawn(told, "did.draw-tile", "action", price=cost)


def _keep(told: Telling, action: do.KeepTile) -> None:
    asked = told.before.pending[-1]
    assert isinstance(asked, ask.TileInHand)
    if asked.face_down and not told.knows(asked.seat):
        _did(told, "keep-tile-secret")
    else:
        _did(told, "keep-tile", tile=told.silk((asked.tile,)))


def _discard(told: Telling, action: do.DiscardTile) -> None:
    tile = told.after.tile_discard[-1]
    notions = notion_gain(told.words, told.box.tile[tile], action.notion)
    _did(told, "discard-tile", tile=told.tile(tile), notions=notions)


def _notion(told: Telling, action: do.TakeNotion) -> None:
    cost = price_of(bonus_of(told.before, told.box))
    word = told.words.term("lace" if action.notion is Notion.LACE else "yarn")
    _did(told, "take-notion", notion=word, price=cost)


# ---- dresses and jewels


def _make(told: Telling, action: do.MakeDress) -> None:
    dress = told.box.dress[action.dress]
    cost = told.box.windows[told.before.windows.index(action.dress)]
    name = f"{told.dress(dress.id)} ({pieces.dress_cost(told.words, dress)})"
    _did(told, "make-dress", dress=name, price=cost)
    paid = told.after.tile_discard[len(told.before.tile_discard) :]
    if paid:
        _did(told, "pay-tiles", tiles=told.silk(paid))


def _pay(told: Telling, action: do.PayTiles) -> None:
    if action.tiles:
        _did(told, "pay-tiles", tiles=told.silk(action.tiles))
    else:
        _did(told, "pay-nothing")


def _rent(told: Telling, action: do.Rent) -> None:
    _did(told, "rent", dress=_asked_dress(told))
    gain = told.grown("prestige", told.seat)
    if gain:
        points = told.prestige(told.seat, gain)
        told.tell("gain", told.seat, "then.festivity", dress=_asked_dress(told), gained=points)


def _sell(told: Telling, action: do.Sell) -> None:
    gain, seat = told.grown("prestige", told.seat), told.seat
    figures = {"dress": _asked_dress(told), "livre": told.grown("livre", seat)}
    _did(told, "sell-bonus" if gain else "sell", gained=told.prestige(seat, gain), **figures)


def _jewel(told: Telling, action: do.TakeJewel) -> None:
    asked, jewel = told.before.pending[-1], told.before.jewels[action.space]
    cost = told.box.jewel_prices[action.space] if isinstance(asked, ask.JewelOffer) else 0
    _did(told, "take-jewel", jewel=pieces.jewel(told.words, jewel), price=cost)
    drawn = told.after.pending and isinstance(told.after.pending[-1], ask.TileInHand)
    if drawn and isinstance(asked, ask.JewelOffer | ask.Effect) and told.box.dress[asked.dress].colour == jewel:
        _drawn(told, "then.match", "gain")


def _place(told: Telling, action: do.Place) -> None:
    _did(told, "place", dress=_asked_dress(told), guest=pieces.guest(told.words, action.space, told.box))


# ---- employees and decorations


def _hire(told: Telling, action: do.Hire) -> None:
    _did(told, "hire", card=told.card(action.card), price=hire_price(told.before, told.box))


def _hire_specialist(told: Telling, action: do.HireSpecialist) -> None:
    _did(told, "hire-specialist", card=told.card(told.before.players[told.seat].specialist))


def _depute(told: Telling, action: do.Depute) -> None:
    gain = told.grown("livre", told.seat)
    zone = told.words.say(f"pieces.zone.{action.zone}")
    kind = bonus_of(told.before, told.box)
    key = "depute-bonus" if isinstance(kind, ExtraDepute) and kind.bonus else "depute"
    _did(told, key, card=told.card(action.card), zone=zone, livre=gain)


def _fund(told: Telling, action: do.Fund) -> None:
    space = told.box.decoration[action.space]
    cost = -told.grown("livre", told.seat)
    _did(told, "fund", space=pieces.decoration_name(told.words, space), price=cost)


def _sit(told: Telling, action: do.SitExam) -> None:
    player, turn = told.before.players[told.seat], told.before.turn
    assert turn is not None
    exam = told.words.say(f"pieces.exam.{player.exam}")
    _did(told, "sit-exam", exam=exam, card=told.card(turn.card), gained=told.prestige(told.seat, 1))


def _exam_card(told: Telling, action: do.ChooseExamCard) -> None:
    asked, turn = told.before.pending[-1], told.before.turn
    assert isinstance(asked, ask.ExamCard) and turn is not None
    exam = told.words.say(f"pieces.exam.{asked.exam}")
    key = "choose-exam-card-own" if told.knows(told.seat) else "choose-exam-card"
    taken = told.card(action.card if told.knows(told.seat) else FACE_DOWN)
    _did(told, key, exam=exam, card=told.card(turn.card), taken=taken)


# ---- bonuses


def _use(told: Telling, action: do.UseBonus) -> None:
    seat = told.seat
    gains = told.gains(seat, livre=told.grown("livre", seat), prestige=told.grown("prestige", seat))
    _did(told, "use-bonus", gains=gains)


def _buy(told: Telling, action: do.BuyPrestige) -> None:
    seat = told.seat
    _did(told, "buy-prestige", livre=-told.grown("livre", seat), gained=told.prestige(seat, action.points))


def _surrender(told: Telling, action: do.SurrenderTile) -> None:
    if told.knows(told.seat):
        _did(told, "surrender-tile-own", tile=told.silk((action.tile,)))
    else:
        _did(told, "surrender-tile")


def _settle(told: Telling, action: do.SettleSilk) -> None:
    tiles = told.after.tile_discard[len(told.before.tile_discard) :]
    points = told.prestige(told.seat, told.grown("prestige", told.seat))
    _did(told, "settle-silk", tiles=told.silk(tiles), gained=points)


def _supply_card(told: Telling, action: do.UseSupplyCard) -> None:
    if not told.before.players[told.seat].supply:
        told.tell("hand", told.seat, "then.new-supply")
    _did(told, "use-supply-card", card=told.card(action.card))


def _copy(told: Telling, action: do.CopyBonus) -> None:
    card = told.before.players[action.seat].discard[-1]
    _did(told, "copy-bonus", whose=whose(told.words, told.before, action.seat), card=told.card(card))


def _hall(told: Telling, action: do.ChooseHall) -> None:
    seat = told.seat
    gains = told.gains(seat, livre=told.grown("livre", seat), prestige=told.grown("prestige", seat))
    _did(told, "choose-hall", hall=pieces.hall_in(told.words, action.hall), gains=gains)


_DID: dict[type, Callable[[Telling, Any], None]] = {
    do.ChooseHand: _choose_hand,
    do.PlayCard: lambda told, a: _did(told, "play-card", card=told.card(a.card)),
    do.Decline: _decline,
    do.EndTurn: _end_turn,
    do.ClaimFavor: lambda told, a: _did(told, "claim-favor"),
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
    do.Place: _place,
    do.Hire: _hire,
    do.HireSpecialist: _hire_specialist,
    do.Depute: _depute,
    do.Fund: _fund,
    do.SitExam: _sit,
    do.ChooseExamCard: _exam_card,
    do.MarkTask: lambda told, a: _did(told, "mark-task"),
    do.UseBonus: _use,
    do.BuyPrestige: _buy,
    do.SurrenderTile: _surrender,
    do.SettleSilk: _settle,
    do.UseSupplyCard: _supply_card,
    do.CopyBonus: _copy,
    do.ChooseHall: _hall,
    do.RevealBarry: lambda told, a: solo.reveal(told),
}
"""The line of each kind of action."""


# ---- what follows by itself


def _consequences(told: Telling) -> None:
    for space, (old, new) in enumerate(zip(told.before.all_halls, told.after.all_halls, strict=True)):
        if old != new:
            told.tell("all-halls", new, "then.all-halls", points=told.box.all_halls[space])
    for seat, (was, now) in enumerate(zip(told.before.players, told.after.players, strict=True)):
        for task in (t for t in now.tasks if t not in was.tasks):
            told.tell("exam", seat, "then.task", task=told.words.say(f"pieces.task.{task}"))
    if not isinstance(told.action, do.RevealBarry):
        _effect(told)


def _effect(told: Telling) -> None:
    """An Expert dress's effect that carried itself out with this action (EXPERT-1)."""
    waiting = {p for p in told.before.pending[:-1] if isinstance(p, ask.Effect)}
    asked = told.before.pending[-1]
    if isinstance(asked, ask.Placement):
        waiting.add(ask.Effect(asked.seat, asked.dress, asked.jewel))
    for effect in waiting.difference(told.after.pending):
        dress, seat = told.box.dress[effect.dress], effect.seat
        name = told.dress(dress.id)
        if dress.effect == DressEffect.EXPERT_FAVOR:
            taken = told.before.favor != told.after.favor
            told.tell("gain", seat, "then.effect-favor" if taken else "then.effect-favor-gone", dress=name)
        elif dress.effect == DressEffect.EXPERT_14_LIVRE:
            told.tell("gain", seat, "then.effect-livre", dress=name, livre=dress.value)
        elif dress.effect == DressEffect.EXPERT_MATCHING_JEWEL and effect.jewel == dress.colour:
            points = told.prestige(seat, told.grown("prestige", seat))
            told.tell("gain", seat, "then.effect-jewel", dress=name, gained=points)
