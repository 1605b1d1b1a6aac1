"""The screens around the table: start, new game, load, about, help and the final scores."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot
from textual.signal import Signal
from textual.widget import Widget
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets._footer import FooterKey
from textual.worker import WorkerCancelled

from rokoko_core import Game
from rokoko_core.box import box_of
from rokoko_core.components import load_components, newest
from rokoko_core.engine import legal_actions
from rokoko_core.journal import create, read
from rokoko_core.scoring import final_scores
from rokoko_core.setup import FAIR_START, MOST_SEED, has_secret_seed
from rokoko_core.state import Seat, Setup
from rokoko_core.terms import Expansion, TieBreak
from rokoko_tui.app import RokokoApp
from rokoko_tui.art.symbols import MARKS
from rokoko_tui.games import Start
from rokoko_tui.saves.folder import mark_owner
from rokoko_tui.saves.lock import lock_save
from rokoko_tui.screens import final
from rokoko_tui.screens.about import AboutScreen
from rokoko_tui.screens.final import FinalScreen
from rokoko_tui.screens.help import HelpScreen, ScrollableText
from rokoko_tui.screens.load import LoadScreen
from rokoko_tui.screens.new_game import MarkField, NewGameScreen
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.screens.question import Question, TextQuestion
from rokoko_tui.screens.replay import ReplayScreen
from rokoko_tui.screens.settings import SettingsScreen
from rokoko_tui.screens.start import StartScreen
from rokoko_tui.screens.statistics import StatisticsScreen
from rokoko_tui.settings.settings import Settings, load_settings
from rokoko_tui.settings.setups import rematch
from rokoko_tui.text import get_words
from rokoko_tui.theme.styles import styles_of
from rokoko_tui.widgets.fields import OptionField
from rokoko_tui.widgets.score_sheet import describe_verdict
from rokoko_tui.widgets.virtual_table import VirtualTable
from tests.saves.sample_games import FOLDER
from tests.tui.analysis.daily_games import finished_game, save_game
from tests.tui.at_table import InProcessWorker, Player
from tests.visitors import BOTS, bots_installed

AGAINST_ONE = Setup((Seat("Ada"), Seat("Rosalie", "bot", "apprentice")), 0, components=newest())
ADA_AND_BO = Setup((Seat("Ada"), Seat("Bo")), 5, first_player=0)
ALL = frozenset(Expansion)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty save folder."""
    saves = tmp_path / "saves"
    saves.mkdir()
    return saves


@asynccontextmanager
async def at_start(folder: Path, size: tuple[int, int] = (80, 24)) -> AsyncIterator[tuple[RokokoApp, Pilot[None]]]:
    """The app on its start screen after the search for games."""
    app = RokokoApp(Settings(saves=str(folder), name="Ada"), Start())
    app._bot_worker = InProcessWorker()
    async with app.run_test(size=size) as pilot:
        start = app.screen
        assert isinstance(start, StartScreen)
        while not start.is_search_done:  # it begins after the first frame
            await pilot.pause()
        await settle(app, pilot)
        yield app, pilot


async def settle(app: RokokoApp, pilot: Pilot[None]) -> None:
    await pilot.pause()
    while not all(worker.is_finished for worker in app.workers):
        with suppress(WorkerCancelled):  # a newer search replaced it
            await app.workers.wait_for_complete()
    await pilot.pause()


async def press(app: RokokoApp, pilot: Pilot[None], *keys: str) -> None:
    for key in keys:
        app.simulate_key(key)
        await pilot.pause(0)
    await settle(app, pilot)


def begun(folder: Path, name: str = "game.rokoko", setup: Setup = ADA_AND_BO, actions: int = 6) -> Path:
    """Create a save with a few actions."""
    path = folder / name
    with create(path, setup) as journal:
        for _ in range(actions):
            journal.game.play(legal_actions(journal.game.state)[0])
    return path


def seen(app: RokokoApp) -> str:
    """Return all text on the screen."""
    return "\n".join("".join(part.text for part in line) for line in app.screen._compositor.render_strips())


def offered(app: RokokoApp) -> set[str]:
    """Return the keys in the footer."""
    return {key.key for key in app.screen.query(FooterKey)}


def notes(app: RokokoApp) -> str:
    return " ".join(note.message for note in app._notifications)


async def test_a_form_outlives_a_terminal_without_columns(folder: Path) -> None:
    async with at_start(folder) as (app, pilot):
        await press(app, pilot, "n")
        for size in ((20, 60), (1, 1), (80, 24)):
            await pilot.resize_terminal(*size)
            await settle(app, pilot)
        assert isinstance(app.screen, NewGameScreen) and app.is_running


# ---- start


