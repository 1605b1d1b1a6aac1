"""Summaries: a whole turn in one line, and what happens between two rounds.

A turn is what was moved where, and what it cost and gained in total. ``PARTS`` has a text for each kind of event that
moves something a player would look for on the table. Payments and gains are in the totals at the end of the line.

Between rounds there are income, pieces that left and came, the starting player, and the standings. Only the standings
depend on the viewer (HIDDEN-2).
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from rokoko_core.box import Box
from rokoko_core.events import Event, acts, turns
from rokoko_core.events.amounts import LivreGained, LivrePaid, NotionsGained, PrestigeGained
from rokoko_core.events.base import Moving
from rokoko_core.events.reasons import Why
from rokoko_core.events.table import (
    DressesCleared,
    DressesLaid,
    EmployeesShown,
    GameOver,
    JewelLeft,
    JewelsLaid,
    RoundBegan,
    StartNamed,
    TilesLaid,
)
from rokoko_core.events.turns import EmployeesLeft, HandForced
from rokoko_core.observe import Observation, known_scores
from rokoko_core.play.history import PlaceLost, Turn
from rokoko_core.state import Setup
from rokoko_tui.text import piece_names, player_names
from rokoko_tui.text.event_words import words_of
from rokoko_tui.text.families.rounds import INCOME, WHOLE_HAND
from rokoko_tui.text.log_writer import LogLine
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.part_writer import PartWriter


def summarise_turn(words: Vocabulary, turn: Turn, box: Box, tight: bool = False) -> str:
    """Return what the player did in ``turn``, and which places in majorities the viewer lost; ``tight`` shortens it."""
    to = PartWriter(words, box, tight)
    own = [event for event in turn.events if event.seat == turn.seat]
    writers = ((event, words_of(event).part) for event in _without_discarded(own))
    parts = [write(to, event) for event, write in writers if write is not None]
    parts += _totals(to, own, turn.livre)
    parts += [to.lost(place) for place in turn.places_lost]
    # A turn that has moved nothing else is summarised by its card.
    parts = parts or [to.card("played", event.piece) for event in own if isinstance(event, turns.CardPlayed)]
    return words.listed(parts, "row") if parts else words.say("turn_summary.nothing")


def summarise_effect(
    words: Vocabulary,
    places_lost: Iterable[PlaceLost],
    score_change: tuple[int, int] | None,
    box: Box,
    tight: bool = False,
) -> str:
    """Return what the turns of others changed for a player, in the words of their summaries; empty for nothing."""
    parts = [PartWriter(words, box, tight).lost(place) for place in places_lost]
    if score_change is not None:
        before, after = score_change
        parts.append(words.say(f"turn_summary.score-{'figures' if tight else 'title'}", before=before, after=after))
    return words.listed(parts, "facts") if parts else ""


def _without_discarded(events: list[Event]) -> list[Event]:
    """Return ``events`` without the taking of each tile that is discarded: its discard tells of it."""
    result: list[Event] = []
    for event in events:
        if isinstance(event, acts.TileDiscarded):
            taken = next((e for e in reversed(result) if isinstance(e, acts.TileTaken | acts.TileDrawn)), None)
            result = [e for e in result if e is not taken]
        result.append(event)
    return result


def _totals(to: PartWriter, own: list[Event], livre: int) -> list[str]:
    """Return the notions gained except by discarding, the prestige gained, and the Livre before and after."""
    gains = [event.prestige for event in own if isinstance(event, PrestigeGained)]
    notions = [event for event in own if isinstance(event, NotionsGained) and event.why is not Why.TILE]
    counts = {word: sum(getattr(event, word) for event in notions) for word in ("yarn", "lace")}
    gained = [to.words.say(f"choices.gain.{word}", n=n) for word, n in counts.items() if n]
    totals = [to.part("notions", gained=to.words.listed(gained))] if gained else []
    if gains:
        known = [gain for gain in gains if gain is not None]
        is_known = len(known) == len(gains)
        totals.append(to.sized_part("prestige", n=sum(known)) if is_known else to.part("prestige-hidden"))
    left = livre + sum(_livre(event) for event in own)
    if left != livre:
        totals.append(to.sized_part("livre", before=livre, after=left))
    return totals


def _livre(event: Event) -> int:
    if isinstance(event, LivreGained) and event.why is not Why.INCOME:
        return event.livre
    return -event.livre if isinstance(event, LivrePaid) else 0


def summarise_round_change(
    words: Vocabulary, events: Iterable[Event], setup: Setup, box: Box, tight: bool = False
) -> str:
    """Return which round begins, who starts it and who has a hand without a choice, or that the game is over.

    Unless ``tight``, also the income and the pieces that left and came.
    """
    events = tuple(events)
    if any(isinstance(event, GameOver) for event in events):
        return words.say("turn_summary.over")
    began = next((event.round for event in events if isinstance(event, RoundBegan)), 1)
    starts = next((event.seat for event in events if isinstance(event, StartNamed)), None)
    if starts is None:
        text = words.say("turn_summary.round", round=began)
    else:
        text = words.say("turn_summary.round-starts", round=began, who=player_names.seat(words, setup, starts))
    names = [player_names.seat(words, setup, seat) for seat in _seats_without_choice(events)]
    hands = [words.say("turn_summary.no-choice", names=names)] if names else []
    parts = {} if tight else _list_changes(words, events, setup, box)
    more = [
        words.say("turn_summary.change", what=_heading(words, key).text, parts=[line.text for line in lines])
        for key, lines in parts.items()
        if lines
    ]
    return words.listed([text, *hands, *more], "facts")


def _seats_without_choice(events: Iterable[Event]) -> list[int]:
    """Return the seats whose whole hand is the rest of their supply (HAND-3)."""
    forced = (event for event in events if isinstance(event, HandForced) and len(event.pieces) == WHOLE_HAND)
    return sorted(event.seat for event in forced if event.seat is not None)


# ---- between two rounds


def list_round_sections(words: Vocabulary, events: Iterable[Event], setup: Setup, box: Box) -> dict[str, list[LogLine]]:
    """Return the lines about the change of rounds by section: a heading of kind ``round``, and its lines."""
    events = tuple(events)
    parts = {
        **_list_changes(words, events, setup, box),
        "starts": list(_starts(words, events, setup)),
        "hands": list(_hands(words, events, setup)),
    }
    return {key: [_heading(words, key), *lines] for key, lines in parts.items() if lines}


def _list_changes(words: Vocabulary, events: tuple[Event, ...], setup: Setup, box: Box) -> dict[str, list[LogLine]]:
    """Return the lines about income and about pieces that left and came, by the key of their heading."""
    return {
        "income": list(_income(words, events, setup)),
        "left": list(_left(words, events, box)),
        "came": list(_came(words, events, box)),
    }


def list_standings(words: Vocabulary, view: Observation) -> list[LogLine]:
    """Return the prestige of each player that ``view`` knows, the leader first (HIDDEN-2)."""
    setup, lines = view.table.setup, list[LogLine]()
    scores = sorted(known_scores(view), key=lambda sheet: (-sheet.total, sheet.seat))
    known = [sheet for sheet in scores if view.prestige_known[sheet.seat]]
    for sheet in known:
        gained = view.table.players[sheet.seat].prestige
        who = player_names.seat(words, setup, sheet.seat)
        text = words.say("round_summary.standing", who=who, n=gained, points=sheet.total)
        lines.append(LogLine("score", sheet.seat, text))
    return [_heading(words, "standings"), *lines] if lines else []


def _heading(words: Vocabulary, key: str) -> LogLine:
    return LogLine("round", None, words.say(f"round_summary.heading.{key}"))


def _income(words: Vocabulary, events: tuple[Event, ...], setup: Setup) -> Iterator[LogLine]:
    """Livre by seat, with the parts if there are several (INC-1)."""
    gains = [event for event in events if isinstance(event, LivreGained) and event.why in INCOME]
    for seat in sorted({gain.seat for gain in gains if gain.seat is not None}):
        own = [gain for gain in gains if gain.seat == seat]
        who, whole = player_names.seat(words, setup, seat), sum(gain.livre for gain in own)
        text = short = words.say("round_summary.gain", who=who, livre=whole)
        if len(own) > 1:
            parts = [words.say(f"round_summary.part.{gain.why}", n=gain.livre) for gain in own]
            text = words.say("round_summary.gain-parts", who=who, livre=whole, parts=parts)
        yield LogLine("income", seat, text, short=short)


def _left(words: Vocabulary, events: tuple[Event, ...], box: Box) -> Iterator[LogLine]:
    """Pieces cleared from the displays (PREP-2, PREP-4, JB-2)."""
    for event in events:
        if isinstance(event, EmployeesLeft) and event.why is Why.NOT_HIRED:
            yield from _cards(words, event, box)
        elif isinstance(event, DressesCleared):
            yield _dresses(words, event, box)
        elif isinstance(event, JewelLeft):
            yield LogLine("refill", None, piece_names.jewel(words, event.piece))


def _came(words: Vocabulary, events: tuple[Event, ...], box: Box) -> Iterator[LogLine]:
    """Pieces laid out (PREP-2 to PREP-4, JB-2)."""
    for event in events:
        if isinstance(event, EmployeesShown):
            yield from _cards(words, event, box)
        elif isinstance(event, TilesLaid):
            text, short = (
                words.listed([name(words, tile, box) for tile in event.pieces], "row")
                for name in (piece_names.tile, piece_names.tile_with_signs)
            )
            yield LogLine("refill", None, text, short=short)
        elif isinstance(event, DressesLaid):
            yield _dresses(words, event, box)
        elif isinstance(event, JewelsLaid):
            yield LogLine("refill", None, _count_alike(words, [piece_names.jewel(words, n) for n in event.pieces]))


def _cards(words: Vocabulary, event: Moving, box: Box) -> Iterator[LogLine]:
    if event.pieces:
        text = words.listed([piece_names.card(words, card, box) for card in event.pieces], "steps")
        short = words.listed([piece_names.card_tight(words, card, box) for card in event.pieces], "facts")
        yield LogLine("refill", None, text, short=short)


def _dresses(words: Vocabulary, event: Moving, box: Box) -> LogLine:
    number = words.say("narration.count.dress", n=len(event.pieces))
    text = _count_alike(words, [piece_names.dress_short(words, dress, box) for dress in event.pieces])
    colours = [words.letter(box.dress[dress].colour) for dress in event.pieces]
    return LogLine("refill", None, text, short=words.say("turn_summary.change", what=number, parts=colours))


def _count_alike(words: Vocabulary, names: list[str]) -> str:
    """List ``names``, those alike once with their number."""
    counts = Counter(names).items()
    return words.listed(
        [words.say("round_summary.many", n=n, what=what) if n > 1 else what for what, n in counts], "row"
    )


def _starts(words: Vocabulary, events: tuple[Event, ...], setup: Setup) -> Iterator[LogLine]:
    for event in events:
        if isinstance(event, StartNamed) and event.seat is not None:
            key, who = "starts-favor" if event.by_favor else "starts-still", player_names.seat(words, setup, event.seat)
            short = words.say(f"round_summary.{key}", who=who)
            yield LogLine("start", event.seat, words.say(f"narration.round.{key}", who=who), short=short)


def _hands(words: Vocabulary, events: tuple[Event, ...], setup: Setup) -> Iterator[LogLine]:
    for seat in _seats_without_choice(events):
        who = player_names.seat(words, setup, seat)
        short = words.say("turn_summary.no-choice", names=[who])
        yield LogLine("hand", seat, words.say("narration.then.last-three", who=who), short=short)
