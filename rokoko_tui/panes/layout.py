"""The layout of the table: the region of every pane for each terminal size, tab and game, in cells.

Terminals from 80x24 show one tab at a time, from 100x30 a compact table, from 120x40 all panes; spare rows and columns
make panes larger. A pane that does not fit has a tab, in which it replaces a neighbour. With fewer than 80 columns, as
on a phone held upright, a tab is above the choices.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from textual.geometry import Region, Size

from rokoko_tui.panes import At
from rokoko_tui.widgets.terminal_sizes import is_upright, lines_per_item

PLAY, HALLS, WORKS, DECOR, PLAYERS, LOG, SCORES = "play", "halls", "works", "decor", "players", "log", "scores"
WAREHOUSE = "warehouse"
"""The tabs; the warehouse has its own only where it does not fit below the workshop."""
COMPACT = Size(100, 29)
"""The smallest table, without the footer, that shows halls, workshop and warehouse beside the choices."""
WHOLE = Size(120, 36)
"""The smallest table that shows all panes."""
WHOLE_TABLE = (120, 40)
"""Columns and lines of a terminal from which all panes fit, those of every game."""
ASIDE = 118
"""Columns from which a low table has the choices at its side."""
PALACE = 16
"""Lines of the halls in rows of five, and their legend."""
STACK = 57
"""Lines of stacked panes; beyond these they grow, and boards and log get lines of their own."""
LIST = 13
"""Lines of the choices in a compact table, with the title."""
SHORT_LIST = 10
"""The same where there are few choices."""
GRAND, LARGE_WINDOWS = 20, 16
"""Lines of halls with large dancers, and of a workshop that leaves them to the halls."""
LIKED_TURNS = 6
"""Lines of the others' turns that larger boards leave them."""
PORTRAITS = 14
"""Least lines of a workshop beside which cards for hire have portraits."""
TALL_BOARD = 9
"""Lines of the largest player board."""
EXPLAINED = 7
"""Lines of the explanation in a whole table."""
MEANING = 6
"""Lines of the explanation below a short list."""
FEW_LINES = 9
"""Least lines of a short list above the boards."""
LEAST_BOARD = 10
"""Least lines of what a tab has above the choices."""
Places = dict[str, Region]


class Facts(NamedTuple):
    """What the layout depends on besides size and tab."""

    at: At
    seats: int
    jewels: bool = False
    """Whether the Jewelry Box is in play."""
    hand: bool = True
    """Whether the viewer sees a hand."""
    reading: bool = False
    """Whether the explanation needs more lines than usual."""
    few: bool = False
    """Whether there are few choices, so that the explanation may take lines of the list."""
    choices: int = 0
    """Lines of the choices in a lesson or a puzzle, whose explanation is long; 0 elsewhere."""
    turns: bool = False
    """Whether the turns of the others are read, so that they may take lines of the panes above."""
    lines_with_reasons: int = 0
    """Lines of the choices and of the reasons below them; 0 where that is not known."""
    short_lines: int = 0
    """Lines of a short list of choices, so that others take the lines it leaves; 0 elsewhere."""
    hints: bool = False
    """Whether the list has hints: their reasons take lines of the list, and no other pane moves."""

    @property
    def main_panes(self) -> tuple[str, str]:
        """The main list and the pane that goes with it."""
        return ("choices", "preview") if self.at is At.PLAY else ("log", "scores")


@cache
def tabs_at(size: Size, facts: Facts) -> tuple[str, ...]:
    """Return the tabs of a table of that size; each pane is in at least one of them."""
    replayed = facts.at is At.REPLAY
    if is_upright(size.width):
        boards = (HALLS, WORKS, WAREHOUSE, DECOR, PLAYERS, LOG)
        return (*boards, SCORES) if replayed else (PLAY, *boards)
    if size.width >= WHOLE.width and size.height >= WHOLE.height:
        return (PLAY, DECOR) if replayed or _roomy(size) else (PLAY, DECOR, LOG)
    if (size.width >= COMPACT.width and size.height >= COMPACT.height) or size.width >= ASIDE + 80:
        return (PLAY, DECOR, PLAYERS) if replayed else (PLAY, DECOR, PLAYERS, LOG)
    if _stacked(size):
        return (PLAY, DECOR, PLAYERS, SCORES) if replayed else (PLAY, DECOR, PLAYERS, LOG)
    common = (HALLS, WORKS, DECOR, PLAYERS)
    if replayed:
        return common if size.width >= ASIDE else (*common, LOG, SCORES)
    return (PLAY, *common, LOG)


