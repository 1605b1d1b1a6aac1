"""docs/writing-a-bot.md: its code is the example's, and its commands work."""

import os
import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType
from typing import get_args

import pytest

from rokoko_core import Action, Observation, Seat, Setup, apply, legal_actions, new_state, observe, to_move
from rokoko_core.actions import MakeDress
from rokoko_core.bots import plan
from rokoko_core.bots.arena import matches, play_match
from rokoko_core.bots.time_limit import Clock, counting_clock
from rokoko_core.events.table import GameOver
from rokoko_core.journal import read
from rokoko_core.pending import Pending
from tests import ROOT
from tests.visitors import bots_installed

EXAMPLE = ROOT / "examples" / "hire_when_you_can"
PERL = ROOT / "examples" / "bot_in_perl" / "bot.pl"
PAGE = (ROOT / "docs" / "writing-a-bot.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(?:python|toml|perl)\n(.*?)```", PAGE, re.DOTALL)
CODE = EXAMPLE / "hire_when_you_can.py"


def test_the_page_shows_the_files_of_the_example() -> None:
    code, project, _, ahead, corrected, perl = BLOCKS
    assert code == CODE.read_text(encoding="utf-8")
    assert project == (EXAMPLE / "pyproject.toml").read_text(encoding="utf-8")
    assert ahead == (EXAMPLE / "look_ahead.py").read_text(encoding="utf-8")
    assert corrected == (EXAMPLE / "correct_lines.py").read_text(encoding="utf-8")
    assert perl == PERL.read_text(encoding="utf-8")


def test_the_short_test_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLE)
    exec(BLOCKS[2], {})


def test_the_short_test_ends_with_a_bot_that_uses_all_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its clock is over after some readings; the first 100,000 are enough for any clock that ends like that."""

    def choose(view: Observation, rng: Random, clock: Clock) -> Action:
        assert any(clock.over for _ in range(100_000)), "the clock is never over"
        return view.actions[0]

    bot = ModuleType("hire_when_you_can")
    monkeypatch.setattr(bot, "choose", choose, raising=False)
    monkeypatch.setitem(sys.modules, "hire_when_you_can", bot)
    exec(BLOCKS[2], {})


def test_the_page_lists_every_decision() -> None:
    kinds = get_args(Pending)
    assert len(kinds) > 10
    for kind in kinds:
        row = next((line for line in PAGE.splitlines() if line.startswith("|") and f"`{kind.__name__}`" in line), "")
        assert f"`{kind.__struct_config__.tag}`" in row


def test_the_corrected_lines_are_those_of_the_journeyman(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLE)
    choose, state, rng = (
        import_module("correct_lines").choose,
        new_state(Setup((Seat("Ada"), Seat("Bo")), 3)),
        Random(1),
    )
    for seed in range(12):
        while len(legal_actions(state)) == 1:
            state = apply(state, legal_actions(state)[0])
        view = observe(state, to_move(state))
        assert choose(view, Random(seed), counting_clock(100)) == plan(view, "journeyman", Random(seed))[0]
        state = apply(state, rng.choice(legal_actions(state)))


def test_the_page_says_where_the_final_scores_are() -> None:
    assert "`game-over`" in PAGE and "`totals`" in PAGE and "`winners`" in PAGE
    assert {"totals", "winners"} <= {*GameOver.__struct_fields__} and GameOver.__struct_config__.tag == "game-over"


@pytest.mark.release
def test_looking_ahead_beats_the_apprentice(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With fewer games than on the page."""
    code = (EXAMPLE / "look_ahead.py").read_text(encoding="utf-8")
    with bots_installed(tmp_path / "site", code, "ahead = visiting_bots:choose"):
        results = [play_match(match)[0] for match in matches(("ahead", "apprentice"), 2, 1)]
    assert [seat.level for result in results for seat in result.seats if seat.won] == ["ahead", "ahead"]
    assert not any(result.replaced for result in results)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("perl") is None, reason="it needs Perl")
def test_the_bot_in_perl_plays_a_whole_game(tmp_path: Path) -> None:
    (command,) = re.findall(r"    perl bot.pl rokoko-tui (play --json .*)\n", PAGE)
    program = [sys.executable, "-m", "rokoko_tui", "--saves", str(tmp_path / "saves")]
    done = subprocess.run(
        ["perl", str(PERL), *program, *command.split()],
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path / "data"), "XDG_CONFIG_HOME": str(tmp_path / "config")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    [save] = (tmp_path / "saves").glob("*.rokoko")
    game = read(save).game
    assert not game.state.pending, "the game is over"
    own = [action for n, action in enumerate(game.line) if to_move(game.at(n)) == 0]
    assert any(isinstance(action, MakeDress) for action in own)


@pytest.mark.slow
def test_the_last_command_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With fewer games than on the page."""
    from rokoko_tui.cli.parser import main

    (command,) = re.findall(r"    rokoko-tui (arena mine journeyman) --games 100\n", PAGE)
    code = CODE.read_text(encoding="utf-8")
    with bots_installed(tmp_path / "site", code, "mine = visiting_bots:choose"):
        assert main([*command.split(), "--games", "2", "--jobs", "1"]) == 0
    output = capsys.readouterr().out
    assert "2 games, 2 seats, base game" in output
    assert re.search(r"\bmine\b", output)
    assert "played on" not in output