@pytest.mark.parametrize(
    ("learned", "played", "lesson", "entry"),
    [
        (False, False, "", "learn"),
        (True, False, "", "play"),
        (False, True, "", "play"),
        (False, True, "dress", "learn"),  # the lesson was left
    ],
)
async def test_the_first_entry_is_the_lesson_until_it_is_finished_or_a_game_exists(
    folder: Path, learned: bool, played: bool, lesson: str, entry: str
) -> None:
    if played:
        game = finished("base-2")
        create(folder / "over.rokoko", game.setup, game.entries).close()
    app = RokokoApp(Settings(saves=str(folder), learned=learned, lesson=lesson), Start())
    async with app.run_test() as pilot:
        await settle(app, pilot)
        menu = app.screen.query_one(OptionList)
        await Player(app, pilot).wait_until(lambda: menu.highlighted == menu.get_option_index(entry))


async def test_without_a_game_to_continue_play_begins_one(folder: Path) -> None:
    async with at_start(folder) as (app, pilot):
        assert "no game to continue" in seen(app)
        assert app.screen.query_one(OptionList).get_option("continue").disabled
        await press(app, pilot, "c")
        assert isinstance(app.screen, StartScreen)
        assert "against Rosalie (easy)" in seen(app)
        await press(app, pilot, "p")
        assert isinstance(app.screen, PlayScreen)
        setup = Player(app, pilot).session.setup
        assert setup == replace(AGAINST_ONE, seed=setup.seed, chance="blake2b")


@pytest.mark.quick(1)
@pytest.mark.parametrize("keys", ["p", "dp"], ids=["play", "daily game"])
async def test_the_first_game_asks_for_the_name_once(folder: Path, keys: str) -> None:
    async with at_start(folder) as (app, pilot):
        app.settings.name = ""
        await press(app, pilot, *keys)
        assert isinstance(app.screen, TextQuestion) and app.words.say("new.name-asked") in seen(app)
        await press(app, pilot, "escape")
        assert isinstance(app.screen, StartScreen), "Esc begins no game"
        await press(app, pilot, *keys)
        await press(app, pilot, *"Zoe", "enter")
        assert Player(app, pilot).session.setup.players[0].name == load_settings().name == "Zoe"


async def test_the_first_game_begins_without_a_name_which_is_not_asked_for_again(folder: Path) -> None:
    async with at_start(folder) as (app, pilot):
        app.settings.name = ""
        await press(app, pilot, "p", "enter")
        assert Player(app, pilot).session.setup.players[0].name == "You"
        app.show_start()
        await settle(app, pilot)
        await press(app, pilot, "p")
        assert isinstance(app.screen, PlayScreen)


@pytest.mark.slow
async def test_lesson_and_puzzle_ask_for_no_name(folder: Path) -> None:
    async with at_start(folder) as (app, pilot):
        app.settings.name = ""
        for keys in (("t",), ("z", "enter")):
            await press(app, pilot, *keys)
            assert isinstance(app.screen, PlayScreen)
            app.show_start()
            await settle(app, pilot)


async def test_the_game_to_continue_is_found_even_if_the_first_layout_is_the_only_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(folder)
    monkeypatch.setattr(Signal, "publish", lambda *_: None)  # Textual publishes none for the first layout of a program
    app = RokokoApp(Settings(saves=str(folder), name="Ada"), Start())
    async with app.run_test() as pilot:
        await Player(app, pilot).wait_until(lambda: "Ada and Bo · round 1" in seen(app))


@pytest.mark.quick(1)
@pytest.mark.parametrize("has_daily", [False, True], ids=["", "daily game after it"])
async def test_play_uses_the_last_chosen_opponents_with_a_new_seed(folder: Path, has_daily: bool) -> None:
    """The opponents of a daily game are not chosen; New game shows the setup that was."""
    seats = (Seat("Gaspard", "bot", "master"), Seat("Zoe"), Seat("Manon", "bot", "apprentice"))
    begun(folder, setup=Setup(seats, 5, expansions=ALL, first_player=0))
    if has_daily:
        save_game(folder / "daily.rokoko", finished_game())
    async with at_start(folder) as (app, pilot):
        await Player(app, pilot).wait_until(lambda: "against 2 bots · every expansion" in seen(app))
        await press(app, pilot, "n")
        assert form(app).option("count").value == "3" and form(app).field("name-0").value == "Gaspard"
        await press(app, pilot, "escape", "p")
        setup = Player(app, pilot).session.setup
        seats = (seats[0], Seat("Ada"), seats[2])
        assert setup == Setup(seats, setup.seed, expansions=ALL, components=newest(), chance="blake2b")
        assert has_secret_seed(setup)


async def test_continue_names_the_latest_unfinished_game_and_opens_it(folder: Path) -> None:
    path = begun(folder)
    async with at_start(folder) as (app, pilot):
        assert "Ada and Bo · round 1 · today" in seen(app)
        await press(app, pilot, "enter")
        assert Player(app, pilot).session.path == path


@pytest.mark.quick(2)
@pytest.mark.parametrize(
    ("keys", "screen"),
    [
        (("n",), NewGameScreen),
        (("l",), LoadScreen),
        (("r",), LoadScreen),
        (("a",), AboutScreen),
        (("enter",), PlayScreen),
        (("up", "enter"), NewGameScreen),
        ((*"jjjjjjj", "enter"), AboutScreen),
        (("y",), StatisticsScreen),
        (("s",), SettingsScreen),
    ],
)
async def test_the_menu_works_by_letters_and_arrows_and_escape_returns(
    folder: Path, keys: tuple[str, ...], screen: type
) -> None:
    async with at_start(folder) as (app, pilot):
        await press(app, pilot, *keys)
        assert isinstance(app.screen, screen)
        await press(app, pilot, "escape")
        assert isinstance(app.screen, StartScreen)


