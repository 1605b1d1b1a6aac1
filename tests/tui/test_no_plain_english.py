"""Everything a person reads comes from the tables: in a strange language no plain English is left, nothing is cut."""

import os
import platform
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.containers import ScrollableContainer, VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from rokoko_core import Game
from rokoko_core.engine import apply, legal_actions, why_not
from rokoko_core.observe import observe
from rokoko_core.pending import HandChoice, Payment, TurnEnd
from rokoko_core.preview import preview
from rokoko_core.state import State
from rokoko_tui.command_line.log import log_lines
from rokoko_tui.command_line.parser import COMMANDS
from rokoko_tui.command_line.show import table_lines
from rokoko_tui.words import Words, words_of
from rokoko_tui.words.languages import PSEUDO
from rokoko_tui.words.pseudo import END, FILLING
from rokoko_tui.words.pseudo import STRANGE as STRANGE_LETTERS
from tests import tabletop as table
from tests.saves.sample_games import FOLDER
from tests.tui.at_table import own_settings
from tests.tui.scenes import SCENES, THOUGHTFUL, Scene, on_screen, text_of
from tests.tui.shell import Run, a_home_of_its_own, run, save

__all__ = ["a_home_of_its_own", "own_settings", "run", "save"]

SAMPLES = sorted(FOLDER.glob("*.rokoko"))
STRANGE = words_of("classic", PSEUDO)

NAMES = {
    *(
        "Ada",
        "Bo",
        "Cy",
        "Dee",
        "Eve",
        "Rokoko",
        "ROKOKO",
        "rokoko",
        "tui",
        "reconstructed",
        "Textual",
        "Python",
        "pseudo",
    ),
    *(
        "Esc",
        "Enter",
        "Tab",
        "Space",
        "Home",
        "End",
        "Page",
        "up",
        "down",
        "Left",
        "Right",
        "Up",
        "Down",
        "Delete",
        "Ctrl",
    ),
    *("down", "Shift", "Plus", "Minus", "Equals", "sign"),
}
"""Names of people, programs, sets, keys and languages, which are the same in every language."""
METAVARS = {"FILE", "DIR", "NAME", "COMMAND", "LEVEL", "BOT", "SECONDS", "ADDRESS", "PAGE"}
"""What help calls the values of options."""
NOT_WORDS = re.compile(r"\S*/\S*|\S+\.\w+\b|--[\w-]+|\{[\w,-]+\}|\b[0-9a-f]{16}\b|\b[A-Z]+-\d+\b")
"""Paths, files, options, choices of options, digests, numbers of rules."""
WORD = re.compile(r"(?<![^\W\d_])[A-Za-z]{3,}(?![^\W\d_])")


def plain_words(text: str, *names: str) -> set[str]:
    """The plain English words of ``text``, apart from ``names``."""
    return set(WORD.findall(NOT_WORDS.sub(" ", text))) - NAMES - METAVARS - set(names)


def test_plain_words_are_found_and_names_are_not() -> None:
    assert plain_words("Áďá plays fireworks with Bo; --seed 7, saves/base.rokoko") == {"plays", "fireworks", "with"}
    assert plain_words("ŵééŕ śťŕááńĝéé 2 × 3 · YG") == set()


# ---- what is said of the game


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_log_of_every_sample_game(path: Path) -> None:
    game = Game.load(path)
    names = [part for seat in game.setup.players for part in seat.name.split()]
    for line in log_lines(game, STRANGE, None):
        assert not plain_words(line, *names), line


def said(words: Words, state: State) -> Iterator[str]:
    """All that a position lets the program say to whoever is asked."""
    asked = state.pending[-1]
    view = observe(state, asked.seat).table
    yield words.question(asked, view)
    yield words.question(asked, observe(state, None).table)
    yield from words.help_for(asked)
    for action in legal_actions(state):
        yield words.group(action, view)
        yield words.action(action, view)
    for refusal in why_not(state):
        yield words.refusal(refusal, view)


@pytest.mark.parametrize("players", [1, 2, 5])
def test_questions_choices_and_refusals_of_whole_games(players: int) -> None:
    state, chance, told = table.new(players, seed=players, expansions=table.EVERYTHING), Random(players), 0
    while state.pending:
        for text in said(STRANGE, state):
            assert not plain_words(text), text
        action = chance.choice(legal_actions(state))
        for text in STRANGE.preview(preview(state, action), state) if told % 9 == 0 else ():
            assert not plain_words(text), text
        state, told = apply(state, action), told + 1


# ---- the command line


