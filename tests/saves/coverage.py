"""Coverage of sample games: every action, bonus, condition, effect and du Barry card that occurs."""

from collections.abc import Iterator, Mapping
from typing import get_args

from rokoko_core import Game, State, load_components
from rokoko_core.actions import Action, Decline, HireSpecialist, Rent, SitExam
from rokoko_core.box import box_of
from rokoko_core.pending import BarryHall, BonusOf, MainAction, RentOrSell
from rokoko_core.scoring import score_rows
from rokoko_core.terms import ScoreRow, kebab


def shown_by(state: State, action: Action) -> Iterator[str]:
    """Yield what ``action`` in ``state`` covers, as ``kind:name``."""
    box, decision = box_of(state), state.pending[-1]
    yield f"action:{kebab(type(action).__name__)}"
    if isinstance(decision, MainAction):
        yield f"main:{'decline' if isinstance(action, Decline) else kebab(type(action).__name__)}"
    if isinstance(decision, BonusOf) and not isinstance(action, Decline):
        yield f"bonus:{box.card[decision.card].bonus}"
    if isinstance(action, HireSpecialist):
        yield f"condition:{box.card[state.players[decision.seat].specialist].condition}"
    if isinstance(action, Rent) and isinstance(decision, RentOrSell) and box.dress[decision.dress].effect:
        yield f"effect:{box.dress[decision.dress].effect}"
    if isinstance(action, SitExam):
        yield f"exam:{state.players[decision.seat].exam}"
    if state.barry is not None and kebab(type(action).__name__) == "reveal-barry":
        yield f"hall-card:{decision.dress}" if isinstance(decision, BarryHall) else f"barry:{state.barry.hand[-1]}"


def seen_at_end(state: State) -> Iterator[str]:
    """Yield the crowned cards that scored at the end of a finished game."""
    box = box_of(state)
    for seat in range(box.seats):
        for row in score_rows(state, seat):
            if row.source is ScoreRow.CROWN and row.points:
                yield f"bonus:{box.card[row.detail].bonus}"


def shown_in(game: Game) -> set[str]:
    """Return everything ``game`` covers."""
    covered = set(seen_at_end(game.at(game.length)))
    for position, action in enumerate(game.line):
        covered.update(shown_by(game.at(position), action))
    return covered


def missing(games: Mapping[str, Game]) -> set[str]:
    """Return what the sample ``games`` do not cover: of the base game in the base samples, and of everything in all."""
    covered = {name: shown_in(game) for name, game in games.items()}
    base = set().union(*(marks for name, marks in covered.items() if name.startswith("base")))
    return (_in_base() - base) | (_in_everything() - set().union(*covered.values()))


def _in_base() -> set[str]:
    cards = [card for card in load_components().cards if not card.jewelry]
    actions = {f"action:{kebab(action.__name__)}" for action in get_args(Action)} - EXPANSION_ACTIONS
    return actions | {f"bonus:{card.bonus}" for card in cards if card.bonus != "none"}


def _in_everything() -> set[str]:
    components = load_components()
    wanted = {f"action:{kebab(action.__name__)}" for action in get_args(Action)}
    wanted |= {f"bonus:{card.bonus}" for card in components.cards if card.bonus != "none"}
    wanted |= {f"condition:{card.condition}" for card in components.specialists}
    wanted |= {f"effect:{dress.effect}" for dress in components.dresses if dress.effect}
    wanted |= {f"barry:{card.id}" for card in components.barry}
    return wanted | {"exam:journeyman", "exam:master", "bonus:gain-3-prestige"}


EXPANSION_ACTIONS = {
    f"action:{action}"
    for action in (
        *("take-jewel", "hire-specialist", "sit-exam", "choose-exam-card", "mark-task", "use-supply-card"),
        *("copy-bonus", "choose-hall", "reveal-barry"),
    )
}
"""Actions of the Jewelry Box and Madame du Barry."""
