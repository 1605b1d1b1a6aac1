"""Check that every message of the language files is used, and that every message used exists."""

import ast
import errno
import re
import tomllib
from functools import cache
from typing import Any

from rokoko_core.terms import kebab
from rokoko_tui.text.language_check import message_keys
from rokoko_tui.text.languages import ENGLISH, load_language
from tools import ROOT

LEAST = 3
"""Minimum number of literal letters in an f-string that counts as the pattern of a key."""
DEPTH = 3
"""Maximum nesting of f-strings in a key."""


def syntax_nodes() -> list[ast.AST]:
    """Return all syntax nodes of both packages, and of the builder of the single file, which has a message."""
    paths = [path for package in ("rokoko_core", "rokoko_tui") for path in (ROOT / package).glob("**/*.py")]
    paths.append(ROOT / "tools" / "app.py")
    return [node for path in paths for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]


@cache
def source_texts() -> tuple[frozenset[str], tuple[re.Pattern[str], ...], frozenset[str]]:
    """Return the words in the sources, the patterns of their f-strings, and their plain texts."""
    words, patterns, texts = set(errno.errorcode.values()), set(), set()
    parts, fragments = set(), set()
    nodes = syntax_nodes()  # kept alive, as the parts of a text are compared by identity
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            parts |= {id(value) for value in node.values}
            fragments |= {str(value.value) for value in node.values if isinstance(value, ast.Constant)}
            pattern = [re.escape(str(v.value)) if isinstance(v, ast.Constant) else "(.+)" for v in node.values]
            if len(re.sub(r"\(\.\+\)|\W", "", "".join(pattern))) >= LEAST:
                patterns.add("".join(pattern))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
            texts.add(node.value)
        elif isinstance(node, ast.ClassDef):
            words.add(kebab(node.name))
        elif isinstance(node, ast.keyword) and node.arg:
            words.add(node.arg)
    for path in (ROOT / "rokoko_core").glob("**/*.toml"):
        words |= set(re.findall(r"[\w-]+", path.read_text(encoding="utf-8")))
    for path in (ROOT / "rokoko_tui").glob("**/*.toml"):
        if not any((folder / "language.toml").is_file() for folder in path.parents):
            words |= table_texts(tomllib.loads(path.read_text(encoding="utf-8")))
    for path in (ROOT / "page").glob("*.js"):  # JavaScript has the messages of page.toml without their table
        words |= {f"page.{text}" for text in re.findall(r'"([\w-]+)"', path.read_text(encoding="utf-8"))}
    words |= texts | fragments | {text.lstrip("-").removesuffix(".toml") for text in texts}
    return frozenset(words), tuple(map(re.compile, patterns)), frozenset(texts)


def table_texts(table: Any, place: str = "") -> set[str]:
    """Return the texts and keys of a table, the keys alone and with their place: ``undo`` and ``table.undo``."""
    if isinstance(table, dict):
        parts = [table_texts(value, f"{place}.{key}".lstrip(".")) | {key} for key, value in table.items()]
        return {place}.union(*parts)
    return {place}.union(*(table_texts(part) for part in table)) if isinstance(table, list) else {place, str(table)}


def occurs(text: str, depth: int = DEPTH) -> bool:
    """Return whether the sources contain ``text`` or an f-string that can produce it."""
    words, patterns, _ = source_texts()
    if text in words:
        return True
    matches = (pattern.fullmatch(text) for pattern in patterns) if depth else ()
    return any(all(occurs(part, depth - 1) for part in match.groups()) for match in matches if match)


def problems() -> list[str]:
    """Return a line for each message without a use and each use without a message."""
    english = load_language(ENGLISH)
    keys = {key for key in message_keys(english) if not key.rpartition(".")[2].isdecimal()}
    tables = english.table_names()
    commands = {key.removeprefix("keys.") for key in keys if key.startswith("keys.")}
    _, _, texts = source_texts()
    references = {text for text in texts if re.fullmatch(rf"(?:{'|'.join(tables)})(?:\.[a-z0-9][\w-]*)+", text)}
    files = {text for text in references if text.endswith((".toml", ".tcss", ".md"))}
    assert len(references) > 100, "the uses of messages are no longer recognised"
    return [
        *(f"{key}: no code uses this message" for key in sorted(keys) if not occurs(key)),
        *(f"{key}: no such message" for key in sorted(references - files - keys - commands)),
    ]
