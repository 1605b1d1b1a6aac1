"""The layout of the table: lines of the panes at the sizes where they change."""

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.geometry import Region, Size

from rokoko_tui.panes import At
from rokoko_tui.panes.layout import COMPACT, DECOR, HALLS, LOG, PLAY, WAREHOUSE, WORKS, Facts, place_panes, tabs_at
from rokoko_tui.panes.players import STATELY
from rokoko_tui.panes.registry import panes_at, seen
from rokoko_tui.widgets.terminal_sizes import fits


@pytest.mark.parametrize(("spare", "lines"), [(0, 6), (3, 6), (4, 8), (6, 9), (8, 10)])
def test_the_workshop_of_the_compact_table_takes_spare_lines_from_four_on(spare: int, lines: int) -> None:
    size = COMPACT + Size(0, spare)
    assert place_panes(size, PLAY, Facts(At.PLAY, 3))["workshop"].height == lines


@pytest.mark.parametrize(("seats", "lines"), [(1, 7), (3, 9), (4, 8), (5, 8)])
def test_the_jeweler_has_lines_for_examinations_in_words_up_to_three(seats: int, lines: int) -> None:
    for at in (At.PLAY, At.REPLAY):
        regions = place_panes(Size(80, 23), DECOR, Facts(at, seats, jewels=True))
        assert regions["jeweler"].height == lines
        assert "jeweler" not in place_panes(Size(80, 23), DECOR, Facts(at, seats))


@pytest.mark.parametrize(("seats", "lines"), [(2, 7), (3, 7), (4, 5), (5, 6)])
def test_boards_use_the_lines_that_a_short_list_leaves(seats: int, lines: int) -> None:
    regions = place_panes(Size(80, 23), PLAY, Facts(At.PLAY, seats, few=True))
    assert regions["players"].height == lines
    assert regions["choices"].height >= 9 and regions["other-turns"].height >= 5


def test_boards_have_the_lines_below_a_list_that_is_not_short() -> None:
    """The list keeps a line for each choice and reason."""
    for lines, boards in ((12, 3), (17, 3), (18, 0)):
        regions = place_panes(Size(80, 23), PLAY, Facts(At.PLAY, 2, lines_with_reasons=lines))
        assert regions.get("players", Region()).height == boards
        assert regions["choices"].height > lines


def test_a_lesson_has_ten_choices_or_most_of_the_lines_for_its_explanation() -> None:
    whole = [
        place_panes(Size(120, 39), PLAY, Facts(At.PLAY, 2, reading=True, few=few, choices=lines))
        for few, lines in ((True, 4), (False, 15))
    ]
    assert whole[0]["preview"] == whole[1]["preview"], "the task does not move"
    assert whole[0]["preview"].width > 80 and whole[0]["preview"].height >= 8
    long = place_panes(Size(100, 29), PLAY, Facts(At.PLAY, 2, reading=True, choices=15))
    assert long["choices"].height > 10 and long["preview"].height >= 9
    short = place_panes(Size(100, 29), PLAY, Facts(At.PLAY, 2, reading=True, few=True, choices=4))
    assert short["choices"].height > 4 and short["preview"].height >= 12


@pytest.mark.parametrize(("cards", "seats", "hand", "turns"), [(4, 2, 9, 4), (4, 3, 9, 4), (7, 3, 7, 3), (7, 5, 5, 3)])
def test_hand_and_turns_have_the_lines_that_a_list_of_cards_leaves(
    cards: int, seats: int, hand: int, turns: int
) -> None:
    regions = place_panes(Size(100, 29), PLAY, Facts(At.PLAY, seats, few=True, short_lines=cards))
    assert (regions["hand"].height, regions["other-turns"].height) == (hand, turns)
    assert regions["choices"].height == cards + 1 and regions["preview"].height >= 6
    high = place_panes(Size(110, 50), PLAY, Facts(At.PLAY, seats, few=True, short_lines=cards))
    assert high["hand"].height == 9 and high["other-turns"].height == seats + 2


@pytest.mark.parametrize("size", [(80, 23), (100, 29), (110, 40), (120, 39), (160, 49), (200, 59), (40, 59)])
@pytest.mark.parametrize(("few", "short"), [(False, 0), (True, 0), (True, 8)])
def test_hints_move_only_the_border_between_list_and_explanation(size: tuple[int, int], few: bool, short: int) -> None:
    facts = Facts(At.PLAY, 3, few=few, short_lines=short)
    usual, hints = (place_panes(Size(*size), PLAY, each) for each in (facts, facts._replace(hints=True)))
    changed = {id for id in usual if usual[id] != hints[id]}
    assert changed <= {"choices", "preview"}
    assert hints["preview"].height >= min(7, usual["preview"].height) and hints["choices"].height >= 6


