"""The game opener against a host that records what it is asked to show."""

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, Literal
from unittest.mock import Mock

import pytest
from textual.screen import Screen

from rokoko_core.game import Game
from rokoko_core.journal import create, open_journal, read
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.view import NotWritten
from rokoko_core.state import Seat, Setup
from rokoko_tui.games import Start
from rokoko_tui.games.game_opener import GameOpener, describe_copy
from rokoko_tui.games.open_game import OpenGame
from rokoko_tui.hosting.own_hosts import Invitation
from rokoko_tui.lesson import LessonGame
from rokoko_tui.puzzles import open_puzzle
from rokoko_tui.saves.folder import mark_owner
from rokoko_tui.saves.lock import SaveInUse, lock_save
from rokoko_tui.screens.load import LoadScreen
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.screens.question import Question
from rokoko_tui.screens.replay import ReplayScreen
from rokoko_tui.settings.daily_deal import daily_setup
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text import Words
from tests.tui.analysis.daily_games import DAY, SETTINGS
from tests.tui.at_table import TWO, save_until

MISSING = Setup((Seat("Ada"), Seat("Bo", "bot", "no.such.module:Bot")), 7, first_player=0)


class Host:
    """The app as the opener sees it. ``shown`` has one line for every call."""

    def __init__(self, folder: Path) -> None:
        self.settings = Settings(saves=str(folder))
        self.words, self.vocabulary, self.saves = self.settings.words, self.settings.vocabulary, folder
        self.shown: list[str] = []
        self.questions: list[Question] = []
        self._on_answer: list[Callable[[str], Awaitable[None]]] = []
        self.screen: Screen[Any] | None = None
        self.games: GameOpener | None = None
        self.screen_stack: list[Screen[Any]] = []

    def show_start(self) -> None:
        self.shown.append("start")

    def show_alone(self, screen: Screen[None]) -> None:
        self.screen = screen
        self.shown.append(type(screen).__name__)

    def push_screen(self, screen: Screen[Any], callback: Callable[[str], Awaitable[None]] | None = None) -> None:
        if callback is not None:
            assert isinstance(screen, Question)
            self.questions.append(screen)
            self._on_answer.append(callback)
        else:
            self.screen = screen

    async def answer(self, value: str) -> None:
        await self._on_answer.pop()(value)

    def notify(self, message: str, **_: object) -> None:
        self.shown.append(f"notice: {message}")

    def use_terms(self, edition: str | None) -> None:
        self.settings.game_edition = edition  # type: ignore[assignment]

    def tell_error(self, words: str) -> None:
        self.shown.append(f"error: {words}")

    def show_final(self, game: Game) -> None:
        self.shown.append("final")

    def change_setting(self, field: str, value: str) -> None:
        self.shown.append(f"setting: {field} {value}")

    def hurry_bots(self) -> None:
        self.shown.append("hurry")

    def exit(self) -> None:
        self.shown.append("exit")

    @property
    def choices(self) -> list[str]:
        """The answers of the last question."""
        return [answer.value for answer in self.questions[-1]._answers]


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path)


@pytest.fixture
def games(host: Host) -> Iterator[GameOpener]:
    opener = GameOpener(host)  # type: ignore[arg-type]  # only what the opener uses
    yield opener
    opener.close()


def saved(folder: Path, setup: Setup = TWO) -> Path:
    path = folder / "game.rokoko"
    create(path, setup).close()
    return path


def test_without_a_target_the_start_screen_is_shown(games: GameOpener, host: Host) -> None:
    games.open_first(Start())
    assert host.shown == ["start"]
    assert games.path is None


@pytest.mark.parametrize("mode", ["load", "replay"])
def test_without_a_file_the_list_of_games_is_above_the_start_screen(
    games: GameOpener, host: Host, mode: Literal["load", "replay"]
) -> None:
    games.open_first(Start(mode))
    assert host.shown == ["start"]
    assert isinstance(host.screen, LoadScreen) and host.screen.replay == (mode == "replay")


