"""The table of the lesson: what is to be done is said beside it and lit, and only that is taken."""

from collections import Counter

from rokoko_core.actions import Action, Decline, EndTurn
from rokoko_core.state import State
from rokoko_tui.lesson.script import Learning, lesson_words
from rokoko_tui.panes.layout import PLAY
from rokoko_tui.panes.log import Log
from rokoko_tui.panes.preview import PreviewPane
from rokoko_tui.play.choice_list import Entry, Kind
from rokoko_tui.play.menu_entries import number_of
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.widgets.list_view import Listing


class LearnScreen(PlayScreen):
    """A table where somebody learns to play."""

    def __init__(self, learning: Learning) -> None:
        super().__init__(learning)
        self.learning = learning
        self._wrong: Action | None = None
        """The choice that was meant, after another one was tried and until the cursor moves."""
        self._around = False
        """Whether the cursor was moved, so that the pieces of what it is on are lit, not those spoken of."""

    def done_for_you(self, state: State) -> bool:
        """Nothing: whoever learns does every step."""
        return False

    # ---- what is shown

    def renew(self) -> None:
        """Draw everything, and remember how far one has come."""
        self._wrong, self._around = None, False
        settings, before = self.rokoko.settings, (self.rokoko.settings.lesson, self.rokoko.settings.learned)
        settings.lesson, settings.learned = self.learning.to_go_on, settings.learned or self.learning.finished
        if before != (settings.lesson, settings.learned):
            self.rokoko.remember()
        super().renew()

    @property
    def final_first(self) -> bool:
        """A lesson is read at the table."""
        return False

    def gather(self) -> None:
        """What the opponent does is shown; what led to the ball is not."""
        super().gather()
        if self.learning.reading and not self.learning.number > 1:
            self.show.end()

    def go_on(self) -> None:
        """While there is something to read nobody goes on."""
        if not self.learning.reading or self.show.frame is not None or self.round_due:
            super().go_on()

    def pieces_read(self) -> frozenset[str] | None:
        """What is spoken of is lit, until one looks around."""
        read = super().pieces_read()
        return read if read is not None or self._around or not self.learning.lit else self.learning.lit

    def _tab_of_choices(self) -> str:
        """The tab that shows what is spoken of, for small screens."""
        tabs = {self.view.tab_of_piece(piece) for piece in self.learning.lit} - {""}
        return PLAY if PLAY in tabs or not tabs else min(tabs)

    def question(self) -> str:
        """What is asked; where there is only something to read, what that is about."""
        if not self.learning.reading:
            return super().question()
        return self.words.say(f"learn.step.{self.learning.step}")

    def entries_now(self) -> tuple[Entry, ...]:
        """What may be done, or only to read on."""
        if self.show.frame is not None or not self.learning.reading:
            return super().entries_now()
        says = ("game", "leave") if self.learning.finished else ("next",)
        heading = Entry(Kind.HEADING, self.words.say("learn.read"))
        return (
            heading,
            *(
                Entry(Kind.STEP, self.words.say(f"learn.choice.{step}"), str(n), step=step)
                for n, step in enumerate(says, start=1)
            ),
        )

    def offer(self, cursor: int = -1) -> None:
        """Fill the list; there is more to read beside it than usual."""
        super().offer(cursor)
        self.view.reading = True

    def tell_preview(self, entry: Entry | None) -> None:
        """Say what is to be done or why something is not meant; below it what ``entry`` means."""
        if self.show.frame is not None or self.hints is not None:
            super().tell_preview(entry)
            return
        place, sentence = lesson_words(self.learning, self.words, self._wrong)
        about = ("", []) if self.learning.reading else self.explained(entry)
        self.query_one(PreviewPane).teach(place, sentence, about)

    def _cursor_moved(self) -> None:
        self._wrong, self._around = None, not self.learning.reading
        super()._cursor_moved()

    # ---- what is taken

    def _take(self, entry: Entry | None) -> None:
        if entry is None or not self.on_top:
            return
        if self.learning.free or entry.kind not in (Kind.ACTION, Kind.THING):
            super()._take(entry)
        elif not self._meant(entry):
            self._explain(entry)
        elif entry.kind is Kind.THING:
            super()._take(entry)
        elif entry.action is not None:
            self._act(entry.action)

    def _toggle(self, number: int) -> None:
        """Choose a thing, if it is one of those meant."""
        entry = self.choices.entries[number]
        if self.learning.free or self._meant(entry):
            super()._toggle(number)
        else:
            self._explain(entry)

    def _meant(self, entry: Entry) -> bool:
        """Whether ``entry`` is what is to be done, or part of it."""
        right, choice = self.learning.right, self.set_choice
        if entry.kind is Kind.ACTION:
            return entry.action is not None and self.learning.may(entry.action)
        if right is None or choice is None:
            return False
        after = Counter(choice.toggled(entry.thing).named)
        return not after - Counter(choice.choosing(right).named)

    def _explain(self, entry: Entry) -> None:
        """Say why that is not meant; nothing happens."""
        right = self.learning.right
        if right is not None:
            self._wrong, self._around = right, False
            self.light()

    def _step(self, step: str) -> None:
        if step == "next":
            self.learning.read_on()
            self.renew()
        elif step == "leave":
            self.rokoko.show_start()
        elif step == "game":
            self.rokoko.show_start()
            self.rokoko.show_new_game()
        else:
            super()._step(step)

    async def _plan(self) -> tuple[Action, ...]:
        """The opponent keeps to the script as long as it holds."""
        return self.learning.opponents or await super()._plan()

    # ---- back

    def action_undo(self) -> None:
        """To the task before; in a round of one's own a step of it is taken back first."""
        self._go_back(whole_step=False)

    def action_undo_turn(self) -> None:
        """To the beginning of the step."""
        self._go_back(whole_step=True)

    def _go_back(self, whole_step: bool) -> None:
        learning = self.learning
        if learning.free and learning.game.cursor > learning.stop.position:
            if whole_step:
                super().action_undo_turn()
            else:
                super().action_undo()
        elif learning.back(whole_step):
            self.renew()
        else:
            self.notify(self.words.say("table.notice.no-undo"), timeout=3)

    def action_end_turn(self) -> None:
        """End the turn if that is what is to be done; else say why not, or in a round of one's own as everywhere."""
        ending = next((e for e in self.choices.entries if isinstance(e.action, EndTurn | Decline)), None)
        if self.learning.free or ending is None:
            super().action_end_turn()
        else:
            self._take(ending)

    def ask_back_to(self, number: int | None) -> None:
        """The log of the lesson is only read."""

    def action_hint(self) -> None:
        """Put the cursor on what is to be done; in a round of one's own look for the best choices."""
        right = self.learning.right
        if right is None:
            super().action_hint()
            return
        whole = number_of(right, self.choices.entries)
        self.offer(
            whole if whole >= 0 else next(n for n, entry in enumerate(self.choices.entries) if self._next(entry))
        )

    def _next(self, entry: Entry) -> bool:
        return entry.kind is Kind.THING and not entry.chosen and self._meant(entry)

    def action_back(self) -> None:
        """From a pane to the choices, else to the start screen; the lesson goes on where it was left."""
        if self.focused is not None or self.hints is not None:
            super().action_back()
        else:
            self.rokoko.show_start()

    def on_listing_taken(self, event: Listing.Taken) -> None:
        """A line of the log is only read."""
        if not isinstance(event.listing, Log):
            super().on_listing_taken(event)
