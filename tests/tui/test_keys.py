"""The registry of keys: what can be remapped, what the footer shows, and which keys are left for choices."""

import re

import pytest
from rich.cells import cell_len
from syrupy.assertion import SnapshotAssertion
from textual.app import App
from textual.binding import ActiveBinding, Binding
from textual.dom import DOMNode

from rokoko_tui.keys import (
    CHOICE_KEYS,
    COMMANDS,
    EARLIER,
    TYPED,
    UNBOUND,
    assign_key,
    bindings_of,
    commands_of,
    commands_to_reset,
    conflicting_commands,
    help_lines,
    is_global,
    is_typeable,
    key_of,
    keymap_of,
    keys_of,
    migrate_command_ids,
    pick_keys,
    swap_keys,
    with_keys,
)
from rokoko_tui.text.languages import shipped_languages
from rokoko_tui.text.message_catalog import get_vocabulary
from rokoko_tui.widgets.footer import fit_footer
from rokoko_tui.widgets.terminal_sizes import SMALLEST_UPRIGHT

PLACES = {command.place: commands_of(command.place) for command in COMMANDS}
TOGETHER = [
    ("table", "inspection", "app"),
    ("log", "table", "inspection", "app"),
    ("look", "table", "inspection", "app"),
    ("replay", "inspection", "app"),
    *((place, "app") for place in ("record", "settings", "key-editor", "new", "load", "page", "review", "final")),
]
"""Places whose commands share a footer, the innermost first: its keys take precedence."""
MOVES = {
    *("up", "down", "left", "right", "page-up", "page-down", "group-up", "group-down", "next-tab", "previous-tab"),
    *("take", "choose", "back", "before", "next", "step", "back-step", "turn", "back-turn", "round", "back-round"),
    "command-palette",
}
"""The palette leaves out itself and what moves, takes or leaves."""
ENDS = {"first", "last"}
"""These do so at a replay and a review, where they lead to the ends of the game."""


def test_a_command_has_a_place_a_name_and_keys() -> None:
    for command in COMMANDS:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*", command.id)
        name = command.id.removeprefix(f"{command.place}.")
        is_own = command.action == name.replace("-", "_")
        is_of_textual = hasattr(App, f"action_{command.action}")
        assert is_own or is_of_textual or re.fullmatch(r"[a-z_]+\(.+\)", command.action)
        for key in command.keys.split(","):
            assert re.fullmatch(r"[a-zA-Z0-9]|[a-z_]{2,}|(ctrl|shift)\+[a-z]+|f[1-9][0-2]?", key), key
        ends = name in ENDS and command.place not in ("replay", "review")
        leaves = command.id == "table.back"
        assert command.palette == ((name not in MOVES and not ends) or leaves), command.id


def test_no_key_does_two_things_at_one_place() -> None:
    for place, commands in PLACES.items():
        keys = [key for command in commands for key in keys_of(command, {})]
        assert len(keys) == len(set(keys)), place


@pytest.mark.parametrize("language", shipped_languages())
def test_the_footers_and_keys_of_all_screens(language: str, snapshot: SnapshotAssertion) -> None:
    """The footer of each screen, and below it the keys that the help lists."""
    words, lines = get_vocabulary("classic", language), list[str]()
    for place, commands in PLACES.items():
        footer = [
            f"{words.format_keys(command.shown or command.keys)} {words.say(f'keys.footer.{command.id}')}"
            for command in commands
            if command.footer
        ]
        lines.append(f"{place}: {' · '.join(footer)}")
        commands_here = help_lines((place,), {})[place]
        lines += [f"  {words.format_keys(keys)}: {words.say(f'keys.{id}')}" for keys, id in commands_here]
    assert "\n".join(lines) == snapshot


@pytest.mark.parametrize("language", shipped_languages())
@pytest.mark.parametrize("places", TOGETHER, ids=lambda places: places[0])
def test_the_footer_has_room_in_the_smallest_terminal(places: tuple[str, ...], language: str) -> None:
    words = get_vocabulary("deluxe", language)
    told, taken = [], set[str]()
    for command in (command for place in places for command in commands_of(place)):
        if command.id in ("table.hint", "table.chat"):
            continue  # in place of the hint "table.seats", which is longer; the chat only where others have screens
        if command.footer and not taken.issuperset(keys_of(command, {})):
            told.append(f"{words.format_keys(command.shown or command.keys)} {words.say(f'keys.footer.{command.id}')}")
        taken.update(keys_of(command, {}))
    assert cell_len(" ".join(told)) <= 80