async def test_quit_ends_the_app(folder: Path) -> None:
    async with at_start(folder) as (app, pilot):
        await pilot.press("q")
        assert app._exit


# ---- new game


def form(app: RokokoApp) -> NewGameScreen:
    assert isinstance(app.screen, NewGameScreen)
    return app.screen


async def write(app: RokokoApp, pilot: Pilot[None], field: str, text: str) -> None:
    """Clear a text field and type into it."""
    app.screen.query_one(f"#{field}", Input).focus()
    await press(app, pilot, "end", "ctrl+u", *text)


async def turn(app: RokokoApp, pilot: Pilot[None], field: str, *keys: str) -> None:
    """Press ``keys`` on a choice field."""
    app.screen.query_one(f"#{field}", OptionField).focus()
    await press(app, pilot, *keys)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (160, 50)])
async def test_every_heading_of_the_form_is_shown(folder: Path, size: tuple[int, int]) -> None:
    async with at_start(folder, size) as (app, pilot):
        await press(app, pilot, "n")
        headings = list(app.screen.query(".heading").results(Static))
        assert len(headings) == 4
        assert all(
            cast("Widget", heading.parent).content_region.contains_region(heading.region) for heading in headings
        )


async def test_a_key_of_no_line_of_the_menu_says_so(folder: Path) -> None:
    async with at_start(folder) as (app, pilot):
        await press(app, pilot, "x")
        assert [notice.message for notice in app._notifications] == ["x does nothing here."]
        await press(app, pilot, "down", "home", "j")
        assert len(app._notifications) == 1


async def test_enter_starts_a_game_against_one_easy_opponent(folder: Path) -> None:
    async with at_start(folder) as (app, pilot):
        await press(app, pilot, "n", "enter")
        (path,) = folder.glob("*.rokoko")
        setup = read(path).header.setup
        assert setup == replace(AGAINST_ONE, seed=setup.seed, chance="blake2b")
        assert has_secret_seed(setup)


@asynccontextmanager
async def at_nameless_form(folder: Path) -> AsyncIterator[tuple[RokokoApp, Pilot[None]]]:
    """The form of a person whose name is not known."""
    async with at_start(folder) as (app, pilot):
        app.settings.name = ""
        await press(app, pilot, "n")
        yield app, pilot


@pytest.mark.slow
async def test_the_first_form_asks_for_the_name_and_remembers_it(folder: Path) -> None:
    async with at_nameless_form(folder) as (app, pilot):
        assert form(app).focused is form(app).field("name-0") and form(app).field("name-0").value == ""
        assert app.words.say("new.name-asked") in seen(app)
        await press(app, pilot, *"Zoe", "enter")
        assert form(app).focused is form(app).query_one("#start")
        await press(app, pilot, "enter")
        assert Player(app, pilot).session.setup.players[0].name == "Zoe"
        assert load_settings().name == "Zoe"
    async with at_start(folder) as (app, pilot):
        app.settings = load_settings()
        await press(app, pilot, "n")
        assert form(app).field("name-0").value == "Zoe"
        assert form(app).focused is form(app).query_one("#start"), "it is asked for once"


@pytest.mark.slow
async def test_the_keys_of_the_presets_are_no_part_of_a_name(folder: Path) -> None:
    """*3 Solo* is on the form, so 3 must not become the name; later digits are typed."""
    async with at_nameless_form(folder) as (app, pilot):
        await press(app, pilot, "3")
        name = form(app).field("name-0")
        assert (form(app).option("count").value, name.value, form(app).focused) == ("1", "", name)
        await press(app, pilot, *"Zoe3", "enter", "enter")
        assert [seat.name for seat in Player(app, pilot).session.setup.players] == ["Zoe3"]


@pytest.mark.slow
async def test_without_a_name_the_person_is_called_you(folder: Path) -> None:
    async with at_nameless_form(folder) as (app, pilot):
        await press(app, pilot, "enter", "enter")
        assert Player(app, pilot).session.setup.players[0].name == "You"
        assert app.settings.name == "", "the next form asks again"


async def test_among_several_people_nobody_is_called_you(folder: Path) -> None:
    async with at_nameless_form(folder) as (app, pilot):
        kinds = form(app).option("who-1")
        for is_person, name in ((True, "Player 1"), (False, "You")):
            while (kinds.value == "human") is not is_person:
                kinds.action_step(1)
            await pilot.pause()
            assert form(app).field("name-0").placeholder == form(app).setup().players[0].name == name
            assert (form(app).setup().players[1].name == "Player 2") is is_person