@pytest.mark.parametrize("command", [None, *COMMANDS])
def test_help(run: Run, command: str | None) -> None:
    told = run(*filter(None, (command, "--language", PSEUDO, "--help")))
    assert told.code == 0
    shown = {"rokoko", *COMMANDS, "random", "novice", "apprentice", "journeyman", "master", "grandmaster"}
    assert not plain_words(told.out, *shown), told.out


WRONG = [
    ("dance",),
    ("--nonsense",),
    ("--edition", "gold"),
    ("show",),
    ("show", "SAVE", "--at", "three"),
    ("show", "SAVE", "--at", "99"),
    ("show", "SAVE", "--seat", "Zed"),
    ("show", "SAVE", "--seat", "Ada", "--all"),
    ("show", "SAVE", "--seat"),
    ("show", "nowhere.rokoko"),
    ("log", "pyproject.toml"),
    ("verify", "nowhere.rokoko"),
    ("new",),
    ("new", "--players", "Ada,,Bo"),
    ("new", "--players", "Ada,Bo,ada"),
    ("new", "--players", "Ada,Bo", "--solo"),
    ("new", "--players", "Ada", "--bots", "Bo:genius"),
    ("new", "--players", "Ada", "--bots", "Bo,bo"),
    ("new", "--players", "Ada,Bo", "--expansions", "jewelry"),
    ("new", "--players", "Ada,Bo", "--think", "0"),
    ("new", "--players", "Ada,Bo"),
    ("plain", "SAVE", "--players", "Ada,Bo"),
    ("components", "nowhere"),
    ("arena",),
    ("arena", "SAVE"),
    ("arena", "--seats", "random", "--games", "0"),
    ("arena", "--seats", "random,genius"),
    ("arena", "--seats", "random", "--jobs", "0"),
    ("arena", "--report", "page.md"),
    ("arena", "--report", "page.md", "nowhere.results"),
]


@pytest.mark.parametrize("argv", WRONG, ids=" ".join)
def test_refusals(run: Run, save: Path, argv: tuple[str, ...]) -> None:
    told = run(*(save if word == "SAVE" else word for word in argv), "--language", PSEUDO)
    assert told.code in (1, 2)
    given = {part for word in argv for part in re.findall(r"\w+", word)}
    choices = {
        *COMMANDS,
        "random",
        "novice",
        "apprentice",
        "journeyman",
        "master",
        "grandmaster",
        "jewelry",
        "box",
        "fancy",
        "festivity",
        "expert",
    }
    assert not plain_words(told.err, *given, *choices, "classic", "deluxe", "option"), told.err


COMMANDS_RUN = [("log", "SAVE"), ("verify", "SAVE"), ("components",), ("components", "--list"), ("doctor",)]


@pytest.mark.parametrize("argv", COMMANDS_RUN, ids=" ".join)
def test_commands_that_print(run: Run, save: Path, argv: tuple[str, ...]) -> None:
    told = run(*(save if word == "SAVE" else word for word in argv), "--language", PSEUDO)
    assert told.code == 0, told.err
    system = re.findall(r"\w+", f"{platform.platform(terse=True)} {os.environ.get('TERM', '')} {sys.stdout.encoding}")
    known = {"textual", "rich", "msgspec", "platformdirs", "filelock", "tomlkit", "stdin", "stdout", "stderr", "UTF"}
    assert not plain_words(told.out, *system, *known, "English", "classic", "dark"), told.out


# ---- the screens