def test_a_later_program_returns_to_the_open_game(
    games: GameOpener, host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, resumed = saved(tmp_path), list[Path]()
    assert games.place == ""
    games.game.resume(path)
    place = games.place
    games.game.watch(path)
    assert games.place == "", "it is not played here"
    monkeypatch.setattr(games, "resume", resumed.append)
    games.open_first(Start(place=place))
    assert (resumed, host.shown) == ([path], [])
    path.unlink()
    games.open_first(Start(place=place))
    assert (resumed, host.shown) == ([path], ["start"])


def test_a_later_program_returns_to_a_replay_and_its_position(games: GameOpener, host: Host, tmp_path: Path) -> None:
    path = save_until(tmp_path, TWO, lambda game: game.cursor == 3)
    games.open_first(Start("replay", path=path, at=2))
    assert games.place == "", "it was closed"
    assert host.screen is not None
    host.screen_stack = [host.screen]
    assert games.place == f"replay:2:{path}"
    later = Host(tmp_path)
    opener = GameOpener(later)  # type: ignore[arg-type]  # only what the opener uses
    opener.open_first(Start(place=games.place))
    assert later.shown[0] == "start", "what is below it"
    assert isinstance(later.screen, ReplayScreen)
    assert later.screen.position == 2
    path.unlink()
    opener.open_first(Start(place=games.place))
    assert later.shown[-1] == "start"


def test_another_try_at_a_daily_game_says_that_it_does_not_count(
    games: GameOpener, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    daily, openings = daily_setup(DAY, SETTINGS, SETTINGS.words), list[list[str]]()

    def show(_: object, describe_opening: Callable[[Words], list[str]]) -> None:
        openings.append(describe_opening(host.words))

    monkeypatch.setattr(games, "_show_table", show)
    games.begin(daily)
    games.play_again(TWO)
    games.fork(Game.new(daily), 0)
    games.play_again(daily)
    assert isinstance(games.game.table, LocalGame)
    path = games.game.table.path
    games.close()
    games.resume(path)
    says = ["does not count" in "".join(lines) for lines in openings]
    assert says == [False, False, True, True, True], "first game, no daily game, fork, another try, opened again"


@pytest.mark.parametrize("place", ["lesson:", "puzzle:3"])
def test_a_later_program_returns_to_the_lesson_and_to_a_puzzle(
    games: GameOpener, host: Host, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = LessonGame("hand") if place == "lesson:" else open_puzzle(3, host.words)
    host.screen_stack = [Mock(spec=PlayScreen, game=game)]
    assert games.place == place
    opened: list[object] = []
    monkeypatch.setattr(games, "learn", lambda: opened.append("lesson:"))
    monkeypatch.setattr(games, "play_puzzle", lambda number: opened.append(f"puzzle:{number}"))
    games.open_first(Start(place=place))
    assert opened == [place]


def test_a_game_in_use_is_offered_to_watch(games: GameOpener, host: Host, tmp_path: Path) -> None:
    path = saved(tmp_path)
    with lock_save(path):
        games.open_first(Start("load", path=path))
        assert host.shown == ["hurry", "start"]
        assert host.choices == ["watch", "no"]


@pytest.mark.parametrize(("answer", "screens"), [("watch", ["WatchScreen"]), ("no", [])])
async def test_the_answer_decides_whether_it_is_watched(
    games: GameOpener, host: Host, tmp_path: Path, answer: str, screens: list[str]
) -> None:
    path = saved(tmp_path)
    with lock_save(path):
        games.resume(path)
        await host.answer(answer)
    assert host.shown[2:] == screens
    assert games.path == (path if screens else None)


@pytest.mark.parametrize("mode", ["load", "watch", "replay"])
def test_a_damaged_save_is_refused(games: GameOpener, host: Host, tmp_path: Path, mode: Any) -> None:
    path = tmp_path / "game.rokoko"
    path.write_text("no save")
    games.open_first(Start(mode, path=path))
    assert [line.partition(":")[0] for line in host.shown if line != "hurry"] == ["error"]
    assert games.path is None


def test_a_save_that_cannot_be_created_is_an_error_and_changes_no_setting(
    games: GameOpener, host: Host, tmp_path: Path
) -> None:
    host.saves = saved(tmp_path)
    games.begin(TWO, "deluxe", "Ada")
    assert [line.partition(":")[0] for line in host.shown] == ["error"]
    assert games.path is None


@pytest.mark.parametrize(
    ("before", "changed"),
    [("", ["setting: name Ada", "setting: edition deluxe"]), ("Ada", ["setting: edition deluxe"])],
)
def test_a_game_that_starts_keeps_the_name_and_the_terms(
    games: GameOpener, host: Host, monkeypatch: pytest.MonkeyPatch, before: str, changed: list[str]
) -> None:
    monkeypatch.setattr(GameOpener, "_show_opened", lambda self, game, is_copy: None)
    host.settings.name = before
    games.begin(TWO, "deluxe", "Ada")
    assert host.shown == changed
    assert games.game.table is not None and games.game.table.setup.players[0].own


def test_a_locked_new_save_is_an_error(games: GameOpener, host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    def begin(*_: object) -> None:
        raise SaveInUse(Path("game.rokoko"), None)

    monkeypatch.setattr(OpenGame, "begin", begin)
    games.fork(Game.new(TWO), 0)
    assert host.shown[-1].startswith("error: ")


@pytest.mark.parametrize(("kind", "is_private"), [("human", True), ("bot", False)])
def test_only_the_owner_may_read_a_fork_of_several_people(
    games: GameOpener, monkeypatch: pytest.MonkeyPatch, kind: Any, is_private: bool
) -> None:
    monkeypatch.setattr(GameOpener, "_show_opened", lambda self, game, is_copy: None)
    setup = Setup((Seat("Ada"), Seat("Bo", kind, "random" if kind == "bot" else None)), 7, first_player=0)
    games.fork(Game.new(setup), 0)
    fork = games.path
    games.play_again(setup)
    for path in (fork, games.path):
        assert path is not None
        assert (path.stat().st_mode & 0o077 == 0) == is_private


@pytest.mark.parametrize("answer", ["no", ""])
async def test_a_game_with_a_missing_bot_opens_only_with_a_substitute(
    games: GameOpener, host: Host, tmp_path: Path, answer: str
) -> None:
    games.resume(saved(tmp_path, MISSING))
    assert host.choices == ["replace", "no"]
    await host.answer(answer)
    assert host.shown == ["hurry", "start"]


async def test_a_full_disk_refuses_the_substitute(
    games: GameOpener, host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def replace(*_: object) -> None:
        raise NotWritten(28, "no space is left")

    games.resume(saved(tmp_path, MISSING))
    monkeypatch.setattr("rokoko_core.play.local_game.LocalGame.replace", replace)
    await host.answer("replace")
    assert host.shown[1] == "start"
    assert host.shown[2].startswith("error: ")


def test_a_replay_closes_the_open_game(games: GameOpener, host: Host, tmp_path: Path) -> None:
    games.game.begin(tmp_path, TWO)
    host.screen_stack = [Mock(spec=PlayScreen)]
    games.replay(saved(tmp_path))
    assert host.shown == ["hurry", "ReplayScreen"]
    assert games.path is None


async def test_answers_to_leaving(games: GameOpener, host: Host) -> None:
    for answer in ("stay", "leave", "quit"):
        games.ask_to_leave()
        assert host.choices == ["stay", "leave", "quit"]
        await host.answer(answer)
    assert host.shown == ["start", "exit"]


async def test_esc_before_conceding_asks_nothing_else_unless_asked_before(
    games: GameOpener, host: Host, tmp_path: Path
) -> None:
    game = games.game.begin(tmp_path, Setup((Seat("Ada"), Seat("Bo", "bot", "random")), 7, first_player=0))
    games.ask_to_concede(game)
    await host.answer("")
    assert len(host.questions) == 1
    games.ask_to_leave(game)
    await host.answer("concede")
    await host.answer("")
    assert host.choices[-1] == "concede", "back to the question whether to leave"
    games.close()


@pytest.mark.parametrize(("answer", "shown"), [("", []), ("quit", ["exit"])])
async def test_the_host_of_a_game_is_asked_before_it_ends_for_the_others(
    games: GameOpener, host: Host, answer: str, shown: list[str]
) -> None:
    host.games = games
    games.seats.invites = [lambda: Invitation("game", {})]
    games.ask_to_quit()
    assert host.choices == ["stay", "quit"]
    await host.answer(answer)
    assert host.shown == shown


def test_quitting_asks_nothing_where_no_game_is_hosted_and_the_key_again_quits(games: GameOpener, host: Host) -> None:
    host.games = games
    games.ask_to_quit()
    assert host.shown == ["exit"]
    games.seats.invites = [lambda: Invitation("game", {}, is_over=True)]
    games.ask_to_quit()
    assert host.shown.pop() == "exit" and not host.questions, "the game is over"
    games.seats.invites = [lambda: Invitation("game", {})]
    games.ask_to_quit()
    host.screen = host.questions[-1]
    games.ask_to_quit()
    assert host.shown == ["exit", "exit"]


def test_quitting_asks_about_every_game_that_would_end_for_others(games: GameOpener, host: Host) -> None:
    host.games = games
    first, second = (Invitation(name, {}, players=("Ada", name)) for name in ("Bo", "Cy"))
    over = first._replace(game="Di", is_over=True)
    games.seats.invites = [lambda: first, lambda: second, lambda: over, lambda: second]
    games.ask_to_quit()
    [question] = host.questions
    assert question._lines[-2:] == ["Ada and Bo", "Ada and Cy"]


async def test_conceding_is_on_disk_before_the_start_screen(games: GameOpener, host: Host, tmp_path: Path) -> None:
    setup = Setup((Seat("Ada"), Seat("Bo", "bot", "random")), 7, first_player=0)
    game = games.game.begin(tmp_path, setup)
    games.ask_to_leave(game)
    assert host.choices[-1] == "concede"
    await host.answer("concede")
    assert host.shown == [] and not read(game.path).game.conceded, "it asks once more"
    await host.answer("concede")
    assert host.shown == ["start", "final"], "and no notice over the sheet"
    games.close()
    assert read(game.path).game.conceded
    host.shown.clear()
    games.resume(game.path)
    assert host.shown[-2:] == ["start", "final"], "it is not played on"
    games.close()


async def test_of_two_at_one_screen_it_says_who_concedes(games: GameOpener, host: Host, tmp_path: Path) -> None:
    game = games.game.begin(tmp_path, mark_owner(TWO, "Bo"))
    games.ask_to_concede(game)
    assert host.questions[-1]._lines[0] == "Bo concedes."
    games.close()


async def test_a_full_disk_refuses_to_concede(
    games: GameOpener, host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def concede(*_: object) -> None:
        raise NotWritten(28, "no space is left")

    game = games.game.begin(tmp_path, Setup((Seat("Ada"), Seat("Bo", "bot", "random")), 7, first_player=0))
    monkeypatch.setattr(game, "concede", concede)
    games.ask_to_leave(game)
    await host.answer("concede")
    await host.answer("concede")
    assert [line.partition(":")[0] for line in host.shown] == ["error"]


@pytest.mark.parametrize(
    ("bo", "expected"),
    [
        (Seat("Bo", "bot", "random"), "You play a copy, game. The original is unchanged."),
        (Seat("Bo"), "You play a copy, game. Ada and Bo share this screen. The original is unchanged."),
    ],
)
def test_a_copy_says_who_shares_the_screen(host: Host, tmp_path: Path, bo: Seat, expected: str) -> None:
    with open_journal(saved(tmp_path, Setup((Seat("Ada"), bo), 7))) as journal:
        assert describe_copy(LocalGame(journal), host.words) == expected
