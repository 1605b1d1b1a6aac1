"""``rokoko-tui doctor``: the abilities of the terminal, versions of libraries, and locations of files."""

import locale
import os
import platform
import shutil
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from rich.console import Console
from rich.style import Style
from rich.text import Text

from rokoko_core import __version__
from rokoko_core.components import load_components
from rokoko_core.terms import COLOURS
from rokoko_tui.art import symbols
from rokoko_tui.art.figures import Figure, Size, garment
from rokoko_tui.art.pixels import inks_of
from rokoko_tui.art.symbols import CROWN, MARKS
from rokoko_tui.cli.arguments import Parser
from rokoko_tui.cli.streams import say
from rokoko_tui.doors.notifications import BELL, choose_alert
from rokoko_tui.keys import COMMANDS
from rokoko_tui.panes.layout import WHOLE_TABLE
from rokoko_tui.saves.crash_report import version_of
from rokoko_tui.saves.folder import list_folder, saves_folder
from rokoko_tui.settings.settings import Settings, settings_path
from rokoko_tui.text import Words
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.safe_display import shown
from rokoko_tui.text.wording import pad
from rokoko_tui.theme.output_filters import reduce_style, reduction_table
from rokoko_tui.theme.paints import MIN_CONTRAST, find_weak_contrasts
from rokoko_tui.theme.styles import make_styles
from rokoko_tui.theme.terminal_capabilities import (
    SYMBOL_GLYPHS,
    Choice,
    GlyphSet,
    choose_glyph_set,
    choose_pictures,
    count_colours,
    to_glyph_set,
)
from rokoko_tui.theme.theme_files import DEFAULT, BadTheme, ThemeColours, load_theme, read_own_themes, shipped_theme
from rokoko_tui.widgets.terminal_sizes import SMALLEST, SMALLEST_UPRIGHT, fits

NAME_WIDTH = 14
"""Width of the column of names in cells."""
LIBRARIES = ("textual", "rich", "msgspec", "platformdirs", "filelock", "tomlkit")


def add_doctor_options(command: Parser) -> None:
    """The command takes no options of its own."""


def run_doctor(options: Namespace, settings: Settings) -> int:
    """Print a line for each item. Return 1 if a required folder is not writable."""
    words = settings.vocabulary
    folders = {"saves": saves_folder(settings.saves), "settings": settings_path().parent}
    parts = (*_terminal(settings), *_folders(folders, words), *_own_themes(settings))
    items = [(words.say(f"doctor.name.{key}") if key else "", text) for key, text in parts]
    for name, text in (*_versions(words), *items):
        say(f"{pad(name, NAME_WIDTH - 1)} {text}")
    _show_sample(settings)
    return 0 if all(map(_writable, folders.values())) else 1


def _versions(words: Vocabulary) -> Iterator[tuple[str, str]]:
    yield "rokoko-tui", __version__
    yield "Python", words.say("doctor.python", version=platform.python_version(), system=platform.platform(terse=True))
    for name in LIBRARIES:
        yield name, version_of(name) or words.say("doctor.no-package")
    yield words.say("doctor.name.components"), load_components().name


def _terminal(settings: Settings) -> Iterator[tuple[str, str]]:
    words = settings.vocabulary
    streams = {"stdin": sys.stdin, "stdout": sys.stdout, "stderr": sys.stderr}
    redirected = [name for name, stream in streams.items() if stream is None or not stream.isatty()]
    yield "terminal", words.say("doctor.away", names=redirected) if redirected else words.listed(list(streams))
    size = shutil.get_terminal_size((0, 0))
    yield "size", _size(size.columns, size.lines, words)
    yield "TERM", shown(os.environ.get("TERM", "")) or words.say("doctor.not-set")
    yield "colours", _colours(words)
    yield "signs", _signs(_signs_of(settings), words)
    pictures = _pictures_of(settings)
    drawn = words.say(f"doctor.drawn.{pictures.value}")
    yield "pictures", words.say(f"doctor.why-pictures.{pictures.why}", value=drawn)
    yield "alerts", _alerts(words)
    yield "theme", _theme(settings)
    yield "words", words.edition
    yield "language", words.language.own_name
    yield "keys", _keys(settings, words)


def _alerts(words: Vocabulary) -> str:
    way, why = choose_alert("notification", os.environ)
    return words.say(f"doctor.alerts.{why}") if way == BELL else words.say("doctor.alerts.shown", value=way, name=why)


