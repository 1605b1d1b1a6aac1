"""Resource tiles: taken, drawn, kept as silk or discarded for notions."""

from rokoko_core import actions as do
from rokoko_core.box import Box, box_of
from rokoko_core.components.tables import Tile
from rokoko_core.events.acts import TileDiscarded, TileDrawn, TileKept, TileTaken
from rokoko_core.events.amounts import NotionsGained
from rokoko_core.events.reasons import Why
from rokoko_core.play import choices
from rokoko_core.play.choices import price_of, tile_price
from rokoko_core.refusal import Refusal
from rokoko_core.state import State
from rokoko_core.terms import FACE_DOWN, Notion
from rokoko_tui.text import piece_names
from rokoko_tui.text.event_writers import LogWriter, PartWriter
from rokoko_tui.text.families import ActionWords, EventWords, Tooltip
from rokoko_tui.text.families.exams import describe_tasks
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.piece_refs import PieceKind, PieceRef
from rokoko_tui.text.wording import Wording

WAREHOUSE_KEYS = "123456789anz"
"""By space of the warehouse; the letters are free of commands and of groups."""


# ---- tiles of the warehouse


def _label_taken(words: Vocabulary, action: do.TakeTile, state: State) -> str:
    box, tile = box_of(state), state.warehouse[action.space]
    segment = box.segments[box.segment_of[action.space]]
    has_double = [state.warehouse[s] for s in segment].count(tile) > 1
    values = {
        "segment": box.segment_of[action.space] + 1,
        "number": action.space - segment[0] + 1,
        "tile": piece_names.tile_names(words, tile, box),
        "price": price_of(action, state),
    }
    return words.say_of("choices.action.take-twin" if has_double else "choices.action.take-tile", values)


def _shorten_taken(words: Vocabulary, action: do.TakeTile, state: State) -> Wording:
    tile = piece_names.tile_with_signs(words, state.warehouse[action.space], box_of(state))
    if not choices.is_main_action(state) and not choices.is_bonus(state):
        return Wording(tile)
    return words.wording("choices.short.priced", what=tile, price=price_of(action, state))


def _refuse_taken(words: Vocabulary, action: do.TakeTile, refused: Refusal, state: State) -> Wording:
    box, tile = box_of(state), state.warehouse[action.space]
    segment, signs = box.segment_of[action.space] + 1, piece_names.tile_with_signs(words, tile, box)
    return words.wording(
        "choices.about.tile", segment=segment, tile=Wording(piece_names.tile_names(words, tile, box), signs)
    )


def _label_drawn(words: Vocabulary, action: do.DrawTile, state: State) -> str:
    return words.say("choices.action.draw-tile", price=price_of(action, state))


def _shorten_drawn(words: Vocabulary, action: do.DrawTile, state: State) -> Wording:
    short = words.say("choices.short.priced", what=words.say("choices.about.draw"), price=price_of(action, state))
    return Wording(_label_drawn(words, action, state), short)


# ---- the tile in hand


def notion_gain(words: Vocabulary, face: Tile, notion: Notion) -> str:
    """Return what discarding the tile for ``notion`` gives: ``1 yarn and 1 lace``."""
    parts = [words.say("choices.gain.yarn", n=face.yarn)] if face.yarn and notion is not Notion.LACE else []
    parts += [words.say("choices.gain.lace", n=face.lace)] if face.lace and notion is not Notion.YARN else []
    return words.listed(parts)


def _label_kept(words: Vocabulary, action: do.KeepTile, state: State) -> str:
    return _keep_forms(words, state).longest


def _keep_forms(words: Vocabulary, state: State) -> Wording:
    tile, box = choices.tile_in_hand(state), box_of(state)
    silk = Wording(piece_names.kept_silk_names(words, tile, box), piece_names.kept_silk(words, tile, box))
    return words.wording("choices.action.keep-tile", tile=silk)


def _shorten_kept(words: Vocabulary, action: do.KeepTile, state: State) -> Wording:
    forms = _keep_forms(words, state)
    if not choices.completed_tasks(action, state):
        return forms
    tile = piece_names.kept_silk(words, choices.tile_in_hand(state), box_of(state))
    what = Wording(*forms, words.say("choices.short.keep-for-task", tile=tile))
    return words.wording("choices.action.with-task", what=what)


def _label_discarded(words: Vocabulary, action: do.DiscardTile, state: State) -> str:
    box, tile = box_of(state), choices.tile_in_hand(state)
    notion = words.listed([words.term(n) for n in ("yarn", "lace") if action.notion in (n, Notion.BOTH)], "plus")
    gain = notion_gain(words, box.tile[tile], action.notion) if tile in box.tile else notion
    return words.say("choices.action.discard-tile", notions=gain)


