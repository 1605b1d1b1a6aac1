"""Test the command line: every command, bad input, exit codes, and one-sentence errors."""

import io
import json
import os
import re
import subprocess
import sys
import tomllib
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from shutil import rmtree
from types import ModuleType, SimpleNamespace
from typing import cast

import msgspec
import pytest

from rokoko_core import Game, Seat, Setup, __version__, final_scores, legal_actions, observe, state_digest
from rokoko_core.actions import Action
from rokoko_core.bots import LEVELS
from rokoko_core.components import TABLES, catalogue, components_named, load_components, newest, register
from rokoko_core.components.catalogue import FIRST, SETS
from rokoko_core.journal import create, read
from rokoko_core.play.local_game import LocalGame
from rokoko_core.setup import FAIR_START, has_secret_seed
from rokoko_core.state import State, decode_state, encode_state
from rokoko_core.terms import FACE_DOWN, Expansion
from rokoko_tui import __main__ as program
from rokoko_tui.cli import full_screen, printed_game
from rokoko_tui.cli import parser as cli
from rokoko_tui.cli.arguments import Parser
from rokoko_tui.cli.game_arguments import parse_setup
from rokoko_tui.errors import INTERRUPTED, CommandError
from rokoko_tui.games import Start
from rokoko_tui.puzzles import load_puzzles
from rokoko_tui.saves.crash_report import write_report
from rokoko_tui.saves.lock import lock_save
from rokoko_tui.settings.settings import Settings, save_settings, settings_path
from rokoko_tui.text import get_vocabulary, get_words
from tests import ROOT
from tests.tui.cli.shell import ADA_AND_BO, CommandResult, Run, illegal, lines_of, refused
from tests.visitors import BOTS, bots_installed

SAMPLES = ROOT / "saves"
SHIPPED_TABLES = SETS / FIRST


# ---- help and version


say = get_vocabulary("classic").say
ANYWHERE = {
    "--saves DIR": "anywhere-option.saves",
    "--components DIR": "anywhere-option.components",
    "--language NAME": "anywhere-option.language",
    "--edition {classic,deluxe}": "anywhere-option.edition",
    "--theme {rokoko-dark,rokoko-light,rokoko-mono,rokoko-safe}": "anywhere-option.theme",
    "--signs {auto,full,wgl4,ascii}": "anywhere-option.signs",
    "--pictures {auto,on,off}": "anywhere-option.pictures",
    "--pace {auto,at-once,quick,calm,slow,step}": "anywhere-option.pace",
    "--motion {auto,on,off}": "anywhere-option.motion",
    "--end-turns SECONDS|never": "anywhere-option.end-turns",
}
"""The key of the explanation of every common option."""
THINK = {"--think SECONDS": "option.think"}
DEAL = {"--seed N": "option.seed", "--expansions NAME,...": "option.expansions"}
NEW = THINK | DEAL | {
    "--solo": "option.solo",
    "--bots BOT,BOT,...": "option.bots",
    "--first NAME": "option.first",
    "--fair-start": "option.fair-start",
    "--scores {all,owner,nobody}": "option.scores",
}  # fmt: skip
EYES = {"--seat NAME": "option.seat", "--all": "option.all"}
USAGE = {
    "new": {"--players NAME,NAME,...": "option.players"} | NEW,
    "load": THINK,
    "replay": {"--at N": "option.at"},
    "show": {"--at N": "option.at", "--json": "option.json-state"} | EYES,
    "log": {"--json": "option.json-entries", "--events": "option.events"} | EYES,
    "analyse": {"--seat NAME": "option.seat-turns", "--most N": "(default: 5)"},
    "verify": {},
    "components": {"DIR": "option.folder", "--list": "option.list", "--json": "option.json-components"},
    "doctor": {},
    "plain": {"--players NAME,NAME,...": "option.players-plain"} | NEW,
    "arena": {
        "--games N": "(default: 100)",
        "--jobs N": "option.jobs",
        "--seed N": "(default: 1)",
        "--expansions NAME,...": "option.expansions",
        "LEVEL": "option.levels",
        "--results FILE": "option.results",
        "--scheduler ADDRESS": "option.scheduler",
    },
}
"""The same for the options of each command."""


def explained(key: str) -> str:
    return say(f"command_line.{key}") if get_vocabulary("classic").knows(f"command_line.{key}") else key


def explanations(page: str) -> dict[str, str]:
    """Return the explanation of each option on a help page with wrapped lines."""
    texts: dict[str, str] = {}
    option = ""
    for line in page.splitlines():
        if named := re.match(r"  ((?:-|DIR|FILE|LEVEL)\S*(?: \S+)*?)(?:  +|$)", line):
            option = named[1]
        elif not line.startswith(" " * 20):
            option = ""
            continue
        rest = line[named.end() :] if named else line
        texts[option] = f"{texts.get(option, '')} {rest.strip()}".strip()
    return texts


