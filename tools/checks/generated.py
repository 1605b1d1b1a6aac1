"""Check that the pages of commands, settings and keys are those of the program."""

import re
from pathlib import Path

from tools import ROOT
from tools.reference_pages import PAGES

VARIABLE = re.compile(r"\bROKOKO_[A-Z]+\b")
"""An environment variable of the program."""


def problems(root: Path = ROOT) -> list[str]:
    """Return a line for each page that is not current, and for each variable that the page of commands leaves out."""
    texts = {name: (root / "docs" / f"{name}.md").read_text(encoding="utf-8") for name in PAGES}
    sources = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "rokoko_tui").rglob("*.py")))
    stale = [name for name, page in PAGES.items() if texts[name] != page()]
    unexplained = set(VARIABLE.findall(sources)) - set(VARIABLE.findall(texts["commands"]))
    return [
        *(f"docs/{name}.md: not current: run python -m tools.reference_pages" for name in stale),
        *(f"docs/commands.md: {name} is not explained" for name in sorted(unexplained)),
    ]
