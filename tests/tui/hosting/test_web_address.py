"""Where browsers find a game: what a person types, and where the server listens for it."""

import pytest

from rokoko_core.remote.host_options import WebHosting, read_web_address

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
