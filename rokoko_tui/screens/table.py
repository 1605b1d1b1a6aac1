"""The table of a game that is played, here or elsewhere: the list, its preview and the log. It plays nothing itself."""

from collections.abc import Mapping
from typing import ClassVar

from rokoko_core.actions import Action
from rokoko_core.box import box_of
from rokoko_core.goods import Purse, purse_of
from rokoko_core.observe import Observation
from rokoko_core.preview import Preview, preview
from rokoko_tui.art.help_pages import About, Here
from rokoko_tui.art.scene import Scene
from rokoko_tui.keys import bindings_of
from rokoko_tui.panes.choices import Choices
from rokoko_tui.panes.layout import LOG, PLAY
from rokoko_tui.panes.log import Log
from rokoko_tui.panes.other_turns import SincePane
from rokoko_tui.panes.preview import PreviewPane
from rokoko_tui.panes.spec import At
from rokoko_tui.play.choice_list import Entry, Kind
from rokoko_tui.play.forecast import Prospect, prospect
from rokoko_tui.play.log_lines import LogBook
from rokoko_tui.play.sessions import Table
from rokoko_tui.play.turn_history import news, since, touched
from rokoko_tui.screens.table_page import TablePage
from rokoko_tui.text import Line
from rokoko_tui.text.messages import capital
from rokoko_tui.text.piece_refs import keys_before
from rokoko_tui.text.rule_references import of_action, of_refusal
from rokoko_tui.widgets.cursor_actions import Walked
from rokoko_tui.widgets.list_view import Listing