@pytest.mark.parametrize("command", USAGE)
def test_help_explains_every_option(run: Run, command: str) -> None:
    page = run(command, "--help").out
    assert f"\n{say(f'command_line.command.{command}')}\n" in re.sub(r"(?<=\S)\n(?=\S)", " ", page)
    texts = explanations(page)
    for option, key in (USAGE[command] | ANYWHERE).items():
        assert explained(key) in texts.pop(option), option
    file = [say(f"command_line.option.{key}") for key in ("file", "files", "file-or-list")]
    assert texts.pop("FILE", file[0]) in file
    assert set(texts) <= {"-h, --help", ""}


def test_help_lists_commands_and_common_options(run: Run) -> None:
    result = run("--help")
    page = result.out
    assert (result.code, result.err) == (0, "")
    assert f"\n{say('command_line.commands')}:\n  COMMAND\n" in page
    assert f"\n{say('command_line.anywhere')}:\n  --saves" in page
    for name in USAGE:
        assert f"\n    {name:<11} " in page
        assert say(f"command_line.command.{name}") in " ".join(page.split())
    assert say("command_line.program") in " ".join(page.split())
    assert page.endswith(say("command_line.examples"))
    texts = explanations(page)
    assert all(explained(key) in texts[option] for option, key in ANYWHERE.items())
    assert say("command_line.library.version") in texts["--version"]


def test_the_version_is_the_same_everywhere(run: Run, save: Path, tmp_path: Path) -> None:
    path = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["version"]["path"]
    assert f'\n__version__ = "{__version__}"\n' in (ROOT / path).read_text(encoding="utf-8")
    result = run("--version")
    assert (result.code, result.out, result.err) == (0, f"rokoko-tui {__version__}\n", "")
    assert re.match(rf"rokoko-tui +{re.escape(__version__)}\n", run("doctor").out)
    assert json.loads(save.read_text(encoding="utf-8").splitlines()[0])["program"] == __version__
    assert f"rokoko-tui: {__version__}\n" in write_report(tmp_path, ValueError(), None).read_text(encoding="utf-8")
    try:
        assert version("rokoko-tui") == __version__
    except PackageNotFoundError:
        assert "rokoko_tui" in str(cli.__file__), "run from the folder, not installed"


LIGHT = """
import sys
from rokoko_tui.cli.parser import main
assert main(["--help"]) == 0
heavy = {"textual", "rich", "rokoko_core", "filelock", "tomlkit"} & set(sys.modules)
sys.exit(f"loaded: {heavy}" if heavy else 0)
"""


