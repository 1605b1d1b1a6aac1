"""``log --events --json``: what every entry of a save did, for other programs, and no more than one may know."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rokoko_core.engine import events
from rokoko_core.events import seen_by
from rokoko_core.journal import read
from tests.saves.sample_games import FOLDER
from tests.tui.cli.shell import Run, Told, refused


def events_told(told: Told) -> list[dict[str, Any]]:
    """The objects printed, one a line."""
    assert (told.code, told.err) == (0, "")
    return [json.loads(line) for line in told.out.splitlines()]


def test_log_tells_the_events_of_every_entry(run: Run, save: Path) -> None:
    lines = events_told(run("log", save, "--events", "--json"))
    assert [line["entry"] for line in lines] == ["opening", *["play"] * 6, "undo"]
    assert [line["position"] for line in lines] == [0, 1, 2, 3, 4, 5, 6, 5]
    assert [line["seat"] for line in lines[1:7]] == [read(save).game.seat_of(n) for n in range(6)]
    assert lines[0]["events"][0] == {"event": "round-began", "seat": None, "round": 1}
    assert lines[7]["events"] == []
    assert all(line["events"] for line in lines[:7])
    assert all("action" not in line for line in lines)


@pytest.mark.rule("HIDDEN-1")
def test_events_are_told_as_the_one_who_looks_may_know_them(run: Run, save: Path) -> None:
    game = read(save).game
    for eyes, seat in ((("--seat", "Ada"), 0), (("--seat", "Bo"), 1), ((), None)):
        lines = events_told(run("log", save, "--events", "--json", *eyes))
        for number, action in enumerate(game.line[:6]):
            known = seen_by(events(game.at(number), action), seat)
            assert lines[number + 1]["events"] == json.loads(msgspec.json.encode(known))
    onlooker = events_told(run("log", save, "--events", "--json"))[1]["events"][0]
    assert [move["piece"] for move in onlooker["moved"]] == ["?", "?", "?"]


def test_all_tells_the_actions_with_their_secrets_as_well(run: Run, save: Path) -> None:
    game = read(save).game
    lines = events_told(run("log", save, "--events", "--json", "--all"))
    assert [line["action"] for line in lines[1:7]] == json.loads(msgspec.json.encode(game.line))
    assert [line["events"] for line in lines[1:7]] == [
        json.loads(msgspec.json.encode(events(game.at(n), action))) for n, action in enumerate(game.line)
    ]
    assert "has chosen a hand" not in run("log", save, "--all").out


def test_hints_and_redone_actions_are_entries_among_the_events(run: Run) -> None:
    lines = events_told(run("log", FOLDER / "everything-3.rokoko", "--events", "--json"))
    kinds = {line["entry"] for line in lines}
    assert kinds == {"opening", "play", "undo", "redo"}
    assert all(bool(line["events"]) == (line["entry"] in ("opening", "play")) for line in lines)


def test_events_are_for_other_programs_and_one_looks_through_one_pair_of_eyes(run: Run, save: Path) -> None:
    refused(run("log", save, "--events"), 2, "--json")
    refused(run("log", save, "--seat", "Ada", "--all"), 2, "--all")
