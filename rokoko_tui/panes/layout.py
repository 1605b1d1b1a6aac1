"""Where every pane of the table stands, for each size of terminal, tab and game: sizes in cells that add up.

There is no cliff: from tabs at 80x24 by a compact table from 100x30 on to the whole table from 120x40 on, where spare
rows and columns make panes larger. What a size has no room for is turned to by a tab and takes the place of a
neighbour then.
"""

from collections.abc import Sequence
from typing import NamedTuple

from textual.geometry import Region, Size

from rokoko_tui.panes.spec import At

PLAY, HALLS, WORKS, DECOR, PLAYERS, LOG, SCORES = "play", "halls", "works", "decor", "players", "log", "scores"
"""The tabs."""
COMPACT = Size(100, 29)
"""The smallest table, without the line of keys, that shows halls, workshop and warehouse beside the choices."""
WHOLE = Size(120, 36)
"""The smallest table that shows all there is."""
ASIDE = 118
"""Columns from which a table too low for more has the choices at its side."""
PALACE = 15
"""Lines of the halls in rows of five."""
Places = dict[str, Region]


class Facts(NamedTuple):
    """What the room that panes want depends on."""

    at: At
    seats: int
    jewels: bool = False
    """Whether the Jewelry Box is in play."""
    hand: bool = True
    """Whether somebody's own cards are to be seen."""
    reading: bool = False
    """Whether what is explained needs more lines than usual."""

    @property
    def deciding(self) -> tuple[str, str]:
        """The two panes one works with: the list and what belongs to it."""
        return ("choices", "preview") if self.at is At.PLAY else ("log", "scores")


def tabs_at(size: Size, facts: Facts) -> tuple[str, ...]:
    """The tabs of a table of that size: what is not seen in the first one is seen in another."""
    replayed = facts.at is At.REPLAY
    if size.width >= WHOLE.width and size.height >= WHOLE.height:
        return (PLAY, DECOR) if replayed or _roomy(size) else (PLAY, DECOR, LOG)
    if size.width >= COMPACT.width and size.height >= COMPACT.height:
        return (PLAY, DECOR, PLAYERS) if replayed else (PLAY, DECOR, PLAYERS, LOG)
    if size.width >= ASIDE + 80:
        return (PLAY, DECOR, PLAYERS) if replayed else (PLAY, DECOR, PLAYERS, LOG)
    if _stacked(size):
        return (PLAY, DECOR, PLAYERS, SCORES) if replayed else (PLAY, DECOR, PLAYERS, LOG)
    common = (HALLS, WORKS, DECOR, PLAYERS)
    if replayed:
        return common if size.width >= ASIDE else (*common, LOG, SCORES)
    return (PLAY, *common, LOG)


def places(size: Size, tab: str, facts: Facts) -> Places:
    """The region of every pane that is seen; those that are not seen have none."""
    whole = Region(0, 0, max(0, size.width), max(0, size.height))
    if size.width >= WHOLE.width and size.height >= WHOLE.height:
        found = _whole(whole, tab, facts)
    elif size.width >= COMPACT.width and size.height >= COMPACT.height:
        found = _compact(whole, tab, facts)
    else:
        found = _tabbed(whole, tab, facts)
    if not facts.hand:
        found = _without_hand(found, facts)
    return {id: region for id, region in found.items() if region.area and (id != "jeweler" or facts.jewels)}


def _without_hand(found: Places, facts: Facts) -> Places:
    """No cards are to be seen: what others did since takes their place where it lies below them."""
    hand, since = found.get("hand"), found.get("since")
    if hand is not None and since is not None and (hand.x, hand.bottom) == (since.x, since.y):
        found = {**found, "since": hand.union(since)}
    elif facts.at is At.PLAY:
        return found
    return {id: region for id, region in found.items() if id != "hand"}


# ---- parting a region


def rows(region: Region, *heights: int) -> list[Region]:
    """``region`` parted from above; the last part, of height 0, takes what is left, as do all that want too much."""
    return [region._replace(y=region.y + at, height=part) for at, part in _parts(region.height, heights)]


def columns(region: Region, *widths: int) -> list[Region]:
    """``region`` parted from the left in the same way."""
    return [region._replace(x=region.x + at, width=part) for at, part in _parts(region.width, widths)]


def _parts(room: int, wants: Sequence[int]) -> list[tuple[int, int]]:
    found, at = list[tuple[int, int]](), 0
    for n, want in enumerate(wants):
        part = room - at if n == len(wants) - 1 else max(0, min(want, room - at))
        found.append((at, part))
        at += part
    return found


# ---- everything at once


