"""Test the wheels on every CPython from 3.11 on that this machine has: ``make pythons``.

One version is tested in full: the newest of which ``make test`` has not run the tests. The others are only shown to
start and to be played; with ``--complete`` all of them are tested in full. ``--prepare`` makes the environments.

Interpreters are looked for on the PATH, in pyenv's folder and in uv's. The wheels are built once and installed into an
environment of its own for each minor version; the tests run in a copy of the tree without the packages, so that they
import what was installed. Fails when fewer than two versions were found, or when one of them fails.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "pythons"
RUN = BUILD / "run"
"""A copy of the repository without the packages."""
LEAST = 2
"""Minimum number of versions."""
OLDEST = (3, 11)
NONE_SELECTED = 5
"""Exit code of pytest if no test was selected."""
VENV = ROOT / ".venv"
"""The environment of ``make test``."""
SOME_BOTS, SOME_JOURNEYS = "test_a_bot_that_fails_ends", "first-start or turn-and-undo"
"""The hostile bots unless ``--complete``, and the journeys on a version that is not tested in full."""
PACKAGES = ("rokoko_core", "rokoko_tui")
PROJECTS = ("./rokoko_core", ".")
"""The folders of the projects, in the repository."""
COPIED = ("tests", "tools", "saves", "docs", "examples", "pyproject.toml", "README.md")
REQUIREMENTS = (
    *("aiohttp", "asyncssh", "hypothesis", "ptyprocess", "pynacl", "pyte", "segno"),
    *("pytest", "pytest-asyncio", "pytest-rerunfailures", "pytest-xdist", "syrupy"),
)
NEED_EXTRAS = ("tests/core/adapters",)
"""Folders of tests that import what only the development extras install."""
PROBE = """
import ensurepip, json, platform, sys, sysconfig, venv
usable = platform.python_implementation() == "CPython" and sys.version_info.releaselevel == "final"
usable = usable and not sysconfig.get_config_var("Py_GIL_DISABLED")
print(json.dumps(sys.version_info[:3] if usable else None))
"""
INSTALLED = """
import sysconfig, rokoko_core, rokoko_tui
folder = sysconfig.get_path("purelib")
for module in (rokoko_core, rokoko_tui):
    assert module.__file__.startswith(folder), module.__file__
