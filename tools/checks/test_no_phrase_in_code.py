"""No phrase a person might read stands in the code of the terminal side: all of them are messages of the tables.

A phrase is a text with two words or more, or a single word with a capital. What is not meant for people is told by
where it stands, or by a short list that says why.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from tools import ROOT

TUI = ROOT / "rokoko_tui"
PHRASE = re.compile(r"[A-Za-z]{2,}[,;:]? +[A-Za-z(]|^[A-Z][a-z]+[.:!?]?$")
CSS = re.compile(r"(?:^|[{;}])\s*(?:[a-z-]+: [^;{}]+;|\})|\{\s*[a-z-]+: ")
STYLE = re.compile(r"\s*(?:(?:bold|italic|reverse|dim|strong|¤|\$[a-z]+|@click=\S*|[\^_]\S+)\s*)+")
OPTION = re.compile(r"^ ?(?:--[a-z]+|rokoko-tui) ")
FOR_BUILDERS = {"ValueError", "TypeError", "KeyError", "AttributeError", "AssertionError"}
"""Errors that only whoever builds the program can make."""
NOT_READ = {"classes", "id", "group", "name", "encoding"}
"""Arguments whose values are names in the program."""
PATTERNS = {"compile", "search", "match", "fullmatch", "sub", "findall"}
SELECTORS = {"query", "query_one", "add_class", "remove_class", "set_class", "has_class", "TypeVar", "getattr"}

ALLOWED: dict[str, tuple[str, re.Pattern[str]]] = {
    "command_line/library.py": ("the library's own texts, by which their messages are found", re.compile(".*")),
    "words/placeholders.py": ("names of placeholders", re.compile(r"[a-z\s]+")),
    "app.py": ("the name of the game", re.compile("Rokoko")),
    "command_line/doctor.py": ("the name of a program", re.compile("Python")),
    "keys.py": ("names of keys", re.compile("Enter|Tab|Esc|Space|Page up|Page down")),
}
"""By module: why some of its texts are no phrases, and which."""


def told(node: ast.AST) -> str | None:
    """The text of a literal, with ``¤`` for what is put in; None for other nodes."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "¤" for part in node.values)
    return None


def called(node: ast.Call) -> str:
    function = node.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def not_for_people(node: ast.AST) -> Iterator[ast.AST | None]:
    """The parts of ``node`` that nobody reads: docstrings, annotations, messages to builders, patterns, names."""
    for field in ("body", "orelse"):
        statements = getattr(node, field, None)
        for statement in statements if isinstance(statements, list) else ():
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                yield statement.value
    yield getattr(node, "annotation", None)
    yield getattr(node, "returns", None)
    if isinstance(node, ast.Assert):
        yield node.msg
    elif isinstance(node, ast.Assign) and [target.id for target in node.targets if isinstance(target, ast.Name)] == [
        "__all__"
    ]:
        yield node.value
    elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and called(node.exc) in FOR_BUILDERS:
        yield node.exc
    elif isinstance(node, ast.Call) and called(node) in PATTERNS | SELECTORS | {"cast"}:
        yield from node.args
    elif isinstance(node, ast.keyword) and node.arg in NOT_READ:
        yield node.value
    elif isinstance(node, ast.Subscript) and called(ast.Call(node.value, [], [])) in ("Literal", "Pilot"):
        yield node.slice


def phrases_in(source: str) -> list[tuple[int, str]]:
    """(line, text) of every phrase in a module."""
    tree = ast.parse(source)
    passed: set[int] = set()
    for node in ast.walk(tree):
        for part in not_for_people(node):
            passed |= {id(inner) for inner in ast.walk(part)} if part is not None else set()
        if isinstance(node, ast.JoinedStr):
            passed |= {id(part) for part in node.values if isinstance(part, ast.Constant)}
    found = []
    for node in ast.walk(tree):
        text = None if id(node) in passed else told(node)
        if text and PHRASE.search(text) and not (CSS.search(text) or STYLE.fullmatch(text) or OPTION.match(text)):
            found.append((getattr(node, "lineno", 0), text))
    return found


MODULES = sorted(path.relative_to(TUI).as_posix() for path in TUI.rglob("*.py"))


@cache
def phrases(module: str) -> tuple[tuple[int, str], ...]:
    return tuple(phrases_in((TUI / module).read_text(encoding="utf-8")))


@pytest.mark.parametrize("module", MODULES)
def test_no_phrase_stands_in_the_code(module: str) -> None:
    _, allowed = ALLOWED.get(module, ("", re.compile("(?!)")))
    assert [(line, text) for line, text in phrases(module) if not allowed.fullmatch(text.strip())] == []


@pytest.mark.parametrize("module", ALLOWED)
def test_nothing_is_allowed_that_is_not_there(module: str) -> None:
    assert phrases(module)


@pytest.mark.parametrize(
    "code",
    [
        'notify("Take another back first")',
        'notify(f"{name}, your turn")',
        'pane.border_title = "Halls"',
        'Binding("escape", "back", "Back")',
        'raise Refused("no such file")',
        'label = "of which 3 are hers"',
    ],
)
def test_a_phrase_is_found(code: str) -> None:
    assert len(phrases_in(code)) == 1


@pytest.mark.parametrize(
    "code",
    [
        '"""A sentence for builders."""',
        'def seen(at: "Reading | None") -> "dict[str, Path | None]": ...',
        'CSS = "Pane { height: 1fr; }"',
        'small = "row-span: 2; height: auto;"',
        'text.stylize("bold $accent")',
        'raise ValueError(f"positions go from 0 to {most}")',
        'assert seat, "nobody has to be fetched"',
        'words.say("table.notice.too-many")',
        'Static(classes="label heading")',
    ],
)
def test_what_nobody_reads_is_no_phrase(code: str) -> None:
    assert phrases_in(code) == []
