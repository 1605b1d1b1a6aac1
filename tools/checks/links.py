"""Check that relative links, anchors and paths in the documents lead to something that exists."""

import re
from collections.abc import Iterator
from itertools import chain, pairwise
from pathlib import Path
from urllib.parse import unquote, urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tools import ROOT

DOCUMENTS = ("*.md", "docs/**/*.md", "research/*.md", ".github/*.md", "examples/**/*.md")
HISTORY = "CHANGELOG.md"
"""Not checked for paths, as it also names those of older versions."""
PATH = re.compile(r"(?:rokoko_core|rokoko_tui|tests|tools|research|docs|saves|examples)/[\w./-]*")
"""Code that is a path of the repository."""
NEW_FILE = "The file "
"""Text before a path that the reader creates."""


def documents(root: Path) -> list[Path]:
    """Return the Markdown files that people read."""
    return sorted(path for pattern in DOCUMENTS for path in root.glob(pattern))


def tokens_of(path: Path) -> list[Token]:
    """Return the tokens of a document, those inside of paragraphs and headings included."""
    tokens = MarkdownIt("commonmark").enable("table").parse(path.read_text(encoding="utf-8"))
    return list(chain.from_iterable([token, *(token.children or ())] for token in tokens))


def anchors_of(path: Path) -> set[str]:
    """Return the anchors of the headings, as GitHub and the site name them."""
    anchors: set[str] = set()
    tokens = tokens_of(path)
    for heading, inline in pairwise(tokens):
        if heading.type == "heading_open":
            text = "".join(child.content for child in inline.children or ())
            slug = base = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
            number = 0
            while slug in anchors:
                number += 1
                slug = f"{base}-{number}"
            anchors.add(slug)
    return anchors


def link_problem(document: Path, target: str) -> str:
    """Return what is wrong with a link of ``document``; empty for a sound one and for one to another site."""
    parts = urlsplit(target)
    if parts.scheme or parts.netloc:
        return ""
    path = document.parent / unquote(parts.path) if parts.path else document
    if not path.exists():
        return f"link to a file that does not exist: {target}"
    if parts.fragment and path.suffix == ".md" and parts.fragment not in anchors_of(path):
        return f"link to a heading that does not exist: {target}"
    return ""


def document_problems(root: Path, document: Path) -> Iterator[str]:
    """Yield what is wrong in one document."""
    before = ""
    for token in tokens_of(document):
        target = token.attrGet({"link_open": "href", "image": "src"}.get(token.type, ""))
        if target is not None and (problem := link_problem(document, str(target))):
            yield problem
        if token.type == "code_inline" and document.name != HISTORY and not before.endswith(NEW_FILE):
            path = token.content
            if PATH.fullmatch(path) and not (root / path).exists():
                yield f"path that does not exist: {path}"
        before = token.content


def problems(root: Path = ROOT) -> list[str]:
    """Return a line for each broken link or path."""
    return [
        f"{document.relative_to(root)}: {problem}"
        for document in documents(root)
        for problem in document_problems(root, document)
    ]
