"""The lesson at the table: it says what to do, lights it, and takes only that."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rokoko_core.actions import Action, Decline, EndTurn
from rokoko_tui.controllers.play_policy import PlayPolicy
from rokoko_tui.lesson.lesson_game import LessonGame, describe_task, note_progress
from rokoko_tui.panes.layout import PLAY
from rokoko_tui.panes.log import Log
from rokoko_tui.panes.preview import PreviewPane
from rokoko_tui.table.choice_list import EntryKind, MenuEntry
from rokoko_tui.table.menu_entries import find_entry
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.widgets.notices import BRIEFLY

if TYPE_CHECKING:
    from rokoko_tui.screens.play import PlayScreen


class LessonGuide(PlayPolicy):
    """The policy of the lesson, and what it shows."""

    automatic = False
    skips_to_final = False
    has_round_page = False  # the lesson explains the new round, in a pane that the page covers
    has_long_texts = True

    def __init__(self, host: "PlayScreen", lesson: LessonGame) -> None:
        self._host, self.lesson = host, lesson
        self._wrong: Action | None = None
        """The right choice, after another one was tried and until the cursor moves."""
        self._moved = False
        """Whether the cursor was moved, so that its pieces are lit besides those of the task."""

    # ---- what is shown

    @property
    def idle_commands(self) -> frozenset[str]:
        """Beside a text to read nothing is chosen or explained, and where the lesson asks for one choice, only what the
        rules refuse is explained; before the first text nothing can be undone.
        """
        idle = {"hint", "reasons", "look"} if self.lesson.is_reading else set[str]()
        if self.lesson.expected_action is not None and not self.lesson.menu.refusals:
            idle.add("reasons")
        return frozenset(idle | {"undo"} if self.lesson.is_first else idle)

    def before_redraw(self) -> None:
        """Store how far the learner has come."""
        self._wrong, self._moved = None, False
        if note_progress(self.lesson, self._host.settings):
            self._host.save_settings()

    def after_gather(self) -> None:
        """Skip the playback of what led to a position that the lesson skips to."""
        step = self.lesson.stop.step
        if self.lesson.is_reading and (step.ball or step.round):
            self._host.player.playback.end()

    def may_continue(self) -> bool:
        """Return False while there is something to read."""
        return not self.lesson.is_reading or self._host.is_showing

    def default_pieces(self) -> frozenset[PieceRef] | None:
        """Return the pieces of the task, or those under the cursor once it was moved."""
        return None if self._moved else self.lesson.lit_pieces or None

    def wanted_pieces(self) -> frozenset[PieceRef]:
        """Return the pieces of the task once the cursor was moved."""
        return self.lesson.lit_pieces if self._moved else frozenset()

    def tab(self) -> str | None:
        """Return the tab that shows the pieces of the task."""
        tabs = {self._host.view.tab_for_piece(piece) for piece in self.lesson.lit_pieces} - {""}
        return PLAY if PLAY in tabs or not tabs else min(tabs)

    def question(self) -> tuple[str, str] | None:
        """Return the title of what is to be read."""
        if not self.lesson.is_reading:
            return None
        return self._host.words.say(f"learn.step.{self.lesson.step}"), ""

    def entries(self) -> tuple[MenuEntry, ...] | None:
        """Return how to read on."""
        if not self.lesson.is_reading:
            return None
        words, steps = self._host.words, ("count", "game", "leave") if self.lesson.is_finished else ("next",)
        return (
            MenuEntry(EntryKind.HEADING, words.say("learn.read-first" if self.lesson.is_first else "learn.read")),
            *(
                MenuEntry(EntryKind.STEP, words.say(f"learn.choice.{step}"), str(n), step=step)
                for n, step in enumerate(steps, start=1)
            ),
        )

    def show_preview(self, pane: PreviewPane, entry: MenuEntry | None) -> bool:
        """Say what is to be done, or why something is not meant; below it what ``entry`` means."""
        if self._host.hint_panel.is_open:
            return False
        place, sentence = describe_task(self.lesson, self._host.words, self._wrong)
        about = ("", list[str]()) if self.lesson.is_reading else self._host.presenter.explanation(entry)
        pane.teach(place, sentence, about)
        return True

    def cursor_moved(self) -> None:
        """Light what the cursor is on too."""
        self._wrong, self._moved = None, not self.lesson.is_reading

    # ---- what is taken

    def takes(self, entry: MenuEntry) -> bool:
        """Explain what is not meant instead of taking it."""
        return not self.lesson.is_free and entry.kind in (EntryKind.ACTION, EntryKind.THING) and self._explains(entry)

    def toggles(self, entry: MenuEntry) -> bool:
        """Explain a piece that is not meant instead of selecting it."""
        return not self.lesson.is_free and self._explains(entry)

    def _explains(self, entry: MenuEntry) -> bool:
        """Say why ``entry`` is not meant, if it is not."""
        if self._is_right(entry):
            return False
        if self.lesson.expected_action is not None:
            self._wrong, self._moved = self.lesson.expected_action, False
            self._host.light()
        return True

    def _is_right(self, entry: MenuEntry) -> bool:
        """Return whether ``entry`` is what is to be done, or part of it."""
        right, selection = self.lesson.expected_action, self._host.picker.selection
        if entry.kind is EntryKind.ACTION:
            return entry.action is not None and self.lesson.allows(entry.action)
        if right is None or selection is None:
            return False
        after = Counter(selection.toggle(entry.thing).names)
        return not after - Counter(selection.select(right).names)

    def steps(self, step: str) -> bool:
        """Read on, count the scores, leave, or begin a game."""
        if step == "next":
            self.lesson.continue_reading()
            self._host.redraw()
        elif step == "count":
            self._host.show_final(count=True)
        elif step in ("leave", "game"):
            self._host.leave_lesson(begin_game=step == "game")
        else:
            return False
        return True

    def undoes(self, whole_turn: bool) -> bool:
        """Go back to the task before, or to the beginning of the step; the free round is undone first."""
        lesson = self.lesson
        if lesson.is_free and lesson.position > lesson.stop.position:
            return False
        if lesson.go_back(whole_turn):
            self._host.redraw()
        else:
            self._host.notify(self._host.words.say("table.notice.no-undo"), timeout=BRIEFLY)
        return True

    def ending_entry(self, entries: tuple[MenuEntry, ...]) -> MenuEntry | None:
        """Return what ends the turn or declines, right or not."""
        ending = (entry for entry in entries if isinstance(entry.action, EndTurn | Decline))
        return None if self.lesson.is_free else next(ending, None)

    def hints(self) -> bool:
        """Put the cursor on what is to be done."""
        number = self.wanted_entry(self._host.choices.entries)
        if number < 0:
            return False
        self._host.fill_list(number)
        return True

    def wanted_entry(self, entries: Sequence[MenuEntry]) -> int:
        right = self.lesson.expected_action
        if right is None:
            return -1
        whole = find_entry(right, entries)
        next_piece = (
            n for n, e in enumerate(entries) if e.kind is EntryKind.THING and not e.chosen and self._is_right(e)
        )
        return whole if whole >= 0 else next(next_piece, -1)

    def leaves(self) -> bool:
        """Leave to the start screen; the lesson continues later where it was left."""
        self._host.leave_lesson(begin_game=False)
        return True

    def reads(self, log: Log) -> bool:
        """Return True: the lines of the log are only read."""
        return True
