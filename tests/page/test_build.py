"""The names, texts and scripts of the static page, without building it."""

import json
import mimetypes
import re
import struct
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path, PurePath

import pytest

from rokoko_tui.doors.web.page import STATIC
from tools.static_page.build import (
    LIBRARY,
    PYODIDE,
    RENDERED,
    SHARED,
    SHOWN,
    SOURCES,
    render_index,
    render_manifest,
    render_service_worker,
)

NAMES = (*RENDERED, *SHOWN, *SHARED, *PYODIDE.values(), LIBRARY, "site.bin", "pyodide-lock.json")
KNOWN = {".html", ".css", ".js", ".json", ".wasm", ".zip", ".bin", ".png", ".svg", ".woff2"}
"""Types that nginx of Debian 12, GitHub Pages and ``python -m http.server`` send so that browsers accept them."""


def test_every_host_knows_the_types_of_all_files() -> None:
    assert {PurePath(name).suffix for name in NAMES} == KNOWN
    types = mimetypes.MimeTypes()
    assert [name for name in NAMES if not types.guess_type(name)[0] and not name.endswith(".woff2")] == []


@pytest.mark.parametrize("script", [name for name in (*SHOWN, *SHARED) if name.endswith((".js", ".css"))])
def test_every_script_that_is_imported_is_there(script: str) -> None:
    path = (SOURCES if script in SHOWN else STATIC) / script
    content = path.read_text(encoding="utf-8")
    assert not re.search(r"from ?[\"'][^\"']*\.mjs", content)
    imported = re.findall(r'(?:from "\./|new URL\("|url\(")([\w/.-]+\.\w+)"', content)
    assert {PurePath(name).name for name in imported} <= {PurePath(name).name for name in NAMES}


def test_the_page_has_its_texts_in_all_languages_before_any_script_runs() -> None:
    html = render_index("folder")
    assert "{{" not in html and "FILES" not in html
    support, texts = (
        json.loads(match)
        for name in ("support", "texts")
        for match in re.findall(f'<script type="application/json" id="{name}">(.*)</script>', html)
    )
    assert support["module"] == "folder/static_page.js"
    assert set(support["words"]) == set(texts) == {"en", "uk"}
    assert re.findall('<noscript>.*lang="en".*lang="uk".*</noscript>', html)
    assert re.findall("<script(?! type=.application/json.)[^>]*>", html) == ['<script defer src="folder/support.js">']


def test_the_first_script_is_one_that_old_browsers_read() -> None:
    code = re.sub("//.*", "", (STATIC / "support.js").read_text(encoding="utf-8"))
    assert not re.findall(r"=>|`|\?\.|\?\?|\.\.\.|\b(?:let|const|class|async|await|import|export|of)\b", code)


def test_the_page_can_be_installed() -> None:
    manifest = json.loads(render_manifest("folder"))
    assert (manifest["start_url"], manifest["display"]) == ("./", "standalone")
    assert [(icon["src"], icon["sizes"], icon.get("purpose", "any")) for icon in manifest["icons"]] == [
        ("folder/icon.svg", "any", "any"),
        ("folder/icon-192.png", "192x192", "any"),
        ("folder/icon-512.png", "512x512", "maskable"),
    ]
    for icon in manifest["icons"][1:]:
        width, height = struct.unpack(">II", (SOURCES / icon["src"].removeprefix("folder/")).read_bytes()[16:24])
        assert f"{width}x{height}" == icon["sizes"]


def test_the_service_worker_keeps_all_files() -> None:
    script = render_service_worker("folder", ["b.js", "vendor/a.css"])
    assert 'const FOLDER = "folder";' in script and 'const FILES = ["b.js", "vendor/a.css"];' in script
    assert "{{" not in script


def test_a_module_that_is_skipped_but_needed_is_found_when_the_page_is_built(tmp_path: Path) -> None:
    spec = spec_from_file_location("compile_page", SOURCES / "compile.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "rokoko_tui" / "page").mkdir(parents=True)
    for name, content in {
        "rokoko_tui/page/session.py": "import a, typing\nif typing.TYPE_CHECKING:\n    import unused",
        "a.py": "def f():\n    from b import c",
        "b.py": "try:\n    import tkinter\nexcept ImportError:\n    pass",
        "tkinter.py": "",
        "unused.py": "",
    }.items():
        (tmp_path / name).write_text(content)
    module.prune([str(tmp_path)])
    assert sorted(path.name for path in tmp_path.rglob("*.py")) == ["a.py", "b.py", "session.py"]
    (tmp_path / "b.py").write_text("import tkinter")
    (tmp_path / "tkinter.py").write_text("")
    with pytest.raises(ImportError, match="b imports tkinter, which is skipped"):
        module.prune([str(tmp_path)])