class TableScreen(Walked, TablePage):
    """The panes around a ``Table``. ``draw`` paints all of it; moving in the list paints what that changes."""

    AT = At.PLAY
    PLACES: ClassVar[tuple[str, ...]] = ("table", "around", "look", "list", "log", "since", "app")
    CSS_PATH = "table.tcss"
    BINDINGS = bindings_of("table")
    JUMP_AGAIN = "table.jump.again"

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self._book = LogBook()
        self._touched: Mapping[str, int] = {}
        self.prospect: Prospect | None = None
        """What the choice under the cursor would change."""

    @property
    def choices(self) -> Choices:
        """The list."""
        return self.query_one(Choices)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What only those who play can do is not offered to those who watch."""
        return hasattr(self, f"action_{action}") and super().check_action(action, parameters)

    def on_mount(self) -> None:
        """Draw the table, unless something lies over it already, and again whenever something else shows it."""
        if self.on_top:
            self.draw()
        self.watch(self.app, "pictures", self.light, init=False)
        self.watch(self.choices, "cursor", self._cursor_moved, init=False)

    def told_anew(self) -> None:
        """The table in other words."""
        super().told_anew()
        self.draw()

    # ---- what is shown

    @property
    def standing(self) -> int:
        """The position the table is shown at."""
        return self.table.game.cursor

    @property
    def shown(self) -> Observation:
        """What the screen shows of it."""
        return self.table.view_at(self.standing)

    # ---- drawing

    def draw(self) -> None:
        """Paint everything from the game as it stands."""
        self._tell_log()
        self.tell_since()
        self.offer()

    def question(self) -> str:
        """What is asked, and of whom."""
        shown = self.shown.table
        return self.words.question(shown.pending[-1], shown) if shown.pending else self.words.say("table.list.over")

    def entries_now(self) -> tuple[Entry, ...]:
        """The entries of the list."""
        return (Entry(Kind.HEADING, self.words.say("table.list.watching")),)

    def offer(self, cursor: int = -1) -> None:
        """Fill the list, with the cursor on entry ``cursor`` or on the first that can be taken."""
        self.choices.offer(self.entries_now(), cursor)
        self.light()
        self.choices.name_border(self.question(), self.asked())

    def asked(self) -> str:
        """Whom the question is put to, where there is no room for it; the list says what it is about."""
        shown = self.shown.table
        seat = shown.pending[-1].seat if shown.pending else None
        return (
            self.question()
            if seat is None
            else self.words.say("table.list.asked", who=self.words.seat(shown.setup, seat))
        )

    def chosen_pieces(self) -> frozenset[str]:
        """Pieces already chosen, lit besides those of the entry under the cursor."""
        return frozenset()

    def light(self) -> None:
        """Light the pieces of what is under the cursor on every pane and say what the choice means."""
        entry = self.choices.entry
        lit = self.pieces_read()
        if lit is None:
            lit = entry.pieces if entry else frozenset()
        offered: frozenset[str] = frozenset().union(*(e.pieces for e in self.choices.entries if e.takeable))
        view = self.shown
        seat = view.seat if view.seat is not None else view.table.pending[-1].seat if view.table.pending else None
        purse = purse_of(view, seat) if seat is not None else None
        self.prospect = self._prospect_of(entry, purse)
        self.view.show(
            Scene(
                view,
                self.words,
                lit,
                offered,
                chosen=self.chosen_pieces(),
                touched=self._touched,
                ghosts=self.prospect.ghosts if self.prospect else {},
                purse=purse,
                then=self.prospect.then if self.prospect else None,
                pictures=self.rokoko.pictures,
            )
        )
        self.tell_preview(entry)

    def _prospect_of(self, entry: Entry | None, purse: Purse | None) -> Prospect | None:
        """What ``entry`` would change, if somebody may take it here."""
        if entry is None or entry.action is None or purse is None or self.table.eyes != self.table.asked:
            return None
        return prospect(self.table.state, entry.action, purse)

    def pieces_read(self) -> frozenset[str] | None:
        """What somebody looks at, or reads of in the log or in the card of the turns; None when nobody does."""
        if self.view.stop is not None:
            return frozenset((self.view.looked_at,))
        reading = self.focused
        return keys_before(reading.moved, self.table.eyes) if isinstance(reading, Log | SincePane) else None

    def tell_preview(self, entry: Entry | None) -> None:
        """Say what ``entry`` means."""
        self.query_one(PreviewPane).tell(*self.explained(entry))

    def explained(self, entry: Entry | None) -> tuple[str, list[str]]:
        """What ``entry`` means, or what is looked at: a heading, and lines."""
        state = self.table.state
        if self.view.stop is not None:
            return self.about_looked_at()
        if entry is None or entry.kind is Kind.HEADING:
            return "", []
        if entry.refusal is not None:
            return self.words.say("table.preview.not-now"), [entry.text]
        if entry.action is not None:
            meant = self.prospect.meant if self.prospect is not None else preview(state, entry.action)
            says = self._about(entry) if meant == Preview() else self.words.preview(meant, state)
            return entry.text, [*self.reached(entry.action), *says]
        return entry.text, self._about(entry)

    def reached(self, action: Action) -> list[str]:
        """How far the score may go with ``action`` once all is decided, where that is more than what it does now."""
        return []

    def _about(self, entry: Entry) -> list[str]:
        """What the piece of ``entry`` is, beyond what the entry says of it; else what is asked."""
        state = self.shown.table
        said = [self.words.piece(piece, state) for piece in entry.pieces] if len(entry.pieces) == 1 else []
        said = [capital(text.removeprefix(f"{entry.text} · ")) for text in said]
        return said or (self.words.help_for(state.pending[-1]) if state.pending else [])

    def lines(self, numbers: range) -> list[tuple[int, Line]]:
        """The log lines of the actions ``numbers`` for whoever is looking."""
        return self._book.lines(self.table.game, self.words, self.table.eyes, numbers)

    def lines_for(self, seat: int | None, numbers: range) -> list[tuple[int, Line]]:
        """The same for ``seat``."""
        return self._book.lines(self.table.game, self.words, seat, numbers)

    def _tell_log(self) -> None:
        game, eyes, here = self.table.game, self.table.eyes, self.standing
        fresh = since(game, eyes, here).start if eyes is not None else here
        opening = [(0, line) for line in self._book.opening(game, self.words)]
        self.query_one(Log).tell(game, [*opening, *self.lines(range(here))], fresh)

    def tell_since(self) -> None:
        """The turns of the others since the onlooker's own, and what they touched."""
        game, eyes, here = self.table.game, self.table.eyes, self.standing
        turns = news(game, eyes, here)
        self.query_one(SincePane).tell(turns, game.setup, box_of(game.at(0)), self.words)
        self._touched = touched(game, eyes, here)

    def help_here(self, keys: tuple[tuple[str, str], ...]) -> Here:
        """What is asked now, and what is read or stands under the cursor, explained."""
        asked = tuple(self.words.help_at(self.table.state))
        return super().help_here(keys)._replace(lines=asked)

    def help_about(self) -> About | None:
        """The piece looked at, the line of the log that is read, or the choice or refusal under the cursor."""
        looked = super().help_about()
        if looked is not None:
            return looked
        log, entry, state = self.query_one(Log), self.choices.entry, self.table.state
        if self.focused is log and log.reading is not None:
            return About(log.reading.text, (), log.reading.rule, at_once=True)
        if entry is not None and entry.refusal is not None:
            return About(entry.text, (), of_refusal(entry.refusal, state), at_once=True)
        if entry is None or entry.action is None:
            return None
        meant = () if self.prospect is None else tuple(self.words.preview(self.prospect.meant, state))
        return About(entry.text, meant, of_action(entry.action, state))

    def _cursor_moved(self) -> None:
        """The cursor of the list lights other pieces, painted together with it."""
        self.light()

    def on_listing_moved(self, event: Listing.Moved) -> None:
        """Another line is read: its pieces are lit."""
        if isinstance(event.listing, Log | SincePane):
            self.light()

    def on_descendant_focus(self) -> None:
        """Somebody reads the log or the card now, or looks around."""
        self._light_what_is_read()

    def on_descendant_blur(self) -> None:
        """Nobody does any more."""
        self._light_what_is_read()

    def _light_what_is_read(self) -> None:
        if self.at_hand:
            self.choices.set_class(self.focused is not None, "-left")
            self.light()

    # ---- looking around

    def looked_for(self) -> frozenset[str]:
        """The pieces of the choice under the cursor of the list."""
        entry = self.choices.entry
        return entry.pieces if entry is not None and entry.takeable else frozenset()

    def on_looking_table_moved(self) -> None:
        """The list goes along to the choice about what is looked at."""
        choices = self.choices
        about = choices.numbers_about(self.view.looked_at)
        if about and choices.cursor not in about and choices.entries[about[0]].takeable:
            choices.cursor = about[0]
        self.light()

    def about_looked_at(self) -> tuple[str, list[str]]:
        """What is looked at, what Enter would do and bring, or why it would do nothing."""
        name, said = super().about_looked_at()
        entries = [self.choices.entries[n] for n in self.choices.numbers_about(self.view.looked_at)]
        takeable = [entry for entry in entries if entry.takeable]
        if len(takeable) > 1 and takeable[0].kind is not Kind.THING:
            return name, [self.words.say("around.look.several", n=len(takeable)), *said]
        if takeable:
            does = self.words.say("around.look.enter", what=takeable[0].text)
            meant = self.prospect.meant if self.prospect is not None else Preview()
            return name, [does, *self.words.preview(meant, self.table.state), *said]
        return name, [*[self.words.say("around.look.not-now", what=entry.text) for entry in entries], *said]

    # ---- the list by keys

    @property
    def walked(self) -> Choices:
        """The list."""
        return self.choices

    def action_group_up(self) -> None:
        """To the group before."""
        self.choices.move_group(-1)

    def action_group_down(self) -> None:
        """To the next group."""
        self.choices.move_group(1)

    def action_back(self) -> None:
        """From a pane to the choices, from another tab to Play, from there out of the game."""
        if self.focused is not None or self.view.tab not in ("", PLAY):
            self.set_focus(None)
            self.show_tab(PLAY)
        else:
            self.rokoko.ask_to_leave_game()

    # ---- tabs and panes

    def show_tab(self, tab: str) -> None:
        """Show the panes of ``tab`` where the screen is too small for all; the log takes the keys then."""
        super().show_tab(tab)
        if tab == LOG or self.view.stop is None:
            self.set_focus(self.query_one(Log) if tab == LOG else None)
        self.look_on()

    def action_log(self) -> None:
        """Into the log."""
        self.go_to("log")

    def jump_again(self) -> None:
        """To the tab that shows the pieces of the choice under the cursor."""
        tabs = self.view.tabs
        there = sorted(tabs.marked - {tabs.current}) or sorted(tabs.marked)
        if there:
            self.show_tab(there[0])
