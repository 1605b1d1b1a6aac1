"""Words for screen readers: colours and ranks in full, words instead of symbols, and sentences about the table."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from rokoko_core.box import HALLS, Box, box_of
from rokoko_core.observe import Observation, known_scores
from rokoko_core.play.choices import tile_price
from rokoko_core.score_sheet import ScoreSheet
from rokoko_core.state import NOBODY, State
from rokoko_core.terms import ScoreRow
from rokoko_tui.text import inspection, piece_names, player_names, score_sheets
from rokoko_tui.text.game_text import Words
from rokoko_tui.text.message_catalog import LETTER, Vocabulary
from rokoko_tui.text.message_rendering import Message
from rokoko_tui.text.messages import capital
from rokoko_tui.text.piece_refs import PieceRef

_SIGNS = {
    "facts": re.compile(r" · "),
    "crown": re.compile("♛"),
    "prestige": re.compile("★"),
    "per": re.compile(r"(?<=[^\W\d])/(?=\d)"),
    "either": re.compile(r"(?<=\w) */(?=\w)"),
    "plus": re.compile(r" *\+ *(?=[^\W\d])"),
    "times": re.compile("×"),
}
_SILENT = re.compile(r"±| \([♛●★]\)")
"""Signs beside the words for them."""
_BLANKS = re.compile(r" {2,}")
_BEFORE_STOPS = re.compile(r" +(?=[,;:.)])")
_TWO_STOPS = re.compile(r"(?<!\.)\.\.(?!\.)")
"""An abbreviation at the end of a sentence."""


class SpokenWords(Words):
    """Texts about the game with names instead of letters."""

    SEEN = False

    def own_term(self, key: str, form: str = "") -> str:
        """Return the term, in full instead of its letter."""
        return super().own_term(key, "" if form == LETTER else form)

    def bales(self, counts: Mapping[str, int]) -> list[str]:
        return self.bale_names(counts)

    def _load(self, key: str) -> Message:
        """Return the message ``key`` in its spoken form, if it has one, and ranks in full."""
        spoken = f"plain.spoken.{key}"
        message = super()._load(spoken if self.knows(spoken) else key.replace("pieces.rank-short.", "pieces.rank."))
        self._messages[key] = message
        return message

    def spoken(self, line: str) -> str:
        """Return ``line`` with its symbols replaced by words or removed."""
        line = _SILENT.sub("", line)
        for name, sign in _SIGNS.items():
            if sign.search(line):
                line = sign.sub(self.say(f"plain.sign.{name}"), line)
        return _TWO_STOPS.sub(".", _BEFORE_STOPS.sub("", _BLANKS.sub(" ", line))).rstrip()


FREE: Literal["free"] = "free"
"""The topic of the decorations that nobody owns."""
Topic = PieceRef | tuple[Literal["segment", "owns"], int] | Literal["free", "silk"]
Report = dict[Topic, str]
"""Sentences by the piece or topic they describe."""


def table(words: Vocabulary, view: Observation) -> Report:
    """Describe everything that is face up."""
    state = view.table
    box = box_of(state)
    pieces = [PieceRef("window", n) for n in range(len(state.windows))]
    pieces += [PieceRef("jewel", n) for n in range(len(state.jewels))]
    cards = (*(PieceRef("hire", card) for card in state.hire), PieceRef("favor"))
    sentences: Report = dict(_players(words, view, box))
    sentences |= {piece: inspection.describe_piece(words, piece, state) for piece in pieces}
    sentences |= dict(_segments(words, state, box))
    sentences |= {piece: inspection.describe_piece(words, piece, state) for piece in cards}
    sentences |= {PieceRef("hall", n): inspection.describe_standings(words, n, state) for n in HALLS}
    free = [d for d in box.decorations if state.decorations[d.index] == NOBODY]
    names = [
        words.say("plain.table.free-space", space=piece_names.decoration_name(words, d), price=d.cost) for d in free
    ]
    sentences[FREE] = words.say("plain.table.free", parts=words.listed(names, "steps")) if names else ""
    return {about: f"{sentence.removesuffix('.')}." for about, sentence in sentences.items() if sentence}


def _players(words: Vocabulary, view: Observation, box: Box) -> Iterator[tuple[Topic, str]]:
    state = view.table
    for seat in range(len(state.players)):
        player = PieceRef("player", seat)
        yield player, inspection.describe_piece(words, player, state)
        if seat == view.seat:
            yield "silk", inspection.describe_silk(words, view)
        who = player_names.seat(words, state.setup, seat)
        own = [d for d in box.decorations if state.decorations[d.index] == seat]
        names = [piece_names.decoration_name(words, d) for d in own]
        yield ("owns", seat), words.say("plain.table.owns", who=who, names=names) if names else ""


def _segments(words: Vocabulary, state: State, box: Box) -> Iterator[tuple[Topic, str]]:
    for number, spaces in enumerate(box.segments):
        filled = [space for space in spaces if state.warehouse[space]]
        if not filled:
            yield ("segment", number), words.say("plain.table.segment-empty", segment=number + 1)
            continue
        tiles = words.listed([piece_names.tile(words, state.warehouse[space], box) for space in filled], "steps")
        price = tile_price(state, filled[0])
        yield ("segment", number), words.say("plain.table.segment", segment=number + 1, price=price, tiles=tiles)


def scores(words: Vocabulary, view: Observation) -> list[str]:
    """Return a sentence for each player: the prestige that ``view`` knows, and its sources (HIDDEN-2)."""
    return [_score(words, sheet, view) for sheet in known_scores(view)]


def _score(words: Vocabulary, sheet: ScoreSheet, view: Observation) -> str:
    box, known = box_of(view.table), view.prestige_known[sheet.seat]
    parts = [
        words.say("plain.score.part", what=score_sheets.score_row(words, row, box), n=row.points)
        for row in sheet.rows
        if row.points and (known or row.source is not ScoreRow.PLAY)
    ]
    who = player_names.seat(words, view.table.setup, sheet.seat)
    parts += [] if known else [words.say("plain.score.hidden")]
    total = words.say("plain.score.total", who=who, points=sheet.total)
    return f"{total} {words.listed(parts, 'steps')}." if parts else total


def places(words: Vocabulary, view: Observation, sheets: Sequence[ScoreSheet]) -> list[str]:
    """Return the final places by ``sheets``, and what decided each tie (END-9)."""
    return [_place(words, sheet, view) for sheet in sorted(sheets, key=lambda sheet: (sheet.rank, sheet.seat))]


def _place(words: Vocabulary, sheet: ScoreSheet, view: Observation) -> str:
    who = player_names.seat(words, view.table.setup, sheet.seat)
    place = words.say("plain.score.place", position=sheet.rank, who=who, points=sheet.total)
    tie = capital(score_sheets.tie_break(words, sheet))
    return f"{place} {tie}." if tie else place
