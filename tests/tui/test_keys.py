"""The registry of keys: what may be remapped, what stands in the footer, which keys are left to pick choices with."""

import re
from string import ascii_lowercase, ascii_uppercase

import pytest
from textual.binding import Binding

from rokoko_tui.keys import (
    COMMANDS,
    Command,
    bindings_of,
    commands_of,
    help_lines,
    key_of,
    keys_of,
    pick_keys,
    readable,
    under_ids_of_today,
)

PLACES = {command.place: commands_of(command.place) for command in COMMANDS}
FOOTERS = {
    "table": "Enter u r Tab w h Esc",
    "app": "? ^p",
    "log": "Enter",
    "since": "",
    "cycle": "",
    "start": "",
    "new": "^s Esc",
    "load": "r / n d u Esc",
    "page": "Esc",
    "replay": "←→ Space v p a Esc",
    "review": "←→ ↑↓ Enter p v Esc",
    "final": "r a n b Esc",
}
"""The keys that the footer of each place shows, as they are written there."""
MOVES = {
    *("up", "down", "left", "right", "page-up", "page-down", "group-up", "group-down", "next-tab", "previous-tab"),
    *("take", "choose", "back", "before", "next", "step", "back-step", "turn", "back-turn", "round", "back-round"),
    "command-palette",
}
"""What moves, takes or leaves, and the palette itself, does not stand in the palette."""
ENDS = {"first", "last"}
"""These do so at a replay and a review, where they lead to the ends of the game."""


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: str(command.id))
def test_a_command_has_a_place_a_name_and_keys(command: Command) -> None:
    assert re.fullmatch(r"[a-z]+\.[a-z]+(-[a-z]+)*", command.id)
    assert (command.place, command.action) == tuple(command.id.replace("-", "_").split("."))
    for key in command.keys.split(","):
        assert re.fullmatch(r"[a-zA-Z0-9]|[a-z_]{2,}|(ctrl|shift)\+[a-z]+|f[1-9]", key), key
    ends = command.action in ENDS and command.place not in ("replay", "review")
    assert command.palette == (command.id.partition(".")[2] not in MOVES and not ends)


@pytest.mark.parametrize("place", PLACES)
def test_no_key_does_two_things_at_one_place(place: str) -> None:
    keys = [key for command in PLACES[place] for key in keys_of(command, {})]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("place", PLACES)
def test_the_footer_shows_what_one_needs_there(place: str) -> None:
    shown = [b for b in bindings_of(place) if isinstance(b, Binding) and b.show]
    assert " ".join((b.key_display or "").strip() for b in shown) == FOOTERS[place]


@pytest.mark.parametrize("place", PLACES)
def test_a_binding_is_remapped_by_the_id_of_its_command(place: str) -> None:
    for command, binding in zip(PLACES[place], bindings_of(place), strict=True):
        assert isinstance(binding, Binding)
        assert (binding.id, binding.key, binding.action) == (command.id, command.keys, command.action)
        assert binding.description == command.id, "until a screen puts words to it"
        anywhere = place == "app" and command.action != "help"
        assert binding.priority is anywhere, "a question mark can be typed into a field"


def test_remapped_keys_count_before_the_own_ones() -> None:
    undo = next(command for command in COMMANDS if command.id == "table.undo")
    assert keys_of(undo, {}) == ["u"]
    assert keys_of(undo, {"table.undo": "z, backspace", "table.redo": "y"}) == ["z", "backspace"]
    assert key_of("table.undo", {"table.undo": "z,backspace"}) == "z"
    assert key_of("table.up", {}) == "up"


def test_an_earlier_id_serves_unless_that_of_today_is_there_too() -> None:
    assert under_ids_of_today({"analysis.fork": "x", "load.analyse": "y"}) == {"review.fork": "x", "load.review": "y"}
    for remapped in ({"analysis.fork": "x", "review.fork": "z"}, {"review.fork": "z", "analysis.fork": "x"}):
        assert under_ids_of_today(remapped) == {"review.fork": "z"}


def test_choices_are_picked_with_keys_that_do_nothing_else() -> None:
    assert "".join(pick_keys((), {})) == "123456789" + ascii_lowercase.replace("l", "") + ascii_uppercase
    left = pick_keys(("new",), {})
    assert left[0] == "4" and not {"1", "2", "3", "h", "j", "k"} & set(left)
    assert {"u", "x"} & set(pick_keys(("table",), {"table.undo": "x"})) == {"u"}


@pytest.mark.parametrize(
    ("keys", "written"),
    [
        ("up,k", "Up, k"),
        ("question_mark", "?"),
        ("pagedown,space", "Page down, Space"),
        ("ctrl+s", "Ctrl+s"),
        ("shift+tab", "Shift+Tab"),
        ("escape,q", "Esc, q"),
        ("slash", "/"),
        ("left_square_bracket,left_curly_bracket", "[, {"),
        ("right_square_bracket,right_curly_bracket", "], }"),
        ("f2", "F2"),
        ("U", "U"),
    ],
)
def test_keys_are_written_as_people_write_them(keys: str, written: str) -> None:
    assert readable(keys) == written


def test_help_lists_the_commands_place_by_place_with_the_keys_they_have_now() -> None:
    lines = help_lines(("app", "final"), {"final.new": "x"})
    assert [id for _, id in lines] == [c.id for c in (*PLACES["app"], *PLACES["final"])]
    assert {id: keys for keys, id in lines}["final.new"] == "x"
    assert lines[0] == ("?", "app.help")
