"""The names, texts and scripts of the static page, without building it."""

import json
import mimetypes
import re
from pathlib import PurePath

import pytest

from rokoko_tui.doors.web.page import STATIC
from tools.static_page.build import LIBRARY, PYODIDE, SHARED, SHOWN, SOURCES, XTERM, render_index

NAMES = (*SHOWN, *SHARED, *XTERM.values(), *PYODIDE.values(), LIBRARY, "site.bin", "pyodide-lock.json", "index.html")
KNOWN = {".html", ".css", ".js", ".json", ".wasm", ".zip", ".bin"}
"""Types that nginx of Debian 12, GitHub Pages and ``python -m http.server`` send so that browsers accept them."""


def test_every_host_knows_the_types_of_all_files() -> None:
    assert {PurePath(name).suffix for name in NAMES} == KNOWN
    types = mimetypes.MimeTypes()
    assert all(types.guess_type(name)[0] for name in NAMES)


@pytest.mark.parametrize("script", [*SHOWN, *SHARED])
def test_every_script_that_is_imported_is_there(script: str) -> None:
    path = (SOURCES if script in SHOWN else STATIC) / script
    content = path.read_text(encoding="utf-8")
    assert ".mjs" not in content
    imported = re.findall(r'(?:from "\./|new URL\(")([\w/.]+\.js)"', content)
    assert {PurePath(name).name for name in imported} <= {PurePath(name).name for name in NAMES}


def test_the_page_has_its_texts_in_all_languages_before_any_script_runs() -> None:
    html = render_index("folder")
    assert "{{" not in html and "FILES" not in html
    support, texts = (
        json.loads(match)
        for name in ("support", "texts")
        for match in re.findall(f'<script type="application/json" id="{name}">(.*)</script>', html)
    )
    assert support["module"] == "folder/page.js"
    assert set(support["words"]) == set(texts) == {"en", "uk"}
    assert re.findall('<noscript>.*lang="en".*lang="uk".*</noscript>', html)
    assert re.findall("<script(?! type=.application/json.)[^>]*>", html) == ['<script defer src="folder/support.js">']


def test_the_first_script_is_one_that_old_browsers_read() -> None:
    code = re.sub("//.*", "", (STATIC / "support.js").read_text(encoding="utf-8"))
    assert not re.findall(r"=>|`|\?\.|\?\?|\.\.\.|\b(?:let|const|class|async|await|import|export|of)\b", code)