def _roomy(size: Size) -> bool:
    """Whether the log has a place of its own beside everything else."""
    return size.width >= 190 and size.height >= 48


def _whole(table: Region, tab: str, facts: Facts) -> Places:
    status, body = rows(table, 1, 0)
    largest = 20 if table.width >= 190 else 14
    bottom = max(14, 3 * facts.seats + 2)
    upper = max(10, min(largest, (body.height - bottom) // 2))
    top, middle, below = rows(body, upper, upper, 0)
    own = {"status": status}
    share = top.width * 6 // 10 if facts.seats > 2 else top.width * 2 // 3
    hire = max(24, top.width // 7) if facts.seats > 2 else max(20, top.width // 7)
    own["workshop"], own["warehouse"], own["hire"] = columns(top, share - 5, top.width - share + 5 - hire, 0)
    return own | _palace(middle, tab, facts) | _below(below, tab, facts)


def _palace(region: Region, tab: str, facts: Facts) -> Places:
    """The halls with the garden, or the garden and the jeweler alone, in words."""
    if tab != DECOR:
        return {"halls": region}
    if not facts.jewels:
        return {"decorations": region}
    garden, jeweler = columns(region, region.width // 2, 0)
    return {"decorations": garden, "jeweler": jeweler}


def _below(region: Region, tab: str, facts: Facts) -> Places:
    if region.width >= 190 and region.height >= 16 and facts.at is At.PLAY:
        return _side_by_side(region, tab, facts)
    list_, more = facts.deciding
    height, wide = region.height, region.width * 32 // 100
    players, middle, right = columns(region, wide - 1, region.width - 2 * wide + 1, 0)
    found = {"players": players}
    if facts.at is At.REPLAY and not facts.hand:
        right = right._replace(x=middle.x, width=region.right - middle.x)
        log, more_of_it = columns(right, right.width // 2, 0)
        log, since = rows(log, height - _since(height, facts), 0)
        return found | {list_: log, more: more_of_it, "since": since}
    if facts.at is At.REPLAY:
        parted = rows(right, max(6, height - 12), 0)
    else:
        parted = rows(right, height - _explanation(height, facts), 0)
    found |= dict(zip((list_, more), parted, strict=True))
    if tab == LOG:
        return found | {"log": middle}
    hand, since = rows(middle, height - _since(height, facts), 0)
    return found | {"hand": hand, "since": since}


def _side_by_side(region: Region, tab: str, facts: Facts) -> Places:
    """The choices in a column of their own, with what they mean beside them and the log below that."""
    players, middle, choices, last = columns(region, 48, 58, region.width - 48 - 58 - 44, 0)
    preview, log = rows(last, _explanation(region.height, facts), 0)
    hand, since = rows(middle, region.height - _since(region.height, facts), 0)
    found = {"players": players, "choices": choices, "preview": preview}
    return found | ({"log": middle} if tab == LOG else {"hand": hand, "since": since, "log": log})


def _explanation(height: int, facts: Facts) -> int:
    most, share = (15, 11) if facts.reading else (10, 9)
    return min(most, max(5, height * share // 20))


def _since(height: int, facts: Facts) -> int:
    """Lines of the card that tells of the others' turns: one for each, and its title."""
    return max(3, min(facts.seats + 1, height // 3))


# ---- the compact table


def _compact(table: Region, tab: str, facts: Facts) -> Places:
    status, body = rows(table, 1, 0)
    left, right = columns(body, max(64, body.width * 62 // 100), 0)
    spare = body.height - 28
    works = 6 + min(4, spare // 2) if spare >= 4 else 6
    top, middle, rest = rows(left, works, 7 + min(3, spare // 4), 0)
    warehouse, hire = columns(middle, 28, 0)
    found = {"status": status, "workshop": top, "warehouse": warehouse, "hire": hire}
    if tab == PLAYERS:
        found |= {"players": rest}
    else:
        found |= _palace(rest, tab, facts)
    return found | _beside(right, tab, facts)


def _beside(region: Region, tab: str, facts: Facts) -> Places:
    """The column of boards, cards and choices."""
    list_, more = facts.deciding
    if facts.at is At.REPLAY:
        boards, hand, since, below = rows(region, _boards(tab, facts), 7 if facts.hand else 0, 3, 0)
        log, scores = rows(below, max(5, below.height - 12), 0)
        found = {"hand": hand, "since": since, list_: log, more: scores}
        return {**found, "players": boards} if boards else found
    boards, hand, since, below = rows(region, _boards(tab, facts), 7, 2 + max(0, min(4, (region.height - 28) // 2)), 0)
    found = dict(zip((list_, more), rows(below, below.height - _explanation(below.height, facts), 0), strict=True))
    if tab == LOG:
        return {"log": boards._replace(height=boards.height + hand.height + since.height), **found}
    return {**found, **({"players": boards} if boards else {}), "hand": hand, "since": since}


def _boards(tab: str, facts: Facts) -> int:
    """Lines of the players' boards here; none where they are turned to and stand elsewhere, larger."""
    return 0 if tab == PLAYERS else facts.seats + 1


# ---- one tab at a time


def _stacked(size: Size) -> bool:
    """Whether a narrow table is high enough for all of its rooms, one above the other."""
    return size.height >= 2 + PALACE + 8 + 6 + 14


def _tabbed(table: Region, tab: str, facts: Facts) -> Places:
    status, tabs, body = rows(table, 1, 1, 0)
    found = {"status": status, "tabs": tabs}
    if _stacked(table.size) and tab == PLAY:
        return found | _stack(body, facts)
    if table.width >= ASIDE:
        room, side = columns(body, body.width - 38, 0)
        strip = _at_side(side, facts)
        if room.width >= 160 and tab == PLAY:
            return found | strip | _two_columns(room, facts)
    elif tab == PLAY and facts.at is At.PLAY:
        return found | _hand_and_choices(body, facts)
    else:
        room, strip = _over_strip(body, facts)
    if tab in strip:
        return found | ({tab: body} if facts.at is At.REPLAY else strip | {tab: room})
    return found | strip | _room(room, tab, facts)


def _at_side(side: Region, facts: Facts) -> Places:
    explained = _explanation(side.height, facts)
    list_, more = facts.deciding
    above, since, below = rows(side, side.height - explained - 3, 3, 0)
    return {list_: above, "since": since, more: below}


def _over_strip(body: Region, facts: Facts) -> tuple[Region, Places]:
    """The room of a tab, and the choices with what they mean below it; in a replay the log."""
    spare = max(0, body.height - PALACE - 6)
    room, strip = rows(body, body.height - 6 - min(8, spare // 2), 0)
    if facts.at is At.REPLAY:
        log, since = columns(strip, max(38, strip.width * 48 // 100), 0)
        return room, {"log": log, "since": since}
    choices, preview = columns(strip, max(38, strip.width * 48 // 100), 0)
    return room, {"choices": choices, "preview": preview}


def _hand_and_choices(body: Region, facts: Facts) -> Places:
    choices, right = columns(body, max(38, body.width * 48 // 100), 0)
    hand, since, preview = rows(right, max(6, right.height - (17 if facts.reading else 13)), 4, 0)
    return {"choices": choices, "hand": hand, "since": since, "preview": preview}


def _room(room: Region, tab: str, facts: Facts) -> Places:
    """What ``tab`` shows."""
    if tab == WORKS:
        top, below = rows(room, max(8, room.height - 8), 0)
        warehouse, hire = columns(below, 28, 0)
        return {"workshop": top, "warehouse": warehouse, "hire": hire}
    if tab == DECOR:
        garden, jeweler = rows(room, room.height - _jeweler(facts), 0)
        return {"decorations": garden, "jeweler": jeweler}
    if tab == PLAYERS and facts.at is At.REPLAY and facts.hand:
        boards, hand = rows(room, room.height // 2, 0)
        return {"players": boards, "hand": hand}
    if tab == PLAY:
        return {"hand": room}
    return {tab: room}


def _jeweler(facts: Facts) -> int:
    """Lines of the Jeweler board with everybody's examinations, three on a line."""
    return 6 + -(-facts.seats // 3) if facts.jewels else 0


def _stack(body: Region, facts: Facts) -> Places:
    works, below, palace, rest = rows(body, 8, 6, PALACE, 0)
    warehouse, hire = columns(below, 28, 0)
    found = {"workshop": works, "warehouse": warehouse, "hire": hire, "halls": palace}
    left, right = columns(rest, max(38, rest.width * 48 // 100), 0)
    if facts.at is At.REPLAY:
        own, since = rows(right, right.height - 4, 0)
        return {**found, "log": left, "hand" if facts.hand else "players": own, "since": since}
    hand, since, preview = rows(right, max(4, right.height - (16 if facts.reading else 12)), 3, 0)
    return {**found, "choices": left, "hand": hand, "since": since, "preview": preview}


def _two_columns(room: Region, facts: Facts) -> Places:
    left, right = columns(room, room.width // 2, 0)
    works, below, hand = rows(left, 8, 7, 0)
    warehouse, hire = columns(below, 28, 0)
    palace, boards = rows(right, PALACE, 0)
    found = {"workshop": works, "warehouse": warehouse, "hire": hire, "halls": palace, "players": boards}
    return {**found, "hand": hand} if facts.hand else found
