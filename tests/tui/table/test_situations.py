"""The table in each situation at a glance: what it shows, and what every command does there.

The snapshot is to be read like a table of the program's behavior: a situation, its page, and a line for each command.
"""

import re
from collections.abc import Awaitable, Callable, Iterable
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import cache, partial
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import msgspec
import pytest
from syrupy.assertion import SnapshotAssertion

from rokoko_core.actions import ChooseHand, EndTurn, RevealBarry, UseBonus
from rokoko_core.engine import legal_actions
from rokoko_core.game import Concession, Game
from rokoko_core.pending import BonusOf, MainAction, Payment
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.memory_book import MemoryBook
from rokoko_core.play.menu import has_only_end
from rokoko_core.remote.client import RemoteGame
from rokoko_core.remote.host_options import Absence, Delay, HostOptions
from rokoko_core.remote.link import Unreachable
from rokoko_core.remote.messages import FarewellCode, SeatStatus, UndoAsked
from rokoko_core.state import Seat, Setup
from rokoko_tui.hosting.own_hosts import Invitation
from rokoko_tui.lesson import LessonGame, list_stops
from rokoko_tui.puzzles import open_puzzle
from rokoko_tui.settings.settings import Settings
from rokoko_tui.table.choice_list import EntryKind
from rokoko_tui.table.commands import Click, Command, CommandId, GoBackTo, MoveTo, Press, ShowTurns, TakePiece
from rokoko_tui.table.effects import Request
from rokoko_tui.table.page import Moment, TablePage
from rokoko_tui.text.piece_refs import PieceRef
from tests.core.remote.hosted import HostedTable, hosted
from tests.tui.at_table import ALONE, TWO
from tests.tui.table.session_table import SessionTable, play_until, sample_until

WITH_BOT = Setup((Seat("Ada"), Seat("Bo", "bot", "apprentice")), seed=7, first_player=0)
THREE = Setup((Seat("Ada"), Seat("Bo"), Seat("Cy")), seed=3, first_player=0)
SHOWN_ROWS = 7
"""Rows of a list that are written; of a longer one the first and the last."""
NOTED = {Request.HURRY, Request.SHOW_LIST, Request.STOP_KEY, Request.STOP_INSPECTING, Request.RELEASE_FOCUS}
"""Effects for the screen that leave no other trace."""

UNNOTICED = {"lesson, text": {"take"}, "lesson, task": {"hint"}}
"""By situation, commands in the footer that show another text, or say that the cursor is on the right choice."""

Situation = Callable[[Path, AsyncExitStack], Awaitable[SessionTable]]
"""Opens a table in a folder; what has to be closed is left with the stack."""


# ---- situations with a local game


async def open_game(game: Game, folder: Path, **settings: Any) -> SessionTable:
    """Return the opened table of a copy of ``game`` in memory."""
    local = LocalGame(MemoryBook(game.fork(game.cursor), folder / "none"))
    table = SessionTable(local, folder, **{"handover": False, **settings})
    await table.open()
    return table


def count_turns(game: Game) -> int:
    return sum(isinstance(action, EndTurn) for action in game.line)


@cache
def begin() -> Game:
    return Game(TWO)


@cache
def reach_second_turn(decision: type) -> Game:
    """Return a game after a turn of Bo at the first ``decision`` of this kind."""
    return play_until(WITH_BOT, lambda game: count_turns(game) == 2 and isinstance(game.state.pending[-1], decision))


@cache
def reach_end() -> Game:
    return play_until(WITH_BOT, lambda game: count_turns(game) == 2 and has_only_end(game.state))


@cache
def reach_bot() -> Game:
    return play_until(WITH_BOT, lambda game: game.state.turn is not None and game.state.pending[-1].seat == 1)


@cache
def reach_payment() -> Game:
    def pays(game: Game) -> bool:
        return isinstance(game.state.pending[-1], Payment) and 1 < len(legal_actions(game.state)) < 10

    return sample_until("base-4", pays)


@cache
def reach_over() -> Game:
    return play_until(ALONE, lambda game: game.over)


@cache
def reach_du_barry() -> Game:
    return play_until(ALONE, lambda game: any(isinstance(a, RevealBarry) for a in legal_actions(game.state)))


def at(reach: Callable[[], Game], **settings: Any) -> Situation:
    async def open_table(folder: Path, stack: AsyncExitStack) -> SessionTable:
        return await open_game(reach(), folder, **settings)

    return open_table


