"""Text fields: keys that arrive together act in their order."""

import pytest
from textual import events
from textual.app import App, ComposeResult

from rokoko_tui.widgets.fields import TextField


class OneField(App[None]):
    def __init__(self) -> None:
        super().__init__()
        self.submitted: list[str] = []

    def compose(self) -> ComposeResult:
        yield TextField("Root", select_on_focus=False)

    def on_input_submitted(self, event: TextField.Submitted) -> None:
        self.submitted.append(event.value)


def key(sign: str) -> events.Key:
    return events.Key(
        "backspace" if sign == "<" else "enter" if sign == "\n" else "home" if sign == "^" else sign, sign
    )


@pytest.mark.parametrize(
    ("typed", "value"),
    [("<<<<Оля", "Оля"), ("a<<<<<Ann", "Ann"), ("^<B", "BRoot"), ("<^B", "BRoo"), ("<\nx", "Roox"), ("<<\ny\n", "Roy")],
)
async def test_keys_that_arrive_together_act_in_their_order(typed: str, value: str) -> None:
    """Letters after a Backspace do not overtake it, nor those after the Enter that submits."""
    app = OneField()
    async with app.run_test() as pilot:
        app.query_one(TextField).focus()
        await pilot.pause()
        for sign in typed:
            app.post_message(key(sign))
        await pilot.pause()
        await pilot.pause()
        assert app.query_one(TextField).value == value
        submitted = {"<\nx": ["Roo"], "<<\ny\n": ["Ro", "Roy"]}
        assert app.submitted == submitted.get(typed, [])