@pytest.mark.slow
async def test_a_name_that_nobody_typed_is_not_kept(folder: Path) -> None:
    async with at_nameless_form(folder) as (app, pilot):
        form(app).option("who-1").focus()
        while form(app).option("who-1").value != "human":
            await press(app, pilot, "right")
        await press(app, pilot, "ctrl+s")
        (path,) = folder.glob("*.rokoko")
        players = read(path).header.setup.players
        assert [(seat.name, seat.own) for seat in players] == [("Player 1", True), ("Player 2", False)]
        assert app.settings.name == "", "the next form asks again"


@pytest.mark.slow
async def test_the_name_is_still_asked_for_after_a_change_of_language(folder: Path) -> None:
    async with at_nameless_form(folder) as (app, pilot):
        app.change_setting("language", "ukrainian")
        await settle(app, pilot)
        assert app.words.say("new.name-asked") in seen(app)
        await press(app, pilot, "enter", "enter")
        assert Player(app, pilot).session.setup.players[0].name == app.words.term("you")


@pytest.mark.slow
async def test_the_form_offers_the_last_setup_without_its_seed(folder: Path) -> None:
    seats = (Seat("Zoe", mark="star"), Seat("Yan", "bot", "master", mark="disc"), Seat("Xia", mark="square"))
    last = Setup(seats, 77, frozenset({Expansion.FANCY}), first_player=2, open_scores="owner")
    begun(folder, setup=last)
    async with at_start(folder) as (app, pilot):
        await press(app, pilot, "n")
        assert form(app).setup() == replace(last, seed=0, components=newest())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("level", "offered"), [("tailor", "journeyman"), (None, "journeyman"), ("page", "apprentice"), ("x", "apprentice")]
)
async def test_levels_of_earlier_games_are_offered_by_their_present_names(
    folder: Path, level: str | None, offered: str
) -> None:
    begun(folder, setup=Setup((Seat("Zoe"), Seat("Yan", "bot", level)), 77))
    async with at_start(folder) as (app, pilot):
        await press(app, pilot, "n")
        assert form(app).setup().players[1] == Seat("Yan", "bot", offered)


@pytest.mark.slow
async def test_a_bot_of_another_package_is_offered_by_its_own_name(folder: Path, tmp_path: Path) -> None:
    with bots_installed(tmp_path / "site", BOTS, "mine = visiting_bots:first", "\u202eodd = visiting_bots:first"):
        async with at_start(folder) as (app, pilot):
            await press(app, pilot, "n")
            cycle = form(app).option("who-1")
            assert [value for value, _ in cycle.options][-1] == "mine"
            cycle.value = "mine"
            cycle.focus()
            await settle(app, pilot)
            assert cycle.label == "bot: mine"
            assert "From the package visitors 1.5; up to 5 s for each answer." in seen(app), "2 s and 3 s of grace"
            assert form(app).setup().players[1].level == "mine"


@pytest.mark.slow
async def test_the_time_of_a_bot_follows_the_setting(folder: Path, tmp_path: Path) -> None:
    with bots_installed(tmp_path / "site", BOTS, "mine = visiting_bots:first"):
        async with at_start(folder) as (app, pilot):
            app.settings.think = 0.5
            await press(app, pilot, "n")
            cycle = form(app).option("who-1")
            for level, sentence in (
                ("journeyman", "Plans its whole turn; usually under 0.3 s a turn."),
                ("master", "Thinks ahead and expects good replies; up to 0.5 s a turn."),
                ("mine", "From the package visitors 1.5; up to 3.5 s for each answer."),
            ):
                form(app).query_one("#start").focus()
                await settle(app, pilot)
                cycle.value = level
                cycle.focus()
                await settle(app, pilot)
                assert sentence in seen(app)


@pytest.mark.slow
async def test_every_preset_and_every_invalid_field_in_one_form(folder: Path) -> None:
    async with at_start(folder) as (app, pilot):
        await press(app, pilot, "n")
        screen = form(app)
        assert screen.query_one("#new").max_scroll_y == 0, "it fits the smallest terminal"
        assert {button.region.height for button in screen.query(Button)} == {1}
        assert "…" not in seen(app)
        await press(app, pilot, "f2")
        assert "…" not in seen(app) and screen.option("edition").value == "deluxe"
        for key, expected in (
            ("3", Setup((Seat("Ada"),), 0, components=newest())),
            ("2", replace(AGAINST_ONE, expansions=ALL)),
            ("1", AGAINST_ONE),
        ):
            await press(app, pilot, key)
            assert screen.setup() == expected
            assert screen.words.edition == ("classic" if key == "1" else "deluxe"), key
            assert screen.option("first").disabled == (key == "3")
            starter = dict(screen.option("first").options)["lot"]
            assert starter == ("Madame du Barry" if key == "3" else "random")
            assert screen.focused is screen.query_one("#start")
        for field, text, row, sentence in (
            ("name-1", "ada", "seats", "Seat 2: Each name can be used only once."),
            ("name-0", "", "seats", "Seat 1: Every seat needs a name."),
            ("seed", "many", "seed", "Enter a whole number"),
            ("seed", "-5", "seed", "Enter a whole number"),
            ("seed", str(MOST_SEED + 1), "seed", f"Largest seed: {MOST_SEED}."),
        ):
            line, before = screen.query_one(f"#{row}-line", Static), screen.field(field).value
            await write(app, pilot, field, text)
            assert f"▲ {sentence}" in str(line.content) and line.has_class("problem")
            assert sentence in seen(app)
            if row == "seats":
                assert [text_of_line(screen, f"seat-{n}") for n in (0, 1)] == (["", "▲"] if "1" in field else ["▲", ""])
            screen.query_one("#start").focus()
            await press(app, pilot, "ctrl+s")
            assert app.screen is screen and screen.focused is screen.field(field)
            assert not list(folder.iterdir())
            screen.field(field).value = before
            await settle(app, pilot)
            assert "▲" not in str(line.content) and not line.has_class("problem")
        screen.query_one("#start").focus()
        await press(app, pilot, "3")
        await turn(app, pilot, "who-0", "right")
        assert "A bot needs a person or another bot." in seen(app)


