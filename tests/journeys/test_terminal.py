"""The real program in a real terminal: a whole game by keyboard, a sudden end, small and plain terminals, leaving."""

import os
import subprocess
import sys
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from shutil import copy

import pytest

from rokoko_core import Seat, Setup, legal_actions, state_digest
from rokoko_core.game import Game
from rokoko_core.journal import create, read
from rokoko_core.pending import BarryHall, BarryTurn, BonusOf, CardChoice, HandChoice, MainAction, TurnEnd
from tests import ROOT
from tests.journeys.terminal import COLOUR, Terminal, folders

HANDOVER = "Any key or a click: go on"
STEPS = {"forced_steps": False, "end_turns": False, "round_page": False, "turn_summary": False}
KEYS = {CardChoice: "1", MainAction: "0", BonusOf: "0", TurnEnd: "e", BarryTurn: "f", BarryHall: "f"}
"""What passes each decision on quickly."""


@pytest.fixture(autouse=True)
def a_quiet_table(tmp_path: Path) -> None:
    """Nothing happens by itself, nothing moves, and no page stands between rounds."""
    folder = Path(folders(tmp_path)["XDG_CONFIG_HOME"]) / "rokoko"
    folder.mkdir(parents=True)
    lines = [f"{name} = {str(value).lower()}" for name, value in STEPS.items()]
    (folder / "settings.toml").write_text("\n".join([*lines, 'pace = "at-once"', 'motion = "off"', ""]))


def saved(home: Path, *others: str) -> Path:
    """The only save in ``home``, but for ``others``."""
    [path] = (path for path in (home / "saves").glob("*.rokoko") if path.stem not in others)
    return path


def on_disk(path: Path) -> Game:
    """The game as the file has it, with nothing wrong in it."""
    reading = read(path)
    assert reading.damage is None
    return reading.game


def play_to(terminal: Terminal, path: Path, rounds: int) -> Game:
    """Pass quickly through the game until ``rounds`` are over; each step has to reach the disk."""
    game = on_disk(path)
    while not game.over and game.state.round <= rounds:
        if terminal.shows(HANDOVER):
            sit_down(terminal)
            continue
        asked, cursor = game.state.pending[-1], game.cursor
        if isinstance(asked, HandChoice):
            wanted = 3 - len(game.state.players[asked.seat].hand)
            if wanted > 1:
                terminal.wait("chooses a hand")
                terminal.quiet()
                terminal.press(*"123"[:wanted])
            KEYS[HandChoice] = "enter" if wanted > 1 else "1"
        key, hers = KEYS[type(asked)], isinstance(asked, BarryTurn | BarryHall)
        terminal.insist([key], partial(_answered, path, cursor, hers), f"{type(asked).__name__}")
        game = on_disk(path)
        if not game.over and isinstance(asked, TurnEnd | HandChoice) and len(game.setup.players) > 1:
            terminal.wait(HANDOVER)
    return game


def sit_down(terminal: Terminal) -> None:
    """Whoever is fetched comes."""
    terminal.insist(["space"], lambda: not terminal.shows(HANDOVER), "the hand-over to be over")
    terminal.quiet()


def _answered(path: Path, cursor: int, hers: bool) -> bool:
    """An action behind ``cursor`` is on disk; if it was du Barry's turn, she is done with it (SOLO-2)."""
    game = on_disk(path)
    pending = game.state.pending
    return game.cursor > cursor and not (hers and pending and isinstance(pending[-1], BarryTurn | BarryHall))


