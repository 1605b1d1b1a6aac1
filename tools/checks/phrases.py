"""Check that ``rokoko_tui`` contains no text for people: all of it is in the language files.

A phrase is a text of two or more words, or one capitalised word. Texts that are not for people are recognised by their
place in the code, or listed below with a reason.
"""

import ast
import re
from collections.abc import Iterator

from tools import ROOT

PHRASE = re.compile(r"[A-Za-z]{2,}[,;:]? +[A-Za-z(]|^[A-Z][a-z]+[.:!?]?$")
CSS = re.compile(r"(?:^|[{;}])\s*(?:[a-z-]+: [^;{}]+;|\})|\{\s*[a-z-]+: ")
STYLE = re.compile(r"\s*(?:(?:bold|italic|underline|reverse|dim|strong|¤|\$[a-z]+|@click=\S*|[\^_]\S+)\s*)+")
OPTION = re.compile(r"^ ?(?:--[a-z]+|rokoko-tui) ")
PROGRAMMING_ERRORS = {"ValueError", "TypeError", "KeyError", "AttributeError", "AssertionError"}
"""Errors that only a programmer can cause."""
NOT_READ = {"classes", "id", "group", "name", "encoding"}
"""Arguments whose values are identifiers."""
PATTERNS = {"compile", "search", "match", "fullmatch", "sub", "findall"}
SELECTORS = {"query", "query_one", "add_class", "remove_class", "set_class", "has_class", "TypeVar", "getattr"}

ALLOWED: dict[str, tuple[str, re.Pattern[str]]] = {
    "text/messages.py": ("names of placeholders", re.compile(r"[a-z\s]+")),
    "app.py": ("the name of the game", re.compile("Rokoko")),
    "doors/web/server.py": ("a value of a cookie", re.compile("Strict")),
    "cli/doctor.py": ("the name of a program", re.compile("Python")),
}
"""By module: why some of its texts are not phrases, and which."""


def text_of(node: ast.AST) -> str | None:
    """Return the text of a literal, with ``¤`` for each replacement field; None for other nodes."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "¤" for part in node.values)
    return None


def called_name(node: ast.Call) -> str:
    """Return the name of the function or method called_name."""
    function = node.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def excluded_parts(node: ast.AST) -> Iterator[ast.AST | None]:
    """Yield the parts of ``node`` that no player reads: docstrings, annotations, messages to programmers, patterns."""
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
    elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and called_name(node.exc) in PROGRAMMING_ERRORS:
        yield node.exc
    elif isinstance(node, ast.Call) and called_name(node) in PATTERNS | SELECTORS | {"cast"}:
        yield from node.args
    elif isinstance(node, ast.keyword) and node.arg in NOT_READ:
        yield node.value
    elif isinstance(node, ast.Subscript) and called_name(ast.Call(node.value, [], [])) in ("Literal", "Pilot"):
        yield node.slice


def phrases_in(source: str) -> list[tuple[int, str]]:
    """Return (line, text) of every phrase in a module."""
    tree = ast.parse(source)
    excluded: set[int] = set()
    for node in ast.walk(tree):
        for part in excluded_parts(node):
            excluded |= {id(inner) for inner in ast.walk(part)} if part is not None else set()
        if isinstance(node, ast.JoinedStr):
            excluded |= {id(part) for part in node.values if isinstance(part, ast.Constant)}
    phrases = []
    for node in ast.walk(tree):
        text = None if id(node) in excluded else text_of(node)
        if text and PHRASE.search(text) and not (CSS.search(text) or STYLE.fullmatch(text) or OPTION.match(text)):
            phrases.append((getattr(node, "lineno", 0), text))
    return phrases


def problems() -> list[str]:
    """Return a line for each phrase in the code, and for each module that is listed without need."""
    lines = []
    for path in sorted((ROOT / "rokoko_tui").rglob("*.py")):
        module = path.relative_to(ROOT / "rokoko_tui").as_posix()
        phrases = phrases_in(path.read_text(encoding="utf-8"))
        _, allowed = ALLOWED.get(module, ("", re.compile("(?!)")))
        lines += [
            f"{path.relative_to(ROOT)}:{line}: belongs into the language files: {text!r}"
            for line, text in phrases
            if not allowed.fullmatch(text.strip())
        ]
        if module in ALLOWED and not phrases:
            lines.append(f"tools/checks/phrases.py: {module} needs no entry in ALLOWED")
    return lines
