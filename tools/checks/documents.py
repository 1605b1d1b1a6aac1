"""Check what documents say of the program: names of tests, quoted messages, counted figures, pictures, commands."""

import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

from rokoko_tui.puzzles import load_puzzles
from rokoko_tui.text.language_check import message_keys
from rokoko_tui.text.languages import ENGLISH, load_language
from tools import ROOT
from tools.checks.links import HISTORY, documents, tokens_of

TEST = re.compile(r"\btest_\w+")
"""A name of a test, or of a file of tests."""
QUOTED = re.compile(r'"([^"\n]+ [^"\n]+ [^"\n]+)"')
"""A quotation of at least three words."""
BRITISH = re.compile(
    r"\b(?:colours?(?! \+)|coloured|favours?|favoured|favourites?|behaviour|neighbour|licence|cent(?:re|red)|grey|"
    r"(?:special|organ|recogn|real|summar|minim|maxim|optim|initial|normal|serial)is(?:e|ed|es|ing))\b",
    re.IGNORECASE,
)
"""British spellings; names of weights in front of a number are not prose."""
COMMAND = re.compile(r"\bmake ([a-z][a-z-]+)|python -m ((?:tools|research)\b[\w.]*)")
"""A command of the repository in code."""


def count_unreached(root: Path) -> int:
    """Return the number of pairs that the crawler cannot reach."""
    table = tomllib.loads((root / "tools" / "crawler" / "unreached.toml").read_text(encoding="utf-8"))
    return sum(map(len, table.values()))


def count_puzzles(difficulty: str = "") -> int:
    """Return the number of puzzles, or of those of a ``difficulty``."""
    return sum(puzzle.difficulty == difficulty or not difficulty for puzzle in load_puzzles())


def count_saves(root: Path) -> int:
    """Return the number of games that replay in the tests of saves."""
    return sum(len(list((root / folder).rglob("*.rokoko"))) for folder in ("saves", "tests/saves"))


FIGURES: dict[str, Callable[[Path], int]] = {
    r"the (\d+) that cannot be reached": count_unreached,
    r"(\d+) games in \d+ formats": count_saves,
    r"(\d+) puzzles": lambda _: count_puzzles(),
    r"(\d+) easy, \d+ medium": lambda _: count_puzzles("easy"),
    r"\d+ easy, (\d+) medium": lambda _: count_puzzles("medium"),
    r"\d+ medium, (\d+) hard": lambda _: count_puzzles("hard"),
}
"""Figures that documents give, and where each comes from."""


def test_problems(root: Path) -> Iterator[str]:
    """Find names of tests that do not exist."""
    sources = [path for folder in ("tests", "examples", "research") for path in (root / folder).rglob("test_*.py")]
    known = {path.stem for path in sources}.union(
        *(re.findall(r"def (test_\w+)", path.read_text(encoding="utf-8")) for path in sources)
    )
    for document, text in code_of(root):
        for name in sorted(set(TEST.findall(text)) - known):
            yield f"{document}: no such test: {name}"


def command_problems(root: Path) -> Iterator[str]:
    """Find targets and modules in commands that do not exist."""
    targets = set(re.findall(r"^([a-z-]+):", (root / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for document, text in code_of(root):
        for target, module in COMMAND.findall(text):
            path = root / module.replace(".", "/")
            if (target and target not in targets) or not (path.is_dir() or path.with_suffix(".py").is_file()):
                yield f"{document}: no such command: {target or module}"


def code_of(root: Path) -> Iterator[tuple[Path, str]]:
    """Yield (document, code in it); the history names what older versions had."""
    for document in documents(root):
        if document.name != HISTORY:
            tokens = tokens_of(document)
            kinds = ("code_inline", "code_block", "fence")
            yield document.relative_to(root), "\n".join(token.content for token in tokens if token.type in kinds)


def quotation_problems(root: Path) -> Iterator[str]:
    """Find quotations in issue forms that are no message of the program."""
    english = load_language(ENGLISH)
    messages = [str(english.entry(key)) for key in message_keys(english)]
    for form in sorted((root / ".github" / "ISSUE_TEMPLATE").glob("*.yml")):
        for text in QUOTED.findall(form.read_text(encoding="utf-8")):
            if not any(text in message for message in messages):
                yield f"{form.relative_to(root)}: the program does not say: {text}"


def figure_problems(root: Path) -> Iterator[str]:
    """Find figures that differ from what they count."""
    for document in documents(root):
        if document.name == HISTORY:
            continue
        text = " ".join(document.read_text(encoding="utf-8").split())
        for pattern, count in FIGURES.items():
            for match in re.finditer(pattern, text):
                if int(match[1]) != count(root):
                    yield f"{document.relative_to(root)}: {match[0]}: there are {count(root)}"


def spelling_problems(root: Path) -> Iterator[str]:
    """Find British spellings in prose."""
    for document in documents(root):
        if document.name != HISTORY:
            prose = " ".join(token.content for token in tokens_of(document) if token.type == "text")
            for word in sorted(set(BRITISH.findall(prose))):
                yield f"{document.relative_to(root)}: American spelling: {word}"


def picture_problems(root: Path) -> Iterator[str]:
    """Find pictures that no document shows."""
    for path in sorted((root / "docs" / "screenshots").glob("*")):
        if path.name not in shown_pictures(root):
            yield f"docs/screenshots/{path.name}: no document shows it"


def shown_pictures(root: Path = ROOT) -> set[str]:
    """Return the names of the pictures that documents show."""
    images = (token.attrGet("src") for document in documents(root) for token in tokens_of(document))
    return {Path(str(image)).name for image in images if image}


CHECKS = (test_problems, command_problems, quotation_problems, figure_problems, spelling_problems, picture_problems)


def problems(root: Path = ROOT) -> list[str]:
    """Return a line for each statement that is not true."""
    return [problem for check in CHECKS for problem in check(root)]