def place_panes(size: Size, tab: str, facts: Facts) -> Places:
    """Return the region of every visible pane."""
    table = Region(0, 0, max(0, size.width), max(0, size.height))
    if is_upright(size.width):
        regions = _upright(table, tab, facts)
    elif size.width >= WHOLE.width and size.height >= WHOLE.height:
        regions = _whole(table, tab, facts)
    elif size.width >= COMPACT.width and size.height >= COMPACT.height:
        regions = _compact(table, tab, facts)
    else:
        regions = _tabbed(table, tab, facts)
    if facts.turns and not (size.width >= WHOLE.width and size.height >= WHOLE.height):
        regions = _with_high_turns(regions)
    if not facts.hand:
        regions = _without_hand(regions, facts)
    return {id: region for id, region in regions.items() if region.area and (id != "jeweler" or facts.jewels)}


def _with_high_turns(regions: Places) -> Places:
    """Let the other players' turns cover boards, hand and log above them."""
    turns = regions.get("other-turns", Region())
    places = {id: regions[id] for id in ("players", "hand", "log") if id in regions}
    above = {id: r for id, r in places.items() if (r.x, r.width) == (turns.x, turns.width) and r.y < turns.y}
    kept = {id: region for id, region in regions.items() if id not in above}
    return {**kept, "other-turns": Region.from_union([turns, *above.values()])} if above else kept


def _without_hand(regions: Places, facts: Facts) -> Places:
    """Remove the hand; the other players' turns take its cells where they are below it."""
    hand, turns = regions.get("hand"), regions.get("other-turns")
    if hand is not None and turns is not None and (hand.x, hand.bottom) == (turns.x, turns.y):
        regions = {**regions, "other-turns": hand.union(turns)}
    elif facts.at is At.PLAY:
        return regions
    return {id: region for id, region in regions.items() if id != "hand"}


# ---- splitting a region


def rows(region: Region, *heights: int) -> list[Region]:
    """Split ``region`` from the top into parts of these heights, as far as it goes, and a last part with the rest."""
    return [region._replace(y=region.y + at, height=part) for at, part in _parts(region.height, heights)]


def columns(region: Region, *widths: int) -> list[Region]:
    """Split ``region`` from the left into parts of these widths, as ``rows`` does."""
    return [region._replace(x=region.x + at, width=part) for at, part in _parts(region.width, widths)]


def _parts(length: int, sizes: Sequence[int]) -> list[tuple[int, int]]:
    """Return (start, size) of each part of ``length`` cells."""
    parts, start = list[tuple[int, int]](), 0
    for size in sizes:
        part = max(0, min(size, length - start))
        parts.append((start, part))
        start += part
    return [*parts, (start, length - start)]


# ---- the whole table


def _roomy(size: Size) -> bool:
    """Whether the log fits beside all other panes."""
    return size.width >= 190 and size.height >= 48


