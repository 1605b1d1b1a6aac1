"""All text comes from the tables: in another language no English is left, and nothing is truncated.

The pseudo language reveals text that is in no table, the other languages what was not translated.
"""

import os
import platform
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.containers import ScrollableContainer, VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from rokoko_core import Game
from rokoko_core.bots import LEVELS
from rokoko_core.engine import apply, legal_actions, why_not
from rokoko_core.observe import observe
from rokoko_core.pending import HandChoice, Payment, TurnEnd
from rokoko_core.play.replay_game import SPECTATOR
from rokoko_core.preview import preview
from rokoko_core.state import State
from rokoko_core.terms import Expansion
from rokoko_tui.cli.arguments import NEVER
from rokoko_tui.cli.parser import COMMANDS
from rokoko_tui.cli.plain_reports import COMMANDS as TYPED
from rokoko_tui.cli.printed_game import table_lines
from rokoko_tui.cli.save_reports import log_lines
from rokoko_tui.settings.settings import MOTIONS, PACES, PICTURES, SIGNS
from rokoko_tui.text import Words, get_words
from rokoko_tui.text.language_check import message_keys
from rokoko_tui.text.languages import EDITIONS, END, ENGLISH, FILLING, PSEUDO, shipped_languages
from rokoko_tui.text.messages import flat
from rokoko_tui.theme.theme_files import shipped_names
from tests import tabletop as table
from tests.saves.sample_games import FOLDER
from tests.tui.cli.shell import Run
from tests.tui.cli.test_plain import Chooser, run_plain
from tests.tui.scenes import SCENES, THOUGHTFUL, Scene, on_screen, text_of

SAMPLES = sorted(FOLDER.glob("*.rokoko"))
LANGUAGES = [PSEUDO, *(name for name in shipped_languages() if name != ENGLISH)]
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)

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
        "tmux",
        "Python",
        "Unix",
        "Dask",
    ),
    *("pseudo", "English", "Esc", "Enter", "Tab", "Space", "Home", "End", "Left", "Right", "Up"),
    *("Down", "Delete", "Ctrl", "Shift"),
}
"""Names of people, programs, sets, keys and languages, the same in every language."""
LONG_BONUSES = ("lesson-hand", "paying", "undo")
"""Scenes of 80x24 in which the bonus of a card is longer than the card where all words are half as long again."""
STANDARDS = {
    *(
        "ASCII",
        "WGL",
        "UTF",
        "SSH",
        "TOML",
        "JSON",
        "JavaScript",
        "WebAssembly",
        "HTTP",
        "Host",
        "TERM",
        "COLOR",
        "SAVES",
        "HOME",
        "SHIV",
        "ROOT",
        "MIT",
        "LICENSE",
    ),
}
"""Standards, environment variables and the licence, the same in every language."""
KEYS = {"PgUp", "PgDn", "Del", "Ins", "Alt", "Backspace", "Home"}
"""Labels of keys that keyboards of all languages have."""
VALUES = {
    part
    for values in (
        COMMANDS,
        LEVELS,
        Expansion,
        shipped_names(),
        SIGNS,
        PICTURES,
        PACES,
        MOTIONS,
        EDITIONS,
        ("all", NEVER),
    )
    for value in values
    for part in str(value).split("-")
}
"""Commands and option values of the command line."""
UNTRANSLATED = {
    *("true", "false", "id", "yarn", "lace", "tile", "guest", "livre", "csv", "linux", "dumb"),
    *("pip", "install", "python", "cluster", "mailbox", "ssh", "web", "make", "opponents", "games"),
    *("bold", "underline"),
}
"""Words in component tables, saves and theme files, and commands of other programs."""
TYPED_BY_PEOPLE = ("keys.also.", "settings.also.", "rules.also.", "plain.yes")
"""Messages with words that players may type, in English too."""
NOT_WORDS = re.compile(r"\S*/\S*|\S+\.\w+\b|--[\w-]+|\{[\w,-]+\}|\b[0-9a-f]{16}\b|\b[A-Z]+-\d+\b")
"""Paths, files, options, choices of options, digests, numbers of rules."""
DIVIDED = [part for word in ("settings", "toml") for n in range(len(word)) for part in (word[:n], word[n:])]
"""Parts of words of the path of the settings, which may be divided at any letter."""
WORD = re.compile(r"(?<![^\W\d_])[A-Za-z]{3,}(?![^\W\d_])")


def plain_words(text: str, *names: str) -> set[str]:
    """Return the English words of ``text`` except ``names``."""
    return set(WORD.findall(NOT_WORDS.sub(" ", text))) - NAMES - set(names)


def test_plain_words_excludes_names() -> None:
    assert plain_words("Áďá plays fireworks with Bo; --seed 7, saves/base.rokoko") == {"plays", "fireworks", "with"}
    assert plain_words("ŵééŕ śťŕááńĝéé 2 × 3 · YG") == set()


