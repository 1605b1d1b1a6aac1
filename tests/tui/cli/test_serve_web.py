"""``rokoko-tui serve --web``: what is refused before anybody is served."""

import sys

import pytest

from rokoko_tui.cli.serve_web import is_origin, page_renderer
from rokoko_tui.settings.settings import Settings
from tests.tui.cli.shell import Run


def test_one_kind_of_terminal_is_served(run: Run) -> None:
    assert run("serve", "--ssh", "--web").code == 2


@pytest.mark.parametrize("address", ["0.0.0.0", "::"])
def test_all_addresses_need_one_that_people_open(run: Run, address: str) -> None:
    result = run("serve", "--web", "--listen", address)
    assert result.code == 2
    assert "--url" in result.err


@pytest.mark.parametrize(
    "url",
    ["rokoko.example.org", "ftp://example.org", "https://example.org/", "https://a@b", "https://:1", "http://a:b"],
)
def test_an_address_that_browsers_have_no_origin_for(run: Run, url: str) -> None:
    result = run("serve", "--web", "--url", url)
    assert result.code == 2
    assert url in result.err


@pytest.mark.parametrize("url", ["https://example.org", "http://127.0.0.1:8160", "http://localhost"])
def test_origins(url: str) -> None:
    assert is_origin(url)


@pytest.mark.parametrize("names", ["Ada,../Bo", "Ada,", ".", "a/b", "x" * 50])
def test_names_that_cannot_be_folders(run: Run, names: str) -> None:
    result = run("serve", "--web", "--names", names)
    assert result.code == 2
    assert "folder" in result.err


def test_an_address_that_cannot_be_used(run: Run) -> None:
    result = run("serve", "--web", "--listen", "203.0.113.1")
    assert result.code == 1
    assert "203.0.113.1:8160" in result.err


def test_the_extra_is_missing(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "aiohttp", None)
    result = run("serve", "--web")
    assert result.code == 1
    assert 'pip install "rokoko-tui[web]"' in result.err


def test_the_page_has_the_language_of_the_browser_or_of_the_settings() -> None:
    assert 'lang="uk"' in page_renderer(Settings())("uk-UA,uk;q=0.9,en;q=0.8")[0]
    assert 'lang="en"' in page_renderer(Settings())("xx")[0]
    assert 'lang="en"' in page_renderer(Settings())('"><script>')[0]
    assert 'lang="uk"' in page_renderer(Settings(language="ukrainian"))("en")[0]


def test_the_bar_has_the_keys_of_the_settings() -> None:
    text, _ = page_renderer(Settings(keys={"table.undo": "z"}))("en")
    assert '"name": "Undo", "input": "z"' in text
    assert '"name": "Help", "input": "?"' in text