async def test_keys_in_one_burst_act_as_one_by_one(folder: Path) -> None:
    """The row of a key is the one that the keys before it led to."""
    async with at_start(folder) as (app, pilot):
        player = Player(app, pilot)

        async def fill(keys: list[str], is_burst: bool) -> tuple[str | None, dict[str, str]]:
            await press(app, pilot, "n")
            screen = form(app)
            await (player.press_at_once if is_burst else player.press)(*keys)
            assert screen.focused is not None and screen.option("edition").value == "classic", "2 is no preset there"
            state = screen.focused.id, screen.filled_in
            await press(app, pilot, "escape")
            return state

        for keys, focused in (
            (["down"] * 5 + ["2"], "add-jewelry-box"),
            (["tab"] * 4 + ["2", "right"], "count"),
            (["up"] * 6 + ["4", "2"], "seed"),
            ([*["down"] * 3, "Z", "down", *["up"] * 2, "right", "2"], "count"),
            ([*["down"] * 3, "Z", "enter", "Y", "tab", "2"], "who-1"),
        ):
            one_by_one = await fill(keys, is_burst=False)
            assert one_by_one[0] == focused, keys
            assert await fill(keys, is_burst=True) == one_by_one, keys


async def test_a_preset_behind_the_keys_that_leave_the_name_is_none(folder: Path) -> None:
    async with at_nameless_form(folder) as (app, pilot):
        await Player(app, pilot).press_at_once(*["up"], "2")
        assert form(app).focused is form(app).option("count"), "where digits do nothing"
        assert form(app).option("edition").value == "classic" and form(app).field("name-0").value == ""


async def test_no_key_leads_to_a_row_that_is_hidden(folder: Path) -> None:
    """As that of the terms in a language that has only one edition."""
    async with at_start(folder) as (app, pilot):
        for key in ("up", "shift+tab"):
            await press(app, pilot, "n")
            edition = form(app).option("edition")
            assert edition.parent is not None
            edition.parent.display = False
            await press(app, pilot, key)
            assert form(app).focused is form(app).option("components"), key
            await press(app, pilot, "escape")


def text_of_line(screen: NewGameScreen, row: str) -> str:
    return str(screen.query_one(f"#{row}-line", Static).content)


@pytest.mark.slow
async def test_keys_move_through_the_form(folder: Path) -> None:
    async with at_start(folder) as (app, pilot):
        await press(app, pilot, "n")
        screen, player = form(app), Player(app, pilot)

        async def focus(id: str) -> None:
            screen.query_one(f"#{id}").focus()
            await player.settle()

        async def focused_after(*keys: str) -> str:
            await player.press(*keys)
            assert screen.focused is not None
            return screen.focused.id or ""

        await focus("who-1")
        for key, id in (
            *(("tab", "mark-1"), ("shift+tab", "who-1"), ("up", "who-0"), ("down", "who-1")),
            *(("down", "add-jewelry-box"), ("down", "add-fancy"), ("k", "add-jewelry-box"), ("k", "name-1")),
        ):
            assert await focused_after(key) == id, key
        # arrows leave a text field at its ends
        assert await focused_after("home", "right", "left") == "name-1"
        assert await focused_after("left") == "name-1", "it is the first of its row"
        assert await focused_after("end", "left", "right") == "name-1"
        assert await focused_after("right") == "who-1"
        assert await focused_after("enter") == "who-1"
        await focus("name-0")
        assert await focused_after("enter") == "name-1"
        await focus("count")
        assert await focused_after("up", "up") == "start", "from the first row to the last"
        await focus("start")
        screen.action_step(1, 0)
        await player.settle()
        assert screen.focused is not None and screen.focused.id == "preset-classic"
        screen.action_step(0, 1)
        screen.action_step(0, 1)
        await player.settle()
        screen.action_step(0, 1)
        await player.settle()
        assert screen.focused.id == "preset-solo"

        # the description of a bot, and the help
        await turn(app, pilot, "who-1", "right")
        level = screen.option("who-1").value
        assert app.words.describe_level(level) in seen(app)
        await focus("mark-1")
        assert "Sign and color of the seat" in seen(app)
        await focus("start")
        assert app.words.describe_level(level) not in seen(app)
        assert "random" not in [value for value, _ in screen.option("who-1").options]
        await player.press("question_mark")
        await player.wait_until(lambda: all(f"{name}: " in seen(app) for name in ("easy", "medium", "hard")))
        await player.press("end")
        await player.wait_until(lambda: "Level “hard” won 88% of its two-player games" in seen(app))
        await player.press("escape")
        before = screen.field("name-1").value
        await focus("name-1")
        await player.press("end", "question_mark")
        assert isinstance(app.screen, HelpScreen)
        await player.press("escape")
        assert screen.field("name-1").value == before

        # clicks on an option
        who = screen.option("count")
        for column, value in ((4, "3"), (0, "2"), (0, "1"), (0, "5"), (4, "1")):
            await pilot.click("#count", offset=(column, 0))
            await player.settle()
            assert who.value == value


