"""Check the workflows as far as a machine without their runner can: pins, permissions, references and commands."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from tools import ROOT

PINNED = re.compile(r"uses: ([\w.-]+/[\w./-]+)@([0-9a-f]{40})  # (v\d+\.\d+\.\d+)$")
RUNNERS = {"ubuntu-latest", "macos-latest", "windows-latest"}
JOB_KEYS = {
    *("name", "needs", "if", "runs-on", "timeout-minutes", "environment", "permissions", "strategy", "env", "steps"),
}
STEP_KEYS = {"name", "id", "if", "uses", "with", "run", "env", "continue-on-error", "shell"}
COMMAND = re.compile(r"\bmake ([a-z -]+)|-m (tools\.\w+)")
EXPRESSION = re.compile(r"\$\{\{ ?([\w.-]+)")


def pin_problems(text: str) -> Iterator[str]:
    """Find actions that are not pinned by commit, and those pinned in two ways."""
    pins: dict[str, str] = {}
    for line in text.splitlines():
        if "uses:" not in line:
            continue
        match = PINNED.search(line)
        if match is None:
            yield f"not pinned by commit and version: {line.strip()}"
        elif pins.setdefault(match[1], match[2]) != match[2]:
            yield f"pinned in two ways: {match[1]}"


def permission_problems(workflow: Any) -> Iterator[str]:
    """Find permissions to write that are not those of a single job."""
    if workflow.get("permissions") not in ({}, {"contents": "read"}):
        yield "the permissions of the workflow are not {} or contents: read"
    for name, job in workflow["jobs"].items():
        if job.get("permissions") in ("write-all", "read-all"):
            yield f"job {name} has all permissions"


def job_problems(workflow: Any, name: str) -> Iterator[str]:
    """Find unknown keys, runners and names in a job."""
    job = workflow["jobs"][name]
    yield from (f"unknown key {key}" for key in sorted(job.keys() - JOB_KEYS))
    matrix = job.get("strategy", {}).get("matrix", {})
    runners = matrix.get("os", []) if "matrix.os" in job["runs-on"] else [job["runs-on"]]
    yield from (f"unknown runner {runner}" for runner in sorted({*runners} - RUNNERS))
    needs = job.get("needs", [])
    needed = {needs} if isinstance(needs, str) else {*needs}
    yield from (f"needs {other}, which is no job" for other in sorted(needed - workflow["jobs"].keys()))
    ids = {step["id"] for step in job["steps"] if "id" in step}
    for expression in EXPRESSION.findall(yaml.safe_dump(job)):
        kind, _, rest = expression.partition(".")
        if (kind == "matrix" and rest not in matrix) or (kind == "steps" and rest.split(".")[0] not in ids):
            yield f"unknown value {expression}"


def step_problems(step: Any, root: Path) -> Iterator[str]:
    """Find unknown keys, values in scripts, and commands of the repository that do not exist."""
    yield from (f"unknown key {key}" for key in sorted(step.keys() - STEP_KEYS))
    if ("uses" in step) == ("run" in step):
        yield "a step has either uses or run"
    script = step.get("run", "")
    if "${{" in script:
        yield f"a value is part of a script, use env: {script.strip()}"
    targets = set(re.findall(r"^([a-z-]+):", (root / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for made, module in COMMAND.findall(script):
        yield from (f"no target {target}" for target in made.split() if target not in targets)
        path = root / module.replace(".", "/")
        if module and not (path.is_dir() or path.with_suffix(".py").is_file()):
            yield f"no module {module}"


def problems(root: Path = ROOT) -> list[str]:
    """Return a line for each problem."""
    lines = []
    for path in sorted((root / ".github" / "workflows").glob("*.yml")):
        text = path.read_text(encoding="utf-8")
        workflow = yaml.safe_load(text)
        lines += [f"{path.name}: {problem}" for problem in (*pin_problems(text), *permission_problems(workflow))]
        for name, job in workflow["jobs"].items():
            found = [
                *job_problems(workflow, name),
                *(line for step in job["steps"] for line in step_problems(step, root)),
            ]
            lines += [f"{path.name}: job {name}: {problem}" for problem in found]
    return lines
