"""The table with somebody at it: choices are taken, the seat at the terminal changes hands, bots come in."""

from textual import events

from rokoko_core.actions import Action, EndTurn, RevealBarry
from rokoko_core.engine import legal_actions
from rokoko_core.observe import observe
from rokoko_tui.panes.choices import Choices
from rokoko_tui.panes.inspectable_table import Stop
from rokoko_tui.panes.layout import HALLS, PLAY
from rokoko_tui.panes.log import Log, item_of
from rokoko_tui.panes.other_turns import SincePane
from rokoko_tui.play.choice_list import Entry, Kind, first_free
from rokoko_tui.play.forecast import Reaches
from rokoko_tui.play.menu_entries import entries_asked, number_of
from rokoko_tui.play.round_lines import page_follows, round_began
from rokoko_tui.play.sessions import Session, turn_of
from rokoko_tui.play.set_selection import set_choice
from rokoko_tui.play.turn_flow import Next
from rokoko_tui.play.turn_history import last_action_of, since
from rokoko_tui.screens.handover import HandoverScreen
from rokoko_tui.screens.hinted import HintedScreen
from rokoko_tui.screens.question import Answer, Question
from rokoko_tui.screens.table_page import BRIEFLY
from rokoko_tui.screens.text_modal import Written
from rokoko_tui.text import Line
from rokoko_tui.widgets.drawing_view import Pane
from rokoko_tui.widgets.list_view import Item, Listing


