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
from collections.abc import Iterable
from html import escape
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from textual.keys import key_to_character

from rokoko_tui.doors.web.page import COPY_WORDS, STATIC, describe_key_bar, describe_support, to_script
from rokoko_tui.keys import keys_of_id
from rokoko_tui.text.languages import load_language, shipped_languages
from rokoko_tui.text.message_catalog import get_vocabulary
from tools.pythons import PROJECTS, ROOT

SOURCES = ROOT / "page"
PAGE = ROOT / "build" / "page"
"""What is to be published."""
WORK = ROOT / "build" / "page-work"
SHOWN = (
    *(
        "static_page.css",
        "static_page.js",
        "text.js",
        "game_worker.js",
        "bot_worker.js",
        "python.js",
        "stored_files.js",
    ),
    *("icon-192.png", "icon-512.png"),
)
"""Files of ``page`` that the browser loads, beside those in ``RENDERED``."""
SHARED = (
    *("support.js", "alerts.js", "clipboard.js", "terminal.js", "touch.js", "page.css", "icon.svg", "icon-turn.svg"),
    *("vendor/xterm/xterm.js", "vendor/xterm/xterm.css", "vendor/xterm/addon-fit.js"),
    *("vendor/dejavu/DejaVuSansMono.woff2", "vendor/dejavu/DejaVuSansMono-Bold.woff2"),
)
"""Files of the page of ``serve --web`` that this page has too."""
RENDERED = ("index.html", "manifest.json", "service_worker.js")
"""Files beside the folder of all others."""
NEEDS = ("Worker", "WebAssembly")
"""What a browser must have, beside modules."""
PYODIDE = {"pyodide.mjs": "pyodide.js", "pyodide.asm.mjs": "pyodide.asm.js", "pyodide.asm.wasm": "pyodide.asm.wasm"}
"""Files of Pyodide and their names on the page: many hosts do not know the type of ``.mjs``."""
LIBRARY = "python_stdlib.zip"
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
    *(
        "textual/demo/*",
        "textual/tree-sitter/*/*",
        "rokoko_tui/doors/web/static/*",
        "rokoko_tui/doors/web/static/*/*/*",
    ),
    *("mdit_py_plugins/*/*", "markdown_it/port.yaml", "m[ad]*.dist-info/METADATA", "linkify*.dist-info/METADATA"),
    *("filelock*.dist-info/METADATA", "p[ly]*.dist-info/METADATA", "t[oy]*.dist-info/METADATA"),
)
"""Files of the wheels that the page never reads, beside the modules that ``page/compile.py`` deletes."""


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
    subprocess.run(["node", SOURCES / "compile.js", modules / "pyodide", site, library], check=True)
    files = WORK / "files"
    shutil.rmtree(files, ignore_errors=True)
    (files / "pyodide").mkdir(parents=True)
    for name in SHOWN:
        shutil.copyfile(SOURCES / name, files / name)
    for name in SHARED:
        (files / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(STATIC / name, files / name)
    for name, shown in PYODIDE.items():
        content = (modules / "pyodide" / name).read_bytes()
        if shown != name:
            content = content.replace(b"pyodide.asm.mjs", b"pyodide.asm.js")
        (files / "pyodide" / shown).write_bytes(content)
    pack_library(library, files / "pyodide" / LIBRARY)
    lock = json.loads((modules / "pyodide" / "pyodide-lock.json").read_bytes())
    (files / "pyodide" / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}))
    (files / "site.bin").write_bytes(gzip.compress(bundle(site), 9, mtime=0))
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
    """Build the wheels of the program and download those that it requires."""
    folder = WORK / "wheels"
    shutil.rmtree(folder, ignore_errors=True)
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", folder, *PROJECTS], cwd=ROOT, check=True)
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
    for path in site.glob("*.dist-info/METADATA"):  # versions are read, and no descriptions
        path.write_bytes(path.read_bytes().partition(b"\n\n")[0] + b"\n")
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
            name = ZipInfo(path.relative_to(folder).as_posix())
            library.writestr(name, path.read_bytes(), ZIP_DEFLATED, compresslevel=9)


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


def render_index(folder: str) -> str:
    """Return ``index.html`` for files in ``folder``, with the texts around the terminal in all languages."""
    texts, noscript, vocabularies = {}, "", []
    for name in shipped_languages():
        language, words = load_language(name), get_vocabulary("classic", name)
        tag = language.table("language")["tag"]
        texts[tag] = language.table("page") | {key: words.say(f"browser.{key}") for key in (*COPY_WORDS, "old")}
        texts[tag] |= {"bar": describe_key_bar(words, *map(_character, ("table.undo", "app.help")))}
        noscript += f'<p lang="{tag}">{escape(words.say("browser.noscript"))}</p>'
        vocabularies.append(words)
    html = (SOURCES / "index.html").read_text(encoding="utf-8")
    for mark, text in {
        "FILES/": f"{folder}/",
        "{{texts}}": to_script(texts),
        "{{support}}": describe_support(f"{folder}/static_page.js", NEEDS, vocabularies),
        "{{noscript}}": noscript,
    }.items():
        html = html.replace(mark, text)
    return html


def _character(command: str) -> str:
    """Return the first key of ``command`` that is a character."""
    return next(filter(None, map(key_to_character, keys_of_id(command, {}))))


def render_manifest(folder: str) -> str:
    """Return what a browser needs to install the page, with icons in ``folder``."""
    icons = [
        {"src": f"{folder}/icon.svg", "sizes": "any", "type": "image/svg+xml"},
        {"src": f"{folder}/icon-192.png", "sizes": "192x192", "type": "image/png"},
        {"src": f"{folder}/icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
    ]
    manifest = {"name": "Rokoko", "short_name": "Rokoko", "start_url": "./", "display": "standalone", "icons": icons}
    return json.dumps(manifest | {"background_color": "#121212", "theme_color": "#121212"}, indent=2)


def render_service_worker(folder: str, files: Iterable[str]) -> str:
    """Return ``service_worker.js`` for ``files`` in ``folder``."""
    script = (SOURCES / "service_worker.js").read_text(encoding="utf-8")
    return script.replace("{{folder}}", folder).replace("{{files}}", json.dumps(sorted(files)))


def publish(files: Path) -> None:
    """Replace ``PAGE``. All but ``RENDERED`` is in a folder named by its content: no cache mixes versions."""
    names = sorted(path.relative_to(files).as_posix() for path in files.rglob("*") if path.is_file())
    digest = hashlib.sha256()
    for name in names:
        digest.update(name.encode() + (files / name).read_bytes())
    folder = digest.hexdigest()[:12]
    shutil.rmtree(PAGE, ignore_errors=True)
    shutil.copytree(files, PAGE / folder)
    rendered = (render_index(folder), render_manifest(folder), render_service_worker(folder, names))
    for name, content in zip(RENDERED, rendered, strict=True):
        (PAGE / name).write_text(content, encoding="utf-8")
