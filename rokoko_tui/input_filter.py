"""The input filter: which keys, clicks, pastes and actions reach a screen."""

from collections.abc import Container
from typing import TYPE_CHECKING

from textual import events
from textual.dom import DOMNode, NoScreen
from textual.errors import NoWidget

from rokoko_tui import keys
from rokoko_tui.screens.base_screen import BaseScreen, TranslatedKey
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text.languages import latin_characters
from rokoko_tui.text.safe_display import typed
from rokoko_tui.widgets.terminal_sizes import fits

if TYPE_CHECKING:
    from rokoko_tui.app import RokokoApp


class InputFilter:
    """Drops input that is not meant for the visible screen, and maps keys of other keyboard layouts to command keys."""

    def __init__(self, app: "RokokoApp", settings: Settings) -> None:
        self._app, self._settings = app, settings

    def filter(self, event: events.Event) -> events.Event | None:
        """Return the event to handle, or None to drop it.

        Dropped are unprintable characters, input while the terminal is too small or the app exits, clicks on removed
        widgets, and input that the screen intercepts. The keys that leave or suspend the app always pass.
        """
        if isinstance(event, events.Key) and not event.is_forwarded:
            event = self._to_command_key(event)
        if isinstance(event, events.Paste):
            event.text = typed(event.text)
        elif isinstance(event, events.Key) and event.character and event.is_printable and not typed(event.character):
            return None
        if not isinstance(event, events.InputEvent | events.Paste):
            return event
        leaves_app = isinstance(event, events.Key) and any(
            event.key in keys.keys_of_id(command, self._settings.keys) for command in keys.UNDISTURBED
        )
        is_covered = not event.is_forwarded and not leaves_app and not fits(*self._app.size)
        is_leaving = self._app.leaving
        if is_covered or is_leaving or not self._app.screen_stack or self._is_on_removed_widget(event):
            return None
        if not leaves_app and not event.is_forwarded and self._is_intercepted(event):
            return None
        return event

    def allows_action(self, namespace: DOMNode | None) -> bool:
        """Return False for actions of a screen that is not mounted yet or was left."""
        try:
            screen = namespace.screen if namespace not in (None, self._app) else None
        except NoScreen:
            return False
        return not isinstance(screen, BaseScreen) or screen.is_ready

    def _is_on_removed_widget(self, event: events.Event) -> bool:
        """Return True for a click on a widget that is still painted but was removed."""
        if not isinstance(event, events.MouseDown):
            return False
        try:
            pressed, _ = self._app.screen.get_widget_at(event.x, event.y)
        except NoWidget:
            return False
        return not pressed.is_attached

    def _to_command_key(self, event: events.Key) -> events.Key:
        """Return the key under its command name, unless it is text for an input field."""
        screen = self._app.screen if self._app.screen_stack else None
        if event.is_printable and isinstance(screen, BaseScreen) and screen.writing:
            return event
        signs = latin_characters(self._settings.vocabulary.language.name)
        choices: Container[str] = ()
        commands: Container[str] = ()
        if isinstance(screen, BaseScreen) and screen.is_ready:
            choices, commands = screen.choice_letters, screen.active_bindings
        key = keys.to_latin_key(event, signs, self._settings.keys, choices, commands)
        return key if key is event else TranslatedKey(key, typed=event.key)

    def _is_intercepted(self, event: events.Event) -> bool:
        screen = self._app.screen
        is_reserved = isinstance(event, events.Key) and event.key in keys.ALWAYS
        if not isinstance(event, events.InputEvent) or not isinstance(screen, BaseScreen) or is_reserved:
            return False
        return screen.is_ready and screen.intercepts(event)
