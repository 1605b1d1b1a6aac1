"""The address at which browsers find a hosted game, as a person types it."""

from contextlib import suppress
from ipaddress import ip_address
from socket import AF_INET, AF_INET6, SOCK_DGRAM, socket
from urllib.parse import urlsplit

from rokoko_core.remote.connection import LOOPBACK
from rokoko_core.remote.host_options import WEB_PORT, WebHosting

ELSEWHERE = "192.0.2.1", 9
"""An address of no machine (RFC 5737): the route to it is that to other networks. Nothing is sent there."""


def url_of(address: str, port: int) -> str:
    """Return what people open where a server listens at ``address`` and ``port``."""
    return f"http://{f'[{address}]' if ':' in address else address}:{port}"


def is_origin(url: str) -> bool:
    """Return whether ``url`` is a scheme, a host and perhaps a port, and nothing else."""
    try:
        parts = urlsplit(url)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return False
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    is_whole = url in (f"http://{host}{port}", f"https://{host}{port}")
    return is_whole and bool(host) and not any(character.isspace() for character in url)


def read_web_address(text: str) -> WebHosting:
    """Return where to listen for browsers that open ``text``; nothing typed is this machine at the usual port.

    At a network address of this machine (``http://192.168.1.5:8160``) the server listens itself. Any other address is
    that of a proxy or a tunnel which forwards to the usual port of this machine. Raises ValueError.
    """
    typed = text.strip().rstrip("/")
    if not typed:
        return WebHosting()
    url = typed.lower() if "://" in typed else f"http://{typed.lower()}"
    if not is_origin(url):
        raise ValueError(text)
    parts = urlsplit(url)
    if parts.scheme == "http":
        if parts.hostname == "localhost":
            return WebHosting(parts.port or WEB_PORT)
        with suppress(ValueError):
            return WebHosting(parts.port or WEB_PORT, str(ip_address(parts.hostname or "")))
    return WebHosting(WEB_PORT, LOOPBACK, url)


def choose_address(last: str) -> str:
    """Return the address to offer: the ``last`` one if it is still usable, else that of this machine in its network.

    It is empty without a network.
    """
    with suppress(ValueError):
        web = read_web_address(last)
        if last and (web.url or _is_own(web.listen)):
            return last
    own = find_network_address()
    return f"{own}:{WEB_PORT}" if own else ""


def find_network_address() -> str:
    """Return the address of this machine in its network; empty without a network."""
    with suppress(OSError), socket(AF_INET, SOCK_DGRAM) as probe:
        probe.connect(ELSEWHERE)
        address = str(probe.getsockname()[0])
        return "" if ip_address(address).is_loopback else address
    return ""


def _is_own(address: str) -> bool:
    """Return whether this machine has the IP ``address``."""
    with suppress(OSError), socket(AF_INET6 if ":" in address else AF_INET, SOCK_DGRAM) as probe:
        probe.bind((address, 0))
        return True
    return False


def is_for_this_computer(url: str) -> bool:
    """Return whether only browsers on the same computer can open ``url``, such as a link to 127.0.0.1."""
    host = urlsplit(url).hostname or ""
    if host == "localhost":
        return True
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return False
