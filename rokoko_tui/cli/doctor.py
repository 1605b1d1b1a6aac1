"""``rokoko-tui doctor``: what this terminal can do, which versions are at work, and where files are kept."""

import locale
import os
import platform
import shutil
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rich.cells import cell_len
from rich.console import Console
from rich.style import Style
from rich.text import Text

from rokoko_core import __version__
from rokoko_core.components import load_components
from rokoko_tui.cli import terminal_sample as sample_picture
from rokoko_tui.cli.arguments import Parser
from rokoko_tui.cli.output import say
from rokoko_tui.keys import COMMANDS
from rokoko_tui.saves.library import saves_folder, saves_in
from rokoko_tui.settings.launch import SMALLEST, WHOLE_TABLE
from rokoko_tui.settings.settings import Settings, settings_path
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.safe_display import shown
from rokoko_tui.theme import themes
from rokoko_tui.theme.colour_reduction import matched
from rokoko_tui.theme.glyphs import THINGS, SignSet, written
from rokoko_tui.theme.terminal_capabilities import FEW, MANY, Choice, colours_of, pictures_chosen, signs_chosen

ROOM = 14
"""Cells of the names of what is looked at."""
LIBRARIES = ("textual", "rich", "msgspec", "platformdirs", "filelock", "tomlkit")


def add_options(command: Parser) -> None:
    """The command takes no options of its own."""


def run(options: Namespace, settings: Settings) -> int:
    """Print a line for each thing looked at; exit code 1 if a folder that is needed cannot be written."""
    words = settings.vocabulary
    folders = {"saves": saves_folder(settings.saves), "settings": settings_path().parent}
    told = ((words.say(f"doctor.name.{key}"), what) for key, what in (*_terminal(settings), *_folders(folders, words)))
    for name, what in (*_versions(words), *told):
        say(f"{name}{' ' * max(1, ROOM - cell_len(name))}{what}")
    _show_sample(settings)
    return 0 if all(map(_writable, folders.values())) else 1


def _versions(words: Vocabulary) -> Iterator[tuple[str, str]]:
    yield "rokoko-tui", __version__
    yield "Python", words.say("doctor.python", version=platform.python_version(), system=platform.platform(terse=True))
    for name in LIBRARIES:
        try:
            yield name, version(name)
        except PackageNotFoundError:
            yield name, words.say("doctor.no-package")
    yield words.say("doctor.name.components"), load_components().name


def _terminal(settings: Settings) -> Iterator[tuple[str, str]]:
    words = settings.vocabulary
    streams = {"stdin": sys.stdin, "stdout": sys.stdout, "stderr": sys.stderr}
    away = [name for name, stream in streams.items() if stream is None or not stream.isatty()]
    yield "terminal", words.say("doctor.away", names=away) if away else words.listed(list(streams))
    size = shutil.get_terminal_size((0, 0))
    yield "size", _size(size.columns, size.lines, words)
    yield "TERM", shown(os.environ.get("TERM", "")) or words.say("doctor.not-set")
    yield "colours", _colours(words)
    yield "signs", _signs(_signs_of(settings), words)
    yield "pictures", _pictures(_pictures_of(settings), words)
    yield "theme", settings.theme
    yield "words", words.edition
    yield "language", words.language.own_name
    yield "keys", _keys(settings, words)


def _size(columns: int, lines: int, words: Vocabulary) -> str:
    size = f"{columns}x{lines}"
    if not columns:
        return words.say("doctor.unknown")
    if columns < SMALLEST[0] or lines < SMALLEST[1]:
        return words.say("doctor.too-small", size=size, needed=f"{SMALLEST[0]}x{SMALLEST[1]}")
    if columns < WHOLE_TABLE[0] or lines < WHOLE_TABLE[1]:
        return words.say("doctor.tabs", size=size, needed=f"{WHOLE_TABLE[0]}x{WHOLE_TABLE[1]}")
    return words.say("doctor.whole", size=size)


