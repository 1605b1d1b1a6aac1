"""The game of a puzzle at the table, without a file; the other player's turn is played as well as possible."""

from collections.abc import Iterable
from pathlib import Path

from msgspec.structs import replace

from rokoko_core.actions import Action, EndTurn
from rokoko_core.bots.exact_turn import ExactTurn, NotSolvable, lead_of
from rokoko_core.bots.review import RIVALS, TurnReview
from rokoko_core.engine import apply_unchecked, legal_actions, to_move
from rokoko_core.game import Fence
from rokoko_core.observe import Observation, observe
from rokoko_core.play.choices import is_main_action
from rokoko_core.play.forecast import Forecast
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.memory_book import MemoryBook
from rokoko_core.play.menu import Menu
from rokoko_core.play.puzzle import Puzzle
from rokoko_core.preview import row_changes
from rokoko_core.score_sheet import RowChange
from rokoko_core.scoring import score_rows
from rokoko_core.state import State, with_player


class PuzzleGame(LocalGame):
    """Puzzle ``number`` of the file at ``path``. Undo is free, up to the start of the turn.

    Menus and forecasts have no score ranges, which would give the solution away.
    """

    def __init__(self, puzzle: Puzzle, number: int, names: tuple[str, str], path: Path) -> None:
        """``names`` are those of the player, who is to move, and of the other one."""
        self.number, self.puzzle = number, puzzle
        game = puzzle.start(names)
        self.start = game.cursor
        seat = to_move(game.state)
        assert seat is not None
        super().__init__(MemoryBook(game, path), (seat,))
        self.solution = self.puzzle.solution(game.state)
        self._bare_menu: tuple[Menu, Menu] | None = None
        """The menu with score ranges, and without."""

    # ---- what the player sees

    @property
    def seat(self) -> int:
        return self.people[0]

    @property
    def menu(self) -> Menu:
        """What the player may do, without score ranges."""
        menu = super().menu
        if self._bare_menu is None or self._bare_menu[0] is not menu:
            items = tuple(replace(item, score_range=None) for item in menu.items)
            self._bare_menu = menu, replace(menu, items=items)
        return self._bare_menu[1]

    def known_forecast(self, action: Action) -> Forecast | None:
        """Return the forecast of a legal ``action``, without its score range."""
        forecast = super().known_forecast(action)
        return forecast and replace(forecast, score_range=None)

    def observe(self, state: State) -> Observation:
        """Return ``state`` with the hands of both players open."""
        for seat, player in enumerate(state.players):
            state = with_player(state, seat, known=player.hand)
        return observe(state, self.viewer)

    @property
    def lead(self) -> int:
        return lead_of(self.recording.state, self.seat)

    @property
    def is_solved(self) -> bool:
        """Whether the game was played to its end with the best lead."""
        return self.recording.over and self.lead >= self.puzzle.lead

    @property
    def next_step(self) -> Action | None:
        """The next action of the solution; None where it was left, or has ended.

        After the answer it is the best play of a card that was hired. A turn that loses nothing by another way, as by a
        free bonus that was used automatically, may be ended.
        """
        played = tuple(self.recording.actions[self.start :])
        line, start = self.solution, self.start
        if self.to_move == self.seat and len(played) > len(line) and played[: len(line)] == line:
            start = self.turn_start(self.position)
            line = reply_to(self.recording.at(start))
        done = tuple(self.recording.actions[start:])
        if len(done) < len(line) and done == line[: len(done)]:
            return line[len(done)]
        return EndTurn() if self._may_end(played) else None

    def _may_end(self, played: tuple[Action, ...]) -> bool:
        """Return whether the best lead is reached if the turn ends now."""
        if self.to_move != self.seat or EndTurn() not in legal_actions(self.recording.state):
            return False
        return lead_of(self.final_state((*played, EndTurn())), self.seat) >= self.puzzle.lead

    @property
    def best_gain(self) -> RowChange:
        """The row of the score sheet in which the solution gains most, the answer included."""
        return max(self._changes(self.recording.at(self.start)), key=lambda row: row.after - row.before)

    @property
    def main_action(self) -> tuple[Action, State]:
        """The first main action of the solution, and the state before it."""
        state = self.recording.at(self.start)
        for action in self.solution:
            if is_main_action(state):
                return action, state
            state = apply_unchecked(state, action)
        raise AssertionError("a turn has a main action")

    def _changes(self, before: State) -> tuple[RowChange, ...]:
        """Return how the own score sheet after the solution differs from that of ``before``."""
        after = self.final_state(self.solution)
        return row_changes(score_rows(before, self.seat), score_rows(after, self.seat), after)

    # ---- the other player

    def is_bot(self, seat: int) -> bool:
        """Whether the other player is at ``seat``."""
        return seat != self.seat

    @property
    def next_searcher(self) -> None:
        """None: nobody thinks ahead."""

    @property
    def planned(self) -> Action | None:
        """The best action of the other player, who plays without thinking."""
        if super().planned is None and self.bot_to_move is not None:
            self.set_plan(reply_to(self.recording.state))
        return super().planned

    # ---- changes

    @property
    def conceding_seat(self) -> int | None:
        """None: a puzzle cannot be conceded."""
        return None

    def fence(self, target: int) -> Fence | None:
        """Return None: nothing in a puzzle is hidden."""
        return None

    async def undo_to(self, position: int, cross: bool = False) -> None:
        """Undo to ``position``, at most to the start of the turn. Raises ``NothingToUndo``."""
        await super().undo_to(max(position, self.start), cross=True)

    def final_state(self, actions: Iterable[Action]) -> State:
        """Return the end of the game after ``actions`` from the start of the turn and the best answer."""
        state = self.recording.at(self.start)
        for action in actions:
            state = apply_unchecked(state, action)
        while state.pending:
            for action in reply_to(state):
                state = apply_unchecked(state, action)
        return state

    def review(self) -> TurnReview:
        """Return the review of the turn, of a game that was played to its end, compared with the best way."""
        game = self.recording
        played = _own(tuple(game.actions[self.start :]), game.at(self.start))
        better, rows = self.solution, self._changes(game.state)
        cost = float(self.puzzle.lead - self.lead)
        if cost <= 0:
            return TurnReview(self.start, game.cursor, self.seat, played[:-1], played[:-1], False, 0.0, (), ())
        rivals = cost - sum(row.after - row.before for row in rows)
        parts = ((RIVALS, rivals),) if rivals else ()
        return TurnReview(self.start, game.cursor, self.seat, played[:-1], better[:-1], False, cost, rows, parts)


def reply_to(state: State) -> tuple[Action, ...]:
    """Return the best way to play the last turn from its start ``state``; what is first offered if luck is part of it.

    From a later position, as after a step that was undone, return the first legal action.
    """
    try:
        return ExactTurn(state).best
    except NotSolvable:
        return tuple(legal_actions(state)[:1])


def _own(actions: tuple[Action, ...], state: State) -> tuple[Action, ...]:
    """Return the first of ``actions``, those of the seat that moves in ``state``."""
    seat, count = to_move(state), 0
    while count < len(actions) and to_move(state) == seat:
        state = apply_unchecked(state, actions[count])
        count += 1
    return actions[:count]
