"""The Favor card."""

from rokoko_core import actions as do
from rokoko_core.events.acts import FavorTaken
from rokoko_core.events.amounts import LivreGained, PrestigeGained
from rokoko_core.events.reasons import Why
from rokoko_core.setup import LAST_ROUND
from rokoko_tui.text.families import ActionWords, EventWords
from rokoko_tui.text.log_writer import LogWriter
from rokoko_tui.text.piece_refs import PieceRef

ACTIONS = (
    ActionWords(
        do.ClaimFavor,
        lambda words, action, state: words.say(
            "choices.action.claim-favor-last" if state.round == LAST_ROUND else "choices.action.claim-favor"
        ),
        short=lambda words, action, state: words.say("choices.short.claim-favor"),
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
        part=lambda to, event: to.words.term("favor"),
        gain=lambda log, event, is_last: [
            log.words.say("advice.brings.favor-last" if is_last else "advice.brings.favor")
        ],
    ),
)
