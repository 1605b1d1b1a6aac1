"""What one finds who looks around: how a hall stands, a player's board whole, and what can still come.

All of it is told from an observation, so nothing of it is anybody's secret (HIDDEN-1, HIDDEN-2).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rokoko_core.board_counts import lasting_deck
from rokoko_core.box import HALLS, Box, box_of
from rokoko_core.components.tables import Dress
from rokoko_core.moves.exam import open_tasks
from rokoko_core.observe import Observation, as_known
from rokoko_core.remaining_pieces import Level, Outlook, outlook
from rokoko_core.scoring import hall_points, hall_standing
from rokoko_core.state import State
from rokoko_core.terms import COLOURS, FACE_DOWN, Rank
from rokoko_tui.text import piece_names as pieces
from rokoko_tui.text import tooltips
from rokoko_tui.text.log_writer import Line
from rokoko_tui.text.message_catalog import Vocabulary, capital

RANKS = (Rank.MASTER, Rank.JOURNEYMAN, Rank.APPRENTICE)


def _say(words: Vocabulary, key: str, **figures: object) -> str:
    return words.say(f"around.{key}", **figures)


def _part(words: Vocabulary, key: str, lines: Iterable[str]) -> list[Line]:
    """``lines`` under the heading ``key``; nothing where there are none."""
    told = [Line("around", None, capital(line)) for line in lines if line]
    return [Line("round", None, _say(words, f"heading.{key}")), *told] if told else []


def _counted(words: Vocabulary, names: Iterable[str]) -> list[str]:
    """``names``, those that are there several times once with their number."""
    counts = Counter(names)
    return [name if n == 1 else _say(words, "times", n=n, what=name) for name, n in counts.items()]


# ---- halls


def hall(words: Vocabulary, state: State, number: int) -> str:
    """Who leads in a hall with how much, what that is worth, and who follows (END-3)."""
    box = box_of(state)
    name, points = capital(words.term(f"hall:{number}")), hall_points(state, box, number)
    standing = [(seat, counted[0], counted) for counted, seat in hall_standing(state, box, number)]
    if not standing:
        return _say(words, "hall.empty", hall=name, points=box.majorities[number - 1][0])
    first = [seat for seat, _, counted in standing if counted == standing[0][2]]
    names = [pieces.seat(words, state.setup, seat) for seat in first]
    key = "hall.leads" if len(first) == 1 else "hall.shared"
    parts = [words.say_of(f"around.{key}", {"names": names, "n": standing[0][1], "points": points[first[0]]})]
    for seat, dresses, _ in standing[len(first) :]:
        who = pieces.seat(words, state.setup, seat)
        parts.append(_say(words, "hall.follows", who=who, n=dresses, points=points.get(seat, 0)))
    return _say(words, "hall.told", hall=name, parts=words.listed(parts, "steps"))


# ---- a piece that is looked at


def more(words: Vocabulary, key: str, view: Observation) -> list[str]:
    """What there is to tell of a piece beside its tooltip: who leads in the hall it belongs to, who owns what."""
    kind, _, name = key.partition(":")
    state = view.table
    box = box_of(state)
    if kind == "hall":
        return [hall(words, state, int(name)), *_free(words, state, box, int(name))]
    if kind == "guest":
        space = box.guest[name]
        master = [_say(words, "look.master-space")] if space.master else []
        return [*master, hall(words, state, space.hall)]
    if kind == "player":
        return [line.text for line in board(words, view, int(name)) if line.kind == "around"][1:3]
    if kind == "decoration" and box.decoration[name].hall:
        return [hall(words, state, box.decoration[name].hall)]
    return []


def _free(words: Vocabulary, state: State, box: Box, number: int) -> list[str]:
    free = [space for space in box.hall_guests[number] if not state.guests[space.index]]
    return [_say(words, "look.free", n=len(free))]


# ---- a player's board


def board(words: Vocabulary, view: Observation, seat: int) -> list[Line]:
    """The public whole of a player's board, with headings of the kind ``round``."""
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
    yield tooltips.piece(words, f"player:{seat}", view.table)
    if view.prestige_known[seat]:
        yield _say(words, "board.prestige", n=view.table.players[seat].prestige)
    if view.table.favor == seat:
        yield _say(words, "board.favor")


def _deck(words: Vocabulary, view: Observation, seat: int, box: Box) -> Iterator[str]:
    deck = lasting_deck(as_known(view), seat)
    for rank in RANKS:
        cards = [card for card in deck if card in box.card and box.card[card].rank is rank]
        if cards:
            bonuses = _counted(words, [pieces.bonus_short(words, box.card[card].bonus) for card in sorted(cards)])
            yield _say(words, "board.rank", rank=words.say(f"pieces.rank.{rank}"), n=len(cards), parts=bonuses)
    if FACE_DOWN in deck:
        yield _say(words, "board.secret", n=deck.count(FACE_DOWN))
    for key, pile in (("unplayed", view.unplayed[seat]), ("discard", view.table.players[seat].discard)):
        if pile:
            names = _counted(words, [pieces.card_short(words, card, box) for card in pile])
            yield words.say_of(f"around.board.{key}", {"cards": words.listed(names, "steps")})