# ---- text about the game


@pytest.mark.quick(8)
@EVERY_LANGUAGE
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_log_of_every_sample_game(path: Path, language: str) -> None:
    game = Game.load(path)
    names = [part for seat in game.setup.players for part in seat.name.split()]
    for line in log_lines(game, get_words("classic", language), SPECTATOR):
        assert not plain_words(line, *names), line


def position_texts(words: Words, state: State) -> Iterator[str]:
    """Return all texts about a position for the player to decide."""
    decision = state.pending[-1]
    view = observe(state, decision.seat).table
    yield words.question(decision, view).longest
    yield words.question(decision, observe(state, None).table).longest
    yield from words.help_for(decision)
    for action in legal_actions(state):
        yield words.group(action, view)
        yield words.action(action, view)
    for refusal in why_not(state):
        yield words.refusal(refusal, view).longest


@pytest.mark.quick(1)
@EVERY_LANGUAGE
@pytest.mark.parametrize("players", [1, 2, 5])
def test_questions_choices_and_refusals_of_whole_games(players: int, language: str) -> None:
    words = get_words("classic", language)
    state, chance, step = table.new(players, seed=players, expansions=table.EVERYTHING), Random(players), 0
    while state.pending:
        for text in position_texts(words, state):
            assert not plain_words(text), text
        action = chance.choice(legal_actions(state))
        for text in words.preview(preview(state, action), state) if step % 9 == 0 else ():
            assert not plain_words(text), text
        state, step = apply(state, action), step + 1


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != PSEUDO])
def test_no_message_and_no_term_has_an_english_word(language: str) -> None:
    words = get_words("classic", language)
    allowed = {*VALUES, *STANDARDS, *UNTRANSLATED, *KEYS}
    plain: dict[str, set[str]] = {}
    for key in message_keys(words.language):
        if not key.startswith(TYPED_BY_PEOPLE):
            forms = words.message(key).forms.values()
            text = " ".join(part for parts in forms for part in flat(parts) if isinstance(part, str))
            plain[key] = plain_words(text, *allowed)
    for term in words.terms():
        plain[term] = plain_words(words.term(term))
    assert {key: words for key, words in plain.items() if words} == {}


# ---- the command line


@EVERY_LANGUAGE
@pytest.mark.parametrize("command", [None, *COMMANDS])
def test_help(run: Run, command: str | None, language: str) -> None:
    result = run(*filter(None, (command, "--language", language, "--help")))
    assert result.code == 0
    assert not plain_words(result.out, *VALUES, *STANDARDS), result.out


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
]


@EVERY_LANGUAGE
@pytest.mark.parametrize("argv", WRONG, ids=" ".join)
def test_refusals(run: Run, save: Path, argv: tuple[str, ...], language: str) -> None:
    result = run(*(save if word == "SAVE" else word for word in argv), "--language", language)
    assert result.code in (1, 2)
    given = {part for word in argv for part in re.findall(r"\w+", word)}
    assert not plain_words(result.err, *given, *VALUES, "option"), result.err


SIGNS_OF_ANSWERS = ("yes",)
"""Answers accepted in plain mode in every language."""
COMMANDS_RUN = [
    *(("log", "SAVE"), ("show", "SAVE"), ("verify", "SAVE"), ("components",), ("components", "--list"), ("doctor",)),
    *(("record",), ("analyse", "SAVE", "--seat", "Ada")),
]


@pytest.mark.quick(6)
@EVERY_LANGUAGE
@pytest.mark.parametrize("argv", COMMANDS_RUN, ids=" ".join)
def test_commands_that_print(run: Run, save: Path, argv: tuple[str, ...], language: str) -> None:
    result = run(*(save if word == "SAVE" else word for word in argv), "--language", language)
    assert result.code == 0, result.err
    system = re.findall(r"\w+", f"{platform.platform(terse=True)} {os.environ.get('TERM', '')} {sys.stdout.encoding}")
    known = {"textual", "rich", "msgspec", "platformdirs", "filelock", "tomlkit", "stdin", "stdout", "stderr"}
    assert not plain_words(result.out, *system, *known, *STANDARDS, "English", "classic", "deluxe", "dark"), result.out


class Curious(Chooser):
    """Types every command once, and plays otherwise."""

    def __init__(self, words: Words) -> None:
        super().__init__(1, whole=words.say_of("plain.set", {"text": ""}).rpartition(" ")[0])
        self.commands = [words.say(f"plain.command.{name}").split()[0] for name in TYPED if name not in ("stop", "end")]

    def __call__(self, said: str) -> str:
        return self.commands.pop() if self.commands and self.rng.random() < 0.3 else super().__call__(said)


