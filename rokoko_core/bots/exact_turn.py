"""Exact solution of the last turn of a game for two, where nothing hidden remains: every way to play it is tried."""

from rokoko_core.actions import Action, Decline, EndTurn, PlayCard
from rokoko_core.bots.time_limit import Plan
from rokoko_core.engine import legal_actions, outcome, to_move
from rokoko_core.game import FenceKind, revealed_fence
from rokoko_core.pending import CardChoice
from rokoko_core.scoring import final_scores
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import State

MOST_POSITIONS = 20_000
"""Positions of a turn after which it is given up."""


class NotSolvable(ValueError):
    """The position is not in the last turn of a game for two, reveals something, or has too many ways."""


def is_last_turn(state: State) -> bool:
    """Whether the last turn of a game for two begins: one card is left, in the hand of the seat to move."""
    hands = [len(player.hand) for player in state.players]
    return (
        len(hands) == len(state.setup.players) == 2
        and state.round == LAST_ROUND
        and bool(state.pending)
        and type(state.pending[-1]) is CardChoice
        and sum(hands) == 1
        and hands[state.pending[-1].seat] == 1
    )


def is_in_last_turn(state: State) -> bool:
    """Whether the last turn of a game for two begins or has begun: the other player has no choice any more."""
    is_under_way = state.round == LAST_ROUND and not any(player.hand for player in state.players)
    return is_last_turn(state) or (is_under_way and len(state.players) == len(state.setup.players) == 2)


def lead_of(state: State, seat: int) -> int:
    """Return the lead of ``seat`` over the other player in prestige at the end of the game."""
    totals = [sheet.total for sheet in final_scores(state)]
    return 2 * totals[seat] - sum(totals)


class ExactTurn:
    """All ways to play the last turn from ``state``, its start or a decision in it.

    Raises ``NotSolvable``; also where an action could reveal something hidden, so that luck would count.
    """

    def __init__(self, state: State, most: int = MOST_POSITIONS) -> None:
        seat = to_move(state)
        if seat is None or not is_in_last_turn(state):
            raise NotSolvable("not the last turn of a game for two")
        self.seat: int = seat
        self.start = state
        self._most = most
        self._leads: dict[State, int] = {}
        self.lead = self._solve(state)
        """The best lead that the turn can reach."""

    def _solve(self, state: State) -> int:
        if not state.pending:
            return lead_of(state, self.seat)
        if state not in self._leads:
            leads = [self._solve(after) for _, after in self._successors(state)]
            if len(self._leads) >= self._most:
                raise NotSolvable(f"more than {self._most} positions")
            self._leads[state] = max(leads)
        return self._leads[state]

    @staticmethod
    def _successors(state: State) -> list[tuple[Action, State]]:
        successors = []
        for action in legal_actions(state):
            after, events = outcome(state, action)
            if revealed_fence(events) not in (None, FenceKind.GAME_OVER):
                raise NotSolvable("something hidden can be revealed")
            successors.append((action, after))
        return successors

    @property
    def positions(self) -> int:
        """The number of different positions in the turn."""
        return len(self._leads)

    @property
    def best(self) -> Plan:
        """The best way to play the turn that does least, the end of the turn included; of several a shortest."""
        return self._shortest(self.start, {})

    def _shortest(self, state: State, known: dict[State, Plan]) -> Plan:
        if not state.pending:
            return ()
        if state not in known:
            best = [(action, after) for action, after in self._successors(state) if self._solve(after) == self.lead]
            ways = [(action, *self._shortest(after, known)) for action, after in best]
            known[state] = min(ways, key=_effort)
        return known[state]


def _effort(way: Plan) -> tuple[int, int]:
    """Return the number of actions that do something, and of all."""
    return sum(not isinstance(action, PlayCard | Decline | EndTurn) for action in way), len(way)
