"""Descriptions for the inspection view: standings of a hall, a player's board, and the remaining pieces.

All of it comes from an observation, so nothing hidden is revealed (HIDDEN-1, HIDDEN-2).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rokoko_core.board_counts import deck_left, lasting_deck
from rokoko_core.box import HALLS, Box, box_of
from rokoko_core.components.tables import DecorationSpace, Dress
from rokoko_core.majorities import Majority, fireworks_majority, hall_majority
from rokoko_core.observe import Observation, as_known
from rokoko_core.play.choices import income_of, open_tasks
from rokoko_core.remaining_pieces import Level, RemainingPieces, remaining_pieces
from rokoko_core.scoring import hall_points, rank_in_hall, terrace
from rokoko_core.state import NOBODY, State
from rokoko_core.terms import COLOURS, FACE_DOWN, DecorationKind, Rank
from rokoko_tui.text import piece_names, player_names
from rokoko_tui.text.event_writers import LogLine
from rokoko_tui.text.families.registry import TOOLTIPS
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.message_rendering import inside
from rokoko_tui.text.messages import capital
from rokoko_tui.text.piece_refs import PieceRef

RANKS = (Rank.MASTER, Rank.JOURNEYMAN, Rank.APPRENTICE)


def _say(words: Vocabulary, key: str, **values: object) -> str:
    return words.say(f"inspection.{key}", **values)


def _part(words: Vocabulary, key: str, lines: Iterable[str]) -> list[LogLine]:
    """Return ``lines`` under the heading ``key``; empty without lines."""
    entries = [LogLine("inspection", None, capital(line)) for line in lines if line]
    return [LogLine("round", None, _say(words, f"heading.{key}")), *entries] if entries else []


def _counted(words: Vocabulary, names: Iterable[str] | Mapping[str, int], all_or_none: bool = False) -> list[str]:
    """Return each name once, with its number if there are several; ``all_or_none``: of it, or of another name."""
    counts = Counter(names)
    least = 1 if all_or_none and max(counts.values()) > 1 else 2
    return [_say(words, "times", n=n, what=name) if n >= least else name for name, n in counts.items()]


# ---- halls


def describe_standings(words: Vocabulary, number: int, state: State) -> str:
    """Return who leads in a hall, by how many dresses for how many points, and who follows or what the second place is
    worth (END-3).
    """
    box = box_of(state)
    name, points = capital(words.hall(number)), hall_points(state, box, number)
    standing = [(seat, counted[0], counted) for counted, seat in rank_in_hall(state, box, number)]
    first_worth, second_worth = box.majorities[number - 1]
    is_second_open = box.second_places and len(standing) < 2
    if not standing:
        key = "inspection.hall.empty-for-two" if is_second_open else "inspection.hall.empty"
        return words.say_of(key, {"hall": name, "points": first_worth, "number": second_worth})
    first = [seat for seat, _, counted in standing if counted == standing[0][2]]
    names = [player_names.seat(words, state.setup, seat) for seat in first]
    key = "hall.shared"
    if len(first) == 1:
        second = standing[1][2] if len(standing) > 1 else (0, 0, 0)
        keys = ("hall.leads", "hall.leads-master", "hall.leads-musician")
        key = next(key for key, own, other in zip(keys, standing[0][2], second, strict=True) if own != other)
    values = {"who": names[0], "names": [inside(name) for name in names], "n": standing[0][1]}
    parts = [words.say_of(f"inspection.{key}", {**values, "points": points[first[0]]})]
    for seat, dresses, _ in standing[len(first) :]:
        who = player_names.seat(words, state.setup, seat)
        parts.append(_say(words, "hall.follows", who=who, n=dresses, points=points.get(seat, 0)))
    if is_second_open:
        parts.append(_say(words, "hall.second-open", points=second_worth))
    return _say(words, "hall.standing", hall=name, parts=words.listed(parts, "steps"))


def _describe_lead(words: Vocabulary, majority: Majority, view: Observation, what: str) -> list[str]:
    """Return what decides a tie, and what the lead takes of ``what``, dresses or fireworks."""
    lines = [_say(words, f"lead.{majority.tie_breaker}")] if majority.tie_breaker else []
    return [*lines, *describe_need(words, majority, view, what)]


def describe_need(words: Vocabulary, majority: Majority, view: Observation, what: str) -> list[str]:
    """Return what the lead takes of ``what``, dresses or fireworks; empty where nobody has any."""
    need = majority.need
    if need is None:
        return []
    if need.more is None:
        return [_say(words, "lead.safe" if need.keeps else "lead.lost")]
    who = words.term("you") if need.seat == view.seat else player_names.seat(words, view.table.setup, need.seat)
    key = "musician-too" if need.musician else what
    key = f"{key}-alone" if need.alone else key
    return [words.say_of(f"inspection.lead.{key}", {"who": who, "n": need.more})]


def _describe_fireworks(words: Vocabulary, space: DecorationSpace, view: Observation) -> list[str]:
    """Return the part of the Terrace at ``space`` with its dress (END-6), and who leads the fireworks (END-4)."""
    state, box = view.table, box_of(view.table)
    owner, majority = state.decorations[space.index], fireworks_majority(state, box, view.seat)
    moved = (
        next((t for t in terrace(state, box, owner) if t.decoration == space.index), None) if owner != NOBODY else None
    )
    lines = [_say(words, "terrace.empty", multiplier=space.multiplier)]
    if moved is not None:
        dress = piece_names.dress_short(words, state.guests[moved.guest], box)
        whose = player_names.whose(words, state.setup, owner)
        lines = [
            _say(words, "terrace.dress", whose=whose, dress=dress, multiplier=space.multiplier, points=moved.points)
        ]
    return lines + _describe_lead(words, majority, view, "fireworks")


# ---- inspected pieces


def describe_piece(words: Vocabulary, piece: PieceRef, state: State) -> str:
    """Return the tooltip of a piece."""
    return capital(TOOLTIPS[piece.kind](words, piece, state, box_of(state)))


def list_details(words: Vocabulary, piece: PieceRef, view: Observation) -> list[str]:
    """Return details of a piece beside its tooltip, such as the standings of its hall."""
    state = view.table
    box = box_of(state)
    if piece.kind == "hall":
        free = [space for space in box.hall_guests[piece.number] if not state.guests[space.index]]
        return [
            describe_standings(words, piece.number, state),
            *_describe_lead(words, hall_majority(state, box, piece.number, view.seat), view, "dresses"),
            _say(words, "look.free", n=len(free)),
        ]
    if piece.kind == "guest":
        space = box.guest[piece.name]
        master = [_say(words, "look.master-space")] if space.master else []
        return [*master, describe_standings(words, space.hall, state)]
    if piece.kind == "player":
        lines = [line.text for line in list_board(words, view, piece.number) if line.kind == "inspection"][1:3]
        return [*_describe_prospects(words, view.table, piece.number), *lines]
    if piece.kind == "decoration" and box.decoration[piece.name].kind is DecorationKind.FIREWORKS:
        return _describe_fireworks(words, box.decoration[piece.name], view)
    if piece.kind == "decoration" and box.decoration[piece.name].hall:
        return [describe_standings(words, box.decoration[piece.name].hall, state)]
    return []


def _describe_prospects(words: Vocabulary, state: State, seat: int) -> list[str]:
    """Return the next income of a player and how many cards of the deck are in hand; Madame du Barry has neither."""
    if seat >= len(state.setup.players):
        return []
    hand, deck = len(state.players[seat].hand), len(deck_left(state, seat))
    return [_say(words, "look.income", n=income_of(state, seat)), _say(words, "look.deck", before=hand, after=deck)]


# ---- a player's board


def list_board(words: Vocabulary, view: Observation, seat: int) -> list[LogLine]:
    """Return the public part of a player's board (HIDDEN-1); headings have the kind ``round``."""
    state = view.table
    box = box_of(state)
    return [
        *_part(words, "goods", _goods(words, view, seat)),
        *_part(words, "deck", _deck(words, view, seat, box)),
        *_part(words, "dresses", _dresses(words, state, seat, box)),
        *_part(words, "decorations", _decorations(words, state, seat, box)),
        *_part(words, "jewels", _jewels(words, state, seat)),
        *_part(words, "exams", _exams(words, view, seat)),
    ]


