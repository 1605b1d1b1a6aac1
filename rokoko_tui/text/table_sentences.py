"""The table in sentences, one idea each: what a person would tell another who cannot see it."""

from collections.abc import Iterator

from rokoko_core.box import HALLS, Box, box_of
from rokoko_core.moves.acquire import price as tile_price
from rokoko_core.observe import Observation, as_known
from rokoko_core.scoring import ScoreSheet, projected_scores
from rokoko_core.state import NOBODY, State
from rokoko_core.terms import ScoreRow
from rokoko_tui.text import inspection as around
from rokoko_tui.text import piece_names as pieces
from rokoko_tui.text import score_sheets as sheets
from rokoko_tui.text import tooltips
from rokoko_tui.text.message_catalog import Vocabulary, capital

Told = dict[str, str]
"""A sentence by what it is about."""


def table(words: Vocabulary, view: Observation) -> Told:
    """All that lies open."""
    state = view.table
    box = box_of(state)
    found = dict(_players(words, state, box))
    for kind, count in (("window", len(state.windows)), ("jewel", len(state.jewels))):
        found |= {f"{kind}:{n}": tooltips.piece(words, f"{kind}:{n}", state) for n in range(count)}
    found |= dict(_segments(words, state, box))
    found |= {f"hire:{card}": tooltips.piece(words, f"hire:{card}", state) for card in state.hire}
    found["favor"] = tooltips.piece(words, "favor", state)
    found |= {f"hall:{n}": around.hall(words, state, n) for n in HALLS}
    free = [d for d in box.decorations if state.decorations[d.index] == NOBODY]
    names = [f"{pieces.decoration_name(words, d)} {words.money(d.cost, 'amount')}" for d in free]
    found["decorations"] = words.say("plain.table.free", parts=words.listed(names, "steps")) if names else ""
    return {about: _ended(sentence) for about, sentence in found.items() if sentence}


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith(".") else f"{sentence}."


def _players(words: Vocabulary, state: State, box: Box) -> Iterator[tuple[str, str]]:
    for seat in range(len(state.players)):
        yield f"player:{seat}", tooltips.piece(words, f"player:{seat}", state)
        who = pieces.seat(words, state.setup, seat)
        own = [d for d in box.decorations if state.decorations[d.index] == seat]
        names = [pieces.decoration_name(words, d) for d in own]
        yield f"decorations:{seat}", words.say("plain.table.owns", who=who, names=names) if names else ""


def _segments(words: Vocabulary, state: State, box: Box) -> Iterator[tuple[str, str]]:
    for number, spaces in enumerate(box.segments):
        there = [space for space in spaces if state.warehouse[space]]
        if not there:
            yield f"segment:{number}", words.say("plain.table.segment-empty", segment=number + 1)
            continue
        tiles = words.listed([pieces.tile(words, state.warehouse[space], box) for space in there], "steps")
        price = tile_price(state, box, there[0])
        yield f"segment:{number}", words.say("plain.table.segment", segment=number + 1, price=price, tiles=tiles)


def scores(words: Vocabulary, view: Observation) -> list[str]:
    """Everybody's prestige and where it comes from, a sentence each, as far as ``view`` knows it (HIDDEN-2)."""
    return [_score(words, sheet, view) for sheet in projected_scores(as_known(view))]


def _score(words: Vocabulary, sheet: ScoreSheet, view: Observation) -> str:
    box, known = box_of(view.table), view.prestige_known[sheet.seat]
    parts = [
        words.say("plain.score.part", what=capital(sheets.score_row(words, row, box)), n=row.points)
        for row in sheet.rows
        if row.points and (known or row.source is not ScoreRow.PLAY)
    ]
    who = pieces.seat(words, view.table.setup, sheet.seat)
    parts += [] if known else [words.say("plain.score.hidden")]
    told = words.say("plain.score.total", who=who, points=sheet.total)
    return f"{told} {words.listed(parts, 'steps')}." if parts else told


def places(words: Vocabulary, view: Observation) -> list[str]:
    """Who has come where in a game that is over, and by what (END-9)."""
    found = sorted(projected_scores(as_known(view)), key=lambda sheet: (sheet.rank, sheet.seat))
    return [
        words.say(
            "plain.score.place",
            position=sheet.rank,
            who=pieces.seat(words, view.table.setup, sheet.seat),
            points=sheet.total,
            why=sheets.tie_break(words, sheet),
        )
        for sheet in found
    ]
