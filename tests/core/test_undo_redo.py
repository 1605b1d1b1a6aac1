"""A state machine of play, undo, redo, hints and forks, compared with a list and an index."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rokoko_core import (
    Expansion,
    Fenced,
    Game,
    IllegalAction,
    Seat,
    Setup,
    State,
    apply,
    legal_actions,
    new_state,
    state_digest,
    to_move,
)
from rokoko_core.actions import Action, PayTiles
from rokoko_core.game import Hint, NotAsked, NothingToRedo, NothingToUndo, Play, Redo, Undo
from rokoko_core.pending import BarryTurn, CardChoice, HandChoice

TABLES = (
    Setup((Seat("Ada"), Seat("Bo")), 3, first_player=0),
    Setup((Seat("Ada"),), 5, frozenset({Expansion.JEWELRY_BOX})),
    Setup((Seat("Ada"), Seat("Bo", "bot"), Seat("Cy")), 8, frozenset(Expansion)),
)


class UndoAndRedo(RuleBasedStateMachine):
    """The model: the actions played, the cursor, and the positions of hints."""

    @initialize(setup=st.sampled_from(TABLES))
    def begin(self, setup: Setup) -> None:
        self.setup = setup
        self.game = Game.new(setup)
        self.line: list[Action] = []
        self.states: list[State] = [new_state(setup)]
        self.cursor = 0
        self.asked: list[State] = []

    # ---- what the model says

    @property
    def now(self) -> State:
        return self.states[self.cursor]

    def start_of_turn(self) -> int:
        """Return the start of the turn or hand choice of the action before the cursor."""
        place = self.cursor - 1
        while place > 0 and not _begins(self.states[place]):
            place -= 1
        return place

    # ---- what may be done

    @rule(number=st.integers(0, 10_000))
    def play(self, number: int) -> None:
        offers = legal_actions(self.now)
        if not offers:
            with pytest.raises(IllegalAction):
                self.game.play(PayTiles(()))
            return
        action = offers[number % len(offers)]
        self.game.play(action)
        self.line[self.cursor :] = [action]
        self.states[self.cursor + 1 :] = [apply(self.now, action)]
        self.cursor += 1

    @rule(cross=st.booleans())
    def undo(self, cross: bool) -> None:
        self._back(self.cursor - 1, cross, lambda: self.game.undo(cross))

    @rule(cross=st.booleans())
    def undo_turn(self, cross: bool) -> None:
        self._back(self.start_of_turn() if self.cursor else -1, cross, lambda: self.game.undo_turn(cross))

    @rule(cross=st.booleans(), place=st.integers(-2, 60))
    def undo_to(self, cross: bool, place: int) -> None:
        self._back(place if place < self.cursor else -1, cross, lambda: self.game.undo_to(place, cross))

    def _back(self, to: int, cross: bool, undo: object) -> None:
        assert callable(undo)
        if to < 0:
            with pytest.raises(NothingToUndo):
                undo()
            return
        fence = self.game.can_undo(to)
        if fence is not None:
            assert to <= fence.position < self.cursor
            assert fence.seat == to_move(self.states[fence.position])
        if fence is not None and not cross:
            with pytest.raises(Fenced) as error:
                undo()
            assert error.value.fence == fence
            return
        undo()
        assert self.game.entries[-1] == Undo(to, fence.kind if fence else None)
        self.cursor = to

    @rule()
    def redo(self) -> None:
        self._forth(self.cursor + 1, self.game.redo)

    @rule()
    def redo_turn(self) -> None:
        later = range(self.cursor + 1, len(self.line) + 1)
        to = next((n for n in later if _begins(self.states[n])), len(self.line))
        self._forth(to, self.game.redo_turn)

    def _forth(self, to: int, redo: object) -> None:
        assert callable(redo)
        if self.cursor == len(self.line):
            assert not self.game.can_redo
            with pytest.raises(NothingToRedo):
                redo()
            return
        assert self.game.can_redo
        redo()
        assert self.game.entries[-1] == Redo(to)
        self.cursor = to

    @rule()
    def hint(self) -> None:
        seat, before = to_move(self.now), len(self.game.entries)
        if self.now in self.asked:
            self.game.hint()
            assert len(self.game.entries) == before, "twice at one position is one hint"
        elif seat is None:
            with pytest.raises(NotAsked):
                self.game.hint()
        else:
            self.game.hint()
            assert self.game.entries[before:] == [Hint(seat)]
            self.asked.append(self.now)

    @precondition(lambda self: self.line)
    @rule(number=st.integers(0, 10_000))
    def go_on_with_a_fork(self, number: int) -> None:
        """The fork has the actions before its position with their hints; the original stays."""
        place = number % (len(self.line) + 1)
        fork = self.game.fork(place)
        assert (self.game.line, self.game.cursor) == (self.line, self.cursor)
        self.line, self.states, self.cursor = self.line[:place], self.states[: place + 1], place
        self.asked = [state for state in self.asked if state in self.states]
        played = [entry.action for entry in fork.entries if isinstance(entry, Play)]
        assert played == self.line and not any(isinstance(entry, Undo | Redo) for entry in fork.entries)
        self.game = fork

    @rule()
    def repeat_all_entries(self) -> None:
        """The same entries, undo and redo included, make the same game."""
        again = Game(self.setup)
        for entry in self.game.entries:
            again.repeat(entry)
        assert (again.line, again.cursor, again.hints) == (self.game.line, self.game.cursor, self.game.hints)
        assert again.entries == self.game.entries

    # ---- what holds at any time

    @invariant()
    def the_game_stands_where_the_model_does(self) -> None:
        if not hasattr(self, "game"):
            return
        assert (self.game.line, self.game.cursor, self.game.length) == (self.line, self.cursor, len(self.line))
        assert self.game.actions == self.line[: self.cursor]
        assert state_digest(self.game.state) == state_digest(self.now)
        assert self.game.over == (to_move(self.now) is None)
        seats = [to_move(state) for state in self.asked]
        assert self.game.hints == tuple(seats.count(seat) for seat in range(len(self.now.players)))


def _begins(state: State) -> bool:
    return not state.pending or isinstance(state.pending[-1], CardChoice | HandChoice | BarryTurn)


TestUndoAndRedo = UndoAndRedo.TestCase
TestUndoAndRedo.settings = settings(max_examples=40, stateful_step_count=40)