def _goods(words: Vocabulary, view: Observation, seat: int) -> Iterator[str]:
    yield describe_piece(words, PieceRef("player", seat), view.table)
    if view.prestige_known[seat]:
        yield _say(words, "board.prestige", n=view.table.players[seat].prestige)
    if view.table.favor == seat:
        yield _say(words, "board.favor")
    if seat == view.seat:
        yield describe_silk(words, view)


def describe_silk(words: Vocabulary, view: Observation) -> str:
    """Return the silk of the viewer's kept tiles (HIDDEN-1); empty for no tile or no seat."""
    tiles = () if view.seat is None else view.table.players[view.seat].silk
    if not tiles:
        return ""
    names = [piece_names.kept_silk_names(words, tile, box_of(view.table)) for tile in tiles]
    return words.say_of("inspection.board.silk", {"tiles": words.listed(_counted(words, names), "steps")})


def list_own_goods(words: Vocabulary, view: Observation) -> list[str]:
    """Return the viewer's goods and silk in sentences; empty for no seat."""
    if view.seat is None:
        return []
    goods = f"{describe_piece(words, PieceRef('player', view.seat), view.table)}."
    return [sentence for sentence in (goods, describe_silk(words, view)) if sentence]


def list_hand(words: Vocabulary, view: Observation) -> list[str]:
    """Return the viewer's goods, silk and cards in sentences; empty for no seat."""
    if view.seat is None:
        return []
    return [*list_own_goods(words, view), *_piles(words, view, view.seat, box_of(view.table))]