MORE = (
    Scene("load", (80, 24), keys=("l",)),
    Scene("load-games", (80, 24), "base-4", mode="list", keys=("l",)),
    Scene("load-replay", (80, 24), "base-4", mode="list", keys=("r",)),
    Scene("load-other", (80, 24), "base-4", mode="list", keys=("l", "o")),
    Scene("load-delete", (80, 24), "base-4", mode="list", keys=("l", "d")),
    Scene("help-start", (80, 24), keys=("?",)),
    Scene("help-load", (80, 24), keys=("l", "?")),
    Scene("help-new", (80, 24), keys=("n", "?")),
    Scene("record", (80, 24), "solo-base", mode="end", keys=("escape", "escape", "down", "down", "enter", "y")),
    Scene("record-none", (80, 24), keys=("y",)),
    Scene("settings", (80, 24), keys=("f10",)),
    Scene("settings-name", (80, 24), keys=("f10", "end", "up", "up", "enter")),
    Scene("settings-end", (80, 24), keys=("f10", "end")),
    Scene("keys", (80, 24), keys=("f10", "y", "down", "enter")),
    Scene("keys-taken", (80, 24), keys=("f10", "y", "down", "enter", "r")),
    Scene("palette", (80, 24), keys=("ctrl+p",)),
    Scene("lesson", (80, 24), keys=("t",)),
    Scene("lesson-hand", (80, 24), keys=("t", "2"), settings={"lesson": "hand"}),
    Scene("lesson-guest", (80, 24), keys=("t", "1", "2"), settings={"lesson": "guest"}),
    Scene("lesson-income", (120, 40), keys=("t",), settings={"lesson": "income"}),
    Scene("new-solo", (80, 24), keys=("n", "3")),
    Scene("new-deluxe", (80, 24), keys=("n", "2")),
    *(
        Scene(f"tab-{n}", (80, 24), "everything-5", keys=("enter", *("tab",) * n), edition="deluxe")
        for n in range(1, 7)
    ),
    Scene("turn", (80, 24), "everything-4", TurnEnd, keys=("enter", "e")),
    Scene("paying", (80, 24), "base-5", Payment, 1, keys=("enter",)),
    Scene("hand", (80, 24), "base-3", HandChoice, keys=("enter", "1")),
    Scene("table-pane", (80, 24), "solo-everything", keys=("j", "f4")),
    Scene("hand-over-small", (80, 24), "everything-3"),
    Scene("watch", (80, 24), "base-4", mode="watch"),
    Scene("help-table", (80, 24), "base-4", keys=("enter", "?")),
    Scene("jump", (80, 24), "base-4", keys=("enter", "g")),
    Scene("reasons", (80, 24), "base-4", keys=("enter", "w")),
    Scene("undo", (80, 24), "base-4", keys=("enter", "U")),
    Scene("leave", (80, 24), "solo-base", keys=("escape", "escape")),
    Scene("help-replay", (80, 24), "base-3", mode="replay", keys=("?",)),
    Scene("step", (80, 24), "base-3", mode="replay", keys=("g",)),
    Scene("help-final", (80, 24), "base-3", mode="end", keys=("?",)),
    Scene("final-solo", (80, 24), "solo-everything", mode="end"),
    Scene("too-small", (70, 20)),
)
"""Screens and pages beside those of the snapshots."""


def shown_strangely(pattern: str) -> str:
    """``pattern`` for the strange language, which may double each vowel."""
    if not pattern:
        return ""
    letters = re.sub(r"\\d\+", "\0", pattern).translate(STRANGE_LETTERS)
    return re.sub("([áéíóúý])", r"\1+", letters).replace("\0", r"\d+")


@pytest.mark.parametrize("sample", ["base-2", "solo-everything"])
def test_the_printed_table_and_sheet(sample: str) -> None:
    game = Game.load(FOLDER / f"{sample}.rokoko")
    for position in (game.length // 2, game.length):
        shown = "\n".join(table_lines(observe(game.at(position), None), STRANGE, game.hints))
        assert not plain_words(shown), shown


def cut_at_its_end(shown: str, ends_missing: str = f"{FILLING}(?![{FILLING}{END}])") -> list[str]:
    """The lines on which a message that fills its fixed room is not seen to its end."""
    return [line for line in shown.splitlines() if re.search(ends_missing, line)]


def taller_than_their_room(screen: Screen[Any]) -> list[str]:
    """The widgets of fixed text with more lines than are seen, where nobody can scroll to the rest."""
    found = []
    for widget in screen.query(Static):
        seen = (
            widget.region.height
            and widget.display
            and not any(isinstance(around, ScrollableContainer | VerticalScroll) for around in widget.ancestors)
        )
        size = widget.content_size
        if seen and widget.get_content_height(size, size, size.width) > size.height:
            found.append(f"{widget!r}: {widget.visual}")
    return found


@pytest.mark.parametrize("scene", [*SCENES, *THOUGHTFUL, *MORE], ids=lambda scene: scene.name)
async def test_screens(scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = replace(scene, language=PSEUDO, shows=shown_strangely(scene.shows))
    monkeypatch.chdir(tmp_path)  # for short paths
    async with on_screen(scene, Path()) as app:
        shown, taller = text_of(app), taller_than_their_room(app.screen)
    assert not plain_words(shown, *re.findall(r"\w+", scene.game)), shown
    if scene.size != (80, 24):
        return
    assert "…" not in shown.replace(STRANGE.say("keys.palette.search"), ""), shown
    assert not cut_at_its_end(shown), shown
    assert not taller, shown


def test_what_is_cut_is_found() -> None:
    assert cut_at_its_end(f"ĥáĺĺ{FILLING * 3}{END} │ ĥáĺĺ{FILLING}") == [f"ĥáĺĺ{FILLING * 3}{END} │ ĥáĺĺ{FILLING}"]
    assert cut_at_its_end(f"ĥáĺĺ{FILLING * 3}{END} │ ĥáĺĺ{END}") == []