@pytest.mark.slow
async def test_a_mark_has_its_colour_in_the_form(folder: Path) -> None:
    async with at_start(folder) as (app, pilot):
        await press(app, pilot, "n")
        field = form(app).query_one("#mark-1", MarkField)
        for value in ("square", "star"):
            field.value = value
            colour = styles_of(app.current_theme).of(f"owner.{list(MARKS).index(value)}").color
            assert colour is not None and colour.name in str(field.render().spans)


@pytest.mark.slow
async def test_the_form_says_why_an_own_component_set_is_not_used(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "figures").mkdir()
    app = RokokoApp(Settings(saves=str(folder), name="Ada", components=str(tmp_path / "figures")), Start())
    async with app.run_test(size=(80, 24)) as pilot:
        await press(app, pilot, "n")
        assert "Your own component set is not used" in seen(app)


@pytest.mark.slow
async def test_every_field_goes_into_the_setup(folder: Path) -> None:
    async with at_start(folder) as (app, pilot):
        await press(app, pilot, "n")
        await turn(app, pilot, "count", "right")
        await write(app, pilot, "name-0", "Zoe")
        await turn(app, pilot, "who-1", "left", "left")
        await write(app, pilot, "name-1", "Bo")
        await write(app, pilot, "name-2", "Cy")
        await turn(app, pilot, "who-2", "right", "right")
        await turn(app, pilot, "mark-0", "l", "l")  # takes the square from Bo for a disc, the triangle from Cy for it
        await turn(app, pilot, "add-jewelry-box", "space")
        await turn(app, pilot, "add-expert", "enter")
        await write(app, pilot, "seed", "123")
        await turn(app, pilot, "first", "right", "right")
        await turn(app, pilot, "fair", "right")
        await turn(app, pilot, "seen", "left")
        screen = form(app)
        seats = (Seat("Zoe", mark="triangle"), Seat("Bo", mark="disc"), Seat("Cy", "bot", "master", mark="square"))
        adds = frozenset({Expansion.JEWELRY_BOX, Expansion.EXPERT})
        expected = Setup(
            seats, 123, adds, first_player=1, open_scores="nobody", components=newest(), fair_start=FAIR_START
        )
        assert screen.setup() == expected
        assert text_of_line(screen, "fair") == "Prestige in turn order: 0, 3, 6."
        await press(app, pilot, "ctrl+s")
        (path,) = folder.glob("*.rokoko")
        assert read(path).header.setup == expected


# ---- load


@pytest.mark.slow
async def test_an_empty_save_folder_is_named(folder: Path) -> None:
    async with at_start(folder) as (app, pilot):
        await press(app, pilot, "l")
        assert "There are no games in" in seen(app)
        assert not offered(app) & {"r", "n", "d", "slash"}, "nothing to do with a save"
        await press(app, pilot, "d", "enter", "r")
        assert isinstance(app.screen, LoadScreen)
        begun(folder)
        await press(app, pilot, "escape", "l")
        assert offered(app) >= {"r", "n", "d", "slash"}
        await press(app, pilot, "slash", *"zzz", "enter")
        assert not offered(app) & {"r", "n", "d"}
        await press(app, pilot, "escape")
        assert offered(app) >= {"r", "n", "d"}


@pytest.mark.slow
async def test_the_statistics_offer_a_replay_only_of_a_game(folder: Path) -> None:
    async with at_start(folder) as (app, pilot):
        await press(app, pilot, "y")
        assert isinstance(app.screen, StatisticsScreen)
        assert "enter" not in offered(app)
        await press(app, pilot, "escape")
        save_game(folder / "daily.rokoko", finished_game())
        await press(app, pilot, "y")
        assert "enter" in offered(app)


