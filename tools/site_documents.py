"""Hooks of mkdocs: the documents of the root folder become pages of the site.

A link from the site to a file that is no page, such as the license, becomes plain text.
"""

import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = {
    "CONTRIBUTING.md": "contributing.md",
    "SUPPORT.md": "support.md",
    "SECURITY.md": "security.md",
    "CODE_OF_CONDUCT.md": "code-of-conduct.md",
    "CHANGELOG.md": "changelog.md",
    "research/README.md": "research.md",
}
"""The page of the site for each document outside of docs."""
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s#]*)(#[^)\s]*)?\)")


def on_files(files: Any, config: Any) -> Any:
    """Add the documents to the files of the site."""
    from mkdocs.structure.files import File

    for source, page in DOCUMENTS.items():
        folder = Path(source).parent
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=relink(text, folder)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Let the links of a page of docs lead to pages of the site."""
    return markdown if page.file.generated_by else relink(markdown, Path("docs", page.file.src_uri).parent)


def relink(markdown: str, folder: Path) -> str:
    """Return the text of a document in ``folder`` with the links that it has as a page of the site."""
    return LINK.sub(lambda link: _relink(link, folder), markdown)


def _relink(link: re.Match[str], folder: Path) -> str:
    text, target, anchor = link[1], link[2], link[3] or ""
    if not target or ":" in target:
        return link[0]
    path = (ROOT / folder / target).resolve().relative_to(ROOT).as_posix()
    if path in DOCUMENTS:
        up = "../" * (len(folder.parts) - 1) if folder.parts[:1] == ("docs",) else ""
        return f"[{text}]({up}{DOCUMENTS[path]}{anchor})"
    if path.startswith("docs/"):
        return link[0] if folder.parts[:1] == ("docs",) else f"[{text}]({path.removeprefix('docs/')}{anchor})"
    return text