def _theme(settings: Settings) -> str:
    words = settings.vocabulary
    try:
        return load_theme(settings.theme, settings.account.themes).name
    except BadTheme as bad:
        return bad.describe_replacement(words)


def _size(columns: int, lines: int, words: Vocabulary) -> str:
    size = f"{columns}x{lines}"
    if not columns:
        return words.say("doctor.unknown")
    if not fits(columns, lines):
        sizes = ["x".join(map(str, each)) for each in (SMALLEST, SMALLEST_UPRIGHT)]
        return words.say("doctor.too-small", size=size, needed=words.listed(sizes, "or"))
    if columns < WHOLE_TABLE[0] or lines < WHOLE_TABLE[1]:
        return words.say("doctor.tabs", size=size, needed=f"{WHOLE_TABLE[0]}x{WHOLE_TABLE[1]}")
    return words.say("doctor.whole", size=size)


def _colours(words: Vocabulary) -> str:
    if os.environ.get("NO_COLOR"):
        return words.say("doctor.no-color")
    systems = {None: "none", "standard": "few", "256": "many", "truecolor": "all", "windows": "few"}
    system = Console(markup=False).color_system
    return words.say(f"doctor.colours.{systems[system]}") if system in systems else words.say("doctor.unknown")


def _theme_of(settings: Settings) -> ThemeColours:
    """Return the theme in use: the default one if that of the settings cannot be used."""
    try:
        return load_theme(settings.theme, settings.account.themes)
    except BadTheme:
        return shipped_theme(DEFAULT)


def _signs_of(settings: Settings) -> Choice:
    return choose_glyph_set(settings.signs, os.environ)


def _pictures_of(settings: Settings) -> Choice:
    colours = 0 if os.environ.get("NO_COLOR") else count_colours(Console(markup=False).color_system)
    colourless = bool(os.environ.get("NO_COLOR")) or _theme_of(settings).colourless
    return choose_pictures(settings.pictures, _signs_of(settings).value, colours, colourless)


def _signs(chosen: Choice, words: Vocabulary) -> str:
    """Return the character set, the reason for it, and a warning if stdout cannot encode it."""
    encoding = sys.stdout.encoding or locale.getpreferredencoding(False)
    text = words.say(f"doctor.why-signs.{chosen.why}", value=words.say(f"doctor.signs-of.{chosen.value}"))
    try:
        to_glyph_set("".join(SYMBOL_GLYPHS), GlyphSet(chosen.value)).encode(encoding)
    except UnicodeEncodeError:
        return f"{text}; {words.say('doctor.no-signs', name=encoding)}"
    return text


def _show_sample(settings: Settings) -> None:
    """Print samples for the user to judge: widths of signs, joins of blocks, differences of colours."""
    words, sign_set = settings.words, GlyphSet(_signs_of(settings).value)
    console = Console(markup=False, highlight=False, emoji=False)
    styles = make_styles(_theme_of(settings))
    table = reduction_table(count_colours(console.color_system), styles.palette)

    samples = {
        "signs": [Text(line) for row in signs_with_rulers(sign_set) for line in row],
        "owners": [owners(sign_set)],
        "silks": [silks(words)],
        "figures": figures(words, _pictures_of(settings).value == "on", sign_set),
    }
    for part, lines in samples.items():
        say()
        say(words.say(f"doctor.sample.{part}"))
        for line in lines:
            styled = styles.apply_styles(line)
            if table is not None:
                for n, span in enumerate(styled.spans):
                    pixels = not line.plain[span.start : span.end].strip("▀▄")
                    if isinstance(span.style, Style):
                        styled.spans[n] = span._replace(style=reduce_style(span.style, table, pixels))
            styled.end = "\n"
            console.print(styled, soft_wrap=True)


def _keys(settings: Settings, words: Vocabulary) -> str:
    known = {command.id for command in COMMANDS}
    unknown = sorted(set(settings.keys) - known)
    if unknown:
        return words.say("doctor.unknown-keys", names=unknown)
    return words.say("doctor.keys", n=len(settings.keys))


def _folders(folders: dict[str, Path], words: Vocabulary) -> Iterator[tuple[str, str]]:
    for name, folder in folders.items():
        state = "" if _writable(folder) else f" {words.say('doctor.not-writable')}"
        missing = "" if _is_folder(folder) else f" {words.say('doctor.when-needed')}"
        games = len(list_folder(folder)) if name == "saves" and _is_folder(folder) else None
        count = "" if games is None else f", {words.say('doctor.games', n=games)}"
        yield name, f"{shown(str(folder))}{missing}{count}{state}"


