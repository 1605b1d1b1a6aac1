"""The table of a game that is played, without Textual: what it shows, and what a command or an answer causes."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from rokoko_core.actions import Action, PlayCard, UseBonus
from rokoko_core.bots.advice import Advice
from rokoko_core.bots.external_bots import BadBot
from rokoko_core.box import box_of
from rokoko_core.observe import Observation
from rokoko_core.play.choices import is_occasional
from rokoko_core.play.driver import GameDriver, Next, Thinker
from rokoko_core.play.forecast import Forecast, NoForecast
from rokoko_core.play.puzzle_game import PuzzleGame
from rokoko_core.play.set_selection import SetSelection, make_set_selection
from rokoko_core.play.view import GameControl, NothingToRedo, NotWritten
from rokoko_core.remote.client import RemoteGame, Waiting
from rokoko_core.state import State
from rokoko_tui.hosting.hosted_text import describe_failure
from rokoko_tui.hosting.own_hosts import Invitation
from rokoko_tui.lesson import LessonGame
from rokoko_tui.settings.settings import Settings
from rokoko_tui.table.choice_list import EntryKind, MenuEntry
from rokoko_tui.table.commands import Answered, Click, Command, CommandId, Mouse
from rokoko_tui.table.effects import Ask, Change, Effects, HandOver, Lasts, Request, RoundPage, Say, Think, Title, Wait
from rokoko_tui.table.key_guard import TIMES_AFTER_FORCED, KeyGuard
from rokoko_tui.table.log_lines import is_followed_by_summary
from rokoko_tui.table.modes.deciding import Deciding
from rokoko_tui.table.modes.ending import EndingMode
from rokoko_tui.table.modes.hints import HintsMode
from rokoko_tui.table.modes.hosted import HostedMode
from rokoko_tui.table.modes.lesson import LessonMode
from rokoko_tui.table.modes.playback import PlaybackMode
from rokoko_tui.table.modes.puzzle import PuzzleMode
from rokoko_tui.table.page import ListSize, Moment, measure_list
from rokoko_tui.table.watch_session import WatchSession
from rokoko_tui.text import Words

TRY_AGAIN = 5.0
"""Seconds before an automatic step that was refused is tried again."""


async def _advise_nothing(*_: object) -> tuple[Advice, ...]:
    return ()


@dataclass(frozen=True)
class Services:
    """What a session needs of the program that runs it."""

    bots: Thinker
    advise: Callable[..., Awaitable[tuple[Advice, ...]]] = _advise_nothing
    """Returns the best choices, as ``BotRunner.advice`` does."""
    now: Callable[[], float] = monotonic
    """Returns the time in seconds, by the clock of key events."""
    push: Callable[[Effects], None] = lambda effects: None
    """Carries out effects of what others did."""
    has_finished: Callable[[int], bool] = lambda games: True
    """Returns whether the player has finished so many games."""
    invitation: Callable[[], Invitation | None] = lambda: None
    """Returns how others join the game that this program hosts."""
    describe_opening: Callable[[Words], list[str]] = lambda words: []
    """Returns what to know about the game just opened: for the page of its first hand-over, else a notice."""
    selections: dict[tuple[int | None, int], SetSelection] = field(default_factory=dict)
    """Sets that were begun, by viewer and position; they outlive the table, so that leaving it loses none."""
    puzzle_hints: dict[int, int] = field(default_factory=dict)
    """By number of a puzzle, the hints that were taken in it; they outlive the table too."""
    saves: Path = Path()
    spoken: Words | None = None
    """The words of plain mode, where every step is a person's own, and what others do is printed, not played back."""


