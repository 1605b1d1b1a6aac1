"""The table with a session at it: whatever is done is on disk first, and can be taken back and done again."""

from collections.abc import Callable, Sequence
from functools import cached_property

from rokoko_core.game import FenceKind, NothingToRedo
from rokoko_core.journal import Relocation
from rokoko_core.state import State
from rokoko_tui.play.automatic_steps import by_itself
from rokoko_tui.play.sessions import NotWritten, Session
from rokoko_tui.play.turn_flow import Course
from rokoko_tui.screens.question import Answer, Question
from rokoko_tui.screens.table import TableScreen
from rokoko_tui.screens.table_page import BRIEFLY
from rokoko_tui.text.disk_errors import disk_reason


class SessionScreen(TableScreen):
    """Writing, undo and redo. ``renew`` draws the table after every change."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.session = session
        session.tell = self._tell_relocation
        session.by_itself = self.done_for_you

    def done_for_you(self, state: State) -> bool:
        """Whether the step of a person at ``state`` is taken for them."""
        return by_itself(state, self.rokoko.settings)

    @cached_property
    def course(self) -> Course:
        """Who goes on."""
        return Course(self.session, self.rokoko.settings)

    def renew(self) -> None:
        """Draw everything from the game as it stands now."""
        self.draw()

    def write(self, step: Callable[[], None]) -> bool:
        """Do ``step``; when the disk refuses, say so."""
        try:
            step()
        except NotWritten as refusal:
            reason = disk_reason(self.words, refusal)
            words = self.words.say("table.notice.not-written", system=reason)
            self.notify(words, severity="error", timeout=10)
            self.renew()
            return False
        return True

    def _tell_relocation(self, relocation: Relocation) -> None:
        self.notify(self.words.relocation(relocation), severity="warning", timeout=15, markup=False)

    def ask_here(self, question: Question, answered: Callable[[str | None], None]) -> None:
        """Put ``question`` about the game as it stands: the answer counts only while it stands there still."""
        asked = self.session.state

        def answered_in_time(answer: str | None) -> None:
            if self.session.state is asked:
                answered(answer)

        self.ask(question, answered_in_time)

    # ---- undo and redo, all through the journal

    def action_undo(self) -> None:
        """Take back one step; past what bots did by themselves since, who would only do it again."""
        session = self.session
        self._back(session.before_person)

    def action_undo_turn(self) -> None:
        """Take back the turn, in the same way."""
        session = self.session
        last = session.before_person
        target = session.game.turn_start(last) if last >= 0 else -1
        self._back(target)

    def _back(self, target: int) -> None:
        """Go back to ``target``; after a question where others have acted since, or something hidden was seen."""
        session = self.session
        if not 0 <= target < session.game.cursor:
            self.notify(self.words.say("table.notice.no-undo"), timeout=BRIEFLY)
        elif lines := self.taken_back(target):
            self._ask_to_cross(lines, lambda: session.undo_to(target, cross=True))
        elif self.write(lambda: session.undo_to(target)):
            self.renew()

    def taken_back(self, target: int) -> list[str]:
        """What going back to ``target`` takes back from others, and what has been seen since; nothing if it is free."""
        game = self.session.game
        fence = game.can_undo(target)
        seats = [game.seat_of(number) for number in range(target, game.cursor)]
        theirs = [seat for seat in seats if seat != seats[0]]
        lines = []
        if theirs:
            names = [self.words.seat(game.setup, seat) for seat in dict.fromkeys(theirs)]
            lines.append(self.words.say("table.fence.others", n=len(theirs), names=names))
        if fence is not None:
            seen = fence.kind not in (FenceKind.OTHER_ACTED, FenceKind.HAND_CHOICE)
            lines += [self.words.fence(fence, game.setup)] if seen or not theirs else []
            lines.append(self.words.say("table.fence.mark"))
        return lines

    def _ask_to_cross(self, lines: Sequence[str], step: Callable[[], None]) -> None:
        answers = (
            Answer("stay", self.words.say("table.fence.stay"), "n"),
            Answer("cross", self.words.say("table.fence.cross"), "y"),
        )

        def answered(answer: str | None) -> None:
            if answer == "cross":
                self.write(step)
            self.renew()

        self.ask_here(Question(self.words.say("table.fence.title"), lines, answers), answered)

    def ask_back_to(self, number: int | None) -> None:
        """Go back to before the action ``number``, after a question."""
        session = self.session
        if number is None or number >= session.game.cursor:
            return
        lines = [line.text for _, line in self.lines(range(number, number + 1))][:1]
        lines += self.taken_back(number)
        answers = (
            Answer("stay", self.words.say("table.back-to.stay"), "n"),
            Answer("back", self.words.say("table.back-to.back"), "y"),
        )

        def answered(answer: str | None) -> None:
            if answer == "back":
                self.write(lambda: session.undo_to(number, cross=True))
                self.set_focus(None)
            self.renew()

        self.ask_here(Question(self.words.say("table.back-to.title"), lines, answers), answered)

    def action_redo(self) -> None:
        """Take the next undone step again, and what bots did after it."""
        session = self.session
        self._forth(lambda: session.redo_to(session.after_bots))

    def action_redo_turn(self) -> None:
        """Go forward a turn."""
        self._forth(self.session.redo_turn)

    def _forth(self, step: Callable[[], None]) -> None:
        try:
            if self.write(step):
                self.renew()
        except NothingToRedo:
            self.notify(self.words.say("table.notice.no-redo"), timeout=BRIEFLY)
