"""The list of choices: keys, clicks and commands pick and take them."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rokoko_core.actions import Action, Decline, Depute, DiscardTile, EndTurn, RevealBarry, Sell
from rokoko_core.box import box_of
from rokoko_core.play.choices import deputes_master_for_nothing, is_bonus, is_pass
from rokoko_core.play.driver import Next
from rokoko_core.terms import Zone
from rokoko_tui.keys import keys_of_id
from rokoko_tui.table import undo
from rokoko_tui.table.choice_list import EntryKind, MenuEntry, find_useful_entry
from rokoko_tui.table.commands import Click, Command, CommandId, GoBackTo, MoveTo, Press, ShowTurns, TakePiece
from rokoko_tui.table.effects import Ask, Change, Choice, Effects, Final, Lasts, Request, Say, SayTooEarly
from rokoko_tui.table.frames import WINNER
from rokoko_tui.table.log_lines import describe_turn_so_far
from rokoko_tui.table.menu_entries import find_about, find_entry, find_group, find_key, list_menu_entries
from rokoko_tui.table.modes import Mode
from rokoko_tui.table.page import TablePage
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.wording import Wording

if TYPE_CHECKING:
    from rokoko_core.remote.client import RemoteGame
    from rokoko_tui.table.session import TableSession

COMMITTING = tuple(
    f"table.{name}" for name in ("take", "choose", "end-turn", "finish", "redo", "redo-turn", "hint", "back")
)
"""Commands of the table whose keys must not have been meant for what was shown before."""


class Deciding(Mode):
    """The mode of ordinary games: everything is allowed. The lesson, puzzles and hosted games replace parts of it."""

    session: "TableSession"

    is_guided = False
    """Whether texts explain each step: nothing is automatic, and no round page or final sheet covers them."""

    has_countdown = True
    """Whether a turn that only has to be ended ends after a countdown, if the settings say so."""

    hosted: "RemoteGame | None" = None
    """The game, if a host keeps it."""

    def __init__(self, session: "TableSession") -> None:
        super().__init__(session)
        self._clicked_at = -1
        """The position of the last click that was not repeated."""
        self._asked_in = -1
        """Where the turn began in which a question about a Master was asked."""

    @property
    def plays_back(self) -> bool:
        """Whether what others did is played back."""
        return True

    # ---- what is shown

    def page(self) -> TablePage:
        can_undo = self.session.moment.last_decision >= 0
        return replace(super().page(), idle=self.idle_commands, can_undo=can_undo, can_hint=self.can_hint)

    @property
    def can_hint(self) -> bool:
        """Whether there are hints to look for."""
        return self.session.hints.refusal is None

    @property
    def copied(self) -> str:
        """What the key for copying copies; empty for the table."""
        return ""

    @property
    def absent_commands(self) -> frozenset[str]:
        """Commands that have nothing to do at any time of this game, so that the help leaves them out."""
        game = self.session.game
        has = {
            "seats": False,
            "chat": False,
            "finish": box_of(game.observation().table).solo,
            "hurry": any(map(game.is_bot, range(len(game.setup.players)))),
            "concede": game.conceding_seat is not None,
        }
        return frozenset(command for command, is_there in has.items() if not is_there)

    @property
    def idle_commands(self) -> frozenset[str]:
        """Commands that have nothing to do now, so that the footer leaves them out."""
        game = self.session.game
        can_do = {"finish": game.du_barry_to_move, "concede": game.conceding_seat is not None}
        return frozenset({"seats", "chat", *(command for command, can in can_do.items() if not can)})

    def rows(self) -> tuple[MenuEntry, ...]:
        session = self.session
        hand = session.hands.get(session.game.viewer)
        entries = list_menu_entries(session.driver, session.settings, session.moment.selection, hand)
        return (*session.moment.notes, *self._name_winner(), *entries)

    def _name_winner(self) -> Iterator[MenuEntry]:
        """Yield who won, once the game is over and the final scores were shown."""
        session, position = self.session, self.session.game.position
        if session.game.to_move is None and session.driver.next() is not Next.FINAL:
            for _, line in session.lines(range(max(0, position - 1), position)):
                if line.kind == WINNER:
                    yield MenuEntry(EntryKind.HEADING, line.text)

    def find_start(self, rows: Sequence[MenuEntry]) -> int:
        """Return what was undone unless it was a pass, else what the last hint planned, else what is useful."""
        session, game = self.session, self.session.game
        step = game.own_action(game.position) if game.can_redo else session.hints.next_step()
        number = find_entry(step, rows) if not isinstance(step, Decline) else -1
        return number if number >= 0 or game.viewer != game.to_move else find_useful_entry(rows)

    def titles(self) -> Wording:
        words = self.session.words
        if code := self.session.moment.opened:
            entry, rows = self.session.moment.entry, self.session.moment.rows
            folder = entry.folder if entry is not None else ""
            if entry is not None and entry.key == code:
                form = "digit"
            elif any(row.folder == folder and row.is_selectable and row.key[:1] != code for row in rows if folder):
                form = "started-letters"
            else:
                form = "started"
            return words.wording(f"table.list.{form}", key=code)
        if self.session.moment.clicked is not None and not self.session.moment.is_piece_clicked:
            return words.wording("table.list.click-again")
        return super().titles()

    # ---- commands

    def handle(self, command: Command) -> Effects:
        """Return the effects of ``command``."""
        session = self.session
        match command:
            case Press():
                return self._press(command)
            case Click(time) if session.playback.guard.blocks(time) or session.guard.blocks(time):
                return [SayTooEarly()]
            case Click():
                return self._click(command)
            case TakePiece(piece):
                return self._take_piece(piece)
            case MoveTo(row):
                self.move_to(row)
            case GoBackTo(number):
                if self.has_task:
                    return [Say(session.words.say("table.notice.log-only"))]
                return undo.ask_to_undo_before(session, number)
            case ShowTurns(numbers):
                return session.playback.show_again(numbers)
            case CommandId():
                return self.obey(command)
        return []

    def obey(self, command: CommandId) -> Effects:
        """Return the effects of a command without details."""
        session = self.session
        match command:
            case CommandId.TAKE:
                return self.take(session.moment.entry)
            case CommandId.CHOOSE:
                return self._select(session.moment.entry)
            case CommandId.UNDO | CommandId.UNDO_TURN:
                return self.undo(command is CommandId.UNDO_TURN)
            case CommandId.REDO:
                return self._redo(lambda: session.game.redo_to(session.driver.next_decision))
            case CommandId.REDO_TURN:
                return self._redo(session.game.redo_turn)
            case CommandId.END_TURN:
                return self._end_turn()
            case CommandId.REASONS:
                return self._go_to_reasons()
            case CommandId.HINT:
                return session.hints.open()
            case CommandId.HURRY:
                return self._hurry()
            case CommandId.FINISH:
                return self._finish_du_barry()
            case CommandId.PACE:
                return session.playback.change_pace()
            case CommandId.SHOW_AGAIN:
                return session.playback.show_last_turns()
            case CommandId.CLOSE_GROUP:
                session.update(opened="")
            case CommandId.BACK:
                return self._go_back()
        return []

    def move_to(self, row: int) -> None:
        """Move the cursor of the list."""
        self.session.update(cursor=row)

    # ---- keys

    def _press(self, press: Press) -> Effects:
        """Take the choice that a key picks, unless the key was meant for what was shown a moment ago."""
        session, moment = self.session, self.session.moment
        typed = moment.opened + press.text
        number, longer = find_key(moment.rows, typed), find_group(moment.rows, typed)
        commits = number is not None or any(press.key in keys_of_id(id, session.settings.keys) for id in COMMITTING)
        is_early = commits and session.playback.guard.blocks(press.time)
        if is_early or (number is not None and session.guard.blocks(press.time)):
            return [Request.STOP_KEY, SayTooEarly(press.shown_key)]
        if press.key in keys_of_id("table.back", session.settings.keys):
            return []  # the command closes the group
        group = find_group(moment.rows, press.text) if number is None else None
        if number is not None and longer is not None:  # a number of which more digits may follow
            group, number = number, None
        if group is not None:
            session.update(opened=press.text)
            self.move_to(group)
            return [Request.STOP_KEY, *([Request.STOP_INSPECTING] if session.inspected is not None else [])]
        if number is not None or not press.is_unbound or find_key(moment.rows, moment.opened) is not None:
            session.update(opened="")  # else a wrong second key leaves the group open
        if number is not None:
            self.move_to(number)
            return [Request.STOP_KEY, *self.take(session.moment.entry)]
        if not press.is_unbound:
            return []
        key = moment.opened + session.words.format_keys(press.shown_key)
        return [Say(session.words.say_of("table.notice.no-key", {"key": key}))]

    def _go_back(self) -> Effects:
        """Close a group; go from the reasons to the choices; else leave."""
        moment = self.session.moment
        if moment.opened:
            self.session.update(opened="")
            return []
        if moment.entry is not None and moment.entry.kind is EntryKind.REFUSAL:
            return self._go_to_reasons()
        return self.leave()

    def leave(self) -> Effects:
        return [Request.GO_BACK]

    # ---- pieces

    def _click(self, click: Click) -> Effects:
        """Take the one choice that is clicked; the first click only selects it where it spends or ends something.

        A repeated click was meant for the list that the first one answered: it only takes what that one selected.
        """
        session, moment, target = self.session, self.session.moment, click.target
        if isinstance(target, MenuEntry):
            about = [n for n, row in enumerate(moment.rows) if row == target]
        else:
            about = find_about(moment.rows, target)
        if not click.is_repeated:
            self._clicked_at = session.game.position
        if session.game.position != self._clicked_at:
            return []  # the first of these clicks made the choice
        if isinstance(target, MenuEntry) and not about:
            return [SayTooEarly()]
        entry = moment.rows[about[0]] if about else None
        if len(about) == 1 and entry is not None and moment.clicked is not None and entry.action == moment.clicked:
            return self.take(entry)
        session.update(clicked=None)
        if entry is None:
            return []
        if len(about) > 1 and entry.kind is not EntryKind.THING:
            later = [n for n in about if n > moment.cursor]
            self.move_to(later[0] if later else about[0])
            return [Say(session.words.say("table.notice.several", n=len(about)))]
        if click.is_repeated:
            return []
        effects = self._click_choice(self._next_piece(about))
        session.update(is_piece_clicked=isinstance(target, PieceRef))
        if session.moment.clicked is not None and session.moment.is_piece_clicked:
            return [*effects, Say(session.words.say("table.notice.click-again"))]
        return effects

    def _click_choice(self, entry: MenuEntry) -> Effects:
        """Take ``entry`` or select it for another click; a heading opens its group, whose first choice is selected."""
        session, rows = self.session, self.session.moment.rows
        if entry.kind is EntryKind.HEADING:
            group = [n for n, row in enumerate(rows) if row.folder == entry.folder and row.is_selectable]
            if entry.folder and group:
                self.move_to(group[0])
            return []
        self.move_to(rows.index(entry))
        if not self.asks_again(entry):
            return self.take(entry)
        session.update(clicked=entry.action)
        return []

    def asks_again(self, entry: MenuEntry) -> bool:
        """Return whether taking ``entry`` needs a second click."""
        menu, table = self.session.game.menu, self.session.game.observation().table
        item = menu.item(entry.action) if entry.action is not None and entry.kind is EntryKind.ACTION else None
        if item is None or menu.only_end:
            return False
        if is_pass(item.action) and is_bonus(table):  # a bonus that has to be paid is skipped at no cost
            return entry.wastes
        return item.spends or entry.wastes or is_pass(item.action) or isinstance(item.action, DiscardTile | Sell)

    def _take_piece(self, piece: PieceRef) -> Effects:
        """Take the one choice about ``piece``, else say why there is none.

        Where there are several, and for the played card, which would be deputed, go to the list.
        """
        session, rows = self.session, self.session.moment.rows
        about = find_about(rows, piece)
        takeable = [n for n in about if rows[n].is_selectable]
        first = rows[takeable[0]] if takeable else None
        is_one_of_several = len(takeable) > 1 and first is not None and first.kind is not EntryKind.THING
        action = first.action if first is not None else None
        if is_one_of_several or (isinstance(action, Depute) and action.zone is Zone.PLAYED):
            self.move_to(takeable[0])
            return [Request.RELEASE_FOCUS]
        if takeable:
            return self.take(self._next_piece(takeable))
        if about:
            return [Say("\n".join(rows[n].text for n in about), Lasts.USUAL)]
        return [Say(session.words.say("inspection.look.nothing"))]

    def _next_piece(self, numbers: Sequence[int]) -> MenuEntry:
        """Return the first entry not chosen yet, or the last."""
        rows = self.session.moment.rows
        free = [n for n in numbers if not rows[n].chosen]
        return rows[free[0] if free else numbers[-1]]

    # ---- taking

    def take(self, entry: MenuEntry | None) -> Effects:
        """Play an action, carry out a step, or select a piece; ask before the turn ends."""
        session = self.session
        if entry is None:
            return []
        if entry.kind is EntryKind.THING:
            return self.toggle(entry)
        if entry.step:
            return self.take_step(entry.step)
        if entry.kind is EntryKind.HINT:
            return session.hints.close(entry.action)
        if entry.action is None:
            return []
        if isinstance(entry.action, EndTurn) and session.mode is session.ending:
            return session.ending.end_now()
        if isinstance(entry.action, EndTurn) and session.is_automatic and session.sums_up_turn:
            return [self._ask_end_turn()]
        return self.play(entry.action)

    def play(self, action: Action) -> Effects:
        """Play ``action``; ask once a turn before a Master is deputed for nothing."""
        session, game, say = self.session, self.session.game, self.session.words.say
        turn = game.turn_start(game.position)
        if self._asked_in == turn or not deputes_master_for_nothing(action, game.observation().table):
            return session.play(action)
        self._asked_in = turn

        def answered(answer: str) -> Effects:
            return session.play(action) if answer == "depute" else [Request.REDRAW]

        choices = [Choice(f"answers.depute.{each}", say(f"table.depute.{each}")) for each in ("keep", "depute")]
        return [Ask(say("table.depute.title"), (say("table.depute.nothing"),), choices, answered, game.observation())]

    def _select(self, entry: MenuEntry | None) -> Effects:
        """Take ``entry`` if it selects a piece or lets others take a step."""
        if entry is None:
            return []
        selects = entry.kind in (EntryKind.THING, EntryKind.STEP, EntryKind.HINT)
        return self.take(entry) if selects or isinstance(entry.action, RevealBarry) else []

    def toggle(self, entry: MenuEntry) -> Effects:
        """Select the piece of ``entry`` or deselect it; the last card of a hand takes it, unless Enter is wanted.

        After a selection the cursor is on the whole set if it is complete, else on the next piece not selected.
        """
        session, before = self.session, self.session.moment.selection
        if before is None:
            return []
        selection, number = before.toggle(entry.thing), session.moment.rows.index(entry)
        if selection is before:
            key = "table.notice.too-many" if before.size is not None else "table.notice.not-with"
            effects: Effects = [Say(session.words.say(key))]
        else:
            effects = []
        session.update(selection=selection)
        session.services.selections[session.game.viewer, session.game.position] = selection
        if selection.zone == "supply":
            session.hands[session.game.viewer] = selection
        if len(selection.chosen) > len(before.chosen):
            number = self.find_next(number)
        session.fill(number)
        if session.settings.confirm_hand or selection.size is None or selection.action is None:
            return effects
        session.guard.begin(session.now())
        return [*effects, *session.play(selection.action)]

    def find_next(self, number: int) -> int:
        """Return the row for the cursor after the piece ``number`` was selected."""
        rows = list(enumerate(self.rows()))
        whole = [n for n, row in rows if row.kind is EntryKind.ACTION]
        rest = [n for n, row in rows if row.kind is EntryKind.THING and not row.chosen]
        return next(iter([*whole, *(n for n in rest if n > number), *rest]), number)

    def take_step(self, step: str) -> Effects:
        """Carry out an entry of the kind STEP."""
        if step == "final":
            return self.session.show_final(count=False)
        return [Request.HURRY] if step == "hurry" else self._finish_du_barry()

    def _hurry(self) -> Effects:
        """Let the bot that is thinking move now."""
        if self.session.driver.thought is None:
            return [Say(self.session.words.say("table.notice.nobody-thinks"))]
        return [Request.HURRY]

    def _finish_du_barry(self) -> Effects:
        """Play the rest of Madame du Barry's turn, if it is hers."""
        game = self.session.game

        def play_next() -> Effects:
            if not game.du_barry_to_move:
                return [Request.REDRAW]
            return [Change(lambda: game.play(game.menu.actions[0]), play_next)]

        return play_next() if game.du_barry_to_move else []

    def finish(self, count: bool) -> Effects:
        """Show the end of the game."""
        return [Final(count)]

    def undo(self, whole_turn: bool) -> Effects:
        last = self.session.driver.last_decision
        target = self.session.game.turn_start(last) if whole_turn and last >= 0 else last
        return undo.undo_to(self.session, target)

    def _redo(self, redo: Callable[[], Awaitable[None]]) -> Effects:
        if not self.session.game.can_redo:
            return [Say(self.session.words.say("table.notice.no-redo"))]
        return [Change(redo)]

    # ---- the end of a turn

    def _end_turn(self) -> Effects:
        """End the turn where that is offered, else say that it is open."""
        ending = self.find_ending()
        return self.take(ending) if ending is not None else self._end_turn_with_bonus()

    def find_ending(self) -> MenuEntry | None:
        """Return the entry that ends the turn."""
        return next((row for row in self.session.moment.rows if isinstance(row.action, EndTurn)), None)

    def _end_turn_with_bonus(self) -> Effects:
        """Say that a bonus is left, and the second time decline it and end the turn; else say that it is open."""
        session, game = self.session, self.session.game
        if not game.menu.items:
            return [self._say_who_chooses()]
        if not is_bonus(game.observation().table) or Decline() not in game.menu.actions:
            return [Say(session.words.say("table.notice.turn-open"))]
        if not session.moment.is_warned:
            session.update(is_warned=True)
            return [Say(session.words.say("table.automatic.bonus"), Lasts.TWICE)]
        return [Change(lambda: game.play(Decline()), session.ending.end_now)]

    def _ask_end_turn(self) -> Ask:
        session, game, say = self.session, self.session.game, self.session.words.say

        def answered(answer: str) -> Effects:
            if answer == "end":
                return session.play(EndTurn())
            return self.undo(whole_turn=True) if answer == "undo" else []

        choices = [
            Choice(f"answers.end-turn.{each}", say(f"table.end-turn.{each}")) for each in ("end", "play", "undo")
        ]
        loss, lines = session.ending.describe_loss(), describe_turn_so_far(game, session.words)
        lines = [*([say("table.given-up.sentence", what=loss)] if loss else []), *lines]
        return Ask(say("table.end-turn.title"), lines, choices, answered, game.observation())

    def _go_to_reasons(self) -> Effects:
        """Go to what may not be done, and why; from there, or where there is nothing, back to the first choice."""
        session, moment = self.session, self.session.moment
        refused = [n for n, row in enumerate(moment.rows) if row.kind is EntryKind.REFUSAL]
        is_there = moment.entry is not None and moment.entry.kind is EntryKind.REFUSAL
        session.fill(-1 if not refused or is_there else refused[0])
        if refused:
            return []
        return [
            Say(session.words.say("table.notice.no-reasons")) if session.game.menu.items else self._say_who_chooses()
        ]

    def _say_who_chooses(self) -> Say:
        """Say who is to move, where the viewer has no choice, or that the game is over."""
        words, seat = self.session.words, self.session.game.to_move
        if seat is None:
            return Say(words.say("table.list.over"))
        return Say(words.say("table.remote.chooses", who=words.seat(self.session.game.setup, seat)))

    # ---- what happens without a command

    def arrive(self) -> Effects:
        """Return what a new position causes before it is drawn."""
        return []

    def proceed(self) -> Effects:
        """Return what is next once the table is drawn."""
        return self.session.continue_game()
