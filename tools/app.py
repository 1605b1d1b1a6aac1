"""Build the program as a single file with all it needs: ``make app``.

The file holds a compiled extension, so it runs with the Python version and on the system it was built with.
"""

import subprocess
import sys
from pathlib import Path

from tools.pythons import ROOT

APP = ROOT / "build" / "rokoko-tui.pyz"


def build(path: Path) -> None:
    """Build the file ``path``. Raises ``CalledProcessError``."""
    path.parent.mkdir(parents=True, exist_ok=True)
    python = f"/usr/bin/env python{sys.version_info.major}.{sys.version_info.minor}"
    shiv = [sys.executable, "-m", "shiv", "--compressed", "--compile-pyc", "--reproducible", "--python", python]
    target = ["--entry-point", "rokoko_tui.__main__:main", "--output-file", str(path)]
    subprocess.run([*shiv, *target, "--quiet", "--constraint", "constraints.txt", "."], cwd=ROOT, check=True)


if __name__ == "__main__":
    build(APP)
    print(f"{APP.relative_to(ROOT)}: {APP.stat().st_size / 1e6:.1f} MB, for {sys.platform} and this version of Python")
