"""Madame du Barry's cards and what they do (SOLO)."""

from rokoko_core import actions as do
from rokoko_core.events.acts import DressPlaced, EffectUsed, FavorTaken, JewelTaken, TileDrawn
from rokoko_core.events.amounts import NotionsGained, PrestigeGained
from rokoko_core.events.reasons import Why
from rokoko_core.events.solo import BarryCardTurned, BarryHallNamed, BarryHindered
from rokoko_core.events.turns import ExamPassed
from rokoko_core.pending import BarryHall
from rokoko_core.play.choices import pending_decision
from rokoko_core.state import State
from rokoko_tui.text import piece_names
from rokoko_tui.text.event_writers import EventGroup, LogWriter
from rokoko_tui.text.families import ActionWords, EventWords, Tooltip
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.piece_refs import PieceKind


def _label(words: Vocabulary, action: do.RevealBarry, state: State) -> str:
    is_hall = isinstance(pending_decision(state), BarryHall)
    return words.say("choices.action.reveal-hall" if is_hall else "choices.action.reveal-turn")


def _explain(words: Vocabulary, action: do.RevealBarry, state: State) -> list[str]:
    """Return who she is and what her card does."""
    is_hall = isinstance(pending_decision(state), BarryHall)
    return words.say("help.help.barry-hall" if is_hall else "help.help.barry-turn").strip().splitlines()


ACTIONS = (
    ActionWords(
        do.RevealBarry,
        _label,
        consequences=_explain,
        heading=lambda words, action, state: words.say("choices.group.barry"),
    ),
)


# ---- her actions


def _log_turned(log: LogWriter, event: BarryCardTurned) -> None:
    log.add("barry", event, "barry.turn", card=piece_names.barry_card(log.words, log.box.barry[event.piece]))


def _log_prestige(log: LogWriter, event: PrestigeGained) -> None:
    """Prestige without a piece: the Favor card is taken already, or an examination is passed (SOLO-4, SOLO-10)."""
    if event.why is Why.BARRY_FAVOR:
        log.add("barry", event, "barry.favor-gone", gained=log.prestige(event))
        return
    for passed in log.take_all(ExamPassed):
        log.add("barry", passed, "barry.exam", exam=log.exam(passed.exam), gained=log.prestige(event))


def _log_hindered(log: LogWriter, event: BarryHindered) -> None:
    target = log.box.barry[event.card].target
    values = {"target": log.words.say(f"pieces.du-barry.{target}")} if target else {}
    why = log.words.say_of(f"narration.barry.{event.obstacle}", values)
    log.add("barry", event, "barry.cannot", why=why, gained=log.prestige(log.take_next(PrestigeGained, Why.IMPOSSIBLE)))


# ---- her dress


def _log_hall(log: LogWriter, event: BarryHallNamed) -> None:
    """The hall of the card, its jewel symbol if jewels are in play, and the effects of placing the dress."""
    hall = piece_names.hall_in(log.words, event.hall)
    if not event.free:
        log.add("barry", event, "barry.hall-full", hall=hall)
        return
    if log.box.jewel_prices and event.moved:
        log.add("barry", event, f"barry.symbol-{event.jewel}", hall=hall)
    for placed in log.take_all(DressPlaced):
        guest = log.box.guest[placed.moved[0].end.space]
        name = log.dress(placed.piece)
        log.add("barry", placed, "barry.place", dress=name, guest=piece_names.guest_name(log.words, guest))
        _log_gains(log, event, name)


def _log_gains(log: LogWriter, event: BarryHallNamed, dress: str) -> None:
    """The gains from the dress, its guest and its jewel."""
    for jewel in log.take_all(JewelTaken):
        log.add("barry", jewel, "barry.jewel", jewel=piece_names.jewel(log.words, jewel.piece))
    gains: list[NotionsGained | PrestigeGained] = [*log.take_all(NotionsGained), *log.take_all(PrestigeGained)]
    if gains:
        log.add("barry", EventGroup(event.rule, event.seat), "barry.gains", gains=log.gains(*gains))
    drawn = tuple(move for draw in log.take_all(TileDrawn) for move in draw.moved)
    if drawn:
        source, tiles = EventGroup(event.rule, event.seat, drawn), log.count("face-down", len(drawn))
        log.add("barry", source, "barry.draws", tiles=tiles)
    log.take_all(EffectUsed)
    for favor in log.take_all(FavorTaken):
        log.add("barry", favor, "barry.favor-effect", dress=dress)


EVENTS = (
    EventWords(BarryCardTurned, log=_log_turned),
    EventWords(BarryHindered, log=_log_hindered, part=lambda writer, event: writer.part("hindered")),
    EventWords(BarryHallNamed, log=_log_hall),
    EventWords(
        PrestigeGained,
        du_barry=_log_prestige,
        gain=lambda log, event, is_last: [log.words.say("advice.brings.prestige", gained=log.prestige(event))],
    ),
)
TOOLTIPS: dict[PieceKind, Tooltip] = {}
