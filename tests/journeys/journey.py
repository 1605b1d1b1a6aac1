"""Schema of the journeys: start conditions, steps and stops, read from the TOML files of this folder."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from rokoko_tui.text.languages import Edition
from tests.rotation import rotation

FOLDER = Path(__file__).parent
FAST = {
    "name": "Ada",
    "pace": "at-once",
    "motion": "off",
    "think": 0.05,
    "round_page": False,
    "turn_summary": False,
}
"""Settings that avoid delays; a journey with ``settings = "default"`` starts without a settings file."""
Texts = str | list[str]
Mark = Literal["smoke", "slow", "release", "long"]


class Struct(msgspec.Struct, forbid_unknown_fields=True, repr_omit_defaults=True):
    """Base class that refuses unknown fields."""


class Save(Struct, kw_only=True):
    """A save that exists before the program starts."""

    name: str
    copy: str = ""
    """Path of a file to copy, relative to the repository; otherwise a game is created from the fields below."""
    damage: int | None = None
    """Index of the line to damage; such a save need not verify afterwards."""
    players: str = "Ada,Bo"
    """Comma-separated names; ``Bo:apprentice`` is a bot."""
    expansions: Literal["", "all"] = ""
    seed: int = 5
    actions: int = 0
    """Number of actions; each is the last legal one."""


class Rule(Struct, kw_only=True):
    """What to press or click at a stop of a long game; with neither, wait for another screen."""

    press: str = ""
    click: str = ""
    see: Texts = []
    gone: Texts = []
    decides: bool = True
    """Whether the press is a decision of the player; False for one that only continues."""


class Step(Struct, kw_only=True):
    """An input and the stop after it: the texts that must be on the screen before the next step."""

    at: str = ""
    """The terminal, if there are several; the first is ``""``."""
    start: str | None = None
    """Arguments with which to start the program in the terminal ``at``."""
    press: str = ""
    """Keys separated by spaces: letters, or names such as ``enter``."""
    type: str = ""
    """Text to type."""
    paste: str = ""
    """Text to paste."""
    click: str = ""
    """Text on the screen to click on."""
    nth: int = 1
    """Which occurrence of the text, from 1."""
    resize: str = ""
    """Columns and lines, such as ``80x24``."""
    times: int = 1
    """How often to press the keys, waiting for the stop each time."""
    each: list[str] = []
    """Words for each of which to take ``steps``, with the word in place of ``@``."""
    steps: "list[Step]" = []
    play: str = ""
    """Name of the rules to follow until the screen shows ``until``."""
    until: Texts = []
    run: str | None = None
    """Arguments of a command to run without a terminal; the stop is compared with its output."""
    input: str = ""
    """The standard input of the command."""
    code: int = 0
    """The exit code of the command."""
    one_line: bool = False
    """Whether the command prints one line on stderr and nothing else."""
    kill: bool = False
    """Whether to kill the program."""
    see: Texts = []
    gone: Texts = []
    exit: int | None = None
    """The exit code, if the program ends now."""
    language: str = ""
    edition: Edition | None = None
    """Language and edition of the stops from now on."""

    def with_word(self, word: str) -> "Step":
        """Return this step with ``word`` in place of each ``@``."""
        texts = {name: getattr(self, name) for name in self.__struct_fields__}
        return msgspec.structs.replace(self, **{name: _replace_word(text, word) for name, text in texts.items()})


def _replace_word(text: Any, word: str) -> Any:
    if isinstance(text, list):
        return [_replace_word(part, word) for part in text]
    return text.replace("@", word) if isinstance(text, str) else text


class Journey(Struct, kw_only=True):
    """One journey."""

    about: str
    marks: tuple[Mark, ...] = ()
    terminal: bool = True
    """Whether to start the program in a terminal first."""
    argv: str = ""
    """The arguments of the program."""
    size: str = "80x24"
    language: str = "english"
    edition: Edition = "classic"
    settings: dict[str, Any] | Literal["default"] = {}
    """Fields of the settings file in addition to ``FAST``."""
    environment: dict[str, str] = {}
    saves: list[Save] = []
    steps: list[Step]
    most_presses: int = 0
    """Maximum number of presses and clicks; 0 for no limit."""
    most_idle: int = 0
    """Maximum number of them that decide nothing, if their number is limited."""
    name: str = ""


class Screen(Struct, kw_only=True):
    """A screen, the steps to it, and the texts that identify it."""

    about: str = ""
    argv: str = ""
    size: str = "80x24"
    saves: list[Save] = []
    settings: dict[str, Any] = {}
    steps: list[Step] = []
    see: Texts
    without: list[str] = []
    """Walks that do not apply to it."""


class Walk(Struct, kw_only=True):
    """Steps to take on every screen; ``{here}`` is replaced by the texts that identify the screen."""

    about: str = ""
    steps: list[Step]


class File(Struct, kw_only=True):
    """A TOML file of journeys."""

    journey: dict[str, Journey] = {}
    screen: dict[str, Screen] = {}
    walk: dict[str, Walk] = {}
    rules: dict[str, list[Rule]] = {}


def load_files() -> File:
    """Read all files of the folder. Raises ValueError for a duplicate name or an invalid journey."""
    together = File()
    for path in sorted(FOLDER.glob("*.toml")):
        try:
            file = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), File)
        except ValueError as error:
            raise ValueError(f"{path.name}: {error}") from error
        for field in File.__struct_fields__:
            entries, further = getattr(together, field), getattr(file, field)
            if twice := entries.keys() & further.keys():
                raise ValueError(f"{path.name}: {', '.join(sorted(twice))} is there twice")
            entries.update(further)
    return together


FILES = load_files()
RULES = FILES.rules


ALWAYS = "sizes"
"""The walk that is taken on every screen at every commit."""
TURNS = 3
"""Any other walk is taken on one of so many screens."""


def journeys() -> list[Journey]:
    """Return every journey, and for every screen one with the walks whose turn it is and one with the others."""
    named = [msgspec.structs.replace(journey, name=name) for name, journey in FILES.journey.items()]
    for number, (name, screen) in enumerate(FILES.screen.items()):
        walks = [walk for walk in FILES.walk if walk not in screen.without]
        now = [
            walk for turn, walk in enumerate(FILES.walk) if walk == ALWAYS or (turn + number + rotation()) % TURNS == 0
        ]
        named.append(_walk_over(f"screen-{name}", screen, [walk for walk in walks if walk in now], ("slow",)))
        if others := [walk for walk in walks if walk not in now]:
            named.append(_walk_over(f"screen-{name}-other-walks", screen, others, ("release",)))
    return named


def _walk_over(name: str, screen: Screen, walks: Sequence[str], marks: tuple[Mark, ...]) -> Journey:
    """Return the journey that takes ``walks`` on ``screen``."""
    steps = [*screen.steps, Step(see=screen.see)]
    if screen.steps and not (screen.steps[-1].see or screen.steps[-1].gone):
        steps[-2:] = [msgspec.structs.replace(screen.steps[-1], see=screen.see)]
    for walk in walks:
        steps += [
            msgspec.structs.replace(step, see=screen.see) if step.see == "{here}" else step
            for step in FILES.walk[walk].steps
        ]
    return Journey(
        about=screen.about,
        argv=screen.argv,
        size=screen.size,
        saves=screen.saves,
        settings=screen.settings,
        marks=marks,
        steps=steps,
        name=name,
    )
