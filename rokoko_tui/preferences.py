"""The settings in force: words, colours, signs, pictures and keys, changed at once everywhere and written down."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.app import App
from textual.filter import Monochrome, NoColor
from textual.notifications import Notify, SeverityLevel
from textual.reactive import reactive

from rokoko_tui import keys
from rokoko_tui.input_filter import Gate
from rokoko_tui.settings.launch import PICTURES, SIGNS, THEMES
from rokoko_tui.settings.settings import Settings, save_settings
from rokoko_tui.text.disk_errors import disk_reason
from rokoko_tui.text.languages import Edition, language_spoken
from rokoko_tui.text.message_catalog import Vocabulary, vocabulary_of
from rokoko_tui.theme import themes
from rokoko_tui.theme.colour_reduction import Matched
from rokoko_tui.theme.glyphs import SignSet
from rokoko_tui.theme.output_filters import Legible, Written
from rokoko_tui.theme.terminal_capabilities import colours_of, pictures_chosen, signs_chosen

if TYPE_CHECKING:
    from rokoko_tui.text import Words


class Settled(Gate):
    """An app that looks and speaks as its settings say."""

    edition: reactive[Edition] = reactive("classic", init=False)
    """Whose words are used, where the language has them; screens watch it."""
    pictures: reactive[bool] = reactive(True, init=False)
    """Whether things are drawn in pixels; screens watch it."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        if self.no_color:  # Textual would draw in greys; who asks for no colour gets the terminal's own two
            self._filters = [kept for kept in self._filters if not isinstance(kept, Monochrome)]
            self._filters.append(NoColor())
        self._colours = 0 if self.no_color else colours_of(self.console.color_system)
        self._filters += [Legible(), Matched(self._colours)]
        self.settings = settings
        self.set_reactive(Settled.edition, settings.edition)
        themes.register(self)
        self.set_reactive(App.theme, themes.chosen(settings.theme))
        self.stylesheet.set_variables(self.get_css_variables())
        self.set_reactive(Settled.pictures, self._suited())

    @property
    def vocabulary(self) -> Vocabulary:
        """The plain messages, for which nothing of the game is loaded."""
        return vocabulary_of(self.edition, language_spoken(self.settings.language, os.environ))

    @property
    def words(self) -> "Words":
        """The words of the edition chosen."""
        from rokoko_tui.text import words_of

        return words_of(self.edition, language_spoken(self.settings.language, os.environ))

    # ---- what is told

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """Show ``message`` for a while; it is never read as markup, whatever ``markup`` says."""
        super().notify(message, title=title, severity=severity, timeout=timeout, markup=False)

    def on_notify(self, event: Notify) -> None:
        """What stands there already is not said twice."""
        if any(notice.message == event.notification.message for notice in self._notifications):
            event.prevent_default()

    # ---- what is settled

    def settle(self, field: str, value: object) -> None:
        """Let ``field`` of the settings be ``value`` from now on, everywhere at once, and write it down."""
        setattr(self.settings, field, value)
        match field:
            case "theme":
                self.theme = self.settings.theme
            case "signs" | "pictures":
                self.pictures = self._suited()
                self.screen.refresh()
            case "edition":
                self.edition = self.settings.edition
            case "language":
                self.pictures = self._suited()
                self.mutate_reactive(Settled.edition)
            case "keys":
                self.set_keymap(keys.keymap_of(self.settings.keys))
        self.remember()

    def remember(self) -> None:
        """Write the settings down."""
        try:
            save_settings(self.settings)
        except OSError as refusal:
            why = disk_reason(self.words, refusal)
            self.notify(self.vocabulary.say("start.app.not-saved", why=why), severity="warning")

    def _suited(self) -> bool:
        """Let signs go out as the terminal has them; whether to draw pictures."""
        signs = signs_chosen(self.settings.signs, os.environ).value
        others = [kept for kept in self._filters if not isinstance(kept, Written)]
        self._filters = [*others, Written(SignSet(signs), self.vocabulary.language.alphabet)]
        colourless = self.no_color or self.theme == themes.MONOCHROME
        return pictures_chosen(self.settings.pictures, signs, self._colours, colourless).value == "on"

    # ---- keys that settle something

    def action_edition(self) -> None:
        """Switch between the classic and the Deluxe words, everywhere at once, where the language has both."""
        if only := self.vocabulary.one_edition():
            self.notify(only, timeout=3)
            return
        self.edition = "classic" if self.edition == "deluxe" else "deluxe"

    def watch_edition(self, edition: Edition) -> None:
        """Remember the choice."""
        self.settings.edition = edition
        self.remember()

    def action_next_theme(self) -> None:
        """The next of the program's own colour themes."""
        self._settle_next("theme", THEMES)

    def action_next_signs(self) -> None:
        """The next set of signs; ``auto`` is one of them."""
        self._settle_next("signs", SIGNS)

    def action_next_pictures(self) -> None:
        """Pictures where they suit, always, or never."""
        self._settle_next("pictures", PICTURES)

    def _settle_next(self, field: str, values: Sequence[str]) -> None:
        """Let ``field`` be the next of ``values``, and say which."""
        value = values[(values.index(getattr(self.settings, field)) + 1) % len(values)]
        self.settle(field, value)
        self.notify(self.vocabulary.say(f"start.app.{field}", name=value), timeout=2)

    def watch_theme(self) -> None:
        """The theme without colours draws in lines."""
        self.pictures = self._suited()
