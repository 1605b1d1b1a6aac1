"""Base class of forms: rows of fields, each row with a line for notes and errors."""

from collections.abc import Mapping

from textual import events
from textual.content import Content
from textual.css.query import NoMatches
from textual.widget import Widget
from textual.widgets import Input, Static

from rokoko_tui.keys import keys_of_id
from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.widgets.fields import OptionField, TextField


class Field(TextField):
    """A text field. Arrow keys leave it at its ends, and some keys are commands of the form instead of text."""

    async def on_key(self, event: events.Key) -> None:
        form = self.screen
        if not isinstance(form, FormScreen):
            return
        for command, action in form.commands_in(self).items():
            if event.key in keys_of_id(command, form.app.settings.keys):
                event.stop()
                event.prevent_default()
                await form.run_action(action)
                return

    def action_cursor_right(self, select: bool = False) -> None:
        if not select and self.cursor_at_end and isinstance(self.screen, FormScreen):
            self.screen.action_step(0, 1)
        else:
            super().action_cursor_right(select)

    def action_cursor_left(self, select: bool = False) -> None:
        if not select and self.cursor_at_start and isinstance(self.screen, FormScreen):
            self.screen.action_step(0, -1)
        else:
            super().action_cursor_left(select)


class FormScreen(BaseScreen[None]):
    """A form whose rows are ``Horizontal`` containers; the note of the row ``seed`` is ``#seed-line``.

    The rows are not one ``Grid``, because they have unlike columns. A grid of 18 rows would open a fifth faster, and an
    arrow key would take a tenth longer.
    """

    @property
    def filled_in(self) -> dict[str, str]:
        """The values of the fields, by id."""
        return {field.id: field.value for field in self._fields() if field.id}

    @filled_in.setter
    def filled_in(self, values: Mapping[str, str]) -> None:
        for field in self._fields():
            field.value = values.get(field.id or "", field.value)

    def commands_in(self, field: Field) -> dict[str, str]:
        """Return the actions of the commands, by name, whose keys are not typed into ``field``."""
        return {"app.help": "app.help"}

    def _fields(self) -> list[OptionField | Input]:
        return [*self.query(OptionField), *self.query(Input)]

    def option(self, id: str) -> OptionField:
        return self.query_one(f"#{id}", OptionField)

    def field(self, id: str) -> Input:
        return self.query_one(f"#{id}", Input)

    def show_note(self, row: str, sentence: str, problem: bool = False) -> None:
        """Show ``sentence`` in the line of ``row``, if it has one."""
        try:
            line = self.query_one(f"#{row}-line", Static)
        except NoMatches:
            return
        line.set_class(problem, "problem")
        line.update(Content(f"▲ {sentence}" if problem else sentence))

    def _field_rows(self) -> list[list[Widget]]:
        rows = [[field for field in row.children if field.focusable] for row in self.query("Horizontal")]
        return [row for row in rows if row]

    def action_step(self, down: int, right: int) -> None:
        """Move the focus by ``down`` rows, which wrap, and ``right`` fields."""
        rows = self._field_rows()
        focused = self.focused
        y = next((n for n, row in enumerate(rows) if focused in row), len(rows) - 1)
        x = rows[y].index(focused) if focused in rows[y] else 0
        row = rows[(y + down) % len(rows)]
        row[max(0, min(x + right, len(row) - 1))].focus()