def test_help_imports_no_large_packages() -> None:
    done = subprocess.run([sys.executable, "-c", LIGHT], capture_output=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


PLAIN = """
import sys
import rokoko_tui.cli.plain_table
sys.exit("textual" in sys.modules)
"""


def test_plain_mode_imports_no_textual() -> None:
    done = subprocess.run([sys.executable, "-c", PLAIN], capture_output=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


START = """
import sys
import rokoko_tui.app
import rokoko_tui.screens.start
sys.exit("rokoko_core" in sys.modules)
"""


def test_the_start_screen_imports_no_rules() -> None:
    done = subprocess.run([sys.executable, "-c", START], capture_output=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_closed_pipe_is_no_error() -> None:
    command = [sys.executable, "-m", "rokoko_tui", "log", str(SAMPLES / "base-5.rokoko")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as log:
        assert log.stdout is not None
        assert log.stderr is not None
        assert log.stdout.read(20)
        log.stdout.close()
        assert log.stderr.read() == b""
    assert log.returncode == 0


# ---- wrong use


@pytest.mark.parametrize(
    ("argv", "word"),
    [
        (("dance",), "dance"),
        (("--edition", "gold"), "gold"),
        (("--theme", "pink"), "pink"),
        (("show",), "FILE"),
        (("verify",), "FILE"),
        (("--nonsense",), "--nonsense"),
        (("show", "x", "--at", "-3"), "--at"),
        (("show", "x", "--at", "three"), "three"),
        (("new", "--players", "Ada,Bo", "--seed", "1.5"), "1.5"),
        (("new", "--players", "Ada,Bo", "--seed", "-1"), "--seed"),
        (("new", "--players", "Ada,Bo", "--seed", "9" * 30), "seed"),
        (("new",), "--players"),
        (("new", "--bogus"), "(see rokoko-tui new --help)"),
        (("--bogus",), "(see rokoko-tui --help)"),
        (("new", "--players", ""), "name"),
        (("new", "--players", "Ada,,Bo"), "name"),
        (("new", "--players", "Ada,Bo,Cy,Di,Eve,Fay"), "5"),
        (("new", "--players", "Ada,Bo,ada"), "once"),
        (("new", "--players", "Ada,Bo", "--first", "Cy"), "Cy"),
        (("new", "--players", "Ada,Bo", "--solo"), "--solo"),
        (("new", "--solo", "--bots", "easy"), "--solo"),
        (("new", "--players", "Ada", "--bots", "Bo:genius"), "genius"),
        (("new", "--players", "Ada,Bo", "--bots", "Bo,bo"), "twice"),
        (("new", "--bots", "Bo:easy"), "person"),
        (("new", "--players", "Ada,Bo", "--expansions", "jewelry"), "jewelry"),
        (("new", "--players", "Ada,Bo", "--scores", "some"), "some"),
        (("show", "x", "--seat", "Ada", "--all"), "--all"),
        (("plain",), "--players"),
        (("plain", "x.rokoko", "--players", "Ada,Bo"), "both"),
    ],
)
def test_wrong_use_is_one_sentence(run: Run, argv: tuple[str, ...], word: str) -> None:
    refused(run(*argv), 2, word)


def test_quotation_marks_are_those_of_the_language(run: Run) -> None:
    for argv in (("dance",), ("--edition", "gold"), ("show", "x", "--all=yes")):
        told = run("--language", "ukrainian", *argv).err
        assert f"«{argv[-1].removeprefix('--all=')}»" in told
        assert not set(told) & set("'\""), told


def test_unknown_positions_and_names_are_wrong_use(run: Run, save: Path) -> None:
    refused(run("show", save, "--at", 7), 2, "0 to 6")
    refused(run("replay", save, "--at", 6), 2, "0 to 5")
    refused(run("show", save, "--seat", "Cy"), 2, "Cy", "Ada, Bo")
    refused(run("log", save, "--seat", "Cy"), 2, "Cy")


@pytest.mark.parametrize("argv", [(), ("new", "--players", "Ada,Bo"), ("load", "SAVE"), ("replay", "SAVE")])
def test_the_full_screen_requires_a_terminal(run: Run, save: Path, argv: tuple[str, ...]) -> None:
    refused(run(*(save if word == "SAVE" else word for word in argv)), 2, "terminal", "plain")


class Terminal(io.StringIO):
    """A stream that is connected to a terminal."""

    def isatty(self) -> bool:
        return True


def test_launch_runs_the_app_and_returns_its_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[object] = []

    class Screen:
        return_code = 3

        def __init__(self, settings: Settings, start: Start) -> None:
            calls.append((settings, start))

        def run(self) -> None:
            calls.append("run")

        def end_thinking(self) -> None:
            calls.append("end")

    monkeypatch.setitem(sys.modules, "rokoko_tui.app", cast("ModuleType", SimpleNamespace(RokokoApp=Screen)))
    for stream in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, stream, Terminal())
    monkeypatch.setenv("TERM", "xterm-256color")
    assert full_screen.run_full_screen(Settings(), Start()) == 3
    assert calls == [(Settings(), Start(open_door=full_screen.open_door)), "run", "end"]
    monkeypatch.setenv("TERM", "dumb")
    with pytest.raises(CommandError, match="dumb-terminal"):
        full_screen.run_full_screen(Settings(), Start())


def test_printed_control_characters_are_neutralised(run: Run, tmp_path: Path) -> None:
    refused(run("new", "--players", "\x1b[2JAda,Bo"), 2, "␛[2JAda", "letters, digits, blanks and punctuation")
    refused(run("show", tmp_path / "a\x1b[2J\nb"), 1)
    path = tmp_path / "game.rokoko"
    create(path, Setup((Seat("A\x1b[31m\x07da"), Seat("Zoë\u00a0B")), 5)).close()
    for command in ("show", "log"):
        result = run(command, path)
        assert result.code == 0
        assert "\x1b" not in result.out
        assert "\x07" not in result.out


# ---- new, load, replay


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[Settings, Start]]]:
    """Record the arguments of ``full_screen.run_full_screen``."""
    calls: list[tuple[Settings, Start]] = []

    def launch(settings: Settings, start: Start) -> int:
        calls.append((settings, start))
        return 0

    monkeypatch.setattr(full_screen, "run_full_screen", launch)
    yield calls


def test_no_command_opens_the_start_screen(run: Run, started: list[tuple[Settings, Start]]) -> None:
    assert run("--edition", "deluxe", "--theme", "rokoko-safe", "--saves", "here").code == 0
    [(settings, start)] = started
    assert start == Start("menu")
    assert (settings.edition, settings.theme, settings.saves) == ("deluxe", "rokoko-safe", "here")


def test_new_passes_the_setup(run: Run, started: list[tuple[Settings, Start]]) -> None:
    options = ("--seed", 7, "--first", "bo", "--expansions", "fancy,jewelry-box", "--scores", "owner", "--fair-start")
    assert run("new", "--players", "Ada, Bo,Cy,Di", *options, "--bots", "Cy:master,Di").code == 0
    setup = started[0][1].setup
    assert setup is not None
    assert [seat.name for seat in setup.players] == ["Ada", "Bo", "Cy", "Di"]
    assert [(seat.kind, seat.level) for seat in setup.players[1:]] == [
        ("human", None),
        ("bot", "master"),
        ("bot", "journeyman"),
    ]
    assert (setup.seed, setup.first_player, setup.open_scores, setup.fair_start) == (7, 1, "owner", FAIR_START)
    assert setup.expansions == {Expansion.FANCY, Expansion.JEWELRY_BOX}
    assert run("new", "--solo", "--expansions", "all", "--fair-start").code == 0
    alone = started[1][1].setup
    assert alone is not None
    assert (len(alone.players), alone.expansions, alone.fair_start) == (1, frozenset(Expansion), False)
    assert alone.players[0].name == "You", "as on the start screen"


def test_a_level_among_the_bots_gets_a_default_name(run: Run, started: list[tuple[Settings, Start]]) -> None:
    assert run("new", "--players", "You", "--bots", "master,journeyman,journeyman").code == 0
    assert run("new", "--players", "Ada,Master", "--bots", "master, Bo:apprentice").code == 0
    assert run("new", "--players", "Ada", "--bots", "Cy:page,Di:tailor,Master:journeyman,master").code == 0
    players = [[(seat.name, seat.level) for seat in start.setup.players] for _, start in started if start.setup]
    assert players == [
        [("You", None), ("Rosalie", "master"), ("Antoine", "journeyman"), ("Geneviève", "journeyman")],
        [("Ada", None), ("Master", "journeyman"), ("Bo", "apprentice")],
        [("Ada", None), ("Cy", "random"), ("Di", "journeyman"), ("Master", "journeyman"), ("Rosalie", "master")],
    ]


@pytest.mark.parametrize("language", ["english", "ukrainian"])
def test_bots_take_the_level_names_of_the_program(
    run: Run, started: list[tuple[Settings, Start]], language: str
) -> None:
    for bots in ("easy,Bo:Hard,MASTER,tailor", "легкий,Bo:Сильний,master,середній"):
        assert run("new", "--players", "Ada", "--bots", bots, "--language", language).code == 0
    for _, start in started:
        assert start.setup is not None
        assert [seat.level for seat in start.setup.players[1:]] == ["apprentice", "master", "master", "journeyman"]
        names = [seat.name for seat in start.setup.players]
        assert names[2] == "Bo"
        assert not set(names) & {"easy", "MASTER", "tailor", "легкий", "master", "середній"}


def test_a_player_named_like_a_level_keeps_the_name(run: Run, started: list[tuple[Settings, Start]]) -> None:
    assert run("new", "--players", "Ada,Easy", "--bots", "easy").code == 0
    assert run("new", "--players", "Ada", "--bots", "easy:hard").code == 0
    players = [[(seat.name, seat.level) for seat in start.setup.players] for _, start in started if start.setup]
    assert players == [[("Ada", None), ("Easy", "journeyman")], [("Ada", None), ("easy", "master")]]


def test_an_unknown_level_is_refused_with_both_names_of_each_level(run: Run) -> None:
    refused(run("new", "--players", "Ada", "--bots", "Bo:genius"), 2, "apprentice (easy)", "master (hard)")


@pytest.mark.parametrize("level", ["esay", "genius", "Di", "складний", "Розалі"])
def test_a_word_among_the_bots_that_is_no_level_is_refused_and_stays_possible_as_a_name(
    run: Run, started: list[tuple[Settings, Start]], level: str
) -> None:
    options = ("new", "--players", "Ada", "--language", "english" if level.isascii() else "ukrainian", "--bots")
    refused(run(*options, level), 2, f"{level}:", "apprentice (")
    assert run(*options, f"{level}:easy").code == 0
    assert run("new", "--players", f"Ada,{level}", "--bots", level).code == 0, "a player of this name is the bot"
    assert [start.setup.players[1].name for _, start in started if start.setup] == [level, level]


def test_the_arena_takes_the_level_names_of_the_program(run: Run) -> None:
    result = run("arena", "easy", "початківець", "--games", "1", "--jobs", "1")
    assert result.code == 0
    assert "apprentice" in result.out
    assert "novice" in result.out


def test_the_help_of_new_lists_the_levels_for_people(run: Run) -> None:
    for command in ("new", "plain"):
        result = run(command, "--help").out
        for name, level in LEVELS.items():
            assert (get_words("classic").describe_level(name) in result) == level.for_people
        assert "apprentice (easy)" in result
        assert "has level journeyman (medium)" in result
    assert "Plans its whole turn" not in run("load", "--help").out


@pytest.mark.parametrize("command", [("new", "--players", "Ada,Bo"), ("load", None)])
def test_think_sets_the_thinking_time(
    run: Run, save: Path, started: list[tuple[Settings, Start]], command: tuple[str | None, ...]
) -> None:
    argv = [word or save for word in command]
    assert run(*argv, "--think", "0.5").code == 0
    assert started[0][0].think == 0.5
    for wrong in ("0", "soon", "1e9", "nan"):
        refused(run(*argv, "--think", wrong), 2, f'"{wrong}"', "seconds")
    assert run(*argv).code == 0
    assert started[1][0].think == 2.0


@pytest.mark.parametrize(("text", "value"), [("0", 0.0), ("2.5", 2.5), ("never", "never")])
def test_end_turns_sets_when_turns_end(
    run: Run, save: Path, started: list[tuple[Settings, Start]], text: str, value: object
) -> None:
    assert run("load", save, "--end-turns", text).code == 0
    assert started[0][0].end_turns == value
    for wrong in ("-1", "soon", "61", "nan"):
        refused(run("load", save, "--end-turns", wrong), 2, f'"{wrong}"', "seconds", "never")


def test_games_without_a_seed_get_different_ones(run: Run, started: list[tuple[Settings, Start]]) -> None:
    for _ in range(4):
        run("new", "--players", "Ada,Bo")
    dealt = [start.setup for _, start in started if start.setup]
    assert len({setup.seed for setup in dealt}) == 4 and all(map(has_secret_seed, dealt))


def test_load_and_replay_pass_the_file_and_the_position(
    run: Run, save: Path, started: list[tuple[Settings, Start]]
) -> None:
    before = save.read_bytes()
    run("load", save)
    run("replay", save)
    run("replay", save, "--at", 5)
    assert [start._replace(reading=None) for _, start in started] == [
        Start("load", path=save),
        Start("replay", path=save),
        Start("replay", path=save, at=5),
    ]
    assert all(start.reading is not None and start.reading.game.setup == read(save).game.setup for _, start in started)
    assert save.read_bytes() == before


def test_load_and_replay_show_the_list_of_games_without_a_file(run: Run, started: list[tuple[Settings, Start]]) -> None:
    run("load")
    run("replay")
    assert [start for _, start in started] == [Start("load"), Start("replay")]
    refused(run("replay", "--at", "6"), 2, "--at", "FILE")


def test_common_options_are_allowed_before_and_after_the_command(
    run: Run, save: Path, started: list[tuple[Settings, Start]]
) -> None:
    run("--edition", "deluxe", "load", save)
    run("load", save, "--edition", "deluxe")
    assert [settings.edition for settings, _ in started] == ["deluxe", "deluxe"]


def test_options_override_variables_and_variables_settings(run: Run, started: list[tuple[Settings, Start]]) -> None:
    save_settings(Settings(saves="by-settings", edition="deluxe"))
    run("--saves", "by-option")
    run()
    os.environ.pop("ROKOKO_SAVES")
    run()
    assert [settings.saves for settings, _ in started][0::2] == ["by-option", "by-settings"]
    assert str(started[1][0].saves).endswith("saves"), "from the variable"
    assert {settings.edition for settings, _ in started} == {"deluxe"}


def test_bad_settings_are_reported_and_ignored(run: Run, started: list[tuple[Settings, Start]]) -> None:
    path = settings_path()
    path.parent.mkdir(parents=True)
    path.write_text("colour = 3\n", encoding="utf-8")
    result = run()
    assert result.code == 0
    assert str(path) in result.err
    assert result.err.count("\n") == 1
    assert started[0][0].theme == Settings().theme
    assert path.read_text(encoding="utf-8") == "colour = 3\n"


# ---- show


def test_show_prints_the_table(run: Run, save: Path) -> None:
    before = save.read_bytes()
    result = run("show", save)
    assert (result.code, result.err) == (0, "")
    assert "Ada" in result.out
    assert "Bo" in result.out
    assert max(map(len, result.out.splitlines())) <= 120
    assert save.read_bytes() == before


def test_show_of_a_finished_game_ends_with_the_score_sheet(run: Run) -> None:
    path = SAMPLES / "base-3.rokoko"
    result = run("show", path)
    sheets = final_scores(read(path).game.state)
    [total] = [line for line in result.out.splitlines() if line.startswith("Total ")]
    assert total.split()[1:] == [str(sheet.total) for sheet in sheets]
    best = min(sheets, key=lambda sheet: sheet.rank)
    assert f"1. {('Ada', 'Bo', 'Cy')[best.seat]}: {best.total}\n" in result.out


@pytest.mark.rule("HIDDEN-1")
def test_show_works_at_every_position(run: Run) -> None:
    """Test the view of a spectator, also where crown bonuses depend on hidden hands."""
    path = ROOT / "tests" / "saves" / "format-6" / "set-3-everything-4.rokoko"
    for at in range(0, read(path).game.length, 40):
        result = run("show", path, "--at", at)
        assert (result.code, result.err) == (0, ""), at


def shown_state(result: CommandResult) -> State:
    assert (result.code, result.err) == (0, "")
    return decode_state(result.out.encode())


@pytest.mark.rule("HIDDEN-1")
def test_show_as_json_prints_the_visible_state(run: Run, save: Path) -> None:
    state = read(save).game.state
    for name, seat in ((None, None), ("Ada", 0), ("bo", 1)):
        shown = shown_state(run("show", save, "--json", *(("--seat", name) if name else ())))
        assert encode_state(shown) == encode_state(observe(state, seat).table)
    assert FACE_DOWN in shown_state(run("show", save, "--json")).tile_stack


def test_show_all_prints_the_whole_state(run: Run, save: Path) -> None:
    game = read(save).game
    assert state_digest(shown_state(run("show", save, "--json", "--all"))) == state_digest(game.state)
    for at in (0, 3, 6):
        shown = shown_state(run("show", save, "--json", "--all", "--at", at))
        assert state_digest(shown) == state_digest(game.at(at))
    assert run("show", save, "--all").code == 0


# ---- log


def test_log_includes_undone_actions(run: Run, save: Path) -> None:
    before = save.read_bytes()
    result = run("log", save)
    assert (result.code, result.err) == (0, "")
    positions = [int(line[:4]) for line in result.out.splitlines()]
    assert positions[-1] == 5, "the last entry is the undo to position 5"
    assert set(range(7)) <= set(positions)
    assert "Undone to 5" in result.out.splitlines()[-1]
    assert save.read_bytes() == before


@pytest.mark.rule("HIDDEN-1")
def test_log_hides_hands_from_spectators(run: Run, save: Path) -> None:
    assert legal_actions(Game.new(ADA_AND_BO).state)[0] == read(save).game.line[0]
    spectator, ada = (run("log", save, *eyes).out for eyes in ((), ("--seat", "Ada")))
    assert spectator != ada, "Ada sees which cards she chose"


def test_log_as_json_prints_the_stored_entries(run: Run, save: Path) -> None:
    result = run("log", save, "--json")
    assert result.out.encode() == b"".join(lines_of(save)[1:])
    assert [json.loads(line)["n"] for line in result.out.splitlines()] == [1, 2, 3, 4, 5, 6, 7]


# ---- verify


def test_verify_accepts_sound_games(run: Run, save: Path) -> None:
    result = run("verify", SAMPLES / "solo-base.rokoko", save)
    assert (result.code, result.err) == (0, "")
    sample, unfinished = result.out.splitlines()
    assert "valid" in sample
    assert "finished" in sample
    assert f"{save}: valid, 5 actions" in unfinished
    assert "round 1" in unfinished


@pytest.mark.parametrize("command", ["verify", "show", "log"])
def test_a_save_without_checksums_is_said_to_be_one_that_cannot_be_checked_fully(run: Run, command: str) -> None:
    result = run(command, SAMPLES / "solo-base.rokoko")
    assert result.code == 0
    assert "it cannot be checked fully" in result.out + result.err


def test_verify_prints_a_line_for_each_file(run: Run, save: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.rokoko"
    bad.write_bytes(b"".join(illegal(lines_of(save))))
    result = run("verify", bad, save, tmp_path / "missing.rokoko")
    assert result.code == 1
    assert [line.partition(":")[0] for line in result.out.splitlines()] == [str(save)]
    assert [line.partition(":")[0] for line in result.err.splitlines()] == [str(bad), str(tmp_path / "missing.rokoko")]
    assert f"{bad}: line " in result.err


def test_verify_mentions_a_torn_last_line(run: Run, save: Path) -> None:
    save.write_bytes(save.read_bytes()[:-9])
    result = run("verify", save)
    assert result.code == 0
    assert f"{save}: valid up to the incomplete last entry, " in result.out
    assert "The last entry is incomplete" in result.out and "is left out" in result.out


@pytest.mark.parametrize("command", ["show", "log"])
def test_the_sound_part_of_a_damaged_save_is_printed_with_how_to_continue(run: Run, save: Path, command: str) -> None:
    lines = lines_of(save)
    save.write_bytes(b"".join([*lines[:3], b"?" + lines[3][1:], *lines[4:]]))
    result = run(command, save)
    assert result.code == 1 and result.out
    assert "line 4 is not a valid entry" in result.err and "up to there with replay" in result.err


def test_the_list_of_puzzles_takes_no_number(run: Run) -> None:
    refused(run("puzzle", "5", "--list"), 2, "--list", "N")


@pytest.mark.parametrize("number", ["nope", "0", "99999", "-5", "²"])
def test_an_invalid_puzzle_number_is_refused_with_the_valid_ones(run: Run, number: str) -> None:
    refused(run("puzzle", "--plain", "--", number), 2, f"from 1 to {len(load_puzzles())}", number)


# ---- components


def a_set(folder: Path, change: Callable[[str], str]) -> Path:
    folder.mkdir(parents=True)
    tables = change((SHIPPED_TABLES / "boards.toml").read_text(encoding="utf-8"))
    (folder / "boards.toml").write_text(tables, encoding="utf-8")
    return folder


def test_components_lists_the_sources_of_every_table(run: Run) -> None:
    result = run("components")
    assert (result.code, result.err) == (0, "")
    for table in TABLES:
        assert table in result.out


def test_components_accepts_a_custom_set(run: Run, tmp_path: Path) -> None:
    result = run("components", a_set(tmp_path / "attic", lambda text: text))
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("attic")
    assert "variant" not in result.out


def test_a_set_that_contradicts_the_rulebooks_is_a_variant(run: Run, tmp_path: Path) -> None:
    folder = a_set(tmp_path / "rich", lambda text: text.replace("livre = 15", "livre = 40"))
    result = run("components", folder)
    assert result.code == 0
    assert "rich (variant)" in result.out.splitlines()[0]
    assert "40" in result.out
    assert run("components", "--components", folder).out == result.out


@pytest.mark.parametrize(
    ("make", "word"),
    [
        (lambda folder: folder, "could not read"),
        (lambda folder: folder.mkdir() or folder, "none of the tables"),
        (lambda folder: a_set(folder, lambda text: "livre = ["), "TOML"),
        (lambda folder: a_set(folder, lambda text: text.replace("livre = 15", "livre = -1")), "livre"),
    ],
)
def test_a_bad_set_is_refused(run: Run, tmp_path: Path, make: Callable[[Path], Path], word: str) -> None:
    folder = make(tmp_path / "own")
    refused(run("components", folder), 1, word)
    refused(run("--components", folder, "doctor"), 1, word)


def test_a_bad_set_in_the_settings_is_replaced_by_the_shipped_one(run: Run, tmp_path: Path) -> None:
    save_settings(Settings(components=str(tmp_path / "gone")))
    result = run("components")
    assert result.code == 0
    assert "gone" in result.err
    assert result.out.startswith(newest())


def test_games_with_a_custom_set(run: Run, tmp_path: Path, started: list[tuple[Settings, Start]]) -> None:
    folder = a_set(tmp_path / "grandmas", lambda text: text)
    run("new", "--players", "Ada,Bo", "--components", folder)
    setup = started[0][1].setup
    assert setup is not None
    assert setup.components == "grandmas"
    path = tmp_path / "game.rokoko"
    create(path, setup).close()
    assert run("verify", path, "--components", folder).code == 0
    rmtree(folder)
    catalogue._known.clear()
    assert run("verify", path).code == 0, "the copy next to the save is used"


def test_components_are_printed_as_json_by_the_name_in_setups(run: Run, tmp_path: Path) -> None:
    rich = a_set(tmp_path / "rich", lambda text: text.replace("livre = 15", "livre = 40"))
    sets = json.loads(run("components", "--json", rich).out)
    assert list(sets) == [*catalogue.shipped(), load_components(rich).key]
    for name in catalogue.shipped():
        components = components_named(name)
        dresses = {dress["id"]: dress for dress in sets[name]["dresses"]}
        for dress in components.dresses:
            printed = dresses[dress.id]
            assert (printed["silk"], printed["prestige"], printed["value"]) == (
                [*dress.silk],
                dress.prestige,
                dress.value,
            )
        assert {card["id"]: card["level"] for card in sets[name]["cards"]} == {c.id: c.level for c in components.cards}
        assert sets[name]["prices"] == json.loads(msgspec.json.encode(components.prices))
        assert "content" not in sets[name]


def test_components_list_includes_every_set(run: Run, tmp_path: Path, home: Path) -> None:
    shipped = [f"{name}  {digest}  part of the program" for name, digest in catalogue.shipped().items()]
    assert run("components", "--list").out.splitlines() == [*shipped[:-1], f"{shipped[-1]}, used for new games"]
    rich = a_set(tmp_path / "rich", lambda text: text.replace("livre = 15", "livre = 40"))
    poor = a_set(tmp_path / "poor", lambda text: text.replace("livre = 15", "livre = 4"))
    saves = home / "saves"
    saves.mkdir(parents=True)
    for number, folder in enumerate((rich, poor)):
        register(load_components(folder))
        create(saves / f"{number}.rokoko", Setup((Seat("Ada"), Seat("Bo")), 1, components=folder.name)).close()
    result = run("components", "--list", "--components", rich).out.splitlines()
    assert result == [
        *shipped,
        f"rich (variant)  {load_components(rich).digest}  your own folder, used for new games",
        f"poor (variant)  {load_components(poor).digest}  next to the saves",
    ]
    assert len(run("components", "--list").out.splitlines()) == len(shipped) + 2


def test_a_save_whose_set_has_other_values_is_read_only(run: Run, tmp_path: Path) -> None:
    path = a_save_of_rich(tmp_path)
    folder = a_set(tmp_path / "other" / "rich", lambda text: text.replace("livre = 15", "livre = 4"))
    result = run("show", path, "--components", folder)
    assert result.code == 1
    assert "Ada" in result.out
    assert result.err.count("\n") == 1
    assert "other values of the component set rich" in result.err
    refused(run("plain", path, "--components", folder), 1, "other values of the component set rich")


def test_a_save_with_an_unknown_set_is_refused(run: Run, tmp_path: Path) -> None:
    path = a_save_of_rich(tmp_path)
    refused(run("show", path), 1, "Ada, Bo", "the component set rich (digest")


def a_save_of_rich(folder: Path) -> Path:
    """Create a save with the set "rich" and delete the set."""
    register(load_components(a_set(folder / "rich", lambda text: text.replace("livre = 15", "livre = 40"))))
    path = folder / "saves" / "game.rokoko"
    path.parent.mkdir()
    with create(path, Setup((Seat("Ada"), Seat("Bo")), 1, components="rich")) as journal:
        for _ in range(6):
            journal.game.play(legal_actions(journal.game.state)[0])
    rmtree(path.parent / "components")
    catalogue._known.clear()
    return path


# ---- doctor


def test_doctor_reports_terminal_versions_and_folders(run: Run, home: Path) -> None:
    result = run("doctor")
    assert (result.code, result.err) == (0, "")
    items = {line[:14].strip(): line[14:] for line in result.out.splitlines()}
    assert items["rokoko-tui"] == __version__
    assert items["Python"].startswith(f"{sys.version_info.major}.{sys.version_info.minor}.")
    assert str(home / "saves") in items["saves"]
    assert {"textual", "terminal", "size", "TERM", "colors", "symbols", "settings"} <= set(items)
    assert not (home / "saves").exists(), "the doctor creates no folder"


# ---- unexpected errors


def test_an_unexpected_error_writes_a_report(run: Run, save: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(options: Namespace, settings: Settings) -> int:
        raise ZeroDivisionError("deep inside")

    monkeypatch.setattr(printed_game, "run_show", broken)
    [report] = reported(run("show", save), home)
    assert "deep inside" in report
    assert report.startswith(say("start.app.send"))


def reported(result: CommandResult, home: Path) -> list[str]:
    """Check that the error is one sentence with advice; return the reports in ``home``."""
    refused(result, 1, "ZeroDivisionError", "All games are saved", "Run the command again", "report")
    return [path.read_text(encoding="utf-8") for path in (home / "saves" / "reports").iterdir()]


def test_an_error_while_options_are_added_writes_a_report(
    run: Run, save: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(command: Parser) -> None:
        raise ZeroDivisionError("in the options")

    monkeypatch.setattr(printed_game, "add_show_options", broken)
    [report] = reported(run("show", save), home)
    assert "in the options" in report


def test_an_unexpected_error_in_plain_play_keeps_the_game(
    run: Run, save: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(game: LocalGame, action: Action) -> None:
        await play(game, action)
        raise ZeroDivisionError("after the action")

    play, before = LocalGame.play, read(save).game.cursor
    monkeypatch.setattr(LocalGame, "play", broken)
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n1\n1\n1\n"))
    result = run("plain", save)
    assert result.code == 1
    assert say("refused.unexpected", name="ZeroDivisionError").partition(".")[0] in result.err
    assert read(save).game.cursor == before + 1
    monkeypatch.undo()
    assert run("verify", save).code == 0


def test_ctrl_c_during_the_start_prints_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(argv: Sequence[str] | None) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "main", interrupt)
    assert program.main([]) == INTERRUPTED
    assert capsys.readouterr() == ("", "")


BROKEN = """
import sys
sys.modules["{module}"] = None
from rokoko_tui.__main__ import main
sys.exit(main(["doctor"]))
"""


@pytest.mark.parametrize("module", ["msgspec", "rich", "rokoko_tui.text.message_catalog", "rokoko_core.engine"])
def test_a_missing_module_is_named_in_one_line(module: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", BROKEN.format(module=module)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("rokoko-tui: ")
    assert module in done.stderr
    assert done.stderr.count("\n") == 1


def test_ctrl_c_prints_nothing(run: Run, save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(options: Namespace, settings: Settings) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(printed_game, "run_show", interrupt)
    result = run("show", save)
    assert (result.code, result.out, result.err) == (INTERRUPTED, "", "")


def test_plain_names_the_process_that_locks_the_game(run: Run, save: Path) -> None:
    with lock_save(save):
        refused(run("plain", save), 1, f"process {os.getpid()}")


def test_a_bot_of_another_package_is_a_level(run: Run, tmp_path: Path, started: list[tuple[Settings, Start]]) -> None:
    with bots_installed(tmp_path / "site", BOTS, "mine = visiting_bots:first"):
        run("new", "--players", "Ada", "--bots", "Bo:mine,mine")
        setup = started[0][1].setup
        assert setup is not None
        assert [(seat.kind, seat.level) for seat in setup.players] == [
            ("human", None),
            ("bot", "mine"),
            ("bot", "mine"),
        ]
        assert "From the package visitors 1.5" in run("new", "--help").out
    refused(run("new", "--players", "Ada", "--bots", "Bo:mine"), 2, "mine")


def test_setup_of_takes_the_options_of_new() -> None:
    options = cli.parser(get_vocabulary("classic")).parse_args(["new", "--players", "Ada,Bo", "--seed", "0"])
    assert parse_setup(options, Settings()) == Setup((Seat("Ada"), Seat("Bo")), 0, components=newest())
    with pytest.raises(CommandError):
        parse_setup(cli.parser(get_vocabulary("classic")).parse_args(["new", "--players", " , "]), Settings())
