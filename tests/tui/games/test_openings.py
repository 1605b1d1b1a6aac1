"""What is opened for each way to start the program, each way to open a save, and each answer to a question."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import pytest

from rokoko_core.game import Game
from rokoko_core.journal import read
from rokoko_core.play.local_game import LocalGame
from rokoko_core.remote.tickets import Ticket
from rokoko_core.state import Seat, Setup
from rokoko_tui.errors import CommandError
from rokoko_tui.games import Mode, Start
from rokoko_tui.games.game_opener import GameOpener, OpenMode
from rokoko_tui.games.seat_opener import SeatOpener
from rokoko_tui.hosting.own_hosts import Invitation
from tests.tui.at_table import TWO, save_until
from tests.tui.games.test_game_opener import Host, games, host, saved

__all__ = ["games", "host"]  # fixtures


@pytest.fixture
def opened(games: GameOpener, monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """Return the names and arguments of what is opened, which is not shown."""
    calls = list[tuple[object, ...]]()

    def note(name: str, owner: object = games) -> None:
        monkeypatch.setattr(owner, name, lambda *args, **words: calls.append((name, *args, *words.values())))

    for name in ("begin", "learn", "play_puzzle", "play_daily", "watch", "replay", "resume", "play_again", "_review"):
        note(name)
    note("join", games.seats)
    note("return_to", games.seats)
    return calls


def test_each_way_to_start_opens_what_it_names(
    games: GameOpener, host: Host, opened: list[tuple[object, ...]], tmp_path: Path
) -> None:
    path, ticket = saved(tmp_path), Ticket("/socket", "token")
    reading = read(path)
    shown: list[tuple[Start, tuple[object, ...]]] = [
        (Start("new", setup=TWO), ("begin", TWO)),
        (Start("learn"), ("learn",)),
        (Start("puzzle", at=4), ("play_puzzle", 4)),
        (Start("daily"), ("play_daily",)),
        (Start("load", path=path, reading=reading), ("resume", path, reading)),
        (Start("watch", path=path), ("watch", path)),
        (Start("replay", path=path, at=3, reading=reading), ("replay", path, 3, reading)),
        (Start("join", ticket=ticket), ("join", ticket)),
        (Start(place="lesson:"), ("learn",)),
        (Start(place="puzzle:12"), ("play_puzzle", 12)),
        (Start(place="seat:abc"), ("return_to", "abc")),
        (Start(place=f"save:{path}"), ("resume", path)),
        (Start(place=f"replay:5:{path}"), ("replay", path, 5)),
    ]
    for start, expected in shown:
        games.open_first(start)
        assert opened == [expected], start
        opened.clear()
    assert {start.mode for start, _ in shown} | {"menu"} == set(get_args(Mode))
    assert host.shown == ["start", "start"], "below the questions of the daily deal, and the replay"


def _same(invitation: Invitation) -> Invitation:
    return invitation


def test_a_warning_and_the_invitation_are_noted(games: GameOpener, host: Host) -> None:
    for links in ({"Bo": "http://here"}, {}):
        invitation = Invitation("game", {"Bo": "rokoko-tui join"}, links=links)
        games.open_first(Start(warning="Beware.", invitation=partial(_same, invitation)))
        assert games.seats.invitation() is invitation
        assert games.seats.shows_invitations == bool(links)
    assert host.shown == ["notice: Beware.", "start"] * 2
    games.open_first(Start())
    assert games.seats.invitation() is None and not games.seats.shows_invitations


def test_each_way_to_open_a_save(
    games: GameOpener, host: Host, opened: list[tuple[object, ...]], tmp_path: Path
) -> None:
    path = save_until(tmp_path, TWO, lambda game: game.cursor == 3)
    found = dict[str, str]()
    for mode in get_args(OpenMode):
        host.screen = None
        games.open_saved(path, mode)
        found[mode] = str(opened.pop()[0]) if opened else type(host.screen).__name__
    assert found == {
        "resume": "resume",
        "replay": "replay",
        "review": "_review",
        "again": "play_again",
        "compare": "ComparisonScreen",
    }


@pytest.mark.parametrize(("answer", "expected"), [("replay", "replay"), ("copy", "fork"), ("no", ""), ("", "")])
async def test_a_damaged_save_is_replayed_copied_or_left(
    games: GameOpener, host: Host, opened: list[tuple[object, ...]], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, answer: str, expected: str,
) -> None:  # fmt: skip
    path = save_until(tmp_path, TWO, lambda game: game.cursor == 3)
    path.write_bytes(path.read_bytes()[:-3] + b"x\n" + b"more\n")
    monkeypatch.setattr(games, "fork", lambda game, position: opened.append(("fork", game.cursor, position)))
    games.open_saved(path, "resume")
    assert host.choices == ["replay", "copy", "no"] and not opened
    await host.answer(answer)
    sound = read(path)
    assert sound.damage is not None
    assert [call[0] for call in opened] == ([expected] if expected else [])
    if expected == "fork":
        assert opened == [("fork", sound.game.cursor, sound.game.cursor)]


# ---- the name


@pytest.mark.parametrize(
    ("answer", "begun", "setting"), [("Ada", 1, ["setting: name Ada"]), ("", 1, []), (None, 0, [])]
)
async def test_the_first_game_asks_for_a_name(
    games: GameOpener, host: Host, answer: Any, begun: int, setting: list[str]
) -> None:
    calls, asked = list[str](), list[Any]()
    host.scanner = SimpleNamespace(list_saves=list)  # type: ignore[attr-defined]
    host.push_screen = lambda screen, callback=None: asked.append(callback)  # type: ignore[method-assign]
    games.begin_with_name(lambda: calls.append("begun"))
    assert calls == [] and len(asked) == 1
    await asked[0](answer)
    assert (len(calls), host.shown) == (begun, setting)


@pytest.mark.parametrize(("name", "saves"), [("Ada", []), ("", ["a save"])])
def test_later_games_begin_at_once(games: GameOpener, host: Host, name: str, saves: list[str]) -> None:
    calls = list[str]()
    host.settings.name = name
    host.scanner = SimpleNamespace(list_saves=lambda: saves)  # type: ignore[attr-defined]
    games.begin_with_name(lambda: calls.append("begun"))
    assert calls == ["begun"] and not host.questions


# ---- the one open game


def test_opening_a_game_closes_the_one_before(games: GameOpener, host: Host, tmp_path: Path) -> None:
    first = games.game.begin(tmp_path, TWO)
    assert games.path == first.path
    second = games.game.begin(tmp_path, TWO)
    assert second.path != first.path and games.game.table is second
    assert games.game.resume(first.path).path == first.path, "it is unlocked"
    games.close()
    assert (games.path, host.shown) == (None, ["hurry"])


def test_selections_are_kept_by_save(games: GameOpener, tmp_path: Path) -> None:
    assert games.selections == {}
    first = games.game.begin(tmp_path, TWO).path
    kept: Any = "selection"
    games.selections[0, 3] = kept
    games.game.begin(tmp_path, TWO)
    assert games.selections == {}
    games.game.resume(first)
    assert games.selections == {(0, 3): kept}
    games.close()
    assert games.selections == {}


@pytest.mark.parametrize(
    ("origin", "people", "is_private"), [("fork", 2, True), ("fork", 1, False), ("lesson", 2, False)]
)
def test_only_a_fork_of_several_people_is_private(
    games: GameOpener, tmp_path: Path, origin: Any, people: int, is_private: bool
) -> None:
    seats = (Seat("Ada"), Seat("Bo") if people > 1 else Seat("Bo", "bot", "novice"))
    game = games.game.begin(tmp_path, Setup(seats, 7), Game(Setup(seats, 7)).entries, origin)
    assert isinstance(game, LocalGame)
    assert (not game.path.stat().st_mode & 0o077) == is_private
    assert games.game.is_fork == (origin == "fork")


# ---- games that this program hosts


def test_only_unfinished_games_end_for_others(games: GameOpener) -> None:
    seats: SeatOpener = games.seats
    going, over = Invitation("a", {}), Invitation("b", {}, is_over=True)
    seats.invites = [lambda: going, lambda: over, lambda: going]
    assert seats.list_unfinished() == [going], "each once"
    assert seats.invitation() is going and seats.find_own_save("a") is None


@pytest.mark.parametrize(
    ("has_door", "is_served", "can_host"), [(True, False, True), (True, True, False), (False, False, False)]
)
def test_a_game_is_hosted_from_a_terminal_of_this_account(
    games: GameOpener, host: Host, has_door: bool, is_served: bool, can_host: bool
) -> None:
    games.seats.start = Start(open_door=(lambda thread, settings: None) if has_door else None)
    host.settings = SimpleNamespace(account=SimpleNamespace(is_served=is_served))  # type: ignore[assignment]
    assert games.seats.can_host == can_host


def host_thread(web: bool = True, door: object = None) -> Any:
    return SimpleNamespace(plan=SimpleNamespace(web=object() if web else None), door=door)


@pytest.mark.parametrize("thread", [host_thread(web=False), host_thread(door=object())])
def test_browsers_are_let_in_once_and_only_where_they_are_wanted(games: GameOpener, host: Host, thread: Any) -> None:
    opened_doors = list[object]()
    games.seats.start = Start(open_door=lambda thread, settings: opened_doors.append(thread))
    assert games.seats._let_browsers_in(thread)
    assert opened_doors == [] and host.shown == []


def test_a_door_that_cannot_be_opened_is_an_error(games: GameOpener, host: Host) -> None:
    def refuse(thread: object, settings: object) -> None:
        raise CommandError("refused.unreadable", path="keys", reason=OSError(2, "No such file"))

    assert games.seats._let_browsers_in(host_thread()), "nothing can be opened here"
    games.seats.start = Start(open_door=refuse)
    assert not games.seats._let_browsers_in(host_thread())
    [error] = host.shown
    assert error.startswith("error: Keys: ")


@pytest.mark.parametrize("notes", [(), ("The link is open.", "It ends with you.")])
def test_notes_of_a_door_are_shown(games: GameOpener, host: Host, notes: tuple[str, ...]) -> None:
    def open_door(thread: Any, settings: object) -> None:
        thread.door = SimpleNamespace(notes=notes)

    games.seats.start = Start(open_door=open_door)
    assert games.seats._let_browsers_in(host_thread())
    assert host.shown == ([f"notice: {' '.join(notes)}"] if notes else [])


# ---- the lesson, puzzles and seats


def test_the_lesson_and_a_puzzle_replace_the_open_game(
    games: GameOpener, host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Shown(SimpleNamespace):
        """A screen without an app."""

        def __init__(self, game: object, name: str) -> None:
            super().__init__(game=game, name=name)

    monkeypatch.setattr("rokoko_tui.screens.play.PlayScreen", Shown)
    exercises: list[tuple[Callable[[], None], str, int | None]] = [
        (games.learn, "lesson", None),
        (lambda: games.play_puzzle(4), "puzzle", 4),
        (games.play_puzzle, "puzzle", 1),
    ]
    for open_exercise, name, number in exercises:
        games.game.begin(tmp_path, TWO)
        host.settings.game_edition, host.shown = "deluxe", []
        open_exercise()
        assert host.shown == ["hurry", "Shown"]
        assert games.path is None and host.settings.game_edition is None
        screen: Any = host.screen
        assert (screen.name, getattr(screen.game, "number", None)) == (name, number)


@pytest.mark.parametrize(
    ("ticket", "notice"),
    [
        (Ticket("/socket", "token"), "notice: "),
        (Ticket("/folder", "token", record="/record"), "notice: "),
        (Ticket("/folder", "token", record="/record", game="abc"), "notice: "),
    ],
)
def test_the_start_screen_is_below_until_the_host_answers(
    games: GameOpener, host: Host, monkeypatch: pytest.MonkeyPatch, ticket: Ticket, notice: str
) -> None:
    workers = list[dict[str, object]]()

    def run_worker(work: Any, **options: object) -> None:
        work.close()
        workers.append(options)

    monkeypatch.setattr(host, "run_worker", run_worker, raising=False)
    games.seats.join(ticket)
    assert host.shown[0] == "start" and host.shown[1].startswith(notice)
    is_first_by_mail = bool(ticket.record) and not ticket.game
    assert (ticket.address in host.shown[1]) != is_first_by_mail
    assert workers == [{"exclusive": True, "group": "join"}], "another seat replaces it"
