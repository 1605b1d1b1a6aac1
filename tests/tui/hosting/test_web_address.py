"""Where browsers find a game: what a person types, and where the server listens for it."""

import pytest

from rokoko_core.remote.host_options import WebHosting, read_web_address
from rokoko_tui.hosting import web_address
from rokoko_tui.hosting.web_address import choose_address, is_for_this_computer

READ = {
    "": WebHosting(8160),
    "http://localhost:9000": WebHosting(9000),
    "192.168.1.5": WebHosting(8160, "192.168.1.5"),
    " http://192.168.1.5:80/ ": WebHosting(80, "192.168.1.5"),
    "http://[fd00::5]:9000": WebHosting(9000, "fd00::5"),
    "https://Rokoko.example.org": WebHosting(8160, url="https://rokoko.example.org"),
    "http://tunnel.example.org:8080": WebHosting(8160, url="http://tunnel.example.org:8080"),
}


@pytest.mark.parametrize(("typed", "web"), READ.items())
def test_a_network_address_is_listened_at_and_any_other_is_that_of_a_proxy(typed: str, web: WebHosting) -> None:
    assert read_web_address(typed) == web


@pytest.mark.parametrize("typed", ["ftp://a", "http://a/b", "http://", "a b", "http://a:99999", "http://u@a", "["])
def test_what_is_no_address(typed: str) -> None:
    with pytest.raises(ValueError):
        read_web_address(typed)


@pytest.mark.parametrize(
    ("last", "network", "offered"),
    [
        ("", "192.168.1.5", "192.168.1.5:8160"),
        ("", "", ""),
        ("127.0.0.1:9000", "192.168.1.5", "127.0.0.1:9000"),
        ("https://rokoko.example.org", "192.168.1.5", "https://rokoko.example.org"),
        ("http://203.0.113.7:8160", "192.168.1.5", "192.168.1.5:8160"),
        ("no address", "192.168.1.5", "192.168.1.5:8160"),
    ],
)
def test_the_last_address_is_offered_while_this_machine_has_it(
    monkeypatch: pytest.MonkeyPatch, last: str, network: str, offered: str
) -> None:
    monkeypatch.setattr(web_address, "find_network_address", lambda: network)
    assert choose_address(last) == offered


def test_which_links_no_other_computer_can_open() -> None:
    local = ("http://127.0.0.1:8160/#t", "http://localhost:8160/#t", "http://[::1]:8160/#t")
    assert all(map(is_for_this_computer, local))
    assert not any(map(is_for_this_computer, ("http://192.168.1.5:8160/#t", "https://rokoko.example.org/#t")))
