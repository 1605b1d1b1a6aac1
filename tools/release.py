"""Build the files of a release and test them as people install them: ``make release-check``.

    python -m tools.release build          # wheels and source distributions in build/dist, and what they must contain
    python -m tools.release test           # the files in clean environments of the Pythons here
    python -m tools.release tag v0.7.0     # fails unless this is the tag of the version

Without a command it builds and tests. The workflow of a release runs the same commands, ``test`` on every system.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from zipfile import ZipFile

from tools import ROOT, pythons

VERSION = re.search(r'"(\d[^"]*)"', (ROOT / "rokoko_core" / "_version.py").read_text("utf-8"))[1]  # type: ignore[index]
DIST, CLEAN = ROOT / "build" / "dist", ROOT / "build" / "release"
CORE, TUI = "rokoko_core", "rokoko_tui"
"""The packages, of which each has a wheel and a source distribution of its own."""
SOURCES = {
    CORE: ("game.py", "components", "LICENSE", "README.md", "pyproject.toml"),
    TUI: (CORE, TUI, "tests", "tools", "docs", "Makefile", "LICENSE", "pyproject.toml"),
}
"""Some files that a source distribution must contain."""
REQUIREMENT = f"Requires-Dist: rokoko-core=={VERSION}"
BOTS_PLAY = """
import importlib.util
from rokoko_core.bots.arena import matches, play_match
results = [play_match(match)[0] for match in matches(("mine", "apprentice"), 2, 1)]
assert not any(result.replaced for result in results), results
assert not any(map(importlib.util.find_spec, ("rokoko_tui", "textual", "rich")))
"""
"""A bot of another package plays against a level, with the library alone."""
LICENSES = """
from importlib.metadata import distributions
for found in sorted(distributions(), key=lambda found: found.name.lower()):
    data = found.metadata
    classifiers = [text.split(" :: ")[-1] for text in data.get_all("Classifier", []) if text.startswith("License ::")]
    text = data["License-Expression"] or ", ".join(classifiers) or (data["License"] or "").partition("\\n")[0]
    print(f"{found.name} {found.version}: {text or 'UNKNOWN'}")
"""
NOT_SHIPPED = {"pip", "setuptools"}
"""What every environment has."""


class ReleaseError(Exception):
    """The files cannot be released; the message says why."""


def build() -> None:
    """Build all files and check their metadata and content. Raises ``ReleaseError`` and ``CalledProcessError``."""
    shutil.rmtree(DIST, ignore_errors=True)
    for project in pythons.PROJECTS:
        run([sys.executable, "-m", "build", "--outdir", DIST, ROOT / project])
    wheels, sources = built_files()
    run([sys.executable, "-m", "twine", "check", "--strict", *wheels, *sources])
    for package, wheel, archive in zip((CORE, TUI), wheels, sources, strict=True):
        with ZipFile(wheel) as opened:
            check_wheel(package, opened.namelist())
            check_metadata(package, opened.read(f"{package}-{VERSION}.dist-info/METADATA").decode())
        with tarfile.open(archive) as unpacked:
            check_sources(package, unpacked.getnames())


def built_files() -> tuple[list[Path], list[Path]]:
    """Return wheels and source distributions of this version, the library first. Raises ``ReleaseError``."""
    wheels = [DIST / f"{package}-{VERSION}-py3-none-any.whl" for package in (CORE, TUI)]
    sources = [DIST / f"{package}-{VERSION}.tar.gz" for package in (CORE, TUI)]
    if {*wheels, *sources} != {path for path in DIST.glob("*") if path.suffix in (".whl", ".gz")}:
        raise ReleaseError(f"{DIST} has to contain only {', '.join(path.name for path in (*wheels, *sources))}")
    return wheels, sources


def check_wheel(package: str, names: Iterable[str]) -> None:
    """Raise ``ReleaseError`` if the wheel of a package contains anything but it and its metadata."""
    folders = {name.split("/")[0] for name in names}
    if folders != {package, f"{package}-{VERSION}.dist-info"}:
        raise ReleaseError(f"the wheel of {package} contains {', '.join(sorted(folders))}")


def check_metadata(package: str, metadata: str) -> None:
    """Raise ``ReleaseError`` unless the program requires the library of its version, and the library no program."""
    required = [line for line in metadata.splitlines() if line.startswith("Requires-Dist: rokoko") and ";" not in line]
    if required != ([REQUIREMENT] if package == TUI else []):
        raise ReleaseError(f"the wheel of {package} has {required}")


def check_sources(package: str, names: Iterable[str]) -> None:
    """Raise ``ReleaseError`` if the source distribution of a package lacks what it is made from."""
    inside = {name.partition("/")[2].split("/")[0] for name in names}
    if missing := [name for name in SOURCES[package] if name not in inside]:
        raise ReleaseError(f"the source distribution of {package} lacks {', '.join(missing)}")


def check_tag(tag: str) -> None:
    """Raise ``ReleaseError`` unless ``tag`` names the version."""
    if tag != f"v{VERSION}":
        raise ReleaseError(f"the tag {tag} is not v{VERSION}, the version in rokoko_core/_version.py")


def test() -> None:
    """Install and use the files in clean environments: the wheels in every Python here, with journeys in this one."""
    pythons.BUILD.mkdir(parents=True, exist_ok=True)
    pythons.copy_tree()
    wheels, sources = built_files()
    here = Path(sys.executable)
    others = [python.path for python in pythons.find_pythons(pythons.candidates(os.environ))]
    minor = sys.version_info[:2]
    for number, python in enumerate(
        [here, *(path for path in others if (pythons.version_of(path) or ())[:2] != minor)]
    ):
        use_library(install(wheels[:1], python, f"library-{number}"))
        venv = install(wheels, python, f"wheels-{number}")
        use_program(venv)
        if python == here:
            print("Installed with it:", *licenses(venv), sep="\n  ", flush=True)
            run_journeys(venv)
    use_program(install(sources, here, "sources"))


def install(files: Sequence[Path], python: Path, name: str) -> Path:
    """Return a clean environment of ``python`` with ``files``."""
    venv = CLEAN / name
    run([python, "-m", "venv", "--clear", venv])
    run([*pythons.pip(venv, "install"), "--constraint", ROOT / "constraints.txt", *files])
    version = ".".join(map(str, pythons.version_of(python) or ()))
    print(f"Python {version}, {sys.platform}: {', '.join(file.name for file in files)}", flush=True)
    return venv


def use_library(venv: Path) -> None:
    """Run the example of the library's README, then games of a bot that requires the library alone."""
    python = pythons.executable(venv, "python")
    run([python, "-m", "doctest", ROOT / CORE / "README.md"])
    run([*pythons.pip(venv, "install"), pythons.RUN / "examples" / "hire_when_you_can"])
    run([python, "-c", BOTS_PLAY])


