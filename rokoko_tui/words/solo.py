"""The log of Madame du Barry's cards: what each says, and what came of it (SOLO)."""

from rokoko_core.barry import BARRY, CONSOLATION, aimed_at
from rokoko_core.components.tables import BarryCard
from rokoko_core.pending import BarryHall
from rokoko_core.state import NOBODY
from rokoko_core.terms import BarryAction, DecorationKind, DressEffect, complete
from rokoko_tui.words import pieces
from rokoko_tui.words.telling import Telling, added


def reveal(told: Telling) -> None:
    """What the card turned up says, and what she does about it."""
    asked = told.before.pending[-1]
    if isinstance(asked, BarryHall):
        _name_hall(told, asked)
    else:
        card = _card(told)
        _tell(told, "turn", card=pieces.barry_card(told.words, card))
        _CARRIED_OUT[card.action](told, card)
    _exam(told)


def _tell(told: Telling, key: str, **figures: object) -> None:
    told.tell("barry", BARRY, f"barry.{key}", **figures)


def _card(told: Telling) -> BarryCard:
    """The card turned up: the last of her hand."""
    barry = told.before.barry
    assert barry is not None
    return told.box.barry[barry.hand[-1]]


def _cannot(told: Telling, why: str, **figures: object) -> None:
    reason = told.words.say_of(f"chronicle.barry.{why}", figures)
    _tell(told, "cannot", why=reason, gained=told.prestige(BARRY, CONSOLATION))


# ---- her actions


def _favor(told: Telling, card: BarryCard) -> None:
    key = "favor" if told.before.favor == NOBODY else "favor-gone"
    _tell(told, key, gained=told.prestige(BARRY, CONSOLATION))


def taken_spaces(told: Telling) -> list[int]:
    """The warehouse spaces that the card turned up just now empties (SOLO-5); none unless it says so."""
    barry, asked = told.before.barry, told.before.pending[-1]
    if barry is None or asked.seat != BARRY or isinstance(asked, BarryHall):
        return []
    card = _card(told)
    if card.action is not BarryAction.ACQUIRE:
        return []
    return [space for space in aimed_at(told.box, card.target) if told.before.warehouse[space]]


def _acquire(told: Telling, card: BarryCard) -> None:
    tiles = [told.tile(told.before.warehouse[space]) for space in taken_spaces(told)]
    if tiles:
        _tell(told, "tiles", tiles=told.words.listed(tiles))
    else:
        _cannot(told, "no-tile")


def _make(told: Telling, card: BarryCard) -> None:
    asked = told.after.pending[-1] if told.after.pending else None
    if isinstance(asked, BarryHall):
        _tell(told, "dress", dress=told.dress(asked.dress))
    else:
        _cannot(told, "no-guest" if any(told.before.windows) else "no-dress")


def _hire(told: Telling, card: BarryCard) -> None:
    left = (*told.after.hire, *told.after.gone)
    hired = next((shown for shown in told.before.hire if shown not in left), None)
    if hired is not None:
        _tell(told, "hire", card=told.card(hired))
    else:
        _cannot(told, "no-employee")


def _fund(told: Telling, card: BarryCard) -> None:
    old, new = told.before.decorations, told.after.decorations
    space = next((s for s in told.box.decorations if old[s.index] != new[s.index]), None)
    target = told.words.say(f"pieces.du-barry.{card.target}")
    if space is None:
        _cannot(told, "no-space", target=target)
    else:
        key = "fund-jeweler" if space.kind is DecorationKind.JEWELER else "fund"
        _tell(told, key, space=pieces.decoration_name(told.words, space))


_CARRIED_OUT = {
    BarryAction.FAVOR: _favor,
    BarryAction.ACQUIRE: _acquire,
    BarryAction.MAKE_DRESS: _make,
    BarryAction.HIRE: _hire,
    BarryAction.FUND: _fund,
}
complete("_CARRIED_OUT", _CARRIED_OUT, BarryAction)


# ---- her dress


def _name_hall(told: Telling, asked: BarryHall) -> None:
    if asked in told.after.pending:
        _hall_full(told)
        return
    guest = told.box.guests[told.after.guests.index(asked.dress)]
    name = told.dress(asked.dress)
    _tell(told, "place", dress=name, guest=pieces.guest_name(told.words, guest))
    jewels = added(told.before.players[BARRY].jewels, told.after.players[BARRY].jewels)
    if jewels:
        _tell(told, "jewel", jewel=pieces.jewel(told.words, jewels[0]))
    yarn, lace, prestige = (told.grown(goods, BARRY) for goods in ("yarn", "lace", "prestige"))
    if yarn or lace or prestige:
        _tell(told, "gains", gains=told.gains(BARRY, prestige=prestige, yarn=yarn, lace=lace))
    drawn = len(told.after.players[BARRY].silk) - len(told.before.players[BARRY].silk)
    if drawn:
        _tell(told, "draws", tiles=told.count("face-down", drawn))
    if told.box.dress[asked.dress].effect == DressEffect.EXPERT_FAVOR and told.before.favor == NOBODY:
        _tell(told, "favor-effect", dress=name)


def _hall_full(told: Telling) -> None:
    """The card that named the hall lies on her discards now."""
    barry = told.after.barry
    assert barry is not None
    hall = told.box.barry[barry.discard[-1]].hall
    _tell(told, "hall-full", hall=pieces.hall_in(told.words, hall))


# ---- her examinations (SOLO-10)


def _exam(told: Telling) -> None:
    was, now = told.before.players[BARRY], told.after.players[BARRY]
    if was.exam == now.exam:
        return
    exam = told.words.say(f"pieces.exam.{was.exam}")
    _tell(told, "exam", exam=exam, gained=told.prestige(BARRY, 1))
    gone = told.after.gone[len(told.before.gone) :]
    for card in added(told.before.hire if told.next_round else (), gone)[:1]:
        _tell(told, "exam-leaves", card=told.card(card))
    deck = "journeyman_deck" if was.exam == "journeyman" else "master_deck"
    if len(getattr(told.after, deck)) < len(getattr(told.before, deck)):
        _tell(told, "exam-card", exam=exam)
