"""Test that the checks of statements in documents detect what is not true."""

import re
import shutil
from pathlib import Path

import pytest

from tools import ROOT
from tools.checks import documents, generated
from tools.reference_pages import PAGES

FORM = ".github/ISSUE_TEMPLATE/bug.yml"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a repository with a page, a test, a target, a module, a form and a picture that agree."""
    texts = {
        "README.md": "Run `make check`, `python -m tools.site` and `test_undo`.\n\n![a](docs/screenshots/a.png)\n",
        "docs/a.md": "There are 192 puzzles; the 2 that cannot be reached are known.\n",
        "tests/test_game.py": "def test_undo() -> None: ...\n",
        "tools/site.py": "",
        "tools/crawler/unreached.toml": '[A]\n"a.b" = "x"\n[B]\n"c.d" = "y"\n',
        "Makefile": "check:\n",
        FORM: 'description: If it ended with "Rokoko stopped because of an error", paste the report.\n',
        "docs/screenshots/a.png": "",
    }
    for name, text in texts.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def test_true_statements_are_accepted(root: Path) -> None:
    assert documents.problems(root) == []


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("docs/b.md", "See `test_redo`.", "no such test: test_redo"),
        ("docs/b.md", "    .venv/bin/python -m pytest tests/test_games.py", "no such test: test_games"),
        ("docs/b.md", "Run `make tests`.", "no such command: tests"),
        ("docs/b.md", "    python -m tools.sites build", "no such command: tools.sites"),
        ("docs/b.md", "The\n201 puzzles", "201 puzzles: there are 192"),
        ("docs/b.md", "the 3 that\ncannot be reached", "there are 2"),
        ("docs/b.md", "The colours of `colour` are recognized.", "American spelling: colours"),
        (FORM, 'description: If it ended with "something went very wrong".', "does not say: something went very wrong"),
        ("docs/screenshots/b.png", "", "no document shows it"),
    ],
)
def test_a_false_statement_is_detected(root: Path, name: str, text: str, problem: str) -> None:
    (root / name).write_text(text, encoding="utf-8")
    assert [line.endswith(problem) for line in documents.problems(root)] == [True]


def test_the_history_may_name_what_is_gone(root: Path) -> None:
    (root / "CHANGELOG.md").write_text("`test_redo`, `make tests`, 150 puzzles\n", encoding="utf-8")
    assert documents.problems(root) == []


@pytest.mark.parametrize("name", PAGES)
def test_every_row_of_a_generated_table_has_the_cells_of_its_head(name: str) -> None:
    for table in re.findall(r"(?:^\|.*\n?)+", PAGES[name](), re.MULTILINE):
        assert len({len(re.findall(r"(?<!\\)\|", row)) for row in table.splitlines()}) == 1, table


def test_a_generated_page_that_is_not_current_is_detected(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    for name in PAGES:
        shutil.copy(ROOT / "docs" / f"{name}.md", tmp_path / "docs")
    assert generated.problems(tmp_path) == []
    page = tmp_path / "docs" / "commands.md"
    page.write_text(page.read_text(encoding="utf-8").replace("ROKOKO_SAVES", "ROKOKO_FOLDER"), encoding="utf-8")
    (tmp_path / "docs" / "keys.md").write_text("# Keys\n", encoding="utf-8")
    assert [line.split(":")[0] for line in generated.problems(tmp_path)] == [
        "docs/commands.md",
        "docs/keys.md",
        "docs/commands.md",
    ]
