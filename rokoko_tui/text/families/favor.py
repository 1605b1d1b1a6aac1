"""The Favor card."""

from rokoko_core import actions as do
from rokoko_core.box import Box
from rokoko_core.events.acts import FavorTaken
from rokoko_core.events.amounts import LivreGained, PrestigeGained
from rokoko_core.events.reasons import Why
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import NOBODY, State
from rokoko_tui.text import player_names
from rokoko_tui.text.event_writers import LogWriter
from rokoko_tui.text.families import ActionWords, EventWords, Tooltip
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.piece_refs import PieceKind, PieceRef

ACTIONS = (
    ActionWords(
        do.ClaimFavor,
        lambda words, action, state: words.say(
            "choices.action.claim-favor-last" if state.round == LAST_ROUND else "choices.action.claim-favor"
        ),
        row=lambda words, action, state: words.wording("choices.short.claim-favor"),
        pieces=lambda action, state: [PieceRef("favor")],
        key=lambda action, state: "q",
        is_listed_last=True,
    ),
)


# ---- events


def _log(log: LogWriter, event: FavorTaken) -> None:
    gain = log.take_next(LivreGained, Why.FAVOR)
    log.add_action(event, "claim-favor", livre=gain.livre if gain else 0)


def _log_du_barry(log: LogWriter, event: FavorTaken) -> None:
    log.add("barry", event, "barry.favor", gained=log.prestige(log.take_next(PrestigeGained, Why.BARRY_FAVOR)))


EVENTS = (
    EventWords(
        FavorTaken,
        log=_log,
        du_barry=_log_du_barry,
        part=lambda writer, event: writer.words.term("favor"),
        gain=lambda log, event, is_last: [
            log.words.say("advice.brings.favor-last" if is_last else "advice.brings.favor")
        ],
    ),
)


# ---- tooltips


def _describe_favor(words: Vocabulary, piece: PieceRef, state: State, box: Box) -> str:
    if state.favor == NOBODY:
        return words.say(f"tooltips.piece.favor-{'last' if state.round == LAST_ROUND else 'free'}")
    return words.say_of("tooltips.piece.favor-held", player_names.owner(words, state.setup, state.favor))


TOOLTIPS: dict[PieceKind, Tooltip] = {
    "favor": _describe_favor,
}
