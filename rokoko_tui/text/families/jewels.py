"""Jewels taken for dresses."""

from rokoko_core import actions as do
from rokoko_core.box import Box
from rokoko_core.events.acts import JewelTaken
from rokoko_core.events.reasons import Why
from rokoko_core.play import choices
from rokoko_core.play.choices import price_of
from rokoko_core.refusal import Refusal
from rokoko_core.state import State
from rokoko_tui.text import piece_names
from rokoko_tui.text.event_writers import LogWriter
from rokoko_tui.text.families import ActionWords, EventWords, Tooltip
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.piece_refs import PieceKind, PieceRef
from rokoko_tui.text.wording import Wording


def _label(words: Vocabulary, action: do.TakeJewel, state: State) -> str:
    key = "take-jewel-match" if choices.matches_dress(action, state) else "take-jewel"
    jewel = piece_names.jewel(words, state.jewels[action.space])
    return words.say(f"choices.action.{key}", jewel=jewel, price=price_of(action, state))


def _shorten(words: Vocabulary, action: do.TakeJewel, state: State) -> Wording:
    """Describe a jewel, at the shortest by its colour, which has one kind only."""
    jewel = state.jewels[action.space]
    name = Wording(piece_names.jewel(words, jewel))
    if jewel:
        kind = piece_names.jewel_kind(jewel)
        name = Wording(name.longest, words.say(f"choices.short.{kind}", colour=words.term(jewel)))
    return words.wording("choices.short.priced", what=name, price=price_of(action, state))


def _refuse(words: Vocabulary, action: do.TakeJewel, refused: Refusal, state: State) -> Wording:
    jewel = state.jewels[action.space]
    return Wording(
        words.say("choices.about.jewel", jewel=piece_names.jewel(words, jewel), number=action.space + 1),
        words.say(f"choices.short.named-{piece_names.jewel_kind(jewel)}", colour=words.term(jewel)),
    )


ACTIONS = (
    ActionWords(
        do.TakeJewel,
        _label,
        row=_shorten,
        subject=_refuse,
        pieces=lambda action, state: [PieceRef("jewel", action.space)],
        key_number=lambda action, state: action.space + 1,
    ),
)


# ---- events


def _log(log: LogWriter, event: JewelTaken) -> None:
    jewel = piece_names.jewel(log.words, event.piece)
    log.add_action(event, "take-jewel", jewel=jewel, price=log.take_payment(Why.JEWEL_PRICE))


def _gain(log: LogWriter, event: JewelTaken, is_last: bool) -> list[str]:
    jewel = piece_names.jewel(log.words, event.piece)
    return [log.words.say("advice.brings.jewel-last" if is_last else "advice.brings.jewel", jewel=jewel)]


EVENTS = (
    EventWords(
        JewelTaken,
        log=_log,
        part=lambda writer, event: piece_names.jewel(writer.words, event.piece),
        gain=_gain,
    ),
)


# ---- tooltips


def _describe_jewel(words: Vocabulary, piece: PieceRef, state: State, box: Box) -> str:
    jewel, cost = state.jewels[piece.number], box.jewel_prices[piece.number]
    if not jewel:
        return words.say("tooltips.piece.jewel-empty", price=cost)
    return words.say("tooltips.piece.jewel", jewel=piece_names.jewel(words, jewel), price=cost)


TOOLTIPS: dict[PieceKind, Tooltip] = {
    "jewel": _describe_jewel,
}