def _deck(words: Vocabulary, view: Observation, seat: int, box: Box) -> Iterator[str]:
    deck = lasting_deck(as_known(view), seat)
    for rank in RANKS:
        cards = [card for card in deck if card in box.card and box.card[card].rank is rank]
        if cards:
            names = [piece_names.bonus_short(words, box.card[card].bonus).longest for card in sorted(cards)]
            bonuses = _counted(words, names)
            yield _say(words, "board.rank", rank=piece_names.rank(words, rank), n=len(cards), parts=bonuses)
    if FACE_DOWN in deck:
        yield _say(words, "board.secret", n=deck.count(FACE_DOWN))
    yield from _piles(words, view, seat, box)


def _piles(words: Vocabulary, view: Observation, seat: int, box: Box) -> Iterator[str]:
    """The cards in hand, supply and discard pile; of another player, hand and supply together (HIDDEN-1)."""
    player = view.table.players[seat]
    piles = {"unplayed" if player.hand else "supply": view.unplayed[seat]}
    if seat == view.seat:
        piles = {"hand": player.hand, "supply": player.supply}
    for key, pile in {**piles, "discard": player.discard}.items():
        if pile:
            names = _counted(words, [piece_names.card_within(words, card, box) for card in pile])
            yield words.say_of(f"inspection.board.{key}", {"cards": words.listed(names, "steps")})


def _dresses(words: Vocabulary, state: State, seat: int, box: Box) -> Iterator[str]:
    """The dresses by hall, with the standings of each hall."""
    for number in HALLS:
        placed = [state.guests[g.index] for g in box.hall_guests[number] if state.guest_owners[g.index] == seat]
        if placed:
            dresses = piece_names.count_dresses(words, placed, box)
            yield _say(words, "board.in-hall", hall=capital(words.hall(number)), dresses=dresses)
            yield describe_standings(words, number, state)


def _decorations(words: Vocabulary, state: State, seat: int, box: Box) -> Iterator[str]:
    yield from (piece_names.decoration(words, d.id, box) for d in box.decorations if state.decorations[d.index] == seat)
    for number, owner in enumerate(state.all_halls):
        if owner == seat:
            yield _say(words, "board.all-halls", prestige=box.all_halls[number])


