"""The worked examples of docs/architecture.md, executed in a copy of the tree."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from tests import ROOT
from tests.tui.shipped_themes import EXAMPLE_THEME

EXAMPLES = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").partition("## Five worked examples")[2]
BLOCK = r":\n\n(?P<block>(?:    .*\n|\n(?=\n*    ))+)"
NEW_FILE = re.compile(r"^The file `(?P<file>[^`]+)`" + BLOCK, re.M)
ADDED = re.compile(r"^In `(?P<file>[^`]+)`, after `(?P<after>[^`]+)`" + BLOCK, re.M)

BONUS = """
from random import Random
from rokoko_core.bonus_table import BONUSES
from rokoko_core.bots.evaluation import EVALUATION
from rokoko_core.terms import Bonus
from rokoko_tui.text import get_words
new = Bonus("gain-3-livre")
print(BONUSES[new].amounts(None, None, 0), EVALUATION.weights.bonus[new])
for edition, language in (("classic", "english"), ("deluxe", "english"), ("deluxe", "ukrainian")):
    words = get_words(edition, language)
    print(words.bonus(new), words.bonus_short(new).longest)
"""
PANE = """
from textual.geometry import Size
from rokoko_tui.panes.registry import PANES, help_lines, panes_at
from rokoko_tui.panes import At
from rokoko_tui.panes import registry
from rokoko_tui.panes.layout import Facts
from rokoko_tui.text import get_words
seen = registry.seen(Size(120, 39), "play", Facts(At.PLAY, 3))
print("purse" in [spec.id for spec in panes_at(At.PLAY)], seen["purse"].height == 2)
for edition, language in (("classic", "english"), ("deluxe", "english"), ("deluxe", "ukrainian")):
    print(*(line for line in help_lines(At.PLAY, get_words(edition, language)) if line.startswith("u ")))
letters = [spec.letter for spec in PANES]
print(len(letters) - len(set(letters)))
"""
THEME = """
from rokoko_tui.settings.account import LOCAL
from rokoko_tui.settings.settings import format_value, next_value
from rokoko_tui.text import get_vocabulary
print(next_value("theme", "rokoko-dark", 1, LOCAL) == "rokoko-lagoon")
for language in ("english", "ukrainian"):
    print(format_value("theme", "rokoko-lagoon", get_vocabulary("deluxe", language)))
"""


FAULTS = """
from rokoko_tui.text.language_check import faults
from rokoko_tui.text.languages import load_language, shipped_languages
for name in shipped_languages():
    print(*(fault.key for fault in faults(load_language(name))), sep="\\n", end="")
"""


def steps(title: str) -> str:
    """Return the text of one example."""
    match = re.search(rf"^### {title}\n(.*?)(?=^###? )", EXAMPLES, re.M | re.S)
    assert match is not None, title
    return match[1]


def follow(text: str, tree: Path) -> int:
    """Apply ``text`` to ``tree``; return the number of steps."""
    done = 0
    for step in NEW_FILE.finditer(text):
        (tree / step["file"]).write_text(dedent(step["block"]), encoding="utf-8")
        done += 1
    for step in ADDED.finditer(text):
        path = tree / step["file"]
        lines = path.read_text(encoding="utf-8").split("\n")
        assert lines.count(step["after"]) == 1, step["after"]
        added = "\n".join(line[4:] for line in step["block"].rstrip("\n").split("\n"))
        lines.insert(lines.index(step["after"]) + 1, added)
        path.write_text("\n".join(lines), encoding="utf-8")
        done += 1
    assert done == text.count("The file `") + text.count("In `"), "a step has another form than the others"
    return done


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of both packages."""
    for package in ("rokoko_core", "rokoko_tui"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def python(tree: Path, *argv: object) -> str:
    """Return the output of Python in the tree."""
    environment = {**os.environ, "PYTHONPATH": str(tree), "HOME": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    result = subprocess.run(
        [sys.executable, *map(str, argv)],
        cwd=tree,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.slow
def test_the_example_of_a_new_bonus_works(tree: Path) -> None:
    assert follow(steps("A card's new bonus"), tree) == 5
    english = "Gain 3 Livre. 3 Livre"
    ukrainian = "Отримайте 3 ліври. 3 ліври"
    told = python(tree, "-c", BONUS).replace("\N{NO-BREAK SPACE}", " ")
    assert told.splitlines() == ["(3, 0) 0.6", english, english, ukrainian]
    assert python(tree, "-c", FAULTS) == ""


@pytest.mark.quick(1)
@pytest.mark.parametrize("forgotten", ["bonus_table.py", "evaluation.toml"])
def test_a_missing_step_is_reported_at_import(tree: Path, forgotten: str) -> None:
    follow(steps("A card's new bonus"), tree)
    path = next(tree.rglob(forgotten))
    lines = [
        line for line in path.read_text(encoding="utf-8").splitlines() if not re.search("gain.3.livre", line, re.I)
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(AssertionError, match="gain-3-livre"):
        python(tree, "-c", "import rokoko_core.bots.evaluation")


@pytest.mark.slow
@pytest.mark.slow
def test_the_example_of_a_new_pane_works(tree: Path) -> None:
    assert follow(steps("A new pane"), tree) == 5
    english, ukrainian = "u   Purse: the money of all players together", "u   Гаманець: гроші всіх гравців разом"
    assert python(tree, "-c", PANE).splitlines() == ["True True", english, english, ukrainian, "0"]
    assert python(tree, "-c", FAULTS) == ""


@pytest.mark.slow
def test_the_example_of_a_theme_works(tree: Path) -> None:
    assert follow(steps("A theme"), tree) == 2
    (tree / "rokoko_tui" / "theme" / "themes" / "rokoko-lagoon.toml").write_text(EXAMPLE_THEME, encoding="utf-8")
    report = python(tree, "-m", "rokoko_tui", "doctor", "--theme", "rokoko-lagoon")
    assert re.search(r"^theme +rokoko-lagoon$", report, re.M)
    assert python(tree, "-c", THEME).splitlines() == ["True", "lagoon", "лагуна"]
    assert python(tree, "-c", FAULTS) == ""


@pytest.mark.slow
def test_the_example_of_a_new_command_works(tree: Path) -> None:
    assert follow(steps("A new command"), tree) == 4
    save = ROOT / "tests" / "saves" / "0.2.0" / "base-3.rokoko"
    assert python(tree, "-m", "rokoko_tui", "whose", save).splitlines() == ["Ada", "Bo", "Cy"]
    for language, line in (
        ("english", "say who plays in a saved game"),
        ("ukrainian", "назвати гравців збереженої гри"),
    ):
        assert line in python(tree, "-m", "rokoko_tui", "--help", "--language", language)
    assert python(tree, "-c", FAULTS) == ""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("title", "keys"),
    [
        ("A card's new bonus", ["pieces.bonus.gain-3-livre.short", "pieces.bonus.gain-3-livre.line"]),
        ("A new pane", ["panes.purse.title", "panes.purse.help"]),
        ("A new command", ["command_line.command.whose"]),
    ],
)
def test_a_missing_translation_is_english_and_reported(tree: Path, title: str, keys: list[str]) -> None:
    text = steps(title)
    translations = [step for step in ADDED.finditer(text) if "/text/ukrainian/" in step["file"]]
    assert len(translations) == 1
    follow(text.replace(translations[0][0], ""), tree)
    code = f"from rokoko_tui.text import get_words; print(get_words('deluxe', 'ukrainian').say({keys[-1]!r}))"
    assert python(tree, "-c", code).strip() in text
    assert python(tree, "-c", FAULTS).split() == sorted(keys)
