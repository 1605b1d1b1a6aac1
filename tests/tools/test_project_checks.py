"""Test that the checks of links and project files detect problems."""

import shutil
from pathlib import Path

import pytest

from tools import ROOT
from tools.checks import links, project
from tools.site import foreign_requests, main
from tools.site_documents import relink

COPIED = ("Makefile", "pyproject.toml", "mkdocs.yml", ".pre-commit-config.yaml", ".github", "docs")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Copy the project files to a repository in which all other packaged files are empty."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("*.png"))
        else:
            shutil.copy(ROOT / name, tmp_path)
    for name in project.project_table(ROOT)["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]:
        if not (tmp_path / name).exists():
            (tmp_path / name).touch()
    return tmp_path


def replace(path: Path, old: str, new: str) -> None:
    """Replace a text in a file that contains it."""
    text = path.read_text(encoding="utf-8")
    assert old in text, old
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_the_project_files_are_consistent(root: Path) -> None:
    assert project.problems(root) == []


EDITS: dict[str, tuple[str, str, str]] = {
    "a Python in one matrix only": (".github/workflows/test.yml", '"3.12", "3.13"', '"3.12"'),
    "a Python that is not declared": (".github/workflows/check.yml", '"3.11"', '"3.10"'),
    "a Python that is declared only": ("pyproject.toml", ":: 3.13", ":: 3.14"),
    "the first Python": ("pyproject.toml", ">=3.11", ">=3.12"),
    "a hook that is missing": (".pre-commit-config.yaml", "entry: .venv/bin/mypy", "entry: .venv/bin/true"),
    "a step of make check that is no hook": ("Makefile", "\t$(BIN)/mypy\n", "\t$(BIN)/mypy\n\t$(BIN)/true\n"),
    "a target without a description": ("Makefile", "## build the documentation", "# build the documentation"),
    "a target that is not phony": ("Makefile", ".PHONY: help play", ".PHONY: play"),
    "another default target": ("Makefile", ".DEFAULT_GOAL := help", ".DEFAULT_GOAL := play"),
    "a page that is not in the navigation": ("mkdocs.yml", "      - Rules: rules.md\n", ""),
    "a page that does not exist": ("mkdocs.yml", "rules.md", "rule-book.md"),
    "a document that is no page of the site": ("mkdocs.yml", "      - Security: security.md\n", ""),
    "a public name without a reference": ("docs/api.md", "::: rokoko_core.apply\n", ""),
    "a reference to a name that is not public": ("docs/api.md", "::: rokoko_core.apply\n", "::: rokoko_core.box\n"),
    "a form that asks for no save": (".github/ISSUE_TEMPLATE/bug.yml", "id: save", "id: file"),
    "a packaged file that does not exist": ("pyproject.toml", '"LICENSE", "Makefile"', '"LICENCE", "Makefile"'),
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_inconsistency_is_detected(root: Path, edit: str) -> None:
    name, old, new = EDITS[edit]
    replace(root / name, old, new)
    assert project.problems(root)


def test_a_document_beside_the_site_is_detected(root: Path) -> None:
    (root / "NEWS.md").touch()
    assert project.problems(root) == ["tools/site_documents.py: the site lacks NEWS.md"]


def test_documents_link_to_pages_of_the_site() -> None:
    linked = "[a](docs/play.md#install), [b](SECURITY.md), [c](LICENSE), [d](https://example.org), ![e](docs/e.png)"
    pages = "[a](play.md#install), [b](security.md), c, [d](https://example.org), ![e](docs/e.png)"
    assert relink(linked, Path()) == pages
    assert (
        relink("[a](../../SECURITY.md#x) [b](../api.md)", Path("docs", "protocol"))
        == "[a](../security.md#x) [b](../api.md)"
    )


# ---- links


def test_every_link_and_path_of_the_documents_exists() -> None:
    assert len(links.documents(ROOT)) > 15
    assert links.problems() == []


@pytest.mark.parametrize(
    "text",
    [
        "[a](missing.md)",
        "![a](pictures/missing.png)",
        "[a](#missing)",
        "[a](other.md#missing)",
        "| [a](missing.md) |\n|---|",
        "[a]: missing.md\n\nSee [a].",
        "See `docs/missing.md`.",
        "See `tests/core/`.",
    ],
)
def test_a_broken_link_is_detected(tmp_path: Path, text: str) -> None:
    (tmp_path / "README.md").write_text(text, encoding="utf-8")
    (tmp_path / "other.md").write_text("# Other\n", encoding="utf-8")
    assert len(links.problems(tmp_path)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "[a](other.md)",
        "[a](other.md#what-it-is)",
        "[a](other.md#what-it-is-1)",
        "[a](#here-we-are)\n\n# Here we are",
        "[a](https://example.org/missing)",
        "[a](docs)",
        "    [a](missing.md)",
        "`[a](missing.md)` and `docs/*.md`",
        "The file `docs/missing.md`:",
    ],
)
def test_a_valid_link_is_accepted(tmp_path: Path, text: str) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "README.md").write_text(text, encoding="utf-8")
    (tmp_path / "other.md").write_text("# What it is\n\n## What *it* `is`\n", encoding="utf-8")
    assert links.problems(tmp_path) == []


# ---- the built site


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("index.html", '<script src="https://example.org/a.js"></script>'),
        ("index.html", '<link rel="stylesheet" href="//example.org/a.css">'),
        ("index.html", '<link rel="preconnect" href="https://example.org">'),
        ("index.html", '<img src="http://example.org/a.png">'),
        ("index.html", "<style>@import 'https://example.org/a.css';</style>"),
        ("a.css", "a { background: url(https://example.org/a.png) }"),
    ],
)
def test_a_request_to_another_host_is_detected(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / "index.html").touch()
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert len(list(foreign_requests(tmp_path))) == 1
    assert main(tmp_path) == 1


def test_a_site_without_requests_is_accepted(tmp_path: Path) -> None:
    assert main(tmp_path) == 1, "there is no site"
    page = '<a href="https://example.org">a</a><script src="a.js"></script><link rel="canonical" href="https://a.org">'
    (tmp_path / "index.html").write_text(page, encoding="utf-8")
    (tmp_path / "a.css").write_text("a { background: url(a.png) }", encoding="utf-8")
    assert main(tmp_path) == 0
