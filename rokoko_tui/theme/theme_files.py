"""Theme files: find, read and check them. A theme is one TOML file, whose name is that of the theme.

The program's own are in the folder ``themes`` beside this module. A person may have others in a folder of this name
beside the settings file. Reading them needs neither Textual nor Rich.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from rokoko_tui.data_files import NotToml, load_table, parse_toml, read_limited
from rokoko_tui.text.message_catalog import Vocabulary

DEFAULT, LIGHT, MONOCHROME = "rokoko-dark", "rokoko-light", "rokoko-mono"
"""The theme that replaces an unusable one, its light counterpart, and the theme of terminals without colours."""
TEXTUAL_COLOURS = (
    *("foreground", "background", "surface", "panel", "primary"),
    *("secondary", "accent", "success", "warning", "error"),
)
"""Colours that Textual has a name for."""
STATES = {"cursor": "primary", "open": "accent", "chosen": "success", "title": "title"}
"""Colours of the theme for paints that mark the state of a piece."""
LIGHT_PLATES = {"card": "card", "card.dark": "panel"}
"""Colours of a light theme for the paints of cards and boards in pictures."""
LIGHT_INKS = {"text": "foreground", "soft": "faint", "coin": "coin", "star": "star", "good": "success"} | {
    **dict.fromkeys(("yarn", "lace"), "secondary"),
    "gold": "coin",
}
"""Colours of a light theme for the paints of text on these."""
COLOURS = {
    "colors": (*TEXTUAL_COLOURS, "title", "card", "other-card", "faint", "coin", "star"),
    "silk": ("yellow", "green", "red", "blue", "pink", "orange"),
    "owners": ("0", "1", "2", "3", "4", "barry"),
}
"""The tables of a theme file that are required, and the colours in each."""
FLAGS = ("dark", "colorless")
OWN_FOLDER, SUFFIX = "themes", ".toml"
_SHIPPED_FOLDER = Path(__file__).with_name(OWN_FOLDER)
_NAME = re.compile(r"[\w-](?:[\w -]{0,38}[\w-])?")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_REFERENCE = re.compile(r"\{([a-z-]+)\}")
_STYLE = re.compile(r"none ?|(?:(?:bold|dim|italic|underline|reverse|(?:on )?#[0-9a-fA-F]{6})(?: |$))+")


@cache
def _shared() -> dict[str, dict[str, str]]:
    """Return the styles of roles and the paints that all themes have."""
    return load_table(__file__, "shared")


@cache
def _optional_tables() -> dict[str, set[str]]:
    """Return the tables that a theme file may lack, and the names that each may have."""
    owners = {f"owner.{owner}" for owner in COLOURS["owners"]}
    return {
        "roles": {*_shared()["roles"], *(f"silk.{dye}" for dye in COLOURS["silk"]), *owners},
        "paints": {*_shared()["paints"], *STATES, *(f"dye.{dye}" for dye in COLOURS["silk"]), *owners},
    }


@dataclass(frozen=True, eq=False)
class ThemeColours:
    """The content of a theme file. Every colour is ``#rrggbb``; two objects differ even if their content is equal."""

    name: str
    dark: bool
    colours: Mapping[str, str]
    silk: Mapping[str, str]
    owners: Mapping[str, str]
    """By seat, from ``"0"``, and ``barry``."""
    roles: Mapping[str, str]
    """The style of each role in the syntax of Rich, those of silk and owners only if the file has them."""
    paints: Mapping[str, str]
    """Paints of pictures that differ from those of all themes."""
    colourless: bool = False
    """Whether to draw in lines, because the theme has no colours."""

    @property
    def all_paints(self) -> dict[str, str]:
        """The colour of every paint."""
        return {
            **_shared()["paints"],
            **{f"owner.{owner}": colour for owner, colour in self.owners.items()},
            **{f"dye.{dye}": colour for dye, colour in self.silk.items()},
            **{paint: self.colours[colour] for paint, colour in STATES.items()},
            **self.paints,
        }

    @property
    def in_pictures(self) -> "ThemeColours":
        """The colours of pictures, whose walls are always dark, as no light wall has contrast to silk of every colour.

        A light theme has only its own silk and paints there, and its own cards and boards of players.
        """
        if self.dark:
            return self
        plates = {paint: self.colours[colour] for paint, colour in LIGHT_PLATES.items()}
        return replace(shipped_theme(DEFAULT), silk=self.silk, paints={**plates, **self.paints})

    @property
    def on_plates(self) -> dict[str, str]:
        """The colour of every paint of text on a light background in a picture."""
        inks = {paint: self.colours[colour] for paint, colour in {**LIGHT_INKS, **STATES}.items()}
        return inks | {f"owner.{owner}": colour for owner, colour in self.owners.items()}


@dataclass(frozen=True)
class Fault:
    """What is wrong with a theme file: the message ``themes.<key>`` with ``figures`` says it."""

    key: str
    figures: Mapping[str, object]


class BadTheme(ValueError):
    """A theme that cannot be used, with all its faults."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(faults)
        self.faults = faults

    def sentences(self, words: Vocabulary) -> list[str]:
        """Return one sentence for each fault."""
        return [words.say_with_reasons(f"themes.{fault.key}", fault.figures) for fault in self.faults]

    def describe(self, words: Vocabulary) -> str:
        """Return the sentence for the first fault."""
        return self.sentences(words)[0]

    def describe_replacement(self, words: Vocabulary) -> str:
        """Return the sentence for the first fault, and which theme is used instead."""
        return words.say("themes.replaced", reason=self.describe(words), name=DEFAULT)


# ---- finding themes


@cache
def shipped_names() -> tuple[str, ...]:
    """Return the names of the program's own themes."""
    return tuple(path.stem for path in list_files(_SHIPPED_FOLDER))