async def select_two_cards(folder: Path, stack: AsyncExitStack) -> SessionTable:
    table = await open_game(begin(), folder)
    await table.press_keys("2", "4")
    return table


async def open_group(folder: Path, stack: AsyncExitStack) -> SessionTable:
    table = await open_game(reach_second_turn(MainAction), folder)
    await table.press("d")
    return table


async def undo_a_step(folder: Path, stack: AsyncExitStack) -> SessionTable:
    table = await open_game(reach_end(), folder)
    await table.do(CommandId.UNDO)
    return table


async def let_a_bot_think(folder: Path, stack: AsyncExitStack) -> SessionTable:
    table = await open_game(reach_bot(), folder)
    table.session.driver.begin_thought()
    table.redraw()
    return table


async def wait_for_enter(folder: Path, stack: AsyncExitStack) -> SessionTable:
    """The last choice gave up a bonus."""
    table = await open_game(reach_end(), folder, end_turns=3.0)
    last = table.line[-1]
    await table.do(CommandId.UNDO)
    await table.play(last)
    return table


async def count_down(folder: Path, stack: AsyncExitStack) -> SessionTable:
    table = await open_game(reach_second_turn(BonusOf), folder, end_turns=3.0)
    await table.play(UseBonus())
    return table


async def look_for_hints(folder: Path, stack: AsyncExitStack) -> SessionTable:
    table = await open_game(reach_second_turn(BonusOf), folder)
    await table.do(CommandId.HINT)
    return table


async def open_hints(folder: Path, stack: AsyncExitStack) -> SessionTable:
    table = await look_for_hints(folder, stack)
    await table.run("hint")
    return table


def play_back(pace: str) -> Situation:
    async def open_table(folder: Path, stack: AsyncExitStack) -> SessionTable:
        table = await open_game(reach_second_turn(MainAction), folder, pace=pace)
        await table.do(CommandId.SHOW_AGAIN)
        return table

    return open_table


async def read_lesson(folder: Path, stack: AsyncExitStack, step: str = "") -> SessionTable:
    table = SessionTable(LessonGame(step, ("Ada", "Bo")), folder)
    await table.open()
    return table


async def reach_task(folder: Path, stack: AsyncExitStack) -> SessionTable:
    table = await read_lesson(folder, stack)
    assert isinstance(table.game, LessonGame)
    while table.game.is_reading:
        await table.press("1")
    return table


async def end_lesson(folder: Path, stack: AsyncExitStack) -> SessionTable:
    return await read_lesson(folder, stack, list_stops()[-1].task.id)


async def begin_puzzle(folder: Path, stack: AsyncExitStack) -> SessionTable:
    table = SessionTable(open_puzzle(3, Settings().words), folder)
    await table.open()
    return table


# ---- situations with a host

CHANGES = (
    "play", "undo_to", "redo_to", "redo_turn", "hint", "answer_undo", "withdraw_undo", "leave_to_bot", "fill_seat",
    "give_back", "take_back",
)  # fmt: skip
"""What a client asks of its host; tried out here without asking."""
_numbers = count()


async def join(
    folder: Path, stack: AsyncExitStack, seat: int | None = 0, setup: Setup = TWO, plays: int = 0
) -> tuple[SessionTable, RemoteGame]:
    """Return the table of ``seat`` at a new host where ``plays`` hands were chosen, with all players connected."""
    own = folder / str(next(_numbers))
    own.mkdir()
    host = await stack.enter_async_context(hosted(own, setup, HostOptions(spectators=Delay.NONE)))
    clients = await host.join_all(range(len(setup.players)))
    for client in clients[:plays]:
        await choose_hand(host, client)
    game = clients[seat] if seat is not None else await host.join(None)
    await host.settle()
    table = SessionTable(game, folder)
    for name in CHANGES:
        setattr(game, name, AsyncMock(name=name))
    await table.open()
    return table, game


async def choose_hand(host: HostedTable, client: RemoteGame) -> None:
    await host.settle()
    await client.play(next(action for action in client.menu.actions if isinstance(action, ChooseHand)))


def joined(
    seat: int | None = 0, plays: int = 0, setup: Setup = TWO, prepare: Callable[[RemoteGame], None] = lambda game: None
) -> Situation:
    """Return how the table of ``seat`` opens once ``prepare`` has changed what the host told."""

    async def open_table(folder: Path, stack: AsyncExitStack) -> SessionTable:
        table, game = await join(folder, stack, seat, setup, plays)
        prepare(game)
        await table.open()
        return table

    return open_table


