"""A text field for fast typing."""

from textual import events
from textual.binding import NoBinding
from textual.widgets import Input


class TextField(Input):
    """A text field whose own keys, such as Backspace, act in the order in which they were pressed.

    Textual lets a key that is no text rise to the app before it acts, so that letters typed after it overtake it.
    """

    async def on_key(self, event: events.Key) -> None:
        try:
            binding = self._bindings.get_bindings_for_key(event.key)[-1]
        except NoBinding:
            return
        event.stop()
        event.prevent_default()
        await self.run_action(binding.action)
