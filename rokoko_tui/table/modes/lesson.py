"""The lesson at the table: it says what to do, lights it, and takes only that."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rokoko_core.play.choices import is_pass
from rokoko_tui.keys import key_of
from rokoko_tui.lesson import LessonGame, describe_task, name_step, note_progress
from rokoko_tui.table.choice_list import EntryKind, MenuEntry
from rokoko_tui.table.commands import Command, CommandId
from rokoko_tui.table.effects import Effects, Request, Say
from rokoko_tui.table.menu_entries import find_entry
from rokoko_tui.table.modes.deciding import Deciding
from rokoko_tui.table.page import Details, TablePage
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.wording import Wording

if TYPE_CHECKING:
    from rokoko_tui.table.session import TableSession


class LessonMode(Deciding):
    """The mode of the lesson."""

    is_guided = True
    has_task = True

    def __init__(self, session: "TableSession", lesson: LessonGame) -> None:
        super().__init__(session)
        self.lesson = lesson

    @property
    def plays_back(self) -> bool:
        """Whether what the others did is shown: not where it led to a position that the lesson skips to."""
        step = self.lesson.stop.step
        return not (self.lesson.is_reading and (step.ball or step.round))

    # ---- what is shown

    def page(self) -> TablePage:
        """Return the page of the task; reading can be undone too."""
        return replace(super().page(), can_undo=True, task_pieces=self.lesson.lit_pieces)

    @property
    def idle_commands(self) -> frozenset[str]:
        """Beside a text to read nothing is chosen or explained, and where the lesson asks for one choice, only what the
        rules refuse is explained; before the first text nothing can be undone.
        """
        idle = {"hint", "reasons", "look"} if self.lesson.is_reading else set[str]()
        if self.lesson.expected_action is not None and not self.lesson.menu.refusals:
            idle.add("reasons")
        return super().idle_commands | idle | ({"undo"} if self.lesson.is_first else set())

    def rows(self) -> tuple[MenuEntry, ...]:
        """Return how to read on, or the choices."""
        if not self.lesson.is_reading:
            return super().rows()
        words, keys = self.session.words, self.session.settings.keys
        steps = ("count", "game", "leave") if self.lesson.is_finished else ("next",)
        names = {
            name: words.format_keys(key_of(f"table.{id}", keys)) for name, id in (("key", "take"), ("undo", "undo"))
        }
        heading = words.say_of("learn.read-first" if self.lesson.is_first else "learn.read", names)
        return (
            MenuEntry(EntryKind.HEADING, heading),
            *(
                MenuEntry(EntryKind.STEP, words.say(f"learn.choice.{step}"), str(n), step=step)
                for n, step in enumerate(steps, start=1)
            ),
        )

    def titles(self) -> Wording:
        """Return the title of what is to be read."""
        titles = super().titles()
        if not self.lesson.is_reading:
            return titles
        return Wording(name_step(self.lesson, self.session.words), titles.shortest)

    def lit(self) -> frozenset[PieceRef]:
        """Return the pieces of the task, or those under the cursor once it was moved."""
        task = frozenset[PieceRef]() if self.session.moment.is_moved else self.lesson.lit_pieces
        return task or super().lit()

    def wanted(self) -> frozenset[PieceRef]:
        """Return the pieces of the task once the cursor was moved."""
        return self.lesson.lit_pieces if self.session.moment.is_moved else frozenset()

    def details(self) -> Details:
        """Say what is to be done, or why something is not meant; below it what the choice means."""
        task = describe_task(self.lesson, self.session.words, self.session.moment.expected)
        return replace(Details() if self.lesson.is_reading else super().details(), task=task)

    def find_start(self, rows: Sequence[MenuEntry]) -> int:
        wanted = self._find_wanted(rows)
        return wanted if wanted >= 0 else super().find_start(rows)

    @property
    def can_hint(self) -> bool:
        """Also where the lesson asks for one choice: its hint is that."""
        return self._find_wanted(self.session.moment.rows) >= 0 or super().can_hint

    def _find_wanted(self, rows: Sequence[MenuEntry]) -> int:
        """Return the row that is to be taken; -1 for none."""
        right = self.lesson.expected_action
        if right is None:
            return -1
        whole = find_entry(right, rows)
        next_piece = (n for n, e in enumerate(rows) if e.kind is EntryKind.THING and not e.chosen and self.is_right(e))
        return whole if whole >= 0 else next(next_piece, -1)

    # ---- what is taken

    def move_to(self, row: int) -> None:
        """Light what the cursor is on too."""
        if row != self.session.moment.cursor:
            super().move_to(row)
            self.session.update(expected=None, is_moved=not self.lesson.is_reading)

    def handle(self, command: Command) -> Effects:
        """Put the cursor on what is to be done where a hint is asked for; if it is there, say so."""
        if command is CommandId.HINT and (wanted := self._find_wanted(self.session.moment.rows)) >= 0:
            is_there = self.session.moment.cursor == wanted
            self.session.fill(wanted)
            return [Say(self.session.words.say("learn.hint-there"))] if is_there else []
        return super().handle(command)

    def asks_again(self, entry: MenuEntry) -> bool:
        return self.lesson.is_free and super().asks_again(entry)

    def take(self, entry: MenuEntry | None) -> Effects:
        """Explain what is not meant instead of taking it."""
        is_choice = entry is not None and entry.kind in (EntryKind.ACTION, EntryKind.THING)
        if entry is None or not is_choice or self.lesson.is_free or self.is_right(entry):
            return super().take(entry)
        if self.lesson.expected_action is not None:
            self.session.update(expected=self.lesson.expected_action, is_moved=False)
        return []

    def find_next(self, number: int) -> int:
        wanted = self._find_wanted(self.rows())
        return wanted if wanted >= 0 else super().find_next(number)

    def is_right(self, entry: MenuEntry) -> bool:
        """Return whether ``entry`` is what is to be done, or part of it."""
        right, selection = self.lesson.expected_action, self.session.moment.selection
        if entry.kind is EntryKind.ACTION:
            return entry.action is not None and self.lesson.allows(entry.action)
        if right is None or selection is None:
            return False
        after = Counter(selection.toggle(entry.thing).names)
        return not after - Counter(selection.select(right).names)

    def take_step(self, step: str) -> Effects:
        """Read on, count the scores, leave, or begin a game."""
        match step:
            case "next":
                self.lesson.continue_reading()
                return [Request.REDRAW]
            case "count":
                return self.session.show_final(count=True)
            case "leave":
                return [Request.SHOW_START]
            case "game":
                return [Request.NEW_GAME]
        return super().take_step(step)

    def undo(self, whole_turn: bool) -> Effects:
        """Go back to the task before, or to the beginning of the step; the free round is undone first."""
        lesson = self.lesson
        if lesson.is_free and lesson.position > lesson.stop.position:
            return super().undo(whole_turn)
        return [Request.REDRAW if lesson.go_back(whole_turn) else Say(self.session.words.say("table.notice.no-undo"))]

    def find_ending(self) -> MenuEntry | None:
        """Return what ends the turn or declines, right or not."""
        if self.lesson.is_free:
            return super().find_ending()
        return next((row for row in self.session.moment.rows if is_pass(row.action)), None)

    def leave(self) -> Effects:
        """Leave to the start screen, and say where the lesson continues later, unless it begins again."""
        stopped = [Say(self.session.words.say("learn.stopped"))] if self.lesson.resume_step else []
        return [Request.SHOW_START, *stopped]

    # ---- what happens without a command

    def arrive(self) -> Effects:
        """Note how far the learner has come."""
        self.session.update(expected=None, is_moved=False)
        return [Request.SAVE_SETTINGS] if note_progress(self.lesson, self.session.settings) else []

    def proceed(self) -> Effects:
        """Continue, unless there is something to read."""
        return [] if self.lesson.is_reading and not self.session.is_showing else super().proceed()