def is_away(game: RemoteGame) -> None:
    game.seats = (SeatStatus(True), SeatStatus(False, away_since=1))


def is_wanted_away(game: RemoteGame) -> None:
    """Cy wants a bot for Bo, whom Ada waits for."""
    game.seats = (SeatStatus(True), SeatStatus(False, away_since=1, wanted="novice", wanted_by=(2,)), SeatStatus(True))
    game.welcome = msgspec.structs.replace(game.welcome, absence=Absence(seconds=180, turn=86400, owner=2))


def is_played_by_bot(game: RemoteGame) -> None:
    game.seats = (SeatStatus(False, "journeyman"), SeatStatus(True))


def asks_to_undo(game: RemoteGame) -> None:
    game.undo_asked = UndoAsked(0, 0, 0, (0,), 7, (1,))


def is_asked(game: RemoteGame) -> None:
    game.undo_asked = UndoAsked(1, 1, 0, (1,), 7, (0,))
    game.next_question()


def has_agreed(game: RemoteGame) -> None:
    game.undo_asked = UndoAsked(1, 1, 0, (0, 1), 7, (2,))


def is_lost(game: RemoteGame) -> None:
    game.link.lost = Unreachable(FarewellCode.CLOSING)


def waits_for_mail(game: RemoteGame) -> None:
    game.is_waiting = lambda: True


def has_conceded(game: RemoteGame) -> None:
    game._update = msgspec.structs.replace(game._update, concessions=(Concession(0, 1),))
    game.seats = (SeatStatus(True, "journeyman"), SeatStatus(True))


def has_no_hints(game: RemoteGame) -> None:
    game.welcome = msgspec.structs.replace(game.welcome, hints=False)


async def invite(folder: Path, stack: AsyncExitStack) -> SessionTable:
    table, game = await join(folder, stack, 0, TWO, 1)
    is_away(game)
    invitation = Invitation(game.welcome.game, {"Bo": "rokoko-tui join there"}, players=("Bo",))
    table.session.services = replace(table.session.services, invitation=lambda: invitation)
    await table.open()
    return table


SITUATIONS: dict[str, Situation] = {
    "hand choice": at(begin),
    "hand choice, two cards": select_two_cards,
    "main action": at(partial(reach_second_turn, MainAction)),
    "main action, group opened": open_group,
    "bonus": at(partial(reach_second_turn, BonusOf)),
    "payment": at(reach_payment),
    "end of a turn": at(reach_end, turn_summary=True),
    "a step undone": undo_a_step,
    "end of a turn, countdown": count_down,
    "end of a turn, waiting": wait_for_enter,
    "bot to move": at(reach_bot),
    "bot thinking": let_a_bot_think,
    "Madame du Barry": at(reach_du_barry),
    "game over": at(reach_over),
    "hints sought": look_for_hints,
    "hints": open_hints,
    "playback, by steps": play_back("step"),
    "playback": play_back("slow"),
    "lesson, text": read_lesson,
    "lesson, task": reach_task,
    "lesson, end": end_lesson,
    "puzzle": begin_puzzle,
    "hosted": joined(),
    "hosted, no hints": joined(prepare=has_no_hints),
    "hosted, waiting": joined(plays=1),
    "hosted, waiting for one away": joined(plays=1, prepare=is_away),
    "hosted, a bot is wanted": joined(plays=1, setup=THREE, prepare=is_wanted_away),
    "hosted, invitation": invite,
    "hosted, bot plays": joined(plays=1, prepare=is_played_by_bot),
    "hosted, conceded": joined(plays=1, prepare=has_conceded),
    "hosted, by mail": joined(prepare=waits_for_mail),
    "hosted, asker": joined(plays=2, prepare=asks_to_undo),
    "hosted, asked": joined(plays=2, prepare=is_asked),
    "hosted, agreed": joined(plays=3, setup=THREE, prepare=has_agreed),
    "hosted, lost": joined(prepare=is_lost),
    "hosted, spectator": joined(None, plays=1),
}


# ---- commands

LOCAL = {
    CommandId.UNDO_TURN, CommandId.REDO_TURN, CommandId.HURRY, CommandId.FINISH, CommandId.PACE,
    CommandId.SHOW_AGAIN, CommandId.CLOSE_GROUP,
}  # fmt: skip
"""Commands that do the same in a hosted game as in a local one."""
SHOWN_ACTIONS = 4


