"""A page that is a form: rows of fields to walk among, and a line in each row for what is to be said of it."""

from collections.abc import Mapping

from textual import events
from textual.content import Content
from textual.css.query import NoMatches
from textual.widget import Widget
from textual.widgets import Input, Static

from rokoko_tui.keys import keys_of_id
from rokoko_tui.screens.page_screen import PageScreen
from rokoko_tui.widgets.option_field import Cycle


class Field(Input):
    """A field that is written in; arrows leave it at its ends, and the key for help is no part of what is written."""

    async def on_key(self, event: events.Key) -> None:
        """Ask for help."""
        page = self.screen
        if isinstance(page, FormScreen) and event.key in keys_of_id("app.help", page.rokoko.settings.keys):
            event.stop()
            event.prevent_default()
            await page.run_action("app.help")

    def action_cursor_right(self, select: bool = False) -> None:
        """To the right, at the end out of the field."""
        if not select and self.cursor_at_end and isinstance(self.screen, FormScreen):
            self.screen.action_right()
        else:
            super().action_cursor_right(select)

    def action_cursor_left(self, select: bool = False) -> None:
        """To the left, at the beginning out of the field."""
        if not select and self.cursor_at_start and isinstance(self.screen, FormScreen):
            self.screen.action_left()
        else:
            super().action_cursor_left(select)


class FormScreen(PageScreen):
    """Fields stand in ``Horizontal`` rows; what is said of the row ``seed`` stands in ``#seed-line``."""

    @property
    def filled_in(self) -> dict[str, str]:
        """What stands in each field, by its id."""
        return {each.id: each.value for each in self._fields() if each.id}

    @filled_in.setter
    def filled_in(self, values: Mapping[str, str]) -> None:
        for each in self._fields():
            each.value = values.get(each.id or "", each.value)

    def _fields(self) -> list[Cycle | Input]:
        return [*self.query(Cycle), *self.query(Input)]

    def cycle(self, id: str) -> Cycle:
        """The field ``id`` that has a few values."""
        return self.query_one(f"#{id}", Cycle)

    def field(self, id: str) -> Input:
        """The field ``id`` that is written in."""
        return self.query_one(f"#{id}", Input)

    def tell(self, row: str, sentence: str, problem: bool = False) -> None:
        """Say ``sentence`` beside ``row``, as far as it has room for that."""
        try:
            line = self.query_one(f"#{row}-line", Static)
        except NoMatches:
            return
        line.set_class(problem, "problem")
        line.update(Content(f"▲ {sentence}" if problem else sentence))

    def _field_rows(self) -> list[list[Widget]]:
        """The fields one can stand on, row by row."""
        rows = [[w for w in row.children if w.focusable] for row in self.query("Horizontal")]
        return [row for row in rows if row]

    def step(self, down: int, right: int) -> None:
        """Go so many rows down and fields to the right."""
        rows = self._field_rows()
        here = self.focused
        y = next((n for n, row in enumerate(rows) if here in row), len(rows) - 1)
        x = rows[y].index(here) if here in rows[y] else 0
        row = rows[(y + down) % len(rows)]
        row[max(0, min(x + right, len(row) - 1))].focus()

    def action_up(self) -> None:
        """The field above."""
        self.step(-1, 0)

    def action_down(self) -> None:
        """The field below."""
        self.step(1, 0)

    def action_left(self) -> None:
        """The field to the left."""
        self.step(0, -1)

    def action_right(self) -> None:
        """The field to the right."""
        self.step(0, 1)
