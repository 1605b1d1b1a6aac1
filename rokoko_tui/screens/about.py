"""What this program is, which of its figures are the rulebooks', and where its files are."""

import platform
from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Footer, Static

from rokoko_core.components import ComponentError, ComponentSet, load_components, shipped
from rokoko_core.journal import FORMAT_VERSION, PROGRAM_VERSION, RULES_VERSION
from rokoko_core.terms import COLOURS
from rokoko_tui.keys import bindings_of
from rokoko_tui.screens.help import Leaflet
from rokoko_tui.screens.page import Page
from rokoko_tui.session.report import version_of
from rokoko_tui.session.settings import components_of, settings_path
from rokoko_tui.words import Words, words_of

LIBRARIES = ("textual", "rich", "msgspec")
SAME_THING = (
    ("dress", "ladies-dress", "coat", "yarn", "marker", "window", "segment", "fountain-upper", "fountain-lower"),
    ("hall:1", *COLOURS),
)
"""Words that differ between the editions."""


def heading(text: str) -> Content:
    """The name of a section."""
    return Content(f"\n{text}").stylize("bold $accent")


class AboutScreen(Page):
    """One page to read."""

    PLACES: ClassVar[tuple[str, ...]] = ("page", "app")
    BINDINGS = [bindings_of("page")[-1]]
    DEFAULT_CSS = """
    AboutScreen { align: center top; }
    #about { width: 80; max-width: 100%; height: 1fr; padding: 0 2; }
    """

    def compose(self) -> ComposeResult:
        """The text."""
        with Leaflet(id="about"):
            yield Static(id="about-text")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Write the page, and again when the edition's words change."""
        self.query_one(Leaflet).focus()
        self.watch(self.app, "edition", self._write)

    def action_back(self) -> None:
        """Back to the start screen."""
        self.leave()

    def _write(self) -> None:
        self.query_one("#about-text", Static).update(Content("\n").join(self._lines()))

    def _lines(self) -> Iterator[Content]:
        yield Content(f"Rokoko {PROGRAM_VERSION}").stylize("bold $primary")
        yield Content(
            "The board game Rokoko (Rococo) for the terminal: the base game for two to five people, the Deluxe "
            "expansions, Madame du Barry for one, automatic players, undo, saves and replay."
        )
        yield heading("No affiliation")
        yield Content(
            "Rokoko was designed by Matthias Cramer, Louis Malz and Stefan Malz. This program is an independent work "
            "for private play. It is not made, approved or supported by the authors or publishers of the board game, "
            "and holds neither their texts nor their pictures."
        )
        yield from self._figures()
        yield from self._editions()
        yield heading("Files")
        yield Content(f"Games      {self.rokoko.saves}")
        yield Content(f"Settings   {settings_path()}")
        yield Content(f"Own set    {self.rokoko.settings.components or 'none; see rokoko-tui components DIR'}")
        yield heading("Versions")
        libraries = ", ".join(f"{name} {version_of(name) or '(not installed as a package)'}" for name in LIBRARIES)
        yield Content(f"Python {platform.python_version()}, {libraries}")
        yield Content(f"Save format {FORMAT_VERSION}, rules {RULES_VERSION}")
        yield heading("Licence")
        yield Content("MIT. You may use, change and pass on this program; the file LICENSE has the terms.")

    def _figures(self) -> Iterator[Content]:
        yield heading("Whose figures these are")
        yield Content(
            "The rules follow the rulebooks. Where those do not print a figure of a component, it was "
            "reconstructed to fit everything they do state. Table by table:"
        )
        yield from _of_set(load_components(), self.words)
        try:
            own = components_of(self.rokoko.settings)
        except ComponentError as error:
            yield Content(f"\nYour own set cannot be used: {self.words.bad_component(error)}.")
            return
        if own.key not in shipped():
            yield from _of_set(own, self.words)

    def _editions(self) -> Iterator[Content]:
        yield heading("Words of the two editions")
        yield Content("F2 switches between them everywhere. The same things are called")
        classic, deluxe = words_of("classic"), words_of("deluxe")
        for keys in SAME_THING:
            for key in keys:
                yield Content(f"  {classic.term(key):<18} {deluxe.term(key)}")


def _of_set(components: ComponentSet, words: Words) -> Iterator[Content]:
    yield Content.assemble("\n", ("Component set ", "bold"), (words.components_name(components), "bold"))
    for table, sentence in words.origins(components):
        yield Content.assemble((f"{table}  ", "$primary"), sentence)
    for deviation in components.deviations:
        yield Content(f"▲ {words.deviation(deviation)}").stylize("$text-warning")
