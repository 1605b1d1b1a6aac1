"""A text field for fast typing."""

from textual import events
from textual.binding import Binding
from textual.widgets import Input

_ACTIONS = {binding.key: binding.action for binding in Binding.make_bindings(Input.BINDINGS)}
"""Actions of the keys of text fields, without those that scroll any widget."""


class TextField(Input):
    """A text field whose own keys, such as Backspace, act in the order in which they were pressed.

    Textual lets a key that is no text rise to the app before it acts, so that letters typed after it overtake it.
    """

    async def on_key(self, event: events.Key) -> None:
        if event.key in _ACTIONS:
            event.stop()
            event.prevent_default()
            await self.run_action(_ACTIONS[event.key])
