"""Games with several screens: the installed program hosts, joins, plays, is killed and comes back."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import pytest

from rokoko_core.journal import read
from rokoko_core.remote import messages as m
from rokoko_core.remote.claims import open_claims
from rokoko_tui.hosting.hosted_games import default_socket
from tests.journeys.hosted import (
    CARD,
    HAND,
    PLAIN_HAND,
    HostedGame,
    choose_hand,
    choose_hand_plainly,
    leave,
    press_once,
    say,
    type_line,
)
from tests.journeys.journey import Save
from tests.journeys.runner import make_save
from tests.journeys.terminal import PROGRAM, Terminal, folders

MAIN_ACTION = "0 Skip the main action"
BONUS = "0 Skip the bonus"
END = "▸ e End turn"
PLAYED_BY_BO = re.compile(r"Bo plays (Master|Journeyman|Apprentice)")
NO_ANSWER = "The host does not answer"
AWAY = "(away)"
STOPPED = "The host has stopped"


class Script:
    """A program that speaks the seat protocol on the standard streams of ``join --json``."""

    def __init__(self, home: Path, arguments: list[str]) -> None:
        home.mkdir()
        command = [sys.executable, str(PROGRAM), "join", *arguments, "--json"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, **folders(home)}
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def say(self, request: m.Request) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(m.encode(request) + b"\n")
        self._process.stdin.flush()

    def wait_for(self, kind: type[m.HostMessage]) -> m.HostMessage:
        """Return the next message of this kind."""
        assert self._process.stdout is not None
        return next(message for message in map(m.decode_host, self._process.stdout) if isinstance(message, kind))


@pytest.fixture
def game(tmp_path: Path) -> Iterator[HostedGame]:
    with HostedGame(tmp_path) as game:
        yield game


def waits_for(name: str) -> str:
    return f"Waiting for {name}"


@pytest.mark.slow
@pytest.mark.smoke
def test_two_people_play_from_their_own_screens(game: HostedGame) -> None:
    game.start_host()
    ada, bo = game.join("Ada"), game.join("Bo", "--plain")
    choose_hand(ada)
    ada.wait(waits_for("Bo"))
    choose_hand_plainly(bo)
    ada.wait(CARD)
    press_once(ada, "1", MAIN_ACTION)
    bo.wait("Ada plays")
    os.kill(game.host.process, signal.SIGTERM)
    ada.wait(STOPPED)
    assert game.host.wait_for_exit() == 128 + signal.SIGTERM
    leave(ada)


def play_turn_without_action(ada: Terminal) -> None:
    """Play the first card, and nothing else."""
    ada.wait(CARD)
    press_once(ada, "1", MAIN_ACTION)
    end_turn_without_action(ada)


def end_turn_without_action(ada: Terminal) -> None:
    """Skip what the card offers, and end the turn with Enter; another key would begin the countdown again."""
    press_once(ada, "0", BONUS)
    press_once(ada, "0", END)
    ada.insist(["enter"], lambda: ada.shows(waits_for("Bo")), "the turn of Bo")


@pytest.mark.slow
def test_a_killed_client_comes_back_to_its_seat_without_a_code(game: HostedGame) -> None:
    game.start_host()
    ada, bo = game.join("Ada"), game.join("Bo")
    choose_hand(ada)
    bo.wait(HAND)
    bo.kill()
    ada.wait(waits_for("Bo"), AWAY)
    bo = game.start("Bo", "join")
    choose_hand(bo)
    ada.wait(CARD)
    leave(ada)
    leave(bo)


@pytest.mark.slow
def test_clients_reconnect_to_a_host_that_was_killed_and_restarted(game: HostedGame) -> None:
    game.start_host()
    ada, bo = game.join("Ada"), game.join("Bo", "--plain")
    choose_hand(ada)
    ada.wait(waits_for("Bo"))
    game.host.kill()
    ada.wait(NO_ANSWER)
    type_line(bo, "1 2 3")
    bo.wait(NO_ANSWER)
    game.start_host(new=False)
    ada.until(lambda: ada.shows(waits_for("Bo")) and not ada.shows(AWAY), "Bo to be connected again")
    type_line(bo, "1 2 3")
    ada.wait(CARD)
    leave(ada)


@pytest.mark.slow
def test_continue_lists_the_hosted_game_and_whose_turn_it_is(game: HostedGame) -> None:
    game.start_host()
    ada = game.join("Ada")
    ada.wait(HAND)
    leave(ada)
    ada = game.start("Ada")
    ada.wait("Ada and Bo · round 1 · your turn")
    ada.press("c")
    choose_hand(ada)
    ada.wait(waits_for("Bo"))
    leave(ada)
    ada = game.start("Ada")
    ada.wait("Ada and Bo · round 1 · Bo's turn")
    game.host.kill()
    leave(ada)
    ada = game.start("Ada")
    ada.wait(say("start.host-away", names="Ada and Bo"))
    ada.press("c")
    ada.wait("No host answers there")
    leave(ada)


@pytest.mark.slow
def test_the_seats_show_who_is_connected_and_how_others_join(game: HostedGame) -> None:
    ada = game.start(
        "host",
        "host",
        "--players",
        "Ada,Bo",
        "--first",
        "Ada",
        "--seed",
        "5",
        "--seed-is-known",
        "--socket",
        game.socket,
        "--seat",
        "Ada",
    )
    ada.wait(HAND)
    ada.insist(["o"], lambda: ada.shows(say("table.remote.seats")), "the seats")
    ada.wait("Ada: connected", "Bo: has not joined yet", "--code")
    code = ada.text.partition("--code ")[2].replace("│", " ").split()[0]
    bo = game.start("Bo", "join", game.socket, "--code", code)
    bo.wait(waits_for("Ada"))
    ada.insist(["n"], lambda: not ada.shows(say("table.remote.seats")), "the table")
    ada.insist(["o"], lambda: ada.shows("Bo: connected"), "the seats")
    assert not ada.shows("--code"), "no code is left"
    ada.press("b")
    bo.wait(HAND)
    back = say("table.remote.take-back")
    ada.wait(back)
    ada.insist(["1"], lambda: not ada.shows(back), "the own choices")  # a key that comes at once is too early
    choose_hand(bo)
    ada.wait(CARD)
    leave(ada)
    bo.wait(STOPPED)
    leave(bo)


@pytest.mark.slow
@pytest.mark.parametrize("answer", ["y", "n"])
def test_an_undo_of_what_others_answered_needs_their_consent(game: HostedGame, answer: str) -> None:
    game.start_host()
    ada, bo = game.join("Ada"), game.join("Bo")
    choose_hand(ada)
    choose_hand(bo)
    ada.wait(CARD)
    ask_to_undo(ada)
    question = say("table.remote.undo-title", who="Ada")
    bo.wait(question)
    bo.insist([answer], lambda: not bo.shows(question), "the answer")
    if answer == "y":
        choose_hand(ada)
        bo.wait(HAND)
    else:
        ada.wait("Bo does not agree")
        ada.wait(CARD)
    leave(ada)
    leave(bo)


def ask_to_undo(terminal: Terminal) -> None:
    """Undo, and confirm that the others are asked."""
    question = say("table.fence.title")
    terminal.insist(["u"], lambda: terminal.shows(question), "the question")
    terminal.insist(["y"], lambda: not terminal.shows(question), "the question to close")


@pytest.mark.slow
def test_a_question_of_plain_mode_ends_when_another_player_undoes(game: HostedGame) -> None:
    game.start_host()
    ada, bo = game.join("Ada"), game.join("Bo", "--plain")
    choose_hand(ada)
    bo.wait(PLAIN_HAND)
    ada.insist(["u"], lambda: ada.shows(HAND), "the undo")
    bo.wait("Ada undid a step.")
    bo.wait("Waiting for Ada")
    shown = bo.written.count(PLAIN_HAND.encode())
    choose_hand(ada)
    bo.until(lambda: bo.written.count(PLAIN_HAND.encode()) > shown, "the question again")
    type_line(bo, "1 2 3")
    ada.wait(CARD)
    leave(ada)


@pytest.mark.slow
def test_no_undo_once_a_card_of_another_was_shown(game: HostedGame) -> None:
    game.start_host()
    ada, bo = game.join("Ada"), game.join("Bo", "--plain")
    choose_hand(ada)
    choose_hand_plainly(bo)
    play_turn_without_action(ada)
    bo.wait(CARD)
    type_line(bo, "1")
    ada.until(lambda: PLAYED_BY_BO.search(ada.text) is not None, "the card of Bo")
    ada.insist(["u"], lambda: ada.shows("This cannot be undone"), "the refusal")
    assert not ada.shows(say("table.fence.title"))
    assert not bo.shows("would like to undo")
    leave(ada)


@pytest.mark.slow
def test_wrong_and_used_codes_are_refused(game: HostedGame) -> None:
    game.start_host()
    ada = game.join("Ada")
    ada.wait(HAND)
    for code in ("AAAA-BBBB-CCCC", game.codes["Ada"]):
        stranger = game.start("Eve", "join", game.socket, "--code", code)
        stranger.wait("does not know this code")
        leave(stranger)
        for form in ("--plain", "--json"):
            stranger = game.start("Eve", "join", game.socket, "--code", code, form)
            assert stranger.wait_for_exit() == 1
            assert "wrong-code" in stranger.text or "does not know this code" in stranger.text.replace("\n", " ")
    assert not list((game.home / "Eve").rglob("seats/*.json"))
    assert ada.shows(HAND)
    leave(ada)


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("loser", ["Ada", "Bo"])
def test_a_host_with_a_screen_and_a_script_see_who_conceded(game: HostedGame, loser: str) -> None:
    host = game.start("Ada", "host", "--players", "Ada,Bo", "--socket", game.socket)
    host.wait("Round 1 of 7")
    [save] = (game.home / "Ada" / "saves").glob("*.rokoko")
    with Script(
        game.home / "Bo", [str(game.socket), "--code", open_claims(save, read(save).game.setup).codes[1]]
    ) as bo:
        bo.wait_for(m.Update)
        if loser == "Bo":
            bo.say(m.Concede(1))
            bo.wait_for(m.Done)
            host.wait(say("final.conceded", who="Bo"))
        else:
            host.insist(["X"], lambda: host.shows(say("table.concede.title")), "the question")
            host.press("y")
            host.wait(say("final.conceded", who="Ada"))
            update = bo.wait_for(m.Update)
            assert isinstance(update, m.Update)
            assert (update.to_move, [seat for seat, _ in update.concessions]) == (None, [0])
    host.insist(["escape"], lambda: host.shows(say("start.nothing")), "the start without a game to continue")


@pytest.mark.slow
def test_a_host_without_hints(game: HostedGame) -> None:
    game.start_host("--no-hints")
    ada = game.join("Ada")
    ada.wait(HAND)
    refusal = " ".join(say("table.refusal.no-hints").split()[:4])  # the notice may take several lines
    ada.insist(["h"], lambda: ada.shows(refusal), "the refusal")
    assert ada.shows(HAND)
    leave(ada)


@pytest.mark.slow
@pytest.mark.parametrize("spectators", ["none", "live", "turn"])
def test_watching_where_the_host_allows_it(game: HostedGame, spectators: str) -> None:
    game.start_host("--spectators", spectators)
    eve = game.start("Eve", "join", game.socket, "--watch")
    if spectators == "none":
        eve.wait(say("table.farewell.no-spectators"))
        leave(eve)
        return
    ada, bo = game.join("Ada"), game.join("Bo")
    eve.wait(waits_for("Ada"))
    choose_hand(ada)
    choose_hand(bo)
    press_once(ada, "1", MAIN_ACTION)
    if spectators == "live":
        eve.wait("Ada plays")
    end_turn_without_action(ada)
    eve.wait(waits_for("Bo"))
    for terminal in (eve, ada, bo):
        leave(terminal)


@pytest.mark.slow
def test_a_port_with_its_token_beside_the_socket(game: HostedGame) -> None:
    game.start_host("--port", "0")
    address = re.search(rb"127\.0\.0\.1:\d+/[\w-]+", game.host.written)
    assert address is not None
    ada = game.join("Ada")
    stranger = game.start("Bo", "join", address[0].decode()[:-1], "--code", game.codes["Bo"], "--plain")
    stranger.wait("does not know this code")
    assert stranger.wait_for_exit() == 1
    bo = game.start("Bo", "join", address[0].decode(), "--code", game.codes["Bo"], "--plain")
    choose_hand(ada)
    choose_hand_plainly(bo)
    ada.wait(CARD)
    leave(ada)


@pytest.mark.slow
def test_one_program_hosts_several_games(game: HostedGame) -> None:
    saves = [game.home / "host" / "saves" / f"{name}.rokoko" for name in ("one", "two")]
    for save in saves:
        save.parent.mkdir(parents=True, exist_ok=True)
        make_save(Save(name=save.stem, actions=2), save)
    host = game.start("host", "host", *saves, "--headless", "--seed-is-known")
    host.until(lambda: host.written.count(b"--code") == 4, "the codes of both games")
    for save in saves:
        address = str(default_socket(save))
        code = re.search(rf"Bo: rokoko-tui join {re.escape(address)} --code (\S+)", host.written.decode())
        assert code is not None
        bo = game.start("Bo", "join", address, "--code", code[1], "--plain")
        bo.wait(waits_for("Ada"))
        bo.kill()
