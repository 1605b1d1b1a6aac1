"""docs/protocol: the dialogue, the figures and the schemas are those of the program."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rokoko_core import Seat, Setup
from rokoko_core.game import Game
from rokoko_core.journal import RULES_VERSION
from rokoko_core.remote import messages as m
from rokoko_core.remote import session
from rokoko_core.remote.claims import open_claims
from tests.core.remote.wiretap import TappedHost, Wire
from tools.protocol_schema import FILES, schema_text

PAGE = Path("docs/protocol/README.md").read_text(encoding="utf-8")
SETUP = Setup((Seat("Ada"), Seat("Bo")), 7, first_player=0)
CODES = {0: "ABCD-EFGH-JKMN", 1: "NPQR-STUV-WXYZ"}


def contains(whole: Any, part: Any) -> bool:
    """Return whether ``whole`` has all that is in ``part``; its objects may have more fields."""
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(key in whole and contains(whole[key], part[key]) for key in part)
    if isinstance(part, list):
        return isinstance(whole, list) and len(whole) == len(part) and all(map(contains, whole, part))
    return bool(whole == part)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TappedHost:
    """Return a host with the codes of the dialogue."""
    codes = iter(CODES.values())
    monkeypatch.setattr("rokoko_core.remote.claims._new_code", lambda: next(codes))
    table = TappedHost(Game.new(SETUP))
    table.host.claims = open_claims(tmp_path / "game.rokoko", SETUP)
    return table


async def test_a_host_answers_as_in_the_dialogue(table: TappedHost) -> None:
    lines = [line for block in re.findall(r"```dialogue\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]
    assert len(lines) > 40
    read: dict[str, int] = {}
    wires: dict[str, Wire] = {}
    for line in lines:
        name, direction, text = re.fullmatch(r"(\w+)([<>]) (.*)", line).groups()
        if direction == ">" and '"hello"' in text:
            wires[name] = await table.connect_with(text.encode(), name)
            read[name] = 0
        elif direction == ">":
            wires[name].write_line(text.encode())
            await table.settle()
        else:
            expected = msgspec.json.decode(text)
            sent = wires[name].lines
            matches = (n for n in range(read[name], len(sent)) if contains(msgspec.json.decode(sent[n]), expected))
            number = next(matches, None)
            assert number is not None, f"{line}\nis none of {[each[:300] for each in sent[read[name] :]]}"
            read[name] = number + 1
    await table.close()


@pytest.mark.parametrize("side", FILES)
def test_the_schemas_are_up_to_date(side: m.Side) -> None:
    written = FILES[side].read_text(encoding="utf-8")
    assert in_order(written) == in_order(schema_text(side)), "run python -m tools.protocol_schema"


def in_order(schema: str) -> str:
    """Return a schema with its lists sorted: versions of msgspec list the kinds of a union in different orders."""

    def sort(part: Any) -> Any:
        if isinstance(part, list):
            return sorted((sort(each) for each in part), key=msgspec.json.encode)
        return {key: sort(part[key]) for key in sorted(part)} if isinstance(part, dict) else part

    return json.dumps(sort(json.loads(schema)))


def test_every_message_and_code_is_on_the_page() -> None:
    kinds = [
        re.sub("(?<!^)([A-Z])", r"-\1", kind.__name__).lower()
        for kind in (*_members(m.ClientMessage), *_members(m.HostMessage))
    ]
    missing = [name for name in (*kinds, *m.RefusalCode, *m.FarewellCode) if f"`{name}`" not in PAGE]
    assert missing == []


def _members(union: Any) -> tuple[type, ...]:
    members: tuple[type, ...] = union.__args__
    return members


def test_the_limits_on_the_page_are_those_of_the_program() -> None:
    limits = dict(re.findall(r"^\| ([^|`]*(?:`hello`)?[^|]*) \| ([0-9][^|]*) \|$", PAGE, re.MULTILINE))
    assert limits == {
        "line of a client": f"{m.LONGEST_REQUEST} bytes",
        "line of a host": f"{m.LONGEST_MESSAGE} bytes",
        "seconds until `hello`": f"{session.HELLO_SECONDS:g}",
        "seconds of silence": f"{m.IDLE_SECONDS:g}; send a `ping` every {m.PING_SECONDS:g}",
        "seconds in which a client must read": f"{session.SEND_SECONDS:g}",
        "requests in a second": f"{session.RATE:g}, and {session.BURST:g} at once; more are read later",
        "connections without a seat": f"{session.MOST_STRANGERS}",
        "seconds until the answer to a wrong code": f"{session.WRONG_CODE_SECONDS:g}",
    }
    assert f"at least {m.SHORTEST_TOKEN} characters" in PAGE
    assert f"now {m.PROTOCOL} and {RULES_VERSION}" in PAGE
