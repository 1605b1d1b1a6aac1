"""The addresses of this computer that a hosted game offers to browsers, and who can open them."""

from contextlib import suppress
from ipaddress import ip_address
from socket import AF_INET, AF_INET6, SOCK_DGRAM, socket
from urllib.parse import urlsplit

from rokoko_core.remote.host_options import WEB_PORT, read_web_address

ELSEWHERE = "192.0.2.1", 9
"""An address of no machine (RFC 5737): the route to it is that to other networks. Nothing is sent there."""


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
