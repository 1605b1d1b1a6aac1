"""The about screen: versions, licence, file paths, and the sources of the component figures."""

import platform
from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from rokoko_core import __version__
from rokoko_core.components import ComponentError, ComponentSet, load_components, shipped
from rokoko_core.terms import COLOURS
from rokoko_tui.keys import bindings_of
from rokoko_tui.saves import FORMAT_VERSION, RULES_VERSION
from rokoko_tui.saves.crash_report import version_of
from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.screens.help import ScrollableText
from rokoko_tui.settings.settings import components_of
from rokoko_tui.text import Words, get_words
from rokoko_tui.text.languages import EDITIONS
from rokoko_tui.widgets.footer import KeyFooter

LIBRARIES = ("textual", "rich", "msgspec")
EDITION_TERMS = (
    ("dress", "ladies-dress", "coat", "make", "yarn", "marker", "staff", "window", "segment", "terrace"),
    ("fountain-upper", "fountain-lower", "jewel", "present"),
    ("king-hall", *COLOURS),
)
"""Terms that differ between the editions."""


def heading(text: str) -> Content:
    return Content(f"\n{text}").stylize("bold $title")


class AboutScreen(BaseScreen[None]):
    PLACES: ClassVar[tuple[str, ...]] = ("page", "app")
    BINDINGS = [bindings_of("page")[-1]]
    DEFAULT_CSS = """
    AboutScreen { align: center top; }
    #about { width: 80; max-width: 100%; height: 1fr; padding: 0 2; }
    """

    def compose(self) -> ComposeResult:
        with ScrollableText(id="about"):
            yield Static(id="about-text", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self.query_one(ScrollableText).focus()
        self.refresh_texts()

    def refresh_texts(self) -> None:
        self.query_one("#about-text", Static).update(Content("\n").join(self._lines()))

    def _files(self) -> Iterator[Content]:
        yield heading(self.words.say("about.heading.files"))
        yield Content(self.words.say("about.games", path=str(self.app.saves)))
        yield Content(self.words.say("about.settings", path=str(self.app.settings.account.settings_path)))
        path = self.app.settings.components
        yield Content(self.words.say("about.own-set", path=path) if path else self.words.say("about.no-own-set"))

    def _lines(self) -> Iterator[Content]:
        yield Content(self.words.say("about.title", version=__version__)).stylize("bold $primary")
        yield Content(self.words.say("about.what"))
        yield heading(self.words.say("about.heading.affiliation"))
        yield Content(self.words.say("about.independent"))
        yield from self._figures()
        yield from self._editions()
        if not self.app.settings.account.is_served:
            yield from self._files()
        yield heading(self.words.say("about.heading.versions"))
        libraries = [f"{name} {version_of(name) or self.words.say('about.not-installed')}" for name in LIBRARIES]
        yield Content(self.words.say("about.libraries", version=platform.python_version(), names=libraries))
        yield Content(self.words.say("about.formats", n=FORMAT_VERSION, number=RULES_VERSION))
        yield heading(self.words.say("about.heading.licence"))
        yield Content(self.words.say("about.licence"))

    def _figures(self) -> Iterator[Content]:
        yield heading(self.words.say("about.heading.figures"))
        yield Content(self.words.say("about.figures"))
        yield from _describe_set(load_components(), self.words)
        try:
            components = components_of(self.app.settings)
        except ComponentError as error:
            yield Content("\n" + self.words.say("about.bad-set", why=self.words.component_error(error)))
            return
        if components.key not in shipped():
            yield from _describe_set(components, self.words)

    def _editions(self) -> Iterator[Content]:
        yield heading(self.words.say("about.heading.editions"))
        if only := self.words.single_edition_notice():
            yield Content(only)
            return
        yield Content(self.words.say("about.editions"))
        classic, deluxe = (get_words(edition, self.words.language.name) for edition in EDITIONS)
        for keys in EDITION_TERMS:
            for key in keys:
                yield Content(f"  {classic.term(key):<18} {deluxe.term(key)}")


def _describe_set(components: ComponentSet, words: Words) -> Iterator[Content]:
    name = words.say("about.set", name=words.component_set_name(components))
    yield Content.assemble("\n", (name, "bold"))
    for table, sentence in words.origins(components):
        yield Content.assemble((f"{table}  ", "$primary"), sentence)
    for deviation in components.deviations:
        yield Content(f"▲ {words.deviation(deviation)}").stylize("$text-warning")
