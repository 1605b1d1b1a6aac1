"""Bonuses of employees, and what they offer to choose."""

from rokoko_core import actions as do
from rokoko_core.box import box_of
from rokoko_core.events.acts import TileLaidAside
from rokoko_core.events.amounts import LivreGained, LivrePaid, NotionsGained, PrestigeGained
from rokoko_core.events.reasons import Why
from rokoko_core.events.turns import BonusCopied, BonusUsed, HallCounted, SupplyCardUsed
from rokoko_core.play import choices
from rokoko_core.play.choices import pending_decision, price_of, set_aside
from rokoko_core.refusal import Reason, Refusal
from rokoko_core.state import State
from rokoko_core.terms import FACE_DOWN
from rokoko_tui.text import piece_names, player_names
from rokoko_tui.text.event_writers import LogWriter
from rokoko_tui.text.families import ActionWords, EventWords, Tooltip
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.piece_refs import PieceKind, PieceRef
from rokoko_tui.text.wording import Wording

# ---- gains


def _list_gains(words: Vocabulary, gain: tuple[int, int]) -> str:
    """Return ``4 Livre and 1 prestige``."""
    parts = [
        words.say_of(f"choices.gain.{word}", {"n": n}) for word, n in zip(("livre", "prestige"), gain, strict=True) if n
    ]
    return words.listed(parts) or words.money(0, "amount")


def _label_used(words: Vocabulary, action: do.UseBonus, state: State) -> str:
    gain = choices.bonus_gain(state)
    if gain is None:
        return words.say("choices.action.use-bonus-plain")
    return words.say("choices.action.use-bonus", gains=_list_gains(words, gain))


def _refuse_used(words: Vocabulary, action: do.UseBonus, refused: Refusal, state: State) -> Wording:
    box = box_of(state)
    if refused.word not in box.card or refused.reason is Reason.NO_BONUS:
        return words.wording("choices.about.bonus-plain")
    return words.wording("choices.about.bonus", card=piece_names.card(words, refused.word, box))


def _label_hall(words: Vocabulary, action: do.ChooseHall, state: State) -> str:
    name, gain = words.hall(action.hall), choices.bonus_gain(state, action.hall)
    if gain is None:
        return name
    return words.say("choices.action.choose-hall", hall=name, gains=_list_gains(words, gain))


def _shorten_hall(words: Vocabulary, action: do.ChooseHall, state: State) -> Wording:
    label, gain = _label_hall(words, action, state), choices.bonus_gain(state, action.hall)
    if gain is None:
        return Wording(label)
    livre, prestige = gain
    gained = f"★{prestige}" if prestige else words.money(livre, "gain")
    return Wording(label, words.say("choices.short.hall-gain", hall=words.hall(action.hall), gained=gained))


# ---- goods bought and surrendered


def _label_notion(words: Vocabulary, action: do.TakeNotion, state: State) -> str:
    notion = words.say(f"choices.gain.{action.notion}", n=1)
    return words.say("choices.action.take-notion", notion=notion, price=price_of(action, state))


def _label_prestige(words: Vocabulary, action: do.BuyPrestige, state: State) -> str:
    return words.say("choices.action.buy-prestige", points=action.points, livre=price_of(action, state))


def _label_surrendered(words: Vocabulary, action: do.SurrenderTile, state: State) -> str:
    tile = piece_names.kept_silk(words, action.tile, box_of(state))
    return words.say("choices.action.surrender-tile", tile=tile)


def _label_settled(words: Vocabulary, action: do.SettleSilk, state: State) -> str:
    box, decision = box_of(state), pending_decision(state)
    aside = set_aside(state, decision.seat) if decision is not None else ()
    names = words.listed([piece_names.kept_silk(words, tile, box) for tile in aside])
    return words.say("choices.action.settle-silk", tiles=names, prestige=choices.silk_prestige(state))


# ---- bonuses of other cards


def _label_supply(words: Vocabulary, action: do.UseSupplyCard, state: State) -> str:
    return words.say("choices.action.use-supply-card", card=piece_names.card(words, action.card, box_of(state)))


def _top_card(action: do.CopyBonus, state: State) -> str:
    pile = state.players[action.seat].discard
    return pile[-1] if pile else FACE_DOWN


