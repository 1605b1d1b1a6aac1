"""What a recorded game shows: every action, bonus, condition, effect and du Barry card that occurs in it."""

from collections.abc import Iterable, Iterator

from rokoko_core import LEVELS, Game, State
from rokoko_core.actions import (
    Action,
    Decline,
    HireSpecialist,
    Rent,
    SitExam,
)
from rokoko_core.box import box_of
from rokoko_core.pending import BarryHall, BonusOf, MainAction, RentOrSell
from rokoko_core.scoring import score_rows
from rokoko_core.terms import ScoreRow, kebab

__all__ = ["LEVELS", "expected", "seen_at_end", "shown_by", "shown_in"]


def shown_by(state: State, action: Action) -> Iterator[str]:
    """What taking ``action`` in ``state`` shows, as ``kind:name``."""
    box, asked = box_of(state), state.pending[-1]
    yield f"action:{kebab(type(action).__name__)}"
    if isinstance(asked, MainAction):
        yield f"main:{'decline' if isinstance(action, Decline) else kebab(type(action).__name__)}"
    if isinstance(asked, BonusOf) and not isinstance(action, Decline):
        yield f"bonus:{box.card[asked.card].bonus}"
    if isinstance(action, HireSpecialist):
        yield f"condition:{box.card[state.players[asked.seat].specialist].condition}"
    if isinstance(action, Rent) and isinstance(asked, RentOrSell) and box.dress[asked.dress].effect:
        yield f"effect:{box.dress[asked.dress].effect}"
    if isinstance(action, SitExam):
        yield f"exam:{state.players[asked.seat].exam}"
    if state.barry is not None and kebab(type(action).__name__) == "reveal-barry":
        yield f"hall-card:{asked.dress}" if isinstance(asked, BarryHall) else f"barry:{state.barry.hand[-1]}"


def seen_at_end(state: State) -> Iterator[str]:
    """The crowned cards that scored at the end of a finished game."""
    box = box_of(state)
    for seat in range(box.seats):
        for row in score_rows(state, seat):
            if row.source is ScoreRow.CROWN and row.points:
                yield f"bonus:{box.card[row.detail].bonus}"


def shown_in(game: Game) -> set[str]:
    """All that ``game`` shows."""
    shown = set(seen_at_end(game.at(game.length)))
    for position, action in enumerate(game.line):
        shown.update(shown_by(game.at(position), action))
    return shown


def expected(components: object, actions: Iterable[type], deluxe: bool) -> set[str]:
    """What the sample games together must show: of the base game, or of everything."""
    from rokoko_core.components.tables import ComponentSet

    assert isinstance(components, ComponentSet)
    cards = [c for c in components.cards if deluxe or not c.jewelry]
    wanted = {f"bonus:{c.bonus}" for c in cards if c.bonus != "none"}
    if not deluxe:
        return wanted | {f"action:{kebab(a.__name__)}" for a in actions}
    wanted |= {f"action:{kebab(a.__name__)}" for a in actions}
    wanted |= {f"condition:{c.condition}" for c in components.specialists}
    wanted |= {f"effect:{d.effect}" for d in components.dresses if d.effect}
    wanted |= {f"barry:{c.id}" for c in components.barry}
    return wanted | {"exam:journeyman", "exam:master", "bonus:gain-3-prestige"}