def _whole(table: Region, tab: str, facts: Facts) -> Places:
    status, body = rows(table, 1)
    largest = 20 if table.width >= 190 else 14
    preferred = 14 if facts.at is At.REPLAY else 21 if body.height >= 48 else 18
    bottom = max(preferred, 3 * facts.seats + 2)
    upper = halls = max(10, min(largest, (body.height - bottom) // 2))
    if upper + 1 == PORTRAITS:
        upper, halls = upper + 1, halls - 1
    if table.width >= 190 and 2 * upper >= GRAND + LARGE_WINDOWS:
        upper, halls = 2 * upper - GRAND, GRAND
    legend = int(body.height - upper - halls > 3 * facts.seats + 2)
    top, middle, below = rows(body, upper, halls + legend)
    share = top.width * 6 // 10 if facts.seats > 2 else top.width * 2 // 3
    hire = max(26, top.width // 7)
    share -= 5 if facts.seats > 2 else 9
    workshop, warehouse, hire_spaces = columns(top, share, top.width - share - hire)
    works = {"status": status, "workshop": workshop, "warehouse": warehouse, "hire": hire_spaces}
    return works | _palace(middle, tab, facts) | _below(below, tab, facts)


def _palace(region: Region, tab: str, facts: Facts) -> Places:
    """Place the halls, or in their tab the garden and the jeweler."""
    if tab != DECOR:
        return {"halls": region}
    if not facts.jewels:
        return {"decorations": region}
    garden, jeweler = columns(region, region.width // 2)
    return {"decorations": garden, "jeweler": jeweler}


def _below(region: Region, tab: str, facts: Facts) -> Places:
    if facts.at is At.REPLAY:
        return _below_replay(region, tab, facts)
    if region.width >= 190 and region.height >= 16:
        return _side_by_side(region, tab, facts)
    wide = region.width * 32 // 100
    players, middle, choices = columns(region, wide - 1, region.width - 2 * wide + 1)
    above, preview = rows(middle, middle.height - (min(10, region.height // 2) if facts.reading else EXPLAINED))
    if facts.few or facts.hints or facts.reading:  # the explanation takes lines of the list; that of a task always
        choices = choices._replace(height=above.height)
        preview = preview._replace(width=region.right - preview.x)
    regions = {"choices": choices, "preview": preview}
    boards = 3 * facts.seats + 2
    if region.height - boards >= 3:
        boards = next((n for lines in (6, 4) if (n := lines * facts.seats + 2) <= region.height - LIKED_TURNS), boards)
        players, regions["other-turns"] = rows(players, boards)
    elif tab != LOG and facts.hand:  # a line less on the boards of others, for the hand
        players, regions["other-turns"] = rows(players, 2 * facts.seats + 3)
    elif tab != LOG:
        above, regions["other-turns"] = rows(above, above.height - _turn_lines(region.height, facts))
    return regions | {"players": players, "log" if tab == LOG else "hand": above}


def _below_replay(region: Region, tab: str, facts: Facts) -> Places:
    height, wide = region.height, region.width * 32 // 100
    players, middle, right = columns(region, wide - 1, region.width - 2 * wide + 1)
    regions = {"players": players}
    if not facts.hand:
        right = right._replace(x=middle.x, width=region.right - middle.x)
        log, scores = columns(right, right.width // 2)
        log, turns = rows(log, height - _turn_lines(height, facts))
        return regions | {"log": log, "scores": scores, "other-turns": turns}
    regions["log"], regions["scores"] = rows(right, max(6, height - 12))
    hand, turns = rows(middle, height - _turn_lines(height, facts))
    return regions | {"hand": hand, "other-turns": turns}


def _side_by_side(region: Region, tab: str, facts: Facts) -> Places:
    """Place the choices in their own column, with their preview at the right and the log below that."""
    players, middle, choices, last = columns(region, 48, 58, region.width - 48 - 58 - 44)
    preview, log = rows(last, _explanation(region.height, facts))
    hand, turns = rows(middle, region.height - _turn_lines(region.height, facts) - int(facts.seats <= 2))
    boards = TALL_BOARD * facts.seats + 1
    if region.height - boards > turns.height:
        hand = middle
        players, turns = rows(players, boards)
    regions = {"players": players, "choices": choices, "preview": preview}
    return regions | ({"log": middle} if tab == LOG else {"hand": hand, "other-turns": turns, "log": log})


def _explanation(height: int, facts: Facts) -> int:
    limit, share = (15, 11) if facts.reading else (10, 9)
    return min(limit, max(5, height * share // 20))


def _turn_lines(height: int, facts: Facts) -> int:
    """Return the lines of the other players' turns: one for each, and the title."""
    return max(3, min(facts.seats + 1, height // 3))


# ---- the compact table


def _compact(table: Region, tab: str, facts: Facts) -> Places:
    status, body = rows(table, 1)
    left, right = columns(body, max(64, body.width * 62 // 100))
    spare = body.height - 28
    works = 6 + min(4, spare // 2) if spare >= 4 else 6
    top, middle, rest = rows(left, works, 6 + min(4, -(-spare // 4)))
    in_letters = middle.height < 7 and facts.seats > 3  # four tiles on a shelf
    warehouse, hire = columns(middle, 34 if in_letters else 28)
    regions = {"status": status, "workshop": top, "warehouse": warehouse, "hire": hire}
    regions |= {"players": rest} if tab == PLAYERS else _palace(rest, tab, facts)
    return regions | _beside(right, tab, facts)


def _beside(region: Region, tab: str, facts: Facts) -> Places:
    """Place the column of boards, cards and choices."""
    list_, more = facts.main_panes
    if facts.at is At.REPLAY:
        boards, hand, turns, below = rows(region, _boards(tab, facts), 7 if facts.hand else 0, 3)
        log, scores = rows(below, max(5, below.height - 12))
        regions = {"hand": hand, "other-turns": turns, list_: log, more: scores}
        return {**regions, "players": boards} if boards else regions
    lines, both_long = _boards(tab, facts), facts.choices > 0 and not facts.few
    turn_lines = 2
    if region.height < 31 and tab == PLAY and not facts.few:
        turn_lines = 0 if both_long else max(0, min(2, 4 - facts.seats))
    needed = (SHORT_LIST if facts.few else LIST) + (10 if both_long else 8)
    spare = max(0, region.height - lines - turn_lines - needed)
    more_turns = 0 if facts.choices else min(4, spare // (3 if facts.few else 6))
    more_own = (spare // 2 if facts.reading else spare) if facts.hand else 0
    own_lines, others_lines, listed = 3 + min(4, more_own), turn_lines + more_turns, 0
    if facts.short_lines and not facts.reading:
        own_lines, others_lines, listed = _divide_beside_short(region.height - lines, facts)
    boards, hand, turns, below = rows(region, lines, own_lines, others_lines)
    if facts.hints or not listed:
        listed = below.height - _beside_list(below.height, facts)
    if facts.lines_with_reasons and not (facts.hints or facts.choices):  # lines below the last choice
        listed = min(listed, max(SHORT_LIST, facts.lines_with_reasons + 1))
    regions = dict(zip((list_, more), rows(below, listed), strict=True))
    if tab == LOG:
        return {"log": boards._replace(height=boards.height + hand.height), "other-turns": turns, **regions}
    return {**regions, **({"players": boards} if boards else {}), "hand": hand, "other-turns": turns}


def _divide_beside_short(height: int, facts: Facts) -> tuple[int, int, int]:
    """Return the lines of the hand, of the others' turns and of a short list; the hand comes first."""
    listed = facts.short_lines + 1
    spare = height - listed - MEANING
    others_lines = max(3, min(facts.seats + 2, spare - 9))
    return max(3, min(9, spare - others_lines)), others_lines, listed


def _beside_list(height: int, facts: Facts) -> int:
    """Return the lines of the explanation under a list of choices in the same column."""
    if facts.choices:
        return max(9, height - max(6, facts.choices + 1))
    if facts.reading or facts.hints:
        return height * 11 // 20
    return max(5, height - SHORT_LIST if facts.few else min(10, height - LIST))


def _boards(tab: str, facts: Facts) -> int:
    """Return the lines of the player boards; none in their tab, which shows them larger elsewhere."""
    return 0 if tab == PLAYERS else facts.seats + 1


# ---- one tab at a time


def _stacked(size: Size) -> bool:
    """Whether a narrow table is high enough to stack its panes."""
    return size.height >= 2 + PALACE + 8 + 6 + 14


def _tabbed(table: Region, tab: str, facts: Facts) -> Places:
    status, tabs, body = rows(table, 1, 1)
    regions = {"status": status, "tabs": tabs}
    if _stacked(table.size) and tab == PLAY:
        return regions | _stack(body, facts)
    if table.width >= ASIDE:
        main, side = columns(body, body.width - 38)
        strip = _at_side(side, facts)
        if main.width >= 160 and tab == PLAY:
            return regions | strip | _two_columns(main, facts)
    elif tab == PLAY and facts.at is At.PLAY:
        return regions | _hand_and_choices(body, facts)
    else:
        main, strip = _over_strip(body, facts)
    if tab in strip:
        return regions | ({tab: body} if facts.at is At.REPLAY else strip | {tab: main})
    return regions | strip | _tab_content(main, tab, facts)


def _at_side(side: Region, facts: Facts) -> Places:
    explained = _explanation(side.height, facts)
    list_, more = facts.main_panes
    above, turns, below = rows(side, side.height - explained - 3, 3)
    return {list_: above, "other-turns": turns, more: below}


def _over_strip(body: Region, facts: Facts) -> tuple[Region, Places]:
    """Return the region of a tab, and the panes below it: choices and preview, or in a replay the log."""
    least = 6 if facts.choices else 5
    spare = max(0, body.height - PALACE - least)
    main, strip = rows(body, body.height - least - min(9, -(-spare // 2)))
    left, right = columns(strip, max(38, strip.width * 48 // 100))
    ids = ("log", "other-turns") if facts.at is At.REPLAY else ("choices", "preview")
    return main, dict(zip(ids, (left, right), strict=True))


def _hand_and_choices(body: Region, facts: Facts) -> Places:
    """Place the choices beside hand and explanation; below a short list are the players and their turns."""
    left, right = columns(body, max(38, body.width * 48 // 100))
    if facts.few:
        spare = left.height - FEW_LINES - 5
        boards = next(lines for lines in (3, 2, 1) if lines * facts.seats < spare or lines == 1) * facts.seats + 1
        choices, players, turns = rows(left, max(FEW_LINES, (left.height - boards) * 2 // 3), boards)
        hand, preview = rows(right, max(8, right.height - (13 if facts.reading else 9)))
        return {"choices": choices, "players": players, "other-turns": turns, "hand": hand, "preview": preview}
    hand, turns, preview = rows(right, max(6, right.height - (17 if facts.reading else 13)), 4)
    if facts.lines_with_reasons and left.height - facts.lines_with_reasons - 1 >= facts.seats + 1:
        choices, players = rows(left, left.height - facts.seats - 1)
        return {"choices": choices, "players": players, "other-turns": turns, "hand": hand, "preview": preview}
    return {"choices": left, "hand": hand, "other-turns": turns, "preview": preview}


def _tab_content(main: Region, tab: str, facts: Facts) -> Places:
    if tab == WORKS:
        top, below = rows(main, max(8, main.height - 8))
        warehouse, hire = columns(below, 28)
        return {"workshop": top, "warehouse": warehouse, "hire": hire}
    if tab == DECOR:
        garden, jeweler = rows(main, main.height - _jeweler(facts))
        return {"decorations": garden, "jeweler": jeweler}
    if tab == PLAYERS and facts.at is At.REPLAY and facts.hand:
        boards, hand = rows(main, main.height // 2)
        return {"players": boards, "hand": hand}
    return {"hand" if tab == PLAY else tab: main}


def _jeweler(facts: Facts) -> int:
    """Return the lines of the Jeweler board with all examinations: up to three in words, more in signs on two lines."""
    return 6 + (facts.seats if facts.seats <= 3 else 2) if facts.jewels else 0


def _stack(body: Region, facts: Facts) -> Places:
    spare = max(0, body.height - STACK)
    works, below, palace, rest = rows(body, 8 + min(4, spare // 5), 6, PALACE + 3 * min(3, spare // 9))
    warehouse, hire = columns(below, 28)
    regions = {"workshop": works, "warehouse": warehouse, "hire": hire, "halls": palace}
    left, right = columns(rest, max(38, rest.width * 48 // 100))
    if facts.at is At.REPLAY:
        own, turns = rows(right, right.height - 4)
        return {**regions, "log": left, "hand" if facts.hand else "players": own, "other-turns": turns}
    boards = 3 * facts.seats + 2
    boards = boards if spare >= boards else 0
    choices, players = rows(left, left.height - boards)
    right, log = rows(right, right.height - boards)
    hand, turns, preview = rows(right, max(4, right.height - (16 if facts.reading else 12)), 3)
    regions |= {"choices": choices, "hand": hand, "other-turns": turns, "preview": preview}
    return {**regions, "players": players, "log": log} if boards else regions


def _two_columns(main: Region, facts: Facts) -> Places:
    left, right = columns(main, main.width // 2)
    works, below, hand = rows(left, 8, 7)
    warehouse, hire = columns(below, 28)
    palace, boards = rows(right, PALACE)
    regions = {"workshop": works, "warehouse": warehouse, "hire": hire, "halls": palace, "players": boards}
    return {**regions, "hand": hand} if facts.hand else regions


# ---- upright: a tab above the choices


def _upright(table: Region, tab: str, facts: Facts) -> Places:
    """Place the status on two lines, below it the tabs and a board, and at every tab choices and explanation below."""
    lines = lines_per_item(table.size + Size(0, 1))
    status, tabs, body = rows(table, 2, lines)
    board, strip = rows(body, max(LEAST_BOARD, body.height * 2 // 5))
    if facts.short_lines and not facts.reading:  # a short list leaves lines to the board
        spare = strip.height - (lines * facts.short_lines + 3) - max(5, strip.height * 3 // 10)
        board, strip = rows(body, board.height + max(0, spare))
    if facts.at is At.REPLAY:
        list_, more, explained = "log", "other-turns", facts.seats + 1
    else:
        list_, more = facts.main_panes
        explained = strip.height * 9 // 20 if facts.reading or facts.hints else max(5, strip.height * 3 // 10)
    above, below = rows(strip, strip.height - explained)
    places = {"status": status, "tabs": tabs, list_: above, more: below}
    if tab == list_:
        return {**places, list_: board.union(above)}
    return places | _upright_board(board, tab, facts)


def _upright_board(board: Region, tab: str, facts: Facts) -> Places:
    """Place what a tab has above the choices."""
    if tab == WORKS:
        return {"workshop": board}
    if tab == WAREHOUSE:
        warehouse, hire = columns(board, board.width // 2)
        return {"warehouse": warehouse, "hire": hire}
    if tab == DECOR:
        garden, jeweler = rows(board, max(board.height // 2, board.height - _jeweler(facts)))
        return {"decorations": garden, "jeweler": jeweler} if facts.jewels else {"decorations": board}
    content = _tab_content(board, tab, facts)
    above = {PLAY: "hand", PLAYERS: "players"}.get(tab)
    if above is not None and facts.at is At.PLAY:
        content[above], content["other-turns"] = rows(board, board.height - _turn_lines(board.height, facts))
    return content
