"""Who sees a recorded game, as a value and as text."""

import pytest

from rokoko_core.play.replay_game import OPEN, SPECTATOR, Viewer, format_viewer, parse_viewer


@pytest.mark.parametrize(
    ("viewer", "text"), [(OPEN, "open"), (SPECTATOR, "onlooker"), (Viewer(0), "0"), (Viewer(4), "4")]
)
def test_a_viewer_has_a_text_form(viewer: Viewer, text: str) -> None:
    assert (format_viewer(viewer), parse_viewer(text)) == (text, viewer)


def test_any_other_text_is_no_viewer() -> None:
    with pytest.raises(ValueError, match="nobody"):
        parse_viewer("nobody")


@pytest.mark.rule("HIDDEN-1")
def test_a_seat_sees_only_its_own_hidden_pieces() -> None:
    assert [viewer.may_see(0) for viewer in (OPEN, SPECTATOR, Viewer(0), Viewer(1))] == [True, False, True, False]