@pytest.mark.parametrize("size", [(120, 39), (160, 49)])
def test_the_explanation_takes_the_lines_below_a_short_list_and_the_hand_stays(size: tuple[int, int]) -> None:
    short, long = (place_panes(Size(*size), PLAY, Facts(At.PLAY, 3, few=few)) for few in (True, False))
    assert short["hand"] == long["hand"]
    assert short["preview"].right == short["choices"].right == size[0]
    assert short["preview"].y == short["choices"].bottom


def test_five_players_leave_the_hand_enough_lines_for_all_its_parts_at_120_by_40() -> None:
    """The boards of the others have two lines there."""
    regions = place_panes(Size(120, 39), PLAY, Facts(At.PLAY, 5))
    assert regions["hand"].height >= 9 and regions["players"].height == 13 and regions["other-turns"].height >= 4
    assert place_panes(Size(120, 39), LOG, Facts(At.PLAY, 5))["players"].height >= 17


SIZES = (
    *((80, 23), (80, 44), (80, 45), (99, 29), (100, 28), (100, 29), (110, 34), (117, 30), (118, 28), (119, 38)),
    *((120, 35), (120, 36), (120, 39), (130, 60), (160, 49), (189, 48), (190, 47), (190, 48)),
    *((197, 23), (198, 23), (220, 70), (86, 59), (86, 87)),
    *((42, 27), (46, 35), (46, 36), (79, 59)),
)
"""Terminals without the footer: the smallest, and those on both sides of a limit."""
TABLES = {
    "two play": Facts(At.PLAY, 2),
    "three play, an explanation is long": Facts(At.PLAY, 3, reading=True),
    "four play with jewels, few choices": Facts(At.PLAY, 4, jewels=True, few=True),
    "five are watched": Facts(At.PLAY, 5, hand=False),
    "a replay of three": Facts(At.REPLAY, 3, hand=False),
    "a replay of five with jewels and a hand": Facts(At.REPLAY, 5, jewels=True),
}


@pytest.mark.parametrize("size", [(42, 27), (46, 48)])
def test_upright_the_choices_stay_in_place_at_every_tab_below_one_board(size: tuple[int, int]) -> None:
    for facts in (TABLES["two play"], TABLES["four play with jewels, few choices"], Facts(At.PLAY, 2, short_lines=4)):
        placed = {tab: seen(Size(*size), tab, facts) for tab in tabs_at(Size(*size), facts)}
        lower = {
            (places["status"], places["choices"], places["preview"]) for tab, places in placed.items() if tab != LOG
        }
        assert len(lower) == 1
        ((_, choices, preview),) = lower
        assert choices.width == preview.width == size[0] and choices.y >= 13 and preview.bottom == size[1]
        assert placed[WORKS]["workshop"] == placed[HALLS]["halls"] and "workshop" not in placed[WAREHOUSE]


@pytest.mark.parametrize(
    ("size", "expected"),
    [((79, 28), True), ((42, 28), True), ((41, 90), False), ((79, 27), False), ((80, 24), True), ((80, 23), False)],
)
def test_a_terminal_is_large_enough_upright_or_as_usual(size: tuple[int, int], expected: bool) -> None:
    assert fits(*size) == expected


def test_two_players_leave_the_halls_enough_lines_for_large_dancers_at_200_by_60() -> None:
    regions = place_panes(Size(200, 59), PLAY, Facts(At.PLAY, 2))
    assert regions["halls"].height == 21 and regions["players"].height > 2 * STATELY
    assert regions["hand"].height == 17 and regions["other-turns"].height == 4


@pytest.mark.parametrize("size", SIZES)
def test_the_regions_of_all_panes(size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    """A changed layout has to be looked at and agreed to. A pane is at column, row, and has columns x rows."""
    lines = []
    for table, facts in TABLES.items():
        for tab in tabs_at(Size(*size), facts):
            regions = seen(Size(*size), tab, facts)
            panes = (f"{id} {r.x},{r.y} {r.width}x{r.height}" for id, r in regions.items())
            lines.append(f"{table}, {tab}: {'; '.join(panes)}")
    assert "\n".join(lines) == snapshot


@pytest.mark.parametrize("size", SIZES)
def test_every_pane_has_cells_in_some_tab_and_choices_have_space(
    size: tuple[int, int],
) -> None:
    for table, facts in TABLES.items():
        placed = [seen(Size(*size), tab, facts) for tab in tabs_at(Size(*size), facts)]
        panes = {spec.id for spec in panes_at(facts.at)} - ({"jeweler"} if not facts.jewels else set())
        panes -= set() if facts.hand else {"hand"}
        assert panes <= {id for regions in placed for id in regions}, table
        if facts.at is At.PLAY:
            width, height = placed[0]["choices"].size
            assert width >= 36 and height >= 6, table
        for regions in placed:
            table_region = Size(*size).region
            assert sum(region.area for region in regions.values()) >= 0.75 * table_region.area, table