@pytest.mark.parametrize("language", shipped_languages())
@pytest.mark.parametrize("places", TOGETHER, ids=lambda places: places[0])
@pytest.mark.parametrize("columns", [SMALLEST_UPRIGHT[0], 80])
def test_a_footer_leaves_out_what_does_not_fit_but_never_the_menu(
    places: tuple[str, ...], language: str, columns: int
) -> None:
    words, active, node = get_vocabulary("deluxe", language), dict[str, ActiveBinding](), DOMNode()
    for command in (command for place in places for command in commands_of(place)):
        if not command.footer or any(
            set(keys_of(command, {})) <= set(one.binding.key.split(",")) for one in active.values()
        ):
            continue
        display = words.format_keys(command.shown or command.keys)
        said = words.say(f"keys.footer.{command.id}")
        binding = Binding(command.keys, command.action, said, key_display=display, id=command.id)
        active[command.id] = ActiveBinding(node, binding, True, "")
    fitted = fit_footer(active, columns)
    told = [f"{one.binding.key_display} {one.binding.description}" for one in fitted.values() if one.binding.show]
    assert fitted.keys() == active.keys(), "all keys still work"
    assert list(fitted)[-1] == "table.reasons" or "table.reasons" not in fitted, "no other key moves for it"
    assert cell_len(" ".join(told)) <= columns
    assert fitted["app.command-palette"].binding.show
    assert fitted.get("table.take", fitted["app.help"]).binding.show
    if "table.chat" in fitted and columns == 80:
        assert fitted["table.chat"].binding.show, "also beside undo, hint and reasons"


def test_a_binding_is_remapped_by_the_id_of_its_command() -> None:
    for command in COMMANDS:
        place = command.place
        bindings = [binding for binding in bindings_of(place) if isinstance(binding, Binding)]
        mine = [binding for binding in bindings if binding.id in (command.id, command.id + TYPED)]
        assert ",".join(binding.key for binding in mine) == command.keys
        for binding in mine:
            assert (binding.action, binding.description) == (command.action, command.id), "until a screen words it"
            anywhere = place == "app" and not is_typeable(binding.key.split(",")[0])
            assert binding.priority is anywhere, "what can be typed into a field goes there first"


def test_every_function_key_has_a_plain_one_beside_it() -> None:
    for command in COMMANDS:
        pressed = command.keys.split(",")
        if any(re.fullmatch(r"f[0-9]+", key) for key in pressed):
            assert any(is_typeable(key) for key in pressed), command.id


def test_a_key_that_works_everywhere_does_nothing_else_anywhere() -> None:
    here = {key for command in COMMANDS if command.place != "app" for key in keys_of(command, {})}
    assert not here & {key for command in filter(is_global, COMMANDS) for key in keys_of(command, {})}


def test_of_a_command_that_works_everywhere_each_kind_of_key_is_remapped_for_itself() -> None:
    assert keymap_of({"table.undo": "z"}) == {"table.undo": "z"}
    assert keymap_of({"app.edition": "f5"}) == {"app.edition": "f5", "app.edition~": UNBOUND}
    assert keymap_of({"app.edition": "W,ctrl+e"}) == {"app.edition": "ctrl+e", "app.edition~": "W"}


def test_rivals_are_the_commands_that_the_key_sets_off_at_the_same_place_or_everywhere() -> None:
    assert conflicting_commands("table.undo", "r", {}) == ["table.redo"]
    assert conflicting_commands("table.undo", "T", {}) == ["app.next-theme"]
    assert conflicting_commands("table.undo", "n", {}) == [], "what n does elsewhere does not matter at the table"
    assert conflicting_commands("table.undo", "r", {"table.redo": "z"}) == []
    assert conflicting_commands("app.next-theme", "n", {})[:2] == ["start.new", "load.rename"], (
        "it works at all of these places"
    )


def test_what_is_as_it_comes_is_not_kept_among_the_changed_keys() -> None:
    assert with_keys({}, {"table.undo": "z"}) == {"table.undo": "z"}
    assert with_keys({"table.undo": "z", "table.redo": "b"}, {"table.undo": "u"}) == {"table.redo": "b"}


def test_a_new_key_replaces_all_but_those_that_always_serve() -> None:
    assert assign_key("table.up", "z", {}) == {"table.up": "z"}
    assert assign_key("table.back", "q", {}) == {"table.back": "escape,q"}, "Esc leads back on every screen"
    assert assign_key("load.back", "q", {"load.back": "escape,z"}) == {"load.back": "escape,q"}


@pytest.mark.parametrize(
    ("id", "key", "other", "swapped"),
    [
        ("table.undo", "r", "table.redo", {"table.undo": "r", "table.redo": "u"}),
        ("table.undo", "k", "table.up", {"table.undo": "k", "table.up": "up,u"}),
        ("table.undo", "up", "table.up", {"table.undo": "up", "table.up": "u,k"}),
        ("table.up", "u", "table.undo", {"table.up": "u,k", "table.undo": "up"}),
        ("table.up", "j", "table.down", {"table.up": "j,k", "table.down": "down,up"}),
        ("settings.back", "d", "settings.reset", {"settings.back": "escape,d", "settings.reset": "q,delete"}),
        ("table.back", "u", "table.undo", None),
        ("app.next-theme", "n", "start.new", None),
        ("start.new", "T", "app.next-theme", None),
    ],
)
def test_a_swap_gives_each_key_to_the_other_command(
    id: str, key: str, other: str, swapped: dict[str, str] | None
) -> None:
    assert swap_keys(id, key, other, {}) == swapped


