"""The table with somebody at it: choices are taken, undone and redone, and the seat at the terminal changes hands."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from time import monotonic

from textual import events, work

from rokoko_core.actions import Action, EndTurn, RevealBarry
from rokoko_core.box import box_of
from rokoko_core.engine import legal_actions, why_not
from rokoko_core.game import Fenced, NothingToRedo, NothingToUndo
from rokoko_core.observe import observe
from rokoko_core.state import State
from rokoko_tui.keys import key_of, pick_keys
from rokoko_tui.panes.choices import Choices
from rokoko_tui.panes.listing import Listing
from rokoko_tui.panes.log import Log, item_of
from rokoko_tui.panes.pane import Pane
from rokoko_tui.panes.preview import PreviewPane
from rokoko_tui.panes.tabs import tab_of_piece
from rokoko_tui.screens.ask import Answer, Question
from rokoko_tui.screens.handover import HandoverScreen
from rokoko_tui.screens.hint import Hints
from rokoko_tui.screens.table import TableScreen
from rokoko_tui.session.choice_list import Entry, Kind, SetChoice, entries, set_choice
from rokoko_tui.session.launch import LEAST_THINKING
from rokoko_tui.session.table import NotWritten, Session, Watching, dice_of, last_action_of, since, turn_of

WATCH_EVERY = 1.0
"""Seconds between two looks at a file that somebody else plays in."""
BRIEFLY = 3
"""Seconds a small notice stays."""


class WatchScreen(TableScreen):
    """The table of a game that is played elsewhere in the same file."""

    def on_mount(self) -> None:
        """Look at the file again every now and then."""
        self.set_interval(WATCH_EVERY, self._look_again)

    def _look_again(self) -> None:
        if isinstance(self.table, Watching) and self.table.look_again():
            self.draw()


@dataclass
class Thought:
    """A bot thinking about a position."""

    state: State
    since: float = field(default_factory=monotonic)

    @property
    def seconds(self) -> float:
        """How long it has been thinking."""
        return monotonic() - self.since


class PlayScreen(TableScreen):
    """The table. ``renew`` draws it after every change and sees who goes on."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.session = session
        self.set_choice: SetChoice | None = None
        self.hurry: int | None = None
        """The seat whose turn is to be finished without waiting for the one who watches."""
        self.hints: Hints | None = None
        """What is shown in the place of the choices after a hint was asked for."""
        self.thought: Thought | None = None
        """What a bot is thinking about now."""
        self._thought_in_turn = (-1, 0.0)
        """(position a turn began at, seconds a bot has thought in it already)."""
        self._final_shown = -1
        self._clicked = ""
        self._fetching = False
        """True from asking somebody to sit down until the answer is here; the question may be gone a moment before."""

    # ---- what is asked, and who goes on

    def renew(self) -> None:
        """Draw everything from the game as it stands now, then see who goes on."""
        self.set_choice = set_choice(self.session.view.actions)
        if self.hints is not None and self.hints.state is not self.session.state:
            self.hints = None
        self.draw()
        self.show_tab(self._tab_of_choices())
        self.call_after_refresh(self._go_on)

    def on_mount(self) -> None:
        """The first thing asked; and while a bot thinks, it is seen for how long."""
        self.set_interval(1, self._tell_thinking)
        self.call_after_refresh(self.renew)

    def on_screen_resume(self) -> None:
        """Back from a question or the final sheet."""
        self.call_after_refresh(self._go_on)

    def _go_on(self) -> None:
        """Whoever is asked next may have to be fetched, or to think."""
        session = self.session
        if self.app.screen is not self or self._fetching:
            return
        if session.handover is not None and not self.rokoko.settings.handover:
            session.sit_down()
            self.renew()
        elif session.handover is not None:
            self._hand_over()
        elif session.asked is None and self._final_shown != session.game.cursor:
            self._final_shown = session.game.cursor
            self.rokoko.show_final(session.game)
        elif session.bot_asked is not None and self._bots_go_on():
            self._let_think()

    def _tab_of_choices(self) -> str:
        """The tab that shows the pieces of all choices, if it is one; for small screens."""
        box, found = box_of(self.session.state), self.query_one(Choices).entries
        tabs = {tab_of_piece(p, box) for e in found if e.kind is Kind.ACTION for p in e.pieces}
        return tabs.pop() if len(tabs) == 1 else "play"

    def entries_now(self) -> tuple[Entry, ...]:
        """What the person asked may do, or what can be done while somebody else goes on."""
        session = self.session
        if session.asked is None:
            return (Entry(Kind.HEADING, "The end"), Entry(Kind.STEP, "Show the final sheet", "1", step="final"))
        if self.hints is not None:
            return self.hints.entries(self.words)
        if session.barry_asked:
            return self._barry_entries()
        if session.bot_asked is not None:
            return self._bot_entries()
        if session.eyes != session.asked:
            return (Entry(Kind.HEADING, "Waiting for the next person"),)
        refusals = why_not(session.state)
        keys = pick_keys(("app", "table"), self.rokoko.settings.keys)
        return entries(session.view, self.words, refusals, self.set_choice, keys)

    def _barry_entries(self) -> tuple[Entry, ...]:
        reveal = legal_actions(self.session.state)[0]
        return (
            Entry(Kind.HEADING, self.words.seat(self.session.game.setup, self.session.asked or 0)),
            Entry(Kind.ACTION, self.words.action(reveal, self.session.view.table), "1", reveal),
            Entry(Kind.STEP, "Let her finish her turn", "f", step="finish"),
        )

    def _bot_entries(self) -> tuple[Entry, ...]:
        name = self.words.seat(self.session.game.setup, self.session.asked or 0)
        if self.thought is not None or self._bots_go_on():
            seconds = int(self.thought.seconds) if self.thought is not None else 0
            stop = Entry(Kind.STEP, "Move now", key_of("table.hurry", self.rokoko.settings.keys), step="hurry")
            return (Entry(Kind.HEADING, self.words.thinking(name, seconds)), stop)
        return (
            Entry(Kind.HEADING, name),
            Entry(Kind.STEP, f"Let {name} take the next step", "1", step="step"),
            Entry(Kind.STEP, f"Let {name} finish the turn", "f", step="finish"),
        )

    def question(self) -> str:
        """What is asked, and of whom; over hints, whose they are."""
        if self.hints is None:
            return super().question()
        name = self.words.seat(self.session.game.setup, self.session.asked or 0)
        return self.words.hint("title" if self.hints.found else "looking", name)

    def offer(self, cursor: int = -1) -> None:
        """Fill the list; after an undo the cursor stands on what was undone."""
        self.set_class(self.hints is not None, "-hint")
        game = self.session.game
        if cursor < 0 and game.can_redo:
            undone = game.line[game.cursor]
            found = self.entries_now()
            cursor = next((n for n, e in enumerate(found) if e.action is not None and e.action == undone), -1)
        super().offer(cursor)

    def chosen_pieces(self) -> frozenset[str]:
        """The things of a set chosen so far."""
        choice = self.set_choice
        return frozenset(f"{choice.zone}:{choice.things[n]}" for n in choice.chosen) if choice else frozenset()

    # ---- taking a choice

    def on_listing_taken(self, event: Listing.Taken) -> None:
        """An entry of the list is taken, or a line of the log chosen to go back to."""
        if isinstance(event.listing, Choices):
            self._take(event.listing.entry)
        elif isinstance(event.listing, Log):
            self._ask_back_to(event.listing.number)

    def on_pane_picked(self, event: Pane.Picked) -> None:
        """A piece was clicked: the cursor goes to the choice about it, and a second click takes it."""
        event.stop()
        choices = self.query_one(Choices)
        about = choices.numbers_about(event.piece)
        again, self._clicked = self._clicked == event.piece, event.piece
        if not about:
            return
        if choices.entries[about[0]].kind is Kind.THING:
            free = [n for n in about if not choices.entries[n].chosen]
            self._toggle(free[0] if free else about[-1])
        elif len(about) == 1 and again and choices.cursor == about[0]:
            self._take(choices.entry)
        else:
            later = [n for n in about if n > choices.cursor]
            choices.cursor = later[0] if later and len(about) > 1 else about[0]
            if len(about) > 1:
                self.notify(f"{len(about)} choices are about this: click again for the next.", timeout=BRIEFLY)

    def on_key(self, event: events.Key) -> None:
        """Number and letter keys pick a choice directly."""
        choices = self.query_one(Choices)
        number = choices.number_of_key(event.character or event.key)
        if number is not None:
            event.stop()
            event.prevent_default()
            choices.cursor = number
            self._take(choices.entries[number])

    def _take(self, entry: Entry | None) -> None:
        if entry is None or not self.is_current:
            return  # a key typed ahead, when what it is pressed for is asked about already
        if entry.kind is Kind.THING:
            self._toggle(self.query_one(Choices).entries.index(entry))
        elif entry.step:
            self._step(entry.step)
        elif entry.kind is Kind.HINT and entry.action is not None:
            self._close_hints(entry.action)
        elif isinstance(entry.action, EndTurn) and self.rokoko.settings.turn_summary:
            self._ask_end_turn(entry.action)
        elif entry.action is not None:
            self._act(entry.action)

    def _toggle(self, number: int) -> None:
        """Choose thing ``number`` of the list or take it back; once all are chosen the cursor goes to the whole set."""
        before = self.set_choice
        if before is None:
            return
        self.set_choice = before.toggled(self.query_one(Choices).entries[number].thing)
        if self.set_choice is before:
            self.notify("That is one too many: take another back first.", timeout=BRIEFLY)
        whole = next((n for n, e in enumerate(self.entries_now()) if e.kind is Kind.ACTION), None)
        more = len(self.set_choice.chosen) > len(before.chosen)
        self.offer(whole if whole is not None and more else number)

    def _step(self, step: str) -> None:
        session = self.session
        if step == "final":
            self.rokoko.show_final(session.game)
        elif step == "step":
            self._let_think()
        elif step == "hurry":
            self.rokoko.thinkers.hurry()
        elif session.barry_asked:
            self._finish_barry()
        else:
            self.hurry = session.asked
            self.renew()

    def _act(self, action: Action) -> None:
        """Take ``action``; it is on disk before the screen changes."""
        if self._write(lambda: self.session.play(action)):
            self.news = self._news() if isinstance(action, RevealBarry) else range(0)
            self.renew()

    def _finish_barry(self) -> None:
        session = self.session
        while session.barry_asked and self._write(lambda: session.play(legal_actions(session.state)[0])):
            pass
        self.news = self._news()
        self.renew()

    def _news(self) -> range:
        """What to tell the only person at the table: du Barry's last card, or all that happened since the own turn."""
        game, eyes = self.session.game, self.session.eyes
        if self.session.barry_asked:
            return range(game.cursor - 1, game.cursor)
        return since(game, eyes) if eyes is not None else range(0)

    def _write(self, step: Callable[[], None]) -> bool:
        """Do ``step``; when the disk refuses, say so."""
        try:
            step()
        except NotWritten as refusal:
            words = f"This could not be written to disk ({refusal}). The game stands as before; please try again."
            self.notify(words, severity="error", timeout=10)
            self.renew()
            return False
        return True

    def _ask(self, question: Question, answered: Callable[[str | None], None]) -> None:
        """Put ``question``. Keys typed ahead may ask it twice: an answer counts while the game stands where it was."""
        asked = self.session.state

        def answered_in_time(answer: str | None) -> None:
            if self.session.state is asked:
                answered(answer)

        self.app.push_screen(question, answered_in_time)

    def _ask_end_turn(self, action: Action) -> None:
        lines = [line.text for _, line in self.lines(turn_of(self.session.game))]
        answers = (
            Answer("end", "End the turn", "e"),
            Answer("play", "Keep playing", "k"),
            Answer("undo", "Undo the turn", "U"),
        )

        def answered(answer: str | None) -> None:
            if answer == "end":
                self._act(action)
            elif answer == "undo":
                self.action_undo_turn()

        self._ask(Question("Your turn", lines, answers), answered)

    # ---- undo and redo, all through the journal

    def action_undo(self) -> None:
        """Take back one step; past what bots did by themselves since, who would only do it again."""
        session = self.session
        target = session.before_person if self._bots_are_fast else session.game.cursor - 1
        self._back(lambda cross: session.undo_to(target, cross))

    def action_undo_turn(self) -> None:
        """Take back the turn, in the same way."""
        session = self.session
        last = session.before_person if self._bots_are_fast else session.game.cursor - 1
        target = session.game.turn_start(last) if last >= 0 else -1
        self._back(lambda cross: session.undo_to(target, cross))

    def _back(self, step: Callable[[bool], None]) -> None:
        self.news = range(0)
        try:
            if self._write(lambda: step(False)):
                self.renew()
        except NothingToUndo:
            self.notify("There is nothing to undo.", timeout=BRIEFLY)
        except Fenced as fenced:
            self._ask_to_cross(fenced, lambda: step(True))

    def _ask_to_cross(self, fenced: Fenced, step: Callable[[], None]) -> None:
        lines = [self.words.fence(fenced.fence, self.session.game.setup), "The log will show that it was undone."]
        answers = (Answer("stay", "Leave it", "n"), Answer("cross", "Undo all the same", "y"))

        def answered(answer: str | None) -> None:
            if answer == "cross":
                self._write(step)
            self.renew()

        self._ask(Question("Undo past this?", lines, answers), answered)

    def _ask_back_to(self, number: int | None) -> None:
        session = self.session
        if number is None or number >= session.game.cursor:
            return
        fence = session.game.can_undo(number)
        lines = [line.text for _, line in self.lines(range(number, number + 1))][:1]
        lines += [self.words.fence(fence, session.game.setup)] if fence else []
        answers = (Answer("stay", "Stay here", "n"), Answer("back", "Go back", "y"))

        def answered(answer: str | None) -> None:
            if answer == "back":
                self._write(lambda: session.undo_to(number, cross=True))
                self.set_focus(None)
            self.renew()

        self._ask(Question("Go back to before this?", lines, answers), answered)

    def action_redo(self) -> None:
        """Take the next undone step again, and what bots did after it."""
        session = self.session
        self._forth(lambda: session.redo_to(session.after_bots) if self._bots_are_fast else session.redo())

    def action_redo_turn(self) -> None:
        """Go forward a turn."""
        self._forth(self.session.redo_turn)

    def _forth(self, step: Callable[[], None]) -> None:
        self.news = range(0)
        try:
            if self._write(step):
                self.renew()
        except NothingToRedo:
            self.notify("There is nothing to redo.", timeout=BRIEFLY)

    # ---- other people and bots

    def _hand_over(self) -> None:
        session = self.session
        if not self.rokoko.settings.handover:
            session.sit_down()
            self.renew()
            return
        seat = session.handover
        assert seat is not None
        game = session.game
        lines = [item_of(line, game) for _, line in self.lines_for(seat, since(game, seat))]
        name = self.words.seat(game.setup, seat)
        title = f"{name}, please sit down" if last_action_of(game, seat) is None else f"{name}, it is your turn"

        def answered(answer: str | None) -> None:
            self._fetching = False
            if answer == "undo":
                self.action_undo()
            elif answer == "undo-turn":
                self.action_undo_turn()
            else:
                session.sit_down()
                self.renew()

        self.show_tab("board")
        self._fetching = True
        self.app.push_screen(HandoverScreen(title, lines), answered)

    @property
    def _bots_are_fast(self) -> bool:
        return self.rokoko.settings.bot_pace == "fast"

    def _bots_go_on(self) -> bool:
        return self._bots_are_fast or self.hurry == self.session.asked

    def _let_think(self) -> None:
        """Let the bot asked go on, unless it is thinking about just this already."""
        if self.thought is None or self.thought.state is not self.session.state:
            self._think(self.session.state)

    @work(exclusive=True, group="bot")
    async def _think(self, state: State) -> None:
        """Let the bot asked in ``state`` go on with what it means to do; if need be it thinks first, elsewhere."""
        session = self.session
        seat = session.asked
        if session.bot_asked is None or session.state is not state:
            return
        if session.intended is None:
            plan = await self._plan()
            if session.state is not state or not self.is_mounted:
                return
            session.intend(plan)
        decided = session.intended
        assert decided is not None, "a plan begins with something that may be done"
        if self._write(lambda: session.play(decided)):
            if self.hurry == seat != session.asked:
                self.hurry = None
            self.news = range(0) if self.whole_table else self._news()
            self.renew()

    async def _plan(self) -> tuple[Action, ...]:
        """What the bot asked means to do. All its thoughts of a turn share the time of the settings."""
        game = self.session.game
        start = game.turn_start(game.cursor)
        used = self._thought_in_turn[1] if self._thought_in_turn[0] == start else 0.0
        left = max(LEAST_THINKING, self.rokoko.settings.think - used)
        thought = self.thought = Thought(game.state)
        self.offer()
        try:
            view = observe(game.state, self.session.asked)
            return await self.rokoko.thinkers.plan(view, self.session.level, dice_of(game), left)
        finally:
            self._thought_in_turn = (start, used + thought.seconds)
            if self.thought is thought:
                self.thought = None

    def _tell_thinking(self) -> None:
        if self.thought is not None and self.session.bot_asked is not None:
            self.offer(self.query_one(Choices).cursor)

    # ---- hints

    def action_hint(self) -> None:
        """Show the best choices in the place of all, or go back to them."""
        session, said = self.session, ""
        if self.hints is not None:
            self._close_hints()
        elif not self.rokoko.settings.hints:
            said = "off"
        elif session.person_asked is None or session.eyes != session.asked:
            said = "others"
        elif len(session.view.actions) == 1:
            said = "none"
        else:
            self.news = range(0)
            self.hints = Hints(session.state)
            self.show_tab("play")
            self.set_focus(None)
            self.offer()
            self._look(self.hints)
        if said:
            self.notify(self.words.hint(said), timeout=BRIEFLY)

    @work(exclusive=True, group="hint")
    async def _look(self, hints: Hints) -> None:
        """Find the best choices elsewhere; once they can be shown the hint is on disk, and it counts."""
        session = self.session
        found = await self.rokoko.thinkers.advice(session.view, dice_of(session.game), self.rokoko.settings.think)
        if self.hints is hints and session.state is hints.state and self._write(session.hint):
            self.hints = replace(hints, found=found)
            self.offer()

    def _close_hints(self, action: Action | None = None) -> None:
        """Show all choices again, with the cursor on ``action``; the things of a set are chosen already."""
        self.hints = None
        if action is not None and self.set_choice is not None:
            self.set_choice = self.set_choice.choosing(action)
        found = self.entries_now()
        self.offer(next((n for n, e in enumerate(found) if action is not None and e.action == action), -1))

    def _tell_preview(self, entry: Entry | None) -> None:
        if self.hints is not None and entry is not None and entry.kind is Kind.HINT:
            self.query_one(PreviewPane).tell(self.words.hint("why"), self.hints.about(entry, self.words))
        else:
            super()._tell_preview(entry)

    def action_back(self) -> None:
        """From a hint to the choices; else as everywhere at the table."""
        if self.hints is not None:
            self._close_hints()
        else:
            super().action_back()

    # ---- keys

    def action_take(self) -> None:
        """Take the choice under the cursor."""
        self._take(self.query_one(Choices).entry)

    def action_choose(self) -> None:
        """Mark a thing, or let others take a step."""
        entry = self.query_one(Choices).entry
        if entry is not None and (
            entry.kind in (Kind.THING, Kind.STEP, Kind.HINT) or isinstance(entry.action, RevealBarry)
        ):
            self._take(entry)

    def action_end_turn(self) -> None:
        """End the turn where that is offered."""
        ending = next((e for e in self.query_one(Choices).entries if isinstance(e.action, EndTurn)), None)
        if ending is None:
            self.notify("The turn cannot end yet: something is still asked.", timeout=BRIEFLY)
        else:
            self._take(ending)

    def action_reasons(self) -> None:
        """Go to what may not be done; from there, or when there is nothing of the kind, back to the first choice."""
        if self.hints is not None:
            self._close_hints()
        choices = self.query_one(Choices)
        here = choices.entry
        refused = [n for n, entry in enumerate(choices.entries) if entry.kind is Kind.REFUSAL]
        there = here is not None and here.kind is Kind.REFUSAL
        if not refused:
            self.notify("Nothing to explain: all that could be looked for here can be done.", timeout=3)
        self.offer(-1 if there or not refused else refused[0])

    def action_hurry(self) -> None:
        """Let the bot that is thinking move now."""
        if self.thought is None:
            self.notify("Nobody is thinking.", timeout=BRIEFLY)
        else:
            self.rokoko.thinkers.hurry()

    def action_finish(self) -> None:
        """Let du Barry or a bot finish the turn."""
        if self.session.barry_asked or self.session.bot_asked is not None:
            self._step("finish")

    def action_pace(self) -> None:
        """Bots at once or step by step."""
        settings = self.rokoko.settings
        settings.bot_pace = "step" if settings.bot_pace == "fast" else "fast"
        self.notify("Bots wait after each step." if settings.bot_pace == "step" else "Bots play on by themselves.")
        self.renew()