def _shorten_discarded(words: Vocabulary, action: do.DiscardTile, state: State) -> Wording:
    label, face = _label_discarded(words, action, state), box_of(state).tile.get(choices.tile_in_hand(state))
    if face is None:
        return Wording(label)
    notions = f"≈{face.yarn} ✻{face.lace}"
    if action.notion is not Notion.BOTH:
        notions = notion_gain(words, face, action.notion)
    if not choices.completed_tasks(action, state):
        return Wording(label, words.say("choices.short.discard", notions=notions))
    what = Wording(label, words.say("choices.short.discard-for-task", notions=notions))
    return words.wording("choices.action.with-task", what=what)


ACTIONS = (
    ActionWords(
        do.TakeTile,
        _label_taken,
        row=_shorten_taken,
        subject=_refuse_taken,
        pieces=lambda action, state: [PieceRef("tile", action.space)],
        key=lambda action, state: WAREHOUSE_KEYS[action.space : action.space + 1],
    ),
    ActionWords(
        do.DrawTile,
        _label_drawn,
        row=_shorten_drawn,
        subject=lambda words, action, refused, state: words.wording("choices.about.draw"),
        key=lambda action, state: "d",
    ),
    ActionWords(do.KeepTile, _label_kept, row=_shorten_kept, consequences=describe_tasks),
    ActionWords(do.DiscardTile, _label_discarded, row=_shorten_discarded, consequences=describe_tasks),
)


# ---- events


def _log_taken(log: LogWriter, event: TileTaken) -> None:
    space = event.moved[0].start.index
    assert space is not None
    segment, cost = log.box.segment_of[space] + 1, log.take_payment(Why.TILE_PRICE)
    log.add_action(event, "take-tile", tile=log.tile(event.piece), segment=segment, price=cost)


def _log_drawn(log: LogWriter, event: TileDrawn) -> None:
    own = "" if event.piece == FACE_DOWN else "-own"
    if event.why is Why.MATCH:
        log.add("gain", event, f"then.match{own}", tile=log.tile(event.piece))
    else:
        log.add_action(event, f"draw-tile{own}", tile=log.tile(event.piece), price=log.take_payment(Why.DRAW_PRICE))


def _log_kept(log: LogWriter, event: TileKept) -> None:
    if event.piece == FACE_DOWN:
        log.add_action(event, "keep-tile-secret")
    else:
        log.add_action(event, "keep-tile", tile=log.silk(event.pieces))


def _gain_kept(log: LogWriter, event: TileKept, is_last: bool) -> list[str]:
    return [] if event.piece == FACE_DOWN else [log.words.say("advice.brings.silk", tile=log.silk(event.pieces))]


def _log_discarded(log: LogWriter, event: TileDiscarded) -> None:
    log.take_next(NotionsGained, Why.TILE)
    notions = notion_gain(log.words, log.box.tile[event.piece], event.notion)
    log.add_action(event, "discard-tile", tile=log.tile(event.piece), notions=notions)


def _part_discarded(writer: PartWriter, event: TileDiscarded) -> Wording:
    return writer.part("discarded", gained=notion_gain(writer.words, writer.box.tile[event.piece], event.notion))


EVENTS = (
    EventWords(
        TileTaken,
        log=_log_taken,
        du_barry=lambda log, event: log.add("barry", event, "barry.tiles", tiles=log.tiles(event.pieces)),
        part=lambda writer, event: writer.tiles(event.pieces),
    ),
    EventWords(
        TileDrawn,
        log=_log_drawn,
        part=lambda writer, event: writer.part("drawn") if event.piece == FACE_DOWN else writer.tiles([event.piece]),
        gain=lambda log, event, is_last: [log.count("face-down", 1)],
    ),
    EventWords(TileKept, log=_log_kept, gain=_gain_kept),
    EventWords(TileDiscarded, log=_log_discarded, part=_part_discarded),
)


# ---- tooltips


def _describe_tile(words: Vocabulary, piece: PieceRef, state: State, box: Box) -> str:
    space = piece.number
    tile, segment = state.warehouse[space], box.segment_of[space] + 1
    if not tile:
        return words.say("tooltips.piece.tile-empty", segment=segment)
    name, cost = piece_names.tile_names(words, tile, box), tile_price(state, space)
    return words.say("tooltips.piece.tile", tile=name, segment=segment, price=cost)


def _describe_silk(words: Vocabulary, piece: PieceRef, state: State, box: Box) -> str:
    return words.say("tooltips.piece.silk", tile=piece_names.kept_silk_names(words, piece.name, box))


TOOLTIPS: dict[PieceKind, Tooltip] = {
    "tile": _describe_tile,
    "silk": _describe_silk,
}
