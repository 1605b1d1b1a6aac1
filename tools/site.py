"""Check that the built site requests nothing from other hosts: ``python -m tools.site FOLDER``."""

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

FOREIGN = re.compile(r"\s*(?:https?:)?//")
IN_STYLE = re.compile(r"(?:url\(|@import)\s*['\"]?\s*((?:https?:)?//[^'\")\s]+)")
LOADED = {"img": "src", "script": "src", "iframe": "src", "source": "src", "video": "src", "audio": "src"}
"""The attribute of each element that a browser loads without a click."""
NOT_LOADED = {"canonical", "next", "prev", "alternate", "edit"}
"""Relations of ``link`` that are only read."""


class Requests(HTMLParser):
    """Collects the addresses that a page loads from other hosts."""

    def __init__(self) -> None:
        super().__init__()
        self.foreign: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Check the address of one element."""
        values = {name: value or "" for name, value in attrs}
        address = values.get(LOADED.get(tag, ""), "")
        if tag == "link" and not NOT_LOADED & set(values.get("rel", "").split()):
            address = values.get("href", "")
        if FOREIGN.match(address):
            self.foreign.append(address)


def foreign_requests(folder: Path) -> Iterator[str]:
    """Yield each page or style sheet with an address that it loads from another host."""
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".html":
            page = Requests()
            page.feed(path.read_text(encoding="utf-8"))
            yield from (f"{path.relative_to(folder)}: {address}" for address in page.foreign)
        if path.suffix in (".html", ".css"):
            for address in IN_STYLE.findall(path.read_text(encoding="utf-8")):
                yield f"{path.relative_to(folder)}: {address}"


def main(folder: Path) -> int:
    """Print the requests to other hosts; return 1 if there is one, or no site."""
    if not (folder / "index.html").is_file():
        print(f"{folder} contains no site.", file=sys.stderr)
        return 1
    requests = list(foreign_requests(folder))
    print(*requests, f"{len(requests)} requests to other hosts.", sep="\n")
    return int(bool(requests))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