def begun(path: Path) -> Path:
    """A game of Ada and Bo in which both hands are chosen."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with create(path, Setup((Seat("Ada"), Seat("Bo")), 5, first_player=0)) as journal:
        for _ in range(2):
            journal.game.play(legal_actions(journal.game.state)[0])
    return path


@pytest.mark.slow
def test_two_people_play_from_the_start_screen_to_the_final_sheet(tmp_path: Path) -> None:
    (tmp_path / "saves").mkdir()
    copy(ROOT / "saves" / "base-2.rokoko", tmp_path / "saves" / "before.rokoko")  # they sat here before
    with Terminal(tmp_path, size=(80, 24)) as terminal:
        terminal.wait("New game")
        terminal.press("n")
        terminal.wait("Enter on Start", "Ada", "Bo")
        terminal.press("enter")
        terminal.wait(HANDOVER)
        game = play_to(terminal, saved(tmp_path, "before"), 7)
        assert game.over
        terminal.wait("prestige", "Total", "Rank")
        terminal.press("b")
        terminal.wait("New game", "Quit")
        terminal.press("q")
        assert terminal.leaves_with() == 0


@pytest.mark.slow
def test_after_a_sudden_end_continue_goes_on_at_the_same_position(tmp_path: Path) -> None:
    with Terminal(tmp_path, "new", "--players", "Ada,Bo", "--seed", "7") as terminal:
        terminal.wait(HANDOVER)
        before = play_to(terminal, saved(tmp_path), 1)
        terminal.kill()
    assert state_digest(on_disk(saved(tmp_path)).state) == state_digest(before.state)
    with Terminal(tmp_path) as terminal:
        terminal.wait("round 2")
        terminal.press("c")
        terminal.wait(HANDOVER, "Round 2 of 7")
        after = play_to(terminal, saved(tmp_path), 2)
    assert after.line[: before.cursor] == before.line


@pytest.mark.slow
def test_a_solo_game_with_the_jewelry_box_is_played_to_its_final_sheet(tmp_path: Path) -> None:
    argv = ("new", "--solo", "--players", "Ada", "--expansions", "jewelry-box")
    with Terminal(tmp_path, *argv, size=(80, 24)) as terminal:
        terminal.wait("Chosen: 0 of 3")
        assert play_to(terminal, saved(tmp_path), 7).over
        terminal.wait("Ada", "Madame du Barry", "Total", "Rank")


def test_ctrl_q_at_the_table_leaves_the_game_on_disk(tmp_path: Path) -> None:
    path = begun(tmp_path / "saves" / "game.rokoko")
    with Terminal(tmp_path, "load", path) as terminal:
        terminal.wait(HANDOVER)
        sit_down(terminal)
        terminal.wait("choose the card to play", "▸ 1 ")
        terminal.press("1")
        terminal.wait("choose the main action")
        terminal.press("ctrl+q")
        assert terminal.leaves_with() == 0
    assert on_disk(path).cursor == 3


def test_too_small_a_terminal_names_both_sizes_until_it_is_large_enough(tmp_path: Path) -> None:
    path = begun(tmp_path / "saves" / "game.rokoko")
    with Terminal(tmp_path, "load", path, size=(60, 20)) as terminal:
        terminal.wait("80×24", "60×20")
        terminal.resize(80, 24)
        terminal.wait_gone("80×24")
        terminal.wait(HANDOVER)


def test_without_colour_no_colour_is_written_and_the_table_is_readable(tmp_path: Path) -> None:
    path = begun(tmp_path / "saves" / "game.rokoko")
    for colourless in (True, False):
        with Terminal(tmp_path, "load", path, surroundings={"NO_COLOR": "1"} if colourless else {}) as terminal:
            terminal.wait(HANDOVER, "Workshop", "● Ada", "■ Bo")
            terminal.press("ctrl+q")
            assert terminal.leaves_with() == 0
            coloured = COLOUR.findall(terminal.written.decode())
            assert bool(coloured) is not colourless, coloured[:5]


def test_a_dumb_terminal_is_told_in_one_sentence(tmp_path: Path) -> None:
    with Terminal(tmp_path, surroundings={"TERM": "dumb"}) as terminal:
        assert terminal.leaves_with() == 2
        written = terminal.written.decode()
    assert written.startswith("rokoko-tui: ")
    assert written.rstrip().count("\n") == 0
    assert "\x1b" not in written


def test_without_a_terminal_one_sentence_and_code_2(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rokoko_tui"],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **folders(tmp_path), "PYTHONPATH": str(ROOT)},
        check=False,
        text=True,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("rokoko-tui: ")
    assert done.stderr.count("\n") == 1


def test_a_second_program_says_who_plays_and_offers_to_watch(tmp_path: Path) -> None:
    path = begun(tmp_path / "saves" / "game.rokoko")
    with ExitStack() as both:
        first = both.enter_context(Terminal(tmp_path, "load", path, size=(80, 24)))
        first.wait(HANDOVER)
        second = both.enter_context(Terminal(tmp_path, "load", path, size=(80, 24)))
        second.wait("That game is being played", str(first.process), "Watch (w)")
        second.press("w")
        second.wait("You are watching", "Ada to move")
        sit_down(first)
        first.wait("▸ 1 ", "choose the card to play")
        first.press("1")
        first.wait("choose the main action")
        second.wait("choose the main action")
        second.press("ctrl+q")
        assert second.leaves_with() == 0
        first.press("0")
        first.wait("let it pass")
    assert read(path).game.cursor == 4


def test_keys_typed_ahead_do_no_harm(tmp_path: Path) -> None:
    path = begun(tmp_path / "saves" / "game.rokoko")
    with Terminal(tmp_path, "load", path, size=(80, 24)) as terminal:
        terminal.wait(HANDOVER)
        terminal.insist(["enter"] * 3, lambda: not terminal.shows(HANDOVER), "the hand-over to be over")
        terminal.wait("▸ 1 ", "choose the card to play")
        terminal.quiet()
        terminal.press("1")
        terminal.wait("choose the main action")
        terminal.press("0")
        terminal.wait("let it pass")
        terminal.press("0")
        terminal.wait("▸ e ")
        terminal.press("e", "e", "e", "e")

        def over() -> bool:
            """Ada's turn; keys that were pressed before the question stood there do not answer it."""
            if terminal.shows("End the turn (e)"):
                terminal.press("e")
            return terminal.shows("Bo to move")

        terminal.until(over, "the end of the turn")
        terminal.press("ctrl+q")
        assert terminal.leaves_with() == 0
    assert not (tmp_path / "saves" / "reports").exists()
    assert read(path).damage is None
    assert read(path).game.cursor == 6


UKRAINIAN_LAYOUT = {"s": "і", "q": "\x1b[1081;;1081u", "ctrl+q": "\x1b[1081;5u"}
"""What a terminal sends for keys under a Ukrainian layout: the letter itself, or its code by the protocol of kitty."""


@pytest.mark.parametrize(
    ("language", "title", "game"), [("en", "Settings", "New game"), ("uk", "Налаштування", "Нова гра")]
)
def test_keys_answer_under_a_ukrainian_layout_in_either_language(
    tmp_path: Path, language: str, title: str, game: str
) -> None:
    with Terminal(tmp_path, "--language", language, size=(80, 24)) as terminal:
        terminal.wait(game)
        terminal.send(UKRAINIAN_LAYOUT["s"])
        terminal.wait(f"◆ {title} ◆")
        terminal.send(UKRAINIAN_LAYOUT["q"])
        terminal.wait(game)
        terminal.send(UKRAINIAN_LAYOUT["ctrl+q"])
        assert terminal.leaves_with() == 0
