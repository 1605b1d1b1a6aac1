"""What comes in from the keyboard and the mouse, and who may hear of it."""

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual import events
from textual.await_complete import AwaitComplete
from textual.dom import DOMNode, NoScreen
from textual.driver import Driver
from textual.errors import NoWidget

from rokoko_tui import keys
from rokoko_tui.doors.screen_update import Sparing
from rokoko_tui.screens.base_screen import BaseScreen, too_small
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text.keyboard_layouts import signs_of
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.safe_display import typed

if TYPE_CHECKING:
    from textual.actions import ActionParseResult


class Gate(Sparing):
    """An app that lets through what is meant for the screen one sees, and nothing for one that is not there."""

    settings: Settings

    @property
    def vocabulary(self) -> Vocabulary:
        """The plain messages in the language spoken."""
        raise NotImplementedError

    def get_driver_class(self) -> type[Driver]:
        """Read a local terminal with a driver of our own, where Textual would take its driver for Linux and macOS."""
        driver = super().get_driver_class()
        if sys.platform == "win32":
            return driver
        from textual.drivers.linux_driver import LinuxDriver

        from rokoko_tui.doors.terminal_driver import TerminalDriver

        return TerminalDriver if driver is LinuxDriver else driver

    @property
    def leaving(self) -> bool:
        """True once the program is being left: screens are no longer furnished, and soon there are none."""
        return self._exit or not self.is_running

    def pop_screen(self) -> AwaitComplete:
        """Pop the top screen; it handles no further messages."""
        popped = self.screen
        done = super().pop_screen()
        if isinstance(popped, BaseScreen):
            popped.is_popped = True
        return done

    async def run_action(
        self,
        action: "str | ActionParseResult",
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Run ``action``, unless it is that of a room which is not furnished yet, or has been left meanwhile."""
        try:
            room = default_namespace.screen if default_namespace not in (None, self) else None
        except NoScreen:
            return False
        if isinstance(room, BaseScreen) and not room.at_hand:
            return False
        return await super().run_action(action, default_namespace, namespaces)

    async def on_event(self, event: events.Event) -> None:
        """Keys and clicks are not meant for what a terminal too small does not show; one may leave all the same.

        Those that come after all screens have been left are for nobody. Of what is typed or pasted, signs that cannot
        be shown come no further. Keys of another keyboard are those of the one commands are named by.
        """
        if isinstance(event, events.Key) and not event.is_forwarded:
            event = self._as_named(event)
        if isinstance(event, events.Paste):
            event.text = typed(event.text)
        elif isinstance(event, events.Key) and event.character and event.is_printable and not typed(event.character):
            return
        if isinstance(event, events.InputEvent | events.Paste):
            leaving = isinstance(event, events.Key) and event.key in keys.keys_of_id("app.leave", self.settings.keys)
            unseen = not event.is_forwarded and not leaving and too_small(*self.size)
            if unseen or self.leaving or not self.screen_stack or self._on_what_has_gone(event):
                return
            if not leaving and not event.is_forwarded and self._taken_by_room(event):
                return
        await super().on_event(event)

    def _on_what_has_gone(self, event: events.Event) -> bool:
        """Whether the mouse was pressed on something that is still seen and no longer there."""
        if not isinstance(event, events.MouseDown):
            return False
        try:
            pressed, _ = self.screen.get_widget_at(event.x, event.y)
        except NoWidget:
            return False
        return not pressed.is_attached

    def _as_named(self, event: events.Key) -> events.Key:
        """``event`` under the name by which commands know its key, unless it is a letter to be written down."""
        here = self.screen if self.screen_stack else None
        if event.is_printable and isinstance(here, BaseScreen) and here.writing:
            return event
        return keys.as_named(event, signs_of(self.vocabulary.language.name), self.settings.keys)

    def _taken_by_room(self, event: events.Event) -> bool:
        here = self.screen
        kept = isinstance(event, events.Key) and event.key in keys.ALWAYS
        if not isinstance(event, events.InputEvent) or not isinstance(here, BaseScreen) or kept:
            return False
        return here.at_hand and here.intercepts(event)