def test_a_swap_of_changed_keys_can_be_swapped_back() -> None:
    swapped = swap_keys("table.undo", "k", "table.up", {"table.pace": "z"})
    assert swapped == {"table.pace": "z", "table.undo": "k", "table.up": "up,u"}
    assert swap_keys("table.undo", "u", "table.up", swapped) == {"table.pace": "z"}


def test_no_swap_loses_a_key_or_makes_a_conflict() -> None:
    for command in PLACES["table"]:
        for other in (*PLACES["table"], *PLACES["inspection"], *PLACES["app"]):
            for key in keys_of(other, {}):
                swapped = other is not command and swap_keys(command.id, key, other.id, {})
                if swapped:
                    pressed = sorted(k for c in (command, other) for k in keys_of(c, swapped))
                    assert pressed == sorted(k for c in (command, other) for k in keys_of(c, {}))
                    assert not any(
                        conflicting_commands(c.id, k, swapped) for c in (command, other) for k in keys_of(c, swapped)
                    )


def test_a_command_is_reset_together_with_those_that_have_its_keys() -> None:
    assert commands_to_reset("table.undo", {"table.undo": "z"}) == ["table.undo"]
    ring = {"table.undo": "r", "table.redo": "w", "table.reasons": "u", "table.pace": "z"}
    assert commands_to_reset("table.undo", ring) == ["table.undo", "table.reasons", "table.redo"]


def test_remapped_keys_count_before_the_own_ones() -> None:
    undo = next(command for command in COMMANDS if command.id == "table.undo")
    assert keys_of(undo, {}) == ["u"]
    assert keys_of(undo, {"table.undo": "z, backspace", "table.redo": "y"}) == ["z", "backspace"]
    assert key_of("table.undo", {"table.undo": "z,backspace"}) == "z"
    assert key_of("table.up", {}) == "up"


def test_an_earlier_id_serves_unless_that_of_today_is_there_too() -> None:
    assert migrate_command_ids({"analysis.fork": "x", "load.analyse": "y"}) == {"review.fork": "x", "load.review": "y"}
    for remapped in ({"analysis.fork": "x", "review.fork": "z"}, {"review.fork": "z", "analysis.fork": "x"}):
        assert migrate_command_ids(remapped) == {"review.fork": "z"}


@pytest.mark.parametrize("place", ["log", "since", "load", "record", "settings", "rekey"])
def test_keys_that_moved_the_cursor_of_one_list_move_those_of_all_lists(place: str) -> None:
    assert migrate_command_ids({f"{place}.up": "i", f"{place}.last": "G"}) == {"list.up": "i", "list.last": "G"}
    assert {id for id in EARLIER.values() if id.startswith("list.")} == {c.id for c in commands_of("list")}


def test_a_key_of_a_list_rivals_the_commands_of_every_page_with_a_list() -> None:
    assert conflicting_commands("list.up", "r", {}) == ["load.replay"]
    assert conflicting_commands("load.rename", "j", {}) == ["list.down"]


def test_choices_are_picked_with_keys_that_do_nothing_else() -> None:
    assert "".join(pick_keys((), {})) == CHOICE_KEYS
    left = pick_keys(("new",), {})
    assert left[0] == "4" and not {"1", "2", "3", "h", "j", "k"} & set(left)
    assert {"u", "x"} & set(pick_keys(("table",), {"table.undo": "x"})) == {"u"}


@pytest.mark.parametrize(
    ("keys", "written"),
    [
        ("up,k", "Up, k"),
        ("question_mark", "?"),
        ("pagedown,space", "Page Down, Space"),
        ("ctrl+s", "Ctrl+S"),
        ("plus,equals_sign", "+, ="),
        ("minus", "-"),
        ("ctrl+full_stop", "Ctrl+."),
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
    assert get_vocabulary("classic").format_keys(keys) == written


def test_names_of_keys_are_in_the_language_of_the_player() -> None:
    words = get_vocabulary("deluxe", "ukrainian")
    assert words.format_keys("up,k") == "↑, k"
    assert words.format_keys("shift+right,space") == "Shift+→, Пробіл"
    assert words.format_keys("pageup,delete,plus") == "PgUp, Del, +"


def test_help_lists_the_commands_place_by_place_with_the_keys_they_have_now() -> None:
    lines = help_lines(("app", "final"), {"final.new": "x"}, {"app.leave"})
    assert [id for _, id in lines["app"]] == [c.id for c in PLACES["app"] if c.id != "app.leave"]
    assert [id for _, id in lines["final"]] == [c.id for c in PLACES["final"]]
    assert {id: keys for keys, id in lines["final"]}["final.new"] == "x"
    assert lines["app"][0] == ("question_mark,f1", "app.help")
