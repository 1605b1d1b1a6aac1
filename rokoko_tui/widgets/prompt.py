"""A field above the footer that is shown only while it is open."""

from rokoko_tui.widgets.text_field import TextField


class Prompt(TextField):
    DEFAULT_CSS = """
    Prompt { dock: bottom; margin-bottom: 1; display: none; padding: 0 1; }
    Prompt, Prompt:focus { height: 3; border: round $accent; border-title-color: $title; }
    Prompt.-open { display: block; }
    """

    @property
    def is_open(self) -> bool:
        return self.has_class("-open")

    def open(self, value: str = "") -> None:
        """Show the field, filled with ``value``, and focus it."""
        self.value, self.cursor_position = value, len(value)
        self.add_class("-open")
        self.focus()

    def close(self) -> None:
        self.remove_class("-open")
