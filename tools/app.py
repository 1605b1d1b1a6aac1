"""Build the program as a single file with all it needs: ``make app``.

The file holds a compiled extension, so it runs with the Python version and on the system it was built with.
"""

import subprocess
import sys
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

from rokoko_tui.text.languages import load_language, shipped_languages
from rokoko_tui.text.message_catalog import get_vocabulary
from tools import app_start
from tools.pythons import PROJECTS, ROOT

APP = ROOT / "build" / "rokoko-tui.pyz"


def build(path: Path) -> None:
    """Build the file ``path``. Raises ``CalledProcessError``."""
    path.parent.mkdir(parents=True, exist_ok=True)
    python = f"/usr/bin/env python{sys.version_info.major}.{sys.version_info.minor}"
    shiv = [sys.executable, "-m", "shiv", "--compressed", "--compile-pyc", "--reproducible", "--python", python]
    target = ["--entry-point", "rokoko_tui.__main__:main", "--output-file", str(path)]
    subprocess.run([*shiv, *target, "--quiet", "--constraint", "constraints.txt", *PROJECTS], cwd=ROOT, check=True)
    _replace_start(path)


def _replace_start(path: Path) -> None:
    """Let the file say in a sentence why it cannot be unpacked; shiv would print a traceback."""
    sentences = {
        load_language(name).tag: get_vocabulary("classic", name).say(
            "refused.no-unpacking", path="{path}", reason="{reason}"
        )
        for name in shipped_languages()
    }
    start = Path(app_start.__file__).read_text("utf-8").replace(" = {}\n", f" = {sentences!r}\n", 1)
    content = path.read_bytes()
    with ZipFile(BytesIO(content)) as old, path.open("wb") as file:
        file.write(content[: content.index(b"\n") + 1])  # the line that names the interpreter
        with ZipFile(file, "w") as new:
            for entry in old.infolist():
                new.writestr(entry, start if entry.filename == "__main__.py" else old.read(entry))


if __name__ == "__main__":
    build(APP)
    print(f"{APP.relative_to(ROOT)}: {APP.stat().st_size / 1e6:.1f} MB, for {sys.platform} and this version of Python")
