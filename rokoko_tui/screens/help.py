"""The help: pages about the current screen, the signs, the rules and the keys."""

from collections.abc import Callable

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from rokoko_tui.art.help_pages import PAGES, HelpContext, keys_page, now_page, rules_page, signs_page
from rokoko_tui.keys import bindings_of
from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.text.wording import measure
from rokoko_tui.theme.styles import styles_of
from rokoko_tui.widgets.list_view import CursorActions

LONGEST = 40
"""Most characters of a search."""


class ScrollableText(CursorActions, VerticalScroll, can_focus=True, inherit_bindings=False):
    """Text that scrolls with the keys and the wheel."""

    BINDINGS = bindings_of("page")
    DEFAULT_CSS = """
    ScrollableText { scrollbar-size-vertical: 1; }
    """

    def move(self, step: int) -> None:
        self.scroll_relative(y=step, animate=False)

    def move_page(self, step: int) -> None:
        (self.scroll_page_down if step > 0 else self.scroll_page_up)(animate=False)

    def move_end(self, step: int) -> None:
        (self.scroll_end if step > 0 else self.scroll_home)(animate=False)

    async def action_back(self) -> None:
        await self.screen.run_action("back")


class HelpScreen(ModalScreen[None], BaseScreen[None]):
    """Four pages about the screen below, starting with the one open last.

    On the rules page, typing searches for rules that contain all of the words.
    """

    CLOSING_BOX = "#help"
    BINDINGS = bindings_of("help")
    DEFAULT_CSS = """
    HelpScreen { align: center middle; background: $background 60%; }
    #help {
        width: 100; max-width: 98%; height: 92%;
        border: round $accent; border-title-color: $title; border-title-style: bold;
        border-subtitle-color: $text-muted; background: $surface; padding: 0 1;
    }
    #help-tabs {
        height: 1; margin-bottom: 1; link-style: none; link-color: $foreground;
        link-background-hover: $primary; link-color-hover: $background; link-style-hover: none;
    }
    #help-wanted { height: 1; margin-bottom: 1; background: $panel; padding: 0 1; }
    #help-text { height: 1fr; }
    """

    def __init__(self, describe: Callable[[], HelpContext], rule: str = "") -> None:
        super().__init__()
        context = describe()
        self._describe, self._help, self._search_text = describe, context, ""
        self._top = 0
        """The first line of the page to show."""
        self._rule = rule or (context.about.rule if context.about is not None else "")
        self._opens_rules = bool(rule) or (context.about is not None and context.about.at_once)

    @property
    def page(self) -> str:
        return self.app.help_page

    def compose(self) -> ComposeResult:
        with Vertical(id="help"):
            yield Static(id="help-tabs", markup=False)
            yield Static(id="help-wanted", markup=False)
            with ScrollableText(id="help-text"):
                yield Static(markup=False)

    def on_mount(self) -> None:
        self._set_titles()
        leaflet = self.query_one(ScrollableText)
        leaflet.focus()
        self.watch(leaflet, "virtual_size", self._scroll_to_top_line, init=False)
        if self._opens_rules:
            self.app.help_page = "rules"

    def _set_titles(self) -> None:
        box = self.query_one("#help")
        box.border_title = Content(self.vocabulary.say("table.help.title"))
        box.border_subtitle = Content(self.vocabulary.say("table.help.closes"))

    def refresh_texts(self) -> None:
        self._help = self._describe()
        self._set_titles()
        self._show()

    def on_resize(self) -> None:
        self.call_after_refresh(self._show)

    def _show(self) -> None:
        """Show the page, scrolled to the requested rule or to the top."""
        if not self.is_ready:
            return
        leaflet, words = self.query_one(ScrollableText), self.vocabulary
        self.query_one("#help-tabs", Static).update(self._tabs())
        search_line = self.query_one("#help-wanted", Static)
        search_line.display = self.page == "rules"
        search_line.update(self._search_prompt())
        width, top = max(1, leaflet.size.width - 2), 0
        if self.page == "signs":
            styles = styles_of(self.app.current_theme)
            lines = signs_page(self._help, self.app.words, styles, width)
        elif self.page == "rules":
            lines, top = rules_page(words, self._search_text, self._rule, width)
        elif self.page == "keys":
            lines = keys_page(self._help, words, width)
        else:
            lines = now_page(self._help, words, width)
        leaflet.query_one(Static).update(Content("\n").join(lines))
        self._top = 0 if self._search_text else top
        self.call_after_refresh(self._scroll_to_top_line)

    def _scroll_to_top_line(self) -> None:
        """Scroll to the requested rule; again when the text has its height, without which that is too far."""
        self.query_one(ScrollableText).scroll_to(y=self._top, animate=False)

    def _tabs(self) -> Content:
        names = [self.vocabulary.say(f"help.page.{page}") for page in PAGES]
        numbered = [f"{n} {name}" for n, name in enumerate(names, 1)]
        forms = [[f" {name} " for name in numbered], numbered, [f" {name} " for name in names]]
        width = self.query_one("#help-tabs").size.width
        shown = next((form for form in forms if measure(" ".join(form)) <= width), forms[-1])
        return Content(" ").join(
            Content.styled(name, "bold reverse" if page == self.page else "").stylize(
                f"@click=screen.open_page('{page}')"
            )
            for page, name in zip(PAGES, shown, strict=True)
        )

    def _search_prompt(self) -> Content:
        if self._search_text:
            return Content.assemble((self._search_text, "bold"), ("▏", "$accent"))
        return Content.styled(self.vocabulary.say("help.page.search"), "$text-muted")

    # ---- turning the pages

    def action_open_page(self, page: str) -> None:
        self.app.help_page = page
        self._show()

    def action_turn(self, step: int) -> None:
        self.action_open_page(PAGES[(PAGES.index(self.page) + step) % len(PAGES)])

    # ---- searching the rules

    @property
    def writing(self) -> bool:
        return self.page == "rules"

    def on_key(self, event: events.Key) -> None:
        """Type the search on the rules page; digits turn the pages while it is empty."""
        if self.page != "rules":
            return
        text = self._search_after(event)
        if text is not None:
            event.stop()
            event.prevent_default()
            self._search_text = text[:LONGEST]
            self._show()

    def _search_after(self, event: events.Key) -> str | None:
        """Return the search text after the key; None for a key that types nothing."""
        if event.key == "backspace":
            return self._search_text[:-1]
        if event.key == "escape" and self._search_text:
            return ""
        character = " " if event.key == "space" else event.character or ""
        if not character.isprintable() or not character or (not self._search_text and not character.isalpha()):
            return None
        return self._search_text + character

    def action_back(self) -> None:
        self.dismiss(None)