def _colours(words: Vocabulary) -> str:
    if os.environ.get("NO_COLOR"):
        return words.say("doctor.no-color")
    systems = {None: "none", "standard": "few", "256": "many", "truecolor": "all", "windows": "few"}
    system = Console(markup=False).color_system
    return words.say(f"doctor.colours.{systems[system]}") if system in systems else words.say("doctor.unknown")


def _signs_of(settings: Settings) -> Choice:
    return signs_chosen(settings.signs, os.environ)


def _pictures_of(settings: Settings) -> Choice:
    colours = 0 if os.environ.get("NO_COLOR") else colours_of(Console(markup=False).color_system)
    colourless = bool(os.environ.get("NO_COLOR")) or settings.theme == themes.MONOCHROME
    return pictures_chosen(settings.pictures, _signs_of(settings).value, colours, colourless)


def _signs(chosen: Choice, words: Vocabulary) -> str:
    """The set of signs and why it is that; what cannot be printed of it."""
    encoding = sys.stdout.encoding or locale.getpreferredencoding(False)
    told = words.say(f"doctor.why-signs.{chosen.why}", value=words.say(f"doctor.signs-of.{chosen.value}"))
    try:
        written("".join(THINGS), SignSet(chosen.value)).encode(encoding)
    except UnicodeEncodeError:
        return f"{told}; {words.say('doctor.no-signs', name=encoding)}"
    return told


def _pictures(chosen: Choice, words: Vocabulary) -> str:
    """Pixels or lines, and why."""
    return words.say(f"doctor.why-pictures.{chosen.why}", value=words.say(f"doctor.drawn.{chosen.value}"))


def _show_sample(settings: Settings) -> None:
    """Print what only eyes can judge: whether signs are one cell wide, blocks join and colours are told apart."""
    words, among = settings.words, SignSet(_signs_of(settings).value)
    console = Console(markup=False, highlight=False, emoji=False)
    colours, styles = colours_of(console.color_system), themes.styles_of(settings.theme)

    def show(*lines: Text) -> None:
        for line in lines:
            dressed = styles.dressed(line)
            if colours in (FEW, MANY):
                for n, span in enumerate(dressed.spans):
                    pixels = not line.plain[span.start : span.end].strip("▀▄")
                    if isinstance(span.style, Style):
                        dressed.spans[n] = span._replace(style=matched(span.style, colours, pixels))
            dressed.end = "\n"
            console.print(dressed, soft_wrap=True)

    for part in ("signs", "owners", "silks", "figures"):
        say()
        say(words.say(f"doctor.sample.{part}"))
        if part == "signs":
            for row in sample_picture.ruled(among):
                show(*map(Text, row))
        elif part == "owners":
            show(sample_picture.owners(among))
        elif part == "silks":
            show(sample_picture.silks(words))
        else:
            show(*sample_picture.figures(words, _pictures_of(settings).value == "on", among))


def _keys(settings: Settings, words: Vocabulary) -> str:
    known = {command.id for command in COMMANDS}
    unknown = sorted(set(settings.keys) - known)
    if unknown:
        return words.say("doctor.unknown-keys", names=unknown)
    return words.say("doctor.keys", n=len(settings.keys))


def _folders(folders: dict[str, Path], words: Vocabulary) -> Iterator[tuple[str, str]]:
    for name, folder in folders.items():
        state = "" if _writable(folder) else f" {words.say('doctor.not-writable')}"
        there = "" if _is_folder(folder) else f" {words.say('doctor.when-needed')}"
        games = len(saves_in(folder)) if name == "saves" and _is_folder(folder) else None
        count = "" if games is None else f", {words.say('doctor.games', n=games)}"
        yield name, f"{shown(str(folder))}{there}{count}{state}"


def _writable(folder: Path) -> bool:
    """Whether files can be made in ``folder``, or the folder where it would be made."""
    there = folder.absolute()
    while not os.path.lexists(there) and there != there.parent:
        there = there.parent
    return _is_folder(there) and os.access(there, os.W_OK)


def _is_folder(path: Path) -> bool:
    """Whether a folder is there; none can be where a name is too long."""
    with suppress(OSError):
        return path.is_dir()
    return False
