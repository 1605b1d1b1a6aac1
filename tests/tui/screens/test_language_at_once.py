"""A change of language updates every open screen at once."""

import re
from functools import partial
from pathlib import Path

import pytest
from textual.pilot import Pilot

from rokoko_tui.app import RokokoApp
from rokoko_tui.games import Start
from rokoko_tui.screens.new_game import NewGameScreen
from rokoko_tui.screens.palette import Palette
from rokoko_tui.screens.pane_jump import PaneJumpScreen
from rokoko_tui.screens.question import Question
from rokoko_tui.screens.settings import SettingsScreen
from rokoko_tui.settings.settings import load_settings
from rokoko_tui.text.languages import ENGLISH, PSEUDO, load_language, shipped_languages
from tests.tui.at_table import Player, at_table
from tests.tui.scenes import SCENES, Scene, on_screen, text_of
from tests.tui.text.test_no_plain_english import MORE, plain_words

pytestmark = pytest.mark.slow

OPEN = (
    *("start", "new-game", "about", "load-games", "record", "keys", "lesson", "hand-over-small", "help-table"),
    *("reasons", "replay-small", "looking-back", "final-small"),
)
"""One scene for each kind of screen."""
BY_NAME = {scene.name: scene for scene in (*SCENES, *MORE)} | {
    "looking-back": Scene("looking-back", (80, 24), "base-2", mode="replay", keys=("a",)),
    "leave": Scene("leave", (80, 24), "solo-base", keys=("escape",)),
}


async def change_language(app: RokokoApp, language: str) -> None:
    """Change the language on the settings screen and close it."""
    pilot = Pilot(app)
    app.action_settings("language")
    await pilot.pause()
    over = isinstance(app.screen, SettingsScreen) and len(app.screen_stack)
    app.change_setting("language", language)
    await pilot.pause()
    if over:
        await pilot.press("escape")
    await Player(app, pilot).settle()


@pytest.mark.sample(9)
@pytest.mark.quick(2)
@pytest.mark.parametrize("name", OPEN)
async def test_the_screen_below_the_settings_changes_language(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # for short paths
    scene = BY_NAME[name]
    async with on_screen(scene, Path()) as app:
        names = list(app.screen.filled_in.values()) if isinstance(app.screen, NewGameScreen) else [scene.game]
        await change_language(app, PSEUDO)
        shown = text_of(app)
    assert not plain_words(shown, *re.findall(r"\w+", " ".join(names))), shown


@pytest.mark.quick(1)
@pytest.mark.parametrize(("name", "box"), [("palette", Palette), ("leave", Question), ("jump", PaneJumpScreen)])
async def test_modals_close_on_a_change_of_language(name: str, box: type, tmp_path: Path) -> None:
    async with on_screen(BY_NAME[name], tmp_path) as app:
        under = app.screen_stack[-2]
        assert isinstance(app.screen, box)
        await change_language(app, PSEUDO)
        assert app.screen is under


async def test_the_new_game_form_keeps_its_values(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start(), size=(80, 24)) as player:
        await player.press("n")
        form = player.app.screen
        assert isinstance(form, NewGameScreen)
        filled_in = {"count": "3", "name-1": "Zoë", "who-2": "human", "add-jewelry-box": "on", "seed": "12"}
        form.filled_in = filled_in
        await player.settle()
        form.filled_in = {"first": "1", "seen": "owner"}
        form.query_one("#seed").focus()
        await change_language(player.app, PSEUDO)
        now = form.filled_in
        assert {field: now[field] for field in filled_in} == filled_in
        assert (now["first"], now["seen"]) == ("1", "owner")
        assert form.focused is form.query_one("#seed")
        assert form.setup().seed == 12


def is_seen(player: Player, text: str) -> bool:
    return text in player.seen()


async def test_the_setting_applies_each_language_at_once(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start(), size=(80, 24), language=ENGLISH) as player:
        player.app.action_settings("language")
        await player.settle()
        for name in (*shipped_languages()[1:], "", ENGLISH):
            await player.press("right")
            assert player.app.settings.language == load_settings().language == name
            back = player.app.vocabulary.say("keys.footer.settings.back")
            await player.wait_until(partial(is_seen, player, back))  # the footer is composed again
            for key in ("settings.title", "settings.about.language"):
                assert player.app.vocabulary.say(key) in " ".join(player.seen().split()), key


async def test_the_palette_finds_each_language_by_its_own_name(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start(), size=(80, 24), language=ENGLISH) as player:
        for name in (*shipped_languages()[1:], ENGLISH):
            await player.press("ctrl+p", *load_language(name).own_name[:6].lower())
            await player.press("enter")
            assert player.app.settings.language == load_settings().language == name