class TableSession(WatchSession):
    """A game with its modes; exactly one of them is active."""

    def __init__(self, game: GameControl, settings: Settings, services: Services) -> None:
        self.game: GameControl = game
        self.services = services
        self.hands: dict[int | None, SetSelection] = {}
        """The cards that each viewer selected last."""
        super().__init__(game, settings)
        self.list_size = ListSize()
        self.game_mode = self._make_game_mode(game)
        """The mode of this kind of game, while nothing else is shown."""
        self.driver = GameDriver(game, settings, services.bots, self.is_automatic)
        self.playback = PlaybackMode(self)
        self.hints = HintsMode(self)
        self.ending = EndingMode(self)
        self.guard = KeyGuard()
        """Blocks keys that were typed for the step after one that came unexpectedly."""
        self._notice = MoverNotice(game, settings, self.game_mode.hosted is not None)
        self._round_shown = self._round
        self._was_over = game.to_move is None
        """Whether the game was over when it was opened, and is not counted again."""
        self._is_opening = True
        """Whether nothing was said yet of the game just opened."""

    def _make_game_mode(self, game: GameControl) -> Deciding:
        if isinstance(game, LessonGame):
            return LessonMode(self, game)
        if isinstance(game, PuzzleGame):
            return PuzzleMode(self, game)
        if isinstance(game, RemoteGame) and not self.is_plain:  # plain mode listens itself
            return HostedMode(self, game)
        return Deciding(self)

    @property
    def words(self) -> Words:
        return self.services.spoken or self.settings.words

    @property
    def is_plain(self) -> bool:
        """Whether plain mode runs the session."""
        return self.services.spoken is not None

    @property
    def is_automatic(self) -> bool:
        """Whether forced moves and ends of turns may be taken automatically."""
        return not self.game_mode.is_guided and not self.is_plain

    def now(self) -> float:
        return self.services.now()

    @property
    def position(self) -> int:
        return self.playback.queue.position

    def begin_moment(self, view: Observation) -> Moment:
        """Return a moment with the set that was begun if one is asked for; a payment begins with the cheapest."""
        selection = make_set_selection(view)
        begun = self.services.selections.get((self.game.viewer, self.game.position))
        if selection is not None and begun is not None and begun.things == selection.things:
            selection = begun
        elif selection is not None and not self.is_plain:
            selection = selection.select_cheapest()
        return Moment(view, selection=selection)

    @property
    def mode(self) -> Deciding | PlaybackMode | HintsMode | EndingMode:
        if self.playback.frame is not None:
            return self.playback
        if self.moment.hints is not None:
            return self.hints
        return self.ending if self.ending.is_due else self.game_mode

    def fill(self, cursor: int = -1, kept: MenuEntry | None = None) -> None:
        self.update(last_decision=self.driver.last_decision)
        super().fill(cursor, kept)
        game = self.game
        if self.mode is not self.hints and game.viewer == game.to_move and self.playback.frame is None:
            table, settings = game.observation().table, self.settings
            self.list_size = measure_list(self.moment.rows, table, settings.confirm_hand, self.game_mode.has_task)

    # ---- commands

    @property
    def captures_input(self) -> bool:
        """Whether keys and clicks go to the mode that is active, before bindings and widgets."""
        return self.mode is self.playback

    def handle(self, command: Command) -> Effects:
        """Return the effects of ``command``."""
        match command:
            case Answered(effect, value):
                return self._accept(effect, value)
            case Mouse() if self.mode is not self.playback:
                return self.playback.release_mouse()
            case CommandId.REFRESH:
                return self._refresh()
            case CommandId.PROCEED:
                return self.game_mode.proceed()
            case CommandId.FINAL:
                return self.show_final(count=False)
        if not isinstance(command, Click):
            self.update(clicked=None)
        return self.mode.handle(command)

    def _accept(self, effect: Think | Wait | Ask | HandOver, value: Any) -> Effects:
        """Return what follows an effect; nothing where its position is not the present one any more."""
        is_late = effect.view is not None and effect.view is not self.moment.observation
        return [] if is_late else effect.then(value)

    async def make(self, change: Change) -> Effects:
        """Make ``change``, and return what follows it, or why the disk or the host refused it."""
        try:
            await change.make()
        except NothingToRedo:
            return [Say(self.words.say("table.notice.no-redo"))]
        except Waiting:  # the list says so
            return change.failed()
        except NotWritten as error:
            return [Say(describe_failure(error, self.words), Lasts.LONG, "error"), *change.failed()]
        return change.then()

    def _try_again_later(self) -> Effects:
        """Proceed after a while: an automatic step that was refused, as by a full disk, would be refused at once."""
        return [Wait("try-again", TRY_AGAIN, lambda _: [Request.REDRAW], self.moment.observation)]

    def fetch_forecast(self) -> Effects:
        """Fetch the forecast of the choice under the cursor where that takes time."""
        entry, fetched = self.forecast_entry, self.moment.forecast
        action = entry.action if entry is not None else None
        if action is None or self.game.known_forecast(action) is not None or (fetched and fetched[0] == action):
            return []
        self.update(forecast=(action, None))

        async def fetch() -> Forecast | None:
            try:
                return await self.game.forecast(action)
            except NoForecast:
                return None  # the game continued meanwhile

        def show(forecast: Forecast | None) -> Effects:
            self.update(forecast=(action, forecast))
            return []

        return [Think("forecast", fetch, show, self.moment.observation)]

    # ---- actions

    def play(self, action: Action) -> Effects:
        """Take ``action``, then the forced ones after it."""
        self.services.selections.pop((self.game.viewer, self.game.position), None)

        def finish() -> Effects:
            if is_occasional(self.game.observation().table):
                self.guard.begin(self.now())
            return [Request.REDRAW]

        self.ending.note(action)
        return [Request.CLEAR_NOTICES, Change(lambda: self.game.play(action), lambda: self._take_forced(finish))]

    def _take_forced(self, finish: Callable[[], Effects], notes: tuple[MenuEntry, ...] = ()) -> Effects:
        """Take every forced action until something is to be decided or shown, then ``finish``; the list says so."""
        if self.driver.next() is not Next.FORCED or self.is_showing:
            if notes:
                self.update(notes=notes)
            return finish()
        number, forced, table = self.game.position, self.game.menu.forced, self.game.observation().table

        def continue_forced() -> Effects:
            lines = [line.text for _, line in self.lines(range(number, number + 1))]
            if not notes and lines:
                lines[0] = self._name_forced(forced, table, lines[0])
            return self._take_forced(finish, (*notes, *(MenuEntry(EntryKind.NOTE, line) for line in lines)))

        return [Change(self.driver.take_forced_action, continue_forced, self._try_again_later)]

    def _name_forced(self, action: Action | None, state: State, line: str) -> str:
        """Return what the list says of the first forced action; ``line`` is about it in the log."""
        say = self.words.say
        if isinstance(action, PlayCard):
            rank = box_of(state).card[action.card].rank
            return say("table.automatic.only-card", rank=self.words.rank(rank))
        return say(f"table.automatic.{'gain' if isinstance(action, UseBonus) else 'only'}", text=line)

    def show_final(self, count: bool) -> Effects:
        """Show the end of the game, with ``count`` after the points were counted in sight."""
        self.driver.note_final_shown()
        self.fill()  # the list names the winner from now on
        return self.game_mode.finish(count)

    # ---- pages of rounds and turns

    @property
    def _round(self) -> int:
        return self.game.observation().table.round

    @property
    def is_showing(self) -> bool:
        """Whether a playback or the page of a new round is to be shown first."""
        return self.playback.frame is not None or self.is_round_due

    @property
    def sums_up_turn(self) -> bool:
        """Whether ending the turn first shows what it brought; never when a page follows that does."""
        return self.settings.turn_summary and not is_followed_by_summary(self.game, self.settings)

    @property
    def has_round_page(self) -> bool:
        """Whether a new round begins with its page, or with that of a hand-over."""
        return self.settings.round_page and not self.game_mode.is_guided and not self.is_plain

    @property
    def is_round_due(self) -> bool:
        """Whether the page of a new round is to be shown; a hand-over replaces it.

        Bots and automatic steps come first, so that the key that closes the page makes the viewer's next choice.
        """
        game = self.game
        if self._round <= self._round_shown or game.to_move is None:
            return False
        waits = game.bot_to_move is not None or self.driver.next() in (Next.FORCED, Next.HAND_OVER)
        return self.has_round_page and game.viewer is not None and not waits

    # ---- what happens without a command

    def _refresh(self) -> Effects:
        """Take notice of what changed, and fill the list."""
        effects = self.game_mode.arrive()
        effects += self.playback.gather()
        self._round_shown = min(self._round_shown, self._round)  # the page of a round that was undone is shown again
        if (self.is_plain or not self.game_mode.plays_back) and self.playback.frame is not None:
            self.playback.queue.end()
        self.fill(kept=None if self.game_mode.is_guided else self.moment.entry)  # a lesson leads back to its task
        return effects

    def continue_game(self) -> Effects:
        """Return what is next: bots think while a playback is shown, everything else waits for it."""
        following, is_playing = self.driver.next(), self.playback.frame is not None
        effects = self.playback.keep_showing()
        if self.is_round_due:
            if is_playing:
                return effects
            self._round_shown = self._round
            return [RoundPage(self._round, self.game.viewer == self.game.to_move or self.game.du_barry_to_move)]
        if is_playing and following is not Next.MOVE_BOT:
            return effects
        opening = [] if following is Next.HAND_OVER else self._say_opening()
        return [*effects, *self._notice.update(), *opening, *self._follow(following)]

    @property
    def opening_lines(self) -> list[str]:
        """What to know about the game just opened."""
        return self.services.describe_opening(self.words) if self._is_opening else []

    def _say_opening(self) -> Effects:
        lines, self._is_opening = self.opening_lines, False
        return [Say("\n".join(lines), Lasts.LONG)] if lines else []

    def _follow(self, following: Next) -> Effects:
        match following:
            case Next.SIT_DOWN:
                return self._sit_down()
            case Next.HAND_OVER:
                self._round_shown = self._round
                return [HandOver(self.driver.begin_handover(), self._end_handover)]
            case Next.FINAL:
                return self.show_final(count=not self._was_over)
            case Next.FORCED:
                return self._take_forced(partial(self._guard, 1))
            case Next.END_TURN:
                return self.ending.wait()
            case Next.MOVE_BOT:
                return self._move_bot()
            case Next.NOTHING if self.moment.hints is None:
                return [Think("ahead", self.driver.think_ahead, lambda _: [], self.moment.observation)]
        return []

    def _guard(self, times: int) -> Effects:
        self.guard.begin(self.now(), times)
        return [Request.REDRAW]

    # ---- people and bots

    def _sit_down(self, shows_turns: bool = False) -> Effects:
        """Seat the person to move, who has read what happened; keys pressed before were not theirs.

        ``shows_turns``: play the last turns back, unless they are played back anyway. Forced actions come before the
        screen; a key meant for the card that was forced has no effect.
        """
        self.game.sit_down()
        if self.settings.pace == "auto":
            self.playback.queue.skip_due()
        self.playback.guard.begin(self.now())

        def finish() -> Effects:
            if self.moment.notes:
                self.guard.begin(self.now(), TIMES_AFTER_FORCED)
            if not shows_turns:
                return [Request.REDRAW]
            return [*self._refresh(), *self.playback.show_last_turns(), Request.REDRAW]

        return self._take_forced(finish)

    def _end_handover(self, answer: str) -> Effects:
        self.driver.end_handover()
        self._is_opening = False
        match answer:
            case "undo":
                return self.game_mode.undo(whole_turn=False)
            case "undo-turn":
                return self.game_mode.undo(whole_turn=True)
            case "leave":
                return [Request.ASK_TO_LEAVE]
        return self._sit_down(shows_turns=answer == "show")

    def _move_bot(self) -> Effects:
        """Let the bot to move act, after thinking if need be; one that cannot is replaced by an apprentice."""

        async def plan() -> bool | BadBot:
            try:
                return await self.driver.plan_move()
            except BadBot as error:
                return error

        def move(ready: bool | BadBot) -> Effects:
            if isinstance(ready, BadBot):
                return self._replace_bot(ready)
            return [Change(self.driver.take_planned_move, failed=self._try_again_later)] if ready else []

        return [Think("bot", plan, move, self.moment.observation)]

    def _replace_bot(self, error: BadBot) -> Effects:
        game, seat = self.game, self.game.to_move
        if seat is None:
            return []
        text = self.words.replaced(game.setup, seat, error)
        said: Effects = [Say(text, Lasts.LONG), Request.REDRAW]
        return [Change(lambda: self.driver.replace_bot(error), lambda: said, self._try_again_later)]


class MoverNotice:
    """Names the player to move in the title of the window, and alerts the person here when it is their turn."""

    def __init__(self, game: GameControl, settings: Settings, is_hosted: bool) -> None:
        self._game, self._settings = game, settings
        self._alerts = ("bell", "notification") if is_hosted else ("bell",)
        """The values of ``turn_alert`` that alert in this game."""
        self._mover, self._position = game.to_move, game.position

    def update(self) -> Effects:
        """Name the player to move, and alert if the settings say so and the turn has passed on.

        Several people at one terminal see for themselves whose turn it is.
        """
        game, words = self._game, self._settings.words
        mover, position = game.to_move, game.position
        is_own = [mover] == list(game.people)
        if mover is None:
            title = words.say("table.window.over")
        elif is_own:
            title = words.say("table.window.yours")
        else:
            title = words.say("table.window.theirs", who=words.seat(game.setup, mover))
        turned = self._mover != mover and position > self._position
        self._mover, self._position = mover, position
        alerts = turned and is_own and self._settings.turn_alert in self._alerts
        return [Title(title), *([Request.ALERT] if alerts else [])]
