"""A puzzle at the table: its task, hints in steps, undo up to its start, and what is shown after its turn."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rokoko_core.play.puzzle_game import PuzzleGame
from rokoko_tui.puzzles import (
    HINTS,
    add_solved,
    describe_hint,
    describe_result,
    describe_task,
    explain_turn,
    next_number,
)
from rokoko_tui.table.choice_list import MenuEntry
from rokoko_tui.table.commands import CommandId
from rokoko_tui.table.effects import Ask, Change, Choice, Effects, Lasts, Request, Say, ShowPuzzle
from rokoko_tui.table.menu_entries import find_entry
from rokoko_tui.table.modes.deciding import Deciding
from rokoko_tui.table.page import Details

if TYPE_CHECKING:
    from rokoko_tui.table.session import TableSession


class PuzzleMode(Deciding):
    """The mode of a puzzle."""

    has_task = True
    has_countdown = False

    def __init__(self, session: "TableSession", game: PuzzleGame) -> None:
        super().__init__(session)
        self._game = game
        self._puts_hint_away = False
        """Whether the latest hint was put away, until another is asked for."""

    @property
    def _hint(self) -> int:
        """The number of the hint that is shown; 0 for none."""
        taken = self.session.services.puzzle_hints.get(self._game.number, 0)
        return 0 if self._puts_hint_away or self._game.to_move != self._game.seat else taken

    def details(self) -> Details:
        """Return the task and the latest hint; below them what the choice means."""
        game, words = self._game, self.session.words
        hint = describe_hint(game, words, self._hint) if self._hint else ""
        return replace(super().details(), task=describe_task(game, words), hint=hint)

    @property
    def absent_commands(self) -> frozenset[str]:
        """Also to hurry: the other player does not think."""
        return super().absent_commands | {"hurry"}

    @property
    def idle_commands(self) -> frozenset[str]:
        """Undo at the first decision of the turn: what came before is no part of the puzzle."""
        at_start = self.session.moment.last_decision < self._game.start
        return super().idle_commands | ({"undo"} if at_start else set())

    @property
    def can_hint(self) -> bool:
        """Also where there is one choice: hints are about the puzzle."""
        return self.session.settings.hints and self._game.person_to_move is not None

    def find_start(self, rows: Sequence[MenuEntry]) -> int:
        """Return the first choice, which tells nothing, or what was undone; after the last hint the right one."""
        if self._hint == HINTS and (step := self._find_step(rows)) >= 0:
            return step
        if self._game.can_redo:
            return super().find_start(rows)
        return next((n for n, row in enumerate(rows) if row.is_selectable), -1)

    def _find_step(self, rows: Sequence[MenuEntry]) -> int:
        """Return the row of the next step of the solution; -1 for none."""
        step, selection = self._game.next_step, self.session.moment.selection
        if step is not None and selection is not None:
            self.session.update(selection=selection.select(step))
            rows = self.rows()
        return find_entry(step, rows)

    def obey(self, command: CommandId) -> Effects:
        """Give the next hint where one is asked for."""
        return self._give_hint() if command is CommandId.HINT else super().obey(command)

    def _give_hint(self) -> Effects:
        """Show the next hint, or the one that was put away."""
        session, game, words = self.session, self._game, self.session.words
        if not session.settings.hints or game.person_to_move is None:
            return [Say(words.say(f"advice.hint.{'others' if session.settings.hints else 'off'}"))]
        taken = session.services.puzzle_hints
        if not self._puts_hint_away:
            taken[game.number] = min(HINTS, self._hint + 1)
        self._puts_hint_away = False
        session.fill(self._find_step(self.rows()) if self._hint == HINTS else session.moment.cursor)
        said = [Say(describe_hint(game, words, self._hint))] if session.is_plain else []  # else it is below the task
        return [*said, Request.SHOW_LIST]

    def undo(self, whole_turn: bool) -> Effects:
        """Refuse undo at the start of the turn."""
        if "undo" in self.idle_commands:
            return [Say(self.session.words.say("table.notice.no-undo"))]
        return super().undo(whole_turn)

    def leave(self) -> Effects:
        """Put the hint away; else go to the list of puzzles without a question: there is nothing to save."""
        if not self._hint:
            return [Request.SHOW_PUZZLES]
        self._puts_hint_away = True
        return [Request.CLEAR_NOTICES]

    def finish(self, count: bool) -> Effects:
        """Show the result of the turn, and record a solved puzzle."""
        game, words = self._game, self.session.words
        if not game.is_solved:
            return [replace(self._ask([], ("again", "solution", "next", "leave")), is_unexpected=True)]
        effects: Effects = []
        try:
            add_solved(self.session.services.saves, game.puzzle)
        except OSError as error:
            text = words.say("puzzle.not-saved", why=words.disk_reason(error))
            effects.append(Say(text, Lasts.USUAL, "error"))
        asked = self._ask(explain_turn(game, words), ("next", "again", "leave"))
        return [*effects, replace(asked, is_unexpected=True)]

    def _ask(self, lines: Sequence[str], offered: Sequence[str]) -> Ask:
        words = self.session.words
        choices = [Choice(f"answers.puzzle.{each}", words.say(f"puzzle.{each}")) for each in offered]
        return Ask(describe_result(self._game, words), lines, choices, self._answered, self._game.observation())

    def _answered(self, answer: str) -> Effects:
        game = self._game
        if answer == "solution":
            return [self._ask(explain_turn(game, self.session.words), ("next", "again", "leave"))]
        if answer == "next":
            return [ShowPuzzle(next_number(self.session.services.saves, game.number))]
        if answer != "again":
            return [Request.SHOW_START if answer == "leave" else Request.SHOW_PUZZLES]
        self.session.driver.forget_final()
        return [Change(lambda: game.undo_to(game.start))]
