"""Build the static page in ``build/page``: ``make page``.

npm brings Pyodide and the terminal widget, pip the wheels. Node compiles the modules with Pyodide's own Python, so
that a browser need not.
"""

import gzip
import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from rokoko_tui.text.languages import load_language, shipped_languages
from tools.pythons import ROOT

SOURCES = ROOT / "page"
PAGE = ROOT / "build" / "page"
"""What is to be published."""
WORK = ROOT / "build" / "page-work"
SHOWN = ("page.css", "page.mjs", "text.mjs", "game_worker.mjs", "bot_worker.mjs", "python.mjs", "stored_files.mjs")
"""Files of ``page`` that the browser loads, beside ``index.html``."""
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LIBRARY = "python_stdlib.zip"
XTERM = ("xterm/lib/xterm.mjs", "xterm/css/xterm.css", "addon-fit/lib/addon-fit.mjs")
PLATFORM = (
    "--platform",
    "pyemscripten_2026_0_wasm32",
    "--implementation",
    "cp",
    "--python-version",
    "3.14",
    "--abi",
    "cp314",
)
"""What the wheels are for, as pip names it: Pyodide 314."""
UNUSED = (
    *("*.dist-info/[!M]*", "*.dist-info/*/*", "*/*.pyi", "*/py.typed", "*/*/LICENSE"),
    *("pygments/lexers/_*_builtins.py", "pygments/lexers/[a-z]*.py", "pygments/styles/[a-z]*.py"),
    *("pygments/formatters/[a-z]*.py", "textual/demo/*", "textual/tree-sitter/*", "rokoko_core/adapters/*"),
)
"""Files of the wheels that the page never reads."""


class MissingTool(Exception):
    """A program that the build needs is not installed; the argument is its name."""


def build() -> Path:
    """Build the page; return its folder. Raises ``MissingTool`` and ``CalledProcessError``."""
    for tool in ("npm", "node"):
        if shutil.which(tool) is None:
            raise MissingTool(tool)
    modules = install_packages()
    site = unpack_wheels(download_wheels())
    library = unpack_library(modules / "pyodide" / LIBRARY)
    subprocess.run(["node", SOURCES / "compile.mjs", modules / "pyodide", site, library], check=True)
    files = WORK / "files"
    shutil.rmtree(files, ignore_errors=True)
    (files / "pyodide").mkdir(parents=True)
    for name in SHOWN:
        shutil.copyfile(SOURCES / name, files / name)
    for name in PYODIDE:
        shutil.copyfile(modules / "pyodide" / name, files / "pyodide" / name)
    pack_library(library, files / "pyodide" / LIBRARY)
    lock = json.loads((modules / "pyodide" / "pyodide-lock.json").read_bytes())
    (files / "pyodide" / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}))
    for name in XTERM:
        shutil.copyfile(modules / "@xterm" / name, files / Path(name).name)
    (files / "site.bin").write_bytes(gzip.compress(bundle(site), 9, mtime=0))
    (files / "texts.json").write_text(json.dumps(page_texts(), ensure_ascii=False), encoding="utf-8")
    publish(files)
    return PAGE


def install_packages() -> Path:
    """Install the npm packages of ``page/package-lock.json``; return their folder."""
    folder = WORK / "npm"
    folder.mkdir(parents=True, exist_ok=True)
    lock = (SOURCES / "package-lock.json").read_bytes()
    installed = folder / "installed-lock.json"
    if not installed.exists() or installed.read_bytes() != lock:
        for name in ("package.json", "package-lock.json", ".npmrc"):
            shutil.copyfile(SOURCES / name, folder / name)
        subprocess.run(["npm", "ci", "--silent"], cwd=folder, check=True)
        installed.write_bytes(lock)
    return folder / "node_modules"


def download_wheels() -> list[Path]:
    """Build the wheel of the program and download those it requires."""
    folder = WORK / "wheels"
    shutil.rmtree(folder, ignore_errors=True)
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", folder, "."], cwd=ROOT, check=True)
    options = ["--constraint", "constraints.txt", "--only-binary", ":all:", *PLATFORM]
    subprocess.run([*pip, "download", "--dest", folder, *options, *folder.glob("*.whl")], cwd=ROOT, check=True)
    return sorted(folder.glob("*.whl"))


def unpack_wheels(wheels: list[Path]) -> Path:
    """Unpack ``wheels`` into one folder without the files that the page never reads; return the folder."""
    site = WORK / "site"
    shutil.rmtree(site, ignore_errors=True)
    for wheel in wheels:
        with ZipFile(wheel) as archive:
            archive.extractall(site)
    for pattern in UNUSED:
        for path in site.glob(pattern):
            if path.is_file() and path.name != "__init__.py":
                path.unlink()
    return site


def unpack_library(archive: Path) -> Path:
    """Unpack Python's own modules, which are sources; return the folder."""
    folder = WORK / "library"
    shutil.rmtree(folder, ignore_errors=True)
    with ZipFile(archive) as library:
        library.extractall(folder)
    return folder


def pack_library(folder: Path, archive: Path) -> None:
    """Write the compiled modules of ``folder``, from which Python imports."""
    with ZipFile(archive, "w", ZIP_DEFLATED) as library:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            library.writestr(ZipInfo(path.relative_to(folder).as_posix()), path.read_bytes(), ZIP_DEFLATED)


def bundle(site: Path) -> bytes:
    """Return the files in ``site``: the size of an index, the index ``{path: [offset, size]}``, and their contents."""
    index, contents, offset = {}, [], 0
    for path in sorted(path for path in site.rglob("*") if path.is_file()):
        content = path.read_bytes()
        index[path.relative_to(site).as_posix()] = [offset, len(content)]
        contents.append(content)
        offset += len(content)
    head = json.dumps(index).encode()
    return b"".join([len(head).to_bytes(4, "little"), head, *contents])


def page_texts() -> dict[str, dict[str, str]]:
    """Return the texts around the terminal by language code."""
    languages = [load_language(name) for name in shipped_languages()]
    return {language.table("language")["tag"]: language.table("page") for language in languages}


def publish(files: Path) -> None:
    """Replace ``PAGE``. All but ``index.html`` is in a folder named by its content: no cache mixes versions."""
    digest = hashlib.sha256()
    for path in sorted(path for path in files.rglob("*") if path.is_file()):
        digest.update(path.relative_to(files).as_posix().encode() + path.read_bytes())
    name = digest.hexdigest()[:12]
    shutil.rmtree(PAGE, ignore_errors=True)
    shutil.copytree(files, PAGE / name)
    html = (SOURCES / "index.html").read_text(encoding="utf-8").replace("FILES/", f"{name}/")
    (PAGE / "index.html").write_text(html, encoding="utf-8")
