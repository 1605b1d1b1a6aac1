"""The settings in force, and the output filters and pictures that follow from them."""

from collections.abc import Iterable
from typing import Any

from textual.app import App
from textual.filter import LineFilter, Monochrome, NoColor

from rokoko_tui.keys import COMMANDS, keymap_of, keys_of
from rokoko_tui.settings.settings import Settings, format_value, next_value, save_settings
from rokoko_tui.text.languages import Edition
from rokoko_tui.theme.output_filters import ColourReductionFilter, ControlCharacterFilter, GlyphFilter, reduction_table
from rokoko_tui.theme.styles import content_of, styles_of, to_textual
from rokoko_tui.theme.terminal_capabilities import GlyphSet, choose_glyph_set, choose_pictures, count_colours
from rokoko_tui.theme.theme_files import DEFAULT, MONOCHROME, BadTheme, load_theme, shipped_theme
from rokoko_tui.widgets.notices import BRIEFLY


class Preferences:
    """Applies the settings to the app's themes and output filters, and saves them."""

    def __init__(self, app: App[Any], settings: Settings) -> None:
        self.settings = settings
        self._app = app
        self._colours = 0 if app.no_color else count_colours(app.console.color_system)
        self._filters: list[LineFilter] = []
        self.theme_fault: BadTheme | None = None
        """Why the theme of the settings is not used."""
        app.set_reactive(App.theme, self._register_first_theme())
        app.stylesheet.set_variables(app.get_css_variables())

    def _register_first_theme(self) -> str:
        """Register the theme of the settings and return its name: another one if it has faults or without colours."""
        if self._app.no_color:
            content = shipped_theme(MONOCHROME)
        else:
            try:
                content = load_theme(self.settings.theme, self.settings.account.themes)
            except BadTheme as bad:
                content, self.theme_fault = shipped_theme(DEFAULT), bad
        self._app.register_theme(to_textual(content))
        return content.name

    def use_theme(self, name: str) -> None:
        """Show the theme called ``name``, whose file is read again. Raises ``BadTheme``."""
        self._app.register_theme(to_textual(load_theme(name, self.settings.account.themes)))
        self._app.theme = name

    @property
    def glyphs(self) -> GlyphSet:
        """The characters that may be shown."""
        account = self.settings.account
        return GlyphSet(choose_glyph_set(self.settings.signs, account.environment, account.encoding).value)

    def filter_output(self) -> bool:
        """Make output filters for the present theme and glyph set; return whether to draw pictures with them."""
        app, glyphs = self._app, self.glyphs
        self._filters = [
            *([NoColor()] if app.no_color else []),
            ControlCharacterFilter(),
            ColourReductionFilter(reduction_table(self._colours, styles_of(app.current_theme).palette)),
            GlyphFilter(glyphs, self.settings.vocabulary.language.alphabet),
        ]
        colourless = app.no_color or content_of(app.current_theme).colourless
        return choose_pictures(self.settings.pictures, glyphs, self._colours, colourless).value == "on"

    def line_filters(self, of_textual: Iterable[LineFilter]) -> list[LineFilter]:
        """Return the filters of all output: some of Textual's and ours.

        Textual would draw in greys without colours, but NO_COLOR means the terminal's own two colours.
        """
        theirs = [line_filter for line_filter in of_textual if not isinstance(line_filter, Monochrome | NoColor)]
        return theirs + [line_filter for line_filter in self._filters if line_filter.enabled]

    def change(self, field: str, value: object) -> None:
        """Change a setting, apply it to all screens and save it; show a warning instead if a theme is not usable."""
        app: Any = self._app
        if field == "theme":
            try:
                self.use_theme(str(value))
            except BadTheme as bad:
                app.notify(bad.describe(self.settings.vocabulary), severity="warning", timeout=10)
                return
        setattr(self.settings, field, value)
        match field:
            case "signs" | "pictures":
                app.pictures = self.filter_output()
                app.screen.refresh()
            case "edition":
                app.games.store_terms(value)
                app.edition = value
            case "language":
                app.pictures = self.filter_output()
                app.mutate_reactive(type(app).edition)
            case "turn_alert":
                app.alert()  # so that it is known, and a browser can ask for its permission
            case "keys":
                app.set_keymap(keymap_of(self.settings.keys))
        self.save()

    def change_to_next(self, field: str) -> None:
        """Change a setting to its next value and say so, with the key; say why if the language has a single edition."""
        words = self.settings.vocabulary
        if field == "edition" and (only := words.single_edition_notice()):
            self._app.notify(only, timeout=3)
            return
        current = self.settings.shown_edition if field == "edition" else getattr(self.settings, field)
        value = next_value(field, current, 1, self.settings.account)
        self.change(field, value)
        text = words.say(f"start.app.{field}", name=format_value(field, value, words))
        command = next(command for command in COMMANDS if command.action == f"next_value('{field}')")
        key = words.format_keys(keys_of(command, self.settings.keys)[-1])
        self._app.notify(words.say_of("start.app.next", {"text": text, "key": key}), timeout=2 * BRIEFLY)

    def use_terms(self, edition: Edition | None) -> None:
        """Use the terms of a game until another is shown; None: those of the settings."""
        self.settings.game_edition = edition
        app: Any = self._app
        app.edition = self.settings.shown_edition

    def save(self) -> None:
        """Write the settings file; show a warning if that fails."""
        try:
            save_settings(self.settings)
        except OSError as error:
            words = self.settings.words
            message = words.say("start.app.not-saved", why=words.disk_reason(error))
            self._app.notify(message, severity="warning")