def _dresses(words: Vocabulary, state: State, seat: int, box: Box) -> Iterator[str]:
    """The dresses by hall, each hall with how it stands."""
    for number in HALLS:
        own = [state.guests[g.index] for g in box.hall_guests[number] if state.guest_owners[g.index] == seat]
        if own:
            dresses = [pieces.dress_short(words, dress, box) for dress in own]
            yield _say(words, "board.in-hall", hall=capital(words.term(f"hall:{number}")), dresses=dresses)
            yield hall(words, state, number)


def _decorations(words: Vocabulary, state: State, seat: int, box: Box) -> Iterator[str]:
    yield from (pieces.decoration(words, d.id, box) for d in box.decorations if state.decorations[d.index] == seat)
    for number, owner in enumerate(state.all_halls):
        if owner == seat:
            yield _say(words, "board.all-halls", prestige=box.all_halls[number])


def _jewels(words: Vocabulary, state: State, seat: int) -> Iterator[str]:
    if jewels := state.players[seat].jewels:
        yield words.listed(_counted(words, [pieces.jewel(words, jewel) for jewel in sorted(jewels)]))


def _exams(words: Vocabulary, view: Observation, seat: int) -> Iterator[str]:
    player = view.table.players[seat]
    if player.master_exams:
        yield _say(words, "board.passed", n=player.master_exams)
    if player.exam is not None:
        exam = words.say(f"pieces.exam.{player.exam}")
        tasks = [words.say(f"pieces.task.{task}") for task in open_tasks(player)]
        yield _say(words, "board.exam-open" if tasks else "board.exam-ready", **{"exam": exam, **_tasks(tasks)})
    if player.specialist:
        yield tooltips.piece(words, f"specialist:{player.specialist}", view.table)


def _tasks(tasks: Sequence[str]) -> dict[str, object]:
    return {"tasks": tasks} if tasks else {}


# ---- what can still come


def to_come(words: Vocabulary, view: Observation) -> list[Line]:
    """What can still come, by what all may know, with headings of the kind ``round``."""
    found, box = outlook(view), box_of(view.table)
    return [
        *_part(words, "to-come.dresses", _bag(words, found, box)),
        *_part(words, "to-come.tiles", _stack(words, found, box)),
        *_part(words, "to-come.cards", (_level(words, level, box) for level in found.levels)),
        *_part(words, "to-come.jewels", _jewel_bag(words, found)),
    ]


def _bag(words: Vocabulary, found: Outlook, box: Box) -> Iterator[str]:
    yield _say(words, "to-come.bag", n=len(found.dresses))
    for colour in COLOURS:
        own = [box.dress[dress] for dress in found.dresses if box.dress[dress].colour is colour]
        if own:
            name = pieces.dress_short(words, own[0].id, box)
            yield _say(words, "to-come.colour", colour=name, n=len(own), parts=_values(words, own))
    if found.waiting:
        yield _say(words, "to-come.waiting", n=len(found.waiting))


def _values(words: Vocabulary, dresses: Iterable[Dress]) -> list[str]:
    """What they sell for, and how many cannot be sold."""
    own = list(dresses)
    sold = [words.number(dress.value) for dress in sorted(own, key=lambda dress: dress.value) if dress.sellable]
    kept = len(own) - len(sold)
    parts = [_say(words, "to-come.sell", parts=sold)] if sold else []
    return parts + ([_say(words, "to-come.rent-only", n=kept)] if kept else [])


def _stack(words: Vocabulary, found: Outlook, box: Box) -> Iterator[str]:
    yield _say(words, "to-come.stack", n=found.stack, after=sum(found.tiles.values()))
    names = [_say(words, "times", n=n, what=pieces.tile(words, tile, box)) for tile, n in found.tiles.items()]
    if names:
        yield words.listed(names, "steps")
    if found.cleared:
        yield _say(words, "to-come.cleared", n=found.cleared)


def _level(words: Vocabulary, level: Level, box: Box) -> str:
    names = _counted(words, [pieces.card_short(words, card, box) for card in level.cards])
    key = "to-come.level" if level.left == len(level.cards) else "to-come.level-some"
    return _say(words, key, level=str(level.level), n=level.left, cards=words.listed(names, "steps"))


def _jewel_bag(words: Vocabulary, found: Outlook) -> Iterator[str]:
    if found.jewels:
        yield words.listed([_say(words, "times", n=n, what=pieces.jewel(words, j)) for j, n in found.jewels.items()])
