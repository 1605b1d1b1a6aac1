"""The programs of a hosted game, each in a terminal of its own and with folders of its own."""

import re
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

import tomlkit

from rokoko_tui.text.message_catalog import get_vocabulary
from tests.journeys.journey import FAST
from tests.journeys.runner import check_processes
from tests.journeys.terminal import LOOK, PATIENCE, Terminal, folders

WORDS = get_vocabulary("classic")
CODE = re.compile(r"(\w+): rokoko-tui join \S+ --code ([A-Z0-9-]{14})")
HAND = "Chosen: 0 of 3"
"""On the screen while a hand is chosen."""
CHOSEN = "hand 3 · supply 2"
"""On the screen once it is chosen, at 120x40."""
PLAIN_HAND = "3 cards for the hand"
CHOOSING_HAND = re.compile(r"Chosen: \d of 3")
UNCHOSEN_CARD = re.compile(r"(\d) \[ \]")
CARD = "choose the card to play"
QUESTION = "other answer"
"""The keys below a question."""


class HostedGame:
    """A game of Ada and Bo with a host that has no screen, and the terminals of those who join it."""

    def __init__(self, home: Path) -> None:
        self.home, self.socket = home, home / "s"
        home.mkdir(exist_ok=True)
        self.host: Terminal
        self.codes: dict[str, str] = {}
        self._terminals = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._terminals.close()
        if kind is None:
            for home in self.home.iterdir():
                assert not (home / "saves" / "reports").exists(), home
                check_processes(home)

    def start(self, name: str, *argv: object, size: tuple[int, int] = (120, 40)) -> Terminal:
        """Start the program in the folders of ``name``."""
        home = self.home / name
        settings = Path(folders(home)["XDG_CONFIG_HOME"]) / "rokoko" / "settings.toml"
        if not settings.exists():
            settings.parent.mkdir(parents=True)
            settings.write_text(tomlkit.dumps({**FAST, "language": "english", "name": name}), encoding="utf-8")
        return self._terminals.enter_context(Terminal(home, *argv, size=size))

    def start_host(self, *options: object, new: bool = True) -> Terminal:
        """Host a new game, or the one of before again; read the codes of its seats."""
        if new:
            game: list[object] = ["--players", "Ada,Bo", "--first", "Ada", "--seed", "5", "--seed-is-known"]
        else:
            game = [next((self.home / "host" / "saves").glob("*.rokoko"))]
        self.host = self.start("host", "host", *game, "--headless", "--socket", self.socket, *options)
        self.host.until(lambda: b"Ctrl+C" in self.host.written, "the host to listen")
        if new:
            self.host.until(lambda: len(CODE.findall(self.host.written.decode())) == 2, "the codes")
            self.codes = dict(CODE.findall(self.host.written.decode()))
        return self.host

    def join(self, name: str, *options: object, size: tuple[int, int] = (120, 40)) -> Terminal:
        """Take the seat of ``name`` with its code."""
        return self.start(name, "join", self.socket, "--code", self.codes[name], *options, size=size)


def say(key: str, **values: object) -> str:
    """Return the message ``key``."""
    return WORDS.say_of(key, values)


def choose_hand(terminal: Terminal) -> None:
    """Choose the first three cards on the full screen."""
    terminal.wait(HAND)
    for number, sign in (("1", "1 [x]"), ("2", "2 [x]"), ("3", CHOSEN)):
        press_once(terminal, number, sign)


def press_once(terminal: Terminal, key: str, sign: str) -> None:
    """Press ``key`` when no key is ignored any more, and wait for ``sign``; a second press would choose again."""
    terminal.quiet()
    terminal.settle()
    terminal.press(key)
    terminal.wait(sign)


def next_key(screen: str) -> str:
    """Return the key that chooses a card of a hand or takes the choice under the cursor; empty without a choice.

    A question is left; the one about a Master is asked once a turn, so the next Enter takes the choice.
    """
    if QUESTION in screen:
        return "escape"
    if "▸" not in screen:
        return ""
    card = UNCHOSEN_CARD.search(screen) if CHOOSING_HAND.search(screen) else None
    return card[1] if card else "enter"


def take_choice(terminal: Terminal) -> None:
    """Press ``next_key`` if there is one, and wait a moment for another screen."""
    terminal.settle()
    if key := next_key(terminal.text):
        terminal.press(key)
    terminal.changes(terminal.text, LOOK)


def choose_hand_plainly(terminal: Terminal) -> None:
    """Choose the first three cards in plain mode."""
    terminal.wait(PLAIN_HAND)
    type_line(terminal, "1 2 3")


def type_line(terminal: Terminal, line: str) -> None:
    """Type ``line`` in plain mode, once the program waits for one."""
    terminal.until(lambda: terminal.text.rstrip().endswith(">"), "a prompt")
    terminal.send(f"{line}\r")


def leave(terminal: Terminal) -> None:
    """Leave the full screen with Ctrl+Q; the host of a game is asked, and presses it again."""
    terminal.settle()
    terminal.press("ctrl+q")
    terminal.until(lambda: terminal.ended or terminal.shows("Stop the game"), "the end, or the question to a host")
    if not terminal.ended:
        terminal.press("ctrl+q")
    assert terminal.wait_for_exit(PATIENCE) == 0
    assert b"Traceback" not in terminal.written


def open_table_for_browsers(terminal: Terminal, port: int) -> None:
    """Open a table for browsers at ``port`` with the palette of the start screen."""
    terminal.insist(["ctrl+p"], lambda: terminal.shows(say("keys.palette.search")), "the palette")
    terminal.send("with others")
    terminal.wait(say("invitation.palette.together"))
    terminal.press("enter")
    terminal.wait(f"‹ {say('invitation.form.where.terminals')} ›")
    terminal.settle()
    terminal.press("right")
    terminal.wait(f"‹ {say('invitation.form.where.browsers')} ›")
    terminal.settle()
    terminal.press("tab")
    terminal.settle()
    terminal.send(f"localhost:{port}")
    terminal.wait(f"localhost:{port}")
    terminal.press("ctrl+s")
