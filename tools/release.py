"""Build the files of a release and test them as people install them: ``make release-check``.

    python -m tools.release build          # wheel and source distribution in build/dist, and what they must contain
    python -m tools.release test           # each file in clean environments of the Pythons here
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
PACKAGES = {"rokoko_core", "rokoko_tui"}
"""The packages of the wheel."""
SOURCES = ("rokoko_core", "tests", "tools", "docs", "Makefile", "LICENSE", "pyproject.toml")
"""Some files that the source distribution must contain."""
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
    """Build both files and check their metadata and content. Raises ``ReleaseError`` and ``CalledProcessError``."""
    shutil.rmtree(DIST, ignore_errors=True)
    run([sys.executable, "-m", "build", "--outdir", DIST, ROOT])
    wheel, sources = built_files()
    run([sys.executable, "-m", "twine", "check", "--strict", wheel, sources])
    with ZipFile(wheel) as archive:
        check_wheel(archive.namelist())
    with tarfile.open(sources) as archive:
        check_sources(archive.getnames())


def built_files() -> tuple[Path, Path]:
    """Return the wheel and the source distribution of this version. Raises ``ReleaseError``."""
    files = DIST / f"rokoko_tui-{VERSION}-py3-none-any.whl", DIST / f"rokoko_tui-{VERSION}.tar.gz"
    if {*files} != {path for path in DIST.glob("*") if path.suffix in (".whl", ".gz")}:
        raise ReleaseError(f"{DIST} has to contain {files[0].name} and {files[1].name} only")
    return files


def check_wheel(names: Iterable[str]) -> None:
    """Raise ``ReleaseError`` if a wheel contains anything but the packages and its metadata."""
    folders = {name.split("/")[0] for name in names}
    if folders != PACKAGES | {f"rokoko_tui-{VERSION}.dist-info"}:
        raise ReleaseError(f"the wheel contains {', '.join(sorted(folders))}")


def check_sources(names: Iterable[str]) -> None:
    """Raise ``ReleaseError`` if a source distribution lacks what it is made from."""
    inside = {name.partition("/")[2].split("/")[0] for name in names}
    if missing := [name for name in SOURCES if name not in inside]:
        raise ReleaseError(f"the source distribution lacks {', '.join(missing)}")


def check_tag(tag: str) -> None:
    """Raise ``ReleaseError`` unless ``tag`` names the version."""
    if tag != f"v{VERSION}":
        raise ReleaseError(f"the tag {tag} is not v{VERSION}, the version in rokoko_core/_version.py")


def test() -> None:
    """Install and use each file in clean environments: the wheel in every Python here, with journeys in this one."""
    pythons.BUILD.mkdir(parents=True, exist_ok=True)
    pythons.copy_tree()
    wheel, sources = built_files()
    here = Path(sys.executable)
    others = [python.path for python in pythons.find_pythons(pythons.candidates(os.environ))]
    minor = sys.version_info[:2]
    for number, python in enumerate(
        [here, *(path for path in others if (pythons.version_of(path) or ())[:2] != minor)]
    ):
        venv = install(wheel, python, f"wheel-{number}")
        if python == here:
            print("Installed with it:", *licenses(venv), sep="\n  ", flush=True)
            run_journeys(venv)
    install(sources, here, "sources")


def install(file: Path, python: Path, name: str) -> Path:
    """Return a clean environment of ``python`` with ``file``, in which the program was used."""
    venv = CLEAN / name
    run([python, "-m", "venv", "--clear", venv])
    run([*pythons.pip(venv, "install"), "--constraint", ROOT / "constraints.txt", file])
    program, saves = pythons.executable(venv, "rokoko-tui"), sorted((pythons.RUN / "saves").glob("*.rokoko"))
    for arguments in (["--version"], ["doctor"], ["verify", *saves], ["show", saves[0]]):
        run([program, *arguments], quiet=True)
    run([pythons.executable(venv, "python"), "-c", pythons.INSTALLED], quiet=True)
    version = ".".join(map(str, pythons.version_of(python) or ()))
    print(f"{file.name}: installs and runs on Python {version}, {sys.platform}", flush=True)
    return venv


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