def list_files(folder: Path) -> list[Path]:
    """Return the theme files of ``folder`` by name; none if it cannot be read."""
    try:
        paths = [path for path in folder.iterdir() if path.suffix == SUFFIX and path.name[0] != "."]
    except OSError:
        return []
    return sorted(paths, key=lambda path: path.name)


def list_names(folder: Path) -> list[str]:
    """Return the names of all themes, those of ``folder`` last; their files may have faults."""
    own = [path.stem for path in list_files(folder) if _name_fault(path) is None]
    return [*shipped_names(), *own]


def list_usable(folder: Path) -> list[str]:
    """Return the names of the themes whose files have no faults."""
    return [*shipped_names(), *(theme.name for theme in read_own_themes(folder).themes.values())]


class OwnThemes(NamedTuple):
    """The theme files of a person, by path."""

    themes: dict[Path, ThemeColours]
    faults: dict[Path, BadTheme]


def read_own_themes(folder: Path) -> OwnThemes:
    """Read all theme files in ``folder``."""
    own = OwnThemes({}, {})
    for path in list_files(folder):
        try:
            own.themes[path] = read_own_theme(path)
        except BadTheme as bad:
            own.faults[path] = bad
    return own


# ---- reading a theme


@cache
def shipped_theme(name: str) -> ThemeColours:
    """Return one of the program's own themes."""
    return _read_file(_SHIPPED_FOLDER / f"{name}{SUFFIX}")


def load_theme(name: str, folder: Path) -> ThemeColours:
    """Return the theme called ``name``: the program's own, or one in ``folder``. Raises ``BadTheme``."""
    if name in shipped_names():
        return shipped_theme(name)
    path = next((path for path in list_files(folder) if path.stem == name), None)
    if path is None:
        raise BadTheme(Fault("absent", {"name": name, "names": list_usable(folder)}))
    return read_own_theme(path)


def read_own_theme(path: Path) -> ThemeColours:
    """Return the theme of a person in the file at ``path``. Raises ``BadTheme``."""
    fault = _name_fault(path)
    if fault is not None:
        raise BadTheme(fault)
    return _read_file(path)


def _name_fault(path: Path) -> Fault | None:
    if path.stem in shipped_names():
        return Fault("shipped-name", {"path": str(path)})
    return None if _NAME.fullmatch(path.stem) else Fault("bad-name", {"path": str(path)})


def _read_file(path: Path) -> ThemeColours:
    try:
        data = read_limited(path)
    except OSError as error:
        raise BadTheme(Fault("unreadable", {"path": str(path), "reason": error})) from error
    return _parse(str(path), data)


@lru_cache(64)
def _parse(path: str, data: bytes) -> ThemeColours:
    """Return the theme in ``data``, the same object for the same content. Raises ``BadTheme``."""
    try:
        table = parse_toml(data)
    except NotToml as error:
        key, figures = ("not-toml", {}) if error.line is None else ("not-toml-line", {"line": error.line})
        raise BadTheme(Fault(key, {"path": path, **figures})) from error
    faults = [Fault(key, {"path": path, **figures}) for key, figures in _find_faults(table)]
    if faults:
        raise BadTheme(*faults)
    colours: Mapping[str, str] = table["colors"]
    roles = {role: _insert(style, colours) for role, style in (_shared()["roles"] | table.get("roles", {})).items()}
    return ThemeColours(
        name=Path(path).stem,
        dark=table["dark"],
        colours=colours,
        silk=table["silk"],
        owners=table["owners"],
        roles=roles,
        paints=table.get("paints", {}),
        colourless=table.get("colorless", False),
    )


def _insert(style: str, colours: Mapping[str, str]) -> str:
    """Return ``style`` with colours in place of their names in braces. Raises KeyError for an unknown name."""
    return _REFERENCE.sub(lambda name: colours[name[1]], style)


def _find_faults(table: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield (message key, figures) for each fault of a theme's content."""
    missing = [name for name in ("dark", *COLOURS) if name not in table]
    for name, value in table.items():
        if name in FLAGS:
            if not isinstance(value, bool):
                yield "no-flag", {"field": name}
        elif name not in COLOURS and name not in _optional_tables():
            yield "unknown", {"field": name[:40]}
        elif not isinstance(value, dict):
            yield "no-table", {"field": name}
        else:
            missing += [f"{name}.{colour}" for colour in COLOURS.get(name, ()) if colour not in value]
            yield from _find_entry_faults(name, value)
    if missing:
        yield "missing", {"names": missing}


def _find_entry_faults(table: str, entries: Mapping[str, object]) -> Iterator[tuple[str, dict[str, object]]]:
    known = COLOURS.get(table) or _optional_tables()[table]
    for name, value in entries.items():
        field: dict[str, object] = {"field": f"{table}.{name[:40]}"}
        if name not in known:
            yield "unknown", field
        elif table == "roles":
            if not _is_style(value):
                yield "no-style", field
        elif not (isinstance(value, str) and _COLOUR.fullmatch(value)):
            yield "no-colour", field


def _is_style(value: object) -> bool:
    """Whether ``value`` is a style; every colour of a theme may be in braces."""
    if not isinstance(value, str) or not {name[1] for name in _REFERENCE.finditer(value)} <= set(COLOURS["colors"]):
        return False
    return _STYLE.fullmatch(_REFERENCE.sub("#000000", value)) is not None
