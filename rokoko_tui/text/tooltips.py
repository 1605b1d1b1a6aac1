"""Tooltips of pieces."""

from collections.abc import Callable

from rokoko_core.box import Box, box_of
from rokoko_core.play.choices import hire_price, open_tasks, pending_decision, tile_price
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import NOBODY, State
from rokoko_core.terms import FACE_DOWN, Zone
from rokoko_tui.text import piece_names, player_names
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.messages import capital
from rokoko_tui.text.piece_refs import PieceKind, PieceRef


def _say(words: Vocabulary, key: str, **values: object) -> str:
    return words.say_of(f"tooltips.piece.{key}", values)


def _owner(words: Vocabulary, state: State, seat: int) -> dict[str, str]:
    setup = state.setup
    return {"who": player_names.seat(words, setup, seat), "whose": player_names.whose(words, setup, seat)}


def _window(words: Vocabulary, piece: PieceRef, state: State, box: Box) -> str:
    index = piece.number
    dress, cost = state.windows[index], box.windows[index]
    if not dress:
        return _say(words, "window-empty", price=cost)
    return _say(words, "window", dress=piece_names.dress(words, dress, box), number=index + 1, price=cost)


def _tile(words: Vocabulary, piece: PieceRef, state: State, box: Box) -> str:
    space = piece.number
    tile, segment = state.warehouse[space], box.segment_of[space] + 1
    if not tile:
        return _say(words, "tile-empty", segment=segment)
    cost = tile_price(state, space)
    return _say(words, "tile", tile=piece_names.tile(words, tile, box), segment=segment, price=cost)


def _jewel(words: Vocabulary, piece: PieceRef, state: State, box: Box) -> str:
    jewel, cost = state.jewels[piece.number], box.jewel_prices[piece.number]
    return _say(words, "jewel" if jewel else "jewel-empty", jewel=piece_names.jewel(words, jewel), price=cost)


def _bonus(words: Vocabulary, card: str, box: Box) -> str:
    return piece_names.bonus(words, box.card[card].bonus) if card in box.card else ""


def _hire(words: Vocabulary, piece: PieceRef, state: State, box: Box) -> str:
    cost = hire_price(state)
    return _say(
        words, "hire", card=piece_names.card(words, piece.name, box), price=cost, bonus=_bonus(words, piece.name, box)
    )


def _favor(words: Vocabulary, piece: PieceRef, state: State, box: Box) -> str:
    if state.favor == NOBODY:
        return _say(words, "favor-last" if state.round == LAST_ROUND else "favor-free")
    return _say(words, "favor-held", **_owner(words, state, state.favor))


def _guest(words: Vocabulary, piece: PieceRef, state: State, box: Box) -> str:
    index, guest = box.guest[piece.name].index, piece_names.guest(words, piece.name, box)
    if not state.guests[index]:
        return _say(words, "guest-free", guest=guest)
    worth = words.say("pieces.name.fund-prestige", prestige=box.dress[state.guests[index]].prestige)
    dress = words.listed([piece_names.dress_short(words, state.guests[index], box), worth], "facts")
    return _say(words, "guest-taken", guest=guest, dress=dress, **_owner(words, state, state.guest_owners[index]))


def _decoration(words: Vocabulary, piece: PieceRef, state: State, box: Box) -> str:
    owner, decoration = (
        state.decorations[box.decoration[piece.name].index],
        piece_names.decoration(words, piece.name, box),
    )
    if owner == NOBODY:
        return _say(words, "decoration-free", decoration=decoration)
    return _say(words, "decoration-taken", decoration=decoration, **_owner(words, state, owner))


def _card(zone: Zone | None) -> Callable[[Vocabulary, PieceRef, State, Box], str]:
    """Return the tooltip function for cards in ``zone``, or without a zone for those of the examination deck."""

    def describe(words: Vocabulary, piece: PieceRef, state: State, box: Box) -> str:
        card, bonus = piece_names.card(words, piece.name, box), _bonus(words, piece.name, box)
        if piece.name not in box.card:
            return card
        if zone is None:
            return _say(words, "exam-card", card=card, bonus=bonus)
        return _say(words, "card", card=card, zone=words.say(f"pieces.zone.{zone}"), bonus=bonus)

    return describe


def _specialist(words: Vocabulary, piece: PieceRef, state: State, box: Box) -> str:
    known = (p.specialist for p in state.players if p.specialist in box.card)
    own = piece.name or next(known, FACE_DOWN)
    if own not in box.card:
        return _say(words, "specialist-hidden")
    condition = words.say(f"pieces.condition.{box.card[own].condition}")
    return _say(words, "specialist", card=piece_names.card(words, own, box), condition=condition)


def _exam(words: Vocabulary, piece: PieceRef, state: State, box: Box) -> str:
    decision = pending_decision(state)
    seat = decision.seat if decision is not None else 0
    player = state.players[seat]
    if player.exam is None:
        return ""
    exam = piece_names.exam(words, player.exam)
    tasks = [piece_names.task_tight(words, task) for task in open_tasks(state, seat)]
    return _say(words, f"exam-tasks-{player.exam}", exam=exam, tasks=tasks) if tasks else _say(words, "exam", exam=exam)


def _player(words: Vocabulary, piece: PieceRef, state: State, box: Box) -> str:
    player = state.players[piece.number]
    return _say(
        words,
        "player",
        who=player_names.seat(words, state.setup, piece.number),
        livre=player.livre,
        yarn=player.yarn,
        lace=player.lace,
        n=len(player.silk),
    )


def _hall(words: Vocabulary, piece: PieceRef, state: State, box: Box) -> str:
    first, second = box.majorities[piece.number - 1]
    hall = words.hall(piece.number)
    return _say(words, "hall" if box.second_places else "hall-first", hall=hall, first=first, second=second)


def _all_halls(words: Vocabulary, piece: PieceRef, state: State, box: Box) -> str:
    owner, prestige = state.all_halls[piece.number], box.all_halls[piece.number]
    if owner == NOBODY:
        return _say(words, "all-halls-free", prestige=prestige)
    return _say(words, "all-halls-taken", prestige=prestige, **_owner(words, state, owner))


PIECES: dict[PieceKind, Callable[[Vocabulary, PieceRef, State, Box], str]] = {
    "window": _window,
    "tile": _tile,
    "jewel": _jewel,
    "hire": _hire,
    "favor": _favor,
    "guest": _guest,
    "decoration": _decoration,
    **{zone.value: _card(zone) for zone in Zone},
    "silk": lambda w, piece, s, box: _say(w, "silk", tile=piece_names.kept_silk(w, piece.name, box)),
    "specialist": _specialist,
    "exam": _exam,
    "exam-card": _card(None),
    "player": _player,
    "hall": _hall,
    "all-halls": _all_halls,
}
"""The tooltip function for each kind of piece."""


def piece(words: Vocabulary, piece: PieceRef, state: State) -> str:
    return capital(PIECES[piece.kind](words, piece, state, box_of(state)))
