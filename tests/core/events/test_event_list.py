"""The list of events for readers and other programs."""

from typing import get_args

from rokoko_core.events import Event
from tools.event_list import PAGE, page


def test_the_list_of_events_matches_the_classes() -> None:
    written = PAGE.read_text(encoding="utf-8")
    assert written == page()
    for kind in get_args(Event):
        assert f"\n| `{kind.__struct_config__.tag}` |" in written
