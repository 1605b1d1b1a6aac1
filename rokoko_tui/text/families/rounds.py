"""Between rounds: income, starting player, pieces cleared and laid out, and the end of the game."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from rokoko_core.box import Box
from rokoko_core.events import Event
from rokoko_core.events.amounts import LivreGained, PrestigeGained
from rokoko_core.events.base import Moving
from rokoko_core.events.places import Move
from rokoko_core.events.reasons import Why
from rokoko_core.events.table import (
    DressesCleared,
    DressesLaid,
    EmployeesShown,
    GameOver,
    JewelLeft,
    JewelsLaid,
    RoundBegan,
    RoundEnded,
    StartNamed,
    TilesLaid,
)
from rokoko_core.events.turns import EmployeesLeft, HandForced, SupplyRenewed
from rokoko_core.observe import Observation, known_scores
from rokoko_core.state import Setup
from rokoko_tui.text import piece_names, player_names
from rokoko_tui.text.event_writers import EventGroup, LogLine, LogWriter
from rokoko_tui.text.families import ActionWords, EventWords, Tooltip
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.piece_refs import PieceKind
from rokoko_tui.text.wording import Wording

INCOME = (Why.INCOME, Why.JEWELS, Why.FOUNTAIN_UPPER, Why.FOUNTAIN_LOWER)
WHOLE_HAND = 3


def _log_round_end(log: LogWriter, event: RoundEnded) -> None:
    """The total income of each seat (INC-1)."""
    parts = log.take_all(LivreGained, *INCOME)
    for seat in sorted({part.seat for part in parts if part.seat is not None}):
        livre = sum(part.livre for part in parts if part.seat == seat)
        log.add("income", EventGroup(Why.INCOME.rule, seat), "round.income", livre=livre)


def _log_round_start(log: LogWriter, event: RoundBegan) -> None:
    """The round, its starting player and its changes on the board, which round 1 leaves out."""
    log.add("round", event, "round.begins", round=event.round)
    first = event.round == 1
    for start in log.take_all(StartNamed):
        key = "starts-first" if first else "starts-favor" if start.by_favor else "starts-still"
        log.add("round", start, f"round.{key}")
    if first:
        for gain in log.take_all(PrestigeGained, Why.FAIR_START):
            log.add("gain", gain, "round.fair-start", gained=log.prestige(gain))
        log.events.clear()
    else:
        _clear_displays(log)
        _refill_displays(log)


def _clear_displays(log: LogWriter) -> None:
    """Pieces cleared from the displays (PREP-2, PREP-4, JB-2)."""
    for unhired in log.take_all(EmployeesLeft, Why.NOT_HIRED):
        log.add("refill", unhired, "round.employees-leave", cards=log.cards(unhired.pieces))
    for cleared in log.take_all(DressesCleared):
        log.add("refill", cleared, "round.discarded", dresses=log.dresses(cleared.pieces))
    for jewel in log.take_all(JewelLeft):
        log.add("refill", jewel, "round.jewel-leaves", jewel=piece_names.jewel(log.words, jewel.piece))


def _refill_displays(log: LogWriter) -> None:
    """Number of pieces added to each display (PREP-2 to PREP-4, JB-2)."""
    employees, tiles, dresses, jewels = (
        _take_moves(log, kind) for kind in (EmployeesShown, TilesLaid, DressesLaid, JewelsLaid)
    )
    log.add(
        "refill",
        EventGroup("PREP-0", None, employees + tiles + dresses + jewels),
        "round.refill-jewels" if log.box.jewel_prices else "round.refill",
        employees=log.count("employee", len(employees)),
        tiles=log.count("tile", len(tiles)),
        dresses=log.count("dress", len(dresses)),
        jewels=log.count("jewel", len(jewels)),
    )


def _take_moves(log: LogWriter, kind: type[Moving]) -> tuple[Move, ...]:
    return tuple(move for event in log.take_all(kind) for move in event.moved)


def _log_cards_drawn(log: LogWriter, event: HandForced | SupplyRenewed) -> None:
    """Cards drawn without a choice, by seat (HAND-2, HAND-3)."""
    events = (event, *log.take_all(HandForced), *log.take_all(SupplyRenewed))
    forced = {draw.seat: draw for draw in events if isinstance(draw, HandForced)}
    renewed = {draw.seat: draw for draw in events if isinstance(draw, SupplyRenewed)}
    for seat in sorted({*forced, *renewed}, key=lambda number: number or 0):
        hand = forced.get(seat)
        if hand is None:
            log.add("hand", renewed[seat], "then.new-supply")
        elif len(hand.pieces) == WHOLE_HAND:
            log.add("hand", hand, "then.last-three")
        else:
            log.add("hand", hand, "then.last-cards", cards=log.count("card", len(hand.pieces)))


def _log_game_over(log: LogWriter, event: GameOver) -> None:
    log.add("end", event, "round.over")
    winner = event.winners[0]
    names = log.words.listed([log.who(seat) for seat in event.winners])
    key = "round.wins" if len(event.winners) == 1 else "round.share"
    log.add("winner", EventGroup(event.rule, winner), key, names=names, points=event.totals[winner])


ACTIONS: tuple[ActionWords[Any], ...] = ()
EVENTS = (
    EventWords(RoundEnded, log=_log_round_end),
    EventWords(RoundBegan, log=_log_round_start),
    EventWords(HandForced, log=_log_cards_drawn),
    EventWords(SupplyRenewed, log=_log_cards_drawn),
    EventWords(GameOver, log=_log_game_over),
)
TOOLTIPS: dict[PieceKind, Tooltip] = {}


# ---- summaries of a change of rounds


def summarise_round_change(words: Vocabulary, events: Iterable[Event], setup: Setup, box: Box) -> Wording:
    """Return which round begins, who starts it and who has a hand without a choice, or that the game is over.

    The long form also has the income and the pieces that left and came.
    """
    events = tuple(events)
    if any(isinstance(event, GameOver) for event in events):
        return words.wording("turn_summary.over")
    began = next((event.round for event in events if isinstance(event, RoundBegan)), 1)
    starts = next((event.seat for event in events if isinstance(event, StartNamed)), None)
    if starts is None:
        text = words.say("turn_summary.round", round=began)
    else:
        text = words.say("turn_summary.round-starts", round=began, who=player_names.seat(words, setup, starts))
    names = [player_names.seat(words, setup, seat) for seat in _seats_without_choice(events)]
    hands = [words.say("turn_summary.no-choice", names=names)] if names else []
    more = [
        words.say("turn_summary.change", what=_heading(words, key).text, parts=[line.text for line in lines])
        for key, lines in _list_changes(words, events, setup, box).items()
        if lines
    ]
    return Wording(words.listed([text, *hands, *more], "facts"), words.listed([text, *hands], "facts"))


def _seats_without_choice(events: Iterable[Event]) -> list[int]:
    """Return the seats whose whole hand is the rest of their supply (HAND-3)."""
    forced = (event for event in events if isinstance(event, HandForced) and len(event.pieces) == WHOLE_HAND)
    return sorted(event.seat for event in forced if event.seat is not None)


def list_round_sections(words: Vocabulary, events: Iterable[Event], setup: Setup, box: Box) -> dict[str, list[LogLine]]:
    """Return the lines about the change of rounds by section: a heading of kind ``round``, and its lines."""
    events = tuple(events)
    parts = {
        **_list_changes(words, events, setup, box),
        "starts": list(_list_starts(words, events, setup)),
        "hands": list(_list_hands(words, events, setup)),
    }
    return {key: [_heading(words, key), *lines] for key, lines in parts.items() if lines}


def _list_changes(words: Vocabulary, events: tuple[Event, ...], setup: Setup, box: Box) -> dict[str, list[LogLine]]:
    """Return the lines about income and about pieces that left and came, by the key of their heading."""
    return {
        "income": list(_list_income(words, events, setup)),
        "left": list(_list_left(words, events, box)),
        "came": list(_list_came(words, events, box)),
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


def _list_income(words: Vocabulary, events: tuple[Event, ...], setup: Setup) -> Iterator[LogLine]:
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


def _list_left(words: Vocabulary, events: tuple[Event, ...], box: Box) -> Iterator[LogLine]:
    """Pieces cleared from the displays (PREP-2, PREP-4, JB-2)."""
    for event in events:
        if isinstance(event, EmployeesLeft) and event.why is Why.NOT_HIRED:
            yield from _cards(words, event, box)
        elif isinstance(event, DressesCleared):
            yield _dresses(words, event, box)
        elif isinstance(event, JewelLeft):
            yield LogLine("refill", None, piece_names.jewel(words, event.piece))


def _list_came(words: Vocabulary, events: tuple[Event, ...], box: Box) -> Iterator[LogLine]:
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
        text = words.listed([piece_names.card_within(words, card, box) for card in event.pieces], "steps")
        short = words.listed([piece_names.card_short(words, card, box).shortest for card in event.pieces], "facts")
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


def _list_starts(words: Vocabulary, events: tuple[Event, ...], setup: Setup) -> Iterator[LogLine]:
    for event in events:
        if isinstance(event, StartNamed) and event.seat is not None:
            key, who = "starts-favor" if event.by_favor else "starts-still", player_names.seat(words, setup, event.seat)
            short = words.say(f"round_summary.{key}", who=who)
            yield LogLine("start", event.seat, words.say(f"narration.round.{key}", who=who), short=short)


def _list_hands(words: Vocabulary, events: tuple[Event, ...], setup: Setup) -> Iterator[LogLine]:
    for seat in _seats_without_choice(events):
        who = player_names.seat(words, setup, seat)
        short = words.say("turn_summary.no-choice", names=[who])
        yield LogLine("hand", seat, words.say("narration.then.last-three", who=who), short=short)