async def test_the_list_shows_the_state_of_each_game_and_enter_opens_it(folder: Path) -> None:
    begun(folder)
    (folder / "done.rokoko").write_bytes((FOLDER / "base-3.rokoko").read_bytes())
    (folder / "bad.rokoko").write_bytes(b"no game\n")
    async with at_start(folder) as (app, pilot):
        await press(app, pilot, "l")
        text = seen(app)
        assert "round 1 of 7" in text
        assert "♛ Bo 59" in text, "who won, and with how many"
        assert "▲ damaged" in text
        assert isinstance(app.screen, LoadScreen)
        table, names = app.screen.query_one(VirtualTable), [*app.screen.saves]
        table.cursor = names.index("bad.rokoko")
        await settle(app, pilot)
        assert "This is not a saved game." in seen(app)
        await press(app, pilot, "enter")
        assert isinstance(app.screen, LoadScreen)
        assert ": this is not a saved game." in notes(app)
        table.cursor = names.index("game.rokoko")
        await press(app, pilot, "enter")
        assert any(isinstance(screen, PlayScreen) for screen in app.screen_stack)


@pytest.mark.slow
async def test_enter_replays_in_the_list_for_replays(folder: Path) -> None:
    begun(folder)
    async with at_start(folder) as (app, pilot):
        await press(app, pilot, "r", "enter")
        assert isinstance(app.screen, ReplayScreen)


@pytest.mark.slow
async def test_a_locked_game_is_not_deleted_and_can_be_watched(folder: Path) -> None:
    path = begun(folder)
    with lock_save(path):
        async with at_start(folder) as (app, pilot):
            await press(app, pilot, "l", "d")
            assert path.exists()
            assert "open in another program" in notes(app)
            await press(app, pilot, "enter")
            assert isinstance(app.screen, Question)
            assert "Watch" in seen(app)


@pytest.mark.quick(1)
@pytest.mark.parametrize("answer", ["r", "c", "n"])
async def test_the_sound_part_of_a_damaged_game_is_replayed_or_copied(folder: Path, answer: str) -> None:
    path = begun(folder)
    damaged = path.read_bytes().replace(b'{"n":6', b'{"n":9')
    path.write_bytes(damaged)
    async with at_start(folder) as (app, pilot):
        await press(app, pilot, "l", "enter")
        assert "out of order" in seen(app)
        await press(app, pilot, answer)
        assert path.read_bytes() == damaged
        if answer == "r":
            assert isinstance(app.screen, ReplayScreen)
            assert app.screen.game.length == 5
        elif answer == "c":
            (copy,) = set(folder.glob("*.rokoko")) - {path}
            assert Game.load(copy).actions == read(path).game.actions
        else:
            assert isinstance(app.screen, LoadScreen)


@pytest.mark.slow
async def test_another_file_is_opened_by_its_path(folder: Path, tmp_path: Path) -> None:
    path = begun(tmp_path)
    async with at_start(folder) as (app, pilot):
        await press(app, pilot, "l", "o", *"nowhere", "enter")
        assert "ould not read" in notes(app)
        await press(app, pilot, "escape")
        assert isinstance(app.screen, LoadScreen)
        await press(app, pilot, "o", "ctrl+u")
        app.screen.query_one("#load-path", Input).value = str(path)
        await press(app, pilot, "enter")
        assert any(isinstance(screen, PlayScreen) for screen in app.screen_stack)


# ---- about and help


async def test_the_about_screen_lists_reconstructed_figures_and_both_editions(folder: Path) -> None:
    async with at_start(folder) as (app, pilot):
        await press(app, pilot, "a")
        text = str(app.screen.query_one("#about-text", Static).content)
        for _, sentence in app.words.origins(load_components()):
            assert sentence in text
        for word in (str(folder), "MIT", "not made, approved or supported", "frock coat", "coat"):
            assert word in text
        page = app.screen.query_one(ScrollableText)
        await press(app, pilot, "end")
        assert page.scroll_y == page.max_scroll_y > 0


async def test_help_lists_the_keys_of_the_screen_and_closes(folder: Path) -> None:
    async with at_start(folder) as (app, pilot):
        await press(app, pilot, "question_mark")
        assert isinstance(app.screen, HelpScreen)
        await press(app, pilot, "4")
        assert "Play now, against" in seen(app), "the last of the four pages has the keys"
        await press(app, pilot, "escape")
        assert isinstance(app.screen, StartScreen)


# ---- the final sheet


def finished(name: str) -> Game:
    return Game.load(FOLDER / f"{name}.rokoko")


@pytest.mark.quick(1)
@pytest.mark.rule("END-1", "END-2", "END-3", "END-4", "END-6", "END-7", "END-8", "JB-8", "SOLO-11")
@pytest.mark.parametrize("name", ["base-2", "base-5", "everything-5", "solo-base", "solo-jewelry-box"])
async def test_the_score_sheet_shows_every_row_and_total(folder: Path, name: str) -> None:
    game = finished(name)
    async with at_start(folder) as (app, pilot):
        app.show_final(game)
        await settle(app, pilot)
        words, box = get_words("classic"), box_of(game.state)
        lines = str(app.screen.query_one("#final-text", Static).content).splitlines()
        cells = [line.rsplit(maxsplit=len(game.state.players)) for line in lines]
        shown = [(label.strip(), [0 if c == "·" else int(c) for c in points]) for label, *points in cells]
        sheets = final_scores(game.state)
        labels = {words.score_row(row, box).strip() for sheet in sheets for row in sheet.rows}
        assert {label for label, _ in shown} == labels
        for sheet in sheets:
            assert sum(points[sheet.seat] for _, points in shown) == sheet.total
        foot = str(app.screen.query_one("#final-foot", Static).content).splitlines()
        total, rank = (line.split()[1:] for line in foot if not line.startswith("─"))
        assert total == [str(sheet.total) for sheet in sheets]
        assert rank == [str(sheet.rank) for sheet in sheets]
        assert max(map(len, seen(app).splitlines())) <= 80


