"""Exact solution of the end of a game for two: every way to play its last turn, or its last two, is considered."""

from collections.abc import Iterable, Iterator
from math import inf

from rokoko_core.actions import Action, Decline, EndTurn, PlayCard
from rokoko_core.bots.time_limit import Plan
from rokoko_core.engine import apply_unchecked, legal_actions, outcome, to_move
from rokoko_core.game import FenceKind, revealed_fence
from rokoko_core.pending import CardChoice
from rokoko_core.scoring import final_scores
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import State

MOST_POSITIONS = 20_000
"""Positions after which a solution is given up."""


class NotSolvable(ValueError):
    """The position is not in the last turns of a game for two, reveals something, or has too many ways."""


MOST_TURNS = 2
"""Turns that can be solved; more may follow if cards are hired."""


def turns_left(state: State) -> int:
    """Return the cards left to play at the start of a turn in the last round of a game for two; 0 for anything else."""
    hands = [len(player.hand) for player in state.players]
    is_start = (
        len(hands) == len(state.setup.players) == 2
        and state.round == LAST_ROUND
        and bool(state.pending)
        and type(state.pending[-1]) is CardChoice
        and hands[state.pending[-1].seat] > 0
    )
    return sum(hands) if is_start else 0


def is_last_turn(state: State) -> bool:
    """Whether the last turn of a game for two begins: one card is left, in the hand of the seat to move."""
    return turns_left(state) == 1


def is_in_last_turn(state: State) -> bool:
    """Whether the last turn of a game for two begins or has begun: the other player has no choice any more."""
    is_under_way = state.round == LAST_ROUND and not any(player.hand for player in state.players)
    return is_last_turn(state) or (is_under_way and len(state.players) == len(state.setup.players) == 2)


def lead_of(state: State, seat: int) -> int:
    """Return the lead of ``seat`` over the other player in prestige at the end of the game."""
    totals = [sheet.total for sheet in final_scores(state)]
    return 2 * totals[seat] - sum(totals)


class ExactTurn:
    """All ways to play the last turn from ``state``, or the last two, each player as well as possible.

    ``state`` is their start or a decision in the last turn. Both players see both cards. Raises ``NotSolvable``; also
    where an action could reveal something hidden, so that luck would count, and if the best lead is below ``least``.
    """

    def __init__(self, state: State, most: int = MOST_POSITIONS, least: int | None = None) -> None:
        seat = to_move(state)
        if seat is None or not (is_in_last_turn(state) or 1 <= turns_left(state) <= MOST_TURNS):
            raise NotSolvable("not one of the last turns of a game for two")
        self.seat: int = seat
        self.start = state
        self._most = most
        self._bounds: dict[State, tuple[float, float]] = {}
        """Of each position, the least and the greatest lead that best play can bring, as far as known."""
        self._replies: dict[type, Action] = {}
        """By kind of decision, the other player's latest action that was strong enough; it is tried first."""
        if least is not None and not self.can_reach(state, least):
            raise NotSolvable(f"no lead of {least}")
        self.lead = self.lead_from(state)
        """The best lead that the turn can reach, whatever the other player answers."""

    def lead_from(self, state: State) -> int:
        """Return the lead at the end if both players continue from ``state`` as well as possible."""
        return int(self._solve(state, -inf, inf))

    def can_reach(self, state: State, lead: int) -> bool:
        """Whether best play from ``state`` brings a lead of at least ``lead``."""
        return self._solve(state, lead - 1, lead) >= lead

    def _solve(self, state: State, least: float, most: float) -> float:
        """Return the lead from ``state``; a bound of it if it is not between ``least`` and ``most`` (alpha-beta)."""
        if not state.pending:
            return lead_of(state, self.seat)
        low, high = self._bounds.get(state, (-inf, inf))
        if low == high or low >= most:
            return low
        if high <= least:
            return high
        alpha, beta = max(least, low), min(most, high)
        is_own = to_move(state) == self.seat
        best = -inf if is_own else inf
        for action, after in self._successors(state):
            lead = self._solve(after, alpha, beta)
            if is_own:
                best = max(best, lead)
                alpha = max(alpha, best)
            else:
                best = min(best, lead)
                beta = min(beta, best)
            if alpha >= beta:
                if not is_own:
                    self._replies[type(state.pending[-1])] = action
                break
        if state not in self._bounds and len(self._bounds) >= self._most:
            raise NotSolvable(f"more than {self._most} positions")
        self._bounds[state] = (low if best <= least else best, high if best >= most else best)
        return best

    def _successors(self, state: State) -> Iterator[tuple[Action, State]]:
        """Yield the actions in ``state`` and what they lead to, a strong reply first."""
        actions = list(legal_actions(state))
        reply = self._replies.get(type(state.pending[-1]))
        if reply in actions and to_move(state) != self.seat:
            actions.sort(key=lambda action: action != reply)
        for action in actions:
            if isinstance(action, EndTurn):  # reveals nothing in the last round; the events would count all scores
                yield action, apply_unchecked(state, action)
                continue
            after, events = outcome(state, action)
            if revealed_fence(events) not in (None, FenceKind.GAME_OVER):
                raise NotSolvable("something hidden can be revealed")
            yield action, after

    def ends(self) -> tuple[State, ...]:
        """Return the positions in which the turn can end, in an order that is the same in every run."""
        reached, left = {self.start: None}, [self.start]
        while left:
            state = left.pop()
            if to_move(state) == self.seat:
                new = [after for _, after in self._successors(state) if after not in reached]
                reached |= dict.fromkeys(new)
                left += dict.fromkeys(new)
        return tuple(state for state in reached if to_move(state) != self.seat)

    def next_lead(self, ends: Iterable[State]) -> int | None:
        """Return the best lead of those of ``ends`` that miss the best lead; None if none does."""
        best = -inf
        for end in ends:
            lead = self._solve(end, best, self.lead)
            if best < lead < self.lead:
                best = lead
        return None if best == -inf else int(best)

    @property
    def positions(self) -> int:
        """The number of different positions that were solved."""
        return len(self._bounds)

    @property
    def best(self) -> Plan:
        """The best way to play the turn that does least, the end of the turn included; of several a shortest."""
        return self._shortest(self.start, {})

    def _shortest(self, state: State, known: dict[State, Plan]) -> Plan:
        if to_move(state) != self.seat:
            return ()
        if state not in known:
            best = [(action, after) for action, after in self._successors(state) if self.can_reach(after, self.lead)]
            ways = [(action, *self._shortest(after, known)) for action, after in best]
            known[state] = min(ways, key=_effort)
        return known[state]


def _effort(way: Plan) -> tuple[int, int]:
    """Return the number of actions that do something, and of all."""
    return sum(not isinstance(action, PlayCard | Decline | EndTurn) for action in way), len(way)