@pytest.mark.slow
@EVERY_LANGUAGE
def test_a_whole_game_of_plain_play(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, language: str) -> None:
    answer = Curious(get_words("classic", language))
    players = ("--players", "Ada", "--bots", "Bo:page", "--expansions", "all", "--seed", 3)
    code, typist = run_plain(monkeypatch, answer, *players, "--language", language)
    assert (code, answer.commands) == (0, [])
    for line in "".join(typist.outputs).splitlines():
        assert not plain_words(line, *SIGNS_OF_ANSWERS), line


# ---- the screens

MORE = (
    Scene("load", (80, 24), keys=("l",)),
    Scene("load-games", (80, 24), "base-4", mode="list", keys=("l",)),
    Scene("load-replay", (80, 24), "base-4", mode="list", keys=("r",)),
    Scene("load-other", (80, 24), "base-4", mode="list", keys=("l", "o")),
    Scene("load-delete", (80, 24), "base-4", mode="list", keys=("l", "d")),
    Scene("puzzles", (80, 24), keys=("z",)),
    Scene("help-puzzles", (80, 24), keys=("z", "?")),
    Scene("help-start", (80, 24), keys=("?",)),
    Scene("help-load", (80, 24), keys=("l", "?")),
    Scene("help-new", (80, 24), keys=("n", "?")),
    Scene("record", (80, 24), "solo-base", mode="end", keys=("escape", "escape", "y")),
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
"""Screens beside those of the snapshots."""
SMALL_THOUGHTS = tuple(
    scene if scene.mode == "load" else replace(scene, shows="") for scene in THOUGHTFUL if scene.size == (80, 24)
)
"""A hint, and a review that has just begun."""


@EVERY_LANGUAGE
@pytest.mark.parametrize("sample", ["base-2", "solo-everything"])
def test_printed_tables_and_score_sheets(sample: str, language: str) -> None:
    game = Game.load(FOLDER / f"{sample}.rokoko")
    for position in (game.length // 2, game.length):
        shown = "\n".join(table_lines(observe(game.at(position), None), get_words("classic", language), game.hints))
        assert not plain_words(shown), shown


def cut_at_its_end(shown: str, ends_missing: str = f"{FILLING}(?![{FILLING}{END}])") -> list[str]:
    """Return the lines on which a message of limited width is truncated."""
    return [line for line in shown.splitlines() if re.search(ends_missing, line)]


def clipped_widgets(screen: Screen[Any]) -> list[str]:
    """Return the text widgets with hidden lines that cannot be scrolled to."""
    clipped = []
    for widget in screen.query(Static):
        seen = (
            widget.region.height
            and widget.display
            and not any(isinstance(ancestor, ScrollableContainer | VerticalScroll) for ancestor in widget.ancestors)
        )
        size = widget.content_size
        if seen and widget.get_content_height(size, size, size.width) > size.height:
            clipped.append(f"{widget!r}: {widget.visual}")
    return clipped


MEANT = re.compile(r"[+−±]\d+…(?=[+−±]\d)|· \w…|([●■▲◆✦♛]\d\S*|\+[\d♪]\S*) …(?= )|♪ ?\S+…")
"""An ellipsis that cuts no word: a range of scores, a code of which more is to come, figures left out of a heading."""
SCENES_IN_LANGUAGES = [
    *((scene, PSEUDO) for scene in [*SMALL_THOUGHTS, *MORE]),
    *((scene, PSEUDO) for scene in SCENES),
    *(
        pytest.param(scene, name, marks=pytest.mark.sample(25))
        for scene, name in product([*SCENES, *SMALL_THOUGHTS, *MORE], [name for name in LANGUAGES if name != PSEUDO])
    ),
]


@pytest.mark.quick(2)
@pytest.mark.parametrize(("scene", "language"), SCENES_IN_LANGUAGES, ids=lambda part: getattr(part, "name", part))
async def test_screens(scene: Scene, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = replace(scene, language=language)
    monkeypatch.chdir(tmp_path)  # for short paths
    async with on_screen(scene, Path()) as app:
        shown, clipped = text_of(app), clipped_widgets(app.screen)
    assert not plain_words(shown, *DIVIDED, *re.findall(r"\w+", scene.game)), shown
    if scene.size != (80, 24):
        return
    search = get_words("classic", language).say("keys.palette.search")
    if language != PSEUDO or scene.name not in LONG_BONUSES:
        assert "…" not in MEANT.sub("", shown.replace(search, "")), shown
    if language != PSEUDO or scene.name not in LONG_BONUSES:
        assert not cut_at_its_end(shown), shown
    assert not clipped, shown


def test_truncated_lines_are_found() -> None:
    assert cut_at_its_end(f"ĥáĺĺ{FILLING * 3}{END} │ ĥáĺĺ{FILLING}") == [f"ĥáĺĺ{FILLING * 3}{END} │ ĥáĺĺ{FILLING}"]
    assert cut_at_its_end(f"ĥáĺĺ{FILLING * 3}{END} │ ĥáĺĺ{END}") == []
