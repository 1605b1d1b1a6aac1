"""What happens without being asked for at a person's seat: steps without a choice, and the end of a turn."""

from rokoko_core.actions import Action, Decline, EndTurn, RevealBarry
from rokoko_core.box import box_of
from rokoko_core.engine import legal_actions
from rokoko_core.moves.dress import ways
from rokoko_core.pending import Payment, TurnEnd
from rokoko_core.state import State
from rokoko_tui.settings.settings import Settings


def only_step(state: State) -> Action | None:
    """The one thing that may be done now, if there is only one; to let something pass is left to whoever is asked."""
    asked = state.pending[-1] if state.pending else None
    if asked is None or (isinstance(asked, Payment) and len(ways(state, box_of(state), asked)) > 1):
        return None
    offers = legal_actions(state)
    return offers[0] if len(offers) == 1 and not isinstance(offers[0], Decline | EndTurn | RevealBarry) else None


def nothing_left(state: State) -> bool:
    """Whether all that is left of a turn is its end."""
    return bool(state.pending) and isinstance(state.pending[-1], TurnEnd)


def by_itself(state: State, settings: Settings) -> bool:
    """Whether the next step at a person's seat is taken for them, as ``settings`` have it."""
    forced = settings.forced_steps and only_step(state) is not None
    return forced or (settings.end_turns and nothing_left(state))