def _jewels(words: Vocabulary, state: State, seat: int) -> Iterator[str]:
    if jewels := state.players[seat].jewels:
        names = [piece_names.jewel(words, jewel) for jewel in sorted(jewels)]
        yield words.listed(_counted(words, names, all_or_none=True))


def _exams(words: Vocabulary, view: Observation, seat: int) -> Iterator[str]:
    player = view.table.players[seat]
    if player.master_exams:
        yield _say(words, "board.passed", n=player.master_exams)
    if player.exam is not None:
        exam = piece_names.exam(words, player.exam)
        tasks = [piece_names.task(words, task) for task in open_tasks(view.table, seat)]
        yield words.say_of(f"inspection.board.exam-{'open' if tasks else 'ready'}", {"exam": exam, "tasks": tasks})
    if player.specialist:
        yield describe_piece(words, PieceRef("specialist", player.specialist), view.table)


# ---- remaining pieces


def list_remaining(words: Vocabulary, view: Observation, are_drawn: bool = False) -> list[LogLine]:
    """Return the remaining pieces by public knowledge (HIDDEN-1); headings have the kind ``round``.

    ``are_drawn``: leave out those that ``draw_remaining`` draws.
    """
    remaining, box = remaining_pieces(view), box_of(view.table)
    cards = _part(words, "to-come.cards", (_level(words, level, box) for level in remaining.levels))
    if are_drawn:
        notes = [_say(words, "to-come.stack-drawn", n=remaining.stack)]
        notes += [_say(words, "to-come.cleared", n=remaining.cleared)] if remaining.cleared else []
        notes += [_say(words, "to-come.waiting", n=len(remaining.waiting))] if remaining.waiting else []
        return [*(LogLine("inspection", None, note) for note in notes), *cards]
    return [
        *_part(words, "to-come.dresses", _bag(words, remaining, box)),
        *_part(words, "to-come.tiles", _stack(words, remaining, box)),
        *cards,
        *_part(words, "to-come.jewels", _jewel_bag(words, remaining)),
    ]


def _bag(words: Vocabulary, remaining: RemainingPieces, box: Box) -> Iterator[str]:
    yield _say(words, "to-come.bag", n=len(remaining.dresses))
    for colour in COLOURS:
        of_colour = [box.dress[dress] for dress in remaining.dresses if box.dress[dress].colour is colour]
        if of_colour:
            name = piece_names.dress_short(words, of_colour[0].id, box)
            yield _say(words, "to-come.colour", colour=name, n=len(of_colour), parts=_values(words, of_colour))
    if remaining.waiting:
        yield _say(words, "to-come.waiting", n=len(remaining.waiting))


def _values(words: Vocabulary, dresses: Sequence[Dress]) -> list[str]:
    """Return the sale values, and how many dresses cannot be sold."""
    sold = [words.number(dress.value) for dress in sorted(dresses, key=lambda dress: dress.value) if dress.sellable]
    kept = len(dresses) - len(sold)
    parts = [_say(words, "to-come.sell", parts=sold)] if sold else []
    return parts + ([_say(words, "to-come.rent-only", n=kept)] if kept else [])


def _stack(words: Vocabulary, remaining: RemainingPieces, box: Box) -> Iterator[str]:
    yield _say(words, "to-come.stack", n=remaining.stack, after=sum(remaining.tiles.values()))
    names = {piece_names.tile(words, tile, box): n for tile, n in remaining.tiles.items()}
    if names:
        yield words.listed(_counted(words, names), "steps")
    if remaining.cleared:
        yield _say(words, "to-come.cleared", n=remaining.cleared)


def _level(words: Vocabulary, level: Level, box: Box) -> str:
    names = _counted(words, [piece_names.card_within(words, card, box) for card in level.cards])
    key = "to-come.level" if level.left == len(level.cards) else "to-come.level-some"
    return _say(words, key, level=str(level.level), n=level.left, cards=words.listed(names, "steps"))


def _jewel_bag(words: Vocabulary, remaining: RemainingPieces) -> Iterator[str]:
    if remaining.jewels:
        jewels = {piece_names.jewel(words, jewel): n for jewel, n in remaining.jewels.items()}
        yield words.listed(_counted(words, jewels, all_or_none=True))