print(rokoko_core.__version__)
"""


class Python(NamedTuple):
    """A usable interpreter."""

    version: tuple[int, int, int]
    path: Path

    @property
    def name(self) -> str:
        """The version as ``3.12.1``."""
        return ".".join(map(str, self.version))


class Step(NamedTuple):
    """A command of the test run."""

    name: str
    command: Sequence[object]
    accepted: Sequence[int] = (0,)
    """Exit codes that count as success."""


class Failed(Exception):
    """A command failed; the message names it."""


# ---- interpreters


def candidates(environment: Mapping[str, str]) -> Iterator[Path]:
    """Yield the paths an interpreter may be at, some of them more than once."""
    yield Path(sys.executable)
    for folder in filter(None, environment.get("PATH", "").split(os.pathsep)):
        yield from sorted(Path(folder).glob("python3.[0-9]*"))
    home = Path(environment.get("HOME", "~")).expanduser()
    data = Path(environment.get("XDG_DATA_HOME") or home / ".local/share")
    pyenv = Path(environment.get("PYENV_ROOT") or home / ".pyenv") / "versions"
    uv = Path(environment.get("UV_PYTHON_INSTALL_DIR") or data / "uv/python")
    for versions in (pyenv, uv):
        yield from sorted(versions.glob("*/bin/python3"))


def version_of(path: Path) -> tuple[int, int, int] | None:
    """Return the version of the interpreter at ``path``; None if it does not run or cannot make environments."""
    try:
        done = subprocess.run([path, "-c", PROBE], capture_output=True, text=True, timeout=30, check=True, cwd=os.sep)
        major, minor, micro = json.loads(done.stdout)
    except (OSError, ValueError, TypeError, subprocess.SubprocessError):
        return None
    return major, minor, micro


def find_pythons(paths: Iterable[Path]) -> list[Python]:
    """Return the newest interpreter of each minor version among ``paths``, the oldest version first."""
    newest: dict[tuple[int, int], Python] = {}
    for path in dict.fromkeys(paths):
        match = re.fullmatch(r"python3(?:\.(\d+))?(?:\.exe)?", path.name)
        if match is None or (match[1] and (3, int(match[1])) < OLDEST):
            continue
        version = version_of(path)
        if version is None or version < OLDEST:
            continue
        before = newest.get(version[:2])
        if before is None or before.version < version:
            newest[version[:2]] = Python(version, path)
    return [newest[minor] for minor in sorted(newest)]


def choose_full(pythons: Sequence[Python]) -> Python:
    """Return the version to test in full: the newest that is not in the environment of ``make test``."""
    path = VENV / "pyvenv.cfg"
    match = re.search(r"^version\S* = (\d+\.\d+)\.", path.read_text("utf-8"), re.MULTILINE) if path.exists() else None
    others = [python for python in pythons if match is None or not python.name.startswith(f"{match[1]}.")]
    return (others or pythons)[-1]


# ---- environments


def digest_of(paths: Iterable[Path]) -> str:
    """Return a digest of the content of ``paths`` and of all files below them."""
    digest = hashlib.sha256()
    for path in paths:
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in files:
            if file.is_file() and "__pycache__" not in file.parts:
                digest.update(f"{file.relative_to(ROOT)}\0".encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()


def build_wheels(python: Python) -> tuple[list[Path], str]:
    """Build the wheels unless they are there already; return them with the digest of their sources."""
    hook = "tools/core_requirement.py"
    digest = digest_of(ROOT / name for name in (*PACKAGES, hook, "pyproject.toml", "README.md", "LICENSE"))
    folder = BUILD / "wheels"
    if not is_stamped(folder, digest):
        shutil.rmtree(folder, ignore_errors=True)
        venv = BUILD / "builder"
        run([python.path, "-m", "venv", "--clear", venv])
        run([*pip(venv, "wheel"), "--no-deps", "--wheel-dir", folder, *(ROOT / project for project in PROJECTS)])
        stamp(folder, digest)
    return sorted(folder.glob("*.whl")), digest


def prepare(python: Python, wheels: Sequence[Path], digest: str) -> Path:
    """Return an environment with ``wheels`` and what the tests require; one that is up to date is kept."""
    venv, constraints = BUILD / ".".join(map(str, python.version[:2])), ROOT / "constraints.txt"
    required = digest_of([constraints, *(ROOT / project / "pyproject.toml" for project in PROJECTS)])
    wanted = " ".join((python.name, required, *REQUIREMENTS))
    if not is_stamped(venv, wanted):
        run([python.path, "-m", "venv", "--clear", venv])
        run([*pip(venv, "install"), "--constraint", constraints, *wheels, *REQUIREMENTS])
        stamp(venv, wanted)
        stamp(venv, digest, "wheels")
    elif not is_stamped(venv, digest, "wheels"):
        run([*pip(venv, "install"), "--no-deps", "--force-reinstall", *wheels])
        stamp(venv, digest, "wheels")
    return venv


def executable(venv: Path, name: str) -> Path:
    """Return the program ``name`` of an environment."""
    return venv / ("Scripts" if os.name == "nt" else "bin") / name


def pip(venv: Path, command: str) -> list[object]:
    """Return the beginning of a pip command in an environment."""
    return [executable(venv, "python"), "-m", "pip", command, "--quiet", "--disable-pip-version-check"]


def is_stamped(folder: Path, what: str, name: str = "environment") -> bool:
    """Return whether ``stamp`` wrote ``what`` there."""
    path = folder / f".{name}"
    return path.exists() and path.read_text(encoding="utf-8") == what


def stamp(folder: Path, what: str, name: str = "environment") -> None:
    """Note in ``folder`` what it was made from."""
    (folder / f".{name}").write_text(what, encoding="utf-8")


def run(command: Sequence[object]) -> None:
    """Run a command of the preparation. Raises ``Failed``."""
    done = subprocess.run(
        [*map(str, command)], cwd=BUILD, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode:
        raise Failed(f"{' '.join(map(str, command))}\n{done.stdout}")


# ---- test run


def copy_tree() -> None:
    """Copy the files that the tests read, without the packages."""
    shutil.rmtree(RUN, ignore_errors=True)
    RUN.mkdir(parents=True)
    unwanted = shutil.ignore_patterns("__pycache__", "*.png", ".locks", ".index.msgpack")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, RUN / name, ignore=unwanted)
        else:
            shutil.copy(ROOT / name, RUN / name)


def steps(venv: Path, in_full: bool, complete: bool = False) -> list[Step]:
    """Return the commands for an environment. All hostile bots run in ``make test-slow``, here only if ``complete``."""
    python, program = executable(venv, "python"), executable(venv, "rokoko-tui")
    pytest = (python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", 2)
    ignored = [f"--ignore={path}" for path in NEED_EXTRAS]
    hostile = (*pytest, "tests/core/bots/test_hostile_bots.py", "-m", "")
    journeys = (*pytest, "tests/journeys", "-m", "smoke")
    saves = sorted(path for folder in ("saves", "tests/saves") for path in (RUN / folder).rglob("*.rokoko"))
    return [
        Step("import", (python, "-c", INSTALLED)),
        *([Step("core", (*pytest, "tests/core", *ignored))] if in_full else []),
        Step("hostile bots", hostile if complete else (*hostile, "-k", SOME_BOTS)),
        Step("journeys", journeys if in_full else (*journeys, "-k", SOME_JOURNEYS), (0, NONE_SELECTED)),
        Step("verify", (program, "verify", *saves)),
        Step("doctor", (program, "doctor")),
    ]


def run_tests(commands: Iterable[Step], log: Path) -> str:
    """Run the commands and write what they print to ``log``; return a summary. Raises ``Failed``."""
    home = BUILD / "home"
    shutil.rmtree(home, ignore_errors=True)
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "ROKOKO", "XDG"))
    }
    environment |= {"HOME": str(home), "PYTHONUTF8": "1"}
    results: list[str] = []
    with log.open("w", encoding="utf-8") as out:
        for step in commands:
            done = subprocess.run(
                [*map(str, step.command)],
                cwd=RUN,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                errors="replace",
                check=False,
            )
            out.write(f"$ {' '.join(map(str, step.command))}\n{done.stdout}\n")
            if done.returncode not in step.accepted:
                raise Failed(f"{step.name} failed, see {log.relative_to(ROOT)}:\n{tail(done.stdout)}")
            count = re.search(r"(\d+) passed", done.stdout)
            results.append(f"{step.name} {count[1] if count else 'none' if done.returncode else 'ok'}")
    return ", ".join(results)


def tail(text: str, lines: int = 40) -> str:
    """Return the last lines of ``text``."""
    return "\n".join(text.splitlines()[-lines:])


def main(argv: Sequence[str] | None = None) -> int:
    """Test every Python; print a line for each. Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.pythons", description="Test the wheels on every Python.")
    parser.add_argument("--prepare", action="store_true", help="build the wheels and make the environments only")
    parser.add_argument("--complete", action="store_true", help="test all versions in full")
    options = parser.parse_args(argv)
    pythons = find_pythons(candidates(os.environ))
    print(f"Found: {', '.join(f'{python.name} ({python.path})' for python in pythons) or 'no Python'}", flush=True)
    if len(pythons) < LEAST:
        print(f"At least {LEAST} versions of CPython from {OLDEST[0]}.{OLDEST[1]} on are needed.")
        return 1
    BUILD.mkdir(parents=True, exist_ok=True)
    failures = 0
    try:
        wheels, digest = build_wheels(pythons[-1])
    except Failed as failed:
        print(f"The wheels cannot be built: {failed}")
        return 1
    full = choose_full(pythons)
    if not options.prepare:
        copy_tree()
    for python in pythons:
        began, in_full = time.monotonic(), options.complete or python == full
        try:
            venv = prepare(python, wheels, digest)
            commands = [] if options.prepare else steps(venv, in_full, options.complete)
            result = run_tests(commands, BUILD / f"{python.name}.log") or "prepared"
        except Failed as failed:
            failures += 1
            result = f"FAILED: {failed}"
        extent = "" if options.prepare else ", in full" if in_full else ", smoke tests"
        print(f"{python.name}{extent}: {result} ({time.monotonic() - began:.0f} s)", flush=True)
    declared = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for major, minor, _ in (python.version for python in pythons):
        if f'"Programming Language :: Python :: {major}.{minor}"' not in declared:
            print(f"Python {major}.{minor} is not declared in pyproject.toml.")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
