"""No message without a use, and no use without a message: the source is searched for the keys of all messages."""

import ast
import errno
import re
from functools import cache

from rokoko_core.terms import kebab
from rokoko_tui.words.checking import message_keys
from rokoko_tui.words.languages import ENGLISH, language_in
from tests import ROOT

LEAST = 3
"""Letters a key put together in code has to spell out itself."""
DEPTH = 3
"""How often a part of a key may be put together in its turn."""


def nodes() -> list[ast.AST]:
    """All of the source."""
    paths = [path for package in ("rokoko_core", "rokoko_tui") for path in (ROOT / package).glob("**/*.py")]
    return [node for path in paths for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]


@cache
def source() -> tuple[frozenset[str], tuple[re.Pattern[str], ...], frozenset[str]]:
    """(words the source spells out, patterns of the texts it puts together, its plain texts)."""
    words, patterns, texts = set(errno.errorcode.values()), set(), set()
    parts, fragments = set(), set()
    every = nodes()  # kept, for a part of a text is known by its identity
    for node in every:
        if isinstance(node, ast.JoinedStr):
            parts |= {id(value) for value in node.values}
            fragments |= {str(value.value) for value in node.values if isinstance(value, ast.Constant)}
            spelt = [re.escape(str(v.value)) if isinstance(v, ast.Constant) else "(.+)" for v in node.values]
            if len(re.sub(r"\(\.\+\)|\W", "", "".join(spelt))) >= LEAST:
                patterns.add("".join(spelt))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
            texts.add(node.value)
        elif isinstance(node, ast.ClassDef):
            words.add(kebab(node.name))
        elif isinstance(node, ast.keyword) and node.arg:
            words.add(node.arg)
    for path in (ROOT / "rokoko_core").glob("**/*.toml"):
        words |= set(re.findall(r"[\w-]+", path.read_text(encoding="utf-8")))
    words |= texts | fragments | {text.lstrip("-").removesuffix(".toml") for text in texts}
    return frozenset(words), tuple(map(re.compile, patterns)), frozenset(texts)


def spelt_out(text: str, depth: int = DEPTH) -> bool:
    """True when the source has ``text``, or puts it together of what it has."""
    words, patterns, _ = source()
    if text in words:
        return True
    found = (pattern.fullmatch(text) for pattern in patterns) if depth else ()
    return any(all(spelt_out(part, depth - 1) for part in match.groups()) for match in found if match)


def test_no_message_is_without_a_use() -> None:
    assert [key for key in message_keys(language_in(ENGLISH)) if not spelt_out(key)] == []


def test_no_use_is_without_a_message() -> None:
    english = language_in(ENGLISH)
    keys, tables = set(message_keys(english)), english.table_names()
    commands = {key.removeprefix("keys.") for key in keys if key.startswith("keys.")}
    _, _, texts = source()
    named = {text for text in texts if re.fullmatch(rf"(?:{'|'.join(tables)})(?:\.[a-z0-9][\w-]*)+", text)}
    files = {text for text in named if text.endswith((".toml", ".tcss", ".md"))}
    assert len(named) > 100
    assert named - files - keys - commands == set()
