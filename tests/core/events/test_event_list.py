"""docs/events.md."""

from typing import get_args

from rokoko_core.events import Event
from tools.event_list import PAGE, page


def test_the_list_of_events_matches_the_classes() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == page()
    for kind in get_args(Event):
        assert f"\n| `{kind.__struct_config__.tag}` |" in text
