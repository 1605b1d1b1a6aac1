"""The settings in force, and the output filters and pictures that follow from them."""

from typing import Any

from textual.app import App
from textual.filter import Monochrome, NoColor

from rokoko_tui.keys import keymap_of
from rokoko_tui.settings.options import format_value, next_value
from rokoko_tui.settings.settings import Settings, save_settings
from rokoko_tui.text.disk_errors import disk_reason
from rokoko_tui.text.languages import Edition
from rokoko_tui.theme import themes
from rokoko_tui.theme.glyphs import GlyphSet
from rokoko_tui.theme.output_filters import ColourReductionFilter, ControlCharacterFilter, GlyphFilter
from rokoko_tui.theme.terminal_capabilities import choose_glyph_set, choose_pictures, count_colours


class Preferences:
    """Applies the settings to the app's themes and output filters, and saves them."""

    def __init__(self, app: App[Any], settings: Settings) -> None:
        self.settings = settings
        self._app = app
        if app.no_color:  # Textual would draw in greys; NO_COLOR means the terminal's own two colours
            app._filters = [line_filter for line_filter in app._filters if not isinstance(line_filter, Monochrome)]
            app._filters.append(NoColor())
        self._colours = 0 if app.no_color else count_colours(app.console.color_system)
        app._filters += [ControlCharacterFilter(), ColourReductionFilter(self._colours)]
        themes.register_themes(app)
        app.set_reactive(App.theme, themes.initial_theme(settings.theme, app.no_color))
        app.stylesheet.set_variables(app.get_css_variables())

    def apply_glyphs(self) -> bool:
        """Filter the output to the chosen glyph set; return whether to draw pictures with it."""
        app, account = self._app, self.settings.account
        glyphs = choose_glyph_set(self.settings.signs, account.environment, account.encoding).value
        app._filters = [line_filter for line_filter in app._filters if not isinstance(line_filter, GlyphFilter)]
        app._filters.append(GlyphFilter(GlyphSet(glyphs), self.settings.vocabulary.language.alphabet))
        colourless = app.no_color or app.theme == themes.MONOCHROME
        return choose_pictures(self.settings.pictures, glyphs, self._colours, colourless).value == "on"

    def change(self, field: str, value: object) -> None:
        """Change a setting, apply it to all screens and save it."""
        setattr(self.settings, field, value)
        app: Any = self._app
        match field:
            case "theme":
                app.theme = value
            case "signs" | "pictures":
                app.pictures = self.apply_glyphs()
                app.screen.refresh()
            case "edition":
                app.games.store_terms(value)
                app.edition = value
            case "language":
                app.pictures = self.apply_glyphs()
                app.mutate_reactive(type(app).edition)
            case "keys":
                app.set_keymap(keymap_of(self.settings.keys))
        self.save()

    def change_to_next(self, field: str) -> None:
        """Change a setting to its next value and say so; say why if the language has a single edition."""
        words = self.settings.vocabulary
        if field == "edition" and (only := words.single_edition_notice()):
            self._app.notify(only, timeout=3)
            return
        current = self.settings.shown_edition if field == "edition" else getattr(self.settings, field)
        value = next_value(field, current, 1)
        self.change(field, value)
        self._app.notify(words.say(f"start.app.{field}", name=format_value(field, value, words)), timeout=2)

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
            message = words.say("start.app.not-saved", why=disk_reason(words, error))
            self._app.notify(message, severity="warning")