def list_commands(table: SessionTable) -> dict[str, Command]:
    """Return the commands to try, by name; clicks and pieces are those of the first row of each kind."""
    is_hosted = isinstance(table.game, RemoteGame)
    left_out = {CommandId.REFRESH, CommandId.FINAL, *(LOCAL if is_hosted else ())}
    commands: dict[str, Command] = {command.value: command for command in CommandId if command not in left_out}
    for key in ("1",) if is_hosted else ("1", "9", "%", "escape", "f9", "d"):
        commands[f"key {key}"] = Press(key, key, table.time, len(key) == 1)
    for kind in EntryKind:
        rows = [row for row in table.rows if row.kind is kind]
        for row in rows[:1]:
            commands[f"click {kind.value}"] = Click(table.time, row)
            for piece in () if is_hosted else sorted(row.pieces, key=str)[:1]:
                commands[f"click {kind.value} piece"] = Click(table.time, piece)
                commands[f"take {kind.value} piece"] = TakePiece(piece)
    commands["log 0"] = GoBackTo(0)
    if is_hosted:
        return commands
    hall, last = PieceRef("hall", 1), len(table.rows) - 1
    commands |= {"click hall": Click(table.time, hall), "take hall": TakePiece(hall), "move to last": MoveTo(last)}
    return commands | {"turns": ShowTurns(range(max(0, table.game.position - 9), table.game.position))}


def describe_page(table: SessionTable) -> list[str]:
    """Return a line for each thing on the page."""
    page, rows, size = table.page, table.rows, table.page.list_size
    shown = rows if len(rows) <= SHOWN_ROWS else (*rows[: SHOWN_ROWS - 2], *rows[-2:])
    flags = {
        "undo": page.can_undo, "waiting": page.is_waiting, "somebody missing": page.is_somebody_missing,
        "long details": page.has_long_details, "forecast": page.forecast is not None, "few": size.is_few,
        "hints": size.is_hints,
    }  # fmt: skip
    return [
        f"title: {' / '.join(page.titles)}",
        *(
            f"{'>' if row is table.session.moment.entry else '-'} {row.kind.value} {row.key} {row.text}"
            for row in shown
        ),
        f"{len(rows)} rows, cursor {page.cursor}, lines {size.with_reasons}, {size.beside_task}, {size.short}",
        f"lit {list_pieces(page.lit)}; wanted {list_pieces(page.wanted)}; chosen {list_pieces(page.chosen)}",
        f"task pieces {list_pieces(page.task_pieces or ())}; keys {dict(page.playback_keys)}",
        f"position {page.position}, touched {len(page.touched)}; {', '.join(name for name in flags if flags[name])}",
        f"idle: {' '.join(sorted(page.idle))}; in the footer: {' '.join(list_footer(page))}",
        f"task: {page.details.task}",
        f"explained: {page.details.heading} | {' | '.join(page.details.lines)}",
    ]


def list_footer(page: TablePage) -> list[str]:
    """Return the commands of the table that the footer shows, without those that it always has."""
    changing = ("take", "undo", "reasons", "hint", "seats", "chat")
    return [name for name in changing if name not in page.hidden_commands | page.idle]


def list_pieces(pieces: Iterable[PieceRef]) -> str:
    return " ".join(sorted(f"{piece.kind}:{piece.id}" for piece in pieces)) or "none"


async def describe_outcome(table: SessionTable, do: Callable[[], Awaitable[object]]) -> str:
    """Return what a person notices when ``do`` is done; empty for nothing."""
    for noted in (table.notices, table.durations, table.severities, table.steps, table.asked, table.timers):
        noted.clear()
    table.requests.clear()
    table.work.clear()
    for _, mock in list_host_calls(table):
        mock.reset_mock()
    table.copied = ""
    position, before = table.game.position, table.session.moment
    frames = len(table.session.playback.queue.frames)
    await do()
    after, parts, then = table.session.moment, list[str](), table.game.position
    if then != position:
        actions = [type(table.game.own_action(n)).__name__ for n in range(position, then)][:SHOWN_ACTIONS]
        parts.append(" ".join([f"position {position} to {then}", *actions]))
    calls = [(name, call) for name, mock in list_host_calls(table) for call in mock.call_args_list]
    parts += [f"host: {name}{call.args}{call.kwargs or ''}" for name, call in calls]
    if frames != (left := len(table.session.playback.queue.frames)):
        parts.append(f"{left} frames")
    said = zip(table.notices, table.durations, table.severities, strict=True)
    parts += [f"“{text}” {lasts.value} {severity}" for text, lasts, severity in said]
    parts += [*table.steps, *(f"starts {group}" for group in table.work if group != "ahead")]
    parts += [request.value for request in table.requests if request in NOTED]
    parts += [f"waits {wait.seconds:g} s for {wait.group}" for wait in table.timers]
    parts += [f"copied {table.copied!r}"] if table.copied else []
    if after.entry != before.entry and after.entry is not None:
        parts.append(f"cursor on “{after.entry.text}”")
    parts += [f"opens {after.opened}"] if after.opened != before.opened else []
    parts += [f"clicked {type(after.clicked).__name__}"] if after.clicked != before.clicked else []
    if after.selection != before.selection:
        parts.append(f"selected {after.selection.chosen if after.selection is not None else None}")
    if (after.hints is None) != (before.hints is None):
        parts.append("hints open" if after.hints is not None else "hints closed")
    parts += [f"end is {after.ending.value}"] if after.ending is not before.ending else []
    for asked in table.asked:
        answers = ", ".join(f"{answer.letter} {answer.label}" for answer in table.answers_to(asked))
        marks = f"{' wide' if asked.is_wide else ''}{' unexpected' if asked.is_unexpected else ''}"
        parts.append(f"asks{marks} “{asked.title}” {' | '.join(asked.lines)} [{answers}]")
    return hide_times("; ".join(parts))


