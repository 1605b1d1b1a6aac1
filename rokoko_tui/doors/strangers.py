"""Connections of clients that are not admitted yet: few of them, and few from one address."""

from collections import Counter
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from typing import Generic, TypeVar

Client = TypeVar("Client")
NETWORK_BITS = 64
"""Bits of an IPv6 address that one customer of a provider has in common."""


class Strangers(Generic[Client]):
    """At most ``most`` clients, of which at most ``per_address`` have one address.

    A further client replaces the one that has waited longest, of its own address or of the one with most clients. So
    clients that stay silent keep nobody out. ``drop`` disconnects a client. An address of this machine has no limit of
    its own, since a proxy or a tunnel brings everybody from there.
    """

    def __init__(self, most: int, per_address: int, drop: Callable[[Client], object]) -> None:
        self._most, self._per_address, self._drop = most, per_address, drop
        self._clients: dict[Client, str] = {}
        """The network of each client, the one that has waited longest first."""

    def __len__(self) -> int:
        return len(self._clients)

    def add(self, client: Client, address: str) -> None:
        network, is_local = find_network(address)
        counts = Counter(self._clients.values())
        if not is_local and counts[network] >= self._per_address:
            self._drop_first(network)
        elif len(self._clients) >= self._most:
            self._drop_first(counts.most_common(1)[0][0])
        self._clients[client] = network

    def _drop_first(self, network: str) -> None:
        client = next(client for client, other in self._clients.items() if other == network)
        del self._clients[client]
        self._drop(client)

    def discard(self, client: Client) -> None:
        """Forget a client that left or was admitted."""
        self._clients.pop(client, None)

    def clear(self) -> None:
        """Disconnect all clients."""
        while self._clients:
            self._drop_first(next(iter(self._clients.values())))


def find_network(address: str) -> tuple[str, bool]:
    """Return what the addresses of one client have in common, and whether the client is on this machine."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address, False
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped is None:
            return str(int(ip) >> (128 - NETWORK_BITS)), ip.is_loopback
        ip = ip.ipv4_mapped
    return str(ip), ip.is_loopback
