"""The Favor card."""

from rokoko_core import actions as do
from rokoko_core.setup import LAST_ROUND
from rokoko_tui.text.families import ActionWords
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
