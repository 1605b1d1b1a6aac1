"""Check that the files around the sources agree: workflows, hooks, targets, packaging and the pages of the site."""

import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

import rokoko_core
from tools import ROOT
from tools.site_documents import DOCUMENTS

CLASSIFIER = re.compile(r"Programming Language :: Python :: (3\.\d+)")
TARGET = re.compile(r"^([a-z-]+):(?!=)([^#\n]*)(## .+)?$", re.M)
ENTRY = re.compile(r"^::: rokoko_core\.(\w+)$", re.M)
REQUIRED = {"doctor", "save"}
"""Required fields of a bug report."""


def text_of(root: Path, name: str) -> str:
    """Return the text of a file of the repository."""
    return (root / name).read_text(encoding="utf-8")


def table_of(root: Path, name: str) -> Any:
    """Return the content of a YAML file."""
    return yaml.safe_load(text_of(root, name))


def project_table(root: Path) -> Any:
    """Return the content of ``pyproject.toml``."""
    return tomllib.loads(text_of(root, "pyproject.toml"))


def workflow_problems(root: Path) -> Iterator[str]:
    """Compare the Pythons of the workflows with those that the package declares."""
    project = project_table(root)["project"]
    declared = CLASSIFIER.findall("\n".join(project["classifiers"]))
    if project["requires-python"] != f">={declared[0]}":
        yield f"pyproject.toml: requires-python {project['requires-python']} is not the first of {declared}"
    for path in sorted((root / ".github" / "workflows").glob("*.yml")):
        name = str(path.relative_to(root))
        for job, content in table_of(root, name)["jobs"].items():
            matrix = content.get("strategy", {}).get("matrix", {})
            if "python" in matrix and matrix["python"] != declared:
                yield f"{name}: job {job} has Python {matrix['python']}, pyproject.toml declares {declared}"
            for step in content["steps"]:
                version = step.get("with", {}).get("python-version", declared[0])
                if version not in (*declared, "${{ matrix.python }}"):
                    yield f"{name}: job {job} has Python {version}, pyproject.toml declares {declared}"


def recipe_of(makefile: str, target: str) -> list[str]:
    """Return the commands of a target, with the folder of programs written out."""
    lines = makefile[re.search(rf"^{target}:.*\n", makefile, re.M).end() :].splitlines()  # type: ignore[union-attr]
    end = next((n for n, line in enumerate(lines) if not line.startswith("\t")), len(lines))
    return [line.strip().replace("$(BIN)", ".venv/bin") for line in lines[:end]]


def hook_problems(root: Path) -> Iterator[str]:
    """Compare the hooks of pre-commit with ``make check``."""
    entries = [hook["entry"] for repo in table_of(root, ".pre-commit-config.yaml")["repos"] for hook in repo["hooks"]]
    recipe = recipe_of(text_of(root, "Makefile"), "check")
    if entries != recipe:
        yield f".pre-commit-config.yaml: the hooks {entries} are not the commands of make check {recipe}"


def target_problems(root: Path) -> Iterator[str]:
    """Check that ``make`` alone lists every target."""
    makefile = text_of(root, "Makefile").replace("\\\n", " ")
    phony = set(re.search(r"^\.PHONY:(.*)$", makefile, re.M)[1].split())  # type: ignore[index]
    if ".DEFAULT_GOAL := help" not in makefile:
        yield "Makefile: the default target is not help"
    described = {name for name, _, description in TARGET.findall(makefile) if description}
    for name in sorted(phony ^ described):
        yield f"Makefile: {name} needs an entry in .PHONY and a description behind ##"


def source_distribution_problems(root: Path) -> Iterator[str]:
    """Check that the source distribution contains every file that is under version control."""
    included = set(project_table(root)["tool"]["hatch"]["build"]["targets"]["sdist"]["include"])
    for name in sorted(included):
        if not (root / name).exists():
            yield f"pyproject.toml: the source distribution includes {name}, which does not exist"
    git = shutil.which("git")
    if git is None or not (root / ".git").exists():
        return
    listed = subprocess.run([git, "ls-files"], cwd=root, capture_output=True, text=True, check=True).stdout
    for name in sorted({line.partition("/")[0] for line in listed.splitlines()} - included - {"pyproject.toml"}):
        yield f"pyproject.toml: the source distribution lacks {name}"


def pages_in(nav: Any) -> Iterator[str]:
    """Yield the pages of a part of the navigation."""
    for part in nav.values() if isinstance(nav, dict) else nav:
        if isinstance(part, str):
            yield part
        else:
            yield from pages_in(part)


def site_problems(root: Path) -> Iterator[str]:
    """Check that the navigation has every page and root document, and the API reference every public name."""
    pages = {path.relative_to(root / "docs").as_posix() for path in (root / "docs").glob("**/*.md")}
    listed = set(pages_in(table_of(root, "mkdocs.yml")["nav"]))
    for page in sorted(pages.union(DOCUMENTS.values()) ^ listed):
        yield f"mkdocs.yml: {page} has to be a page and in nav"
    for name in sorted({path.name for path in root.glob("*.md")} - {"README.md", *DOCUMENTS}):
        yield f"tools/site_documents.py: the site lacks {name}"
    names = {name for name in rokoko_core.__all__ if not name.startswith("_")}
    for name in sorted(names ^ set(ENTRY.findall(text_of(root, "docs/api.md")))):
        yield f"docs/api.md: {name} has to be public and on the page"


def form_problems(root: Path) -> Iterator[str]:
    """Check that a report of a bug asks for what is needed to find it."""
    form = table_of(root, ".github/ISSUE_TEMPLATE/bug.yml")
    required = {part.get("id") for part in form["body"] if part.get("validations", {}).get("required")}
    for name in sorted(REQUIRED - required):
        yield f".github/ISSUE_TEMPLATE/bug.yml: {name} is not required"


CHECKS = (workflow_problems, hook_problems, target_problems, source_distribution_problems, site_problems, form_problems)


def problems(root: Path = ROOT) -> list[str]:
    """Return a line for each disagreement."""
    return [problem for check in CHECKS for problem in check(root)]