def use_program(venv: Path) -> None:
    """Run some commands of the program."""
    program, saves = pythons.executable(venv, "rokoko-tui"), sorted((pythons.RUN / "saves").glob("*.rokoko"))
    for arguments in (["--version"], ["doctor"], ["verify", *saves], ["show", saves[0]]):
        run([program, *arguments], quiet=True)
    run([pythons.executable(venv, "python"), "-c", pythons.INSTALLED], quiet=True)


def run_journeys(venv: Path) -> None:
    """Run the smoke journeys, except on Windows, which has no pseudo-terminal."""
    if sys.platform != "win32":
        run([*pythons.pip(venv, "install"), "--constraint", ROOT / "constraints.txt", *pythons.REQUIREMENTS])
        pytest = [pythons.executable(venv, "python"), "-m", "pytest", "-q", "-p", "no:cacheprovider"]
        run([*pytest, "tests/journeys", "-m", "smoke", "-n", "2", "--reruns", "1"])


def licenses(venv: Path) -> list[str]:
    """Return a line with name, version and license for all that is installed. Raises ``ReleaseError`` for none."""
    python = pythons.executable(venv, "python")
    printed = subprocess.run([python, "-c", LICENSES], capture_output=True, text=True, check=True).stdout
    lines = [line for line in printed.splitlines() if line.split()[0] not in NOT_SHIPPED]
    if unknown := [line for line in lines if line.endswith("UNKNOWN")]:
        raise ReleaseError(f"no license is known: {', '.join(unknown)}")
    return lines


def run(command: Sequence[object], quiet: bool = False) -> None:
    """Run a command in the copy of the tree that has no packages. Raises ``CalledProcessError``."""
    folder = pythons.RUN if pythons.RUN.is_dir() else ROOT
    subprocess.run([*map(str, command)], cwd=folder, check=True, stdout=subprocess.DEVNULL if quiet else None)


def main(argv: list[str] | None = None) -> int:
    """Run the command in ``argv``; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__.splitlines()[0])
    parser.add_argument("command", nargs="?", choices=("build", "test", "tag"))
    parser.add_argument("tag", nargs="?", default="")
    options = parser.parse_args(argv)
    try:
        if options.command == "tag":
            check_tag(options.tag)
        if options.command in (None, "build"):
            build()
        if options.command in (None, "test"):
            test()
    except ReleaseError as error:
        print(f"Not ready: {error}.", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(f"Not ready: {' '.join(error.cmd)} failed.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
