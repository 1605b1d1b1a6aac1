"""Pages to read: the help for a place, in a box over it."""

from collections.abc import Callable

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from rokoko_tui.art.help_pages import PAGES, Here, keys_page, now_page, rules_page, signs_page
from rokoko_tui.keys import bindings_of
from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.theme.themes import styles_of

LONGEST = 40
"""Signs one may look for."""


class Leaflet(VerticalScroll, can_focus=True, inherit_bindings=False):
    """Text that is scrolled line by line, page by page, or with the wheel."""

    BINDINGS = bindings_of("page")
    DEFAULT_CSS = """
    Leaflet { scrollbar-size-vertical: 1; }
    """

    def action_up(self) -> None:
        """A line up."""
        self.scroll_up(animate=False)

    def action_down(self) -> None:
        """A line down."""
        self.scroll_down(animate=False)

    def action_page_up(self) -> None:
        """A page up."""
        self.scroll_page_up(animate=False)

    def action_page_down(self) -> None:
        """A page down."""
        self.scroll_page_down(animate=False)

    def action_first(self) -> None:
        """To the top."""
        self.scroll_home(animate=False)

    def action_last(self) -> None:
        """To the bottom."""
        self.scroll_end(animate=False)

    async def action_back(self) -> None:
        """Leave the page."""
        await self.screen.run_action("back")


class HelpScreen(ModalScreen[None], BaseScreen[None]):
    """Four pages about the place underneath, the one looked at last on top; Esc closes them.

    On the page of rules one just types: it shows the rules that have all of the words.
    """

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

    def __init__(self, tell: Callable[[], Here], rule: str = "") -> None:
        super().__init__()
        here = tell()
        self._tell, self._here, self._wanted = tell, here, ""
        self._rule = rule or (here.about.rule if here.about is not None else "")
        self._straight = bool(rule) or (here.about is not None and here.about.at_once)

    @property
    def page(self) -> str:
        """The page looked at."""
        return self.rokoko.help_page

    def compose(self) -> ComposeResult:
        """The tabs, what is looked for, and the page."""
        with Vertical(id="help"):
            yield Static(id="help-tabs", markup=False)
            yield Static(id="help-wanted", markup=False)
            with Leaflet(id="help-text"):
                yield Static(markup=False)

    def on_mount(self) -> None:
        """Keys go to the page."""
        self._label()
        self.query_one(Leaflet).focus()
        if self._straight:
            self.rokoko.help_page = "rules"

    def _label(self) -> None:
        box = self.query_one("#help")
        box.border_title = Content(self.vocabulary.say("table.help.title"))
        box.border_subtitle = Content(self.vocabulary.say("table.help.closes"))

    def told_anew(self) -> None:
        """The page in other words."""
        super().told_anew()
        self._here = self._tell()
        self._label()
        self._show()

    def on_resize(self) -> None:
        """The lines are folded to the width."""
        super().on_resize()
        self.call_after_refresh(self._show)

    # ---- what is shown

    def _show(self) -> None:
        """The page in the lines its room has, from the rule that is asked about, else from its top."""
        if not self.at_hand:
            return
        leaflet, words = self.query_one(Leaflet), self.vocabulary
        self.query_one("#help-tabs", Static).update(self._tabs())
        wanted = self.query_one("#help-wanted", Static)
        wanted.display = self.page == "rules"
        wanted.update(self._line_to_type())
        width, at = max(1, leaflet.size.width - 2), 0
        if self.page == "signs":
            styles = styles_of(self.app.theme, self.app.current_theme.dark)
            lines = signs_page(self._here, self.rokoko.words, styles, width)
        elif self.page == "rules":
            lines, at = rules_page(words, self._wanted, self._rule, width)
        elif self.page == "keys":
            lines = keys_page(self._here, words, width)
        else:
            lines = now_page(self._here, words, width)
        leaflet.query_one(Static).update(Content("\n").join(lines))
        self.call_after_refresh(leaflet.scroll_to, y=0 if self._wanted else at, animate=False)

    def _tabs(self) -> Content:
        parts = []
        for n, page in enumerate(PAGES, 1):
            name = f" {n} {self.vocabulary.say(f'help.page.{page}')} "
            style = "bold reverse" if page == self.page else ""
            parts.append(Content.styled(name, style).stylize(f"@click=screen.open_page('{page}')"))
        return Content(" ").join(parts)

    def _line_to_type(self) -> Content:
        if self._wanted:
            return Content.assemble((self._wanted, "bold"), ("▏", "$accent"))
        return Content.styled(self.vocabulary.say("help.page.search"), "$text-muted")

    # ---- turning the pages

    def action_open_page(self, page: str) -> None:
        """Turn to ``page``."""
        self.rokoko.help_page = page
        self._show()

    def action_before(self) -> None:
        """The page before."""
        self._turn(-1)

    def action_next(self) -> None:
        """The next page."""
        self._turn(1)

    def action_now(self) -> None:
        """What is asked now."""
        self.action_open_page("now")

    def action_signs(self) -> None:
        """The signs."""
        self.action_open_page("signs")

    def action_rules(self) -> None:
        """The rules."""
        self.action_open_page("rules")

    def action_keys(self) -> None:
        """The keys."""
        self.action_open_page("keys")

    def _turn(self, step: int) -> None:
        self.action_open_page(PAGES[(PAGES.index(self.page) + step) % len(PAGES)])

    # ---- looking for a rule

    @property
    def writing(self) -> bool:
        """On the page of rules one types what one looks for."""
        return self.page == "rules"

    def on_key(self, event: events.Key) -> None:
        """On the page of rules one types what one looks for; figures turn the pages while nothing is typed."""
        if self.page != "rules":
            return
        wanted = self._after(event)
        if wanted is not None:
            event.stop()
            self._wanted = wanted[:LONGEST]
            self._show()

    def _after(self, event: events.Key) -> str | None:
        """What is looked for after the key; None for a key that types nothing here."""
        if event.key == "backspace":
            return self._wanted[:-1]
        if event.key == "escape" and self._wanted:
            return ""
        sign = " " if event.key == "space" else event.character or ""
        if not sign.isprintable() or not sign or (not self._wanted and not sign.isalpha()):
            return None
        return self._wanted + sign

    def action_back(self) -> None:
        """Close the help."""
        self.dismiss(None)