def list_host_calls(table: SessionTable) -> list[tuple[str, AsyncMock]]:
    """Return (name, what records the requests) of each change that the host may be asked for."""
    return [(name, getattr(table.game, name)) for name in CHANGES] if isinstance(table.game, RemoteGame) else []


def hide_times(text: str) -> str:
    """Return ``text`` without times of the day, which differ from run to run."""
    return re.sub(r"\d\d:\d\d", "HH:MM", text)


class Trial:
    """Tries commands in one situation, and opens the table again only where one has changed more than can be reset."""

    def __init__(self, situation: Situation, folder: Path, stack: AsyncExitStack) -> None:
        self._situation, self._folder, self._stack = situation, folder, stack
        self._used: tuple[SessionTable, Moment, Settings, list[str]] | None = None

    async def open(self) -> SessionTable:
        """Return the table in its situation."""
        if self._used is not None:
            table, moment, settings, page = self._used
            table.session.update(**vars(moment))
            if table.settings == settings and describe_page(table) == page:
                return table
        table = await self._situation(self._folder, self._stack)
        self._used = table, table.session.moment, msgspec.structs.replace(table.settings), describe_page(table)
        return table


async def describe_answers(trial: Trial, command: Command, *path: str) -> list[str]:
    """Return a line for each answer to the question after ``command`` and the answers ``path``, and what follows it."""
    table = await trial.open()
    await table.do(command)
    for answer in path:
        await table.run_effects(table.asked.pop().then(answer))
    values = [choice.value for choice in table.asked[-1].choices] if table.asked else []
    lines = list[str]()
    for value in (*values, "") if values else ():
        table = await trial.open()
        await table.do(command)
        for answer in path:
            await table.run_effects(table.asked.pop().then(answer))
        effects = table.asked[-1].then(value)
        outcome = await describe_outcome(table, partial(table.run_effects, effects))
        lines.append(f"{'  ' * (len(path) + 1)}{value or 'no answer'}: {outcome or 'nothing'}")
        lines += await describe_answers(trial, command, *path, value) if table.asked else []
    return lines


@pytest.mark.parametrize("name", SITUATIONS)
async def test_what_the_table_shows_and_what_each_command_does(
    tmp_path: Path, name: str, snapshot: SnapshotAssertion
) -> None:
    """A changed situation has to be read and agreed to (``--snapshot-update``)."""
    async with AsyncExitStack() as stack:
        trial, idle, refused = Trial(SITUATIONS[name], tmp_path, stack), list[str](), list[str]()
        table = await trial.open()
        lines, footer = [hide_times(line) for line in describe_page(table)], list_footer(table.page)
        for command_name, command in list_commands(table).items():
            table = await trial.open()
            outcome = await describe_outcome(table, partial(table.do, command))
            if not outcome:
                idle.append(command_name)
                continue
            lines.append(f"{command_name}: {outcome}")
            lines += await describe_answers(trial, command) if table.asked else []
            if outcome.startswith("“") and "; " not in outcome:
                refused.append(command_name)
    without_effect = {command for command in footer if command in (*idle, *refused)}
    assert without_effect == UNNOTICED.get(name, set()), "a key in the footer does something"
    assert [*lines, f"nothing: {', '.join(idle)}"] == snapshot