class PlayScreen(HintedScreen):
    """The table. ``renew`` draws it after every change and sees who goes on."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._over_before = session.game.over
        """Whether the game was over when it was opened, and is not counted again."""
        self._asked_last, self._position_last = session.asked, session.game.cursor
        """Who was asked, and where, when somebody last was."""
        self._reaches = Reaches()
        self._clicked = ""
        self._looking = False
        """Whether the keys go back to the table once the list has asked what it has to."""
        self._begun = ""
        """The key of the group that was opened, until the next key."""

    # ---- what is asked, and who goes on

    def renew(self) -> None:
        """Draw everything from the game as it stands now, then see who goes on."""
        self.set_choice = set_choice(self.session.view)
        if self.hints is not None and self.hints.state is not self.session.state:
            self.hints = None
        self.gather()
        self.draw()
        if self.show.frame is None:
            self.show_tab(self._tab_of_choices())
            self._look_further()
        self.call_after_refresh(self.go_on)

    def _look_further(self) -> None:
        """Whoever looks around goes on at what may be chosen next; what does not lie on the table, the list asks."""
        wanted = self._open_pieces()
        if self.view.stop is not None and not wanted and any(entry.takeable for entry in self.choices.entries):
            self._looking = True
            self.set_focus(None)
        elif self._looking and wanted:
            self._looking = False
            self.call_after_refresh(self.view.look, wanted)
        else:
            self.look_on(wanted)

    def _open_pieces(self) -> frozenset[str]:
        """The pieces of what may be chosen now."""
        return frozenset().union(*(entry.pieces for entry in self.choices.entries if entry.takeable))

    def on_mount(self) -> None:
        """The first thing asked, or at once the final sheet; and while a bot thinks, it is seen for how long."""
        self.set_interval(1, self.tell_thinking)
        if self.final_first:
            self._show_final()
        else:
            self.call_after_refresh(self.renew)

    @property
    def final_first(self) -> bool:
        """Whether the game is over, so that its final sheet is what one wants to see."""
        return self.course.next() is Next.FINAL

    def on_screen_resume(self) -> None:
        """Back from a question or the final sheet, under which nothing may have been drawn yet."""
        self.call_after_refresh(self.go_on if self.choices.entries else self.renew)

    def go_on(self) -> None:
        """Whoever is asked next may have to be fetched, or to think, which goes on while something is shown."""
        if not self.on_top:
            return
        following = self.course.next()
        showing = self.keep_showing()
        if self.round_due:
            if not showing:
                self.show_round()
            return
        if showing and following is not Next.THINK:
            return
        self._announce()
        match following:
            case Next.SIT:
                self._sit_down()
            case Next.FETCH:
                self._hand_over()
            case Next.FINAL:
                self._show_final(count=not self._over_before)
            case Next.ONLY:
                self.take_only_steps()
                self.renew()
            case Next.END:
                self.wait_to_end()
            case Next.THINK:
                self.think(self.session.state)
            case Next.NOTHING if self.hints is None:
                self.think_ahead()

    def _announce(self) -> None:
        """Say in the window's title whose turn it is; ring when it becomes a person's, if that is wished."""
        session, rokoko = self.session, self.rokoko
        asked, position = session.asked, session.game.cursor
        if asked is None:
            rokoko.window.say(self.words.say("table.window.over"))
        elif [asked] == list(session.people):
            rokoko.window.say(self.words.say("table.window.yours"))
        else:
            who = self.words.seat(session.game.setup, asked)
            rokoko.window.say(self.words.say("table.window.theirs", who=who))
        turned = self._asked_last != asked and position > self._position_last
        self._asked_last, self._position_last = asked, position
        if turned and asked in session.people and rokoko.settings.bell:
            self.app.bell()

    def _show_final(self, count: bool = False) -> None:
        self.course.final_shown()
        self.rokoko.show_final(self.session.game, count)

    def _tab_of_choices(self) -> str:
        """The tab that shows the pieces of all choices, if it is one; for small screens."""
        found = {piece for entry in self.choices.entries if entry.kind is Kind.ACTION for piece in entry.pieces}
        tabs = {self.view.tab_of_piece(piece) for piece in found}
        return tabs.pop() if len(tabs) == 1 else PLAY

    def entries_now(self) -> tuple[Entry, ...]:
        """What the person asked may do, or what can be done while somebody else goes on."""
        if self.show.frame is not None:
            return self.show_entries()
        return entries_asked(self.course, self.words, self.set_choice, self.hints, self._reaches)

    def question(self) -> str:
        """What is asked, and of whom; over hints, whose they are."""
        if self.hints is None:
            return super().question()
        name = self.words.seat(self.session.game.setup, self.session.asked or 0)
        return self.words.hint("title" if self.hints.found else "looking", name)

    def offer(self, cursor: int = -1) -> None:
        """Fill the list; after an undo the cursor stands on what was undone."""
        self.view.reading = self.hints is not None
        game = self.session.game
        if cursor < 0 and game.can_redo:
            undone = game.line[game.cursor]
            cursor = number_of(undone, self.entries_now())
        if cursor < 0 and self.hints is None and self.session.eyes == self.session.asked and self.show.frame is None:
            cursor = first_free(self.entries_now(), self.session.state)
        self._begun = ""
        super().offer(cursor)

    def reached(self, action: Action) -> list[str]:
        """How far the score may go with ``action``; how it goes furthest too, unless hints are off."""
        state = self.session.state
        if isinstance(action, RevealBarry) or self.session.eyes != self.session.asked:
            return []
        found = self._reaches.of(state, action)
        if self.prospect is not None and found.worst == found.best == self.prospect.meant.score_change:
            return []
        return [self.words.score_reached(found, state, named=self.rokoko.settings.hints)]

    def chosen_pieces(self) -> frozenset[str]:
        """The things of a set chosen so far."""
        choice = self.set_choice
        return frozenset(f"{choice.zone}:{choice.things[n]}" for n in choice.chosen) if choice else frozenset()

    # ---- taking a choice

    def on_listing_taken(self, event: Listing.Taken) -> None:
        """An entry of the list is taken, or a line of the log chosen to go back to."""
        if isinstance(event.listing, Choices):
            if not self.guard.holds(event.time):
                self._take(event.listing.entry)
        elif isinstance(event.listing, Log):
            self.ask_back_to(event.listing.number)
        elif isinstance(event.listing, SincePane) and event.listing.turn is not None:
            self.show_again(event.listing.turn.numbers)

    def on_pane_picked(self, event: Pane.Picked) -> None:
        """A piece was clicked: the cursor goes to the choice about it, and a second click takes it."""
        event.stop()
        if self.guard.holds(event.time):
            return
        if event.pane.id is not None:
            self.view.look_at(Stop(event.pane.id, event.piece))
        choices = self.choices
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
                self.notify(self.words.say("table.notice.several", n=len(about)), timeout=BRIEFLY)

    def take_piece(self, piece: str) -> None:
        """Take the one choice about ``piece``; go to the list where there are several, and else say why not."""
        choices = self.choices
        about = choices.numbers_about(piece)
        takeable = [n for n in about if choices.entries[n].takeable]
        if len(takeable) > 1 and choices.entries[takeable[0]].kind is not Kind.THING:
            self.set_focus(None)
            choices.cursor = takeable[0]
        elif takeable:
            free = [n for n in takeable if not choices.entries[n].chosen]
            self._take(choices.entries[free[0] if free else takeable[-1]])
        elif about:
            self.notify("\n".join(choices.entries[n].text for n in about), markup=False)
        elif piece.startswith("player:"):
            super().take_piece(piece)
        else:
            self.notify(self.words.say("around.look.nothing"), timeout=BRIEFLY)

    def commits(self, event: events.Key) -> bool:
        """Number and letter keys pick a choice directly."""
        return self._picked(event) is not None or super().commits(event)

    def _picked(self, event: events.Key) -> int | None:
        """The choice that ``event`` picks, as the second key of a group or the first."""
        key = event.character or event.key
        within = self.choices.number_of_key(self._begun + key) if self._begun else None
        return within if within is not None else self.choices.number_of_key(key)

    def on_key(self, event: events.Key) -> None:
        """Those keys do so, unless they were meant for something else."""
        if self.not_meant(event):
            event.stop()
            event.prevent_default()
            return
        choices, number = self.choices, self._picked(event)
        group = choices.group_of_key(event.character or event.key) if number is None else None
        self._begun = (event.character or event.key) if group is not None else ""
        if number is not None or group is not None:
            event.stop()
            event.prevent_default()
        if group is not None:
            choices.cursor = group
        elif number is not None:
            choices.cursor = number
            self._take(choices.entries[number])

    def _take(self, entry: Entry | None) -> None:
        if entry is None or not self.on_top:
            return  # a key typed ahead, when what it is pressed for is asked about already
        if entry.kind is Kind.THING:
            self._toggle(self.choices.entries.index(entry))
        elif entry.step:
            self._step(entry.step)
        elif entry.kind is Kind.HINT and entry.action is not None:
            self.close_hints(entry.action)
        elif self.ending and isinstance(entry.action, EndTurn):
            self.end_now()
        elif isinstance(entry.action, EndTurn) and self._summed_up:
            self._ask_end_turn(entry.action)
        elif entry.action is not None:
            self._act(entry.action)

    @property
    def _summed_up(self) -> bool:
        """Whether ending the turn shows first what it brought: never when a page follows that tells it anyway."""
        settings = self.rokoko.settings
        return settings.turn_summary and not page_follows(self.session, settings)

    def _toggle(self, number: int) -> None:
        """Choose thing ``number`` of the list or take it back; once all are chosen the cursor goes to the whole set."""
        before = self.set_choice
        if before is None:
            return
        self.set_choice = before.toggled(self.choices.entries[number].thing)
        if self.set_choice is before:
            key = "table.notice.too-many" if before.size is not None else "table.notice.not-with"
            self.notify(self.words.say(key), timeout=BRIEFLY)
        whole = next((n for n, e in enumerate(self.entries_now()) if e.kind is Kind.ACTION), None)
        more = len(self.set_choice.chosen) > len(before.chosen)
        self.offer(whole if whole is not None and more else number)

    def _step(self, step: str) -> None:
        session = self.session
        if step == "final":
            self._show_final()
        elif step == "hurry":
            self.rokoko.thinkers.hurry()
        elif session.barry_asked:
            self._finish_barry()

    def _act(self, action: Action) -> None:
        """Take ``action``; it is on disk before the screen changes."""
        if self.write(lambda: self.session.play(action)):
            self.take_only_steps()
            self.renew()

    def _finish_barry(self) -> None:
        session = self.session
        while session.barry_asked and self.write(lambda: session.play(legal_actions(session.state)[0])):
            pass
        self.renew()

    def _ask_end_turn(self, action: Action) -> None:
        lines = [line.text for _, line in self.lines(turn_of(self.session.game))]
        answers = (
            Answer("end", self.words.say("table.end-turn.end"), "e"),
            Answer("play", self.words.say("table.end-turn.play"), "k"),
            Answer("undo", self.words.say("table.end-turn.undo"), "U"),
        )

        def answered(answer: str | None) -> None:
            if answer == "end":
                self._act(action)
            elif answer == "undo":
                self.action_undo_turn()

        self.ask_here(Question(self.words.say("table.end-turn.title"), lines, answers), answered)

    # ---- other people and bots

    def _sit_down(self) -> None:
        """The person asked takes the seat; what was typed before that is not theirs."""
        self.session.sit_down()
        self.guard.begin(self.clock())
        self.renew()

    def _hand_over(self) -> None:
        session, seat = self.session, self.course.fetch()
        game = session.game
        key = "sit-down" if last_action_of(game, seat, game.cursor) is None else "your-turn"

        def written() -> Written:
            words = self.words
            lines = [item_of(line, game) for line in self._lines_between(since(game, seat))]
            nothing = [Item(words.say("table.hand-over.nothing"), "dim", indent=0)]
            title = words.say(f"table.hand-over.{key}", who=words.seat(game.setup, seat))
            return Written(title, lines or nothing, words.say("table.hand-over.keys"))

        def answered(answer: str | None) -> None:
            self.course.fetched()
            if answer == "undo":
                self.action_undo()
            elif answer == "undo-turn":
                self.action_undo_turn()
            else:
                self._sit_down()
                if answer == "show" and self.show.frame is None:
                    self.action_show_again()

        self.show_tab(HALLS)
        self.ask(HandoverScreen(written, self.turn_tab), answered)

    def _lines_between(self, numbers: range) -> list[Line]:
        """What happened meanwhile as everybody may know it, and with a new round how all stand (HIDDEN-1)."""
        game = self.session.game
        lines = [line for _, line in self.lines_for(None, numbers)]
        if round_began(game, numbers) is not None and self.rokoko.settings.round_page:
            lines += self.words.standings(observe(game.state, None))
        return lines

    # ---- keys

    def action_take(self) -> None:
        """Take the choice under the cursor."""
        self._take(self.choices.entry)

    def action_choose(self) -> None:
        """Mark a thing, or let others take a step."""
        entry = self.choices.entry
        if entry is not None and (
            entry.kind in (Kind.THING, Kind.STEP, Kind.HINT) or isinstance(entry.action, RevealBarry)
        ):
            self._take(entry)

    def action_end_turn(self) -> None:
        """End the turn where that is offered."""
        ending = next((e for e in self.choices.entries if isinstance(e.action, EndTurn)), None)
        if ending is None and self.end_with_bonus():
            return
        if ending is None:
            self.notify(self.words.say("table.notice.turn-open"), timeout=BRIEFLY)
        else:
            self._take(ending)

    def action_reasons(self) -> None:
        """Go to what may not be done; from there, or when there is nothing of the kind, back to the first choice."""
        if self.hints is not None:
            self.close_hints()
        choices = self.choices
        here = choices.entry
        refused = [n for n, entry in enumerate(choices.entries) if entry.kind is Kind.REFUSAL]
        there = here is not None and here.kind is Kind.REFUSAL
        if not refused:
            self.notify(self.words.say("table.notice.no-reasons"), timeout=3)
        self.offer(-1 if there or not refused else refused[0])

    def action_finish(self) -> None:
        """Let du Barry finish her turn."""
        if self.session.barry_asked:
            self._step("finish")
