"""Test ``log --events --json``: complete, and without hidden information."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rokoko_core.engine import events
from rokoko_core.events import seen_by
from rokoko_core.journal import open_journal, read
from tests.saves.sample_games import FOLDER
from tests.tui.cli.shell import CommandResult, Run, refused


def parse_events(result: CommandResult) -> list[dict[str, Any]]:
    """Return the printed objects."""
    assert result.code == 0
    return [json.loads(line) for line in result.out.splitlines()]


def test_every_entry_has_its_events(run: Run, save: Path) -> None:
    lines = parse_events(run("log", save, "--events", "--json"))
    assert [line["entry"] for line in lines] == ["opening", *["play"] * 6, "undo"]
    assert [line["position"] for line in lines] == [0, 1, 2, 3, 4, 5, 6, 5]
    assert [line["seat"] for line in lines[1:7]] == [read(save).game.seat_of(n) for n in range(6)]
    assert lines[0]["events"][0] == {"event": "round-began", "seat": None, "round": 1}
    assert lines[7]["events"] == []
    assert all(line["events"] for line in lines[:7])
    assert all("action" not in line for line in lines)


@pytest.mark.rule("HIDDEN-1")
def test_hidden_events_are_redacted(run: Run, save: Path) -> None:
    game = read(save).game
    for eyes, seat in ((("--seat", "Ada"), 0), (("--seat", "Bo"), 1), ((), None)):
        lines = parse_events(run("log", save, "--events", "--json", *eyes))
        for number, action in enumerate(game.line[:6]):
            visible = seen_by(events(game.at(number), action), seat)
            assert lines[number + 1]["events"] == json.loads(msgspec.json.encode(visible))
    spectator = parse_events(run("log", save, "--events", "--json"))[1]["events"][0]
    assert [move["piece"] for move in spectator["moved"]] == ["?", "?", "?"]


def test_all_includes_actions_and_hidden_events(run: Run, save: Path) -> None:
    game = read(save).game
    lines = parse_events(run("log", save, "--events", "--json", "--all"))
    assert [line["action"] for line in lines[1:7]] == json.loads(msgspec.json.encode(game.line))
    assert [line["events"] for line in lines[1:7]] == [
        json.loads(msgspec.json.encode(events(game.at(n), action))) for n, action in enumerate(game.line)
    ]
    assert "has chosen a hand" not in run("log", save, "--all").out


def test_undo_and_redo_are_entries_without_events(run: Run) -> None:
    lines = parse_events(run("log", FOLDER / "everything-3.rokoko", "--events", "--json"))
    kinds = {line["entry"] for line in lines}
    assert kinds == {"opening", "play", "undo", "redo"}
    assert all(bool(line["events"]) == (line["entry"] in ("opening", "play")) for line in lines)


def test_a_stand_in_names_its_seat(run: Run, save: Path) -> None:
    with open_journal(save) as journal:
        journal.game.stand_in(1, "novice")
        journal.game.stand_in(1, "")
    lines = parse_events(run("log", save, "--events", "--json"))
    assert [(line["entry"], line["seat"]) for line in lines[-2:]] == [("stand-in", 1)] * 2


def test_events_require_json_and_one_viewer(run: Run, save: Path) -> None:
    refused(run("log", save, "--events"), 2, "--json")
    refused(run("log", save, "--seat", "Ada", "--all"), 2, "--all")