def _own_themes(settings: Settings) -> Iterator[tuple[str, str]]:
    """Yield the folder of the person's own themes, and a line for each fault and each weak contrast of a theme."""
    words, folder = settings.vocabulary, settings.account.themes
    own = read_own_themes(folder)
    yield "themes", words.say("doctor.themes", path=str(folder), n=len(own.themes))
    for bad in own.faults.values():
        yield from (("", sentence) for sentence in bad.sentences(words))
    for path, theme in own.themes.items():
        for weak in find_weak_contrasts(theme):
            ratio = words.decimal(weak.contrast, 1)
            figures = {"path": str(path), "first": weak.text, "second": weak.background, "value": ratio}
            yield "", words.say("themes.weak", **figures, needed=words.short(MIN_CONTRAST))


def _writable(folder: Path) -> bool:
    """Return whether ``folder``, or its nearest existing parent, is a writable folder."""
    path = folder.absolute()
    while not os.path.lexists(path) and path != path.parent:
        path = path.parent
    return _is_folder(path) and os.access(path, os.W_OK)


def _is_folder(path: Path) -> bool:
    """Return whether ``path`` is a folder; False if its name is too long."""
    with suppress(OSError):
        return path.is_dir()
    return False


# ---- samples: signs over a ruler, owner marks, silk colours, figures

ON_A_LINE = 31
"""Signs per line."""
MORE = "█▀▄▌▐░▒▓▔▁─│┌┐└┘├┤┬┴┼╭╮╰╯═║━┃┏┓┗┛⣿"
"""Block and line characters shown besides the signs."""
GAP = 2
"""Cells between two figures."""
WALL = "wall.2"
"""Background of the figures."""


def signs_with_rulers(sign_set: GlyphSet) -> Iterator[tuple[str, str]]:
    """Yield rows of signs, each with a ruler; both end in the same column if every sign is one cell wide."""
    signs = [to_glyph_set(sign, sign_set) for sign in dict.fromkeys(SYMBOL_GLYPHS + tuple(MORE))]
    for start in range(0, len(signs), ON_A_LINE):
        row = signs[start : start + ON_A_LINE]
        yield f"[{''.join(row)}]", f"[{''.join(str((n + 1) % 10) for n in range(len(row)))}]"


def owners(sign_set: GlyphSet) -> Text:
    roles = [*(f"owner.{seat}" for seat in range(len(MARKS))), "owner.barry"]
    line = Text()
    for mark, role in zip((*MARKS.values(), CROWN), roles, strict=True):
        line.append(to_glyph_set(mark, sign_set), role)
        line.append("  ", "plain")
    return line


def silks(words: Words) -> Text:
    line = Text()
    for colour in COLOURS:
        line.append(f" {words.letter(colour)} ", symbols.silk_role(words, colour))
        line.append("  ", "plain")
    return line


def figures(words: Words, pictures: bool, sign_set: GlyphSet) -> list[Text]:
    """Return the lines of one garment of every silk, in pixels or in line art."""
    shown = [garment(ladies=n % 2 == 0, grand=n > 1) for n in range(len(COLOURS))]
    parts = [
        _in_pixels(figure, symbols.dye(words, colour))
        if pictures
        else _in_lines(figure, words.letter(colour), symbols.silk_role(words, colour), sign_set)
        for figure, colour in zip(shown, COLOURS, strict=True)
    ]
    gap = (" " * GAP, f"_{WALL}" if pictures else "plain")
    return [Text.assemble(gap, *(part for cells in row for part in (cells, gap))) for row in zip(*parts, strict=True)]


def _in_pixels(figure: Figure, dye: str) -> list[Text]:
    inks, rows = inks_of(dye), figure.pixels[Size.MIDDLE]
    lines = []
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        line = Text()
        for top, bottom in zip(upper, lower, strict=True):
            line.append("▀", f"^{inks.get(top, WALL)} _{inks.get(bottom, WALL)}")
        lines.append(line)
    return lines


def _in_lines(figure: Figure, letter: str, role: str, sign_set: GlyphSet) -> list[Text]:
    lines = []
    for row in figure.lines[Size.MIDDLE]:
        line = Text()
        for sign in row:
            line.append(letter if sign == "@" else to_glyph_set(sign, sign_set), role if sign == "@" else "plain")
        lines.append(line)
    return lines
