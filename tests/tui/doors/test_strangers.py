"""Clients that are not admitted yet are limited, and those that stay silent keep nobody out."""

import pytest

from rokoko_tui.doors.strangers import Strangers


class Door:
    """Three clients in all, two from one address; ``inside`` are those not disconnected."""

    def __init__(self) -> None:
        self.inside: list[str] = []
        self.strangers = Strangers[str](3, 2, self.inside.remove)

    def enter(self, *clients: str) -> str:
        """Add clients such as ``a 10.0.0.1``; return the names of those that are still there."""
        for client in clients:
            self.inside.append(client)
            self.strangers.add(client, client.partition(" ")[2])
        assert len(self.strangers) == len(self.inside)
        return "".join(client[0] for client in self.inside)


def test_one_address_has_fewer_places_than_all() -> None:
    assert Door().enter("a 10.0.0.1", "b 10.0.0.1", "c 10.0.0.1") == "bc"
    assert Door().enter("a 10.0.0.1", "b 10.0.0.1", "c 10.0.0.2", "d 10.0.0.1") == "bcd"


def test_the_address_with_most_clients_makes_place() -> None:
    assert Door().enter("a 10.0.0.1", "b 10.0.0.2", "c 10.0.0.2", "d 10.0.0.3") == "acd"
    assert Door().enter("a 10.0.0.1", "b 10.0.0.2", "c 10.0.0.3", "d 10.0.0.4") == "bcd"


@pytest.mark.parametrize("local", ["127.0.0.1", "127.3.2.1", "::1", "::ffff:127.0.0.1"])
def test_a_proxy_of_this_machine_has_all_places(local: str) -> None:
    assert Door().enter(*(f"{name} {local}" for name in "abc")) == "abc"
    assert Door().enter(*(f"{name} {local}" for name in "abcd")) == "bcd"


@pytest.mark.parametrize(
    ("one", "other", "are_one"),
    [
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:10.0.0.1", "10.0.0.1", True),
        ("::ffff:10.0.0.1", "::ffff:10.0.0.2", False),
        ("fe80::1%eth0", "fe80::2%eth1", True),
        ("", "unknown", False),
    ],
)
def test_the_addresses_of_one_network_count_together(one: str, other: str, are_one: bool) -> None:
    door = Door()
    left = door.enter(f"a {one}", f"b {one}", f"c {other}")
    assert left == ("bc" if are_one else "abc")


def test_who_left_or_was_admitted_takes_no_place() -> None:
    door = Door()
    door.enter("a 10.0.0.1", "b 10.0.0.1")
    door.strangers.discard("a 10.0.0.1")
    door.inside.remove("a 10.0.0.1")
    door.strangers.discard("unknown 10.0.0.1")
    assert door.enter("c 10.0.0.1") == "bc"
    door.strangers.clear()
    assert door.inside == []