def _label_copied(words: Vocabulary, action: do.CopyBonus, state: State) -> str:
    name = piece_names.card(words, _top_card(action, state), box_of(state))
    whose = player_names.whose(words, state.setup, action.seat)
    return words.say("choices.action.copy-bonus", whose=whose, card=name)


def _shorten_copied(words: Vocabulary, action: do.CopyBonus, state: State) -> Wording:
    card = piece_names.card_short(words, _top_card(action, state), box_of(state)).shortest
    short = words.say("choices.short.copy", who=player_names.seat(words, state.setup, action.seat), card=card)
    return Wording(_label_copied(words, action, state), short)


ACTIONS = (
    ActionWords(
        do.UseBonus,
        _label_used,
        subject=_refuse_used,
    ),
    ActionWords(
        do.ChooseHall,
        _label_hall,
        row=_shorten_hall,
        pieces=lambda action, state: [PieceRef("hall", action.hall)],
        key_number=lambda action, state: action.hall,
    ),
    ActionWords(do.TakeNotion, _label_notion),
    ActionWords(do.BuyPrestige, _label_prestige, key=lambda action, state: str(action.points)),
    ActionWords(do.SurrenderTile, _label_surrendered, pieces=lambda action, state: [PieceRef("silk", action.tile)]),
    ActionWords(do.SettleSilk, _label_settled),
    ActionWords(
        do.UseSupplyCard,
        _label_supply,
        row=lambda words, action, state: Wording(
            _label_supply(words, action, state), piece_names.card_short(words, action.card, box_of(state)).shortest
        ),
        pieces=lambda action, state: [PieceRef("supply", action.card)],
        shortened_with="cards",
    ),
    ActionWords(
        do.CopyBonus,
        _label_copied,
        row=_shorten_copied,
        pieces=lambda action, state: [PieceRef("player", action.seat)],
        key_number=lambda action, state: action.seat + 1,
    ),
)


# ---- events


def _take_gains(log: LogWriter) -> list[LivreGained | PrestigeGained]:
    gains = (log.take_next(LivreGained, Why.BONUS), log.take_next(PrestigeGained, Why.BONUS))
    return [gain for gain in gains if gain is not None]


def _log_used(log: LogWriter, event: BonusUsed) -> None:
    """The gains of a bonus; the actions it allows have their own lines."""
    gains = _take_gains(log)
    if gains:
        log.add_action(event, "use-bonus", gains=log.gains(*gains))


def _log_hall(log: LogWriter, event: HallCounted) -> None:
    gains = log.gains(*_take_gains(log))
    log.add_action(event, "choose-hall", hall=piece_names.hall_in(log.words, event.hall), gains=gains)


def _log_notion(log: LogWriter, event: NotionsGained) -> None:
    """A notion bought; other notions are in the line of their event."""
    if event.why is Why.BONUS:
        notion = log.words.say(f"choices.gain.{'lace' if event.lace else 'yarn'}", n=1)
        log.add_action(event, "take-notion", notion=notion, price=log.take_payment(Why.NOTION_PRICE))


def _log_payment(log: LogWriter, event: LivrePaid) -> None:
    """Prestige bought; other payments are in the line of their event."""
    if event.why is Why.PRESTIGE_PRICE:
        gained = log.prestige(log.take_next(PrestigeGained, Why.BONUS))
        log.add_action(event, "buy-prestige", livre=event.livre, gained=gained)


def _log_aside(log: LogWriter, event: TileLaidAside) -> None:
    if event.piece == FACE_DOWN:
        log.add_action(event, "surrender-tile")
    else:
        log.add_action(event, "surrender-tile-own", tile=log.silk(event.pieces))


def _log_copied(log: LogWriter, event: BonusCopied) -> None:
    whose = player_names.whose(log.words, log.setup, event.owner)
    log.add_action(event, "copy-bonus", whose=whose, card=log.card(event.card))


EVENTS = (
    EventWords(BonusUsed, log=_log_used),
    EventWords(HallCounted, log=_log_hall),
    EventWords(NotionsGained, log=_log_notion),
    EventWords(LivrePaid, log=_log_payment),
    EventWords(TileLaidAside, log=_log_aside),
    EventWords(
        SupplyCardUsed, log=lambda log, event: log.add_action(event, "use-supply-card", card=log.card(event.piece))
    ),
    EventWords(BonusCopied, log=_log_copied),
)
TOOLTIPS: dict[PieceKind, Tooltip] = {}
