"""What a journey is: start conditions, keys and stops, as read from the TOML files of this folder."""

import tomllib
from pathlib import Path
from typing import Any, Literal

import msgspec

from rokoko_tui.text.languages import Edition

FOLDER = Path(__file__).parent
FAST = {"pace": "at-once", "motion": "off", "think": 0.05, "round_page": False, "turn_summary": False}
"""Settings that leave out what takes time; a journey with ``settings = "default"`` starts without any."""
Texts = str | list[str]


class Struct(msgspec.Struct, forbid_unknown_fields=True, repr_omit_defaults=True):
    """Base class: a misspelt field is an error."""


class Save(Struct, kw_only=True):
    """A save that exists before the program starts."""

    name: str
    copy: str = ""
    """Path of the file to copy, from the root of the repository; without it a game is made of what follows."""
    damage: int | None = None
    """Number of the line that is spoilt, from 0; such a save need not verify afterwards."""
    players: str = "Ada,Bo"
    """Names with commas between; ``Bo:apprentice`` is an automatic player."""
    expansions: Literal["", "all"] = ""
    seed: int = 5
    actions: int = 0
    """How many actions have been taken: each time the last one offered."""


class Rule(Struct, kw_only=True):
    """What to press or click at a stop of a long game; with neither, the screen is waited for."""

    press: str = ""
    click: str = ""
    see: Texts = []
    gone: Texts = []


class Step(Struct, kw_only=True):
    """Something done, and the stop that follows: what must be on the screen before the next step."""

    at: str = ""
    """The terminal, where there are several; the first one is ``""``."""
    start: str | None = None
    """Arguments: the program is started in the terminal ``at``."""
    press: str = ""
    """Keys with spaces between: letters, or names such as ``enter``."""
    type: str = ""
    """Text to type as it is."""
    paste: str = ""
    """Text to paste as it is."""
    click: str = ""
    """Text on the screen to click on."""
    nth: int = 1
    """At which of the places where that text is."""
    resize: str = ""
    """Columns and lines, as ``80x24``."""
    times: int = 1
    """How often the keys are pressed; the stop is waited for each time."""
    each: list[str] = []
    """Words for which ``steps`` are taken, one after the other; ``@`` in them stands for the word."""
    steps: "list[Step]" = []
    play: str = ""
    """Name of the rules to follow until ``until`` is on the screen."""
    until: Texts = []
    run: str | None = None
    """Arguments of a command run without a terminal; the stop is its output."""
    input: str = ""
    """What it reads."""
    code: int = 0
    """Its exit code."""
    one_line: bool = False
    """Whether it writes one line on stderr and nothing else."""
    kill: bool = False
    """Whether the program is ended at once, as by a power cut."""
    see: Texts = []
    gone: Texts = []
    exit: int | None = None
    """The exit code, where the program ends now."""
    language: str = ""
    edition: Edition | None = None
    """In whose words the stops are from now on."""

    def about(self, word: str) -> "Step":
        """This step with ``word`` in place of each ``@``."""
        texts = {name: getattr(self, name) for name in self.__struct_fields__}
        return msgspec.structs.replace(self, **{name: _filled(text, word) for name, text in texts.items()})


def _filled(text: Any, word: str) -> Any:
    if isinstance(text, list):
        return [_filled(part, word) for part in text]
    return text.replace("@", word) if isinstance(text, str) else text


class Journey(Struct, kw_only=True):
    """One journey."""

    about: str
    marks: tuple[Literal["smoke", "slow"], ...] = ()
    terminal: bool = True
    """Whether the program is started in a terminal at first."""
    argv: str = ""
    """Its arguments."""
    size: str = "80x24"
    language: str = "english"
    edition: Edition = "classic"
    settings: dict[str, Any] | Literal["default"] = {}
    """Fields of the settings file, over those of ``FAST``."""
    environment: dict[str, str] = {}
    saves: list[Save] = []
    steps: list[Step]
    name: str = ""


class Screen(Struct, kw_only=True):
    """A screen, how to reach it, and what shows that it is there."""

    about: str = ""
    argv: str = ""
    size: str = "80x24"
    saves: list[Save] = []
    settings: dict[str, Any] = {}
    steps: list[Step] = []
    see: Texts
    without: list[str] = []
    """Walks that are not for it."""


class Walk(Struct, kw_only=True):
    """Steps to go on every screen; ``{here}`` stands for what shows that the screen is there."""

    about: str = ""
    steps: list[Step]


class File(Struct, kw_only=True):
    """A TOML file of journeys."""

    journey: dict[str, Journey] = {}
    screen: dict[str, Screen] = {}
    walk: dict[str, Walk] = {}
    rules: dict[str, list[Rule]] = {}


def load_files() -> File:
    """All files of the folder together. Raises ValueError for a name given twice and for what is no journey."""
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


def journeys() -> list[Journey]:
    """Every journey: those written as such, and the walks over every screen."""
    written = [msgspec.structs.replace(journey, name=name) for name, journey in FILES.journey.items()]
    return written + [_over(name, screen) for name, screen in FILES.screen.items()]


def _over(name: str, screen: Screen) -> Journey:
    """The journey that goes all walks over ``screen``."""
    steps = [*screen.steps, Step(see=screen.see)]
    if screen.steps and not (screen.steps[-1].see or screen.steps[-1].gone):
        steps[-2:] = [msgspec.structs.replace(screen.steps[-1], see=screen.see)]
    for walk in FILES.walk:
        if walk not in screen.without:
            steps += [_at(step, screen.see) for step in FILES.walk[walk].steps]
    return Journey(
        about=screen.about,
        argv=screen.argv,
        size=screen.size,
        saves=screen.saves,
        settings=screen.settings,
        marks=("slow",),
        steps=steps,
        name=f"screen-{name}",
    )


def _at(step: Step, here: Texts) -> Step:
    """``step`` with what shows that the screen is there in place of ``{here}``."""
    return msgspec.structs.replace(step, see=here) if step.see == "{here}" else step