@pytest.mark.rule("END-9", "SOLO-11")
def test_the_verdict_names_the_winner_and_the_tie_break() -> None:
    words = get_words("classic")
    game = finished("base-2")
    ada, bo = final_scores(game.state)
    names = ["Ada", "Bo"]

    def describe(*keys: tuple[int, int, str]) -> tuple[str, str]:
        pairs = zip((ada, bo), keys, strict=True)
        return describe_verdict(
            tuple(replace(s, total=70, rank=rank, livre_left=left, tie_break=tie) for s, (rank, left, tie) in pairs),
            names,
            words,
        )

    assert describe((2, 3, "livre"), (1, 8, "livre")) == ("Bo wins with 70 prestige", "tie, decided by 8 Livre left")
    assert describe((1, 3, "shared"), (1, 3, "shared")) == (
        "Ada and Bo share the victory with 70 prestige",
        "tie: the place is shared",
    )
    assert describe((1, 0, "prestige"), (2, 0, "prestige")) == ("Ada wins with 70 prestige", "")


@pytest.mark.slow
@pytest.mark.rule("END-9")
async def test_commands_of_the_final_screen_and_a_tie(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = finished("base-2")
    async with at_start(folder) as (app, pilot):
        for key, screen in (("r", ReplayScreen), ("n", NewGameScreen), ("b", StartScreen), ("escape", StartScreen)):
            app.show_final(game)
            await settle(app, pilot)
            foot = str(app.screen.query_one("#final-foot", Static).content).splitlines()
            assert len(foot) == 2, "without a tie there is no line for the money left"
            await press(app, pilot, key)
            assert isinstance(app.screen, screen), key
            if screen is not StartScreen:
                await press(app, pilot, "escape", "escape")
        tied = tuple(
            replace(sheet, total=70, rank=2 - sheet.seat, livre_left=3 + sheet.seat, tie_break=TieBreak.LIVRE)
            for sheet in final_scores(game.state)
        )
        monkeypatch.setattr(final, "final_sheets", lambda game: tied)
        app.show_final(game)
        await settle(app, pilot)
        foot = str(app.screen.query_one("#final-foot", Static).content).splitlines()
        assert [line.split()[-2:] for line in foot] == [["70", "70"], ["2", "1"], ["3", "4"]]
        assert isinstance(app.screen, final.FinalScreen)
        assert app.screen._heading().endswith("tie, decided by 4 Livre left"), "the count says so too"


async def test_a_rematch_has_the_newest_components_and_a_random_starting_player(folder: Path) -> None:
    game = finished("base-3")
    async with at_start(folder) as (app, pilot):
        app.show_final(game)
        await settle(app, pilot)
        await press(app, pilot, "p")
        setup = Player(app, pilot).session.setup
        again = replace(game.setup, seed=setup.seed, components=newest(), chance="blake2b")
        assert setup == mark_owner(again, "Ada") and setup.first_player is None


@pytest.mark.parametrize(("given", "first"), [(0, 1), (2, 0)])
def test_a_rematch_of_a_game_with_a_given_starting_player_begins_with_the_next(given: int, first: int) -> None:
    game = Game.new(replace(finished("base-3").setup, first_player=given))
    assert rematch(game).first_player == first


@pytest.mark.slow
async def test_the_name_of_the_only_person_is_saved(folder: Path) -> None:
    async with at_start(folder) as (app, pilot):
        await press(app, pilot, "n")
        await write(app, pilot, "name-0", "Zoe")
        await press(app, pilot, "ctrl+s")
        assert load_settings().name == "Zoe"


@pytest.mark.slow
async def test_the_replay_returns_to_the_final_screen(folder: Path) -> None:
    async with at_start(folder) as (app, pilot):
        app.show_final(finished("base-2"))
        await settle(app, pilot)
        await press(app, pilot, "r", "escape")
        assert isinstance(app.screen, FinalScreen)


@pytest.mark.slow
async def test_under_the_sheet_of_a_finished_game_nothing_is_drawn(folder: Path) -> None:
    path = folder / "finished.rokoko"
    path.write_bytes((FOLDER / "base-2.rokoko").read_bytes())
    async with at_start(folder) as (app, pilot):
        app.games.resume(path)
        await settle(app, pilot)
        assert isinstance(app.screen, FinalScreen)
        table = app.screen_stack[-2]
        assert isinstance(table, PlayScreen) and not table.choices.entries
