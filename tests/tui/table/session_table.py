"""A table without a screen for tests: gives commands to a session and carries out what they cause."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from rokoko_core import Game as SavedGame
from rokoko_core.actions import Action, Decline, EndTurn
from rokoko_core.engine import legal_actions
from rokoko_core.game import Game
from rokoko_core.journal import create, open_journal
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.view import GameControl
from rokoko_core.state import Seat, Setup
from rokoko_tui.keys import Command as KeyCommand
from rokoko_tui.keys import commands_of, keys_of
from rokoko_tui.panes.turn_pages import TextPage, TurnPages
from rokoko_tui.screens.question import Answer, make_answer
from rokoko_tui.settings.settings import Settings
from rokoko_tui.table.choice_list import MenuEntry
from rokoko_tui.table.commands import Answered, Click, Command, CommandId, Mouse, MoveTo, Press
from rokoko_tui.table.effects import (
    Ask,
    Change,
    CloseQuestion,
    Copy,
    Effect,
    Effects,
    Final,
    HandOver,
    Lasts,
    Request,
    RoundPage,
    Say,
    SayTooEarly,
    ShowPuzzle,
    StopWaiting,
    Think,
    Title,
    Wait,
)
from rokoko_tui.table.page import TablePage
from rokoko_tui.table.session import Services, TableSession
from rokoko_tui.table.watch_session import can_stop
from tests.saves.sample_games import FOLDER
from tests.tui.at_table import QUIET, InProcessWorker


class SessionTable:
    """A session, with what a person would see of it."""

    def __init__(
        self,
        game: GameControl,
        saves: Path,
        worker: InProcessWorker | None = None,
        opening: Sequence[str] = (),
        **settings: Any,
    ) -> None:
        """``opening`` is what to know about the game just opened."""
        self.game = game
        self.settings = Settings(saves=str(saves), **{**QUIET, **settings})
        self.words = self.settings.words
        self.time = 100.0
        """The time of the session."""
        self.is_covered = False
        """Whether another screen is above the table."""
        self.notices: list[str] = []
        self.durations: list[Lasts] = []
        """How long each notice lasts."""
        self.severities: list[str] = []
        """The severity of each notice."""
        self.requests: list[Request] = []
        """The effects without details, in order."""
        self.steps: list[str] = []
        """Pages and screens shown, and what else left the table, in order."""
        self.copied = ""
        """What was copied last."""
        self.titles: list[str] = []
        """The titles of the window."""
        self.asked: list[Ask] = []
        """The questions without an answer."""
        self.work: dict[str, Think] = {}
        """What runs beside the table, by group."""
        self.timers: list[Wait] = []
        """The delays that run."""
        self.text: TextPage | None = None
        """The page between two people or rounds that was shown last."""
        self._handover: HandOver | None = None
        self._is_drawn = True
        """False where the table has to proceed once it is drawn."""
        self.worker = worker or InProcessWorker()
        services = Services(
            self.worker,
            self.worker.advice,
            now=lambda: self.time,
            push=self._receive,
            has_finished=lambda games: False,
            describe_opening=lambda words: list(opening),
            saves=saves,
        )
        self.session = TableSession(game, self.settings, services)

    # ---- effects

    async def run_effects(self, effects: Effects) -> None:
        """Carry out ``effects``, and proceed where the table was drawn again."""
        for effect in effects:
            await self._carry_out(effect)

    async def settle(self) -> None:
        """Proceed until nothing is next."""
        while not self._is_drawn and not self.is_covered:
            self._is_drawn = True
            await self.run_effects(self.session.handle(CommandId.PROCEED))

    def _receive(self, effects: Effects) -> None:
        for effect in effects:
            self._perform(effect)

    async def _carry_out(self, effect: Effect) -> None:
        if isinstance(effect, Change):
            await self.run_effects(await self.session.make(effect))
        else:
            self._perform(effect)

    def _perform(self, effect: Effect) -> None:
        if isinstance(effect, Request):
            self.requests.append(effect)
        match effect:
            case Request.REDRAW | Request.REDRAW_SOON:
                self.redraw()
            case Request.CLEAR_NOTICES:
                for noted in (self.notices, self.durations, self.severities):
                    noted.clear()
            case Request.HURRY:
                self.worker.hurry()
            case Request.SHOW_LIST | Request.STOP_KEY | Request.STOP_INSPECTING | Request.RELEASE_FOCUS:
                pass
            case Request():
                self.steps.append(effect.value)
            case Say(text, lasts, severity):
                self._notice(text, lasts, severity)
            case Copy(text, notice):
                self.copied = text
                self._notice(notice)
            case SayTooEarly(key):
                shown = self.words.say(f"keys.key.{key}") if self.words.knows(f"keys.key.{key}") else key
                self._notice(
                    self.words.say_of("table.notice.too-early", {"key": shown})
                    if key
                    else self.words.say("table.notice.too-early-click")
                )
            case Think(group):
                self.work[group] = effect
            case Wait(group):
                self.timers = [*(each for each in self.timers if each.group != group), effect]
            case StopWaiting(group):
                self.timers = [each for each in self.timers if each.group != group]
            case Ask():
                self.asked.append(effect)
            case CloseQuestion(question):
                self.asked = [each for each in self.asked if each is not question]
            case HandOver(seat):
                self.steps.append("hand-over")
                self.text, self._handover = TurnPages(self.session).handover_page(seat)(), effect
            case RoundPage(round, chooses):
                self.steps.append("round, choosing" if chooses else "round")
                self.text = TurnPages(self.session).round_page(round, chooses)()
            case Final(count):
                self.steps.append("final, counted" if count else "final")
            case ShowPuzzle(number):
                self.steps.append(f"puzzle {number}")
            case Title(text):
                self.titles.append(text)

    def _notice(self, text: str, lasts: Lasts = Lasts.BRIEF, severity: str = "information") -> None:
        self.notices.append(text)
        self.durations.append(lasts)
        self.severities.append(severity)

    def redraw(self) -> None:
        """Draw the game as it is now."""
        self._receive(self.session.handle(CommandId.REFRESH))
        self._is_drawn = False

    # ---- what a person does

    async def open(self) -> None:
        """Draw the table as it is drawn first."""
        self.redraw()
        await self.settle()

    async def do(self, command: Command) -> None:
        if not self.is_covered:
            await self.run_effects(self.session.handle(command))
            await self.settle()

    async def press(self, key: str, at: float | None = None) -> Effects:
        """Press the key of a choice at a moment, by default now; return what it causes."""
        is_bound = any(key in keys_of(command, self.settings.keys) for command in commands_of("table"))
        press = Press(key, key, self.time if at is None else at, len(key) == 1 and not is_bound)
        effects = self.session.handle(press)
        await self.run_effects(effects)
        await self.settle()
        return effects

    async def press_keys(self, *keys: str) -> None:
        """Press keys, of choices or of commands, as at the table."""
        for key in keys:
            is_captured = self.session.captures_input
            if Request.STOP_KEY in await self.press(key) or is_captured:
                continue
            for command in commands_of("table"):
                if key in keys_of(command, self.settings.keys):
                    await self._run_command(command)

    async def _run_command(self, command: KeyCommand) -> None:
        """Run a command of the registry of keys, or move the cursor."""
        action, _, argument = command.action.rstrip(")").partition("(")
        if action == "move":
            rows = range(self.page.cursor + int(argument), len(self.rows) if int(argument) > 0 else -1, int(argument))
            stops = [row for row in rows if can_stop(self.rows[row])]
            await self.do(MoveTo(next(iter(stops), self.page.cursor)))
        elif action == "command":
            await self.do(CommandId(argument.strip("'")))
        elif action == "back":
            await self.do(CommandId.BACK)

    async def mouse(self, is_down: bool) -> bool:
        """Press or release the mouse; return whether nothing else gets that."""
        command = Mouse(is_down, self.time)
        is_captured = self.session.captures_input
        await self.do(command)
        return is_captured

    async def take(self, entry: MenuEntry) -> None:
        """Take a row of the list by a click, and by another where that is asked for."""
        row = self.rows.index(entry)
        await self.do(MoveTo(row))
        await self.do(Click(self.time, entry))
        if self.session.moment.clicked is not None:
            await self.do(Click(self.time, entry))

    async def play(self, action: Action) -> None:
        """Take ``action`` as if its row had been taken."""
        await self.run_effects(self.session.play(action))
        await self.settle()

    async def answer(self, value: str) -> None:
        """Answer the last question."""
        await self.do(Answered(self.asked.pop(), value))

    async def answer_hand_over(self, value: str = "go") -> None:
        assert self._handover is not None, "no page between two people"
        handover, self._handover, self.text = self._handover, None, None
        await self.do(Answered(handover, value))

    async def run(self, group: str) -> None:
        """Run what was started beside the table."""
        effect = self.work.pop(group)
        value = await effect.work()
        await self.run_effects(self.session.handle(Answered(effect, value)))
        await self.settle()

    async def elapse(self) -> None:
        """Let the first delay pass."""
        wait = self.timers.pop(0)
        self.time += wait.seconds
        await self.run_effects(self.session.handle(Answered(wait, not self.is_covered)))
        await self.settle()

    # ---- what a person sees

    @property
    def page(self) -> TablePage:
        return self.session.page()

    @property
    def rows(self) -> tuple[MenuEntry, ...]:
        return self.session.moment.rows

    @property
    def entry(self) -> MenuEntry:
        """The row under the cursor."""
        entry = self.session.moment.entry
        assert entry is not None, "the cursor is on no row"
        return entry

    @property
    def title(self) -> str:
        """The title of the list."""
        return self.page.titles[0]

    @property
    def labels(self) -> list[str]:
        return [entry.text for entry in self.rows]

    @property
    def text_lines(self) -> list[str]:
        """The lines of the page between two people or rounds shown last."""
        assert self.text is not None, "no page is shown"
        return [item.text for item in self.text.lines]

    @property
    def explanation(self) -> list[str]:
        """The task if there is one, then heading and lines of the preview."""
        details = self.page.details
        lines = [details.heading, *details.lines] if details.heading else list(details.lines)
        return lines if details.task is None else [details.task[1], *lines]

    def answers_to(self, question: Ask) -> list[Answer]:
        return [make_answer(self.words, choice.key, choice.label) for choice in question.choices]

    def entry_of(self, kind: type[Action]) -> MenuEntry:
        return next(entry for entry in self.rows if isinstance(entry.action, kind))

    @property
    def path(self) -> Path:
        """The file of the game."""
        assert isinstance(self.game, LocalGame)
        return self.game.path

    @property
    def line(self) -> list[Action]:
        """The actions of the game."""
        return self.game.recording.line


@contextmanager
def session_table(
    folder: Path, setup: Setup, game: Game | None = None, worker: InProcessWorker | None = None, **settings: Any
) -> Iterator[SessionTable]:
    """Open a table with a new game of ``setup``, or one that continues ``game``."""
    path = folder / f"table-{len(list(folder.glob('*.rokoko')))}.rokoko"
    with create(path, setup, game.entries if game is not None else ()) as journal:
        yield SessionTable(LocalGame(journal), folder, worker, **settings)


@contextmanager
def saved_table(path: Path, worker: InProcessWorker | None = None, **settings: Any) -> Iterator[SessionTable]:
    """Open the table of a save."""
    with open_journal(path) as journal:
        yield SessionTable(LocalGame(journal), path.parent, worker, **settings)


def play_until(setup: Setup, until: Callable[[Game], bool]) -> Game:
    """Return a game in which everybody declines and ends turns where possible, until ``until``."""
    game = Game(setup)
    while not until(game):
        offers = legal_actions(game.state)
        game.play(next((a for a in offers if isinstance(a, Decline | EndTurn)), offers[0]))
    return game


def sample_until(name: str, until: Callable[[Game], bool]) -> Game:
    """Return a sample game, played by people, up to a position."""
    sample = SavedGame.load(FOLDER / f"{name}.rokoko")
    game = Game(replace(sample.setup, players=tuple(Seat(seat.name) for seat in sample.setup.players)))
    for action in sample.line:
        if until(game):
            return game
        game.play(action)
    raise LookupError("there is no such position")
